/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as a compiled program: read, propagated, partitioned and planned. Whatever comes in,
 * findings lie inside the text, and a plan is made of what could be read.
 */
#include "plan/module/module_mesh.h"
#include "plan/module/module_plan.h"
#include "plan/module/module_read.h"
#include "testing/fuzz_checks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_findings(struct arena *arena, const struct diags *diags, struct str text)
{
	must(diags->count > 0, "a text is refused without a finding");
	for (const struct diag *diag = diags->first; diag; diag = diag->next)
		check_finding(arena, text, diag);
}

static void plan(struct arena *arena, const struct source *source, struct module *module,
                 const struct jax_rules *rules)
{
	struct arena scratch = {0};
	const struct named_mesh *mesh = module_mesh(arena, module);
	const struct check_options options = {0};
	const struct plan_options plain = {
	    .setting.groups = true, .setting.compiled = true, .setting.rules = rules};
	struct source spec = {STR("mesh.yaml"), mesh ? module_mesh_spec(arena, mesh) : STR("{}\n")};
	struct check_result checked = check_source(arena, &scratch, &spec, &options);
	if (checked.spec && !checked.errors) {
		const struct plan *made =
		    plan_module(arena, &scratch, module, mesh, source, &checked, &plain);
		for (const struct plan_step *step = made->steps.first; step; step = step->next)
			must(step->at.offset <= source->text.len && step->kind.len > 0,
			     "a step stands nowhere");
	}
	arena_drop(&scratch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = {0};
	struct diags diags = diags_make(&arena);
	struct jax_rules rules = jax_newest_rules();
	/* at its own address, so that a byte read behind its end is seen */
	char *text = arena_copy(&arena, data, size, 1);
	const struct source source = {STR("module"), {text, size}};
	struct module *module =
	    source_is_module(&source) ? module_read(&arena, &source, &rules, &diags) : NULL;
	if (module)
		plan(&arena, &source, module, &rules);
	else if (source_is_module(&source))
		check_findings(&arena, &diags, source.text);
	arena_drop(&arena);
	return 0;
}

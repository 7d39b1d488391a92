/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_read.h"

#include "hlo/hlo.h"
#include "plan/module/module_lint.h"
#include "plan/module/module_mesh.h"
#include "plan/module/module_plan.h"
#include "module/sharding_check.h"
#include "module/trip_count.h"
#include "stablehlo/stablehlo.h"

bool source_is_module(const struct source *source)
{
	return hlo_is_module(source->text) || stablehlo_detect(source->text) ||
	       str_ends_with(source->path, STR(".mlir"));
}

static struct module *read_stablehlo(struct arena *arena, const struct source *source,
                                     struct diags *diags)
{
	struct module *module = stablehlo_read(arena, source->text, diags);
	if (module)
		module_count_trips(module);
	return module;
}

/* The bytes of an error, without blanks behind them. */
static struct span span_of(struct str text, const struct notation_error *error)
{
	struct str part = str_slice(text, error->at, error->at + error->length);
	while (part.len && (byte_is_blank(part.s[part.len - 1]) || part.s[part.len - 1] == '\n'))
		part.len--;
	return (struct span){(uint32_t)error->at, (uint32_t)part.len};
}

struct module *module_read(struct arena *arena, const struct source *source,
                           const struct jax_rules *rules, struct diags *diags)
{
	struct notation_error error;
	if (source->text.len > MAX_FILE_BYTES) {
		(void)diag_add(diags, RULE_LIMIT_EXCEEDED, (struct span){0, 0},
		               "the file is larger than %d MiB", MAX_FILE_BYTES >> 20);
		return NULL;
	}
	if (!hlo_is_module(source->text))
		return read_stablehlo(arena, source, diags);
	struct module *module = hlo_read(arena, source->text, rules, &error);
	if (module)
		return module;
	enum rule_id rule = error.unsupported ? RULE_MODULE_UNSUPPORTED : RULE_MODULE_SYNTAX;
	struct diag *diag =
	    diag_add(diags, rule, span_of(source->text, &error), "%.*s", STR_ARG(error.message));
	notation_error_help(diag, &error);
	return NULL;
}

/* The release by whose rules its shardings are read: the one asked for, else the newest. */
static struct jax_rules module_rules(struct arena *scratch, const struct check_options *options)
{
	struct diags ignored = diags_make(scratch);
	struct framework framework =
	    framework_read(scratch, options->overrides.framework, (struct span){0, 0}, &ignored);
	return framework.rules ? *framework.rules : jax_newest_rules();
}

struct module *module_read_asked(struct arena *arena, struct arena *scratch,
                                 const struct source *source, const struct check_options *options,
                                 struct diags *diags)
{
	struct jax_rules rules;
	if (!hlo_is_module(source->text))
		return module_read(arena, source, NULL, diags);
	rules = module_rules(scratch, options);
	return module_read(arena, source, &rules, diags);
}

/* What could not be told of the steps, once for all of them. */
static void report_unpredicted(const struct plan_steps *steps, struct diags *diags)
{
	const struct plan_step *first = steps->first;
	while (first && first->collective)
		first = first->next;
	if (first)
		diag_help(diag_add(diags, RULE_MODULE_UNSUPPORTED, first->at,
		                   "%u step%s cannot be predicted: %.*s", steps->unpredicted,
		                   plural(steps->unpredicted), STR_ARG(first->why)),
		          "%s", PLAN_PARTITIONED_HINT);
}

/* Plans the module on its mesh, and looks at the steps. */
static void judge(struct arena *arena, struct arena *scratch, const struct source *source,
                  struct module *module, const struct check_options *options, struct diags *diags)
{
	static const struct plan_options plain = {.setting.cost = COST_CALIBRATED,
	                                          .steps_only = true};
	const struct named_mesh *mesh = module_mesh(arena, module);
	struct check_options of_mesh = {.overrides = {.framework = options->overrides.framework}};
	const struct source spec = {source->path, mesh ? module_mesh_spec(arena, mesh) : STR("{}")};
	struct check_result checked = check_source(arena, scratch, &spec, &of_mesh);
	if (!checked.spec || checked.errors)
		return;
	const struct plan *plan =
	    plan_module(arena, scratch, module, mesh, source, &checked, &plain);
	int64_t large = options->checks.bytes_said ? options->checks.replicated_bytes
	                                           : DEFAULT_REPLICATED_BYTES;
	report_unpredicted(&plan->steps, diags);
	module_lint(scratch, module, &plan->steps, large, diags);
}

bool module_check(struct arena *scratch, const struct source *source,
                  const struct check_options *options, struct diags *diags)
{
	if (!source_is_module(source))
		return false;
	struct arena judged = {0};
	struct module *module = module_read_asked(&judged, scratch, source, options, diags);
	if (module) {
		module_check_divisible(module, diags);
		judge(&judged, scratch, source, module, options, diags);
	}
	arena_drop(&judged);
	return true;
}

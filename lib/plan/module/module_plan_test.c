/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "plan/module/module_layout.h"
#include "plan/module/module_mesh.h"
#include "plan/module/module_plan.h"
#include "plan/module/module_read.h"

/* An entry of these lines over 8 devices. */
static struct module *read_lines(struct arena *arena, const char *lines, struct source *source)
{
	struct diags diags = diags_make(arena);
	struct jax_rules rules = jax_newest_rules();
	source->path = STR("m.hlo");
	source->text =
	    str_format(arena, "HloModule m, num_partitions=8\n\nENTRY %%m {\n%s\n}\n", lines);
	struct module *module = module_read(arena, source, &rules, &diags);
	cr_assert(module, "%s", diags.first ? diags.first->message.s : "");
	return module;
}

static const struct plan *plan_read(struct arena *arena, struct module *module,
                                    const struct source *source)
{
	struct arena scratch = {0};
	const struct named_mesh *mesh = module_mesh(arena, module);
	const struct source spec = {STR("mesh"), module_mesh_spec(arena, mesh)};
	const struct check_options check = {0};
	const struct plan_options options = {.setting.groups = true};
	struct check_result checked = check_source(arena, &scratch, &spec, &check);
	const struct plan *plan =
	    plan_module(arena, &scratch, module, mesh, source, &checked, &options);
	arena_drop(&scratch);
	return plan;
}

static const struct plan *plan_lines(struct arena *arena, const char *lines)
{
	struct source *source = arena_new(arena, struct source, 1);
	struct module *module = read_lines(arena, lines, source);
	return plan_read(arena, module, source);
}

Test(module_plan, makes_axes_as_fine_as_shardings_cut)
{
	static const struct {
		const char *sharding, *axes;
	} rows[] = {
	    {"{devices=[8]<=[8]}", "mesh: {axes: {\"axis_0\": 8}}\n"},
	    {"{devices=[2,4]<=[8]}", "mesh: {axes: {\"axis_0\": 2, \"axis_1\": 4}}\n"},
	    {"{devices=[4,2]<=[2,4]T(1,0)}", "mesh: {axes: {\"axis_0\": 2, \"axis_1\": 4}}\n"},
	    {"{devices=[2,2,2]<=[2,4]T(1,0) last_tile_dim_replicate}",
	     "mesh: {axes: {\"axis_0\": 2, \"axis_1\": 2, \"axis_2\": 2}}\n"},
	    {"{replicated}", "mesh: {axes: {\"axis_0\": 8}}\n"},
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena arena = {0};
		struct source source;
		struct str lines = str_format(
		    &arena, "ROOT %%p = f32[16,16] parameter(0), sharding=%s", rows[i].sharding);
		struct module *module = read_lines(&arena, lines.s, &source);
		struct str spec = module_mesh_spec(&arena, module_mesh(&arena, module));
		cr_expect(str_equal(spec, str_of(rows[i].axes)), "%s: %.*s", rows[i].sharding,
		          STR_ARG(spec));
		arena_drop(&arena);
	}
}

/* As jaxlib 0.12.0.1 writes a program that is propagated. */
Test(module_plan, takes_the_axes_that_a_propagated_text_names)
{
	struct arena arena = {0};
	const struct plan *plan = plan_lines(
	    &arena, "%p.0 = f32[16,16] parameter(0), sharding={mesh['x'=2,'y'=4], [{'y'}, {}]}\n"
		    "%q.0 = f32[16] parameter(1), sharding={mesh[], replicated}\n"
		    "ROOT %r.0 = f32[16,16] negate(%p.0), "
		    "sharding={mesh['x'=2,'y'=4], [{'y'}, {}]}");
	cr_assert_eq(plan->module->stage, MODULE_PROPAGATED);
	cr_assert_eq(plan->spec->meshes[0].nsizes, 2);
	cr_expect(str_equal(plan->spec->meshes[0].axes[1].name, STR("y")));
	cr_expect_eq(plan->module->arguments, 4 * 16 * 4 + 16 * 4);
	cr_expect_eq(plan->unplaced, 0);
	arena_drop(&arena);
}

/* The only step of a partitioned module. */
static const struct plan_step *only_step(struct arena *arena, const char *lines)
{
	const struct plan *plan = plan_lines(arena, lines);
	cr_assert_eq(plan->module->stage, MODULE_PARTITIONED);
	cr_assert_eq(plan->steps.count, 1);
	return plan->steps.first;
}

Test(module_plan, counts_the_bytes_of_an_asynchronous_collective_once)
{
	struct arena arena = {0};
	const struct plan_step *step = only_step(
	    &arena, "%p = f32[4] parameter(0)\n"
		    "%s = (f32[4], f32[8]) all-gather-start(%p), replica_groups=[4,2]<=[8], "
		    "dimensions={0}\n"
		    "ROOT %d = f32[8] all-gather-done(%s)");
	cr_expect(str_equal(step->kind, STR("all-gather")));
	cr_expect_eq(step->operand_bytes, 16);
	cr_expect_eq(step->result_bytes, 32);
	cr_expect_eq(step->collective->group_size, 2);
	arena_drop(&arena);
}

Test(module_plan, takes_combined_collectives_for_one)
{
	struct arena arena = {0};
	const struct plan_step *step =
	    only_step(&arena, "%p = f32[4] parameter(0)\n"
	                      "%q = bf16[6] parameter(1)\n"
	                      "ROOT %r = (f32[4], bf16[6]) all-reduce(%p, %q), "
	                      "replica_groups={{0,1,2,3,4,5,6,7}}");
	cr_expect_eq(step->operand_bytes, 28);
	cr_expect_eq(step->result_bytes, 28);
	cr_expect_eq(step->collective->axes.count, 1);
	arena_drop(&arena);
}

Test(module_plan, says_of_devices_that_the_module_lacks_that_it_does_not_know)
{
	struct arena arena = {0};
	const struct plan_step *step =
	    only_step(&arena, "%p = f32[4] parameter(0)\n"
	                      "ROOT %r = f32[4] all-reduce(%p), replica_groups={{0,8}}");
	cr_expect(str_equal(step->kind, STR("unknown")));
	arena_drop(&arena);
}

Test(module_plan, adds_arguments_and_results_up)
{
	struct arena arena = {0};
	const struct plan *plan =
	    plan_lines(&arena, "%p = f32[16,4] parameter(0), sharding={devices=[8,1]<=[8]}\n"
	                       "%q = f32[3] parameter(1), sharding={replicated}\n"
	                       "%s = f32[16,4] add(%p, %p), sharding={devices=[8,1]<=[8]}\n"
	                       "ROOT %t = (f32[16,4], f32[3]) tuple(%s, %q), "
	                       "sharding={{devices=[8,1]<=[8]}, {replicated}}");
	cr_expect_eq(plan->module->arguments, 32 + 12);
	cr_expect_eq(plan->module->results, 32 + 12 + 2 * 8);
	cr_expect_eq(plan->ntensors, 2);
	arena_drop(&arena);
}

Test(module_plan, writes_names_as_paths)
{
	struct arena arena = {0};
	cr_expect(
	    str_equal(asked_path(&arena, STR("params['layers'][0].w")), STR("params/layers/0/w")));
	cr_expect(str_equal(asked_path(&arena, STR("x")), STR("x")));
	arena_drop(&arena);
}

Test(module_plan, puts_another_mesh_into_the_text)
{
	struct arena arena = {0};
	const struct mesh_axis axes[] = {{STR("x"), 2, false}, {STR("y"), 4, false}};
	const struct named_mesh mesh = {.axes = axes, .naxes = 2, .count = 8};
	struct axis others[] = {{.name = STR("x"), .size = 16}, {.name = STR("y"), .size = 1}};
	const struct mesh other = {.axes = others, .naxes = 2};
	struct str text = module_text_on_mesh(
	    &arena,
	    STR("module {\n  sdy.mesh @a = <[\"z\"=2]>\n  sdy.mesh @m = <[\"x\"=2, \"y\"=4], "
	        "device_ids=[1, 0]> loc(#loc)\n}\n"),
	    &mesh, &other);
	cr_expect(str_equal(text, STR("module {\n  sdy.mesh @a = <[\"z\"=2]>\n  sdy.mesh @m = "
	                              "<[\"x\"=16, \"y\"=1]> loc(#loc)\n}\n")),
	          "%.*s", STR_ARG(text));
	cr_expect_null(module_text_on_mesh(&arena, STR("module {}"), &mesh, &other).s);
	arena_drop(&arena);
}

/* A contraction whose own result is cut, in groups too: each device keeps its part of the sum. */
Test(module_plan, knows_sums_of_contractions_that_are_only_cut)
{
	static const struct {
		const char *lhs, *rhs, *out;
		uint32_t steps;
		bool scatters;
	} rows[] = {
	    {"devices=[8,1]<=[8]", "devices=[8,1]<=[8]", "devices=[8,1]<=[8]", 1, true},
	    {"devices=[8,1]<=[8]", "devices=[8,1]<=[8]", "devices=[1,8]<=[8]", 1, true},
	    {"devices=[4,2]<=[2,4]T(1,0)", "devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate",
	     "devices=[2,4]<=[8]", 1, true},
	    {"devices=[8,1]<=[8]", "devices=[8,1]<=[8]", "devices=[4,2]<=[8]", 2, false},
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena arena = {0};
		struct str lines =
		    str_format(&arena,
		               "%%a = f32[64,16] parameter(0), sharding={%s}\n"
		               "%%b = f32[64,16] parameter(1), sharding={%s}\n"
		               "ROOT %%d = f32[16,16] dot(%%a, %%b), lhs_contracting_dims={0}, "
		               "rhs_contracting_dims={0}, sharding={%s}",
		               rows[i].lhs, rows[i].rhs, rows[i].out);
		const struct plan *plan = plan_lines(&arena, lines.s);
		const struct plan_step *step = plan->steps.first;
		cr_expect_eq(plan->steps.count, rows[i].steps, "%s: %u", rows[i].out,
		             plan->steps.count);
		cr_expect_eq(step->collective->scatters, rows[i].scatters, "%s", rows[i].out);
		cr_expect_eq(plan->module->cost->scattered, rows[i].scatters);
		arena_drop(&arena);
	}
}

/* A sum over eight devices, and what is made of it. */
Test(module_plan, knows_sums_that_are_only_cut)
{
	static const struct {
		const char *cut, *result;
		bool scatters;
	} rows[] = {
	    {"devices=[8,1]<=[8]", "%c", true},
	    {"devices=[1,8]<=[8]", "%c", true},
	    {"devices=[8,1]<=[8]", "%d, %c", false},
	    {"devices=[4,2]<=[8]", "%c", false},
	    {"devices=[8,1]<=[2,4]T(1,0)", "%c", false},
	    {"devices=[4,1,2]<=[8] last_tile_dim_replicate", "%c", false},
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena arena = {0};
		bool both = rows[i].result[1] == 'd';
		struct str lines =
		    str_format(&arena,
		               "%%a = f32[64,16] parameter(0), sharding={devices=[8,1]<=[8]}\n"
		               "%%d = f32[16,16] dot(%%a, %%a), lhs_contracting_dims={0}, "
		               "rhs_contracting_dims={0}, sharding={replicated}\n"
		               "%%c = f32[16,16] copy(%%d), sharding={%s}\n"
		               "ROOT %%r = (f32[16,16]%s) tuple(%s), sharding={%s{%s}}",
		               rows[i].cut, both ? ", f32[16,16]" : "", rows[i].result,
		               both ? "{replicated}, " : "", rows[i].cut);
		const struct plan *plan = plan_lines(&arena, lines.s);
		const struct plan_step *step = plan->steps.first;
		cr_assert_eq(plan->steps.count, 1, "%s: %u", rows[i].cut, plan->steps.count);
		cr_expect(str_equal(step->kind, STR("all-reduce")), "%s", rows[i].cut);
		cr_expect_eq(step->collective->scatters, rows[i].scatters, "%s, %s", rows[i].cut,
		             rows[i].result);
		cr_expect_eq(plan->module->cost->scattered, rows[i].scatters);
		arena_drop(&arena);
	}
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Designs of models, planned by hand from published formulas (jax-ml/scaling-book: sharding.md,
 * training.md), which each file of testdata/designs says: plans come to the same.
 */
#include <math.h>

#include "plan/module/module_plan.h"
#include "testing/planning.h"

struct design {
	const char *name;
	uint32_t steps;
	double seconds,
	    flops;        /* of communication; of work on a device, but for what is not products */
	double arguments; /* bytes of them on a device */
};

static const double RING = 9e10; /* bytes a second both ways round, of v5e */

static const struct plan *plan_of(struct arena *arena, struct arena *scratch, const char *path)
{
	struct source *source = arena_new(arena, struct source, 1);
	const struct check_options recording = {.overrides = {.records = true}};
	const struct plan_options options = {.setting.cost = COST_TEXTBOOK};
	*source = (struct source){str_of(path), testing_read(arena, path)};
	struct check_result *checked = arena_new(arena, struct check_result, 1);
	*checked = check_source(arena, scratch, source, &recording);
	cr_assert_not_null(checked->spec, "%s", path);
	return plan_make(arena, scratch, checked, &options);
}

static void compare(const struct design *design)
{
	struct arena arena = {0}, scratch = {0};
	struct str path = str_format(&arena, "testdata/designs/%s.yaml", design->name);
	const struct plan *plan = plan_of(&arena, &scratch, path.s);
	const struct plan *module = plan_next_module(plan, NULL);
	cr_assert(module && module->module && module->module->cost, "%s", design->name);
	double flops = (double)module->module->cost->work.flops;
	double arguments = (double)module->module->arguments;
	cr_expect_eq(plan->steps.count, design->steps, "%s: %u steps", design->name,
	             plan->steps.count);
	cr_expect(fabs(plan->steps.seconds.expected / design->seconds - 1) < 1e-4,
	          "%s: %g s, not %g", design->name, plan->steps.seconds.expected, design->seconds);
	cr_expect(flops >= design->flops && flops < 1.01 * design->flops, "%s: %g FLOPs, not %g",
	          design->name, flops, design->flops);
	cr_expect_eq(arguments, design->arguments, "%s: %g bytes of arguments, not %g",
	             design->name, arguments, design->arguments);
	arena_drop(&scratch);
	arena_drop(&arena);
}

Test(designs, megatron_mlp_comes_to_what_the_formulas_say)
{
	const double B = 16384, D = 8192, F = 32768, X = 16, Y = 16;
	compare(&(struct design){
	    "megatron", 4, 2 * (2 * 2 * B * D / (X * RING)) + 2 * (2 * 2 * D * F / (Y * RING)),
	    12 * B * D * F / (X * Y), 2 * B * D / X + 2 * 2 * D * F / Y});
}

/* With activations cut too, sums are scattered where they would else be added up everywhere. */
Test(designs, layer_of_fsdp_and_tensors_comes_to_what_the_formulas_say)
{
	const double B = 16384, D = 8192, F = 32768, X = 16, Y = 16;
	compare(&(struct design){
	    "mixed", 8, 4 * (2 * B * D / (X * RING)) + 4 * (2 * D * F / (Y * RING)),
	    12 * B * D * F / (X * Y), (2 * 2 * D * F + 2 * 2 * B * D) / (X * Y)});
}

Test(designs, fsdp_layers_come_to_what_the_formulas_say)
{
	const double B = 65536, D = 4096, F = 16384, L = 12;
	compare(&(struct design){
	    "fsdp", 6, L * 4 * (2 * D * F / (2 * RING)) + L * 2 * (2 * D * F / (2 * RING)),
	    L * 14 * B * D * F / 256, (L * 2 * 2 * D * F + 2 * B * D) / 256});
}

Test(designs, experts_come_to_what_the_formulas_say)
{
	const double D = 4096, F = 8192, T = 16 * 512;
	compare(&(struct design){"moe", 2, 2 * (2 * T * D / (4 * RING)), 4 * 16 * T * D * F / 256,
	                         2 * (T * D / 16 + 2 * D * F)});
}

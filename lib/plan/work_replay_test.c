/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs of specs of which JAX recorded what XLA's analysis counts of them
 * (testdata/plan/record_work.py): FLOPs of the lowered program and of a device's part of it, within
 * a hundredth, and the bytes of arguments and results; of most programs also the FLOPs of what is
 * compiled.
 */
#include <math.h>

#include "plan/module/module_plan.h"
#include "testing/planning.h"
#include "testing/records.h"

static double recorded_at(const cJSON *recorded, const char *key, int index)
{
	return cJSON_GetNumberValue(cJSON_GetArrayItem(cJSON_GetObjectItem(recorded, key), index));
}

static void expect_near(const char *id, const char *what, double counted, double recorded)
{
	/* A handful of operations on scalars, as of indices, is left out. */
	cr_expect(fabs(counted - recorded) <= 0.01 * fabs(recorded) + 4,
	          "%s: %s %.0f instead of %.0f", id, what, counted, recorded);
}

static const struct plan *plan_recorded(struct arena *arena, struct arena *scratch,
                                        const cJSON *recorded)
{
	struct str text = str_of(cJSON_GetObjectItem(recorded, "yaml")->valuestring);
	struct source *source = arena_new(arena, struct source, 1);
	struct check_result *checked = arena_new(arena, struct check_result, 1);
	const struct check_options recording = {.overrides = {.records = true}};
	const struct plan_options options = {.setting.compiled = true};
	*source = (struct source){str_of(cJSON_GetObjectItem(recorded, "id")->valuestring), text};
	*checked = check_source(arena, scratch, source, &recording);
	cr_assert_not_null(checked->spec, "%.*s", STR_ARG(source->path));
	return plan_next_module(plan_make(arena, scratch, checked, &options), NULL);
}

static void compare_work(struct arena *arena, const cJSON *recorded)
{
	const char *id = cJSON_GetObjectItem(recorded, "id")->valuestring;
	struct arena scratch = {0};
	const struct plan *plan = plan_recorded(arena, &scratch, recorded);
	cr_assert_not_null(plan, "%s", id);
	const struct module_summary *module = plan->module;
	expect_near(id, "FLOPs", module->written.flops, recorded_at(recorded, "lowered", 0));
	expect_near(id, "FLOPs of a device", module->cost->work_once.flops,
	            recorded_at(recorded, "device", 0));
	expect_near(id, "transcendentals of a device", module->cost->work_once.transcendentals,
	            recorded_at(recorded, "device", 1));
	cr_expect_eq((double)module->arguments, recorded_at(recorded, "memory", 0), "%s", id);
	cr_expect_eq((double)module->results, recorded_at(recorded, "memory", 1), "%s", id);
	cr_expect_eq((double)module->donated, recorded_at(recorded, "memory", 2), "%s", id);
	arena_drop(&scratch);
}

static void replay(const cJSON *recorded, struct str line, void *context)
{
	struct arena arena = {0};
	compare_work(&arena, recorded);
	arena_drop(&arena);
}

/* How many of all are near what is recorded. */
struct estimates {
	unsigned near, all;
};

static void compare_compiled(const cJSON *recorded, struct str line, void *context)
{
	struct estimates *estimates = context;
	struct arena arena = {0}, scratch = {0};
	const struct plan *plan = plan_recorded(&arena, &scratch, recorded);
	double real = recorded_at(recorded, "compiled", 0);
	double counted = plan ? plan->module->cost->compiled_once.flops : 0;
	estimates->all++;
	estimates->near += fabs(counted - real) <= 0.01 * real + 4;
	arena_drop(&scratch);
	arena_drop(&arena);
}

/* A program for one rule of the compiler (testdata/plan/record_kernels.py). */
static void compare_rule(const cJSON *recorded, struct str line, void *context)
{
	struct arena arena = {0}, scratch = {0};
	const struct plan *plan = plan_recorded(&arena, &scratch, recorded);
	double real = cJSON_GetNumberValue(cJSON_GetObjectItem(recorded, "compiled"));
	double counted = plan ? plan->module->cost->compiled_once.flops : 0;
	cr_expect_leq(fabs(counted - real), 2, "%s: %.0f instead of %.0f",
	              cJSON_GetObjectItem(recorded, "id")->valuestring, counted, real);
	arena_drop(&scratch);
	arena_drop(&arena);
}

Test(work_replay, rules_of_the_compiler_are_followed)
{
	cr_expect_geq(records_replay("testdata/plan/kernels.jsonl", compare_rule, NULL), 100u);
}

/* An estimate: rewriting for CPUs is followed where it is common. */
Test(work_replay, compiled_counts_are_near_those_of_the_compiler)
{
	struct estimates estimates = {0, 0};
	cr_expect_geq(records_replay("testdata/plan/work.jsonl", compare_compiled, &estimates),
	              60u);
	cr_expect_geq(estimates.near * 100, estimates.all * 80, "%u of %u", estimates.near,
	              estimates.all);
}

/* Whether the peak is within half more, or less by as much, of arguments, results and temporaries
 * of what was compiled. */
static void compare_peak(const cJSON *recorded, struct str line, void *context)
{
	struct estimates *peaks = context;
	struct arena arena = {0}, scratch = {0};
	const struct plan *plan = plan_recorded(&arena, &scratch, recorded);
	double real = recorded_at(recorded, "memory", 0) + recorded_at(recorded, "memory", 1) -
	              recorded_at(recorded, "memory", 2) + recorded_at(recorded, "memory", 3);
	double peak = plan ? (double)plan_peak(plan) : 0;
	peaks->all++;
	peaks->near += peak >= real / 1.5 && peak <= real * 1.5;
	arena_drop(&scratch);
	arena_drop(&arena);
}

/* An estimate: it need not hold for every program. */
Test(work_replay, peaks_are_near_those_of_the_compiler)
{
	struct estimates peaks = {0, 0};
	cr_expect_geq(records_replay("testdata/plan/work.jsonl", compare_peak, &peaks), 60u);
	cr_expect_geq(peaks.all, 30u);
	cr_expect_geq(peaks.near * 100, peaks.all * 85, "%u of %u", peaks.near, peaks.all);
}

Test(work_replay, counts_are_those_of_the_compiler)
{
	cr_expect_geq(records_replay("testdata/plan/work.jsonl", replay, NULL), 60u);
}

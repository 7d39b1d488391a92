/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs of specs of which JAX 0.10.2 recorded what XLA's analysis counts of them
 * (testdata/plan/record_work.py): FLOPs of the lowered program and of a device's part of it, within
 * a hundredth, and the bytes of arguments and results.
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

static void compare_work(struct arena *arena, const cJSON *recorded)
{
	const char *id = cJSON_GetObjectItem(recorded, "id")->valuestring;
	struct str text = str_of(cJSON_GetObjectItem(recorded, "yaml")->valuestring);
	struct source *source = arena_new(arena, struct source, 1);
	const struct check_options recording = {.overrides = {.records = true}};
	const struct plan_options options = {0};
	struct arena scratch = {0};
	*source = (struct source){str_of(id), text};
	struct check_result checked = check_source(arena, &scratch, source, &recording);
	cr_assert_not_null(checked.spec, "%s", id);
	const struct plan *plan =
	    plan_next_module(plan_make(arena, &scratch, &checked, &options), NULL);
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

Test(work_replay, counts_are_those_of_the_compiler)
{
	cr_expect_geq(records_replay("testdata/plan/work.jsonl", replay, NULL), 60u);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * testdata/plan/CASE/: in.yaml is planned with the options in `args`, and what each format writes
 * is compared with expect.NAME. `SHARDCTL_UPDATE=1 meson test --suite golden` writes them anew.
 */
#include "testing/golden.h"
#include "testing/planning.h"

static const char folder[] = "testdata/plan";

static const char *const outputs[FORMAT_CSV + 1] = {
    [FORMAT_TEXT] = "expect.txt", [FORMAT_JSON] = "expect.json", [FORMAT_CSV] = "expect.csv"};

struct request {
	struct plan_options plan;
	struct plan_report_options output;
	struct check_options check;
};

static void read_args(struct str line, struct request *request)
{
	for (struct str name; (name = golden_word(&line)).len;) {
		if (str_equal(name, STR("--device"))) {
			request->output.has_device = true;
			cr_assert(str_to_int64(golden_word(&line), &request->output.device));
			request->output.last_device = request->output.device;
		} else if (str_equal(name, STR("--slices"))) {
			request->output.slices = true;
		} else if (str_equal(name, STR("--groups"))) {
			request->output.groups = request->plan.setting.groups = true;
		} else if (str_equal(name, STR("--tensor"))) {
			request->plan.pattern = golden_word(&line);
		} else if (str_equal(name, STR("--mesh"))) {
			request->check.overrides.mesh = golden_word(&line);
		} else if (str_equal(name, STR("--hardware"))) {
			request->check.overrides.hardware = golden_word(&line);
		} else {
			cr_assert_fail("unknown option '%.*s' in args", STR_ARG(name));
		}
	}
}

static const struct plan *plan_case(struct arena *arena, const char *name, struct request *request)
{
	struct source *source = arena_new(arena, struct source, 1);
	struct arena scratch = {0};
	*source = (struct source){STR("in.yaml"), golden_part(arena, folder, name, "in.yaml")};
	*request = (struct request){.plan.setting.cost = COST_CALIBRATED};
	struct str args = golden_part(arena, folder, name, "args");
	if (args.s)
		read_args(args, request);
	struct check_result result = check_source(arena, &scratch, source, &request->check);
	cr_assert(result.errors == 0 && result.verdict != VERDICT_INVALID,
	          "%s/%s has errors: plan does not get to it", folder, name);
	request->output.framework = result.framework;
	const struct plan *plan = plan_make(arena, &scratch, &result, &request->plan);
	arena_drop(&scratch);
	return plan;
}

ParameterizedTestParameters(plan_golden, output_is_as_expected)
{
	return golden_indexes(folder);
}

ParameterizedTest(int *index, plan_golden, output_is_as_expected)
{
	struct arena arena = {0};
	const char *name = golden_cases(&arena, folder).items[*index];
	struct request request;
	const struct plan *plan = plan_case(&arena, name, &request);
	for (enum output_format i = FORMAT_TEXT; i <= FORMAT_CSV; i++) {
		struct str actual = testing_written(&arena, i, plan, &request.output);
		golden_compare(&arena, folder, name, outputs[i], actual);
	}
	arena_drop(&arena);
}

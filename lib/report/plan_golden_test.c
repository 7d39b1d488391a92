/* SPDX-License-Identifier: Apache-2.0 */
/*
 * testdata/plan/CASE/: in.yaml is planned with the options in `args`, and what each format writes
 * is compared with expect.NAME. `SHARDCTL_UPDATE=1 meson test --suite golden` writes them anew.
 */
#include "testing/planning.h"

static const char folder[] = "testdata/plan";

static const char *const outputs[OUTPUT_FORMATS] = {
    [FORMAT_TEXT] = "expect.txt", [FORMAT_JSON] = "expect.json", [FORMAT_CSV] = "expect.csv"};

struct request {
	struct plan_options plan;
	struct plan_report_options output;
	struct check_options check;
};

static struct str take_word(struct str *line)
{
	*line = str_trim(*line);
	size_t end = str_find(*line, ' ', 0);
	struct str word = str_slice(*line, 0, end);
	*line = str_slice(*line, end, line->len);
	return word;
}

static void read_args(struct str line, struct request *request)
{
	for (struct str name; (name = take_word(&line)).len;) {
		if (str_equal(name, STR("--device"))) {
			request->output.has_device = true;
			cr_assert(str_to_int64(take_word(&line), &request->output.device));
			request->output.last_device = request->output.device;
		} else if (str_equal(name, STR("--slices"))) {
			request->output.slices = true;
		} else if (str_equal(name, STR("--groups"))) {
			request->output.groups = request->plan.setting.groups = true;
		} else if (str_equal(name, STR("--tensor"))) {
			request->plan.pattern = take_word(&line);
		} else if (str_equal(name, STR("--mesh"))) {
			request->check.overrides.mesh = take_word(&line);
		} else if (str_equal(name, STR("--hardware"))) {
			request->check.overrides.hardware = take_word(&line);
		} else {
			cr_assert_fail("unknown option '%.*s' in args", STR_ARG(name));
		}
	}
}

static struct str read_part(struct arena *arena, const char *name, const char *file)
{
	return testing_read(arena, str_format(arena, "%s/%s/%s", folder, name, file).s);
}

static const struct plan *plan_case(struct arena *arena, const char *name, struct request *request)
{
	struct source *source = arena_new(arena, struct source, 1);
	struct arena scratch = {0};
	*source = (struct source){STR("in.yaml"), read_part(arena, name, "in.yaml")};
	*request = (struct request){.plan.setting.cost = COST_CALIBRATED};
	struct str args = read_part(arena, name, "args");
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

/* The folders among the names, which are the cases. */
static struct testing_names cases(struct arena *arena)
{
	struct testing_names names = testing_list(arena, folder), found = {names.items, 0};
	for (size_t i = 0; i < names.count; i++)
		if (read_part(arena, names.items[i], "in.yaml").s)
			found.items[found.count++] = names.items[i];
	return found;
}

ParameterizedTestParameters(plan_golden, output_is_as_expected)
{
	struct arena arena = {0};
	size_t count = cases(&arena).count;
	arena_drop(&arena);
	return testing_indexes(count);
}

ParameterizedTest(int *index, plan_golden, output_is_as_expected)
{
	struct arena arena = {0};
	const char *name = cases(&arena).items[*index];
	struct request request;
	const struct plan *plan = plan_case(&arena, name, &request);
	for (enum output_format i = FORMAT_TEXT; i < OUTPUT_FORMATS; i++) {
		struct str actual = testing_written(&arena, i, plan, &request.output);
		const char *path = str_format(&arena, "%s/%s/%s", folder, name, outputs[i]).s;
		if (testing_updates())
			testing_write(&arena, path, actual);
		struct str expected = testing_read(&arena, path);
		cr_expect(expected.s && str_equal(actual, expected),
		          "%s is not what is written now:\n%.*s", path, STR_ARG(actual));
	}
	arena_drop(&arena);
}

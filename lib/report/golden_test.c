/* SPDX-License-Identifier: Apache-2.0 */
/*
 * testdata/check/CASE/: in.yaml is checked with the options in `args`, and what each format writes
 * is compared with expect.NAME. `SHARDCTL_UPDATE=1 meson test --suite golden` writes them anew.
 */
#include "base/buf.h"
#include "report/report.h"
#include "testing/testing.h"

static const char folder[] = "testdata/check";

static const struct {
	const struct format *format;
	const char *file;
} outputs[] = {{&text_format, "expect.txt"}, {&json_format, "expect.json"}};

struct request {
	struct check_options check;
	struct report_options report;
};

/* The next word of `line`, which is shortened. */
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
		if (str_equal(name, STR("--framework"))) {
			request->check.overrides.framework = take_word(&line);
		} else if (str_equal(name, STR("--mesh"))) {
			request->check.overrides.mesh = take_word(&line);
		} else if (str_equal(name, STR("--hardware"))) {
			request->check.overrides.hardware = take_word(&line);
		} else if (str_equal(name, STR("--ignore"))) {
			const struct rule *rule = rule_named(take_word(&line));
			cr_assert_not_null(rule);
			request->check.ignored[rule - rule_of((enum rule_id)0)] = true;
		} else if (str_equal(name, STR("--quiet"))) {
			request->report.quiet = true;
		} else if (str_equal(name, STR("--color"))) {
			request->report.color = true;
		} else {
			cr_assert_fail("unknown option '%.*s' in args", STR_ARG(name));
		}
	}
}

static struct str read_part(struct arena *arena, const char *name, const char *file)
{
	return testing_read(arena, str_format(arena, "%s/%s/%s", folder, name, file).s);
}

/* Checks the input of a case with its options. */
static struct check_result check_case(struct arena *arena, const char *name,
                                      struct request *request)
{
	struct source *source = arena_new(arena, struct source, 1);
	struct arena scratch = {0};
	*source = (struct source){STR("in.yaml"), read_part(arena, name, "in.yaml")};
	cr_assert_not_null(source->text.s, "%s has no in.yaml", name);
	*request = (struct request){0};
	struct str args = read_part(arena, name, "args");
	if (args.s)
		read_args(args, request);
	struct check_result result = check_source(arena, &scratch, source, &request->check);
	arena_drop(&scratch);
	return result;
}

static struct str render(struct arena *arena, const struct format *format,
                         const struct check_result *result, const struct report_options *options)
{
	struct buf out = {.arena = arena};
	struct arena scratch = {0};
	const struct report_totals totals = {1, result->errors, result->warnings, result->notes};
	format->begin(&out, options);
	format->file(&out, &scratch, result, options, true);
	format->end(&out, &totals, options);
	arena_drop(&scratch);
	return buf_str(&out);
}

ParameterizedTestParameters(golden, output_is_as_expected)
{
	struct arena arena = {0};
	size_t count = testing_list(&arena, folder).count;
	arena_drop(&arena);
	return testing_indexes(count);
}

ParameterizedTest(int *index, golden, output_is_as_expected)
{
	struct arena arena = {0};
	const char *name = testing_list(&arena, folder).items[*index];
	struct request request;
	struct check_result result = check_case(&arena, name, &request);
	for (size_t i = 0; i < ROWS(outputs); i++) {
		struct str actual = render(&arena, outputs[i].format, &result, &request.report);
		const char *path = str_format(&arena, "%s/%s/%s", folder, name, outputs[i].file).s;
		if (testing_updates())
			testing_write(&arena, path, actual);
		struct str expected = testing_read(&arena, path);
		cr_expect(expected.s && str_equal(actual, expected),
		          "%s is not what is written now:\n%.*s", path, STR_ARG(actual));
	}
	arena_drop(&arena);
}

/* One folder bears the name of each rule, and gives it. */
Test(golden, every_rule_has_a_case)
{
	for (int i = 0; i < RULE_COUNT; i++) {
		struct arena arena = {0};
		struct request request;
		const char *name = rule_name((enum rule_id)i);
		if (i == RULE_NOTATION_NO_COUNTERPART)
			continue; /* of a conversion; a check does not give it */
		struct check_result result = check_case(&arena, name, &request);
		cr_expect(testing_count(&result, (enum rule_id)i), "%s/%s does not give it", folder,
		          name);
		arena_drop(&arena);
	}
}

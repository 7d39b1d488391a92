/* SPDX-License-Identifier: Apache-2.0 */
/* Checks whole scripts that real torch_xla releases ran (testdata/torch/) and compares the outcome.
 */
#include <cjson/cJSON.h>
#include <stdio.h>

#include "testing/testing.h"

static const char *const versions[] = {"2.8.0", "2.9.0"};

struct tally {
	uint32_t asked, unknown, wrong;
};

static const char *word(const cJSON *object, const char *name)
{
	const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(object, name));
	return text ? text : "";
}

static const struct diag *first_error(const struct check_result *result)
{
	for (uint32_t i = 0; i < result->ndiags; i++)
		if (result->diags[i]->severity == SEVERITY_ERROR)
			return result->diags[i];
	return NULL;
}

static uint32_t line_of(struct str text, uint32_t offset)
{
	uint32_t line = 1;
	for (uint32_t i = 0; i < offset && i < text.len; i++)
		line += text.s[i] == '\n';
	return line;
}

/* Whether the error is the recorded one, in class, first line of text and place. */
static bool same_error(const struct check_result *result, const cJSON *record)
{
	const struct diag *error = first_error(result);
	if (!error || !error->framework_error.type.s)
		return false;
	struct str text = error->framework_error.message;
	text = str_trim(str_slice(text, 0, str_find(text, '\n', 0)));
	return str_equal(error->framework_error.type, str_of(word(record, "cls"))) &&
	       str_equal(text, str_trim(str_of(word(record, "msg")))) &&
	       line_of(result->source->text, error->at.offset) ==
	           (uint32_t)cJSON_GetObjectItem(record, "line")->valueint;
}

static void replay_line(struct str line, const char *version, struct tally *tally)
{
	struct arena arena = {0}, scratch = {0};
	cJSON *record = cJSON_ParseWithLength(line.s, line.len);
	cr_assert_not_null(record);
	struct source *source = arena_new(&arena, struct source, 1);
	struct check_options options = {0};
	options.overrides.framework = str_format(&arena, "torch_xla==%s", version);
	options.overrides.devices = cJSON_GetObjectItem(record, "devices")->valueint;
	*source = (struct source){STR("script.py"), str_of(word(record, "code"))};
	struct check_result result = check_source(&arena, &scratch, source, &options);
	bool ok = strcmp(word(record, "verdict"), "ok") == 0;
	bool right = result.verdict == (ok ? VERDICT_ACCEPTED : VERDICT_REJECTED) &&
	             (ok || same_error(&result, record));
	tally->asked++;
	tally->unknown += result.verdict == VERDICT_UNKNOWN;
	tally->wrong += !right && result.verdict != VERDICT_UNKNOWN;
	if (!right)
		fprintf(stderr, "%s %s: %s\n", word(record, "id"), word(record, "name"),
		        verdict_name(result.verdict));
	cJSON_Delete(record);
	arena_drop(&arena);
	arena_drop(&scratch);
}

Test(torch_replay, agrees_with_the_recorded_releases)
{
	enum { MOST_UNKNOWN = 5, FEWEST = 80 };
	for (size_t i = 0; i < ROWS(versions); i++) {
		struct arena arena = {0};
		struct tally tally = {0};
		struct str text = testing_read(
		    &arena, str_format(&arena, "testdata/torch/programs.%s.jsonl", versions[i]).s);
		for (size_t at = 0; at < text.len;) {
			size_t end = str_find(text, '\n', at);
			replay_line(str_slice(text, at, end), versions[i], &tally);
			at = end + 1;
		}
		cr_expect(tally.asked > FEWEST && !tally.wrong && tally.unknown <= MOST_UNKNOWN,
		          "%s: %u asked, %u wrong, %u unknown", versions[i], tally.asked,
		          tally.wrong, tally.unknown);
		arena_drop(&arena);
	}
}

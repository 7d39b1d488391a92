/* SPDX-License-Identifier: Apache-2.0 */
/* Checks whole scripts that real releases of torch_xla and torch ran (testdata/torch/) and compares
 * the outcome. */
#include <stdio.h>

#include "testing/records.h"

struct recording {
	const char *file, *framework;
	uint32_t fewest, most_unknown;
};

static const struct recording recordings[] = {
    {"testdata/torch/programs.2.8.0.jsonl", "torch_xla==2.8.0", 80, 5},
    {"testdata/torch/programs.2.9.0.jsonl", "torch_xla==2.9.0", 80, 5},
    {"testdata/torch/habits.2.9.0.jsonl", "torch_xla==2.9.0", 300, 0},
    {"testdata/torch/dtensor.2.9.0.jsonl", "dtensor==2.9.0", 300, 5},
    {"testdata/torch/dtensor.2.15.0.jsonl", "dtensor==2.15.0", 120, 5},
};

struct tally {
	const struct recording *recording;
	uint32_t asked, unknown, wrong;
};

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
	text = str_trim(str_until(text, '\n'));
	return str_equal(error->framework_error.type, str_of(record_word(record, "cls"))) &&
	       str_equal(text, str_trim(str_of(record_word(record, "msg")))) &&
	       line_of(result->source->text, error->at.offset) ==
	           (uint32_t)record_member(record, "line")->valueint;
}

static void replay(const cJSON *record, struct str line, void *context)
{
	struct arena arena = {0}, scratch = {0};
	struct tally *tally = context;
	struct source *source = arena_new(&arena, struct source, 1);
	struct check_options options = {0};
	options.overrides.framework = str_of(tally->recording->framework);
	options.overrides.devices = record_member(record, "devices")->valueint;
	*source = (struct source){STR("script.py"), str_of(record_word(record, "code"))};
	struct check_result result = check_source(&arena, &scratch, source, &options);
	bool ok = strcmp(record_word(record, "verdict"), "ok") == 0;
	bool right = result.verdict == (ok ? VERDICT_ACCEPTED : VERDICT_REJECTED) &&
	             (ok || same_error(&result, record));
	tally->asked++;
	tally->unknown += result.verdict == VERDICT_UNKNOWN;
	tally->wrong += !right && result.verdict != VERDICT_UNKNOWN;
	if (!right)
		fprintf(stderr, "%s %s: %s\n", record_word(record, "id"),
		        record_word(record, "name"), verdict_name(result.verdict));
	arena_drop(&arena);
	arena_drop(&scratch);
}

Test(torch_replay, agrees_with_the_recorded_releases)
{
	for (size_t i = 0; i < ROWS(recordings); i++) {
		const struct recording *recording = &recordings[i];
		struct tally tally = {.recording = recording};
		records_replay(recording->file, replay, &tally);
		cr_expect(tally.asked > recording->fewest && !tally.wrong &&
		              tally.unknown <= recording->most_unknown,
		          "%s: %u asked, %u wrong, %u unknown", recording->file, tally.asked,
		          tally.wrong, tally.unknown);
	}
}

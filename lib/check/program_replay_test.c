/* SPDX-License-Identifier: Apache-2.0 */
/* Asks what was asked of real JAX releases about programs (testdata/programs/) and compares. */
#include <cjson/cJSON.h>
#include <stdio.h>

#include "report/report.h"
#include "testing/recorded_text.h"
#include "testing/testing.h"

#define FOLDER "testdata/programs/"

/* In how many of the cases of a family shardctl and JAX agree. */
struct tally {
	struct str family;
	uint32_t cases, unknown, verdicts, agreed;
};

/* The answers of one release: testdata/programs/NAME.VERSION.jsonl to NAME.jsonl. */
struct recording {
	struct arena arena;
	const char *file;
	struct str version, programs, answers, misses;
	struct tally tallies[64];
	size_t ntallies;
};

/* One program, what JAX answered and what shardctl says. */
struct asked {
	const cJSON *program, *answer, *judged;
	struct str spec;
	const char *differs; /* in what, or NULL */
};

static const cJSON *member(const cJSON *object, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(object, key);
}

static struct str text_of(const cJSON *object, const char *key)
{
	const char *text = cJSON_GetStringValue(member(object, key));
	return str_of(text ? text : "");
}

static bool is_recording(struct str name)
{
	struct str stem = str_slice(name, 0, str_find(name, '.', 0));
	return str_ends_with(name, STR(".jsonl")) && stem.len + sizeof ".jsonl" - 1 < name.len;
}

static struct testing_names recordings(struct arena *arena)
{
	struct testing_names names = testing_list(arena, FOLDER), kept = {names.items, 0};
	for (size_t i = 0; i < names.count; i++)
		if (is_recording(str_of(names.items[i])))
			kept.items[kept.count++] = names.items[i];
	return kept;
}

/* The next line, and the place behind it in `at`. */
static struct str next_line(struct str text, size_t *at)
{
	size_t end = str_find(text, '\n', *at);
	struct str line = str_slice(text, *at, end);
	*at = end + 1;
	return line;
}

/* The text with each @VERSION@ replaced. */
static struct str with_version(struct arena *arena, struct str text, struct str version)
{
	static const char mark[] = "@VERSION@";
	struct buf out = {.arena = arena};
	for (size_t at = 0; at < text.len;) {
		if (str_starts_with(str_slice(text, at, text.len), str_of(mark))) {
			buf_add(&out, version);
			at += sizeof mark - 1;
		} else {
			buf_putc(&out, text.s[at++]);
		}
	}
	return buf_str(&out);
}

/* What `check --format json` says of the spec. */
static cJSON *judge(struct arena *arena, struct str spec)
{
	struct arena scratch = {0};
	struct buf out = {.arena = arena};
	const struct report_options options = {0};
	struct check_result result = testing_check(arena, spec);
	json_format.file(&out, &scratch, &result, &options, true);
	arena_drop(&scratch);
	cJSON *parsed = cJSON_ParseWithLength(out.data, out.len);
	cr_assert_not_null(parsed, "not JSON: %.*s", (int)out.len, out.data);
	return parsed;
}

/* Whether both are the same, null or left out being the same as an empty list. */
static bool same_list(const cJSON *want, const cJSON *got)
{
	bool none = !cJSON_GetArraySize(want) && !cJSON_GetArraySize(got);
	return none || cJSON_Compare(want, got, true);
}

/* Old releases do not tell the layout of a value: the recorded spec is null. */
static bool same_type(const cJSON *want, const cJSON *got)
{
	bool told = !cJSON_IsNull(member(want, "spec"));
	return got && cJSON_Compare(member(want, "dtype"), member(got, "dtype"), true) &&
	       cJSON_Compare(member(want, "shape"), member(got, "shape"), true) &&
	       (!told || (same_list(member(want, "spec"), member(got, "spec")) &&
	                  same_list(member(want, "unreduced"), member(got, "unreduced")) &&
	                  same_list(member(want, "reduced"), member(got, "reduced"))));
}

static const cJSON *value_named(const cJSON *judged, const char *name)
{
	const cJSON *value, *last = NULL;
	cJSON_ArrayForEach(value, member(judged, "values"))
	{
		if (str_equal(text_of(value, "name"), str_of(name)))
			last = value;
	}
	return last;
}

static bool same_values(const struct asked *asked)
{
	static const char *const kinds[] = {"values", "nested"};
	for (size_t i = 0; i < ROWS(kinds); i++) {
		const cJSON *want;
		cJSON_ArrayForEach(want, member(asked->answer, kinds[i]))
		{
			if (!same_type(want, value_named(asked->judged, want->string)))
				return false;
		}
	}
	return true;
}

/* The first finding that quotes the framework. */
static const cJSON *first_quote(const cJSON *judged)
{
	const cJSON *finding;
	cJSON_ArrayForEach(finding, member(judged, "diagnostics"))
	{
		if (member(finding, "framework_error"))
			return finding;
	}
	return NULL;
}

/* The line of the spec in front of the program's first one. */
static int line_before_program(struct str spec)
{
	int line = 1;
	for (size_t at = 0; at < spec.len; line++)
		if (str_starts_with(next_line(spec, &at), STR("program:")))
			return line;
	cr_assert_fail("no program: %.*s", STR_ARG(spec));
	return 0;
}

/* In what the errors differ, or NULL. */
static const char *error_difference(struct arena *arena, const struct asked *asked)
{
	const cJSON *want = member(asked->answer, "error"), *got = first_quote(asked->judged),
		    *quote = member(got, "framework_error"), *line = member(want, "line");
	if (!str_equal(text_of(want, "type"), text_of(quote, "type")))
		return "class";
	if (!str_equal(recorded_text(arena, text_of(want, "message")),
	               recorded_text(arena, text_of(quote, "message"))))
		return "text";
	if (cJSON_IsNull(line)) /* of the tensors' types */
		return NULL;
	int start = member(member(got, "start"), "line")->valueint;
	return start == line->valueint + line_before_program(asked->spec) ? NULL : "line";
}

static const char *difference(struct arena *arena, const struct asked *asked)
{
	bool ok = str_equal(text_of(asked->answer, "verdict"), STR("ok"));
	struct str verdict = text_of(asked->judged, "verdict");
	if (str_equal(verdict, STR("unknown")))
		return "unknown";
	if (!str_equal(verdict, ok ? STR("accepted") : STR("rejected")))
		return "verdict";
	if (ok)
		return same_values(asked) ? NULL : "values";
	return error_difference(arena, asked);
}

/* Whether misses.txt has a line "ID VERSION: reason". */
static bool explained(struct recording *recording, struct str id)
{
	struct str start =
	    str_format(&recording->arena, "%.*s %.*s: ", STR_ARG(id), STR_ARG(recording->version));
	for (size_t at = 0; at < recording->misses.len;) {
		struct str line = next_line(recording->misses, &at);
		if (str_starts_with(line, start) && line.len > start.len)
			return true;
	}
	return false;
}

static void count(struct recording *recording, const struct asked *asked)
{
	struct str family = text_of(asked->program, "family");
	size_t at = 0;
	while (at < recording->ntallies && !str_equal(recording->tallies[at].family, family))
		at++;
	cr_assert(at < ROWS(recording->tallies), "too many families");
	if (at == recording->ntallies) {
		family = str_copy(&recording->arena, family);
		recording->tallies[recording->ntallies++] = (struct tally){.family = family};
	}
	struct tally *tally = &recording->tallies[at];
	bool unknown = asked->differs && strcmp(asked->differs, "unknown") == 0;
	tally->cases++;
	tally->unknown += unknown;
	tally->verdicts += !unknown && (!asked->differs || strcmp(asked->differs, "verdict") != 0);
	tally->agreed += !asked->differs;
}

static void complain(const struct recording *recording, const struct asked *asked)
{
	char *want = cJSON_PrintUnformatted(asked->answer),
	     *got = cJSON_PrintUnformatted(asked->judged);
	cr_expect_fail("%s: %s differs\n%.*s  want %s\n  got  %s", recording->file, asked->differs,
	               STR_ARG(asked->spec), want, got);
	cJSON_free(want);
	cJSON_free(got);
}

static void replay(struct recording *recording, const cJSON *program, const cJSON *answer)
{
	struct arena arena = {0};
	struct str id = text_of(program, "id");
	struct asked asked = {.program = program, .answer = answer};
	cr_assert(str_equal(id, text_of(answer, "id")), "%s: another order", recording->file);
	if (str_equal(text_of(answer, "verdict"), STR("n/a")))
		return;
	asked.spec = with_version(&arena, text_of(program, "yaml"), recording->version);
	cJSON *judged = judge(&arena, asked.spec);
	asked.judged = judged;
	asked.differs = difference(&arena, &asked);
	count(recording, &asked);
	bool known = explained(recording, id);
	if (asked.differs && !known)
		complain(recording, &asked);
	cr_expect(asked.differs || !known, "%s: %.*s agrees, but misses.txt has it",
	          recording->file, STR_ARG(id));
	cJSON_Delete(judged);
	arena_drop(&arena);
}

static void open_recording(struct recording *recording, int index)
{
	struct arena *arena = &recording->arena;
	recording->file = recordings(arena).items[index];
	struct str name = str_of(recording->file);
	size_t dot = str_find(name, '.', 0);
	recording->version = str_slice(name, dot + 1, name.len - (sizeof ".jsonl" - 1));
	recording->programs =
	    testing_read(arena, str_format(arena, FOLDER "%.*s.jsonl", (int)dot, name.s).s);
	recording->answers = testing_read(arena, str_format(arena, FOLDER "%s", name.s).s);
	recording->misses = testing_read(arena, FOLDER "misses.txt");
}

static void print_tallies(const struct recording *recording)
{
	uint32_t agreed = 0, cases = 0;
	for (size_t i = 0; i < recording->ntallies; i++) {
		const struct tally *tally = &recording->tallies[i];
		fprintf(stderr, "  %.*s: verdict %u/%u, all %u/%u, unknown %u\n",
		        STR_ARG(tally->family), tally->verdicts, tally->cases - tally->unknown,
		        tally->agreed, tally->cases, tally->unknown);
		agreed += tally->agreed;
		cases += tally->cases;
	}
	fprintf(stderr, "%s: %u/%u\n", recording->file, agreed, cases);
}

ParameterizedTestParameters(program_replay, agrees_with_the_recorded_release)
{
	struct arena arena = {0};
	size_t files = recordings(&arena).count;
	arena_drop(&arena);
	return testing_indexes(files);
}

ParameterizedTest(int *index, program_replay, agrees_with_the_recorded_release)
{
	struct recording recording = {0};
	open_recording(&recording, *index);
	size_t at = 0, answered = 0;
	while (at < recording.programs.len && answered < recording.answers.len) {
		struct str asked = next_line(recording.programs, &at),
			   answer = next_line(recording.answers, &answered);
		cJSON *program = cJSON_ParseWithLength(asked.s, asked.len),
		      *said = cJSON_ParseWithLength(answer.s, answer.len);
		cr_assert(program && said, "%s: not JSON", recording.file);
		replay(&recording, program, said);
		cJSON_Delete(program);
		cJSON_Delete(said);
	}
	cr_expect(at >= recording.programs.len && answered >= recording.answers.len,
	          "%s: not an answer to each program", recording.file);
	print_tallies(&recording);
	arena_drop(&recording.arena);
}

Test(program_replay, recordings_of_old_and_new_releases_are_there)
{
	struct arena arena = {0};
	cr_expect_geq(recordings(&arena).count, 14u);
	arena_drop(&arena);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Asks shardctl the cases of folders of testdata: programs_test programs/numpy placements …. Prints
 * TAP, a line for each case, and behind them what differs. With SHARDCTL_UPDATE set, answers in
 * shardctl's own words are rewritten.
 */
#include <stdio.h>

#include "testing/case_file.h"
#include "testing/case_says.h"
#include "testing/testing.h"

#define FOLDER "testdata/"

struct run {
	struct arena arena; /* for the file */
	const char *path;
	struct case_file file;
	struct buf updated; /* the file with new answers, as far as it was copied */
	size_t copied;
	uint32_t cases, failed;
	struct arena all; /* for what lives until the end of the run */
	struct buf differences;
};

/* Adds a text with "#" and a mark in front of each line. */
static void add_lines(struct buf *out, const char *mark, struct str text)
{
	for (size_t at = 0; at < text.len;) {
		size_t end = str_find(text, '\n', at);
		buf_printf(out, "#   %s%.*s\n", mark, STR_ARG(str_slice(text, at, end)));
		at = end + 1;
	}
}

static void begin_line(struct run *run, bool ok, uint32_t line, struct str title)
{
	run->cases++;
	run->failed += !ok;
	printf("%s %u - %s:%u: %.*s\n", ok ? "ok" : "not ok", run->cases, run->path, line,
	       STR_ARG(title));
}

static void add_difference(struct run *run, const struct test_case *test,
                           const struct case_question *question, struct str says)
{
	struct buf *out = &run->differences;
	buf_printf(out, "# %s:%u: %.*s\n# JAX %.*s, mesh %.*s\n", run->path, test->line,
	           STR_ARG(test->title), STR_ARG(question->release), STR_ARG(test->mesh));
	add_lines(out, "", test->tensors);
	add_lines(out, "| ", test->program);
	buf_puts(out, "# want\n");
	add_lines(out, "", question->answer->text);
	buf_puts(out, "# got\n");
	add_lines(out, "", says);
}

/* Puts another answer into the new text of the file. */
static void update(struct run *run, const struct case_answer *answer, struct str says)
{
	if (answer->start < run->copied)
		return;
	buf_add(&run->updated, str_slice(run->file.text, run->copied, answer->start));
	const char *blank = answer->releases.len ? "  " : "";
	int in = answer->releases.len ? (int)answer->releases.len + 2 : 0;
	for (size_t at = 0; at < says.len;) {
		struct str line = case_next(says, '\n', &at);
		if (at == line.len + 1)
			buf_printf(&run->updated, "    %.*s%s%.*s", STR_ARG(answer->releases),
			           blank, STR_ARG(line));
		else
			buf_printf(&run->updated, "\n    %*s%.*s", in, "", STR_ARG(line));
	}
	run->copied = answer->stop;
}

static void run_case(struct run *run, const struct test_case *test)
{
	struct case_question questions[CASE_RELEASES];
	uint32_t count = case_questions(test, questions);
	bool ok = true;
	for (uint32_t i = 0; i < count; i++) {
		struct arena arena = {0};
		struct str says;
		struct check_result result =
		    testing_check(&arena, case_spec(&arena, test, questions[i].release));
		if (!case_agrees(&arena, &result, questions[i].answer->text, &says)) {
			add_difference(run, test, &questions[i], says);
			ok = false;
			if (testing_updates() && case_is_own(questions[i].answer->text))
				update(run, questions[i].answer, says);
		}
		arena_drop(&arena);
	}
	begin_line(run, ok, test->line, test->title);
}

static void run_file(struct run *run, const char *area, const char *name)
{
	run->arena = (struct arena){0};
	run->path = str_format(&run->arena, FOLDER "%s/%s", area, name).s;
	run->file = case_file_read(&run->arena, testing_read(&run->arena, run->path));
	run->updated = (struct buf){.arena = &run->arena};
	run->copied = 0;
	for (uint32_t i = 0; i < run->file.ncases && !run->file.mistake; i++)
		run_case(run, &run->file.cases[i]);
	if (run->file.mistake)
		begin_line(run, false, run->file.mistaken, str_of(run->file.mistake));
	if (run->copied) {
		struct str text = run->file.text;
		buf_add(&run->updated, str_slice(text, run->copied, text.len));
		testing_write(&run->arena, run->path, buf_str(&run->updated));
	}
	arena_drop(&run->arena);
}

int main(int argc, char **argv)
{
	struct run run = {0};
	run.differences.arena = &run.all;
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (int i = 1; i < argc; i++) {
		struct arena arena = {0};
		struct testing_names names =
		    testing_list(&arena, str_format(&arena, FOLDER "%s", argv[i]).s);
		if (!names.count)
			begin_line(&run, false, 0, STR("an area without files"));
		for (size_t n = 0; n < names.count; n++)
			run_file(&run, argv[i], names.items[n]);
		arena_drop(&arena);
	}
	printf("1..%u\n%.*s", run.cases, STR_ARG(buf_str(&run.differences)));
	arena_drop(&run.all);
	return run.failed != 0;
}

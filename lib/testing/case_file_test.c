/* SPDX-License-Identifier: Apache-2.0 */
#include "base/buf.h"
#include "testing/case_file.h"
#include "testing/testing.h"

#define HEAD "mesh x=2\nreleases 0.6.0 0.8.2 0.10.2\n"
#define CASE "title\n    a: f32[8@x,4]\n    | y = a\n"

/* What is wrong with a file, and at which line; NULL: nothing. */
static const struct {
	const char *text, *mistake;
	uint32_t line;
} files[] = {
    {HEAD CASE "    y: f32[8@x,4]\n", NULL, 0},
    {"# nothing\n" HEAD, "no case", 3},
    {HEAD CASE "    accepted\n" CASE "    accepted\n", "a title that another case has", 7},
    {HEAD "title\n    a: f32[8]\n    accepted\n",
     "a line that is not a tensor, mesh, releases or program", 5},
    {HEAD CASE, "a case without an answer", 3},
    {HEAD "title\n    a: f32[8]\n", "a case without a program", 3},
    {"releases 0.6.0\n" CASE "    accepted\n", "a case without a mesh", 2},
    {HEAD CASE "    0.7.0..0.8.0  accepted\n", "an answer for no release, or two for one", 3},
    {HEAD CASE "    ..0.8.2  accepted\n    0.6.0    unknown\n",
     "an answer for no release, or two for one", 3},
    {HEAD CASE "    accepted\n    | z = a\n", "a line of a program after an answer", 7},
    {HEAD "    | z = a\n" CASE "    accepted\n", "a line of no case", 3},
    {HEAD "a # title\n    | y = 1\n    accepted\n", "a title with '#'", 3},
};

Test(case_file, mistakes_are_found)
{
	for (size_t i = 0; i < ROWS(files); i++) {
		struct arena arena = {0};
		struct case_file file = case_file_read(&arena, str_of(files[i].text));
		cr_expect_eq(file.mistake != NULL, files[i].mistake != NULL, "%s", files[i].text);
		if (file.mistake && files[i].mistake)
			cr_expect_str_eq(file.mistake, files[i].mistake, "%s", files[i].text);
		cr_expect_eq(file.mistaken, files[i].line, "%s: line %u", files[i].text,
		             file.mistaken);
		arena_drop(&arena);
	}
}

/* Which answers hold at which release: "RELEASE: answer; …". */
static const struct {
	const char *answers, *asked;
} answers[] = {
    {"    accepted\n", "0.6.0: accepted; 0.8.2: accepted; 0.10.2: accepted; "},
    {"    accepted\n    0.8.2  unknown\n", "0.6.0: accepted; 0.8.2: unknown; 0.10.2: accepted; "},
    {"    ..0.8.2  accepted\n    0.10.2..  unknown\n",
     "0.6.0: accepted; 0.8.2: accepted; 0.10.2: unknown; "},
    {"    0.6.0..0.8.2  accepted\n", "0.6.0: accepted; 0.8.2: accepted; "},
    {"    0.6.0, 0.12.0.1  x: f32[]\n                     y: f32[]\n",
     "0.6.0: x: f32[]\ny: f32[]; 0.12.0.1: x: f32[]\ny: f32[]; "},
};

Test(case_file, answers_hold_at_releases)
{
	for (size_t i = 0; i < ROWS(answers); i++) {
		struct arena arena = {0};
		struct buf out = {.arena = &arena};
		struct case_question questions[CASE_RELEASES];
		const char *text = str_format(&arena, HEAD CASE "%s", answers[i].answers).s;
		struct case_file file = case_file_read(&arena, str_of(text));
		cr_assert(!file.mistake && file.ncases == 1, "%s: %s", text, file.mistake);
		uint32_t count = case_questions(&file.cases[0], questions);
		for (uint32_t q = 0; q < count; q++)
			buf_printf(&out, "%.*s: %.*s; ", STR_ARG(questions[q].release),
			           STR_ARG(questions[q].answer->text));
		testing_expect(text, buf_str(&out), answers[i].asked);
		arena_drop(&arena);
	}
}

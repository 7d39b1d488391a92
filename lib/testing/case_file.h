/* SPDX-License-Identifier: Apache-2.0 */
/* Files of cases: programs as text, each with what is said of it (testdata/programs/README.md). */
#pragma once

#include "base/arena.h"
#include "base/str.h"

/* What is said at some releases of a case. */
struct case_answer {
	struct str releases; /* "0.6.0..0.8.2, 0.10.2"; empty: those that no other answer names */
	struct str text;     /* its lines, without what they are set in by */
	size_t start, stop;  /* its lines in the file, in bytes */
};

/* Most answers of a case, and most releases that it is asked at. */
enum { CASE_ANSWERS = 16, CASE_RELEASES = 32 };

struct test_case {
	struct str title;
	uint32_t line;       /* of the title, from 1 */
	struct str mesh;     /* "x=2 auto y=4": axes, of the type named last, explicit at first */
	struct str releases; /* separated by blanks */
	struct str tensors;  /* "a: f32[8@x,4]" in lines */
	struct str program;  /* its lines */
	struct case_answer answers[CASE_ANSWERS];
	uint32_t nanswers;
};

struct case_file {
	struct str text;
	struct test_case *cases;
	uint32_t ncases;
	const char *mistake; /* what is wrong with the file, or NULL */
	uint32_t mistaken;   /* the line with the mistake, from 1 */
};

/* Reads the text of a file; everything is in the arena or part of the text. A file without cases,
 * two cases of one title, and a case without a program or an answer are mistakes. */
struct case_file case_file_read(struct arena *arena, struct str text);

/* One release that a case is asked at, and its answer. */
struct case_question {
	struct str release;
	const struct case_answer *answer;
};

/* The releases that a case is asked at, each with its answer, into questions[CASE_RELEASES];
 * returns how many. 0 when a release has two answers, or an answer none. */
uint32_t case_questions(const struct test_case *test, struct case_question *questions);

/* Whether the program of a case is a whole spec but for its framework: its mesh is "none". */
bool case_is_spec(const struct test_case *test);

/* The spec that a case is at a release; in the arena. */
struct str case_spec(struct arena *arena, const struct test_case *test, struct str release);

/* The next part of a text up to a separator, without blanks around it; *at goes behind it. */
struct str case_next(struct str text, char separator, size_t *at);

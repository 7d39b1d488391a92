/* SPDX-License-Identifier: Apache-2.0 */
/* The program of a spec: operations on its tensors in a subset of Python, read and never executed.
 */
#pragma once

#include "diag/diag.h"
#include "program/syntax.h"
#include "spec/yaml/node.h"

enum { MAX_PROGRAM_BYTES = 4 * 1024 * 1024, MAX_PROGRAM_MISTAKES = 100 };

/* A line of the program: where it starts in the program's text and in the file. */
struct program_line {
	uint32_t offset, file_offset;
};

struct program {
	struct str text; /* what spans of the tree refer to */
	const struct source *source;
	const struct node *scalar;        /* where the text stands in the source */
	const struct program_line *lines; /* of the text, in order; nlines of them, at least 1 */
	uint32_t nlines;
	bool lines_mapped; /* each line stands in the file as it is, at its file_offset */
	struct block body;
	bool has_type_parameters; /* of a function or class, whose names are not kept */
	bool broken; /* a part is not Python, which has been reported: `body` lacks it */
};

/*
 * Reads the text of a scalar of the source as a program. What is not Python is reported, one
 * finding for a statement, and reading goes on behind it. Never NULL. The tree lives in `arena` and
 * refers to the scalar; `scratch` is used during the call only.
 */
const struct program *program_read(struct arena *arena, struct arena *scratch,
                                   const struct source *source, const struct node *scalar,
                                   struct diags *diags);

/*
 * Reads a file that has been added to the end of the source's text, from byte `start` of that on,
 * as more of the program, whose text then is as long: the statements stand in *body. False, without
 * a finding, when a part of it is not Python. `text` is the source's.
 */
MUST_USE bool program_append(struct arena *arena, struct arena *scratch, struct program *program,
                             struct str text, uint32_t start, struct block *body);

/* The expression that stands at this place of the program's text, as one does inside of an
 * f-string; NULL when there is none that fills it. Nothing is reported. */
const struct expression *program_read_expression(struct arena *arena, struct arena *scratch,
                                                 const struct program *program, struct span at);

/* The function or class whose definition stands at this place of the program's text and fills it;
 * NULL when there is none. Nothing is reported. */
const struct statement *program_read_definition(struct arena *arena, struct arena *scratch,
                                                const struct program *program, struct span at);

/* The bytes of the file that bytes of the program's text stand at. */
struct span program_span(const struct program *program, struct span at);

/* Text that is put into the program at a byte of its text, as the file has it there: with the
 * margin and the line ends of the file. For a program whose lines are mapped; in the arena. */
struct str program_written(struct arena *arena, const struct program *program, uint32_t at,
                           struct str text);

/* The line of the program, from 1, that a byte of its text stands in. */
uint32_t program_line(const struct program *program, uint32_t offset);

/* Whether "= …" stands at the start of a text, behind blanks: what stands before it is assigned. */
bool text_is_assigned(struct str behind);

/* The text that an expression or statement was read from. */
static inline struct str program_text(const struct program *program, struct span at)
{
	return span_text(program->text, at);
}

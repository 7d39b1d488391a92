/* SPDX-License-Identifier: Apache-2.0 */
/*
 * For tests: programs without a file round them, and syntax trees written in full, one form in
 * parentheses for each node, as testdata/program/make_trees.py writes Python's own.
 */
#pragma once

#include "base/buf.h"
#include "program/program.h"

struct dumper {
	struct buf *out;
	bool spans; /* behind the name of each node: @START+LENGTH */
	/* Called for each expression before it is written; or NULL. */
	void (*visit)(const struct expression *expression, void *context);
	void *context;
};

/* Reads a text as a program; findings go to `diags`. */
const struct program *read_text(struct arena *arena, struct arena *scratch, struct str text,
                                struct diags *diags);

/* Appends the tree of an expression. */
void dump_expression(const struct dumper *dumper, const struct expression *node);

/* Appends the trees of the statements of a block. */
void dump_block(const struct dumper *dumper, const struct block *block);

/* The whole tree of a program, in the arena. */
struct str dump_program(struct arena *arena, const struct program *program, bool spans);

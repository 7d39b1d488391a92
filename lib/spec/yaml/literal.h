/* SPDX-License-Identifier: Apache-2.0 */
/* The small part of Python's expressions that a layout copied from code is written in. */
#pragma once

#include "base/str.h"

enum literal_kind {
	LITERAL_NAME,   /* data, P.UNCONSTRAINED */
	LITERAL_STRING, /* 'data' */
	LITERAL_NUMBER, /* 8, -1 */
	LITERAL_TUPLE,  /* ('x', 'y'), () */
	LITERAL_LIST,   /* ['x', 'y'] */
	LITERAL_SET,    /* {'x'} */
	LITERAL_CALL,   /* P('x'), PositionalSharding((8, 1)).replicate() */
};

/* One expression. `start` and `length` are bytes of the text it was read from. */
struct literal {
	enum literal_kind kind;
	size_t start, length;
	struct str text; /* name with its dots, string without its quotes, or the callee's name */
	int64_t number;
	const struct literal *object; /* of a method call: what it is called on, else NULL */
	const struct literal *items;  /* elements or arguments, linked by next */
	uint32_t count;               /* how many items */
	struct str keyword;           /* of an argument given as keyword=value, else s is NULL */
	const struct literal *next;
};

struct literal_error {
	size_t at;           /* byte of the text */
	const char *message; /* one line without a full stop */
};

enum { MAX_LITERAL_DEPTH = 32 };

/*
 * Reads one expression that fills all of `text`, white space aside, from byte `from` on. NULL and
 * *error when it cannot be read. The result lives in the arena and refers to the text.
 */
const struct literal *literal_read(struct arena *arena, struct str text, size_t from,
                                   struct literal_error *error);

/* Whether the literal is the name `name`, or a dotted name that ends in it. */
bool literal_is_name(const struct literal *literal, const char *name);

/* Whether the literal calls `name`, or a dotted name that ends in it; a method call only when
 * `method`. */
bool literal_calls(const struct literal *literal, const char *name, bool method);

/* SPDX-License-Identifier: Apache-2.0 */
/* What each kind of expression consists of, in the syntax tree. */
#pragma once

#include "program/arguments.h"
#include "program/operation.h"

struct expression;

/* A literal integer. Python's have no bound. */
struct integer {
	int64_t value;  /* when it fits */
	double nearest; /* of any size */
	bool fits;
};

/* A literal string, or several that stand side by side and are one value. */
struct string {
	struct str text; /* decoded; of a formatted one the literal as it is written */
	bool bytes;      /* b'…' */
	bool formatted;  /* an f-string is not looked into */
	/* What whoever evaluates it has made of it, and keeps here; of a formatted one NULL. */
	const void **made;
};

struct expression_list {
	const struct expression *const *items;
	uint32_t count;
};

struct dict_entry {
	const struct expression *key; /* NULL: **value */
	const struct expression *value;
};

struct dict {
	const struct dict_entry *entries;
	uint32_t count;
};

struct unary {
	enum operation operation;
	const struct expression *operand;
};

struct binary {
	enum operation operation;
	struct span operator_at;
	const struct expression *left, *right;
};

struct comparison_link {
	enum operation operation;
	struct span operator_at; /* of `not in` and `is not` both words */
	const struct expression *operand;
};

/* a < b < c is a, {<, b}, {<, c}. */
struct comparison {
	const struct expression *first;
	const struct comparison_link *links;
	uint32_t count; /* at least 1 */
};

struct conditional {
	const struct expression *condition, *then, *otherwise;
};

struct lambda {
	struct parameters parameters;
	const struct table *names; /* of the parameters (program/names.h) */
	const struct expression *body;
};

struct call {
	const struct expression *function;
	struct arguments arguments;
	/* Where Python reports an error of the call: the name of the method of a method call, else
	 * the whole of `function`. */
	struct span name_at;
};

struct attribute {
	const struct expression *object;
	struct str name;
	struct span name_at;
};

struct subscript {
	const struct expression *object, *index;
};

struct slice_expression {
	const struct expression *start, *stop, *step; /* or NULL */
};

enum comprehension_kind {
	COMPREHENSION_LIST,
	COMPREHENSION_SET,
	COMPREHENSION_DICT,
	COMPREHENSION_GENERATOR
};

struct comprehension_clause {
	const struct expression *target, *iterable;
	struct expression_list conditions;
	bool is_async;
};

struct comprehension {
	enum comprehension_kind kind;
	const struct expression *key; /* of a dict, else NULL */
	const struct expression *element;
	const struct comprehension_clause *clauses;
	uint32_t count;            /* at least 1 */
	const struct table *names; /* that its clauses assign (program/names.h) */
};

struct assignment_expression {
	const struct expression *target, *value;
};

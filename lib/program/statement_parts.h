/* SPDX-License-Identifier: Apache-2.0 */
/* What each kind of statement consists of, in the syntax tree. */
#pragma once

#include "program/arguments.h"
#include "program/expression_parts.h"

struct statement;

struct block {
	const struct statement *items;
	uint32_t count; /* 0 only of branches that are not there */
};

/* a = b = value. */
struct assign {
	struct expression_list targets; /* at least one, in the order of the text */
	const struct expression *value;
};

struct augmented_assign {
	enum operation operation; /* of += OPERATION_ADD */
	const struct expression *target, *value;
};

struct annotated_assign {
	const struct expression *target, *annotation;
	const struct expression *value; /* or NULL */
};

/* Of `assert`: condition and message; of `raise`: exception and cause. Either may be NULL where
 * Python lets it. */
struct two_operands {
	const struct expression *first, *second;
};

struct identifier {
	struct str name;
	struct span at;
};

struct identifiers {
	const struct identifier *items;
	uint32_t count;
};

/* jax.numpy as jnp */
struct imported {
	struct str name; /* dotted in `import`, without blanks */
	struct str as;   /* empty when it keeps its name */
	struct span at;
};

struct imported_list {
	const struct imported *items;
	uint32_t count;
};

struct import_from {
	struct str module; /* dotted; may be empty behind dots */
	uint32_t dots;     /* in front of it */
	bool star;         /* everything; `names` is empty then */
	struct imported_list names;
};

struct function {
	struct expression_list decorators; /* in the order of the text: the last is applied first */
	struct str name;
	struct span name_at;
	struct parameters parameters;
	const struct table *names; /* that it assigns, and whose they are (program/names.h) */
	const struct expression *returns; /* the annotation behind ->, or NULL */
	struct block body;
	bool is_async;
	bool is_generator; /* there is a `yield` in it */
};

struct class_definition {
	struct expression_list decorators;
	struct str name;
	struct span name_at;
	struct arguments arguments;
	struct block body;
};

struct branch {
	const struct expression *condition;
	struct block body;
};

struct if_statement {
	const struct branch *branches; /* of `if` and each `elif` */
	uint32_t count;
	struct block otherwise;
};

struct while_loop {
	const struct expression *condition;
	struct block body, otherwise;
};

struct for_loop {
	const struct expression *target, *iterable;
	struct block body, otherwise;
	bool is_async;
};

struct with_item {
	const struct expression *context;
	const struct expression *target; /* behind `as`, or NULL */
};

struct with {
	const struct with_item *items;
	uint32_t count;
	struct block body;
	bool is_async;
};

struct except_clause {
	const struct expression *type; /* or NULL */
	struct str name;               /* behind `as`, or empty */
	bool star;                     /* except* */
	struct block body;
};

struct try_statement {
	struct block body;
	const struct except_clause *clauses;
	uint32_t count;
	struct block otherwise, finally;
};

/* case pattern if guard: body */
struct match_case {
	struct str pattern;             /* as it is written */
	uint32_t pattern_offset;        /* of the pattern in the text of the program, in bytes */
	struct identifiers names;       /* that the pattern can bind */
	const struct expression *guard; /* or NULL */
	struct block body;
};

struct match {
	const struct expression *subject;
	const struct match_case *cases; /* at least one */
	uint32_t count;
};

/* type name = value */
struct type_alias {
	struct identifier name;
	const struct expression *value;
};

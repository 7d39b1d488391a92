/* SPDX-License-Identifier: Apache-2.0 */
/* The expressions of the syntax tree. */
#pragma once

#include "program/expression_parts.h"

/*
 * How high an expression may be: the most steps from it down to a name or literal. Whoever walks a
 * tree by recursion needs no check of its own. Blocks add MAX_INDENTS of program/lex/lexer.h.
 */
enum { MAX_EXPRESSION_HEIGHT = 1000 };

enum expression_kind {
	EXPRESSION_BROKEN, /* not Python; stands only in statements that are broken themselves */
	EXPRESSION_NAME,
	EXPRESSION_NONE,
	EXPRESSION_BOOLEAN,
	EXPRESSION_ELLIPSIS,
	EXPRESSION_INTEGER,
	EXPRESSION_FLOAT,
	EXPRESSION_IMAGINARY,
	EXPRESSION_STRING,
	EXPRESSION_TUPLE,
	EXPRESSION_LIST,
	EXPRESSION_SET,
	EXPRESSION_DICT,
	EXPRESSION_UNARY,
	EXPRESSION_BINARY, /* arithmetic, and `and` and `or` */
	EXPRESSION_COMPARISON,
	EXPRESSION_CONDITIONAL,
	EXPRESSION_LAMBDA,
	EXPRESSION_CALL,
	EXPRESSION_ATTRIBUTE,
	EXPRESSION_SUBSCRIPT,
	EXPRESSION_SLICE,   /* only as an index, or an item of a tuple that is an index */
	EXPRESSION_STARRED, /* only in tuples, lists and sets, and as a target inside of one */
	EXPRESSION_COMPREHENSION,
	EXPRESSION_ASSIGNMENT, /* name := value */
	EXPRESSION_AWAIT,
	EXPRESSION_YIELD,
	EXPRESSION_YIELD_FROM,
	EXPRESSION_KIND_COUNT
};

/* Where a name is found, kept by whoever looks names up (trace/state/scope.h). */
struct name_found {
	const struct table
	    *inside;     /* the names of the function that it was looked for in, or NULL */
	const void *top; /* the scope that it is in; NULL: that of a function, each call's own */
	uint32_t depth;  /* of how many functions around the first */
	uint32_t number; /* of its binding */
};

struct expression {
	struct span at;
	uint8_t kind;       /* enum expression_kind: which member of the union holds */
	bool parenthesised; /* stands in parentheses of its own, which are not in `at` */
	uint16_t height;    /* 0 of a leaf, else one more than that of the highest child */
	bool plain;         /* the parser has found no `:=` in it */
	union {
		struct {
			struct str name;
			uint32_t name_hash; /* table_hash of the name */
			struct name_found *found;
		};
		bool boolean;
		struct integer integer;
		double real; /* of EXPRESSION_FLOAT and EXPRESSION_IMAGINARY */
		struct string string;
		struct expression_list list; /* of tuple, list and set */
		struct dict dict;
		struct unary unary;
		struct binary binary;
		struct comparison comparison;
		struct conditional conditional;
		const struct lambda *lambda;
		const struct call *call;
		struct attribute attribute;
		struct subscript subscript;
		struct slice_expression slice;
		const struct comprehension *comprehension;
		struct assignment_expression assignment;
		const struct expression
		    *operand; /* of starred, await, yield (or NULL), yield from */
	};
};

/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the nodes of a syntax tree, for whoever looks at all of them alike. */
#pragma once

#include <stddef.h>

#include "program/syntax.h"

/* Who is shown the parts; without a function for expressions, those of its kind are passed by. */
struct visitor {
	void (*expression)(void *context, const struct expression *expression);
	void (*block)(void *context, const struct block *block);
	void *context;
};

/* Shows each expression that is a direct part of this one. Annotations are no values, and are left
 * out. */
void visit_expression(const struct visitor *visitor, const struct expression *expression);

/* Shows each expression and each block that is a direct part of the statement, without
 * annotations; targets are expressions too. */
void visit_statement(const struct visitor *visitor, const struct statement *statement);

/* Where an expression of a kind has other ones in itself, in the order of the text; none of those
 * that keep them elsewhere: sequences, dicts, comparisons, calls, lambdas and comprehensions. */
struct expression_places {
	uint32_t count;
	size_t offsets[3]; /* in the struct, of pointers that may be NULL */
};

/* Those of a kind, from a table that is static; a count of 0 for kinds without. */
const struct expression_places *expression_places(enum expression_kind kind);

/* The part at one of these offsets. */
static inline const struct expression *const *expression_part(const struct expression *expression,
                                                              size_t offset)
{
	return (const void *)((const char *)expression + offset);
}

/* Whether the expression, which may be NULL, is `yield` or `yield from`. */
bool is_yield(const struct expression *expression);

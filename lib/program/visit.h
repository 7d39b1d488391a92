/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the nodes of a syntax tree, for whoever looks at all of them alike. */
#pragma once

#include "program/syntax.h"

/* Who is shown the parts. */
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

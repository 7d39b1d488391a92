/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rules of Python's grammar, each of which reads what its name says from where the parser
 * stands. None returns NULL or a value that cannot be used: after a mistake it is an empty one.
 */
#pragma once

#include "program/parser.h"

/* ---- Rules for expressions ---- */

/* An expression that binds at least so tightly: of BINDING_ASSIGNMENT also `name := value`. */
const struct expression *parse_expression(struct parser *parser, enum binding least);

/* What a name, literal or bracket begins, with calls, subscripts and attributes behind it. */
const struct expression *parse_primary(struct parser *parser);

/* A name, literal or bracket. */
const struct expression *parse_operand(struct parser *parser);

/* One item of a list: an expression, or one with a star in front. */
const struct expression *parse_item(struct parser *parser, enum binding least);

/* Items parted by commas; more than one, or a comma behind one, make a tuple. */
const struct expression *parse_items(struct parser *parser, enum binding least);

/* What stands on the right of `=`: items, or a yield. */
const struct expression *parse_value(struct parser *parser);

/* The arguments of a call or class in parentheses, the opening one coming next. */
struct arguments parse_arguments(struct parser *parser);

/* The comprehension of this kind whose element, at byte `start`, has been read; the next token is
 * `for` or `async`. `key` is NULL but of a dict. The caller finishes the node. */
struct expression *parse_comprehension(struct parser *parser, enum comprehension_kind kind,
                                       const struct expression *key,
                                       const struct expression *element, uint32_t start);

/* Whether a comprehension follows. */
bool parser_at_comprehension(const struct parser *parser);

/* Parameters up to, and without, `end`: `)` of a function, where annotations may stand, or `:` of a
 * lambda. */
struct parameters parse_parameters(struct parser *parser, enum token_kind end);

/* ---- Rules for targets ---- */

/* The targets of `for`, of comprehensions: items that end in front of `in`. */
const struct expression *parse_target_items(struct parser *parser);

/* Reports when the expression cannot be assigned to. */
void check_target(struct parser *parser, const struct expression *target);

/* Reports when the expression is not one name, attribute or subscript; `by` says what wants that,
 * in words. */
void check_single_target(struct parser *parser, const struct expression *target, const char *by);

/* Reports when the expression cannot be deleted. */
void check_deleted(struct parser *parser, const struct expression *target);

/* ---- Rules for statements ---- */

/* Statements up to the end of the block or program, which is not taken. */
struct block parse_statements(struct parser *parser);

/* What stands behind the `:` of a compound statement: an indented block or statements on the same
 * line. `owner` says whose it is, in words. */
struct block parse_block(struct parser *parser, const char *owner);

/* A statement without a block, without the end of its line. */
struct statement parse_simple_statement(struct parser *parser);

/* Whether a `match` with its cases follows, and not a name that is like it. */
bool parser_at_match(const struct parser *parser);

/* The `match` that comes next. */
void parse_match(struct parser *parser, struct statement *statement);

/* Whether a compound statement follows: one with a block. */
bool parser_at_compound(const struct parser *parser);

/* A statement with a block. */
struct statement parse_compound_statement(struct parser *parser);

/* `import …` or `from … import …`. */
struct statement parse_import(struct parser *parser);

/* Skips the type parameters of Python 3.12, if any, [T: bound = default, *Ts, **P]: they say
 * nothing about values. */
void skip_type_parameters(struct parser *parser);

/* Decorators, if any, and the function or class behind them. */
struct statement parse_definition(struct parser *parser);

/* The function whose `def` comes next. */
struct statement parse_function(struct parser *parser, struct expression_list decorators,
                                uint32_t start, bool is_async);

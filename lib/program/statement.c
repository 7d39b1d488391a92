/* SPDX-License-Identifier: Apache-2.0 */
/* Statements without a block. */
#include "program/grammar.h"

/* What an augmented assignment does. */
static const struct {
	enum operation operation;
	bool augmented;
} augmented[TOKEN_KIND_COUNT] = {
    [TOKEN_POWER_ASSIGN] = {OPERATION_POWER, true},
    [TOKEN_FLOOR_DIVIDE_ASSIGN] = {OPERATION_FLOOR_DIVIDE, true},
    [TOKEN_SHIFT_LEFT_ASSIGN] = {OPERATION_SHIFT_LEFT, true},
    [TOKEN_SHIFT_RIGHT_ASSIGN] = {OPERATION_SHIFT_RIGHT, true},
    [TOKEN_ADD_ASSIGN] = {OPERATION_ADD, true},
    [TOKEN_SUBTRACT_ASSIGN] = {OPERATION_SUBTRACT, true},
    [TOKEN_MULTIPLY_ASSIGN] = {OPERATION_MULTIPLY, true},
    [TOKEN_DIVIDE_ASSIGN] = {OPERATION_DIVIDE, true},
    [TOKEN_MODULO_ASSIGN] = {OPERATION_MODULO, true},
    [TOKEN_MATRIX_MULTIPLY_ASSIGN] = {OPERATION_MATRIX_MULTIPLY, true},
    [TOKEN_AND_ASSIGN] = {OPERATION_BIT_AND, true},
    [TOKEN_OR_ASSIGN] = {OPERATION_BIT_OR, true},
    [TOKEN_XOR_ASSIGN] = {OPERATION_BIT_XOR, true},
};

/* The last of several `=` is in front of the value; each one before it has a target in front. */
static void parse_assign(struct parser *parser, struct statement *statement,
                         const struct expression *first)
{
	size_t targets = gather_begin(parser);
	const struct expression *value = first;
	while (parser_accept(parser, TOKEN_ASSIGN)) {
		check_target(parser, value);
		gather_add(parser, &value, sizeof value);
		value = parser_at(parser, TOKEN_YIELD) ? parse_value(parser)
		                                       : parse_items(parser, BINDING_CONDITIONAL);
	}
	if (value->kind == EXPRESSION_STARRED)
		parser_fail(parser, value->at, "write a comma after it for a tuple of its items",
		            "a starred value stands alone");
	statement->kind = STATEMENT_ASSIGN;
	statement->assign.value = value;
	statement->assign.targets.items =
	    gather_end(parser, targets, sizeof value, &statement->assign.targets.count);
}

static void parse_annotated(struct parser *parser, struct statement *statement,
                            const struct expression *target)
{
	check_single_target(parser, target, "a type annotation");
	parser_take(parser);
	statement->kind = STATEMENT_ANNOTATED_ASSIGN;
	statement->annotated_assign.target = target;
	statement->annotated_assign.annotation = parse_expression(parser, BINDING_CONDITIONAL);
	if (parser_accept(parser, TOKEN_ASSIGN))
		statement->annotated_assign.value = parse_value(parser);
}

static void parse_augmented(struct parser *parser, struct statement *statement,
                            const struct expression *target)
{
	check_single_target(parser, target, "an assignment with an operator");
	statement->kind = STATEMENT_AUGMENTED_ASSIGN;
	statement->augmented_assign.operation = augmented[parser_kind(parser)].operation;
	statement->augmented_assign.target = target;
	parser_take(parser);
	statement->augmented_assign.value = parse_value(parser);
}

/* Words that begin a statement only where something follows that could not follow a name. */
static void check_soft_word(struct parser *parser, const struct expression *value)
{
	struct str word = value->kind == EXPRESSION_NAME ? value->name : STR("");
	bool follows = !parser_at(parser, TOKEN_NEWLINE) && !parser_at(parser, TOKEN_SEMICOLON) &&
	               !parser_at(parser, TOKEN_END);
	if (!follows || value->parenthesised || parser_at(parser, TOKEN_ERROR))
		return;
	if (str_equal(word, STR("print")) || str_equal(word, STR("exec")))
		parser_fail(parser, parser->current.at,
		            str_format(parser->arena, "write %.*s(…)", STR_ARG(word)).s,
		            "'%.*s' is a function: what it is given stands in parentheses",
		            STR_ARG(word));
}

/* Whether what follows is `type name`, the definition of a type. */
static bool at_type_alias(const struct parser *parser)
{
	struct str word = span_text(parser->program->text, parser->current.at);
	if (!parser_at(parser, TOKEN_NAME) || !str_equal(word, STR("type")))
		return false;
	struct lexer ahead = parser->lexer;
	return lexer_next(&ahead).kind == TOKEN_NAME;
}

static void parse_type_alias(struct parser *parser, struct statement *statement)
{
	struct type_alias *alias = arena_new(parser->arena, struct type_alias, 1);
	parser_take(parser);
	alias->name = parser_expect_name(parser, "the name of the type");
	skip_type_parameters(parser);
	parser_expect(parser, TOKEN_ASSIGN, "'='");
	alias->value = parse_expression(parser, BINDING_CONDITIONAL);
	statement->kind = STATEMENT_TYPE;
	statement->type_alias = alias;
}

/* An expression, or an assignment that begins with one. */
static void parse_expression_statement(struct parser *parser, struct statement *statement)
{
	const struct expression *value = parser_at(parser, TOKEN_YIELD)
	                                     ? parse_value(parser)
	                                     : parse_items(parser, BINDING_CONDITIONAL);
	if (parser_at(parser, TOKEN_ASSIGN)) {
		parse_assign(parser, statement, value);
	} else if (parser_at(parser, TOKEN_COLON)) {
		parse_annotated(parser, statement, value);
	} else if (augmented[parser_kind(parser)].augmented) {
		parse_augmented(parser, statement, value);
	} else {
		statement->kind = STATEMENT_EXPRESSION;
		statement->value = value;
		check_soft_word(parser, value);
		if (value->kind == EXPRESSION_STARRED)
			parser_fail(parser, value->at, "drop the star",
			            "a starred value stands alone");
	}
}

static bool at_statement_end(const struct parser *parser)
{
	return parser_at(parser, TOKEN_NEWLINE) || parser_at(parser, TOKEN_SEMICOLON) ||
	       parser_at(parser, TOKEN_END);
}

static void parse_return(struct parser *parser, struct statement *statement)
{
	struct span at = parser_take(parser).at;
	if (!parser->in_function)
		parser_fail(parser, at,
		            "drop it: the names that the program assigns are its results",
		            "'return' outside of a function");
	statement->kind = STATEMENT_RETURN;
	if (!at_statement_end(parser) && !parser->failed)
		statement->value = parse_value(parser);
	if (statement->value && statement->value->kind == EXPRESSION_YIELD &&
	    !statement->value->parenthesised)
		parser_fail(parser, statement->value->at, "put it in parentheses",
		            "'yield' cannot follow 'return'");
}

static void parse_pass(struct parser *parser, struct statement *statement)
{
	parser_take(parser);
	statement->kind = STATEMENT_PASS;
}

/* `break` or `continue`. */
static void parse_jump(struct parser *parser, struct statement *statement)
{
	struct token word = parser_take(parser);
	statement->kind = word.kind == TOKEN_BREAK ? STATEMENT_BREAK : STATEMENT_CONTINUE;
	if (!parser->in_loop)
		parser_fail(parser, word.at, "drop it", "'%s' outside of a loop",
		            token_spelling((enum token_kind)word.kind).s);
}

static void parse_assert(struct parser *parser, struct statement *statement)
{
	parser_take(parser);
	statement->kind = STATEMENT_ASSERT;
	statement->two_operands.first = parse_expression(parser, BINDING_CONDITIONAL);
	if (parser_accept(parser, TOKEN_COMMA))
		statement->two_operands.second = parse_expression(parser, BINDING_CONDITIONAL);
}

static void parse_raise(struct parser *parser, struct statement *statement)
{
	parser_take(parser);
	statement->kind = STATEMENT_RAISE;
	if (at_statement_end(parser))
		return;
	statement->two_operands.first = parse_expression(parser, BINDING_CONDITIONAL);
	if (parser_accept(parser, TOKEN_FROM))
		statement->two_operands.second = parse_expression(parser, BINDING_CONDITIONAL);
}

static void parse_delete(struct parser *parser, struct statement *statement)
{
	parser_take(parser);
	statement->kind = STATEMENT_DELETE;
	statement->deleted = parse_items(parser, BINDING_CONDITIONAL);
	check_deleted(parser, statement->deleted);
}

/* `global` or `nonlocal`. */
static void parse_scope(struct parser *parser, struct statement *statement)
{
	size_t names = gather_begin(parser);
	bool global = parser_take(parser).kind == TOKEN_GLOBAL;
	statement->kind = global ? STATEMENT_GLOBAL : STATEMENT_NONLOCAL;
	do {
		struct identifier name = parser_expect_name(parser, "a name");
		gather_add(parser, &name, sizeof name);
	} while (parser_accept(parser, TOKEN_COMMA));
	statement->identifiers.items =
	    gather_end(parser, names, sizeof(struct identifier), &statement->identifiers.count);
}

static void parse_by_word(struct parser *parser, struct statement *statement)
{
	static void (*const words[TOKEN_KIND_COUNT])(struct parser *, struct statement *) = {
	    [TOKEN_RETURN] = parse_return,  [TOKEN_PASS] = parse_pass,
	    [TOKEN_BREAK] = parse_jump,     [TOKEN_CONTINUE] = parse_jump,
	    [TOKEN_ASSERT] = parse_assert,  [TOKEN_RAISE] = parse_raise,
	    [TOKEN_DEL] = parse_delete,     [TOKEN_GLOBAL] = parse_scope,
	    [TOKEN_NONLOCAL] = parse_scope,
	};
	if (words[parser_kind(parser)])
		words[parser_kind(parser)](parser, statement);
	else if (parser_at(parser, TOKEN_IMPORT) || parser_at(parser, TOKEN_FROM))
		*statement = parse_import(parser);
	else if (at_type_alias(parser))
		parse_type_alias(parser, statement);
	else
		parse_expression_statement(parser, statement);
}

struct statement parse_simple_statement(struct parser *parser)
{
	struct statement statement = {.kind = STATEMENT_BROKEN};
	uint32_t start = parser->current.at.offset;
	parse_by_word(parser, &statement);
	statement.at = parser_span_from(parser, start);
	return statement;
}

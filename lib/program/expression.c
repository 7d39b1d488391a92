/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions made of operands by operators, by how tightly these bind. */
#include "program/grammar.h"
#include "program/names.h"

/* What a token means between two operands. `not` begins `not in`, `is` may go on as `is not`. */
static const struct {
	enum operation operation;
	bool binary;
} infix[TOKEN_KIND_COUNT] = {
    [TOKEN_OR] = {OPERATION_OR, true},
    [TOKEN_AND] = {OPERATION_AND, true},
    [TOKEN_BAR] = {OPERATION_BIT_OR, true},
    [TOKEN_CARET] = {OPERATION_BIT_XOR, true},
    [TOKEN_AMPERSAND] = {OPERATION_BIT_AND, true},
    [TOKEN_SHIFT_LEFT] = {OPERATION_SHIFT_LEFT, true},
    [TOKEN_SHIFT_RIGHT] = {OPERATION_SHIFT_RIGHT, true},
    [TOKEN_PLUS] = {OPERATION_ADD, true},
    [TOKEN_MINUS] = {OPERATION_SUBTRACT, true},
    [TOKEN_STAR] = {OPERATION_MULTIPLY, true},
    [TOKEN_AT] = {OPERATION_MATRIX_MULTIPLY, true},
    [TOKEN_SLASH] = {OPERATION_DIVIDE, true},
    [TOKEN_FLOOR_DIVIDE] = {OPERATION_FLOOR_DIVIDE, true},
    [TOKEN_PERCENT] = {OPERATION_MODULO, true},
    [TOKEN_POWER] = {OPERATION_POWER, true},
    [TOKEN_EQUAL] = {OPERATION_EQUAL, true},
    [TOKEN_NOT_EQUAL] = {OPERATION_NOT_EQUAL, true},
    [TOKEN_LESS] = {OPERATION_LESS, true},
    [TOKEN_LESS_EQUAL] = {OPERATION_LESS_EQUAL, true},
    [TOKEN_GREATER] = {OPERATION_GREATER, true},
    [TOKEN_GREATER_EQUAL] = {OPERATION_GREATER_EQUAL, true},
    [TOKEN_IN] = {OPERATION_IN, true},
    [TOKEN_IS] = {OPERATION_IS, true},
    [TOKEN_NOT] = {OPERATION_NOT_IN, true},
};

/* What a token means in front of an operand. */
static bool prefix_operator(enum token_kind kind, enum operation *operation)
{
	*operation = kind == TOKEN_MINUS   ? OPERATION_NEGATE
	             : kind == TOKEN_PLUS  ? OPERATION_PLUS
	             : kind == TOKEN_TILDE ? OPERATION_INVERT
	                                   : OPERATION_NOT;
	return kind == TOKEN_MINUS || kind == TOKEN_PLUS || kind == TOKEN_TILDE ||
	       kind == TOKEN_NOT;
}

static const struct expression *parse_unary(struct parser *parser, enum operation operation)
{
	struct expression *node =
	    expression_new(parser, EXPRESSION_UNARY, parser->current.at.offset);
	parser_take(parser);
	node->unary.operation = operation;
	node->unary.operand =
	    expression_adopt(node, parse_expression(parser, operation_binding(operation)));
	return expression_finish(parser, node);
}

static const struct expression *parse_await(struct parser *parser)
{
	struct expression *node =
	    expression_new(parser, EXPRESSION_AWAIT, parser->current.at.offset);
	parser_take(parser);
	node->operand = expression_adopt(node, parse_primary(parser));
	return expression_finish(parser, node);
}

static const struct expression *parse_lambda(struct parser *parser)
{
	struct expression *node =
	    expression_new(parser, EXPRESSION_LAMBDA, parser->current.at.offset);
	struct lambda *lambda = arena_new(parser->arena, struct lambda, 1);
	parser_take(parser);
	lambda->parameters = parse_parameters(parser, TOKEN_COLON);
	for (uint32_t i = 0; i < lambda->parameters.count; i++)
		expression_adopt(node, lambda->parameters.items[i].default_value);
	parser_expect(parser, TOKEN_COLON, "':' or ','");
	lambda->body = expression_adopt(node, parse_expression(parser, BINDING_CONDITIONAL));
	lambda->names = lambda_names(parser->arena, lambda);
	node->lambda = lambda;
	return expression_finish(parser, node);
}

/* An operand with what stands in front of it. */
static const struct expression *parse_prefixed(struct parser *parser, enum binding least)
{
	enum operation operation;
	enum token_kind kind = parser_kind(parser);
	/* Python's grammar: the right side of ** may have a sign although that binds less. */
	if (prefix_operator(kind, &operation) &&
	    (least <= operation_binding(operation) ||
	     (operation != OPERATION_NOT && least == BINDING_POWER)))
		return parse_unary(parser, operation);
	if (kind == TOKEN_AWAIT)
		return parse_await(parser);
	if (kind == TOKEN_LAMBDA && least <= BINDING_CONDITIONAL)
		return parse_lambda(parser);
	return parse_primary(parser);
}

/* Takes an operator of one or two words and returns its span. */
static struct span take_comparison_operator(struct parser *parser, enum operation *operation)
{
	struct span at = parser_take(parser).at;
	if (*operation == OPERATION_NOT_IN)
		parser_expect(parser, TOKEN_IN, "'in'");
	if (*operation == OPERATION_IS && parser_accept(parser, TOKEN_NOT))
		*operation = OPERATION_IS_NOT;
	return parser_span_from(parser, at.offset);
}

static const struct expression *parse_comparison(struct parser *parser,
                                                 const struct expression *first, uint32_t start)
{
	struct expression *node = expression_new(parser, EXPRESSION_COMPARISON, start);
	size_t links = gather_begin(parser);
	node->comparison.first = expression_adopt(node, first);
	while (infix[parser_kind(parser)].binary &&
	       operation_binding(infix[parser_kind(parser)].operation) == BINDING_COMPARISON) {
		struct comparison_link link = {.operation = infix[parser_kind(parser)].operation};
		link.operator_at = take_comparison_operator(parser, &link.operation);
		link.operand = expression_adopt(node, parse_expression(parser, BINDING_BIT_OR));
		gather_add(parser, &link, sizeof link);
	}
	node->comparison.links =
	    gather_end(parser, links, sizeof(struct comparison_link), &node->comparison.count);
	return expression_finish(parser, node);
}

static const struct expression *parse_binary(struct parser *parser, enum operation operation,
                                             const struct expression *left, uint32_t start)
{
	struct expression *node = expression_new(parser, EXPRESSION_BINARY, start);
	enum binding binding = operation_binding(operation);
	/* Only ** groups to the right. */
	enum binding right = binding == BINDING_POWER ? binding : (enum binding)(binding + 1);
	node->binary.operation = operation;
	node->binary.operator_at = parser_take(parser).at;
	node->binary.left = expression_adopt(node, left);
	node->binary.right = expression_adopt(node, parse_expression(parser, right));
	return expression_finish(parser, node);
}

static const struct expression *parse_conditional(struct parser *parser,
                                                  const struct expression *then, uint32_t start)
{
	struct expression *node = expression_new(parser, EXPRESSION_CONDITIONAL, start);
	parser_take(parser);
	node->conditional.then = expression_adopt(node, then);
	node->conditional.condition = expression_adopt(node, parse_expression(parser, BINDING_OR));
	parser_expect(parser, TOKEN_ELSE, "'else'");
	node->conditional.otherwise =
	    expression_adopt(node, parse_expression(parser, BINDING_CONDITIONAL));
	return expression_finish(parser, node);
}

static const struct expression *parse_assignment(struct parser *parser,
                                                 const struct expression *target, uint32_t start)
{
	struct expression *node = expression_new(parser, EXPRESSION_ASSIGNMENT, start);
	if (target->kind != EXPRESSION_NAME || target->parenthesised)
		parser_fail(parser, target->at, "write a name before ':='",
		            "':=' assigns to a name only");
	parser_take(parser);
	node->assignment.target = expression_adopt(node, target);
	node->assignment.value =
	    expression_adopt(node, parse_expression(parser, BINDING_CONDITIONAL));
	return expression_finish(parser, node);
}

/* Applies the operators behind an operand that bind tightly enough. */
static const struct expression *parse_infix(struct parser *parser, const struct expression *left,
                                            enum binding least, uint32_t start)
{
	while (infix[parser_kind(parser)].binary) {
		enum operation operation = infix[parser_kind(parser)].operation;
		enum binding binding = operation_binding(operation);
		if (binding < least)
			return left;
		left = binding == BINDING_COMPARISON ? parse_comparison(parser, left, start)
		                                     : parse_binary(parser, operation, left, start);
	}
	if (parser_at(parser, TOKEN_IF) && least <= BINDING_CONDITIONAL)
		left = parse_conditional(parser, left, start);
	if (parser_at(parser, TOKEN_WALRUS) && least <= BINDING_ASSIGNMENT)
		left = parse_assignment(parser, left, start);
	return left;
}

const struct expression *parse_expression(struct parser *parser, enum binding least)
{
	uint32_t start = parser->current.at.offset;
	const struct expression *result;
	if (parser_enter(parser)) {
		const struct expression *first = parse_prefixed(parser, least);
		result = parse_infix(parser, first, least, start);
	} else {
		result = expression_new(parser, EXPRESSION_BROKEN, start);
	}
	parser_leave(parser);
	return result;
}

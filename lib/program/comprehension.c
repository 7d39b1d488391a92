/* SPDX-License-Identifier: Apache-2.0 */
/* Comprehensions and generators. */
#include "program/grammar.h"
#include "program/names.h"

bool parser_at_comprehension(const struct parser *parser)
{
	return parser_at(parser, TOKEN_FOR) || parser_at(parser, TOKEN_ASYNC);
}

static struct comprehension_clause parse_clause(struct parser *parser, struct expression *node)
{
	struct comprehension_clause clause = {.is_async = parser_accept(parser, TOKEN_ASYNC)};
	size_t conditions = gather_begin(parser);
	parser_expect(parser, TOKEN_FOR, "'for'");
	clause.target = expression_adopt(node, parse_target_items(parser));
	parser_expect(parser, TOKEN_IN, "'in'");
	clause.iterable = expression_adopt(node, parse_expression(parser, BINDING_OR));
	while (parser_accept(parser, TOKEN_IF)) {
		const struct expression *condition =
		    expression_adopt(node, parse_expression(parser, BINDING_OR));
		gather_add(parser, &condition, sizeof condition);
	}
	clause.conditions.items =
	    gather_end(parser, conditions, sizeof(struct expression *), &clause.conditions.count);
	return clause;
}

struct expression *parse_comprehension(struct parser *parser, enum comprehension_kind kind,
                                       const struct expression *key,
                                       const struct expression *element, uint32_t start)
{
	struct expression *node = expression_new(parser, EXPRESSION_COMPREHENSION, start);
	struct comprehension *comprehension = arena_new(parser->arena, struct comprehension, 1);
	size_t clauses = gather_begin(parser);
	if (element->kind == EXPRESSION_STARRED)
		parser_fail(parser, element->at, "write a second 'for' over the items",
		            "a comprehension cannot unpack with a star");
	comprehension->kind = kind;
	comprehension->key = expression_adopt(node, key);
	comprehension->element = expression_adopt(node, element);
	while (parser_at_comprehension(parser)) {
		struct comprehension_clause clause = parse_clause(parser, node);
		gather_add(parser, &clause, sizeof clause);
	}
	comprehension->clauses =
	    gather_end(parser, clauses, sizeof(struct comprehension_clause), &comprehension->count);
	comprehension->names = comprehension_names(parser->arena, comprehension);
	node->comprehension = comprehension;
	return node;
}

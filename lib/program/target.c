/* SPDX-License-Identifier: Apache-2.0 */
/* What can stand on the left of `=`. */
#include "program/grammar.h"

/* What an expression is called when it cannot be assigned to. */
static const char *const descriptions[EXPRESSION_KIND_COUNT] = {
    [EXPRESSION_NONE] = "None",
    [EXPRESSION_BOOLEAN] = "True or False",
    [EXPRESSION_ELLIPSIS] = "'...'",
    [EXPRESSION_INTEGER] = "a number",
    [EXPRESSION_FLOAT] = "a number",
    [EXPRESSION_IMAGINARY] = "a number",
    [EXPRESSION_STRING] = "a string",
    [EXPRESSION_SET] = "a set",
    [EXPRESSION_DICT] = "a dict",
    [EXPRESSION_UNARY] = "the result of an operation",
    [EXPRESSION_BINARY] = "the result of an operation",
    [EXPRESSION_COMPARISON] = "a comparison",
    [EXPRESSION_CONDITIONAL] = "a conditional expression",
    [EXPRESSION_LAMBDA] = "a lambda",
    [EXPRESSION_CALL] = "the result of a call",
    [EXPRESSION_STARRED] = "a starred name alone",
    [EXPRESSION_COMPREHENSION] = "a comprehension",
    [EXPRESSION_ASSIGNMENT] = "an expression with ':='",
    [EXPRESSION_AWAIT] = "the result of await",
    [EXPRESSION_YIELD] = "the result of yield",
    [EXPRESSION_YIELD_FROM] = "the result of yield",
};

static bool is_single(const struct expression *target)
{
	return target->kind == EXPRESSION_NAME || target->kind == EXPRESSION_ATTRIBUTE ||
	       target->kind == EXPRESSION_SUBSCRIPT;
}

static void refuse(struct parser *parser, const struct expression *target, const char *deed)
{
	const char *what = descriptions[target->kind];
	parser_fail(parser, target->at,
	            "write a name, an attribute or a subscript there; '==' compares",
	            "%s cannot be %s", what ? what : "this", deed);
}

static bool is_sequence(const struct expression *target)
{
	return target->kind == EXPRESSION_TUPLE || target->kind == EXPRESSION_LIST;
}

/* Checks the items of a tuple or list; `stars` says whether one may have a star. */
static void check_items(struct parser *parser, const struct expression *target, const char *deed,
                        bool stars)
{
	uint32_t starred = 0;
	for (uint32_t i = 0; i < target->list.count; i++) {
		const struct expression *item = target->list.items[i];
		bool star = stars && item->kind == EXPRESSION_STARRED;
		if (star)
			item = item->operand;
		starred += star;
		if (starred > 1)
			parser_fail(parser, target->list.items[i]->at, "drop one of the stars",
			            "two starred names in one assignment");
		if (is_sequence(item))
			check_items(parser, item, deed, stars);
		else if (!is_single(item))
			refuse(parser, item, deed);
	}
}

void check_target(struct parser *parser, const struct expression *target)
{
	if (is_sequence(target))
		check_items(parser, target, "assigned to", true);
	else if (!is_single(target))
		refuse(parser, target, "assigned to");
}

void check_single_target(struct parser *parser, const struct expression *target, const char *by)
{
	if (!is_single(target))
		parser_fail(parser, target->at, "write one name, attribute or subscript",
		            "%s takes one target", by);
}

void check_deleted(struct parser *parser, const struct expression *target)
{
	if (is_sequence(target))
		check_items(parser, target, "deleted", false);
	else if (!is_single(target))
		refuse(parser, target, "deleted");
}

const struct expression *parse_target_items(struct parser *parser)
{
	const struct expression *target = parse_items(parser, BINDING_BIT_OR);
	check_target(parser, target);
	return target;
}

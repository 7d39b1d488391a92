/* SPDX-License-Identifier: Apache-2.0 */
/* The expressions of a syntax tree, to bytes and back. */
#include <assert.h>

#include "program/names.h"
#include "program/packed/packing.h"
#include "program/visit.h"

void pack_operation(struct packing *packing, enum operation *operation)
{
	uint32_t number = *operation;
	pack_number(packing, &number);
	*operation = (enum operation)number;
}

void pack_expressions(struct packing *packing, struct expression_list *list)
{
	const struct expression **items =
	    pack_list(packing, list->items, &list->count, sizeof(struct expression *));
	for (uint32_t i = 0; i < list->count; i++)
		pack_expression(packing, &items[i]);
	list->items = items;
}

void pack_parameters(struct packing *packing, struct parameters *parameters)
{
	struct parameter *items =
	    pack_list(packing, parameters->items, &parameters->count, sizeof(struct parameter));
	for (uint32_t i = 0; i < parameters->count; i++) {
		uint32_t kind = items[i].kind;
		pack_number(packing, &kind);
		items[i].kind = (enum parameter_kind)kind;
		pack_name(packing, &items[i].name, &items[i].name_at);
		pack_expression(packing, &items[i].annotation);
		pack_expression(packing, &items[i].default_value);
	}
	parameters->items = items;
}

void pack_arguments(struct packing *packing, struct arguments *arguments)
{
	struct argument *items =
	    pack_list(packing, arguments->items, &arguments->count, sizeof(struct argument));
	for (uint32_t i = 0; i < arguments->count; i++) {
		uint32_t kind = items[i].kind;
		pack_number(packing, &kind);
		items[i].kind = (enum argument_kind)kind;
		pack_span(packing, &items[i].at);
		if (items[i].kind == ARGUMENT_KEYWORD)
			pack_name(packing, &items[i].keyword, &items[i].name_at);
		pack_expression(packing, &items[i].value);
	}
	arguments->items = items;
}

static void pack_integer(struct packing *packing, struct integer *integer)
{
	uint64_t value = (uint64_t)integer->value, nearest;
	memcpy(&nearest, &integer->nearest, sizeof nearest);
	pack_flag(packing, &integer->fits);
	pack_bits(packing, &value);
	pack_bits(packing, &nearest);
	integer->value = (int64_t)value;
	memcpy(&integer->nearest, &nearest, sizeof nearest);
}

static void pack_real(struct packing *packing, double *real)
{
	uint64_t bits;
	memcpy(&bits, real, sizeof bits);
	pack_bits(packing, &bits);
	memcpy(real, &bits, sizeof bits);
}

/* What a formatted string holds is read later, where it stands. */
static void pack_string(struct packing *packing, struct expression *node)
{
	struct string *string = &node->string;
	pack_flag(packing, &string->bytes);
	pack_flag(packing, &string->formatted);
	if (string->formatted) {
		string->text = span_text(packing->text, node->at);
		return;
	}
	pack_text(packing, &string->text);
	if (!packing->out)
		string->made = arena_new(packing->arena, const void *, 1);
}

static void pack_dict(struct packing *packing, struct dict *dict)
{
	struct dict_entry *entries =
	    pack_list(packing, dict->entries, &dict->count, sizeof(struct dict_entry));
	for (uint32_t i = 0; i < dict->count; i++) {
		pack_expression(packing, &entries[i].key);
		pack_expression(packing, &entries[i].value);
	}
	dict->entries = entries;
}

static void pack_comparison(struct packing *packing, struct comparison *comparison)
{
	pack_expression(packing, &comparison->first);
	struct comparison_link *links = pack_list(packing, comparison->links, &comparison->count,
	                                          sizeof(struct comparison_link));
	for (uint32_t i = 0; i < comparison->count; i++) {
		pack_operation(packing, &links[i].operation);
		pack_span(packing, &links[i].operator_at);
		pack_expression(packing, &links[i].operand);
	}
	comparison->links = links;
}

static const struct lambda *packed_lambda(struct packing *packing, const struct lambda *given)
{
	struct lambda *lambda = pack_part(packing, given, sizeof *lambda);
	pack_parameters(packing, &lambda->parameters);
	pack_expression(packing, &lambda->body);
	lambda->names = lambda_names(packing->arena, lambda);
	return lambda;
}

static const struct call *packed_call(struct packing *packing, const struct call *given)
{
	struct call *call = pack_part(packing, given, sizeof *call);
	pack_expression(packing, &call->function);
	pack_arguments(packing, &call->arguments);
	pack_span(packing, &call->name_at);
	return call;
}

static const struct comprehension *packed_comprehension(struct packing *packing,
                                                        const struct comprehension *given)
{
	struct comprehension *node = pack_part(packing, given, sizeof *node);
	uint32_t kind = node->kind;
	pack_number(packing, &kind);
	node->kind = (enum comprehension_kind)kind;
	pack_expression(packing, &node->key);
	pack_expression(packing, &node->element);
	struct comprehension_clause *clauses =
	    pack_list(packing, node->clauses, &node->count, sizeof(struct comprehension_clause));
	for (uint32_t i = 0; i < node->count; i++) {
		pack_expression(packing, &clauses[i].target);
		pack_expression(packing, &clauses[i].iterable);
		pack_expressions(packing, &clauses[i].conditions);
		pack_flag(packing, &clauses[i].is_async);
	}
	node->clauses = clauses;
	node->names = comprehension_names(packing->arena, node);
	return node;
}

static void pack_name_expression(struct packing *packing, struct expression *node)
{
	pack_word(packing, &node->name, node->at);
	if (packing->out)
		return;
	node->name_hash = table_hash(node->name);
	node->found = arena_new(packing->arena, struct name_found, 1);
}

/* What kinds without other expressions in them hold; false: it is another kind. */
static bool pack_leaf(struct packing *packing, struct expression *node)
{
	switch ((enum expression_kind)node->kind) {
	case EXPRESSION_NAME:
		pack_name_expression(packing, node);
		break;
	case EXPRESSION_NONE:
	case EXPRESSION_ELLIPSIS:
		break;
	case EXPRESSION_BOOLEAN:
		pack_flag(packing, &node->boolean);
		break;
	case EXPRESSION_INTEGER:
		pack_integer(packing, &node->integer);
		break;
	case EXPRESSION_FLOAT:
	case EXPRESSION_IMAGINARY:
		pack_real(packing, &node->real);
		break;
	case EXPRESSION_STRING:
		pack_string(packing, node);
		break;
	default:
		return false;
	}
	return true;
}

/* What kinds that have more than other expressions hold. */
static void pack_inner(struct packing *packing, struct expression *node)
{
	switch ((enum expression_kind)node->kind) {
	case EXPRESSION_TUPLE:
	case EXPRESSION_LIST:
	case EXPRESSION_SET:
		pack_expressions(packing, &node->list);
		break;
	case EXPRESSION_DICT:
		pack_dict(packing, &node->dict);
		break;
	case EXPRESSION_UNARY:
		pack_operation(packing, &node->unary.operation);
		break;
	case EXPRESSION_BINARY:
		pack_operation(packing, &node->binary.operation);
		pack_span(packing, &node->binary.operator_at);
		break;
	case EXPRESSION_COMPARISON:
		pack_comparison(packing, &node->comparison);
		break;
	case EXPRESSION_LAMBDA:
		node->lambda = packed_lambda(packing, node->lambda);
		break;
	case EXPRESSION_CALL:
		node->call = packed_call(packing, node->call);
		break;
	case EXPRESSION_ATTRIBUTE:
		pack_name(packing, &node->attribute.name, &node->attribute.name_at);
		break;
	case EXPRESSION_COMPREHENSION:
		node->comprehension = packed_comprehension(packing, node->comprehension);
		break;
	default: /* the others have no more */
		break;
	}
}

/* The other expressions that the node has at places of its own. */
static void pack_places(struct packing *packing, struct expression *node)
{
	const struct expression_places *places =
	    expression_places((enum expression_kind)node->kind);
	for (uint32_t i = 0; i < places->count; i++) {
		const struct expression **place = (void *)((char *)node + places->offsets[i]);
		pack_expression(packing, place);
	}
}

/* The kind, and what is said of a node in a bit or two. */
static void pack_head(struct packing *packing, struct expression *node)
{
	enum { KIND = 5 /* bits */ };
	static_assert(EXPRESSION_KIND_COUNT <= 1 << KIND, "a kind has room");
	uint32_t flags = (uint32_t)node->parenthesised << 1 | node->plain;
	uint32_t head = flags << KIND | node->kind, height = node->height;
	pack_number(packing, &head);
	node->kind = head & ((1 << KIND) - 1);
	node->plain = head >> KIND & 1;
	node->parenthesised = head >> KIND & 2;
	pack_number(packing, &height);
	node->height = (uint16_t)height;
	pack_span(packing, &node->at);
}

/* No expression is a byte of 0, with which no head begins. */
static bool pack_nothing(struct packing *packing, const struct expression *given)
{
	uint32_t nothing = EXPRESSION_BROKEN;
	static_assert(EXPRESSION_BROKEN == 0, "no tree has it");
	if (packing->out ? given != NULL : *packing->at != 0)
		return false;
	pack_number(packing, &nothing);
	return true;
}

void pack_expression(struct packing *packing, const struct expression **place)
{
	struct expression copy, *node = &copy;
	if (pack_nothing(packing, *place))
		return;
	if (packing->out)
		copy = **place;
	else
		*place = node = arena_new(packing->arena, struct expression, 1);
	pack_head(packing, node);
	if (!pack_leaf(packing, node)) {
		pack_places(packing, node);
		pack_inner(packing, node);
	}
}

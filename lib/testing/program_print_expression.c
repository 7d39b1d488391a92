/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>

#include "testing/program_print.h"

static enum binding binding_of(const struct expression *expression)
{
	switch ((enum expression_kind)expression->kind) {
	case EXPRESSION_TUPLE:
		return expression->list.count ? BINDING_NONE : BINDING_PRIMARY;
	case EXPRESSION_YIELD:
	case EXPRESSION_YIELD_FROM:
		return BINDING_NONE;
	case EXPRESSION_ASSIGNMENT:
		return BINDING_ASSIGNMENT;
	case EXPRESSION_CONDITIONAL:
	case EXPRESSION_LAMBDA:
		return BINDING_CONDITIONAL;
	case EXPRESSION_COMPARISON:
		return BINDING_COMPARISON;
	case EXPRESSION_UNARY:
		return operation_binding(expression->unary.operation);
	case EXPRESSION_BINARY:
		return operation_binding(expression->binary.operation);
	case EXPRESSION_AWAIT:
		return BINDING_AWAIT;
	default:
		return BINDING_PRIMARY;
	}
}

static void print_float(struct buf *out, double value)
{
	char digits[40];
	snprintf(digits, sizeof digits, "%.17g", value);
	if (isinf(value))
		buf_puts(out, "1e999");
	else
		buf_puts(out, digits);
	if (!isinf(value) && !strpbrk(digits, ".e"))
		buf_puts(out, ".0");
}

static void print_integer(struct buf *out, const struct integer *integer)
{
	enum { DIGITS_BEYOND_DOUBLE = 310 };
	if (integer->fits) {
		buf_printf(out, "%lld", (long long)integer->value);
	} else if (isinf(integer->nearest)) {
		buf_putc(out, '1');
		buf_fill(out, '0', DIGITS_BEYOND_DOUBLE);
	} else {
		buf_printf(out, "%.0f", integer->nearest);
	}
}

static void print_quoted(struct buf *out, const struct string *string)
{
	buf_puts(out, string->bytes ? "b'" : "'");
	for (size_t i = 0; i < string->text.len; i++) {
		unsigned char c = (unsigned char)string->text.s[i];
		if (c == '\'' || c == '\\')
			buf_printf(out, "\\%c", c);
		else if (c == '\n')
			buf_puts(out, "\\n");
		else if (c < 0x20 || c == 0x7f || (c > 0x7f && string->bytes))
			buf_printf(out, "\\x%02x", c);
		else
			buf_putc(out, (char)c);
	}
	buf_putc(out, '\'');
}

/* An f-string is written as it was; over several lines it needs brackets. */
static void print_string(struct buf *out, const struct string *string)
{
	if (!string->formatted) {
		print_quoted(out, string);
		return;
	}
	buf_putc(out, '(');
	buf_add(out, string->text);
	buf_putc(out, ')');
}

static void print_list(struct buf *out, const struct expression_list *list, enum binding least)
{
	for (uint32_t i = 0; i < list->count; i++) {
		buf_puts(out, i ? ", " : "");
		print_expression(out, list->items[i], least);
	}
}

/* The items of a tuple without its parentheses. */
static void print_tuple(struct buf *out, const struct expression_list *list, enum binding least)
{
	print_list(out, list, least);
	if (list->count == 1)
		buf_putc(out, ',');
}

static void print_dict(struct buf *out, const struct dict *dict)
{
	buf_putc(out, '{');
	for (uint32_t i = 0; i < dict->count; i++) {
		const struct dict_entry *entry = &dict->entries[i];
		buf_puts(out, i ? ", " : "");
		if (entry->key)
			print_expression(out, entry->key, BINDING_CONDITIONAL);
		buf_puts(out, entry->key ? ": " : "**");
		print_expression(out, entry->value,
		                 entry->key ? BINDING_CONDITIONAL : BINDING_BIT_OR);
	}
	buf_putc(out, '}');
}

static void print_unary(struct buf *out, const struct unary *unary)
{
	buf_add(out, operation_text(unary->operation));
	buf_puts(out, unary->operation == OPERATION_NOT ? " " : "");
	print_expression(out, unary->operand, operation_binding(unary->operation));
}

static void print_binary(struct buf *out, const struct binary *binary)
{
	enum binding binding = operation_binding(binary->operation);
	bool power = binding == BINDING_POWER;
	print_expression(out, binary->left, power ? BINDING_AWAIT : binding);
	buf_printf(out, " %.*s ", STR_ARG(operation_text(binary->operation)));
	print_expression(out, binary->right, power ? BINDING_SIGN : (enum binding)(binding + 1));
}

static void print_comparison(struct buf *out, const struct comparison *comparison)
{
	print_expression(out, comparison->first, BINDING_BIT_OR);
	for (uint32_t i = 0; i < comparison->count; i++) {
		const struct comparison_link *link = &comparison->links[i];
		buf_printf(out, " %.*s ", STR_ARG(operation_text(link->operation)));
		print_expression(out, link->operand, BINDING_BIT_OR);
	}
}

static void print_conditional(struct buf *out, const struct conditional *conditional)
{
	print_expression(out, conditional->then, BINDING_OR);
	buf_puts(out, " if ");
	print_expression(out, conditional->condition, BINDING_OR);
	buf_puts(out, " else ");
	print_expression(out, conditional->otherwise, BINDING_CONDITIONAL);
}

static void print_parameter(struct buf *out, const struct parameter *parameter)
{
	buf_puts(out, parameter->kind == PARAMETER_STAR          ? "*"
	              : parameter->kind == PARAMETER_DOUBLE_STAR ? "**"
	                                                         : "");
	buf_add(out, parameter->name);
	if (parameter->annotation) {
		buf_puts(out, ": ");
		print_expression(out, parameter->annotation, BINDING_CONDITIONAL);
	}
	if (parameter->default_value) {
		buf_puts(out, parameter->annotation ? " = " : "=");
		print_expression(out, parameter->default_value, BINDING_CONDITIONAL);
	}
}

void print_parameters(struct buf *out, const struct parameters *parameters)
{
	enum parameter_kind before = PARAMETER_NORMAL;
	for (uint32_t i = 0; i < parameters->count; i++) {
		enum parameter_kind kind = parameters->items[i].kind;
		buf_puts(out, i ? ", " : "");
		if (before == PARAMETER_POSITIONAL_ONLY && kind != before)
			buf_puts(out, "/, ");
		if (kind == PARAMETER_KEYWORD_ONLY && before < PARAMETER_STAR)
			buf_puts(out, "*, ");
		print_parameter(out, &parameters->items[i]);
		before = kind;
	}
	if (before == PARAMETER_POSITIONAL_ONLY)
		buf_puts(out, ", /");
}

static void print_lambda(struct buf *out, const struct lambda *lambda)
{
	buf_puts(out, lambda->parameters.count ? "lambda " : "lambda");
	print_parameters(out, &lambda->parameters);
	buf_puts(out, ": ");
	print_expression(out, lambda->body, BINDING_CONDITIONAL);
}

void print_arguments(struct buf *out, const struct arguments *arguments)
{
	for (uint32_t i = 0; i < arguments->count; i++) {
		const struct argument *argument = &arguments->items[i];
		enum binding least = BINDING_CONDITIONAL;
		buf_puts(out, i ? ", " : "");
		if (argument->kind == ARGUMENT_KEYWORD)
			buf_printf(out, "%.*s=", STR_ARG(argument->keyword));
		else if (argument->kind == ARGUMENT_POSITIONAL)
			least = BINDING_ASSIGNMENT;
		else
			buf_puts(out, argument->kind == ARGUMENT_STAR ? "*" : "**");
		print_expression(out, argument->value, least);
	}
}

static void print_call(struct buf *out, const struct call *call)
{
	print_expression(out, call->function, BINDING_PRIMARY);
	buf_putc(out, '(');
	print_arguments(out, &call->arguments);
	buf_putc(out, ')');
}

static void print_attribute(struct buf *out, const struct attribute *attribute)
{
	bool integer = attribute->object->kind == EXPRESSION_INTEGER;
	buf_puts(out, integer ? "(" : "");
	print_expression(out, attribute->object, BINDING_PRIMARY);
	buf_puts(out, integer ? ")." : ".");
	buf_add(out, attribute->name);
}

static void print_slice(struct buf *out, const struct slice_expression *slice)
{
	if (slice->start)
		print_expression(out, slice->start, BINDING_CONDITIONAL);
	buf_putc(out, ':');
	if (slice->stop)
		print_expression(out, slice->stop, BINDING_CONDITIONAL);
	if (slice->step) {
		buf_putc(out, ':');
		print_expression(out, slice->step, BINDING_CONDITIONAL);
	}
}

static void print_subscript(struct buf *out, const struct subscript *subscript)
{
	const struct expression *index = subscript->index;
	print_expression(out, subscript->object, BINDING_PRIMARY);
	buf_putc(out, '[');
	if (index->kind == EXPRESSION_TUPLE && index->list.count)
		print_tuple(out, &index->list, BINDING_ASSIGNMENT);
	else
		print_expression(out, index, BINDING_ASSIGNMENT);
	buf_putc(out, ']');
}

static void print_clause(struct buf *out, const struct comprehension_clause *clause)
{
	buf_puts(out, clause->is_async ? " async for " : " for ");
	print_items(out, clause->target);
	buf_puts(out, " in ");
	print_expression(out, clause->iterable, BINDING_OR);
	for (uint32_t i = 0; i < clause->conditions.count; i++) {
		buf_puts(out, " if ");
		print_expression(out, clause->conditions.items[i], BINDING_OR);
	}
}

static void print_comprehension(struct buf *out, const struct comprehension *comprehension)
{
	static const char brackets[][3] = {
	    [COMPREHENSION_LIST] = "[]",
	    [COMPREHENSION_SET] = "{}",
	    [COMPREHENSION_DICT] = "{}",
	    [COMPREHENSION_GENERATOR] = "()",
	};
	bool dict = comprehension->key != NULL;
	buf_putc(out, brackets[comprehension->kind][0]);
	if (dict) {
		print_expression(out, comprehension->key, BINDING_CONDITIONAL);
		buf_puts(out, ": ");
	}
	print_expression(out, comprehension->element,
	                 dict ? BINDING_CONDITIONAL : BINDING_ASSIGNMENT);
	for (uint32_t i = 0; i < comprehension->count; i++)
		print_clause(out, &comprehension->clauses[i]);
	buf_putc(out, brackets[comprehension->kind][1]);
}

static void print_assignment(struct buf *out, const struct assignment_expression *assignment)
{
	print_expression(out, assignment->target, BINDING_PRIMARY);
	buf_puts(out, " := ");
	print_expression(out, assignment->value, BINDING_CONDITIONAL);
}

static void print_literal(struct buf *out, const struct expression *expression)
{
	switch ((enum expression_kind)expression->kind) {
	case EXPRESSION_NAME:
		buf_add(out, expression->name);
		break;
	case EXPRESSION_BOOLEAN:
		buf_puts(out, expression->boolean ? "True" : "False");
		break;
	case EXPRESSION_ELLIPSIS:
		buf_puts(out, "...");
		break;
	case EXPRESSION_INTEGER:
		print_integer(out, &expression->integer);
		break;
	case EXPRESSION_FLOAT:
	case EXPRESSION_IMAGINARY:
		print_float(out, expression->real);
		buf_puts(out, expression->kind == EXPRESSION_IMAGINARY ? "j" : "");
		break;
	case EXPRESSION_STRING:
		print_string(out, &expression->string);
		break;
	default: /* what is broken has no text */
		buf_puts(out, "None");
	}
}

static void print_word(struct buf *out, const struct expression *expression)
{
	const struct expression *operand = expression->operand;
	bool plain = expression->kind == EXPRESSION_YIELD;
	buf_puts(out, expression->kind == EXPRESSION_AWAIT        ? "await "
	              : expression->kind == EXPRESSION_YIELD_FROM ? "yield from "
	              : operand                                   ? "yield "
	                                                          : "yield");
	if (plain && operand)
		print_items(out, operand);
	else if (operand)
		print_expression(out, operand,
		                 expression->kind == EXPRESSION_AWAIT ? BINDING_PRIMARY
		                                                      : BINDING_CONDITIONAL);
}

static void print_display(struct buf *out, const struct expression *expression)
{
	bool set = expression->kind == EXPRESSION_SET;
	buf_putc(out, set ? '{' : '[');
	print_list(out, &expression->list, BINDING_ASSIGNMENT);
	buf_putc(out, set ? '}' : ']');
}

/* Expressions that contain others, without parentheses of their own. */
static void print_bare(struct buf *out, const struct expression *expression)
{
	switch ((enum expression_kind)expression->kind) {
	case EXPRESSION_TUPLE:
		if (expression->list.count)
			print_tuple(out, &expression->list, BINDING_CONDITIONAL);
		else
			buf_puts(out, "()");
		break;
	case EXPRESSION_LIST:
	case EXPRESSION_SET:
		print_display(out, expression);
		break;
	case EXPRESSION_DICT:
		print_dict(out, &expression->dict);
		break;
	case EXPRESSION_UNARY:
		print_unary(out, &expression->unary);
		break;
	case EXPRESSION_BINARY:
		print_binary(out, &expression->binary);
		break;
	case EXPRESSION_COMPARISON:
		print_comparison(out, &expression->comparison);
		break;
	case EXPRESSION_CONDITIONAL:
		print_conditional(out, &expression->conditional);
		break;
	case EXPRESSION_LAMBDA:
		print_lambda(out, expression->lambda);
		break;
	case EXPRESSION_CALL:
		print_call(out, expression->call);
		break;
	case EXPRESSION_ATTRIBUTE:
		print_attribute(out, &expression->attribute);
		break;
	case EXPRESSION_SUBSCRIPT:
		print_subscript(out, &expression->subscript);
		break;
	case EXPRESSION_SLICE:
		print_slice(out, &expression->slice);
		break;
	case EXPRESSION_STARRED:
		buf_putc(out, '*');
		print_expression(out, expression->operand, BINDING_BIT_OR);
		break;
	case EXPRESSION_COMPREHENSION:
		print_comprehension(out, expression->comprehension);
		break;
	case EXPRESSION_ASSIGNMENT:
		print_assignment(out, &expression->assignment);
		break;
	case EXPRESSION_AWAIT:
	case EXPRESSION_YIELD:
	case EXPRESSION_YIELD_FROM:
		print_word(out, expression);
		break;
	default:
		print_literal(out, expression);
	}
}

void print_expression(struct buf *out, const struct expression *expression, enum binding least)
{
	bool assignment = expression->kind == EXPRESSION_ASSIGNMENT;
	bool parentheses =
	    assignment ? least != BINDING_ASSIGNMENT : binding_of(expression) < least;
	buf_puts(out, parentheses ? "(" : "");
	print_bare(out, expression);
	buf_puts(out, parentheses ? ")" : "");
}

void print_items(struct buf *out, const struct expression *expression)
{
	bool tuple = expression->kind == EXPRESSION_TUPLE;
	print_expression(out, expression, tuple ? BINDING_NONE : BINDING_CONDITIONAL);
}

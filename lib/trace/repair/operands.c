/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/repair/operands.h"

#include <assert.h>
#include "program/visit.h"
#include "trace/eval/evaluate.h"
#include "trace/module/library_call.h"
#include "trace/repair/trial.h"
#include "trace/state/scope.h"

/* A scope inside of the current one, with what a repair would have to import. */
static struct scope *scope_to_try(struct trace *trace)
{
	static const char *const names[] = {"reshard", "auto_axes"};
	struct arena *arena = trace->op.arena;
	struct scope *scope = scope_new(arena, trace->scope, NULL, STR(""));
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const struct function_row *row;
		if (op_has(&trace->op, JAX_SHARD_EXPERIMENTAL) &&
		    !name_in_scope(trace, str_of(names[i])) &&
		    library_find(trace, STR("jax.experimental.shard"), str_of(names[i]), &row) ==
		        LIBRARY_FOUND)
			scope_set(arena, scope, str_of(names[i]), library_value(trace, row),
			          (struct span){0, 0});
	}
	return scope;
}

const struct value *trace_try(struct trace *trace, const struct expression *expression,
                              struct op_error *error)
{
	struct trial trial;
	trial_begin(trace, &trial);
	trace->scope = scope_to_try(trace);
	const struct value *value = evaluate(trace, expression);
	bool good = value && trial_is_clean(trace, &trial) && !value_has_unknown(value);
	if (error)
		*error = trace->op.error;
	uint32_t steps = trial_end(trace, &trial);
	trace->repair.steps += steps;
	return good ? value : NULL;
}

/* Kinds of expressions that may be an array, and cost little to look at. */
static bool may_be_array(const struct expression *expression)
{
	return expression->kind == EXPRESSION_NAME || expression->kind == EXPRESSION_BINARY ||
	       expression->kind == EXPRESSION_UNARY || expression->kind == EXPRESSION_CALL ||
	       expression->kind == EXPRESSION_ATTRIBUTE ||
	       expression->kind == EXPRESSION_SUBSCRIPT ||
	       expression->kind == EXPRESSION_COMPARISON;
}

static void add_operand(struct trace *trace, struct operands *operands,
                        const struct expression *expression)
{
	if (operands->count == MAX_REPAIR_OPERANDS || !may_be_array(expression))
		return;
	const struct value *value = trace_try(trace, expression, NULL);
	if (!value || value->kind != VALUE_ARRAY || !value->array->type.mesh)
		return;
	operands->items[operands->count++] = (struct operand){expression, &value->array->type};
}

/* The operand, or those that a tuple or list displays. */
static void add_operands(struct trace *trace, struct operands *operands,
                         const struct expression *expression)
{
	if (expression->kind != EXPRESSION_TUPLE && expression->kind != EXPRESSION_LIST) {
		add_operand(trace, operands, expression);
		return;
	}
	for (uint32_t i = 0; i < expression->list.count; i++)
		add_operand(trace, operands, expression->list.items[i]);
}

static bool is_at(const struct expression *expression)
{
	return expression->kind == EXPRESSION_SUBSCRIPT &&
	       expression->subscript.object->kind == EXPRESSION_ATTRIBUTE &&
	       str_equal(expression->subscript.object->attribute.name, STR("at"));
}

static void add_call(struct trace *trace, struct operands *operands, const struct call *call)
{
	if (call->function->kind == EXPRESSION_ATTRIBUTE) {
		const struct expression *object = call->function->attribute.object;
		if (is_at(object)) {
			add_operand(trace, operands, object->subscript.object->attribute.object);
			add_operands(trace, operands, object->subscript.index);
		} else {
			add_operand(trace, operands, object);
		}
	}
	for (uint32_t i = 0; i < call->arguments.count; i++) {
		const struct expression *argument = call->arguments.items[i].value;
		if (argument->kind == EXPRESSION_LAMBDA && operands->nbodies < MAX_REPAIR_OPERANDS)
			operands->bodies[operands->nbodies++] = argument->lambda->body;
		else
			add_operands(trace, operands, argument);
	}
}

static void add_name(struct trace *trace, struct operands *operands,
                     const struct expression *expression)
{
	assert(expression->kind == EXPRESSION_NAME);
	for (uint32_t i = 0; i < operands->nnames; i++)
		if (str_equal(operands->names[i], expression->name))
			return;
	const struct value *value = trace_try(trace, expression, NULL);
	if (value && value->kind == VALUE_ARRAY && operands->nnames < MAX_REPAIR_OPERANDS)
		operands->names[operands->nnames++] = expression->name;
}

/* The variables of the expression that are arrays; not those of lambdas and comprehensions in it.
 */
static void add_names(struct trace *trace, struct operands *operands,
                      const struct expression *expression)
{
	const struct expression_places *places =
	    expression_places((enum expression_kind)expression->kind);
	switch (expression->kind) {
	case EXPRESSION_NAME:
		add_name(trace, operands, expression);
		break;
	case EXPRESSION_TUPLE:
	case EXPRESSION_LIST:
		for (uint32_t i = 0; i < expression->list.count; i++)
			add_names(trace, operands, expression->list.items[i]);
		break;
	case EXPRESSION_UNARY:
	case EXPRESSION_BINARY:
	case EXPRESSION_SUBSCRIPT:
	case EXPRESSION_ATTRIBUTE:
		for (uint32_t i = 0; i < places->count; i++)
			add_names(trace, operands,
			          *expression_part(expression, places->offsets[i]));
		break;
	case EXPRESSION_CALL:
		add_names(trace, operands, expression->call->function);
		for (uint32_t i = 0; i < expression->call->arguments.count; i++)
			add_names(trace, operands, expression->call->arguments.items[i].value);
		break;
	default:
		break;
	}
}

struct operands operands_of(struct trace *trace, const struct expression *expression)
{
	struct operands operands = {0};
	add_names(trace, &operands, expression);
	switch (expression->kind) {
	case EXPRESSION_SUBSCRIPT:
		add_operand(trace, &operands, expression->subscript.object);
		add_operands(trace, &operands, expression->subscript.index);
		break;
	case EXPRESSION_BINARY:
		add_operand(trace, &operands, expression->binary.left);
		add_operand(trace, &operands, expression->binary.right);
		break;
	case EXPRESSION_COMPARISON:
		add_operand(trace, &operands, expression->comparison.first);
		for (uint32_t i = 0; i < expression->comparison.count; i++)
			add_operand(trace, &operands, expression->comparison.links[i].operand);
		break;
	case EXPRESSION_CALL:
		add_call(trace, &operands, expression->call);
		break;
	case EXPRESSION_ATTRIBUTE:
		add_operand(trace, &operands, expression->attribute.object);
		break;
	default:
		break;
	}
	return operands;
}

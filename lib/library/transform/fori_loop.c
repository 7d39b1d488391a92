/* SPDX-License-Identifier: Apache-2.0 */
/* lax.fori_loop and lax.map. JAX: lax/control_flow/loops.py fori_loop, map. */
#include "library/library.h"
#include "library/transform/scan.h"
#include "library/transform/transform.h"
#include "library/transform/while_loop.h"
#include "base/checked.h"
#include "op/elementwise/numpy.h"
#include "trace/convert/convert_value.h"

enum { LOWER, UPPER, BODY_FUN, INIT_VAL, UNROLL };

static const struct value *call_two(struct trace *trace, const struct value *function,
                                    const struct value *a, const struct value *b, struct span at)
{
	const struct value *arguments[] = {a, b};
	return trace_call(trace, function, &(struct value_list){arguments, 2}, NULL, 0, at);
}

/* i + 1, of the type of i. */
static const struct value *successor(struct trace *trace, const struct value *i)
{
	const struct array_type *type = &i->array->type;
	return trace_array(trace, lax_binary(&trace->op, &lax_add, i->array,
	                                     array_scalar(&trace->op, type->dtype, type->weak)));
}

/* The body of a loop whose number of iterations is known: a scan that carries i and the value. */
static const struct value *fori_body(struct trace *trace, const void *context,
                                     const struct value *carry, const struct value *element,
                                     struct span at)
{
	(void)element;
	const struct value *i = carry->list.items[0], *next = successor(trace, i);
	const struct value *value =
	    next ? call_two(trace, context, i, carry->list.items[1], at) : NULL;
	return value ? value_two(trace->op.arena, value_two(trace->op.arena, next, value),
	                         &value_none)
	             : NULL;
}

/* The condition and body of one whose bounds are traced, which carries i, upper and the value. */
static const struct value *while_condition(struct trace *trace, const void *context,
                                           const struct value *carry, struct span at)
{
	(void)context;
	(void)at;
	return trace_array(trace, lax_binary(&trace->op, &lax_lt, carry->list.items[0]->array,
	                                     carry->list.items[1]->array));
}

static const struct value *while_body(struct trace *trace, const void *context,
                                      const struct value *carry, struct span at)
{
	const struct value *const *items = carry->list.items;
	const struct value **out = arena_new(trace->op.arena, const struct value *, 3);
	out[0] = successor(trace, items[0]);
	out[1] = items[1];
	out[2] = out[0] ? call_two(trace, context, items[0], items[2], at) : NULL;
	return out[2] ? value_sequence(trace->op.arena, VALUE_TUPLE, out, 3) : NULL;
}

static bool is_signed(const struct array *array)
{
	return dtype_class(array->type.dtype) == DTYPE_SIGNED;
}

/* Brings the bounds to one dtype, as far as JAX does. */
static bool match_bounds(struct trace *trace, const struct array **bounds)
{
	struct op *op = &trace->op;
	const struct array_type *lower = &bounds[0]->type, *upper = &bounds[1]->type;
	if (lower->dtype == upper->dtype)
		return true;
	if (!is_signed(bounds[0]) || !is_signed(bounds[1]) || lower->weak == upper->weak)
		return op_raise(
		    op, RULE_DTYPE_MISMATCH, "TypeError",
		    "lower and upper arguments to fori_loop must have equal types, got %s and %s",
		    lower->dtype->name, upper->dtype->name);
	uint32_t weak = lower->weak ? 0 : 1;
	bounds[weak] =
	    lax_convert_element_type(op, bounds[weak], bounds[1 - weak]->type.dtype, false);
	return bounds[weak] != NULL;
}

static bool is_known(const struct value *bound)
{
	return bound->kind == VALUE_INT || bound->kind == VALUE_BOOL;
}

/* A loop over a known number of iterations. */
static const struct value *fori_scan(struct trace *trace, const struct call_arguments *arguments)
{
	int64_t lower, upper, count = 0;
	if (!value_to_int(trace, argument(arguments, LOWER), &lower) ||
	    !value_to_int(trace, argument(arguments, UPPER), &upper))
		return NULL;
	if (upper > lower && !checked_add(&count, upper, -lower))
		return trace_unknown(trace, "a loop of too many iterations");
	const struct value *unroll = argument(arguments, UNROLL);
	if (unroll->kind != VALUE_NONE && !scan_check_unroll(trace, unroll))
		return NULL;
	struct scan_body body = {fori_body, argument(arguments, BODY_FUN), 1};
	const struct value *init = value_two(trace->op.arena, value_int(trace->op.arena, lower),
	                                     argument(arguments, INIT_VAL));
	const struct value *result = scan_run(trace, &body, init, &value_none,
	                                      value_int(trace->op.arena, count), arguments->at);
	if (!result || result->kind == VALUE_UNKNOWN)
		return result;
	return result->list.items[0]->list.items[1];
}

static const struct value *fori_while(struct trace *trace, const struct call_arguments *arguments,
                                      const struct array *const *bounds)
{
	const struct value *unroll = argument(arguments, UNROLL);
	if (unroll->kind != VALUE_NONE && value_truth(unroll) != 0 &&
	    !(unroll->kind == VALUE_INT && unroll->integer == 1))
		return trace_raise(trace, RULE_PROGRAM_ERROR, "ValueError",
		                   "Can only use `unroll` in `fori_loop` if the loop bounds are "
		                   "statically known.");
	const struct value **carry = arena_new(trace->op.arena, const struct value *, 3);
	carry[0] = value_array(trace->op.arena, bounds[0]);
	carry[1] = value_array(trace->op.arena, bounds[1]);
	carry[2] = argument(arguments, INIT_VAL);
	struct while_parts parts = {while_condition, while_body, argument(arguments, BODY_FUN), 2};
	const struct value *result = while_run(
	    trace, &parts, value_sequence(trace->op.arena, VALUE_TUPLE, carry, 3), arguments->at);
	return !result || result->kind == VALUE_UNKNOWN ? result : result->list.items[2];
}

static const struct value *call_fori_loop(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const struct value *lower = argument(arguments, LOWER), *upper = argument(arguments, UPPER);
	if (!value_is_callable(argument(arguments, BODY_FUN)))
		return trace_raise(trace, RULE_PROGRAM_ERROR, "TypeError",
		                   "lax.fori_loop: body_fun argument should be callable.");
	if (lower->kind == VALUE_FLOAT || upper->kind == VALUE_FLOAT)
		return trace_unknown(trace, "a loop whose bounds are floats is not followed");
	const struct array *bounds[] = {pytree_array(trace, lower), NULL};
	bounds[1] = bounds[0] ? pytree_array(trace, upper) : NULL;
	if (!bounds[1] || !match_bounds(trace, bounds))
		return NULL;
	if (is_known(lower) && is_known(upper))
		return fori_scan(trace, arguments);
	return fori_while(trace, arguments, bounds);
}

static const struct function_row rows[] = {
    {.name = "fori_loop",
     .signature = "lower, upper, body_fun, init_val, *, unroll=None",
     .call = call_fori_loop},
};

const struct module_row library_fori_loop = {"jax.lax", rows, sizeof rows / sizeof *rows};

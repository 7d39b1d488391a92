/* SPDX-License-Identifier: Apache-2.0 */
/* What accumulates in jax.lax, and stop_gradient; reductions and sorting are in
 * lib/library/prelude/lax. */
#include "library/library.h"
#include "op/reduce/reduce.h"
#include "op/core/watch.h"
#include "trace/convert/convert_value.h"
#include "trace/convert/pytree.h"

static const struct value *cumulate(struct trace *trace, const struct call_arguments *arguments)
{
	const char *name = arguments->row->name;
	const struct array *x = value_to_operand(trace, argument(arguments, 0), name);
	int64_t axis;
	bool reverse;
	if (!x || !value_to_int(trace, argument(arguments, 1), &axis) ||
	    !value_to_bool(trace, argument(arguments, 2), &reverse))
		return NULL;
	return trace_array(trace,
	                   lax_cumulative(&trace->op, arguments->row->data, x, axis, reverse));
}

static const struct value *stopped(struct trace *trace, const struct value *leaf, void *data)
{
	return leaf->kind == VALUE_ARRAY ? trace_array(trace, watch_stop(&trace->op, leaf->array))
	                                 : leaf;
}

static const struct value *stop_gradient(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	bool number = x->kind == VALUE_INT || x->kind == VALUE_FLOAT || x->kind == VALUE_BOOL;
	if (number)
		return trace_array(trace, value_to_operand(trace, x, "stop_gradient"));
	return trace->op.watch ? pytree_map(trace, x, stopped, NULL) : x;
}

const struct function_row library_lax_reduction[] = {
    MODULE("jax.lax"),
    FUNCTION("cumsum", "operand, axis=0, reverse=False", cumulate, .data = &lax_cumsum),
    FUNCTION("cumprod", "operand, axis=0, reverse=False", cumulate, .data = &lax_cumprod),
    FUNCTION("cummax", "operand, axis=0, reverse=False", cumulate, .data = &lax_cummax),
    FUNCTION("cummin", "operand, axis=0, reverse=False", cumulate, .data = &lax_cummin),
    FUNCTION("cumlogsumexp", "operand, axis=0, reverse=False", cumulate, .data = &lax_cumlogsumexp),
    FUNCTION("stop_gradient", "x", stop_gradient),
    TABLE_END,
};

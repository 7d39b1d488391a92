/* SPDX-License-Identifier: Apache-2.0 */
/* What leaves no trace in types: jaxprs and barriers. JAX: api.py; lax/lax.py
 * optimization_barrier. */
#include "library/library.h"
#include "library/transform/transform.h"
#include "op/manual/manual.h"

/* A function that is traced to its jaxpr, about which types say nothing. */
static const struct value *traced(struct trace *trace, const struct value *self,
                                  const struct call_arguments *arguments)
{
	struct value_list positional;
	const struct value_pair *keywords;
	if (!traced_arguments(trace, arguments, self->transformed.options[1], &value_none,
	                      &positional, &keywords))
		return NULL;
	const struct value *result =
	    staged_call(trace, self->transformed.function, &positional, keywords,
	                arguments->values[1]->dict.count, arguments->at);
	if (!result)
		return NULL;
	return value_foreign(trace->op.arena, STR("a jaxpr"));
}

static const struct value *call_make_jaxpr(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	return transform_check(trace, arguments) ? transform_new(trace, arguments, traced) : NULL;
}

static const struct value *call_barrier(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *operand = traced_value(trace, argument(arguments, 0));
	struct pytree tree;
	if (!operand || !trace->op.checks_varying ||
	    !op_has(&trace->op, JAX_BARRIER_VARIES_ALIKE) || value_has_unknown(operand))
		return operand;
	if (!pytree_flatten(trace, operand, &tree))
		return NULL;
	const struct array **arrays = pytree_arrays(trace, &tree);
	return arrays ? pytree_of_arrays(trace, &tree,
	                                 manual_vary_alike(&trace->op, arrays, tree.count))
	              : NULL;
}

const struct function_row library_scopes[] = {
    MODULE("jax"),
    FUNCTION("make_jaxpr",
             "fun, static_argnums=(), axis_env=None, return_shape=False, "
             "abstracted_axes=None",
             call_make_jaxpr),
    MODULE("jax.lax"),
    FUNCTION("optimization_barrier", "operand, /", call_barrier, .since = "0.4.38"),
    TABLE_END,
};

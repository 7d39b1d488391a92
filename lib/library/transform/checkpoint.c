/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions that are traced as a whole and change nothing in the forward direction: jax.checkpoint,
 * jax.make_jaxpr; and optimization barriers. JAX: ad_checkpoint.py, api.py, lax/lax.py.
 */
#include "library/library.h"
#include "library/transform/transform.h"
#include "op/manual/manual.h"
#include "trace/eval/prelude.h"

/* Which options tell the static arguments; and whether a jaxpr is given, of which types say
 * nothing, in place of the result. */
static const struct tracing {
	uint32_t positions, names; /* 0: none */
	bool jaxpr;
} by_position = {.positions = 3}, by_name = {.positions = 3, .names = 4},
  to_jaxpr = {.positions = 1, .jaxpr = true};

static const struct value *call_traced(struct trace *trace, const struct value *self,
                                       const struct call_arguments *arguments)
{
	const struct transformed *traced = &self->transformed;
	const struct tracing *tracing = traced->row->data;
	const struct value *names = tracing->names ? traced->options[tracing->names] : &value_none;
	struct value_list positional;
	const struct value_pair *keywords;
	if (tracing->jaxpr && traced->options[2]->kind != VALUE_NONE)
		return trace_unknown(trace, "make_jaxpr with axis_env=");
	struct call_arguments types = *arguments;
	const struct value *given[2];
	types.values = given;
	for (uint32_t i = 0; i < 2; i++) {
		given[i] = tracing->jaxpr
		               ? library_call(trace, PRELUDE_INTRINSICS, "arrays_of_types",
		                              &arguments->values[i], 1, arguments->at)
		               : arguments->values[i];
		if (!given[i])
			return NULL;
	}
	if (!traced_arguments(trace, &types, traced->options[tracing->positions], names,
	                      &positional, &keywords))
		return NULL;
	const struct value *result = staged_call(trace, traced->function, &positional, keywords,
	                                         given[1]->dict.count, arguments->at);
	if (result && tracing->jaxpr)
		return value_foreign(trace->op.arena, STR("a jaxpr"));
	return result ? traced_value(trace, result) : NULL;
}

static const struct value *transform(struct trace *trace, const struct call_arguments *arguments)
{
	return transform_check(trace, arguments) ? transform_new(trace, arguments, call_traced)
	                                         : NULL;
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

#define PARAMETERS "fun, *, prevent_cse=True, policy=None, static_argnums=()"

const struct function_row library_checkpoint[] = {
    MODULE("jax"),
    FUNCTION("checkpoint", PARAMETERS ", concrete=False", transform, .data = &by_position,
             .until = "0.10.2"),
    FUNCTION("checkpoint", PARAMETERS ", static_argnames=()", transform, .data = &by_name,
             .since = "0.10.2", .until = "0.11.0", .also = "*, concrete"),
    FUNCTION("checkpoint", PARAMETERS ", static_argnames=()", transform, .data = &by_name,
             .since = "0.11.0"),
    FUNCTION("remat", PARAMETERS, transform, .data = &by_position, .until = "0.11.0",
             .also = "*, concrete"),
    FUNCTION("remat", PARAMETERS, transform, .data = &by_position, .since = "0.11.0"),
    FUNCTION("make_jaxpr",
             "fun, static_argnums=(), axis_env=None, return_shape=False, "
             "abstracted_axes=None",
             transform, .data = &to_jaxpr),
    MODULE("jax.lax"),
    FUNCTION("optimization_barrier", "operand, /", call_barrier, .since = "0.4.38"),
    TABLE_END,
};

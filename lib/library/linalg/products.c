/* SPDX-License-Identifier: Apache-2.0 */
/* The products of jax.numpy, whose functions are prelude/linalg/einsum.py and matmul.py. */
#include "library/arguments/contraction_arguments.h"
#include "op/place/place.h"
#include "trace/eval/prelude.h"

/* The order of the arguments of dot_product. */
enum { X, Y, CONTRACTING, BATCH, PREFERRED, SHARDING, NAME, ORDER, ENTRIES, ADVICE, AUTOMATIC };

/* The request with these of its entries; one that it has not is None. JAX: numpy/einsum.py
 * _get_inverse_sharding. */
static const struct sharding_request *request_of_entries(struct op *op,
                                                         const struct sharding_request *request,
                                                         struct dimension_list entries)
{
	struct sharding_request *chosen = arena_new(op->arena, struct sharding_request, 1);
	struct dim_axes *spec = spec_none(op->arena, entries.count);
	for (uint32_t i = 0; i < entries.count; i++)
		if (entries.items[i] < request->count)
			spec[i] = request->spec[entries.items[i]];
	*chosen = *request;
	chosen->spec = spec;
	chosen->count = entries.count;
	if (op_has(op, JAX_EINSUM_DROPS_SETS))
		chosen->unreduced = chosen->reduced = 0;
	return chosen;
}

/* The product on Auto axes, which gets its sharding behind that. */
static const struct array *automatic_product(struct op *op, const struct array *const *x,
                                             const struct dot_params *params)
{
	struct dot_params inner = *params;
	struct auto_axes scope;
	if (!auto_axes_enter(op, AUTO_AXES_EXPLICIT, params->sharding, &scope))
		return NULL;
	inner.sharding = NULL;
	const struct array *product = dot_general_apply(
	    op, auto_axes_operand(op, &scope, x[0]), auto_axes_operand(op, &scope, x[1]), &inner);
	return auto_axes_leave(op, &scope, product, params->sharding);
}

/* Says what to write instead of a product that failed: how the result of the function lies, whose
 * dimensions may have another order; or what the advice is. */
static void help_product(struct trace *trace, const struct call_arguments *arguments,
                         const struct array *const *x, const struct dot_params *params,
                         struct dimension_list order)
{
	struct op *op = &trace->op;
	uint32_t *dims = arena_new(op->arena, uint32_t, order.count);
	struct dot_spelling spelling = {"", argument_given(arguments, ORDER) ? dims : NULL};
	for (uint32_t i = 0; i < order.count; i++)
		dims[i] = (uint32_t)order.items[i];
	if (argument_given(arguments, NAME)) {
		spelling.function = str_copy(op->arena, argument(arguments, NAME)->string).s;
		dot_help(op, x[0], x[1], &params->dimensions, &spelling);
	}
	if (argument_given(arguments, ADVICE) && op->error.raised &&
	    (op->error.rule == RULE_CONTRACTION_AMBIGUOUS ||
	     op->error.rule == RULE_SHARDING_CONFLICT ||
	     op->error.rule == RULE_RESULT_AXIS_REPEATED))
		explain(op, HELP("{}", argument(arguments, ADVICE)->string));
}

/* A list of integers, which is empty for None. */
static bool read_list(struct trace *trace, const struct value *value, struct dimension_list *list)
{
	*list = (struct dimension_list){NULL, 0};
	return value->kind == VALUE_NONE || value_to_ints(trace, value, &list->items, &list->count);
}

static const struct value *product(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *x[] = {argument(arguments, X)->array, argument(arguments, Y)->array};
	struct dot_params params;
	struct dimension_list entries, order;
	for (int i = 0; i < 2; i++)
		if (!read_list(trace, argument(arguments, CONTRACTING)->list.items[i],
		               &params.dimensions.contracting[i]) ||
		    !read_list(trace, argument(arguments, BATCH)->list.items[i],
		               &params.dimensions.batch[i]))
			return NULL;
	if (!value_to_optional_dtype(trace, argument(arguments, PREFERRED), &params.preferred) ||
	    !value_to_sharding(trace, argument(arguments, SHARDING), "einsum", &params.sharding) ||
	    !read_list(trace, argument(arguments, ENTRIES), &entries) ||
	    !read_list(trace, argument(arguments, ORDER), &order))
		return NULL;
	if (params.sharding && argument_given(arguments, ENTRIES))
		params.sharding = request_of_entries(op, params.sharding, entries);
	const struct array *result = params.sharding && argument(arguments, AUTOMATIC)->boolean
	                                 ? automatic_product(op, x, &params)
	                                 : dot_general_apply(op, x[0], x[1], &params);
	if (!result)
		help_product(trace, arguments, x, &params, order);
	return trace_array(trace, result);
}

static const struct value *precision(struct trace *trace, const struct call_arguments *arguments)
{
	return check_precision(trace, argument(arguments, 0)) ? &value_none : NULL;
}

const struct function_row library_products[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("dot_product",
             "x, y, contracting, batch, preferred_element_type, sharding, name, order=None, "
             "entries=None, advice=None, automatic=False",
             product),
    FUNCTION("check_precision", "precision", precision),
    TABLE_END,
};

/* SPDX-License-Identifier: Apache-2.0 */
#include "library/transform/derivative.h"

#include "op/elementwise/elementwise.h"
#include "op/core/levels.h"
#include "trace/convert/pytree.h"

/* Primitives whose derivatives keep shardings. */
static const char *const safe_sharded[] = {
    "argmax",
    "argmin",
    "broadcast_in_dim",
    "clamp",
    "conv_general_dilated",
    "concatenate",
    "copy",
    "convert_element_type",
    "cumsum",
    "custom",
    "device_put",
    "dot_general",
    "dynamic_slice",
    "dynamic_update_slice",
    "empty",
    "expand_dims",
    "gather",
    "iota",
    "mesh_cast",
    "pad",
    "random_bits",
    "random_fold_in",
    "random_seed",
    "random_split",
    "random_unwrap",
    "random_wrap",
    "reduce_and",
    "reduce_max",
    "reduce_min",
    "reduce_or",
    "reduce_precision",
    "reduce_sum",
    "reduce_xor",
    "reshape",
    "reshard",
    "rev",
    "scatter",
    "scatter-add",
    "scatter-mul",
    "scatter-sub",
    "select_n",
    "sharding_constraint",
    "slice",
    "split",
    "squeeze",
    "stack",
    "tile",
    "top_k",
    "transpose",
    "unstack",
    "while",
};

/* Primitives that have derivatives, which shardings could make fail. */
static const char *const safe_replicated[] = {
    "bitcast_convert_type",
    "cholesky",
    "cumlogsumexp",
    "cummax",
    "cummin",
    "cumprod",
    "reduce_prod",
    "reduce_window_max",
    "reduce_window_min",
    "reduce_window_sum",
    "sort",
    "triangular_solve",
};

/* Elementwise primitives without a derivative, or with one that is not simple. */
static const char *const unsafe_elementwise[] = {
    "igamma",
    "igamma_grad_a",
    "igammac",
    "nextafter",
    "polygamma",
    "random_gamma_grad",
    "regularized_incomplete_beta",
    "zeta",
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool is_listed(const char *name, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

/* Whether an array is sharded, the dimensions that vmaps map included. */
static bool is_sharded(const struct array *array)
{
	for (; array; array = array->mapped)
		if (!type_is_replicated(&array->type))
			return true;
	return false;
}

static bool any_sharded(const struct tape_entry *entry)
{
	bool sharded = false;
	for (uint32_t i = 0; i < entry->count; i++)
		sharded = sharded || is_sharded(entry->operands[i]);
	for (uint32_t i = 0; i < entry->nresults; i++)
		sharded = sharded || is_sharded(entry->results[i]);
	return sharded;
}

/* A slice that drops axes: its derivative is a pad, which does not know of them. */
static bool drops_axes(const struct tape_entry *entry)
{
	const struct array_type *operand = &entry->operands[0]->type, *result;
	if (strcmp(entry->primitive->name, "slice") != 0)
		return false;
	result = &entry->results[0]->type;
	for (uint32_t i = 0; i < operand->rank && operand->rank == result->rank; i++)
		if (operand->spec[i].count && !result->spec[i].count)
			return true;
	return false;
}

static bool is_safe(const struct tape_entry *entry)
{
	const char *name = entry->primitive->name;
	if (drops_axes(entry))
		return false;
	if (elementwise_named(str_of(name)))
		return !is_listed(name, unsafe_elementwise, COUNT(unsafe_elementwise));
	if (is_listed(name, safe_sharded, COUNT(safe_sharded)))
		return true;
	return is_listed(name, safe_replicated, COUNT(safe_replicated)) && !any_sharded(entry);
}

const struct value *derivative_inputs(struct trace *trace, const struct value *value)
{
	struct pytree tree;
	if (!pytree_flatten(trace, value, &tree))
		return NULL;
	for (uint32_t i = 0; i < tree.count; i++)
		if (tree.leaves[i]->kind == VALUE_ARRAY)
			tree.leaves[i] = value_array(
			    trace->op.arena, watch_input(&trace->op, tree.leaves[i]->array));
	return pytree_unflatten(trace, &tree, tree.leaves);
}

void derivative_judge(struct trace *trace, const struct primitive_watch *watch, struct span at)
{
	const struct abstract_mesh *mesh = trace->op.mesh;
	const char *doubt = watch->doubt;
	for (uint32_t i = 0; i < watch->nentries && !doubt; i++)
		if (!is_safe(&watch->entries[i]))
			doubt = watch->entries[i].primitive->name;
	if (doubt) {
		trace_doubt(trace, at, "whether the derivative of %s can be taken is not known",
		            doubt);
		return;
	}
	if (mesh && mesh->explicit_axes && !op_has(&trace->op, JAX_GRADIENTS_KEEP_SHARDING))
		trace_doubt(trace, at, "how derivatives are sharded in this release is not known");
}

/* The type of a cotangent: what is unreduced forward is reduced backward. JAX: core.py
 * primal_spec_to_cotangent_spec. */
struct array_type cotangent_type(const struct array_type *type)
{
	struct array_type cotangent = *type;
	cotangent.unreduced = type->reduced;
	cotangent.reduced = type->unreduced;
	return cotangent;
}

const struct value *derivative_back(struct trace *trace, const struct value *value, uint64_t levels)
{
	struct pytree tree;
	if (!pytree_flatten(trace, value, &tree))
		return NULL;
	for (uint32_t i = 0; i < tree.count; i++) {
		if (tree.leaves[i]->kind != VALUE_ARRAY)
			continue;
		const struct array *array = tree.leaves[i]->array;
		if (!array->type.unreduced && !array->type.reduced)
			continue;
		struct array_type type = cotangent_type(&array->type);
		array = array_of_levels(&trace->op, &type, array_levels(&trace->op, array));
		if (!array)
			return NULL;
		tree.leaves[i] = value_array(trace->op.arena, array);
	}
	return derivative_by(trace, pytree_unflatten(trace, &tree, tree.leaves), levels);
}

const struct value *derivative_by(struct trace *trace, const struct value *value, uint64_t levels)
{
	struct pytree tree;
	if (!pytree_flatten(trace, value, &tree))
		return NULL;
	for (uint32_t i = 0; i < tree.count; i++) {
		if (tree.leaves[i]->kind != VALUE_ARRAY)
			continue;
		const struct array *array = tree.leaves[i]->array;
		array = array_of_levels(&trace->op, &array->type,
		                        array_levels(&trace->op, array) | levels);
		if (!array)
			return NULL;
		tree.leaves[i] = value_array(trace->op.arena, array);
	}
	return pytree_unflatten(trace, &tree, tree.leaves);
}

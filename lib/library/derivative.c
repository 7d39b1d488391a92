/* SPDX-License-Identifier: Apache-2.0 */
#include "library/derivative.h"

#include "op/elementwise.h"
#include "op/levels.h"
#include "trace/pytree.h"

/* Primitives whose derivatives keep shardings. */
static const char *const safe_sharded[] = {
    "argmax",
    "argmin",
    "broadcast_in_dim",
    "clamp",
    "concatenate",
    "copy",
    "convert_element_type",
    "cumsum",
    "device_put",
    "dot_general",
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
    "select_n",
    "sharding_constraint",
    "slice",
    "split",
    "squeeze",
    "stack",
    "transpose",
    "unstack",
};

/* Primitives that have derivatives, which shardings could make fail. */
static const char *const safe_replicated[] = {
    "bitcast_convert_type",
    "cholesky",
    "conv_general_dilated",
    "cumlogsumexp",
    "cummax",
    "cummin",
    "cumprod",
    "dynamic_slice",
    "reduce_prod",
    "reduce_window_max",
    "reduce_window_min",
    "reduce_window_sum",
    "sort",
    "tile",
    "top_k",
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

static bool is_safe(const struct seen_primitive *primitive)
{
	const char *name = primitive->name;
	if (elementwise_named(str_of(name)))
		return !is_listed(name, unsafe_elementwise, COUNT(unsafe_elementwise));
	if (is_listed(name, safe_sharded, COUNT(safe_sharded)))
		return true;
	return !primitive->sharded && is_listed(name, safe_replicated, COUNT(safe_replicated));
}

/* The type of a gradient: what is reduced becomes unreduced, and the other way round. JAX: core.py
 * primal_sharding_to_cotangent_sharding. */
static const struct array *cotangent_of(struct op *op, const struct array *array)
{
	struct array *turned = arena_new(op->arena, struct array, 1);
	*turned = *array;
	turned->type.unreduced = array->type.reduced;
	turned->type.reduced = array->type.unreduced;
	return turned;
}

void derivative_judge(struct trace *trace, const struct primitive_watch *watch, struct span at)
{
	const struct abstract_mesh *mesh = trace->op.mesh;
	for (uint32_t i = 0; i < watch->count; i++) {
		if (!is_safe(&watch->seen[i])) {
			trace_doubt(trace, at,
			            "whether the derivative of %s can be taken is not known",
			            watch->seen[i].name);
			return;
		}
	}
	if (mesh && mesh->explicit_axes && !op_has(&trace->op, JAX_GRADIENTS_KEEP_SHARDING))
		trace_doubt(trace, at, "how derivatives are sharded in this release is not known");
}

const struct value *derivative_by(struct trace *trace, const struct value *value, uint64_t levels,
                                  bool gradient)
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
		if (gradient && !array->level && (array->type.unreduced || array->type.reduced))
			array = cotangent_of(&trace->op, array);
		tree.leaves[i] = value_array(trace->op.arena, array);
	}
	return pytree_unflatten(trace, &tree, tree.leaves);
}

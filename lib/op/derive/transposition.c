/* SPDX-License-Identifier: Apache-2.0 */
#include "op/derive/transposition.h"

#include "op/contract/convolution.h"
#include "op/index/gather_scatter.h"

/* An array of this type that belongs to no vmap. */
static const struct array *example(struct op *op, const struct array *array)
{
	return array_new(op, &array->type);
}

static bool same_sharding(const struct array_type *a, const struct array_type *b)
{
	return spec_equal(a->spec, b->spec, a->rank);
}

/* Whether the cotangent has the type of the operand. JAX: ad.py ct_check. */
static bool check_cotangent(struct op *op, const struct array *operand,
                            const struct array *cotangent)
{
	if (!cotangent)
		return false;
	if (type_same_shape(&operand->type, &cotangent->type) &&
	    same_sharding(&operand->type, &cotangent->type))
		return true;
	if (!op_has(op, JAX_CHECKS_COTANGENTS))
		return op_unknown(op, "%s", "");
	return refuse(
	    op, RULE_SHARDING_CONFLICT, "ValueError",
	    TEXT("Expected cotangent type {long} but got {long}", &operand->type, &cotangent->type),
	    WORDS("the derivative by an operand is sharded as the operand is not"),
	    HELP("bring operand and indices to the same sharding with {reshard} before the "
	         "indexing"));
}

const struct array *gather_updates(struct op *op, const struct scatter_dimensions *dims,
                                   const struct array *x, const struct array *indices,
                                   const struct array_type *updates)
{
	struct gather_dimensions numbers = {dims->update_window_dims, dims->inserted_window_dims,
	                                    dims->scatter_dims_to_operand_dims,
	                                    dims->operand_batching_dims,
	                                    dims->scatter_indices_batching_dims};
	int64_t *sizes = arena_new(op->arena, int64_t, x->type.rank);
	uint32_t window = 0;
	for (uint32_t i = 0; i < x->type.rank; i++) {
		bool one = dimensions_have(dims->inserted_window_dims, i) ||
		           dimensions_have(dims->operand_batching_dims, i);
		sizes[i] = one ? 1 : updates->shape[dims->update_window_dims.items[window++]];
	}
	return lax_gather(op, x, indices, &numbers, (struct dimension_list){sizes, x->type.rank});
}

/* JAX: slicing.py _gather_transpose_rule. */
static bool transpose_gather(struct op *op, const struct tape_entry *entry)
{
	const struct gather_params *params = entry->params;
	const struct gather_dimensions *dims = &params->dims;
	struct scatter_dimensions numbers = {
	    dims->offset_dims,           dims->collapsed_slice_dims,        dims->start_index_map,
	    dims->operand_batching_dims, dims->start_indices_batching_dims, false};
	const struct array *operand = example(op, entry->operands[0]);
	const struct array *cotangent =
	    lax_scatter(op, &lax_scatter_add, operand, example(op, entry->operands[1]),
	                example(op, entry->results[0]), &numbers);
	return check_cotangent(op, operand, cotangent);
}

/* JAX: slicing.py _scatter_addsub_transpose_rule. */
static bool transpose_scatter(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct scatter_params *params = entry->params;
	const struct array *cotangent = example(op, entry->results[0]);
	if (operand == 0)
		return check_cotangent(op, entry->operands[0], cotangent);
	cotangent = gather_updates(op, &params->dims, cotangent, example(op, entry->operands[1]),
	                           &entry->operands[2]->type);
	return check_cotangent(op, entry->operands[2], cotangent);
}

/* A dimension of 1 that a mesh axis shards stays as it is spread. JAX: lax.py
 * _broadcast_in_dim_transpose_rule. */
static bool transpose_broadcast(struct op *op, const struct tape_entry *entry)
{
	const struct array_type *from = &entry->operands[0]->type;
	for (uint32_t i = 0; i < from->rank; i++)
		if ((from->shape[i] == 1 && from->spec[i].count) || from->unreduced)
			return op_unknown(op, "%s", "");
	return true;
}

/* JAX: slicing.py _dynamic_slice_transpose_fancy. */
static bool transpose_dynamic_slice(struct op *op, const struct tape_entry *entry)
{
	return same_sharding(&entry->operands[0]->type, &entry->results[0]->type) ||
	       op_unknown(op, "%s", "");
}

/* JAX: lax.py _top_k_jvp. */
const struct array *gather_top(struct op *op, const struct array *x, const struct array *indices,
                               uint32_t axis, bool back, const struct array *values)
{
	uint32_t rank = x->type.rank;
	int64_t *others = arena_new(op->arena, int64_t, rank);
	int64_t *ones = arena_new(op->arena, int64_t, rank), *along = ones;
	struct dimension_list none = {NULL, 0}, batch = {others, 0}, axes;
	along = arena_new(op->arena, int64_t, 1);
	*along = axis;
	axes = (struct dimension_list){along, 1};
	for (uint32_t i = 0; i < rank; i++) {
		ones[i] = 1;
		if (i != axis)
			others[batch.count++] = i;
	}
	indices = lax_expand_dims(op, indices, &rank, 1);
	if (!indices)
		return NULL;
	if (back)
		return lax_scatter(
		    op, &lax_scatter_add, x, indices, values,
		    &(struct scatter_dimensions){none, axes, axes, batch, batch, false});
	return lax_gather(op, x, indices,
	                  &(struct gather_dimensions){none, axes, axes, batch, batch},
	                  (struct dimension_list){ones, rank});
}

/* The dimension that top_k has cut. */
uint32_t top_axis(const struct tape_entry *entry)
{
	const struct array_type *from = &entry->operands[0]->type, *to = &entry->results[0]->type;
	for (uint32_t i = 0; i < from->rank; i++)
		if (from->shape[i] != to->shape[i])
			return i;
	return from->rank - 1;
}

static bool transpose_top_k(struct op *op, const struct tape_entry *entry)
{
	const struct array *operand = example(op, entry->operands[0]);
	const struct array *cotangent =
	    gather_top(op, operand, example(op, entry->results[1]), top_axis(entry), true,
	               example(op, entry->results[0]));
	return check_cotangent(op, operand, cotangent);
}

/* A convolution is one backward too, for which JAX asks for the sharding of the operand; the
 * dimensions of groups are cut out of others and put together again. JAX: convolution.py
 * _conv_general_dilated_transpose_lhs, _conv_general_dilated_transpose_rhs. */
static bool transpose_convolution(struct op *op, const struct tape_entry *entry)
{
	const struct conv_params *params = entry->params;
	bool sharded = !type_is_replicated(&entry->operands[0]->type) ||
	               !type_is_replicated(&entry->operands[1]->type);
	bool alone = params->batch_groups == 1 &&
	             (params->feature_groups == 1 || type_is_replicated(&entry->operands[1]->type));
	if (!sharded || (alone && !entry->mapped))
		return true;
	return op_unknown(op, "%s", "");
}

/* A dimension that is dropped comes back unsharded. JAX: lax.py _squeeze_transpose_rule. */
static bool transpose_squeeze(struct op *op, const struct tape_entry *entry)
{
	const struct array_type *from = &entry->operands[0]->type;
	for (uint32_t i = 0; i < from->rank; i++)
		if (from->shape[i] == 1 && from->spec[i].count)
			return op_unknown(op, "%s", "");
	return true;
}

static bool transpose_custom(struct op *op, const struct tape_entry *entry)
{
	const struct custom_back *custom = entry->params;
	return !custom->back || custom->back(op, custom->data);
}

static bool raise_loop(struct op *op)
{
	return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
	              TEXT("Reverse-mode differentiation does not work for lax.while_loop or "
	                   "lax.fori_loop with dynamic start/stop values. Try using lax.scan, or "
	                   "using fori_loop with static start/stop."),
	              HELP("use lax.scan, or lax.fori_loop with bounds that Python knows"));
}

bool transpose(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const char *name = entry->primitive->name;
	if (strcmp(name, "gather") == 0)
		return transpose_gather(op, entry);
	if (strcmp(name, "scatter") == 0 || strcmp(name, "scatter-add") == 0 ||
	    strcmp(name, "scatter-sub") == 0)
		return transpose_scatter(op, entry, operand);
	if (strcmp(name, "scatter-mul") == 0)
		return operand == 0 || op_unknown(op, "%s", "");
	if (strcmp(name, "broadcast_in_dim") == 0)
		return transpose_broadcast(op, entry);
	if (strcmp(name, "squeeze") == 0)
		return transpose_squeeze(op, entry);
	if (strcmp(name, "dynamic_slice") == 0)
		return transpose_dynamic_slice(op, entry);
	if (strcmp(name, "top_k") == 0)
		return transpose_top_k(op, entry);
	if (strcmp(name, "conv_general_dilated") == 0)
		return transpose_convolution(op, entry);
	if (strcmp(name, "custom") == 0)
		return transpose_custom(op, entry);
	return strcmp(name, "while") != 0 || raise_loop(op);
}

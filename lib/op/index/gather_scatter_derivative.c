/* SPDX-License-Identifier: Apache-2.0 */
/* The derivatives of gather and scatter, forward and back. */
#include "op/index/gather_scatter.h"

#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"
#include "op/core/watch.h"

/* The updates that a scatter with these dimensions would have put where the indices say. JAX:
 * slicing.py _scatter_addsub_transpose_rule. */
static const struct array *gather_updates(struct op *op, const struct scatter_dimensions *dims,
                                          const struct array *x, const struct array *indices,
                                          const struct array_type *updates)
{
	struct gather_dimensions numbers = {dims->update_window_dims,
	                                    dims->inserted_window_dims,
	                                    dims->scatter_dims_to_operand_dims,
	                                    dims->operand_batching_dims,
	                                    dims->scatter_indices_batching_dims,
	                                    false};
	int64_t *sizes = arena_new(op->arena, int64_t, x->type.rank);
	uint32_t window = 0;
	for (uint32_t i = 0; i < x->type.rank; i++) {
		bool one = dimensions_have(dims->inserted_window_dims, i) ||
		           dimensions_have(dims->operand_batching_dims, i);
		sizes[i] = one ? 1 : updates->shape[dims->update_window_dims.items[window++]];
	}
	return lax_gather(op, x, indices, &numbers, (struct dimension_list){sizes, x->type.rank});
}

/* The zeros that what is gathered is added to: made without operands, they are on the mesh in
 * context, if there is one. */
static const struct array *gathered_zeros(struct op *op, const struct array *operand)
{
	const struct array *zeros = cotangent_example(op, operand);
	if (!zeros || op->mesh || !op_has(op, JAX_BROADCAST_CALLS_RULE))
		return zeros;
	struct array_type type =
	    type_plain(op->arena, zeros->type.dtype, zeros->type.shape, zeros->type.rank);
	return array_new(op, &type);
}

/* JAX: slicing.py _gather_transpose_rule. */
bool gather_transpose(struct op *op, const struct tape_entry *entry, uint32_t by)
{
	const struct gather_params *params = entry->params;
	const struct gather_dimensions *dims = &params->dims;
	struct scatter_dimensions numbers = {dims->offset_dims,
	                                     dims->collapsed_slice_dims,
	                                     dims->start_index_map,
	                                     dims->operand_batching_dims,
	                                     dims->start_indices_batching_dims,
	                                     false,
	                                     dims->fills};
	/* It is given the sharding of the operand, so that no rule is asked. */
	if (op_has(op, JAX_SCATTER_ADD_REFUSES))
		return true;
	const struct array *operand = gathered_zeros(op, entry->operands[0]);
	const struct array *cotangent =
	    lax_scatter(op, &lax_scatter_add, operand, array_example(op, entry->operands[1]),
	                cotangent_example(op, entry->results[0]), &numbers);
	return check_cotangent(op, operand, cotangent);
}

/* The cotangent of an array, or the array of a cotangent: what is unreduced forward is reduced
 * backward. */
static const struct array *turned_back(struct op *op, const struct array *x)
{
	if (!x || (!x->type.unreduced && !x->type.reduced))
		return x;
	struct array_type type = x->type;
	type.unreduced = x->type.reduced;
	type.reduced = x->type.unreduced;
	return array_new(op, &type);
}

/* JAX: slicing.py _scatter_addsub_transpose_rule. */
bool scatter_transpose(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct scatter_params *params = entry->params;
	const struct array *cotangent = array_example(op, entry->results[0]);
	if (operand == 0)
		return check_cotangent(op, entry->operands[0], cotangent);
	cotangent =
	    gather_updates(op, &params->dims, turned_back(op, cotangent),
	                   array_example(op, entry->operands[1]), &entry->operands[2]->type);
	return check_cotangent(op, entry->operands[2], turned_back(op, cotangent));
}

/* Zeros where the condition does not hold, else the tangent. JAX: lax.select. */
static bool select_tangent(struct op *op, const struct array *condition,
                           const struct array *tangent, const struct array *zeros)
{
	const struct array *cases[] = {zeros, tangent};
	return lax_select_n(op, condition, cases, 2) != NULL;
}

/* An array with the type of another one, but for the dtype. */
static const struct array *of_dtype(struct op *op, const struct array *like, const char *dtype)
{
	return lax_convert_element_type(op, like, dtype_named(str_of(dtype)), false);
}

/* Which update has won at each place: by scattering numbers and gathering them again. */
static const struct array *scatter_numbers(struct op *op, const struct tape_entry *entry,
                                           const struct array *ids)
{
	const struct scatter_params *params = entry->params;
	const struct array_type *type = &entry->operands[0]->type;
	const struct array *zeros =
	    lax_full(op, ids->type.dtype, false, type->shape, type->rank, NULL);
	return lax_scatter(op, &lax_scatter_set, zeros, entry->operands[1], ids, &params->dims);
}

/* JAX: slicing.py _scatter_jvp. */
bool scatter_forward(struct op *op, const struct tape_entry *entry, uint32_t by)
{
	const struct scatter_params *params = entry->params;
	const struct array *operand = entry->operands[0], *updates = entry->operands[2];
	if (params->dims.unique)
		return true;
	const struct array *ids = of_dtype(op, updates, "uint32");
	const struct array *scattered = ids ? scatter_numbers(op, entry, ids) : NULL;
	const struct array *gathered =
	    scattered
		? gather_updates(op, &params->dims, scattered, entry->operands[1], &updates->type)
		: NULL;
	if (!gathered)
		return false;
	const struct array *kept = lax_binary(op, &lax_eq, scattered, scattered);
	if (!select_tangent(op, kept, operand, operand))
		return false;
	const struct array *won = lax_binary(op, &lax_eq, ids, gathered);
	return select_tangent(op, won, updates, updates);
}

static bool raise_product(struct op *op)
{
	return refuse(op, RULE_PROGRAM_ERROR, "NotImplementedError",
	              TEXT("scatter_mul gradients are only implemented if `unique_indices=True`"),
	              HELP("give unique_indices=True, when no two indices are equal"));
}

/* JAX: slicing.py scatter_mul_p. */
bool scatter_mul_forward(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct scatter_params *params = entry->params;
	return operand == 0 || params->dims.unique || raise_product(op);
}

/* JAX: slicing.py _scatter_mul_transpose_rule. */
bool scatter_mul_transpose(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct scatter_params *params = entry->params;
	if (operand == 0)
		return true;
	const struct array *product = lax_binary(op, &lax_mul, array_example(op, entry->results[0]),
	                                         array_example(op, entry->operands[0]));
	const struct array *cotangent =
	    product
		? gather_updates(op, &params->dims, product, array_example(op, entry->operands[1]),
	                         &entry->operands[2]->type)
		: NULL;
	return check_cotangent(op, entry->operands[2], cotangent);
}

/* JAX: slicing.py _scatter_extremal_jvp. That all it computes is sharded as the updates are has
 * the way back keep shardings, too. */
bool scatter_extremal_forward(struct op *op, const struct tape_entry *entry, uint32_t by)
{
	const struct scatter_params *params = entry->params;
	const struct array *indices = entry->operands[1], *updates = entry->operands[2];
	const struct array *before =
	    gather_updates(op, &params->dims, entry->operands[0], indices, &updates->type);
	const struct array *after =
	    before ? gather_updates(op, &params->dims, entry->results[0], indices, &updates->type)
		   : NULL;
	const struct array *won = lax_binary(op, &lax_eq, updates, after);
	const struct array *kept = won ? lax_binary(op, &lax_eq, before, after) : NULL;
	if (!kept || !select_tangent(op, won, updates, updates) ||
	    !select_tangent(op, kept, before, before) || !select_tangent(op, won, before, updates))
		return false;
	return spec_equal(before->type.spec, updates->type.spec, updates->type.rank) ||
	       op_unknown(op, "%s", "");
}

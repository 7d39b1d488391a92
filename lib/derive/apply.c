/* SPDX-License-Identifier: Apache-2.0 */
#include "derive/apply.h"

#include <math.h>

#include "op/core/abstract_mesh.h"
#include "op/core/elements.h"
#include "op/core/shape_rules.h"
#include "op/elementwise/elementwise.h"
#include "op/index/index.h"
#include "op/manual/manual.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"

const struct array *plus(struct op *op, const struct array *x, const struct array *y)
{
	return lax_binary(op, &lax_add, x, y);
}

const struct array *minus(struct op *op, const struct array *x, const struct array *y)
{
	return lax_binary(op, &lax_sub, x, y);
}

const struct array *times(struct op *op, const struct array *x, const struct array *y)
{
	return lax_binary(op, &lax_mul, x, y);
}

const struct array *over(struct op *op, const struct array *x, const struct array *y)
{
	return lax_binary(op, &lax_div, x, y);
}

const struct array *negative(struct op *op, const struct array *x)
{
	return lax_unary(op, &lax_neg, x);
}

/* The number as an integer, which infinities are not. */
static int64_t integer_of(double number)
{
	return fabs(number) < 0x1p63 ? (int64_t)number : 0;
}

/* A literal of a dtype that holds the number, rounded as far as that is known. */
static const struct array *number_of(struct op *op, const struct dtype *dtype, bool weak,
                                     double number)
{
	const struct array *scalar = array_scalar(op, dtype, weak);
	if (!dtype_is_held(dtype)) {
		array_write_literal(op, scalar, integer_of(number), number);
		return scalar;
	}
	union element *item = arena_new(op->arena, union element, 1);
	if (dtype_holds_reals(dtype)) {
		item->real = number;
		(void)element_round(op, dtype, false, &item->real);
	} else {
		item->integer = integer_of(number);
	}
	array_hold(scalar, item);
	return scalar;
}

const struct array *literal(struct op *op, const struct array *like, double number)
{
	return like ? number_of(op, like->type.dtype, like->type.weak && !like->type.rank, number)
	            : NULL;
}

const struct sharding_request *asked_sharding(struct op *op, const struct array_type *type)
{
	if (!type->mesh || !type->mesh->explicit_axes)
		return NULL;
	struct sharding_request *request = arena_new(op->arena, struct sharding_request, 1);
	*request = type_request(type);
	return request;
}

/* A scalar broadcast to a shape, sharded as the type is. */
static const struct array *filled(struct op *op, const struct array_type *type, double number)
{
	const struct array *scalar = number_of(op, type->dtype, type->weak, number);
	const struct array *full =
	    lax_broadcast(op, scalar, type->shape, type->rank, asked_sharding(op, type));
	return manual_vary(op, full, type->varying);
}

const struct array *scalar_like(struct op *op, const struct array *like, double number)
{
	if (!like)
		return NULL;
	struct array_type type = like->type;
	type.rank = 0;
	type.shape = NULL;
	type.spec = NULL;
	type.unreduced = type.reduced = 0;
	return filled(op, &type, number);
}

const struct array *full_like(struct op *op, const struct array *like, double number)
{
	return like ? filled(op, &like->type, number) : NULL;
}

const struct array *zeros_of(struct op *op, const struct array_type *type)
{
	return filled(op, type, 0);
}

struct array_type cotangent_type_of(const struct array_type *type)
{
	struct array_type cotangent = *type;
	cotangent.unreduced = type->reduced;
	cotangent.reduced = type->unreduced;
	return cotangent;
}

bool same_shape_and_sharding(const struct array_type *a, const struct array_type *b)
{
	if (!type_same_shape(a, b))
		return false;
	bool plain = (!a->mesh || !a->mesh->explicit_axes) && (!b->mesh || !b->mesh->explicit_axes);
	return (plain || abstract_mesh_equal(a->mesh, b->mesh)) && a->unreduced == b->unreduced &&
	       a->reduced == b->reduced && spec_equal(a->spec, b->spec, a->rank);
}

/* Sums over all dimensions in which the shapes differ; over all for a scalar. */
static const struct array *summed(struct op *op, const struct array_type *type,
                                  const struct array *x)
{
	uint32_t dims[MAX_RANK], count = 0;
	for (uint32_t i = 0; i < x->type.rank && i < MAX_RANK; i++)
		if (!type->rank || x->type.shape[i] != type->shape[i])
			dims[count++] = i;
	return count || !type->rank ? lax_reduce(op, &lax_reduce_sum, x, dims, count, NULL) : x;
}

const struct array *unbroadcast(struct op *op, const struct array_type *type, const struct array *x)
{
	if (!x)
		return NULL;
	struct array_type wanted = cotangent_type_of(type);
	if (same_shape_and_sharding(&wanted, &x->type))
		return x;
	x = summed(op, &wanted, x);
	return wanted.rank ? lax_reshape(op, x, wanted.shape, wanted.rank, NULL,
	                                 asked_sharding(op, &wanted))
	                   : x;
}

const struct array *maybe_broadcast(struct op *op, const struct array *x,
                                    const struct array_type *type)
{
	if (!x || same_shape_and_sharding(&x->type, type))
		return x;
	uint32_t dims[MAX_RANK], count = 0;
	int64_t *kept = arena_new(op->arena, int64_t, type->rank);
	for (uint32_t i = 0; i < x->type.rank && i < MAX_RANK; i++) {
		if (x->type.shape[i] != type->shape[i])
			continue;
		kept[count] = x->type.shape[i];
		dims[count++] = i;
	}
	if (count < x->type.rank)
		x = lax_reshape(op, x, kept, count, NULL, NULL);
	return lax_broadcast_in_dim(op, x, type->shape, type->rank, dims, asked_sharding(op, type));
}

const struct array *chosen(struct op *op, const struct array *which, const struct array *on_true,
                           const struct array *on_false)
{
	const struct array *cases[] = {on_false, on_true};
	return on_true && on_false ? lax_select_n(op, which, cases, 2) : NULL;
}

const struct array *balanced_equal(struct op *op, const struct array *x, const struct array *z,
                                   const struct array *y)
{
	const struct array *is_x = lax_binary(op, &lax_eq, x, z);
	const struct array *one = full_like(op, z, 1), *zero = full_like(op, z, 0);
	const struct array *share = chosen(op, is_x, one, zero);
	const struct array *is_y = lax_binary(op, &lax_eq, y, z);
	const struct array *two = full_like(op, z, 2), *single = full_like(op, z, 1);
	return over(op, share, chosen(op, is_y, two, single));
}

const struct array *balanced_order(struct op *op, const struct array *x, const struct array *y)
{
	const struct array *is_greater = lax_binary(op, &lax_gt, x, y);
	const struct array *is_equal = lax_binary(op, &lax_eq, x, y);
	if (!is_greater || !is_equal)
		return NULL;
	struct array_type type = is_greater->type;
	type.dtype = x->type.dtype;
	const struct array *like = array_new(op, &type);
	const struct array *one = full_like(op, like, 1), *zero = full_like(op, like, 0);
	const struct array *rest = chosen(op, is_equal, full_like(op, like, 0.5), zero);
	return chosen(op, is_greater, one, rest);
}

const struct array *stacked_array(struct op *op, const struct array *element, int64_t length)
{
	struct array_type type = element->type;
	struct dim_axes *spec = spec_none(op->arena, type.rank + 1);
	for (uint32_t i = 0; i < type.rank; i++)
		spec[i + 1] = type.spec[i];
	type.shape = sizes_insert(op->arena, type.shape, type.rank, 0, length);
	type.spec = spec;
	type.rank++;
	return array_new(op, &type);
}

const struct array *gathered_updates(struct op *op, const struct array *x,
                                     const struct array *indices,
                                     const struct scatter_dimensions *dims,
                                     const struct array_type *updates)
{
	if (!x)
		return NULL;
	uint32_t rank = x->type.rank, next = 0;
	int64_t *sizes = arena_new(op->arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++) {
		bool single = dimensions_have(dims->inserted_window_dims, i) ||
		              dimensions_have(dims->operand_batching_dims, i);
		sizes[i] = single ? 1 : updates->shape[dims->update_window_dims.items[next++]];
	}
	struct gather_dimensions dimensions = {
	    .offset_dims = dims->update_window_dims,
	    .collapsed_slice_dims = dims->inserted_window_dims,
	    .start_index_map = dims->scatter_dims_to_operand_dims,
	    .operand_batching_dims = dims->operand_batching_dims,
	    .start_indices_batching_dims = dims->scatter_indices_batching_dims,
	    .fills = dims->drops};
	return lax_gather(op, x, indices, &dimensions, (struct dimension_list){sizes, rank});
}

struct dimension_list dimensions_from(struct op *op, uint32_t first, uint32_t count)
{
	int64_t *items = arena_new(op->arena, int64_t, count);
	for (uint32_t i = 0; i < count; i++)
		items[i] = first + i;
	return (struct dimension_list){items, count};
}

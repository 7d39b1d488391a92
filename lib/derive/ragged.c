/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products of rows in groups, each with a matrix of its own: their derivatives, and what they are
 * written as where no instruction does it: rows are repeated for each group, with zeros for those
 * of others, and groups are contracted with the rest. JAX: lax/lax.py _ragged_dot_general_jvp_rule,
 * _ragged_dot_general_transpose_rule, _ragged_dot_general_impl.
 */
#include "derive/apply.h"
#include "derive/rules.h"
#include "op/contract/contract.h"
#include "op/core/shape_rules.h"
#include "op/elementwise/elementwise.h"
#include "op/index/index.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"

enum { LEFT, RIGHT, SIZES, OPERANDS };

/* ---- Lists of dimensions ---- */

static void append(int64_t *items, uint32_t *count, struct dimension_list list, int64_t by)
{
	for (uint32_t i = 0; i < list.count; i++)
		items[(*count)++] = list.items[i] + by;
}

/* One dimension more, in front of the list or behind it; `by` is added to each of the list. */
static struct dimension_list with(struct op *op, int64_t dim, bool front,
                                  struct dimension_list list, int64_t by)
{
	int64_t *items = arena_new(op->arena, int64_t, (size_t)list.count + 1);
	uint32_t count = front;
	append(items, &count, list, by);
	items[front ? 0 : count] = dim;
	return (struct dimension_list){items, list.count + 1};
}

static uint32_t place_in(struct dimension_list list, int64_t dim)
{
	uint32_t at = 0;
	while (at < list.count && list.items[at] != dim)
		at++;
	return at;
}

/* The list in the order of the keys, which are as many. */
static struct dimension_list sorted_by(struct op *op, struct dimension_list list,
                                       struct dimension_list keys)
{
	int64_t *items = arena_new(op->arena, int64_t, list.count);
	for (uint32_t i = 0; i < list.count; i++) {
		uint32_t at = 0;
		for (uint32_t j = 0; j < keys.count; j++)
			at += keys.items[j] < keys.items[i];
		items[at] = list.items[i];
	}
	return (struct dimension_list){items, list.count};
}

/* The array whose dimensions stand where `places` says, in order again. */
static const struct array *put_in_order(struct op *op, const struct array *x, const int64_t *places)
{
	if (!x)
		return NULL;
	uint32_t *permutation = arena_new(op->arena, uint32_t, x->type.rank);
	for (uint32_t i = 0; i < x->type.rank; i++)
		permutation[places[i]] = i;
	return lax_transpose(op, x, permutation);
}

/* ---- As a product of whole arrays ---- */

/* The elements along the last dimension from `from` up to `to`. */
static const struct array *cut_last(struct op *op, const struct array *x, int64_t from, int64_t to)
{
	if (!x)
		return NULL;
	uint32_t rank = x->type.rank;
	int64_t *start = arena_new(op->arena, int64_t, rank);
	int64_t *limit = shape_copy(op->arena, x->type.shape, rank);
	start[rank - 1] = from;
	limit[rank - 1] = to;
	return lax_slice(op, x, start, limit, NULL);
}

/* Where each group begins, by where it ends. */
static const struct array *group_starts(struct op *op, const struct array *sizes,
                                        const struct array *ends)
{
	uint32_t last = sizes->type.rank - 1;
	if (op_has(op, JAX_RAGGED_STARTS_SUBTRACTED))
		return minus(op, ends, sizes);
	const struct array *parts[] = {cut_last(op, full_like(op, sizes, 0), 0, 1),
	                               cut_last(op, ends, 0, sizes->type.shape[last] - 1)};
	return parts[0] && parts[1] ? lax_concatenate(op, parts, 2, last) : NULL;
}

/* Which elements of the shape are of each group, by their index along `dim`. The dimensions of the
 * group sizes come first. */
static const struct array *group_mask(struct op *op, const struct array *sizes,
                                      const int64_t *shape, uint32_t rank, uint32_t dim)
{
	uint32_t prefix = sizes->type.rank - 1, dims[MAX_RANK];
	for (uint32_t i = 0; i <= prefix; i++)
		dims[i] = i;
	const struct array *index =
	    lax_iota(op, sizes->type.dtype, shape + prefix, rank - prefix, dim - prefix, NULL);
	if (index && prefix)
		index = lax_broadcast(op, index, shape, prefix, NULL);
	const struct array *ends = lax_cumulative(op, &lax_cumsum, sizes, prefix, false);
	const struct array *starts = ends ? group_starts(op, sizes, ends) : NULL;
	if (!starts)
		return NULL;
	ends = lax_broadcast_in_dim(op, ends, shape, rank, dims, NULL);
	starts = lax_broadcast_in_dim(op, starts, shape, rank, dims, NULL);
	const struct array *after = lax_binary(op, &lax_le, starts, index);
	return lax_binary(op, &lax_and, after, lax_binary(op, &lax_lt, index, ends));
}

/* An operand with a new first dimension for the groups, and zeros where an element, by its index
 * along `ragged`, is of another group. */
static const struct array *expanded(struct op *op, const struct array *x, int64_t ragged,
                                    const struct array *sizes, struct dimension_list prefix)
{
	uint32_t rank = x->type.rank + 1, count = 0, dims[MAX_RANK], order[MAX_RANK];
	int64_t *places = arena_new(op->arena, int64_t, rank);
	int64_t *shape = arena_new(op->arena, int64_t, rank);
	struct dimension_list rest = dimensions_left(op, x->type.rank, &prefix, 1);
	if (!op_takes_rank(op, rank))
		return NULL;
	append(places, &count, prefix, 1);
	places[count++] = 0;
	append(places, &count, rest, 1);
	for (uint32_t i = 0; i < rank; i++) {
		bool group = i == prefix.count;
		uint32_t at = i - (i > prefix.count);
		shape[i] = group ? sizes->type.shape[prefix.count] : x->type.shape[places[i] - 1];
		if (group)
			continue;
		order[at] = (uint32_t)places[i] - 1;
		dims[at] = i;
	}
	const struct array *moved = lax_transpose(op, x, order);
	const struct array *all =
	    moved ? lax_broadcast_in_dim(op, moved, shape, rank, dims, NULL) : NULL;
	const struct array *mask =
	    group_mask(op, sizes, shape, rank, prefix.count + 1 + place_in(rest, ragged));
	return put_in_order(op, chosen(op, mask, all, full_like(op, all, 0)), places);
}

/* The group sizes for each element of the dimensions outside of the ragged one. */
static const struct array *sizes_for_all(struct op *op, const struct array *sizes,
                                         const struct array *x, struct dimension_list prefix)
{
	int64_t *shape = arena_new(op->arena, int64_t, prefix.count);
	for (uint32_t i = 0; i < prefix.count; i++)
		shape[i] = x->type.shape[prefix.items[i]];
	return sizes->type.rank > 1 || !prefix.count
	           ? sizes
	           : lax_broadcast(op, sizes, shape, prefix.count, NULL);
}

const struct array *ragged_dot_written_out(struct op *op, const struct equation *equation)
{
	const struct ragged_params *params = equation->params;
	const struct ragged_dimensions *dims = &params->dimensions;
	const struct dot_dimensions *dot = &dims->dot;
	const struct array *left = equation->operands[LEFT], *right = equation->operands[RIGHT];
	enum ragged_mode mode = ragged_mode(dims);
	struct dot_dimensions *all = arena_new(op->arena, struct dot_dimensions, 1);
	int64_t ragged = dims->ragged.items[0];
	struct dimension_list prefix = ragged_prefix(op, dims, LEFT, left->type.rank, ragged);
	const struct array *sizes = sizes_for_all(op, equation->operands[SIZES], left, prefix);
	if (mode == RAGGED_BATCH)
		return lax_dot_general(op, left, right, dot, params->preferred, params->sharding);
	left = sizes ? expanded(op, left, ragged, sizes, prefix) : NULL;
	if (mode == RAGGED_FREE) {
		*all = (struct dot_dimensions){
		    {with(op, 0, false, dot->contracting[LEFT], 1),
		     with(op, dims->group.items[0], false, dot->contracting[RIGHT], 0)},
		    {dimensions_bumped(op, dot->batch[LEFT], 0), dot->batch[RIGHT]}};
	} else {
		ragged = dot->contracting[RIGHT].items[place_in(dot->contracting[LEFT], ragged)];
		prefix = ragged_prefix(op, dims, RIGHT, right->type.rank, ragged);
		right = left ? expanded(op, right, ragged, sizes, prefix) : NULL;
		for (uint32_t side = LEFT; side <= RIGHT; side++) {
			all->contracting[side] = dimensions_bumped(op, dot->contracting[side], 0);
			all->batch[side] = with(op, 0, true, dot->batch[side], 1);
		}
	}
	return left && right
	           ? lax_dot_general(op, left, right, all, params->preferred, params->sharding)
	           : NULL;
}

/* ---- Derivatives ---- */

bool forward_ragged_dot(struct forward *f)
{
	const struct ragged_params *params = f->equation->params;
	const struct array *parts[2];
	for (uint32_t i = LEFT; i <= RIGHT; i++) {
		const struct array *operands[OPERANDS] = {f->equation->operands[LEFT],
		                                          f->equation->operands[RIGHT],
		                                          f->equation->operands[SIZES]};
		operands[i] = f->tangents[i];
		parts[i] = f->tangents[i]
		               ? lax_ragged_dot_general(f->op, operands, &params->dimensions,
		                                        params->preferred, NULL)
		               : full_like(f->op, f->results[0], 0);
	}
	f->made[0] = plus(f->op, parts[LEFT], parts[RIGHT]);
	return f->made[0] != NULL;
}

/* What is neither contracted nor of the batch nor of the groups. */
static struct dimension_list kept_of(struct backward *b, uint32_t side)
{
	const struct ragged_params *params = b->equation->params;
	const struct dimension_list taken[] = {params->dimensions.dot.contracting[side],
	                                       params->dimensions.dot.batch[side],
	                                       params->dimensions.group};
	return dimensions_left(b->op, b->equation->operands[side]->type.rank, taken,
	                       side == RIGHT ? 3 : 2);
}

/* The cotangent of an operand by a product whose dimensions go to `places`. */
static bool give_product(struct backward *b, uint32_t side, const struct array *left,
                         const struct array *right, const struct ragged_dimensions *dimensions,
                         const int64_t *places)
{
	struct op *op = b->op;
	const struct ragged_params *params = b->equation->params;
	const struct array *operands[] = {left, right, b->equation->operands[SIZES]};
	struct array_type type = cotangent_type_of(&b->equation->operands[side]->type);
	const struct array *product =
	    put_in_order(op,
	                 lax_ragged_dot_general(op, operands, dimensions, params->preferred,
	                                        asked_sharding(op, &type)),
	                 places);
	if (product && product->type.dtype != type.dtype)
		product = lax_convert_element_type(op, product, type.dtype, type.weak);
	b->made[side] = product;
	return product != NULL;
}

static bool back_left(struct backward *b)
{
	struct op *op = b->op;
	const struct ragged_dimensions *dims =
	    &((const struct ragged_params *)b->equation->params)->dimensions;
	const struct dot_dimensions *dot = &dims->dot;
	struct dimension_list kept = kept_of(b, LEFT), others = kept_of(b, RIGHT);
	uint32_t batches = dot->batch[LEFT].count, count = 0;
	int64_t *places = arena_new(op->arena, int64_t, b->equation->operands[LEFT]->type.rank);
	const struct ragged_dimensions product = {
	    .dot = {{dimensions_from(op, batches + kept.count, others.count), others},
	            {dimensions_from(op, 0, batches), dot->batch[RIGHT]}},
	    .ragged = dimensions_from(op, batches + place_in(kept, dims->ragged.items[0]), 1),
	    .group = dims->group};
	append(places, &count, dot->batch[LEFT], 0);
	append(places, &count, kept, 0);
	append(places, &count, sorted_by(op, dot->contracting[LEFT], dot->contracting[RIGHT]), 0);
	return give_product(b, LEFT, b->cotangents[0], b->equation->operands[RIGHT], &product,
	                    places);
}

static bool back_right(struct backward *b)
{
	struct op *op = b->op;
	const struct ragged_dimensions *dims =
	    &((const struct ragged_params *)b->equation->params)->dimensions;
	const struct dot_dimensions *dot = &dims->dot;
	struct dimension_list kept = kept_of(b, RIGHT), others = kept_of(b, LEFT);
	uint32_t batches = dot->batch[LEFT].count, count = 0;
	int64_t *places = arena_new(op->arena, int64_t, b->equation->operands[RIGHT]->type.rank);
	const struct ragged_dimensions product = {
	    .dot = {{others, dimensions_from(op, batches, others.count)},
	            {dot->batch[LEFT], dimensions_from(op, 0, batches)}},
	    .ragged = dims->ragged};
	append(places, &count, dims->group, 0);
	append(places, &count, dot->batch[RIGHT], 0);
	append(places, &count, sorted_by(op, dot->contracting[RIGHT], dot->contracting[LEFT]), 0);
	append(places, &count, kept, 0);
	return give_product(b, RIGHT, b->equation->operands[LEFT], b->cotangents[0], &product,
	                    places);
}

static bool back_ragged_dot(struct backward *b)
{
	const struct ragged_params *params = b->equation->params;
	if (b->linear[LEFT] == b->linear[RIGHT] || ragged_mode(&params->dimensions) != RAGGED_FREE)
		return false;
	return b->linear[LEFT] ? back_left(b) : back_right(b);
}

const struct backward_rule ragged_backward[] = {
    {"ragged_dot_general", back_ragged_dot},
    {NULL, NULL},
};

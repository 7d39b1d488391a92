/* SPDX-License-Identifier: Apache-2.0 */
/* How the other primitives go forward. JAX: lax/lax.py, lax/slicing.py. */
#include <assert.h>

#include "base/checked.h"
#include "derive/apply.h"
#include "derive/rules.h"
#include "op/contract/contract.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/core/shape_rules.h"
#include "op/index/index.h"
#include "op/manual/manual.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"

/* The same primitive, by other operands. */
static const struct array *same(const struct forward *f, const struct array *const *operands)
{
	return primitive_apply_one(f->op, f->equation->primitive, f->equation->params, operands,
	                           f->equation->count);
}

/* A product, linear in each operand: JAX's defbilinear. */
static const struct array *by_factor(const struct forward *f, const struct array *g,
                                     uint32_t operand)
{
	const struct array *operands[2] = {f->equation->operands[0], f->equation->operands[1]};
	assert(f->equation->count == 2);
	operands[operand] = g;
	return same(f, operands);
}

/* Linear in all operands that can have tangents: the same of these, or of zeros. JAX's
 * linear_jvp. */
static bool forward_linear(struct forward *f)
{
	const struct equation *equation = f->equation;
	const struct array **operands =
	    arena_new(f->op->arena, const struct array *, equation->count);
	const struct array **results =
	    arena_new(f->op->arena, const struct array *, equation->nresults);
	for (uint32_t i = 0; i < equation->count; i++) {
		const struct array_type *type = &equation->operands[i]->type;
		operands[i] = f->tangents[i] ? f->tangents[i] : equation->operands[i];
		if (!f->tangents[i] && dtype_is_inexact(type->dtype))
			operands[i] = zeros_of(f->op, type);
	}
	if (!primitive_apply(f->op, equation->primitive, equation->params, operands,
	                     equation->count, results, equation->nresults))
		return false;
	for (uint32_t i = 0; i < equation->nresults; i++)
		if (dtype_is_inexact(results[i]->type.dtype))
			f->made[i] = results[i];
	return true;
}

/* A conversion to what has no derivative ends a tangent. */
static bool forward_convert(struct forward *f)
{
	const struct conversion *conversion = f->equation->params;
	return !dtype_is_inexact(conversion->dtype) || forward_linear(f);
}

/* The cases' tangents, with the same zeros for all that have none. */
static bool forward_select(struct forward *f)
{
	const struct array *cases[MAX_OPERANDS], *zeros = NULL;
	uint32_t count = f->equation->count;
	for (uint32_t i = 1; i < count && !zeros; i++)
		if (f->tangents[i])
			zeros = full_like(f->op, f->tangents[i], 0);
	for (uint32_t i = 1; i < count && i < MAX_OPERANDS; i++)
		cases[i - 1] = f->tangents[i] ? f->tangents[i] : zeros;
	f->made[0] = zeros ? lax_select_n(f->op, f->equation->operands[0], cases, count - 1) : NULL;
	return f->made[0] != NULL;
}

/* Of reduce_max and reduce_min: shared by all elements that are the result. JAX:
 * _reduce_chooser_jvp_rule. */
static const struct array *by_extreme(const struct forward *f, const struct array *g,
                                      uint32_t operand)
{
	const struct reduction *reduction = f->equation->params;
	const struct array *x = f->equation->operands[operand];
	int64_t *shape = shape_copy(f->op->arena, x->type.shape, x->type.rank);
	uint32_t *axes = arena_new(f->op->arena, uint32_t, reduction->count);
	for (uint32_t i = 0; i < reduction->count; i++) {
		axes[i] = (uint32_t)reduction->axes[i];
		shape[axes[i]] = 1;
	}
	const struct array *kept =
	    lax_reshape(f->op, f->results[0], shape, x->type.rank, NULL, NULL);
	const struct array *where = lax_convert_element_type(
	    f->op, lax_binary(f->op, &lax_eq, x, kept), g->type.dtype, false);
	const struct array *counts =
	    lax_reduce(f->op, &lax_reduce_sum, where, axes, reduction->count, NULL);
	const struct array *sum = lax_reduce(f->op, &lax_reduce_sum, times(f->op, g, where), axes,
	                                     reduction->count, NULL);
	return over(f->op, sum, counts);
}

/* JAX: _reduce_window_chooser_jvp_rule. */
static const struct array *by_window_extreme(const struct forward *f, const struct array *g,
                                             uint32_t operand)
{
	struct window_choice *choice = arena_new(f->op->arena, struct window_choice, 1);
	choice->window = *(const struct window *)f->equation->params;
	choice->least = f->equation->primitive == &lax_reduce_window_min;
	return lax_select_and_gather_add(f->op, g, f->equation->operands[operand], choice);
}

/* Linear in the first operand; where the second has a tangent it only chooses. */
static const struct array *by_chosen_tangent(const struct forward *f, const struct array *g,
                                             uint32_t operand)
{
	const struct array *operands[2] = {g, f->equation->operands[1]};
	return operand == 0 ? same(f, operands) : NULL;
}

static struct dimension_list one_dimension(struct op *op, int64_t dim)
{
	return (struct dimension_list){arena_copy(op->arena, &dim, 1, sizeof dim), 1};
}

/* Takes elements along one dimension, for each place of the others. */
static const struct array *gather_along(struct op *op, const struct array *x,
                                        const struct array *indices, uint32_t dim)
{
	uint32_t rank = x->type.rank;
	int64_t *others = arena_new(op->arena, int64_t, rank);
	int64_t *ones = arena_new(op->arena, int64_t, rank);
	uint32_t count = 0;
	for (uint32_t i = 0; i < rank; i++) {
		ones[i] = 1;
		if (i != dim)
			others[count++] = i;
	}
	struct gather_dimensions dimensions = {.collapsed_slice_dims = one_dimension(op, dim),
	                                       .start_index_map = one_dimension(op, dim),
	                                       .operand_batching_dims = {others, count},
	                                       .start_indices_batching_dims = {others, count}};
	return lax_gather(op, x, indices, &dimensions, (struct dimension_list){ones, rank});
}

/* The places of what is sorted are sorted with it. JAX: _sort_jvp. */
static bool forward_sort(struct forward *f)
{
	const struct sorting *sorting = f->equation->params;
	const struct array_type *type = &f->equation->operands[0]->type;
	uint32_t count = f->equation->count, behind = type->rank;
	const struct array **operands =
	    arena_new(f->op->arena, const struct array *, (size_t)count + 1);
	const struct array **results =
	    arena_new(f->op->arena, const struct array *, (size_t)count + 1);
	for (uint32_t i = 0; i < count; i++)
		operands[i] = f->equation->operands[i];
	operands[count] = lax_iota(f->op, dtype_named(STR("uint32")), type->shape, type->rank,
	                           sorting->dim, NULL);
	if (!operands[count] ||
	    !lax_sort(f->op, operands, count + 1, sorting->dim, sorting->nkeys, results))
		return false;
	const struct array *places = lax_expand_dims(f->op, results[count], &behind, 1);
	for (uint32_t i = 0; i < count; i++) {
		f->results[i] = results[i];
		if (!f->tangents[i])
			continue;
		f->made[i] = gather_along(f->op, f->tangents[i], places, sorting->dim);
		if (!f->made[i])
			return false;
	}
	return true;
}

static bool forward_top_k(struct forward *f)
{
	const struct choosing *choosing = f->equation->params;
	const struct array_type *type = &f->results[1]->type;
	int64_t *shape = sizes_insert(f->op->arena, type->shape, type->rank, type->rank, 1);
	const struct array *places =
	    lax_reshape(f->op, f->results[1], shape, type->rank + 1, NULL, NULL);
	f->made[0] =
	    places ? gather_along(f->op, f->tangents[0], places, (uint32_t)choosing->axis) : NULL;
	return f->made[0] != NULL;
}

/* A number from 1 on for each update, as they are put. */
static const struct array *update_ids(struct op *op, const struct scatter_params *params,
                                      const struct array_type *updates)
{
	const struct dtype *dtype = dtype_named(STR("uint32"));
	int64_t *shape = shape_copy(op->arena, updates->shape, updates->rank), count = 1;
	for (uint32_t i = 0; i < params->dims.update_window_dims.count; i++)
		shape[params->dims.update_window_dims.items[i]] = 1;
	for (uint32_t i = 0; i < updates->rank; i++)
		if (!checked_multiply(&count, count, shape[i]) || count >= UINT32_MAX)
			return NULL;
	struct array_type type = *updates;
	type.dtype = dtype;
	const int64_t *all = arena_copy(op->arena, &count, 1, sizeof count);
	const struct array *ids = lax_iota(op, dtype, all, 1, 0, NULL);
	ids = ids ? lax_reshape(op, ids, shape, type.rank, NULL, asked_sharding(op, &type)) : NULL;
	const struct array *like = array_new(op, &type);
	return ids ? plus(op, ids, full_like(op, like, 1)) : NULL;
}

/* x where the ids are alike, and zeros elsewhere. */
static const struct array *masked(struct op *op, const struct array *x, const struct array *mask)
{
	return x && mask ? chosen(op, mask, x, full_like(op, x, 0)) : NULL;
}

/* An update at places that may be the same: which one is left is found by its number, and what is
 * left is added up. JAX: _scatter_jvp. */
static bool forward_overlapping(struct forward *f)
{
	const struct scatter_params *params = f->equation->params;
	const struct array *operand = f->equation->operands[0], *indices = f->equation->operands[1],
			   *updates = f->equation->operands[2];
	struct op *op = f->op;
	struct array_type counted = operand->type;
	counted.dtype = dtype_named(STR("uint32"));
	counted.weak = false;
	const struct array *ids = update_ids(op, params, &updates->type);
	const struct array *put = ids ? lax_scatter(op, &lax_scatter_set, zeros_of(op, &counted),
	                                            indices, ids, &params->dims)
	                              : NULL;
	if (!put)
		return false;
	const struct array *got = gathered_updates(op, put, indices, &params->dims, &updates->type);
	const struct array *kept = lax_binary(op, &lax_eq, put, full_like(op, put, 0));
	const struct array *left = got ? lax_binary(op, &lax_eq, ids, got) : NULL;
	const struct array *tangent[2] = {f->tangents[0], f->tangents[2]};
	for (uint32_t i = 0; i < 2; i++)
		if (!tangent[i])
			tangent[i] = zeros_of(op, i ? &updates->type : &operand->type);
	f->results[0] = lax_scatter(op, &lax_scatter_add, masked(op, operand, kept), indices,
	                            masked(op, updates, left), &params->dims);
	f->made[0] = lax_scatter(op, &lax_scatter_add, masked(op, tangent[0], kept), indices,
	                         masked(op, tangent[1], left), &params->dims);
	return f->results[0] && f->made[0];
}

/* A scatter into zeros, taken out again at the places of the updates. */
static const struct array *counted(struct op *op, const struct scatter_params *params,
                                   const struct array *operand, const struct array *indices,
                                   const struct array *updates)
{
	const struct array *sums = lax_scatter(op, &lax_scatter_add, zeros_of(op, &operand->type),
	                                       indices, updates, &params->dims);
	return gathered_updates(op, sums, indices, &params->dims, &updates->type);
}

/* Of scatter-max and scatter-min: shared by all that reach the result at a place, the operand among
 * them. JAX: _scatter_extremal_jvp. */
static bool forward_scatter_extreme(struct forward *f)
{
	const struct scatter_params *params = f->equation->params;
	const struct array *operand = f->equation->operands[0], *indices = f->equation->operands[1],
			   *updates = f->equation->operands[2];
	struct op *op = f->op;
	const struct array *g = f->tangents[0] ? f->tangents[0] : zeros_of(op, &operand->type);
	const struct array *h = f->tangents[2] ? f->tangents[2] : zeros_of(op, &updates->type);
	const struct array *before =
	    gathered_updates(op, operand, indices, &params->dims, &updates->type);
	const struct array *after =
	    gathered_updates(op, f->results[0], indices, &params->dims, &updates->type);
	if (!before || !after)
		return false;
	const struct array *reaches = lax_binary(op, &lax_eq, updates, after);
	const struct array *stays = lax_binary(op, &lax_eq, before, after);
	const struct array *one = full_like(op, updates, 1), *zero = full_like(op, updates, 0);
	const struct array *some =
	    counted(op, params, operand, indices, chosen(op, reaches, one, zero));
	const struct array *all = counted(op, params, operand, indices, one);
	const struct array *shared = over(op, one, plus(op, some, one));
	const struct array *share = chosen(op, stays, shared, over(op, one, some));
	const struct array *kept = minus(op, chosen(op, stays, shared, zero), one);
	const struct array *given = times(op, h, chosen(op, reaches, share, zero));
	const struct array *taken =
	    times(op, gathered_updates(op, g, indices, &params->dims, &updates->type),
	          over(op, kept, all));
	f->made[0] =
	    lax_scatter(op, &lax_scatter_add, g, indices, plus(op, taken, given), &params->dims);
	return f->made[0] != NULL;
}

static bool forward_scatter(struct forward *f)
{
	const struct scatter_params *params = f->equation->params;
	return params->dims.unique ? forward_linear(f) : forward_overlapping(f);
}

/* A tangent has no name. */
static bool forward_name(struct forward *f)
{
	f->made[0] = f->tangents[0];
	return true;
}

static bool forward_collective(struct forward *f)
{
	const struct collective *collective = f->equation->params;
	return !collective->no_derivative && forward_linear(f);
}

const struct forward_rule structural_forward[] = {
    {"broadcast_in_dim", .whole = forward_linear},
    {"cholesky", .whole = forward_cholesky},
    {"collective", .whole = forward_collective},
    {"complex", .whole = forward_linear},
    {"concatenate", .whole = forward_linear},
    {"conj", .whole = forward_linear},
    {"conv_general_dilated", .by = by_factor},
    {"convert_element_type", .whole = forward_convert},
    {"cumlogsumexp", .instead = cumulative_scan},
    {"cummax", .instead = cumulative_scan},
    {"cummin", .instead = cumulative_scan},
    {"cumprod", .instead = cumulative_scan},
    {"cumsum", .whole = forward_linear},
    {"device_put", .whole = forward_linear},
    {"dot_general", .by = by_factor},
    {"dynamic_slice", .whole = forward_linear},
    {"dynamic_update_slice", .whole = forward_linear},
    {"eigh", .whole = forward_eigh, .replaces = true},
    {"fft", .whole = forward_linear},
    {"gather", .whole = forward_linear},
    {"imag", .whole = forward_linear},
    {"lu", .whole = forward_lu},
    {"mesh_cast", .whole = forward_linear},
    {"name", .whole = forward_name},
    {"pad", .whole = forward_linear},
    {"qr", .whole = forward_qr},
    {"ragged_dot_general", .whole = forward_ragged_dot},
    {"real", .whole = forward_linear},
    {"reduce_max", .by = by_extreme},
    {"reduce_min", .by = by_extreme},
    {"reduce_precision", .whole = forward_linear},
    {"reduce_sum", .whole = forward_linear},
    {"reduce_window_max", .by = by_window_extreme},
    {"reduce_window_min", .by = by_window_extreme},
    {"reduce_window_sum", .whole = forward_linear},
    {"reshape", .whole = forward_linear},
    {"reshard", .whole = forward_linear},
    {"rev", .whole = forward_linear},
    {"scatter", .whole = forward_scatter},
    {"scatter-add", .whole = forward_linear},
    {"scatter-max", .whole = forward_scatter_extreme},
    {"scatter-min", .whole = forward_scatter_extreme},
    {"scatter-sub", .whole = forward_linear},
    {"select_and_gather_add", .by = by_chosen_tangent},
    {"select_and_scatter_add", .by = by_chosen_tangent},
    {"select_n", .whole = forward_select},
    {"shard_map", .whole = forward_linear},
    {"sharding_constraint", .whole = forward_linear},
    {"slice", .whole = forward_linear},
    {"sort", .whole = forward_sort, .replaces = true},
    {"split", .whole = forward_linear},
    {"squeeze", .whole = forward_linear},
    {"stack", .whole = forward_linear},
    {"svd", .whole = forward_svd, .replaces = true},
    {"tile", .whole = forward_linear},
    {"top_k", .whole = forward_top_k},
    {"transpose", .whole = forward_linear},
    {"triangular_solve", .whole = forward_triangular_solve},
    {"unstack", .whole = forward_linear},
    {.name = NULL},
};

static const struct forward_rule *find_rule(const struct forward_rule *rules, struct str name)
{
	for (; rules->name; rules++)
		if (str_is(name, rules->name))
			return rules;
	return NULL;
}

const struct forward_rule *forward_rule_of(const struct primitive *primitive)
{
	struct str name = str_of(primitive->name);
	const struct forward_rule *rule = find_rule(elementwise_forward, name);
	return rule ? rule : find_rule(structural_forward, name);
}

bool stops_tangents(const struct primitive *primitive)
{
	return primitive->constant ||
	       str_has_word(STR("sign floor ceil round is_finite argmax argmin eq ne ge gt le lt "
	                        "le_to not and or xor bitcast_convert_type"),
	                    str_of(primitive->name));
}

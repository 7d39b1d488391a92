/* SPDX-License-Identifier: Apache-2.0 */
/* The way back through what changes shapes, joins and cuts. JAX: lax/lax.py, lax/slicing.py. */
#include "derive/apply.h"
#include "derive/rules.h"
#include "op/core/shape_rules.h"
#include "op/elementwise/elementwise.h"
#include "op/index/index.h"
#include "op/place/place.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"

static bool give(struct backward *b, const struct array *cotangent)
{
	b->made[0] = cotangent;
	return cotangent != NULL;
}

static struct array_type wanted_type(const struct backward *b, uint32_t i)
{
	return cotangent_type_of(&b->equation->operands[i]->type);
}

/* Sums over what was new; dimensions of 1 that no axis shards come back afterwards. */
static bool back_broadcast(struct backward *b)
{
	struct op *op = b->op;
	const struct broadcast_params *params = b->equation->params;
	struct array_type type = wanted_type(b, 0);
	struct sharding_request request = type_request(&type);
	struct dim_axes *spec = spec_none(op->arena, type.rank);
	uint32_t units[MAX_RANK], nunits = 0, axes[MAX_RANK], naxes = 0, kept = 0;
	uint64_t stays = 0;
	for (uint32_t i = 0; i < type.rank; i++) {
		if (type.shape[i] == 1 && !type.spec[i].count) {
			units[nunits++] = i;
			continue;
		}
		stays |= (uint64_t)1 << params->dims[i];
		spec[kept++] = type.spec[i];
	}
	for (uint32_t i = 0; i < params->rank; i++)
		if (!(stays >> i & 1))
			axes[naxes++] = i;
	request.spec = spec;
	request.count = kept;
	const struct array *sum =
	    lax_reduce(op, &lax_reduce_sum, b->cotangents[0], axes, naxes,
	               type.mesh && type.mesh->explicit_axes ? &request : NULL);
	return give(b, nunits ? lax_expand_dims(op, sum, units, nunits) : sum);
}

static bool back_reshape(struct backward *b)
{
	struct op *op = b->op;
	const struct reshape_params *params = b->equation->params;
	struct array_type type = wanted_type(b, 0);
	struct sharding_request request = type_request(&type);
	bool explicit = type.mesh && type.mesh->explicit_axes;
	if (!params->dimensions)
		return give(b, lax_reshape(op, b->cotangents[0], type.shape, type.rank, NULL,
		                           asked_sharding(op, &type)));
	int64_t *shape = arena_new(op->arena, int64_t, type.rank);
	struct dim_axes *spec = spec_none(op->arena, type.rank);
	uint32_t *back = arena_new(op->arena, uint32_t, type.rank);
	for (uint32_t i = 0; i < type.rank; i++) {
		shape[i] = type.shape[params->dimensions[i]];
		spec[i] = type.spec[params->dimensions[i]];
		back[params->dimensions[i]] = i;
	}
	request.spec = spec;
	const struct array *reshaped =
	    lax_reshape(op, b->cotangents[0], shape, type.rank, NULL, explicit ? &request : NULL);
	return give(b, lax_transpose(op, reshaped, back));
}

static bool back_transpose(struct backward *b)
{
	const uint32_t *permutation = b->equation->params;
	uint32_t rank = b->cotangents[0]->type.rank;
	uint32_t *back = arena_new(b->op->arena, uint32_t, rank);
	for (uint32_t i = 0; i < rank; i++)
		back[permutation[i]] = i;
	return give(b, lax_transpose(b->op, b->cotangents[0], back));
}

static bool back_squeeze(struct backward *b)
{
	const struct squeeze_params *params = b->equation->params;
	return give(b, lax_expand_dims(b->op, b->cotangents[0], params->dims, params->count));
}

static bool back_rev(struct backward *b)
{
	const struct rev_params *params = b->equation->params;
	return give(b, lax_rev(b->op, b->cotangents[0], params->dims, params->count));
}

static bool back_slice(struct backward *b)
{
	struct op *op = b->op;
	const struct slice_params *params = b->equation->params;
	const struct array_type *type = &b->equation->operands[0]->type;
	const struct array *ct = b->cotangents[0];
	struct padding *paddings = arena_new(op->arena, struct padding, type->rank);
	bool strided = false;
	for (uint32_t i = 0; params->strides && i < type->rank; i++)
		strided = strided || params->strides[i] != 1;
	for (uint32_t i = 0; i < type->rank; i++) {
		int64_t stride = strided ? params->strides[i] : 1, size = ct->type.shape[i];
		int64_t end = strided ? params->start[i] + (size ? 1 + (size - 1) * stride : 0)
		                      : params->limit[i];
		paddings[i] = (struct padding){params->start[i], type->shape[i] - end, stride - 1};
	}
	return give(b, lax_pad(op, ct, literal(op, ct, 0), paddings));
}

/* Takes the padding off again. JAX: _pad_transpose. */
static bool back_pad(struct backward *b)
{
	struct op *op = b->op;
	const struct pad_params *params = b->equation->params;
	const struct array *ct = b->cotangents[0];
	uint32_t rank = ct->type.rank;
	struct padding *off = arena_new(op->arena, struct padding, rank);
	int64_t *start = arena_new(op->arena, int64_t, rank);
	int64_t *strides = arena_new(op->arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++) {
		off[i] = (struct padding){-params->paddings[i].low, -params->paddings[i].high, 0};
		strides[i] = params->paddings[i].interior + 1;
	}
	const struct array *inner = lax_pad(op, ct, literal(op, ct, 0), off);
	inner = inner ? lax_slice(op, inner, start, inner->type.shape, strides) : NULL;
	if (b->linear[0] && !give(b, inner))
		return false;
	if (!b->linear[1])
		return inner != NULL;
	uint32_t dims[MAX_RANK];
	for (uint32_t i = 0; i < rank && i < MAX_RANK; i++)
		dims[i] = i;
	const struct array *all = lax_reduce(op, &lax_reduce_sum, ct, dims, rank, NULL);
	const struct array *own = lax_reduce(op, &lax_reduce_sum, inner, dims, rank, NULL);
	b->made[1] = minus(op, all, own);
	return b->made[1] != NULL;
}

static bool back_concatenate(struct backward *b)
{
	uint32_t dim = *(const uint32_t *)b->equation->params, count = b->equation->count;
	int64_t *sizes = arena_new(b->op->arena, int64_t, count);
	for (uint32_t i = 0; i < count; i++)
		sizes[i] = b->equation->operands[i]->type.shape[dim];
	return lax_split(b->op, b->cotangents[0], sizes, count, dim, b->made);
}

/* The cotangents of several results, zeros for those that have none. */
static const struct array **whole_cotangents(struct backward *b)
{
	uint32_t count = b->equation->nresults;
	const struct array **all = arena_new(b->op->arena, const struct array *, count);
	for (uint32_t i = 0; i < count; i++) {
		struct array_type type = cotangent_type_of(&b->equation->results[i]->type);
		all[i] = b->cotangents[i] ? b->cotangents[i] : zeros_of(b->op, &type);
	}
	return all;
}

static bool back_split(struct backward *b)
{
	const struct split_params *params = b->equation->params;
	return give(
	    b, lax_concatenate(b->op, whole_cotangents(b), b->equation->nresults, params->dim));
}

static bool back_stack(struct backward *b)
{
	return lax_unstack(b->op, b->cotangents[0], *(const uint32_t *)b->equation->params,
	                   b->made);
}

static bool back_unstack(struct backward *b)
{
	return give(b, lax_stack(b->op, whole_cotangents(b), b->equation->nresults,
	                         *(const uint32_t *)b->equation->params));
}

static bool back_tile(struct backward *b)
{
	struct op *op = b->op;
	const int64_t *reps = b->equation->params;
	struct array_type type = wanted_type(b, 0);
	struct sharding_request request = type_request(&type);
	uint32_t rank = 2 * type.rank, *axes = arena_new(op->arena, uint32_t, type.rank);
	if (rank > MAX_RANK)
		return false;
	int64_t *shape = arena_new(op->arena, int64_t, rank);
	struct dim_axes *spec = spec_none(op->arena, rank);
	for (uint32_t i = 0; i < type.rank; i++) {
		axes[i] = 2 * i;
		shape[axes[i]] = reps[i];
		shape[axes[i] + 1] = type.shape[i];
		spec[axes[i] + 1] = type.spec[i];
	}
	request.spec = spec;
	request.count = rank;
	const struct array *apart =
	    lax_reshape(op, b->cotangents[0], shape, rank, NULL,
	                type.mesh && type.mesh->explicit_axes ? &request : NULL);
	return give(b, lax_reduce(op, &lax_reduce_sum, apart, axes, type.rank, NULL));
}

/* The other way round. JAX: loops.py _cumsum_transpose_rule. */
static bool back_cumsum(struct backward *b)
{
	const struct cumulation *params = b->equation->params;
	return give(b, lax_cumulative(b->op, b->equation->primitive, b->cotangents[0], params->axis,
	                              !params->reverse));
}

static bool back_window_sum(struct backward *b)
{
	return give(b, lax_reduce_window_sum_back(b->op, b->cotangents[0], b->equation->params,
	                                          &b->equation->operands[0]->type));
}

static bool all_ones(struct dimension_list list)
{
	for (uint32_t i = 0; i < list.count; i++)
		if (list.items[i] != 1)
			return false;
	return true;
}

/* JAX: _select_and_gather_add_transpose. */
static bool back_choice(struct backward *b)
{
	const struct window_choice *choice = b->equation->params;
	return !b->linear[1] && all_ones(choice->window.window_dilation) &&
	       all_ones(choice->window.base_dilation) &&
	       give(b, lax_select_and_scatter_add(b->op, b->cotangents[0], b->equation->operands[1],
	                                          choice));
}

/* Back to the sharding of the operand, on its mesh, whatever the one in context is. JAX: pjit.py
 * _reshard_transpose_fancy. */
static bool back_reshard(struct backward *b)
{
	struct op *op = b->op;
	struct array_type type = wanted_type(b, 0);
	struct sharding_request *request = arena_new(op->arena, struct sharding_request, 1);
	*request = type_request(&type);
	op->mesh = NULL;
	return give(b, request->mesh ? primitive_apply_one(op, b->equation->primitive, request,
	                                                   b->cotangents, 1)
	                             : b->cotangents[0]);
}

/* The same of the cotangent. */
static bool back_same(struct backward *b)
{
	return give(b, primitive_apply_one(b->op, b->equation->primitive, b->equation->params,
	                                   b->cotangents, 1));
}

const struct backward_rule structural_backward[] = {
    {"broadcast_in_dim", back_broadcast},
    {"concatenate", back_concatenate},
    {"cumsum", back_cumsum},
    {"pad", back_pad},
    {"reduce_precision", back_same},
    {"reduce_window_sum", back_window_sum},
    {"reshape", back_reshape},
    {"reshard", back_reshard},
    {"rev", back_rev},
    {"select_and_gather_add", back_choice},
    {"sharding_constraint", back_same},
    {"slice", back_slice},
    {"split", back_split},
    {"squeeze", back_squeeze},
    {"stack", back_stack},
    {"tile", back_tile},
    {"transpose", back_transpose},
    {"unstack", back_unstack},
    {NULL, NULL},
};

static const struct backward_rule *find_rule(const struct backward_rule *rules, struct str name)
{
	for (; rules->name; rules++)
		if (str_is(name, rules->name))
			return rules;
	return NULL;
}

const struct backward_rule *backward_rule_of(const struct primitive *primitive)
{
	const struct backward_rule *const tables[] = {
	    arithmetic_backward, structural_backward, indexed_backward, convolution_backward,
	    complex_backward,    manual_backward,     matrix_backward,  ragged_backward};
	struct str name = str_of(primitive->name);
	const struct backward_rule *rule = NULL;
	for (size_t i = 0; i < COUNT_OF(tables) && !rule; i++)
		rule = find_rule(tables[i], name);
	return rule;
}

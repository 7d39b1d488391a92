/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/primitive.h"

#include "op/core/batch.h"
#include "op/core/captures.h"
#include "op/core/lax.h"
#include "op/core/watch.h"

/* The type of one example of a mapped array: without the mapped dimension. */
static struct array_type example_type(struct op *op, const struct array_type *whole, uint32_t dim)
{
	struct array_type type = *whole;
	int64_t *shape = arena_new(op->arena, int64_t, whole->rank);
	struct dim_axes *spec = spec_none(op->arena, whole->rank);
	type.rank = 0;
	for (uint32_t i = 0; i < whole->rank; i++) {
		if (i == dim)
			continue;
		shape[type.rank] = whole->shape[i];
		spec[type.rank++] = whole->spec[i];
	}
	type.shape = shape;
	type.spec = spec;
	return type;
}

const struct array *array_map(struct op *op, const struct array *whole, uint32_t dim,
                              uint32_t level)
{
	struct array *array = arena_new(op->arena, struct array, 1);
	array->type = example_type(op, &whole->type, dim);
	array->level = level;
	array->mapped = whole;
	array->mapped_dim = dim;
	array->number = op->arrays++;
	watch_inherit(op, array, whole, level);
	return array;
}

/* Applies the primitive to arrays of no vmap. */
static bool apply_plain(struct op *op, const struct application *application,
                        const struct array *const *operands, const struct array **results)
{
	struct array_type *types = arena_new(op->arena, struct array_type, application->nresults);
	for (uint32_t i = 0; i < application->count; i++)
		if (!check_context(op, application->operands[i], application->primitive->name))
			return false;
	if (!application->primitive->infer(op, application, types))
		return false;
	for (uint32_t i = 0; i < application->nresults; i++) {
		if (!check_context(op, &types[i], application->primitive->name))
			return false;
		results[i] = array_new_like(
		    op, &types[i], application->primitive->same_elements ? operands[0] : NULL);
	}
	return true;
}

/* Applies the primitive's batching rule at the level of the innermost vmap among the operands. */
static bool apply_mapped(struct op *op, const struct application *application,
                         const struct array *const *operands, uint32_t level,
                         const struct array **results)
{
	const struct primitive *primitive = application->primitive;
	uint32_t count = application->count;
	const struct array **whole = arena_new(op->arena, const struct array *, count);
	int32_t *dims = arena_new(op->arena, int32_t, count);
	struct batched out = {arena_new(op->arena, const struct array *, application->nresults),
	                      arena_new(op->arena, int32_t, application->nresults)};
	if (!primitive->batch)
		return op_unknown(op, "what vmap makes of %s is not known", primitive->name);
	for (uint32_t i = 0; i < count; i++) {
		bool mapped = operands[i]->level == level;
		whole[i] = mapped ? operands[i]->mapped : operands[i];
		dims[i] = mapped ? (int32_t)operands[i]->mapped_dim : -1;
	}
	struct batching batching = {.primitive = primitive,
	                            .params = application->params,
	                            .operands = whole,
	                            .dims = dims,
	                            .count = count,
	                            .nresults = application->nresults,
	                            .mapping = &op->mappings[level - 1]};
	op->batching++;
	bool done = primitive->batch(op, &batching, &out);
	op->batching--;
	if (!done)
		return false;
	for (uint32_t i = 0; i < application->nresults; i++)
		results[i] = out.dims[i] < 0
		                 ? out.results[i]
		                 : array_map(op, out.results[i], (uint32_t)out.dims[i], level);
	return true;
}

bool primitive_apply(struct op *op, const struct primitive *primitive, const void *params,
                     const struct array *const *operands, uint32_t count,
                     const struct array **results, uint32_t nresults)
{
	uint32_t level = 0;
	const struct array **seen = arena_new(op->arena, const struct array *, count);
	for (uint32_t i = 0; i < count; i++) {
		seen[i] = captures_see(op, operands[i]);
		if (!seen[i])
			return false; /* what made it has failed already */
		if (seen[i]->level > level && seen[i]->level > op->staged)
			level = seen[i]->level;
	}
	operands = seen;
	struct application application = {.primitive = primitive,
	                                  .params = params,
	                                  .operands = array_types(op, operands, count),
	                                  .count = count,
	                                  .nresults = nresults};
	const struct array *const *outer = op->operands;
	uint32_t nouter = op->noperands;
	op->operands = operands;
	op->noperands = count;
	watch_mute(op, level);
	bool done = level ? apply_mapped(op, &application, operands, level, results)
	                  : apply_plain(op, &application, operands, results);
	watch_unmute(op, level);
	op->operands = outer;
	op->noperands = nouter;
	return done && (!op->watch || watch_follow(op, &application, operands, level, results));
}

const struct array *primitive_apply_one(struct op *op, const struct primitive *primitive,
                                        const void *params, const struct array *const *operands,
                                        uint32_t count)
{
	const struct array *result;
	return primitive_apply(op, primitive, params, operands, count, &result, 1) ? result : NULL;
}

const struct array *batch_move(struct op *op, const struct array *array, int32_t dim, uint32_t to)
{
	if (!array || dim < 0 || (uint32_t)dim == to)
		return array;
	uint32_t rank = array->type.rank, from = (uint32_t)dim, next = 0;
	uint32_t *permutation = arena_new(op->arena, uint32_t, rank);
	for (uint32_t i = 0; i < rank; i++) {
		if (i == to) {
			permutation[i] = from;
			continue;
		}
		next += next == from;
		permutation[i] = next++;
	}
	return lax_transpose(op, array, permutation);
}

/* Broadcasts an array that is not mapped, whose mesh is that of its type: a constant has none, and
 * keeps none. */
static const struct array *broadcast_whole(struct op *op, const struct array *array,
                                           const int64_t *shape, const uint32_t *dims,
                                           const struct sharding_request *request)
{
	const struct abstract_mesh *context = op->mesh;
	op->mesh = array->type.mesh;
	const struct array *result =
	    lax_broadcast_in_dim(op, array, shape, request->count, dims, op->mesh ? request : NULL);
	op->mesh = context;
	return result;
}

const struct array *batch_materialise(struct op *op, const struct mapping *mapping,
                                      const struct array *array, int32_t dim, uint32_t to)
{
	if (!array || dim >= 0)
		return batch_move(op, array, dim, to);
	const struct array_type *type = &array->type;
	struct array_type whole;
	if (!type->mesh && !op_has(op, JAX_CONSTANT_MAPPED_SHARDED))
		batch_insert(op, mapping->size, (struct dim_axes){0}, type, to, &whole);
	else if (!batch_whole_type(op, mapping, type, to, &whole))
		return NULL;
	uint32_t *dims = arena_new(op->arena, uint32_t, type->rank);
	for (uint32_t i = 0; i < type->rank; i++)
		dims[i] = i + (i >= to);
	struct sharding_request request = {
	    .mesh = type->mesh, .spec = whole.spec, .count = whole.rank};
	return broadcast_whole(op, array, whole.shape, dims, &request);
}

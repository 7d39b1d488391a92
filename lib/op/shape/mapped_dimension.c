/* SPDX-License-Identifier: Apache-2.0 */
/* The dimension that vmap maps, moved and made. */
#include <assert.h>

#include "op/core/batch.h"
#include "op/core/levels.h"
#include "op/shape/shape.h"

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

const struct array *batch_front_unsharded(struct op *op, const struct mapping *mapping,
                                          const struct array *array, int32_t dim)
{
	struct mapping unsharded = *mapping;
	unsharded.axes.count = 0;
	return batch_materialise(op, &unsharded, array, dim, 0);
}

static bool is_mapped(const struct op *op, const struct array *array)
{
	return array->level > op->staged;
}

/* The array mapped by the vmap of this level too. */
static const struct array *map_level(struct op *op, const struct array *array, uint32_t level)
{
	assert(level > 0 && level <= op->nmappings);
	if (is_mapped(op, array) && array->level >= level) {
		if (array->level == level)
			return array;
		const struct array *whole = map_level(op, array->mapped, level);
		return array_map(op, whole, array->mapped_dim, array->level);
	}
	op->batching++;
	op->batching++;
	const struct array *whole = batch_materialise(op, &op->mappings[level - 1], array, -1, 0);
	op->batching--;
	op->batching--;
	return array_map(op, whole, 0, level);
}

const struct array *array_map_levels(struct op *op, const struct array *array, uint64_t levels)
{
	for (uint32_t level = 1; array && level <= op->nmappings; level++)
		if (levels >> (level - 1) & 1)
			array = map_level(op, array, level);
	return array;
}

const struct array *array_align(struct op *op, const struct array *array, uint32_t dim)
{
	if (!array || !is_mapped(op, array))
		return array;
	assert(dim <= array->type.rank);
	op->batching++;
	const struct array *whole = batch_move(op, array->mapped, (int32_t)array->mapped_dim, dim);
	op->batching--;
	return array_map(op, array_align(op, whole, dim), dim, array->level);
}

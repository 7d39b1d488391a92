/* SPDX-License-Identifier: Apache-2.0 */
#include "op/contract/contraction.h"

#include <assert.h>

const struct dim_axes *dot_result(struct op *op, const struct array_type *const *operands,
                                  const struct dot_dimensions *dimensions,
                                  struct dimension_list group, struct array_type *result)
{
	struct dimension_list kept[3] = {dimensions->batch[0]};
	for (int side = 0; side < 2; side++) {
		const struct dimension_list taken[] = {dimensions->contracting[side],
		                                       dimensions->batch[side], group};
		kept[1 + side] = dimensions_left(op, operands[side]->rank, taken, side ? 3 : 2);
	}
	result->rank = kept[0].count + kept[1].count + kept[2].count;
	int64_t *shape = arena_new(op->arena, int64_t, result->rank);
	struct dim_axes *spec = spec_none(op->arena, result->rank);
	uint32_t next = 0;
	for (int list = 0; list < 3; list++) {
		const struct array_type *from = operands[list == 2];
		for (uint32_t i = 0; i < kept[list].count; i++) {
			shape[next] = from->shape[kept[list].items[i]];
			spec[next++] = from->spec[kept[list].items[i]];
		}
	}
	assert(next == result->rank);
	result->shape = shape;
	return spec;
}

struct message_argument listed_entries(struct op *op, const struct array_type *type,
                                       struct dimension_list list)
{
	assert(list.count <= type->rank);
	struct dim_axes *entries = spec_none(op->arena, list.count);
	for (uint32_t i = 0; i < list.count; i++)
		entries[i] = type->spec[list.items[i]];
	return entries_of(type->mesh, entries, list.count);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/captures.h"

#include "op/core/primitive.h"
#include "op/core/levels.h"

void captures_begin(struct op *op, struct captures *captures, uint64_t levels)
{
	*captures =
	    (struct captures){.before = op->arrays, .levels = levels, .outer = op->captures};
	op->captures = captures;
}

void captures_end(struct op *op, const struct captures *captures)
{
	op->captures = captures->outer;
}

static const struct array *see(struct op *op, struct captures *captures, const struct array *array)
{
	if (!captures || array->number >= captures->before)
		return array;
	for (uint32_t i = 0; i < captures->count; i++)
		if (captures->own[i] == array)
			return captures->seen[i];
	const struct array *seen = see(op, captures->outer, array);
	if (seen && captures->levels)
		seen = array_of_levels(op, &seen->type, array_levels(op, seen) | captures->levels);
	if (!seen)
		return NULL;
	captures->own = arena_append(op->arena, captures->own, captures->count, &captures->own_room,
	                             sizeof(*captures->own));
	captures->seen = arena_append(op->arena, captures->seen, captures->count,
	                              &captures->seen_room, sizeof(*captures->seen));
	captures->own[captures->count] = array;
	captures->seen[captures->count++] = seen;
	return seen;
}

const struct array *captures_see(struct op *op, const struct array *array)
{
	return array && op->captures && !op->batching ? see(op, op->captures, array) : array;
}

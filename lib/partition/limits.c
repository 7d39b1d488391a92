/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/limits.h"

#include "reshard/reshard.h"

const char *array_beyond_limits(const struct hlo_shape *shape)
{
	if (shape->rank > RESHARD_MAX_RANK)
		return "an array has more than 64 dimensions";
	for (uint32_t i = 0; i < shape->rank; i++)
		if (shape->dims[i] < 0 || shape->dims[i] > RESHARD_MAX_EXTENT)
			return "a dimension has more than 2^40 elements, or its size is not known";
	return NULL;
}

const char *operands_beyond_limits(const struct instruction *instruction)
{
	const char *reason = NULL;
	for (uint32_t i = 0; i < instruction->noperands && !reason; i++)
		reason = array_beyond_limits(instruction->operands[i]->shape);
	return reason;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "op/elementwise/elementwise.h"
#include "op/reduce/reduce.h"

/* The axes counted from the front. */
static bool count_axes(struct op *op, const int64_t *axes, uint32_t count, uint32_t rank,
                       const uint32_t **dims, uint32_t *ndims)
{
	*ndims = axes ? count : rank;
	uint32_t *counted = arena_new(op->arena, uint32_t, *ndims);
	*dims = counted;
	for (uint32_t i = 0; i < *ndims; i++)
		if (!numpy_axis(op, axes ? axes[i] : (int64_t)i, rank, &counted[i]))
			return false;
	return true;
}

static bool are_different(const uint32_t *dims, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t j = 0; j < i; j++)
			if (dims[i] == dims[j])
				return false;
	return true;
}

bool numpy_axes(struct op *op, const int64_t *axes, uint32_t count, uint32_t rank,
                const uint32_t **dims, uint32_t *ndims)
{
	if (!count_axes(op, axes, count, rank, dims, ndims))
		return false;
	if (are_different(*dims, *ndims))
		return true;
	return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
	              TEXT("duplicate value in 'axis': {}", sizes_of(axes, count)),
	              HELP("give each axis once"));
}

bool numpy_axis_tuple(struct op *op, const int64_t *axes, uint32_t count, uint32_t rank,
                      const uint32_t **dims, uint32_t *ndims)
{
	if (!count_axes(op, axes, count, rank, dims, ndims))
		return false;
	if (are_different(*dims, *ndims))
		return true;
	int64_t *sizes = arena_new(op->arena, int64_t, *ndims);
	for (uint32_t i = 0; i < *ndims; i++)
		sizes[i] = (*dims)[i];
	return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
	              TEXT("repeated axis: {}", sizes_of(sizes, *ndims)),
	              HELP("give each axis once"));
}

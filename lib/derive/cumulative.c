/* SPDX-License-Identifier: Apache-2.0 */
/* Partial results of a function of two elements, as a derivative has them. JAX:
 * control_flow/loops.py associative_scan, _interleave. */
#include "derive/apply.h"
#include "derive/rules.h"
#include "op/core/shape_rules.h"
#include "op/elementwise/elementwise.h"
#include "op/index/index.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"

struct halving {
	struct op *op;
	const struct primitive *combine; /* NULL: lax_logaddexp */
	uint32_t axis;
};

static const struct array *combined(const struct halving *halving, const struct array *x,
                                    const struct array *y)
{
	if (!x || !y)
		return NULL;
	return halving->combine ? lax_binary(halving->op, halving->combine, x, y)
	                        : lax_logaddexp(halving->op, x, y);
}

/* Every so manieth element from the first one to before the limit. */
static const struct array *cut(const struct halving *halving, const struct array *x, int64_t first,
                               int64_t limit, int64_t stride)
{
	struct arena *arena = halving->op->arena;
	int64_t *start = arena_new(arena, int64_t, x->type.rank);
	int64_t *strides = arena_new(arena, int64_t, x->type.rank);
	int64_t *limits = shape_copy(arena, x->type.shape, x->type.rank);
	for (uint32_t i = 0; i < x->type.rank; i++)
		strides[i] = 1;
	start[halving->axis] = first;
	limits[halving->axis] = limit;
	strides[halving->axis] = stride;
	return lax_slice(halving->op, x, start, limits, stride > 1 ? strides : NULL);
}

/* Elements by turns from both, which are as long or differ by one. */
static const struct array *interleaved(const struct halving *halving, const struct array *a,
                                       const struct array *b)
{
	struct op *op = halving->op;
	struct padding *behind = arena_new(op->arena, struct padding, a->type.rank);
	struct padding *before = arena_new(op->arena, struct padding, a->type.rank);
	bool equal = a->type.shape[halving->axis] == b->type.shape[halving->axis];
	behind[halving->axis] = (struct padding){0, equal, 1};
	before[halving->axis] = (struct padding){1, !equal, 1};
	const struct array *x = lax_pad(op, a, literal(op, a, 0), behind);
	const struct array *y = lax_pad(op, b, literal(op, b, 0), before);
	return x && y ? plus(op, x, y) : NULL;
}

/* The elements at odd places are partial results of pairs, those at even ones follow from them. */
static const struct array *scan(const struct halving *halving, const struct array *x)
{
	struct op *op = halving->op;
	int64_t length = x->type.shape[halving->axis];
	if (length < 2)
		return x;
	const struct array *low = cut(halving, x, 0, length - 1, 2);
	const struct array *high = cut(halving, x, 1, length, 2);
	const struct array *pairs = combined(halving, low, high);
	const struct array *odd = pairs ? scan(halving, pairs) : NULL;
	if (!odd)
		return NULL;
	const struct array *before = length % 2 ? odd : cut(halving, odd, 0, length / 2 - 1, 1);
	const struct array *after = cut(halving, x, 2, length, 2);
	const struct array *parts[2] = {cut(halving, x, 0, 1, 1), NULL};
	if (!before || !after || !parts[0])
		return NULL;
	parts[1] = combined(halving, before, after);
	const struct array *even = parts[1] ? lax_concatenate(op, parts, 2, halving->axis) : NULL;
	return even ? interleaved(halving, even, odd) : NULL;
}

const struct array *cumulative_scan(struct op *op, const struct equation *equation)
{
	const struct cumulation *params = equation->params;
	const struct halving halving = {.op = op,
	                                .combine = equation->primitive == &lax_cumprod  ? &lax_mul
	                                           : equation->primitive == &lax_cummax ? &lax_max
	                                           : equation->primitive == &lax_cummin ? &lax_min
	                                                                                : NULL,
	                                .axis = (uint32_t)params->axis};
	const struct array *x = equation->operands[0];
	if (params->reverse)
		x = lax_rev(op, x, &halving.axis, 1);
	const struct array *all = x ? scan(&halving, x) : NULL;
	return all && params->reverse ? lax_rev(op, all, &halving.axis, 1) : all;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/recompile.h"

static bool same_type(const struct tensor *a, const struct tensor *b)
{
	if (a->dtype != b->dtype || a->rank != b->rank)
		return false;
	for (uint32_t i = 0; i < a->rank; i++)
		if (a->dims[i].size != b->dims[i].size)
			return false;
	return true;
}

static bool same_axes(const struct placed_dim *a, const struct placed_dim *b)
{
	if (a->naxes != b->naxes)
		return false;
	for (uint32_t i = 0; i < a->naxes; i++)
		if (a->axes[i] != b->axes[i])
			return false;
	return true;
}

/* Whether two tensors of one rank lie alike on one mesh. */
static bool same_layout(const struct plan_tensor *a, const struct plan_tensor *b)
{
	if (!a->placed || !b->placed)
		return a->placed == b->placed;
	for (uint32_t i = 0; i < a->slice_map.rank; i++)
		if (!same_axes(&a->slice_map.dims[i], &b->slice_map.dims[i]))
			return false;
	return a->slice_map.partial == b->slice_map.partial;
}

struct recompile recompile_of(const struct plan_function *function)
{
	const struct plan_function *before = function->before;
	struct recompile recompile = {.again = before != NULL};
	const struct plan *now = function->plan, *then = before ? before->plan : NULL;
	if (!now || !then || now->ntensors != then->ntensors)
		return recompile;
	for (uint32_t i = 0; i < now->ntensors; i++) {
		const struct plan_tensor *a = &now->tensors[i], *b = &then->tensors[i];
		bool type = !same_type(a->tensor, b->tensor);
		bool layout = !type && !same_layout(a, b);
		if (type ? !recompile.types : layout && !recompile.types && !recompile.layouts)
			recompile.first = a;
		recompile.types += type;
		recompile.layouts += layout;
	}
	return recompile;
}

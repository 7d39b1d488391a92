/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/mesh_match.h"

#include <stdlib.h>

bool mesh_equal(const struct mesh *a, const struct mesh *b)
{
	if (a == b)
		return true;
	if (a->naxes != b->naxes)
		return false;
	for (uint32_t i = 0; i < a->naxes; i++)
		if (a->axes[i].size != b->axes[i].size ||
		    !str_equal(a->axes[i].name, b->axes[i].name))
			return false;
	int64_t count = mesh_size(a);
	for (int64_t i = 0; (a->devices || b->devices) && i < count; i++)
		if (mesh_device(a, i) != mesh_device(b, i))
			return false;
	return true;
}

struct held {
	int64_t device;
	int32_t position;
};

static int compare(const void *a, const void *b)
{
	const struct held *x = a, *y = b;
	return x->device < y->device ? -1 : x->device > y->device;
}

/* The devices of a mesh with their positions, by device. */
static struct held *sorted_devices(struct arena *arena, const struct mesh *mesh, int64_t count)
{
	struct held *held = arena_new(arena, struct held, (size_t)count);
	for (int64_t i = 0; i < count; i++)
		held[i] = (struct held){mesh_device(mesh, i), (int32_t)i};
	if (mesh->devices)
		qsort(held, (size_t)count, sizeof *held, compare);
	return held;
}

const int32_t *mesh_match(struct arena *arena, const struct mesh *a, const struct mesh *b,
                          int32_t limit)
{
	int64_t count = mesh_size(a);
	if (count != mesh_size(b) || count < 1 || count > limit)
		return NULL;
	struct held *of_a = sorted_devices(arena, a, count),
		    *of_b = sorted_devices(arena, b, count);
	int32_t *positions = arena_new(arena, int32_t, (size_t)count);
	for (int64_t i = 0; i < count; i++) {
		if (of_a[i].device != of_b[i].device)
			return NULL;
		positions[of_b[i].position] = of_a[i].position;
	}
	return positions;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/device_index.h"

#include <assert.h>
#include <stdlib.h>

#include "plan/slice_map.h"

static int compare(const void *a, const void *b)
{
	const struct held_device *x = a, *y = b;
	return x->device < y->device ? -1 : x->device > y->device;
}

struct device_index device_index_make(struct arena *arena, const struct mesh *mesh)
{
	struct device_index index = {.count = mesh_size(mesh)};
	if (!mesh->devices)
		return index;
	struct held_device *sorted = arena_new(arena, struct held_device, (size_t)index.count);
	for (int64_t i = 0; i < index.count; i++)
		sorted[i] = (struct held_device){mesh->devices[i], i};
	qsort(sorted, (size_t)index.count, sizeof *sorted, compare);
	index.sorted = sorted;
	return index;
}

int64_t device_index_find(const struct device_index *index, int64_t device)
{
	if (!index->sorted)
		return device >= 0 && device < index->count ? device : -1;
	struct held_device key = {.device = device};
	const struct held_device *found =
	    bsearch(&key, index->sorted, (size_t)index->count, sizeof key, compare);
	return found ? found->position : -1;
}

struct held_device device_index_at(const struct device_index *index, int64_t i)
{
	assert(i >= 0 && i < index->count);
	return index->sorted ? index->sorted[i] : (struct held_device){i, i};
}

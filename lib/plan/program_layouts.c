/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/program_layouts.h"

#include "plan/module/module_plan.h"

/* The sharding as one that somebody asks for; NULL where it is over parts of axes. The axes of both
 * meshes are the same. */
static const struct sharding_request *request_of(struct arena *arena,
                                                 const struct abstract_mesh *mesh,
                                                 const struct named_sharding *sharding)
{
	struct sharding_request *request = arena_new(arena, struct sharding_request, 1);
	struct dim_axes *spec = spec_none(arena, sharding->rank);
	for (uint32_t i = 0; i < sharding->rank; i++) {
		const struct axis_parts *parts = &sharding->dims[i].axes;
		uint8_t *axes = arena_new(arena, uint8_t, parts->count);
		for (uint32_t k = 0; k < parts->count; k++) {
			if (!axis_part_is_whole(sharding->mesh, &parts->items[k]))
				return NULL;
			axes[k] = (uint8_t)parts->items[k].axis;
		}
		spec[i] = (struct dim_axes){axes, parts->count};
	}
	*request = (struct sharding_request){.mesh = mesh, .spec = spec, .count = sharding->rank};
	return request;
}

static void add(struct arena *arena, struct program_layouts *layouts, const struct array *array,
                const struct sharding_request *request)
{
	bool added;
	uint32_t place = layouts->numbers.count;
	table_add(arena, &layouts->numbers, array_key(array), place, &added);
	if (added)
		arena_push(arena, layouts->requests, place, layouts->room, request);
}

void program_layouts_add(struct arena *arena, struct program_layouts *layouts,
                         const struct recorded_function *function, const struct module *module,
                         const struct named_mesh *mesh)
{
	bool known = mesh && module->stage == MODULE_PROPAGATED;
	for (uint32_t i = 0; known && i < function->nresults && i < module->nresults; i++) {
		struct named_sharding axes;
		if (module->results[i].shape->rank != function->results[i].array->type.rank ||
		    module_value_axes(arena, mesh, &module->results[i], &axes))
			continue;
		const struct sharding_request *request = request_of(arena, function->mesh, &axes);
		if (!request)
			continue;
		add(arena, layouts, function->results[i].array, request);
		for (const struct recorded_again *again = function->again; again;
		     again = again->next)
			if (i < again->count)
				add(arena, layouts, again->results[i].array, request);
	}
}

const struct sharding_request *program_layout_of(const struct program_layouts *layouts,
                                                 const struct array *array)
{
	const uint32_t *place = table_find(&layouts->numbers, array_key(array));
	return place ? layouts->requests[*place] : array->placed;
}

const struct recorded_function *program_layouts_place(struct arena *arena,
                                                      const struct program_layouts *layouts,
                                                      const struct recorded_function *function)
{
	struct recorded_function *placed = arena_copy(arena, function, 1, sizeof *function);
	struct recorded_argument *arguments =
	    arena_copy(arena, function->arguments, function->narguments, sizeof *arguments);
	for (uint32_t i = 0; i < function->narguments; i++) {
		const struct array *array = arguments[i].array;
		struct array *copy = arena_copy(arena, array, 1, sizeof *array);
		copy->placed = program_layout_of(layouts, array);
		arguments[i].array = copy;
	}
	placed->arguments = arguments;
	return placed;
}

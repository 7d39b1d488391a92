/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/abstract_mesh.h"

#include <assert.h>
#include <inttypes.h>

#include "jax/python_text.h"
#include "op/core/unseen_mesh.h"

static const struct mesh without_axes;
const struct abstract_mesh unseen_mesh = {.mesh = &without_axes};

const struct abstract_mesh *abstract_mesh_make(struct arena *arena, const struct mesh *mesh,
                                               const enum axis_type *types)
{
	assert(mesh && mesh->naxes <= MAX_AXES);
	struct abstract_mesh *made = arena_new(arena, struct abstract_mesh, 1);
	made->mesh = mesh;
	made->types = types;
	for (uint32_t i = 0; i < mesh->naxes; i++)
		if (types[i] == AXIS_EXPLICIT)
			made->explicit_axes |= UINT64_C(1) << i;
	return made;
}

const struct abstract_mesh *abstract_mesh_with(struct arena *arena,
                                               const struct abstract_mesh *mesh, uint64_t axes,
                                               enum axis_type type)
{
	uint32_t count = mesh->mesh->naxes;
	enum axis_type *types = arena_new(arena, enum axis_type, count);
	for (uint32_t i = 0; i < count; i++)
		types[i] = axes >> i & 1 ? type : mesh->types[i];
	return abstract_mesh_make(arena, mesh->mesh, types);
}

bool abstract_mesh_same_shape(const struct abstract_mesh *a, const struct abstract_mesh *b)
{
	uint32_t count = a ? a->mesh->naxes : 0;
	if (count != (b ? b->mesh->naxes : 0))
		return false;
	for (uint32_t i = 0; i < count; i++)
		if (!str_equal(a->mesh->axes[i].name, b->mesh->axes[i].name) ||
		    a->mesh->axes[i].size != b->mesh->axes[i].size)
			return false;
	return true;
}

bool abstract_mesh_equal(const struct abstract_mesh *a, const struct abstract_mesh *b)
{
	if (a == b)
		return true;
	return a && b && abstract_mesh_same_shape(a, b) &&
	       (!a->mesh->naxes ||
	        memcmp(a->types, b->types, a->mesh->naxes * sizeof *a->types) == 0);
}

uint64_t abstract_mesh_axes(const struct abstract_mesh *mesh, enum axis_type type)
{
	uint64_t axes = 0;
	for (uint32_t i = 0; mesh && i < mesh->mesh->naxes; i++)
		if (mesh->types[i] == type)
			axes |= UINT64_C(1) << i;
	return axes;
}

uint64_t abstract_mesh_all_axes(const struct abstract_mesh *mesh)
{
	uint32_t count = mesh ? mesh->mesh->naxes : 0;
	return count >= MAX_AXES ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

bool abstract_mesh_all(const struct abstract_mesh *mesh, enum axis_type type)
{
	uint64_t all = abstract_mesh_all_axes(mesh);
	return all && abstract_mesh_axes(mesh, type) == all;
}

void abstract_mesh_text(struct buf *out, const struct jax_rules *rules,
                        const struct abstract_mesh *mesh)
{
	if (!mesh) {
		buf_puts(out, "AbstractMesh((), axis_types=())");
		return;
	}
	struct jax_sharding sharding = {.rules = rules, .mesh = mesh->mesh, .types = mesh->types};
	jax_abstract_mesh_text(out, &sharding);
}

void abstract_mesh_shape_text(struct buf *out, const struct abstract_mesh *mesh)
{
	uint32_t count = mesh ? mesh->mesh->naxes : 0;
	buf_putc(out, '(');
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(out, i ? ", (" : "(");
		python_string(out, mesh->mesh->axes[i].name);
		buf_printf(out, ", %" PRId64 ")", mesh->mesh->axes[i].size);
	}
	python_tuple_end(out, count);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/op.h"

#include <assert.h>

#include "op/core/abstract_mesh.h"

/* How many elements the array has, or many. */
static uint64_t count_elements(const struct array_type *type)
{
	uint64_t count = 1;
	for (uint32_t i = 0; i < type->rank; i++)
		count = type->shape[i] < (int64_t)(MANY_ELEMENTS >> 20) && count < MANY_ELEMENTS
		            ? count * (uint64_t)type->shape[i]
		            : MANY_ELEMENTS;
	return count;
}

bool type_is_sound(const struct array_type *type)
{
	const struct abstract_mesh *mesh = type->mesh;
	bool sound = type->dtype && type->rank <= MAX_RANK &&
	             (mesh || !(type->unreduced | type->reduced | type->varying));
	for (uint32_t i = 0; sound && i < type->rank; i++) {
		const struct dim_axes *entry = &type->spec[i];
		sound = type->shape[i] >= 0 &&
		        (!entry->count || (mesh && entry->count <= mesh->mesh->naxes));
		for (uint32_t j = 0; sound && j < entry->count; j++)
			sound = entry->axes[j] < mesh->mesh->naxes;
	}
	return sound;
}

bool array_is_whole(const struct array *x)
{
	return !x->placed && !x->level && (x->whole || x->host || !x->type.rank);
}

/* Whether the primitive that is being applied runs at once in the context of Auto axes, on whole
 * arrays. What places an array looks at no mesh in context. */
static bool is_of_whole(const struct op *op)
{
	if (!op->eager || !op->operands || !op->mesh || !abstract_mesh_all(op->mesh, AXIS_AUTO))
		return false;
	for (uint32_t i = 0; i < op->noperands; i++)
		if (!array_is_whole(op->operands[i]))
			return false;
	return true;
}

/* Whether the primitive that is being applied is given more than scalars that are numbers. */
static bool is_computed(const struct op *op)
{
	for (uint32_t i = 0; op->operands && i < op->noperands; i++)
		if (op->operands[i]->type.rank || op->operands[i]->computed)
			return true;
	return false;
}

const struct array *array_new_like(struct op *op, const struct array_type *type,
                                   const struct array *like)
{
	assert(type_is_sound(type));
	struct array *array = arena_new(op->arena, struct array, 1);
	array->type = *type;
	array->number = op->arrays++;
	if (op->elements < MANY_ELEMENTS)
		op->elements += count_elements(type);
	array->like = like;
	array->whole = is_of_whole(op);
	array->computed = is_computed(op);
	return array;
}

const struct array *array_new(struct op *op, const struct array_type *type)
{
	return array_new_like(op, type, NULL);
}

const struct array *array_scalar(struct op *op, const struct dtype *dtype, bool weak)
{
	struct array_type type = type_plain(op->arena, dtype, NULL, 0);
	type.weak = weak;
	return array_new(op, &type);
}

const struct array_type *const *array_types(struct op *op, const struct array *const *arrays,
                                            uint32_t count)
{
	assert(arrays || !count);
	const struct array_type **types = arena_new(op->arena, const struct array_type *, count);
	for (uint32_t i = 0; i < count; i++)
		types[i] = &arrays[i]->type;
	return types;
}

bool refuse_deleted(struct op *op, const struct array *array)
{
	if (array->perhaps)
		return op_unknown(op, "whether an array has been deleted is not known");
	return refuse(
	    op, RULE_PROGRAM_ERROR, "RuntimeError",
	    TEXT("Array has been deleted with shape={long}.", &array->type),
	    WORDS("an array is used that has been deleted, or donated to a jitted function"),
	    HELP("use what the function returned, or do not donate the array"));
}

/* SPDX-License-Identifier: Apache-2.0 */

#include "op/place/place.h"

#include <assert.h>

#include "op/core/primitive.h"
#include "op/core/sharding_request.h"
#include "op/core/batch.h"

/* The entry on a mesh where its axes are looked for by name. */
static struct dim_axes entry_on_mesh(struct op *op, const struct abstract_mesh *mesh,
                                     const struct entry *entry)
{
	uint32_t count = entry->kind == ENTRY_AXES ? entry->naxes : 0;
	uint8_t *axes = arena_new(op->arena, uint8_t, count);
	for (uint32_t i = 0; i < count; i++)
		axes[i] = (uint8_t)jax_reference_axis(mesh->mesh, &entry->axes[i]);
	return (struct dim_axes){axes, count};
}

/* The type with its spec on another mesh, which must have its axes. */
static bool type_on_mesh(struct op *op, const struct array_type *type,
                         const struct abstract_mesh *mesh, struct array_type *result)
{
	assert(mesh);
	struct sharding_request request = type_request(type);
	struct dim_axes *moved = spec_none(op->arena, type->rank);
	*result = *type;
	if (type->mesh && !abstract_mesh_same_shape(type->mesh, mesh)) {
		struct partition_spec spec = request_partition_spec(op->arena, &request);
		struct named_placement placement = {.mesh = mesh, .abstract = true, .spec = &spec};
		if (!placement_construct(op, &placement))
			return false;
		for (uint32_t i = 0; i < type->rank; i++)
			moved[i] = entry_on_mesh(op, mesh, &spec.entries[i]);
		request.spec = moved;
	}
	request.mesh = mesh;
	return type_shard(op, result, &request);
}

/* The type of an array on no mesh. */
static struct array_type type_nowhere(struct op *op, const struct array_type *type)
{
	struct array_type plain = type_plain(op->arena, type->dtype, type->shape, type->rank);
	plain.weak = type->weak;
	plain.memory_kind = type->memory_kind;
	return plain;
}

static bool put_shardings(struct op *op, const struct application *application,
                          struct array_type *results)
{
	const struct placed_params *params = application->params;
	const struct array_type *type = application->operands[0];
	bool typed = op->eager ? op_has(op, JAX_AXIS_TYPES) : op_has(op, JAX_DEVICE_PUT_TYPED);
	results[0] = *type;
	if (!typed || params->with == PLACED_WITH_DEVICE)
		return true;
	if (params->with == PLACED_WITH_OTHER) {
		if (!op->eager)
			results[0] = type_nowhere(op, type);
		return true;
	}
	if (params->with == PLACED_WITH_NAMED && op->eager && op_has(op, JAX_DEVICE_PUT_TYPED) &&
	    !op_has(op, JAX_DEVICE_PUT_MAKES_TYPE) &&
	    !type_on_mesh(op, type, params->sharding.mesh, &results[0]))
		return false;
	if (op->eager || op_has(op, JAX_DEVICE_PUT_MAKES_TYPE))
		return type_shard(op, &results[0], &params->sharding);
	return type_on_mesh(op, type, params->sharding.mesh, &results[0]);
}

static bool device_put_infer(struct op *op, const struct application *application,
                             struct array_type *results)
{
	const struct placed_params *params = application->params;
	const char *kind = params->memory_kind;
	if (!put_shardings(op, application, results))
		return false;
	results[0].memory_kind = !kind ? application->operands[0]->memory_kind
	                         : strcmp(kind, "device") == 0 ? NULL
	                                                       : kind;
	return true;
}

/* Neither is changed by vmap: the sharding meets the array with all examples. */
static bool batch_same(struct op *op, const struct batching *batching, const struct batched *out)
{
	return batched_result(
	    out,
	    primitive_apply_one(op, batching->primitive, batching->params, batching->operands, 1),
	    batching->dims[0]);
}

/* Applies a primitive that does not look at the mesh in context. */
static const struct array *apply_anywhere(struct op *op, const struct primitive *primitive,
                                          const struct array *x, const struct placed_params *given)
{
	struct placed_params *params = arena_copy(op->arena, given, 1, sizeof *params);
	const struct abstract_mesh *context = op->mesh;
	op->mesh = NULL;
	const struct array *result = primitive_apply_one(op, primitive, params, &x, 1);
	op->mesh = context;
	return result;
}

static const struct array *apply(struct op *op, const struct primitive *primitive,
                                 const struct array *x, enum placed_with with,
                                 const struct sharding_request *sharding, const char *memory_kind)
{
	assert((with == PLACED_WITH_NAMED) <= (sharding && sharding->mesh));
	struct placed_params params = {.with = with, .memory_kind = memory_kind};
	if (sharding)
		params.sharding = *sharding;
	op->placements++;
	return apply_anywhere(op, primitive, x, &params);
}

static const struct primitive device_put = {.name = "device_put",
                                            .moves = true,
                                            .infer = device_put_infer,
                                            .batch = batch_same,
                                            .memory = MEMORY_AS_TYPED,
                                            .derivative = DERIVATIVE_KEEPS_SHARDINGS};

const struct array *lax_device_put(struct op *op, const struct array *x, enum placed_with with,
                                   const struct sharding_request *sharding, const char *memory_kind)
{
	return apply(op, &device_put, x, with, sharding, memory_kind);
}

static bool constraint_infer(struct op *op, const struct application *application,
                             struct array_type *results)
{
	const struct placed_params *params = application->params;
	const struct array_type *type = application->operands[0];
	bool named = params->with == PLACED_WITH_NAMED;
	results[0] = *type;
	if (params->with == PLACED_BY_JIT)
		return true;
	if (op_has(op, JAX_CONSTRAINT_TYPED) && !named)
		results[0] = type_nowhere(op, type);
	bool moves = named && (op_has(op, JAX_CONSTRAINT_TYPED) ||
	                       (op_has(op, JAX_CONSTRAINT_TYPES_CONSTANTS) && !type->mesh));
	return !moves || type_on_mesh(op, type, params->sharding.mesh, &results[0]);
}

static bool uses_axis(const struct sharding_request *sharding, uint8_t axis)
{
	for (uint32_t i = 0; i < sharding->count; i++)
		for (uint32_t j = 0; j < sharding->spec[i].count; j++)
			if (sharding->spec[i].axes[j] == axis)
				return true;
	return false;
}

/* The mapped dimension is left unconstrained, which needs a mesh with Auto axes. */
static bool check_opened(struct op *op, const struct batching *batching,
                         const struct sharding_request *sharding)
{
	assert(batching->dims[0] >= 0);
	uint32_t rank = batching->operands[0]->type.rank, dim = (uint32_t)batching->dims[0];
	struct sharding_request padded = request_padded(op->arena, sharding, rank - 1);
	struct partition_spec spec = request_partition_spec(op->arena, &padded);
	struct entry *entries = arena_new(op->arena, struct entry, (size_t)spec.nentries + 1);
	for (uint32_t i = 0; i <= spec.nentries; i++) {
		if (i == dim)
			entries[i].kind = ENTRY_UNCONSTRAINED;
		else
			entries[i] = spec.entries[i - (i > dim)];
	}
	spec.entries = entries;
	spec.nentries++;
	struct named_placement placement = {
	    .mesh = sharding->mesh, .abstract = true, .spec = &spec};
	return placement_construct(op, &placement);
}

/* The constraint of all examples: their dimension lies as spmd_axis_name says, or is left open. */
static struct sharding_request request_of_all(struct op *op, const struct batching *batching,
                                              const struct sharding_request *sharding)
{
	uint32_t rank = batching->operands[0]->type.rank, dim = (uint32_t)batching->dims[0];
	struct sharding_request padded = request_padded(op->arena, sharding, rank - 1);
	struct dim_axes *spec = spec_none(op->arena, rank);
	uint64_t below = (UINT64_C(1) << dim) - 1;
	for (uint32_t i = 0; i + 1 < rank; i++)
		spec[i + (i >= dim)] = padded.spec[i];
	spec[dim] = mapping_spmd_axes(op, batching->mapping, sharding->mesh);
	padded.spec = spec;
	padded.count = rank;
	padded.open = (sharding->open & below) | (sharding->open & ~below) << 1;
	if (!batching->mapping->nspmd_names)
		padded.open |= UINT64_C(1) << dim;
	return padded;
}

/* The axes that vmap maps over may not stand in the constraint as well. */
static bool constraint_batch(struct op *op, const struct batching *batching,
                             const struct batched *out)
{
	const struct placed_params *params = batching->params;
	const struct mapping *mapping = batching->mapping;
	bool named = params->with == PLACED_WITH_NAMED, by_jit = params->with == PLACED_BY_JIT;
	for (uint32_t i = 0; named && i < mapping->nspmd_names; i++) {
		const struct mesh *mesh = params->sharding.mesh->mesh;
		uint8_t axis = (uint8_t)jax_axis_index(mesh, mapping->spmd_names[i]);
		if (axis >= mesh->naxes || !uses_axis(&params->sharding, axis))
			continue;
		return refuse(
		    op, RULE_VMAP_AXES, "ValueError",
		    TEXT("vmap spmd_axis_name {} cannot appear in "
		         "with_sharding_constraint spec, but got spec {spec}",
		         entries_of(params->sharding.mesh, &(struct dim_axes){&axis, 1}, 1),
		         &params->sharding),
		    WORDS("the constraint uses the axis that vmap maps over"));
	}
	bool opens = named && batching->dims[0] >= 0 && !mapping->nspmd_names;
	if (opens && !check_opened(op, batching, &params->sharding))
		return false;
	if ((!named && !by_jit) || batching->dims[0] < 0)
		return batch_same(op, batching, out);
	struct placed_params *whole = arena_new(op->arena, struct placed_params, 1);
	*whole = *params;
	whole->sharding = request_of_all(op, batching, &params->sharding);
	return batched_result(
	    out, primitive_apply_one(op, batching->primitive, whole, batching->operands, 1),
	    batching->dims[0]);
}

static const struct primitive constraint = {.name = "sharding_constraint",
                                            .moves = true,
                                            .infer = constraint_infer,
                                            .batch = constraint_batch,
                                            .derivative = DERIVATIVE_KEEPS_SHARDINGS};

const struct array *lax_sharding_constraint(struct op *op, const struct array *x,
                                            enum placed_with with,
                                            const struct sharding_request *sharding)
{
	return apply(op, &constraint, x, with, sharding, NULL);
}

const struct array *lax_jit_constraint(struct op *op, const struct array *x,
                                       const struct sharding_request *sharding)
{
	const struct placed_params params = {.with = PLACED_BY_JIT, .sharding = *sharding};
	return apply_anywhere(op, &constraint, x, &params);
}

/* The axes of a dimension that cut it, in their order; the count of them. */
static uint32_t cutting_axes(const struct sharding_request *request, uint32_t dim, uint8_t *axes)
{
	uint32_t count = 0;
	for (uint32_t i = 0; dim < request->count && i < request->spec[dim].count; i++) {
		uint8_t axis = request->spec[dim].axes[i];
		if (request->mesh->mesh->axes[axis].size > 1)
			axes[count++] = axis;
	}
	return count;
}

/* Whether the meshes have the same axes over the same devices in the same order. */
static bool same_devices(const struct abstract_mesh *a, const struct abstract_mesh *b)
{
	assert(a && b);
	const struct mesh *one = a->mesh, *other = b->mesh;
	return one == other || (abstract_mesh_same_shape(a, b) && one->device_ids &&
	                        other->device_ids && one->ndevice_ids == other->ndevice_ids &&
	                        memcmp(one->device_ids, other->device_ids,
	                               one->ndevice_ids * sizeof *one->device_ids) == 0);
}

/* Whether no device of the mesh has a whole array that is placed so. */
static bool is_cut(const struct sharding_request *wanted, uint32_t rank)
{
	uint8_t axes[MAX_AXES];
	for (uint32_t i = 0; i < rank; i++)
		if (cutting_axes(wanted, i, axes))
			return true;
	return false;
}

enum lies array_lies(const struct array *x, const struct sharding_request *wanted)
{
	struct sharding_request held = x->placed ? *x->placed : type_request(&x->type);
	uint8_t a[MAX_AXES], b[MAX_AXES];
	bool same = true, held_whole = true, wanted_whole = true;
	bool single = !held.mesh && x->committed && x->committed->count == 1;
	if (single && !wanted->unreduced && is_cut(wanted, x->type.rank))
		return LIES_OTHERWISE;
	if (!held.mesh || (!x->placed && !abstract_mesh_all(held.mesh, AXIS_EXPLICIT)) ||
	    held.unreduced || wanted->unreduced)
		return LIES_UNKNOWN;
	for (uint32_t i = 0; i < x->type.rank; i++) {
		uint32_t na = cutting_axes(&held, i, a), nb = cutting_axes(wanted, i, b);
		held_whole = held_whole && !na;
		wanted_whole = wanted_whole && !nb;
		same = same && na == nb && memcmp(a, b, na) == 0;
	}
	if (held_whole != wanted_whole)
		return LIES_OTHERWISE;
	if (!held_whole && !same_devices(held.mesh, wanted->mesh))
		return LIES_UNKNOWN;
	return held_whole || same ? LIES_SO : LIES_OTHERWISE;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "op/manual/manual.h"

#include <assert.h>

#include "base/checked.h"
#include "op/core/batch.h"
#include "op/core/primitive.h"
#include "op/core/recording.h"
#include "op/core/sharding_request.h"
#include "op/core/unreduced.h"

/* Whether an operand can be cut, or its parts joined: it is on this mesh, and finished. */
static bool check_operand(struct op *op, const struct array_type *type,
                          const struct abstract_mesh *mesh)
{
	if ((type->unreduced || type->reduced) && !op_has(op, JAX_MANUAL_AXIS_TYPE))
		return op_unknown(op, "unreduced or reduced axes in a shard_map are not followed");
	/* Of a mesh of Auto axes types say nothing: the compiler moves the array, if it can. */
	if (type->mesh && !abstract_mesh_all(type->mesh, AXIS_AUTO) &&
	    !abstract_mesh_same_shape(type->mesh, mesh))
		return op_unknown(op, "an array on another mesh in a shard_map is not followed");
	return true;
}

static bool infer_shard(struct op *op, const struct application *application,
                        struct array_type *results)
{
	const struct manual_spec *params = application->params;
	const struct array_type *type = application->operands[0];
	assert(params->count <= type->rank);
	const struct abstract_mesh *inner = params->scope->inner;
	if (!check_operand(op, type, inner))
		return false;
	int64_t *shape = shape_copy(op->arena, type->shape, type->rank);
	for (uint32_t i = 0; i < params->count; i++)
		shape[i] /= dim_axes_ways(inner, params->spec[i]);
	results[0] = *type;
	results[0].shape = shape;
	struct sharding_request request = request_without_auto(op, type, inner);
	request.unreduced = request.reduced = 0;
	if (!type_shard(op, &results[0], &request))
		return false;
	results[0].unreduced = params->scope->checked ? type->unreduced : 0;
	results[0].reduced = params->scope->checked ? type->reduced : 0;
	return true;
}

static uint64_t shard_varies(const struct application *application, uint32_t result)
{
	(void)result;
	const struct manual_spec *params = application->params;
	uint64_t new = params->scope->checked ? spec_axes(params->spec, params->count) : 0;
	return application->operands[0]->varying | new;
}

/* Entries one behind the other: those of the function's axes come first. */
static struct dim_axes joined(struct arena *arena, struct dim_axes major, struct dim_axes minor)
{
	uint8_t *axes = arena_new(arena, uint8_t, major.count + minor.count);
	for (uint32_t i = 0; i < major.count + minor.count; i++)
		axes[i] = i < major.count ? major.axes[i] : minor.axes[i - major.count];
	return (struct dim_axes){axes, major.count + minor.count};
}

static bool infer_unshard(struct op *op, const struct application *application,
                          struct array_type *results)
{
	const struct manual_spec *params = application->params;
	const struct array_type *type = application->operands[0];
	assert(params->count <= type->rank);
	const struct abstract_mesh *outer = params->scope->outer;
	if (!check_operand(op, type, outer))
		return false;
	int64_t *shape = shape_copy(op->arena, type->shape, type->rank);
	struct dim_axes *spec = spec_copy(op->arena, type->spec, type->rank);
	for (uint32_t i = 0; i < params->count; i++) {
		if (!checked_multiply(&shape[i], shape[i], dim_axes_ways(outer, params->spec[i])))
			return op_unknown(op, "a result of more than 2^63 elements");
		spec[i] = joined(op->arena, params->spec[i], spec[i]);
	}
	struct sharding_request request = {.mesh = outer,
	                                   .spec = spec,
	                                   .count = type->rank,
	                                   .unreduced = type->unreduced | params->unreduced,
	                                   .reduced = type->reduced | params->reduced,
	                                   .unreduced_kind = type->unreduced_kind};
	results[0] = *type;
	results[0].shape = shape;
	return check_request(op, &request) && type_shard(op, &results[0], &request);
}

static uint64_t unshard_varies(const struct application *application, uint32_t result)
{
	(void)result;
	const struct manual_spec *params = application->params;
	return application->operands[0]->varying & ~params->scope->axes;
}

struct dim_axes mapping_cut_axes(struct op *op, const struct mapping *mapping,
                                 const struct abstract_mesh *mesh)
{
	struct dim_axes spmd = mapping_spmd_axes(op, mapping, mesh);
	return !spmd.count && op_has(op, JAX_SHARD_MAP_CUTS_MAPPED) ? mapping->axes : spmd;
}

/* JAX: shard_map.py _shard_map_batch. */
static bool refuse_mapped_axis(struct op *op, bool spmd, const char *which)
{
	return refuse(op, RULE_VMAP_AXES, "ValueError",
	              TEXT("{} cannot appear in shard_map {}",
	                   spmd ? "vmap spmd_axis_name" : "vmapped away explicit mesh axis", which),
	              WORDS("vmap and shard_map go over the same mesh axis"));
}

/* The entries for all examples together. */
static bool batch_spec(struct op *op, const struct batching *batching, bool in,
                       struct manual_spec *whole)
{
	assert(batching->dims[0] >= 0);
	const struct manual_spec *params = batching->params;
	const struct mapping *mapping = batching->mapping;
	struct dim_axes spmd = mapping_spmd_axes(op, mapping, params->scope->outer);
	struct dim_axes axes = spmd.count ? spmd : mapping->axes;
	struct dim_axes cut = mapping_cut_axes(op, mapping, params->scope->outer);
	uint32_t dim = (uint32_t)batching->dims[0];
	if (spec_axes(&axes, 1) & spec_axes(params->spec, params->count) &&
	    (spmd.count || op_has(op, JAX_SHARD_MAP_LOOKS_AT_MAPPED)))
		return refuse_mapped_axis(op, spmd.count, in ? "in_specs" : "out_specs");
	if (spec_axes(&spmd, 1) & params->scope->outer->explicit_axes)
		return op_unknown(op, "spmd_axis_name with an Explicit axis around shard_map");
	if (in &&
	    batching->operands[0]->type.shape[dim] % dim_axes_ways(params->scope->outer, spmd))
		return op_unknown(
		    op,
		    "spmd_axis_name with an axis whose size does not divide that of the examples");
	uint32_t count = (dim > params->count ? dim : params->count) + 1;
	struct dim_axes *spec = spec_none(op->arena, count);
	for (uint32_t i = 0; i < params->count; i++)
		spec[i + (i >= dim)] = params->spec[i];
	spec[dim] = cut;
	*whole = *params;
	whole->spec = spec;
	whole->count = count;
	return true;
}

/* Whether an argument on Explicit axes lies otherwise than its spec says. */
static bool lies_otherwise(const struct array_type *type, const struct manual_spec *params)
{
	if (!type->mesh || !type->mesh->explicit_axes)
		return false;
	for (uint32_t i = 0; i < type->rank; i++) {
		struct dim_axes said = i < params->count ? params->spec[i] : (struct dim_axes){0};
		if (!dim_axes_equal(type->spec[i], said))
			return true;
	}
	return false;
}

/* The derivative comes back as the spec says, and not as the argument lies. */
static bool forward_shard(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	return op_has(op, JAX_SHARD_MAP_RESHARDS) ||
	       !lies_otherwise(&entry->operands[operand]->type, entry->params) ||
	       op_unknown(op, "%s", "");
}

static bool batch_cast(struct op *op, const struct batching *batching, const struct batched *out)
{
	struct manual_spec *whole = arena_new(op->arena, struct manual_spec, 1);
	const bool *in = batching->primitive->data;
	if (!batch_spec(op, batching, *in, whole))
		return false;
	return batched_result(
	    out, primitive_apply_one(op, batching->primitive, whole, batching->operands, 1),
	    batching->dims[0]);
}

static const bool is_shard = true, is_unshard = false;

bool manual_is_shard(const void *data)
{
	return data == &is_shard;
}

static const struct primitive shard = {.name = "shard_map",
                                       .infer = infer_shard,
                                       .varying = shard_varies,
                                       .casts = true,
                                       .batch = batch_cast,
                                       .forward = forward_shard,
                                       .linear = LINEAR,
                                       .derivative = DERIVATIVE_KEEPS_SHARDINGS,
                                       .data = &is_shard},
			      unshard = {.name = "shard_map",
                                         .infer = infer_unshard,
                                         .varying = unshard_varies,
                                         .casts = true,
                                         .batch = batch_cast,
                                         .linear = LINEAR,
                                         .derivative = DERIVATIVE_KEEPS_SHARDINGS,
                                         .data = &is_unshard};

/* Applies a primitive whose operand and result are on different meshes. */
static const struct array *apply_between(struct op *op, const struct primitive *primitive,
                                         const struct array *x, const struct manual_spec *spec)
{
	const struct abstract_mesh *context = op->mesh;
	struct manual_spec *params = arena_new(op->arena, struct manual_spec, 1);
	*params = *spec;
	op->mesh = NULL;
	const struct array *result = primitive_apply_one(op, primitive, params, &x, 1);
	op->mesh = context;
	return result;
}

const struct array *manual_shard(struct op *op, const struct array *x,
                                 const struct manual_spec *spec)
{
	return apply_between(op, &shard, x, spec);
}

void manual_record_whole(struct op *op, const struct manual_scope *scope,
                         const struct array *outside, const struct array *inside)
{
	const struct abstract_mesh *context = op->mesh;
	struct manual_spec *spec = arena_new(op->arena, struct manual_spec, 1);
	*spec = (struct manual_spec){.scope = scope};
	op->mesh = NULL;
	recording_add(op, &(struct equation){.kind = EQUATION_PRIMITIVE,
	                                     .primitive = &shard,
	                                     .params = spec,
	                                     .operands = &outside,
	                                     .results = &inside,
	                                     .count = 1,
	                                     .nresults = 1});
	op->mesh = context;
}

const struct array *manual_unshard(struct op *op, const struct array *x,
                                   const struct manual_spec *spec)
{
	return apply_between(op, &unshard, x, spec);
}

/* The axes of a state after these have come to it (1) or left it (-1). */
static uint64_t state(uint64_t before, uint64_t axes, int change)
{
	return change > 0 ? before | axes : change < 0 ? before & ~axes : before;
}

static bool infer_collective(struct op *op, const struct application *application,
                             struct array_type *results)
{
	const struct collective *collective = application->params;
	const struct array_type *type = application->operands[0];
	int64_t *shape = shape_copy(op->arena, type->shape, type->rank);
	if (collective->gathered != NO_DIM &&
	    !checked_multiply(&shape[collective->gathered], shape[collective->gathered],
	                      collective->ways))
		return op_unknown(op, "a result of more than 2^63 elements");
	if (collective->scattered != NO_DIM)
		shape[collective->scattered] /= collective->ways;
	results[0] = *type;
	results[0].shape = shape;
	if (!collective->checked)
		return true;
	if (collective->varies == VARIES_MORE && op_has(op, JAX_VARY_FORGETS_SPEC))
		results[0].spec = spec_none(op->arena, type->rank);
	results[0].unreduced = state(type->unreduced, collective->axes, collective->unreduced);
	results[0].reduced = state(type->reduced, collective->axes, collective->reduced);
	return true;
}

static uint64_t collective_varies(const struct application *application, uint32_t result)
{
	(void)result;
	const struct collective *collective = application->params;
	uint64_t varying = application->operands[0]->varying;
	if (!collective->checked)
		return 0;
	switch (collective->varies) {
	case VARIES_MORE:
		return varying | collective->axes;
	case VARIES_NO_MORE:
		return varying & ~collective->axes;
	case VARIES_AS_BEFORE:
		break;
	}
	return varying;
}

static bool batch_collective(struct op *op, const struct batching *batching,
                             const struct batched *out)
{
	assert(batching->dims[0] >= 0);
	struct collective *whole = arena_new(op->arena, struct collective, 1);
	*whole = *(const struct collective *)batching->params;
	if (strcmp(whole->name, "psum") == 0 && whole->checked && op_has(op, JAX_PSUM_UNMAPPED))
		return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("_psum_invariant_abstract_eval() got an unexpected keyword "
		                   "argument 'axis_index_groups'"),
		              WORDS("this release cannot take a psum inside of vmap and shard_map"),
		              HELP("give shard_map check_vma=False"));
	whole->gathered += whole->gathered >= batching->dims[0];
	whole->scattered += whole->scattered >= batching->dims[0];
	return batched_result(
	    out, primitive_apply_one(op, batching->primitive, whole, batching->operands, 1),
	    batching->dims[0]);
}

static bool forward_collective(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct collective *collective = entry->params;
	if (collective->gathered != NO_DIM && op->mesh && op->mesh->explicit_axes &&
	    op_has(op, JAX_LENGTH_MUST_MATCH))
		return op_unknown(op, "%s", "");
	return !collective->no_derivative ||
	       refuse(op, RULE_PROGRAM_ERROR, "NotImplementedError",
	              TEXT("Differentiation rule for '{}' not implemented", collective->name),
	              WORDS("JAX cannot take the derivative of {}", collective->name));
}

static const struct primitive collective_primitive = {.name = "collective",
                                                      .infer = infer_collective,
                                                      .varying = collective_varies,
                                                      .casts = true,
                                                      .batch = batch_collective,
                                                      .forward = forward_collective,
                                                      .linear = LINEAR,
                                                      .derivative = DERIVATIVE_KEEPS_SHARDINGS};

const struct array *manual_collective(struct op *op, const struct array *x,
                                      const struct collective *collective)
{
	struct collective *params = arena_new(op->arena, struct collective, 1);
	*params = *collective;
	return primitive_apply_one(op, &collective_primitive, params, &x, 1);
}

static bool infer_index(struct op *op, const struct application *application,
                        struct array_type *results)
{
	(void)application;
	results[0] = array_scalar(op, dtype_named(STR("int32")), false)->type;
	results[0].mesh = op->mesh;
	return true;
}

static uint64_t index_varies(const struct application *application, uint32_t result)
{
	(void)result;
	const struct collective *index = application->params;
	return index->checked ? index->axes : 0;
}

static const struct primitive index_primitive = {.name = "axis_index",
                                                 .infer = infer_index,
                                                 .varying = index_varies,
                                                 .casts = true,
                                                 .constant = true,
                                                 .derivative = DERIVATIVE_KEEPS_SHARDINGS};

const struct array *manual_index(struct op *op, uint64_t axis)
{
	struct collective *params = arena_new(op->arena, struct collective, 1);
	*params = (struct collective){
	    .name = index_primitive.name, .axes = axis, .checked = op->checks_varying};
	return primitive_apply_one(op, &index_primitive, params, NULL, 0);
}

const struct array *manual_vary(struct op *op, const struct array *x, uint64_t axes)
{
	if (!x || !op->checks_varying || !(axes & ~x->type.varying))
		return x;
	uint64_t more = axes & ~x->type.varying;
	if ((x->type.unreduced | x->type.reduced) & more && x->type.reduced != more) {
		refuse_to_vary(op, &x->type, more);
		return NULL;
	}
	return manual_collective(op, x,
	                         &(struct collective){.name = "pvary",
	                                              .axes = more,
	                                              .reduced = x->type.reduced == more ? -1 : 0,
	                                              .varies = VARIES_MORE,
	                                              .gathered = NO_DIM,
	                                              .scattered = NO_DIM,
	                                              .checked = true});
}

const struct array **manual_vary_alike(struct op *op, const struct array *const *arrays,
                                       uint32_t count)
{
	const struct array **alike = arena_new(op->arena, const struct array *, count);
	uint64_t varying = 0;
	for (uint32_t i = 0; i < count; i++)
		varying |= arrays[i] ? arrays[i]->type.varying : 0;
	for (uint32_t i = 0; i < count; i++)
		alike[i] = manual_vary(op, arrays[i], varying);
	return alike;
}

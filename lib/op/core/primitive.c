/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/primitive.h"

#include <assert.h>

#include "op/core/abstract_mesh.h"
#include "op/core/unreduced.h"

#include "op/core/captures.h"
#include "op/core/committed_array.h"
#include "op/core/escape.h"
#include "op/core/levels.h"
#include "op/core/recording.h"
#include "op/core/watch.h"

/* The manual axes along which a result varies. */
static uint64_t result_varies(const struct op *op, const struct application *application,
                              uint32_t result)
{
	uint64_t varying = 0;
	if (application->primitive->varying)
		return application->primitive->varying(application, result);
	for (uint32_t i = 0; op->checks_varying && i < application->count; i++)
		varying |= application->operands[i]->varying;
	return varying;
}

static bool refuse_memories(struct op *op, const char *primitive, const struct array_type *one,
                            const struct array_type *other)
{
	assert(type_on_host(one) != type_on_host(other));
	struct buf texts[] = {op_buf(op), op_buf(op)};
	type_jax_text(&texts[0], op->rules, one, true);
	type_jax_text(&texts[1], op->rules, other, true);
	return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
	              TEXT("memory_space of all inputs passed to `{}` must be the same. Got one "
	                   "operand with type: {} and another operand with type: {}",
	                   primitive, &texts[0], &texts[1]),
	              WORDS("one operand is in the memory of the host, another in that of the "
	                    "device"),
	              HELP("move one of them with jax.device_put first"));
}

/* The memory that results are in: that of all operands but scalars; the device's in releases whose
 * jit does not keep to it. JAX: lax/utils.py _default_memory_space_rule. */
static bool find_memory(struct op *op, const struct application *application, const char **kind)
{
	const struct array_type *first = NULL;
	bool alone = application->primitive->memory == MEMORY_OF_FIRST;
	for (uint32_t i = 0; i < (alone ? 1 : application->count); i++) {
		const struct array_type *type = application->operands[i];
		if (first && type->rank && type_on_host(first) != type_on_host(type))
			return refuse_memories(op, application->primitive->name, first, type);
		first = type->rank ? type : first;
	}
	bool kept = first && type_on_host(first) && op_has(op, JAX_RESULTS_KEEP_MEMORY);
	*kind = kept ? first->memory_kind : NULL;
	return true;
}

/* The types of operands, to be changed, and what any of them varies along. */
struct copied {
	const struct array_type **operands;
	struct array_type *types;
	uint64_t varying;
};

static struct copied copy_operands(struct op *op, const struct application *application)
{
	uint32_t count = application->count;
	struct copied copied = {.operands = arena_new(op->arena, const struct array_type *, count),
	                        .types = arena_new(op->arena, struct array_type, count)};
	for (uint32_t i = 0; i < count; i++) {
		copied.types[i] = *application->operands[i];
		copied.operands[i] = &copied.types[i];
		copied.varying |= copied.types[i].varying;
	}
	return copied;
}

/* The operands made to vary along the axes along which others do. JAX: core.py auto_insert_reshard.
 */
static const struct array_type *const *varied_operands(struct op *op,
                                                       const struct application *application)
{
	struct copied copied = copy_operands(op, application);
	struct array_type *types = copied.types;
	for (uint32_t i = 0; i < application->count; i++) {
		uint64_t more = copied.varying & ~types[i].varying;
		if (types[i].reduced == more) {
			types[i].reduced = 0;
		} else if ((types[i].unreduced | types[i].reduced) & more) {
			refuse_to_vary(op, &types[i], more);
			return NULL;
		}
		if (more && types[i].mesh)
			types[i].varying = copied.varying;
	}
	return copied.operands;
}

/* Gives a result of what is unreduced or reduced over Manual axes its own such axes. JAX:
 * lax/utils.py manual_rule. */
static bool follow_partial(struct op *op, const struct application *application,
                           struct array_type *types)
{
	const struct primitive *primitive = application->primitive;
	bool partial = false;
	if (primitive->casts || !abstract_mesh_axes(op->mesh, AXIS_MANUAL))
		return true;
	for (uint32_t i = 0; i < application->count; i++)
		partial |= application->operands[i]->unreduced || application->operands[i]->reduced;
	if (!partial)
		return true;
	for (uint32_t i = 0; i < application->nresults; i++) {
		types[i].mesh = types[i].mesh ? types[i].mesh : op->mesh;
		types[i].unreduced = types[i].reduced = 0;
	}
	struct application alike = *application;
	alike.operands = varied_operands(op, application);
	if (!alike.operands)
		return false;
	return primitive->unreduced && application->nresults == 1
	           ? primitive->unreduced(op, &alike, types)
	           : refuse_unreduced(op, &alike);
}

/* The operands as they are where what is made to vary is no more sharded along other axes. */
static const struct array_type *const *without_specs(struct op *op,
                                                     const struct application *application)
{
	struct copied copied = copy_operands(op, application);
	struct array_type *types = copied.types;
	for (uint32_t i = 0; i < application->count; i++) {
		if (copied.varying & ~types[i].varying)
			types[i].spec = spec_none(op->arena, types[i].rank);
	}
	return copied.operands;
}

/* Applies the primitive to arrays of no vmap. */
static bool apply_plain(struct op *op, const struct application *given,
                        const struct array *const *operands, const struct array **results)
{
	struct application alike = *given;
	const struct application *application = &alike;
	if (op->checks_varying && !given->primitive->casts && op->mesh && op->mesh->explicit_axes &&
	    op_has(op, JAX_VARY_FORGETS_SPEC))
		alike.operands = without_specs(op, given);
	struct array_type *types = arena_new(op->arena, struct array_type, application->nresults);
	bool typed = application->primitive->memory == MEMORY_AS_TYPED;
	const char *memory_kind = NULL;
	for (uint32_t i = 0; i < application->count; i++)
		if (!check_context(op, application->operands[i], application->primitive->name))
			return false;
	if (!application->primitive->infer(op, application, types) ||
	    !follow_partial(op, application, types) ||
	    (!typed && !find_memory(op, application, &memory_kind)))
		return false;
	for (uint32_t i = 0; i < application->nresults; i++) {
		if (!check_context(op, &types[i], application->primitive->name))
			return false;
		types[i].varying = result_varies(op, application, i);
		types[i].memory_kind = typed ? types[i].memory_kind : memory_kind;
		if ((types[i].varying | types[i].unreduced | types[i].reduced) && !types[i].mesh)
			types[i].mesh = op->mesh;
		if (!type_is_sound(&types[i]))
			return op_unknown(op, "what %s makes of these is not known",
			                  application->primitive->name);
		results[i] = array_new_like(
		    op, &types[i], application->primitive->same_elements ? operands[0] : NULL);
	}
	if (op_follows_elements(op) && application->primitive->elements)
		follow_elements(op, application, operands, results);
	if (op->recording)
		recording_add(op, &(struct equation){.primitive = application->primitive,
		                                     .params = application->params,
		                                     .operands = operands,
		                                     .count = application->count,
		                                     .results = results,
		                                     .nresults = application->nresults});
	return true;
}

/* Whether the dimension, -1 for none, is one of the type, of this size where that is known. */
static bool maps_along(const struct array_type *type, int32_t dim, int64_t size)
{
	return dim < 0 || (dim < (int32_t)type->rank && (size < 0 || type->shape[dim] == size));
}

/* Applies the primitive's batching rule at the level of the innermost vmap among the operands. */
static bool apply_mapped(struct op *op, const struct application *application,
                         const struct array *const *operands, uint32_t level,
                         const struct array **results)
{
	assert(level > 0 && level <= op->nmappings);
	const struct primitive *primitive = application->primitive;
	uint32_t count = application->count;
	const struct array **whole = arena_new(op->arena, const struct array *, count);
	int32_t *dims = arena_new(op->arena, int32_t, count);
	struct batched out = {arena_new(op->arena, const struct array *, application->nresults),
	                      arena_new(op->arena, int32_t, application->nresults)};
	if (!primitive->batch)
		return op_unknown(op, "what vmap makes of %s is not known", primitive->name);
	for (uint32_t i = 0; i < count; i++) {
		bool mapped = operands[i]->level == level;
		whole[i] = mapped ? operands[i]->mapped : operands[i];
		dims[i] = mapped ? (int32_t)operands[i]->mapped_dim : -1;
	}
	struct batching batching = {.primitive = primitive,
	                            .params = application->params,
	                            .operands = whole,
	                            .dims = dims,
	                            .count = count,
	                            .nresults = application->nresults,
	                            .mapping = &op->mappings[level - 1]};
	op->batching++;
	bool done = primitive->batch(op, &batching, &out);
	op->batching--;
	if (!done)
		return false;
	for (uint32_t i = 0; i < application->nresults; i++) {
		assert(out.results[i]);
		/* JAX looks at ranks of the whole alone: what it takes for a matrix may be rows. */
		if (!maps_along(&out.results[i]->type, out.dims[i],
		                primitive->casts ? -1 : batching.mapping->size))
			return op_unknown(op, "what vmap makes of %s here is not known",
			                  primitive->name);
		results[i] = out.dims[i] < 0
		                 ? out.results[i]
		                 : array_map(op, out.results[i], (uint32_t)out.dims[i], level);
	}
	return true;
}

bool primitive_apply(struct op *op, const struct primitive *primitive, const void *params,
                     const struct array *const *operands, uint32_t count,
                     const struct array **results, uint32_t nresults)
{
	assert(results || !nresults);
	assert(primitive->infer);
	uint32_t level = 0;
	const struct array **seen = arena_new(op->arena, const struct array *, count);
	for (uint32_t i = 0; i < count; i++)
		if (!operands[i])
			return false;
	for (uint32_t i = 0; i < count; i++) {
		if (operands[i]->deleted)
			return refuse_deleted(op, operands[i]);
		if (!escape_check(op, operands[i]))
			return false;
		if (operands[i]->used)
			*operands[i]->used = true;
		seen[i] = captures_manual(op, captures_see(op, operands[i]));
		if (!seen[i])
			return false;
		if (seen[i]->level > level && seen[i]->level > op->staged)
			level = seen[i]->level;
	}
	operands = seen;
	struct application application = {.primitive = primitive,
	                                  .params = params,
	                                  .operands = array_types(op, operands, count),
	                                  .count = count,
	                                  .nresults = nresults};
	const struct array *const *outer = op->operands;
	uint32_t nouter = op->noperands;
	op->operands = operands;
	op->noperands = count;
	watch_mute(op, level);
	bool done = level ? apply_mapped(op, &application, operands, level, results)
	                  : apply_plain(op, &application, operands, results);
	watch_unmute(op, level);
	op->operands = outer;
	op->noperands = nouter;
	assert(done || op->error.raised || op->error.unknown);
	if (done && !primitive->moves &&
	    !check_context_devices(op, primitive->name, 0, operands, count))
		return false;
	return done && (!op->watch || watch_follow(op, &application, operands, level, results));
}

const struct array *primitive_apply_one(struct op *op, const struct primitive *primitive,
                                        const void *params, const struct array *const *operands,
                                        uint32_t count)
{
	const struct array *result;
	return primitive_apply(op, primitive, params, operands, count, &result, 1) ? result : NULL;
}

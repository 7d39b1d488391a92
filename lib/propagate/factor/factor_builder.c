/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/factor/factor_builder.h"

#include <assert.h>

/* Factors times tensors of one operation: what a step walks. */
enum { MAX_FACTOR_PLACES = 1 << 20 };

static uint32_t count_tensors(const struct factor_tensors *tensors)
{
	return tensors->noperands + tensors->nresults;
}

struct factor_builder factor_builder_make(struct arena *arena,
                                          const struct instruction *instruction,
                                          const struct factor_tensors *tensors)
{
	struct factor_builder builder = {
	    .arena = arena, .instruction = instruction, .tensors = tensors};
	uint32_t count = count_tensors(tensors), dims = 0;
	builder.offsets = arena_new(arena, uint32_t, count);
	for (uint32_t i = 0; i < count; i++) {
		builder.offsets[i] = dims;
		dims += tensors->shapes[i]->rank;
	}
	builder.filled = arena_new(arena, uint32_t, dims);
	builder.factor_room = builder.place_room = dims;
	builder.factors = arena_new(arena, struct factor, dims);
	builder.places = arena_new(arena, struct factor_place, dims);
	return builder;
}

const struct hlo_shape *factor_operand(const struct factor_builder *builder, uint32_t index)
{
	assert(index < builder->tensors->noperands);
	return builder->tensors->shapes[index];
}

const struct hlo_shape *factor_result(const struct factor_builder *builder, uint32_t index)
{
	assert(index < builder->tensors->nresults);
	return builder->tensors->shapes[builder->tensors->noperands + index];
}

void factor_add(struct factor_builder *builder, int64_t size, enum factor_kind kind, bool blocked)
{
	struct factor factor = {.size = size, .kind = kind, .blocked = blocked};
	arena_push(builder->arena, builder->factors, builder->nfactors, builder->factor_room,
	           factor);
}

void factor_put(struct factor_builder *builder, uint32_t tensor, int64_t dim)
{
	if (dim != NO_DIM)
		factor_put_one(builder, tensor, dim, builder->nfactors - 1);
}

void factor_put_one(struct factor_builder *builder, uint32_t tensor, int64_t dim, uint32_t factor)
{
	if (tensor >= count_tensors(builder->tensors) || dim < 0 ||
	    dim >= builder->tensors->shapes[tensor]->rank) {
		builder->failed = true;
		return;
	}
	uint32_t *filled = &builder->filled[builder->offsets[tensor] + (uint32_t)dim];
	if (builder->factors[factor].size == 1 && *filled)
		return;
	++*filled;
	struct factor_place place = {tensor, (uint32_t)dim, factor};
	arena_push(builder->arena, builder->places, builder->nplaces, builder->place_room, place);
}

/* Puts the factor added last into that dimension of every tensor that is no scalar. */
static void factor_put_all(struct factor_builder *builder, int64_t dim)
{
	for (uint32_t i = 0; i < count_tensors(builder->tensors); i++)
		if (builder->tensors->shapes[i]->rank)
			factor_put(builder, i, dim);
}

void factor_add_all(struct factor_builder *builder, int64_t dim, int64_t size,
                    enum factor_kind kind, bool blocked)
{
	factor_add(builder, size, kind, blocked);
	factor_put_all(builder, dim);
}

void factor_add_pair(struct factor_builder *builder, int64_t in, int64_t out, int64_t size,
                     enum factor_kind kind)
{
	factor_add(builder, size, kind, false);
	factor_put(builder, 0, in);
	factor_put(builder, builder->tensors->noperands, out);
}

void factor_add_pointwise(struct factor_builder *builder, const struct hlo_shape *shape)
{
	for (uint32_t i = 0; i < shape->rank; i++)
		factor_add_all(builder, i, shape->dims[i], FACTOR_PASS_THROUGH, false);
}

void factor_add_mismatch(struct factor_builder *builder, const struct hlo_shape *in,
                         const struct hlo_shape *out, enum factor_kind kind, bool blocked)
{
	if (in->rank != out->rank) {
		builder->failed = true;
		return;
	}
	for (uint32_t i = 0; i < in->rank; i++) {
		bool same = in->dims[i] == out->dims[i];
		factor_add_all(builder, i, in->dims[i], same ? FACTOR_PASS_THROUGH : kind,
		               !same && blocked);
	}
}

/* Gives each dim that has no factor one of size 1. */
static void fill_empty_dims(struct factor_builder *builder)
{
	for (uint32_t i = 0; i < count_tensors(builder->tensors); i++) {
		for (uint32_t d = 0; d < builder->tensors->shapes[i]->rank; d++) {
			if (builder->filled[builder->offsets[i] + d])
				continue;
			factor_add(builder, 1, FACTOR_PASS_THROUGH, false);
			factor_put(builder, i, d);
		}
	}
}

/* Lays the places out by tensor and dim, each dim's in the order they were added. */
static const struct factor_map *lay_out(const struct factor_builder *builder, struct arena *arena)
{
	uint32_t count = count_tensors(builder->tensors), dims = 0, at = 0;
	for (uint32_t i = 0; i < count; i++)
		dims += builder->tensors->shapes[i]->rank;
	struct factor_map *maps = arena_new(arena, struct factor_map, count);
	uint32_t *starts = arena_new(arena, uint32_t, (size_t)dims + count);
	uint32_t *factors = arena_new(arena, uint32_t, builder->nplaces);
	uint32_t *next = arena_new(builder->arena, uint32_t, dims); /* of each dim, in `factors` */
	for (uint32_t i = 0; i < count; i++) {
		uint32_t rank = builder->tensors->shapes[i]->rank, first = builder->offsets[i];
		maps[i] = (struct factor_map){rank, starts, factors};
		for (uint32_t d = 0; d < rank; d++) {
			starts[d] = next[first + d] = at;
			at += builder->filled[first + d];
		}
		starts[rank] = at;
		starts += rank + 1;
	}
	for (uint32_t i = 0; i < builder->nplaces; i++) {
		const struct factor_place *place = &builder->places[i];
		factors[next[builder->offsets[place->tensor] + place->dim]++] = place->factor;
	}
	return maps;
}

/* Whether two tensors are made of the same factors in the same way. */
static bool maps_equal(const struct factor_map *a, const struct factor_map *b)
{
	bool equal = a->rank == b->rank;
	for (uint32_t d = 0; equal && d < a->rank; d++) {
		uint32_t count = a->starts[d + 1] - a->starts[d];
		equal = count == b->starts[d + 1] - b->starts[d];
		for (uint32_t i = 0; equal && i < count; i++)
			equal = a->factors[a->starts[d] + i] == b->factors[b->starts[d] + i];
	}
	return equal;
}

static bool all_alike(const struct factor_map *maps, uint32_t count)
{
	for (uint32_t t = 1; t < count; t++)
		if (!maps_equal(&maps[0], &maps[t]))
			return false;
	return true;
}

const struct factor_rule *factor_build(struct factor_builder *builder, struct arena *arena)
{
	uint32_t count = count_tensors(builder->tensors);
	if (builder->failed)
		return NULL;
	fill_empty_dims(builder);
	if ((uint64_t)builder->nfactors * count > MAX_FACTOR_PLACES)
		return NULL;
	struct factor_rule *rule = arena_new(arena, struct factor_rule, 1);
	*rule = (struct factor_rule){
	    .factors =
		arena_copy(arena, builder->factors, builder->nfactors, sizeof *builder->factors),
	    .nfactors = builder->nfactors,
	    .tensors = lay_out(builder, arena),
	    .noperands = builder->tensors->noperands,
	    .nresults = builder->tensors->nresults,
	};
	rule->alike = all_alike(rule->tensors, count);
	return rule;
}

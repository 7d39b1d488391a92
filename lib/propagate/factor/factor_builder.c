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
static struct factor_map *lay_out(struct factor_builder *builder)
{
	struct arena *arena = builder->arena;
	uint32_t count = count_tensors(builder->tensors);
	struct factor_map *maps = arena_new(arena, struct factor_map, count);
	uint32_t **starts = arena_new(arena, uint32_t *, count), at = 0;
	uint32_t *factors = arena_new(arena, uint32_t, builder->nplaces);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t rank = builder->tensors->shapes[i]->rank;
		starts[i] = arena_new(arena, uint32_t, rank + 1u);
		for (uint32_t d = 0; d < rank; d++) {
			starts[i][d] = at;
			at += builder->filled[builder->offsets[i] + d];
		}
		starts[i][rank] = at;
		maps[i] =
		    (struct factor_map){.rank = rank, .starts = starts[i], .factors = factors};
	}
	uint32_t dims = count ? builder->offsets[count - 1] + maps[count - 1].rank : 0;
	uint32_t *next = arena_new(arena, uint32_t, dims);
	for (uint32_t i = 0; i < builder->nplaces; i++) {
		const struct factor_place *place = &builder->places[i];
		uint32_t slot = builder->offsets[place->tensor] + place->dim;
		factors[starts[place->tensor][place->dim] + next[slot]++] = place->factor;
	}
	return maps;
}

const struct factor_rule *factor_build(struct factor_builder *builder)
{
	if (builder->failed)
		return NULL;
	fill_empty_dims(builder);
	if ((uint64_t)builder->nfactors * count_tensors(builder->tensors) > MAX_FACTOR_PLACES)
		return NULL;
	struct factor_rule *rule = arena_new(builder->arena, struct factor_rule, 1);
	*rule = (struct factor_rule){
	    .tensors = lay_out(builder),
	    .noperands = builder->tensors->noperands,
	    .nresults = builder->tensors->nresults,
	};
	rule->factors = builder->factors;
	rule->nfactors = builder->nfactors;
	return rule;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "base/checked.h"
#include "partition/reshape.h"
#include "sharding/named_tiling.h"

/* Two shapes walked side by side, and how far. */
struct reshape_walk {
	const struct hlo_shape *from, *to;
	const struct tiling *tiling;
	uint32_t i, j;
	int64_t from_size, tiles, to_size; /* what is left of the current dimensions */
	int32_t *to_tiles;
	bool whole[TILING_MAX_RANK]; /* dimensions of size 1 whose tiles become replicas */
	bool any_whole;
};

static bool at_end(const struct reshape_walk *walk)
{
	return walk->i >= walk->from->rank || walk->j >= walk->to->rank;
}

static void next_from(struct reshape_walk *walk)
{
	if (++walk->i >= walk->from->rank)
		return;
	walk->from_size = walk->from->dims[walk->i];
	walk->tiles = walk->tiling->tiles[walk->i];
}

static void next_to(struct reshape_walk *walk)
{
	if (++walk->j < walk->to->rank)
		walk->to_size = walk->to->dims[walk->j];
}

/* Passes dimensions of one tile with what they became; false when that does not come out even. */
static bool pass_untiled(struct reshape_walk *walk)
{
	int64_t product = 1;
	while (walk->i < walk->from->rank && walk->tiles == 1) {
		if (!checked_multiply(&product, product, walk->from_size))
			return false;
		next_from(walk);
	}
	while (product != 1 && walk->to_size && product % walk->to_size == 0) {
		product /= walk->to_size;
		next_to(walk);
		if (walk->j >= walk->to->rank)
			break;
	}
	return !at_end(walk) && product == 1;
}

enum pass { PASS_ON, PASS_END, PASS_NONE };

/* Gives tiles of the current dimension to the one that it, or a part of it, became. */
static enum pass pass_tiled(struct reshape_walk *walk)
{
	int32_t *tiles = &walk->to_tiles[walk->j];
	int64_t common = greatest_common_divisor(walk->from_size, walk->tiles);
	if (walk->from_size == walk->to_size) {
		if (walk->to_size != walk->to->dims[walk->j] &&
		    walk->from_size % walk->tiles != 0) {
			*tiles *= (int32_t)common;
			return PASS_END;
		}
		*tiles *= (int32_t)walk->tiles;
		next_from(walk);
		next_to(walk);
		return PASS_ON;
	}
	if (walk->to_size == 1) {
		next_to(walk);
		return PASS_ON;
	}
	if (walk->from_size == 1) {
		walk->whole[walk->i] = walk->tiles > 1;
		walk->any_whole |= walk->tiles > 1;
		next_from(walk);
		return PASS_ON;
	}
	if (walk->from_size % walk->tiles != 0)
		return PASS_NONE;
	common = greatest_common_divisor(walk->tiles, walk->to_size);
	if (common == 1)
		return PASS_END;
	walk->from_size /= common;
	walk->tiles /= common;
	walk->to_size /= common;
	*tiles *= (int32_t)common;
	return PASS_ON;
}

const struct tiling *tiling_through_reshape(struct arena *arena, const struct hlo_shape *from,
                                            const struct hlo_shape *to, const struct tiling *tiling)
{
	int32_t tiles[TILING_MAX_RANK];
	int64_t product = 1;
	enum pass pass = PASS_ON;
	if (tiling_is_replicated(tiling))
		return tiling_replicated(arena, to->rank, tiling->count);
	for (uint32_t i = 0; i < to->rank; i++)
		tiles[i] = 1;
	struct reshape_walk walk = {.from = from,
	                            .to = to,
	                            .tiling = tiling,
	                            .i = UINT32_MAX,
	                            .j = UINT32_MAX,
	                            .to_tiles = tiles};
	next_from(&walk);
	next_to(&walk);
	while (pass == PASS_ON && !at_end(&walk))
		pass = pass_untiled(&walk) ? pass_tiled(&walk) : PASS_END;
	for (uint32_t i = 0; i < to->rank; i++)
		product *= tiles[i];
	if (pass == PASS_NONE || product == 1 || tiling->count % product != 0)
		return NULL;
	if (walk.any_whole)
		tiling = tiling_replicated_on(arena, tiling, walk.whole);
	return tiling_reshaped(arena, tiling, tiles, to->rank, (int32_t)(tiling->count / product));
}

/* What stays constant along a dimension whose parts all are (xla SetBroadcastDimsForReshape). */
static uint64_t reshaped_constant_dims(uint64_t dims, const int64_t *from, uint32_t from_rank,
                                       const int64_t *to, uint32_t to_rank)
{
	uint32_t i = 0, j = 0;
	int64_t before = from_rank ? from[0] : 1, after = to_rank ? to[0] : 1;
	uint64_t result = to_rank < 64 ? ((uint64_t)1 << to_rank) - 1 : UINT64_MAX;
	while (dims && i < from_rank && j < to_rank) {
		if (!(dims >> i & 1))
			result &= ~((uint64_t)1 << j);
		int64_t b = before, a = after;
		if (a == 0 || b == 0 || (b % a != 0 && a % b != 0))
			return 0;
		bool split = b > a, merge = a > b;
		before = split ? b / a : ++i < from_rank ? from[i] : 1;
		after = merge ? a / b : ++j < to_rank ? to[j] : 1;
	}
	return dims && i == from_rank && j == to_rank ? result : 0;
}

/* The operand, which has the tiling that the result's is a reshape of, reshaped on each device. */
static struct shards reshaped_locally(struct partitioner *p, const struct instruction *instruction,
                                      struct shards operand, const struct tiling *tiling)
{
	const struct hlo_shape *shape = instruction->shape;
	struct shards value = computed(p, tiling, shape->dims, operand.element_bytes, &operand, 1);
	value.constant_dims = reshaped_constant_dims(
	    operand.constant_dims, operand.local, operand.tiling->rank, value.local, shape->rank);
	return value;
}

/* A tiling before and after a reshape that moves no data. */
struct tiling_pair {
	const struct tiling *in, *out;
};

static bool is_pair(struct tiling_pair pair)
{
	return pair.in && pair.out && tiling_tiles(pair.in) == tiling_tiles(pair.out);
}

/* Made known of the result: it could have been reshaped as the operand was. */
static void remember_other(struct partitioner *p, const struct instruction *instruction,
                           struct shards operand, struct tiling_pair other, struct shards value)
{
	if (!tiling_equal(other.in, operand.tiling) || tiling_equal(other.out, value.tiling))
		return;
	struct shards free = reshaped_locally(p, instruction, operand, other.out);
	remember(p, value, NULL, other.out, free);
}

const struct named_tiling *names_through_reshape(struct arena *arena, const struct tiling *before,
                                                 uint32_t first, uint32_t end,
                                                 const struct tiling *after)
{
	const struct named_tiling *named = before->named;
	int32_t places[TILING_MAX_RANK + 1];
	if (!named || !named->rank)
		return NULL;
	for (uint32_t i = 0; i < named->rank; i++)
		places[i] = i >= first && i < end ? (int32_t)(i - first) : -1;
	named = named_tiling_mapped(arena, named, places, end - first);
	while (named->rank > 1)
		named = named_tiling_merged(arena, named, 0);
	for (uint32_t i = 0; named && i < after->rank; i++) {
		named = named_tiling_split(arena, named, i, after->tiles[i]);
		places[i] = (int32_t)i;
	}
	places[after->rank] = -1;
	return named ? named_tiling_mapped(arena, named, places, after->rank) : NULL;
}

void partition_reshape(struct partitioner *p, const struct instruction *instruction)
{
	const struct hlo_shape *shape = instruction->shape;
	const struct hlo_shape *from = instruction->operands[0]->shape;
	const struct tiling *tiling = result_tiling(p, instruction);
	struct shards operand = operand_value(p, instruction, 0);
	int64_t before, after;
	if (!hlo_shape_elements(from, &before) || !hlo_shape_elements(shape, &after) ||
	    before != after) {
		set_unknown(p, instruction, "its operand has not as many elements");
		return;
	}
	if (tiling_is_replicated(tiling)) {
		partition_default(p, instruction);
		return;
	}
	struct tiling_pair pairs[2] = {
	    {tiling_through_reshape(p->arena, shape, from, tiling), tiling}};
	pairs[1].out = tiling_through_reshape(p->arena, from, shape, operand.tiling);
	if (pairs[1].out) {
		pairs[1].in = tiling_through_reshape(p->arena, shape, from, pairs[1].out);
		pairs[1].out = tiling_with_names(
		    p->arena, pairs[1].out,
		    names_through_reshape(p->arena, operand.tiling, 0, from->rank, pairs[1].out));
	}
	const struct tiling_pair *first = is_pair(pairs[0]) ? &pairs[0] : &pairs[1];
	if (!is_pair(*first)) {
		set_result(p, instruction, reshape_unevenly(p, operand, tiling, shape->dims));
		return;
	}
	struct shards value =
	    reshaped_locally(p, instruction, reshard(p, operand, first->in), first->out);
	value = reshard(p, value, tiling);
	if (first == &pairs[0] && is_pair(pairs[1]))
		remember_other(p, instruction, operand, pairs[1], value);
	set_result(p, instruction, value);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives that the program itself has, in a shard_map: they stay as they are. */
#include "base/checked.h"
#include "partition/manual.h"

bool written_kind(enum opcode opcode, enum reshard_kind *kind)
{
	static const struct {
		enum opcode opcode;
		enum reshard_kind kind;
	} kinds[] = {
	    {OPCODE_ALL_GATHER, RESHARD_ALL_GATHER},
	    {OPCODE_ALL_REDUCE, RESHARD_ALL_REDUCE},
	    {OPCODE_ALL_TO_ALL, RESHARD_ALL_TO_ALL},
	    {OPCODE_REDUCE_SCATTER, RESHARD_REDUCE_SCATTER},
	    {OPCODE_COLLECTIVE_PERMUTE, RESHARD_COLLECTIVE_PERMUTE},
	};
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		if (kinds[i].opcode != opcode)
			continue;
		*kind = kinds[i].kind;
		return true;
	}
	return false;
}

/* Bytes of all arrays of a shape; false when they do not fit. */
static bool add_bytes(const struct hlo_shape *shape, int64_t *bytes)
{
	for (uint32_t i = 0; i < shape_leaves(shape); i++) {
		const struct hlo_shape *leaf = shape_leaf(shape, i);
		int64_t size = 0;
		if (leaf->element && (!hlo_shape_elements(leaf, &size) ||
		                      !checked_multiply(&size, size, shape_element_bytes(leaf))))
			return false;
		if (!checked_add(bytes, *bytes, size))
			return false;
	}
	return true;
}

/* Ids as the program has them; NULL when one is no device. */
static int32_t *device_ids(struct partitioner *p, const int64_t *ids, size_t count)
{
	int32_t *devices = arena_new(p->arena, int32_t, count);
	for (size_t i = 0; i < count; i++) {
		if (ids[i] < 0 || ids[i] >= p->devices)
			return NULL;
		devices[i] = (int32_t)ids[i];
	}
	return devices;
}

/* The groups of the collective; NULL when they are none of these devices. */
static const struct device_groups *groups_of(struct partitioner *p,
                                             const struct collective_numbers *numbers)
{
	int64_t total;
	if (!numbers->groups)
		return device_groups_along(p->arena, replicated_tiling(p, 0), 0);
	if (numbers->ngroups < 1 || numbers->group_size < 1 ||
	    !checked_multiply(&total, numbers->ngroups, numbers->group_size) || total > p->devices)
		return NULL;
	const int32_t *members = device_ids(p, numbers->groups, (size_t)total);
	struct device_groups *groups = arena_new(p->arena, struct device_groups, 1);
	*groups = (struct device_groups){NULL, members, (int32_t)numbers->ngroups,
	                                 (int32_t)numbers->group_size};
	return members ? groups : NULL;
}

/* A permute of `bytes`; none when a pair is not of these devices. */
static struct shards permuted_as_written(struct partitioner *p, struct shards value,
                                         const struct collective_numbers *numbers)
{
	uint32_t count = numbers->npairs;
	const int32_t *ids = device_ids(p, numbers->pairs, 2 * (size_t)count);
	struct reshard_pair *pairs = arena_new(p->arena, struct reshard_pair, count);
	if (!ids)
		return shards_none();
	for (uint32_t i = 0; i < count; i++)
		pairs[i] = (struct reshard_pair){ids[2 * i], ids[2 * i + 1]};
	return permuted(p, value, pairs, count, value.local);
}

/* What the collective makes of a value that stands for all operands, one byte an element. */
static struct shards made_as_written(struct partitioner *p, const struct instruction *instruction,
                                     enum reshard_kind kind, struct shards value,
                                     const int64_t *bytes)
{
	const struct collective_numbers *numbers = instruction->collective;
	if (kind == RESHARD_COLLECTIVE_PERMUTE)
		return permuted_as_written(p, value, numbers);
	const struct device_groups *groups = groups_of(p, numbers);
	if (!groups)
		return shards_none();
	value = collected(p, value, kind, groups, bytes);
	if (p->resharder.step_count && numbers->dim >= 0 && numbers->dim <= RESHARD_MAX_RANK)
		p->resharder.steps[p->resharder.step_count - 1].dim = (int32_t)numbers->dim;
	return value;
}

/*
 * In a shard_map over some axes: an operand that is added up or permuted takes the tiling of the
 * result, and each device sends its part (xla HandleAllReduce, HandleCollectivePermute); any other
 * is made whole.
 */
static void partition_partly_written(struct partitioner *p, const struct instruction *instruction,
                                     enum reshard_kind kind)
{
	const struct device_groups *manual = p->manual;
	const struct hlo_shape *shape = instruction->shape;
	bool in_parts = kind == RESHARD_ALL_REDUCE || kind == RESHARD_COLLECTIVE_PERMUTE;
	if (instruction->noperands != 1 || shape->tuple) {
		set_unknown(p, instruction, "several values in a shard_map over some axes");
		return;
	}
	struct shards value = operand_value(p, instruction, 0);
	const struct tiling *tiling =
	    in_parts ? result_tiling(p, instruction) : replicated_tiling(p, shape->rank);
	if (value.tiling->rank != shape->rank) {
		set_unknown(p, instruction, "its result has another rank than its operand");
		return;
	}
	value = reshard(p, value, tiling);
	struct shards result = computed_leaf(p, instruction, 0, tiling, &value, 1);
	int64_t *bytes = arena_new(p->arena, int64_t, 2);
	bytes[0] = local_bytes(value);
	bytes[1] = local_bytes(result);
	enter_manual(p, NULL);
	struct shards sent = computed(p, replicated_tiling(p, 1), &bytes[0], 1, &value, 1);
	sent = made_as_written(p, instruction, kind, sent, &bytes[1]);
	enter_manual(p, manual);
	result.made = sent.made;
	if (sent.tiling)
		set_result(p, instruction, result);
	else
		set_unknown(p, instruction, "its groups are not of the module's devices");
}

void partition_written(struct partitioner *p, const struct instruction *instruction)
{
	enum reshard_kind kind;
	int64_t *bytes = arena_new(p->arena, int64_t, 2);
	bool fits = add_bytes(instruction->shape, &bytes[1]);
	struct shards *read = arena_new(p->arena, struct shards, instruction->noperands);
	bool known = instruction->collective && written_kind(instruction->opcode, &kind);
	if (known && p->manual) {
		partition_partly_written(p, instruction, kind);
		return;
	}
	if (!known || !leaf_is_manual(instruction, 0)) {
		set_unknown(p, instruction, "a collective of the program outside of a shard_map");
		return;
	}
	for (uint32_t i = 0; i < instruction->noperands; i++) {
		fits = fits && add_bytes(instruction->operands[i]->shape, &bytes[0]);
		read[i] = operand_value(p, instruction, i);
	}
	struct shards value =
	    computed(p, replicated_tiling(p, 1), &bytes[0], 1, read, instruction->noperands);
	if (fits)
		value = made_as_written(p, instruction, kind, value, &bytes[1]);
	if (!fits || !value.tiling) {
		set_unknown(p, instruction, "its groups are not of the module's devices");
		return;
	}
	set_computed(p, instruction, &value, 1);
}

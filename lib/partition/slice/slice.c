/* SPDX-License-Identifier: Apache-2.0 */
/* Slices, pads, reversals and sliding reductions: windows of their operands. All of jaxlib 0.10.2.
 */
#include "partition/slice/patterns.h"
#include "partition/partitioner.h"
#include "partition/slice/windowed.h"

#include "base/checked.h"
#include "reshard/windows.h"

/* The result, computed from the windows in this tiling. */
static struct shards windows_result(struct partitioner *p, const struct instruction *instruction,
                                    const struct tiling *tiling, const struct shards *read,
                                    uint32_t count, uint64_t constant_dims)
{
	struct shards result = computed_leaf(p, instruction, 0, tiling, read, count);
	result.constant_dims = constant_dims;
	return result;
}

/* Whether the slice could be made in this tiling, and was. */
static bool slice_within(struct partitioner *p, const struct instruction *slice,
                         const struct tiling *tiling)
{
	struct shards value = operand_value(p, slice, 0);
	if (tiling_is_replicated(tiling))
		return false;
	struct shards_window *windows = trivial_windows(p, slice->shape->rank);
	for (uint32_t i = 0; i < slice->shape->rank; i++) {
		windows[i].stride = slice->slice->stride[i];
		windows[i].low = -slice->slice->start[i];
		windows[i].high = slice->slice->limit[i] - slice->operands[0]->shape->dims[i];
	}
	uint64_t constant = value.constant_dims;
	value = windowed(p, reshard(p, value, tiling), windows, tiling);
	if (value.tiling)
		set_result(p, slice, windows_result(p, slice, tiling, &value, 1, constant));
	return value.tiling;
}

/* The value padded in full on every device, where no windows can be exchanged. */
static struct shards padded_in_full(struct partitioner *p, const struct instruction *instruction,
                                    struct shards value, struct shards padding)
{
	uint32_t rank = instruction->shape->rank;
	const struct tiling *none = replicated_tiling(p, rank);
	struct shards read[] = {reshard(p, value, none), padding};
	return windows_result(p, instruction, none, read, 2, 0);
}

/* What is padded along a dimension and those before it, one after the other. */
static struct shards padded_up_to(struct partitioner *p, struct shards padded, struct shards value,
                                  uint32_t dim)
{
	uint32_t rank = padded.tiling->rank;
	if (!tiling_equal(padded.tiling, value.tiling))
		return padded;
	int64_t *local = arena_copy(p->arena, padded.local, rank, sizeof(*local));
	for (uint32_t i = dim + 1; i < rank; i++)
		local[i] = value.local[i];
	padded.local = local;
	return padded;
}

/* The pad of an operand of `pad`, which need not be the instruction itself. */
static void pad_operand(struct partitioner *p, const struct instruction *instruction,
                        const struct instruction *pad, const struct pad_numbers *numbers)
{
	const struct tiling *target = result_tiling(p, instruction);
	uint32_t rank = instruction->shape->rank;
	struct shards value = operand_value(p, pad, 0);
	struct shards padding = replicate(p, operand_value(p, pad, 1)), result = shards_none();
	struct shards_window *windows = trivial_windows(p, rank);
	uint64_t constant = value.constant_dims;
	for (uint32_t i = 0; i < rank; i++) {
		windows[i].low = numbers->low[i];
		windows[i].high = numbers->high[i];
		windows[i].base_dilation = numbers->interior[i] + 1;
		if (i < 64 && (numbers->low[i] || numbers->high[i] || numbers->interior[i]))
			constant &= ~((uint64_t)1 << i);
	}
	if (!tiling_is_replicated(target)) {
		struct shards read[] = {windowed(p, value, windows, target), padding};
		for (uint32_t i = 0; read[0].tiling && !p->taken_whole && i < rank; i++)
			if (!window_is_trivial(&windows[i]))
				note_window(p, padded_up_to(p, read[0], value, i), i,
				            value.extents[i], numbers->low[i]);
		if (read[0].tiling)
			result = windows_result(p, instruction, target, read, 2, constant);
	}
	if (!result.tiling)
		result = padded_in_full(p, instruction, value, padding);
	set_result(p, instruction, result);
}

void partition_pad(struct partitioner *p, const struct instruction *pad)
{
	pad_operand(p, pad, pad, pad->pad);
}

void partition_slice(struct partitioner *p, const struct instruction *slice)
{
	struct pad_of_slice merged;
	if (find_pad_of_slice(p, slice, &merged)) {
		forget_work(p, merged.pad);
		pad_operand(p, slice, merged.pad, &merged.numbers);
		return;
	}
	const struct tiling *target = result_tiling(p, slice);
	const struct tiling *declared = result_tiling(p, slice->operands[0]);
	if (tiling_tiles(declared) > tiling_tiles(target) && slice_within(p, slice, declared))
		return;
	if (!slice_within(p, slice, target))
		partition_default(p, slice);
}

/* The shards change places, and their padding goes to the front. */
void partition_reverse(struct partitioner *p, const struct instruction *reverse)
{
	const struct tiling *target = result_tiling(p, reverse);
	const struct hlo_shape *shape = reverse->shape;
	if (tiling_is_replicated(target)) {
		partition_default(p, reverse);
		return;
	}
	bool dims[TILING_MAX_RANK] = {false};
	for (uint32_t i = 0; i < reverse->ndims; i++)
		dims[reverse->dims[i]] = true;
	const struct tiling *turned = tiling_reversed(p->arena, target, dims);
	struct shards value = reshard(p, operand_value(p, reverse, 0), turned);
	struct shards_window *windows = trivial_windows(p, shape->rank);
	for (uint32_t i = 0; i < reverse->ndims; i++) {
		int64_t dim = reverse->dims[i], tiles = target->tiles[dim], size = shape->dims[dim];
		windows[dim].low = ceiling_divide(size, tiles) * tiles - size;
	}
	value = windowed(p, value, windows, turned);
	if (value.tiling)
		set_result(p, reverse, windows_result(p, reverse, target, &value, 1, 0));
	else
		partition_default(p, reverse);
}

/* All inputs as the windows of the result's leaves need them, in read; false when one cannot be. */
static bool read_windows(struct partitioner *p, const struct instruction *instruction,
                         uint32_t inputs, struct shards *read)
{
	uint32_t rank = shape_leaf(instruction->shape, 0)->rank;
	struct shards_window *windows = trivial_windows(p, rank);
	for (uint32_t i = 0; i < rank; i++) {
		const struct window_dim *w = &instruction->window[i];
		windows[i] = (struct shards_window){w->size, w->stride,        w->low,
		                                    w->high, w->base_dilation, w->window_dilation};
	}
	for (uint32_t i = 0; i < inputs; i++) {
		const struct tiling *target = leaf_tiling(p, instruction, i);
		if (tiling_is_replicated(target))
			return false;
		read[inputs + i] = replicate(p, operand_value(p, instruction, inputs + i));
		read[i] = windowed(p, operand_value(p, instruction, i), windows, target);
		if (!read[i].tiling)
			return false;
	}
	return true;
}

void partition_reduce_window(struct partitioner *p, const struct instruction *instruction)
{
	uint32_t inputs = instruction->noperands / 2;
	struct shards *read = arena_new(p->arena, struct shards, 2 * (size_t)inputs);
	if (inputs == 0 || !read_windows(p, instruction, inputs, read)) {
		partition_default(p, instruction);
		return;
	}
	set_computed(p, instruction, read, 2 * inputs);
}

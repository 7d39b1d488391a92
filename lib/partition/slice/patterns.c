/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/slice/patterns.h"

/* Slices of slices of pads that are looked through; nobody writes more. */
enum { MAX_MERGED = 8 };

static uint32_t user_count(const struct instruction *instruction)
{
	return instruction->users - instruction->root;
}

static bool is_copy(const struct instruction *instruction)
{
	return instruction->noperands == 1 && (instruction->opcode == OPCODE_COPY ||
	                                       instruction->opcode == OPCODE_SHARDING_CONSTRAINT);
}

/* What a chain of copies that nobody else reads is of; NULL: it has other readers. */
static const struct instruction *behind_copies(const struct instruction *operand, bool single_use)
{
	while (user_count(operand) == 1 && is_copy(operand))
		operand = operand->operands[0];
	return single_use && user_count(operand) != 1 ? NULL : operand;
}

static bool is_slice(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_SLICE;
}

static bool same_tiling(struct partitioner *p, const struct instruction *a,
                        const struct instruction *b)
{
	const struct tiling *s = result_tiling(p, a), *t = result_tiling(p, b);
	return s->rank == t->rank && s->count == t->count && tiling_equal(s, t);
}

static bool find_merged(struct partitioner *p, const struct instruction *slice,
                        struct pad_of_slice *merged, uint32_t depth);

/* The numbers of a pad, or of a slice that is made as one. What is padded has the sharding of the
 * pad: else it is padded on the way to it, and the slice moves what it needs (measured on jaxlib
 * 0.10.2). */
static bool as_pad(struct partitioner *p, const struct instruction *instruction,
                   struct pad_of_slice *pad, uint32_t depth)
{
	if (instruction->opcode == OPCODE_PAD) {
		*pad = (struct pad_of_slice){instruction, *instruction->pad};
		return same_tiling(p, instruction->operands[0], instruction);
	}
	return instruction->opcode == OPCODE_SLICE && depth < MAX_MERGED &&
	       find_merged(p, instruction, pad, depth + 1);
}

static bool find_merged(struct partitioner *p, const struct instruction *slice,
                        struct pad_of_slice *merged, uint32_t depth)
{
	const struct instruction *operand = behind_copies(slice->operands[0], true);
	if (!operand || !as_pad(p, operand, merged, depth))
		return false;
	const struct tiling *tiling = result_tiling(p, slice);
	if (tiling_is_replicated(tiling) || !same_tiling(p, operand, slice))
		return false;
	uint32_t rank = slice->shape->rank;
	int64_t *low = arena_new(p->arena, int64_t, rank),
		*high = arena_new(p->arena, int64_t, rank);
	bool twice = false;
	for (uint32_t i = 0; i < rank; i++) {
		const struct pad_numbers *pad = &merged->numbers;
		int64_t size = operand->shape->dims[i];
		if (pad->interior[i] != 0 || slice->slice->stride[i] != 1)
			return false;
		twice = twice || (tiling->tiles[i] != 1 && (pad->low[i] || pad->high[i]) &&
		                  slice->shape->dims[i] != size);
		low[i] = pad->low[i] - slice->slice->start[i];
		high[i] = slice->slice->limit[i] - (size - pad->high[i]);
	}
	merged->numbers.low = low;
	merged->numbers.high = high;
	return twice;
}

bool find_pad_of_slice(struct partitioner *p, const struct instruction *slice,
                       struct pad_of_slice *merged)
{
	return find_merged(p, slice, merged, 0);
}

/* Whether the concatenation is along a dimension of several tiles. */
static bool along_tiles(struct partitioner *p, const struct instruction *concatenate)
{
	const struct tiling *tiling = result_tiling(p, concatenate);
	return !tiling_is_replicated(tiling) && tiling->tiles[concatenate->dims[0]] > 1;
}

int64_t find_rotation(struct partitioner *p, const struct instruction *concatenate,
                      const struct instruction **piece)
{
	if (concatenate->noperands != 2 || !along_tiles(p, concatenate))
		return -1;
	const struct instruction *first = behind_copies(concatenate->operands[0], true);
	const struct instruction *second = behind_copies(concatenate->operands[1], true);
	int64_t dim = concatenate->dims[0];
	if (!first || !second || !is_slice(first) || !is_slice(second) ||
	    first->operands[0] != second->operands[0])
		return -1;
	const struct instruction *value = first->operands[0];
	*piece = first;
	if (!hlo_shape_equal(value->shape, concatenate->shape) ||
	    !same_tiling(p, value, concatenate) || first->slice->stride[dim] != 1 ||
	    second->slice->stride[dim] != 1 ||
	    first->slice->start[dim] != second->slice->limit[dim])
		return -1;
	return first->shape->dims[dim];
}

/* What elementwise operations of one operand, each read once, are applied to. */
static const struct instruction *behind_operations(struct partitioner *p,
                                                   const struct instruction *concatenate,
                                                   const struct instruction *piece, bool *resharded)
{
	while (opcode_class(piece->opcode) == OPCODE_CLASS_ELEMENTWISE && piece->noperands == 1 &&
	       user_count(piece) == 1) {
		*resharded = *resharded || (!is_copy(piece) && !same_tiling(p, piece, concatenate));
		piece = piece->operands[0];
	}
	return piece;
}

bool find_wrap(struct partitioner *p, const struct instruction *concatenate, struct wrap *wrap)
{
	if (concatenate->noperands != 3 || !along_tiles(p, concatenate))
		return false;
	const struct instruction *first = behind_copies(concatenate->operands[0], true);
	const struct instruction *middle = behind_copies(concatenate->operands[1], false);
	const struct instruction *last = behind_copies(concatenate->operands[2], true);
	int64_t dim = concatenate->dims[0];
	if (!first || !last)
		return false;
	*wrap = (struct wrap){0};
	first = behind_operations(p, concatenate, first, &wrap->resharded);
	last = behind_operations(p, concatenate, last, &wrap->resharded);
	if (!is_slice(first) || !is_slice(last) || first->operands[0] != middle ||
	    last->operands[0] != middle || first->slice->stride[dim] != 1 ||
	    last->slice->stride[dim] != 1)
		return false;
	wrap->piece = first;
	wrap->low = concatenate->operands[0]->shape->dims[dim];
	wrap->high = concatenate->operands[2]->shape->dims[dim];
	wrap->low_start = first->slice->start[dim];
	wrap->high_start = last->slice->start[dim];
	return true;
}

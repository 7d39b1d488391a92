/* SPDX-License-Identifier: Apache-2.0 */
/* What XLA's builder makes of one operation of StableHLO: several of HLO. */
#include "stablehlo/reader.h"

enum { MAX_RANK = 64 };

/* The operand's dims that go into the result as they are, and their places there. */
struct kept_dims {
	int64_t sizes[MAX_RANK], places[MAX_RANK];
	uint32_t count;
};

/* Adds what another operation is made of; NULL after a finding. */
static struct instruction *add_part(struct reader *reader, struct computation *computation,
                                    const struct instruction *whole, enum opcode opcode,
                                    const struct hlo_shape *shape,
                                    struct instruction *const *operands, uint32_t noperands)
{
	struct region region = {.computation = computation};
	struct instruction *part = reader_add(reader, &region, opcode, shape, operands, noperands);
	if (!part)
		return NULL;
	part->name = whole->name;
	part->origin = whole->origin;
	part->at = whole->at;
	return part;
}

/* Dims that do not go up are put in order first: XLA's builder takes no transpose in a broadcast
 * (prepare_for_export). */
static bool sort_broadcast(struct reader *reader, struct computation *computation,
                           struct instruction *broadcast)
{
	const struct hlo_shape *shape = broadcast->operands[0]->shape;
	int64_t order[MAX_RANK], places[MAX_RANK], sizes[MAX_RANK];
	bool sorted = true;
	for (uint32_t i = 0; i < broadcast->ndims; i++) {
		uint32_t at = i;
		for (; at && places[at - 1] > broadcast->dims[i]; at--) {
			places[at] = places[at - 1];
			order[at] = order[at - 1];
		}
		places[at] = broadcast->dims[i];
		order[at] = i;
		sorted &= at == i;
	}
	if (sorted)
		return true;
	for (uint32_t i = 0; i < broadcast->ndims; i++)
		sizes[i] = shape->dims[order[i]];
	struct instruction *transposed =
	    add_part(reader, computation, broadcast, OPCODE_TRANSPOSE,
	             hlo_shape_array(reader->arena, shape->element, sizes, shape->rank),
	             broadcast->operands, 1);
	if (!transposed)
		return false;
	transposed->ndims = broadcast->ndims;
	transposed->dims = arena_copy(reader->arena, order, broadcast->ndims, sizeof(*order));
	broadcast->operands[0] = transposed;
	broadcast->dims = arena_copy(reader->arena, places, broadcast->ndims, sizeof(*places));
	return true;
}

/* A dim of size 1 that becomes larger is first put in its place, then dropped, then broadcast:
 * XlaBuilder::BroadcastInDim and AddBroadcastSequence. */
static bool expand_broadcast(struct reader *reader, struct computation *computation,
                             struct instruction *broadcast)
{
	struct kept_dims kept = {.count = 0};
	int64_t sizes[MAX_RANK];
	const struct hlo_shape *shape = broadcast->shape;
	if (!sort_broadcast(reader, computation, broadcast))
		return false;
	memcpy(sizes, shape->dims, shape->rank * sizeof(*sizes));
	for (uint32_t i = 0; i < broadcast->ndims; i++)
		sizes[broadcast->dims[i]] = broadcast->operands[0]->shape->dims[i];
	for (uint32_t i = 0; i < shape->rank; i++)
		if (sizes[i] == shape->dims[i]) {
			kept.sizes[kept.count] = sizes[i];
			kept.places[kept.count++] = i;
		}
	if (kept.count == shape->rank)
		return true;
	struct instruction *placed =
	    add_part(reader, computation, broadcast, OPCODE_BROADCAST,
	             hlo_shape_array(reader->arena, shape->element, sizes, shape->rank),
	             broadcast->operands, 1);
	if (!placed)
		return false;
	placed->dims = broadcast->dims;
	placed->ndims = broadcast->ndims;
	struct instruction *dropped = add_part(
	    reader, computation, broadcast, OPCODE_RESHAPE,
	    hlo_shape_array(reader->arena, shape->element, kept.sizes, kept.count), &placed, 1);
	if (!dropped)
		return false;
	broadcast->operands[0] = dropped;
	broadcast->dims = arena_copy(reader->arena, kept.places, kept.count, sizeof(*kept.places));
	broadcast->ndims = kept.count;
	return true;
}

/* A constant of one number is a scalar and a broadcast. */
static bool expand_constant(struct reader *reader, struct computation *computation,
                            struct instruction *constant)
{
	const struct hlo_shape *shape = constant->shape;
	if (!constant->literal.splat || !shape->rank)
		return true;
	struct instruction *scalar =
	    add_part(reader, computation, constant, OPCODE_CONSTANT,
	             hlo_shape_array(reader->arena, shape->element, NULL, 0), NULL, 0);
	if (!scalar)
		return false;
	scalar->literal = constant->literal;
	constant->opcode = OPCODE_BROADCAST;
	constant->operands = arena_copy(reader->arena, &scalar, 1, sizeof(struct instruction *));
	constant->noperands = 1;
	return true;
}

bool reader_lower(struct reader *reader)
{
	for (uint32_t i = 0; i < reader->module->ncomputations; i++) {
		struct computation *computation = reader->module->computations[i];
		uint32_t count = computation->count;
		for (uint32_t j = 0; j < count; j++) {
			struct instruction *at = computation->instructions[j];
			bool (*expand)(struct reader *, struct computation *,
			               struct instruction *) =
			    at->opcode == OPCODE_BROADCAST  ? expand_broadcast
			    : at->opcode == OPCODE_CONSTANT ? expand_constant
							    : NULL;
			if (expand && !expand(reader, computation, at))
				return false;
		}
	}
	return true;
}

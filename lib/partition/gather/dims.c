/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/gather/gather.h"

#include "module/dims.h"
#include "partition/partition_frame.h"

/* Loops and branches through which indices that count up are followed. */
enum { MAX_OUTER = 16 };

/* The dimension of the data that a dimension of the indices becomes. */
static uint32_t data_dim(const struct gather_numbers *n, uint32_t indices_dim)
{
	int64_t dim = indices_dim - (n->index_vector < indices_dim);
	for (uint32_t i = 0; i < n->noffset; i++)
		dim += n->offset[i] <= dim;
	return (uint32_t)dim;
}

/* Pairs to be appended to, with room for `room`. */
struct pair_list {
	uint32_t *operand, *indices, *data, count;
};

static struct pair_list pair_list(struct arena *arena, uint32_t room)
{
	return (struct pair_list){arena_new(arena, uint32_t, room),
	                          arena_new(arena, uint32_t, room),
	                          arena_new(arena, uint32_t, room), 0};
}

static void add_pair(struct pair_list *list, uint32_t operand, uint32_t indices, uint32_t data)
{
	list->operand[list->count] = operand;
	list->indices[list->count] = indices;
	list->data[list->count++] = data;
}

static struct dim_pairs pairs_of(const struct pair_list *list)
{
	return (struct dim_pairs){list->operand, list->indices, list->data, list->count};
}

/* The dimension along which a constant counts 0, 1, 2 …, or -1. */
static int64_t counting_literal(const struct hlo_shape *shape, const struct hlo_literal *literal)
{
	int64_t elements, stride;
	if (!literal->known || literal->splat || !hlo_shape_elements(shape, &elements) ||
	    !shape->element || shape->element->id != DTYPE_ID_INT32)
		return -1;
	stride = elements;
	for (uint32_t i = 0; i < shape->rank; i++) {
		bool counts = shape->dims[i] > 1;
		stride = shape->dims[i] ? stride / shape->dims[i] : 1;
		for (int64_t at = 0; at < elements && counts; at++)
			counts = literal->values[at] == at / stride % shape->dims[i];
		if (counts)
			return i;
	}
	return -1;
}

static int64_t counting_dim(const struct instruction *instruction,
                            const struct partition_frame *frame, uint32_t depth);

/* The tuple that the caller of a computation passes, whose element `index` is always what is read
 * of the parameter; NULL when a loop changes it, or another operation calls. */
static const struct instruction *passed_tuple(const struct partition_frame *frame,
                                              const struct instruction *element)
{
	const struct instruction *caller = frame->caller, *root = frame->computation->root;
	uint32_t operand = 0;
	if (!caller || (caller->opcode != OPCODE_WHILE && caller->opcode != OPCODE_CONDITIONAL))
		return NULL;
	if (caller->opcode == OPCODE_WHILE &&
	    (root->opcode != OPCODE_TUPLE || element->index >= root->noperands ||
	     root->operands[element->index] != element))
		return NULL;
	if (caller->opcode == OPCODE_CONDITIONAL)
		while (operand < caller->ncalled && caller->called[operand++] != frame->computation)
			continue;
	return operand < caller->noperands ? caller->operands[operand] : NULL;
}

/* The same of element `index` of a computation's parameter. */
static int64_t counting_argument(const struct instruction *element,
                                 const struct partition_frame *frame, uint32_t depth)
{
	const struct instruction *tuple = passed_tuple(frame, element);
	if (!tuple || !frame->outer || depth == MAX_OUTER || tuple->opcode != OPCODE_TUPLE ||
	    element->index >= tuple->noperands)
		return -1;
	return counting_dim(tuple->operands[element->index], frame->outer, depth + 1);
}

/* The dimension along which a value counts 0, 1, 2 …, or -1 (xla GetDimensionForIota). */
static int64_t counting_dim(const struct instruction *instruction,
                            const struct partition_frame *frame, uint32_t depth)
{
	const int64_t *dims = NULL;
	if (instruction->opcode == OPCODE_BROADCAST && instruction->noperands == 1 &&
	    instruction->ndims == instruction->operands[0]->shape->rank) {
		dims = instruction->dims;
		instruction = instruction->operands[0];
		if (!instruction->shape->element ||
		    instruction->shape->element->id != DTYPE_ID_INT32)
			return -1;
	}
	int64_t dim = -1;
	if (instruction->opcode == OPCODE_IOTA && instruction->ndims == 1)
		dim = instruction->dims[0];
	else if (instruction->opcode == OPCODE_CONSTANT)
		dim = counting_literal(instruction->shape, &instruction->literal);
	else if (instruction->opcode == OPCODE_GET_TUPLE_ELEMENT &&
	         instruction->operands[0]->opcode == OPCODE_PARAMETER)
		dim = counting_argument(instruction, frame, depth);
	if (dim >= (dims ? instruction->shape->rank : RESHARD_MAX_RANK))
		return -1;
	return dim >= 0 && dims ? dims[dim] : dim;
}

/* Notes for each component of the index vector along which dimension of the indices it counts up,
 * or -1. */
static void find_counting(const struct gathering *g, int64_t *counting)
{
	const struct instruction *indices = g->instruction->operands[g->scatter ? g->noperands : 1];
	const struct partition_frame *frame = g->p->frame;
	int64_t vector = g->numbers->index_vector, count = g->numbers->nstart_index_map, at = 0;
	for (int64_t i = 0; i < count; i++)
		counting[i] = -1;
	while (indices->noperands == 1 &&
	       (indices->opcode == OPCODE_COPY || indices->opcode == OPCODE_SHARDING_CONSTRAINT))
		indices = indices->operands[0];
	bool pieces = indices->opcode == OPCODE_CONCATENATE && indices->ndims == 1 &&
	              indices->dims[0] == vector;
	for (uint32_t i = 0; i < (pieces ? indices->noperands : 1); i++) {
		const struct instruction *piece = pieces ? indices->operands[i] : indices;
		int64_t components = piece->shape->rank > vector ? piece->shape->dims[vector] : 1;
		int64_t dim = counting_dim(piece, frame, 0);
		for (int64_t k = 0; k < components && at < count; k++)
			counting[at++] = dim == vector ? -1 : dim;
	}
}

/* Pairs of dimensions that are a batch because the indices count up along them; none at all when
 * two components do so along one, or sizes differ (xla GetGatherScatterBatchParallelDims). */
static struct dim_pairs find_implicit(const struct gathering *g, const int64_t *slice_sizes)
{
	const struct gather_numbers *n = g->numbers;
	struct pair_list list = pair_list(g->p->arena, n->nstart_index_map);
	int64_t *counting = arena_new(g->p->arena, int64_t, n->nstart_index_map);
	find_counting(g, counting);
	for (uint32_t i = 0; i < n->nstart_index_map; i++) {
		int64_t dim = counting[i], operand = n->start_index_map[i];
		if (dim < 0 || dim >= g->indices->rank)
			continue;
		for (uint32_t k = 0; k < list.count; k++)
			if (list.indices[k] == dim)
				return (struct dim_pairs){0};
		if (slice_sizes[operand] != 1 || dims_hold(n->indices_batching, n->nbatching, dim))
			continue;
		if (g->operand->dims[operand] != g->indices->dims[dim])
			return (struct dim_pairs){0};
		add_pair(&list, (uint32_t)operand, (uint32_t)dim, data_dim(n, (uint32_t)dim));
	}
	return pairs_of(&list);
}

/* Sizes of the slices that a scatter writes. */
static const int64_t *slice_sizes_of(const struct gathering *g)
{
	const struct gather_numbers *n = g->numbers;
	int64_t *sizes = arena_new(g->p->arena, int64_t, g->operand->rank);
	if (n->slice_sizes)
		return n->slice_sizes;
	for (uint32_t i = 0, window = 0; i < g->operand->rank; i++) {
		sizes[i] = 1;
		if (!dims_hold(n->collapsed, n->ncollapsed, i) &&
		    !dims_hold(n->operand_batching, n->nbatching, i) && window < n->noffset)
			sizes[i] = g->data->dims[n->offset[window++]];
	}
	return sizes;
}

const int64_t *gathering_find_dims(struct gathering *g)
{
	const struct gather_numbers *n = g->numbers;
	const int64_t *slice_sizes = slice_sizes_of(g);
	struct pair_list batch = pair_list(g->p->arena, n->nbatching);
	struct pair_list connected = pair_list(g->p->arena, g->indices->rank);
	struct pair_list passing = pair_list(g->p->arena, g->indices->rank);
	for (uint32_t i = 0; i < n->nbatching; i++) {
		uint32_t dim = (uint32_t)n->indices_batching[i];
		add_pair(&batch, (uint32_t)n->operand_batching[i], dim, data_dim(n, dim));
	}
	g->implicit = find_implicit(g, slice_sizes);
	for (uint32_t i = 0; i < g->indices->rank; i++) {
		bool is_batch = dims_hold(n->indices_batching, n->nbatching, i);
		if (i == n->index_vector)
			continue;
		add_pair(&connected, 0, i, data_dim(n, i));
		for (uint32_t k = 0; k < g->implicit.count; k++)
			is_batch = is_batch || g->implicit.indices[k] == i;
		if (!is_batch)
			add_pair(&passing, 0, i, data_dim(n, i));
	}
	g->batch = pairs_of(&batch);
	g->connected = pairs_of(&connected);
	g->passing = pairs_of(&passing);
	return slice_sizes;
}

struct dim_pairs passthrough_dims(const struct gathering *g, const int64_t *shape,
                                  const int64_t *slice_sizes)
{
	const struct gather_numbers *n = g->numbers;
	struct pair_list list = pair_list(g->p->arena, g->operand->rank);
	for (uint32_t i = 0, window = 0; i < g->operand->rank; i++) {
		if (dims_hold(n->collapsed, n->ncollapsed, i) ||
		    dims_hold(n->operand_batching, n->nbatching, i))
			continue;
		if (slice_sizes[i] == shape[i] && window < n->noffset)
			add_pair(&list, i, 0, (uint32_t)n->offset[window]);
		window++;
	}
	return pairs_of(&list);
}

struct dim_pairs trivial_dims(const struct gathering *g, const struct tiling *operand,
                              const int64_t *slice_sizes)
{
	const struct gather_numbers *n = g->numbers;
	struct pair_list list = pair_list(g->p->arena, n->nstart_index_map);
	int32_t tiles = 1;
	for (uint32_t i = 0; i < n->nstart_index_map; i++) {
		uint32_t dim = (uint32_t)n->start_index_map[i];
		if (slice_sizes[dim] != 1)
			continue;
		add_pair(&list, dim, 0, 0);
		tiles *= operand->tiles[dim];
	}
	if (tiles == 1)
		list.count = 0;
	return pairs_of(&list);
}

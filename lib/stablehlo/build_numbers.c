/* SPDX-License-Identifier: Apache-2.0 */
/* Operations that are operands and lists of numbers. */
#include "base/checked.h"
#include "stablehlo/build.h"

/* An array's shape of the one result, and that many operands; NULL after a finding. */
static const struct hlo_shape *array_result(struct reader *reader, struct operation *operation,
                                            uint32_t least, uint32_t most)
{
	if (!build_operands(reader, operation, least, most))
		return NULL;
	const struct hlo_shape *shape = build_shape(reader, operation);
	if (shape && !shape->element) {
		build_refuse(reader, operation, "its result is no array");
		return NULL;
	}
	return shape;
}

/* Binds the result of the instruction, which is NULL after a finding. */
static bool finish(struct reader *reader, const struct operation *operation, struct region *region,
                   struct instruction *instruction)
{
	return instruction && build_results(reader, operation, region, instruction);
}

/* [0] x [1] under a key: the dims of the left and of the right operand. */
static bool read_dim_pairs(struct reader *reader, const struct operation *operation,
                           const char *key, const int64_t **lhs, const int64_t **rhs,
                           uint32_t *count)
{
	struct str value = attributes_find(&operation->attributes, key);
	struct integers integers;
	if (!value.s)
		return true;
	size_t middle = str_find(value, 'x', 0);
	if (middle == value.len)
		return build_refuse(reader, operation, "expected [dims] x [dims]");
	if (!attribute_integers(reader->arena, &reader->cursor, str_slice(value, 0, middle), 1,
	                        &integers))
		return false;
	*lhs = integers.items;
	*count = integers.count;
	if (!attribute_integers(reader->arena, &reader->cursor,
	                        str_slice(value, middle + 1, value.len), 1, &integers))
		return false;
	*rhs = integers.items;
	return integers.count == *count ||
	       build_refuse(reader, operation, "lists of dims of different lengths");
}

/* The fields of an attribute such as #stablehlo.dot<…>, as attributes of their own. */
static bool read_fields(struct reader *reader, const struct operation *operation, const char *key,
                        struct operation *fields)
{
	struct str value = attributes_find(&operation->attributes, key);
	struct cursor *cursor = &reader->cursor;
	*fields = *operation;
	fields->attributes = (struct attributes){.arena = reader->scratch};
	if (!value.s)
		return true;
	size_t back = cursor_jump(cursor, value);
	cursor_balanced(cursor, "<");
	bool read = cursor_expects(cursor, "<");
	while (read && !cursor_takes(cursor, ">")) {
		struct str name = cursor_word(cursor);
		read = name.len ? cursor_expects(cursor, "=")
		                : cursor_unexpected(cursor, "the name of a field");
		if (read)
			attributes_add(&fields->attributes, name, cursor_balanced(cursor, ","));
		cursor_takes(cursor, ",");
	}
	cursor->at = back;
	return read && !cursor->failed;
}

/* The four lists of a generic dot_general. */
static bool read_dot_numbers(struct reader *reader, const struct operation *operation,
                             struct dot_numbers *dot)
{
	struct operation fields;
	uint32_t nbatch, ncontracting;
	if (!attributes_have(&operation->attributes, "dot_dimension_numbers"))
		return read_dim_pairs(reader, operation, "batching_dims", &dot->lhs_batch,
		                      &dot->rhs_batch, &dot->nbatch) &&
		       read_dim_pairs(reader, operation, "contracting_dims", &dot->lhs_contracting,
		                      &dot->rhs_contracting, &dot->ncontracting);
	return read_fields(reader, operation, "dot_dimension_numbers", &fields) &&
	       build_dims(reader, &fields, "lhs_batching_dimensions", INT64_MAX, &dot->lhs_batch,
	                  &dot->nbatch) &&
	       build_dims(reader, &fields, "rhs_batching_dimensions", INT64_MAX, &dot->rhs_batch,
	                  &nbatch) &&
	       build_dims(reader, &fields, "lhs_contracting_dimensions", INT64_MAX,
	                  &dot->lhs_contracting, &dot->ncontracting) &&
	       build_dims(reader, &fields, "rhs_contracting_dimensions", INT64_MAX,
	                  &dot->rhs_contracting, &ncontracting) &&
	       ((nbatch == dot->nbatch && ncontracting == dot->ncontracting) ||
	        build_refuse(reader, operation, "lists of dims of different lengths"));
}

/* Whether pairs of dims exist, are used once and have equal sizes. */
static bool dim_pairs_fit(const struct hlo_shape *lhs, const struct hlo_shape *rhs,
                          const int64_t *left, const int64_t *right, uint32_t count,
                          uint64_t used[2])
{
	for (uint32_t i = 0; i < count; i++) {
		if (left[i] < 0 || left[i] >= lhs->rank || right[i] < 0 || right[i] >= rhs->rank ||
		    lhs->dims[left[i]] != rhs->dims[right[i]] || used[0] >> left[i] & 1 ||
		    used[1] >> right[i] & 1)
			return false;
		used[0] |= (uint64_t)1 << left[i];
		used[1] |= (uint64_t)1 << right[i];
	}
	return true;
}

/* Whether the result's dims are the batch dims, those left of lhs and those left of rhs. */
static bool dot_shape_fits(const struct hlo_shape *lhs, const struct hlo_shape *rhs,
                           const struct dot_numbers *dot, const struct hlo_shape *shape,
                           const uint64_t used[2])
{
	uint32_t at = 0;
	if (shape->rank + dot->nbatch + 2 * dot->ncontracting != lhs->rank + rhs->rank)
		return false;
	for (uint32_t i = 0; i < dot->nbatch; i++)
		if (shape->dims[at++] != lhs->dims[dot->lhs_batch[i]])
			return false;
	for (uint32_t i = 0; i < lhs->rank; i++)
		if (!(used[0] >> i & 1) && shape->dims[at++] != lhs->dims[i])
			return false;
	for (uint32_t i = 0; i < rhs->rank; i++)
		if (!(used[1] >> i & 1) && shape->dims[at++] != rhs->dims[i])
			return false;
	return true;
}

/* Says of the first pair of dims of other sizes how large they are. Always false. */
static bool refuse_pairs(struct reader *reader, const struct operation *operation,
                         const int64_t *left, const int64_t *right, uint32_t count)
{
	const struct hlo_shape *lhs = operation->operands[0]->shape,
			       *rhs = operation->operands[1]->shape;
	for (uint32_t i = 0; i < count; i++) {
		bool there =
		    left[i] >= 0 && left[i] < lhs->rank && right[i] >= 0 && right[i] < rhs->rank;
		if (there && lhs->dims[left[i]] != rhs->dims[right[i]])
			return cursor_fail(&reader->cursor, operation->at.offset,
			                   operation->at.length,
			                   "dim %lld of the left operand has %lld elements, dim "
			                   "%lld of the right one %lld",
			                   (long long)left[i], (long long)lhs->dims[left[i]],
			                   (long long)right[i], (long long)rhs->dims[right[i]]);
	}
	return build_refuse(reader, operation, "dims that do not match");
}

static bool add_dot(struct reader *reader, struct operation *operation, struct region *region,
                    const struct dot_numbers *dot)
{
	uint64_t used[2] = {0, 0};
	const struct hlo_shape *shape = array_result(reader, operation, 2, 2);
	if (!shape)
		return false;
	const struct hlo_shape *lhs = operation->operands[0]->shape,
			       *rhs = operation->operands[1]->shape;
	if (!dim_pairs_fit(lhs, rhs, dot->lhs_batch, dot->rhs_batch, dot->nbatch, used))
		return refuse_pairs(reader, operation, dot->lhs_batch, dot->rhs_batch, dot->nbatch);
	if (!dim_pairs_fit(lhs, rhs, dot->lhs_contracting, dot->rhs_contracting, dot->ncontracting,
	                   used))
		return refuse_pairs(reader, operation, dot->lhs_contracting, dot->rhs_contracting,
		                    dot->ncontracting);
	if (!dot_shape_fits(lhs, rhs, dot, shape, used))
		return build_refuse(reader, operation, "its result has another shape");
	struct instruction *instruction = build_add(reader, operation, region, OPCODE_DOT, shape);
	if (instruction)
		instruction->dot = dot;
	return finish(reader, operation, region, instruction);
}

bool build_dot(struct reader *reader, struct operation *operation, struct region *region)
{
	struct dot_numbers *dot = arena_new(reader->arena, struct dot_numbers, 1);
	return read_dot_numbers(reader, operation, dot) && add_dot(reader, operation, region, dot);
}

/* stablehlo.dot: the last dim of the left operand with the first of the right one. */
bool build_dot_matrix(struct reader *reader, struct operation *operation, struct region *region)
{
	struct dot_numbers *dot = arena_new(reader->arena, struct dot_numbers, 1);
	if (!build_operands(reader, operation, 2, 2))
		return false;
	int64_t dims[] = {(int64_t)operation->operands[0]->shape->rank - 1, 0};
	dot->lhs_contracting = arena_copy(reader->arena, &dims[0], 1, sizeof(*dims));
	dot->rhs_contracting = arena_copy(reader->arena, &dims[1], 1, sizeof(*dims));
	dot->ncontracting = 1;
	return add_dot(reader, operation, region, dot);
}

/* [a:b, a:b:stride] */
static bool read_ranges(struct reader *reader, struct str value, struct slice_numbers *slice,
                        uint32_t rank)
{
	struct cursor *cursor = &reader->cursor;
	int64_t *numbers[3];
	size_t back = cursor_jump(cursor, value);
	bool read = cursor_expects(cursor, "[");
	for (int i = 0; i < 3; i++)
		numbers[i] = arena_new(reader->arena, int64_t, rank);
	for (uint32_t i = 0; read && i < rank; i++) {
		numbers[2][i] = 1;
		read = (i == 0 || cursor_expects(cursor, ",")) &&
		       cursor_integer(cursor, &numbers[0][i]) && cursor_expects(cursor, ":") &&
		       cursor_integer(cursor, &numbers[1][i]) &&
		       (!cursor_takes(cursor, ":") || cursor_integer(cursor, &numbers[2][i]));
	}
	read = read && cursor_expects(cursor, "]");
	cursor->at = back;
	*slice = (struct slice_numbers){numbers[0], numbers[1], numbers[2]};
	return read;
}

/* start_indices, limit_indices and strides of a generic slice. */
static bool read_limits(struct reader *reader, const struct operation *operation, uint32_t rank,
                        struct slice_numbers *slice)
{
	int64_t *start, *limit, *stride;
	if (!build_numbers(reader, operation, "start_indices", rank, 0, &start) ||
	    !build_numbers(reader, operation, "limit_indices", rank, 0, &limit) ||
	    !build_numbers(reader, operation, "strides", rank, 1, &stride))
		return false;
	*slice = (struct slice_numbers){start, limit, stride};
	return true;
}

static bool slice_fits(const struct hlo_shape *operand, const struct hlo_shape *shape,
                       const struct slice_numbers *slice)
{
	if (shape->rank != operand->rank)
		return false;
	for (uint32_t i = 0; i < shape->rank; i++) {
		int64_t start = slice->start[i], limit = slice->limit[i], stride = slice->stride[i];
		if (start < 0 || limit < start || limit > operand->dims[i] || stride < 1 ||
		    shape->dims[i] != ceiling_divide(limit - start, stride))
			return false;
	}
	return true;
}

bool build_slice(struct reader *reader, struct operation *operation, struct region *region)
{
	struct slice_numbers *slice = arena_new(reader->arena, struct slice_numbers, 1);
	const struct hlo_shape *shape = array_result(reader, operation, 1, 1);
	if (!shape)
		return false;
	const struct hlo_shape *operand = operation->operands[0]->shape;
	struct str ranges = attributes_find(&operation->attributes, ATTRIBUTE_BRACKET);
	bool read = ranges.s ? read_ranges(reader, ranges, slice, operand->rank)
	                     : read_limits(reader, operation, operand->rank, slice);
	if (!read)
		return false;
	if (!slice_fits(operand, shape, slice))
		return build_refuse(reader, operation, "its ranges do not fit the shapes");
	struct instruction *instruction = build_add(reader, operation, region, OPCODE_SLICE, shape);
	if (instruction)
		instruction->slice = slice;
	return finish(reader, operation, region, instruction);
}

bool build_dynamic_slice(struct reader *reader, struct operation *operation, struct region *region)
{
	int64_t *sizes;
	const struct hlo_shape *shape = array_result(reader, operation, 1, UINT32_MAX);
	if (!shape)
		return false;
	uint32_t rank = operation->operands[0]->shape->rank;
	if (operation->noperands != rank + 1 || shape->rank != rank)
		return build_refuse(reader, operation, "it takes one start for each dim");
	if (!build_numbers(reader, operation, "sizes slice_sizes", rank, 0, &sizes))
		return false;
	for (uint32_t i = 0; i < rank; i++)
		if (sizes[i] != shape->dims[i] || sizes[i] > operation->operands[0]->shape->dims[i])
			return build_refuse(reader, operation, "its sizes do not fit the shapes");
	struct instruction *instruction =
	    build_add(reader, operation, region, OPCODE_DYNAMIC_SLICE, shape);
	if (instruction)
		instruction->sizes = sizes;
	return finish(reader, operation, region, instruction);
}

/* Size of a dim with padding around and between its elements; false when it does not fit. */
static bool padded_size(int64_t size, int64_t low, int64_t high, int64_t interior, int64_t *padded)
{
	int64_t between;
	return interior >= 0 && checked_multiply(&between, size > 0 ? size - 1 : 0, interior) &&
	       checked_add(padded, size, between) && checked_add(padded, *padded, low) &&
	       checked_add(padded, *padded, high);
}

bool build_pad(struct reader *reader, struct operation *operation, struct region *region)
{
	int64_t *low, *high, *interior, size;
	const struct hlo_shape *shape = array_result(reader, operation, 2, 2);
	if (!shape)
		return false;
	const struct hlo_shape *operand = operation->operands[0]->shape;
	uint32_t rank = operand->rank;
	if (operation->operands[1]->shape->rank)
		return build_refuse(reader, operation, "it fills with a scalar");
	if (!build_numbers(reader, operation, "low edge_padding_low", rank, 0, &low) ||
	    !build_numbers(reader, operation, "high edge_padding_high", rank, 0, &high) ||
	    !build_numbers(reader, operation, "interior interior_padding", rank, 0, &interior))
		return false;
	for (uint32_t i = 0; i < rank; i++)
		if (shape->rank != rank ||
		    !padded_size(operand->dims[i], low[i], high[i], interior[i], &size) ||
		    size != shape->dims[i])
			return build_refuse(reader, operation,
			                    "its padding does not fit the shapes");
	struct pad_numbers *pad = arena_new(reader->arena, struct pad_numbers, 1);
	*pad = (struct pad_numbers){low, high, interior};
	struct instruction *instruction = build_add(reader, operation, region, OPCODE_PAD, shape);
	if (instruction)
		instruction->pad = pad;
	return finish(reader, operation, region, instruction);
}

/* The names that the fields of a gather have in one of a scatter. */
static const struct gather_names {
	const char *dimension_numbers, *offset, *collapsed, *start_index_map, *operand_batching,
	    *indices_batching;
} gather_names = {"dimension_numbers", "offset_dims",           "collapsed_slice_dims",
                  "start_index_map",   "operand_batching_dims", "start_indices_batching_dims"},
  scatter_names = {"scatter_dimension_numbers", "update_window_dims",
                   "inserted_window_dims",      "scatter_dims_to_operand_dims",
                   "input_batching_dims",       "scatter_indices_batching_dims"};

/* Absent lists are empty, and an absent index_vector_dim is 0. */
static bool read_gather(struct reader *reader, const struct operation *operation,
                        const struct gather_names *names, const struct hlo_shape *operand,
                        const struct hlo_shape *indices, int64_t window_rank,
                        struct gather_numbers *gather)
{
	struct operation fields;
	uint32_t nindices_batching;
	if (!read_fields(reader, operation, names->dimension_numbers, &fields) ||
	    !build_dims(reader, &fields, names->offset, window_rank, &gather->offset,
	                &gather->noffset) ||
	    !build_dims(reader, &fields, names->collapsed, operand->rank, &gather->collapsed,
	                &gather->ncollapsed) ||
	    !build_dims(reader, &fields, names->start_index_map, operand->rank,
	                &gather->start_index_map, &gather->nstart_index_map) ||
	    !build_dims(reader, &fields, names->operand_batching, operand->rank,
	                &gather->operand_batching, &gather->nbatching) ||
	    !build_dims(reader, &fields, names->indices_batching, indices->rank,
	                &gather->indices_batching, &nindices_batching) ||
	    !attribute_integer(&fields.attributes, &reader->cursor, "index_vector_dim", 0,
	                       &gather->index_vector))
		return false;
	if (gather->index_vector < 0 || gather->index_vector > indices->rank ||
	    nindices_batching != gather->nbatching ||
	    gather->noffset + gather->ncollapsed + gather->nbatching != operand->rank)
		return build_refuse(reader, operation, "its dims do not fit the shapes");
	return true;
}

bool build_gather(struct reader *reader, struct operation *operation, struct region *region)
{
	int64_t *sizes;
	struct gather_numbers *gather = arena_new(reader->arena, struct gather_numbers, 1);
	const struct hlo_shape *shape = array_result(reader, operation, 2, 2);
	if (!shape)
		return false;
	const struct hlo_shape *operand = operation->operands[0]->shape;
	if (!read_gather(reader, operation, &gather_names, operand, operation->operands[1]->shape,
	                 shape->rank, gather) ||
	    !build_numbers(reader, operation, "slice_sizes", operand->rank, 1, &sizes))
		return false;
	for (uint32_t i = 0; i < operand->rank; i++)
		if (sizes[i] < 0 || sizes[i] > operand->dims[i])
			return build_refuse(reader, operation, "a slice larger than the array");
	gather->slice_sizes = sizes;
	struct instruction *instruction =
	    build_add(reader, operation, region, OPCODE_GATHER, shape);
	if (instruction)
		instruction->gather = gather;
	return finish(reader, operation, region, instruction);
}

/* Inputs, indices, updates: of n arrays there are n inputs and n updates. */
bool build_scatter(struct reader *reader, struct operation *operation, struct region *region)
{
	struct gather_numbers *scatter = arena_new(reader->arena, struct gather_numbers, 1);
	if (!build_operands(reader, operation, 3, UINT32_MAX))
		return false;
	const struct hlo_shape *shape = build_shape(reader, operation);
	if (!shape)
		return false;
	uint32_t inputs = operation->noperands / 2;
	if (operation->noperands % 2 == 0 || operation->nregions != 1)
		return build_refuse(reader, operation,
		                    "it takes inputs, indices, updates and a region");
	if (!read_gather(reader, operation, &scatter_names, operation->operands[0]->shape,
	                 operation->operands[inputs]->shape,
	                 operation->operands[inputs + 1]->shape->rank, scatter))
		return false;
	struct instruction *instruction =
	    build_add(reader, operation, region, OPCODE_SCATTER, shape);
	if (!instruction)
		return false;
	instruction->gather = scatter;
	instruction->called = build_called(reader, operation, &instruction->ncalled);
	return finish(reader, operation, region, instruction);
}

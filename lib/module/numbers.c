/* SPDX-License-Identifier: Apache-2.0 */
#include "module/numbers.h"

#include "base/checked.h"
#include "module/leaves.h"

static const char ranks[] = "its arrays have not the ranks that belong together",
		  sizes[] = "its arrays have not the sizes that belong together",
		  dims[] = "it names dimensions that its arrays have not, or one twice",
		  bounds[] = "its bounds are outside of its operand",
		  of_operands[] = "its dimensions are not those of its operands",
		  window[] = "its window is none";

typedef const char *mistake_of(const struct instruction *instruction);

static const struct hlo_shape *operand_shape(const struct instruction *instruction, uint32_t number)
{
	return instruction->operands[number]->shape;
}

static bool same_rank(const struct hlo_shape *a, const struct hlo_shape *b)
{
	return !a->tuple && !b->tuple && a->rank == b->rank;
}

static bool same_sizes(const struct hlo_shape *a, const struct hlo_shape *b)
{
	return !a->tuple && !b->tuple && hlo_shape_same_sizes(a, b);
}

/* Whether `count` numbers are dimensions of an array of `rank`, at most 64, each named once; `seen`
 * are those named before. */
static bool are_dims(const int64_t *list, uint32_t count, uint32_t rank, uint64_t *seen)
{
	enum { MOST = 64 };
	for (uint32_t i = 0; i < count; i++) {
		if (list[i] < 0 || list[i] >= rank || list[i] >= MOST || *seen >> list[i] & 1)
			return false;
		*seen |= (uint64_t)1 << list[i];
	}
	return true;
}

/* Whether the first `count` operands and, of an array, the result have one rank. */
static bool same_ranks(const struct instruction *instruction, uint32_t count)
{
	uint32_t rank = operand_shape(instruction, 0)->rank;
	for (uint32_t i = 1; i < count; i++)
		if (operand_shape(instruction, i)->rank != rank)
			return false;
	return instruction->shape->tuple || instruction->shape->rank == rank;
}

static const char *in_dims(const struct instruction *instruction, uint32_t least)
{
	uint64_t seen = 0;
	const struct hlo_shape *shape = shape_leaf(instruction->shape, 0);
	bool fits = instruction->ndims >= least &&
	            are_dims(instruction->dims, instruction->ndims, shape->rank, &seen);
	return fits ? NULL : dims;
}

static const char *in_slice(const struct instruction *instruction)
{
	const struct slice_numbers *n = instruction->slice;
	const struct hlo_shape *operand = operand_shape(instruction, 0);
	if (!same_rank(operand, instruction->shape))
		return ranks;
	for (uint32_t i = 0; i < operand->rank; i++) {
		if (n->start[i] < 0 || n->limit[i] < n->start[i] ||
		    n->limit[i] > operand->dims[i] || n->stride[i] < 1)
			return bounds;
		if (ceiling_divide(n->limit[i] - n->start[i], n->stride[i]) !=
		    instruction->shape->dims[i])
			return sizes;
	}
	return NULL;
}

static const char *in_pad(const struct instruction *instruction)
{
	const struct pad_numbers *n = instruction->pad;
	const struct hlo_shape *operand = operand_shape(instruction, 0);
	if (!same_rank(operand, instruction->shape) || operand_shape(instruction, 1)->rank)
		return ranks;
	for (uint32_t i = 0; i < operand->rank; i++) {
		int64_t size = operand->dims[i], between = size ? size - 1 : 0;
		if (n->interior[i] < 0 || !checked_multiply(&between, between, n->interior[i]) ||
		    !checked_add(&size, size, between) || !checked_add(&size, size, n->low[i]) ||
		    !checked_add(&size, size, n->high[i]) || size != instruction->shape->dims[i])
			return sizes;
	}
	return NULL;
}

static const char *in_reverse(const struct instruction *instruction)
{
	if (!same_sizes(operand_shape(instruction, 0), instruction->shape))
		return sizes;
	return in_dims(instruction, 0);
}

/* Along one dim, in which sizes add up; the others are equal. */
static const char *in_concatenate(const struct instruction *instruction)
{
	int64_t sum = 0;
	const struct hlo_shape *whole = instruction->shape;
	for (uint32_t i = 0; i < instruction->noperands; i++)
		if (!same_rank(operand_shape(instruction, i), whole))
			return ranks;
	if (instruction->ndims != 1 || in_dims(instruction, 1))
		return dims;
	int64_t along = instruction->dims[0];
	for (uint32_t i = 0; i < instruction->noperands; i++) {
		const struct hlo_shape *part = operand_shape(instruction, i);
		for (uint32_t k = 0; k < part->rank; k++)
			if (k != along && part->dims[k] != whole->dims[k])
				return sizes;
		if (!checked_add(&sum, sum, part->dims[along]))
			return sizes;
	}
	return sum == whole->dims[along] ? NULL : sizes;
}

static const char *in_sort(const struct instruction *instruction)
{
	for (uint32_t i = 0; i < instruction->noperands; i++)
		if (!same_sizes(operand_shape(instruction, i), shape_leaf(instruction->shape, 0)))
			return sizes;
	return shape_leaves(instruction->shape) == instruction->noperands ? in_dims(instruction, 1)
	                                                                  : sizes;
}

/* Whether there is a start index for each dimension behind the arrays. */
static bool has_starts(const struct instruction *instruction, uint32_t arrays)
{
	return instruction->noperands == arrays + operand_shape(instruction, 0)->rank;
}

static const char *in_dynamic_slice(const struct instruction *instruction)
{
	const struct hlo_shape *operand = operand_shape(instruction, 0);
	if (!has_starts(instruction, 1))
		return of_operands;
	if (!same_rank(operand, instruction->shape))
		return ranks;
	for (uint32_t i = 0; i < operand->rank; i++)
		if (instruction->sizes[i] != instruction->shape->dims[i] ||
		    instruction->sizes[i] > operand->dims[i])
			return sizes;
	return NULL;
}

static const char *in_dynamic_update_slice(const struct instruction *instruction)
{
	const struct hlo_shape *update = operand_shape(instruction, 1);
	if (!has_starts(instruction, 2))
		return of_operands;
	if (!same_sizes(operand_shape(instruction, 0), instruction->shape) ||
	    !same_rank(update, instruction->shape))
		return sizes;
	for (uint32_t i = 0; i < update->rank; i++)
		if (update->dims[i] > instruction->shape->dims[i])
			return sizes;
	return NULL;
}

/* Half of the operands are arrays of the same sizes, the others what each starts with. */
static bool has_starting_values(const struct instruction *instruction)
{
	uint32_t arrays = instruction->noperands / 2;
	bool fits =
	    instruction->noperands == 2 * arrays && shape_leaves(instruction->shape) == arrays;
	for (uint32_t i = 0; i < arrays && fits; i++)
		fits = same_sizes(operand_shape(instruction, i), operand_shape(instruction, 0)) &&
		       !operand_shape(instruction, arrays + i)->rank;
	return fits;
}

static bool is_window(const struct window_dim *w)
{
	return w->size >= 1 && w->stride >= 1 && w->base_dilation >= 1 && w->window_dilation >= 1;
}

static const char *in_reduce_window(const struct instruction *instruction)
{
	const struct hlo_shape *first = operand_shape(instruction, 0);
	if (!has_starting_values(instruction))
		return sizes;
	for (uint32_t i = 0; i < shape_leaves(instruction->shape); i++)
		if (!same_rank(shape_leaf(instruction->shape, i), first))
			return ranks;
	for (uint32_t i = 0; i < first->rank; i++)
		if (!is_window(&instruction->window[i]))
			return window;
	return NULL;
}

static const char *in_select_and_scatter(const struct instruction *instruction)
{
	if (!same_sizes(operand_shape(instruction, 0), instruction->shape) ||
	    !same_rank(operand_shape(instruction, 1), instruction->shape))
		return sizes;
	for (uint32_t i = 0; i < instruction->shape->rank; i++)
		if (!is_window(&instruction->window[i]))
			return window;
	return NULL;
}

static const char *in_matrices(const struct instruction *instruction)
{
	uint32_t matrices = instruction->opcode == OPCODE_CHOLESKY ? 1 : 2;
	if (operand_shape(instruction, 0)->rank < 2 || !same_ranks(instruction, matrices))
		return of_operands;
	for (uint32_t i = 0; i < instruction->noperands; i++)
		if (!same_rank(operand_shape(instruction, i), instruction->shape))
			return ranks;
	return NULL;
}

static const char *in_fft(const struct instruction *instruction)
{
	return same_ranks(instruction, 1) ? NULL : of_operands;
}

/* Whether two dimensions and those of the window are all of an array, each once. */
static bool are_all_dims(int64_t first, int64_t second, const int64_t *spatial, uint32_t nspatial)
{
	uint64_t seen = 0;
	const int64_t others[] = {first, second};
	return are_dims(spatial, nspatial, nspatial + 2, &seen) &&
	       are_dims(others, 2, nspatial + 2, &seen);
}

/* Whether a number of a window is such that places stay within 64 bits. */
static bool is_size(int64_t value, int64_t least)
{
	return value >= least && value <= INT32_MAX;
}

static bool is_convolution_window(const struct window_dim *w)
{
	return is_size(w->size, 1) && is_size(w->stride, 1) && is_size(w->low, INT32_MIN) &&
	       is_size(w->high, INT32_MIN) && is_size(w->base_dilation, 1) &&
	       is_size(w->window_dilation, 1);
}

static const char *in_convolution(const struct instruction *instruction)
{
	const struct convolution_numbers *n = instruction->convolution;
	if (!n || instruction->noperands != 2 || !same_ranks(instruction, 2) ||
	    n->nspatial + 2 != operand_shape(instruction, 0)->rank || instruction->shape->tuple ||
	    n->feature_groups < 1 || n->batch_groups < 1 ||
	    !are_all_dims(n->input_batch, n->input_feature, n->input_spatial, n->nspatial) ||
	    !are_all_dims(n->kernel_input, n->kernel_output, n->kernel_spatial, n->nspatial) ||
	    !are_all_dims(n->output_batch, n->output_feature, n->output_spatial, n->nspatial))
		return of_operands;
	for (uint32_t i = 0; i < n->nspatial; i++)
		if (!is_convolution_window(&n->window[i]) ||
		    operand_shape(instruction, 0)->dims[n->input_spatial[i]] > INT32_MAX)
			return of_operands;
	return NULL;
}

/* Dimension numbers of a gather, or a scatter, of an operand, indices and data. */
static const char *in_gathering(const struct gather_numbers *n, const struct hlo_shape *operand,
                                const struct hlo_shape *indices, const struct hlo_shape *data)
{
	uint64_t of_operand = 0, of_data = 0, of_indices = 0, indexed = 0;
	if (n->index_vector < 0 || n->index_vector > indices->rank)
		return dims;
	bool vector = n->index_vector < indices->rank;
	if (vector)
		of_indices = (uint64_t)1 << n->index_vector;
	if (!are_dims(n->collapsed, n->ncollapsed, operand->rank, &of_operand) ||
	    !are_dims(n->operand_batching, n->nbatching, operand->rank, &of_operand) ||
	    !are_dims(n->indices_batching, n->nbatching, indices->rank, &of_indices) ||
	    !are_dims(n->start_index_map, n->nstart_index_map, operand->rank, &indexed) ||
	    !are_dims(n->offset, n->noffset, data->rank, &of_data))
		return dims;
	for (uint32_t i = 1; i < n->noffset; i++)
		if (n->offset[i] < n->offset[i - 1])
			return dims;
	int64_t components = vector ? indices->dims[n->index_vector] : 1;
	if (n->noffset + n->ncollapsed + n->nbatching != operand->rank ||
	    n->noffset + indices->rank - vector != data->rank || components != n->nstart_index_map)
		return ranks;
	for (uint32_t i = 0; n->slice_sizes && i < operand->rank; i++)
		if (n->slice_sizes[i] < 0 || n->slice_sizes[i] > operand->dims[i])
			return bounds;
	return NULL;
}

static const char *in_gather(const struct instruction *instruction)
{
	if (instruction->shape->tuple)
		return ranks;
	return in_gathering(instruction->gather, operand_shape(instruction, 0),
	                    operand_shape(instruction, 1), instruction->shape);
}

static const char *in_scatter(const struct instruction *instruction)
{
	uint32_t count = instruction->noperands / 2;
	if (instruction->noperands != 2 * count + 1 || shape_leaves(instruction->shape) != count)
		return "it has not as many updates as operands";
	for (uint32_t i = 0; i < count; i++)
		if (!same_sizes(operand_shape(instruction, i), shape_leaf(instruction->shape, i)) ||
		    !same_rank(operand_shape(instruction, i), operand_shape(instruction, 0)) ||
		    !same_rank(operand_shape(instruction, count + 1 + i),
		               operand_shape(instruction, count + 1)))
			return sizes;
	return in_gathering(instruction->gather, operand_shape(instruction, 0),
	                    operand_shape(instruction, count),
	                    operand_shape(instruction, count + 1));
}

static const char *in_bitcast(const struct instruction *instruction)
{
	uint32_t from = operand_shape(instruction, 0)->rank, to = instruction->shape->rank;
	return from > to + 1 || to > from + 1 ? ranks : NULL;
}

static const char *in_iota(const struct instruction *instruction)
{
	return in_dims(instruction, 1);
}

static const char *in_reshape(const struct instruction *instruction)
{
	int64_t from, to;
	bool same = hlo_shape_elements(operand_shape(instruction, 0), &from) &&
	            hlo_shape_elements(instruction->shape, &to) && from == to;
	return same ? NULL : sizes;
}

static const char *in_transpose(const struct instruction *instruction)
{
	const struct hlo_shape *operand = operand_shape(instruction, 0);
	if (!same_rank(operand, instruction->shape) || instruction->ndims != operand->rank)
		return ranks;
	const char *mistake = in_dims(instruction, 0);
	for (uint32_t i = 0; i < operand->rank && !mistake; i++)
		if (instruction->shape->dims[i] != operand->dims[instruction->dims[i]])
			mistake = sizes;
	return mistake;
}

static const char *in_broadcast(const struct instruction *instruction)
{
	return instruction->ndims == operand_shape(instruction, 0)->rank ? in_dims(instruction, 0)
	                                                                 : dims;
}

/* Batch dims are none of those that are contracted. */
static bool are_contracted(const int64_t *batch, uint32_t nbatch, const int64_t *contracting,
                           uint32_t ncontracting, uint32_t rank)
{
	uint64_t seen = 0;
	return are_dims(batch, nbatch, rank, &seen) &&
	       are_dims(contracting, ncontracting, rank, &seen);
}

/* Whether dims of one array are as long as those of another. */
static bool as_long(const struct hlo_shape *a, const int64_t *of_a, const struct hlo_shape *b,
                    const int64_t *of_b, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (a->dims[of_a[i]] != b->dims[of_b[i]])
			return false;
	return true;
}

static const char *in_dot(const struct instruction *instruction)
{
	const struct dot_numbers *n = instruction->dot;
	const struct hlo_shape *left = operand_shape(instruction, 0),
			       *right = operand_shape(instruction, 1);
	bool sparse = instruction->noperands > 2; /* and shorter where it is contracted */
	if (!are_contracted(n->lhs_batch, n->nbatch, n->lhs_contracting, n->ncontracting,
	                    left->rank) ||
	    !are_contracted(n->rhs_batch, n->nbatch, n->rhs_contracting, n->ncontracting,
	                    right->rank))
		return dims;
	if (instruction->shape->rank != left->rank + right->rank - n->nbatch - 2 * n->ncontracting)
		return ranks;
	bool fits = as_long(left, n->lhs_batch, right, n->rhs_batch, n->nbatch) &&
	            (sparse ||
	             as_long(left, n->lhs_contracting, right, n->rhs_contracting, n->ncontracting));
	return fits ? NULL : sizes;
}

static const char *in_reduce(const struct instruction *instruction)
{
	uint64_t seen = 0;
	uint32_t rank = operand_shape(instruction, 0)->rank;
	if (!has_starting_values(instruction))
		return sizes;
	if (!are_dims(instruction->dims, instruction->ndims, rank, &seen))
		return dims;
	for (uint32_t i = 0; i < shape_leaves(instruction->shape); i++)
		if (shape_leaf(instruction->shape, i)->rank != rank - instruction->ndims)
			return ranks;
	return NULL;
}

static const char *in_batch_norm(const struct instruction *instruction)
{
	bool fits =
	    instruction->index >= 0 && instruction->index < operand_shape(instruction, 0)->rank;
	return fits ? NULL : dims;
}

static const char *in_topk(const struct instruction *instruction)
{
	bool fits = shape_leaves(instruction->shape) == 2 && operand_shape(instruction, 0)->rank;
	for (uint32_t i = 0; i < 2 && fits; i++)
		fits = same_rank(shape_leaf(instruction->shape, i), operand_shape(instruction, 0));
	return fits ? NULL : ranks;
}

static mistake_of *const checks[OPCODES] = {
    [OPCODE_SLICE] = in_slice,
    [OPCODE_PAD] = in_pad,
    [OPCODE_REVERSE] = in_reverse,
    [OPCODE_CONCATENATE] = in_concatenate,
    [OPCODE_SORT] = in_sort,
    [OPCODE_DYNAMIC_SLICE] = in_dynamic_slice,
    [OPCODE_DYNAMIC_UPDATE_SLICE] = in_dynamic_update_slice,
    [OPCODE_REDUCE_WINDOW] = in_reduce_window,
    [OPCODE_SELECT_AND_SCATTER] = in_select_and_scatter,
    [OPCODE_CHOLESKY] = in_matrices,
    [OPCODE_TRIANGULAR_SOLVE] = in_matrices,
    [OPCODE_FFT] = in_fft,
    [OPCODE_CONVOLUTION] = in_convolution,
    [OPCODE_GATHER] = in_gather,
    [OPCODE_SCATTER] = in_scatter,
    [OPCODE_BITCAST_CONVERT] = in_bitcast,
    [OPCODE_IOTA] = in_iota,
    [OPCODE_RESHAPE] = in_reshape,
    [OPCODE_TRANSPOSE] = in_transpose,
    [OPCODE_BROADCAST] = in_broadcast,
    [OPCODE_DOT] = in_dot,
    [OPCODE_REDUCE] = in_reduce,
    [OPCODE_BATCH_NORM_TRAINING] = in_batch_norm,
    [OPCODE_BATCH_NORM_INFERENCE] = in_batch_norm,
    [OPCODE_BATCH_NORM_GRAD] = in_batch_norm,
    [OPCODE_TOPK] = in_topk,
};

const char *mistake_in_numbers(const struct instruction *instruction)
{
	mistake_of *check = checks[instruction->opcode];
	return check ? check(instruction) : NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_dot.h"

#include <math.h>

#include "base/checked.h"
#include "module/dims.h"
#include "plan/module/kernel_rules.h"
#include "plan/module/kernel_widen.h"

/* Whether the dimensions of a batch are the first ones of an operand, in order. */
static bool is_batch_first(const int64_t *batch, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (batch[i] != i)
			return false;
	return true;
}

/* Whether it is a dot with operands that are written out in full. */
static bool is_dot(const struct instruction *dot)
{
	const struct dot_numbers *n = dot->dot;
	for (uint32_t i = 0; i < 2; i++) {
		uint32_t rank = dot->opcode == OPCODE_DOT && n ? dot->operands[i]->shape->rank : 0;
		if (dot->opcode != OPCODE_DOT || !n || rank > KERNEL_MAX_RESHAPED ||
		    n->nbatch + n->ncontracting > rank)
			return false;
	}
	return true;
}

/* Dimensions of an operand that are neither of the batch nor summed. */
static uint32_t free_dims(const struct instruction *dot, uint32_t operand)
{
	return dot->operands[operand]->shape->rank - dot->dot->nbatch - dot->dot->ncontracting;
}

/* Whether an operand of a dot is no matrix, or batch of matrices, as it is. */
static bool is_no_matrix(const struct instruction *dot, uint32_t operand)
{
	const struct dot_numbers *n = dot->dot;
	const int64_t *batch = operand ? n->rhs_batch : n->lhs_batch;
	return n->ncontracting > 1 || free_dims(dot, operand) + n->ncontracting > 2 ||
	       !is_batch_first(batch, n->nbatch);
}

bool kernel_is_decomposed(const struct instruction *instruction)
{
	return is_dot(instruction) &&
	       (is_no_matrix(instruction, 0) || is_no_matrix(instruction, 1));
}

int64_t kernel_local_size(const struct kernel_graph *graph, const struct instruction *value,
                          uint32_t dim)
{
	const struct hlo_sharding *sharding = value->sharding;
	int64_t size = value->shape->dims[dim];
	bool tiled = graph->values->shares->partitioned && sharding &&
	             sharding->kind == HLO_TILED && dim < sharding->tiles.ndims &&
	             sharding->tiles.dims[dim] > 0;
	return tiled ? ceiling_divide(size, sharding->tiles.dims[dim]) : size;
}

/* Whether a device has one element along a dimension of an operand: it is reshaped to one without,
 * as a vector is, which is made a matrix of one column. */
static bool is_degenerate(const struct kernel_graph *graph, const struct instruction *dot,
                          uint32_t operand)
{
	const struct instruction *value = dot->operands[operand];
	for (uint32_t i = 0; i < value->shape->rank; i++)
		if (kernel_local_size(graph, value, i) == 1)
			return true;
	return free_dims(dot, operand) == 0;
}

bool kernel_makes_matrices(const struct kernel_graph *graph, const struct instruction *dot,
                           uint32_t operand)
{
	return operand < 2 && is_dot(dot) &&
	       (is_no_matrix(dot, operand) ||
	        (!kernel_is_outer_product(graph, dot) && is_degenerate(graph, dot, operand)));
}

struct kernel_matrices kernel_matrices_of(const struct instruction *dot, uint32_t operand)
{
	const struct dot_numbers *n = dot->dot;
	const int64_t *batch = operand ? n->rhs_batch : n->lhs_batch;
	const int64_t *summed = operand ? n->rhs_contracting : n->lhs_contracting;
	uint32_t rank = dot->operands[operand]->shape->rank;
	uint32_t nfree = free_dims(dot, operand), at = 0;
	struct kernel_matrices made = {.nbatch = n->nbatch,
	                               .rows = operand ? n->ncontracting : nfree,
	                               .thins = !is_no_matrix(dot, operand)};
	for (uint32_t i = 0; i < n->nbatch; i++)
		made.order[at++] = batch[i];
	for (uint32_t i = 0; operand && i < n->ncontracting; i++)
		made.order[at++] = summed[i];
	for (uint32_t i = 0; i < rank; i++)
		if (!dims_hold(batch, n->nbatch, i) && !dims_hold(summed, n->ncontracting, i))
			made.order[at++] = i;
	for (uint32_t i = 0; !operand && i < n->ncontracting; i++)
		made.order[at++] = summed[i];
	return made;
}

bool kernel_same_matrices(const struct kernel_matrices *a, const struct kernel_matrices *b)
{
	return a->thins == b->thins && a->kept == b->kept &&
	       (a->thins || memcmp(a, b, sizeof(*a)) == 0);
}

/* ---- How large the matrices are ---- */

/* The numbers that a device reads of both operands of a dot, which may be gathered for it, and how
 * many products each number that it makes is the sum of. */
struct dot_reads {
	double left, right, made, summed;
};

static struct dot_reads reads_of(const struct kernel_graph *graph, const struct instruction *dot)
{
	const struct partition_share *share =
	    module_share(graph->values->shares, graph->values->computation, dot);
	struct dot_reads reads = {
	    .left = graph->nodes[kernel_value(graph, dot->operands[0])->number].elements,
	    .right = graph->nodes[kernel_value(graph, dot->operands[1])->number].elements,
	    .made = graph->nodes[dot->number].elements,
	};
	double both = (double)share->operands * 8 / dot->operands[0]->shape->element->bits;
	reads.summed = reads.made > 0 ? floor(share->work.flops / (2 * reads.made)) : 0;
	if (both <= reads.left + reads.right)
		return reads;
	if (reads.left * (both - reads.left) >= reads.made * reads.summed * reads.summed)
		reads.right = both - reads.left;
	else
		reads.left = both - reads.right;
	return reads;
}

struct kernel_sizes kernel_dot_sizes(const struct kernel_graph *graph,
                                     const struct instruction *dot)
{
	struct dot_reads reads = reads_of(graph, dot);
	double products = reads.made * reads.summed;
	if (reads.left <= 0 || reads.right <= 0)
		return (struct kernel_sizes){.rows = 0};
	return (struct kernel_sizes){.rows = products / reads.right,
	                             .summed = reads.summed,
	                             .columns = products / reads.left};
}

/* Matrices of which both have a side of no more numbers are multiplied as they are written. */
enum { MAX_SHORT_SIDE = 3 };

/* Up to which sizes matrices are multiplied in tiles, row by row. */
enum { MAX_TILED_SUM = 128, MAX_TILED_SIDE = 128, MAX_TILED_SHORTER = 32 };

/* Whether matrices of such numbers are multiplied by a routine. */
static bool has_routine(const struct hlo_shape *shape)
{
	switch (shape->element->id) {
	case DTYPE_ID_BFLOAT16:
	case DTYPE_ID_FLOAT16:
	case DTYPE_ID_FLOAT32:
	case DTYPE_ID_FLOAT64:
	case DTYPE_ID_INT32:
		return true;
	default:
		return false;
	}
}

/* Whether what is added up stands where it does in a product of matrices. */
static bool is_canonical(const struct instruction *dot, uint32_t operand)
{
	const struct dot_numbers *n = dot->dot;
	uint32_t wanted = operand ? n->nbatch : dot->operands[0]->shape->rank - 1;
	return n->ncontracting == 1 &&
	       (operand ? n->rhs_contracting : n->lhs_contracting)[0] == wanted;
}

bool kernel_is_tiled(const struct kernel_graph *graph, const struct instruction *dot)
{
	struct kernel_sizes n = kernel_dot_sizes(graph, dot);
	bool canonical =
	    kernel_is_decomposed(dot) || (is_canonical(dot, 0) && is_canonical(dot, 1));
	if (!canonical || !has_routine(dot->shape) || fmin(n.rows, n.columns) <= 1 ||
	    (fmin(n.rows, n.summed) <= MAX_SHORT_SIDE &&
	     fmin(n.summed, n.columns) <= MAX_SHORT_SIDE))
		return false;
	return n.summed <= MAX_TILED_SUM && fmax(n.rows, n.columns) <= MAX_TILED_SIDE &&
	       fmin(n.rows, n.columns) <= MAX_TILED_SHORTER;
}

bool kernel_turns_matrix(const struct kernel_graph *graph, const struct instruction *dot,
                         uint32_t operand)
{
	return operand < 2 && kernel_is_decomposed(dot) && dot->dot->ncontracting == 1 &&
	       !is_no_matrix(dot, operand) && free_dims(dot, operand) == 1 &&
	       !is_canonical(dot, operand) && kernel_is_tiled(graph, dot);
}

bool kernel_reads_columns(const struct kernel_graph *graph, const struct instruction *dot)
{
	return is_dot(dot) && !kernel_is_tiled(graph, dot);
}

/* ---- Sums of products ---- */

bool kernel_sums_products(const struct kernel_graph *graph, const struct instruction *dot)
{
	return is_dot(dot) && !free_dims(dot, 0) && !free_dims(dot, 1) && dot->dot->ncontracting &&
	       !kernel_is_narrow(dot->operands[0]) && !kernel_is_narrow(dot) &&
	       !kernel_is_outer_product(graph, dot);
}

struct kernel_node kernel_products_of(const struct kernel_graph *graph,
                                      const struct instruction *dot)
{
	const struct partition_share *share =
	    module_share(graph->values->shares, graph->values->computation, dot);
	struct instruction *made = arena_new(graph->arena, struct instruction, 1);
	*made = (struct instruction){.opcode = OPCODE_MULTIPLY,
	                             .number = dot->number,
	                             .shape = dot->operands[0]->shape,
	                             .operands = dot->operands,
	                             .noperands = 2};
	return (struct kernel_node){
	    .instruction = made, .elements = share->work.flops / 2, .value = dot->number};
}

const struct instruction *kernel_sum_of(const struct kernel_graph *graph,
                                        const struct instruction *dot)
{
	struct instruction *sum = arena_copy(graph->arena, dot, 1, sizeof(*dot));
	sum->opcode = OPCODE_REDUCE;
	sum->dims = NULL;
	sum->dot = NULL;
	return sum;
}

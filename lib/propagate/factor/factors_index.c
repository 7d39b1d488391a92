/* SPDX-License-Identifier: Apache-2.0 */
/* Factors of operations that take or set elements at places given as data. */
#include "propagate/factor/factor_families.h"

/* A gather or a scatter, of which the slices are the result or the updates. */
struct indexing {
	struct factor_builder *builder;
	const struct gather_numbers *numbers;
	const struct hlo_shape *input, *indices, *slices;
	bool scatter, adds; /* adds: the scatter's reduction is a collective too */
	uint32_t inputs;    /* of a variadic scatter */
};

/* A factor of the inputs (of a scatter also of its results), the indices and the slices. */
static void add(const struct indexing *op, int64_t input, int64_t indices, int64_t slices,
                int64_t size, enum factor_kind kind)
{
	struct factor_builder *builder = op->builder;
	uint32_t operands = builder->tensors->noperands;
	factor_add(builder, size, kind, false);
	if (!op->scatter) {
		factor_put(builder, 0, input);
		factor_put(builder, 1, indices);
		factor_put(builder, operands, slices);
		return;
	}
	for (uint32_t i = 0; i < op->inputs; i++)
		factor_put(builder, i, input);
	factor_put(builder, op->inputs, indices);
	for (uint32_t i = 0; i < op->inputs; i++)
		factor_put(builder, op->inputs + 1 + i, slices);
	for (uint32_t i = 0; i < op->inputs; i++)
		factor_put(builder, operands + i, input);
}

/* An offset dim of the slices, which is dim `input` of the input: all of it, or a part. */
static void add_offset(const struct indexing *op, int64_t input, int64_t slices)
{
	int64_t whole = op->input->dims[input], part = op->slices->dims[slices];
	if (whole == part) {
		add(op, input, NO_DIM, slices, whole, FACTOR_PASS_THROUGH);
	} else if (op->scatter || part == 1) {
		add(op, input, NO_DIM, NO_DIM, whole,
		    op->scatter ? FACTOR_NEED_REPLICATION : FACTOR_REDUCTION);
		add(op, NO_DIM, NO_DIM, slices, part, FACTOR_NEED_REPLICATION);
	} else {
		add(op, input, NO_DIM, slices, whole, FACTOR_NEED_REPLICATION);
		op->builder->factors[op->builder->nfactors - 1].blocked = true;
	}
}

/* A dim of the slices that comes from dim `indices` of the indices. */
static void add_batch(const struct indexing *op, int64_t indices, int64_t slices)
{
	const struct gather_numbers *numbers = op->numbers;
	int64_t input = NO_DIM;
	for (uint32_t i = 0; i < numbers->nbatching && input == NO_DIM; i++)
		if (numbers->indices_batching[i] == indices)
			input = numbers->operand_batching[i];
	enum factor_kind kind = FACTOR_PASS_THROUGH;
	if (op->scatter && input == NO_DIM)
		kind = op->adds ? FACTOR_REDUCTION : FACTOR_NEED_REPLICATION;
	add(op, input, indices, slices, op->slices->dims[slices], kind);
}

static void add_slices(const struct indexing *op)
{
	const struct gather_numbers *numbers = op->numbers;
	int64_t input = 0, batch = 0;
	for (uint32_t i = 0; i < op->slices->rank && !op->builder->failed; i++) {
		if (!dims_hold(numbers->offset, numbers->noffset, i)) {
			add_batch(op, batch < numbers->index_vector ? batch : batch + 1, i);
			batch++;
			continue;
		}
		while (dims_hold(numbers->collapsed, numbers->ncollapsed, input) ||
		       dims_hold(numbers->operand_batching, numbers->nbatching, input))
			input++;
		if (input >= op->input->rank)
			op->builder->failed = true;
		else
			add_offset(op, input++, i);
	}
}

static void add_all(const struct indexing *op)
{
	const struct gather_numbers *numbers = op->numbers;
	add_slices(op);
	for (uint32_t i = 0; i < numbers->ncollapsed && !op->builder->failed; i++) {
		int64_t dim = numbers->collapsed[i];
		if (dim < 0 || dim >= op->input->rank) {
			op->builder->failed = true;
			return;
		}
		int64_t size = op->input->dims[dim];
		enum factor_kind kind =
		    op->scatter ? FACTOR_PASS_THROUGH
				: (size == 1 ? FACTOR_NEED_REPLICATION : FACTOR_REDUCTION);
		add(op, dim, NO_DIM, NO_DIM, size, kind);
	}
	if (numbers->index_vector >= 0 && numbers->index_vector < op->indices->rank)
		add(op, NO_DIM, numbers->index_vector, NO_DIM,
		    op->indices->dims[numbers->index_vector], FACTOR_NEED_REPLICATION);
}

void factors_gather(struct factor_builder *builder)
{
	struct indexing op = {.builder = builder,
	                      .numbers = builder->instruction->gather,
	                      .input = factor_operand(builder, 0),
	                      .indices = factor_operand(builder, 1),
	                      .slices = factor_result(builder, 0)};
	add_all(&op);
}

static bool is_parameter(const struct instruction *instruction, int64_t index)
{
	return instruction->opcode == OPCODE_PARAMETER && instruction->index == index;
}

/* Whether it is element `index` of an array and its update, combined as a collective can do it. */
static bool combines(const struct instruction *combiner, int64_t index, int64_t inputs)
{
	bool commutes = combiner->opcode == OPCODE_ADD || combiner->opcode == OPCODE_MULTIPLY ||
	                combiner->opcode == OPCODE_MAXIMUM || combiner->opcode == OPCODE_MINIMUM;
	bool logical = combiner->opcode == OPCODE_AND || combiner->opcode == OPCODE_OR;
	if (combiner->noperands != 2 ||
	    !(commutes || (logical && combiner->shape->element &&
	                   combiner->shape->element->class == DTYPE_BOOL)))
		return false;
	struct instruction *const *operands = combiner->operands;
	return (is_parameter(operands[0], index) && is_parameter(operands[1], index + inputs)) ||
	       (is_parameter(operands[1], index) && is_parameter(operands[0], index + inputs));
}

/* Whether the updates are combined in a way that a collective can do. */
static bool is_collective_reduction(const struct instruction *scatter)
{
	if (scatter->ncalled == 0 || !scatter->called[0]->root)
		return false;
	const struct instruction *root = scatter->called[0]->root;
	if (root->opcode != OPCODE_TUPLE)
		return combines(root, 0, 1);
	for (uint32_t i = 0; i < root->noperands; i++)
		if (root->operands[i]->opcode != root->operands[0]->opcode ||
		    !combines(root->operands[i], i, root->noperands))
			return false;
	return root->noperands > 0;
}

void factors_scatter(struct factor_builder *builder)
{
	uint32_t inputs = builder->tensors->nresults;
	if (builder->tensors->noperands != 2 * inputs + 1) {
		builder->failed = true;
		return;
	}
	struct indexing op = {.builder = builder,
	                      .numbers = builder->instruction->gather,
	                      .input = factor_operand(builder, 0),
	                      .indices = factor_operand(builder, inputs),
	                      .slices = factor_operand(builder, inputs + 1),
	                      .scatter = true,
	                      .adds = is_collective_reduction(builder->instruction),
	                      .inputs = inputs};
	add_all(&op);
}

void factors_dynamic_slice(struct factor_builder *builder)
{
	factor_add_mismatch(builder, factor_operand(builder, 0), factor_result(builder, 0),
	                    FACTOR_NEED_REPLICATION, true);
}

static bool starts_are_constant(const struct factor_builder *builder)
{
	for (uint32_t i = 2; i < builder->tensors->noperands; i++) {
		const struct instruction *maker = builder->tensors->makers[i];
		if (!maker || maker->opcode != OPCODE_CONSTANT)
			return false;
	}
	return true;
}

static bool permutes_updates(const struct factor_builder *builder)
{
	const struct jax_rules *release = builder->tensors->release;
	return release && release->has[SHARDY_PERMUTES_UPDATES];
}

/* The kind of a dim of what an update is written into a part of. */
static enum factor_kind along_whole(const struct factor_builder *builder)
{
	return permutes_updates(builder) ? FACTOR_PERMUTATION : FACTOR_PASS_THROUGH;
}

/* The kind of a dim of the update itself that is a part. */
static enum factor_kind along_part(const struct factor_builder *builder)
{
	if (permutes_updates(builder))
		return FACTOR_PERMUTATION;
	return starts_are_constant(builder) ? FACTOR_PASS_THROUGH : FACTOR_NEED_REPLICATION;
}

void factors_dynamic_update_slice(struct factor_builder *builder)
{
	const struct hlo_shape *whole = factor_operand(builder, 0),
			       *part = factor_operand(builder, 1);
	uint32_t result = builder->tensors->noperands;
	if (whole->rank != part->rank) {
		builder->failed = true;
		return;
	}
	for (uint32_t i = 0; i < whole->rank; i++) {
		bool same = whole->dims[i] == part->dims[i];
		factor_add(builder, whole->dims[i],
		           same ? FACTOR_PASS_THROUGH : along_whole(builder), false);
		factor_put(builder, 0, i);
		if (same)
			factor_put(builder, 1, i);
		factor_put(builder, result, i);
		if (same)
			continue;
		factor_add(builder, part->dims[i], along_part(builder), false);
		factor_put(builder, 1, i);
	}
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "op/contract/contraction.h"

#include "op/contract/contract.h"
#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"

/* A growing list of dimensions. */
struct dims {
	uint32_t *items, count;
};

/* How a matmul is done by dot_general: what is squeezed from each operand before, and which
 * dimension of the output each dimension of dot_general's result is. */
struct plan {
	uint32_t nbatch;          /* batch dimensions of the output */
	struct dims squeeze[2];   /* of each operand */
	struct dims both_squeeze; /* dimensions of the output that both operands lose */
	struct dims batch[2];     /* positions in the squeezed operands */
	struct dims shared, other[2];
};

static void push(struct dims *dims, uint32_t dim)
{
	assert(dims->count < MAX_RANK);
	dims->items[dims->count++] = dim;
}

/* Takes batch dimension `at` of the operand away. */
static void squeeze(struct plan *plan, int side)
{
	push(&plan->squeeze[side],
	     plan->shared.count + plan->other[side].count + plan->squeeze[side].count);
}

/* Dimensions of the operand before its last two. */
static uint32_t batch_rank(const struct array *x)
{
	return x->type.rank > 2 ? x->type.rank - 2 : 0;
}

static bool raise_batch(struct op *op, const struct array *const operands[2],
                        const int64_t sizes[2], uint32_t at, uint32_t nbatch)
{
	const struct array_type *left = &operands[0]->type, *right = &operands[1]->type;
	uint32_t mine = at - (nbatch - batch_rank(operands[0])),
		 theirs = at - (nbatch - batch_rank(operands[1]));
	struct str given =
	    op_has(op, JAX_MATMUL_COMPARES_SPECS)
		? phrase(op, "types for matmul arguments: {long} and {long}", left, right)
		: phrase(op, "shapes for matmul arguments: {shape} and {shape}", left, right);
	if (sizes[0] != sizes[1])
		return refuse(
		    op, RULE_SHAPE_MISMATCH, "ValueError", TEXT("Incompatible {}", given),
		    WORDS(
			"batch dimensions differ in size: dimension {} of {array|the left operand} "
			"has size {}, dimension {} of {array|the right operand} has size {}",
			mine, left, left->shape[mine], theirs, right, right->shape[theirs]),
		    HELP("this fails without any sharding too: sizes must be equal or 1"));
	return refuse(op, RULE_SHARDING_CONFLICT, "ValueError", TEXT("Incompatible {}", given),
	              WORDS("batch dimensions are sharded differently: {dimension|the left "
	                    "operand}, {dimension|the right operand}",
	                    dimension_of(left, mine), dimension_of(right, theirs)));
}

/* The reshard of one operand that makes batch dimensions meet. */
static bool help_batch(struct op *op, const struct array *const operands[2])
{
	struct buf text = op_buf(op);
	const struct array_type *left = &operands[0]->type, *right = &operands[1]->type;
	if (op->error.rule != RULE_SHARDING_CONFLICT)
		return false;
	uint32_t left_lead = batch_rank(operands[0]), right_lead = batch_rank(operands[1]);
	for (uint32_t i = 0; i < right->rank; i++) {
		struct dim_axes entry = right->spec[i];
		uint32_t from = left_lead + i - right_lead;
		if (i < right_lead && left_lead + i >= right_lead && right->shape[i] != 1 &&
		    left->shape[from] == right->shape[i])
			entry = left->spec[from];
		buf_puts(&text, i ? ", " : "");
		dim_axes_text(&text, right->mesh ? right->mesh : left->mesh, entry);
	}
	return explain(op, HELP("move the right operand first: {reshard}(…, P({})), or the left "
	                        "one to the sharding of the right",
	                        &text));
}

/* Decides what becomes of batch dimension `at` of the output; false after raising. */
static bool plan_batch(struct op *op, const struct array *const operands[2], uint32_t at,
                       struct plan *plan)
{
	int64_t sizes[2];
	struct dim_axes specs[2];
	bool one[2], absent[2];
	bool compares = op_has(op, JAX_MATMUL_COMPARES_SPECS);
	for (int side = 0; side < 2; side++) {
		uint32_t lead = plan->nbatch - batch_rank(operands[side]);
		absent[side] = at < lead;
		if (absent[side]) {
			push(&plan->other[!side], at);
			return true;
		}
		sizes[side] = operands[side]->type.shape[at - lead];
		specs[side] = operands[side]->type.spec[at - lead];
		one[side] = sizes[side] == 1 && !(compares && specs[side].count);
	}
	if (compares && one[0] && one[1]) {
		squeeze(plan, 0);
		squeeze(plan, 1);
		push(&plan->both_squeeze, at);
	} else if (one[0] || one[1]) {
		squeeze(plan, one[0] ? 0 : 1);
		push(&plan->other[one[0] ? 1 : 0], at);
	} else if (sizes[0] == sizes[1] && !(compares && !dim_axes_equal(specs[0], specs[1]))) {
		for (int side = 0; side < 2; side++)
			push(&plan->batch[side], plan->shared.count + plan->other[side].count);
		push(&plan->shared, at);
	} else {
		raise_batch(op, operands, sizes, at, plan->nbatch);
		return help_batch(op, operands);
	}
	return true;
}

static bool make_plan(struct op *op, const struct array *const operands[2], struct plan *plan)
{
	uint32_t room = operands[0]->type.rank + operands[1]->type.rank;
	struct dims *all[] = {&plan->squeeze[0], &plan->squeeze[1], &plan->both_squeeze,
	                      &plan->batch[0],   &plan->batch[1],   &plan->shared,
	                      &plan->other[0],   &plan->other[1]};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		*all[i] = (struct dims){arena_new(op->arena, uint32_t, room), 0};
	plan->nbatch = batch_rank(operands[0]) > batch_rank(operands[1]) ? batch_rank(operands[0])
	                                                                 : batch_rank(operands[1]);
	for (uint32_t at = 0; at < plan->nbatch; at++)
		if (!plan_batch(op, operands, at, plan))
			return false;
	uint32_t next = plan->nbatch;
	for (int side = 0; side < 2; side++)
		if (operands[side]->type.rank > 1)
			push(&plan->other[side], next++);
	return true;
}

static struct dimension_list list_of(struct op *op, struct dims dims)
{
	int64_t *items = arena_new(op->arena, int64_t, dims.count);
	for (uint32_t i = 0; i < dims.count; i++)
		items[i] = dims.items[i];
	return (struct dimension_list){items, dims.count};
}

/* Where each dimension of the output, without those squeezed from both, is in the result of
 * dot_general; *count of them. */
static uint32_t *output_order(struct op *op, const struct plan *plan, uint32_t *count)
{
	const struct dims *lists[] = {&plan->shared, &plan->other[0], &plan->other[1]};
	uint32_t places = plan->nbatch + 2, next = 0;
	uint32_t *at = arena_new(op->arena, uint32_t, places);
	bool *used = arena_new(op->arena, bool, places);
	for (int list = 0; list < 3; list++) {
		for (uint32_t i = 0; i < lists[list]->count; i++) {
			at[lists[list]->items[i]] = next++;
			used[lists[list]->items[i]] = true;
		}
	}
	*count = 0;
	uint32_t *order = arena_new(op->arena, uint32_t, places);
	for (uint32_t i = 0; i < places; i++)
		if (used[i])
			order[(*count)++] = at[i];
	return order;
}

static bool check_ranks(struct op *op, const struct array *const operands[2])
{
	for (int side = 0; side < 2; side++) {
		if (operands[side]->type.rank)
			continue;
		return refuse(
		    op, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("matmul input operand {} must have ndim at least 1, but it has ndim 0",
		         side),
		    HELP("multiply by a scalar with *"));
	}
	return true;
}

static const struct array *multiply(struct op *op, const struct array *operands[2],
                                    const struct plan *plan, const struct dtype *preferred,
                                    const struct sharding_request *sharding)
{
	struct dot_params params = {.preferred = preferred, .sharding = sharding};
	bool b_is_matrix = operands[1]->type.rank > 1;
	for (int side = 0; side < 2; side++) {
		const struct dims *gone = &plan->squeeze[side];
		operands[side] = lax_squeeze(op, operands[side], gone->items, gone->count);
		if (!operands[side])
			return NULL;
		int64_t *last = arena_new(op->arena, int64_t, 1);
		*last = operands[side]->type.rank - 1 - (side && b_is_matrix);
		params.dimensions.contracting[side] = (struct dimension_list){last, 1};
		params.dimensions.batch[side] = list_of(op, plan->batch[side]);
	}
	const struct array *result = dot_general_apply(op, operands[0], operands[1], &params);
	uint32_t count;
	uint32_t *order = output_order(op, plan, &count);
	bool takes = op_has(op, JAX_MATMUL_OUT_SHARDING);
	struct dot_spelling spelling = {takes ? "jnp.matmul" : "jnp.einsum", takes ? NULL : order};
	if (!result) {
		dot_help(op, operands[0], operands[1], &params.dimensions, &spelling);
		return NULL;
	}
	result = lax_transpose(op, result, order);
	if (plan->both_squeeze.count)
		result =
		    lax_expand_dims(op, result, plan->both_squeeze.items, plan->both_squeeze.count);
	return result;
}

bool numpy_matmul_fits(struct op *op, const struct array *x, const struct array *y)
{
	const struct array *operands[] = {x, y};
	struct plan plan = {0};
	return check_ranks(op, operands) && make_plan(op, operands, &plan);
}

const struct array *numpy_matmul(struct op *op, const struct array *x, const struct array *y,
                                 const struct dtype *preferred,
                                 const struct sharding_request *sharding)
{
	const struct array *operands[] = {x, y};
	struct plan plan = {0};
	bool weak = false;
	if (!x || !y || !check_ranks(op, operands))
		return NULL;
	if (!preferred)
		preferred = numpy_result_dtype(op, operands, 2, &weak);
	if (!preferred || !make_plan(op, operands, &plan))
		return NULL;
	const struct array *result = multiply(op, operands, &plan, preferred, sharding);
	return lax_convert_element_type(op, result, preferred, weak);
}

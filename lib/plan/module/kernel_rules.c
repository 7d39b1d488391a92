/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_rules.h"

#include "plan/module/kernel_constants.h"
#include "plan/module/kernel_dot.h"
#include "plan/module/kernel_simplify.h"

/* Operands of a concatenation that is fused. */
enum { MAX_JOINED = 8 };

/* A concatenation of the last dimension of as many bytes, or elements, is not fused. */
enum { MIN_JOINED_BYTES = 2048, MIN_JOINED_ROW = 64, MIN_JOINED_ELEMENTS = 128 };

bool kernel_is_outer_product(const struct kernel_graph *graph,
                             const struct instruction *instruction)
{
	if (instruction->opcode != OPCODE_DOT || !instruction->dot)
		return false;
	const struct partition_share *share =
	    module_share(graph->values->shares, graph->values->computation, instruction);
	double products = 2 * graph->nodes[instruction->number].elements;
	return instruction->dot->ncontracting == 0 || share->work.flops == products;
}

static bool is_fusible(const struct kernel_graph *graph, const struct instruction *instruction)
{
	switch (instruction->opcode) {
	case OPCODE_BITCAST:
	case OPCODE_BITCAST_CONVERT:
	case OPCODE_BROADCAST:
	case OPCODE_CONCATENATE:
	case OPCODE_CONSTANT:
	case OPCODE_DYNAMIC_SLICE:
	case OPCODE_DYNAMIC_UPDATE_SLICE:
	case OPCODE_GATHER:
	case OPCODE_IOTA:
	case OPCODE_PAD:
	case OPCODE_REDUCE:
	case OPCODE_RESHAPE:
	case OPCODE_REVERSE:
	case OPCODE_SLICE:
	case OPCODE_TRANSPOSE:
		return true;
	default:
		return opcode_class(instruction->opcode) == OPCODE_CLASS_ELEMENTWISE ||
		       kernel_is_outer_product(graph, instruction);
	}
}

/* Whether rows that are put together are so long that they are written by themselves. */
static bool are_long_rows(const struct kernel_graph *graph, uint32_t number)
{
	const struct hlo_shape *shape = kernel_at(graph, number)->shape;
	double row = (double)kernel_local_size(graph, kernel_at(graph, number), shape->rank - 1);
	double size = shape->element->bits / 8.0;
	return graph->joins_by_bytes ? row * size >= MIN_JOINED_ROW &&
	                                   graph->nodes[number].elements * size >= MIN_JOINED_BYTES
	                             : row >= MIN_JOINED_ELEMENTS;
}

/* Whether a concatenation is of many arrays, or of long rows along the last dimension. */
static bool is_long_join(const struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *join = kernel_at(graph, number);
	if (join->opcode != OPCODE_CONCATENATE || join->noperands > MAX_JOINED)
		return join->opcode == OPCODE_CONCATENATE;
	return join->shape->rank > 1 && join->ndims && join->dims[0] == join->shape->rank - 1 &&
	       are_long_rows(graph, number);
}

/* Whether it is rounded before it is added up: so is float16, where bf16 is after that. */
static bool is_rounded_before(const struct kernel_graph *graph, uint32_t number)
{
	const struct kernel_node *node = &graph->nodes[number];
	return number >= graph->values->computation->count &&
	       node->instruction->opcode == OPCODE_CONVERT &&
	       node->instruction->shape->element->id == DTYPE_ID_FLOAT16 &&
	       kernel_steps(graph, node->value) == STEPS_RESULT;
}

bool kernel_can_be_taken(const struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *instruction = kernel_at(graph, number);
	return is_fusible(graph, instruction) && !is_rounded_before(graph, number) &&
	       !kernel_scatters_into(graph, instruction) && !instruction->shape->tuple &&
	       !instruction->root && !graph->nodes[number].library &&
	       kernel_steps(graph, number) != STEPS_RESULT && !is_long_join(graph, number);
}

bool kernel_can_take(const struct kernel_graph *graph, uint32_t number)
{
	return is_fusible(graph, kernel_at(graph, number)) && !graph->nodes[number].library &&
	       (kernel_steps(graph, number) != STEPS_OPERANDS || graph->nodes[number].moved) &&
	       !is_long_join(graph, number);
}

/* Whether another operation before this one divides by the same: that one reads the inverse, so
 * that what is repeated is read twice. */
static bool divides_before(const struct kernel_graph *graph, const struct instruction *divisor,
                           const struct instruction *instruction)
{
	const struct kernel_list *users = &graph->nodes[divisor->number].users;
	for (uint32_t i = 0; i < users->count; i++) {
		const struct instruction *one = kernel_at(graph, users->items[i]);
		if (users->items[i] < instruction->number && one->opcode == OPCODE_DIVIDE &&
		    kernel_unshaped(graph, one->operands[1]) == divisor)
			return true;
	}
	return false;
}

const struct instruction *kernel_divisor(const struct kernel_graph *graph,
                                         const struct instruction *instruction)
{
	if (instruction->opcode != OPCODE_DIVIDE || !instruction->shape->element ||
	    instruction->shape->element->class == DTYPE_SIGNED ||
	    instruction->shape->element->class == DTYPE_UNSIGNED)
		return NULL;
	const struct instruction *divisor = kernel_unshaped(graph, instruction->operands[1]);
	if (divisor->opcode == OPCODE_CONSTANT)
		return divisor;
	if (divisor->opcode != OPCODE_BROADCAST)
		return NULL;
	const struct instruction *repeated = kernel_value(graph, divisor->operands[0]);
	const struct kernel_node *node = &graph->nodes[repeated->number];
	if (kernel_unshaped(graph, repeated)->opcode == OPCODE_CONSTANT)
		return kernel_unshaped(graph, repeated);
	bool only =
	    node->users.count == 1 && !node->result && !divides_before(graph, divisor, instruction);
	return only ? repeated : NULL;
}

static bool is_complex(const struct instruction *instruction)
{
	return instruction->shape->element && instruction->shape->element->class == DTYPE_COMPLEX;
}

bool kernel_shifts(const struct kernel_graph *graph, const struct instruction *one)
{
	bool divides = one->opcode == OPCODE_DIVIDE || one->opcode == OPCODE_REMAINDER;
	return divides && !kernel_is_real(one) && !is_complex(one) &&
	       kernel_power_of_two(graph, one->operands[1]) > 0;
}

static bool narrows(const struct instruction *convert)
{
	const struct dtype *from = convert->operands[0]->shape->element,
			   *to = convert->shape->element;
	return from && to && from->id == DTYPE_ID_FLOAT32 && to->id == DTYPE_ID_BFLOAT16;
}

static bool widens(const struct instruction *instruction)
{
	const struct dtype *to = instruction->shape->element;
	return instruction->opcode == OPCODE_CONVERT && to &&
	       instruction->operands[0]->shape->element &&
	       instruction->operands[0]->shape->element->bits < to->bits;
}

/* Whether XLA multiplies by the inverse of it where something is divided by it. */
static bool multiplies_by_inverse(const struct instruction *divisor)
{
	return divisor->opcode == OPCODE_SQRT || divisor->opcode == OPCODE_RSQRT ||
	       divisor->opcode == OPCODE_POWER || divisor->opcode == OPCODE_EXP;
}

bool kernel_is_expensive(const struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *instruction = kernel_at(graph, number);
	switch (instruction->opcode) {
	case OPCODE_DIVIDE:
		return number >= graph->values->computation->count || /* an inverse */
		       (!kernel_divisor(graph, instruction) && !kernel_shifts(graph, instruction) &&
		        !multiplies_by_inverse(kernel_value(graph, instruction->operands[1])));
	case OPCODE_REMAINDER:
		return !kernel_shifts(graph, instruction);
	case OPCODE_ABS:
	case OPCODE_SIGN:
	case OPCODE_COS:
	case OPCODE_SIN:
	case OPCODE_TAN:
		return is_complex(instruction);
	case OPCODE_CONVERT:
		return narrows(instruction);
	case OPCODE_GATHER:
	case OPCODE_REDUCE:
		return true;
	default:
		return value_is_function(instruction);
	}
}

bool kernel_reuses(const struct kernel_graph *graph, const struct instruction *user, uint32_t value)
{
	if (user->opcode == OPCODE_CONVERT || kernel_reshapes(graph, user))
		return false;
	for (uint32_t i = 0; i < user->noperands; i++) {
		if (kernel_value(graph, user->operands[i])->number != graph->nodes[value].value)
			continue;
		switch (user->opcode) {
		case OPCODE_BROADCAST:
		case OPCODE_DYNAMIC_SLICE:
			return true;
		case OPCODE_PAD:
		case OPCODE_GATHER:
			if (i > 0)
				return true;
			break;
		case OPCODE_REDUCE:
			if (i >= user->noperands / 2)
				return true;
			break;
		case OPCODE_DYNAMIC_UPDATE_SLICE:
			if (i > 1)
				return true;
			break;
		default:
			if (kernel_is_outer_product(graph, user))
				return true;
		}
	}
	return false;
}

bool kernel_would_repeat(const struct kernel_graph *graph, uint32_t value)
{
	const struct instruction *instruction = kernel_at(graph, value);
	return graph->nodes[value].readers > 1 && kernel_is_expensive(graph, value) &&
	       instruction->opcode != OPCODE_BROADCAST && !widens(instruction);
}

bool kernel_is_written_over(const struct kernel_graph *graph, uint32_t user, uint32_t value)
{
	const struct instruction *in_place = kernel_at(graph, user),
				 *instruction = kernel_at(graph, value);
	if (in_place->opcode != OPCODE_DYNAMIC_UPDATE_SLICE ||
	    opcode_class(instruction->opcode) == OPCODE_CLASS_ELEMENTWISE)
		return false;
	uint32_t over = kernel_value(graph, in_place->operands[0])->number;
	const struct kernel_list *operands = &graph->nodes[value].operands;
	for (uint32_t i = 0; i < operands->count; i++)
		if (graph->nodes[operands->items[i]].value == over)
			return true;
	return false;
}

/* The first dimension from one on of which a device has more than one element. */
static uint32_t next_wide(const struct kernel_graph *graph, const struct instruction *value,
                          uint32_t dim)
{
	while (dim < value->shape->rank && kernel_local_size(graph, value, dim) == 1)
		dim++;
	return dim;
}

/* Whether a reshape puts dimensions of one element in, or leaves them out, alone. */
static bool changes_units(const struct kernel_graph *graph, const struct instruction *reshape)
{
	const struct instruction *read = reshape->operands[0];
	uint32_t i = 0, k = 0;
	if (reshape->opcode == OPCODE_TRANSPOSE || reshape->opcode == OPCODE_BITCAST)
		return false;
	for (;; i++, k++) {
		i = next_wide(graph, read, i);
		k = next_wide(graph, reshape, k);
		if (i == read->shape->rank || k == reshape->shape->rank ||
		    kernel_local_size(graph, read, i) != kernel_local_size(graph, reshape, k))
			return i == read->shape->rank && k == reshape->shape->rank;
	}
}

/* Whether XLA makes a reshape a part of a broadcast that reads it: also one that has been put
 * behind what is computed before it. */
static bool is_part_of_broadcast(const struct kernel_graph *graph, uint32_t number)
{
	const struct kernel_node *node = &graph->nodes[number];
	if (node->operands.count != 1 || kernel_steps(graph, number) != STEPS_NONE)
		return false;
	return node->instruction->noperands
	           ? kernel_reshapes(graph, node->instruction) &&
	                 changes_units(graph, node->instruction)
	           : node->instruction->opcode == OPCODE_BITCAST &&
	                 node->value == graph->nodes[node->operands.items[0]].value;
}

/* What a broadcast repeats, behind such reshapes; not the inverse of an exponential, which is that
 * of what is negated (measured). */
static uint32_t repeated_by(const struct kernel_graph *graph, uint32_t user, uint32_t value)
{
	uint32_t repeated = value;
	if (kernel_at(graph, user)->opcode != OPCODE_BROADCAST)
		return value;
	while (is_part_of_broadcast(graph, repeated))
		repeated = graph->nodes[repeated].operands.items[0];
	bool inverse = repeated >= graph->values->computation->count &&
	               kernel_at(graph, repeated)->opcode == OPCODE_DIVIDE;
	bool fall =
	    inverse &&
	    kernel_unshaped(graph, kernel_at(graph, repeated)->operands[0])->opcode == OPCODE_EXP;
	return fall ? value : repeated;
}

/* Whether a device has one element along a dimension of which there are more: XLA leaves that out
 * before it repeats the value, by a reshape that stays between them. */
static bool is_thinned(const struct kernel_graph *graph, uint32_t number)
{
	const struct instruction *value = kernel_at(graph, number);
	for (uint32_t i = 0; i < value->shape->rank && number < graph->values->computation->count;
	     i++)
		if (value->shape->dims[i] > 1 && kernel_local_size(graph, value, i) == 1)
			return true;
	return false;
}

/* Whether an operation would compute what is expensive again for each element that it repeats. */
static bool would_recompute(const struct kernel_graph *graph, uint32_t user, uint32_t value)
{
	const struct instruction *by = kernel_at(graph, user);
	uint32_t repeated = repeated_by(graph, user, value);
	bool between = by->opcode == OPCODE_BROADCAST && is_thinned(graph, repeated);
	return kernel_is_expensive(graph, repeated) && !between && kernel_reuses(graph, by, value);
}

bool kernel_takes(const struct kernel_graph *graph, uint32_t user, uint32_t value)
{
	return kernel_can_take(graph, user) && kernel_can_be_taken(graph, value) &&
	       !would_recompute(graph, user, value) && !kernel_would_repeat(graph, value) &&
	       !kernel_is_written_over(graph, user, value);
}

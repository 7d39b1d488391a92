/* SPDX-License-Identifier: Apache-2.0 */
#include "module/instruction_check.h"

#include "module/numbers.h"

enum { ANY = UINT16_MAX };

/* How many operands operations take that take not just one. */
static const struct arity {
	bool given;
	uint16_t least, most;
} arities[OPCODES] = {
    [OPCODE_ADD] = {true, 2, 2},
    [OPCODE_AND] = {true, 2, 2},
    [OPCODE_ATAN2] = {true, 2, 2},
    [OPCODE_COMPARE] = {true, 2, 2},
    [OPCODE_COMPLEX] = {true, 2, 2},
    [OPCODE_DIVIDE] = {true, 2, 2},
    [OPCODE_MAXIMUM] = {true, 2, 2},
    [OPCODE_MINIMUM] = {true, 2, 2},
    [OPCODE_MULTIPLY] = {true, 2, 2},
    [OPCODE_NEXT_AFTER] = {true, 2, 2},
    [OPCODE_OR] = {true, 2, 2},
    [OPCODE_POLYGAMMA] = {true, 2, 2},
    [OPCODE_POWER] = {true, 2, 2},
    [OPCODE_REMAINDER] = {true, 2, 2},
    [OPCODE_SHIFT_LEFT] = {true, 2, 2},
    [OPCODE_SHIFT_RIGHT_ARITHMETIC] = {true, 2, 2},
    [OPCODE_SHIFT_RIGHT_LOGICAL] = {true, 2, 2},
    [OPCODE_SUBTRACT] = {true, 2, 2},
    [OPCODE_XOR] = {true, 2, 2},
    [OPCODE_ZETA] = {true, 2, 2},
    [OPCODE_CLAMP] = {true, 3, 3},
    [OPCODE_SELECT] = {true, 3, 3},
    [OPCODE_PARAMETER] = {true, 0, 0},
    [OPCODE_CONSTANT] = {true, 0, 0},
    [OPCODE_IOTA] = {true, 0, 0},
    [OPCODE_PARTITION_ID] = {true, 0, 0},
    [OPCODE_REPLICA_ID] = {true, 0, 0},
    [OPCODE_RNG] = {true, 2, 3}, /* StableHLO gives it its shape as the third */
    [OPCODE_DOT] = {true, 2, 4}, /* behind the arrays what says how they are sparse */
    [OPCODE_CONVOLUTION] = {true, 2, 2},
    [OPCODE_PAD] = {true, 2, 2},
    [OPCODE_GATHER] = {true, 2, 2},
    [OPCODE_SCATTER] = {true, 3, ANY},
    [OPCODE_REDUCE] = {true, 2, ANY},
    [OPCODE_REDUCE_WINDOW] = {true, 2, ANY},
    [OPCODE_SELECT_AND_SCATTER] = {true, 3, 3},
    [OPCODE_TRIANGULAR_SOLVE] = {true, 2, 2},
    [OPCODE_BATCH_NORM_TRAINING] = {true, 3, 3},
    [OPCODE_BATCH_NORM_INFERENCE] = {true, 5, 5},
    [OPCODE_BATCH_NORM_GRAD] = {true, 5, 5},
    [OPCODE_CONCATENATE] = {true, 1, ANY},
    [OPCODE_SORT] = {true, 1, ANY},
    [OPCODE_DYNAMIC_SLICE] = {true, 1, ANY},
    [OPCODE_DYNAMIC_UPDATE_SLICE] = {true, 2, ANY},
    [OPCODE_MAP] = {true, 0, ANY},
    [OPCODE_TUPLE] = {true, 0, ANY},
    [OPCODE_AFTER_ALL] = {true, 0, ANY},
    [OPCODE_CUSTOM_CALL] = {true, 0, ANY},
    [OPCODE_CONDITIONAL] = {true, 1, ANY},
    [OPCODE_CALL] = {true, 0, ANY},
    [OPCODE_FUSION] = {true, 0, ANY},
    [OPCODE_MANUAL_COMPUTATION] = {true, 0, ANY},
    [OPCODE_OPTIMIZATION_BARRIER] = {true, 0, ANY},
    [OPCODE_ASYNC_START] = {true, 0, ANY},
    [OPCODE_ASYNC_UPDATE] = {true, 0, ANY},
    [OPCODE_ASYNC_DONE] = {true, 0, ANY},
    [OPCODE_ALL_GATHER] = {true, 1, ANY},
    [OPCODE_ALL_REDUCE] = {true, 0, ANY},
    [OPCODE_ALL_TO_ALL] = {true, 1, ANY},
    [OPCODE_RAGGED_ALL_TO_ALL] = {true, 0, ANY},
    [OPCODE_COLLECTIVE_PERMUTE] = {true, 1, ANY},
    [OPCODE_COLLECTIVE_BROADCAST] = {true, 0, ANY},
    [OPCODE_REDUCE_SCATTER] = {true, 1, ANY},
    [OPCODE_UNKNOWN] = {true, 0, ANY},
};

static bool takes_as_many(const struct instruction *at)
{
	const struct arity *arity = &arities[at->opcode];
	if (!arity->given)
		return at->noperands == 1;
	return at->noperands >= arity->least &&
	       (arity->most == ANY || at->noperands <= arity->most);
}

/* Operations that take tuples, or tokens, as they take arrays. */
static bool takes_tuples(enum opcode opcode)
{
	switch (opcode) {
	case OPCODE_AFTER_ALL:
	case OPCODE_ASYNC_DONE:
	case OPCODE_ASYNC_START:
	case OPCODE_ASYNC_UPDATE:
	case OPCODE_BITCAST:
	case OPCODE_CALL:
	case OPCODE_CONDITIONAL:
	case OPCODE_COPY:
	case OPCODE_CUSTOM_CALL:
	case OPCODE_FUSION:
	case OPCODE_GET_TUPLE_ELEMENT:
	case OPCODE_MANUAL_COMPUTATION:
	case OPCODE_OPTIMIZATION_BARRIER:
	case OPCODE_SHARDING_CONSTRAINT:
	case OPCODE_TUPLE:
	case OPCODE_UNKNOWN:
	case OPCODE_WHILE:
		return true;
	default:
		return opcode_class(opcode) == OPCODE_CLASS_COLLECTIVE;
	}
}

static bool are_arrays(const struct instruction *at)
{
	for (uint32_t i = 0; i < at->noperands; i++)
		if (!at->operands[i]->shape->element)
			return false;
	return true;
}

static const struct hlo_shape *operand(const struct instruction *at, uint32_t number)
{
	return at->operands[number]->shape;
}

static bool same_sizes(const struct hlo_shape *a, const struct hlo_shape *b)
{
	return a->element && b->element && hlo_shape_same_sizes(a, b);
}

/* Whether both are arrays of the same sizes, tokens, or tuples of such. */
static bool alike(const struct hlo_shape *a, const struct hlo_shape *b)
{
	if (!a->tuple || !b->tuple)
		return a->tuple == b->tuple && (a->element != NULL) == (b->element != NULL) &&
		       hlo_shape_same_sizes(a, b);
	bool same = a->nelements == b->nelements;
	for (uint32_t i = 0; same && i < a->nelements; i++)
		same = alike(&a->elements[i], &b->elements[i]);
	return same;
}

/* The condition of a select and the bounds of a clamp may be scalars; tuples are only copied. */
static bool elementwise_fits(const struct instruction *at)
{
	bool scalars = at->opcode == OPCODE_SELECT || at->opcode == OPCODE_CLAMP;
	if (at->opcode == OPCODE_COPY || at->opcode == OPCODE_SHARDING_CONSTRAINT)
		return alike(operand(at, 0), at->shape);
	for (uint32_t i = 0; i < at->noperands; i++) {
		const struct hlo_shape *shape = operand(at, i);
		bool scalar = scalars && shape->element && !shape->rank;
		if (!scalar && !same_sizes(shape, at->shape))
			return false;
	}
	return true;
}

static bool tuple_fits(const struct instruction *at)
{
	if (!at->shape->tuple || at->shape->nelements != at->noperands)
		return false;
	for (uint32_t i = 0; i < at->noperands; i++)
		if (!alike(operand(at, i), &at->shape->elements[i]))
			return false;
	return true;
}

static bool element_fits(const struct instruction *at)
{
	return at->index >= 0 && at->index < operand(at, 0)->nelements &&
	       alike(&operand(at, 0)->elements[at->index], at->shape);
}

/* Whether a computation takes one value, and gives what is asked for. */
static bool goes_through(const struct computation *called, const struct hlo_shape *from,
                         const struct hlo_shape *to)
{
	return called->nparameters == 1 && alike(called->parameters[0]->shape, from) &&
	       alike(called->root->shape, to);
}

static bool while_fits(const struct instruction *at)
{
	if (at->ncalled != 2)
		return at->ncalled == 0;
	const struct computation *condition = at->called[0];
	return alike(operand(at, 0), at->shape) && condition->nparameters == 1 &&
	       alike(condition->parameters[0]->shape, at->shape) && !condition->root->shape->rank &&
	       goes_through(at->called[1], at->shape, at->shape);
}

/* Each branch gets an operand of its own, behind the one that chooses. */
static bool conditional_fits(const struct instruction *at)
{
	if (at->ncalled && at->noperands != at->ncalled + 1)
		return false;
	for (uint32_t i = 0; i < at->ncalled; i++)
		if (!goes_through(at->called[i], operand(at, i + 1), at->shape))
			return false;
	return true;
}

static bool call_fits(const struct instruction *at)
{
	if (at->ncalled != 1)
		return at->ncalled == 0;
	const struct computation *called = at->called[0];
	if (called->nparameters != at->noperands || !alike(called->root->shape, at->shape))
		return false;
	for (uint32_t i = 0; i < at->noperands; i++)
		if (!alike(called->parameters[i]->shape, operand(at, i)))
			return false;
	return true;
}

/* Moves to another memory change nothing, and borders of what is manual no rank. */
static bool custom_call_fits(const struct instruction *at)
{
	const struct str target = at->target;
	if (at->noperands != 1)
		return true;
	if (str_equal(target, STR("MoveToHost")) || str_equal(target, STR("MoveToDevice")))
		return alike(operand(at, 0), at->shape);
	bool border = str_equal(target, STR("SPMDFullToShardShape")) ||
	              str_equal(target, STR("SPMDShardToFullShape"));
	return !border || at->shape->tuple || operand(at, 0)->rank == at->shape->rank;
}

/* The dim along which a collective cuts or joins. */
static bool collective_fits(const struct instruction *at)
{
	int64_t dim = at->collective ? at->collective->dim : -1;
	return dim < 0 || (at->noperands && (operand(at, 0)->tuple || dim < operand(at, 0)->rank));
}

static bool shapes_fit(const struct instruction *at)
{
	switch (at->opcode) {
	case OPCODE_TUPLE:
		return tuple_fits(at);
	case OPCODE_GET_TUPLE_ELEMENT:
		return element_fits(at);
	case OPCODE_WHILE:
		return while_fits(at);
	case OPCODE_CONDITIONAL:
		return conditional_fits(at);
	case OPCODE_CALL:
	case OPCODE_FUSION:
		return call_fits(at);
	case OPCODE_CUSTOM_CALL:
		return custom_call_fits(at);
	default:
		break;
	}
	switch (opcode_class(at->opcode)) {
	case OPCODE_CLASS_ELEMENTWISE:
		return elementwise_fits(at);
	case OPCODE_CLASS_COLLECTIVE:
		return collective_fits(at);
	default:
		return true;
	}
}

const char *instruction_misfit(const struct instruction *instruction)
{
	if (!takes_as_many(instruction))
		return "another number of operands than it takes";
	if (!takes_tuples(instruction->opcode) && !are_arrays(instruction))
		return "an operand is no array";
	if (!shapes_fit(instruction))
		return "its operands and its result do not fit together";
	return mistake_in_numbers(instruction);
}

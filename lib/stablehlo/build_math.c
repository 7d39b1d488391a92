/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that StableHLO writes out in elementary operations. */
#include "stablehlo/build.h"
#include "stablehlo/written.h"

/* The values that have letters so far, of which 'x' is the operand. */
struct writing {
	struct reader *reader;
	const struct operation *operation;
	const struct region *region;
	/* of numbers, of comparisons, of integers as long as the numbers, of pairs of numbers */
	const struct hlo_shape *shape, *truth, *integer, *complex;
	struct instruction *values[128];
};

/* The shape of what a sign that is no letter means; NULL: it is one. */
static const struct hlo_shape *constant_shape(const struct writing *writing, char letter)
{
	switch (letter) {
	case '#':
	case '0':
		return writing->shape;
	case '$':
		return writing->integer;
	case '&':
		return writing->complex;
	default:
		return NULL;
	}
}

static struct instruction *value_of(struct writing *writing, char letter)
{
	const struct hlo_shape *shape = constant_shape(writing, letter);
	if (!shape)
		return writing->values[(unsigned char)letter];
	struct instruction *constant = build_add_of(
	    writing->reader, writing->operation, writing->region, OPCODE_CONSTANT, shape, NULL, 0);
	if (!constant)
		return NULL;
	constant->literal.splat = true;
	constant->literal.zero = letter == '0';
	reader_note(writing->reader, writing->region->computation, constant)->number =
	    UNKNOWN_NUMBER;
	return constant;
}

static bool write_steps(struct writing *writing, const struct step *steps, size_t count);

/* A function that others call, in its steps: letters mean values of its own there. */
static struct instruction *write_called(const struct writing *caller,
                                        const struct written *function,
                                        struct instruction *const operands[])
{
	struct writing writing = *caller;
	writing.values['x'] = operands[0];
	writing.values['q'] = function->arity > 1 ? operands[1] : NULL;
	return write_steps(&writing, function->steps, function->count) ? writing.values['y'] : NULL;
}

static bool is_complex(const struct instruction *value)
{
	return value->shape->element->class == DTYPE_COMPLEX;
}

/* What a step calls on its first operand, which is no operation of HLO; NULL for those. */
static const struct written *function_called(enum opcode opcode, const struct instruction *operand)
{
	switch (opcode) {
	case OPCODE_LGAMMA:
		return written_real(STR("lgamma"), 0);
	case OPCODE_DIGAMMA:
		return written_real(STR("digamma"), 0);
	case OPCODE_ZETA:
		return written_real(STR("zeta"), 0);
	case OPCODE_ATANH:
		return written_complex(STR("atanh"));
	case OPCODE_CALL:
		return written_complex(STR("asin_acos_kernel"));
	case OPCODE_EXP:
		return is_complex(operand) ? written_complex(STR("exponential")) : NULL;
	default:
		return NULL;
	}
}

/* One number everywhere. */
static bool is_number(const struct instruction *value)
{
	while (value->opcode == OPCODE_BROADCAST)
		value = value->operands[0];
	return value->opcode == OPCODE_CONSTANT && value->literal.splat;
}

static bool are_numbers(struct instruction *const operands[], uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (!is_number(operands[i]))
			return false;
	return true;
}

/* What StableHLO's folding leaves of a step on numbers, as of polygamma(1, x); NULL: the step. What
 * a number decides there, it decides so that the last case is taken, and leaves other truths. */
static struct instruction *folded(struct writing *writing, const struct step *step,
                                  struct instruction *const operands[], uint32_t count)
{
	switch (step->opcode) {
	case OPCODE_SELECT:
		return is_number(operands[0]) ? operands[2] : NULL;
	case OPCODE_AND:
	case OPCODE_OR:
		if (operands[0]->shape != writing->truth)
			return NULL;
		if (is_number(operands[0]))
			return operands[1];
		return is_number(operands[1]) ? operands[0] : NULL;
	case OPCODE_FLOOR:
	case OPCODE_LOG1P:
	case OPCODE_EXP:
	case OPCODE_LGAMMA:
	case OPCODE_ZETA:
		return NULL;
	case OPCODE_DIGAMMA: /* of polygamma, which takes it by 't' */
		return is_number(writing->values['t']) ? value_of(writing, '#') : NULL;
	default:
		return are_numbers(operands, count) ? value_of(writing, '#') : NULL;
	}
}

/* That of the last operand, of which a selection gives one, but of questions and of bits. */
static const struct hlo_shape *shape_of_step(const struct writing *writing, const struct step *step,
                                             const struct instruction *last)
{
	switch (step->opcode) {
	case OPCODE_COMPARE:
	case OPCODE_IS_FINITE:
		return writing->truth;
	case OPCODE_BITCAST_CONVERT:
		return last->shape == writing->integer ? writing->shape : writing->integer;
	case OPCODE_REAL:
	case OPCODE_IMAG:
		return writing->shape;
	case OPCODE_COMPLEX:
		return writing->complex;
	default:
		return last->shape;
	}
}

static struct instruction *built(struct writing *writing, const struct step *step,
                                 struct instruction *operands[], uint32_t count)
{
	struct instruction *made =
	    build_add_of(writing->reader, writing->operation, writing->region, step->opcode,
	                 shape_of_step(writing, step, operands[count - 1]), operands, count);
	if (made && step->direction)
		made->direction = str_of(step->direction);
	return made;
}

static bool write_step(struct writing *writing, const struct step *step)
{
	struct instruction *operands[3];
	uint32_t count = (uint32_t)strlen(step->in);
	for (uint32_t i = 0; i < count; i++) {
		operands[i] = value_of(writing, step->in[i]);
		if (!operands[i])
			return false;
	}
	const struct written *function = function_called(step->opcode, operands[0]);
	struct instruction *made = folded(writing, step, operands, count);
	if (!made)
		made = function ? write_called(writing, function, operands)
		                : built(writing, step, operands, count);
	writing->values[(unsigned char)step->out] = made;
	return made;
}

static bool write_steps(struct writing *writing, const struct step *steps, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!steps[i].times && !write_step(writing, &steps[i]))
			return false;
		/* The last round is that of the steps themselves. */
		for (uint32_t time = 1; time < steps[i].times; time++)
			if (!write_steps(writing, &steps[i + 1], steps[i].length))
				return false;
	}
	return true;
}

/* Numbers of fewer bits are widened before and narrowed after. */
static struct instruction *converted(struct writing *writing, struct instruction *value,
                                     const struct hlo_shape *shape)
{
	if (is_complex(value) || hlo_shape_equal(value->shape, shape))
		return value;
	return build_add_of(writing->reader, writing->operation, writing->region, OPCODE_CONVERT,
	                    shape, &value, 1);
}

/* The operands, as 'x' and 'q'. */
static bool take_operands(struct writing *writing, uint32_t arity)
{
	static const char letters[] = "xq";
	for (uint32_t i = 0; i < arity; i++) {
		struct instruction *operand =
		    converted(writing, writing->operation->operands[i], writing->shape);
		if (!operand)
			return false;
		writing->values[(unsigned char)letters[i]] = operand;
	}
	return true;
}

/* The type of the numbers in which a function is written. */
static const struct dtype *number_of(const struct written *function, const struct dtype *element)
{
	if (element->class == DTYPE_COMPLEX)
		return dtype_of(element->bits == 128 ? DTYPE_ID_FLOAT64 : DTYPE_ID_FLOAT32);
	return function->widened && element->bits < 32 ? dtype_of(DTYPE_ID_FLOAT32) : element;
}

static const struct dtype *integer_of(const struct dtype *number)
{
	if (number->bits == 64)
		return dtype_of(DTYPE_ID_INT64);
	return dtype_of(number->bits == 32 ? DTYPE_ID_INT32 : DTYPE_ID_INT16);
}

static bool write_function(struct reader *reader, struct operation *operation,
                           struct region *region, const struct written *function)
{
	const struct hlo_shape *shape = build_shape(reader, operation);
	if (!shape || !build_operands(reader, operation, function->arity, function->arity))
		return false;
	for (uint32_t i = 0; i < function->arity; i++)
		if (!hlo_shape_equal(shape, operation->operands[i]->shape))
			return build_refuse(reader, operation, "its result has another shape");
	const struct dtype *number = number_of(function, shape->element);
	struct arena *arena = reader->arena;
	struct writing writing = {
	    .reader = reader,
	    .operation = operation,
	    .region = region,
	    .shape = hlo_shape_array(arena, number, shape->dims, shape->rank),
	    .truth = hlo_shape_array(arena, dtype_of(DTYPE_ID_BOOL), shape->dims, shape->rank),
	    .integer = hlo_shape_array(arena, integer_of(number), shape->dims, shape->rank),
	    .complex = shape,
	};
	if (!take_operands(&writing, function->arity) ||
	    !write_steps(&writing, function->steps, function->count))
		return false;
	struct instruction *result = converted(&writing, writing.values['y'], shape);
	return result && build_bind(reader, operation, region, &result, 1);
}

bool build_function(struct reader *reader, struct operation *operation, struct region *region)
{
	const struct hlo_shape *shape = build_shape(reader, operation);
	if (!shape)
		return false;
	bool complex = shape->element && shape->element->class == DTYPE_COMPLEX;
	const struct written *function =
	    complex
		? written_complex(operation->kind->name)
		: written_real(operation->kind->name, shape->element ? shape->element->bits : 0);
	return function ? write_function(reader, operation, region, function)
	                : build_simple(reader, operation, region);
}

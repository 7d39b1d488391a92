/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of CHLO that XLA writes out in elementary operations (ChloLegalizeToStablehlo.cpp): the
 * same operations in the same order, with constants of which nothing is told. */
#include "stablehlo/build.h"

/* `out` = operation on values named by letters; '#' is a constant, 'x' the operand. */
struct step {
	char out;
	enum opcode opcode;
	char in[4];
	const char *direction; /* of a comparison */
	/* When `times` is not 0: the next `length` steps are made so often, and this is none. */
	uint32_t times, length;
};

#define REPEAT(count, steps)                        \
	{                                           \
		.times = (count), .length = (steps) \
	}

static const struct step erf_inv_steps[] = {
    {'n', OPCODE_NEGATE, "x", NULL, 0, 0},
    {'m', OPCODE_MULTIPLY, "xn", NULL, 0, 0},
    {'l', OPCODE_LOG1P, "m", NULL, 0, 0},
    {'w', OPCODE_NEGATE, "l", NULL, 0, 0},
    {'t', OPCODE_COMPARE, "w#", "LT", 0, 0},
    {'a', OPCODE_SUBTRACT, "w#", NULL, 0, 0},
    {'s', OPCODE_SQRT, "w", NULL, 0, 0},
    {'b', OPCODE_SUBTRACT, "s#", NULL, 0, 0},
    {'v', OPCODE_SELECT, "tab", NULL, 0, 0},
    {'p', OPCODE_SELECT, "t##", NULL, 0, 0},
    REPEAT(8, 3),
    {'c', OPCODE_SELECT, "t##", NULL, 0, 0},
    {'q', OPCODE_MULTIPLY, "pv", NULL, 0, 0},
    {'p', OPCODE_ADD, "cq", NULL, 0, 0},
    {'r', OPCODE_MULTIPLY, "px", NULL, 0, 0},
    {'d', OPCODE_ABS, "x", NULL, 0, 0},
    {'e', OPCODE_COMPARE, "d#", "EQ", 0, 0},
    {'i', OPCODE_MULTIPLY, "x#", NULL, 0, 0},
    {'y', OPCODE_SELECT, "eir", NULL, 0, 0},
};

static const struct step erfc_steps[] = {
    {'k', OPCODE_MULTIPLY, "xx", NULL, 0, 0},
    {'z', OPCODE_NEGATE, "k", NULL, 0, 0},
    {'a', OPCODE_ABS, "x", NULL, 0, 0},
    {'r', OPCODE_DIVIDE, "#k", NULL, 0, 0},
    {'e', OPCODE_EXP, "z", NULL, 0, 0},
    {'o', OPCODE_DIVIDE, "#a", NULL, 0, 0},
    {'g', OPCODE_MULTIPLY, "eo", NULL, 0, 0},
    {'t', OPCODE_COMPARE, "a#", "LT", 0, 0},
    {'p', OPCODE_MULTIPLY, "r#", NULL, 0, 0},
    {'p', OPCODE_ADD, "p#", NULL, 0, 0},
    REPEAT(7, 2),
    {'p', OPCODE_MULTIPLY, "pr", NULL, 0, 0},
    {'p', OPCODE_ADD, "p#", NULL, 0, 0},
    {'q', OPCODE_MULTIPLY, "r#", NULL, 0, 0},
    {'q', OPCODE_ADD, "q#", NULL, 0, 0},
    REPEAT(6, 2),
    {'q', OPCODE_MULTIPLY, "qr", NULL, 0, 0},
    {'q', OPCODE_ADD, "q#", NULL, 0, 0},
    {'s', OPCODE_SELECT, "tpq", NULL, 0, 0},
    {'h', OPCODE_MULTIPLY, "gs", NULL, 0, 0},
    {'u', OPCODE_COMPARE, "z#", "LT", 0, 0},
    {'c', OPCODE_SELECT, "u#h", NULL, 0, 0},
    {'n', OPCODE_COMPARE, "x#", "LT", 0, 0},
    {'d', OPCODE_SUBTRACT, "#c", NULL, 0, 0},
    {'f', OPCODE_SELECT, "ndc", NULL, 0, 0},
    {'j', OPCODE_MULTIPLY, "xx", NULL, 0, 0},
    {'y', OPCODE_MULTIPLY, "j#", NULL, 0, 0},
    {'y', OPCODE_ADD, "y#", NULL, 0, 0},
    REPEAT(5, 2),
    {'y', OPCODE_MULTIPLY, "yj", NULL, 0, 0},
    {'y', OPCODE_ADD, "y#", NULL, 0, 0},
    {'m', OPCODE_MULTIPLY, "xy", NULL, 0, 0},
    {'b', OPCODE_SUBTRACT, "#m", NULL, 0, 0},
    {'i', OPCODE_ABS, "x", NULL, 0, 0},
    {'l', OPCODE_COMPARE, "i#", "LT", 0, 0},
    {'y', OPCODE_SELECT, "lbf", NULL, 0, 0},
};

/* The values that have letters so far, of which 'x' is the operand. */
struct writing {
	struct reader *reader;
	const struct operation *operation;
	const struct region *region;
	const struct hlo_shape *shape, *truth; /* of numbers, and of comparisons */
	struct instruction *values[128];
};

static struct instruction *value_of(struct writing *writing, char letter)
{
	struct instruction *constant;
	if (letter != '#')
		return writing->values[(unsigned char)letter];
	constant = build_add_of(writing->reader, writing->operation, writing->region,
	                        OPCODE_CONSTANT, writing->shape, NULL, 0);
	if (constant)
		constant->literal.splat = true;
	return constant;
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
	struct instruction *made =
	    build_add_of(writing->reader, writing->operation, writing->region, step->opcode,
	                 step->direction ? writing->truth : writing->shape, operands, count);
	if (made && step->direction)
		made->direction = str_of(step->direction);
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
	if (hlo_shape_equal(value->shape, shape))
		return value;
	return build_add_of(writing->reader, writing->operation, writing->region, OPCODE_CONVERT,
	                    shape, &value, 1);
}

static bool write_function(struct reader *reader, struct operation *operation,
                           struct region *region, const struct step *steps, size_t count)
{
	const struct hlo_shape *shape = build_shape(reader, operation);
	if (!shape || !build_operands(reader, operation, 1, 1))
		return false;
	if (!hlo_shape_equal(shape, operation->operands[0]->shape))
		return build_refuse(reader, operation, "its result has another shape");
	bool narrow = shape->element && shape->element->bits < 32;
	const struct dtype *element = narrow ? dtype_of(DTYPE_ID_FLOAT32) : shape->element;
	struct writing writing = {
	    .reader = reader,
	    .operation = operation,
	    .region = region,
	    .shape = hlo_shape_array(reader->arena, element, shape->dims, shape->rank),
	    .truth =
		hlo_shape_array(reader->arena, dtype_of(DTYPE_ID_BOOL), shape->dims, shape->rank),
	};
	struct instruction *operand = converted(&writing, operation->operands[0], writing.shape);
	writing.values['x'] = operand;
	if (!operand || !write_steps(&writing, steps, count))
		return false;
	struct instruction *result = converted(&writing, writing.values['y'], shape);
	return result && build_bind(reader, operation, region, &result, 1);
}

bool build_erf_inv(struct reader *reader, struct operation *operation, struct region *region)
{
	return write_function(reader, operation, region, erf_inv_steps, COUNT_OF(erf_inv_steps));
}

bool build_erfc(struct reader *reader, struct operation *operation, struct region *region)
{
	return write_function(reader, operation, region, erfc_steps, COUNT_OF(erfc_steps));
}

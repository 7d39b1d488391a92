/* SPDX-License-Identifier: Apache-2.0 */
#include "op/elementwise/formula.h"

#include "op/elementwise/elementwise.h"
#include "op/core/primitive.h"
#include "op/elementwise/rules.h"

/* Formulas are ours and short; this bounds what a mistake in one can do. */
enum { MAX_ARGUMENTS = 3, MAX_DEPTH = 16 };

struct reader {
	struct op *op;
	const char *at;
	const struct formula_names *names;
	int depth;
};

/* The functions of jax.numpy that formulas use. */
static const struct {
	const char *name;
	const struct primitive *primitive;
	bool inexact; /* integers become floats */
} functions[] = {
    {"exp", &lax_exp, true},        {"expm1", &lax_expm1, true},  {"log", &lax_log, true},
    {"log1p", &lax_log1p, true},    {"tanh", &lax_tanh, true},    {"sqrt", &lax_sqrt, true},
    {"square", &lax_square, false}, {"abs", &lax_abs, false},     {"sign", &lax_sign, false},
    {"logical_or", &lax_or, false}, {"maximum", &lax_max, false}, {"minimum", &lax_min, false},
    {"logaddexp", &lax_max, true},
};

static const struct array *read_formula(struct reader *reader);

static void skip_spaces(struct reader *reader)
{
	while (*reader->at == ' ')
		reader->at++;
}

/* Whether the text goes on with this, which is then behind. */
static bool accept(struct reader *reader, const char *text)
{
	skip_spaces(reader);
	size_t length = strlen(text);
	if (strncmp(reader->at, text, length) != 0)
		return false;
	reader->at += length;
	return true;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || c == '_' || c == '.' || is_digit(c);
}

/* A Python number: with a point or an exponent a float, else an integer. Its value does not matter
 * to types. */
static const struct array *read_number(struct reader *reader)
{
	bool real = false;
	for (; is_digit(*reader->at) || *reader->at == '.'; reader->at++)
		real = real || *reader->at == '.';
	return array_scalar(reader->op, dtype_named(real ? STR("float32") : STR("int32")), true);
}

/* The name at the reader, which goes behind it. */
static struct str read_name(struct reader *reader)
{
	struct str name = {reader->at, 0};
	while (is_letter(reader->at[name.len]))
		name.len++;
	reader->at += name.len;
	return name;
}

static const struct array *operand_named(const struct reader *reader, char letter)
{
	const char *found = strchr(reader->names->letters, letter);
	return found ? reader->names->arrays[found - reader->names->letters] : NULL;
}

static const struct array *apply(struct op *op, struct str name, const struct array *const *arrays,
                                 uint32_t count)
{
	if (str_equal(name, STR("where")) && count == 3)
		return numpy_where(op, arrays[0], arrays[1], arrays[2]);
	if (str_equal(name, STR("lax.select")) && count == 3) {
		const struct array *cases[] = {arrays[2], arrays[1]};
		return lax_select_n(op, arrays[0], cases, 2);
	}
	if (str_starts_with(name, STR("lax.")))
		return lax_nary(op, elementwise_named(str_slice(name, 4, name.len)), arrays, count);
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		if (!str_equal(name, str_of(functions[i].name)))
			continue;
		return count == 1 ? numpy_unary(op, functions[i].primitive, arrays[0],
		                                functions[i].inexact)
		                  : numpy_binary(op, functions[i].primitive, arrays[0], arrays[1],
		                                 functions[i].inexact);
	}
	(void)op_unknown(op, "the function %.*s is not known", STR_ARG(name));
	return NULL;
}

static const struct array *read_primary(struct reader *reader)
{
	skip_spaces(reader);
	if (is_digit(*reader->at))
		return read_number(reader);
	if (accept(reader, "(")) {
		const struct array *inner = read_formula(reader);
		return accept(reader, ")") ? inner : NULL;
	}
	struct str name = read_name(reader);
	if (name.len == 1)
		return operand_named(reader, name.s[0]);
	const struct array *arrays[MAX_ARGUMENTS] = {0};
	uint32_t count = 0;
	if (!accept(reader, "("))
		return NULL;
	do {
		arrays[count] = read_formula(reader);
		if (!arrays[count++])
			return NULL;
	} while (count < MAX_ARGUMENTS && accept(reader, ","));
	return accept(reader, ")") ? apply(reader->op, name, arrays, count) : NULL;
}

static const struct array *read_factor(struct reader *reader)
{
	if (accept(reader, "-")) {
		const struct array *x = read_factor(reader);
		return x ? lax_unary(reader->op, &lax_neg, x) : NULL;
	}
	const struct array *x = read_primary(reader);
	if (!x || !accept(reader, "^"))
		return x;
	skip_spaces(reader);
	(void)read_number(reader);
	return lax_unary(reader->op, &lax_integer_pow, x);
}

static const struct array *read_product(struct reader *reader)
{
	const struct array *x = read_factor(reader);
	while (x) {
		bool divides = accept(reader, "/");
		if (!divides && !accept(reader, "*"))
			break;
		const struct array *y = read_factor(reader);
		x = y ? numpy_binary(reader->op, divides ? &lax_div : &lax_mul, x, y, divides)
		      : NULL;
	}
	return x;
}

static const struct array *read_sum(struct reader *reader)
{
	const struct array *x = read_product(reader);
	while (x) {
		bool adds = accept(reader, "+");
		if (!adds && !accept(reader, "-"))
			break;
		const struct array *y = read_product(reader);
		x = y ? numpy_binary(reader->op, adds ? &lax_add : &lax_sub, x, y, false) : NULL;
	}
	return x;
}

static const struct array *read_formula(struct reader *reader)
{
	static const struct {
		const char *sign;
		const struct primitive *primitive;
	} comparisons[] = {
	    {">=", &lax_ge}, {"<=", &lax_le}, {"==", &lax_eq},
	    {"!=", &lax_ne}, {">", &lax_gt},  {"<", &lax_lt},
	};
	if (reader->depth >= MAX_DEPTH)
		return NULL;
	reader->depth++;
	const struct array *x = read_sum(reader);
	for (size_t i = 0; x && i < sizeof comparisons / sizeof *comparisons; i++) {
		if (!accept(reader, comparisons[i].sign))
			continue;
		const struct array *y = read_sum(reader);
		x = y ? numpy_binary(reader->op, comparisons[i].primitive, x, y, false) : NULL;
		break;
	}
	reader->depth--;
	return x;
}

const struct array *formula(struct op *op, const char *text, const struct formula_names *names)
{
	struct reader reader = {.op = op, .at = text, .names = names};
	return read_formula(&reader);
}

const struct array *formula_of(struct op *op, const char *text, const struct array *x)
{
	struct formula_names names = {"x", &x};
	return formula(op, text, &names);
}

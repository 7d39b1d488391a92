/* SPDX-License-Identifier: Apache-2.0 */
/* jnp.pad. JAX: numpy/lax_numpy.py. */
#include "library/arguments/concrete.h"
#include "library/arguments/creation_arguments.h"
#include "library/library.h"
#include "library/numpy/shapes.h"
#include "library/arguments/shape_arguments.h"

#include "jax/python_text.h"
#include "op/elementwise/elementwise.h"
#include "op/index/index.h"
#include "op/shape/shape.h"
#include <inttypes.h>
enum { MAX_COPIES = 1000 };

/* Elements before and after a dimension. */
struct widths {
	int64_t before, after;
};

/* The two numbers of a pair; a single one stands for both. */
static bool read_pair(struct trace *trace, const struct value *value, struct widths *pair)
{
	const struct value_list *items = value_items(value);
	const int64_t *numbers;
	uint32_t count;
	if (value->kind == VALUE_ARRAY)
		return refuse_traced(trace, value->array) != NULL;
	if (value->kind == VALUE_FLOAT || value->kind == VALUE_STRING || value->kind == VALUE_NONE)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("`pad_width` must be of integral type."));
	for (uint32_t i = 0; items && i < items->count; i++)
		if (items->items[i]->kind == VALUE_FLOAT || items->items[i]->kind == VALUE_ARRAY)
			return read_pair(trace, items->items[i], pair);
	if (!value_to_ints(trace, value, &numbers, &count))
		return false;
	if (count != 1 && count != 2)
		return op_unknown(&trace->op, "widths of padding of such a form");
	*pair = (struct widths){numbers[0], numbers[count - 1]};
	return true;
}

/* jnp.pad: pad_width with nd=2 has unsupported shape (3, 2). … */
static bool raise_widths(struct trace *trace, uint32_t count, uint32_t rank)
{
	return refuse(&trace->op, RULE_SHAPE_MISMATCH, "ValueError",
	              TEXT("jnp.pad: pad_width with nd={} has unsupported shape ({}, 2). Valid "
	                   "shapes are ({}, 2), (1, 2), (2,), (1,), or ().",
	                   rank, count, rank));
}

/* One pair for each dimension. JAX: _broadcast_to_pairs. */
static bool widths_argument(struct trace *trace, const struct value *value, uint32_t rank,
                            struct widths **widths)
{
	const struct value_list *items = value_items(value);
	bool nested = items && items->count && value_items(items->items[0]);
	struct widths one;
	*widths = arena_new(trace->op.arena, struct widths, rank);
	if (value->kind == VALUE_DICT)
		return op_unknown(&trace->op, "widths of padding by axis");
	if (nested && items->count != 1) {
		if (items->count != rank)
			return raise_widths(trace, items->count, rank);
		for (uint32_t i = 0; i < rank; i++)
			if (!read_pair(trace, items->items[i], &(*widths)[i]))
				return false;
	} else {
		if (!read_pair(trace, nested ? items->items[0] : value, &one))
			return false;
		for (uint32_t i = 0; i < rank; i++)
			(*widths)[i] = one;
	}
	for (uint32_t i = 0; i < rank; i++)
		if ((*widths)[i].before < 0 || (*widths)[i].after < 0)
			return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
			              TEXT("index can't contain negative values"));
	return true;
}

/* Whether each value of a pair is given by itself. */
static bool is_one_value(const struct value *values)
{
	const struct value_list *items = value_items(values);
	return !items || (items->count == 1 && !value_items(items->items[0]));
}

static const struct array *pad_constant(struct trace *trace, const struct array *x,
                                        const struct widths *widths, const struct value *values)
{
	struct op *op = &trace->op;
	uint32_t rank = x->type.rank;
	struct padding *paddings = arena_new(op->arena, struct padding, rank);
	const struct array *fill = array_scalar(op, x->type.dtype, x->type.weak);
	const struct value_list *listed = values ? value_items(values) : NULL;
	if (listed && listed->count > 2 && !value_items(listed->items[0]))
		return op_unknown(op, "so many values to pad with"), NULL;
	if (values && values->kind == VALUE_ARRAY) {
		if (values->array->type.rank)
			return op_unknown(op, "values to pad with in an array"), NULL;
		fill = lax_convert_element_type(op, values->array, x->type.dtype, x->type.weak);
	}
	for (uint32_t i = 0; i < rank; i++)
		paddings[i] = (struct padding){widths[i].before, widths[i].after, 0};
	if (!fill || !values || is_one_value(values))
		return fill ? numpy_pad(op, x, fill, paddings, UINT64_MAX) : NULL;
	for (uint32_t i = 0; x && i < 2 * rank; i++) {
		struct padding *side = arena_new(op->arena, struct padding, rank);
		int64_t width = i % 2 ? widths[i / 2].after : widths[i / 2].before;
		side[i / 2] = i % 2 ? (struct padding){0, width, 0} : (struct padding){width, 0, 0};
		if (width)
			x = numpy_pad(op, x, fill, side, UINT64_C(1) << i / 2 % 64);
	}
	return x;
}

static const struct array *pad_edge(struct trace *trace, const struct array *x, uint32_t dim,
                                    struct widths widths)
{
	int64_t length = x->type.shape[dim];
	const struct array *parts[] = {slice_dim(trace, x, dim, 0, 1), x, NULL};
	parts[0] = parts[0] ? repeat_array(trace, parts[0], dim, widths.before) : NULL;
	parts[2] = parts[0] ? slice_dim(trace, x, dim, length - 1, length) : NULL;
	parts[2] = parts[2] ? repeat_array(trace, parts[2], dim, widths.after) : NULL;
	return parts[2] ? lax_concatenate(&trace->op, parts, 3, dim) : NULL;
}

static const struct array *pad_wrap(struct trace *trace, const struct array *x, uint32_t dim,
                                    struct widths widths)
{
	int64_t size = x->type.shape[dim];
	int64_t copies = widths.before / size + widths.after / size + 1;
	int64_t left = widths.before % size, right = widths.after % size;
	uint32_t count = 0;
	if (copies > MAX_COPIES)
		return op_unknown(&trace->op, "padding of more than %d copies", MAX_COPIES), NULL;
	const struct array **parts =
	    arena_new(trace->op.arena, const struct array *, (size_t)copies + 2);
	if (left && !(parts[count++] = slice_dim(trace, x, dim, size - left, size)))
		return NULL;
	for (int64_t i = 0; i < copies; i++)
		parts[count++] = x;
	if (right && !(parts[count++] = slice_dim(trace, x, dim, 0, right)))
		return NULL;
	return lax_concatenate(&trace->op, parts, count, dim);
}

/* How an array is mirrored: its size before any padding, and how many elements at the edge are not
 * repeated. */
struct mirror {
	int64_t size, offset;
};

/* One side of the mirrored array; it may take several mirrors. */
static const struct array *pad_side(struct trace *trace, const struct array *x, uint32_t dim,
                                    int64_t padding, bool before, const struct mirror *mirror)
{
	int64_t edge = before ? 0 : x->type.shape[dim] - 1, most = mirror->size - mirror->offset;
	/* the edge is taken in any case, though only odd reflections use it */
	if (!slice_dim(trace, x, dim, edge, edge + 1))
		return NULL;
	for (uint32_t copies = 0; padding > 0; copies++) {
		int64_t part = padding < most ? padding : most;
		int64_t start =
		    before ? mirror->offset : x->type.shape[dim] - part - mirror->offset;
		if (copies > MAX_COPIES)
			return op_unknown(&trace->op, "padding of more than %d copies", MAX_COPIES),
			       NULL;
		const struct array *turned = slice_dim(trace, x, dim, start, start + part);
		turned = turned ? lax_rev(&trace->op, turned, &dim, 1) : NULL;
		const struct array *parts[] = {before ? turned : x, before ? x : turned};
		x = turned ? lax_concatenate(&trace->op, parts, 2, dim) : NULL;
		if (!x)
			return NULL;
		padding -= part;
	}
	return x;
}

static const struct array *pad_mirror(struct trace *trace, const struct array *x, uint32_t dim,
                                      struct widths widths, bool reflect)
{
	struct mirror mirror = {x->type.shape[dim], reflect && x->type.shape[dim] > 1};
	if (op_has(&trace->op, JAX_MIRROR_SKIPS) && !widths.before && !widths.after)
		return x;
	x = pad_side(trace, x, dim, widths.before, true, &mirror);
	return x ? pad_side(trace, x, dim, widths.after, false, &mirror) : NULL;
}

static const struct array *pad_empty(struct trace *trace, const struct array *x, uint32_t dim,
                                     struct widths widths)
{
	struct like like = {.x = x, .rank = x->type.rank};
	const struct array *zero = array_scalar(&trace->op, dtype_named(STR("int32")), true);
	const struct array *parts[] = {NULL, x, NULL};
	if (op_has(&trace->op, JAX_EMPTY_IS_PRIMITIVE))
		zero = NULL;
	for (uint32_t i = 0; i < 3; i += 2) {
		int64_t *shape = shape_copy(trace->op.arena, x->type.shape, x->type.rank);
		shape[dim] = i ? widths.after : widths.before;
		like.shape = shape;
		if (!(parts[i] = fill_like(trace, zero, &like)))
			return NULL;
	}
	return lax_concatenate(&trace->op, parts, 3, dim);
}

enum padding_mode { CONSTANT, EDGE, WRAP, REFLECT, SYMMETRIC, EMPTY, OTHER };

static const struct {
	const char *name, *option; /* the keyword that it takes, or NULL */
	enum padding_mode mode;
} modes[] = {
    {"constant", "constant_values", CONSTANT},
    {"edge", NULL, EDGE},
    {"wrap", NULL, WRAP},
    {"reflect", "reflect_type", REFLECT},
    {"symmetric", "reflect_type", SYMMETRIC},
    {"empty", NULL, EMPTY},
    {"linear_ramp", "end_values", OTHER},
    {"maximum", "stat_length", OTHER},
    {"mean", "stat_length", OTHER},
    {"median", "stat_length", OTHER},
    {"minimum", "stat_length", OTHER},
};

/* The row of the mode; its count when there is none. */
static size_t find_mode(struct str name)
{
	size_t i = 0;
	while (i < sizeof modes / sizeof *modes && !str_equal(str_of(modes[i].name), name))
		i++;
	return i;
}

/* The keyword of the mode, or NULL; false after an error about any other one. */
static bool mode_option(struct trace *trace, const struct value *keywords, size_t mode,
                        const struct value **option)
{
	*option = NULL;
	for (uint32_t i = 0; i < keywords->dict.count; i++) {
		struct str name = keywords->dict.pairs[i].key->string;
		if (modes[mode].option && str_equal(str_of(modes[mode].option), name))
			*option = keywords->dict.pairs[i].value;
		else
			return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
			              TEXT("unsupported keyword arguments for mode '{}': {{'{}'}}",
			                   modes[mode].name, name));
	}
	return true;
}

static const struct array *pad_dims(struct trace *trace, const struct array *x,
                                    const struct widths *widths, size_t mode)
{
	for (uint32_t i = 0; x && i < x->type.rank; i++) {
		if (x->type.shape[i] == 0 && modes[mode].mode != EMPTY) {
			if (!widths[i].before && !widths[i].after)
				continue;
			trace_refuse(
			    trace, RULE_SHAPE_MISMATCH, "ValueError",
			    TEXT("Cannot apply '{}' padding to empty axis", modes[mode].name));
			return NULL;
		}
		if (modes[mode].mode == EDGE)
			x = pad_edge(trace, x, i, widths[i]);
		else if (modes[mode].mode == WRAP)
			x = pad_wrap(trace, x, i, widths[i]);
		else if (modes[mode].mode == EMPTY)
			x = pad_empty(trace, x, i, widths[i]);
		else
			x = pad_mirror(trace, x, i, widths[i], modes[mode].mode == REFLECT);
	}
	return x;
}

/* array, pad_width, mode='constant', **kwargs */
static const struct value *pad(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = array_argument(trace, arguments, 0);
	const struct value *name = argument(arguments, 2), *option;
	struct widths *widths;
	if (!x || !widths_argument(trace, argument(arguments, 1), x->type.rank, &widths))
		return NULL;
	if (name->kind != VALUE_STRING)
		return trace_unknown(trace, "padding by a function");
	size_t mode = find_mode(name->string);
	if (mode == sizeof modes / sizeof *modes)
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "NotImplementedError",
		    TEXT("Unimplemented padding mode '{}' for np.pad.", name->string));
	if (!mode_option(trace, argument(arguments, 3), mode, &option))
		return NULL;
	if (!x->type.rank)
		return trace_array(trace, x);
	bool even =
	    option && option->kind == VALUE_STRING && str_equal(option->string, STR("even"));
	if (modes[mode].mode == OTHER || (option && !even && modes[mode].mode != CONSTANT))
		return trace_unknown(trace, "padding by mode '%s'", modes[mode].name);
	return trace_array(trace, modes[mode].mode == CONSTANT
	                              ? pad_constant(trace, x, widths, option)
	                              : pad_dims(trace, x, widths, mode));
}

static const struct function_row rows[] = {
    {.name = "pad",
     .signature = "array, pad_width, mode='constant', **kwargs",
     .call = pad,
     .jitted = JITTED_WITHIN},
};

const struct module_row library_numpy_pad = {"jax.numpy", rows, sizeof rows / sizeof *rows};

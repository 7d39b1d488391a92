/* SPDX-License-Identifier: Apache-2.0 */
/* jnp.split, jnp.unstack and their like. JAX: numpy/lax_numpy.py _split. */
#include "library/arguments/joining.h"
#include "library/library.h"
#include "library/numpy/shapes.h"
#include "library/arguments/shape_arguments.h"
#include "op/elementwise/elementwise.h"
#include "op/index/index.h"
#include "op/shape/shape.h"

#include <inttypes.h>

const struct array *slice_dim(struct trace *trace, const struct array *x, uint32_t dim,
                              int64_t start, int64_t stop)
{
	int64_t *starts = arena_new(trace->op.arena, int64_t, x->type.rank);
	int64_t *limits = shape_copy(trace->op.arena, x->type.shape, x->type.rank);
	starts[dim] = start;
	limits[dim] = stop;
	return lax_slice(&trace->op, x, starts, limits, NULL);
}

/* Sizes of the pieces between given places, from 0 to the end. */
static bool sizes_between(struct trace *trace, const struct value *places, int64_t length,
                          int64_t **sizes, uint32_t *count)
{
	const int64_t *at;
	uint32_t nplaces;
	if (!value_to_ints(trace, places, &at, &nplaces))
		return false;
	*count = nplaces + 1;
	*sizes = arena_new(trace->op.arena, int64_t, *count);
	int64_t before = 0;
	for (uint32_t i = 0; i < *count; i++) {
		int64_t place = i < nplaces ? at[i] : length;
		if (op_has(&trace->op, JAX_SPLIT_CLIPS)) {
			place = place < 0 ? place + length : place;
			place = place < 0 ? 0 : place > length ? length : place;
		}
		if (place > INT32_MAX || place < INT32_MIN)
			return op_unknown(&trace->op, "a place to split at that is far outside");
		(*sizes)[i] = place - before;
		before = place;
	}
	return true;
}

/* Sizes of so many pieces as equal as they can be; `uneven` allows them to differ by one. */
static bool equal_sizes(struct trace *trace, const struct value *sections, int64_t length,
                        bool uneven, int64_t **sizes, uint32_t *count)
{
	int64_t number;
	if (!value_to_int(trace, sections, &number))
		return false;
	if (number == 0)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "ZeroDivisionError",
		              TEXT("integer division or modulo by zero"));
	if (number < 0 || number > MAX_PIECES)
		return op_unknown(&trace->op, "an array split into %" PRId64 " pieces", number);
	int64_t rest = length % number;
	if (rest && !uneven) {
		return refuse(
		    &trace->op, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("array split does not result in an equal division: rest is {}", rest),
		    WORDS("{} elements cannot be split into {} equal pieces", length, number),
		    HELP("jnp.array_split makes pieces that differ by one"));
	}
	*count = (uint32_t)number;
	*sizes = arena_new(trace->op.arena, int64_t, *count);
	for (uint32_t i = 0; i < *count; i++)
		(*sizes)[i] = length / number + (i < rest);
	return true;
}

/* The pieces as slices, as the releases before lax.split make them. */
static bool slice_pieces(struct trace *trace, const struct array *x, const int64_t *sizes,
                         uint32_t count, uint32_t dim, const struct array **pieces)
{
	int64_t start = 0;
	for (uint32_t i = 0; i < count; i++) {
		pieces[i] = slice_dim(trace, x, dim, start, start + sizes[i]);
		if (!pieces[i])
			return false;
		start += sizes[i];
	}
	return true;
}

static const struct value *split_at(struct trace *trace, const struct array *x,
                                    const struct value *sections, int64_t axis, bool uneven)
{
	int64_t *sizes = NULL, rank = x->type.rank;
	uint32_t count = 0;
	if (axis < -rank || axis >= rank)
		return trace_refuse(trace, RULE_SHAPE_MISMATCH, "IndexError",
		                    TEXT("tuple index out of range"));
	uint32_t dim = (uint32_t)(axis < 0 ? axis + rank : axis);
	int64_t length = x->type.shape[dim];
	bool places = value_items(sections) != NULL;
	if (sections->kind == VALUE_ARRAY)
		return trace_unknown(trace, "the places to split at are in an array");
	if (places ? !sizes_between(trace, sections, length, &sizes, &count)
	           : !equal_sizes(trace, sections, length, uneven, &sizes, &count))
		return NULL;
	const struct array **pieces = arena_new(trace->op.arena, const struct array *, count);
	bool done = op_has(&trace->op, JAX_SPLIT_IS_PRIMITIVE)
	                ? numpy_split(&trace->op, x, sizes, count, dim, pieces)
	                : slice_pieces(trace, x, sizes, count, dim, pieces);
	return done ? trace_arrays(trace, VALUE_LIST, pieces, count) : NULL;
}

/* ary, indices_or_sections, axis=0 */
static const struct value *split(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = array_argument(trace, arguments, 0);
	int64_t axis;
	bool uneven = strcmp(arguments->row->name, "array_split") == 0;
	if (!x || !value_to_int(trace, argument(arguments, 2), &axis))
		return NULL;
	return split_at(trace, x, argument(arguments, 1), axis, uneven);
}

/* ary, indices_or_sections; the row's data is the axis. */
static const struct value *split_along(struct trace *trace, const struct call_arguments *arguments)
{
	const int64_t *axis = arguments->row->data;
	const struct array *x = array_argument(trace, arguments, 0);
	if (!x)
		return NULL;
	bool vector = *axis == 1 && x->type.rank == 1;
	return split_at(trace, x, argument(arguments, 1), vector ? 0 : *axis, false);
}

/* The pieces of size 1 without their dimension, as releases before lax.unstack make them. */
static const struct value *unstack_by_split(struct trace *trace, const struct array *x,
                                            uint32_t dim)
{
	struct op *op = &trace->op;
	int64_t length = x->type.shape[dim];
	if (length > MAX_PIECES)
		return trace_unknown(trace, "an array is cut into more than %d", MAX_PIECES);
	uint32_t count = (uint32_t)length;
	int64_t *sizes = arena_new(op->arena, int64_t, count);
	const struct array **pieces = arena_new(op->arena, const struct array *, count);
	for (uint32_t i = 0; i < count; i++)
		sizes[i] = 1;
	if (!lax_split(op, x, sizes, count, dim, pieces))
		return NULL;
	for (uint32_t i = 0; i < count; i++)
		if (!(pieces[i] = lax_squeeze(op, pieces[i], &dim, 1)))
			return NULL;
	return trace_arrays(trace, VALUE_TUPLE, pieces, count);
}

static const struct value *unstack(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = array_argument(trace, arguments, 0);
	int64_t axis;
	uint32_t dim;
	if (!x || !value_to_int(trace, argument(arguments, 1), &axis))
		return NULL;
	int64_t rank = x->type.rank;
	if (op_has(&trace->op, JAX_STACK_IS_PRIMITIVE))
		return numpy_axis(&trace->op, axis, x->type.rank, &dim) ? unstack_dim(trace, x, dim)
		                                                        : NULL;
	if (!rank)
		return trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
		                    TEXT("Unstack requires arrays with rank > 0, however a scalar "
		                         "array was passed."));
	if (axis < -rank || axis >= rank)
		return trace_refuse(trace, RULE_SHAPE_MISMATCH, "IndexError",
		                    TEXT("tuple index out of range"));
	return unstack_by_split(trace, x, (uint32_t)(axis < 0 ? axis + rank : axis));
}

static const struct function_row rows[] = {
    {.name = "split", .signature = "ary, indices_or_sections, axis=0", .call = split},
    {.name = "array_split", .signature = "ary, indices_or_sections, axis=0", .call = split},
    {.name = "vsplit",
     .signature = "ary, indices_or_sections",
     .call = split_along,
     .data = &(const int64_t){0}},
    {.name = "hsplit",
     .signature = "ary, indices_or_sections",
     .call = split_along,
     .data = &(const int64_t){1}},
    {.name = "dsplit",
     .signature = "ary, indices_or_sections",
     .call = split_along,
     .data = &(const int64_t){2}},
    {.name = "unstack", .signature = "x, /, *, axis=0", .call = unstack, .jitted = JITTED_ITSELF},
};

const struct module_row library_numpy_split = {"jax.numpy", rows, sizeof rows / sizeof *rows};

/* SPDX-License-Identifier: Apache-2.0 */
/* Operations along axes. JAX: lax/lax.py, lax/windowed_reductions.py, lax/control_flow/loops.py. */
#include <math.h>

#include "lower/rows.h"
#include "op/core/dtype_class.h"
#include "op/reduce/reduce.h"

/* What a reduction begins with: the identity, as MLIR writes it. */
static struct term identity(struct emitter *emitter, const char *what, const struct dtype *dtype)
{
	bool truth = dtype_class(dtype) == DTYPE_BOOL;
	if (what[0] == '1' || what[0] == '0')
		return emit_number(emitter, dtype, what[0] - '0');
	if (truth)
		return emit_number(emitter, dtype, what[0] == 'h');
	if (dtype_has_infinity(dtype))
		return emit_real(emitter, dtype,
		                 what[0] == 'l' ? -(double)INFINITY : (double)INFINITY);
	return emit_number(emitter, dtype,
	                   what[0] == 'l' && dtype_class(dtype) == DTYPE_SIGNED ? -127 : 127);
}

static struct str dimensions_text(struct emitter *emitter, const struct reduction *reduction,
                                  uint32_t rank)
{
	struct buf text = {.arena = emitter->arena};
	int64_t *axes = arena_new(emitter->arena, int64_t, reduction->count);
	for (uint32_t i = 0; i < reduction->count; i++)
		axes[i] = reduction->axes[i] < 0 ? reduction->axes[i] + rank : reduction->axes[i];
	buf_puts(&text, "dimensions = ");
	add_i64s(&text, axes, reduction->count);
	return buf_str(&text);
}

static bool write_reduce(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	const struct reduction *reduction = writing->equation->params;
	struct term result = {.type = *writing->result};
	const struct term_list results = {&result, 1};
	const struct term operands[] = {
	    writing->operands[0],
	    identity(emitter, writing->row->more, writing->operands[0].type.dtype)};
	emit_open(emitter, "stablehlo.reduce", operands, 2,
	          dimensions_text(emitter, reduction, operands[0].type.rank), &results);
	emit_reducer(emitter, writing->row->operation, writing->result);
	emit_close(emitter, operands, 2, &results);
	return written(writing, constrained_own(emitter, result));
}

/* What an operation on scalars within a reduction gives, constrained where types say shardings. */
static struct term emit_scalar(struct emitter *emitter, const struct abstract_mesh *mesh,
                               const char *name, const struct term *operands, uint32_t count)
{
	struct array_type type = operands[count - 1].type, placed = type;
	placed.mesh = mesh;
	return constrained(emitter, emit(emitter, name, operands, count, STR(""), &type), &placed);
}

static const char *comparison_kind(const struct dtype *dtype)
{
	return dtype_is_inexact(dtype) ? "FLOAT" : "SIGNED";
}

/* A comparison of two scalars, which are constrained first: a truth. */
static struct term emit_compare(struct emitter *emitter, const struct abstract_mesh *mesh,
                                struct term left, struct term right, const char *direction)
{
	struct array_type truth = type_plain(emitter->arena, dtype_named(STR("bool")), NULL, 0);
	struct array_type placed = left.type;
	placed.mesh = mesh;
	left = constrained(emitter, left, &placed);
	right = constrained(emitter, right, &placed);
	const struct term compared[] = {left, right};
	return emit_comparison(emitter, compared, comparison_kind(left.type.dtype), direction,
	                       &truth);
}

/* The region of argmax: of two elements with their indices the greater, or one that is not a
 * number, or the first one. */
static void emit_choice(struct emitter *emitter, const struct abstract_mesh *mesh,
                        const struct term *operands, const char *direction)
{
	struct array_type value = type_plain(emitter->arena, operands[0].type.dtype, NULL, 0),
			  index = type_plain(emitter->arena, operands[1].type.dtype, NULL, 0);
	const struct term a[] = {new_argument(emitter, &value), new_argument(emitter, &index)};
	const struct term b[] = {new_argument(emitter, &value), new_argument(emitter, &index)};
	const struct term arguments[] = {a[0], a[1], b[0], b[1]};
	emit_region(emitter, arguments, 4);
	const struct term better[] = {emit_compare(emitter, mesh, a[0], b[0], direction),
	                              emit_compare(emitter, mesh, a[0], a[0], "NE")};
	struct term taken = emit_scalar(emitter, mesh, "stablehlo.or", better, 2);
	const struct term before[] = {emit_compare(emitter, mesh, a[0], b[0], "EQ"),
	                              emit_compare(emitter, mesh, a[1], b[1], "LT")};
	const struct term either[] = {taken,
	                              emit_scalar(emitter, mesh, "stablehlo.and", before, 2)};
	struct term first = emit_scalar(emitter, mesh, "stablehlo.or", either, 2);
	const struct term values[] = {taken, a[0], b[0]}, indices[] = {first, a[1], b[1]};
	const struct term chosen[] = {emit_scalar(emitter, mesh, "stablehlo.select", values, 3),
	                              emit_scalar(emitter, mesh, "stablehlo.select", indices, 3)};
	emit_return(emitter, chosen, 2);
}

/* JAX: lax.py _compute_argminmax. */
static bool write_arg(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	const struct reduction *reduction = writing->equation->params;
	struct array_type counted = writing->operands[0].type, value = *writing->result;
	int64_t axis = reduction->axes[0];
	counted.dtype = writing->result->dtype;
	value.dtype = writing->operands[0].type.dtype;
	axis = axis < 0 ? axis + counted.rank : axis;
	struct term iota = emit_placed(
	    emitter, "stablehlo.iota", NULL, 0,
	    str_format(emitter->arena, "iota_dimension = %lld : i64", (long long)axis), &counted);
	const struct term operands[] = {writing->operands[0], iota,
	                                identity(emitter, writing->row->more, value.dtype),
	                                emit_number(emitter, counted.dtype, 0)};
	struct term terms[] = {{.type = value}, {.type = *writing->result}};
	const struct term_list results = {terms, 2};
	emit_open(emitter, "stablehlo.reduce", operands, 4,
	          dimensions_text(emitter, reduction, counted.rank), &results);
	emit_choice(emitter, writing->result->mesh, operands, writing->row->operation);
	emit_close(emitter, operands, 4, &results);
	(void)constrained_own(emitter, terms[0]);
	return written(writing, constrained_own(emitter, terms[1]));
}

/* Pairs of numbers, one for each dimension: dense<[[0, 1]]> : tensor<1x2xi64>. */
static void add_pairs(struct buf *out, const int64_t *pairs, uint32_t count)
{
	buf_puts(out, "dense<[");
	for (uint32_t i = 0; i < count; i++)
		buf_printf(out, "%s[%lld, %lld]", i ? ", " : "", (long long)pairs[2 * i],
		           (long long)pairs[2 * i + 1]);
	buf_printf(out, "]> : tensor<%ux2xi64>", count);
}

static void add_window_list(struct buf *out, const char *name, struct dimension_list list,
                            uint32_t rank, struct arena *arena)
{
	int64_t *ones = arena_new(arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++)
		ones[i] = 1;
	buf_puts(out, name);
	add_i64s(out, list.count ? list.items : ones, rank);
}

/* A region of one operation on two scalars, all of which are constrained where types say shardings:
 * that of a product, for which JAX has no primitive of its own. */
static void emit_placed_reducer(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	struct array_type scalar = type_plain(emitter->arena, writing->result->dtype, NULL, 0);
	struct term arguments[] = {new_argument(emitter, &scalar), new_argument(emitter, &scalar)};
	emit_region(emitter, arguments, 2);
	scalar.mesh = writing->result->mesh;
	for (uint32_t i = 0; i < 2; i++)
		arguments[i] = constrained(emitter, arguments[i], &scalar);
	const struct term result =
	    emit_placed(emitter, writing->row->operation, arguments, 2, STR(""), &scalar);
	emit_return(emitter, &result, 1);
}

/* The region of log(exp(x) + exp(y)), whose row names no operation. JAX: lax/other.py logaddexp. */
static void emit_logaddexp_reducer(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	const struct abstract_mesh *mesh = writing->result->mesh;
	struct array_type scalar = type_plain(emitter->arena, writing->result->dtype, NULL, 0);
	const struct term x[] = {new_argument(emitter, &scalar), new_argument(emitter, &scalar)};
	emit_region(emitter, x, 2);
	const struct term greatest = emit_scalar(emitter, mesh, "stablehlo.maximum", x, 2);
	const struct term distance = emit_scalar(emitter, mesh, "stablehlo.subtract", x, 2);
	const struct term invalid = emit_compare(emitter, mesh, distance, distance, "NE");
	const struct term sum = emit_scalar(emitter, mesh, "stablehlo.add", x, 2);
	static const char *const steps[] = {"stablehlo.abs", "stablehlo.negate",
	                                    "stablehlo.exponential", "stablehlo.log_plus_one"};
	struct term rest = distance;
	for (size_t i = 0; i < COUNT_OF(steps); i++)
		rest = emit_scalar(emitter, mesh, steps[i], &rest, 1);
	const struct term parts[] = {greatest, rest};
	const struct term cases[] = {invalid, sum,
	                             emit_scalar(emitter, mesh, "stablehlo.add", parts, 2)};
	const struct term result = emit_scalar(emitter, mesh, "stablehlo.select", cases, 3);
	emit_return(emitter, &result, 1);
}

static bool emit_window(struct writing *writing, const struct window *window)
{
	struct emitter *emitter = writing->emitter;
	struct arena *arena = emitter->arena;
	uint32_t rank = writing->operands[0].type.rank;
	struct term result = {.type = *writing->result};
	const struct term_list results = {&result, 1};
	struct buf text = {.arena = arena};
	struct array_type scalar = type_plain(arena, result.type.dtype, NULL, 0);
	struct term start = identity(emitter, writing->row->more, result.type.dtype);
	const struct term operands[] = {writing->operands[0], emit_splat(emitter, start, &scalar)};
	add_window_list(&text, "base_dilations = ", window->base_dilation, rank, arena);
	buf_puts(&text, ", padding = ");
	add_pairs(&text, window->padding.items, rank);
	add_window_list(&text, ", window_dilations = ", window->window_dilation, rank, arena);
	add_window_list(&text, ", window_dimensions = ", window->dims, rank, arena);
	add_window_list(&text, ", window_strides = ", window->strides, rank, arena);
	emit_open(emitter, "stablehlo.reduce_window", operands, 2, buf_str(&text), &results);
	if (!writing->row->operation)
		emit_logaddexp_reducer(writing);
	else if (strcmp(writing->row->operation, "stablehlo.multiply") == 0)
		emit_placed_reducer(writing);
	else
		emit_reducer(emitter, writing->row->operation, writing->result);
	emit_close(emitter, operands, 2, &results);
	return written(writing, constrained_own(emitter, result));
}

static bool write_window(struct writing *writing)
{
	return emit_window(writing, writing->equation->params);
}

/* A region of two scalars that says which of them is chosen. */
static void emit_chooser(struct emitter *emitter, const struct dtype *dtype, bool least)
{
	struct array_type scalar = type_plain(emitter->arena, dtype, NULL, 0),
			  truth = type_plain(emitter->arena, dtype_named(STR("bool")), NULL, 0);
	const struct term arguments[] = {new_argument(emitter, &scalar),
	                                 new_argument(emitter, &scalar)};
	emit_region(emitter, arguments, 2);
	struct term first = emit_comparison(emitter, arguments, comparison_kind(dtype),
	                                    least ? "LE" : "GE", &truth);
	emit_return(emitter, &first, 1);
}

/* The region that adds, behind another one. */
static void emit_adder(struct emitter *emitter, const struct dtype *dtype,
                       const struct abstract_mesh *mesh)
{
	struct array_type scalar = type_plain(emitter->arena, dtype, NULL, 0);
	const struct term arguments[] = {new_argument(emitter, &scalar),
	                                 new_argument(emitter, &scalar)};
	emit_region(emitter, arguments, 2);
	scalar.mesh = mesh;
	struct term sum = emit_placed(emitter, "stablehlo.add", arguments, 2, STR(""), &scalar);
	emit_return(emitter, &sum, 1);
}

/* x with the edges of a window, in the type that it gets by them. */
static struct term padded(struct emitter *emitter, struct term x, struct term value,
                          struct dimension_list padding)
{
	uint32_t rank = x.type.rank;
	struct array_type type = x.type;
	int64_t *shape = shape_copy(emitter->arena, type.shape, rank);
	struct padding *edges = arena_new(emitter->arena, struct padding, rank);
	for (uint32_t i = 0; padding.count && i < rank; i++) {
		edges[i].low = padding.items[2 * i];
		edges[i].high = padding.items[2 * i + 1];
		shape[i] += edges[i].low + edges[i].high;
	}
	type.shape = shape;
	const struct term operands[] = {x, value};
	return emit_placed(emitter, "stablehlo.pad", operands, 2,
	                   pad_attributes(emitter->arena, edges, rank), &type);
}

/* Without the edges again. */
static struct term unpadded(struct emitter *emitter, struct term x, const struct array_type *type,
                            struct dimension_list padding)
{
	int64_t *start = arena_new(emitter->arena, int64_t, type->rank);
	int64_t *limit = shape_copy(emitter->arena, type->shape, type->rank);
	for (uint32_t i = 0; padding.count && i < type->rank; i++) {
		start[i] = padding.items[2 * i];
		limit[i] += start[i];
	}
	return emit_placed(emitter, "stablehlo.slice", &x, 1,
	                   slice_attributes(emitter->arena, start, limit, NULL, type), type);
}

/* JAX: _select_and_scatter_add_impl, which writes edges out on CPUs and GPUs. */
static bool write_select_and_scatter(struct writing *writing)
{
	const struct window_choice *choice = writing->equation->params;
	const struct window *window = &choice->window;
	struct emitter *emitter = writing->emitter;
	const struct dtype *dtype = writing->result->dtype;
	uint32_t rank = writing->result->rank;
	struct buf text = {.arena = emitter->arena};
	struct term edge = identity(emitter, choice->least ? "high" : "low", dtype);
	struct term operand = padded(emitter, writing->operands[1], edge, window->padding);
	const struct term operands[] = {operand, writing->operands[0],
	                                emit_number(emitter, dtype, 0)};
	struct term result = {.type = operand.type};
	const struct term_list results = {&result, 1};
	buf_puts(&text, "padding = ");
	add_pairs(&text, arena_new(emitter->arena, int64_t, 2 * (size_t)rank), rank);
	add_window_list(&text, ", window_dimensions = ", window->dims, rank, emitter->arena);
	add_window_list(&text, ", window_strides = ", window->strides, rank, emitter->arena);
	emit_open(emitter, "stablehlo.select_and_scatter", operands, 3, buf_str(&text), &results);
	emit_chooser(emitter, dtype, choice->least);
	emit_adder(emitter, dtype, writing->result->mesh);
	emit_close(emitter, operands, 3, &results);
	result = constrained_own(emitter, result);
	return written(writing, unpadded(emitter, result, writing->result, window->padding));
}

/* A window over all that stands before. JAX: loops.py associative reductions as windows. */
static bool write_cumulative(struct writing *writing)
{
	const struct cumulation *params = writing->equation->params;
	struct arena *arena = writing->emitter->arena;
	const struct array_type *type = &writing->operands[0].type;
	int64_t *dims = arena_new(arena, int64_t, type->rank);
	int64_t *padding = arena_new(arena, int64_t, 2 * (size_t)type->rank);
	for (uint32_t i = 0; i < type->rank; i++)
		dims[i] = 1;
	dims[params->axis] = type->shape[params->axis];
	padding[2 * params->axis + params->reverse] = type->shape[params->axis] - 1;
	const struct window window = {.dims = {dims, type->rank}, .padding = {padding, type->rank}};
	return emit_window(writing, &window);
}

/* A comparison of both sides of a key. */
static struct term compare_key(struct emitter *emitter, const struct term *sides,
                               const char *direction)
{
	struct array_type truth = type_plain(emitter->arena, dtype_named(STR("bool")), NULL, 0);
	bool real = dtype_is_inexact(sides[0].type.dtype);
	return emit_comparison(emitter, sides, real ? "TOTALORDER" : "SIGNED", direction, &truth);
}

/* The region of a sort: whether its keys are less, a later one where those before it are equal.
 * JAX: lax.py _sort_lt_comparator. */
static void emit_comparator(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	uint32_t count = writing->equation->count;
	const struct sorting *params = writing->equation->params;
	struct term *arguments = arena_new(emitter->arena, struct term, 2 * (size_t)count);
	for (uint32_t i = 0; i < 2 * count; i++) {
		struct array_type scalar =
		    type_plain(emitter->arena, writing->operands[i / 2].type.dtype, NULL, 0);
		arguments[i] = new_argument(emitter, &scalar);
	}
	emit_region(emitter, arguments, 2 * count);
	uint32_t key = params->nkeys - 1;
	struct term less = compare_key(emitter, &arguments[2 * (size_t)key], "LT");
	while (key-- > 0) {
		const struct term *sides = &arguments[2 * (size_t)key];
		struct term first = compare_key(emitter, sides, "LT");
		struct term parts[] = {compare_key(emitter, sides, "EQ"), less};
		struct term later = emit(emitter, "stablehlo.and", parts, 2, STR(""), &less.type);
		struct term ways[] = {first, later};
		less = emit(emitter, "stablehlo.or", ways, 2, STR(""), &less.type);
	}
	emit_return(emitter, &less, 1);
}

static bool write_sort(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	const struct sorting *params = writing->equation->params;
	uint32_t count = writing->equation->count;
	struct term *terms = arena_new(emitter->arena, struct term, count);
	const struct term_list results = {terms, count};
	for (uint32_t i = 0; i < count; i++)
		terms[i].type = writing->equation->results[i]->type;
	emit_open(emitter, "stablehlo.sort", writing->operands, count,
	          str_format(emitter->arena, "dimension = %u : i64, is_stable = true", params->dim),
	          &results);
	emit_comparator(writing);
	emit_close(emitter, writing->operands, count, &results);
	for (uint32_t i = 0; i < count; i++)
		writing->results[i] = constrained_own(emitter, terms[i]);
	return true;
}

static bool write_top_k(struct writing *writing)
{
	struct emitter *emitter = writing->emitter;
	const struct choosing *params = writing->equation->params;
	struct term terms[2] = {{.type = writing->equation->results[0]->type},
	                        {.type = writing->equation->results[1]->type}};
	if (params->axis + 1 != terms[0].type.rank)
		return lower_fails(emitter, "top_k along a dimension that is not the last");
	emit_many(emitter, "chlo.top_k", writing->operands, 1,
	          str_format(emitter->arena, "k = %lld : i64", (long long)params->k), terms, 2);
	for (uint32_t i = 0; i < 2; i++)
		writing->results[i] = constrained_own(emitter, terms[i]);
	return true;
}

const struct lowering_row lower_reduce_rows[] = {
    {"reduce_sum", write_reduce, "stablehlo.add", "0"},
    {"reduce_prod", write_reduce, "stablehlo.multiply", "1"},
    {"reduce_max", write_reduce, "stablehlo.maximum", "low"},
    {"reduce_min", write_reduce, "stablehlo.minimum", "high"},
    {"reduce_or", write_reduce, "stablehlo.or", "0"},
    {"reduce_and", write_reduce, "stablehlo.and", "high"},
    {"reduce_xor", write_reduce, "stablehlo.xor", "0"},
    {"argmax", write_arg, "GT", "low"},
    {"argmin", write_arg, "LT", "high"},
    {"cumsum", write_cumulative, "stablehlo.add", "0"},
    {"cumlogsumexp", write_cumulative, NULL, "low"},
    {"cumprod", write_cumulative, "stablehlo.multiply", "1"},
    {"cummax", write_cumulative, "stablehlo.maximum", "low"},
    {"cummin", write_cumulative, "stablehlo.minimum", "high"},
    {"reduce_window_sum", write_window, "stablehlo.add", "0"},
    {"reduce_window_max", write_window, "stablehlo.maximum", "low"},
    {"reduce_window_min", write_window, "stablehlo.minimum", "high"},
    {"select_and_scatter_add", write_select_and_scatter, NULL, NULL},
    {"sort", write_sort, NULL, NULL},
    {"top_k", write_top_k, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

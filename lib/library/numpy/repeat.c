/* SPDX-License-Identifier: Apache-2.0 */
/* jnp.repeat, jnp.tile, jnp.roll, jnp.flip and jnp.rot90. JAX: numpy/lax_numpy.py. */
#include "library/library.h"
#include "library/numpy/shapes.h"
#include "library/arguments/shape_arguments.h"

#include <inttypes.h>

#include "base/checked.h"
#include "jax/python_text.h"
#include "op/core/array_message.h"
#include "op/core/unreduced.h"
#include "op/elementwise/elementwise.h"

#include "op/index/index.h"
#include "op/place/place.h"
#include "op/shape/shape.h"

static const struct array *repeat_dim(struct trace *trace, const struct array *x, uint32_t dim,
                                      int64_t repeats)
{
	uint32_t rank = x->type.rank;
	int64_t *wide = arena_new(trace->op.arena, int64_t, rank + 1);
	int64_t *shape = shape_copy(trace->op.arena, x->type.shape, rank);
	uint32_t *dims = arena_new(trace->op.arena, uint32_t, rank);
	for (uint32_t i = 0; i < rank; i++) {
		dims[i] = i + (i > dim);
		wide[dims[i]] = shape[i];
	}
	wide[dim + 1] = repeats;
	if (!checked_multiply(&shape[dim], shape[dim], repeats)) {
		(void)op_unknown(&trace->op, "the size of the result does not fit 64 bits");
		return NULL;
	}
	x = lax_broadcast_in_dim(&trace->op, x, wide, rank + 1, dims, NULL);
	return x ? lax_reshape(&trace->op, x, shape, rank, NULL, NULL) : NULL;
}

/* What jnp.repeat is asked for. */
struct repetition {
	const struct array *x;
	uint32_t dim;
	int64_t repeats; /* of each element; -1: `total` says how many there are in all */
	int64_t total;   /* elements along the dimension, or -1 */
	const struct array *counts; /* how often each element is repeated, or NULL */
	const struct sharding_request *sharding;
};

/* The result without regard to shardings. */
static const struct array *repeat_plain(struct trace *trace, const struct repetition *repetition)
{
	const struct array *x = repetition->x;
	if (repetition->repeats >= 0 && repetition->total < 0)
		return repeat_dim(trace, x, repetition->dim, repetition->repeats);
	int64_t *shape = shape_copy(trace->op.arena, x->type.shape, x->type.rank);
	if (repetition->counts &&
	    !lax_broadcast_to(&trace->op, repetition->counts, &shape[repetition->dim], 1, NULL))
		return NULL;
	if (repetition->total && !shape[repetition->dim])
		return x;
	shape[repetition->dim] = repetition->total;
	struct array_type type = type_plain(trace->op.arena, x->type.dtype, shape, x->type.rank);
	type.weak = x->type.weak;
	type.mesh = x->type.mesh;
	return array_new(&trace->op, &type);
}

/* With the axes made Auto, so that nothing depends on how the operand is sharded. */
static const struct array *repeat_auto(struct trace *trace, const struct repetition *repetition,
                                       const struct sharding_request *sharding)
{
	struct auto_axes scope;
	struct repetition inner = *repetition;
	if (!auto_axes_enter(&trace->op, AUTO_AXES_EXPLICIT, sharding, &scope))
		return NULL;
	inner.x = auto_axes_operand(&trace->op, &scope, repetition->x);
	bool counted = inner.x && inner.counts;
	if (counted)
		inner.counts = auto_axes_operand(&trace->op, &scope, inner.counts);
	const struct array *result =
	    inner.x && (inner.counts || !counted) ? repeat_plain(trace, &inner) : NULL;
	return auto_axes_leave(&trace->op, &scope, result, sharding);
}

static const struct array *raise_repeat(struct trace *trace, const struct repetition *repetition,
                                        bool flattened)
{
	const struct array_type *type = &repetition->x->type;
	struct str words = flattened
	                       ? phrase(&trace->op,
	                                "jnp.repeat without an axis flattens {array|the array}: it "
	                                "does not tell by itself how the result lies",
	                                type)
	                       : phrase(&trace->op, "{dimension|the array}, and is to be repeated",
	                                dimension_of(type, repetition->dim));
	trace_refuse(trace, RULE_DIM_SHARDED, "ValueError",
	             TEXT("Please pass sharding to `jnp.repeat` via `out_sharding` parameter."),
	             WORDS("{}", words),
	             HELP("jnp.repeat(…, out_sharding=P(…)) says how the result lies"));
	return NULL;
}

/* How the result is to lie: as asked for, or as the operand does along its other dimensions. */
static const struct array *repeat_placed(struct trace *trace, const struct repetition *repetition,
                                         bool flattened)
{
	struct op *op = &trace->op;
	const struct array_type *type = &repetition->x->type;
	if (repetition->sharding)
		return repeat_auto(trace, repetition, repetition->sharding);
	if (!op_has(op, JAX_REPEAT_WANTS_SHARDING) || !op->mesh || !op->mesh->explicit_axes)
		return repeat_plain(trace, repetition);
	if (flattened && !op_has(op, JAX_REPEAT_FLATTENS_FIRST))
		return raise_repeat(trace, repetition, flattened);
	if (!spec_readable(op, type, "pspec[...]"))
		return NULL;
	if (type->spec[repetition->dim].count)
		return raise_repeat(trace, repetition, flattened);
	struct sharding_request request = type_request(type);
	if (!type->mesh)
		request = (struct sharding_request){.mesh = op->mesh};
	return repeat_auto(trace, repetition, &request);
}

const struct array *repeat_array(struct trace *trace, const struct array *x, uint32_t dim,
                                 int64_t repeats)
{
	struct repetition repetition = {.x = x, .dim = dim, .repeats = repeats, .total = -1};
	return repeat_placed(trace, &repetition, false);
}

/* repeats, as a number; false when it is not one or after an error. */
static bool repeats_argument(struct trace *trace, const struct value *repeats,
                             const struct value *total, struct repetition *repetition)
{
	repetition->total = repetition->repeats = -1;
	if (total->kind != VALUE_NONE && !value_to_int(trace, total, &repetition->total))
		return false;
	if (repeats->kind == VALUE_INT || repeats->kind == VALUE_BOOL)
		return value_to_int(trace, repeats, &repetition->repeats);
	const struct array *counts = value_to_array_at(trace, repeats, "repeat", 1);
	if (!counts)
		return false;
	repetition->counts = repetition->total >= 0 ? ravel_array(trace, counts) : counts;
	if (!repetition->counts)
		return false;
	return repetition->total >= 0 ||
	       op_unknown(&trace->op, "how often elements are repeated is in an array");
}

/* a, repeats, axis=None, *, total_repeat_length=None, out_sharding=None */
static const struct value *repeat(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	struct repetition repetition = {.x = array_argument(trace, arguments, 0)};
	bool flattened = !argument_given(arguments, 2);
	if (!repetition.x ||
	    !repeats_argument(trace, argument(arguments, 1), argument(arguments, 3), &repetition) ||
	    !sharding_argument(trace, arguments, 4, "repeat", &repetition.sharding))
		return NULL;
	if (!op_has(op, JAX_REPEAT_FLATTENS_FIRST) &&
	    !(repetition.x = numpy_as_array(op, repetition.x)))
		return NULL;
	if (repetition.repeats < 0 && !op_has(op, JAX_REPEAT_WANTS_SHARDING) &&
	    repetition.x->type.mesh && repetition.x->type.mesh->explicit_axes)
		return trace_unknown(trace, "jnp.repeat by numbers in an array");
	if (!flattened) {
		if (!repetition.x->type.rank)
			return trace_unknown(trace, "jnp.repeat of a scalar along an axis");
		if (!dim_argument(trace, argument(arguments, 2), repetition.x->type.rank,
		                  &repetition.dim))
			return NULL;
	} else if (op_has(op, JAX_REPEAT_WANTS_SHARDING) &&
	           !op_has(op, JAX_REPEAT_FLATTENS_FIRST) && op->mesh && op->mesh->explicit_axes &&
	           !repetition.sharding) {
		(void)raise_repeat(trace, &repetition, true);
		return NULL;
	} else if (!(repetition.x = ravel_array(trace, repetition.x))) {
		return NULL;
	}
	if (repetition.repeats < -1)
		return trace_unknown(trace, "a negative number of repeats");
	return trace_array(trace, repeat_placed(trace, &repetition, flattened));
}

/* jnp.tile before lax.tile: every dimension gets one of repetitions before it. */
static const struct array *tile_by_reshape(struct trace *trace, const struct array *x,
                                           const int64_t *reps, uint32_t rank)
{
	struct op *op = &trace->op;
	uint32_t lead = rank - x->type.rank;
	int64_t *apart = arena_new(op->arena, int64_t, 2 * (size_t)rank);
	int64_t *spread = arena_new(op->arena, int64_t, 2 * (size_t)rank);
	int64_t *shape = arena_new(op->arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++) {
		int64_t size = i < lead ? 1 : x->type.shape[i - lead];
		apart[2 * i] = 1;
		spread[2 * i] = reps[i];
		apart[2 * i + 1] = spread[2 * i + 1] = size;
		if (!checked_multiply(&shape[i], size, reps[i]))
			return op_unknown(op, "the size of the result does not fit 64 bits"), NULL;
	}
	x = lax_reshape(op, x, apart, 2 * rank, NULL, NULL);
	x = x ? lax_broadcast_to(op, x, spread, 2 * rank, NULL) : NULL;
	return x ? lax_reshape(op, x, shape, rank, NULL, NULL) : NULL;
}

static const struct value *tile(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = array_argument(trace, arguments, 0);
	const int64_t *given;
	uint32_t count;
	if (!x || !value_to_ints(trace, argument(arguments, 1), &given, &count))
		return NULL;
	uint32_t rank = count > x->type.rank ? count : x->type.rank;
	int64_t *reps = arena_new(trace->op.arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++)
		reps[i] = i < rank - count ? 1 : given[i - (rank - count)];
	if (has_negative(reps, rank))
		return trace_unknown(trace, "a negative number of tiles");
	if (!op_has(&trace->op, JAX_TILE_IS_PRIMITIVE))
		return trace_array(trace, tile_by_reshape(trace, x, reps, rank));
	x = prepend_ones(trace, x, rank);
	return x ? trace_array(trace, lax_tile(&trace->op, x, reps)) : NULL;
}

/* By how much to roll along which dimensions. */
struct rolling {
	const uint32_t *dims;
	uint32_t count;
	const int64_t *shifts; /* one, or one for each dimension; NULL: they are traced */
	uint32_t nshifts;
	const struct array *traced; /* a scalar, or a vector of them */
};

/* The two parts of a dimension in exchanged order. */
static const struct array *roll_dim(struct trace *trace, const struct array *x, uint32_t dim,
                                    int64_t shift)
{
	int64_t length = x->type.shape[dim];
	if (!length)
		return x;
	int64_t at = (length - shift % length) % length;
	const struct array *parts[2] = {slice_dim(trace, x, dim, at, length), NULL};
	parts[1] = parts[0] ? slice_dim(trace, x, dim, 0, at) : NULL;
	return parts[1] ? lax_concatenate(&trace->op, parts, 2, dim) : NULL;
}

/* Shift number `i` of those that are traced. */
static const struct array *traced_shift(struct trace *trace, const struct rolling *rolling,
                                        uint32_t i)
{
	static const uint32_t front = 0;
	const struct array *shift = rolling->traced;
	uint32_t at = rolling->nshifts == 1 ? 0 : i;
	if (shift->type.rank && (shift = slice_dim(trace, shift, 0, at, at + 1)))
		shift = lax_squeeze(&trace->op, shift, &front, 1);
	return shift ? lax_convert_element_type(&trace->op, shift, dtype_named(STR("int32")), false)
	             : NULL;
}

/* By a shift that is traced: a part of the array laid out twice. */
static const struct array *roll_traced(struct trace *trace, const struct array *x, uint32_t dim,
                                       const struct array *shift)
{
	struct op *op = &trace->op;
	const struct array *twice[2] = {x, x};
	const struct array *both = shift ? lax_concatenate(op, twice, 2, dim) : NULL;
	const struct array **starts = arena_new(op->arena, const struct array *, x->type.rank);
	for (uint32_t i = 0; i < x->type.rank; i++)
		starts[i] = i == dim ? shift : array_scalar(op, dtype_named(STR("int32")), false);
	return both ? lax_dynamic_slice(op, both, starts, x->type.shape) : NULL;
}

static bool check_rolling(struct trace *trace, const struct array *x, const struct rolling *rolling)
{
	bool sharded = false;
	if (rolling->count && op_has(&trace->op, JAX_ROLL_REFUSES) &&
	    !spec_readable(&trace->op, &x->type, "pspec[...]"))
		return false;
	for (uint32_t i = 0; i < rolling->count; i++)
		sharded |= x->type.spec[rolling->dims[i]].count > 0;
	if (sharded && op_has(&trace->op, JAX_ROLL_REFUSES)) {
		struct buf text = op_buf(&trace->op);
		buf_puts(&text,
		         "`a` cannot be sharded on the axis being rolled over. Got arr type=");
		type_text(&text, &x->type, false);
		buf_puts(&text, " and axis=(");
		for (uint32_t i = 0; i < rolling->count; i++)
			buf_printf(&text, "%s%" PRIu32, i ? ", " : "", rolling->dims[i]);
		python_tuple_end(&text, rolling->count);
		uint32_t first = 0;
		while (!x->type.spec[rolling->dims[first]].count)
			first++;
		return refuse(&trace->op, RULE_DIM_SHARDED, "ShardingTypeError", TEXT("{}", &text),
		              WORDS("{dimension|the array}, and is to be rolled over",
		                    dimension_of(&x->type, rolling->dims[first])),
		              HELP("reshard the array so that it is not"));
	}
	if (rolling->shifts && rolling->count != rolling->nshifts && rolling->count != 1 &&
	    rolling->nshifts != 1)
		return refuse(
		    &trace->op, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("shape mismatch: objects cannot be broadcast to a single shape.  Mismatch "
		         "is between arg 0 with shape ({},) and arg 1 with shape ({},).",
		         rolling->count, rolling->nshifts));
	return true;
}

static const struct array *roll_array(struct trace *trace, const struct array *x,
                                      const struct rolling *rolling)
{
	if (!x || !check_rolling(trace, x, rolling))
		return NULL;
	uint32_t steps = rolling->count > rolling->nshifts ? rolling->count : rolling->nshifts;
	if (rolling->count == 0 || rolling->nshifts == 0)
		steps = 0;
	for (uint32_t i = 0; x && i < steps; i++) {
		uint32_t dim = rolling->dims[rolling->count == 1 ? 0 : i];
		x = rolling->shifts
		        ? roll_dim(trace, x, dim, rolling->shifts[rolling->nshifts == 1 ? 0 : i])
		        : roll_traced(trace, x, dim, traced_shift(trace, rolling, i));
	}
	return x;
}

/* The shift as known numbers, or as an array. */
static bool shift_argument(struct trace *trace, const struct value *shift, struct rolling *rolling)
{
	if (shift->kind != VALUE_ARRAY)
		return value_to_ints(trace, shift, &rolling->shifts, &rolling->nshifts);
	const struct array_type *type = &shift->array->type;
	rolling->shifts = NULL;
	rolling->traced = shift->array;
	rolling->nshifts = type->rank == 1 ? (uint32_t)type->shape[0] : 1;
	return type->rank <= 1 ||
	       refuse(&trace->op, RULE_SHAPE_MISMATCH, "ValueError",
	              TEXT("'shift' and 'axis' arguments to roll must be scalars or 1D arrays"));
}

static const struct value *roll(struct trace *trace, const struct call_arguments *arguments)
{
	static const uint32_t front = 0;
	const struct array *x = array_argument(trace, arguments, 0);
	struct rolling rolling = {.dims = &front, .count = 1};
	if (!x || !shift_argument(trace, argument(arguments, 1), &rolling))
		return NULL;
	if (argument_given(arguments, 2)) {
		if (!value_to_axes(trace, argument(arguments, 2), x->type.rank, &rolling.dims,
		                   &rolling.count))
			return NULL;
		return trace_array(trace, roll_array(trace, x, &rolling));
	}
	const struct array *flat = roll_array(trace, ravel_array(trace, x), &rolling);
	return flat ? trace_array(
			  trace, numpy_reshape(&trace->op, flat, x->type.shape, x->type.rank, NULL))
	            : NULL;
}

static const struct value *flip(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = array_argument(trace, arguments, 0);
	const uint32_t *dims;
	uint32_t count;
	if (!x || !value_to_axes(trace, argument(arguments, 1), x->type.rank, &dims, &count))
		return NULL;
	return trace_array(trace, lax_rev(&trace->op, x, dims, count));
}

/* flipud and fliplr: the row's data is the axis. */
static const struct value *flip_along(struct trace *trace, const struct call_arguments *arguments)
{
	const int64_t *axis = arguments->row->data;
	const struct array *x = array_argument(trace, arguments, 0);
	uint32_t dim;
	if (!x || !numpy_axis(&trace->op, *axis, x->type.rank, &dim))
		return NULL;
	return trace_array(trace, lax_rev(&trace->op, x, &dim, 1));
}

static bool rotation_arguments(struct trace *trace, const struct call_arguments *arguments,
                               const struct array *x, uint32_t dims[2])
{
	const int64_t *axes;
	uint32_t count;
	if (x->type.rank < 2) {
		return refuse(&trace->op, RULE_SHAPE_MISMATCH, "ValueError",
		              TEXT("rot90 requires its first argument to have ndim at least two, "
		                   "but got first argument of shape {shape}, which has ndim {}",
		                   &x->type, x->type.rank));
	}
	if (!value_to_ints(trace, argument(arguments, 2), &axes, &count))
		return false;
	if (count != 2)
		return op_unknown(&trace->op, "jnp.rot90 over axes that are not two");
	return numpy_axis(&trace->op, axes[0], x->type.rank, &dims[0]) &&
	       numpy_axis(&trace->op, axes[1], x->type.rank, &dims[1]) &&
	       (dims[0] != dims[1] || refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
	                                     TEXT("Axes must be different")));
}

static const struct value *rot90(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *x = array_argument(trace, arguments, 0);
	uint32_t dims[2];
	int64_t turns;
	if (!x || !value_to_int(trace, argument(arguments, 1), &turns) ||
	    !rotation_arguments(trace, arguments, x, dims))
		return NULL;
	turns = (turns % 4 + 4) % 4;
	uint32_t *order = arena_new(op->arena, uint32_t, x->type.rank);
	for (uint32_t i = 0; i < x->type.rank; i++)
		order[i] = i == dims[0] ? dims[1] : i == dims[1] ? dims[0] : i;
	if (turns == 2)
		x = lax_rev(op, x, &dims[0], 1);
	if (turns == 3)
		x = lax_transpose(op, x, order);
	if (turns && x)
		x = lax_rev(op, x, &dims[1], 1);
	if (turns == 1 && x)
		x = lax_transpose(op, x, order);
	return trace_array(trace, x);
}

static const char repeating[] = "a, repeats, axis=None, *, total_repeat_length=None";
static const char repeating_sharded[] =
    "a, repeats, axis=None, *, total_repeat_length=None, out_sharding=None";

static const struct function_row rows[] = {
    {.name = "repeat", .signature = repeating, .call = repeat, .until = "0.6.1"},
    {.name = "repeat", .signature = repeating_sharded, .call = repeat, .since = "0.6.1"},
    {.name = "tile", .signature = "A, reps", .call = tile},
    {.name = "roll", .signature = "a, shift, axis=None", .call = roll, .jitted = JITTED_WITHIN},
    {.name = "flip", .signature = "m, axis=None", .call = flip},
    {.name = "flipud", .signature = "m", .call = flip_along, .data = &(const int64_t){0}},
    {.name = "fliplr", .signature = "m", .call = flip_along, .data = &(const int64_t){1}},
    {.name = "rot90", .signature = "m, k=1, axes=(0, 1)", .call = rot90, .jitted = JITTED_ITSELF},
};

const struct module_row library_numpy_repeat = {"jax.numpy", rows, sizeof rows / sizeof *rows};

static const struct function_row methods[] = {
    {.name = "repeat",
     .signature = "self, repeats, axis=None, *, total_repeat_length=None",
     .python_name = "_repeat",
     .call = repeat,
     .until = "0.6.1"},
    {.name = "repeat",
     .signature = "self, repeats, axis=None, *, total_repeat_length=None, out_sharding=None",
     .call = repeat,
     .since = "0.6.1"},
};

const struct module_row library_array_repeat = {"ndarray", methods,
                                                sizeof methods / sizeof *methods};

/* SPDX-License-Identifier: Apache-2.0 */
/* Sorting of jax.numpy. JAX: numpy/sorting.py. */
#include "library/library.h"
#include "library/numpy/reduction_arguments.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/reduce/reduce.h"
#include "op/shape/shape.h"
#include "trace/value/convert_value.h"

/* What jnp.sort and jnp.argsort take. */
struct sorting {
	const struct array *x;
	uint32_t dim;
	bool stable, descending;
};

/* All elements in one dimension, as x.ravel() gives them. */
static const struct array *ravel(struct op *op, const struct array *x)
{
	int64_t *elements = arena_new(op->arena, int64_t, 1);
	*elements = shape_elements(x->type.shape, x->type.rank);
	return numpy_reshape(op, x, elements, 1, NULL);
}

static bool read_sorting(struct trace *trace, const struct call_arguments *arguments,
                         const char *name, struct sorting *sorting)
{
	const struct value *axis = argument(arguments, 1);
	const struct value *kind = argument(arguments, 2), *order = argument(arguments, 3);
	int64_t number = 0;
	sorting->x = value_to_array(trace, argument(arguments, 0), name);
	if (!sorting->x)
		return false;
	if (kind->kind != VALUE_NONE)
		trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		             TEXT("'kind' argument to {} is not supported. Use stable=True or "
		                  "stable=False to specify sort stability.",
		                  name));
	else if (order->kind != VALUE_NONE)
		trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		             TEXT("'order' argument to {} is not supported.", name));
	if (kind->kind != VALUE_NONE || order->kind != VALUE_NONE)
		return false;
	if (axis->kind == VALUE_NONE)
		sorting->x = ravel(&trace->op, sorting->x);
	else if (!value_to_int(trace, axis, &number))
		return false;
	return sorting->x && numpy_axis(&trace->op, number, sorting->x->type.rank, &sorting->dim) &&
	       value_to_bool(trace, argument(arguments, 4), &sorting->stable) &&
	       value_to_bool(trace, argument(arguments, 5), &sorting->descending);
}

static const struct array *reversed_if(struct op *op, bool descending, const struct array *x,
                                       uint32_t dim)
{
	return descending && x ? lax_rev(op, x, &dim, 1) : x;
}

static const struct value *sort(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	struct sorting sorting;
	const struct array *result;
	if (!read_sorting(trace, arguments, "sort", &sorting) ||
	    !lax_sort(op, &sorting.x, 1, sorting.dim, 1, &result))
		return NULL;
	return trace_array(trace, reversed_if(op, sorting.descending, result, sorting.dim));
}

/* The position along the dimension, sharded as the array where the release does that. */
static const struct array *positions(struct op *op, const struct array *x, uint32_t dim,
                                     const struct dtype *dtype)
{
	struct sharding_request request = type_request(&x->type);
	bool follows = op_has(op, JAX_SORT_DIM_UNSHARDED) && request.mesh;
	return lax_iota(op, dtype, x->type.shape, x->type.rank, dim, follows ? &request : NULL);
}

static const struct value *argsort(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	struct sorting sorting;
	const struct dtype *dtype = dtype_named(STR("int32"));
	const struct array *pair[2], *results[2];
	if (!read_sorting(trace, arguments, "argsort", &sorting) ||
	    !read_dtype(trace, optional_argument(arguments, 6), &dtype))
		return NULL;
	bool turned = sorting.descending && sorting.stable;
	pair[1] = positions(op, sorting.x, sorting.dim, dtype);
	pair[0] = pair[1] ? reversed_if(op, turned, sorting.x, sorting.dim) : NULL;
	pair[1] = reversed_if(op, turned, pair[1], sorting.dim);
	if (!pair[0] || !pair[1] || !lax_sort(op, pair, 2, sorting.dim, 1, results))
		return NULL;
	return trace_array(trace, reversed_if(op, sorting.descending, results[1], sorting.dim));
}

static bool check_keys(struct trace *trace, const struct array *const *keys, uint32_t count)
{
	if (!count) {
		trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		             TEXT("need sequence of keys with len > 0 in lexsort"));
		return false;
	}
	for (uint32_t i = 1; i < count; i++) {
		if (type_same_shape(&keys[i]->type, &keys[0]->type))
			continue;
		trace_refuse(trace, RULE_SHAPE_MISMATCH, "ValueError",
		             TEXT("all keys need to be the same shape"));
		return false;
	}
	return true;
}

static const struct value *lexsort(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct value_list *items = value_items(argument(arguments, 0));
	int64_t axis;
	uint32_t dim;
	if (!items)
		return trace_unknown(trace, "lexsort of a single array is not known");
	uint32_t count = items->count;
	const struct array **keys = arena_new(op->arena, const struct array *, (size_t)count + 1);
	for (uint32_t i = 0; i < count; i++) {
		keys[count - 1 - i] = value_to_array(trace, items->items[i], "lexsort");
		if (!keys[count - 1 - i])
			return NULL;
	}
	if (!check_keys(trace, keys, count) || !value_to_int(trace, argument(arguments, 1), &axis))
		return NULL;
	const struct dtype *dtype = dtype_named(STR("int32"));
	if (!keys[0]->type.rank)
		return trace_array(trace, lax_full(op, dtype, false, NULL, 0, NULL));
	if (!numpy_axis(op, axis, keys[0]->type.rank, &dim))
		return NULL;
	keys[count] = lax_iota(op, dtype, keys[0]->type.shape, keys[0]->type.rank, dim, NULL);
	const struct array **results =
	    arena_new(op->arena, const struct array *, (size_t)count + 1);
	if (!keys[count] || !lax_sort(op, keys, count + 1, dim, count, results))
		return NULL;
	return trace_array(trace, results[count]);
}

/* The array with two dimensions exchanged. */
static const struct array *exchange(struct op *op, const struct array *x, uint32_t a, uint32_t b)
{
	if (!x || a == b)
		return x;
	uint32_t *permutation = arena_new(op->arena, uint32_t, x->type.rank);
	for (uint32_t i = 0; i < x->type.rank; i++)
		permutation[i] = i == a ? b : i == b ? a : i;
	return lax_transpose(op, x, permutation);
}

/* The k smallest elements of the last dimension, in values or positions. */
static const struct array *smallest(struct op *op, const struct array *x, int64_t k, bool positions)
{
	const struct array *values, *indices;
	/* Reversed in order: by the sign, or by the bits of what has none. */
	bool bits = op_has(op, JAX_PARTITION_INVERTS) && dtype_class(x->type.dtype) != DTYPE_FLOAT;
	const struct array *turned = lax_unary(op, bits ? &lax_not : &lax_neg, x);
	if (!turned || !lax_top_k(op, turned, k, x->type.rank - 1, &values, &indices))
		return NULL;
	return positions ? indices : lax_unary(op, bits ? &lax_not : &lax_neg, values);
}

static const struct array *partitioned(struct op *op, const struct array *x, int64_t kth,
                                       uint32_t dim, bool positions)
{
	uint32_t last = x->type.rank - 1;
	x = exchange(op, x, dim, last);
	const struct array *values, *indices, *parts[2];
	if (!x)
		return NULL;
	int64_t size = x->type.shape[last];
	parts[0] = smallest(op, x, kth + 1, positions);
	if (!parts[0] || !lax_top_k(op, x, size - kth - 1, last, &values, &indices))
		return NULL;
	parts[1] = positions ? indices : values;
	return exchange(op, lax_concatenate(op, parts, 2, last), dim, last);
}

static const struct value *partition(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	bool positions = strcmp(arguments->row->name, "argpartition") == 0;
	const struct array *x = value_to_array(trace, argument(arguments, 0), "partition");
	int64_t kth, axis;
	uint32_t dim, place;
	if (!x || !value_to_int(trace, argument(arguments, 1), &kth) ||
	    !value_to_int(trace, argument(arguments, 2), &axis))
		return NULL;
	if (dtype_class(x->type.dtype) == DTYPE_COMPLEX)
		return trace_refuse(
		    trace, RULE_DTYPE_MISMATCH, "NotImplementedError",
		    TEXT("jnp.{} for complex dtype is not implemented.", arguments->row->name));
	if (!numpy_axis(op, axis, x->type.rank, &dim))
		return NULL;
	if (x->type.shape[dim] > UINT32_MAX)
		return trace_unknown(trace, "a dimension of that size is not known");
	if (!numpy_axis(op, kth, (uint32_t)x->type.shape[dim], &place))
		return NULL;
	bool scatters = op_has(op, JAX_SCATTER_RULE) || !op->mesh || !op->mesh->explicit_axes;
	if (positions && (!scatters || !type_is_replicated(&x->type)))
		return trace_unknown(trace, "argpartition on this mesh is not known");
	return trace_array(trace, partitioned(op, x, place, dim, positions));
}

static const struct value *sort_complex(struct trace *trace, const struct call_arguments *arguments)
{
	struct op *op = &trace->op;
	const struct array *x = value_to_array(trace, argument(arguments, 0), "sort_complex");
	const struct array *sorted;
	uint32_t dim;
	if (!x || !numpy_axis(op, -1, x->type.rank, &dim) || !lax_sort(op, &x, 1, dim, 1, &sorted))
		return NULL;
	bool complex = dtype_class(x->type.dtype) == DTYPE_COMPLEX;
	return trace_array(
	    trace, complex ? sorted : numpy_astype(op, sorted, dtype_named(STR("complex64"))));
}

#define SORT_PARAMETERS "axis=-1, *, kind=None, order=None, stable=True, descending=False"

static const struct function_row rows[] = {
    {.name = "sort", .signature = "a, " SORT_PARAMETERS, .call = sort, .jitted = JITTED_ITSELF},
    {.name = "argsort",
     .signature = "a, " SORT_PARAMETERS,
     .call = argsort,
     .until = "0.10.0",
     .jitted = JITTED_ITSELF},
    {.name = "argsort",
     .signature = "a, " SORT_PARAMETERS ", dtype=None",
     .call = argsort,
     .since = "0.10.0",
     .jitted = JITTED_ITSELF},
    {.name = "lexsort",
     .signature = "keys, axis=-1",
     .call = lexsort,
     .until = "0.12.0",
     .jitted = JITTED_ITSELF},
    {.name = "lexsort",
     .signature = "keys, axis=-1, *, batch_size=16",
     .call = lexsort,
     .since = "0.12.0",
     .jitted = JITTED_ITSELF},
    {.name = "partition",
     .signature = "a, kth, axis=-1",
     .call = partition,
     .jitted = JITTED_ITSELF},
    {.name = "argpartition",
     .signature = "a, kth, axis=-1",
     .call = partition,
     .jitted = JITTED_ITSELF},
    {.name = "sort_complex", .signature = "a", .call = sort_complex, .jitted = JITTED_ITSELF},
};

const struct module_row library_numpy_sorting = {"jax.numpy", rows, sizeof rows / sizeof *rows};

static const struct function_row method_rows[] = {
    {.name = "sort",
     .signature = "self, " SORT_PARAMETERS,
     .call = sort,
     .python_name = "_sort",
     .jitted = JITTED_WITHIN},
    {.name = "argsort",
     .signature = "self, " SORT_PARAMETERS,
     .call = argsort,
     .python_name = "_argsort",
     .jitted = JITTED_WITHIN},
    {.name = "argpartition",
     .signature = "self, kth, axis=-1",
     .call = partition,
     .python_name = "_argpartition",
     .jitted = JITTED_WITHIN},
};

const struct module_row library_array_sorting = {"ndarray", method_rows,
                                                 sizeof method_rows / sizeof *method_rows};

/* SPDX-License-Identifier: Apache-2.0 */
/* jnp.broadcast_to and its like, jnp.meshgrid and jnp.indices. JAX: numpy/lax_numpy.py. */
#include "library/arguments/concrete.h"
#include "library/library.h"
#include "library/numpy/shapes.h"
#include "library/arguments/shape_arguments.h"

#include "jax/python_text.h"
#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"

static const struct value *broadcast_to(struct trace *trace, const struct call_arguments *arguments)
{
	const struct array *x = array_argument(trace, arguments, 0);
	const struct sharding_request *sharding;
	const int64_t *shape;
	uint32_t rank;
	bool named = op_has(&trace->op, JAX_BROADCAST_NAMES_TYPES);
	if (!x || !sizes_argument(trace, argument(arguments, 1), &shape, &rank) ||
	    !sharding_argument(trace, arguments, 2, named ? "jnp.broadcast_to" : "broadcast_in_dim",
	                       &sharding))
		return NULL;
	return trace_array(trace, lax_broadcast_to(&trace->op, x, shape, rank, sharding));
}

static const struct value *broadcast_arrays(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	struct array_list arrays;
	bool tuple = op_has(&trace->op, JAX_BROADCAST_ARRAYS_TUPLE);
	if (!arrays_argument(trace, arguments, 0, &arrays) ||
	    !numpy_broadcast_arrays(&trace->op, arrays.items, arrays.count))
		return NULL;
	return trace_arrays(trace, tuple ? VALUE_TUPLE : VALUE_LIST, arrays.items, arrays.count);
}

struct shape {
	const int64_t *sizes;
	uint32_t rank;
};

static const struct value *raise_shapes(struct trace *trace, const struct shape *shapes,
                                        uint32_t count)
{
	struct buf all = op_buf(&trace->op);
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(&all, i ? ", " : "");
		python_shape(&all, shapes[i].sizes, shapes[i].rank);
	}
	trace_refuse(
	    trace, RULE_SHAPE_MISMATCH, "ValueError",
	    TEXT("Incompatible shapes for broadcasting: shapes=[{}]", &all),
	    WORDS("the shapes {} do not fit together", &all),
	    HELP("this fails without any sharding too: two sizes must be equal, or one of them 1"));
	return NULL;
}

/* The size of a dimension, counted from the last one, in all shapes; -1 when two do not fit. */
static int64_t common_size(const struct shape *shapes, uint32_t count, uint32_t from_end)
{
	int64_t common = 1;
	for (uint32_t i = 0; i < count; i++) {
		if (from_end >= shapes[i].rank)
			continue;
		int64_t size = shapes[i].sizes[shapes[i].rank - 1 - from_end];
		if (size == 1 || size == common)
			continue;
		if (common != 1)
			return -1;
		common = size;
	}
	return common;
}

static const struct value *broadcast_shapes(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	const struct value_list *given = &argument(arguments, 0)->list;
	struct shape *shapes = arena_new(trace->op.arena, struct shape, given->count);
	uint32_t rank = 0;
	for (uint32_t i = 0; i < given->count; i++) {
		if (!sizes_argument(trace, given->items[i], &shapes[i].sizes, &shapes[i].rank))
			return NULL;
		rank = shapes[i].rank > rank ? shapes[i].rank : rank;
	}
	const struct value **sizes = arena_new(trace->op.arena, const struct value *, rank);
	for (uint32_t i = 0; i < rank; i++) {
		int64_t size = common_size(shapes, given->count, rank - 1 - i);
		if (size < 0)
			return raise_shapes(trace, shapes, given->count);
		sizes[i] = value_int(trace->op.arena, size);
	}
	return value_sequence(trace->op.arena, VALUE_TUPLE, sizes, rank);
}

const struct array *prepend_ones(struct trace *trace, const struct array *x, int64_t rank)
{
	if (!x || rank <= (int64_t)x->type.rank)
		return x;
	if (rank > MAX_RANK) {
		(void)op_unknown(&trace->op, "an array of more than %d dimensions is made",
		                 MAX_RANK);
		return NULL;
	}
	uint32_t count = (uint32_t)rank - x->type.rank;
	uint32_t *dims = arena_new(trace->op.arena, uint32_t, count);
	for (uint32_t i = 0; i < count; i++)
		dims[i] = i;
	return lax_expand_dims(&trace->op, x, dims, count);
}

const struct array *at_least_3d(struct trace *trace, const struct array *x)
{
	static const uint32_t of_scalar[] = {0, 1, 2}, of_vector[] = {0, 2}, of_matrix[] = {2};
	static const uint32_t *const dims[] = {of_scalar, of_vector, of_matrix};
	if (!x || x->type.rank >= 3)
		return x;
	return lax_expand_dims(&trace->op, x, dims[x->type.rank], 3 - x->type.rank);
}

/* atleast_1d, _2d and _3d: the row's data is the rank. */
static const struct value *at_least(struct trace *trace, const struct call_arguments *arguments)
{
	const uint32_t *rank = arguments->row->data;
	struct array_list arrays;
	if (!arrays_argument(trace, arguments, 0, &arrays))
		return NULL;
	for (uint32_t i = 0; i < arrays.count; i++) {
		arrays.items[i] = *rank == 3 ? at_least_3d(trace, arrays.items[i])
		                             : prepend_ones(trace, arrays.items[i], *rank);
		if (!arrays.items[i])
			return NULL;
	}
	if (arrays.count == 1)
		return trace_array(trace, arrays.items[0]);
	bool tuple = op_has(&trace->op, JAX_ATLEAST_TUPLE);
	return trace_arrays(trace, tuple ? VALUE_TUPLE : VALUE_LIST, arrays.items, arrays.count);
}

/* The vector along dimension `dim` of a grid of these sizes; sparse: of 1 in other dimensions. */
static const struct array *grid_part(struct trace *trace, const struct array *x,
                                     const int64_t *sizes, uint32_t rank, uint32_t dim, bool sparse)
{
	int64_t *shape = shape_copy(trace->op.arena, sizes, rank);
	for (uint32_t i = 0; i < rank; i++)
		if (sparse && i != dim)
			shape[i] = 1;
	return lax_broadcast_in_dim(&trace->op, x, shape, rank, &dim, NULL);
}

static bool check_grid(struct trace *trace, const struct array_list *arrays, bool copies)
{
	if (!copies)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("jax.numpy.meshgrid only supports copy=True"));
	bool vectors = true;
	struct buf text = op_buf(&trace->op);
	buf_puts(&text, "Arguments to jax.numpy.meshgrid must be 1D, got shapes [");
	for (uint32_t i = 0; i < arrays->count; i++) {
		vectors = vectors && arrays->items[i]->type.rank == 1;
		buf_puts(&text, i ? ", " : "");
		python_shape(&text, arrays->items[i]->type.shape, arrays->items[i]->type.rank);
	}
	buf_putc(&text, ']');
	return vectors || refuse(&trace->op, RULE_SHAPE_MISMATCH, "ValueError", TEXT("{}", &text));
}

static const struct value *raise_indexing(struct trace *trace, const struct value *indexing)
{
	struct buf text = op_buf(&trace->op);
	buf_puts(&text, "Valid values for indexing are 'xy' and 'ij', got ");
	if (indexing->kind == VALUE_STRING)
		buf_add(&text, indexing->string);
	else
		value_text(&text, trace->op.rules, indexing);
	return raise_text(trace, RULE_PROGRAM_ERROR, "ValueError", &text);
}

/* *xi, copy=True, sparse=False, indexing='xy': in 'xy' the first two dimensions change places. */
static const struct value *meshgrid(struct trace *trace, const struct call_arguments *arguments)
{
	struct array_list arrays;
	bool copies, sparse;
	const struct value *indexing = argument(arguments, 3);
	if (!arrays_argument(trace, arguments, 0, &arrays) ||
	    !value_to_bool(trace, argument(arguments, 1), &copies) ||
	    !value_to_bool(trace, argument(arguments, 2), &sparse) ||
	    !check_grid(trace, &arrays, copies))
		return NULL;
	bool text = indexing->kind == VALUE_STRING;
	bool swaps = text && str_equal(indexing->string, STR("xy")) && arrays.count >= 2;
	if (!text ||
	    (!str_equal(indexing->string, STR("xy")) && !str_equal(indexing->string, STR("ij"))))
		return raise_indexing(trace, indexing);
	int64_t *sizes = arena_new(trace->op.arena, int64_t, arrays.count);
	for (uint32_t i = 0; i < arrays.count; i++)
		sizes[swaps && i < 2 ? 1 - i : i] = arrays.items[i]->type.shape[0];
	for (uint32_t i = 0; i < arrays.count; i++) {
		arrays.items[i] = grid_part(trace, arrays.items[i], sizes, arrays.count,
		                            swaps && i < 2 ? 1 - i : i, sparse);
		if (!arrays.items[i])
			return NULL;
	}
	bool tuple = op_has(&trace->op, JAX_BROADCAST_ARRAYS_TUPLE);
	return trace_arrays(trace, tuple ? VALUE_TUPLE : VALUE_LIST, arrays.items, arrays.count);
}

/* The sizes of jnp.indices, which must be a sequence of integers that are known. */
static bool read_dimensions(struct trace *trace, const struct value *value, const int64_t **sizes,
                            uint32_t *count)
{
	const struct value_list *items = value_items(value);
	for (uint32_t i = 0; items && i < items->count; i++)
		if (items->items[i]->kind == VALUE_ARRAY)
			return refuse_traced(trace, items->items[i]->array) != NULL;
	return integers_argument(trace, value, sizes, count);
}

static const struct value *indices(struct trace *trace, const struct call_arguments *arguments)
{
	const struct dtype *dtype = dtype_argument(trace, arguments, 1, dtype_named(STR("int32")));
	const int64_t *sizes;
	uint32_t rank;
	bool sparse;
	if (!dtype || !read_dimensions(trace, argument(arguments, 0), &sizes, &rank) ||
	    !value_to_bool(trace, argument(arguments, 2), &sparse))
		return NULL;
	const struct array **parts = arena_new(trace->op.arena, const struct array *, rank);
	for (uint32_t i = 0; i < rank; i++) {
		parts[i] = lax_iota(&trace->op, dtype, &sizes[i], 1, 0, NULL);
		parts[i] = parts[i] ? grid_part(trace, parts[i], sizes, rank, i, sparse) : NULL;
		if (!parts[i])
			return NULL;
	}
	if (sparse)
		return trace_arrays(trace, VALUE_TUPLE, parts, rank);
	if (!rank) {
		static const int64_t none[] = {0};
		struct array_type type = type_plain(trace->op.arena, dtype, none, 1);
		return trace_array(trace, array_new(&trace->op, &type));
	}
	return trace_array(trace, stack_arrays(trace, parts, rank, 0, NULL));
}

static const uint32_t one = 1, two = 2, three = 3;

static const struct function_row rows[] = {
    {.name = "broadcast_to", .signature = "array, shape", .call = broadcast_to, .until = "0.6.1"},
    {.name = "broadcast_to",
     .signature = "array, shape, *, out_sharding=None",
     .call = broadcast_to,
     .since = "0.6.1"},
    {.name = "broadcast_arrays", .signature = "*args", .call = broadcast_arrays},
    {.name = "broadcast_shapes", .signature = "*shapes", .call = broadcast_shapes},
    {.name = "atleast_1d", .signature = "*arys", .call = at_least, .data = &one},
    {.name = "atleast_2d", .signature = "*arys", .call = at_least, .data = &two},
    {.name = "atleast_3d", .signature = "*arys", .call = at_least, .data = &three},
    {.name = "meshgrid",
     .signature = "*xi, copy=True, sparse=False, indexing='xy'",
     .call = meshgrid},
    {.name = "indices", .signature = "dimensions, dtype=None, sparse=False", .call = indices},
};

const struct module_row library_numpy_broadcast = {"jax.numpy", rows, sizeof rows / sizeof *rows};

static const struct function_row lax_rows[] = {
    {.name = "broadcast_shapes", .signature = "*shapes", .call = broadcast_shapes},
};

const struct module_row library_lax_broadcast = {"jax.lax", lax_rows,
                                                 sizeof lax_rows / sizeof *lax_rows};

/* SPDX-License-Identifier: Apache-2.0 */
/* JAX: lax/lax.py sort_p, top_k_p. */

#include <assert.h>
#include <math.h>

#include "op/core/sharding_request.h"
#include "jax/python_text.h"
#include "op/core/unreduced.h"
#include "op/index/index.h"
#include "op/reduce/sharded_dimension.h"
#include "op/shape/shape.h"
#include "op/reduce/reduce.h"
#include "op/core/shape_rules.h"
#include "op/core/array_message.h"

bool refuse_sharded_dim(struct op *op, const struct array_type *operand, uint32_t dim,
                        const char *does)
{
	assert(dim < operand->rank);
	struct dim_axes *spec = spec_copy(op->arena, operand->spec, operand->rank);
	spec[dim] = (struct dim_axes){0};
	struct array_type wanted = *operand;
	wanted.spec = spec;
	return explain(
	    op,
	    WORDS("this {} dimension {} of {array|the array}, which is sharded over {axes}", does,
	          dim, operand, entry_of(operand->mesh, operand->spec[dim])),
	    HELP("gather that dimension first: {reshard}({written}, {P()})", operand, &wanted));
}

static bool check_shapes(struct op *op, const struct application *application)
{
	bool same = true;
	struct buf shapes = op_buf(op);
	for (uint32_t i = 0; i < application->count; i++) {
		const struct array_type *type = application->operands[i];
		same = same && type_same_shape(type, application->operands[0]);
		buf_puts(&shapes, i ? " " : "");
		python_shape(&shapes, type->shape, type->rank);
	}
	if (same)
		return true;
	return refuse(
	    op, RULE_SHAPE_MISMATCH, "TypeError",
	    TEXT("Arguments to sort must have equal shapes, got: {}", &shapes),
	    WORDS("arrays that are sorted together have one shape, but these have {}", &shapes));
}

/* Whether the sharding of the type counts: its mesh has an Explicit axis. */
static bool has_explicit(const struct array_type *type)
{
	return type->mesh && type->mesh->explicit_axes;
}

static bool raise_sort_sharded(struct op *op, const struct array_type *type, uint32_t dim)
{
	assert(dim < type->rank);
	refuse(op, RULE_DIM_SHARDED, "ShardingTypeError",
	       TEXT("Arguments to sort must be unsharded over the sorting dimension. Got arg "
	            "sharding={sharding} and sorting dimension={}",
	            type, dim));
	return refuse_sharded_dim(op, type, dim, "sorts along");
}

static bool raise_sort_conflict(struct op *op, const struct application *application)
{
	struct buf text = op_buf(op), words = op_buf(op);
	for (uint32_t i = 0; i < application->count; i++) {
		if (!has_explicit(application->operands[i]))
			continue;
		buf_puts(&text, text.len ? " " : "");
		buf_puts(&words, words.len ? " and " : "");
		type_sharding_text(&text, op->rules, application->operands[i]);
		buf_add(&words, array_shown(op, application->operands[i], ""));
	}
	return refuse(
	    op, RULE_SHARDING_CONFLICT, "ShardingTypeError",
	    TEXT("Arguments to sort must have equal shardings, got: {}", &text),
	    WORDS("arrays that are sorted together must be sharded alike, but are {}", &words),
	    HELP("move one of them first, by {reshard}"));
}

/* lax.py _sort_sharding_rule; before 0.9.2 the sorting dimension was free, before 0.8.2 all was. */
static bool check_sort_shardings(struct op *op, const struct application *application)
{
	const struct sorting *params = application->params;
	const struct array_type *first = NULL;
	for (uint32_t i = 0; i < application->count; i++) {
		const struct array_type *type = application->operands[i];
		if (!has_explicit(type))
			continue;
		if (op_has(op, JAX_SORT_DIM_UNSHARDED)) {
			if (!spec_readable(op, type, "pspec[...]"))
				return false;
			if (type->spec[params->dim].count)
				return raise_sort_sharded(op, type, params->dim);
		}
		first = first ? first : type;
		if (op_has(op, JAX_SORT_EQUAL_SHARDINGS) && !sharding_equal(first, type))
			return raise_sort_conflict(op, application);
	}
	return true;
}

static bool infer_sort(struct op *op, const struct application *application,
                       struct array_type *results)
{
	assert(application->nresults == application->count);
	const struct abstract_mesh *mesh;
	bool runs;
	if (!check_shapes(op, application))
		return false;
	for (uint32_t i = 0; i < application->nresults; i++)
		results[i] = *application->operands[i];
	if (!op_has(op, JAX_SORT_RUNS_RULE))
		return check_sort_shardings(op, application);
	if (!rule_mesh(op, application, &mesh, &runs))
		return false;
	if (runs && !check_sort_shardings(op, application))
		return false;
	for (uint32_t i = 0; i < application->nresults; i++)
		if (!rule_result(op, application, runs ? results[i].mesh : mesh,
		                 runs && results[i].mesh ? results[i].spec : NULL, &results[i]))
			return false;
	return true;
}

/* An operand without the mapped dimension, brought to the shape of one that has it. */
static const struct array *like_prototype(struct op *op, const struct array *array,
                                          const struct array *prototype, uint32_t dim)
{
	const struct array_type *type = &prototype->type;
	if (array->type.rank + 1 != type->rank)
		return op_unknown(op, "what vmap makes of operands of several ranks is not known");
	uint32_t *dims = arena_new(op->arena, uint32_t, type->rank);
	for (uint32_t i = 0; i + 1 < type->rank; i++)
		dims[i] = i + (i >= dim);
	struct sharding_request request = type_request(type);
	bool asks = type->mesh && op_has(op, JAX_SORT_EQUAL_SHARDINGS);
	return lax_broadcast_in_dim(op, array, type->shape, type->rank, dims,
	                            asks ? &request : NULL);
}

/* Each array is as before. */
static uint64_t sort_varies(const struct application *application, uint32_t result)
{
	return application->operands[result]->varying;
}

/* lax.py _sort_batch_rule. */
static bool batch_sort(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct sorting *one = batching->params;
	uint32_t first = 0;
	while (batching->dims[first] < 0)
		first++;
	assert(first < batching->count);
	const struct array *prototype = batching->operands[first];
	uint32_t dim = (uint32_t)batching->dims[first];
	const struct array **operands = arena_new(op->arena, const struct array *, batching->count);
	for (uint32_t i = 0; i < batching->count; i++) {
		operands[i] = batching->dims[i] < 0
		                  ? like_prototype(op, batching->operands[i], prototype, dim)
		                  : batch_move(op, batching->operands[i], batching->dims[i], dim);
		out->dims[i] = (int32_t)dim;
	}
	struct sorting *all = arena_new(op->arena, struct sorting, 1);
	*all = (struct sorting){one->dim + (dim <= one->dim), one->nkeys};
	return primitive_apply(op, batching->primitive, all, operands, batching->count,
	                       out->results, batching->nresults);
}

/* Where the elements of a sorted operand were before, as indices. JAX: lax.py _sort_jvp. */
static const struct array *sorted_from(struct op *op, const struct tape_entry *entry)
{
	const struct sorting *params = entry->params;
	const struct array_type *type = &entry->operands[0]->type;
	uint32_t count = entry->count;
	const struct array **operands = arena_new(op->arena, const struct array *, count + 1);
	const struct array **results = arena_new(op->arena, const struct array *, count + 1);
	struct sharding_request request = type_request(type);
	for (uint32_t i = 0; i < count; i++)
		operands[i] = entry->operands[i];
	operands[count] =
	    lax_iota(op, dtype_named(STR("uint32")), type->shape, type->rank, params->dim,
	             op_has(op, JAX_SORT_PLACES_INDICES) && type->mesh ? &request : NULL);
	return operands[count] &&
	               lax_sort(op, operands, count + 1, params->dim, params->nkeys, results)
	           ? lax_expand_dims(op, results[count], &type->rank, 1)
	           : NULL;
}

/* The gather that sorts a tangent, by indices of one more dimension. */
static struct gather_dimensions sorting_gather(struct op *op, uint32_t dim, uint32_t rank)
{
	assert(dim < rank);
	int64_t *one = arena_new(op->arena, int64_t, 1),
		*others = arena_new(op->arena, int64_t, rank);
	one[0] = dim;
	for (uint32_t i = 0; i + 1 < rank; i++)
		others[i] = i + (i >= dim);
	struct dimension_list sorted = {one, 1}, batches = {others, rank - 1};
	return (struct gather_dimensions){{NULL, 0}, sorted, sorted, batches, batches, false};
}

static bool forward_sort(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct sorting *params = entry->params;
	const struct array *x = entry->operands[operand], *indices = sorted_from(op, entry);
	struct gather_dimensions dimensions = sorting_gather(op, params->dim, x->type.rank);
	int64_t *sizes = arena_new(op->arena, int64_t, x->type.rank);
	for (uint32_t i = 0; i < x->type.rank; i++)
		sizes[i] = 1;
	return indices && lax_gather(op, x, indices, &dimensions,
	                             (struct dimension_list){sizes, x->type.rank});
}

/* Whether the row at `a` of the operands stands behind that at `b`, by their keys. */
static bool stands_behind(const struct application *application, uint32_t nkeys,
                          const union element *const *operands, int64_t a, int64_t b)
{
	for (uint32_t i = 0; i < nkeys; i++) {
		int order = element_compare(application->operands[i]->dtype, operands[i][a],
		                            operands[i][b]);
		if (order)
			return order > 0;
	}
	return false;
}

static bool holds_nan(const struct application *application, uint32_t nkeys,
                      const union element *const *operands)
{
	int64_t count = held_count(application->operands[0]);
	for (uint32_t i = 0; i < nkeys; i++)
		for (int64_t j = 0; dtype_holds_reals(application->operands[i]->dtype) && j < count;
		     j++)
			if (isnan(operands[i][j].real) ||
			    (operands[i][j].real == 0 && signbit(operands[i][j].real)))
				return true;
	return false;
}

/* Sorts the places `first`, `first + stride` … by insertion, which keeps the order of equals; from
 * the middle of what is sorted already. */
static void sort_places(const struct application *application, uint32_t nkeys,
                        const union element *const *operands, int64_t *places, int64_t count)
{
	for (int64_t i = 1; i < count; i++) {
		int64_t one = places[i], low = 0, high = i;
		while (low < high) {
			int64_t middle = (low + high) / 2;
			if (stands_behind(application, nkeys, operands, places[middle], one))
				high = middle;
			else
				low = middle + 1;
		}
		memmove(places + low + 1, places + low, (size_t)(i - low) * sizeof *places);
		places[low] = one;
	}
}

static bool sort_elements(struct op *op, const struct application *application,
                          const union element *const *operands, const struct array_type *results,
                          union element *const *items)
{
	const struct sorting *params = application->params;
	int64_t strides[MAX_RANK], count = held_count(results), size = results->shape[params->dim];
	int64_t *places = arena_new(op->arena, int64_t, (size_t)size + 1);
	if (holds_nan(application, params->nkeys, operands))
		return false;
	strides_of(results, strides);
	int64_t stride = strides[params->dim];
	for (int64_t first = 0; first < count; first++) {
		if (first / stride % size)
			continue;
		for (int64_t i = 0; i < size; i++)
			places[i] = first + i * stride;
		sort_places(application, params->nkeys, operands, places, size);
		for (uint32_t k = 0; k < application->count; k++)
			for (int64_t i = 0; i < size; i++)
				items[k][first + i * stride] = operands[k][places[i]];
	}
	return true;
}

bool lax_sort(struct op *op, const struct array *const *operands, uint32_t count, uint32_t dim,
              uint32_t nkeys, const struct array **results)
{
	assert(count && nkeys && nkeys <= count);
	static const struct primitive primitive = {.name = "sort",
	                                           .infer = infer_sort,
	                                           .varying = sort_varies,
	                                           .batch = batch_sort,
	                                           .elements = sort_elements,
	                                           .forward = forward_sort,
	                                           .derivative = DERIVATIVE_KEEPS_SHARDINGS};
	struct sorting *params = arena_new(op->arena, struct sorting, 1);
	*params = (struct sorting){dim, nkeys};
	return primitive_apply(op, &primitive, params, operands, count, results, count);
}

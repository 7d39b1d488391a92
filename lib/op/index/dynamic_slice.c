/* SPDX-License-Identifier: Apache-2.0 */
/* The primitives dynamic_slice and dynamic_update_slice. JAX: lax/slicing.py. */
#include "op/core/dtype_class.h"

#include <assert.h>
#include "op/core/levels.h"
#include "op/index/index.h"
#include "op/shape/shape.h"
#include "op/core/shape_rules.h"

static bool raise_not_scalar(struct op *op, const struct application *application, uint32_t first)
{
	const char *name = application->primitive->name;
	uint32_t count = application->count - first;
	return refuse(
	    op, RULE_SHAPE_MISMATCH, "TypeError",
	    TEXT("start_indices arguments to {} must be scalars, {}got indices ({avals}{}", name,
	         first == 1 ? " " : "", type_list_of(application->operands + first, count),
	         count == 1 ? ",)" : ")"),
	    WORDS("a start of {} is not a scalar", name));
}

/* The starts are operands from `first` on. */
static bool check_starts(struct op *op, const struct application *application, uint32_t first)
{
	assert(first <= application->count);
	const char *name = application->primitive->name;
	bool alike = true;
	struct buf list = op_buf(op);
	for (uint32_t i = first; i < application->count; i++) {
		const struct array_type *start = application->operands[i];
		if (start->rank)
			return raise_not_scalar(op, application, first);
		alike = alike && dtype_is_integer(start->dtype) &&
		        start->dtype == application->operands[first]->dtype;
		buf_printf(&list, "%s%s", i == first ? "" : ", ", start->dtype->name);
	}
	if (alike)
		return true;
	return refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
	              TEXT("index arguments to {} must be integers of the same type, got{} {}",
	                   name, first == 1 ? ":" : "", &list),
	              HELP("convert the starts: start.astype(jnp.int32)"));
}

static bool check_slice_sizes(struct op *op, const int64_t *sizes, const struct array_type *operand)
{
	bool larger = false, negative = false;
	for (uint32_t i = 0; i < operand->rank; i++) {
		larger |= sizes[i] > operand->shape[i];
		negative |= sizes[i] < 0;
	}
	if (!larger && !negative)
		return true;
	if (larger)
		return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
		              TEXT("slice slice_sizes must be less than or equal to operand shape, "
		                   "got slice_sizes {} for operand shape {shape}.",
		                   sizes_of(sizes, operand->rank), operand));
	return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
	              TEXT("slice slice_sizes must be greater than or equal to zero, got "
	                   "slice_sizes of {}.",
	                   sizes_of(sizes, operand->rank)));
}

static bool infer_dynamic_slice(struct op *op, const struct application *application,
                                struct array_type *results)
{
	const int64_t *sizes = application->params;
	const struct array_type *operand = application->operands[0];
	if (!check_slice_sizes(op, sizes, operand) || !check_starts(op, application, 1))
		return false;
	result_like(results, operand, sizes, operand->rank);
	return rule_varying_shape(op, application, "dynamic_slice", results);
}

/* 0, 1, 2 … */
static struct dimension_list all_dims(struct op *op, uint32_t rank)
{
	int64_t *dims = arena_new(op->arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++)
		dims[i] = i;
	return (struct dimension_list){dims, rank};
}

/* The first of the starts that is mapped; `count` when none is. */
static uint32_t first_mapped(const int32_t *dims, uint32_t count)
{
	uint32_t first = 0;
	while (first < count && dims[first] < 0)
		first++;
	return first;
}

/*
 * The starts as one array of indices, with the mapped dimension in front when any is mapped. JAX:
 * _batch_dynamic_slice_indices.
 */
static const struct array *join_starts(struct op *op, const struct array *const *starts,
                                       const int32_t *dims, uint32_t count)
{
	uint32_t first = first_mapped(dims, count);
	const struct array **rows = arena_new(op->arena, const struct array *, count);
	struct sharding_request request = {0};
	int64_t *shape = arena_new(op->arena, int64_t, 2);
	static const uint32_t front = 0;
	bool mapped = first < count;
	shape[0] = mapped ? starts[first]->type.shape[0] : 1;
	shape[1] = 1;
	if (mapped) {
		struct dim_axes *spec = spec_none(op->arena, 2);
		spec[0] = starts[first]->type.spec[0];
		request = (struct sharding_request){
		    .mesh = starts[first]->type.mesh, .spec = spec, .count = 2};
	}
	bool asks = request.mesh && op_has(op, JAX_STARTS_KEEP_AXES);
	for (uint32_t i = 0; i < count; i++) {
		if (starts[i]->type.rank != (dims[i] < 0 ? 0 : 1))
			return op_unknown(op, "vmap of a slice whose starts are not scalars");
		rows[i] = lax_broadcast_in_dim(op, starts[i], shape, mapped ? 2 : 1,
		                               dims[i] < 0 ? NULL : &front, asks ? &request : NULL);
		if (!rows[i])
			return NULL;
	}
	return lax_concatenate(op, rows, count, mapped ? 1 : 0);
}

static uint32_t level_of(const struct op *op, const struct mapping *mapping)
{
	assert(mapping >= op->mappings && mapping < op->mappings + op->nmappings);
	return (uint32_t)(mapping - op->mappings) + 1;
}

/* The array as the function under this vmap sees it. */
static const struct array *mapped_again(struct op *op, const struct mapping *mapping,
                                        const struct array *whole, int32_t dim)
{
	return dim < 0 ? whole : array_map(op, whole, (uint32_t)dim, level_of(op, mapping));
}

/* What the gather or scatter that stands in for the slice gives, with its mapped dimension. */
static bool take_result(const struct array *result, uint32_t level, const struct batched *out)
{
	if (!result)
		return false;
	bool mapped = result->level == level;
	out->results[0] = mapped ? result->mapped : result;
	out->dims[0] = mapped ? (int32_t)result->mapped_dim : -1;
	return true;
}

/* The indices of a gather or scatter under the vmap: a constant when there are none. */
static const struct array *batch_starts(struct op *op, const struct batching *batching,
                                        uint32_t first)
{
	uint32_t count = batching->count - first;
	const int32_t *dims = batching->dims + first;
	if (!count) {
		static const int64_t none[] = {0};
		struct array_type type = type_plain(op->arena, dtype_named(STR("int32")), none, 1);
		return array_new(op, &type);
	}
	const struct array *joined = join_starts(op, batching->operands + first, dims, count);
	bool mapped = first_mapped(dims, count) < count;
	return joined ? mapped_again(op, batching->mapping, joined, mapped ? 0 : -1) : NULL;
}

static bool batch_dynamic_slice(struct op *op, const struct batching *batching,
                                const struct batched *out)
{
	const struct array *operand =
	    mapped_again(op, batching->mapping, batching->operands[0], batching->dims[0]);
	const struct array *indices = batch_starts(op, batching, 1);
	struct dimension_list dims = all_dims(op, operand->type.rank);
	struct gather_dimensions numbers = {.offset_dims = dims, .start_index_map = dims};
	struct dimension_list sizes = {batching->params, operand->type.rank};
	if (!indices)
		return false;
	return take_result(lax_gather(op, operand, indices, &numbers, sizes),
	                   level_of(op, batching->mapping), out);
}

/* JAX: _dynamic_slice_ur_rule. */
static bool dynamic_slice_partial(struct op *op, const struct application *application,
                                  struct array_type *result)
{
	if (!application->operands[0]->unreduced || !op_has(op, JAX_UNREDUCED_REDUCED_RULE))
		return keep_partial(op, application, result);
	return refuse(
	    op, RULE_UNREDUCED_AXIS, "NotImplementedError",
	    TEXT("unreduced rule for dynamic_slice is not implemented. Please file an issue at "
	         "https://github.com/jax-ml/jax/issues"),
	    WORDS("a slice of {array|the array}, which is a sum still to be taken, cannot be taken",
	          application->operands[0]),
	    HELP("finish the sum first: {reshard}({written}, P(…)) without unreduced",
	         application->operands[0]));
}

/* JAX: slicing.py _dynamic_slice_transpose_fancy. */
static bool transpose_dynamic_slice(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct array_type *from = &entry->operands[0]->type;
	return spec_equal(from->spec, entry->results[0]->type.spec, from->rank) ||
	       op_unknown(op, "%s", "");
}

/* The place of the first element of a part of these sizes; -1 when it would have to be moved to lie
 * inside. */
static int64_t first_place(const struct array_type *operand, const int64_t *sizes,
                           const union element *const *starts)
{
	int64_t strides[MAX_RANK], first = 0;
	strides_of(operand, strides);
	for (uint32_t i = 0; i < operand->rank; i++) {
		int64_t start = starts[i]->integer;
		if (start < 0 || start > operand->shape[i] - sizes[i])
			return -1;
		first += strides[i] * start;
	}
	return first;
}

static bool dynamic_slice_elements(struct op *op, const struct application *application,
                                   const union element *const *operands,
                                   const struct array_type *results, union element *const *items)
{
	const struct array_type *operand = application->operands[0];
	int64_t strides[MAX_RANK], first = first_place(operand, application->params, operands + 1);
	(void)op;
	strides_of(operand, strides);
	if (first >= 0 && held_count(results))
		strided_copy(results, operands[0] + first, strides, items[0]);
	return first >= 0;
}

static bool update_elements(struct op *op, const struct application *application,
                            const union element *const *operands, const struct array_type *results,
                            union element *const *items)
{
	const struct array_type *update = application->operands[1];
	int64_t strides[MAX_RANK], first = first_place(results, update->shape, operands + 2);
	strides_of(results, strides);
	(void)same_elements(op, application, operands, results, items);
	if (first >= 0 && held_count(update))
		strided_put(update, operands[1], items[0] + first, strides);
	return first >= 0;
}

static const struct partial_rules slice_partial = {JAX_SHAPES_UNREDUCED, JAX_SHAPES_REDUCED};
static const struct primitive dynamic_slice = {.name = "dynamic_slice",
                                               .transpose = transpose_dynamic_slice,
                                               .infer = infer_dynamic_slice,
                                               .unreduced = dynamic_slice_partial,
                                               .batch = batch_dynamic_slice,
                                               .elements = dynamic_slice_elements,
                                               .linear = LINEAR,
                                               .derivative = DERIVATIVE_KEEPS_SHARDINGS,
                                               .data = &slice_partial};

const struct array *lax_dynamic_slice(struct op *op, const struct array *x,
                                      const struct array *const *starts, const int64_t *sizes)
{
	uint32_t rank = x ? x->type.rank : 0;
	const struct array **operands =
	    arena_new(op->arena, const struct array *, (size_t)rank + 1);
	operands[0] = x;
	for (uint32_t i = 0; i < rank; i++)
		operands[i + 1] = starts[i];
	sizes = shape_copy(op->arena, sizes, rank);
	return primitive_apply_one(op, &dynamic_slice, sizes, operands, rank + 1);
}

static bool raise_update(struct op *op, const struct array_type *operand,
                         const struct array_type *update, const char *problem)
{
	return refuse(
	    op, RULE_SHAPE_MISMATCH, "TypeError",
	    TEXT("dynamic_update_slice update {}, got update shape {shape} for operand shape "
	         "{shape}.",
	         problem, update, operand),
	    WORDS("{array|the update} does not fit into {array|the array}", update, operand),
	    HELP("this fails without any sharding too: an update has the rank of the array, and no "
	         "dimension of it is larger"));
}

static bool raise_shardings(struct op *op, const struct array_type *operand,
                            const struct array_type *update)
{
	bool first = op_has(op, JAX_UPDATE_NAMES_OPERAND_FIRST);
	bool fits = true;
	for (uint32_t i = 0; i < update->rank; i++)
		fits =
		    fits && update->shape[i] % dim_axes_ways(operand->mesh, operand->spec[i]) == 0;
	return refuse(op, RULE_UPDATE_MISMATCH, "ShardingTypeError",
	              TEXT("dynamic_update_slice {} sharding must be equal to {} sharding, got {} "
	                   "sharding {long axes}{}{long axes}.",
	                   first ? "operand" : "update", first ? "update" : "operand",
	                   first ? "operand" : "update", first ? operand : update,
	                   first ? " and update sharding " : " for operand sharding ",
	                   first ? update : operand),
	              CLASS_BEFORE(JAX_SHARDING_TYPE_ERROR, "TypeError"),
	              WORDS("{array|the update} cannot be written into {array|the array}: it is "
	                    "sharded differently",
	                    update, operand),
	              HELP("move {} first: {reshard}({written}, {P()})", fits ? "it" : "the array",
	                   fits ? update : operand, fits ? operand : update));
}

static bool check_update(struct op *op, const struct application *application)
{
	const struct array_type *operand = application->operands[0];
	const struct array_type *update = application->operands[1];
	if (operand->rank != update->rank)
		return raise_update(op, operand, update, "must have the same rank as operand");
	for (uint32_t i = 0; i < operand->rank; i++)
		if (update->shape[i] > operand->shape[i])
			return raise_update(op, operand, update,
			                    "shape must be smaller than operand shape");
	return check_same_dtypes(op, "dynamic_update_slice", application->operands, 2) &&
	       check_starts(op, application, 2);
}

static bool infer_update(struct op *op, const struct application *application,
                         struct array_type *results)
{
	const struct array_type *operand = application->operands[0];
	const struct array_type *update = application->operands[1];
	const struct abstract_mesh *mesh;
	bool runs;
	if (!check_update(op, application))
		return false;
	result_like(results, operand, operand->shape, operand->rank);
	for (uint32_t i = 1; i < application->count; i++)
		results->weak = results->weak && application->operands[i]->weak;
	if (!rule_mesh(op, application, &mesh, &runs))
		return false;
	if (runs && !sharding_equal(operand, update))
		return raise_shardings(op, operand, update);
	return rule_of_operand(op, application, operand->spec, results);
}

static bool batch_update(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct mapping *mapping = batching->mapping;
	const struct array *operand =
	    mapped_again(op, mapping, batching->operands[0], batching->dims[0]);
	const struct array *update =
	    mapped_again(op, mapping, batching->operands[1], batching->dims[1]);
	const struct array *indices = batch_starts(op, batching, 2);
	struct dimension_list dims = all_dims(op, update->type.rank);
	struct scatter_dimensions numbers = {
	    .update_window_dims = dims, .scatter_dims_to_operand_dims = dims, .unique = true};
	if (!indices)
		return false;
	const struct array *result =
	    lax_scatter(op, &lax_scatter_set, operand, indices, update, &numbers);
	if (!take_result(result, level_of(op, mapping), out))
		return false;
	return batched_result(out, batch_materialise(op, mapping, out->results[0], out->dims[0], 0),
	                      0);
}

static const struct partial_rules update_partial = {JAX_TRANSPOSE_UNREDUCED, JAX_SHAPES_REDUCED};
static const struct primitive dynamic_update_slice = {.name = "dynamic_update_slice",
                                                      .infer = infer_update,
                                                      .unreduced = keep_partial,
                                                      .batch = batch_update,
                                                      .elements = update_elements,
                                                      .derivative = DERIVATIVE_KEEPS_SHARDINGS,
                                                      .data = &update_partial};

const struct array *lax_dynamic_update_slice(struct op *op, const struct array *x,
                                             const struct array *update,
                                             const struct array *const *starts)
{
	uint32_t rank = x ? x->type.rank : 0;
	const struct array **operands =
	    arena_new(op->arena, const struct array *, (size_t)rank + 2);
	operands[0] = x;
	operands[1] = update;
	for (uint32_t i = 0; i < rank; i++)
		operands[i + 2] = starts[i];
	return primitive_apply_one(op, &dynamic_update_slice, NULL, operands, rank + 2);
}

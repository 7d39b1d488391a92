/* SPDX-License-Identifier: Apache-2.0 */
#include "op/reduce/reduce.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

#include "jax/python_text.h"
#include "op/core/batch.h"
#include "op/core/dtype_class.h"
#include "op/core/unreduced.h"
#include "op/core/sharding_request.h"
#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"

/* What the reductions differ in. */
struct reduction_kind {
	bool of_numbers; /* refuses booleans */
	bool logical;    /* of booleans and integers; gives a strong type */
	bool joins;      /* takes out_sharding= since the behaviour below */
	enum jax_behaviour since;
	enum unreduced_kind unreduced_kind; /* of partial results of it */
};

static bool has_axis(const int64_t *axes, uint32_t count, int64_t axis)
{
	for (uint32_t i = 0; i < count; i++)
		if (axes[i] == axis)
			return true;
	return false;
}

/* ValueErrors of lax/lax.py _reduce_op_shape_rule. */
static bool check_axes(struct op *op, const struct array_type *operand,
                       const struct reduction *reduction)
{
	struct message_argument axes = sizes_of(reduction->axes, reduction->count);
	for (uint32_t i = 0; i < reduction->count; i++) {
		if (!has_axis(reduction->axes, i, reduction->axes[i]))
			continue;
		return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("duplicate value in 'axes' of reduction: {}", axes),
		              HELP("give each axis once"));
	}
	for (uint32_t i = 0; i < reduction->count; i++) {
		if (reduction->axes[i] >= 0 && reduction->axes[i] < operand->rank)
			continue;
		return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("reduction axes {} contains out-of-bounds indices for {str}.",
		                   axes, operand),
		              HELP("the axes of a rank {} array are 0 to {}; jax.lax does not "
		                   "count from the end",
		                   operand->rank, (int)operand->rank - 1));
	}
	return true;
}

/* What numpy.delete says about an index that is not there. */
static bool refuse_index(struct op *op, int64_t index, uint32_t size)
{
	return refuse(op, RULE_PROGRAM_ERROR, "IndexError",
	              TEXT("index {} is out of bounds for axis 0 with size {}", index, size));
}

/*
 * The shape without the axes, counted from the end where they are negative, as numpy.delete removes
 * them. False after raising its IndexError.
 */
static bool delete_axes(struct op *op, const struct array_type *operand, const int64_t *axes,
                        uint32_t count, struct array_type *result)
{
	bool *gone = arena_new(op->arena, bool, operand->rank);
	for (uint32_t i = 0; i < count; i++) {
		int64_t axis = axes[i] < 0 ? axes[i] + operand->rank : axes[i];
		if (axis < 0 || axis >= operand->rank)
			return refuse_index(op, axes[i], operand->rank);
		gone[axis] = true;
	}
	int64_t *shape = arena_new(op->arena, int64_t, operand->rank);
	result->rank = 0;
	for (uint32_t i = 0; i < operand->rank; i++)
		if (!gone[i])
			shape[result->rank++] = operand->shape[i];
	result->shape = shape;
	return true;
}

/* The operand's entries of the dimensions that are not among the axes as written. */
static bool finish_reduced(struct op *op, const struct application *application,
                           const struct array_type *operand, const int64_t *axes, uint32_t count,
                           struct array_type *result)
{
	const struct abstract_mesh *mesh;
	bool runs;
	if (!rule_mesh(op, application, &mesh, &runs))
		return false;
	if (!runs || !operand->mesh)
		return rule_result(op, application, runs ? NULL : mesh, NULL, result);
	struct dim_axes *spec = spec_none(op->arena, operand->rank);
	struct sharding_request kept = {.mesh = operand->mesh, .spec = spec};
	for (uint32_t i = 0; i < operand->rank; i++)
		if (!has_axis(axes, count, i))
			spec[kept.count++] = operand->spec[i];
	if (kept.count == result->rank)
		return rule_result(op, application, operand->mesh, spec, result);
	return type_shard(op, result, &kept); /* an axis counted from the end keeps its entry */
}

/* lax.py _reduce_op_sharding_rule_with_out_sharding, _reduce_sum_ur_rule. */
static bool finish_requested(struct op *op, const struct application *application,
                             const struct sharding_request *sharding, struct array_type *result)
{
	const struct abstract_mesh *mesh;
	bool runs;
	if (!rule_mesh(op, application, &mesh, &runs))
		return false;
	if (!runs)
		return rule_result(op, application, mesh, NULL, result);
	result->mesh = sharding->mesh;
	result->spec = sharding->spec;
	if (!application->primitive->unreduced(op, application, result))
		return false;
	struct sharding_request request = *sharding;
	request.unreduced = result->unreduced;
	request.reduced = result->reduced;
	request.unreduced_kind = result->unreduced_kind;
	return type_shard(op, result, &request);
}

static bool reads_by_iterating(const struct op *op, const struct reduction_kind *kind)
{
	return kind->of_numbers ? !kind->joins : !kind->logical && !op_has(op, kind->since);
}

static bool refuse_dtype(struct op *op, const char *name, const struct dtype *dtype, bool logical)
{
	if (logical)
		refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
		       TEXT("logical reduction requires operand dtype bool or int, got {}.",
		            dtype->name));
	else
		refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
		       TEXT("{} does not accept dtype {}. Accepted dtypes are subtypes of number.",
		            name, dtype->name));
	return explain(op, HELP("convert it first: x.astype(…)"));
}

static bool infer_reduce(struct op *op, const struct application *application,
                         struct array_type *result)
{
	const struct reduction *reduction = application->params;
	const struct reduction_kind *kind = application->primitive->data;
	const struct array_type *operand = application->operands[0];
	enum dtype_class class = dtype_class(operand->dtype);
	bool number = class != DTYPE_BOOL && class != DTYPE_KEY;
	result->dtype = operand->dtype;
	result->weak = operand->weak && !kind->logical;
	if (kind->logical && class != DTYPE_BOOL && !dtype_is_integer(operand->dtype))
		return refuse_dtype(op, application->primitive->name, operand->dtype, true);
	if (!kind->logical && !check_axes(op, operand, reduction))
		return false;
	if (!delete_axes(op, operand, reduction->axes, reduction->count, result))
		return false;
	if (kind->of_numbers && !number)
		return refuse_dtype(op, application->primitive->name, operand->dtype, false);
	if (reduction->sharding)
		return finish_requested(op, application, reduction->sharding, result);
	if (reads_by_iterating(op, kind) && !spec_readable(op, operand, "*pspec"))
		return false;
	if (kind->logical && result->rank && !spec_readable(op, operand, "pspec[...]"))
		return false;
	return finish_reduced(op, application, operand, reduction->axes, reduction->count, result);
}

/* The axes of the reduced dimensions and those that the operand is unreduced over, as a set. */
static uint64_t summed_axes(const struct array_type *operand, const struct reduction *reduction)
{
	uint64_t set = operand->unreduced;
	for (uint32_t i = 0; i < operand->rank; i++)
		if (has_axis(reduction->axes, reduction->count, i))
			set |= spec_axes(&operand->spec[i], 1);
	return set;
}

static bool raise_not_summed(struct op *op, const struct application *application)
{
	const struct reduction *reduction = application->params;
	assert(reduction->sharding && reduction->sharding->unreduced);
	struct buf axes = op_buf(op);
	for (uint32_t i = 0; i < reduction->count; i++)
		buf_printf(&axes, "%s%" PRId64, i ? ", " : "", reduction->axes[i]);
	return refuse(
	    op, RULE_UNREDUCED_AXIS, "ShardingTypeError",
	    TEXT(
		"out_sharding's unreduced axes should be in operand's specs that were {} over. Got "
		"operand={aval}, axes=frozenset({{{}}}), unreduced_spec={}",
		op_has(op, JAX_UNREDUCED_BY_KIND) ? application->primitive->name : "summed",
		application->operands[0], &axes,
		axis_set_of(reduction->sharding->mesh, reduction->sharding->unreduced)),
	    WORDS("out_sharding asks for parts of a sum over axes that none of the summed "
	          "dimensions is sharded over"),
	    HELP("name as unreduced only axes of the dimensions that are summed over"));
}

/* Errors about the unreduced axes that out_sharding asks for. JAX: _reduce_op_unreduced_rule. */
static bool check_requested_unreduced(struct op *op, const struct application *application)
{
	const struct reduction *reduction = application->params;
	const struct reduction_kind *kind = application->primitive->data;
	const struct sharding_request *sharding = reduction->sharding;
	const char *name = application->primitive->name;
	bool same_kind = sharding->unreduced_kind == kind->unreduced_kind;
	if (op_has(op, JAX_UNREDUCED_BY_KIND) && !same_kind)
		return refuse(op, RULE_UNREDUCED_AXIS, "ShardingTypeError",
		              TEXT("{} requires `out_sharding`'s unreduced_kind to be "
		                   "UnreducedKind.{} but got {spec}",
		                   name, unreduced_kind_name(kind->unreduced_kind), sharding));
	if (sharding->unreduced & ~summed_axes(application->operands[0], reduction))
		return raise_not_summed(op, application);
	return same_kind || refuse(op, RULE_UNREDUCED_AXIS, "ValueError",
	                           TEXT("`out_sharding` passed to `reduce_sum` can only contain "
	                                "unreduced of kind `sum`."));
}

static bool refuse_unreduced_operand(struct op *op, const struct array_type *operand)
{
	return refuse(
	    op, RULE_UNREDUCED_AXIS, "ShardingTypeError",
	    TEXT("operand passed to reduce_sum cannot be unreduced. Got operand={aval}", operand),
	    HELP("finish the sum first: {reshard}(operand, P(…)) without them"));
}

/* The unreduced and reduced axes of a result. JAX: lax.py _reduce_sum_ur_rule,
 * _reduce_max_ur_rule, and before 0.10 _reduce_sum_unreduced_rule. */
static bool reduce_partial(struct op *op, const struct application *application,
                           struct array_type *result)
{
	const struct reduction *reduction = application->params;
	const struct reduction_kind *kind = application->primitive->data;
	const struct array_type *operand = application->operands[0];
	const struct sharding_request *sharding = reduction->sharding;
	if (!op_has(op, kind->since))
		return refuse_unreduced(op, application);
	if (operand->unreduced && !op_has(op, JAX_SUM_KEEPS_UNREDUCED))
		return refuse_unreduced_operand(op, operand);
	if (sharding && sharding->unreduced && !check_requested_unreduced(op, application))
		return false;
	if (!(sharding && sharding->unreduced) && operand->unreduced &&
	    op_has(op, JAX_UNREDUCED_KIND_CHECKED) &&
	    !check_unreduced_kind(op, operand, kind->unreduced_kind))
		return false;
	if (sharding && sharding->reduced && op_has(op, JAX_UNREDUCED_BY_KIND))
		return refuse(
		    op, RULE_UNREDUCED_AXIS, "ValueError",
		    TEXT("out_sharding passed to {} cannot be reduced. Got out_sharding={sharding}",
		         application->primitive->name, sharding));
	result->unreduced =
	    sharding && sharding->unreduced ? sharding->unreduced : operand->unreduced;
	result->unreduced_kind = kind->unreduced_kind;
	result->reduced = op_has(op, JAX_REDUCED_RULE) ? operand->reduced : 0;
	return true;
}

/* The dimension of the result that was dimension `dim` of the operand. */
static int32_t dim_after(const int64_t *axes, uint32_t count, int32_t dim)
{
	int32_t after = 0;
	for (int32_t i = 0; i < dim; i++)
		after += !has_axis(axes, count, i);
	return after;
}

/* batching.py reducer_batcher. */
static bool batch_reduce(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct reduction *one = batching->params;
	struct reduction *all = arena_new(op->arena, struct reduction, 1);
	int64_t *axes = shape_copy(op->arena, one->axes, one->count);
	int32_t dim = batching->dims[0];
	int64_t rank = batching->operands[0]->type.rank;
	for (uint32_t i = 0; i < one->count; i++) {
		axes[i] += axes[i] >= dim;
		if (axes[i] < -rank || axes[i] >= rank)
			return refuse_index(op, axes[i], (uint32_t)rank);
	}
	*all = *one;
	all->axes = axes;
	out->dims[0] = dim_after(axes, one->count, dim);
	if (op_has(op, JAX_VMAP_SHARDS_REDUCTIONS) &&
	    !batch_sharding(op, batching->mapping, one->sharding, (uint32_t)out->dims[0],
	                    &all->sharding))
		return false;
	return primitive_apply(op, batching->primitive, all, batching->operands, 1, out->results,
	                       1);
}

static bool infer_argument(struct op *op, const struct application *application,
                           struct array_type *result)
{
	const struct reduction *reduction = application->params;
	assert(reduction->count == 1 && reduction->index_dtype);
	const struct array_type *operand = application->operands[0];
	int64_t axis = reduction->axes[0];
	if (axis < 0 || axis >= operand->rank)
		return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("Invalid axis {} for operand shape {shape}", axis, operand));
	if (operand->shape[axis] < 1)
		return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		              TEXT("argmin and argmax require non-empty reduced dimension. "
		                   "operand.shape={shape} axis={}",
		                   operand, axis));
	if (!dtype_is_integer(reduction->index_dtype))
		return refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
		              TEXT("index_dtype must be an integer type, but got {}",
		                   reduction->index_dtype->name));
	result->dtype = reduction->index_dtype;
	return delete_axes(op, operand, &axis, 1, result) &&
	       spec_readable(op, operand, "pspec[...]") &&
	       finish_reduced(op, application, operand, &axis, 1, result);
}

/* What the elements of a reduction are joined by. */
static const struct primitive *reduction_joins(const struct primitive *reduction)
{
	return reduction == &lax_reduce_sum    ? &lax_add
	       : reduction == &lax_reduce_prod ? &lax_mul
	       : reduction == &lax_reduce_max  ? &lax_max
	       : reduction == &lax_reduce_min  ? &lax_min
	       : reduction == &lax_reduce_or   ? &lax_or
	       : reduction == &lax_reduce_and  ? &lax_and
	                                       : &lax_xor;
}

/* The strides of the result along the dimensions of the operand: 0 along those that are reduced. */
static void reduced_strides(const struct array_type *operand, const struct reduction *reduction,
                            const struct array_type *result, int64_t *strides)
{
	int64_t own[MAX_RANK];
	strides_of(result, own);
	for (uint32_t i = 0, next = 0; i < operand->rank; i++)
		strides[i] = has_axis(reduction->axes, reduction->count, i) ? 0 : own[next++];
}

/* For each element of the operand the place in the result that it goes to; NULL: no room. */
static const union element *result_places(struct op *op, const struct application *application,
                                          const struct array_type *result)
{
	const struct array_type *operand = application->operands[0];
	int64_t strides[MAX_RANK], count = held_count(result);
	union element *own = elements_new(op, result), *places = elements_new(op, operand);
	for (int64_t i = 0; own && i < count; i++)
		own[i].integer = i;
	reduced_strides(operand, application->params, result, strides);
	if (own && places && held_count(operand))
		strided_copy(operand, own, strides, places);
	return own ? places : NULL;
}

/* Sums and products of floats that are exact have one result, in whatever order they are made. */
static bool reduce_elements(struct op *op, const struct application *application,
                            const union element *const *operands, const struct array_type *results,
                            union element *const *items)
{
	const struct primitive *joins = reduction_joins(application->primitive);
	const union element *places = result_places(op, application, results);
	int64_t count = held_count(application->operands[0]), made = held_count(results);
	uint8_t *begun = arena_new(op->arena, uint8_t, (size_t)made + 1);
	struct op exactly = {.numpy = false};
	for (int64_t i = 0; places && i < count; i++) {
		int64_t place = places[i].integer;
		union element one = operands[0][i];
		if (begun[place] &&
		    !element_joined(&exactly, joins, results->dtype, items[0][place], one, &one))
			return false;
		items[0][place] = one;
		begun[place] = 1;
	}
	return places && (count || !made);
}

/* The first of the largest, or smallest, elements; a NaN counts as such. */
static bool argument_elements(struct op *op, const struct application *application,
                              const union element *const *operands,
                              const struct array_type *results, union element *const *items)
{
	const struct array_type *operand = application->operands[0];
	const struct reduction *reduction = application->params;
	const union element *places = result_places(op, application, results);
	int64_t count = held_count(operand), made = held_count(results), strides[MAX_RANK];
	int64_t *best = arena_new(op->arena, int64_t, (size_t)made + 1);
	bool largest = application->primitive == &lax_argmax;
	strides_of(operand, strides);
	for (int64_t i = 0; i < made; i++)
		best[i] = -1;
	for (int64_t i = 0; places && i < count; i++) {
		int64_t place = places[i].integer;
		union element one = operands[0][i];
		if (dtype_holds_reals(operand->dtype) && isnan(one.real))
			return false;
		int order = best[place] < 0
		                ? 1
		                : element_compare(operand->dtype, one, operands[0][best[place]]);
		if (best[place] < 0 || (largest ? order > 0 : order < 0))
			best[place] = i;
	}
	int64_t axis = reduction->axes[0];
	for (int64_t i = 0; i < made; i++)
		items[0][i].integer = best[i] / strides[axis] % operand->shape[axis];
	return places != NULL;
}

#define KIND(...) (&(const struct reduction_kind){__VA_ARGS__})
#define REDUCE(id, ...)                                                        \
	const struct primitive lax_reduce_##id = {.name = "reduce_" #id,       \
	                                          .infer = infer_reduce,       \
	                                          .batch = batch_reduce,       \
	                                          .elements = reduce_elements, \
	                                          __VA_ARGS__}
REDUCE(sum, .unreduced = reduce_partial, .linear = LINEAR, .derivative = DERIVATIVE_KEEPS_SHARDINGS,
       .data = KIND(.of_numbers = true, .joins = true, .since = JAX_SUM_TAKES_SHARDING));
REDUCE(prod, .derivative = DERIVATIVE_OF_REPLICATED, .data = KIND(.of_numbers = true));
REDUCE(max, .unreduced = reduce_partial, .derivative = DERIVATIVE_KEEPS_SHARDINGS,
       .data = KIND(.joins = true, .since = JAX_UNREDUCED_BY_KIND,
                    .unreduced_kind = UNREDUCED_MAX));
REDUCE(min, .unreduced = reduce_partial, .derivative = DERIVATIVE_KEEPS_SHARDINGS,
       .data = KIND(.joins = true, .since = JAX_UNREDUCED_BY_KIND,
                    .unreduced_kind = UNREDUCED_MIN));
REDUCE(or, .derivative = DERIVATIVE_KEEPS_SHARDINGS, .data = KIND(.logical = true));
REDUCE(and, .derivative = DERIVATIVE_KEEPS_SHARDINGS, .data = KIND(.logical = true));
REDUCE(xor, .derivative = DERIVATIVE_KEEPS_SHARDINGS, .data = KIND(.logical = true));
#undef REDUCE
#undef KIND
const struct primitive lax_argmax = {.name = "argmax",
                                     .infer = infer_argument,
                                     .elements = argument_elements,
                                     .batch = batch_reduce,
                                     .derivative = DERIVATIVE_KEEPS_SHARDINGS};
const struct primitive lax_argmin = {.name = "argmin",
                                     .infer = infer_argument,
                                     .elements = argument_elements,
                                     .batch = batch_reduce,
                                     .derivative = DERIVATIVE_KEEPS_SHARDINGS};

const struct array *lax_reduction(struct op *op, const struct primitive *primitive,
                                  const struct array *x, const struct reduction *reduction)
{
	struct reduction *params = arena_new(op->arena, struct reduction, 1);
	*params = *reduction;
	params->axes = shape_copy(op->arena, reduction->axes, reduction->count);
	params->sharding = request_kept(op, reduction->sharding);
	return primitive_apply_one(op, primitive, params, &x, 1);
}

const struct array *lax_reduce(struct op *op, const struct primitive *primitive,
                               const struct array *x, const uint32_t *axes, uint32_t count,
                               const struct sharding_request *sharding)
{
	int64_t *signed_axes = arena_new(op->arena, int64_t, count);
	for (uint32_t i = 0; i < count; i++)
		signed_axes[i] = axes[i];
	struct reduction reduction = {signed_axes, count, sharding, NULL};
	return lax_reduction(op, primitive, x, &reduction);
}

/* ---- The general reduce ---- */

static bool check_initial(struct op *op, const struct application *application)
{
	uint32_t count = application->count / 2;
	const struct array_type *const *initial = application->operands + count;
	bool scalar = true, same = true;
	struct buf shapes = op_buf(op), operands = op_buf(op), values = op_buf(op);
	for (uint32_t i = 0; i < count; i++) {
		scalar = scalar && !initial[i]->rank;
		same = same && initial[i]->dtype == application->operands[i]->dtype;
		const char *comma = i ? ", " : "";
		buf_puts(&shapes, comma);
		python_shape(&shapes, initial[i]->shape, initial[i]->rank);
		buf_puts(&operands, comma);
		type_shaped_array_text(&operands, op->rules, application->operands[i]);
		buf_puts(&values, comma);
		type_shaped_array_text(&values, op->rules, initial[i]);
	}
	if (!scalar)
		return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		              TEXT("reduce found non-scalar initial value: [{}]", &shapes));
	return same || refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
	                      TEXT("reduce operand dtypes should match corresponding initial value "
	                           "dtypes, got operands=[{}] and initial_values=[{}]",
	                           &operands, &values));
}

static bool infer_general(struct op *op, const struct application *application,
                          struct array_type *results)
{
	assert(application->count == 2 * application->nresults);
	const struct reduction *reduction = application->params;
	if (!check_initial(op, application))
		return false;
	for (uint32_t i = 0; i < application->nresults; i++) {
		const struct array_type *operand = application->operands[i];
		results[i].dtype = operand->dtype;
		results[i].weak =
		    operand->weak && application->operands[application->nresults + i]->weak;
		if (!delete_axes(op, operand, reduction->axes, reduction->count, &results[i]) ||
		    (results[i].rank && !spec_readable(op, operand, "pspec[...]")) ||
		    !finish_reduced(op, application, operand, reduction->axes, reduction->count,
		                    &results[i]))
			return false;
	}
	return true;
}

/* lax.py _reduce_batch_rule: the mapped dimension goes to the front of the operands. */
static bool batch_general(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct reduction *one = batching->params;
	uint32_t count = batching->nresults;
	struct reduction *all = arena_new(op->arena, struct reduction, 1);
	int64_t *axes = shape_copy(op->arena, one->axes, one->count);
	for (uint32_t i = 0; i < one->count; i++)
		axes[i]++;
	*all = (struct reduction){axes, one->count, NULL, NULL};
	const struct array **operands = arena_new(op->arena, const struct array *, batching->count);
	for (uint32_t i = 0; i < batching->count; i++) {
		operands[i] = batching->operands[i];
		if (i >= count && batching->dims[i] >= 0)
			return refuse(op, RULE_PROGRAM_ERROR, "NotImplementedError", TEXT(""));
		if (i < count)
			operands[i] = batch_front_unsharded(op, batching->mapping, operands[i],
			                                    batching->dims[i]);
		if (i < count)
			out->dims[i] = 0;
	}
	return primitive_apply(op, batching->primitive, all, operands, batching->count,
	                       out->results, count);
}

bool lax_reduce_general(struct op *op, const struct array *const *operands,
                        const struct array *const *initial, uint32_t count, const int64_t *axes,
                        uint32_t naxes, const struct array **results)
{
	static const struct primitive primitive = {
	    .name = "reduce", .infer = infer_general, .batch = batch_general};
	struct reduction *params = arena_new(op->arena, struct reduction, 1);
	*params = (struct reduction){shape_copy(op->arena, axes, naxes), naxes, NULL, NULL};
	const struct array **all = arena_new(op->arena, const struct array *, (size_t)count * 2);
	for (uint32_t i = 0; i < count; i++) {
		all[i] = operands[i];
		all[count + i] = initial[i];
	}
	return primitive_apply(op, &primitive, params, all, count * 2, results, count);
}

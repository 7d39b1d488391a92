/* SPDX-License-Identifier: Apache-2.0 */
/* JAX: lax/lax.py sort_p, top_k_p. */
#include <inttypes.h>

#include "jax/python_text.h"
#include "op/core/along_axis.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/partial.h"
#include "op/reduce/reduce.h"
#include "op/core/shape_rules.h"
#include "op/core/array_message.h"

struct sorting {
	uint32_t dim, nkeys;
};

struct choosing {
	int64_t k, axis;
};

bool refuse_sharded_dim(struct op *op, const struct array_type *operand, uint32_t dim,
                        const char *does)
{
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
	refuse(op, RULE_DIM_SHARDED, "ShardingTypeError",
	       TEXT("Arguments to sort must be unsharded over the sorting dimension. Got arg "
	            "sharding={sharding} and sorting dimension={}",
	            type, dim));
	return refuse_sharded_dim(op, type, dim, "sorts along");
}

static bool raise_sort_conflict(struct op *op, const struct application *application)
{
	struct buf text = op_buf(op), words = op_buf(op);
	buf_puts(&text, "Arguments to sort must have equal shardings, got: ");
	bool first = true;
	for (uint32_t i = 0; i < application->count; i++) {
		if (!has_explicit(application->operands[i]))
			continue;
		buf_puts(&text, first ? "" : " ");
		buf_puts(&words, first ? "" : " and ");
		type_sharding_text(&text, op->rules, application->operands[i]);
		buf_add(&words, array_shown(op, application->operands[i], ""));
		first = false;
	}
	return refuse(
	    op, RULE_SHARDING_CONFLICT, "ShardingTypeError", TEXT("{}", &text),
	    WORDS("arrays that are sorted together must be sharded alike, but are {}", &words),
	    HELP("move one of them first, by {reshard}"));
}

/* lax.py _sort_sharding_rule; before 0.10 the sorting dimension was free, before 0.8.2 all was. */
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
	uint32_t *dims = arena_new(op->arena, uint32_t, type->rank);
	for (uint32_t i = 0; i + 1 < type->rank; i++)
		dims[i] = i + (i >= dim);
	struct sharding_request request = type_request(type);
	bool asks = type->mesh && op_has(op, JAX_SORT_EQUAL_SHARDINGS);
	return lax_broadcast_in_dim(op, array, type->shape, type->rank, dims,
	                            asks ? &request : NULL);
}

/* lax.py _sort_batch_rule. */
static bool batch_sort(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct sorting *one = batching->params;
	uint32_t first = 0;
	while (batching->dims[first] < 0)
		first++;
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

bool lax_sort(struct op *op, const struct array *const *operands, uint32_t count, uint32_t dim,
              uint32_t nkeys, const struct array **results)
{
	static const struct primitive primitive = {.name = "sort",
	                                           .infer = infer_sort,
	                                           .batch = batch_sort,
	                                           .derivative = DERIVATIVE_OF_REPLICATED};
	struct sorting *params = arena_new(op->arena, struct sorting, 1);
	*params = (struct sorting){dim, nkeys};
	return primitive_apply(op, &primitive, params, operands, count, results, count);
}

/* ---- The largest elements ---- */

/* [8, 4] */
static void list_text(struct buf *out, const int64_t *sizes, uint32_t count)
{
	buf_putc(out, '[');
	for (uint32_t i = 0; i < count; i++)
		buf_printf(out, "%s%" PRId64, i ? ", " : "", sizes[i]);
	buf_putc(out, ']');
}

static bool raise_too_many(struct op *op, const struct array_type *operand,
                           const struct choosing *params)
{
	struct buf shape = op_buf(op);
	list_text(&shape, operand->shape, operand->rank);
	if (op_has(op, JAX_TOP_K_AXIS))
		refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		       TEXT("k argument to top_k must be no larger than size along axis; got k={} "
		            "with shape={} and axis={}",
		            params->k, &shape, params->axis));
	else
		refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		       TEXT("k argument to top_k must be no larger than minor dimension; {} vs {}",
		            params->k, &shape));
	return explain(op,
	               WORDS("the {} largest of {} element{} cannot be chosen", params->k,
	                     operand->shape[params->axis],
	                     operand->shape[params->axis] == 1 ? "" : "s"),
	               HELP("this fails without any sharding too: dimension {} of {array|the "
	                    "array} is as long as that",
	                    params->axis, operand));
}

static bool check_choosing(struct op *op, const struct array_type *operand,
                           const struct choosing *params)
{
	struct buf shape = op_buf(op);
	python_shape(&shape, operand->shape, operand->rank);
	if (dtype_class(operand->dtype) == DTYPE_COMPLEX)
		return refuse(op, RULE_DTYPE_MISMATCH, "ValueError",
		              TEXT("top_k is not compatible with complex inputs."));
	if (params->k < 0)
		return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("k argument to top_k must be nonnegative, got {}", params->k));
	if (!operand->rank)
		return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
		              TEXT("top_k operand must have >= 1 dimension, got ()"));
	if (params->axis < 0 || params->axis >= operand->rank)
		return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("axis argument out of range: axis={} for operand.shape={}",
		                   params->axis, &shape));
	if (operand->shape[params->axis] < params->k)
		return raise_too_many(op, operand, params);
	if (operand->shape[params->axis] <= (int64_t)INT32_MAX + 1 ||
	    !op_has(op, JAX_TOP_K_INDEX_RANGE))
		return true;
	return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
	              TEXT("top_k returns int32 indices, which will overflow for array dimensions "
	                   "larger than the maximum int32 ({}). Got operand.shape={}",
	                   INT32_MAX, &shape));
}

static bool check_top_k_sharding(struct op *op, const struct array_type *operand, uint32_t axis)
{
	if (!spec_readable(op, operand, "pspec[...]"))
		return false;
	if (!operand->spec[axis].count)
		return true;
	refuse(op, RULE_DIM_SHARDED, "ShardingTypeError",
	       TEXT("The input should be unsharded over the axis along which to compute the top_k "
	            "values. Got input type={str} and axis={}",
	            operand, axis));
	return refuse_sharded_dim(op, operand, axis, "chooses along");
}

static bool infer_top_k(struct op *op, const struct application *application,
                        struct array_type *results)
{
	const struct choosing *params = application->params;
	const struct array_type *operand = application->operands[0];
	if (!check_choosing(op, operand, params))
		return false;
	if (op_has(op, JAX_SORT_DIM_UNSHARDED) &&
	    !check_top_k_sharding(op, operand, (uint32_t)params->axis))
		return false;
	int64_t *shape = shape_copy(op->arena, operand->shape, operand->rank);
	shape[params->axis] = params->k;
	for (uint32_t i = 0; i < 2; i++) {
		results[i] = *operand;
		results[i].shape = shape;
		struct sharding_request request = type_request(operand);
		bool made = op_has(op, JAX_SORT_RUNS_RULE)
		                ? rule_of_operand(op, application, operand->spec, &results[i])
		                : type_shard(op, &results[i], &request);
		if (!made)
			return false;
	}
	results[1].dtype = dtype_named(STR("int32"));
	return true;
}

static bool batch_top_k(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct choosing *one = batching->params;
	struct choosing *all = arena_new(op->arena, struct choosing, 1);
	*all = (struct choosing){one->k, one->axis + (batching->dims[0] <= one->axis)};
	out->dims[0] = out->dims[1] = batching->dims[0];
	return primitive_apply(op, batching->primitive, all, batching->operands, 1, out->results,
	                       2);
}

/* Before 0.8.1: along the last dimension alone, from where the mapped one has to be moved. */
static bool batch_top_k_last(struct op *op, const struct batching *batching,
                             const struct batched *out)
{
	uint32_t rank = batching->operands[0]->type.rank;
	int32_t dim = batching->dims[0];
	if (op_has(op, JAX_TOP_K_AXIS) || dim != (int32_t)rank - 1)
		return batch_top_k(op, batching, out);
	uint32_t *swap = arena_new(op->arena, uint32_t, rank);
	for (uint32_t i = 0; i < rank; i++)
		swap[i] = i;
	swap[rank - 2] = rank - 1;
	swap[rank - 1] = rank - 2;
	const struct array *moved = lax_transpose(op, batching->operands[0], swap);
	struct choosing *all = arena_new(op->arena, struct choosing, 1);
	*all = *(const struct choosing *)batching->params;
	all->axis = rank - 1;
	if (!moved || !primitive_apply(op, batching->primitive, all, &moved, 1, out->results, 2))
		return false;
	for (uint32_t i = 0; i < 2; i++) {
		out->dims[i] = dim;
		out->results[i] = lax_transpose(op, out->results[i], swap);
	}
	return out->results[0] && out->results[1];
}

bool lax_largest(struct op *op, const struct array *x, int64_t k, int64_t axis,
                 const struct array **values, const struct array **indices)
{
	static const struct primitive primitive = {.name = "top_k",
	                                           .infer = infer_top_k,
	                                           .batch = batch_top_k_last,
	                                           .derivative = DERIVATIVE_KEEPS_SHARDINGS};
	struct choosing *params = arena_new(op->arena, struct choosing, 1);
	*params = (struct choosing){k, axis};
	const struct array *results[2];
	if (!primitive_apply(op, &primitive, params, &x, 1, results, 2))
		return false;
	*values = results[0];
	*indices = results[1];
	return true;
}

bool lax_top_k(struct op *op, const struct array *x, int64_t k, uint32_t axis,
               const struct array **values, const struct array **indices)
{
	return lax_largest(op, x, k, axis, values, indices);
}

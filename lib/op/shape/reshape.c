/* SPDX-License-Identifier: Apache-2.0 */
/* The primitive reshape. JAX: lax/lax.py. */
#include "op/shape/reshape.h"

#include "op/core/batch.h"
#include "op/core/unreduced.h"
#include "op/core/sharding_request.h"
#include "op/shape/shape.h"
#include "op/core/shape_rules.h"

static bool raise_negative(struct op *op, const struct reshape_params *params)
{
	return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
	              TEXT("reshape new_sizes must all be positive, got {}.",
	                   sizes_of(params->shape, params->rank)));
}

static bool raise_total(struct op *op, const struct array_type *operand,
                        const struct reshape_params *params)
{
	return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
	              TEXT("reshape total size must be unchanged, got new_sizes {} (of total size "
	                   "{}) for shape {shape} (of total size {}).",
	                   sizes_of(params->shape, params->rank),
	                   shape_elements(params->shape, params->rank), operand,
	                   shape_elements(operand->shape, operand->rank)),
	              WORDS("the {} elements of {array|the array} do not fill the shape {}",
	                    shape_elements(operand->shape, operand->rank), operand,
	                    sizes_of(params->shape, params->rank)),
	              HELP("this fails without any sharding too: the number of elements changes"));
}

static bool check_reshape(struct op *op, const struct array_type *operand,
                          const struct reshape_params *params)
{
	for (uint32_t i = 0; i < params->rank; i++)
		if (params->shape[i] < 0)
			return raise_negative(op, params);
	int64_t before = shape_elements(operand->shape, operand->rank);
	int64_t after = shape_elements(params->shape, params->rank);
	if (before == INT64_MAX || after == INT64_MAX)
		return op_unknown(op, "the number of elements does not fit 64 bits");
	if (op_has(op, JAX_RESHAPE_CHECKS_SIZE) && before != after)
		return raise_total(op, operand, params);
	return true;
}

/* The result of a rule that gives back the operand's sharding, whose spec may have another length.
 */
static bool keep_sharding(struct op *op, const struct application *application,
                          struct array_type *result)
{
	struct sharding_request request = type_request(application->operands[0]);
	result->mesh = request.mesh;
	if (!keep_partial(op, application, result))
		return false;
	if (op_has(op, JAX_LENGTHS_CUT_BY_READING) &&
	    result->rank < application->operands[0]->rank &&
	    !spec_readable(op, application->operands[0], "pspec[...]"))
		return false;
	if (spec_is_none(application->operands[0]) && !op_has(op, JAX_SLICING_REDUCED_REFUSED))
		request.count = 0;
	request.unreduced = result->unreduced;
	request.reduced = result->reduced;
	return type_shard(op, result, &request);
}

static bool infer_sharding(struct op *op, const struct application *application,
                           struct array_type *result)
{
	const struct reshape_params *params = application->params;
	const struct array_type *operand = application->operands[0];
	if (params->sharding) {
		result->mesh = params->sharding->mesh;
		return application->primitive->unreduced(op, application, result) &&
		       type_shard(op, result, params->sharding);
	}
	if (!operand->mesh)
		return rule_of_operand(op, application, NULL, result);
	if (!rule_takes_partial(op, application, operand->mesh))
		return false;
	if ((op_has(op, JAX_RESHAPE_REPLICATED_WAYS) && type_is_whole(operand)) ||
	    (op_has(op, JAX_RESHAPE_REPLICATED) && spec_is_none(operand)))
		return keep_sharding(op, application, result);
	struct dim_axes *spec = spec_none(op->arena, params->rank);
	return reshape_spec(op, operand, params, spec) &&
	       rule_result(op, application, operand->mesh, spec, result);
}

static bool infer_reshape(struct op *op, const struct application *application,
                          struct array_type *results)
{
	const struct reshape_params *params = application->params;
	const struct array_type *operand = application->operands[0];
	const struct abstract_mesh *mesh;
	bool runs;
	if (!check_reshape(op, operand, params))
		return false;
	result_like(results, operand, params->shape, params->rank);
	if (!rule_mesh(op, application, &mesh, &runs))
		return false;
	return runs ? infer_sharding(op, application, results)
	            : rule_result(op, application, mesh, NULL, results);
}

static bool raise_sets(struct op *op, const struct application *application, const char *word)
{
	const struct reshape_params *params = application->params;
	return refuse(op, RULE_UNREDUCED_AXIS, "ValueError",
	              TEXT("out_sharding passed to reshape must be {} over the same mesh axes as "
	                   "operand. Got out_sharding: {spec} and operand type: {}",
	                   word, params->sharding, application->operands[0]),
	              HELP("give out_sharding the {} axes of the operand", word));
}

static bool raise_new_set(struct op *op, const struct application *application, const char *word)
{
	const struct reshape_params *params = application->params;
	return refuse(
	    op, RULE_UNREDUCED_AXIS, "ValueError",
	    TEXT("out_sharding passed to `reshape` cannot contain {} axes. Got {sharding}", word,
	         params->sharding),
	    HELP("drop them: a reshape leaves no sum unfinished"));
}

/* JAX: _reshape_ur_rule; what is asked for must have the same sets as the operand. */
static bool reshape_partial(struct op *op, const struct application *application,
                            struct array_type *result)
{
	const struct reshape_params *params = application->params;
	const struct array_type *operand = application->operands[0];
	const struct sharding_request *sharding = params->sharding;
	if (!sharding || !op_has(op, JAX_SHAPES_UNREDUCED))
		return keep_partial(op, application, result);
	if (operand->unreduced && operand->unreduced != sharding->unreduced)
		return raise_sets(op, application, "unreduced");
	if (!operand->unreduced && sharding->unreduced)
		return raise_new_set(op, application, "unreduced");
	if (operand->reduced && operand->reduced != sharding->reduced)
		return raise_sets(op, application, "reduced");
	if (!operand->reduced && sharding->reduced)
		return raise_new_set(op, application, "reduced");
	return true;
}

static bool batch_reshape(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct reshape_params *params = batching->params;
	const struct array *operand = batch_move(op, batching->operands[0], batching->dims[0], 0);
	const struct sharding_request *sharding;
	uint32_t *dimensions = NULL;
	if (!operand || !batch_sharding(op, batching->mapping, params->sharding, 0, &sharding))
		return false;
	if (params->dimensions) {
		dimensions = arena_new(op->arena, uint32_t, operand->type.rank);
		for (uint32_t i = 1; i < operand->type.rank; i++)
			dimensions[i] = params->dimensions[i - 1] + 1;
	}
	out->dims[0] = 0;
	const int64_t *shape =
	    sizes_insert(op->arena, params->shape, params->rank, 0, operand->type.shape[0]);
	out->results[0] = lax_reshape(op, operand, shape, params->rank + 1, dimensions, sharding);
	return out->results[0] != NULL;
}

static bool reshape_elements(struct op *op, const struct application *application,
                             const union element *const *operands, const struct array_type *results,
                             union element *const *items)
{
	const struct reshape_params *params = application->params;
	return !params->dimensions && same_elements(op, application, operands, results, items);
}

static const struct partial_rules partial = {JAX_SHAPES_UNREDUCED, JAX_SHAPES_UNREDUCED};
static const struct primitive reshape = {.name = "reshape",
                                         .infer = infer_reshape,
                                         .unreduced = reshape_partial,
                                         .batch = batch_reshape,
                                         .elements = reshape_elements,
                                         .linear = LINEAR,
                                         .derivative = DERIVATIVE_KEEPS_SHARDINGS,
                                         .data = &partial};

/* NULL for an order that changes nothing. */
static const uint32_t *changed_order(const uint32_t *dimensions, uint32_t rank)
{
	for (uint32_t i = 0; dimensions && i < rank; i++)
		if (dimensions[i] != i)
			return dimensions;
	return NULL;
}

const struct array *lax_reshape(struct op *op, const struct array *x, const int64_t *shape,
                                uint32_t rank, const uint32_t *dimensions,
                                const struct sharding_request *sharding)
{
	struct array_type wanted = {.shape = shape, .rank = rank};
	if (!x)
		return NULL;
	const uint32_t *order = changed_order(dimensions, x->type.rank);
	bool same_sharding = !sharding || !op_has(op, JAX_RESHAPE_LOOKS_AT_SHARDING) ||
	                     request_equals_type(sharding, &x->type);
	if (x->type.rank && type_same_shape(&x->type, &wanted) && !order && same_sharding)
		return x;
	if (!op_takes_rank(op, rank))
		return NULL;
	struct reshape_params *params = arena_new(op->arena, struct reshape_params, 1);
	if (order)
		order = arena_copy(op->arena, order, x->type.rank, sizeof *order);
	*params = (struct reshape_params){shape, rank, order, request_kept(op, sharding)};
	return primitive_apply_one(op, &reshape, params, &x, 1);
}

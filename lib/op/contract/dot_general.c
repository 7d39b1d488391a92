/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "op/contract/contraction.h"

#include "op/core/batch.h"

enum pair_fault { ENTRIES_UNEQUAL, BOTH_SHARDED_UNEQUALLY, BOTH_SHARDED };

/* Whether some dimensions that meet are sharded so; *at is the first. */
static bool has_pair(const struct array_type *const *operands, const struct dimension_list lists[2],
                     enum pair_fault fault, uint32_t *at)
{
	assert(lists[0].count == lists[1].count);
	for (uint32_t i = 0; i < lists[0].count; i++) {
		struct dim_axes a = operands[0]->spec[lists[0].items[i]];
		struct dim_axes b = operands[1]->spec[lists[1].items[i]];
		bool equal = dim_axes_equal(a, b), both = a.count && b.count;
		*at = i;
		if (fault == ENTRIES_UNEQUAL ? !equal : both && !(fault != BOTH_SHARDED && equal))
			return true;
	}
	return false;
}

/* What messages say of dimensions that meet: the entries of all, and one that is at fault. */
struct meeting {
	struct message_argument lhs, rhs, left, right;
};

static struct meeting meeting_at(struct op *op, const struct array_type *const *operands,
                                 const struct dimension_list lists[2], uint32_t at)
{
	assert(at < lists[0].count && at < lists[1].count);
	return (struct meeting){listed_entries(op, operands[0], lists[0]),
	                        listed_entries(op, operands[1], lists[1]),
	                        dimension_of(operands[0], (uint32_t)lists[0].items[at]),
	                        dimension_of(operands[1], (uint32_t)lists[1].items[at])};
}

static bool check_batch(struct op *op, const struct array_type *const *operands,
                        const struct dimension_list batch[2])
{
	bool strict = op_has(op, JAX_DOT_BATCH_EQUAL);
	uint32_t at;
	if (!has_pair(operands, batch, strict ? ENTRIES_UNEQUAL : BOTH_SHARDED_UNEQUALLY, &at))
		return true;
	struct meeting meeting = meeting_at(op, operands, batch, at);
	return refuse(op, RULE_SHARDING_CONFLICT, "ShardingTypeError",
	              TEXT("dot_general requires lhs batch dimensions and rhs batch dimensions to "
	                   "have the {} sharding, got {} and {}.",
	                   strict ? "same" : "consistent", meeting.lhs, meeting.rhs),
	              CLASS_BEFORE(JAX_SHARDING_TYPE_ERROR, "TypeError"),
	              WORDS("batch dimensions are sharded differently: {dimension|the left "
	                    "operand}, {dimension|the right operand}",
	                    meeting.left, meeting.right));
}

static bool check_contracting(struct op *op, const struct array_type *const *operands,
                              const struct dimension_list contracting[2])
{
	uint32_t at;
	if (!op_has(op, JAX_DOT_BATCH_EQUAL) &&
	    has_pair(operands, contracting, BOTH_SHARDED_UNEQUALLY, &at)) {
		struct meeting meeting = meeting_at(op, operands, contracting, at);
		return refuse(op, RULE_SHARDING_CONFLICT, "ShardingTypeError",
		              TEXT("dot_general requires contracting dimensions to have consistent "
		                   "sharding, got {} and {}.",
		                   meeting.lhs, meeting.rhs),
		              CLASS_BEFORE(JAX_SHARDING_TYPE_ERROR, "TypeError"),
		              WORDS("the dimensions that are summed over are sharded differently: "
		                    "{dimension|the left operand}, {dimension|the right operand}",
		                    meeting.left, meeting.right));
	}
	if (!has_pair(operands, contracting, BOTH_SHARDED, &at))
		return true;
	struct meeting meeting = meeting_at(op, operands, contracting, at);
	return refuse(
	    op, RULE_CONTRACTION_AMBIGUOUS, "ShardingTypeError",
	    TEXT("Contracting dimensions are sharded and it is ambiguous how the output should be "
	         "sharded. Please specify the output sharding via the `out_sharding` parameter{}. "
	         "Got lhs_contracting_spec={} and rhs_contracting_spec={}",
	         op_has(op, JAX_DOT_RECOMMENDS_RESHARD)
	             ? " of einsum. Or reshard your input via `jax.experimental.shard.reshard` so "
	               "that the dot is conflict free"
	             : "",
	         meeting.lhs, meeting.rhs),
	    CLASS_BEFORE(JAX_SHARDING_TYPE_ERROR, "ValueError"),
	    WORDS("each device holds a part of the sum, and nothing says how the parts are joined: "
	          "{dimension|the left operand}, {dimension|the right operand}",
	          meeting.left, meeting.right));
}

/* Releases before 0.7.0 compare the meshes of the operands, that of a constant too. */
static bool check_meshes(struct op *op, const struct array_type *const *operands)
{
	if (op_has(op, JAX_DOT_TAKES_EMPTY_MESH) || !operands[0]->mesh == !operands[1]->mesh)
		return true;
	return refuse(
	    op, RULE_CONTEXT_MESH, "ShardingTypeError",
	    TEXT("Mesh of both lhs and rhs should match. Got lhs: {} and rhs: {}",
	         operands[0]->mesh, operands[1]->mesh),
	    CLASS_BEFORE(JAX_SHARDING_TYPE_ERROR, "ValueError"),
	    WORDS("one operand is a constant, which is on no mesh"),
	    HELP("put it on the mesh first: jax.device_put(constant, NamedSharding(mesh, P()))"));
}

static bool infer_dot(struct op *op, const struct application *application,
                      struct array_type *result)
{
	const struct dot_params *params = application->params;
	const struct array_type *const *operands = application->operands;
	const struct dot_dimensions *dimensions = &params->dimensions;
	const struct abstract_mesh *mesh;
	bool runs;
	if (!dot_check_shapes(op, operands, dimensions))
		return false;
	*result = (struct array_type){.weak = operands[0]->weak && operands[1]->weak};
	const struct dim_axes *spec =
	    dot_result(op, operands, dimensions, (struct dimension_list){NULL, 0}, result);
	result->dtype = dot_dtype(op, "lax.dot_general", operands, params->preferred);
	if (!result->dtype || !rule_mesh(op, application, &mesh, &runs))
		return false;
	if (!runs)
		return rule_result(op, application, mesh, NULL, result);
	if (!check_meshes(op, operands))
		return false;
	if (params->sharding)
		return dot_out_sharding(op, application, params->sharding, dimensions, result);
	return check_batch(op, operands, dimensions->batch) &&
	       check_contracting(op, operands, dimensions->contracting) &&
	       rule_result(op, application, mesh, spec, result);
}

static bool batch_dot(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct dot_params *params = batching->params;
	struct dot_params *physical = arena_new(op->arena, struct dot_params, 1);
	*physical = *params;
	uint32_t at;
	physical->dimensions =
	    dot_batch_dimensions(op, batching->operands, batching->dims, &params->dimensions,
	                         (struct dimension_list){NULL, 0}, &at);
	if (!batch_sharding(op, batching->mapping, params->sharding, at, &physical->sharding))
		return false;
	out->dims[0] = (int32_t)at;
	return primitive_apply(op, batching->primitive, physical, batching->operands, 2,
	                       out->results, 1);
}

static const struct primitive dot_general = {.name = "dot_general",
                                             .infer = infer_dot,
                                             .unreduced = dot_unreduced,
                                             .batch = batch_dot,
                                             .linear = LINEAR_IN_EACH,
                                             .derivative = DERIVATIVE_KEEPS_SHARDINGS};

/* The params in the arena, for whoever goes on with them later. */
static const struct dot_params *params_kept(struct op *op, const struct dot_params *params)
{
	struct dot_params *kept = arena_new(op->arena, struct dot_params, 1);
	*kept = *params;
	for (uint32_t i = 0; i < 2; i++) {
		struct dimension_list *lists[] = {&kept->dimensions.contracting[i],
		                                  &kept->dimensions.batch[i]};
		for (uint32_t j = 0; j < 2; j++)
			lists[j]->items = arena_copy(op->arena, lists[j]->items, lists[j]->count,
			                             sizeof *lists[j]->items);
	}
	if (kept->sharding)
		kept->sharding = arena_copy(op->arena, kept->sharding, 1, sizeof *kept->sharding);
	return kept;
}

const struct array *dot_general_apply(struct op *op, const struct array *lhs,
                                      const struct array *rhs, const struct dot_params *params)
{
	const struct array *operands[] = {lhs, rhs};
	return primitive_apply_one(op, &dot_general, params_kept(op, params), operands, 2);
}

const struct array *lax_dot_general(struct op *op, const struct array *lhs, const struct array *rhs,
                                    const struct dot_dimensions *dimensions,
                                    const struct dtype *preferred,
                                    const struct sharding_request *sharding)
{
	struct dot_params params = {*dimensions, preferred, sharding};
	const struct array *result = dot_general_apply(op, lhs, rhs, &params);
	if (!result && lhs && rhs)
		dot_help(op, lhs, rhs, dimensions, &(struct dot_spelling){"lax.dot_general", NULL});
	return result;
}

/* SPDX-License-Identifier: Apache-2.0 */

#include "op/contract/contraction.h"
#include "op/core/dtype_class.h"
#include "op/core/shape_rules.h"

enum { GROUP_SIZES = 2 };

enum ragged_mode ragged_mode(const struct ragged_dimensions *dimensions)
{
	int64_t ragged = dimensions->ragged.items[0];
	if (dimension_listed(dimensions->dot.contracting[0], ragged))
		return RAGGED_CONTRACTING;
	return dimension_listed(dimensions->dot.batch[0], ragged) ? RAGGED_BATCH : RAGGED_FREE;
}

static bool raise_plain(struct op *op, enum rule_id rule, const char *text)
{
	return refuse(op, rule, "TypeError", TEXT("{}", text));
}

static bool check_dimension(struct op *op, int64_t dim, uint32_t rank, const char *dimension,
                            const char *operand)
{
	if (dim >= 0 && dim < rank)
		return true;
	return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("ragged_dot_general requires {} numbers to be nonnegative and less than "
	                   "the number of axes of the {} value, got {} for {} of rank {}.",
	                   dimension, operand, dim, operand, rank));
}

struct dimension_list ragged_prefix(struct op *op, const struct ragged_dimensions *dimensions,
                                    uint32_t side, uint32_t rank, int64_t ragged)
{
	enum ragged_mode mode = ragged_mode(dimensions);
	const struct dimension_list batch = dimensions->dot.batch[side];
	const struct dimension_list taken[] = {batch, dimensions->dot.contracting[side]};
	struct dimension_list inner = mode == RAGGED_FREE ? dimensions_left(op, rank, taken, 2)
	                                                  : dimensions->dot.contracting[side];
	int64_t *items = arena_new(op->arena, int64_t, batch.count + inner.count);
	uint32_t count = 0;
	for (uint32_t i = 0; i < batch.count; i++) {
		if (mode == RAGGED_BATCH && batch.items[i] == ragged)
			break;
		items[count++] = batch.items[i];
	}
	for (uint32_t i = 0; mode != RAGGED_BATCH && i < inner.count; i++) {
		if (inner.items[i] == ragged)
			break;
		items[count++] = inner.items[i];
	}
	return (struct dimension_list){items, count};
}

static bool check_group_sizes(struct op *op, const struct array_type *const *operands,
                              const struct ragged_dimensions *dimensions)
{
	const struct array_type *lhs = operands[0], *sizes = operands[GROUP_SIZES];
	if (!sizes->rank)
		return raise_plain(op, RULE_SHAPE_MISMATCH,
		                   "expected rank of group_sizes to be >=1.");
	if (sizes->rank == 1)
		return true;
	struct dimension_list prefix =
	    ragged_prefix(op, dimensions, 0, lhs->rank, dimensions->ragged.items[0]);
	int64_t *expected = arena_new(op->arena, int64_t, prefix.count + 1);
	for (uint32_t i = 0; i < prefix.count; i++)
		expected[i] = lhs->shape[prefix.items[i]];
	expected[prefix.count] = sizes->shape[sizes->rank - 1];
	if (prefix.count + 1 == sizes->rank &&
	    memcmp(expected, sizes->shape, sizes->rank * sizeof *expected) == 0)
		return true;
	return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
	              TEXT("expected group_sizes to have shape {}, got {shape}.",
	                   sizes_of(expected, prefix.count + 1), sizes));
}

static bool check_group(struct op *op, const struct array_type *rhs, int64_t groups,
                        const struct ragged_dimensions *dimensions)
{
	const struct dimension_list group = dimensions->group;
	if (ragged_mode(dimensions) != RAGGED_FREE)
		return !group.count ||
		       raise_plain(
			   op, RULE_PROGRAM_ERROR,
			   "ragged_dot_general requires zero group dimensions in the rhs when "
			   "lhs ragged dimension is contracting or batch.");
	if (group.count != 1)
		return raise_plain(
		    op, RULE_PROGRAM_ERROR,
		    "ragged_dot_general requires exactly one rhs group dimension when lhs "
		    "ragged dimension is noncontracting.");
	if (!check_dimension(op, group.items[0], rhs->rank, "rhs group dimension", "rhs"))
		return false;
	if (dimension_listed(dimensions->dot.batch[1], group.items[0]) ||
	    dimension_listed(dimensions->dot.contracting[1], group.items[0]))
		return raise_plain(op, RULE_PROGRAM_ERROR,
		                   "ragged_dot_general requires rhs group dimension numbers to be "
		                   "distinct from contracting and batch dimensions.");
	if (rhs->shape[group.items[0]] == groups)
		return true;
	return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
	              TEXT("expected rhs group dimension size to be {}, got {}.", groups,
	                   rhs->shape[group.items[0]]));
}

/* lax.ragged_dot as it was by itself. JAX: 0.5.0, lax.py _ragged_dot_shape_rule. */
static bool check_plain(struct op *op, const struct array_type *const *operands)
{
	static const uint32_t ranks[] = {2, 3, 1};
	const struct array_type *lhs = operands[0], *rhs = operands[1],
				*sizes = operands[GROUP_SIZES];
	for (int i = 0; i < 2; i++) {
		if (operands[i]->rank > ranks[i])
			return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
			              TEXT("too many values to unpack (expected {})", ranks[i]));
		if (operands[i]->rank < ranks[i])
			return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
			              TEXT("not enough values to unpack (expected {}, got {})",
			                   ranks[i], operands[i]->rank));
	}
	if (lhs->shape[1] != rhs->shape[1])
		return refuse(
		    op, RULE_SHAPE_MISMATCH, "TypeError",
		    TEXT("ragged_dot requires that lhs.shape[1] == rhs.shape[1]: got {} and {}.",
		         lhs->shape[1], rhs->shape[1]));
	if (!sizes->rank)
		return refuse(op, RULE_SHAPE_MISMATCH, "IndexError",
		              TEXT("tuple index out of range"));
	if (rhs->shape[0] != sizes->shape[0])
		return refuse(op, RULE_SHAPE_MISMATCH, "TypeError",
		              TEXT("ragged_dot requires that rhs.shape[0] == group_sizes.shape[0]: "
		                   "got {} and {}.",
		                   rhs->shape[0], sizes->shape[0]));
	return true;
}

static bool check_ragged(struct op *op, const struct array_type *const *operands,
                         const struct ragged_dimensions *dimensions)
{
	if (!op_has(op, JAX_RAGGED_DOT_GENERAL) && !dimensions->dot.batch[0].count)
		return check_plain(op, operands);
	if (dimensions->ragged.count != 1)
		return raise_plain(op, RULE_PROGRAM_ERROR,
		                   "ragged_dot_general expects exactly one lhs ragged dimension.");
	if (!check_dimension(op, dimensions->ragged.items[0], operands[0]->rank,
	                     "lhs ragged dimension", "lhs") ||
	    !check_group_sizes(op, operands, dimensions))
		return false;
	const struct array_type *sizes = operands[GROUP_SIZES];
	return check_group(op, operands[1], sizes->shape[sizes->rank - 1], dimensions) &&
	       dot_check_shapes(op, operands, &dimensions->dot);
}

static bool infer_ragged_dot(struct op *op, const struct application *application,
                             struct array_type *result)
{
	const struct ragged_params *params = application->params;
	const struct array_type *const *operands = application->operands;
	const struct array_type *sizes = operands[GROUP_SIZES];
	const struct abstract_mesh *mesh;
	bool runs;
	if (!check_ragged(op, operands, &params->dimensions))
		return false;
	*result =
	    (struct array_type){.weak = operands[0]->weak && operands[1]->weak && sizes->weak};
	dot_result(op, operands, &params->dimensions.dot, params->dimensions.group, result);
	if (ragged_mode(&params->dimensions) == RAGGED_CONTRACTING)
		result->shape = sizes_insert(op->arena, result->shape, result->rank++, 0,
		                             sizes->shape[sizes->rank - 1]);
	if (!dtype_is_integer(sizes->dtype))
		return refuse(
		    op, RULE_DTYPE_MISMATCH, "TypeError",
		    TEXT("{} requires that group_sizes.dtype is subtype of np.integer.",
		         op_has(op, JAX_RAGGED_DOT_GENERAL) ? "ragged_dot_general" : "ragged_dot"));
	result->dtype = dot_dtype(op, "lax.ragged_dot_general", operands, params->preferred);
	if (!result->dtype || !rule_mesh(op, application, &mesh, &runs))
		return false;
	if (!runs)
		return rule_result(op, application, mesh, NULL, result);
	if (!op_has(op, JAX_RAGGED_DOT_RULE))
		return rule_missing(op, application);
	if (params->sharding)
		return plain_out_sharding(op, application, params->sharding, result);
	return refuse(op, RULE_OPERATION_WITHOUT_RULE, "NotImplementedError",
	              TEXT("Explicit sharding inference for ragged_dot_general is not currently "
	                   "implemented. Please specify out_sharding."),
	              WORDS("JAX does not tell by itself how the result of ragged_dot is laid out"),
	              HELP("say it: lax.ragged_dot(…, out_sharding=P(…))"));
}

/* JAX: lax.py _ragged_dot_general_batch_rule. */
static bool batch_ragged_dot(struct op *op, const struct batching *batching,
                             const struct batched *out)
{
	const struct ragged_params *params = batching->params;
	const struct ragged_dimensions *dimensions = &params->dimensions;
	struct ragged_params *physical = arena_new(op->arena, struct ragged_params, 1);
	physical->preferred = params->preferred;
	uint32_t at;
	if (!op_has(op, JAX_RAGGED_DOT_BATCHED))
		return refuse(op, RULE_OPERATION_WITHOUT_RULE, "NotImplementedError",
		              TEXT("Batching rule for 'ragged_dot' not implemented"));
	for (uint32_t i = 0; i < batching->count; i++)
		if (batching->dims[i] != 0)
			return refuse(
			    op, RULE_PROGRAM_ERROR, "NotImplementedError",
			    TEXT("ragged_dot vmap over any dim but 0 - NYI"),
			    HELP("map all three operands of ragged_dot along dimension 0"));
	physical->dimensions.dot = dot_batch_dimensions(op, batching->operands, batching->dims,
	                                                &dimensions->dot, dimensions->group, &at);
	physical->dimensions.ragged = dimensions_bumped(op, dimensions->ragged, 0);
	physical->dimensions.group = dimensions_bumped(op, dimensions->group, 0);
	out->dims[0] = (int32_t)at + (ragged_mode(dimensions) == RAGGED_CONTRACTING);
	return primitive_apply(op, batching->primitive, physical, batching->operands, 3,
	                       out->results, 1);
}

/* A derivative asks for no sharding of the product. JAX: lax.py _ragged_dot_general_jvp_rule. */
static bool ragged_dot_forward(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	struct ragged_params params = *(const struct ragged_params *)entry->params;
	(void)operand;
	params.sharding = NULL;
	if (!op_has(op, JAX_RAGGED_DOT_RULE))
		return op_unknown(op, "the derivative of ragged_dot in this release");
	return primitive_apply_one(op, entry->primitive, &params, entry->operands, entry->count);
}

/* JAX: lax.py _ragged_dot_general_transpose_rule. */
static bool ragged_dot_transpose(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	static const char *const modes[] = {
	    [RAGGED_CONTRACTING] = "RAGGED_CONTRACTING", [RAGGED_BATCH] = "RAGGED_BATCH"};
	const struct ragged_params *params = entry->params;
	enum ragged_mode mode = ragged_mode(&params->dimensions);
	if (mode == RAGGED_FREE)
		return true;
	return refuse(op, RULE_PROGRAM_ERROR, "NotImplementedError",
	              TEXT("Unimplemented grad_{}_dims for ragged dot general in mode {}.",
	                   operand ? "y" : "x", modes[mode]));
}

static const struct primitive ragged_dot = {.name = "ragged_dot_general",
                                            .infer = infer_ragged_dot,
                                            .batch = batch_ragged_dot,
                                            .forward = ragged_dot_forward,
                                            .transpose = ragged_dot_transpose,
                                            .linear = LINEAR_IN_EACH,
                                            .derivative = DERIVATIVE_TAKEN_ONCE};

const struct array *lax_ragged_dot_general(struct op *op, const struct array *const operands[3],
                                           const struct ragged_dimensions *dimensions,
                                           const struct dtype *preferred,
                                           const struct sharding_request *sharding)
{
	struct ragged_params *params = arena_new(op->arena, struct ragged_params, 1);
	*params = (struct ragged_params){*dimensions, preferred, sharding};
	return primitive_apply_one(op, &ragged_dot, params, operands, 3);
}

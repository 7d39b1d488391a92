/* SPDX-License-Identifier: Apache-2.0 */
/* Unreduced and reduced axes of gather and scatter. */
#include "op/index/gather_scatter.h"

static bool refuse_set(struct op *op, const char *set, const char *name)
{
	return refuse(op, RULE_UNREDUCED_AXIS, "NotImplementedError",
	              TEXT("{} rule for {} is not implemented. Please file an issue at "
	                   "https://github.com/jax-ml/jax/issues",
	                   set, name),
	              WORDS("{} takes no operand with {} axes", name, set),
	              HELP("reshard the operand first: {reshard}(operand, P(…))"));
}

static bool refuse_indices(struct op *op, const char *name, const char *set,
                           const struct array_type *indices)
{
	return refuse(
	    op, RULE_UNREDUCED_AXIS, "ShardingTypeError",
	    TEXT("{} indices cannot be {}. Got indices sharding {long axes}.", name, set, indices),
	    HELP("reshard the indices first: {reshard}(i, P(…))"));
}

/* Axes that stay unreduced or reduced want indices that are nowhere sharded. */
static bool check_whole_indices(struct op *op, const struct array_type *indices)
{
	for (uint32_t i = 0; i < indices->rank; i++) {
		if (!indices->spec[i].count)
			continue;
		return refuse(
		    op, RULE_UNREDUCED_AXIS, "NotImplementedError", TEXT(""),
		    WORDS("sharded indices and an operand with unreduced or reduced axes"),
		    HELP("replicate the indices: {reshard}(i, P())"));
	}
	return true;
}

bool gather_unreduced(struct op *op, const struct application *application,
                      struct array_type *result)
{
	const struct array_type *operand = application->operands[0],
				*indices = application->operands[1];
	if (!op_has(op, JAX_GATHER_REDUCED))
		return refuse_unreduced(op, application);
	if (operand->unreduced || indices->unreduced)
		return refuse_set(op, "unreduced", "gather");
	if (indices->reduced)
		return refuse_indices(op, "gather", "reduced", indices);
	result->reduced = operand->reduced;
	return !operand->reduced || check_whole_indices(op, indices);
}

static bool refuse_difference(struct op *op, const struct array_type *operand,
                              const struct array_type *updates)
{
	return refuse(op, RULE_UNREDUCED_AXIS, "ShardingTypeError",
	              TEXT("scatter operand and updates must be unreduced along the same axes. Got "
	                   "operand sharding {long axes} and updates sharding {long axes}.",
	                   operand, updates),
	              WORDS("only one of operand and updates is a sum still to be taken"),
	              HELP("reshard the updates so that both are unreduced over the same axes"));
}

bool scatter_unreduced(struct op *op, const struct application *application,
                       struct array_type *result)
{
	const struct array_type *operand = application->operands[0],
				*indices = application->operands[1],
				*updates = application->operands[2];
	bool adds = application->primitive == &lax_scatter_add;
	if (!adds || !op_has(op, JAX_SCATTER_UNREDUCED))
		return refuse_unreduced(op, application);
	if (operand->reduced || indices->reduced || updates->reduced)
		return refuse_set(op, "reduced", "scatter");
	if (indices->unreduced)
		return refuse_indices(op, "scatter", "unreduced", indices);
	if (operand->unreduced != updates->unreduced)
		return refuse_difference(op, operand, updates);
	result->unreduced = operand->unreduced;
	result->unreduced_kind = UNREDUCED_SUM;
	return !operand->unreduced || check_whole_indices(op, indices);
}

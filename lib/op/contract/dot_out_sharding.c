/* SPDX-License-Identifier: Apache-2.0 */
/* dot_general with out_sharding=, and with unreduced operands or results. */
#include "op/contract/contraction.h"

#include "op/core/sharding_request.h"

static bool any_unreduced(const struct application *application)
{
	return application->operands[0]->unreduced || application->operands[1]->unreduced;
}

bool dot_unreduced(struct op *op, const struct application *application, struct array_type *result)
{
	result->unreduced = result->reduced = 0;
	if (!any_unreduced(application))
		return true;
	if (!op_has(op, JAX_DOT_UNREDUCED_RULE)) {
		refuse(op, RULE_UNREDUCED_AXIS, "NotImplementedError",
		       TEXT("unreduced rule for dot_general is not implemented. Please file an "
		            "issue at https://github.com/jax-ml/jax/issues"));
	} else if (op_has(op, JAX_DOT_REFUSES_UNREDUCED)) {
		refuse(op, RULE_UNREDUCED_AXIS, "ShardingTypeError",
		       TEXT("lhs or rhs passed to dot_general cannot be unreduced. Got lhs={aval} "
		            "and rhs={aval}",
		            application->operands[0], application->operands[1]));
	} else {
		return true;
	}
	return explain(
	    op, WORDS("an operand of a product has parts that are still to be summed"),
	    HELP("finish the sum first: {reshard}(operand, P(…)) without unreduced axes"));
}

/* lhs and rhs are sharded alike where they are summed over. */
static bool check_alike(struct op *op, const struct array_type *const *operands,
                        const struct dot_dimensions *dimensions,
                        const struct sharding_request *request)
{
	const struct dimension_list *lists = dimensions->contracting;
	bool alike = true;
	for (uint32_t i = 0; i < lists[0].count; i++)
		alike = alike && dim_axes_equal(operands[0]->spec[lists[0].items[i]],
		                                operands[1]->spec[lists[1].items[i]]);
	if (alike)
		return true;
	struct str given = op_has(op, JAX_UNREDUCED_REDUCED_RULE) ? STR("")
	                   : op_has(op, JAX_DOT_UNREDUCED_RULE)
	                       ? phrase(op, "out_s={sharding}, ", request)
	                       : phrase(op, "out_sharding={sharding}, ", request);
	return refuse(
	    op, RULE_UNREDUCED_AXIS, "ShardingTypeError",
	    TEXT("lhs and rhs contracting dims should be sharded identically when out_sharding "
	         "provided to dot_general mentions unreduced_axes. Got {}lhs_contracting_spec={}, "
	         "rhs_contracting_spec={}",
	         given, listed_entries(op, operands[0], lists[0]),
	         listed_entries(op, operands[1], lists[1])),
	    WORDS("an unreduced result needs both operands sharded alike along what is summed"),
	    HELP("reshard one operand, or leave `unreduced` out of out_sharding"));
}

/* The axes that the sum runs over, as a set; false when the release cannot compare them. */
static bool summed_axes(const struct op *op, const struct array_type *lhs,
                        struct dimension_list list, uint64_t *axes)
{
	*axes = 0;
	for (uint32_t i = 0; i < list.count; i++) {
		struct dim_axes entry = lhs->spec[list.items[i]];
		if (entry.count != 1 && !op_has(op, JAX_DOT_REFUSES_UNREDUCED))
			return false; /* a tuple or None is an element of the set by itself */
		for (uint32_t j = 0; j < entry.count; j++)
			*axes |= (uint64_t)1 << entry.axes[j];
	}
	return true;
}

static bool check_summed(struct op *op, const struct array_type *lhs, struct dimension_list list,
                         const struct sharding_request *request)
{
	uint64_t axes;
	if (summed_axes(op, lhs, list, &axes) && axes == request->unreduced)
		return true;
	struct buf unreduced = op_buf(op);
	struct partition_spec spec = request_partition_spec(op->arena, request);
	jax_axis_set_text(&unreduced, spec.unreduced, spec.nunreduced);
	return refuse(
	    op, RULE_UNREDUCED_AXIS, "ShardingTypeError",
	    TEXT("out_sharding's unreduced axes should be equal to the contracting specs. Got "
	         "unreduced axes={} and contracting spec={}",
	         &unreduced, listed_entries(op, lhs, list)),
	    WORDS("the result can be unreduced over those axes only that the sum is sharded over"),
	    HELP("name in `unreduced` the axes of the dimensions that are summed over"));
}

static bool check_kind(struct op *op, const struct sharding_request *request)
{
	if (request->unreduced_kind == UNREDUCED_SUM)
		return true;
	return refuse(op, RULE_UNREDUCED_AXIS, "ValueError",
	              TEXT("`out_sharding` passed to `dot_general` can only contain unreduced of "
	                   "kind `sum`. Got out_sharding={sharding}",
	                   request));
}

bool dot_out_sharding(struct op *op, const struct application *application,
                      const struct sharding_request *request,
                      const struct dot_dimensions *dimensions, struct array_type *result)
{
	const struct array_type *const *operands = application->operands;
	struct sharding_request kept = *request;
	if (!dot_unreduced(op, application, result))
		return false;
	if (request->unreduced &&
	    !(check_alike(op, operands, dimensions, request) &&
	      check_summed(op, operands[0], dimensions->contracting[0], request) &&
	      check_kind(op, request)))
		return false;
	if (op_has(op, JAX_UNREDUCED_REDUCED_RULE))
		kept.reduced = 0;
	return type_shard(op, result, &kept);
}

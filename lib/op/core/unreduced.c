/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/unreduced.h"

const char *unreduced_kind_name(enum unreduced_kind kind)
{
	return kind == UNREDUCED_SUM ? "sum" : kind == UNREDUCED_MAX ? "max" : "min";
}

bool check_unreduced_kind(struct op *op, const struct array_type *type, enum unreduced_kind kind)
{
	if (!type->unreduced || type->unreduced_kind == kind)
		return true;
	return refuse(
	    op, RULE_UNREDUCED_AXIS, "ValueError",
	    TEXT("Expected unreduced_kind=UnreducedKind.{} but got UnreducedKind.{}",
	         unreduced_kind_name(kind), unreduced_kind_name(type->unreduced_kind)),
	    WORDS("{array|the operand} holds the parts of a {}, and parts of a {} are wanted", type,
	          unreduced_kind_name(type->unreduced_kind), unreduced_kind_name(kind)));
}

bool help_finish(struct op *op, const struct array_type *type)
{
	struct array_type whole = *type;
	whole.unreduced = whole.reduced = 0;
	return explain(op, HELP("{} first: {reshard}({written}, {P()})",
	                        type->unreduced ? "finish the sum" : "leave 'reduced' out", type,
	                        &whole));
}

bool spec_readable(struct op *op, const struct array_type *type, const char *how)
{
	if ((!type->unreduced && !type->reduced) || !op_has(op, JAX_SPEC_READ_GUARDED))
		return true;
	refuse(op, RULE_UNREDUCED_AXIS, "ValueError",
	       TEXT("Using {} is dangerous when PartitionSpec has non-empty unreduced/reduced set. "
	            "Please use {}",
	            how, how[0] == '*' ? "*spec.partitions" : "spec.partitions[...]"),
	       WORDS("this takes no array with {} axes, and {array|the operand} has some",
	             type->unreduced ? "unreduced" : "reduced", type));
	return help_finish(op, type);
}

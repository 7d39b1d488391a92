/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/unreduced.h"

#include <assert.h>

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

bool refuse_to_vary(struct op *op, const struct array_type *type, uint64_t axes)
{
	assert(type->mesh && axes);
	struct buf names = op_buf(op);
	for (uint32_t i = 0; i < type->mesh->mesh->naxes; i++)
		if (axes >> i & 1)
			buf_printf(&names, "%s'%.*s'", names.len ? ", " : "",
			           STR_ARG(type->mesh->mesh->axes[i].name));
	const char *state = type->unreduced & axes ? "unreduced" : "reduced";
	return refuse(
	    op, RULE_UNREDUCED_AXIS, "ValueError",
	    TEXT("pvary cannot accept args which are {}. Got {} and axes={}", state, type,
	         str_format(op->arena, "{%.*s}", STR_ARG(buf_str(&names)))),
	    WORDS("{array|the array} is {} over axes along which it is to vary", type, state));
}

struct array_type type_varied(const struct op *op, const struct array_type *type)
{
	struct array_type varied = *type;
	for (uint32_t i = 0; op->checks_varying && i < op->noperands; i++) {
		const struct array_type *other = &op->operands[i]->type;
		varied.varying |= other->varying;
		varied.mesh = varied.mesh ? varied.mesh : other->mesh;
	}
	return varied;
}

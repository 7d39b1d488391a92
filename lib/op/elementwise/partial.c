/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/unreduced.h"

#include <assert.h>
#include "op/elementwise/rules.h"

/* The first operand that is unreduced. */
static const struct array_type *unreduced_operand(const struct application *application)
{
	uint32_t i = 0;
	while (i + 1 < application->count && !application->operands[i]->unreduced)
		i++;
	assert(application->operands[i]->unreduced);
	return application->operands[i];
}

/* What the texts of the release name an operand by. */
static struct str operand_text(const struct op *op, const struct array_type *operand)
{
	struct array_type varied = type_varied(op, operand), *type = &varied;
	return op_has(op, JAX_REDUCED_RULE_NAMES_TYPES)
	           ? phrase(op, "Got input type: {str}", type)
	           : phrase(op, "Got input spec: {spec}", type);
}

static bool raise_different(struct op *op, const struct application *application, uint64_t first,
                            uint64_t second)
{
	const struct abstract_mesh *mesh = NULL;
	for (uint32_t i = 0; i < application->count && !mesh; i++)
		mesh = application->operands[i]->mesh;
	bool one_rule = op_has(op, JAX_REDUCED_RULE);
	return refuse(
	    op, RULE_UNREDUCED_AXIS, "ShardingTypeError",
	    TEXT("All inputs should be reduced across the same mesh axes. Got {}{}{}{}{}",
	         one_rule ? "specs: {" : "one input with reduced=", axis_set_of(mesh, first),
	         one_rule ? ", " : " and another input with reduced=", axis_set_of(mesh, second),
	         one_rule ? "}" : ""),
	    WORDS("one operand is reduced over {names}, another over {names}",
	          axis_set_of(mesh, first), axis_set_of(mesh, second)),
	    HELP("give both the same `reduced` axes, by {reshard}"));
}

static bool raise_replicated(struct op *op, const struct array_type *type,
                             const struct abstract_mesh *mesh, uint64_t reduced)
{
	assert(mesh && reduced);
	struct array_type wanted = *type;
	wanted.reduced = reduced;
	wanted.mesh = mesh;
	return refuse(op, RULE_UNREDUCED_AXIS, "ShardingTypeError",
	              TEXT("Inputs cannot be replicated on the same axes that another input is "
	                   "reduced on. {} and reduced spec: {}",
	                   operand_text(op, type), axis_set_of(mesh, reduced)),
	              WORDS("another operand is reduced over {names}, about which {array|this "
	                    "one} says nothing",
	                    axis_set_of(mesh, reduced), type),
	              HELP("make both reduced: {reshard}({written}, {P()})", type, &wanted));
}

static bool raise_sharded(struct op *op, const struct array_type *type,
                          const struct abstract_mesh *mesh, uint64_t reduced)
{
	assert(mesh && reduced);
	return refuse(
	    op, RULE_UNREDUCED_AXIS, "ShardingTypeError",
	    TEXT("Inputs cannot be sharded{} on the same axes that another input is reduced on. "
	         "{}{} and reduced spec: {}",
	         op_has(op, JAX_REDUCED_RULE_NAMES_TYPES) ? "/varying" : "",
	         op_has(op, JAX_REDUCED_RULE)
	             ? "Reshard the input which is reduced to be sharded on the mesh axes it is "
	               "reduced on via `jax.sharding.reshard(inp, jax.P(...))`. "
	             : "",
	         operand_text(op, type), axis_set_of(mesh, reduced)),
	    WORDS("another operand is reduced over {names}, over which {array|this one} is sharded",
	          axis_set_of(mesh, reduced), type),
	    HELP("shard both over it: move the other one, by {reshard}"));
}

/* Whether the rule for reduced axes looks at an operand: scalars become reduced as the others are,
 * where all axes of the context are Explicit. JAX: core.py insert_reduced_reshard. */
static bool is_looked_at(const struct op *op, const struct array_type *type)
{
	return type->rank || op_has(op, JAX_REDUCED_RULE_OF_SCALARS) ||
	       (op_has(op, JAX_UNREDUCED_REDUCED_RULE) && op->mesh &&
	        !abstract_mesh_all(op->mesh, AXIS_EXPLICIT));
}

/* The axes that the result of several operands is reduced over. JAX:
 * default_nary_reduced_rule. */
static bool join_reduced(struct op *op, const struct application *application,
                         const struct abstract_mesh *mesh, uint64_t *reduced)
{
	const struct array_type *const *operands = application->operands;
	*reduced = 0;
	for (uint32_t i = 0; i < application->count; i++) {
		if (!operands[i]->reduced)
			continue;
		if (!is_looked_at(op, operands[i]))
			return op_unknown(op, "operations on scalars that are reduced");
		if (*reduced && *reduced != operands[i]->reduced)
			return raise_different(op, application, *reduced, operands[i]->reduced);
		*reduced = operands[i]->reduced;
	}
	for (uint32_t i = 0; *reduced && i < application->count; i++) {
		const struct array_type *type = operands[i];
		uint64_t sharded = spec_axes(type->spec, type->rank);
		uint64_t named = sharded | type->unreduced | type->reduced;
		if (!is_looked_at(op, type))
			continue;
		if ((*reduced & ~named) && op_has(op, JAX_REDUCED_RULE))
			return raise_replicated(op, type, mesh, *reduced);
		if (*reduced & sharded)
			return raise_sharded(op, type, mesh, *reduced);
	}
	return true;
}

static bool any_unreduced(const struct application *application)
{
	for (uint32_t i = 0; i < application->count; i++)
		if (application->operands[i]->unreduced)
			return true;
	return false;
}

/* An operation that is not linear takes nothing unreduced. */
static bool refuse_nonlinear(struct op *op, const struct application *application)
{
	const char *name = application->primitive->name;
	const struct array_type *const *operands = application->operands;
	if (!op_has(op, JAX_NONLINEAR_NAMED))
		refuse(op, RULE_UNREDUCED_AXIS, "NotImplementedError",
		       TEXT("unreduced rule for {} is not implemented. Please file an issue at "
		            "https://github.com/jax-ml/jax/issues",
		            name));
	else if (application->count > 1)
		refuse(op, RULE_UNREDUCED_AXIS, "ShardingTypeError",
		       TEXT("{} is a non-linear operation and cannot accept inputs that are "
		            "unreduced. Got ({avals})",
		            name, type_list_of(operands, application->count)));
	else
		refuse(op, RULE_UNREDUCED_AXIS, "ShardingTypeError",
		       TEXT("{} is a non-linear operation and cannot accept input that is "
		            "unreduced. Got {str}",
		            name, operands[0]));
	const struct array_type *part = unreduced_operand(application);
	explain(op, WORDS("{array|an operand} is a sum still to be taken, and {} of its parts is "
	                  "no part of the result",
	                  part, name));
	return help_finish(op, part);
}

/* JAX: unop_ur_rule, nary_ur_rule. */
static bool plain_partial(struct op *op, const struct application *application,
                          struct array_type *result)
{
	return !any_unreduced(application) || refuse_nonlinear(op, application);
}

/* Says that one operand is a sum still to be taken and the other is not. */
static bool say_one_part(struct op *op, const struct array_type *part,
                         const struct array_type *whole)
{
	explain(
	    op,
	    WORDS("{array|one operand} is a sum still to be taken, and {array|the other} is not",
	          part, whole));
	return help_finish(op, part);
}

/* Sums keep what both operands are unreduced over. JAX: _add_ur_rule. */
static bool add_partial(struct op *op, const struct application *application,
                        struct array_type *result)
{
	const struct array_type *x = application->operands[0], *y = application->operands[1];
	const char *name = application->primitive->name;
	if (x->unreduced == y->unreduced) {
		result->unreduced = x->unreduced;
		return true;
	}
	if (!x->unreduced || !y->unreduced) {
		const char *with = x->unreduced ? "lhs" : "rhs";
		refuse(op, RULE_UNREDUCED_AXIS, "ShardingTypeError",
		       TEXT("{} is unreduced while {} is not. `{}` operation does not allow this "
		            "because there will be implicit communication. Please reduce {} via "
		            "`reshard` before calling `{}`.",
		            with, x->unreduced ? "rhs" : "lhs", name, with, name));
		return say_one_part(op, x->unreduced ? x : y, x->unreduced ? y : x);
	}
	refuse(op, RULE_UNREDUCED_AXIS, "ShardingTypeError",
	       TEXT("lhs and rhs to `{}` must be unreduced along the same mesh axes. Got lhs={}, "
	            "rhs={}",
	            name, axis_set_of(x->mesh, x->unreduced), axis_set_of(y->mesh, y->unreduced)),
	       WORDS("{array} and {array} are sums still to be taken, over different axes", x, y));
	return help_finish(op, x);
}

/* A product is linear in one operand when the other is the same on all devices. JAX:
 * _mul_ur_rule. */
static bool mul_partial(struct op *op, const struct application *application,
                        struct array_type *result)
{
	const struct array_type *x = application->operands[0], *y = application->operands[1];
	const struct array_type *part = x->unreduced ? x : y, *factor = x->unreduced ? y : x;
	if (!part->unreduced)
		return true;
	if (factor->unreduced) {
		refuse(op, RULE_UNREDUCED_AXIS, "ShardingTypeError",
		       TEXT("lhs and rhs to `mul` cannot be unreduced since mul is bilinear. Got "
		            "lhs={}, rhs={}",
		            axis_set_of(x->mesh, x->unreduced), axis_set_of(y->mesh, y->unreduced)),
		       WORDS("{array} and {array} are sums still to be taken: their product is not "
		             "that of their parts",
		             x, y));
		return help_finish(op, part);
	}
	if (part->unreduced != factor->reduced) {
		struct array_type left = type_varied(op, x), right = type_varied(op, y);
		refuse(op, RULE_UNREDUCED_AXIS, "ShardingTypeError",
		       TEXT("{} should be reduced along the same axes {} is unreduced on. Got "
		            "lhs={str} and rhs={str}",
		            part == x ? "RHS" : "LHS", part == x ? "LHS" : "RHS", &left, &right),
		       WORDS("{array|one factor} is a sum still to be taken, and {array|the other} "
		             "is not reduced over its axes",
		             part, factor));
		return help_finish(op, part);
	}
	result->unreduced = part->unreduced;
	result->reduced = 0;
	return true;
}

/* A quotient is linear in its numerator. JAX: _div_ur_rule. */
static bool div_partial(struct op *op, const struct application *application,
                        struct array_type *result)
{
	const struct array_type *x = application->operands[0], *y = application->operands[1];
	if (y->unreduced) {
		refuse(op, RULE_UNREDUCED_AXIS, "ValueError",
		       TEXT("The denominator cannot be unreduced passed to `div`. Got y={aval}", y),
		       WORDS("{array|the denominator}, which is divided by, is a sum still to be "
		             "taken",
		             y));
		return help_finish(op, y);
	}
	if (x->unreduced && x->unreduced != y->reduced) {
		refuse(op, RULE_UNREDUCED_AXIS, "ValueError",
		       TEXT("Denominator should be reduced along the same axes numerator is "
		            "unreduced on. Got x={aval}, y={aval}",
		            x, y),
		       WORDS("{array|the numerator} is a sum still to be taken, and {array|the "
		             "denominator} is not reduced over its axes",
		             x, y));
		return help_finish(op, x);
	}
	result->unreduced = x->unreduced;
	result->reduced = x->unreduced ? 0 : result->reduced;
	return true;
}

static bool keep_unreduced(struct op *op, const struct application *application,
                           struct array_type *result)
{
	result->unreduced = application->operands[0]->unreduced;
	return true;
}

/* What the rules of all elementwise primitives do before that of one. */
static bool share_sets(struct op *op, const struct application *application,
                       struct array_type *result)
{
	if (application->count == 1)
		result->reduced = application->operands[0]->reduced;
	else if (op_has(op, JAX_REDUCED_JOINED) &&
	         !join_reduced(op, application, result->mesh, &result->reduced))
		return false;
	for (uint32_t i = 0; i < application->count && op_has(op, JAX_UNREDUCED_KIND_READ); i++)
		if (!check_unreduced_kind(op, application->operands[i], UNREDUCED_SUM))
			return false;
	result->unreduced_kind = UNREDUCED_SUM;
	return true;
}

bool nonlinear_unreduced(struct op *op, const struct application *application,
                         struct array_type *result)
{
	return share_sets(op, application, result) && plain_partial(op, application, result);
}

/* The rule of a primitive whose result may be unreduced since a release. */
#define RULE(name, since, rule)                                                                    \
	bool name(struct op *op, const struct application *application, struct array_type *result) \
	{                                                                                          \
		return share_sets(op, application, result) &&                                      \
		       (op_has(op, since) ? rule : plain_partial)(op, application, result);        \
	}
RULE(add_unreduced, JAX_ADD_UNREDUCED, add_partial)
RULE(mul_unreduced, JAX_MUL_UNREDUCED, mul_partial)
RULE(div_unreduced, JAX_DIV_UNREDUCED, div_partial)
RULE(sub_unreduced, JAX_NONLINEAR_NAMED, add_partial)
RULE(neg_unreduced, JAX_NONLINEAR_NAMED, keep_unreduced)
#undef RULE

bool reduce_precision_unreduced(struct op *op, const struct application *application,
                                struct array_type *result)
{
	if (!op_has(op, JAX_SELECT_PARTIAL))
		return refuse_unreduced(op, application);
	return share_sets(op, application, result) && keep_unreduced(op, application, result);
}

/* The sets of an operand that the result shares. */
static bool keep_sets(struct op *op, const struct array_type *operand, struct array_type *result)
{
	if (op_has(op, JAX_UNREDUCED_KIND_READ) &&
	    !check_unreduced_kind(op, operand, UNREDUCED_SUM))
		return false;
	result->unreduced = operand->unreduced;
	result->unreduced_kind = UNREDUCED_SUM;
	result->reduced = operand->reduced;
	return true;
}

bool convert_partial(struct op *op, const struct application *application,
                     struct array_type *result)
{
	if (any_unreduced(application) && !op_has(op, JAX_TRANSPOSE_UNREDUCED))
		return refuse_unreduced(op, application);
	return keep_sets(op, application->operands[0], result);
}

bool select_partial(struct op *op, const struct application *application, struct array_type *result)
{
	if (!op_has(op, JAX_SELECT_PARTIAL))
		return refuse_unreduced(op, application);
	for (uint32_t i = 1; i < application->count; i++)
		if (application->operands[i]->mesh)
			return keep_sets(op, application->operands[i], result);
	return true;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Values under a name: that a program names for the policies of jax.checkpoint (JAX:
 * ad_checkpoint.py name_p), and that are made in other ways than they are here. */
#include "op/elementwise/elementwise.h"

static bool infer_named(struct op *op, const struct application *application,
                        struct array_type *result)
{
	(void)op;
	*result = *application->operands[0];
	return true;
}

static bool keep_unreduced(struct op *op, const struct application *application,
                           struct array_type *result)
{
	(void)op;
	result->unreduced = application->operands[0]->unreduced;
	result->reduced = application->operands[0]->reduced;
	return true;
}

static bool batch_named(struct op *op, const struct batching *batching, const struct batched *out)
{
	return batched_result(
	    out,
	    primitive_apply_one(op, batching->primitive, batching->params, batching->operands, 1),
	    batching->dims[0]);
}

static const struct primitive named_primitive = {.name = "name",
                                                 .infer = infer_named,
                                                 .unreduced = keep_unreduced,
                                                 .batch = batch_named,
                                                 .linear = LINEAR,
                                                 .derivative = DERIVATIVE_KEEPS_SHARDINGS,
                                                 .same_elements = true};

static const struct primitive opaque_primitive = {.name = "opaque",
                                                  .infer = infer_named,
                                                  .unreduced = keep_unreduced,
                                                  .batch = batch_named,
                                                  .derivative = DERIVATIVE_KEEPS_SHARDINGS};

const struct array *lax_opaque(struct op *op, const struct array *x, struct str name)
{
	struct str *params = arena_new(op->arena, struct str, 1);
	*params = name;
	return primitive_apply_one(op, &opaque_primitive, params, &x, 1);
}

const struct array *lax_named(struct op *op, const struct array *x, struct str name)
{
	struct str *params = arena_new(op->arena, struct str, 1);
	*params = name;
	return primitive_apply_one(op, &named_primitive, params, &x, 1);
}

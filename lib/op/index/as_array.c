/* SPDX-License-Identifier: Apache-2.0 */
/* jnp.asarray of what is an array already. Before 0.10.2 it asks for the sharding that one example
 * has, and vmap puts the mapped axes in at the wrong place when they are not the first. JAX:
 * numpy/array_constructors.py array; lax.py _convert_element_type_batching_rule. */
#include "op/core/batch.h"
#include "op/index/index.h"
#include "op/core/sharding_request.h"

static bool infer_as_array(struct op *op, const struct application *application,
                           struct array_type *result)
{
	const struct sharding_request *asked = application->params;
	const struct array_type *x = application->operands[0];
	const struct abstract_mesh *mesh;
	bool runs;
	*result = type_plain(op->arena, x->dtype, x->shape, x->rank);
	result->weak = x->weak;
	struct sharding_request padded = request_padded(op->arena, asked, x->rank);
	return rule_mesh(op, application, &mesh, &runs) &&
	       rule_result(op, application, mesh, runs ? padded.spec : NULL, result);
}

static bool keep_unreduced(struct op *op, const struct application *application,
                           struct array_type *result)
{
	const struct array_type *x = application->operands[0];
	result->unreduced = x->unreduced;
	result->unreduced_kind = x->unreduced_kind;
	result->reduced = x->reduced;
	return true;
}

static bool batch_as_array(struct op *op, const struct batching *batching,
                           const struct batched *out)
{
	const struct sharding_request *asked = batching->params;
	out->dims[0] = batching->dims[0];
	if (!op_has(op, JAX_ASARRAY_FORGETS_MAPPED) &&
	    !batch_sharding(op, batching->mapping, asked, 0, &asked))
		return false;
	return primitive_apply(op, batching->primitive, asked, batching->operands, 1, out->results,
	                       1);
}

static const struct primitive as_array = {.name = "convert_element_type",
                                          .infer = infer_as_array,
                                          .unreduced = keep_unreduced,
                                          .batch = batch_as_array,
                                          .linear = LINEAR,
                                          .same_elements = true,
                                          .derivative = DERIVATIVE_KEEPS_SHARDINGS};

const struct array *numpy_as_array(struct op *op, const struct array *x)
{
	if (!x || x->level <= op->staged || !x->type.mesh || !op_has(op, JAX_ASARRAY_ASKS_SHARDING))
		return x;
	if (op->replays)
		return x; /* it changed nothing, and was left out of what is repeated */
	struct sharding_request *asked = arena_new(op->arena, struct sharding_request, 1);
	*asked = type_request(&x->type);
	return primitive_apply_one(op, &as_array, asked, &x, 1);
}

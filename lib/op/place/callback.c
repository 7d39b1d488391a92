/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/batch.h"
#include "op/core/dtype_class.h"
#include "op/core/watch.h"
#include "op/place/place.h"

static bool callback_infer(struct op *op, const struct application *application,
                           struct array_type *results)
{
	const struct callback_params *params = application->params;
	for (uint32_t i = 0; i < application->nresults; i++)
		results[i] = params->results[i];
	return true;
}

static bool refuse_vmap(struct op *op, const struct callback_params *params)
{
	if (!params->pure)
		return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
		              TEXT("Cannot `vmap` ordered IO callback."));
	return refuse(op, RULE_PROGRAM_ERROR, "NotImplementedError",
	              TEXT("vmap is only supported for the pure_callback primitive when "
	                   "vmap_method is one of 'sequential', 'sequential_unrolled', "
	                   "'expand_dims', 'broadcast_all', or 'legacy_vectorized'. Got "
	                   "vmap_method=None."),
	              WORDS("the callback does not say how vmap is to call it"),
	              HELP("give it vmap_method='sequential'"));
}

/* Whatever the method, the results of all examples come along a first dimension. */
static bool callback_batch(struct op *op, const struct batching *batching,
                           const struct batched *out)
{
	const struct callback_params *params = batching->params;
	struct callback_params *all = arena_copy(op->arena, params, 1, sizeof *params);
	if (!params->mappable)
		return refuse_vmap(op, params);
	struct array_type *types = arena_new(op->arena, struct array_type, batching->nresults);
	for (uint32_t i = 0; i < batching->nresults; i++) {
		const struct array_type *type = &params->results[i];
		if (type->rank >= MAX_RANK)
			return op_unknown(op, "a callback with so many dimensions");
		batch_insert(op, batching->mapping->size, (struct dim_axes){0}, type, 0, &types[i]);
		out->dims[i] = 0;
	}
	all->results = types;
	return primitive_apply(op, batching->primitive, all, batching->operands, batching->count,
	                       out->results, batching->nresults);
}

static bool callback_forward(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct callback_params *params = entry->params;
	return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
	              TEXT("{}", params->pure ? "Pure callbacks do not support JVP. Please use "
	                                        "`jax.custom_jvp` to use callbacks while taking "
	                                        "gradients."
	                                      : "IO callbacks do not support JVP."),
	              WORDS("a function of the host has no derivative"),
	              HELP("give it one with jax.custom_jvp, or stop the gradient before it"));
}

/* Whether an operand is a number of a loop or branch, which may depend on what a derivative around
 * that is taken by. */
static bool hides_dependence(const struct op *op, const struct array *const *operands,
                             uint32_t count)
{
	for (uint32_t i = 0; i < count && op->watch && op->bodies > op->watch->bodies; i++)
		if (!operands[i]->type.rank && operands[i]->number >= op->watch->first &&
		    dtype_is_inexact(operands[i]->type.dtype))
			return true;
	return false;
}

bool lax_callback(struct op *op, const struct callback_params *params,
                  const struct array *const *operands, uint32_t count, const struct array **results,
                  uint32_t nresults)
{
	static const struct primitive callback = {.name = "pure_callback",
	                                          .infer = callback_infer,
	                                          .batch = callback_batch,
	                                          .forward = callback_forward,
	                                          .derivative = DERIVATIVE_KEEPS_SHARDINGS};
	if (hides_dependence(op, operands, count))
		watch_doubt(op, callback.name);
	return primitive_apply(op, &callback, arena_copy(op->arena, params, 1, sizeof *params),
	                       operands, count, results, nresults);
}

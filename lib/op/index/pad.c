/* SPDX-License-Identifier: Apache-2.0 */
/* The primitive pad. JAX: lax/lax.py. */
#include <assert.h>
#include <inttypes.h>

#include "base/checked.h"
#include "jax/python_text.h"
#include "op/elementwise/elementwise.h"
#include "op/index/index.h"
#include "op/shape/shape.h"
#include "op/core/shape_rules.h"

static void config_text(struct buf *out, const struct padding *paddings, uint32_t rank)
{
	buf_putc(out, '(');
	for (uint32_t i = 0; i < rank; i++)
		buf_printf(out, "%s(%" PRId64 ", %" PRId64 ", %" PRId64 ")", i ? ", " : "",
		           paddings[i].low, paddings[i].high, paddings[i].interior);
	python_tuple_end(out, rank);
}

/* The size of a padded dimension, which may be negative; false when it does not fit. */
static bool padded_size(const struct padding *padding, int64_t size, int64_t *result)
{
	int64_t gaps = 0;
	if (size > 0 && !checked_multiply(&gaps, size - 1, padding->interior))
		return false;
	return checked_add(result, size, gaps) && checked_add(result, *result, padding->low) &&
	       checked_add(result, *result, padding->high);
}

static void *raise_config(struct op *op, const struct padding *paddings,
                          const struct array_type *operand, const int64_t *shape)
{
	assert(!shape || operand->rank > 0);
	struct buf config = op_buf(op);
	config_text(&config, paddings, operand->rank);
	if (!shape)
		return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		              TEXT("interior padding in padding_config must be nonnegative, got "
		                   "padding_config {}",
		                   &config),
		              WORDS("interior padding cannot be negative"));
	refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
	       TEXT("Dimension size after padding is not at least 0, got result shape {}, for "
	            "padding_config {} and operand shape {shape}",
	            sizes_of(shape, operand->rank), &config, operand));
	uint32_t dim = 0;
	while (dim + 1 < operand->rank && shape[dim] >= 0)
		dim++;
	return explain(op, WORDS("the negative padding takes more from dimension {} than its {} "
	                         "element{}",
	                         dim, operand->shape[dim], operand->shape[dim] == 1 ? "" : "s"));
}

static const int64_t *padded_shape(struct op *op, const struct padding *paddings,
                                   const struct array_type *operand)
{
	int64_t *shape = arena_new(op->arena, int64_t, operand->rank);
	bool negative = false;
	for (uint32_t i = 0; i < operand->rank; i++)
		if (paddings[i].interior < 0)
			return raise_config(op, paddings, operand, NULL);
	for (uint32_t i = 0; i < operand->rank; i++) {
		if (!padded_size(&paddings[i], operand->shape[i], &shape[i]))
			return op_unknown(op, "the size of the result does not fit 64 bits");
		negative |= shape[i] < 0;
	}
	return negative ? raise_config(op, paddings, operand, shape) : shape;
}

static bool infer_pad(struct op *op, const struct application *application,
                      struct array_type *results)
{
	const struct array_type *operand = application->operands[0];
	const struct array_type *value = application->operands[1];
	if (value->rank && op_has(op, JAX_PAD_CHECKS_VALUE))
		return refuse(
		    op, RULE_SHAPE_MISMATCH, "ValueError",
		    TEXT("padding_value must be a scalar; got np.shape(padding_value)={shape}",
		         value));
	const struct pad_params *params = application->params;
	const int64_t *shape = padded_shape(op, params->paddings, operand);
	if (!shape)
		return false;
	if (operand->dtype != value->dtype)
		return refuse(
		    op, RULE_DTYPE_MISMATCH, "TypeError",
		    TEXT("pad operand and padding_value must be same dtype: got {} and {}.",
		         operand->dtype, value->dtype));
	result_like(results, operand, shape, operand->rank);
	results->weak = operand->weak && value->weak;
	return rule_varying_numpy(op, application, "padding", params->numpy_dims, results);
}

/* An array that is everywhere `value`, as large as the operand and sharded like it. JAX:
 * full_like. */
static const struct array *full_like(struct op *op, const struct array *x,
                                     const struct dtype *dtype)
{
	struct sharding_request request = type_request(&x->type);
	return lax_full(op, dtype, false, x->type.shape, x->type.rank,
	                x->type.mesh ? &request : NULL);
}

static const struct array *apply_pad(struct op *op, const struct array *x,
                                     const struct array *value, const struct pad_params *params);

/* Every example padded by its own value. */
static const struct array *pad_mapped_value(struct op *op, const struct array *operand,
                                            const struct array *value,
                                            const struct pad_params *params, uint32_t mapped)
{
	const struct dtype *boolean = dtype_named(STR("bool"));
	const struct array *zero = array_scalar(op, operand->type.dtype, operand->type.weak);
	const struct array *padded = apply_pad(op, operand, zero, params);
	const struct array *mask = padded ? full_like(op, operand, boolean) : NULL;
	mask = mask ? apply_pad(op, mask, array_scalar(op, boolean, false), params) : NULL;
	const struct array *cases[2] = {NULL, padded};
	if (mask)
		cases[0] = lax_broadcast_in_dim(op, value, padded->type.shape, padded->type.rank,
		                                &mapped, NULL);
	return cases[0] ? lax_select_n(op, mask, cases, 2) : NULL;
}

static bool batch_pad(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct pad_params *params = batching->params;
	const struct array *operand = batching->operands[0], *value = batching->operands[1];
	bool mapped = batching->dims[0] >= 0;
	uint32_t at = mapped ? (uint32_t)batching->dims[0] : 0;
	if (!mapped)
		operand =
		    lax_broadcast(op, operand, &value->type.shape[batching->dims[1]], 1, NULL);
	if (!operand)
		return false;
	struct padding *paddings = arena_new(op->arena, struct padding, operand->type.rank);
	struct pad_params all = {paddings, 0};
	for (uint32_t i = 0, next = 0; i < operand->type.rank; i++) {
		if (i == at)
			continue;
		if (i < 64 && (params->numpy_dims >> next & 1))
			all.numpy_dims |= UINT64_C(1) << i;
		paddings[i] = params->paddings[next++];
	}
	return batched_result(out,
	                      batching->dims[1] < 0
	                          ? apply_pad(op, operand, value, &all)
	                          : pad_mapped_value(op, operand, value, &all, at),
	                      (int32_t)at);
}

static bool pad_elements(struct op *op, const struct application *application,
                         const union element *const *operands, const struct array_type *results,
                         union element *const *items)
{
	const struct pad_params *params = application->params;
	const struct array_type *operand = application->operands[0];
	int64_t own[MAX_RANK], strides[MAX_RANK], count = held_count(results);
	int64_t given = held_count(operand);
	(void)op;
	strides_of(operand, own);
	strides_of(results, strides);
	for (int64_t i = 0; i < count; i++)
		items[0][i] = operands[1][0];
	for (int64_t i = 0; i < given; i++) {
		int64_t place = 0;
		bool inside = true;
		for (uint32_t d = 0; d < results->rank; d++) {
			const struct padding *padding = &params->paddings[d];
			int64_t at =
			    padding->low + i / own[d] % operand->shape[d] * (padding->interior + 1);
			inside = inside && at >= 0 && at < results->shape[d];
			place += at * strides[d];
		}
		if (inside)
			items[0][place] = operands[0][i];
	}
	return true;
}

static const struct partial_rules partial = {JAX_SLICES_PARTIAL, JAX_SLICES_PARTIAL};
static const struct primitive pad = {.name = "pad",
                                     .infer = infer_pad,
                                     .unreduced = keep_partial,
                                     .batch = batch_pad,
                                     .elements = pad_elements,
                                     .linear = LINEAR,
                                     .derivative = DERIVATIVE_KEEPS_SHARDINGS,
                                     .data = &partial};

static const struct array *apply_pad(struct op *op, const struct array *x,
                                     const struct array *value, const struct pad_params *params)
{
	if (!x)
		return NULL;
	const struct array *operands[] = {x, value};
	struct pad_params *kept = arena_new(op->arena, struct pad_params, 1);
	kept->paddings =
	    arena_copy(op->arena, params->paddings, x->type.rank, sizeof *params->paddings);
	kept->numpy_dims = params->numpy_dims;
	return primitive_apply_one(op, &pad, kept, operands, 2);
}

const struct array *lax_pad(struct op *op, const struct array *x, const struct array *value,
                            const struct padding *paddings)
{
	return apply_pad(op, x, value, &(struct pad_params){paddings, 0});
}

const struct array *numpy_pad(struct op *op, const struct array *x, const struct array *value,
                              const struct padding *paddings, uint64_t dims)
{
	return apply_pad(op, x, value, &(struct pad_params){paddings, dims});
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Fourier transforms along the last dimensions. JAX: lax/fft.py. */
#include "op/contract/contract.h"

#include <assert.h>
#include "op/core/dtype_class.h"
#include "op/shape/shape.h"

/* What is wrong with a dimension that is transformed. */
static bool refuse_lengths(struct op *op, const char *name, const struct array_type *x,
                           const struct fft_params *params)
{
	const char *must = params->kind == FFT_IRFFT
	                       ? "be equal to all except the last fft_length, got fft_lengths="
	                       : "be equal to fft_lengths ";
	return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
	              TEXT("{} input shape {} minor dimensions must {}{}", name,
	                   sizes_of(x->shape, x->rank), must, params->lengths),
	              HELP("cut or pad the array to the lengths first, as jnp.fft does with s="));
}

/* Whether the last dimensions, the very last one of IRFFT excepted, have the lengths. */
static bool has_lengths(const struct array_type *x, const struct fft_params *params)
{
	assert(params->lengths.count > 0 && params->lengths.count <= x->rank);
	uint32_t count = params->lengths.count, compared = count - (params->kind == FFT_IRFFT);
	for (uint32_t i = 0; i < compared; i++)
		if (x->shape[x->rank - count + i] != params->lengths.items[i])
			return false;
	return true;
}

static bool check_dtype(struct op *op, const char *name, const struct array_type *x,
                        const struct fft_params *params)
{
	bool real = params->kind == FFT_RFFT;
	bool taken = real ? dtype_class(x->dtype) == DTYPE_FLOAT && x->dtype->bits >= 32
	                  : dtype_class(x->dtype) == DTYPE_COMPLEX;
	return taken ||
	       refuse(op, RULE_DTYPE_MISMATCH, "ValueError",
	              TEXT("{} input must be {}, got {}", name,
	                   real ? "float32 or float64" : "complex64 or complex128", x->dtype));
}

static bool infer_fft(struct op *op, const struct application *application,
                      struct array_type *result)
{
	static const char *const names[] = {"FFT", "FFT", "RFFT", "IRFFT"};
	const struct fft_params *params = application->params;
	const struct array_type *x = application->operands[0];
	const char *name = names[params->kind];
	uint32_t count = params->lengths.count;
	if (count > x->rank)
		return refuse(op, RULE_SHAPE_MISMATCH, "ValueError",
		              TEXT("FFT input shape {} must have at least as many input dimensions "
		                   "as fft_lengths {}.",
		                   sizes_of(x->shape, x->rank), params->lengths));
	if (!check_dtype(op, name, x, params))
		return false;
	if (!has_lengths(x, params))
		return refuse_lengths(op, name, x, params);
	if (x->unreduced || x->reduced)
		return op_unknown(op,
		                  "Fourier transforms of arrays with unreduced or reduced axes");
	*result = *x;
	int64_t *shape = shape_copy(op->arena, x->shape, x->rank);
	int64_t last = count ? params->lengths.items[count - 1] : 0;
	if (params->kind == FFT_RFFT) {
		shape[x->rank - 1] = last / 2 + 1;
		result->dtype =
		    dtype_named(x->dtype->bits == 64 ? STR("complex128") : STR("complex64"));
	} else if (params->kind == FFT_IRFFT) {
		shape[x->rank - 1] = last;
		result->dtype = real_dtype(x->dtype);
	}
	result->shape = shape;
	struct sharding_request request = type_request(x);
	return type_shard(op, result, &request);
}

static bool batch_fft(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct array *x = batch_move(op, batching->operands[0], batching->dims[0], 0);
	out->dims[0] = 0;
	return x &&
	       primitive_apply(op, batching->primitive, batching->params, &x, 1, out->results, 1);
}

static const struct primitive fft = {.name = "fft",
                                     .infer = infer_fft,
                                     .batch = batch_fft,
                                     .linear = LINEAR,
                                     .derivative = DERIVATIVE_KEEPS_SHARDINGS};

const struct array *lax_fft(struct op *op, const struct array *x, enum fft_kind kind,
                            struct dimension_list lengths)
{
	struct fft_params *params = arena_new(op->arena, struct fft_params, 1);
	*params = (struct fft_params){kind, lengths};
	return primitive_apply_one(op, &fft, params, &x, 1);
}

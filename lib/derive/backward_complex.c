/* SPDX-License-Identifier: Apache-2.0 */
/* The way back through complex numbers and their parts, and through Fourier transforms. JAX:
 * lax/lax.py real_p and the next, lax/fft.py _fft_transpose_rule. */
#include "derive/apply.h"
#include "derive/rules.h"
#include "op/contract/contract.h"
#include "op/core/dtype_class.h"
#include "op/elementwise/elementwise.h"
#include "op/index/index.h"
#include "op/shape/shape.h"

/* A row of twos, with ones where a frequency stands for itself alone: the first, and the last of a
 * transform of even length. */
static const struct array *mask(struct op *op, const struct array *like, int64_t length)
{
	const int64_t *size = like->type.shape + like->type.rank - 1, one = 1;
	const int64_t *unit = arena_copy(op->arena, &one, 1, sizeof one);
	const struct array *row = lax_broadcast(op, literal(op, like, 2), size, 1, NULL);
	const struct array *zero = array_scalar(op, dtype_named(STR("int32")), false);
	for (int alone = 0; row && alone < (length % 2 ? 1 : 2); alone++) {
		const struct array *update = lax_broadcast(op, literal(op, like, 1), unit, 1, NULL);
		const struct array *start = literal(op, zero, alone ? (double)*size - 1 : 0);
		row = update ? lax_dynamic_update_slice(op, row, update, &start) : NULL;
	}
	return row;
}

/* The row for each place of the other dimensions of `like`. */
static const struct array *along_last(struct op *op, const struct array *row,
                                      const struct array *like)
{
	uint32_t last = like->type.rank - 1;
	return row ? lax_broadcast_in_dim(op, row, like->type.shape, like->type.rank, &last,
	                                  asked_sharding(op, &like->type))
	           : NULL;
}

static const struct array *back_real(struct op *op, const struct array *g,
                                     struct dimension_list lengths, double count)
{
	int64_t length = lengths.items[lengths.count - 1];
	const struct array *weights = along_last(op, mask(op, g, length), g);
	const struct array *part = over(op, lax_unary(op, &lax_conj, g), weights);
	const struct array *sum = part ? lax_fft(op, part, FFT_IRFFT, lengths) : NULL;
	return sum ? times(op, literal(op, sum, count), sum) : NULL;
}

static const struct array *back_to_complex(struct op *op, const struct array *g,
                                           struct dimension_list lengths, double count)
{
	int64_t length = lengths.items[lengths.count - 1];
	const struct array *x = lax_fft(op, g, FFT_RFFT, lengths);
	const struct array *row = x ? mask(op, x, length) : NULL;
	const struct array *scaled = row ? times(op, literal(op, row, 1 / count), row) : NULL;
	const struct array *weights = along_last(op, scaled, x);
	return weights ? lax_unary(op, &lax_conj, times(op, weights, x)) : NULL;
}

static bool back_fft(struct backward *b)
{
	const struct fft_params *params = b->equation->params;
	const struct array *g = b->cotangents[0];
	double count = 1;
	for (uint32_t i = 0; i < params->lengths.count; i++)
		count *= (double)params->lengths.items[i];
	if (params->kind == FFT_RFFT)
		b->made[0] = back_real(b->op, g, params->lengths, count);
	else if (params->kind == FFT_IRFFT)
		b->made[0] = back_to_complex(b->op, g, params->lengths, count);
	else
		b->made[0] = lax_fft(b->op, g, params->kind, params->lengths);
	return b->made[0] != NULL;
}

static bool joined(struct backward *b, const struct array *real, const struct array *imaginary)
{
	b->made[0] = lax_binary(b->op, &lax_complex, real, imaginary);
	return b->made[0] != NULL;
}

static bool back_real_part(struct backward *b)
{
	return joined(b, b->cotangents[0], literal(b->op, b->cotangents[0], 0));
}

static bool back_imaginary_part(struct backward *b)
{
	const struct array *zero = literal(b->op, b->cotangents[0], 0);
	return joined(b, zero, negative(b->op, b->cotangents[0]));
}

static bool back_complex(struct backward *b)
{
	struct op *op = b->op;
	const struct array *g = b->cotangents[0];
	if (b->linear[0] && !(b->made[0] = lax_unary(op, &lax_real, g)))
		return false;
	if (b->linear[1] && !(b->made[1] = lax_unary(op, &lax_imag, negative(op, g))))
		return false;
	return true;
}

static bool back_conjugate(struct backward *b)
{
	const struct array_type *type = &b->equation->operands[0]->type;
	bool complex = dtype_class(type->dtype) == DTYPE_COMPLEX;
	b->made[0] = lax_unary(b->op, complex ? &lax_conj : &lax_real, b->cotangents[0]);
	return b->made[0] != NULL;
}

const struct backward_rule complex_backward[] = {
    {"complex", back_complex},     {"conj", back_conjugate}, {"fft", back_fft},
    {"imag", back_imaginary_part}, {"real", back_real_part}, {NULL, NULL},
};

/* SPDX-License-Identifier: Apache-2.0 */
/* Products and convolutions. JAX: lax/lax.py, lax/convolution.py. */
#include "lower/rows.h"
#include "op/contract/contract.h"

/* Operands of another dtype than the result are converted before, when they differ. */
static void make_alike(struct writing *writing)
{
	struct term *operands = writing->operands;
	if (operands[0].type.dtype == operands[1].type.dtype)
		return;
	for (uint32_t i = 0; i < 2; i++) {
		struct array_type type = operands[i].type;
		if (type.dtype == writing->result->dtype)
			continue;
		type.dtype = writing->result->dtype;
		operands[i] =
		    emit(writing->emitter, "stablehlo.convert", &operands[i], 1, STR(""), &type);
	}
}

static bool write_dot_general(struct writing *writing)
{
	const struct dot_params *params = writing->equation->params;
	const struct dot_dimensions *dims = &params->dimensions;
	struct buf text = {.arena = writing->emitter->arena};
	bool any = false;
	make_alike(writing);
	buf_puts(&text, "dot_dimension_numbers = #stablehlo.dot<");
	add_list(&text, "lhs_batching_dimensions", dims->batch[0], &any);
	add_list(&text, "rhs_batching_dimensions", dims->batch[1], &any);
	add_list(&text, "lhs_contracting_dimensions", dims->contracting[0], &any);
	add_list(&text, "rhs_contracting_dimensions", dims->contracting[1], &any);
	buf_puts(&text, ">, precision_config = [#stablehlo<precision DEFAULT>, "
	                "#stablehlo<precision DEFAULT>]");
	return written(writing, emit_placed(writing->emitter, "stablehlo.dot_general",
	                                    writing->operands, 2, buf_str(&text), writing->result));
}

/* [b, f, 0, 1]: what stands at each dimension. */
static void add_conv_spec(struct buf *out, const uint32_t *spec, uint32_t rank, const char *letters)
{
	buf_putc(out, '[');
	for (uint32_t i = 0; i < rank; i++) {
		buf_puts(out, i ? ", " : "");
		for (uint32_t j = 0; j < rank; j++) {
			if (spec[j] != i)
				continue;
			if (j < 2)
				buf_putc(out, letters[j]);
			else
				buf_printf(out, "%u", j - 2);
		}
	}
	buf_putc(out, ']');
}

static void add_conv_list(struct buf *out, struct dimension_list list, uint32_t count,
                          struct arena *arena)
{
	int64_t *ones = arena_new(arena, int64_t, count);
	for (uint32_t i = 0; i < count; i++)
		ones[i] = 1;
	add_i64s(out, list.count ? list.items : ones, count);
}

static bool write_convolution(struct writing *writing)
{
	const struct conv_params *params = writing->equation->params;
	struct arena *arena = writing->emitter->arena;
	uint32_t spatial = params->rank - 2;
	struct buf text = {.arena = arena};
	make_alike(writing);
	buf_printf(&text, "batch_group_count = %lld : i64, dimension_numbers = #stablehlo.conv<",
	           (long long)params->batch_groups);
	add_conv_spec(&text, params->dimensions.specs[CONV_LHS], params->rank, "bf");
	buf_putc(&text, 'x');
	add_conv_spec(&text, params->dimensions.specs[CONV_RHS], params->rank, "oi");
	buf_puts(&text, "->");
	add_conv_spec(&text, params->dimensions.specs[CONV_OUT], params->rank, "bf");
	buf_printf(&text, ">, feature_group_count = %lld : i64, lhs_dilation = ",
	           (long long)params->feature_groups);
	add_conv_list(&text, params->lhs_dilation, spatial, arena);
	buf_puts(&text, ", padding = dense<[");
	for (uint32_t i = 0; i < params->npadding; i++)
		buf_printf(&text, "%s[%lld, %lld]", i ? ", " : "",
		           (long long)params->padding[i].low, (long long)params->padding[i].high);
	buf_printf(&text, "]> : tensor<%ux2xi64>, rhs_dilation = ", spatial);
	add_conv_list(&text, params->rhs_dilation, spatial, arena);
	buf_puts(&text, ", window_strides = ");
	add_conv_list(&text, params->strides, spatial, arena);
	return written(writing, emit_placed(writing->emitter, "stablehlo.convolution",
	                                    writing->operands, 2, buf_str(&text), writing->result));
}

static bool write_fft(struct writing *writing)
{
	static const char *const kinds[] = {
	    [FFT_FFT] = "FFT", [FFT_IFFT] = "IFFT", [FFT_RFFT] = "RFFT", [FFT_IRFFT] = "IRFFT"};
	const struct fft_params *params = writing->equation->params;
	struct buf text = {.arena = writing->emitter->arena};
	buf_puts(&text, "fft_length = ");
	add_i64s(&text, params->lengths.items, params->lengths.count);
	buf_printf(&text, ", fft_type = #stablehlo<fft_type %s>", kinds[params->kind]);
	return written(writing, emit_placed(writing->emitter, "stablehlo.fft", writing->operands, 1,
	                                    buf_str(&text), writing->result));
}

/* What a function makes in steps that are not followed. */
static bool write_opaque(struct writing *writing)
{
	const struct str *name = writing->equation->params;
	return lower_fails(writing->emitter, "what XLA makes of %.*s is not known", STR_ARG(*name));
}

/* Memory that is not moved between devices, and names. */
static bool write_put(struct writing *writing)
{
	return written(writing, writing->operands[0]);
}

const struct lowering_row lower_other_rows[] = {
    {"dot_general", write_dot_general, NULL, NULL},
    {"conv_general_dilated", write_convolution, NULL, NULL},
    {"fft", write_fft, NULL, NULL},
    {"device_put", write_put, NULL, NULL},
    {"name", write_put, NULL, NULL},
    {"opaque", write_opaque, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

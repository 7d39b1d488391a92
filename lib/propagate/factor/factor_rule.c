/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/factor/factor_rule.h"

#include "propagate/factor/factor_families.h"

/* Operations that are not elementwise, with the fewest operands and results they need. */
static const struct opcode_rule {
	enum opcode opcode;
	uint32_t noperands, nresults;
	add_factors *add;
} opcode_rules[] = {
    {OPCODE_DOT, 2, 1, factors_dot},
    {OPCODE_CONVOLUTION, 2, 1, factors_convolution},
    {OPCODE_GATHER, 2, 1, factors_gather},
    {OPCODE_SCATTER, 3, 1, factors_scatter},
    {OPCODE_DYNAMIC_SLICE, 1, 1, factors_dynamic_slice},
    {OPCODE_DYNAMIC_UPDATE_SLICE, 2, 1, factors_dynamic_update_slice},
    {OPCODE_BROADCAST, 1, 1, factors_broadcast},
    {OPCODE_TRANSPOSE, 1, 1, factors_transpose},
    {OPCODE_RESHAPE, 1, 1, factors_reshape},
    {OPCODE_CONCATENATE, 1, 1, factors_concatenate},
    {OPCODE_SLICE, 1, 1, factors_slice},
    {OPCODE_PAD, 1, 1, factors_pad},
    {OPCODE_REVERSE, 1, 1, factors_reverse},
    {OPCODE_BITCAST_CONVERT, 1, 1, factors_bitcast_convert},
    {OPCODE_REDUCE, 2, 1, factors_reduce},
    {OPCODE_REDUCE_WINDOW, 2, 1, factors_reduce_window},
    {OPCODE_SELECT_AND_SCATTER, 2, 1, factors_select_and_scatter},
    {OPCODE_SORT, 1, 1, factors_sort},
    {OPCODE_TOPK, 1, 1, factors_topk},
    {OPCODE_BATCH_NORM_INFERENCE, 1, 1, factors_batch_norm_inference},
    {OPCODE_CHOLESKY, 1, 1, factors_cholesky},
    {OPCODE_TRIANGULAR_SOLVE, 2, 1, factors_triangular_solve},
    {OPCODE_FFT, 1, 1, factors_fft},
    {OPCODE_RNG_BIT_GENERATOR, 1, 2, factors_rng_bit_generator},
    {OPCODE_CUSTOM_CALL, 1, 1, factors_custom_call},
    {OPCODE_ALL_REDUCE, 1, 1, factors_pointwise},
    {OPCODE_COLLECTIVE_PERMUTE, 1, 1, factors_pointwise},
    {OPCODE_COLLECTIVE_BROADCAST, 1, 1, factors_pointwise},
    {OPCODE_ALL_GATHER, 1, 1, factors_all_gather},
    {OPCODE_ALL_TO_ALL, 1, 1, factors_all_to_all},
    {OPCODE_REDUCE_SCATTER, 1, 1, factors_reduce_scatter},
};

/* The error function reaches Shardy as a custom call, of which older ones do not know what it is.
 */
static bool is_closed(const struct instruction *instruction, const struct factor_tensors *tensors)
{
	return instruction->opcode == OPCODE_ERF &&
	       !(tensors->release && tensors->release->has[SHARDY_PASSES_ERF]);
}

static add_factors *find_rule(const struct instruction *instruction,
                              const struct factor_tensors *tensors)
{
	if (is_closed(instruction, tensors))
		return NULL;
	if (opcode_class(instruction->opcode) == OPCODE_CLASS_ELEMENTWISE)
		return tensors->nresults ? factors_pointwise : NULL;
	for (size_t i = 0; i < COUNT_OF(opcode_rules); i++)
		if (opcode_rules[i].opcode == instruction->opcode)
			return tensors->noperands >= opcode_rules[i].noperands &&
			               tensors->nresults >= opcode_rules[i].nresults
			           ? opcode_rules[i].add
			           : NULL;
	return NULL;
}

const struct factor_rule *factor_rule_of(struct arena *arena, struct arena *scratch,
                                         const struct instruction *instruction,
                                         const struct factor_tensors *tensors)
{
	add_factors *add = find_rule(instruction, tensors);
	if (!add)
		return NULL;
	struct factor_builder builder = factor_builder_make(scratch, instruction, tensors);
	add(&builder);
	return factor_build(&builder, arena);
}

const struct factor_rule *factor_rule_identity(struct arena *arena, struct arena *scratch,
                                               const struct hlo_shape *shape, uint32_t noperands)
{
	const struct hlo_shape **shapes =
	    arena_new(scratch, const struct hlo_shape *, (size_t)noperands + 1);
	for (uint32_t i = 0; i <= noperands; i++)
		shapes[i] = shape;
	struct factor_tensors tensors = {.shapes = shapes, .noperands = noperands, .nresults = 1};
	struct factor_builder builder = factor_builder_make(scratch, NULL, &tensors);
	factor_add_pointwise(&builder, shape);
	return factor_build(&builder, arena);
}

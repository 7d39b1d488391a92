/* SPDX-License-Identifier: Apache-2.0 */
#include "module/operation_work.h"

#include <criterion/criterion.h>

/* Every place of a window is tried, as XLA does it. */
static double counted_flops(int64_t input, int64_t kernel, const struct window_dim *w, int64_t out)
{
	double sum = 0;
	for (int64_t o = 0; o < out; o++)
		for (int64_t k = 0; k < kernel; k++) {
			int64_t at = o * w->stride - w->low + k * w->window_dilation;
			sum += at >= 0 && at <= (input - 1) * w->base_dilation &&
			       at % w->base_dilation == 0;
		}
	return 2 * sum;
}

Test(operation_work, counts_windows_of_every_kind)
{
	struct arena arena = {0};
	const struct dtype *f32 = dtype_named(STR("f32"));
	const int64_t spatial = 2, input[] = {1, 1, 11}, kernel[] = {1, 1, 4};
	for (int64_t stride = 1; stride < 4; stride++)
		for (int64_t base = 1; base < 4; base++)
			for (int64_t dilation = 1; dilation < 3; dilation++)
				for (int64_t low = -2; low < 6; low++) {
					const struct window_dim w = {4,    stride,   low,  3,
					                             base, dilation, false};
					int64_t out[] = {1, 1, 7};
					struct convolution_numbers numbers = {
					    .input_feature = 1,
					    .kernel_input = 1,
					    .output_feature = 1,
					    .input_spatial = &spatial,
					    .kernel_spatial = &spatial,
					    .output_spatial = &spatial,
					    .window = &w,
					    .nspatial = 1};
					struct instruction lhs = {
					    .shape = hlo_shape_array(&arena, f32, input, 3)};
					struct instruction rhs = {
					    .shape = hlo_shape_array(&arena, f32, kernel, 3)};
					struct instruction *operands[] = {&lhs, &rhs};
					struct instruction convolution = {
					    .opcode = OPCODE_CONVOLUTION,
					    .shape = hlo_shape_array(&arena, f32, out, 3),
					    .operands = operands,
					    .noperands = 2,
					    .convolution = &numbers};
					const struct operation_sizes whole = {.result = NULL};
					cr_assert_eq(operation_work(&convolution, &whole).flops,
					             counted_flops(11, 4, &w, 7),
					             "stride %d base %d dilation %d low %d",
					             (int)stride, (int)base, (int)dilation,
					             (int)low);
				}
	arena_drop(&arena);
}

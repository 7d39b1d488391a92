/* SPDX-License-Identifier: Apache-2.0 */
/* What a convolution refuses in its parameters, and the sizes that they make.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case numbers[] = {
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), 'SAME', dimension_numbers=('NCX', 'OIX', 'NCX'))",
     "p f32[2,6,8]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), 'SAME', dimension_numbers=('NCX', 'OIY', 'NCX'))",
     "TypeError: convolution dimension_numbers elements must each have the same set of "
     "spatial characters, got ('NCX', 'OIY', 'NCX')."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), 'SAME', dimension_numbers=('NCX', 'OIX', 'NCY'))",
     "TypeError: convolution dimension_numbers elements must each have the same set of "
     "spatial characters, got ('NCX', 'OIX', 'NCY')."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), 'SAME', dimension_numbers=('CCX', 'OIX', 'NCX'))",
     "TypeError: convolution dimension_numbers[0] must contain the characters 'N' and "
     "'C' exactly once, got CCX."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), 'SAME', dimension_numbers=('NCX', 'IIX', 'NCX'))",
     "TypeError: convolution dimension_numbers[1] must contain the characters 'O' and "
     "'I' exactly once, got IIX."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), 'SAME', dimension_numbers=('NCX', 'OIX', 'NXX'))",
     "TypeError: convolution dimension_numbers[2] must contain the characters 'N' and "
     "'C' exactly once, got NXX."},
    {"0.10.2", "x=2 y=4", "",
     "p = lax.conv_general_dilated(jnp.ones((2, 4, 8, 8)), jnp.ones((6, 4, 3, 3)), (1, 1), 'SAME', "
     "dimension_numbers=('NCXX', 'OIXX', 'NCXX'))",
     "TypeError: convolution dimension_numbers[0] cannot have duplicate characters, "
     "got NCXX."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), 'SAME', dimension_numbers=('NCXY', 'OIX', 'NCX'))",
     "TypeError: convolution dimension_numbers[0] must have len equal to the ndim of "
     "lhs and rhs, got 4 for lhs and rhs shapes (2, 4, 8) and (6, 4, 3)."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), 'SAME', dimension_numbers=('NCX', 'OIX'))",
     "TypeError: convolution dimension_numbers list/tuple must be length 3, got 2."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), 'SAME', dimension_numbers=3)",
     "TypeError: convolution dimension_numbers must be tuple/list or None, got <class "
     "'int'>."},
    {"0.10.2", "x=2 y=4", "",
     "p = lax.conv_general_dilated(jnp.ones((2, 8, 9, 4)), jnp.ones((3, 2, 4, 6)), (1, 1), 'SAME', "
     "dimension_numbers=('NHWC', 'WHIO', 'NWHC'))",
     "p f32[2,9,8,6]"},
};

/* Dimension numbers have to name every dimension once, and the same spatial ones in all three. */
Test(convolution_parameters, refuse_dimension_numbers)
{
	testing_programs(numbers, ROWS(numbers));
}

static const struct program_case groups[] = {
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; g f32[6,2,3]",
     "p = lax.conv_general_dilated(a, g, (1,), 'SAME', feature_group_count=2)", "p f32[2,6,8]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), 'SAME', feature_group_count=0)",
     "ValueError: conv_general_dilated feature_group_count must be a positive integer, "
     "got 0."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), 'SAME', feature_group_count=3)",
     "ValueError: conv_general_dilated feature_group_count must divide lhs feature "
     "dimension size, but 3 does not divide 4."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; g f32[6,2,3]",
     "p = lax.conv_general_dilated(a, g, (1,), 'SAME')",
     "ValueError: conv_general_dilated lhs feature dimension size divided by "
     "feature_group_count must equal the rhs input feature dimension size, but 4 // 1 "
     "!= 2."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), 'SAME', feature_group_count=2)",
     "ValueError: conv_general_dilated lhs feature dimension size divided by "
     "feature_group_count must equal the rhs input feature dimension size, but 4 // 2 "
     "!= 4."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]",
     "p = lax.conv_general_dilated(a, jnp.ones((5, 2, 3)), (1,), 'SAME', feature_group_count=2)",
     "ValueError: conv_general_dilated rhs output feature dimension size must be a "
     "multiple of feature_group_count, but 5 is not a multiple of 2."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), 'SAME', batch_group_count=2)", "p f32[1,6,8]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), 'SAME', batch_group_count=0)",
     "ValueError: conv_general_dilated batch_group_count must be a positive integer, "
     "got 0."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), 'SAME', batch_group_count=3)",
     "ValueError: conv_general_dilated batch_group_count must divide lhs batch "
     "dimension size, but 3 does not divide 2."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]",
     "p = lax.conv_general_dilated(a, jnp.ones((5, 4, 3)), (1,), 'SAME', batch_group_count=2)",
     "ValueError: conv_general_dilated rhs output feature dimension size must be a "
     "multiple of batch_group_count, but 5 is not a multiple of 2."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; g f32[6,2,3]",
     "p = lax.conv_general_dilated(a, g, (1,), 'SAME', batch_group_count=2, feature_group_count=2)",
     "ValueError: At most one of batch_group_count and feature_group_count may be > 1, "
     "got batch_group_count=2 and feature_group_count=2"},
};

/* Groups have to be positive, and to divide what they group. */
Test(convolution_parameters, refuse_groups_that_do_not_divide)
{
	testing_programs(groups, ROWS(groups));
}

static const struct program_case windows[] = {
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), [(1, 1), (1, 1)])",
     "TypeError: Wrong number of explicit pads for convolution: expected 1, got 2."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), [(-9, 0)])",
     "ValueError: Negative padding is larger than the size of the corresponding "
     "dimension: got padding=((-9, 0),) for lhs_shape[2:]=(np.int64(8),)"},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), [(-3, -4)])", "p f32[2,6,0]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), [(-8, 0)])", "p f32[2,6,0]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), [(2, 3)], lhs_dilation=(3,))", "p f32[2,6,25]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (3,), [(2, 3)], rhs_dilation=(4,))", "p f32[2,6,2]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), 'SAME', lhs_dilation=(0,))",
     "ValueError: String padding is not implemented for transposed convolution using "
     "this op. Please either exactly specify the required padding or use "
     "conv_transpose."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), 'SAME', rhs_dilation=(-1,))",
     "TypeError: All dilations must be positive, got (-1,)."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), 'SAME', lhs_dilation=(2, 2))",
     "ValueError: String padding is not implemented for transposed convolution using "
     "this op. Please either exactly specify the required padding or use "
     "conv_transpose."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (2,), 'SAME_LOWER')", "p f32[2,6,4]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_general_dilated(a, k, (1,), 'FULL')",
     "RuntimeError: Unrecognized padding type: expected 'VALID', 'SAME', or "
     "'SAME_LOWER', got FULL."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]",
     "p = lax.conv_general_dilated(a, jnp.ones((6, 4, 3, 3)), (1,), 'SAME')",
     "TypeError: convolution requires lhs and rhs ndim to be equal, got 3 and 4."},
    {"0.10.2", "x=2 y=4", "",
     "p = lax.conv_general_dilated(jnp.ones((2, 4)), jnp.ones((6, 4)), (), 'SAME')", "p f32[2,6]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]",
     "p = lax.conv_transpose(a, jnp.ones((3, 8, 5)), (2,), 'SAME')", "p f32[2,8,5]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]",
     "p = lax.conv_transpose(a, jnp.ones((3, 8, 5)), (2,), 'VALID')", "p f32[2,9,5]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv_with_general_padding(a, k, (1,), [(0, 1)], None, None)", "p f32[2,6,7]"},
};

/* Strides, paddings and dilations: how many there are, and what sizes they make. */
Test(convolution_parameters, refuse_windows)
{
	testing_programs(windows, ROWS(windows));
}

static const struct program_case dtypes[] = {
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; l bf16[6,4,3]", "p = lax.conv(a, l, (1,), 'SAME')",
     "TypeError: lax.conv_general_dilated requires arguments to have the same dtypes, "
     "got float32, bfloat16."},
    {"0.10.2", "x=2 y=4", "k f32[6,4,3]; i i32[2,4,8]", "p = lax.conv(i, k, (1,), 'SAME')",
     "TypeError: lax.conv_general_dilated requires arguments to have the same dtypes, "
     "got int32, float32."},
    {"0.10.2", "x=2 y=4", "i i32[2,4,8]; j i32[6,4,3]", "p = lax.conv(i, j, (1,), 'SAME')",
     "p i32[2,6,8]"},
    {"0.10.2", "x=2 y=4", "h bf16[2,4,8]; l bf16[6,4,3]", "p = lax.conv(h, l, (1,), 'SAME')",
     "p bf16[2,6,8]"},
    {"0.10.2", "x=2 y=4", "c c64[2,4,8]", "p = lax.conv(c, c, (1,), 'SAME')", "p c64[2,2,8]"},
    {"0.10.2", "x=2 y=4", "h bf16[2,4,8]; l bf16[6,4,3]",
     "p = lax.conv(h, l, (1,), 'SAME', preferred_element_type=jnp.float32)", "p f32[2,6,8]"},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv(a, k, (1,), 'SAME', preferred_element_type=jnp.bfloat16)",
     "TypeError: `preferred_element_type` must not be narrower than the original type."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv(a, k, (1,), 'SAME', preferred_element_type=jnp.int32)",
     "TypeError: Input type is incompatible with `preferred_element_type`. The "
     "compatible combinations of (input_type, preferred_element_type) are (integral, "
     "integral), (integral, floating), (floating, floating), (complex, complex."},
    {"0.10.2", "x=2 y=4", "i i32[2,4,8]; j i32[6,4,3]",
     "p = lax.conv(i, j, (1,), 'SAME', preferred_element_type=jnp.float32)", "p f32[2,6,8]"},
    {"0.10.2", "x=2 y=4", "i i32[2,4,8]; j i32[6,4,3]",
     "p = lax.conv(i, j, (1,), 'SAME', preferred_element_type=jnp.int8)",
     "TypeError: `preferred_element_type` must not be narrower than the original type."},
    {"0.10.2", "x=2 y=4", "s i8[2,4,8]; t i8[6,4,3]",
     "p = lax.conv(s, t, (1,), 'SAME', preferred_element_type=jnp.int32)", "p i32[2,6,8]"},
    {"0.10.2", "x=2 y=4", "s i8[2,4,8]; t i8[6,4,3]",
     "p = lax.conv(s, t, (1,), 'SAME', preferred_element_type=jnp.uint32)",
     "TypeError: `preferred_element_type` must have the same signedness as the "
     "original type."},
    {"0.10.2", "x=2 y=4", "u u8[2,4,8]; v u8[6,4,3]",
     "p = lax.conv(u, v, (1,), 'SAME', preferred_element_type=jnp.int32)", "p i32[2,6,8]"},
    {"0.10.2", "x=2 y=4", "s i8[2,4,8]; t i8[6,4,3]",
     "p = lax.conv(s, t, (1,), 'SAME', preferred_element_type=jnp.bfloat16)", "p bf16[2,6,8]"},
    {"0.10.2", "x=2 y=4", "s i8[2,4,8]; t i8[6,4,3]",
     "p = lax.conv(s, t, (1,), 'SAME', preferred_element_type=jnp.bool_)",
     "TypeError: Input type is incompatible with `preferred_element_type`. The "
     "compatible combinations of (input_type, preferred_element_type) are (integral, "
     "integral), (integral, floating), (floating, floating), (complex, complex."},
    {"0.10.2", "x=2 y=4", "a f32[2,4,8]; k f32[6,4,3]",
     "p = lax.conv(a, k, (1,), 'SAME', preferred_element_type=jnp.complex64)",
     "TypeError: Input type is incompatible with `preferred_element_type`. The "
     "compatible combinations of (input_type, preferred_element_type) are (integral, "
     "integral), (integral, floating), (floating, floating), (complex, complex."},
    {"0.10.2", "x=2 y=4", "",
     "p = lax.conv(jnp.ones((2, 4, 8), jnp.bool_), jnp.ones((6, 4, 3), jnp.bool_), (1,), 'SAME')",
     "p bool[2,6,8]"},
};

/* Operands share a dtype, and what is accumulated in must hold it. */
Test(convolution_parameters, refuse_dtypes)
{
	testing_programs(dtypes, ROWS(dtypes));
}

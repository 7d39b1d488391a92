/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case convolutions_of_lax[] = {
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]", "y = lax.conv(n, k, (1, 1), 'SAME')",
     "y f32[2,8,16,16]"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]", "y = lax.conv(n, k, (1, 1), 'VALID')",
     "y f32[2,8,14,14]"},
    {"0.10.2", "x=2", "l f32[2,3,20]; f f32[4,3,5]", "y = lax.conv(l, f, (2,), 'SAME')",
     "y f32[2,4,10]"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv(n, k, (2, 2), 'VALID', None)", "y f32[2,8,7,7]"},
    {"0.10.2", "x=2", "i i8[2,3,16,16]; j i8[8,3,3,3]",
     "y = lax.conv(i, j, (1, 1), 'SAME', preferred_element_type=jnp.int32)", "y i32[2,8,16,16]"},
    {"0.10.2", "x=2", "k f32[8,3,3,3]; b f32[4@x,3,16,16]", "y = lax.conv(b, k, (1, 1), 'SAME')",
     "y f32[4@x,8,16,16]"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_with_general_padding(n, k, (1, 1), ((1, 1), (2, 2)), None, None)",
     "y f32[2,8,16,18]"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_with_general_padding(n, k, (2, 1), 'SAME', (1, 1), (2, 2))", "y f32[2,8,8,16]"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'SAME')", "y f32[2,8,16,16]"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), [(0, 1), (2, 3)])", "y f32[2,8,15,19]"},
    {"0.10.2", "x=2", "h f32[2,16,16,3]; w f32[3,3,3,8]",
     "y = lax.conv_general_dilated(h, w, (1, 1), 'SAME', dimension_numbers=('NHWC', 'HWIO', "
     "'NHWC'))",
     "y f32[2,16,16,8]"},
    {"0.10.2", "x=2", "h f32[2,16,16,3]; w f32[3,3,3,8]",
     "y = lax.conv_general_dilated(h, w, (1, 1), 'SAME_LOWER', dimension_numbers=('NHWC', 'HWIO', "
     "'NCHW'))",
     "y f32[2,8,16,16]"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; g f32[6,1,3,3]",
     "y = lax.conv_general_dilated(n, g, (1, 1), 'SAME', feature_group_count=3)",
     "y f32[2,6,16,16]"},
    {"0.10.2", "x=2", "k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(jnp.ones((4, 3, 8, 8)), k, (1, 1), 'VALID', "
     "batch_group_count=2)",
     "y f32[2,8,6,6]"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'VALID', rhs_dilation=(2, 2))",
     "y f32[2,8,12,12]"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'VALID', lhs_dilation=(2, 1))",
     "ValueError: String padding is not implemented for transposed convolution using "
     "this op. Please either exactly specify the required padding or use "
     "conv_transpose."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, window_strides=(1, 1), padding='VALID', "
     "preferred_element_type=jnp.float32)",
     "y f32[2,8,14,14]"},
    {"0.10.2", "x=2", "h f32[2,16,16,3]; w f32[3,3,3,8]",
     "numbers = lax.conv_dimension_numbers(h.shape, w.shape, ('NHWC', 'HWIO', 'NHWC'))\n"
     "y = lax.conv_general_dilated(h, w, (1, 1), 'SAME', dimension_numbers=numbers)",
     "y f32[2,16,16,8]"},
    {"0.10.2", "x=2", "h f32[2,16,16,3]; w f32[3,3,3,8]",
     "y = lax.conv_general_dilated(h, w, (1, 1), 'SAME', "
     "dimension_numbers=lax.ConvDimensionNumbers((0, 3, 1, 2), (3, 2, 0, 1), (0, 3, 1, 2)))",
     "y f32[2,16,16,8]"},
    {"0.10.2", "x=2", "h f32[2,16,16,3]; w f32[3,3,3,8]",
     "y = lax.conv_transpose(h, w, (2, 2), 'SAME')", "y f32[2,32,32,8]"},
    {"0.10.2", "x=2", "h f32[2,16,16,3]; w f32[3,3,3,8]",
     "y = lax.conv_transpose(h, w, (2, 2), 'VALID', dimension_numbers=('NHWC', 'HWIO', 'NHWC'))",
     "y f32[2,33,33,8]"},
    {"0.10.2", "x=2", "h f32[2,16,16,3]",
     "y = lax.conv_transpose(h, jnp.ones((3, 3, 8, 3)), (2, 2), 'SAME', transpose_kernel=True)",
     "y f32[2,32,32,8]"},
    {"0.10.2", "x=2", "h f32[2,16,16,3]; w f32[3,3,3,8]",
     "y = lax.conv_transpose(h, w, (2, 1), [(1, 2), (0, 1)], rhs_dilation=(1, 2))",
     "y f32[2,32,13,8]"},
    {"0.10.2", "x=2", "l f32[2,3,20]; f f32[4,3,5]",
     "y = lax.conv_transpose(l, f, (3,), 'SAME', dimension_numbers=('NCH', 'OIH', 'NCH'))",
     "y f32[2,4,60]"},
};

/* Layouts, strides, paddings, groups and dilations. */
Test(lax_convolution, convolutions_of_lax)
{
	testing_programs(convolutions_of_lax, ROWS(convolutions_of_lax));
}

static const struct program_case convolutions_refused[] = {
    {"0.10.2", "x=2", "n f32[2,3,16,16]; q f32[8,4,3,3]", "y = lax.conv(n, q, (1, 1), 'SAME')",
     "ValueError: conv_general_dilated lhs feature dimension size divided by "
     "feature_group_count must equal the rhs input feature dimension size, but 3 // 1 "
     "!= 4."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; l f32[2,3,20]", "y = lax.conv(n, l, (1, 1), 'SAME')",
     "TypeError: convolution requires lhs and rhs ndim to be equal, got 4 and 3."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]", "y = lax.conv(n, k, (1, 1), 'FULL')",
     "RuntimeError: Unrecognized padding type: expected 'VALID', 'SAME', or "
     "'SAME_LOWER', got FULL."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]", "y = lax.conv(n, k, (1, 1), 3)",
     "ValueError: padding argument to conv_general_dilated should be a string or a "
     "sequence of (low, high) pairs, got 3"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]", "y = lax.conv(n, k, (1, 1))",
     "TypeError: conv() missing 1 required positional argument: 'padding'"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; h f16[8,3,3,3]", "y = lax.conv(n, h, (1, 1), 'SAME')",
     "TypeError: lax.conv_general_dilated requires arguments to have the same dtypes, "
     "got float32, float16."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; i i32[8,3,3,3]", "y = lax.conv(n, i, (1, 1), 'SAME')",
     "TypeError: lax.conv_general_dilated requires arguments to have the same dtypes, "
     "got float32, int32."},
    {"0.10.2", "x=2", "m f32[3,3]", "y = lax.conv(m, m, (), 'SAME')", "y f32[3,3]"},
    {"0.10.2", "x=2", "k f32[8,3,3,3]", "y = lax.conv([1.0], k, (1, 1), 'SAME')",
     "AttributeError: 'list' object has no attribute 'shape'"},
    {"0.10.2", "x=2", "k f32[8,3,3,3]; e f32[2,3,2,2]", "y = lax.conv(e, k, (1, 1), 'VALID')",
     "y f32[2,8,0,0]"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv(n, k, (1, 1), 'SAME', dilation=2)",
     "TypeError: conv() got an unexpected keyword argument 'dilation'"},
    {"0.10.2", "x=2", "k f32[8,3,3,3]; c f32[2,3@x,16,16]", "y = lax.conv(c, k, (1, 1), 'SAME')",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (2, 3, 16, "
     "16) and sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x', None, None))"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_with_general_padding(n, k, (1, 1), 'SAME')",
     "TypeError: conv_with_general_padding() missing 2 required positional arguments: "
     "'lhs_dilation' and 'rhs_dilation'"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_with_general_padding(n, k, (1, 1), ((1, 1),), None, None)",
     "TypeError: Wrong number of explicit pads for convolution: expected 2, got 1."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), [(0, 1)])",
     "TypeError: Wrong number of explicit pads for convolution: expected 2, got 1."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'same')", "y f32[2,8,16,16]"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'half')",
     "RuntimeError: Unrecognized padding type: expected 'VALID', 'SAME', or "
     "'SAME_LOWER', got half."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'SAME', lhs_dilation=(1,))", "y f32[2,8,16,16]"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'VALID', rhs_dilation=(0, 1))",
     "TypeError: All dilations must be positive, got (0, 1)."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'SAME', lhs_dilation=(2, 2))",
     "ValueError: String padding is not implemented for transposed convolution using "
     "this op. Please either exactly specify the required padding or use "
     "conv_transpose."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'SAME', feature_group_count=2)",
     "ValueError: conv_general_dilated feature_group_count must divide lhs feature "
     "dimension size, but 2 does not divide 3."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'SAME', feature_group_count=0)",
     "ValueError: conv_general_dilated feature_group_count must be a positive integer, "
     "got 0."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'SAME', batch_group_count=3)",
     "ValueError: conv_general_dilated batch_group_count must divide lhs batch "
     "dimension size, but 3 does not divide 2."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'SAME', batch_group_count=0)",
     "ValueError: conv_general_dilated batch_group_count must be a positive integer, "
     "got 0."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'SAME', batch_group_count=2, "
     "feature_group_count=3)",
     "ValueError: conv_general_dilated lhs feature dimension size divided by "
     "feature_group_count must equal the rhs input feature dimension size, but 3 // 3 "
     "!= 3."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]",
     "y = lax.conv_general_dilated(n, jnp.ones((8, 1, 3, 3)), (1, 1), 'SAME', "
     "feature_group_count=3)",
     "ValueError: conv_general_dilated rhs output feature dimension size must be a "
     "multiple of feature_group_count, but 8 is not a multiple of 3."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'SAME', dimension_numbers=('NCHW', 'OIHW'))",
     "TypeError: convolution dimension_numbers list/tuple must be length 3, got 2."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'SAME', dimension_numbers=('NCH', 'OIHW', "
     "'NCHW'))",
     "TypeError: convolution dimension_numbers[0] must have len equal to the ndim of "
     "lhs and rhs, got 3 for lhs and rhs shapes (2, 3, 16, 16) and (8, 3, 3, 3)."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'SAME', dimension_numbers=('NCHH', 'OIHW', "
     "'NCHW'))",
     "TypeError: convolution dimension_numbers[0] cannot have duplicate characters, "
     "got NCHH."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'SAME', dimension_numbers=('NXHW', 'OIHW', "
     "'NCHW'))",
     "TypeError: convolution dimension_numbers[0] must contain the characters 'N' and "
     "'C' exactly once, got NXHW."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'SAME', dimension_numbers=('NCHW', 'OIDW', "
     "'NCHW'))",
     "TypeError: convolution dimension_numbers elements must each have the same set of "
     "spatial characters, got ('NCHW', 'OIDW', 'NCHW')."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'SAME', dimension_numbers=3)",
     "TypeError: convolution dimension_numbers must be tuple/list or None, got <class "
     "'int'>."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'SAME', preferred_element_type=jnp.int32)",
     "TypeError: Input type is incompatible with `preferred_element_type`. The "
     "compatible combinations of (input_type, preferred_element_type) are (integral, "
     "integral), (integral, floating), (floating, floating), (complex, complex."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_general_dilated(n, k, (1, 1), 'SAME', precision='best')",
     "ValueError: Precision argument must be one of:"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]", "y = lax.conv_general_dilated(n, k)",
     "TypeError: conv_general_dilated() missing 2 required positional arguments: "
     "'window_strides' and 'padding'"},
    {"0.10.2", "x=2", "", "y = lax.conv_dimension_numbers((2, 3, 4), (2, 3, 4, 5), None)",
     "TypeError: convolution requires lhs and rhs ndim to be equal, got 3 and 4."},
    {"0.10.2", "x=2", "",
     "y = lax.conv_dimension_numbers((2, 3, 4), (2, 3, 4), ('NCH', 'OIH', 'NCX'))",
     "TypeError: convolution dimension_numbers elements must each have the same set of "
     "spatial characters, got ('NCH', 'OIH', 'NCX')."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]", "y = lax.conv_dimension_numbers(n.shape)",
     "TypeError: conv_dimension_numbers() missing 2 required positional arguments: "
     "'rhs_shape' and 'dimension_numbers'"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_transpose(n, k, (2,), 'SAME')",
     "ValueError: conv_general_dilated lhs feature dimension size divided by "
     "feature_group_count must equal the rhs input feature dimension size, but 16 // 1 "
     "!= 3."},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]", "y = lax.conv_transpose(n, k, (2, 2), 3)",
     "ValueError: padding argument to conv_general_dilated should be a string or a "
     "sequence of (low, high) pairs, got 3"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]", "y = lax.conv_transpose(n, k, (2, 2))",
     "TypeError: conv_transpose() missing 1 required positional argument: 'padding'"},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; l f32[2,3,20]",
     "y = lax.conv_transpose(n, l, (2, 2), 'SAME')", "AssertionError: "},
    {"0.10.2", "x=2", "n f32[2,3,16,16]; k f32[8,3,3,3]",
     "y = lax.conv_transpose(n, k, (2, 2), 'SAME', kernel=3)",
     "TypeError: conv_transpose() got an unexpected keyword argument 'kernel'"},
};

/* Features and groups that do not fit, paddings and strides of another length. */
Test(lax_convolution, convolutions_refused)
{
	testing_programs(convolutions_refused, ROWS(convolutions_refused));
}

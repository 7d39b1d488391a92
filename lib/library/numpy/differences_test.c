/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case differences[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.diff(a)", "y f32[4@x,5]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.diff(i, 2)", "y i32[4]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.diff(i, n=0)", "y i32[6]"},
    {"0.10.2", "x=2", "b bool[4,3]", "y = jnp.diff(b)", "y bool[4,2]"},
    {"0.10.2", "x=2", "b bool[4,3]", "y = jnp.diff(b, axis=0)", "y bool[3,3]"},
    {"0.10.2", "x=2", "u u8[5]", "y = jnp.diff(u, n=5)", "y u8[0]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; e f32[4@x,1]", "y = jnp.diff(a, prepend=e)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; p f32[4@x,2]", "y = jnp.diff(a, append=p)", "y f32[4@x,7]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.diff(i, prepend=0)", "y i32[6]"},
    {"0.10.2", "x=2", "i i32[6]; s f32[]", "y = jnp.diff(i, 1, -1, s, s)", "y f32[7]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; e f32[4@x,1]; p f32[4@x,2]",
     "y = jnp.diff(a, prepend=e, append=p)", "y f32[4@x,8]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.ediff1d(i)", "y i32[5]"},
    {"0.10.2", "x=2", "b bool[4,3]", "y = jnp.ediff1d(b)",
     "TypeError: sub does not accept dtype bool at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer, floating, complexfloating."},
    {"0.10.2", "x=2", "i i32[6]; h f16[2]", "y = jnp.ediff1d(i, to_end=h)", "y i32[7]"},
    {"0.10.2", "x=2", "u u8[5]", "y = jnp.ediff1d(u, to_begin=0, to_end=1)", "y u8[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.gradient(i)", "y f32[6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.gradient(a, axis=1)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "b bool[4,3]; h f16[2]", "g, h = jnp.gradient(b.astype(float))",
     "g f32[4,3]; h f32[4,3]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.gradient(i, 2.0)", "y f32[6]"},
    {"0.10.2", "x=2", "b bool[4,3]", "g, k = jnp.gradient(b.astype(float), 2.0)",
     "g f32[4,3]; k f32[4,3]"},
    {"0.10.2", "x=2", "b bool[4,3]", "g, k = jnp.gradient(b.astype(float), 2.0, 1)",
     "g f32[4,3]; k f32[4,3]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.gradient(i, i)", "y f32[6]"},
    {"0.10.2", "x=2", "b bool[4,3]", "g, k = jnp.gradient(b.astype(float), axis=(0, 1))",
     "g f32[4,3]; k f32[4,3]"},
};

/* Of neighbours, along the last axis or another, as often as asked. */
Test(numpy_differences, differences)
{
	testing_programs(differences, ROWS(differences));
}

static const struct program_case differences_refused[] = {
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.diff(i, -1)",
     "ValueError: order must be non-negative but got -1"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.diff(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.diff(a, n=1.0)",
     "TypeError: 'float' object cannot be interpreted as an integer"},
    {"0.10.2", "x=2", "i i32[6]; m f32[3,2]", "y = jnp.diff(i, prepend=m)",
     "TypeError: Cannot concatenate arrays with different numbers of dimensions: got "
     "(3, 2), (6,)."},
    {"0.10.2", "x=2", "a f32[4@x,6]; w f32[4]", "y = jnp.diff(a, append=w)",
     "TypeError: Cannot concatenate arrays with different numbers of dimensions: got "
     "(4, 6), (4,)."},
    {"0.10.2", "x=2", "", "y = jnp.diff([1, 2])",
     "TypeError: diff requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.diff()",
     "TypeError: diff() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.diff(a, 1, -1, None, None, None)",
     "TypeError: diff() takes from 1 to 5 positional arguments but 6 were given"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.diff(a, order=2)",
     "TypeError: diff() got an unexpected keyword argument 'order'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.diff(a, axis=0)",
     "ShardingTypeError: slicing on sharded dims where out dim (3) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=f32[4@x,6] and "
     "output shape=(3, 6)"},
    {"0.10.2", "x=2", "", "y = jnp.ediff1d([1])",
     "TypeError: ediff1d requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.ediff1d()",
     "TypeError: ediff1d() missing 1 required positional argument: 'ary'"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.ediff1d(i, None, None, None)",
     "TypeError: ediff1d() takes from 1 to 3 positional arguments but 4 were given"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.gradient(s)", ""},
    {"0.10.2", "x=2", "o f32[1]", "y = jnp.gradient(o)",
     "ValueError: Shape of array too small to calculate a numerical gradient, at least "
     "2 elements are required."},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.gradient(i, 1.0, 2.0)",
     "TypeError: Invalid number of spacing arguments 2 for axis=None"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.gradient(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.gradient(i, edge_order=2)",
     "NotImplementedError: The 'edge_order' argument to jnp.gradient is not supported."},
    {"0.10.2", "x=2", "i i32[6]; w f32[4]", "y = jnp.gradient(i, w)",
     "ValueError: Spacing arrays must have the same length as the dimension along "
     "which the gradient is calculated."},
    {"0.10.2", "x=2", "i i32[6]; m f32[3,2]", "y = jnp.gradient(i, m)",
     "ValueError: Spacing arrays must be 1D arrays or scalars."},
    {"0.10.2", "x=2", "", "y = jnp.gradient()",
     "TypeError: gradient() missing 1 required positional argument: 'f'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.gradient(a, axis=0)",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=f32[4@x,6] and "
     "output shape=(1, 6)"},
};

/* Axes out of bounds, too few elements, numbers that are negative. */
Test(numpy_differences, differences_refused)
{
	testing_programs(differences_refused, ROWS(differences_refused));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case padding[] = {
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, 1)", "y f32[4,5]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, (1, 2))", "y f32[5,6]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, ((1, 2), (3, 4)))", "y f32[5,10]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, ((1, 2),))", "y f32[5,6]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, [(0, 1), (0, 0)])", "y f32[3,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.pad(a, ((0, 0), (1, 1)))", "y f32[4@x,5]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, 1, mode='edge')", "y f32[4,5]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, 1, mode='reflect')", "y f32[4,5]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, 1, mode='symmetric')", "y f32[4,5]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, 1, mode='wrap')", "y f32[4,5]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, 1, mode='empty')", "y f32[4,5]"},
    {"0.10.2", "x=2", "b f32[3]", "y = jnp.pad(b, 2, constant_values=1.5)", "y f32[7]"},
    {"0.10.2", "x=2", "i i32[3]", "y = jnp.pad(i, (0, 1), constant_values=-1)", "y i32[4]"},
    {"0.10.2", "x=2", "m f32[2,3]",
     "y = jnp.pad(m, ((1, 1), (2, 2)), constant_values=((0, 1), (2, 3)))", "y f32[4,7]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, 0)", "y f32[2,3]"},
};

/* By constants, edges, and functions of the elements. */
Test(numpy_pad, padding)
{
	testing_programs(padding, ROWS(padding));
}

static const struct program_case padding_refused[] = {
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, ((1, 2), (3, 4), (5, 6)))",
     "ValueError: jnp.pad: pad_width with nd=2 has unsupported shape (3, 2). Valid "
     "shapes are (2, 2), (1, 2), (2,), (1,), or ()."},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, -1)",
     "ValueError: index can't contain negative values"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, ((0, -1), (0, 0)))",
     "ValueError: index can't contain negative values"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, 1.5)",
     "TypeError: `pad_width` must be of integral type."},
    {"0.10.2", "x=2", "m f32[2,3]; n i32[]", "y = jnp.pad(m, n)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "m f32[2,3]; k i32[2]", "y = jnp.pad(m, k)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[2]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, 'one')",
     "TypeError: `pad_width` must be of integral type."},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, 1, mode='mirror')",
     "NotImplementedError: Unimplemented padding mode 'mirror' for np.pad."},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, 1, mode='edge', constant_values=1)",
     "ValueError: unsupported keyword arguments for mode 'edge': {'constant_values'}"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, 1, mode='constant', stat_length=1)",
     "ValueError: unsupported keyword arguments for mode 'constant': {'stat_length'}"},
    {"0.10.2", "x=2", "e f32[0,2]", "y = jnp.pad(e, 1, mode='edge')",
     "ValueError: Cannot apply 'edge' padding to empty axis"},
    {"0.10.2", "x=2", "e f32[0,2]", "y = jnp.pad(e, 1, mode='reflect')",
     "ValueError: Cannot apply 'reflect' padding to empty axis"},
    {"0.10.2", "x=2", "", "y = jnp.pad([1.0], 1)",
     "TypeError: pad requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.pad(None, 1)",
     "TypeError: pad requires ndarray or scalar arguments, got <class 'NoneType'> at "
     "position 0."},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m)",
     "TypeError: pad() missing 1 required positional argument: 'pad_width'"},
    {"0.10.2", "x=2", "", "y = jnp.pad()",
     "TypeError: pad() missing 2 required positional arguments: 'array' and "
     "'pad_width'"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, 1, value=0)",
     "ValueError: unsupported keyword arguments for mode 'constant': {'value'}"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.pad(a, ((1, 0), (0, 0)))",
     "ShardingTypeError: padding on sharded dims where out dim (5) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=f32[4@x,3] and "
     "output shape=(np.int64(5), np.int64(3))"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jnp.pad(a, ((1, 1), (0, 0)))", "y f32[6@x,3]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, None)",
     "TypeError: `pad_width` must be of integral type."},
    {"0.6.0", "x=2", "m f32[2,3]; n i32[]", "y = jnp.pad(m, n)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.8.2", "x=2", "m f32[2,3]; n i32[]", "y = jnp.pad(m, n)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.12.0.1", "x=2", "m f32[2,3]; n i32[]", "y = jnp.pad(m, n)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.6.0", "x=2", "m f32[2,3]", "y = jnp.pad(m, 1, mode='edge', constant_values=1)",
     "ValueError: unsupported keyword arguments for mode 'edge': {'constant_values'}"},
    {"0.8.2", "x=2", "m f32[2,3]", "y = jnp.pad(m, 1, mode='edge', constant_values=1)",
     "ValueError: unsupported keyword arguments for mode 'edge': {'constant_values'}"},
    {"0.12.0.1", "x=2", "m f32[2,3]", "y = jnp.pad(m, 1, mode='edge', constant_values=1)",
     "ValueError: unsupported keyword arguments for mode 'edge': {'constant_values'}"},
    {"0.6.0", "x=2", "a f32[4@x,3]", "y = jnp.pad(a, ((1, 0), (0, 0)))",
     "ShardingTypeError: padding on sharded dims where out dim (5) is not divisble by "
     "mesh axes (2) with spec (x) is not implemented."},
    {"0.8.2", "x=2", "a f32[4@x,3]", "y = jnp.pad(a, ((1, 0), (0, 0)))",
     "ShardingTypeError: padding on sharded dims where out dim (5) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented."},
    {"0.12.0.1", "x=2", "a f32[4@x,3]", "y = jnp.pad(a, ((1, 0), (0, 0)))",
     "ShardingTypeError: padding on sharded dims where out dim (5) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=f32[4@x,3] and "
     "output shape=(np.int64(5), np.int64(3))"},
};

/* Widths of another shape, negative ones, modes of other names. */
Test(numpy_pad, padding_refused)
{
	testing_programs(padding_refused, ROWS(padding_refused));
}

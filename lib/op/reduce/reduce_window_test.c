/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=4 y=2", "x f32[3]", "out = lax.reduce_window(x, 0., lax.add, (1,), (1,), 'SAME')",
     "out f32[3]"},
    {"0.10.2", "x=8", "x f32[3,6]",
     "out = lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (1, 2), 'VALID')", "out f32[2,3]"},
    {"0.10.2", "x=4 y=2", "x f32[1,3,4]",
     "out = lax.reduce_window(x, 0., lax.add, (1, 3, 2), (1, 1, 2), 'SAME')", "out f32[1,3,2]"},
    {"0.10.2", "dp=4 tp=2", "x f32[4,3,1,4]",
     "out = lax.reduce_window(x, 1., lax.mul, (3, 2, 1, 2), (1, 1, 1, 1), 'VALID')",
     "out f32[2,2,1,3]"},
    {"0.10.2", "x=2", "x f32[6@x]", "out = lax.reduce_window(x, 0., lax.add, (1,), (1,), 'SAME')",
     "out f32[6@x]"},
    {"0.10.2", "x=4 y=2", "x f32[8@y,3]",
     "out = lax.reduce_window(x, 1., lax.mul, (1, 3), (1, 1), 'VALID')", "out f32[8@y,1]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[1,2@z,1]",
     "out = lax.reduce_window(x, 0., lax.add, (3, 1, 2), (1, 1, 1), 'SAME')", "out f32[1,2@z,1]"},
    {"0.10.2", "x=1 y=4", "x f32[8@x,16,3,8]",
     "out = lax.reduce_window(x, -jnp.inf, lax.max, window_dimensions=(3, 2, 1, 3), "
     "window_strides=(2, 1, 2, 1), padding='SAME')",
     "out f32[4@x,16,2,8]"},
    {"0.10.2", "x=2 y=2", "x f32[2@x,4,4@y]",
     "out = lax.reduce_window(x, 0., lax.add, window_dimensions=(3, 2, 3), "
     "window_strides=(2, 2, 1), padding='VALID')",
     "out f32[0@x,2,2@y]"},
    {"0.10.2", "x=1 y=4", "x f32[1@x,2,8@y,12]",
     "out = lax.reduce_window(x, jnp.inf, lax.min, (1, 2, 1, 1), (2, 1, 2, 1), [(0, "
     "0), (0, 0), (0, 0), (0, 0)])",
     "out f32[1@x,1,4@y,12]"},
    {"0.12.0.1", "x=2", "x f32[2@x]",
     "out = lax.reduce_window(x, 1., lax.mul, window_dimensions=(2,), "
     "window_strides=(2,), padding='VALID')",
     "out f32[1]"},
    {"0.12.0.1", "x=2", "x f32[2,2@x]",
     "out = lax.reduce_window(x, 1., lax.mul, (2, 2), (2, 1), 'VALID')", "out f32[1,1]"},
};

/* The types that JAX gives. */
Test(reduce_window, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=2 y=2", "x f32[2@x]",
     "out = lax.reduce_window(x, 0., lax.add, (2,), (1,), 'VALID')",
     "ShardingTypeError: reduce_window on sharded dims where out dim (1) is not "
     "divisible by mesh axes (2) with spec (x) is not implemented. Got input "
     "type=f32[2@x] and output shape=(1,)"},
};

/* What JAX refuses, with its texts. */
Test(reduce_window, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "data=4", "x f32[12]", "out = jnp.cumprod(x, axis=-1)", "out f32[12]"},
    {"0.10.2", "x=2 y=2", "x f32[8,12]", "out = jnp.cumprod(x, axis=0)", "out f32[8,12]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[16@(y,x),3,12]", "out = jnp.cumprod(x, axis=1)",
     "out f32[16@(y,x),3,12]"},
    {"0.10.2", "x=4 y=2", "x f32[8]", "out = jnp.cumsum(x)", "out f32[8]"},
    {"0.10.2", "x=4", "x f32[3]", "out = lax.cumlogsumexp(x, axis=0)", "out f32[3]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[4@z,4]", "out = lax.cumlogsumexp(x, axis=1)",
     "out f32[4@z,4]"},
    {"0.10.2", "x=4 y=2", "x f32[8@x,6,4]", "out = lax.cumlogsumexp(x, axis=1)",
     "out f32[8@x,6,4]"},
    {"0.10.2", "x=3 y=2", "x f32[4@y,1,8,12]", "out = lax.cumlogsumexp(x, 1)",
     "out f32[4@y,1,8,12]"},
    {"0.10.2", "x=3 y=2", "x f32[6]", "out = lax.cummax(x, axis=0)", "out f32[6]"},
    {"0.10.2", "x=8", "x f32[6,8]", "out = lax.cummax(x, axis=1)", "out f32[6,8]"},
    {"0.10.2", "x=2 y=4", "x f32[1,8,8]", "out = lax.cummax(x, axis=0)", "out f32[1,8,8]"},
    {"0.10.2", "x=4", "x f32[4,8@x]", "out = lax.cummax(x, axis=0)", "out f32[4,8@x]"},
    {"0.10.2", "x=3 y=2", "x f32[3,2@y,1]", "out = lax.cummax(x, axis=0)", "out f32[3,2@y,1]"},
    {"0.10.2", "x=2 y=2", "x f32[12@(y,x),4,4]", "out = lax.cummax(x, axis=2, reverse=True)",
     "out f32[12@(y,x),4,4]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[6@y,8,8@(x,z)]", "out = lax.cummax(x, axis=1, reverse=True)",
     "out f32[6@y,8,8@(x,z)]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[4@z,12,3,4@(x,y)]", "out = lax.cummax(x, axis=1)",
     "out f32[4@z,12,3,4@(x,y)]"},
    {"0.10.2", "x=3 y=2", "x f32[4]", "out = lax.cummin(x, axis=0)", "out f32[4]"},
    {"0.10.2", "x=4", "x f32[6,4]", "out = lax.cummin(x, axis=0)", "out f32[6,4]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2,2,1]", "out = lax.cummin(x, axis=2, reverse=True)",
     "out f32[2,2,1]"},
    {"0.10.2", "dp=4 tp=2", "x f32[4@dp,12]", "out = lax.cummin(x, 1)", "out f32[4@dp,12]"},
    {"0.10.2", "x=4 y=2", "x f32[16,1,6@y]", "out = lax.cummin(x, axis=1, reverse=True)",
     "out f32[16,1,6@y]"},
    {"0.10.2", "x=2 y=2", "x f32[1,4]", "out = lax.cumprod(x, axis=0)", "out f32[1,4]"},
    {"0.10.2", "x=4 y=2", "x f32[4,3,4,1]", "out = lax.cumprod(x, axis=1, reverse=True)",
     "out f32[4,3,4,1]"},
    {"0.10.2", "dp=4 tp=2", "x f32[2,8@dp,8,3]", "out = lax.cumprod(x, axis=0, reverse=True)",
     "out f32[2,8@dp,8,3]"},
    {"0.10.2", "x=8", "x f32[1]", "out = lax.cumsum(x, axis=0)", "out f32[1]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[3,4,3]", "out = lax.cumsum(x, 0)", "out f32[3,4,3]"},
    {"0.10.2", "x=2", "x f32[8]", "out = x.cumsum(0)", "out f32[8]"},
    {"0.10.2", "x=2 y=4", "x f32[1,8,12]", "out = x.cumsum(1)", "out f32[1,8,12]"},
};

/* The types that JAX gives. */
Test(cumulative, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=1 y=4", "x f32[1,2@x]", "out = jnp.cumprod(x, axis=1)",
     "ShardingTypeError: Input should be unsharded over the axis being reduced. Got "
     "input type=float32[1,2@x] and axis=1"},
    {"0.10.2", "x=8", "x f32[8@x]", "out = jnp.cumsum(x, axis=0)",
     "ShardingTypeError: Input should be unsharded over the axis being reduced. Got "
     "input type=float32[8@x] and axis=0"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[4@(x,y)]", "out = jnp.cumsum(x)",
     "ShardingTypeError: The input should be fully replicated when axis is not "
     "specified to cumsum. Got input type=float32[4@(x,y)]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[6,12@y]", "out = lax.cumlogsumexp(x, axis=1)",
     "ShardingTypeError: Input should be unsharded over the axis being reduced. Got "
     "input type=float32[6,12@y] and axis=1"},
    {"0.10.2", "x=2", "x f32[6@x]", "out = lax.cummax(x, axis=0)",
     "ShardingTypeError: Input should be unsharded over the axis being reduced. Got "
     "input type=float32[6@x] and axis=0"},
    {"0.10.2", "x=2 y=2", "x f32[2@x]", "out = lax.cummin(x, axis=0)",
     "ShardingTypeError: Input should be unsharded over the axis being reduced. Got "
     "input type=float32[2@x] and axis=0"},
    {"0.10.2", "x=4", "x f32[8,8@x]", "out = lax.cumprod(x, axis=1)",
     "ShardingTypeError: Input should be unsharded over the axis being reduced. Got "
     "input type=float32[8,8@x] and axis=1"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[8@x]", "out = lax.cumsum(x, axis=0)",
     "ShardingTypeError: Input should be unsharded over the axis being reduced. Got "
     "input type=float32[8@x] and axis=0"},
    {"0.10.2", "x=3 y=2", "x f32[4@y,4,16]", "out = x.cumsum(0)",
     "ShardingTypeError: Input should be unsharded over the axis being reduced. Got "
     "input type=float32[4@y,4,16] and axis=0"},
};

/* What JAX refuses, with its texts. */
Test(cumulative, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}

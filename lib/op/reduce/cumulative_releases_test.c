/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=4", "x f32[4@x,6,6]", "out = lax.cumprod(x, axis=0)", "out f32[4@x,6,6]"},
    {"0.6.0", "x=4", "x f32[4@x,8,12]", "out = lax.cummax(x, axis=2)", "out f32[4@x,8,12]"},
    {"0.6.0", "x=2", "x f32[6,4@x]", "out = lax.cummin(x, axis=0, reverse=True)", "out f32[6,4@x]"},
    {"0.6.0", "x=4", "x f32[6]", "out = lax.cumlogsumexp(x, axis=0, reverse=True)", "out f32[6]"},
    {"0.6.0", "x=4 y=2", "x f32[8]", "out = jnp.cumsum(x)", "out f32[8]"},
    {"0.6.0", "x=4", "x f32[3,8,3]", "out = lax.cummax(x, axis=2, reverse=True)", "out f32[3,8,3]"},
    {"0.6.0", "x=4 y=1 z=2", "x f32[6@y,8,8@(x,z)]", "out = lax.cummax(x, axis=1, reverse=True)",
     "out f32[6@y,8,8@(x,z)]"},
    {"0.6.0", "data=4", "x f32[6,3,16@data,8]", "out = jnp.cumsum(x)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `sharding` argument of jax.lax.reshape. Got operand shape: "
     "(6, 3, 16, 8), new sizes: (2304,) and operand spec: PartitionSpec(None, None, "
     "'data', None)"},
    {"0.6.0", "x=2 y=4", "x f32[2]", "out = lax.cumsum(x, axis=0)", "out f32[2]"},
    {"0.6.0", "x=4 y=2", "x f32[8@x,6,4]", "out = lax.cumlogsumexp(x, axis=1)", "out f32[8@x,6,4]"},
    {"0.6.0", "x=2 y=4", "x f32[4@y,2@x]", "out = lax.cumsum(x, axis=1, reverse=True)",
     "out f32[4@y,2@x]"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[12,4@x,8]", "out = lax.cummax(x, axis=1, reverse=True)",
     "out f32[12,4@x,8]"},
    {"0.6.0", "x=2 y=4", "x f32[2]", "out = lax.cummin(x, axis=0, reverse=True)", "out f32[2]"},
    {"0.6.0", "x=8", "x f32[8@x]", "out = jnp.cumsum(x, axis=0)", "out f32[8@x]"},
    {"0.6.0", "x=1 y=4", "x f32[1@x]", "out = lax.cummin(x, axis=0, reverse=True)", "out f32[1@x]"},
    {"0.6.0", "x=4 y=1 z=2", "x f32[12@y,4@x,8,16@z]", "out = x.cumsum(3)",
     "out f32[12@y,4@x,8,16@z]"},
    {"0.6.0", "x=2 y=2", "x f32[8,12]", "out = jnp.cumprod(x, axis=0)", "out f32[8,12]"},
    {"0.6.0", "x=4 y=2", "x f32[4,3,4,1]", "out = lax.cumprod(x, axis=1, reverse=True)",
     "out f32[4,3,4,1]"},
    {"0.6.0", "x=4 y=1 z=2", "x f32[16@(y,x),3,12]", "out = jnp.cumprod(x, axis=1)",
     "out f32[16@(y,x),3,12]"},
    {"0.6.0", "dp=4 tp=2", "x f32[2,8@dp,8,3]", "out = lax.cumprod(x, axis=0, reverse=True)",
     "out f32[2,8@dp,8,3]"},
    {"0.6.0", "x=4", "x f32[12@x,12,3]", "out = jnp.cumprod(x, axis=-3)", "out f32[12@x,12,3]"},
    {"0.6.0", "x=2", "x f32[8]", "out = x.cumsum(0)", "out f32[8]"},
    {"0.6.0", "dp=4 tp=2", "x f32[6@tp,8@dp,3]", "out = lax.cumlogsumexp(x, 0)",
     "out f32[6@tp,8@dp,3]"},
};

/* What release 0.6.0 says. */
Test(cumulative_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=4", "x f32[4@x,6,6]", "out = lax.cumprod(x, axis=0)", "out f32[4@x,6,6]"},
    {"0.7.0", "x=4", "x f32[4@x,8,12]", "out = lax.cummax(x, axis=2)", "out f32[4@x,8,12]"},
    {"0.7.0", "x=2", "x f32[6,4@x]", "out = lax.cummin(x, axis=0, reverse=True)", "out f32[6,4@x]"},
    {"0.7.0", "x=4", "x f32[6]", "out = lax.cumlogsumexp(x, axis=0, reverse=True)", "out f32[6]"},
    {"0.7.0", "x=4 y=2", "x f32[8]", "out = jnp.cumsum(x)", "out f32[8]"},
    {"0.7.0", "x=4", "x f32[3,8,3]", "out = lax.cummax(x, axis=2, reverse=True)", "out f32[3,8,3]"},
    {"0.7.0", "x=4 y=1 z=2", "x f32[6@y,8,8@(x,z)]", "out = lax.cummax(x, axis=1, reverse=True)",
     "out f32[6@y,8,8@(x,z)]"},
    {"0.7.0", "data=4", "x f32[6,3,16@data,8]", "out = jnp.cumsum(x)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "shape: float32[6,3,16@data,8], new sizes: (2304,)"},
    {"0.7.0", "x=2 y=4", "x f32[2]", "out = lax.cumsum(x, axis=0)", "out f32[2]"},
    {"0.7.0", "x=4 y=2", "x f32[8@x,6,4]", "out = lax.cumlogsumexp(x, axis=1)", "out f32[8@x,6,4]"},
    {"0.7.0", "x=2 y=4", "x f32[4@y,2@x]", "out = lax.cumsum(x, axis=1, reverse=True)",
     "out f32[4@y,2@x]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[12,4@x,8]", "out = lax.cummax(x, axis=1, reverse=True)",
     "out f32[12,4@x,8]"},
    {"0.7.0", "x=2 y=4", "x f32[2]", "out = lax.cummin(x, axis=0, reverse=True)", "out f32[2]"},
    {"0.7.0", "x=8", "x f32[8@x]", "out = jnp.cumsum(x, axis=0)", "out f32[8@x]"},
    {"0.7.0", "x=1 y=4", "x f32[1@x]", "out = lax.cummin(x, axis=0, reverse=True)", "out f32[1@x]"},
    {"0.7.0", "x=4 y=1 z=2", "x f32[12@y,4@x,8,16@z]", "out = x.cumsum(3)",
     "out f32[12@y,4@x,8,16@z]"},
    {"0.7.0", "x=2 y=2", "x f32[8,12]", "out = jnp.cumprod(x, axis=0)", "out f32[8,12]"},
    {"0.7.0", "x=4 y=2", "x f32[4,3,4,1]", "out = lax.cumprod(x, axis=1, reverse=True)",
     "out f32[4,3,4,1]"},
    {"0.7.0", "x=4 y=1 z=2", "x f32[16@(y,x),3,12]", "out = jnp.cumprod(x, axis=1)",
     "out f32[16@(y,x),3,12]"},
    {"0.7.0", "dp=4 tp=2", "x f32[2,8@dp,8,3]", "out = lax.cumprod(x, axis=0, reverse=True)",
     "out f32[2,8@dp,8,3]"},
    {"0.7.0", "x=4", "x f32[12@x,12,3]", "out = jnp.cumprod(x, axis=-3)", "out f32[12@x,12,3]"},
    {"0.7.0", "x=2", "x f32[8]", "out = x.cumsum(0)", "out f32[8]"},
    {"0.7.0", "dp=4 tp=2", "x f32[6@tp,8@dp,3]", "out = lax.cumlogsumexp(x, 0)",
     "out f32[6@tp,8@dp,3]"},
};

/* What release 0.7.0 says. */
Test(cumulative_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=4", "x f32[4@x,6,6]", "out = lax.cumprod(x, axis=0)", "out f32[4@x,6,6]"},
    {"0.8.2", "x=4", "x f32[4@x,8,12]", "out = lax.cummax(x, axis=2)", "out f32[4@x,8,12]"},
    {"0.8.2", "x=2", "x f32[6,4@x]", "out = lax.cummin(x, axis=0, reverse=True)", "out f32[6,4@x]"},
    {"0.8.2", "x=4", "x f32[6]", "out = lax.cumlogsumexp(x, axis=0, reverse=True)", "out f32[6]"},
    {"0.8.2", "x=4 y=2", "x f32[8]", "out = jnp.cumsum(x)", "out f32[8]"},
    {"0.8.2", "x=4", "x f32[3,8,3]", "out = lax.cummax(x, axis=2, reverse=True)", "out f32[3,8,3]"},
    {"0.8.2", "x=4 y=1 z=2", "x f32[6@y,8,8@(x,z)]", "out = lax.cummax(x, axis=1, reverse=True)",
     "out f32[6@y,8,8@(x,z)]"},
    {"0.8.2", "data=4", "x f32[6,3,16@data,8]", "out = jnp.cumsum(x)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[6,3,16@data,8], new sizes: (2304,)"},
    {"0.8.2", "x=2 y=4", "x f32[2]", "out = lax.cumsum(x, axis=0)", "out f32[2]"},
    {"0.8.2", "x=4 y=2", "x f32[8@x,6,4]", "out = lax.cumlogsumexp(x, axis=1)", "out f32[8@x,6,4]"},
    {"0.8.2", "x=2 y=4", "x f32[4@y,2@x]", "out = lax.cumsum(x, axis=1, reverse=True)",
     "out f32[4@y,2@x]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[12,4@x,8]", "out = lax.cummax(x, axis=1, reverse=True)",
     "out f32[12,4@x,8]"},
    {"0.8.2", "x=2 y=4", "x f32[2]", "out = lax.cummin(x, axis=0, reverse=True)", "out f32[2]"},
    {"0.8.2", "x=8", "x f32[8@x]", "out = jnp.cumsum(x, axis=0)", "out f32[8@x]"},
    {"0.8.2", "x=1 y=4", "x f32[1@x]", "out = lax.cummin(x, axis=0, reverse=True)", "out f32[1@x]"},
    {"0.8.2", "x=4 y=1 z=2", "x f32[12@y,4@x,8,16@z]", "out = x.cumsum(3)",
     "out f32[12@y,4@x,8,16@z]"},
    {"0.8.2", "x=2 y=2", "x f32[8,12]", "out = jnp.cumprod(x, axis=0)", "out f32[8,12]"},
    {"0.8.2", "x=4 y=2", "x f32[4,3,4,1]", "out = lax.cumprod(x, axis=1, reverse=True)",
     "out f32[4,3,4,1]"},
    {"0.8.2", "x=4 y=1 z=2", "x f32[16@(y,x),3,12]", "out = jnp.cumprod(x, axis=1)",
     "out f32[16@(y,x),3,12]"},
    {"0.8.2", "dp=4 tp=2", "x f32[2,8@dp,8,3]", "out = lax.cumprod(x, axis=0, reverse=True)",
     "out f32[2,8@dp,8,3]"},
    {"0.8.2", "x=4", "x f32[12@x,12,3]", "out = jnp.cumprod(x, axis=-3)", "out f32[12@x,12,3]"},
    {"0.8.2", "x=2", "x f32[8]", "out = x.cumsum(0)", "out f32[8]"},
    {"0.8.2", "dp=4 tp=2", "x f32[6@tp,8@dp,3]", "out = lax.cumlogsumexp(x, 0)",
     "out f32[6@tp,8@dp,3]"},
};

/* What release 0.8.2 says. */
Test(cumulative_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=4", "x f32[4@x,6,6]", "out = lax.cumprod(x, axis=0)", "out f32[4@x,6,6]"},
    {"0.9.0", "x=4", "x f32[4@x,8,12]", "out = lax.cummax(x, axis=2)", "out f32[4@x,8,12]"},
    {"0.9.0", "x=2", "x f32[6,4@x]", "out = lax.cummin(x, axis=0, reverse=True)", "out f32[6,4@x]"},
    {"0.9.0", "x=4", "x f32[6]", "out = lax.cumlogsumexp(x, axis=0, reverse=True)", "out f32[6]"},
    {"0.9.0", "x=4 y=2", "x f32[8]", "out = jnp.cumsum(x)", "out f32[8]"},
    {"0.9.0", "x=4", "x f32[3,8,3]", "out = lax.cummax(x, axis=2, reverse=True)", "out f32[3,8,3]"},
    {"0.9.0", "x=4 y=1 z=2", "x f32[6@y,8,8@(x,z)]", "out = lax.cummax(x, axis=1, reverse=True)",
     "out f32[6@y,8,8@(x,z)]"},
    {"0.9.0", "data=4", "x f32[6,3,16@data,8]", "out = jnp.cumsum(x)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[6,3,16@data,8], new sizes: (2304,)"},
    {"0.9.0", "x=2 y=4", "x f32[2]", "out = lax.cumsum(x, axis=0)", "out f32[2]"},
    {"0.9.0", "x=4 y=2", "x f32[8@x,6,4]", "out = lax.cumlogsumexp(x, axis=1)", "out f32[8@x,6,4]"},
    {"0.9.0", "x=2 y=4", "x f32[4@y,2@x]", "out = lax.cumsum(x, axis=1, reverse=True)",
     "out f32[4@y,2@x]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[12,4@x,8]", "out = lax.cummax(x, axis=1, reverse=True)",
     "out f32[12,4@x,8]"},
    {"0.9.0", "x=2 y=4", "x f32[2]", "out = lax.cummin(x, axis=0, reverse=True)", "out f32[2]"},
    {"0.9.0", "x=8", "x f32[8@x]", "out = jnp.cumsum(x, axis=0)", "out f32[8@x]"},
    {"0.9.0", "x=1 y=4", "x f32[1@x]", "out = lax.cummin(x, axis=0, reverse=True)", "out f32[1@x]"},
    {"0.9.0", "x=4 y=1 z=2", "x f32[12@y,4@x,8,16@z]", "out = x.cumsum(3)",
     "out f32[12@y,4@x,8,16@z]"},
    {"0.9.0", "x=2 y=2", "x f32[8,12]", "out = jnp.cumprod(x, axis=0)", "out f32[8,12]"},
    {"0.9.0", "x=4 y=2", "x f32[4,3,4,1]", "out = lax.cumprod(x, axis=1, reverse=True)",
     "out f32[4,3,4,1]"},
    {"0.9.0", "x=4 y=1 z=2", "x f32[16@(y,x),3,12]", "out = jnp.cumprod(x, axis=1)",
     "out f32[16@(y,x),3,12]"},
    {"0.9.0", "dp=4 tp=2", "x f32[2,8@dp,8,3]", "out = lax.cumprod(x, axis=0, reverse=True)",
     "out f32[2,8@dp,8,3]"},
    {"0.9.0", "x=4", "x f32[12@x,12,3]", "out = jnp.cumprod(x, axis=-3)", "out f32[12@x,12,3]"},
    {"0.9.0", "x=2", "x f32[8]", "out = x.cumsum(0)", "out f32[8]"},
    {"0.9.0", "dp=4 tp=2", "x f32[6@tp,8@dp,3]", "out = lax.cumlogsumexp(x, 0)",
     "out f32[6@tp,8@dp,3]"},
};

/* What release 0.9.0 says. */
Test(cumulative_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=1 y=4", "x f32[8,6,6,1]", "out0, out1 = jnp.array_split(x, 2, axis=2)",
     "out0 f32[8,6,3,1]; out1 f32[8,6,3,1]"},
    {"0.10.2", "x=2 y=2", "x f32[4@x]", "out0, out1 = jnp.array_split(x, 2, axis=0)",
     "out0 f32[2@x]; out1 f32[2@x]"},
    {"0.10.2", "x=2 y=2", "x f32[1,4@x]", "out0, out1 = jnp.array_split(x, 2, axis=1)",
     "out0 f32[1,2@x]; out1 f32[1,2@x]"},
    {"0.10.2", "dp=4 tp=2", "x f32[8@tp,3,8@dp]", "out0, out1 = jnp.array_split(x, 2, axis=2)",
     "out0 f32[8@tp,3,4@dp]; out1 f32[8@tp,3,4@dp]"},
    {"0.10.2", "x=4 y=2", "x f32[12]", "out0, out1 = jnp.split(x, [7], axis=0)",
     "out0 f32[7]; out1 f32[5]"},
    {"0.10.2", "x=8", "x f32[6,12]", "out0, out1 = jnp.split(x, 2, axis=1)",
     "out0 f32[6,6]; out1 f32[6,6]"},
    {"0.10.2", "x=8", "x f32[4,16,4,8]", "out0, out1 = jnp.split(x, [2], axis=0)",
     "out0 f32[2,16,4,8]; out1 f32[2,16,4,8]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[8,4,12]", "out0, out1, out2, out3 = jnp.split(x, 4, axis=1)",
     "out0 f32[8,1,12]; out1 f32[8,1,12]; out2 f32[8,1,12]; out3 f32[8,1,12]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[12@sp]", "out0, out1 = jnp.split(x, 2, axis=0)",
     "out0 f32[6@sp]; out1 f32[6@sp]"},
    {"0.10.2", "x=4 y=2", "x f32[6@y,4,6,8]", "out0, out1, out2 = jnp.split(x, 3, axis=0)",
     "out0 f32[2@y,4,6,8]; out1 f32[2@y,4,6,8]; out2 f32[2@y,4,6,8]"},
    {"0.10.2", "x=3", "x f32[1]", "out0, = jnp.unstack(x, axis=0)", "out0 f32[]"},
    {"0.10.2", "data=2 model=4", "x f32[6,1,1]", "out0, = jnp.unstack(x, axis=1)", "out0 f32[6,1]"},
    {"0.10.2", "x=8", "x f32[16,8,12]",
     "out0, out1, out2, out3, out4, out5, out6, out7, out8, out9, out10, out11 = "
     "jnp.unstack(x, axis=2)",
     "out0 f32[16,8]; out1 f32[16,8]; out10 f32[16,8]; out11 f32[16,8]; out2 "
     "f32[16,8]; out3 f32[16,8]; out4 f32[16,8]; out5 f32[16,8]; out6 f32[16,8]; out7 "
     "f32[16,8]; out8 f32[16,8]; out9 f32[16,8]"},
    {"0.10.2", "x=2 y=4", "x f32[3,3,8]", "(out0, out1, out2) = jnp.unstack(x, axis=0)",
     "out0 f32[3,8]; out1 f32[3,8]; out2 f32[3,8]"},
    {"0.10.2", "x=2 y=4", "x f32[8,3,2,16]", "out0, out1 = jnp.unstack(x, axis=2)",
     "out0 f32[8,3,16]; out1 f32[8,3,16]"},
    {"0.10.2", "x=4 y=2", "x f32[4,4,8]",
     "(out0, out1, out2, out3, out4, out5, out6, out7) = jnp.unstack(x, axis=2)",
     "out0 f32[4,4]; out1 f32[4,4]; out2 f32[4,4]; out3 f32[4,4]; out4 f32[4,4]; "
     "out5 f32[4,4]; out6 f32[4,4]; out7 f32[4,4]"},
    {"0.10.2", "x=2 y=2", "x f32[3,4@x,3]", "out0, out1, out2 = jnp.unstack(x, axis=0)",
     "out0 f32[4@x,3]; out1 f32[4@x,3]; out2 f32[4@x,3]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8,8@(y,x),3,3]", "out0, out1, out2 = jnp.unstack(x, axis=2)",
     "out0 f32[8,8@(y,x),3]; out1 f32[8,8@(y,x),3]; out2 f32[8,8@(y,x),3]"},
    {"0.10.2", "x=2", "x f32[6@x,4]", "out0, out1, out2, out3 = jnp.unstack(x, axis=1)",
     "out0 f32[6@x]; out1 f32[6@x]; out2 f32[6@x]; out3 f32[6@x]"},
    {"0.10.2", "x=2", "x f32[8@x,8,4]",
     "(out0, out1, out2, out3, out4, out5, out6, out7) = jnp.unstack(x, axis=1)",
     "out0 f32[8@x,4]; out1 f32[8@x,4]; out2 f32[8@x,4]; out3 f32[8@x,4]; out4 "
     "f32[8@x,4]; out5 f32[8@x,4]; out6 f32[8@x,4]; out7 f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "x f32[3]", "out0, out1 = lax.split(x, (1, 2), 0)",
     "out0 f32[1]; out1 f32[2]"},
    {"0.10.2", "data=4", "x f32[6,12]", "out0, out1 = lax.split(x, (2, 10), 1)",
     "out0 f32[6,2]; out1 f32[6,10]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2,4,3]", "out0, out1 = lax.split(x, (1, 1), 0)",
     "out0 f32[1,4,3]; out1 f32[1,4,3]"},
    {"0.10.2", "x=2 y=4", "x f32[8@x]", "out0, out1 = lax.split(x, (4, 4), 0)",
     "out0 f32[4@x]; out1 f32[4@x]"},
    {"0.10.2", "x=4", "x f32[8@x,3]", "out0, out1 = lax.split(x, (4, 4), 0)",
     "out0 f32[4@x,3]; out1 f32[4@x,3]"},
    {"0.10.2", "x=1 y=4", "x f32[1@x,1,3]", "out0, out1 = lax.split(x, (2, 1), 2)",
     "out0 f32[1@x,1,2]; out1 f32[1@x,1,1]"},
    {"0.10.2", "x=4 y=2", "x f32[4,8@y,2,2]", "out0, out1 = lax.split(x, (2, 2), 0)",
     "out0 f32[2,8@y,2,2]; out1 f32[2,8@y,2,2]"},
    {"0.10.2", "x=2 y=2", "x f32[4@y,4,4@x]", "out0, out1 = lax.split(x, (3, 1), 1)",
     "out0 f32[4@y,3,4@x]; out1 f32[4@y,1,4@x]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8@(y,z),3,6@x]", "out0, out1 = lax.split(x, (2, 1), 1)",
     "out0 f32[8@(y,z),2,6@x]; out1 f32[8@(y,z),1,6@x]"},
};

/* The types that JAX gives. */
Test(split, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "dp=4 tp=2", "x f32[8@tp,8]", "out0, out1, out2 = jnp.split(x, 3, axis=1)",
     "ValueError: array split does not result in an equal division: rest is 2"},
    {"0.10.2", "x=1 y=4", "x f32[2@x,3]", "out0, out1 = jnp.unstack(x, axis=0)",
     "ShardingTypeError: unstack operand cannot be sharded on the unstacking axis 0. "
     "Got operand type=f32[2@x,3]"},
    {"0.10.2", "x=2 y=4", "x f32[2@x]", "out0, out1 = lax.split(x, (1, 1), 0)",
     "ShardingTypeError: split on sharded dims where out dim (1) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=f32[2@x] and "
     "output shape=(1,)"},
    {"0.10.2", "x=2 y=4", "x f32[8@y]", "out0, out1 = lax.split(x, (6, 3), 0)",
     "ValueError: Sum of sizes 9 must be equal to dimension 0 of the operand shape "
     "[8]"},
};

/* What JAX refuses, with its texts. */
Test(split, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}

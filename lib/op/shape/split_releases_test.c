/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=4 y=2", "x f32[6@y,4,6,8]", "out0, out1, out2 = jnp.split(x, 3, axis=0)",
     "out0 f32[2@y,4,6,8]; out1 f32[2@y,4,6,8]; out2 f32[2@y,4,6,8]"},
    {"0.6.0", "dp=4 tp=2", "x f32[8@tp,3,8@dp]", "out0, out1 = jnp.array_split(x, 2, axis=2)",
     "out0 f32[8@tp,3,4@dp]; out1 f32[8@tp,3,4@dp]"},
    {"0.6.0", "x=1 y=4", "x f32[8,6,6,1]", "out0, out1 = jnp.array_split(x, 2, axis=2)",
     "out0 f32[8,6,3,1]; out1 f32[8,6,3,1]"},
    {"0.6.0", "x=2 y=2", "x f32[8@x]",
     "out0, out1, out2, out3, out4, out5, out6, out7 = jnp.unstack(x, axis=0)",
     "ShardingTypeError: split on sharded dims where out dim (1) is not divisble by "
     "mesh axes (2) with spec (x) is not implemented."},
    {"0.6.0", "x=2", "x f32[6@x,4]", "out0, out1, out2, out3 = jnp.unstack(x, axis=1)",
     "out0 f32[6@x]; out1 f32[6@x]; out2 f32[6@x]; out3 f32[6@x]"},
    {"0.6.0", "x=4 y=2", "x f32[4]", "out0, out1, out2, out3 = jnp.unstack(x, axis=0)",
     "out0 f32[]; out1 f32[]; out2 f32[]; out3 f32[]"},
    {"0.6.0", "x=2 y=2", "x f32[3,4@x,3]", "out0, out1, out2 = jnp.unstack(x, axis=0)",
     "out0 f32[4@x,3]; out1 f32[4@x,3]; out2 f32[4@x,3]"},
    {"0.6.0", "x=4 y=2", "x f32[8@y,12]", "out0, out1 = lax.split(x, (8, 5), 1)",
     "ValueError: Sum of sizes 13 must be equal to dimension 1 of the operand shape "
     "[8, 12]"},
    {"0.6.0", "x=8", "x f32[6,12]", "out0, out1 = jnp.split(x, 2, axis=1)",
     "out0 f32[6,6]; out1 f32[6,6]"},
    {"0.6.0", "fsdp=2 tp=2 sp=2", "x f32[12@sp]", "out0, out1 = jnp.split(x, 2, axis=0)",
     "out0 f32[6@sp]; out1 f32[6@sp]"},
    {"0.6.0", "x=4", "x f32[4,6,8,4]", "out0, out1, out2, out3, out4 = jnp.split(x, 5, axis=2)",
     "ValueError: array split does not result in an equal division: rest is 3"},
    {"0.6.0", "x=2 y=2", "x f32[8@x]", "out0, out1 = jnp.array_split(x, 2, axis=0)",
     "out0 f32[4@x]; out1 f32[4@x]"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[4]", "out0, out1 = lax.split(x, (2, 2), 0)",
     "out0 f32[2]; out1 f32[2]"},
    {"0.6.0", "x=8", "x f32[8@x,3,8]", "out0, out1 = lax.split(x, (1, 7), axis=0)",
     "ShardingTypeError: split on sharded dims where out dim (1) is not divisble by "
     "mesh axes (8) with spec (x) is not implemented."},
    {"0.6.0", "x=4 y=2", "x f32[16@x,8,4@y,6]", "out0, out1 = lax.split(x, (2, 4), axis=3)",
     "out0 f32[16@x,8,4@y,2]; out1 f32[16@x,8,4@y,4]"},
    {"0.6.0", "x=1 y=4", "x f32[8@x]", "out0, out1 = lax.split(x, (4, 4), 0)",
     "out0 f32[4@x]; out1 f32[4@x]"},
    {"0.6.0", "x=2", "x f32[8@x,8,4]",
     "(out0, out1, out2, out3, out4, out5, out6, out7) = jnp.unstack(x, axis=1)",
     "out0 f32[8@x,4]; out1 f32[8@x,4]; out2 f32[8@x,4]; out3 f32[8@x,4]; out4 "
     "f32[8@x,4]; out5 f32[8@x,4]; out6 f32[8@x,4]; out7 f32[8@x,4]"},
};

/* What release 0.6.0 says. */
Test(split_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=4 y=2", "x f32[6@y,4,6,8]", "out0, out1, out2 = jnp.split(x, 3, axis=0)",
     "out0 f32[2@y,4,6,8]; out1 f32[2@y,4,6,8]; out2 f32[2@y,4,6,8]"},
    {"0.7.0", "dp=4 tp=2", "x f32[8@tp,3,8@dp]", "out0, out1 = jnp.array_split(x, 2, axis=2)",
     "out0 f32[8@tp,3,4@dp]; out1 f32[8@tp,3,4@dp]"},
    {"0.7.0", "x=1 y=4", "x f32[8,6,6,1]", "out0, out1 = jnp.array_split(x, 2, axis=2)",
     "out0 f32[8,6,3,1]; out1 f32[8,6,3,1]"},
    {"0.7.0", "x=2 y=2", "x f32[8@x]",
     "out0, out1, out2, out3, out4, out5, out6, out7 = jnp.unstack(x, axis=0)",
     "ShardingTypeError: split on sharded dims where out dim (1) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented."},
    {"0.7.0", "x=2", "x f32[6@x,4]", "out0, out1, out2, out3 = jnp.unstack(x, axis=1)",
     "out0 f32[6@x]; out1 f32[6@x]; out2 f32[6@x]; out3 f32[6@x]"},
    {"0.7.0", "x=4 y=2", "x f32[4]", "out0, out1, out2, out3 = jnp.unstack(x, axis=0)",
     "out0 f32[]; out1 f32[]; out2 f32[]; out3 f32[]"},
    {"0.7.0", "x=2 y=2", "x f32[3,4@x,3]", "out0, out1, out2 = jnp.unstack(x, axis=0)",
     "out0 f32[4@x,3]; out1 f32[4@x,3]; out2 f32[4@x,3]"},
    {"0.7.0", "x=4 y=2", "x f32[8@y,12]", "out0, out1 = lax.split(x, (8, 5), 1)",
     "ValueError: Sum of sizes 13 must be equal to dimension 1 of the operand shape "
     "[8, 12]"},
    {"0.7.0", "x=8", "x f32[6,12]", "out0, out1 = jnp.split(x, 2, axis=1)",
     "out0 f32[6,6]; out1 f32[6,6]"},
    {"0.7.0", "fsdp=2 tp=2 sp=2", "x f32[12@sp]", "out0, out1 = jnp.split(x, 2, axis=0)",
     "out0 f32[6@sp]; out1 f32[6@sp]"},
    {"0.7.0", "x=4", "x f32[4,6,8,4]", "out0, out1, out2, out3, out4 = jnp.split(x, 5, axis=2)",
     "ValueError: array split does not result in an equal division: rest is 3"},
    {"0.7.0", "x=2 y=2", "x f32[8@x]", "out0, out1 = jnp.array_split(x, 2, axis=0)",
     "out0 f32[4@x]; out1 f32[4@x]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[4]", "out0, out1 = lax.split(x, (2, 2), 0)",
     "out0 f32[2]; out1 f32[2]"},
    {"0.7.0", "x=8", "x f32[8@x,3,8]", "out0, out1 = lax.split(x, (1, 7), axis=0)",
     "ShardingTypeError: split on sharded dims where out dim (1) is not divisible by "
     "mesh axes (8) with spec (x) is not implemented."},
    {"0.7.0", "x=4 y=2", "x f32[16@x,8,4@y,6]", "out0, out1 = lax.split(x, (2, 4), axis=3)",
     "out0 f32[16@x,8,4@y,2]; out1 f32[16@x,8,4@y,4]"},
    {"0.7.0", "x=1 y=4", "x f32[8@x]", "out0, out1 = lax.split(x, (4, 4), 0)",
     "out0 f32[4@x]; out1 f32[4@x]"},
    {"0.7.0", "x=2", "x f32[8@x,8,4]",
     "(out0, out1, out2, out3, out4, out5, out6, out7) = jnp.unstack(x, axis=1)",
     "out0 f32[8@x,4]; out1 f32[8@x,4]; out2 f32[8@x,4]; out3 f32[8@x,4]; out4 "
     "f32[8@x,4]; out5 f32[8@x,4]; out6 f32[8@x,4]; out7 f32[8@x,4]"},
};

/* What release 0.7.0 says. */
Test(split_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=4 y=2", "x f32[6@y,4,6,8]", "out0, out1, out2 = jnp.split(x, 3, axis=0)",
     "out0 f32[2@y,4,6,8]; out1 f32[2@y,4,6,8]; out2 f32[2@y,4,6,8]"},
    {"0.8.2", "dp=4 tp=2", "x f32[8@tp,3,8@dp]", "out0, out1 = jnp.array_split(x, 2, axis=2)",
     "out0 f32[8@tp,3,4@dp]; out1 f32[8@tp,3,4@dp]"},
    {"0.8.2", "x=1 y=4", "x f32[8,6,6,1]", "out0, out1 = jnp.array_split(x, 2, axis=2)",
     "out0 f32[8,6,3,1]; out1 f32[8,6,3,1]"},
    {"0.8.2", "x=2 y=2", "x f32[8@x]",
     "out0, out1, out2, out3, out4, out5, out6, out7 = jnp.unstack(x, axis=0)",
     "ShardingTypeError: split on sharded dims where out dim (1) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented."},
    {"0.8.2", "x=2", "x f32[6@x,4]", "out0, out1, out2, out3 = jnp.unstack(x, axis=1)",
     "out0 f32[6@x]; out1 f32[6@x]; out2 f32[6@x]; out3 f32[6@x]"},
    {"0.8.2", "x=4 y=2", "x f32[4]", "out0, out1, out2, out3 = jnp.unstack(x, axis=0)",
     "out0 f32[]; out1 f32[]; out2 f32[]; out3 f32[]"},
    {"0.8.2", "x=2 y=2", "x f32[3,4@x,3]", "out0, out1, out2 = jnp.unstack(x, axis=0)",
     "out0 f32[4@x,3]; out1 f32[4@x,3]; out2 f32[4@x,3]"},
    {"0.8.2", "x=4 y=2", "x f32[8@y,12]", "out0, out1 = lax.split(x, (8, 5), 1)",
     "ValueError: Sum of sizes 13 must be equal to dimension 1 of the operand shape "
     "[8, 12]"},
    {"0.8.2", "x=8", "x f32[6,12]", "out0, out1 = jnp.split(x, 2, axis=1)",
     "out0 f32[6,6]; out1 f32[6,6]"},
    {"0.8.2", "fsdp=2 tp=2 sp=2", "x f32[12@sp]", "out0, out1 = jnp.split(x, 2, axis=0)",
     "out0 f32[6@sp]; out1 f32[6@sp]"},
    {"0.8.2", "x=4", "x f32[4,6,8,4]", "out0, out1, out2, out3, out4 = jnp.split(x, 5, axis=2)",
     "ValueError: array split does not result in an equal division: rest is 3"},
    {"0.8.2", "x=2 y=2", "x f32[8@x]", "out0, out1 = jnp.array_split(x, 2, axis=0)",
     "out0 f32[4@x]; out1 f32[4@x]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[4]", "out0, out1 = lax.split(x, (2, 2), 0)",
     "out0 f32[2]; out1 f32[2]"},
    {"0.8.2", "x=8", "x f32[8@x,3,8]", "out0, out1 = lax.split(x, (1, 7), axis=0)",
     "ShardingTypeError: split on sharded dims where out dim (1) is not divisible by "
     "mesh axes (8) with spec (x) is not implemented."},
    {"0.8.2", "x=4 y=2", "x f32[16@x,8,4@y,6]", "out0, out1 = lax.split(x, (2, 4), axis=3)",
     "out0 f32[16@x,8,4@y,2]; out1 f32[16@x,8,4@y,4]"},
    {"0.8.2", "x=1 y=4", "x f32[8@x]", "out0, out1 = lax.split(x, (4, 4), 0)",
     "out0 f32[4@x]; out1 f32[4@x]"},
    {"0.8.2", "x=2", "x f32[8@x,8,4]",
     "(out0, out1, out2, out3, out4, out5, out6, out7) = jnp.unstack(x, axis=1)",
     "out0 f32[8@x,4]; out1 f32[8@x,4]; out2 f32[8@x,4]; out3 f32[8@x,4]; out4 "
     "f32[8@x,4]; out5 f32[8@x,4]; out6 f32[8@x,4]; out7 f32[8@x,4]"},
};

/* What release 0.8.2 says. */
Test(split_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=4 y=2", "x f32[6@y,4,6,8]", "out0, out1, out2 = jnp.split(x, 3, axis=0)",
     "out0 f32[2@y,4,6,8]; out1 f32[2@y,4,6,8]; out2 f32[2@y,4,6,8]"},
    {"0.9.0", "dp=4 tp=2", "x f32[8@tp,3,8@dp]", "out0, out1 = jnp.array_split(x, 2, axis=2)",
     "out0 f32[8@tp,3,4@dp]; out1 f32[8@tp,3,4@dp]"},
    {"0.9.0", "x=1 y=4", "x f32[8,6,6,1]", "out0, out1 = jnp.array_split(x, 2, axis=2)",
     "out0 f32[8,6,3,1]; out1 f32[8,6,3,1]"},
    {"0.9.0", "x=2 y=2", "x f32[8@x]",
     "out0, out1, out2, out3, out4, out5, out6, out7 = jnp.unstack(x, axis=0)",
     "ShardingTypeError: split on sharded dims where out dim (1) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented."},
    {"0.9.0", "x=2", "x f32[6@x,4]", "out0, out1, out2, out3 = jnp.unstack(x, axis=1)",
     "out0 f32[6@x]; out1 f32[6@x]; out2 f32[6@x]; out3 f32[6@x]"},
    {"0.9.0", "x=4 y=2", "x f32[4]", "out0, out1, out2, out3 = jnp.unstack(x, axis=0)",
     "out0 f32[]; out1 f32[]; out2 f32[]; out3 f32[]"},
    {"0.9.0", "x=2 y=2", "x f32[3,4@x,3]", "out0, out1, out2 = jnp.unstack(x, axis=0)",
     "out0 f32[4@x,3]; out1 f32[4@x,3]; out2 f32[4@x,3]"},
    {"0.9.0", "x=4 y=2", "x f32[8@y,12]", "out0, out1 = lax.split(x, (8, 5), 1)",
     "ValueError: Sum of sizes 13 must be equal to dimension 1 of the operand shape "
     "[8, 12]"},
    {"0.9.0", "x=8", "x f32[6,12]", "out0, out1 = jnp.split(x, 2, axis=1)",
     "out0 f32[6,6]; out1 f32[6,6]"},
    {"0.9.0", "fsdp=2 tp=2 sp=2", "x f32[12@sp]", "out0, out1 = jnp.split(x, 2, axis=0)",
     "out0 f32[6@sp]; out1 f32[6@sp]"},
    {"0.9.0", "x=4", "x f32[4,6,8,4]", "out0, out1, out2, out3, out4 = jnp.split(x, 5, axis=2)",
     "ValueError: array split does not result in an equal division: rest is 3"},
    {"0.9.0", "x=2 y=2", "x f32[8@x]", "out0, out1 = jnp.array_split(x, 2, axis=0)",
     "out0 f32[4@x]; out1 f32[4@x]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[4]", "out0, out1 = lax.split(x, (2, 2), 0)",
     "out0 f32[2]; out1 f32[2]"},
    {"0.9.0", "x=8", "x f32[8@x,3,8]", "out0, out1 = lax.split(x, (1, 7), axis=0)",
     "ShardingTypeError: split on sharded dims where out dim (1) is not divisible by "
     "mesh axes (8) with spec (x) is not implemented."},
    {"0.9.0", "x=4 y=2", "x f32[16@x,8,4@y,6]", "out0, out1 = lax.split(x, (2, 4), axis=3)",
     "out0 f32[16@x,8,4@y,2]; out1 f32[16@x,8,4@y,4]"},
    {"0.9.0", "x=1 y=4", "x f32[8@x]", "out0, out1 = lax.split(x, (4, 4), 0)",
     "out0 f32[4@x]; out1 f32[4@x]"},
    {"0.9.0", "x=2", "x f32[8@x,8,4]",
     "(out0, out1, out2, out3, out4, out5, out6, out7) = jnp.unstack(x, axis=1)",
     "out0 f32[8@x,4]; out1 f32[8@x,4]; out2 f32[8@x,4]; out3 f32[8@x,4]; out4 "
     "f32[8@x,4]; out5 f32[8@x,4]; out6 f32[8@x,4]; out7 f32[8@x,4]"},
};

/* What release 0.9.0 says. */
Test(split_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

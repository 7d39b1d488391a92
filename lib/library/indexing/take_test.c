/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=4 y=2", "x f32[4]; i i32[3]", "out = jnp.take(x, i, 0)", "out f32[3]"},
    {"0.10.2", "x=3", "x f32[3,8]; i i32[3]", "out = jnp.take(x, i, axis=0, mode='fill')",
     "out f32[3,8]"},
    {"0.10.2", "x=8", "x f32[6,8]; i i32[3,8]", "out = jnp.take(x, i, axis=1)", "out f32[6,3,8]"},
    {"0.10.2", "x=2 y=2", "x f32[8,12@x]; i i32[]", "out = jnp.take(x, i, axis=0)",
     "out f32[12@x]"},
    {"0.10.2", "dp=4 tp=2", "x f32[8@tp,3]; i i32[4]", "out = jnp.take(x, i, 1, mode='fill')",
     "out f32[8@tp,4]"},
    {"0.10.2", "x=4", "x f32[8@x,6,4]; i i32[4]", "out = jnp.take(x, i, 1)", "out f32[8@x,4,4]"},
    {"0.10.2", "x=4", "x f32[8@x,8,6]; i i32[2,4]", "out = jnp.take(x, i, axis=1, mode='wrap')",
     "out f32[8@x,2,4,6]"},
    {"0.10.2", "x=3 y=2", "x f32[4]; i i32[3]", "out = jnp.take_along_axis(x, i, 0)", "out f32[3]"},
    {"0.10.2", "x=8", "x f32[6,12]; i i32[6,8]", "out = jnp.take_along_axis(x, i, 1)",
     "out f32[6,8]"},
    {"0.10.2", "x=4", "x f32[6,3,6]; i i32[6,3,6]", "out = jnp.take_along_axis(x, i, 2)",
     "out f32[6,3,6]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[4,2@y]; i i32[1,2]",
     "out = jnp.take_along_axis(x, i, 0, mode='clip')", "out f32[1,2@y]"},
    {"0.10.2", "x=4", "x f32[6,1,4@x]; i i32[6,8,4]", "out = jnp.take_along_axis(x, i, axis=1)",
     "out f32[6,8,4@x]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[1]; i i32[]", "out = x.take(i, axis=-1)", "out f32[]"},
    {"0.10.2", "x=8", "x f32[8]; i i32[6,2]", "out = x.take(i, axis=-1)", "out f32[6,2]"},
    {"0.10.2", "x=4 y=2", "x f32[4,4,1]; i i32[3]", "out = x.take(i, 1)", "out f32[4,3,1]"},
    {"0.10.2", "x=8", "x f32[16,16,16]; i i32[8,3]", "out = x.take(i, 2, mode='clip')",
     "out f32[16,16,8,3]"},
    {"0.10.2", "x=4 y=2", "x f32[3,8@x]; i i32[2]", "out = x.take(i, 0)", "out f32[2,8@x]"},
    {"0.10.2", "x=2 y=4", "x f32[1,1,12@x]; i i32[4]", "out = x.take(i, 1)", "out f32[1,4,12@x]"},
    {"0.10.2", "x=3", "x f32[1,6@x,4]; i i32[2,4]", "out = x.take(i, 2, mode='wrap')",
     "out f32[1,6@x,2,4]"},
    {"0.10.2", "x=2 y=2", "x f32[2,8@x,8@y]; i i32[]", "out = x.take(i, 0, mode='clip')",
     "out f32[8@x,8@y]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[4,8@(z,y),4@x]; i i32[8]", "out = x.take(i, 0, mode='wrap')",
     "out f32[8,8@(z,y),4@x]"},
};

/* The types that JAX gives. */
Test(numpy_take, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=2 y=2", "x f32[4,4@x]; i i32[2,4]", "out = jnp.take(x, i)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding "
     "of the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "type: float32[4,4@x], new sizes: (16,)"},
    {"0.10.2", "x=2 y=2", "x f32[4,4@y]; i i32[]", "out = jnp.take(x, i, axis=1)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4,4@y]), indices=ShapedArray(int32[1])"},
    {"0.10.2", "x=8", "x f32[8]; i i32[8@x]", "out = jnp.take_along_axis(x, i, 0)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8]), indices=ShapedArray(int32[8@x,1])"},
    {"0.10.2", "x=4", "x f32[6,8@x,16]; i i32[4,1,16@x]",
     "out = jnp.take_along_axis(x, i, 0, mode='clip')",
     "ShardingTypeError: gather operation with inputs: f32[6,8@x,16], i32[4,16@x,1] "
     "produces an illegally sharded result: f32[4,8@x,16@x]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[12@x,4,8]; i i32[12,4,8@x]",
     "out = jnp.take_along_axis(x, i, 1, mode='clip')",
     "ShardingTypeError: gather operation with inputs: f32[12@x,4,8], "
     "i32[12,4,8@x,1] produces an illegally sharded result: f32[12@x,4,8@x]"},
    {"0.10.2", "x=2 y=4", "x f32[8@(y,x),1,8]; i i32[8,4,8@(x,y)]",
     "out = jnp.take_along_axis(x, i, axis=1)",
     "ShardingTypeError: gather operation with inputs: f32[8@(y,x),1,8], "
     "i32[8,4,8@(x,y),1] produces an illegally sharded result: "
     "f32[8@(y,x),4,8@(x,y)]"},
    {"0.10.2", "x=3 y=2", "x f32[8,4@y]; i i32[]", "out = x.take(i, 1)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8,4@y]), indices=ShapedArray(int32[1])"},
};

/* What JAX refuses, with its texts. */
Test(numpy_take, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}

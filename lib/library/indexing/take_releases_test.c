/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=4", "x f32[6,8@x,16]; i i32[4,1,16@x]",
     "out = jnp.take_along_axis(x, i, 0, mode='clip')",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "data=4", "x f32[8@data,4,12]; i i32[8,4,1]",
     "out = jnp.take_along_axis(x, i, 1, mode='clip')",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "x=2 y=2 z=2", "x f32[12@z]; i i32[]", "out = jnp.take(x, i, axis=0, mode='fill')",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "x=2 y=4", "x f32[8@(y,x),1,8]; i i32[8,4,8@(x,y)]",
     "out = jnp.take_along_axis(x, i, axis=1)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "x=2 y=2 z=2", "x f32[1,12,12@y]; i i32[1,2,12@z]",
     "out = jnp.take_along_axis(x, i, axis=1)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "x=2 y=2 z=2", "x f32[6,3,8@z]; i i32[8,2]", "out = x.take(i, 0, mode='clip')",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "x=4 y=1 z=2", "x f32[12@x,4,8]; i i32[12,4,8@x]",
     "out = jnp.take_along_axis(x, i, 1, mode='clip')",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "x=3", "x f32[12,8,4]; i i32[4,8,4]",
     "out = jnp.take_along_axis(x, i, 0, mode='clip')", "out f32[4,8,4]"},
    {"0.6.0", "x=2", "x f32[2,8@x,8]; i i32[2]", "out = jnp.take(x, i, axis=2)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "x=4 y=2", "x f32[4]; i i32[3]", "out = jnp.take(x, i, 0)", "out f32[3]"},
    {"0.6.0", "x=8", "x f32[12,1]; i i32[]", "out = x.take(i, 1, mode='fill')", "out f32[12]"},
    {"0.6.0", "x=4 y=1 z=2", "x f32[4,8@(z,y),4@x]; i i32[8]", "out = x.take(i, 0, mode='wrap')",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "b=4 a=4", "x f32[4@b,3,8@a]; i i32[2,4@b]", "out = x.take(i, axis=-2)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "x=2 y=2", "x f32[4,4@x]; i i32[2,4]", "out = jnp.take(x, i)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `sharding` argument of jax.lax.reshape. Got operand shape: "
     "(4, 4), new sizes: (16,) and operand spec: PartitionSpec(None, 'x')"},
};

/* What release 0.6.0 says. */
Test(numpy_take_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=4", "x f32[6,8@x,16]; i i32[4,1,16@x]",
     "out = jnp.take_along_axis(x, i, 0, mode='clip')",
     "ShardingTypeError: gather operation with inputs: f32[6,8@x,16], i32[4,16@x,1] "
     "produces an illegally sharded result: f32[4,8@x,16@x]"},
    {"0.7.0", "data=4", "x f32[8@data,4,12]; i i32[8,4,1]",
     "out = jnp.take_along_axis(x, i, 1, mode='clip')", "out f32[8@data,4,12]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[12@z]; i i32[]", "out = jnp.take(x, i, axis=0, mode='fill')",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs)."},
    {"0.7.0", "x=2 y=4", "x f32[8@(y,x),1,8]; i i32[8,4,8@(x,y)]",
     "out = jnp.take_along_axis(x, i, axis=1)",
     "ShardingTypeError: gather operation with inputs: f32[8@(y,x),1,8], "
     "i32[8,4,8@(x,y),1] produces an illegally sharded result: f32[8@(y,x),4,8@(x,y)]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[1,12,12@y]; i i32[1,2,12@z]",
     "out = jnp.take_along_axis(x, i, axis=1)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs)."},
    {"0.7.0", "x=2 y=2 z=2", "x f32[6,3,8@z]; i i32[8,2]", "out = x.take(i, 0, mode='clip')",
     "out f32[8,2,3,8@z]"},
    {"0.7.0", "x=4 y=1 z=2", "x f32[12@x,4,8]; i i32[12,4,8@x]",
     "out = jnp.take_along_axis(x, i, 1, mode='clip')",
     "ShardingTypeError: gather operation with inputs: f32[12@x,4,8], i32[12,4,8@x,1] "
     "produces an illegally sharded result: f32[12@x,4,8@x]"},
    {"0.7.0", "x=3", "x f32[12,8,4]; i i32[4,8,4]",
     "out = jnp.take_along_axis(x, i, 0, mode='clip')", "out f32[4,8,4]"},
    {"0.7.0", "x=2", "x f32[2,8@x,8]; i i32[2]", "out = jnp.take(x, i, axis=2)",
     "out f32[2,8@x,2]"},
    {"0.7.0", "x=4 y=2", "x f32[4]; i i32[3]", "out = jnp.take(x, i, 0)", "out f32[3]"},
    {"0.7.0", "x=8", "x f32[12,1]; i i32[]", "out = x.take(i, 1, mode='fill')", "out f32[12]"},
    {"0.7.0", "x=4 y=1 z=2", "x f32[4,8@(z,y),4@x]; i i32[8]", "out = x.take(i, 0, mode='wrap')",
     "out f32[8,8@(z,y),4@x]"},
    {"0.7.0", "b=4 a=4", "x f32[4@b,3,8@a]; i i32[2,4@b]", "out = x.take(i, axis=-2)",
     "ShardingTypeError: gather operation with inputs: f32[4@b,3,8@a], i32[2,4@b,1] "
     "produces an illegally sharded result: f32[4@b,2,4@b,8@a]"},
    {"0.7.0", "x=2 y=2", "x f32[4,4@x]; i i32[2,4]", "out = jnp.take(x, i)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "shape: float32[4,4@x], new sizes: (16,)"},
};

/* What release 0.7.0 says. */
Test(numpy_take_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=4", "x f32[6,8@x,16]; i i32[4,1,16@x]",
     "out = jnp.take_along_axis(x, i, 0, mode='clip')",
     "ShardingTypeError: gather operation with inputs: f32[6,8@x,16], i32[4,16@x,1] "
     "produces an illegally sharded result: f32[4,8@x,16@x]"},
    {"0.8.2", "data=4", "x f32[8@data,4,12]; i i32[8,4,1]",
     "out = jnp.take_along_axis(x, i, 1, mode='clip')", "out f32[8@data,4,12]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[12@z]; i i32[]", "out = jnp.take(x, i, axis=0, mode='fill')",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[12@z]), indices=ShapedArray(int32[1])"},
    {"0.8.2", "x=2 y=4", "x f32[8@(y,x),1,8]; i i32[8,4,8@(x,y)]",
     "out = jnp.take_along_axis(x, i, axis=1)",
     "ShardingTypeError: gather operation with inputs: f32[8@(y,x),1,8], "
     "i32[8,4,8@(x,y),1] produces an illegally sharded result: f32[8@(y,x),4,8@(x,y)]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[1,12,12@y]; i i32[1,2,12@z]",
     "out = jnp.take_along_axis(x, i, axis=1)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[1,12,12@y]), indices=ShapedArray(int32[2,12@z,1])"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[6,3,8@z]; i i32[8,2]", "out = x.take(i, 0, mode='clip')",
     "out f32[8,2,3,8@z]"},
    {"0.8.2", "x=4 y=1 z=2", "x f32[12@x,4,8]; i i32[12,4,8@x]",
     "out = jnp.take_along_axis(x, i, 1, mode='clip')",
     "ShardingTypeError: gather operation with inputs: f32[12@x,4,8], i32[12,4,8@x,1] "
     "produces an illegally sharded result: f32[12@x,4,8@x]"},
    {"0.8.2", "x=3", "x f32[12,8,4]; i i32[4,8,4]",
     "out = jnp.take_along_axis(x, i, 0, mode='clip')", "out f32[4,8,4]"},
    {"0.8.2", "x=2", "x f32[2,8@x,8]; i i32[2]", "out = jnp.take(x, i, axis=2)",
     "out f32[2,8@x,2]"},
    {"0.8.2", "x=4 y=2", "x f32[4]; i i32[3]", "out = jnp.take(x, i, 0)", "out f32[3]"},
    {"0.8.2", "x=8", "x f32[12,1]; i i32[]", "out = x.take(i, 1, mode='fill')", "out f32[12]"},
    {"0.8.2", "x=4 y=1 z=2", "x f32[4,8@(z,y),4@x]; i i32[8]", "out = x.take(i, 0, mode='wrap')",
     "out f32[8,8@(z,y),4@x]"},
    {"0.8.2", "b=4 a=4", "x f32[4@b,3,8@a]; i i32[2,4@b]", "out = x.take(i, axis=-2)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@b,3,8@a]), indices=ShapedArray(int32[2,4@b,1])"},
    {"0.8.2", "x=2 y=2", "x f32[4,4@x]; i i32[2,4]", "out = jnp.take(x, i)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[4,4@x], new sizes: (16,)"},
};

/* What release 0.8.2 says. */
Test(numpy_take_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=4", "x f32[6,8@x,16]; i i32[4,1,16@x]",
     "out = jnp.take_along_axis(x, i, 0, mode='clip')",
     "ShardingTypeError: gather operation with inputs: f32[6,8@x,16], i32[4,16@x,1] "
     "produces an illegally sharded result: f32[4,8@x,16@x]"},
    {"0.9.0", "data=4", "x f32[8@data,4,12]; i i32[8,4,1]",
     "out = jnp.take_along_axis(x, i, 1, mode='clip')", "out f32[8@data,4,12]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[12@z]; i i32[]", "out = jnp.take(x, i, axis=0, mode='fill')",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[12@z]), indices=ShapedArray(int32[1])"},
    {"0.9.0", "x=2 y=4", "x f32[8@(y,x),1,8]; i i32[8,4,8@(x,y)]",
     "out = jnp.take_along_axis(x, i, axis=1)",
     "ShardingTypeError: gather operation with inputs: f32[8@(y,x),1,8], "
     "i32[8,4,8@(x,y),1] produces an illegally sharded result: f32[8@(y,x),4,8@(x,y)]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[1,12,12@y]; i i32[1,2,12@z]",
     "out = jnp.take_along_axis(x, i, axis=1)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[1,12,12@y]), indices=ShapedArray(int32[2,12@z,1])"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[6,3,8@z]; i i32[8,2]", "out = x.take(i, 0, mode='clip')",
     "out f32[8,2,3,8@z]"},
    {"0.9.0", "x=4 y=1 z=2", "x f32[12@x,4,8]; i i32[12,4,8@x]",
     "out = jnp.take_along_axis(x, i, 1, mode='clip')",
     "ShardingTypeError: gather operation with inputs: f32[12@x,4,8], i32[12,4,8@x,1] "
     "produces an illegally sharded result: f32[12@x,4,8@x]"},
    {"0.9.0", "x=3", "x f32[12,8,4]; i i32[4,8,4]",
     "out = jnp.take_along_axis(x, i, 0, mode='clip')", "out f32[4,8,4]"},
    {"0.9.0", "x=2", "x f32[2,8@x,8]; i i32[2]", "out = jnp.take(x, i, axis=2)",
     "out f32[2,8@x,2]"},
    {"0.9.0", "x=4 y=2", "x f32[4]; i i32[3]", "out = jnp.take(x, i, 0)", "out f32[3]"},
    {"0.9.0", "x=8", "x f32[12,1]; i i32[]", "out = x.take(i, 1, mode='fill')", "out f32[12]"},
    {"0.9.0", "x=4 y=1 z=2", "x f32[4,8@(z,y),4@x]; i i32[8]", "out = x.take(i, 0, mode='wrap')",
     "out f32[8,8@(z,y),4@x]"},
    {"0.9.0", "b=4 a=4", "x f32[4@b,3,8@a]; i i32[2,4@b]", "out = x.take(i, axis=-2)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@b,3,8@a]), indices=ShapedArray(int32[2,4@b,1])"},
    {"0.9.0", "x=2 y=2", "x f32[4,4@x]; i i32[2,4]", "out = jnp.take(x, i)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[4,4@x], new sizes: (16,)"},
};

/* What release 0.9.0 says. */
Test(numpy_take_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

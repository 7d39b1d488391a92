/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=4 y=1 z=2", "x f32[8@(y,z),2]",
     "out = x.repeat(3, 1, out_sharding=P(('x', 'z'), None, 'y'))",
     "TypeError: _repeat() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=1 y=4", "x f32[4@y]", "out = jnp.tile(x, (2,))",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `sharding` argument of jax.lax.reshape. Got operand shape: "
     "(2, 4), new sizes: (8,) and operand spec: PartitionSpec(None, 'y')"},
    {"0.6.0", "x=2 y=2", "x f32[12@y,3]", "out = x.repeat(2, 0)", "out f32[24@y,3]"},
    {"0.6.0", "data=4", "x f32[4@data,8,12]", "out = jnp.tile(x, 2)",
     "ShardingTypeError: Merging on more than 1 axis is not supported. Please specify "
     "the sharding of the output via the `sharding` argument of jax.lax.reshape. Got "
     "operand.shape=(4, 8, 24) and new_sizes=(1, 4, 1, 8, 2, 12)"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[12@(y,x)]", "out = jnp.roll(x, 2, axis=0)",
     "ShardingTypeError: slicing on sharded dims where out dim (2) is not divisble by "
     "mesh axes (4) with spec (('y', 'x')) is not implemented."},
    {"0.6.0", "x=2 y=2", "x f32[1]", "out = x.repeat(2, 0)", "out f32[2]"},
    {"0.6.0", "x=2 y=2", "x f32[2@x]", "out = jnp.roll(x, 2, axis=0)", "out f32[2@x]"},
    {"0.6.0", "x=2", "x f32[1,3,12@x]",
     "out = jnp.repeat(x, 3, axis=1, out_sharding=P(None, 'x', None))",
     "TypeError: repeat() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=2 y=4", "x f32[12]", "out = jnp.roll(x, 1)", "out f32[12]"},
    {"0.6.0", "x=8", "x f32[1,8@x]", "out = jnp.repeat(x, 2, axis=1)", "out f32[1,16@x]"},
    {"0.6.0", "x=1 y=4", "x f32[4,4@x]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=NamedSharding(mesh, P()))",
     "TypeError: repeat() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=8", "x f32[8@x,1]", "out = jnp.repeat(x, 2, axis=1)", "out f32[8@x,2]"},
    {"0.6.0", "b=4 a=4", "x f32[4]", "out = jnp.repeat(x, 4, axis=0, out_sharding=P('b'))",
     "TypeError: repeat() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=2 y=2", "x f32[4]", "out = x.repeat(2, 0, out_sharding=P('y', 'x'))",
     "TypeError: _repeat() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=1 y=4", "x f32[8]", "out = jnp.tile(x, (1,))", "out f32[8]"},
    {"0.6.0", "x=2", "x f32[1,8]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=P(None, None, 'x'))",
     "TypeError: repeat() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "dp=4 tp=2", "x f32[1,8@dp,4@tp]", "out = jnp.roll(x, 1)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `sharding` argument of jax.lax.reshape. Got operand shape: "
     "(1, 8, 4), new sizes: (32,) and operand spec: PartitionSpec(None, 'dp', 'tp')"},
    {"0.6.0", "x=1 y=4", "x f32[16@x]", "out = x.repeat(2, 0, out_sharding=P(None))",
     "TypeError: _repeat() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=4 y=1 z=2", "x f32[8@y,8@x,4@z]", "out = jnp.roll(x, 1, axis=0)",
     "out f32[8@y,8@x,4@z]"},
    {"0.6.0", "x=2 y=2", "x f32[3,8]", "out = jnp.repeat(x, 2, axis=0)", "out f32[6,8]"},
    {"0.6.0", "x=2 y=2", "x f32[1,6@y]", "out = x.repeat(2, 1, out_sharding=P('y', None))",
     "TypeError: _repeat() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=2 y=2 z=3", "x f32[3,12@y,2@x]", "out = x.repeat(2, 0)", "out f32[6,12@y,2@x]"},
    {"0.6.0", "fsdp=2 tp=2 sp=2", "x f32[2@fsdp]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=P(None))",
     "TypeError: repeat() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=8", "x f32[16,1]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=NamedSharding(mesh, P('x', 'x')))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
};

/* What release 0.6.0 says. */
Test(numpy_repeat_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=4 y=1 z=2", "x f32[8@(y,z),2]",
     "out = x.repeat(3, 1, out_sharding=P(('x', 'z'), None, 'y'))",
     "AssertionError: (2, PartitionSpec(('x', 'z'), None, 'y'))"},
    {"0.7.0", "x=1 y=4", "x f32[4@y]", "out = jnp.tile(x, (2,))",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "shape: float32[2,4@y], new sizes: (8,)"},
    {"0.7.0", "x=2 y=2", "x f32[12@y,3]", "out = x.repeat(2, 0)",
     "ValueError: Please pass sharding to `jnp.repeat` via `out_sharding` parameter."},
    {"0.7.0", "data=4", "x f32[4@data,8,12]", "out = jnp.tile(x, 2)",
     "ShardingTypeError: Merging on more than 1 axis is not supported. Please specify "
     "the sharding of the output via the `sharding` argument of jax.lax.reshape. Got "
     "operand.shape=(4, 8, 24) and orig_new_sizes=(1, 4, 1, 8, 2, 12)"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[12@(y,x)]", "out = jnp.roll(x, 2, axis=0)",
     "ShardingTypeError: slicing on sharded dims where out dim (2) is not divisible by "
     "mesh axes (4) with spec (('y', 'x')) is not implemented."},
    {"0.7.0", "x=2 y=2", "x f32[1]", "out = x.repeat(2, 0)", "out f32[2]"},
    {"0.7.0", "x=2 y=2", "x f32[2@x]", "out = jnp.roll(x, 2, axis=0)", "out f32[2@x]"},
    {"0.7.0", "x=2", "x f32[1,3,12@x]",
     "out = jnp.repeat(x, 3, axis=1, out_sharding=P(None, 'x', None))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 2 "
     "times, but does not evenly divide the dimension size 9. Got shape: (1, 9, 12) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,)), "
     "spec=PartitionSpec(None, 'x', None))"},
    {"0.7.0", "x=2 y=4", "x f32[12]", "out = jnp.roll(x, 1)", "out f32[12]"},
    {"0.7.0", "x=8", "x f32[1,8@x]", "out = jnp.repeat(x, 2, axis=1)",
     "ValueError: Please pass sharding to `jnp.repeat` via `out_sharding` parameter."},
    {"0.7.0", "x=1 y=4", "x f32[4,4@x]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=NamedSharding(mesh, P()))", "out f32[16,4]"},
    {"0.7.0", "x=8", "x f32[8@x,1]", "out = jnp.repeat(x, 2, axis=1)", "out f32[8@x,2]"},
    {"0.7.0", "b=4 a=4", "x f32[4]", "out = jnp.repeat(x, 4, axis=0, out_sharding=P('b'))",
     "out f32[16@b]"},
    {"0.7.0", "x=2 y=2", "x f32[4]", "out = x.repeat(2, 0, out_sharding=P('y', 'x'))",
     "AssertionError: (1, PartitionSpec('y', 'x'))"},
    {"0.7.0", "x=1 y=4", "x f32[8]", "out = jnp.tile(x, (1,))", "out f32[8]"},
    {"0.7.0", "x=2", "x f32[1,8]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=P(None, None, 'x'))",
     "AssertionError: (2, PartitionSpec(None, None, 'x'))"},
    {"0.7.0", "dp=4 tp=2", "x f32[1,8@dp,4@tp]", "out = jnp.roll(x, 1)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "shape: float32[1,8@dp,4@tp], new sizes: (32,)"},
    {"0.7.0", "x=1 y=4", "x f32[16@x]", "out = x.repeat(2, 0, out_sharding=P(None))",
     "out f32[32]"},
    {"0.7.0", "x=4 y=1 z=2", "x f32[8@y,8@x,4@z]", "out = jnp.roll(x, 1, axis=0)",
     "out f32[8@y,8@x,4@z]"},
    {"0.7.0", "x=2 y=2", "x f32[3,8]", "out = jnp.repeat(x, 2, axis=0)", "out f32[6,8]"},
    {"0.7.0", "x=2 y=2", "x f32[1,6@y]", "out = x.repeat(2, 1, out_sharding=P('y', None))",
     "ValueError: Sharding spec ('y',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1, 12) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('y', None))"},
    {"0.7.0", "x=2 y=2 z=3", "x f32[3,12@y,2@x]", "out = x.repeat(2, 0)", "out f32[6,12@y,2@x]"},
    {"0.7.0", "fsdp=2 tp=2 sp=2", "x f32[2@fsdp]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=P(None))", "out f32[8]"},
    {"0.7.0", "x=8", "x f32[16,1]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=NamedSharding(mesh, P('x', 'x')))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
};

/* What release 0.7.0 says. */
Test(numpy_repeat_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=4 y=1 z=2", "x f32[8@(y,z),2]",
     "out = x.repeat(3, 1, out_sharding=P(('x', 'z'), None, 'y'))",
     "AssertionError: (2, PartitionSpec(('x', 'z'), None, 'y'))"},
    {"0.8.2", "x=1 y=4", "x f32[4@y]", "out = jnp.tile(x, (2,))",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[2,4@y], new sizes: (8,)"},
    {"0.8.2", "x=2 y=2", "x f32[12@y,3]", "out = x.repeat(2, 0)",
     "ValueError: Please pass sharding to `jnp.repeat` via `out_sharding` parameter."},
    {"0.8.2", "data=4", "x f32[4@data,8,12]", "out = jnp.tile(x, 2)",
     "ShardingTypeError: Merging on more than 1 axis is not supported. Please specify "
     "the sharding of the output via the `sharding` argument of jax.lax.reshape. Got "
     "operand.shape=(4, 8, 24) and orig_new_sizes=(1, 4, 1, 8, 2, 12)"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[12@(y,x)]", "out = jnp.roll(x, 2, axis=0)",
     "ShardingTypeError: slicing on sharded dims where out dim (2) is not divisible by "
     "mesh axes (4) with spec (('y', 'x')) is not implemented."},
    {"0.8.2", "x=2 y=2", "x f32[1]", "out = x.repeat(2, 0)", "out f32[2]"},
    {"0.8.2", "x=2 y=2", "x f32[2@x]", "out = jnp.roll(x, 2, axis=0)", "out f32[2@x]"},
    {"0.8.2", "x=2", "x f32[1,3,12@x]",
     "out = jnp.repeat(x, 3, axis=1, out_sharding=P(None, 'x', None))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 2 "
     "times, but does not evenly divide the dimension size 9. Got shape: (1, 9, 12) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, 'x', None))"},
    {"0.8.2", "x=2 y=4", "x f32[12]", "out = jnp.roll(x, 1)", "out f32[12]"},
    {"0.8.2", "x=8", "x f32[1,8@x]", "out = jnp.repeat(x, 2, axis=1)",
     "ValueError: Please pass sharding to `jnp.repeat` via `out_sharding` parameter."},
    {"0.8.2", "x=1 y=4", "x f32[4,4@x]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=NamedSharding(mesh, P()))", "out f32[16,4]"},
    {"0.8.2", "x=8", "x f32[8@x,1]", "out = jnp.repeat(x, 2, axis=1)", "out f32[8@x,2]"},
    {"0.8.2", "b=4 a=4", "x f32[4]", "out = jnp.repeat(x, 4, axis=0, out_sharding=P('b'))",
     "out f32[16@b]"},
    {"0.8.2", "x=2 y=2", "x f32[4]", "out = x.repeat(2, 0, out_sharding=P('y', 'x'))",
     "AssertionError: (1, PartitionSpec('y', 'x'))"},
    {"0.8.2", "x=1 y=4", "x f32[8]", "out = jnp.tile(x, (1,))", "out f32[8]"},
    {"0.8.2", "x=2", "x f32[1,8]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=P(None, None, 'x'))",
     "AssertionError: (2, PartitionSpec(None, None, 'x'))"},
    {"0.8.2", "dp=4 tp=2", "x f32[1,8@dp,4@tp]", "out = jnp.roll(x, 1)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[1,8@dp,4@tp], new sizes: (32,)"},
    {"0.8.2", "x=1 y=4", "x f32[16@x]", "out = x.repeat(2, 0, out_sharding=P(None))",
     "out f32[32]"},
    {"0.8.2", "x=4 y=1 z=2", "x f32[8@y,8@x,4@z]", "out = jnp.roll(x, 1, axis=0)",
     "out f32[8@y,8@x,4@z]"},
    {"0.8.2", "x=2 y=2", "x f32[3,8]", "out = jnp.repeat(x, 2, axis=0)", "out f32[6,8]"},
    {"0.8.2", "x=2 y=2", "x f32[1,6@y]", "out = x.repeat(2, 1, out_sharding=P('y', None))",
     "ValueError: Sharding spec ('y',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1, 12) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('y', None))"},
    {"0.8.2", "x=2 y=2 z=3", "x f32[3,12@y,2@x]", "out = x.repeat(2, 0)", "out f32[6,12@y,2@x]"},
    {"0.8.2", "fsdp=2 tp=2 sp=2", "x f32[2@fsdp]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=P(None))", "out f32[8]"},
    {"0.8.2", "x=8", "x f32[16,1]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=NamedSharding(mesh, P('x', 'x')))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
};

/* What release 0.8.2 says. */
Test(numpy_repeat_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=4 y=1 z=2", "x f32[8@(y,z),2]",
     "out = x.repeat(3, 1, out_sharding=P(('x', 'z'), None, 'y'))",
     "AssertionError: (2, PartitionSpec(('x', 'z'), None, 'y'))"},
    {"0.9.0", "x=1 y=4", "x f32[4@y]", "out = jnp.tile(x, (2,))", "out f32[8@y]"},
    {"0.9.0", "x=2 y=2", "x f32[12@y,3]", "out = x.repeat(2, 0)",
     "ValueError: Please pass sharding to `jnp.repeat` via `out_sharding` parameter."},
    {"0.9.0", "data=4", "x f32[4@data,8,12]", "out = jnp.tile(x, 2)", "out f32[4@data,8,24]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[12@(y,x)]", "out = jnp.roll(x, 2, axis=0)",
     "ShardingTypeError: slicing on sharded dims where out dim (2) is not divisible by "
     "mesh axes (4) with spec (('y', 'x')) is not implemented."},
    {"0.9.0", "x=2 y=2", "x f32[1]", "out = x.repeat(2, 0)", "out f32[2]"},
    {"0.9.0", "x=2 y=2", "x f32[2@x]", "out = jnp.roll(x, 2, axis=0)", "out f32[2@x]"},
    {"0.9.0", "x=2", "x f32[1,3,12@x]",
     "out = jnp.repeat(x, 3, axis=1, out_sharding=P(None, 'x', None))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 2 "
     "times, but does not evenly divide the dimension size 9. Got shape: (1, 9, 12) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, 'x', None))"},
    {"0.9.0", "x=2 y=4", "x f32[12]", "out = jnp.roll(x, 1)", "out f32[12]"},
    {"0.9.0", "x=8", "x f32[1,8@x]", "out = jnp.repeat(x, 2, axis=1)",
     "ValueError: Please pass sharding to `jnp.repeat` via `out_sharding` parameter."},
    {"0.9.0", "x=1 y=4", "x f32[4,4@x]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=NamedSharding(mesh, P()))", "out f32[16,4]"},
    {"0.9.0", "x=8", "x f32[8@x,1]", "out = jnp.repeat(x, 2, axis=1)", "out f32[8@x,2]"},
    {"0.9.0", "b=4 a=4", "x f32[4]", "out = jnp.repeat(x, 4, axis=0, out_sharding=P('b'))",
     "out f32[16@b]"},
    {"0.9.0", "x=2 y=2", "x f32[4]", "out = x.repeat(2, 0, out_sharding=P('y', 'x'))",
     "AssertionError: (1, PartitionSpec('y', 'x'))"},
    {"0.9.0", "x=1 y=4", "x f32[8]", "out = jnp.tile(x, (1,))", "out f32[8]"},
    {"0.9.0", "x=2", "x f32[1,8]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=P(None, None, 'x'))",
     "AssertionError: (2, PartitionSpec(None, None, 'x'))"},
    {"0.9.0", "dp=4 tp=2", "x f32[1,8@dp,4@tp]", "out = jnp.roll(x, 1)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[1,8@dp,4@tp], new sizes: (32,)"},
    {"0.9.0", "x=1 y=4", "x f32[16@x]", "out = x.repeat(2, 0, out_sharding=P(None))",
     "out f32[32]"},
    {"0.9.0", "x=4 y=1 z=2", "x f32[8@y,8@x,4@z]", "out = jnp.roll(x, 1, axis=0)",
     "out f32[8@y,8@x,4@z]"},
    {"0.9.0", "x=2 y=2", "x f32[3,8]", "out = jnp.repeat(x, 2, axis=0)", "out f32[6,8]"},
    {"0.9.0", "x=2 y=2", "x f32[1,6@y]", "out = x.repeat(2, 1, out_sharding=P('y', None))",
     "ValueError: Sharding spec ('y',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1, 12) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('y', None))"},
    {"0.9.0", "x=2 y=2 z=3", "x f32[3,12@y,2@x]", "out = x.repeat(2, 0)", "out f32[6,12@y,2@x]"},
    {"0.9.0", "fsdp=2 tp=2 sp=2", "x f32[2@fsdp]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=P(None))", "out f32[8]"},
    {"0.9.0", "x=8", "x f32[16,1]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=NamedSharding(mesh, P('x', 'x')))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
};

/* What release 0.9.0 says. */
Test(numpy_repeat_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=8", "x f32[12]", "out = x.reshape((12, -1))", "out f32[12,1]"},
    {"0.6.0", "x=8", "x f32[8,8@x,6,16]",
     "out = lax.reshape(x, (8, 1, 8, 6, 16), out_sharding=P(None, 'x', None, None, "
     "None))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 8 "
     "times, but does not evenly divide the dimension size 1. Got shape: (8, 1, 8, 6, "
     "16) and sharding NamedSharding(mesh=AbstractMesh('x': 8, "
     "axis_types=(Explicit,)), spec=PartitionSpec(None, 'x', None, None, None))"},
    {"0.6.0", "b=4 a=4", "x f32[8@a,12@b,8,6]", "out = x.ravel()",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `sharding` argument of jax.lax.reshape. Got operand shape: "
     "(8, 12, 8, 6), new sizes: (4608,) and operand spec: PartitionSpec('a', 'b', "
     "None, None)"},
    {"0.6.0", "x=4 y=2", "x f32[4@y,4@x,4]",
     "out = lax.reshape(x, (4, 4, 4), out_sharding=P(None, 'y', 'q'))", "out f32[4@y,4@x,4]"},
    {"0.6.0", "x=2 y=2", "x f32[4,1,2@x,4]", "out = jnp.reshape(x, (32, 1))", "AssertionError: "},
    {"0.6.0", "x=4 y=2", "x f32[3,2,1,3]",
     "out = x.reshape((3, 2, 1, 3, -1), out_sharding=P(None, None, None, None, None, "
     "'y', None))",
     "TypeError: _reshape() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "b=4 a=4", "x f32[4@b,12,8@a,8]", "out = jnp.reshape(x, (-1,))",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `sharding` argument of jax.lax.reshape. Got operand shape: "
     "(4, 12, 8, 8), new sizes: (3072,) and operand spec: PartitionSpec('b', None, "
     "'a', None)"},
    {"0.6.0", "x=4 y=2", "x f32[1,4@x,3]", "out = x.reshape((1, -1), order='F')",
     "AssertionError: "},
    {"0.6.0", "x=1 y=4", "x f32[4@y,16,16@x,2]", "out = x.flatten()",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `sharding` argument of jax.lax.reshape. Got operand shape: "
     "(4, 16, 16, 2), new sizes: (2048,) and operand spec: PartitionSpec('y', None, "
     "'x', None)"},
    {"0.6.0", "x=4", "x f32[8,2,3,8]",
     "out = lax.reshape(x, (8, 2, 24), out_sharding=P('x', None, 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', None, 'x') has "
     "duplicate entries for `x`"},
    {"0.6.0", "x=2 y=4", "x f32[8@(y,x),2]", "out = x.flatten()", "out f32[16@(y,x)]"},
    {"0.6.0", "x=2 y=4", "x f32[8@y,16@x,6,2]",
     "out = x.reshape((1536, 1), out_sharding=P(None, 'y'))",
     "TypeError: _reshape() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=2 y=4", "x f32[3,4,4@y,6]", "out = lax.reshape(x, (3, 96, 1))",
     "AssertionError: "},
    {"0.6.0", "x=4 y=2", "x f32[16,4@y]",
     "out = lax.reshape(x, (16, 4), out_sharding=P(None, 'y', 'x'))", "out f32[16,4@y]"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[6@z]",
     "out = jnp.reshape(x, (6, 1), out_sharding=P(None, None))",
     "TypeError: reshape() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=4 y=2", "x f32[4@x,4@y]", "out = x.reshape(1, 4, 4)", "out f32[1,4@x,4@y]"},
    {"0.6.0", "x=4", "x f32[4@x]", "out = x.reshape(5, order='F')",
     "TypeError: cannot reshape array of shape (4,) (size 4) into shape 5 (size 5)"},
    {"0.6.0", "fsdp=2 tp=2 sp=2", "x f32[16,4@fsdp]",
     "out = lax.reshape(x, (32, 1, 2), out_sharding=P('fsdp', None, None, 'tp'))",
     "ValueError: Length of sharding.spec must be equal to aval's ndim. Got "
     "sharding.spec PartitionSpec('fsdp', None, None, 'tp'), aval.ndim 3 and sharding "
     "NamedSharding(mesh=AbstractMesh('fsdp': 2, 'tp': 2, 'sp': 2, "
     "axis_types=(Explicit, Explicit, Explicit)), spec=PartitionSpec('fsdp', None, "
     "None, 'tp'))"},
    {"0.6.0", "x=2 y=2 z=3", "x f32[8,8@(x,y),2]", "out = jnp.reshape(x, (8, 16))",
     "out f32[8,16@(x,y)]"},
    {"0.6.0", "x=1 y=4", "x f32[4@y]",
     "out = lax.reshape(x, (4, 1), out_sharding=P(('x', 'y'), None))", "out f32[4@(x,y),1]"},
    {"0.6.0", "x=4", "x f32[4,8@x,6]", "out = jnp.reshape(x, (4, 49), out_sharding=P(None, None))",
     "TypeError: reshape() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=2 y=2", "x f32[4,8]", "out = lax.reshape(x, (1, 32))",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "shape: (4, 8), new sizes: (1, 32) and operand spec: PartitionSpec(None, None)"},
    {"0.6.0", "x=2 y=2", "x f32[1,2,12@x]",
     "out = x.reshape(2, 12, 1, out_sharding=P('q', None, None))",
     "TypeError: _reshape() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "b=4 a=4", "x f32[16@b,6]",
     "out = lax.reshape(x, (12, 4, 2), out_sharding=P(None, None, ('b', 'a')))",
     "ValueError: Sharding spec ('b', 'a') implies that array axis 2 is partitioned 16 "
     "times, but does not evenly divide the dimension size 2. Got shape: (12, 4, 2) "
     "and sharding NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None, ('b', 'a')))"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[2,8,8@z,8@(y,x)]",
     "out = jnp.reshape(x, (2, 8, 8, 1, 8), out_sharding=P(None, None, None, None, "
     "'x', 'z'))",
     "TypeError: reshape() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "data=2 model=4", "x f32[2@data,8,4@model]",
     "out = jnp.reshape(x, (4, 2, 8), out_sharding=P('data', 'model', 'model'))",
     "TypeError: reshape() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=4 y=2", "x f32[8@y,12@x]",
     "out = lax.reshape(x, (8, 1, 3, 1, 4), out_sharding=NamedSharding(mesh, P('x', "
     "None, None, None, 'y')))",
     "out f32[8@x,1,3,1,4@y]"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[8@z,3,6]",
     "out = lax.reshape(x, (8, 3, 2, 3, 1), out_sharding=P('x', None, 'z', None, "
     "None, 'y', None))",
     "ValueError: Length of sharding.spec must be equal to aval's ndim. Got "
     "sharding.spec PartitionSpec('x', None, 'z', None, None, 'y', None), aval.ndim 5 "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit)), spec=PartitionSpec('x', None, 'z', "
     "None, None, 'y', None))"},
    {"0.6.0", "x=2", "x f32[3,8]", "out = x.ravel()", "out f32[24]"},
    {"0.6.0", "x=2 y=2 z=3", "x f32[4@y,2@x,3]", "out = jnp.reshape(x, (4, 2, 1, 3))",
     "out f32[4@y,2@x,1,3]"},
};

/* What release 0.6.0 says. */
Test(reshape_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=8", "x f32[12]", "out = x.reshape((12, -1))", "out f32[12,1]"},
    {"0.7.0", "x=8", "x f32[8,8@x,6,16]",
     "out = lax.reshape(x, (8, 1, 8, 6, 16), out_sharding=P(None, 'x', None, None, "
     "None))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 8 "
     "times, but does not evenly divide the dimension size 1. Got shape: (8, 1, 8, 6, "
     "16) and sharding NamedSharding(mesh=AbstractMesh('x': 8, "
     "axis_types=(Explicit,)), spec=PartitionSpec(None, 'x', None, None, None))"},
    {"0.7.0", "b=4 a=4", "x f32[8@a,12@b,8,6]", "out = x.ravel()",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "shape: float32[8@a,12@b,8,6], new sizes: (4608,)"},
    {"0.7.0", "x=4 y=2", "x f32[4@y,4@x,4]",
     "out = lax.reshape(x, (4, 4, 4), out_sharding=P(None, 'y', 'q'))", "out f32[4@y,4@x,4]"},
    {"0.7.0", "x=2 y=2", "x f32[4,1,2@x,4]", "out = jnp.reshape(x, (32, 1))", "AssertionError: "},
    {"0.7.0", "x=4 y=2", "x f32[3,2,1,3]",
     "out = x.reshape((3, 2, 1, 3, -1), out_sharding=P(None, None, None, None, None, "
     "'y', None))",
     "AssertionError: (5, PartitionSpec(None, None, None, None, None, 'y', None))"},
    {"0.7.0", "b=4 a=4", "x f32[4@b,12,8@a,8]", "out = jnp.reshape(x, (-1,))",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "shape: float32[4@b,12,8@a,8], new sizes: (3072,)"},
    {"0.7.0", "x=4 y=2", "x f32[1,4@x,3]", "out = x.reshape((1, -1), order='F')",
     "AssertionError: "},
    {"0.7.0", "x=1 y=4", "x f32[4@y,16,16@x,2]", "out = x.flatten()",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "shape: float32[4@y,16,16@x,2], new sizes: (2048,)"},
    {"0.7.0", "x=4", "x f32[8,2,3,8]",
     "out = lax.reshape(x, (8, 2, 24), out_sharding=P('x', None, 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', None, 'x') has "
     "duplicate entries for `x`"},
    {"0.7.0", "x=2 y=4", "x f32[8@(y,x),2]", "out = x.flatten()", "out f32[16@(y,x)]"},
    {"0.7.0", "x=2 y=4", "x f32[8@y,16@x,6,2]",
     "out = x.reshape((1536, 1), out_sharding=P(None, 'y'))",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1536, 1) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'y'))"},
    {"0.7.0", "x=2 y=4", "x f32[3,4,4@y,6]", "out = lax.reshape(x, (3, 96, 1))",
     "AssertionError: "},
    {"0.7.0", "x=4 y=2", "x f32[16,4@y]",
     "out = lax.reshape(x, (16, 4), out_sharding=P(None, 'y', 'x'))", "out f32[16,4@y]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[6@z]",
     "out = jnp.reshape(x, (6, 1), out_sharding=P(None, None))", "out f32[6,1]"},
    {"0.7.0", "x=4 y=2", "x f32[4@x,4@y]", "out = x.reshape(1, 4, 4)", "out f32[1,4@x,4@y]"},
    {"0.7.0", "x=4", "x f32[4@x]", "out = x.reshape(5, order='F')",
     "TypeError: cannot reshape array of shape (4,) (size 4) into shape 5 (size 5)"},
    {"0.7.0", "fsdp=2 tp=2 sp=2", "x f32[16,4@fsdp]",
     "out = lax.reshape(x, (32, 1, 2), out_sharding=P('fsdp', None, None, 'tp'))",
     "AssertionError: (3, PartitionSpec('fsdp', None, None, 'tp'))"},
    {"0.7.0", "x=2 y=2 z=3", "x f32[8,8@(x,y),2]", "out = jnp.reshape(x, (8, 16))",
     "out f32[8,16@(x,y)]"},
    {"0.7.0", "x=1 y=4", "x f32[4@y]",
     "out = lax.reshape(x, (4, 1), out_sharding=P(('x', 'y'), None))", "out f32[4@(x,y),1]"},
    {"0.7.0", "x=4", "x f32[4,8@x,6]", "out = jnp.reshape(x, (4, 49), out_sharding=P(None, None))",
     "TypeError: cannot reshape array of shape (4, 8, 6) (size 192) into shape (4, 49) "
     "(size 196)"},
    {"0.7.0", "x=2 y=2", "x f32[4,8]", "out = lax.reshape(x, (1, 32))", "out f32[1,32]"},
    {"0.7.0", "x=2 y=2", "x f32[1,2,12@x]",
     "out = x.reshape(2, 12, 1, out_sharding=P('q', None, None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None, None) is not found in "
     "mesh: ('x', 'y')."},
    {"0.7.0", "b=4 a=4", "x f32[16@b,6]",
     "out = lax.reshape(x, (12, 4, 2), out_sharding=P(None, None, ('b', 'a')))",
     "ValueError: Sharding spec ('b', 'a') implies that array axis 2 is partitioned 16 "
     "times, but does not evenly divide the dimension size 2. Got shape: (12, 4, 2) "
     "and sharding NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None, ('b', 'a')))"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[2,8,8@z,8@(y,x)]",
     "out = jnp.reshape(x, (2, 8, 8, 1, 8), out_sharding=P(None, None, None, None, "
     "'x', 'z'))",
     "AssertionError: (5, PartitionSpec(None, None, None, None, 'x', 'z'))"},
    {"0.7.0", "data=2 model=4", "x f32[2@data,8,4@model]",
     "out = jnp.reshape(x, (4, 2, 8), out_sharding=P('data', 'model', 'model'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('data', 'model', "
     "'model') has duplicate entries for `model`"},
    {"0.7.0", "x=4 y=2", "x f32[8@y,12@x]",
     "out = lax.reshape(x, (8, 1, 3, 1, 4), out_sharding=NamedSharding(mesh, P('x', "
     "None, None, None, 'y')))",
     "out f32[8@x,1,3,1,4@y]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[8@z,3,6]",
     "out = lax.reshape(x, (8, 3, 2, 3, 1), out_sharding=P('x', None, 'z', None, "
     "None, 'y', None))",
     "AssertionError: (5, PartitionSpec('x', None, 'z', None, None, 'y', None))"},
    {"0.7.0", "x=2", "x f32[3,8]", "out = x.ravel()", "out f32[24]"},
    {"0.7.0", "x=2 y=2 z=3", "x f32[4@y,2@x,3]", "out = jnp.reshape(x, (4, 2, 1, 3))",
     "out f32[4@y,2@x,1,3]"},
};

/* What release 0.7.0 says. */
Test(reshape_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=8", "x f32[12]", "out = x.reshape((12, -1))", "out f32[12,1]"},
    {"0.8.2", "x=8", "x f32[8,8@x,6,16]",
     "out = lax.reshape(x, (8, 1, 8, 6, 16), out_sharding=P(None, 'x', None, None, "
     "None))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 8 "
     "times, but does not evenly divide the dimension size 1. Got shape: (8, 1, 8, 6, "
     "16) and sharding NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, 'x', None, None, "
     "None))"},
    {"0.8.2", "b=4 a=4", "x f32[8@a,12@b,8,6]", "out = x.ravel()",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[8@a,12@b,8,6], new sizes: (4608,)"},
    {"0.8.2", "x=4 y=2", "x f32[4@y,4@x,4]",
     "out = lax.reshape(x, (4, 4, 4), out_sharding=P(None, 'y', 'q'))",
     "ValueError: Resource axis: q of PartitionSpec(None, 'y', 'q') is not found in "
     "mesh: ('x', 'y')."},
    {"0.8.2", "x=2 y=2", "x f32[4,1,2@x,4]", "out = jnp.reshape(x, (32, 1))", "AssertionError: "},
    {"0.8.2", "x=4 y=2", "x f32[3,2,1,3]",
     "out = x.reshape((3, 2, 1, 3, -1), out_sharding=P(None, None, None, None, None, "
     "'y', None))",
     "AssertionError: (5, PartitionSpec(None, None, None, None, None, 'y', None))"},
    {"0.8.2", "b=4 a=4", "x f32[4@b,12,8@a,8]", "out = jnp.reshape(x, (-1,))",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[4@b,12,8@a,8], new sizes: (3072,)"},
    {"0.8.2", "x=4 y=2", "x f32[1,4@x,3]", "out = x.reshape((1, -1), order='F')",
     "AssertionError: "},
    {"0.8.2", "x=1 y=4", "x f32[4@y,16,16@x,2]", "out = x.flatten()",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[4@y,16,16@x,2], new sizes: (2048,)"},
    {"0.8.2", "x=4", "x f32[8,2,3,8]",
     "out = lax.reshape(x, (8, 2, 24), out_sharding=P('x', None, 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', None, 'x') has "
     "duplicate entries for `x`"},
    {"0.8.2", "x=2 y=4", "x f32[8@(y,x),2]", "out = x.flatten()", "out f32[16@(y,x)]"},
    {"0.8.2", "x=2 y=4", "x f32[8@y,16@x,6,2]",
     "out = x.reshape((1536, 1), out_sharding=P(None, 'y'))",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1536, 1) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec(None, 'y'))"},
    {"0.8.2", "x=2 y=4", "x f32[3,4,4@y,6]", "out = lax.reshape(x, (3, 96, 1))",
     "AssertionError: "},
    {"0.8.2", "x=4 y=2", "x f32[16,4@y]",
     "out = lax.reshape(x, (16, 4), out_sharding=P(None, 'y', 'x'))",
     "AssertionError: (2, PartitionSpec(None, 'y', 'x'))"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[6@z]",
     "out = jnp.reshape(x, (6, 1), out_sharding=P(None, None))", "out f32[6,1]"},
    {"0.8.2", "x=4 y=2", "x f32[4@x,4@y]", "out = x.reshape(1, 4, 4)", "out f32[1,4@x,4@y]"},
    {"0.8.2", "x=4", "x f32[4@x]", "out = x.reshape(5, order='F')",
     "TypeError: cannot reshape array of shape (4,) (size 4) into shape 5 (size 5)"},
    {"0.8.2", "fsdp=2 tp=2 sp=2", "x f32[16,4@fsdp]",
     "out = lax.reshape(x, (32, 1, 2), out_sharding=P('fsdp', None, None, 'tp'))",
     "AssertionError: (3, PartitionSpec('fsdp', None, None, 'tp'))"},
    {"0.8.2", "x=2 y=2 z=3", "x f32[8,8@(x,y),2]", "out = jnp.reshape(x, (8, 16))",
     "out f32[8,16@(x,y)]"},
    {"0.8.2", "x=1 y=4", "x f32[4@y]",
     "out = lax.reshape(x, (4, 1), out_sharding=P(('x', 'y'), None))", "out f32[4@(x,y),1]"},
    {"0.8.2", "x=4", "x f32[4,8@x,6]", "out = jnp.reshape(x, (4, 49), out_sharding=P(None, None))",
     "TypeError: cannot reshape array of shape (4, 8, 6) (size 192) into shape (4, 49) "
     "(size 196)"},
    {"0.8.2", "x=2 y=2", "x f32[4,8]", "out = lax.reshape(x, (1, 32))", "out f32[1,32]"},
    {"0.8.2", "x=2 y=2", "x f32[1,2,12@x]",
     "out = x.reshape(2, 12, 1, out_sharding=P('q', None, None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None, None) is not found in "
     "mesh: ('x', 'y')."},
    {"0.8.2", "b=4 a=4", "x f32[16@b,6]",
     "out = lax.reshape(x, (12, 4, 2), out_sharding=P(None, None, ('b', 'a')))",
     "ValueError: Sharding spec ('b', 'a') implies that array axis 2 is partitioned 16 "
     "times, but does not evenly divide the dimension size 2. Got shape: (12, 4, 2) "
     "and sharding NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None, ('b', 'a')))"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[2,8,8@z,8@(y,x)]",
     "out = jnp.reshape(x, (2, 8, 8, 1, 8), out_sharding=P(None, None, None, None, "
     "'x', 'z'))",
     "AssertionError: (5, PartitionSpec(None, None, None, None, 'x', 'z'))"},
    {"0.8.2", "data=2 model=4", "x f32[2@data,8,4@model]",
     "out = jnp.reshape(x, (4, 2, 8), out_sharding=P('data', 'model', 'model'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('data', 'model', "
     "'model') has duplicate entries for `model`"},
    {"0.8.2", "x=4 y=2", "x f32[8@y,12@x]",
     "out = lax.reshape(x, (8, 1, 3, 1, 4), out_sharding=NamedSharding(mesh, P('x', "
     "None, None, None, 'y')))",
     "out f32[8@x,1,3,1,4@y]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[8@z,3,6]",
     "out = lax.reshape(x, (8, 3, 2, 3, 1), out_sharding=P('x', None, 'z', None, "
     "None, 'y', None))",
     "AssertionError: (5, PartitionSpec('x', None, 'z', None, None, 'y', None))"},
    {"0.8.2", "x=2", "x f32[3,8]", "out = x.ravel()", "out f32[24]"},
    {"0.8.2", "x=2 y=2 z=3", "x f32[4@y,2@x,3]", "out = jnp.reshape(x, (4, 2, 1, 3))",
     "out f32[4@y,2@x,1,3]"},
};

/* What release 0.8.2 says. */
Test(reshape_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=8", "x f32[12]", "out = x.reshape((12, -1))", "out f32[12,1]"},
    {"0.9.0", "x=8", "x f32[8,8@x,6,16]",
     "out = lax.reshape(x, (8, 1, 8, 6, 16), out_sharding=P(None, 'x', None, None, "
     "None))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 8 "
     "times, but does not evenly divide the dimension size 1. Got shape: (8, 1, 8, 6, "
     "16) and sharding NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, 'x', None, None, "
     "None))"},
    {"0.9.0", "b=4 a=4", "x f32[8@a,12@b,8,6]", "out = x.ravel()",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[8@a,12@b,8,6], new sizes: (4608,)"},
    {"0.9.0", "x=4 y=2", "x f32[4@y,4@x,4]",
     "out = lax.reshape(x, (4, 4, 4), out_sharding=P(None, 'y', 'q'))",
     "ValueError: Resource axis: q of PartitionSpec(None, 'y', 'q') is not found in "
     "mesh: ('x', 'y')."},
    {"0.9.0", "x=2 y=2", "x f32[4,1,2@x,4]", "out = jnp.reshape(x, (32, 1))", "AssertionError: "},
    {"0.9.0", "x=4 y=2", "x f32[3,2,1,3]",
     "out = x.reshape((3, 2, 1, 3, -1), out_sharding=P(None, None, None, None, None, "
     "'y', None))",
     "AssertionError: (5, PartitionSpec(None, None, None, None, None, 'y', None))"},
    {"0.9.0", "b=4 a=4", "x f32[4@b,12,8@a,8]", "out = jnp.reshape(x, (-1,))",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[4@b,12,8@a,8], new sizes: (3072,)"},
    {"0.9.0", "x=4 y=2", "x f32[1,4@x,3]", "out = x.reshape((1, -1), order='F')",
     "AssertionError: "},
    {"0.9.0", "x=1 y=4", "x f32[4@y,16,16@x,2]", "out = x.flatten()",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[4@y,16,16@x,2], new sizes: (2048,)"},
    {"0.9.0", "x=4", "x f32[8,2,3,8]",
     "out = lax.reshape(x, (8, 2, 24), out_sharding=P('x', None, 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', None, 'x') has "
     "duplicate entries for `x`"},
    {"0.9.0", "x=2 y=4", "x f32[8@(y,x),2]", "out = x.flatten()", "out f32[16@(y,x)]"},
    {"0.9.0", "x=2 y=4", "x f32[8@y,16@x,6,2]",
     "out = x.reshape((1536, 1), out_sharding=P(None, 'y'))",
     "ValueError: Sharding spec ('y',) implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1536, 1) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec(None, 'y'))"},
    {"0.9.0", "x=2 y=4", "x f32[3,4,4@y,6]", "out = lax.reshape(x, (3, 96, 1))",
     "AssertionError: "},
    {"0.9.0", "x=4 y=2", "x f32[16,4@y]",
     "out = lax.reshape(x, (16, 4), out_sharding=P(None, 'y', 'x'))",
     "AssertionError: (2, PartitionSpec(None, 'y', 'x'))"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[6@z]",
     "out = jnp.reshape(x, (6, 1), out_sharding=P(None, None))", "out f32[6,1]"},
    {"0.9.0", "x=4 y=2", "x f32[4@x,4@y]", "out = x.reshape(1, 4, 4)", "out f32[1,4@x,4@y]"},
    {"0.9.0", "x=4", "x f32[4@x]", "out = x.reshape(5, order='F')",
     "TypeError: cannot reshape array of shape (4,) (size 4) into shape 5 (size 5)"},
    {"0.9.0", "fsdp=2 tp=2 sp=2", "x f32[16,4@fsdp]",
     "out = lax.reshape(x, (32, 1, 2), out_sharding=P('fsdp', None, None, 'tp'))",
     "AssertionError: (3, PartitionSpec('fsdp', None, None, 'tp'))"},
    {"0.9.0", "x=2 y=2 z=3", "x f32[8,8@(x,y),2]", "out = jnp.reshape(x, (8, 16))",
     "out f32[8,16@(x,y)]"},
    {"0.9.0", "x=1 y=4", "x f32[4@y]",
     "out = lax.reshape(x, (4, 1), out_sharding=P(('x', 'y'), None))", "out f32[4@(x,y),1]"},
    {"0.9.0", "x=4", "x f32[4,8@x,6]", "out = jnp.reshape(x, (4, 49), out_sharding=P(None, None))",
     "TypeError: cannot reshape array of shape (4, 8, 6) (size 192) into shape (4, 49) "
     "(size 196)"},
    {"0.9.0", "x=2 y=2", "x f32[4,8]", "out = lax.reshape(x, (1, 32))", "out f32[1,32]"},
    {"0.9.0", "x=2 y=2", "x f32[1,2,12@x]",
     "out = x.reshape(2, 12, 1, out_sharding=P('q', None, None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None, None) is not found in "
     "mesh: ('x', 'y')."},
    {"0.9.0", "b=4 a=4", "x f32[16@b,6]",
     "out = lax.reshape(x, (12, 4, 2), out_sharding=P(None, None, ('b', 'a')))",
     "ValueError: Sharding spec ('b', 'a') implies that array axis 2 is partitioned 16 "
     "times, but does not evenly divide the dimension size 2. Got shape: (12, 4, 2) "
     "and sharding NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None, ('b', 'a')))"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[2,8,8@z,8@(y,x)]",
     "out = jnp.reshape(x, (2, 8, 8, 1, 8), out_sharding=P(None, None, None, None, "
     "'x', 'z'))",
     "AssertionError: (5, PartitionSpec(None, None, None, None, 'x', 'z'))"},
    {"0.9.0", "data=2 model=4", "x f32[2@data,8,4@model]",
     "out = jnp.reshape(x, (4, 2, 8), out_sharding=P('data', 'model', 'model'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('data', 'model', "
     "'model') has duplicate entries for `model`"},
    {"0.9.0", "x=4 y=2", "x f32[8@y,12@x]",
     "out = lax.reshape(x, (8, 1, 3, 1, 4), out_sharding=NamedSharding(mesh, P('x', "
     "None, None, None, 'y')))",
     "out f32[8@x,1,3,1,4@y]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[8@z,3,6]",
     "out = lax.reshape(x, (8, 3, 2, 3, 1), out_sharding=P('x', None, 'z', None, "
     "None, 'y', None))",
     "AssertionError: (5, PartitionSpec('x', None, 'z', None, None, 'y', None))"},
    {"0.9.0", "x=2", "x f32[3,8]", "out = x.ravel()", "out f32[24]"},
    {"0.9.0", "x=2 y=2 z=3", "x f32[4@y,2@x,3]", "out = jnp.reshape(x, (4, 2, 1, 3))",
     "out f32[4@y,2@x,1,3]"},
};

/* What release 0.9.0 says. */
Test(reshape_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

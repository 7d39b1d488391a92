/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=4 y=2", "x f32[2@y,2,8@x]; w f32[16,2,1]", "out = lax.conv(x, w, (1,), 'VALID')",
     "ShardingTypeError: sharding rule for conv_general_dilated is not implemented. "
     "Please file a bug at https://github.com/jax-ml/jax/issues. You can work around "
     "this error by dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=3 y=2", "x f32[8@y,8,8]; w f32[3,8,16]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1,),\n"
     "    padding='VALID', out_sharding=P('y', 'x', 'x'), dimension_numbers=('NWC', "
     "'WIO', 'NWC'), rhs_dilation=(2,))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=8", "x f32[8@x,8,8]; w f32[4,4,2]",
     "out = lax.conv_general_dilated(x, w, (2,), [(0, 1)], feature_group_count=2)",
     "ShardingTypeError: sharding rule for conv_general_dilated is not implemented. "
     "Please file a bug at https://github.com/jax-ml/jax/issues. You can work around "
     "this error by dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=4 y=1 z=2", "x f32[2,4@y,4]; w f32[16,4@(x,y),2]",
     "out = lax.conv_general_dilated(x, w, (1,), 'VALID', out_sharding=P(None, None, "
     "('y', 'z'), None))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "b=4 a=4", "x f32[2,6,6,8@b]; w f32[1,1,8,16]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1, 1),\n"
     "    padding='SAME', out_sharding=NamedSharding(mesh, P(None, None, ('a', 'b'), "
     "None, None)), dimension_numbers=('NHWC', 'HWIO', 'NHWC'))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=2 y=2", "x f32[6@x,2,8,8@y]; w f32[8,2,3,3]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1, 1),\n"
     "    padding='VALID', out_sharding=P(None, 'y', None, None))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=2 y=4", "x f32[1,2,8@y,8@x]; w f32[8@y,2@x,2,2]",
     "out = lax.conv_general_dilated(x, w, (2, 2), 'VALID', out_sharding=P(None, "
     "None, None, None))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[2,4,8@z,12@x]; w f32[4,4@y,1,1]",
     "out = lax.conv(x, w, (1, 1), 'SAME')",
     "ShardingTypeError: sharding rule for conv_general_dilated is not implemented. "
     "Please file a bug at https://github.com/jax-ml/jax/issues. You can work around "
     "this error by dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=4 y=2", "x f32[4@x,4,6]; w f32[2,4,2]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1,),\n"
     "    padding='VALID', out_sharding=P(None, None, 'y'))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=2 y=2 z=3", "x f32[2@x,2,6,4@y]; w f32[4,2,1,3]",
     "out = lax.conv_general_dilated(x, w, (1, 2), 'SAME', out_sharding=P('z', 'q', "
     "None, 'y'))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=4 y=1 z=2", "x f32[4@z,8,8@y,4]; w f32[2,3,2,16]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1, 1),\n"
     "    padding=[(1, 1), (1, 1)], dimension_numbers=('NHWC', 'HWIO', 'NHWC'), "
     "feature_group_count=2)",
     "ShardingTypeError: sharding rule for conv_general_dilated is not implemented. "
     "Please file a bug at https://github.com/jax-ml/jax/issues. You can work around "
     "this error by dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[8,8,4]; w f32[16,8@(z,x),3]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(2,),\n"
     "    padding='VALID', out_sharding=P(None, None, None, 'x'))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=3", "x f32[2,2,12,12@x]; w f32[4,2,1,3]",
     "out = lax.conv_general_dilated(x, w, (1, 1), [(0, 1), (0, 1)], "
     "out_sharding=P(None, None, None, 'q', 'x'))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[2@z,8,8,12@y]; w f32[16,8,3,1]",
     "out = lax.conv_general_dilated(x, w, (2, 2), [(1, 1), (1, 1)], "
     "out_sharding=P('z', 'x', None, None))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "data=2 model=4", "x f32[4@model,2,4]; w f32[8,2,1]",
     "out = lax.conv(x, w, (1,), 'SAME')",
     "ShardingTypeError: sharding rule for conv_general_dilated is not implemented. "
     "Please file a bug at https://github.com/jax-ml/jax/issues. You can work around "
     "this error by dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=4 y=2", "x f32[1,8,4,4]; w f32[8,8@y,1,1]",
     "out = lax.conv_general_dilated(x, w, (2, 2), 'SAME')",
     "ShardingTypeError: sharding rule for conv_general_dilated is not implemented. "
     "Please file a bug at https://github.com/jax-ml/jax/issues. You can work around "
     "this error by dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=3 y=2", "x f32[2,4@y,8]; w f32[16@y,4,3]",
     "out = lax.conv_general_dilated(x, w, (1,), 'SAME', out_sharding=P('x', None, "
     "None, 'y'))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=8", "x f32[2,8@x,4]; w f32[16,8,3]",
     "out = lax.conv_general_dilated(x, w, (1,), 'VALID', out_sharding=P('x', None, "
     "'q'))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=4", "x f32[4,2,6,6]; w f32[16,1,2,2]",
     "out = lax.conv_general_dilated(x, w, (1, 1), [(0, 1), (0, 1)], "
     "feature_group_count=2)",
     "ShardingTypeError: sharding rule for conv_general_dilated is not implemented. "
     "Please file a bug at https://github.com/jax-ml/jax/issues. You can work around "
     "this error by dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
};

/* What release 0.6.0 says. */
Test(convolution_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=4 y=2", "x f32[2@y,2,8@x]; w f32[16,2,1]", "out = lax.conv(x, w, (1,), 'VALID')",
     "out f32[2@y,16,8@x]"},
    {"0.7.0", "x=3 y=2", "x f32[8@y,8,8]; w f32[3,8,16]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1,),\n"
     "    padding='VALID', out_sharding=P('y', 'x', 'x'), dimension_numbers=('NWC', "
     "'WIO', 'NWC'), rhs_dilation=(2,))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=8", "x f32[8@x,8,8]; w f32[4,4,2]",
     "out = lax.conv_general_dilated(x, w, (2,), [(0, 1)], feature_group_count=2)",
     "out f32[8@x,4,4]"},
    {"0.7.0", "x=4 y=1 z=2", "x f32[2,4@y,4]; w f32[16,4@(x,y),2]",
     "out = lax.conv_general_dilated(x, w, (1,), 'VALID', out_sharding=P(None, None, "
     "('y', 'z'), None))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "b=4 a=4", "x f32[2,6,6,8@b]; w f32[1,1,8,16]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1, 1),\n"
     "    padding='SAME', out_sharding=NamedSharding(mesh, P(None, None, ('a', 'b'), "
     "None, None)), dimension_numbers=('NHWC', 'HWIO', 'NHWC'))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=2 y=2", "x f32[6@x,2,8,8@y]; w f32[8,2,3,3]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1, 1),\n"
     "    padding='VALID', out_sharding=P(None, 'y', None, None))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=2 y=4", "x f32[1,2,8@y,8@x]; w f32[8@y,2@x,2,2]",
     "out = lax.conv_general_dilated(x, w, (2, 2), 'VALID', out_sharding=P(None, "
     "None, None, None))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[2,4,8@z,12@x]; w f32[4,4@y,1,1]",
     "out = lax.conv(x, w, (1, 1), 'SAME')",
     "ShardingTypeError: Please file an issue at https://github.com/jax-ml/jax/issues"},
    {"0.7.0", "x=4 y=2", "x f32[4@x,4,6]; w f32[2,4,2]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1,),\n"
     "    padding='VALID', out_sharding=P(None, None, 'y'))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=2 y=2 z=3", "x f32[2@x,2,6,4@y]; w f32[4,2,1,3]",
     "out = lax.conv_general_dilated(x, w, (1, 2), 'SAME', out_sharding=P('z', 'q', "
     "None, 'y'))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=4 y=1 z=2", "x f32[4@z,8,8@y,4]; w f32[2,3,2,16]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1, 1),\n"
     "    padding=[(1, 1), (1, 1)], dimension_numbers=('NHWC', 'HWIO', 'NHWC'), "
     "feature_group_count=2)",
     "out f32[4@z,9,8@y,16]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[8,8,4]; w f32[16,8@(z,x),3]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(2,),\n"
     "    padding='VALID', out_sharding=P(None, None, None, 'x'))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=3", "x f32[2,2,12,12@x]; w f32[4,2,1,3]",
     "out = lax.conv_general_dilated(x, w, (1, 1), [(0, 1), (0, 1)], "
     "out_sharding=P(None, None, None, 'q', 'x'))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[2@z,8,8,12@y]; w f32[16,8,3,1]",
     "out = lax.conv_general_dilated(x, w, (2, 2), [(1, 1), (1, 1)], "
     "out_sharding=P('z', 'x', None, None))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "data=2 model=4", "x f32[4@model,2,4]; w f32[8,2,1]",
     "out = lax.conv(x, w, (1,), 'SAME')", "out f32[4@model,8,4]"},
    {"0.7.0", "x=4 y=2", "x f32[1,8,4,4]; w f32[8,8@y,1,1]",
     "out = lax.conv_general_dilated(x, w, (2, 2), 'SAME')",
     "ShardingTypeError: Please file an issue at https://github.com/jax-ml/jax/issues"},
    {"0.7.0", "x=3 y=2", "x f32[2,4@y,8]; w f32[16@y,4,3]",
     "out = lax.conv_general_dilated(x, w, (1,), 'SAME', out_sharding=P('x', None, "
     "None, 'y'))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=8", "x f32[2,8@x,4]; w f32[16,8,3]",
     "out = lax.conv_general_dilated(x, w, (1,), 'VALID', out_sharding=P('x', None, "
     "'q'))",
     "TypeError: conv_general_dilated() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=4", "x f32[4,2,6,6]; w f32[16,1,2,2]",
     "out = lax.conv_general_dilated(x, w, (1, 1), [(0, 1), (0, 1)], "
     "feature_group_count=2)",
     "out f32[4,16,6,6]"},
};

/* What release 0.7.0 says. */
Test(convolution_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=4 y=2", "x f32[2@y,2,8@x]; w f32[16,2,1]", "out = lax.conv(x, w, (1,), 'VALID')",
     "out f32[2@y,16,8@x]"},
    {"0.8.2", "x=3 y=2", "x f32[8@y,8,8]; w f32[3,8,16]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1,),\n"
     "    padding='VALID', out_sharding=P('y', 'x', 'x'), dimension_numbers=('NWC', "
     "'WIO', 'NWC'), rhs_dilation=(2,))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('y', 'x', 'x') has "
     "duplicate entries for `x`"},
    {"0.8.2", "x=8", "x f32[8@x,8,8]; w f32[4,4,2]",
     "out = lax.conv_general_dilated(x, w, (2,), [(0, 1)], feature_group_count=2)",
     "out f32[8@x,4,4]"},
    {"0.8.2", "x=4 y=1 z=2", "x f32[2,4@y,4]; w f32[16,4@(x,y),2]",
     "out = lax.conv_general_dilated(x, w, (1,), 'VALID', out_sharding=P(None, None, "
     "('y', 'z'), None))",
     "ValueError: Sharding spec ('y', 'z') implies that array axis 2 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (2, 16, 3) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None, ('y', 'z')))"},
    {"0.8.2", "b=4 a=4", "x f32[2,6,6,8@b]; w f32[1,1,8,16]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1, 1),\n"
     "    padding='SAME', out_sharding=NamedSharding(mesh, P(None, None, ('a', 'b'), "
     "None, None)), dimension_numbers=('NHWC', 'HWIO', 'NHWC'))",
     "ValueError: Sharding spec ('a', 'b') implies that array axis 2 is partitioned 16 "
     "times, but does not evenly divide the dimension size 6. Got shape: (2, 6, 6, 16) "
     "and sharding NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None, ('a', 'b'), None))"},
    {"0.8.2", "x=2 y=2", "x f32[6@x,2,8,8@y]; w f32[8,2,3,3]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1, 1),\n"
     "    padding='VALID', out_sharding=P(None, 'y', None, None))",
     "out f32[6,8@y,6,6]"},
    {"0.8.2", "x=2 y=4", "x f32[1,2,8@y,8@x]; w f32[8@y,2@x,2,2]",
     "out = lax.conv_general_dilated(x, w, (2, 2), 'VALID', out_sharding=P(None, "
     "None, None, None))",
     "out f32[1,8,4,4]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[2,4,8@z,12@x]; w f32[4,4@y,1,1]",
     "out = lax.conv(x, w, (1, 1), 'SAME')",
     "ShardingTypeError: Please specify the output sharding via `out_sharding` "
     "parameter of `conv_general_dilated`"},
    {"0.8.2", "x=4 y=2", "x f32[4@x,4,6]; w f32[2,4,2]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1,),\n"
     "    padding='VALID', out_sharding=P(None, None, 'y'))",
     "ValueError: Sharding spec ('y',) implies that array axis 2 is partitioned 2 "
     "times, but does not evenly divide the dimension size 5. Got shape: (4, 2, 5) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, "
     "'y'))"},
    {"0.8.2", "x=2 y=2 z=3", "x f32[2@x,2,6,4@y]; w f32[4,2,1,3]",
     "out = lax.conv_general_dilated(x, w, (1, 2), 'SAME', out_sharding=P('z', 'q', "
     "None, 'y'))",
     "ValueError: Resource axis: q of PartitionSpec('z', 'q', None, 'y') is not found "
     "in mesh: ('x', 'y', 'z')."},
    {"0.8.2", "x=4 y=1 z=2", "x f32[4@z,8,8@y,4]; w f32[2,3,2,16]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1, 1),\n"
     "    padding=[(1, 1), (1, 1)], dimension_numbers=('NHWC', 'HWIO', 'NHWC'), "
     "feature_group_count=2)",
     "out f32[4@z,9,8@y,16]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[8,8,4]; w f32[16,8@(z,x),3]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(2,),\n"
     "    padding='VALID', out_sharding=P(None, None, None, 'x'))",
     "AssertionError: (3, PartitionSpec(None, None, None, 'x'))"},
    {"0.8.2", "x=3", "x f32[2,2,12,12@x]; w f32[4,2,1,3]",
     "out = lax.conv_general_dilated(x, w, (1, 1), [(0, 1), (0, 1)], "
     "out_sharding=P(None, None, None, 'q', 'x'))",
     "ValueError: Resource axis: q of PartitionSpec(None, None, None, 'q', 'x') is not "
     "found in mesh: ('x',)."},
    {"0.8.2", "x=2 y=2 z=2", "x f32[2@z,8,8,12@y]; w f32[16,8,3,1]",
     "out = lax.conv_general_dilated(x, w, (2, 2), [(1, 1), (1, 1)], "
     "out_sharding=P('z', 'x', None, None))",
     "out f32[2@z,16@x,4,7]"},
    {"0.8.2", "data=2 model=4", "x f32[4@model,2,4]; w f32[8,2,1]",
     "out = lax.conv(x, w, (1,), 'SAME')", "out f32[4@model,8,4]"},
    {"0.8.2", "x=4 y=2", "x f32[1,8,4,4]; w f32[8,8@y,1,1]",
     "out = lax.conv_general_dilated(x, w, (2, 2), 'SAME')",
     "ShardingTypeError: Please specify the output sharding via `out_sharding` "
     "parameter of `conv_general_dilated`"},
    {"0.8.2", "x=3 y=2", "x f32[2,4@y,8]; w f32[16@y,4,3]",
     "out = lax.conv_general_dilated(x, w, (1,), 'SAME', out_sharding=P('x', None, "
     "None, 'y'))",
     "AssertionError: (3, PartitionSpec('x', None, None, 'y'))"},
    {"0.8.2", "x=8", "x f32[2,8@x,4]; w f32[16,8,3]",
     "out = lax.conv_general_dilated(x, w, (1,), 'VALID', out_sharding=P('x', None, "
     "'q'))",
     "ValueError: Resource axis: q of PartitionSpec('x', None, 'q') is not found in "
     "mesh: ('x',)."},
    {"0.8.2", "x=4", "x f32[4,2,6,6]; w f32[16,1,2,2]",
     "out = lax.conv_general_dilated(x, w, (1, 1), [(0, 1), (0, 1)], "
     "feature_group_count=2)",
     "out f32[4,16,6,6]"},
};

/* What release 0.8.2 says. */
Test(convolution_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=4 y=2", "x f32[2@y,2,8@x]; w f32[16,2,1]", "out = lax.conv(x, w, (1,), 'VALID')",
     "out f32[2@y,16,8@x]"},
    {"0.9.0", "x=3 y=2", "x f32[8@y,8,8]; w f32[3,8,16]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1,),\n"
     "    padding='VALID', out_sharding=P('y', 'x', 'x'), dimension_numbers=('NWC', "
     "'WIO', 'NWC'), rhs_dilation=(2,))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('y', 'x', 'x') has "
     "duplicate entries for `x`"},
    {"0.9.0", "x=8", "x f32[8@x,8,8]; w f32[4,4,2]",
     "out = lax.conv_general_dilated(x, w, (2,), [(0, 1)], feature_group_count=2)",
     "out f32[8@x,4,4]"},
    {"0.9.0", "x=4 y=1 z=2", "x f32[2,4@y,4]; w f32[16,4@(x,y),2]",
     "out = lax.conv_general_dilated(x, w, (1,), 'VALID', out_sharding=P(None, None, "
     "('y', 'z'), None))",
     "ValueError: Sharding spec ('y', 'z') implies that array axis 2 is partitioned 2 "
     "times, but does not evenly divide the dimension size 3. Got shape: (2, 16, 3) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None, ('y', 'z')))"},
    {"0.9.0", "b=4 a=4", "x f32[2,6,6,8@b]; w f32[1,1,8,16]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1, 1),\n"
     "    padding='SAME', out_sharding=NamedSharding(mesh, P(None, None, ('a', 'b'), "
     "None, None)), dimension_numbers=('NHWC', 'HWIO', 'NHWC'))",
     "ValueError: Sharding spec ('a', 'b') implies that array axis 2 is partitioned 16 "
     "times, but does not evenly divide the dimension size 6. Got shape: (2, 6, 6, 16) "
     "and sharding NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None, ('a', 'b'), None))"},
    {"0.9.0", "x=2 y=2", "x f32[6@x,2,8,8@y]; w f32[8,2,3,3]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1, 1),\n"
     "    padding='VALID', out_sharding=P(None, 'y', None, None))",
     "out f32[6,8@y,6,6]"},
    {"0.9.0", "x=2 y=4", "x f32[1,2,8@y,8@x]; w f32[8@y,2@x,2,2]",
     "out = lax.conv_general_dilated(x, w, (2, 2), 'VALID', out_sharding=P(None, "
     "None, None, None))",
     "out f32[1,8,4,4]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[2,4,8@z,12@x]; w f32[4,4@y,1,1]",
     "out = lax.conv(x, w, (1, 1), 'SAME')",
     "ShardingTypeError: Please specify the output sharding via `out_sharding` "
     "parameter of `conv_general_dilated`"},
    {"0.9.0", "x=4 y=2", "x f32[4@x,4,6]; w f32[2,4,2]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1,),\n"
     "    padding='VALID', out_sharding=P(None, None, 'y'))",
     "ValueError: Sharding spec ('y',) implies that array axis 2 is partitioned 2 "
     "times, but does not evenly divide the dimension size 5. Got shape: (4, 2, 5) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, "
     "'y'))"},
    {"0.9.0", "x=2 y=2 z=3", "x f32[2@x,2,6,4@y]; w f32[4,2,1,3]",
     "out = lax.conv_general_dilated(x, w, (1, 2), 'SAME', out_sharding=P('z', 'q', "
     "None, 'y'))",
     "ValueError: Resource axis: q of PartitionSpec('z', 'q', None, 'y') is not found "
     "in mesh: ('x', 'y', 'z')."},
    {"0.9.0", "x=4 y=1 z=2", "x f32[4@z,8,8@y,4]; w f32[2,3,2,16]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1, 1),\n"
     "    padding=[(1, 1), (1, 1)], dimension_numbers=('NHWC', 'HWIO', 'NHWC'), "
     "feature_group_count=2)",
     "out f32[4@z,9,8@y,16]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[8,8,4]; w f32[16,8@(z,x),3]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(2,),\n"
     "    padding='VALID', out_sharding=P(None, None, None, 'x'))",
     "AssertionError: (3, PartitionSpec(None, None, None, 'x'))"},
    {"0.9.0", "x=3", "x f32[2,2,12,12@x]; w f32[4,2,1,3]",
     "out = lax.conv_general_dilated(x, w, (1, 1), [(0, 1), (0, 1)], "
     "out_sharding=P(None, None, None, 'q', 'x'))",
     "ValueError: Resource axis: q of PartitionSpec(None, None, None, 'q', 'x') is not "
     "found in mesh: ('x',)."},
    {"0.9.0", "x=2 y=2 z=2", "x f32[2@z,8,8,12@y]; w f32[16,8,3,1]",
     "out = lax.conv_general_dilated(x, w, (2, 2), [(1, 1), (1, 1)], "
     "out_sharding=P('z', 'x', None, None))",
     "out f32[2@z,16@x,4,7]"},
    {"0.9.0", "data=2 model=4", "x f32[4@model,2,4]; w f32[8,2,1]",
     "out = lax.conv(x, w, (1,), 'SAME')", "out f32[4@model,8,4]"},
    {"0.9.0", "x=4 y=2", "x f32[1,8,4,4]; w f32[8,8@y,1,1]",
     "out = lax.conv_general_dilated(x, w, (2, 2), 'SAME')",
     "ShardingTypeError: Please specify the output sharding via `out_sharding` "
     "parameter of `conv_general_dilated`"},
    {"0.9.0", "x=3 y=2", "x f32[2,4@y,8]; w f32[16@y,4,3]",
     "out = lax.conv_general_dilated(x, w, (1,), 'SAME', out_sharding=P('x', None, "
     "None, 'y'))",
     "AssertionError: (3, PartitionSpec('x', None, None, 'y'))"},
    {"0.9.0", "x=8", "x f32[2,8@x,4]; w f32[16,8,3]",
     "out = lax.conv_general_dilated(x, w, (1,), 'VALID', out_sharding=P('x', None, "
     "'q'))",
     "ValueError: Resource axis: q of PartitionSpec('x', None, 'q') is not found in "
     "mesh: ('x',)."},
    {"0.9.0", "x=4", "x f32[4,2,6,6]; w f32[16,1,2,2]",
     "out = lax.conv_general_dilated(x, w, (1, 1), [(0, 1), (0, 1)], "
     "feature_group_count=2)",
     "out f32[4,16,6,6]"},
};

/* What release 0.9.0 says. */
Test(convolution_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

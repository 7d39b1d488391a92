/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[2@sp,8,12]; w f32[16,8,3]",
     "out = lax.conv(x, w, (1,), 'SAME')", "out f32[2@sp,16,12]"},
    {"0.10.2", "x=4", "x f32[2,8,4@x,4]; w f32[8,8,2,3]", "out = lax.conv(x, w, (1, 2), 'SAME')",
     "out f32[2,8,4@x,2]"},
    {"0.10.2", "x=4 y=2", "x f32[2,4,8@(x,y),8]; w f32[8,4,1,3]",
     "out = lax.conv(x, w, (1, 2), 'SAME')", "out f32[2,8,8@(x,y),4]"},
    {"0.10.2", "x=4 y=2", "x f32[2@y,2,8@x]; w f32[16,2,1]", "out = lax.conv(x, w, (1,), 'VALID')",
     "out f32[2@y,16,8@x]"},
    {"0.10.2", "x=8", "x f32[1,4,12]; w f32[4,4,2]",
     "out = lax.conv_general_dilated(x, w, (2,), [(1, 1)], out_sharding=P(None, "
     "None, None))",
     "out f32[1,4,7]"},
    {"0.10.2", "x=8", "x f32[8,2,4,4]; w f32[4,2,3,3]",
     "out = lax.conv_general_dilated(x, w, (1, 1), 'SAME', out_sharding=P(None, "
     "None, None, None))",
     "out f32[8,4,4,4]"},
    {"0.10.2", "x=4 y=2", "x f32[1,2,6]; w f32[2,2,2]",
     "out = lax.conv_general_dilated(x, w, (2,), [(1, 1)], out_sharding=P(None, "
     "None, 'x'))",
     "out f32[1,2,4@x]"},
    {"0.10.2", "x=4 y=2", "x f32[4,2,8@x]; w f32[8,2,2]",
     "out = lax.conv_general_dilated(x, w, (1,), [(1, 1)], out_sharding=P(None, "
     "('y', 'x'), None))",
     "out f32[4,8@(y,x),9]"},
    {"0.10.2", "data=2 model=4", "x f32[8@data,4,12@model,12]; w f32[4,4,2@data,1]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1, 1),\n"
     "    padding=[(1, 1), (1, 1)], out_sharding=P(('data', 'model'), None, None, "
     "None, None))",
     "out f32[8@(data,model),4,13,14]"},
    {"0.10.2", "x=2 y=2", "x f32[2,4,4]; w f32[8,4,3]",
     "out = lax.conv_general_dilated(x, w, (1,), 'VALID', out_sharding=P('y', 'x', "
     "None))",
     "out f32[2@y,8@x,2]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2@z,8,8,12@y]; w f32[16,8,3,1]",
     "out = lax.conv_general_dilated(x, w, (2, 2), [(1, 1), (1, 1)], "
     "out_sharding=P('z', 'x', None, None))",
     "out f32[2@z,16@x,4,7]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[1,2,12@y,12@x]; w f32[8,2,1,1]",
     "out = lax.conv_general_dilated(x, w, (1, 1), 'SAME', out_sharding=P(None, "
     "('z', 'y'), 'x', None))",
     "out f32[1,8@(z,y),12@x,12]"},
    {"0.10.2", "x=3 y=2", "x f32[4,8,6]; w f32[4,8,2]",
     "out = lax.conv_general_dilated(x, w, (1,), [(1, 1)])", "out f32[4,4,7]"},
    {"0.10.2", "x=1 y=4", "x f32[8,2,8,8]; w f32[2,2,2,2]",
     "out = lax.conv_general_dilated(x, w, (1, 1), 'SAME')", "out f32[8,2,8,8]"},
    {"0.10.2", "x=2", "x f32[6,2,8@x]; w f32[2,2,3]",
     "out = lax.conv_general_dilated(x, w, (1,), 'SAME')", "out f32[6,2,8@x]"},
    {"0.10.2", "x=2", "x f32[6,2,4@x,4]; w f32[2,2,1,1]",
     "out = lax.conv_general_dilated(x, w, (2, 2), 'SAME')", "out f32[6,2,2@x,2]"},
    {"0.10.2", "x=2 y=2", "x f32[4@(x,y),8,4,4]; w f32[8,8,3,3]",
     "out = lax.conv_general_dilated(x, w, (1, 1), 'VALID')", "out f32[4@(x,y),8,2,2]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[8@fsdp,4,8@sp]; w f32[8,4,1]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1,),\n"
     "    padding=[(1, 1)])",
     "out f32[8@fsdp,8,10@sp]"},
    {"0.10.2", "x=4 y=2", "x f32[8,2,4@x,4@y]; w f32[8,2,2,2]",
     "out = lax.conv_general_dilated(x, w, (1, 1), 'SAME')", "out f32[8,8,4@x,4@y]"},
};

/* The types that JAX gives. */
Test(convolution, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=2", "x f32[8,8@x,8]; w f32[4,8@x,1]", "out = lax.conv(x, w, (1,), 'SAME')",
     "ShardingTypeError: Please specify the output sharding via `out_sharding` "
     "parameter of `conv_general_dilated`"},
    {"0.10.2", "b=4 a=4", "x f32[2,6,6,8@b]; w f32[1,1,8,16]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1, 1),\n"
     "    padding='SAME', out_sharding=NamedSharding(mesh, P(None, None, ('a', 'b'), "
     "None, None)), dimension_numbers=('NHWC', 'HWIO', 'NHWC'))",
     "ValueError: Sharding spec ('a', 'b') implies that array axis 2 is partitioned "
     "16 times, but does not evenly divide the dimension size 6. Got shape: (2, 6, "
     "6, 16) and sharding NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(None, None, ('a', 'b'), None))"},
    {"0.12.0.1", "b=4 a=4", "x f32[2,6,6,8@b]; w f32[1,1,8,16]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(1, 1),\n"
     "    padding='SAME', out_sharding=NamedSharding(mesh, P(None, None, ('a', 'b'), "
     "None, None)), dimension_numbers=('NHWC', 'HWIO', 'NHWC'))",
     "ValueError: Length of sharding.spec (5) must be equal to aval's ndim (4). Got "
     "sharding.spec P(None, None, ('a', 'b'), None, None), aval.ndim 4 and sharding "
     "NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, "
     "('a', 'b'), None, None))"},
    {"0.10.2", "x=3 y=2", "x f32[2,4@y,8]; w f32[16@y,4,3]",
     "out = lax.conv_general_dilated(x, w, (1,), 'SAME', out_sharding=P('x', None, "
     "None, 'y'))",
     "AssertionError: (3, P('x', None, None, 'y'))"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8,8,4]; w f32[16,8@(z,x),3]",
     "out = lax.conv_general_dilated(\n"
     "    x, w,\n"
     "    window_strides=(2,),\n"
     "    padding='VALID', out_sharding=P(None, None, None, 'x'))",
     "AssertionError: (3, P(None, None, None, 'x'))"},
    {"0.10.2", "x=2 y=4", "x f32[4,4,2@x]; w f32[2,2@x,8]",
     "out = lax.conv_general_dilated(x, w, (2,), [(1, 1)], out_sharding=P('y', 'x', "
     "'y'), dimension_numbers=('NWC', 'WIO', 'NWC'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('y', 'x', 'y') has "
     "duplicate entries for `y`"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[2@x,2,6,4@y]; w f32[4,2,1,3]",
     "out = lax.conv_general_dilated(x, w, (1, 2), 'SAME', out_sharding=P('z', 'q', "
     "None, 'y'))",
     "ValueError: Resource axis: q of P('z', 'q', None, 'y') is not found in mesh: "
     "('x', 'y', 'z')."},
    {"0.10.2", "x=8", "x f32[2,8@x,4]; w f32[16,8,3]",
     "out = lax.conv_general_dilated(x, w, (1,), 'VALID', out_sharding=P('x', None, "
     "'q'))",
     "ValueError: Resource axis: q of P('x', None, 'q') is not found in mesh: "
     "('x',)."},
    {"0.10.2", "x=3", "x f32[2,2,12,12@x]; w f32[4,2,1,3]",
     "out = lax.conv_general_dilated(x, w, (1, 1), [(0, 1), (0, 1)], "
     "out_sharding=P(None, None, None, 'q', 'x'))",
     "ValueError: Resource axis: q of P(None, None, None, 'q', 'x') is not found in "
     "mesh: ('x',)."},
    {"0.10.2", "x=4 y=1 z=2", "x f32[2,4@y,4]; w f32[16,4@(x,y),2]",
     "out = lax.conv_general_dilated(x, w, (1,), 'VALID', out_sharding=P(None, None, "
     "('y', 'z'), None))",
     "ValueError: Sharding spec ('y', 'z') implies that array axis 2 is partitioned "
     "2 times, but does not evenly divide the dimension size 3. Got shape: (2, 16, "
     "3) and sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(None, None, ('y', 'z')))"},
    {"0.10.2", "x=4", "x f32[4@x,2,4]; w f32[8,2,3]",
     "out = lax.conv_general_dilated(x, w, (1,), [(0, 1)], out_sharding=P(None, "
     "None, 'x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 2 is partitioned 4 "
     "times, but does not evenly divide the dimension size 3. Got shape: (4, 8, 3) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, 'x'))"},
    {"0.12.0.1", "x=3 y=2", "x f32[2,4@y,8]; w f32[16@y,4,3]",
     "out = lax.conv_general_dilated(x, w, (1,), 'SAME', out_sharding=P('x', None, "
     "None, 'y'))",
     "ValueError: Length of sharding.spec (4) must be equal to aval's ndim (3). Got "
     "sharding.spec P('x', None, None, 'y'), aval.ndim 3 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None, "
     "None, 'y'))"},
    {"0.10.2", "x=1 y=4", "x f32[1,8@x,8]; w f32[8,8,2]",
     "out = lax.conv_general_dilated(x, w, (2,), 'VALID')",
     "ShardingTypeError: Please specify the output sharding via `out_sharding` "
     "parameter of `conv_general_dilated`"},
};

/* What JAX refuses, with its texts. */
Test(convolution, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}

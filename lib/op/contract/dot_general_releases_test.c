/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=2 y=2", "a f32[12@(y,x),8,12,12]; b f32[8,2@x,12]",
     "dims = (((3,), (2,)), ((1,), (0,)))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims)",
     "ShardingTypeError: dot_general operation with inputs: f32[12@(y,x),8,12,12], "
     "f32[8,2@x,12] produces an illegally sharded result: f32[8,12@(y,x),12,2@x]"},
    {"0.6.0", "fsdp=2 tp=2 sp=2", "a f32[12@fsdp,12@tp]; b f32[12,12@fsdp]",
     "dims = (((0,), (1,)), ((1,), (0,)))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, "
     "out_sharding=NamedSharding(mesh, P(('tp', 'fsdp'))))",
     "out f32[12@(tp,fsdp)]"},
    {"0.6.0", "x=2 y=4", "a f32[6,4]; b f32[2,4]",
     "dims = (((1,), (1,)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P(None, "
     "None))",
     "NotImplementedError: `out_sharding` argument of `dot_general` only supports "
     "NamedSharding instances. Please file a bug if this is not enough for your use "
     "case."},
    {"0.6.0", "data=2 model=4", "a f32[4@model,8,16@data,2]; b f32[4@data,8@model]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))))",
     "ShardingTypeError: dot_general requires lhs batch dimensions and rhs batch "
     "dimensions to have the consistent sharding, got ('model',) and ('data',)."},
    {"0.6.0", "x=4 y=2", "a f32[8@(x,y),8]; b f32[12,8@(x,y)]",
     "out = lax.dot_general(a, b, (((0,), (1,)), ((), ())), out_sharding=P(None, "
     "None, ('x', 'y'), None))",
     "NotImplementedError: `out_sharding` argument of `dot_general` only supports "
     "NamedSharding instances. Please file a bug if this is not enough for your use "
     "case."},
    {"0.6.0", "x=2 y=2", "a f32[6,2,8,1]; b f32[1,1,6@y,2]",
     "out = lax.dot_general(a, b, (((1, 3), (3, 1)), ((), ())), out_sharding=P(None, "
     "'x', 'y', None))",
     "NotImplementedError: `out_sharding` argument of `dot_general` only supports "
     "NamedSharding instances. Please file a bug if this is not enough for your use "
     "case."},
    {"0.6.0", "x=2 y=2 z=2", "a f32[8@x,8]; b f32[8@y,4@x]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())))",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('x',) and ('y',)."},
    {"0.6.0", "x=3 y=2", "a f32[16,8,16@y,4,4]; b f32[16,8,16@y]",
     "out = lax.dot_general(a, b, (((2,), (2,)), ((0, 1), (0, 1))), "
     "out_sharding=NamedSharding(mesh, P(('x', 'y'), None, None, None)))",
     "ValueError: Sharding spec ('x', 'y') implies that array axis 0 is partitioned 6 "
     "times, but does not evenly divide the dimension size 16. Got shape: (16, 8, 4, "
     "4) and sharding NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(('x', 'y'), None, None, "
     "None))"},
    {"0.6.0", "x=2 y=2 z=2", "a f32[1,4@z,12,16]; b f32[16@(x,z),8@y,1,12]",
     "dims = (((3, 0), (0, 2)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, "
     "out_sharding=NamedSharding(mesh, P(('y', 'x'), 'z', None, None)))",
     "out f32[4@(y,x),12@z,8,12]"},
    {"0.6.0", "x=2 y=2 z=2", "a f32[8,6]; b f32[8,6,6]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))), out_sharding=P(None, "
     "None, 'z'))",
     "NotImplementedError: `out_sharding` argument of `dot_general` only supports "
     "NamedSharding instances. Please file a bug if this is not enough for your use "
     "case."},
    {"0.6.0", "x=1 y=4", "a f32[8,1]; b f32[8@y]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())))", "out f32[1]"},
    {"0.6.0", "x=4 y=1 z=2", "a f32[1,2,4]; b f32[1@y,2@z,4@x,2]",
     "out = lax.dot_general(a, b, (((), ()), ((0, 1), (0, 1))), out_sharding=P(None, "
     "'z', 'y', 'x', None), precision=lax.Precision.HIGHEST)",
     "NotImplementedError: `out_sharding` argument of `dot_general` only supports "
     "NamedSharding instances. Please file a bug if this is not enough for your use "
     "case."},
    {"0.6.0", "x=1 y=4", "a f32[8@y,6@x]; b f32[4,6@x]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((), ())), out_sharding=P(None, "
     "'y', 'x', None))",
     "NotImplementedError: `out_sharding` argument of `dot_general` only supports "
     "NamedSharding instances. Please file a bug if this is not enough for your use "
     "case."},
    {"0.6.0", "x=4", "a f32[8,12@x,4]; b f32[4,8,8@x]",
     "out = lax.dot_general(a, b, (((2,), (0,)), ((0,), (1,))))",
     "ShardingTypeError: dot_general operation with inputs: f32[8,12@x,4], "
     "f32[4,8,8@x] produces an illegally sharded result: f32[8,12@x,8@x]"},
    {"0.6.0", "x=2 y=4", "a f32[3,16@x,12,16@y,4]; b f32[3,16@(x,y),12,8,1]",
     "out = lax.dot_general(a, b, (((2,), (2,)), ((0, 1), (0, 1))), "
     "out_sharding=P(None, None, 'x', 'y', 'q', None))",
     "NotImplementedError: `out_sharding` argument of `dot_general` only supports "
     "NamedSharding instances. Please file a bug if this is not enough for your use "
     "case."},
    {"0.6.0", "x=2", "a f32[2,1,4@x]; b f32[2,1,8@x]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))), out_sharding=P(None, "
     "None, None, 'x', None))",
     "NotImplementedError: `out_sharding` argument of `dot_general` only supports "
     "NamedSharding instances. Please file a bug if this is not enough for your use "
     "case."},
    {"0.6.0", "x=4 y=2", "a f32[4,12@x,2@y]; b f32[4,12@x,8]",
     "dims = (((1,), (1,)), ((0,), (0,)))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P(None, None, "
     "'x', 'y', None))",
     "NotImplementedError: `out_sharding` argument of `dot_general` only supports "
     "NamedSharding instances. Please file a bug if this is not enough for your use "
     "case."},
    {"0.6.0", "x=2 y=4", "a f32[4,8@x,6]; b f32[4,8@x,12]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))))",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter of einsum. Or reshard your input via "
     "`jax.experimental.shard.reshard` so that the dot is conflict free. Got "
     "lhs_contracting_spec=('x',) and rhs_contracting_spec=('x',)"},
    {"0.6.0", "x=2 y=2 z=2", "a f32[6,12]; b f32[12,4,12]",
     "dims = (((1,), (2,)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P(None, 'y', "
     "'q'))",
     "NotImplementedError: `out_sharding` argument of `dot_general` only supports "
     "NamedSharding instances. Please file a bug if this is not enough for your use "
     "case."},
    {"0.6.0", "dp=4 tp=2", "a f32[4@tp,2,12@dp,16,8,3]; b f32[4@tp,2,12@dp,16,12,4]",
     "out = lax.dot_general(a, b, (((2, 3), (2, 3)), ((0, 1), (0, 1))), "
     "out_sharding=NamedSharding(mesh, P('dp', 'dp', None, 'tp', None, None)))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('dp', 'dp', None, "
     "'tp', None, None) has duplicate entries for `dp`"},
    {"0.6.0", "fsdp=2 tp=2 sp=2", "a f32[8,4@(fsdp,sp),8@tp,4]; b f32[8@sp,8]",
     "out = lax.dot_general(a, b, (((2,), (1,)), ((0,), (0,))))", "out f32[8,4@(fsdp,sp),4]"},
    {"0.6.0", "x=4 y=1 z=2", "a f32[8,8@x,4@(z,y),8]; b f32[8,8,8,4]",
     "out = lax.dot_general(a, b, (((3,), (1,)), ((2,), (3,))), "
     "preferred_element_type=jnp.float32)",
     "out f32[4@(z,y),8,8@x,8,8]"},
    {"0.6.0", "x=4", "a f32[1,8,8,8]; b f32[1,8,6]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))), out_sharding=P('q', "
     "None, None, None))",
     "NotImplementedError: `out_sharding` argument of `dot_general` only supports "
     "NamedSharding instances. Please file a bug if this is not enough for your use "
     "case."},
    {"0.6.0", "x=4 y=1 z=2", "a f32[16@y,4@z,16@x]; b f32[6,4@z,16]",
     "out = lax.dot_general(a, b, (((), ()), ((2, 1), (2, 1))))", "out f32[16@x,4@z,16@y,6]"},
    {"0.6.0", "x=8", "a f32[3,4,12]; b f32[8,3,13]",
     "out = lax.dot_general(a, b, (((0,), (1,)), ((2,), (2,))))",
     "TypeError: dot_general requires lhs batch dimensions and rhs batch dimensions to "
     "have the same shape, got (12,) and (13,)."},
    {"0.6.0", "x=2", "a f32[3,3]; b f32[4]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())))",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.6.0", "x=1 y=4", "a f32[8,8@(x,y)]; b f32[3,8@(x,y)]",
     "dims = (((1,), (1,)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P(None, None, "
     "'x', None))",
     "NotImplementedError: `out_sharding` argument of `dot_general` only supports "
     "NamedSharding instances. Please file a bug if this is not enough for your use "
     "case."},
    {"0.6.0", "x=2", "a f32[6@x]; b f32[8,2]",
     "out = lax.dot_general(a, b, (((), ()), ((), ())), out_sharding=P('q', 'x', "
     "None))",
     "NotImplementedError: `out_sharding` argument of `dot_general` only supports "
     "NamedSharding instances. Please file a bug if this is not enough for your use "
     "case."},
    {"0.6.0", "x=8", "a f32[4,8,2]; b f32[8,8]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((), ())), out_sharding=P(None, "
     "None, None, 'x'))",
     "NotImplementedError: `out_sharding` argument of `dot_general` only supports "
     "NamedSharding instances. Please file a bug if this is not enough for your use "
     "case."},
    {"0.6.0", "x=8", "a f32[6,4,12]; b f32[6,8@x,4]",
     "out = lax.dot_general(a, b, (((0, 1), (0, 2)), ((), ())), out_sharding=P('q', "
     "None))",
     "NotImplementedError: `out_sharding` argument of `dot_general` only supports "
     "NamedSharding instances. Please file a bug if this is not enough for your use "
     "case."},
};

/* What release 0.6.0 says. */
Test(dot_general_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=2 y=2", "a f32[12@(y,x),8,12,12]; b f32[8,2@x,12]",
     "dims = (((3,), (2,)), ((1,), (0,)))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims)",
     "ShardingTypeError: dot_general operation with inputs: f32[12@(y,x),8,12,12], "
     "f32[8,2@x,12] produces an illegally sharded result: f32[8,12@(y,x),12,2@x]"},
    {"0.7.0", "fsdp=2 tp=2 sp=2", "a f32[12@fsdp,12@tp]; b f32[12,12@fsdp]",
     "dims = (((0,), (1,)), ((1,), (0,)))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, "
     "out_sharding=NamedSharding(mesh, P(('tp', 'fsdp'))))",
     "out f32[12@(tp,fsdp)]"},
    {"0.7.0", "x=2 y=4", "a f32[6,4]; b f32[2,4]",
     "dims = (((1,), (1,)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P(None, "
     "None))",
     "out f32[6,2]"},
    {"0.7.0", "data=2 model=4", "a f32[4@model,8,16@data,2]; b f32[4@data,8@model]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))))",
     "ShardingTypeError: dot_general requires lhs batch dimensions and rhs batch "
     "dimensions to have the consistent sharding, got ('model',) and ('data',)."},
    {"0.7.0", "x=4 y=2", "a f32[8@(x,y),8]; b f32[12,8@(x,y)]",
     "out = lax.dot_general(a, b, (((0,), (1,)), ((), ())), out_sharding=P(None, "
     "None, ('x', 'y'), None))",
     "AssertionError: (2, PartitionSpec(None, None, ('x', 'y'), None))"},
    {"0.7.0", "x=2 y=2", "a f32[6,2,8,1]; b f32[1,1,6@y,2]",
     "out = lax.dot_general(a, b, (((1, 3), (3, 1)), ((), ())), out_sharding=P(None, "
     "'x', 'y', None))",
     "ValueError: Sharding spec ('y',) implies that array axis 2 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (6, 8, 1, 6) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, 'x', 'y', None))"},
    {"0.7.0", "x=2 y=2 z=2", "a f32[8@x,8]; b f32[8@y,4@x]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())))",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('x',) and ('y',)."},
    {"0.7.0", "x=3 y=2", "a f32[16,8,16@y,4,4]; b f32[16,8,16@y]",
     "out = lax.dot_general(a, b, (((2,), (2,)), ((0, 1), (0, 1))), "
     "out_sharding=NamedSharding(mesh, P(('x', 'y'), None, None, None)))",
     "ValueError: Sharding spec ('x', 'y') implies that array axis 0 is partitioned 6 "
     "times, but does not evenly divide the dimension size 16. Got shape: (16, 8, 4, "
     "4) and sharding NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(('x', 'y'), None, None, "
     "None))"},
    {"0.7.0", "x=2 y=2 z=2", "a f32[1,4@z,12,16]; b f32[16@(x,z),8@y,1,12]",
     "dims = (((3, 0), (0, 2)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, "
     "out_sharding=NamedSharding(mesh, P(('y', 'x'), 'z', None, None)))",
     "out f32[4@(y,x),12@z,8,12]"},
    {"0.7.0", "x=2 y=2 z=2", "a f32[8,6]; b f32[8,6,6]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))), out_sharding=P(None, "
     "None, 'z'))",
     "AssertionError: (2, PartitionSpec(None, None, 'z'))"},
    {"0.7.0", "x=1 y=4", "a f32[8,1]; b f32[8@y]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())))", "out f32[1]"},
    {"0.7.0", "x=4 y=1 z=2", "a f32[1,2,4]; b f32[1@y,2@z,4@x,2]",
     "out = lax.dot_general(a, b, (((), ()), ((0, 1), (0, 1))), out_sharding=P(None, "
     "'z', 'y', 'x', None), precision=lax.Precision.HIGHEST)",
     "out f32[1,2@z,4@y,4@x,2]"},
    {"0.7.0", "x=1 y=4", "a f32[8@y,6@x]; b f32[4,6@x]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((), ())), out_sharding=P(None, "
     "'y', 'x', None))",
     "AssertionError: (2, PartitionSpec(None, 'y', 'x', None))"},
    {"0.7.0", "x=4", "a f32[8,12@x,4]; b f32[4,8,8@x]",
     "out = lax.dot_general(a, b, (((2,), (0,)), ((0,), (1,))))",
     "ShardingTypeError: dot_general operation with inputs: f32[8,12@x,4], "
     "f32[4,8,8@x] produces an illegally sharded result: f32[8,12@x,8@x]"},
    {"0.7.0", "x=2 y=4", "a f32[3,16@x,12,16@y,4]; b f32[3,16@(x,y),12,8,1]",
     "out = lax.dot_general(a, b, (((2,), (2,)), ((0, 1), (0, 1))), "
     "out_sharding=P(None, None, 'x', 'y', 'q', None))",
     "ValueError: Resource axis: q of PartitionSpec(None, None, 'x', 'y', 'q', None) "
     "is not found in mesh: ('x', 'y')."},
    {"0.7.0", "x=2", "a f32[2,1,4@x]; b f32[2,1,8@x]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))), out_sharding=P(None, "
     "None, None, 'x', None))",
     "AssertionError: (3, PartitionSpec(None, None, None, 'x', None))"},
    {"0.7.0", "x=4 y=2", "a f32[4,12@x,2@y]; b f32[4,12@x,8]",
     "dims = (((1,), (1,)), ((0,), (0,)))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P(None, None, "
     "'x', 'y', None))",
     "AssertionError: (3, PartitionSpec(None, None, 'x', 'y', None))"},
    {"0.7.0", "x=2 y=4", "a f32[4,8@x,6]; b f32[4,8@x,12]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))))",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('x',) and "
     "rhs_contracting_spec=('x',)"},
    {"0.7.0", "x=2 y=2 z=2", "a f32[6,12]; b f32[12,4,12]",
     "dims = (((1,), (2,)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P(None, 'y', "
     "'q'))",
     "ValueError: Resource axis: q of PartitionSpec(None, 'y', 'q') is not found in "
     "mesh: ('x', 'y', 'z')."},
    {"0.7.0", "dp=4 tp=2", "a f32[4@tp,2,12@dp,16,8,3]; b f32[4@tp,2,12@dp,16,12,4]",
     "out = lax.dot_general(a, b, (((2, 3), (2, 3)), ((0, 1), (0, 1))), "
     "out_sharding=NamedSharding(mesh, P('dp', 'dp', None, 'tp', None, None)))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('dp', 'dp', None, "
     "'tp', None, None) has duplicate entries for `dp`"},
    {"0.7.0", "fsdp=2 tp=2 sp=2", "a f32[8,4@(fsdp,sp),8@tp,4]; b f32[8@sp,8]",
     "out = lax.dot_general(a, b, (((2,), (1,)), ((0,), (0,))))", "out f32[8,4@(fsdp,sp),4]"},
    {"0.7.0", "x=4 y=1 z=2", "a f32[8,8@x,4@(z,y),8]; b f32[8,8,8,4]",
     "out = lax.dot_general(a, b, (((3,), (1,)), ((2,), (3,))), "
     "preferred_element_type=jnp.float32)",
     "out f32[4@(z,y),8,8@x,8,8]"},
    {"0.7.0", "x=4", "a f32[1,8,8,8]; b f32[1,8,6]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))), out_sharding=P('q', "
     "None, None, None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None, None, None) is not "
     "found in mesh: ('x',)."},
    {"0.7.0", "x=4 y=1 z=2", "a f32[16@y,4@z,16@x]; b f32[6,4@z,16]",
     "out = lax.dot_general(a, b, (((), ()), ((2, 1), (2, 1))))", "out f32[16@x,4@z,16@y,6]"},
    {"0.7.0", "x=8", "a f32[3,4,12]; b f32[8,3,13]",
     "out = lax.dot_general(a, b, (((0,), (1,)), ((2,), (2,))))",
     "TypeError: dot_general requires lhs batch dimensions and rhs batch dimensions to "
     "have the same shape, got (12,) and (13,)."},
    {"0.7.0", "x=2", "a f32[3,3]; b f32[4]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())))",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.7.0", "x=1 y=4", "a f32[8,8@(x,y)]; b f32[3,8@(x,y)]",
     "dims = (((1,), (1,)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P(None, None, "
     "'x', None))",
     "AssertionError: (2, PartitionSpec(None, None, 'x', None))"},
    {"0.7.0", "x=2", "a f32[6@x]; b f32[8,2]",
     "out = lax.dot_general(a, b, (((), ()), ((), ())), out_sharding=P('q', 'x', "
     "None))",
     "ValueError: Resource axis: q of PartitionSpec('q', 'x', None) is not found in "
     "mesh: ('x',)."},
    {"0.7.0", "x=8", "a f32[4,8,2]; b f32[8,8]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((), ())), out_sharding=P(None, "
     "None, None, 'x'))",
     "AssertionError: (3, PartitionSpec(None, None, None, 'x'))"},
    {"0.7.0", "x=8", "a f32[6,4,12]; b f32[6,8@x,4]",
     "out = lax.dot_general(a, b, (((0, 1), (0, 2)), ((), ())), out_sharding=P('q', "
     "None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None) is not found in mesh: "
     "('x',)."},
};

/* What release 0.7.0 says. */
Test(dot_general_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=2 y=2", "a f32[12@(y,x),8,12,12]; b f32[8,2@x,12]",
     "dims = (((3,), (2,)), ((1,), (0,)))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims)",
     "ShardingTypeError: dot_general operation with inputs: f32[12@(y,x),8,12,12], "
     "f32[8,2@x,12] produces an illegally sharded result: f32[8,12@(y,x),12,2@x]"},
    {"0.8.2", "fsdp=2 tp=2 sp=2", "a f32[12@fsdp,12@tp]; b f32[12,12@fsdp]",
     "dims = (((0,), (1,)), ((1,), (0,)))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, "
     "out_sharding=NamedSharding(mesh, P(('tp', 'fsdp'))))",
     "out f32[12@(tp,fsdp)]"},
    {"0.8.2", "x=2 y=4", "a f32[6,4]; b f32[2,4]",
     "dims = (((1,), (1,)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P(None, "
     "None))",
     "out f32[6,2]"},
    {"0.8.2", "data=2 model=4", "a f32[4@model,8,16@data,2]; b f32[4@data,8@model]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))))",
     "ShardingTypeError: dot_general requires lhs batch dimensions and rhs batch "
     "dimensions to have the consistent sharding, got ('model',) and ('data',)."},
    {"0.8.2", "x=4 y=2", "a f32[8@(x,y),8]; b f32[12,8@(x,y)]",
     "out = lax.dot_general(a, b, (((0,), (1,)), ((), ())), out_sharding=P(None, "
     "None, ('x', 'y'), None))",
     "AssertionError: (2, PartitionSpec(None, None, ('x', 'y'), None))"},
    {"0.8.2", "x=2 y=2", "a f32[6,2,8,1]; b f32[1,1,6@y,2]",
     "out = lax.dot_general(a, b, (((1, 3), (3, 1)), ((), ())), out_sharding=P(None, "
     "'x', 'y', None))",
     "ValueError: Sharding spec ('y',) implies that array axis 2 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (6, 8, 1, 6) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, 'x', 'y', None))"},
    {"0.8.2", "x=2 y=2 z=2", "a f32[8@x,8]; b f32[8@y,4@x]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())))",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('x',) and ('y',)."},
    {"0.8.2", "x=3 y=2", "a f32[16,8,16@y,4,4]; b f32[16,8,16@y]",
     "out = lax.dot_general(a, b, (((2,), (2,)), ((0, 1), (0, 1))), "
     "out_sharding=NamedSharding(mesh, P(('x', 'y'), None, None, None)))",
     "ValueError: Sharding spec ('x', 'y') implies that array axis 0 is partitioned 6 "
     "times, but does not evenly divide the dimension size 16. Got shape: (16, 8, 4, "
     "4) and sharding NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(('x', 'y'), None, None, None))"},
    {"0.8.2", "x=2 y=2 z=2", "a f32[1,4@z,12,16]; b f32[16@(x,z),8@y,1,12]",
     "dims = (((3, 0), (0, 2)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, "
     "out_sharding=NamedSharding(mesh, P(('y', 'x'), 'z', None, None)))",
     "out f32[4@(y,x),12@z,8,12]"},
    {"0.8.2", "x=2 y=2 z=2", "a f32[8,6]; b f32[8,6,6]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))), out_sharding=P(None, "
     "None, 'z'))",
     "AssertionError: (2, PartitionSpec(None, None, 'z'))"},
    {"0.8.2", "x=1 y=4", "a f32[8,1]; b f32[8@y]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())))", "out f32[1]"},
    {"0.8.2", "x=4 y=1 z=2", "a f32[1,2,4]; b f32[1@y,2@z,4@x,2]",
     "out = lax.dot_general(a, b, (((), ()), ((0, 1), (0, 1))), out_sharding=P(None, "
     "'z', 'y', 'x', None), precision=lax.Precision.HIGHEST)",
     "out f32[1,2@z,4@y,4@x,2]"},
    {"0.8.2", "x=1 y=4", "a f32[8@y,6@x]; b f32[4,6@x]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((), ())), out_sharding=P(None, "
     "'y', 'x', None))",
     "AssertionError: (2, PartitionSpec(None, 'y', 'x', None))"},
    {"0.8.2", "x=4", "a f32[8,12@x,4]; b f32[4,8,8@x]",
     "out = lax.dot_general(a, b, (((2,), (0,)), ((0,), (1,))))",
     "ShardingTypeError: dot_general operation with inputs: f32[8,12@x,4], "
     "f32[4,8,8@x] produces an illegally sharded result: f32[8,12@x,8@x]"},
    {"0.8.2", "x=2 y=4", "a f32[3,16@x,12,16@y,4]; b f32[3,16@(x,y),12,8,1]",
     "out = lax.dot_general(a, b, (((2,), (2,)), ((0, 1), (0, 1))), "
     "out_sharding=P(None, None, 'x', 'y', 'q', None))",
     "ValueError: Resource axis: q of PartitionSpec(None, None, 'x', 'y', 'q', None) "
     "is not found in mesh: ('x', 'y')."},
    {"0.8.2", "x=2", "a f32[2,1,4@x]; b f32[2,1,8@x]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))), out_sharding=P(None, "
     "None, None, 'x', None))",
     "AssertionError: (3, PartitionSpec(None, None, None, 'x', None))"},
    {"0.8.2", "x=4 y=2", "a f32[4,12@x,2@y]; b f32[4,12@x,8]",
     "dims = (((1,), (1,)), ((0,), (0,)))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P(None, None, "
     "'x', 'y', None))",
     "AssertionError: (3, PartitionSpec(None, None, 'x', 'y', None))"},
    {"0.8.2", "x=2 y=4", "a f32[4,8@x,6]; b f32[4,8@x,12]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))))",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('x',) and "
     "rhs_contracting_spec=('x',)"},
    {"0.8.2", "x=2 y=2 z=2", "a f32[6,12]; b f32[12,4,12]",
     "dims = (((1,), (2,)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P(None, 'y', "
     "'q'))",
     "ValueError: Resource axis: q of PartitionSpec(None, 'y', 'q') is not found in "
     "mesh: ('x', 'y', 'z')."},
    {"0.8.2", "dp=4 tp=2", "a f32[4@tp,2,12@dp,16,8,3]; b f32[4@tp,2,12@dp,16,12,4]",
     "out = lax.dot_general(a, b, (((2, 3), (2, 3)), ((0, 1), (0, 1))), "
     "out_sharding=NamedSharding(mesh, P('dp', 'dp', None, 'tp', None, None)))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('dp', 'dp', None, "
     "'tp', None, None) has duplicate entries for `dp`"},
    {"0.8.2", "fsdp=2 tp=2 sp=2", "a f32[8,4@(fsdp,sp),8@tp,4]; b f32[8@sp,8]",
     "out = lax.dot_general(a, b, (((2,), (1,)), ((0,), (0,))))", "out f32[8,4@(fsdp,sp),4]"},
    {"0.8.2", "x=4 y=1 z=2", "a f32[8,8@x,4@(z,y),8]; b f32[8,8,8,4]",
     "out = lax.dot_general(a, b, (((3,), (1,)), ((2,), (3,))), "
     "preferred_element_type=jnp.float32)",
     "out f32[4@(z,y),8,8@x,8,8]"},
    {"0.8.2", "x=4", "a f32[1,8,8,8]; b f32[1,8,6]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))), out_sharding=P('q', "
     "None, None, None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None, None, None) is not "
     "found in mesh: ('x',)."},
    {"0.8.2", "x=4 y=1 z=2", "a f32[16@y,4@z,16@x]; b f32[6,4@z,16]",
     "out = lax.dot_general(a, b, (((), ()), ((2, 1), (2, 1))))", "out f32[16@x,4@z,16@y,6]"},
    {"0.8.2", "x=8", "a f32[3,4,12]; b f32[8,3,13]",
     "out = lax.dot_general(a, b, (((0,), (1,)), ((2,), (2,))))",
     "TypeError: dot_general requires lhs batch dimensions and rhs batch dimensions to "
     "have the same shape, got (12,) and (13,)."},
    {"0.8.2", "x=2", "a f32[3,3]; b f32[4]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())))",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.8.2", "x=1 y=4", "a f32[8,8@(x,y)]; b f32[3,8@(x,y)]",
     "dims = (((1,), (1,)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P(None, None, "
     "'x', None))",
     "AssertionError: (2, PartitionSpec(None, None, 'x', None))"},
    {"0.8.2", "x=2", "a f32[6@x]; b f32[8,2]",
     "out = lax.dot_general(a, b, (((), ()), ((), ())), out_sharding=P('q', 'x', "
     "None))",
     "ValueError: Resource axis: q of PartitionSpec('q', 'x', None) is not found in "
     "mesh: ('x',)."},
    {"0.8.2", "x=8", "a f32[4,8,2]; b f32[8,8]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((), ())), out_sharding=P(None, "
     "None, None, 'x'))",
     "AssertionError: (3, PartitionSpec(None, None, None, 'x'))"},
    {"0.8.2", "x=8", "a f32[6,4,12]; b f32[6,8@x,4]",
     "out = lax.dot_general(a, b, (((0, 1), (0, 2)), ((), ())), out_sharding=P('q', "
     "None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None) is not found in mesh: "
     "('x',)."},
};

/* What release 0.8.2 says. */
Test(dot_general_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=2 y=2", "a f32[12@(y,x),8,12,12]; b f32[8,2@x,12]",
     "dims = (((3,), (2,)), ((1,), (0,)))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims)",
     "ShardingTypeError: dot_general operation with inputs: f32[12@(y,x),8,12,12], "
     "f32[8,2@x,12] produces an illegally sharded result: f32[8,12@(y,x),12,2@x]"},
    {"0.9.0", "fsdp=2 tp=2 sp=2", "a f32[12@fsdp,12@tp]; b f32[12,12@fsdp]",
     "dims = (((0,), (1,)), ((1,), (0,)))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, "
     "out_sharding=NamedSharding(mesh, P(('tp', 'fsdp'))))",
     "out f32[12@(tp,fsdp)]"},
    {"0.9.0", "x=2 y=4", "a f32[6,4]; b f32[2,4]",
     "dims = (((1,), (1,)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P(None, "
     "None))",
     "out f32[6,2]"},
    {"0.9.0", "data=2 model=4", "a f32[4@model,8,16@data,2]; b f32[4@data,8@model]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))))",
     "ShardingTypeError: dot_general requires lhs batch dimensions and rhs batch "
     "dimensions to have the consistent sharding, got ('model',) and ('data',)."},
    {"0.9.0", "x=4 y=2", "a f32[8@(x,y),8]; b f32[12,8@(x,y)]",
     "out = lax.dot_general(a, b, (((0,), (1,)), ((), ())), out_sharding=P(None, "
     "None, ('x', 'y'), None))",
     "AssertionError: (2, PartitionSpec(None, None, ('x', 'y'), None))"},
    {"0.9.0", "x=2 y=2", "a f32[6,2,8,1]; b f32[1,1,6@y,2]",
     "out = lax.dot_general(a, b, (((1, 3), (3, 1)), ((), ())), out_sharding=P(None, "
     "'x', 'y', None))",
     "ValueError: Sharding spec ('y',) implies that array axis 2 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (6, 8, 1, 6) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, 'x', 'y', None))"},
    {"0.9.0", "x=2 y=2 z=2", "a f32[8@x,8]; b f32[8@y,4@x]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())))",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('x',) and ('y',)."},
    {"0.9.0", "x=3 y=2", "a f32[16,8,16@y,4,4]; b f32[16,8,16@y]",
     "out = lax.dot_general(a, b, (((2,), (2,)), ((0, 1), (0, 1))), "
     "out_sharding=NamedSharding(mesh, P(('x', 'y'), None, None, None)))",
     "ValueError: Sharding spec ('x', 'y') implies that array axis 0 is partitioned 6 "
     "times, but does not evenly divide the dimension size 16. Got shape: (16, 8, 4, "
     "4) and sharding NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(('x', 'y'), None, None, None))"},
    {"0.9.0", "x=2 y=2 z=2", "a f32[1,4@z,12,16]; b f32[16@(x,z),8@y,1,12]",
     "dims = (((3, 0), (0, 2)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, "
     "out_sharding=NamedSharding(mesh, P(('y', 'x'), 'z', None, None)))",
     "out f32[4@(y,x),12@z,8,12]"},
    {"0.9.0", "x=2 y=2 z=2", "a f32[8,6]; b f32[8,6,6]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))), out_sharding=P(None, "
     "None, 'z'))",
     "AssertionError: (2, PartitionSpec(None, None, 'z'))"},
    {"0.9.0", "x=1 y=4", "a f32[8,1]; b f32[8@y]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())))", "out f32[1]"},
    {"0.9.0", "x=4 y=1 z=2", "a f32[1,2,4]; b f32[1@y,2@z,4@x,2]",
     "out = lax.dot_general(a, b, (((), ()), ((0, 1), (0, 1))), out_sharding=P(None, "
     "'z', 'y', 'x', None), precision=lax.Precision.HIGHEST)",
     "out f32[1,2@z,4@y,4@x,2]"},
    {"0.9.0", "x=1 y=4", "a f32[8@y,6@x]; b f32[4,6@x]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((), ())), out_sharding=P(None, "
     "'y', 'x', None))",
     "AssertionError: (2, PartitionSpec(None, 'y', 'x', None))"},
    {"0.9.0", "x=4", "a f32[8,12@x,4]; b f32[4,8,8@x]",
     "out = lax.dot_general(a, b, (((2,), (0,)), ((0,), (1,))))",
     "ShardingTypeError: dot_general operation with inputs: f32[8,12@x,4], "
     "f32[4,8,8@x] produces an illegally sharded result: f32[8,12@x,8@x]"},
    {"0.9.0", "x=2 y=4", "a f32[3,16@x,12,16@y,4]; b f32[3,16@(x,y),12,8,1]",
     "out = lax.dot_general(a, b, (((2,), (2,)), ((0, 1), (0, 1))), "
     "out_sharding=P(None, None, 'x', 'y', 'q', None))",
     "ValueError: Resource axis: q of PartitionSpec(None, None, 'x', 'y', 'q', None) "
     "is not found in mesh: ('x', 'y')."},
    {"0.9.0", "x=2", "a f32[2,1,4@x]; b f32[2,1,8@x]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))), out_sharding=P(None, "
     "None, None, 'x', None))",
     "AssertionError: (3, PartitionSpec(None, None, None, 'x', None))"},
    {"0.9.0", "x=4 y=2", "a f32[4,12@x,2@y]; b f32[4,12@x,8]",
     "dims = (((1,), (1,)), ((0,), (0,)))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P(None, None, "
     "'x', 'y', None))",
     "AssertionError: (3, PartitionSpec(None, None, 'x', 'y', None))"},
    {"0.9.0", "x=2 y=4", "a f32[4,8@x,6]; b f32[4,8@x,12]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))))",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('x',) and "
     "rhs_contracting_spec=('x',)"},
    {"0.9.0", "x=2 y=2 z=2", "a f32[6,12]; b f32[12,4,12]",
     "dims = (((1,), (2,)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P(None, 'y', "
     "'q'))",
     "ValueError: Resource axis: q of PartitionSpec(None, 'y', 'q') is not found in "
     "mesh: ('x', 'y', 'z')."},
    {"0.9.0", "dp=4 tp=2", "a f32[4@tp,2,12@dp,16,8,3]; b f32[4@tp,2,12@dp,16,12,4]",
     "out = lax.dot_general(a, b, (((2, 3), (2, 3)), ((0, 1), (0, 1))), "
     "out_sharding=NamedSharding(mesh, P('dp', 'dp', None, 'tp', None, None)))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('dp', 'dp', None, "
     "'tp', None, None) has duplicate entries for `dp`"},
    {"0.9.0", "fsdp=2 tp=2 sp=2", "a f32[8,4@(fsdp,sp),8@tp,4]; b f32[8@sp,8]",
     "out = lax.dot_general(a, b, (((2,), (1,)), ((0,), (0,))))", "out f32[8,4@(fsdp,sp),4]"},
    {"0.9.0", "x=4 y=1 z=2", "a f32[8,8@x,4@(z,y),8]; b f32[8,8,8,4]",
     "out = lax.dot_general(a, b, (((3,), (1,)), ((2,), (3,))), "
     "preferred_element_type=jnp.float32)",
     "out f32[4@(z,y),8,8@x,8,8]"},
    {"0.9.0", "x=4", "a f32[1,8,8,8]; b f32[1,8,6]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))), out_sharding=P('q', "
     "None, None, None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None, None, None) is not "
     "found in mesh: ('x',)."},
    {"0.9.0", "x=4 y=1 z=2", "a f32[16@y,4@z,16@x]; b f32[6,4@z,16]",
     "out = lax.dot_general(a, b, (((), ()), ((2, 1), (2, 1))))", "out f32[16@x,4@z,16@y,6]"},
    {"0.9.0", "x=8", "a f32[3,4,12]; b f32[8,3,13]",
     "out = lax.dot_general(a, b, (((0,), (1,)), ((2,), (2,))))",
     "TypeError: dot_general requires lhs batch dimensions and rhs batch dimensions to "
     "have the same shape, got (12,) and (13,)."},
    {"0.9.0", "x=2", "a f32[3,3]; b f32[4]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())))",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.9.0", "x=1 y=4", "a f32[8,8@(x,y)]; b f32[3,8@(x,y)]",
     "dims = (((1,), (1,)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P(None, None, "
     "'x', None))",
     "AssertionError: (2, PartitionSpec(None, None, 'x', None))"},
    {"0.9.0", "x=2", "a f32[6@x]; b f32[8,2]",
     "out = lax.dot_general(a, b, (((), ()), ((), ())), out_sharding=P('q', 'x', "
     "None))",
     "ValueError: Resource axis: q of PartitionSpec('q', 'x', None) is not found in "
     "mesh: ('x',)."},
    {"0.9.0", "x=8", "a f32[4,8,2]; b f32[8,8]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((), ())), out_sharding=P(None, "
     "None, None, 'x'))",
     "AssertionError: (3, PartitionSpec(None, None, None, 'x'))"},
    {"0.9.0", "x=8", "a f32[6,4,12]; b f32[6,8@x,4]",
     "out = lax.dot_general(a, b, (((0, 1), (0, 2)), ((), ())), out_sharding=P('q', "
     "None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None) is not found in mesh: "
     "('x',)."},
};

/* What release 0.9.0 says. */
Test(dot_general_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "data=2 model=4", "a f32[4,8@(data,model),3,12,6]; b f32[4@model,8@data,3]",
     "out = lax.dot_general(a, b, (((1, 2), (1, 2)), ((0,), (0,))), "
     "out_sharding=NamedSharding(mesh, P(None, None, None)))",
     "out f32[4,12,6]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "a f32[12@fsdp,12@tp]; b f32[12,12@fsdp]",
     "dims = (((0,), (1,)), ((1,), (0,)))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, "
     "out_sharding=NamedSharding(mesh, P(('tp', 'fsdp'))))",
     "out f32[12@(tp,fsdp)]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[1,4@z,12,16]; b f32[16@(x,z),8@y,1,12]",
     "dims = (((3, 0), (0, 2)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, "
     "out_sharding=NamedSharding(mesh, P(('y', 'x'), 'z', None, None)))",
     "out f32[4@(y,x),12@z,8,12]"},
    {"0.10.2", "x=1 y=4", "a f32[]; b f32[]",
     "out = lax.dot_general(a, b, (((), ()), ((), ())), out_sharding=P())", "out f32[]"},
    {"0.10.2", "x=2 y=4", "a f32[2]; b f32[6]",
     "out = lax.dot_general(a, b, (((), ()), ((), ())), out_sharding=P(None, None))",
     "out f32[2,6]"},
    {"0.10.2", "x=3 y=2", "a f32[1,3]; b f32[3]",
     "out = lax.dot_general(a, b, (((), ()), ((), ())), out_sharding=P(None, None))",
     "out f32[1,3,3]"},
    {"0.10.2", "data=2 model=4", "a f32[8,8@data,12@model]; b f32[6,8,8@data,6]",
     "out = lax.dot_general(a, b, (((0,), (1,)), ((1,), (2,))), out_sharding=P(), "
     "preferred_element_type=jnp.float32)",
     "out f32[8,12,6,6]"},
    {"0.10.2", "x=2 y=2", "a f32[4,6]; b f32[6]",
     "out = lax.dot_general(a, b, (((1,), (0,)), ((), ())), out_sharding=P('x'))", "out f32[4@x]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[2]; b f32[6@z]",
     "out = lax.dot_general(a, b, (((), ()), ((), ())), out_sharding=P('y', None))",
     "out f32[2@y,6]"},
    {"0.10.2", "x=4 y=2", "a f32[1,16]; b f32[6]",
     "out = lax.dot_general(a, b, (((), ()), ((), ())), out_sharding=P(None, 'y', "
     "None))",
     "out f32[1,16@y,6]"},
    {"0.10.2", "x=4", "a f32[8,4,8,8@x]; b f32[8@x,4,4]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))), out_sharding=P(None, "
     "None, 'x'))",
     "out f32[8,8,8@x,4]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "a f32[2,4@fsdp,1,8]; b f32[2,4@fsdp,2,3]",
     "dims = (((1,), (1,)), ((0,), (0,)))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P(None, None, "
     "None, 'fsdp', None))",
     "out f32[2,1,8,2@fsdp,3]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[2]; b f32[8]",
     "out = lax.dot_general(a, b, (((), ()), ((), ())), out_sharding=P('x', 'z'))",
     "out f32[2@x,8@z]"},
    {"0.10.2", "x=4 y=2", "a f32[4,8,12,4]; b f32[4,8,3]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))), out_sharding=P('y', "
     "'x', None, None))",
     "out f32[4@y,12@x,4,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8,8,1,4,8]; b f32[8,4@y,1,8,8]",
     "out = lax.dot_general(a, b, (((4, 3), (4, 1)), ((0,), (0,))), "
     "out_sharding=P('y', None, None, None, 'x'))",
     "out f32[8@y,8,1,1,8@x]"},
    {"0.10.2", "x=4 y=1 z=2", "a f32[16,4,2,8]; b f32[2@y,8,4,16]",
     "out = lax.dot_general(a, b, (((0,), (3,)), ((1,), (2,))), out_sharding=P('x', "
     "None, None, ('y', 'z'), None))",
     "out f32[4@x,2,8,2@(y,z),8]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[8@z,8@x,2]; b f32[8@(x,y),2]",
     "dims = (((0,), (0,)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P('y', 'x', "
     "'z'))",
     "out f32[8@y,2@x,2@z]"},
    {"0.10.2", "x=4 y=1 z=2", "a f32[1,2,4]; b f32[1@y,2@z,4@x,2]",
     "out = lax.dot_general(a, b, (((), ()), ((0, 1), (0, 1))), out_sharding=P(None, "
     "'z', 'y', 'x', None), precision=lax.Precision.HIGHEST)",
     "out f32[1,2@z,4@y,4@x,2]"},
    {"0.10.2", "x=4 y=2", "a f32[4]; b f32[4]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())))", "out f32[]"},
    {"0.10.2", "x=2 y=4", "a f32[1]; b f32[1]", "out = lax.dot_general(a, b, (((), ()), ((), ())))",
     "out f32[1,1]"},
    {"0.10.2", "data=4", "a f32[2]; b f32[4,1]",
     "out = lax.dot_general(a, b, (((), ()), ((), ())))", "out f32[2,4,1]"},
    {"0.10.2", "x=2 y=2", "a f32[4,6,2,1]; b f32[4@x,6,3]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))))", "out f32[4,2,1,3]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[1,4@y]; b f32[1]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())))", "out f32[4@y]"},
    {"0.10.2", "x=2", "a f32[6@x]; b f32[6]", "out = lax.dot_general(a, b, (((), ()), ((), ())))",
     "out f32[6@x,6]"},
    {"0.10.2", "x=3 y=2", "a f32[2,6@x,3]; b f32[3,4]",
     "out = lax.dot_general(a, b, (((2,), (0,)), ((), ())))", "out f32[2,6@x,4]"},
    {"0.10.2", "x=2 y=2", "a f32[3,8@y,4,1]; b f32[4,1,4]",
     "out = lax.dot_general(a, b, (((2,), (0,)), ((3,), (1,))))", "out f32[1,3,8@y,4]"},
    {"0.10.2", "x=2 y=2", "a f32[4@y,2,8]; b f32[8,16,2@x]",
     "out = lax.dot_general(a, b, (((), ()), ((1,), (2,))))", "out f32[2,4@y,8,8,16]"},
    {"0.10.2", "x=2", "a f32[12@x,2,16,12,8]; b f32[2,12@x,16,8,6]",
     "out = lax.dot_general(a, b, (((2,), (2,)), ((1, 0), (0, 1))), "
     "precision=lax.Precision.HIGHEST)",
     "out f32[2,12@x,12,8,8,6]"},
    {"0.10.2", "data=2 model=4", "a f32[6@data]; b f32[2@data,8@model,6]",
     "out = lax.dot_general(a, b, (((0,), (2,)), ((), ())))", "out f32[2@data,8@model]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[8@y,3]; b f32[8@x,4,3]",
     "out = lax.dot_general(a, b, (((1,), (2,)), ((), ())), "
     "precision=lax.Precision.HIGHEST)",
     "out f32[8@y,8@x,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,8@x,4,12@y]; b f32[8,4,12]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((3,), (2,))))", "out f32[12@y,8@x,4,4]"},
    {"0.10.2", "x=1 y=4", "a f32[4@y,6,1@x,4,8]; b f32[1,8,12@x,4,4]",
     "out = lax.dot_general(a, b, (((2,), (0,)), ((3, 4), (3, 1))))", "out f32[4,8,4@y,6,12@x,4]"},
    {"0.10.2", "x=4 y=1 z=2", "a f32[16@y,4@z,16@x]; b f32[6,4@z,16]",
     "out = lax.dot_general(a, b, (((), ()), ((2, 1), (2, 1))))", "out f32[16@x,4@z,16@y,6]"},
};

/* The types that JAX gives. */
Test(dot_general, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "dp=4 tp=2", "a f32[4@tp,2,12@dp,16,8,3]; b f32[4@tp,2,12@dp,16,12,4]",
     "out = lax.dot_general(a, b, (((2, 3), (2, 3)), ((0, 1), (0, 1))), "
     "out_sharding=NamedSharding(mesh, P('dp', 'dp', None, 'tp', None, None)))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('dp', 'dp', None, 'tp', "
     "None, None) has duplicate entries for `dp`"},
    {"0.10.2", "x=3 y=2", "a f32[16,8,16@y,4,4]; b f32[16,8,16@y]",
     "out = lax.dot_general(a, b, (((2,), (2,)), ((0, 1), (0, 1))), "
     "out_sharding=NamedSharding(mesh, P(('x', 'y'), None, None, None)))",
     "ValueError: Sharding spec ('x', 'y') implies that array axis 0 is partitioned "
     "6 times, but does not evenly divide the dimension size 16. Got shape: (16, 8, "
     "4, 4) and sharding NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(('x', 'y'), None, None, None))"},
    {"0.10.2", "x=1 y=4", "a f32[8@y,6@x]; b f32[4,6@x]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((), ())), out_sharding=P(None, "
     "'y', 'x', None))",
     "AssertionError: (2, P(None, 'y', 'x', None))"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[8,6]; b f32[8,6,6]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))), out_sharding=P(None, "
     "None, 'z'))",
     "AssertionError: (2, P(None, None, 'z'))"},
    {"0.10.2", "x=4 y=2", "a f32[4,12@x,2@y]; b f32[4,12@x,8]",
     "dims = (((1,), (1,)), ((0,), (0,)))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P(None, None, "
     "'x', 'y', None))",
     "AssertionError: (3, P(None, None, 'x', 'y', None))"},
    {"0.10.2", "x=2", "a f32[4,4@x]; b f32[4,2]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())), out_sharding=P(None, "
     "None, 'x', None))",
     "AssertionError: (2, P(None, None, 'x', None))"},
    {"0.10.2", "x=4 y=2", "a f32[8@(x,y),8]; b f32[12,8@(x,y)]",
     "out = lax.dot_general(a, b, (((0,), (1,)), ((), ())), out_sharding=P(None, "
     "None, ('x', 'y'), None))",
     "AssertionError: (2, P(None, None, ('x', 'y'), None))"},
    {"0.10.2", "x=8", "a f32[4,8,2]; b f32[8,8]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((), ())), out_sharding=P(None, "
     "None, None, 'x'))",
     "AssertionError: (3, P(None, None, None, 'x'))"},
    {"0.10.2", "x=2", "a f32[2,1,4@x]; b f32[2,1,8@x]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))), out_sharding=P(None, "
     "None, None, 'x', None))",
     "AssertionError: (3, P(None, None, None, 'x', None))"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[8,6,8@y]; b f32[8,12]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())), out_sharding=P('y', 'y', "
     "None))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('y', 'y', None) has "
     "duplicate entries for `y`"},
    {"0.10.2", "x=2 y=2", "a f32[3]; b f32[4]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())), out_sharding=P())",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=4", "a f32[6]; b f32[2,6,8]",
     "out = lax.dot_general(a, b, (((0,), (1,)), ((), ())), out_sharding=P('x', "
     "'q'))",
     "ValueError: Resource axis: q of P('x', 'q') is not found in mesh: ('x',)."},
    {"0.10.2", "x=2", "a f32[6@x]; b f32[8,2]",
     "out = lax.dot_general(a, b, (((), ()), ((), ())), out_sharding=P('q', 'x', "
     "None))",
     "ValueError: Resource axis: q of P('q', 'x', None) is not found in mesh: "
     "('x',)."},
    {"0.10.2", "x=8", "a f32[6,4,12]; b f32[6,8@x,4]",
     "out = lax.dot_general(a, b, (((0, 1), (0, 2)), ((), ())), out_sharding=P('q', "
     "None))",
     "ValueError: Resource axis: q of P('q', None) is not found in mesh: ('x',)."},
    {"0.10.2", "x=4", "a f32[1,8,8,8]; b f32[1,8,6]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))), out_sharding=P('q', "
     "None, None, None))",
     "ValueError: Resource axis: q of P('q', None, None, None) is not found in mesh: "
     "('x',)."},
    {"0.10.2", "x=2 y=4", "a f32[6,4]; b f32[6]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())), out_sharding=P('q'))",
     "ValueError: Resource axis: q of P('q',) is not found in mesh: ('x', 'y')."},
    {"0.10.2", "x=2 y=2 z=2", "a f32[6,12]; b f32[12,4,12]",
     "dims = (((1,), (2,)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P(None, 'y', "
     "'q'))",
     "ValueError: Resource axis: q of P(None, 'y', 'q') is not found in mesh: ('x', "
     "'y', 'z')."},
    {"0.10.2", "x=2 y=4", "a f32[3,16@x,12,16@y,4]; b f32[3,16@(x,y),12,8,1]",
     "out = lax.dot_general(a, b, (((2,), (2,)), ((0, 1), (0, 1))), "
     "out_sharding=P(None, None, 'x', 'y', 'q', None))",
     "ValueError: Resource axis: q of P(None, None, 'x', 'y', 'q', None) is not "
     "found in mesh: ('x', 'y')."},
    {"0.10.2", "x=2 y=4", "a f32[8@y,8,8]; b f32[8@y,8,4,3]",
     "out = lax.dot_general(a, b, (((), ()), ((0, 1), (0, 1))), out_sharding=P(None, "
     "None, None, 'q', None))",
     "ValueError: Resource axis: q of P(None, None, None, 'q', None) is not found in "
     "mesh: ('x', 'y')."},
    {"0.10.2", "x=1 y=4", "a f32[1@x,1,8]; b f32[1@x,8]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())), out_sharding=P(('x', "
     "'y'), None, None))",
     "ValueError: Sharding spec ('x', 'y') implies that array axis 0 is partitioned "
     "4 times, but does not evenly divide the dimension size 1. Got shape: (1, 8, 8) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(('x', 'y'), None, None))"},
    {"0.10.2", "x=2 y=4", "a f32[2,1]; b f32[2,2]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())), out_sharding=P('y', "
     "'x'))",
     "ValueError: Sharding spec ('y',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1, 2) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('y', 'x'))"},
    {"0.12.0.1", "x=8", "a f32[4,2]; b f32[4]",
     "dims = (((0,), (0,)), ((), ()))\n"
     "out = lax.dot_general(a, b, dimension_numbers=dims, out_sharding=P('x', None))",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P('x', None), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None))"},
    {"0.10.2", "x=3 y=2", "a f32[4@y]; b f32[4@y]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())))",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('y',) and "
     "rhs_contracting_spec=('y',)"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[6,4@x]; b f32[6,8@x]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())))",
     "ShardingTypeError: dot_general operation with inputs: f32[6,4@x], f32[6,8@x] "
     "produces an illegally sharded result: f32[4@x,8@x]"},
    {"0.10.2", "x=4 y=2", "a f32[8@x]; b f32[4@x]",
     "out = lax.dot_general(a, b, (((), ()), ((), ())))",
     "ShardingTypeError: dot_general operation with inputs: f32[8@x], f32[4@x] "
     "produces an illegally sharded result: f32[8@x,4@x]"},
    {"0.10.2", "x=4 y=2", "a f32[8@(y,x),4,8]; b f32[4@y,8@x]",
     "out = lax.dot_general(a, b, (((2,), (1,)), ((), ())))",
     "ShardingTypeError: dot_general operation with inputs: f32[8@(y,x),4,8], "
     "f32[4@y,8@x] produces an illegally sharded result: f32[8@(y,x),4,4@y]"},
    {"0.10.2", "dp=4 tp=2", "a f32[12@tp,3,3]; b f32[12,3,3,6@tp]",
     "out = lax.dot_general(a, b, (((1,), (1,)), ((0,), (0,))))",
     "ShardingTypeError: dot_general operation with inputs: f32[12@tp,3,3], "
     "f32[12,3,3,6@tp] produces an illegally sharded result: f32[12@tp,3,3,6@tp]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "a f32[8@sp]; b f32[8@tp,6]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())))",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('sp',) and ('tp',)."},
    {"0.10.2", "x=4 y=2", "a f32[12@y,4,16,6]; b f32[3,12@x,16]",
     "out = lax.dot_general(a, b, (((2,), (2,)), ((0,), (1,))))",
     "ShardingTypeError: dot_general requires lhs batch dimensions and rhs batch "
     "dimensions to have the consistent sharding, got ('y',) and ('x',)."},
    {"0.10.2", "x=2", "a f32[3,3]; b f32[4]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())))",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=8", "a f32[3,4,12]; b f32[8,3,13]",
     "out = lax.dot_general(a, b, (((0,), (1,)), ((2,), (2,))))",
     "TypeError: dot_general requires lhs batch dimensions and rhs batch dimensions "
     "to have the same shape, got (12,) and (13,)."},
    {"0.12.0.1", "fsdp=2 tp=2 sp=2", "a f32[8@sp]; b f32[8@tp,6]",
     "out = lax.dot_general(a, b, (((0,), (0,)), ((), ())))",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('sp',) and "
     "rhs_contracting_spec=('tp',)"},
    {"0.12.0.1", "x=2 y=2", "a f32[4@y,2,8]; b f32[8,16,2@x]",
     "out = lax.dot_general(a, b, (((), ()), ((1,), (2,))))",
     "ShardingTypeError: dot_general requires lhs batch dimensions and rhs batch "
     "dimensions to have the same sharding, got (None,) and ('x',)."},
};

/* What JAX refuses, with its texts. */
Test(dot_general, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}

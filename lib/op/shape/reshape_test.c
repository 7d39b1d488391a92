/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=4 y=2", "x f32[6@y,8]", "out = jnp.ravel(x)", "out f32[48@y]"},
    {"0.10.2", "b=4 a=4", "x f32[12@a,4@b,12,8]", "out = jnp.ravel(x)", "out f32[4608@(a,b)]"},
    {"0.10.2", "x=2 y=2", "x f32[1,8]", "out = jnp.reshape(x, (8,), out_sharding=P())",
     "out f32[8]"},
    {"0.10.2", "x=2", "x f32[12@x,4]", "out = jnp.reshape(x, (48,), out_sharding=P('x'))",
     "out f32[48@x]"},
    {"0.10.2", "data=4", "x f32[1]", "out = jnp.reshape(x, (1,))", "out f32[1]"},
    {"0.10.2", "x=8", "x f32[4,4,4,6]", "out = jnp.reshape(x, (-1, 4, 32))", "out f32[3,4,32]"},
    {"0.10.2", "x=2 y=2", "x f32[12@y]", "out = jnp.reshape(x, (6, 2))", "out f32[6@y,2]"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[8,8@(x,y),2]", "out = jnp.reshape(x, (8, 16))",
     "out f32[8,16@(x,y)]"},
    {"0.10.2", "x=8", "x f32[12,12,8,8@x]", "out = jnp.reshape(x, (2, 6, 12, 8, 8))",
     "out f32[2,6,12,8,8@x]"},
    {"0.10.2", "dp=4 tp=2", "x f32[4@dp,12,16@tp,1]", "out = jnp.reshape(x, (4, 12, -1))",
     "out f32[4@dp,12,16@tp]"},
    {"0.10.2", "x=4 y=2", "x f32[1,2@y,2,12@x]", "out = jnp.reshape(x, (1, 2, 2, 1, 12))",
     "out f32[1,2@y,2,1,12@x]"},
    {"0.12.0.1", "x=4 y=1 z=2", "x f32[8@x,1@y,1,16@z]", "out = jnp.reshape(x, (-1,))",
     "out f32[128@(x,z)]"},
    {"0.10.2", "x=1 y=4", "x f32[2,2@x]", "out = lax.reshape(x, (4,), out_sharding=P())",
     "out f32[4]"},
    {"0.10.2", "x=4 y=2", "x f32[8@(x,y),4]", "out = lax.reshape(x, (4, 8), out_sharding=P())",
     "out f32[4,8]"},
    {"0.10.2", "x=4", "x f32[8,4,4@x]",
     "out = lax.reshape(x, (8, 1, 4, 4), out_sharding=P(None, None, None, None))",
     "out f32[8,1,4,4]"},
    {"0.10.2", "x=2 y=4", "x f32[32]", "out = lax.reshape(x, (32, 1), out_sharding=P('x'))",
     "out f32[32@x,1]"},
    {"0.10.2", "x=2", "x f32[8,8,4]",
     "out = lax.reshape(x, (8, 1, 8, 4), out_sharding=P('x', None, None, None))",
     "out f32[8@x,1,8,4]"},
    {"0.10.2", "x=2 y=2", "x f32[8@x,8,6@y]",
     "out = lax.reshape(x, (2, 2, 1, 2, 8, 6), out_sharding=P(None, 'y', None, None, "
     "None, None))",
     "out f32[2,2@y,1,2,8,6]"},
    {"0.10.2", "x=2 y=2", "x f32[4,6@y,1,4@x]",
     "out = lax.reshape(x, (2, 2, 6, 1, 4), out_sharding=P(None, 'y', 'x', None, "
     "None))",
     "out f32[2,2@y,6@x,1,4]"},
    {"0.10.2", "x=1 y=4", "x f32[3]", "out = lax.reshape(x, (3,))", "out f32[3]"},
    {"0.10.2", "x=2 y=2", "x f32[3]", "out = lax.reshape(x, (3, 1))", "out f32[3,1]"},
    {"0.10.2", "x=4 y=2", "x f32[32]", "out = lax.reshape(x, (8, 4, 1, 1))", "out f32[8,4,1,1]"},
    {"0.10.2", "x=8", "x f32[6,8,4]",
     "out = lax.reshape(x, new_sizes=(6, 8, 1, 1, 1, 4), dimensions=(1, 0, 2))",
     "out f32[6,8,1,1,1,4]"},
    {"0.10.2", "x=4", "x f32[8@x]", "out = lax.reshape(x, (8,))", "out f32[8@x]"},
    {"0.10.2", "x=3 y=2", "x f32[2@y]", "out = lax.reshape(x, (1, 1, 2))", "out f32[1,1,2@y]"},
    {"0.10.2", "x=8", "x f32[1,8@x,8]", "out = lax.reshape(x, (1, 8, 1, 1, 8))",
     "out f32[1,8@x,1,1,8]"},
    {"0.10.2", "x=3 y=2", "x f32[4@y,2,3,1]", "out = lax.reshape(x, (4, 1, 2, 1, 3, 1))",
     "out f32[4@y,1,2,1,3,1]"},
    {"0.10.2", "x=2 y=4", "x f32[8@y,4@x]", "out = lax.reshape(x, (8, 4))", "out f32[8@y,4@x]"},
    {"0.10.2", "x=2 y=4", "x f32[4@y,8@x]", "out = lax.reshape(x, (4, 1, 1, 8))",
     "out f32[4@y,1,1,8@x]"},
    {"0.10.2", "x=4 y=2", "x f32[2@y,3,8,8@x]", "out = lax.reshape(x, (1, 2, 3, 8, 8, 1))",
     "out f32[1,2@y,3,8,8@x,1]"},
    {"0.12.0.1", "x=2 y=4", "x f32[8@x,4]", "out = lax.reshape(x, (32, 1))", "out f32[32@x,1]"},
    {"0.12.0.1", "fsdp=2 tp=2 sp=2", "x f32[4@tp,8,3]", "out = lax.reshape(x, (32, 1, 1, 3))",
     "out f32[32@tp,1,1,3]"},
    {"0.10.2", "data=4", "x f32[4@data]", "out = x.flatten()", "out f32[4@data]"},
    {"0.10.2", "x=2 y=4", "x f32[8@(y,x),2]", "out = x.flatten()", "out f32[16@(y,x)]"},
    {"0.10.2", "data=2 model=4", "x f32[6@data]", "out = x.ravel()", "out f32[6@data]"},
    {"0.10.2", "x=2", "x f32[3]", "out = x.reshape((-1,), out_sharding=P(None, None))",
     "out f32[3]"},
    {"0.10.2", "x=2 y=2", "x f32[4,1,1,8]",
     "out = x.reshape((4, 1, 1, 1, -1), out_sharding=P(None, None, None, None, "
     "None))",
     "out f32[4,1,1,1,8]"},
    {"0.10.2", "x=3", "x f32[8]", "out = x.reshape(8)", "out f32[8]"},
    {"0.10.2", "x=8", "x f32[3]", "out = x.reshape(1, 3, 1)", "out f32[1,3,1]"},
    {"0.10.2", "x=4", "x f32[4,8]", "out = x.reshape(4, 4, 2, 1)", "out f32[4,4,2,1]"},
    {"0.10.2", "x=2 y=2", "x f32[8@y]", "out = x.reshape(1, 8)", "out f32[1,8@y]"},
    {"0.10.2", "x=3 y=2", "x f32[6@x,2]", "out = x.reshape(3, 2, 1, 2)", "out f32[3@x,2,1,2]"},
    {"0.10.2", "x=4 y=2", "x f32[4@x,4@y]", "out = x.reshape(1, 4, 4)", "out f32[1,4@x,4@y]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[2@y,2@z,8,8]", "out = x.reshape((2, 2, 1, 8, 8))",
     "out f32[2@y,2@z,1,8,8]"},
    {"0.12.0.1", "fsdp=2 tp=2 sp=2", "x f32[4@tp,4,2,4]", "out = x.reshape(1, 4, 32)",
     "out f32[1,4@tp,32]"},
};

/* The types that JAX gives. */
Test(reshape, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=2 y=2", "x f32[2,8@x,4@y]", "out = jnp.ravel(x)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding "
     "of the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "type: float32[2,8@x,4@y], new sizes: (64,)"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2,8,8@z,8@(y,x)]",
     "out = jnp.reshape(x, (2, 8, 8, 1, 8), out_sharding=P(None, None, None, None, "
     "'x', 'z'))",
     "AssertionError: (5, P(None, None, None, None, 'x', 'z'))"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[16@x]",
     "out = jnp.reshape(x, (16, 1, 1), out_sharding=P('x', 'x', None))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x', None) has "
     "duplicate entries for `x`"},
    {"0.10.2", "x=4", "x f32[4,8@x,6]", "out = jnp.reshape(x, (4, 49), out_sharding=P(None, None))",
     "TypeError: cannot reshape array of shape (4, 8, 6) (size 192) into shape (4, "
     "49) (size 196)"},
    {"0.10.2", "x=2 y=2", "x f32[1]",
     "out = jnp.reshape(x, (1,), order='F', out_sharding=P(('y', 'x')))",
     "ValueError: Sharding spec ('y', 'x') implies that array axis 0 is partitioned "
     "4 times, but does not evenly divide the dimension size 1. Got shape: (1,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(('y', "
     "'x'),))"},
    {"0.10.2", "x=4", "x f32[3,6]", "out = jnp.reshape(x, (18,), out_sharding=P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 18. Got shape: (18,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.12.0.1", "x=2 y=2 z=2", "x f32[2,8,8@z,8@(y,x)]",
     "out = jnp.reshape(x, (2, 8, 8, 1, 8), out_sharding=P(None, None, None, None, "
     "'x', 'z'))",
     "ValueError: Length of sharding.spec (6) must be equal to aval's ndim (5). Got "
     "sharding.spec P(None, None, None, None, 'x', 'z'), aval.ndim 5 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None, None, None, 'x', 'z'))"},
    {"0.10.2", "x=2 y=2", "x f32[4,1,2@x,4]", "out = jnp.reshape(x, (32, 1))", "AssertionError: "},
    {"0.10.2", "x=4", "x f32[6,8@x]", "out = jnp.reshape(x, (48,))",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding "
     "of the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "type: float32[6,8@x], new sizes: (48,)"},
    {"0.10.2", "x=2", "x f32[8@x,12]", "out = jnp.reshape(x, (97,), order='F')",
     "TypeError: cannot reshape array of shape (8, 12) (size 96) into shape (97,) "
     "(size 97)"},
    {"0.10.2", "x=1 y=4", "x f32[8,12,6@x]",
     "out = lax.reshape(x, (8, 12, 6), out_sharding=NamedSharding(mesh, P(None, 'q', "
     "'y')))",
     "ValueError: Resource axis: q of P(None, 'q', 'y') is not found in mesh: ('x', "
     "'y')."},
    {"0.10.2", "x=4 y=2", "x f32[4@y,8]",
     "out = lax.reshape(x, (32, 1, 1), out_sharding=NamedSharding(mesh, P(None, "
     "None, 'x')))",
     "ValueError: Sharding spec ('x',) implies that array axis 2 is partitioned 4 "
     "times, but does not evenly divide the dimension size 1. Got shape: (32, 1, 1) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(None, None, 'x'))"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8@z,3,6]",
     "out = lax.reshape(x, (8, 3, 2, 3, 1), out_sharding=P('x', None, 'z', None, "
     "None, 'y', None))",
     "AssertionError: (5, P('x', None, 'z', None, None, 'y', None))"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[16,4@fsdp]",
     "out = lax.reshape(x, (32, 1, 2), out_sharding=P('fsdp', None, None, 'tp'))",
     "AssertionError: (3, P('fsdp', None, None, 'tp'))"},
    {"0.10.2", "x=4 y=2", "x f32[16,4@y]",
     "out = lax.reshape(x, (16, 4), out_sharding=P(None, 'y', 'x'))",
     "AssertionError: (2, P(None, 'y', 'x'))"},
    {"0.10.2", "x=8", "x f32[8]", "out = lax.reshape(x, (4, 2), out_sharding=P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "x=3 y=2", "x f32[3@x,1]",
     "out = lax.reshape(x, (1, 3, 1), out_sharding=P('q', None, None))",
     "ValueError: Resource axis: q of P('q', None, None) is not found in mesh: ('x', "
     "'y')."},
    {"0.10.2", "x=2 y=4", "x f32[3,6,3,4@y]",
     "out = lax.reshape(x, (3, 6, 1, 3, 4), out_sharding=P('q', None, None, None, "
     "None))",
     "ValueError: Resource axis: q of P('q', None, None, None, None) is not found in "
     "mesh: ('x', 'y')."},
    {"0.10.2", "x=1 y=4", "x f32[1]", "out = lax.reshape(x, (2,), out_sharding=P('q'))",
     "ValueError: Resource axis: q of P('q',) is not found in mesh: ('x', 'y')."},
    {"0.10.2", "x=4 y=2", "x f32[4@y,4@x,4]",
     "out = lax.reshape(x, (4, 4, 4), out_sharding=P(None, 'y', 'q'))",
     "ValueError: Resource axis: q of P(None, 'y', 'q') is not found in mesh: ('x', "
     "'y')."},
    {"0.10.2", "x=2 y=2 z=2", "x f32[32]",
     "out = lax.reshape(x, (1, 32), out_sharding=P(('z', 'y'), 'x'))",
     "ValueError: Sharding spec ('z', 'y') implies that array axis 0 is partitioned "
     "4 times, but does not evenly divide the dimension size 1. Got shape: (1, 32) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(('z', 'y'), 'x'))"},
    {"0.10.2", "x=4", "x f32[6]", "out = lax.reshape(x, (6,), out_sharding=P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 6. Got shape: (6,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.12.0.1", "x=2", "x f32[8,8@x,3]", "out = lax.reshape(x, (192,), out_sharding=P('x', None))",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P('x', None), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None))"},
    {"0.10.2", "x=8", "x f32[3,16,8@x]", "out = lax.reshape(x, (384, 1))", "AssertionError: "},
    {"0.10.2", "x=2 y=2", "x f32[8@(y,x),2]", "out = lax.reshape(x, (4, 1, 2, 2, 1))",
     "IndexError: tuple index out of range"},
    {"0.10.2", "x=4", "x f32[4@x]", "out = lax.reshape(x, (2, 2))",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding "
     "of the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "type: float32[4@x], new sizes: (2, 2)"},
    {"0.12.0.1", "x=4 y=2", "x f32[4@y,8]", "out = lax.reshape(x, (32, 1, 1))",
     "IndexError: tuple index out of range"},
    {"0.10.2", "x=1 y=4", "x f32[4@y,16,16@x,2]", "out = x.flatten()",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding "
     "of the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "type: float32[4@y,16,16@x,2], new sizes: (2048,)"},
    {"0.10.2", "x=4 y=2", "x f32[4,2@y]", "out = x.ravel()",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding "
     "of the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "type: float32[4,2@y], new sizes: (8,)"},
    {"0.10.2", "x=3", "x f32[12@x,12,8]",
     "out = x.reshape((12, 12, 8), out_sharding=NamedSharding(mesh, P(None, None, "
     "'x')))",
     "ValueError: Sharding spec ('x',) implies that array axis 2 is partitioned 3 "
     "times, but does not evenly divide the dimension size 8. Got shape: (12, 12, 8) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 3, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, 'x'))"},
    {"0.10.2", "x=4 y=2", "x f32[3,2,1,3]",
     "out = x.reshape((3, 2, 1, 3, -1), out_sharding=P(None, None, None, None, None, "
     "'y', None))",
     "AssertionError: (5, P(None, None, None, None, None, 'y', None))"},
    {"0.10.2", "x=8", "x f32[4,4,8@x,12]",
     "out = x.reshape((4, 4, 8, 12, -1), out_sharding=P('x', 'x', None, None, None))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x', None, None, "
     "None) has duplicate entries for `x`"},
    {"0.10.2", "x=2 y=2", "x f32[1,2,12@x]",
     "out = x.reshape(2, 12, 1, out_sharding=P('q', None, None))",
     "ValueError: Resource axis: q of P('q', None, None) is not found in mesh: ('x', "
     "'y')."},
    {"0.10.2", "x=2", "x f32[2@x]", "out = x.reshape((-1, 1), out_sharding=P(None, 'x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (2, 1) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x'))"},
    {"0.12.0.1", "x=2", "x f32[3]", "out = x.reshape((-1,), out_sharding=P(None, None))",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P(None, None), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None))"},
    {"0.10.2", "x=4 y=2", "x f32[1,4@x,3]", "out = x.reshape((1, -1), order='F')",
     "AssertionError: "},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2,2@x]", "out = x.reshape(4)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding "
     "of the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "type: float32[2,2@x], new sizes: (4,)"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[6,4@y,3,4@z]", "out = x.reshape(6, 1, 4, 3, 5)",
     "TypeError: cannot reshape array of shape (6, 4, 3, 4) (size 288) into shape "
     "(6, 1, 4, 3, 5) (size 360)"},
    {"0.10.2", "x=4", "x f32[4@x]", "out = x.reshape(5, order='F')",
     "TypeError: cannot reshape array of shape (4,) (size 4) into shape 5 (size 5)"},
    {"0.12.0.1", "x=4", "x f32[4@x,4,12]", "out = x.reshape(192, 1, 1, 1)",
     "IndexError: tuple index out of range"},
};

/* What JAX refuses, with its texts. */
Test(reshape, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=1 y=4", "x f32[4,4@x]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=NamedSharding(mesh, P()))", "out f32[16,4]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[2@fsdp]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=P(None))", "out f32[8]"},
    {"0.10.2", "x=2 y=2", "x f32[3,8@y,4@x]",
     "out = jnp.repeat(x, 3, axis=2, out_sharding=P(None, None, None))", "out f32[3,8,12]"},
    {"0.10.2", "b=4 a=4", "x f32[4]", "out = jnp.repeat(x, 4, axis=0, out_sharding=P('b'))",
     "out f32[16@b]"},
    {"0.10.2", "x=2 y=4", "x f32[4]", "out = jnp.repeat(x, 2, axis=0)", "out f32[8]"},
    {"0.10.2", "x=4", "x f32[8,4]", "out = jnp.repeat(x, 2, axis=1)", "out f32[8,8]"},
    {"0.10.2", "x=3", "x f32[4,2,2]", "out = jnp.repeat(x, 4, axis=2)", "out f32[4,2,8]"},
    {"0.10.2", "x=8", "x f32[8@x,1]", "out = jnp.repeat(x, 2, axis=1)", "out f32[8@x,2]"},
    {"0.10.2", "x=3 y=2", "x f32[2]", "out = jnp.roll(x, 1)", "out f32[2]"},
    {"0.10.2", "x=8", "x f32[6,8]", "out = jnp.roll(x, 1, axis=0)", "out f32[6,8]"},
    {"0.10.2", "b=4 a=4", "x f32[8@b]", "out = jnp.roll(x, 0, axis=0)", "out f32[8@b]"},
    {"0.10.2", "x=2 y=2", "x f32[8@x,1]", "out = jnp.roll(x, 1, axis=1)", "out f32[8@x,1]"},
    {"0.10.2", "data=4", "x f32[8@data,1,6]", "out = jnp.roll(x, 2, axis=1)",
     "out f32[8@data,1,6]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[8@y,8@x,4@z]", "out = jnp.roll(x, 1, axis=0)",
     "out f32[8@y,8@x,4@z]"},
    {"0.10.2", "x=1 y=4", "x f32[8]", "out = jnp.tile(x, (1,))", "out f32[8]"},
    {"0.10.2", "x=2", "x f32[2,1]", "out = jnp.tile(x, 2)", "out f32[2,2]"},
    {"0.10.2", "x=2", "x f32[2@x]", "out = jnp.tile(x, (1,))", "out f32[2@x]"},
    {"0.10.2", "x=4", "x f32[4@x,4]", "out = jnp.tile(x, (1, 2))", "out f32[4@x,8]"},
    {"0.10.2", "x=2 y=2", "x f32[8@x,3,2]", "out = jnp.tile(x, 2)", "out f32[8@x,3,4]"},
    {"0.10.2", "x=1 y=4", "x f32[16@x]", "out = x.repeat(2, 0, out_sharding=P(None))",
     "out f32[32]"},
    {"0.10.2", "x=4", "x f32[16,6,6]", "out = x.repeat(4, 0, out_sharding=P(None, None, None))",
     "out f32[64,6,6]"},
    {"0.10.2", "x=2 y=2", "x f32[1]", "out = x.repeat(2, 0)", "out f32[2]"},
    {"0.10.2", "x=2", "x f32[8,2,12]", "out = x.repeat(3, 1)", "out f32[8,6,12]"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[3,12@y,2@x]", "out = x.repeat(2, 0)", "out f32[6,12@y,2@x]"},
};

/* The types that JAX gives. */
Test(numpy_repeat, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=8", "x f32[16,1]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=NamedSharding(mesh, P('x', 'x')))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "x=2", "x f32[1,8]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=P(None, None, 'x'))",
     "AssertionError: (2, P(None, None, 'x'))"},
    {"0.10.2", "x=2", "x f32[1,3,12@x]",
     "out = jnp.repeat(x, 3, axis=1, out_sharding=P(None, 'x', None))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 2 "
     "times, but does not evenly divide the dimension size 9. Got shape: (1, 9, 12) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x', None))"},
    {"0.12.0.1", "x=2", "x f32[1,8]",
     "out = jnp.repeat(x, 4, axis=0, out_sharding=P(None, None, 'x'))",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P(None, None, 'x'), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, 'x'))"},
    {"0.10.2", "x=2", "x f32[2@x]", "out = jnp.repeat(x, 2, axis=0)",
     "ValueError: Please pass sharding to `jnp.repeat` via `out_sharding` parameter."},
    {"0.10.2", "x=2", "x f32[16,4@x,3]", "out = jnp.roll(x, 1)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding "
     "of the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "type: float32[16,4@x,3], new sizes: (192,)"},
    {"0.10.2", "x=2 y=2", "x f32[4@y]", "out = jnp.roll(x, 1, axis=0)",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible "
     "by mesh axes (2) with spec (y) is not implemented. Got input type=f32[4@y] and "
     "output shape=(1,)"},
    {"0.12.0.1", "b=4 a=4", "x f32[8@b]", "out = jnp.roll(x, 0, axis=0)",
     "ShardingTypeError: `a` cannot be sharded on the axis being rolled over. Got "
     "arr type=f32[8@b] and axis=(0,)"},
    {"0.10.2", "x=4 y=2", "x f32[8@y]", "out = jnp.tile(x, (2,))",
     "ShardingTypeError: Operand cannot be sharded on dimension 0 when the tiling is "
     "non-trivial. Got input type: float32[8@y] with reps: (2,)"},
    {"0.10.2", "x=2 y=2", "x f32[4]", "out = x.repeat(2, 0, out_sharding=P('y', 'x'))",
     "AssertionError: (1, P('y', 'x'))"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[8@(y,z),2]",
     "out = x.repeat(3, 1, out_sharding=P(('x', 'z'), None, 'y'))",
     "AssertionError: (2, P(('x', 'z'), None, 'y'))"},
    {"0.10.2", "x=3", "x f32[2,16]", "out = x.repeat(2, 0, out_sharding=P('x', None, None))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 3 "
     "times, but does not evenly divide the dimension size 4. Got shape: (4, 16) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 3, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None))"},
    {"0.12.0.1", "x=2 y=2", "x f32[4]", "out = x.repeat(2, 0, out_sharding=P('y', 'x'))",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P('y', 'x'), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('y', 'x'))"},
    {"0.10.2", "x=4 y=2", "x f32[8@x]", "out = x.repeat(2, 0)",
     "ValueError: Please pass sharding to `jnp.repeat` via `out_sharding` parameter."},
};

/* What JAX refuses, with its texts. */
Test(numpy_repeat, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}

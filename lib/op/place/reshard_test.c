/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=2 y=4", "x f32[16,1]", "out = jax.reshard(x, NamedSharding(mesh, P(None, None)))",
     "out f32[16,1]"},
    {"0.10.2", "x=4", "x f32[8,8@x,4,4]",
     "out = jax.reshard(x, NamedSharding(mesh, P('x', None, None, None)))", "out f32[8@x,8,4,4]"},
    {"0.10.2", "x=2 y=2", "x f32[4]", "out = jax.reshard(x, P(None))", "out f32[4]"},
    {"0.10.2", "x=2 y=4", "x f32[6,4@y]", "out = jax.reshard(x, P(None, None))", "out f32[6,4]"},
    {"0.10.2", "x=4 y=2", "x f32[2@y,4,4]", "out = jax.reshard(x, P(None, None, None))",
     "out f32[2,4,4]"},
    {"0.10.2", "x=4", "x f32[2,4,8@x,2]", "out = jax.reshard(x, P())", "out f32[2,4,8,2]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[1,8]", "out = jax.reshard(x, P(None, 'x'))", "out f32[1,8@x]"},
    {"0.10.2", "x=2 y=2", "x f32[4,8,3]", "out = jax.reshard(x, P(None, 'y', None))",
     "out f32[4,8@y,3]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[2@sp,8,8@fsdp]",
     "out = jax.reshard(x, P('fsdp', 'sp', None, None))", "out f32[2@fsdp,8@sp,8]"},
    {"0.10.2", "x=1 y=4", "x f32[4,8,4@y,8@x]",
     "out = jax.reshard(x, out_shardings=P('y', None, 'x', None))", "out f32[4@y,8,4@x,8]"},
    {"0.10.2", "x=8", "x f32[3]", "out = jax.sharding.reshard(x, NamedSharding(mesh, P()))",
     "out f32[3]"},
    {"0.10.2", "x=2 y=4", "x f32[3,4]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P(None, None)))", "out f32[3,4]"},
    {"0.10.2", "x=2 y=2", "x f32[6@x,6,4@y]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P(None, None, None)))", "out f32[6,6,4]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[4]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P('z')))", "out f32[4@z]"},
    {"0.10.2", "x=4", "x f32[4@x,12]", "out = jax.sharding.reshard(x, NamedSharding(mesh, P('x')))",
     "out f32[4@x,12]"},
    {"0.10.2", "x=2", "x f32[12@x,6,3]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P('x', None, None, None)))",
     "out f32[12@x,6,3]"},
    {"0.10.2", "data=4", "x f32[8,4,16,8]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P('data', None, None, "
     "None)))",
     "out f32[8@data,4,16,8]"},
    {"0.10.2", "x=4 y=2", "x f32[6,4@y,4]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P(None, 'y', 'x')))", "out f32[6,4@y,4@x]"},
    {"0.10.2", "x=2 y=4", "x f32[]", "out = jax.sharding.reshard(x, P())", "out f32[]"},
    {"0.10.2", "x=8", "x f32[3,8]", "out = jax.sharding.reshard(x, P(None, None))", "out f32[3,8]"},
    {"0.10.2", "x=1 y=4", "x f32[3,8@x,8]", "out = jax.sharding.reshard(x, P(None, None, None))",
     "out f32[3,8,8]"},
    {"0.10.2", "x=1 y=4", "x f32[4]", "out = jax.sharding.reshard(x, P('x'))", "out f32[4@x]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2,8]", "out = jax.sharding.reshard(x, P('y', None))",
     "out f32[2@y,8]"},
    {"0.10.2", "x=4", "x f32[3,1,8@x]", "out = jax.sharding.reshard(x, P(None, None, 'x'))",
     "out f32[3,1,8@x]"},
    {"0.10.2", "x=1 y=4", "x f32[6@x,1,4@y]",
     "out = jax.sharding.reshard(x, P(None, None, ('y', 'x')))", "out f32[6,1,4@(y,x)]"},
    {"0.10.2", "x=2 y=2", "x f32[16@x,12,4@y]", "out = jax.sharding.reshard(x, P('y', 'x', None))",
     "out f32[16@y,12@x,4]"},
    {"0.10.2", "x=4 y=2", "x f32[8,8,16@(y,x),2]",
     "out = jax.sharding.reshard(x, out_shardings=P('y', None, 'x', None, None))",
     "out f32[8@y,8,16@x,2]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2,3]", "out = lax.with_sharding_constraint(x, P(None, None))",
     "out f32[2,3]"},
    {"0.10.2", "x=8", "x f32[8@x]", "out = lax.with_sharding_constraint(x, P('x'))",
     "out f32[8@x]"},
    {"0.10.2", "x=3", "x f32[12@x,8,2,3]",
     "out = lax.with_sharding_constraint(x, P('x', None, None, None))", "out f32[12@x,8,2,3]"},
};

/* The types that JAX gives. */
Test(reshard, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=3 y=2", "x f32[3]", "out = jax.reshard(x, P('x', 'y', None))",
     "AssertionError: (1, P('x', 'y', None))"},
    {"0.10.2", "x=2 y=2", "x f32[]", "out = jax.reshard(x, P('y', None))",
     "AssertionError: (0, P('y', None))"},
    {"0.10.2", "data=4", "x f32[6]", "out = jax.reshard(x, P(None, 'data'))",
     "AssertionError: (1, P(None, 'data'))"},
    {"0.10.2", "x=2", "x f32[3,1,2]", "out = jax.reshard(x, P(None, None, None, 'x', None))",
     "AssertionError: (3, P(None, None, None, 'x', None))"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[4,3,12]", "out = jax.reshard(x, P('x', 'x', 'y'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x', 'y') has "
     "duplicate entries for `x`"},
    {"0.10.2", "x=2", "x f32[8,2]", "out = jax.reshard(x, out_shardings=P(None, 'q'))",
     "ValueError: Resource axis: q of P(None, 'q') is not found in mesh: ('x',)."},
    {"0.10.2", "x=1 y=4", "x f32[4,1]", "out = jax.reshard(x, P(None, ('x', 'y')))",
     "ValueError: Sharding spec ('x', 'y') implies that array axis 1 is partitioned "
     "4 times, but does not evenly divide the dimension size 1. Got shape: (4, 1) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(None, ('x', 'y')))"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[1,3]", "out = jax.reshard(x, P('x', None, None))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1, 3) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('x', None))"},
    {"0.12.0.1", "data=4", "x f32[6]", "out = jax.reshard(x, P(None, 'data'))",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P(None, 'data'), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('data': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'data'))"},
    {"0.10.2", "x=1 y=4", "x f32[8@(x,y)]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P('y', 'x', None)))",
     "AssertionError: (1, P('y', 'x', None))"},
    {"0.10.2", "x=2 y=4", "x f32[4]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P('x', 'x')))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "x=3 y=2", "x f32[1]", "out = jax.sharding.reshard(x, NamedSharding(mesh, P('y')))",
     "ValueError: Sharding spec ('y',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('y',))"},
    {"0.12.0.1", "x=2", "x f32[12@x,6,3]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P('x', None, None, None)))",
     "ValueError: Length of sharding.spec (4) must be equal to aval's ndim (3). Got "
     "sharding.spec P('x', None, None, None), aval.ndim 3 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None, None, None))"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8@y]", "out = jax.sharding.reshard(x, P('y', 'z'))",
     "AssertionError: (1, P('y', 'z'))"},
    {"0.10.2", "x=2 y=2", "x f32[2@x]", "out = jax.sharding.reshard(x, P('x', 'y', None))",
     "AssertionError: (1, P('x', 'y', None))"},
    {"0.10.2", "x=1 y=4", "x f32[]", "out = jax.sharding.reshard(x, P('x', None))",
     "AssertionError: (0, P('x', None))"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[2,8@y,3,8@x]",
     "out = jax.sharding.reshard(x, P(('x', 'z'), None, None, None, 'y'))",
     "AssertionError: (4, P(('x', 'z'), None, None, None, 'y'))"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[4,3,1]",
     "out = jax.sharding.reshard(x, P(None, None, None, 'x', None))",
     "AssertionError: (3, P(None, None, None, 'x', None))"},
    {"0.10.2", "x=3 y=2", "x f32[6,1]", "out = jax.sharding.reshard(x, P('y', 'y'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('y', 'y') has duplicate "
     "entries for `y`"},
    {"0.10.2", "x=1 y=4", "x f32[8@x,8@y]", "out = jax.sharding.reshard(x, P('q', None))",
     "ValueError: Resource axis: q of P('q', None) is not found in mesh: ('x', 'y')."},
    {"0.10.2", "x=2", "x f32[8,6@x,6]", "out = jax.sharding.reshard(x, P('q', None, None))",
     "ValueError: Resource axis: q of P('q', None, None) is not found in mesh: "
     "('x',)."},
    {"0.10.2", "data=2 model=4", "x f32[16,6]",
     "out = jax.sharding.reshard(x, P(None, ('data', 'model'), None))",
     "ValueError: Sharding spec ('data', 'model') implies that array axis 1 is "
     "partitioned 8 times, but does not evenly divide the dimension size 6. Got "
     "shape: (16, 6) and sharding NamedSharding(mesh=AbstractMesh('data': 2, "
     "'model': 4, axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(None, ('data', 'model')))"},
    {"0.10.2", "x=3 y=2", "x f32[2@y,3@x,3]", "out = jax.sharding.reshard(x, P('x', None, 'y'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 3 "
     "times, but does not evenly divide the dimension size 2. Got shape: (2, 3, 3) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('x', None, 'y'))"},
    {"0.12.0.1", "x=2 y=2 z=2", "x f32[8@y]", "out = jax.sharding.reshard(x, P('y', 'z'))",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P('y', 'z'), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('y', 'z'))"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[8]", "out = lax.with_sharding_constraint(x, P('z'))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: P(None,) did not match the "
     "sharding provided: P('z',). Please use `jax.sharding.reshard` to shard your "
     "input to the sharding you want."},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[4,16,6]",
     "out = lax.with_sharding_constraint(x, P('sp', 'tp', 'sp'))",
     "DuplicateSpecError: A single shardings specification can map every mesh axis "
     "to at most one positional dimension, but P('sp', 'tp', 'sp') has duplicate "
     "entries for `sp`"},
    {"0.10.2", "x=4", "x f32[16@x,2,8]",
     "out = lax.with_sharding_constraint(x, P('x', None, None, None))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 4, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', None, None, None)): Sharding NamedSharding(mesh=AbstractMesh('x': "
     "4, axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', None, None, None)) is only valid for values of rank at least 4, "
     "but was applied to a value of rank 3."},
    {"0.10.2", "x=1 y=4", "x f32[1,6@x,3,2]",
     "out = lax.with_sharding_constraint(x, P(None, 'y', None, 'q'))",
     "ValueError: Resource axis: q of P(None, 'y', None, 'q') is not found in mesh: "
     "('x', 'y')."},
};

/* What JAX refuses, with its texts. */
Test(reshard, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=4 y=1 z=2", "x f32[4,3,12]", "out = jax.reshard(x, P('x', 'x', 'y'))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.6.0", "x=2 y=4", "x f32[]", "out = jax.sharding.reshard(x, P())",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=2 y=2 z=3", "x f32[6,8]",
     "out = jax.sharding.reshard(x, out_shardings=P(None, 'x'))",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=2 y=2", "x f32[12,4@x,8@y]", "out = jax.sharding.reshard(x, P('q', None, None))",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[1,3]", "out = jax.reshard(x, P('x', None, None))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[2,3]", "out = lax.with_sharding_constraint(x, P(None, None))",
     "out f32[2,3]"},
    {"0.6.0", "x=1 y=4", "x f32[12,4@x]", "out = jax.reshard(x, P('x', None))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.6.0", "x=4", "x f32[8,8@x,4,4]",
     "out = jax.reshard(x, NamedSharding(mesh, P('x', None, None, None)))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.6.0", "x=2", "x f32[3,1,2]", "out = jax.reshard(x, P(None, None, None, 'x', None))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[6@x,2@y,2@z]",
     "out = jax.sharding.reshard(x, P('x', None, ('y', 'z')))",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=1 y=4", "x f32[1,6@x,3,2]",
     "out = lax.with_sharding_constraint(x, P(None, 'y', None, 'q'))",
     "ValueError: Resource axis: q of PartitionSpec(None, 'y', None, 'q') is not found "
     "in mesh: ('x', 'y')."},
    {"0.6.0", "x=3 y=2", "x f32[2@y,3@x,3]", "out = jax.sharding.reshard(x, P('x', None, 'y'))",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=4 y=2", "x f32[6,4@y,4]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P(None, 'y', 'x')))",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=1 y=4", "x f32[8@(x,y)]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P('y', 'x', None)))",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "fsdp=2 tp=2 sp=2", "x f32[4,16,6]",
     "out = lax.with_sharding_constraint(x, P('sp', 'tp', 'sp'))",
     "DuplicateSpecError: A single shardings specification can map every mesh axis to "
     "at most one positional dimension, but PartitionSpec('sp', 'tp', 'sp') has "
     "duplicate entries for `sp`"},
    {"0.6.0", "x=8", "x f32[3]", "out = jax.sharding.reshard(x, NamedSharding(mesh, P()))",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=4 y=1 z=2", "x f32[2,8@y,3,8@x]",
     "out = jax.sharding.reshard(x, P(('x', 'z'), None, None, None, 'y'))",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=1 y=4", "x f32[8@x,8@y]", "out = jax.sharding.reshard(x, P('q', None))",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=8", "x f32[1,4,16@x]",
     "out = jax.sharding.reshard(x, P(None, None, None, 'x', None))",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=4 y=1 z=2", "x f32[8]", "out = lax.with_sharding_constraint(x, P('z'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('z',) and "
     "mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, axis_types=(Explicit, Explicit, "
     "Explicit))"},
    {"0.6.0", "x=2 y=4", "x f32[6,4@y]", "out = jax.reshard(x, P(None, None))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.6.0", "x=1 y=4", "x f32[4,1]", "out = jax.reshard(x, P(None, ('x', 'y')))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.6.0", "data=4", "x f32[6]", "out = jax.reshard(x, P(None, 'data'))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.6.0", "x=3 y=2", "x f32[1]", "out = jax.sharding.reshard(x, NamedSharding(mesh, P('y')))",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=2", "x f32[8,2]", "out = jax.reshard(x, out_shardings=P(None, 'q'))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.6.0", "x=3", "x f32[12@x,8,2,3]",
     "out = lax.with_sharding_constraint(x, P('x', None, None, None))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x', None, None, "
     "None) and mesh=AbstractMesh('x': 3, axis_types=(Explicit,))"},
    {"0.6.0", "x=1 y=4", "x f32[4,8,4@y,8@x]",
     "out = jax.reshard(x, out_shardings=P('y', None, 'x', None))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[8@y]", "out = jax.sharding.reshard(x, P('y', 'z'))",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=2", "x f32[4,8@x]", "out = jax.sharding.reshard(x, P('x', 'x'))",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=4", "x f32[16@x,2,8]",
     "out = lax.with_sharding_constraint(x, P('x', None, None, None))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 4, "
     "axis_types=(Explicit,)), spec=PartitionSpec('x', None, None, None)): Sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,)), "
     "spec=PartitionSpec('x', None, None, None)) is only valid for values of rank at "
     "least 4, but was applied to a value of rank 3."},
};

/* What release 0.6.0 says. */
Test(reshard_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=4 y=1 z=2", "x f32[4,3,12]", "out = jax.reshard(x, P('x', 'x', 'y'))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.7.0", "x=2 y=4", "x f32[]", "out = jax.sharding.reshard(x, P())", "out f32[]"},
    {"0.7.0", "x=2 y=2 z=3", "x f32[6,8]",
     "out = jax.sharding.reshard(x, out_shardings=P(None, 'x'))", "out f32[6,8@x]"},
    {"0.7.0", "x=2 y=2", "x f32[12,4@x,8@y]", "out = jax.sharding.reshard(x, P('q', None, None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None, None) is not found in "
     "mesh: ('x', 'y')."},
    {"0.7.0", "x=2 y=2 z=2", "x f32[1,3]", "out = jax.reshard(x, P('x', None, None))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[2,3]", "out = lax.with_sharding_constraint(x, P(None, None))",
     "ValueError: with_sharding_constraint cannot be used when all axes of the mesh "
     "are of type `Explicit`. Please use the `reshard` API."},
    {"0.7.0", "x=1 y=4", "x f32[12,4@x]", "out = jax.reshard(x, P('x', None))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.7.0", "x=4", "x f32[8,8@x,4,4]",
     "out = jax.reshard(x, NamedSharding(mesh, P('x', None, None, None)))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.7.0", "x=2", "x f32[3,1,2]", "out = jax.reshard(x, P(None, None, None, 'x', None))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[6@x,2@y,2@z]",
     "out = jax.sharding.reshard(x, P('x', None, ('y', 'z')))",
     "ValueError: Sharding spec ('y', 'z') implies that array axis 2 is partitioned 4 "
     "times, but does not evenly divide the dimension size 2. Got shape: (6, 2, 2) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit)), spec=PartitionSpec('x', None, ('y', "
     "'z')))"},
    {"0.7.0", "x=1 y=4", "x f32[1,6@x,3,2]",
     "out = lax.with_sharding_constraint(x, P(None, 'y', None, 'q'))",
     "ValueError: Resource axis: q of PartitionSpec(None, 'y', None, 'q') is not found "
     "in mesh: ('x', 'y')."},
    {"0.7.0", "x=3 y=2", "x f32[2@y,3@x,3]", "out = jax.sharding.reshard(x, P('x', None, 'y'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 3 "
     "times, but does not evenly divide the dimension size 2. Got shape: (2, 3, 3) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None, 'y'))"},
    {"0.7.0", "x=4 y=2", "x f32[6,4@y,4]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P(None, 'y', 'x')))", "out f32[6,4@y,4@x]"},
    {"0.7.0", "x=1 y=4", "x f32[8@(x,y)]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P('y', 'x', None)))",
     "AssertionError: (1, PartitionSpec('y', 'x', None))"},
    {"0.7.0", "fsdp=2 tp=2 sp=2", "x f32[4,16,6]",
     "out = lax.with_sharding_constraint(x, P('sp', 'tp', 'sp'))",
     "DuplicateSpecError: A single shardings specification can map every mesh axis to "
     "at most one positional dimension, but PartitionSpec('sp', 'tp', 'sp') has "
     "duplicate entries for `sp`"},
    {"0.7.0", "x=8", "x f32[3]", "out = jax.sharding.reshard(x, NamedSharding(mesh, P()))",
     "out f32[3]"},
    {"0.7.0", "x=4 y=1 z=2", "x f32[2,8@y,3,8@x]",
     "out = jax.sharding.reshard(x, P(('x', 'z'), None, None, None, 'y'))",
     "AssertionError: (4, PartitionSpec(('x', 'z'), None, None, None, 'y'))"},
    {"0.7.0", "x=1 y=4", "x f32[8@x,8@y]", "out = jax.sharding.reshard(x, P('q', None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None) is not found in mesh: "
     "('x', 'y')."},
    {"0.7.0", "x=8", "x f32[1,4,16@x]",
     "out = jax.sharding.reshard(x, P(None, None, None, 'x', None))",
     "AssertionError: (3, PartitionSpec(None, None, None, 'x', None))"},
    {"0.7.0", "x=4 y=1 z=2", "x f32[8]", "out = lax.with_sharding_constraint(x, P('z'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('z',) and "
     "mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, axis_types=(Explicit, Explicit, "
     "Explicit)). You probably meant to use `reshard` API?"},
    {"0.7.0", "x=2 y=4", "x f32[6,4@y]", "out = jax.reshard(x, P(None, None))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.7.0", "x=1 y=4", "x f32[4,1]", "out = jax.reshard(x, P(None, ('x', 'y')))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.7.0", "data=4", "x f32[6]", "out = jax.reshard(x, P(None, 'data'))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.7.0", "x=3 y=2", "x f32[1]", "out = jax.sharding.reshard(x, NamedSharding(mesh, P('y')))",
     "ValueError: Sharding spec ('y',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('y',))"},
    {"0.7.0", "x=2", "x f32[8,2]", "out = jax.reshard(x, out_shardings=P(None, 'q'))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.7.0", "x=3", "x f32[12@x,8,2,3]",
     "out = lax.with_sharding_constraint(x, P('x', None, None, None))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x', None, None, "
     "None) and mesh=AbstractMesh('x': 3, axis_types=(Explicit,)). You probably meant "
     "to use `reshard` API?"},
    {"0.7.0", "x=1 y=4", "x f32[4,8,4@y,8@x]",
     "out = jax.reshard(x, out_shardings=P('y', None, 'x', None))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[8@y]", "out = jax.sharding.reshard(x, P('y', 'z'))",
     "AssertionError: (1, PartitionSpec('y', 'z'))"},
    {"0.7.0", "x=2", "x f32[4,8@x]", "out = jax.sharding.reshard(x, P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.7.0", "x=4", "x f32[16@x,2,8]",
     "out = lax.with_sharding_constraint(x, P('x', None, None, None))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 4, "
     "axis_types=(Explicit,)), spec=PartitionSpec('x', None, None, None)): Sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,)), "
     "spec=PartitionSpec('x', None, None, None)) is only valid for values of rank at "
     "least 4, but was applied to a value of rank 3."},
};

/* What release 0.7.0 says. */
Test(reshard_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=4 y=1 z=2", "x f32[4,3,12]", "out = jax.reshard(x, P('x', 'x', 'y'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x', 'y') has "
     "duplicate entries for `x`"},
    {"0.8.2", "x=2 y=4", "x f32[]", "out = jax.sharding.reshard(x, P())", "out f32[]"},
    {"0.8.2", "x=2 y=2 z=3", "x f32[6,8]",
     "out = jax.sharding.reshard(x, out_shardings=P(None, 'x'))", "out f32[6,8@x]"},
    {"0.8.2", "x=2 y=2", "x f32[12,4@x,8@y]", "out = jax.sharding.reshard(x, P('q', None, None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None, None) is not found in "
     "mesh: ('x', 'y')."},
    {"0.8.2", "x=2 y=2 z=2", "x f32[1,3]", "out = jax.reshard(x, P('x', None, None))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1, 3) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec('x', None))"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[2,3]", "out = lax.with_sharding_constraint(x, P(None, None))",
     "out f32[2,3]"},
    {"0.8.2", "x=1 y=4", "x f32[12,4@x]", "out = jax.reshard(x, P('x', None))", "out f32[12@x,4]"},
    {"0.8.2", "x=4", "x f32[8,8@x,4,4]",
     "out = jax.reshard(x, NamedSharding(mesh, P('x', None, None, None)))", "out f32[8@x,8,4,4]"},
    {"0.8.2", "x=2", "x f32[3,1,2]", "out = jax.reshard(x, P(None, None, None, 'x', None))",
     "AssertionError: (3, PartitionSpec(None, None, None, 'x', None))"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[6@x,2@y,2@z]",
     "out = jax.sharding.reshard(x, P('x', None, ('y', 'z')))",
     "ValueError: Sharding spec ('y', 'z') implies that array axis 2 is partitioned 4 "
     "times, but does not evenly divide the dimension size 2. Got shape: (6, 2, 2) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec('x', None, ('y', 'z')))"},
    {"0.8.2", "x=1 y=4", "x f32[1,6@x,3,2]",
     "out = lax.with_sharding_constraint(x, P(None, 'y', None, 'q'))",
     "ValueError: Resource axis: q of PartitionSpec(None, 'y', None, 'q') is not found "
     "in mesh: ('x', 'y')."},
    {"0.8.2", "x=3 y=2", "x f32[2@y,3@x,3]", "out = jax.sharding.reshard(x, P('x', None, 'y'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 3 "
     "times, but does not evenly divide the dimension size 2. Got shape: (2, 3, 3) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None, 'y'))"},
    {"0.8.2", "x=4 y=2", "x f32[6,4@y,4]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P(None, 'y', 'x')))", "out f32[6,4@y,4@x]"},
    {"0.8.2", "x=1 y=4", "x f32[8@(x,y)]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P('y', 'x', None)))",
     "AssertionError: (1, PartitionSpec('y', 'x', None))"},
    {"0.8.2", "fsdp=2 tp=2 sp=2", "x f32[4,16,6]",
     "out = lax.with_sharding_constraint(x, P('sp', 'tp', 'sp'))",
     "DuplicateSpecError: A single shardings specification can map every mesh axis to "
     "at most one positional dimension, but PartitionSpec('sp', 'tp', 'sp') has "
     "duplicate entries for `sp`"},
    {"0.8.2", "x=8", "x f32[3]", "out = jax.sharding.reshard(x, NamedSharding(mesh, P()))",
     "out f32[3]"},
    {"0.8.2", "x=4 y=1 z=2", "x f32[2,8@y,3,8@x]",
     "out = jax.sharding.reshard(x, P(('x', 'z'), None, None, None, 'y'))",
     "AssertionError: (4, PartitionSpec(('x', 'z'), None, None, None, 'y'))"},
    {"0.8.2", "x=1 y=4", "x f32[8@x,8@y]", "out = jax.sharding.reshard(x, P('q', None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None) is not found in mesh: "
     "('x', 'y')."},
    {"0.8.2", "x=8", "x f32[1,4,16@x]",
     "out = jax.sharding.reshard(x, P(None, None, None, 'x', None))",
     "AssertionError: (3, PartitionSpec(None, None, None, 'x', None))"},
    {"0.8.2", "x=4 y=1 z=2", "x f32[8]", "out = lax.with_sharding_constraint(x, P('z'))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: PartitionSpec(None,) did not "
     "match the sharding provided: PartitionSpec('z',). Please use "
     "`jax.sharding.reshard` to shard your input to the sharding you want."},
    {"0.8.2", "x=2 y=4", "x f32[6,4@y]", "out = jax.reshard(x, P(None, None))", "out f32[6,4]"},
    {"0.8.2", "x=1 y=4", "x f32[4,1]", "out = jax.reshard(x, P(None, ('x', 'y')))",
     "ValueError: Sharding spec ('x', 'y') implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 1. Got shape: (4, 1) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec(None, ('x', "
     "'y')))"},
    {"0.8.2", "data=4", "x f32[6]", "out = jax.reshard(x, P(None, 'data'))",
     "AssertionError: (1, PartitionSpec(None, 'data'))"},
    {"0.8.2", "x=3 y=2", "x f32[1]", "out = jax.sharding.reshard(x, NamedSharding(mesh, P('y')))",
     "ValueError: Sharding spec ('y',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('y',))"},
    {"0.8.2", "x=2", "x f32[8,2]", "out = jax.reshard(x, out_shardings=P(None, 'q'))",
     "ValueError: Resource axis: q of PartitionSpec(None, 'q') is not found in mesh: "
     "('x',)."},
    {"0.8.2", "x=3", "x f32[12@x,8,2,3]",
     "out = lax.with_sharding_constraint(x, P('x', None, None, None))", "out f32[12@x,8,2,3]"},
    {"0.8.2", "x=1 y=4", "x f32[4,8,4@y,8@x]",
     "out = jax.reshard(x, out_shardings=P('y', None, 'x', None))", "out f32[4@y,8,4@x,8]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[8@y]", "out = jax.sharding.reshard(x, P('y', 'z'))",
     "AssertionError: (1, PartitionSpec('y', 'z'))"},
    {"0.8.2", "x=2", "x f32[4,8@x]", "out = jax.sharding.reshard(x, P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.8.2", "x=4", "x f32[16@x,2,8]",
     "out = lax.with_sharding_constraint(x, P('x', None, None, None))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 4, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec('x', None, None, None)): Sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None), spec=PartitionSpec('x', None, None, None)) is only valid for "
     "values of rank at least 4, but was applied to a value of rank 3."},
};

/* What release 0.8.2 says. */
Test(reshard_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=4 y=1 z=2", "x f32[4,3,12]", "out = jax.reshard(x, P('x', 'x', 'y'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x', 'y') has "
     "duplicate entries for `x`"},
    {"0.9.0", "x=2 y=4", "x f32[]", "out = jax.sharding.reshard(x, P())", "out f32[]"},
    {"0.9.0", "x=2 y=2 z=3", "x f32[6,8]",
     "out = jax.sharding.reshard(x, out_shardings=P(None, 'x'))", "out f32[6,8@x]"},
    {"0.9.0", "x=2 y=2", "x f32[12,4@x,8@y]", "out = jax.sharding.reshard(x, P('q', None, None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None, None) is not found in "
     "mesh: ('x', 'y')."},
    {"0.9.0", "x=2 y=2 z=2", "x f32[1,3]", "out = jax.reshard(x, P('x', None, None))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1, 3) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec('x', None))"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[2,3]", "out = lax.with_sharding_constraint(x, P(None, None))",
     "out f32[2,3]"},
    {"0.9.0", "x=1 y=4", "x f32[12,4@x]", "out = jax.reshard(x, P('x', None))", "out f32[12@x,4]"},
    {"0.9.0", "x=4", "x f32[8,8@x,4,4]",
     "out = jax.reshard(x, NamedSharding(mesh, P('x', None, None, None)))", "out f32[8@x,8,4,4]"},
    {"0.9.0", "x=2", "x f32[3,1,2]", "out = jax.reshard(x, P(None, None, None, 'x', None))",
     "AssertionError: (3, PartitionSpec(None, None, None, 'x', None))"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[6@x,2@y,2@z]",
     "out = jax.sharding.reshard(x, P('x', None, ('y', 'z')))",
     "ValueError: Sharding spec ('y', 'z') implies that array axis 2 is partitioned 4 "
     "times, but does not evenly divide the dimension size 2. Got shape: (6, 2, 2) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec('x', None, ('y', 'z')))"},
    {"0.9.0", "x=1 y=4", "x f32[1,6@x,3,2]",
     "out = lax.with_sharding_constraint(x, P(None, 'y', None, 'q'))",
     "ValueError: Resource axis: q of PartitionSpec(None, 'y', None, 'q') is not found "
     "in mesh: ('x', 'y')."},
    {"0.9.0", "x=3 y=2", "x f32[2@y,3@x,3]", "out = jax.sharding.reshard(x, P('x', None, 'y'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 3 "
     "times, but does not evenly divide the dimension size 2. Got shape: (2, 3, 3) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None, 'y'))"},
    {"0.9.0", "x=4 y=2", "x f32[6,4@y,4]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P(None, 'y', 'x')))", "out f32[6,4@y,4@x]"},
    {"0.9.0", "x=1 y=4", "x f32[8@(x,y)]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P('y', 'x', None)))",
     "AssertionError: (1, PartitionSpec('y', 'x', None))"},
    {"0.9.0", "fsdp=2 tp=2 sp=2", "x f32[4,16,6]",
     "out = lax.with_sharding_constraint(x, P('sp', 'tp', 'sp'))",
     "DuplicateSpecError: A single shardings specification can map every mesh axis to "
     "at most one positional dimension, but PartitionSpec('sp', 'tp', 'sp') has "
     "duplicate entries for `sp`"},
    {"0.9.0", "x=8", "x f32[3]", "out = jax.sharding.reshard(x, NamedSharding(mesh, P()))",
     "out f32[3]"},
    {"0.9.0", "x=4 y=1 z=2", "x f32[2,8@y,3,8@x]",
     "out = jax.sharding.reshard(x, P(('x', 'z'), None, None, None, 'y'))",
     "AssertionError: (4, PartitionSpec(('x', 'z'), None, None, None, 'y'))"},
    {"0.9.0", "x=1 y=4", "x f32[8@x,8@y]", "out = jax.sharding.reshard(x, P('q', None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None) is not found in mesh: "
     "('x', 'y')."},
    {"0.9.0", "x=8", "x f32[1,4,16@x]",
     "out = jax.sharding.reshard(x, P(None, None, None, 'x', None))",
     "AssertionError: (3, PartitionSpec(None, None, None, 'x', None))"},
    {"0.9.0", "x=4 y=1 z=2", "x f32[8]", "out = lax.with_sharding_constraint(x, P('z'))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: PartitionSpec(None,) did not "
     "match the sharding provided: PartitionSpec('z',). Please use "
     "`jax.sharding.reshard` to shard your input to the sharding you want."},
    {"0.9.0", "x=2 y=4", "x f32[6,4@y]", "out = jax.reshard(x, P(None, None))", "out f32[6,4]"},
    {"0.9.0", "x=1 y=4", "x f32[4,1]", "out = jax.reshard(x, P(None, ('x', 'y')))",
     "ValueError: Sharding spec ('x', 'y') implies that array axis 1 is partitioned 4 "
     "times, but does not evenly divide the dimension size 1. Got shape: (4, 1) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec(None, ('x', "
     "'y')))"},
    {"0.9.0", "data=4", "x f32[6]", "out = jax.reshard(x, P(None, 'data'))",
     "AssertionError: (1, PartitionSpec(None, 'data'))"},
    {"0.9.0", "x=3 y=2", "x f32[1]", "out = jax.sharding.reshard(x, NamedSharding(mesh, P('y')))",
     "ValueError: Sharding spec ('y',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('y',))"},
    {"0.9.0", "x=2", "x f32[8,2]", "out = jax.reshard(x, out_shardings=P(None, 'q'))",
     "ValueError: Resource axis: q of PartitionSpec(None, 'q') is not found in mesh: "
     "('x',)."},
    {"0.9.0", "x=3", "x f32[12@x,8,2,3]",
     "out = lax.with_sharding_constraint(x, P('x', None, None, None))", "out f32[12@x,8,2,3]"},
    {"0.9.0", "x=1 y=4", "x f32[4,8,4@y,8@x]",
     "out = jax.reshard(x, out_shardings=P('y', None, 'x', None))", "out f32[4@y,8,4@x,8]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[8@y]", "out = jax.sharding.reshard(x, P('y', 'z'))",
     "AssertionError: (1, PartitionSpec('y', 'z'))"},
    {"0.9.0", "x=2", "x f32[4,8@x]", "out = jax.sharding.reshard(x, P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.9.0", "x=4", "x f32[16@x,2,8]",
     "out = lax.with_sharding_constraint(x, P('x', None, None, None))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 4, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec('x', None, None, None)): Sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None), spec=PartitionSpec('x', None, None, None)) is only valid for "
     "values of rank at least 4, but was applied to a value of rank 3."},
};

/* What release 0.9.0 says. */
Test(reshard_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=3 y=2", "",
     "out = jax.random.bits(jax.random.key(0), (), jnp.uint32, out_sharding=P('y', "
     "None))",
     "ValueError: Length of sharding.spec must be equal to aval's ndim. Got "
     "sharding.spec PartitionSpec('y', None), aval.ndim 0 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('y', None))"},
    {"0.6.0", "x=2 y=2", "",
     "out = jax.random.bits(jax.random.key(0), (2,), jnp.uint32, out_sharding=P('y', "
     "'y'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('y', 'y') has "
     "duplicate entries for `y`"},
    {"0.6.0", "x=3 y=2", "",
     "out = lax.broadcasted_iota(jnp.int32, (4, 6), 1, out_sharding=P('y', 'x'))",
     "out i32[4@y,6@x]"},
    {"0.6.0", "x=8", "",
     "out = jnp.zeros((3, 8), dtype=jnp.float32, out_sharding=P(None, None, 'x', "
     "None))",
     "TypeError: zeros() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=4 y=1 z=2", "",
     "key = jax.random.PRNGKey(1)\n"
     "out = jax.random.normal(key, shape=(8, 6, 6), out_sharding=P(None, None, ('z', "
     "'x')))",
     "ValueError: Sharding spec ('z', 'x') implies that array axis 2 is partitioned 8 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6, 6) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit)), spec=PartitionSpec(None, None, ('z', "
     "'x')))"},
    {"0.6.0", "dp=4 tp=2", "", "out = jnp.eye(16)", "out f32[16,16]"},
    {"0.6.0", "b=4 a=4", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, shape=(4, 8, 6, 4), out_sharding=P('b', 'a', 'a', "
     "None))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('b', 'a', 'a', None) "
     "has duplicate entries for `a`"},
    {"0.6.0", "dp=4 tp=2", "", "out = jax.random.uniform(jax.random.PRNGKey(1), ())", "out f32[]"},
    {"0.6.0", "dp=4 tp=2", "",
     "out = jax.random.uniform(jax.random.PRNGKey(1), (8,), out_sharding=P())", "out f32[8]"},
    {"0.6.0", "x=1 y=4", "", "out = jax.random.bits(jax.random.PRNGKey(1), (4, 6, 16))",
     "out u32[4,6,16]"},
    {"0.6.0", "x=4 y=2", "",
     "out = jax.random.bits(jax.random.key(0), (4,), jnp.uint32, "
     "out_sharding=P('q'))",
     "ValueError: Resource axis: q of PartitionSpec('q',) is not found in mesh: ('x', "
     "'y')."},
    {"0.6.0", "x=2 y=2 z=2", "", "out = lax.broadcasted_iota(jnp.int32, (), 0, out_sharding=P())",
     "ValueError: iota dimension must be between 0 and len(shape), got dimension=0 for "
     "shape=()"},
    {"0.6.0", "dp=4 tp=2", "",
     "out = jnp.ones((3, 16, 2, 8), out_sharding=P(None, 'dp', None, None))",
     "TypeError: ones() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "fsdp=2 tp=2 sp=2", "", "out = jnp.arange(16, out_sharding=P(('sp', 'tp')))",
     "TypeError: arange() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=8", "", "out = jnp.arange(12, out_sharding=P('x', None))",
     "TypeError: arange() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=2 y=2 z=2", "", "out = jnp.tri(12)", "out f32[12,12]"},
    {"0.6.0", "x=4", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, shape=(2, 4), out_sharding=P('x', None))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 2. Got shape: (2, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,)), "
     "spec=PartitionSpec('x', None))"},
    {"0.6.0", "x=4 y=1 z=2", "", "out = jnp.empty((3,))", "out f32[3]"},
    {"0.6.0", "x=2", "",
     "out = jax.random.uniform(jax.random.PRNGKey(1), (12, 8, 16, 4), "
     "out_sharding=P(None, None, None, 'q'))",
     "ValueError: Resource axis: q of PartitionSpec(None, None, None, 'q') is not "
     "found in mesh: ('x',)."},
    {"0.6.0", "x=2", "",
     "out = jax.random.normal(jax.random.key(0), (8, 12), "
     "out_sharding=NamedSharding(mesh, P(None, None)))",
     "out f32[8,12]"},
    {"0.6.0", "x=3", "", "out = jnp.full((4, 6, 1), 1.5, out_sharding=P(None, 'x', None))",
     "TypeError: full() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=3 y=2", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, (), out_sharding=P())",
     "out f32[]"},
    {"0.6.0", "x=8", "",
     "out = jax.random.bits(jax.random.key(0), (8, 4, 8), jnp.uint32, "
     "out_sharding=P('x', None, None))",
     "out u32[8@x,4,8]"},
    {"0.6.0", "x=4 y=1 z=2", "",
     "out = jax.random.uniform(jax.random.PRNGKey(1), (16, 8, 4, 4), "
     "out_sharding=P(None, 'z', None, None, None))",
     "ValueError: Length of sharding.spec must be equal to aval's ndim. Got "
     "sharding.spec PartitionSpec(None, 'z', None, None, None), aval.ndim 4 and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit)), spec=PartitionSpec(None, 'z', None, "
     "None, None))"},
    {"0.6.0", "x=2 y=4", "",
     "out = jnp.zeros((6, 1, 3), dtype=jnp.float32, out_sharding=P(None, None, None, "
     "'x', None))",
     "TypeError: zeros() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=1 y=4", "",
     "out = jax.random.normal(jax.random.key(0), (2,), out_sharding=P(None, ('y', "
     "'x'), None))",
     "ValueError: Length of sharding.spec must be equal to aval's ndim. Got "
     "sharding.spec PartitionSpec(None, ('y', 'x'), None), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, ('y', 'x'), None))"},
    {"0.6.0", "x=2", "",
     "out = jax.random.normal(jax.random.PRNGKey(1), (2, 8, 1, 8), "
     "out_sharding=P('x', None, None, None))",
     "out f32[2@x,8,1,8]"},
    {"0.6.0", "x=2 y=2 z=2", "",
     "out = jnp.zeros((), dtype=jnp.float32, out_sharding=P('x', None))",
     "TypeError: zeros() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "data=4", "", "out = jnp.ones((1,), out_sharding=P('data', None))",
     "TypeError: ones() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=3 y=2", "",
     "out = jnp.zeros((12, 12, 8), jnp.float32, out_sharding=P('x', 'y', None))",
     "TypeError: zeros() got an unexpected keyword argument 'out_sharding'"},
};

/* What release 0.6.0 says. */
Test(creation_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=3 y=2", "",
     "out = jax.random.bits(jax.random.key(0), (), jnp.uint32, out_sharding=P('y', "
     "None))",
     "AssertionError: (0, PartitionSpec('y', None))"},
    {"0.7.0", "x=2 y=2", "",
     "out = jax.random.bits(jax.random.key(0), (2,), jnp.uint32, out_sharding=P('y', "
     "'y'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('y', 'y') has "
     "duplicate entries for `y`"},
    {"0.7.0", "x=3 y=2", "",
     "out = lax.broadcasted_iota(jnp.int32, (4, 6), 1, out_sharding=P('y', 'x'))",
     "out i32[4@y,6@x]"},
    {"0.7.0", "x=8", "",
     "out = jnp.zeros((3, 8), dtype=jnp.float32, out_sharding=P(None, None, 'x', "
     "None))",
     "AssertionError: (2, PartitionSpec(None, None, 'x', None))"},
    {"0.7.0", "x=4 y=1 z=2", "",
     "key = jax.random.PRNGKey(1)\n"
     "out = jax.random.normal(key, shape=(8, 6, 6), out_sharding=P(None, None, ('z', "
     "'x')))",
     "ValueError: Sharding spec ('z', 'x') implies that array axis 2 is partitioned 8 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6, 6) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit)), spec=PartitionSpec(None, None, ('z', "
     "'x')))"},
    {"0.7.0", "dp=4 tp=2", "", "out = jnp.eye(16)", "out f32[16,16]"},
    {"0.7.0", "b=4 a=4", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, shape=(4, 8, 6, 4), out_sharding=P('b', 'a', 'a', "
     "None))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('b', 'a', 'a', None) "
     "has duplicate entries for `a`"},
    {"0.7.0", "dp=4 tp=2", "", "out = jax.random.uniform(jax.random.PRNGKey(1), ())", "out f32[]"},
    {"0.7.0", "dp=4 tp=2", "",
     "out = jax.random.uniform(jax.random.PRNGKey(1), (8,), out_sharding=P())", "out f32[8]"},
    {"0.7.0", "x=1 y=4", "", "out = jax.random.bits(jax.random.PRNGKey(1), (4, 6, 16))",
     "out u32[4,6,16]"},
    {"0.7.0", "x=4 y=2", "",
     "out = jax.random.bits(jax.random.key(0), (4,), jnp.uint32, "
     "out_sharding=P('q'))",
     "ValueError: Resource axis: q of PartitionSpec('q',) is not found in mesh: ('x', "
     "'y')."},
    {"0.7.0", "x=2 y=2 z=2", "", "out = lax.broadcasted_iota(jnp.int32, (), 0, out_sharding=P())",
     "ValueError: iota dimension must be between 0 and len(shape), got dimension=0 for "
     "shape=()"},
    {"0.7.0", "dp=4 tp=2", "",
     "out = jnp.ones((3, 16, 2, 8), out_sharding=P(None, 'dp', None, None))",
     "out f32[3,16@dp,2,8]"},
    {"0.7.0", "fsdp=2 tp=2 sp=2", "", "out = jnp.arange(16, out_sharding=P(('sp', 'tp')))",
     "out i32[16@(sp,tp)]"},
    {"0.7.0", "x=8", "", "out = jnp.arange(12, out_sharding=P('x', None))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 8 "
     "times, but does not evenly divide the dimension size 12. Got shape: (12,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,)), "
     "spec=PartitionSpec('x',))"},
    {"0.7.0", "x=2 y=2 z=2", "", "out = jnp.tri(12)", "out f32[12,12]"},
    {"0.7.0", "x=4", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, shape=(2, 4), out_sharding=P('x', None))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 2. Got shape: (2, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,)), "
     "spec=PartitionSpec('x', None))"},
    {"0.7.0", "x=4 y=1 z=2", "", "out = jnp.empty((3,))", "out f32[3]"},
    {"0.7.0", "x=2", "",
     "out = jax.random.uniform(jax.random.PRNGKey(1), (12, 8, 16, 4), "
     "out_sharding=P(None, None, None, 'q'))",
     "ValueError: Resource axis: q of PartitionSpec(None, None, None, 'q') is not "
     "found in mesh: ('x',)."},
    {"0.7.0", "x=2", "",
     "out = jax.random.normal(jax.random.key(0), (8, 12), "
     "out_sharding=NamedSharding(mesh, P(None, None)))",
     "out f32[8,12]"},
    {"0.7.0", "x=3", "", "out = jnp.full((4, 6, 1), 1.5, out_sharding=P(None, 'x', None))",
     "TypeError: full() got an unexpected keyword argument 'out_sharding'"},
    {"0.7.0", "x=3 y=2", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, (), out_sharding=P())",
     "out f32[]"},
    {"0.7.0", "x=8", "",
     "out = jax.random.bits(jax.random.key(0), (8, 4, 8), jnp.uint32, "
     "out_sharding=P('x', None, None))",
     "out u32[8@x,4,8]"},
    {"0.7.0", "x=4 y=1 z=2", "",
     "out = jax.random.uniform(jax.random.PRNGKey(1), (16, 8, 4, 4), "
     "out_sharding=P(None, 'z', None, None, None))",
     "out f32[16,8@z,4,4]"},
    {"0.7.0", "x=2 y=4", "",
     "out = jnp.zeros((6, 1, 3), dtype=jnp.float32, out_sharding=P(None, None, None, "
     "'x', None))",
     "AssertionError: (3, PartitionSpec(None, None, None, 'x', None))"},
    {"0.7.0", "x=1 y=4", "",
     "out = jax.random.normal(jax.random.key(0), (2,), out_sharding=P(None, ('y', "
     "'x'), None))",
     "AssertionError: (1, PartitionSpec(None, ('y', 'x'), None))"},
    {"0.7.0", "x=2", "",
     "out = jax.random.normal(jax.random.PRNGKey(1), (2, 8, 1, 8), "
     "out_sharding=P('x', None, None, None))",
     "out f32[2@x,8,1,8]"},
    {"0.7.0", "x=2 y=2 z=2", "",
     "out = jnp.zeros((), dtype=jnp.float32, out_sharding=P('x', None))",
     "AssertionError: (0, PartitionSpec('x', None))"},
    {"0.7.0", "data=4", "", "out = jnp.ones((1,), out_sharding=P('data', None))",
     "ValueError: Sharding spec ('data',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1,) and "
     "sharding NamedSharding(mesh=AbstractMesh('data': 4, axis_types=(Explicit,)), "
     "spec=PartitionSpec('data',))"},
    {"0.7.0", "x=3 y=2", "",
     "out = jnp.zeros((12, 12, 8), jnp.float32, out_sharding=P('x', 'y', None))",
     "out f32[12@x,12@y,8]"},
};

/* What release 0.7.0 says. */
Test(creation_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=3 y=2", "",
     "out = jax.random.bits(jax.random.key(0), (), jnp.uint32, out_sharding=P('y', "
     "None))",
     "AssertionError: (0, PartitionSpec('y', None))"},
    {"0.8.2", "x=2 y=2", "",
     "out = jax.random.bits(jax.random.key(0), (2,), jnp.uint32, out_sharding=P('y', "
     "'y'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('y', 'y') has "
     "duplicate entries for `y`"},
    {"0.8.2", "x=3 y=2", "",
     "out = lax.broadcasted_iota(jnp.int32, (4, 6), 1, out_sharding=P('y', 'x'))",
     "out i32[4@y,6@x]"},
    {"0.8.2", "x=8", "",
     "out = jnp.zeros((3, 8), dtype=jnp.float32, out_sharding=P(None, None, 'x', "
     "None))",
     "AssertionError: (2, PartitionSpec(None, None, 'x', None))"},
    {"0.8.2", "x=4 y=1 z=2", "",
     "key = jax.random.PRNGKey(1)\n"
     "out = jax.random.normal(key, shape=(8, 6, 6), out_sharding=P(None, None, ('z', "
     "'x')))",
     "ValueError: Sharding spec ('z', 'x') implies that array axis 2 is partitioned 8 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6, 6) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None, ('z', 'x')))"},
    {"0.8.2", "dp=4 tp=2", "", "out = jnp.eye(16)", "out f32[16,16]"},
    {"0.8.2", "b=4 a=4", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, shape=(4, 8, 6, 4), out_sharding=P('b', 'a', 'a', "
     "None))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('b', 'a', 'a', None) "
     "has duplicate entries for `a`"},
    {"0.8.2", "dp=4 tp=2", "", "out = jax.random.uniform(jax.random.PRNGKey(1), ())", "out f32[]"},
    {"0.8.2", "dp=4 tp=2", "",
     "out = jax.random.uniform(jax.random.PRNGKey(1), (8,), out_sharding=P())", "out f32[8]"},
    {"0.8.2", "x=1 y=4", "", "out = jax.random.bits(jax.random.PRNGKey(1), (4, 6, 16))",
     "out u32[4,6,16]"},
    {"0.8.2", "x=4 y=2", "",
     "out = jax.random.bits(jax.random.key(0), (4,), jnp.uint32, "
     "out_sharding=P('q'))",
     "ValueError: Resource axis: q of PartitionSpec('q',) is not found in mesh: ('x', "
     "'y')."},
    {"0.8.2", "x=2 y=2 z=2", "", "out = lax.broadcasted_iota(jnp.int32, (), 0, out_sharding=P())",
     "ValueError: iota dimension must be between 0 and len(shape), got dimension=0 for "
     "shape=()"},
    {"0.8.2", "dp=4 tp=2", "",
     "out = jnp.ones((3, 16, 2, 8), out_sharding=P(None, 'dp', None, None))",
     "out f32[3,16@dp,2,8]"},
    {"0.8.2", "fsdp=2 tp=2 sp=2", "", "out = jnp.arange(16, out_sharding=P(('sp', 'tp')))",
     "out i32[16@(sp,tp)]"},
    {"0.8.2", "x=8", "", "out = jnp.arange(12, out_sharding=P('x', None))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 8 "
     "times, but does not evenly divide the dimension size 12. Got shape: (12,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x',))"},
    {"0.8.2", "x=2 y=2 z=2", "", "out = jnp.tri(12)", "out f32[12,12]"},
    {"0.8.2", "x=4", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, shape=(2, 4), out_sharding=P('x', None))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 2. Got shape: (2, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None))"},
    {"0.8.2", "x=4 y=1 z=2", "", "out = jnp.empty((3,))", "out f32[3]"},
    {"0.8.2", "x=2", "",
     "out = jax.random.uniform(jax.random.PRNGKey(1), (12, 8, 16, 4), "
     "out_sharding=P(None, None, None, 'q'))",
     "ValueError: Resource axis: q of PartitionSpec(None, None, None, 'q') is not "
     "found in mesh: ('x',)."},
    {"0.8.2", "x=2", "",
     "out = jax.random.normal(jax.random.key(0), (8, 12), "
     "out_sharding=NamedSharding(mesh, P(None, None)))",
     "out f32[8,12]"},
    {"0.8.2", "x=3", "", "out = jnp.full((4, 6, 1), 1.5, out_sharding=P(None, 'x', None))",
     "TypeError: full() got an unexpected keyword argument 'out_sharding'"},
    {"0.8.2", "x=3 y=2", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, (), out_sharding=P())",
     "out f32[]"},
    {"0.8.2", "x=8", "",
     "out = jax.random.bits(jax.random.key(0), (8, 4, 8), jnp.uint32, "
     "out_sharding=P('x', None, None))",
     "out u32[8@x,4,8]"},
    {"0.8.2", "x=4 y=1 z=2", "",
     "out = jax.random.uniform(jax.random.PRNGKey(1), (16, 8, 4, 4), "
     "out_sharding=P(None, 'z', None, None, None))",
     "out f32[16,8@z,4,4]"},
    {"0.8.2", "x=2 y=4", "",
     "out = jnp.zeros((6, 1, 3), dtype=jnp.float32, out_sharding=P(None, None, None, "
     "'x', None))",
     "AssertionError: (3, PartitionSpec(None, None, None, 'x', None))"},
    {"0.8.2", "x=1 y=4", "",
     "out = jax.random.normal(jax.random.key(0), (2,), out_sharding=P(None, ('y', "
     "'x'), None))",
     "AssertionError: (1, PartitionSpec(None, ('y', 'x'), None))"},
    {"0.8.2", "x=2", "",
     "out = jax.random.normal(jax.random.PRNGKey(1), (2, 8, 1, 8), "
     "out_sharding=P('x', None, None, None))",
     "out f32[2@x,8,1,8]"},
    {"0.8.2", "x=2 y=2 z=2", "",
     "out = jnp.zeros((), dtype=jnp.float32, out_sharding=P('x', None))",
     "AssertionError: (0, PartitionSpec('x', None))"},
    {"0.8.2", "data=4", "", "out = jnp.ones((1,), out_sharding=P('data', None))",
     "ValueError: Sharding spec ('data',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1,) and "
     "sharding NamedSharding(mesh=AbstractMesh('data': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('data',))"},
    {"0.8.2", "x=3 y=2", "",
     "out = jnp.zeros((12, 12, 8), jnp.float32, out_sharding=P('x', 'y', None))",
     "out f32[12@x,12@y,8]"},
};

/* What release 0.8.2 says. */
Test(creation_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=3 y=2", "",
     "out = jax.random.bits(jax.random.key(0), (), jnp.uint32, out_sharding=P('y', "
     "None))",
     "AssertionError: (0, PartitionSpec('y', None))"},
    {"0.9.0", "x=2 y=2", "",
     "out = jax.random.bits(jax.random.key(0), (2,), jnp.uint32, out_sharding=P('y', "
     "'y'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('y', 'y') has "
     "duplicate entries for `y`"},
    {"0.9.0", "x=3 y=2", "",
     "out = lax.broadcasted_iota(jnp.int32, (4, 6), 1, out_sharding=P('y', 'x'))",
     "out i32[4@y,6@x]"},
    {"0.9.0", "x=8", "",
     "out = jnp.zeros((3, 8), dtype=jnp.float32, out_sharding=P(None, None, 'x', "
     "None))",
     "AssertionError: (2, PartitionSpec(None, None, 'x', None))"},
    {"0.9.0", "x=4 y=1 z=2", "",
     "key = jax.random.PRNGKey(1)\n"
     "out = jax.random.normal(key, shape=(8, 6, 6), out_sharding=P(None, None, ('z', "
     "'x')))",
     "ValueError: Sharding spec ('z', 'x') implies that array axis 2 is partitioned 8 "
     "times, but does not evenly divide the dimension size 6. Got shape: (8, 6, 6) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None, ('z', 'x')))"},
    {"0.9.0", "dp=4 tp=2", "", "out = jnp.eye(16)", "out f32[16,16]"},
    {"0.9.0", "b=4 a=4", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, shape=(4, 8, 6, 4), out_sharding=P('b', 'a', 'a', "
     "None))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('b', 'a', 'a', None) "
     "has duplicate entries for `a`"},
    {"0.9.0", "dp=4 tp=2", "", "out = jax.random.uniform(jax.random.PRNGKey(1), ())", "out f32[]"},
    {"0.9.0", "dp=4 tp=2", "",
     "out = jax.random.uniform(jax.random.PRNGKey(1), (8,), out_sharding=P())", "out f32[8]"},
    {"0.9.0", "x=1 y=4", "", "out = jax.random.bits(jax.random.PRNGKey(1), (4, 6, 16))",
     "out u32[4,6,16]"},
    {"0.9.0", "x=4 y=2", "",
     "out = jax.random.bits(jax.random.key(0), (4,), jnp.uint32, "
     "out_sharding=P('q'))",
     "ValueError: Resource axis: q of PartitionSpec('q',) is not found in mesh: ('x', "
     "'y')."},
    {"0.9.0", "x=2 y=2 z=2", "", "out = lax.broadcasted_iota(jnp.int32, (), 0, out_sharding=P())",
     "ValueError: iota dimension must be between 0 and len(shape), got dimension=0 for "
     "shape=()"},
    {"0.9.0", "dp=4 tp=2", "",
     "out = jnp.ones((3, 16, 2, 8), out_sharding=P(None, 'dp', None, None))",
     "out f32[3,16@dp,2,8]"},
    {"0.9.0", "fsdp=2 tp=2 sp=2", "", "out = jnp.arange(16, out_sharding=P(('sp', 'tp')))",
     "out i32[16@(sp,tp)]"},
    {"0.9.0", "x=8", "", "out = jnp.arange(12, out_sharding=P('x', None))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 8 "
     "times, but does not evenly divide the dimension size 12. Got shape: (12,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x',))"},
    {"0.9.0", "x=2 y=2 z=2", "", "out = jnp.tri(12)", "out f32[12,12]"},
    {"0.9.0", "x=4", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, shape=(2, 4), out_sharding=P('x', None))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 2. Got shape: (2, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None))"},
    {"0.9.0", "x=4 y=1 z=2", "", "out = jnp.empty((3,))", "out f32[3]"},
    {"0.9.0", "x=2", "",
     "out = jax.random.uniform(jax.random.PRNGKey(1), (12, 8, 16, 4), "
     "out_sharding=P(None, None, None, 'q'))",
     "ValueError: Resource axis: q of PartitionSpec(None, None, None, 'q') is not "
     "found in mesh: ('x',)."},
    {"0.9.0", "x=2", "",
     "out = jax.random.normal(jax.random.key(0), (8, 12), "
     "out_sharding=NamedSharding(mesh, P(None, None)))",
     "out f32[8,12]"},
    {"0.9.0", "x=3", "", "out = jnp.full((4, 6, 1), 1.5, out_sharding=P(None, 'x', None))",
     "TypeError: full() got an unexpected keyword argument 'out_sharding'"},
    {"0.9.0", "x=3 y=2", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, (), out_sharding=P())",
     "out f32[]"},
    {"0.9.0", "x=8", "",
     "out = jax.random.bits(jax.random.key(0), (8, 4, 8), jnp.uint32, "
     "out_sharding=P('x', None, None))",
     "out u32[8@x,4,8]"},
    {"0.9.0", "x=4 y=1 z=2", "",
     "out = jax.random.uniform(jax.random.PRNGKey(1), (16, 8, 4, 4), "
     "out_sharding=P(None, 'z', None, None, None))",
     "out f32[16,8@z,4,4]"},
    {"0.9.0", "x=2 y=4", "",
     "out = jnp.zeros((6, 1, 3), dtype=jnp.float32, out_sharding=P(None, None, None, "
     "'x', None))",
     "AssertionError: (3, PartitionSpec(None, None, None, 'x', None))"},
    {"0.9.0", "x=1 y=4", "",
     "out = jax.random.normal(jax.random.key(0), (2,), out_sharding=P(None, ('y', "
     "'x'), None))",
     "AssertionError: (1, PartitionSpec(None, ('y', 'x'), None))"},
    {"0.9.0", "x=2", "",
     "out = jax.random.normal(jax.random.PRNGKey(1), (2, 8, 1, 8), "
     "out_sharding=P('x', None, None, None))",
     "out f32[2@x,8,1,8]"},
    {"0.9.0", "x=2 y=2 z=2", "",
     "out = jnp.zeros((), dtype=jnp.float32, out_sharding=P('x', None))",
     "AssertionError: (0, PartitionSpec('x', None))"},
    {"0.9.0", "data=4", "", "out = jnp.ones((1,), out_sharding=P('data', None))",
     "ValueError: Sharding spec ('data',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1,) and "
     "sharding NamedSharding(mesh=AbstractMesh('data': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('data',))"},
    {"0.9.0", "x=3 y=2", "",
     "out = jnp.zeros((12, 12, 8), jnp.float32, out_sharding=P('x', 'y', None))",
     "out f32[12@x,12@y,8]"},
};

/* What release 0.9.0 says. */
Test(creation_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=2 y=2", "",
     "key = jax.random.PRNGKey(1)\n"
     "out = jax.random.normal(key, shape=(8, 4, 4))",
     "key u32[2]; out f32[8,4,4]"},
    {"0.10.2", "x=4", "",
     "key = jax.random.PRNGKey(1)\n"
     "out = jax.random.normal(key, shape=(16,), out_sharding=P(None))",
     "key u32[2]; out f32[16]"},
    {"0.10.2", "x=1 y=4", "", "out = jax.random.bits(jax.random.PRNGKey(1), (4, 6, 16))",
     "out u32[4,6,16]"},
    {"0.10.2", "x=8", "",
     "out = jax.random.bits(jax.random.PRNGKey(1), (8, 8, 8), out_sharding=P(None, "
     "'x', None))",
     "out u32[8,8@x,8]"},
    {"0.10.2", "x=4", "", "out = jax.random.bits(jax.random.key(0), (12,), jnp.uint32)",
     "out u32[12]"},
    {"0.10.2", "data=2 model=4", "",
     "out = jax.random.bits(jax.random.key(0), (), out_sharding=P())", "out u32[]"},
    {"0.10.2", "x=4", "",
     "out = jax.random.bits(jax.random.key(0), (3, 3), jnp.uint32, "
     "out_sharding=P(None, None))",
     "out u32[3,3]"},
    {"0.10.2", "x=2 y=4", "",
     "out = jax.random.bits(jax.random.key(0), (4,), jnp.uint32, "
     "out_sharding=P('x'))",
     "out u32[4@x]"},
    {"0.10.2", "x=2 y=2", "",
     "out = jax.random.bits(jax.random.key(0), (4, 8), out_sharding=P(None, 'y'))",
     "out u32[4,8@y]"},
    {"0.10.2", "x=8", "",
     "out = jax.random.bits(jax.random.key(0), (8, 4, 8), jnp.uint32, "
     "out_sharding=P('x', None, None))",
     "out u32[8@x,4,8]"},
    {"0.10.2", "x=3 y=2", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, (), out_sharding=P())",
     "out f32[]"},
    {"0.10.2", "x=2 y=2", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, (2, 8), out_sharding=P(None, None))",
     "out f32[2,8]"},
    {"0.10.2", "x=4", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, (8, 3, 4), out_sharding=P('x', None, None))",
     "out f32[8@x,3,4]"},
    {"0.10.2", "x=4 y=2", "", "out = jax.random.normal(jax.random.PRNGKey(1), (6, 4))",
     "out f32[6,4]"},
    {"0.10.2", "x=2", "",
     "out = jax.random.normal(jax.random.PRNGKey(1), (2, 8, 1, 8), "
     "out_sharding=P('x', None, None, None))",
     "out f32[2@x,8,1,8]"},
    {"0.10.2", "x=1 y=4", "", "out = jax.random.normal(jax.random.key(0), (), out_sharding=P())",
     "out f32[]"},
    {"0.10.2", "x=2 y=2", "",
     "out = jax.random.normal(jax.random.key(0), (6, 4), out_sharding=P('x', 'y'))",
     "out f32[6@x,4@y]"},
    {"0.10.2", "x=4 y=1 z=2", "",
     "out = jax.random.normal(jax.random.key(0), (8, 8, 12, 8), out_sharding=P('x', "
     "'z', 'y', None))",
     "out f32[8@x,8@z,12@y,8]"},
    {"0.10.2", "dp=4 tp=2", "", "out = jax.random.uniform(jax.random.PRNGKey(1), ())", "out f32[]"},
    {"0.10.2", "dp=4 tp=2", "",
     "out = jax.random.uniform(jax.random.PRNGKey(1), (8,), out_sharding=P())", "out f32[8]"},
    {"0.10.2", "x=1 y=4", "", "out = jnp.arange(12, out_sharding=P(None))", "out i32[12]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "", "out = jnp.arange(16, out_sharding=P(('sp', 'tp')))",
     "out i32[16@(sp,tp)]"},
    {"0.10.2", "x=3 y=2", "",
     "out = jnp.empty((16, 12, 1, 2), out_sharding=NamedSharding(mesh, P(None, ('x', "
     "'y'), None, None, None)))",
     "out f32[16,12@(x,y),1,2]"},
    {"0.10.2", "x=1 y=4", "", "out = jnp.empty((12,), out_sharding=P(None))", "out f32[12]"},
    {"0.10.2", "x=4 y=1 z=2", "", "out = jnp.empty((3,))", "out f32[3]"},
    {"0.10.2", "x=2 y=2 z=3", "", "out = jnp.full((), 1.5, out_sharding=P())", "out f32[]"},
    {"0.10.2", "x=3", "", "out = jnp.full((4, 6, 1), 1.5, out_sharding=P(None, 'x', None))",
     "out f32[4,6@x,1]"},
    {"0.10.2", "b=4 a=4", "",
     "out = jnp.full((8, 4, 6), 1.5, out_sharding=P('a', 'b', None, None))", "out f32[8@a,4@b,6]"},
    {"0.10.2", "x=2 y=2 z=3", "", "out = jnp.linspace(0., 1., 4)", "out f32[4]"},
    {"0.10.2", "dp=4 tp=2", "",
     "out = jnp.ones((3, 16, 2, 8), out_sharding=P(None, 'dp', None, None))",
     "out f32[3,16@dp,2,8]"},
    {"0.10.2", "x=2 y=2", "", "out = jnp.zeros((), out_sharding=P())", "out f32[]"},
    {"0.10.2", "x=8", "", "out = jnp.zeros((3, 4), out_sharding=P(None, None))", "out f32[3,4]"},
    {"0.10.2", "x=2 y=4", "",
     "out = jnp.zeros((2, 3, 2), jnp.float32, out_sharding=P(None, None, None))", "out f32[2,3,2]"},
    {"0.10.2", "x=2 y=2", "", "out = jnp.zeros((8, 12), jnp.int32, out_sharding=P(None, 'y'))",
     "out i32[8,12@y]"},
    {"0.10.2", "x=8", "",
     "out = jnp.zeros((8, 8, 8), jnp.float32, out_sharding=P(None, None, 'x'))",
     "out f32[8,8,8@x]"},
    {"0.10.2", "x=2 y=2", "", "out = jnp.zeros((3,), jnp.float32)", "out f32[3]"},
    {"0.10.2", "x=4 y=2", "", "out = jnp.zeros((3, 8), jnp.float32)", "out f32[3,8]"},
    {"0.10.2", "x=2 y=2", "", "out = jnp.zeros((2, 1, 8))", "out f32[2,1,8]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "",
     "out = lax.broadcasted_iota(jnp.int32, (4,), 0, out_sharding=P())", "out i32[4]"},
    {"0.10.2", "x=1 y=4", "",
     "out = lax.broadcasted_iota(jnp.int32, (6, 3), 0, out_sharding=P(None, None))",
     "out i32[6,3]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "",
     "out = lax.broadcasted_iota(jnp.int32, (8,), 0, out_sharding=P('tp', None))", "out i32[8@tp]"},
    {"0.10.2", "x=2", "",
     "out = lax.broadcasted_iota(jnp.int32, (6, 12), 0, out_sharding=P('x', None))",
     "out i32[6@x,12]"},
    {"0.10.2", "x=2", "",
     "out = lax.broadcasted_iota(jnp.int32, (3, 6, 2), 0, out_sharding=P(None, None, "
     "'x'))",
     "out i32[3,6,2@x]"},
    {"0.10.2", "x=3 y=2", "",
     "out = lax.broadcasted_iota(jnp.int32, (4, 6), 1, out_sharding=P('y', 'x'))",
     "out i32[4@y,6@x]"},
    {"0.10.2", "data=4", "", "out = lax.full((1, 12, 4), 0.0)", "out f32[1,12,4]"},
};

/* The types that JAX gives. */
Test(creation, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=4 y=1 z=2", "",
     "key = jax.random.PRNGKey(1)\n"
     "out = jax.random.normal(key, shape=(8, 6, 6), out_sharding=P(None, None, ('z', "
     "'x')))",
     "ValueError: Sharding spec ('z', 'x') implies that array axis 2 is partitioned "
     "8 times, but does not evenly divide the dimension size 6. Got shape: (8, 6, 6) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(None, None, ('z', 'x')))"},
    {"0.10.2", "x=2 y=2 z=2", "",
     "out = jax.random.bits(jax.random.PRNGKey(1), (12, 12, 12, 4), "
     "out_sharding=P('x', None, 'y', 'y'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', None, 'y', 'y') has "
     "duplicate entries for `y`"},
    {"0.10.2", "x=2 y=2 z=3", "",
     "out = jax.random.bits(jax.random.PRNGKey(1), (8, 16, 8, 4), "
     "out_sharding=P('q', 'x', 'z', None))",
     "ValueError: Resource axis: q of P('q', 'x', 'z', None) is not found in mesh: "
     "('x', 'y', 'z')."},
    {"0.10.2", "x=1 y=4", "",
     "out = jax.random.bits(jax.random.PRNGKey(1), (2, 8, 12), out_sharding=P('y', "
     "None, 'x'))",
     "ValueError: Sharding spec ('y',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 2. Got shape: (2, 8, 12) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('y', None, 'x'))"},
    {"0.10.2", "x=2 y=4", "",
     "out = jax.random.bits(jax.random.key(0), (6,), jnp.uint32, out_sharding=P('x', "
     "'y', None))",
     "AssertionError: (1, P('x', 'y', None))"},
    {"0.10.2", "x=8", "",
     "out = jax.random.bits(jax.random.key(0), (), jnp.uint32, out_sharding=P('x', "
     "None))",
     "AssertionError: (0, P('x', None))"},
    {"0.10.2", "x=2 y=2", "",
     "out = jax.random.bits(jax.random.key(0), (2,), jnp.uint32, out_sharding=P('y', "
     "'y'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('y', 'y') has duplicate "
     "entries for `y`"},
    {"0.10.2", "x=1 y=4", "",
     "out = jax.random.bits(jax.random.key(0), (8, 1), jnp.uint32, "
     "out_sharding=P('q', None))",
     "ValueError: Resource axis: q of P('q', None) is not found in mesh: ('x', 'y')."},
    {"0.10.2", "x=4 y=2", "",
     "out = jax.random.bits(jax.random.key(0), (4,), jnp.uint32, "
     "out_sharding=P('q'))",
     "ValueError: Resource axis: q of P('q',) is not found in mesh: ('x', 'y')."},
    {"0.10.2", "x=2 y=2", "",
     "out = jax.random.bits(jax.random.key(0), (8, 1), jnp.uint32, "
     "out_sharding=P('y', 'x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 1 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (8, 1) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('y', 'x'))"},
    {"0.10.2", "x=8", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, (3, 6), out_sharding=P(None, None, 'x', None))",
     "AssertionError: (2, P(None, None, 'x', None))"},
    {"0.10.2", "b=4 a=4", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, shape=(4, 8, 6, 4), out_sharding=P('b', 'a', 'a', "
     "None))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('b', 'a', 'a', None) has "
     "duplicate entries for `a`"},
    {"0.10.2", "x=4 y=2", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, shape=(8, 8, 4), out_sharding=P(None, None, ('y', "
     "'x'), None))",
     "ValueError: Sharding spec ('y', 'x') implies that array axis 2 is partitioned "
     "8 times, but does not evenly divide the dimension size 4. Got shape: (8, 8, 4) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(None, None, ('y', 'x')))"},
    {"0.10.2", "x=4", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, shape=(2, 4), out_sharding=P('x', None))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 2. Got shape: (2, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None))"},
    {"0.12.0.1", "x=4 y=2", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, shape=(8, 8, 4), out_sharding=P(None, None, ('y', "
     "'x'), None))",
     "ValueError: Length of sharding.spec (4) must be equal to aval's ndim (3). Got "
     "sharding.spec P(None, None, ('y', 'x'), None), aval.ndim 3 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, "
     "('y', 'x'), None))"},
    {"0.10.2", "x=1 y=4", "",
     "out = jax.random.normal(jax.random.key(0), (8,), out_sharding=P('x', 'y', "
     "None))",
     "AssertionError: (1, P('x', 'y', None))"},
    {"0.10.2", "x=1 y=4", "",
     "out = jax.random.normal(jax.random.key(0), (2,), out_sharding=P(None, ('y', "
     "'x'), None))",
     "AssertionError: (1, P(None, ('y', 'x'), None))"},
    {"0.10.2", "x=2 y=2 z=2", "",
     "out = jax.random.normal(jax.random.key(0), (3,), out_sharding=P('z', 'z'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('z', 'z') has duplicate "
     "entries for `z`"},
    {"0.10.2", "x=3 y=2", "",
     "out = jax.random.normal(jax.random.key(0), (4, 2, 8), out_sharding=P('q', "
     "None, None))",
     "ValueError: Resource axis: q of P('q', None, None) is not found in mesh: ('x', "
     "'y')."},
    {"0.10.2", "x=8", "",
     "out = jax.random.uniform(jax.random.PRNGKey(1), (2, 16, 1), "
     "out_sharding=P('x', None, 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', None, 'x') has "
     "duplicate entries for `x`"},
    {"0.10.2", "x=2", "",
     "out = jax.random.uniform(jax.random.PRNGKey(1), (12, 8, 16, 4), "
     "out_sharding=P(None, None, None, 'q'))",
     "ValueError: Resource axis: q of P(None, None, None, 'q') is not found in mesh: "
     "('x',)."},
    {"0.12.0.1", "x=4 y=1 z=2", "",
     "out = jax.random.uniform(jax.random.PRNGKey(1), (16, 8, 4, 4), "
     "out_sharding=P(None, 'z', None, None, None))",
     "ValueError: Length of sharding.spec (5) must be equal to aval's ndim (4). Got "
     "sharding.spec P(None, 'z', None, None, None), aval.ndim 4 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, 'z', None, None, None))"},
    {"0.10.2", "x=3", "",
     "out = jax.random.uniform(jax.random.key(0), (6, 8, 8), out_sharding=P(None, "
     "None, None, 'x'))",
     "AssertionError: (3, P(None, None, None, 'x'))"},
    {"0.12.0.1", "x=3", "",
     "out = jax.random.uniform(jax.random.key(0), (6, 8, 8), out_sharding=P(None, "
     "None, None, 'x'))",
     "ValueError: Length of sharding.spec (4) must be equal to aval's ndim (3). Got "
     "sharding.spec P(None, None, None, 'x'), aval.ndim 3 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 3, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, None, 'x'))"},
    {"0.10.2", "x=8", "", "out = jnp.arange(12, out_sharding=P('x', None))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 8 "
     "times, but does not evenly divide the dimension size 12. Got shape: (12,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.12.0.1", "x=8", "", "out = jnp.arange(12, out_sharding=P('x', None))",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P('x', None), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None))"},
    {"0.12.0.1", "x=3 y=2", "",
     "out = jnp.empty((16, 12, 1, 2), out_sharding=NamedSharding(mesh, P(None, ('x', "
     "'y'), None, None, None)))",
     "ValueError: Length of sharding.spec (5) must be equal to aval's ndim (4). Got "
     "sharding.spec P(None, ('x', 'y'), None, None, None), aval.ndim 4 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, ('x', "
     "'y'), None, None, None))"},
    {"0.10.2", "x=4 y=1 z=2", "",
     "out = jnp.full((4, 8, 4), 1.5, out_sharding=NamedSharding(mesh, P(None, 'y', "
     "None, ('z', 'x'))))",
     "AssertionError: (3, P(None, 'y', None, ('z', 'x')))"},
    {"0.10.2", "x=8", "",
     "out = jnp.full((4, 12, 2), 1.5, out_sharding=NamedSharding(mesh, P('x', None, "
     "None, None)))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 8 "
     "times, but does not evenly divide the dimension size 4. Got shape: (4, 12, 2) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None, None))"},
    {"0.12.0.1", "x=8", "",
     "out = jnp.full((4, 12, 2), 1.5, out_sharding=NamedSharding(mesh, P('x', None, "
     "None, None)))",
     "ValueError: Length of sharding.spec (4) must be equal to aval's ndim (3). Got "
     "sharding.spec P('x', None, None, None), aval.ndim 3 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None, None, None))"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "", "out = jnp.full((2, 3), 1.5, out_sharding=P('q', None))",
     "ValueError: Resource axis: q of P('q', None) is not found in mesh: ('fsdp', "
     "'tp', 'sp')."},
    {"0.12.0.1", "b=4 a=4", "",
     "out = jnp.full((8, 4, 6), 1.5, out_sharding=P('a', 'b', None, None))",
     "ValueError: Length of sharding.spec (4) must be equal to aval's ndim (3). Got "
     "sharding.spec P('a', 'b', None, None), aval.ndim 3 and sharding "
     "NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('a', 'b', "
     "None, None))"},
    {"0.10.2", "x=4 y=1 z=2", "",
     "out = jnp.ones((3, 4, 16), jnp.float32, out_sharding=P('y', 'y', 'z'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('y', 'y', 'z') has "
     "duplicate entries for `y`"},
    {"0.10.2", "data=4", "", "out = jnp.ones((1,), out_sharding=P('data', None))",
     "ValueError: Sharding spec ('data',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1,) and "
     "sharding NamedSharding(mesh=AbstractMesh('data': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('data',))"},
    {"0.12.0.1", "data=4", "", "out = jnp.ones((1,), out_sharding=P('data', None))",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P('data', None), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('data': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('data', None))"},
    {"0.10.2", "x=2 y=2 z=2", "",
     "out = jnp.zeros((), dtype=jnp.float32, out_sharding=P('x', None))",
     "AssertionError: (0, P('x', None))"},
    {"0.10.2", "x=8", "",
     "out = jnp.zeros((3, 8), dtype=jnp.float32, out_sharding=P(None, None, 'x', "
     "None))",
     "AssertionError: (2, P(None, None, 'x', None))"},
    {"0.10.2", "x=2 y=4", "",
     "out = jnp.zeros((6, 1, 3), dtype=jnp.float32, out_sharding=P(None, None, None, "
     "'x', None))",
     "AssertionError: (3, P(None, None, None, 'x', None))"},
    {"0.10.2", "x=2 y=2", "", "out = jnp.zeros((1,), jnp.float32, out_sharding=P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.12.0.1", "x=2 y=2 z=3", "",
     "out = jnp.zeros((16, 2, 16), jnp.int32, out_sharding=P(None, 'x', 'y', None))",
     "ValueError: Length of sharding.spec (4) must be equal to aval's ndim (3). Got "
     "sharding.spec P(None, 'x', 'y', None), aval.ndim 3 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 3, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, 'x', 'y', None))"},
    {"0.10.2", "x=2 y=2", "",
     "out = lax.broadcasted_iota(jnp.int32, (8, 2), 0, out_sharding=P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "x=3 y=2", "", "out = lax.broadcasted_iota(jnp.int32, (2,), 0, out_sharding=P('x'))",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 3 "
     "times, but does not evenly divide the dimension size 2. Got shape: (2,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.10.2", "x=3 y=2", "", "out = lax.broadcasted_iota(jnp.int32, (), 0, out_sharding=P())",
     "ValueError: iota dimension must be between 0 and len(shape), got dimension=0 "
     "for shape=()"},
    {"0.12.0.1", "fsdp=2 tp=2 sp=2", "",
     "out = lax.broadcasted_iota(jnp.int32, (8,), 0, out_sharding=P('tp', None))",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P('tp', None), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('fsdp': 2, 'tp': 2, 'sp': 2, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('tp', None))"},
    {"0.10.2", "x=8", "", "out = lax.broadcasted_iota(jnp.int32, (), 0)",
     "ValueError: iota dimension must be between 0 and len(shape), got dimension=0 "
     "for shape=()"},
};

/* What JAX refuses, with its texts. */
Test(creation, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}

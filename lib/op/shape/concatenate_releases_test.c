/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=2 y=2 z=2", "a f32[2@x,8,12@(y,z)]; b f32[2@x,8,12@(y,z)]",
     "out = lax.concatenate([a, b], 0)", "out f32[4@x,8,12@(y,z)]"},
    {"0.6.0", "x=2", "a f32[2,2@x,4]; b f32[2,8@x,4]; c f32[2,2@x,4]",
     "out = jnp.vstack((a, b, c))",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions other "
     "than the one being concatenated: concatenating along dimension 0 for shapes (2, "
     "2, 4), (2, 8, 4), (2, 2, 4)."},
    {"0.6.0", "x=2 y=2 z=3", "a f32[3,8,8@x]; b f32[3,8,8@x]; c f32[1,8,8@x]",
     "out = jnp.hstack((a, b, c))",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions other "
     "than the one being concatenated: concatenating along dimension 1 for shapes (3, "
     "8, 8), (3, 8, 8), (1, 8, 8)."},
    {"0.6.0", "x=1 y=4", "a f32[4]; b f32[4]; c f32[4@x]", "out = jnp.hstack([a, b, c])",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None,)), NamedSharding(mesh=AbstractMesh('x': 1, "
     "'y': 4, axis_types=(Explicit, Explicit)), spec=PartitionSpec(None,)), "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x',))"},
    {"0.6.0", "x=2 y=2", "a f32[1,8,4,8@x]; b f32[1,8@y,4,8@x]", "out = jnp.append(a, b, axis=1)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None, None, 'x')), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'y', None, 'x'))"},
    {"0.6.0", "x=4 y=2", "a f32[4@y,8@x,4,16]; b f32[4@y,8@x,4,16]", "out = jnp.vstack((a, b))",
     "out f32[8@y,8@x,4,16]"},
    {"0.6.0", "x=2 y=2", "a f32[12,2@x]; b f32[12,2@x]", "out = lax.concatenate([a, b], 0)",
     "out f32[24,2@x]"},
    {"0.6.0", "x=2 y=2 z=2", "a f32[16,8,8@z,4@y]", "out = jnp.concatenate([a], -2)",
     "out f32[16,8,8@z,4@y]"},
    {"0.6.0", "dp=4 tp=2", "a f32[1,4,8@dp]", "out = jnp.hstack([a])", "out f32[1,4,8@dp]"},
    {"0.6.0", "x=3 y=2", "a f32[8,6@x,2@y]; b f32[8,6@x,2]; c f32[8,6@x,2@y]",
     "out = jnp.stack([a, b, c], axis=0)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None, 'x', 'y')), "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None, 'x', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None, 'x', 'y'))"},
    {"0.6.0", "dp=4 tp=2", "a f32[12@tp,4@dp,3,4]", "out = jnp.hstack([a])",
     "out f32[12@tp,4@dp,3,4]"},
    {"0.6.0", "x=3", "a f32[2,8,12,8]", "out = jnp.append(a, a, axis=0)", "out f32[4,8,12,8]"},
    {"0.6.0", "data=4", "a f32[3]; b f32[3]", "out = lax.concatenate([a, b], 0)", "out f32[6]"},
    {"0.6.0", "x=2 y=4", "a f32[12@x,8@y,3]; b f32[12@x,8@y,3]", "out = jnp.stack([a, b], axis=3)",
     "out f32[12@x,8@y,3,2]"},
    {"0.6.0", "x=8", "a f32[8@x,8]; b f32[8,8@x]", "out = jnp.concatenate((a, b), axis=0)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,)), "
     "spec=PartitionSpec('x', None)), NamedSharding(mesh=AbstractMesh('x': 8, "
     "axis_types=(Explicit,)), spec=PartitionSpec(None, 'x'))"},
    {"0.6.0", "data=2 model=4", "a f32[4@data,16,4]; b f32[4@data,16,4]",
     "out = jnp.concatenate([a, b], -1)", "out f32[4@data,16,8]"},
    {"0.6.0", "x=2", "a f32[2,2@x,6]; b f32[2,2@x,6]; c f32[2,2@x,6]",
     "out = jnp.stack((a, b, c), 1)", "out f32[2,3,2@x,6]"},
    {"0.6.0", "x=4 y=1 z=2", "a f32[8@x,6@(y,z),6,8]; b f32[8,6@(y,z),6,8]",
     "out = jnp.vstack((a, b))",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit)), spec=PartitionSpec('x', ('y', 'z'), None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit)), spec=PartitionSpec(None, ('y', 'z'), None, None))"},
    {"0.6.0", "data=2 model=4", "a f32[2]", "out = jnp.hstack((a,))", "out f32[2]"},
    {"0.6.0", "data=2 model=4", "a f32[3]", "out = jnp.stack([a], -1)", "out f32[3,1]"},
    {"0.6.0", "x=3 y=2", "a f32[6]; b f32[12]; c f32[12]",
     "out = jnp.concatenate((a, b, c), axis=0)", "out f32[30]"},
    {"0.6.0", "x=4", "a f32[3,4,4@x]; b f32[3,4,4@x]", "out = jnp.append(a, b, axis=0)",
     "out f32[6,4,4@x]"},
    {"0.6.0", "x=1 y=4", "a f32[6,8@x]; b f32[6,8]", "out = lax.concatenate([a, b], dimension=1)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'x')), NamedSharding(mesh=AbstractMesh('x': "
     "1, 'y': 4, axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None))"},
    {"0.6.0", "x=4 y=1 z=2", "a f32[4@y,16]", "out = jnp.vstack((a,))", "out f32[4@y,16]"},
    {"0.6.0", "data=2 model=4", "a f32[16]", "out = jnp.vstack((a,))", "out f32[1,16]"},
};

/* What release 0.6.0 says. */
Test(concatenate_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=2 y=2 z=2", "a f32[2@x,8,12@(y,z)]; b f32[2@x,8,12@(y,z)]",
     "out = lax.concatenate([a, b], 0)", "out f32[4@x,8,12@(y,z)]"},
    {"0.7.0", "x=2", "a f32[2,2@x,4]; b f32[2,8@x,4]; c f32[2,2@x,4]",
     "out = jnp.vstack((a, b, c))",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions other "
     "than the one being concatenated: concatenating along dimension 0 for shapes (2, "
     "2, 4), (2, 8, 4), (2, 2, 4)."},
    {"0.7.0", "x=2 y=2 z=3", "a f32[3,8,8@x]; b f32[3,8,8@x]; c f32[1,8,8@x]",
     "out = jnp.hstack((a, b, c))",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions other "
     "than the one being concatenated: concatenating along dimension 1 for shapes (3, "
     "8, 8), (3, 8, 8), (1, 8, 8)."},
    {"0.7.0", "x=1 y=4", "a f32[4]; b f32[4]; c f32[4@x]", "out = jnp.hstack([a, b, c])",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None,)), NamedSharding(mesh=AbstractMesh('x': 1, "
     "'y': 4, axis_types=(Explicit, Explicit)), spec=PartitionSpec(None,)), "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x',))"},
    {"0.7.0", "x=2 y=2", "a f32[1,8,4,8@x]; b f32[1,8@y,4,8@x]", "out = jnp.append(a, b, axis=1)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None, None, 'x')), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'y', None, 'x'))"},
    {"0.7.0", "x=4 y=2", "a f32[4@y,8@x,4,16]; b f32[4@y,8@x,4,16]", "out = jnp.vstack((a, b))",
     "out f32[8@y,8@x,4,16]"},
    {"0.7.0", "x=2 y=2", "a f32[12,2@x]; b f32[12,2@x]", "out = lax.concatenate([a, b], 0)",
     "out f32[24,2@x]"},
    {"0.7.0", "x=2 y=2 z=2", "a f32[16,8,8@z,4@y]", "out = jnp.concatenate([a], -2)",
     "out f32[16,8,8@z,4@y]"},
    {"0.7.0", "dp=4 tp=2", "a f32[1,4,8@dp]", "out = jnp.hstack([a])", "out f32[1,4,8@dp]"},
    {"0.7.0", "x=3 y=2", "a f32[8,6@x,2@y]; b f32[8,6@x,2]; c f32[8,6@x,2@y]",
     "out = jnp.stack([a, b, c], axis=0)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None, 'x', 'y')), "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None, 'x', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None, 'x', 'y'))"},
    {"0.7.0", "dp=4 tp=2", "a f32[12@tp,4@dp,3,4]", "out = jnp.hstack([a])",
     "out f32[12@tp,4@dp,3,4]"},
    {"0.7.0", "x=3", "a f32[2,8,12,8]", "out = jnp.append(a, a, axis=0)", "out f32[4,8,12,8]"},
    {"0.7.0", "data=4", "a f32[3]; b f32[3]", "out = lax.concatenate([a, b], 0)", "out f32[6]"},
    {"0.7.0", "x=2 y=4", "a f32[12@x,8@y,3]; b f32[12@x,8@y,3]", "out = jnp.stack([a, b], axis=3)",
     "out f32[12@x,8@y,3,2]"},
    {"0.7.0", "x=8", "a f32[8@x,8]; b f32[8,8@x]", "out = jnp.concatenate((a, b), axis=0)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,)), "
     "spec=PartitionSpec('x', None)), NamedSharding(mesh=AbstractMesh('x': 8, "
     "axis_types=(Explicit,)), spec=PartitionSpec(None, 'x'))"},
    {"0.7.0", "data=2 model=4", "a f32[4@data,16,4]; b f32[4@data,16,4]",
     "out = jnp.concatenate([a, b], -1)", "out f32[4@data,16,8]"},
    {"0.7.0", "x=2", "a f32[2,2@x,6]; b f32[2,2@x,6]; c f32[2,2@x,6]",
     "out = jnp.stack((a, b, c), 1)", "out f32[2,3,2@x,6]"},
    {"0.7.0", "x=4 y=1 z=2", "a f32[8@x,6@(y,z),6,8]; b f32[8,6@(y,z),6,8]",
     "out = jnp.vstack((a, b))",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit)), spec=PartitionSpec('x', ('y', 'z'), None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit)), spec=PartitionSpec(None, ('y', 'z'), None, None))"},
    {"0.7.0", "data=2 model=4", "a f32[2]", "out = jnp.hstack((a,))", "out f32[2]"},
    {"0.7.0", "data=2 model=4", "a f32[3]", "out = jnp.stack([a], -1)", "out f32[3,1]"},
    {"0.7.0", "x=3 y=2", "a f32[6]; b f32[12]; c f32[12]",
     "out = jnp.concatenate((a, b, c), axis=0)", "out f32[30]"},
    {"0.7.0", "x=4", "a f32[3,4,4@x]; b f32[3,4,4@x]", "out = jnp.append(a, b, axis=0)",
     "out f32[6,4,4@x]"},
    {"0.7.0", "x=1 y=4", "a f32[6,8@x]; b f32[6,8]", "out = lax.concatenate([a, b], dimension=1)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'x')), NamedSharding(mesh=AbstractMesh('x': "
     "1, 'y': 4, axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None))"},
    {"0.7.0", "x=4 y=1 z=2", "a f32[4@y,16]", "out = jnp.vstack((a,))", "out f32[4@y,16]"},
    {"0.7.0", "data=2 model=4", "a f32[16]", "out = jnp.vstack((a,))", "out f32[1,16]"},
};

/* What release 0.7.0 says. */
Test(concatenate_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=2 y=2 z=2", "a f32[2@x,8,12@(y,z)]; b f32[2@x,8,12@(y,z)]",
     "out = lax.concatenate([a, b], 0)", "out f32[4@x,8,12@(y,z)]"},
    {"0.8.2", "x=2", "a f32[2,2@x,4]; b f32[2,8@x,4]; c f32[2,2@x,4]",
     "out = jnp.vstack((a, b, c))",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions other "
     "than the one being concatenated: concatenating along dimension 0 for shapes (2, "
     "2, 4), (2, 8, 4), (2, 2, 4)."},
    {"0.8.2", "x=2 y=2 z=3", "a f32[3,8,8@x]; b f32[3,8,8@x]; c f32[1,8,8@x]",
     "out = jnp.hstack((a, b, c))",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions other "
     "than the one being concatenated: concatenating along dimension 1 for shapes (3, "
     "8, 8), (3, 8, 8), (1, 8, 8)."},
    {"0.8.2", "x=1 y=4", "a f32[4]; b f32[4]; c f32[4@x]", "out = jnp.hstack([a, b, c])",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None,)), "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None,)), "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x',))"},
    {"0.8.2", "x=2 y=2", "a f32[1,8,4,8@x]; b f32[1,8@y,4,8@x]", "out = jnp.append(a, b, axis=1)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, None, 'x')), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, 'y', None, 'x'))"},
    {"0.8.2", "x=4 y=2", "a f32[4@y,8@x,4,16]; b f32[4@y,8@x,4,16]", "out = jnp.vstack((a, b))",
     "out f32[8@y,8@x,4,16]"},
    {"0.8.2", "x=2 y=2", "a f32[12,2@x]; b f32[12,2@x]", "out = lax.concatenate([a, b], 0)",
     "out f32[24,2@x]"},
    {"0.8.2", "x=2 y=2 z=2", "a f32[16,8,8@z,4@y]", "out = jnp.concatenate([a], -2)",
     "out f32[16,8,8@z,4@y]"},
    {"0.8.2", "dp=4 tp=2", "a f32[1,4,8@dp]", "out = jnp.hstack([a])", "out f32[1,4,8@dp]"},
    {"0.8.2", "x=3 y=2", "a f32[8,6@x,2@y]; b f32[8,6@x,2]; c f32[8,6@x,2@y]",
     "out = jnp.stack([a, b, c], axis=0)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, 'x', 'y')), "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, 'x', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, 'x', 'y'))"},
    {"0.8.2", "dp=4 tp=2", "a f32[12@tp,4@dp,3,4]", "out = jnp.hstack([a])",
     "out f32[12@tp,4@dp,3,4]"},
    {"0.8.2", "x=3", "a f32[2,8,12,8]", "out = jnp.append(a, a, axis=0)", "out f32[4,8,12,8]"},
    {"0.8.2", "data=4", "a f32[3]; b f32[3]", "out = lax.concatenate([a, b], 0)", "out f32[6]"},
    {"0.8.2", "x=2 y=4", "a f32[12@x,8@y,3]; b f32[12@x,8@y,3]", "out = jnp.stack([a, b], axis=3)",
     "out f32[12@x,8@y,3,2]"},
    {"0.8.2", "x=8", "a f32[8@x,8]; b f32[8,8@x]", "out = jnp.concatenate((a, b), axis=0)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None), spec=PartitionSpec('x', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None), spec=PartitionSpec(None, 'x'))"},
    {"0.8.2", "data=2 model=4", "a f32[4@data,16,4]; b f32[4@data,16,4]",
     "out = jnp.concatenate([a, b], -1)", "out f32[4@data,16,8]"},
    {"0.8.2", "x=2", "a f32[2,2@x,6]; b f32[2,2@x,6]; c f32[2,2@x,6]",
     "out = jnp.stack((a, b, c), 1)", "out f32[2,3,2@x,6]"},
    {"0.8.2", "x=4 y=1 z=2", "a f32[8@x,6@(y,z),6,8]; b f32[8,6@(y,z),6,8]",
     "out = jnp.vstack((a, b))",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('x', "
     "('y', 'z'), None, None)), NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': "
     "2, axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, ('y', 'z'), None, None))"},
    {"0.8.2", "data=2 model=4", "a f32[2]", "out = jnp.hstack((a,))", "out f32[2]"},
    {"0.8.2", "data=2 model=4", "a f32[3]", "out = jnp.stack([a], -1)", "out f32[3,1]"},
    {"0.8.2", "x=3 y=2", "a f32[6]; b f32[12]; c f32[12]",
     "out = jnp.concatenate((a, b, c), axis=0)", "out f32[30]"},
    {"0.8.2", "x=4", "a f32[3,4,4@x]; b f32[3,4,4@x]", "out = jnp.append(a, b, axis=0)",
     "out f32[6,4,4@x]"},
    {"0.8.2", "x=1 y=4", "a f32[6,8@x]; b f32[6,8]", "out = lax.concatenate([a, b], dimension=1)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, 'x')), "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None))"},
    {"0.8.2", "x=4 y=1 z=2", "a f32[4@y,16]", "out = jnp.vstack((a,))", "out f32[4@y,16]"},
    {"0.8.2", "data=2 model=4", "a f32[16]", "out = jnp.vstack((a,))", "out f32[1,16]"},
};

/* What release 0.8.2 says. */
Test(concatenate_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=2 y=2 z=2", "a f32[2@x,8,12@(y,z)]; b f32[2@x,8,12@(y,z)]",
     "out = lax.concatenate([a, b], 0)", "out f32[4@x,8,12@(y,z)]"},
    {"0.9.0", "x=2", "a f32[2,2@x,4]; b f32[2,8@x,4]; c f32[2,2@x,4]",
     "out = jnp.vstack((a, b, c))",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions other "
     "than the one being concatenated: concatenating along dimension 0 for shapes (2, "
     "2, 4), (2, 8, 4), (2, 2, 4)."},
    {"0.9.0", "x=2 y=2 z=3", "a f32[3,8,8@x]; b f32[3,8,8@x]; c f32[1,8,8@x]",
     "out = jnp.hstack((a, b, c))",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions other "
     "than the one being concatenated: concatenating along dimension 1 for shapes (3, "
     "8, 8), (3, 8, 8), (1, 8, 8)."},
    {"0.9.0", "x=1 y=4", "a f32[4]; b f32[4]; c f32[4@x]", "out = jnp.hstack([a, b, c])",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None,)), "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None,)), "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x',))"},
    {"0.9.0", "x=2 y=2", "a f32[1,8,4,8@x]; b f32[1,8@y,4,8@x]", "out = jnp.append(a, b, axis=1)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, None, 'x')), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, 'y', None, 'x'))"},
    {"0.9.0", "x=4 y=2", "a f32[4@y,8@x,4,16]; b f32[4@y,8@x,4,16]", "out = jnp.vstack((a, b))",
     "out f32[8@y,8@x,4,16]"},
    {"0.9.0", "x=2 y=2", "a f32[12,2@x]; b f32[12,2@x]", "out = lax.concatenate([a, b], 0)",
     "out f32[24,2@x]"},
    {"0.9.0", "x=2 y=2 z=2", "a f32[16,8,8@z,4@y]", "out = jnp.concatenate([a], -2)",
     "out f32[16,8,8@z,4@y]"},
    {"0.9.0", "dp=4 tp=2", "a f32[1,4,8@dp]", "out = jnp.hstack([a])", "out f32[1,4,8@dp]"},
    {"0.9.0", "x=3 y=2", "a f32[8,6@x,2@y]; b f32[8,6@x,2]; c f32[8,6@x,2@y]",
     "out = jnp.stack([a, b, c], axis=0)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, 'x', 'y')), "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, 'x', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, 'x', 'y'))"},
    {"0.9.0", "dp=4 tp=2", "a f32[12@tp,4@dp,3,4]", "out = jnp.hstack([a])",
     "out f32[12@tp,4@dp,3,4]"},
    {"0.9.0", "x=3", "a f32[2,8,12,8]", "out = jnp.append(a, a, axis=0)", "out f32[4,8,12,8]"},
    {"0.9.0", "data=4", "a f32[3]; b f32[3]", "out = lax.concatenate([a, b], 0)", "out f32[6]"},
    {"0.9.0", "x=2 y=4", "a f32[12@x,8@y,3]; b f32[12@x,8@y,3]", "out = jnp.stack([a, b], axis=3)",
     "out f32[12@x,8@y,3,2]"},
    {"0.9.0", "x=8", "a f32[8@x,8]; b f32[8,8@x]", "out = jnp.concatenate((a, b), axis=0)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None), spec=PartitionSpec('x', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None), spec=PartitionSpec(None, 'x'))"},
    {"0.9.0", "data=2 model=4", "a f32[4@data,16,4]; b f32[4@data,16,4]",
     "out = jnp.concatenate([a, b], -1)", "out f32[4@data,16,8]"},
    {"0.9.0", "x=2", "a f32[2,2@x,6]; b f32[2,2@x,6]; c f32[2,2@x,6]",
     "out = jnp.stack((a, b, c), 1)", "out f32[2,3,2@x,6]"},
    {"0.9.0", "x=4 y=1 z=2", "a f32[8@x,6@(y,z),6,8]; b f32[8,6@(y,z),6,8]",
     "out = jnp.vstack((a, b))",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('x', "
     "('y', 'z'), None, None)), NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': "
     "2, axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, ('y', 'z'), None, None))"},
    {"0.9.0", "data=2 model=4", "a f32[2]", "out = jnp.hstack((a,))", "out f32[2]"},
    {"0.9.0", "data=2 model=4", "a f32[3]", "out = jnp.stack([a], -1)", "out f32[3,1]"},
    {"0.9.0", "x=3 y=2", "a f32[6]; b f32[12]; c f32[12]",
     "out = jnp.concatenate((a, b, c), axis=0)", "out f32[30]"},
    {"0.9.0", "x=4", "a f32[3,4,4@x]; b f32[3,4,4@x]", "out = jnp.append(a, b, axis=0)",
     "out f32[6,4,4@x]"},
    {"0.9.0", "x=1 y=4", "a f32[6,8@x]; b f32[6,8]", "out = lax.concatenate([a, b], dimension=1)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, 'x')), "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None))"},
    {"0.9.0", "x=4 y=1 z=2", "a f32[4@y,16]", "out = jnp.vstack((a,))", "out f32[4@y,16]"},
    {"0.9.0", "data=2 model=4", "a f32[16]", "out = jnp.vstack((a,))", "out f32[1,16]"},
};

/* What release 0.9.0 says. */
Test(concatenate_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

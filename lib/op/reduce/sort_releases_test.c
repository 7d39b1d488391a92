/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "data=4", "x f32[2,2,12@data]", "out0, out1 = jax.lax.top_k(x, 12)",
     "out0 f32[2,2,12@data]; out1 i32[2,2,12@data]"},
    {"0.6.0", "fsdp=2 tp=2 sp=2", "x f32[16,6@sp]", "out = x.sort(1)", "out f32[16,6@sp]"},
    {"0.6.0", "x=4", "x f32[2]", "out = x.sort(0)", "out f32[2]"},
    {"0.6.0", "data=4", "x f32[6,8]", "out0, out1 = jax.lax.top_k(x, 1)",
     "out0 f32[6,1]; out1 i32[6,1]"},
    {"0.6.0", "x=3 y=2", "x f32[8@y,12@x,8]", "out = x.argsort(axis=2)", "out i32[8,12,8]"},
    {"0.6.0", "x=2", "k i32[2,8,16@x,8]; v f32[2,8,16@x,8]",
     "out0, out1 = lax.sort_key_val(k, v, 1)", "out0 i32[2,8,16@x,8]; out1 f32[2,8,16@x,8]"},
    {"0.6.0", "b=4 a=4", "x f32[8@b,8@a]", "out = lax.sort(x, dimension=0)", "out f32[8@b,8@a]"},
    {"0.6.0", "x=4", "x f32[4@x]", "out = x.argsort(axis=0)", "out i32[4]"},
    {"0.6.0", "x=2", "x f32[4@x,8,8]", "out = lax.sort(x, dimension=2)", "out f32[4@x,8,8]"},
    {"0.6.0", "x=8", "x f32[6,12]", "out = jnp.argsort(x, axis=0)", "out i32[6,12]"},
    {"0.6.0", "fsdp=2 tp=2 sp=2", "x f32[4@tp,4@sp,1]", "out0, out1 = jax.lax.top_k(x, 1)",
     "out0 f32[4@tp,4@sp,1]; out1 i32[4@tp,4@sp,1]"},
    {"0.6.0", "x=3", "x f32[16]", "out = jnp.sort(x, axis=0)", "out f32[16]"},
    {"0.6.0", "data=4", "x f32[12@data,8,4,4]", "out = x.sort(2)", "out f32[12@data,8,4,4]"},
    {"0.6.0", "x=4 y=2", "x f32[12@y,3,8@x]", "out = jnp.argsort(x, axis=2)", "out i32[12,3,8]"},
    {"0.6.0", "x=8", "x f32[8,12,1]", "out0, out1 = lax.top_k(x, 2)",
     "ValueError: k argument to top_k must be no larger than minor dimension; 2 vs [8, "
     "12, 1]"},
    {"0.6.0", "x=2", "k i32[6@x,4,2,6]; v f32[6,4,2,6@x]", "out0, out1 = lax.sort_key_val(k, v, 1)",
     "out0 i32[6@x,4,2,6]; out1 f32[6,4,2,6@x]"},
    {"0.6.0", "x=4 y=2", "x f32[2@y]", "out0, out1 = lax.top_k(x, 2)",
     "out0 f32[2@y]; out1 i32[2@y]"},
    {"0.6.0", "x=2", "x f32[8,4,8@x]", "out = jnp.argsort(x, axis=1)", "out i32[8,4,8]"},
    {"0.6.0", "x=8", "x f32[8@x,8]", "out0, out1 = lax.top_k(x, k=2)",
     "out0 f32[8@x,2]; out1 i32[8@x,2]"},
    {"0.6.0", "x=2 y=2", "x f32[3,3,4]", "out = lax.sort(x, dimension=0)", "out f32[3,3,4]"},
    {"0.6.0", "x=3 y=2", "x f32[8@y,8,4]", "out0, out1 = jax.lax.top_k(x, 3)",
     "out0 f32[8@y,8,3]; out1 i32[8@y,8,3]"},
    {"0.6.0", "x=2", "x f32[3,16@x,4,8]", "out = jnp.sort(x, axis=1)", "out f32[3,16@x,4,8]"},
    {"0.6.0", "x=3 y=2", "k i32[8@y,4,16]; v f32[8@y,4,16]",
     "out0, out1 = lax.sort_key_val(k, v, 0)", "out0 i32[8@y,4,16]; out1 f32[8@y,4,16]"},
    {"0.6.0", "x=2", "x f32[16@x,8]", "out = jnp.sort(x, axis=1, descending=True)",
     "out f32[16@x,8]"},
    {"0.6.0", "b=4 a=4", "x f32[4@a,8@b,8,8]", "out = jnp.sort(x, axis=3, descending=True)",
     "out f32[4@a,8@b,8,8]"},
    {"0.6.0", "x=4", "k f32[6,8@x,8]; v f32[6,8@x,8]",
     "out0, out1 = lax.sort((k, v), dimension=2, num_keys=1)",
     "out0 f32[6,8@x,8]; out1 f32[6,8@x,8]"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[3,4]", "out0, out1 = lax.top_k(x, 2)",
     "out0 f32[3,2]; out1 i32[3,2]"},
    {"0.6.0", "x=2 y=2 z=2", "k i32[8@y,6,12@z,3]; v f32[8@y,6,12@z,3]",
     "out0, out1 = lax.sort((k, v), dimension=3, num_keys=2)",
     "out0 i32[8@y,6,12@z,3]; out1 f32[8@y,6,12@z,3]"},
    {"0.6.0", "data=4", "x f32[8,8]", "out = x.argsort(axis=1)", "out i32[8,8]"},
    {"0.6.0", "x=2 y=4", "k i32[4@x,8,4]; v f32[4,8,4]", "out0, out1 = lax.sort([k, v], 2)",
     "out0 i32[4@x,8,4]; out1 f32[4,8,4]"},
};

/* What release 0.6.0 says. */
Test(sort_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "data=4", "x f32[2,2,12@data]", "out0, out1 = jax.lax.top_k(x, 12)",
     "out0 f32[2,2,12@data]; out1 i32[2,2,12@data]"},
    {"0.7.0", "fsdp=2 tp=2 sp=2", "x f32[16,6@sp]", "out = x.sort(1)", "out f32[16,6@sp]"},
    {"0.7.0", "x=4", "x f32[2]", "out = x.sort(0)", "out f32[2]"},
    {"0.7.0", "data=4", "x f32[6,8]", "out0, out1 = jax.lax.top_k(x, 1)",
     "out0 f32[6,1]; out1 i32[6,1]"},
    {"0.7.0", "x=3 y=2", "x f32[8@y,12@x,8]", "out = x.argsort(axis=2)", "out i32[8,12,8]"},
    {"0.7.0", "x=2", "k i32[2,8,16@x,8]; v f32[2,8,16@x,8]",
     "out0, out1 = lax.sort_key_val(k, v, 1)", "out0 i32[2,8,16@x,8]; out1 f32[2,8,16@x,8]"},
    {"0.7.0", "b=4 a=4", "x f32[8@b,8@a]", "out = lax.sort(x, dimension=0)", "out f32[8@b,8@a]"},
    {"0.7.0", "x=4", "x f32[4@x]", "out = x.argsort(axis=0)", "out i32[4]"},
    {"0.7.0", "x=2", "x f32[4@x,8,8]", "out = lax.sort(x, dimension=2)", "out f32[4@x,8,8]"},
    {"0.7.0", "x=8", "x f32[6,12]", "out = jnp.argsort(x, axis=0)", "out i32[6,12]"},
    {"0.7.0", "fsdp=2 tp=2 sp=2", "x f32[4@tp,4@sp,1]", "out0, out1 = jax.lax.top_k(x, 1)",
     "out0 f32[4@tp,4@sp,1]; out1 i32[4@tp,4@sp,1]"},
    {"0.7.0", "x=3", "x f32[16]", "out = jnp.sort(x, axis=0)", "out f32[16]"},
    {"0.7.0", "data=4", "x f32[12@data,8,4,4]", "out = x.sort(2)", "out f32[12@data,8,4,4]"},
    {"0.7.0", "x=4 y=2", "x f32[12@y,3,8@x]", "out = jnp.argsort(x, axis=2)", "out i32[12,3,8]"},
    {"0.7.0", "x=8", "x f32[8,12,1]", "out0, out1 = lax.top_k(x, 2)",
     "ValueError: k argument to top_k must be no larger than minor dimension; 2 vs [8, "
     "12, 1]"},
    {"0.7.0", "x=2", "k i32[6@x,4,2,6]; v f32[6,4,2,6@x]", "out0, out1 = lax.sort_key_val(k, v, 1)",
     "out0 i32[6@x,4,2,6]; out1 f32[6,4,2,6@x]"},
    {"0.7.0", "x=4 y=2", "x f32[2@y]", "out0, out1 = lax.top_k(x, 2)",
     "out0 f32[2@y]; out1 i32[2@y]"},
    {"0.7.0", "x=2", "x f32[8,4,8@x]", "out = jnp.argsort(x, axis=1)", "out i32[8,4,8]"},
    {"0.7.0", "x=8", "x f32[8@x,8]", "out0, out1 = lax.top_k(x, k=2)",
     "out0 f32[8@x,2]; out1 i32[8@x,2]"},
    {"0.7.0", "x=2 y=2", "x f32[3,3,4]", "out = lax.sort(x, dimension=0)", "out f32[3,3,4]"},
    {"0.7.0", "x=3 y=2", "x f32[8@y,8,4]", "out0, out1 = jax.lax.top_k(x, 3)",
     "out0 f32[8@y,8,3]; out1 i32[8@y,8,3]"},
    {"0.7.0", "x=2", "x f32[3,16@x,4,8]", "out = jnp.sort(x, axis=1)", "out f32[3,16@x,4,8]"},
    {"0.7.0", "x=3 y=2", "k i32[8@y,4,16]; v f32[8@y,4,16]",
     "out0, out1 = lax.sort_key_val(k, v, 0)", "out0 i32[8@y,4,16]; out1 f32[8@y,4,16]"},
    {"0.7.0", "x=2", "x f32[16@x,8]", "out = jnp.sort(x, axis=1, descending=True)",
     "out f32[16@x,8]"},
    {"0.7.0", "b=4 a=4", "x f32[4@a,8@b,8,8]", "out = jnp.sort(x, axis=3, descending=True)",
     "out f32[4@a,8@b,8,8]"},
    {"0.7.0", "x=4", "k f32[6,8@x,8]; v f32[6,8@x,8]",
     "out0, out1 = lax.sort((k, v), dimension=2, num_keys=1)",
     "out0 f32[6,8@x,8]; out1 f32[6,8@x,8]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[3,4]", "out0, out1 = lax.top_k(x, 2)",
     "out0 f32[3,2]; out1 i32[3,2]"},
    {"0.7.0", "x=2 y=2 z=2", "k i32[8@y,6,12@z,3]; v f32[8@y,6,12@z,3]",
     "out0, out1 = lax.sort((k, v), dimension=3, num_keys=2)",
     "out0 i32[8@y,6,12@z,3]; out1 f32[8@y,6,12@z,3]"},
    {"0.7.0", "data=4", "x f32[8,8]", "out = x.argsort(axis=1)", "out i32[8,8]"},
    {"0.7.0", "x=2 y=4", "k i32[4@x,8,4]; v f32[4,8,4]", "out0, out1 = lax.sort([k, v], 2)",
     "out0 i32[4@x,8,4]; out1 f32[4,8,4]"},
};

/* What release 0.7.0 says. */
Test(sort_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "data=4", "x f32[2,2,12@data]", "out0, out1 = jax.lax.top_k(x, 12)",
     "out0 f32[2,2,12@data]; out1 i32[2,2,12@data]"},
    {"0.8.2", "fsdp=2 tp=2 sp=2", "x f32[16,6@sp]", "out = x.sort(1)", "out f32[16,6@sp]"},
    {"0.8.2", "x=4", "x f32[2]", "out = x.sort(0)", "out f32[2]"},
    {"0.8.2", "data=4", "x f32[6,8]", "out0, out1 = jax.lax.top_k(x, 1)",
     "out0 f32[6,1]; out1 i32[6,1]"},
    {"0.8.2", "x=3 y=2", "x f32[8@y,12@x,8]", "out = x.argsort(axis=2)",
     "ShardingTypeError: Arguments to sort must have equal shardings, got: "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('y', 'x', None)) "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, None))"},
    {"0.8.2", "x=2", "k i32[2,8,16@x,8]; v f32[2,8,16@x,8]",
     "out0, out1 = lax.sort_key_val(k, v, 1)", "out0 i32[2,8,16@x,8]; out1 f32[2,8,16@x,8]"},
    {"0.8.2", "b=4 a=4", "x f32[8@b,8@a]", "out = lax.sort(x, dimension=0)", "out f32[8@b,8@a]"},
    {"0.8.2", "x=4", "x f32[4@x]", "out = x.argsort(axis=0)",
     "ShardingTypeError: Arguments to sort must have equal shardings, got: "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None), spec=PartitionSpec('x',)) NamedSharding(mesh=AbstractMesh('x': "
     "4, axis_types=(Explicit,), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None,))"},
    {"0.8.2", "x=2", "x f32[4@x,8,8]", "out = lax.sort(x, dimension=2)", "out f32[4@x,8,8]"},
    {"0.8.2", "x=8", "x f32[6,12]", "out = jnp.argsort(x, axis=0)", "out i32[6,12]"},
    {"0.8.2", "fsdp=2 tp=2 sp=2", "x f32[4@tp,4@sp,1]", "out0, out1 = jax.lax.top_k(x, 1)",
     "out0 f32[4@tp,4@sp,1]; out1 i32[4@tp,4@sp,1]"},
    {"0.8.2", "x=3", "x f32[16]", "out = jnp.sort(x, axis=0)", "out f32[16]"},
    {"0.8.2", "data=4", "x f32[12@data,8,4,4]", "out = x.sort(2)", "out f32[12@data,8,4,4]"},
    {"0.8.2", "x=4 y=2", "x f32[12@y,3,8@x]", "out = jnp.argsort(x, axis=2)",
     "ShardingTypeError: Arguments to sort must have equal shardings, got: "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('y', None, 'x')) "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, None))"},
    {"0.8.2", "x=8", "x f32[8,12,1]", "out0, out1 = lax.top_k(x, 2)",
     "ValueError: k argument to top_k must be no larger than size along axis; got k=2 "
     "with shape=[8, 12, 1] and axis=2"},
    {"0.8.2", "x=2", "k i32[6@x,4,2,6]; v f32[6,4,2,6@x]", "out0, out1 = lax.sort_key_val(k, v, 1)",
     "ShardingTypeError: Arguments to sort must have equal shardings, got: "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None), spec=PartitionSpec('x', None, None, None)) "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None), spec=PartitionSpec(None, None, None, 'x'))"},
    {"0.8.2", "x=4 y=2", "x f32[2@y]", "out0, out1 = lax.top_k(x, 2)",
     "out0 f32[2@y]; out1 i32[2@y]"},
    {"0.8.2", "x=2", "x f32[8,4,8@x]", "out = jnp.argsort(x, axis=1)",
     "ShardingTypeError: Arguments to sort must have equal shardings, got: "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None), spec=PartitionSpec(None, None, 'x')) "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None), spec=PartitionSpec(None, None, None))"},
    {"0.8.2", "x=8", "x f32[8@x,8]", "out0, out1 = lax.top_k(x, k=2)",
     "out0 f32[8@x,2]; out1 i32[8@x,2]"},
    {"0.8.2", "x=2 y=2", "x f32[3,3,4]", "out = lax.sort(x, dimension=0)", "out f32[3,3,4]"},
    {"0.8.2", "x=3 y=2", "x f32[8@y,8,4]", "out0, out1 = jax.lax.top_k(x, 3)",
     "out0 f32[8@y,8,3]; out1 i32[8@y,8,3]"},
    {"0.8.2", "x=2", "x f32[3,16@x,4,8]", "out = jnp.sort(x, axis=1)", "out f32[3,16@x,4,8]"},
    {"0.8.2", "x=3 y=2", "k i32[8@y,4,16]; v f32[8@y,4,16]",
     "out0, out1 = lax.sort_key_val(k, v, 0)", "out0 i32[8@y,4,16]; out1 f32[8@y,4,16]"},
    {"0.8.2", "x=2", "x f32[16@x,8]", "out = jnp.sort(x, axis=1, descending=True)",
     "out f32[16@x,8]"},
    {"0.8.2", "b=4 a=4", "x f32[4@a,8@b,8,8]", "out = jnp.sort(x, axis=3, descending=True)",
     "out f32[4@a,8@b,8,8]"},
    {"0.8.2", "x=4", "k f32[6,8@x,8]; v f32[6,8@x,8]",
     "out0, out1 = lax.sort((k, v), dimension=2, num_keys=1)",
     "out0 f32[6,8@x,8]; out1 f32[6,8@x,8]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[3,4]", "out0, out1 = lax.top_k(x, 2)",
     "out0 f32[3,2]; out1 i32[3,2]"},
    {"0.8.2", "x=2 y=2 z=2", "k i32[8@y,6,12@z,3]; v f32[8@y,6,12@z,3]",
     "out0, out1 = lax.sort((k, v), dimension=3, num_keys=2)",
     "out0 i32[8@y,6,12@z,3]; out1 f32[8@y,6,12@z,3]"},
    {"0.8.2", "data=4", "x f32[8,8]", "out = x.argsort(axis=1)", "out i32[8,8]"},
    {"0.8.2", "x=2 y=4", "k i32[4@x,8,4]; v f32[4,8,4]", "out0, out1 = lax.sort([k, v], 2)",
     "ShardingTypeError: Arguments to sort must have equal shardings, got: "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None, None)) "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, None))"},
};

/* What release 0.8.2 says. */
Test(sort_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "data=4", "x f32[2,2,12@data]", "out0, out1 = jax.lax.top_k(x, 12)",
     "out0 f32[2,2,12@data]; out1 i32[2,2,12@data]"},
    {"0.9.0", "fsdp=2 tp=2 sp=2", "x f32[16,6@sp]", "out = x.sort(1)", "out f32[16,6@sp]"},
    {"0.9.0", "x=4", "x f32[2]", "out = x.sort(0)", "out f32[2]"},
    {"0.9.0", "data=4", "x f32[6,8]", "out0, out1 = jax.lax.top_k(x, 1)",
     "out0 f32[6,1]; out1 i32[6,1]"},
    {"0.9.0", "x=3 y=2", "x f32[8@y,12@x,8]", "out = x.argsort(axis=2)",
     "ShardingTypeError: Arguments to sort must have equal shardings, got: "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('y', 'x', None)) "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, None))"},
    {"0.9.0", "x=2", "k i32[2,8,16@x,8]; v f32[2,8,16@x,8]",
     "out0, out1 = lax.sort_key_val(k, v, 1)", "out0 i32[2,8,16@x,8]; out1 f32[2,8,16@x,8]"},
    {"0.9.0", "b=4 a=4", "x f32[8@b,8@a]", "out = lax.sort(x, dimension=0)", "out f32[8@b,8@a]"},
    {"0.9.0", "x=4", "x f32[4@x]", "out = x.argsort(axis=0)",
     "ShardingTypeError: Arguments to sort must have equal shardings, got: "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None), spec=PartitionSpec('x',)) NamedSharding(mesh=AbstractMesh('x': "
     "4, axis_types=(Explicit,), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None,))"},
    {"0.9.0", "x=2", "x f32[4@x,8,8]", "out = lax.sort(x, dimension=2)", "out f32[4@x,8,8]"},
    {"0.9.0", "x=8", "x f32[6,12]", "out = jnp.argsort(x, axis=0)", "out i32[6,12]"},
    {"0.9.0", "fsdp=2 tp=2 sp=2", "x f32[4@tp,4@sp,1]", "out0, out1 = jax.lax.top_k(x, 1)",
     "out0 f32[4@tp,4@sp,1]; out1 i32[4@tp,4@sp,1]"},
    {"0.9.0", "x=3", "x f32[16]", "out = jnp.sort(x, axis=0)", "out f32[16]"},
    {"0.9.0", "data=4", "x f32[12@data,8,4,4]", "out = x.sort(2)", "out f32[12@data,8,4,4]"},
    {"0.9.0", "x=4 y=2", "x f32[12@y,3,8@x]", "out = jnp.argsort(x, axis=2)",
     "ShardingTypeError: Arguments to sort must have equal shardings, got: "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('y', None, 'x')) "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, None))"},
    {"0.9.0", "x=8", "x f32[8,12,1]", "out0, out1 = lax.top_k(x, 2)",
     "ValueError: k argument to top_k must be no larger than size along axis; got k=2 "
     "with shape=[8, 12, 1] and axis=2"},
    {"0.9.0", "x=2", "k i32[6@x,4,2,6]; v f32[6,4,2,6@x]", "out0, out1 = lax.sort_key_val(k, v, 1)",
     "ShardingTypeError: Arguments to sort must have equal shardings, got: "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None), spec=PartitionSpec('x', None, None, None)) "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None), spec=PartitionSpec(None, None, None, 'x'))"},
    {"0.9.0", "x=4 y=2", "x f32[2@y]", "out0, out1 = lax.top_k(x, 2)",
     "out0 f32[2@y]; out1 i32[2@y]"},
    {"0.9.0", "x=2", "x f32[8,4,8@x]", "out = jnp.argsort(x, axis=1)",
     "ShardingTypeError: Arguments to sort must have equal shardings, got: "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None), spec=PartitionSpec(None, None, 'x')) "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None), spec=PartitionSpec(None, None, None))"},
    {"0.9.0", "x=8", "x f32[8@x,8]", "out0, out1 = lax.top_k(x, k=2)",
     "out0 f32[8@x,2]; out1 i32[8@x,2]"},
    {"0.9.0", "x=2 y=2", "x f32[3,3,4]", "out = lax.sort(x, dimension=0)", "out f32[3,3,4]"},
    {"0.9.0", "x=3 y=2", "x f32[8@y,8,4]", "out0, out1 = jax.lax.top_k(x, 3)",
     "out0 f32[8@y,8,3]; out1 i32[8@y,8,3]"},
    {"0.9.0", "x=2", "x f32[3,16@x,4,8]", "out = jnp.sort(x, axis=1)", "out f32[3,16@x,4,8]"},
    {"0.9.0", "x=3 y=2", "k i32[8@y,4,16]; v f32[8@y,4,16]",
     "out0, out1 = lax.sort_key_val(k, v, 0)", "out0 i32[8@y,4,16]; out1 f32[8@y,4,16]"},
    {"0.9.0", "x=2", "x f32[16@x,8]", "out = jnp.sort(x, axis=1, descending=True)",
     "out f32[16@x,8]"},
    {"0.9.0", "b=4 a=4", "x f32[4@a,8@b,8,8]", "out = jnp.sort(x, axis=3, descending=True)",
     "out f32[4@a,8@b,8,8]"},
    {"0.9.0", "x=4", "k f32[6,8@x,8]; v f32[6,8@x,8]",
     "out0, out1 = lax.sort((k, v), dimension=2, num_keys=1)",
     "out0 f32[6,8@x,8]; out1 f32[6,8@x,8]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[3,4]", "out0, out1 = lax.top_k(x, 2)",
     "out0 f32[3,2]; out1 i32[3,2]"},
    {"0.9.0", "x=2 y=2 z=2", "k i32[8@y,6,12@z,3]; v f32[8@y,6,12@z,3]",
     "out0, out1 = lax.sort((k, v), dimension=3, num_keys=2)",
     "out0 i32[8@y,6,12@z,3]; out1 f32[8@y,6,12@z,3]"},
    {"0.9.0", "data=4", "x f32[8,8]", "out = x.argsort(axis=1)", "out i32[8,8]"},
    {"0.9.0", "x=2 y=4", "k i32[4@x,8,4]; v f32[4,8,4]", "out0, out1 = lax.sort([k, v], 2)",
     "ShardingTypeError: Arguments to sort must have equal shardings, got: "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None, None)) "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, None))"},
};

/* What release 0.9.0 says. */
Test(sort_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

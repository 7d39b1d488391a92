/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "b=4 a=4", "x f32[8]", "out0, out1 = jax.lax.top_k(x, 8)",
     "out0 f32[8]; out1 i32[8]"},
    {"0.10.2", "data=4", "x f32[6,8]", "out0, out1 = jax.lax.top_k(x, 1)",
     "out0 f32[6,1]; out1 i32[6,1]"},
    {"0.10.2", "x=3 y=2", "x f32[8@y,8,4]", "out0, out1 = jax.lax.top_k(x, 3)",
     "out0 f32[8@y,8,3]; out1 i32[8@y,8,3]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[4@tp,4@sp,1]", "out0, out1 = jax.lax.top_k(x, 1)",
     "out0 f32[4@tp,4@sp,1]; out1 i32[4@tp,4@sp,1]"},
    {"0.10.2", "x=2 y=4", "x f32[1]", "out = jnp.argsort(x, axis=0)", "out i32[1]"},
    {"0.10.2", "b=4 a=4", "x f32[4,6]", "out = jnp.argsort(x, -1)", "out i32[4,6]"},
    {"0.10.2", "data=2 model=4", "x f32[8,3,3]", "out = jnp.argsort(x, axis=0)", "out i32[8,3,3]"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[4@x,2]", "out = jnp.argsort(x, -1)", "out i32[4@x,2]"},
    {"0.10.2", "x=2", "x f32[8,4,8@x]", "out = jnp.argsort(x, axis=1)", "out i32[8,4,8@x]"},
    {"0.10.2", "x=3", "x f32[16,3@x,1,1]", "out = jnp.argsort(x, axis=3)", "out i32[16,3@x,1,1]"},
    {"0.10.2", "x=3", "x f32[16]", "out = jnp.sort(x, axis=0)", "out f32[16]"},
    {"0.10.2", "x=8", "x f32[2,4]", "out = jnp.sort(x)", "out f32[2,4]"},
    {"0.10.2", "x=1 y=4", "x f32[4@x,3]", "out = jnp.sort(x, axis=1)", "out f32[4@x,3]"},
    {"0.10.2", "data=4", "x f32[3,4@data,4]", "out = jnp.sort(x)", "out f32[3,4@data,4]"},
    {"0.10.2", "b=4 a=4", "x f32[4@a,8@b,8,8]", "out = jnp.sort(x, axis=3, descending=True)",
     "out f32[4@a,8@b,8,8]"},
    {"0.10.2", "x=4 y=2", "x f32[2]", "out = lax.sort(x, dimension=0)", "out f32[2]"},
    {"0.10.2", "x=8", "x f32[8,8]", "out = lax.sort(x, dimension=1)", "out f32[8,8]"},
    {"0.10.2", "x=2 y=2", "x f32[3,3,4]", "out = lax.sort(x, dimension=0)", "out f32[3,3,4]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[6,8@z]", "out = lax.sort(x, dimension=0)", "out f32[6,8@z]"},
    {"0.10.2", "x=2", "x f32[4@x,8,8]", "out = lax.sort(x, dimension=2)", "out f32[4@x,8,8]"},
    {"0.10.2", "x=1 y=4", "k i32[3]; v f32[3]",
     "out0, out1 = lax.sort((k, v), dimension=0, num_keys=2)", "out0 i32[3]; out1 f32[3]"},
    {"0.10.2", "x=4 y=2", "k f32[1,4]; v f32[1,4]",
     "out0, out1 = lax.sort((k, v), dimension=0, num_keys=1)", "out0 f32[1,4]; out1 f32[1,4]"},
    {"0.10.2", "x=8", "k f32[4,1,12]; v f32[4,1,12]",
     "out0, out1 = lax.sort((k, v), dimension=1, num_keys=1)",
     "out0 f32[4,1,12]; out1 f32[4,1,12]"},
    {"0.10.2", "x=2 y=4", "k i32[8,2,1,8]; v f32[8,2,1,8]",
     "out0, out1 = lax.sort((k, v), dimension=3, num_keys=2)",
     "out0 i32[8,2,1,8]; out1 f32[8,2,1,8]"},
    {"0.10.2", "x=1 y=4", "k f32[3,2@x]; v f32[3,2@x]",
     "out0, out1 = lax.sort((k, v), dimension=0, num_keys=1)", "out0 f32[3,2@x]; out1 f32[3,2@x]"},
    {"0.10.2", "x=4", "k f32[6,8@x,8]; v f32[6,8@x,8]",
     "out0, out1 = lax.sort((k, v), dimension=2, num_keys=1)",
     "out0 f32[6,8@x,8]; out1 f32[6,8@x,8]"},
    {"0.10.2", "data=2 model=4", "k i32[6,8,8,4@data]; v f32[6,8,8,4@data]",
     "out0, out1 = lax.sort((k, v), dimension=0, num_keys=2)",
     "out0 i32[6,8,8,4@data]; out1 f32[6,8,8,4@data]"},
    {"0.10.2", "x=2 y=4", "k f32[3,4@y,12@x]; v f32[3,4@y,12@x]",
     "out0, out1 = lax.sort((k, v), dimension=0, num_keys=1)",
     "out0 f32[3,4@y,12@x]; out1 f32[3,4@y,12@x]"},
    {"0.10.2", "x=2 y=2 z=2", "k i32[8@y,6,12@z,3]; v f32[8@y,6,12@z,3]",
     "out0, out1 = lax.sort((k, v), dimension=3, num_keys=2)",
     "out0 i32[8@y,6,12@z,3]; out1 f32[8@y,6,12@z,3]"},
    {"0.10.2", "x=2 y=2", "k i32[3,6]; v f32[3,6]", "out0, out1 = lax.sort_key_val(k, v, 1)",
     "out0 i32[3,6]; out1 f32[3,6]"},
    {"0.10.2", "x=8", "k i32[3,6,6,4]; v f32[3,6,6,4]", "out0, out1 = lax.sort_key_val(k, v, 2)",
     "out0 i32[3,6,6,4]; out1 f32[3,6,6,4]"},
    {"0.10.2", "x=2", "k i32[2,8,16@x,8]; v f32[2,8,16@x,8]",
     "out0, out1 = lax.sort_key_val(k, v, 1)", "out0 i32[2,8,16@x,8]; out1 f32[2,8,16@x,8]"},
    {"0.10.2", "x=2 y=4", "x f32[6]", "out0, out1 = lax.top_k(x, 6)", "out0 f32[6]; out1 i32[6]"},
    {"0.10.2", "x=8", "x f32[1,8]", "out0, out1 = lax.top_k(x, 8)", "out0 f32[1,8]; out1 i32[1,8]"},
    {"0.10.2", "x=2 y=4", "x f32[2,1,4]", "out0, out1 = lax.top_k(x, 4)",
     "out0 f32[2,1,4]; out1 i32[2,1,4]"},
    {"0.10.2", "x=4", "x f32[4@x,4]", "out0, out1 = lax.top_k(x, 4)",
     "out0 f32[4@x,4]; out1 i32[4@x,4]"},
    {"0.10.2", "x=2 y=4", "x f32[8@y,3,3]", "out0, out1 = lax.top_k(x, 1)",
     "out0 f32[8@y,3,1]; out1 i32[8@y,3,1]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[4]", "out = x.argsort(axis=0)", "out i32[4]"},
    {"0.10.2", "data=4", "x f32[8,8]", "out = x.argsort(axis=1)", "out i32[8,8]"},
    {"0.10.2", "x=4 y=2", "x f32[8,4,4]", "out = x.argsort(axis=0)", "out i32[8,4,4]"},
    {"0.10.2", "x=3 y=2", "x f32[8@y,12@x,8]", "out = x.argsort(axis=2)", "out i32[8@y,12@x,8]"},
    {"0.10.2", "x=4", "x f32[2]", "out = x.sort(0)", "out f32[2]"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[4@y,1,4,8]", "out = x.sort(2)", "out f32[4@y,1,4,8]"},
};

/* The types that JAX gives. */
Test(sort, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "data=4", "x f32[2,2,12@data]", "out0, out1 = jax.lax.top_k(x, 12)",
     "ShardingTypeError: The input should be unsharded over the axis along which to "
     "compute the top_k values. Got input type=float32[2,2,12@data] and axis=2"},
    {"0.10.2", "x=2", "x f32[8@x]", "out = jnp.argsort(x, axis=0)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 2, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x',)) and sorting dimension=0"},
    {"0.10.2", "x=2", "x f32[3,16@x,4,8]", "out = jnp.sort(x, axis=1)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 2, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, 'x', None, None)) and sorting dimension=1"},
    {"0.10.2", "x=4", "x f32[8,4@x]", "out = lax.sort(x, dimension=1)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 4, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, 'x')) and sorting dimension=1"},
    {"0.10.2", "x=4", "k f32[4@x]; v f32[4]",
     "out0, out1 = lax.sort((k, v), dimension=0, num_keys=1)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 4, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x',)) and sorting dimension=0"},
    {"0.10.2", "x=2 y=4", "k i32[4@x,8,4]; v f32[4,8,4]", "out0, out1 = lax.sort([k, v], 2)",
     "ShardingTypeError: Arguments to sort must have equal shardings, got: "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None, "
     "None)) NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, "
     "None))"},
    {"0.10.2", "x=3 y=2", "k i32[8@y,4,16]; v f32[8@y,4,16]",
     "out0, out1 = lax.sort_key_val(k, v, 0)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('y', None, None)) and sorting dimension=0"},
    {"0.10.2", "x=2", "k i32[6@x,4,2,6]; v f32[6,4,2,6@x]",
     "out0, out1 = lax.sort_key_val(k, v, 1)",
     "ShardingTypeError: Arguments to sort must have equal shardings, got: "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None, None, None)) "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, None, 'x'))"},
    {"0.10.2", "x=4 y=2", "x f32[2@y]", "out0, out1 = lax.top_k(x, 2)",
     "ShardingTypeError: The input should be unsharded over the axis along which to "
     "compute the top_k values. Got input type=float32[2@y] and axis=0"},
    {"0.10.2", "x=8", "x f32[8,12,1]", "out0, out1 = lax.top_k(x, 2)",
     "ValueError: k argument to top_k must be no larger than size along axis; got "
     "k=2 with shape=[8, 12, 1] and axis=2"},
    {"0.10.2", "x=4", "x f32[4@x]", "out = x.argsort(axis=0)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 4, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x',)) and sorting dimension=0"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[2@y,8@z]", "out = x.sort(0)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, "
     "'z': 2, axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, "
     "num_cores=None, platform=cpu), spec=P('y', 'z')) and sorting dimension=0"},
};

/* What JAX refuses, with its texts. */
Test(sort, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}

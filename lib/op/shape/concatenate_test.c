/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "fsdp=2 tp=2 sp=2", "a f32[3]", "out = jnp.append(a, a, axis=0)", "out f32[6]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "a f32[12,2]", "out = jnp.append(a, a, axis=1)",
     "out f32[12,4]"},
    {"0.10.2", "x=2 y=2", "a f32[8,4,16,4]", "out = jnp.append(a, a, axis=3)", "out f32[8,4,16,8]"},
    {"0.10.2", "x=4", "a f32[3,4,4@x]; b f32[3,4,4@x]", "out = jnp.append(a, b, axis=0)",
     "out f32[6,4,4@x]"},
    {"0.10.2", "x=4", "a f32[6,8,3,8]; b f32[6,8,3,8]; c f32[6,1,3,8]",
     "out = jnp.append(a, c, axis=1)", "out f32[6,9,3,8]"},
    {"0.10.2", "x=1 y=4", "x f32[3]", "out = jnp.concatenate((x,), axis=0)", "out f32[3]"},
    {"0.10.2", "x=4 y=2", "x f32[6,2,3]", "out = jnp.concatenate((x,), axis=2)", "out f32[6,2,3]"},
    {"0.10.2", "x=2 y=2 z=3", "a f32[8,4@x]", "out = jnp.concatenate([a], -2)", "out f32[8,4@x]"},
    {"0.10.2", "x=2 y=2", "x f32[8,2@x,2@y]", "out = jnp.concatenate((x,), axis=1)",
     "out f32[8,2@x,2@y]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[16,8,8@z,4@y]", "out = jnp.concatenate([a], -2)",
     "out f32[16,8,8@z,4@y]"},
    {"0.10.2", "x=2 y=4", "a f32[3]; b f32[3]", "out = jnp.concatenate((a, b), axis=0)",
     "out f32[6]"},
    {"0.10.2", "x=1 y=4", "a f32[6]; b f32[12]; c f32[6]",
     "out = jnp.concatenate((a, b, c), axis=0)", "out f32[24]"},
    {"0.10.2", "x=3", "a f32[2,1]; b f32[4,1]; c f32[12,1]", "out = jnp.concatenate([a, b, c], -2)",
     "out f32[18,1]"},
    {"0.10.2", "data=2 model=4", "a f32[2]", "out = jnp.hstack((a,))", "out f32[2]"},
    {"0.10.2", "dp=4 tp=2", "a f32[12@tp,4@dp,3,4]", "out = jnp.hstack([a])",
     "out f32[12@tp,4@dp,3,4]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "a f32[8]; b f32[8]", "out = jnp.hstack([a, b])", "out f32[16]"},
    {"0.10.2", "data=2 model=4", "a f32[4,4,16]; b f32[4,4,16]; c f32[4,4,16]",
     "out = jnp.hstack([a, b, c])", "out f32[4,12,16]"},
    {"0.10.2", "data=2 model=4", "a f32[3]", "out = jnp.stack([a], -1)", "out f32[3,1]"},
    {"0.10.2", "x=2 y=4", "x f32[8@y]", "out = jnp.stack([x], axis=0)", "out f32[1,8@y]"},
    {"0.10.2", "x=4", "x f32[4@x,4,12]", "out = jnp.stack([x], axis=2)", "out f32[4@x,4,1,12]"},
    {"0.10.2", "x=4 y=2", "a f32[4@x,12@y,4]", "out = jnp.stack([a], axis=3)",
     "out f32[4@x,12@y,4,1]"},
    {"0.10.2", "x=3 y=2", "a f32[8,8]; b f32[8,8]", "out = jnp.stack((a, b), 2)", "out f32[8,8,2]"},
    {"0.10.2", "x=8", "a f32[8@x]; b f32[8@x]", "out = jnp.stack((a, b), 1)", "out f32[8@x,2]"},
    {"0.10.2", "x=1 y=4", "a f32[4@x,1]; b f32[4@x,1]", "out = jnp.stack((a, b), 1)",
     "out f32[4@x,2,1]"},
    {"0.10.2", "x=4 y=2", "a f32[12@y,1,8@x]; b f32[12@y,1,8@x]", "out = jnp.stack([a, b], axis=0)",
     "out f32[2,12@y,1,8@x]"},
    {"0.10.2", "x=4", "a f32[4]; b f32[4]; c f32[4]", "out = jnp.stack((a, b, c), 1)",
     "out f32[4,3]"},
    {"0.10.2", "x=8", "a f32[1,12]; b f32[1,12]; c f32[1,12]", "out = jnp.stack([a, b, c], 2)",
     "out f32[1,12,3]"},
    {"0.10.2", "x=8", "a f32[8@x,4,8]; b f32[8@x,4,8]; c f32[8@x,4,8]",
     "out = jnp.stack([a, b, c], 3)", "out f32[8@x,4,8,3]"},
    {"0.10.2", "x=4", "a f32[12@x,6,4,3]; b f32[12@x,6,4,3]; c f32[12@x,6,4,3]",
     "out = jnp.stack([a, b, c])", "out f32[3,12@x,6,4,3]"},
    {"0.10.2", "data=2 model=4", "a f32[16]", "out = jnp.vstack((a,))", "out f32[1,16]"},
    {"0.10.2", "x=4", "a f32[4@x,6,16]", "out = jnp.vstack((a,))", "out f32[4@x,6,16]"},
    {"0.10.2", "x=4 y=1 z=2", "a f32[4,1@y]; b f32[4,1@y]", "out = jnp.vstack([a, b])",
     "out f32[8,1@y]"},
    {"0.10.2", "x=3 y=2", "a f32[4,4@y]; b f32[4,4@y]; c f32[4,4@y]", "out = jnp.vstack([a, b, c])",
     "out f32[12,4@y]"},
    {"0.10.2", "x=3 y=2", "x f32[8,12,3]", "out = lax.concatenate([x], dimension=0)",
     "out f32[8,12,3]"},
    {"0.10.2", "x=8", "x f32[8@x]", "out = lax.concatenate([x], dimension=0)", "out f32[8@x]"},
    {"0.10.2", "x=8", "x f32[3,1,8@x]", "out = lax.concatenate([x], 0)", "out f32[3,1,8@x]"},
    {"0.10.2", "data=4", "a f32[3]; b f32[3]", "out = lax.concatenate([a, b], 0)", "out f32[6]"},
    {"0.10.2", "x=3 y=2", "a f32[8,2]; b f32[8,2]", "out = lax.concatenate([a, b], 1)",
     "out f32[8,4]"},
    {"0.10.2", "x=2 y=4", "a f32[4@y]; b f32[8@y]", "out = lax.concatenate([a, b], 0)",
     "out f32[12@y]"},
    {"0.10.2", "x=8", "a f32[8,8@x]; b f32[8,8@x]", "out = lax.concatenate([a, b], 0)",
     "out f32[16,8@x]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "a f32[12@(sp,tp),12,2,8]; b f32[12@(sp,tp),12,2,8]",
     "out = lax.concatenate([a, b], dimension=2)", "out f32[12@(sp,tp),12,4,8]"},
    {"0.10.2", "x=4 y=2", "a f32[8@x,12@y]; b f32[8@x,12@y]", "out = lax.concatenate([a, b], 0)",
     "out f32[16@x,12@y]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[2@x,8,12@(y,z)]; b f32[2@x,8,12@(y,z)]",
     "out = lax.concatenate([a, b], 0)", "out f32[4@x,8,12@(y,z)]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[8,1]; b f32[8,2]; c f32[8,1]",
     "out = lax.concatenate([a, b, c], 1)", "out f32[8,4]"},
    {"0.10.2", "x=8", "a f32[12,4,2]; b f32[12,4,2]; c f32[12,4,2]",
     "out = lax.concatenate([a, b, c], dimension=1)", "out f32[12,12,2]"},
};

/* The types that JAX gives. */
Test(concatenate, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=2 y=2", "a f32[1,8,4,8@x]; b f32[1,8@y,4,8@x]", "out = jnp.append(a, b, axis=1)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, "
     "None, 'x')), NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(None, 'y', None, 'x'))"},
    {"0.10.2", "x=3 y=2", "a f32[12]; b f32[12]; c f32[12@y]", "out = jnp.append(a, c, axis=0)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None,)), "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('y',))"},
    {"0.10.2", "x=8", "a f32[8@x,3]; b f32[8,3]", "out = jnp.concatenate((a, b), axis=1)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None))"},
    {"0.10.2", "x=8", "a f32[4,8@x]; b f32[8,8@x]; c f32[8,8]",
     "out = jnp.concatenate((a, b, c), axis=0)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x')), "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'x')), "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None))"},
    {"0.10.2", "x=3 y=2", "a f32[8,8,1,8@y]; b f32[8@y,8,1,8]", "out = jnp.hstack([a, b])",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, "
     "None, 'y')), NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('y', None, None, None))"},
    {"0.10.2", "x=8", "a f32[16,4]; b f32[4,4]", "out = jnp.hstack([a, b])",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions "
     "other than the one being concatenated: concatenating along dimension 1 for "
     "shapes (16, 4), (4, 4)."},
    {"0.10.2", "x=1 y=4", "a f32[4]; b f32[4]; c f32[4@x]", "out = jnp.hstack([a, b, c])",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None,)), "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None,)), "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
    {"0.10.2", "x=2 y=2 z=3", "a f32[3,8,8@x]; b f32[3,8,8@x]; c f32[1,8,8@x]",
     "out = jnp.hstack((a, b, c))",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions "
     "other than the one being concatenated: concatenating along dimension 1 for "
     "shapes (3, 8, 8), (3, 8, 8), (1, 8, 8)."},
    {"0.10.2", "x=2", "a f32[4@x]; b f32[4]", "out = jnp.stack((a, b), 1)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None,))"},
    {"0.10.2", "x=2", "a f32[2@x]; b f32[2@x]; c f32[2]", "out = jnp.stack([a, b, c], axis=0)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None,))"},
    {"0.10.2", "x=4 y=1 z=2", "a f32[8@x,6@(y,z),6,8]; b f32[8,6@(y,z),6,8]",
     "out = jnp.vstack((a, b))",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', ('y', 'z'), None, None)), NamedSharding(mesh=AbstractMesh('x': 4, "
     "'y': 1, 'z': 2, axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, "
     "num_cores=None, platform=cpu), spec=P(None, ('y', 'z'), None, None))"},
    {"0.10.2", "b=4 a=4", "a f32[8,6]; b f32[8,8]", "out = jnp.vstack((a, b))",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions "
     "other than the one being concatenated: concatenating along dimension 0 for "
     "shapes (8, 6), (8, 8)."},
    {"0.10.2", "b=4 a=4", "a f32[2,4@b,12]; b f32[2,4@b,12@a]; c f32[2,4,12]",
     "out = jnp.vstack([a, b, c])",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'b', "
     "None)), NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'b', "
     "'a')), NamedSharding(mesh=AbstractMesh('b': 4, 'a': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, "
     "None))"},
    {"0.10.2", "x=2", "a f32[2,2@x,4]; b f32[2,8@x,4]; c f32[2,2@x,4]",
     "out = jnp.vstack((a, b, c))",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions "
     "other than the one being concatenated: concatenating along dimension 0 for "
     "shapes (2, 2, 4), (2, 8, 4), (2, 2, 4)."},
    {"0.10.2", "x=8", "a f32[8@x]; b f32[8]", "out = lax.concatenate([a, b], dimension=0)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',)), "
     "NamedSharding(mesh=AbstractMesh('x': 8, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None,))"},
    {"0.10.2", "x=4", "a f32[12]; b f32[12]; c f32[12@x]", "out = lax.concatenate([a, b, c], 0)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None,)), "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None,)), "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',))"},
};

/* What JAX refuses, with its texts. */
Test(concatenate, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}

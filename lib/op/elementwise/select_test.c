/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=2 y=2 z=2", "x f32[]", "out = jnp.clip(x, -1.0, 1.0)", "out f32[]"},
    {"0.10.2", "x=8", "x f32[8,3]", "out = jnp.clip(x, 0.0)", "out f32[8,3]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[12,1,2@x]", "out = jnp.clip(x, 0.0)", "out f32[12,1,2@x]"},
    {"0.10.2", "x=3", "x f32[8,8,12@x,1]", "out = jnp.clip(x, 0.0)", "out f32[8,8,12@x,1]"},
    {"0.10.2", "x=4 y=2", "x f32[4,3,16,16]; lo f32[]; hi f32[]", "out = jnp.clip(x, lo, hi)",
     "out f32[4,3,16,16]"},
    {"0.10.2", "data=4", "x f32[16@data,6,8]; lo f32[16@data,6,8]; hi f32[16@data,6,8]",
     "out = jnp.clip(x, lo, hi)", "out f32[16@data,6,8]"},
    {"0.10.2", "b=4 a=4", "x f32[12@a,12,8@b]; lo f32[12,12,8]; hi f32[12@a,12,8@b]",
     "out = jnp.clip(x, lo, hi)", "out f32[12@a,12,8@b]"},
    {"0.10.2", "x=2 y=2 z=2", "c bool[]; a f32[3]; b f32[3]", "out = jnp.where(c, a, b)",
     "out f32[3]"},
    {"0.10.2", "x=4", "c bool[1,6]; a f32[1,6]; b f32[1,6]", "out = jnp.where(c, a, b)",
     "out f32[1,6]"},
    {"0.10.2", "data=4", "a f32[1,6,4,1]; b f32[4,6,4,8]; c bool[1,6,4,1]",
     "out = jnp.where(a > 0, a, b)", "out f32[4,6,4,8]"},
    {"0.10.2", "x=3 y=2", "c bool[6@x]; a f32[6@x]; b f32[]", "out = jnp.where(c, a, b)",
     "out f32[6@x]"},
    {"0.10.2", "x=4 y=2", "c bool[4@y,1]; a f32[4@y,1]; b f32[4@y,1]", "out = jnp.where(c, a, b)",
     "out f32[4@y,1]"},
    {"0.10.2", "x=2 y=2 z=2", "c bool[]; a f32[4@y,3,2]; b f32[]", "out = jnp.where(c, a, b)",
     "out f32[4@y,3,2]"},
    {"0.10.2", "x=1 y=4", "c bool[]; a f32[8@(y,x),6,8]; b f32[8@(y,x),6,8]",
     "out = jnp.where(c, a, b)", "out f32[8@(y,x),6,8]"},
    {"0.10.2", "x=4 y=2", "a f32[4@y]; b f32[8@x,4@y]; c bool[8@x,4]", "out = jnp.where(c, a, 0.0)",
     "out f32[8@x,4@y]"},
    {"0.10.2", "x=3 y=2", "c bool[6@y,3@x,8]; a f32[6@y,3@x,8]; b f32[6@y,3@x,8]",
     "out = jnp.where(c, a, b)", "out f32[6@y,3@x,8]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[]", "out = lax.clamp(0.0, x, 1.0)", "out f32[]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[8,4]", "out = lax.clamp(0.0, x, 1.0)", "out f32[8,4]"},
    {"0.10.2", "x=2", "x f32[4,16,8]", "out = lax.clamp(0.0, x, 1.0)", "out f32[4,16,8]"},
    {"0.10.2", "x=3", "x f32[12@x]", "out = lax.clamp(0.0, x, 1.0)", "out f32[12@x]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[]; lo f32[]; hi f32[]", "out = lax.clamp(lo, x, hi)",
     "out f32[]"},
    {"0.10.2", "x=8", "lo f32[4,4]; x f32[4,4]; hi f32[]", "out = lax.clamp(lo, x, hi)",
     "out f32[4,4]"},
    {"0.10.2", "x=3 y=2", "lo f32[8,8,1]; x f32[8,8,1]; hi f32[]", "out = lax.clamp(lo, x, hi)",
     "out f32[8,8,1]"},
    {"0.10.2", "x=2 y=4", "lo f32[]; x f32[8@y]; hi f32[]", "out = lax.clamp(lo, x, hi)",
     "out f32[8@y]"},
    {"0.10.2", "x=2", "lo f32[]; x f32[12,8@x]; hi f32[]", "out = lax.clamp(lo, x, hi)",
     "out f32[12,8@x]"},
    {"0.10.2", "x=4", "lo f32[]; x f32[4@x,6,3]; hi f32[]", "out = lax.clamp(lo, x, hi)",
     "out f32[4@x,6,3]"},
    {"0.10.2", "x=2 y=2 z=2", "lo f32[8@(x,y),2,1]; x f32[8@(x,y),2,1]; hi f32[]",
     "out = lax.clamp(lo, x, hi)", "out f32[8@(x,y),2,1]"},
    {"0.10.2", "x=2 y=2", "lo f32[]; x f32[3,12@x,12@y]; hi f32[]", "out = lax.clamp(lo, x, hi)",
     "out f32[3,12@x,12@y]"},
    {"0.10.2", "b=4 a=4", "c bool[]; a f32[]; b f32[]", "out = lax.select(c, a, b)", "out f32[]"},
    {"0.10.2", "x=4 y=2", "c bool[8,1]; a f32[8,1]; b f32[8,1]", "out = lax.select(c, a, b)",
     "out f32[8,1]"},
    {"0.10.2", "x=2 y=2", "c bool[12@x]; a f32[12@x]; b f32[12@x]", "out = lax.select(c, a, b)",
     "out f32[12@x]"},
    {"0.10.2", "x=3 y=2", "c bool[12@(y,x)]; a f32[12@(y,x)]; b f32[12@(y,x)]",
     "out = lax.select(c, a, b)", "out f32[12@(y,x)]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "c bool[]; a f32[4,1,8,8@fsdp]; b f32[4,1,8,8@fsdp]",
     "out = lax.select(c, a, b)", "out f32[4,1,8,8@fsdp]"},
    {"0.10.2", "x=2 y=2 z=2", "c bool[]; a f32[4@(x,z),4@y,6]; b f32[4@(x,z),4@y,6]",
     "out = lax.select(c, a, b)", "out f32[4@(x,z),4@y,6]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "c bool[]; a f32[]; b f32[]", "out = lax.select_n(c, a, b)",
     "out f32[]"},
    {"0.10.2", "x=4", "c bool[]; a f32[8,16]; b f32[8,16]", "out = lax.select_n(c, a, b)",
     "out f32[8,16]"},
    {"0.10.2", "x=4", "c bool[2,3,1]; a f32[2,3,1]; b f32[2,3,1]", "out = lax.select_n(c, a, b)",
     "out f32[2,3,1]"},
    {"0.10.2", "x=3 y=2", "c bool[]; a f32[6@x]; b f32[6@x]", "out = lax.select_n(c, a, b)",
     "out f32[6@x]"},
    {"0.10.2", "x=8", "c bool[]; a f32[12,8@x]; b f32[12,8@x]", "out = lax.select_n(c, a, b)",
     "out f32[12,8@x]"},
    {"0.10.2", "x=4 y=2", "c bool[]; a f32[3,4,8@y]; b f32[3,4,8@y]", "out = lax.select_n(c, a, b)",
     "out f32[3,4,8@y]"},
    {"0.10.2", "x=4 y=2", "c bool[8@y,8@x,6]; a f32[8@y,8@x,6]; b f32[8@y,8@x,6]",
     "out = lax.select_n(c, a, b)", "out f32[8@y,8@x,6]"},
};

/* The types that JAX gives. */
Test(select, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "dp=4 tp=2", "x f32[8@(dp,tp),6,16]; lo f32[8@(dp,tp),6,16]; hi f32[8@tp,6,16@dp]",
     "out = jnp.clip(x, lo, hi)",
     "ShardingTypeError: min got incompatible shardings for broadcasting: ('tp', "
     "None, 'dp'), (('dp', 'tp'), None, None)."},
    {"0.10.2", "x=4 y=1 z=2", "a f32[8@y,8]; b f32[]; c bool[8@y]", "out = jnp.where(c, a, 0.0)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('y', 'y') has duplicate "
     "entries for `y`"},
    {"0.10.2", "x=2 y=2 z=2", "c bool[8@x]; a f32[8@z]; b f32[]", "out = jnp.where(c, a, b)",
     "ShardingTypeError: broadcast_shardings got incompatible shardings for "
     "broadcasting: ('x',), ('z',), (None,)."},
    {"0.10.2", "x=8", "a f32[8@x]; b f32[8@x]; c bool[8]", "out = jnp.where(c, a, b)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 8, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None,)) but case sharding NamedSharding(mesh=AbstractMesh('x': 8, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x',))."},
    {"0.10.2", "x=4", "c bool[]; a f32[4]; b f32[4@x]", "out = jnp.where(c, a, b)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',)), "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None,))]."},
    {"0.10.2", "data=4", "c bool[4,4]; a f32[4,4@data]; b f32[4,4@data]",
     "out = lax.select(c, a, b)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('data': 4, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None)) but case sharding NamedSharding(mesh=AbstractMesh('data': "
     "4, axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, 'data'))."},
    {"0.10.2", "x=1 y=4", "c bool[4@y,8,1@x,4]; a f32[4@x,8@y,1,4]; b f32[4,8,1,4]",
     "out = lax.select(c, a, b)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, "
     "None, None)), NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('x', 'y', None, None))]."},
    {"0.10.2", "x=4", "c bool[4,4]; a f32[4,4@x]; b f32[4,4@x]", "out = lax.select_n(c, a, b)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 4, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None)) but case sharding NamedSharding(mesh=AbstractMesh('x': 4, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, 'x'))."},
    {"0.10.2", "x=4", "c bool[4]; a f32[4@x]; b f32[4]", "out = lax.select_n(c, a, b)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x',)), "
     "NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None,))]."},
};

/* What JAX refuses, with its texts. */
Test(select, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=3 y=2", "c bool[12@(x,y),4]; a f32[12@(x,y),4]; b f32[12,4]",
     "out = jnp.where(c, a, b)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(('x', 'y'), None))]."},
    {"0.6.0", "b=4 a=4", "x f32[12@a,12,8@b]; lo f32[12,12,8]; hi f32[12@a,12,8@b]",
     "out = jnp.clip(x, lo, hi)", "out f32[12@a,12,8@b]"},
    {"0.6.0", "x=4 y=2", "c bool[4@y,1]; a f32[4@y,1]; b f32[4@y,1]", "out = jnp.where(c, a, b)",
     "out f32[4@y,1]"},
    {"0.6.0", "x=8", "c bool[8]; a f32[8]; b f32[8]", "out = lax.select_n(c, a, b)", "out f32[8]"},
    {"0.6.0", "x=2 y=4", "c bool[16]; a f32[16@(y,x)]; b f32[16@(y,x)]",
     "out = lax.select(c, a, b)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None,)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(('y', 'x'),))."},
    {"0.6.0", "x=4 y=2", "c bool[]; a f32[3,4,8@y]; b f32[3,4,8@y]", "out = lax.select_n(c, a, b)",
     "out f32[3,4,8@y]"},
    {"0.6.0", "x=2 y=2", "a f32[8,8@y]; b f32[8,8@y]; c bool[8@y,8]", "out = jnp.where(c, a, b)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec('y', None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'y'))."},
    {"0.6.0", "x=1 y=4", "c bool[4@y,8,1@x,4]; a f32[4@x,8@y,1,4]; b f32[4,8,1,4]",
     "out = lax.select(c, a, b)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None, None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', 'y', None, None))]."},
    {"0.6.0", "x=2", "x f32[6,6,2@x,6]", "out = jnp.clip(x, -1.0, 1.0)", "out f32[6,6,2@x,6]"},
    {"0.6.0", "x=2 y=2 z=2", "c bool[]; a f32[4@(x,z),4@y,6]; b f32[4@(x,z),4@y,6]",
     "out = lax.select(c, a, b)", "out f32[4@(x,z),4@y,6]"},
    {"0.6.0", "x=8", "x f32[8,3]", "out = jnp.clip(x, 0.0)", "out f32[8,3]"},
    {"0.6.0", "x=4", "lo f32[3]; x f32[3]; hi f32[3]", "out = lax.clamp(lo, x, hi)", "out f32[3]"},
    {"0.6.0", "x=3", "c bool[]; a f32[]; b f32[]", "out = lax.select(c, a, b)", "out f32[]"},
    {"0.6.0", "dp=4 tp=2", "a f32[2,4@dp,8@tp,4]; b f32[4,1,4@dp]; c bool[4@tp]",
     "out = jnp.where(a > 0, a, b)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec(None, 'dp', 'tp', "
     "'dp') has duplicate entries for `dp`"},
    {"0.6.0", "dp=4 tp=2", "a f32[6,16,6,8@dp]; b f32[1,1,6,8@dp]; c bool[8@(dp,tp)]",
     "out = jnp.where(c, a, b)",
     "ShardingTypeError: broadcast_shardings got incompatible shardings for "
     "broadcasting: (None, None, None, ('dp', 'tp')), (None, None, None, 'dp'), (None, "
     "None, None, 'dp')."},
    {"0.6.0", "x=2 y=4", "c bool[]; a f32[6]; b f32[6]", "out = jnp.where(c, a, b)", "out f32[6]"},
    {"0.6.0", "x=4 y=2", "a f32[4@y]; b f32[8@x,4@y]; c bool[8@x,4]", "out = jnp.where(c, a, 0.0)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec('x', None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', 'y'))."},
    {"0.6.0", "dp=4 tp=2", "x f32[8@(dp,tp),6,16]; lo f32[8@(dp,tp),6,16]; hi f32[8@tp,6,16@dp]",
     "out = jnp.clip(x, lo, hi)",
     "ShardingTypeError: min got incompatible shardings for broadcasting: ('tp', None, "
     "'dp'), (('dp', 'tp'), None, None)."},
    {"0.6.0", "x=2 y=2 z=2", "lo f32[8@z]; x f32[8@y]; hi f32[]", "out = lax.clamp(lo, x, hi)",
     "out f32[8@y]"},
    {"0.6.0", "x=2 y=2", "c bool[12@x]; a f32[12@x]; b f32[12@x]", "out = lax.select(c, a, b)",
     "out f32[12@x]"},
    {"0.6.0", "x=2 y=2 z=2", "c bool[12@x,12]; a f32[12@x,12]; b f32[12,12]",
     "out = lax.select_n(c, a, b)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit)), spec=PartitionSpec('x', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit)), spec=PartitionSpec(None, None))]."},
    {"0.6.0", "x=4 y=2", "c bool[8@y,8@x,6]; a f32[8@y,8@x,6]; b f32[8@y,8@x,6]",
     "out = lax.select_n(c, a, b)", "out f32[8@y,8@x,6]"},
    {"0.6.0", "data=2 model=4",
     "c bool[16@(data,model),6,8,8]; a f32[16@data,6,8@model,8]; b "
     "f32[16@data,6,8@model,8]",
     "out = lax.select_n(c, a, b)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('data': 2, 'model': "
     "4, axis_types=(Explicit, Explicit)), spec=PartitionSpec(('data', 'model'), None, "
     "None, None)) but case sharding NamedSharding(mesh=AbstractMesh('data': 2, "
     "'model': 4, axis_types=(Explicit, Explicit)), spec=PartitionSpec('data', None, "
     "'model', None))."},
    {"0.6.0", "x=4 y=2", "lo f32[8,4@x,4]; x f32[8@y,4@x,4]; hi f32[]",
     "out = lax.clamp(lo, x, hi)", "out f32[8@y,4@x,4]"},
};

/* What release 0.6.0 says. */
Test(select_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=3 y=2", "c bool[12@(x,y),4]; a f32[12@(x,y),4]; b f32[12,4]",
     "out = jnp.where(c, a, b)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(('x', 'y'), None))]."},
    {"0.7.0", "b=4 a=4", "x f32[12@a,12,8@b]; lo f32[12,12,8]; hi f32[12@a,12,8@b]",
     "out = jnp.clip(x, lo, hi)", "out f32[12@a,12,8@b]"},
    {"0.7.0", "x=4 y=2", "c bool[4@y,1]; a f32[4@y,1]; b f32[4@y,1]", "out = jnp.where(c, a, b)",
     "out f32[4@y,1]"},
    {"0.7.0", "x=8", "c bool[8]; a f32[8]; b f32[8]", "out = lax.select_n(c, a, b)", "out f32[8]"},
    {"0.7.0", "x=2 y=4", "c bool[16]; a f32[16@(y,x)]; b f32[16@(y,x)]",
     "out = lax.select(c, a, b)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None,)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(('y', 'x'),))."},
    {"0.7.0", "x=4 y=2", "c bool[]; a f32[3,4,8@y]; b f32[3,4,8@y]", "out = lax.select_n(c, a, b)",
     "out f32[3,4,8@y]"},
    {"0.7.0", "x=2 y=2", "a f32[8,8@y]; b f32[8,8@y]; c bool[8@y,8]", "out = jnp.where(c, a, b)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec('y', None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'y'))."},
    {"0.7.0", "x=1 y=4", "c bool[4@y,8,1@x,4]; a f32[4@x,8@y,1,4]; b f32[4,8,1,4]",
     "out = lax.select(c, a, b)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None, None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', 'y', None, None))]."},
    {"0.7.0", "x=2", "x f32[6,6,2@x,6]", "out = jnp.clip(x, -1.0, 1.0)", "out f32[6,6,2@x,6]"},
    {"0.7.0", "x=2 y=2 z=2", "c bool[]; a f32[4@(x,z),4@y,6]; b f32[4@(x,z),4@y,6]",
     "out = lax.select(c, a, b)", "out f32[4@(x,z),4@y,6]"},
    {"0.7.0", "x=8", "x f32[8,3]", "out = jnp.clip(x, 0.0)", "out f32[8,3]"},
    {"0.7.0", "x=4", "lo f32[3]; x f32[3]; hi f32[3]", "out = lax.clamp(lo, x, hi)", "out f32[3]"},
    {"0.7.0", "x=3", "c bool[]; a f32[]; b f32[]", "out = lax.select(c, a, b)", "out f32[]"},
    {"0.7.0", "dp=4 tp=2", "a f32[2,4@dp,8@tp,4]; b f32[4,1,4@dp]; c bool[4@tp]",
     "out = jnp.where(a > 0, a, b)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec(None, 'dp', 'tp', "
     "'dp') has duplicate entries for `dp`"},
    {"0.7.0", "dp=4 tp=2", "a f32[6,16,6,8@dp]; b f32[1,1,6,8@dp]; c bool[8@(dp,tp)]",
     "out = jnp.where(c, a, b)",
     "ShardingTypeError: broadcast_shardings got incompatible shardings for "
     "broadcasting: (None, None, None, ('dp', 'tp')), (None, None, None, 'dp'), (None, "
     "None, None, 'dp')."},
    {"0.7.0", "x=2 y=4", "c bool[]; a f32[6]; b f32[6]", "out = jnp.where(c, a, b)", "out f32[6]"},
    {"0.7.0", "x=4 y=2", "a f32[4@y]; b f32[8@x,4@y]; c bool[8@x,4]", "out = jnp.where(c, a, 0.0)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec('x', None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', 'y'))."},
    {"0.7.0", "dp=4 tp=2", "x f32[8@(dp,tp),6,16]; lo f32[8@(dp,tp),6,16]; hi f32[8@tp,6,16@dp]",
     "out = jnp.clip(x, lo, hi)",
     "ShardingTypeError: min got incompatible shardings for broadcasting: ('tp', None, "
     "'dp'), (('dp', 'tp'), None, None)."},
    {"0.7.0", "x=2 y=2 z=2", "lo f32[8@z]; x f32[8@y]; hi f32[]", "out = lax.clamp(lo, x, hi)",
     "out f32[8@y]"},
    {"0.7.0", "x=2 y=2", "c bool[12@x]; a f32[12@x]; b f32[12@x]", "out = lax.select(c, a, b)",
     "out f32[12@x]"},
    {"0.7.0", "x=2 y=2 z=2", "c bool[12@x,12]; a f32[12@x,12]; b f32[12,12]",
     "out = lax.select_n(c, a, b)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit)), spec=PartitionSpec('x', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit)), spec=PartitionSpec(None, None))]."},
    {"0.7.0", "x=4 y=2", "c bool[8@y,8@x,6]; a f32[8@y,8@x,6]; b f32[8@y,8@x,6]",
     "out = lax.select_n(c, a, b)", "out f32[8@y,8@x,6]"},
    {"0.7.0", "data=2 model=4",
     "c bool[16@(data,model),6,8,8]; a f32[16@data,6,8@model,8]; b "
     "f32[16@data,6,8@model,8]",
     "out = lax.select_n(c, a, b)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('data': 2, 'model': "
     "4, axis_types=(Explicit, Explicit)), spec=PartitionSpec(('data', 'model'), None, "
     "None, None)) but case sharding NamedSharding(mesh=AbstractMesh('data': 2, "
     "'model': 4, axis_types=(Explicit, Explicit)), spec=PartitionSpec('data', None, "
     "'model', None))."},
    {"0.7.0", "x=4 y=2", "lo f32[8,4@x,4]; x f32[8@y,4@x,4]; hi f32[]",
     "out = lax.clamp(lo, x, hi)", "out f32[8@y,4@x,4]"},
};

/* What release 0.7.0 says. */
Test(select_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=3 y=2", "c bool[12@(x,y),4]; a f32[12@(x,y),4]; b f32[12,4]",
     "out = jnp.where(c, a, b)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(('x', 'y'), None))]."},
    {"0.8.2", "b=4 a=4", "x f32[12@a,12,8@b]; lo f32[12,12,8]; hi f32[12@a,12,8@b]",
     "out = jnp.clip(x, lo, hi)", "out f32[12@a,12,8@b]"},
    {"0.8.2", "x=4 y=2", "c bool[4@y,1]; a f32[4@y,1]; b f32[4@y,1]", "out = jnp.where(c, a, b)",
     "out f32[4@y,1]"},
    {"0.8.2", "x=8", "c bool[8]; a f32[8]; b f32[8]", "out = lax.select_n(c, a, b)", "out f32[8]"},
    {"0.8.2", "x=2 y=4", "c bool[16]; a f32[16@(y,x)]; b f32[16@(y,x)]",
     "out = lax.select(c, a, b)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None,)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(('y', 'x'),))."},
    {"0.8.2", "x=4 y=2", "c bool[]; a f32[3,4,8@y]; b f32[3,4,8@y]", "out = lax.select_n(c, a, b)",
     "out f32[3,4,8@y]"},
    {"0.8.2", "x=2 y=2", "a f32[8,8@y]; b f32[8,8@y]; c bool[8@y,8]", "out = jnp.where(c, a, b)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec('y', None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, 'y'))."},
    {"0.8.2", "x=1 y=4", "c bool[4@y,8,1@x,4]; a f32[4@x,8@y,1,4]; b f32[4,8,1,4]",
     "out = lax.select(c, a, b)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, "
     "None, None)), NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec('x', 'y', None, None))]."},
    {"0.8.2", "x=2", "x f32[6,6,2@x,6]", "out = jnp.clip(x, -1.0, 1.0)", "out f32[6,6,2@x,6]"},
    {"0.8.2", "x=2 y=2 z=2", "c bool[]; a f32[4@(x,z),4@y,6]; b f32[4@(x,z),4@y,6]",
     "out = lax.select(c, a, b)", "out f32[4@(x,z),4@y,6]"},
    {"0.8.2", "x=8", "x f32[8,3]", "out = jnp.clip(x, 0.0)", "out f32[8,3]"},
    {"0.8.2", "x=4", "lo f32[3]; x f32[3]; hi f32[3]", "out = lax.clamp(lo, x, hi)", "out f32[3]"},
    {"0.8.2", "x=3", "c bool[]; a f32[]; b f32[]", "out = lax.select(c, a, b)", "out f32[]"},
    {"0.8.2", "dp=4 tp=2", "a f32[2,4@dp,8@tp,4]; b f32[4,1,4@dp]; c bool[4@tp]",
     "out = jnp.where(a > 0, a, b)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec(None, 'dp', 'tp', "
     "'dp') has duplicate entries for `dp`"},
    {"0.8.2", "dp=4 tp=2", "a f32[6,16,6,8@dp]; b f32[1,1,6,8@dp]; c bool[8@(dp,tp)]",
     "out = jnp.where(c, a, b)",
     "ShardingTypeError: broadcast_shardings got incompatible shardings for "
     "broadcasting: (None, None, None, ('dp', 'tp')), (None, None, None, 'dp'), (None, "
     "None, None, 'dp')."},
    {"0.8.2", "x=2 y=4", "c bool[]; a f32[6]; b f32[6]", "out = jnp.where(c, a, b)", "out f32[6]"},
    {"0.8.2", "x=4 y=2", "a f32[4@y]; b f32[8@x,4@y]; c bool[8@x,4]", "out = jnp.where(c, a, 0.0)",
     "out f32[8@x,4@y]"},
    {"0.8.2", "dp=4 tp=2", "x f32[8@(dp,tp),6,16]; lo f32[8@(dp,tp),6,16]; hi f32[8@tp,6,16@dp]",
     "out = jnp.clip(x, lo, hi)",
     "ShardingTypeError: min got incompatible shardings for broadcasting: ('tp', None, "
     "'dp'), (('dp', 'tp'), None, None)."},
    {"0.8.2", "x=2 y=2 z=2", "lo f32[8@z]; x f32[8@y]; hi f32[]", "out = lax.clamp(lo, x, hi)",
     "out f32[8@y]"},
    {"0.8.2", "x=2 y=2", "c bool[12@x]; a f32[12@x]; b f32[12@x]", "out = lax.select(c, a, b)",
     "out f32[12@x]"},
    {"0.8.2", "x=2 y=2 z=2", "c bool[12@x,12]; a f32[12@x,12]; b f32[12,12]",
     "out = lax.select_n(c, a, b)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('x', "
     "None)), NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None))]."},
    {"0.8.2", "x=4 y=2", "c bool[8@y,8@x,6]; a f32[8@y,8@x,6]; b f32[8@y,8@x,6]",
     "out = lax.select_n(c, a, b)", "out f32[8@y,8@x,6]"},
    {"0.8.2", "data=2 model=4",
     "c bool[16@(data,model),6,8,8]; a f32[16@data,6,8@model,8]; b "
     "f32[16@data,6,8@model,8]",
     "out = lax.select_n(c, a, b)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('data': 2, 'model': "
     "4, axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(('data', 'model'), None, None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('data': 2, 'model': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('data', None, "
     "'model', None))."},
    {"0.8.2", "x=4 y=2", "lo f32[8,4@x,4]; x f32[8@y,4@x,4]; hi f32[]",
     "out = lax.clamp(lo, x, hi)", "out f32[8@y,4@x,4]"},
};

/* What release 0.8.2 says. */
Test(select_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=3 y=2", "c bool[12@(x,y),4]; a f32[12@(x,y),4]; b f32[12,4]",
     "out = jnp.where(c, a, b)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 3, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(('x', 'y'), None))]."},
    {"0.9.0", "b=4 a=4", "x f32[12@a,12,8@b]; lo f32[12,12,8]; hi f32[12@a,12,8@b]",
     "out = jnp.clip(x, lo, hi)", "out f32[12@a,12,8@b]"},
    {"0.9.0", "x=4 y=2", "c bool[4@y,1]; a f32[4@y,1]; b f32[4@y,1]", "out = jnp.where(c, a, b)",
     "out f32[4@y,1]"},
    {"0.9.0", "x=8", "c bool[8]; a f32[8]; b f32[8]", "out = lax.select_n(c, a, b)", "out f32[8]"},
    {"0.9.0", "x=2 y=4", "c bool[16]; a f32[16@(y,x)]; b f32[16@(y,x)]",
     "out = lax.select(c, a, b)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None,)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(('y', 'x'),))."},
    {"0.9.0", "x=4 y=2", "c bool[]; a f32[3,4,8@y]; b f32[3,4,8@y]", "out = lax.select_n(c, a, b)",
     "out f32[3,4,8@y]"},
    {"0.9.0", "x=2 y=2", "a f32[8,8@y]; b f32[8,8@y]; c bool[8@y,8]", "out = jnp.where(c, a, b)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec('y', None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, 'y'))."},
    {"0.9.0", "x=1 y=4", "c bool[4@y,8,1@x,4]; a f32[4@x,8@y,1,4]; b f32[4,8,1,4]",
     "out = lax.select(c, a, b)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, "
     "None, None)), NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec('x', 'y', None, None))]."},
    {"0.9.0", "x=2", "x f32[6,6,2@x,6]", "out = jnp.clip(x, -1.0, 1.0)", "out f32[6,6,2@x,6]"},
    {"0.9.0", "x=2 y=2 z=2", "c bool[]; a f32[4@(x,z),4@y,6]; b f32[4@(x,z),4@y,6]",
     "out = lax.select(c, a, b)", "out f32[4@(x,z),4@y,6]"},
    {"0.9.0", "x=8", "x f32[8,3]", "out = jnp.clip(x, 0.0)", "out f32[8,3]"},
    {"0.9.0", "x=4", "lo f32[3]; x f32[3]; hi f32[3]", "out = lax.clamp(lo, x, hi)", "out f32[3]"},
    {"0.9.0", "x=3", "c bool[]; a f32[]; b f32[]", "out = lax.select(c, a, b)", "out f32[]"},
    {"0.9.0", "dp=4 tp=2", "a f32[2,4@dp,8@tp,4]; b f32[4,1,4@dp]; c bool[4@tp]",
     "out = jnp.where(a > 0, a, b)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec(None, 'dp', 'tp', "
     "'dp') has duplicate entries for `dp`"},
    {"0.9.0", "dp=4 tp=2", "a f32[6,16,6,8@dp]; b f32[1,1,6,8@dp]; c bool[8@(dp,tp)]",
     "out = jnp.where(c, a, b)",
     "ShardingTypeError: broadcast_shardings got incompatible shardings for "
     "broadcasting: (None, None, None, ('dp', 'tp')), (None, None, None, 'dp'), (None, "
     "None, None, 'dp')."},
    {"0.9.0", "x=2 y=4", "c bool[]; a f32[6]; b f32[6]", "out = jnp.where(c, a, b)", "out f32[6]"},
    {"0.9.0", "x=4 y=2", "a f32[4@y]; b f32[8@x,4@y]; c bool[8@x,4]", "out = jnp.where(c, a, 0.0)",
     "out f32[8@x,4@y]"},
    {"0.9.0", "dp=4 tp=2", "x f32[8@(dp,tp),6,16]; lo f32[8@(dp,tp),6,16]; hi f32[8@tp,6,16@dp]",
     "out = jnp.clip(x, lo, hi)",
     "ShardingTypeError: min got incompatible shardings for broadcasting: ('tp', None, "
     "'dp'), (('dp', 'tp'), None, None)."},
    {"0.9.0", "x=2 y=2 z=2", "lo f32[8@z]; x f32[8@y]; hi f32[]", "out = lax.clamp(lo, x, hi)",
     "out f32[8@y]"},
    {"0.9.0", "x=2 y=2", "c bool[12@x]; a f32[12@x]; b f32[12@x]", "out = lax.select(c, a, b)",
     "out f32[12@x]"},
    {"0.9.0", "x=2 y=2 z=2", "c bool[12@x,12]; a f32[12@x,12]; b f32[12,12]",
     "out = lax.select_n(c, a, b)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('x', "
     "None)), NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None))]."},
    {"0.9.0", "x=4 y=2", "c bool[8@y,8@x,6]; a f32[8@y,8@x,6]; b f32[8@y,8@x,6]",
     "out = lax.select_n(c, a, b)", "out f32[8@y,8@x,6]"},
    {"0.9.0", "data=2 model=4",
     "c bool[16@(data,model),6,8,8]; a f32[16@data,6,8@model,8]; b "
     "f32[16@data,6,8@model,8]",
     "out = lax.select_n(c, a, b)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('data': 2, 'model': "
     "4, axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(('data', 'model'), None, None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('data': 2, 'model': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('data', None, "
     "'model', None))."},
    {"0.9.0", "x=4 y=2", "lo f32[8,4@x,4]; x f32[8@y,4@x,4]; hi f32[]",
     "out = lax.clamp(lo, x, hi)", "out f32[8@y,4@x,4]"},
};

/* What release 0.9.0 says. */
Test(select_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

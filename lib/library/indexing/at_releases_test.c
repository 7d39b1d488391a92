/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=2 y=4", "x f32[4@x,4,3]; v f32[6,4@y,3]; i i32[6]", "out = x.at[i].set(v)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=2 y=2", "x f32[8,4]; v f32[2@y,4@x]; i i32[2]", "out = x.at[i].max(v)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=3", "x f32[4,6@x]; i i32[4,4]; v f32[4,4,6@x]",
     "out = x.at[i].add(v, out_sharding=P('x', 'x', None))",
     "TypeError: _IndexUpdateRef.add() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=2 y=4", "x f32[6@x,8]; v f32[6@x,3]; i i32[3]", "out = x.at[:, i].add(v)",
     "ShardingTypeError: sharding rule for scatter-add is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=8", "x f32[12,8@x,8]", "out = x.at[:, :].subtract(1.0, unique_indices=True)",
     "ShardingTypeError: sharding rule for scatter-sub is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "data=2 model=4", "x f32[8@model,8]; i i32[2@data]; v f32[3,2]",
     "out = x.at[0:3, i].multiply(v, out_sharding=P(None, None))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=2", "x f32[8@x,4]; v f32[8@x,8]; i i32[8]",
     "out = x.at[:, i].add(v, out_sharding=P('x', 'q'))",
     "TypeError: _IndexUpdateRef.add() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=4 y=1 z=2", "x f32[4,8,16@(x,z)]; i i32[]; v f32[8]",
     "out = x.at[3, :, i].min(v, out_sharding=P('y', 'z', None), mode='clip')",
     "TypeError: _IndexUpdateRef.min() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=2", "x f32[1,1]; v f32[]; i i32[]; j i32[]",
     "out = x.at[i, j].max(v, out_sharding=P(None, None))",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=8", "x f32[1]; i i32[8]; v f32[]",
     "out = x.at[i].multiply(v, out_sharding=P(None, 'x'))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "fsdp=2 tp=2 sp=2", "x f32[8@sp,16@fsdp]; i i32[4@sp]; v f32[1,4]",
     "out = x.at[0:1, i].max(v, out_sharding=P(None, 'tp'), indices_are_sorted=True)",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=4", "x f32[4,12,6]; i i32[8]; v f32[8,6]",
     "out = x.at[0:2:2, i, :].max(v, out_sharding=P('x', 'x'), mode='clip')",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=8", "x f32[6]; v f32[]; i i32[]", "out = x.at[i].max(v)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=2 y=4", "x f32[3,6]; v f32[3,4,6]; i i32[4,6]", "out = x.at[:, i].mul(v)",
     "ShardingTypeError: sharding rule for scatter-mul is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=2 y=2", "x f32[12,12@(y,x)]; v f32[8,12@(y,x)]; i i32[8]",
     "out = x.at[i].set(v, out_sharding=P('q', None))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "fsdp=2 tp=2 sp=2", "x f32[4,3,16@sp]; i i32[8]; v f32[8,16]",
     "out = x.at[:, i, :].add(v, out_sharding=P(None, 'sp', 'tp', 'fsdp'), "
     "mode='promise_in_bounds')",
     "TypeError: _IndexUpdateRef.add() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=2", "x f32[2@x,8,3]; v f32[]; i i32[12]", "out = x.at[0:1, i].max(v)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[16@(z,y),2,1]; i i32[4@z,2]; j i32[4,2@y]",
     "out = x.at[:, i, j].add(2)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit)), spec=PartitionSpec('z', None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit)), spec=PartitionSpec(None, 'y', None))"},
    {"0.6.0", "x=4", "x f32[4@x,8]; v f32[4@x,8]; i i32[8]", "out = x.at[:, i].max(v)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[12]; v f32[6@y]; i i32[6]", "out = x.at[i].min(v)",
     "ShardingTypeError: sharding rule for scatter-min is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=2 y=2", "x f32[8@y,4@x]; v f32[8,4]; i i32[8@x]", "out = x.at[i].max(v)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=4 y=2", "x f32[8@(x,y),8]; v f32[]; i i32[8]", "out = x.at[i].set(v)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=2", "x f32[4,3]; v f32[4,4@x]; i i32[4]",
     "out = x.at[:, i].set(v, out_sharding=P('x'))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=2 y=2", "x f32[4,8]; v f32[8@y,8]; i i32[8@x]",
     "out = x.at[i].set(v, out_sharding=P(None, 'q'))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=1 y=4", "x f32[4@y,8,4]; v f32[8,4,4]; i i32[8]",
     "out = x.at[i, 0:4].max(v, out_sharding=P('x', None, 'y'))",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=8", "x f32[3,3,8]; v f32[3,3,8]; i i32[8]",
     "out = x.at[:, :, i].set(v, out_sharding=P(None, None, None, 'x', None))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=4", "x f32[12,1,4]; v f32[1]; i i32[]; j i32[]", "out = x.at[i, :, j].set(v)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=4 y=2", "x f32[12,4,6]; v f32[12,4@x,6@y]; i i32[4@x]", "out = x.at[:, i].add(v)",
     "ShardingTypeError: sharding rule for scatter-add is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=2 y=4", "x f32[6]; v f32[6]; i i32[6@x]", "out = x.at[i].multiply(v)",
     "ShardingTypeError: sharding rule for scatter-mul is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[4,8@y]; v f32[12]; i i32[12@x]; j i32[12@z]",
     "out = x.at[i, j].mul(v)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit)), spec=PartitionSpec('x', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit)), spec=PartitionSpec('z', None))"},
};

/* What release 0.6.0 says. */
Test(at_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=2 y=4", "x f32[4@x,4,3]; v f32[6,4@y,3]; i i32[6]", "out = x.at[i].set(v)",
     "out f32[4@x,4,3]"},
    {"0.7.0", "x=2 y=2", "x f32[8,4]; v f32[2@y,4@x]; i i32[2]", "out = x.at[i].max(v)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues. You can work around this error "
     "by dropping that operation into full auto sharding mode via: "
     "`jax.sharding.auto_axes(fun, out_shardings=...)`"},
    {"0.7.0", "x=3", "x f32[4,6@x]; i i32[4,4]; v f32[4,4,6@x]",
     "out = x.at[i].add(v, out_sharding=P('x', 'x', None))",
     "TypeError: _IndexUpdateRef.add() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=2 y=4", "x f32[6@x,8]; v f32[6@x,3]; i i32[3]", "out = x.at[:, i].add(v)",
     "out f32[6@x,8]"},
    {"0.7.0", "x=8", "x f32[12,8@x,8]", "out = x.at[:, :].subtract(1.0, unique_indices=True)",
     "ShardingTypeError: sharding rule for scatter-sub is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues. You can work around this error "
     "by dropping that operation into full auto sharding mode via: "
     "`jax.sharding.auto_axes(fun, out_shardings=...)`"},
    {"0.7.0", "data=2 model=4", "x f32[8@model,8]; i i32[2@data]; v f32[3,2]",
     "out = x.at[0:3, i].multiply(v, out_sharding=P(None, None))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=2", "x f32[8@x,4]; v f32[8@x,8]; i i32[8]",
     "out = x.at[:, i].add(v, out_sharding=P('x', 'q'))",
     "TypeError: _IndexUpdateRef.add() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=4 y=1 z=2", "x f32[4,8,16@(x,z)]; i i32[]; v f32[8]",
     "out = x.at[3, :, i].min(v, out_sharding=P('y', 'z', None), mode='clip')",
     "TypeError: _IndexUpdateRef.min() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=2", "x f32[1,1]; v f32[]; i i32[]; j i32[]",
     "out = x.at[i, j].max(v, out_sharding=P(None, None))",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=8", "x f32[1]; i i32[8]; v f32[]",
     "out = x.at[i].multiply(v, out_sharding=P(None, 'x'))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "fsdp=2 tp=2 sp=2", "x f32[8@sp,16@fsdp]; i i32[4@sp]; v f32[1,4]",
     "out = x.at[0:1, i].max(v, out_sharding=P(None, 'tp'), indices_are_sorted=True)",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=4", "x f32[4,12,6]; i i32[8]; v f32[8,6]",
     "out = x.at[0:2:2, i, :].max(v, out_sharding=P('x', 'x'), mode='clip')",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=8", "x f32[6]; v f32[]; i i32[]", "out = x.at[i].max(v)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues. You can work around this error "
     "by dropping that operation into full auto sharding mode via: "
     "`jax.sharding.auto_axes(fun, out_shardings=...)`"},
    {"0.7.0", "x=2 y=4", "x f32[3,6]; v f32[3,4,6]; i i32[4,6]", "out = x.at[:, i].mul(v)",
     "ShardingTypeError: sharding rule for scatter-mul is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues. You can work around this error "
     "by dropping that operation into full auto sharding mode via: "
     "`jax.sharding.auto_axes(fun, out_shardings=...)`"},
    {"0.7.0", "x=2 y=2", "x f32[12,12@(y,x)]; v f32[8,12@(y,x)]; i i32[8]",
     "out = x.at[i].set(v, out_sharding=P('q', None))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "fsdp=2 tp=2 sp=2", "x f32[4,3,16@sp]; i i32[8]; v f32[8,16]",
     "out = x.at[:, i, :].add(v, out_sharding=P(None, 'sp', 'tp', 'fsdp'), "
     "mode='promise_in_bounds')",
     "TypeError: _IndexUpdateRef.add() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=2", "x f32[2@x,8,3]; v f32[]; i i32[12]", "out = x.at[0:1, i].max(v)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues. You can work around this error "
     "by dropping that operation into full auto sharding mode via: "
     "`jax.sharding.auto_axes(fun, out_shardings=...)`"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[16@(z,y),2,1]; i i32[4@z,2]; j i32[4,2@y]",
     "out = x.at[:, i, j].add(2)", "out f32[16@(z,y),2,1]"},
    {"0.7.0", "x=4", "x f32[4@x,8]; v f32[4@x,8]; i i32[8]", "out = x.at[:, i].max(v)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues. You can work around this error "
     "by dropping that operation into full auto sharding mode via: "
     "`jax.sharding.auto_axes(fun, out_shardings=...)`"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[12]; v f32[6@y]; i i32[6]", "out = x.at[i].min(v)",
     "ShardingTypeError: sharding rule for scatter-min is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues. You can work around this error "
     "by dropping that operation into full auto sharding mode via: "
     "`jax.sharding.auto_axes(fun, out_shardings=...)`"},
    {"0.7.0", "x=2 y=2", "x f32[8@y,4@x]; v f32[8,4]; i i32[8@x]", "out = x.at[i].max(v)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues. You can work around this error "
     "by dropping that operation into full auto sharding mode via: "
     "`jax.sharding.auto_axes(fun, out_shardings=...)`"},
    {"0.7.0", "x=4 y=2", "x f32[8@(x,y),8]; v f32[]; i i32[8]", "out = x.at[i].set(v)",
     "out f32[8@(x,y),8]"},
    {"0.7.0", "x=2", "x f32[4,3]; v f32[4,4@x]; i i32[4]",
     "out = x.at[:, i].set(v, out_sharding=P('x'))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=2 y=2", "x f32[4,8]; v f32[8@y,8]; i i32[8@x]",
     "out = x.at[i].set(v, out_sharding=P(None, 'q'))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=1 y=4", "x f32[4@y,8,4]; v f32[8,4,4]; i i32[8]",
     "out = x.at[i, 0:4].max(v, out_sharding=P('x', None, 'y'))",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=8", "x f32[3,3,8]; v f32[3,3,8]; i i32[8]",
     "out = x.at[:, :, i].set(v, out_sharding=P(None, None, None, 'x', None))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=4", "x f32[12,1,4]; v f32[1]; i i32[]; j i32[]", "out = x.at[i, :, j].set(v)",
     "out f32[12,1,4]"},
    {"0.7.0", "x=4 y=2", "x f32[12,4,6]; v f32[12,4@x,6@y]; i i32[4@x]", "out = x.at[:, i].add(v)",
     "out f32[12,4,6]"},
    {"0.7.0", "x=2 y=4", "x f32[6]; v f32[6]; i i32[6@x]", "out = x.at[i].multiply(v)",
     "ShardingTypeError: sharding rule for scatter-mul is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues. You can work around this error "
     "by dropping that operation into full auto sharding mode via: "
     "`jax.sharding.auto_axes(fun, out_shardings=...)`"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[4,8@y]; v f32[12]; i i32[12@x]; j i32[12@z]",
     "out = x.at[i, j].mul(v)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit)), spec=PartitionSpec('x', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit)), spec=PartitionSpec('z', None))"},
};

/* What release 0.7.0 says. */
Test(at_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=2 y=4", "x f32[4@x,4,3]; v f32[6,4@y,3]; i i32[6]", "out = x.at[i].set(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@x,4,3]), indices=ShapedArray(int32[6,1]), "
     "updates=ShapedArray(float32[6,4,3])"},
    {"0.8.2", "x=2 y=2", "x f32[8,4]; v f32[2@y,4@x]; i i32[2]", "out = x.at[i].max(v)",
     "out f32[8,4]"},
    {"0.8.2", "x=3", "x f32[4,6@x]; i i32[4,4]; v f32[4,4,6@x]",
     "out = x.at[i].add(v, out_sharding=P('x', 'x', None))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x', None) has "
     "duplicate entries for `x`"},
    {"0.8.2", "x=2 y=4", "x f32[6@x,8]; v f32[6@x,3]; i i32[3]", "out = x.at[:, i].add(v)",
     "out f32[6@x,8]"},
    {"0.8.2", "x=8", "x f32[12,8@x,8]", "out = x.at[:, :].subtract(1.0, unique_indices=True)",
     "out f32[12,8@x,8]"},
    {"0.8.2", "data=2 model=4", "x f32[8@model,8]; i i32[2@data]; v f32[3,2]",
     "out = x.at[0:3, i].multiply(v, out_sharding=P(None, None))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.8.2", "x=2", "x f32[8@x,4]; v f32[8@x,8]; i i32[8]",
     "out = x.at[:, i].add(v, out_sharding=P('x', 'q'))",
     "ValueError: Resource axis: q of PartitionSpec('x', 'q') is not found in mesh: "
     "('x',)."},
    {"0.8.2", "x=4 y=1 z=2", "x f32[4,8,16@(x,z)]; i i32[]; v f32[8]",
     "out = x.at[3, :, i].min(v, out_sharding=P('y', 'z', None), mode='clip')",
     "TypeError: _IndexUpdateRef.min() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.8.2", "x=2", "x f32[1,1]; v f32[]; i i32[]; j i32[]",
     "out = x.at[i, j].max(v, out_sharding=P(None, None))",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.8.2", "x=8", "x f32[1]; i i32[8]; v f32[]",
     "out = x.at[i].multiply(v, out_sharding=P(None, 'x'))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.8.2", "fsdp=2 tp=2 sp=2", "x f32[8@sp,16@fsdp]; i i32[4@sp]; v f32[1,4]",
     "out = x.at[0:1, i].max(v, out_sharding=P(None, 'tp'), indices_are_sorted=True)",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.8.2", "x=4", "x f32[4,12,6]; i i32[8]; v f32[8,6]",
     "out = x.at[0:2:2, i, :].max(v, out_sharding=P('x', 'x'), mode='clip')",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.8.2", "x=8", "x f32[6]; v f32[]; i i32[]", "out = x.at[i].max(v)", "out f32[6]"},
    {"0.8.2", "x=2 y=4", "x f32[3,6]; v f32[3,4,6]; i i32[4,6]", "out = x.at[:, i].mul(v)",
     "out f32[3,6]"},
    {"0.8.2", "x=2 y=2", "x f32[12,12@(y,x)]; v f32[8,12@(y,x)]; i i32[8]",
     "out = x.at[i].set(v, out_sharding=P('q', None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None) is not found in mesh: "
     "('x', 'y')."},
    {"0.8.2", "fsdp=2 tp=2 sp=2", "x f32[4,3,16@sp]; i i32[8]; v f32[8,16]",
     "out = x.at[:, i, :].add(v, out_sharding=P(None, 'sp', 'tp', 'fsdp'), "
     "mode='promise_in_bounds')",
     "AssertionError: (3, PartitionSpec(None, 'sp', 'tp', 'fsdp'))"},
    {"0.8.2", "x=2", "x f32[2@x,8,3]; v f32[]; i i32[12]", "out = x.at[0:1, i].max(v)",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1, 12, 3) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None, None))"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[16@(z,y),2,1]; i i32[4@z,2]; j i32[4,2@y]",
     "out = x.at[:, i, j].add(2)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('z', "
     "None, None)), NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, 'y', None))"},
    {"0.8.2", "x=4", "x f32[4@x,8]; v f32[4@x,8]; i i32[8]", "out = x.at[:, i].max(v)",
     "out f32[4@x,8]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[12]; v f32[6@y]; i i32[6]", "out = x.at[i].min(v)",
     "out f32[12]"},
    {"0.8.2", "x=2 y=2", "x f32[8@y,4@x]; v f32[8,4]; i i32[8@x]", "out = x.at[i].max(v)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.8.2", "x=4 y=2", "x f32[8@(x,y),8]; v f32[]; i i32[8]", "out = x.at[i].set(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@(x,y),8]), indices=ShapedArray(int32[8,1]), "
     "updates=ShapedArray(float32[8,8])"},
    {"0.8.2", "x=2", "x f32[4,3]; v f32[4,4@x]; i i32[4]",
     "out = x.at[:, i].set(v, out_sharding=P('x'))", "out f32[4@x,3]"},
    {"0.8.2", "x=2 y=2", "x f32[4,8]; v f32[8@y,8]; i i32[8@x]",
     "out = x.at[i].set(v, out_sharding=P(None, 'q'))",
     "ValueError: Resource axis: q of PartitionSpec(None, 'q') is not found in mesh: "
     "('x', 'y')."},
    {"0.8.2", "x=1 y=4", "x f32[4@y,8,4]; v f32[8,4,4]; i i32[8]",
     "out = x.at[i, 0:4].max(v, out_sharding=P('x', None, 'y'))",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.8.2", "x=8", "x f32[3,3,8]; v f32[3,3,8]; i i32[8]",
     "out = x.at[:, :, i].set(v, out_sharding=P(None, None, None, 'x', None))",
     "AssertionError: (3, PartitionSpec(None, None, None, 'x', None))"},
    {"0.8.2", "x=4", "x f32[12,1,4]; v f32[1]; i i32[]; j i32[]", "out = x.at[i, :, j].set(v)",
     "out f32[12,1,4]"},
    {"0.8.2", "x=4 y=2", "x f32[12,4,6]; v f32[12,4@x,6@y]; i i32[4@x]", "out = x.at[:, i].add(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[12,4,6]), indices=ShapedArray(int32[4@x,1]), "
     "updates=ShapedArray(float32[12,4@x,6])"},
    {"0.8.2", "x=2 y=4", "x f32[6]; v f32[6]; i i32[6@x]", "out = x.at[i].multiply(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[6]), indices=ShapedArray(int32[6@x,1]), "
     "updates=ShapedArray(float32[6@x])"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[4,8@y]; v f32[12]; i i32[12@x]; j i32[12@z]",
     "out = x.at[i, j].mul(v)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('x', "
     "None)), NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec('z', None))"},
};

/* What release 0.8.2 says. */
Test(at_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=2 y=4", "x f32[4@x,4,3]; v f32[6,4@y,3]; i i32[6]", "out = x.at[i].set(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@x,4,3]), indices=ShapedArray(int32[6,1]), "
     "updates=ShapedArray(float32[6,4,3])"},
    {"0.9.0", "x=2 y=2", "x f32[8,4]; v f32[2@y,4@x]; i i32[2]", "out = x.at[i].max(v)",
     "out f32[8,4]"},
    {"0.9.0", "x=3", "x f32[4,6@x]; i i32[4,4]; v f32[4,4,6@x]",
     "out = x.at[i].add(v, out_sharding=P('x', 'x', None))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x', None) has "
     "duplicate entries for `x`"},
    {"0.9.0", "x=2 y=4", "x f32[6@x,8]; v f32[6@x,3]; i i32[3]", "out = x.at[:, i].add(v)",
     "out f32[6@x,8]"},
    {"0.9.0", "x=8", "x f32[12,8@x,8]", "out = x.at[:, :].subtract(1.0, unique_indices=True)",
     "out f32[12,8@x,8]"},
    {"0.9.0", "data=2 model=4", "x f32[8@model,8]; i i32[2@data]; v f32[3,2]",
     "out = x.at[0:3, i].multiply(v, out_sharding=P(None, None))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.9.0", "x=2", "x f32[8@x,4]; v f32[8@x,8]; i i32[8]",
     "out = x.at[:, i].add(v, out_sharding=P('x', 'q'))",
     "ValueError: Resource axis: q of PartitionSpec('x', 'q') is not found in mesh: "
     "('x',)."},
    {"0.9.0", "x=4 y=1 z=2", "x f32[4,8,16@(x,z)]; i i32[]; v f32[8]",
     "out = x.at[3, :, i].min(v, out_sharding=P('y', 'z', None), mode='clip')",
     "TypeError: _IndexUpdateRef.min() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.9.0", "x=2", "x f32[1,1]; v f32[]; i i32[]; j i32[]",
     "out = x.at[i, j].max(v, out_sharding=P(None, None))",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.9.0", "x=8", "x f32[1]; i i32[8]; v f32[]",
     "out = x.at[i].multiply(v, out_sharding=P(None, 'x'))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.9.0", "fsdp=2 tp=2 sp=2", "x f32[8@sp,16@fsdp]; i i32[4@sp]; v f32[1,4]",
     "out = x.at[0:1, i].max(v, out_sharding=P(None, 'tp'), indices_are_sorted=True)",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.9.0", "x=4", "x f32[4,12,6]; i i32[8]; v f32[8,6]",
     "out = x.at[0:2:2, i, :].max(v, out_sharding=P('x', 'x'), mode='clip')",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.9.0", "x=8", "x f32[6]; v f32[]; i i32[]", "out = x.at[i].max(v)", "out f32[6]"},
    {"0.9.0", "x=2 y=4", "x f32[3,6]; v f32[3,4,6]; i i32[4,6]", "out = x.at[:, i].mul(v)",
     "out f32[3,6]"},
    {"0.9.0", "x=2 y=2", "x f32[12,12@(y,x)]; v f32[8,12@(y,x)]; i i32[8]",
     "out = x.at[i].set(v, out_sharding=P('q', None))",
     "ValueError: Resource axis: q of PartitionSpec('q', None) is not found in mesh: "
     "('x', 'y')."},
    {"0.9.0", "fsdp=2 tp=2 sp=2", "x f32[4,3,16@sp]; i i32[8]; v f32[8,16]",
     "out = x.at[:, i, :].add(v, out_sharding=P(None, 'sp', 'tp', 'fsdp'), "
     "mode='promise_in_bounds')",
     "AssertionError: (3, PartitionSpec(None, 'sp', 'tp', 'fsdp'))"},
    {"0.9.0", "x=2", "x f32[2@x,8,3]; v f32[]; i i32[12]", "out = x.at[0:1, i].max(v)",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1, 12, 3) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None, None))"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[16@(z,y),2,1]; i i32[4@z,2]; j i32[4,2@y]",
     "out = x.at[:, i, j].add(2)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('z', "
     "None, None)), NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, 'y', None))"},
    {"0.9.0", "x=4", "x f32[4@x,8]; v f32[4@x,8]; i i32[8]", "out = x.at[:, i].max(v)",
     "out f32[4@x,8]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[12]; v f32[6@y]; i i32[6]", "out = x.at[i].min(v)",
     "out f32[12]"},
    {"0.9.0", "x=2 y=2", "x f32[8@y,4@x]; v f32[8,4]; i i32[8@x]", "out = x.at[i].max(v)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.9.0", "x=4 y=2", "x f32[8@(x,y),8]; v f32[]; i i32[8]", "out = x.at[i].set(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@(x,y),8]), indices=ShapedArray(int32[8,1]), "
     "updates=ShapedArray(float32[8,8])"},
    {"0.9.0", "x=2", "x f32[4,3]; v f32[4,4@x]; i i32[4]",
     "out = x.at[:, i].set(v, out_sharding=P('x'))", "out f32[4@x,3]"},
    {"0.9.0", "x=2 y=2", "x f32[4,8]; v f32[8@y,8]; i i32[8@x]",
     "out = x.at[i].set(v, out_sharding=P(None, 'q'))",
     "ValueError: Resource axis: q of PartitionSpec(None, 'q') is not found in mesh: "
     "('x', 'y')."},
    {"0.9.0", "x=1 y=4", "x f32[4@y,8,4]; v f32[8,4,4]; i i32[8]",
     "out = x.at[i, 0:4].max(v, out_sharding=P('x', None, 'y'))",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.9.0", "x=8", "x f32[3,3,8]; v f32[3,3,8]; i i32[8]",
     "out = x.at[:, :, i].set(v, out_sharding=P(None, None, None, 'x', None))",
     "AssertionError: (3, PartitionSpec(None, None, None, 'x', None))"},
    {"0.9.0", "x=4", "x f32[12,1,4]; v f32[1]; i i32[]; j i32[]", "out = x.at[i, :, j].set(v)",
     "out f32[12,1,4]"},
    {"0.9.0", "x=4 y=2", "x f32[12,4,6]; v f32[12,4@x,6@y]; i i32[4@x]", "out = x.at[:, i].add(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[12,4,6]), indices=ShapedArray(int32[4@x,1]), "
     "updates=ShapedArray(float32[12,4@x,6])"},
    {"0.9.0", "x=2 y=4", "x f32[6]; v f32[6]; i i32[6@x]", "out = x.at[i].multiply(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[6]), indices=ShapedArray(int32[6@x,1]), "
     "updates=ShapedArray(float32[6@x])"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[4,8@y]; v f32[12]; i i32[12@x]; j i32[12@z]",
     "out = x.at[i, j].mul(v)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('x', "
     "None)), NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec('z', None))"},
};

/* What release 0.9.0 says. */
Test(at_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=4", "x f32[8@x]; i i32[]", "out = x.at[i].get()",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (1) is not "
     "divisble by mesh axes (4) with spec (x) is not implemented."},
    {"0.6.0", "x=8", "x f32[4,4,8]; v f32[2,4,8]",
     "out = x.at[::2].max(v, out_sharding=P('x', 'x', None))",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=2 y=2", "x f32[4@x,8]; v f32[]",
     "out = x.at[0:2].add(v, out_sharding=P(None, 'y'))",
     "TypeError: _IndexUpdateRef.add() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "data=2 model=4", "x f32[4@data,4@model,8]; v f32[4@model,8]",
     "out = x.at[-1].set(v, out_sharding=P('data', 'model', None))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "data=4", "x f32[4,8@data]; v f32[8@data]",
     "out = x.at[-1].set(v, out_sharding=P(None, None, 'data'))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=3", "x f32[4,4,8]; v f32[4,8]",
     "out = x.at[-1].add(v, out_sharding=P('x', None, None, None))",
     "TypeError: _IndexUpdateRef.add() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=2 y=2", "x f32[6,8@y,6@x]; i i32[3]", "out = x.at[i].get()",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "x=2 y=2 z=2", "x f32[8@(z,y),4]; v f32[4,4]",
     "out = x.at[::2].mul(v, out_sharding=P(None, None))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=2 y=2", "x f32[8@x]; v f32[]", "out = x.at[-1].max(v)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=2", "x f32[4@x,16,2]; i i32[2@x]", "out = x[3, :, i]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "x=3 y=2", "x f32[8@y,4]; v f32[4]",
     "out = x.at[0, :].mul(v, out_sharding=NamedSharding(mesh, P(None, None)))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "fsdp=2 tp=2 sp=2", "x f32[4@fsdp,8]; v f32[]",
     "out = x.at[0, 0].set(v, out_sharding=P(None, 'sp'))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=2", "x f32[8@x,4]; i i32[4@x]; v f32[8,4]", "out = x.at[:, i].max(v)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=2 y=4", "x f32[2,12@y,8@x]; i i32[4,4]",
     "out = x.at[i, 7, None, :].get(mode='clip', out_sharding=NamedSharding(mesh, "
     "P('x', None, None, None)))",
     "ValueError: Length of sharding.spec must be equal to aval's ndim. Got "
     "sharding.spec PartitionSpec('x', None, None, None), aval.ndim 3 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None, None, None))"},
    {"0.6.0", "data=2 model=4", "x f32[4@data,4@model,8]",
     "out = x.at[0, :].add(1.0, out_sharding=P('data', 'model', None))",
     "TypeError: _IndexUpdateRef.add() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=3", "x f32[4,4,8]; i i32[4]; v f32[4,4,8]", "out = x.at[:, i].mul(v)",
     "ShardingTypeError: sharding rule for scatter-mul is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=4 y=2", "x f32[8@y,12@x,2]; i i32[1]",
     "out = x.at[i].get(out_sharding=P(None, 'x', 'y'))", "out f32[1,12@x,2@y]"},
    {"0.6.0", "x=2", "x f32[12,3]; i i32[3]; j i32[3]", "out = x[i, j]", "out f32[3]"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[3,3,4]; i i32[3]; j i32[3]",
     "out = x.at[i, j].get(out_sharding=P('x', 'z', 'y'))",
     "ValueError: Length of sharding.spec must be equal to aval's ndim. Got "
     "sharding.spec PartitionSpec('x', 'z', 'y'), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit)), spec=PartitionSpec('x', 'z', 'y'))"},
    {"0.6.0", "x=2 y=2", "x f32[8@(y,x)]; v f32[2]",
     "out = x.at[0:2].add(v, out_sharding=P('x', 'y'))",
     "TypeError: _IndexUpdateRef.add() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=2 y=2", "x f32[8@y,4]; i i32[2@y]",
     "out = x.at[i].get(out_sharding=P('x', 'q', None))",
     "ValueError: Resource axis: q of PartitionSpec('x', 'q', None) is not found in "
     "mesh: ('x', 'y')."},
    {"0.6.0", "x=4 y=1 z=2", "x f32[4@y,4@x,8@z]; v f32[4@x,2,8@z]",
     "out = x.at[:, 2:4].max(v, out_sharding=P('y', 'x', None))",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=4 y=1 z=2", "x f32[4,4@z,8@y]; v f32[3,4,8@y]",
     "out = x.at[1:].set(v, out_sharding=P('y', 'z', 'z'))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=2 y=4", "x f32[6,6,4@x]; i i32[6]", "out = x[i, None]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "x=4 y=1 z=2", "x f32[8@y]; v f32[]", "out = x.at[0].mul(v)",
     "ShardingTypeError: sharding rule for scatter-mul is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=3", "x f32[3@x,1,3]",
     "out = x.at[1, :].get(mode='clip', out_sharding=NamedSharding(mesh, P('x', "
     "'x')))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.6.0", "x=4 y=1 z=2", "x f32[8,4]; v f32[2,4]",
     "out = x.at[0:2].set(v, out_sharding=P('z', None, ('y', 'x')))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=4 y=2", "x f32[8,4]", "out = x.at[::2].add(0., out_sharding=P(None, None))",
     "TypeError: _IndexUpdateRef.add() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=2 y=4", "x f32[8@x,4@y]; v f32[8@x]",
     "out = x.at[..., -1].mul(v, out_sharding=NamedSharding(mesh, P('x', None)))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.6.0", "x=2 y=2", "x f32[4@y,8@x]; i i32[4@y]; v f32[4@y,4]", "out = x.at[i, 0:4].max(v)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
};

/* What release 0.6.0 says. */
Test(index_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=4", "x f32[8@x]; i i32[]", "out = x.at[i].get()",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (1) is not "
     "divisible by mesh axes (4) with spec (x) is not implemented."},
    {"0.7.0", "x=8", "x f32[4,4,8]; v f32[2,4,8]",
     "out = x.at[::2].max(v, out_sharding=P('x', 'x', None))",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=2 y=2", "x f32[4@x,8]; v f32[]",
     "out = x.at[0:2].add(v, out_sharding=P(None, 'y'))",
     "TypeError: _IndexUpdateRef.add() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "data=2 model=4", "x f32[4@data,4@model,8]; v f32[4@model,8]",
     "out = x.at[-1].set(v, out_sharding=P('data', 'model', None))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "data=4", "x f32[4,8@data]; v f32[8@data]",
     "out = x.at[-1].set(v, out_sharding=P(None, None, 'data'))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=3", "x f32[4,4,8]; v f32[4,8]",
     "out = x.at[-1].add(v, out_sharding=P('x', None, None, None))",
     "TypeError: _IndexUpdateRef.add() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=2 y=2", "x f32[6,8@y,6@x]; i i32[3]", "out = x.at[i].get()", "out f32[3,8@y,6@x]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[8@(z,y),4]; v f32[4,4]",
     "out = x.at[::2].mul(v, out_sharding=P(None, None))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=2 y=2", "x f32[8@x]; v f32[]", "out = x.at[-1].max(v)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues. You can work around this error "
     "by dropping that operation into full auto sharding mode via: "
     "`jax.sharding.auto_axes(fun, out_shardings=...)`"},
    {"0.7.0", "x=2", "x f32[4@x,16,2]; i i32[2@x]", "out = x[3, :, i]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs)."},
    {"0.7.0", "x=3 y=2", "x f32[8@y,4]; v f32[4]",
     "out = x.at[0, :].mul(v, out_sharding=NamedSharding(mesh, P(None, None)))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "fsdp=2 tp=2 sp=2", "x f32[4@fsdp,8]; v f32[]",
     "out = x.at[0, 0].set(v, out_sharding=P(None, 'sp'))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=2", "x f32[8@x,4]; i i32[4@x]; v f32[8,4]", "out = x.at[:, i].max(v)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues. You can work around this error "
     "by dropping that operation into full auto sharding mode via: "
     "`jax.sharding.auto_axes(fun, out_shardings=...)`"},
    {"0.7.0", "x=2 y=4", "x f32[2,12@y,8@x]; i i32[4,4]",
     "out = x.at[i, 7, None, :].get(mode='clip', out_sharding=NamedSharding(mesh, "
     "P('x', None, None, None)))",
     "out f32[4@x,4,1,8]"},
    {"0.7.0", "data=2 model=4", "x f32[4@data,4@model,8]",
     "out = x.at[0, :].add(1.0, out_sharding=P('data', 'model', None))",
     "TypeError: _IndexUpdateRef.add() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=3", "x f32[4,4,8]; i i32[4]; v f32[4,4,8]", "out = x.at[:, i].mul(v)",
     "ShardingTypeError: sharding rule for scatter-mul is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues. You can work around this error "
     "by dropping that operation into full auto sharding mode via: "
     "`jax.sharding.auto_axes(fun, out_shardings=...)`"},
    {"0.7.0", "x=4 y=2", "x f32[8@y,12@x,2]; i i32[1]",
     "out = x.at[i].get(out_sharding=P(None, 'x', 'y'))", "out f32[1,12@x,2@y]"},
    {"0.7.0", "x=2", "x f32[12,3]; i i32[3]; j i32[3]", "out = x[i, j]", "out f32[3]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[3,3,4]; i i32[3]; j i32[3]",
     "out = x.at[i, j].get(out_sharding=P('x', 'z', 'y'))",
     "AssertionError: (2, PartitionSpec('x', 'z', 'y'))"},
    {"0.7.0", "x=2 y=2", "x f32[8@(y,x)]; v f32[2]",
     "out = x.at[0:2].add(v, out_sharding=P('x', 'y'))",
     "TypeError: _IndexUpdateRef.add() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=2 y=2", "x f32[8@y,4]; i i32[2@y]",
     "out = x.at[i].get(out_sharding=P('x', 'q', None))",
     "ValueError: Resource axis: q of PartitionSpec('x', 'q', None) is not found in "
     "mesh: ('x', 'y')."},
    {"0.7.0", "x=4 y=1 z=2", "x f32[4@y,4@x,8@z]; v f32[4@x,2,8@z]",
     "out = x.at[:, 2:4].max(v, out_sharding=P('y', 'x', None))",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=4 y=1 z=2", "x f32[4,4@z,8@y]; v f32[3,4,8@y]",
     "out = x.at[1:].set(v, out_sharding=P('y', 'z', 'z'))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=2 y=4", "x f32[6,6,4@x]; i i32[6]", "out = x[i, None]", "out f32[6,1,6,4@x]"},
    {"0.7.0", "x=4 y=1 z=2", "x f32[8@y]; v f32[]", "out = x.at[0].mul(v)",
     "ShardingTypeError: sharding rule for scatter-mul is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues. You can work around this error "
     "by dropping that operation into full auto sharding mode via: "
     "`jax.sharding.auto_axes(fun, out_shardings=...)`"},
    {"0.7.0", "x=3", "x f32[3@x,1,3]",
     "out = x.at[1, :].get(mode='clip', out_sharding=NamedSharding(mesh, P('x', "
     "'x')))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.7.0", "x=4 y=1 z=2", "x f32[8,4]; v f32[2,4]",
     "out = x.at[0:2].set(v, out_sharding=P('z', None, ('y', 'x')))",
     "TypeError: _IndexUpdateRef.set() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=4 y=2", "x f32[8,4]", "out = x.at[::2].add(0., out_sharding=P(None, None))",
     "TypeError: _IndexUpdateRef.add() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=2 y=4", "x f32[8@x,4@y]; v f32[8@x]",
     "out = x.at[..., -1].mul(v, out_sharding=NamedSharding(mesh, P('x', None)))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.7.0", "x=2 y=2", "x f32[4@y,8@x]; i i32[4@y]; v f32[4@y,4]", "out = x.at[i, 0:4].max(v)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues. You can work around this error "
     "by dropping that operation into full auto sharding mode via: "
     "`jax.sharding.auto_axes(fun, out_shardings=...)`"},
};

/* What release 0.7.0 says. */
Test(index_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=4", "x f32[8@x]; i i32[]", "out = x.at[i].get()",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (1) is not "
     "divisible by mesh axes (4) with spec (x) is not implemented."},
    {"0.8.2", "x=8", "x f32[4,4,8]; v f32[2,4,8]",
     "out = x.at[::2].max(v, out_sharding=P('x', 'x', None))",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.8.2", "x=2 y=2", "x f32[4@x,8]; v f32[]",
     "out = x.at[0:2].add(v, out_sharding=P(None, 'y'))", "out f32[4,8@y]"},
    {"0.8.2", "data=2 model=4", "x f32[4@data,4@model,8]; v f32[4@model,8]",
     "out = x.at[-1].set(v, out_sharding=P('data', 'model', None))",
     "TracerBoolConversionError: Attempted boolean conversion of traced array with "
     "shape bool[]."},
    {"0.8.2", "data=4", "x f32[4,8@data]; v f32[8@data]",
     "out = x.at[-1].set(v, out_sharding=P(None, None, 'data'))",
     "TracerBoolConversionError: Attempted boolean conversion of traced array with "
     "shape bool[]."},
    {"0.8.2", "x=3", "x f32[4,4,8]; v f32[4,8]",
     "out = x.at[-1].add(v, out_sharding=P('x', None, None, None))",
     "TracerBoolConversionError: Attempted boolean conversion of traced array with "
     "shape bool[]."},
    {"0.8.2", "x=2 y=2", "x f32[6,8@y,6@x]; i i32[3]", "out = x.at[i].get()", "out f32[3,8@y,6@x]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[8@(z,y),4]; v f32[4,4]",
     "out = x.at[::2].mul(v, out_sharding=P(None, None))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.8.2", "x=2 y=2", "x f32[8@x]; v f32[]", "out = x.at[-1].max(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@x]), indices=ShapedArray(int32[1]), "
     "updates=ShapedArray(float32[])"},
    {"0.8.2", "x=2", "x f32[4@x,16,2]; i i32[2@x]", "out = x[3, :, i]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@x,16,2]), indices=ShapedArray(int32[2@x,2])"},
    {"0.8.2", "x=3 y=2", "x f32[8@y,4]; v f32[4]",
     "out = x.at[0, :].mul(v, out_sharding=NamedSharding(mesh, P(None, None)))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.8.2", "fsdp=2 tp=2 sp=2", "x f32[4@fsdp,8]; v f32[]",
     "out = x.at[0, 0].set(v, out_sharding=P(None, 'sp'))",
     "TracerBoolConversionError: Attempted boolean conversion of traced array with "
     "shape bool[]."},
    {"0.8.2", "x=2", "x f32[8@x,4]; i i32[4@x]; v f32[8,4]", "out = x.at[:, i].max(v)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.8.2", "x=2 y=4", "x f32[2,12@y,8@x]; i i32[4,4]",
     "out = x.at[i, 7, None, :].get(mode='clip', out_sharding=NamedSharding(mesh, "
     "P('x', None, None, None)))",
     "TracerBoolConversionError: Attempted boolean conversion of traced array with "
     "shape bool[]."},
    {"0.8.2", "data=2 model=4", "x f32[4@data,4@model,8]",
     "out = x.at[0, :].add(1.0, out_sharding=P('data', 'model', None))",
     "TracerBoolConversionError: Attempted boolean conversion of traced array with "
     "shape bool[]."},
    {"0.8.2", "x=3", "x f32[4,4,8]; i i32[4]; v f32[4,4,8]", "out = x.at[:, i].mul(v)",
     "out f32[4,4,8]"},
    {"0.8.2", "x=4 y=2", "x f32[8@y,12@x,2]; i i32[1]",
     "out = x.at[i].get(out_sharding=P(None, 'x', 'y'))", "out f32[1,12@x,2@y]"},
    {"0.8.2", "x=2", "x f32[12,3]; i i32[3]; j i32[3]", "out = x[i, j]", "out f32[3]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[3,3,4]; i i32[3]; j i32[3]",
     "out = x.at[i, j].get(out_sharding=P('x', 'z', 'y'))",
     "AssertionError: (2, PartitionSpec('x', 'z', 'y'))"},
    {"0.8.2", "x=2 y=2", "x f32[8@(y,x)]; v f32[2]",
     "out = x.at[0:2].add(v, out_sharding=P('x', 'y'))",
     "AssertionError: (1, PartitionSpec('x', 'y'))"},
    {"0.8.2", "x=2 y=2", "x f32[8@y,4]; i i32[2@y]",
     "out = x.at[i].get(out_sharding=P('x', 'q', None))",
     "ValueError: Resource axis: q of PartitionSpec('x', 'q', None) is not found in "
     "mesh: ('x', 'y')."},
    {"0.8.2", "x=4 y=1 z=2", "x f32[4@y,4@x,8@z]; v f32[4@x,2,8@z]",
     "out = x.at[:, 2:4].max(v, out_sharding=P('y', 'x', None))",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.8.2", "x=4 y=1 z=2", "x f32[4,4@z,8@y]; v f32[3,4,8@y]",
     "out = x.at[1:].set(v, out_sharding=P('y', 'z', 'z'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('y', 'z', 'z') has "
     "duplicate entries for `z`"},
    {"0.8.2", "x=2 y=4", "x f32[6,6,4@x]; i i32[6]", "out = x[i, None]", "out f32[6,1,6,4@x]"},
    {"0.8.2", "x=4 y=1 z=2", "x f32[8@y]; v f32[]", "out = x.at[0].mul(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@y]), indices=ShapedArray(int32[1]), "
     "updates=ShapedArray(float32[])"},
    {"0.8.2", "x=3", "x f32[3@x,1,3]",
     "out = x.at[1, :].get(mode='clip', out_sharding=NamedSharding(mesh, P('x', "
     "'x')))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.8.2", "x=4 y=1 z=2", "x f32[8,4]; v f32[2,4]",
     "out = x.at[0:2].set(v, out_sharding=P('z', None, ('y', 'x')))",
     "AssertionError: (2, PartitionSpec('z', None, ('y', 'x')))"},
    {"0.8.2", "x=4 y=2", "x f32[8,4]", "out = x.at[::2].add(0., out_sharding=P(None, None))",
     "out f32[8,4]"},
    {"0.8.2", "x=2 y=4", "x f32[8@x,4@y]; v f32[8@x]",
     "out = x.at[..., -1].mul(v, out_sharding=NamedSharding(mesh, P('x', None)))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.8.2", "x=2 y=2", "x f32[4@y,8@x]; i i32[4@y]; v f32[4@y,4]", "out = x.at[i, 0:4].max(v)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('y', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None))"},
};

/* What release 0.8.2 says. */
Test(index_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=4", "x f32[8@x]; i i32[]", "out = x.at[i].get()",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (1) is not "
     "divisible by mesh axes (4) with spec (x) is not implemented."},
    {"0.9.0", "x=8", "x f32[4,4,8]; v f32[2,4,8]",
     "out = x.at[::2].max(v, out_sharding=P('x', 'x', None))",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.9.0", "x=2 y=2", "x f32[4@x,8]; v f32[]",
     "out = x.at[0:2].add(v, out_sharding=P(None, 'y'))", "out f32[4,8@y]"},
    {"0.9.0", "data=2 model=4", "x f32[4@data,4@model,8]; v f32[4@model,8]",
     "out = x.at[-1].set(v, out_sharding=P('data', 'model', None))",
     "TracerBoolConversionError: Attempted boolean conversion of traced array with "
     "shape bool[]."},
    {"0.9.0", "data=4", "x f32[4,8@data]; v f32[8@data]",
     "out = x.at[-1].set(v, out_sharding=P(None, None, 'data'))",
     "TracerBoolConversionError: Attempted boolean conversion of traced array with "
     "shape bool[]."},
    {"0.9.0", "x=3", "x f32[4,4,8]; v f32[4,8]",
     "out = x.at[-1].add(v, out_sharding=P('x', None, None, None))",
     "TracerBoolConversionError: Attempted boolean conversion of traced array with "
     "shape bool[]."},
    {"0.9.0", "x=2 y=2", "x f32[6,8@y,6@x]; i i32[3]", "out = x.at[i].get()", "out f32[3,8@y,6@x]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[8@(z,y),4]; v f32[4,4]",
     "out = x.at[::2].mul(v, out_sharding=P(None, None))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.9.0", "x=2 y=2", "x f32[8@x]; v f32[]", "out = x.at[-1].max(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@x]), indices=ShapedArray(int32[1]), "
     "updates=ShapedArray(float32[])"},
    {"0.9.0", "x=2", "x f32[4@x,16,2]; i i32[2@x]", "out = x[3, :, i]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@x,16,2]), indices=ShapedArray(int32[2@x,2])"},
    {"0.9.0", "x=3 y=2", "x f32[8@y,4]; v f32[4]",
     "out = x.at[0, :].mul(v, out_sharding=NamedSharding(mesh, P(None, None)))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.9.0", "fsdp=2 tp=2 sp=2", "x f32[4@fsdp,8]; v f32[]",
     "out = x.at[0, 0].set(v, out_sharding=P(None, 'sp'))",
     "TracerBoolConversionError: Attempted boolean conversion of traced array with "
     "shape bool[]."},
    {"0.9.0", "x=2", "x f32[8@x,4]; i i32[4@x]; v f32[8,4]", "out = x.at[:, i].max(v)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.9.0", "x=2 y=4", "x f32[2,12@y,8@x]; i i32[4,4]",
     "out = x.at[i, 7, None, :].get(mode='clip', out_sharding=NamedSharding(mesh, "
     "P('x', None, None, None)))",
     "TracerBoolConversionError: Attempted boolean conversion of traced array with "
     "shape bool[]."},
    {"0.9.0", "data=2 model=4", "x f32[4@data,4@model,8]",
     "out = x.at[0, :].add(1.0, out_sharding=P('data', 'model', None))",
     "TracerBoolConversionError: Attempted boolean conversion of traced array with "
     "shape bool[]."},
    {"0.9.0", "x=3", "x f32[4,4,8]; i i32[4]; v f32[4,4,8]", "out = x.at[:, i].mul(v)",
     "out f32[4,4,8]"},
    {"0.9.0", "x=4 y=2", "x f32[8@y,12@x,2]; i i32[1]",
     "out = x.at[i].get(out_sharding=P(None, 'x', 'y'))", "out f32[1,12@x,2@y]"},
    {"0.9.0", "x=2", "x f32[12,3]; i i32[3]; j i32[3]", "out = x[i, j]", "out f32[3]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[3,3,4]; i i32[3]; j i32[3]",
     "out = x.at[i, j].get(out_sharding=P('x', 'z', 'y'))",
     "AssertionError: (2, PartitionSpec('x', 'z', 'y'))"},
    {"0.9.0", "x=2 y=2", "x f32[8@(y,x)]; v f32[2]",
     "out = x.at[0:2].add(v, out_sharding=P('x', 'y'))",
     "AssertionError: (1, PartitionSpec('x', 'y'))"},
    {"0.9.0", "x=2 y=2", "x f32[8@y,4]; i i32[2@y]",
     "out = x.at[i].get(out_sharding=P('x', 'q', None))",
     "ValueError: Resource axis: q of PartitionSpec('x', 'q', None) is not found in "
     "mesh: ('x', 'y')."},
    {"0.9.0", "x=4 y=1 z=2", "x f32[4@y,4@x,8@z]; v f32[4@x,2,8@z]",
     "out = x.at[:, 2:4].max(v, out_sharding=P('y', 'x', None))",
     "TypeError: _IndexUpdateRef.max() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.9.0", "x=4 y=1 z=2", "x f32[4,4@z,8@y]; v f32[3,4,8@y]",
     "out = x.at[1:].set(v, out_sharding=P('y', 'z', 'z'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('y', 'z', 'z') has "
     "duplicate entries for `z`"},
    {"0.9.0", "x=2 y=4", "x f32[6,6,4@x]; i i32[6]", "out = x[i, None]", "out f32[6,1,6,4@x]"},
    {"0.9.0", "x=4 y=1 z=2", "x f32[8@y]; v f32[]", "out = x.at[0].mul(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@y]), indices=ShapedArray(int32[1]), "
     "updates=ShapedArray(float32[])"},
    {"0.9.0", "x=3", "x f32[3@x,1,3]",
     "out = x.at[1, :].get(mode='clip', out_sharding=NamedSharding(mesh, P('x', "
     "'x')))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.9.0", "x=4 y=1 z=2", "x f32[8,4]; v f32[2,4]",
     "out = x.at[0:2].set(v, out_sharding=P('z', None, ('y', 'x')))",
     "AssertionError: (2, PartitionSpec('z', None, ('y', 'x')))"},
    {"0.9.0", "x=4 y=2", "x f32[8,4]", "out = x.at[::2].add(0., out_sharding=P(None, None))",
     "out f32[8,4]"},
    {"0.9.0", "x=2 y=4", "x f32[8@x,4@y]; v f32[8@x]",
     "out = x.at[..., -1].mul(v, out_sharding=NamedSharding(mesh, P('x', None)))",
     "TypeError: _IndexUpdateRef.multiply() got an unexpected keyword argument "
     "'out_sharding'"},
    {"0.9.0", "x=2 y=2", "x f32[4@y,8@x]; i i32[4@y]; v f32[4@y,4]", "out = x.at[i, 0:4].max(v)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('y', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None))"},
};

/* What release 0.9.0 says. */
Test(index_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

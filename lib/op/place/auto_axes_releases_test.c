/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "auto x=2 y=2", "a f32[8,4,12]; b f32[12,16]",
     "out = jnp.einsum('bsd,df->bsf', a, b)", "out f32[8,4,16]"},
    {"0.6.0", "auto x=2 y=4", "x f32[4@y,4@x,3,1]",
     "out = lax.with_sharding_constraint(x, P(None, None, None, 'y', 'x'))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Auto, Auto)), spec=PartitionSpec(None, None, None, 'y', 'x')): "
     "Sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Auto, "
     "Auto)), spec=PartitionSpec(None, None, None, 'y', 'x')) is only valid for values "
     "of rank at least 5, but was applied to a value of rank 4."},
    {"0.6.0", "auto x=2 y=2", "",
     "key = jax.random.PRNGKey(1)\n"
     "out = jax.random.normal(key, shape=(8, 8, 6, 3), out_sharding=P(None, None, "
     "None, None))",
     "key u32[2]; out f32[8,8,6,3]"},
    {"0.6.0", "auto x=2 explicit y=2 auto z=2", "", "out = jnp.arange(8, out_sharding=P('y'))",
     "TypeError: arange() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=2 auto y=2", "a f32[8@y,8@x]; b f32[8@x,8]", "out = lax.add(a, b)",
     "ShardingTypeError: add operation with inputs: f32[8,8@x], f32[8@x,8] produces an "
     "illegally sharded result: f32[8@x,8@x]"},
    {"0.6.0", "auto x=4 y=2", "x f32[16@x,2@y,4,4]",
     "out = jax.reshard(x, out_shardings=P(None, None, None, None))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.6.0", "x=2 auto y=2", "a f32[8,8]; b f32[8@y,8]", "out = jnp.dot(a, b)", "out f32[8,8]"},
    {"0.6.0", "auto x=2 y=2 explicit z=2", "x f32[16]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P(None)))",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=2 auto y=4", "x f32[4@x]; i i32[3]; v f32[3]", "out = x.at[i].power(v)",
     "ShardingTypeError: sharding rule for scatter-mul is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=4 y=2", "x f32[8,4@y]; i i32[4]",
     "out = x.at[:, i].get(out_sharding=P(None, 'y', None))",
     "ValueError: Length of sharding.spec must be equal to aval's ndim. Got "
     "sharding.spec PartitionSpec(None, 'y', None), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, 'y', None))"},
    {"0.6.0", "x=2 y=2 auto z=2", "a f32[6,8,4@x]; b f32[4@(y,x)]", "out = (a @ b).sum()",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('x',) and (('y', 'x'),)."},
    {"0.6.0", "auto x=2 explicit y=2", "a f32[8,8]; b f32[8@x,8@y]", "out = jnp.matmul(a, b)",
     "out f32[8,8@y]"},
    {"0.6.0", "auto x=2 explicit y=2", "x f32[8@y]; i i32[3]; v f32[3]", "out = x.at[i].max(v)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=2 y=2", "x f32[2@y,12@x,12]; i i32[8@y]", "out = x.at[:, i, 6:10].mul(0)",
     "ShardingTypeError: sharding rule for scatter-mul is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.6.0", "x=4 y=2", "x f32[3,4@y,8@x]",
     "out = jax.reshard(x, NamedSharding(mesh, P(None, 'y', 'x', None)))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.6.0", "x=2 auto y=4", "x f32[8,3,8@x,4]", "out = lax.reshape(x, (64, 12, 1, 1))",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "shape: (8, 3, 8, 4), new sizes: (64, 12, 1, 1) and operand spec: "
     "PartitionSpec(None, None, 'x', None)"},
    {"0.6.0", "auto x=4 explicit y=2", "a f32[16@y,2]; b f32[16@y,2]",
     "out = jnp.einsum('ij,ij->', a, b)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter of einsum. Or reshard your input via "
     "`jax.experimental.shard.reshard` so that the dot is conflict free. Got "
     "lhs_contracting_spec=('y', None) and rhs_contracting_spec=('y', None)"},
    {"0.6.0", "x=2 y=2 auto z=2", "a f32[8,4@x,8@(y,z)]; b f32[8@(z,y),4,8@x]",
     "out = lax.atan2(a, b)",
     "ValueError: AxisTypes should be the same in a tuple subset of PartitionSpec: "
     "PartitionSpec(None, 'x', ('y', 'z')). Got subset ('y', 'z') with axis types: "
     "(AxisType.Explicit, AxisType.Auto)"},
    {"0.6.0", "x=2 y=4", "", "out = jnp.empty((), out_sharding=P())",
     "TypeError: empty() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "auto x=2 y=2", "x f32[8,8@x]; i i32[4@y]", "out = x.at[i].get()", "out f32[4,8]"},
    {"0.6.0", "auto x=2 y=2", "x f32[3,6@x,2]", "out = jnp.expand_dims(x, axis=-2)",
     "out f32[3,6,1,2]"},
    {"0.6.0", "x=2 auto y=2", "a f32[8@y,8@x]; b f32[8@y,8]", "out = jnp.matmul(a, b)",
     "out f32[8,8]"},
    {"0.6.0", "x=2 auto y=2", "a f32[8@x,8]; b f32[8,8@x]", "out = jnp.dot(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@x,8], f32[8,8@x] "
     "produces an illegally sharded result: f32[8@x,8@x]"},
    {"0.6.0", "auto x=4 explicit y=2", "a f32[1,4@y]; b f32[4,2@y]", "out = jnp.outer(a, b)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `sharding` argument of jax.lax.reshape. Got operand shape: "
     "(4, 2), new sizes: (8,) and operand spec: PartitionSpec(None, 'y')"},
    {"0.6.0", "x=2 auto y=2", "a f32[8,8@x]; b f32[8@x,8]", "out = a @ b",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter of einsum. Or reshard your input via "
     "`jax.experimental.shard.reshard` so that the dot is conflict free. Got "
     "lhs_contracting_spec=('x',) and rhs_contracting_spec=('x',)"},
    {"0.6.0", "x=4 y=2", "x f32[2@y,4@x]", "out = lax.with_sharding_constraint(x, P('y'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('y',) and "
     "mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, Explicit))"},
    {"0.6.0", "x=2 auto y=2 z=2", "a f32[1,8@x,1,6]; b f32[8,8@x,4@z,6]", "out = jnp.arctan2(a, b)",
     "out f32[8,8@x,4,6]"},
    {"0.6.0", "x=2 y=2 auto z=2",
     "a f32[4@(z,x),1,1,2@y]; b f32[4@(z,x),1,1,2@y]; c f32[4@z,1,1,2@y]",
     "out = jnp.stack([a, b, c], 3)",
     "ValueError: AxisTypes should be the same in a tuple subset of PartitionSpec: "
     "PartitionSpec(('z', 'x'), None, None, 'y'). Got subset ('z', 'x') with axis "
     "types: (AxisType.Auto, AxisType.Explicit)"},
    {"0.6.0", "auto x=2 explicit y=2", "a f32[8,8@x]; b f32[8@x,8]", "out = a @ b", "out f32[8,8]"},
};

/* What release 0.6.0 says. */
Test(auto_axes_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "auto x=2 y=2", "a f32[8,4,12]; b f32[12,16]",
     "out = jnp.einsum('bsd,df->bsf', a, b)", "out f32[8,4,16]"},
    {"0.7.0", "auto x=2 y=4", "x f32[4@y,4@x,3,1]",
     "out = lax.with_sharding_constraint(x, P(None, None, None, 'y', 'x'))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Auto, Auto)), spec=PartitionSpec(None, None, None, 'y', 'x')): "
     "Sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Auto, "
     "Auto)), spec=PartitionSpec(None, None, None, 'y', 'x')) is only valid for values "
     "of rank at least 5, but was applied to a value of rank 4."},
    {"0.7.0", "auto x=2 y=2", "",
     "key = jax.random.PRNGKey(1)\n"
     "out = jax.random.normal(key, shape=(8, 8, 6, 3), out_sharding=P(None, None, "
     "None, None))",
     "key u32[2]; out f32[8,8,6,3]"},
    {"0.7.0", "auto x=2 explicit y=2 auto z=2", "", "out = jnp.arange(8, out_sharding=P('y'))",
     "out i32[8@y]"},
    {"0.7.0", "x=2 auto y=2", "a f32[8@y,8@x]; b f32[8@x,8]", "out = lax.add(a, b)",
     "ShardingTypeError: add operation with inputs: f32[8,8@x], f32[8@x,8] produces an "
     "illegally sharded result: f32[8@x,8@x]"},
    {"0.7.0", "auto x=2 y=2", "a f32[4,8,1,4@y]; b f32[4,8@x,4,6@y]",
     "out = jnp.matmul(a, b, out_sharding=P('x', None, 'y', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', None, 'y', 'x') "
     "has duplicate entries for `x`"},
    {"0.7.0", "auto x=4 y=2", "x f32[16@x,2@y,4,4]",
     "out = jax.reshard(x, out_shardings=P(None, None, None, None))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.7.0", "x=2 auto y=2", "a f32[8,8]; b f32[8@y,8]", "out = jnp.dot(a, b)", "out f32[8,8]"},
    {"0.7.0", "auto x=2 y=2 explicit z=2", "x f32[16]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P(None)))", "out f32[16]"},
    {"0.7.0", "x=2 auto y=4", "x f32[4@x]; i i32[3]; v f32[3]", "out = x.at[i].power(v)",
     "ShardingTypeError: sharding rule for scatter-mul is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues. You can work around this error "
     "by dropping that operation into full auto sharding mode via: "
     "`jax.sharding.auto_axes(fun, out_shardings=...)`"},
    {"0.7.0", "x=4 y=2", "x f32[8,4@y]; i i32[4]",
     "out = x.at[:, i].get(out_sharding=P(None, 'y', None))", "out f32[8,4@y]"},
    {"0.7.0", "x=2 y=2 auto z=2", "a f32[6,8,4@x]; b f32[4@(y,x)]", "out = (a @ b).sum()",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('x',) and (('y', 'x'),)."},
    {"0.7.0", "auto x=2 explicit y=2", "a f32[8,8]; b f32[8@x,8@y]", "out = jnp.matmul(a, b)",
     "out f32[8,8@y]"},
    {"0.7.0", "auto x=2 explicit y=2", "x f32[8@y]; i i32[3]; v f32[3]", "out = x.at[i].max(v)",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues. You can work around this error "
     "by dropping that operation into full auto sharding mode via: "
     "`jax.sharding.auto_axes(fun, out_shardings=...)`"},
    {"0.7.0", "x=2 y=2", "x f32[2@y,12@x,12]; i i32[8@y]", "out = x.at[:, i, 6:10].mul(0)",
     "ShardingTypeError: sharding rule for scatter-mul is not implemented. Please file "
     "an issue at https://github.com/jax-ml/jax/issues. You can work around this error "
     "by dropping that operation into full auto sharding mode via: "
     "`jax.sharding.auto_axes(fun, out_shardings=...)`"},
    {"0.7.0", "x=4 y=2", "x f32[3,4@y,8@x]",
     "out = jax.reshard(x, NamedSharding(mesh, P(None, 'y', 'x', None)))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.7.0", "x=2 auto y=4", "x f32[8,3,8@x,4]", "out = lax.reshape(x, (64, 12, 1, 1))",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "shape: float32[8,3,8@x,4], new sizes: (64, 12, 1, 1)"},
    {"0.7.0", "auto x=4 explicit y=2", "a f32[16@y,2]; b f32[16@y,2]",
     "out = jnp.einsum('ij,ij->', a, b)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('y', None) and "
     "rhs_contracting_spec=('y', None)"},
    {"0.7.0", "x=2 y=2 auto z=2", "a f32[8,4@x,8@(y,z)]; b f32[8@(z,y),4,8@x]",
     "out = lax.atan2(a, b)",
     "ShardingTypeError: atan2 got incompatible shardings for broadcasting: (None, "
     "'x', 'y'), ('y', None, 'x')."},
    {"0.7.0", "x=2 y=4", "", "out = jnp.empty((), out_sharding=P())", "out f32[]"},
    {"0.7.0", "auto x=2 y=2", "x f32[8,8@x]; i i32[4@y]", "out = x.at[i].get()", "out f32[4,8]"},
    {"0.7.0", "auto x=2 y=2", "x f32[3,6@x,2]", "out = jnp.expand_dims(x, axis=-2)",
     "out f32[3,6,1,2]"},
    {"0.7.0", "x=2 auto y=2", "a f32[8@y,8@x]; b f32[8@y,8]", "out = jnp.matmul(a, b)",
     "out f32[8,8]"},
    {"0.7.0", "x=2 auto y=2", "a f32[8@x,8]; b f32[8,8@x]", "out = jnp.dot(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@x,8], f32[8,8@x] "
     "produces an illegally sharded result: f32[8@x,8@x]"},
    {"0.7.0", "auto x=4 explicit y=2", "a f32[1,4@y]; b f32[4,2@y]", "out = jnp.outer(a, b)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "shape: float32[4,2@y], new sizes: (8,)"},
    {"0.7.0", "x=2 auto y=2", "a f32[8,8@x]; b f32[8@x,8]", "out = a @ b",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('x',) and "
     "rhs_contracting_spec=('x',)"},
    {"0.7.0", "x=4 y=2", "x f32[2@y,4@x]", "out = lax.with_sharding_constraint(x, P('y'))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('y',) and "
     "mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, Explicit)). You probably "
     "meant to use `reshard` API?"},
    {"0.7.0", "x=2 auto y=2 z=2", "a f32[1,8@x,1,6]; b f32[8,8@x,4@z,6]", "out = jnp.arctan2(a, b)",
     "out f32[8,8@x,4,6]"},
    {"0.7.0", "x=2 y=2 auto z=2",
     "a f32[4@(z,x),1,1,2@y]; b f32[4@(z,x),1,1,2@y]; c f32[4@z,1,1,2@y]",
     "out = jnp.stack([a, b, c], 3)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Auto)), spec=PartitionSpec('x', None, None, None, 'y')), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Auto)), spec=PartitionSpec('x', None, None, None, 'y')), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Auto)), spec=PartitionSpec(None, None, None, None, 'y'))"},
    {"0.7.0", "auto x=2 explicit y=2", "a f32[8,8@x]; b f32[8@x,8]", "out = a @ b", "out f32[8,8]"},
};

/* What release 0.7.0 says. */
Test(auto_axes_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "auto x=2 y=2", "a f32[8,4,12]; b f32[12,16]",
     "out = jnp.einsum('bsd,df->bsf', a, b)", "out f32[8,4,16]"},
    {"0.8.2", "auto x=2 y=4", "x f32[4@y,4@x,3,1]",
     "out = lax.with_sharding_constraint(x, P(None, None, None, 'y', 'x'))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Auto, Auto), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None, None, 'y', 'x')): Sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Auto, Auto), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, None, 'y', "
     "'x')) is only valid for values of rank at least 5, but was applied to a value of "
     "rank 4."},
    {"0.8.2", "auto x=2 y=2", "",
     "key = jax.random.PRNGKey(1)\n"
     "out = jax.random.normal(key, shape=(8, 8, 6, 3), out_sharding=P(None, None, "
     "None, None))",
     "key u32[2]; out f32[8,8,6,3]"},
    {"0.8.2", "auto x=2 explicit y=2 auto z=2", "", "out = jnp.arange(8, out_sharding=P('y'))",
     "out i32[8@y]"},
    {"0.8.2", "x=2 auto y=2", "a f32[8@y,8@x]; b f32[8@x,8]", "out = lax.add(a, b)",
     "ShardingTypeError: add operation with inputs: f32[8,8@x], f32[8@x,8] produces an "
     "illegally sharded result: f32[8@x,8@x]"},
    {"0.8.2", "auto x=2 y=2", "a f32[4,8,1,4@y]; b f32[4,8@x,4,6@y]",
     "out = jnp.matmul(a, b, out_sharding=P('x', None, 'y', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', None, 'y', 'x') "
     "has duplicate entries for `x`"},
    {"0.8.2", "auto x=4 y=2", "x f32[16@x,2@y,4,4]",
     "out = jax.reshard(x, out_shardings=P(None, None, None, None))", "out f32[16,2,4,4]"},
    {"0.8.2", "x=2 auto y=2", "a f32[8,8]; b f32[8@y,8]", "out = jnp.dot(a, b)", "out f32[8,8]"},
    {"0.8.2", "auto x=2 y=2 explicit z=2", "x f32[16]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P(None)))", "out f32[16]"},
    {"0.8.2", "x=2 auto y=4", "x f32[4@x]; i i32[3]; v f32[3]", "out = x.at[i].power(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@x]), indices=ShapedArray(int32[3,1]), "
     "updates=ShapedArray(float32[3])"},
    {"0.8.2", "x=4 y=2", "x f32[8,4@y]; i i32[4]",
     "out = x.at[:, i].get(out_sharding=P(None, 'y', None))", "out f32[8,4@y]"},
    {"0.8.2", "x=2 y=2 auto z=2", "a f32[6,8,4@x]; b f32[4@(y,x)]", "out = (a @ b).sum()",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('x',) and (('y', 'x'),)."},
    {"0.8.2", "auto x=2 explicit y=2", "a f32[8,8]; b f32[8@x,8@y]", "out = jnp.matmul(a, b)",
     "out f32[8,8@y]"},
    {"0.8.2", "auto x=2 explicit y=2", "x f32[8@y]; i i32[3]; v f32[3]", "out = x.at[i].max(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@y]), indices=ShapedArray(int32[3,1]), "
     "updates=ShapedArray(float32[3])"},
    {"0.8.2", "x=2 y=2", "x f32[2@y,12@x,12]; i i32[8@y]", "out = x.at[:, i, 6:10].mul(0)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('y', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None))"},
    {"0.8.2", "x=4 y=2", "x f32[3,4@y,8@x]",
     "out = jax.reshard(x, NamedSharding(mesh, P(None, 'y', 'x', None)))", "out f32[3,4@y,8@x]"},
    {"0.8.2", "x=2 auto y=4", "x f32[8,3,8@x,4]", "out = lax.reshape(x, (64, 12, 1, 1))",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[8,3,8@x,4], new sizes: (64, 12, 1, 1)"},
    {"0.8.2", "auto x=4 explicit y=2", "a f32[16@y,2]; b f32[16@y,2]",
     "out = jnp.einsum('ij,ij->', a, b)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('y', None) and "
     "rhs_contracting_spec=('y', None)"},
    {"0.8.2", "x=2 y=2 auto z=2", "a f32[8,4@x,8@(y,z)]; b f32[8@(z,y),4,8@x]",
     "out = lax.atan2(a, b)",
     "ShardingTypeError: atan2 got incompatible shardings for broadcasting: (None, "
     "'x', 'y'), ('y', None, 'x')."},
    {"0.8.2", "x=2 y=4", "", "out = jnp.empty((), out_sharding=P())", "out f32[]"},
    {"0.8.2", "auto x=2 y=2", "x f32[8,8@x]; i i32[4@y]", "out = x.at[i].get()", "out f32[4,8]"},
    {"0.8.2", "auto x=2 y=2", "x f32[3,6@x,2]", "out = jnp.expand_dims(x, axis=-2)",
     "out f32[3,6,1,2]"},
    {"0.8.2", "x=2 auto y=2", "a f32[8@y,8@x]; b f32[8@y,8]", "out = jnp.matmul(a, b)",
     "out f32[8,8]"},
    {"0.8.2", "x=2 auto y=2", "a f32[8@x,8]; b f32[8,8@x]", "out = jnp.dot(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@x,8], f32[8,8@x] "
     "produces an illegally sharded result: f32[8@x,8@x]"},
    {"0.8.2", "auto x=4 explicit y=2", "a f32[1,4@y]; b f32[4,2@y]", "out = jnp.outer(a, b)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[4,2@y], new sizes: (8,)"},
    {"0.8.2", "x=2 auto y=2", "a f32[8,8@x]; b f32[8@x,8]", "out = a @ b",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('x',) and "
     "rhs_contracting_spec=('x',)"},
    {"0.8.2", "x=4 y=2", "x f32[2@y,4@x]", "out = lax.with_sharding_constraint(x, P('y'))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: PartitionSpec('y', 'x') did not "
     "match the sharding provided: PartitionSpec('y', None). Please use "
     "`jax.sharding.reshard` to shard your input to the sharding you want."},
    {"0.8.2", "x=2 auto y=2 z=2", "a f32[1,8@x,1,6]; b f32[8,8@x,4@z,6]", "out = jnp.arctan2(a, b)",
     "out f32[8,8@x,4,6]"},
    {"0.8.2", "x=2 y=2 auto z=2",
     "a f32[4@(z,x),1,1,2@y]; b f32[4@(z,x),1,1,2@y]; c f32[4@z,1,1,2@y]",
     "out = jnp.stack([a, b, c], 3)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Auto), device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None, "
     "None, None, 'y')), NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, "
     "axis_types=(Explicit, Explicit, Auto), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec('x', None, None, None, 'y')), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Auto), device_kind=cpu, num_cores=None), spec=PartitionSpec(None, "
     "None, None, None, 'y'))"},
    {"0.8.2", "auto x=2 explicit y=2", "a f32[8,8@x]; b f32[8@x,8]", "out = a @ b", "out f32[8,8]"},
};

/* What release 0.8.2 says. */
Test(auto_axes_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "auto x=2 y=2", "a f32[8,4,12]; b f32[12,16]",
     "out = jnp.einsum('bsd,df->bsf', a, b)", "out f32[8,4,16]"},
    {"0.9.0", "auto x=2 y=4", "x f32[4@y,4@x,3,1]",
     "out = lax.with_sharding_constraint(x, P(None, None, None, 'y', 'x'))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Auto, Auto), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None, None, 'y', 'x')): Sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Auto, Auto), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None, None, 'y', "
     "'x')) is only valid for values of rank at least 5, but was applied to a value of "
     "rank 4."},
    {"0.9.0", "auto x=2 y=2", "",
     "key = jax.random.PRNGKey(1)\n"
     "out = jax.random.normal(key, shape=(8, 8, 6, 3), out_sharding=P(None, None, "
     "None, None))",
     "key u32[2]; out f32[8,8,6,3]"},
    {"0.9.0", "auto x=2 explicit y=2 auto z=2", "", "out = jnp.arange(8, out_sharding=P('y'))",
     "out i32[8@y]"},
    {"0.9.0", "x=2 auto y=2", "a f32[8@y,8@x]; b f32[8@x,8]", "out = lax.add(a, b)",
     "ShardingTypeError: add operation with inputs: f32[8,8@x], f32[8@x,8] produces an "
     "illegally sharded result: f32[8@x,8@x]"},
    {"0.9.0", "auto x=2 y=2", "a f32[4,8,1,4@y]; b f32[4,8@x,4,6@y]",
     "out = jnp.matmul(a, b, out_sharding=P('x', None, 'y', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', None, 'y', 'x') "
     "has duplicate entries for `x`"},
    {"0.9.0", "auto x=4 y=2", "x f32[16@x,2@y,4,4]",
     "out = jax.reshard(x, out_shardings=P(None, None, None, None))", "out f32[16,2,4,4]"},
    {"0.9.0", "x=2 auto y=2", "a f32[8,8]; b f32[8@y,8]", "out = jnp.dot(a, b)", "out f32[8,8]"},
    {"0.9.0", "auto x=2 y=2 explicit z=2", "x f32[16]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P(None)))", "out f32[16]"},
    {"0.9.0", "x=2 auto y=4", "x f32[4@x]; i i32[3]; v f32[3]", "out = x.at[i].power(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@x]), indices=ShapedArray(int32[3,1]), "
     "updates=ShapedArray(float32[3])"},
    {"0.9.0", "x=4 y=2", "x f32[8,4@y]; i i32[4]",
     "out = x.at[:, i].get(out_sharding=P(None, 'y', None))", "out f32[8,4@y]"},
    {"0.9.0", "x=2 y=2 auto z=2", "a f32[6,8,4@x]; b f32[4@(y,x)]", "out = (a @ b).sum()",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('x',) and (('y', 'x'),)."},
    {"0.9.0", "auto x=2 explicit y=2", "a f32[8,8]; b f32[8@x,8@y]", "out = jnp.matmul(a, b)",
     "out f32[8,8@y]"},
    {"0.9.0", "auto x=2 explicit y=2", "x f32[8@y]; i i32[3]; v f32[3]", "out = x.at[i].max(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@y]), indices=ShapedArray(int32[3,1]), "
     "updates=ShapedArray(float32[3])"},
    {"0.9.0", "x=2 y=2", "x f32[2@y,12@x,12]; i i32[8@y]", "out = x.at[:, i, 6:10].mul(0)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('y', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None))"},
    {"0.9.0", "x=4 y=2", "x f32[3,4@y,8@x]",
     "out = jax.reshard(x, NamedSharding(mesh, P(None, 'y', 'x', None)))", "out f32[3,4@y,8@x]"},
    {"0.9.0", "x=2 auto y=4", "x f32[8,3,8@x,4]", "out = lax.reshape(x, (64, 12, 1, 1))",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[8,3,8@x,4], new sizes: (64, 12, 1, 1)"},
    {"0.9.0", "auto x=4 explicit y=2", "a f32[16@y,2]; b f32[16@y,2]",
     "out = jnp.einsum('ij,ij->', a, b)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('y', None) and "
     "rhs_contracting_spec=('y', None)"},
    {"0.9.0", "x=2 y=2 auto z=2", "a f32[8,4@x,8@(y,z)]; b f32[8@(z,y),4,8@x]",
     "out = lax.atan2(a, b)",
     "ShardingTypeError: atan2 got incompatible shardings for broadcasting: (None, "
     "'x', 'y'), ('y', None, 'x')."},
    {"0.9.0", "x=2 y=4", "", "out = jnp.empty((), out_sharding=P())", "out f32[]"},
    {"0.9.0", "auto x=2 y=2", "x f32[8,8@x]; i i32[4@y]", "out = x.at[i].get()", "out f32[4,8]"},
    {"0.9.0", "auto x=2 y=2", "x f32[3,6@x,2]", "out = jnp.expand_dims(x, axis=-2)",
     "out f32[3,6,1,2]"},
    {"0.9.0", "x=2 auto y=2", "a f32[8@y,8@x]; b f32[8@y,8]", "out = jnp.matmul(a, b)",
     "out f32[8,8]"},
    {"0.9.0", "x=2 auto y=2", "a f32[8@x,8]; b f32[8,8@x]", "out = jnp.dot(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@x,8], f32[8,8@x] "
     "produces an illegally sharded result: f32[8@x,8@x]"},
    {"0.9.0", "auto x=4 explicit y=2", "a f32[1,4@y]; b f32[4,2@y]", "out = jnp.outer(a, b)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[4,2@y], new sizes: (8,)"},
    {"0.9.0", "x=2 auto y=2", "a f32[8,8@x]; b f32[8@x,8]", "out = a @ b",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('x',) and "
     "rhs_contracting_spec=('x',)"},
    {"0.9.0", "x=4 y=2", "x f32[2@y,4@x]", "out = lax.with_sharding_constraint(x, P('y'))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: PartitionSpec('y', 'x') did not "
     "match the sharding provided: PartitionSpec('y', None). Please use "
     "`jax.sharding.reshard` to shard your input to the sharding you want."},
    {"0.9.0", "x=2 auto y=2 z=2", "a f32[1,8@x,1,6]; b f32[8,8@x,4@z,6]", "out = jnp.arctan2(a, b)",
     "out f32[8,8@x,4,6]"},
    {"0.9.0", "x=2 y=2 auto z=2",
     "a f32[4@(z,x),1,1,2@y]; b f32[4@(z,x),1,1,2@y]; c f32[4@z,1,1,2@y]",
     "out = jnp.stack([a, b, c], 3)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Auto), device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None, "
     "None, None, 'y')), NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, "
     "axis_types=(Explicit, Explicit, Auto), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec('x', None, None, None, 'y')), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Auto), device_kind=cpu, num_cores=None), spec=PartitionSpec(None, "
     "None, None, None, 'y'))"},
    {"0.9.0", "auto x=2 explicit y=2", "a f32[8,8@x]; b f32[8@x,8]", "out = a @ b", "out f32[8,8]"},
};

/* What release 0.9.0 says. */
Test(auto_axes_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

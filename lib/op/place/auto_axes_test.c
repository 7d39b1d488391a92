/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=4 y=2", "x f32[8,4@y]; i i32[4]",
     "out = x.at[:, i].get(out_sharding=P(None, 'y', None))", "out f32[8,4@y]"},
    {"0.10.2", "x=2 auto y=2", "x f32[8,8]; i i32[4]", "out = x.at[i].get()", "out f32[4,8]"},
    {"0.10.2", "x=2 auto y=2", "x f32[8,8@x]; i i32[4@y]", "out = x.at[i].get()", "out f32[4,8@x]"},
    {"0.10.2", "auto x=2 y=2 z=2", "a f32[6,8@y,4@x]; b f32[6@x,4,2]", "out = a.dot(b)",
     "out f32[6,8,6,2]"},
    {"0.10.2", "auto x=2 y=4", "x f32[2,8@y]", "out = jax.nn.logsumexp(x, axis=(-2,))",
     "out f32[8]"},
    {"0.10.2", "auto x=2 y=2", "",
     "key = jax.random.PRNGKey(1)\n"
     "out = jax.random.normal(key, shape=(8, 8, 6, 3), out_sharding=P(None, None, "
     "None, None))",
     "key u32[2]; out f32[8,8,6,3]"},
    {"0.10.2", "auto x=4 y=2", "", "out = jax.random.bits(jax.random.PRNGKey(1), (4, 8))",
     "out u32[4,8]"},
    {"0.10.2", "x=4 y=2", "",
     "key = jax.random.key(0)\n"
     "out = jax.random.normal(key, shape=(3, 16))",
     "out f32[3,16]"},
    {"0.10.2", "auto x=2 y=2", "", "out = jax.random.uniform(jax.random.key(0), (2,))",
     "out f32[2]"},
    {"0.10.2", "x=4 y=2", "x f32[3,4@y,8@x]",
     "out = jax.reshard(x, NamedSharding(mesh, P(None, 'y', 'x', None)))", "out f32[3,4@y,8@x]"},
    {"0.10.2", "auto x=4 y=2", "x f32[16@x,2@y,4,4]",
     "out = jax.reshard(x, out_shardings=P(None, None, None, None))", "out f32[16,2,4,4]"},
    {"0.10.2", "x=2 y=4", "x f32[2@x,3,16@y,8]",
     "out = jax.reshard(x, P(None, None, ('x', 'y'), None))", "out f32[2,3,16@(x,y),8]"},
    {"0.10.2", "auto x=2 y=2 explicit z=2", "x f32[16]",
     "out = jax.sharding.reshard(x, NamedSharding(mesh, P(None)))", "out f32[16]"},
    {"0.10.2", "auto x=2 y=2", "a f32[1]; b f32[8,12,3]", "out = jnp.add(a, b)", "out f32[8,12,3]"},
    {"0.10.2", "auto x=2 y=2 explicit z=2", "a f32[3,16@z]", "out = jnp.append(a, a, axis=1)",
     "out f32[3,32@z]"},
    {"0.10.2", "auto x=2 explicit y=2 auto z=2", "", "out = jnp.arange(8, out_sharding=P('y'))",
     "out i32[8@y]"},
    {"0.10.2", "x=2 auto y=2 z=2", "a f32[1,8@x,1,6]; b f32[8,8@x,4@z,6]",
     "out = jnp.arctan2(a, b)", "out f32[8,8@x,4,6]"},
    {"0.10.2", "auto x=2 y=2", "x f32[3,8,4,6]", "out = jnp.argmin(x, axis=-4)", "out i32[8,4,6]"},
    {"0.10.2", "x=4 auto y=2", "a f32[6@y]", "out = jnp.concatenate((a,), axis=0)", "out f32[6]"},
    {"0.10.2", "x=4 auto y=2", "a f32[8,8]; b f32[8]", "out = jnp.divide(a, b)", "out f32[8,8]"},
    {"0.10.2", "x=2 auto y=2", "a f32[8,8]; b f32[8@y,8]", "out = jnp.dot(a, b)", "out f32[8,8]"},
    {"0.10.2", "x=2 auto y=2", "a f32[8@x,8]; b f32[8@x,8]", "out = jnp.dot(a, b)",
     "out f32[8@x,8]"},
    {"0.10.2", "auto x=2 y=2", "a f32[8,4,12]; b f32[12,16]",
     "out = jnp.einsum('bsd,df->bsf', a, b)", "out f32[8,4,16]"},
    {"0.10.2", "x=2 y=4", "", "out = jnp.empty((), out_sharding=P())", "out f32[]"},
    {"0.10.2", "x=2 auto y=2 z=2", "a f32[1]; b f32[12@y]", "out = jnp.equal(a, b)",
     "out bool[12]"},
    {"0.10.2", "auto x=2 y=2", "x f32[3,6@x,2]", "out = jnp.expand_dims(x, axis=-2)",
     "out f32[3,6,1,2]"},
    {"0.10.2", "auto x=4 y=2", "", "out = jnp.eye(16)", "out f32[16,16]"},
    {"0.10.2", "x=2 auto y=2", "x f32[1]", "out = jnp.flip(x, axis=0)", "out f32[1]"},
    {"0.10.2", "auto x=4 y=2", "", "out = jnp.full((), 1.5, out_sharding=P())", "out f32[]"},
    {"0.10.2", "auto x=2 explicit y=2", "a f32[4@(x,y),16]; b f32[1]", "out = jnp.greater(a, b)",
     "out bool[4@y,16]"},
    {"0.10.2", "x=2 y=2 auto z=2", "a f32[1,8,2,12]; b f32[1,8,12@y,1]",
     "out = jnp.matmul(a, b, out_sharding=P(None, None, None, None))", "out f32[1,8,2,1]"},
    {"0.10.2", "x=2 auto y=2", "a f32[8,8]; b f32[8@x,8]",
     "out = jnp.matmul(a, b, out_sharding=P('x', None))", "out f32[8@x,8]"},
    {"0.10.2", "auto x=2 explicit y=2", "a f32[8,8]; b f32[8@x,8]", "out = jnp.matmul(a, b)",
     "out f32[8,8]"},
    {"0.10.2", "auto x=2 explicit y=2", "a f32[8,8]; b f32[8@x,8@y]", "out = jnp.matmul(a, b)",
     "out f32[8,8@y]"},
    {"0.10.2", "auto x=2 explicit y=2", "a f32[8,8]; b f32[8@x,8]", "out = lax.add(a, b)",
     "out f32[8,8]"},
    {"0.10.2", "x=2 auto y=2", "a f32[8,8]; b f32[8,8@x]", "out = lax.add(a, b)", "out f32[8,8@x]"},
    {"0.10.2", "auto x=2 y=2 z=2", "a f32[6@z]; b f32[6,4@(x,z)]", "out = a @ b", "out f32[4]"},
    {"0.10.2", "x=2 auto y=4", "a f32[8,6]; b f32[8,1]", "out = a < b", "out bool[8,6]"},
    {"0.10.2", "auto x=4 y=2", "a f32[16,4@x,8@y]; b f32[8]", "out = a + b", "out f32[16,4,8]"},
    {"0.10.2", "auto x=2 y=4", "a f32[3,12,12]; b f32[4@x,3,12@y,12]", "out = a // b",
     "out f32[4,3,12,12]"},
    {"0.10.2", "x=2 auto y=2", "a f32[8@x,8]; b f32[8@y,8]", "out = a @ b", "out f32[8@x,8]"},
    {"0.10.2", "x=2 y=2 z=2", "a f32[3,1]; b f32[6@x,3,8]", "out = a >= b", "out bool[6@x,3,8]"},
    {"0.10.2", "x=2 auto y=4", "a f32[2,1,12,1]; b f32[2@x,8,12@y,1]", "out = (a > 0) & (b > 0)",
     "out bool[2@x,8,12,1]"},
};

/* The types that JAX gives. */
Test(auto_axes, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=2 auto y=2", "x f32[8,8@x]; i i32[6]", "out = x.at[7, i].add(1.0)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8,8@x]), indices=ShapedArray(int32[6,2]), "
     "updates=ShapedArray(float32[6])"},
    {"0.10.2", "auto x=2 explicit y=4", "x f32[8@(x,y),4]; i i32[4]",
     "out = x.at[i].get(out_sharding=P('x', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.12.0.1", "x=4 y=2", "x f32[8,4@y]; i i32[4]",
     "out = x.at[:, i].get(out_sharding=P(None, 'y', None))",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P(None, 'y', None), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'y', "
     "None))"},
    {"0.10.2", "x=2 auto y=2", "x f32[8,8@x]; i i32[4@x]", "out = x.at[i].get()",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "x=2 auto y=2", "x f32[8@x,8]; i i32[4]", "out = x.at[i].get()",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@x,8]), indices=ShapedArray(int32[4,1])"},
    {"0.10.2", "auto x=2 explicit y=2", "x f32[8@y]; i i32[3]; v f32[3]", "out = x.at[i].max(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@y]), indices=ShapedArray(int32[3,1]), "
     "updates=ShapedArray(float32[3])"},
    {"0.10.2", "x=2 y=2", "x f32[2@y,12@x,12]; i i32[8@y]", "out = x.at[:, i, 6:10].mul(0)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('y', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None))"},
    {"0.10.2", "x=2 auto y=4", "x f32[4@x]; i i32[3]; v f32[3]", "out = x.at[i].power(v)",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4@x]), indices=ShapedArray(int32[3,1]), "
     "updates=ShapedArray(float32[3])"},
    {"0.10.2", "x=2 y=2 auto z=2", "a f32[6,8,4@x]; b f32[4@(y,x)]", "out = (a @ b).sum()",
     "ShardingTypeError: dot_general requires contracting dimensions to have "
     "consistent sharding, got ('x',) and (('y', 'x'),)."},
    {"0.12.0.1", "x=2 y=2 auto z=2", "a f32[6,8,4@x]; b f32[4@(y,x)]", "out = (a @ b).sum()",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('x',) and "
     "rhs_contracting_spec=(('y', 'x'),)"},
    {"0.10.2", "x=2 y=2", "",
     "out = jax.random.normal(jax.random.PRNGKey(1), (12, 4, 8, 8), "
     "out_sharding=NamedSharding(mesh, P('y', None, None, 'y')))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('y', None, None, 'y') has "
     "duplicate entries for `y`"},
    {"0.12.0.1", "x=4 y=2", "x f32[3,4@y,8@x]",
     "out = jax.reshard(x, NamedSharding(mesh, P(None, 'y', 'x', None)))",
     "ValueError: Length of sharding.spec (4) must be equal to aval's ndim (3). Got "
     "sharding.spec P(None, 'y', 'x', None), aval.ndim 3 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, 'y', "
     "'x', None))"},
    {"0.10.2", "x=2 y=4", "x f32[3,8@x,8@y]",
     "out = jax.sharding.reshard(x, P(('x', 'y'), None, None, None))",
     "ValueError: Sharding spec ('x', 'y') implies that array axis 0 is partitioned "
     "8 times, but does not evenly divide the dimension size 3. Got shape: (3, 8, 8) "
     "and sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(('x', 'y'), None, None))"},
    {"0.12.0.1", "x=2 y=4", "x f32[3,8@x,8@y]",
     "out = jax.sharding.reshard(x, P(('x', 'y'), None, None, None))",
     "ValueError: Length of sharding.spec (4) must be equal to aval's ndim (3). Got "
     "sharding.spec P(('x', 'y'), None, None, None), aval.ndim 3 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(('x', 'y'), "
     "None, None, None))"},
    {"0.10.2", "x=2 auto y=2", "a f32[8@x,8]; b f32[8,8@x]", "out = jnp.dot(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[8@x,8], f32[8,8@x] "
     "produces an illegally sharded result: f32[8@x,8@x]"},
    {"0.10.2", "auto x=4 explicit y=2", "a f32[16@y,2]; b f32[16@y,2]",
     "out = jnp.einsum('ij,ij->', a, b)",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('y', None) and "
     "rhs_contracting_spec=('y', None)"},
    {"0.10.2", "auto x=2 y=2", "a f32[4,8,1,4@y]; b f32[4,8@x,4,6@y]",
     "out = jnp.matmul(a, b, out_sharding=P('x', None, 'y', 'x'))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', None, 'y', 'x') has "
     "duplicate entries for `x`"},
    {"0.12.0.1", "x=2 y=2 auto z=2", "a f32[1,8,2,12]; b f32[1,8,12@y,1]",
     "out = jnp.matmul(a, b, out_sharding=P(None, None, None, None))",
     "ValueError: Length of sharding.spec (4) must be equal to aval's ndim (3). Got "
     "sharding.spec P(None, None, None, None), aval.ndim 3 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Auto), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, "
     "None, None, None))"},
    {"0.10.2", "auto x=4 explicit y=2", "a f32[1,4@y]; b f32[4,2@y]", "out = jnp.outer(a, b)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding "
     "of the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "type: float32[4,2@y], new sizes: (8,)"},
    {"0.10.2", "x=2 y=2 auto z=2",
     "a f32[4@(z,x),1,1,2@y]; b f32[4@(z,x),1,1,2@y]; c f32[4@z,1,1,2@y]",
     "out = jnp.stack([a, b, c], 3)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Auto), device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', "
     "None, None, 'y')), NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, "
     "axis_types=(Explicit, Explicit, Auto), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('x', None, None, 'y')), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 2, axis_types=(Explicit, "
     "Explicit, Auto), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, "
     "None, None, 'y'))"},
    {"0.10.2", "x=2 auto y=2", "a f32[8,8@x]; b f32[8@x,8@y]", "out = lax.add(a, b)",
     "ShardingTypeError: add operation with inputs: f32[8,8@x], f32[8@x,8] produces "
     "an illegally sharded result: f32[8@x,8@x]"},
    {"0.10.2", "x=2 auto y=2", "a f32[8@x,8]; b f32[8,8@x]", "out = lax.add(a, b)",
     "ShardingTypeError: add operation with inputs: f32[8@x,8], f32[8,8@x] produces "
     "an illegally sharded result: f32[8@x,8@x]"},
    {"0.10.2", "x=2 y=2 auto z=2", "a f32[8,4@x,8@(y,z)]; b f32[8@(z,y),4,8@x]",
     "out = lax.atan2(a, b)",
     "ShardingTypeError: atan2 got incompatible shardings for broadcasting: (None, "
     "'x', 'y'), ('y', None, 'x')."},
    {"0.10.2", "x=2 y=2", "a f32[8@x,1,8]; b f32[8,1,8]",
     "out = lax.concatenate((a, b), dimension=1)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None, "
     "None)), NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, "
     "None))"},
    {"0.10.2", "x=2 auto y=4", "a f32[6@x,16]; b f32[16,16@x]", "out = lax.dot(a, b)",
     "ShardingTypeError: dot_general operation with inputs: f32[6@x,16], "
     "f32[16,16@x] produces an illegally sharded result: f32[6@x,16@x]"},
    {"0.10.2", "x=2 auto y=4", "x f32[8,3,8@x,4]", "out = lax.reshape(x, (64, 12, 1, 1))",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding "
     "of the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "type: float32[8,3,8@x,4], new sizes: (64, 12, 1, 1)"},
    {"0.10.2", "x=4 y=2", "x f32[2@y,4@x]", "out = lax.with_sharding_constraint(x, P('y'))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: P('y', 'x') did not match the "
     "sharding provided: P('y', None). Please use `jax.sharding.reshard` to shard "
     "your input to the sharding you want."},
    {"0.10.2", "x=2 auto y=2 z=2", "x f32[4,2@z,12]",
     "out = lax.with_sharding_constraint(x, P('x', 'z', 'x'))",
     "DuplicateSpecError: A single shardings specification can map every mesh axis "
     "to at most one positional dimension, but P('x', 'z', 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "auto x=2 y=4", "x f32[4@y,4@x,3,1]",
     "out = lax.with_sharding_constraint(x, P(None, None, None, 'y', 'x'))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Auto, Auto), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None, None, 'y', 'x')): Sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Auto, Auto), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None, None, 'y', "
     "'x')) is only valid for values of rank at least 5, but was applied to a value "
     "of rank 4."},
    {"0.10.2", "x=2 auto y=2 z=2", "x f32[16,16@x,6]", "out = x.reshape((256, 6))",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding "
     "of the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "type: float32[16,16@x,6], new sizes: (256, 6)"},
    {"0.10.2", "x=2 auto y=2", "a f32[8,8@x]; b f32[8@x,8]", "out = a @ b",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter. Got lhs_contracting_spec=('x',) and "
     "rhs_contracting_spec=('x',)"},
    {"0.10.2", "auto x=2 explicit y=2", "a f32[8@y,8@x]; b f32[8@x,8@y]", "out = a @ b",
     "ShardingTypeError: dot_general operation with inputs: f32[8@y,8], f32[8,8@y] "
     "produces an illegally sharded result: f32[8@y,8@y]"},
};

/* What JAX refuses, with its texts. */
Test(auto_axes, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The same program in the releases that judge it differently. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case constraint[] = {
    {"0.6.0", "auto x=2 y=4", "a f32[8,8]", "out = lax.with_sharding_constraint(a, P('x', 'y'))",
     "out f32[8,8]"},
    {"0.6.0", "auto x=2 y=4", "a f32[8,8]",
     "out = lax.with_sharding_constraint(a, NamedSharding(mesh, P('x', 'y')))", "out f32[8,8]"},
    {"0.4.30", "auto x=2 y=4", "a f32[8,8]",
     "out = lax.with_sharding_constraint(a, P('x', None, 'y'))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=Mesh('x': 2, 'y': 4), "
     "spec=PartitionSpec('x', None, 'y')): Sharding NamedSharding(mesh=Mesh('x': 2, "
     "'y': 4), spec=PartitionSpec('x', None, 'y')) is only valid for values of rank "
     "at least 3, but was applied to a value of rank 2."},
    {"0.4.30", "auto x=2 y=4", "a f32[8,8]",
     "out = lax.with_sharding_constraint(a, NamedSharding(mesh, P('x', None, 'y')))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=Mesh('x': 2, 'y': 4), "
     "spec=PartitionSpec('x', None, 'y')): Sharding NamedSharding(mesh=Mesh('x': 2, "
     "'y': 4), spec=PartitionSpec('x', None, 'y')) is only valid for values of rank "
     "at least 3, but was applied to a value of rank 2."},
    {"0.4.30", "auto x=2 y=4", "a f32[8,8]",
     "out = lax.with_sharding_constraint(a, NamedSharding(mesh, P('x', 'x')))",
     "ValueError: A single NamedSharding spec specification can map every mesh axis "
     "to at most one positional dimension, but PartitionSpec('x', 'x') has duplicate "
     "entries for `x`"},
    {"0.6.0", "auto x=2 y=4", "a f32[8,8]",
     "out = lax.with_sharding_constraint(a, NamedSharding(mesh, P('x', 'x')))",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but PartitionSpec('x', 'x') has "
     "duplicate entries for `x`"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,8]", "out = lax.with_sharding_constraint(a, P('x', None))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x', None) and "
     "mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit))"},
    {"0.7.2", "x=2 y=4", "a f32[8@x,8]", "out = lax.with_sharding_constraint(a, P('x', None))",
     "out f32[8@x,8]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,8]", "out = lax.with_sharding_constraint(a, P('y', None))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('y', None) and "
     "mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit))"},
    {"0.7.2", "x=2 y=4", "a f32[8@x,8]", "out = lax.with_sharding_constraint(a, P('y', None))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: PartitionSpec('x', None) did "
     "not match the sharding provided: PartitionSpec('y', None). Please use "
     "`jax.sharding.reshard` to shard your input to the sharding you want."},
    {"0.6.0", "x=2 y=4", "a f32[8@x,8]", "out = lax.with_sharding_constraint(a, P())",
     "out f32[8@x,8]"},
    {"0.6.2", "x=2 y=4", "a f32[8@x,8]", "out = lax.with_sharding_constraint(a, P())",
     "ValueError: with_sharding_constraint cannot be used when all axes of the mesh "
     "are of type `Explicit`. Please use the `reshard` API."},
    {"0.7.2", "x=2 y=4", "a f32[8@x,8]", "out = lax.with_sharding_constraint(a, P())",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: PartitionSpec('x', None) did "
     "not match the sharding provided: PartitionSpec(None, None). Please use "
     "`jax.sharding.reshard` to shard your input to the sharding you want."},
    {"0.6.0", "x=2 auto y=4", "a f32[8@x,8]",
     "out = lax.with_sharding_constraint(a, NamedSharding(mesh, P(None, 'y')))", "out f32[8@x,8]"},
    {"0.6.0", "x=2 auto y=4", "a f32[8@x,8]", "out = lax.with_sharding_constraint(a, P('x', None))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x', None) and "
     "mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Auto))"},
    {"0.6.0", "x=2 auto y=4", "a f32[8@x,8]",
     "out = lax.with_sharding_constraint(a, NamedSharding(mesh, P('x', None)))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('x', None) and "
     "mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Auto))"},
    {"0.6.0", "auto x=2 y=4", "a f32[8,8]",
     "out = lax.with_sharding_constraint(a, NamedSharding(mesh, P(P.UNCONSTRAINED, "
     "'x')))",
     "out f32[8,8]"},
    {"0.4.30", "auto x=2 y=4", "a f32[8,8]; b f32[8]",
     "out = lax.with_sharding_constraint((a, b), (P('x', 'y'), P('y')))",
     "out[0] f32[8,8]; out[1] f32[8]"},
};

/* Each row is the first release that says so. */
Test(releases, constraint_by_release)
{
	testing_programs(constraint, ROWS(constraint));
}

static const struct program_case default_types[] = {
    {"0.6.0", "auto x=2", "a f32[8,8@x]; b f32[8@x,8]; i i32[4@x]", "out = a @ b", "out f32[8,8]"},
    {"0.9.0", "auto x=2", "a f32[8,8@x]; b f32[8@x,8]; i i32[4@x]", "out = a @ b", "out f32[8,8]"},
    {"0.6.0", "auto x=2", "x f32[8,8]; w f32[8,8]",
     "m = jax.make_mesh((2,), ('x',))\n"
     "a = jax.device_put(x, NamedSharding(m, P(None, 'x')))\n"
     "b = jax.device_put(w, NamedSharding(m, P('x', None)))\n"
     "out = a @ b",
     "a f32[8,8]; b f32[8,8]; out f32[8,8]"},
    {"0.6.0", "auto x=2", "a f32[8,8@x]; b f32[8@x,8]; i i32[4@x]",
     "out = jnp.concatenate([a, b], axis=0)", "out f32[16,8]"},
    {"0.9.0", "auto x=2", "a f32[8,8@x]; b f32[8@x,8]; i i32[4@x]",
     "out = jnp.concatenate([a, b], axis=0)", "out f32[16,8]"},
    {"0.6.0", "auto x=2", "a f32[8,8@x]; b f32[8@x,8]; i i32[4@x]",
     "out = lax.with_sharding_constraint(a, P('x', None))", "out f32[8,8]"},
    {"0.9.0", "auto x=2", "a f32[8,8@x]; b f32[8@x,8]; i i32[4@x]",
     "out = lax.with_sharding_constraint(a, P('x', None))", "out f32[8,8]"},
};

/* Each row is the first release that says so. */
Test(releases, default_types_by_release)
{
	testing_programs(default_types, ROWS(default_types));
}

static const struct program_case eqx[] = {
    {"0.6.0", "data=8", "x f32[8,4]; s f32[]; v f32[6]",
     "y = eqx.filter_shard(x, NamedSharding(mesh, P('data')))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('data',) and "
     "mesh=AbstractMesh('data': 8, axis_types=(Explicit,))"},
    {"0.7.2", "data=8", "x f32[8,4]; s f32[]; v f32[6]",
     "y = eqx.filter_shard(x, NamedSharding(mesh, P('data')))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: PartitionSpec(None, None) did "
     "not match the sharding provided: PartitionSpec('data', None). Please use "
     "`jax.sharding.reshard` to shard your input to the sharding you want."},
    {"0.6.0", "auto data=8", "x f32[8,4]; s f32[]; v f32[6]",
     "y = eqx.filter_shard(v, NamedSharding(mesh, P('data')))", "y f32[6]"},
    {"0.6.0", "data=8", "x f32[8,4]; s f32[]; v f32[6]",
     "y = eqx.filter_shard(v, NamedSharding(mesh, P('data')))",
     "ValueError: The spec of NamedSharding passed to with_sharding_constraint can "
     "only refer to Auto axes of the mesh. Got spec=PartitionSpec('data',) and "
     "mesh=AbstractMesh('data': 8, axis_types=(Explicit,))"},
    {"0.7.2", "data=8", "x f32[8,4]; s f32[]; v f32[6]",
     "y = eqx.filter_shard(v, NamedSharding(mesh, P('data')))",
     "AssertionError: `with_sharding_constraint` acts as an assert when all axes of "
     "mesh are of type `Explicit`. The array sharding: PartitionSpec(None,) did not "
     "match the sharding provided: PartitionSpec('data',). Please use "
     "`jax.sharding.reshard` to shard your input to the sharding you want."},
};

/* Each row is the first release that says so. */
Test(releases, eqx_by_release)
{
	testing_programs(eqx, ROWS(eqx));
}

static const struct program_case named_rank[] = {
    {"0.6.0", "auto data=4 model=2", "x f32[6@data]", "y = x * 2.0", "y f32[6]"},
    {"0.4.30", "auto data=8", "x f32[]",
     "sharding = NamedSharding(mesh, P('data', None))\n"
     "y = jax.device_put(x, sharding)",
     "ValueError: One of device_put args is incompatible with its sharding "
     "annotation NamedSharding(mesh=Mesh('data': 8), spec=PartitionSpec('data', "
     "None)): Sharding NamedSharding(mesh=Mesh('data': 8), "
     "spec=PartitionSpec('data', None)) is only valid for values of rank at least 2, "
     "but was applied to a value of rank 0. For scalars the PartitionSpec should be "
     "P()"},
    {"0.4.30", "auto data=8", "x f32[]",
     "sharding = NamedSharding(mesh, P('data'))\n"
     "y = jax.device_put(x, sharding)",
     "ValueError: One of device_put args is incompatible with its sharding "
     "annotation NamedSharding(mesh=Mesh('data': 8), spec=PartitionSpec('data',)): "
     "Sharding NamedSharding(mesh=Mesh('data': 8), spec=PartitionSpec('data',)) is "
     "only valid for values of rank at least 1, but was applied to a value of rank "
     "0. For scalars the PartitionSpec should be P()"},
    {"0.6.0", "auto data=8", "x f32[]",
     "sharding = NamedSharding(mesh, P())\n"
     "y = jax.device_put(x, sharding)",
     "y f32[]"},
    {"0.4.30", "auto data=8", "x f32[]",
     "y = lax.with_sharding_constraint(x, NamedSharding(mesh, P('data', None)))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=Mesh('data': 8), "
     "spec=PartitionSpec('data', None)): Sharding NamedSharding(mesh=Mesh('data': "
     "8), spec=PartitionSpec('data', None)) is only valid for values of rank at "
     "least 2, but was applied to a value of rank 0. For scalars the PartitionSpec "
     "should be P()"},
    {"0.6.0", "auto data=8", "x f32[8]",
     "sharding = NamedSharding(mesh, P('data'))\n"
     "y = jax.device_put(x, sharding)",
     "y f32[8]"},
    {"0.6.0", "auto data=8", "x f32[8]",
     "sharding = NamedSharding(mesh, P())\n"
     "y = jax.device_put(x, sharding)",
     "y f32[8]"},
    {"0.4.30", "auto data=8", "x f32[8]",
     "y = lax.with_sharding_constraint(x, NamedSharding(mesh, P('data', None)))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=Mesh('data': 8), "
     "spec=PartitionSpec('data', None)): Sharding NamedSharding(mesh=Mesh('data': "
     "8), spec=PartitionSpec('data', None)) is only valid for values of rank at "
     "least 2, but was applied to a value of rank 1."},
    {"0.6.0", "auto data=8", "x f32[8@data,4]", "y = x + 1", "y f32[8,4]"},
    {"0.6.0", "auto data=8", "x f32[8,4,2]",
     "sharding = NamedSharding(mesh, P(None))\n"
     "y = jax.device_put(x, sharding)",
     "y f32[8,4,2]"},
    {"0.6.0", "auto data=8", "x f32[8,4,2]",
     "y = lax.with_sharding_constraint(x, NamedSharding(mesh, P('data', None)))", "y f32[8,4,2]"},
    {"0.6.0", "auto data=8", "x f32[8,4,2,2]",
     "sharding = NamedSharding(mesh, P('data', None))\n"
     "y = jax.device_put(x, sharding)",
     "y f32[8,4,2,2]"},
    {"0.6.0", "auto data=8", "x f32[8,4,2,2]",
     "sharding = NamedSharding(mesh, P('data'))\n"
     "y = jax.device_put(x, sharding)",
     "y f32[8,4,2,2]"},
    {"0.6.0", "auto data=8", "x f32[8,4,2,2]",
     "sharding = NamedSharding(mesh, P(None))\n"
     "y = jax.device_put(x, sharding)",
     "y f32[8,4,2,2]"},
    {"0.6.0", "auto data=8", "x f32[8@data,4,2,2]", "y = x + 1", "y f32[8,4,2,2]"},
    {"0.6.0", "data=8", "x f32[8@data,4,2,2]", "y = x + 1", "y f32[8@data,4,2,2]"},
    {"0.6.0", "auto data=8", "x f32[6@data]", "y = x + 1", "y f32[6]"},
    {"0.4.30", "auto data=8", "x f32[8,8]",
     "y = jax.device_put(x, NamedSharding(mesh, P('model')))",
     "ValueError: Resource axis: model of PartitionSpec('model',) is undefined."},
    {"0.6.0", "auto data=8", "x f32[8,8]", "y = jax.device_put(x, NamedSharding(mesh, P('model')))",
     "ValueError: Resource axis: model of PartitionSpec('model',) is not found in "
     "mesh: ('data',)."},
    {"0.10.2", "auto data=8", "x f32[8,8]",
     "y = jax.device_put(x, NamedSharding(mesh, P('model')))",
     "ValueError: Resource axis: model of P('model',) is not found in mesh: "
     "('data',)."},
};

/* Each row is the first release that says so. */
Test(releases, named_rank_by_release)
{
	testing_programs(named_rank, ROWS(named_rank));
}

static const struct program_case ops[] = {
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = a + r.T", "TypeError: add got incompatible shapes for broadcasting: (8, 16), (16, 8)."},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = a * c", "out f32[8@x,16@y]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = a + v", "out f32[8@x,16@y]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jnp.dot(a, b)", "out f32[8@x,8@y]"},
    {"0.6.2", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jnp.dot(a, b, out_sharding=P('x', 'y'))", "out f32[8@x,8@y]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jnp.einsum('ij,kj->ik', c, c, out_sharding=P(None, 'x'))", "out f32[8,8@x]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = a.sum(0)", "out f32[16]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jnp.std(c, axis=0)", "out f32[16@y]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jnp.argmax(c, axis=1)", "out i32[8]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jnp.cumsum(a, axis=0)",
     "ShardingTypeError: Input should be unsharded over the axis being reduced. Got "
     "input type=float32[8@x,16] and axis=0"},
    {"0.8.2", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jnp.argsort(a, axis=0)",
     "ShardingTypeError: Arguments to sort must have equal shardings, got: "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None)) "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None))"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jnp.argsort(a, axis=0)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('x', None)) and sorting dimension=0"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = c.reshape(8, 1, 16)", "out f32[8,1,16@y]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = c.ravel()",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding "
     "of the output via the `sharding` argument of jax.lax.reshape. Got operand "
     "shape: (8, 16), new sizes: (128,) and operand spec: PartitionSpec(None, 'y')"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jnp.pad(a, ((0, 0), (1, 1)))", "out f32[8@x,18]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = a[:4]", "out f32[4@x,16]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = c[0]", "out f32[16@y]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jnp.stack([a, a], axis=1)", "out f32[8@x,2,16]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jax.nn.softmax(c, axis=-1)", "out f32[8,16@y]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jax.nn.logsumexp(a, axis=1)", "out f32[8@x]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jnp.split(c, 2, axis=1)", "out[0] f32[8,8@y]; out[1] f32[8,8@y]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jnp.unstack(r)",
     "out[0] f32[16]; out[1] f32[16]; out[2] f32[16]; out[3] f32[16]; out[4] "
     "f32[16]; out[5] f32[16]; out[6] f32[16]; out[7] f32[16]"},
    {"0.8.2", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jax.reshard(a, P(('x', 'y'), None))", "out f32[8@(x,y),16]"},
    {"0.7.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jax.sharding.reshard(a, NamedSharding(mesh, P(None, 'x')))", "out f32[8,16@x]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = lax.scan(lambda s, t: (s + t, s), v, c)", "out[0] f32[16@y]; out[1] f32[8,16@y]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = lax.cond(True, lambda u: u, lambda u: u * 2, a)", "out f32[8@x,16]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jnp.arange(16) + v", "out f32[16@y]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jnp.full((8, 16), 2.0, out_sharding=P('x', 'y'))",
     "TypeError: full() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = lax.dynamic_update_slice(c, c[:1], (2, 0))", "out f32[8,16@y]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = lax.dynamic_update_slice(a, r[:1], (2, 0))",
     "ShardingTypeError: dynamic_update_slice update sharding must be equal to "
     "operand sharding, got update sharding float32[1,16]({Explicit: ('x', 'y')}) "
     "for operand sharding float32[8@x,16]({Explicit: ('x', 'y')})."},
    {"0.6.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = r[jnp.array([0, 2, 5])]", "out f32[3,16]"},
    {"0.7.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jnp.take_along_axis(c, jnp.argsort(r, axis=0), axis=0)", "out f32[8,16@y]"},
    {"0.7.0", "x=2 y=4", "a f32[8@x,16]; b f32[16,8@y]; c f32[8,16@y]; v f32[16@y]; r f32[8,16]",
     "out = jnp.matmul(a, b, out_sharding=P('z', None))",
     "ValueError: Resource axis: z of PartitionSpec('z', None) is not found in mesh: "
     "('x', 'y')."},
    {"0.6.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = e @ g",
     "ShardingTypeError: Contracting dimensions are sharded and it is ambiguous how "
     "the output should be sharded. Please specify the output sharding via the "
     "`out_sharding` parameter of einsum. Or reshard your input via "
     "`jax.experimental.shard.reshard` so that the dot is conflict free. Got "
     "lhs_contracting_spec=('x',) and rhs_contracting_spec=('x',)"},
    {"0.7.2", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = jnp.einsum('ij,jk,kl->il', a, b, g, out_sharding=P('x', None))", "out f32[8@x,8]"},
    {"0.6.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = lax.dot_general(e, g, (((1,), (0,)), ((), ())), out_sharding=P('y', "
     "None))",
     "NotImplementedError: `out_sharding` argument of `dot_general` only supports "
     "NamedSharding instances. Please file a bug if this is not enough for your use "
     "case."},
    {"0.6.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = jnp.sum(c, axis=0, out_sharding=P('y'))",
     "TypeError: sum() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.2", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = jnp.reshape(e, (64,), out_sharding=P('x'))", "out f32[64@x]"},
    {"0.6.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = g.reshape(8, 1, 8)", "out f32[8@x,1,8]"},
    {"0.7.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = jnp.zeros((8, 4), out_sharding=P('x', None))", "out f32[8@x,4]"},
    {"0.6.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = jnp.ones((8, 4), jnp.float32, out_sharding=P('x', None))",
     "TypeError: ones() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = jnp.arange(8, out_sharding=P('x'))",
     "TypeError: arange() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = jax.reshard(c, P(None, 'y'))",
     "AttributeError: module 'jax' has no attribute 'reshard'"},
    {"0.8.2", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = jax.reshard(c, P(None, 'y'))", "out f32[8,8@y]"},
    {"0.6.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = g + jnp.ones((8, 8))", "out f32[8@x,8]"},
    {"0.6.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = jnp.concatenate([g, g], axis=0)", "out f32[16@x,8]"},
    {"0.6.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = jnp.unstack(g, axis=0)",
     "ShardingTypeError: split on sharded dims where out dim (1) is not divisble by "
     "mesh axes (2) with spec (x) is not implemented."},
    {"0.6.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = jnp.tile(g, (1, 2))",
     "ShardingTypeError: Merging on more than 1 axis is not supported. Please "
     "specify the sharding of the output via the `sharding` argument of "
     "jax.lax.reshape. Got operand.shape=(8, 16) and new_sizes=(1, 8, 2, 8)"},
    {"0.9.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = jnp.tile(g, (1, 2))", "out f32[8@x,16]"},
    {"0.9.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = jnp.tile(g, (2, 1))", "out f32[16@x,8]"},
    {"0.6.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = jnp.repeat(g, 2, axis=1)", "out f32[8@x,16]"},
    {"0.6.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = jnp.repeat(g, 2, axis=0, out_sharding=P('x', None))",
     "TypeError: repeat() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = jnp.roll(g, 1, axis=0)",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisble "
     "by mesh axes (2) with spec (x) is not implemented."},
    {"0.11.2", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = jnp.roll(g, 1, axis=0)",
     "ShardingTypeError: `a` cannot be sharded on the axis being rolled over. Got "
     "arr type=f32[8@x,8] and axis=(0,)"},
    {"0.6.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = g[:, None].squeeze(1)", "out f32[8@x,8]"},
    {"0.6.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = lax.scan(lambda s, r: (s + r.sum(), r), 0.0, g)",
     "ValueError: 0th dimension of all xs should be replicated. Got "
     "PartitionSpec('x', None)"},
    {"0.10.2", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = lax.scan(lambda s, r: (s + r.sum(), r), 0.0, g)",
     "ValueError: 0th dimension of all xs should be replicated. Got P('x', None)"},
    {"0.6.0", "x=2 y=4",
     "a f32[8@x,4]; b f32[4,8@y]; c f32[8@x,8@y]; d f32[8@y,8@x]; e f32[8,8@x]; g "
     "f32[8@x,8]",
     "out = lax.conv_general_dilated(g[:, None, :], jnp.ones((3, 1, 3)), (1,), "
     "'SAME')",
     "ShardingTypeError: sharding rule for conv_general_dilated is not implemented. "
     "Please file a bug at https://github.com/jax-ml/jax/issues. You can work around "
     "this error by dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
};

/* Each row is the first release that says so. */
Test(releases, ops_by_release)
{
	testing_programs(ops, ROWS(ops));
}

static const struct program_case placement[] = {
    {"0.4.30", "auto data=4 model=2", "x f32[8,4]; s f32[]; w f32[6]",
     "y = jax.lax.with_sharding_constraint(w, NamedSharding(mesh, P(None, 'model')))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=Mesh('data': 4, 'model': 2), "
     "spec=PartitionSpec(None, 'model')): Sharding NamedSharding(mesh=Mesh('data': "
     "4, 'model': 2), spec=PartitionSpec(None, 'model')) is only valid for values of "
     "rank at least 2, but was applied to a value of rank 1."},
    {"0.4.30", "auto data=4 model=2", "x f32[8,4]; s f32[]; w f32[6]",
     "y = lax.with_sharding_constraint(s, P(None))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=Mesh('data': 4, 'model': 2), "
     "spec=PartitionSpec(None,)): Sharding NamedSharding(mesh=Mesh('data': 4, "
     "'model': 2), spec=PartitionSpec(None,)) is only valid for values of rank at "
     "least 1, but was applied to a value of rank 0. For scalars the PartitionSpec "
     "should be P()"},
    {"0.4.30", "auto data=4 model=2", "x f32[8,4]; s f32[]; w f32[6]",
     "y = lax.with_sharding_constraint(x, P('data', ('data', 'model')))",
     "ValueError: A single shardings specification can map every mesh axis to at "
     "most one positional dimension, but PartitionSpec('data', ('data', 'model')) "
     "has duplicate entries for `data`"},
    {"0.6.0", "auto data=4 model=2", "x f32[8,4]; s f32[]; w f32[6]",
     "y = lax.with_sharding_constraint(x, P('data', ('data', 'model')))",
     "DuplicateSpecError: A single shardings specification can map every mesh axis "
     "to at most one positional dimension, but PartitionSpec('data', ('data', "
     "'model')) has duplicate entries for `data`"},
    {"0.4.30", "auto data=4 model=2", "x f32[8,4]; s f32[]; w f32[6]",
     "y = lax.with_sharding_constraint(x, P('batch'))",
     "ValueError: Resource axis: batch of PartitionSpec('batch',) is undefined."},
    {"0.6.0", "auto data=4 model=2", "x f32[8,4]; s f32[]; w f32[6]",
     "y = lax.with_sharding_constraint(x, P('batch'))",
     "ValueError: Resource axis: batch of PartitionSpec('batch',) is not found in "
     "mesh: ('data', 'model')."},
    {"0.10.2", "auto data=4 model=2", "x f32[8,4]; s f32[]; w f32[6]",
     "y = lax.with_sharding_constraint(x, P('batch'))",
     "ValueError: Resource axis: batch of P('batch',) is not found in mesh: ('data', "
     "'model')."},
    {"0.6.0", "auto data=4 model=2", "x f32[8,4]; s f32[]; w f32[6]",
     "y = jax.device_put(x, NamedSharding(mesh, P('data', 'model')))", "y f32[8,4]"},
    {"0.4.30", "auto data=4 model=2", "x f32[8,4]; s f32[]; w f32[6]",
     "y = jax.device_put({'a': x, 'b': s}, NamedSharding(mesh, P('data')))",
     "ValueError: One of device_put args is incompatible with its sharding "
     "annotation NamedSharding(mesh=Mesh('data': 4, 'model': 2), "
     "spec=PartitionSpec('data',)): Sharding NamedSharding(mesh=Mesh('data': 4, "
     "'model': 2), spec=PartitionSpec('data',)) is only valid for values of rank at "
     "least 1, but was applied to a value of rank 0. For scalars the PartitionSpec "
     "should be P()"},
    {"0.6.0", "data=4 model=2", "x f32[8,4]; s f32[]; w f32[6]",
     "y = lax.with_sharding_constraint(x, P())", "y f32[8,4]"},
    {"0.6.2", "data=4 model=2", "x f32[8,4]; s f32[]; w f32[6]",
     "y = lax.with_sharding_constraint(x, P())",
     "ValueError: with_sharding_constraint cannot be used when all axes of the mesh "
     "are of type `Explicit`. Please use the `reshard` API."},
    {"0.7.2", "data=4 model=2", "x f32[8,4]; s f32[]; w f32[6]",
     "y = lax.with_sharding_constraint(x, P())", "y f32[8,4]"},
    {"0.4.30", "auto data=4 model=2", "x f32[8,4]; s f32[]; w f32[6]",
     "y = eqx.filter_shard({'w': x, 'v': w}, NamedSharding(mesh, P(None, 'model')))",
     "ValueError: One of with_sharding_constraint arguments is incompatible with its "
     "sharding annotation NamedSharding(mesh=Mesh('data': 4, 'model': 2), "
     "spec=PartitionSpec(None, 'model')): Sharding NamedSharding(mesh=Mesh('data': "
     "4, 'model': 2), spec=PartitionSpec(None, 'model')) is only valid for values of "
     "rank at least 2, but was applied to a value of rank 1."},
};

/* Each row is the first release that says so. */
Test(releases, placement_by_release)
{
	testing_programs(placement, ROWS(placement));
}

static const struct program_case sort_cumsum[] = {
    {"0.6.0", "x=2", "x f32[8@x,4]", "out = jnp.sort(x, axis=0)", "out f32[8@x,4]"},
    {"0.10.2", "x=2", "x f32[8@x,4]", "out = jnp.sort(x, axis=0)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 2, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', None)) and sorting dimension=0"},
    {"0.6.0", "x=2", "x f32[8@x,4]", "out = jnp.argsort(x, axis=1)", "out i32[8,4]"},
    {"0.8.2", "x=2", "x f32[8@x,4]", "out = jnp.argsort(x, axis=1)",
     "ShardingTypeError: Arguments to sort must have equal shardings, got: "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None)) "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec(None, None))"},
    {"0.10.2", "x=2", "x f32[8@x,4]", "out = jnp.argsort(x, axis=1)", "out i32[8@x,4]"},
    {"0.6.0", "x=2", "x f32[8@x,4]", "out = lax.cumprod(x, axis=1)", "out f32[8@x,4]"},
    {"0.6.0", "x=2", "x f32[8@x,4]", "out = lax.top_k(x.T, 2)",
     "out[0] f32[4,2@x]; out[1] i32[4,2@x]"},
    {"0.10.2", "x=2", "x f32[8@x,4]", "out = lax.top_k(x.T, 2)",
     "ShardingTypeError: The input should be unsharded over the axis along which to "
     "compute the top_k values. Got input type=float32[4,8@x] and axis=1"},
    {"0.6.0", "x=2", "x f32[8@x,4]", "out = jnp.median(x, axis=1)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.7.0", "x=2", "x f32[8@x,4]", "out = jnp.median(x, axis=1)", "out f32[8@x]"},
    {"0.6.0", "x=2", "x f32[8@x,4]", "out = jnp.flip(x, axis=0)", "out f32[8@x,4]"},
};

/* Each row is the first release that says so. */
Test(releases, sort_cumsum_by_release)
{
	testing_programs(sort_cumsum, ROWS(sort_cumsum));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Joining arrays: what it refuses, and what vmap makes of it.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case misfits[] = {
    {"0.10.2", "x=2 y=4", "", "p = lax.concatenate([], 0)",
     "ValueError: concatenate requires a non-empty sequences of arrays"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; v f32[4]", "p = lax.concatenate([a, v], 0)",
     "TypeError: Cannot concatenate arrays with different numbers of dimensions: got "
     "(3, 4), (4,)."},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; b f32[2,4]", "p = lax.concatenate([a, b], 2)",
     "TypeError: concatenate dimension out of bounds: dimension 2 for shapes (3, 4), "
     "(2, 4)."},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; b f32[2,4]", "p = lax.concatenate([a, b], -1)",
     "TypeError: concatenate dimension out of bounds: dimension -1 for shapes (3, 4), "
     "(2, 4)."},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; i i32[3,4]", "p = lax.concatenate([a, i], 0)",
     "TypeError: lax.concatenate requires arguments to have the same dtypes, got "
     "float32, int32. (Tip: jnp.concatenate is a similar function that does automatic "
     "type promotion on inputs)."},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; b f32[2,4]", "p = lax.concatenate([a, b], 1)",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions other "
     "than the one being concatenated: concatenating along dimension 1 for shapes (3, "
     "4), (2, 4)."},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = lax.concatenate([s, s], 0)",
     "TypeError: concatenate dimension out of bounds: dimension 0 for shapes (), ()."},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; b f32[2,4]; v f32[4]", "p = lax.concatenate([a, b, v], 0)",
     "TypeError: Cannot concatenate arrays with different numbers of dimensions: got "
     "(3, 4), (2, 4), (4,)."},
    {"0.10.2", "x=2 y=4", "", "p = jnp.concatenate([])",
     "ValueError: Need at least one array to concatenate."},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; v f32[4]", "p = jnp.concatenate([a, v])",
     "TypeError: Cannot concatenate arrays with different numbers of dimensions: got "
     "(3, 4), (4,)."},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = jnp.concatenate([s, s])",
     "ValueError: Zero-dimensional arrays cannot be concatenated."},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; b f32[2,4]", "p = jnp.concatenate([a, b], axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; b f32[2,4]", "p = jnp.concatenate([a, b], axis=-3)",
     "ValueError: axis -3 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; b f32[2,4]", "p = jnp.concatenate([a, b], axis=None)",
     "p f32[20]"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; i i32[3,4]; h bf16[3,4]", "p = jnp.concatenate([a, i, h])",
     "p f32[9,4]"},
    {"0.10.2", "x=2 y=4", "i i32[3,4]; h bf16[3,4]", "p = jnp.concatenate([i, h], axis=1)",
     "p bf16[3,8]"},
    {"0.10.2", "x=2 y=4", "i i32[3,4]", "p = jnp.concatenate([i, i], dtype=jnp.float16)",
     "p f16[6,4]"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]", "p = jnp.concatenate(a)", "p f32[12]"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]", "p = jnp.concatenate(a, axis=1)",
     "ValueError: axis 1 is out of bounds for array of dimension 1"},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = jnp.concatenate(s)",
     "ValueError: Need at least one array to concatenate."},
    {"0.10.2", "x=2 y=4", "", "p = jnp.stack([])", "ValueError: Need at least one array to stack."},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; b f32[2,4]", "p = jnp.stack([a, b])",
     "ValueError: All input arrays must have the same shape. Got (3, 4), (2, 4)."},
    {"0.10.2", "x=2 y=4", "a f32[3,4]", "p = jnp.stack([a, a], axis=3)",
     "ValueError: axis 3 is out of bounds for array of dimension 3"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; i i32[3,4]", "p = jnp.stack([a, i], axis=-2)",
     "p f32[3,2,4]"},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = jnp.stack([s, 1, 2.5])", "p f32[3]"},
    {"0.10.2", "x=2 y=4", "v f32[4]; s f32[]", "p = jnp.hstack([s, v])", "p f32[5]"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; v f32[4]", "p = jnp.vstack([v, a])", "p f32[4,4]"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; v f32[4]", "p = jnp.dstack([a, a])\nq = jnp.dstack([v, v])",
     "p f32[3,4,2]; q f32[1,4,2]"},
    {"0.10.2", "x=2 y=4", "v f32[4]", "p = jnp.column_stack([v, jnp.ones((4, 2))])", "p f32[4,3]"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; v f32[4]", "p = jnp.column_stack([v, a])",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions other "
     "than the one being concatenated: concatenating along dimension 1 for shapes (4, "
     "1), (3, 4)."},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; b f32[2,4]", "p = jnp.append(a, b)", "p f32[20]"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; v f32[4]", "p = jnp.append(a, v, axis=0)",
     "TypeError: Cannot concatenate arrays with different numbers of dimensions: got "
     "(3, 4), (4,)."},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = jnp.append(s, s)", "p f32[2]"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]; v f32[4]",
     "p = jnp.tile(a, 2)\nq = jnp.tile(a, (2, 1, 3))\nr = jnp.tile(v, ())",
     "p f32[3,8]; q f32[2,3,12]; r f32[4]"},
    {"0.10.2", "x=2 y=4", "a f32[3,4]", "p = jnp.tile(a, (0, 2))", "p f32[0,8]"},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = jnp.tile(s, (2, 3))", "p f32[2,3]"},
};

/* Arrays have to be there, of one rank, of one dtype and equal in the other dimensions. */
Test(concatenate_parameters, refuse_what_does_not_join)
{
	testing_programs(misfits, ROWS(misfits));
}

static const struct program_case empty[] = {
    {"0.10.2", "x=2 y=4", "e f32[0,4]; a f32[3,4]", "p = jnp.concatenate([e, a])", "p f32[3,4]"},
    {"0.10.2", "x=2 y=4", "e f32[0,4]", "p = jnp.concatenate([e, e])", "p f32[0,4]"},
    {"0.10.2", "x=2 y=4", "e f32[0,4]; a f32[3,4]", "p = jnp.concatenate([e, a], axis=1)",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions other "
     "than the one being concatenated: concatenating along dimension 1 for shapes (0, "
     "4), (3, 4)."},
    {"0.10.2", "x=2 y=4", "e f32[0,4]", "p = jnp.stack([e, e], axis=1)", "p f32[0,2,4]"},
    {"0.10.2", "x=2 y=4", "", "p = jnp.concatenate([jnp.zeros(0), jnp.ones(3)])", "p f32[3]"},
    {"0.10.2", "x=2 y=4", "",
     "p = jnp.concatenate([jnp.zeros(0, jnp.int32), jnp.ones(3, jnp.bool_)])", "p i32[3]"},
};

/* Empty arrays join as others do. */
Test(concatenate_parameters, join_empty_arrays)
{
	testing_programs(empty, ROWS(empty));
}

static const struct program_case mapped[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]; v f32[3]",
     "p = jax.vmap(lambda q: lax.concatenate([q, v], 0))(a)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "b f32[3,8@x]; v f32[3]",
     "p = jax.vmap(lambda q: lax.concatenate([v, q], 0), in_axes=1, out_axes=1)(b)",
     "p f32[6,8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]; b f32[3,8@x]",
     "p = jax.vmap(lambda q, r: lax.concatenate([q, r], 0), in_axes=(0, 1))(a, b)", "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]; u f32[8,3]",
     "p = jax.vmap(lambda q, r: lax.concatenate([q, r], 0))(a, u)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]; u f32[8,3]",
     "p = jax.vmap(lambda q, r: jnp.concatenate([q, r]))(a, u)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4@y]; d f32[8@x,4]",
     "p = jax.vmap(lambda q, r: jnp.concatenate([q, r]))(c, d)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', 'y')), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None))"},
    {"0.6.0", "x=2 y=4", "c f32[8@x,4@y]; d f32[8@x,4]",
     "p = jax.vmap(lambda q, r: jnp.concatenate([q, r]))(c, d)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', 'y')), NamedSharding(mesh=AbstractMesh('x': "
     "2, 'y': 4, axis_types=(Explicit, Explicit)), spec=PartitionSpec('x', None))"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4@y]", "p = jax.vmap(lambda q: jnp.stack([q, q], axis=1))(c)",
     "p f32[8@x,4@y,2]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]; v f32[3]", "p = jax.vmap(lambda q: jnp.stack([q, v]))(a)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None))"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,3]; v f32[3]", "p = jax.vmap(lambda q: jnp.stack([q, v]))(a)",
     "p f32[8@x,2,3]"},
    {"0.10.2", "x=2 y=4", "b f32[3,8@x]; v f32[3]",
     "p = jax.vmap(lambda q: jnp.stack([q, v]), in_axes=1, out_axes=2)(b)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None))"},
    {"0.6.0", "x=2 y=4", "b f32[3,8@x]; v f32[3]",
     "p = jax.vmap(lambda q: jnp.stack([q, v]), in_axes=1, out_axes=2)(b)", "p f32[2,3,8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]; b f32[3,8@x]",
     "p = jax.vmap(lambda q, r: jnp.stack([q, r], axis=-1), in_axes=(0, 1))(a, b)",
     "p f32[8@x,3,2]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]; u f32[8,3]",
     "p = jax.vmap(lambda q, r: jnp.stack([q, r]))(u, a)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: None vs x"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,3]; u f32[8,3]",
     "p = jax.vmap(lambda q, r: jnp.stack([q, r]))(u, a)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None, None))"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4@y]", "p = jax.vmap(lambda q: jnp.tile(q, 2))(c)",
     "ShardingTypeError: Operand cannot be sharded on dimension 1 when the tiling is "
     "non-trivial. Got input type: float32[8@x,4@y] with reps: (1, 2)"},
    {"0.6.0", "x=2 y=4", "c f32[8@x,4@y]", "p = jax.vmap(lambda q: jnp.tile(q, 2))(c)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `sharding` argument of jax.lax.reshape. Got operand shape: "
     "(8, 2, 4), new sizes: (8, 8) and operand spec: PartitionSpec('x', None, 'y')"},
    {"0.10.2", "x=2 y=4", "b f32[3,8@x]",
     "p = jax.vmap(lambda q: jnp.tile(q, (3, 2)), in_axes=1)(b)", "p f32[8@x,3,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]", "p = jax.vmap(lambda q: jnp.append(q, 1.0))(a)",
     "ValueError: Resource axis: x of P('x', None) is not found in mesh: ()."},
    {"0.6.0", "x=2 y=4", "a f32[8@x,3]", "p = jax.vmap(lambda q: jnp.append(q, 1.0))(a)",
     "ValueError: Resource axis: x of PartitionSpec('x', None) is not found in mesh: "
     "()."},
    {"0.10.2", "x=2 y=4", "a f32[8@x,3]",
     "p = jax.vmap(lambda q: jnp.concatenate([q, jnp.zeros(2)]))(a)", "p f32[8@x,5]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,3]",
     "p = jax.vmap(lambda q: jnp.concatenate([q, jnp.zeros(2)]))(a)",
     "ValueError: Resource axis: x of PartitionSpec('x', None) is not found in mesh: "
     "()."},
    {"0.10.2", "x=2 y=4", "v f32[3]; u f32[8,3]",
     "p = jax.vmap(jax.vmap(lambda q, r: jnp.stack([q, r])), in_axes=(None, 0))(v, u)",
     "p f32[8,3,2]"},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,3]; c f32[8@x,4@y]",
     "p = jnp.stack([a, a], axis=1)\nq = jnp.tile(c, (1, 2))",
     "ShardingTypeError: Operand cannot be sharded on dimension 1 when the tiling is "
     "non-trivial. Got input type: float32[8@x,4@y] with reps: (1, 2)"},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,3]; u f32[8,3]", "p = jnp.stack([a, u])",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None))"},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,3]", "p = jnp.tile(a, (2, 1))",
     "ShardingTypeError: Operand cannot be sharded on dimension 0 when the tiling is "
     "non-trivial. Got input type: float32[8@x,3] with reps: (2, 1)"},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,3]", "p = jnp.tile(a, (1, 2))", "p f32[8@x,6]"},
};

/* vmap moves the mapped dimensions together and spreads what is not mapped. */
Test(concatenate_parameters, map_joins)
{
	testing_programs(mapped, ROWS(mapped));
}

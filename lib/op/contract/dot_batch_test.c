/* SPDX-License-Identifier: Apache-2.0 */
/* vmap of contractions.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case mapped[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,2,4]; b f32[8@x,4,3]", "p = jax.vmap(lax.dot)(a, b)",
     "p f32[8@x,2,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,2,4]; c f32[4,3]", "p = jax.vmap(lambda q: lax.dot(q, c))(a)",
     "p f32[8@x,2,3]"},
    {"0.10.2", "x=2 y=4", "c f32[4,3]",
     "p = jax.vmap(lambda q: lax.dot(c, q), out_axes=2)(jnp.ones((8, 3, 5)))", "p f32[4,5,8]"},
    {"0.6.0", "x=2 y=4", "c f32[4,3]",
     "p = jax.vmap(lambda q: lax.dot(c, q), out_axes=2)(jnp.ones((8, 3, 5)))",
     "ShardingTypeError: Mesh of both lhs and rhs should match. Got lhs: "
     "AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit)) and rhs: "
     "AbstractMesh((), axis_types=())"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4,3]; d f32[2,8@x,4]",
     "p = jax.vmap(lambda q, r: lax.dot(q, r), in_axes=(1, 0))(d, b)", "p f32[8@x,2,3]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4,3]; d f32[2,8@x,4]",
     "p = jax.vmap(lambda q, r: lax.dot(q, r), in_axes=(1, 0), out_axes=-1)(d, b)",
     "p f32[2,3,8@x]"},
    {"0.10.2", "x=2 y=4", "v f32[8@x,4]", "p = jax.vmap(lax.dot)(v, v)", "p f32[8@x]"},
    {"0.10.2", "x=2 y=4", "c f32[4,3]; v f32[8@x,4]", "p = jax.vmap(lambda q: jnp.dot(q, c))(v)",
     "p f32[8@x,3]"},
    {"0.10.2", "x=2 y=4", "v f32[8@x,4]",
     "p = jax.vmap(jnp.vdot)(v, v)\n"
     "q = jax.vmap(jnp.inner)(v, v)\n"
     "r = jax.vmap(jnp.outer)(v, v)",
     "p f32[8@x]; q f32[8@x]; r f32[8@x,4,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,2,4]; c f32[4,3]",
     "p = jax.vmap(lambda q: q @ c)(a)\n"
     "q = jax.vmap(jnp.matmul, in_axes=(0, None))(a, c)",
     "p f32[8@x,2,3]; q f32[8@x,2,3]"},
    {"0.10.2", "x=2 y=4", "b f32[8@x,4,3]", "p = jax.vmap(lambda q, r: q @ r)(jnp.ones((8, 4)), b)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: None vs x"},
    {"0.6.0", "x=2 y=4", "b f32[8@x,4,3]", "p = jax.vmap(lambda q, r: q @ r)(jnp.ones((8, 4)), b)",
     "ShardingTypeError: Mesh of both lhs and rhs should match. Got lhs: "
     "AbstractMesh((), axis_types=()) and rhs: AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit))"},
    {"0.10.2", "x=2 y=4", "v f32[8@x,4]",
     "p = jax.vmap(jax.vmap(jnp.dot, in_axes=(None, 0)), in_axes=(0, None))(v, jnp.ones((3, 4)))",
     "p f32[8@x,3]"},
    {"0.6.0", "x=2 y=4", "v f32[8@x,4]",
     "p = jax.vmap(jax.vmap(jnp.dot, in_axes=(None, 0)), in_axes=(0, None))(v, jnp.ones((3, 4)))",
     "ShardingTypeError: Mesh of both lhs and rhs should match. Got lhs: "
     "AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit)) and rhs: "
     "AbstractMesh((), axis_types=())"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,2,4]",
     "p = jax.vmap(jax.vmap(jnp.dot))(a, jnp.ones((8, 2, 4)))",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.10.2", "x=2 y=4", "",
     "p = jax.vmap(lambda q, r: lax.dot_general(q, r, (((2,), (1,)), ((0,), (0,)))))(jnp.ones((3, "
     "2, 5, 4)), jnp.ones((3, 2, 4, 6)))",
     "p f32[3,2,5,6]"},
    {"0.10.2", "x=2 y=4", "",
     "p = jax.vmap(lambda q, r: lax.dot_general(q, r, (((2,), (1,)), ((0,), (0,)))), in_axes=(3, "
     "None))(jnp.ones((2, 5, 4, 3)), jnp.ones((2, 4, 6)))",
     "p f32[3,2,5,6]"},
    {"0.10.2", "x=2 y=4", "e f32[8,4@y,3]",
     "p = jax.vmap(lambda q: lax.dot(q, jnp.ones((4, 3))))(e.swapaxes(1, 2))", "p f32[8,3,3]"},
    {"0.6.0", "x=2 y=4", "e f32[8,4@y,3]",
     "p = jax.vmap(lambda q: lax.dot(q, jnp.ones((4, 3))))(e.swapaxes(1, 2))",
     "ShardingTypeError: Mesh of both lhs and rhs should match. Got lhs: "
     "AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit)) and rhs: "
     "AbstractMesh((), axis_types=())"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,2,4]; e f32[8,4@y,3]", "p = jax.vmap(jnp.dot)(a, e)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
};

/* A mapped dimension becomes a batch dimension of both, or a free one of the one that is mapped. */
Test(dot_batch, map_either_operand)
{
	testing_programs(mapped, ROWS(mapped));
}

static const struct program_case requests[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,2,4]; b f32[8@x,4,4]",
     "p = jax.vmap(lambda q, r: jnp.matmul(q, r, out_sharding=P()))(a, b)", "p f32[8@x,2,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,2,4]; b f32[8@x,4,4]",
     "p = jax.vmap(lambda q, r: jnp.matmul(q, r, out_sharding=P(None, 'y')))(a, b)",
     "p f32[8@x,2,4@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,2,4]; b f32[8@x,4,4]",
     "p = jax.vmap(lambda q, r: jnp.matmul(q, r, out_sharding=P(None, 'x')))(a, b)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but P('x', None, 'x') has duplicate "
     "entries for `x`"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,2,4]; c f32[4,4]",
     "p = jax.vmap(lambda q: jnp.matmul(q, c, out_sharding=P(None, 'y')))(a)", "p f32[8@x,2,4@y]"},
    {"0.10.2", "x=2 y=4", "c f32[4,4]; e f32[8,4,4@y]",
     "p = jax.vmap(lambda q: jnp.matmul(q, c, out_sharding=P('y')))(e)", "p f32[8,4@y,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,2,4]; c f32[4,4]",
     "p = jax.vmap(lambda q: jnp.matmul(q, c, out_sharding=P('y')), out_axes=2)(a)",
     "ValueError: Sharding spec ('y',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 2. Got shape: (2, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('y', None))"},
    {"0.10.2", "x=2 y=4", "c f32[4,4]; e f32[8,4,4@y]",
     "p = jax.vmap(lambda q: jnp.matmul(q, c, out_sharding=P(unreduced={'y'})))(e)",
     "ShardingTypeError: lhs and rhs contracting dims should be sharded identically "
     "when out_sharding provided to dot_general mentions unreduced_axes. Got "
     "lhs_contracting_spec=('y',), rhs_contracting_spec=(None,)"},
    {"0.10.2", "x=2 y=4", "e f32[8,4,4@y]",
     "p = jax.vmap(lambda q: jnp.matmul(q, q.T, out_sharding=P(unreduced={'y'})))(e)",
     "p f32[8,4,4]{U:y}"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,2,4]; c f32[4,4]",
     "p = jax.vmap(lambda q: jnp.einsum('ij,jk->ik', q, c, out_sharding=P('y')))(a)",
     "ValueError: Sharding spec ('y',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 2. Got shape: (2, 4) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('y', None))"},
    {"0.10.2", "x=2 y=4", "c f32[4,4]",
     "p = jax.vmap(lambda q: jnp.matmul(q, c, out_sharding=P(None, 'y')), "
     "spmd_axis_name='x')(jnp.ones((8, 2, 4)))",
     "p f32[8,2,4@y]"},
};

/* A sharding that is asked for under vmap is without the mapped dimension. */
Test(dot_batch, map_with_a_request)
{
	testing_programs(requests, ROWS(requests));
}

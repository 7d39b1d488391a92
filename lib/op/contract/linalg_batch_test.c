/* SPDX-License-Identifier: Apache-2.0 */
/* vmap of decompositions and solvers.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case mapped[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,4,4]", "p = jax.vmap(lax.linalg.cholesky)(a)", "p f32[8,4,4]"},
    {"0.10.2", "x=2 y=4", "b f32[4,8,4]", "p = jax.vmap(lax.linalg.cholesky, in_axes=1)(b)",
     "p f32[8,4,4]"},
    {"0.10.2", "x=2 y=4", "c f32[4,4,8]",
     "p = jax.vmap(lax.linalg.cholesky, in_axes=-1, out_axes=-1)(c)", "p f32[4,4,8]"},
    {"0.10.2", "x=2 y=4", "w f32[8,5,3]", "p, q = jax.vmap(lax.linalg.qr)(w)",
     "p f32[8,5,5]; q f32[8,5,3]"},
    {"0.10.2", "x=2 y=4", "w f32[8,5,3]", "p, q, r = jax.vmap(lax.linalg.lu)(w)",
     "p f32[8,5,3]; q i32[8,3]; r i32[8,5]"},
    {"0.10.2", "x=2 y=4", "w f32[8,5,3]",
     "p, q, r = jax.vmap(lambda m: lax.linalg.svd(m, full_matrices=False))(w)",
     "p f32[8,5,3]; q f32[8,3]; r f32[8,3,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4,4]", "p, q = jax.vmap(lax.linalg.eigh, out_axes=(0, 1))(a)",
     "p f32[8,4,4]; q f32[4,8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4,4]", "p, q, r = jax.vmap(lax.linalg.eig)(a)",
     "p c64[8,4]; q c64[8,4,4]; r c64[8,4,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4,4]", "p, q = jax.vmap(lax.linalg.schur)(a)",
     "p f32[8,4,4]; q f32[8,4,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4,4]", "p, q = jax.vmap(lax.linalg.hessenberg)(a)",
     "p f32[8,4,4]; q f32[8,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4,4]", "p, q, r, s = jax.vmap(lax.linalg.tridiagonal)(a)",
     "p f32[8,4,4]; q f32[8,4]; r f32[8,3]; s f32[8,3]"},
    {"0.10.2", "x=2 y=4", "w f32[8,5,3]; v f32[8,3]",
     "p = jax.vmap(lax.linalg.householder_product)(w, v)", "p f32[8,5,3]"},
    {"0.10.2", "x=2 y=4", "w f32[8,5,3]",
     "p = jax.vmap(lax.linalg.householder_product, in_axes=(0, None))(w, jnp.ones(3))",
     "p f32[8,5,3]"},
    {"0.10.2", "x=2 y=4", "v f32[8,3]",
     "p = jax.vmap(lax.linalg.householder_product, in_axes=(None, 0))(jnp.ones((5, 3)), v)",
     "p f32[8,5,3]"},
    {"0.10.2", "x=2 y=4", "",
     "p = jax.vmap(lambda q: lax.linalg.lu_pivots_to_permutation(q, 4))(jnp.ones((8, 3), "
     "jnp.int32))",
     "p i32[8,4]"},
    {"0.10.2", "x=2 y=4", "", "p = jax.vmap(jax.vmap(lax.linalg.cholesky))(jnp.ones((2, 3, 4, 4)))",
     "p f32[2,3,4,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4,4]", "p = jax.vmap(jnp.linalg.inv)(a)", "p f32[8,4,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4,4]", "p = jax.vmap(jnp.linalg.det)(a)", "p f32[8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4,4]", "p, q = jax.vmap(jnp.linalg.slogdet)(a)",
     "p f32[8]; q f32[8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4,4]", "p = jax.vmap(jnp.linalg.solve)(a, jnp.ones((8, 4)))",
     "p f32[8,4]"},
    {"0.10.2", "x=2 y=4", "",
     "p = jax.vmap(jnp.linalg.solve, in_axes=(None, 0))(jnp.eye(4), jnp.ones((8, 4)))",
     "p f32[8,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4,4]", "p = jax.vmap(jnp.linalg.matrix_rank)(a)", "p i32[8]"},
    {"0.10.2", "x=2 y=4", "w f32[8,5,3]", "p = jax.vmap(jnp.linalg.pinv)(w)", "p f32[8,3,5]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4,4]; c f32[4,4,8]",
     "p = jax.vmap(jnp.tril)(a)\nq = jax.vmap(jnp.triu, in_axes=2)(c)",
     "p f32[8,4,4]; q f32[8,4,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4,4]", "p = jax.vmap(jnp.trace)(a)", "p f32[8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4,4]; v f32[8,3]",
     "p = jax.vmap(jnp.diag)(v)\nq = jax.vmap(jnp.diag)(a)", "p f32[8,3,3]; q f32[8,4]"},
};

/* The mapped dimension becomes a batch dimension in front, and where it stood does not matter. */
Test(linalg_batch, map_decompositions)
{
	testing_programs(mapped, ROWS(mapped));
}

static const struct program_case solvers[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,4,4]; b f32[8,4,3]",
     "p = jax.vmap(lambda n, q: lax.linalg.triangular_solve(n, q, left_side=True))(a, b)",
     "p f32[8,4,3]"},
    {"0.10.2", "x=2 y=4", "m f32[4,4]; b f32[8,4,3]",
     "p = jax.vmap(lambda q: lax.linalg.triangular_solve(m, q, left_side=True))(b)",
     "p f32[8,4,3]"},
    {"0.10.2", "x=2 y=4", "m f32[4,4]; c f32[4,8,3]",
     "p = jax.vmap(lambda q: lax.linalg.triangular_solve(m, q, left_side=True), in_axes=1)(c)",
     "p f32[8,4,3]"},
    {"0.10.2", "x=2 y=4", "m f32[4,4]; d f32[8,3,4]",
     "p = jax.vmap(lambda q: lax.linalg.triangular_solve(m, q))(d)", "p f32[8,3,4]"},
    {"0.10.2", "x=2 y=4", "m f32[4,4]; d f32[8,3,4]",
     "p = jax.vmap(lambda q: lax.linalg.triangular_solve(m, q), out_axes=1)(d)", "p f32[3,8,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4,4]",
     "p = jax.vmap(lambda n: lax.linalg.triangular_solve(n, jnp.ones((4, 3)), left_side=True))(a)",
     "p f32[8,4,3]"},
    {"0.10.2", "x=2 y=4", "m f32[4,4]",
     "p = jax.vmap(lambda q: lax.linalg.triangular_solve(m, q, left_side=True))(jnp.ones((8, 4)))",
     "p f32[8,4]"},
    {"0.10.2", "x=2 y=4", "m f32[4,4]",
     "p = jax.vmap(jax.vmap(lambda q: lax.linalg.triangular_solve(m, q, "
     "left_side=True)))(jnp.ones((5, 8, 4, 3)))",
     "p f32[5,8,4,3]"},
    {"0.10.2", "x=2 y=4", "b f32[8,4,3]",
     "p = jax.vmap(lax.linalg.tridiagonal_solve)(jnp.ones((8, 4)), jnp.ones((8, 4)), jnp.ones((8, "
     "4)), b)",
     "p f32[8,4,3]"},
    {"0.10.2", "x=2 y=4", "b f32[8,4,3]",
     "p = jax.vmap(lambda q: lax.linalg.tridiagonal_solve(jnp.ones(4), jnp.ones(4), jnp.ones(4), "
     "q))(b)",
     "p f32[8,4,3]"},
    {"0.10.2", "x=2 y=4", "",
     "p = jax.vmap(lambda q: lax.linalg.tridiagonal_solve(q, jnp.ones(4), jnp.ones(4), "
     "jnp.ones((4, 3))))(jnp.ones((8, 4)))",
     "p f32[8,4,3]"},
};

/* Of a solver whose matrix is not mapped, the examples become columns of one right-hand side. */
Test(linalg_batch, map_solvers)
{
	testing_programs(solvers, ROWS(solvers));
}

static const struct program_case sharded[] = {
    {"0.6.0", "x=2 y=4", "a f32[8@x,4,4]", "p = jax.vmap(lax.linalg.cholesky)(a)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None, None))]."},
    {"0.8.2", "x=2 y=4", "a f32[8@x,4,4]", "p = jax.vmap(lax.linalg.cholesky)(a)",
     "p f32[8@x,4,4]"},
    {"0.6.0", "x=2 y=4", "b f32[8@x,4,3]", "p, q = jax.vmap(lax.linalg.qr)(b)",
     "p f32[8@x,4,4]; q f32[8@x,4,3]"},
    {"0.6.0", "x=2 y=4", "b f32[8@x,4,3]",
     "p, q, r = jax.vmap(lambda n: lax.linalg.svd(n, full_matrices=False))(b)",
     "p f32[8@x,4,3]; q f32[8@x,3]; r f32[8@x,3,3]"},
    {"0.6.0", "x=2 y=4", "e f32[8@x,4,4@y]", "p = jax.vmap(lax.linalg.cholesky)(e)",
     "ShardingTypeError: add operation with inputs: f32[4,4@y], f32[4@y,4] produces an "
     "illegally sharded result: f32[4@y,4@y]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,4,4]; b f32[8@x,4,3]",
     "p = jax.vmap(lambda n, q: lax.linalg.triangular_solve(n, q, left_side=True))(a, b)",
     "p f32[8@x,4,3]"},
    {"0.6.0", "x=2 y=4", "m f32[4,4]; b f32[8@x,4,3]",
     "p = jax.vmap(lambda q: lax.linalg.triangular_solve(m, q, left_side=True))(b)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `sharding` argument of jax.lax.reshape. Got operand shape: "
     "(4, 3, 8), new sizes: (4, 24) and operand spec: PartitionSpec(None, None, 'x')"},
    {"0.8.2", "x=2 y=4", "m f32[4,4]; b f32[8@x,4,3]",
     "p = jax.vmap(lambda q: lax.linalg.triangular_solve(m, q, left_side=True))(b)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[4,3,8@x], new sizes: (4, 24)"},
    {"0.6.0", "x=2 y=4", "m f32[4,4]; d f32[8,4@y,3]",
     "p = jax.vmap(lambda q: lax.linalg.triangular_solve(m, q, left_side=True))(d)",
     "ShardingTypeError: Input 1 to triangular_solve must be unsharded on non-batch "
     "dimensions, but got PartitionSpec('y', None)."},
    {"0.10.2", "x=2 y=4", "m f32[4,4]; d f32[8,4@y,3]",
     "p = jax.vmap(lambda q: lax.linalg.triangular_solve(m, q, left_side=True))(d)",
     "ShardingTypeError: triangular solve input `b` must be unsharded on the "
     "contracting axis, but got P('y', None) with left_side=True and "
     "transpose_a=False."},
    {"0.6.0", "x=2 y=4", "a f32[8@x,4,4]",
     "p = jax.vmap(lambda n: lax.linalg.triangular_solve(n, jnp.ones((4, 3)), left_side=True))(a)",
     "ShardingTypeError: All inputs to triangular_solve must have the same batch "
     "sharding, but got [('x',), (None,)]."},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4,4]",
     "p = jax.vmap(lambda n: lax.linalg.triangular_solve(n, jnp.ones((4, 3)), left_side=True))(a)",
     "p f32[8@x,4,3]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,4,4]; m f32[4,4]",
     "p = jax.vmap(lambda n: lax.linalg.triangular_solve(n, m, left_side=True))(a)",
     "ShardingTypeError: All inputs to triangular_solve must have the same batch "
     "sharding, but got [('x',), (None,)]."},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4,4]; m f32[4,4]",
     "p = jax.vmap(lambda n: lax.linalg.triangular_solve(n, m, left_side=True))(a)",
     "p f32[8@x,4,4]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,4,4]", "p = jax.vmap(jnp.linalg.inv)(a)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.8.2", "x=2 y=4", "a f32[8@x,4,4]", "p = jax.vmap(jnp.linalg.inv)(a)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[4,4,1]), indices=ShapedArray(int32[8@x,4,1])"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,4,4]", "p = jax.vmap(jnp.tril)(a)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec(None, None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None, None))]."},
    {"0.8.2", "x=2 y=4", "a f32[8@x,4,4]", "p = jax.vmap(jnp.tril)(a)", "p f32[8@x,4,4]"},
    {"0.6.0", "x=2 y=4", "",
     "p = jax.vmap(lax.linalg.cholesky, spmd_axis_name='y')(jnp.ones((8, 4, 4)))", "p f32[8,4,4]"},
};

/* What a sharded mapped dimension comes to. */
Test(linalg_batch, map_over_a_mesh_axis)
{
	testing_programs(sharded, ROWS(sharded));
}

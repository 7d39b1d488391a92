/* SPDX-License-Identifier: Apache-2.0 */
/* What decompositions give and refuse, by the shapes of their matrices.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case decompositions[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,5,3]", "p, q, r = lax.linalg.svd(a)",
     "p f32[8@x,5,5]; q f32[8@x,3]; r f32[8@x,3,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,5,3]", "p, q, r = lax.linalg.svd(a, full_matrices=False)",
     "p f32[8@x,5,3]; q f32[8@x,3]; r f32[8@x,3,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,5,3]", "p = lax.linalg.svd(a, compute_uv=False)",
     "p f32[8@x,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,5,3]",
     "p, q, r = lax.linalg.svd(a, full_matrices=False, subset_by_index=(0, 2))",
     "p f32[8@x,5,2]; q f32[8@x,2]; r f32[8@x,2,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,5,3]",
     "p = lax.linalg.svd(a, compute_uv=False, full_matrices=False, subset_by_index=(1, 2))",
     "p f32[8@x,1]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,5,3]", "p, q = lax.linalg.qr(a)",
     "p f32[8@x,5,5]; q f32[8@x,5,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,5,3]", "p, q = lax.linalg.qr(a, full_matrices=False)",
     "p f32[8@x,5,3]; q f32[8@x,3,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,5,3]", "p, q, r = lax.linalg.qr(a, pivoting=True)",
     "p f32[8@x,5,5]; q f32[8@x,5,3]; r i32[8@x,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,5,3]", "p, q, r = lax.linalg.lu(a)",
     "p f32[8@x,5,3]; q i32[8@x,3]; r i32[8@x,5]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4,4]", "p, q = lax.linalg.eigh(s)",
     "p f32[8@x,4,4]; q f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4,4]", "p, q = lax.linalg.eigh(s, subset_by_index=(1, 3))",
     "p f32[8@x,4,2]; q f32[8@x,2]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4,4]", "p, q, r = lax.linalg.eig(s)",
     "p c64[8@x,4]; q c64[8@x,4,4]; r c64[8@x,4,4]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4,4]",
     "p, q = lax.linalg.eig(s, compute_left_eigenvectors=False)", "p c64[8@x,4]; q c64[8@x,4,4]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4,4]",
     "p, = lax.linalg.eig(s, compute_left_eigenvectors=False, compute_right_eigenvectors=False)",
     "p c64[8@x,4]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4,4]", "p, q = lax.linalg.schur(s)",
     "p f32[8@x,4,4]; q f32[8@x,4,4]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4,4]", "p, = lax.linalg.schur(s, compute_schur_vectors=False)",
     "p f32[8@x,4,4]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4,4]", "p, q = lax.linalg.hessenberg(s)",
     "p f32[8@x,4,4]; q f32[8@x,3]"},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4,4]", "p, q, r, t = lax.linalg.tridiagonal(s)",
     "p f32[8@x,4,4]; q f32[8@x,4]; r f32[8@x,3]; t f32[8@x,3]"},
    {"0.10.2", "x=2 y=4", "s c64[4@y,3,3]", "p, q = lax.linalg.eigh(s)",
     "p c64[4@y,3,3]; q f32[4@y,3]"},
    {"0.10.2", "x=2 y=4", "s c64[4@y,3,3]", "p, q, u, v = lax.linalg.tridiagonal(s)",
     "p c64[4@y,3,3]; q f32[4@y,3]; u f32[4@y,2]; v c64[4@y,2]"},
    {"0.10.2", "x=2 y=4", "r c64[4@y,2,5]", "p, q, u = lax.linalg.svd(r)",
     "p c64[4@y,2,2]; q f32[4@y,2]; u c64[4@y,5,5]"},
    {"0.10.2", "x=2 y=4", "s c64[4@y,3,3]", "p, q, u = lax.linalg.eig(s)",
     "p c64[4@y,3]; q c64[4@y,3,3]; u c64[4@y,3,3]"},
    {"0.10.2", "x=2 y=4", "s c64[4@y,3,3]", "p = lax.linalg.cholesky(s)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None, None)) but case sharding NamedSharding(mesh=AbstractMesh('x': "
     "2, 'y': 4, axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('y', None, None))."},
    {"0.10.2", "x=2 y=4", "s c64[4@y,3,3]", "p, q = lax.linalg.schur(s)",
     "p c64[4@y,3,3]; q c64[4@y,3,3]"},
    {"0.10.2", "x=2 y=4", "r c64[4@y,2,5]", "p, q = lax.linalg.qr(r, full_matrices=False)",
     "p c64[4@y,2,2]; q c64[4@y,2,5]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,5,3]; t f32[8@x,3]",
     "p = lax.linalg.householder_product(a, t)", "p f32[8@x,5,3]"},
    {"0.10.2", "x=2 y=4", "s f32[3,3]; v f32[3]", "p = lax.linalg.cholesky_update(s, v)",
     "ShardingTypeError: sharding rule for cholesky_update is not implemented. Please "
     "file an issue at https://github.com/jax-ml/jax/issues. You can work around this "
     "error by dropping that operation into full auto sharding mode via: "
     "`jax.sharding.auto_axes(fun, out_shardings=...)`"},
    {"0.10.2", "x=2 y=4", "q i32[8@x,4]", "p = lax.linalg.lu_pivots_to_permutation(q, 6)",
     "p i32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,5,3]; t f32[8@x,3]; c f32[8@x,5,6]",
     "p = lax.linalg.ormqr(a, t, c)", "p f32[8@x,5,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,5,3]; t f32[8@x,3]; c f32[8@x,5,6]",
     "p = lax.linalg.ormqr(a, t, c, transpose=True)", "p f32[8@x,5,6]"},
    {"0.10.2", "x=2 y=4", "a f32[4,3]; c f32[3,3]", "p = lax.linalg.symmetric_product(a, c)",
     "ValueError: symmetric_update expects a rectangular matrix of shape (m, n) and a "
     "square matrix of shape (n, n). Got shapes (4, 3) and (3, 3)."},
    {"0.10.2", "x=2 y=4", "d f32[8,7]",
     "p = lax.linalg.tridiagonal_solve(d, d, d, jnp.zeros((8, 7, 2)))", "p f32[8,7,2]"},
    {"0.10.2", "x=2 y=4", "",
     "p = lax.linalg.tridiagonal_solve(jnp.ones(7), jnp.ones(7), jnp.ones(7), jnp.ones((7, 2)))",
     "p f32[7,2]"},
    {"0.10.2", "x=2 y=4", "",
     "p = lax.linalg.tridiagonal_solve(jnp.ones((4, 0)), jnp.ones((4, 0)), jnp.ones((4, 0)), "
     "jnp.ones((4, 0, 2)))",
     "p f32[4,0,2]"},
    {"0.10.2", "x=2 y=4", "e f32[0,0]", "p = lax.linalg.cholesky(e)", "p f32[0,0]"},
    {"0.10.2", "x=2 y=4", "w f32[3,0]", "p, q = lax.linalg.qr(w)", "p f32[3,3]; q f32[3,0]"},
    {"0.10.2", "x=2 y=4", "w f32[3,0]", "p, q, r = lax.linalg.lu(w)",
     "p f32[3,0]; q i32[0]; r i32[3]"},
    {"0.10.2", "x=2 y=4", "w f32[3,0]", "p, q, r = lax.linalg.svd(w)",
     "p f32[3,3]; q f32[0]; r f32[0,0]"},
    {"0.10.2", "x=2 y=4", "n f32[0,4,4]", "p, q = lax.linalg.eigh(n)", "p f32[0,4,4]; q f32[0,4]"},
    {"0.10.2", "x=2 y=4", "n f32[0,4,4]", "p, q = lax.linalg.schur(n)",
     "p f32[0,4,4]; q f32[0,4,4]"},
    {"0.10.2", "x=2 y=4", "n f32[1,1]", "p, q = lax.linalg.hessenberg(n)", "p f32[1,1]; q f32[0]"},
    {"0.10.2", "x=2 y=4", "n f32[1,1]", "p, q, r, t = lax.linalg.tridiagonal(n)",
     "p f32[1,1]; q f32[1]; r f32[0]; t f32[0]"},
};

/* Each decomposition has the results of JAX, of the sizes that follow from the matrix. */
Test(linalg_shapes, give_the_matrices_of_jax)
{
	testing_programs(decompositions, ROWS(decompositions));
}

static const struct program_case misfits[] = {
    {"0.6.0", "x=2 y=4", "a f32[8@x,5,3]", "p = lax.linalg.cholesky(a)",
     "TypeError: add got incompatible shapes for broadcasting: (8, 5, 3), (8, 3, 5)."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,5,3]", "p = lax.linalg.cholesky(a)",
     "ValueError: The input to linalg.cholesky must have shape [..., n, n], got shape "
     "(8, 5, 3)"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,5,3]", "p = lax.linalg.eigh(a)",
     "TypeError: add got incompatible shapes for broadcasting: (8, 5, 3), (8, 3, 5)."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,5,3]", "p = lax.linalg.eigh(a)",
     "ValueError: The input to linalg.eigh must have shape [..., n, n], got shape (8, "
     "5, 3)"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,5,3]", "p = lax.linalg.eig(a)",
     "ValueError: The input to eig must be a square matrix. Got shape (5, 3)."},
    {"0.6.0", "x=2 y=4", "a f32[8@x,5,3]", "p = lax.linalg.schur(a)",
     "ValueError: The input to schur must be a square matrix. Got shape (5, 3)."},
    {"0.6.0", "x=2 y=4", "a f32[8@x,5,3]", "p = lax.linalg.hessenberg(a)",
     "ValueError: Argument to Hessenberg reduction must have shape [..., n, n], got "
     "shape (5, 3)"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,5,3]", "p = lax.linalg.tridiagonal(a)",
     "ValueError: The input to tridiagonal must be a square matrix. Got shape (5, 3)."},
    {"0.6.0", "x=2 y=4", "s f32[8@x,4,4]", "p = lax.linalg.svd(s, subset_by_index=(0, 2))",
     "ValueError: full_matrices and subset_by_index cannot both be set"},
    {"0.6.0", "x=2 y=4", "v f32[3]", "p = lax.linalg.cholesky_update(jnp.ones((4, 4)), v)",
     "ValueError: Rank-1 update to Cholesky decomposition takes a square matrix and a "
     "vector of the same size as input. Got shapes (4, 4) and (3,) instead"},
    {"0.6.0", "x=2 y=4", "v f32[3]", "p = lax.linalg.cholesky_update(jnp.ones((4, 3)), v)",
     "ValueError: Rank-1 update to Cholesky decomposition takes a square matrix and a "
     "vector of the same size as input. Got shapes (4, 3) and (3,) instead"},
    {"0.6.0", "x=2 y=4", "s f32[8@x,4,4]; t f32[8@x,4]", "p = lax.linalg.cholesky_update(s, t)",
     "TypeError: Input 0 to cholesky_update must have a rank of exactly 2, but got "
     "shape=(8, 4, 4)"},
    {"0.6.0", "x=2 y=4", "", "p = lax.linalg.householder_product(jnp.ones((2, 3)), jnp.ones(2))",
     "ValueError: The first argument to householder_product must have at least as many "
     "rows as columns, got shape (2, 3)"},
    {"0.6.0", "x=2 y=4", "", "p = lax.linalg.householder_product(jnp.ones((3, 2)), jnp.ones(3))",
     "ValueError: The second argument to householder_product must not have more rows "
     "than the minimum of the first argument's rows and columns."},
    {"0.6.0", "x=2 y=4", "",
     "p = lax.linalg.lu_pivots_to_permutation(jnp.ones((2, 4), jnp.int32), 3)",
     "ValueError: Output permutation size 3 has to exceed the trailing dimension of "
     "the pivots. Got pivots size 4"},
    {"0.6.0", "x=2 y=4", "", "p = lax.linalg.lu_pivots_to_permutation(jnp.ones((2, 4)), 4)",
     "TypeError: lu_pivots_to_permutation does not accept dtype float32 at position 0. "
     "Accepted dtypes at position 0 are subtypes of int32."},
    {"0.6.0", "x=2 y=4", "", "p = lax.linalg.symmetric_product(jnp.ones((4, 3)), jnp.ones((4, 4)))",
     "p f32[4,4]"},
    {"0.6.0", "x=2 y=4", "", "p = lax.linalg.symmetric_product(jnp.ones((4, 3)), jnp.ones((3, 4)))",
     "ValueError: symmetric_update expects a rectangular matrix of shape (m, n) and a "
     "square matrix of shape (n, n). Got shapes (4, 3) and (3, 4)."},
    {"0.6.0", "x=2 y=4", "",
     "p = lax.linalg.tridiagonal_solve(jnp.ones(4), jnp.ones(3), jnp.ones(4), jnp.ones((4, 2)))",
     "TypeError: tridiagonal_solve requires that all diagonal arguments have the same "
     "shape."},
    {"0.6.0", "x=2 y=4", "",
     "p = lax.linalg.tridiagonal_solve(jnp.ones(4), jnp.ones(4), jnp.ones(4), jnp.ones((3, 2)))",
     "TypeError: tridiagonal_solve requires that the leading ndim-1 dimensions of b "
     "equal the dimensions of the diagonal arguments."},
    {"0.6.0", "x=2 y=4", "",
     "p = lax.linalg.tridiagonal_solve(jnp.ones((2, 4)), jnp.ones((2, 4)), jnp.ones((2, 4)), "
     "jnp.ones((4, 2)))",
     "TypeError: All inputs to tridiagonal_solve must have the same number of batch "
     "dimensions, but got [1, 1, 1, 0] batch dimensions for the inputs."},
    {"0.6.0", "x=2 y=4", "a f32[8@x,5,3]", "p = lax.linalg.triangular_solve(a, a)",
     "ValueError: The first input to triangular_solve must be a square matrix. Got "
     "shape (5, 3)."},
    {"0.6.0", "x=2 y=4", "s f32[8@x,4,4]",
     "p = lax.linalg.triangular_solve(s, jnp.ones((8, 3, 4)), left_side=True)",
     "ValueError: Incompatible shapes for arguments to triangular_solve: (4, 4) and "
     "(3, 4)."},
    {"0.6.0", "x=2 y=4", "s f32[8@x,4,4]",
     "p = lax.linalg.triangular_solve(s, jnp.ones((8, 4, 3)))",
     "ValueError: Incompatible shapes for arguments to triangular_solve: (4, 4) and "
     "(4, 3)."},
    {"0.6.0", "x=2 y=4", "s f32[8@x,4,4]",
     "p = lax.linalg.triangular_solve(s, jnp.ones((4, 3)), left_side=True)",
     "ValueError: Incompatible shapes for arguments to triangular_solve: (4, 4) and "
     "(3, 1)."},
    {"0.6.0", "x=2 y=4", "v f32[3]", "p = lax.linalg.cholesky(v)",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, -1) for operand shape (3,)."},
    {"0.12.0.1", "x=2 y=4", "v f32[3]", "p = lax.linalg.cholesky(v)",
     "ValueError: The input to linalg.cholesky must have shape [..., n, n], got shape "
     "(3,)"},
    {"0.6.0", "x=2 y=4", "v f32[3]", "p = lax.linalg.qr(v)",
     "TypeError: Input 0 to qr must have rank at least 2, but got shape=(3,)"},
    {"0.6.0", "x=2 y=4", "v f32[3]", "p = lax.linalg.svd(v)",
     "TypeError: Input 0 to svd must have rank at least 2, but got shape=(3,)"},
    {"0.6.0", "x=2 y=4", "v f32[3]", "p = lax.linalg.lu(v)",
     "TypeError: Input 0 to lu must have rank at least 2, but got shape=(3,)"},
    {"0.6.0", "x=2 y=4", "v f32[3]", "p = lax.linalg.eigh(v)",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, -1) for operand shape (3,)."},
    {"0.12.0.1", "x=2 y=4", "v f32[3]", "p = lax.linalg.eigh(v)",
     "ValueError: The input to linalg.eigh must have shape [..., n, n], got shape (3,)"},
    {"0.6.0", "x=2 y=4", "s f32[8@x,4,4]; v f32[3]", "p = lax.linalg.triangular_solve(v, s)",
     "TypeError: Input 0 to triangular_solve must have rank at least 2, but got "
     "shape=(3,)"},
    {"0.6.0", "x=2 y=4", "i i32[8@x,4,4]", "p = lax.linalg.cholesky(i)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None, None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None, None))."},
    {"0.10.2", "x=2 y=4", "i i32[8@x,4,4]", "p = lax.linalg.cholesky(i)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None, None)) but case sharding NamedSharding(mesh=AbstractMesh('x': "
     "2, 'y': 4, axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('x', None, None))."},
    {"0.6.0", "x=2 y=4", "i i32[8@x,4,4]", "p = lax.linalg.qr(i)",
     "TypeError: qr does not accept dtype int32 at position 0. Accepted dtypes at "
     "position 0 are subtypes of floating, complexfloating."},
    {"0.12.0.1", "x=2 y=4", "i i32[8@x,4,4]", "p = lax.linalg.qr(i)",
     "TypeError: qr does not accept dtype int32 at position 0. Accepted dtypes at "
     "position 0 are subtypes of float32, complex128, complex64, float64."},
    {"0.6.0", "x=2 y=4", "b bool[4,4]", "p = lax.linalg.eigh(b)", "p[0] f32[4,4]; p[1] f32[4]"},
    {"0.6.0", "x=2 y=4", "h f16[8@x,4,4]", "p = lax.linalg.cholesky(h)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit)), spec=PartitionSpec(None, None, None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit)), spec=PartitionSpec('x', None, None))."},
    {"0.10.2", "x=2 y=4", "h f16[8@x,4,4]", "p = lax.linalg.cholesky(h)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None, None)) but case sharding NamedSharding(mesh=AbstractMesh('x': "
     "2, 'y': 4, axis_types=(Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('x', None, None))."},
    {"0.12.0.1", "x=2 y=4", "h f16[8@x,4,4]", "p = lax.linalg.cholesky(h)",
     "TypeError: cholesky does not accept dtype float16 at position 0. Accepted dtypes "
     "at position 0 are subtypes of float32, complex128, complex64, float64."},
    {"0.6.0", "x=2 y=4", "h f16[8@x,4,4]", "p = lax.linalg.triangular_solve(h, h)",
     "p f16[8@x,4,4]"},
    {"0.6.0", "x=2 y=4", "s f32[8@x,4,4]; h f16[8@x,4,4]", "p = lax.linalg.triangular_solve(h, s)",
     "TypeError: lax.triangular_solve requires arguments to have the same dtypes, got "
     "float16, float32."},
    {"0.6.0", "x=2 y=4", "i i32[8@x,4,4]", "p = lax.linalg.tridiagonal(i)",
     "TypeError: tridiagonal does not accept dtype int32 at position 0. Accepted "
     "dtypes at position 0 are subtypes of floating, complexfloating."},
    {"0.12.0.1", "x=2 y=4", "i i32[8@x,4,4]", "p = lax.linalg.tridiagonal(i)",
     "TypeError: tridiagonal does not accept dtype int32 at position 0. Accepted "
     "dtypes at position 0 are subtypes of float32, complex128, complex64, float64."},
    {"0.6.0", "x=2 y=4", "", "p = lax.linalg.schur(jnp.ones((4, 4), jnp.bool_))",
     "TypeError: schur does not accept dtype bool at position 0. Accepted dtypes at "
     "position 0 are subtypes of floating, complexfloating."},
    {"0.12.0.1", "x=2 y=4", "", "p = lax.linalg.schur(jnp.ones((4, 4), jnp.bool_))",
     "TypeError: schur does not accept dtype bool at position 0. Accepted dtypes at "
     "position 0 are subtypes of float32, complex128, complex64, float64."},
    {"0.10.2", "x=2 y=4", "",
     "p = lax.linalg.ormqr(jnp.ones((5, 3)), jnp.ones(3), jnp.ones((4, 5)))",
     "ValueError: ormqr with left=True expects c to have the same number of rows as "
     "the Householder matrix a. Got a shape (5, 3) and c shape (4, 5)."},
    {"0.10.2", "x=2 y=4", "",
     "p = lax.linalg.ormqr(jnp.ones((5, 3)), jnp.ones(3), jnp.ones((5, 4)), left=False)",
     "ValueError: ormqr with left=False expects c to have the same number of columns "
     "as the Householder matrix a has rows. Got a shape (5, 3) and c shape (5, 4)."},
    {"0.10.2", "x=2 y=4", "",
     "p = lax.linalg.ormqr(jnp.ones((5, 3)), jnp.ones(3), jnp.ones((4, 5)), left=False)",
     "p f32[4,5]"},
};

/* Matrices of the wrong shape or rank are refused in the words of each decomposition. */
Test(linalg_shapes, refuse_matrices_that_do_not_fit)
{
	testing_programs(misfits, ROWS(misfits));
}

static const struct program_case cut[] = {
    {"0.6.0", "x=2 y=4", "a f32[8@x,4,4@y]", "p = lax.linalg.cholesky(a)",
     "ShardingTypeError: add operation with inputs: f32[8@x,4,4@y], f32[8@x,4@y,4] "
     "produces an illegally sharded result: f32[8@x,4@y,4@y]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,4,4@y]", "p = lax.linalg.eigh(a)",
     "ShardingTypeError: add operation with inputs: f32[8@x,4,4@y], f32[8@x,4@y,4] "
     "produces an illegally sharded result: f32[8@x,4@y,4@y]"},
    {"0.6.0", "x=2 y=4", "t f32[8,4@y,4]", "p, q, u = lax.linalg.svd(t, full_matrices=False)",
     "ShardingTypeError: Input 0 to svd must be unsharded on non-batch dimensions, but "
     "got PartitionSpec(None, 'y', None)."},
    {"0.10.2", "x=2 y=4", "t f32[8,4@y,4]", "p, q, u = lax.linalg.svd(t, full_matrices=False)",
     "ShardingTypeError: Input 0 to svd must be unsharded on non-batch dimensions, but "
     "got P(None, 'y', None)."},
    {"0.6.0", "x=2 y=4", "t f32[8,4@y,4]", "p, q = lax.linalg.qr(t)",
     "ShardingTypeError: Input 0 to qr must be unsharded on non-batch dimensions, but "
     "got PartitionSpec(None, 'y', None)."},
    {"0.10.2", "x=2 y=4", "t f32[8,4@y,4]", "p, q = lax.linalg.qr(t)",
     "ShardingTypeError: Input 0 to qr must be unsharded on non-batch dimensions, but "
     "got P(None, 'y', None)."},
    {"0.6.0", "x=2 y=4", "a f32[8@x,4,4@y]", "p, q, u = lax.linalg.lu(a)",
     "ShardingTypeError: Input 0 to lu must be unsharded on non-batch dimensions, but "
     "got PartitionSpec('x', None, 'y')."},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4,4@y]", "p, q, u = lax.linalg.lu(a)",
     "ShardingTypeError: Input 0 to lu must be unsharded on non-batch dimensions, but "
     "got P('x', None, 'y')."},
    {"0.6.0", "x=2 y=4", "a f32[8@x,4,4@y]", "p, q = lax.linalg.schur(a)",
     "ShardingTypeError: Input 0 to schur must be unsharded on non-batch dimensions, "
     "but got PartitionSpec('x', None, 'y')."},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4,4@y]", "p, q = lax.linalg.schur(a)",
     "ShardingTypeError: Input 0 to schur must be unsharded on non-batch dimensions, "
     "but got P('x', None, 'y')."},
    {"0.6.0", "x=2 y=4", "a f32[8@x,4,4@y]; r f32[8,4,4]", "p = lax.linalg.triangular_solve(a, r)",
     "ShardingTypeError: Input 0 to triangular_solve must be unsharded on non-batch "
     "dimensions, but got PartitionSpec('x', None, 'y')."},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4,4@y]; r f32[8,4,4]", "p = lax.linalg.triangular_solve(a, r)",
     "ShardingTypeError: All inputs to triangular_solve must have the same batch "
     "sharding, but got ('x',) and (None,)."},
    {"0.6.0", "x=2 y=4", "s f32[8@x,4,4]; r f32[8,4,4]", "p = lax.linalg.triangular_solve(r, s)",
     "ShardingTypeError: All inputs to triangular_solve must have the same batch "
     "sharding, but got [(None,), ('x',)]."},
    {"0.10.2", "x=2 y=4", "s f32[8@x,4,4]; r f32[8,4,4]", "p = lax.linalg.triangular_solve(r, s)",
     "ShardingTypeError: All inputs to triangular_solve must have the same batch "
     "sharding, but got (None,) and ('x',)."},
    {"0.6.0", "x=2 y=4", "r f32[8,4,4]; t f32[8,4@y,4]", "p = lax.linalg.triangular_solve(t, r)",
     "ShardingTypeError: Input 0 to triangular_solve must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(None, 'y', None)."},
    {"0.10.2", "x=2 y=4", "r f32[8,4,4]; t f32[8,4@y,4]", "p = lax.linalg.triangular_solve(t, r)",
     "ShardingTypeError: triangular solve input `a` must be unsharded on the "
     "contracting axis, but got P(None, 'y', None) with left_side=False and "
     "transpose_a=False."},
    {"0.6.0", "x=2 y=4", "r f32[8,4,4]; t f32[8,4@y,4]", "p = lax.linalg.triangular_solve(r, t)",
     "ShardingTypeError: Input 1 to triangular_solve must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(None, 'y', None)."},
    {"0.10.2", "x=2 y=4", "r f32[8,4,4]; t f32[8,4@y,4]", "p = lax.linalg.triangular_solve(r, t)",
     "p f32[8,4@y,4]"},
    {"0.6.0", "x=2 y=4", "r f32[8,4,4]; t f32[8,4@y,4]",
     "p = lax.linalg.triangular_solve(r, t, left_side=True)",
     "ShardingTypeError: Input 1 to triangular_solve must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(None, 'y', None)."},
    {"0.10.2", "x=2 y=4", "r f32[8,4,4]; t f32[8,4@y,4]",
     "p = lax.linalg.triangular_solve(r, t, left_side=True)",
     "ShardingTypeError: triangular solve input `b` must be unsharded on the "
     "contracting axis, but got P(None, 'y', None) with left_side=True and "
     "transpose_a=False."},
    {"0.6.0", "x=2 y=4", "r f32[8,4,4]; t f32[8,4@y,4]",
     "p = lax.linalg.triangular_solve(t, r, left_side=True, transpose_a=True)",
     "ShardingTypeError: Input 0 to triangular_solve must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(None, 'y', None)."},
    {"0.10.2", "x=2 y=4", "r f32[8,4,4]; t f32[8,4@y,4]",
     "p = lax.linalg.triangular_solve(t, r, left_side=True, transpose_a=True)",
     "ShardingTypeError: triangular solve input `a` must be unsharded on the "
     "contracting axis, but got P(None, 'y', None) with left_side=True and "
     "transpose_a=True."},
    {"0.6.0", "x=2 y=4", "r f32[8,4,4]; t f32[8,4@y,4]",
     "p = lax.linalg.triangular_solve(t, r, left_side=True)",
     "ShardingTypeError: Input 0 to triangular_solve must be unsharded on non-batch "
     "dimensions, but got PartitionSpec(None, 'y', None)."},
    {"0.10.2", "x=2 y=4", "r f32[8,4,4]; t f32[8,4@y,4]",
     "p = lax.linalg.triangular_solve(t, r, left_side=True)", "p f32[8,4@y,4]"},
    {"0.6.0", "x=2 y=4", "s f32[8@x,4,4]",
     "p = lax.linalg.householder_product(s, jnp.ones((8, 4)))",
     "ShardingTypeError: All inputs to householder_product must have the same batch "
     "sharding, but got [('x',), (None,)]."},
    {"0.6.0", "x=2 auto y=4", "a f32[8@x,4,4]", "p = lax.linalg.cholesky(a)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Auto)), spec=PartitionSpec(None, None, None)) but case "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Auto)), spec=PartitionSpec('x', None, None))."},
    {"0.8.2", "x=2 auto y=4", "a f32[8@x,4,4]", "p = lax.linalg.cholesky(a)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Auto), device_kind=cpu, num_cores=None), "
     "spec=PartitionSpec(None, None, None)) but case sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Auto), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None, None))."},
    {"0.10.2", "x=2 auto y=4", "a f32[8@x,4,4]", "p = lax.linalg.cholesky(a)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, "
     "axis_types=(Explicit, Auto), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None, None)) but case sharding NamedSharding(mesh=AbstractMesh('x': "
     "2, 'y': 4, axis_types=(Explicit, Auto), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P('x', None, None))."},
    {"0.6.0", "x=2 auto y=4", "s f32[4@x,4]", "p = lax.linalg.cholesky(s)",
     "ShardingTypeError: add operation with inputs: f32[4@x,4], f32[4,4@x] produces an "
     "illegally sharded result: f32[4@x,4@x]"},
    {"0.6.0", "auto x=2 y=4", "a f32[8,4,4]",
     "p = lax.linalg.cholesky(a)\n"
     "q, r = lax.linalg.qr(a)\n"
     "s = lax.linalg.triangular_solve(a, a)",
     "p f32[8,4,4]; q f32[8,4,4]; r f32[8,4,4]; s f32[8,4,4]"},
};

/* A matrix has to lie whole on a device; batches have to lie alike. */
Test(linalg_shapes, refuse_matrices_that_are_cut)
{
	testing_programs(cut, ROWS(cut));
}

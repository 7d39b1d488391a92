/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case decompositions_of_lax[] = {
    {"0.10.2", "x=2", "q f32[4,4]", "y = lax.linalg.cholesky(q)", "y f32[4,4]"},
    {"0.10.2", "x=2", "t f32[5,4,4]", "y = lax.linalg.cholesky(t, symmetrize_input=False)",
     "y f32[5,4,4]"},
    {"0.10.2", "x=2", "r f32[6@x,4,4]", "y = lax.linalg.cholesky(r)",
     "ShardingTypeError: select `which` must be scalar or have the same sharding as "
     "cases, got `which` sharding NamedSharding(mesh=AbstractMesh('x': 2, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P(None, None, None)) but case sharding NamedSharding(mesh=AbstractMesh('x': "
     "2, axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', None, None))."},
    {"0.10.2", "x=2", "q f32[4,4]; v f32[4]", "y = lax.linalg.cholesky_update(q, v)",
     "ShardingTypeError: sharding rule for cholesky_update is not implemented. Please "
     "file an issue at https://github.com/jax-ml/jax/issues. You can work around this "
     "error by dropping that operation into full auto sharding mode via: "
     "`jax.sharding.auto_axes(fun, out_shardings=...)`"},
    {"0.10.2", "x=2", "q f32[4,4]", "vals, vecs = lax.linalg.eigh(q)",
     "vals f32[4,4]; vecs f32[4]"},
    {"0.10.2", "x=2", "t f32[5,4,4]",
     "vecs, vals = lax.linalg.eigh(t, lower=False, sort_eigenvalues=False)",
     "vals f32[5,4]; vecs f32[5,4,4]"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = lax.linalg.eigh(q, subset_by_index=(0, 4))",
     "y[0] f32[4,4]; y[1] f32[4]"},
    {"0.10.2", "x=2", "q f32[4,4]; w f32[3]", "w, vl, vr = lax.linalg.eig(q)",
     "vl c64[4,4]; vr c64[4,4]; w c64[4]"},
    {"0.10.2", "x=2", "t f32[5,4,4]; w f32[3]",
     "w, vl = lax.linalg.eig(t, compute_right_eigenvectors=False)", "vl c64[5,4,4]; w c64[5,4]"},
    {"0.10.2", "x=2", "c c64[4,4]",
     "y = lax.linalg.eig(c, compute_left_eigenvectors=False, compute_right_eigenvectors=False)",
     "y[0] c64[4]"},
    {"0.10.2", "x=2", "a f32[4,3]; q f32[4,4]", "a, taus = lax.linalg.hessenberg(q)",
     "a f32[4,4]; taus f32[3]"},
    {"0.10.2", "x=2", "a f32[4,3]; u f32[3]", "y = lax.linalg.householder_product(a, u)",
     "y f32[4,3]"},
    {"0.10.2", "x=2", "a f32[4,3]", "lu, pivots, permutation = lax.linalg.lu(a)",
     "lu f32[4,3]; permutation i32[4]; pivots i32[3]"},
    {"0.10.2", "x=2", "t f32[5,4,4]", "lu, pivots, permutation = lax.linalg.lu(t)",
     "lu f32[5,4,4]; permutation i32[5,4]; pivots i32[5,4]"},
    {"0.10.2", "x=2", "p i32[4]", "y = lax.linalg.lu_pivots_to_permutation(p, 4)", "y i32[4]"},
    {"0.10.2", "x=2", "p i32[4]", "y = lax.linalg.lu_pivots_to_permutation(p, permutation_size=6)",
     "y i32[6]"},
    {"0.10.2", "x=2", "a f32[4,3]; q f32[4,4]; r f32[6@x,4,4]", "q, r = lax.linalg.qr(a)",
     "q f32[4,4]; r f32[4,3]"},
    {"0.10.2", "x=2", "a f32[4,3]; q f32[4,4]; r f32[6@x,4,4]",
     "q, r = lax.linalg.qr(a, full_matrices=False)", "q f32[4,3]; r f32[3,3]"},
    {"0.10.2", "x=2", "a f32[4,3]; q f32[4,4]; p i32[4]; r f32[6@x,4,4]",
     "q, r, p = lax.linalg.qr(a, pivoting=True)", "p i32[3]; q f32[4,4]; r f32[4,3]"},
    {"0.10.2", "x=2", "q f32[4,4]; t f32[5,4,4]", "t, z = lax.linalg.schur(q)",
     "t f32[4,4]; z f32[4,4]"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = lax.linalg.schur(q, compute_schur_vectors=False)",
     "y[0] f32[4,4]"},
    {"0.10.2", "x=2", "a f32[4,3]; v f32[4]; u f32[3]", "u, s, v = lax.linalg.svd(a)",
     "s f32[3]; u f32[4,4]; v f32[3,3]"},
    {"0.10.2", "x=2", "t f32[5,4,4]; v f32[4]; u f32[3]",
     "u, s, v = lax.linalg.svd(t, full_matrices=False)", "s f32[5,4]; u f32[5,4,4]; v f32[5,4,4]"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = lax.linalg.svd(a, compute_uv=False)", "y f32[3]"},
    {"0.10.2", "x=2", "a f32[4,3]; q f32[4,4]", "y = lax.linalg.symmetric_product(a, q)",
     "y f32[4,4]"},
    {"0.10.2", "x=2", "a f32[4,3]; q f32[4,4]",
     "y = lax.linalg.triangular_solve(q, a, left_side=True, lower=True)", "y f32[4,3]"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = lax.linalg.triangular_solve(q, jnp.ones((3, 4)))",
     "y f32[3,4]"},
    {"0.10.2", "x=2", "t f32[5,4,4]",
     "y = lax.linalg.triangular_solve(t, jnp.ones((5, 4, 2)), left_side=True, transpose_a=True)",
     "y f32[5,4,2]"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = lax.linalg.tridiagonal(q)",
     "y[0] f32[4,4]; y[1] f32[4]; y[2] f32[3]; y[3] f32[3]"},
    {"0.10.2", "x=2", "a f32[4,3]; v f32[4]", "y = lax.linalg.tridiagonal_solve(v, v, v, a)",
     "y f32[4,3]"},
    {"0.10.2", "x=2", "a f32[4,3]; u f32[3]", "y = lax.linalg.ormqr(a, u, jnp.ones((4, 2)))",
     "y f32[4,2]"},
};

/* Their factors, with options by name. */
Test(lax_linalg, decompositions_of_lax)
{
	testing_programs(decompositions_of_lax, ROWS(decompositions_of_lax));
}

static const struct program_case lax_linalg_refuses[] = {
    {"0.10.2", "x=2", "a f32[4,3]", "y = lax.linalg.cholesky(a)",
     "TypeError: add got incompatible shapes for broadcasting: (4, 3), (3, 4)."},
    {"0.10.2", "x=2", "a f32[4,3]", "y = lax.linalg.eigh(a)",
     "TypeError: add got incompatible shapes for broadcasting: (4, 3), (3, 4)."},
    {"0.10.2", "x=2", "a f32[4,3]", "y = lax.linalg.eig(a)",
     "ValueError: The input to eig must be a square matrix. Got shape (4, 3)."},
    {"0.10.2", "x=2", "a f32[4,3]", "y = lax.linalg.hessenberg(a)",
     "ValueError: Argument to Hessenberg reduction must have shape [..., n, n], got "
     "shape (4, 3)"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = lax.linalg.schur(a)",
     "ValueError: The input to schur must be a square matrix. Got shape (4, 3)."},
    {"0.10.2", "x=2", "a f32[4,3]", "y = lax.linalg.tridiagonal(a)",
     "ValueError: The input to tridiagonal must be a square matrix. Got shape (4, 3)."},
    {"0.10.2", "x=2", "v f32[4]", "y = lax.linalg.cholesky(v)",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, -1) for operand shape (4,)."},
    {"0.10.2", "x=2", "v f32[4]", "y = lax.linalg.eigh(v)",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, -1) for operand shape (4,)."},
    {"0.10.2", "x=2", "v f32[4]", "y = lax.linalg.eig(v)",
     "TypeError: Input 0 to eig must have rank at least 2, but got shape=(4,)"},
    {"0.10.2", "x=2", "v f32[4]", "y = lax.linalg.hessenberg(v)",
     "TypeError: Input 0 to hessenberg must have rank at least 2, but got shape=(4,)"},
    {"0.10.2", "x=2", "v f32[4]", "y = lax.linalg.lu(v)",
     "TypeError: Input 0 to lu must have rank at least 2, but got shape=(4,)"},
    {"0.10.2", "x=2", "v f32[4]", "y = lax.linalg.qr(v)",
     "TypeError: Input 0 to qr must have rank at least 2, but got shape=(4,)"},
    {"0.10.2", "x=2", "v f32[4]", "y = lax.linalg.schur(v)",
     "TypeError: Input 0 to schur must have rank at least 2, but got shape=(4,)"},
    {"0.10.2", "x=2", "v f32[4]", "y = lax.linalg.svd(v)",
     "TypeError: Input 0 to svd must have rank at least 2, but got shape=(4,)"},
    {"0.10.2", "x=2", "v f32[4]", "y = lax.linalg.tridiagonal(v)",
     "TypeError: Input 0 to tridiagonal must have rank at least 2, but got shape=(4,)"},
    {"0.10.2", "x=2", "i i32[4,4]", "y = lax.linalg.cholesky(i)", "y f32[4,4]"},
    {"0.10.2", "x=2", "i i32[4,4]", "y = lax.linalg.eigh(i)", "y[0] f32[4,4]; y[1] f32[4]"},
    {"0.10.2", "x=2", "i i32[4,4]", "y = lax.linalg.eig(i)",
     "TypeError: eig does not accept dtype int32 at position 0. Accepted dtypes at "
     "position 0 are subtypes of floating, complexfloating."},
    {"0.10.2", "x=2", "i i32[4,4]", "y = lax.linalg.hessenberg(i)",
     "TypeError: hessenberg does not accept dtype int32 at position 0. Accepted dtypes "
     "at position 0 are subtypes of floating, complexfloating."},
    {"0.10.2", "x=2", "i i32[4,4]", "y = lax.linalg.lu(i)",
     "TypeError: lu does not accept dtype int32 at position 0. Accepted dtypes at "
     "position 0 are subtypes of floating, complexfloating."},
    {"0.10.2", "x=2", "i i32[4,4]", "y = lax.linalg.qr(i)",
     "TypeError: qr does not accept dtype int32 at position 0. Accepted dtypes at "
     "position 0 are subtypes of floating, complexfloating."},
    {"0.10.2", "x=2", "i i32[4,4]", "y = lax.linalg.schur(i)",
     "TypeError: schur does not accept dtype int32 at position 0. Accepted dtypes at "
     "position 0 are subtypes of floating, complexfloating."},
    {"0.10.2", "x=2", "i i32[4,4]", "y = lax.linalg.svd(i)",
     "TypeError: svd does not accept dtype int32 at position 0. Accepted dtypes at "
     "position 0 are subtypes of floating, complexfloating."},
    {"0.10.2", "x=2", "i i32[4,4]", "y = lax.linalg.tridiagonal(i)",
     "TypeError: tridiagonal does not accept dtype int32 at position 0. Accepted "
     "dtypes at position 0 are subtypes of floating, complexfloating."},
    {"0.10.2", "x=2", "h f16[4,4]", "y = lax.linalg.cholesky(h)", "y f16[4,4]"},
    {"0.10.2", "x=2", "h f16[4,4]", "y = lax.linalg.eigh(h)", "y[0] f16[4,4]; y[1] f16[4]"},
    {"0.10.2", "x=2", "h f16[4,4]", "y = lax.linalg.lu(h)",
     "y[0] f16[4,4]; y[1] i32[4]; y[2] i32[4]"},
    {"0.10.2", "x=2", "h f16[4,4]", "y = lax.linalg.qr(h)", "y[0] f16[4,4]; y[1] f16[4,4]"},
    {"0.10.2", "x=2", "h f16[4,4]", "y = lax.linalg.svd(h)",
     "y[0] f16[4,4]; y[1] f16[4]; y[2] f16[4,4]"},
    {"0.10.2", "x=2", "", "y = lax.linalg.cholesky()",
     "TypeError: cholesky() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = lax.linalg.eigh()",
     "TypeError: eigh() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = lax.linalg.eig()",
     "TypeError: eig() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = lax.linalg.lu()",
     "TypeError: lu() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = lax.linalg.qr()",
     "TypeError: qr() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = lax.linalg.svd()",
     "TypeError: svd() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = lax.linalg.cholesky(q, True)",
     "TypeError: cholesky() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = lax.linalg.eigh(q, True)",
     "TypeError: eigh() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = lax.linalg.eig(q, True)",
     "TypeError: eig() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = lax.linalg.hessenberg(q, True)",
     "TypeError: hessenberg() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = lax.linalg.lu(q, True)",
     "TypeError: lu() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = lax.linalg.qr(q, True)",
     "TypeError: qr() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = lax.linalg.schur(q, True)",
     "TypeError: schur() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = lax.linalg.svd(q, True)",
     "TypeError: svd() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = lax.linalg.tridiagonal(q, True)",
     "TypeError: tridiagonal() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "r f32[4@x,4]", "y = lax.linalg.cholesky(r)",
     "ShardingTypeError: add operation with inputs: f32[4@x,4], f32[4,4@x] produces an "
     "illegally sharded result: f32[4@x,4@x]"},
    {"0.10.2", "x=2", "r f32[4@x,4]", "y = lax.linalg.eigh(r)",
     "ShardingTypeError: add operation with inputs: f32[4@x,4], f32[4,4@x] produces an "
     "illegally sharded result: f32[4@x,4@x]"},
    {"0.10.2", "x=2", "r f32[4@x,4]", "y = lax.linalg.lu(r)",
     "ShardingTypeError: Input 0 to lu must be unsharded on non-batch dimensions, but "
     "got P('x', None)."},
    {"0.10.2", "x=2", "r f32[4@x,4]", "y = lax.linalg.qr(r)",
     "ShardingTypeError: Input 0 to qr must be unsharded on non-batch dimensions, but "
     "got P('x', None)."},
    {"0.10.2", "x=2", "r f32[4@x,4]", "y = lax.linalg.svd(r)",
     "ShardingTypeError: Input 0 to svd must be unsharded on non-batch dimensions, but "
     "got P('x', None)."},
    {"0.10.2", "x=2", "", "y = lax.linalg.cholesky([[1.0]])",
     "AttributeError: 'list' object has no attribute 'ndim'"},
    {"0.10.2", "x=2", "q f32[4,4]; w f32[5]", "y = lax.linalg.cholesky_update(q, w)",
     "ValueError: Rank-1 update to Cholesky decomposition takes a square matrix and a "
     "vector of the same size as input. Got shapes (4, 4) and (5,) instead"},
    {"0.10.2", "x=2", "a f32[4,3]; v f32[4]", "y = lax.linalg.cholesky_update(a, v)",
     "ValueError: Rank-1 update to Cholesky decomposition takes a square matrix and a "
     "vector of the same size as input. Got shapes (4, 3) and (4,) instead"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = lax.linalg.eigh(q, subset_by_index=(0, 2))",
     "y[0] f32[4,2]; y[1] f32[2]"},
    {"0.10.2", "x=2", "a f32[4,3]; w f32[5]", "y = lax.linalg.householder_product(a, w)",
     "ValueError: The second argument to householder_product must not have more rows "
     "than the minimum of the first argument's rows and columns."},
    {"0.10.2", "x=2", "p i32[4]", "y = lax.linalg.lu_pivots_to_permutation(p, 3)",
     "ValueError: Output permutation size 3 has to exceed the trailing dimension of "
     "the pivots. Got pivots size 4"},
    {"0.10.2", "x=2", "f f32[4]", "y = lax.linalg.lu_pivots_to_permutation(f, 4)",
     "TypeError: lu_pivots_to_permutation does not accept dtype float32 at position 0. "
     "Accepted dtypes at position 0 are subtypes of int32."},
    {"0.10.2", "x=2", "p i32[4]", "y = lax.linalg.lu_pivots_to_permutation(p)",
     "TypeError: lu_pivots_to_permutation() missing 1 required positional argument: "
     "'permutation_size'"},
    {"0.10.2", "x=2", "", "y = lax.linalg.lu_pivots_to_permutation(jnp.int32(1), 3)",
     "TypeError: Input 0 to lu_pivots_to_permutation must have rank at least 1, but "
     "got shape=()"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = lax.linalg.symmetric_product(a, a)",
     "ValueError: symmetric_update expects a rectangular matrix of shape (m, n) and a "
     "square matrix of shape (n, n). Got shapes (4, 3) and (4, 3)."},
    {"0.10.2", "x=2", "q f32[4,4]; v f32[4]", "y = lax.linalg.symmetric_product(v, q)",
     "TypeError: Input 0 to symmetric_product must have rank at least 2, but got "
     "shape=(4,)"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = lax.linalg.symmetric_product(jnp.ones((3, 4)), q)",
     "ValueError: symmetric_update expects a rectangular matrix of shape (m, n) and a "
     "square matrix of shape (n, n). Got shapes (3, 4) and (4, 4)."},
    {"0.10.2", "x=2", "a f32[4,3]", "y = lax.linalg.triangular_solve(a, a)",
     "ValueError: The first input to triangular_solve must be a square matrix. Got "
     "shape (4, 3)."},
    {"0.10.2", "x=2", "a f32[4,3]; q f32[4,4]", "y = lax.linalg.triangular_solve(q, a)",
     "ValueError: Incompatible shapes for arguments to triangular_solve: (4, 4) and "
     "(4, 3)."},
    {"0.10.2", "x=2", "q f32[4,4]; v f32[4]", "y = lax.linalg.triangular_solve(q, v)", "y f32[4]"},
    {"0.10.2", "x=2", "q f32[4,4]",
     "y = lax.linalg.triangular_solve(q, jnp.ones((5, 4, 2)), left_side=True)",
     "TypeError: All inputs to triangular_solve must have the same number of batch "
     "dimensions, but got [0, 1] batch dimensions for the inputs."},
    {"0.10.2", "x=2", "v f32[4]", "y = lax.linalg.tridiagonal_solve(v, v, v, v)",
     "TypeError: Input 3 to tridiagonal_solve must have rank at least 2, but got "
     "shape=(4,)"},
    {"0.10.2", "x=2", "a f32[4,3]; v f32[4]; w f32[5]",
     "y = lax.linalg.tridiagonal_solve(v, v, w, a)",
     "TypeError: tridiagonal_solve requires that all diagonal arguments have the same "
     "shape."},
    {"0.10.2", "x=2", "v f32[4]", "y = lax.linalg.tridiagonal_solve(v, v, v, jnp.ones((5, 2)))",
     "TypeError: tridiagonal_solve requires that the leading ndim-1 dimensions of b "
     "equal the dimensions of the diagonal arguments."},
    {"0.10.2", "x=2", "a f32[4,3]; q f32[4,4]; w f32[5]", "y = lax.linalg.ormqr(a, w, q)",
     "y f32[4,4]"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = lax.linalg.svd(a, full=True)",
     "TypeError: svd() got an unexpected keyword argument 'full'"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = lax.linalg.eig(q, left=False)",
     "TypeError: eig() got an unexpected keyword argument 'left'"},
    {"0.6.0", "x=2", "a f32[4,3]", "y = lax.linalg.qr(a, True)",
     "TypeError: qr() takes 1 positional argument but 2 were given"},
    {"0.9.0", "x=2", "a f32[4,3]", "y = lax.linalg.qr(a, True)",
     "TypeError: qr() takes 1 positional argument but 2 were given"},
    {"0.12.0.1", "x=2", "a f32[4,3]", "y = lax.linalg.qr(a, True)",
     "TypeError: qr() takes 1 positional argument but 2 were given"},
    {"0.6.0", "x=2", "q f32[4,4]", "y = lax.linalg.eigh(q, implementation=None)",
     "TypeError: eigh() got an unexpected keyword argument 'implementation'"},
    {"0.9.0", "x=2", "q f32[4,4]", "y = lax.linalg.eigh(q, implementation=None)",
     "y[0] f32[4,4]; y[1] f32[4]"},
    {"0.12.0.1", "x=2", "q f32[4,4]", "y = lax.linalg.eigh(q, implementation=None)",
     "y[0] f32[4,4]; y[1] f32[4]"},
    {"0.6.0", "x=2", "q f32[4,4]", "y = lax.linalg.eig(q, use_magma=None)",
     "y[0] c64[4]; y[1] c64[4,4]; y[2] c64[4,4]"},
    {"0.9.0", "x=2", "q f32[4,4]", "y = lax.linalg.eig(q, use_magma=None)",
     "y[0] c64[4]; y[1] c64[4,4]; y[2] c64[4,4]"},
    {"0.12.0.1", "x=2", "q f32[4,4]", "y = lax.linalg.eig(q, use_magma=None)",
     "y[0] c64[4]; y[1] c64[4,4]; y[2] c64[4,4]"},
    {"0.6.0", "x=2", "a f32[4,3]; q f32[4,4]; v f32[4]", "y = lax.linalg.ormqr(a, v, q)",
     "AttributeError: module 'jax.lax.linalg' has no attribute 'ormqr'"},
    {"0.9.0", "x=2", "a f32[4,3]; q f32[4,4]; v f32[4]", "y = lax.linalg.ormqr(a, v, q)",
     "AttributeError: module 'jax.lax.linalg' has no attribute 'ormqr'"},
    {"0.12.0.1", "x=2", "a f32[4,3]; q f32[4,4]; v f32[4]", "y = lax.linalg.ormqr(a, v, q)",
     "y f32[4,4]"},
    {"0.6.0", "x=2", "v f32[4]", "y = lax.linalg.svd(v)",
     "TypeError: Input 0 to svd must have rank at least 2, but got shape=(4,)"},
    {"0.9.0", "x=2", "v f32[4]", "y = lax.linalg.svd(v)",
     "TypeError: Input 0 to svd must have rank at least 2, but got shape=(4,)"},
    {"0.12.0.1", "x=2", "v f32[4]", "y = lax.linalg.svd(v)",
     "TypeError: Input 0 to svd must have rank at least 2, but got shape=(4,)"},
};

/* Matrices that are not square, vectors, dtypes, and names of options. */
Test(lax_linalg, lax_linalg_refuses)
{
	testing_programs(lax_linalg_refuses, ROWS(lax_linalg_refuses));
}

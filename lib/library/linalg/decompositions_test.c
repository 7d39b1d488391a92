/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case decompositions_of_matrices[] = {
    {"0.10.2", "x=2", "a f32[4,3]; q f32[4,4]; r f32[6@x,3,3]", "q, r = jnp.linalg.qr(a)",
     "q f32[4,3]; r f32[3,3]"},
    {"0.10.2", "x=2", "t f32[5,3,4]; q f32[4,4]; r f32[6@x,3,3]",
     "q, r = jnp.linalg.qr(t, mode='complete')", "q f32[5,3,3]; r f32[5,3,4]"},
    {"0.10.2", "x=2", "t f32[5,3,4]; r f32[6@x,3,3]", "y = jnp.linalg.qr(t, mode='r')",
     "y f32[5,3,4]"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.linalg.qr(a).R", "y f32[3,3]"},
    {"0.10.2", "x=2", "a f32[4,3]", "u, s, v = jnp.linalg.svd(a)",
     "s f32[3]; u f32[4,4]; v f32[3,3]"},
    {"0.10.2", "x=2", "t f32[5,3,4]", "u, s, v = jnp.linalg.svd(t, full_matrices=False)",
     "s f32[5,3]; u f32[5,3,3]; v f32[5,3,4]"},
    {"0.10.2", "x=2", "a f32[4,3]", "s = jnp.linalg.svd(a, compute_uv=False)", "s f32[3]"},
    {"0.10.2", "x=2", "t f32[5,3,4]", "y = jnp.linalg.svd(t, False).S", "y f32[5,3]"},
    {"0.10.2", "x=2", "t f32[5,3,4]", "s = jnp.linalg.svdvals(t)", "s f32[5,3]"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = jnp.linalg.cholesky(q)", "y f32[4,4]"},
    {"0.10.2", "x=2", "p f32[2,4,4]", "y = jnp.linalg.cholesky(p, upper=True)", "y f32[2,4,4]"},
    {"0.10.2", "x=2", "i i32[3,3]", "y = jnp.linalg.cholesky(i)", "y f32[3,3]"},
    {"0.10.2", "x=2", "q f32[4,4]", "w, v = jnp.linalg.eigh(q)", "v f32[4,4]; w f32[4]"},
    {"0.10.2", "x=2", "p f32[2,4,4]", "w, v = jnp.linalg.eigh(p, UPLO='U')",
     "v f32[2,4,4]; w f32[2,4]"},
    {"0.10.2", "x=2", "c c64[3,3]", "y = jnp.linalg.eigh(c).eigenvalues", "y f32[3]"},
    {"0.10.2", "x=2", "p f32[2,4,4]", "w = jnp.linalg.eigvalsh(p)", "w f32[2,4]"},
    {"0.10.2", "x=2", "q f32[4,4]", "w, v = jnp.linalg.eig(q)", "v c64[4,4]; w c64[4]"},
    {"0.10.2", "x=2", "p f32[2,4,4]", "w = jnp.linalg.eigvals(p)", "w c64[2,4]"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.linalg.pinv(a)", "y f32[3,4]"},
    {"0.10.2", "x=2", "t f32[5,3,4]", "y = jnp.linalg.pinv(t, rtol=1e-3)", "y f32[5,4,3]"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = jnp.linalg.pinv(q, hermitian=True)", "y f32[4,4]"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.linalg.matrix_rank(a)", "y i32[]"},
    {"0.10.2", "x=2", "t f32[5,3,4]", "y = jnp.linalg.matrix_rank(t, rtol=1e-3)", "y i32[5]"},
    {"0.10.2", "x=2", "q f32[4,4]", "u, s, v = jnp.linalg.svd(q, hermitian=True)",
     "s f32[4]; u f32[4,4]; v f32[4,4]"},
    {"0.10.2", "x=2", "q f32[4,4]", "s = jnp.linalg.svd(q, compute_uv=False, hermitian=True)",
     "s f32[4]"},
};

/* Their factors by name and by place. */
Test(numpy_decompositions, decompositions_of_matrices)
{
	testing_programs(decompositions_of_matrices, ROWS(decompositions_of_matrices));
}

static const struct program_case decompositions_refused[] = {
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.linalg.qr(v)",
     "TypeError: Input 0 to qr must have rank at least 2, but got shape=(3,)"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.linalg.svd(v)",
     "TypeError: Input 0 to svd must have rank at least 2, but got shape=(3,)"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.linalg.cholesky(v)",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, -1) for operand shape (3,)."},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.linalg.eigh(v)",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, -1) for operand shape (3,)."},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.linalg.eig(v)",
     "TypeError: Input 0 to eig must have rank at least 2, but got shape=(3,)"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.linalg.eigvals(v)",
     "TypeError: Input 0 to eig must have rank at least 2, but got shape=(3,)"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.linalg.eigvalsh(v)",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, -1) for operand shape (3,)."},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.linalg.pinv(v)",
     "ValueError: not enough values to unpack (expected 2, got 1)"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.linalg.svdvals(v)",
     "TypeError: Input 0 to svd must have rank at least 2, but got shape=(3,)"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.linalg.cholesky(a)",
     "TypeError: add got incompatible shapes for broadcasting: (4, 3), (3, 4)."},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.linalg.eigh(a)",
     "TypeError: add got incompatible shapes for broadcasting: (4, 3), (3, 4)."},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.linalg.eig(a)",
     "ValueError: The input to eig must be a square matrix. Got shape (4, 3)."},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.linalg.eigvals(a)",
     "ValueError: The input to eig must be a square matrix. Got shape (4, 3)."},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.linalg.eigvalsh(a)",
     "TypeError: add got incompatible shapes for broadcasting: (4, 3), (3, 4)."},
    {"0.10.2", "x=2", "", "y = jnp.linalg.qr([[1.0]])",
     "TypeError: jnp.linalg.qr requires ndarray or scalar arguments, got <class "
     "'list'> at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.linalg.svd([[1.0]])",
     "TypeError: jnp.linalg.svd requires ndarray or scalar arguments, got <class "
     "'list'> at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.linalg.cholesky([[1.0]])",
     "TypeError: jnp.linalg.cholesky requires ndarray or scalar arguments, got <class "
     "'list'> at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.linalg.eigh([[1.0]])",
     "TypeError: jnp.linalg.eigh requires ndarray or scalar arguments, got <class "
     "'list'> at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.linalg.eig([[1.0]])",
     "TypeError: jnp.linalg.eig requires ndarray or scalar arguments, got <class "
     "'list'> at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.linalg.pinv([[1.0]])",
     "TypeError: jnp.linalg.pinv requires ndarray or scalar arguments, got <class "
     "'list'> at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.linalg.matrix_rank([[1.0]])",
     "TypeError: jnp.linalg.matrix_rank requires ndarray or scalar arguments, got "
     "<class 'list'> at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.linalg.qr()",
     "TypeError: qr() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.svd()",
     "TypeError: svd() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.cholesky()",
     "TypeError: cholesky() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.eigh()",
     "TypeError: eigh() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.eig()",
     "TypeError: eig() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.eigvals()",
     "TypeError: eigvals() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.eigvalsh()",
     "TypeError: eigvalsh() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.pinv()",
     "TypeError: pinv() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.svdvals()",
     "TypeError: svdvals() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.matrix_rank()",
     "TypeError: matrix_rank() missing 1 required positional argument: 'M'"},
    {"0.10.2", "x=2", "h f16[3,3]", "y = jnp.linalg.qr(h)", "y.Q f16[3,3]; y.R f16[3,3]"},
    {"0.10.2", "x=2", "h f16[3,3]", "y = jnp.linalg.svd(h)",
     "y.S f16[3]; y.U f16[3,3]; y.Vh f16[3,3]"},
    {"0.10.2", "x=2", "h f16[3,3]", "y = jnp.linalg.cholesky(h)", "y f16[3,3]"},
    {"0.10.2", "x=2", "h f16[3,3]", "y = jnp.linalg.eigh(h)",
     "y.eigenvalues f16[3]; y.eigenvectors f16[3,3]"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.linalg.qr(a, mode='full')",
     "y.Q f32[4,3]; y.R f32[3,3]"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.linalg.qr(a, mode='raw')", "y.Q f32[3,4]; y.R f32[3]"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = jnp.linalg.eigh(q, UPLO='X')",
     "ValueError: UPLO must be one of None, 'L', or 'U', got X"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = jnp.linalg.eigvalsh(q, UPLO='X')",
     "ValueError: UPLO must be one of None, 'L', or 'U', got X"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.linalg.svd(a, hermitian=True)",
     "TypeError: add got incompatible shapes for broadcasting: (4, 3), (3, 4)."},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.linalg.matrix_rank(s)", "y i32[]"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.linalg.matrix_rank(v)", "y i32[]"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.linalg.pinv(a, 1e-3, False, None, 1)",
     "TypeError: pinv() takes from 1 to 3 positional arguments but 5 were given"},
    {"0.10.2", "x=2", "q f32[4,4]", "y = jnp.linalg.cholesky(q, lower=True)",
     "TypeError: cholesky() got an unexpected keyword argument 'lower'"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.linalg.qr(a).Z",
     "AttributeError: 'QRResult' object has no attribute 'Z'"},
    {"0.10.2", "x=2", "a f32[4,3]; s f32[]", "u, s = jnp.linalg.svd(a)",
     "ValueError: too many values to unpack (expected 2)"},
    {"0.10.2", "x=2", "a f32[4,3]; q f32[4,4]", "q, r, p = jnp.linalg.qr(a)",
     "ValueError: not enough values to unpack (expected 3, got 2)"},
    {"0.6.0", "x=2", "q f32[4,4]", "y = jnp.linalg.cholesky(q, symmetrize_input=False)",
     "y f32[4,4]"},
    {"0.12.0.1", "x=2", "q f32[4,4]", "y = jnp.linalg.cholesky(q, symmetrize_input=False)",
     "y f32[4,4]"},
};

/* Vectors, matrices that are not square, modes of other names. */
Test(numpy_decompositions, decompositions_refused)
{
	testing_programs(decompositions_refused, ROWS(decompositions_refused));
}

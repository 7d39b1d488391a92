/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case solutions_of_linear_equations[] = {
    {"0.10.2", "x=2", "a f32[4,4]; b f32[4]", "y = jnp.linalg.solve(a, b)", "y f32[4]"},
    {"0.10.2", "x=2", "a f32[4,4]; m f32[4,3]", "y = jnp.linalg.solve(a, m)", "y f32[4,3]"},
    {"0.10.2", "x=2", "m f32[4,3]; t f32[5,4,4]", "y = jnp.linalg.solve(t, m)", "y f32[5,4,3]"},
    {"0.10.2", "x=2", "b f32[4]; t f32[5,4,4]", "y = jnp.linalg.solve(t, b)", "y f32[5,4]"},
    {"0.10.2", "x=2", "b f32[4]; i i32[4,4]", "y = jnp.linalg.solve(i, b)", "y f32[4]"},
    {"0.10.2", "x=2", "b f32[4]; c c64[4,4]", "y = jnp.linalg.solve(c, b)", "y c64[4]"},
    {"0.10.2", "x=2", "a f32[4,4]", "y = jnp.linalg.inv(a)", "y f32[4,4]"},
    {"0.10.2", "x=2", "t f32[5,4,4]", "y = jnp.linalg.inv(t)", "y f32[5,4,4]"},
    {"0.10.2", "x=2", "i i32[4,4]", "y = jnp.linalg.inv(i)", "y f32[4,4]"},
    {"0.10.2", "x=2", "a f32[4,4]", "y = jnp.linalg.matrix_power(a, 0)", "y f32[4,4]"},
    {"0.10.2", "x=2", "a f32[4,4]", "y = jnp.linalg.matrix_power(a, 3)", "y f32[4,4]"},
    {"0.10.2", "x=2", "t f32[5,4,4]", "y = jnp.linalg.matrix_power(t, -2)", "y f32[5,4,4]"},
    {"0.10.2", "x=2", "i i32[4,4]", "y = jnp.linalg.matrix_power(i, 2)", "y i32[4,4]"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.tensorinv(jnp.ones((4, 6, 8, 3)))", "y f32[8,3,4,6]"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.tensorinv(jnp.ones((24, 8, 3)), ind=1)", "y f32[8,3,24]"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.tensorsolve(jnp.ones((2, 3, 6)), jnp.ones((2, 3)))",
     "y f32[6]"},
    {"0.10.2", "x=2", "",
     "y = jnp.linalg.tensorsolve(jnp.ones((2, 6, 3)), jnp.ones((2, 3)), axes=(1,))", "y f32[6]"},
    {"0.10.2", "x=2", "b f32[4]; m f32[4,3]", "x, residuals, rank, s = jnp.linalg.lstsq(m, b)",
     "rank i32[]; residuals f32[1]; s f32[3]; x f32[3]"},
    {"0.10.2", "x=2", "a f32[4,4]; m f32[4,3]", "x, residuals, rank, s = jnp.linalg.lstsq(m, a)",
     "rank i32[]; residuals f32[4]; s f32[3]; x f32[3,4]"},
    {"0.10.2", "x=2", "a f32[4,4]; b f32[4]",
     "x, residuals, rank, s = jnp.linalg.lstsq(a, b, rcond=1e-3)",
     "rank i32[]; residuals f32[1]; s f32[4]; x f32[4]"},
};

/* One system or batches of them, vectors and matrices. */
Test(numpy_solve, solutions_of_linear_equations)
{
	testing_programs(solutions_of_linear_equations, ROWS(solutions_of_linear_equations));
}

static const struct program_case equations_refused[] = {
    {"0.10.2", "x=2", "a f32[4,4]; b f32[5]", "y = jnp.linalg.solve(a, b)",
     "ValueError: inconsistent size for core dimension 'm': 5 vs 4 on vectorized "
     "function with excluded=frozenset() and signature='(m,m),(m)->(m)'"},
    {"0.10.2", "x=2", "v f32[4]; m f32[4,3]", "y = jnp.linalg.solve(m, v)",
     "ValueError: inconsistent size for core dimension 'm': 3 vs 4 on vectorized "
     "function with excluded=frozenset() and signature='(m,m),(m)->(m)'"},
    {"0.10.2", "x=2", "v f32[4]", "y = jnp.linalg.solve(v, v)",
     "ValueError: left hand array must be at least two dimensional; got a.shape=(4,)"},
    {"0.10.2", "x=2", "a f32[4,4]; s f32[]", "y = jnp.linalg.solve(a, s)",
     "ValueError: input with shape () does not have enough dimensions for all core "
     "dimensions ('m', 'n') on vectorized function with excluded=frozenset() and "
     "signature='(m,m),(m,n)->(m,n)'"},
    {"0.10.2", "x=2", "h f16[4,4]", "y = jnp.linalg.solve(h, h)", "y f16[4,4]"},
    {"0.10.2", "x=2", "v f32[4]", "y = jnp.linalg.solve([[1.0]], v)",
     "TypeError: jnp.linalg.solve requires ndarray or scalar arguments, got <class "
     "'list'> at position 0."},
    {"0.10.2", "x=2", "a f32[4,4]", "y = jnp.linalg.solve(a)",
     "TypeError: solve() missing 1 required positional argument: 'b'"},
    {"0.10.2", "x=2", "a f32[4,4]; v f32[4]", "y = jnp.linalg.solve(a, v, v)",
     "TypeError: solve() takes 2 positional arguments but 3 were given"},
    {"0.10.2", "x=2", "t f32[5,4,4]", "y = jnp.linalg.solve(t, jnp.ones((3, 4, 2)))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(5,), (3,)]"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.inv(m)",
     "ValueError: Argument to inv must have shape [..., n, n], got (4, 3)."},
    {"0.10.2", "x=2", "v f32[4]", "y = jnp.linalg.inv(v)",
     "ValueError: Argument to inv must have shape [..., n, n], got (4,)."},
    {"0.10.2", "x=2", "", "y = jnp.linalg.inv([[1.0]])",
     "TypeError: jnp.linalg.inv requires ndarray or scalar arguments, got <class "
     "'list'> at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.linalg.inv()",
     "TypeError: inv() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.matrix_power(m, 2)",
     "TypeError: Last 2 dimensions of the array must be square"},
    {"0.10.2", "x=2", "v f32[4]", "y = jnp.linalg.matrix_power(v, 2)",
     "TypeError: 1-dimensional array given. Array must be at least two-dimensional"},
    {"0.10.2", "x=2", "a f32[4,4]", "y = jnp.linalg.matrix_power(a, 1.5)",
     "TypeError: exponent must be an integer, got 1.5"},
    {"0.10.2", "x=2", "a f32[4,4]", "y = jnp.linalg.matrix_power(a)",
     "TypeError: matrix_power() missing 1 required positional argument: 'n'"},
    {"0.10.2", "x=2", "i i32[4,4]", "y = jnp.linalg.matrix_power(i, -1)", "y f32[4,4]"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.tensorinv(m)",
     "ValueError: tensorinv is only possible when the product of the first `ind` "
     "dimensions equals that of the remaining dimensions. got arr.shape=(4, 3) with "
     "ind=2."},
    {"0.10.2", "x=2", "a f32[4,4]", "y = jnp.linalg.tensorinv(a, ind=0)",
     "ValueError: ind must be a positive integer; got ind=0"},
    {"0.10.2", "x=2", "a f32[4,4]", "y = jnp.linalg.tensorinv(a, ind=-1)",
     "ValueError: ind must be a positive integer; got ind=-1"},
    {"0.10.2", "x=2", "v f32[4]; m f32[4,3]", "y = jnp.linalg.tensorsolve(m, v)",
     "ValueError: Input arrays must have prod(a.shape[:b.ndim]) == "
     "prod(a.shape[b.ndim:]); got a.shape=(4, 3), b.ndim=1."},
    {"0.10.2", "x=2", "a f32[4,4]; b f32[5]", "y = jnp.linalg.tensorsolve(a, b)",
     "ValueError: After moving axes to end, leading shape of a must match shape of b. "
     "got a.shape=(4, 4), b.shape=(5,)"},
    {"0.10.2", "x=2", "a f32[4,4]", "y = jnp.linalg.tensorsolve(a)",
     "TypeError: tensorsolve() missing 1 required positional argument: 'b'"},
    {"0.10.2", "x=2", "b f32[5]; m f32[4,3]", "y = jnp.linalg.lstsq(m, b)",
     "ValueError: Leading dimensions of input arrays must match"},
    {"0.10.2", "x=2", "v f32[4]", "y = jnp.linalg.lstsq(v, v)",
     "TypeError: 1-dimensional array given. Array must be two-dimensional"},
    {"0.10.2", "x=2", "m f32[4,3]; t f32[5,4,4]", "y = jnp.linalg.lstsq(m, t)",
     "ValueError: Leading dimensions of input arrays must match"},
    {"0.10.2", "x=2", "m f32[4,3]", "y = jnp.linalg.lstsq(m)",
     "TypeError: lstsq() missing 1 required positional argument: 'b'"},
    {"0.10.2", "x=2", "v f32[4]; m f32[4,3]", "y = jnp.linalg.lstsq(m, v, 1e-3, True)",
     "TypeError: lstsq() takes from 2 to 3 positional arguments but 4 were given"},
};

/* Matrices that are not square, sides of other lengths, dtypes. */
Test(numpy_solve, equations_refused)
{
	testing_programs(equations_refused, ROWS(equations_refused));
}

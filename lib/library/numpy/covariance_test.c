/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case covariances[] = {
    {"0.10.2", "x=2", "a f32[4,6]", "y = jnp.cov(a)", "y f32[4,4]"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.cov(v)", "y f32[]"},
    {"0.10.2", "x=2", "i i32[3,5]", "y = jnp.cov(i)", "y f32[3,3]"},
    {"0.10.2", "x=2", "h f16[3,5]", "y = jnp.cov(h)", "y f16[3,3]"},
    {"0.10.2", "x=2", "c c64[2,3]", "y = jnp.cov(c)", "y c64[2,2]"},
    {"0.10.2", "x=2", "a f32[4,6]", "y = jnp.cov(a, rowvar=False)", "y f32[6,6]"},
    {"0.10.2", "x=2", "a f32[4,6]", "y = jnp.cov(a, a)", "y f32[8,8]"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.cov(v, v)", "y f32[2,2]"},
    {"0.10.2", "x=2", "a f32[4,6]", "y = jnp.cov(a, None, True, True, 1)", "y f32[4,4]"},
    {"0.10.2", "x=2", "a f32[4,6]; n i32[6]", "y = jnp.cov(a, fweights=n)", "y f32[4,4]"},
    {"0.10.2", "x=2", "a f32[4,6]; w f32[6]", "y = jnp.cov(a, aweights=w)", "y f32[4,4]"},
    {"0.10.2", "x=2", "a f32[4,6]; w f32[6]; n i32[6]",
     "y = jnp.cov(a, fweights=n, aweights=w, ddof=0)", "y f32[4,4]"},
    {"0.10.2", "x=2", "a f32[4,6]", "y = jnp.corrcoef(a)", "y f32[4,4]"},
    {"0.10.2", "x=2", "v f32[6]", "y = jnp.corrcoef(v)", "y f32[]"},
    {"0.10.2", "x=2", "i i32[3,5]", "y = jnp.corrcoef(i, rowvar=False)", "y f32[5,5]"},
    {"0.10.2", "x=2", "a f32[4,6]", "y = jnp.corrcoef(a, a)", "y f32[8,8]"},
    {"0.10.2", "x=2", "c c64[2,3]", "y = jnp.corrcoef(c)", "y c64[2,2]"},
    {"0.8.2", "x=2", "a f32[4,6]", "y = jnp.cov(a, dtype=jnp.float16)", "y f16[4,4]"},
    {"0.12.0.1", "x=2", "a f32[4,6]", "y = jnp.cov(a, dtype=jnp.float16)", "y f16[4,4]"},
    {"0.8.2", "x=2", "a f32[4,6]", "y = jnp.corrcoef(a, dtype=jnp.float16)", "y f16[4,4]"},
    {"0.12.0.1", "x=2", "a f32[4,6]", "y = jnp.corrcoef(a, dtype=jnp.float16)", "y f16[4,4]"},
};

/* Of variables in rows or columns, with weights. */
Test(numpy_covariance, covariances)
{
	testing_programs(covariances, ROWS(covariances));
}

static const struct program_case covariances_refused[] = {
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.cov(t)", "ValueError: m has more than 2 dimensions"},
    {"0.10.2", "x=2", "a f32[4,6]; t f32[2,3,4]", "y = jnp.cov(a, t)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(4, 6), (2, 3, 4)]"},
    {"0.10.2", "x=2", "a f32[4,6]; b f32[4,5]", "y = jnp.cov(a, b)",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions other "
     "than the one being concatenated: concatenating along dimension 0 for shapes (4, "
     "6), (4, 5)."},
    {"0.10.2", "x=2", "a f32[4,6]; w f32[5]", "y = jnp.cov(a, aweights=w)",
     "RuntimeError: incompatible numbers of samples and aweights"},
    {"0.10.2", "x=2", "a f32[4,6]; k f32[2,6]", "y = jnp.cov(a, aweights=k)",
     "RuntimeError: cannot handle multidimensional aweights"},
    {"0.10.2", "x=2", "a f32[4,6]; n i32[5]", "y = jnp.cov(a, fweights=n)",
     "RuntimeError: incompatible numbers of samples and fweights"},
    {"0.10.2", "x=2", "a f32[4,6]; m i32[2,6]", "y = jnp.cov(a, fweights=m)",
     "RuntimeError: cannot handle multidimensional fweights"},
    {"0.10.2", "x=2", "a f32[4,6]; v f32[6]", "y = jnp.cov(a, fweights=v)",
     "TypeError: fweights must be integer."},
    {"0.10.2", "x=2", "a f32[4,6]", "y = jnp.cov(a, ddof=1.5)", "y f32[4,4]"},
    {"0.10.2", "x=2", "", "y = jnp.cov([1.0, 2.0])",
     "TypeError: cov requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.cov(None)",
     "TypeError: cov requires ndarray or scalar arguments, got <class 'NoneType'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.cov()",
     "TypeError: cov() missing 1 required positional argument: 'm'"},
    {"0.10.2", "x=2", "a f32[4,6]; w f32[5]", "y = jnp.cov(a, weights=w)",
     "TypeError: cov() got an unexpected keyword argument 'weights'"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = jnp.corrcoef(t)",
     "ValueError: m has more than 2 dimensions"},
    {"0.10.2", "x=2", "a f32[4,6]; b f32[4,5]", "y = jnp.corrcoef(a, b)",
     "TypeError: Cannot concatenate arrays with shapes that differ in dimensions other "
     "than the one being concatenated: concatenating along dimension 0 for shapes (4, "
     "6), (4, 5)."},
    {"0.10.2", "x=2", "", "y = jnp.corrcoef([1.0])",
     "TypeError: corrcoef requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.corrcoef()",
     "TypeError: corrcoef() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "a f32[4,6]", "y = jnp.corrcoef(a, ddof=1)",
     "TypeError: corrcoef() got an unexpected keyword argument 'ddof'"},
    {"0.7.2", "x=2", "a f32[4,6]", "y = jnp.corrcoef(a, None, True, None)",
     "TypeError: corrcoef() takes from 1 to 3 positional arguments but 4 were given"},
};

/* More than two dimensions, weights of another length or kind. */
Test(numpy_covariance, covariances_refused)
{
	testing_programs(covariances_refused, ROWS(covariances_refused));
}

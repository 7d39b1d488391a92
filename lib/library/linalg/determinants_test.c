/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case determinants[] = {
    {"0.10.2", "x=2", "a f32[3,3]", "y = jnp.linalg.det(a)", "y f32[]"},
    {"0.10.2", "x=2", "b f32[2,2]", "y = jnp.linalg.det(b)", "y f32[]"},
    {"0.10.2", "x=2", "c f32[5,4,4]", "y = jnp.linalg.det(c)", "y f32[5]"},
    {"0.10.2", "x=2", "i i32[4,4]", "y = jnp.linalg.det(i)", "y f32[]"},
    {"0.10.2", "x=2", "z c64[3,3]", "y = jnp.linalg.det(z)", "y c64[]"},
    {"0.10.2", "x=2", "o f32[6,1,1]", "y = jnp.linalg.det(o)", "y f32[6]"},
    {"0.10.2", "x=2", "a f32[3,3]", "sign, log = jnp.linalg.slogdet(a)", "log f32[]; sign f32[]"},
    {"0.10.2", "x=2", "c f32[5,4,4]", "sign, log = jnp.linalg.slogdet(c)",
     "log f32[5]; sign f32[5]"},
    {"0.10.2", "x=2", "z c64[3,3]", "sign, log = jnp.linalg.slogdet(z)", "log f32[]; sign c64[]"},
    {"0.10.2", "x=2", "c f32[5,4,4]", "sign, log = jnp.linalg.slogdet(c, method='qr')",
     "log f32[5]; sign f32[5]"},
    {"0.10.2", "x=2", "c f32[5,4,4]", "sign, log = jnp.linalg.slogdet(c, method='lu')",
     "log f32[5]; sign f32[5]"},
    {"0.10.2", "x=2", "i i32[4,4]", "y = jnp.linalg.slogdet(i).logabsdet", "y f32[]"},
    {"0.10.2", "x=2", "c f32[5,4,4]", "y = jax.vmap(jnp.linalg.det)(c)", "y f32[5]"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.det(jnp.ones((7, 3, 3)))", "y f32[7]"},
};

/* Of one matrix or many, and their signs and logarithms. */
Test(numpy_determinants, determinants)
{
	testing_programs(determinants, ROWS(determinants));
}

static const struct program_case determinants_refused[] = {
    {"0.10.2", "x=2", "m f32[3,4]", "y = jnp.linalg.det(m)",
     "ValueError: Argument to _det() must have shape [..., n, n], got (3, 4)"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.linalg.det(v)",
     "ValueError: Argument to _det() must have shape [..., n, n], got (3,)"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.linalg.det(s)",
     "ValueError: Argument to _det() must have shape [..., n, n], got ()"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.det([[1.0]])",
     "TypeError: jnp.linalg.det requires ndarray or scalar arguments, got <class "
     "'list'> at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.linalg.det()",
     "TypeError: det() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "a f32[4,4]", "y = jnp.linalg.det(a, 1)",
     "TypeError: det() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "h f16[4,4]", "y = jnp.linalg.det(h)", "y f16[]"},
    {"0.10.2", "x=2", "m f32[3,4]", "y = jnp.linalg.slogdet(m)",
     "ValueError: Argument to slogdet() must have shape [..., n, n], got (3, 4)"},
    {"0.10.2", "x=2", "v f32[3]", "y = jnp.linalg.slogdet(v)",
     "ValueError: Argument to slogdet() must have shape [..., n, n], got (3,)"},
    {"0.10.2", "x=2", "a f32[4,4]", "y = jnp.linalg.slogdet(a, method='svd')",
     "ValueError: Unknown slogdet method 'svd'. Supported methods are 'lu' (`None`), "
     "and 'qr'."},
    {"0.10.2", "x=2", "z c64[4,4]", "y = jnp.linalg.slogdet(z, method='qr')",
     "NotImplementedError: slogdet method='qr' not implemented for complex inputs"},
    {"0.10.2", "x=2", "a f32[4,4]", "y = jnp.linalg.slogdet(a, 'lu')",
     "TypeError: Error interpreting argument to <function slogdet at 0x> as an "
     "abstract array. The problematic value is of type <class 'str'> and was passed to "
     "the function at path args[1]."},
    {"0.10.2", "x=2", "", "y = jnp.linalg.slogdet()",
     "TypeError: slogdet() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "a f32[4,4]", "sign, log, more = jnp.linalg.slogdet(a)",
     "ValueError: not enough values to unpack (expected 3, got 2)"},
    {"0.10.2", "x=2", "a f32[4,4]", "y = jnp.linalg.slogdet(a).sine",
     "AttributeError: 'SlogdetResult' object has no attribute 'sine'"},
    {"0.10.2", "x=2", "a f32[4,4]", "y = jnp.linalg.determinant(a)",
     "AttributeError: module 'jax.numpy.linalg' has no attribute 'determinant'"},
};

/* Matrices that are not square, methods of other names. */
Test(numpy_determinants, determinants_refused)
{
	testing_programs(determinants_refused, ROWS(determinants_refused));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case special_functions[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.digamma(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.entr(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.erf(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.erfc(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.erfinv(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.expit(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.factorial(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.gamma(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.gammaln(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.i0(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.i0e(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.i1(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.i1e(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.logit(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.ndtr(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.scipy.special.digamma(i)", "y f32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.scipy.special.erf(i)", "y f32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.scipy.special.expit(i)", "y f32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.scipy.special.gammaln(i)", "y f32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.scipy.special.logit(i)", "y f32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.scipy.special.ndtr(i)",
     "TypeError: x.dtype=int32 is not supported, see docstring for supported types."},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.scipy.special.i0e(i)", "y f32[6]"},
    {"0.10.2", "x=2", "h f16[3]", "y = jax.scipy.special.entr(h)", "y f16[3]"},
    {"0.10.2", "x=2", "h f16[3]", "y = jax.scipy.special.erfinv(h)", "y f16[3]"},
    {"0.10.2", "x=2", "h f16[3]", "y = jax.scipy.special.gamma(h)", "y f16[3]"},
    {"0.10.2", "x=2", "h f16[3]", "y = jax.scipy.special.ndtri(h)",
     "TypeError: x.dtype=float16 is not supported, see docstring for supported types."},
    {"0.10.2", "x=2", "h f16[3]", "y = jax.scipy.special.log_ndtr(h)",
     "TypeError: x.dtype=float16 is not supported."},
    {"0.10.2", "x=2", "a f32[4@x,6]; b f32[6]", "y = jax.scipy.special.gammainc(a, b)",
     "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; b f32[6]", "y = jax.scipy.special.gammaincc(a, b)",
     "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; b f32[6]", "y = jax.scipy.special.kl_div(a, b)",
     "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; b f32[6]", "y = jax.scipy.special.rel_entr(a, b)",
     "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; b f32[6]", "y = jax.scipy.special.xlog1py(a, b)",
     "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; b f32[6]", "y = jax.scipy.special.xlogy(a, b)",
     "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; b f32[6]", "y = jax.scipy.special.zeta(a, b)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "b f32[6]", "y = jax.scipy.special.gammainc(b, 2.0)", "y f32[6]"},
    {"0.10.2", "x=2", "b f32[6]", "y = jax.scipy.special.xlogy(b, 2.0)", "y f32[6]"},
    {"0.10.2", "x=2", "b f32[6]", "y = jax.scipy.special.xlog1py(b, 2.0)", "y f32[6]"},
    {"0.10.2", "x=2", "b f32[6]", "y = jax.scipy.special.rel_entr(b, 2.0)", "y f32[6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; b f32[6]; s f32[]", "y = jax.scipy.special.betainc(a, b, s)",
     "y f32[4@x,6]"},
    {"0.10.2", "x=2", "b f32[6]", "y = jax.scipy.special.polygamma(1, b)", "y f32[6]"},
    {"0.10.2", "x=2", "i i32[6]; b f32[6]", "y = jax.scipy.special.polygamma(i, b)", "y f32[6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.vmap(jax.scipy.special.erf)(a)", "y f32[4@x,6]"},
};

/* Elementwise, of floats or what is made floats of. */
Test(scipy_special, special_functions)
{
	testing_programs(special_functions, ROWS(special_functions));
}

static const struct program_case special_functions_refused[] = {
    {"0.10.2", "x=2", "c c64[3]", "y = jax.scipy.special.digamma(c)",
     "TypeError: digamma does not accept dtype complex64. Accepted dtypes are subtypes "
     "of floating."},
    {"0.10.2", "x=2", "c c64[3]", "y = jax.scipy.special.erf(c)",
     "TypeError: erf does not accept dtype complex64. Accepted dtypes are subtypes of "
     "floating."},
    {"0.10.2", "x=2", "c c64[3]", "y = jax.scipy.special.erfinv(c)",
     "TypeError: erf_inv does not accept dtype complex64. Accepted dtypes are subtypes "
     "of floating."},
    {"0.10.2", "x=2", "c c64[3]", "y = jax.scipy.special.gammaln(c)",
     "TypeError: lgamma does not accept dtype complex64. Accepted dtypes are subtypes "
     "of floating."},
    {"0.10.2", "x=2", "c c64[3]", "y = jax.scipy.special.i0(c)",
     "TypeError: bessel_i0e does not accept dtype complex64. Accepted dtypes are "
     "subtypes of floating."},
    {"0.10.2", "x=2", "c c64[3]", "y = jax.scipy.special.i1e(c)",
     "TypeError: bessel_i1e does not accept dtype complex64. Accepted dtypes are "
     "subtypes of floating."},
    {"0.10.2", "x=2", "c c64[3]", "y = jax.scipy.special.ndtr(c)",
     "TypeError: x.dtype=complex64 is not supported, see docstring for supported "
     "types."},
    {"0.10.2", "x=2", "c c64[3]", "y = jax.scipy.special.ndtri(c)",
     "TypeError: x.dtype=complex64 is not supported, see docstring for supported "
     "types."},
    {"0.10.2", "x=2", "c c64[3]", "y = jax.scipy.special.log_ndtr(c)",
     "TypeError: x.dtype=complex64 is not supported."},
    {"0.10.2", "x=2", "c c64[3]", "y = jax.scipy.special.entr(c)",
     "ValueError: entr does not support complex-valued inputs."},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.digamma([1.0])",
     "TypeError: digamma requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.entr([1.0])",
     "TypeError: entr requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.erf([1.0])",
     "TypeError: erf requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.erfc([1.0])",
     "TypeError: erfc requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.expit([1.0])",
     "TypeError: expit requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.gamma([1.0])",
     "TypeError: gamma requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.i0([1.0])",
     "TypeError: i0 requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.logit([1.0])",
     "TypeError: logit requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.ndtr([1.0])", "y f32[1]"},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.digamma()",
     "TypeError: digamma() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.entr()",
     "TypeError: entr() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.erf()",
     "TypeError: erf() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.erfc()",
     "TypeError: erfc() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.expit()",
     "TypeError: expit() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.gamma()",
     "TypeError: gamma() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.i0()",
     "TypeError: i0() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.logit()",
     "TypeError: The input arguments to the custom_jvp-decorated function logit could "
     "not be resolved to positional-only arguments. Binding failed with the error:"},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.ndtr()",
     "TypeError: ndtr() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.betainc()",
     "TypeError: betainc() missing 3 required positional arguments: 'a', 'b', and 'x'"},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.zeta()",
     "TypeError: The input arguments to the custom_jvp-decorated function zeta could "
     "not be resolved to positional-only arguments. Binding failed with the error:"},
    {"0.10.2", "x=2", "", "y = jax.scipy.special.xlogy()",
     "TypeError: The input arguments to the custom_jvp-decorated function xlogy could "
     "not be resolved to positional-only arguments. Binding failed with the error:"},
    {"0.10.2", "x=2", "a f32[4@x,6]; v f32[5]", "y = jax.scipy.special.gammainc(a, v)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(4, 6), (5,)]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; v f32[5]", "y = jax.scipy.special.gammaincc(a, v)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(4, 6), (5,)]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; v f32[5]", "y = jax.scipy.special.kl_div(a, v)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(4, 6), (5,)]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; v f32[5]", "y = jax.scipy.special.rel_entr(a, v)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(4, 6), (5,)]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; v f32[5]", "y = jax.scipy.special.xlog1py(a, v)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(4, 6), (5,)]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; v f32[5]", "y = jax.scipy.special.xlogy(a, v)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(4, 6), (5,)]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; v f32[5]", "y = jax.scipy.special.zeta(a, v)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(4, 6), (5,)]"},
    {"0.10.2", "x=2", "b f32[6]", "y = jax.scipy.special.gammainc(b)",
     "TypeError: gammainc() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "b f32[6]", "y = jax.scipy.special.kl_div(b)",
     "TypeError: kl_div() missing 1 required positional argument: 'q'"},
    {"0.10.2", "x=2", "b f32[6]", "y = jax.scipy.special.xlogy(b)",
     "TypeError: The input arguments to the custom_jvp-decorated function xlogy could "
     "not be resolved to positional-only arguments. Binding failed with the error:"},
    {"0.10.2", "x=2", "b f32[6]", "y = jax.scipy.special.zeta(b)",
     "NotImplementedError: Riemann zeta function not implemented; pass q != None to "
     "compute the Hurwitz Zeta function."},
    {"0.10.2", "x=2", "a f32[4@x,6]; v f32[5]; b f32[6]", "y = jax.scipy.special.betainc(a, b, v)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(4, 6), (6,), (5,)]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; b f32[6]", "y = jax.scipy.special.betainc(a, b)",
     "TypeError: betainc() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "v f32[5]; b f32[6]", "y = jax.scipy.special.polygamma(b, v)",
     "ValueError: Argument `n` to polygamma must be of integer type. Got dtype "
     "float32."},
    {"0.10.2", "x=2", "b f32[6]", "y = jax.scipy.special.erf(b, b)",
     "TypeError: erf() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "b f32[6]", "y = jax.scipy.special.erf(y=b)",
     "TypeError: erf() got an unexpected keyword argument 'y'"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.scipy.special.ndtri(i)",
     "TypeError: x.dtype=int32 is not supported, see docstring for supported types."},
    {"0.10.2", "x=2", "b f32[6]", "y = jax.scipy.special.log_ndtr(b, series_order=0)", "y f32[6]"},
    {"0.10.2", "x=2", "b f32[6]", "y = jax.scipy.special.log_ndtr(b, series_order=1.5)",
     "TypeError: series_order must be a Python integer."},
    {"0.10.2", "x=2", "b f32[6]", "y = jax.scipy.special.erfs(b)",
     "AttributeError: module 'jax.scipy.special' has no attribute 'erfs'"},
};

/* Complex numbers, lists, too few arguments, shapes that do not broadcast. */
Test(scipy_special, special_functions_refused)
{
	testing_programs(special_functions_refused, ROWS(special_functions_refused));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case gradients_of_functions[] = {
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.grad(lambda v: v.sum())(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jax.grad(lambda v, w: (v * w).sum(), argnums=1)(a, b)", "y f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y, z = jax.grad(lambda v, w: (v * w).sum(), argnums=(0, 1))(a, b)", "y f32[4@x,3]; z f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jax.grad(lambda v, w: (v * w).sum(), argnums=-1)(a, b)", "y f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y = jax.grad(lambda t: t['u'].sum() * t['v'].sum())({'u': a, 'v': b})",
     "y['u'] f32[4@x,3]; y['v'] f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y, z = jax.value_and_grad(lambda v: v.mean())(a)",
     "y f32[]; z f32[4@x,3]"},
    {"0.10.2", "x=2", "b f32[3]",
     "(l, aux), g = jax.value_and_grad(lambda v: (v.sum(), v * 2), has_aux=True)(b)",
     "aux f32[3]; g f32[3]; l f32[]"},
    {"0.10.2", "x=2", "b f32[3]",
     "g, aux = jax.grad(lambda v: (v.sum(), {'n': v[0]}), has_aux=True)(b)",
     "aux['n'] f32[]; g f32[3]"},
    {"0.10.2", "x=2", "s f32[]", "y = jax.grad(jnp.sin)(s)", "y f32[]"},
    {"0.10.2", "x=2", "h bf16[3]", "y = jax.grad(lambda v: (v * v).sum())(h)", "y bf16[3]"},
    {"0.10.2", "x=2", "b f32[3]",
     "y = jax.grad(lambda v: (v * v.conj()).real.sum(), holomorphic=False)(b)", "y f32[3]"},
    {"0.10.2", "x=2", "c c64[3]", "y = jax.grad(lambda v: v.sum(), holomorphic=True)(c)",
     "y c64[3]"},
    {"0.10.2", "x=2", "s f32[]", "y = jax.grad(jax.grad(lambda v: v ** 3))(s)", "y f32[]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.jit(jax.grad(lambda v: jnp.tanh(v).sum()))(a)",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.vmap(jax.grad(lambda v: (v ** 2).sum()))(a)",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.grad(lambda v, k=2: (v * k).sum())(b, k=3)", "y f32[3]"},
    {"0.10.2", "x=2", "b f32[3]", "@jax.grad\ndef f(v):\n  return v.sum()\ny = f(b)", "y f32[3]"},
    {"0.10.2", "x=2", "", "y = jax.grad(lambda v: v)(2.0)", "y f32[]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y, back = jax.vjp(lambda v: v * 2, a)\nz, = back(y)",
     "y f32[4@x,3]; z f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y, back = jax.vjp(lambda v, w: v @ w, a, b)\np, q = back(y)",
     "p f32[4@x,3]; q f32[3]; y f32[4@x]"},
    {"0.10.2", "x=2", "b f32[3]",
     "y, back, aux = jax.vjp(lambda v: (v * 2, v.sum()), b, has_aux=True)\n"
     "z, = back(y)",
     "aux f32[]; y f32[3]; z f32[3]"},
    {"0.10.2", "x=2", "b f32[3]", "y, z = jax.jvp(lambda v: jnp.sin(v), (b,), (b,))",
     "y f32[3]; z f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "y, z = jax.jvp(lambda v, w: v * w, (a, b), (a, b))", "y f32[4@x,3]; z f32[4@x,3]"},
    {"0.10.2", "x=2", "b f32[3]",
     "y, z, aux = jax.jvp(lambda v: (v, v.sum()), (b,), (b,), has_aux=True)",
     "aux f32[]; y f32[3]; z f32[3]"},
    {"0.10.2", "x=2", "b f32[3]", "y, linear = jax.linearize(jnp.sin, b)\nz = linear(b)",
     "y f32[3]; z f32[3]"},
};

/* Of one argument or several, with values and what else they give. */
Test(grad, gradients_of_functions)
{
	testing_programs(gradients_of_functions, ROWS(gradients_of_functions));
}

static const struct program_case gradients_refused[] = {
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.grad(lambda v: v)(a)",
     "TypeError: Gradient only defined for scalar-output functions. Output had shape: "
     "(4, 3)."},
    {"0.10.2", "x=2", "i i32[3]", "y = jax.grad(lambda v: v.sum())(i)",
     "TypeError: grad requires real- or complex-valued inputs (input dtype that is a "
     "sub-dtype of np.inexact), but got int32. If you want to use Boolean- or "
     "integer-valued inputs, use vjp or set allow_int to True."},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.grad(lambda v: v.sum().astype(int))(b)",
     "TypeError: grad requires real-valued outputs (output dtype that is a sub-dtype "
     "of np.floating), but got int32. For differentiation of functions with integer "
     "outputs, use jax.vjp directly."},
    {"0.10.2", "x=2", "c c64[3]", "y = jax.grad(lambda v: v.sum())(c)",
     "TypeError: grad requires real-valued outputs (output dtype that is a sub-dtype "
     "of np.floating), but got complex64. For holomorphic differentiation, pass "
     "holomorphic=True. For differentiation of non-holomorphic functions involving "
     "complex outputs, use jax.vjp directly."},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.grad(lambda v: v.sum() * 1j)(b)",
     "TypeError: grad requires real-valued outputs (output dtype that is a sub-dtype "
     "of np.floating), but got complex64. For holomorphic differentiation, pass "
     "holomorphic=True. For differentiation of non-holomorphic functions involving "
     "complex outputs, use jax.vjp directly."},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.grad(lambda v: v.sum(), holomorphic=True)(b)",
     "TypeError: grad with holomorphic=True requires inputs with complex dtype, but "
     "got float32."},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.grad(lambda v: (v.sum(), v))(b)",
     "TypeError: Gradient only defined for scalar-output functions. Output was "
     "(JitTracer(float32[]), JitTracer(float32[3]))."},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.grad(lambda v: v.sum(), argnums=1)(b)",
     "TypeError: differentiating with respect to argnums=1 requires at least 2 "
     "positional arguments to be passed by the caller, but got only 1 positional "
     "arguments."},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.grad(lambda v: v.sum(), argnums=(0, 2))(b)",
     "TypeError: differentiating with respect to argnums=(0, 2) requires at least 3 "
     "positional arguments to be passed by the caller, but got only 1 positional "
     "arguments."},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.grad(lambda v: v.sum(), argnums='v')(b)",
     "TypeError: 'str' object cannot be interpreted as an integer"},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.grad(lambda v: None)(b)",
     "TypeError: Gradient only defined for scalar-output functions. Output was None."},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.grad(3)(b)",
     "TypeError: Expected a callable value, got 3"},
    {"0.10.2", "x=2", "", "y = jax.grad(lambda v: v.sum())()",
     "TypeError: differentiating with respect to argnums=0 requires at least 1 "
     "positional arguments to be passed by the caller, but got only 0 positional "
     "arguments."},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.grad(lambda v: v.sum(), argnum=0)(b)",
     "TypeError: grad() got an unexpected keyword argument 'argnum'"},
    {"0.10.2", "x=2", "", "y = jax.grad(lambda v: v.sum(), 0, True, False, False, (), None)",
     "TypeError: grad() takes from 1 to 6 positional arguments but 7 were given"},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.grad(lambda v: (v @ jnp.ones(4)).sum())(b)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.value_and_grad(lambda v: v)(b)",
     "TypeError: Gradient only defined for scalar-output functions. Output had shape: "
     "(3,)."},
    {"0.10.2", "x=2", "i i32[3]", "y = jax.value_and_grad(lambda v: v.sum())(i)",
     "TypeError: grad requires real- or complex-valued inputs (input dtype that is a "
     "sub-dtype of np.inexact), but got int32. If you want to use Boolean- or "
     "integer-valued inputs, use vjp or set allow_int to True."},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.jvp(lambda v: v, b, b)",
     "TypeError: primal and tangent arguments to jax.jvp must be tuples or lists; "
     "found DynamicJaxprTracer and DynamicJaxprTracer."},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.jvp(lambda v: v, (b,))",
     "TypeError: jvp() missing 1 required positional argument: 'tangents'"},
    {"0.6.0", "x=2", "a f32[4@x,3]", "y = jax.grad(lambda v: v)(a)",
     "TypeError: Gradient only defined for scalar-output functions. Output had shape: "
     "(4, 3)."},
    {"0.8.2", "x=2", "a f32[4@x,3]", "y = jax.grad(lambda v: v)(a)",
     "TypeError: Gradient only defined for scalar-output functions. Output had shape: "
     "(4, 3)."},
    {"0.12.0.1", "x=2", "a f32[4@x,3]", "y = jax.grad(lambda v: v)(a)",
     "TypeError: Gradient only defined for scalar-output functions. Output had shape: "
     "(4, 3). To get the gradient, reduce the output to a scalar with output.sum(), or "
     "use jax.jacobian to differentiate a function with a non-scalar output."},
    {"0.6.0", "x=2", "i i32[3]", "y = jax.grad(lambda v: v.sum())(i)",
     "TypeError: grad requires real- or complex-valued inputs (input dtype that is a "
     "sub-dtype of np.inexact), but got int32. If you want to use Boolean- or "
     "integer-valued inputs, use vjp or set allow_int to True."},
    {"0.8.2", "x=2", "i i32[3]", "y = jax.grad(lambda v: v.sum())(i)",
     "TypeError: grad requires real- or complex-valued inputs (input dtype that is a "
     "sub-dtype of np.inexact), but got int32. If you want to use Boolean- or "
     "integer-valued inputs, use vjp or set allow_int to True."},
    {"0.12.0.1", "x=2", "i i32[3]", "y = jax.grad(lambda v: v.sum())(i)",
     "TypeError: grad requires real- or complex-valued inputs (input dtype that is a "
     "sub-dtype of np.inexact), but got int32. If you want to use Boolean- or "
     "integer-valued inputs, use vjp or set allow_int to True."},
};

/* Outputs that are no scalars, inputs that are no floats, tangents of other types. */
Test(grad, gradients_refused)
{
	testing_programs(gradients_refused, ROWS(gradients_refused));
}

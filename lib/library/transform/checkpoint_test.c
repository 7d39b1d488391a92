/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case functions_with_checkpoints[] = {
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.checkpoint(lambda v: jnp.sin(v))(a)",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]", "y = jax.remat(lambda v, w: v @ w)(a, b)",
     "y f32[4@x]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.grad(jax.checkpoint(lambda v: jnp.sin(v).sum()))(a)",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "@jax.checkpoint\ndef f(v):\n  return v * 2\ny = f(a)",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "@partial(jax.checkpoint, static_argnums=(1,))\n"
     "def f(v, k):\n"
     "  return v * 2 if k else v\n"
     "y = f(a, True)",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "b f32[3]",
     "@partial(jax.remat, policy=jax.checkpoint_policies.nothing_saveable)\n"
     "def f(v):\n"
     "  return v.sum(0)\n"
     "y = f(b[None])",
     "y f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "y = jax.checkpoint(lambda v: v, "
     "policy=jax.checkpoint_policies.save_only_these_names('u'))(a)",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.checkpoint(lambda t: {'s': t['u'].sum()})({'u': a})",
     "y['s'] f32[]"},
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "@jax.custom_jvp\n"
     "def f(v):\n"
     "  return v * 2\n"
     "@f.defjvp\n"
     "def f_jvp(p, t):\n"
     "  return f(p[0]), t[0]\n"
     "y = f(a)",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "@jax.custom_vjp\n"
     "def f(v):\n"
     "  return v * 2\n"
     "f.defvjp(lambda v: (f(v), v), lambda r, g: (g,))\n"
     "y = f(a)",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = jax.named_call(lambda v: v + 1, name='step')(a)",
     "y f32[4@x,3]"},
};

/* They give what the function gives. */
Test(checkpoint, functions_with_checkpoints)
{
	testing_programs(functions_with_checkpoints, ROWS(functions_with_checkpoints));
}

static const struct program_case checkpoints_refuse[] = {
    {"0.10.2", "x=2", "b f32[3]", "y = jax.checkpoint(lambda v: v @ jnp.ones(4))(b)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2", "", "y = jax.checkpoint(lambda v: v)()",
     "TypeError: <lambda>() missing 1 required positional argument: 'v'"},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.checkpoint(lambda v: v)(b, b)",
     "TypeError: <lambda>() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.checkpoint(lambda v: v, policies=None)(b)",
     "TypeError: checkpoint() got an unexpected keyword argument 'policies'"},
    {"0.10.2", "x=2", "", "y = jax.checkpoint()",
     "TypeError: checkpoint() missing 1 required positional argument: 'fun'"},
    {"0.10.2", "x=2", "b f32[3]; n i32[]",
     "@partial(jax.checkpoint, static_argnums=(1,))\n"
     "def f(v, k):\n"
     "  return v if k else v\n"
     "y = f(b, n)",
     "TracerBoolConversionError: Attempted boolean conversion of traced array with "
     "shape int32[]."},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.remat(lambda v: v if v[0] > 0 else -v)(b)",
     "TracerBoolConversionError: Attempted boolean conversion of traced array with "
     "shape bool[]."},
};

/* What the function refuses, and what is no function. */
Test(checkpoint, checkpoints_refuse)
{
	testing_programs(checkpoints_refuse, ROWS(checkpoints_refuse));
}

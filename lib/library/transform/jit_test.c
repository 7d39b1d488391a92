/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

static const struct program_outcome cases[] = {
    {"0.10.2", "o = jax.jit(lambda x, n: x * n)(a, 3)", "o=f32[4@x,8]"},
    {"0.10.2", "@jax.jit\ndef f(x, n):\n  for i in range(n): x = x + 1\n  return x\no = f(a, 3)",
     "3 TracerIntegerConversionError: The __index__() method was called on traced array with shape "
     "int32[]; o=?"},
    {"0.10.2",
     "@partial(jax.jit, static_argnums=1)\ndef f(x, n):\n  for i in range(n): x = x + 1\n  return "
     "x\no = f(a, 3)",
     "o=f32[4@x,8]"},
    {"0.10.2",
     "@partial(jax.jit, static_argnames=['n'])\ndef f(x, n=2): return x * n, n\no = f(a, n=3)",
     "o=(f32[4@x,8], ~i32[])"},
    {"0.10.2", "@jax.jit\ndef f(d): return {'y': d['x'] * 2, 'n': d['n']}\no = f({'x': a, 'n': 3})",
     "o={'n': Traced<ShapedArray(int32[], weak_type=True)>with<DynamicJaxprTrace>, 'y': "
     "Traced<ShapedArray(float32[4@x,8])>with<DynamicJaxprTrace>}"},
    {"0.10.2", "@jax.jit\ndef f(x, flag):\n  if flag: return x\n  return -x\no = f(a, True)",
     "3 TracerBoolConversionError: Attempted boolean conversion of traced array with shape "
     "bool[].; o=?"},
    {"0.10.2",
     "@partial(jax.jit, static_argnames='flag')\ndef f(x, flag):\n  if flag: return x\n  return "
     "-x\no = f(a, True), f(a, flag=False)",
     "o=(f32[4@x,8], f32[4@x,8])"},
    {"0.10.2",
     "@partial(jax.jit, static_argnums=(1,), donate_argnums=0)\ndef f(x, n): return "
     "x.reshape(n)\no = f(c, (2, 4))",
     "o=i32[2,4]"},
    {"0.10.2", "o = jax.jit(lambda x, y: x, static_argnums=1)(a, [1])",
     "1 ValueError: Non-hashable static arguments are not supported. An error occurred while "
     "trying to hash an object of type <class 'list'>, [1]. The error was:; o=?"},
    {"0.10.2", "o = jax.jit(3)", "1 TypeError: Expected a callable value, got 3; o=?"},
    {"0.10.2", "o = jax.jit(lambda x: x, foo=1)",
     "1 TypeError: jit() got an unexpected keyword argument 'foo'; o=?"},
    {"0.10.2", "o = jax.jit(lambda x: x)()",
     "1 TypeError: <lambda>() missing 1 required positional argument: 'x'; o=?"},
    {"0.4.30", "o = jax.jit(3)", "1 TypeError: Expected a callable value, got 3; o=?"},
    {"0.4.30", "o = jax.jit(lambda x: x, foo=1)",
     "1 TypeError: jit() got an unexpected keyword argument 'foo'; o=?"},
};

Test(jit, outcomes)
{
	testing_outcomes(cases, ROWS(cases));
}

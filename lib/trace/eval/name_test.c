/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

static const struct program_outcome cases[] = {
    {"0.10.2", "def f(*args, **kw): return args[0] * kw['t']\no = f(a, s=3)",
     "1 KeyError: 't'; o=?"},
    {"0.10.2", "def f(x):\n  y = x + z\n  z = 1\n  return y\no = f(a)",
     "2 UnboundLocalError: cannot access local variable 'z' where it is not associated with a "
     "value; o=?"},
    {"0.10.2", "o = undefined + 1", "1 NameError: name 'undefined' is not defined; o=?"},
    {"0.10.2", "def f(n):\n  return a if n == 0 else f(n - 1) * 2\no = f(5)", "o=f32[4@x,8]"},
    {"0.10.2", "o = a\no += 1\no *= b\no @= c", "o=f32[4@x]"},
    {"0.10.2", "del a\no = a", "2 NameError: name 'a' is not defined; a=None; o=?"},
    {"0.10.2", "x: int = 3\no = a * x", "x=3; o=f32[4@x,8]"},
    {"0.10.2", "o = [][0]", "1 IndexError: list index out of range; o=?"},
    {"0.10.2", "x = 1\ndel x\no = x", "3 NameError: name 'x' is not defined; x=None; o=?"},
    {"0.10.2", "def f():\n  x = 1\n  del x\n  return x\no = f()",
     "4 UnboundLocalError: cannot access local variable 'x' where it is not associated with a "
     "value; o=?"},
    {"0.10.2", "def f(x=undefined_default): return x",
     "1 NameError: name 'undefined_default' is not defined; f=?"},
    {"0.10.2", "x = a\ndef f(x=x): return x * 2\nx = b\no = f()", "x=bf16[4@x,8]; o=f32[4@x,8]"},
    {"0.10.2", "def f():\n  return [x for x in (1, 2)], [y * n for y in (1,)]\nn = 3\no = f()",
     "n=3; o=([1, 2], [3])"},
    {"0.10.2", "def f(x):\n  return f2(x)\no = f(a)\ndef f2(x): return x",
     "2 NameError: name 'f2' is not defined; o=?"},
    {"0.10.2", "def f2(x): return x * 2\ndef f(x): return f2(x)\no = f(a)", "o=f32[4@x,8]"},
    {"0.10.2", "o = jax.numpy.sin(a), jax.lax.sin(a)", "o=(f32[4@x,8], f32[4@x,8])"},
    {"0.10.2", "o = jnp\np = o.sin(a)", "p=f32[4@x,8]"},
    {"0.10.2", "o = jnp()", "1 TypeError: 'module' object is not callable; o=?"},
};

Test(name, outcomes)
{
	testing_outcomes(cases, ROWS(cases));
}

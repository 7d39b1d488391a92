/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

static const struct program_outcome cases[] = {
    {"0.10.2",
     "def f(x):\n  y = x + 'a'\n  z = x + None\n  return z\no = f(a)\np = f(b)\nq = a * 2",
     "2 TypeError: unsupported operand type(s) for +: 'DynamicJaxprTracer' and 'str'; 3 TypeError: "
     "unsupported operand type(s) for +: 'DynamicJaxprTracer' and 'NoneType'; o=?; p=?; "
     "q=f32[4@x,8]"},
    {"0.10.2", "o = undefined\np = o + 1\nq = jnp.sin(p)\nr = a + 1",
     "1 NameError: name 'undefined' is not defined; o=?; p=?; q=?; r=f32[4@x,8]"},
    {"0.10.2", "import optax\no = optax.sgd(a) + jnp.sin(a, a)\np = optax.x.y",
     "2 call-unknown: optax.sgd is not known; 2 TypeError: sin() takes 1 positional argument but 2 "
     "were given; o=?"},
    {"0.10.2", "o = jnp.sin(\n  a) + jnp.add(\n  a,\n  'x')",
     "2 TypeError: add requires ndarray or scalar arguments, got <class 'str'> at position 1.; "
     "o=?"},
    {"0.10.2", "o = (a\n  .sum()\n  .foo())",
     "3 AttributeError: DynamicJaxprTracer has no attribute foo; o=?"},
    {"0.10.2", "def f(x): return f(x)\no = f(a)\np = a",
     "1 program-limit: calls are followed to a depth of 100; o=?"},
    {"0.10.2", "for i in range(3):\n  o = a + 'x'",
     "2 TypeError: unsupported operand type(s) for +: 'DynamicJaxprTracer' and 'str'; i=2; o=?"},
    {"0.10.2", "def f(n):\n  if n > 40: return a + 'x'\n  return f(n + 1)\no = f(0)",
     "2 TypeError: unsupported operand type(s) for +: 'DynamicJaxprTracer' and 'str'; o=?"},
    {"0.10.2", "x, y = f(1), 2", "1 NameError: name 'f' is not defined; x=?; y=?"},
    {"0.10.2", "with nothere: o = a\np = o",
     "1 NameError: name 'nothere' is not defined; o=?; p=?"},
    {"0.10.2", "with open('x') as f: o = a\np = 1", "1 call-unknown: open is not known; o=?; p=1"},
    {"0.10.2", "if jnp.sum(a) > 0:\n  o = a\nelse:\n  p = b\nq = o",
     "1 TracerBoolConversionError: Attempted boolean conversion of traced array with shape "
     "bool[].; o=?; p=?; q=?"},
    {"0.10.2", "def f():\n  for i in nothere: return 1\n  return 2\no = f()",
     "2 NameError: name 'nothere' is not defined; o=?"},
    {"0.10.2", "def f():\n  while s: return 1\n  return 2\no = f()",
     "2 TracerBoolConversionError: Attempted boolean conversion of traced array with shape "
     "float32[].; o=?"},
};

Test(failure, outcomes)
{
	testing_outcomes(cases, ROWS(cases));
}

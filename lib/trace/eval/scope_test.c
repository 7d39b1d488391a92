/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case reads[] = {
    {"0.10.2", "x=2", "a f32[8,4]", "n = 3\ndef f(): return n\no = jnp.zeros((f(),))", "o f32[3]"},
    {"0.10.2", "x=2", "a f32[8,4]", "n = 3\ndef f():\n  n = 4\n  return n\no = jnp.zeros((f(), n))",
     "o f32[4,3]"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f():\n  return n\nn = 5\no = jnp.zeros((f(),))",
     "o f32[5]"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f():\n  return n\no = f()\nn = 5",
     "NameError: name 'n' is not defined"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f():\n  m = n\n  n = 1\n  return m\nn = 2\no = f()",
     "UnboundLocalError: cannot access local variable 'n' where it is not associated "
     "with a value"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f():\n  n += 1\n  return n\nn = 2\no = f()",
     "UnboundLocalError: cannot access local variable 'n' where it is not associated "
     "with a value"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(c):\n  if c:\n    n = 1\n  return n\no = f(True)\np = f(False)",
     "UnboundLocalError: cannot access local variable 'n' where it is not associated "
     "with a value"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f():\n  for i in range(0):\n    pass\n  return i\no = f()",
     "UnboundLocalError: cannot access local variable 'i' where it is not associated "
     "with a value"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f():\n  for i in range(3):\n    pass\n  return i\no = jnp.zeros((f(),))", "o f32[2]"},
    {"0.10.2", "x=2", "a f32[8,4]", "for i in range(3): pass\no = jnp.zeros((i,))", "o f32[2]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f():\n  def g(): return n\n  n = 7\n  return g()\no = jnp.zeros((f(),))", "o f32[7]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f():\n  def g(): return n\n  r = g()\n  n = 7\n  return r\no = f()",
     "NameError: cannot access free variable 'n' where it is not associated with a "
     "value in enclosing scope"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(n):\n  def g():\n    def h(): return n\n    return h\n  return g\no = "
     "jnp.zeros((f(4)()(),))",
     "o f32[4]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "fs = [lambda: i for i in range(3)]\no = jnp.zeros(tuple(f() for f in fs))", "o f32[2,2,2]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "fs = [lambda i=i: i for i in range(3)]\no = jnp.zeros(tuple(f() for f in fs))",
     "o f32[0,1,2]"},
    {"0.10.2", "x=2", "a f32[8,4]", "x = [i for i in range(3)]\ni = 9\no = jnp.zeros((i,))",
     "o f32[9]"},
    {"0.10.2", "x=2", "a f32[8,4]", "x = [i for i in range(3)]\no = i",
     "NameError: name 'i' is not defined"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "y = [j for i in range(3) if (j := i) < 5]\no = jnp.zeros((j,))", "o f32[2]"},
    {"0.10.2", "x=2", "a f32[8,4]", "len = 3\no = len([1])",
     "TypeError: 'int' object is not callable"},
    {"0.10.2", "x=2", "a f32[8,4]", "def len(x): return 9\no = jnp.zeros((len([]),))", "o f32[9]"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f():\n  print = 1\n  return print\no = a * f()\nprint(a)",
     "o f32[8,4]"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(f): return f\no = jnp.zeros((f(2),))", "o f32[2]"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(x):\n  f = x\n  return f\no = jnp.zeros((f(2),))",
     "o f32[2]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f():\n  return f2()\ndef f2():\n  return undefined\no = f()",
     "NameError: name 'undefined' is not defined"},
    {"0.10.2", "x=2", "a f32[8,4]", "o = lambda: undefined\np = a", "p f32[8,4]"},
    {"0.10.2", "x=2", "a f32[8,4]", "o = (lambda: undefined)()",
     "NameError: name 'undefined' is not defined"},
    {"0.10.2", "x=2", "a f32[8,4]", "jnp = 3\no = jnp.ones(3)",
     "AttributeError: 'int' object has no attribute 'ones'"},
    {"0.10.2", "x=2", "a f32[8,4]", "o = a.undefined",
     "AttributeError: DynamicJaxprTracer has no attribute undefined"},
    {"0.10.2", "x=2", "a f32[8,4]", "o = jnp.undefined",
     "AttributeError: module 'jax.numpy' has no attribute 'undefined'"},
    {"0.10.2", "x=2", "a f32[8,4]", "o = undefined.x",
     "NameError: name 'undefined' is not defined"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(x=undefined): pass\no = a",
     "NameError: name 'undefined' is not defined"},
    {"0.10.2", "x=2", "a f32[8,4]", "n = 2\ndef f(x=n): return x\nn = 3\no = jnp.zeros((f(), n))",
     "o f32[2,3]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "n = [2]\ndef f(x=n): return x[0]\nn[0] = 5\no = jnp.zeros((f(),))", "o f32[5]"},
    {"0.10.2", "x=2", "a f32[8,4]", "for a in range(2): pass\no = jnp.zeros((a,))", "o f32[1]"},
    {"0.10.2", "x=2", "a f32[8,4]", "a = a + 1\no = a", "a f32[8,4]; o f32[8,4]"},
    {"0.10.2", "x=2", "a f32[8,4]", "a += 1\no = a", "a f32[8,4]; o f32[8,4]"},
    {"0.10.2", "x=2", "a f32[8,4]", "del a\no = a", "NameError: name 'a' is not defined"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f():\n  del a\n  return 1\no = f()",
     "UnboundLocalError: cannot access local variable 'a' where it is not associated "
     "with a value"},
};

Test(scope, reads)
{
	testing_programs(reads, ROWS(reads));
}

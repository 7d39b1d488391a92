/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case run[] = {
    {"0.10.2", "x=2", "a f32[8,4]",
     "n = 0\nfor i in range(5):\n  if i == 1: continue\n  if i == 4: break\n  n += "
     "i\nelse:\n  n = 99\no = jnp.zeros((n,))",
     "o f32[5]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "n = 0\nfor i in range(3): n += i\nelse: n += 10\no = jnp.zeros((n,))", "o f32[13]"},
    {"0.10.2", "x=2", "a f32[8,4]", "n = 0\nwhile n < 5: n += 2\no = jnp.zeros((n,))", "o f32[6]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "n = 0\nwhile True:\n  n += 1\n  if n > 3: break\nelse: n = 99\no = "
     "jnp.zeros((n,))",
     "o f32[4]"},
    {"0.10.2", "x=2", "a f32[8,4]", "n = 5\nwhile n: n -= 1\nelse: n = 7\no = jnp.zeros((n,))",
     "o f32[7]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "l = []\nfor p, (q, r) in [(1, (2, 3))]: l = [p, q, r]\no = jnp.zeros(l)", "o f32[1,2,3]"},
    {"0.10.2", "x=2", "a f32[8,4]", "for k in {'x': 1}: pass\no = jnp.zeros((len(k),))",
     "o f32[1]"},
    {"0.10.2", "x=2", "a f32[8,4]", "n = 0\nfor c in 'abc': n += 1\no = jnp.zeros((n,))",
     "o f32[3]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "n = 0\nfor i in range(3):\n  for j in range(3):\n    if j == 1: break\n    n "
     "+= 1\no = jnp.zeros((n,))",
     "o f32[3]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "n = 0\nfor i in range(2):\n  for j in range(2):\n    continue\n  n += 1\no = "
     "jnp.zeros((n,))",
     "o f32[2]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "d = {}\nd['k'] = 0\nfor d['k'] in range(3): pass\no = jnp.zeros((d['k'],))", "o f32[2]"},
    {"0.10.2", "x=2", "a f32[8,4]", "l = [0]\nfor l[0] in range(3): pass\no = jnp.zeros(l)",
     "o f32[2]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f():\n  for i in range(5):\n    if i == 2: return i\no = jnp.zeros((f(),))", "o f32[2]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f():\n  while True:\n    for i in range(5):\n      return 4\no = "
     "jnp.zeros((f(),))",
     "o f32[4]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "if []: n = 1\nelif 0: n = 2\nelif 'x': n = 3\nelse: n = 4\no = jnp.zeros((n,))", "o f32[3]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "n = 1\nif a.shape[0] > 3 and a.ndim == 2: n = 2\no = jnp.zeros((n,))", "o f32[2]"},
    {"0.10.2", "x=2", "a f32[8,4]", "with jax.named_scope('x') as s: n = 3\no = jnp.zeros((n,))",
     "o f32[3]"},
    {"0.10.2", "x=2", "a f32[8,4]", "n = 1\nassert n == 1, undefined\no = jnp.zeros((n,))",
     "o f32[1]"},
    {"0.10.2", "x=2", "a f32[8,4]", "pass; n = 1; m = 2\no = jnp.zeros((n, m))", "o f32[1,2]"},
};

Test(loop, run)
{
	testing_programs(run, ROWS(run));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=2", "a f32[8,4]", "for i in 5: pass", "TypeError: 'int' object is not iterable"},
    {"0.10.2", "x=2", "a f32[8,4]", "for i in None: pass",
     "TypeError: 'NoneType' object is not iterable"},
    {"0.10.2", "x=2", "a f32[8,4]", "while a: pass",
     "ValueError: The truth value of an array with more than one element is ambiguous. "
     "Use a.any() or a.all()"},
    {"0.10.2", "x=2", "a f32[8,4]", "if a: pass",
     "ValueError: The truth value of an array with more than one element is ambiguous. "
     "Use a.any() or a.all()"},
    {"0.10.2", "x=2", "a f32[8,4]", "if a[0, 0] > 0: pass",
     "TracerBoolConversionError: Attempted boolean conversion of traced array with "
     "shape bool[]."},
    {"0.10.2", "x=2", "a f32[8,4]", "if a.shape == (9, 9) or a[0, 0]: pass",
     "TracerBoolConversionError: Attempted boolean conversion of traced array with "
     "shape float32[]."},
    {"0.10.2", "x=2", "a f32[8,4]", "assert a.shape == (9,)", "AssertionError: "},
    {"0.10.2", "x=2", "a f32[8,4]", "assert a.ndim == 3, 'rank'", "AssertionError: rank"},
    {"0.10.2", "x=2", "a f32[8,4]", "assert a.ndim == 3, f'rank {a.ndim}'",
     "AssertionError: rank 2"},
    {"0.10.2", "x=2", "a f32[8,4]", "assert False, (1, 2)", "AssertionError: (1, 2)"},
    {"0.10.2", "x=2", "a f32[8,4]", "assert False, 5", "AssertionError: 5"},
    {"0.10.2", "x=2", "a f32[8,4]", "raise ValueError('bad')", "ValueError: bad"},
    {"0.10.2", "x=2", "a f32[8,4]", "raise ValueError", "ValueError: "},
    {"0.10.2", "x=2", "a f32[8,4]", "raise TypeError(f'x {1}')", "TypeError: x 1"},
    {"0.10.2", "x=2", "a f32[8,4]", "raise RuntimeError()", "RuntimeError: "},
    {"0.10.2", "x=2", "a f32[8,4]", "raise 5",
     "TypeError: exceptions must derive from BaseException"},
    {"0.10.2", "x=2", "a f32[8,4]", "raise 'x'",
     "TypeError: exceptions must derive from BaseException"},
    {"0.10.2", "x=2", "a f32[8,4]", "raise undefined",
     "NameError: name 'undefined' is not defined"},
    {"0.10.2", "x=2", "a f32[8,4]", "raise IndexError('i') from None", "IndexError: i"},
    {"0.10.2", "x=2", "a f32[8,4]", "raise NotImplementedError('todo')",
     "NotImplementedError: todo"},
    {"0.10.2", "x=2", "a f32[8,4]", "for i in range(3):\n  o = 1 // (i - 1)",
     "ZeroDivisionError: integer division or modulo by zero"},
    {"0.10.2", "x=2", "a f32[8,4]", "n = 3\nwhile n: n = n - 'x'",
     "TypeError: unsupported operand type(s) for -: 'int' and 'str'"},
    {"0.10.2", "x=2", "a f32[8,4]", "with undefined: pass",
     "NameError: name 'undefined' is not defined"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(): raise ValueError('in f')\no = f()",
     "ValueError: in f"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f():\n  assert False, 'in f'\ndef g():\n  f()\no = g()",
     "AssertionError: in f"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "@jax.jit\ndef f(x):\n  if x.sum() > 0: return x\n  return -x\no = f(a)",
     "TracerBoolConversionError: Attempted boolean conversion of traced array with "
     "shape bool[]."},
    {"0.10.2", "x=2", "a f32[8,4]", "@jax.jit\ndef f(x):\n  while x: pass\no = f(a)",
     "ValueError: The truth value of an array with more than one element is ambiguous. "
     "Use a.any() or a.all()"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "@jax.jit\ndef f(x):\n  for i in range(x.shape[0] // 0): pass\no = f(a)",
     "ZeroDivisionError: integer division or modulo by zero"},
    {"0.10.2", "x=2", "a f32[8,4]", "for i in a[0, 0]: pass",
     "TypeError: iteration over a 0-d array"},
    {"0.10.2", "x=2", "a f32[8,4]", "for i, j in a.shape: pass",
     "TypeError: cannot unpack non-iterable int object"},
    {"0.10.2", "x=2", "a f32[8,4]", "for i in 1.5: pass",
     "TypeError: 'float' object is not iterable"},
};

Test(loop, refused)
{
	testing_programs(refused, ROWS(refused));
}

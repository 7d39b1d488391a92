/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case parameters[] = {
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(p, q=2, *r, s, t=5, **u): return (p, q, len(r), s, t, len(u))\no = "
     "jnp.zeros(f(1, s=3))",
     "o f32[1,2,0,3,5,0]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(p, q=2, *r, s, t=5, **u): return (p, q, len(r), s, t, len(u))\no = "
     "jnp.zeros(f(1, 4, s=3))",
     "o f32[1,4,0,3,5,0]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(p, q=2, *r, s, t=5, **u): return (p, q, len(r), s, t, len(u))\no = "
     "jnp.zeros(f(1, 4, 5, 6, s=3, t=7, v=8))",
     "o f32[1,4,2,3,7,1]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(p, q=2, *r, s, t=5, **u): return (p, q, len(r), s, t, len(u))\no = "
     "jnp.zeros(f(q=1, p=2, s=3))",
     "o f32[2,1,0,3,5,0]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(p, q=2, *r, s, t=5, **u): return (p, q, len(r), s, t, len(u))\no = "
     "jnp.zeros(f(*[1, 2], s=4))",
     "o f32[1,2,0,4,5,0]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(p, q=2, *r, s, t=5, **u): return (p, q, len(r), s, t, len(u))\no = "
     "jnp.zeros(f(*[1], *(2, 3), s=4))",
     "o f32[1,2,1,4,5,0]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(p, q=2, *r, s, t=5, **u): return (p, q, len(r), s, t, len(u))\no = "
     "jnp.zeros(f(**{'p': 1, 's': 2}))",
     "o f32[1,2,0,2,5,0]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(p, q=2, *r, s, t=5, **u): return (p, q, len(r), s, t, len(u))\no = "
     "jnp.zeros(f(1, **{'s': 2, 'w': 3}))",
     "o f32[1,2,0,2,5,1]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(p, q=2, *r, s, t=5, **u): return (p, q, len(r), s, t, len(u))\no = "
     "jnp.zeros(f(1, s=1, **{}))",
     "o f32[1,2,0,1,5,0]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(p, q=2, *r, s, t=5, **u): return (p, q, len(r), s, t, len(u))\no = "
     "jnp.zeros(f(*range(4), s=1))",
     "o f32[0,1,2,1,5,0]"},
};

Test(call, parameters)
{
	testing_programs(parameters, ROWS(parameters));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(p, q=2, *r, s, t=5, **u): return (p, q, len(r), s, t, len(u))\no = f()",
     "TypeError: f() missing 1 required positional argument: 'p'"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(p, q=2, *r, s, t=5, **u): return (p, q, len(r), s, t, len(u))\no = f(1)",
     "TypeError: f() missing 1 required keyword-only argument: 's'"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(p, q=2, *r, s, t=5, **u): return (p, q, len(r), s, t, len(u))\no = "
     "f(s=1)",
     "TypeError: f() missing 1 required positional argument: 'p'"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(p, q=2, *r, s, t=5, **u): return (p, q, len(r), s, t, len(u))\no = f(1, "
     "2, p=3, s=4)",
     "TypeError: f() got multiple values for argument 'p'"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(p, q=2, *r, s, t=5, **u): return (p, q, len(r), s, t, len(u))\no = f(1, "
     "s=1, **{'s': 2})",
     "TypeError: f() got multiple values for keyword argument 's'"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(p, q=2, *r, s, t=5, **u): return (p, q, len(r), s, t, len(u))\no = f(1, "
     "q=2, *[3], s=1)",
     "TypeError: f() got multiple values for argument 'q'"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(): pass\no = f(1)",
     "TypeError: f() takes 0 positional arguments but 1 was given"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(): pass\no = f(x=1)",
     "TypeError: f() got an unexpected keyword argument 'x'"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(p): pass\no = f(1, 2)",
     "TypeError: f() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(p): pass\no = f()",
     "TypeError: f() missing 1 required positional argument: 'p'"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(p, q): pass\no = f()",
     "TypeError: f() missing 2 required positional arguments: 'p' and 'q'"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(p, q, r): pass\no = f()",
     "TypeError: f() missing 3 required positional arguments: 'p', 'q', and 'r'"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(p, q, r): pass\no = f(1)",
     "TypeError: f() missing 2 required positional arguments: 'q' and 'r'"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(p, q=1): pass\no = f(1, 2, 3)",
     "TypeError: f() takes from 1 to 2 positional arguments but 3 were given"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(p, *, q): pass\no = f(1, 2)",
     "TypeError: f() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(p, *, q): pass\no = f(1)",
     "TypeError: f() missing 1 required keyword-only argument: 'q'"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(*, p, q): pass\no = f()",
     "TypeError: f() missing 2 required keyword-only arguments: 'p' and 'q'"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(p, /): pass\no = f(p=1)",
     "TypeError: f() got some positional-only arguments passed as keyword arguments: "
     "'p'"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(p, /, q): pass\no = f(1, p=1, q=2)",
     "TypeError: f() got some positional-only arguments passed as keyword arguments: "
     "'p'"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(p, /, **k): return len(k)\no = f(1, 2)",
     "TypeError: f() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(name): pass\no = f(nam=1)",
     "TypeError: f() got an unexpected keyword argument 'nam'"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(axis): pass\no = f(1, axis=1)",
     "TypeError: f() got multiple values for argument 'axis'"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = lambda p: p\no = f()",
     "TypeError: <lambda>() missing 1 required positional argument: 'p'"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = lambda p, q=1: p\no = f(1, 2, 3)",
     "TypeError: <lambda>() takes from 1 to 2 positional arguments but 3 were given"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = 3\no = f(1)", "TypeError: 'int' object is not callable"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = 'text'\no = f()",
     "TypeError: 'str' object is not callable"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = None\no = f()",
     "TypeError: 'NoneType' object is not callable"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = [1]\no = f(0)",
     "TypeError: 'list' object is not callable"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = (1,)\no = f()",
     "TypeError: 'tuple' object is not callable"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = a\no = f(1)",
     "TypeError: 'DynamicJaxprTracer' object is not callable"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = a.shape\no = f()",
     "TypeError: 'tuple' object is not callable"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = {}\no = f()", "TypeError: 'dict' object is not callable"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(**k): pass\no = f(**3)",
     "TypeError: f() argument after ** must be a mapping, not int"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(**k): pass\no = f(**[1])",
     "TypeError: f() argument after ** must be a mapping, not list"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(*p): pass\no = f(*3)",
     "TypeError: f() argument after * must be an iterable, not int"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(*p): pass\no = f(*None)",
     "TypeError: f() argument after * must be an iterable, not NoneType"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(**k): pass\no = f(**{1: 2})",
     "TypeError: keywords must be strings"},
    {"0.10.2", "x=2", "a f32[8,4]", "def g():\n  def f(p): pass\n  return f\nf = g()\no = f()",
     "TypeError: g.<locals>.f() missing 1 required positional argument: 'p'"},
    {"0.10.2", "x=2", "a f32[8,4]", "def g():\n  return lambda p: p\nf = g()\no = f()",
     "TypeError: g.<locals>.<lambda>() missing 1 required positional argument: 'p'"},
    {"0.10.2", "x=2", "a f32[8,4]", "@jax.jit\ndef f(p): return p\no = f()",
     "TypeError: f() missing 1 required positional argument: 'p'"},
    {"0.10.2", "x=2", "a f32[8,4]", "@jax.jit\ndef f(p): return p\no = f(a, a)",
     "TypeError: f() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "a f32[8,4]", "@jax.vmap\ndef f(p): return p\no = f()",
     "ValueError: vmap wrapped function must be passed at least one argument "
     "containing an array or axis_size must be specified, got empty *args=() and "
     "**kwargs={}"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = partial(lambda p, q: p, 1)\no = f()",
     "TypeError: <lambda>() missing 1 required positional argument: 'q'"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = partial(lambda p, q: p, 1)\no = f(2, 3)",
     "TypeError: <lambda>() takes 2 positional arguments but 3 were given"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = partial(lambda p, q: p, q=1)\no = f(2, 3)",
     "TypeError: <lambda>() got multiple values for argument 'q'"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = len\no = f(3)",
     "TypeError: object of type 'int' has no len()"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = abs\no = f('x')",
     "TypeError: bad operand type for abs(): 'str'"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = range\no = f()",
     "TypeError: range expected at least 1 argument, got 0"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = int\no = f('x')",
     "ValueError: invalid literal for int() with base 10: 'x'"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = float\no = f([])",
     "TypeError: float() argument must be a string or a real number, not 'list'"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = getattr\no = f(a, 'undefined')",
     "AttributeError: DynamicJaxprTracer has no attribute undefined"},
};

Test(call, refused)
{
	testing_programs(refused, ROWS(refused));
}

static const struct program_case kept[] = {
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(p, l=[]):\n  l.append(p)\n  return len(l)\nf(1)\nf(2)\no = "
     "jnp.zeros((f(3),))",
     "o f32[3]"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = partial(lambda p, q: (p, q), 1)\no = jnp.zeros(f(2))",
     "o f32[1,2]"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = partial(lambda p, q: (p, q), q=1)\no = jnp.zeros(f(2))",
     "o f32[2,1]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "f = partial(partial(lambda p, q, r: (p, q, r), 1), r=3)\no = jnp.zeros(f(2))",
     "o f32[1,2,3]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "f = partial(lambda p, q: (p, q), q=1)\no = jnp.zeros(f(2, q=5))", "o f32[2,5]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "f = lambda *p, **k: (len(p), len(k))\no = jnp.zeros(f(1, 2, x=1))", "o f32[2,1]"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = lambda: 3\no = jnp.zeros((f(),))", "o f32[3]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "f = lambda p=1, /, q=2, *, r=3: (p, q, r)\no = jnp.zeros(f(4, r=5))", "o f32[4,2,5]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f():\n  return\no = jnp.zeros((1,) if f() is None else (2,))", "o f32[1]"},
    {"0.10.2", "x=2", "a f32[8,4]", "def f(): pass\no = jnp.zeros((1,) if f() is None else (2,))",
     "o f32[1]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f():\n  'text'\no = jnp.zeros((1,) if f() is None else (2,))", "o f32[1]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(p):\n  if p: return 1\n  return 2\no = jnp.zeros((f(0), f(1), f([]), "
     "f('x')))",
     "o f32[2,1,2,1]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def f(n):\n  return 1 if n < 2 else n * f(n - 1)\no = jnp.zeros((f(5),))", "o f32[120]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def even(n): return n == 0 or odd(n - 1)\ndef odd(n): return n != 0 and even(n "
     "- 1)\no = jnp.zeros((1,) if even(8) else (2,))",
     "o f32[1]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def twice(f): return lambda x: f(f(x))\no = jnp.zeros((twice(twice(lambda x: x "
     "+ 1))(0),))",
     "o f32[4]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "def deco(n):\n  def wrap(f): return lambda x: f(x) * n\n  return "
     "wrap\n@deco(3)\n@deco(2)\ndef f(x): return x\no = jnp.zeros((f(1),))",
     "o f32[6]"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = {'p': lambda x: x + 1}\no = jnp.zeros((f['p'](1),))",
     "o f32[2]"},
    {"0.10.2", "x=2", "a f32[8,4]", "f = [lambda x: x + 1]\no = jnp.zeros((f[0](1),))", "o f32[2]"},
    {"0.10.2", "x=2", "a f32[8,4]",
     "o = jnp.zeros((max(1, 2, 3), min([4, 5]), sum([1, 2]), abs(-3)))", "o f32[3,4,3,3]"},
};

Test(call, kept)
{
	testing_programs(kept, ROWS(kept));
}

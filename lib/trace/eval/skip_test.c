/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

#define BAD "z = jnp.ones(3) + jnp.ones(4)"
#define SAYS "TypeError: add got incompatible shapes for broadcasting: (3,), (4,)."

/* What is outside of the language makes what it binds unknown; all else is judged. */
static const struct program_outcome outside[] = {
    {"0.10.2", "class A:\n  def f(self): return 1\no = A().f() + a\n" BAD,
     "1 program-unsupported: a class is not interpreted; 4 " SAYS "; A=?; o=?; z=?"},
    {"0.10.2", "@jax.tree_util.register_dataclass\nclass A(B, metaclass=C): x: int = undefined\n",
     "2 program-unsupported: a class is not interpreted; A=?"},
    {"0.10.2",
     "try:\n  q = jnp.ones(3) + jnp.ones(5)\nexcept ValueError as e:\n  q = 1\n" BAD
     "\nw = q + z\n",
     "1 program-unsupported: 'try' is not interpreted; 5 " SAYS "; e=?; q=?; z=?; w=?"},
    {"0.10.2",
     "try:\n  import foo\nexcept* E: pass\nelse:\n  r = 1\nfinally:\n  t = 2\no = foo, r, t",
     "1 program-unsupported: 'try' is not interpreted; foo=?; r=?; t=?; o=?"},
    {"0.10.2", "async def f():\n  await g()\no = f()\n" BAD,
     "1 program-unsupported: 'async' is not interpreted; 4 " SAYS "; f=?; o=?; z=?"},
    {"0.10.2", "q = await f(a)\n" BAD,
     "1 program-unsupported: 'await' is not interpreted; 2 " SAYS "; q=?; z=?"},
    {"0.10.2", "async for i in a: q = i\nasync with a as r: pass\no = i, q, r",
     "1 program-unsupported: 'async' is not interpreted; 2 program-unsupported: 'async' is not "
     "interpreted; i=?; q=?; r=?; o=?"},
    {"0.10.2", "def g():\n  yield jnp.ones(3) + jnp.ones(4)\nfor i in g():\n  q = i\no = q\n" BAD,
     "2 program-unsupported: 'yield' is not interpreted; 6 " SAYS "; g=?; i=?; q=?; o=?; z=?"},
    {"0.10.2", "def g():\n  x = lambda: (yield)\n  def h(): yield from a\n  return a + 1\no = g()",
     "2 program-unsupported: 'yield' is not interpreted; 3 program-unsupported: 'yield' is not "
     "interpreted; g=?; o=?"},
    {"0.10.2", "def g():\n  def h(): yield from a\n  return a + 1\no = g()",
     "2 program-unsupported: 'yield' is not interpreted; o=f32[4@x,8]"},
    {"0.10.2", "n = 0\ndef f():\n  global n\n  n = jnp.ones(3)\nf()\nw = n + jnp.ones(4)\n" BAD,
     "3 program-unsupported: 'global' is not interpreted; 7 " SAYS "; n=0; w=?; z=?"},
    {"0.10.2",
     "def f():\n  n = 0\n  def g():\n    nonlocal n\n    n += 1\n  g()\n  return n\no = f()\np = "
     "jnp.ones(o)\n" BAD,
     "4 program-unsupported: 'nonlocal' is not interpreted; 10 " SAYS "; o=?; p=?; z=?"},
    {"0.10.2", "type X = list[int]\ntype Y[T] = T\no = X, Y\n" BAD,
     "1 program-unsupported: a 'type' statement is not interpreted; 2 program-unsupported: a "
     "'type' statement is not interpreted; 4 " SAYS "; X=?; Y=?; o=?; z=?"},
    {"0.10.2",
     "match a.shape:\n  case (4, n) if n: q = n\n  case A.B | {'k': p, **r} | C(d=e) as t:\n    "
     "undefined\n  case _: pass\no = n, q, p, r, e, t\n" BAD,
     "1 program-unsupported: a 'match' statement is not interpreted; 7 " SAYS
     "; n=?; p=?; r=?; e=?; t=?; q=?; o=?; z=?"},
    {"0.10.2", "match = 4\ntype = match\nmatch, case = 1, 2\nprint(match)\no = a * type",
     "match=1; type=4; case=2; o=f32[4@x,8]"},
};

Test(skip, what_is_outside_of_the_language)
{
	testing_outcomes(outside, ROWS(outside));
}

/* A block of which it is not known whether it runs: unknown(1) is a call that is not known. */
static const struct program_outcome blocks[] = {
    {"0.10.2",
     "import u\nif u.f():\n  o = 1\n  p: int = 2\n  for q, (r, *t) in a: pass\n  with a as v: "
     "pass\nelif (w := 3): pass\nelse:\n  def f(): n = 1\no, p, q, r, t, v, w, f",
     "2 call-unknown: u.f is not known; o=?; p=?; q=?; r=?; t=?; v=?; w=?; f=?"},
    {"0.10.2", "import u\nl = [1]\nm2 = l\nif u.f(): l.append(2)\nassert len(m2) == 1\no = len(l)",
     "4 call-unknown: u.f is not known; l=?; m2=?; o=?"},
    {"0.10.2", "import u\nd = {'p': 1}\nif u.f(): d['q'] = 2\no = d['q']\n",
     "3 call-unknown: u.f is not known; d=?; o=?"},
    {"0.10.2", "import u\nl = [1, 2]\nif u.f(): del l[0]\no = l[5]\n",
     "3 call-unknown: u.f is not known; l=?; o=?"},
    {"0.10.2", "import u\nl = [1, 2]\nif u.f(): l += [3]\no = l[2]\n",
     "3 call-unknown: u.f is not known; l=?; o=?"},
    {"0.10.2", "import u\nt = ([1], 2)\nif u.f(): t[0].append(3)\no = t[0][1], t[1]\n",
     "3 call-unknown: u.f is not known; t=?; o=?"},
    {"0.10.2",
     "import u\nl = []\ndef add(x): l.append(x)\n@jax.jit\ndef both(x):\n  add(x)\n  both\n  "
     "return x\n"
     "if u.f(): both(a)\no = l[0]",
     "9 call-unknown: u.f is not known; l=?; o=?"},
    {"0.10.2",
     "import u\nl = [1]\nd = {'w': a}\nif u.f():\n  y = d['w'].at[0].set(l[0])\no = d['w'], l",
     "4 call-unknown: u.f is not known; l=[1]; d={'w': "
     "Traced<ShapedArray(float32[4@x,8])>with<DynamicJaxprTrace>}; y=?; o=(f32[4@x,8], [1])"},
    {"0.10.2",
     "import u\ndef f(x):\n  if u.f(): return 1\n  return jnp.ones(3) + jnp.ones(4)\no = f(a)",
     "3 call-unknown: u.f is not known; o=?"},
    {"0.10.2",
     "import u\ndef f(x):\n  try: return 1\n  except: pass\n  return jnp.ones(3) + jnp.ones(4)\no "
     "= "
     "f(a)",
     "3 program-unsupported: 'try' is not interpreted; o=?"},
    {"0.10.2", "import u\nwhile True:\n  if u.f(): break\n  o = 1\np = 2",
     "3 call-unknown: u.f is not known; o=?; p=2"},
    {"0.10.2",
     "import u\nfor i in range(9):\n  if u.f(): continue\n  o = 1 // (i - 1)\nelse: q = 1\np = 2",
     "3 call-unknown: u.f is not known; i=?; o=?; q=?; p=2"},
    {"0.10.2",
     "import u\nfor i in range(3):\n  if u.f():\n    for j in a:\n      break\n  o = i\np = 2",
     "3 call-unknown: u.f is not known; i=2; j=?; o=2; p=2"},
    {"0.10.2", "while True:\n  match a:\n    case b: break\np = 2",
     "2 program-unsupported: a 'match' statement is not interpreted; b=?; p=2"},
    {"0.10.2",
     "import u\ndef f():\n  for i in range(3):\n    if u.f(): break\n  else:\n    return 1\n  "
     "return jnp.ones(3) + jnp.ones(4)\no = f()",
     "4 call-unknown: u.f is not known; o=?"},
};

Test(skip, blocks_that_may_not_run)
{
	testing_outcomes(blocks, ROWS(blocks));
}

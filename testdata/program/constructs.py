# SPDX-License-Identifier: Apache-2.0
"""Python as programs may have it, and texts that are not Python."""

CONSTRUCTS = [
    # names and literals
    '', '\n\n# only a comment', 'x', 'x\n', 'größe = Δx + 变量\n', '_ = __name__\n',
    '0; 00; 1_000; 0x_ff; 0XFF; 0o17; 0b1_01; 9223372036854775807; 9223372036854775808; 0xffffffffffffffffff\n',
    '1.5; 1.; .5; 1e5; 1E-5; 1_0.0_1e+1_0; 1e400; 3j; 1.5J; 0777.5; 09j\n',
    '1if x else 2; 0xfor x; [1for x in y]\n',
    "'a'; \"b\"; 'it''s' \"x\"; '\\'\\\"\\\\\\a\\b\\f\\n\\r\\t\\v'; '\\x41\\u00e9\\U0001F600\\101\\0'; '\\q'\n",
    "'''three\nlines'''; \"\"\"with \"quotes\" in\"\"\"; ''''x'''\n",
    "r'\\n'; R\"\\\"\"; u'é'; b'\\xff\\'' B\"x\"; rb'\\x'; Br'\\q'\n",
    "x = ('a'\n     'b'  # comment\n     'c')\n", "'line \\\njoined'\n",
    "f'{x}'; F\"{x!r:>{width}}\" 'tail'; rf'{x}\\d'; f'{{}}'; f'{d[\"k\"]:{a}.{b}}' f''; f'''{\nx}'''\n",
    'None; True; False; ...; Ellipsis\n',
    # operators
    'a + b - c * d @ e / f // g % h ** i ** -j\n', '-a ** b; ~a; +a; - -a; not not a\n',
    'a | b ^ c & d << e >> f\n', 'a < b <= c == d != e > f >= g\n', 'a in b not in c is d is not e\n',
    'a or b or c and d and not e\n', '(a or b) or c; a or (b or c); a and (b and c) and d\n',
    '(a < b) < c; a < (b < c)\n', 'a if b else c if d else e\n', '(a if b else c) if d else e\n',
    'x = y if a else lambda: b\n', '(a) + (b); (-(a)); ((a + b)) * c\n', '1 .real; 1..real; (1).real\n',
    '-1 ** 2; (-1) ** 2; 2 ** -1; 2 ** -1 ** 2\n', 'not a in b; not (a in b); (not a) in b\n',
    # containers
    '(); (a,); (a, b); (a, b,); a, b; a,\n', '[]; [a]; [a, b,]; [*a, *b]\n',
    '{}; {a: b}; {a: b, **c, d: e,}; {a, b}; {*a, b,}\n', "{'y'}; {1: {2: {3}}}\n", '*a, b\n', '*a,\n',
    'a, *b = *c, d\n', 'x if y else z,\n', 'a = b if c else d, e\n',
    # calls, attributes and subscripts
    'f(); f(a); f(a, b,); f(a, k=b); f(*a, **b); f(a, *b, c, k=d, *e, **g, m=h)\n', 'f(a)(b)[c].d(e).f\n',
    'x.at[:, i].set(x.at[:, j].get())\n', 'jax.lax.with_sharding_constraint(x, P(None, "data"))\n',
    'x[a]; x[a, b]; x[a,]; x[()]; x[:]; x[a:]; x[:b]; x[a:b]; x[::c]; x[a:b:c]; x[a::c]; x[..., None]; x[:, 0, ::2]\n',
    'x[*a]; x[a, *b]; x[a := b]; x[(a, b)]; x[lambda: a : b]; x[a if b else c:d]\n',
    'f(\n    a,\n    b=(\n        c),\n)\n', '(x\n .sum()\n .mean(axis=0))\n',
    'f(a for a in b); f((a for a in b), c); f((a) for a in b)\n', 'f(a)(b for b in c)\n',
    'f(a := b, c=(d := e))\n', 'a.b.c.d[e][f](g)(h)\n', 'a[b](c).d[e:f].g\n',
    # functions and lambdas
    'lambda: a; lambda x: x; lambda x, y=1, *z, w, v=2, **u: x\n',
    'lambda *, a: a; lambda x, /, y: y; lambda *a: lambda b: a\n', 'lambda x: (yield)\n',
    'f(lambda x, y: x + y, a)\n', 'def f(): pass\n',
    'def f(a, b=1, /, c=2, *d, e, g=3, **h): return a, b\n',
    'def f(a: int, *b: str, c: P = P(), **d: x) -> y[z]:\n  return\n', 'def f(*args: *Ts): pass\n',
    'def f(x):\n    def g(y):\n        return x + y\n    return g\n\nh = f(1)(2)\n',
    'def f(x, spec=P("data", None)):\n    """Says what it does."""\n'
    '    return jax.lax.with_sharding_constraint(x, spec)\n',
    '@jax.jit\n@partial(jax.jit, static_argnums=(1,))\n@(lambda f: f)\ndef f(x): return x\n',
    '@a.b\nclass C(D, metaclass=E, *f):\n    x: int = 1\n    def g(self): pass\n', 'class A: pass\n',
    'class A():\n  pass\n', 'class A:\n    x = 1\n    class B: y = 2\n    z = 3\n\n\n',
    'async def f():\n    async with a as b: pass\n    async for c in d: await e\n    return [g async for g in h]\n',
    'def f():\n    yield\n    yield a, b\n    x = yield from c\n    return (yield)\n    y += yield d\n',
    # assignments
    'a = 1; b = a = c\n', 'a, b = b, a\n', '(a, b), [c, *d] = e\n', '[a, b] = c\n',
    'a.b = c[d] = e.f[g].h = 1\n', '(a) = 1; () = []; [] = ()\n',
    'a += 1; a -= 1; a *= 1; a @= 1; a /= 1; a //= 1; a %= 1\n',
    'a **= 1; a <<= 1; a >>= 1; a &= 1; a ^= 1; a |= 1; a[b] += c, d\n',
    'a: int; b: int = 1; c.d: x = y; e[f]: g; (h): int = 2; i: tuple = 1, 2\n', 'x = *a, b\n',
    'print((n := 10), n)\n', 'x = y = z = 1, 2\n',
    # small statements
    'pass\n', 'pass;\n', 'a; b; c;\n', 'assert a; assert a, "b"\n',
    'def f(): raise; raise A; raise A from b\n', 'del a; del b.c, d[e]; del (f, [g])\n',
    'def f():\n  global a, b\n  c = 1\n', 'def f():\n  x = 1\n  def g():\n    nonlocal x\n    x = 2\n',
    'import jax\nimport jax.numpy as jnp, numpy as np, os . path\n', 'from jax import lax, numpy as jnp\n',
    'from jax.sharding import (\n    Mesh,\n    PartitionSpec as P,\n)\n',
    'from . import a\nfrom .. import b\nfrom ...c import d\nfrom .e.f import g\nfrom h import *\n',
    'match = 1; case = 2; type = 3; match.x(case)[type]; match(x); print\n', 'print (x); exec(y)\n',
    # blocks
    'if a: b\n', 'if a:\n  b\nelif c:\n  d\nelif e: f\nelse:\n  g\n',
    'if a:\n  if b: c\n  else: d\nelse:\n  if e: f\n', 'if (n := f(x)) > 1: y\n', 'if n := f(x): y\n',
    'for a in b: c\n', 'for a, (b, *c) in d, e:\n  continue\nelse:\n  f\n', 'for x.y in z: break\n',
    'for x in *a, b: pass\n', 'while a:\n  break\nelse: b\n',
    'with a: b\n', 'with a as b, c as (d, e), f: g\n', 'with jax.set_mesh(mesh):\n    y = x @ w\n',
    'with (a as b, c): d\n', 'with (a, b): c\n', 'with (a as b,): c\n', 'with (a): b\n', 'with (a) as b: c\n',
    'with (a, b) as c: d\n', 'with (a).b, c: d\n', 'with ((a, b)): c\n', 'with (a * b, c) as d: e\n',
    'with (*a, b): c\n', 'with (a * b, c as d): e\n', 'with (x, b), c: d\n', 'with (a for a in b): c\n',
    'with (lambda x, y: z): c\n', 'with (\n    a as b,\n    c as d,\n):\n    e\n', 'with (a := b): c\n',
    'with (): a\n', 'with a as (b): c\n', 'with a as b.c, d as e[f]: g\n',
    'try: a\nexcept: b\n',
    'try:\n  a\nexcept A:\n  b\nexcept (B, C) as d:\n  e\nelse:\n  f\nfinally:\n  g\n',
    'try: a\nfinally: b\n', 'try: a\nexcept* A as b: c\n',
    # comprehensions
    '[a for b in c]; {a for b in c}; {a: b for c in d}; (a for b in c)\n',
    '[a for b, c in d if e if f for g in h]\n', '[a for b in c if (d if e else f)]\n',
    '[x for x, in y]; [x for x in (w, z)]; [(a, b) for a in b]; [y := f(x), y]; [z for x in y if (z := x)]\n',
    '[[a for a in b] for b in c]\n', '[lambda: x for x in y if (lambda: z)]\n',
    # lines
    'x = a + \\\n    b\n', 'if a and \\\n   b: c\n',
    '\n\n  # far right\nx = 1\n      # and again\ny = 2\n',
    'def f():\n\n    # first\n    x = 1\n\n  # between\n    y = 2\n\n# after\nz = 3\n',
    'if a:\n\tb\n\tif c:\n\t\td\ne\n', 'if a:\n        b\n        c\n', 'x = [\n1,\n  2,  # two\n\n3]\n',
    'x = (  # why\n    1\n)  # end', 'x = """\n  if a:\n"""\ny\n', 'x\t=\t1\n', 'if a: b\nc',
    'if a:\n    b\n    # deeper\n        # still\n    c\n',
]

REFUSED = [
    # expressions
    'x = \n', 'x = = 1\n', 'x = )\n', 'f(a b)\n', 'a b\n', 'a +\n', '* a\n', '(*a)\n', 'x = if\n', 'x = def\n',
    'not\n', 'a not b\n', 'a is is b\n', 'a + not b\n', 'a ** not b\n', 'a or lambda: b\n', 'a if b\n',
    'a if b else\n', '- \n', 'await\n', 'a <> b\n', '!a\n', 'a ? b : c\n', 'x = $a\n', 'a && b\n', 'a || b\n',
    'a ! b\n', '`a`\n', 'x -> y\n', '->\n', 'x[]\n', 'x[a:b:c:d]\n', 'x[*a:b]\n', 'x.1\n', 'x.\n', 'x.if\n',
    '{a: b, c}\n', '{a, b: c}\n', '{**a, b}\n', '{*a: b}\n', '{a: *b}\n',
    # brackets
    'x = f(a\ny = 2\n', 'x = [1, 2\n', 'x = {1: 2\ny = 3\n', 'x = f(a]\n', '((((\n', '[(}\n', 'x = (1, 2\n',
    'y = x.reshape(2, 3))\n',
    # calls and parameters
    'f(a=1, b)\n', 'f(**a, b)\n', 'f(**a, *b)\n', 'f(a=1, a=2)\n', 'f(a.b=1)\n', 'f(a for a in b, c)\n',
    'f(True=1)\n', 'f(for=1)\n', 'f(,)\n', 'f(a,,b)\n',
    'def f(a, a): x\n', 'def f(a=1, b): x\n', 'def f(*): x\n', 'def f(*, **a): x\n', 'def f(**a, b): x\n',
    'def f(*a, *b): x\n', 'def f(/, a): x\n', 'def f(a, /, b, /): x\n', 'def f(*a=1): x\n',
    'def f((a, b)): x\n', 'lambda x y: z\n', 'lambda *: x\n', 'lambda (x): y\n', 'lambda x\n',
    # comprehensions
    '{**a for a in b}\n', '[*a for a in b]\n', '[a for b]\n', '[a for b in]\n', '[for a in b]\n',
    '[a for f() in b]\n',
    # targets
    '1 = x\n', 'f() = x\n', 'a + b = c\n', 'None = x\n', '(a, 1) = b\n', '[a, b + c] = d\n', '*a = b\n',
    'a, *b, *c = d\n', '"x" = y\n', 'x = 1 = y\n', 'a, b += c\n', 'f() += 1\n', '(a, b): int\n', 'f(): int\n',
    'x: int: str\n', 'x := 1\n', '(f() := 1)\n', '(x.y := 1)\n', 'x = y := 1\n', 'x = *a\n', 'yield = 1\n',
    'x = yield = y\n', 'for = 1\n',
    # small statements
    'return 1\n', 'break\n', 'continue\n', 'del f()\n', 'del 1\n', 'del *a\n', 'del\n', 'import\n',
    'import a.\n', 'import a as\n', 'import a as b.c\n', 'import for\n', 'from import a\n', 'from a\n',
    'from a import\n', 'from a import (b\nx\n', 'from a import b,\n', 'from a import ()\n', 'global\n',
    'assert\n', 'raise a, b\n', 'pass x\n', 'x;;y\n', ';\n', ': x\n', 'print x\n', 'print "x"\n', 'exec x\n',
    # blocks
    'if x:\ny\n', 'if x:\n', 'if x:\n  # nothing\ny\n', 'if x y\n', 'if x = 1: y\n', 'if a: if b: c\n',
    'else: x\n', 'try: x\ny\n', 'try:\n  x\nelse:\n  y\n', 'try: a\nexcept: b\nelse\n', 'for x y: z\n',
    'for f() in y: z\n', 'for a in b: while c: d\n', 'while: x\n', 'while x: pass pass\n', 'with: x\n',
    'with a as 1: x\n', 'with a as b as c: x\n', 'with (a as b): x y\n', 'with (a, b as c) as d: e\n',
    'with ((a, b) as c): d e\n', 'def (): x\n', 'def f: x\n', 'def f():\n', 'def if(): x\n',
    'def f(x:\n  return x\n', 'def f(): x y\n', 'class A(: x\n', 'class: x\n', 'class A:\nx\n', '@a\nx = 1\n',
    '@\ndef f(): x\n', 'async x\n', 'async def\n',
    # lines
    '  x\n', 'if x:\n    y\n  z\n', 'if x:\n\ty\n        z\n', 'x = 1\n  y = 2\n', 'x = a \\ b\n', 'x\\\n',
    # literals
    "'abc\n", "'''abc\n", "'\\x1'\n", "'\\u12'\n", "'\\U00110000'\n", "b'é'\n", "'a' b'b'\n", "f'{x'\n",
    "x = 'a\ny = 'b'\n", '012\n', '1_\n', '1__0\n', '0x\n', '0b12\n', '0o8\n', '1abc\n', '1e\n', '1.2.3\n',
    '0_7\n', '“a”\n', 'a − b\n', 'a × b\n', 'x\xa0= 1\n', 'a.b c.d\n',
]

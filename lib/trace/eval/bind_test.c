/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

static const struct program_outcome cases[] = {
    {"0.10.2", "o = jnp.iinfo(jnp.int32).max + c", "o=i32[8]"},
    {"0.10.2", "o = a * jnp.pi", "o=f32[4@x,8]"},
    {"0.10.2", "o = a * jnp.inf + jnp.nan", "o=f32[4@x,8]"},
    {"0.10.2", "def f(x, y): return x + y\no = f(a)",
     "2 TypeError: f() missing 1 required positional argument: 'y'; o=?"},
    {"0.10.2", "def f(x, y): return x + y\no = f(a, a, a)",
     "2 TypeError: f() takes 2 positional arguments but 3 were given; o=?"},
    {"0.10.2", "def f(x, y): return x + y\no = f(a, z=1)",
     "2 TypeError: f() got an unexpected keyword argument 'z'; o=?"},
    {"0.10.2", "def f(x, y): return x + y\no = f(a, x=1)",
     "2 TypeError: f() got multiple values for argument 'x'; o=?"},
    {"0.10.2", "def f(x, *, y): return x + y\no = f(a)",
     "2 TypeError: f() missing 1 required keyword-only argument: 'y'; o=?"},
    {"0.10.2", "def f(x, *, y=1): return x + y\no = f(a, 2, y=3)",
     "2 TypeError: f() takes 1 positional argument but 2 positional arguments (and 1 keyword-only "
     "argument) were given; o=?"},
    {"0.10.2", "def f(x, /): return x\no = f(x=a)",
     "2 TypeError: f() got some positional-only arguments passed as keyword arguments: 'x'; o=?"},
    {"0.10.2", "def f(x, axis=1, keepdims=False): return x\no = f(a, axes=1)",
     "2 TypeError: f() got an unexpected keyword argument 'axes'; o=?"},
    {"0.10.2",
     "def f(*args, **kw): return args[0] * kw['s']\no = f(a, 1, 2, s=3)\np = f(*[a], **{'s': 2})",
     "o=f32[4@x,8]; p=f32[4@x,8]"},
    {"0.10.2", "def f(x):\n  def g(): return w\n  r = g()\n  w = 1\n  return r\no = f(a)",
     "2 NameError: cannot access free variable 'w' where it is not associated with a value in "
     "enclosing scope; o=?"},
    {"0.10.2", "def f(*, scale): return scale\no = f(1, 2, scale=3)",
     "2 TypeError: f() takes 0 positional arguments but 2 positional arguments (and 1 keyword-only "
     "argument) were given; o=?"},
    {"0.10.2", "def f(a, b, c=1): return c\no = f()",
     "2 TypeError: f() missing 2 required positional arguments: 'a' and 'b'; o=?"},
    {"0.10.2", "def f(a, b, c): return c\no = f()",
     "2 TypeError: f() missing 3 required positional arguments: 'a', 'b', and 'c'; o=?"},
    {"0.10.2", "def f(a, *, b, c): return c\no = f(1)",
     "2 TypeError: f() missing 2 required keyword-only arguments: 'b' and 'c'; o=?"},
    {"0.10.2", "def f(a, b=1, *args): return args\no = f(1, 2, 3, 4)", "o=(3, 4)"},
    {"0.10.2", "def f(a, /, b): return b\no = f(1, a=2, b=3)",
     "2 TypeError: f() got some positional-only arguments passed as keyword arguments: 'a'; o=?"},
    {"0.10.2", "def f(a): return a\no = f(*[1, 2])",
     "2 TypeError: f() takes 1 positional argument but 2 were given; o=?"},
    {"0.10.2", "def f(a): return a\no = f(**{'a': 1}, a=2)",
     "2 TypeError: f() got multiple values for keyword argument 'a'; o=?"},
    {"0.10.2", "def f(a): return a\no = f(*5)",
     "2 TypeError: f() argument after * must be an iterable, not int; o=?"},
    {"0.10.2", "def f(a): return a\no = f(**5)",
     "2 TypeError: f() argument after ** must be a mapping, not int; o=?"},
    {"0.12.0.1", "o = a * jnp.inf + jnp.nan", "o=f32[4@x,8]"},
    {"0.12.0.1", "def f(x, *, y): return x + y\no = f(a)",
     "2 TypeError: f() missing 1 required keyword-only argument: 'y'; o=?"},
    {"0.12.0.1", "def f(x, *, y=1): return x + y\no = f(a, 2, y=3)",
     "2 TypeError: f() takes 1 positional argument but 2 positional arguments (and 1 keyword-only "
     "argument) were given; o=?"},
};

Test(bind, outcomes)
{
	testing_outcomes(cases, ROWS(cases));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case rows[] = {
    {"0.10.2", "x=2", "a f32[8]", "b = a\ndel b\no = b", "NameError: name 'b' is not defined"},
    {"0.10.2", "x=2", "a f32[8]", "b = c = a\ndel b, c\no = c",
     "NameError: name 'c' is not defined"},
    {"0.10.2", "x=2", "a f32[8]", "b = c = a\ndel (b, [c])\no = b",
     "NameError: name 'b' is not defined"},
    {"0.10.2", "x=2", "a f32[8]", "del nothere", "NameError: name 'nothere' is not defined"},
    {"0.10.2", "x=2", "a f32[8]", "d = {'p': a, 'q': 1}\ndel d['q']\no = d['p']\np = a * len(d)",
     "d['p'] f32[8]; o f32[8]; p f32[8]"},
    {"0.10.2", "x=2", "a f32[8]", "d = {'p': a}\ndel d['p'], d['p']", "KeyError: 'p'"},
    {"0.10.2", "x=2", "a f32[8]", "d = {1: a}\ndel d[2]", "KeyError: 2"},
    {"0.10.2", "x=2", "a f32[8]", "d = {'p': a}\ndel d['p']\no = d['p']", "KeyError: 'p'"},
    {"0.10.2", "x=2", "a f32[8]", "l = [1, 2, 3]\ndel l[0]\no = jnp.zeros(l)", "o f32[2,3]"},
    {"0.10.2", "x=2", "a f32[8]", "l = [1, 2, 3]\ndel l[-1]\no = jnp.zeros(l)", "o f32[1,2]"},
    {"0.10.2", "x=2", "a f32[8]", "l = [1, 2, 3]\nm = l\ndel l[1]\nm.append(4)\no = jnp.zeros(l)",
     "o f32[1,3,4]"},
    {"0.10.2", "x=2", "a f32[8]", "l = [1, 2, 3]\ndel l[3]",
     "IndexError: list assignment index out of range"},
    {"0.10.2", "x=2", "a f32[8]", "l = [1, 2, 3]\ndel l[-4]",
     "IndexError: list assignment index out of range"},
    {"0.10.2", "x=2", "a f32[8]", "l = [1]\ndel l[0], l[0]",
     "IndexError: list assignment index out of range"},
    {"0.10.2", "x=2", "a f32[8]", "l = [[1, 2], 3]\ndel l[0][0]\no = jnp.zeros(l[0])", "o f32[2]"},
    {"0.10.2", "x=2", "a f32[8]", "t = (1, 2)\ndel t[0]",
     "TypeError: 'tuple' object doesn't support item deletion"},
    {"0.10.2", "x=2", "a f32[8]", "t = 'text'\ndel t[0]",
     "TypeError: 'str' object doesn't support item deletion"},
    {"0.10.2", "x=2", "a f32[8]", "t = range(3)\ndel t[0]",
     "TypeError: 'range' object doesn't support item deletion"},
    {"0.10.2", "x=2", "a f32[8]", "def f(x):\n  del x\n  return x\no = f(a)",
     "UnboundLocalError: cannot access local variable 'x' where it is not associated "
     "with a value"},
    {"0.10.2", "x=2", "a f32[8]", "def f(x):\n  y = x\n  del x\n  return y\no = f(a)", "o f32[8]"},
    {"0.10.2", "x=2", "a f32[8]", "l = [1, 2, 3]\ndel l[0:2]\no = a", "unknown"},
    {"0.10.2", "x=2", "a f32[8]", "l = [1, 2, 3]\ndel l[0:2]\nassert len(l) == 2", "unknown"},
    {"0.10.2", "x=2", "a f32[8]", "import u\nl = [1]\ndel l[u.f()]\nl[0]", "unknown"},
};

Test(delete, rows)
{
	testing_programs(rows, ROWS(rows));
}

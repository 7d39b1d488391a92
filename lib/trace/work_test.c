/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that would go on for ever, or take all memory: each is given up with a finding. */
#include "testing/program.h"

#define STEPS "program-limit: the program is followed for 1000000 steps; here it ends"
#define MANY "call-unknown: a sequence of more than 1000000 items"
#define LONG "call-unknown: a text of more than 1000000 bytes"
#define UNTOLD(name) "call-unknown: what '" name "' is cannot be told"
#define DEPTH "program-limit: calls are followed to a depth of 100"

static const struct program_outcome cases[] = {
    {"0.10.2", "while True: pass", "1 " STEPS},
    {"0.10.2", "def f(n): return f(n - 1) + f(n - 1) if n else 1\no = f(50)", "1 " STEPS "; o=?"},
    {"0.10.2", "def f(x): return f(x)\no = f(a)", "1 " DEPTH "; o=?"},
    {"0.10.2", "f = lambda x: x\nfor i in range(200):\n  f = partial(f, i)\no = f()",
     "4 " DEPTH "; i=199; o=?"},
    {"0.10.2", "o = 10**10**10", "1 call-unknown: an integer of more than 64 bits; o=?"},
    {"0.10.2", "o = [i for i in range(10**12)]",
     "1 call-unknown: a range of more than 1000000 integers; o=?"},
    {"0.10.2", "o = len(range(10**12))", "o=1000000000000"},
    {"0.10.2", "o = 'x' * 10**12", "1 " MANY "; o=?"},
    {"0.10.2", "o = [1] * 10**12", "1 " MANY "; o=?"},
    {"0.10.2", "o = 'x'\nfor i in range(99): o = o + o", "2 " LONG "; o=?; i=98"},
    {"0.10.2", "o = [1]\nfor i in range(99): o = o + o", "2 " MANY "; o=?; i=98"},
    {"0.10.2", "o = ','.join(['x' * 999999] * 3)", "1 " LONG "; o=?"},
    {"0.10.2", "o = ('x' * 9999).replace('x', 'y' * 9999)", "1 " LONG "; o=?"},
    {"0.10.2", "o = {i for i in range(10**5)}", "1 " UNTOLD("o") "; o=?"},
    {"0.10.2", "o = set(range(10**5))", "1 " UNTOLD("o") "; o=?"},
    {"0.10.2", "o = list(jnp.zeros(10**6))",
     "1 call-unknown: an array of more than 100000 elements is not gone through; o=?"},
    /* values that are too large to be looked through, or contain themselves */
    {"0.10.2", "l = []\nl.append(l)\no = str(l)", "1 " UNTOLD("l") "; l=?; o=?"},
    {"0.10.2", "d = {}\nd['d'] = d\no = d == d", "1 " UNTOLD("d") "; d=?; o=?"},
    {"0.10.2", "l = []\nl.append(l)\no = jax.tree.map(lambda x: x, l)",
     "1 " UNTOLD("l") "; l=?; o=?"},
    {"0.10.2", "o = []\nfor i in range(1000): o = [o]\np = o == o",
     "2 " UNTOLD("o") "; o=?; i=999; p=?"},
    {"0.10.2", "o = (a,)\nfor i in range(40): o = (o, o)\np = jax.jit(lambda x: x)(o)",
     "3 call-unknown: a value of so many parts is not followed; o=?; i=39; p=?"},
    {"0.10.2", "o = (a,)\nfor i in range(40): o = (o, o)\np = f'{o}'",
     "2 " UNTOLD("o") "; o=?; i=39; p=?"},
    {"0.10.2", "o = slice(0)\nfor i in range(40): o = slice(o, o)", "2 " UNTOLD("o") "; o=?; i=39"},
    /* what is gone through over and over */
    {"0.10.2", "f = lambda x: x\nfor i in range(100000): f = jax.vmap(f)", "2 " STEPS "; i=1408"},
    {"0.10.2", "o = jax.lax.cond(True, lambda t: t, lambda t: t, [1.] * 100000)",
     "1 call-unknown: what this gives is not known; o=?"},
    {"0.10.2", "o = jax.tree.map(lambda t: t, [a] * 900000)",
     "1 program-limit: the values of the program take more than 256 MiB; here it ends; o=?"},
    /* many, but not too many */
    {"0.10.2", "s = 'a' * 999999\no = 'a' * 499999 + 'b' in s\ndel s", "s=None; o=False"},
    {"0.10.2", "o = len(jax.jit(lambda v: v)([a] * 10000))", "o=10000"},
    {"0.10.2", "l = []\nfor i in range(10000): l.append(i)\no = len(l), l[-1]\ndel l, i",
     "l=None; i=None; o=(10000, 9999)"},
    {"0.10.2", "l = list(range(5000))\nwhile l: l.pop()\no = len(l)", "l=[]; o=0"},
    {"0.10.2", "d = {}\nfor i in range(2000): d[i] = i\no = len(d), d[1999]\ndel d, i",
     "d=None; i=None; o=(2000, 1999)"},
};

Test(work, is_bounded)
{
	testing_outcomes(cases, ROWS(cases));
}

/* An array that a list has outgrown stays that of others. */
static const struct program_outcome shared[] = {
    {"0.10.2", "p = [1]\np.append(2)\nq = p[:]\nr = list(p)\np.append(3)\nq.append(4)\nr.append(5)",
     "p=[1, 2, 3]; q=[1, 2, 4]; r=[1, 2, 5]"},
    {"0.10.2", "p = [1]\np.append(2)\nq = tuple(p)\np.pop()\np.append(3)", "p=[1, 3]; q=(1, 2)"},
    {"0.10.2", "p = [1]\np.append(2)\nq = p.copy()\nq.append(3)\np.append(4)",
     "p=[1, 2, 4]; q=[1, 2, 3]"},
    {"0.10.2", "p = {}\np['i'] = 1\nq = p.copy()\nr = dict(p)\np['j'] = 2\nq['k'] = 3\nr['l'] = 4",
     "p={'i': 1, 'j': 2}; q={'i': 1, 'k': 3}; r={'i': 1, 'l': 4}"},
    {"0.10.2", "p = {'i': 1}\nq = p | {'j': 2}\np['k'] = 3\nr = {**p}\np['l'] = 4",
     "p={'i': 1, 'k': 3, 'l': 4}; q={'i': 1, 'j': 2}; r={'i': 1, 'k': 3}"},
    {"0.10.2", "p = {}\np['i'] = 1\np['j'] = 2\nq = p.copy()\np.pop('j')\np['k'] = 3",
     "p={'i': 1, 'k': 3}; q={'i': 1, 'j': 2}"},
};

Test(work, lists_and_dicts_grow_alone)
{
	testing_outcomes(shared, ROWS(shared));
}

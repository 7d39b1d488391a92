/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

static const struct program_outcome cases[] = {
    {"0.10.2", "from functools import partial as pt\no = pt(jnp.add, a)(2)", "o=f32[4@x,8]"},
    {"0.10.2",
     "from functools import partial\nf = partial(lambda p, q, r=1: p * q + r, r=5)\no = f(2, 3), "
     "f(2, 3, r=1)",
     "o=(11, 7)"},
    {"0.10.2", "f = partial(lambda p, q: p, 1)\no = f(2, 3)",
     "2 TypeError: <lambda>() takes 2 positional arguments but 3 were given; o=?"},
    {"0.10.2", "o = partial(3)", "1 TypeError: the first argument must be callable; o=?"},
    {"0.10.2", "o = partial()", "1 TypeError: type 'partial' takes at least one argument; o=?"},
    {"0.10.2", "import functools, operator\no = functools.reduce(operator.mul, [2, 3, 4])", "o=24"},
    {"0.10.2", "import os\no = a", "o=f32[4@x,8]"},
    {"0.10.2", "import numpy\no = numpy.float32(2) * a", "o=f32[4@x,8]"},
};

Test(python_functools, outcomes)
{
	testing_outcomes(cases, ROWS(cases));
}

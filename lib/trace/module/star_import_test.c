/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case rows[] = {
    {"0.10.2", "x=2", "a f32[8]", "from jax.numpy import *\no = ones((3,))\np = sum(a)",
     "o f32[3]; p f32[]"},
    {"0.10.2", "x=2", "a f32[8@x]", "from jax.numpy import *\no = max(a) + pi", "o f32[]"},
    {"0.10.2", "x=2", "a f32[8]", "from jax.numpy import *\no = nothere(a)",
     "NameError: name 'nothere' is not defined"},
    {"0.10.2", "x=2", "a f32[8]",
     "from jax.lax import *\nfrom jax.numpy import *\no = cumsum(a)\np = rsqrt(a)",
     "o f32[8]; p f32[8]"},
    {"0.10.2", "x=2", "a f32[8]", "sum = 3\nfrom jax.numpy import *\no = sum(a)", "o f32[]"},
    {"0.10.2", "x=2", "a f32[8]", "from jax.numpy import *\nsum = 3\no = sum(a)",
     "TypeError: 'int' object is not callable"},
    {"0.10.2", "x=2", "a f32[8]", "from math import *\no = a * sqrt(4.0)", "o f32[8]"},
    {"0.10.2", "x=2", "a f32[8]", "from foo import *\no = bar(a)", "unknown"},
    {"0.10.2", "x=2", "a f32[8]", "from . import *\no = bar(a)", "unknown"},
    {"0.10.2", "x=2", "a f32[8]", "from ..foo import *\nfrom jax.numpy import *\no = ones(3)",
     "unknown"},
};

Test(star_import, rows)
{
	testing_programs(rows, ROWS(rows));
}

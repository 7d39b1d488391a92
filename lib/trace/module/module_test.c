/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

static const struct program_outcome cases[] = {
    {"0.10.2", "o = jnp.nope(a)",
     "1 AttributeError: module 'jax.numpy' has no attribute 'nope'; o=?"},
    {"0.10.2", "o = jax.nope", "1 AttributeError: module 'jax' has no attribute 'nope'; o=?"},
    {"0.10.2", "o = lax.nope(a)",
     "1 AttributeError: module 'jax.lax' has no attribute 'nope'; o=?"},
    {"0.10.2", "from jax.sharding import nope",
     "1 ImportError: cannot import name 'nope' from 'jax.sharding'; nope=?"},
    {"0.10.2", "from jax.numpy import sin as si\no = si(a)", "o=f32[4@x,8]"},
    {"0.10.2", "import jax.numpy as J, jax\no = J.sin(a) + jax.lax.cos(a)", "o=f32[4@x,8]"},
    {"0.10.2", "fs = [lambda v: v * i for i in range(3)]\no = fs[0](a)",
     "fs=[<function <lambda>>, <function <lambda>>, <function <lambda>>]; o=f32[4@x,8]"},
    {"0.10.2", "import functools\no = functools.reduce(lambda p, q: p + q, [a, a, a])",
     "o=f32[4@x,8]"},
    {"0.10.2", "import operator\no = operator.add(a, a)", "o=f32[4@x,8]"},
    {"0.10.2", "import os\no = a", "o=f32[4@x,8]"},
    {"0.10.2", "import math\no = math.nothere",
     "2 AttributeError: module 'math' has no attribute 'nothere'; o=?"},
    {"0.10.2", "o = ()", "o=()"},
    {"0.10.2",
     "import jax.numpy as jn\nfrom jax import numpy as jn2, lax as L\no = jn.sin(a) + jn2.cos(a) + "
     "L.tan(a)",
     "o=f32[4@x,8]"},
    {"0.10.2", "import jax.nn\no = jax.nn.relu(a)", "o=f32[4@x,8]"},
    {"0.10.2", "from jax.nn import relu, nothere\no = relu(a)",
     "1 ImportError: cannot import name 'nothere' from 'jax.nn'; nothere=?; o=f32[4@x,8]"},
    {"0.10.2", "import jax.nothere\no = a", "o=f32[4@x,8]"},
    {"0.10.2", "from math import pi, sqrt as sq\no = sq(pi ** 2)",
     "pi=3.141592653589793; o=3.141592653589793"},
    {"0.10.2", "import functools, operator\no = functools.reduce(operator.mul, [2, 3, 4])", "o=24"},
    {"0.10.2", "o = jax.ad_checkpoint.checkpoint_name(a, 'n')",
     "1 AttributeError: module 'jax' has no attribute 'ad_checkpoint'; o=?"},
    {"0.10.2", "import jax.ad_checkpoint\no = jax.ad_checkpoint.checkpoint_name(a, 'n')",
     "o=f32[4@x,8]"},
    {"0.10.2",
     "from jax.ad_checkpoint import checkpoint_name\no = checkpoint_name(a, 'n')\n"
     "p = jax.ad_checkpoint.checkpoint_name(a, 'n')",
     "o=f32[4@x,8]; p=f32[4@x,8]"},
    {"0.10.2", "from jax import ad_checkpoint\no = ad_checkpoint.checkpoint_name(a, 'n')",
     "o=f32[4@x,8]"},
    {"0.10.2", "o = P()", "o=PartitionSpec()"},
    {"0.10.2", "o = 3(a)", "1 TypeError: 'int' object is not callable; o=?"},
    {"0.7.0", "o = jax.sharding.PositionalSharding",
     "1 AttributeError: jax.sharding.PositionalSharding was deprecated in JAX v0.6.0 and removed "
     "in JAX v0.7.0; o=?"},
    {"0.10.2", "o = jax.sharding.PositionalSharding",
     "1 AttributeError: module 'jax.sharding' has no attribute 'PositionalSharding'; o=?"},
    {"0.10.2", "o = jnp.fix(a)",
     "1 AttributeError: jax.numpy.fix was deprecated in JAX v0.9.0, and will be removed in JAX "
     "v0.10.0. Use jax.numpy.trunc instead.; o=?"},
};

Test(module, outcomes)
{
	testing_outcomes(cases, ROWS(cases));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case scopes_and_what_leaves_types_alone[] = {
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "@jax.named_scope('layer')\ndef f(v):\n  return v + 1\ny = f(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "def f(v):\n  with jax.named_scope('layer'):\n    return v + 1\ny = f(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]",
     "def f(v):\n"
     "  with jax.default_matmul_precision('float32'):\n"
     "    return v @ b\n"
     "y = f(a)",
     "y f32[4@x]"},
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "def f(v):\n  jax.debug.print('v {}', v)\n  return v\ny = f(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "def f(v):\n"
     "  with jax.profiler.TraceAnnotation('step'):\n"
     "    return v\n"
     "y = f(a)",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.optimization_barrier(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3]", "y, z = lax.optimization_barrier((a, b))",
     "y f32[4@x,3]; z f32[3]"},
    {"0.10.2", "x=2", "b f32[3]",
     "def f(v):\n"
     "  with jax.named_scope('layer'):\n"
     "    return v @ v\n"
     "y = f(b[:2, None])",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (1,) and (2,)."},
    {"0.10.2", "x=2", "b f32[3]", "y = jax.make_jaxpr(lambda v: v @ jnp.ones(4))(b)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2", "", "y = lax.optimization_barrier()",
     "TypeError: optimization_barrier() missing 1 required positional argument: "
     "'operand'"},
    {"0.10.2", "x=2", "b f32[3]", "def f(v):\n  with jax.named_scope():\n    return v\ny = f(b)",
     "TypeError: named_scope() missing 1 required positional argument: 'name'"},
};

/* Names, precisions, barriers, prints, jaxprs. */
Test(scopes, scopes_and_what_leaves_types_alone)
{
	testing_programs(scopes_and_what_leaves_types_alone,
	                 ROWS(scopes_and_what_leaves_types_alone));
}

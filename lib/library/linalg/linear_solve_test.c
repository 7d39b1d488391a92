/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case custom_linear_solve_calls_its_parts[] = {
    {"0.10.2", "x=2", "a f32[4,4]; b f32[4]",
     "y = lax.custom_linear_solve(lambda v: a @ v, b, lambda f, v: jnp.linalg.solve(a, v))",
     "y f32[4]"},
    {"0.10.2", "x=2", "a f32[4,4]; b f32[4]",
     "y = lax.custom_linear_solve(lambda v: a @ v, b, solve=lambda f, v: v, symmetric=True)",
     "y f32[4]"},
    {"0.10.2", "x=2", "a f32[4,4]; m f32[4,3]",
     "y = lax.custom_linear_solve(lambda v: a @ v, m, lambda f, v: v, lambda f, v: v)",
     "y f32[4,3]"},
    {"0.10.2", "x=2", "a f32[4,4]; b f32[4]",
     "y, aux = lax.custom_linear_solve(lambda v: a @ v, b, lambda f, v: (v, v.sum()), "
     "has_aux=True)",
     "aux f32[]; y f32[4]"},
    {"0.10.2", "x=2", "b f32[4]",
     "y = lax.custom_linear_solve(lambda t: {'u': t['u']}, {'u': b}, lambda f, t: t)",
     "y['u'] f32[4]"},
    {"0.10.2", "x=2", "a f32[4,4]; b f32[4]",
     "y = lax.custom_linear_solve(lambda v: a @ v, b, lambda f, v: f(v))", "y f32[4]"},
};

/* What the functions are given and must give back. */
Test(linear_solve, custom_linear_solve_calls_its_parts)
{
	testing_programs(custom_linear_solve_calls_its_parts,
	                 ROWS(custom_linear_solve_calls_its_parts));
}

static const struct program_case custom_linear_solve_refuses[] = {
    {"0.10.2", "x=2", "a f32[4,4]; b f32[4]; m f32[4,3]",
     "y = lax.custom_linear_solve(lambda v: a @ v, b, lambda f, v: m)",
     "ValueError: solve() output shapes must match b, got [(4, 3)] and [(4,)]"},
    {"0.10.2", "x=2", "b f32[4]",
     "y = lax.custom_linear_solve(lambda v: v.sum(), b, lambda f, v: v)",
     "ValueError: matvec() output shapes must match b, got [()] and [(4,)]"},
    {"0.10.2", "x=2", "a f32[4,4]; b f32[4]",
     "y = lax.custom_linear_solve(lambda v: a @ v, b, lambda f, v: (v, v))",
     "ValueError: solve() output shapes must match b, got [(4,), (4,)] and [(4,)]"},
    {"0.10.2", "x=2", "a f32[4,4]; b f32[4]",
     "y = lax.custom_linear_solve(lambda v: a @ v, b, lambda v: v)",
     "TypeError: <lambda>() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "b f32[4]; m f32[4,3]",
     "y = lax.custom_linear_solve(lambda v: v @ m, b, lambda f, v: v)",
     "ValueError: matvec() output shapes must match b, got [(3,)] and [(4,)]"},
    {"0.10.2", "x=2", "a f32[4,4]; b f32[4]",
     "y = lax.custom_linear_solve(lambda v: a @ v, b, lambda f, v: v.astype(int))", "y f32[4]"},
    {"0.10.2", "x=2", "a f32[4,4]; b f32[4]", "y = lax.custom_linear_solve(lambda v: a @ v, b)",
     "TypeError: custom_linear_solve() missing 1 required positional argument: 'solve'"},
    {"0.10.2", "x=2", "a f32[4,4]; b f32[4]",
     "y = lax.custom_linear_solve(lambda v: a @ v, b, lambda f, v: v, tol=1)",
     "TypeError: custom_linear_solve() got an unexpected keyword argument 'tol'"},
    {"0.10.2", "x=2", "b f32[4]",
     "y = lax.custom_linear_solve(lambda v: (v, v), b, lambda f, v: v)",
     "ValueError: matvec() output shapes must match b, got [(4,), (4,)] and [(4,)]"},
};

/* Parts that give other types, and parts that are no functions. */
Test(linear_solve, custom_linear_solve_refuses)
{
	testing_programs(custom_linear_solve_refuses, ROWS(custom_linear_solve_refuses));
}

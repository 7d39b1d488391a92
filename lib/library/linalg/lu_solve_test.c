/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case solutions_by_factors[] = {
    {"0.10.2", "x=2", "t f32[5,4,4]; u f32[5,4]", "y = jnp.linalg.solve(t, u[..., None])",
     "y f32[5,4,1]"},
    {"0.10.2", "x=2", "a f32[4,4]", "y = jnp.linalg.solve(a, jnp.ones((2, 4, 3)))", "y f32[2,4,3]"},
    {"0.10.2", "x=2", "t f32[5,4,4]", "y = jnp.linalg.solve(t, jnp.ones((5, 4, 3)))",
     "y f32[5,4,3]"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.solve(jnp.ones((1, 4, 4)), jnp.ones((5, 4, 3)))",
     "y f32[5,4,3]"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.inv(jnp.ones((2, 3, 4, 4)))", "y f32[2,3,4,4]"},
    {"0.10.2", "x=2", "t f32[5,4,4]; u f32[5,4]", "y = jax.vmap(jnp.linalg.solve)(t, u)",
     "y f32[5,4]"},
    {"0.10.2", "x=2", "a f32[4,4]; u f32[5,4]",
     "y = jax.vmap(jnp.linalg.solve, in_axes=(None, 0))(a, u)", "y f32[5,4]"},
    {"0.10.2", "x=2", "t f32[5,4,4]", "y = jax.vmap(jnp.linalg.inv)(t)", "y f32[5,4,4]"},
    {"0.10.2", "x=2", "t f32[5,4,4]",
     "y = jax.vmap(jax.vmap(jnp.linalg.solve, (None, 0)))(t, jnp.ones((5, 2, 4)))", "y f32[5,2,4]"},
    {"0.10.2", "x=2", "t f32[5,4,4]; u f32[5,4]", "y = jnp.linalg.solve(t, u)",
     "ValueError: Invalid shapes for solve: (5, 4, 4), (5, 4). Prior to JAX v0.5.0, "
     "this would have been treated as a batched 1-dimensional solve. To recover this "
     "behavior, use solve(a, b[..., None]).squeeze(-1)."},
    {"0.10.2", "x=2", "a f32[4,4]; v f32[3]", "y = jnp.linalg.solve(a, v)",
     "ValueError: inconsistent size for core dimension 'm': 3 vs 4 on vectorized "
     "function with excluded=frozenset() and signature='(m,m),(m)->(m)'"},
    {"0.10.2", "x=2", "", "y = jnp.linalg.solve(jnp.ones((2, 4, 4)), jnp.ones((5, 4, 3)))",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(2,), (5,)]"},
    {"0.10.2", "x=2", "m f32[4,3]; t f32[5,4,4]", "y = jax.vmap(jnp.linalg.solve)(t, m)",
     "ValueError: vmap got inconsistent sizes for array axes to be mapped:"},
};

/* lu_solve and its like of jax.scipy.linalg, as far as they are known. */
Test(lu_solve, solutions_by_factors)
{
	testing_programs(solutions_by_factors, ROWS(solutions_by_factors));
}

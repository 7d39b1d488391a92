/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case areas_under_a_curve[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.trapezoid(a)", "y f32[4@x]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.trapezoid(i)", "y f32[]"},
    {"0.10.2", "x=2", "h f16[6]", "y = jnp.trapezoid(h, dx=2.0)", "y f16[]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; p f32[6]", "y = jnp.trapezoid(a, p)", "y f32[4@x]"},
    {"0.10.2", "x=2", "m f32[4,6]", "y = jnp.trapezoid(m, m, axis=0)", "y f32[6]"},
    {"0.10.2", "x=2", "m f32[4,6]", "y = jnp.trapezoid(m, axis=-2)", "y f32[6]"},
    {"0.10.2", "x=2", "i i32[6]; s f32[]", "y = jnp.trapezoid(i, None, s)", "y f32[]"},
    {"0.10.2", "x=2", "m f32[4,6]", "y = jax.vmap(jnp.trapezoid)(m)", "y f32[4]"},
};

/* Along one axis, with even steps or points. */
Test(numpy_trapezoid, areas_under_a_curve)
{
	testing_programs(areas_under_a_curve, ROWS(areas_under_a_curve));
}

static const struct program_case areas_refused[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]; p f32[5]", "y = jnp.trapezoid(a, p)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(4,), (4, 5)]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.trapezoid(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "i i32[6]; m f32[2,2]", "y = jnp.trapezoid(i, m)", "y f32[2]"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.trapezoid(s)",
     "ValueError: axis -1 is out of bounds for array of dimension 0"},
    {"0.10.2", "x=2", "", "y = jnp.trapezoid([1.0, 2.0])",
     "TypeError: trapezoid requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.trapezoid()",
     "TypeError: trapezoid() missing 1 required positional argument: 'y'"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.trapezoid(i, d=1)",
     "TypeError: trapezoid() got an unexpected keyword argument 'd'"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.trapezoid(i, None, 1.0, -1, None)",
     "TypeError: trapezoid() takes from 1 to 4 positional arguments but 5 were given"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.trapezoid(a, axis=0)",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=f32[6,4@x] and "
     "output shape=(6, 1)"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.trapz(i)",
     "AttributeError: module 'jax.numpy' has no attribute 'trapz'"},
};

/* Points of another length, and axes out of bounds. */
Test(numpy_trapezoid, areas_refused)
{
	testing_programs(areas_refused, ROWS(areas_refused));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case products_of_groups[] = {
    {"0.10.2", "x=2", "a f32[8,3]; b f32[2,3,5]; g i32[2]", "y = lax.ragged_dot(a, b, g)",
     "NotImplementedError: Explicit sharding inference for ragged_dot_general is not "
     "currently implemented. Please specify out_sharding."},
    {"0.10.2", "x=2", "b f32[2,3,5]; g i32[2]; h f16[8,3]",
     "y = lax.ragged_dot(h, b.astype(jnp.float16), g, preferred_element_type=jnp.float32)",
     "NotImplementedError: Explicit sharding inference for ragged_dot_general is not "
     "currently implemented. Please specify out_sharding."},
    {"0.10.2", "x=2", "a f32[8,3]; b f32[2,3,5]; g i32[2]",
     "y = lax.ragged_dot(a, b, group_sizes=g, precision='high')",
     "NotImplementedError: Explicit sharding inference for ragged_dot_general is not "
     "currently implemented. Please specify out_sharding."},
    {"0.10.2", "x=2", "b f32[2,3,5]; g i32[2]",
     "y = jax.vmap(lambda v: lax.ragged_dot(v, b, g))(jnp.ones((4, 8, 3)))",
     "NotImplementedError: ragged_dot vmap over any dim but 0 - NYI"},
    {"0.10.2", "x=2", "a f32[8,3]; g i32[2]", "y = lax.ragged_dot(a, jnp.ones((2, 4, 5)), g)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2", "a f32[8,3]; b f32[2,3,5]", "y = lax.ragged_dot(a, b, jnp.ones(3, int))",
     "TypeError: expected rhs group dimension size to be 3, got 2."},
    {"0.10.2", "x=2", "a f32[8,3]; b f32[2,3,5]", "y = lax.ragged_dot(a, b, jnp.ones((2, 2), int))",
     "TypeError: expected group_sizes to have shape (2,), got (2, 2)."},
    {"0.10.2", "x=2", "a f32[8,3]; b f32[2,3,5]", "y = lax.ragged_dot(a, b, jnp.ones(2))",
     "TypeError: ragged_dot_general requires that group_sizes.dtype is subtype of "
     "np.integer."},
    {"0.10.2", "x=2", "a f32[8,3]; g i32[2]", "y = lax.ragged_dot(a, jnp.ones((3, 5)), g)",
     "TypeError: expected rhs group dimension size to be 2, got 3."},
    {"0.10.2", "x=2", "b f32[2,3,5]; g i32[2]", "y = lax.ragged_dot(jnp.ones(3), b, g)",
     "TypeError: dot_general requires lhs dimension numbers to be nonnegative and less "
     "than the number of axes of the lhs value, got lhs_batch of () and "
     "lhs_contracting of (1,) for lhs of rank 1"},
    {"0.10.2", "x=2", "a f32[8,3]; b f32[2,3,5]", "y = lax.ragged_dot(a, b)",
     "TypeError: ragged_dot() missing 1 required positional argument: 'group_sizes'"},
    {"0.10.2", "x=2", "a f32[8,3]; b f32[2,3,5]; g i32[2]", "y = lax.ragged_dot(a, b, g, sizes=g)",
     "TypeError: ragged_dot() got an unexpected keyword argument 'sizes'"},
    {"0.10.2", "x=2", "b f32[2,3,5]; g i32[2]; s f32[8@x,3]", "y = lax.ragged_dot(s, b, g)",
     "NotImplementedError: Explicit sharding inference for ragged_dot_general is not "
     "currently implemented. Please specify out_sharding."},
};

/* Rows of the left in groups, each with a matrix of its own. */
Test(lax_ragged_dot, products_of_groups)
{
	testing_programs(products_of_groups, ROWS(products_of_groups));
}

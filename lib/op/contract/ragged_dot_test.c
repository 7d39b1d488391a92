/* SPDX-License-Identifier: Apache-2.0 */
/* Ragged contractions: groups, dtypes, shardings and vmap.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case ragged[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,4]; b f32[3,4,5]; g i32[3]", "p = lax.ragged_dot(a, b, g)",
     "NotImplementedError: Explicit sharding inference for ragged_dot_general is not "
     "currently implemented. Please specify out_sharding."},
    {"0.10.2", "x=2 y=4", "a f32[8,4]; b f32[3,4,5]; g i32[3]",
     "p = lax.ragged_dot(a, b, g, preferred_element_type=jnp.bfloat16)",
     "NotImplementedError: Explicit sharding inference for ragged_dot_general is not "
     "currently implemented. Please specify out_sharding."},
    {"0.10.2", "x=2 y=4", "a f32[8,4]; b f32[3,4,5]; g i32[3]", "p = lax.ragged_dot(a, b[0], g)",
     "TypeError: expected rhs group dimension size to be 3, got 4."},
    {"0.10.2", "x=2 y=4", "a f32[8,4]; b f32[3,4,5]; g i32[3]", "p = lax.ragged_dot(a[0], b, g)",
     "TypeError: dot_general requires lhs dimension numbers to be nonnegative and less "
     "than the number of axes of the lhs value, got lhs_batch of () and "
     "lhs_contracting of (1,) for lhs of rank 1"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]; b f32[3,4,5]; g i32[3]", "p = lax.ragged_dot(a, b, g[:2])",
     "TypeError: expected rhs group dimension size to be 2, got 3."},
    {"0.10.2", "x=2 y=4", "a f32[8,4]; b f32[3,4,5]; g i32[3]", "p = lax.ragged_dot(a, b, g[None])",
     "TypeError: expected group_sizes to have shape (3,), got (1, 3)."},
    {"0.10.2", "x=2 y=4", "a f32[8,4]; g i32[3]", "p = lax.ragged_dot(a, jnp.ones((3, 5, 5)), g)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (4,) and (5,)."},
    {"0.10.2", "x=2 y=4", "a f32[8,4]; b f32[3,4,5]", "p = lax.ragged_dot(a, b, jnp.ones(3))",
     "TypeError: ragged_dot_general requires that group_sizes.dtype is subtype of "
     "np.integer."},
    {"0.10.2", "x=2 y=4", "b f32[3,4,5]; g i32[3]; h bf16[8,4]", "p = lax.ragged_dot(h, b, g)",
     "NotImplementedError: Explicit sharding inference for ragged_dot_general is not "
     "currently implemented. Please specify out_sharding."},
    {"0.10.2", "x=2 y=4", "b f32[3,4,5]; g i32[3]; i i32[8,4]", "p = lax.ragged_dot(i, b, g)",
     "NotImplementedError: Explicit sharding inference for ragged_dot_general is not "
     "currently implemented. Please specify out_sharding."},
    {"0.10.2", "x=2 y=4", "a f32[8,4]; b f32[3,4,5]", "p = lax.ragged_dot(a, b, 3)",
     "TypeError: expected rank of group_sizes to be >=1."},
    {"0.10.2", "x=2 y=4", "b f32[3,4,5]; g i32[3]; c f32[8@x,4]", "p = lax.ragged_dot(c, b, g)",
     "NotImplementedError: Explicit sharding inference for ragged_dot_general is not "
     "currently implemented. Please specify out_sharding."},
    {"0.10.2", "x=2 y=4", "a f32[8,4]; g i32[3]; d f32[3,4,8@y]", "p = lax.ragged_dot(a, d, g)",
     "NotImplementedError: Explicit sharding inference for ragged_dot_general is not "
     "currently implemented. Please specify out_sharding."},
    {"0.10.2", "x=2 y=4", "g i32[3]; c f32[8@x,4]; d f32[3,4,8@y]", "p = lax.ragged_dot(c, d, g)",
     "NotImplementedError: Explicit sharding inference for ragged_dot_general is not "
     "currently implemented. Please specify out_sharding."},
    {"0.10.2", "x=2 y=4", "b f32[3,4,5]; g i32[3]", "p = lax.ragged_dot(jnp.ones((0, 4)), b, g)",
     "NotImplementedError: Explicit sharding inference for ragged_dot_general is not "
     "currently implemented. Please specify out_sharding."},
    {"0.10.2", "x=2 y=4", "a f32[8,4]",
     "p = lax.ragged_dot(a, jnp.ones((0, 4, 5)), jnp.ones(0, jnp.int32))",
     "NotImplementedError: Explicit sharding inference for ragged_dot_general is not "
     "currently implemented. Please specify out_sharding."},
    {"0.10.2", "x=2 y=4", "",
     "p = jax.vmap(lax.ragged_dot)(jnp.ones((2, 8, 4)), jnp.ones((2, 3, 4, 5)), jnp.ones((2, 3), "
     "jnp.int32))",
     "NotImplementedError: Explicit sharding inference for ragged_dot_general is not "
     "currently implemented. Please specify out_sharding."},
    {"0.10.2", "x=2 y=4", "b f32[3,4,5]; g i32[3]",
     "p = jax.vmap(lambda q: lax.ragged_dot(q, b, g))(jnp.ones((2, 8, 4)))",
     "NotImplementedError: ragged_dot vmap over any dim but 0 - NYI"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]; g i32[3]",
     "p = jax.vmap(lambda q: lax.ragged_dot(a, q, g))(jnp.ones((2, 3, 4, 5)))",
     "NotImplementedError: ragged_dot vmap over any dim but 0 - NYI"},
    {"0.10.2", "x=2 y=4", "a f32[8,4]; b f32[3,4,5]",
     "p = jax.vmap(lambda q: lax.ragged_dot(a, b, q))(jnp.ones((2, 3), jnp.int32))",
     "NotImplementedError: ragged_dot vmap over any dim but 0 - NYI"},
    {"0.10.2", "x=2 y=4", "g i32[3]",
     "p = jax.vmap(lambda q, r: lax.ragged_dot(q, r, g), in_axes=(1, 2), out_axes=1)(jnp.ones((8, "
     "2, 4)), jnp.ones((3, 4, 2, 5)))",
     "NotImplementedError: ragged_dot vmap over any dim but 0 - NYI"},
    {"0.10.2", "x=2 y=4", "",
     "p = jax.vmap(jax.vmap(lax.ragged_dot))(jnp.ones((6, 2, 8, 4)), jnp.ones((6, 2, 3, 4, 5)), "
     "jnp.ones((6, 2, 3), jnp.int32))",
     "NotImplementedError: Explicit sharding inference for ragged_dot_general is not "
     "currently implemented. Please specify out_sharding."},
};

/* The groups are along the rows of the left operand, and each has a matrix of the right one. */
Test(ragged_dot, judge_ragged_dots)
{
	testing_programs(ragged, ROWS(ragged));
}

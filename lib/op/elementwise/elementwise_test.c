/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "op/elementwise/elementwise.h"

#include "testing/program_cases.h"

static const struct program_case meetings[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[8,4@y]", "c = a + b", "c f32[8@x,4@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[8@y,4]", "c = lax.add(a, b)",
     "ShardingTypeError: add got incompatible shardings for broadcasting: ('x', None), "
     "('y', None)."},
    {"0.10.2", "x=2 y=4", "a f32[8@x,8]; b f32[8,8@x]", "c = a * b",
     "ShardingTypeError: mul operation with inputs: f32[8@x,8], f32[8,8@x] produces an "
     "illegally sharded result: f32[8@x,8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@(x,y),4]; b f32[8@(y,x),4]", "c = jnp.maximum(a, b)",
     "ShardingTypeError: max got incompatible shardings for broadcasting: (('x', 'y'), "
     "None), (('y', 'x'), None)."},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[4@y]", "c = a - b", "c f32[8@x,4@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[1,4@y]", "c = lax.sub(a, b)", "c f32[8@x,4@y]"},
    {"0.10.2", "x=1 y=4", "a f32[1@x,4]; b f32[8,4@y]", "c = lax.sub(a, b)", "c f32[8@x,4@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]", "c = a + 1\nd = 2.5 * a\ne = a > 0\nf = -a",
     "c f32[8@x,4]; d f32[8@x,4]; e bool[8@x,4]; f f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; s f32[]", "c = lax.mul(a, s)\nd = lax.mul(s, s)",
     "c f32[8@x,4]; d f32[]"},
    {"0.10.2", "x=2 y=4", "a i32[8@x,4]; b f32[4]", "c = a * b\nd = a / 2\ne = a // 2\nf = a % 3",
     "c f32[8@x,4]; d f32[8@x,4]; e i32[8@x,4]; f i32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "a i32[8@x]; b f32[8]", "c = lax.add(a, b)",
     "TypeError: lax.add requires arguments to have the same dtypes, got int32, "
     "float32. (Tip: jnp.add is a similar function that does automatic type promotion "
     "on inputs)."},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[8]", "c = lax.add(a, b)",
     "TypeError: add: arrays must have the same number of dimensions, got {1, 2}"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[8,3]", "c = lax.add(a, b)",
     "TypeError: add got incompatible shapes for broadcasting: (8, 4), (8, 3)."},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[8,3]", "c = a + b",
     "TypeError: add got incompatible shapes for broadcasting: (8, 4), (8, 3)."},
    {"0.10.2", "x=2 y=4", "a i32[8@x]", "c = lax.exp(a)",
     "TypeError: exp does not accept dtype int32. Accepted dtypes are subtypes of "
     "floating, complexfloating."},
    {"0.10.2", "x=2 y=4", "a i32[8@x]", "c = jnp.exp(a)\nd = jnp.abs(a)\ne = a ** 2\nf = a ** 0.5",
     "c f32[8@x]; d i32[8@x]; e i32[8@x]; f f32[8@x]"},
    {"0.10.2", "x=2 y=4", "a bool[8@x]; b bool[8]", "c = a & b\nd = ~a\ne = a | b\nf = a + b",
     "c bool[8@x]; d bool[8@x]; e bool[8@x]; f bool[8@x]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,4]; b f32[8@y,4]", "c = a + b",
     "ShardingTypeError: add got incompatible shardings for broadcasting: ('x', None), "
     "('y', None)."},
    {"0.12.0.1", "x=2 y=4", "a f32[8@x,8]; b f32[8,8@x]", "c = a + b",
     "ShardingTypeError: add operation with inputs: f32[8@x,8], f32[8,8@x] produces an "
     "illegally sharded result: f32[8@x,8@x]"},
    {"0.10.2", "x=2 auto y=4", "a f32[8@x,4]; b f32[8,4]", "c = a + b", "c f32[8@x,4]"},
    {"0.10.2", "auto x=2 y=4", "a f32[8,4]; b f32[8,4]", "c = a + b", "c f32[8,4]"},
};

/* Operands meet dimension by dimension; what they cannot agree on is an error with its text. */
Test(elementwise, operands_meet_as_in_jax)
{
	testing_programs(meetings, ROWS(meetings));
}

static const struct program_case mapped[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[8@x,4@y]", "c = jax.vmap(lambda p, q: p + q)(a, b)",
     "c f32[8@x,4@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[4]", "c = jax.vmap(lambda p: p + b)(a)",
     "c f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,4@y]; b f32[8]",
     "c = jax.vmap(lambda p, q: lax.mul(p, q))(a, b)", "c f32[8,4@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,4]; b f32[4,8@x]",
     "c = jax.vmap(lambda p, q: p * q, in_axes=(0, 1))(a, b)", "c f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "a f32[3,8@x]; b f32[3,8@y]",
     "c = jax.vmap(lambda p, q: lax.add(p, q))(a, b)",
     "ShardingTypeError: add got incompatible shardings for broadcasting: (None, 'x'), "
     "(None, 'y')."},
    {"0.10.2", "x=2 y=4", "a f32[3,8@x]; b f32[3,8@y]", "c = jax.vmap(lambda p, q: p + q)(a, b)",
     "ShardingTypeError: add got incompatible shardings for broadcasting: ('x',), "
     "('y',)."},
    {"0.10.2", "x=2 y=4", "a f32[8@x]", "c = jax.vmap(lambda p: jnp.where(p > 0, p, 0.0))(a)",
     "c f32[8@x]"},
};

/* Under vmap the whole arrays meet, and functions that JAX jits meet by their examples first. */
Test(elementwise, examples_meet_under_vmap)
{
	testing_programs(mapped, ROWS(mapped));
}

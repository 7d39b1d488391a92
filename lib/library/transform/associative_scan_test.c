/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case partial_results_of_a_scan[] = {
    {"0.10.2", "x=2", "a f32[8,3]", "y = lax.associative_scan(jnp.add, a)", "y f32[8,3]"},
    {"0.10.2", "x=2", "b f32[7]", "y = lax.associative_scan(jnp.multiply, b, reverse=True)",
     "y f32[7]"},
    {"0.10.2", "x=2", "i i32[4,5]", "y = lax.associative_scan(jnp.maximum, i, axis=1)",
     "y i32[4,5]"},
    {"0.10.2", "x=2", "k bool[4]", "y = lax.associative_scan(jnp.logical_or, k)", "y bool[4]"},
    {"0.10.2", "x=2", "i i32[4,5]", "y = lax.associative_scan(lambda p, q: p * q, i, axis=-1)",
     "y i32[4,5]"},
    {"0.10.2", "x=2", "o f32[1]", "y = lax.associative_scan(jnp.add, o)", "y f32[1]"},
    {"0.10.2", "x=2", "e f32[0,2]", "y = lax.associative_scan(jnp.add, e)", "y f32[0,2]"},
    {"0.10.2", "x=2", "s f32[4,6@x]", "y = lax.associative_scan(jnp.add, s)", "y f32[4,6@x]"},
    {"0.10.2", "x=2", "b f32[7]",
     "y, z = lax.associative_scan(lambda p, q: (p[0] * q[0], q[0] * p[1] + q[1]), (b, b))",
     "y f32[7]; z f32[7]"},
    {"0.10.2", "x=2", "a f32[8,3]",
     "y = lax.associative_scan(lambda p, q: {'u': p['u'] + q['u']}, {'u': a})", "y['u'] f32[8,3]"},
    {"0.10.2", "x=2", "", "y = lax.associative_scan(jnp.matmul, jnp.ones((5, 2, 2)))",
     "y f32[5,2,2]"},
    {"0.10.2", "x=2", "i i32[4,5]", "y = jax.lax.associative_scan(jnp.minimum, i, True, 0)",
     "y i32[4,5]"},
    {"0.10.2", "x=2", "i i32[4,5]", "y = jax.vmap(lambda p: lax.associative_scan(jnp.add, p))(i)",
     "y i32[4,5]"},
};

/* Of arrays and trees, along an axis and from the end. */
Test(associative_scan, partial_results_of_a_scan)
{
	testing_programs(partial_results_of_a_scan, ROWS(partial_results_of_a_scan));
}

static const struct program_case associative_scan_refuses[] = {
    {"0.10.2", "x=2", "a f32[8,3]", "y = lax.associative_scan(3, a)",
     "TypeError: lax.associative_scan: fn argument should be callable."},
    {"0.10.2", "x=2", "a f32[8,3]", "y = lax.associative_scan(None, a)",
     "TypeError: lax.associative_scan: fn argument should be callable."},
    {"0.10.2", "x=2", "a f32[8,3]", "y = lax.associative_scan(jnp.add, a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "s f32[]", "y = lax.associative_scan(jnp.add, s)",
     "ValueError: axis 0 is out of bounds for array of dimension 0"},
    {"0.10.2", "x=2", "a f32[8,3]; b f32[7]", "y = lax.associative_scan(lambda p, q: p, (a, b))",
     "ValueError: Array inputs to associative_scan must have the same first dimension. "
     "(saw: [(8, 3), (7,)])"},
    {"0.10.2", "x=2", "a f32[8,3]; s f32[]", "y = lax.associative_scan(lambda p, q: p, (a, s))",
     "IndexError: tuple index out of range"},
    {"0.10.2", "x=2", "", "y = lax.associative_scan(jnp.add, ())",
     "IndexError: list index out of range"},
    {"0.10.2", "x=2", "", "y = lax.associative_scan(jnp.add)",
     "TypeError: associative_scan() missing 1 required positional argument: 'elems'"},
    {"0.10.2", "x=2", "a f32[8,3]", "y = lax.associative_scan(jnp.add, a, False, 0, None)",
     "TypeError: associative_scan() takes from 2 to 4 positional arguments but 5 were "
     "given"},
    {"0.10.2", "x=2", "a f32[8,3]", "y = lax.associative_scan(jnp.add, a, direction='back')",
     "TypeError: associative_scan() got an unexpected keyword argument 'direction'"},
    {"0.10.2", "x=2", "a f32[8,3]", "y = lax.associative_scan(lambda p: p, a)",
     "TypeError: <lambda>() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "a f32[8,3]", "y = lax.associative_scan(jnp.add, a, axis=1.0)",
     "TypeError: 'float' object cannot be interpreted as an integer"},
    {"0.10.2", "x=2", "a f32[8,3]", "y = lax.associative_scan(jnp.dot, a)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2", "r f32[8@x,3]", "y = lax.associative_scan(jnp.add, r)",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=f32[2@x,3] and "
     "output shape=(1, 3)"},
};

/* What is no function, axes out of bounds, lengths that differ. */
Test(associative_scan, associative_scan_refuses)
{
	testing_programs(associative_scan_refuses, ROWS(associative_scan_refuses));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case a_function_for_each_element[] = {
    {"0.10.2", "x=2", "a f32[8,3]", "y = lax.map(lambda r: r.sum(), a)", "y f32[8]"},
    {"0.10.2", "x=2", "a f32[8,3]", "y = lax.map(jnp.sin, a)", "y f32[8,3]"},
    {"0.10.2", "x=2", "i i32[6]", "y, z = lax.map(lambda r: (r, r + 1), i)", "y i32[6]; z i32[6]"},
    {"0.10.2", "x=2", "a f32[8,3]", "y = lax.map(lambda t: t['u'] * t['v'], {'u': a, 'v': a})",
     "y f32[8,3]"},
    {"0.10.2", "x=2", "i i32[6]", "y = lax.map(lambda r: 1.0, i)", "y f32[6]"},
    {"0.10.2", "x=2", "s f32[6,4@x]", "y = lax.map(lambda r: r * 2, s)", "y f32[6,4@x]"},
    {"0.10.2", "x=2", "a f32[8,3]", "y = lax.map(lambda p: p[0] + p[1], (a, jnp.arange(8)))",
     "y f32[8,3]"},
    {"0.10.2", "x=2", "a f32[8,3]", "y = lax.map(lambda r: lax.map(lambda e: e + 1, r), a)",
     "y f32[8,3]"},
};

/* Its results are stacked; the elements can be trees. */
Test(lax_map, a_function_for_each_element)
{
	testing_programs(a_function_for_each_element, ROWS(a_function_for_each_element));
}

static const struct program_case batches_of_elements[] = {
    {"0.10.2", "x=2", "a f32[8,3]", "y = lax.map(lambda r: r.sum(), a, batch_size=4)", "y f32[8]"},
    {"0.10.2", "x=2", "a f32[8,3]", "y = lax.map(lambda r: r.sum(), a, batch_size=3)", "y f32[8]"},
    {"0.10.2", "x=2", "i i32[7]", "y = lax.map(lambda r: r + 1, i, batch_size=10)", "y i32[7]"},
    {"0.10.2", "x=2", "s f32[6,4@x]", "y = lax.map(lambda r: r * 2, s, batch_size=2)",
     "y f32[6,4@x]"},
    {"0.10.2", "x=2", "s f32[6,4@x]", "y = lax.map(lambda r: r * 2, s, batch_size=4)",
     "y f32[6,4@x]"},
    {"0.10.2", "x=2", "a f32[8,3]", "y, z = lax.map(lambda r: (r, r.sum()), a, batch_size=5)",
     "y f32[8,3]; z f32[8]"},
    {"0.10.2", "x=2", "e f32[0,3]", "y = lax.map(lambda r: r, e, batch_size=2)", "y f32[0,3]"},
    {"0.10.2", "x=2", "i i32[7]", "y = lax.map(lambda r: r + 1, i, batch_size=None)", "y i32[7]"},
    {"0.10.2", "x=2", "a f32[8,3]", "y = lax.map(lambda t: t['u'], {'u': a}, batch_size=8)",
     "y f32[8,3]"},
    {"0.10.2", "x=2", "i i32[7]", "y = lax.map(lambda r: r + 1, i, batch_size=0)", "y i32[7]"},
};

/* Batches are mapped by vmap, and what is left over in one more. */
Test(lax_map, batches_of_elements)
{
	testing_programs(batches_of_elements, ROWS(batches_of_elements));
}

static const struct program_case map_refuses[] = {
    {"0.10.2", "x=2", "s f32[]; r f32[8@x,3]", "y = lax.map(lambda r: r, s)",
     "IndexError: tuple index out of range"},
    {"0.10.2", "x=2", "a f32[8,3]; i i32[6]; r f32[8@x,3]", "y = lax.map(lambda r: r, (a, i))",
     "ValueError: scan got values with different leading axis sizes: 8, 6."},
    {"0.10.2", "x=2", "r f32[8@x,3]", "y = lax.map(lambda r: r, ())",
     "ValueError: scan got no values to scan over and `length` not provided."},
    {"0.10.2", "x=2", "a f32[8,3]", "y = lax.map(lambda p, q: p, a)",
     "TypeError: <lambda>() missing 1 required positional argument: 'q'"},
    {"0.10.2", "x=2", "a f32[8,3]", "y = lax.map(3, a)", "TypeError: 'int' object is not callable"},
    {"0.10.2", "x=2", "a f32[8,3]; r f32[8@x,3]", "y = lax.map(lambda r: r, a, 2)",
     "TypeError: map() takes 2 positional arguments but 3 were given"},
    {"0.10.2", "x=2", "a f32[8,3]; r f32[8@x,3]", "y = lax.map(lambda r: r, a, batch=2)",
     "TypeError: map() got an unexpected keyword argument 'batch'"},
    {"0.10.2", "x=2", "r f32[8@x,3]", "y = lax.map(lambda r: r)",
     "TypeError: map() missing 1 required positional argument: 'xs'"},
    {"0.10.2", "x=2", "r f32[8@x,3]", "y = lax.map(lambda r: r, r)",
     "ValueError: 0th dimension of all xs should be replicated. Got P('x', None)"},
    {"0.10.2", "x=2", "r f32[8@x,3]", "y = lax.map(lambda r: r, r, batch_size=2)",
     "ValueError: 0th dimension of leaf passed to `jax.lax.map` should be replicated. "
     "Got f32[8@x,3]({Explicit: ('x',)})"},
    {"0.10.2", "x=2", "a f32[8,3]; r f32[8@x,3]", "y = lax.map(lambda r: r @ jnp.ones(4), a)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2", "a f32[8,3]; r f32[8@x,3]",
     "y = lax.map(lambda r: r @ jnp.ones(4), a, batch_size=2)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2", "a f32[8,3]; r f32[8@x,3]", "y = lax.map(lambda r: r, a, batch_size=2.0)",
     "TypeError: 'float' object cannot be interpreted as an integer"},
};

/* Scalars, lengths that differ, a first dimension that is sharded. */
Test(lax_map, map_refuses)
{
	testing_programs(map_refuses, ROWS(map_refuses));
}

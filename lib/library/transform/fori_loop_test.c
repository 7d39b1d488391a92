/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case loops_of_a_known_length[] = {
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.fori_loop(0, 3, lambda i, c: c + 1, a)",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "b f32[3]; n i32[]", "y = lax.fori_loop(0, n, lambda i, c: c * 2, b)",
     "y f32[3]"},
    {"0.10.2", "x=2", "b f32[3]; n i32[]", "y = lax.fori_loop(n, 10, lambda i, c: c + i, b)",
     "y f32[3]"},
    {"0.10.2", "x=2", "b f32[3]", "y, z = lax.fori_loop(0, 3, lambda i, c: (c[1], c[0]), (b, b))",
     "y f32[3]; z f32[3]"},
    {"0.10.2", "x=2", "b f32[3]; u u8[]",
     "y = lax.fori_loop(0, 3, lambda i, c: {'u': c['u'] + i}, {'u': b})", "y['u'] f32[3]"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.fori_loop(0, 3, lambda i, c: c.at[i].set(i), b)",
     "y f32[3]"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.fori_loop(0, 0, lambda i, c: c, b)", "y f32[3]"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.fori_loop(5, 0, lambda i, c: c, b)", "y f32[3]"},
    {"0.10.2", "x=2", "", "y = lax.fori_loop(0, 3, lambda i, c: c + 1, 0)", "y i32[]"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.fori_loop(0, 3, lambda i, c: c + i, b, unroll=True)",
     "y f32[3]"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.fori_loop(0, 4, lambda i, c: c + i, b, unroll=2)",
     "y f32[3]"},
    {"0.10.2", "x=2", "b f32[3]; u u8[]", "y = lax.fori_loop(u, 4, lambda i, c: c + 1, b)",
     "TypeError: lower and upper arguments to fori_loop must have equal types, got "
     "uint8 and int32"},
    {"0.10.2", "x=2", "v i32[4]",
     "y = jax.vmap(lambda m: lax.fori_loop(0, m, lambda i, c: c + 1.0, 0.0))(v)", "y f32[4]"},
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "y = jax.vmap(lambda r: lax.fori_loop(0, 3, lambda i, c: c * 2, r))(a)", "y f32[4@x,3]"},
};

/* The carry keeps its type; bounds can be traced. */
Test(fori_loop, loops_of_a_known_length)
{
	testing_programs(loops_of_a_known_length, ROWS(loops_of_a_known_length));
}

static const struct program_case loops_refused[] = {
    {"0.10.2", "x=2", "b f32[3]", "y = lax.fori_loop(0, 3, lambda i, c: c.sum(), b)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.fori_loop(0, 3, lambda i, c: c.astype(int), b)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "x=2", "b f32[3]; h f16[3]", "y = lax.fori_loop(0, 3, lambda i, c: c + b, h)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.fori_loop(0, 3, lambda i, c: (c, c), b)",
     "TypeError: scan body function carry input and carry output must have the same "
     "pytree structure, but they differ:"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.fori_loop(0, 3, lambda i, c: None, b)",
     "TypeError: scan body function carry input and carry output must have the same "
     "pytree structure, but they differ:"},
    {"0.10.2", "x=2", "b f32[3]; n i32[]", "y = lax.fori_loop(0, n, lambda i, c: c.sum(), b)",
     "TypeError: while_loop body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "x=2", "b f32[3]; n i32[]", "y = lax.fori_loop(0, n, lambda i, c: (c, c), b)",
     "TypeError: while_loop body function carry input and carry output must have the "
     "same pytree structure, but they differ:"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.fori_loop(0, 3, lambda c: c, b)",
     "TypeError: <lambda>() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.fori_loop(0, 3, 3, b)",
     "TypeError: lax.fori_loop: body_fun argument should be callable."},
    {"0.10.2", "x=2", "b f32[3]; f f32[]", "y = lax.fori_loop(0, f, lambda i, c: c, b)",
     "TypeError: lower and upper arguments to fori_loop must have equal types, got "
     "int32 and float32"},
    {"0.10.2", "x=2", "b f32[3]; v i32[4]", "y = lax.fori_loop(0, v, lambda i, c: c, b)",
     "TypeError: cond_fun must return a boolean scalar, but got output type(s) "
     "[ShapedArray(bool[4])]."},
    {"0.10.2", "x=2", "b f32[3]; n i32[]; u u8[]", "y = lax.fori_loop(u, n, lambda i, c: c, b)",
     "TypeError: lower and upper arguments to fori_loop must have equal types, got "
     "uint8 and int32"},
    {"0.10.2", "x=2", "b f32[3]; n i32[]", "y = lax.fori_loop(0, n, lambda i, c: c, b, unroll=2)",
     "ValueError: Can only use `unroll` in `fori_loop` if the loop bounds are "
     "statically known."},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.fori_loop(0, 3, lambda i, c: c, b, unroll=-1)",
     "ValueError: `unroll` must be a `bool` or a non-negative `int`."},
    {"0.10.2", "x=2", "", "y = lax.fori_loop(0, 3, lambda i, c: c)",
     "TypeError: fori_loop() missing 1 required positional argument: 'init_val'"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.fori_loop(0, 3, lambda i, c: c, b, steps=2)",
     "TypeError: fori_loop() got an unexpected keyword argument 'steps'"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.fori_loop(0, 3, lambda i, c: c @ jnp.ones(4), b)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.fori_loop(0, 3, lambda i, c: a, jnp.ones((4, 3)))",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.6.0", "x=2", "b f32[3]", "y = lax.fori_loop(0, 3, lambda i, c: c.sum(), b)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.8.2", "x=2", "b f32[3]", "y = lax.fori_loop(0, 3, lambda i, c: c.sum(), b)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.12.0.1", "x=2", "b f32[3]", "y = lax.fori_loop(0, 3, lambda i, c: c.sum(), b)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.6.0", "x=2", "b f32[3]; n i32[]", "y = lax.fori_loop(0, n, lambda i, c: (c, c), b)",
     "TypeError: while_loop body function carry input and carry output must have the "
     "same pytree structure, but they differ:"},
    {"0.8.2", "x=2", "b f32[3]; n i32[]", "y = lax.fori_loop(0, n, lambda i, c: (c, c), b)",
     "TypeError: while_loop body function carry input and carry output must have the "
     "same pytree structure, but they differ:"},
    {"0.12.0.1", "x=2", "b f32[3]; n i32[]", "y = lax.fori_loop(0, n, lambda i, c: (c, c), b)",
     "TypeError: while_loop body function carry input and carry output must have the "
     "same pytree structure, but they differ:"},
    {"0.6.0", "x=2", "a f32[4@x,3]", "y = lax.fori_loop(0, 3, lambda i, c: a, jnp.ones((4, 3)))",
     "y f32[4@x,3]"},
    {"0.8.2", "x=2", "a f32[4@x,3]", "y = lax.fori_loop(0, 3, lambda i, c: a, jnp.ones((4, 3)))",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.12.0.1", "x=2", "a f32[4@x,3]", "y = lax.fori_loop(0, 3, lambda i, c: a, jnp.ones((4, 3)))",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
};

/* Carries that change, bounds that are no integers. */
Test(fori_loop, loops_refused)
{
	testing_programs(loops_refused, ROWS(loops_refused));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case loops_while_a_condition_holds[] = {
    {"0.10.2", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: c.sum() < 10, lambda c: c + 1, b)",
     "y f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; n i32[]",
     "y, i = lax.while_loop(lambda c: c[1] < n, lambda c: (c[0] * 2, c[1] + 1), (a, 0))",
     "i i32[]; y f32[4@x,3]"},
    {"0.10.2", "x=2", "b f32[3]; v f32[4]",
     "y = lax.while_loop(lambda c: c['i'] < 3, lambda c: {'i': c['i'] + 1, 'v': c['v']}, {'i': 0, "
     "'v': b})",
     "y['i'] i32[]; y['v'] f32[3]"},
    {"0.10.2", "x=2", "", "y = lax.while_loop(lambda c: c < 3, lambda c: c + 1, 0)", "y i32[]"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: True, lambda c: c, b)", "y f32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "y = lax.while_loop(lambda c: jnp.any(c > 0), lambda c: c - 1, a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "v f32[4]",
     "y = jax.vmap(lambda e: lax.while_loop(lambda c: c < 10, lambda c: c * 2, e))(v)", "y f32[4]"},
    {"0.10.2", "x=2", "a f32[4@x,3]",
     "y = jax.vmap(lambda r: lax.while_loop(lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] * "
     "r.sum()), (0, r)))(a)",
     "y[0] i32[4@x]; y[1] f32[4@x,3]"},
};

/* The carry keeps its type and sharding. */
Test(while_loop, loops_while_a_condition_holds)
{
	testing_programs(loops_while_a_condition_holds, ROWS(loops_while_a_condition_holds));
}

static const struct program_case while_loops_refused[] = {
    {"0.10.2", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: c < 10, lambda c: c + 1, b)",
     "TypeError: cond_fun must return a boolean scalar, but got output type(s) "
     "[ShapedArray(bool[3])]."},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: c.sum(), lambda c: c + 1, b)",
     "TypeError: cond_fun must return a boolean scalar, but got output type(s) "
     "[ShapedArray(float32[])]."},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: (True, True), lambda c: c, b)",
     "TypeError: cond_fun must return a boolean scalar, but got pytree PyTreeDef((*, "
     "*))."},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: None, lambda c: c, b)",
     "TypeError: cond_fun must return a boolean scalar, but got pytree "
     "PyTreeDef(None)."},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: 1, lambda c: c, b)",
     "TypeError: cond_fun must return a boolean scalar, but got output type(s) "
     "[ShapedArray(int32[], weak_type=True)]."},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: c.sum() < 1, lambda c: c.sum(), b)",
     "TypeError: while_loop body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "x=2", "b f32[3]",
     "y = lax.while_loop(lambda c: c.sum() < 1, lambda c: c.astype(jnp.float16), b)",
     "TypeError: while_loop body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "x=2", "b f32[3]; h f16[3]",
     "y = lax.while_loop(lambda c: c.sum() < 1, lambda c: c + b, h)",
     "TypeError: while_loop body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: True, lambda c: (c, c), b)",
     "TypeError: while_loop body function carry input and carry output must have the "
     "same pytree structure, but they differ:"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: True, lambda c: {'u': c}, b)",
     "TypeError: while_loop body function carry input and carry output must have the "
     "same pytree structure, but they differ:"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: True, lambda c: [c[0]], (b,))",
     "TypeError: while_loop body function carry input and carry output must have the "
     "same pytree structure, but they differ:"},
    {"0.10.2", "x=2", "b f32[3]",
     "y = lax.while_loop(lambda c: True, lambda c: (c[0], c[1].sum()), (b, b))",
     "TypeError: while_loop body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.while_loop(True, lambda c: c, b)",
     "TypeError: lax.while_loop: body_fun and cond_fun arguments should be callable."},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: True, 3, b)",
     "TypeError: lax.while_loop: body_fun and cond_fun arguments should be callable."},
    {"0.10.2", "x=2", "", "y = lax.while_loop(lambda c: True, lambda c: c)",
     "TypeError: while_loop() missing 1 required positional argument: 'init_val'"},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.while_loop(lambda: True, lambda c: c, b)",
     "TypeError: <lambda>() takes 0 positional arguments but 1 was given"},
    {"0.10.2", "x=2", "a f32[4@x,3]; s f32[4,3]",
     "y = lax.while_loop(lambda c: True, lambda c: a, s)",
     "TypeError: while_loop body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "x=2", "b f32[3]",
     "y = lax.while_loop(lambda c: c.sum() < 1, lambda c: c @ jnp.ones(4), b)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: True, lambda c: c, b, 3)",
     "TypeError: while_loop() takes 3 positional arguments but 4 were given"},
    {"0.6.0", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: c < 10, lambda c: c + 1, b)",
     "TypeError: cond_fun must return a boolean scalar, but got output type(s) "
     "[ShapedArray(bool[3])]."},
    {"0.8.2", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: c < 10, lambda c: c + 1, b)",
     "TypeError: cond_fun must return a boolean scalar, but got output type(s) "
     "[ShapedArray(bool[3])]."},
    {"0.12.0.1", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: c < 10, lambda c: c + 1, b)",
     "TypeError: cond_fun must return a boolean scalar, but got output type(s) "
     "[ShapedArray(bool[3])]."},
    {"0.6.0", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: True, lambda c: (c, c), b)",
     "TypeError: while_loop body function carry input and carry output must have the "
     "same pytree structure, but they differ:"},
    {"0.8.2", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: True, lambda c: (c, c), b)",
     "TypeError: while_loop body function carry input and carry output must have the "
     "same pytree structure, but they differ:"},
    {"0.12.0.1", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: True, lambda c: (c, c), b)",
     "TypeError: while_loop body function carry input and carry output must have the "
     "same pytree structure, but they differ:"},
    {"0.6.0", "x=2", "a f32[4@x,3]; s f32[4,3]",
     "y = lax.while_loop(lambda c: True, lambda c: a, s)", "y f32[4@x,3]"},
    {"0.8.2", "x=2", "a f32[4@x,3]; s f32[4,3]",
     "y = lax.while_loop(lambda c: True, lambda c: a, s)",
     "TypeError: while_loop body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.12.0.1", "x=2", "a f32[4@x,3]; s f32[4,3]",
     "y = lax.while_loop(lambda c: True, lambda c: a, s)",
     "TypeError: while_loop body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.6.0", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: c.sum() < 1, lambda c: c.sum(), b)",
     "TypeError: while_loop body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.8.2", "x=2", "b f32[3]", "y = lax.while_loop(lambda c: c.sum() < 1, lambda c: c.sum(), b)",
     "TypeError: while_loop body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.12.0.1", "x=2", "b f32[3]",
     "y = lax.while_loop(lambda c: c.sum() < 1, lambda c: c.sum(), b)",
     "TypeError: while_loop body function carry input and carry output must have equal "
     "types, but they differ:"},
};

/* Conditions that are no booleans, carries that change. */
Test(while_loop, while_loops_refused)
{
	testing_programs(while_loops_refused, ROWS(while_loops_refused));
}

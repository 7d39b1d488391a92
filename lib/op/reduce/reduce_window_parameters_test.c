/* SPDX-License-Identifier: Apache-2.0 */
/* Windows over arrays: sizes, paddings, dilations, functions of several operands, and vmap.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case windows[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, 0.0, lax.add, (2, 3), (1, 1), 'VALID')", "p f32[7,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, 0.0, lax.add, (2, 3), (2, 2), 'SAME')", "p f32[4,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, -jnp.inf, lax.max, (2, 3), None, 'VALID')", "p f32[7,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, jnp.inf, lax.min, (2, 3), (1, 2), [(1, 1), (0, 2)])", "p f32[9,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, 0.0, lax.add, (2, 3), (1, 1), [(1, 1)])",
     "ValueError: safe_zip() argument 1 has length 1 but argument 0 has length 2. All "
     "lengths: (2, 1)"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, 0.0, lax.add, (2,), (1,), 'VALID')",
     "TypeError: reduce_window got the wrong number of window_dimensions for operand: "
     "got operand shape (8, 6) with window_dimensions (2,)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, 0.0, lax.add, (2, 3), (1,), 'VALID')",
     "TypeError: reduce_window got inconsistent window_strides and window_dimensions: "
     "got window_strides (1,) and window_dimensions (2, 3)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, 0.0, lax.add, (2, 3), (1, 0), 'VALID')",
     "TypeError: reduce_window window_strides must have every element be strictly "
     "positive, got (1, 0)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, 0.0, lax.add, (2, 0), (1, 1), 'VALID')",
     "TypeError: reduce_window window_dimensions must have every element be strictly "
     "positive, got (2, 0)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, 0.0, lax.add, (9, 3), (1, 1), 'VALID')", "p f32[0,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, 0.0, lax.add, (2, 3), (1, 1), 'FULL')",
     "RuntimeError: Unrecognized padding type: expected 'VALID', 'SAME', or "
     "'SAME_LOWER', got FULL."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, 0.0, lax.add, (2, 3), (1, 1), 'VALID', base_dilation=(2, 1))",
     "p f32[14,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, 0.0, lax.add, (2, 3), (1, 1), 'VALID', window_dilation=(2, 2))",
     "p f32[6,2]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, 0.0, lax.add, (2, 3), (1, 1), 'VALID', base_dilation=(0, 1))",
     "TypeError: All dilations must be positive, got (0, 1)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, 0.0, lax.add, (2, 3), (1, 1), 'VALID', window_dilation=(1, -1))",
     "TypeError: All dilations must be positive, got (1, -1)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, 0.0, lax.add, (2, 3), (1, 1), 'VALID', window_dilation=(2,))",
     "TypeError: reduce_window got inconsistent window_dilation and window_dimensions: "
     "got window_dilation (2,) and window_dimensions (2, 3)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; s f32[]",
     "p = lax.reduce_window(a, s, lax.add, (2, 3), (1, 1), 'VALID')", "p f32[7,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, 0.0, lambda p, q: p * q + p, (2, 3), (1, 1), 'VALID')",
     "p f32[7,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, 0, lax.mul, (2, 3), (1, 1), 'VALID')",
     "TypeError: reduce_window got inconsistent dtypes for operands and init_values: "
     "got operand dtypes [dtype('float32')] and init_value dtypes [dtype('int32')]."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, jnp.zeros(2), lambda p, q: p + q, (2, 3), (1, 1), 'VALID')",
     "TypeError: reduce_window expected init_values to be scalars but init_values have "
     "shapes [(2,)]."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = lax.reduce_window(a, 0.0, lambda p, q: (p, q), (2, 3), (1, 1), 'VALID')",
     "ValueError: reduce_window output must have the same tree structure as the "
     "operands PyTreeDef(*) vs. PyTreeDef((*, *))"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[8,6]",
     "p, q = lax.reduce_window((a, i), (0.0, 0), lambda p, q: (p[0] + q[0], p[1] + q[1]), (2, 3), "
     "(1, 1), 'VALID')",
     "p f32[7,4]; q i32[7,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[8,6]",
     "p = lax.reduce_window((a, i), (0.0, 0), lambda p, q: [p[0] + q[0], p[1] + q[1]], (2, 3), (1, "
     "1), 'VALID')",
     "ValueError: reduce_window output must have the same tree structure as the "
     "operands PyTreeDef((*, *)) vs. PyTreeDef([*, *])"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]; i i32[8,6]",
     "p = lax.reduce_window((a, i), (0.0, 0), lambda p, q: p[0] + q[0], (2, 3), (1, 1), 'VALID')",
     "ValueError: reduce_window output must have the same tree structure as the "
     "operands PyTreeDef((*, *)) vs. PyTreeDef(*)"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p, q = lax.reduce_window((a, jnp.ones((8, 5))), (0.0, 0.0), lambda p, q: (p[0] + q[0], p[1] "
     "+ q[1]), (2, 3), (1, 1), 'VALID')",
     "p f32[7,4]; q f32[7,4]"},
    {"0.10.2", "x=2 y=4", "",
     "p = lax.reduce_window((), (), lambda p, q: p, (2, 3), (1, 1), 'VALID')",
     "ValueError: reduce_window must have at least one operand."},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = lax.reduce_window(s, 0.0, lax.add, (), (), 'VALID')",
     "p f32[]"},
    {"0.10.2", "x=2 y=4", "",
     "p = lax.reduce_window(jnp.ones((0, 6)), 0.0, lax.add, (1, 3), (1, 1), 'VALID')",
     "p f32[0,4]"},
    {"0.10.2", "x=2 y=4", "i i32[8,6]",
     "p = lax.reduce_window(i, 0, lax.add, (2, 2), (2, 2), 'SAME_LOWER')", "p i32[4,3]"},
};

/* The window has an entry for every dimension, and each of them makes sense. */
Test(reduce_window_parameters, give_and_refuse)
{
	testing_programs(windows, ROWS(windows));
}

static const struct program_case shardings[] = {
    {"0.10.2", "x=2 y=4", "c f32[8@x,4]",
     "p = lax.reduce_window(c, 0.0, lax.add, (1, 2), (1, 1), 'VALID')", "p f32[8@x,3]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4]",
     "p = lax.reduce_window(c, 0.0, lax.add, (2, 2), (1, 1), 'VALID')",
     "ShardingTypeError: reduce_window on sharded dims where out dim (7) is not "
     "divisible by mesh axes (2) with spec (x) is not implemented. Got input "
     "type=f32[8@x,4] and output shape=(7, 3)"},
    {"0.6.0", "x=2 y=4", "c f32[8@x,4]",
     "p = lax.reduce_window(c, 0.0, lax.add, (2, 2), (1, 1), 'VALID')",
     "ShardingTypeError: Only trivial windowing is supported along non-replicated "
     "dimensions. Got operand.sharding.spec=PartitionSpec('x', None)"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4]",
     "p = lax.reduce_window(c, 0.0, lax.add, (2, 2), (2, 2), 'VALID')", "p f32[4@x,2]"},
    {"0.6.0", "x=2 y=4", "c f32[8@x,4]",
     "p = lax.reduce_window(c, 0.0, lax.add, (2, 2), (2, 2), 'VALID')",
     "ShardingTypeError: Only trivial windowing is supported along non-replicated "
     "dimensions. Got operand.sharding.spec=PartitionSpec('x', None)"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4]",
     "p = lax.reduce_window(c, 0.0, lax.add, (2, 2), (1, 1), 'SAME')", "p f32[8@x,4]"},
    {"0.6.0", "x=2 y=4", "c f32[8@x,4]",
     "p = lax.reduce_window(c, 0.0, lax.add, (2, 2), (1, 1), 'SAME')",
     "ShardingTypeError: Only trivial windowing is supported along non-replicated "
     "dimensions. Got operand.sharding.spec=PartitionSpec('x', None)"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4]",
     "p = lax.reduce_window(c, 0.0, lambda p, q: p * q + p, (1, 2), (1, 1), 'VALID')",
     "p f32[8@x,3]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4]",
     "p = lax.reduce_window(c, 0.0, lambda p, q: p * q + p, (2, 2), (1, 1), 'SAME')",
     "p f32[8@x,4]"},
    {"0.6.0", "x=2 y=4", "c f32[8@x,4]",
     "p = lax.reduce_window(c, 0.0, lambda p, q: p * q + p, (2, 2), (1, 1), 'SAME')",
     "ShardingTypeError: Only trivial windowing is supported along non-replicated "
     "dimensions. Got operand.sharding.spec=PartitionSpec('x', None)"},
};

/* What a window over a sharded dimension comes to. */
Test(reduce_window_parameters, judge_shardings)
{
	testing_programs(shardings, ROWS(shardings));
}

static const struct program_case mapped[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]",
     "p = jax.vmap(lambda q: lax.reduce_window(q, 0.0, lax.add, (3,), (1,), 'VALID'))(a)",
     "p f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "b f32[6,8@x]",
     "p = jax.vmap(lambda q: lax.reduce_window(q, -jnp.inf, lax.max, (3,), (2,), 'SAME'), "
     "in_axes=1, out_axes=1)(b)",
     "p f32[3,8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]",
     "p = jax.vmap(lambda q: lax.reduce_window(q, 0.0, lambda m, n: m * n + m, (3,), (1,), "
     "'VALID'))(a)",
     "p f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "b f32[6,8@x]",
     "p = jax.vmap(lambda q: lax.reduce_window(q, 0.0, lambda m, n: m * n + m, (3,), (1,), "
     "'VALID'), in_axes=1)(b)",
     "p f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; i i32[8@x,6]",
     "p, q = jax.vmap(lambda q, r: lax.reduce_window((q, r), (0.0, 0), lambda m, n: (m[0] + n[0], "
     "m[1] + n[1]), (3,), (1,), 'VALID'))(a, i)",
     "p f32[8@x,4]; q i32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]",
     "p, q = jax.vmap(lambda q: lax.reduce_window((q, jnp.ones(6)), (0.0, 0.0), lambda m, n: (m[0] "
     "+ n[0], m[1] + n[1]), (3,), (1,), 'VALID'))(a)",
     "p f32[8@x,4]; q f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; s f32[8@x]",
     "p = jax.vmap(lambda q, r: lax.reduce_window(q, r, lambda m, n: m + n, (3,), (1,), "
     "'VALID'))(a, s)",
     "NotImplementedError: reduce_window batching is not implemented for initial "
     "values"},
    {"0.10.2", "x=2 y=4", "",
     "p = jax.vmap(jax.vmap(lambda q: lax.reduce_window(q, 0.0, lax.add, (2,), (1,), "
     "'VALID')))(jnp.ones((8, 3, 6)))",
     "p f32[8,3,5]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]",
     "p = jax.vmap(lambda q: lax.reduce_window(q, 0.0, lax.add, (3,), (1,), 'VALID', "
     "base_dilation=(2,), window_dilation=(2,)))(a)",
     "p f32[8@x,7]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; b f32[6,8@x]",
     "p = jax.vmap(lambda q: lax.cumsum(q, 0))(a)\n"
     "q = jax.vmap(lambda q: lax.cummax(q, 0), in_axes=1, out_axes=1)(b)",
     "p f32[8@x,6]; q f32[6,8@x]"},
};

/* vmap gives the mapped dimension a window of one. */
Test(reduce_window_parameters, map_windows)
{
	testing_programs(mapped, ROWS(mapped));
}

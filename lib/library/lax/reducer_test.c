/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case reductions_by_a_function[] = {
    {"0.10.2", "x=2", "m f32[4,6]", "y = lax.reduce(m, 0.0, lax.add, (0,))", "y f32[6]"},
    {"0.10.2", "x=2", "m f32[4,6]", "y = lax.reduce(m, 0.0, jnp.add, (0, 1))", "y f32[]"},
    {"0.10.2", "x=2", "m f32[4,6]", "y = lax.reduce(m, -jnp.inf, lax.max, dimensions=[1])",
     "y f32[4]"},
    {"0.10.2", "x=2", "m f32[4,6]", "y = lax.reduce(m, 1.0, lax.mul, (1,))", "y f32[4]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = lax.reduce(i, 0, lax.bitwise_or, (0,))", "y i32[6]"},
    {"0.10.2", "x=2", "m f32[4,6]", "y = lax.reduce(m, 0.0, lambda p, q: p + q, (0,))", "y f32[6]"},
    {"0.10.2", "x=2", "m f32[4,6]", "y = lax.reduce(m, 1.0, lambda p, q: p + q, (0,))", "y f32[6]"},
    {"0.10.2", "x=2", "m f32[4,6]; z f32[]", "y = lax.reduce(m, z, lambda p, q: p * q + 1, (0,))",
     "y f32[6]"},
    {"0.10.2", "x=2", "m f32[4,6]; i i32[4,6]; t f32[2,8,8,3]",
     "p, q = lax.reduce((m, i), (0.0, 0), lambda s, t: (s[0] + t[0], s[1] + t[1]), (0,))",
     "p f32[6]; q i32[6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = lax.reduce(a, 0.0, lax.add, (1,))", "y f32[4@x]"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.reduce_window(v, 0.0, lax.add, (2,), (1,), 'VALID')",
     "y f32[5]"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.reduce_window(v, -jnp.inf, lax.max, (2,), (2,), 'SAME')",
     "y f32[3]"},
    {"0.10.2", "x=2", "t f32[2,8,8,3]",
     "y = lax.reduce_window(t, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), 'VALID')",
     "y f32[2,4,4,3]"},
    {"0.10.2", "x=2", "t f32[2,8,8,3]",
     "y = lax.reduce_window(t, 0.0, lax.add, (1, 3, 3, 1), (1, 1, 1, 1), 'SAME')",
     "y f32[2,8,8,3]"},
    {"0.10.2", "x=2", "t f32[2,8,8,3]",
     "y = lax.reduce_window(t, 0.0, lax.add, (1, 3, 3, 1), (1, 2, 2, 1), ((0, 0), (1, 1), (1, 1), "
     "(0, 0)))",
     "y f32[2,4,4,3]"},
    {"0.10.2", "x=2", "v f32[6]",
     "y = lax.reduce_window(v, jnp.inf, lax.min, (3,), (1,), [(1, 1)], window_dilation=(2,))",
     "y f32[4]"},
    {"0.10.2", "x=2", "v f32[6]",
     "y = lax.reduce_window(v, 0.0, lax.add, (2,), (1,), 'VALID', base_dilation=(2,))",
     "y f32[10]"},
    {"0.10.2", "x=2", "v f32[6]",
     "y = lax.reduce_window(v, 1.0, lambda p, q: p * q, (2,), (1,), 'VALID')", "y f32[5]"},
    {"0.7.0", "x=2", "v f32[6]", "y = lax.reduce_window(v, 0.0, lax.add, (2,))", "y f32[5]"},
    {"0.12.0.1", "x=2", "v f32[6]", "y = lax.reduce_window(v, 0.0, lax.add, (2,))", "y f32[5]"},
};

/* lax.reduce and lax.reduce_window with a computation. */
Test(reducer, reductions_by_a_function)
{
	testing_programs(reductions_by_a_function, ROWS(reductions_by_a_function));
}

static const struct program_case reductions_by_a_function_refused[] = {
    {"0.10.2", "x=2", "m f32[4,6]", "y = lax.reduce(m, 0, lax.add, (0,))", "y f32[6]"},
    {"0.10.2", "x=2", "m f32[4,6]", "y = lax.reduce(m, 0.0, lax.add, (2,))",
     "ValueError: reduction axes (2,) contains out-of-bounds indices for float32[4,6]."},
    {"0.10.2", "x=2", "m f32[4,6]", "y = lax.reduce(m, 0.0, lax.add, (0, 0))",
     "ValueError: duplicate value in 'axes' of reduction: (0, 0)"},
    {"0.10.2", "x=2", "m f32[4,6]", "y = lax.reduce(m, 0.0, lax.add, 0)",
     "TypeError: 'int' object is not iterable"},
    {"0.10.2", "x=2", "m f32[4,6]", "y = lax.reduce(m, 0.0, lax.add)",
     "TypeError: reduce() missing 1 required positional argument: 'dimensions'"},
    {"0.10.2", "x=2", "m f32[4,6]", "y = lax.reduce(m, (0.0, 0.0), lax.add, (0,))",
     "ValueError: Operands must have the same tree structure as init_values: "
     "PyTreeDef(*) vs. PyTreeDef((*, *))"},
    {"0.10.2", "x=2", "m f32[4,6]; i i32[4,6]; t f32[2,8,8,3]",
     "y = lax.reduce((m, i), 0.0, lambda s, t: s, (0,))",
     "ValueError: Operands must have the same tree structure as init_values: "
     "PyTreeDef((*, *)) vs. PyTreeDef(*)"},
    {"0.10.2", "x=2", "m f32[4,6]; v f32[6]; t f32[2,8,8,3]",
     "y = lax.reduce((m, v), (0.0, 0.0), lambda s, t: (s[0] + t[0], s[1] + t[1]), (0,))",
     "y[0] f32[6]; y[1] f32[]"},
    {"0.10.2", "x=2", "m f32[4,6]; w f32[3]", "y = lax.reduce(m, w, lambda p, q: p + q, (0,))",
     "ValueError: reduce found non-scalar initial value: [(3,)]"},
    {"0.10.2", "x=2", "m f32[4,6]", "y = lax.reduce(m, 0.0, lambda p, q: p > q, (0,))", "y f32[6]"},
    {"0.10.2", "x=2", "m f32[4,6]", "y = lax.reduce(m, 0.0, lambda p: p, (0,))",
     "TypeError: <lambda>() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "m f32[4,6]", "y = lax.reduce(m, 0.0, 3, (0,))",
     "TypeError: 'int' object is not callable"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.reduce_window(v, 0.0, lax.add, (2, 2), (1, 1), 'VALID')",
     "TypeError: reduce_window got the wrong number of window_dimensions for operand: "
     "got operand shape (6,) with window_dimensions (2, 2)."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.reduce_window(v, 0.0, lax.add, (2,), (1, 1), 'VALID')",
     "TypeError: reduce_window got inconsistent window_strides and window_dimensions: "
     "got window_strides (1, 1) and window_dimensions (2,)."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.reduce_window(v, 0.0, lax.add, (2,), (1,), 'HALF')",
     "RuntimeError: Unrecognized padding type: expected 'VALID', 'SAME', or "
     "'SAME_LOWER', got HALF."},
    {"0.10.2", "x=2", "v f32[6]",
     "y = lax.reduce_window(v, 0.0, lax.add, (2,), (1,), [(1, 1), (1, 1)])",
     "ValueError: safe_zip() argument 1 has length 2 but argument 0 has length 1. All "
     "lengths: (1, 2)"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.reduce_window(v, 0.0, lax.add, (0,), (1,), 'VALID')",
     "TypeError: reduce_window window_dimensions must have every element be strictly "
     "positive, got (0,)."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.reduce_window(v, 0.0, lax.add, (2,), (0,), 'VALID')",
     "TypeError: reduce_window window_strides must have every element be strictly "
     "positive, got (0,)."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.reduce_window(v, 0, lax.add, (2,), (1,), 'VALID')",
     "y f32[5]"},
    {"0.10.2", "x=2", "v f32[6]; w f32[3]",
     "y = lax.reduce_window(v, w, lambda p, q: p + q, (2,), (1,), 'VALID')",
     "TypeError: reduce_window expected init_values to be scalars but init_values have "
     "shapes [(3,)]."},
    {"0.10.2", "x=2", "v f32[6]",
     "y = lax.reduce_window(v, 0.0, lax.add, (2,), (1,), 'VALID', window_dilation=(0,))",
     "TypeError: All dilations must be positive, got (0,)."},
    {"0.10.2", "x=2", "v f32[6]",
     "y = lax.reduce_window(v, 0.0, lax.add, (2,), (1,), 'VALID', base_dilation=(1, 1))",
     "TypeError: reduce_window got inconsistent base_dilation and window_dimensions: "
     "got base_dilation (1, 1) and window_dimensions (2,)."},
    {"0.10.2", "x=2", "t f32[2,8,8,3]",
     "y = lax.reduce_window((), (), lambda s, t: s, (2,), (1,), 'VALID')",
     "ValueError: reduce_window must have at least one operand."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.reduce_window(v, 0.0, lax.add)",
     "TypeError: reduce_window() missing 1 required positional argument: "
     "'window_dimensions'"},
    {"0.6.0", "x=2", "v f32[6]", "y = lax.reduce_window(v, 0.0, lax.add, (2,))",
     "TypeError: reduce_window() missing 2 required positional arguments: "
     "'window_strides' and 'padding'"},
};

/* Structures, shapes and dtypes that do not go together. */
Test(reducer, reductions_by_a_function_refused)
{
	testing_programs(reductions_by_a_function_refused, ROWS(reductions_by_a_function_refused));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case joins_of_lax[] = {
    {"0.10.2", "x=2", "v f32[6]; w f32[3]", "y = lax.concatenate([v, w], 0)", "y f32[9]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = lax.concatenate((m, m), dimension=1)", "y f32[2,6]"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.pad(v, 0.0, [(1, 2, 0)])", "y f32[9]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = lax.pad(m, 0.0, ((0, 0, 1), (-1, 1, 0)))", "y f32[3,3]"},
    {"0.10.2", "x=2", "v f32[6]; s f32[]", "y = lax.pad(v, s, ((1, 1, 2),))", "y f32[18]"},
    {"0.10.2", "x=2", "v f32[6]; k bool[6]", "y = lax.select(k, v, v)", "y f32[6]"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.select(True, v, v)", "y f32[6]"},
    {"0.10.2", "x=2", "v f32[6]; k bool[6]", "y = lax.select_n(k, v, v)", "y f32[6]"},
    {"0.10.2", "x=2", "v f32[6]; n i32[]", "y = lax.select_n(n, v, v, v)", "y f32[6]"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.clamp(0.0, v, 1.0)", "y f32[6]"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.clamp(v, v, v)", "y f32[6]"},
    {"0.10.2", "x=2", "m f32[2,3]", "y = lax.tile(m, (2, 1))", "y f32[4,3]"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.tile(v, (2,))", "y f32[12]"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.stack([v, v], 1)", "y f32[6,2]"},
    {"0.12.0.1", "x=2", "v f32[6]", "y = lax.stack([v, v], 1)", "y f32[6,2]"},
    {"0.10.2", "x=2", "m f32[2,3]", "p, q = lax.unstack(m)", "p f32[3]; q f32[3]"},
    {"0.12.0.1", "x=2", "m f32[2,3]", "p, q = lax.unstack(m)", "p f32[3]; q f32[3]"},
    {"0.9.0", "x=2", "m f32[2,3]", "y = lax.tile(m, (2, 1))", "y f32[4,3]"},
    {"0.6.0", "x=2", "m f32[2,3]", "y = lax.tile(m, (2, 1))",
     "AttributeError: module 'jax.lax' has no attribute 'tile'"},
};

/* Concatenations, pads, selections and the rest. */
Test(lax_join, joins_of_lax)
{
	testing_programs(joins_of_lax, ROWS(joins_of_lax));
}

static const struct program_case joins_refused[] = {
    {"0.10.2", "x=2", "", "y = lax.concatenate([], 0)",
     "ValueError: concatenate requires a non-empty sequences of arrays"},
    {"0.10.2", "x=2", "v f32[6]; h f16[6]", "y = lax.concatenate([v, h], 0)",
     "TypeError: lax.concatenate requires arguments to have the same dtypes, got "
     "float32, float16. (Tip: jnp.concatenate is a similar function that does "
     "automatic type promotion on inputs)."},
    {"0.10.2", "x=2", "v f32[6]; i i32[6]", "y = lax.concatenate([v, i], 0)",
     "TypeError: lax.concatenate requires arguments to have the same dtypes, got "
     "float32, int32. (Tip: jnp.concatenate is a similar function that does automatic "
     "type promotion on inputs)."},
    {"0.10.2", "x=2", "v f32[6]; m f32[2,3]", "y = lax.concatenate([v, m], 0)",
     "TypeError: Cannot concatenate arrays with different numbers of dimensions: got "
     "(6,), (2, 3)."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.concatenate([v, v], 1)",
     "TypeError: concatenate dimension out of bounds: dimension 1 for shapes (6,), "
     "(6,)."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.concatenate([v, v], -1)",
     "TypeError: concatenate dimension out of bounds: dimension -1 for shapes (6,), "
     "(6,)."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.concatenate([v, v])",
     "TypeError: concatenate() missing 1 required positional argument: 'dimension'"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.concatenate(v, 0)",
     "TypeError: concatenate dimension out of bounds: dimension 0 for shapes (), (), "
     "(), (), (), ()."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.pad(v, 0, [(1, 2, 0)])",
     "TypeError: pad operand and padding_value must be same dtype: got float32 and "
     "int32."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.pad(v, 0.0, [(1, 2)])",
     "ValueError: not enough values to unpack (expected 3, got 2)"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.pad(v, 0.0, [(1, 2, 0), (1, 2, 0)])",
     "ValueError: length of padding_config must equal the number of axes of operand, "
     "got padding_config ((1, 2, 0), (1, 2, 0)) for operand shape (6,)"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.pad(v, 0.0, [(1, 2, -1)])",
     "ValueError: interior padding in padding_config must be nonnegative, got "
     "padding_config ((1, 2, -1),)"},
    {"0.10.2", "x=2", "v f32[6]; w f32[3]", "y = lax.pad(v, w, [(1, 2, 0)])",
     "ValueError: padding_value must be a scalar; got np.shape(padding_value)=(3,)"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.pad(v, 0.0, [(-4, -3, 0)])",
     "ValueError: Dimension size after padding is not at least 0, got result shape "
     "(-1,), for padding_config ((-4, -3, 0),) and operand shape (6,)"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.pad(v, 0.0)",
     "TypeError: pad() missing 1 required positional argument: 'padding_config'"},
    {"0.10.2", "x=2", "v f32[6]; w f32[3]; k bool[6]", "y = lax.select(k, v, w)",
     "TypeError: select cases must have the same shapes, got [(3,), (6,)]."},
    {"0.10.2", "x=2", "v f32[6]; q bool[3]", "y = lax.select(q, v, v)",
     "TypeError: select `which` must be scalar or have the same shape as cases, got "
     "`which` shape (3,) but case shape (6,)."},
    {"0.10.2", "x=2", "v f32[6]; i i32[6]", "y = lax.select(i, v, v)", "y f32[6]"},
    {"0.10.2", "x=2", "v f32[6]; k bool[6]; h f16[6]", "y = lax.select(k, v, h)",
     "TypeError: lax.select requires arguments to have the same dtypes, got float16, "
     "float32. (Tip: jnp.where is a similar function that does automatic type "
     "promotion on inputs)."},
    {"0.10.2", "x=2", "v f32[6]; k bool[6]", "y = lax.select(k, v)",
     "TypeError: select() missing 1 required positional argument: 'on_false'"},
    {"0.10.2", "x=2", "k bool[6]", "y = lax.select_n(k)",
     "ValueError: select_n() must have at least one case"},
    {"0.10.2", "x=2", "v f32[6]; k bool[6]", "y = lax.select_n(k, v, v, v)",
     "TypeError: select with boolean `which` cannot have > 2 cases."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.select_n(v, v, v)",
     "TypeError: select `which` must be boolean or integer type, got float32."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.clamp(0, v, 1)",
     "TypeError: lax.clamp requires arguments to have the same dtypes, got int32, "
     "float32, int32."},
    {"0.10.2", "x=2", "v f32[6]; w f32[3]", "y = lax.clamp(w, v, 1.0)",
     "TypeError: clamp requires min.shape == operand.shape or min.shape == (), got "
     "min.shape=(3,), operand.shape=(6,)."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.clamp(0.0, v)",
     "TypeError: clamp() missing 1 required positional argument: 'max'"},
    {"0.10.2", "x=2", "v f32[6]; h f16[6]", "y = lax.clamp(h, v, v)",
     "TypeError: lax.clamp requires arguments to have the same dtypes, got float16, "
     "float32, float32."},
    {"0.6.0", "x=2", "", "y = lax.concatenate([], 0)",
     "ValueError: concatenate requires a non-empty sequences of arrays"},
    {"0.8.2", "x=2", "", "y = lax.concatenate([], 0)",
     "ValueError: concatenate requires a non-empty sequences of arrays"},
    {"0.12.0.1", "x=2", "", "y = lax.concatenate([], 0)",
     "ValueError: concatenate requires a non-empty sequences of arrays"},
    {"0.6.0", "x=2", "v f32[6]; w f32[3]; k bool[6]", "y = lax.select(k, v, w)",
     "TypeError: select cases must have the same shapes, got [(3,), (6,)]."},
    {"0.8.2", "x=2", "v f32[6]; w f32[3]; k bool[6]", "y = lax.select(k, v, w)",
     "TypeError: select cases must have the same shapes, got [(3,), (6,)]."},
    {"0.12.0.1", "x=2", "v f32[6]; w f32[3]; k bool[6]", "y = lax.select(k, v, w)",
     "TypeError: select cases must have the same shapes, got [(3,), (6,)]."},
};

/* Ranks, dtypes, and shapes that differ. */
Test(lax_join, joins_refused)
{
	testing_programs(joins_refused, ROWS(joins_refused));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case arrays_that_are_close[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]; b f32[6]", "y = jnp.isclose(a, b)", "y bool[4@x,6]"},
    {"0.10.2", "x=2", "b f32[6]; i i32[4,6]", "y = jnp.isclose(i, b, rtol=1e-3)", "y bool[4,6]"},
    {"0.10.2", "x=2", "b f32[6]; c c64[6]", "y = jnp.isclose(c, b, 1e-3, 1e-3, True)", "y bool[6]"},
    {"0.10.2", "x=2", "k bool[6]", "y = jnp.isclose(k, 1)", "y bool[6]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.isclose(i, i)", "y bool[4,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; b f32[6]", "y = jnp.isclose(a, b, equal_nan=True)",
     "y bool[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; b f32[6]", "y = jnp.allclose(a, b)", "y bool[]"},
    {"0.10.2", "x=2", "i i32[4,6]; s f32[]", "y = jnp.allclose(i, s, atol=0.1)", "y bool[]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; b f32[6]; s f32[]", "y = jnp.allclose(a, b, rtol=s)",
     "y bool[]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.array_equal(a, a)", "y bool[]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; b f32[6]", "y = jnp.array_equal(a, b)", "y bool[]"},
    {"0.10.2", "x=2", "b f32[6]; c c64[6]", "y = jnp.array_equal(b, c, equal_nan=True)",
     "y bool[]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; b f32[6]", "y = jnp.array_equiv(a, b)", "y bool[]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; v f32[5]", "y = jnp.array_equiv(a, v)", "y bool[]"},
    {"0.10.2", "x=2", "s f32[]; v f32[5]", "y = jnp.array_equiv(s, v)", "y bool[]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; v f32[5]", "y = jnp.isclose(a, v)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(4, 6), (5,)]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; v f32[5]", "y = jnp.allclose(a, v)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(4, 6), (5,)]"},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.isclose(b, None)",
     "TypeError: isclose requires ndarray or scalar arguments, got <class 'NoneType'> "
     "at position 1."},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.allclose(b, None)",
     "TypeError: allclose requires ndarray or scalar arguments, got <class 'NoneType'> "
     "at position 1."},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.isclose(b)",
     "TypeError: isclose() missing 1 required positional argument: 'b'"},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.allclose(b)",
     "TypeError: allclose() missing 1 required positional argument: 'b'"},
    {"0.10.2", "x=2", "a f32[4@x,6]; b f32[6]", "y = jnp.isclose(a, b, tol=1)",
     "TypeError: isclose() got an unexpected keyword argument 'tol'"},
    {"0.10.2", "x=2", "a f32[4@x,6]; b f32[6]", "y = jnp.allclose(a, b, tol=1)",
     "TypeError: allclose() got an unexpected keyword argument 'tol'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.array_equal(a)",
     "TypeError: array_equal() missing 1 required positional argument: 'a2'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.array_equal(a, a, nan=True)",
     "TypeError: array_equal() got an unexpected keyword argument 'nan'"},
    {"0.10.2", "x=2", "a f32[4@x,6]; b f32[6]", "y = jnp.array_equiv(a, b, equal_nan=True)",
     "TypeError: array_equiv() got an unexpected keyword argument 'equal_nan'"},
    {"0.10.2", "x=2", "b f32[6]", "y = jnp.allclose(b, [1.0])",
     "TypeError: allclose requires ndarray or scalar arguments, got <class 'list'> at "
     "position 1."},
};

/* Elements compared within a tolerance. */
Test(numpy_comparison, arrays_that_are_close)
{
	testing_programs(arrays_that_are_close, ROWS(arrays_that_are_close));
}

static const struct program_case clipping[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.clip(a, 0, 1)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; l f32[6]", "y = jnp.clip(a, l, None)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.clip(i, max=3)", "y i32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.clip(i, min=1.5)", "y f32[6]"},
    {"0.10.2", "x=2", "h f16[6]; l f32[6]", "y = jnp.clip(h, l)", "y f32[6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.clip(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = a.clip(0.0)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = a.clip(max=1)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "i i32[6]; h f16[6]", "y = i.clip(min=0, max=h)", "y f16[6]"},
    {"0.10.2", "x=2", "", "y = jnp.clip()",
     "ValueError: No input was provided to the clip function."},
    {"0.10.2", "x=2", "a f32[4@x,6]; v f32[5]", "y = jnp.clip(a, v)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(5,), (4, 6)]"},
    {"0.10.2", "x=2", "c c64[6]", "y = jnp.clip(c, 0, 1)",
     "ValueError: Clip received a complex value either through the input or the "
     "min/max keywords. Complex values have no ordering and cannot be clipped. Please "
     "convert to a real value or array by taking the real or imaginary components via "
     "jax.numpy.real/imag respectively."},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.clip(arr=a, min=0)",
     "TypeError: clip() got some positional-only arguments passed as keyword "
     "arguments: 'arr'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.clip(a, a_min=0, a_max=1)",
     "TypeError: clip() got an unexpected keyword argument 'a_max'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = a.clip(a_min=0)",
     "TypeError: _clip() got an unexpected keyword argument 'a_min'"},
    {"0.10.2", "x=2", "a f32[4@x,6]; v f32[5]", "y = a.clip(v, v)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(5,), (4, 6)]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.clip(a, 0, 1, 2)",
     "TypeError: clip() takes from 0 to 3 positional arguments but 4 were given"},
    {"0.10.2", "x=2", "", "y = jnp.clip([1, 2], 0, 1)",
     "TypeError: clip requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
};

/* Between a least and a greatest value, of which either can be left out. */
Test(numpy_comparison, clipping)
{
	testing_programs(clipping, ROWS(clipping));
}

static const struct program_case the_older_names_of_clip[] = {
    {"0.6.0", "auto x=2", "a f32[4,6]", "y = jnp.clip(a, a_min=0, a_max=1)", "y f32[4,6]"},
    {"0.7.2", "auto x=2", "a f32[4,6]", "y = jnp.clip(a, a_min=0, a_max=1)", "y f32[4,6]"},
    {"0.9.0", "auto x=2", "a f32[4,6]", "y = jnp.clip(a, a_min=0, a_max=1)", "y f32[4,6]"},
    {"0.12.0.1", "auto x=2", "a f32[4,6]", "y = jnp.clip(a, a_min=0, a_max=1)",
     "TypeError: clip() got an unexpected keyword argument 'a_max'"},
    {"0.6.0", "auto x=2", "a f32[4,6]", "y = jnp.clip(a=a, a_min=0)", "y f32[4,6]"},
    {"0.7.2", "auto x=2", "a f32[4,6]", "y = jnp.clip(a=a, a_min=0)", "y f32[4,6]"},
    {"0.9.0", "auto x=2", "a f32[4,6]", "y = jnp.clip(a=a, a_min=0)", "y f32[4,6]"},
    {"0.12.0.1", "auto x=2", "a f32[4,6]", "y = jnp.clip(a=a, a_min=0)",
     "TypeError: clip() got an unexpected keyword argument 'a'"},
    {"0.6.0", "auto x=2", "a f32[4,6]", "y = jnp.clip(a, 0, a_min=0)", "y f32[4,6]"},
    {"0.7.2", "auto x=2", "a f32[4,6]", "y = jnp.clip(a, 0, a_min=0)", "y f32[4,6]"},
    {"0.9.0", "auto x=2", "a f32[4,6]", "y = jnp.clip(a, 0, a_min=0)", "y f32[4,6]"},
    {"0.12.0.1", "auto x=2", "a f32[4,6]", "y = jnp.clip(a, 0, a_min=0)",
     "TypeError: clip() got an unexpected keyword argument 'a_min'"},
    {"0.6.0", "auto x=2", "a f32[4,6]", "y = jnp.clip(a, min=0, a_min=1)", "y f32[4,6]"},
    {"0.7.2", "auto x=2", "a f32[4,6]", "y = jnp.clip(a, min=0, a_min=1)", "y f32[4,6]"},
    {"0.9.0", "auto x=2", "a f32[4,6]", "y = jnp.clip(a, min=0, a_min=1)", "y f32[4,6]"},
    {"0.12.0.1", "auto x=2", "a f32[4,6]", "y = jnp.clip(a, min=0, a_min=1)",
     "TypeError: clip() got an unexpected keyword argument 'a_min'"},
    {"0.6.0", "auto x=2", "", "y = jnp.clip()",
     "ValueError: No input was provided to the clip function."},
    {"0.7.2", "auto x=2", "", "y = jnp.clip()",
     "ValueError: No input was provided to the clip function."},
    {"0.9.0", "auto x=2", "", "y = jnp.clip()",
     "ValueError: No input was provided to the clip function."},
    {"0.12.0.1", "auto x=2", "", "y = jnp.clip()",
     "ValueError: No input was provided to the clip function."},
};

/* a, a_min and a_max went away in 0.10.0. */
Test(numpy_comparison, the_older_names_of_clip)
{
	testing_programs(the_older_names_of_clip, ROWS(the_older_names_of_clip));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case unique_of_a_known_size[] = {
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.unique(a, size=5)", "y f32[5]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.unique(i, size=3, fill_value=0)", "y i32[3]"},
    {"0.10.2", "x=2", "i i32[6]", "y, index = jnp.unique(i, return_index=True, size=3)",
     "index i32[3]; y i32[3]"},
    {"0.10.2", "x=2", "a f32[4,3]", "y, inverse = jnp.unique(a, return_inverse=True, size=3)",
     "inverse i32[4,3]; y f32[3]"},
    {"0.10.2", "x=2", "a f32[4,3]", "y, counts = jnp.unique(a, return_counts=True, size=3)",
     "counts i32[3]; y f32[3]"},
    {"0.10.2", "x=2", "i i32[6]",
     "y, index, inverse, counts = jnp.unique(i, True, True, True, size=3)",
     "counts i32[3]; index i32[3]; inverse i32[6]; y i32[3]"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.unique(a, axis=0, size=2)", "y f32[2,3]"},
    {"0.10.2", "x=2", "a f32[4,3]",
     "y, inverse = jnp.unique(a, axis=-1, size=2, return_inverse=True)",
     "inverse i32[3]; y f32[4,2]"},
    {"0.10.2", "x=2", "e f32[0]", "y = jnp.unique(e, size=2, fill_value=0)", "y f32[2]"},
    {"0.10.2", "x=2", "e f32[0]", "y = jnp.unique(e, size=0)", "y f32[0]"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.unique(a, size=12, equal_nan=False)", "y f32[12]"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.unique_values(a, size=3)", "y f32[3]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.unique_values(i, size=3, fill_value=1)", "y i32[3]"},
};

/* Distinct elements, where they stand, and how often. */
Test(numpy_sets, unique_of_a_known_size)
{
	testing_programs(unique_of_a_known_size, ROWS(unique_of_a_known_size));
}

static const struct program_case unique_refuses[] = {
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.unique(a)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape float32[4,3]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.unique(i, True)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[6]"},
    {"0.10.2", "x=2", "i i32[6]; n i32[]", "y = jnp.unique(i, size=n)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.unique(i, size=2.5)",
     "TypeError: 'float' object cannot be interpreted as an integer"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.unique(a, axis=2, size=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.unique(a, axis=-3, size=2)",
     "ValueError: axis -3 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.unique(a, axis='0', size=2)",
     "TypeError: 'str' object cannot be interpreted as an integer"},
    {"0.10.2", "x=2", "e f32[0]", "y = jnp.unique(e, size=2)",
     "ValueError: jnp.unique: for zero-sized input with nonzero size argument, "
     "fill_value must be specified"},
    {"0.10.2", "x=2", "z f32[0,3]", "y = jnp.unique(z, axis=0, size=2)",
     "ValueError: jnp.unique: for zero-sized input with nonzero size argument, "
     "fill_value must be specified"},
    {"0.10.2", "x=2", "", "y = jnp.unique(None, size=2)",
     "TypeError: unique requires ndarray or scalar arguments, got <class 'NoneType'> "
     "at position 0."},
    {"0.10.2", "x=2", "i i32[6]; n i32[]", "y = jnp.unique(i, return_index=n, size=2)",
     "TracerBoolConversionError: Attempted boolean conversion of traced array with "
     "shape int32[]."},
    {"0.10.2", "x=2", "i i32[6]", "y, index = jnp.unique(i, size=3)",
     "ValueError: too many values to unpack (expected 2)"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.unique_values(i)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.unique_values(i, 3)",
     "TypeError: unique_values() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "e f32[0]", "y = jnp.unique_values(e, size=1)",
     "ValueError: jnp.unique: for zero-sized input with nonzero size argument, "
     "fill_value must be specified"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.union1d(i, i)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.union1d(i, None, size=2)",
     "TypeError: union1d requires ndarray or scalar arguments, got <class 'NoneType'> "
     "at position 1."},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.setdiff1d(i, i)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.setdiff1d(i, None, size=2)",
     "TypeError: setdiff1d requires ndarray or scalar arguments, got <class "
     "'NoneType'> at position 1."},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.setdiff1d(i)",
     "TypeError: setdiff1d() missing 1 required positional argument: 'ar2'"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.intersect1d(i, i)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.setxor1d(i, i)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.setxor1d(i, i, length=2)",
     "TypeError: setxor1d() got an unexpected keyword argument 'length'"},
    {"0.6.0", "x=2", "a f32[4,3]", "y = jnp.unique(a)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape float32[4,3]"},
    {"0.12.0.1", "x=2", "a f32[4,3]", "y = jnp.unique(a)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape float32[4,3]"},
    {"0.12.0.1", "x=2", "i i32[6]", "y = jnp.unique(i, size=2, sorted=False)", "y i32[2]"},
};

/* Under jit the number of distinct elements is a tracer unless it is said. */
Test(numpy_sets, unique_refuses)
{
	testing_programs(unique_refuses, ROWS(unique_refuses));
}

static const struct program_case isin_compares_all_elements[] = {
    {"0.10.2", "x=2", "i i32[6]; m f32[2,2]", "y = jnp.isin(i, m)", "y bool[6]"},
    {"0.10.2", "x=2", "i i32[6]; s f32[]", "y = jnp.isin(s, i)", "y bool[]"},
    {"0.10.2", "x=2", "m f32[2,2]", "y = jnp.isin(m, [1, 2])",
     "TypeError: isin requires ndarray or scalar arguments, got <class 'list'> at "
     "position 1."},
    {"0.10.2", "x=2", "m f32[2,2]", "y = jnp.isin(m, 2, invert=True)", "y bool[2,2]"},
    {"0.10.2", "x=2", "i i32[6]; m f32[2,2]", "y = jnp.isin(i, m, method='auto')", "y bool[6]"},
    {"0.10.2", "x=2", "i i32[6]; m f32[2,2]", "y = jnp.isin(i, m, method='compare_all')",
     "y bool[6]"},
    {"0.10.2", "x=2", "i i32[6]; m f32[2,2]", "y = jnp.isin(i, m, True, True)", "y bool[6]"},
    {"0.10.2", "x=2", "i i32[6]; m f32[2,2]", "y = jnp.isin(i, m, assume_unique=True)",
     "y bool[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.isin(i, None)",
     "TypeError: isin requires ndarray or scalar arguments, got <class 'NoneType'> at "
     "position 1."},
    {"0.10.2", "x=2", "i i32[6]", "y = jnp.isin(i)",
     "TypeError: isin() missing 1 required positional argument: 'test_elements'"},
    {"0.10.2", "x=2", "i i32[6]; m f32[2,2]", "y = jnp.isin(element=i, test_elements=m)",
     "y bool[6]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; m f32[2,2]", "y = jnp.isin(a, m)", "y bool[4@x,3]"},
};

/* Whether each element is among others, of the shape of the elements. */
Test(numpy_sets, isin_compares_all_elements)
{
	testing_programs(isin_compares_all_elements, ROWS(isin_compares_all_elements));
}

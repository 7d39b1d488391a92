/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case searchsorted_takes_a_vector_and_values[] = {
    {"0.10.2", "x=2", "a f32[16]; v f32[4,3]", "y = jnp.searchsorted(a, v)", "y i32[4,3]"},
    {"0.10.2", "x=2", "a f32[16]; s f32[]", "y = jnp.searchsorted(a, s)", "y i32[]"},
    {"0.10.2", "x=2", "a f32[16]", "y = jnp.searchsorted(a, 0.5, side='right')", "y i32[]"},
    {"0.10.2", "x=2", "a f32[16]; i i32[6]", "y = jnp.searchsorted(a, i, 'right')", "y i32[6]"},
    {"0.10.2", "x=2", "h f16[5]; i i32[6]", "y = jnp.searchsorted(i, h)", "y i32[5]"},
    {"0.10.2", "x=2", "a f32[16]; v f32[4,3]", "y = jnp.searchsorted(a, v, method='scan')",
     "y i32[4,3]"},
    {"0.10.2", "x=2", "a f32[16]; v f32[4,3]", "y = jnp.searchsorted(a, v, method='scan_unrolled')",
     "y i32[4,3]"},
    {"0.10.2", "x=2", "a f32[16]; v f32[4,3]", "y = jnp.searchsorted(a, v, method='sort')",
     "y i32[4,3]"},
    {"0.10.2", "x=2", "a f32[16]; v f32[4,3]", "y = jnp.searchsorted(a, v, method='compare_all')",
     "y i32[4,3]"},
    {"0.10.2", "x=2", "v f32[4,3]; e f32[0]", "y = jnp.searchsorted(e, v)", "y i32[4,3]"},
    {"0.10.2", "x=2", "a f32[16]", "y = jnp.searchsorted(a, [1.0, 2.0, 3.0])",
     "TypeError: searchsorted requires ndarray or scalar arguments, got <class 'list'> "
     "at position 1."},
    {"0.10.2", "x=2", "a f32[16]; v f32[4,3]",
     "y = jax.jit(lambda a, v: jnp.searchsorted(a, v))(a, v)", "y i32[4,3]"},
    {"0.10.2", "x=2", "a f32[16]; v f32[4,3]", "y = jax.vmap(lambda r: jnp.searchsorted(a, r))(v)",
     "y i32[4,3]"},
};

/* Places among sorted elements have the shape of the values, and are int32. */
Test(numpy_search, searchsorted_takes_a_vector_and_values)
{
	testing_programs(searchsorted_takes_a_vector_and_values,
	                 ROWS(searchsorted_takes_a_vector_and_values));
}

static const struct program_case searchsorted_compares_sharded_values_only_with_all_elements[] = {
    {"0.10.2", "x=2", "a f32[16]; v f32[4@x,3]", "y = jnp.searchsorted(a, v, method='compare_all')",
     "y i32[4@x,3]"},
    {"0.10.2", "x=2", "a f32[16]; v f32[4@x,3]", "y = jnp.searchsorted(a, v)", "unknown"},
    {"0.10.2", "x=2", "s f32[16@x]", "y = jnp.searchsorted(s, 1.0)", "unknown"},
    {"0.10.2", "x=2", "v f32[4@x,3]; s f32[16@x]",
     "y = jnp.searchsorted(s, v, method='compare_all')", "unknown"},
};

/* Only compare_all keeps the sharding of the values. */
Test(numpy_search, searchsorted_compares_sharded_values_only_with_all_elements)
{
	testing_programs(searchsorted_compares_sharded_values_only_with_all_elements,
	                 ROWS(searchsorted_compares_sharded_values_only_with_all_elements));
}

static const struct program_case searchsorted_refuses[] = {
    {"0.10.2", "x=2", "m f32[4,4]; v f32[3]", "y = jnp.searchsorted(m, v)",
     "ValueError: a should be 1-dimensional"},
    {"0.10.2", "x=2", "s f32[]; v f32[3]", "y = jnp.searchsorted(s, v)",
     "ValueError: a should be 1-dimensional"},
    {"0.10.2", "x=2", "a f32[16]; v f32[3]", "y = jnp.searchsorted(a, v, side='middle')",
     "ValueError: invalid argument side='middle', expected 'left' or 'right'"},
    {"0.10.2", "x=2", "a f32[16]; v f32[3]", "y = jnp.searchsorted(a, v, side=1)",
     "ValueError: invalid argument side=1, expected 'left' or 'right'"},
    {"0.10.2", "x=2", "a f32[16]; v f32[3]", "y = jnp.searchsorted(a, v, method='binary')",
     "ValueError: invalid argument method='binary', expected one of ['compare_all', "
     "'scan', 'scan_unrolled', 'sort']"},
    {"0.10.2", "x=2", "m f32[4,4]; v f32[3]", "y = jnp.searchsorted(m, v, side='middle')",
     "ValueError: a should be 1-dimensional"},
    {"0.10.2", "x=2", "a f32[16]", "y = jnp.searchsorted(a, None)",
     "TypeError: searchsorted requires ndarray or scalar arguments, got <class "
     "'NoneType'> at position 1."},
    {"0.10.2", "x=2", "a f32[16]", "y = jnp.searchsorted(a)",
     "TypeError: searchsorted() missing 1 required positional argument: 'v'"},
    {"0.10.2", "x=2", "a f32[16]; v f32[3]", "y = jnp.searchsorted(a, v, 'left', None, 'scan')",
     "TypeError: Error interpreting argument to <function searchsorted at 0x> as an "
     "abstract array. The problematic value is of type <class 'str'> and was passed to "
     "the function at path args[4]."},
    {"0.10.2", "x=2", "a f32[16]; v f32[3]", "y = jnp.searchsorted(a, v, kind='sort')",
     "TypeError: Error interpreting argument to <function searchsorted at 0x> as an "
     "abstract array. The problematic value is of type <class 'str'> and was passed to "
     "the function at path kwargs['kind']."},
};

/* A matrix to search in, and sides and methods of other names. */
Test(numpy_search, searchsorted_refuses)
{
	testing_programs(searchsorted_refuses, ROWS(searchsorted_refuses));
}

static const struct program_case searchsorted_names_its_arguments_in_newer_releases[] = {
    {"0.6.0", "auto x=2", "a f32[16]; v f32[3]", "y = jnp.searchsorted(a, v, side='middle')",
     "ValueError: 'middle' is an invalid value for keyword 'side'. Expected one of "
     "['left', 'right']."},
    {"0.9.0", "auto x=2", "a f32[16]; v f32[3]", "y = jnp.searchsorted(a, v, side='middle')",
     "ValueError: 'middle' is an invalid value for keyword 'side'. Expected one of "
     "['left', 'right']."},
    {"0.12.0.1", "auto x=2", "a f32[16]; v f32[3]", "y = jnp.searchsorted(a, v, side='middle')",
     "ValueError: invalid argument side='middle', expected 'left' or 'right'"},
    {"0.6.0", "auto x=2", "m f32[4,4]; v f32[3]", "y = jnp.searchsorted(m, v, side='middle')",
     "ValueError: 'middle' is an invalid value for keyword 'side'. Expected one of "
     "['left', 'right']."},
    {"0.9.0", "auto x=2", "m f32[4,4]; v f32[3]", "y = jnp.searchsorted(m, v, side='middle')",
     "ValueError: 'middle' is an invalid value for keyword 'side'. Expected one of "
     "['left', 'right']."},
    {"0.12.0.1", "auto x=2", "m f32[4,4]; v f32[3]", "y = jnp.searchsorted(m, v, side='middle')",
     "ValueError: a should be 1-dimensional"},
    {"0.6.0", "auto x=2", "a f32[16]; v f32[3]", "y = jnp.searchsorted(a, v, method='binary')",
     "ValueError: 'binary' is an invalid value for keyword 'method'. Expected one of "
     "['sort', 'scan', 'scan_unrolled', 'compare_all']."},
    {"0.9.0", "auto x=2", "a f32[16]; v f32[3]", "y = jnp.searchsorted(a, v, method='binary')",
     "ValueError: 'binary' is an invalid value for keyword 'method'. Expected one of "
     "['sort', 'scan', 'scan_unrolled', 'compare_all']."},
    {"0.12.0.1", "auto x=2", "a f32[16]; v f32[3]", "y = jnp.searchsorted(a, v, method='binary')",
     "ValueError: invalid argument method='binary', expected one of ['compare_all', "
     "'scan', 'scan_unrolled', 'sort']"},
    {"0.6.0", "auto x=2", "m f32[4,4]; v f32[3]", "y = jnp.searchsorted(m, v)",
     "ValueError: a should be 1-dimensional"},
    {"0.9.0", "auto x=2", "m f32[4,4]; v f32[3]", "y = jnp.searchsorted(m, v)",
     "ValueError: a should be 1-dimensional"},
    {"0.12.0.1", "auto x=2", "m f32[4,4]; v f32[3]", "y = jnp.searchsorted(m, v)",
     "ValueError: a should be 1-dimensional"},
};

/* The words about a wrong side and method, and the order of the checks, changed. */
Test(numpy_search, searchsorted_names_its_arguments_in_newer_releases)
{
	testing_programs(searchsorted_names_its_arguments_in_newer_releases,
	                 ROWS(searchsorted_names_its_arguments_in_newer_releases));
}

static const struct program_case digitize_takes_bins_in_a_vector[] = {
    {"0.10.2", "x=2", "a f32[4,3]; b f32[5]", "y = jnp.digitize(a, b)", "y i32[4,3]"},
    {"0.10.2", "x=2", "b f32[5]; i i32[6]", "y = jnp.digitize(i, b, right=True)", "y i32[6]"},
    {"0.10.2", "x=2", "a f32[4,3]; b f32[5]", "y = jnp.digitize(a, b, True)", "y i32[4,3]"},
    {"0.10.2", "x=2", "b f32[5]", "y = jnp.digitize(1.5, b)", "y i32[]"},
    {"0.10.2", "x=2", "a f32[4,3]; b f32[5]", "y = jnp.digitize(a, b, method='sort')",
     "y i32[4,3]"},
    {"0.12.0.1", "x=2", "b f32[5]; i i32[6]", "y = jnp.digitize(i, b, method='sort')", "y i32[6]"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.digitize(a)",
     "TypeError: digitize() missing 1 required positional argument: 'bins'"},
    {"0.10.2", "x=2", "a f32[4,3]; b f32[5]", "y = jnp.digitize(x=a, bins=b)", "y i32[4,3]"},
    {"0.10.2", "x=2", "a f32[4,3]; b f32[5]", "y = jnp.digitize(x=a, edges=b)",
     "TypeError: digitize() got an unexpected keyword argument 'edges'"},
    {"0.10.2", "x=2", "a f32[4,3]", "y = jnp.digitize(a, None)",
     "TypeError: digitize requires ndarray or scalar arguments, got <class 'NoneType'> "
     "at position 1."},
    {"0.10.2", "x=2", "a f32[4,3]; m f32[2,2]", "y = jnp.digitize(a, m)", "unknown"},
    {"0.10.2", "x=2", "b f32[5]; s f32[4@x]", "y = jnp.digitize(s, b)", "unknown"},
};

/* Which bin each element falls in. */
Test(numpy_search, digitize_takes_bins_in_a_vector)
{
	testing_programs(digitize_takes_bins_in_a_vector, ROWS(digitize_takes_bins_in_a_vector));
}

static const struct program_case histogram_counts_in_bins[] = {
    {"0.10.2", "x=2", "a f32[8]", "y = jnp.histogram(a)", "y[0] f32[10]; y[1] f32[11]"},
    {"0.10.2", "x=2", "a f32[8]", "counts, edges = jnp.histogram(a)",
     "counts f32[10]; edges f32[11]"},
    {"0.10.2", "x=2", "i i32[4,3]", "counts, edges = jnp.histogram(i, bins=4)",
     "counts f32[4]; edges f32[5]"},
    {"0.10.2", "x=2", "i i32[4,3]", "counts, edges = jnp.histogram(i, 4, (0, 10))",
     "counts f32[4]; edges f32[5]"},
    {"0.10.2", "x=2", "a f32[8]; b f32[5]", "counts, edges = jnp.histogram(a, bins=b)",
     "counts f32[4]; edges f32[5]"},
    {"0.10.2", "x=2", "a f32[8]; w f32[8]", "counts, edges = jnp.histogram(a, weights=w)",
     "counts f32[10]; edges f32[11]"},
    {"0.10.2", "x=2", "w f32[8]; h f16[8]", "counts, edges = jnp.histogram(h, weights=w, bins=3)",
     "counts f32[3]; edges f32[4]"},
    {"0.10.2", "x=2", "h f16[8]", "counts, edges = jnp.histogram(h, bins=1)",
     "counts f16[1]; edges f16[2]"},
    {"0.10.2", "x=2", "a f32[8]; v f32[3]", "counts, edges = jnp.histogram(a, weights=v)",
     "ValueError: weights should have the same shape as a."},
    {"0.10.2", "x=2", "a f32[8]", "counts, edges = jnp.histogram(a, weights=1.0)",
     "ValueError: weights should have the same shape as a."},
    {"0.10.2", "x=2", "", "counts, edges = jnp.histogram()",
     "TypeError: histogram() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "a f32[8]", "counts, edges = jnp.histogram(a, out_sharding=P())",
     "TypeError: histogram() got an unexpected keyword argument 'out_sharding'"},
    {"0.10.2", "x=2", "a f32[8]", "counts, edges, more = jnp.histogram(a)",
     "ValueError: not enough values to unpack (expected 3, got 2)"},
    {"0.10.2", "x=2", "s f32[8@x]", "counts, edges = jnp.histogram(s)", "unknown"},
    {"0.10.2", "x=2", "a f32[8]", "counts, edges = jnp.histogram(a, bins='auto')", "unknown"},
    {"0.11.2", "x=2", "i i32[4,3]", "counts, edges = jnp.histogram(i, bins=4)",
     "counts f32[4]; edges f32[5]"},
    {"0.12.0.1", "x=2", "i i32[4,3]", "counts, edges = jnp.histogram(i, bins=4)",
     "counts f32[4]; edges f32[5]"},
};

/* Counts and one edge more than there are bins. */
Test(numpy_search, histogram_counts_in_bins)
{
	testing_programs(histogram_counts_in_bins, ROWS(histogram_counts_in_bins));
}

static const struct program_case edges_of_bins[] = {
    {"0.10.2", "x=2", "a f32[8]", "y = jnp.histogram_bin_edges(a)", "y f32[11]"},
    {"0.10.2", "x=2", "i i32[4,3]", "y = jnp.histogram_bin_edges(i, 3)", "y f32[4]"},
    {"0.10.2", "x=2", "a f32[8]; b f32[5]", "y = jnp.histogram_bin_edges(a, bins=b)", "y f32[5]"},
    {"0.10.2", "x=2", "i i32[4,3]; k i32[5]", "y = jnp.histogram_bin_edges(i, bins=k)", "y f32[5]"},
    {"0.10.2", "x=2", "a f32[8]", "y = jnp.histogram_bin_edges(a, bins=4, range=(0.0, 1.0))",
     "y f32[5]"},
    {"0.10.2", "x=2", "a f32[8]; n i32[]", "y = jnp.histogram_bin_edges(a, bins=n)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "a f32[8]", "y = jnp.histogram_bin_edges(a, bins=2.5)",
     "TypeError: 'float' object cannot be interpreted as an integer"},
    {"0.10.2", "x=2", "a f32[8]", "y = jnp.histogram_bin_edges(a, bins=True)", "y f32[2]"},
    {"0.10.2", "x=2", "", "y = jnp.histogram_bin_edges(None)",
     "TypeError: histogram_bin_edges requires ndarray or scalar arguments, got <class "
     "'NoneType'> at position 0."},
    {"0.10.2", "x=2", "a f32[8]", "y = jnp.histogram_bin_edges(a, 10, None, None, None)",
     "TypeError: histogram_bin_edges() takes from 1 to 4 positional arguments but 5 "
     "were given"},
    {"0.10.2", "x=2", "s f32[8@x]", "y = jnp.histogram_bin_edges(s)", "unknown"},
    {"0.10.2", "x=2", "a f32[8]", "y = jnp.histogram_bin_edges(a, bins=[0.0, 1.0])", "unknown"},
};

/* As many as bins and one more, those given, or none for what is no number. */
Test(numpy_search, edges_of_bins)
{
	testing_programs(edges_of_bins, ROWS(edges_of_bins));
}

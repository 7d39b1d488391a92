/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case quantiles_are_found_along_axes[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]; q f32[3]", "y = jnp.quantile(a, q, axis=1)", "y f32[3,4@x]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; q f32[3]", "y = jnp.nanquantile(a, q, axis=1)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None, platform=cpu), spec=P(None, None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None, platform=cpu), spec=P(None, 'x', None))"},
    {"0.10.2", "x=2", "i i32[4,6]; q f32[3]", "y = jnp.percentile(i, q)", "y f32[3]"},
    {"0.10.2", "x=2", "i i32[4,6]; q f32[3]", "y = jnp.nanpercentile(i, q)", "y f32[3]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.quantile(i, 0.5, 0)", "y f32[6]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.percentile(i, 0.5, 0)", "y f32[6]"},
    {"0.10.2", "x=2", "s f32[]; h f16[4,2]",
     "y = jnp.nanquantile(h, s, axis=(0, 1), keepdims=True)", "y f16[1,1]"},
    {"0.10.2", "x=2", "s f32[]; h f16[4,2]",
     "y = jnp.nanpercentile(h, s, axis=(0, 1), keepdims=True)", "y f16[1,1]"},
    {"0.10.2", "x=2", "i i32[4,6]; q f32[3]", "y = jnp.quantile(i, q, axis=(0,), method='linear')",
     "y f32[3,6]"},
    {"0.10.2", "x=2", "i i32[4,6]; q f32[3]", "y = jnp.quantile(i, q, axis=(0,), method='lower')",
     "y f32[3,6]"},
    {"0.10.2", "x=2", "i i32[4,6]; q f32[3]", "y = jnp.quantile(i, q, axis=(0,), method='higher')",
     "y f32[3,6]"},
    {"0.10.2", "x=2", "i i32[4,6]; q f32[3]",
     "y = jnp.quantile(i, q, axis=(0,), method='midpoint')", "y f32[3,6]"},
    {"0.10.2", "x=2", "i i32[4,6]; q f32[3]", "y = jnp.quantile(i, q, axis=(0,), method='nearest')",
     "y f32[3,6]"},
    {"0.10.2", "x=2", "h f16[4,2]", "y = jnp.quantile(h, 0.3, keepdims=True)", "y f16[1,1]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; q f32[3]",
     "y = jnp.percentile(a, q, 1, None, False, 'lower', True)", "y f32[3,4@x,1]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.median(a, axis=1)", "y f32[4@x]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.median(i)", "y f32[]"},
    {"0.10.2", "x=2", "h f16[4,2]", "y = jnp.nanmedian(h, axis=0, keepdims=True)", "y f16[1,2]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.nanmedian(i, (0, 1))", "y f32[]"},
    {"0.10.2", "x=2", "b bool[3]", "y = jnp.median(b)", "y f32[]"},
    {"0.10.2", "x=2", "b bool[3]", "y = jnp.quantile(b, 0.5)", "y f32[]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.quantile(i, [0.1, 0.9])",
     "TypeError: quantile requires ndarray or scalar arguments, got <class 'list'> at "
     "position 1."},
};

/* Those of q stand in front. */
Test(numpy_quantile, quantiles_are_found_along_axes)
{
	testing_programs(quantiles_are_found_along_axes, ROWS(quantiles_are_found_along_axes));
}

static const struct program_case what_quantiles_refuse[] = {
    {"0.10.2", "x=2", "i i32[4,6]; m f32[2,2]", "y = jnp.quantile(i, m)",
     "ValueError: q must be have rank <= 1, got shape (2, 2)"},
    {"0.10.2", "x=2", "i i32[4,6]; k i32[]", "y = jnp.quantile(i, k)",
     "TypeError: floor does not accept dtype int32. Accepted dtypes are subtypes of "
     "floating."},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.percentile(i, 50)", "y f32[]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.quantile(i, 1)",
     "TypeError: floor does not accept dtype int32. Accepted dtypes are subtypes of "
     "floating."},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.quantile(a, 0.5, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.percentile(a, 0.5, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.nanquantile(a, 0.5, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.nanpercentile(a, 0.5, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.median(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.nanmedian(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.quantile(i, 0.5, method='middle')",
     "ValueError: method can only be 'linear', 'lower', 'higher', 'midpoint', "
     "'nearest' or 'inverted_cdf'"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.percentile(i, 0.5, method='middle')",
     "ValueError: method can only be 'linear', 'lower', 'higher', 'midpoint', "
     "'nearest' or 'inverted_cdf'"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.nanquantile(i, 0.5, method='middle')",
     "ValueError: method can only be 'linear', 'lower', 'higher', 'midpoint', "
     "'nearest' or 'inverted_cdf'"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.nanpercentile(i, 0.5, method='middle')",
     "ValueError: method can only be 'linear', 'lower', 'higher', 'midpoint', "
     "'nearest' or 'inverted_cdf'"},
    {"0.10.2", "x=2", "i i32[4,6]; t f32[]", "y = jnp.quantile(i, 0.5, out=t)",
     "ValueError: jax.numpy.quantile does not support overwrite_input=True or out != "
     "None"},
    {"0.10.2", "x=2", "i i32[4,6]; t f32[]", "y = jnp.nanquantile(i, 0.5, out=t)",
     "ValueError: jax.numpy.nanquantile does not support overwrite_input=True or out "
     "!= None"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.percentile(i, 0.5, overwrite_input=True)",
     "ValueError: jax.numpy.quantile does not support overwrite_input=True or out != "
     "None"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.nanpercentile(i, 0.5, overwrite_input=True)",
     "ValueError: jax.numpy.nanquantile does not support overwrite_input=True or out "
     "!= None"},
    {"0.10.2", "x=2", "i i32[4,6]; t f32[]", "y = jnp.median(i, out=t)",
     "ValueError: jax.numpy.quantile does not support overwrite_input=True or out != "
     "None"},
    {"0.10.2", "x=2", "i i32[4,6]; t f32[]", "y = jnp.nanmedian(i, out=t)",
     "ValueError: jax.numpy.nanquantile does not support overwrite_input=True or out "
     "!= None"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.median(i, overwrite_input=True)",
     "ValueError: jax.numpy.quantile does not support overwrite_input=True or out != "
     "None"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.nanmedian(i, overwrite_input=True)",
     "ValueError: jax.numpy.nanquantile does not support overwrite_input=True or out "
     "!= None"},
    {"0.10.2", "x=2", "c c64[4]", "y = jnp.quantile(c, 0)",
     "ValueError: quantile does not support complex input, as the operation is poorly "
     "defined."},
    {"0.10.2", "x=2", "c c64[4]", "y = jnp.median(c, 0)",
     "ValueError: quantile does not support complex input, as the operation is poorly "
     "defined."},
    {"0.10.2", "x=2", "c c64[4]", "y = jnp.quantile(c, 0.5)",
     "ValueError: quantile does not support complex input, as the operation is poorly "
     "defined."},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.quantile(i, axis=0)",
     "TypeError: quantile() missing 1 required positional argument: 'q'"},
    {"0.10.2", "x=2", "", "y = jnp.median()",
     "TypeError: median() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.median(i, 0, None, False, False, 1)",
     "TypeError: median() takes from 1 to 5 positional arguments but 6 were given"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.quantile(i, 0.5, axis=(0, 0))",
     "ValueError: repeated axis"},
    {"0.10.2", "x=2", "", "y = jnp.quantile([1.0], 0.5)",
     "TypeError: quantile requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.median(None)",
     "TypeError: median requires ndarray or scalar arguments, got <class 'NoneType'> "
     "at position 0."},
    {"0.10.2", "x=2", "e f32[0,3]", "y = jnp.median(e)",
     "TypeError: Slice size at index 0 in gather op is out of range, must be within "
     "[0, 0 + 1), got 1."},
    {"0.10.2", "x=2", "e f32[0,3]", "y = jnp.median(e, axis=1)", "y f32[0]"},
    {"0.10.2", "x=2", "e f32[0,3]", "y = jnp.quantile(e, 0.5, axis=0)",
     "TypeError: Slice size at index 0 in gather op is out of range, must be within "
     "[0, 0 + 1), got 1."},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.quantile(i, 0.5, method=None)",
     "ValueError: method can only be 'linear', 'lower', 'higher', 'midpoint', "
     "'nearest' or 'inverted_cdf'"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.quantile(i, 0.5, weights=i)",
     "NotImplementedError: linear doesn't support weights. Only method 'inverted_cdf' "
     "supports weights."},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.quantile(i, 0.5, weights=i, method='lower')",
     "NotImplementedError: lower doesn't support weights. Only method 'inverted_cdf' "
     "supports weights."},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.quantile(i, 0.5, method='inverted_cdf')", "unknown"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.quantile(i, 0.5, weights=i, method='inverted_cdf')",
     "unknown"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.quantile(a, 0.5, axis=0)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 2, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', None)) and sorting dimension=0"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.median(a)",
     "ShardingTypeError: Arguments to sort must be unsharded over the sorting "
     "dimension. Got arg sharding=NamedSharding(mesh=AbstractMesh('x': 2, "
     "axis_types=(Explicit,), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x',)) and sorting dimension=0"},
};

/* Quantiles of two dimensions, methods of other names, an out, traced axes. */
Test(numpy_quantile, what_quantiles_refuse)
{
	testing_programs(what_quantiles_refuse, ROWS(what_quantiles_refuse));
}

static const struct program_case the_older_name_of_method[] = {
    {"0.6.0", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, interpolation='lower')",
     "y f32[]"},
    {"0.6.0", "auto x=2", "i f32[4,6]", "y = jnp.percentile(i, 0.5, interpolation='lower')",
     "y f32[]"},
    {"0.6.0", "auto x=2", "i f32[4,6]", "y = jnp.nanquantile(i, 0.5, interpolation='lower')",
     "y f32[]"},
    {"0.6.0", "auto x=2", "i f32[4,6]", "y = jnp.nanpercentile(i, 0.5, interpolation='lower')",
     "y f32[]"},
    {"0.7.2", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, interpolation='lower')",
     "y f32[]"},
    {"0.7.2", "auto x=2", "i f32[4,6]", "y = jnp.percentile(i, 0.5, interpolation='lower')",
     "y f32[]"},
    {"0.7.2", "auto x=2", "i f32[4,6]", "y = jnp.nanquantile(i, 0.5, interpolation='lower')",
     "y f32[]"},
    {"0.7.2", "auto x=2", "i f32[4,6]", "y = jnp.nanpercentile(i, 0.5, interpolation='lower')",
     "y f32[]"},
    {"0.8.2", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, interpolation='lower')",
     "TypeError: quantile() argument interpolation was removed in JAX v0.8.0. Use "
     "method instead."},
    {"0.8.2", "auto x=2", "i f32[4,6]", "y = jnp.percentile(i, 0.5, interpolation='lower')",
     "TypeError: percentile() argument interpolation was removed in JAX v0.8.0. Use "
     "method instead."},
    {"0.8.2", "auto x=2", "i f32[4,6]", "y = jnp.nanquantile(i, 0.5, interpolation='lower')",
     "TypeError: nanquantile() argument interpolation was removed in JAX v0.8.0. Use "
     "method instead."},
    {"0.8.2", "auto x=2", "i f32[4,6]", "y = jnp.nanpercentile(i, 0.5, interpolation='lower')",
     "TypeError: nanpercentile() argument interpolation was removed in JAX v0.8.0. Use "
     "method instead."},
    {"0.9.0", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, interpolation='lower')",
     "TypeError: Error interpreting argument to <function quantile at 0x> as an "
     "abstract array. The problematic value is of type <class 'str'> and was passed to "
     "the function at path kwargs['interpolation']."},
    {"0.9.0", "auto x=2", "i f32[4,6]", "y = jnp.percentile(i, 0.5, interpolation='lower')",
     "TypeError: Error interpreting argument to <function percentile at 0x> as an "
     "abstract array. The problematic value is of type <class 'str'> and was passed to "
     "the function at path kwargs['interpolation']."},
    {"0.9.0", "auto x=2", "i f32[4,6]", "y = jnp.nanquantile(i, 0.5, interpolation='lower')",
     "TypeError: Error interpreting argument to <function nanquantile at 0x> as an "
     "abstract array. The problematic value is of type <class 'str'> and was passed to "
     "the function at path kwargs['interpolation']."},
    {"0.9.0", "auto x=2", "i f32[4,6]", "y = jnp.nanpercentile(i, 0.5, interpolation='lower')",
     "TypeError: Error interpreting argument to <function nanpercentile at 0x> as an "
     "abstract array. The problematic value is of type <class 'str'> and was passed to "
     "the function at path kwargs['interpolation']."},
    {"0.12.0.1", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, interpolation='lower')",
     "TypeError: Error interpreting argument to <function quantile at 0x> as an "
     "abstract array. The problematic value is of type <class 'str'> and was passed to "
     "the function at path kwargs['interpolation']."},
    {"0.12.0.1", "auto x=2", "i f32[4,6]", "y = jnp.percentile(i, 0.5, interpolation='lower')",
     "TypeError: Error interpreting argument to <function percentile at 0x> as an "
     "abstract array. The problematic value is of type <class 'str'> and was passed to "
     "the function at path kwargs['interpolation']."},
    {"0.12.0.1", "auto x=2", "i f32[4,6]", "y = jnp.nanquantile(i, 0.5, interpolation='lower')",
     "TypeError: Error interpreting argument to <function nanquantile at 0x> as an "
     "abstract array. The problematic value is of type <class 'str'> and was passed to "
     "the function at path kwargs['interpolation']."},
    {"0.12.0.1", "auto x=2", "i f32[4,6]", "y = jnp.nanpercentile(i, 0.5, interpolation='lower')",
     "TypeError: Error interpreting argument to <function nanpercentile at 0x> as an "
     "abstract array. The problematic value is of type <class 'str'> and was passed to "
     "the function at path kwargs['interpolation']."},
    {"0.6.0", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, interpolation=None)",
     "ValueError: method can only be 'linear', 'lower', 'higher', 'midpoint', or "
     "'nearest'"},
    {"0.7.2", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, interpolation=None)",
     "ValueError: method can only be 'linear', 'lower', 'higher', 'midpoint', or "
     "'nearest'"},
    {"0.8.2", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, interpolation=None)",
     "TypeError: quantile() argument interpolation was removed in JAX v0.8.0. Use "
     "method instead."},
    {"0.9.0", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, interpolation=None)",
     "TypeError: quantile() got an unexpected keyword argument 'interpolation'"},
    {"0.12.0.1", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, interpolation=None)",
     "TypeError: quantile() got an unexpected keyword argument 'interpolation'"},
    {"0.6.0", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, method='middle')",
     "ValueError: method can only be 'linear', 'lower', 'higher', 'midpoint', or "
     "'nearest'"},
    {"0.7.2", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, method='middle')",
     "ValueError: method can only be 'linear', 'lower', 'higher', 'midpoint', or "
     "'nearest'"},
    {"0.8.2", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, method='middle')",
     "ValueError: method can only be 'linear', 'lower', 'higher', 'midpoint', or "
     "'nearest'"},
    {"0.9.0", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, method='middle')",
     "ValueError: method can only be 'linear', 'lower', 'higher', 'midpoint', or "
     "'nearest'"},
    {"0.12.0.1", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, method='middle')",
     "ValueError: method can only be 'linear', 'lower', 'higher', 'midpoint', "
     "'nearest' or 'inverted_cdf'"},
    {"0.6.0", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, weights=None)",
     "TypeError: quantile() got an unexpected keyword argument 'weights'"},
    {"0.7.2", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, weights=None)",
     "TypeError: quantile() got an unexpected keyword argument 'weights'"},
    {"0.8.2", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, weights=None)",
     "TypeError: quantile() got an unexpected keyword argument 'weights'"},
    {"0.9.0", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, weights=None)",
     "TypeError: quantile() got an unexpected keyword argument 'weights'"},
    {"0.12.0.1", "auto x=2", "i f32[4,6]", "y = jnp.quantile(i, 0.5, weights=None)", "y f32[]"},
    {"0.6.0", "auto x=2", "i f32[4,6]", "y = jnp.median(i, interpolation='lower')",
     "TypeError: Error interpreting argument to <function median at 0x> as an abstract "
     "array. The problematic value is of type <class 'str'> and was passed to the "
     "function at path kwargs['interpolation']."},
    {"0.7.2", "auto x=2", "i f32[4,6]", "y = jnp.median(i, interpolation='lower')",
     "TypeError: Error interpreting argument to <function median at 0x> as an abstract "
     "array. The problematic value is of type <class 'str'> and was passed to the "
     "function at path kwargs['interpolation']."},
    {"0.8.2", "auto x=2", "i f32[4,6]", "y = jnp.median(i, interpolation='lower')",
     "TypeError: Error interpreting argument to <function median at 0x> as an abstract "
     "array. The problematic value is of type <class 'str'> and was passed to the "
     "function at path kwargs['interpolation']."},
    {"0.9.0", "auto x=2", "i f32[4,6]", "y = jnp.median(i, interpolation='lower')",
     "TypeError: Error interpreting argument to <function median at 0x> as an abstract "
     "array. The problematic value is of type <class 'str'> and was passed to the "
     "function at path kwargs['interpolation']."},
    {"0.12.0.1", "auto x=2", "i f32[4,6]", "y = jnp.median(i, interpolation='lower')",
     "TypeError: Error interpreting argument to <function median at 0x> as an abstract "
     "array. The problematic value is of type <class 'str'> and was passed to the "
     "function at path kwargs['interpolation']."},
};

/* interpolation= went away in 0.9.0, weights= came with 0.10.0. */
Test(numpy_quantile, the_older_name_of_method)
{
	testing_programs(the_older_name_of_method, ROWS(the_older_name_of_method));
}

static const struct program_case quantiles_with_a_sharding[] = {
    {"0.9.0", "x=2", "a f32[4@x,6]", "y = jnp.percentile(a, 50.0, axis=1, out_sharding=P('x'))",
     "TypeError: Error interpreting argument to <function percentile at 0x> as an "
     "abstract array. The problematic value is of type <class "
     "'jax.sharding.PartitionSpec'> and was passed to the function at path "
     "kwargs['out_sharding']."},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.percentile(a, 50.0, axis=1, out_sharding=P('x'))",
     "y f32[4@x]"},
    {"0.12.0.1", "x=2", "a f32[4@x,6]", "y = jnp.percentile(a, 50.0, axis=1, out_sharding=P('x'))",
     "y f32[4@x]"},
    {"0.9.0", "x=2", "a f32[4@x,6]", "y = jnp.percentile(a, 50.0, axis=0, out_sharding=P())",
     "TypeError: Error interpreting argument to <function percentile at 0x> as an "
     "abstract array. The problematic value is of type <class "
     "'jax.sharding.PartitionSpec'> and was passed to the function at path "
     "kwargs['out_sharding']."},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.percentile(a, 50.0, axis=0, out_sharding=P())",
     "y f32[6]"},
    {"0.12.0.1", "x=2", "a f32[4@x,6]", "y = jnp.percentile(a, 50.0, axis=0, out_sharding=P())",
     "y f32[6]"},
    {"0.9.0", "x=2", "a f32[4@x,6]", "y = jnp.quantile(a, 0.5, axis=0, out_sharding=P())",
     "TypeError: Error interpreting argument to <function quantile at 0x> as an "
     "abstract array. The problematic value is of type <class "
     "'jax.sharding.PartitionSpec'> and was passed to the function at path "
     "kwargs['out_sharding']."},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.quantile(a, 0.5, axis=0, out_sharding=P())",
     "TypeError: Error interpreting argument to <function quantile at 0x> as an "
     "abstract array. The problematic value is of type <class 'jax.P'> and was passed "
     "to the function at path kwargs['out_sharding']."},
    {"0.12.0.1", "x=2", "a f32[4@x,6]", "y = jnp.quantile(a, 0.5, axis=0, out_sharding=P())",
     "TypeError: Error interpreting argument to <function quantile at 0x> as an "
     "abstract array. The problematic value is of type <class 'jax.P'> and was passed "
     "to the function at path kwargs['out_sharding']."},
};

/* percentile takes out_sharding since 0.10.2. */
Test(numpy_quantile, quantiles_with_a_sharding)
{
	testing_programs(quantiles_with_a_sharding, ROWS(quantiles_with_a_sharding));
}

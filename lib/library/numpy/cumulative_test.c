/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case sums_and_products_so_far[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.cumsum(a, axis=1)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.cumprod(a, axis=1)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.nancumsum(a, axis=1)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.nancumprod(a, axis=1)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "i i8[4,6]", "y = jnp.cumsum(i)", "y i8[24]"},
    {"0.10.2", "x=2", "i i8[4,6]", "y = jnp.cumprod(i)", "y i8[24]"},
    {"0.10.2", "x=2", "i i8[4,6]", "y = jnp.nancumsum(i)", "y i8[24]"},
    {"0.10.2", "x=2", "i i8[4,6]", "y = jnp.nancumprod(i)", "y i8[24]"},
    {"0.10.2", "x=2", "b bool[3]", "y = jnp.cumsum(b)", "y i32[3]"},
    {"0.10.2", "x=2", "b bool[3]", "y = jnp.cumprod(b)", "y i32[3]"},
    {"0.10.2", "x=2", "h f16[5]", "y = jnp.cumsum(h, 0)", "y f16[5]"},
    {"0.10.2", "x=2", "h f16[5]", "y = jnp.nancumprod(h, 0)", "y f16[5]"},
    {"0.10.2", "x=2", "u u8[3]", "y = jnp.cumsum(u)", "y u8[3]"},
    {"0.10.2", "x=2", "i i8[4,6]", "y = jnp.cumsum(i, axis=-2, dtype=jnp.float32)", "y f32[4,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.cumprod(a, 1, jnp.bfloat16)", "y bf16[4@x,6]"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.cumsum(s)", "y f32[1]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = a.cumsum(axis=1)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = a.cumprod(axis=1)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "i i8[4,6]", "y = i.cumsum()", "y i8[24]"},
    {"0.10.2", "x=2", "v i32[6]", "y = v.cumprod(dtype='float16')", "y f16[6]"},
    {"0.10.2", "x=2", "v i32[6]", "y = jnp.cumulative_sum(v)", "y i32[6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.cumulative_sum(a, axis=1, include_initial=True)",
     "ShardingTypeError: All operands should have the same sharding. Got shardings "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None, platform=cpu), spec=P(None, None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), device_kind=cpu, "
     "num_cores=None, platform=cpu), spec=P('x', None))"},
    {"0.10.2", "x=2", "i i8[4,6]", "y = jnp.cumulative_sum(i, axis=0, dtype=jnp.float32)",
     "y f32[4,6]"},
    {"0.10.2", "x=2", "v i32[6]", "y = jnp.cumulative_prod(v, include_initial=True)", "y i32[7]"},
    {"0.10.2", "x=2", "b bool[3]", "y = jnp.cumulative_prod(b)", "y i32[3]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.cumulative_prod(a, axis=-1)", "y f32[4@x,6]"},
};

/* Along an axis or over all elements. */
Test(numpy_cumulative, sums_and_products_so_far)
{
	testing_programs(sums_and_products_so_far, ROWS(sums_and_products_so_far));
}

static const struct program_case cumulative_functions_refuse[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.cumsum(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.cumprod(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.nancumsum(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.nancumprod(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "t f32[6]", "y = jnp.cumsum(t, out=t)",
     "NotImplementedError: The 'out' argument to jnp.cumsum is not supported"},
    {"0.10.2", "x=2", "t f32[6]", "y = jnp.cumprod(t, out=t)",
     "NotImplementedError: The 'out' argument to jnp.cumprod is not supported"},
    {"0.10.2", "x=2", "t f32[6]", "y = jnp.nancumsum(t, out=t)",
     "NotImplementedError: The 'out' argument to jnp.nancumsum is not supported"},
    {"0.10.2", "x=2", "t f32[6]", "y = jnp.nancumprod(t, out=t)",
     "NotImplementedError: The 'out' argument to jnp.nancumprod is not supported"},
    {"0.10.2", "x=2", "", "y = jnp.cumsum([1.0])",
     "TypeError: cumsum requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.cumprod([1.0])",
     "TypeError: cumprod requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.nancumsum([1.0])",
     "TypeError: nancumsum requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jnp.nancumprod([1.0])",
     "TypeError: nancumprod requires ndarray or scalar arguments, got <class 'list'> "
     "at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.cumsum()",
     "TypeError: cumsum() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "", "y = jnp.cumprod()",
     "TypeError: cumprod() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "", "y = jnp.nancumsum()",
     "TypeError: nancumsum() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "", "y = jnp.nancumprod()",
     "TypeError: nancumprod() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.cumsum(a, axes=1)",
     "TypeError: cumsum() got an unexpected keyword argument 'axes'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.cumprod(a, axes=1)",
     "TypeError: cumprod() got an unexpected keyword argument 'axes'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.nancumsum(a, axes=1)",
     "TypeError: nancumsum() got an unexpected keyword argument 'axes'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.nancumprod(a, axes=1)",
     "TypeError: nancumprod() got an unexpected keyword argument 'axes'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.cumsum(a, (0, 1))",
     "TypeError: 'tuple' object cannot be interpreted as an integer"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.cumsum(s, axis=0)",
     "ValueError: axis 0 is out of bounds for array of dimension 0"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = a.cumsum(axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = a.cumprod(axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]; t f32[6]", "y = a.cumsum(out=t)",
     "NotImplementedError: The 'out' argument to jnp.cumsum is not supported"},
    {"0.10.2", "x=2", "a f32[4@x,6]; t f32[6]", "y = a.cumprod(out=t)",
     "NotImplementedError: The 'out' argument to jnp.cumprod is not supported"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = a.cumsum(0, None, None, 1)",
     "TypeError: _cumsum() takes from 1 to 4 positional arguments but 5 were given"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = a.nancumsum()",
     "AttributeError: DynamicJaxprTracer has no attribute nancumsum"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.cumulative_sum(a)",
     "ValueError: The input array has rank 2, however axis was not set to an explicit "
     "value. The axis argument is only optional for one-dimensional arrays."},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.cumulative_prod(a)",
     "ValueError: The input array has rank 2, however axis was not set to an explicit "
     "value. The axis argument is only optional for one-dimensional arrays."},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.cumulative_sum(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.cumulative_prod(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.cumulative_sum(s)",
     "ValueError: The input must be non-scalar to take a cumulative sum, however a "
     "scalar value or scalar array was given."},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.cumulative_prod(s)",
     "ValueError: The input must be non-scalar to take a cumulative product, however a "
     "scalar value or scalar array was given."},
    {"0.10.2", "x=2", "", "y = jnp.cumulative_sum([1.0])",
     "TypeError: cumulative_sum requires ndarray or scalar arguments, got <class "
     "'list'> at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.cumulative_prod([1.0])",
     "TypeError: cumulative_prod requires ndarray or scalar arguments, got <class "
     "'list'> at position 0."},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.cumulative_sum(a, 0)",
     "TypeError: cumulative_sum() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.cumulative_prod(a, 0)",
     "TypeError: cumulative_prod() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "t f32[6]", "y = jnp.cumulative_sum(x=t)",
     "TypeError: cumulative_sum() got some positional-only arguments passed as keyword "
     "arguments: 'x'"},
    {"0.10.2", "x=2", "t f32[6]", "y = jnp.cumulative_sum(t, initial=True)",
     "TypeError: cumulative_sum() got an unexpected keyword argument 'initial'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.cumsum(a, axis=0)",
     "ShardingTypeError: Input should be unsharded over the axis being reduced. Got "
     "input type=float32[4@x,6] and axis=0"},
    {"0.6.0", "x=2", "", "y = jnp.cumulative_prod([1.0])",
     "TypeError: cumulative_prod requires ndarray or scalar arguments, got <class "
     "'list'> at position 0."},
};

/* Axes out of bounds, an out, and names that are not theirs. */
Test(numpy_cumulative, cumulative_functions_refuse)
{
	testing_programs(cumulative_functions_refuse, ROWS(cumulative_functions_refuse));
}

static const struct program_case cumulative_functions_of_older_releases[] = {
    {"0.4.30", "auto x=2", "t f32[6]", "y = jnp.cumulative_prod(t)",
     "AttributeError: module 'jax.numpy' has no attribute 'cumulative_prod'"},
    {"0.6.0", "auto x=2", "t f32[6]", "y = jnp.cumulative_prod(t)", "y f32[6]"},
    {"0.12.0.1", "auto x=2", "t f32[6]", "y = jnp.cumulative_prod(t)", "y f32[6]"},
    {"0.4.30", "auto x=2", "t f32[6]", "y = jnp.cumulative_sum(t)", "y f32[6]"},
    {"0.6.0", "auto x=2", "t f32[6]", "y = jnp.cumulative_sum(t)", "y f32[6]"},
    {"0.12.0.1", "auto x=2", "t f32[6]", "y = jnp.cumulative_sum(t)", "y f32[6]"},
    {"0.4.30", "auto x=2", "a f32[4,6]", "y = jnp.nancumsum(a, axis=1)", "y f32[4,6]"},
    {"0.6.0", "auto x=2", "a f32[4,6]", "y = jnp.nancumsum(a, axis=1)", "y f32[4,6]"},
    {"0.12.0.1", "auto x=2", "a f32[4,6]", "y = jnp.nancumsum(a, axis=1)", "y f32[4,6]"},
    {"0.4.30", "auto x=2", "a f32[4,6]", "y = jnp.cumsum(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.6.0", "auto x=2", "a f32[4,6]", "y = jnp.cumsum(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.12.0.1", "auto x=2", "a f32[4,6]", "y = jnp.cumsum(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.4.30", "auto x=2", "", "y = jnp.cumsum([1.0])",
     "TypeError: cumsum requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.6.0", "auto x=2", "", "y = jnp.cumsum([1.0])",
     "TypeError: cumsum requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.12.0.1", "auto x=2", "", "y = jnp.cumsum([1.0])",
     "TypeError: cumsum requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
};

/* The standard's product came with 0.4.38. */
Test(numpy_cumulative, cumulative_functions_of_older_releases)
{
	testing_programs(cumulative_functions_of_older_releases,
	                 ROWS(cumulative_functions_of_older_releases));
}

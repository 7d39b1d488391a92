/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case activations[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.identity(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.relu(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.relu6(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.squareplus(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.softplus(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.sparse_plus(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.soft_sign(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.sigmoid(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.sparse_sigmoid(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.silu(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.swish(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.mish(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.log_sigmoid(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "h f16[3]", "y = jax.nn.elu(h)", "y f16[3]"},
    {"0.10.2", "x=2", "h f16[3]", "y = jax.nn.leaky_relu(h)", "y f16[3]"},
    {"0.10.2", "x=2", "h f16[3]", "y = jax.nn.tanh(h)", "y f16[3]"},
    {"0.10.2", "x=2", "h f16[3]", "y = jax.nn.hard_tanh(h)", "y f16[3]"},
    {"0.10.2", "x=2", "h f16[3]", "y = jax.nn.celu(h)", "y f16[3]"},
    {"0.10.2", "x=2", "h f16[3]", "y = jax.nn.selu(h)", "y f16[3]"},
    {"0.10.2", "x=2", "h f16[3]", "y = jax.nn.hard_sigmoid(h)", "y f16[3]"},
    {"0.10.2", "x=2", "h f16[3]", "y = jax.nn.hard_silu(h)", "y f16[3]"},
    {"0.10.2", "x=2", "h f16[3]", "y = jax.nn.hard_swish(h)", "y f16[3]"},
    {"0.10.2", "x=2", "h f16[3]", "y = jax.nn.log1mexp(h)", "y f16[3]"},
    {"0.10.2", "x=2", "h f16[3]", "y = jax.nn.gelu(h)", "y f16[3]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.nn.relu(i)", "y i32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.nn.relu6(i)", "y f32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.nn.softplus(i)", "y f32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.nn.soft_sign(i)", "y f32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.nn.sigmoid(i)",
     "TypeError: logistic does not accept dtype int32. Accepted dtypes are subtypes of "
     "floating, complexfloating."},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.nn.silu(i)",
     "TypeError: logistic does not accept dtype int32. Accepted dtypes are subtypes of "
     "floating, complexfloating."},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.nn.elu(i)", "y f32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.nn.leaky_relu(i)", "y f32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.nn.selu(i)", "y f32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.nn.gelu(i)", "y f32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.nn.hard_tanh(i)", "y i32[6]"},
    {"0.10.2", "x=2", "b bool[3]", "y = jax.nn.relu(b)", "y i32[3]"},
    {"0.10.2", "x=2", "b bool[3]", "y = jax.nn.sigmoid(b)",
     "TypeError: logistic does not accept dtype bool. Accepted dtypes are subtypes of "
     "floating, complexfloating."},
    {"0.10.2", "x=2", "b bool[3]", "y = jax.nn.gelu(b)", "y f32[3]"},
    {"0.10.2", "x=2", "", "y = jax.nn.relu(1.5)", "y f32[]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; b bool[3]", "y = jax.nn.squareplus(a, b=2)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.elu(a, alpha=0.5)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.celu(a, 2.0)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.leaky_relu(a, negative_slope=0.2)",
     "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.gelu(a, approximate=False)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.gelu(a, False)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.glu(a)", "y f32[4@x,3]"},
    {"0.10.2", "x=2", "", "y = jax.nn.glu(jnp.ones((4, 6)), axis=0)", "y f32[2,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.sigmoid(x=a)", "y f32[4@x,6]"},
};

/* Elementwise functions keep shape and sharding, and make floats of integers. */
Test(nn, activations)
{
	testing_programs(activations, ROWS(activations));
}

static const struct program_case activations_refused[] = {
    {"0.10.2", "x=2", "", "y = jax.nn.relu([1.0])",
     "TypeError: maximum requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jax.nn.gelu([1.0])",
     "TypeError: gelu requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jax.nn.silu([1.0])",
     "TypeError: silu requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jax.nn.elu([1.0])",
     "TypeError: elu requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jax.nn.softplus([1.0])",
     "TypeError: logaddexp requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jax.nn.log_sigmoid([1.0])",
     "TypeError: log_sigmoid requires ndarray or scalar arguments, got <class 'list'> "
     "at position 0."},
    {"0.10.2", "x=2", "", "y = jax.nn.hard_tanh([1.0])",
     "TypeError: hard_tanh requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jax.nn.relu()",
     "TypeError: The input arguments to the custom_jvp-decorated function relu could "
     "not be resolved to positional-only arguments. Binding failed with the error:"},
    {"0.10.2", "x=2", "", "y = jax.nn.sigmoid()",
     "TypeError: sigmoid() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jax.nn.gelu()",
     "TypeError: gelu() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jax.nn.silu()",
     "TypeError: silu() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jax.nn.elu()",
     "TypeError: elu() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jax.nn.softplus()",
     "TypeError: softplus() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jax.nn.log_sigmoid()",
     "TypeError: log_sigmoid() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jax.nn.hard_tanh()",
     "TypeError: hard_tanh() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.relu(a, 1)",
     "TypeError: The input arguments to the custom_jvp-decorated function relu could "
     "not be resolved to positional-only arguments. Binding failed with the error:"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.sigmoid(a, 1)",
     "TypeError: sigmoid() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.softplus(a, 1)",
     "TypeError: softplus() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.mish(a, 1)",
     "TypeError: mish() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.relu(a, beta=1)",
     "TypeError: The input arguments to the custom_jvp-decorated function relu could "
     "not be resolved to positional-only arguments. Binding failed with the error:"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.gelu(a, beta=1)",
     "TypeError: gelu() got an unexpected keyword argument 'beta'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.elu(a, beta=1)",
     "TypeError: elu() got an unexpected keyword argument 'beta'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.leaky_relu(a, beta=1)",
     "TypeError: leaky_relu() got an unexpected keyword argument 'beta'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.tanh(x=a)",
     "TypeError: tanh() got some positional-only arguments passed as keyword "
     "arguments: 'x'"},
    {"0.10.2", "x=2", "v f32[5]", "y = jax.nn.glu(v)",
     "AssertionError: axis size must be divisible by 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.glu(a, axis=2)",
     "IndexError: tuple index out of range"},
    {"0.10.2", "x=2", "s f32[]", "y = jax.nn.glu(s)", "IndexError: tuple index out of range"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.glu(a, 0, 1)",
     "TypeError: glu() takes from 1 to 2 positional arguments but 3 were given"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.glu(a, axis=0)", "y f32[2@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.rrelu(a)",
     "AttributeError: module 'jax.nn' has no attribute 'rrelu'"},
    {"0.10.2", "x=2", "a f32[4@x,6]; v f32[5]", "y = jax.nn.elu(a, alpha=v)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(5,), (4, 6)]"},
};

/* Lists, names of other parameters, axes that do not halve. */
Test(nn, activations_refused)
{
	testing_programs(activations_refused, ROWS(activations_refused));
}

static const struct program_case normalizations[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.softmax(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.log_softmax(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.nn.softmax(i)", "y f32[6]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.nn.log_softmax(i)", "y f32[6]"},
    {"0.10.2", "x=2", "h f16[3,2]", "y = jax.nn.softmax(h, axis=(0, 1))", "y f16[3,2]"},
    {"0.10.2", "x=2", "h f16[3,2]", "y = jax.nn.log_softmax(h, axis=(0, 1))", "y f16[3,2]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; m bool[6]", "y = jax.nn.softmax(a, 1, m)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; m bool[6]", "y = jax.nn.log_softmax(a, 1, m)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.softmax(a, axis=None)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.logsumexp(a)", "y f32[]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.logsumexp(a, axis=1, keepdims=True)",
     "y f32[4@x,1]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; w f32[6]", "y = jax.nn.logsumexp(a, axis=1, b=w)",
     "y f32[4@x]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y, sign = jax.nn.logsumexp(a, axis=0, return_sign=True)",
     "sign f32[6]; y f32[6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; m bool[6]", "y = jax.nn.logsumexp(a, axis=1, where=m)",
     "y f32[4@x]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.logmeanexp(a, axis=1)", "y f32[4@x]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.nn.logmeanexp(i, keepdims=True)", "y f32[1]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; m bool[6]", "y = jax.nn.logmeanexp(a, axis=1, where=m)",
     "y f32[4@x]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.standardize(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "h f16[3,2]", "y = jax.nn.standardize(h, axis=0)", "y f16[3,2]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.standardize(a, axis=1, epsilon=1e-3)",
     "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.standardize(a, 1, jnp.ones((4, 1)))",
     "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; m bool[6]", "y = jax.nn.standardize(a, axis=1, where=m)",
     "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.softmax(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.log_softmax(a)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.softmax(a, axis=1)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.log_softmax(a, axis=1)",
     "y f32[4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.logsumexp(a, axis=(0, 1))", "y f32[]"},
};

/* softmax and its like over axes, with elements left out. */
Test(nn, normalizations)
{
	testing_programs(normalizations, ROWS(normalizations));
}

static const struct program_case normalizations_refused[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.softmax(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.log_softmax(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.logsumexp(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.logmeanexp(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.standardize(a, axis=2)",
     "IndexError: tuple index out of range"},
    {"0.10.2", "x=2", "a f32[4@x,6]; m bool[5]", "y = jax.nn.softmax(a, where=m)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(5,), (4, 6), ()]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; m bool[5]", "y = jax.nn.log_softmax(a, where=m)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(5,), (4, 6), ()]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; m bool[5]", "y = jax.nn.logsumexp(a, where=m)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(5,), (4, 6), ()]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; m bool[5]", "y = jax.nn.logmeanexp(a, where=m)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(5,), (4, 6), ()]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; m bool[5]", "y = jax.nn.standardize(a, where=m)",
     "ValueError: Incompatible types for broadcasting: input type=bool[5] and "
     "requested type=bool[4,6]"},
    {"0.10.2", "x=2", "", "y = jax.nn.softmax([1.0])",
     "TypeError: max requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jax.nn.log_softmax([1.0])",
     "TypeError: log_softmax requires ndarray or scalar arguments, got <class 'list'> "
     "at position 0."},
    {"0.10.2", "x=2", "", "y = jax.nn.logsumexp([1.0])",
     "TypeError: logsumexp requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jax.nn.logmeanexp([1.0])",
     "TypeError: logsumexp requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jax.nn.standardize([1.0])",
     "TypeError: standardize requires ndarray or scalar arguments, got <class 'list'> "
     "at position 0."},
    {"0.10.2", "x=2", "", "y = jax.nn.softmax()",
     "TypeError: softmax() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jax.nn.log_softmax()",
     "TypeError: log_softmax() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jax.nn.logsumexp()",
     "TypeError: logsumexp() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "", "y = jax.nn.logmeanexp()",
     "TypeError: logmeanexp() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jax.nn.standardize()",
     "TypeError: standardize() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.softmax(a, dim=1)",
     "TypeError: softmax() got an unexpected keyword argument 'dim'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.log_softmax(a, dim=1)",
     "TypeError: log_softmax() got an unexpected keyword argument 'dim'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.logsumexp(a, dim=1)",
     "TypeError: logsumexp() got an unexpected keyword argument 'dim'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.logmeanexp(a, dim=1)",
     "TypeError: logmeanexp() got an unexpected keyword argument 'dim'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.standardize(a, dim=1)",
     "TypeError: standardize() got an unexpected keyword argument 'dim'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.softmax(a, axis=(0, 0))",
     "ValueError: duplicate value in 'axis': (0, 0)"},
    {"0.10.2", "x=2", "s f32[]", "y = jax.nn.softmax(s)",
     "ValueError: axis -1 is out of bounds for array of dimension 0"},
    {"0.10.2", "x=2", "a f32[4@x,6]; w f32[5]", "y = jax.nn.logsumexp(a, b=w)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(4, 6), (5,)]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.softmax(a, 1, None, 0.0)",
     "TypeError: softmax() takes from 1 to 3 positional arguments but 4 were given"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.nn.softmax(a, initial=0.0)",
     "TypeError: softmax() got an unexpected keyword argument 'initial'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.softmax(a, 1)",
     "TypeError: softmax() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.log_softmax(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jax.scipy.special.logsumexp(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.6.0", "x=2", "a f32[4@x,6]; m bool[5]", "y = jax.nn.softmax(a, where=m)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(5,), (4, 6), ()]"},
    {"0.12.0.1", "x=2", "a f32[4@x,6]; m bool[5]", "y = jax.nn.softmax(a, where=m)",
     "ValueError: Incompatible shapes for broadcasting: shapes=[(5,), (4, 6), ()]"},
    {"0.6.0", "x=2", "a f32[4@x,6]", "y = jax.nn.logmeanexp(a)",
     "AttributeError: module 'jax.nn' has no attribute 'logmeanexp'"},
    {"0.8.2", "x=2", "a f32[4@x,6]", "y = jax.nn.logmeanexp(a)", "y f32[]"},
    {"0.12.0.1", "x=2", "a f32[4@x,6]", "y = jax.nn.logmeanexp(a)", "y f32[]"},
    {"0.6.0", "x=2", "a f32[4@x,6]", "y = jax.nn.log1mexp(a)",
     "AttributeError: module 'jax.nn' has no attribute 'log1mexp'"},
    {"0.8.2", "x=2", "a f32[4@x,6]", "y = jax.nn.log1mexp(a)", "y f32[4@x,6]"},
    {"0.12.0.1", "x=2", "a f32[4@x,6]", "y = jax.nn.log1mexp(a)", "y f32[4@x,6]"},
    {"0.6.0", "x=2", "a f32[4@x,6]", "y = jax.nn.standardize(a, axis=2)",
     "IndexError: tuple index out of range"},
    {"0.8.2", "x=2", "a f32[4@x,6]", "y = jax.nn.standardize(a, axis=2)",
     "IndexError: tuple index out of range"},
    {"0.12.0.1", "x=2", "a f32[4@x,6]", "y = jax.nn.standardize(a, axis=2)",
     "IndexError: tuple index out of range"},
};

/* Axes out of bounds, masks of other shapes. */
Test(nn, normalizations_refused)
{
	testing_programs(normalizations_refused, ROWS(normalizations_refused));
}

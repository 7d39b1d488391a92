/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case weighted_means[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.average(a)", "y f32[]"},
    {"0.10.2", "x=2", "i i32[4,6]", "y = jnp.average(i, axis=0)", "y f32[6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; w f32[6]", "y = jnp.average(a, 1, w)", "y f32[4@x]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; h f16[6]", "y = jnp.average(a, axis=-1, weights=h)",
     "y f32[4@x]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; s f32[4@x,6]", "y = jnp.average(a, weights=s)", "y f32[]"},
    {"0.10.2", "x=2", "r f32[4,6]; v f32[4]",
     "y = jnp.average(r, axis=0, weights=v, keepdims=True)", "y f32[1,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]; w f32[6]",
     "y, total = jnp.average(a, axis=1, weights=w, returned=True)", "total f32[4]; y f32[4@x]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y, total = jnp.average(a, axis=1, returned=True)",
     "total f32[4]; y f32[4@x]"},
    {"0.10.2", "x=2", "r f32[4,6]", "y, total = jnp.average(r, None, None, True, True)",
     "total f32[1,1]; y f32[1,1]"},
    {"0.10.2", "x=2", "r f32[4,6]", "y = jnp.average(r, axis=(0, 1))", "y f32[]"},
    {"0.10.2", "x=2", "r f32[4,6]", "y = jnp.average(r, axis=(0, 1), weights=r)", "y f32[]"},
};

/* Weights of the shape of the array, or along one axis. */
Test(numpy_average, weighted_means)
{
	testing_programs(weighted_means, ROWS(weighted_means));
}

static const struct program_case averages_refused[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.average(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "a f32[4@x,6]; w f32[6]", "y = jnp.average(a, weights=w)",
     "ValueError: Axis must be specified when shapes of a and weights differ."},
    {"0.10.2", "x=2", "a f32[4@x,6]; w f32[6]", "y = jnp.average(a, axis=0, weights=w)",
     "ValueError: Shape of weights must be consistent with shape of a along specified "
     "axis."},
    {"0.10.2", "x=2", "a f32[4@x,6]; v f32[4]", "y = jnp.average(a, axis=1, weights=v)",
     "ValueError: Shape of weights must be consistent with shape of a along specified "
     "axis."},
    {"0.10.2", "x=2", "r f32[4,6]; m f32[6,4]", "y = jnp.average(r, axis=0, weights=m)",
     "ValueError: Shape of weights must be consistent with shape of a along specified "
     "axis."},
    {"0.10.2", "x=2", "r f32[4,6]; e f32[3,2]", "y = jnp.average(r, weights=e)",
     "ValueError: Axis must be specified when shapes of a and weights differ."},
    {"0.10.2", "x=2", "r f32[4,6]; w f32[6]", "y = jnp.average(r, axis=(0, 1), weights=w)",
     "ValueError: Shape of weights must be consistent with shape of a along specified "
     "axis."},
    {"0.10.2", "x=2", "", "y = jnp.average(None)",
     "TypeError: average requires ndarray or scalar arguments, got <class 'NoneType'> "
     "at position 0."},
    {"0.10.2", "x=2", "", "y = jnp.average()",
     "TypeError: average() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "r f32[4,6]", "y = jnp.average(r, weight=r)",
     "TypeError: average() got an unexpected keyword argument 'weight'"},
    {"0.10.2", "x=2", "r f32[4,6]", "y = jnp.average(r, 0, None, False, False, 1)",
     "TypeError: average() takes from 1 to 5 positional arguments but 6 were given"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = a.average()",
     "AttributeError: DynamicJaxprTracer has no attribute average"},
};

/* Weights of another shape, and axes out of bounds. */
Test(numpy_average, averages_refused)
{
	testing_programs(averages_refused, ROWS(averages_refused));
}

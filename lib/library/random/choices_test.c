/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case permutations[] = {
    {"0.10.2", "x=2", "", "y = jax.random.permutation(jax.random.key(0), 5)", "y i32[5]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.random.permutation(jax.random.key(0), i)", "y i32[6]"},
    {"0.10.2", "x=2", "a f32[8,3]", "y = jax.random.permutation(jax.random.key(0), a)",
     "y f32[8,3]"},
    {"0.10.2", "x=2", "a f32[8,3]", "y = jax.random.permutation(jax.random.key(0), a, axis=1)",
     "y f32[8,3]"},
    {"0.10.2", "x=2", "a f32[8,3]", "y = jax.random.permutation(jax.random.key(0), a, 0, True)",
     "y f32[8,3]"},
    {"0.10.2", "x=2", "a f32[8,3]",
     "y = jax.random.permutation(jax.random.PRNGKey(0), a, independent=True)", "y f32[8,3]"},
    {"0.10.2", "x=2", "",
     "y = jax.vmap(lambda k: jax.random.permutation(k, 4))(jax.random.split(jax.random.key(0), 3))",
     "y i32[3,4]"},
    {"0.10.2", "x=2", "n i32[]", "y = jax.random.permutation(jax.random.key(0), n)",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "", "y = jax.random.permutation(jax.random.key(0), 2.5)",
     "TypeError: x must be an integer or at least 1-dimensional"},
    {"0.10.2", "x=2", "a f32[8,3]", "y = jax.random.permutation(jax.random.key(0), a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.random.permutation(jax.random.key(0), i, axis=-2)",
     "ValueError: axis -2 is out of bounds for array of dimension 1"},
    {"0.10.2", "x=2", "", "y = jax.random.permutation(jax.random.key(0))",
     "TypeError: permutation() missing 1 required positional argument: 'x'"},
    {"0.10.2", "x=2", "", "y = jax.random.permutation(jax.random.key(0), [1, 2])",
     "TypeError: permutation requires ndarray or scalar arguments, got <class 'list'> "
     "at position 0."},
    {"0.10.2", "x=2", "", "y = jax.random.permutation(jax.random.key(0), None)",
     "TypeError: permutation requires ndarray or scalar arguments, got <class "
     "'NoneType'> at position 0."},
    {"0.10.2", "x=2", "", "y = jax.random.permutation(0, 5)",
     "TypeError: JAX encountered invalid PRNG key data: expected key_data to have "
     "ndim, shape, and dtype attributes. Got 0"},
    {"0.10.2", "x=2", "", "y = jax.random.permutation(jax.random.split(jax.random.key(0)), 5)",
     "ValueError: permutation accepts a single key, but was given a key array of shape "
     "(2,) != (). Use jax.vmap for batching."},
    {"0.10.2", "x=2", "", "y = jax.random.permutation(jax.random.key(0), -1)", "y i32[0]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.random.permutation(jax.random.key(0), i, shuffle=True)",
     "TypeError: permutation() got an unexpected keyword argument 'shuffle'"},
};

/* Of the numbers below one, or of slices along an axis. */
Test(random_choices, permutations)
{
	testing_programs(permutations, ROWS(permutations));
}

static const struct program_case choices[] = {
    {"0.10.2", "x=2", "", "y = jax.random.choice(jax.random.key(0), 5)", "y i32[]"},
    {"0.10.2", "x=2", "", "y = jax.random.choice(jax.random.key(0), 5, (3,))", "y i32[3]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.random.choice(jax.random.key(0), i, shape=(2, 2))",
     "y i32[2,2]"},
    {"0.10.2", "x=2", "i i32[6]",
     "y = jax.random.choice(jax.random.key(0), i, (4,), replace=False)", "y i32[4]"},
    {"0.10.2", "x=2", "", "y = jax.random.choice(jax.random.key(0), 5, (4,), False)", "y i32[4]"},
    {"0.10.2", "x=2", "a f32[8,3]", "y = jax.random.choice(jax.random.key(0), a, (2,))",
     "y f32[2,3]"},
    {"0.10.2", "x=2", "a f32[8,3]", "y = jax.random.choice(jax.random.key(0), a, (2,), axis=1)",
     "y f32[8,2]"},
    {"0.10.2", "x=2", "a f32[8,3]; p f32[8]",
     "y = jax.random.choice(jax.random.key(0), a, (2,), p=p)", "y f32[2,3]"},
    {"0.10.2", "x=2", "a f32[8,3]; p f32[8]; q f32[3]",
     "y = jax.random.choice(jax.random.key(0), a, (2,), replace=False, p=q, axis=1)", "y f32[8,2]"},
    {"0.10.2", "x=2", "i i32[6]; u f32[6]",
     "y = jax.random.choice(jax.random.key(0), i, (), False, u)", "y i32[]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.random.choice(jax.random.key(0), i, (0,))", "y i32[0]"},
    {"0.10.2", "x=2", "a f32[8,3]",
     "y = jax.random.choice(jax.random.key(0), a, [2], replace=False)", "y f32[2,3]"},
    {"0.10.2", "x=2", "i i32[6]",
     "y = jax.vmap(lambda k: jax.random.choice(k, i))(jax.random.split(jax.random.key(0), 3))",
     "y i32[3]"},
};

/* With and without replacement, weighted, along an axis. */
Test(random_choices, choices)
{
	testing_programs(choices, ROWS(choices));
}

static const struct program_case choices_refused[] = {
    {"0.10.2", "x=2", "i i32[6]",
     "y = jax.random.choice(jax.random.key(0), i, (7,), replace=False)",
     "ValueError: Cannot take a larger sample (size 7) than population (size 6) when "
     "'replace=False'"},
    {"0.10.2", "x=2", "", "y = jax.random.choice(jax.random.key(0), 3, (2, 2), False)",
     "ValueError: Cannot take a larger sample (size 4) than population (size 3) when "
     "'replace=False'"},
    {"0.10.2", "x=2", "i i32[6]; p f32[5]",
     "y = jax.random.choice(jax.random.key(0), i, (2,), p=p)",
     "ValueError: p must be None or a 1D vector with the same size as a.shape[axis]. p "
     "has shape (5,) and a.shape[axis] is 6."},
    {"0.10.2", "x=2", "i i32[6]; p f32[5]; m f32[6,1]",
     "y = jax.random.choice(jax.random.key(0), i, (2,), p=m)",
     "ValueError: p must be None or a 1D vector with the same size as a.shape[axis]. p "
     "has shape (6, 1) and a.shape[axis] is 6."},
    {"0.10.2", "x=2", "e f32[0]", "y = jax.random.choice(jax.random.key(0), e, (2,))",
     "ValueError: a must be greater than 0 unless no samples are taken"},
    {"0.10.2", "x=2", "", "y = jax.random.choice(jax.random.key(0), 0, (2,))",
     "ValueError: a must be greater than 0 unless no samples are taken"},
    {"0.10.2", "x=2", "", "y = jax.random.choice(jax.random.key(0), 0, (0,))", "y i32[0]"},
    {"0.10.2", "x=2", "n i32[]", "y = jax.random.choice(jax.random.key(0), n, (2,))",
     "ConcretizationTypeError: Abstract tracer value encountered where concrete value "
     "is expected: traced array with shape int32[]"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.random.choice(jax.random.key(0), i, 2)",
     "TypeError: shape argument of jax.random.choice must be a sequence, got 2"},
    {"0.10.2", "x=2", "a f32[8,3]", "y = jax.random.choice(jax.random.key(0), a, (2,), axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2", "", "y = jax.random.choice(jax.random.key(0), [1, 2], (2,))",
     "TypeError: choice requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "", "y = jax.random.choice(jax.random.key(0))",
     "TypeError: choice() missing 1 required positional argument: 'a'"},
    {"0.10.2", "x=2", "i i32[6]; p f32[5]",
     "y = jax.random.choice(jax.random.key(0), i, (2,), weights=p)",
     "TypeError: choice() got an unexpected keyword argument 'weights'"},
    {"0.10.2", "x=2", "i i32[6]", "y = jax.random.choice(jax.random.key(0), i, (2,), mode='low')",
     "y i32[2]"},
    {"0.10.2", "x=2", "i i32[6]; f bool[]",
     "y = jax.random.choice(jax.random.key(0), i, (2,), replace=f)",
     "TracerBoolConversionError: Attempted boolean conversion of traced array with "
     "shape bool[]."},
    {"0.6.0", "x=2", "i i32[6]; p f32[5]", "y = jax.random.choice(jax.random.key(0), i, (2,), p=p)",
     "ValueError: p must be None or a 1D vector with the same size as a.shape[axis]. p "
     "has shape (5,) and a.shape[axis] is 6."},
    {"0.8.2", "x=2", "i i32[6]; p f32[5]", "y = jax.random.choice(jax.random.key(0), i, (2,), p=p)",
     "ValueError: p must be None or a 1D vector with the same size as a.shape[axis]. p "
     "has shape (5,) and a.shape[axis] is 6."},
    {"0.12.0.1", "x=2", "i i32[6]; p f32[5]",
     "y = jax.random.choice(jax.random.key(0), i, (2,), p=p)",
     "ValueError: p must be None or a 1D vector with the same size as a.shape[axis]. p "
     "has shape (5,) and a.shape[axis] is 6."},
    {"0.6.0", "x=2", "i i32[6]", "y = jax.random.choice(jax.random.key(0), i, (7,), replace=False)",
     "ValueError: Cannot take a larger sample (size 7) than population (size 6) when "
     "'replace=False'"},
    {"0.8.2", "x=2", "i i32[6]", "y = jax.random.choice(jax.random.key(0), i, (7,), replace=False)",
     "ValueError: Cannot take a larger sample (size 7) than population (size 6) when "
     "'replace=False'"},
    {"0.12.0.1", "x=2", "i i32[6]",
     "y = jax.random.choice(jax.random.key(0), i, (7,), replace=False)",
     "ValueError: Cannot take a larger sample (size 7) than population (size 6) when "
     "'replace=False'"},
    {"0.6.0", "x=2", "i i32[6]", "y = jax.random.choice(jax.random.key(0), i, (2,), mode='low')",
     "TypeError: choice() got an unexpected keyword argument 'mode'"},
    {"0.8.2", "x=2", "i i32[6]", "y = jax.random.choice(jax.random.key(0), i, (2,), mode='low')",
     "y i32[2]"},
    {"0.12.0.1", "x=2", "i i32[6]", "y = jax.random.choice(jax.random.key(0), i, (2,), mode='low')",
     "y i32[2]"},
};

/* More than there are, weights of another length, shapes that are none. */
Test(random_choices, choices_refused)
{
	testing_programs(choices_refused, ROWS(choices_refused));
}

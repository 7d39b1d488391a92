/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case arrays_cut_apart[] = {
    {"0.10.2", "x=2", "a f32[4@x,6]", "p, q, r = jnp.split(a, 3, axis=1)",
     "p f32[4@x,2]; q f32[4@x,2]; r f32[4@x,2]"},
    {"0.10.2", "x=2", "t f32[4,6,2]", "p, q = jnp.split(t, [2])", "p f32[2,6,2]; q f32[2,6,2]"},
    {"0.10.2", "x=2", "v f32[7]", "p, q, r = jnp.split(v, (2, 5))", "p f32[2]; q f32[3]; r f32[2]"},
    {"0.10.2", "x=2", "v f32[7]", "p, q, r = jnp.split(v, [2, 2])", "p f32[2]; q f32[0]; r f32[5]"},
    {"0.10.2", "x=2", "v f32[7]", "p, q, r = jnp.array_split(v, 3)",
     "p f32[3]; q f32[2]; r f32[2]"},
    {"0.10.2", "x=2", "t f32[4,6,2]", "p, q = jnp.vsplit(t, 2)", "p f32[2,6,2]; q f32[2,6,2]"},
    {"0.10.2", "x=2", "t f32[4,6,2]", "p, q, r = jnp.hsplit(t, 3)",
     "p f32[4,2,2]; q f32[4,2,2]; r f32[4,2,2]"},
    {"0.10.2", "x=2", "t f32[4,6,2]", "p, q = jnp.dsplit(t, 2)", "p f32[4,6,1]; q f32[4,6,1]"},
    {"0.10.2", "x=2", "v f32[7]", "p, q, r = jnp.hsplit(v, [1, 4])",
     "p f32[1]; q f32[3]; r f32[3]"},
    {"0.10.2", "x=2", "t f32[4,6,2]", "p, q = jnp.unstack(t, axis=2)", "p f32[4,6]; q f32[4,6]"},
    {"0.10.2", "x=2", "v f32[7]", "y = jnp.unstack(v)",
     "y[0] f32[]; y[1] f32[]; y[2] f32[]; y[3] f32[]; y[4] f32[]; y[5] f32[]; y[6] "
     "f32[]"},
    {"0.10.2", "x=2", "v f32[7]", "y = jnp.split(v, 1)", "y[0] f32[7]"},
    {"0.10.2", "x=2", "v f32[7]", "y = jnp.split(v, [])", "y[0] f32[7]"},
};

/* Into equal parts, at indices, along the axes that functions have. */
Test(numpy_split, arrays_cut_apart)
{
	testing_programs(arrays_cut_apart, ROWS(arrays_cut_apart));
}

static const struct program_case cuts_refused[] = {
    {"0.10.2", "x=2", "v f32[7]", "y = jnp.split(v, 3)",
     "ValueError: array split does not result in an equal division: rest is 1"},
    {"0.10.2", "x=2", "v f32[7]", "y = jnp.split(v, 0)",
     "ZeroDivisionError: integer division or modulo by zero"},
    {"0.10.2", "x=2", "v f32[7]", "y = jnp.split(v, 1, axis=1)",
     "IndexError: tuple index out of range"},
    {"0.10.2", "x=2", "", "y = jnp.split([1, 2], 2)",
     "TypeError: split requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
    {"0.10.2", "x=2", "v f32[7]", "y = jnp.split(v)",
     "TypeError: split() missing 1 required positional argument: 'indices_or_sections'"},
    {"0.10.2", "x=2", "v f32[7]", "y = jnp.split(v, 1, dim=0)",
     "TypeError: split() got an unexpected keyword argument 'dim'"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.split(s, 1)", "IndexError: tuple index out of range"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.split(a, 2)", "y[0] f32[2@x,6]; y[1] f32[2@x,6]"},
    {"0.10.2", "x=2", "t f32[4,6,2]", "p, q = jnp.split(t, 4)",
     "ValueError: too many values to unpack (expected 2)"},
    {"0.10.2", "x=2", "v f32[7]", "y = jnp.array_split(v, 0)",
     "ZeroDivisionError: integer division or modulo by zero"},
    {"0.10.2", "x=2", "v f32[7]", "y = jnp.array_split(v, 3, axis=1)",
     "IndexError: tuple index out of range"},
    {"0.10.2", "x=2", "v f32[7]", "y = jnp.array_split(v)",
     "TypeError: array_split() missing 1 required positional argument: "
     "'indices_or_sections'"},
    {"0.10.2", "x=2", "v f32[7]", "y = jnp.vsplit(v, 3)",
     "ValueError: array split does not result in an equal division: rest is 1"},
    {"0.10.2", "x=2", "t f32[4,6,2]", "y = jnp.vsplit(t)",
     "TypeError: vsplit() missing 1 required positional argument: "
     "'indices_or_sections'"},
    {"0.10.2", "x=2", "t f32[4,6,2]", "y = jnp.hsplit(t, 4)",
     "ValueError: array split does not result in an equal division: rest is 2"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.hsplit(s, 1)", "IndexError: tuple index out of range"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.dsplit(a, 2)",
     "IndexError: tuple index out of range"},
    {"0.10.2", "x=2", "t f32[4,6,2]", "y = jnp.dsplit(t, 3)",
     "ValueError: array split does not result in an equal division: rest is 2"},
    {"0.10.2", "x=2", "s f32[]", "y = jnp.unstack(s)",
     "ValueError: axis 0 is out of bounds for array of dimension 0"},
    {"0.10.2", "x=2", "v f32[7]", "y = jnp.unstack(v, axis=1)",
     "ValueError: axis 1 is out of bounds for array of dimension 1"},
    {"0.10.2", "x=2", "v f32[7]", "y = jnp.unstack(v, 0)",
     "TypeError: unstack() takes 1 positional argument but 2 were given"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = jnp.unstack(a)",
     "ShardingTypeError: unstack operand cannot be sharded on the unstacking axis 0. "
     "Got operand type=f32[4@x,6]"},
    {"0.10.2", "x=2", "", "y = jnp.unstack([1.0])",
     "TypeError: unstack requires ndarray or scalar arguments, got <class 'list'> at "
     "position 0."},
};

/* Parts that do not divide, dimensions that are missing, indices that are traced. */
Test(numpy_split, cuts_refused)
{
	testing_programs(cuts_refused, ROWS(cuts_refused));
}

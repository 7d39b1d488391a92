/* SPDX-License-Identifier: Apache-2.0 */
/* Slices, paddings and splits: what they refuse, and what vmap makes of them.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case misfits[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.slice(a, (0,), (8, 6))",
     "TypeError: slice start_indices must have length equal to the number of "
     "dimensions of the operand, got indices (0,) for operand shape (8, 6)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.slice(a, (0, 0), (8,))",
     "TypeError: slice limit_indices must have the same length as start_indices, got "
     "start_indices (0, 0) and limit_indices (8,)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.slice(a, (0, 0), (8, 6), (1,))",
     "TypeError: slice strides must have length equal to the number of dimensions of "
     "the operand, got strides (1,) for operand shape (8, 6)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.slice(a, (0, 0), (9, 6))",
     "TypeError: slice limit_indices must be less than or equal to operand shape, got "
     "limit_indices (9, 6) for operand shape (8, 6)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.slice(a, (0, 4), (8, 3))",
     "TypeError: slice limit_indices must be greater than or equal to start_indices, "
     "got start_indices (0, 4) and limit_indices (8, 3)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.slice(a, (-1, 0), (8, 6))",
     "TypeError: slice start_indices must have every element be nonnegative, got (-1, "
     "0)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.slice(a, (0, 0), (8, 6), (0, 1))",
     "ZeroDivisionError: integer division or modulo by zero"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.slice(a, (0, 0), (8, 6), (1, -2))",
     "TypeError: slice strides must have every element be nonnegative, got (1, -2)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.slice(a, (8, 6), (8, 6))", "p f32[0,0]"},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = lax.slice(s, (), ())", "p f32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.slice(a, (1, 0), (8, 6), (3, 4))", "p f32[3,2]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4@y]", "p = lax.slice(c, (0, 0), (4, 4))", "p f32[4@x,4@y]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4@y]", "p = lax.slice(c, (0, 0), (7, 4))",
     "ShardingTypeError: slicing on sharded dims where out dim (7) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=f32[8@x,4@y] and "
     "output shape=(7, 4)"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4@y]", "p = lax.slice(c, (0, 0), (8, 4), (2, 1))",
     "p f32[4@x,4@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.slice_in_dim(a, 1, None, axis=-1)", "p f32[8,5]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.slice_in_dim(a, -2, -1)", "p f32[1,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.slice_in_dim(a, 2, 1, axis=1)",
     "TypeError: slice limit_indices must be greater than or equal to start_indices, "
     "got start_indices (0, 2) and limit_indices (8, 1)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.slice_in_dim(a, 0, 4, axis=2)",
     "IndexError: tuple index out of range"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.index_in_dim(a, 2, keepdims=False)", "p f32[6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.index_in_dim(a, -1, axis=1)", "p f32[8,1]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.index_in_dim(a, 8)",
     "IndexError: index 8 is out of bounds for axis 0 with size 8"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.rev(a, (0, 0))",
     "TypeError: rev dimensions must be unique, got (0, 0)."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.rev(a, (2,))",
     "TypeError: rev dimensions must all be less than operand ndim, got dimensions "
     "(2,) for operand ndim 2."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.rev(a, (-1,))",
     "TypeError: rev dimensions must have every element be nonnegative, got (-1,)."},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4@y]", "p = lax.rev(c, (1,))", "p f32[8@x,4@y]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.flip(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = jnp.roll(a, 2, axis=(0, 1))\nq = jnp.roll(a, (1, 2), axis=(0, 1))",
     "p f32[8,6]; q f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.roll(a, (1, 2), axis=3)",
     "ValueError: axis 3 is out of bounds for array of dimension 2"},
};

/* Starts, limits and strides have to be of the rank, in order and within the array. */
Test(slice_parameters, refuse_slices)
{
	testing_programs(misfits, ROWS(misfits));
}

static const struct program_case pads[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.pad(a, 0.0, [(0, 0, 0)])",
     "ValueError: length of padding_config must equal the number of axes of operand, "
     "got padding_config ((0, 0, 0),) for operand shape (8, 6)"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.pad(a, 0.0, [(0, 0, 0), (0, 0, -1)])",
     "ValueError: interior padding in padding_config must be nonnegative, got "
     "padding_config ((0, 0, 0), (0, 0, -1))"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.pad(a, 0.0, [(-9, 0, 0), (0, 0, 0)])",
     "ValueError: Dimension size after padding is not at least 0, got result shape "
     "(-1, 6), for padding_config ((-9, 0, 0), (0, 0, 0)) and operand shape (8, 6)"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.pad(a, 0, [(1, 1, 0), (0, 0, 0)])",
     "TypeError: pad operand and padding_value must be same dtype: got float32 and "
     "int32."},
    {"0.10.2", "x=2 y=4", "i i32[3]", "p = lax.pad(i, 0.0, [(1, 1, 0)])",
     "TypeError: pad operand and padding_value must be same dtype: got int32 and "
     "float32."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.pad(a, a, [(1, 1, 0), (0, 0, 0)])",
     "ValueError: padding_value must be a scalar; got np.shape(padding_value)=(8, 6)"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.pad(a, 0.0, [(1, -1, 2), (-2, -4, 0)])",
     "p f32[22,0]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4]", "p = lax.pad(c, 0.0, [(0, 0, 0), (1, 1, 0)])",
     "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4]", "p = lax.pad(c, 0.0, [(1, 1, 0), (0, 0, 0)])",
     "p f32[10@x,4]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = jnp.pad(a, 1)\n"
     "q = jnp.pad(a, (1, 2))\n"
     "r = jnp.pad(a, ((1, 2), (3, 4)))",
     "p f32[10,8]; q f32[11,9]; r f32[11,13]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.pad(a, ((1, 2), (3, 4), (5, 6)))",
     "ValueError: jnp.pad: pad_width with nd=2 has unsupported shape (3, 2). Valid "
     "shapes are (2, 2), (1, 2), (2,), (1,), or ()."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.pad(a, -1)",
     "ValueError: index can't contain negative values"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p = jnp.pad(a, 1, mode='edge')\n"
     "q = jnp.pad(a, 2, mode='reflect')\n"
     "r = jnp.pad(a, 3, mode='wrap')",
     "p f32[10,8]; q f32[12,10]; r f32[14,12]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.pad(a, 1, mode='bogus')",
     "NotImplementedError: Unimplemented padding mode 'bogus' for np.pad."},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.pad(a, 1, constant_values=((1, 2), (3, 4)))",
     "p f32[10,8]"},
};

/* Paddings come for every dimension; interior ones are not negative, and no size becomes so. */
Test(slice_parameters, refuse_paddings)
{
	testing_programs(pads, ROWS(pads));
}

static const struct program_case splits[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.split(a, (3, 4))",
     "ValueError: Sum of sizes 7 must be equal to dimension 0 of the operand shape [8, "
     "6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.split(a, (9, -1))",
     "ValueError: Sizes passed to split must be nonnegative, got [9, -1]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = lax.split(a, (4, 4), axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p, q = lax.split(a, (4, 4))\nr, s, t = lax.split(a, (1, 2, 3), axis=1)",
     "p f32[4,6]; q f32[4,6]; r f32[8,1]; s f32[8,2]; t f32[8,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p, q = lax.split(a, (8, 0))", "p f32[8,6]; q f32[0,6]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4]", "p, q = lax.split(c, (4, 4))",
     "p f32[4@x,4]; q f32[4@x,4]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4]", "p, q = lax.split(c, (2, 2), axis=1)",
     "p f32[8@x,2]; q f32[8@x,2]"},
    {"0.10.2", "x=2 y=4", "c f32[8@x,4]", "p, q = lax.split(c, (3, 5))",
     "ShardingTypeError: split on sharded dims where out dim (3) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=f32[8@x,4] and "
     "output shape=(3, 4)"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.split(a, 3)",
     "ValueError: array split does not result in an equal division: rest is 2"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.split(a, 0)",
     "ZeroDivisionError: integer division or modulo by zero"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p, q = jnp.split(a, 2)\nr, s, t = jnp.split(a, [2, 3])",
     "p f32[4,6]; q f32[4,6]; r f32[2,6]; s f32[1,6]; t f32[5,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p, q, r = jnp.split(a, [5, 20])",
     "ValueError: Sizes passed to split must be nonnegative, got [np.int64(5), "
     "np.int64(15), np.int64(-12)]"},
    {"0.12.0.1", "x=2 y=4", "a f32[8,6]", "p, q, r = jnp.split(a, [5, 20])",
     "p f32[5,6]; q f32[3,6]; r f32[0,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]",
     "p, q, r = jnp.array_split(a, 3)\ns, t = jnp.array_split(a, 2, axis=1)",
     "p f32[3,6]; q f32[3,6]; r f32[2,6]; s f32[8,3]; t f32[8,3]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p, q = jnp.hsplit(a, 2)\nr, s = jnp.vsplit(a, 2)",
     "p f32[8,3]; q f32[8,3]; r f32[4,6]; s f32[4,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.dsplit(a, 2)",
     "IndexError: tuple index out of range"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.split(a, 2, axis=2)",
     "IndexError: tuple index out of range"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p = jnp.unstack(a, axis=2)",
     "ValueError: axis 2 is out of bounds for array of dimension 2"},
    {"0.10.2", "x=2 y=4", "a f32[8,6]", "p, q, r, s, t, u = jnp.unstack(a, axis=1)",
     "p f32[8]; q f32[8]; r f32[8]; s f32[8]; t f32[8]; u f32[8]"},
};

/* Pieces have to add up to the dimension. */
Test(slice_parameters, refuse_splits)
{
	testing_programs(splits, ROWS(splits));
}

static const struct program_case mapped[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]",
     "p = jax.vmap(lambda q: lax.slice(q, (1,), (5,), (2,)))(a)", "p f32[8@x,2]"},
    {"0.10.2", "x=2 y=4", "b f32[6,8@x]",
     "p = jax.vmap(lambda q: lax.slice(q, (1,), (5,)), in_axes=1, out_axes=1)(b)", "p f32[4,8@x]"},
    {"0.10.2", "x=2 y=4", "c f32[8@y,4@x]", "p = jax.vmap(lambda q: lax.slice(q, (0,), (2,)))(c)",
     "p f32[8@y,2@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]", "p = jax.vmap(lambda q: lax.pad(q, 0.0, [(1, 2, 0)]))(a)",
     "p f32[8@x,9]"},
    {"0.10.2", "x=2 y=4", "b f32[6,8@x]",
     "p = jax.vmap(lambda q: lax.pad(q, 0.0, [(1, 2, 0)]), in_axes=1, out_axes=1)(b)",
     "p f32[9,8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]; v f32[8@x]",
     "p = jax.vmap(lambda q, r: lax.pad(q, r, [(1, 2, 0)]))(a, v)", "p f32[8@x,9]"},
    {"0.10.2", "x=2 y=4", "v f32[8@x]",
     "p = jax.vmap(lambda r: lax.pad(jnp.ones(3), r, [(1, 2, 1)]))(v)",
     "ShardingTypeError: select cases must have the same shardings, got "
     "[NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None)), "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 4, axis_types=(Explicit, Explicit), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P(None, None))]."},
    {"0.6.0", "x=2 y=4", "v f32[8@x]",
     "p = jax.vmap(lambda r: lax.pad(jnp.ones(3), r, [(1, 2, 1)]))(v)", "p f32[8@x,8]"},
    {"0.10.2", "x=2 y=4", "b f32[6,8@x]",
     "p = jax.vmap(lambda q, r: lax.pad(q, r, [(1, -2, 0)]), in_axes=(1, 0))(b, jnp.ones(8))",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]", "p = jax.vmap(lambda q: lax.rev(q, (0,)))(a)",
     "p f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]", "p, q = jax.vmap(lambda q: lax.split(q, (2, 4)))(a)",
     "p f32[8@x,2]; q f32[8@x,4]"},
    {"0.10.2", "x=2 y=4", "b f32[6,8@x]",
     "p, q = jax.vmap(lambda q: lax.split(q, (2, 4)), in_axes=1, out_axes=1)(b)",
     "p f32[2,8@x]; q f32[4,8@x]"},
    {"0.10.2", "x=2 y=4", "c f32[8@y,4@x]", "p, q = jax.vmap(lambda q: jnp.split(q, 2))(c)",
     "p f32[8@y,2@x]; q f32[8@y,2@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]", "p, q, r, s, t, u = jax.vmap(jnp.unstack)(a)",
     "p f32[8@x]; q f32[8@x]; r f32[8@x]; s f32[8@x]; t f32[8@x]; u f32[8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]",
     "p = jax.vmap(jnp.flip)(a)\nq = jax.vmap(lambda q: jnp.roll(q, 1))(a)",
     "p f32[8@x,6]; q f32[8@x,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]",
     "p = jax.vmap(lambda q: jnp.squeeze(q, 1), in_axes=1)(a[:, :, None])", "p f32[6,8@x]"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6]", "p = jax.vmap(lambda q: lax.squeeze(q, (0,)))(a[:, :1])",
     "p f32[8@x]"},
    {"0.10.2", "x=2 y=4", "",
     "p = jax.vmap(lambda q: lax.transpose(q, (1, 0)))(jnp.ones((8, 2, 3)))", "p f32[8,3,2]"},
    {"0.10.2", "x=2 y=4", "",
     "p = jax.vmap(lambda q: lax.transpose(q, (2, 0, 1)), in_axes=2, out_axes=3)(jnp.ones((2, 3, "
     "8, 4)))",
     "p f32[4,2,3,8]"},
    {"0.10.2", "x=2 y=4", "", "p = jax.vmap(jnp.transpose, in_axes=1)(jnp.ones((2, 8, 4)))",
     "p f32[8,4,2]"},
    {"0.10.2", "x=2 y=4", "", "p = jax.vmap(lambda q: jnp.swapaxes(q, 0, -1))(jnp.ones((2, 8, 4)))",
     "p f32[2,4,8]"},
};

/* vmap of slices, paddings, splits and reversals leaves the mapped dimension alone. */
Test(slice_parameters, map_slices)
{
	testing_programs(mapped, ROWS(mapped));
}

static const struct program_case dims[] = {
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = lax.squeeze(a, (0,))",
     "ValueError: cannot select an axis to squeeze out which has size not equal to "
     "one, got shape=(8, 1, 6) and dimensions=(0,)"},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = lax.squeeze(a, (3,))",
     "ValueError: axis 3 is out of bounds for array of dimension 3"},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = lax.squeeze(a, (1, 1))",
     "ValueError: dimensions are not unique: (1, 1)"},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = lax.squeeze(a, (-2,))", "p f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = jnp.squeeze(a, axis=(0, 1))",
     "ValueError: cannot select an axis to squeeze out which has size not equal to "
     "one, got shape=(8, 1, 6) and dimensions=(0, 1)"},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = jnp.squeeze(a, axis=-4)",
     "ValueError: axis -4 is out of bounds for array of dimension 3"},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]; s f32[]", "p = jnp.squeeze(s)\nq = jnp.squeeze(a)",
     "p f32[]; q f32[8,6]"},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = lax.transpose(a, (0, 1))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, 1) for operand shape (8, 1, 6)."},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = lax.transpose(a, (0, 1, 1))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, 1, 1) for operand shape (8, 1, 6)."},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = lax.transpose(a, (0, 1, 3))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, 1, 3) for operand shape (8, 1, 6)."},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = lax.transpose(a, (0, 2, -2))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, 2, -2) for operand shape (8, 1, 6)."},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = lax.transpose(s, ())", "p f32[]"},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = jnp.transpose(a, (0, -1, 1))", "p f32[8,6,1]"},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = jnp.transpose(a, (0, 1))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, 1) for operand shape (8, 1, 6)."},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = jnp.transpose(a, (0, 1, 3))",
     "ValueError: axis 3 is out of bounds for array of dimension 3"},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = jnp.swapaxes(a, 0, 3)",
     "IndexError: index 3 is out of bounds for axis 0 with size 3"},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]",
     "p = jnp.moveaxis(a, 0, -1)\nq = jnp.moveaxis(a, (0, 1), (2, 0))",
     "p f32[1,6,8]; q f32[1,6,8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = jnp.moveaxis(a, (0, 1), 2)",
     "ValueError: Inconsistent number of elements: 2 vs 1"},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = jnp.moveaxis(a, (0, 0), (1, 2))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (1, 0, 0, 2) for operand shape (8, 1, 6)."},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = jnp.moveaxis(a, 3, 0)",
     "ValueError: axis 3 is out of bounds for array of dimension 3"},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = jnp.rollaxis(a, 2)\nq = jnp.rollaxis(a, 0, 3)",
     "p f32[6,8,1]; q f32[1,6,8]"},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = jnp.rollaxis(a, 3)",
     "ValueError: axis 3 is out of bounds for array of dimension 3"},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = jnp.rollaxis(a, 0, 4)",
     "ValueError: start=4 must satisfy -3<=start<=3"},
    {"0.10.2", "x=2 y=4", "s f32[]",
     "p = jnp.atleast_3d(s)\nq = jnp.atleast_2d(s)\nr = jnp.atleast_1d(s)",
     "p f32[1,1,1]; q f32[1,1]; r f32[1]"},
    {"0.10.2", "x=2 y=4", "a f32[8,1,6]", "p = jnp.ravel(a)\nq = a.T\nr = a.mT",
     "p f32[48]; q f32[6,1,8]; r f32[8,6,1]"},
    {"0.10.2", "x=2 y=4", "s f32[]", "p = s.mT",
     "ValueError: x must be at least two-dimensional for matrix_transpose; got ndim=0"},
};

/* Squeezes, transposes and moves name dimensions that are there, once, and of size 1 where they
 * vanish. */
Test(slice_parameters, refuse_dimensions)
{
	testing_programs(dims, ROWS(dims));
}

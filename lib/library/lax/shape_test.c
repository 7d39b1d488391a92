/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case shapes_by_lax[] = {
    {"0.10.2", "x=2", "v f32[6]", "y = lax.reshape(v, (2, 3))", "y f32[2,3]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.reshape(t, new_sizes=(6, 4), dimensions=(1, 0, 2))",
     "y f32[6,4]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.transpose(t, (2, 0, 1))", "y f32[4,2,3]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.rev(t, (0, 2))", "y f32[2,3,4]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.rev(t, [1])", "y f32[2,3,4]"},
    {"0.10.2", "x=2", "o f32[1,3,1]", "y = lax.squeeze(o, (0, 2))", "y f32[3]"},
    {"0.10.2", "x=2", "o f32[1,3,1]", "y = lax.squeeze(o, [-1])", "y f32[1,3]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = lax.expand_dims(a, (0,))", "y f32[1,4@x,6]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = lax.expand_dims(a, (-1, 0))", "y f32[1,4@x,6,1]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.collapse(t, 0, 2)", "y f32[6,4]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.collapse(t, 1)", "y f32[2,12]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.collapse(t, 0, 0)", "y f32[1,2,3,4]"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.broadcast(v, (2, 3))", "y f32[2,3,6]"},
    {"0.10.2", "x=2", "s f32[]", "y = lax.broadcast(s, (4,))", "y f32[4]"},
    {"0.10.2", "x=2", "p f32[3]", "y = lax.broadcast_in_dim(p, (2, 3), (1,))", "y f32[2,3]"},
    {"0.10.2", "x=2", "s f32[]", "y = lax.broadcast_in_dim(s, (2, 3), ())", "y f32[2,3]"},
    {"0.10.2", "x=2", "p f32[3]",
     "y = lax.broadcast_in_dim(p, shape=(3, 5), broadcast_dimensions=(0,))", "y f32[3,5]"},
    {"0.10.2", "x=2", "p f32[3]", "y = lax.broadcast_to_rank(p, 3)", "y f32[1,1,3]"},
    {"0.10.2", "x=2", "", "y = lax.broadcasted_iota(jnp.int32, (2, 3), 1)", "y i32[2,3]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = lax.convert_element_type(a, jnp.bfloat16)",
     "y bf16[4@x,6]"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.bitcast_convert_type(v, jnp.int32)", "y i32[6]"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.bitcast_convert_type(v, jnp.uint8)", "y u8[6,4]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = lax.full_like(a, 2.0)", "y f32[4@x,6]"},
    {"0.10.2", "x=2", "", "y = lax.full((2, 3), 1)", "y i32[2,3]"},
    {"0.10.2", "x=2", "", "y = lax.iota(jnp.float32, 4)", "y f32[4]"},
};

/* Reshapes, transposes, broadcasts, with every dimension said. */
Test(lax_shape, shapes_by_lax)
{
	testing_programs(shapes_by_lax, ROWS(shapes_by_lax));
}

static const struct program_case shapes_that_lax_refuses[] = {
    {"0.10.2", "x=2", "v f32[6]", "y = lax.reshape(v, (4, 2))", "y f32[4,2]"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.reshape(v, (-1, 2))",
     "TypeError: reshape new_sizes must all be positive, got (-1, 2)."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.reshape(v, (2, 3), (1,))",
     "TypeError: reshape dimensions must be a permutation of operand dimensions, got "
     "dimensions (1,) for shape (6,)."},
    {"0.10.2", "x=2", "v f32[6]; n i32[]", "y = lax.reshape(v, (n, 3))",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(JitTracer(int32[]), 3)."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.reshape(v)",
     "TypeError: reshape() missing 1 required positional argument: 'new_sizes'"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.transpose(t, (0, 1))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, 1) for operand shape (2, 3, 4)."},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.transpose(t, (0, 1, 1))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, 1, 1) for operand shape (2, 3, 4)."},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.transpose(t)",
     "TypeError: transpose() missing 1 required positional argument: 'permutation'"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.transpose(t, 3)",
     "TypeError: 'int' object is not iterable"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.rev(t, (3,))",
     "TypeError: rev dimensions must all be less than operand ndim, got dimensions "
     "(3,) for operand ndim 3."},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.rev(t, (0, 0))",
     "TypeError: rev dimensions must be unique, got (0, 0)."},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.rev(t, (-1,))",
     "TypeError: rev dimensions must have every element be nonnegative, got (-1,)."},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.rev(t)",
     "TypeError: rev() missing 1 required positional argument: 'dimensions'"},
    {"0.10.2", "x=2", "o f32[1,3,1]", "y = lax.squeeze(o, (1,))",
     "ValueError: cannot select an axis to squeeze out which has size not equal to "
     "one, got shape=(1, 3, 1) and dimensions=(1,)"},
    {"0.10.2", "x=2", "o f32[1,3,1]", "y = lax.squeeze(o, (3,))",
     "ValueError: axis 3 is out of bounds for array of dimension 3"},
    {"0.10.2", "x=2", "o f32[1,3,1]", "y = lax.squeeze(o, (0, 0))",
     "ValueError: dimensions are not unique: (0, 0)"},
    {"0.10.2", "x=2", "o f32[1,3,1]", "y = lax.squeeze(o, 0)",
     "TypeError: 'int' object is not iterable"},
    {"0.10.2", "x=2", "o f32[1,3,1]", "y = lax.squeeze(o)",
     "TypeError: squeeze() missing 1 required positional argument: 'dimensions'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = lax.expand_dims(a, (0, 0))",
     "ValueError: repeated axis in lax.expand_dims: (0, 0)"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = lax.expand_dims(a, (4,))",
     "ValueError: axis 4 is out of bounds for array of dimension 3"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = lax.expand_dims(a, 0)",
     "TypeError: 'int' object is not iterable"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.collapse(t, 2, 1)",
     "ValueError: Invalid dimension range passed to collapse: (2, 3, 4)[2:1]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.collapse(t, 0, 4)", "y f32[24]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.collapse(t)",
     "TypeError: collapse() missing 1 required positional argument: 'start_dimension'"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.broadcast(v, (-1,))",
     "TypeError: broadcast_in_dim shape must have every element be nonnegative, got "
     "(-1, 6)."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.broadcast(v)",
     "TypeError: broadcast() missing 1 required positional argument: 'sizes'"},
    {"0.10.2", "x=2", "p f32[3]", "y = lax.broadcast_in_dim(p, (2, 3), (0,))",
     "TypeError: broadcast_in_dim operand dimension sizes must either be 1, or be "
     "equal to their corresponding dimensions in the target broadcast shape; got "
     "operand of shape (3,), target broadcast shape (2, 3), broadcast_dimensions (0,) "},
    {"0.10.2", "x=2", "p f32[3]", "y = lax.broadcast_in_dim(p, (2, 3), ())",
     "TypeError: broadcast_in_dim broadcast_dimensions must have length equal to "
     "operand ndim; got broadcast_dimensions () for operand ndim 1."},
    {"0.10.2", "x=2", "p f32[3]", "y = lax.broadcast_in_dim(p, (3,), (1,))",
     "TypeError: broadcast_in_dim broadcast_dimensions must be a subset of output "
     "dimensions, got (1,) for operand ndim 1 and shape (3,)."},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.broadcast_in_dim(t, (2, 3), (0, 1, 2))",
     "TypeError: broadcast_in_dim target broadcast shape must have equal or higher "
     "rank to the operand shape; got operand ndim 3 and target broadcast ndim 2."},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.broadcast_in_dim(t, (2, 3, 4), (1, 0, 2))",
     "TypeError: broadcast_in_dim operand dimension sizes must either be 1, or be "
     "equal to their corresponding dimensions in the target broadcast shape; got "
     "operand of shape (2, 3, 4), target broadcast shape (2, 3, 4), "
     "broadcast_dimensions (1, 0, 2) "},
    {"0.10.2", "x=2", "p f32[3]", "y = lax.broadcast_in_dim(p, (3, 3), (0, 0))",
     "TypeError: broadcast_in_dim broadcast_dimensions must have length equal to "
     "operand ndim; got broadcast_dimensions (0, 0) for operand ndim 1."},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.broadcast_to_rank(t, 2)", "y f32[2,3,4]"},
    {"0.10.2", "x=2", "", "y = lax.broadcasted_iota(jnp.int32, (2, 3), 2)",
     "ValueError: iota dimension must be between 0 and len(shape), got dimension=2 for "
     "shape=(2, 3)"},
    {"0.10.2", "x=2", "", "y = lax.broadcasted_iota(jnp.int32, (2, 3), -1)",
     "ValueError: iota dimension must be between 0 and len(shape), got dimension=-1 "
     "for shape=(2, 3)"},
    {"0.10.2", "x=2", "", "y = lax.broadcasted_iota(bool, (2, 3), 0)",
     "TypeError: iota does not accept dtype bool. Accepted dtypes are subtypes of "
     "integer, floating, complexfloating."},
    {"0.10.2", "x=2", "", "y = lax.iota(jnp.int32, -1)",
     "TypeError: iota shape must have every element be nonnegative, got (-1,)."},
    {"0.10.2", "x=2", "", "y = lax.iota(jnp.int32)",
     "TypeError: iota() missing 1 required positional argument: 'size'"},
    {"0.10.2", "x=2", "", "y = lax.full((2, -1), 1)",
     "TypeError: broadcast_in_dim shape must have every element be nonnegative, got "
     "(2, -1)."},
    {"0.10.2", "x=2", "n i32[]", "y = lax.full((n,), 1)",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(JitTracer(int32[]),)."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.full((2,), v)",
     "TypeError: full must be called with scalar fill_value, got fill_value.shape "
     "(6,)."},
    {"0.10.2", "x=2", "", "y = lax.full((2,))",
     "TypeError: full() missing 1 required positional argument: 'fill_value'"},
    {"0.10.2", "x=2", "a f32[4@x,6]; v f32[6]", "y = lax.full_like(a, v)",
     "TypeError: full must be called with scalar fill_value, got fill_value.shape "
     "(6,)."},
    {"0.10.2", "x=2", "p f32[3]", "y = lax.bitcast_convert_type(p, jnp.float64x)",
     "AttributeError: module 'jax.numpy' has no attribute 'float64x'"},
    {"0.10.2", "x=2", "", "y = lax.bitcast_convert_type(jnp.ones(3, jnp.uint8), jnp.int32)",
     "ValueError: Attempting to convert array of shape (3,) from uint8 of size 8 bits "
     "to int32 of size 32, bits but 3 * 8 != 32"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = lax.convert_element_type(a)",
     "TypeError: convert_element_type() missing 1 required positional argument: "
     "'new_dtype'"},
    {"0.6.0", "x=2", "v f32[6]", "y = lax.reshape(v, (4, 2))",
     "TypeError: reshape total size must be unchanged, got new_sizes (4, 2) (of total "
     "size 8) for shape (6,) (of total size 6)."},
    {"0.9.0", "x=2", "v f32[6]", "y = lax.reshape(v, (4, 2))", "y f32[4,2]"},
    {"0.12.0.1", "x=2", "v f32[6]", "y = lax.reshape(v, (4, 2))", "y f32[4,2]"},
    {"0.6.0", "x=2", "t f32[2,3,4]", "y = lax.transpose(t, (0, 1))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, 1) for operand shape (2, 3, 4)."},
    {"0.9.0", "x=2", "t f32[2,3,4]", "y = lax.transpose(t, (0, 1))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, 1) for operand shape (2, 3, 4)."},
    {"0.12.0.1", "x=2", "t f32[2,3,4]", "y = lax.transpose(t, (0, 1))",
     "TypeError: transpose permutation isn't a permutation of operand dimensions, got "
     "permutation (0, 1) for operand shape (2, 3, 4)."},
    {"0.6.0", "x=2", "o f32[1,3,1]", "y = lax.squeeze(o, (1,))",
     "ValueError: cannot select an axis to squeeze out which has size not equal to "
     "one, got shape=(1, 3, 1) and dimensions=(1,)"},
    {"0.9.0", "x=2", "o f32[1,3,1]", "y = lax.squeeze(o, (1,))",
     "ValueError: cannot select an axis to squeeze out which has size not equal to "
     "one, got shape=(1, 3, 1) and dimensions=(1,)"},
    {"0.12.0.1", "x=2", "o f32[1,3,1]", "y = lax.squeeze(o, (1,))",
     "ValueError: cannot select an axis to squeeze out which has size not equal to "
     "one, got shape=(1, 3, 1) and dimensions=(1,)"},
};

/* Permutations that are none, dimensions out of bounds or repeated. */
Test(lax_shape, shapes_that_lax_refuses)
{
	testing_programs(shapes_that_lax_refuses, ROWS(shapes_that_lax_refuses));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case contractions_of_lax[] = {
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = lax.dot(a, b)", "y f32[4@x,5]"},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.dot(v, v)", "y f32[]"},
    {"0.10.2", "x=2", "i i8[4,3]; j i8[3,5]", "y = lax.dot(i, j, preferred_element_type=jnp.int32)",
     "y i32[4,5]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]",
     "y = lax.dot(a, b, precision=lax.Precision.HIGHEST)", "y f32[4@x,5]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]",
     "y = lax.dot_general(a, b, (((1,), (0,)), ((), ())))", "y f32[4@x,5]"},
    {"0.10.2", "x=2", "t f32[2,4,3]; u f32[2,3,5]",
     "y = lax.dot_general(t, u, (([2], [1]), ([0], [0])))", "y f32[2,4,5]"},
    {"0.10.2", "x=2", "b f32[3,5]; t f32[2,4,3]",
     "y = lax.dot_general(t, b, dimension_numbers=(((2,), (0,)), ((), ())), "
     "preferred_element_type=jnp.float32)",
     "y f32[2,4,5]"},
    {"0.10.2", "x=2", "t f32[2,4,3]; u f32[2,3,5]", "y = lax.batch_matmul(t, u)", "y f32[2,4,5]"},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.dot_general(v, v, (((), ()), ((), ())))", "y f32[3,3]"},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.dot_general(v, v, (((), ()), ((0,), (0,))))",
     "y f32[3]"},
    {"0.7.0", "x=2", "a f32[4@x,3]; b f32[3,5]",
     "y = lax.dot_general(a, b, (((1,), (0,)), ((), ())), out_sharding=P('x', None))",
     "y f32[4@x,5]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]",
     "y = lax.dot_general(a, b, (((1,), (0,)), ((), ())), out_sharding=P('x', None))",
     "y f32[4@x,5]"},
    {"0.12.0.1", "x=2", "a f32[4@x,3]; b f32[3,5]",
     "y = lax.dot_general(a, b, (((1,), (0,)), ((), ())), out_sharding=P('x', None))",
     "y f32[4@x,5]"},
    {"0.8.2", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = lax.dot(a, b, out_sharding=P('x', None))",
     "y f32[4@x,5]"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = lax.dot(a, b, out_sharding=P('x', None))",
     "y f32[4@x,5]"},
    {"0.12.0.1", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = lax.dot(a, b, out_sharding=P('x', None))",
     "y f32[4@x,5]"},
};

/* Dimension numbers, batches, dtypes of results. */
Test(lax_contraction, contractions_of_lax)
{
	testing_programs(contractions_of_lax, ROWS(contractions_of_lax));
}

static const struct program_case contractions_that_lax_refuses[] = {
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.dot(a, a)",
     "ValueError: jax.lax.dot: dimension_numbers must be specified when not performing "
     "simple un-batched matrix-matrix, matrix-vector, or vector-vector products; got "
     "lhs_shape=(4, 3) rhs_shape=(4, 3)"},
    {"0.10.2", "x=2", "v f32[3]; w f32[4]", "y = lax.dot(v, w)",
     "ValueError: jax.lax.dot: dimension_numbers must be specified when not performing "
     "simple un-batched matrix-matrix, matrix-vector, or vector-vector products; got "
     "lhs_shape=(3,) rhs_shape=(4,)"},
    {"0.10.2", "x=2", "t f32[2,4,3]; u f32[2,3,5]", "y = lax.dot(t, u)",
     "ValueError: jax.lax.dot: dimension_numbers must be specified when not performing "
     "simple un-batched matrix-matrix, matrix-vector, or vector-vector products; got "
     "lhs_shape=(2, 4, 3) rhs_shape=(2, 3, 5)"},
    {"0.10.2", "x=2", "v f32[3]; s f32[]", "y = lax.dot(s, v)",
     "ValueError: jax.lax.dot: dimension_numbers must be specified when not performing "
     "simple un-batched matrix-matrix, matrix-vector, or vector-vector products; got "
     "lhs_shape=() rhs_shape=(3,)"},
    {"0.10.2", "x=2", "a f32[4@x,3]", "y = lax.dot(a)",
     "TypeError: dot() missing 1 required positional argument: 'rhs'"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = lax.dot(a, b, precision='most')",
     "ValueError: Precision argument must be one of:"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]",
     "y = lax.dot(a, b, preferred_element_type='int3')",
     "TypeError: data type 'int3' not understood"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]",
     "y = lax.dot_general(a, b, (((0,), (0,)), ((), ())))",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (4,) and (3,)."},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]",
     "y = lax.dot_general(a, b, (((2,), (0,)), ((), ())))",
     "TypeError: dot_general requires lhs dimension numbers to be nonnegative and less "
     "than the number of axes of the lhs value, got lhs_batch of () and "
     "lhs_contracting of (2,) for lhs of rank 2"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]",
     "y = lax.dot_general(a, b, (((1, 1), (0, 0)), ((), ())))",
     "TypeError: dot_general requires lhs contracting dimensions to be distinct, got "
     "lhs_contracting (1, 1)."},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]",
     "y = lax.dot_general(a, b, (((1,), (0, 1)), ((), ())))",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (3, 5)."},
    {"0.10.2", "x=2", "t f32[2,4,3]; u f32[2,3,5]",
     "y = lax.dot_general(t, u, (((2,), (1,)), ((0,), (1,))))",
     "TypeError: dot_general requires rhs batch dimensions to be disjoint from "
     "contracting dimensions, got rhs_batch (1,) and rhs_contracting (1,)."},
    {"0.10.2", "x=2", "t f32[2,4,3]; u f32[2,3,5]",
     "y = lax.dot_general(t, u, (((2,), (1,)), ((2,), (0,))))",
     "TypeError: dot_general requires lhs batch dimensions to be disjoint from "
     "contracting dimensions, got lhs_batch (2,) and lhs_contracting (2,)."},
    {"0.10.2", "x=2", "t f32[2,4,3]; u f32[2,3,5]",
     "y = lax.dot_general(t, u, (((2,), (1,)), ((0,), ())))",
     "TypeError: dot_general requires equal numbers of lhs_batch and rhs_batch "
     "dimensions, got lhs_batch (0,) and rhs_batch ()."},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = lax.dot_general(a, b, ((1,), (0,)))",
     "ValueError: not enough values to unpack (expected 2, got 1)"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = lax.dot_general(a, b)",
     "TypeError: dot_general() missing 1 required positional argument: "
     "'dimension_numbers'"},
    {"0.10.2", "x=2", "a f32[4@x,3]; b f32[3,5]", "y = lax.dot_general(a, b, 3)",
     "TypeError: cannot unpack non-iterable int object"},
    {"0.10.2", "x=2", "a f32[4@x,3]; i i8[3,5]",
     "y = lax.dot_general(a, i, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32)",
     "y i32[4@x,5]"},
    {"0.10.2", "x=2", "b f32[3,5]; t f32[2,4,3]", "y = lax.batch_matmul(t, b)",
     "ValueError: Arguments to batch_matmul must have same ndim, got 3, 2"},
    {"0.10.2", "x=2", "v f32[3]", "y = lax.batch_matmul(v, v)",
     "ValueError: Arguments to batch_matmul must be at least 2D, got 1, 1"},
    {"0.10.2", "x=2", "t f32[2,4,3]", "y = lax.batch_matmul(t, t)",
     "TypeError: dot_general requires contracting dimensions to have the same shape, "
     "got (3,) and (4,)."},
    {"0.10.2", "x=2", "t f32[2,4,3]", "y = lax.batch_matmul(t)",
     "TypeError: batch_matmul() missing 1 required positional argument: 'rhs'"},
};

/* Sizes that differ, dimensions that there are not, or twice. */
Test(lax_contraction, contractions_that_lax_refuses)
{
	testing_programs(contractions_that_lax_refuses, ROWS(contractions_that_lax_refuses));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case slices_of_lax[] = {
    {"0.10.2", "x=2", "v f32[6]", "y = lax.slice(v, (1,), (5,))", "y f32[4]"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.slice(v, (1,), (5,), (2,))", "y f32[2]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = lax.slice(a, (0, 1), (4, 3))", "y f32[4@x,2]"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.slice_in_dim(v, 1, 4)", "y f32[3]"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.slice_in_dim(v, None, -1)", "y f32[5]"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = lax.slice_in_dim(a, 0, 6, stride=2, axis=1)",
     "y f32[4@x,3]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.index_in_dim(t, 1, axis=1)", "y f32[2,1,4]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.index_in_dim(t, -1, keepdims=False)", "y f32[3,4]"},
    {"0.10.2", "x=2", "v f32[6]; i i32[]", "y = lax.dynamic_slice(v, (i,), (3,))", "y f32[3]"},
    {"0.10.2", "x=2", "i i32[]; t f32[2,3,4]", "y = lax.dynamic_slice(t, (0, i, i), (1, 2, 4))",
     "y f32[1,2,4]"},
    {"0.10.2", "x=2", "i i32[]; t f32[2,3,4]",
     "y = lax.dynamic_slice(t, [0, 0, i], slice_sizes=(1, 2, 3))", "y f32[1,2,3]"},
    {"0.10.2", "x=2", "v f32[6]; i i32[]", "y = lax.dynamic_slice_in_dim(v, i, 2)", "y f32[2]"},
    {"0.10.2", "x=2", "i i32[]; t f32[2,3,4]",
     "y = lax.dynamic_slice_in_dim(t, i, slice_size=2, axis=-1)", "y f32[2,3,2]"},
    {"0.10.2", "x=2", "i i32[]; t f32[2,3,4]", "y = lax.dynamic_index_in_dim(t, i)",
     "y f32[1,3,4]"},
    {"0.10.2", "x=2", "i i32[]; t f32[2,3,4]",
     "y = lax.dynamic_index_in_dim(t, i, axis=2, keepdims=False)", "y f32[2,3]"},
    {"0.10.2", "x=2", "v f32[6]; i i32[]; w f32[2]", "y = lax.dynamic_update_slice(v, w, (i,))",
     "y f32[6]"},
    {"0.10.2", "x=2", "i i32[]; u f32[1,3]; t f32[2,3,4]",
     "y = lax.dynamic_update_slice(t, u[..., None], (0, 0, i))", "y f32[2,3,4]"},
    {"0.10.2", "x=2", "v f32[6]; i i32[]; w f32[2]",
     "y = lax.dynamic_update_slice_in_dim(v, w, i, 0)", "y f32[6]"},
    {"0.10.2", "x=2", "i i32[]; t f32[2,3,4]",
     "y = lax.dynamic_update_slice_in_dim(t, t[:, :1], i, axis=1)", "y f32[2,3,4]"},
    {"0.10.2", "x=2", "v f32[6]; i i32[]", "y = lax.dynamic_update_index_in_dim(v, 1.0, i, 0)",
     "y f32[6]"},
    {"0.10.2", "x=2", "i i32[]; t f32[2,3,4]", "y = lax.dynamic_update_index_in_dim(t, t[0], i, 0)",
     "y f32[2,3,4]"},
    {"0.10.2", "x=2", "v f32[6]; k i32[2]", "y = lax.dynamic_slice(v, k[:1], (3,))", "y f32[3]"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.split(v, (2, 4))", "y[0] f32[2]; y[1] f32[4]"},
    {"0.10.2", "x=2", "t f32[2,3,4]", "y = lax.split(t, [1, 2], axis=1)",
     "y[0] f32[2,1,4]; y[1] f32[2,2,4]"},
};

/* Static and dynamic ones, along one dimension or all. */
Test(lax_slice, slices_of_lax)
{
	testing_programs(slices_of_lax, ROWS(slices_of_lax));
}

static const struct program_case slices_refused[] = {
    {"0.10.2", "x=2", "v f32[6]", "y = lax.slice(v, (1, 2), (5, 6))",
     "TypeError: slice start_indices must have length equal to the number of "
     "dimensions of the operand, got indices (1, 2) for operand shape (6,)."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.slice(v, (1,), (7,))",
     "TypeError: slice limit_indices must be less than or equal to operand shape, got "
     "limit_indices (7,) for operand shape (6,)."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.slice(v, (4,), (2,))",
     "TypeError: slice limit_indices must be greater than or equal to start_indices, "
     "got start_indices (4,) and limit_indices (2,)."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.slice(v, (-1,), (2,))",
     "TypeError: slice start_indices must have every element be nonnegative, got "
     "(-1,)."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.slice(v, (0,), (2,), (0,))",
     "ZeroDivisionError: integer division or modulo by zero"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.slice(v, (0,), (2,), (1, 1))",
     "TypeError: slice strides must have length equal to the number of dimensions of "
     "the operand, got strides (1, 1) for operand shape (6,)."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.slice(v, (0,))",
     "TypeError: slice() missing 1 required positional argument: 'limit_indices'"},
    {"0.10.2", "x=2", "a f32[4@x,6]", "y = lax.slice(a, (0, 0), (3, 6))",
     "ShardingTypeError: slicing on sharded dims where out dim (3) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=f32[4@x,6] and "
     "output shape=(3, 6)"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.slice_in_dim(v, 0, 7)",
     "TypeError: slice limit_indices must be less than or equal to operand shape, got "
     "limit_indices (7,) for operand shape (6,)."},
    {"0.10.2", "x=2", "v f32[6]; i i32[]", "y = lax.slice_in_dim(v, i, 7)",
     "TracerIntegerConversionError: The __index__() method was called on traced array "
     "with shape int32[]"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.slice_in_dim(v, 0, 2, axis=1)",
     "IndexError: tuple index out of range"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.slice_in_dim(v, 0, 2, stride=-1)",
     "TypeError: slice strides must have every element be nonnegative, got (-1,)."},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.slice_in_dim(v)",
     "TypeError: slice_in_dim() missing 2 required positional arguments: 'start_index' "
     "and 'limit_index'"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.index_in_dim(v, 6)",
     "IndexError: index 6 is out of bounds for axis 0 with size 6"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.index_in_dim(v, -7)",
     "IndexError: index -7 is out of bounds for axis 0 with size 6"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.index_in_dim(v, 0, axis=1)",
     "IndexError: tuple index out of range"},
    {"0.10.2", "x=2", "v f32[6]; i i32[]", "y = lax.index_in_dim(v, i)",
     "TracerIntegerConversionError: The __index__() method was called on traced array "
     "with shape int32[]"},
    {"0.10.2", "x=2", "v f32[6]; i i32[]", "y = lax.dynamic_slice(v, (i, i), (3,))",
     "ValueError: Length of slice indices must match number of operand dimensions (2 "
     "vs (6,))"},
    {"0.10.2", "x=2", "v f32[6]; i i32[]", "y = lax.dynamic_slice(v, (i,), (7,))",
     "TypeError: slice slice_sizes must be less than or equal to operand shape, got "
     "slice_sizes (7,) for operand shape (6,)."},
    {"0.10.2", "x=2", "v f32[6]; f f32[]", "y = lax.dynamic_slice(v, (f,), (3,))",
     "TypeError: index arguments to dynamic_slice must be integers of the same type, "
     "got: float32"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.dynamic_slice(v, (0.5,), (3,))",
     "TypeError: index arguments to dynamic_slice must be integers of the same type, "
     "got: float32"},
    {"0.10.2", "x=2", "v f32[6]; i i32[]", "y = lax.dynamic_slice(v, (i,), (-1,))",
     "TypeError: slice slice_sizes must be greater than or equal to zero, got "
     "slice_sizes of (-1,)."},
    {"0.10.2", "x=2", "v f32[6]; i i32[]", "y = lax.dynamic_slice(v, (i,), (i,))",
     "TypeError: Shapes must be 1D sequences of concrete values of integer type, got "
     "(JitTracer(int32[]),)."},
    {"0.10.2", "x=2", "v f32[6]; i i32[]", "y = lax.dynamic_slice(v, (i,))",
     "TypeError: dynamic_slice() missing 1 required positional argument: 'slice_sizes'"},
    {"0.10.2", "x=2", "v f32[6]; i i32[]", "y = lax.dynamic_slice_in_dim(v, i, 7)",
     "TypeError: slice slice_sizes must be less than or equal to operand shape, got "
     "slice_sizes (7,) for operand shape (6,)."},
    {"0.10.2", "x=2", "v f32[6]; f f32[]", "y = lax.dynamic_slice_in_dim(v, f, 2)",
     "TypeError: index arguments to dynamic_slice must be integers of the same type, "
     "got: float32"},
    {"0.10.2", "x=2", "v f32[6]; f f32[]", "y = lax.dynamic_index_in_dim(v, f)",
     "TypeError: index arguments to dynamic_slice must be integers of the same type, "
     "got: float32"},
    {"0.10.2", "x=2", "v f32[6]; i i32[]; w f32[7]", "y = lax.dynamic_update_slice(v, w, (i,))",
     "TypeError: dynamic_update_slice update shape must be smaller than operand shape, "
     "got update shape (7,) for operand shape (6,)."},
    {"0.10.2", "x=2", "v f32[6]; i i32[]; h f16[2]", "y = lax.dynamic_update_slice(v, h, (i,))",
     "TypeError: lax.dynamic_update_slice requires arguments to have the same dtypes, "
     "got float32, float16."},
    {"0.10.2", "x=2", "v f32[6]; i i32[]; t f32[2,3,4]", "y = lax.dynamic_update_slice(v, t, (i,))",
     "TypeError: dynamic_update_slice update must have the same rank as operand, got "
     "update shape (2, 3, 4) for operand shape (6,)."},
    {"0.10.2", "x=2", "v f32[6]; i i32[]", "y = lax.dynamic_update_slice(v, v, (i, i))",
     "ValueError: Length of slice indices must match number of operand dimensions (2 "
     "vs (6,))"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.dynamic_update_slice(v, v)",
     "TypeError: dynamic_update_slice() missing 1 required positional argument: "
     "'start_indices'"},
    {"0.10.2", "x=2", "v f32[6]; i i32[]; w f32[7]",
     "y = lax.dynamic_update_slice_in_dim(v, w, i, 0)",
     "TypeError: dynamic_update_slice update shape must be smaller than operand shape, "
     "got update shape (7,) for operand shape (6,)."},
    {"0.10.2", "x=2", "v f32[6]; i i32[]; w f32[7]",
     "y = lax.dynamic_update_index_in_dim(v, w, i, 0)",
     "TypeError: dynamic_update_slice update shape must be smaller than operand shape, "
     "got update shape (7,) for operand shape (6,)."},
    {"0.10.2", "x=2", "v f32[6]; i i32[]", "y = lax.dynamic_update_index_in_dim(v, 1.0, i)",
     "TypeError: dynamic_update_index_in_dim() missing 1 required positional argument: "
     "'axis'"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.split(v, (2, 3))",
     "ValueError: Sum of sizes 5 must be equal to dimension 0 of the operand shape [6]"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.split(v, (2, -1, 5))",
     "ValueError: Sizes passed to split must be nonnegative, got [2, -1, 5]"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.split(v, (6,), axis=1)",
     "ValueError: axis 1 is out of bounds for array of dimension 1"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.split(v)",
     "TypeError: split() missing 1 required positional argument: 'sizes'"},
    {"0.10.2", "x=2", "v f32[6]", "y = lax.split(v, 2)", "TypeError: 'int' object is not iterable"},
};

/* Starts and sizes of other lengths, limits out of bounds, dtypes. */
Test(lax_slice, slices_refused)
{
	testing_programs(slices_refused, ROWS(slices_refused));
}

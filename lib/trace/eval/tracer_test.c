/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

static const struct program_outcome cases[] = {
    {"0.10.2", "o = a if s else b",
     "1 TracerBoolConversionError: Attempted boolean conversion of traced array with shape "
     "float32[].; o=?"},
    {"0.10.2", "o = a if a else b",
     "1 ValueError: The truth value of an array with more than one element is ambiguous. Use "
     "a.any() or a.all(); o=?"},
    {"0.10.2", "o = s and a",
     "1 TracerBoolConversionError: Attempted boolean conversion of traced array with shape "
     "float32[].; o=?"},
    {"0.10.2", "o = not s",
     "1 TracerBoolConversionError: Attempted boolean conversion of traced array with shape "
     "float32[].; o=?"},
    {"0.10.2", "o = 1 < s < 2",
     "1 TracerBoolConversionError: Attempted boolean conversion of traced array with shape "
     "bool[].; o=?"},
    {"0.10.2", "o = 1 < 2 < s", "o=bool[]"},
    {"0.10.2", "o = None in (1, None)", "o=True"},
    {"0.10.2", "o = float(s)",
     "1 ConcretizationTypeError: Abstract tracer value encountered where concrete value is "
     "expected: traced array with shape float32[]; o=?"},
    {"0.10.2", "o = int(k)",
     "1 ConcretizationTypeError: Abstract tracer value encountered where concrete value is "
     "expected: traced array with shape int32[]; o=?"},
    {"0.10.2", "o = float(a)",
     "1 TypeError: Only scalar arrays can be converted to Python scalars; got arr.ndim=2; o=?"},
    {"0.10.2", "o = bool(s)",
     "1 TracerBoolConversionError: Attempted boolean conversion of traced array with shape "
     "float32[].; o=?"},
    {"0.10.2", "o = complex(s)",
     "1 ConcretizationTypeError: Abstract tracer value encountered where concrete value is "
     "expected: traced array with shape float32[]; o=?"},
    {"0.10.2", "o = len(s)", "1 TypeError: len() of unsized object; o=?"},
    {"0.10.2", "o = range(s)",
     "1 TypeError: Only integer scalar arrays can be converted to a scalar index.; o=?"},
    {"0.10.2", "o = list(c)", "o=[i32[], i32[], i32[], i32[], i32[], i32[], i32[], i32[]]"},
    {"0.10.2", "p, q, r, t = a",
     "1 ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by mesh axes "
     "(2) with spec (x) is not implemented. Got input type=f32[4@x,8] and output shape=(1, 8); "
     "p=?; q=?; r=?; t=?"},
    {"0.10.2", "p, q = a",
     "1 ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by mesh axes "
     "(2) with spec (x) is not implemented. Got input type=f32[4@x,8] and output shape=(1, 8); "
     "p=?; q=?"},
    {"0.10.2", "p, *q = a",
     "1 ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by mesh axes "
     "(2) with spec (x) is not implemented. Got input type=f32[4@x,8] and output shape=(1, 8); "
     "p=?; q=?"},
    {"0.10.2", "for row in a:\n  o = row * 2",
     "1 ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by mesh axes "
     "(2) with spec (x) is not implemented. Got input type=f32[4@x,8] and output shape=(1, 8); "
     "row=?; o=?"},
    {"0.12.0.1", "o = a if s else b",
     "1 TracerBoolConversionError: Attempted boolean conversion of traced array with shape "
     "float32[].; o=?"},
    {"0.12.0.1", "p, q = a",
     "1 ShardingTypeError: unstack operand cannot be sharded on the unstacking axis 0. Got operand "
     "type=f32[4@x,8]; p=?; q=?"},
    {"0.4.30", "o = a if s else b",
     "1 TracerBoolConversionError: Attempted boolean conversion of traced array with shape "
     "float32[]..; o=?"},
    {"0.4.30", "o = a if a else b",
     "1 ValueError: The truth value of an array with more than one element is ambiguous. Use "
     "a.any() or a.all(); o=?"},
};

Test(tracer, outcomes)
{
	testing_outcomes(cases, ROWS(cases));
}

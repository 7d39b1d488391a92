/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

static const struct program_outcome cases[] = {
    {"0.10.2", "o = a + 1", "o=f32[4@x,8]"},
    {"0.10.2", "o = 1 - a", "o=f32[4@x,8]"},
    {"0.10.2", "o = a / 2", "o=f32[4@x,8]"},
    {"0.10.2", "o = c / 2", "o=f32[8]"},
    {"0.10.2", "o = c // 2", "o=i32[8]"},
    {"0.10.2", "o = c % 3", "o=i32[8]"},
    {"0.10.2", "o = 2 ** c", "o=i32[8]"},
    {"0.10.2", "o = c ** 2", "o=i32[8]"},
    {"0.10.2", "o = a ** 0.5", "o=f32[4@x,8]"},
    {"0.10.2", "o = b * 2.5", "o=bf16[4@x,8]"},
    {"0.10.2", "o = b + a", "o=f32[4@x,8]"},
    {"0.10.2", "o = b + c", "o=bf16[4@x,8]"},
    {"0.10.2", "o = m + 1", "o=~i32[4@x,8]"},
    {"0.10.2", "o = m + 1.0", "o=~f32[4@x,8]"},
    {"0.10.2", "o = m & m | m ^ m", "o=bool[4@x,8]"},
    {"0.10.2", "o = ~m", "o=bool[4@x,8]"},
    {"0.10.2", "o = ~c", "o=i32[8]"},
    {"0.10.2", "o = ~a",
     "1 TypeError: not does not accept dtype float32. Accepted dtypes are subtypes of integer, "
     "bool.; o=?"},
    {"0.10.2", "o = -m",
     "1 TypeError: neg does not accept dtype bool. Accepted dtypes are subtypes of integer, "
     "floating, complexfloating.; o=?"},
    {"0.10.2", "o = +a", "o=f32[4@x,8]"},
    {"0.10.2", "o = +m", "o=bool[4@x,8]"},
    {"0.10.2", "o = abs(a)", "o=f32[4@x,8]"},
    {"0.10.2", "o = abs(m)", "o=bool[4@x,8]"},
    {"0.10.2", "o = c << 2", "o=i32[8]"},
    {"0.10.2", "o = c >> c", "o=i32[8]"},
    {"0.10.2", "o = a << 1",
     "1 TypeError: shift_left does not accept dtype float32 at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer.; o=?"},
    {"0.10.2", "o = a & 1",
     "1 TypeError: and does not accept dtype float32 at position 0. Accepted dtypes at position 0 "
     "are subtypes of integer, bool.; o=?"},
    {"0.10.2", "o = a == a", "o=bool[4@x,8]"},
    {"0.10.2", "o = a != None", "o=True"},
    {"0.10.2", "o = a == None", "o=False"},
    {"0.10.2", "o = a == 'x'", "o=False"},
    {"0.10.2", "o = a == (1, 2)",
     "1 TypeError: unsupported operand type(s) for ==: 'DynamicJaxprTracer' and 'tuple'; o=?"},
    {"0.10.2", "o = a != [1]",
     "1 TypeError: unsupported operand type(s) for ==: 'DynamicJaxprTracer' and 'list'; o=?"},
    {"0.10.2", "o = a < None",
     "1 TypeError: '<' not supported between instances of 'DynamicJaxprTracer' and 'NoneType'; "
     "o=?"},
    {"0.10.2", "o = a < (1,)",
     "1 TypeError: '<' not supported between instances of 'DynamicJaxprTracer' and 'tuple'; o=?"},
    {"0.10.2", "o = a + (1, 2)",
     "1 TypeError: unsupported operand type(s) for +: 'DynamicJaxprTracer' and 'tuple'; o=?"},
    {"0.10.2", "o = [1] + a",
     "1 TypeError: unsupported operand type(s) for +: 'list' and 'DynamicJaxprTracer'; o=?"},
    {"0.10.2", "o = a * [1.0]",
     "1 TypeError: unsupported operand type(s) for *: 'DynamicJaxprTracer' and 'list'; o=?"},
    {"0.10.2", "o = a - [1.0]",
     "1 TypeError: unsupported operand type(s) for -: 'DynamicJaxprTracer' and 'list'; o=?"},
    {"0.10.2", "o = 'x' + a",
     "1 TypeError: can only concatenate str (not \"DynamicJaxprTracer\") to str; o=?"},
    {"0.10.2", "o = 'x' * k",
     "1 TracerIntegerConversionError: The __index__() method was called on traced array with shape "
     "int32[]; o=?"},
    {"0.10.2", "o = [1] * k",
     "1 TypeError: unsupported operand type(s) for *: 'list' and 'DynamicJaxprTracer'; o=?"},
    {"0.10.2", "o = a @ c", "o=f32[4@x]"},
    {"0.10.2", "o = c @ a",
     "1 TypeError: dot_general requires contracting dimensions to have the same shape, got (8,) "
     "and (4,).; o=?"},
    {"0.10.2", "o = a @ 2",
     "1 ValueError: matmul input operand 1 must have ndim at least 1, but it has ndim 0; o=?"},
    {"0.10.2", "o = a if a.shape[0] > 2 else b", "o=f32[4@x,8]"},
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
    {"0.10.2", "o = s in (1, 2)",
     "1 TracerBoolConversionError: Attempted boolean conversion of traced array with shape "
     "bool[].; o=?"},
    {"0.10.2", "o = 1 in c",
     "1 TracerBoolConversionError: Attempted boolean conversion of traced array with shape "
     "bool[].; o=?"},
    {"0.10.2", "o = a.sum() > 0", "o=bool[]"},
    {"0.10.2", "o = 3 * 2 ** 40 + c",
     "1 OverflowError: An overflow was encountered while parsing an argument to a jitted "
     "computation, whose argument path is x. Got <class 'int'> with value 3298534883328; o=?"},
    {"0.10.2", "o = 1e400 * a", "o=f32[4@x,8]"},
    {"0.10.2", "o = a + 1j", "o=c64[4@x,8]"},
    {"0.12.0.1", "o = a != [1]",
     "1 TypeError: unsupported operand type(s) for ==: 'DynamicJaxprTracer' and 'list'; o=?"},
    {"0.12.0.1", "o = a == 'x'", "o=False"},
    {"0.12.0.1", "o = a < None",
     "1 TypeError: '<' not supported between instances of 'DynamicJaxprTracer' and 'NoneType'; "
     "o=?"},
    {"0.12.0.1", "o = 3 * 2 ** 40 + c",
     "1 OverflowError: An overflow was encountered while parsing an argument to a jitted "
     "computation, whose argument path is x. Got <class 'int'> with value 3298534883328; o=?"},
    {"0.12.0.1", "o = ~a",
     "1 TypeError: not does not accept dtype float32. Accepted dtypes are subtypes of integer, "
     "bool.; o=?"},
    {"0.4.30", "o = a == 'x'", "o=False"},
    {"0.4.30", "o = a != [1]",
     "1 TypeError: unsupported operand type(s) for !=: 'DynamicJaxprTracer' and 'list'; o=?"},
    {"0.4.30", "o = a < (1,)",
     "1 TypeError: unsupported operand type(s) for <: 'DynamicJaxprTracer' and 'tuple'; o=?"},
    {"0.4.30", "o = a * [1.0]",
     "1 TypeError: unsupported operand type(s) for *: 'DynamicJaxprTracer' and 'list'; o=?"},
};

Test(operate, outcomes)
{
	testing_outcomes(cases, ROWS(cases));
}

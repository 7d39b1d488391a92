/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

static const struct program_outcome cases[] = {
    {"0.10.2", "for i in range(k): pass",
     "1 TracerIntegerConversionError: The __index__() method was called on traced array with shape "
     "int32[]; i=?"},
    {"0.10.2", "o = [1, 2, 3][k]",
     "1 TracerIntegerConversionError: The __index__() method was called on traced array with shape "
     "int32[]; o=?"},
    {"0.10.2", "o = (1, 2, 3)[1.5]",
     "1 TypeError: tuple indices must be integers or slices, not float; o=?"},
    {"0.10.2", "o = a(1)", "1 TypeError: 'DynamicJaxprTracer' object is not callable; o=?"},
    {"0.10.2", "o = [a][3]", "1 IndexError: list index out of range; o=?"},
    {"0.10.2", "o = {}['x']", "1 KeyError: 'x'; o=?"},
    {"0.10.2", "o = slice(1, 2)\np = [a, b, c][o]", "o=slice(1, 2, None); p=[bf16[4@x,8]]"},
    {"0.10.2", "o = 'abc'[1], 'abc'[::-1], 'abc'[-1]", "o=('b', 'cba', 'c')"},
    {"0.10.2", "o = 'abc'[5]", "1 IndexError: string index out of range; o=?"},
    {"0.10.2", "o = 'x' in {'x': 1}, 2 in [1, 2], 'a' not in 'abc', 3 in range(5)",
     "o=(True, True, False, True)"},
    {"0.10.2", "o = a.shape[2]", "1 IndexError: tuple index out of range; o=?"},
    {"0.10.2", "o = a.shape['x']",
     "1 TypeError: tuple indices must be integers or slices, not str; o=?"},
    {"0.10.2", "o = {}[0]", "1 KeyError: 0; o=?"},
    {"0.10.2", "o = {'p': 1}['q']", "1 KeyError: 'q'; o=?"},
    {"0.10.2", "o = [1, 2][True]", "o=2"},
    {"0.10.2", "o = [1, 2, 3][1:], [1, 2, 3][::2], (1, 2)[5:]", "o=([2, 3], [1, 3], ())"},
    {"0.10.2", "o = [1, 2][::0]", "1 ValueError: slice step cannot be zero; o=?"},
    {"0.10.2", "o = None[0]", "1 TypeError: 'NoneType' object is not subscriptable; o=?"},
    {"0.10.2", "o = (5)[0]", "1 TypeError: 'int' object is not subscriptable; o=?"},
    {"0.10.2", "o = len\np = o([1, 2])", "p=2"},
};

Test(subscript, outcomes)
{
	testing_outcomes(cases, ROWS(cases));
}

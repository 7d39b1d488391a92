/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

static const struct program_outcome cases[] = {
    {"0.10.2", "o = 7 // 2, -7 // 2, 7 % -3, -7 % 3, 7.5 // 2, -7.5 % 2, 2 ** 10, 2 ** -1",
     "o=(3, -4, -2, 2, 3.0, 0.5, 1024, 0.5)"},
    {"0.10.2", "o = 1 << 3, 255 >> 2, 6 & 3, 6 | 3, 6 ^ 3, ~5, -5, +5",
     "o=(8, 63, 2, 7, 5, -6, -5, 5)"},
    {"0.10.2", "o = True + True, True & False, not 0, 3 and 0 or 'x'", "o=(2, False, True, 'x')"},
    {"0.10.2", "o = 0.1 + 0.2, 1e16, 1e-5, 123456789.125, 1 / 3, 1e300 * 1e10",
     "o=(0.30000000000000004, 1e+16, 1e-05, 123456789.125, 0.3333333333333333, inf)"},
    {"0.10.2", "o = 10 ** 20", "1 call-unknown: an integer of more than 64 bits; o=?"},
    {"0.10.2", "o = 2 ** 62 * 2", "1 call-unknown: an integer of more than 64 bits; o=?"},
    {"0.10.2", "o = 1 << -1", "1 ValueError: negative shift count; o=?"},
    {"0.10.2", "o = 2.0 ** 10000", "1 OverflowError: (34, 'Numerical result out of range'); o=?"},
    {"0.10.2", "o = (-8) ** 0.5", "o=0j"},
    {"0.10.2", "o = int(3.7), int(-3.7), float(3), bool([]), str(1.5), int('12'), float('1e3')",
     "o=(3, -3, 3.0, False, '1.5', 12, 1000.0)"},
    {"0.10.2", "o = (1, 2) == (1, 2), [1] == (1,), {'p': 1} == {'p': 1.0}, None is None",
     "o=(True, False, True, True)"},
    {"0.10.2", "o = (1, 2) < (1, 3), 'a' < 'b', [1] < [1, 0]", "o=(True, True, True)"},
    {"0.10.2", "o = 1 < 'a'",
     "1 TypeError: '<' not supported between instances of 'int' and 'str'; o=?"},
    {"0.10.2", "x = [a, b]\no = x[0] + x[1], len(x)",
     "x=[f32[4@x,8], bf16[4@x,8]]; o=(f32[4@x,8], 2)"},
    {"0.10.2", "o = -None", "1 TypeError: bad operand type for unary -: 'NoneType'; o=?"},
    {"0.10.2", "o = not a.ndim", "o=False"},
    {"0.10.2", "o = ~1.5", "1 TypeError: bad operand type for unary ~: 'float'; o=?"},
    {"0.10.2", "o = 1 @ 2", "1 TypeError: unsupported operand type(s) for @: 'int' and 'int'; o=?"},
    {"0.10.2", "o = [1] - [2]",
     "1 TypeError: unsupported operand type(s) for -: 'list' and 'list'; o=?"},
    {"0.10.2", "o = {'p': 1} | {'q': 2}", "o={'p': 1, 'q': 2}"},
    {"0.10.2", "o = {1} | {2} - {1}", "o={1, 2}"},
    {"0.10.2", "o = None + 1",
     "1 TypeError: unsupported operand type(s) for +: 'NoneType' and 'int'; o=?"},
    {"0.10.2", "o = 5 % 0", "1 ZeroDivisionError: integer modulo by zero; o=?"},
    {"0.10.2", "o = 5.0 // 0", "1 ZeroDivisionError: float floor division by zero; o=?"},
    {"0.10.2", "o = 0 ** -1", "1 ZeroDivisionError: 0.0 cannot be raised to a negative power; o=?"},
    {"0.12.0.1", "o = 5.0 // 0", "1 ZeroDivisionError: float floor division by zero; o=?"},
    {"0.12.0.1", "o = 0 ** -1",
     "1 ZeroDivisionError: 0.0 cannot be raised to a negative power; o=?"},
};

Test(python_operator, outcomes)
{
	testing_outcomes(cases, ROWS(cases));
}

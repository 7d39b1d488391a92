/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

static const struct program_outcome cases[] = {
    {"0.10.2",
     "import math\no = math.sqrt(16), math.floor(2.7), math.ceil(2.1), math.log2(8), math.prod([2, "
     "3]), math.gcd(12, 18), math.pi, math.inf, math.isqrt(17), math.exp(0), math.log(8, 2), "
     "math.pow(2, 3)",
     "o=(4.0, 2, 3, 3.0, 6, 6, 3.141592653589793, inf, 4, 1.0, 3.0, 8.0)"},
    {"0.10.2", "import math\no = math.sqrt(-1)", "2 ValueError: math domain error; o=?"},
    {"0.10.2", "import math\no = math.log(0)", "2 ValueError: math domain error; o=?"},
    {"0.10.2", "import math\no = math.floor('x')",
     "2 TypeError: must be real number, not str; o=?"},
    {"0.10.2", "from math import pi, sqrt as sq\no = sq(pi ** 2)",
     "pi=3.141592653589793; o=3.141592653589793"},
    {"0.10.2", "import math\no = math.sqrt(8) * b", "o=bf16[4@x,8]"},
    {"0.10.2", "import math\no = math.sqrt(s)",
     "2 ConcretizationTypeError: Abstract tracer value encountered where concrete value is "
     "expected: traced array with shape float32[]; o=?"},
    {"0.10.2", "import math\no = math.log(-1)", "2 ValueError: math domain error; o=?"},
};

Test(python_math, outcomes)
{
	testing_outcomes(cases, ROWS(cases));
}

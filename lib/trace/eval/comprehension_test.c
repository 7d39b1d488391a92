/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

static const struct program_outcome cases[] = {
    {"0.10.2", "o = [i for i in range(3)]\np = i",
     "2 NameError: name 'i' is not defined; o=[0, 1, 2]; p=?"},
    {"0.10.2", "i = 7\no = [i for i in range(3)]\np = i * s", "i=7; o=[0, 1, 2]; p=f32[]"},
    {"0.10.2", "o = [(i, j) for i in range(3) for j in range(i) if j != 1]", "o=[(1, 0), (2, 0)]"},
    {"0.10.2", "o = {k: v for k, v in {'p': 1, 'q': 2}.items() if v > 1}", "o={'q': 2}"},
    {"0.10.2", "o = {1, 2, 1}\np = len(o) * s", "o={1, 2}; p=f32[]"},
    {"0.10.2", "o = [x for x in a.shape if x > 4]", "o=[8]"},
    {"0.10.2", "o = max([])", "1 ValueError: max() arg is an empty sequence; o=?"},
    {"0.10.2", "for i in 5: pass", "1 TypeError: 'int' object is not iterable; i=?"},
    {"0.10.2", "for p, q in [(1, 2), (3, 4)]:\n  o = p * q", "p=3; q=4; o=12"},
    {"0.10.2", "def f(x):\n  return f2(x)\no = f(a)\ndef f2(x): return x",
     "2 NameError: name 'f2' is not defined; o=?"},
    {"0.10.2", "o = [x * 2 for x in (a, b) if x.dtype == jnp.float32]", "o=[f32[4@x,8]]"},
    {"0.10.2", "o = {n: v for n, v in zip('pq', (a, b))}",
     "o={'p': Traced<ShapedArray(float32[4@x,8])>with<DynamicJaxprTrace>, 'q': "
     "Traced<ShapedArray(bfloat16[4@x,8])>with<DynamicJaxprTrace>}"},
    {"0.10.2", "o = {i: a * i for i in range(3)}",
     "o={0: Traced<ShapedArray(float32[4@x,8])>with<DynamicJaxprTrace>, 1: "
     "Traced<ShapedArray(float32[4@x,8])>with<DynamicJaxprTrace>, 2: "
     "Traced<ShapedArray(float32[4@x,8])>with<DynamicJaxprTrace>}"},
    {"0.10.2", "o = any([False, True]) * a", "o=f32[4@x,8]"},
    {"0.10.2", "o = tuple(i for i in range(3))\np = jnp.zeros(o)", "o=(0, 1, 2); p=f32[0,1,2]"},
};

Test(comprehension, outcomes)
{
	testing_outcomes(cases, ROWS(cases));
}

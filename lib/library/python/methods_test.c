/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

static const struct program_outcome cases[] = {
    {"0.10.2", "o = dict(a=1, **{'b': 2})", "o={'a': 1, 'b': 2}"},
    {"0.10.2", "o = dict([('p', 1), ('q', 2)])", "o={'p': 1, 'q': 2}"},
    {"0.10.2", "o = list({'p': 1})", "o=['p']"},
    {"0.10.2", "d = {'p': 1}\no = d.get('z', 3), d.pop('p'), len(d), d.setdefault('y', 4), d",
     "d={'y': 4}; o=(3, 1, 0, 4, {'y': 4})"},
    {"0.10.2", "d = {'p': 1}\no = d.pop('z')", "2 KeyError: 'z'; d={'p': 1}; o=?"},
    {"0.10.2",
     "l = [1, 2, 3]\no = l.pop(), l.pop(0), l.index(2), l\nl.insert(0, 9)\nl.extend((7, "
     "8))\nl.reverse()",
     "l=[8, 7, 2, 9]; o=(3, 1, 0, [8, 7, 2, 9])"},
    {"0.10.2", "l = [1]\no = l.index(5)", "2 ValueError: 5 is not in list; l=[1]; o=?"},
    {"0.10.2", "l = []\no = l.pop()", "2 IndexError: pop from empty list; l=[]; o=?"},
    {"0.10.2", "o = l = [3, 1, 2]\nl.sort()", "o=[1, 2, 3]; l=[1, 2, 3]"},
    {"0.10.2", "o = (1, 2, 2).count(2)", "o=2"},
    {"0.10.2", "o = 'a,b'.split(','), 'x'.join(['p', 'q']), 'abc'.startswith('ab')",
     "o=(['a', 'b'], 'pxq', True)"},
    {"0.10.2", "o = 'AbC'.lower(), 'abc'.upper(), ' x '.strip(), 'a'.replace('a', 'b')",
     "o=('abc', 'ABC', 'x', 'b')"},
    {"0.10.2", "d = {'p': a}\nd['q'] = b\nd.update(r=c)\no = [v for v in d.values()]",
     "d={'p': Traced<ShapedArray(float32[4@x,8])>with<DynamicJaxprTrace>, 'q': "
     "Traced<ShapedArray(bfloat16[4@x,8])>with<DynamicJaxprTrace>, 'r': "
     "Traced<ShapedArray(int32[8])>with<DynamicJaxprTrace>}; o=[f32[4@x,8], bf16[4@x,8], i32[8]]"},
    {"0.10.2", "d = {'p': a}\no = d['z']",
     "2 KeyError: 'z'; d={'p': Traced<ShapedArray(float32[4@x,8])>with<DynamicJaxprTrace>}; o=?"},
};

Test(python_methods, outcomes)
{
	testing_outcomes(cases, ROWS(cases));
}

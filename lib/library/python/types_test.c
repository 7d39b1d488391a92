/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

static const struct program_outcome cases[] = {
    {"0.10.2", "o = jax.jit(lambda x: {'p': x, 'q': (1, None, 2.5)})(a)",
     "o={'p': Traced<ShapedArray(float32[4@x,8])>with<DynamicJaxprTrace>, 'q': "
     "(Traced<ShapedArray(int32[], weak_type=True)>with<DynamicJaxprTrace>, None, "
     "Traced<ShapedArray(float32[], weak_type=True)>with<DynamicJaxprTrace>)}"},
    {"0.10.2", "o = jax.eval_shape(lambda x: x * 2, a).shape[0] * a", "o=f32[4@x,8]"},
    {"0.10.2", "o = isinstance(a, jax.Array) * a", "o=f32[4@x,8]"},
    {"0.10.2", "o = jax.jit(lambda x: (x, None, [x, 2]))(1)", "o=(~i32[], None, [~i32[], ~i32[]])"},
    {"0.10.2", "o = jax.eval_shape(lambda x: {'p': x @ x.T}, a)['p'].shape",
     "1 ShardingTypeError: dot_general operation with inputs: f32[4@x,8], f32[8,4@x] produces an "
     "illegally sharded result: f32[4@x,4@x]; o=?"},
    {"0.10.2", "o = jax.ShapeDtypeStruct((2, 3), jnp.int8).shape", "o=(2, 3)"},
};

Test(types, outcomes)
{
	testing_outcomes(cases, ROWS(cases));
}

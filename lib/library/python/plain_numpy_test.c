/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

static const struct program_outcome cases[] = {
    {"0.10.2", "o = np.float32(3) * b", "o=f32[4@x,8]"},
    {"0.10.2", "o = np.sqrt(8) * b", "o=f32[4@x,8]"},
    {"0.10.2", "o = np.prod(a.shape) * a", "o=f32[4@x,8]"},
    {"0.10.2", "o = a.reshape(np.prod(a.shape))", "o=f32[32@x]"},
    {"0.10.2", "o = np.zeros((4, 8)) + a", "o=f32[4@x,8]"},
    {"0.10.2", "o = np.arange(8) + c", "o=i32[8]"},
    {"0.10.2", "o = np.array([1, 2]).shape[0] * a", "o=f32[4@x,8]"},
    {"0.10.2", "o = np.exp(a)",
     "1 TracerArrayConversionError: The numpy.ndarray conversion method __array__() was called on "
     "traced array with shape float32[4@x,8]; o=?"},
    {"0.10.2", "o = np.array([a, a])",
     "1 TracerArrayConversionError: The numpy.ndarray conversion method __array__() was called on "
     "traced array with shape float32[4@x,8]; o=?"},
    {"0.10.2", "o = np.zeros(k)",
     "1 TypeError: expected a sequence of integers or a single integer, got 'JitTracer(int32[])'; "
     "o=?"},
    {"0.10.2", "o = np.prod((2, 3)) + 1\np = jnp.zeros((np.prod((2, 3)),))",
     "o=np.int64(7.0); p=f32[6]"},
    {"0.10.2", "x = np.arange(6)\no = x.shape, x.ndim, x * 2 + a[0, :6]",
     "2 ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by mesh axes "
     "(2) with spec (x) is not implemented. Got input type=f32[4@x,8] and output shape=(1, 6); "
     "x=i32[6]; o=?"},
    {"0.10.2", "x = np.ones((8,))\no = a * x", "x=f32[8]; o=f32[4@x,8]"},
    {"0.10.2", "o = a @ np.ones((8, 2), np.float32)", "o=f32[4@x,2]"},
};

Test(plain_numpy, outcomes)
{
	testing_outcomes(cases, ROWS(cases));
}

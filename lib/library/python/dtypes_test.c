/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program.h"

static const struct program_outcome cases[] = {
    {"0.10.2", "o = a.astype(int)", "o=i32[4@x,8]"},
    {"0.10.2", "o = a.astype('nope')", "1 TypeError: data type 'nope' not understood; o=?"},
    {"0.10.2", "o = a.astype(3)", "1 call-unknown: 3 as a dtype is not known; o=?"},
    {"0.10.2", "o = jnp.float32(3) * b", "o=f32[4@x,8]"},
    {"0.10.2", "o = np.float32(3) * b", "o=f32[4@x,8]"},
    {"0.10.2", "o = np.sqrt(8) * b", "o=f32[4@x,8]"},
    {"0.10.2", "o = jnp.finfo(b.dtype).max * b", "o=bf16[4@x,8]"},
    {"0.10.2", "o = jnp.finfo(a.dtype).min * b", "o=f32[4@x,8]"},
    {"0.10.2", "o = jnp.bool", "o=<class 'jax.numpy.bool'>"},
    {"0.10.2", "o = jnp.int8(300)",
     "1 OverflowError: Python integer 300 out of bounds for int8; o=?"},
    {"0.10.2", "o = jnp.issubdtype(a.dtype, jnp.floating) * s", "o=f32[]"},
    {"0.10.2", "o = jnp.promote_types(a.dtype, jnp.bfloat16)\np = b.astype(o)",
     "o=<class 'jax.numpy.float32'>; p=f32[4@x,8]"},
    {"0.10.2", "o = jnp.result_type(a, b)\np = b.astype(o)",
     "o=<class 'jax.numpy.float32'>; p=f32[4@x,8]"},
    {"0.10.2", "o = a == 'x', a != 'x', a == None", "o=(False, True, False)"},
    {"0.10.2",
     "o = jnp.float32 == a.dtype, a.dtype == 'float32', a.dtype != b.dtype, a.dtype == np.float32, "
     "a.dtype is None",
     "o=(True, True, True, True, False)"},
    {"0.10.2", "o = jnp.dtype('bfloat16') == b.dtype", "o=True"},
    {"0.10.2", "o = jnp.float32(2), jnp.int32(2.7), jnp.bool_(1)", "o=(f32[], i32[], bool[])"},
    {"0.10.2",
     "o = np.float32(2) + 1, np.float32(2) * np.float32(3), np.sqrt(16.0), np.int32(7) // 2, "
     "np.float64(1) / 3",
     "o=(np.float32(3.0), np.float32(6.0), np.float64(4.0), np.int32(3.0), "
     "np.float64(0.3333333333333333))"},
    {"0.10.2", "o = jnp.finfo(jnp.bfloat16).bits, jnp.iinfo('int8').max, jnp.iinfo(jnp.uint8).min",
     "o=(16, 127, 0)"},
    {"0.10.2", "o = jnp.finfo(jnp.int32)",
     "1 ValueError: data type <class 'numpy.int32'> not inexact; o=?"},
    {"0.10.2", "o = jnp.iinfo(jnp.float32)", "1 ValueError: Invalid integer data type 'f'.; o=?"},
    {"0.10.2",
     "o = jnp.issubdtype(jnp.bfloat16, jnp.floating), jnp.issubdtype(c.dtype, jnp.integer), "
     "jnp.issubdtype(c.dtype, np.number), jnp.issubdtype(c.dtype, jnp.signedinteger)",
     "o=(True, True, True, True)"},
    {"0.10.2", "o = np.sum(a)", "o=f32[]"},
    {"0.12.0.1", "o = jnp.finfo(jnp.int32)",
     "1 ValueError: data type <class 'numpy.int32'> not inexact; o=?"},
};

Test(dtypes, outcomes)
{
	testing_outcomes(cases, ROWS(cases));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=2", "x f32[3,6]", "out = jnp.asarray(x, 'int32')", "out i32[3,6]"},
    {"0.10.2", "dp=4 tp=2", "x f32[8,2@tp,8,12]", "out = jnp.asarray(x, 'int32')",
     "out i32[8,2@tp,8,12]"},
    {"0.10.2", "dp=4 tp=2", "x f32[]", "out = jnp.astype(x, jnp.int32)", "out i32[]"},
    {"0.10.2", "dp=4 tp=2", "x f32[4@dp]", "out = jnp.astype(x, jnp.complex64)", "out c64[4@dp]"},
    {"0.10.2", "x=2 y=2", "x f32[4@y,8,4]", "out = jnp.astype(x, jnp.bool_)", "out bool[4@y,8,4]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[3,8,1@y,8]", "out = jnp.astype(x, jnp.float16)",
     "out f16[3,8,1@y,8]"},
    {"0.10.2", "x=8", "x f32[]", "out = lax.bitcast_convert_type(x, jnp.int8)", "out i8[4]"},
    {"0.10.2", "x=1 y=4", "x f32[4]", "out = lax.bitcast_convert_type(x, 'int8')", "out i8[4,4]"},
    {"0.10.2", "x=2 y=4", "x f32[8,1]", "out = lax.bitcast_convert_type(x, 'int8')",
     "out i8[8,1,4]"},
    {"0.10.2", "data=4", "x f32[6,6,1]", "out = lax.bitcast_convert_type(x, jnp.uint8)",
     "out u8[6,6,1,4]"},
    {"0.10.2", "x=2", "x f32[8@x]", "out = lax.bitcast_convert_type(x, jnp.uint16)",
     "out u16[8@x,2]"},
    {"0.10.2", "x=8", "x f32[8@x,3,8]", "out = lax.bitcast_convert_type(x, jnp.int32)",
     "out i32[8@x,3,8]"},
    {"0.10.2", "x=3 y=2", "x f32[8@y,8,12,6]", "out = lax.bitcast_convert_type(x, jnp.int32)",
     "out i32[8@y,8,12,6]"},
    {"0.10.2", "x=1 y=4", "x f32[6@x,4@y]", "out = lax.bitcast_convert_type(x, jnp.uint16)",
     "out u16[6@x,4@y,2]"},
    {"0.10.2", "x=2 y=4", "x f32[1]", "out = lax.convert_element_type(x, jnp.bool_)",
     "out bool[1]"},
    {"0.10.2", "x=2 y=2", "x f32[8,1]", "out = lax.convert_element_type(x, new_dtype=jnp.int32)",
     "out i32[8,1]"},
    {"0.10.2", "x=3", "x f32[6@x]", "out = lax.convert_element_type(x, new_dtype='int32')",
     "out i32[6@x]"},
    {"0.10.2", "x=1 y=4", "x f32[8@(y,x)]",
     "out = lax.convert_element_type(x, new_dtype=jnp.bfloat16)", "out bf16[8@(y,x)]"},
    {"0.10.2", "x=2", "x f32[4,2,8@x]", "out = lax.convert_element_type(x, 'bool')",
     "out bool[4,2,8@x]"},
    {"0.10.2", "x=2 y=2", "x f32[8,8@(y,x),4]",
     "out = lax.convert_element_type(x, new_dtype=jnp.bool_)", "out bool[8,8@(y,x),4]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[12,6@z,2@y]", "out = lax.convert_element_type(x, 'bool')",
     "out bool[12,6@z,2@y]"},
    {"0.10.2", "x=3 y=2", "x f32[]", "out = x.astype(jnp.float16)", "out f16[]"},
    {"0.10.2", "x=4 y=2", "x f32[4,8]", "out = x.astype(jnp.int32)", "out i32[4,8]"},
    {"0.10.2", "x=2 y=4", "x f32[8@x,2]", "out = x.astype(jnp.int32)", "out i32[8@x,2]"},
    {"0.10.2", "x=2", "x f32[3,6,2@x]", "out = x.astype(jnp.int32)", "out i32[3,6,2@x]"},
    {"0.10.2", "x=2 y=4", "x f32[4@y,8@x]", "out = x.astype(jnp.int32)", "out i32[4@y,8@x]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[6@y,8@(z,x),3,16]", "out = x.astype(jnp.bfloat16)",
     "out bf16[6@y,8@(z,x),3,16]"},
};

/* The types that JAX gives. */
Test(convert_type, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

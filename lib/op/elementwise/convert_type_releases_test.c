/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=4 y=2", "x f32[4,8]", "out = x.astype(jnp.int32)", "out i32[4,8]"},
    {"0.6.0", "x=2 y=4", "x f32[8@x,2]", "out = x.astype(jnp.int32)", "out i32[8@x,2]"},
    {"0.6.0", "x=2", "x f32[3,6]", "out = jnp.asarray(x, 'int32')", "out i32[3,6]"},
    {"0.6.0", "x=8", "x f32[]", "out = lax.bitcast_convert_type(x, jnp.int8)", "out i8[4]"},
    {"0.6.0", "x=8", "x f32[16@x,4]", "out = lax.bitcast_convert_type(x, new_dtype=jnp.int32)",
     "out i32[16@x,4]"},
    {"0.6.0", "x=1 y=4", "x f32[6@x,4@y]", "out = lax.bitcast_convert_type(x, jnp.uint16)",
     "out u16[6@x,4@y,2]"},
    {"0.6.0", "dp=4 tp=2", "x f32[8,2@tp,8,12]", "out = jnp.asarray(x, 'int32')",
     "out i32[8,2@tp,8,12]"},
    {"0.6.0", "x=2 y=4", "x f32[4@y,8@x]", "out = x.astype(jnp.int32)", "out i32[4@y,8@x]"},
    {"0.6.0", "x=2 y=2", "x f32[4@y,8,4]", "out = jnp.astype(x, jnp.bool_)", "out bool[4@y,8,4]"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[12,6@z,2@y]", "out = lax.convert_element_type(x, 'bool')",
     "out bool[12,6@z,2@y]"},
    {"0.6.0", "x=2 y=4", "x f32[1]", "out = lax.convert_element_type(x, jnp.bool_)", "out bool[1]"},
    {"0.6.0", "dp=4 tp=2", "x f32[]", "out = jnp.astype(x, jnp.int32)", "out i32[]"},
    {"0.6.0", "x=2", "x f32[4,2,8@x]", "out = lax.convert_element_type(x, 'bool')",
     "out bool[4,2,8@x]"},
};

/* What release 0.6.0 says. */
Test(convert_type_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=4 y=2", "x f32[4,8]", "out = x.astype(jnp.int32)", "out i32[4,8]"},
    {"0.7.0", "x=2 y=4", "x f32[8@x,2]", "out = x.astype(jnp.int32)", "out i32[8@x,2]"},
    {"0.7.0", "x=2", "x f32[3,6]", "out = jnp.asarray(x, 'int32')", "out i32[3,6]"},
    {"0.7.0", "x=8", "x f32[]", "out = lax.bitcast_convert_type(x, jnp.int8)", "out i8[4]"},
    {"0.7.0", "x=8", "x f32[16@x,4]", "out = lax.bitcast_convert_type(x, new_dtype=jnp.int32)",
     "out i32[16@x,4]"},
    {"0.7.0", "x=1 y=4", "x f32[6@x,4@y]", "out = lax.bitcast_convert_type(x, jnp.uint16)",
     "out u16[6@x,4@y,2]"},
    {"0.7.0", "dp=4 tp=2", "x f32[8,2@tp,8,12]", "out = jnp.asarray(x, 'int32')",
     "out i32[8,2@tp,8,12]"},
    {"0.7.0", "x=2 y=4", "x f32[4@y,8@x]", "out = x.astype(jnp.int32)", "out i32[4@y,8@x]"},
    {"0.7.0", "x=2 y=2", "x f32[4@y,8,4]", "out = jnp.astype(x, jnp.bool_)", "out bool[4@y,8,4]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[12,6@z,2@y]", "out = lax.convert_element_type(x, 'bool')",
     "out bool[12,6@z,2@y]"},
    {"0.7.0", "x=2 y=4", "x f32[1]", "out = lax.convert_element_type(x, jnp.bool_)", "out bool[1]"},
    {"0.7.0", "dp=4 tp=2", "x f32[]", "out = jnp.astype(x, jnp.int32)", "out i32[]"},
    {"0.7.0", "x=2", "x f32[4,2,8@x]", "out = lax.convert_element_type(x, 'bool')",
     "out bool[4,2,8@x]"},
};

/* What release 0.7.0 says. */
Test(convert_type_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=4 y=2", "x f32[4,8]", "out = x.astype(jnp.int32)", "out i32[4,8]"},
    {"0.8.2", "x=2 y=4", "x f32[8@x,2]", "out = x.astype(jnp.int32)", "out i32[8@x,2]"},
    {"0.8.2", "x=2", "x f32[3,6]", "out = jnp.asarray(x, 'int32')", "out i32[3,6]"},
    {"0.8.2", "x=8", "x f32[]", "out = lax.bitcast_convert_type(x, jnp.int8)", "out i8[4]"},
    {"0.8.2", "x=8", "x f32[16@x,4]", "out = lax.bitcast_convert_type(x, new_dtype=jnp.int32)",
     "out i32[16@x,4]"},
    {"0.8.2", "x=1 y=4", "x f32[6@x,4@y]", "out = lax.bitcast_convert_type(x, jnp.uint16)",
     "out u16[6@x,4@y,2]"},
    {"0.8.2", "dp=4 tp=2", "x f32[8,2@tp,8,12]", "out = jnp.asarray(x, 'int32')",
     "out i32[8,2@tp,8,12]"},
    {"0.8.2", "x=2 y=4", "x f32[4@y,8@x]", "out = x.astype(jnp.int32)", "out i32[4@y,8@x]"},
    {"0.8.2", "x=2 y=2", "x f32[4@y,8,4]", "out = jnp.astype(x, jnp.bool_)", "out bool[4@y,8,4]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[12,6@z,2@y]", "out = lax.convert_element_type(x, 'bool')",
     "out bool[12,6@z,2@y]"},
    {"0.8.2", "x=2 y=4", "x f32[1]", "out = lax.convert_element_type(x, jnp.bool_)", "out bool[1]"},
    {"0.8.2", "dp=4 tp=2", "x f32[]", "out = jnp.astype(x, jnp.int32)", "out i32[]"},
    {"0.8.2", "x=2", "x f32[4,2,8@x]", "out = lax.convert_element_type(x, 'bool')",
     "out bool[4,2,8@x]"},
};

/* What release 0.8.2 says. */
Test(convert_type_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=4 y=2", "x f32[4,8]", "out = x.astype(jnp.int32)", "out i32[4,8]"},
    {"0.9.0", "x=2 y=4", "x f32[8@x,2]", "out = x.astype(jnp.int32)", "out i32[8@x,2]"},
    {"0.9.0", "x=2", "x f32[3,6]", "out = jnp.asarray(x, 'int32')", "out i32[3,6]"},
    {"0.9.0", "x=8", "x f32[]", "out = lax.bitcast_convert_type(x, jnp.int8)", "out i8[4]"},
    {"0.9.0", "x=8", "x f32[16@x,4]", "out = lax.bitcast_convert_type(x, new_dtype=jnp.int32)",
     "out i32[16@x,4]"},
    {"0.9.0", "x=1 y=4", "x f32[6@x,4@y]", "out = lax.bitcast_convert_type(x, jnp.uint16)",
     "out u16[6@x,4@y,2]"},
    {"0.9.0", "dp=4 tp=2", "x f32[8,2@tp,8,12]", "out = jnp.asarray(x, 'int32')",
     "out i32[8,2@tp,8,12]"},
    {"0.9.0", "x=2 y=4", "x f32[4@y,8@x]", "out = x.astype(jnp.int32)", "out i32[4@y,8@x]"},
    {"0.9.0", "x=2 y=2", "x f32[4@y,8,4]", "out = jnp.astype(x, jnp.bool_)", "out bool[4@y,8,4]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[12,6@z,2@y]", "out = lax.convert_element_type(x, 'bool')",
     "out bool[12,6@z,2@y]"},
    {"0.9.0", "x=2 y=4", "x f32[1]", "out = lax.convert_element_type(x, jnp.bool_)", "out bool[1]"},
    {"0.9.0", "dp=4 tp=2", "x f32[]", "out = jnp.astype(x, jnp.int32)", "out i32[]"},
    {"0.9.0", "x=2", "x f32[4,2,8@x]", "out = lax.convert_element_type(x, 'bool')",
     "out bool[4,2,8@x]"},
};

/* What release 0.9.0 says. */
Test(convert_type_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=4 y=1 z=2", "x f32[16]", "out = x.sum(axis=-1)", "out f32[]"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[4,8@y]", "out = x.argmin(axis=1, keepdims=True)",
     "out i32[4,1]"},
    {"0.6.0", "x=2 y=2", "x f32[6@y,4,8,2@x]", "out = jnp.ptp(x, axis=2)", "out f32[6@y,4,2@x]"},
    {"0.6.0", "x=2 y=2 z=3", "x f32[3,3@z,4@(x,y),8]", "out = x.all(axis=(0, 1, 3))",
     "out bool[4@(x,y)]"},
    {"0.6.0", "x=2 y=2", "x f32[6,8]", "out = x.argmax(axis=1, keepdims=True)", "out i32[6,1]"},
    {"0.6.0", "x=4 y=2", "x f32[4,8]", "out = lax.argmin(x, 0, jnp.int32)", "out i32[8]"},
    {"0.6.0", "x=2 y=4", "x f32[6@x,6,8,8]", "out = x.mean(axis=(-4, -3, -2, -1))", "out f32[]"},
    {"0.6.0", "data=4", "x f32[6]", "out = jax.nn.logsumexp(x, axis=(-1,), keepdims=True)",
     "out f32[1]"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[6@z,1,12@y]", "out = jnp.sum(x, axis=(0, 2))", "out f32[1]"},
    {"0.6.0", "x=3 y=2", "x f32[1,6@x,2@y]", "out = jnp.all(x, axis=(1,))", "out bool[1,2@y]"},
    {"0.6.0", "x=4 y=2", "x f32[2]", "out = lax.reduce_sum(x, (0,), out_sharding=P())",
     "TypeError: reduce_sum() got an unexpected keyword argument 'out_sharding'"},
    {"0.6.0", "x=4", "x f32[1,16@x,1]", "out = jnp.average(x, axis=0)", "out f32[16@x,1]"},
    {"0.6.0", "x=3 y=2", "x f32[1,1,3@x,8]", "out = jnp.min(x, axis=(0, 1, 2, 3))", "out f32[]"},
    {"0.6.0", "x=3 y=2", "x f32[6@(x,y)]", "out = jnp.count_nonzero(x, axis=0)", "out i32[]"},
    {"0.6.0", "x=1 y=4", "x f32[8,4,8@(y,x)]", "out = jnp.mean(x, axis=(1,), keepdims=True)",
     "out f32[8,1,8@(y,x)]"},
    {"0.6.0", "x=4 y=2", "x f32[1,12@x,1,8]", "out = x.argmin(2)", "out i32[1,12@x,8]"},
    {"0.6.0", "x=4", "x f32[8,3]", "out = jnp.argmax(x, axis=0)", "out i32[3]"},
    {"0.6.0", "x=4 y=2", "x f32[1,6,6]", "out = jnp.max(x)", "out f32[]"},
    {"0.6.0", "x=2 y=2", "x f32[2,4@y,6@x]", "out = jnp.argmax(x, axis=1)", "out i32[2,6@x]"},
    {"0.6.0", "x=4", "x i32[4@x,8]", "out = lax.reduce_or(x, (1,))", "out i32[4@x]"},
    {"0.6.0", "x=1 y=4", "x f32[12,16@y,4@x,1]", "out = x.min()", "out f32[]"},
    {"0.6.0", "x=3 y=2", "x f32[12@y,3@x]", "out = jnp.sum(x, axis=(1,))", "out f32[12@y]"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[2@z]", "out = x.prod(axis=0, keepdims=True)", "out f32[1]"},
    {"0.6.0", "x=3", "x f32[1,8]", "out = jnp.all(x, axis=0, keepdims=True)", "out bool[1,8]"},
    {"0.6.0", "x=2 y=4", "x f32[4@y,4@x]", "out = x.var(axis=1)", "out f32[4@y]"},
    {"0.6.0", "x=2 y=2", "x f32[12]", "out = x.all(axis=0)", "out bool[]"},
    {"0.6.0", "x=8", "x bool[12,8,1]", "out = lax.reduce_or(x, (0, 1, 2))", "out bool[]"},
    {"0.6.0", "x=1 y=4", "x i32[6@x,12@y,3]", "out = lax.reduce_and(x, (1,))", "out i32[6@x,3]"},
    {"0.6.0", "x=4 y=1 z=2", "x f32[1@y,3,8@x]", "out = x.min(axis=-3)", "out f32[3,8@x]"},
    {"0.6.0", "x=3 y=2", "x f32[4]", "out = x.var(axis=0)", "out f32[]"},
};

/* What release 0.6.0 says. */
Test(reduce_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=4 y=1 z=2", "x f32[16]", "out = x.sum(axis=-1)", "out f32[]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[4,8@y]", "out = x.argmin(axis=1, keepdims=True)",
     "out i32[4,1]"},
    {"0.7.0", "x=2 y=2", "x f32[6@y,4,8,2@x]", "out = jnp.ptp(x, axis=2)", "out f32[6@y,4,2@x]"},
    {"0.7.0", "x=2 y=2 z=3", "x f32[3,3@z,4@(x,y),8]", "out = x.all(axis=(0, 1, 3))",
     "out bool[4@(x,y)]"},
    {"0.7.0", "x=2 y=2", "x f32[6,8]", "out = x.argmax(axis=1, keepdims=True)", "out i32[6,1]"},
    {"0.7.0", "x=4 y=2", "x f32[4,8]", "out = lax.argmin(x, 0, jnp.int32)", "out i32[8]"},
    {"0.7.0", "x=2 y=4", "x f32[6@x,6,8,8]", "out = x.mean(axis=(-4, -3, -2, -1))", "out f32[]"},
    {"0.7.0", "data=4", "x f32[6]", "out = jax.nn.logsumexp(x, axis=(-1,), keepdims=True)",
     "out f32[1]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[6@z,1,12@y]", "out = jnp.sum(x, axis=(0, 2))", "out f32[1]"},
    {"0.7.0", "x=3 y=2", "x f32[1,6@x,2@y]", "out = jnp.all(x, axis=(1,))", "out bool[1,2@y]"},
    {"0.7.0", "x=4 y=2", "x f32[2]", "out = lax.reduce_sum(x, (0,), out_sharding=P())",
     "TypeError: reduce_sum() got an unexpected keyword argument 'out_sharding'"},
    {"0.7.0", "x=4", "x f32[1,16@x,1]", "out = jnp.average(x, axis=0)", "out f32[16@x,1]"},
    {"0.7.0", "x=3 y=2", "x f32[1,1,3@x,8]", "out = jnp.min(x, axis=(0, 1, 2, 3))", "out f32[]"},
    {"0.7.0", "x=3 y=2", "x f32[6@(x,y)]", "out = jnp.count_nonzero(x, axis=0)", "out i32[]"},
    {"0.7.0", "x=1 y=4", "x f32[8,4,8@(y,x)]", "out = jnp.mean(x, axis=(1,), keepdims=True)",
     "out f32[8,1,8@(y,x)]"},
    {"0.7.0", "x=4 y=2", "x f32[1,12@x,1,8]", "out = x.argmin(2)", "out i32[1,12@x,8]"},
    {"0.7.0", "x=4", "x f32[8,3]", "out = jnp.argmax(x, axis=0)", "out i32[3]"},
    {"0.7.0", "x=4 y=2", "x f32[1,6,6]", "out = jnp.max(x)", "out f32[]"},
    {"0.7.0", "x=2 y=2", "x f32[2,4@y,6@x]", "out = jnp.argmax(x, axis=1)", "out i32[2,6@x]"},
    {"0.7.0", "x=4", "x i32[4@x,8]", "out = lax.reduce_or(x, (1,))", "out i32[4@x]"},
    {"0.7.0", "x=1 y=4", "x f32[12,16@y,4@x,1]", "out = x.min()", "out f32[]"},
    {"0.7.0", "x=3 y=2", "x f32[12@y,3@x]", "out = jnp.sum(x, axis=(1,))", "out f32[12@y]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[2@z]", "out = x.prod(axis=0, keepdims=True)", "out f32[1]"},
    {"0.7.0", "x=3", "x f32[1,8]", "out = jnp.all(x, axis=0, keepdims=True)", "out bool[1,8]"},
    {"0.7.0", "x=2 y=4", "x f32[4@y,4@x]", "out = x.var(axis=1)", "out f32[4@y]"},
    {"0.7.0", "x=2 y=2", "x f32[12]", "out = x.all(axis=0)", "out bool[]"},
    {"0.7.0", "x=8", "x bool[12,8,1]", "out = lax.reduce_or(x, (0, 1, 2))", "out bool[]"},
    {"0.7.0", "x=1 y=4", "x i32[6@x,12@y,3]", "out = lax.reduce_and(x, (1,))", "out i32[6@x,3]"},
    {"0.7.0", "x=4 y=1 z=2", "x f32[1@y,3,8@x]", "out = x.min(axis=-3)", "out f32[3,8@x]"},
    {"0.7.0", "x=3 y=2", "x f32[4]", "out = x.var(axis=0)", "out f32[]"},
};

/* What release 0.7.0 says. */
Test(reduce_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=4 y=1 z=2", "x f32[16]", "out = x.sum(axis=-1)", "out f32[]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[4,8@y]", "out = x.argmin(axis=1, keepdims=True)",
     "out i32[4,1]"},
    {"0.8.2", "x=2 y=2", "x f32[6@y,4,8,2@x]", "out = jnp.ptp(x, axis=2)", "out f32[6@y,4,2@x]"},
    {"0.8.2", "x=2 y=2 z=3", "x f32[3,3@z,4@(x,y),8]", "out = x.all(axis=(0, 1, 3))",
     "out bool[4@(x,y)]"},
    {"0.8.2", "x=2 y=2", "x f32[6,8]", "out = x.argmax(axis=1, keepdims=True)", "out i32[6,1]"},
    {"0.8.2", "x=4 y=2", "x f32[4,8]", "out = lax.argmin(x, 0, jnp.int32)", "out i32[8]"},
    {"0.8.2", "x=2 y=4", "x f32[6@x,6,8,8]", "out = x.mean(axis=(-4, -3, -2, -1))", "out f32[]"},
    {"0.8.2", "data=4", "x f32[6]", "out = jax.nn.logsumexp(x, axis=(-1,), keepdims=True)",
     "out f32[1]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[6@z,1,12@y]", "out = jnp.sum(x, axis=(0, 2))", "out f32[1]"},
    {"0.8.2", "x=3 y=2", "x f32[1,6@x,2@y]", "out = jnp.all(x, axis=(1,))", "out bool[1,2@y]"},
    {"0.8.2", "x=4 y=2", "x f32[2]", "out = lax.reduce_sum(x, (0,), out_sharding=P())",
     "out f32[]"},
    {"0.8.2", "x=4", "x f32[1,16@x,1]", "out = jnp.average(x, axis=0)", "out f32[16@x,1]"},
    {"0.8.2", "x=3 y=2", "x f32[1,1,3@x,8]", "out = jnp.min(x, axis=(0, 1, 2, 3))", "out f32[]"},
    {"0.8.2", "x=3 y=2", "x f32[6@(x,y)]", "out = jnp.count_nonzero(x, axis=0)", "out i32[]"},
    {"0.8.2", "x=1 y=4", "x f32[8,4,8@(y,x)]", "out = jnp.mean(x, axis=(1,), keepdims=True)",
     "out f32[8,1,8@(y,x)]"},
    {"0.8.2", "x=4 y=2", "x f32[1,12@x,1,8]", "out = x.argmin(2)", "out i32[1,12@x,8]"},
    {"0.8.2", "x=4", "x f32[8,3]", "out = jnp.argmax(x, axis=0)", "out i32[3]"},
    {"0.8.2", "x=4 y=2", "x f32[1,6,6]", "out = jnp.max(x)", "out f32[]"},
    {"0.8.2", "x=2 y=2", "x f32[2,4@y,6@x]", "out = jnp.argmax(x, axis=1)", "out i32[2,6@x]"},
    {"0.8.2", "x=4", "x i32[4@x,8]", "out = lax.reduce_or(x, (1,))", "out i32[4@x]"},
    {"0.8.2", "x=1 y=4", "x f32[12,16@y,4@x,1]", "out = x.min()", "out f32[]"},
    {"0.8.2", "x=3 y=2", "x f32[12@y,3@x]", "out = jnp.sum(x, axis=(1,))", "out f32[12@y]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[2@z]", "out = x.prod(axis=0, keepdims=True)", "out f32[1]"},
    {"0.8.2", "x=3", "x f32[1,8]", "out = jnp.all(x, axis=0, keepdims=True)", "out bool[1,8]"},
    {"0.8.2", "x=2 y=4", "x f32[4@y,4@x]", "out = x.var(axis=1)", "out f32[4@y]"},
    {"0.8.2", "x=2 y=2", "x f32[12]", "out = x.all(axis=0)", "out bool[]"},
    {"0.8.2", "x=8", "x bool[12,8,1]", "out = lax.reduce_or(x, (0, 1, 2))", "out bool[]"},
    {"0.8.2", "x=1 y=4", "x i32[6@x,12@y,3]", "out = lax.reduce_and(x, (1,))", "out i32[6@x,3]"},
    {"0.8.2", "x=4 y=1 z=2", "x f32[1@y,3,8@x]", "out = x.min(axis=-3)", "out f32[3,8@x]"},
    {"0.8.2", "x=3 y=2", "x f32[4]", "out = x.var(axis=0)", "out f32[]"},
};

/* What release 0.8.2 says. */
Test(reduce_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=4 y=1 z=2", "x f32[16]", "out = x.sum(axis=-1)", "out f32[]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[4,8@y]", "out = x.argmin(axis=1, keepdims=True)",
     "out i32[4,1]"},
    {"0.9.0", "x=2 y=2", "x f32[6@y,4,8,2@x]", "out = jnp.ptp(x, axis=2)", "out f32[6@y,4,2@x]"},
    {"0.9.0", "x=2 y=2 z=3", "x f32[3,3@z,4@(x,y),8]", "out = x.all(axis=(0, 1, 3))",
     "out bool[4@(x,y)]"},
    {"0.9.0", "x=2 y=2", "x f32[6,8]", "out = x.argmax(axis=1, keepdims=True)", "out i32[6,1]"},
    {"0.9.0", "x=4 y=2", "x f32[4,8]", "out = lax.argmin(x, 0, jnp.int32)", "out i32[8]"},
    {"0.9.0", "x=2 y=4", "x f32[6@x,6,8,8]", "out = x.mean(axis=(-4, -3, -2, -1))", "out f32[]"},
    {"0.9.0", "data=4", "x f32[6]", "out = jax.nn.logsumexp(x, axis=(-1,), keepdims=True)",
     "out f32[1]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[6@z,1,12@y]", "out = jnp.sum(x, axis=(0, 2))", "out f32[1]"},
    {"0.9.0", "x=3 y=2", "x f32[1,6@x,2@y]", "out = jnp.all(x, axis=(1,))", "out bool[1,2@y]"},
    {"0.9.0", "x=4 y=2", "x f32[2]", "out = lax.reduce_sum(x, (0,), out_sharding=P())",
     "out f32[]"},
    {"0.9.0", "x=4", "x f32[1,16@x,1]", "out = jnp.average(x, axis=0)", "out f32[16@x,1]"},
    {"0.9.0", "x=3 y=2", "x f32[1,1,3@x,8]", "out = jnp.min(x, axis=(0, 1, 2, 3))", "out f32[]"},
    {"0.9.0", "x=3 y=2", "x f32[6@(x,y)]", "out = jnp.count_nonzero(x, axis=0)", "out i32[]"},
    {"0.9.0", "x=1 y=4", "x f32[8,4,8@(y,x)]", "out = jnp.mean(x, axis=(1,), keepdims=True)",
     "out f32[8,1,8@(y,x)]"},
    {"0.9.0", "x=4 y=2", "x f32[1,12@x,1,8]", "out = x.argmin(2)", "out i32[1,12@x,8]"},
    {"0.9.0", "x=4", "x f32[8,3]", "out = jnp.argmax(x, axis=0)", "out i32[3]"},
    {"0.9.0", "x=4 y=2", "x f32[1,6,6]", "out = jnp.max(x)", "out f32[]"},
    {"0.9.0", "x=2 y=2", "x f32[2,4@y,6@x]", "out = jnp.argmax(x, axis=1)", "out i32[2,6@x]"},
    {"0.9.0", "x=4", "x i32[4@x,8]", "out = lax.reduce_or(x, (1,))", "out i32[4@x]"},
    {"0.9.0", "x=1 y=4", "x f32[12,16@y,4@x,1]", "out = x.min()", "out f32[]"},
    {"0.9.0", "x=3 y=2", "x f32[12@y,3@x]", "out = jnp.sum(x, axis=(1,))", "out f32[12@y]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[2@z]", "out = x.prod(axis=0, keepdims=True)", "out f32[1]"},
    {"0.9.0", "x=3", "x f32[1,8]", "out = jnp.all(x, axis=0, keepdims=True)", "out bool[1,8]"},
    {"0.9.0", "x=2 y=4", "x f32[4@y,4@x]", "out = x.var(axis=1)", "out f32[4@y]"},
    {"0.9.0", "x=2 y=2", "x f32[12]", "out = x.all(axis=0)", "out bool[]"},
    {"0.9.0", "x=8", "x bool[12,8,1]", "out = lax.reduce_or(x, (0, 1, 2))", "out bool[]"},
    {"0.9.0", "x=1 y=4", "x i32[6@x,12@y,3]", "out = lax.reduce_and(x, (1,))", "out i32[6@x,3]"},
    {"0.9.0", "x=4 y=1 z=2", "x f32[1@y,3,8@x]", "out = x.min(axis=-3)", "out f32[3,8@x]"},
    {"0.9.0", "x=3 y=2", "x f32[4]", "out = x.var(axis=0)", "out f32[]"},
};

/* What release 0.9.0 says. */
Test(reduce_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=2 y=2", "x f32[8]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z], slice_sizes=(8,))",
     "out f32[8]; z i32[]"},
    {"0.10.2", "x=3 y=2", "x f32[8,8]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z, z], slice_sizes=(8, 3))",
     "out f32[8,3]; z i32[]"},
    {"0.10.2", "x=2 y=2", "x f32[3,2,4]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z, z, z], slice_sizes=(0, 1, 4))",
     "out f32[0,1,4]; z i32[]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2@z]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z], slice_sizes=(2,))",
     "out f32[2@z]; z i32[]"},
    {"0.10.2", "x=4 y=2", "x f32[2,8@x,3]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z, z, z], slice_sizes=(2, 8, 1))",
     "out f32[2,8@x,1]; z i32[]"},
    {"0.12.0.1", "x=3 y=2", "x f32[4@y]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z], slice_sizes=(1,))",
     "out f32[1]; z i32[]"},
    {"0.12.0.1", "b=4 a=4", "x f32[8@a,1]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z, z], slice_sizes=(1, 1))",
     "out f32[1,1]; z i32[]"},
    {"0.10.2", "x=8", "x f32[2,8,8@x,3]", "out = lax.dynamic_index_in_dim(x, 5, 1, keepdims=False)",
     "out f32[2,8@x,3]"},
    {"0.12.0.1", "x=2 y=4", "x f32[1,8@y]",
     "out = lax.dynamic_index_in_dim(x, 7, 1, keepdims=False)", "out f32[1]"},
    {"0.10.2", "x=4", "x f32[2]", "out = lax.dynamic_slice(x, (0,), (2,))", "out f32[2]"},
    {"0.10.2", "x=8", "x f32[3,3]", "out = lax.dynamic_slice(x, (0, 0), (3, 3))", "out f32[3,3]"},
    {"0.10.2", "x=2 y=2", "x f32[2,4,4]", "out = lax.dynamic_slice(x, (0, 0, 0), (2, 4, 1))",
     "out f32[2,4,1]"},
    {"0.10.2", "x=2 y=2", "x f32[2@y]", "out = lax.dynamic_slice(x, (0,), (2,))", "out f32[2@y]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2@y,1]", "out = lax.dynamic_slice(x, (0, 0), (0, 1))",
     "out f32[0@y,1]"},
    {"0.10.2", "x=2", "x f32[4@x,2,3]", "out = lax.dynamic_slice(x, (0, 0, 0), (4, 1, 1))",
     "out f32[4@x,1,1]"},
    {"0.10.2", "x=2 y=4", "x f32[3,8@y,4@x]", "out = lax.dynamic_slice(x, (0, 0, 0), (3, 0, 0))",
     "out f32[3,0@y,0@x]"},
    {"0.10.2", "x=2 y=2", "x f32[2@x,1,4@y,4]", "out = lax.dynamic_slice_in_dim(x, 0, 1, 1)",
     "out f32[2@x,1,4@y,4]"},
    {"0.10.2", "x=8", "x f32[12,2,6,3]", "out = lax.index_in_dim(x, 1, 1)", "out f32[12,1,6,3]"},
    {"0.10.2", "x=4 y=2", "x f32[8]", "out = lax.slice(x, (0,), (8,))", "out f32[8]"},
    {"0.10.2", "x=3 y=2", "x f32[12,6]", "out = lax.slice(x, (0, 1), (12, 6))", "out f32[12,5]"},
    {"0.10.2", "x=8", "x f32[6,4,3]", "out = lax.slice(x, (0, 1, 0), (6, 2, 3))", "out f32[6,1,3]"},
    {"0.10.2", "x=3 y=2", "x f32[6@y]", "out = lax.slice(x, (0,), (6,))", "out f32[6@y]"},
    {"0.10.2", "x=2 y=4", "x f32[12@x,8]", "out = lax.slice(x, (0, 0), (12, 8))",
     "out f32[12@x,8]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8@(z,y),2]", "out = lax.slice(x, (0, 0), (8, 0), (2, 1))",
     "out f32[4@(z,y),0]"},
    {"0.10.2", "x=1 y=4", "x f32[4@y,3@x]", "out = lax.slice(x, (3, 1), (3, 3))",
     "out f32[0@y,2@x]"},
    {"0.10.2", "x=3 y=2", "x f32[2,8@y,6@x]", "out = lax.slice(x, (0, 0, 0), (1, 8, 6), (2, 1, 1))",
     "out f32[1,8@y,6@x]"},
    {"0.10.2", "x=3 y=2", "x f32[8@y,4,6@x,16]",
     "out = lax.slice(x, start_indices=(4, 1, 0, 13), limit_indices=(6, 3, 6, 15))",
     "out f32[2@y,2,6@x,2]"},
    {"0.12.0.1", "x=3 y=2", "x f32[16@y]", "out = lax.slice(x, (14,), (15,), (1,))", "out f32[1]"},
    {"0.12.0.1", "x=3", "x f32[3@x,2,1]", "out = lax.slice(x, (0, 1, 0), (1, 2, 1), (2, 3, 3))",
     "out f32[1,1,1]"},
    {"0.10.2", "x=3 y=2", "x f32[6,8,4]", "out = lax.slice_in_dim(x, 0, 8, axis=1)",
     "out f32[6,8,4]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[8]", "out = x[0:]", "out f32[8]"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[4,4]", "out = x[:3, :]", "out f32[3,4]"},
    {"0.10.2", "data=2 model=4", "x f32[8,8]", "out = x[-1:, None, :]", "out f32[1,1,8]"},
    {"0.10.2", "x=3", "x f32[8,8,1]", "out = x[2:, None, :, 0:1]", "out f32[6,1,8,1]"},
    {"0.10.2", "x=4", "x f32[4@x,8]", "out = x[0:4, 0:8]", "out f32[4@x,8]"},
    {"0.10.2", "x=3 y=2", "x f32[1,4,8@y]", "out = x[..., :8]", "out f32[1,4,8@y]"},
    {"0.10.2", "x=2", "x f32[12,3,3,4@x]", "out = x[:5, 2:3, :, :]", "out f32[5,1,3,4@x]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[12@(y,z),8,8]", "out = x[6:8, None, :, :]",
     "out f32[2@(y,z),1,8,8]"},
    {"0.10.2", "x=2 y=4", "x f32[8@y,4,12@x]", "out = x[0:8, 1:4, 0:12:2]", "out f32[8@y,3,6@x]"},
    {"0.10.2", "b=4 a=4", "x f32[12@b,2,8@a,1]", "out = x[..., :]", "out f32[12@b,2,8@a,1]"},
    {"0.12.0.1", "x=4 y=2", "x f32[8@x]", "out = x[..., 2]", "out f32[]"},
    {"0.12.0.1", "x=4", "x f32[1,2,4@x]", "out = x[:, 1:2:2, 0]", "out f32[1,1]"},
};

/* The types that JAX gives. */
Test(slice, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=3 y=2", "x f32[4@y]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z], slice_sizes=(1,))",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (1) is not "
     "divisible by mesh axes (2) with spec (y) is not implemented. Got input "
     "type=f32[4@y] and output shape=(1,)"},
    {"0.10.2", "x=2 y=4", "x f32[1,8@y]", "out = lax.dynamic_index_in_dim(x, 7, 1, keepdims=False)",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (1) is not "
     "divisible by mesh axes (4) with spec (y) is not implemented. Got input "
     "type=f32[1,8@y] and output shape=(1, 1)"},
    {"0.10.2", "x=2 y=4", "x f32[4@y]", "out = lax.dynamic_slice(x, (0,), (1,))",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (1) is not "
     "divisible by mesh axes (4) with spec (y) is not implemented. Got input "
     "type=f32[4@y] and output shape=(1,)"},
    {"0.10.2", "x=1 y=4", "x f32[4,12@(y,x)]", "out = lax.index_in_dim(x, 0, 1, keepdims=False)",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible "
     "by mesh axes (4) with spec (('y', 'x')) is not implemented. Got input "
     "type=f32[4,12@(y,x)] and output shape=(4, 1)"},
    {"0.10.2", "x=4 y=2", "x f32[8@x]", "out = lax.slice(x, (1,), (3,))",
     "ShardingTypeError: slicing on sharded dims where out dim (2) is not divisible "
     "by mesh axes (4) with spec (x) is not implemented. Got input type=f32[8@x] and "
     "output shape=(2,)"},
    {"0.10.2", "x=2 y=4", "x f32[4@x]", "out = x[2:3]",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible "
     "by mesh axes (2) with spec (x) is not implemented. Got input type=f32[4@x] and "
     "output shape=(1,)"},
};

/* What JAX refuses, with its texts. */
Test(slice, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}

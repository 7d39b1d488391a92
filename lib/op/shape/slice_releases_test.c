/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=3 y=2", "x f32[8]", "out = lax.dynamic_slice(x, (0,), (1,))", "out f32[1]"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[4@x,12]", "out = x[:4, -11:]", "out f32[4@x,11]"},
    {"0.6.0", "x=4", "x f32[4@x,8,3]", "out = lax.slice(x, (2, 0, 0), (2, 8, 3), (1, 2, 1))",
     "out f32[0@x,4,3]"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[3,4]", "out = lax.slice(x, (0, 0), (3, 4), (2, 2))",
     "out f32[2,2]"},
    {"0.6.0", "data=2 model=4", "x f32[8@(model,data)]",
     "out = lax.dynamic_index_in_dim(x, 6, 0, keepdims=False)",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (1) is not "
     "divisble by mesh axes (8) with spec (('model', 'data')) is not implemented."},
    {"0.6.0", "x=2", "x f32[6@x,2]", "out = x[1:6, 0:2]",
     "ShardingTypeError: slicing on sharded dims where out dim (5) is not divisble by "
     "mesh axes (2) with spec (x) is not implemented."},
    {"0.6.0", "x=1 y=4", "x f32[4@y,3@x]", "out = lax.slice(x, (3, 1), (3, 3))",
     "out f32[0@y,2@x]"},
    {"0.6.0", "x=3 y=2", "x f32[6,8,4]", "out = lax.slice_in_dim(x, 0, 8, axis=1)",
     "out f32[6,8,4]"},
    {"0.6.0", "data=4", "x f32[8,4,6]", "out = x[-7:, 2:4, -2]", "out f32[7,2]"},
    {"0.6.0", "x=2 y=2", "x f32[2@x,1,4@y,4]", "out = lax.dynamic_slice_in_dim(x, 0, 1, 1)",
     "out f32[2@x,1,4@y,4]"},
    {"0.6.0", "x=8", "x f32[16@x,3]", "out = lax.slice(x, (5, 0), (11, 3), (2, 1))",
     "ShardingTypeError: slicing on sharded dims where out dim (3) is not divisble by "
     "mesh axes (8) with spec (x) is not implemented."},
    {"0.6.0", "b=4 a=4", "x f32[8@b,4,6,8@a]", "out = x[:, 0:1:2, :, :]",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.6.0", "x=8", "x f32[12,12]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z, z], slice_sizes=(5, 12))",
     "out f32[5,12]; z i32[]"},
    {"0.6.0", "x=2 y=4", "x f32[4@x]", "out = lax.dynamic_slice(x, (0,), (1,))",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (1) is not "
     "divisble by mesh axes (2) with spec (x) is not implemented."},
    {"0.6.0", "x=8", "x f32[12,2,6,3]", "out = lax.index_in_dim(x, 1, 1)", "out f32[12,1,6,3]"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[4@(y,x)]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z], slice_sizes=(2,))",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (2) is not "
     "divisble by mesh axes (4) with spec (('y', 'x')) is not implemented."},
    {"0.6.0", "x=1 y=4", "x f32[4,12@(y,x)]", "out = lax.index_in_dim(x, 0, 1, keepdims=False)",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisble by "
     "mesh axes (4) with spec (('y', 'x')) is not implemented."},
    {"0.6.0", "x=2 y=4", "x f32[3,8@y,4@x]", "out = lax.dynamic_slice(x, (0, 0, 0), (3, 0, 0))",
     "out f32[3,0@y,0@x]"},
    {"0.6.0", "x=8", "x f32[2,8,8@x,3]", "out = lax.dynamic_index_in_dim(x, 5, 1, keepdims=False)",
     "out f32[2,8@x,3]"},
    {"0.6.0", "x=2 y=2", "x f32[8,16@y,1]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z, z, z], slice_sizes=(8, 14, 1))",
     "out f32[8,14@y,1]; z i32[]"},
    {"0.6.0", "x=4", "x f32[8@x]", "out = lax.dynamic_slice(x, (0,), (8,))", "out f32[8@x]"},
};

/* What release 0.6.0 says. */
Test(slice_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=3 y=2", "x f32[8]", "out = lax.dynamic_slice(x, (0,), (1,))", "out f32[1]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[4@x,12]", "out = x[:4, -11:]", "out f32[4@x,11]"},
    {"0.7.0", "x=4", "x f32[4@x,8,3]", "out = lax.slice(x, (2, 0, 0), (2, 8, 3), (1, 2, 1))",
     "out f32[0@x,4,3]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[3,4]", "out = lax.slice(x, (0, 0), (3, 4), (2, 2))",
     "out f32[2,2]"},
    {"0.7.0", "data=2 model=4", "x f32[8@(model,data)]",
     "out = lax.dynamic_index_in_dim(x, 6, 0, keepdims=False)",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (1) is not "
     "divisible by mesh axes (8) with spec (('model', 'data')) is not implemented."},
    {"0.7.0", "x=2", "x f32[6@x,2]", "out = x[1:6, 0:2]",
     "ShardingTypeError: slicing on sharded dims where out dim (5) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented."},
    {"0.7.0", "x=1 y=4", "x f32[4@y,3@x]", "out = lax.slice(x, (3, 1), (3, 3))",
     "out f32[0@y,2@x]"},
    {"0.7.0", "x=3 y=2", "x f32[6,8,4]", "out = lax.slice_in_dim(x, 0, 8, axis=1)",
     "out f32[6,8,4]"},
    {"0.7.0", "data=4", "x f32[8,4,6]", "out = x[-7:, 2:4, -2]", "out f32[7,2]"},
    {"0.7.0", "x=2 y=2", "x f32[2@x,1,4@y,4]", "out = lax.dynamic_slice_in_dim(x, 0, 1, 1)",
     "out f32[2@x,1,4@y,4]"},
    {"0.7.0", "x=8", "x f32[16@x,3]", "out = lax.slice(x, (5, 0), (11, 3), (2, 1))",
     "ShardingTypeError: slicing on sharded dims where out dim (3) is not divisible by "
     "mesh axes (8) with spec (x) is not implemented."},
    {"0.7.0", "b=4 a=4", "x f32[8@b,4,6,8@a]", "out = x[:, 0:1:2, :, :]", "out f32[8@b,1,6,8@a]"},
    {"0.7.0", "x=8", "x f32[12,12]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z, z], slice_sizes=(5, 12))",
     "out f32[5,12]; z i32[]"},
    {"0.7.0", "x=2 y=4", "x f32[4@x]", "out = lax.dynamic_slice(x, (0,), (1,))",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (1) is not "
     "divisible by mesh axes (2) with spec (x) is not implemented."},
    {"0.7.0", "x=8", "x f32[12,2,6,3]", "out = lax.index_in_dim(x, 1, 1)", "out f32[12,1,6,3]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[4@(y,x)]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z], slice_sizes=(2,))",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (2) is not "
     "divisible by mesh axes (4) with spec (('y', 'x')) is not implemented."},
    {"0.7.0", "x=1 y=4", "x f32[4,12@(y,x)]", "out = lax.index_in_dim(x, 0, 1, keepdims=False)",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (4) with spec (('y', 'x')) is not implemented."},
    {"0.7.0", "x=2 y=4", "x f32[3,8@y,4@x]", "out = lax.dynamic_slice(x, (0, 0, 0), (3, 0, 0))",
     "out f32[3,0@y,0@x]"},
    {"0.7.0", "x=8", "x f32[2,8,8@x,3]", "out = lax.dynamic_index_in_dim(x, 5, 1, keepdims=False)",
     "out f32[2,8@x,3]"},
    {"0.7.0", "x=2 y=2", "x f32[8,16@y,1]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z, z, z], slice_sizes=(8, 14, 1))",
     "out f32[8,14@y,1]; z i32[]"},
    {"0.7.0", "x=4", "x f32[8@x]", "out = lax.dynamic_slice(x, (0,), (8,))", "out f32[8@x]"},
};

/* What release 0.7.0 says. */
Test(slice_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=3 y=2", "x f32[8]", "out = lax.dynamic_slice(x, (0,), (1,))", "out f32[1]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[4@x,12]", "out = x[:4, -11:]", "out f32[4@x,11]"},
    {"0.8.2", "x=4", "x f32[4@x,8,3]", "out = lax.slice(x, (2, 0, 0), (2, 8, 3), (1, 2, 1))",
     "out f32[0@x,4,3]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[3,4]", "out = lax.slice(x, (0, 0), (3, 4), (2, 2))",
     "out f32[2,2]"},
    {"0.8.2", "data=2 model=4", "x f32[8@(model,data)]",
     "out = lax.dynamic_index_in_dim(x, 6, 0, keepdims=False)",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (1) is not "
     "divisible by mesh axes (8) with spec (('model', 'data')) is not implemented."},
    {"0.8.2", "x=2", "x f32[6@x,2]", "out = x[1:6, 0:2]",
     "ShardingTypeError: slicing on sharded dims where out dim (5) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented."},
    {"0.8.2", "x=1 y=4", "x f32[4@y,3@x]", "out = lax.slice(x, (3, 1), (3, 3))",
     "out f32[0@y,2@x]"},
    {"0.8.2", "x=3 y=2", "x f32[6,8,4]", "out = lax.slice_in_dim(x, 0, 8, axis=1)",
     "out f32[6,8,4]"},
    {"0.8.2", "data=4", "x f32[8,4,6]", "out = x[-7:, 2:4, -2]", "out f32[7,2]"},
    {"0.8.2", "x=2 y=2", "x f32[2@x,1,4@y,4]", "out = lax.dynamic_slice_in_dim(x, 0, 1, 1)",
     "out f32[2@x,1,4@y,4]"},
    {"0.8.2", "x=8", "x f32[16@x,3]", "out = lax.slice(x, (5, 0), (11, 3), (2, 1))",
     "ShardingTypeError: slicing on sharded dims where out dim (3) is not divisible by "
     "mesh axes (8) with spec (x) is not implemented."},
    {"0.8.2", "b=4 a=4", "x f32[8@b,4,6,8@a]", "out = x[:, 0:1:2, :, :]", "out f32[8@b,1,6,8@a]"},
    {"0.8.2", "x=8", "x f32[12,12]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z, z], slice_sizes=(5, 12))",
     "out f32[5,12]; z i32[]"},
    {"0.8.2", "x=2 y=4", "x f32[4@x]", "out = lax.dynamic_slice(x, (0,), (1,))",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (1) is not "
     "divisible by mesh axes (2) with spec (x) is not implemented."},
    {"0.8.2", "x=8", "x f32[12,2,6,3]", "out = lax.index_in_dim(x, 1, 1)", "out f32[12,1,6,3]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[4@(y,x)]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z], slice_sizes=(2,))",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (2) is not "
     "divisible by mesh axes (4) with spec (('y', 'x')) is not implemented."},
    {"0.8.2", "x=1 y=4", "x f32[4,12@(y,x)]", "out = lax.index_in_dim(x, 0, 1, keepdims=False)",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (4) with spec (('y', 'x')) is not implemented."},
    {"0.8.2", "x=2 y=4", "x f32[3,8@y,4@x]", "out = lax.dynamic_slice(x, (0, 0, 0), (3, 0, 0))",
     "out f32[3,0@y,0@x]"},
    {"0.8.2", "x=8", "x f32[2,8,8@x,3]", "out = lax.dynamic_index_in_dim(x, 5, 1, keepdims=False)",
     "out f32[2,8@x,3]"},
    {"0.8.2", "x=2 y=2", "x f32[8,16@y,1]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z, z, z], slice_sizes=(8, 14, 1))",
     "out f32[8,14@y,1]; z i32[]"},
    {"0.8.2", "x=4", "x f32[8@x]", "out = lax.dynamic_slice(x, (0,), (8,))", "out f32[8@x]"},
};

/* What release 0.8.2 says. */
Test(slice_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=3 y=2", "x f32[8]", "out = lax.dynamic_slice(x, (0,), (1,))", "out f32[1]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[4@x,12]", "out = x[:4, -11:]", "out f32[4@x,11]"},
    {"0.9.0", "x=4", "x f32[4@x,8,3]", "out = lax.slice(x, (2, 0, 0), (2, 8, 3), (1, 2, 1))",
     "out f32[0@x,4,3]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[3,4]", "out = lax.slice(x, (0, 0), (3, 4), (2, 2))",
     "out f32[2,2]"},
    {"0.9.0", "data=2 model=4", "x f32[8@(model,data)]",
     "out = lax.dynamic_index_in_dim(x, 6, 0, keepdims=False)",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (1) is not "
     "divisible by mesh axes (8) with spec (('model', 'data')) is not implemented."},
    {"0.9.0", "x=2", "x f32[6@x,2]", "out = x[1:6, 0:2]",
     "ShardingTypeError: slicing on sharded dims where out dim (5) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented."},
    {"0.9.0", "x=1 y=4", "x f32[4@y,3@x]", "out = lax.slice(x, (3, 1), (3, 3))",
     "out f32[0@y,2@x]"},
    {"0.9.0", "x=3 y=2", "x f32[6,8,4]", "out = lax.slice_in_dim(x, 0, 8, axis=1)",
     "out f32[6,8,4]"},
    {"0.9.0", "data=4", "x f32[8,4,6]", "out = x[-7:, 2:4, -2]", "out f32[7,2]"},
    {"0.9.0", "x=2 y=2", "x f32[2@x,1,4@y,4]", "out = lax.dynamic_slice_in_dim(x, 0, 1, 1)",
     "out f32[2@x,1,4@y,4]"},
    {"0.9.0", "x=8", "x f32[16@x,3]", "out = lax.slice(x, (5, 0), (11, 3), (2, 1))",
     "ShardingTypeError: slicing on sharded dims where out dim (3) is not divisible by "
     "mesh axes (8) with spec (x) is not implemented."},
    {"0.9.0", "b=4 a=4", "x f32[8@b,4,6,8@a]", "out = x[:, 0:1:2, :, :]", "out f32[8@b,1,6,8@a]"},
    {"0.9.0", "x=8", "x f32[12,12]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z, z], slice_sizes=(5, 12))",
     "out f32[5,12]; z i32[]"},
    {"0.9.0", "x=2 y=4", "x f32[4@x]", "out = lax.dynamic_slice(x, (0,), (1,))",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (1) is not "
     "divisible by mesh axes (2) with spec (x) is not implemented."},
    {"0.9.0", "x=8", "x f32[12,2,6,3]", "out = lax.index_in_dim(x, 1, 1)", "out f32[12,1,6,3]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[4@(y,x)]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z], slice_sizes=(2,))",
     "ShardingTypeError: dynamic_slice on sharded dims where out dim (2) is not "
     "divisible by mesh axes (4) with spec (('y', 'x')) is not implemented."},
    {"0.9.0", "x=1 y=4", "x f32[4,12@(y,x)]", "out = lax.index_in_dim(x, 0, 1, keepdims=False)",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (4) with spec (('y', 'x')) is not implemented."},
    {"0.9.0", "x=2 y=4", "x f32[3,8@y,4@x]", "out = lax.dynamic_slice(x, (0, 0, 0), (3, 0, 0))",
     "out f32[3,0@y,0@x]"},
    {"0.9.0", "x=8", "x f32[2,8,8@x,3]", "out = lax.dynamic_index_in_dim(x, 5, 1, keepdims=False)",
     "out f32[2,8@x,3]"},
    {"0.9.0", "x=2 y=2", "x f32[8,16@y,1]",
     "z = jnp.int32(0)\n"
     "out = lax.dynamic_slice(x, [z, z, z], slice_sizes=(8, 14, 1))",
     "out f32[8,14@y,1]; z i32[]"},
    {"0.9.0", "x=4", "x f32[8@x]", "out = lax.dynamic_slice(x, (0,), (8,))", "out f32[8@x]"},
};

/* What release 0.9.0 says. */
Test(slice_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

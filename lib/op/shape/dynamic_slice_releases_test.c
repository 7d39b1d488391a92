/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=4", "x f32[8@x,3]; u f32[8@x,3]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0), "
     "jnp.int32(0)])",
     "out f32[8@x,3]"},
    {"0.6.0", "x=2 y=4", "x f32[2@x]; u f32[2]", "out = lax.dynamic_update_slice(x, u, (0,))",
     "ShardingTypeError: dynamic_update_slice update sharding must be equal to operand "
     "sharding, got update sharding float32[2]({Explicit: ('x', 'y')}) for operand "
     "sharding float32[2@x]({Explicit: ('x', 'y')})."},
    {"0.6.0", "x=2 y=2 z=2", "x f32[2@z]; u f32[2@z]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0)])", "out f32[2@z]"},
    {"0.6.0", "x=1 y=4", "x f32[8,4,4@y]; u f32[8,1,4@y]",
     "out = lax.dynamic_update_slice(x, u, (0, 0, 0))", "out f32[8,4,4@y]"},
    {"0.6.0", "b=4 a=4", "x f32[16,3]; u f32[16@a,2]",
     "out = lax.dynamic_update_slice_in_dim(x, u, 0, 1)",
     "ShardingTypeError: dynamic_update_slice update sharding must be equal to operand "
     "sharding, got update sharding float32[16@a,2]({Explicit: ('b', 'a')}) for "
     "operand sharding float32[16,3]({Explicit: ('b', 'a')})."},
    {"0.6.0", "x=4", "x f32[8,12,4]; u f32[8,2,4]",
     "out = lax.dynamic_update_slice(x, u, (0, 0, 0))", "out f32[8,12,4]"},
    {"0.6.0", "x=2 y=2", "x f32[8@y,16@x]; u f32[8@y,16@x]; i i32[]",
     "out = lax.dynamic_update_slice_in_dim(x, u, i, axis=0)", "out f32[8@y,16@x]"},
    {"0.6.0", "x=4 y=2", "x f32[4,6@y,8]; u f32[4,6@y,8]",
     "out = lax.dynamic_update_slice_in_dim(x, u, 0, 1)", "out f32[4,6@y,8]"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[1]; u f32[1]",
     "out = lax.dynamic_update_slice_in_dim(x, u, 0, 0)", "out f32[1]"},
    {"0.6.0", "x=2 y=2", "x f32[1]; u f32[1]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0)])", "out f32[1]"},
    {"0.6.0", "x=3 y=2", "x f32[12@x]; u f32[12]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0)])",
     "ShardingTypeError: dynamic_update_slice update sharding must be equal to operand "
     "sharding, got update sharding float32[12]({Explicit: ('x', 'y')}) for operand "
     "sharding float32[12@x]({Explicit: ('x', 'y')})."},
    {"0.6.0", "x=3 y=2", "x f32[4]; u f32[5]", "out = lax.dynamic_update_slice(x, u, (0,))",
     "TypeError: dynamic_update_slice update shape must be smaller than operand shape, "
     "got update shape (5,) for operand shape (4,)."},
    {"0.6.0", "x=2 y=2", "x f32[8@y,2@x,2]; u f32[8@x,2,1]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0), "
     "jnp.int32(0), jnp.int32(0)])",
     "ShardingTypeError: dynamic_update_slice update sharding must be equal to operand "
     "sharding, got update sharding float32[8@x,2,1]({Explicit: ('x', 'y')}) for "
     "operand sharding float32[8@y,2@x,2]({Explicit: ('x', 'y')})."},
    {"0.6.0", "x=1 y=4", "x f32[1,8]; u f32[1,8]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0), "
     "jnp.int32(0)])",
     "out f32[1,8]"},
};

/* What release 0.6.0 says. */
Test(dynamic_slice_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=4", "x f32[8@x,3]; u f32[8@x,3]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0), "
     "jnp.int32(0)])",
     "out f32[8@x,3]"},
    {"0.7.0", "x=2 y=4", "x f32[2@x]; u f32[2]", "out = lax.dynamic_update_slice(x, u, (0,))",
     "ShardingTypeError: dynamic_update_slice update sharding must be equal to operand "
     "sharding, got update sharding float32[2]({Explicit: ('x', 'y')}) for operand "
     "sharding float32[2@x]({Explicit: ('x', 'y')})."},
    {"0.7.0", "x=2 y=2 z=2", "x f32[2@z]; u f32[2@z]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0)])", "out f32[2@z]"},
    {"0.7.0", "x=1 y=4", "x f32[8,4,4@y]; u f32[8,1,4@y]",
     "out = lax.dynamic_update_slice(x, u, (0, 0, 0))", "out f32[8,4,4@y]"},
    {"0.7.0", "b=4 a=4", "x f32[16,3]; u f32[16@a,2]",
     "out = lax.dynamic_update_slice_in_dim(x, u, 0, 1)",
     "ShardingTypeError: dynamic_update_slice update sharding must be equal to operand "
     "sharding, got update sharding float32[16@a,2]({Explicit: ('b', 'a')}) for "
     "operand sharding float32[16,3]({Explicit: ('b', 'a')})."},
    {"0.7.0", "x=4", "x f32[8,12,4]; u f32[8,2,4]",
     "out = lax.dynamic_update_slice(x, u, (0, 0, 0))", "out f32[8,12,4]"},
    {"0.7.0", "x=2 y=2", "x f32[8@y,16@x]; u f32[8@y,16@x]; i i32[]",
     "out = lax.dynamic_update_slice_in_dim(x, u, i, axis=0)", "out f32[8@y,16@x]"},
    {"0.7.0", "x=4 y=2", "x f32[4,6@y,8]; u f32[4,6@y,8]",
     "out = lax.dynamic_update_slice_in_dim(x, u, 0, 1)", "out f32[4,6@y,8]"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[1]; u f32[1]",
     "out = lax.dynamic_update_slice_in_dim(x, u, 0, 0)", "out f32[1]"},
    {"0.7.0", "x=2 y=2", "x f32[1]; u f32[1]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0)])", "out f32[1]"},
    {"0.7.0", "x=3 y=2", "x f32[12@x]; u f32[12]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0)])",
     "ShardingTypeError: dynamic_update_slice update sharding must be equal to operand "
     "sharding, got update sharding float32[12]({Explicit: ('x', 'y')}) for operand "
     "sharding float32[12@x]({Explicit: ('x', 'y')})."},
    {"0.7.0", "x=3 y=2", "x f32[4]; u f32[5]", "out = lax.dynamic_update_slice(x, u, (0,))",
     "TypeError: dynamic_update_slice update shape must be smaller than operand shape, "
     "got update shape (5,) for operand shape (4,)."},
    {"0.7.0", "x=2 y=2", "x f32[8@y,2@x,2]; u f32[8@x,2,1]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0), "
     "jnp.int32(0), jnp.int32(0)])",
     "ShardingTypeError: dynamic_update_slice update sharding must be equal to operand "
     "sharding, got update sharding float32[8@x,2,1]({Explicit: ('x', 'y')}) for "
     "operand sharding float32[8@y,2@x,2]({Explicit: ('x', 'y')})."},
    {"0.7.0", "x=1 y=4", "x f32[1,8]; u f32[1,8]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0), "
     "jnp.int32(0)])",
     "out f32[1,8]"},
};

/* What release 0.7.0 says. */
Test(dynamic_slice_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=4", "x f32[8@x,3]; u f32[8@x,3]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0), "
     "jnp.int32(0)])",
     "out f32[8@x,3]"},
    {"0.8.2", "x=2 y=4", "x f32[2@x]; u f32[2]", "out = lax.dynamic_update_slice(x, u, (0,))",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to update "
     "sharding, got operand sharding float32[2@x]({Explicit: ('x', 'y')}) and update "
     "sharding float32[2]({Explicit: ('x', 'y')})."},
    {"0.8.2", "x=2 y=2 z=2", "x f32[2@z]; u f32[2@z]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0)])", "out f32[2@z]"},
    {"0.8.2", "x=1 y=4", "x f32[8,4,4@y]; u f32[8,1,4@y]",
     "out = lax.dynamic_update_slice(x, u, (0, 0, 0))", "out f32[8,4,4@y]"},
    {"0.8.2", "b=4 a=4", "x f32[16,3]; u f32[16@a,2]",
     "out = lax.dynamic_update_slice_in_dim(x, u, 0, 1)",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to update "
     "sharding, got operand sharding float32[16,3]({Explicit: ('b', 'a')}) and update "
     "sharding float32[16@a,2]({Explicit: ('b', 'a')})."},
    {"0.8.2", "x=4", "x f32[8,12,4]; u f32[8,2,4]",
     "out = lax.dynamic_update_slice(x, u, (0, 0, 0))", "out f32[8,12,4]"},
    {"0.8.2", "x=2 y=2", "x f32[8@y,16@x]; u f32[8@y,16@x]; i i32[]",
     "out = lax.dynamic_update_slice_in_dim(x, u, i, axis=0)", "out f32[8@y,16@x]"},
    {"0.8.2", "x=4 y=2", "x f32[4,6@y,8]; u f32[4,6@y,8]",
     "out = lax.dynamic_update_slice_in_dim(x, u, 0, 1)", "out f32[4,6@y,8]"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[1]; u f32[1]",
     "out = lax.dynamic_update_slice_in_dim(x, u, 0, 0)", "out f32[1]"},
    {"0.8.2", "x=2 y=2", "x f32[1]; u f32[1]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0)])", "out f32[1]"},
    {"0.8.2", "x=3 y=2", "x f32[12@x]; u f32[12]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0)])",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to update "
     "sharding, got operand sharding float32[12@x]({Explicit: ('x', 'y')}) and update "
     "sharding float32[12]({Explicit: ('x', 'y')})."},
    {"0.8.2", "x=3 y=2", "x f32[4]; u f32[5]", "out = lax.dynamic_update_slice(x, u, (0,))",
     "TypeError: dynamic_update_slice update shape must be smaller than operand shape, "
     "got update shape (5,) for operand shape (4,)."},
    {"0.8.2", "x=2 y=2", "x f32[8@y,2@x,2]; u f32[8@x,2,1]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0), "
     "jnp.int32(0), jnp.int32(0)])",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to update "
     "sharding, got operand sharding float32[8@y,2@x,2]({Explicit: ('x', 'y')}) and "
     "update sharding float32[8@x,2,1]({Explicit: ('x', 'y')})."},
    {"0.8.2", "x=1 y=4", "x f32[1,8]; u f32[1,8]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0), "
     "jnp.int32(0)])",
     "out f32[1,8]"},
};

/* What release 0.8.2 says. */
Test(dynamic_slice_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=4", "x f32[8@x,3]; u f32[8@x,3]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0), "
     "jnp.int32(0)])",
     "out f32[8@x,3]"},
    {"0.9.0", "x=2 y=4", "x f32[2@x]; u f32[2]", "out = lax.dynamic_update_slice(x, u, (0,))",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to update "
     "sharding, got operand sharding float32[2@x]({Explicit: ('x', 'y')}) and update "
     "sharding float32[2]({Explicit: ('x', 'y')})."},
    {"0.9.0", "x=2 y=2 z=2", "x f32[2@z]; u f32[2@z]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0)])", "out f32[2@z]"},
    {"0.9.0", "x=1 y=4", "x f32[8,4,4@y]; u f32[8,1,4@y]",
     "out = lax.dynamic_update_slice(x, u, (0, 0, 0))", "out f32[8,4,4@y]"},
    {"0.9.0", "b=4 a=4", "x f32[16,3]; u f32[16@a,2]",
     "out = lax.dynamic_update_slice_in_dim(x, u, 0, 1)",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to update "
     "sharding, got operand sharding float32[16,3]({Explicit: ('b', 'a')}) and update "
     "sharding float32[16@a,2]({Explicit: ('b', 'a')})."},
    {"0.9.0", "x=4", "x f32[8,12,4]; u f32[8,2,4]",
     "out = lax.dynamic_update_slice(x, u, (0, 0, 0))", "out f32[8,12,4]"},
    {"0.9.0", "x=2 y=2", "x f32[8@y,16@x]; u f32[8@y,16@x]; i i32[]",
     "out = lax.dynamic_update_slice_in_dim(x, u, i, axis=0)", "out f32[8@y,16@x]"},
    {"0.9.0", "x=4 y=2", "x f32[4,6@y,8]; u f32[4,6@y,8]",
     "out = lax.dynamic_update_slice_in_dim(x, u, 0, 1)", "out f32[4,6@y,8]"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[1]; u f32[1]",
     "out = lax.dynamic_update_slice_in_dim(x, u, 0, 0)", "out f32[1]"},
    {"0.9.0", "x=2 y=2", "x f32[1]; u f32[1]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0)])", "out f32[1]"},
    {"0.9.0", "x=3 y=2", "x f32[12@x]; u f32[12]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0)])",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to update "
     "sharding, got operand sharding float32[12@x]({Explicit: ('x', 'y')}) and update "
     "sharding float32[12]({Explicit: ('x', 'y')})."},
    {"0.9.0", "x=3 y=2", "x f32[4]; u f32[5]", "out = lax.dynamic_update_slice(x, u, (0,))",
     "TypeError: dynamic_update_slice update shape must be smaller than operand shape, "
     "got update shape (5,) for operand shape (4,)."},
    {"0.9.0", "x=2 y=2", "x f32[8@y,2@x,2]; u f32[8@x,2,1]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0), "
     "jnp.int32(0), jnp.int32(0)])",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to update "
     "sharding, got operand sharding float32[8@y,2@x,2]({Explicit: ('x', 'y')}) and "
     "update sharding float32[8@x,2,1]({Explicit: ('x', 'y')})."},
    {"0.9.0", "x=1 y=4", "x f32[1,8]; u f32[1,8]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0), "
     "jnp.int32(0)])",
     "out f32[1,8]"},
};

/* What release 0.9.0 says. */
Test(dynamic_slice_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

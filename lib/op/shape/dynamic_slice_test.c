/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[8]; u f32[8]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0)])", "out f32[8]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2@z]; u f32[2@z]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0)])", "out f32[2@z]"},
    {"0.10.2", "x=2 y=2", "x f32[2,8]; u f32[2,8]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0), "
     "jnp.int32(0)])",
     "out f32[2,8]"},
    {"0.10.2", "x=2 y=4", "x f32[2,8,2]; u f32[2,4,2]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0), "
     "jnp.int32(0), jnp.int32(0)])",
     "out f32[2,8,2]"},
    {"0.10.2", "x=4", "x f32[8@x,3]; u f32[8@x,3]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0), "
     "jnp.int32(0)])",
     "out f32[8@x,3]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8,4@x,1]; u f32[2,2@x,1]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0), "
     "jnp.int32(0), jnp.int32(0)])",
     "out f32[8,4@x,1]"},
    {"0.10.2", "x=2 y=4", "x f32[3]; u f32[2]", "out = lax.dynamic_update_slice(x, u, (0,))",
     "out f32[3]"},
    {"0.10.2", "x=2 y=2", "x f32[2,8]; u f32[2,4]", "out = lax.dynamic_update_slice(x, u, (0, 0))",
     "out f32[2,8]"},
    {"0.10.2", "x=3 y=2", "x f32[6,8,8]; u f32[6,8,8]",
     "out = lax.dynamic_update_slice(x, u, (0, 0, 0))", "out f32[6,8,8]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[4@y]; u f32[4@y]",
     "out = lax.dynamic_update_slice(x, u, (0,))", "out f32[4@y]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[1,2@y]; u f32[1,2@y]",
     "out = lax.dynamic_update_slice(x, u, (0, 0))", "out f32[1,2@y]"},
    {"0.10.2", "x=4", "x f32[4@x,4,4]; u f32[4@x,4,4]",
     "out = lax.dynamic_update_slice(x, u, (0, 0, 0))", "out f32[4@x,4,4]"},
    {"0.10.2", "x=3", "x f32[8]; u f32[8]; i i32[]", "out = lax.dynamic_update_slice(x, u, (0,))",
     "out f32[8]"},
    {"0.10.2", "data=2 model=4", "x f32[4@data,2,6]; u f32[4@data,2,6]; i i32[]",
     "out = lax.dynamic_update_slice(x, u, (0, 0, i))", "out f32[4@data,2,6]"},
    {"0.10.2", "data=4", "x f32[6]; u f32[6]", "out = lax.dynamic_update_slice_in_dim(x, u, 0, 0)",
     "out f32[6]"},
    {"0.10.2", "x=4", "x f32[3,8]; u f32[3,8]", "out = lax.dynamic_update_slice_in_dim(x, u, 0, 0)",
     "out f32[3,8]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[16,3,8]; u f32[16,3,8]",
     "out = lax.dynamic_update_slice_in_dim(x, u, 0, 1)", "out f32[16,3,8]"},
    {"0.10.2", "x=2 y=4", "x f32[16,2@x]; u f32[2,2@x]",
     "out = lax.dynamic_update_slice_in_dim(x, u, 0, 0)", "out f32[16,2@x]"},
    {"0.10.2", "x=4 y=2", "x f32[4,6@y,8]; u f32[4,6@y,8]",
     "out = lax.dynamic_update_slice_in_dim(x, u, 0, 1)", "out f32[4,6@y,8]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[8]; u f32[5]; i i32[]",
     "out = lax.dynamic_update_slice_in_dim(x, u, i, axis=0)", "out f32[8]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[4,8]; u f32[3,8]; i i32[]",
     "out = lax.dynamic_update_slice_in_dim(x, u, i, axis=0)", "out f32[4,8]"},
    {"0.10.2", "x=2 y=2", "x f32[8@x]; u f32[8@x]; i i32[]",
     "out = lax.dynamic_update_slice_in_dim(x, u, i, axis=0)", "out f32[8@x]"},
    {"0.10.2", "data=2 model=4", "x f32[8,2@data]; u f32[8,2@data]; i i32[]",
     "out = lax.dynamic_update_slice_in_dim(x, u, i, axis=0)", "out f32[8,2@data]"},
    {"0.10.2", "x=2 y=2", "x f32[8@y,16@x]; u f32[8@y,16@x]; i i32[]",
     "out = lax.dynamic_update_slice_in_dim(x, u, i, axis=0)", "out f32[8@y,16@x]"},
};

/* The types that JAX gives. */
Test(dynamic_slice, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=2", "x f32[8@x]; u f32[3]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0)])",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to "
     "update sharding, got operand sharding float32[8@x]({Explicit: ('x',)}) and "
     "update sharding float32[3]({Explicit: ('x',)})."},
    {"0.10.2", "x=2", "x f32[8,8]; u f32[8,8@x]",
     "out = lax.dynamic_update_slice(x, u, start_indices=[jnp.int32(0), "
     "jnp.int32(0)])",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to "
     "update sharding, got operand sharding float32[8,8]({Explicit: ('x',)}) and "
     "update sharding float32[8,8@x]({Explicit: ('x',)})."},
    {"0.10.2", "x=2", "x f32[2@x]; u f32[1]", "out = lax.dynamic_update_slice(x, u, (0,))",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to "
     "update sharding, got operand sharding float32[2@x]({Explicit: ('x',)}) and "
     "update sharding float32[1]({Explicit: ('x',)})."},
    {"0.10.2", "x=3 y=2", "x f32[4]; u f32[5]", "out = lax.dynamic_update_slice(x, u, (0,))",
     "TypeError: dynamic_update_slice update shape must be smaller than operand "
     "shape, got update shape (5,) for operand shape (4,)."},
    {"0.10.2", "b=4 a=4", "x f32[4@b,16@a,2]; u f32[1,5,2]; i i32[]",
     "out = lax.dynamic_update_slice(x, u, (i, 0, i))",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to "
     "update sharding, got operand sharding float32[4@b,16@a,2]({Explicit: ('b', "
     "'a')}) and update sharding float32[1,5,2]({Explicit: ('b', 'a')})."},
    {"0.10.2", "b=4 a=4", "x f32[16,3]; u f32[16@a,2]",
     "out = lax.dynamic_update_slice_in_dim(x, u, 0, 1)",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to "
     "update sharding, got operand sharding float32[16,3]({Explicit: ('b', 'a')}) "
     "and update sharding float32[16@a,2]({Explicit: ('b', 'a')})."},
    {"0.10.2", "x=2 y=4", "x f32[16@x]; u f32[16]; i i32[]",
     "out = lax.dynamic_update_slice_in_dim(x, u, i, axis=0)",
     "ShardingTypeError: dynamic_update_slice operand sharding must be equal to "
     "update sharding, got operand sharding float32[16@x]({Explicit: ('x', 'y')}) "
     "and update sharding float32[16]({Explicit: ('x', 'y')})."},
};

/* What JAX refuses, with its texts. */
Test(dynamic_slice, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}

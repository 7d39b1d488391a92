/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=4", "x f32[6]", "out = jnp.pad(x, 1)", "out f32[8]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[1,8]", "out = jnp.pad(x, ((2, 1), (2, 0)))",
     "out f32[4,10]"},
    {"0.10.2", "x=2", "x f32[3,3,4]", "out = jnp.pad(x, ((0, 0), (2, 1), (0, 2)), mode='wrap')",
     "out f32[3,6,6]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[1,8,16,8]",
     "out = jnp.pad(x, ((0, 0), (1, 2), (0, 0), (0, 0)))", "out f32[1,11,16,8]"},
    {"0.10.2", "data=4", "x f32[8@data]", "out = jnp.pad(x, ((0, 0),), constant_values=1.0)",
     "out f32[8@data]"},
    {"0.10.2", "data=4", "x f32[4@data,16]", "out = jnp.pad(x, ((0, 0), (0, 0)))",
     "out f32[4@data,16]"},
    {"0.10.2", "x=3 y=2", "x f32[6,3,2@y]", "out = jnp.pad(x, ((4, 4), (0, 0), (0, 0)))",
     "out f32[14,3,2@y]"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[16,6,3@z,8@(y,x)]",
     "out = jnp.pad(x, ((0, 0), (0, 0), (0, 0), (0, 0)), constant_values=1.0)",
     "out f32[16,6,3@z,8@(y,x)]"},
    {"0.10.2", "x=2 y=4", "x f32[4]", "out = lax.pad(x, jnp.float32(0), ((0, 0, 0),))",
     "out f32[4]"},
    {"0.10.2", "x=4 y=2", "x f32[3,4]", "out = lax.pad(x, jnp.float32(0), ((1, 0, 0), (4, 0, 0)))",
     "out f32[4,8]"},
    {"0.10.2", "x=4 y=2", "x f32[2,1,1]",
     "out = lax.pad(x, jnp.float32(0), ((0, 0, 0), (4, 2, 0), (0, 0, 0)))", "out f32[2,7,1]"},
    {"0.10.2", "x=1 y=4", "x f32[4@x]", "out = lax.pad(x, jnp.float32(0), ((0, 2, 0),))",
     "out f32[6@x]"},
    {"0.10.2", "x=4", "x f32[4@x,8]", "out = lax.pad(x, jnp.float32(0), ((0, 0, 0), (0, 0, 0)))",
     "out f32[4@x,8]"},
    {"0.10.2", "x=4 y=2", "x f32[6,8@(x,y)]",
     "out = lax.pad(x, jnp.float32(0), ((0, 0, 0), (0, 0, 0)))", "out f32[6,8@(x,y)]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[4@(x,z),3,6]",
     "out = lax.pad(x, jnp.float32(0), ((0, 0, 0), (2, -1, 0), (2, 0, 0)))",
     "out f32[4@(x,z),4,8]"},
    {"0.10.2", "x=8", "x f32[4]", "out = lax.pad(x, 0., ((0, 1, 1),))", "out f32[8]"},
    {"0.10.2", "x=2", "x f32[1,2]", "out = lax.pad(x, 0., ((0, 0, 0), (0, 4, 0)))", "out f32[1,6]"},
    {"0.10.2", "x=4 y=2", "x f32[6,3,8]",
     "out = lax.pad(x, 0., ((0, 0, 0), (-1, 4, 0), (1, 0, 0)))", "out f32[6,6,9]"},
    {"0.10.2", "x=1 y=4", "x f32[8@x]", "out = lax.pad(x, 0., ((0, 0, 0),))", "out f32[8@x]"},
    {"0.10.2", "x=3 y=2", "x f32[3,2@y]", "out = lax.pad(x, 0., ((2, 1, 0), (4, 2, 0)))",
     "out f32[6,8@y]"},
    {"0.10.2", "x=4", "x f32[6,4,4@x]", "out = lax.pad(x, 0., ((0, 0, 0), (0, 0, 0), (0, 0, 0)))",
     "out f32[6,4,4@x]"},
    {"0.10.2", "x=2 y=2", "x f32[8,4,4@(x,y)]",
     "out = lax.pad(x, 0., ((0, 0, 0), (0, 0, 0), (0, 0, 0)))", "out f32[8,4,4@(x,y)]"},
    {"0.10.2", "x=2 y=4", "x f32[12@y,8@x]", "out = lax.pad(x, 0., ((0, 0, 0), (0, 0, 0)))",
     "out f32[12@y,8@x]"},
    {"0.10.2", "x=2 y=2", "x f32[8@x,3,8@y,8]",
     "out = lax.pad(x, 0., [(0, -1, 1), (0, 0, 0), (0, 0, 0), (0, 0, 0)])",
     "out f32[14@x,3,8@y,8]"},
};

/* The types that JAX gives. */
Test(pad, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=1 y=4", "x f32[4@y]", "out = jnp.pad(x, ((2, 1),), mode='reflect')",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible "
     "by mesh axes (4) with spec (y) is not implemented. Got input type=f32[4@y] and "
     "output shape=(1,)"},
    {"0.12.0.1", "x=1 y=4", "x f32[4@y]", "out = jnp.pad(x, ((2, 1),), mode='reflect')",
     "ShardingTypeError: slicing on sharded dims where out dim (2) is not divisible "
     "by mesh axes (4) with spec (y) is not implemented. Got input type=f32[4@y] and "
     "output shape=(2,)"},
    {"0.10.2", "x=8", "x f32[8@x]", "out = lax.pad(x, jnp.float32(0), ((2, -1, 0),))",
     "ShardingTypeError: padding on sharded dims where out dim (9) is not divisible "
     "by mesh axes (8) with spec (x) is not implemented. Got input type=f32[8@x] and "
     "output shape=(9,)"},
    {"0.10.2", "x=2 y=2", "x f32[4@y]", "out = lax.pad(x, 0., ((4, -1, 0),))",
     "ShardingTypeError: padding on sharded dims where out dim (7) is not divisible "
     "by mesh axes (2) with spec (y) is not implemented. Got input type=f32[4@y] and "
     "output shape=(7,)"},
    {"0.10.2", "x=2 y=4", "x f32[8@x,1,6]",
     "cfg = [(0, 0, 0), (-1, -1, 0), (0, 0, 0)]\n"
     "out = lax.pad(x, padding_value=0.0, padding_config=cfg)",
     "ValueError: Dimension size after padding is not at least 0, got result shape "
     "(8, -1, 6), for padding_config ((0, 0, 0), (-1, -1, 0), (0, 0, 0)) and operand "
     "shape (8, 1, 6)"},
};

/* What JAX refuses, with its texts. */
Test(pad, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}

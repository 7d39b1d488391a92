/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=2 y=2 z=3", "x f32[16,6,3@z,8@(y,x)]",
     "out = jnp.pad(x, ((0, 0), (0, 0), (0, 0), (0, 0)), constant_values=1.0)",
     "out f32[16,6,3@z,8@(y,x)]"},
    {"0.6.0", "x=2 y=4", "x f32[1]", "out = lax.pad(x, jnp.float32(0), ((0, 0, 0),))",
     "out f32[1]"},
    {"0.6.0", "x=3 y=2", "x f32[1,6,1]",
     "cfg = [(0, 0, 0), (1, -1, 0), (0, 0, 0)]\n"
     "out = lax.pad(x, padding_value=0.0, padding_config=cfg)",
     "out f32[1,6,1]"},
    {"0.6.0", "x=1 y=4", "x f32[4@y]", "out = jnp.pad(x, ((2, 1),), mode='reflect')",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisble by "
     "mesh axes (4) with spec (y) is not implemented."},
    {"0.6.0", "x=2 y=2", "x f32[8@x,3,8@y,8]",
     "out = lax.pad(x, 0., [(0, -1, 1), (0, 0, 0), (0, 0, 0), (0, 0, 0)])",
     "out f32[14@x,3,8@y,8]"},
    {"0.6.0", "x=4 y=2", "x f32[1]", "out = jnp.pad(x, ((0, 0),), constant_values=1.0)",
     "out f32[1]"},
    {"0.6.0", "x=3 y=2", "x f32[12@(y,x)]",
     "cfg = [(4, -1, 1)]\n"
     "out = lax.pad(x, padding_value=0.0, padding_config=cfg)",
     "ShardingTypeError: padding on sharded dims where out dim (26) is not divisble by "
     "mesh axes (6) with spec (('y', 'x')) is not implemented."},
    {"0.6.0", "x=1 y=4", "x f32[4@x]", "out = lax.pad(x, jnp.float32(0), ((0, 2, 0),))",
     "out f32[6@x]"},
    {"0.6.0", "x=3 y=2", "x f32[8@y]", "out = lax.pad(x, 0., ((0, 4, 0),))", "out f32[12@y]"},
    {"0.6.0", "x=3 y=2", "x f32[6,3,2@y]", "out = jnp.pad(x, ((4, 4), (0, 0), (0, 0)))",
     "out f32[14,3,2@y]"},
    {"0.6.0", "x=4 y=2", "x f32[8,4,8@(x,y)]",
     "out = lax.pad(x, jnp.float32(0), ((-1, 0, 1), (0, 0, 0), (2, 4, 1)))",
     "ShardingTypeError: padding on sharded dims where out dim (21) is not divisble by "
     "mesh axes (8) with spec (('x', 'y')) is not implemented."},
    {"0.6.0", "x=2 y=4", "x f32[8@x,1,6]",
     "cfg = [(0, 0, 0), (-1, -1, 0), (0, 0, 0)]\n"
     "out = lax.pad(x, padding_value=0.0, padding_config=cfg)",
     "ValueError: Dimension size after padding is not at least 0, got result shape (8, "
     "-1, 6), for padding_config ((0, 0, 0), (-1, -1, 0), (0, 0, 0)) and operand shape "
     "(8, 1, 6)"},
};

/* What release 0.6.0 says. */
Test(pad_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=2 y=2 z=3", "x f32[16,6,3@z,8@(y,x)]",
     "out = jnp.pad(x, ((0, 0), (0, 0), (0, 0), (0, 0)), constant_values=1.0)",
     "out f32[16,6,3@z,8@(y,x)]"},
    {"0.7.0", "x=2 y=4", "x f32[1]", "out = lax.pad(x, jnp.float32(0), ((0, 0, 0),))",
     "out f32[1]"},
    {"0.7.0", "x=3 y=2", "x f32[1,6,1]",
     "cfg = [(0, 0, 0), (1, -1, 0), (0, 0, 0)]\n"
     "out = lax.pad(x, padding_value=0.0, padding_config=cfg)",
     "out f32[1,6,1]"},
    {"0.7.0", "x=1 y=4", "x f32[4@y]", "out = jnp.pad(x, ((2, 1),), mode='reflect')",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (4) with spec (y) is not implemented."},
    {"0.7.0", "x=2 y=2", "x f32[8@x,3,8@y,8]",
     "out = lax.pad(x, 0., [(0, -1, 1), (0, 0, 0), (0, 0, 0), (0, 0, 0)])",
     "out f32[14@x,3,8@y,8]"},
    {"0.7.0", "x=4 y=2", "x f32[1]", "out = jnp.pad(x, ((0, 0),), constant_values=1.0)",
     "out f32[1]"},
    {"0.7.0", "x=3 y=2", "x f32[12@(y,x)]",
     "cfg = [(4, -1, 1)]\n"
     "out = lax.pad(x, padding_value=0.0, padding_config=cfg)",
     "ShardingTypeError: padding on sharded dims where out dim (26) is not divisible "
     "by mesh axes (6) with spec (('y', 'x')) is not implemented."},
    {"0.7.0", "x=1 y=4", "x f32[4@x]", "out = lax.pad(x, jnp.float32(0), ((0, 2, 0),))",
     "out f32[6@x]"},
    {"0.7.0", "x=3 y=2", "x f32[8@y]", "out = lax.pad(x, 0., ((0, 4, 0),))", "out f32[12@y]"},
    {"0.7.0", "x=3 y=2", "x f32[6,3,2@y]", "out = jnp.pad(x, ((4, 4), (0, 0), (0, 0)))",
     "out f32[14,3,2@y]"},
    {"0.7.0", "x=4 y=2", "x f32[8,4,8@(x,y)]",
     "out = lax.pad(x, jnp.float32(0), ((-1, 0, 1), (0, 0, 0), (2, 4, 1)))",
     "ShardingTypeError: padding on sharded dims where out dim (21) is not divisible "
     "by mesh axes (8) with spec (('x', 'y')) is not implemented."},
    {"0.7.0", "x=2 y=4", "x f32[8@x,1,6]",
     "cfg = [(0, 0, 0), (-1, -1, 0), (0, 0, 0)]\n"
     "out = lax.pad(x, padding_value=0.0, padding_config=cfg)",
     "ValueError: Dimension size after padding is not at least 0, got result shape (8, "
     "-1, 6), for padding_config ((0, 0, 0), (-1, -1, 0), (0, 0, 0)) and operand shape "
     "(8, 1, 6)"},
};

/* What release 0.7.0 says. */
Test(pad_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=2 y=2 z=3", "x f32[16,6,3@z,8@(y,x)]",
     "out = jnp.pad(x, ((0, 0), (0, 0), (0, 0), (0, 0)), constant_values=1.0)",
     "out f32[16,6,3@z,8@(y,x)]"},
    {"0.8.2", "x=2 y=4", "x f32[1]", "out = lax.pad(x, jnp.float32(0), ((0, 0, 0),))",
     "out f32[1]"},
    {"0.8.2", "x=3 y=2", "x f32[1,6,1]",
     "cfg = [(0, 0, 0), (1, -1, 0), (0, 0, 0)]\n"
     "out = lax.pad(x, padding_value=0.0, padding_config=cfg)",
     "out f32[1,6,1]"},
    {"0.8.2", "x=1 y=4", "x f32[4@y]", "out = jnp.pad(x, ((2, 1),), mode='reflect')",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (4) with spec (y) is not implemented."},
    {"0.8.2", "x=2 y=2", "x f32[8@x,3,8@y,8]",
     "out = lax.pad(x, 0., [(0, -1, 1), (0, 0, 0), (0, 0, 0), (0, 0, 0)])",
     "out f32[14@x,3,8@y,8]"},
    {"0.8.2", "x=4 y=2", "x f32[1]", "out = jnp.pad(x, ((0, 0),), constant_values=1.0)",
     "out f32[1]"},
    {"0.8.2", "x=3 y=2", "x f32[12@(y,x)]",
     "cfg = [(4, -1, 1)]\n"
     "out = lax.pad(x, padding_value=0.0, padding_config=cfg)",
     "ShardingTypeError: padding on sharded dims where out dim (26) is not divisible "
     "by mesh axes (6) with spec (('y', 'x')) is not implemented."},
    {"0.8.2", "x=1 y=4", "x f32[4@x]", "out = lax.pad(x, jnp.float32(0), ((0, 2, 0),))",
     "out f32[6@x]"},
    {"0.8.2", "x=3 y=2", "x f32[8@y]", "out = lax.pad(x, 0., ((0, 4, 0),))", "out f32[12@y]"},
    {"0.8.2", "x=3 y=2", "x f32[6,3,2@y]", "out = jnp.pad(x, ((4, 4), (0, 0), (0, 0)))",
     "out f32[14,3,2@y]"},
    {"0.8.2", "x=4 y=2", "x f32[8,4,8@(x,y)]",
     "out = lax.pad(x, jnp.float32(0), ((-1, 0, 1), (0, 0, 0), (2, 4, 1)))",
     "ShardingTypeError: padding on sharded dims where out dim (21) is not divisible "
     "by mesh axes (8) with spec (('x', 'y')) is not implemented."},
    {"0.8.2", "x=2 y=4", "x f32[8@x,1,6]",
     "cfg = [(0, 0, 0), (-1, -1, 0), (0, 0, 0)]\n"
     "out = lax.pad(x, padding_value=0.0, padding_config=cfg)",
     "ValueError: Dimension size after padding is not at least 0, got result shape (8, "
     "-1, 6), for padding_config ((0, 0, 0), (-1, -1, 0), (0, 0, 0)) and operand shape "
     "(8, 1, 6)"},
};

/* What release 0.8.2 says. */
Test(pad_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=2 y=2 z=3", "x f32[16,6,3@z,8@(y,x)]",
     "out = jnp.pad(x, ((0, 0), (0, 0), (0, 0), (0, 0)), constant_values=1.0)",
     "out f32[16,6,3@z,8@(y,x)]"},
    {"0.9.0", "x=2 y=4", "x f32[1]", "out = lax.pad(x, jnp.float32(0), ((0, 0, 0),))",
     "out f32[1]"},
    {"0.9.0", "x=3 y=2", "x f32[1,6,1]",
     "cfg = [(0, 0, 0), (1, -1, 0), (0, 0, 0)]\n"
     "out = lax.pad(x, padding_value=0.0, padding_config=cfg)",
     "out f32[1,6,1]"},
    {"0.9.0", "x=1 y=4", "x f32[4@y]", "out = jnp.pad(x, ((2, 1),), mode='reflect')",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (4) with spec (y) is not implemented."},
    {"0.9.0", "x=2 y=2", "x f32[8@x,3,8@y,8]",
     "out = lax.pad(x, 0., [(0, -1, 1), (0, 0, 0), (0, 0, 0), (0, 0, 0)])",
     "out f32[14@x,3,8@y,8]"},
    {"0.9.0", "x=4 y=2", "x f32[1]", "out = jnp.pad(x, ((0, 0),), constant_values=1.0)",
     "out f32[1]"},
    {"0.9.0", "x=3 y=2", "x f32[12@(y,x)]",
     "cfg = [(4, -1, 1)]\n"
     "out = lax.pad(x, padding_value=0.0, padding_config=cfg)",
     "ShardingTypeError: padding on sharded dims where out dim (26) is not divisible "
     "by mesh axes (6) with spec (('y', 'x')) is not implemented."},
    {"0.9.0", "x=1 y=4", "x f32[4@x]", "out = lax.pad(x, jnp.float32(0), ((0, 2, 0),))",
     "out f32[6@x]"},
    {"0.9.0", "x=3 y=2", "x f32[8@y]", "out = lax.pad(x, 0., ((0, 4, 0),))", "out f32[12@y]"},
    {"0.9.0", "x=3 y=2", "x f32[6,3,2@y]", "out = jnp.pad(x, ((4, 4), (0, 0), (0, 0)))",
     "out f32[14,3,2@y]"},
    {"0.9.0", "x=4 y=2", "x f32[8,4,8@(x,y)]",
     "out = lax.pad(x, jnp.float32(0), ((-1, 0, 1), (0, 0, 0), (2, 4, 1)))",
     "ShardingTypeError: padding on sharded dims where out dim (21) is not divisible "
     "by mesh axes (8) with spec (('x', 'y')) is not implemented."},
    {"0.9.0", "x=2 y=4", "x f32[8@x,1,6]",
     "cfg = [(0, 0, 0), (-1, -1, 0), (0, 0, 0)]\n"
     "out = lax.pad(x, padding_value=0.0, padding_config=cfg)",
     "ValueError: Dimension size after padding is not at least 0, got result shape (8, "
     "-1, 6), for padding_config ((0, 0, 0), (-1, -1, 0), (0, 0, 0)) and operand shape "
     "(8, 1, 6)"},
};

/* What release 0.9.0 says. */
Test(pad_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

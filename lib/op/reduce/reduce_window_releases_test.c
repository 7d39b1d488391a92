/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=2 y=2", "x f32[2@x,4,4@y]",
     "out = lax.reduce_window(x, 0., lax.add, window_dimensions=(3, 2, 3), "
     "window_strides=(2, 2, 1), padding='VALID')",
     "ShardingTypeError: Only trivial windowing is supported along non-replicated "
     "dimensions. Got operand.sharding.spec=PartitionSpec('x', None, 'y')"},
    {"0.6.0", "x=8", "x f32[8,8@x,4]",
     "out = lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 2), (1, 2, 1), 'VALID')",
     "ShardingTypeError: Only trivial windowing is supported along non-replicated "
     "dimensions. Got operand.sharding.spec=PartitionSpec(None, 'x', None)"},
    {"0.6.0", "x=2 y=2 z=3", "x f32[4,8]",
     "out = lax.reduce_window(x, jnp.inf, lax.min, window_dimensions=(3, 2), "
     "window_strides=(2, 2), padding='SAME')",
     "out f32[2,4]"},
    {"0.6.0", "x=1 y=4", "x f32[8@(y,x)]",
     "out = lax.reduce_window(x, -jnp.inf, lax.max, (3,), (1,), 'SAME')",
     "ShardingTypeError: Only trivial windowing is supported along non-replicated "
     "dimensions. Got operand.sharding.spec=PartitionSpec(('y', 'x'),)"},
};

/* What release 0.6.0 says. */
Test(reduce_window_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=2 y=2", "x f32[2@x,4,4@y]",
     "out = lax.reduce_window(x, 0., lax.add, window_dimensions=(3, 2, 3), "
     "window_strides=(2, 2, 1), padding='VALID')",
     "out f32[0@x,2,2@y]"},
    {"0.7.0", "x=8", "x f32[8,8@x,4]",
     "out = lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 2), (1, 2, 1), 'VALID')",
     "ShardingTypeError: reduce_window on sharded dims where out dim (3) is not "
     "divisible by mesh axes (8) with spec (x) is not implemented."},
    {"0.7.0", "x=2 y=2 z=3", "x f32[4,8]",
     "out = lax.reduce_window(x, jnp.inf, lax.min, window_dimensions=(3, 2), "
     "window_strides=(2, 2), padding='SAME')",
     "out f32[2,4]"},
    {"0.7.0", "x=1 y=4", "x f32[8@(y,x)]",
     "out = lax.reduce_window(x, -jnp.inf, lax.max, (3,), (1,), 'SAME')", "out f32[8@(y,x)]"},
};

/* What release 0.7.0 says. */
Test(reduce_window_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=2 y=2", "x f32[2@x,4,4@y]",
     "out = lax.reduce_window(x, 0., lax.add, window_dimensions=(3, 2, 3), "
     "window_strides=(2, 2, 1), padding='VALID')",
     "out f32[0@x,2,2@y]"},
    {"0.8.2", "x=8", "x f32[8,8@x,4]",
     "out = lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 2), (1, 2, 1), 'VALID')",
     "ShardingTypeError: reduce_window on sharded dims where out dim (3) is not "
     "divisible by mesh axes (8) with spec (x) is not implemented."},
    {"0.8.2", "x=2 y=2 z=3", "x f32[4,8]",
     "out = lax.reduce_window(x, jnp.inf, lax.min, window_dimensions=(3, 2), "
     "window_strides=(2, 2), padding='SAME')",
     "out f32[2,4]"},
    {"0.8.2", "x=1 y=4", "x f32[8@(y,x)]",
     "out = lax.reduce_window(x, -jnp.inf, lax.max, (3,), (1,), 'SAME')", "out f32[8@(y,x)]"},
};

/* What release 0.8.2 says. */
Test(reduce_window_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=2 y=2", "x f32[2@x,4,4@y]",
     "out = lax.reduce_window(x, 0., lax.add, window_dimensions=(3, 2, 3), "
     "window_strides=(2, 2, 1), padding='VALID')",
     "out f32[0@x,2,2@y]"},
    {"0.9.0", "x=8", "x f32[8,8@x,4]",
     "out = lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 2), (1, 2, 1), 'VALID')",
     "ShardingTypeError: reduce_window on sharded dims where out dim (3) is not "
     "divisible by mesh axes (8) with spec (x) is not implemented."},
    {"0.9.0", "x=2 y=2 z=3", "x f32[4,8]",
     "out = lax.reduce_window(x, jnp.inf, lax.min, window_dimensions=(3, 2), "
     "window_strides=(2, 2), padding='SAME')",
     "out f32[2,4]"},
    {"0.9.0", "x=1 y=4", "x f32[8@(y,x)]",
     "out = lax.reduce_window(x, -jnp.inf, lax.max, (3,), (1,), 'SAME')", "out f32[8@(y,x)]"},
};

/* What release 0.9.0 says. */
Test(reduce_window_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}

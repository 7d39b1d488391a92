/* SPDX-License-Identifier: Apache-2.0 */
/* vmap of convolutions.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case mapped[] = {
    {"0.10.2", "x=2 y=4", "a f32[3,2,4,8]; k f32[6,4,3]",
     "p = jax.vmap(lambda q: lax.conv(q, k, (1,), 'SAME'))(a)", "p f32[3,2,6,8]"},
    {"0.10.2", "x=2 y=4", "a f32[3,2,4,8]; k f32[6,4,3]",
     "p = jax.vmap(lambda q: lax.conv(q, k, (1,), 'VALID'), out_axes=1)(a)", "p f32[2,3,6,6]"},
    {"0.10.2", "x=2 y=4", "k f32[6,4,3]",
     "p = jax.vmap(lambda q: lax.conv(q, k, (2,), 'VALID'), in_axes=1, out_axes=-1)(jnp.ones((2, "
     "3, 4, 8)))",
     "p f32[2,6,3,3]"},
    {"0.10.2", "x=2 y=4", "k f32[6,4,3]",
     "p = jax.vmap(lambda q: lax.conv(q, k, (1,), 'VALID'), in_axes=-1)(jnp.ones((2, 4, 8, 3)))",
     "p f32[3,2,6,6]"},
    {"0.10.2", "x=2 y=4", "ka f32[3,6,4,3]; a3 f32[2,4,8]",
     "p = jax.vmap(lambda q: lax.conv(a3, q, (1,), 'SAME'))(ka)", "p f32[3,2,6,8]"},
    {"0.10.2", "x=2 y=4", "a3 f32[2,4,8]",
     "p = jax.vmap(lambda q: lax.conv(a3, q, (1,), 'SAME'), in_axes=2)(jnp.ones((6, 4, 7, 3)))",
     "p f32[7,2,6,8]"},
    {"0.10.2", "x=2 y=4", "a f32[3,2,4,8]; ka f32[3,6,4,3]",
     "p = jax.vmap(lambda q, r: lax.conv(q, r, (1,), 'SAME'))(a, ka)", "p f32[3,2,6,8]"},
    {"0.10.2", "x=2 y=4", "",
     "p = jax.vmap(lambda q, r: lax.conv(q, r, (1,), 'SAME'), in_axes=(1, 2))(jnp.ones((2, 3, 4, "
     "8)), jnp.ones((6, 4, 3, 3)))",
     "p f32[3,2,6,8]"},
    {"0.10.2", "x=2 y=4", "k f32[6,4,3]",
     "p = jax.vmap(jax.vmap(lambda q: lax.conv(q, k, (1,), 'SAME')))(jnp.ones((5, 3, 2, 4, 8)))",
     "p f32[5,3,2,6,8]"},
    {"0.10.2", "x=2 y=4", "a f32[3,2,4,8]; ka f32[3,6,4,3]",
     "p = jax.vmap(jax.vmap(lambda q, r: lax.conv(q, r, (1,), 'SAME'), in_axes=(0, None)), "
     "in_axes=(None, 0))(a, ka)",
     "p f32[3,3,2,6,8]"},
    {"0.10.2", "x=2 y=4", "a f32[3,2,4,8]; k f32[6,4,3]",
     "p = jax.vmap(lambda q: lax.conv_general_dilated(q, k, (1,), 'SAME', lhs_dilation=(2,)))(a)",
     "ValueError: String padding is not implemented for transposed convolution using "
     "this op. Please either exactly specify the required padding or use "
     "conv_transpose."},
    {"0.10.2", "x=2 y=4", "a f32[3,2,4,8]; k f32[6,4,3]",
     "p = jax.vmap(lambda q: lax.conv_general_dilated(q, k, (1,), 'VALID', rhs_dilation=(2,)))(a)",
     "p f32[3,2,6,4]"},
    {"0.10.2", "x=2 y=4", "",
     "p = jax.vmap(lambda q: lax.conv_general_dilated(q, jnp.ones((3, 4, 6)), (1,), 'SAME', "
     "dimension_numbers=('NWC', 'WIO', 'NWC')))(jnp.ones((3, 2, 8, 4)))",
     "p f32[3,2,8,6]"},
};

/* A mapped input joins the batch, a mapped kernel the output features, and both the feature groups.
 */
Test(convolution_batch, map_either_operand)
{
	testing_programs(mapped, ROWS(mapped));
}

static const struct program_case grouped[] = {
    {"0.10.2", "x=2 y=4", "a f32[3,2,4,8]; g f32[6,2,3]",
     "p = jax.vmap(lambda q: lax.conv_general_dilated(q, g, (1,), 'SAME', "
     "feature_group_count=2))(a)",
     "p f32[3,2,6,8]"},
    {"0.10.2", "x=2 y=4", "ga f32[3,6,2,3]; a3 f32[2,4,8]",
     "p = jax.vmap(lambda q: lax.conv_general_dilated(a3, q, (1,), 'SAME', "
     "feature_group_count=2))(ga)",
     "p f32[3,2,6,8]"},
    {"0.10.2", "x=2 y=4", "a f32[3,2,4,8]; ga f32[3,6,2,3]",
     "p = jax.vmap(lambda q, r: lax.conv_general_dilated(q, r, (1,), 'SAME', "
     "feature_group_count=2))(a, ga)",
     "p f32[3,2,6,8]"},
    {"0.10.2", "x=2 y=4", "b f32[3,4,4,8]; h f32[6,4,3]",
     "p = jax.vmap(lambda q: lax.conv_general_dilated(q, h, (1,), 'SAME', batch_group_count=2))(b)",
     "p f32[3,2,6,8]"},
    {"0.10.2", "x=2 y=4", "ha f32[3,6,4,3]",
     "p = jax.vmap(lambda q: lax.conv_general_dilated(jnp.ones((4, 4, 8)), q, (1,), 'SAME', "
     "batch_group_count=2))(ha)",
     "p f32[3,2,6,8]"},
    {"0.10.2", "x=2 y=4", "b f32[3,4,4,8]; ha f32[3,6,4,3]",
     "p = jax.vmap(lambda q, r: lax.conv_general_dilated(q, r, (1,), 'SAME', "
     "batch_group_count=2))(b, ha)",
     "p f32[3,2,6,8]"},
};

/* Groups of features and of the batch keep the mapped dimension apart from the groups. */
Test(convolution_batch, map_grouped_convolutions)
{
	testing_programs(grouped, ROWS(grouped));
}

static const struct program_case empty[] = {
    {"0.10.2", "x=2 y=4", "",
     "p = jax.vmap(lambda q, r: lax.conv(q, r, (1,), 'SAME'))(jnp.ones((0, 2, 4, 8)), jnp.ones((0, "
     "6, 4, 3)))",
     "p f32[0,2,6,8]"},
    {"0.10.2", "x=2 y=4", "",
     "p = jax.vmap(lambda q: lax.conv(q, jnp.ones((6, 4, 3)), (1,), 'SAME'))(jnp.ones((0, 2, 4, "
     "8)))",
     "p f32[0,2,6,8]"},
    {"0.10.2", "x=2 y=4", "",
     "p = jax.vmap(lambda q: lax.conv(jnp.ones((2, 4, 8)), q, (1,), 'SAME'))(jnp.ones((0, 6, 4, "
     "3)))",
     "p f32[0,2,6,8]"},
    {"0.10.2", "x=2 y=4", "",
     "p = lax.conv(jnp.ones((0, 4, 8)), jnp.ones((6, 4, 3)), (1,), 'SAME')", "p f32[0,6,8]"},
    {"0.10.2", "x=2 y=4", "",
     "p = lax.conv(jnp.ones((2, 0, 8)), jnp.ones((6, 0, 3)), (1,), 'SAME')", "p f32[2,6,8]"},
    {"0.10.2", "x=2 y=4", "",
     "p = lax.conv(jnp.ones((2, 4, 0)), jnp.ones((6, 4, 3)), (1,), 'SAME')", "p f32[2,6,0]"},
    {"0.10.2", "x=2 y=4", "",
     "p = lax.conv(jnp.ones((2, 4, 2)), jnp.ones((6, 4, 3)), (1,), 'VALID')", "p f32[2,6,0]"},
};

/* Without examples there is nothing to convolve, but the type is there. */
Test(convolution_batch, map_no_examples)
{
	testing_programs(empty, ROWS(empty));
}

static const struct program_case sharded[] = {
    {"0.6.0", "x=2 y=4", "a f32[4@x,2,4,8]; k f32[6,4,3]",
     "p = jax.vmap(lambda q: lax.conv(q, k, (1,), 'SAME'))(a)",
     "ShardingTypeError: sharding rule for conv_general_dilated is not implemented. "
     "Please file a bug at https://github.com/jax-ml/jax/issues. You can work around "
     "this error by dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.8.2", "x=2 y=4", "a f32[4@x,2,4,8]; k f32[6,4,3]",
     "p = jax.vmap(lambda q: lax.conv(q, k, (1,), 'SAME'))(a)", "p f32[4@x,2,6,8]"},
    {"0.6.0", "x=2 y=4", "k f32[6,4,3]; b f32[4,2@x,4,8]",
     "p = jax.vmap(lambda q: lax.conv(q, k, (1,), 'SAME'))(b)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `sharding` argument of jax.lax.reshape. Got operand shape: "
     "(4, 2, 4, 8), new sizes: (8, 4, 8) and operand spec: PartitionSpec(None, 'x', "
     "None, None)"},
    {"0.8.2", "x=2 y=4", "k f32[6,4,3]; b f32[4,2@x,4,8]",
     "p = jax.vmap(lambda q: lax.conv(q, k, (1,), 'SAME'))(b)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[4,2@x,4,8], new sizes: (8, 4, 8)"},
    {"0.6.0", "x=2 y=4", "k f32[6,4,3]; c f32[4,8@y,4,8]",
     "p = jax.vmap(lambda q: lax.conv(q, k, (1,), 'SAME'))(c)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `sharding` argument of jax.lax.reshape. Got operand shape: "
     "(4, 8, 4, 8), new sizes: (32, 4, 8) and operand spec: PartitionSpec(None, 'y', "
     "None, None)"},
    {"0.8.2", "x=2 y=4", "k f32[6,4,3]; c f32[4,8@y,4,8]",
     "p = jax.vmap(lambda q: lax.conv(q, k, (1,), 'SAME'))(c)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[4,8@y,4,8], new sizes: (32, 4, 8)"},
    {"0.6.0", "x=2 y=4", "ka f32[4@x,6,4,3]; a3 f32[2,4,8]",
     "p = jax.vmap(lambda q: lax.conv(a3, q, (1,), 'SAME'))(ka)",
     "ShardingTypeError: sharding rule for conv_general_dilated is not implemented. "
     "Please file a bug at https://github.com/jax-ml/jax/issues. You can work around "
     "this error by dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.8.2", "x=2 y=4", "ka f32[4@x,6,4,3]; a3 f32[2,4,8]",
     "p = jax.vmap(lambda q: lax.conv(a3, q, (1,), 'SAME'))(ka)",
     "ShardingTypeError: Please specify the output sharding via `out_sharding` "
     "parameter of `conv_general_dilated`"},
    {"0.6.0", "x=2 y=4", "a f32[4@x,2,4,8]; ka f32[4@x,6,4,3]",
     "p = jax.vmap(lambda q, r: lax.conv(q, r, (1,), 'SAME'))(a, ka)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand "
     "shape: (4, 2, 4, 8), new sizes: (2, 16, 8) and operand spec: PartitionSpec('x', "
     "None, None, None)"},
    {"0.8.2", "x=2 y=4", "a f32[4@x,2,4,8]; ka f32[4@x,6,4,3]",
     "p = jax.vmap(lambda q, r: lax.conv(q, r, (1,), 'SAME'))(a, ka)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[4@x,2,4,8], new sizes: (2, 16, 8)"},
    {"0.6.0", "x=2 y=4", "a f32[4@x,2,4,8]",
     "p = jax.vmap(lambda q, r: lax.conv(q, r, (1,), 'SAME'))(a, jnp.ones((4, 6, 4, 3)))",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.10.2", "x=2 y=4", "a f32[4@x,2,4,8]; k f32[6,4,3]",
     "p = jax.vmap(lambda q: lax.conv_general_dilated(q, k, (1,), 'SAME', out_sharding=P()))(a)",
     "IndexError: tuple index out of range"},
    {"0.10.2", "x=2 y=4", "k f32[6,4,3]; c f32[4,8@y,4,8]",
     "p = jax.vmap(lambda q: lax.conv_general_dilated(q, k, (1,), 'SAME', out_sharding=P('y')))(c)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[4,8@y,4,8], new sizes: (32, 4, 8)"},
    {"0.10.2", "x=2 y=4", "k f32[6,4,3]",
     "p = jax.vmap(lambda q: lax.conv_general_dilated(q, k, (1,), 'SAME', out_sharding=P(None, "
     "'x')))(jnp.ones((4, 2, 4, 8)))",
     "p f32[4,2,6@x,8]"},
    {"0.10.2", "x=2 y=4", "ka f32[4@x,6,4,3]; a3 f32[2,4,8]",
     "p = jax.vmap(lambda q: lax.conv_general_dilated(a3, q, (1,), 'SAME', out_sharding=P()))(ka)",
     "IndexError: tuple index out of range"},
    {"0.10.2", "x=2 y=4", "a f32[4@x,2,4,8]; ka f32[4@x,6,4,3]",
     "p = jax.vmap(lambda q, r: lax.conv_general_dilated(q, r, (1,), 'SAME', out_sharding=P()))(a, "
     "ka)",
     "ShardingTypeError: This reshape is not supported. Please specify the sharding of "
     "the output via the `out_sharding` argument of jax.lax.reshape. Got operand type: "
     "float32[4@x,2,4,8], new sizes: (2, 16, 8)"},
    {"0.10.2", "x=2 auto y=4", "a f32[4@x,2,4,8]; k f32[6,4,3]",
     "p = jax.vmap(lambda q: lax.conv(q, k, (1,), 'SAME'))(a)", "p f32[4@x,2,6,8]"},
    {"0.10.2", "auto x=2 y=4", "a f32[4,2,4,8]; ka f32[4,6,4,3]",
     "p = jax.vmap(lambda q, r: lax.conv(q, r, (1,), 'SAME'))(a, ka)", "p f32[4,2,6,8]"},
};

/* What a sharded mapped dimension comes to where it joins another one. */
Test(convolution_batch, map_over_a_mesh_axis)
{
	testing_programs(sharded, ROWS(sharded));
}

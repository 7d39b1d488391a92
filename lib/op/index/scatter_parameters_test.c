/* SPDX-License-Identifier: Apache-2.0 */
/* lax.scatter and its kin: dimension numbers, updates, dtypes and vmap.
 * Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case numbers[] = {
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)))",
     "p f32[5,7]"},
    {"0.6.0", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)))",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter_add(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)))",
     "p f32[5,7]"},
    {"0.6.0", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter_add(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)))",
     "ShardingTypeError: sharding rule for scatter-add is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter_max(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)))",
     "p f32[5,7]"},
    {"0.6.0", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter_max(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)))",
     "ShardingTypeError: sharding rule for scatter-max is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter_mul(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)))",
     "p f32[5,7]"},
    {"0.6.0", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter_mul(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)))",
     "ShardingTypeError: sharding rule for scatter-mul is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1, 0), inserted_window_dims=(), scatter_dims_to_operand_dims=(0,)))",
     "TypeError: Updates tensor must be of rank 3; got 2."},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1, 1), inserted_window_dims=(), scatter_dims_to_operand_dims=(0,)))",
     "TypeError: Updates tensor must be of rank 3; got 2."},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(2,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)))",
     "TypeError: Invalid update_window_dims set in scatter op; valid range is [0, 2); "
     "got: 2."},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(2,), scatter_dims_to_operand_dims=(0,)))",
     "TypeError: Invalid inserted_window_dims set in scatter op; valid range is [0, "
     "2); got: 2."},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(0, 0), scatter_dims_to_operand_dims=(0,)))",
     "TypeError: inserted_window_dims in scatter op must not repeat; got: (0, 0)."},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(), scatter_dims_to_operand_dims=(0,)))",
     "TypeError: Scatter op has window of size 1; doesn't match operand of rank 2."},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0, 1)))",
     "TypeError: Scatter op has 2 elements in scatter_dims_to_operand_dims and the "
     "bound of dimension index_vector_dim=1 of indices is 1. These two numbers must be "
     "equal"},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(3,)))",
     "TypeError: Invalid scatter_dims_to_operand_dims mapping; domain is [0, 2), got: "
     "0->3."},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter(jnp.ones((5, 7)), jnp.zeros((3, 2), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0, 0)))",
     "TypeError: scatter_dims_to_operand_dims in scatter op must not repeat; got: (0, "
     "0)."},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 8)), "
     "D(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)))",
     "TypeError: Bounds of the window dimensions of updates must not exceed the bounds "
     "of the corresponding dimensions of operand. For dimension 1, updates bound is 8, "
     "operand bound is 7."},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((4, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)))",
     "TypeError: Bounds of the scatter dimensions of updates must be the same as the "
     "bounds of the corresponding dimensions of scatter indices. For scatter dimension "
     "0, updates bound is 4, indices bound is 3."},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones(3), "
     "D(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)))",
     "TypeError: Updates tensor must be of rank 2; got 1."},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter(jnp.ones((5, 7)), jnp.zeros((3, 1)), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)))",
     "ValueError: indices must have an integer type"},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7), jnp.int32), "
     "D(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)))",
     "TypeError: lax.scatter requires arguments to have the same dtypes, got float32, "
     "int32."},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter_add(jnp.ones((5, 7), jnp.bool_), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, "
     "7), jnp.bool_), D(update_window_dims=(1,), inserted_window_dims=(0,), "
     "scatter_dims_to_operand_dims=(0,)))",
     "TypeError: add does not accept dtype bool at position 0. Accepted dtypes at "
     "position 0 are subtypes of integer, floating, complexfloating."},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)), "
     "mode='bogus')",
     "ValueError: Unknown gather mode \"bogus\""},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter_apply(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.sin, "
     "D(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)), "
     "update_shape=(3, 7))",
     "p f32[5,7]"},
    {"0.6.0", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter_apply(jnp.ones((5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.sin, "
     "D(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)), "
     "update_shape=(3, 7))",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter_add(jnp.ones((3, 5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(1,), scatter_dims_to_operand_dims=(1,), "
     "operand_batching_dims=(0,), scatter_indices_batching_dims=(0,)))",
     "p f32[3,5,7]"},
    {"0.6.0", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter_add(jnp.ones((3, 5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(1,), scatter_dims_to_operand_dims=(1,), "
     "operand_batching_dims=(0,), scatter_indices_batching_dims=(0,)))",
     "ShardingTypeError: sharding rule for scatter-add is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter_add(jnp.ones((4, 5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(1,), scatter_dims_to_operand_dims=(1,), "
     "operand_batching_dims=(0,), scatter_indices_batching_dims=(0,)))",
     "TypeError: Scatter op requires operand batching dimensions and indices batching "
     "dimensions to have the same shape, got (4,) and (3,)."},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter_add(jnp.ones((3, 5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(0, 1), scatter_dims_to_operand_dims=(1,), "
     "operand_batching_dims=(0,), scatter_indices_batching_dims=(0,)))",
     "TypeError: inserted_window_dims and operand_batching_dims in scatter op must be "
     "disjoint; got: (0, 1) and (0,)."},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers\n"
     "p = lax.scatter_add(jnp.ones((3, 5, 7)), jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D(update_window_dims=(1,), inserted_window_dims=(1,), scatter_dims_to_operand_dims=(0,), "
     "operand_batching_dims=(0,), scatter_indices_batching_dims=(0,)))",
     "TypeError: scatter_dims_to_operand_dims and operand_batching_dims in scatter op "
     "must be disjoint; got: (0,) and (0,)."},
};

/* Dimension numbers fit the operand, the indices and the updates. */
Test(scatter_parameters, refuse_dimension_numbers)
{
	testing_programs(numbers, ROWS(numbers));
}

static const struct program_case mapped[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,5,7]; i i32[8@x,3,1]; u f32[8@x,3,7]",
     "D = lax.ScatterDimensionNumbers(update_window_dims=(1,), inserted_window_dims=(0,), "
     "scatter_dims_to_operand_dims=(0,))\n"
     "p = jax.vmap(lambda q, r, s: lax.scatter_add(q, r, s, D))(a, i, u)",
     "p f32[8@x,5,7]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,5,7]; i i32[8@x,3,1]; u f32[8@x,3,7]",
     "D = lax.ScatterDimensionNumbers(update_window_dims=(1,), inserted_window_dims=(0,), "
     "scatter_dims_to_operand_dims=(0,))\n"
     "p = jax.vmap(lambda q, r, s: lax.scatter_add(q, r, s, D))(a, i, u)",
     "ShardingTypeError: sharding rule for scatter-add is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,5,7]",
     "D = lax.ScatterDimensionNumbers(update_window_dims=(1,), inserted_window_dims=(0,), "
     "scatter_dims_to_operand_dims=(0,))\n"
     "p = jax.vmap(lambda q: lax.scatter_add(q, jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D))(a)",
     "p f32[8@x,5,7]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,5,7]",
     "D = lax.ScatterDimensionNumbers(update_window_dims=(1,), inserted_window_dims=(0,), "
     "scatter_dims_to_operand_dims=(0,))\n"
     "p = jax.vmap(lambda q: lax.scatter_add(q, jnp.zeros((3, 1), jnp.int32), jnp.ones((3, 7)), "
     "D))(a)",
     "ShardingTypeError: sharding rule for scatter-add is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.10.2", "x=2 y=4", "i i32[8@x,3,1]; w f32[5,7]",
     "D = lax.ScatterDimensionNumbers(update_window_dims=(1,), inserted_window_dims=(0,), "
     "scatter_dims_to_operand_dims=(0,))\n"
     "p = jax.vmap(lambda r: lax.scatter(w, r, jnp.ones((3, 7)), D))(i)",
     "p f32[8@x,5,7]"},
    {"0.6.0", "x=2 y=4", "i i32[8@x,3,1]; w f32[5,7]",
     "D = lax.ScatterDimensionNumbers(update_window_dims=(1,), inserted_window_dims=(0,), "
     "scatter_dims_to_operand_dims=(0,))\n"
     "p = jax.vmap(lambda r: lax.scatter(w, r, jnp.ones((3, 7)), D))(i)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.10.2", "x=2 y=4", "w f32[5,7]; u f32[8@x,3,7]",
     "D = lax.ScatterDimensionNumbers(update_window_dims=(1,), inserted_window_dims=(0,), "
     "scatter_dims_to_operand_dims=(0,))\n"
     "p = jax.vmap(lambda s: lax.scatter(w, jnp.zeros((3, 1), jnp.int32), s, D))(u)",
     "p f32[8@x,5,7]"},
    {"0.6.0", "x=2 y=4", "w f32[5,7]; u f32[8@x,3,7]",
     "D = lax.ScatterDimensionNumbers(update_window_dims=(1,), inserted_window_dims=(0,), "
     "scatter_dims_to_operand_dims=(0,))\n"
     "p = jax.vmap(lambda s: lax.scatter(w, jnp.zeros((3, 1), jnp.int32), s, D))(u)",
     "ShardingTypeError: sharding rule for scatter is not implemented. Please file a "
     "bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.10.2", "x=2 y=4", "u f32[8@x,3,7]; v f32[5,8@x,7]",
     "D = lax.ScatterDimensionNumbers(update_window_dims=(1,), inserted_window_dims=(0,), "
     "scatter_dims_to_operand_dims=(0,))\n"
     "p = jax.vmap(lambda q, s: lax.scatter_mul(q, jnp.zeros((3, 1), jnp.int32), s, D), "
     "in_axes=(1, 0), out_axes=1)(v, u)",
     "p f32[5,8@x,7]"},
    {"0.6.0", "x=2 y=4", "u f32[8@x,3,7]; v f32[5,8@x,7]",
     "D = lax.ScatterDimensionNumbers(update_window_dims=(1,), inserted_window_dims=(0,), "
     "scatter_dims_to_operand_dims=(0,))\n"
     "p = jax.vmap(lambda q, s: lax.scatter_mul(q, jnp.zeros((3, 1), jnp.int32), s, D), "
     "in_axes=(1, 0), out_axes=1)(v, u)",
     "ShardingTypeError: sharding rule for scatter-mul is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.10.2", "x=2 y=4", "a f32[8@x,5,7]; i i32[8@x,3,1]",
     "D = lax.ScatterDimensionNumbers(update_window_dims=(1,), inserted_window_dims=(0,), "
     "scatter_dims_to_operand_dims=(0,))\n"
     "p = jax.vmap(lambda q, r: lax.scatter_min(q, r, jnp.ones((3, 7)), D))(a, i)",
     "p f32[8@x,5,7]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,5,7]; i i32[8@x,3,1]",
     "D = lax.ScatterDimensionNumbers(update_window_dims=(1,), inserted_window_dims=(0,), "
     "scatter_dims_to_operand_dims=(0,))\n"
     "p = jax.vmap(lambda q, r: lax.scatter_min(q, r, jnp.ones((3, 7)), D))(a, i)",
     "ShardingTypeError: sharding rule for scatter-min is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers(update_window_dims=(1,), inserted_window_dims=(0,), "
     "scatter_dims_to_operand_dims=(0,))\n"
     "p = jax.vmap(jax.vmap(lambda q, r: lax.scatter_add(q, r, jnp.ones((3, 7)), D)))(jnp.ones((6, "
     "8, 5, 7)), jnp.zeros((6, 8, 3, 1), jnp.int32))",
     "p f32[6,8,5,7]"},
    {"0.6.0", "x=2 y=4", "",
     "D = lax.ScatterDimensionNumbers(update_window_dims=(1,), inserted_window_dims=(0,), "
     "scatter_dims_to_operand_dims=(0,))\n"
     "p = jax.vmap(jax.vmap(lambda q, r: lax.scatter_add(q, r, jnp.ones((3, 7)), D)))(jnp.ones((6, "
     "8, 5, 7)), jnp.zeros((6, 8, 3, 1), jnp.int32))",
     "ShardingTypeError: sharding rule for scatter-add is not implemented. Please file "
     "a bug at https://github.com/jax-ml/jax/issues. You can work around this error by "
     "dropping that operation into full auto sharding mode via: "
     "`jax.experimental.shard.auto_axes(fun, out_shardings=...)`"},
};

/* vmap of scatter by its operand, its indices and its updates. */
Test(scatter_parameters, map_scatters)
{
	testing_programs(mapped, ROWS(mapped));
}

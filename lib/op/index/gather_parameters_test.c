/* SPDX-License-Identifier: Apache-2.0 */
/* lax.gather and its dimension numbers: what they have to be, and what vmap and shardings make of
 * them. Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case numbers[] = {
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i, D(offset_dims=(1,), collapsed_slice_dims=(0, 1), start_index_map=(0, "
     "1)), (1, 1, 7))",
     "p f32[3,7]"},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; j i32[3,1]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, j, D(offset_dims=(1, 2), collapsed_slice_dims=(0,), start_index_map=(0,)), "
     "(1, 6, 7))",
     "p f32[3,6,7]"},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; j i32[3,1]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, j, D(offset_dims=(0, 1, 2), collapsed_slice_dims=(), "
     "start_index_map=(1,)), (5, 2, 7))",
     "p f32[5,2,7,3]"},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i, D(offset_dims=(2, 1), collapsed_slice_dims=(0,), start_index_map=(0, "
     "1)), (1, 6, 7))",
     "TypeError: offset_dims in gather op must be sorted; got (2, 1)"},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i, D(offset_dims=(1, 1), collapsed_slice_dims=(0,), start_index_map=(0, "
     "1)), (1, 6, 7))",
     "TypeError: offset_dims in gather op must not repeat; got: (1, 1)."},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i, D(offset_dims=(1, 5), collapsed_slice_dims=(0,), start_index_map=(0, "
     "1)), (1, 6, 7))",
     "TypeError: Offset dimension 1 in gather op is out of bounds; got 5, but should "
     "have been in [0, 3)"},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i, D(offset_dims=(-1, 1), collapsed_slice_dims=(0,), start_index_map=(0, "
     "1)), (1, 6, 7))",
     "TypeError: Offset dimension 0 in gather op is out of bounds; got -1, but should "
     "have been in [0, 3)"},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i, D(offset_dims=(1,), collapsed_slice_dims=(1, 0), start_index_map=(0, "
     "1)), (1, 1, 7))",
     "TypeError: collapsed_slice_dims in gather op must be sorted; got (1, 0)"},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i, D(offset_dims=(1,), collapsed_slice_dims=(0, 0), start_index_map=(0, "
     "1)), (1, 1, 7))",
     "TypeError: collapsed_slice_dims in gather op must not repeat; got: (0, 0)."},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i, D(offset_dims=(1,), collapsed_slice_dims=(0, 4), start_index_map=(0, "
     "1)), (1, 1, 7))",
     "TypeError: Invalid collapsed_slice_dims set in gather op; valid range is [0, 3); "
     "got: 4."},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i, D(offset_dims=(1,), collapsed_slice_dims=(0, 1), start_index_map=(0, "
     "0)), (1, 1, 7))",
     "TypeError: start_index_map in gather op must not repeat; got: (0, 0)."},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i, D(offset_dims=(1,), collapsed_slice_dims=(0, 1), start_index_map=(0, "
     "4)), (1, 1, 7))",
     "TypeError: Invalid start_index_map; domain is [0, 3), got: 1->4."},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i, D(offset_dims=(1,), collapsed_slice_dims=(0, 1), start_index_map=(0,)), "
     "(1, 1, 7))",
     "TypeError: Gather op has 1 elements in start_index_map and the bound of "
     "dimension index_vector_dim=1 of indices is 2. These two numbers must be equal."},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i, D(offset_dims=(1,), collapsed_slice_dims=(0,), start_index_map=(0, 1)), "
     "(1, 1, 7))",
     "TypeError: All components of the offset index in a gather op must either be a "
     "offset dimension or explicitly collapsed/batching; got len(slice_sizes)=3, "
     "output_slice_sizes=(1,), collapsed_slice_dims=(0,), operand_batching_dims=()."},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i, D(offset_dims=(1,), collapsed_slice_dims=(0, 1), start_index_map=(0, "
     "1)), (1, 7))",
     "TypeError: Gather op must have one slice size for every input dimension; got: "
     "len(slice_sizes)=2, input_shape.rank=3"},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i, D(offset_dims=(1,), collapsed_slice_dims=(0, 1), start_index_map=(0, "
     "1)), (1, 1, 8))",
     "TypeError: Slice size at index 2 in gather op is out of range, must be within "
     "[0, 7 + 1), got 8."},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i, D(offset_dims=(1,), collapsed_slice_dims=(0, 1), start_index_map=(0, "
     "1)), (1, 2, 7))",
     "TypeError: Gather op can only collapse slice dims with bound 1, but bound is 2 "
     "for index 1 at position 1."},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i, D(offset_dims=(1,), collapsed_slice_dims=(0, 1), start_index_map=(0, "
     "1)), (1, 1, -1))",
     "TypeError: Slice size at index 2 in gather op is out of range, must be within "
     "[0, 7 + 1), got -1."},
    {"0.10.2", "x=2 y=4", "j i32[3,1]; b f32[3,6,7]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(b, j, D(offset_dims=(1,), collapsed_slice_dims=(1,), start_index_map=(1,), "
     "operand_batching_dims=(0,), start_indices_batching_dims=(0,)), (1, 1, 7))",
     "p f32[3,7]"},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; j i32[3,1]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, j, D(offset_dims=(1,), collapsed_slice_dims=(1,), start_index_map=(1,), "
     "operand_batching_dims=(0,), start_indices_batching_dims=(0,)), (1, 1, 7))",
     "TypeError: Gather op requires operand batching dimensions and indices batching "
     "dimensions to have the same shape, got (5,) and (3,)."},
    {"0.10.2", "x=2 y=4", "j i32[3,1]; b f32[3,6,7]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(b, j, D(offset_dims=(1,), collapsed_slice_dims=(0, 1), start_index_map=(1,), "
     "operand_batching_dims=(0,), start_indices_batching_dims=(0,)), (1, 1, 7))",
     "TypeError: collapsed_slice_dims and operand_batching_dims in gather op must be "
     "disjoint; got: (0, 1) and (0,)."},
    {"0.10.2", "x=2 y=4", "j i32[3,1]; b f32[3,6,7]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(b, j, D(offset_dims=(1,), collapsed_slice_dims=(1,), start_index_map=(0,), "
     "operand_batching_dims=(0,), start_indices_batching_dims=(0,)), (1, 1, 7))",
     "TypeError: start_index_map and operand_batching_dims in gather op must be "
     "disjoint; got: (0,) and (0,)."},
    {"0.10.2", "x=2 y=4", "j i32[3,1]; b f32[3,6,7]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(b, j, D(offset_dims=(1,), collapsed_slice_dims=(1,), start_index_map=(1,), "
     "operand_batching_dims=(0,), start_indices_batching_dims=()), (1, 1, 7))",
     "TypeError: Gather op requires equal numbers of operand_batching_dims and "
     "start_indices_batching_dims, got (0,) and()."},
    {"0.10.2", "x=2 y=4", "j i32[3,1]; b f32[3,6,7]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(b, j, D(offset_dims=(1,), collapsed_slice_dims=(1,), start_index_map=(1,), "
     "operand_batching_dims=(0,), start_indices_batching_dims=(1,)), (1, 1, 7))",
     "TypeError: Gather op cannot have the index vector dimension as a batching "
     "dimension; got (1,)."},
    {"0.10.2", "x=2 y=4", "j i32[3,1]; b f32[3,6,7]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(b, j, D(offset_dims=(1,), collapsed_slice_dims=(1,), start_index_map=(1,), "
     "operand_batching_dims=(0,), start_indices_batching_dims=(2,)), (1, 1, 7))",
     "TypeError: Invalid start_indices_batching_dims set in gather op; valid range is "
     "[0, 2); got: 2."},
    {"0.10.2", "x=2 y=4", "j i32[3,1]; b f32[3,6,7]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(b, j, D(offset_dims=(1,), collapsed_slice_dims=(1,), start_index_map=(1,), "
     "operand_batching_dims=(0,), start_indices_batching_dims=(0,)), (2, 1, 7))",
     "TypeError: Gather op can only have operand batching dims with bound 0/1, but "
     "bound is 2 for index 0 at position 0."},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i.astype(jnp.float32), D(offset_dims=(1,), collapsed_slice_dims=(0, 1), "
     "start_index_map=(0, 1)), (1, 1, 7))",
     "ValueError: indices must have an integer type"},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i, D(offset_dims=(1,), collapsed_slice_dims=(0, 1), start_index_map=(0, "
     "1)), (1, 1, 7), mode='bogus')",
     "ValueError: Unknown gather mode \"bogus\""},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i, D(offset_dims=(1,), collapsed_slice_dims=(0, 1), start_index_map=(0, "
     "1)), (1, 1, 7), mode='fill', fill_value=2)",
     "p f32[3,7]"},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i[0], D(offset_dims=(0,), collapsed_slice_dims=(0, 1), start_index_map=(0, "
     "1)), (1, 1, 7))",
     "p f32[7]"},
    {"0.10.2", "x=2 y=4", "a f32[5,6,7]; i i32[3,2]",
     "D = lax.GatherDimensionNumbers\n"
     "p = lax.gather(a, i[0, 0], D(offset_dims=(0,), collapsed_slice_dims=(0, 1), "
     "start_index_map=(0, 1)), (1, 1, 7))",
     "TypeError: Gather index leaf dimension must be within [0, rank(indices) + 1). "
     "rank(indices) is 0 and gather index leaf dimension is -1."},
};

/* Dimension numbers are sorted, unique, in range, disjoint, and fit the shapes. */
Test(gather_parameters, refuse_dimension_numbers)
{
	testing_programs(numbers, ROWS(numbers));
}

static const struct program_case mapped[] = {
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,7]; i i32[8@x,3,1]",
     "D = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0,), "
     "start_index_map=(0,))\n"
     "p = jax.vmap(lambda q, r: lax.gather(q, r, D, (1, 7)))(a, i)",
     "p f32[8@x,3,7]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,7]; i i32[8@x,3,1]",
     "D = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0,), "
     "start_index_map=(0,))\n"
     "p = jax.vmap(lambda q, r: lax.gather(q, r, D, (1, 7)))(a, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,7]",
     "D = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0,), "
     "start_index_map=(0,))\n"
     "p = jax.vmap(lambda q: lax.gather(q, jnp.zeros((3, 1), jnp.int32), D, (1, 7)))(a)",
     "p f32[8@x,3,7]"},
    {"0.6.0", "x=2 y=4", "a f32[8@x,6,7]",
     "D = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0,), "
     "start_index_map=(0,))\n"
     "p = jax.vmap(lambda q: lax.gather(q, jnp.zeros((3, 1), jnp.int32), D, (1, 7)))(a)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.10.2", "x=2 y=4", "i i32[8@x,3,1]; w f32[6,7]",
     "D = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0,), "
     "start_index_map=(0,))\n"
     "p = jax.vmap(lambda r: lax.gather(w, r, D, (1, 7)))(i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[6,7]), indices=ShapedArray(int32[8@x,3,1])"},
    {"0.6.0", "x=2 y=4", "i i32[8@x,3,1]; w f32[6,7]",
     "D = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0,), "
     "start_index_map=(0,))\n"
     "p = jax.vmap(lambda r: lax.gather(w, r, D, (1, 7)))(i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.10.2", "x=2 y=4", "i i32[8@x,3,1]; v f32[6,8@x,7]",
     "D = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0,), "
     "start_index_map=(0,))\n"
     "p = jax.vmap(lambda q, r: lax.gather(q, r, D, (1, 7)), in_axes=(1, 0), out_axes=1)(v, i)",
     "p f32[3,8@x,7]"},
    {"0.6.0", "x=2 y=4", "i i32[8@x,3,1]; v f32[6,8@x,7]",
     "D = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0,), "
     "start_index_map=(0,))\n"
     "p = jax.vmap(lambda q, r: lax.gather(q, r, D, (1, 7)), in_axes=(1, 0), out_axes=1)(v, i)",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing."},
    {"0.10.2", "x=2 y=4", "a f32[8@x,6,7]; u i32[8,3,1]",
     "D = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0,), "
     "start_index_map=(0,))\n"
     "p = jax.vmap(lambda q, r: lax.gather(q, r, D, (1, 7)))(a, u)",
     "ValueError: Mapped away dimension of inputs passed to vmap should be sharded the "
     "same. Got inconsistent axis specs: x vs None"},
    {"0.10.2", "x=2 y=4", "i i32[8@x,3,1]; w f32[6,7]",
     "D = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0,), "
     "start_index_map=(0,))\n"
     "p = jax.vmap(lambda r: lax.gather(w, r, D, (1, 7)), in_axes=1, out_axes=2)(i[0])",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisible by "
     "mesh axes (2) with spec (x) is not implemented. Got input type=i32[8@x,3,1] and "
     "output shape=(1, 3, 1)"},
    {"0.6.0", "x=2 y=4", "i i32[8@x,3,1]; w f32[6,7]",
     "D = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0,), "
     "start_index_map=(0,))\n"
     "p = jax.vmap(lambda r: lax.gather(w, r, D, (1, 7)), in_axes=1, out_axes=2)(i[0])",
     "ShardingTypeError: slicing on sharded dims where out dim (1) is not divisble by "
     "mesh axes (2) with spec (x) is not implemented."},
    {"0.10.2", "x=2 y=4", "",
     "D = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0,), "
     "start_index_map=(0,))\n"
     "p = jax.vmap(jax.vmap(lambda q, r: lax.gather(q, r, D, (1, 7))))(jnp.ones((5, 8, 6, 7)), "
     "jnp.zeros((5, 8, 3, 1), jnp.int32))",
     "p f32[5,8,3,7]"},
    {"0.10.2", "x=2 y=4", "u i32[8,3,1]",
     "D = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0,), "
     "start_index_map=(0,))\n"
     "p = jax.vmap(jax.vmap(lambda q, r: lax.gather(q, r, D, (1, 7)), in_axes=(0, None)), "
     "in_axes=(None, 0))(jnp.ones((5, 6, 7)), u)",
     "p f32[8,5,3,7]"},
};

/* vmap of gather by its operand, its indices, or both. */
Test(gather_parameters, map_gathers)
{
	testing_programs(mapped, ROWS(mapped));
}

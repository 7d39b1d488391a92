/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=2", "x f32[6]; i i32[1]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(),\n"
     "    collapsed_slice_dims=(0,),\n"
     "    start_index_map=(0,),\n"
     "    operand_batching_dims=(),\n"
     "    start_indices_batching_dims=())\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(1,), mode='clip')",
     "out f32[]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[4]; i i32[8,1]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(0,),\n"
     "    collapsed_slice_dims=(),\n"
     "    start_index_map=(0,),\n"
     "    operand_batching_dims=(),\n"
     "    start_indices_batching_dims=())\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(4,), mode='fill')",
     "out f32[4,8]"},
    {"0.10.2", "data=2 model=4", "x f32[3,8]; i i32[2,4,1]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(2,),\n"
     "    collapsed_slice_dims=(1,),\n"
     "    start_index_map=(1,),\n"
     "    operand_batching_dims=(),\n"
     "    start_indices_batching_dims=())\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(3, 1), mode='clip')",
     "out f32[2,4,3]"},
    {"0.10.2", "x=3", "x f32[4,2,2]; i i32[8,2]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(1, 2, 3),\n"
     "    collapsed_slice_dims=(),\n"
     "    start_index_map=(0, 2),\n"
     "    operand_batching_dims=(),\n"
     "    start_indices_batching_dims=())\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(4, 2, 2), mode='clip')",
     "out f32[8,4,2,2]"},
    {"0.10.2", "x=3 y=2", "x f32[3,3,1,6]; i i32[3,8,6,1]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(0, 2),\n"
     "    collapsed_slice_dims=(),\n"
     "    start_index_map=(0,),\n"
     "    operand_batching_dims=(1, 3),\n"
     "    start_indices_batching_dims=(0, 2))\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(3, 1, 1, 1), mode='clip')",
     "out f32[3,3,1,8,6]"},
    {"0.10.2", "x=4 y=2", "x f32[8@y,8]; i i32[1]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(0,),\n"
     "    collapsed_slice_dims=(1,),\n"
     "    start_index_map=(1,),\n"
     "    operand_batching_dims=(),\n"
     "    start_indices_batching_dims=())\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(8, 1), mode='fill')",
     "out f32[8@y]"},
    {"0.10.2", "x=4 y=2", "x f32[8@x,12]; i i32[4,1]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(0,),\n"
     "    collapsed_slice_dims=(1,),\n"
     "    start_index_map=(1,),\n"
     "    operand_batching_dims=(),\n"
     "    start_indices_batching_dims=())\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(8, 1), mode='fill')",
     "out f32[8@x,4]"},
    {"0.10.2", "x=1 y=4", "x f32[8@(x,y),8]; i i32[8,1]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(1,),\n"
     "    collapsed_slice_dims=(),\n"
     "    start_index_map=(0,),\n"
     "    operand_batching_dims=(1,),\n"
     "    start_indices_batching_dims=(0,))\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(8, 1), mode='clip')",
     "out f32[8,8@(x,y)]"},
    {"0.10.2", "x=4", "x f32[4,4,4]; i i32[4@x,4,3,1]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(1,),\n"
     "    collapsed_slice_dims=(0,),\n"
     "    start_index_map=(0,),\n"
     "    operand_batching_dims=(2,),\n"
     "    start_indices_batching_dims=(0,))\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(1, 4, 1), mode='fill')",
     "out f32[4@x,4,4,3]"},
    {"0.10.2", "x=2 y=4", "x f32[8@(y,x),2,4,6]; i i32[4,4,1]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(1, 3),\n"
     "    collapsed_slice_dims=(3,),\n"
     "    start_index_map=(3,),\n"
     "    operand_batching_dims=(2,),\n"
     "    start_indices_batching_dims=(1,))\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(8, 2, 1, 1), mode='clip')",
     "out f32[4,8@(y,x),4,2]"},
    {"0.10.2", "x=2 y=2", "x f32[3,2@y,6@x]; i i32[2,1]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(1,),\n"
     "    collapsed_slice_dims=(0,),\n"
     "    start_index_map=(0,),\n"
     "    operand_batching_dims=(1,),\n"
     "    start_indices_batching_dims=(0,))\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(1, 1, 6), mode='clip')",
     "out f32[2@y,6@x]"},
    {"0.10.2", "x=4 y=2", "x f32[6@y,3,12@x]; i i32[8,6,1]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(2,),\n"
     "    collapsed_slice_dims=(1,),\n"
     "    start_index_map=(1,),\n"
     "    operand_batching_dims=(0,),\n"
     "    start_indices_batching_dims=(1,))\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(1, 1, 12), "
     "mode='promise_in_bounds')",
     "out f32[8,6@y,12@x]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[4@x,3,8@y]; i i32[3,4,1]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(1, 3),\n"
     "    collapsed_slice_dims=(),\n"
     "    start_index_map=(2,),\n"
     "    operand_batching_dims=(1,),\n"
     "    start_indices_batching_dims=(0,))\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(4, 1, 8), mode='fill')",
     "out f32[3,4@x,4,8@y]"},
};

/* The types that JAX gives. */
Test(gather, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=4", "x f32[12@x,12,12]; i i32[2]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(0,),\n"
     "    collapsed_slice_dims=(1, 2),\n"
     "    start_index_map=(1, 2),\n"
     "    operand_batching_dims=(),\n"
     "    start_indices_batching_dims=())\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(6, 1, 1), mode='clip')",
     "AssertionError: "},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8@x]; i i32[1]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(),\n"
     "    collapsed_slice_dims=(0,),\n"
     "    start_index_map=(0,),\n"
     "    operand_batching_dims=(),\n"
     "    start_indices_batching_dims=())\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(1,), mode='clip')",
     "ShardingTypeError: Use `.at[...].get(out_sharding=)` to provide output "
     "PartitionSpec for the gather indexing as out sharding could not be resolved "
     "unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@x]), indices=ShapedArray(int32[1])"},
    {"0.10.2", "x=2 y=2", "x f32[4,8,6,12@x]; i i32[4@x,2]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(1, 2),\n"
     "    collapsed_slice_dims=(1,),\n"
     "    start_index_map=(1, 2),\n"
     "    operand_batching_dims=(0,),\n"
     "    start_indices_batching_dims=(0,))\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(1, 1, 6, 12), "
     "mode='promise_in_bounds')",
     "ShardingTypeError: gather operation with inputs: f32[4,8,6,12@x], i32[4@x,2] "
     "produces an illegally sharded result: f32[4@x,6,12@x]"},
    {"0.10.2", "x=4 y=1 z=2", "x f32[2,4@(x,y)]; i i32[2@y,3,3,1]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(3,),\n"
     "    collapsed_slice_dims=(),\n"
     "    start_index_map=(1,),\n"
     "    operand_batching_dims=(0,),\n"
     "    start_indices_batching_dims=(0,))\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(1, 4), mode='fill')",
     "ShardingTypeError: gather operation with inputs: f32[2,4@(x,y)], "
     "i32[2@y,3,3,1] produces an illegally sharded result: f32[2@y,3,3,4@(x,y)]"},
    {"0.10.2", "dp=4 tp=2", "x f32[8,2@tp]; i i32[2,8@tp,8,1]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(3,),\n"
     "    collapsed_slice_dims=(),\n"
     "    start_index_map=(1,),\n"
     "    operand_batching_dims=(0,),\n"
     "    start_indices_batching_dims=(1,))\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(1, 2), mode='fill')",
     "ShardingTypeError: gather operation with inputs: f32[8,2@tp], i32[2,8@tp,8,1] "
     "produces an illegally sharded result: f32[2,8@tp,8,2@tp]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2@z,2,3,8]; i i32[3,2,8@(x,z),1]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(1,),\n"
     "    collapsed_slice_dims=(1,),\n"
     "    start_index_map=(1,),\n"
     "    operand_batching_dims=(0, 3),\n"
     "    start_indices_batching_dims=(1, 2))\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(1, 1, 3, 1), "
     "mode='promise_in_bounds')",
     "ShardingTypeError: gather operation with inputs: f32[2@z,2,3,8], "
     "i32[3,2,8@(x,z),1] produces an illegally sharded result: f32[3,3,2@z,8@(x,z)]"},
    {"0.10.2", "x=2", "x f32[8@x,2,8]; i i32[4,8,8@x,1]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(),\n"
     "    collapsed_slice_dims=(1,),\n"
     "    start_index_map=(1,),\n"
     "    operand_batching_dims=(0, 2),\n"
     "    start_indices_batching_dims=(1, 2))\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(1, 1, 1), mode='promise_in_bounds')",
     "ShardingTypeError: gather operation with inputs: f32[8@x,2,8], i32[4,8,8@x,1] "
     "produces an illegally sharded result: f32[4,8@x,8@x]"},
    {"0.10.2", "x=3", "x f32[6@x,3]; i i32[3,4,3@x,1]",
     "dnums = lax.GatherDimensionNumbers(\n"
     "    offset_dims=(1,),\n"
     "    collapsed_slice_dims=(),\n"
     "    start_index_map=(0,),\n"
     "    operand_batching_dims=(1,),\n"
     "    start_indices_batching_dims=(2,))\n"
     "out = lax.gather(x, i, dnums, slice_sizes=(6, 1), mode='promise_in_bounds')",
     "ShardingTypeError: gather operation with inputs: f32[6@x,3], i32[3,4,3@x,1] "
     "produces an illegally sharded result: f32[3,6@x,4,3@x]"},
};

/* What JAX refuses, with its texts. */
Test(gather, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}

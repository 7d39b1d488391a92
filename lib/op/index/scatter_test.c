/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "data=2 model=4", "x f32[2]; i i32[3,1]; u f32[3]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(),\n"
     "    inserted_window_dims=(0,),\n"
     "    scatter_dims_to_operand_dims=(0,),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter(x, i, u, dnums, mode='clip')",
     "out f32[2]"},
    {"0.10.2", "x=1 y=4", "x f32[3,8]; i i32[1]; u f32[3,8]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0, 1),\n"
     "    inserted_window_dims=(),\n"
     "    scatter_dims_to_operand_dims=(1,),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter(x, i, u, dnums, mode='clip')",
     "out f32[3,8]"},
    {"0.10.2", "x=4", "x f32[8,12,12]; i i32[2]; u f32[6]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0,),\n"
     "    inserted_window_dims=(0, 2),\n"
     "    scatter_dims_to_operand_dims=(0, 2),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter(x, i, u, dnums, mode='clip')",
     "out f32[8,12,12]"},
    {"0.10.2", "x=2 y=4", "x f32[4,1,4,3]; i i32[3,3,4,1]; u f32[3,1,3,4]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(1,),\n"
     "    inserted_window_dims=(0,),\n"
     "    scatter_dims_to_operand_dims=(0,),\n"
     "    operand_batching_dims=(2, 3),\n"
     "    scatter_indices_batching_dims=(2, 0))\n"
     "out = lax.scatter(x, i, u, dnums, mode='fill')",
     "out f32[4,1,4,3]"},
    {"0.10.2", "x=2", "x f32[4@x,1]; i i32[4@x,3,1]; u f32[1,4@x,3]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0,),\n"
     "    inserted_window_dims=(),\n"
     "    scatter_dims_to_operand_dims=(1,),\n"
     "    operand_batching_dims=(0,),\n"
     "    scatter_indices_batching_dims=(0,))\n"
     "out = lax.scatter(x, i, u, dnums, mode='fill')",
     "out f32[4@x,1]"},
    {"0.10.2", "x=3 y=2", "x f32[2,3,2@y]; i i32[3]; u f32[2,2@y]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0, 1),\n"
     "    inserted_window_dims=(0,),\n"
     "    scatter_dims_to_operand_dims=(0, 1, 2),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter(x, i, u, dnums, mode='promise_in_bounds')",
     "out f32[2,3,2@y]"},
    {"0.10.2", "x=3 y=2", "x f32[3,12@x,1,3]; i i32[1,12,4,1]; u f32[3,3,1,12,4]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0, 1),\n"
     "    inserted_window_dims=(),\n"
     "    scatter_dims_to_operand_dims=(0,),\n"
     "    operand_batching_dims=(1, 2),\n"
     "    scatter_indices_batching_dims=(1, 0))\n"
     "out = lax.scatter(x, i, u, dnums, mode='fill')",
     "out f32[3,12@x,1,3]"},
    {"0.10.2", "x=4 y=2", "x f32[12@x,8@y,4,8]; i i32[12@x,8,1]; u f32[8@y,12@x,8]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0,),\n"
     "    inserted_window_dims=(2,),\n"
     "    scatter_dims_to_operand_dims=(2,),\n"
     "    operand_batching_dims=(0, 3),\n"
     "    scatter_indices_batching_dims=(0, 1))\n"
     "out = lax.scatter(x, i, u, dnums, mode='promise_in_bounds')",
     "out f32[12@x,8@y,4,8]"},
    {"0.10.2", "x=8", "x f32[1,6]; i i32[1]; u f32[1]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0,),\n"
     "    inserted_window_dims=(1,),\n"
     "    scatter_dims_to_operand_dims=(1,),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_add(x, i, u, dnums, mode='clip')",
     "out f32[1,6]"},
    {"0.10.2", "x=3", "x f32[8,4,4]; i i32[3,1]; u f32[4,3,4]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0, 2),\n"
     "    inserted_window_dims=(0,),\n"
     "    scatter_dims_to_operand_dims=(0,),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_add(x, i, u, dnums, mode='fill')",
     "out f32[8,4,4]"},
    {"0.10.2", "b=4 a=4", "x f32[3,8]; i i32[2,8@a,1]; u f32[2,8]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(),\n"
     "    inserted_window_dims=(0,),\n"
     "    scatter_dims_to_operand_dims=(0,),\n"
     "    operand_batching_dims=(1,),\n"
     "    scatter_indices_batching_dims=(1,))\n"
     "out = lax.scatter_add(x, i, u, dnums, mode='clip')",
     "out f32[3,8@a]"},
    {"0.10.2", "x=8", "x f32[8,8,8@x]; i i32[8,8@x,1]; u f32[8,8@x]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(),\n"
     "    inserted_window_dims=(1,),\n"
     "    scatter_dims_to_operand_dims=(1,),\n"
     "    operand_batching_dims=(0, 2),\n"
     "    scatter_indices_batching_dims=(0, 1))\n"
     "out = lax.scatter_add(x, i, u, dnums, mode='promise_in_bounds')",
     "out f32[8,8,8@x]"},
    {"0.10.2", "x=4 y=2", "x f32[6,2,8@(x,y)]; i i32[2,2,1]; u f32[8@(x,y),2,2]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0,),\n"
     "    inserted_window_dims=(0,),\n"
     "    scatter_dims_to_operand_dims=(0,),\n"
     "    operand_batching_dims=(1,),\n"
     "    scatter_indices_batching_dims=(1,))\n"
     "out = lax.scatter_add(x, i, u, dnums, mode='fill')",
     "out f32[6,2,8@(x,y)]"},
    {"0.10.2", "x=3 y=2", "x f32[3@x,8@y,4]; i i32[2,8,3,1]; u f32[2,8,3]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(),\n"
     "    inserted_window_dims=(2,),\n"
     "    scatter_dims_to_operand_dims=(2,),\n"
     "    operand_batching_dims=(0, 1),\n"
     "    scatter_indices_batching_dims=(2, 1))\n"
     "out = lax.scatter_add(x, i, u, dnums, mode='promise_in_bounds')",
     "out f32[3@x,8@y,4]"},
    {"0.10.2", "x=4 y=2", "x f32[4,12@x,6,12@y]; i i32[12,4,1]; u f32[12@y,12,4]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0,),\n"
     "    inserted_window_dims=(2,),\n"
     "    scatter_dims_to_operand_dims=(2,),\n"
     "    operand_batching_dims=(0, 1),\n"
     "    scatter_indices_batching_dims=(1, 0))\n"
     "out = lax.scatter_add(x, i, u, dnums, mode='promise_in_bounds')",
     "out f32[4,12@x,6,12@y]"},
    {"0.10.2", "x=4 y=2", "x f32[1]; i i32[1]; u f32[]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(),\n"
     "    inserted_window_dims=(0,),\n"
     "    scatter_dims_to_operand_dims=(0,),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_max(x, i, u, dnums, mode='fill')",
     "out f32[1]"},
    {"0.10.2", "x=3 y=2", "x f32[6,3]; i i32[1]; u f32[6]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0,),\n"
     "    inserted_window_dims=(1,),\n"
     "    scatter_dims_to_operand_dims=(1,),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_max(x, i, u, dnums, mode='fill')",
     "out f32[6,3]"},
    {"0.10.2", "x=3", "x f32[8,6,2]; i i32[4,2]; u f32[4,2]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(1,),\n"
     "    inserted_window_dims=(0, 1),\n"
     "    scatter_dims_to_operand_dims=(0, 1),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_max(x, i, u, dnums, mode='clip')",
     "out f32[8,6,2]"},
    {"0.10.2", "x=2", "x f32[2,12,4,6,2]; i i32[6,2,2]; u f32[6,2,12]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(2,),\n"
     "    inserted_window_dims=(2, 4),\n"
     "    scatter_dims_to_operand_dims=(2, 4),\n"
     "    operand_batching_dims=(0, 3),\n"
     "    scatter_indices_batching_dims=(1, 0))\n"
     "out = lax.scatter_max(x, i, u, dnums, mode='clip')",
     "out f32[2,12,4,6,2]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "x f32[3,8@sp]; i i32[8,3,1]; u f32[8,3,2]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(2,),\n"
     "    inserted_window_dims=(),\n"
     "    scatter_dims_to_operand_dims=(0,),\n"
     "    operand_batching_dims=(1,),\n"
     "    scatter_indices_batching_dims=(0,))\n"
     "out = lax.scatter_max(x, i, u, dnums, mode='clip')",
     "out f32[3,8@sp]"},
    {"0.10.2", "x=2 y=4", "x f32[8,2,8]; i i32[8@x,8,1]; u f32[8,8]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(),\n"
     "    inserted_window_dims=(1,),\n"
     "    scatter_dims_to_operand_dims=(1,),\n"
     "    operand_batching_dims=(0, 2),\n"
     "    scatter_indices_batching_dims=(0, 1))\n"
     "out = lax.scatter_max(x, i, u, dnums, mode='clip')",
     "out f32[8@x,2,8]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2,3,4,8@z]; i i32[8,12,2,1]; u f32[8,12,1,2]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(2,),\n"
     "    inserted_window_dims=(2,),\n"
     "    scatter_dims_to_operand_dims=(2,),\n"
     "    operand_batching_dims=(0, 3),\n"
     "    scatter_indices_batching_dims=(2, 0))\n"
     "out = lax.scatter_max(x, i, u, dnums, mode='clip')",
     "out f32[2,3,4,8@z]"},
    {"0.10.2", "x=2 y=2", "x f32[8@(y,x),4,8,6]; i i32[8,8,1]; u f32[8,8,2]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(2,),\n"
     "    inserted_window_dims=(3,),\n"
     "    scatter_dims_to_operand_dims=(3,),\n"
     "    operand_batching_dims=(0, 2),\n"
     "    scatter_indices_batching_dims=(1, 0))\n"
     "out = lax.scatter_max(x, i, u, dnums, mode='fill')",
     "out f32[8@(y,x),4,8,6]"},
    {"0.10.2", "dp=4 tp=2", "x f32[8@tp,4,4@dp,4]; i i32[8,2,3,3]; u f32[8@tp,4,2,4@dp,3]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(1, 3),\n"
     "    inserted_window_dims=(3,),\n"
     "    scatter_dims_to_operand_dims=(1, 2, 3),\n"
     "    operand_batching_dims=(0,),\n"
     "    scatter_indices_batching_dims=(0,))\n"
     "out = lax.scatter_max(x, i, u, dnums, mode='promise_in_bounds')",
     "out f32[8@tp,4,4@dp,4]"},
    {"0.10.2", "x=3", "x f32[3]; i i32[8,1]; u f32[8,3]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(1,),\n"
     "    inserted_window_dims=(),\n"
     "    scatter_dims_to_operand_dims=(0,),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_min(x, i, u, dnums, mode='clip')",
     "out f32[3]"},
    {"0.10.2", "data=4", "x f32[2,3]; i i32[2,1]; u f32[3,2]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0,),\n"
     "    inserted_window_dims=(0,),\n"
     "    scatter_dims_to_operand_dims=(0,),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_min(x, i, u, dnums, mode='fill')",
     "out f32[2,3]"},
    {"0.10.2", "dp=4 tp=2", "x f32[6,6,2]; i i32[8,2]; u f32[3,6,8]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0, 1),\n"
     "    inserted_window_dims=(2,),\n"
     "    scatter_dims_to_operand_dims=(0, 2),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_min(x, i, u, dnums, mode='fill')",
     "out f32[6,6,2]"},
    {"0.10.2", "x=4", "x f32[6,2,8,4]; i i32[3]; u f32[2]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0,),\n"
     "    inserted_window_dims=(0, 2, 3),\n"
     "    scatter_dims_to_operand_dims=(0, 2, 3),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_min(x, i, u, dnums, mode='fill')",
     "out f32[6,2,8,4]"},
    {"0.10.2", "x=1 y=4", "x f32[2@x]; i i32[1]; u f32[2@x]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0,),\n"
     "    inserted_window_dims=(),\n"
     "    scatter_dims_to_operand_dims=(0,),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_min(x, i, u, dnums, mode='clip')",
     "out f32[2@x]"},
    {"0.10.2", "x=3 y=2", "x f32[2@y,3]; i i32[2,1]; u f32[2@y]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(),\n"
     "    inserted_window_dims=(1,),\n"
     "    scatter_dims_to_operand_dims=(1,),\n"
     "    operand_batching_dims=(0,),\n"
     "    scatter_indices_batching_dims=(0,))\n"
     "out = lax.scatter_min(x, i, u, dnums, mode='clip')",
     "out f32[2@y,3]"},
    {"0.10.2", "data=4", "x f32[6,8@data,4]; i i32[4,2,1]; u f32[4,6,8@data,2]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(1, 2),\n"
     "    inserted_window_dims=(2,),\n"
     "    scatter_dims_to_operand_dims=(2,),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_min(x, i, u, dnums, mode='fill')",
     "out f32[6,8@data,4]"},
    {"0.10.2", "x=8", "x f32[8@x,2,2,3]; i i32[8@x,4,2,2]; u f32[8@x,4,2]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(),\n"
     "    inserted_window_dims=(1, 3),\n"
     "    scatter_dims_to_operand_dims=(1, 3),\n"
     "    operand_batching_dims=(0, 2),\n"
     "    scatter_indices_batching_dims=(0, 2))\n"
     "out = lax.scatter_min(x, i, u, dnums, mode='clip')",
     "out f32[8@x,2,2,3]"},
    {"0.10.2", "x=1 y=4", "x f32[6@x,6,3,4@y]; i i32[6,3]; u f32[4@y,6]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0,),\n"
     "    inserted_window_dims=(1, 2),\n"
     "    scatter_dims_to_operand_dims=(1, 2, 3),\n"
     "    operand_batching_dims=(0,),\n"
     "    scatter_indices_batching_dims=(0,))\n"
     "out = lax.scatter_min(x, i, u, dnums, mode='fill')",
     "out f32[6@x,6,3,4@y]"},
    {"0.10.2", "data=4", "x f32[3]; i i32[4,1]; u f32[4]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(),\n"
     "    inserted_window_dims=(0,),\n"
     "    scatter_dims_to_operand_dims=(0,),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_mul(x, i, u, dnums, mode='fill')",
     "out f32[3]"},
    {"0.10.2", "x=4", "x f32[4,4]; i i32[1]; u f32[4]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0,),\n"
     "    inserted_window_dims=(0,),\n"
     "    scatter_dims_to_operand_dims=(0,),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_mul(x, i, u, dnums, mode='fill')",
     "out f32[4,4]"},
    {"0.10.2", "x=4 y=2", "x f32[1,8,1]; i i32[1,2]; u f32[1,1]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0,),\n"
     "    inserted_window_dims=(1, 2),\n"
     "    scatter_dims_to_operand_dims=(1, 2),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_mul(x, i, u, dnums, mode='promise_in_bounds')",
     "out f32[1,8,1]"},
    {"0.10.2", "x=4", "x f32[2,8,3,2]; i i32[3,3,2]; u f32[8,3,3,3]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0, 3),\n"
     "    inserted_window_dims=(0, 3),\n"
     "    scatter_dims_to_operand_dims=(0, 3),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_mul(x, i, u, dnums, mode='clip')",
     "out f32[2,8,3,2]"},
    {"0.10.2", "x=4", "x f32[8,4,6,4,8]; i i32[6,8,4,2]; u f32[6,4,8,4,3]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(1, 4),\n"
     "    inserted_window_dims=(4,),\n"
     "    scatter_dims_to_operand_dims=(1, 4),\n"
     "    operand_batching_dims=(0, 3),\n"
     "    scatter_indices_batching_dims=(1, 2))\n"
     "out = lax.scatter_mul(x, i, u, dnums, mode='fill')",
     "out f32[8,4,6,4,8]"},
    {"0.10.2", "x=2 y=2", "x f32[2@y,2]; i i32[3,1]; u f32[2@y,2,3]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0, 1),\n"
     "    inserted_window_dims=(),\n"
     "    scatter_dims_to_operand_dims=(1,),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_mul(x, i, u, dnums, mode='clip')",
     "out f32[2@y,2]"},
    {"0.10.2", "x=4", "x f32[1,12,12@x]; i i32[12,1,1]; u f32[12,1]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(),\n"
     "    inserted_window_dims=(1,),\n"
     "    scatter_dims_to_operand_dims=(1,),\n"
     "    operand_batching_dims=(0, 2),\n"
     "    scatter_indices_batching_dims=(1, 0))\n"
     "out = lax.scatter_mul(x, i, u, dnums, mode='clip')",
     "out f32[1,12,12@x]"},
    {"0.10.2", "x=2 y=4", "x f32[4,8@y,4,6]; i i32[4,2]; u f32[8@y,4]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0,),\n"
     "    inserted_window_dims=(0, 3),\n"
     "    scatter_dims_to_operand_dims=(0, 3),\n"
     "    operand_batching_dims=(2,),\n"
     "    scatter_indices_batching_dims=(0,))\n"
     "out = lax.scatter_mul(x, i, u, dnums, mode='fill')",
     "out f32[4,8@y,4,6]"},
    {"0.10.2", "x=4", "x f32[6]; i i32[2,1]; u f32[2]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(),\n"
     "    inserted_window_dims=(0,),\n"
     "    scatter_dims_to_operand_dims=(0,),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_sub(x, i, u, dnums, mode='clip')",
     "out f32[6]"},
    {"0.10.2", "dp=4 tp=2", "x f32[4@tp,6]; i i32[3,4@tp,1]; u f32[3,4@tp]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(),\n"
     "    inserted_window_dims=(1,),\n"
     "    scatter_dims_to_operand_dims=(1,),\n"
     "    operand_batching_dims=(0,),\n"
     "    scatter_indices_batching_dims=(1,))\n"
     "out = lax.scatter_sub(x, i, u, dnums, mode='clip')",
     "out f32[4@tp,6]"},
    {"0.10.2", "x=2 y=4", "x f32[6@x,4,6,8@y]; i i32[1]; u f32[6@x,6,8@y]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0, 1, 2),\n"
     "    inserted_window_dims=(1,),\n"
     "    scatter_dims_to_operand_dims=(1,),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_sub(x, i, u, dnums, mode='fill')",
     "out f32[6@x,4,6,8@y]"},
};

/* The types that JAX gives. */
Test(scatter, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=4", "x f32[12@x,4]; i i32[1]; u f32[6,4]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0, 1),\n"
     "    inserted_window_dims=(),\n"
     "    scatter_dims_to_operand_dims=(1,),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter(x, i, u, dnums, mode='fill')",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[12@x,4]), indices=ShapedArray(int32[1]), "
     "updates=ShapedArray(float32[6,4])"},
    {"0.10.2", "dp=4 tp=2", "x f32[2@tp,4,8,8]; i i32[8@tp,2,1]; u f32[8@tp,8,2]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(1,),\n"
     "    inserted_window_dims=(1,),\n"
     "    scatter_dims_to_operand_dims=(1,),\n"
     "    operand_batching_dims=(0, 2),\n"
     "    scatter_indices_batching_dims=(1, 0))\n"
     "out = lax.scatter(x, i, u, dnums, mode='fill')",
     "ShardingTypeError: scatter operation with inputs: f32[2@tp,4,8,8], "
     "i32[8@tp,2,1], f32[8@tp,8,2] produces an illegally sharded result: "
     "f32[2@tp,4,8@tp,8]"},
    {"0.10.2", "x=4", "x f32[8@x]; i i32[1]; u f32[8]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0,),\n"
     "    inserted_window_dims=(),\n"
     "    scatter_dims_to_operand_dims=(0,),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_add(x, i, u, dnums, mode='fill')",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8@x]), indices=ShapedArray(int32[1]), "
     "updates=ShapedArray(float32[8])"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[2,8]; i i32[1]; u f32[1,4@x]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0, 1),\n"
     "    inserted_window_dims=(),\n"
     "    scatter_dims_to_operand_dims=(1,),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_max(x, i, u, dnums, mode='clip')",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[2,8]), indices=ShapedArray(int32[1]), "
     "updates=ShapedArray(float32[1,4@x])"},
    {"0.10.2", "x=2", "x f32[6,4@x,2,3]; i i32[2@x,1]; u f32[6,4@x,1,2]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0, 1, 2),\n"
     "    inserted_window_dims=(),\n"
     "    scatter_dims_to_operand_dims=(3,),\n"
     "    operand_batching_dims=(2,),\n"
     "    scatter_indices_batching_dims=(0,))\n"
     "out = lax.scatter_max(x, i, u, dnums, mode='fill')",
     "ShardingTypeError: scatter-max operation with inputs: f32[6,4@x,2,3], "
     "i32[2@x,1], f32[6,4@x,1,2] produces an illegally sharded result: "
     "f32[6,4@x,2@x,3]"},
    {"0.10.2", "x=4 y=2", "x f32[3,4]; i i32[2@y]; u f32[3]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0,),\n"
     "    inserted_window_dims=(0,),\n"
     "    scatter_dims_to_operand_dims=(0, 1),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_min(x, i, u, dnums, mode='promise_in_bounds')",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[3,4]), indices=ShapedArray(int32[2@y]), "
     "updates=ShapedArray(float32[3])"},
    {"0.10.2", "x=2 y=4", "x f32[3,8@(y,x),8]; i i32[8,8@(y,x),8,1]; u f32[8,2,8,8]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(1,),\n"
     "    inserted_window_dims=(),\n"
     "    scatter_dims_to_operand_dims=(0,),\n"
     "    operand_batching_dims=(1, 2),\n"
     "    scatter_indices_batching_dims=(0, 1))\n"
     "out = lax.scatter_min(x, i, u, dnums, mode='promise_in_bounds')",
     "ShardingTypeError: scatter-min operation with inputs: f32[3,8@(y,x),8], "
     "i32[8,8@(y,x),8,1], f32[8,2,8,8] produces an illegally sharded result: "
     "f32[3,8@(y,x),8@(y,x)]"},
    {"0.10.2", "x=2", "x f32[2@x,6,2,6]; i i32[3,4,6@x,2]; u f32[3,4,2@x,2,6]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(2, 3),\n"
     "    inserted_window_dims=(2,),\n"
     "    scatter_dims_to_operand_dims=(2, 3),\n"
     "    operand_batching_dims=(1,),\n"
     "    scatter_indices_batching_dims=(2,))\n"
     "out = lax.scatter_min(x, i, u, dnums, mode='clip')",
     "ShardingTypeError: scatter-min operation with inputs: f32[2@x,6,2,6], "
     "i32[3,4,6@x,2], f32[3,4,2@x,2,6] produces an illegally sharded result: "
     "f32[2@x,6@x,2,6]"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[8,6,6@x]; i i32[3,4,1]; u f32[8,3,6,4]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(0, 2),\n"
     "    inserted_window_dims=(2,),\n"
     "    scatter_dims_to_operand_dims=(2,),\n"
     "    operand_batching_dims=(),\n"
     "    scatter_indices_batching_dims=())\n"
     "out = lax.scatter_mul(x, i, u, dnums, mode='fill')",
     "ShardingTypeError: Use `.at[...].set/add/mul/...(out_sharding=)` to provide "
     "output PartitionSpec for the scatter update as out sharding could not be "
     "resolved unambiguously (or would require collectives on inputs). Got "
     "operand=ShapedArray(float32[8,6,6@x]), indices=ShapedArray(int32[3,4,1]), "
     "updates=ShapedArray(float32[8,3,6,4])"},
    {"0.10.2", "x=2 y=4", "x f32[4,3,8@y,2]; i i32[3,4@y,8,3,1]; u f32[3,4,8,2,3]",
     "dnums = lax.ScatterDimensionNumbers(\n"
     "    update_window_dims=(3,),\n"
     "    inserted_window_dims=(1,),\n"
     "    scatter_dims_to_operand_dims=(1,),\n"
     "    operand_batching_dims=(0, 2),\n"
     "    scatter_indices_batching_dims=(1, 2))\n"
     "out = lax.scatter_mul(x, i, u, dnums, mode='clip')",
     "ShardingTypeError: scatter-mul operation with inputs: f32[4,3,8@y,2], "
     "i32[3,4@y,8,3,1], f32[3,4,8,2,3] produces an illegally sharded result: "
     "f32[4@y,3,8@y,2]"},
};

/* What JAX refuses, with its texts. */
Test(scatter, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}

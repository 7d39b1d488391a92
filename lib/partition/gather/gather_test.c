/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/partitioned.h"

static const struct {
	const char *title;
	int devices;
	const char *lines, *expected;
} cases[] = {
    {"a table cut along its rows is looked up everywhere and added up", 4,
     "%t = f32[64,8] parameter(0), sharding={devices=[4,1]<=[4]}\n"
     "%i = s32[16,1] parameter(1)\n"
     "ROOT %g = f32[16,8] gather(%t, %i), offset_dims={1}, collapsed_slice_dims={0}, "
     "start_index_map={0}, index_vector_dim=1, slice_sizes={1,8}\n",
     "all-reduce 512>512 [0,1,2,3]\n"},
    {"rows are not looked up by vectors of narrow indices", 4,
     "%t = f32[64,8] parameter(0), sharding={devices=[4,1]<=[4]}\n"
     "%i = s16[16,1] parameter(1)\n"
     "ROOT %g = f32[16,8] gather(%t, %i), offset_dims={1}, collapsed_slice_dims={0}, "
     "start_index_map={0}, index_vector_dim=1, slice_sizes={1,8}\n",
     "abort: the partitioner makes no bounds for indices of fewer than 32 bits\n"},
    {"rows are looked up by narrow indices that are no vectors", 4,
     "%t = f32[64,8] parameter(0), sharding={devices=[4,1]<=[4]}\n"
     "%i = s16[16] parameter(1)\n"
     "ROOT %g = f32[16,8] gather(%t, %i), offset_dims={1}, collapsed_slice_dims={0}, "
     "start_index_map={0}, index_vector_dim=1, slice_sizes={1,8}\n",
     "all-reduce 512>512 [0,1,2,3]\n"},
    {"a table cut along its columns is looked up in place", 4,
     "%t = f32[64,8] parameter(0), sharding={devices=[1,4]<=[4]}\n"
     "%i = s32[16,1] parameter(1)\n"
     "ROOT %g = f32[16,8] gather(%t, %i), offset_dims={1}, collapsed_slice_dims={0}, "
     "start_index_map={0}, index_vector_dim=1, slice_sizes={1,8}, sharding={devices=[1,4]<=[4]}\n",
     ""},
    {"indices are gathered for a table on the same devices", 4,
     "%t = f32[64,8] parameter(0), sharding={devices=[4,1]<=[4]}\n"
     "%i = s32[16,1] parameter(1), sharding={devices=[4,1]<=[4]}\n"
     "ROOT %g = f32[16,8] gather(%t, %i), offset_dims={1}, collapsed_slice_dims={0}, "
     "start_index_map={0}, index_vector_dim=1, slice_sizes={1,8}, sharding={devices=[4,1]<=[4]}\n",
     "all-gather 16>64 [0,1,2,3]\n"
     "all-reduce 512>512 [0,1,2,3]\n"},
    {"parts of a gradient are added up", 4,
     "%t = f32[64,8] parameter(0)\n"
     "%i = s32[16,1] parameter(1), sharding={devices=[4,1]<=[4]}\n"
     "%u = f32[16,8] parameter(2), sharding={devices=[4,1]<=[4]}\n"
     "ROOT %scatter-add = f32[64,8] scatter(%t, %i, %u), update_window_dims={1}, "
     "inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, "
     "to_apply=%m\n",
     "all-reduce 2048>2048 [0,1,2,3]\n"},
    {"writes that no operation combines gather the indices and updates", 4,
     "%t = f32[64,8] parameter(0)\n"
     "%i = s32[16,1] parameter(1), sharding={devices=[4,1]<=[4]}\n"
     "%u = f32[16,8] parameter(2), sharding={devices=[4,1]<=[4]}\n"
     "ROOT %scatter = f32[64,8] scatter(%t, %i, %u), update_window_dims={1}, "
     "inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, "
     "to_apply=%m\n",
     "all-gather 16>64 [0,1,2,3]\n"
     "all-gather 128>512 [0,1,2,3]\n"},
    {"rows of parts of columns are not cut again", 8,
     "%t = f32[64,64] parameter(0), sharding={devices=[1,2,4]<=[4,2]T(1,0) "
     "last_tile_dim_replicate}\n"
     "%i = s32[256,1] parameter(1), sharding={devices=[2,1,4]<=[4,2]T(1,0) "
     "last_tile_dim_replicate}\n"
     "ROOT %g = f32[256,64] gather(%t, %i), offset_dims={1}, collapsed_slice_dims={0}, "
     "start_index_map={0}, index_vector_dim=1, slice_sizes={1,64}, "
     "sharding={devices=[4,2]<=[8]}\n",
     "abort: the partitioner cuts a part of what is gathered as if it were the whole, and its "
     "check fails\n"},
    {"a batch is dealt out", 4,
     "%t = f32[8,64] parameter(0), sharding={devices=[4,1]<=[4]}\n"
     "%i = s32[8,3,1] parameter(1)\n"
     "ROOT %g = f32[8,3] gather(%t, %i), offset_dims={}, collapsed_slice_dims={1}, "
     "start_index_map={1}, operand_batching_dims={0}, start_indices_batching_dims={0}, "
     "index_vector_dim=2, slice_sizes={1,1}, sharding={devices=[4,1]<=[4]}\n",
     ""},
};

Test(partition_gather, inserts_what_the_partitioner_does)
{
	struct arena arena = {0};
	for (size_t i = 0; i < ROWS(cases); i++)
		testing_expect(cases[i].title,
		               testing_partitioned_entry(&arena, cases[i].devices, cases[i].lines),
		               cases[i].expected);
	arena_drop(&arena);
}

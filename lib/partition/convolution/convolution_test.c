/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/partitioned.h"

static const struct {
	const char *title;
	int devices;
	const char *lines, *expected;
} cases[] = {
    {"windows at the borders exchange halos", 4,
     "%x = f32[2,16,8,4] parameter(0), sharding={devices=[1,4,1,1]<=[4]}\n"
     "%w = f32[3,3,4,8] parameter(1)\n"
     "ROOT %c = f32[2,16,8,8] convolution(%x, %w), window={size=3x3 pad=1_1x1_1}, "
     "dim_labels=b01f_01io->b01f, sharding={devices=[1,4,1,1]<=[4]}\n",
     "collective-permute 256>256 [0,1],[1,2],[2,3]\n"
     "collective-permute 256>256 [1,0],[2,1],[3,2]\n"},
    {"a cut kernel is gathered for a batch", 4,
     "%x = f32[8,16,8,4] parameter(0), sharding={devices=[4,1,1,1]<=[4]}\n"
     "%w = f32[3,3,4,8] parameter(1), sharding={devices=[1,1,4,1]<=[4]}\n"
     "ROOT %c = f32[8,16,8,8] convolution(%x, %w), window={size=3x3 pad=1_1x1_1}, "
     "dim_labels=b01f_01io->b01f, sharding={devices=[4,1,1,1]<=[4]}\n",
     "all-gather 288>1152 [0,1,2,3]\n"},
    {"groups of features on all devices are local", 4,
     "%x = f32[2,16,8] parameter(0), sharding={devices=[1,1,4]<=[4]}\n"
     "%w = f32[4,1,8] parameter(1)\n"
     "ROOT %c = f32[2,16,8] convolution(%x, %w), window={size=4 pad=3_0}, dim_labels=b0f_0io->b0f, "
     "feature_group_count=8, sharding={devices=[1,1,4]<=[4]}\n",
     ""},
    {"parts of a long kernel are added up", 4,
     "%x = f32[2,16,4] parameter(0), sharding={devices=[1,4,1]<=[4]}\n"
     "%w = f32[2,16,8] parameter(1), sharding={devices=[1,4,1]<=[4]}\n"
     "ROOT %c = f32[4,3,8] convolution(%x, %w), window={size=16 pad=1_1}, "
     "dim_labels=f0b_i0o->b0f\n",
     "collective-permute 32>32 [0,1],[1,2],[2,3]\n"
     "collective-permute 32>32 [1,0],[2,1],[3,2]\n"
     "all-reduce 384>384 [0,1,2,3]\n"},
    {"a batch that is cut within its groups ends the compiler", 4,
     "%x = f32[8,6,4] parameter(0), sharding={devices=[4,1,1]<=[4]}\n"
     "%w = f32[3,4,8] parameter(1), sharding={devices=[1,1,4]<=[4]}\n"
     "ROOT %c = f32[4,8,8] convolution(%x, %w), window={size=3 pad=2_2}, dim_labels=b0f_0io->b0f, "
     "batch_group_count=2, sharding={devices=[1,1,4]<=[4]}\n",
     "abort: the batch of a shard is no multiple of that of a group, and the compiler's check "
     "fails\n"},
    {"holes between elements that each device cuts out for itself end the compiler", 4,
     "%x = f32[8,12,4] parameter(0), sharding={devices=[1,4,1]<=[4]}\n"
     "%w = f32[12,4,16] parameter(1)\n"
     "ROOT %c = f32[8,23,16] convolution(%x, %w), window={size=12 pad=11_11 lhs_dilate=2 "
     "rhs_dilate=2}, dim_labels=b0f_0io->b0f, sharding={devices=[1,4,1]<=[4]}\n",
     "abort: shards of a dilated operand lose the padding between their elements, and the "
     "compiler's check fails\n"},
};

Test(partition_convolution, inserts_what_the_partitioner_does)
{
	struct arena arena = {0};
	for (size_t i = 0; i < ROWS(cases); i++)
		testing_expect(cases[i].title,
		               testing_partitioned_entry(&arena, cases[i].devices, cases[i].lines),
		               cases[i].expected);
	arena_drop(&arena);
}

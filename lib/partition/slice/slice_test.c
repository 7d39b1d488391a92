/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/partitioned.h"

static const struct {
	const char *title;
	int devices;
	const char *lines, *expected;
} cases[] = {
    {"the shards that are kept move to the front", 4,
     "%x = f32[16] parameter(0), sharding={devices=[4]<=[4]}\n"
     "ROOT %s = f32[8] slice(%x), slice={[8:16]}, sharding={devices=[4]<=[4]}\n",
     "collective-permute 8>8 [2,1]\n"
     "collective-permute 8>8 [2,0],[3,2]\n"},
    {"a slice of another dimension is local", 4,
     "%x = f32[16,8] parameter(0), sharding={devices=[4,1]<=[4]}\n"
     "ROOT %s = f32[16,4] slice(%x), slice={[0:16],[2:6]}, sharding={devices=[4,1]<=[4]}\n",
     ""},
    {"a slice is made where the operand is cut, and gathered then", 4,
     "%x = f32[16] parameter(0), sharding={devices=[4]<=[4]}\n"
     "ROOT %s = f32[15] slice(%x), slice={[1:16]}\n",
     "collective-permute 4>4 [1,0],[2,1],[3,2]\n"
     "all-gather 16>64 [0,1,2,3]\n"},
    {"padding moves shards on", 4,
     "%x = f32[12] parameter(0), sharding={devices=[4]<=[4]}\n"
     "%z = f32[] constant(0)\n"
     "ROOT %s = f32[16] pad(%x, %z), padding=4_0, sharding={devices=[4]<=[4]}\n",
     "collective-permute 12>12 [0,1],[1,2],[2,3]\n"},
    {"shards change places", 4,
     "%x = f32[8] parameter(0), sharding={devices=[4]<=[4]}\n"
     "ROOT %s = f32[8] reverse(%x), dimensions={0}, sharding={devices=[4]<=[4]}\n",
     "collective-permute 8>8 [0,3],[1,2],[2,1],[3,0]\n"},
    {"a rotation moves pieces round", 4,
     "%x = f32[16] parameter(0), sharding={devices=[4]<=[4]}\n"
     "%a = f32[3] slice(%x), slice={[13:16]}, sharding={devices=[4]<=[4]}\n"
     "%b = f32[13] slice(%x), slice={[0:13]}, sharding={devices=[4]<=[4]}\n"
     "ROOT %s = f32[16] concatenate(%a, %b), dimensions={0}, sharding={devices=[4]<=[4]}\n",
     "collective-permute 12>12 [0,1],[1,2],[2,3],[3,0]\n"},
    {"a wrapped value is padded and turned twice", 4,
     "%x = f32[12] parameter(0), sharding={devices=[4]<=[4]}\n"
     "%a = f32[2] slice(%x), slice={[10:12]}, sharding={devices=[4]<=[4]}\n"
     "%b = f32[2] slice(%x), slice={[0:2]}, sharding={devices=[4]<=[4]}\n"
     "ROOT %s = f32[16] concatenate(%a, %x, %b), dimensions={0}, sharding={devices=[4]<=[4]}\n",
     "collective-permute 4>4 [0,1],[1,2],[2,3]\n"
     "collective-permute 4>4 [1,0],[2,1],[3,2]\n"
     "collective-permute 16>16 [0,3],[1,0],[2,1],[3,2]\n"
     "collective-permute 16>16 [0,1],[1,2],[2,3],[3,0]\n"},
    {"a slice of a pad is one exchange", 4,
     "%x = f32[16] parameter(0), sharding={devices=[4]<=[4]}\n"
     "%z = f32[] constant(0)\n"
     "%p = f32[17] pad(%x, %z), padding=1_0, sharding={devices=[4]<=[4]}\n"
     "ROOT %s = f32[16] slice(%p), slice={[0:16]}, sharding={devices=[4]<=[4]}\n",
     "collective-permute 4>4 [0,1],[1,2],[2,3]\n"},
    {"an index that cuts nothing is not computed", 4,
     "%x = f32[16,8] parameter(0), sharding={devices=[4,1]<=[4]}\n"
     "%v = s32[4] parameter(1), sharding={devices=[4]<=[4]}\n"
     "%z = s32[] constant(0)\n"
     "%i = s32[] reduce(%v, %z), dimensions={0}, to_apply=%m\n"
     "ROOT %s = f32[16,2] dynamic-slice(%x, %i, %z), dynamic_slice_sizes={16,2}, "
     "sharding={devices=[4,1]<=[4]}\n",
     ""},
    {"a dynamic slice of a sharded dimension gathers it", 4,
     "%x = f32[16,8] parameter(0), sharding={devices=[4,1]<=[4]}\n"
     "%z = s32[] constant(0)\n"
     "ROOT %s = f32[4,8] dynamic-slice(%x, %z, %z), dynamic_slice_sizes={4,8}, "
     "sharding={devices=[4,1]<=[4]}\n",
     "all-gather 128>512 [0,1,2,3]\n"},
    {"an update of one element stays where it is", 4,
     "%x = f32[16,8] parameter(0), sharding={devices=[4,1]<=[4]}\n"
     "%u = f32[1,8] parameter(1)\n"
     "%i = s32[] parameter(2)\n"
     "%z = s32[] constant(0)\n"
     "ROOT %s = f32[16,8] dynamic-update-slice(%x, %u, %i, %z), sharding={devices=[4,1]<=[4]}\n",
     ""},
    {"an update that may lie in two shards gathers the dimension", 4,
     "%x = f32[16,8] parameter(0), sharding={devices=[4,1]<=[4]}\n"
     "%u = f32[2,8] parameter(1)\n"
     "%i = s32[] parameter(2)\n"
     "%z = s32[] constant(0)\n"
     "ROOT %s = f32[16,8] dynamic-update-slice(%x, %u, %i, %z), sharding={devices=[4,1]<=[4]}\n",
     "all-gather 128>512 [0,1,2,3]\n"},
    {"tiles are put aside for a sort", 4,
     "%x = f32[16,8] parameter(0), sharding={devices=[1,4]<=[4]}\n"
     "ROOT %s = f32[16,8] sort(%x), dimensions={1}, to_apply=%m, sharding={devices=[1,4]<=[4]}\n",
     "all-to-all 128>128 [0,1,2,3]\n"
     "all-to-all 128>128 [0,1,2,3]\n"},
    {"tiles are put aside for a concatenation", 4,
     "%x = f32[8,6] parameter(0), sharding={devices=[1,4]<=[4]}\n"
     "%y = f32[8,6] parameter(1)\n"
     "ROOT %s = f32[8,12] concatenate(%x, %y), dimensions={1}, sharding={devices=[1,4]<=[4]}\n",
     "all-to-all 64>64 [0,1,2,3]\n"
     "all-to-all 96>96 [0,1,2,3]\n"},
    {"a window as long as the dimension gathers it", 4,
     "%x = f32[16] parameter(0), sharding={devices=[4]<=[4]}\n"
     "%z = f32[] constant(0)\n"
     "ROOT %s = f32[16] reduce-window(%x, %z), window={size=16 pad=15_0}, to_apply=%m, "
     "sharding={devices=[4]<=[4]}\n",
     "all-gather 16>64 [0,1,2,3]\n"},
    {"what was exchanged on the way to a cut is there whole", 16,
     "%x = f32[64,64] parameter(0), sharding={devices=[1,8,2]<=[16] last_tile_dim_replicate}\n"
     "%z = f32[] constant(0)\n"
     "ROOT %s = f32[64,64] reduce-window(%x, %z), window={size=1x64 pad=0_0x63_0}, to_apply=%m, "
     "sharding={devices=[8,2]<=[16]}\n",
     "all-to-all 2048>2048 [0,2,4,6,8,10,12,14],[1,3,5,7,9,11,13,15]\n"},
    {"windows at the borders exchange halos", 4,
     "%x = f32[16] parameter(0), sharding={devices=[4]<=[4]}\n"
     "%z = f32[] constant(0)\n"
     "ROOT %s = f32[16] reduce-window(%x, %z), window={size=3 pad=1_1}, to_apply=%m, "
     "sharding={devices=[4]<=[4]}\n",
     "collective-permute 4>4 [0,1],[1,2],[2,3]\n"
     "collective-permute 4>4 [1,0],[2,1],[3,2]\n"},
};

Test(partition_slice, inserts_what_the_partitioner_does)
{
	struct arena arena = {0};
	for (size_t i = 0; i < ROWS(cases); i++)
		testing_expect(cases[i].title,
		               testing_partitioned_entry(&arena, cases[i].devices, cases[i].lines),
		               cases[i].expected);
	arena_drop(&arena);
}

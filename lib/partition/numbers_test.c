/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/partitioned.h"

#define X "%x = f32[16,8] parameter(0), sharding={devices=[4,1]<=[4]}\n"
#define S ", sharding={devices=[4,1]<=[4]}"

/* Each cannot be told, for this reason. */
static const struct {
	const char *lines, *reason;
} cases[] = {
    {X "ROOT %s = f32[4,8] slice(%x), slice={[0:17], [0:8]}" S, "bounds"},
    {X "ROOT %s = f32[4,8] slice(%x), slice={[0:8], [0:8]}" S, "sizes"},
    {X "ROOT %s = f32[4] slice(%x), slice={[0:4], [0:8]}", "ranks"},
    {X "%z = f32[] constant(0)\nROOT %s = f32[9,8] pad(%x, %z), padding=0_1x0_0" S, "sizes"},
    {X "ROOT %s = f32[16,8] reverse(%x), dimensions={2}" S, "dimensions"},
    {X "ROOT %s = f32[16,8] reverse(%x), dimensions={0,0}" S, "dimensions"},
    {X "ROOT %s = f32[16,8] concatenate(%x), dimensions={7}" S, "dimensions"},
    {X "ROOT %s = f32[16,8] sort(%x), dimensions={-1}, to_apply=%m" S, "dimensions"},
    {X "%i = s32[] constant(0)\n"
       "ROOT %s = f32[17,8] dynamic-slice(%x, %i, %i), dynamic_slice_sizes={17,8}" S,
     "sizes"},
    {X "%i = s32[] constant(0)\n"
       "ROOT %s = f32[16,8] dynamic-update-slice(%x, %i, %i, %i)" S,
     "sizes"},
    {X "%z = f32[] constant(0)\n"
       "ROOT %s = f32[16,8] reduce-window(%x, %z), window={size=1x1 stride=0x1}, to_apply=%m" S,
     "window"},
    {X "%i = s32[2,1] constant({ {0}, {1} })\n"
       "ROOT %s = f32[2,8] gather(%x, %i), offset_dims={1}, collapsed_slice_dims={0}, "
       "start_index_map={5}, index_vector_dim=1, slice_sizes={1,8}",
     "dimensions"},
    {X "%i = s32[2,1] constant({ {0}, {1} })\n"
       "ROOT %s = f32[2,8] gather(%x, %i), offset_dims={1}, collapsed_slice_dims={}, "
       "start_index_map={0}, index_vector_dim=1, slice_sizes={1,8}",
     "ranks"},
    {X "%i = s32[2,1] constant({ {0}, {1} })\n"
       "ROOT %s = f32[2,9] gather(%x, %i), offset_dims={1}, collapsed_slice_dims={0}, "
       "start_index_map={0}, index_vector_dim=1, slice_sizes={1,9}",
     "bounds"},
    {X "ROOT %s = f32[16,8] scatter(%x, %x, %x, %x), index_vector_dim=1, to_apply=%m" S, "updates"},
    {X "ROOT %s = f32[16,8] convolution(%x, %x), dim_labels=bf_io->bf, feature_group_count=0" S,
     "dimensions"},
};

Test(numbers, what_is_not_of_its_arrays_is_unknown)
{
	struct arena arena = {0};
	for (size_t i = 0; i < ROWS(cases); i++) {
		struct str text = testing_partitioned_entry(&arena, 4, cases[i].lines);
		cr_expect(str_starts_with(text, STR("unknown: ")) &&
		              str_contains(text, str_of(cases[i].reason)),
		          "%s\n%.*s", cases[i].lines, STR_ARG(text));
	}
	arena_drop(&arena);
}

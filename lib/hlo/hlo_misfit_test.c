/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "hlo/hlo.h"

#define X "%x = f32[16,8] parameter(0)\n"

/* Each is none that XLA takes, for a reason that has these words. */
static const struct {
	const char *lines, *words;
} cases[] = {
    {X "ROOT %s = f32[4,8] slice(%x), slice={[0:17], [0:8]}", "bounds"},
    {X "ROOT %s = f32[4,8] slice(%x), slice={[0:8], [0:8]}", "sizes"},
    {X "ROOT %s = f32[4] slice(%x), slice={[0:4], [0:8]}", "ranks"},
    {X "%z = f32[] constant(0)\nROOT %s = f32[9,8] pad(%x, %z), padding=0_1x0_0", "sizes"},
    {X "ROOT %s = f32[16,8] reverse(%x), dimensions={2}", "dimensions"},
    {X "ROOT %s = f32[16,8] reverse(%x), dimensions={0,0}", "dimensions"},
    {X "ROOT %s = f32[16,8] concatenate(%x), dimensions={7}", "dimensions"},
    {X "ROOT %s = f32[16,8] sort(%x), dimensions={-1}, to_apply=%m", "dimensions"},
    {X "%i = s32[] constant(0)\n"
       "ROOT %s = f32[17,8] dynamic-slice(%x, %i, %i), dynamic_slice_sizes={17,8}",
     "sizes"},
    {X "%i = s32[] constant(0)\n"
       "ROOT %s = f32[16,8] dynamic-update-slice(%x, %i, %i, %i)",
     "sizes"},
    {X "%z = f32[] constant(0)\n"
       "ROOT %s = f32[16,8] reduce-window(%x, %z), window={size=1x1 stride=0x1}, to_apply=%m",
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
    {X "ROOT %s = f32[16,8] scatter(%x, %x, %x, %x), index_vector_dim=1, to_apply=%m", "updates"},
    {X "ROOT %s = f32[16,8] convolution(%x, %x), dim_labels=bf_io->bf, feature_group_count=0",
     "dimensions"},
    {X "ROOT %s = f32[16,8] add(%x)", "number of operands"},
    {X "%y = f32[16,4] parameter(1)\nROOT %s = f32[16,8] add(%x, %y)", "do not fit together"},
    {X "%t = (f32[16,8]) tuple(%x)\nROOT %s = f32[16,8] sort(%t), dimensions={0}, to_apply=%m",
     "no array"},
    {X "%t = (f32[16,8]) tuple(%x)\nROOT %s = f32[16,8] get-tuple-element(%t), index=1",
     "do not fit together"},
    {X "ROOT %t = (f32[16,8], f32[16,8]) tuple(%x)", "do not fit together"},
    {X "ROOT %s = f32[16,8,2] broadcast(%x), dimensions={0,3}", "dimensions"},
    {X "ROOT %s = f32[16,8,2] broadcast(%x), dimensions={0}", "dimensions"},
    {X "ROOT %s = f32[8,16] transpose(%x), dimensions={0,1}", "sizes"},
    {X "ROOT %s = f32[16,9] reshape(%x)", "sizes"},
    {X "ROOT %s = s32[16,8] iota(), iota_dimension=2", "dimensions"},
    {X "ROOT %s = f32[16,16] dot(%x, %x), lhs_contracting_dims={2}, rhs_contracting_dims={1}",
     "dimensions"},
    {X "ROOT %s = f32[16] dot(%x, %x), lhs_contracting_dims={1}, rhs_contracting_dims={1}",
     "ranks"},
    {X "ROOT %s = f32[16,8] dot(%x, %x), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
     "sizes"},
    {X "%z = f32[] constant(0)\nROOT %s = f32[16] reduce(%x, %z), dimensions={2}, to_apply=%m",
     "dimensions"},
    {X "%z = f32[] constant(0)\nROOT %s = f32[16] reduce(%x, %x), dimensions={1}, to_apply=%m",
     "sizes"},
    {X "ROOT %s = f32[16,32] all-gather(%x), dimensions={2}", "do not fit together"},
    {X "ROOT %s = f32[16,8,1] custom-call(%x), custom_call_target=\"MoveToDevice\"",
     "do not fit together"},
    {X "ROOT %s = f32[] call(%x), to_apply=%m", "do not fit together"},
    {X "ROOT %s = f32[16,8] while(%x), condition=%c, body=%m", "do not fit together"},
};

Test(hlo_misfit, says_what_does_not_belong_together)
{
	const struct jax_rules rules = jax_newest_rules();
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena arena = {0};
		struct notation_error error;
		struct str text =
		    str_format(&arena,
		               "HloModule a\n\n"
		               "%%m {\n%%a = f32[] parameter(0)\n%%b = f32[] parameter(1)\n"
		               "ROOT %%s = f32[] add(%%a, %%b)\n}\n\n"
		               "%%c {\n%%p = f32[16,8] parameter(0)\n"
		               "ROOT %%r = pred[] constant(false)\n}\n\n"
		               "ENTRY %%e {\n%s\n}\n",
		               cases[i].lines);
		cr_expect_null(hlo_read(&arena, text, &rules, &error), "%s", cases[i].lines);
		cr_expect(str_contains(error.message, str_of(cases[i].words)), "%s\n%.*s",
		          cases[i].lines, STR_ARG(error.message));
		cr_expect_not(error.unsupported, "%s", cases[i].lines);
		arena_drop(&arena);
	}
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/diff.h"

#include "testing/testing.h"

/* Compares two specs that are accepted. */
static const struct diff *diff_of(struct arena *arena, const char *before, const char *after)
{
	struct arena scratch = {0};
	const struct plan_options options = {0};
	const struct plan *plans[2];
	const char *texts[] = {before, after};
	for (int i = 0; i < 2; i++) {
		struct check_result result = testing_check(arena, str_of(texts[i]));
		cr_assert_eq(result.errors, 0, "'%s' has errors", texts[i]);
		plans[i] = plan_make(arena, &scratch, &result, &options);
	}
	const struct diff *diff = diff_make(arena, &scratch, plans[0], plans[1], &options.setting);
	arena_drop(&scratch);
	return diff;
}

/* The bytes that each device must fetch, one element after the other. */
static int64_t fetched_by_hand(const struct slice_map *before, const struct slice_map *after,
                               int64_t position, int64_t devices_before)
{
	struct slice wanted[MAX_RANK], held[MAX_RANK];
	int64_t elements = 0;
	bool has = position < devices_before;
	slice_map_slices(after, position, wanted);
	if (has)
		slice_map_slices(before, position, held);
	for (int64_t i = wanted[0].start; i < wanted[0].stop; i++)
		for (int64_t j = wanted[1].start; j < wanted[1].stop; j++)
			elements += !(has && i >= held[0].start && i < held[0].stop &&
			              j >= held[1].start && j < held[1].stop);
	return elements * after->element_bits / 8;
}

static const struct {
	const char *name, *before, *after;
	enum diff_kind kind;
	enum diff_move move;
} rows[] = {
    {"nothing changes", "mesh: {x: 4}\ntensors: {w: 'f32[8@x, 6]'}",
     "mesh: {x: 4}\ntensors: {w: 'f32[8@x, 6]'}", DIFF_SAME, MOVE_NONE},
    {"null at the end is the same layout", "mesh: {x: 4}\ntensors: {w: {shape: [8, 6], spec: [x]}}",
     "mesh: {x: 4}\ntensors: {w: {shape: [8, 6], spec: [x, null]}}", DIFF_SAME, MOVE_NONE},
    {"another axis", "mesh: {x: 4}\ntensors: {w: 'f32[8@x, 8]'}",
     "mesh: {x: 4}\ntensors: {w: 'f32[8, 8@x]'}", DIFF_CHANGED, MOVE_RESHARD},
    {"another name for the axis", "mesh: {x: 4}\ntensors: {w: 'f32[8@x, 8]'}",
     "mesh: {y: 4}\ntensors: {w: 'f32[8@y, 8]'}", DIFF_CHANGED, MOVE_RESHARD},
    {"another shape of the mesh", "mesh: {x: 4, y: 2}\ntensors: {w: 'f32[8@x, 8@y]'}",
     "mesh: {x: 2, y: 4}\ntensors: {w: 'f32[8@x, 8@y]'}", DIFF_CHANGED, MOVE_RESHARD},
    {"fewer devices", "mesh: {x: 4, y: 2}\ntensors: {w: 'f32[8@x, 8@y]'}",
     "mesh: {x: 2, y: 2}\ntensors: {w: 'f32[8@x, 8@y]'}", DIFF_CHANGED, MOVE_TRANSFER},
    {"more devices", "mesh: {x: 2}\ntensors: {w: 'bf16[8@x, 8]'}",
     "mesh: {x: 8}\ntensors: {w: 'bf16[8, 8@x]'}", DIFF_CHANGED, MOVE_TRANSFER},
    {"another shape", "mesh: {x: 2}\ntensors: {w: 'f32[8, 8]'}",
     "mesh: {x: 2}\ntensors: {w: 'f32[8, 4]'}", DIFF_CHANGED, MOVE_NONE},
    {"another dtype", "mesh: {x: 2}\ntensors: {w: 'f32[8, 8]'}",
     "mesh: {x: 2}\ntensors: {w: 'bf16[8, 8]'}", DIFF_CHANGED, MOVE_NONE},
};

Test(diff, a_change_is_named_and_moved)
{
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		const struct diff *diff = diff_of(&arena, rows[i].before, rows[i].after);
		cr_assert_eq(diff->ntensors, 1);
		cr_expect_eq(diff->tensors[0].kind, rows[i].kind, "%s: is %s", rows[i].name,
		             diff_kind_name(diff->tensors[0].kind));
		cr_expect_eq(diff->tensors[0].move, rows[i].move, "%s: moves by %s", rows[i].name,
		             diff_move_name(&diff->tensors[0]));
		arena_drop(&arena);
	}
}

/* What is fetched agrees with counting element by element. */
Test(diff, a_transfer_counts_what_a_device_does_not_hold)
{
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		const struct diff_tensor *entry =
		    &diff_of(&arena, rows[i].before, rows[i].after)->tensors[0];
		int64_t most = 0, all = 0;
		if (entry->move == MOVE_TRANSFER) {
			const struct slice_map *before = &entry->before->slice_map,
					       *after = &entry->after->slice_map;
			for (int64_t j = 0; j < after->devices; j++) {
				int64_t bytes = fetched_by_hand(before, after, j, before->devices);
				most = bytes > most ? bytes : most;
				all += bytes;
			}
			cr_expect_gt(all, 0, "%s", rows[i].name);
		}
		cr_expect_eq(entry->fetched, most, "%s", rows[i].name);
		cr_expect_eq(entry->fetched_in_all, all, "%s", rows[i].name);
		arena_drop(&arena);
	}
}

Test(diff, tensors_are_matched_by_name)
{
	struct arena arena = {0};
	const struct diff *diff =
	    diff_of(&arena, "mesh: {x: 2}\ntensors: {a: 'f32[8]', b: 'f32[8]', c: 'f32[8]'}",
	            "mesh: {x: 2}\ntensors: {d: 'f32[8]', c: 'f32[8@x]', a: 'f32[8]'}");
	static const enum diff_kind kinds[] = {DIFF_SAME, DIFF_GONE, DIFF_CHANGED, DIFF_ADDED};
	cr_assert_eq(diff->ntensors, ROWS(kinds));
	for (size_t i = 0; i < ROWS(kinds); i++) {
		cr_expect_eq(diff->tensors[i].kind, kinds[i], "tensor %zu", i);
		cr_expect_eq(diff->counts[kinds[i]], 1);
	}
	arena_drop(&arena);
}

/* A device of the second mesh is where the first one's list has it. */
Test(diff, devices_are_matched_by_id)
{
	struct arena arena = {0};
	const struct diff *diff = diff_of(
	    &arena,
	    "mesh: {axes: {x: 2}, devices: [5, 3], built_by: Mesh}\ntensors: {w: 'f32[8@x]'}",
	    "mesh: {axes: {x: 2}, devices: [3, 4], built_by: Mesh}\ntensors: {w: 'f32[8@x]'}");
	/* Device 3 held the second half and gets the first one; device 4 held nothing. */
	cr_expect_eq(diff->tensors[0].move, MOVE_TRANSFER);
	cr_expect_eq(diff->tensors[0].fetched, 16);
	cr_expect_eq(diff->tensors[0].fetched_in_all, 32);
	arena_drop(&arena);
}

Test(diff, sums_count_each_tensor_as_often_as_there_are)
{
	struct arena arena = {0};
	static const char before[] = "mesh: {x: 4}\ntensors: {w: {shape: [8, 8], dtype: f32, "
				     "spec: [x], count: 3}}",
			  after[] = "mesh: {x: 4}\ntensors: {w: {shape: [8, 8], dtype: f32, "
				    "spec: [], count: 3}}";
	const struct diff *diff = diff_of(&arena, before, after);
	/* An all-gather from 64 bytes to 256: each device receives 192, three times. */
	cr_expect_eq(diff->bytes_moved, 3 * 192);
	arena_drop(&arena);
}

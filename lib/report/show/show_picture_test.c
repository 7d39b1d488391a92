/* SPDX-License-Identifier: Apache-2.0 */
#include "report/show/show.h"

#include "report/show/show_words.h"
#include "testing/testing.h"
#include "spec/tensor_name.h"

static const char spec_text[] = "mesh: {axes: {x: 2, y: 3, z: 4}, types: auto}\n"
				"tensors:\n"
				"  scalar: {shape: [], spec: []}\n"
				"  row: {shape: [12], spec: [z]}\n"
				"  box: {shape: [4, 12], spec: [x, [y, z]]}\n"
				"  deep: {shape: [2, 12, 4, 6], spec: [null, y, z, x]}\n"
				"  whole: {shape: [5, 5, 5], spec: []}\n"
				"  bare: {shape: [8]}\n"
				"  strange: {shape: [8], spec: [q]}\n"
				"  placed: {shape: [8], spec: '[Shard(0), Replicate()]'}\n";

/* The picture of a tensor of spec_text. */
static enum picture_status make(struct arena *arena, const char *name,
                                const struct show_request *request, struct picture *picture,
                                struct str *why)
{
	struct check_result result = testing_check(arena, str_of(spec_text));
	struct diags unread = diags_make(arena);
	cr_assert_not_null(result.spec);
	for (uint32_t i = 0; i < spec_tensor_count(result.spec); i++) {
		const struct tensor *tensor = spec_tensor(arena, result.spec, i, &unread);
		if (str_equal(tensor->name, str_of(name)))
			return picture_make(arena, tensor, request, picture, why);
	}
	cr_assert_fail("no tensor '%s'", name);
	return PICTURE_UNPLACED;
}

/* "0 of 2 rows, 1 of 12 columns": which dimension is which, and how it is cut. */
static struct str sides(struct arena *arena, const struct picture *picture)
{
	struct buf out = {.arena = arena};
	const struct side *const both[] = {&picture->rows, &picture->columns};
	for (int i = 0; i < 2; i++) {
		buf_puts(&out, i ? " " : "");
		if (both[i]->dim)
			buf_printf(&out, "%u/%d", both[i]->number, (int)both[i]->shards);
		else
			buf_puts(&out, "-");
	}
	return buf_str(&out);
}

static const struct {
	const char *tensor;
	struct show_request request;
	enum picture_status status;
	const char *expected; /* the sides as dimension/shards, or why there are none */
} requests[] = {
    {"scalar", {.ndims = 0}, PICTURE_MADE, "- -"},
    {"row", {.ndims = 0}, PICTURE_MADE, "- 0/4"},
    {"box", {.ndims = 0}, PICTURE_MADE, "0/2 1/12"},
    {"deep", {.ndims = 0}, PICTURE_MADE, "1/3 2/4"},
    {"whole", {.ndims = 0}, PICTURE_MADE, "0/1 1/1"},
    {"box", {.ndims = 2, .dims = {1, 0}}, PICTURE_MADE, "1/12 0/2"},
    {"box", {.ndims = 1, .dims = {0}}, PICTURE_MADE, "- 0/2"},
    {"box", {.nfixed = 1, .fixed = {{1, 11}}}, PICTURE_MADE, "- 0/2"},
    {"deep", {.nfixed = 1, .fixed = {{2, 3}}}, PICTURE_MADE, "1/3 3/2"},
    {"row", {.nfixed = 1, .fixed = {{0, 3}}}, PICTURE_MADE, "- -"},
    {"box", {.ndims = 1, .dims = {2}}, PICTURE_REFUSED, "has rank 2: there is no dimension 2"},
    {"scalar", {.ndims = 1, .dims = {0}}, PICTURE_REFUSED, "has rank 0: there is no dimension 0"},
    {"box",
     {.nfixed = 1, .fixed = {{2, 0}}},
     PICTURE_REFUSED,
     "has rank 2: there is no dimension 2"},
    {"box",
     {.nfixed = 1, .fixed = {{1, 12}}},
     PICTURE_REFUSED,
     "has 12 shards along dimension 1, counted from 0: there is no shard 12"},
    {"whole",
     {.nfixed = 1, .fixed = {{2, 1}}},
     PICTURE_REFUSED,
     "has 1 shard along dimension 2, counted from 0: there is no shard 1"},
    {"box",
     {.ndims = 2, .dims = {0, 1}, .nfixed = 1, .fixed = {{1, 0}}},
     PICTURE_REFUSED,
     "is drawn with all shards of dimension 1; '--dims' chooses what is drawn"},
    {"box",
     {.has_device = true, .device = 24},
     PICTURE_REFUSED,
     "is on 24 devices; device 24 is none of them"},
    {"bare", {.ndims = 0}, PICTURE_UNPLACED, "cannot be drawn: it has no layout of its own"},
    {"strange",
     {.ndims = 0},
     PICTURE_UNPLACED,
     "cannot be drawn: its layout does not fit the mesh"},
    {"placed", {.ndims = 0}, PICTURE_UNPLACED, "cannot be drawn: its layout does not fit the mesh"},
};

ParameterizedTestParameters(show_picture, chooses_what_is_drawn)
{
	return testing_indexes(ROWS(requests));
}

ParameterizedTest(int *index, show_picture, chooses_what_is_drawn)
{
	struct arena arena = {0};
	struct picture picture;
	struct str why;
	enum picture_status status =
	    make(&arena, requests[*index].tensor, &requests[*index].request, &picture, &why);
	cr_expect_eq(status, requests[*index].status, "%s: status %d", requests[*index].tensor,
	             (int)status);
	testing_expect(requests[*index].tensor,
	               status == PICTURE_MADE ? sides(&arena, &picture) : why,
	               requests[*index].expected);
	arena_drop(&arena);
}

/* The devices of a cell, found by asking each device what it holds. */
static struct str holders(struct arena *arena, const struct picture *picture,
                          const int64_t *indices)
{
	struct buf out = {.arena = arena};
	const struct slice_map *slice_map = &picture->slice_map;
	for (int64_t device = 0; device < slice_map->devices; device++) {
		struct slice held[MAX_RANK];
		bool holds = true;
		slice_map_slices(slice_map, device, held);
		for (uint32_t i = 0; i < slice_map->rank; i++)
			holds &= held[i].start ==
			         placed_dim_slice(&slice_map->dims[i], indices[i]).start;
		if (holds)
			buf_printf(&out, "%s%d", out.len ? "," : "", (int)device);
	}
	return buf_str(&out);
}

/* The label of a cell with its ranges written out: 0-3 as 0,1,2,3. */
static struct str written_out(struct arena *arena, struct str label)
{
	struct buf out = {.arena = arena};
	for (size_t at = 0; at < label.len;) {
		size_t end = str_find(label, ',', at), dash = str_find(label, '-', at);
		int64_t first = -1, last = -1;
		cr_assert(str_to_int64(str_slice(label, at, dash < end ? dash : end), &first));
		last = first;
		if (dash < end)
			cr_assert(str_to_int64(str_slice(label, dash + 1, end), &last));
		for (int64_t device = first; device <= last; device++)
			buf_printf(&out, "%s%d", out.len ? "," : "", (int)device);
		at = end + 1;
	}
	return buf_str(&out);
}

/* Every cell of every picture of every tensor names the devices that hold it. */
Test(show_picture, cells_name_their_holders)
{
	static const char *const names[] = {"scalar", "row", "box", "deep", "whole"};
	for (size_t n = 0; n < ROWS(names); n++) {
		struct arena arena = {0};
		struct picture picture;
		struct str why;
		const struct show_request request = {.ndims = 0};
		cr_assert_eq(make(&arena, names[n], &request, &picture, &why), PICTURE_MADE);
		for (int64_t row = 0; row < picture.rows.shards; row++)
			for (int64_t column = 0; column < picture.columns.shards; column++) {
				int64_t indices[MAX_RANK];
				picture_cell(&picture, row, column, indices);
				struct str label =
				    show_devices(&arena, &picture.slice_map, indices, 1000, "…");
				testing_expect(
				    names[n], written_out(&arena, label),
				    str_copy(&arena, holders(&arena, &picture, indices)).s);
			}
		arena_drop(&arena);
	}
}

/* What is not drawn is fixed where the device holds it, so that its cell is there. */
Test(show_picture, every_device_can_be_marked)
{
	for (int64_t device = 0; device < 24; device++) {
		struct arena arena = {0};
		struct picture picture;
		struct str why;
		const struct show_request request = {.has_device = true, .device = device};
		int64_t indices[MAX_RANK];
		cr_assert_eq(make(&arena, "deep", &request, &picture, &why), PICTURE_MADE);
		cr_assert(picture.marked);
		picture_cell(&picture, picture.rows.marked, picture.columns.marked, indices);
		testing_expect("deep", holders(&arena, &picture, indices),
		               str_format(&arena, "%d", (int)device).s);
		arena_drop(&arena);
	}
}

Test(show_picture, neighbours_differ_in_colour)
{
	struct arena arena = {0};
	struct picture picture;
	struct str why;
	const struct show_request request = {.ndims = 0};
	cr_assert_eq(make(&arena, "box", &request, &picture, &why), PICTURE_MADE);
	for (int64_t row = 0; row < 30; row++)
		for (int64_t column = 0; column < 30; column++) {
			const struct show_color *color = show_color(&picture, row, column);
			cr_expect_neq(color, show_color(&picture, row + 1, column));
			cr_expect_neq(color, show_color(&picture, row, column + 1));
			cr_expect_neq(color, show_color(&picture, row + 1, column + 1));
		}
	arena_drop(&arena);
}

static const struct {
	const char *pattern, *name;
	bool matches;
} matches[] = {
    {"w", "w", true},
    {"w", "w2", false},
    {"w*", "w2", true},
    {"w?", "w2", true},
    {"*", "layers.{0..31}.wq", true},
    {"layers.{0..31}.wq", "layers.{0..31}.wq", true},
    {"layers.*.wq", "layers.{0..31}.wq", true},
    {"layers.0.wq", "layers.{0..31}.wq", true},
    {"layers.31.wq", "layers.{0..31}.wq", true},
    {"layers.32.wq", "layers.{0..31}.wq", false},
    {"layers.03.wq", "layers.{0..31}.wq", false},
    {"layers.3.*", "layers.{0..31}.wq", true},
    {"*.31.w?", "layers.{0..31}.wq", true},
    {"*.32.w?", "layers.{0..31}.wq", false},
    {"a*b*c", "aXbYbZc", true},
    {"a*b*c", "aXbYbZ", false},
    {"a**", "a", true},
    {"layers.3.wk", "layers.{0..31}.wq", false},
    {"layers.3.wq2", "layers.{0..31}.wq", false},
    {"layers.3", "layers.{0..31}.wq", false},
    {"layers..wq", "layers.{0..31}.wq", false},
    {"layers.99999999999999999999.wq", "layers.{0..31}.wq", false},
    {"b3.l12", "b{2..4}.l{10..19}", true},
    {"b3.l9", "b{2..4}.l{10..19}", false},
    {"x1", "x{1}", false},
    {"x1", "x{1..", false},
    {"x1", "x{", false},
    {"", "x", false},
};

ParameterizedTestParameters(show_picture, names_match)
{
	return testing_indexes(ROWS(matches));
}

ParameterizedTest(int *index, show_picture, names_match)
{
	cr_expect_eq(
	    tensor_name_matches(str_of(matches[*index].pattern), str_of(matches[*index].name)),
	    matches[*index].matches, "'%s' and '%s'", matches[*index].pattern,
	    matches[*index].name);
}

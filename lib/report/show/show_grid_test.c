/* SPDX-License-Identifier: Apache-2.0 */
/* Pictures for a terminal keep to its width and to a number of lines. */
#include "base/utf8.h"
#include "report/show/show.h"
#include "testing/testing.h"

static const char *const layouts[] = {
    "[x, y]",         "[y, x]", "[[x, y], z]", "[z, [y, x]]", "[null, [z, y, x]]",
    "[[z, x], null]", "[x]",    "[]",
};

static const char *const meshes[] = {
    "{x: 2, y: 3, z: 1}",  "{x: 64, y: 8, z: 32}", "{x: 1000, y: 1000, z: 7}",
    "{x: 5, y: 11, z: 4}", "{x: 1, y: 128, z: 2}",
};

static const char *const shapes[] = {"[4096, 14336]", "[10, 7]", "[3, 10000000]", "[0, 5]"};

static bool written_at_the_end(struct buf *buf)
{
	return true;
}

/* Draws a layout on a mesh; the text lives in the arena. */
static struct str draw(struct arena *arena, struct str spec, const struct show_request *request,
                       const struct show_style *style)
{
	struct stream out = {.buf = {.arena = arena}, .write = written_at_the_end};
	struct check_result result = testing_check(arena, spec);
	struct diags unread = diags_make(arena);
	struct arena scratch = {0};
	struct picture picture;
	struct str why;
	const struct tensor *tensor = spec_tensor(arena, result.spec, 0, &unread);
	enum picture_status status = picture_make(arena, tensor, request, &picture, &why);
	cr_assert_eq(status, PICTURE_MADE, "%.*s: %.*s", STR_ARG(spec), STR_ARG(why));
	show_text_write(&out, &scratch, &picture, style);
	arena_drop(&scratch);
	return buf_str(&out.buf);
}

/* Lines behind the empty one, which the boxes are below of, and the longest of them. */
static void measure(struct str text, size_t *lines, size_t *longest)
{
	bool boxes = false;
	*lines = *longest = 0;
	for (size_t at = 0; at < text.len; ++*lines) {
		size_t end = str_find(text, '\n', at),
		       length = utf8_length(str_slice(text, at, end));
		*longest = boxes && length > *longest ? length : *longest;
		boxes |= length == 0;
		cr_expect(end == at || text.s[end - 1] != ' ', "a line ends in a space");
		at = end + 1;
	}
}

ParameterizedTestParameters(show_grid, fits_the_terminal)
{
	return testing_indexes(ROWS(layouts) * ROWS(meshes));
}

ParameterizedTest(int *index, show_grid, fits_the_terminal)
{
	static const int64_t widths[] = {80, 100, 200};
	const char *layout = layouts[(size_t)*index % ROWS(layouts)],
		   *mesh = meshes[(size_t)*index / ROWS(layouts)];
	for (size_t i = 0; i < ROWS(shapes) * ROWS(widths) * 4; i++) {
		struct arena arena = {0};
		struct show_style style = {.width = widths[i / 4 % ROWS(widths)], .ascii = i & 1};
		struct show_request request = {.has_device = i & 2, .device = 5};
		struct str spec = str_format(
		    &arena, "mesh: {axes: %s, types: auto}\ntensors: {w: {shape: %s, spec: %s}}\n",
		    mesh, shapes[i / 4 / ROWS(widths)], layout);
		size_t lines, longest;
		measure(draw(&arena, spec, &request, &style), &lines, &longest);
		cr_expect(lines <= 42, "%.*s: %zu lines", STR_ARG(spec), lines);
		cr_expect(longest <= (size_t)style.width, "%.*s: %zu columns of %d", STR_ARG(spec),
		          longest, (int)style.width);
		arena_drop(&arena);
	}
}

Test(show_grid, ascii_is_ascii)
{
	struct arena arena = {0};
	const struct show_style style = {.width = 80, .ascii = true};
	const struct show_request request = {.has_device = true, .device = 300};
	struct str text = draw(&arena,
	                       STR("mesh: {axes: {a: 50, b: 50, a_very_long_name_of_an_axis: 3}, "
	                           "types: auto}\n"
	                           "tensors: {w: {shape: [149, 99], spec: "
	                           "[[a, a_very_long_name_of_an_axis], b]}}\n"),
	                       &request, &style);
	cr_expect_eq(utf8_ascii_length(text), text.len, "%.*s", STR_ARG(text));
	arena_drop(&arena);
}

/* Everything is drawn, however narrow the terminal. */
Test(show_grid, all_is_all)
{
	struct arena arena = {0};
	const struct show_style style = {.width = 20, .all = true};
	const struct show_request request = {.ndims = 0};
	struct str text = draw(&arena,
	                       STR("mesh: {x: 40, y: 30}\n"
	                           "tensors: {w: {shape: [40, 30], spec: [x, y]}}\n"),
	                       &request, &style);
	for (int device = 0; device < 1200; device++) {
		struct str label = str_format(&arena, " %d ", device);
		bool found = false;
		for (size_t at = 0; !found && at + label.len <= text.len; at++)
			found = str_starts_with(str_slice(text, at, text.len), label);
		cr_expect(found, "device %d is not drawn", device);
	}
	arena_drop(&arena);
}

static bool cannot_be_written(struct buf *buf)
{
	buf->len = 0;
	return false;
}

/* When the output fails, the rest of a very large picture is not even drawn. */
Test(show_grid, stops_when_nobody_reads)
{
	struct arena arena = {0}, scratch = {0};
	const struct show_style style = {.width = 80, .all = true};
	const struct show_request request = {.ndims = 1, .dims = {0}};
	struct stream out = {.buf = {.arena = &arena}, .write = cannot_be_written};
	struct check_result result =
	    testing_check(&arena, STR("mesh: {axes: {x: 100000, y: 100}, types: auto}\n"
	                              "tensors: {w: {shape: [100000, 100], spec: [x, y]}}\n"));
	struct diags unread = diags_make(&arena);
	struct picture picture;
	struct str why;
	const struct tensor *tensor = spec_tensor(&arena, result.spec, 0, &unread);
	cr_assert_eq(picture_make(&arena, tensor, &request, &picture, &why), PICTURE_MADE);
	show_text_write(&out, &scratch, &picture, &style);
	cr_expect(out.failed);
	cr_expect_lt(arena_footprint(&arena) + arena_footprint(&scratch), 1 << 20);
	arena_drop(&arena);
	arena_drop(&scratch);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * testdata/show/CASE/: the tensors of in.yaml that `args` names are drawn with the options behind
 * the name, as text and as SVG, and compared with expect.txt and expect.svg.
 * `SHARDCTL_UPDATE=1 meson test --suite golden` writes them anew.
 */
#include "report/show/show.h"
#include "spec/tensor_name.h"
#include "testing/golden.h"

static const char folder[] = "testdata/show";

enum { MOST_PICTURES = 16 };

struct drawing {
	struct show_request request;
	struct show_style style;
	struct picture pictures[MOST_PICTURES];
	uint32_t count;
};

static int64_t take_number(struct str *line)
{
	int64_t number = -1;
	cr_assert(str_to_int64(golden_word(line), &number));
	return number;
}

/* Options as those of the command, but with their numbers apart: --dims 0 2 --at 1 3. */
static void read_options(struct str line, struct drawing *drawing)
{
	struct show_request *request = &drawing->request;
	for (struct str name; (name = golden_word(&line)).len;) {
		if (str_equal(name, STR("--dims"))) {
			request->dims[request->ndims++] = take_number(&line);
			request->dims[request->ndims++] = take_number(&line);
		} else if (str_equal(name, STR("--at"))) {
			struct show_fixed *fixed = &request->fixed[request->nfixed++];
			fixed->dim = take_number(&line);
			fixed->shard = take_number(&line);
		} else if (str_equal(name, STR("--device"))) {
			request->has_device = true;
			request->device = take_number(&line);
		} else if (str_equal(name, STR("--width"))) {
			drawing->style.width = take_number(&line);
		} else if (str_equal(name, STR("--ascii"))) {
			drawing->style.ascii = true;
		} else if (str_equal(name, STR("--all"))) {
			drawing->style.all = true;
		} else if (str_equal(name, STR("--color"))) {
			drawing->style.color = true;
		} else {
			cr_assert_fail("unknown option '%.*s' in args", STR_ARG(name));
		}
	}
}

/* Makes the pictures of a case. */
static struct drawing *draw_case(struct arena *arena, const char *name)
{
	struct drawing *drawing = arena_new(arena, struct drawing, 1);
	struct check_result result =
	    testing_check(arena, golden_part(arena, folder, name, "in.yaml"));
	struct str args = golden_part(arena, folder, name, "args"), pattern = golden_word(&args);
	struct diags unread = diags_make(arena);
	drawing->style.width = 80;
	read_options(args, drawing);
	cr_assert_not_null(result.spec, "%s is no spec", name);
	for (uint32_t i = 0; i < spec_tensor_count(result.spec); i++) {
		const struct tensor *tensor = spec_tensor(arena, result.spec, i, &unread);
		struct str why;
		if (!tensor_name_matches(pattern, tensor->name))
			continue;
		cr_assert(drawing->count < MOST_PICTURES);
		enum picture_status status = picture_make(
		    arena, tensor, &drawing->request, &drawing->pictures[drawing->count++], &why);
		cr_assert_eq(status, PICTURE_MADE, "%s: %.*s", name, STR_ARG(why));
	}
	cr_assert(drawing->count, "%s: no tensor matches", name);
	return drawing;
}

static bool written_at_the_end(struct buf *buf)
{
	return true;
}

static struct str draw_text(struct arena *arena, const struct drawing *drawing)
{
	struct stream out = {.buf = {.arena = arena}, .write = written_at_the_end};
	struct arena scratch = {0};
	for (uint32_t i = 0; i < drawing->count; i++) {
		buf_puts(&out.buf, i ? "\n" : "");
		show_text_write(&out, &scratch, &drawing->pictures[i], &drawing->style);
	}
	arena_drop(&scratch);
	return buf_str(&out.buf);
}

static struct str draw_svg(struct arena *arena, const struct drawing *drawing)
{
	struct stream out = {.buf = {.arena = arena}, .write = written_at_the_end};
	struct arena scratch = {0};
	show_svg_write(&out, &scratch, drawing->pictures, drawing->count, &drawing->style);
	arena_drop(&scratch);
	return buf_str(&out.buf);
}

ParameterizedTestParameters(show_golden, pictures_are_as_expected)
{
	return golden_indexes(folder);
}

ParameterizedTest(int *index, show_golden, pictures_are_as_expected)
{
	struct arena arena = {0};
	const char *name = golden_cases(&arena, folder).items[*index];
	const struct drawing *drawing = draw_case(&arena, name);
	golden_compare(&arena, folder, name, "expect.txt", draw_text(&arena, drawing));
	golden_compare(&arena, folder, name, "expect.svg", draw_svg(&arena, drawing));
	arena_drop(&arena);
}

/* Elements that are open, outermost first. */
struct elements {
	struct str names[16];
	size_t count;
};

static void expect_attributes(const char *where, struct str text)
{
	while ((text = str_trim(text)).len) {
		size_t equals = str_find(text, '=', 0);
		cr_assert(equals > 0 && equals + 1 < text.len && text.s[equals + 1] == '"',
		          "%s: attribute without a quoted value: %.*s", where, STR_ARG(text));
		size_t end = str_find(text, '"', equals + 2);
		cr_assert_lt(end, text.len, "%s: quote is not closed", where);
		text = str_slice(text, end + 1, text.len);
	}
}

/* One tag, without its brackets. */
static void expect_tag(const char *where, struct str tag, struct elements *open)
{
	if (str_starts_with(tag, STR("?")))
		return;
	if (str_starts_with(tag, STR("/"))) {
		struct str name = str_slice(tag, 1, tag.len);
		cr_assert(open->count && str_equal(open->names[open->count - 1], name),
		          "%s: </%.*s> closes nothing", where, STR_ARG(name));
		open->count--;
		return;
	}
	bool closed = str_ends_with(tag, STR("/"));
	tag.len -= closed;
	size_t end = str_find(tag, ' ', 0);
	expect_attributes(where, str_slice(tag, end, tag.len));
	cr_assert_lt(open->count, ROWS(open->names));
	if (!closed)
		open->names[open->count++] = str_slice(tag, 0, end);
}

/* Text between tags: every & starts one of the entities that are written. */
static void expect_content(const char *where, struct str text)
{
	static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
	for (size_t at = 0; (at = str_find(text, '&', at)) < text.len; at++) {
		bool known = false;
		for (size_t i = 0; i < ROWS(entities); i++)
			known |=
			    str_starts_with(str_slice(text, at, text.len), str_of(entities[i]));
		cr_assert(known, "%s: bare &", where);
	}
	cr_assert_eq(str_find(text, '>', 0), text.len, "%s: bare >", where);
}

static void expect_xml(const char *where, struct str text)
{
	struct elements open = {.count = 0};
	for (size_t at = 0; at < text.len;) {
		size_t start = str_find(text, '<', at), end = str_find(text, '>', start);
		expect_content(where, str_slice(text, at, start));
		if (start == text.len)
			break;
		cr_assert_lt(end, text.len, "%s: a tag is not closed", where);
		expect_tag(where, str_slice(text, start + 1, end), &open);
		at = end + 1;
	}
	cr_expect_eq(open.count, 0, "%s: elements are left open", where);
}

ParameterizedTestParameters(show_golden, svg_is_well_formed)
{
	return golden_indexes(folder);
}

ParameterizedTest(int *index, show_golden, svg_is_well_formed)
{
	struct arena arena = {0};
	const char *name = golden_cases(&arena, folder).items[*index];
	struct str svg = draw_svg(&arena, draw_case(&arena, name));
	expect_xml(name, svg);
	cr_expect(str_starts_with(svg, STR("<?xml version=\"1.0\"")));
	cr_expect(str_ends_with(svg, STR("</svg>\n")));
	arena_drop(&arena);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/yaml/node.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "spec/yaml/yaml.h"
#include "testing/testing.h"

/* A scalar as it is written behind "key: ", and what it says. */
static const struct {
	const char *written, *text;
} scalars[] = {
    /* plain */
    {"f32[8@data]", "f32[8@data]"},
    {"caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 end",
     "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 end"},
    {"over\n  three\n    lines", "over three lines"},
    {"one\n\n  blank line", "one\nblank line"},
    {"one  \n \n\n  two blank lines", "one\n\ntwo blank lines"},
    {"tab\tinside", "tab\tinside"},
    {"&anchor behind_an_anchor", "behind_an_anchor"},
    /* single quoted */
    {"'f32[8]'", "f32[8]"},
    {"'it''s ''quoted'''", "it's 'quoted'"},
    {"''''", "'"},
    {"'over\n  two lines'", "over two lines"},
    {"'one \n\n   blank \xc3\xa9'", "one\nblank \xc3\xa9"},
    {"'back\\slash'", "back\\slash"},
    {"' spaces '", " spaces "},
    /* double quoted */
    {"\"f32[8]\"", "f32[8]"},
    {"\"a\\\"b\\\\c\\/d\"", "a\"b\\c/d"},
    {"\"\\x41\\u00e9\\U0001F600z\"", "A\xc3\xa9\xf0\x9f\x98\x80z"},
    {"\"\\u20acuro\"", "\xe2\x82\xacuro"},
    {"\"\\a\\b\\e\\f\\n\\r\\t\\v\\ x\"", "\a\b\x1b\f\n\r\t\v x"},
    {"\"\\N\\_\\L\\P.\"", "\xc2\x85\xc2\xa0\xe2\x80\xa8\xe2\x80\xa9."},
    {"\"over\n  two lines\"", "over two lines"},
    {"\"joined\\\n   without\"", "joinedwithout"},
    {"\"joined \\\n   with\"", "joined with"},
    {"\"joined\\\n  \\ kept\"", "joined kept"},
    {"\"one\n\n  \n  two blank lines\"", "one\n\ntwo blank lines"},
    {"\"trailing \t\n  blanks\"", "trailing blanks"},
    /* literal */
    {"|\n  one\n  two", "one\ntwo\n"},
    {"|-\n  one\n  two", "one\ntwo"},
    {"|+\n  one\n  two\n", "one\ntwo\n\n"},
    {"|\n    deeper\n      and more\n    back", "deeper\n  and more\nback\n"},
    {"|\n\n  blank first\n\n  and between", "\nblank first\n\nand between\n"},
    {"|2\n    two stay\n  none", "  two stay\nnone\n"},
    {"|  # comment\n  text", "text\n"},
    {"|\n  caf\xc3\xa9\n  \xe2\x82\xacz", "caf\xc3\xa9\n\xe2\x82\xacz\n"},
    {"&anchor |\n  text", "text\n"},
    /* folded */
    {">\n  one\n  two", "one two\n"},
    {">-\n  f32[8@data,\n  9@model]", "f32[8@data, 9@model]"},
    {">\n  one\n\n  two", "one\ntwo\n"},
    {">\n  one\n\n\n  two", "one\n\ntwo\n"},
    {">\n  one\n    more\n  two", "one\n  more\ntwo\n"},
    {">\n\n  blank first\n  then", "\nblank first then\n"},
    {">+\n  kept\n\n", "kept\n\n\n"},
};

/* What stands around the scalar. */
static const struct {
	const char *what, *before;
	bool crlf;
} settings[] = {
    {"plain", "", false},
    {"CR LF", "", true},
    {"byte order mark", "\xef\xbb\xbf", false},
    {"characters of several bytes before", "\xc3\xa9: \"\xe2\x82\xac\"\n", false},
    {"all of it", "\xef\xbb\xbf# \xf0\x9f\x98\x80\n\xc3\xa9: [\xe2\x82\xac]\n", true},
};

/* "key: SCALAR" in its setting. */
static struct str write_source(struct arena *arena, size_t setting, const char *scalar)
{
	struct buf plain = {.arena = arena}, out = {.arena = arena};
	buf_printf(&plain, "%skey: %s\nlast: 1\n", settings[setting].before, scalar);
	for (size_t i = 0; i < plain.len; i++) {
		if (plain.data[i] == '\n' && settings[setting].crlf)
			buf_putc(&out, '\r');
		buf_putc(&out, plain.data[i]);
	}
	return str_copy(arena, buf_str(&out));
}

/* The value of `key`, or NULL. */
static const struct node *find_value(struct arena *arena, const struct source *source)
{
	struct arena scratch = {0};
	struct diags diags = diags_make(arena);
	bool aliases;
	const struct node *root =
	    yaml_read(arena, &scratch, source, (struct span){0, UINT32_MAX}, &diags, &aliases);
	arena_drop(&scratch);
	for (uint32_t i = 0; root && i < root->count; i++)
		if (str_equal(node_text(node_key(root, i)), STR("key")))
			return node_value(root, i);
	return NULL;
}

/* The code point of an escape sequence of double quotes. */
static uint32_t unescape(struct str escape)
{
	static const char names[] = "abefnrtv0 \"/\\N_LP";
	static const uint32_t values[] = {7,   8,   0x1b, 0xc,  0xa,  0xd,  9,      0xb,   0,
	                                  ' ', '"', '/',  '\\', 0x85, 0xa0, 0x2028, 0x2029};
	uint32_t value = 0;
	if (!strchr("xuU", escape.s[1]))
		return values[strchr(names, escape.s[1]) - names];
	for (size_t i = 2; i < escape.len; i++) {
		char c = escape.s[i];
		uint32_t digit = c <= '9' ? (uint32_t)(c - '0') : (uint32_t)((c | 0x20) - 'a' + 10);
		value = value << 4 | digit;
	}
	return value;
}

static bool is_white(struct str text)
{
	return str_trim(text).len == 0;
}

/* Whether these bytes of the source, in a scalar of this style, say just this character. */
static bool says(struct str bytes, uint16_t style, struct str character)
{
	struct arena arena = {0};
	struct buf out = {.arena = &arena};
	bool same = str_equal(bytes, character);
	if (bytes.len > 1 && bytes.s[0] == '\\' && style == STYLE_DOUBLE_QUOTED &&
	    bytes.s[1] != '\n' && bytes.s[1] != '\r') {
		utf8_encode(&out, unescape(bytes));
		same = str_equal(buf_str(&out), character);
	} else if (bytes.len == 2 && style == STYLE_SINGLE_QUOTED && bytes.s[0] == '\'') {
		same = bytes.s[1] == '\'' && str_equal(character, STR("'"));
	} else if (is_white(bytes) && is_white(character)) {
		same = true; /* a fold, or the indentation behind a line end */
	}
	arena_drop(&arena);
	return same;
}

/* Each character of the text comes from bytes that say it, one behind the other. */
static void check_characters(struct str source, const struct node *scalar, const char *row,
                             const char *setting)
{
	struct str text = node_text(scalar);
	size_t before = scalar->at.offset;
	for (size_t at = 0; at < text.len;) {
		size_t size;
		bool valid;
		utf8_decode(str_slice(text, at, text.len), &size, &valid);
		struct span span = node_text_span(source, scalar, at, size);
		struct str bytes = span_text(source, span);
		cr_assert(says(bytes, scalar->style, str_slice(text, at, at + size)),
		          "%s (%s): byte %zu comes from '%.*s'", row, setting, at, STR_ARG(bytes));
		cr_assert(span.offset >= before, "%s (%s): byte %zu goes back", row, setting, at);
		before = span.offset + span.length;
		at += size;
	}
	cr_expect(before <= scalar->at.offset + scalar->at.length, "%s (%s)", row, setting);
}

Test(node, each_character_of_a_scalar_comes_from_where_it_is_written)
{
	for (size_t i = 0; i < ROWS(scalars); i++) {
		for (size_t j = 0; j < ROWS(settings); j++) {
			struct arena arena = {0};
			struct source source = {STR("x"),
			                        write_source(&arena, j, scalars[i].written)};
			const struct node *scalar = find_value(&arena, &source);
			cr_assert_not_null(scalar, "%s", scalars[i].written);
			testing_expect(scalars[i].written, node_text(scalar), scalars[i].text);
			check_characters(source.text, scalar, scalars[i].written, settings[j].what);
			arena_drop(&arena);
		}
	}
}

Test(node, a_range_of_text_spans_from_its_first_to_its_last_character)
{
	struct arena arena = {0};
	struct source source = {STR("x"), STR("key: \"a\\x62c \\u00e9''\"")};
	const struct node *scalar = find_value(&arena, &source);
	struct span span = node_text_span(source.text, scalar, 1, 2);
	testing_expect("bc", span_text(source.text, span), "\\x62c");
	span = node_text_span(source.text, scalar, 4, 2);
	testing_expect("e acute", span_text(source.text, span), "\\u00e9");
	span = node_text_span(source.text, scalar, 6, 0);
	cr_expect(span.length == 0 && source.text.s[span.offset] == '\'');
	arena_drop(&arena);
}

static const struct {
	const char *written, *kind;
	bool null;
} values[] = {
    {"", "nothing", true},     {"~", "nothing", true},        {"null", "nothing", true},
    {"Null", "nothing", true}, {"NULL", "nothing", true},     {"nULL", "text", false},
    {"'null'", "text", false}, {"\"\"", "text", false},       {"none", "text", false},
    {"[]", "a list", false},   {"[null]", "a list", false},   {"{}", "a map", false},
    {"8", "a number", false},  {"-1.5e3", "a number", false}, {"'8'", "text", false},
    {"e", "text", false},      {"8x", "text", false},
};

Test(node, kinds_have_names_and_null_is_a_plain_word)
{
	for (size_t i = 0; i < ROWS(values); i++) {
		struct arena arena = {0};
		struct source source = {STR("x"), write_source(&arena, 0, values[i].written)};
		const struct node *value = find_value(&arena, &source);
		cr_assert_not_null(value);
		cr_expect_eq(node_is_null(value), values[i].null, "'%s'", values[i].written);
		cr_expect_str_eq(node_kind_name(value), values[i].kind, "'%s'", values[i].written);
		arena_drop(&arena);
	}
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/script/type_comment.h"

#include <stdlib.h>

#include "spec/reader.h"
#include "spec/script/script.h"

enum { MAX_SAID_DEPTH = 16, MAX_SAID_PARTS = 4096 };

/* The text that is read, up to the end of its line. */
struct cursor {
	const struct reader *reader;
	struct str text; /* of the file, cut at the end of the line */
	size_t at;
	uint32_t parts; /* read so far */
	bool beside;    /* it is a value of a sidecar, and no comment */
	bool failed;
};

static bool is_name_part(char c)
{
	return byte_is_letter(c) || (c >= '0' && c <= '9') || c == '_' || (unsigned char)c >= 0x80;
}

static char next_char(struct cursor *cursor)
{
	while (cursor->at < cursor->text.len && byte_is_blank(cursor->text.s[cursor->at]))
		cursor->at++;
	return cursor->at < cursor->text.len ? cursor->text.s[cursor->at] : '\0';
}

static bool fail(struct cursor *cursor, const char *message)
{
	size_t left = cursor->text.len - cursor->at;
	struct span at = {(uint32_t)cursor->at, left ? 1 : 0};
	if (!cursor->failed)
		diag_help(diag_add(cursor->reader->diags, RULE_TYPE_SYNTAX, at,
		                   "this %s cannot be read: %s",
		                   cursor->beside ? "value" : "comment", message),
		          cursor->beside ? "write it as batch: i32[64@data, 128]"
		                         : "write it as # shardctl: batch: i32[64@data, 128]");
	cursor->failed = true;
	return false;
}

static bool take(struct cursor *cursor, char wanted)
{
	bool found = next_char(cursor) == wanted && wanted;
	cursor->at += found;
	return found;
}

/* A name with its attributes, as it stands in a program: self.w */
static struct str take_name(struct cursor *cursor)
{
	(void)next_char(cursor);
	size_t start = cursor->at;
	while (cursor->at < cursor->text.len &&
	       (is_name_part(cursor->text.s[cursor->at]) || cursor->text.s[cursor->at] == '.'))
		cursor->at++;
	return str_slice(cursor->text, start, cursor->at);
}

/* Text in quotes, which the cursor stands at; without escapes. */
static bool take_quoted(struct cursor *cursor, struct str *inner)
{
	char quote = cursor->text.s[cursor->at];
	size_t end = str_find(cursor->text, quote, cursor->at + 1);
	if (end == cursor->text.len)
		return fail(cursor, "this text is not closed");
	*inner = str_slice(cursor->text, cursor->at + 1, end);
	cursor->at = end + 1;
	return true;
}

/* Moves to the end of a type or number: a comma or bracket outside of its own brackets. */
static void skip_word(struct cursor *cursor)
{
	int depth = 0;
	for (; cursor->at < cursor->text.len; cursor->at++) {
		char c = cursor->text.s[cursor->at];
		bool closes = c == ']' || c == ')' || c == '}';
		if (depth == 0 && (closes || c == ','))
			return;
		depth += c == '[' || c == '(' || c == '{';
		depth -= closes;
	}
}

/* Whether all of the word is a number of Python, as far as C reads it too. */
static bool is_number(struct arena *arena, struct str word)
{
	char *copy = arena_new(arena, char, word.len + 1), *end;
	memcpy(copy, word.s, word.len);
	(void)strtod(copy, &end);
	return word.len && end == copy + word.len;
}

/* Whether a word is to be a literal, right or wrong, and not a type. */
static bool is_literal(struct str word)
{
	static const char *const words[] = {"True", "False", "None"};
	return str_place(word, words, COUNT_OF(words)) < COUNT_OF(words) ||
	       (word.len && (byte_is_digit(word.s[0]) || word.s[0] == '-'));
}

/* A type, or a number. */
static bool read_word(struct cursor *cursor, struct said_value *value)
{
	size_t start = cursor->at;
	skip_word(cursor);
	struct str word = str_trim(str_slice(cursor->text, start, cursor->at));
	value->text = word;
	value->at = (struct span){(uint32_t)start, (uint32_t)word.len};
	value->kind = is_literal(word) ? SAID_LITERAL : SAID_ARRAY;
	if (!word.len)
		return fail(cursor, "a type is missing here");
	bool number = word.s[0] < 'A';
	if (value->kind == SAID_LITERAL && number && !is_number(cursor->reader->arena, word)) {
		cursor->at = start;
		return fail(cursor, "this is not a number");
	}
	if (value->kind == SAID_LITERAL)
		return true;
	struct node scalar = {
	    .at = value->at, .kind = NODE_SCALAR, .count = (uint32_t)word.len, .text = word.s};
	const struct spec *spec = cursor->reader->spec;
	struct tensor *tensor = arena_new(cursor->reader->arena, struct tensor, 1);
	*tensor = (struct tensor){.at = value->at, .name = word, .count = 1};
	tensor->mesh = spec->nmeshes ? spec->meshes : NULL;
	value->tensor = tensor;
	reader_type_text(cursor->reader, &scalar, tensor);
	cursor->failed |= tensor->broken || !tensor->dtype;
	return !cursor->failed;
}

static bool read_value(struct cursor *cursor, struct said_value *value, uint32_t depth);

/* "key": or key: */
static bool read_key(struct cursor *cursor, struct str *key)
{
	char first = next_char(cursor);
	if (first == '"' || first == '\'') {
		if (!take_quoted(cursor, key))
			return false;
	} else {
		*key = take_name(cursor);
	}
	if (!key->len && first != '"' && first != '\'')
		return fail(cursor, "a key is missing here");
	return take(cursor, ':') || fail(cursor, "a colon is missing here");
}

/* The values up to a closing bracket, each with a key in a dict. */
static bool read_parts(struct cursor *cursor, struct said_value *value, char close, uint32_t depth)
{
	struct said_value *parts = NULL;
	size_t room = 0;
	while (next_char(cursor) != close) {
		struct said_value part = {0};
		if (depth == MAX_SAID_DEPTH || ++cursor->parts > MAX_SAID_PARTS)
			return fail(cursor, "there is too much in it");
		if (value->kind == SAID_DICT && !read_key(cursor, &part.key))
			return false;
		struct str key = part.key;
		if (!read_value(cursor, &part, depth + 1))
			return false;
		part.key = key;
		arena_push(cursor->reader->arena, parts, value->count, room, part);
		if (!take(cursor, ',') && next_char(cursor) != close)
			return fail(cursor, "a bracket is not closed, or a comma is missing");
	}
	cursor->at++;
	value->parts = parts;
	return true;
}

static bool read_value(struct cursor *cursor, struct said_value *value, uint32_t depth)
{
	static const struct {
		char open, close;
		enum said_kind kind;
	} brackets[] = {{'(', ')', SAID_TUPLE}, {'[', ']', SAID_LIST}, {'{', '}', SAID_DICT}};
	char first = next_char(cursor);
	size_t start = cursor->at;
	bool done;
	*value = (struct said_value){0};
	for (size_t i = 0; i < COUNT_OF(brackets); i++) {
		if (first != brackets[i].open)
			continue;
		cursor->at++;
		value->kind = brackets[i].kind;
		done = read_parts(cursor, value, brackets[i].close, depth);
		value->at = (struct span){(uint32_t)start, (uint32_t)(cursor->at - start)};
		return done;
	}
	if (first != '"' && first != '\'')
		return read_word(cursor, value);
	value->kind = SAID_LITERAL;
	done = take_quoted(cursor, &value->text);
	value->text = str_slice(cursor->text, start, cursor->at);
	value->at = (struct span){(uint32_t)start, (uint32_t)value->text.len};
	return done;
}

/* NAME, the sign behind it, and its value. */
static bool read_said(struct cursor *cursor, char sign, struct type_comment *comment)
{
	comment->name = take_name(cursor);
	comment->at = (struct span){(uint32_t)(comment->name.s - cursor->text.s),
	                            (uint32_t)comment->name.len};
	if (!comment->name.len)
		return fail(cursor, "a name is missing here");
	if (!take(cursor, sign))
		return fail(cursor,
		            sign == ':' ? "a colon is missing here" : "'=' is missing here");
	return read_value(cursor, &comment->value, 0);
}

bool is_type_comment(struct str words)
{
	size_t at = 0;
	while (at < words.len && (is_name_part(words.s[at]) || words.s[at] == '.'))
		at++;
	size_t colon = at;
	while (colon < words.len && byte_is_blank(words.s[colon]))
		colon++;
	return at > 0 && colon < words.len && words.s[colon] == ':';
}

/* What one comment says, `words` being behind its marker; `about` is the line that it speaks of. */
static void read_comment(const struct reader *reader, struct spec *spec, struct type_comment **all,
                         size_t *room, struct span words, struct span about)
{
	struct str text = str_slice(reader->source->text, 0, words.offset + words.length);
	struct cursor cursor = {.reader = reader, .text = text, .at = words.offset};
	do {
		struct type_comment comment = {.line = about.offset,
		                               .line_end = about.offset + about.length};
		if (!read_said(&cursor, ':', &comment))
			return;
		*all =
		    arena_append(reader->arena, *all, spec->ntype_comments, room, sizeof comment);
		(*all)[spec->ntype_comments++] = comment;
	} while (take(&cursor, ','));
	if (next_char(&cursor))
		(void)fail(&cursor, "a comma is missing before this");
}

bool type_comment_value(const struct reader *reader, const struct node *scalar,
                        struct said_value *value)
{
	struct span at = reader_part(reader, scalar, 0, scalar->count);
	struct str text = str_slice(reader->source->text, 0, at.offset + at.length);
	if (str_equal(span_text(text, at), node_text(scalar))) {
		struct cursor cursor = {
		    .reader = reader, .text = text, .at = at.offset, .beside = true};
		return read_value(&cursor, value, 0) &&
		       (!next_char(&cursor) || fail(&cursor, "there is more after it"));
	}
	return diag_fails(
	    diag_help(diag_add(reader->diags, RULE_TYPE_SYNTAX, scalar->at,
	                       "a value of several lines, or with escapes, is not read here"),
	              "write it in one line"));
}

void type_comments_read(struct arena *arena, struct diags *diags, struct spec *spec,
                        struct span part)
{
	const struct reader reader = {arena, diags, spec->source, spec};
	struct str text = str_slice(spec->source->text, 0, part.offset + part.length);
	uint32_t from = part.offset;
	struct span about = {from, 0}, words;
	struct type_comment *all = NULL;
	size_t room = 0;
	for (uint32_t i = 0; i < spec->ntype_comments; i++) {
		all = arena_append(arena, all, i, &room, sizeof *all);
		all[i] = spec->type_comments[i];
	}
	for (size_t at = from, stop; at < text.len; at = stop + 1) {
		stop = str_find(text, '\n', at);
		bool alone;
		bool marked = script_comment(text, at, stop, &words, &alone);
		if (!marked || !alone)
			about = (struct span){(uint32_t)at, (uint32_t)(stop - at)};
		if (marked && is_type_comment(span_text(text, words)))
			read_comment(&reader, spec, &all, &room, words, about);
	}
	spec->type_comments = all;
}

const struct type_comment *type_comments_about(const struct spec *spec, uint32_t at,
                                               uint32_t *count)
{
	uint32_t low = 0, high = spec->ntype_comments;
	while (low < high) { /* the first one whose line does not end before the place */
		uint32_t middle = low + (high - low) / 2;
		if (spec->type_comments[middle].line_end < at)
			low = middle + 1;
		else
			high = middle;
	}
	*count = 0;
	while (low + *count < spec->ntype_comments && spec->type_comments[low + *count].line <= at)
		++*count;
	return *count ? &spec->type_comments[low] : NULL;
}

bool type_comment_argument(struct arena *arena, struct str text, struct type_comment *comment,
                           struct diags *diags)
{
	const struct source source = {STR(""), text};
	const struct spec spec = {0};
	const struct reader reader = {arena, diags, &source, &spec};
	struct cursor cursor = {.reader = &reader, .text = text};
	*comment = (struct type_comment){0};
	if (!read_said(&cursor, '=', comment))
		return false;
	return !next_char(&cursor) || fail(&cursor, "there is more after it");
}

/* SPDX-License-Identifier: Apache-2.0 */
/* loc("jit(f)/dot"(#loc7)), loc("file.py":40:8 to :31), loc(callsite(#loc1 at #loc2)): the path of
 * JAX, and a line of the user. */
#include "stablehlo/reader.h"

struct str reader_unquoted(struct reader *reader, struct str text)
{
	struct notation_error error;
	struct str value = text;
	if (str_find(text, '\\', 0) == text.len)
		return text;
	struct str quoted = str_format(reader->names, "\"%.*s\"", STR_ARG(text));
	struct scanner scanner = scanner_make(reader->arena, quoted, false, &error);
	return scanner_quoted(&scanner, &value) ? value : text;
}

/* Aliases may refer to each other: after this many levels nothing is expected any more. */
enum { MAX_LEVELS = 32 };

static struct instruction_origin read_level(struct reader *reader, int levels);

/* "file.py":40:8, or a path and what stands behind it in brackets. */
static struct instruction_origin read_quoted(struct reader *reader, int levels)
{
	struct str text;
	struct instruction_origin origin = {.op_name = STR(""), .file = STR("")};
	struct cursor *cursor = &reader->cursor;
	if (!cursor_string(cursor, &text))
		return origin;
	if (cursor_takes(cursor, ":")) {
		int64_t line, column = 0;
		if (cursor_integer(cursor, &line) &&
		    (!cursor_takes(cursor, ":") || cursor_integer(cursor, &column)))
			origin = (struct instruction_origin){STR(""), reader_unquoted(reader, text),
			                                     line, column};
		return origin;
	}
	if (cursor_takes(cursor, "("))
		origin = read_level(reader, levels);
	text = reader_unquoted(reader, text);
	if (text.len)
		origin.op_name = text;
	return origin;
}

/* #loc7, which others may refer to as well. */
static struct instruction_origin read_alias(struct reader *reader, int levels)
{
	struct cursor *cursor = &reader->cursor;
	const uint32_t *place = table_find(&reader->aliases, cursor_name(cursor));
	if (!place)
		return (struct instruction_origin){.op_name = STR(""), .file = STR("")};
	struct alias *alias = &reader->alias_values[*place];
	if (alias->origin)
		return *alias->origin;
	cursor_jump(cursor, alias->text);
	struct instruction_origin origin = {.op_name = STR(""), .file = STR("")};
	if (cursor_takes(cursor, "loc("))
		origin = read_level(reader, levels);
	if (origin.file.len) /* else the levels may have come to their end */
		alias->origin = arena_copy(reader->names, &origin, 1, sizeof origin);
	return origin;
}

/* What a location says, and those that it leads to. */
static struct instruction_origin read_level(struct reader *reader, int levels)
{
	struct cursor *cursor = &reader->cursor;
	while (levels-- > 0) {
		char next = cursor_peek(cursor);
		if (next == '"')
			return read_quoted(reader, levels);
		if (next == '#')
			return read_alias(reader, levels);
		bool more = cursor_takes(cursor, "callsite(") || cursor_takes(cursor, "fused[") ||
		            (cursor_takes(cursor, "fused<") &&
		             (cursor_balanced(cursor, ""), cursor_takes(cursor, ">["))) ||
		            cursor_takes(cursor, "loc(");
		if (!more)
			break;
	}
	return (struct instruction_origin){.op_name = STR(""), .file = STR("")};
}

void reader_origin(struct reader *reader, struct str location, struct instruction_origin *origin)
{
	*origin = (struct instruction_origin){.op_name = STR(""), .file = STR("")};
	if (!location.len)
		return;
	size_t back = cursor_jump(&reader->cursor, location);
	*origin = read_level(reader, MAX_LEVELS);
	reader->cursor.at = back;
}

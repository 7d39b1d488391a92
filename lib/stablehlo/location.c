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

/* "file.py":40:8 behind the quotes, or a path and what stands behind it in brackets. */
static bool read_quoted(struct reader *reader, struct instruction_origin *origin)
{
	struct str text;
	int64_t line, column = 0;
	struct cursor *cursor = &reader->cursor;
	if (!cursor_string(cursor, &text))
		return false;
	if (cursor_takes(cursor, ":")) {
		if (!cursor_integer(cursor, &line) ||
		    (cursor_takes(cursor, ":") && !cursor_integer(cursor, &column)))
			return false;
		*origin = (struct instruction_origin){origin->op_name,
		                                      reader_unquoted(reader, text), line, column};
		return false; /* nothing is left to look for */
	}
	if (!origin->op_name.len)
		origin->op_name = reader_unquoted(reader, text);
	return cursor_takes(cursor, "(");
}

/* One level of a location; whether there is more behind it that says something. */
static bool read_level(struct reader *reader, struct instruction_origin *origin)
{
	struct cursor *cursor = &reader->cursor;
	char next = cursor_peek(cursor);
	if (next == '"')
		return read_quoted(reader, origin);
	if (next == '#') {
		const uint32_t *place = table_find(&reader->aliases, cursor_name(cursor));
		if (!place)
			return false;
		cursor_jump(cursor, reader->alias_values[*place]);
		return cursor_takes(cursor, "loc(");
	}
	return cursor_takes(cursor, "callsite(") || cursor_takes(cursor, "fused[") ||
	       (cursor_takes(cursor, "fused<") &&
	        (cursor_balanced(cursor, ""), cursor_takes(cursor, ">["))) ||
	       cursor_takes(cursor, "loc(");
}

/* Aliases may refer to each other: after this many levels nothing is expected any more. */
enum { MAX_LEVELS = 32 };

void reader_origin(struct reader *reader, struct str location, struct instruction_origin *origin)
{
	*origin = (struct instruction_origin){.op_name = STR(""), .file = STR("")};
	if (!location.len)
		return;
	size_t back = cursor_jump(&reader->cursor, location);
	for (int i = 0; i < MAX_LEVELS && read_level(reader, origin); i++)
		continue;
	reader->cursor.at = back;
}

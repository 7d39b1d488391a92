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

/* N of #locN, as nearly all are called; no more than MLIR counts to in a text of this length. */
static bool location_number(const struct reader *reader, struct str name, uint32_t *number)
{
	enum { STEM = sizeof "#loc" - 1, MOST_DIGITS = 9 };
	uint32_t value = 0;
	if (name.len <= STEM || name.len > STEM + MOST_DIGITS ||
	    memcmp(name.s, "#loc", STEM) != 0 || name.s[STEM] == '0')
		return false;
	for (size_t i = STEM; i < name.len; i++) {
		if (!byte_is_digit(name.s[i]))
			return false;
		value = value * 10 + (uint32_t)(name.s[i] - '0');
	}
	*number = value;
	return value < reader->cursor.text.len / sizeof "#loc1=l";
}

void reader_add_alias(struct reader *reader, struct str name, struct str text)
{
	bool added;
	uint32_t number;
	struct arena *arena = reader->names;
	struct aliases *aliases = &reader->aliases, *locations = &reader->locations;
	if (!location_number(reader, name, &number)) {
		table_add(arena, &reader->alias_names, name, aliases->count, &added);
		if (added)
			arena_push(arena, aliases->items, aliases->count, aliases->room,
			           (struct alias){.text = text});
		return;
	}
	while (locations->count <= number)
		arena_push(arena, locations->items, locations->count, locations->room,
		           (struct alias){.origin = NULL});
	if (!locations->items[number].text.s)
		locations->items[number].text = text;
}

struct alias *reader_alias(const struct reader *reader, struct str name)
{
	uint32_t number;
	if (location_number(reader, name, &number))
		return number < reader->locations.count && reader->locations.items[number].text.s
		           ? &reader->locations.items[number]
		           : NULL;
	const uint32_t *place = table_find(&reader->alias_names, name);
	return place ? &reader->aliases.items[*place] : NULL;
}

/* Aliases may refer to each other: after this many levels nothing is expected any more. */
enum { MAX_LEVELS = 32 };

static void read_level(struct reader *reader, int levels, struct instruction_origin *origin);

/* "file.py":40:8, or a path and what stands behind it in brackets. */
static void read_quoted(struct reader *reader, int levels, struct instruction_origin *origin)
{
	struct str text;
	struct cursor *cursor = &reader->cursor;
	if (!cursor_string(cursor, &text))
		return;
	if (cursor_takes(cursor, ":")) {
		int64_t line, column = 0;
		if (cursor_integer(cursor, &line) &&
		    (!cursor_takes(cursor, ":") || cursor_integer(cursor, &column)))
			*origin = (struct instruction_origin){
			    STR(""), reader_unquoted(reader, text), line, column};
		return;
	}
	if (cursor_takes(cursor, "("))
		read_level(reader, levels, origin);
	text = reader_unquoted(reader, text);
	if (text.len)
		origin->op_name = text;
}

/* What an alias stands for, which others may refer to as well. */
static void read_alias(struct reader *reader, struct alias *alias, int levels,
                       struct instruction_origin *origin)
{
	if (!alias)
		return;
	if (alias->origin) {
		*origin = *alias->origin;
		return;
	}
	cursor_jump(&reader->cursor, alias->text);
	if (cursor_takes(&reader->cursor, "loc("))
		read_level(reader, levels, origin);
	if (origin->file.len) /* else the levels may have come to their end */
		alias->origin = arena_copy(reader->names, origin, 1, sizeof *origin);
}

/* What a location says, and those that it leads to, into an origin that says nothing yet. */
static void read_level(struct reader *reader, int levels, struct instruction_origin *origin)
{
	struct cursor *cursor = &reader->cursor;
	while (levels-- > 0) {
		char next = cursor_peek(cursor);
		if (next == '"') {
			read_quoted(reader, levels, origin);
			return;
		}
		if (next == '#') {
			read_alias(reader, reader_alias(reader, cursor_name(cursor)), levels,
			           origin);
			return;
		}
		bool more = cursor_takes(cursor, "callsite(") || cursor_takes(cursor, "fused[") ||
		            (cursor_takes(cursor, "fused<") &&
		             (cursor_balanced(cursor, ""), cursor_takes(cursor, ">["))) ||
		            cursor_takes(cursor, "loc(");
		if (!more)
			return;
	}
}

void reader_origin(struct reader *reader, struct str location, struct instruction_origin *origin)
{
	*origin = (struct instruction_origin){.op_name = STR(""), .file = STR("")};
	if (!location.len)
		return;
	size_t back = cursor_jump(&reader->cursor, location);
	struct alias *alias = location.s[0] == '#' ? reader_alias(reader, location) : NULL;
	if (alias)
		read_alias(reader, alias, MAX_LEVELS - 1, origin);
	else
		read_level(reader, MAX_LEVELS, origin);
	reader->cursor.at = back;
}

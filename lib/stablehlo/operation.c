/* SPDX-License-Identifier: Apache-2.0 */
#include "stablehlo/build.h"

#include "base/utf8.h"

/* %3:6 = or %values, %indices = */
static bool read_names(struct reader *reader, struct operation *operation)
{
	struct cursor *cursor = &reader->cursor;
	while (cursor_peek(cursor) == '%') {
		struct result_name name = {cursor_name(cursor), 1};
		int64_t count = 1;
		if (cursor_takes(cursor, ":") && !cursor_integer(cursor, &count))
			return false;
		if (count < 0 || count > MAX_RESULTS)
			return cursor_fail(cursor, cursor->at - 1, 1, "more than %d results",
			                   MAX_RESULTS);
		name.count = (uint32_t)count;
		operation->nresults += name.count;
		arena_push(reader->scratch, operation->names, operation->nnames,
		           operation->names_room, name);
		if (!cursor_takes(cursor, ","))
			break;
	}
	return !operation->nnames || cursor_expects(cursor, "=");
}

bool operation_operand(struct reader *reader, struct operation *operation, struct region *region)
{
	struct instruction *operand = scope_use(reader, region);
	if (operand)
		arena_push(reader->scratch, operation->operands, operation->noperands,
		           operation->operands_room, operand);
	return operand;
}

bool operation_operands(struct reader *reader, struct operation *operation, struct region *region)
{
	struct cursor *cursor = &reader->cursor;
	if (!cursor_expects(cursor, "("))
		return false;
	while (cursor_item(cursor, ")", !operation->noperands))
		if (!operation_operand(reader, operation, region))
			return false;
	return !cursor->failed;
}

/* One pair of brackets and what is in them, as an attribute of this name. */
static bool read_group(struct operation *operation, struct cursor *cursor, const char *open,
                       const char *close, struct str name)
{
	struct str group;
	if (!cursor_group(cursor, open, close, &group))
		return false;
	attributes_add(&operation->attributes, name, group);
	return true;
}

/* A word, and its value when a '=' follows. */
static bool read_pair(struct operation *operation, struct cursor *cursor)
{
	struct str key = cursor_word(cursor), value = key, group;
	if (!cursor_takes(cursor, "=")) {
		attributes_add(&operation->attributes, STR(ATTRIBUTE_WORD), key);
		return true;
	}
	size_t start = cursor_skip(cursor);
	if (cursor_peek(cursor) == '{' && !cursor_group(cursor, "{", "}", &group))
		return false;
	cursor_balanced(cursor, ",:{");
	value = cursor->failed ? STR("") : str_trim(str_slice(cursor->text, start, cursor->at));
	attributes_add(&operation->attributes, key, value);
	return !cursor->failed;
}

/* One part of a pretty form, whichever comes; *more is false when none does. */
static bool read_part(struct reader *reader, struct operation *operation, struct region *region,
                      bool *more)
{
	struct cursor *cursor = &reader->cursor;
	struct attributes *attributes = &operation->attributes;
	struct str text;
	char next = cursor_peek(cursor);
	switch (next) {
	case '%':
		return operation_operand(reader, operation, region);
	case ',':
	case '(':
	case ')':
		cursor->at++;
		return true;
	case '@':
		if (cursor_symbol(cursor, &text))
			attributes_add(attributes, STR(ATTRIBUTE_SYMBOL), text);
		return !cursor->failed;
	case '[':
		return read_group(operation, cursor, "[", "]", STR(ATTRIBUTE_BRACKET));
	case '<':
		return read_group(operation, cursor, "<", ">", STR(ATTRIBUTE_ANGLE));
	case '{':
		return attributes_read(attributes, cursor);
	case '"':
		if (cursor_string(cursor, &text))
			attributes_add(attributes, STR(ATTRIBUTE_WORD), text);
		return !cursor->failed;
	default:
		break;
	}
	if (next == '-' || byte_is_digit(next)) {
		attributes_add(attributes, STR(ATTRIBUTE_NUMBER), cursor_balanced(cursor, ",: "));
		return !cursor->failed;
	}
	*more = (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') || next == '_';
	return !*more || read_pair(operation, cursor);
}

/* Operands, words, key = value and brackets in any order, as nearly all pretty forms have them. */
static bool read_parts(struct reader *reader, struct operation *operation, struct region *region)
{
	bool more = true;
	while (more && !cursor_sees(&reader->cursor, ":") && !cursor_sees(&reader->cursor, "loc("))
		if (!read_part(reader, operation, region, &more))
			return false;
	return !reader->cursor.failed;
}

bool operation_add_region(struct reader *reader, struct operation *operation,
                          const struct region *region)
{
	arena_push(reader->scratch, operation->regions, operation->nregions,
	           operation->regions_room, *region);
	return true;
}

/* (%x, %y)<{…}>({…}, {…}) {…} behind the quoted name. */
static bool read_generic(struct reader *reader, struct operation *operation, struct region *region)
{
	struct cursor *cursor = &reader->cursor;
	if (!operation_operands(reader, operation, region))
		return false;
	if (cursor_takes(cursor, "<"))
		if (!attributes_read(&operation->attributes, cursor) ||
		    !cursor_expects(cursor, ">"))
			return false;
	if (cursor_takes(cursor, "(")) {
		do {
			if (!build_region(reader, operation, region))
				return false;
		} while (cursor_takes(cursor, ","));
		if (!cursor_expects(cursor, ")"))
			return false;
	}
	return cursor_peek(cursor) != '{' || attributes_read(&operation->attributes, cursor);
}

/* T, T or (T, T) -> T or T -> (T, T) */
static bool read_types(struct reader *reader, struct operation *operation)
{
	struct cursor *cursor = &reader->cursor;
	struct shape_list *operands = &operation->operand_types;
	do {
		if (!types_read_list(&reader->types, cursor, operands))
			return false;
	} while (cursor_takes(cursor, ","));
	if (cursor_takes(cursor, "->"))
		return types_read_list(&reader->types, cursor, &operation->result_types);
	return true;
}

bool operation_signature(struct reader *reader, struct operation *operation)
{
	return !cursor_takes(&reader->cursor, ":") || read_types(reader, operation);
}

/* stablehlo.add, "stablehlo.add", or a name without a dialect. */
static bool read_name(struct reader *reader, struct operation *operation, bool *quoted)
{
	struct cursor *cursor = &reader->cursor;
	struct str name;
	size_t start = cursor_skip(cursor);
	*quoted = cursor_peek(cursor) == '"';
	if (!*quoted)
		name = cursor_word(cursor);
	else if (!cursor_string(cursor, &name))
		return false;
	if (!name.len)
		return cursor_unexpected(cursor, "an operation");
	operation->kind = build_kind(reader, name);
	operation->at = (struct span){(uint32_t)start, (uint32_t)(cursor->at - start)};
	return true;
}

/* Whether it is none of ours, which have names without a dialect too. */
static bool is_foreign(const struct operation_kind *kind)
{
	return !kind->row && kind->opcode == OPCODE_UNKNOWN;
}

/* Whether a word comes that is an operation's name: one of ours, or one with a dialect. */
static bool begins_operation(struct reader *reader)
{
	struct cursor ahead = reader->cursor;
	struct str word = cursor_word(&ahead);
	return word.len &&
	       (str_find(word, '.', 0) < word.len || !is_foreign(build_kind(reader, word)));
}

/* Whether an operation may end here: what comes next begins another, or closes a region. */
static bool at_end(struct reader *reader)
{
	char next = cursor_peek(&reader->cursor);
	return !next || strchr("%\"}^", next) || begins_operation(reader) ||
	       cursor_unexpected(&reader->cursor, "another operation");
}

static bool read_body(struct reader *reader, struct operation *operation, struct region *region)
{
	bool quoted;
	struct cursor *cursor = &reader->cursor;
	if (!read_name(reader, operation, &quoted))
		return false;
	bool (*read)(struct reader *, struct operation *, struct region *) = read_generic;
	if (!quoted)
		read = build_pretty(operation);
	if (!quoted && !read) {
		read = read_parts;
		if (is_foreign(operation->kind))
			cursor->foreign = operation->at;
	}
	return read(reader, operation, region) && operation_signature(reader, operation) &&
	       cursor_location(cursor, &operation->location) &&
	       (!cursor->foreign.length || at_end(reader));
}

bool operation_read(struct reader *reader, struct region *region)
{
	struct arena_mark mark = arena_mark(reader->scratch);
	struct arena *scratch = reader->scratch;
	struct operation operation = {.attributes = {.arena = scratch},
	                              .operand_types = {.arena = scratch},
	                              .result_types = {.arena = scratch}};
	size_t start = cursor_skip(&reader->cursor);
	if (!read_names(reader, &operation) || !read_body(reader, &operation, region))
		return false;
	operation.at.length = (uint32_t)(operation.at.offset - start) + operation.at.length;
	operation.at.offset = (uint32_t)start;
	if (!build_operation(reader, &operation, region))
		return false;
	reader->cursor.foreign = (struct span){0, 0};
	if (!region->terminated)
		arena_rewind(reader->scratch, mark);
	return true;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/yaml/literal.h"

struct parser {
	struct arena *arena;
	struct str text;
	size_t at;
	int depth;
	struct literal_error *error;
};

static struct literal *read_expression(struct parser *parser);

static void *fail(struct parser *parser, const char *message)
{
	if (!parser->error->message)
		*parser->error = (struct literal_error){parser->at, message};
	return NULL;
}

static void skip_space(struct parser *parser)
{
	while (parser->at < parser->text.len && strchr(" \t\r\n", parser->text.s[parser->at]))
		parser->at++;
}

/* The next byte that is not white space, or NUL at the end. */
static char peek(struct parser *parser)
{
	skip_space(parser);
	return parser->at < parser->text.len ? parser->text.s[parser->at] : '\0';
}

static bool take(struct parser *parser, char byte)
{
	if (peek(parser) != byte || byte == '\0')
		return false;
	parser->at++;
	return true;
}

static bool starts_name(char c)
{
	return byte_is_letter(c) || c == '_' || (unsigned char)c >= 0x80;
}

static struct literal *make(struct parser *parser, enum literal_kind kind, size_t start)
{
	struct literal *literal = arena_new(parser->arena, struct literal, 1);
	literal->kind = kind;
	literal->start = start;
	literal->length = parser->at - start;
	return literal;
}

static struct str read_word(struct parser *parser)
{
	size_t start = parser->at;
	while (parser->at < parser->text.len && (starts_name(parser->text.s[parser->at]) ||
	                                         byte_is_digit(parser->text.s[parser->at])))
		parser->at++;
	return str_slice(parser->text, start, parser->at);
}

static struct literal *read_name(struct parser *parser)
{
	size_t start = parser->at;
	read_word(parser);
	while (parser->at + 1 < parser->text.len && parser->text.s[parser->at] == '.' &&
	       starts_name(parser->text.s[parser->at + 1])) {
		parser->at++;
		read_word(parser);
	}
	struct literal *literal = make(parser, LITERAL_NAME, start);
	literal->text = str_slice(parser->text, start, parser->at);
	return literal;
}

static struct literal *read_string(struct parser *parser)
{
	size_t start = parser->at;
	char quote = parser->text.s[parser->at++];
	size_t end = str_find(parser->text, quote, parser->at);
	if (end == parser->text.len) {
		parser->at = start;
		return fail(parser, "this quote is not closed");
	}
	struct str value = str_slice(parser->text, parser->at, end);
	size_t escape = str_find(value, '\\', 0);
	if (escape < value.len) {
		parser->at += escape;
		return fail(parser, "escapes in a name are not read");
	}
	parser->at = end + 1;
	struct literal *literal = make(parser, LITERAL_STRING, start);
	literal->text = value;
	return literal;
}

static struct literal *read_number(struct parser *parser)
{
	size_t start = parser->at;
	if (parser->text.s[parser->at] == '-')
		parser->at++;
	while (parser->at < parser->text.len && byte_is_digit(parser->text.s[parser->at]))
		parser->at++;
	struct literal *literal = make(parser, LITERAL_NUMBER, start);
	if (str_to_int64(str_slice(parser->text, start, parser->at), &literal->number))
		return literal;
	parser->at = start;
	return fail(parser, "this is not an integer of 64 bits");
}

/* Reads `name =` in front of an argument; leaves the place when there is none. */
static struct str read_keyword(struct parser *parser)
{
	skip_space(parser);
	size_t start = parser->at;
	struct str word = read_word(parser);
	if (word.len && peek(parser) == '=') {
		parser->at++;
		return word;
	}
	parser->at = start;
	return (struct str){NULL, 0};
}

/* Reads elements up to `close`, the opening bracket being read; *comma says whether one stood
 * behind an element. */
static bool read_items(struct parser *parser, struct literal *into, char close, bool *comma)
{
	const struct literal **end = &into->items;
	*comma = false;
	while (!take(parser, close)) {
		if (into->count && !*comma) {
			fail(parser, peek(parser) ? "a comma or the closing bracket is missing here"
			                          : "a bracket is not closed");
			return false;
		}
		struct str keyword =
		    into->kind == LITERAL_CALL ? read_keyword(parser) : (struct str){NULL, 0};
		struct literal *item = read_expression(parser);
		if (!item)
			return false;
		item->keyword = keyword;
		*end = item;
		end = &item->next;
		into->count++;
		*comma = take(parser, ',');
	}
	return true;
}

static struct literal *read_bracket(struct parser *parser, enum literal_kind kind, char close)
{
	size_t start = parser->at++;
	struct literal *literal = make(parser, kind, start);
	bool comma;
	if (!read_items(parser, literal, close, &comma))
		return NULL;
	literal->length = parser->at - start;
	if (kind == LITERAL_TUPLE && literal->count == 1 && !comma) {
		/* Python's parentheses round one value do not make a tuple. */
		return (struct literal *)memcpy(arena_new(parser->arena, struct literal, 1),
		                                literal->items, sizeof *literal);
	}
	return literal;
}

static struct literal *read_primary(struct parser *parser)
{
	char c = peek(parser);
	if (c == '(')
		return read_bracket(parser, LITERAL_TUPLE, ')');
	if (c == '[')
		return read_bracket(parser, LITERAL_LIST, ']');
	if (c == '{')
		return read_bracket(parser, LITERAL_SET, '}');
	if (c == '\'' || c == '"')
		return read_string(parser);
	if (byte_is_digit(c) || c == '-')
		return read_number(parser);
	if (starts_name(c))
		return read_name(parser);
	return fail(parser, c ? "a name, a string or a bracket is expected here"
	                      : "something is missing at the end");
}

/* Turns `object`, read already, into a call of it, or of its method `method` when that has text. */
static struct literal *read_call(struct parser *parser, struct literal *object, struct str method)
{
	parser->at++;
	struct literal *call = make(parser, LITERAL_CALL, object->start);
	call->object = method.s ? object : NULL;
	call->text = method.s ? method : object->text;
	bool comma;
	if (!read_items(parser, call, ')', &comma))
		return NULL;
	call->length = parser->at - call->start;
	return call;
}

static struct literal *read_trailers(struct parser *parser, struct literal *value)
{
	while (value) {
		if (value->kind == LITERAL_NAME && peek(parser) == '(') {
			value = read_call(parser, value, (struct str){NULL, 0});
		} else if (value->kind == LITERAL_CALL && take(parser, '.')) {
			skip_space(parser);
			struct str method = read_word(parser);
			if (!method.len || peek(parser) != '(')
				return fail(parser,
				            "a method call such as .replicate() is expected here");
			value = read_call(parser, value, method);
		} else {
			break;
		}
	}
	return value;
}

static struct literal *read_expression(struct parser *parser)
{
	if (parser->depth == MAX_LITERAL_DEPTH)
		return fail(parser, "brackets are nested too deep");
	parser->depth++;
	struct literal *value = read_trailers(parser, read_primary(parser));
	parser->depth--;
	return value;
}

const struct literal *literal_read(struct arena *arena, struct str text, size_t from,
                                   struct literal_error *error)
{
	struct parser parser = {.arena = arena, .text = text, .at = from, .error = error};
	*error = (struct literal_error){0};
	const struct literal *literal = read_expression(&parser);
	if (literal && peek(&parser))
		return fail(&parser, "the layout should end here");
	return literal;
}

static bool ends_in_name(struct str dotted, const char *name)
{
	struct str last = str_of(name);
	if (!str_ends_with(dotted, last))
		return false;
	return dotted.len == last.len || dotted.s[dotted.len - last.len - 1] == '.';
}

bool literal_is_name(const struct literal *literal, const char *name)
{
	return literal->kind == LITERAL_NAME && ends_in_name(literal->text, name);
}

bool literal_calls(const struct literal *literal, const char *name, bool method)
{
	return literal->kind == LITERAL_CALL && (literal->object != NULL) == method &&
	       ends_in_name(literal->text, name);
}

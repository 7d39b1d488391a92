/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/yaml/yaml_line.h"

#include <string.h>

enum { MAX_PARTS = 4096, MAX_OPEN = 32 };

struct line line_at(struct str text, size_t offset)
{
	struct line line = {.start = offset < text.len ? offset : text.len};
	line.end = str_find(text, '\n', line.start);
	while (line.start && text.s[line.start - 1] != '\n')
		line.start--;
	if (line.end > line.start && text.s[line.end - 1] == '\r')
		line.end--;
	while (line.start + line.indent < line.end &&
	       byte_is_blank(text.s[line.start + line.indent]))
		line.indent++;
	return line;
}

bool line_has_content(struct str text, struct line line)
{
	size_t at = line.start + line.indent;
	return at < line.end && text.s[at] != '#';
}

bool line_below(struct str text, struct line line, struct line *below)
{
	size_t next = str_find(text, '\n', line.end) + 1;
	while (next < text.len) {
		*below = line_at(text, next);
		if (line_has_content(text, *below))
			return true;
		next = str_find(text, '\n', below->end) + 1;
	}
	return false;
}

bool line_above(struct str text, struct line line, struct line *above)
{
	*above = line;
	while (above->start) {
		*above = line_at(text, above->start - 1);
		if (line_has_content(text, *above))
			return true;
	}
	return false;
}

/* Where the quoted text that begins at `at` ends; `at` when its line does not close it. */
static size_t quoted_end(struct str text, size_t at, size_t end)
{
	char quote = text.s[at];
	for (size_t i = at + 1; i < end; i++) {
		if (text.s[i] == '\\' && quote == '"')
			i++;
		else if (text.s[i] == quote)
			return i + 1;
	}
	return at;
}

static bool is_sign(char c)
{
	return c && strchr("{}[](),;:=", c);
}

static size_t word_end(struct str text, size_t at, size_t end)
{
	at++;
	while (at < end && !is_sign(text.s[at]) && !byte_is_blank(text.s[at]))
		at++;
	return at;
}

static struct part next_part(struct str text, size_t at, size_t end)
{
	char c = text.s[at];
	struct part part = {.kind = c, .start = at, .end = at + 1};
	if (c == '"' || c == '\'')
		part.end = quoted_end(text, at, end);
	if (part.end == at || (!is_sign(c) && c != '"' && c != '\''))
		part = (struct part){PART_WORD, '\0', at, word_end(text, at, end)};
	else if (!is_sign(c))
		part.kind = PART_QUOTED;
	return part;
}

struct parts line_parts(struct arena *arena, struct str text, struct line line, char in)
{
	struct parts parts = {.text = text, .line = line};
	char open[MAX_OPEN] = {in};
	uint32_t depth = in != '\0';
	size_t at = line.start + line.indent;
	while (at < line.end && parts.count < MAX_PARTS) {
		bool comment =
		    text.s[at] == '#' && (at == line.start || byte_is_blank(text.s[at - 1]));
		if (comment)
			return parts;
		if (byte_is_blank(text.s[at])) {
			at++;
			continue;
		}
		struct part part = next_part(text, at, line.end);
		bool closes = strchr("}])", part.kind);
		part.in = depth ? open[depth - 1] : '\0';
		arena_push(arena, parts.items, parts.count, parts.room, part);
		if (closes && depth)
			depth--;
		else if (strchr("{[(", part.kind) && depth < MAX_OPEN)
			open[depth++] = part.kind;
		at = part.end;
	}
	if (at < line.end)
		parts.count = 0;
	return parts;
}

struct part part_at(const struct parts *parts, uint32_t i)
{
	return i < parts->count ? parts->items[i]
	                        : (struct part){.start = parts->line.end, .end = parts->line.end};
}

bool part_is_name(const struct parts *parts, uint32_t i)
{
	struct part part = part_at(parts, i);
	if (part.kind != PART_WORD)
		return false;
	char c = parts->text.s[part.start];
	return c == '_' || byte_is_letter(c);
}

bool part_begins_pair(const struct parts *parts, uint32_t i)
{
	struct part part = part_at(parts, i), first = part_at(parts, 0);
	bool item = first.kind == PART_WORD && parts->text.s[first.start] == '-' &&
	            first.end == first.start + 1;
	if (i == 0 || (i == 1 && item))
		return part.in == '\0' || part.in == '{';
	char before = parts->items[i - 1].kind;
	return part.in == '{' && (before == '{' || before == ',');
}

uint32_t part_closing(const struct parts *parts, uint32_t open)
{
	uint32_t depth = 0;
	for (uint32_t i = open; i < parts->count; i++) {
		char kind = parts->items[i].kind;
		depth += strchr("{[(", kind) != NULL;
		if (strchr("}])", kind) && --depth == 0)
			return i;
	}
	return parts->count;
}

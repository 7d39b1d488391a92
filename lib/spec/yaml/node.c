/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/yaml/node.h"

#include <assert.h>
#include <stdlib.h>

bool node_is_null(const struct node *node)
{
	static const char *const spellings[] = {"", "~", "null", "Null", "NULL"};
	return node->kind == NODE_SCALAR && node->style == STYLE_PLAIN &&
	       str_place(node_text(node), spellings, COUNT_OF(spellings)) < COUNT_OF(spellings);
}

struct span nodes_at(struct span start, const struct node *nodes, size_t count)
{
	if (nodes[0].at.offset >= start.offset)
		start = nodes[0].at;
	struct span last = start;
	for (size_t i = 0; i < count; i++)
		if (nodes[i].at.offset > last.offset)
			last = nodes[i].at;
	return span_join(start, last);
}

/* Whether YAML reads a scalar as a number. */
static bool is_number(const struct node *node)
{
	char *end;
	struct str text = node_text(node);
	char copy[32];
	if (node->style != STYLE_PLAIN || text.len >= sizeof copy)
		return false;
	memcpy(copy, text.s, text.len);
	copy[text.len] = '\0';
	if (strspn(copy, "+-.0123456789eE") < text.len)
		return false; /* such as 0x10, inf and nan, which strtod takes */
	strtod(copy, &end);
	return end > copy && !*end;
}

const char *node_kind_name(const struct node *node)
{
	if (node_is_null(node))
		return "nothing";
	if (node->kind == NODE_SCALAR)
		return is_number(node) ? "a number" : "text";
	return node->kind == NODE_MAP ? "a map" : "a list";
}

/* Walks the source form of a scalar and its decoded text side by side. */
struct walker {
	struct str source;
	size_t at, end;  /* bytes of the source */
	size_t decoded;  /* bytes of the decoded text passed */
	struct str text; /* the decoded text */
	size_t indent;   /* of a block scalar: bytes stripped from each line */
	uint16_t style;
};

static bool is_break(char c)
{
	return c == '\n' || c == '\r';
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Source bytes of the escape at `at`, and bytes of text it stands for. */
static size_t escape_size(const struct walker *walker, size_t *decoded)
{
	char kind = walker->at + 1 < walker->end ? walker->source.s[walker->at + 1] : '\0';
	*decoded = 1;
	if (kind == 'N' || kind == '_')
		*decoded = 2;
	else if (kind == 'L' || kind == 'P')
		*decoded = 3;
	else if (kind == 'x' || kind == 'u' || kind == 'U') {
		unsigned char lead = (unsigned char)walker->text.s[walker->decoded];
		*decoded = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
		return kind == 'x' ? 4 : kind == 'u' ? 6 : 10;
	}
	return 2;
}

/* Steps over white space that holds a line break: one break is a space, n breaks are n - 1 line
 * ends. */
static void step_fold(struct walker *walker)
{
	assert(walker->at < walker->end);
	size_t breaks = 0;
	bool escaped = walker->source.s[walker->at] == '\\';
	if (escaped)
		walker->at++;
	while (walker->at < walker->end &&
	       (is_blank(walker->source.s[walker->at]) || is_break(walker->source.s[walker->at]))) {
		bool crlf = walker->source.s[walker->at] == '\r' && walker->at + 1 < walker->end &&
		            walker->source.s[walker->at + 1] == '\n';
		breaks += is_break(walker->source.s[walker->at]);
		walker->at += crlf ? 2 : 1;
	}
	if (breaks > 1)
		walker->decoded += breaks - 1;
	else if (!escaped)
		walker->decoded++;
}

/* Whether the blanks at `at` end in a line break, so that they are folded away. */
static bool at_fold(const struct walker *walker)
{
	size_t at = walker->at;
	bool escaped = walker->style == STYLE_DOUBLE_QUOTED && walker->source.s[at] == '\\';
	if (escaped)
		at++;
	while (!escaped && at < walker->end && is_blank(walker->source.s[at]))
		at++;
	return at < walker->end && is_break(walker->source.s[at]);
}

/* Steps over one element of a plain or quoted scalar. */
static void step_flow(struct walker *walker)
{
	char c = walker->source.s[walker->at];
	size_t decoded = 1;
	if (at_fold(walker)) {
		step_fold(walker);
		return;
	}
	if (walker->style == STYLE_DOUBLE_QUOTED && c == '\\')
		walker->at += escape_size(walker, &decoded);
	else
		walker->at += walker->style == STYLE_SINGLE_QUOTED && c == '\'' ? 2 : 1;
	walker->decoded += decoded;
}

/* Steps over the indentation of a block scalar's line. */
static void step_indentation(struct walker *walker)
{
	for (size_t i = 0; i < walker->indent && walker->at < walker->end; i++)
		if (walker->source.s[walker->at] == ' ')
			walker->at++;
}

/* Steps over all line ends up to the next line with text of a folded scalar. They say one space,
 * or as many line ends as the text has there. */
static void step_folded_lines(struct walker *walker)
{
	size_t decoded = walker->decoded;
	while (decoded < walker->text.len && walker->text.s[decoded] == '\n')
		decoded++;
	while (walker->at < walker->end && is_break(walker->source.s[walker->at])) {
		bool line_end = walker->source.s[walker->at++] == '\n';
		if (line_end)
			step_indentation(walker);
	}
	walker->decoded = decoded > walker->decoded ? decoded : decoded + 1;
}

/* Steps over one byte of a block scalar, and over the indentation of the next line after a line
 * end. */
static void step_block(struct walker *walker)
{
	assert(walker->at < walker->end);
	bool line_end = walker->source.s[walker->at] == '\n';
	if (walker->source.s[walker->at] != '\r')
		walker->decoded++;
	walker->at++;
	if (line_end)
		step_indentation(walker);
}

/* Puts the walker behind the header line of a block scalar, on the first byte of text. */
static void enter_block(struct walker *walker)
{
	size_t line = str_find(walker->source, '\n', walker->at);
	size_t lead = 0;
	while (lead < walker->text.len && walker->text.s[lead] == '\n')
		lead++;
	size_t first = line + 1;
	for (size_t i = 0; i < lead; i++)
		first = str_find(walker->source, '\n', first) + 1;
	size_t start = first;
	while (start < walker->end && walker->source.s[start] == ' ')
		start++;
	size_t spaces = 0;
	while (lead + spaces < walker->text.len && walker->text.s[lead + spaces] == ' ')
		spaces++;
	walker->indent = start - first >= spaces ? start - first - spaces : 0;
	walker->at = line < walker->end ? line : walker->end;
	walker->decoded = (size_t)-1;
	if (walker->at < walker->end)
		step_block(walker);
}

/* Source offset of byte `target` of the decoded text. */
static size_t walk_to(struct walker *walker, size_t target)
{
	bool block = walker->style == STYLE_LITERAL || walker->style == STYLE_FOLDED;
	while (walker->decoded < target && walker->at < walker->end) {
		if (walker->style == STYLE_FOLDED && is_break(walker->source.s[walker->at]))
			step_folded_lines(walker);
		else if (block)
			step_block(walker);
		else
			step_flow(walker);
	}
	return walker->at;
}

/* Steps over escaped line ends, which say nothing. */
static void skip_joins(struct walker *walker)
{
	struct walker next = *walker;
	while (next.style == STYLE_DOUBLE_QUOTED && next.at < next.end &&
	       next.source.s[next.at] == '\\' && at_fold(&next)) {
		step_flow(&next);
		if (next.decoded != walker->decoded)
			return;
		*walker = next;
	}
}

struct span node_text_span(struct str source_text, const struct node *scalar, size_t start,
                           size_t length)
{
	assert(scalar->kind == NODE_SCALAR && start + length <= scalar->count);
	struct str text = node_text(scalar);
	if (scalar->style == STYLE_WHOLE)
		return (struct span){(uint32_t)start, (uint32_t)length};
	if (text.s >= source_text.s && text.s < source_text.s + source_text.len)
		return (struct span){(uint32_t)(text.s - source_text.s + (ptrdiff_t)start),
		                     (uint32_t)length};
	if (scalar->style == STYLE_MEANT)
		return scalar->at;
	struct walker walker = {
	    .source = source_text, .at = scalar->at.offset, .text = text, .style = scalar->style};
	walker.end = scalar->at.offset + scalar->at.length;
	if (walker.style == STYLE_SINGLE_QUOTED || walker.style == STYLE_DOUBLE_QUOTED)
		walker.at++, walker.end--;
	if (walker.style == STYLE_LITERAL || walker.style == STYLE_FOLDED)
		enter_block(&walker);
	walk_to(&walker, start);
	skip_joins(&walker);
	size_t from = walker.at;
	size_t to = walk_to(&walker, start + length);
	return (struct span){(uint32_t)from, (uint32_t)(to > from ? to - from : 0)};
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/yaml/yaml_slip.h"

#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "spec/yaml/yaml_line.h"

/* A line, what was found in it, and what is to be changed. */
struct search {
	struct arena *arena;
	struct str text;
	struct parts parts;
	struct diag_edit *first, *last;
	struct span at;  /* what the finding points at */
	struct str help; /* with the user's own words; s NULL: none */
};

static void change(struct search *search, size_t start, size_t end, struct str text)
{
	struct diag_edit *edit = arena_new(search->arena, struct diag_edit, 1);
	*edit = (struct diag_edit){{(uint32_t)start, (uint32_t)(end - start)}, text, NULL};
	if (search->last)
		search->last->next = edit;
	else
		search->first = edit;
	search->last = edit;
}

static void point(struct search *search, size_t start, size_t end)
{
	if (!search->first)
		search->at = (struct span){(uint32_t)start, (uint32_t)(end - start)};
}

static struct part part_of(const struct search *search, uint32_t i)
{
	return part_at(&search->parts, i);
}

/* Whether part `i` is of the kind and follows the one before without a blank. */
static bool touches(const struct search *search, uint32_t i, const char *kinds)
{
	struct part part = part_of(search, i);
	return i && part.kind && strchr(kinds, part.kind) &&
	       part_of(search, i - 1).end == part.start;
}

/* Says what to write: the text with this before and behind it. */
static void advise(struct search *search, struct str mark, struct str text, struct str behind)
{
	if (!search->first)
		search->help =
		    str_format(search->arena, "write %.*s%.*s%.*s", STR_ARG(mark),
		               STR_ARG(utf8_escaped(search->arena, text)), STR_ARG(behind));
}

/* ---- Letters that only look like those of YAML ---- */

static const struct {
	const char *letter, *meant;
} lookalikes[] = {{"\xe2\x80\x9c", "\""}, {"\xe2\x80\x9d", "\""}, {"\xe2\x80\x98", "'"},
                  {"\xe2\x80\x99", "'"},  {"\xc2\xa0", " "},      {"\xef\xbc\x9a", ": "},
                  {"\xef\xbc\x8c", ", "}};

bool yaml_has_lookalike(struct str text)
{
	for (size_t i = 0; i < COUNT_OF(lookalikes); i++)
		if (str_contains(text, str_of(lookalikes[i].letter)))
			return true;
	return false;
}

static void find_lookalikes(struct search *search)
{
	struct line line = search->parts.line;
	for (size_t at = line.start + line.indent; at < line.end; at++) {
		struct str rest = str_slice(search->text, at, line.end);
		for (size_t i = 0; i < COUNT_OF(lookalikes); i++) {
			struct str letter = str_of(lookalikes[i].letter);
			if (!str_starts_with(rest, letter))
				continue;
			point(search, at, at + letter.len);
			change(search, at, at + letter.len, str_of(lookalikes[i].meant));
		}
	}
}

/* ---- Comments of other languages ---- */

static void find_comment(struct search *search)
{
	struct line line = search->parts.line;
	for (size_t at = line.start; at + 1 < line.end; at++) {
		struct str rest = str_slice(search->text, at, line.end);
		struct str before = str_trim(str_slice(search->text, line.start, at));
		bool begins = str_starts_with(rest, STR("//")) || str_starts_with(rest, STR("/*"));
		if (!begins || (before.len && (!byte_is_blank(search->text.s[at - 1]) ||
		                               !strchr(",}]{", before.s[before.len - 1]))))
			continue;
		point(search, at, at + 2);
		change(search, at, at + 2, STR("#"));
		return;
	}
}

/* ---- Between a key and its value ---- */

static void find_equals(struct search *search)
{
	for (uint32_t i = 0; i + 2 < search->parts.count; i++) {
		struct part sign = part_of(search, i + 1), value = part_of(search, i + 2);
		if (!part_is_name(&search->parts, i) || !part_begins_pair(&search->parts, i) ||
		    sign.kind != '=' || value.kind == '=')
			continue;
		point(search, sign.start, sign.end);
		change(search, part_of(search, i).end, value.start, STR(": "));
	}
}

static void find_blank_missing(struct search *search)
{
	for (uint32_t i = 0; i + 2 < search->parts.count; i++) {
		struct part colon = part_of(search, i + 1);
		if (!part_is_name(&search->parts, i) || !part_begins_pair(&search->parts, i) ||
		    !touches(search, i + 1, ":") || !touches(search, i + 2, "{[(qw"))
			continue;
		point(search, colon.start, colon.end);
		change(search, colon.end, colon.end, STR(" "));
	}
}

static void find_colon_missing(struct search *search)
{
	for (uint32_t i = 0; i + 1 < search->parts.count; i++) {
		struct part key = part_of(search, i), value = part_of(search, i + 1);
		if (!part_is_name(&search->parts, i) || !part_begins_pair(&search->parts, i) ||
		    key.end == value.start || !strchr("{[", value.kind))
			continue;
		point(search, key.end - 1, key.end);
		change(search, key.end, key.end, STR(":"));
	}
}

/* A word alone on its line, with lines below it that are indented further. */
static void find_colon_missing_at_end(struct search *search)
{
	struct line line = search->parts.line, below;
	struct part word = part_of(search, 0);
	if (search->parts.count != 1 || !part_is_name(&search->parts, 0) || word.in ||
	    !line_below(search->text, line, &below) || below.indent <= line.indent)
		return;
	point(search, word.end - 1, word.end);
	change(search, word.end, word.end, STR(":"));
}

/* A map without braces on the line of its key: mesh: data: 4, model: 2. */
static void find_braces_missing(struct search *search)
{
	struct parts *parts = &search->parts;
	struct part value = part_of(search, 2);
	if (parts->count < 5 || value.in || part_of(search, 1).kind != ':' ||
	    touches(search, 2, "w") || value.kind != PART_WORD || part_of(search, 3).kind != ':' ||
	    touches(search, 4, "w"))
		return;
	int depth = 0;
	for (uint32_t i = 2; i < parts->count; i++)
		depth += (strchr("{[(", parts->items[i].kind) != NULL) -
		         (strchr("}])", parts->items[i].kind) != NULL);
	size_t end = parts->items[parts->count - 1].end;
	advise(search, STR("{"), str_slice(search->text, value.start, end),
	       depth == 0 ? STR("}") : STR(""));
	point(search, part_of(search, 3).start, part_of(search, 3).end);
	change(search, value.start, value.start, STR("{"));
	if (depth == 0) {
		change(search, end, end, STR("}"));
	}
}

/* ---- Text that needs quotes or brackets ---- */

/* The quote that the text does not hold; '\0' when it holds both. */
static struct str free_quote(struct str text)
{
	if (str_find(text, '"', 0) == text.len)
		return STR("\"");
	return str_find(text, '\'', 0) == text.len ? STR("'") : STR("");
}

static void quote(struct search *search, size_t start, size_t end)
{
	struct str mark = free_quote(str_slice(search->text, start, end));
	if (!mark.len)
		return;
	advise(search, mark, str_slice(search->text, start, end), mark);
	point(search, start, end);
	change(search, start, start, mark);
	change(search, end, end, mark);
}

/* Makes a list of a tuple, with those in it. */
static void make_list(struct search *search, uint32_t open, uint32_t close)
{
	size_t start = part_of(search, open).end, end = part_of(search, close).start;
	struct str inside = str_slice(search->text, start, end);
	if (str_find(inside, '(', 0) == inside.len)
		advise(search, STR("["), inside, STR("]"));
	for (uint32_t i = open; i <= close; i++) {
		struct part part = part_of(search, i);
		if (part.kind != '(' && part.kind != ')')
			continue;
		point(search, part.start, part_of(search, close).end);
		change(search, part.start, part.end, part.kind == '(' ? STR("[") : STR("]"));
	}
}

/* Code in brackets, P('data', None), f32[8@data], or a tuple, that begins with part `i`: true when
 * it ends with part *close, and is all of a value. */
static bool is_code(const struct search *search, uint32_t i, uint32_t *close)
{
	struct part part = part_of(search, i), before = i ? part_of(search, i - 1) : part;
	bool name = part_is_name(&search->parts, i) && touches(search, i + 1, "([");
	if (!strchr("{[", part.in) || !part.in || !i || !strchr("{[,:", before.kind) ||
	    !(name || part.kind == '('))
		return false;
	*close = part_closing(&search->parts, name ? i + 1 : i);
	struct part behind = part_of(search, *close + 1);
	return *close < search->parts.count && (!behind.kind || strchr(",}]", behind.kind));
}

/* [P('data', None)]: a layout that is the only item of a list. */
static bool is_only_item(const struct search *search, uint32_t i, uint32_t close)
{
	struct part part = part_of(search, i);
	struct str name = str_slice(search->text, part.start, part.end);
	return (str_equal(name, STR("P")) || str_equal(name, STR("PartitionSpec"))) &&
	       part_of(search, i - 1).kind == '[' && part_of(search, close + 1).kind == ']' &&
	       i >= 2 && part_of(search, i - 2).kind == ':';
}

static void find_code(struct search *search)
{
	uint32_t close;
	for (uint32_t i = 1; i < search->parts.count; i++) {
		if (!is_code(search, i, &close))
			continue;
		struct part part = part_of(search, i), last = part_of(search, close);
		struct str code = str_slice(search->text, part.start, last.end);
		if (part.kind == '(') {
			make_list(search, i, close);
		} else if (is_only_item(search, i, close) && free_quote(code).len) {
			struct part open = part_of(search, i - 1), end = part_of(search, close + 1);
			advise(search, free_quote(code), code, free_quote(code));
			point(search, part.start, last.end);
			change(search, open.start, open.end, free_quote(code));
			change(search, end.start, end.end, free_quote(code));
		} else {
			quote(search, part.start, last.end);
		}
		i = close;
	}
}

/* key: 'P('data', None)': the value of a line has its own quotes inside. */
static void find_quotes_inside(struct search *search)
{
	struct parts *parts = &search->parts;
	struct part value = part_of(search, 2);
	if (parts->count < 5 || value.in || part_of(search, 1).kind != ':' ||
	    value.kind != PART_QUOTED || !touches(search, 3, "wq"))
		return;
	struct part last = parts->items[parts->count - 1];
	char mark = search->text.s[value.start];
	struct str inside = str_slice(search->text, value.start + 1, last.end - 1);
	struct str other = mark == '"' ? STR("'") : STR("\"");
	if (search->text.s[last.end - 1] != mark || str_find(inside, other.s[0], 0) < inside.len)
		return;
	advise(search, other, inside, other);
	point(search, value.end - 1, value.end);
	change(search, value.start, value.start + 1, other);
	change(search, last.end - 1, last.end, other);
}

/* key: 'data', 'model': a list without its brackets. */
static void find_brackets_missing(struct search *search)
{
	struct parts *parts = &search->parts;
	if (parts->count < 5 || part_of(search, 1).kind != ':' || part_of(search, 2).in ||
	    parts->count % 2 == 0)
		return;
	for (uint32_t i = 2; i < parts->count; i++) {
		char kind = parts->items[i].kind;
		if (i % 2 ? kind != ',' : kind != PART_QUOTED && kind != PART_WORD)
			return;
	}
	size_t start = part_of(search, 2).start, end = parts->items[parts->count - 1].end;
	advise(search, STR("["), str_slice(search->text, start, end), STR("]"));
	point(search, start, end);
	change(search, start, start, STR("["));
	change(search, end, end, STR("]"));
}

/* A key or value that begins with a letter that YAML keeps for itself: *.bias, @w, `w`. */
static void find_reserved(struct search *search)
{
	for (uint32_t i = 0; i < search->parts.count; i++) {
		struct part part = part_of(search, i), before = i ? part_of(search, i - 1) : part;
		bool begins = i == 0 || strchr("{[,:", before.kind);
		if (part.kind != PART_WORD || !begins || part.end < part.start + 2)
			continue;
		char first = search->text.s[part.start], second = search->text.s[part.start + 1];
		if (first == '@' || first == '`' ||
		    (first == '*' && (second == '.' || second == '*' || second == '/')))
			quote(search, part.start, part.end);
	}
}

/* ---- Signs too many, and wrong ones ---- */

/* A comma or semicolon after the value of a line, as in JSON; a semicolon in brackets. */
static void find_separator(struct search *search)
{
	for (uint32_t i = 0; i < search->parts.count; i++) {
		struct part part = part_of(search, i);
		bool last = i + 1 == search->parts.count;
		if (part.kind == ';' && part.in) {
			point(search, part.start, part.end);
			change(search, part.start, part.end, STR(","));
		} else if (last && !part.in && i && strchr(",;", part.kind)) {
			point(search, part.start, part.end);
			change(search, part.start, part.end, STR(""));
		}
	}
}

/* A bracket that closes nothing, in a line that begins outside of all. */
static void find_bracket_surplus(struct search *search)
{
	const struct parts *parts = &search->parts;
	char open[16];
	uint32_t depth = 0;
	if (!parts->count || parts->items[0].in)
		return;
	for (uint32_t i = 0; i < parts->count; i++) {
		struct part part = parts->items[i];
		if (strchr("{[(", part.kind) && depth == sizeof open)
			return;
		if (strchr("{[(", part.kind))
			open[depth++] = part.kind;
		if (!strchr("}])", part.kind))
			continue;
		char wanted = part.kind == '}' ? '{' : part.kind == ']' ? '[' : '(';
		if (depth && open[depth - 1] == wanted) {
			depth--;
			continue;
		}
		point(search, part.start, part.end);
		change(search, part.start, part.end, STR(""));
		return;
	}
}

static const char *closing_of(char bracket)
{
	return bracket == '{' ? "}" : bracket == '[' ? "]" : ")";
}

/* Brackets that the line opens and does not close, before a line that begins with a key; or a
 * bracket in them that another one closes. */
static void find_bracket_missing(struct search *search)
{
	const struct parts *parts = &search->parts;
	struct line below;
	uint32_t open[16], depth = 0;
	if (!parts->count || parts->items[0].in)
		return;
	for (uint32_t i = 0; i < parts->count; i++) {
		struct part part = parts->items[i];
		if (strchr("{[(", part.kind) && depth == COUNT_OF(open))
			return;
		if (strchr("{[(", part.kind))
			open[depth++] = i;
		if (!strchr("}])", part.kind) || !depth)
			continue;
		struct part top = parts->items[open[depth - 1]];
		if (closing_of(top.kind)[0] != part.kind && depth > 1 &&
		    closing_of(parts->items[open[depth - 2]].kind)[0] == part.kind) {
			point(search, top.start, top.end);
			change(search, part.start, part.start, str_of(closing_of(top.kind)));
			return;
		}
		depth--;
	}
	bool ends =
	    !line_below(search->text, parts->line, &below) || below.indent <= parts->line.indent;
	if (!depth || !ends || parts->items[parts->count - 1].kind == ',')
		return;
	size_t end = parts->items[parts->count - 1].end;
	struct part last = parts->items[open[depth - 1]];
	struct buf closers = {.arena = search->arena};
	while (depth)
		buf_puts(&closers, closing_of(parts->items[open[--depth]].kind));
	point(search, last.start, last.end);
	change(search, end, end, buf_str(&closers));
}

/* Whether a key with its colon begins there. */
static bool is_key(const struct search *search, uint32_t i)
{
	return (part_is_name(&search->parts, i) || part_of(search, i).kind == PART_QUOTED) &&
	       part_of(search, i + 1).kind == ':';
}

/* A value in braces and the next key, with nothing between. */
static void find_comma_missing(struct search *search)
{
	struct line line = search->parts.line, above;
	for (uint32_t i = 1; i < search->parts.count; i++) {
		struct part before = part_of(search, i - 1);
		if (!is_key(search, i) || part_of(search, i).in != '{' ||
		    !strchr("}]q", before.kind))
			continue;
		point(search, part_of(search, i).start, part_of(search, i).end);
		change(search, before.end, before.end, STR(","));
	}
	if (!is_key(search, 0) || part_of(search, 0).in != '{' ||
	    !line_above(search->text, line, &above) ||
	    !strchr("}]\"'", search->text.s[above.end - 1]))
		return;
	point(search, part_of(search, 0).start, part_of(search, 0).end);
	change(search, above.end, above.end, STR(","));
}

/* [8, 4, spec: …}: a key in a list that stands in braces, which was to end before it. */
static void find_list_end_missing(struct search *search)
{
	for (uint32_t i = 2; i < search->parts.count; i++) {
		struct part comma = part_of(search, i - 1);
		if (!is_key(search, i) || part_of(search, i).in != '[' || comma.kind != ',' ||
		    part_of(search, 0).in)
			continue;
		struct part before = part_of(search, i - 2);
		bool wrong = before.kind == ')';
		point(search, wrong ? before.start : comma.start, wrong ? before.end : comma.end);
		change(search, wrong ? before.start : comma.start, wrong ? before.end : comma.start,
		       STR("]"));
		return;
	}
}

/* [, data]: nothing where a value is. */
static void find_value_missing(struct search *search)
{
	for (uint32_t i = 1; i < search->parts.count; i++) {
		struct part part = part_of(search, i), before = part_of(search, i - 1);
		bool colon = part.kind == ':' && part.in == '[' && strchr("[,", before.kind) &&
		             strchr(",]", part_of(search, i + 1).kind);
		if (part.in != '[' || (!colon && (part.kind != ',' || !strchr("[,", before.kind))))
			continue;
		point(search, part.start, part.end);
		change(search, part.start, colon ? part.end : part.start, STR("null"));
	}
}

/* ---- Tabs ---- */

/* Whether a line that is indented by so much continues what is open above it, or is inside of it.
 */
static bool fits(struct str text, struct line line, size_t indent)
{
	struct line above;
	size_t least = SIZE_MAX;
	while (least && line_above(text, line, &above)) {
		if (least == SIZE_MAX && text.s[above.end - 1] == ':' && indent > above.indent)
			return true;
		if (above.indent < least && above.indent == indent)
			return true;
		least = above.indent < least ? above.indent : least;
		line = above;
	}
	return false;
}

static size_t count_tabs(struct str text, struct line line)
{
	size_t tabs = 0;
	for (size_t i = 0; i < line.indent; i++)
		tabs += text.s[line.start + i] == '\t';
	return tabs;
}

/* How many blanks a tab of the line stands for, so that it fits what is above it. */
static size_t tab_width(struct str text, struct line line)
{
	static const size_t widths[] = {2, 4, 8, 1, 3, 6};
	size_t tabs = count_tabs(text, line);
	for (size_t i = 0; i < COUNT_OF(widths); i++)
		if (fits(text, line, line.indent + tabs * (widths[i] - 1)))
			return widths[i];
	return 2;
}

/* The lines from here on that are indented with tabs. */
static void find_tabs(struct search *search)
{
	struct line line = search->parts.line;
	struct buf blanks = {.arena = search->arena};
	buf_fill(&blanks, ' ', tab_width(search->text, line));
	bool more = true;
	while (more && count_tabs(search->text, line)) {
		for (size_t i = line.start; i < line.start + line.indent; i++) {
			if (search->text.s[i] != '\t')
				continue;
			point(search, i, i + 1);
			change(search, i, i + 1, buf_str(&blanks));
		}
		more = line_below(search->text, line, &line);
	}
}

/* ---- Which one it is ---- */

/* The slips in the order in which they are looked for. */
static const struct kind_of_slip {
	void (*find)(struct search *search);
	enum rule_id rule;
	const char *message, *help;
	bool certain;
} kinds[] = {
    {find_tabs, RULE_YAML_SYNTAX, "a tab is used for indentation, which YAML does not allow",
     "indent with spaces", true},
    {find_lookalikes, RULE_YAML_SYNTAX, "this sign only looks like one of YAML",
     "write plain quotes, \" or ', a plain blank, ':' and ','", true},
    {find_comment, RULE_YAML_SYNTAX, "a comment does not begin like this", "begin it with '#'",
     true},
    {find_equals, RULE_YAML_SYNTAX, "'=' stands where ':' is expected",
     "a key and its value are written as KEY: VALUE", true},
    {find_blank_missing, RULE_YAML_SYNTAX, "there is no blank after the ':' of the key",
     "a key and its value are written as KEY: VALUE, with a blank after the colon", true},
    {find_colon_missing, RULE_YAML_SYNTAX, "there is no ':' after the key",
     "a key and its value are written as KEY: VALUE", true},
    {find_colon_missing_at_end, RULE_YAML_SYNTAX, "there is no ':' after the key",
     "a key whose value is in the lines below it is written as KEY:", true},
    {find_code, RULE_QUOTES_MISSING,
     "inside { } and [ ] text with commas or brackets of its own needs quotes",
     "put all of it in quotes, \"P('data', None)\"; a tuple is written as a list, [8, 4]", true},
    {find_quotes_inside, RULE_QUOTES_MISSING, "the quotes end here, inside of the text",
     "put a text that has ' in it into \", and the other way round", true},
    {find_brackets_missing, RULE_YAML_SYNTAX, "a list has no brackets around it",
     "write it as [a, b]", true},
    {find_braces_missing, RULE_YAML_SYNTAX,
     "keys on the line of another key need braces around them",
     "write it as {a: 1, b: 2}, or each key on a line of its own, indented", true},
    {find_reserved, RULE_QUOTES_MISSING, "text that begins with this needs quotes",
     "put it in quotes", true},
    {find_separator, RULE_YAML_SYNTAX, "this sign does not belong here",
     "between the items of a list or map stands a comma, after the value of a line nothing", true},
    {find_list_end_missing, RULE_YAML_SYNTAX, "the list is not closed by ']' before the next key",
     "close it here", false},
    {find_comma_missing, RULE_YAML_SYNTAX, "a comma is missing before this key",
     "put a comma between the pairs of a map in braces", true},
    {find_bracket_missing, RULE_YAML_SYNTAX,
     "the bracket or brace that is opened here is not closed",
     "close it: '{' with '}', '[' with ']'", false},
    {find_bracket_surplus, RULE_YAML_SYNTAX, "this closes no bracket or brace that is open",
     "remove it, or open one before it", false},
    {find_value_missing, RULE_YAML_SYNTAX, "a value is missing here",
     "write null for a dimension that is not sharded", false},
};

static bool find_kind(struct search *search, const struct kind_of_slip *kind,
                      struct yaml_slip *slip)
{
	search->first = search->last = NULL;
	search->help = str_of(kind->help);
	kind->find(search);
	if (!search->first)
		return false;
	*slip = (struct yaml_slip){kind->rule,
	                           search->at,
	                           str_of(kind->message),
	                           search->help,
	                           {search->first, kind->certain}};
	return true;
}

/* What comes after the problem is not what it comes from. */
static bool find_in_line(struct arena *arena, struct str text, struct line line, bool flow,
                         size_t problem, struct yaml_slip *slip)
{
	struct search search = {.arena = arena, .text = text};
	search.parts = line_parts(arena, text, line, flow ? '{' : '\0');
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		if (find_kind(&search, &kinds[i], slip) && slip->at.offset <= problem)
			return true;
	return false;
}

bool yaml_slip_find(struct arena *arena, struct str text, size_t problem, size_t context, bool flow,
                    struct yaml_slip *slip)
{
	struct line line = line_at(text, problem), first = line_at(text, context), above;
	bool inside = flow && first.start != line.start;
	if (find_in_line(arena, text, line, inside, problem, slip))
		return true;
	if (first.start != line.start && find_in_line(arena, text, first, false, problem, slip))
		return true;
	return line_above(text, line, &above) && above.start != first.start &&
	       find_in_line(arena, text, above, inside, problem, slip);
}

bool yaml_slip_find_read(struct arena *arena, struct str text, size_t offset,
                         struct yaml_slip *slip)
{
	struct search search = {.arena = arena, .text = text};
	search.parts = line_parts(arena, text, line_at(text, offset), '\0');
	static void (*const finders[])(struct search *) = {
	    find_lookalikes, find_equals, find_blank_missing, find_colon_missing, find_code};
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		for (size_t j = 0; j < COUNT_OF(finders); j++)
			if (kinds[i].find == finders[j] && find_kind(&search, &kinds[i], slip))
				return true;
	return false;
}

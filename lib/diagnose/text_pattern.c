/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/text_pattern.h"

struct matcher {
	struct str text;
	struct pattern_match *match;
	uint32_t steps;
};

static bool is_space(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* Behind the white space that begins at `at`. */
static size_t skip_space(struct str text, size_t at)
{
	while (at < text.len && is_space(text.s[at]))
		at++;
	return at;
}

/* Behind a line end at `at` and the blanks that indent the next line: where a text is wrapped. */
static size_t skip_wrap(struct str text, size_t at)
{
	return at < text.len && text.s[at] == '\n' ? skip_space(text, at) : at;
}

/* Behind the '>' that closes the group that `at` is in. */
static const char *group_end(const char *at)
{
	int depth = 0;
	for (; *at; at++) {
		depth += *at == '<';
		if (*at == '>' && depth-- == 0)
			return at + 1;
	}
	return at;
}

/* The next alternative of the group that `at` is in, behind its '|'; NULL behind the last. */
static const char *next_alternative(const char *at)
{
	int depth = 0;
	for (; *at; at++) {
		if (depth == 0 && *at == '|')
			return at + 1;
		if (depth == 0 && *at == '>')
			return NULL;
		depth += (*at == '<') - (*at == '>');
	}
	return NULL;
}

/* Where the matching of a pattern stands: groups that are open say what their '|' and '>' are. */
struct place {
	const char *pattern;
	int groups;
	size_t at; /* byte of the text */
};

static bool match_here(struct matcher *matcher, struct place place);

static bool match_group(struct matcher *matcher, struct place place)
{
	for (const char *option = place.pattern + 1; option; option = next_alternative(option)) {
		uint32_t holes = matcher->match->count;
		struct place inside = {option, place.groups + 1, place.at};
		if (match_here(matcher, inside))
			return true;
		matcher->match->count = holes;
	}
	return false;
}

/* Where a hole at the very end of the pattern ends: with the line, or with the value that goes on
 * behind it, and without the full stop of the sentence. */
static size_t last_hole_end(struct str text, size_t start)
{
	int depth = 0;
	size_t at = start;
	for (; at < text.len && (depth > 0 || text.s[at] != '\n'); at++) {
		depth += text.s[at] == '(' || text.s[at] == '[' || text.s[at] == '{';
		depth -= text.s[at] == ')' || text.s[at] == ']' || text.s[at] == '}';
	}
	return at > start && text.s[at - 1] == '.' ? at - 1 : at;
}

struct hole {
	struct str name;
	bool integer;
	const char *behind;
};

static struct hole read_hole(const char *pattern)
{
	const char *end = strchr(pattern, '}');
	assert(end);
	bool integer = pattern[1] == '#';
	const char *name = pattern + 1 + integer;
	return (struct hole){{name, (size_t)(end - name)}, integer, end + 1};
}

/* Whether nothing but the ends of open groups comes behind the hole. */
static bool is_last(const char *behind, int groups)
{
	for (; groups > 0 && (*behind == '|' || *behind == '>'); groups--)
		behind = group_end(behind);
	return !*behind;
}

static bool fits_integer(struct str value)
{
	int64_t number;
	return str_to_int64(value, &number);
}

static bool match_hole(struct matcher *matcher, struct place place)
{
	struct pattern_match *match = matcher->match;
	struct hole hole = read_hole(place.pattern);
	struct str text = matcher->text;
	uint32_t index = match->count;
	if (index == PATTERN_HOLES)
		return false;
	size_t start = hole.integer ? skip_wrap(text, place.at) : place.at, end = start;
	bool last = is_last(hole.behind, place.groups);
	int depth = 0;
	if (last && !hole.integer)
		end = last_hole_end(text, start);
	for (; end <= text.len; end++) {
		struct str value = str_slice(text, start, end);
		struct place next = {hole.behind, place.groups, end};
		bool whole = !hole.integer || fits_integer(value);
		bool more = hole.integer && end < text.len && byte_is_digit(text.s[end]);
		if (depth <= 0 && value.len && whole && !more) {
			match->holes[index] = (struct pattern_hole){hole.name, value};
			match->count = index + 1;
			if (match_here(matcher, next))
				return true;
		}
		if (end == text.len || (hole.integer && !more && text.s[end] != '-'))
			break;
		depth += text.s[end] == '(' || text.s[end] == '[' || text.s[end] == '{';
		depth -= text.s[end] == ')' || text.s[end] == ']' || text.s[end] == '}';
		if (matcher->steps == 0)
			break;
		matcher->steps--;
	}
	match->count = index;
	return false;
}

/* Passes what stands for itself up to the next hole, group or end; false when the text differs. */
static bool match_literal(struct matcher *matcher, struct place *place)
{
	struct str text = matcher->text;
	for (; *place->pattern && !strchr("{<", *place->pattern); place->pattern++) {
		char c = *place->pattern;
		if (place->groups && (c == '|' || c == '>')) {
			place->pattern = group_end(place->pattern) - 1;
			place->groups--;
			continue;
		}
		if (c == ' ') {
			size_t behind = skip_space(text, place->at);
			if (behind == place->at)
				return false;
			place->at = behind;
			continue;
		}
		if (c == '`') {
			size_t behind = skip_wrap(text, place->at);
			if (behind < text.len && text.s[behind] == c)
				place->at = behind + 1;
			continue;
		}
		if (place->at < text.len && text.s[place->at] != c)
			place->at = skip_wrap(text, place->at);
		if (place->at >= text.len || text.s[place->at] != c)
			return false;
		place->at++;
	}
	return true;
}

static bool match_here(struct matcher *matcher, struct place place)
{
	if (matcher->steps == 0)
		return false;
	matcher->steps--;
	if (!match_literal(matcher, &place))
		return false;
	if (*place.pattern == '<')
		return match_group(matcher, place);
	if (*place.pattern == '{')
		return match_hole(matcher, place);
	matcher->match->end = place.at;
	return true;
}

bool pattern_match(const char *pattern, struct str text, size_t start, struct pattern_match *match,
                   uint32_t *steps)
{
	struct matcher matcher = {text, match, *steps};
	match->count = 0;
	match->start = start;
	bool fits = match_here(&matcher, (struct place){pattern, 0, start});
	*steps = matcher.steps;
	return fits;
}

struct str pattern_anchor(const char *pattern)
{
	struct str longest = {"", 0};
	for (const char *at = pattern; *at;) {
		const char *end = at;
		while (*end && !strchr("{<`", *end))
			end++;
		struct str text = str_trim((struct str){at, (size_t)(end - at)});
		if (text.len > longest.len)
			longest = text;
		at = *end == '<'   ? group_end(end + 1)
		     : *end == '{' ? strchr(end, '}') + 1
		     : *end        ? end + 1
		                   : end;
	}
	return longest;
}

struct str pattern_hole(const struct pattern_match *match, struct str name)
{
	for (uint32_t i = 0; i < match->count; i++)
		if (str_equal(match->holes[i].name, name))
			return match->holes[i].value;
	return (struct str){NULL, 0};
}

/* Appends words up to the end of their alternative; false when a hole is not known. */
static bool fill_until(const char **words, bool group, const struct pattern_values *values,
                       struct buf *out);

/* Appends the first alternative that can be filled of the group at *words, and passes the group. */
static bool fill_group(const char **words, const struct pattern_values *values, struct buf *out)
{
	const char *end = group_end(*words + 1);
	bool filled = false;
	for (const char *option = *words + 1; option && !filled;
	     option = next_alternative(option)) {
		size_t before = out->len;
		const char *at = option;
		filled = fill_until(&at, true, values, out);
		out->len = filled ? out->len : before;
	}
	*words = end;
	return filled;
}

static bool fill_until(const char **words, bool group, const struct pattern_values *values,
                       struct buf *out)
{
	while (**words && !(group && (**words == '|' || **words == '>'))) {
		if (**words == '<') {
			if (!fill_group(words, values, out))
				return false;
		} else if (**words == '{') {
			struct hole hole = read_hole(*words);
			if (!values->add(values->data, hole.name, out))
				return false;
			*words = hole.behind;
		} else {
			buf_putc(out, *(*words)++);
		}
	}
	return true;
}

bool pattern_fill(const char *words, const struct pattern_values *values, struct buf *out)
{
	size_t before = out->len;
	bool filled = fill_until(&words, false, values, out);
	out->len = filled ? out->len : before;
	return filled;
}

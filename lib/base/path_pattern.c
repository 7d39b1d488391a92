/* SPDX-License-Identifier: Apache-2.0 */
#include "base/path_pattern.h"

#include <ctype.h>

/* ---- One byte ---- */

/* Whether a byte is of the class between '[:' and ':]'; *known says whether there is such a class.
 */
static bool is_of_class(struct str name, char byte, bool *known)
{
	static const struct {
		const char *name;
		int (*test)(int);
	} classes[] = {{"alnum", isalnum}, {"alpha", isalpha}, {"blank", isblank},
	               {"cntrl", iscntrl}, {"digit", isdigit}, {"graph", isgraph},
	               {"lower", islower}, {"print", isprint}, {"punct", ispunct},
	               {"space", isspace}, {"upper", isupper}, {"xdigit", isxdigit}};
	for (size_t i = 0; i < COUNT_OF(classes); i++)
		if (str_equal(name, str_of(classes[i].name)))
			return classes[i].test((unsigned char)byte) != 0;
	*known = false;
	return false;
}

/* One byte inside of brackets, after a backslash or by itself; false at the end of the glob. */
static bool take_byte(struct str glob, size_t *at, unsigned char *byte)
{
	*at += *at < glob.len && glob.s[*at] == '\\';
	if (*at >= glob.len)
		return false;
	*byte = (unsigned char)glob.s[(*at)++];
	return true;
}

/* One member of a bracket, "a", "a-z" or "[:alpha:]", at *at; false when it is broken off. */
static bool take_member(struct str glob, size_t *at, char byte, bool *matches)
{
	struct str rest = str_slice(glob, *at, glob.len);
	bool known = true;
	if (str_starts_with(rest, STR("[:"))) {
		size_t end = str_search(rest, STR(":]"), 2);
		if (end == rest.len)
			return false;
		*matches |= is_of_class(str_slice(rest, 2, end), byte, &known);
		*at += end + 2;
		return known;
	}
	unsigned char first, last;
	if (!take_byte(glob, at, &first))
		return false;
	last = first;
	if (*at + 1 < glob.len && glob.s[*at] == '-' && glob.s[*at + 1] != ']') {
		++*at;
		if (!take_byte(glob, at, &last))
			return false;
	}
	*matches |= first <= (unsigned char)byte && (unsigned char)byte <= last;
	return true;
}

/* Whether the byte is one of a bracket's, whose '[' stands at *at; moves behind it. A bracket that
 * is broken off matches nothing. */
static bool bracket_matches(struct str glob, size_t *at, char byte)
{
	size_t next = *at + 1;
	bool negated = next < glob.len && (glob.s[next] == '!' || glob.s[next] == '^');
	bool matches = false;
	next += negated;
	for (size_t first = next; next == first || next >= glob.len || glob.s[next] != ']';)
		if (!take_member(glob, &next, byte, &matches))
			return false;
	*at = next + 1;
	return matches != negated && byte != '/';
}

/* Whether what stands at *at matches the byte; moves behind it. */
static bool byte_matches(struct str glob, size_t *at, char byte)
{
	char sign = glob.s[*at];
	if (sign == '[')
		return bracket_matches(glob, at, byte);
	bool escaped = sign == '\\';
	*at += escaped;
	if (*at == glob.len)
		return false;
	return glob.s[(*at)++] == byte || (sign == '?' && byte != '/');
}

/* ---- A path ---- */

/* Whether nothing before byte `end` has a meaning of its own. */
static bool is_literal(struct str glob, size_t end)
{
	for (size_t i = 0; i < end; i++)
		if (strchr("*?[\\", glob.s[i]))
			return false;
	return true;
}

/* Asterisks at `at`: where they end. Two of them that are a whole part match folders: *deep. Git
 * compares plain text at the start by itself, so that in "ab**", too, a part begins after it. */
static size_t skip_asterisks(struct str glob, size_t at, bool *deep)
{
	size_t end = at;
	while (end < glob.len && glob.s[end] == '*')
		end++;
	*deep = end - at > 1 && (is_literal(glob, at) || glob.s[at - 1] == '/') &&
	        (end == glob.len || glob.s[end] == '/');
	return end;
}

/* Where to go on when what follows asterisks does not match: they match more. */
struct retry {
	bool set;
	size_t glob, path;
};

/* Lets the last asterisk match one byte more, or else folders one more; false when none can. */
static bool go_back(struct retry *star, struct retry *folders, struct str path, size_t *glob_at,
                    size_t *path_at)
{
	struct retry *retry = star;
	if (star->set && star->path < path.len && path.s[star->path] != '/') {
		star->path++;
	} else {
		retry = folders;
		star->set = false;
		folders->path = str_find(path, '/', folders->path) + 1;
		if (!folders->set || folders->path > path.len)
			return false;
	}
	*glob_at = retry->glob;
	*path_at = retry->path;
	return true;
}

/* Only the last asterisk and the last folders are gone back to: what stands before them has matched
 * as little as it can, which leaves the most to those after it. */
bool glob_matches(struct str glob, struct str path)
{
	struct retry star = {0}, folders = {0};
	size_t g = 0, p = 0;
	for (;;) {
		bool deep = false;
		if (g < glob.len && glob.s[g] == '*') {
			g = skip_asterisks(glob, g, &deep);
			if (deep && g == glob.len)
				return true;
			g += deep; /* the slash */
			*(deep ? &folders : &star) = (struct retry){true, g, p};
			star.set &= !deep;
			continue;
		}
		if (g == glob.len && p == path.len)
			return true;
		if (g < glob.len && p < path.len && byte_matches(glob, &g, path.s[p]))
			p++;
		else if (!go_back(&star, &folders, path, &g, &p))
			return false;
	}
}

/* ---- Patterns ---- */

/* The line without what ends it, and without spaces before that, but for one after a backslash. */
static struct str trim_end(struct str line)
{
	if (str_ends_with(line, STR("\r")))
		line.len--;
	while (line.len && line.s[line.len - 1] == ' ' &&
	       !(line.len > 1 && line.s[line.len - 2] == '\\'))
		line.len--;
	return line;
}

bool path_pattern_read(struct str line, struct path_pattern *pattern)
{
	struct str glob = trim_end(line);
	*pattern = (struct path_pattern){0};
	if (!glob.len || glob.s[0] == '#')
		return false;
	pattern->negated = glob.s[0] == '!';
	glob = str_slice(glob, pattern->negated, glob.len);
	pattern->folder_only = str_ends_with(glob, STR("/"));
	glob.len -= pattern->folder_only;
	pattern->anywhere = str_find(glob, '/', 0) == glob.len;
	if (str_starts_with(glob, STR("/")))
		glob = str_slice(glob, 1, glob.len);
	pattern->glob = glob;
	return glob.len > 0;
}

void path_patterns_add(struct arena *arena, struct path_patterns *patterns, struct str text)
{
	struct path_pattern pattern;
	size_t start = str_starts_with(text, STR("\xef\xbb\xbf")) ? 3 : 0;
	for (size_t end; start < text.len; start = end + 1) {
		end = str_find(text, '\n', start);
		if (path_pattern_read(str_slice(text, start, end), &pattern))
			arena_push(arena, patterns->items, patterns->count, patterns->room,
			           pattern);
	}
}

bool path_pattern_matches(const struct path_pattern *pattern, struct str path, bool folder)
{
	size_t last = path.len;
	if (pattern->folder_only && !folder)
		return false;
	while (pattern->anywhere && last > 0 && path.s[last - 1] != '/')
		last--;
	return glob_matches(pattern->glob,
	                    pattern->anywhere ? str_slice(path, last, path.len) : path);
}

bool path_pattern_covers(const struct path_pattern *pattern, struct str path)
{
	for (size_t slash = str_find(path, '/', 0); slash < path.len;
	     slash = str_find(path, '/', slash + 1))
		if (path_pattern_matches(pattern, str_slice(path, 0, slash), true))
			return true;
	return path_pattern_matches(pattern, path, false);
}

enum path_answer path_patterns_ask(const struct path_patterns *patterns, struct str path,
                                   bool folder)
{
	for (size_t i = patterns->count; i > 0; i--)
		if (path_pattern_matches(&patterns->items[i - 1], path, folder))
			return patterns->items[i - 1].negated ? PATH_KEPT : PATH_LEFT_OUT;
	return PATH_UNSAID;
}

bool path_patterns_cover(const struct path_patterns *patterns, struct str path)
{
	for (size_t slash = str_find(path, '/', 0); slash < path.len;
	     slash = str_find(path, '/', slash + 1))
		if (path_patterns_ask(patterns, str_slice(path, 0, slash), true) == PATH_LEFT_OUT)
			return true;
	return path_patterns_ask(patterns, path, false) == PATH_LEFT_OUT;
}

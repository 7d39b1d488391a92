/* SPDX-License-Identifier: Apache-2.0 */
#include "check/ignore_fix.h"

static size_t skip_blanks(struct str text, size_t at)
{
	while (at < text.len && byte_is_blank(text.s[at]))
		at++;
	return at;
}

static size_t before_blanks(struct str text, size_t at)
{
	while (at > 0 && byte_is_blank(text.s[at - 1]))
		at--;
	return at;
}

/* A name of several goes with the comma behind it, or else with the one before. False when there is
 * no other name. */
static bool name_of_several(struct str text, struct span name, struct span *removed)
{
	size_t start = name.offset, end = start + name.length;
	size_t behind = skip_blanks(text, end), before = before_blanks(text, start);
	if (behind < text.len && text.s[behind] == ',')
		end = skip_blanks(text, behind + 1);
	else if (before > 0 && text.s[before - 1] == ',')
		start = before_blanks(text, before - 1);
	else
		return false;
	*removed = (struct span){(uint32_t)start, (uint32_t)(end - start)};
	return true;
}

/* The comment with its reason, up to another comment in it; with the blanks before it, or the whole
 * line when there is nothing else in that. */
static struct span whole_comment(struct str text, struct span comment)
{
	size_t start = comment.offset, stop = str_find(text, '\n', start);
	size_t behind = skip_blanks(text, start + comment.length);
	size_t first = before_blanks(text, start);
	if (behind < stop && text.s[behind] == '#')
		return (struct span){(uint32_t)start, (uint32_t)(behind - start)};
	bool fills = first == 0 || text.s[first - 1] == '\n';
	size_t end = stop > first && text.s[stop - 1] == '\r' ? stop - 1 : stop;
	if (fills)
		end = stop < text.len ? stop + 1 : stop;
	return (struct span){(uint32_t)first, (uint32_t)(end - first)};
}

void ignore_fix(struct diag *diag, struct str text, const struct ignore_comment *comment)
{
	struct span removed;
	if (text.s[comment->at.offset] != '#')
		return;
	if (!name_of_several(text, comment->name_at, &removed))
		removed = whole_comment(text, comment->at);
	diag_fix(diag, removed, STR(""));
}

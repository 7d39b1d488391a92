/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/log_margin.h"

/* The margin in front of a traceback's first line; empty when there is none. IPython has the class
 * there and many blanks, trees of exceptions have bars. */
static struct str margin_of(struct str line)
{
	static const char words[] = "Traceback (most recent call last)";
	char last = line.len ? line.s[line.len - 1] : '\0';
	bool may = last == ')' || last == ':';
	size_t at = may ? str_search(line, str_of(words), 0) : line.len;
	struct str margin = str_slice(line, 0, at < line.len ? at : 0);
	bool one_blank =
	    margin.len > 1 && margin.s[margin.len - 1] == ' ' && margin.s[margin.len - 2] != ' ';
	bool tree = str_contains(margin, STR("+ ")) || str_ends_with(margin, STR(" | ")) ||
	            str_starts_with(margin, STR("╭"));
	return one_blank && !tree && margin.len <= LONGEST_MARGIN ? margin : (struct str){"", 0};
}

static void learn(struct log_margins *margins, struct str margin)
{
	uint32_t at = margins->count++ % MOST_MARGINS;
	memcpy(margins->text[at], margin.s, margin.len);
	margins->length[at] = margin.len;
}

/* Whether the line begins with the margin, or is one without its last blank. */
static bool has_margin(struct str line, struct str margin)
{
	return str_starts_with(line, margin) ||
	       (line.len && line.len + 1 == margin.len && str_starts_with(margin, line));
}

static bool take(const struct log_margins *margins, struct log_line *line)
{
	for (uint32_t i = 0; i < margins->count && i < MOST_MARGINS; i++) {
		struct str margin = {margins->text[i], margins->length[i]};
		if (!has_margin(line->text, margin))
			continue;
		line->writer = 31 * line->writer + str_hash(margin);
		size_t length = margin.len < line->text.len ? margin.len : line->text.len;
		line->text = str_slice(line->text, length, line->text.len);
		return true;
	}
	return false;
}

void log_margins_take(struct log_margins *margins, struct log_line *line)
{
	struct str margin;
	if (take(margins, line))
		return;
	margin = margin_of(line->text);
	if (!margin.len)
		return;
	learn(margins, margin);
	bool taken = take(margins, line);
	assert(taken);
}

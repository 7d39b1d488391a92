/* SPDX-License-Identifier: Apache-2.0 */
#include "check/ignore.h"

#include "base/utf8.h"
#include "spec/script.h"

static const char marker[] = "shardctl:";

/* The start of the line that byte `at` stands on, when byte `from` starts a line before it. */
static size_t line_start(struct str text, size_t from, size_t at)
{
	size_t start = from;
	for (size_t end = str_find(text, '\n', from); end < at; end = str_find(text, '\n', start))
		start = end + 1;
	return start;
}

static size_t skip_blanks(struct str text, size_t at)
{
	while (at < text.len && (text.s[at] == ' ' || text.s[at] == '\t'))
		at++;
	return at;
}

/* Whether a comment that starts at the '#' at `hash` has the marker; *word is the byte behind it.
 */
static bool has_marker(struct str text, size_t hash, size_t *word)
{
	size_t at = skip_blanks(text, hash + 1);
	*word = skip_blanks(text, at + sizeof marker - 1);
	return str_starts_with(str_slice(text, at, text.len), str_of(marker));
}

static void add(struct arena *arena, struct ignore_comments *comments,
                struct ignore_comment comment)
{
	arena_push(arena, comments->items, comments->count, comments->room, comment);
}

/* The names between brackets that start at `open`. */
static void read_names(struct arena *arena, struct ignore_comments *comments,
                       struct ignore_comment comment, struct str text, size_t open)
{
	size_t close = str_find(str_slice(text, 0, comment.line_end), ']', open);
	comment.at = (struct span){
	    comment.at.offset, (uint32_t)(close + (close < comment.line_end) - comment.at.offset)};
	for (size_t at = open + 1; at <= close;) {
		size_t comma = str_find(str_slice(text, 0, close), ',', at);
		comment.name = str_trim(str_slice(text, at, comma));
		if (comment.name.len) {
			comment.name_at = (struct span){(uint32_t)(comment.name.s - text.s),
			                                (uint32_t)comment.name.len};
			add(arena, comments, comment);
		}
		at = comma + 1;
	}
}

struct ignore_comments ignore_comments_find(struct arena *arena, struct str text)
{
	struct ignore_comments comments = {0};
	size_t line = 0, word;
	for (size_t hash = str_find(text, '#', 0); hash < text.len;
	     hash = str_find(text, '#', hash + 1)) {
		if (!has_marker(text, hash, &word) ||
		    !str_starts_with(str_slice(text, word, text.len), STR("ignore")))
			continue;
		line = line_start(text, line, hash);
		struct ignore_comment comment = {.line_start = (uint32_t)line,
		                                 .line_end = (uint32_t)str_find(text, '\n', hash)};
		size_t open = skip_blanks(text, word + sizeof "ignore" - 1);
		comment.at = comment.name_at =
		    (struct span){(uint32_t)hash, (uint32_t)(open - hash)};
		if (open < text.len && text.s[open] == '[')
			read_names(arena, &comments, comment, text, open);
		else
			add(arena, &comments, comment);
	}
	return comments;
}

bool ignore_comments_match(struct ignore_comments *comments, const struct diag *diag)
{
	uint32_t low = 0, high = comments->count;
	while (low < high) { /* the first comment whose line does not end before the finding */
		uint32_t middle = low + (high - low) / 2;
		if (comments->items[middle].line_end < diag->at.offset)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < comments->count && comments->items[low].line_start <= diag->at.offset; low++) {
		if (str_equal(comments->items[low].name, str_of(diag->rule->name))) {
			comments->items[low].used = true;
			return true;
		}
	}
	return false;
}

void ignore_comments_report_unused(const struct ignore_comments *comments, struct diags *diags)
{
	for (uint32_t i = 0; i < comments->count; i++) {
		const struct ignore_comment *comment = &comments->items[i];
		if (comment->used)
			continue;
		if (!comment->name.s) {
			diag_help(diag_add(diags, RULE_IGNORE_UNUSED, comment->at,
			                   "this comment names no finding to ignore"),
			          "write # shardctl: ignore[NAME]");
			continue;
		}
		struct str name = utf8_escaped(diags->arena, comment->name);
		struct diag *diag =
		    diag_add(diags, RULE_IGNORE_UNUSED, comment->name_at,
		             rule_named(comment->name) ? "nothing on this line gives '%.*s'"
		                                       : "no finding is called '%.*s'",
		             STR_ARG(name));
		diag_help(diag, "remove the name from the comment");
	}
}

/* Whether the byte stands in a cell that is to raise. */
static bool is_to_raise(const struct source *source, const struct source_files *files,
                        uint32_t offset)
{
	const struct source_piece *piece = source_piece_at(files, offset);
	return piece ? piece->raises : script_piece_raises(source, offset);
}

/* Whether it is an error that a cell is there to show: it, or a call around it, stands in one that
 * is to raise. */
static bool is_shown(const struct source *source, const struct source_files *files,
                     const struct diag *diag)
{
	if (diag->severity != SEVERITY_ERROR)
		return false;
	bool raises = is_to_raise(source, files, diag->at.offset);
	for (const struct diag_note *note = diag->notes; note && !raises; note = note->next)
		raises = is_to_raise(source, files, note->at.offset);
	return raises;
}

uint32_t drop_shown(const struct source *source, const struct source_files *files,
                    struct diags *diags)
{
	struct str text = source->text;
	struct diag **link = &diags->first, *kept = NULL;
	uint32_t dropped = 0;
	bool cells = files && files->count; /* else its own text says whether one is to raise */
	if (!cells && str_search(text, STR("raises-exception"), 0) == text.len)
		return 0;
	for (struct diag *diag = diags->first; diag; diag = diag->next) {
		if (is_shown(source, files, diag)) {
			dropped++;
			continue;
		}
		*link = kept = diag;
		link = &diag->next;
	}
	*link = NULL;
	diags->last = kept;
	return dropped;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "check/ignore.h"
#include "check/ignore_fix.h"

#include "base/utf8.h"
#include "diag/suggest.h"
#include "spec/script/script.h"

/* ---- Where comments are ---- */

/* A comment for shardctl, while the text is read. */
struct found {
	size_t start, word; /* of the comment, and of what stands behind "shardctl:" */
	size_t line, end;   /* of the line it stands in */
};

struct reading {
	struct arena *arena;
	struct str text;
	const struct source_files *files;
	struct ignore_comments *comments;
	bool markdown;               /* comments of code are in the blocks of it only */
	struct script_pieces blocks; /* those that are left of it */
	struct span block;           /* the last one looked at */
	struct span below; /* a line, and from where on nothing but comments precedes it */
	size_t below_from;
};

static size_t skip_blanks(struct str text, size_t at)
{
	while (at < text.len && (text.s[at] == ' ' || text.s[at] == '\t'))
		at++;
	return at;
}

/* Whether byte `at` is in a block of code. Asked of ever later bytes. */
static bool is_in_block(struct reading *reading, size_t at)
{
	while (reading->block.offset + reading->block.length <= at)
		if (!script_pieces_next(&reading->blocks, &reading->block))
			reading->block = (struct span){UINT32_MAX, 0};
	return reading->block.offset <= at;
}

/* Whether the marker at `marker` is that of a comment: a '#' is before it or, in the text of
 * Markdown, "<!--". */
static bool opens_comment(struct reading *reading, size_t line, size_t marker, size_t *start)
{
	struct str open = STR("<!--");
	size_t before = marker;
	while (before > line && byte_is_blank(reading->text.s[before - 1]))
		before--;
	struct str above = str_slice(reading->text, line, before);
	bool code = !reading->markdown || is_in_block(reading, marker);
	size_t length = code ? 1 : open.len;
	*start = before - length;
	return str_ends_with(above, code ? STR("#") : open);
}

/* Where the marker stands next: in code it follows a '#', which is found sooner. */
static size_t find_marker(const struct reading *reading, size_t at)
{
	struct str marker = STR("shardctl:"), text = reading->text;
	if (reading->markdown)
		return str_search(text, marker, at);
	for (at = str_find(text, '#', at); at < text.len; at = str_find(text, '#', at + 1)) {
		size_t place = skip_blanks(text, at + 1);
		if (str_starts_with(str_slice(text, place, text.len), marker))
			return place;
	}
	return text.len;
}

/* The next comment from *at on, which moves behind its marker; false when there is none. */
static bool next_comment(struct reading *reading, size_t *at, struct found *found)
{
	struct str text = reading->text;
	for (size_t place; (place = find_marker(reading, *at)) < text.len;) {
		for (size_t end = str_find(text, '\n', found->line); end < place;
		     end = str_find(text, '\n', found->line))
			found->line = end + 1;
		*at = place + sizeof "shardctl:" - 1;
		found->end = str_find(text, '\n', place);
		found->word = skip_blanks(text, *at);
		if (opens_comment(reading, found->line, place, &found->start))
			return true;
	}
	return false;
}

/* ---- What they say ---- */

/* The next line after `end` with more in it than a comment. */
static struct span line_below(struct reading *reading, size_t end)
{
	struct str text = reading->text;
	size_t line, first;
	if (end >= reading->below_from && end < reading->below.offset)
		return reading->below;
	reading->below_from = end;
	do {
		line = end < text.len ? end + 1 : end;
		end = str_find(text, '\n', line);
		first = skip_blanks(text, line);
	} while (end < text.len &&
	         (text.s[first] == '#' || text.s[first] == '\r' || text.s[first] == '\n'));
	reading->below = (struct span){(uint32_t)line, (uint32_t)(end - line)};
	return reading->below;
}

/* The line that a comment speaks of: its own or, when nothing but comments is in that, the next one
 * below. */
static struct span line_of(struct reading *reading, const struct found *found)
{
	size_t first = skip_blanks(reading->text, found->line);
	if (first == found->start || reading->text.s[first] == '#')
		return line_below(reading, found->end);
	return (struct span){(uint32_t)found->line, (uint32_t)(found->end - found->line)};
}

/* The file that a byte stands in: the one that is checked, all its cells, or one that it brings in.
 */
static struct span file_of(const struct reading *reading, size_t offset, bool *checked)
{
	const struct source_files *files = reading->files;
	const struct source_piece *piece = source_piece_at(files, (uint32_t)offset);
	*checked = !piece || piece->cell;
	uint32_t start = *checked ? 0 : piece->start, count = files ? files->count : 0;
	uint32_t next = *checked ? 0 : (uint32_t)(piece - files->pieces) + 1;
	while (*checked && next < count && files->pieces[next].cell)
		next++;
	uint32_t end = next < count ? files->pieces[next].start : (uint32_t)reading->text.len;
	return (struct span){start, end - start};
}

/* Adds a comment for one name. Of several for one file and name the first one counts. */
static void add(struct reading *reading, struct ignore_comment comment)
{
	struct ignore_comments *comments = reading->comments;
	const struct rule *rule = comment.name.s ? rule_named(comment.name) : NULL;
	if (!comment.whole) {
		arena_push(reading->arena, comments->lines, comments->nlines, comments->line_room,
		           comment);
		return;
	}
	if (rule) {
		uint32_t *last = &comments->last_of[rule - rule_of((enum rule_id)0)];
		comment.before = *last;
		comment.repeated =
		    *last && comments->files[*last - 1].about.offset == comment.about.offset;
		*last = comment.repeated ? *last : comments->nfiles + 1;
	}
	arena_push(reading->arena, comments->files, comments->nfiles, comments->file_room, comment);
}

/* The names between brackets that start at `open`, before `end`. */
static void read_names(struct reading *reading, struct ignore_comment comment, size_t open,
                       size_t end)
{
	struct str text = reading->text;
	size_t close = str_find(str_slice(text, 0, end), ']', open);
	bool named = false;
	comment.at.length = (uint32_t)(close + (close < end) - comment.at.offset);
	for (size_t at = open + 1; at <= close;) {
		size_t comma = str_find(str_slice(text, 0, close), ',', at);
		comment.name = str_trim(str_slice(text, at, comma));
		if (comment.name.len) {
			comment.name_at = (struct span){(uint32_t)(comment.name.s - text.s),
			                                (uint32_t)comment.name.len};
			add(reading, comment);
			named = true;
		}
		at = comma + 1;
	}
	comment.name = (struct str){NULL, 0};
	if (!named)
		add(reading, comment);
}

/* Reads what a comment says, if it is one that ignores findings or that was to be. */
static void read_comment(struct reading *reading, const struct found *found)
{
	struct str text = reading->text, word, whole = STR("ignore-file");
	struct str words = str_slice(text, found->word, found->end);
	struct ignore_comment comment = {0};
	if (!script_comment_ignores(words, &word))
		return;
	size_t open = skip_blanks(text, found->word + word.len);
	comment.whole = str_equal(word, whole);
	comment.known = comment.whole || str_equal(word, STR("ignore"));
	comment.about = file_of(reading, found->start, &comment.checked);
	if (!comment.whole)
		comment.about = line_of(reading, found);
	comment.at = comment.name_at =
	    (struct span){(uint32_t)found->start, (uint32_t)(open - found->start)};
	if (!comment.known)
		comment.name_at = (struct span){(uint32_t)found->word, (uint32_t)word.len};
	if (comment.known && open < found->end && text.s[open] == '[')
		read_names(reading, comment, open, found->end);
	else
		add(reading, comment);
}

struct ignore_comments ignore_comments_find(struct arena *arena, const struct source *source,
                                            const struct source_files *files)
{
	struct ignore_comments comments = {0};
	struct reading reading = {.arena = arena,
	                          .text = source->text,
	                          .files = files,
	                          .comments = &comments,
	                          .markdown = source_is_markdown(source)};
	struct found found = {0};
	if (reading.markdown)
		reading.blocks = script_pieces_of(source);
	for (size_t at = 0; next_comment(&reading, &at, &found);)
		read_comment(&reading, &found);
	return comments;
}

/* ---- What they silence ---- */

static bool speaks_of(const struct ignore_comment *comment, const struct diag *diag)
{
	uint32_t at = diag->at.offset;
	return comment->about.offset <= at && at - comment->about.offset <= comment->about.length;
}

/* The comment about the line of the finding that names it, or NULL. */
static struct ignore_comment *on_line(const struct ignore_comments *comments,
                                      const struct diag *diag)
{
	uint32_t low = 0, high = comments->nlines;
	while (low < high) { /* the first comment whose line does not end before the finding */
		uint32_t middle = low + (high - low) / 2;
		struct span about = comments->lines[middle].about;
		if (about.offset + about.length < diag->at.offset)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < comments->nlines && speaks_of(&comments->lines[low], diag); low++)
		if (str_equal(comments->lines[low].name, str_of(diag->rule->name)))
			return &comments->lines[low];
	return NULL;
}

/* The comment about the whole file that the finding is in that names it, or NULL. */
static struct ignore_comment *on_file(const struct ignore_comments *comments,
                                      const struct diag *diag)
{
	uint32_t at = comments->last_of[diag->rule - rule_of((enum rule_id)0)];
	while (at && !speaks_of(&comments->files[at - 1], diag))
		at = comments->files[at - 1].before;
	return at ? &comments->files[at - 1] : NULL;
}

bool ignore_comments_match(const struct ignore_comments *comments, const struct diag *diag)
{
	struct ignore_comment *comment = on_line(comments, diag);
	if (!comment)
		comment = on_file(comments, diag);
	if (comment)
		comment->used = true;
	return comment != NULL;
}

/* ---- What they do not ---- */

/* Says what is wrong with a name that is none, and which one was probably meant. */
static void report_no_finding(const struct ignore_comment *comment, struct diags *diags)
{
	struct str names[RULE_COUNT];
	for (int i = 0; i < RULE_COUNT; i++)
		names[i] = str_of(rule_name((enum rule_id)i));
	struct str near = suggest(comment->name, names, RULE_COUNT);
	struct diag *diag =
	    diag_add(diags, RULE_IGNORE_UNUSED, comment->name_at, "no finding is called '%.*s'",
	             STR_ARG(utf8_escaped(diags->arena, comment->name)));
	if (near.s)
		diag_help(diag, "did you mean '%.*s'?", STR_ARG(near));
	else
		diag_help(diag, "remove the name from the comment");
}

/* Says that a comment names nothing, or is not written as one. */
static void report_nameless(const struct ignore_comment *comment, struct diags *diags)
{
	const char *form = comment->whole ? "ignore-file" : "ignore";
	if (comment->known)
		diag_help(diag_add(diags, RULE_IGNORE_UNUSED, comment->at,
		                   "this comment names no finding to ignore"),
		          "write # shardctl: %s[NAME]", form);
	else
		diag_help(diag_add(diags, RULE_IGNORE_UNUSED, comment->name_at,
		                   "this comment does not say what to do"),
		          "did you mean # shardctl: ignore[NAME], or ignore-file[NAME]?");
}

static void report_unused(const struct ignore_comment *comment, struct str text,
                          struct diags *diags)
{
	if (comment->used || !comment->checked)
		return;
	if (!comment->name.s) {
		report_nameless(comment, diags);
		return;
	}
	if (!rule_named(comment->name)) {
		report_no_finding(comment, diags);
		return;
	}
	bool below = comment->about.offset > comment->at.offset;
	struct str name = comment->name;
	struct diag *diag =
	    comment->repeated
		? diag_add(diags, RULE_IGNORE_UNUSED, comment->name_at,
	                   "'%.*s' is ignored in this file already", STR_ARG(name))
		: diag_add(diags, RULE_IGNORE_UNUSED, comment->name_at, "nothing %s gives '%.*s'",
	                   comment->whole ? "in this file"
	                   : below        ? "on the line below"
	                                  : "on this line",
	                   STR_ARG(name));
	diag_help(diag, "remove the name from the comment");
	ignore_fix(diag, text, comment);
}

void ignore_comments_report_unused(const struct ignore_comments *comments, struct str text,
                                   struct diags *diags)
{
	for (uint32_t i = 0; i < comments->nlines; i++)
		report_unused(&comments->lines[i], text, diags);
	for (uint32_t i = 0; i < comments->nfiles; i++)
		report_unused(&comments->files[i], text, diags);
}

/* ---- What is there to be shown ---- */

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

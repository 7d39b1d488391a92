/* SPDX-License-Identifier: Apache-2.0 */
#include "diag/unified_diff.h"

enum { CONTEXT = 3 };

/* Whole lines of the text before, and those in their place. */
struct change {
	size_t old_start, old_end, new_start, new_end;
};

struct differ {
	struct str old, new;
	struct change *changes;
	uint32_t count;
	size_t room;
};

static size_t line_start(struct str text, size_t at)
{
	while (at > 0 && text.s[at - 1] != '\n')
		at--;
	return at;
}

/* The byte behind the line that the byte stands in. */
static size_t line_end(struct str text, size_t at)
{
	size_t end = str_find(text, '\n', at);
	return end < text.len ? end + 1 : end;
}

static bool at_line_start(struct str text, size_t at)
{
	return at == 0 || text.s[at - 1] == '\n';
}

/* Widens what was changed to the start of its first line. */
static void widen_start(const struct differ *differ, struct change *change)
{
	size_t before = change->old_start - line_start(differ->old, change->old_start);
	change->old_start -= before;
	change->new_start -= before;
}

/* The same to the end of its last one. */
static void widen_end(const struct differ *differ, struct change *change)
{
	if (at_line_start(differ->old, change->old_end) &&
	    at_line_start(differ->new, change->new_end))
		return;
	size_t behind = line_end(differ->old, change->old_end) - change->old_end;
	change->old_end += behind;
	change->new_end += behind;
}

/* Leaves out the first lines of both that are equal. */
static void trim_start(const struct differ *differ, struct change *change)
{
	while (change->old_start < change->old_end && change->new_start < change->new_end) {
		size_t old_end = line_end(differ->old, change->old_start),
		       new_end = line_end(differ->new, change->new_start);
		if (!str_equal(str_slice(differ->old, change->old_start, old_end),
		               str_slice(differ->new, change->new_start, new_end)))
			return;
		change->old_start = old_end;
		change->new_start = new_end;
	}
}

/* The same of the last ones. */
static void trim_end(const struct differ *differ, struct change *change)
{
	while (change->old_start < change->old_end && change->new_start < change->new_end) {
		size_t old_start = line_start(differ->old, change->old_end - 1),
		       new_start = line_start(differ->new, change->new_end - 1);
		if (!str_equal(str_slice(differ->old, old_start, change->old_end),
		               str_slice(differ->new, new_start, change->new_end)))
			return;
		change->old_end = old_start;
		change->new_end = new_start;
	}
}

/* Whether the change begins in the last line of an earlier one, which is not ended when it is that
 * of the text. */
static bool shares_line(const struct differ *differ, const struct change *earlier,
                        const struct change *change)
{
	return change->old_start < earlier->old_end ||
	       !at_line_start(differ->old, earlier->old_end) ||
	       !at_line_start(differ->new, earlier->new_end);
}

/* Adds a change of bytes; with the one before it when they share a line. */
static void add_change(struct arena *arena, struct differ *differ, struct change change)
{
	struct change *last = differ->count ? &differ->changes[differ->count - 1] : NULL;
	if (!last || !shares_line(differ, last, &change)) {
		widen_start(differ, &change);
		widen_end(differ, &change);
		arena_push(arena, differ->changes, differ->count, differ->room, change);
	} else if (change.old_end < last->old_end) { /* it ends in the same line */
		last->new_end = change.new_end + (last->old_end - change.old_end);
	} else {
		widen_end(differ, &change);
		last->old_end = change.old_end;
		last->new_end = change.new_end;
	}
}

/* Finds what is between the pieces that were kept. */
static void find_changes(struct arena *arena, struct differ *differ, const struct edited *edited)
{
	size_t old = 0, new = 0, changed = 0;
	for (uint32_t i = 0; i <= edited->count; i++) {
		const struct edited_piece *piece = i < edited->count ? &edited->pieces[i] : NULL;
		if (piece && !piece->kept) {
			changed += piece->text.len;
			continue;
		}
		size_t next = piece ? piece->offset : edited->original.len;
		if (next > old || changed)
			add_change(arena, differ, (struct change){old, next, new, new + changed});
		new += changed + (piece ? piece->text.len : 0);
		old = piece ? next + piece->text.len : next;
		changed = 0;
	}
}

/* Drops what changed nothing in the end, and joins what has no line between. */
static void tidy(struct differ *differ)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < differ->count; i++) {
		struct change change = differ->changes[i];
		trim_start(differ, &change);
		trim_end(differ, &change);
		struct change *last = kept ? &differ->changes[kept - 1] : NULL;
		if (change.old_start == change.old_end && change.new_start == change.new_end)
			continue;
		if (last && last->old_end == change.old_start) {
			last->old_end = change.old_end;
			last->new_end = change.new_end;
		} else {
			differ->changes[kept++] = change;
		}
	}
	differ->count = kept;
}

static size_t count_lines(struct str text, size_t from, size_t to)
{
	size_t count = 0;
	for (size_t at = from; at < to; at = line_end(text, at))
		count++;
	return count;
}

/* Goes over up to CONTEXT lines, backwards no further than `stop`, or on. */
static size_t lines_before(struct str text, size_t at, size_t stop)
{
	for (int i = 0; i < CONTEXT && at > stop; i++)
		at = line_start(text, at - 1);
	return at;
}

static size_t lines_behind(struct str text, size_t at)
{
	for (int i = 0; i < CONTEXT && at < text.len; i++)
		at = line_end(text, at);
	return at;
}

static void add_lines(struct buf *out, char mark, struct str text, size_t from, size_t to)
{
	for (size_t end; from < to; from = end) {
		end = line_end(text, from);
		buf_putc(out, mark);
		buf_add(out, str_slice(text, from, end));
		if (text.s[end - 1] != '\n')
			buf_puts(out, "\n\\ No newline at end of file\n");
	}
}

/* "12,3", "12" for one line; of no lines the number of the one before. */
static void add_range(struct buf *out, size_t lines_before_it, size_t count)
{
	buf_printf(out, count == 1 ? "%zu" : "%zu,%zu", lines_before_it + (count > 0), count);
}

/* A name as git and GNU patch read it: quoted when it holds what would end or hide it. */
static void add_name(struct buf *out, const char *lead, struct str path)
{
	bool plain = path.len && path.s[0] != '"', blank = false;
	for (size_t i = 0; i < path.len; i++) {
		plain &= (unsigned char)path.s[i] >= ' ' && path.s[i] != '\\' && path.s[i] != 127;
		blank |= path.s[i] == ' ';
	}
	buf_puts(out, lead);
	if (!plain)
		buf_putc(out, '"');
	for (size_t i = 0; i < path.len; i++) {
		unsigned char c = (unsigned char)path.s[i];
		if (plain || (c >= ' ' && c != '\\' && c != '"' && c != 127))
			buf_putc(out, path.s[i]);
		else
			buf_printf(out, "\\%03o", c);
	}
	buf_puts(out, !plain ? "\"\n" : blank ? "\t\n" : "\n");
}

/* The number of changes from `first` on that stand near enough for one hunk. */
static uint32_t hunk_of(const struct differ *differ, uint32_t first)
{
	uint32_t last = first;
	while (
	    last + 1 < differ->count &&
	    lines_behind(differ->old, lines_behind(differ->old, differ->changes[last].old_end)) >=
		differ->changes[last + 1].old_start)
		last++;
	return last + 1 - first;
}

/* Lines that were passed so far. */
struct passed {
	size_t old, new; /* bytes */
	size_t old_lines, new_lines;
};

static void add_hunk(struct buf *out, const struct differ *differ, const struct change *changes,
                     uint32_t count, struct passed *passed)
{
	const struct change *last = &changes[count - 1];
	size_t start = lines_before(differ->old, changes->old_start, passed->old),
	       end = lines_behind(differ->old, last->old_end),
	       new_start = changes->new_start - (changes->old_start - start),
	       new_end = last->new_end + (end - last->old_end);
	size_t skipped = count_lines(differ->old, passed->old, start);
	size_t old_lines = count_lines(differ->old, start, end),
	       new_lines = count_lines(differ->new, new_start, new_end);
	buf_puts(out, "@@ -");
	add_range(out, passed->old_lines + skipped, old_lines);
	buf_puts(out, " +");
	add_range(out, passed->new_lines + skipped, new_lines);
	buf_puts(out, " @@\n");
	for (uint32_t i = 0; i < count; i++) {
		add_lines(out, ' ', differ->old, start, changes[i].old_start);
		add_lines(out, '-', differ->old, changes[i].old_start, changes[i].old_end);
		add_lines(out, '+', differ->new, changes[i].new_start, changes[i].new_end);
		start = changes[i].old_end;
	}
	add_lines(out, ' ', differ->old, start, end);
	*passed = (struct passed){end, new_end, passed->old_lines + skipped + old_lines,
	                          passed->new_lines + skipped + new_lines};
}

void unified_diff(struct buf *out, struct arena *scratch, struct str path,
                  const struct edited *edited)
{
	struct differ differ = {.old = edited->original, .new = edited_text(scratch, edited)};
	struct passed passed = {0};
	find_changes(scratch, &differ, edited);
	tidy(&differ);
	if (!differ.count)
		return;
	add_name(out, "--- ", path);
	add_name(out, "+++ ", path);
	for (uint32_t i = 0, count; i < differ.count; i += count) {
		count = hunk_of(&differ, i);
		add_hunk(out, &differ, &differ.changes[i], count, &passed);
	}
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "report/diagnose_report.h"

#include <inttypes.h>

#include "base/utf8.h"
#include "report/snippet.h"

enum { QUOTED_ROWS = 2 };

struct palette {
	const char *error, *warning, *frame, *reset;
};

struct page {
	struct buf *out;
	struct arena *scratch;
	const struct diagnose_report_options *options;
	const struct diagnose_place *place;
	struct palette palette;
	int gutter;
};

/* Appends the text on one line, cut where a terminal would need more than its rows for it. */
static void add_quote(struct page *page, struct str text)
{
	struct str shown = utf8_escaped(page->scratch, fact_line(page->scratch, text));
	size_t most = (size_t)page->options->width * QUOTED_ROWS, at = 0, count = 0;
	while (at < shown.len && (!most || count < most)) {
		at++;
		while (at < shown.len && utf8_continues(shown.s[at]))
			at++;
		count++;
	}
	buf_add(page->out, str_slice(shown, 0, at));
	buf_puts(page->out, at < shown.len ? " …" : "");
}

/* Begins a line of the form "   = label: ". */
static void begin_note(struct page *page, const char *label)
{
	buf_printf(page->out, "%s%*s =%s %s: ", page->palette.frame, page->gutter, "",
	           page->palette.reset, label);
}

static void add_note(struct page *page, const char *label, struct str words)
{
	if (!words.len)
		return;
	begin_note(page, label);
	buf_add(page->out, words);
	buf_putc(page->out, '\n');
}

/* The user's line, as the traceback has it. */
static void add_frame(struct page *page, const struct log_error *error)
{
	const struct palette *palette = &page->palette;
	const struct frame *frame = &error->frame;
	if (!error->placed)
		return;
	buf_printf(page->out, "%s%*s-->%s ", palette->frame, page->gutter, "", palette->reset);
	utf8_add_escaped(page->out, frame->file);
	if (frame->line)
		buf_printf(page->out, ":%" PRId64, frame->line);
	if (frame->function.len) {
		buf_puts(page->out, " in ");
		utf8_add_escaped(page->out, frame->function);
	}
	buf_putc(page->out, '\n');
	if (!frame->source.len)
		return;
	buf_printf(page->out, "%s%*s |\n%*" PRId64 " |%s ", palette->frame, page->gutter, "",
	           page->gutter, frame->line, palette->reset);
	utf8_add_escaped(page->out, frame->source);
	buf_printf(page->out, "\n%s%*s |%s\n", palette->frame, page->gutter, "", palette->reset);
}

static void add_log_place(struct page *page, uint64_t line)
{
	utf8_add_escaped(page->out, page->options->log);
	buf_printf(page->out, ":%" PRIu64, line);
}

/* Where in the log it is said, and how often. */
static void add_log_line(struct page *page, const struct log_error *error)
{
	begin_note(page, "log");
	if (str_equal(page->options->log, STR("-")))
		buf_printf(page->out, "line %" PRIu64, error->line);
	else
		add_log_place(page, error->line);
	if (error->count > 1)
		buf_printf(page->out, ", %" PRIu64 " times up to line %" PRIu64, error->count,
		           error->last_line);
	buf_putc(page->out, '\n');
}

/* The framework in its own words. */
static void add_said(struct page *page, const struct log_error *error)
{
	begin_note(page, error->row ? error->row->framework : "says");
	if (error->class_name.len) {
		utf8_add_escaped(page->out, error->class_name);
		buf_puts(page->out, ": ");
	}
	add_quote(page, error->message);
	buf_putc(page->out, '\n');
}

/* Which releases say it so. */
static void add_releases(struct page *page, const struct text_row *row)
{
	if (!*row->since && !*row->until)
		return;
	begin_note(page, "said by");
	buf_puts(page->out, row->framework);
	if (*row->since && *row->until && strcmp(row->since, row->until) == 0)
		buf_printf(page->out, " %s\n", row->since);
	else if (*row->since && *row->until)
		buf_printf(page->out, " %s to %s\n", row->since, row->until);
	else if (*row->since)
		buf_printf(page->out, " %s and later\n", row->since);
	else
		buf_printf(page->out, " up to %s\n", row->until);
}

/* The line of the file that was given beside the log. */
static void add_location(struct page *page, const struct log_location *location)
{
	const struct check_result *checked = page->place->checked;
	const struct palette *palette = &page->palette;
	if (!location->found)
		return;
	struct position_index positions =
	    position_index_make(page->scratch, checked->source->text, location->at.offset);
	positions.files = checked->files;
	struct position start = position_of(&positions, location->at.offset);
	const struct source_piece *piece = source_piece_at(checked->files, location->at.offset);
	buf_printf(page->out, "%s%*s:::%s ", palette->frame, page->gutter, "", palette->reset);
	utf8_add_escaped(page->out, piece ? piece->path : checked->source->path);
	buf_printf(page->out, ":%u:%u\n", start.line, start.column);
	struct snippet_style style = {page->gutter, palette->frame, palette->frame, palette->reset};
	snippet_add(page->out, checked->source->text, location->at, start.line, &style);
}

static void add_known(struct page *page, const struct diagnosis *diagnosis, uint32_t index)
{
	const struct log_error *error = diagnosis->errors[index];
	bool warning = error->row->in_log;
	buf_printf(page->out, "%s%s[%s]%s: ", warning ? page->palette.warning : page->palette.error,
	           warning ? "warning" : "error", error->row->words->rule, page->palette.reset);
	utf8_add_escaped(page->out, error->summary);
	buf_putc(page->out, '\n');
	add_frame(page, error);
	if (page->place)
		add_location(page, &page->place->locations[index]);
	add_log_line(page, error);
	add_said(page, error);
	add_note(page, "cause", error->cause);
	add_note(page, "help", error->help);
	add_releases(page, error->row);
	buf_putc(page->out, '\n');
}

/* An error that is none of shardings, or not known. */
static void add_unknown(struct page *page, const struct log_error *error)
{
	add_log_place(page, error->line);
	buf_puts(page->out, ": not a sharding error that is known: ");
	utf8_add_escaped(page->out, error->class_name);
	buf_puts(page->out, error->class_name.len && error->message.len ? ": " : "");
	add_quote(page, error->message);
	buf_putc(page->out, '\n');
}

static int gutter_of(const struct diagnosis *diagnosis)
{
	int64_t most = 1;
	int digits = 0;
	for (uint32_t i = 0; i < diagnosis->count; i++)
		if (diagnosis->errors[i]->placed && diagnosis->errors[i]->frame.line > most)
			most = diagnosis->errors[i]->frame.line;
	for (; most > 0; most /= 10)
		digits++;
	return digits;
}

static void add_summary(struct page *page, const struct diagnosis *diagnosis)
{
	uint32_t unknown = diagnosis->count - diagnosis->known;
	utf8_add_escaped(page->out, page->options->log);
	if (!diagnosis->count) {
		buf_printf(page->out, ": no errors in %" PRIu64 " lines\n", diagnosis->lines);
		return;
	}
	buf_printf(page->out, ": %u sharding error%s", diagnosis->known,
	           diagnosis->known == 1 ? "" : "s");
	if (unknown)
		buf_printf(page->out, ", %u other error%s", unknown, unknown == 1 ? "" : "s");
	if (diagnosis->more)
		buf_printf(page->out, "; %" PRIu64 " more are not shown", diagnosis->more);
	buf_putc(page->out, '\n');
}

void diagnose_text_write(struct buf *out, struct arena *scratch, const struct diagnosis *diagnosis,
                         const struct diagnose_place *place,
                         const struct diagnose_report_options *options)
{
	static const struct palette plain = {"", "", "", ""};
	static const struct palette colored = {"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;34m", "\x1b[0m"};
	struct page page = {
	    out, scratch, options, place, options->color ? colored : plain, gutter_of(diagnosis)};
	for (uint32_t i = 0; i < diagnosis->count; i++)
		if (diagnosis->errors[i]->row)
			add_known(&page, diagnosis, i);
	for (uint32_t i = 0; i < diagnosis->count; i++)
		if (!diagnosis->errors[i]->row)
			add_unknown(&page, diagnosis->errors[i]);
	if (!options->quiet)
		add_summary(&page, diagnosis);
}

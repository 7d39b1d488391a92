/* SPDX-License-Identifier: Apache-2.0 */
/* The format for people: what is wrong, where, what the framework says, what to write. */
#include "base/utf8.h"
#include "spec/script/script.h"
#include "report/check/finding.h"
#include "report/snippet.h"
#include "report/statistics.h"
#include "plan/module/module_read.h"
#include "trace/trace.h"

enum { MOST_SHOWN = 100, LEAST_QUOTED = 160 };

struct palette {
	const char *severity[3], *frame, *bold, *reset;
};

static const struct palette plain = {{"", "", ""}, "", "", ""};
static const struct palette colored = {
    {"\x1b[1;36m", "\x1b[1;33m", "\x1b[1;31m"}, "\x1b[1;34m", "\x1b[1m", "\x1b[0m"};

/* What is at hand while the findings of one file are written. */
struct writer {
	struct buf *out;
	const struct check_result *result;
	const struct palette *palette;
	struct position_index positions;
	struct str path; /* safe to print */
	int gutter;
	uint32_t width; /* of the terminal, or 0 */
};

static int digits(uint32_t number)
{
	int count = 1;
	for (; number >= 10; number /= 10)
		count++;
	return count;
}

/* The path of the file that a byte stands in, safe to print. */
static struct str path_at(const struct writer *writer, uint32_t offset)
{
	const struct source_piece *piece = source_piece_at(writer->result->files, offset);
	return piece ? utf8_escaped(writer->out->arena, piece->path) : writer->path;
}

static void add_place(struct writer *writer, struct span at, const char *caret)
{
	const struct palette *palette = writer->palette;
	struct position start = position_of(&writer->positions, at.offset);
	buf_printf(writer->out, "%s%*s-->%s %.*s:%u:%u\n", palette->frame, writer->gutter, "",
	           palette->reset, STR_ARG(path_at(writer, at.offset)), start.line, start.column);
	if (!writer->result->source->text.len)
		return;
	struct snippet_style style = {writer->gutter, palette->frame, caret, palette->reset};
	snippet_add(writer->out, writer->result->source->text, at, start.line, &style);
}

/* A framework's text; on a terminal its first characters, two lines of them at most. */
static void add_quote(struct buf *out, struct arena *scratch, struct str message, uint32_t width)
{
	size_t most = width > LEAST_QUOTED / 2 ? 2 * (size_t)width : LEAST_QUOTED;
	struct str shown = utf8_escaped(scratch, message);
	size_t cut = 0, count = 0;
	while (cut < shown.len && (!width || count < most)) {
		size_t size;
		bool valid;
		utf8_decode(str_slice(shown, cut, shown.len), &size, &valid);
		cut += size;
		count++;
	}
	buf_add(out, str_slice(shown, 0, cut));
	buf_puts(out, cut < shown.len ? " …" : "");
}

static void add_framework_error(struct writer *writer, struct arena *scratch,
                                const struct diag *diag)
{
	const struct palette *palette = writer->palette;
	struct buf *out = writer->out;
	if (!diag->framework_error.type.s)
		return;
	buf_printf(out, "%s%*s =%s ", palette->frame, writer->gutter, "", palette->reset);
	add_framework(out, writer->result->framework);
	buf_printf(out, ": %.*s", STR_ARG(diag->framework_error.type));
	if (diag->framework_error.message.len) {
		buf_puts(out, ": ");
		add_quote(out, scratch, diag->framework_error.message, writer->width);
	}
	buf_putc(out, '\n');
}

/* "  = help: " and a text */
static void add_remark(struct writer *writer, const char *what, struct str text)
{
	buf_printf(writer->out, "%s%*s =%s %s: ", writer->palette->frame, writer->gutter, "",
	           writer->palette->reset, what);
	utf8_add_escaped(writer->out, text);
	buf_putc(writer->out, '\n');
}

static void add_diag(struct writer *writer, struct arena *scratch, const struct diag *diag)
{
	const struct palette *palette = writer->palette;
	struct buf *out = writer->out;
	const char *color = palette->severity[diag->severity];
	buf_printf(out, "%s%s[%s]%s%s: ", color, severity_name(diag->severity), diag->rule->name,
	           palette->reset, palette->bold);
	utf8_add_escaped(out, diag->message);
	buf_printf(out, "%s\n", palette->reset);
	add_place(writer, diag->at, color);
	for (const struct diag_note *note = diag->notes; note; note = note->next) {
		add_remark(writer, "note", note->message);
		add_place(writer, note->at, palette->frame);
	}
	add_framework_error(writer, scratch, diag);
	if (diag->help.len)
		add_remark(writer, "help", diag->help);
}

static void add_count(struct buf *out, uint32_t count, const char *what)
{
	if (count)
		buf_printf(out, ", %u %s%s", count, what, count == 1 ? "" : "s");
}

/* "; judged 41 of 57 array operations, the first that was not is optax.sgd in line 70" */
static void add_coverage(struct writer *writer)
{
	const struct coverage *coverage = &writer->result->program->coverage;
	struct arena *arena = writer->out->arena;
	uint32_t line = position_of(&writer->positions, coverage->gaps[0].at.offset).line;
	uint64_t operations = coverage_operations(coverage);
	buf_printf(writer->out, "; judged %llu of %llu array operation%s",
	           (unsigned long long)coverage->judged, (unsigned long long)operations,
	           operations == 1 ? "" : "s");
	uint32_t offset = coverage->gaps[0].at.offset;
	buf_printf(writer->out, ", the first unknown one is in line %u", line);
	if (source_piece_at(writer->result->files, offset))
		buf_printf(writer->out, " of %.*s", STR_ARG(path_at(writer, offset)));
	buf_printf(writer->out, ": %s", utf8_escaped(arena, coverage->gaps[0].feature).s);
}

/* layout.yaml: 50 more findings are not shown; nothing where none was to be. */
static void add_hidden(struct writer *writer, const struct findings *findings)
{
	uint32_t hidden = findings->hidden;
	if (hidden && findings->count)
		buf_printf(writer->out,
		           "%.*s: %u more finding%s not shown; --max-findings sets the limit\n",
		           STR_ARG(writer->path), hidden, hidden == 1 ? " is" : "s are");
}

/* How many findings were fixed, and how many could be. */
static void add_fixes(struct buf *out, uint64_t fixed, uint64_t fixable)
{
	if (fixed)
		buf_printf(out, ", %llu fixed", (unsigned long long)fixed);
	if (fixable)
		buf_printf(out, ", %llu fixable with --fix", (unsigned long long)fixable);
}

/* layout.yaml: rejected by jax 0.10.2, 2 errors, 1 warning */
static void add_summary(struct writer *writer)
{
	const struct check_result *result = writer->result;
	struct buf *out = writer->out;
	buf_printf(out, "%.*s: ", STR_ARG(writer->path));
	if (result->configuration) {
		buf_printf(out, "%sa valid configuration",
		           result->verdict == VERDICT_INVALID ? "not " : "");
	} else if (result->verdict == VERDICT_INVALID) {
		buf_printf(out, "not a valid %s",
		           source_is_script(result->source)   ? "program"
		           : source_is_module(result->source) ? "module"
		                                              : "spec");
	} else if (result->verdict == VERDICT_UNKNOWN) {
		buf_puts(out, "verdict unknown");
	} else {
		buf_printf(out, "%s by ", verdict_name(result->verdict));
		add_framework(out, result->framework);
	}
	add_count(out, result->errors, "error");
	add_count(out, result->warnings, "warning");
	add_count(out, result->notes, "note");
	if (result->ignored)
		buf_printf(out, ", %u ignored", result->ignored);
	add_fixes(out, result->fixed, result->fixable);
	if (result->program && result->program->coverage.ngaps)
		add_coverage(writer);
	buf_putc(out, '\n');
}

/* A writer of findings in one palette. */
static struct writer writer_make(struct buf *out, struct arena *scratch,
                                 const struct check_result *result,
                                 const struct position_index *positions)
{
	return (struct writer){.out = out,
	                       .result = result,
	                       .palette = &plain,
	                       .positions = *positions,
	                       .path = utf8_escaped(scratch, result->source->path)};
}

void text_add_finding(struct buf *out, struct arena *scratch, const struct check_result *result,
                      const struct position_index *positions, const struct diag *diag)
{
	struct writer writer = writer_make(out, scratch, result, positions);
	writer.gutter = digits(position_of(positions, diags_end(&diag, 1)).line);
	add_diag(&writer, scratch, diag);
}

void text_add_summary(struct buf *out, struct arena *scratch, const struct check_result *result,
                      const struct position_index *positions, const struct findings *findings)
{
	struct writer writer = writer_make(out, scratch, result, positions);
	add_hidden(&writer, findings);
	add_summary(&writer);
}

static void text_file(struct buf *out, struct arena *scratch, const struct check_result *result,
                      const struct report_options *options, bool *more)
{
	struct findings findings = findings_shown(scratch, result, options, MOST_SHOWN);
	struct position_index positions = finding_positions(scratch, result);
	struct writer writer = writer_make(out, scratch, result, &positions);
	writer.palette = options->color ? &colored : &plain;
	writer.width = options->width;
	writer.gutter = digits(position_of(&positions, UINT32_MAX).line);
	for (uint32_t i = 0; i < findings.count; i++) {
		add_diag(&writer, scratch, findings.items[i]);
		buf_putc(out, '\n');
	}
	add_hidden(&writer, &findings);
	if (!options->quiet)
		add_summary(&writer);
}

static void text_begin(struct buf *out, const struct report_options *options)
{
}

static void text_end(struct buf *out, const struct report_totals *totals,
                     const struct report_options *options)
{
	if (options->statistics)
		statistics_add_text(out, totals);
	if (totals->files < 2 || options->quiet)
		return;
	buf_printf(out, "%llu files: %llu error%s, %llu warning%s",
	           (unsigned long long)totals->files, (unsigned long long)totals->errors,
	           totals->errors == 1 ? "" : "s", (unsigned long long)totals->warnings,
	           totals->warnings == 1 ? "" : "s");
	add_fixes(out, totals->fixed, totals->fixable);
	buf_putc(out, '\n');
}

const struct format text_format = {text_begin, text_file, text_end};

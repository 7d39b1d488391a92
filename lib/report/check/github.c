/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Commands to GitHub Actions, which shows each as an annotation of its line, and what the log says
 * to people of each file.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands; what the
 * runner reads is in actions/runner ActionCommand.cs, what it takes of lines and columns in
 * IssueCommandExtension.
 */
#include "base/utf8.h"
#include "report/check/finding.h"

static const char *const commands[] = {
    [SEVERITY_NOTE] = "notice",
    [SEVERITY_WARNING] = "warning",
    [SEVERITY_ERROR] = "error",
};

/* Appends text whose bytes of `escaped` are written as %XX; other unsafe ones as everywhere. */
static void add_value(struct buf *out, struct str text, const char *escaped)
{
	for (size_t at = 0; at < text.len;) {
		if (text.s[at] && strchr(escaped, text.s[at]))
			buf_printf(out, "%%%02X", (unsigned)(unsigned char)text.s[at++]);
		else if (text.s[at] == '\t')
			buf_putc(out, text.s[at++]);
		else
			at += utf8_add_character(out, text, at);
	}
}

/* Columns may be given only together with one line. */
static void add_annotation(struct buf *out, struct arena *scratch,
                           const struct check_result *result,
                           const struct position_index *positions, const struct diag *diag)
{
	struct place place = place_of(positions, result, diag->at);
	struct buf text = {.arena = scratch};
	finding_add_message(&text, &place, diag);
	finding_add_notes(&text, "\n", result, positions, diag);
	finding_add_framework(&text, "\n", result, diag);
	finding_add_help(&text, "\n", diag);
	buf_printf(out, "::%s file=", commands[diag->severity]);
	add_value(out, place.path, "%\r\n:,");
	buf_printf(out, ",line=%u,col=%u", place.start.line, place.start.column);
	if (place.end.line == place.start.line)
		buf_printf(out, ",endLine=%u,endColumn=%u", place.end.line, place.end.column);
	buf_printf(out, ",title=%s::", diag->rule->name);
	add_value(out, buf_str(&text), "%\r\n");
	buf_putc(out, '\n');
}

static void github_file(struct buf *out, struct arena *scratch, const struct check_result *result,
                        const struct report_options *options, bool *more)
{
	struct findings findings = findings_shown(scratch, result, options, 0);
	struct position_index positions = finding_positions(scratch, result);
	for (uint32_t i = 0; i < findings.count; i++) {
		struct arena_mark mark = arena_mark(scratch);
		add_annotation(out, scratch, result, &positions, findings.items[i]);
		arena_rewind(scratch, mark);
	}
	if (!options->quiet)
		text_add_summary(out, scratch, result, &positions, &findings);
}

static void github_begin(struct buf *out, const struct report_options *options)
{
}

static void github_end(struct buf *out, const struct report_totals *totals,
                       const struct report_options *options)
{
	text_format.end(out, totals, options);
}

const struct format github_format = {github_begin, github_file, github_end};

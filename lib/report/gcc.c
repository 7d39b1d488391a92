/* SPDX-License-Identifier: Apache-2.0 */
/* A line for each finding, as compilers write them, which editors and CI systems can read. */
#include "base/utf8.h"
#include "report/report.h"

/* path:line:column: */
static void add_place(struct buf *out, const struct check_result *result,
                      struct position_index *positions, struct span at)
{
	const struct source_piece *piece = source_piece_at(result->files, at.offset);
	struct position start = position_of(positions, at.offset);
	struct str path = piece ? piece->path : result->source->path;
	utf8_add_escaped(out, path);
	buf_printf(out, ":%u:%u: ", start.line, start.column);
}

static void add_line(struct buf *out, const char *severity, struct str message)
{
	buf_printf(out, "%s: ", severity);
	utf8_add_escaped(out, message);
}

static void add_diag(struct buf *out, const struct check_result *result,
                     struct position_index *positions, const struct diag *diag)
{
	const struct framework_error *error = &diag->framework_error;
	add_place(out, result, positions, diag->at);
	add_line(out, severity_name(diag->severity), diag->message);
	if (error->type.s) {
		buf_puts(out, "; ");
		utf8_add_escaped(out, error->type);
		buf_puts(out, error->message.len ? ": " : "");
		utf8_add_escaped(out, error->message);
	}
	buf_printf(out, " [%s]\n", diag->rule->name);
	for (const struct diag_note *note = diag->notes; note; note = note->next) {
		add_place(out, result, positions, note->at);
		add_line(out, "note", note->message);
		buf_putc(out, '\n');
	}
	if (!diag->help.len)
		return;
	add_place(out, result, positions, diag->at);
	add_line(out, "note", diag->help);
	buf_putc(out, '\n');
}

static void gcc_file(struct buf *out, struct arena *scratch, const struct check_result *result,
                     const struct report_options *options, bool first)
{
	if (!result->ndiags)
		return;
	uint32_t end = diags_end(result->diags, result->ndiags);
	struct position_index positions = position_index_make(scratch, result->source->text, end);
	positions.files = result->files;
	for (uint32_t i = 0; i < result->ndiags; i++)
		if (!options->quiet || result->diags[i]->severity == SEVERITY_ERROR)
			add_diag(out, result, &positions, result->diags[i]);
}

static void gcc_begin(struct buf *out, const struct report_options *options)
{
}

static void gcc_end(struct buf *out, const struct report_totals *totals,
                    const struct report_options *options)
{
}

const struct format gcc_format = {gcc_begin, gcc_file, gcc_end};

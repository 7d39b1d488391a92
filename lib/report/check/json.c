/* SPDX-License-Identifier: Apache-2.0 */
/* The format for programs: one object, written file by file and finding by finding. */
#include "report/check/finding.h"
#include "report/json_values.h"
#include "report/statistics.h"
#include "trace/trace.h"

static void add_position(struct json *json, const char *key, const struct position_index *index,
                         uint32_t offset)
{
	struct position position = position_of(index, offset);
	const struct source_piece *piece = source_piece_at(index->files, offset);
	bool cell = piece && piece->cell;
	json_open(json, key, '{');
	json_integer(json, "line", position.line + (cell ? piece->lines_before : 0));
	json_integer(json, "column", position.column);
	json_integer(json, "offset", offset - (piece && !cell ? piece->start : 0));
	json_close(json, '}');
}

/* A span, with its file where that is another one. */
static void add_span(struct json *json, const struct position_index *index, struct span at)
{
	json_file_at(json, index, at.offset);
	add_position(json, "start", index, at.offset);
	add_position(json, "end", index, at.offset + at.length);
}

static void add_notes(struct json *json, const struct position_index *index,
                      const struct diag_note *notes)
{
	json_open(json, "notes", '[');
	for (const struct diag_note *note = notes; note; note = note->next) {
		json_open(json, NULL, '{');
		json_text(json, "message", note->message);
		add_span(json, index, note->at);
		json_close(json, '}');
	}
	json_close(json, ']');
}

void json_add_diagnostic(struct json *json, const struct diag *diag)
{
	json_word(json, "rule", diag->rule->name);
	json_word(json, "severity", severity_name(diag->severity));
	json_text(json, "message", diag->message);
	if (diag->help.len)
		json_text(json, "help", diag->help);
}

void json_add_framework_error(struct json *json, const struct framework_error *error)
{
	if (!error->type.s)
		return;
	json_open(json, "framework_error", '{');
	json_text(json, "type", error->type);
	json_text(json, "message", error->message);
	json_close(json, '}');
}

static void add_edit(struct json *json, const struct position_index *index,
                     const struct diag_edit *edit)
{
	add_span(json, index, edit->at);
	json_text(json, "text", edit->text);
}

/* A single edit stands in the repair itself, several in a list. */
static void add_repair(struct json *json, const struct position_index *index,
                       const struct diag_repair *repair)
{
	if (!repair->edits)
		return;
	json_open(json, "repair", '{');
	if (!repair->edits->next) {
		add_edit(json, index, repair->edits);
	} else {
		json_open(json, "edits", '[');
		for (const struct diag_edit *edit = repair->edits; edit; edit = edit->next) {
			json_open(json, NULL, '{');
			add_edit(json, index, edit);
			json_close(json, '}');
		}
		json_close(json, ']');
	}
	json_boolean(json, "certain", repair->certain);
	json_close(json, '}');
}

static void add_diag(struct json *json, const struct position_index *index, const struct diag *diag)
{
	json_open(json, NULL, '{');
	json_add_diagnostic(json, diag);
	json_text(json, "subject", diag->subject);
	add_span(json, index, diag->at);
	json_add_framework_error(json, &diag->framework_error);
	add_repair(json, index, &diag->repair);
	add_notes(json, index, diag->notes);
	json_close(json, '}');
}

void json_add_diagnostics(struct json *json, const struct check_result *result,
                          const struct report_options *options)
{
	struct position_index index = finding_positions(json->scratch, result);
	struct findings findings = findings_shown(json->scratch, result, options, 0);
	json_open(json, "diagnostics", '[');
	for (uint32_t i = 0; i < findings.count; i++) {
		struct arena_mark mark = arena_mark(json->scratch);
		json_line(json, 4);
		json->dense = true;
		add_diag(json, &index, findings.items[i]);
		json->dense = false;
		arena_rewind(json->scratch, mark);
	}
	json_close(json, ']');
	if (findings.hidden)
		json_integer(json, "hidden", findings.hidden);
}

/* How much of the program was judged, and what is not known. */
static void add_coverage(struct json *json, const struct check_result *result)
{
	const struct coverage *coverage = &result->program->coverage;
	struct position_index index = {0};
	uint32_t end = 0;
	for (uint32_t i = 0; i < coverage->ngaps; i++)
		if (coverage->gaps[i].at.offset > end)
			end = coverage->gaps[i].at.offset;
	if (coverage->ngaps)
		index = position_index_make(json->scratch, result->source->text, end);
	index.files = result->files;
	json_line(json, 3);
	json_open(json, "coverage", '{');
	json_integer(json, "operations", (int64_t)coverage_operations(coverage));
	json_integer(json, "judged", (int64_t)coverage->judged);
	json_open(json, "unknown", '[');
	for (uint32_t i = 0; i < coverage->ngaps; i++) {
		json_open(json, NULL, '{');
		json_text(json, "feature", coverage->gaps[i].feature);
		json_add_line(json, &index, coverage->gaps[i].at.offset);
		json_integer(json, "count", coverage->gaps[i].count);
		json_close(json, '}');
	}
	json_close(json, ']');
	json_close(json, '}');
}

static void json_file(struct buf *out, struct arena *scratch, const struct check_result *result,
                      const struct report_options *options, bool *more)
{
	struct json json = {.out = out, .scratch = scratch, .more = *more};
	*more = true;
	json_line(&json, 2);
	json_open(&json, NULL, '{');
	json_text(&json, "path", result->source->path);
	json_text(&json, "framework", result->framework);
	json_word(&json, "verdict", verdict_name(result->verdict));
	json_integer(&json, "ignored", result->ignored);
	if (result->fixed)
		json_integer(&json, "fixed", result->fixed);
	json_line(&json, 3);
	json_add_diagnostics(&json, result, options);
	json_line(&json, 3);
	json_open(&json, "values", '[');
	json_add_values(&json, result);
	json_close(&json, ']');
	if (result->program)
		add_coverage(&json, result);
	json_close(&json, '}');
}

static void json_begin(struct buf *out, const struct report_options *options)
{
	buf_puts(out, "{\"version\": 1,\n \"files\": [");
}

static void json_end(struct buf *out, const struct report_totals *totals,
                     const struct report_options *options)
{
	struct json json = {.out = out, .scratch = out->arena};
	buf_puts(out, "],\n ");
	json_open(&json, "summary", '{');
	json_integer(&json, "files", (int64_t)totals->files);
	json_integer(&json, "errors", (int64_t)totals->errors);
	json_integer(&json, "warnings", (int64_t)totals->warnings);
	json_integer(&json, "notes", (int64_t)totals->notes);
	if (options->statistics)
		statistics_add_json(&json, totals);
	json_close(&json, '}');
	buf_puts(out, "}\n");
}

const struct format json_format = {json_begin, json_file, json_end};

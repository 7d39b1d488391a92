/* SPDX-License-Identifier: Apache-2.0 */
/* The format for programs: one object, written file by file and finding by finding. */
#include <inttypes.h>

#include "report/json_text.h"
#include "report/json_values.h"
#include "report/report.h"
#include "trace/trace.h"

static void add_item(cJSON *object, const char *key, cJSON *item)
{
	if (!cJSON_AddItemToObject(object, key, json_made(item)))
		arena_out_of_memory();
}

static void add_string(cJSON *object, struct arena *scratch, const char *key, struct str text)
{
	add_item(object, key, cJSON_CreateString(json_c_string(scratch, text)));
}

static cJSON *position_json(const struct position_index *index, uint32_t offset)
{
	struct position position = position_of(index, offset);
	const struct source_piece *piece = source_piece_at(index->files, offset);
	if (piece && piece->cell) {
		position.line += piece->lines_before;
		piece = NULL;
	}
	cJSON *object = json_made(cJSON_CreateObject());
	add_item(object, "line", cJSON_CreateNumber(position.line));
	add_item(object, "column", cJSON_CreateNumber(position.column));
	add_item(object, "offset", cJSON_CreateNumber(offset - (piece ? piece->start : 0)));
	return object;
}

/* A span, with its file where that is another one. */
static void add_span(cJSON *object, struct arena *scratch, const struct position_index *index,
                     struct span at)
{
	const struct source_piece *piece = source_piece_at(index->files, at.offset);
	if (piece && piece->cell)
		add_item(object, "cell", cJSON_CreateNumber(piece->cell));
	else if (piece)
		add_string(object, scratch, "path", piece->path);
	add_item(object, "start", position_json(index, at.offset));
	add_item(object, "end", position_json(index, at.offset + at.length));
}

static cJSON *diag_json(struct arena *scratch, const struct position_index *index,
                        const struct diag *diag)
{
	cJSON *object = json_made(cJSON_CreateObject());
	add_string(object, scratch, "rule", str_of(diag->rule->name));
	add_string(object, scratch, "severity", str_of(severity_name(diag->severity)));
	add_string(object, scratch, "message", diag->message);
	if (diag->help.len)
		add_string(object, scratch, "help", diag->help);
	add_string(object, scratch, "subject", diag->subject);
	add_span(object, scratch, index, diag->at);
	if (diag->framework_error.type.s) {
		cJSON *error = json_made(cJSON_CreateObject());
		add_string(error, scratch, "type", diag->framework_error.type);
		add_string(error, scratch, "message", diag->framework_error.message);
		add_item(object, "framework_error", error);
	}
	if (diag->repair.text.s) {
		cJSON *repair = json_made(cJSON_CreateObject());
		add_span(repair, scratch, index, diag->repair.at);
		add_string(repair, scratch, "text", diag->repair.text);
		add_item(object, "repair", repair);
	}
	cJSON *notes = json_made(cJSON_CreateArray());
	for (const struct diag_note *note = diag->notes; note; note = note->next) {
		cJSON *item = json_made(cJSON_CreateObject());
		add_string(item, scratch, "message", note->message);
		add_span(item, scratch, index, note->at);
		if (!cJSON_AddItemToArray(notes, item))
			arena_out_of_memory();
	}
	add_item(object, "notes", notes);
	return object;
}

void json_add_diagnostics(struct buf *out, struct arena *scratch, const struct check_result *result,
                          const struct report_options *options)
{
	struct position_index index = {0};
	if (result->ndiags)
		index = position_index_make(scratch, result->source->text,
		                            diags_end(result->diags, result->ndiags));
	index.files = result->files;
	const char *separator = "\n    ";
	for (uint32_t i = 0; i < result->ndiags; i++) {
		if (options->quiet && result->diags[i]->severity != SEVERITY_ERROR)
			continue;
		struct arena_mark mark = arena_mark(scratch);
		buf_puts(out, separator);
		json_add(out, diag_json(scratch, &index, result->diags[i]));
		arena_rewind(scratch, mark);
		separator = ",\n    ";
	}
}

/* How much of the program was judged, and what is not known. */
static void add_coverage(struct buf *out, struct arena *scratch, const struct check_result *result)
{
	const struct coverage *coverage = &result->program->coverage;
	struct position_index index = {0};
	uint32_t end = 0;
	for (uint32_t i = 0; i < coverage->ngaps; i++)
		if (coverage->gaps[i].at.offset > end)
			end = coverage->gaps[i].at.offset;
	if (coverage->ngaps)
		index = position_index_make(scratch, result->source->text, end);
	index.files = result->files;
	buf_printf(out, ",\n   \"coverage\": {\"operations\": %" PRIu64 ", \"judged\": %" PRIu64,
	           coverage_operations(coverage), coverage->judged);
	buf_puts(out, ", \"unknown\": [");
	for (uint32_t i = 0; i < coverage->ngaps; i++) {
		const struct coverage_gap *gap = &coverage->gaps[i];
		buf_puts(out, i ? ", {\"feature\": " : "{\"feature\": ");
		json_add_string(out, scratch, gap->feature);
		json_add_line(out, scratch, &index, gap->at.offset);
		buf_printf(out, ", \"count\": %u}", gap->count);
	}
	buf_puts(out, "]}");
}

static void json_file(struct buf *out, struct arena *scratch, const struct check_result *result,
                      const struct report_options *options, bool first)
{
	const struct source *source = result->source;
	buf_puts(out, first ? "\n  {\"path\": " : ",\n  {\"path\": ");
	json_add_string(out, scratch, source->path);
	buf_puts(out, ", \"framework\": ");
	json_add_string(out, scratch, result->framework);
	buf_printf(out, ", \"verdict\": \"%s\", \"ignored\": %u,\n   \"diagnostics\": [",
	           verdict_name(result->verdict), result->ignored);
	json_add_diagnostics(out, scratch, result, options);
	buf_puts(out, "],\n   \"values\": [");
	json_add_values(out, scratch, result);
	buf_putc(out, ']');
	if (result->program)
		add_coverage(out, scratch, result);
	buf_putc(out, '}');
}

static void json_begin(struct buf *out, const struct report_options *options)
{
	buf_puts(out, "{\"version\": 1,\n \"files\": [");
}

static void json_end(struct buf *out, const struct report_totals *totals,
                     const struct report_options *options)
{
	buf_printf(out,
	           "],\n \"summary\": {\"files\": %" PRIu64 ", \"errors\": %" PRIu64
	           ", \"warnings\": %" PRIu64 ", \"notes\": %" PRIu64 "}}\n",
	           totals->files, totals->errors, totals->warnings, totals->notes);
}

const struct format json_format = {json_begin, json_file, json_end};

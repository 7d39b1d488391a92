/* SPDX-License-Identifier: Apache-2.0 */
/* The format for programs: one object, written file by file and finding by finding. */
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "report/report.h"

/* cJSON gives NULL when it has no memory. */
static cJSON *made(cJSON *item)
{
	if (!item)
		arena_out_of_memory();
	return item;
}

static void add_item(cJSON *object, const char *key, cJSON *item)
{
	if (!cJSON_AddItemToObject(object, key, made(item)))
		arena_out_of_memory();
}

/* Strings of cJSON end at a NUL: a text that holds one is written with escapes. */
static void add_string(cJSON *object, struct arena *scratch, const char *key, struct str text)
{
	struct str whole = str_find(text, '\0', 0) < text.len ? utf8_escaped(scratch, text) : text;
	add_item(object, key, cJSON_CreateString(str_copy(scratch, whole).s));
}

static cJSON *position_json(const struct position_index *index, uint32_t offset)
{
	struct position position = position_of(index, offset);
	cJSON *object = made(cJSON_CreateObject());
	add_item(object, "line", cJSON_CreateNumber(position.line));
	add_item(object, "column", cJSON_CreateNumber(position.column));
	add_item(object, "offset", cJSON_CreateNumber(offset));
	return object;
}

static void add_span(cJSON *object, const struct position_index *index, struct span at)
{
	add_item(object, "start", position_json(index, at.offset));
	add_item(object, "end", position_json(index, at.offset + at.length));
}

static cJSON *diag_json(struct arena *scratch, const struct position_index *index,
                        const struct diag *diag)
{
	cJSON *object = made(cJSON_CreateObject());
	add_string(object, scratch, "rule", str_of(diag->rule->name));
	add_string(object, scratch, "severity", str_of(severity_name(diag->severity)));
	add_string(object, scratch, "message", diag->message);
	if (diag->help.len)
		add_string(object, scratch, "help", diag->help);
	add_string(object, scratch, "subject", diag->subject);
	add_span(object, index, diag->at);
	if (diag->framework_error.type.s) {
		cJSON *error = made(cJSON_CreateObject());
		add_string(error, scratch, "type", diag->framework_error.type);
		add_string(error, scratch, "message", diag->framework_error.message);
		add_item(object, "framework_error", error);
	}
	cJSON *notes = made(cJSON_CreateArray());
	for (const struct diag_note *note = diag->notes; note; note = note->next) {
		cJSON *item = made(cJSON_CreateObject());
		add_string(item, scratch, "message", note->message);
		add_span(item, index, note->at);
		if (!cJSON_AddItemToArray(notes, item))
			arena_out_of_memory();
	}
	add_item(object, "notes", notes);
	return object;
}

static void add_json(struct buf *out, cJSON *item)
{
	char *text = cJSON_PrintUnformatted(item);
	if (!text)
		arena_out_of_memory();
	buf_puts(out, text);
	cJSON_free(text);
	cJSON_Delete(item);
}

void json_add_string(struct buf *out, struct arena *scratch, struct str text)
{
	struct str whole = str_find(text, '\0', 0) < text.len ? utf8_escaped(scratch, text) : text;
	add_json(out, made(cJSON_CreateString(str_copy(scratch, whole).s)));
}

static bool is_valid_utf8(struct str text)
{
	return utf8_first_invalid(text) == text.len;
}

void json_add_diagnostics(struct buf *out, struct arena *scratch, const struct check_result *result,
                          const struct report_options *options)
{
	struct position_index index = {0};
	if (result->ndiags)
		index = position_index_make(scratch, result->source->text,
		                            diags_end(result->diags, result->ndiags));
	const char *separator = "\n    ";
	for (uint32_t i = 0; i < result->ndiags; i++) {
		if (options->quiet && result->diags[i]->severity != SEVERITY_ERROR)
			continue;
		struct arena_mark mark = arena_mark(scratch);
		buf_puts(out, separator);
		add_json(out, diag_json(scratch, &index, result->diags[i]));
		arena_rewind(scratch, mark);
		separator = ",\n    ";
	}
}

static void json_file(struct buf *out, struct arena *scratch, const struct check_result *result,
                      const struct report_options *options, bool first)
{
	const struct source *source = result->source;
	buf_puts(out, first ? "\n  {\"path\": " : ",\n  {\"path\": ");
	json_add_string(out, scratch,
	                is_valid_utf8(source->path) ? source->path
	                                            : utf8_escaped(scratch, source->path));
	buf_puts(out, ", \"framework\": ");
	json_add_string(out, scratch, result->framework);
	buf_printf(out, ", \"verdict\": \"%s\", \"ignored\": %u,\n   \"diagnostics\": [",
	           verdict_name(result->verdict), result->ignored);
	json_add_diagnostics(out, scratch, result, options);
	buf_puts(out, "],\n   \"values\": []}");
}

static void json_begin(struct buf *out, const struct report_options *options)
{
	(void)options;
	buf_puts(out, "{\"version\": 1,\n \"files\": [");
}

static void json_end(struct buf *out, const struct report_totals *totals,
                     const struct report_options *options)
{
	(void)options;
	buf_printf(out,
	           "],\n \"summary\": {\"files\": %" PRIu64 ", \"errors\": %" PRIu64
	           ", \"warnings\": %" PRIu64 ", \"notes\": %" PRIu64 "}}\n",
	           totals->files, totals->errors, totals->warnings, totals->notes);
}

const struct format json_format = {"json", "one object for programs", json_begin, json_file,
                                   json_end};

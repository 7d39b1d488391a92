/* SPDX-License-Identifier: Apache-2.0 */
#include "report/diagnose_report.h"

/* Entries as the JSON of check has them: null, "x", ["x", "y"]. */
static void add_spec(struct json *json, const struct facts *facts)
{
	json_open(json, "spec", '[');
	for (uint32_t i = 0; i < facts->nspec; i++) {
		const struct fact_entry *entry = &facts->spec[i];
		if (!entry->count) {
			json_null(json, NULL);
		} else if (entry->count == 1) {
			json_text(json, NULL, entry->axes[0]);
		} else {
			json_open(json, NULL, '[');
			for (uint32_t j = 0; j < entry->count; j++)
				json_text(json, NULL, entry->axes[j]);
			json_close(json, ']');
		}
	}
	json_close(json, ']');
}

static void add_mesh(struct json *json, const struct facts *facts)
{
	json_open(json, "mesh", '[');
	for (uint32_t i = 0; i < facts->nmesh; i++) {
		json_open(json, NULL, '[');
		json_text(json, NULL, facts->mesh[i].name);
		json_integer(json, NULL, facts->mesh[i].size);
		json_close(json, ']');
	}
	json_close(json, ']');
}

/* One axis as a text, several as a list. */
static void add_axis(struct json *json, const struct facts *facts)
{
	if (facts->naxes == 1) {
		json_text(json, "axis", facts->axes[0]);
		return;
	}
	json_open(json, "axis", '[');
	for (uint32_t i = 0; i < facts->naxes; i++)
		json_text(json, NULL, facts->axes[i]);
	json_close(json, ']');
}

static void add_integer(struct json *json, const char *key, const struct fact_number *number)
{
	if (number->known)
		json_integer(json, key, number->value);
}

/* What the text says, and nothing else. */
static void add_facts(struct json *json, const struct facts *facts)
{
	json_open(json, "facts", '{');
	if (facts->mesh)
		add_mesh(json, facts);
	if (facts->spec)
		add_spec(json, facts);
	if (facts->shape)
		json_integers(json, "shape", facts->shape, facts->nshape);
	add_integer(json, "rank", &facts->integers[FACT_RANK]);
	if (facts->naxes)
		add_axis(json, facts);
	add_integer(json, "axis_size", &facts->integers[FACT_AXIS_SIZE]);
	add_integer(json, "dim", &facts->integers[FACT_DIM]);
	add_integer(json, "size", &facts->integers[FACT_SIZE]);
	if (facts->argument.s)
		json_text(json, "argument", facts->argument);
	json_close(json, '}');
}

static void add_text_or_null(struct json *json, const char *key, struct str text)
{
	if (text.len)
		json_text(json, key, text);
	else
		json_null(json, key);
}

static void add_frame(struct json *json, const struct log_error *error)
{
	if (!error->placed) {
		json_null(json, "frame");
		return;
	}
	json_open(json, "frame", '{');
	add_text_or_null(json, "file", error->frame.file);
	json_integer(json, "line", error->frame.line);
	add_text_or_null(json, "function", error->frame.function);
	add_text_or_null(json, "source", error->frame.source);
	json_close(json, '}');
}

/* Where it is in the file that was given beside the log. */
static void add_location(struct json *json, const struct diagnose_place *place, uint32_t index)
{
	if (!place || !place->locations[index].found) {
		json_null(json, "location");
		return;
	}
	const struct log_location *location = &place->locations[index];
	struct position_index positions =
	    position_index_make(json->scratch, place->checked->source->text, location->at.offset);
	positions.files = place->checked->files;
	struct position start = position_of(&positions, location->at.offset);
	const struct source_piece *piece =
	    source_piece_at(place->checked->files, location->at.offset);
	json_open(json, "location", '{');
	json_text(json, "path", piece ? piece->path : place->checked->source->path);
	json_integer(json, "line", start.line);
	json_integer(json, "column", start.column);
	json_text(json, "subject", location->subject);
	json_close(json, '}');
}

static void add_error(struct json *json, const struct log_error *error,
                      const struct diagnose_place *place, uint32_t index)
{
	const struct text_row *row = error->row;
	json_open(json, NULL, '{');
	json_word(json, "rule", row ? row->words->rule : NULL);
	json_word(json, "framework", row ? row->framework : NULL);
	add_text_or_null(json, "class", error->class_name);
	json_text(json, "message", error->message);
	json_integer(json, "line", (int64_t)error->line);
	json_integer(json, "count", (int64_t)error->count);
	add_facts(json, &error->facts);
	add_frame(json, error);
	add_text_or_null(json, "summary", error->summary);
	add_text_or_null(json, "cause", error->cause);
	add_text_or_null(json, "help", error->help);
	json_word(json, "since", row && *row->since ? row->since : NULL);
	json_word(json, "until", row && *row->until ? row->until : NULL);
	add_location(json, place, index);
	json_close(json, '}');
}

void diagnose_json_write(struct buf *out, struct arena *scratch, const struct diagnosis *diagnosis,
                         const struct diagnose_place *place)
{
	struct json json = {.out = out, .scratch = scratch};
	json_open(&json, NULL, '{');
	json_integer(&json, "version", 1);
	json_open(&json, "errors", '[');
	for (uint32_t i = 0; i < diagnosis->count; i++) {
		json_line(&json, 1);
		add_error(&json, diagnosis->errors[i], place, i);
	}
	json_close(&json, ']');
	json_open(&json, "summary", '{');
	json_integer(&json, "known", diagnosis->known);
	json_integer(&json, "unknown", diagnosis->count - diagnosis->known);
	json_integer(&json, "left_out", (int64_t)diagnosis->more);
	json_close(&json, '}');
	json_close(&json, '}');
	buf_putc(out, '\n');
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "report/check/finding.h"

#include <assert.h>

#include "base/utf8.h"
#include "trace/trace.h"

enum { SEVERITIES = SEVERITY_ERROR + 1 };

/* How many findings of each severity are shown, of so many, when there is room for `most`. */
static void share(const uint32_t *counts, uint32_t most, uint32_t *shown)
{
	for (int severity = SEVERITIES; severity-- > 0;) {
		shown[severity] = counts[severity] < most ? counts[severity] : most;
		most -= shown[severity];
	}
}

struct findings findings_shown(struct arena *arena, const struct check_result *result,
                               const struct report_options *options, uint32_t most)
{
	uint32_t counts[SEVERITIES] = {0}, left[SEVERITIES], wanted = 0, count = 0;
	uint32_t limit = options->limited ? options->most : most ? most : UINT32_MAX;
	for (uint32_t i = 0; i < result->ndiags; i++)
		counts[result->diags[i]->severity]++;
	for (int severity = 0; severity < SEVERITIES; severity++) {
		if (options->quiet && severity != SEVERITY_ERROR)
			counts[severity] = 0;
		wanted += counts[severity];
	}
	if (wanted == result->ndiags && wanted <= limit)
		return (struct findings){result->diags, wanted, 0};
	share(counts, limit, left);
	const struct diag **items =
	    arena_new(arena, const struct diag *, wanted < limit ? wanted : limit);
	for (uint32_t i = 0; i < result->ndiags; i++) {
		if (left[result->diags[i]->severity] == 0)
			continue;
		left[result->diags[i]->severity]--;
		items[count++] = result->diags[i];
	}
	return (struct findings){items, count, wanted - count};
}

struct position_index finding_positions(struct arena *arena, const struct check_result *result)
{
	const struct coverage *coverage = result->program ? &result->program->coverage : NULL;
	uint32_t end = result->ndiags ? diags_end(result->diags, result->ndiags) : 0;
	if (coverage && coverage->ngaps && coverage->gaps[0].at.offset > end)
		end = coverage->gaps[0].at.offset;
	struct position_index positions = position_index_make(arena, result->source->text, end);
	positions.files = result->files;
	return positions;
}

struct str path_plain(struct str path)
{
	while (str_starts_with(path, STR("./")) && path.len > 2)
		path = str_slice(path, 2, path.len);
	return path;
}

struct place place_of(const struct position_index *index, const struct check_result *result,
                      struct span at)
{
	const struct source_piece *piece = source_piece_at(result->files, at.offset);
	struct place place = {.path = result->source->path,
	                      .start = position_of(index, at.offset),
	                      .end = position_of(index, at.offset + at.length)};
	if (piece && piece->cell) {
		place.cell = piece->cell;
		place.in_cell = place.start.line;
		place.start.line += piece->lines_before;
		place.end.line += piece->lines_before;
	} else if (piece) {
		place.path = piece->path;
	}
	place.path = path_plain(place.path);
	return place;
}

void add_framework(struct buf *out, struct str framework)
{
	size_t equals = str_find(framework, '=', 0);
	utf8_add_escaped(out, str_slice(framework, 0, equals));
	if (equals + 2 <= framework.len) {
		buf_putc(out, ' ');
		utf8_add_escaped(out, str_slice(framework, equals + 2, framework.len));
	}
}

static void add_message(struct buf *out, const struct place *place, struct str message)
{
	if (place->cell)
		buf_printf(out, "cell %u, line %u: ", place->cell, place->in_cell);
	utf8_add_escaped(out, message);
}

void finding_add_message(struct buf *out, const struct place *place, const struct diag *diag)
{
	add_message(out, place, diag->message);
}

void finding_add_notes(struct buf *out, const char *before, const struct check_result *result,
                       const struct position_index *positions, const struct diag *diag)
{
	for (const struct diag_note *note = diag->notes; note; note = note->next) {
		struct place place = place_of(positions, result, note->at);
		buf_printf(out, "%snote: ", before);
		add_message(out, &place, note->message);
		buf_puts(out, " (");
		utf8_add_escaped(out, place.path);
		buf_printf(out, ":%u)", place.start.line);
	}
}

void finding_add_framework(struct buf *out, const char *before, const struct check_result *result,
                           const struct diag *diag)
{
	const struct framework_error *error = &diag->framework_error;
	if (!error->type.s)
		return;
	buf_puts(out, before);
	add_framework(out, result->framework);
	buf_puts(out, ": ");
	utf8_add_escaped(out, error->type);
	buf_puts(out, error->message.len ? ": " : "");
	utf8_add_escaped(out, error->message);
}

void finding_add_help(struct buf *out, const char *before, const struct diag *diag)
{
	if (!diag->help.len)
		return;
	buf_puts(out, before);
	buf_puts(out, "help: ");
	utf8_add_escaped(out, diag->help);
}

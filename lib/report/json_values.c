/* SPDX-License-Identifier: Apache-2.0 */
/* The arrays that a program names at its top level, as the JSON format lists them. */
#include "report/json_values.h"

#include <assert.h>
#include <inttypes.h>

#include "report/json_text.h"
#include "trace/named_array.h"

/* A list that is being written. */
struct listing {
	struct buf *out;
	struct arena *scratch;
	const struct position_index *index;
	bool has_spec;  /* the release has shardings in types */
	struct span at; /* of the name, in the file */
	const char *separator;
};

static void add_axis(struct listing *listing, const struct abstract_mesh *mesh, uint32_t axis)
{
	assert(axis < mesh->mesh->naxes);
	json_add_string(listing->out, listing->scratch, mesh->mesh->axes[axis].name);
}

static void add_entry(struct listing *listing, const struct abstract_mesh *mesh,
                      struct dim_axes entry)
{
	if (entry.count == 0) {
		buf_puts(listing->out, "null");
	} else if (entry.count == 1) {
		add_axis(listing, mesh, entry.axes[0]);
	} else {
		for (uint32_t i = 0; i < entry.count; i++) {
			buf_puts(listing->out, i ? ", " : "[");
			add_axis(listing, mesh, entry.axes[i]);
		}
		buf_putc(listing->out, ']');
	}
}

static void add_spec(struct listing *listing, const struct array_type *type)
{
	if (!listing->has_spec) {
		buf_puts(listing->out, "null");
		return;
	}
	buf_putc(listing->out, '[');
	for (uint32_t i = 0; i < type->rank; i++) {
		if (i)
			buf_puts(listing->out, ", ");
		add_entry(listing, type->mesh, type->spec[i]);
	}
	buf_putc(listing->out, ']');
}

static void add_axes(struct listing *listing, const char *key, const struct array_type *type,
                     uint64_t set)
{
	const char *separator = "[";
	if (!set)
		return;
	buf_printf(listing->out, ", \"%s\": ", key);
	for (uint32_t i = 0; i < type->mesh->mesh->naxes; i++) {
		if (!(set >> i & 1))
			continue;
		buf_puts(listing->out, separator);
		add_axis(listing, type->mesh, i);
		separator = ", ";
	}
	buf_putc(listing->out, ']');
}

void json_add_line(struct buf *out, struct arena *scratch, const struct position_index *index,
                   uint32_t offset)
{
	const struct source_piece *piece = source_piece_at(index->files, offset);
	uint32_t line = position_of(index, offset).line;
	if (piece && piece->cell) {
		buf_printf(out, ", \"cell\": %u", piece->cell);
		line += piece->lines_before;
	} else if (piece) {
		buf_puts(out, ", \"path\": ");
		json_add_string(out, scratch, piece->path);
	}
	buf_printf(out, ", \"line\": %u", line);
}

static void add_array(struct listing *listing, struct str name, const struct array_type *type)
{
	struct buf *out = listing->out;
	struct position position = position_of(listing->index, listing->at.offset);
	buf_puts(out, listing->separator);
	listing->separator = ",\n    ";
	buf_puts(out, "{\"name\": ");
	json_add_string(out, listing->scratch, name);
	buf_printf(out, ", \"dtype\": \"%s\", \"shape\": [", type->dtype->name);
	for (uint32_t i = 0; i < type->rank; i++)
		buf_printf(out, "%s%" PRId64, i ? ", " : "", type->shape[i]);
	buf_puts(out, "], \"spec\": ");
	add_spec(listing, type);
	add_axes(listing, "unreduced", type, type->unreduced);
	add_axes(listing, "reduced", type, type->reduced);
	json_add_line(out, listing->scratch, listing->index, listing->at.offset);
	buf_printf(out, ", \"column\": %u}", position.column);
}

void json_add_values(struct buf *out, struct arena *scratch, const struct check_result *result)
{
	uint32_t count = 0, end = 0;
	if (!result->program)
		return;
	const struct named_array *arrays = named_arrays(scratch, result->program, &count);
	for (uint32_t i = 0; i < count; i++)
		end = arrays[i].at.offset > end ? arrays[i].at.offset : end;
	struct position_index index = {0};
	if (count)
		index = position_index_make(scratch, result->source->text, end);
	index.files = result->files;
	struct listing listing = {out,    scratch, &index, result->program->sharding_in_types,
	                          {0, 0}, "\n    "};
	for (uint32_t i = 0; i < count; i++) {
		listing.at = arrays[i].at;
		add_array(&listing, arrays[i].name, arrays[i].type);
	}
}

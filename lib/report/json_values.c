/* SPDX-License-Identifier: Apache-2.0 */
/* The arrays that a program names at its top level, as the JSON format lists them. */
#include "report/json_values.h"

#include <assert.h>

#include "notation/convert.h"
#include "plan/program_tensors.h"
#include "trace/named_array.h"

static void add_axis(struct json *json, const struct abstract_mesh *mesh, uint32_t axis)
{
	assert(axis < mesh->mesh->naxes);
	json_text(json, NULL, mesh->mesh->axes[axis].name);
}

static void add_entry(struct json *json, const struct abstract_mesh *mesh, struct dim_axes entry)
{
	if (entry.count == 0)
		json_null(json, NULL);
	if (entry.count > 1)
		json_open(json, NULL, '[');
	for (uint32_t i = 0; i < entry.count; i++)
		add_axis(json, mesh, entry.axes[i]);
	if (entry.count > 1)
		json_close(json, ']');
}

static void add_spec(struct json *json, const struct array_type *type)
{
	json_open(json, "spec", '[');
	for (uint32_t i = 0; i < type->rank; i++)
		add_entry(json, type->mesh, type->spec[i]);
	json_close(json, ']');
}

static void add_axes(struct json *json, const char *key, const struct array_type *type,
                     uint64_t set)
{
	if (!set)
		return;
	json_open(json, key, '[');
	for (uint32_t i = 0; i < type->mesh->mesh->naxes; i++)
		if (set >> i & 1)
			add_axis(json, type->mesh, i);
	json_close(json, ']');
}

void json_file_at(struct json *json, const struct position_index *index, uint32_t offset)
{
	const struct source_piece *piece = source_piece_at(index->files, offset);
	if (piece && piece->cell)
		json_integer(json, "cell", piece->cell);
	else if (piece)
		json_text(json, "path", piece->path);
}

void json_add_line(struct json *json, const struct position_index *index, uint32_t offset)
{
	const struct source_piece *piece = source_piece_at(index->files, offset);
	uint32_t line = position_of(index, offset).line;
	json_file_at(json, index, offset);
	json_integer(json, "line", line + (piece && piece->cell ? piece->lines_before : 0));
}

/* What the arrays of a program of torch are laid out by. */
struct layouts {
	const struct spec *spec; /* with the arrays as tensors; NULL: it is one of JAX */
	const struct converter *converter;
};

static struct layouts layouts_of(struct arena *arena, const struct check_result *result)
{
	struct diags unread = diags_make(arena);
	struct layouts layouts = {NULL, NULL};
	if (result->spec->framework.family == FRAMEWORK_JAX)
		return layouts;
	layouts.spec = program_spec(arena, result);
	layouts.converter = converter_make(arena, layouts.spec, &unread);
	return layouts;
}

/* The axes of one dimension of a PartitionSpec. */
static void add_names(struct json *json, const struct entry *entry)
{
	if (!entry_axes(entry))
		json_null(json, NULL);
	if (entry_axes(entry) > 1)
		json_open(json, NULL, '[');
	for (uint32_t i = 0; i < entry_axes(entry); i++)
		json_text(json, NULL, entry->axes[i].name);
	if (entry_axes(entry) > 1)
		json_close(json, ']');
}

/* The PartitionSpec that says how a tensor of torch lies, or null. */
static void add_layout(struct json *json, const struct layouts *layouts,
                       const struct tensor *tensor)
{
	struct arena *scratch = json->scratch;
	const struct layout *layout = convert_tensor(scratch, layouts->converter, tensor)->layout;
	if (tensor->open || !layout || layout->notation != NOTATION_PARTITION_SPEC) {
		json_null(json, "spec");
	} else {
		json_open(json, "spec", '[');
		for (uint32_t i = 0; i < tensor->rank; i++)
			add_names(json, i < layout->spec.nentries ? &layout->spec.entries[i]
			                                          : &(struct entry){0});
		json_close(json, ']');
	}
}

static void add_array(struct json *json, const struct named_array *array, bool has_spec,
                      const struct layouts *layouts, uint32_t number,
                      const struct position_index *index)
{
	const struct array_type *type = array->type;
	json_line(json, 4);
	json_open(json, NULL, '{');
	json_text(json, "name", array->name);
	json_word(json, "dtype", type->dtype->name);
	json_integers(json, "shape", type->shape, type->rank);
	if (layouts->spec)
		add_layout(json, layouts, &layouts->spec->made[number]);
	else if (has_spec)
		add_spec(json, type);
	else
		json_null(json, "spec");
	if (array->sharding.s)
		json_text(json, "sharding", array->sharding);
	if (array->placements) {
		json_open(json, "placements", '[');
		for (uint32_t i = 0; i < array->nplacements; i++)
			json_text(json, NULL, array->placements[i]);
		json_close(json, ']');
	}
	add_axes(json, "unreduced", type, type->unreduced);
	add_axes(json, "reduced", type, type->reduced);
	json_add_line(json, index, array->at.offset);
	json_integer(json, "column", position_of(index, array->at.offset).column);
	json_close(json, '}');
}

void json_add_values(struct json *json, const struct check_result *result)
{
	uint32_t count = 0, end = 0;
	if (!result->program)
		return;
	const struct named_array *arrays = named_arrays(json->scratch, result->program, &count);
	for (uint32_t i = 0; i < count; i++)
		end = arrays[i].at.offset > end ? arrays[i].at.offset : end;
	struct position_index index = {0};
	if (count)
		index = position_index_make(json->scratch, result->source->text, end);
	index.files = result->files;
	const struct layouts layouts = layouts_of(json->scratch, result);
	for (uint32_t i = 0; i < count; i++) {
		struct arena_mark mark = arena_mark(json->scratch);
		add_array(json, &arrays[i], result->program->sharding_in_types, &layouts, i,
		          &index);
		arena_rewind(json->scratch, mark);
	}
}

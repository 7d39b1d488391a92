/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/script/sidecar.h"

#include "base/utf8.h"
#include "spec/reader.h"

enum { MAX_DICT_DEPTH = 16 };

void sidecar_find(struct arena *arena, const struct source *script,
                  const struct spec_overrides *overrides, struct span *part, struct diags *diags)
{
	struct str name = path_last(script->path);
	size_t stem = str_behind_last(name, '.');
	*part = (struct span){0, 0};
	if (!overrides->files || !overrides->finder || stem < 2)
		return;
	struct str beside =
	    str_format(arena, "%.*s.shardctl.yaml", STR_ARG(str_slice(name, 0, stem - 1)));
	enum file_outcome outcome =
	    source_files_read(arena, overrides->files, overrides->finder, beside, part);
	if (outcome == FILE_READ || outcome == FILE_MISSING)
		return;
	diag_help(diag_add(diags, RULE_FILE_NOT_READ, (struct span){0, 0},
	                   "'%s' beside the file cannot be used: %s",
	                   utf8_escaped(diags->arena, beside).s, file_outcome_text(outcome)),
	          "correct it, or give it another name");
}

/* ---- What is said ---- */

/* Whether the map is a tensor, rather than a dict of values. */
static bool is_tensor(const struct node *map)
{
	static const char *const keys[] = {"shape", "type", "dtype", "spec"};
	for (uint32_t i = 0; i < map->count; i++)
		for (size_t j = 0; j < COUNT_OF(keys); j++)
			if (node_key(map, i)->kind == NODE_SCALAR &&
			    str_equal(node_text(node_key(map, i)), str_of(keys[j])))
				return true;
	return false;
}

static bool read_said(const struct reader *reader, const struct node *map, uint32_t index,
                      struct said_value *said, int depth);

/* The parts of a dict or list; false after a finding. */
static bool read_parts(const struct reader *reader, const struct node *node,
                       struct said_value *said, int depth)
{
	struct said_value *parts = arena_new(reader->arena, struct said_value, node->count);
	bool map = node->kind == NODE_MAP, read = true;
	*said = (struct said_value){.kind = map ? SAID_DICT : SAID_LIST,
	                            .at = node->at,
	                            .parts = parts,
	                            .count = node->count};
	if (depth == MAX_DICT_DEPTH)
		return diag_fails(diag_add(reader->diags, RULE_LIMIT_EXCEEDED, node->at,
		                           "values in more than %d values", MAX_DICT_DEPTH));
	for (uint32_t i = 0; i < node->count; i++) {
		read = read_said(reader, node, i, &parts[i], depth + 1) && read;
		if (map && node_key(node, i)->kind == NODE_SCALAR)
			parts[i].key = node_text(node_key(node, i));
	}
	return read;
}

/* Value number `index` of a map or list; false after a finding. */
static bool read_said(const struct reader *reader, const struct node *map, uint32_t index,
                      struct said_value *said, int depth)
{
	bool keyed = map->kind == NODE_MAP;
	const struct node *node = keyed ? node_value(map, index) : &map->items[index];
	if (node->kind == NODE_SCALAR)
		return type_comment_value(reader, node, said);
	if (node->kind == NODE_LIST || !keyed || !is_tensor(node))
		return read_parts(reader, node, said, depth);
	struct spec spec = *reader->spec;
	spec.tensors = map;
	const struct tensor *tensor = spec_tensor(reader->arena, &spec, index, reader->diags);
	*said = (struct said_value){.kind = SAID_ARRAY, .at = node->at, .tensor = tensor};
	if (!tensor->broken && !tensor->dtype)
		diag_help(diag_add(reader->diags, RULE_KEY_MISSING, node->at,
		                   "the tensor has no 'dtype'"),
		          "add dtype: float32");
	return !tensor->broken && tensor->dtype;
}

const struct type_comment *sidecar_said(struct arena *arena, const struct spec *spec,
                                        uint32_t *count, struct diags *diags)
{
	const struct reader reader = {arena, diags, spec->source, spec};
	uint32_t tensors = spec->outside ? spec->outside->count : 0;
	uint32_t meshes = spec->meshes_outside ? spec->nmeshes : 0;
	struct type_comment *all = arena_new(arena, struct type_comment, tensors + meshes);
	*count = 0;
	for (uint32_t i = 0; i < meshes; i++) {
		const struct mesh *mesh = &spec->meshes[i];
		all[(*count)++] = (struct type_comment){
		    .name = mesh->name,
		    .at = mesh->name_at,
		    .beside = true,
		    .value = {.kind = SAID_MESH, .at = mesh->name_at, .mesh = mesh}};
	}
	for (uint32_t i = 0; i < tensors; i++) {
		const struct node *key = node_key(spec->outside, i);
		struct type_comment *said = &all[*count];
		if (key->kind != NODE_SCALAR)
			continue;
		*said =
		    (struct type_comment){.name = node_text(key), .at = key->at, .beside = true};
		diags_about(diags, said->name, key->at.offset);
		*count += read_said(&reader, spec->outside, i, &said->value, 0);
	}
	diags_about(diags, STR(""), NO_GROUP);
	return all;
}

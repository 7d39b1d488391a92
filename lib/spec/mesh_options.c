/* SPDX-License-Identifier: Apache-2.0 */
/* What a mesh says beside its axes: options of the constructor, and parts of axes across slices. */
#include "spec/reader.h"

#include <assert.h>

#define BUILDER(name) (1u << (name))

enum mesh_option {
	OPTION_ALLOW_SPLIT,
	OPTION_CONTIGUOUS,
	OPTION_PROCESS_GRANULE,
	OPTION_SORT_GRANULES,
	OPTION_DCN,
	OPTION_COUNT
};

/* An option, and the constructors that have it. */
static const struct {
	enum mesh_key key;
	uint32_t builders;
} options[] = {
    [OPTION_ALLOW_SPLIT] = {MESH_ALLOW_SPLIT, BUILDER(BUILT_BY_CREATE_DEVICE_MESH) |
                                                  BUILDER(BUILT_BY_CREATE_HYBRID_DEVICE_MESH)},
    [OPTION_CONTIGUOUS] = {MESH_CONTIGUOUS, BUILDER(BUILT_BY_CREATE_DEVICE_MESH)},
    [OPTION_PROCESS_GRANULE] = {MESH_PROCESS_GRANULE, BUILDER(BUILT_BY_CREATE_HYBRID_DEVICE_MESH)},
    [OPTION_SORT_GRANULES] = {MESH_SORT_GRANULES, BUILDER(BUILT_BY_CREATE_HYBRID_DEVICE_MESH)},
    [OPTION_DCN] = {MESH_DCN, BUILDER(BUILT_BY_CREATE_HYBRID_DEVICE_MESH)},
};

const char *mesh_builder_name(enum mesh_builder builder)
{
	assert(builder < mesh_builder_words.count);
	return mesh_builder_words.items[builder];
}

bool mesh_builder_named(struct str name, enum mesh_builder *builder)
{
	size_t index = str_place(name, mesh_builder_words.items, mesh_builder_words.count);
	*builder = (enum mesh_builder)index;
	return index < mesh_builder_words.count;
}

bool reader_mesh_builder(const struct reader *reader, const struct node *node,
                         enum mesh_builder *builder)
{
	size_t index;
	if (!reader_word(reader, node, "built_by", &mesh_builder_words, &index))
		return false;
	*builder = (enum mesh_builder)index;
	return true;
}

/* The number of the pair with this key, or the number of pairs. */
static uint32_t pair_of(const struct node *map, const char *name)
{
	for (uint32_t i = 0; i < map->count; i++)
		if (node_key(map, i)->kind == NODE_SCALAR &&
		    str_equal(node_text(node_key(map, i)), str_of(name)))
			return i;
	return map->count;
}

static void report_unused(const struct reader *reader, const struct node *key, size_t option,
                          const struct mesh *mesh)
{
	static const char *const others[] = {
	    [FRAMEWORK_TORCH_XLA] = "xs.Mesh",
	    [FRAMEWORK_DTENSOR] = "init_device_mesh",
	};
	enum framework_family family = reader->spec->framework.family;
	bool jax = family == FRAMEWORK_JAX;
	struct diag *diag = diag_add(reader->diags, RULE_MESH_OPTION_UNUSED, key->at,
	                             "%s has no argument for '%s': it has no effect",
	                             jax ? mesh_builder_name(mesh->builder) : others[family],
	                             mesh_keys.rows[options[option].key].name);
	if (!jax) {
		diag_help(diag, "leave it out");
		return;
	}
	bool hybrid = option != OPTION_ALLOW_SPLIT && option != OPTION_CONTIGUOUS;
	diag_help(diag, "leave it out, or say built_by: %s",
	          mesh_builder_name(hybrid ? BUILT_BY_CREATE_HYBRID_DEVICE_MESH
	                                   : BUILT_BY_CREATE_DEVICE_MESH));
}

void reader_mesh_options(const struct reader *reader, const struct node *map, struct mesh *mesh)
{
	bool values[OPTION_COUNT] = {[OPTION_SORT_GRANULES] = true};
	for (size_t i = 0; i < OPTION_COUNT; i++) {
		const char *name = mesh_keys.rows[options[i].key].name;
		uint32_t pair = pair_of(map, name);
		if (pair == map->count)
			continue;
		if (i != OPTION_DCN &&
		    !reader_boolean(reader, node_value(map, pair), name, &values[i]))
			return;
		bool hybrid =
		    i == OPTION_DCN && reader->spec->framework.family == FRAMEWORK_TORCH_XLA;
		bool jax = reader->spec->framework.family == FRAMEWORK_JAX;
		if (!hybrid && !(jax && options[i].builders & BUILDER(mesh->builder)))
			report_unused(reader, node_key(map, pair), i, mesh);
	}
	mesh->options = (struct mesh_options){
	    .allow_split_physical_axes = values[OPTION_ALLOW_SPLIT],
	    .contiguous_submeshes = values[OPTION_CONTIGUOUS],
	    .process_is_granule = values[OPTION_PROCESS_GRANULE],
	    .granules_as_listed = !values[OPTION_SORT_GRANULES],
	};
}

/* One axis across slices: its parts must divide its size. */
static void read_part(const struct reader *reader, const struct mesh *mesh, const struct node *key,
                      const struct node *value, int64_t *parts)
{
	uint32_t index;
	int64_t part;
	if (key->kind != NODE_SCALAR || !reader_integer(reader, value, "a part of 'dcn'", 1, &part))
		return;
	if (!mesh_axis_named(mesh, node_text(key), &index)) {
		reader_no_mesh_axis(reader, mesh, key);
		return;
	}
	const struct axis *axis = &mesh->axes[index];
	parts[index] = part;
	if (!mesh->broken && axis->size > 0 && axis->size % part != 0) {
		struct diag *diag = diag_add(reader->diags, RULE_VALUE_INVALID, value->at,
		                             "axis '%s' of size %lld cannot be cut into %lld "
		                             "parts across slices",
		                             reader_shown(reader, axis->name).s,
		                             (long long)axis->size, (long long)part);
		diag_note(diag, axis->size_at, "its size over all slices is given here");
		diag_help(diag,
		          "the size of an axis is that within a slice, times its part of 'dcn'");
		parts[index] = 1;
	}
}

void reader_mesh_dcn(const struct reader *reader, struct mesh *mesh)
{
	const struct node *map = mesh->dcn_node;
	mesh->dcn = NULL;
	if (!map)
		return;
	if (map->kind != NODE_MAP) {
		reader_wrong_kind(reader, map, "dcn", "a map from axis to parts; {data: 2}");
		return;
	}
	int64_t *parts = arena_new(reader->arena, int64_t, mesh->naxes);
	for (uint32_t i = 0; i < mesh->naxes; i++)
		parts[i] = 1;
	for (uint32_t i = 0; i < map->count; i++)
		read_part(reader, mesh, node_key(map, i), node_value(map, i), parts);
	mesh->dcn = parts;
}

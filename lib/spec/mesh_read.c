/* SPDX-License-Identifier: Apache-2.0 */
/* Meshes, in the short form {data: 4, model: 2} and in the long one, from the file and from the
 * command line. */
#include "base/checked.h"

#include <assert.h>

#include "spec/reader.h"
#include "spec/script/script.h"

const char *axis_type_name(enum axis_type type)
{
	assert(type <= AXIS_MANUAL);
	return axis_type_words.items[type];
}

const struct mesh *spec_mesh_named(const struct spec *spec, struct str name)
{
	for (uint32_t i = 0; i < spec->nmeshes; i++)
		if (str_equal(spec->meshes[i].name, name))
			return &spec->meshes[i];
	return NULL;
}

static bool too_many(const struct reader *reader, struct span at, uint32_t count)
{
	if (count > MAX_AXES)
		diag_add(reader->diags, RULE_LIMIT_EXCEEDED, at,
		         "the mesh has %u axes, and at most %d are read", count, MAX_AXES);
	return count > MAX_AXES;
}

/* A size as the constructor gets it; only the short form must be positive, or -1 once. */
static bool read_axis_size(const struct reader *reader, const struct node *node, bool as_call,
                           struct axis *axis)
{
	axis->size_at = node->at;
	const char *what = "a size of the mesh";
	if (axis->name.len)
		what = str_format(reader->diags->arena, "the size of axis '%s'",
		                  reader_shown(reader, axis->name).s)
		           .s;
	if (!reader_integer(reader, node, what, INT64_MIN, &axis->size))
		return false;
	if (as_call || axis->size == -1 || (axis->size >= 1 && axis->size <= MAX_DEVICES))
		return true;
	return diag_fails(
	    diag_help(diag_add(reader->diags, RULE_VALUE_INVALID, node->at,
	                       "a mesh axis cannot have size %lld", (long long)axis->size),
	              "write how many devices are along it (1 to 2^31), or -1 for what the device "
	              "count leaves"));
}

/* {data: 4, model: 2} */
static void read_axes_map(const struct reader *reader, const struct node *map, struct mesh *mesh)
{
	if (too_many(reader, map->at, map->count)) {
		mesh->broken = true;
		return;
	}
	struct axis *axes = mesh->axes = arena_new(reader->arena, struct axis, map->count);
	for (uint32_t i = 0; i < map->count; i++) {
		const struct node *key = node_key(map, i);
		uint32_t first;
		if (key->kind == NODE_SCALAR && mesh_axis_named(mesh, node_text(key), &first))
			continue; /* a repeated key, which has been reported */
		struct axis *axis = &axes[mesh->naxes++];
		axis->name = key->kind == NODE_SCALAR ? node_text(key) : STR("");
		axis->at = key->at;
		mesh->broken |= key->kind != NODE_SCALAR;
		mesh->broken |= !read_axis_size(reader, node_value(map, i), false, axis);
	}
	mesh->nsizes = mesh->naxes;
}

/* Items of a list, or the scalar itself as a list of one, as the constructors read a string. */
static const struct node *as_items(const struct node *node, uint32_t *count)
{
	*count = node->kind == NODE_LIST ? node->count : 1;
	return node->kind == NODE_LIST ? node->items : node;
}

/* A mesh of torch_xla without axis names, whose axes are called by their numbers. */
static void read_unnamed(const struct reader *reader, const struct node *sizes, struct mesh *mesh)
{
	const struct node *items = as_items(sizes, &mesh->nsizes);
	mesh->as_call = mesh->unnamed = true;
	mesh->broken = too_many(reader, sizes->at, mesh->nsizes);
	mesh->nsizes = mesh->broken ? 0 : mesh->nsizes;
	mesh->naxes = mesh->nsizes;
	mesh->axes = arena_new(reader->arena, struct axis, mesh->nsizes);
	for (uint32_t i = 0; i < mesh->nsizes; i++) {
		mesh->axes[i].name = str_format(reader->arena, "%u", i);
		mesh->axes[i].at = items[i].at;
		mesh->broken |= !read_axis_size(reader, &items[i], true, &mesh->axes[i]);
	}
}

/* names: [x, y] and sizes: [2, 4], as a constructor call has them. */
static void read_axes_call(const struct reader *reader, const struct node *names,
                           const struct node *sizes, struct mesh *mesh)
{
	if (node_is_null(names) && reader->spec->framework.family == FRAMEWORK_TORCH_XLA) {
		read_unnamed(reader, sizes, mesh);
		return;
	}
	const struct node *name_items = as_items(names, &mesh->naxes);
	const struct node *size_items = as_items(sizes, &mesh->nsizes);
	uint32_t most = mesh->naxes > mesh->nsizes ? mesh->naxes : mesh->nsizes;
	mesh->as_call = true;
	if (too_many(reader, names->at, mesh->naxes) || too_many(reader, sizes->at, mesh->nsizes)) {
		mesh->broken = true;
		mesh->naxes = mesh->nsizes = 0;
		return;
	}
	struct axis *axes = arena_new(reader->arena, struct axis, most);
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		axes[i].at = name_items[i].at;
		axes[i].nameless = node_is_null(&name_items[i]);
		if (!axes[i].nameless &&
		    !reader_text(reader, &name_items[i], "names", &axes[i].name))
			mesh->broken = true;
	}
	for (uint32_t i = 0; i < mesh->nsizes; i++)
		mesh->broken |= !read_axis_size(reader, &size_items[i], true, &axes[i]);
	mesh->axes = axes;
}

/* A type of axis, as a word or as in code: auto, Auto, AxisType.Auto. */
static bool read_type(const struct reader *reader, const struct node *node, enum axis_type *type)
{
	static const char *const in_code[] = {
	    [AXIS_AUTO] = "AxisType.Auto",
	    [AXIS_EXPLICIT] = "AxisType.Explicit",
	    [AXIS_MANUAL] = "AxisType.Manual",
	};
	size_t index;
	for (size_t i = 0; node->kind == NODE_SCALAR && i <= AXIS_MANUAL; i++) {
		struct str code = str_of(in_code[i]),
			   word = str_slice(code, sizeof "AxisType." - 1, code.len);
		if (str_ends_with(node_text(node), code) || str_equal(node_text(node), word)) {
			*type = (enum axis_type)i;
			return true;
		}
	}
	if (!reader_word(reader, node, "types", &axis_type_words, &index))
		return false;
	*type = (enum axis_type)index;
	return true;
}

/* types: {data: explicit, model: auto}; an axis left out has the type that the constructor gives.
 */
static void read_types_map(const struct reader *reader, const struct node *map, struct mesh *mesh,
                           enum axis_type *types)
{
	mesh->ntypes = mesh->naxes;
	for (uint32_t i = 0; i < mesh->naxes; i++)
		types[i] = AXIS_UNSAID;
	for (uint32_t i = 0; i < map->count; i++) {
		const struct node *key = node_key(map, i);
		uint32_t index;
		if (key->kind != NODE_SCALAR)
			continue;
		if (!mesh_axis_named(mesh, node_text(key), &index))
			reader_no_mesh_axis(reader, mesh, key);
		else if (!read_type(reader, node_value(map, i), &types[index]))
			mesh->broken = true;
	}
}

static void read_types(const struct reader *reader, const struct node *node, struct mesh *mesh)
{
	/* A word for all axes is kept MAX_AXES times, so that it still serves when the axes are
	 * replaced. */
	uint32_t room = node->kind == NODE_LIST && node->count > MAX_AXES ? node->count : MAX_AXES;
	enum axis_type *types = arena_new(reader->arena, enum axis_type, room);
	mesh->types = types;
	mesh->types_node = node;
	if (node->kind == NODE_MAP) {
		read_types_map(reader, node, mesh, types);
		return;
	}
	mesh->ntypes = node->kind == NODE_LIST ? node->count : mesh->naxes;
	for (uint32_t i = 0; node->kind == NODE_LIST && i < node->count; i++)
		mesh->broken |= !read_type(reader, &node->items[i], &types[i]);
	if (node->kind == NODE_SCALAR && read_type(reader, node, &types[0]))
		for (uint32_t i = 1; i < room; i++)
			types[i] = types[0];
}

static void read_device_ids(const struct reader *reader, const struct node *node, struct mesh *mesh)
{
	mesh->devices_node = node;
	if (node->kind != NODE_LIST) {
		reader_wrong_kind(reader, node, "devices", "a list of device ids in mesh order");
		return;
	}
	/* Mesh of torch_xla takes any, and mark_sharding does not. */
	bool any = reader->spec->framework.family == FRAMEWORK_TORCH_XLA;
	int64_t least = any ? INT64_MIN : 0;
	int64_t *ids = arena_new(reader->arena, int64_t, node->count);
	for (uint32_t i = 0; i < node->count; i++)
		if (!reader_integer(reader, &node->items[i], "a device id", least, &ids[i]))
			return;
	mesh->devices = ids;
	mesh->ndevices = node->count;
}

/* Fills in the one size that is -1 from the number of devices. */
static void fill_size(const struct reader *reader, struct mesh *mesh)
{
	struct axis *open = NULL;
	int64_t others = 1;
	for (uint32_t i = 0; i < mesh->nsizes && !mesh->as_call && !mesh->broken; i++) {
		struct axis *axis = &mesh->axes[i];
		if (axis->size != -1) {
			mesh->broken = !checked_multiply(&others, others, axis->size);
			if (mesh->broken)
				diag_add(reader->diags, RULE_LIMIT_EXCEEDED, axis->size_at,
				         "the mesh has more than 2^%d devices", MAX_DEVICES_LOG2);
		} else if (open) {
			diag_note(diag_add(reader->diags, RULE_VALUE_INVALID, axis->size_at,
			                   "only one size of a mesh can be -1"),
			          open->size_at, "this one is -1 already");
			mesh->broken = true;
		} else {
			open = axis;
		}
	}
	if (!open || mesh->broken)
		return;
	int64_t devices = mesh->devices ? mesh->ndevices : reader->spec->devices;
	mesh->broken = true;
	if (!devices)
		diag_help(
		    diag_add(reader->diags, RULE_VALUE_INVALID, open->size_at,
		             "-1 cannot be filled in: nothing says how many devices there are"),
		    "add 'devices: N' at the top level, or write the size");
	else if (devices % others)
		diag_help(diag_add(reader->diags, RULE_VALUE_INVALID, open->size_at,
		                   "-1 cannot be filled in: %lld devices are not divisible by the "
		                   "product of the other axes, %lld",
		                   (long long)devices, (long long)others),
		          "change the other sizes, or the number of devices");
	else
		mesh->broken = false;
	open->size = mesh->broken ? 1 : devices / others;
}

/* Whether a map is the long form: it has a key of the long form whose value is no size of an axis,
 * or a list or map. */
static bool is_long_form(const struct node *map)
{
	for (uint32_t i = 0; i < map->count; i++) {
		const struct node *key = node_key(map, i), *value = node_value(map, i);
		int64_t size;
		if (value->kind != NODE_SCALAR)
			return true;
		if (key->kind == NODE_SCALAR &&
		    key_place(&mesh_keys, node_text(key)) < mesh_keys.count &&
		    !str_to_int64(node_text(value), &size))
			return true;
	}
	return false;
}

/* `known`: all keys of the map are known; otherwise the axes may be behind a misspelt one. */
static void read_mesh_axes(const struct reader *reader, const struct node *const *values,
                           const struct node *map, bool known, struct mesh *mesh)
{
	const struct node *axes = values[MESH_AXES], *names = values[MESH_NAMES],
			  *sizes = values[MESH_SIZES];
	if (axes && axes->kind == NODE_MAP && is_long_form(axes)) {
		const struct node *call[AXES_KEY_COUNT];
		known = reader_keys(reader, axes, &axes_keys, call, NULL);
		names = call[AXES_NAMES];
		sizes = call[AXES_SIZES];
		map = axes;
		axes = NULL;
	}
	if (axes && axes->kind == NODE_MAP) {
		read_axes_map(reader, axes, mesh);
	} else if (names && sizes) {
		read_axes_call(reader, names, sizes, mesh);
	} else if (axes) {
		reader_wrong_kind(reader, axes, "axes", "a map from axis to size");
		mesh->broken = true;
	} else {
		mesh->broken = true;
		if (!known)
			return;
		struct span at = map->count ? node_key(map, 0)->at : map->at;
		diag_help(diag_add(reader->diags, RULE_KEY_MISSING, at, "the mesh has no 'axes'"),
		          "add axes: {data: 4, model: 2}");
	}
}

static void read_long_form(const struct reader *reader, const struct node *map, struct mesh *mesh)
{
	const struct node *values[MESH_KEY_COUNT];
	bool known = reader_keys(reader, map, &mesh_keys, values, NULL);
	read_mesh_axes(reader, values, map, known, mesh);
	if (values[MESH_BUILT_BY])
		mesh->builder_given =
		    reader_mesh_builder(reader, values[MESH_BUILT_BY], &mesh->builder);
	if (values[MESH_TYPES])
		read_types(reader, values[MESH_TYPES], mesh);
	if (values[MESH_DEVICES])
		read_device_ids(reader, values[MESH_DEVICES], mesh);
	mesh->dcn_node = values[MESH_DCN];
	reader_mesh_options(reader, map, mesh);
}

static void read_mesh(const struct reader *reader, const struct node *node, struct mesh *mesh)
{
	mesh->at = node->at;
	if (node->kind != NODE_MAP) {
		reader_wrong_kind(reader, node, "mesh",
		                  "a map from axis to size; {data: 4, model: 2}");
		mesh->broken = true;
	} else if (is_long_form(node)) {
		read_long_form(reader, node, mesh);
	} else {
		read_axes_map(reader, node, mesh);
	}
	fill_size(reader, mesh);
	reader_mesh_dcn(reader, mesh);
}

/* data=8,model=4 from the command line into MAX_AXES axes; how many, or 0 when it is not of that
 * form. */
static uint32_t read_override_axes(struct str text, struct axis *axes)
{
	uint32_t count = 0;
	for (size_t at = 0; at <= text.len && text.len; count++) {
		size_t comma = str_find(text, ',', at), equals = str_find(text, '=', at);
		if (count == MAX_AXES || equals >= comma)
			return 0;
		struct axis axis = {.name = str_trim(str_slice(text, at, equals))};
		if (!axis.name.len ||
		    !str_to_int64(str_trim(str_slice(text, equals + 1, comma)), &axis.size))
			return 0;
		if (axis.size < -1 || axis.size == 0 || axis.size > MAX_DEVICES)
			return 0;
		for (uint32_t i = 0; i < count; i++)
			if (str_equal(axes[i].name, axis.name))
				return 0;
		axes[count] = axis;
		at = comma + 1;
	}
	return count;
}

/* The axes behind "NAME:", which is for files with several meshes. */
static struct str override_axes(struct str text)
{
	size_t colon = str_find(text, ':', 0);
	return colon < text.len ? str_slice(text, colon + 1, text.len) : text;
}

bool spec_mesh_override_valid(struct str text)
{
	struct axis axes[MAX_AXES];
	return read_override_axes(override_axes(text), axes) > 0;
}

static bool read_override(const struct reader *reader, struct str text, struct mesh *mesh)
{
	struct axis *axes = arena_new(reader->arena, struct axis, MAX_AXES);
	mesh->naxes = mesh->nsizes = read_override_axes(text, axes);
	for (uint32_t i = 0; i < mesh->naxes; i++)
		axes[i].at = axes[i].size_at = mesh->name_at;
	mesh->axes = axes;
	return mesh->naxes > 0;
}

/* Whether types written per axis still fit when the axes are others. */
static void keep_types(struct mesh *mesh)
{
	bool one_for_all =
	    mesh->types_node && mesh->types_node->kind == NODE_SCALAR && mesh->ntypes > 0;
	mesh->ntypes = one_for_all ? mesh->naxes : 0;
	mesh->types_node = one_for_all ? mesh->types_node : NULL;
}

/* Puts the command line's mesh, NAME:data=8 or data=8, in the place of the file's. */
static void apply_override(const struct reader *reader, struct str override, struct spec *spec)
{
	struct mesh *target = NULL;
	size_t colon = str_find(override, ':', 0);
	struct mesh *meshes = spec->meshes;
	for (uint32_t i = 0; i < spec->nmeshes; i++)
		if (colon == override.len
		        ? spec->nmeshes == 1
		        : str_equal(meshes[i].name, str_slice(override, 0, colon)))
			target = &meshes[i];
	if (!target && spec->nmeshes == 0 && colon == override.len) {
		spec->meshes = target = arena_new(reader->arena, struct mesh, 1);
		spec->nmeshes = 1;
		target->name = STR("mesh");
		/* A script says itself by what it builds the mesh that this one replaces. */
		if (source_is_script(spec->source))
			target->builder = BUILT_BY_MESH;
	}
	struct mesh mesh = target ? *target : (struct mesh){0};
	mesh.override = true;
	mesh.broken = mesh.as_call = false;
	mesh.devices = NULL;
	mesh.ndevices = 0;
	mesh.devices_node = NULL;
	if (!target || !read_override(reader, override_axes(override), &mesh)) {
		diag_help(diag_add(reader->diags, RULE_OPTION_INVALID, mesh.name_at,
		                   "--mesh %s cannot be used", reader_shown(reader, override).s),
		          spec->nmeshes > 1 ? "name the mesh to replace: --mesh NAME:data=8,model=4"
		                            : "write it as --mesh data=8,model=4");
		return;
	}
	keep_types(&mesh);
	*target = mesh;
	fill_size(reader, target);
	reader_mesh_dcn(reader, target);
}

void reader_meshes(const struct reader *reader, const struct node *mesh,
                   const struct node *mesh_key, const struct node *meshes, struct str override,
                   struct spec *spec)
{
	enum { MAX_MESHES = 256 };
	uint32_t several = meshes && meshes->kind == NODE_MAP ? meshes->count : 0;
	if (meshes && meshes->kind != NODE_MAP)
		reader_wrong_kind(reader, meshes, "meshes", "a map from name to mesh");
	if (several > MAX_MESHES) {
		diag_add(reader->diags, RULE_LIMIT_EXCEEDED, meshes->at,
		         "the file has %u meshes, and at most %d are read", several, MAX_MESHES);
		several = 0;
	}
	struct mesh *list = arena_new(reader->arena, struct mesh, several + 1u);
	if (mesh) {
		list[0] = (struct mesh){.name = STR("mesh"), .name_at = mesh_key->at};
		read_mesh(reader, mesh, &list[spec->nmeshes++]);
	}
	for (uint32_t i = 0; i < several; i++) {
		const struct node *key = node_key(meshes, i);
		struct mesh *named = &list[spec->nmeshes++];
		named->name = key->kind == NODE_SCALAR ? node_text(key) : STR("");
		named->name_at = key->at;
		read_mesh(reader, node_value(meshes, i), named);
	}
	spec->meshes = list;
	if (override.s)
		apply_override(reader, override, spec);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "notation/convert.h"

#include <assert.h>

#include "base/checked.h"
#include "base/utf8.h"
#include "notation/framework_notations.h"
#include "notation/hlo_sharding.h"
#include "notation/shardy.h"

struct converter {
	const struct spec *spec;
	const struct named_mesh **meshes; /* of the spec; NULL for one that cannot be */
	struct shardy_meshes by_name;
	const struct jax_rules *rules; /* of the spec's release, else of the newest */
};

/* One layout on its way. */
struct conversion {
	struct arena *arena;
	const struct converter *converter;
	const struct tensor *tensor;
	const struct layout *layout;
	const struct named_mesh *mesh; /* of the tensor, or NULL */
	struct tensor_shape shape;
	enum notation_target target;
	struct diags *diags;
};

/* A layout as it was read: by names, or as HLO has it. */
struct sharding_value {
	const struct named_sharding *named;
	const struct hlo_sharding *hlo;
};

const char *notation_target_name(enum notation_target target)
{
	assert(target < TARGET_COUNT);
	static const char *const names[] = {
	    [TARGET_PARTITION_SPEC] = "partition-spec",
	    [TARGET_LIST] = "list",
	    [TARGET_HLO] = "hlo",
	    [TARGET_HLO_V1] = "hlo-v1",
	    [TARGET_HLO_NAMED] = "hlo-named",
	    [TARGET_SHARDY] = "shardy",
	    [TARGET_MARK_SHARDING] = "mark_sharding",
	    [TARGET_DTENSOR] = "dtensor",
	};
	return names[target];
}

bool notation_target_named(struct str name, enum notation_target *target)
{
	for (int i = 0; i < TARGET_COUNT; i++) {
		*target = (enum notation_target)i;
		if (str_equal(name, str_of(notation_target_name(*target))))
			return true;
	}
	return false;
}

static bool add_axes(struct arena *arena, const struct mesh *mesh, struct named_mesh *named,
                     struct diags *diags)
{
	struct mesh_axis *axes = arena_new(arena, struct mesh_axis, mesh->naxes);
	named->axes = axes;
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		const struct axis *axis = &mesh->axes[i];
		struct str shown = utf8_escaped(arena, axis->name);
		if (axis->size < 1 || !checked_multiply(&named->count, named->count, axis->size) ||
		    named->count > MAX_DEVICES)
			return diag_fails(diag_add(diags, RULE_MESH_SIZE, axis->size_at,
			                           "a mesh cannot have %lld devices along '%.*s'",
			                           (long long)axis->size, STR_ARG(shown)));
		if (named_mesh_axis(named, axis->name) < named->naxes)
			return diag_fails(diag_add(diags, RULE_MESH_AXIS_REPEATED, axis->at,
			                           "the mesh has axis '%.*s' twice",
			                           STR_ARG(shown)));
		bool manual = mesh->ntypes == mesh->naxes && mesh->types[i] == AXIS_MANUAL;
		axes[named->naxes++] = (struct mesh_axis){axis->name, axis->size, manual};
	}
	return true;
}

/*
 * The mesh of the spec, or NULL. JAX numbers devices by their place in the mesh when it writes a
 * sharding; the others use the ids themselves.
 */
static const struct named_mesh *mesh_of(struct arena *arena, const struct spec *spec,
                                        const struct mesh *mesh, struct diags *diags)
{
	struct named_mesh *named = arena_new(arena, struct named_mesh, 1);
	named->count = 1;
	named->numbered = mesh->unnamed;
	diags_about(diags, mesh->name, mesh->name_at.offset);
	if (mesh->broken || mesh->naxes != mesh->nsizes || !add_axes(arena, mesh, named, diags))
		return NULL;
	if (mesh->devices && mesh->ndevices == named->count &&
	    spec->framework.family != FRAMEWORK_JAX) {
		struct tile_assignment *order = arena_new(arena, struct tile_assignment, 1);
		*order = tile_assignment_list(arena, &named->count, 1, mesh->devices);
		named->order = order;
	}
	return named;
}

const struct converter *converter_make(struct arena *arena, const struct spec *spec,
                                       struct diags *diags)
{
	struct converter *converter = arena_new(arena, struct converter, 1);
	struct shardy_mesh *named = arena_new(arena, struct shardy_mesh, spec->nmeshes);
	converter->spec = spec;
	converter->meshes = arena_new(arena, const struct named_mesh *, spec->nmeshes);
	converter->by_name.items = named;
	for (uint32_t i = 0; i < spec->nmeshes; i++) {
		const struct named_mesh *mesh = mesh_of(arena, spec, &spec->meshes[i], diags);
		converter->meshes[i] = mesh;
		if (mesh)
			named[converter->by_name.count++] =
			    (struct shardy_mesh){spec->meshes[i].name, mesh};
	}
	converter->rules = spec->framework.rules;
	if (!converter->rules) {
		struct jax_rules *newest = arena_new(arena, struct jax_rules, 1);
		*newest = jax_newest_rules();
		converter->rules = newest;
	}
	return converter;
}

/* The bytes of the file behind part of the layout's text. */
static struct span text_part(const struct conversion *conversion, size_t at, size_t length)
{
	const struct layout *layout = conversion->layout;
	assert(at + length <= layout->text.len);
	if (!layout->scalar) /* a program gave it */
		return layout->at;
	size_t start = (size_t)(layout->text.s - layout->scalar->text);
	return node_text_span(conversion->converter->spec->source->text, layout->scalar, start + at,
	                      length);
}

static bool report_syntax(const struct conversion *conversion, const char *what,
                          const struct notation_error *error)
{
	struct diag *diag =
	    diag_add(conversion->diags, RULE_NOTATION_SYNTAX,
	             text_part(conversion, error->at, error->length), "cannot read this %s: %s%s",
	             what, utf8_escaped(conversion->arena, error->message).s,
	             error->aborts ? "; the framework dies of it" : "");
	notation_error_help(diag, error);
	if (error->framework.len)
		diag_framework(diag, "JaxRuntimeError",
		               str_copy(conversion->diags->arena, error->framework));
	return false;
}

static bool no_counterpart(const struct conversion *conversion, struct str why)
{
	return diag_fails(
	    diag_help(diag_add(conversion->diags, RULE_NOTATION_NO_COUNTERPART,
	                       conversion->layout->at, "this layout has no counterpart in %s: %.*s",
	                       notation_target_name(conversion->target), STR_ARG(why)),
	              "'shardctl convert --to hlo' or '--to shardy' can say most layouts"));
}

static bool check_rank(const struct conversion *conversion, uint32_t rank)
{
	if (rank == conversion->shape.rank)
		return true;
	return diag_fails(diag_add(conversion->diags, RULE_RANK_MISMATCH, conversion->layout->at,
	                           "the layout is for rank %u, but the tensor has rank %u", rank,
	                           conversion->shape.rank));
}

static bool need_mesh(const struct conversion *conversion)
{
	if (conversion->mesh)
		return true;
	if (!conversion->tensor->mesh)
		diag_help(diag_add(conversion->diags, RULE_MESH_MISSING, conversion->layout->at,
		                   "the layout cannot be converted without a mesh"),
		          "add mesh: {data: 4, model: 2}");
	return false;
}

/* A sharding in the framework's own words: PartitionSpec or placements. */
static bool read_framework_layout(struct conversion *conversion, struct sharding_value *value)
{
	const struct layout *layout = conversion->layout;
	struct named_sharding *named = arena_new(conversion->arena, struct named_sharding, 1);
	value->named = named;
	if (!need_mesh(conversion))
		return false;
	if (layout->notation == NOTATION_PARTITION_SPEC)
		return named_of_partition_spec(conversion->arena, &layout->spec, conversion->mesh,
		                               conversion->shape.rank, conversion->diags, named);
	return named_of_placements(conversion->arena, layout, conversion->mesh, &conversion->shape,
	                           conversion->diags, named);
}

/* A sharding on the tensor's mesh written out: the types of its axes make manual what is unused. */
static const struct named_sharding *on_tensor_mesh(const struct conversion *conversion,
                                                   const struct named_sharding *written)
{
	struct named_sharding *named = arena_new(conversion->arena, struct named_sharding, 1);
	*named = *written;
	named->mesh = conversion->mesh;
	for (uint32_t axis = 0; axis < named->mesh->naxes; axis++)
		if (named->mesh->axes[axis].manual && named->mesh->axes[axis].size > 1 &&
		    !named_sharding_uses(written, axis))
			axis_parts_add(conversion->arena, &named->manual,
			               axis_whole(named->mesh, axis));
	return named;
}

static bool read_shardy(struct conversion *conversion, struct sharding_value *value)
{
	struct notation_error error;
	const struct named_sharding *written = shardy_read(
	    conversion->arena, conversion->layout->text, &conversion->converter->by_name, &error);
	value->named = written;
	if (!written)
		return report_syntax(conversion, "Shardy sharding", &error);
	if (conversion->mesh &&
	    named_mesh_equal(conversion->arena, written->mesh, conversion->mesh))
		value->named = on_tensor_mesh(conversion, written);
	return written->mesh->single || check_rank(conversion, written->rank);
}

/* A sharding by names that fits any rank, for the rank of the tensor. */
static const struct named_sharding *with_rank(const struct conversion *conversion,
                                              const struct named_sharding *named)
{
	struct named_sharding *ranked = arena_new(conversion->arena, struct named_sharding, 1);
	*ranked = named_sharding_make(conversion->arena, named->mesh, conversion->shape.rank);
	ranked->manual = named->manual;
	ranked->unreduced = named->unreduced;
	ranked->replicated = named->replicated;
	return ranked;
}

static bool read_hlo(struct conversion *conversion, struct sharding_value *value)
{
	struct notation_error error;
	const struct hlo_sharding *hlo = hlo_sharding_read(
	    conversion->arena, conversion->layout->text, conversion->converter->rules, &error);
	value->hlo = hlo;
	if (!hlo)
		return report_syntax(conversion, "HloSharding", &error);
	if (hlo->kind == HLO_NAMED) {
		value->named =
		    hlo->named->any_rank ? with_rank(conversion, hlo->named) : hlo->named;
		value->hlo = NULL;
		return check_rank(conversion, value->named->rank);
	}
	return hlo->kind != HLO_TILED || check_rank(conversion, hlo->tiles.ndims - hlo->ntypes);
}

static bool read_layout(struct conversion *conversion, struct sharding_value *value)
{
	switch (conversion->layout->notation) {
	case NOTATION_PARTITION_SPEC:
	case NOTATION_PLACEMENTS:
		return read_framework_layout(conversion, value);
	case NOTATION_HLO_SHARDING:
		return read_hlo(conversion, value);
	case NOTATION_SHARDY:
		return read_shardy(conversion, value);
	case NOTATION_POSITIONAL:
		break;
	}
	return no_counterpart(conversion, STR("a PositionalSharding is not converted"));
}

/* The tiles of a value, and of each element of a tuple. */
static bool tiles_of(const struct conversion *conversion, const struct sharding_value *value,
                     struct hlo_sharding *tiles)
{
	struct str error;
	if (value->named)
		return hlo_of_named(conversion->arena, value->named, tiles, &error) ||
		       no_counterpart(conversion, error);
	*tiles = *value->hlo;
	if (tiles->kind != HLO_TUPLE)
		return true;
	struct hlo_sharding *elements =
	    arena_new(conversion->arena, struct hlo_sharding, tiles->nelements);
	tiles->elements = elements;
	for (size_t i = 0; i < tiles->nelements; i++) {
		const struct hlo_sharding *element = &value->hlo->elements[i];
		struct sharding_value part = {element->kind == HLO_NAMED ? element->named : NULL,
		                              element};
		if (!tiles_of(conversion, &part, &elements[i]))
			return false;
	}
	return true;
}

/* What a passage through tiles would lose. */
static bool survives_tiles(const struct named_sharding *named)
{
	bool survives = named->reduction == REDUCE_SUM && !named->reduced.count;
	for (uint32_t i = 0; i < named->rank; i++)
		survives &= !named->dims[i].open && named->dims[i].priority == NO_PRIORITY;
	return survives;
}

/* The value by names of the tensor's mesh; with `own_mesh` that of its text will do. */
static const struct named_sharding *named_of(const struct conversion *conversion,
                                             const struct sharding_value *value, bool own_mesh)
{
	const struct named_sharding *named = value->named;
	struct arena *arena = conversion->arena;
	struct hlo_sharding tiles;
	struct str error;
	if (named && (own_mesh || !conversion->mesh || named->mesh->single ||
	              named_mesh_equal(arena, named->mesh, conversion->mesh)))
		return named;
	if (named && !survives_tiles(named)) {
		no_counterpart(conversion, STR("its mesh is not that of the tensor"));
		return NULL;
	}
	if (!need_mesh(conversion) || !tiles_of(conversion, value, &tiles))
		return NULL;
	struct named_sharding *found = arena_new(arena, struct named_sharding, 1);
	if (named_of_hlo(arena, &tiles, conversion->mesh, conversion->shape.rank, found, &error))
		return found;
	no_counterpart(conversion, error);
	return NULL;
}

static bool write_hlo(const struct conversion *conversion, const struct sharding_value *value,
                      struct buf *out)
{
	struct hlo_sharding tiles;
	if (!tiles_of(conversion, value, &tiles))
		return false;
	/* torch_xla lists the devices always. */
	bool listed = conversion->target == TARGET_HLO_V1 ||
	              conversion->converter->spec->framework.family == FRAMEWORK_TORCH_XLA;
	return hlo_sharding_write(conversion->arena, out, &tiles, listed) ||
	       no_counterpart(conversion, STR("the devices are too many to be listed"));
}

static bool is_plain_name(struct str name)
{
	return str_find(name, '\'', 0) == name.len && str_find(name, '\\', 0) == name.len &&
	       utf8_ascii_length(name) == name.len && str_find(name, '\n', 0) == name.len;
}

static bool hlo_named_says(struct arena *arena, const struct named_sharding *named,
                           struct str *error)
{
	struct hlo_sharding tiles;
	*error = STR("it places the whole value on one device");
	if (named->mesh->single)
		return false;
	for (uint32_t i = 0; i < named->mesh->naxes; i++) {
		*error = STR("the name of an axis cannot be written");
		if (!is_plain_name(named->mesh->axes[i].name))
			return false;
	}
	*error = STR("priorities are Shardy's alone");
	for (uint32_t i = 0; i < named->rank; i++)
		if (named->dims[i].priority != NO_PRIORITY)
			return false;
	return hlo_of_named(arena, named, &tiles, error);
}

/* Shardy keeps one device in a mesh of its own. */
static bool write_maximal(const struct hlo_sharding *hlo, struct buf *out)
{
	struct named_mesh mesh = {.count = 1, .single = true, .device = hlo->device};
	struct named_sharding named = {.mesh = &mesh};
	shardy_write(out, &named);
	return true;
}

static bool manual_by_type(const struct named_sharding *named)
{
	for (uint32_t i = 0; i < named->manual.count; i++)
		if (!named->mesh->axes[named->manual.items[i].axis].manual)
			return false;
	return true;
}

static bool write_named(const struct conversion *conversion, const struct named_sharding *named,
                        struct buf *out, struct str *error)
{
	switch (conversion->target) {
	case TARGET_PARTITION_SPEC:
		return partition_spec_write(out, named, error);
	case TARGET_LIST:
		return spec_list_write(out, named, error);
	case TARGET_MARK_SHARDING:
		return mark_sharding_write(out, named, error);
	case TARGET_DTENSOR:
		return placements_write(out, named, &conversion->shape, error);
	case TARGET_HLO_NAMED:
		if (!hlo_named_says(conversion->arena, named, error))
			return false;
		hlo_named_write(out, named);
		return true;
	case TARGET_SHARDY:
		*error = STR("manual axes are said by the computation, not by a sharding");
		if (!manual_by_type(named))
			return false;
		shardy_write(out, named);
		return true;
	case TARGET_HLO:
	case TARGET_HLO_V1:
	case TARGET_COUNT:
		break;
	}
	return false;
}

static bool write_value(const struct conversion *conversion, const struct sharding_value *value,
                        struct buf *out)
{
	enum notation_target target = conversion->target;
	bool own_mesh = target == TARGET_SHARDY || target == TARGET_HLO_NAMED;
	struct str error = STR("");
	if (target == TARGET_HLO || target == TARGET_HLO_V1)
		return write_hlo(conversion, value, out);
	if (value->hlo && value->hlo->group != SHARD_GROUP_NONE)
		return no_counterpart(conversion, STR("shard_as and shard_like are HLO's alone"));
	if (value->hlo && value->hlo->kind == HLO_MAXIMAL && target == TARGET_SHARDY)
		return write_maximal(value->hlo, out);
	const struct named_sharding *named = named_of(conversion, value, own_mesh);
	if (!named)
		return false;
	return write_named(conversion, named, out, &error) || no_counterpart(conversion, error);
}

static struct conversion conversion_of(struct arena *arena, const struct converter *converter,
                                       const struct tensor *tensor, struct diags *diags)
{
	struct conversion conversion = {
	    .arena = arena,
	    .converter = converter,
	    .tensor = tensor,
	    .layout = tensor->layout,
	    .shape = {tensor_sizes(arena, tensor), tensor->rank},
	    .diags = diags,
	};
	if (tensor->mesh)
		conversion.mesh = converter->meshes[tensor->mesh - converter->spec->meshes];
	return conversion;
}

bool convert_readable(struct arena *arena, const struct converter *converter,
                      const struct tensor *tensor, const struct layout *layout, struct diags *diags)
{
	struct conversion conversion = conversion_of(arena, converter, tensor, diags);
	struct sharding_value value = {0};
	conversion.layout = layout;
	switch (layout->notation) {
	case NOTATION_HLO_SHARDING:
		return read_hlo(&conversion, &value);
	case NOTATION_SHARDY:
		return read_shardy(&conversion, &value);
	case NOTATION_PARTITION_SPEC:
	case NOTATION_PLACEMENTS:
	case NOTATION_POSITIONAL:
		break;
	}
	return true;
}

/* The axes of a dim as a PartitionSpec names them. */
static struct entry entry_of(struct arena *arena, const struct named_mesh *mesh,
                             const struct axis_parts *parts, struct span at)
{
	struct reference *axes = arena_new(arena, struct reference, parts->count);
	for (uint32_t i = 0; i < parts->count; i++)
		axes[i] = (struct reference){.kind = REFERENCE_NAME,
		                             .name = mesh->axes[parts->items[i].axis].name,
		                             .at = at};
	return (struct entry){.kind = parts->count ? ENTRY_AXES : ENTRY_NONE,
	                      .tuple = parts->count > 1,
	                      .axes = axes,
	                      .naxes = parts->count,
	                      .at = at};
}

static bool has_whole_axes(const struct named_sharding *named)
{
	const struct axis_parts *parts;
	for (uint32_t i = 0; (parts = named_sharding_parts(named, i)); i++)
		if (axis_parts_any_cut(named->mesh, parts))
			return false;
	return true;
}

/* A layout in another notation as the PartitionSpec that says the same, or NULL. */
static const struct layout *to_partition_spec(struct arena *arena,
                                              const struct converter *converter,
                                              const struct tensor *tensor,
                                              const struct layout *layout)
{
	struct diags unread = diags_make(arena);
	struct conversion conversion = conversion_of(arena, converter, tensor, &unread);
	struct sharding_value value = {0};
	conversion.layout = layout;
	conversion.target = TARGET_PARTITION_SPEC;
	if (!conversion.mesh || !read_layout(&conversion, &value))
		return NULL;
	const struct named_sharding *named = named_of(&conversion, &value, false);
	if (!named || named->mesh->single || !has_whole_axes(named))
		return NULL;
	struct entry *entries = arena_new(arena, struct entry, named->rank);
	for (uint32_t i = 0; i < named->rank; i++)
		entries[i] = entry_of(arena, named->mesh, &named->dims[i].axes, layout->at);
	struct entry unreduced = entry_of(arena, named->mesh, &named->unreduced, layout->at);
	struct layout *converted = arena_new(arena, struct layout, 1);
	*converted = (struct layout){.notation = NOTATION_PARTITION_SPEC, .at = layout->at};
	converted->spec = (struct partition_spec){.entries = entries,
	                                          .nentries = named->rank,
	                                          .unreduced = unreduced.axes,
	                                          .nunreduced = unreduced.naxes,
	                                          .has_unreduced = unreduced.naxes > 0,
	                                          .at = layout->at};
	return converted;
}

static bool is_partition_spec(const struct layout *layout)
{
	return !layout || layout->notation == NOTATION_PARTITION_SPEC;
}

/* The layout on a mesh of its own: that of reshard_to may be another than the tensor's. */
static const struct layout *converted(struct arena *arena, const struct converter *converter,
                                      const struct tensor *tensor, const struct layout *layout,
                                      const struct mesh *mesh)
{
	struct tensor on_mesh = *tensor;
	on_mesh.mesh = mesh;
	const struct layout *alike = is_partition_spec(layout)
	                                 ? NULL
	                                 : to_partition_spec(arena, converter, &on_mesh, layout);
	return alike ? alike : layout;
}

const struct tensor *convert_tensor(struct arena *arena, const struct converter *converter,
                                    const struct tensor *tensor)
{
	if (tensor->broken || tensor->open ||
	    (is_partition_spec(tensor->layout) && is_partition_spec(tensor->reshard_to)))
		return tensor;
	struct tensor *result = arena_new(arena, struct tensor, 1);
	*result = *tensor;
	result->layout = converted(arena, converter, tensor, tensor->layout, tensor->mesh);
	result->reshard_to =
	    converted(arena, converter, tensor, tensor->reshard_to, tensor->reshard_mesh);
	return result;
}

/* Whether there is a placement for each axis of the mesh, of dimensions that the tensor has. */
static bool placements_fit(const struct tensor *tensor)
{
	const struct layout *layout = tensor->layout;
	bool fit = tensor->mesh && layout->placements.count == tensor->mesh->naxes;
	for (uint32_t i = 0; i < layout->placements.count && fit; i++) {
		const struct placement *placement = &layout->placements.items[i];
		bool cuts = placement->kind == PLACEMENT_SHARD ||
		            placement->kind == PLACEMENT_STRIDED_SHARD;
		fit = !cuts || (placement->dim >= -2 * (int64_t)tensor->rank &&
		                placement->dim < (int64_t)tensor->rank);
	}
	return fit;
}

struct str convert_layout(struct arena *arena, const struct converter *converter,
                          const struct tensor *tensor, enum notation_target target,
                          struct diags *diags)
{
	struct str nothing = {NULL, 0};
	if (tensor->broken || tensor->open || !tensor->layout)
		return nothing;
	struct conversion conversion = conversion_of(arena, converter, tensor, diags);
	struct sharding_value value = {0};
	struct buf out = {.arena = arena};
	conversion.target = target;
	diags_about(diags, tensor->name, tensor->at.offset);
	if (target == TARGET_DTENSOR && tensor->layout->notation == NOTATION_PLACEMENTS &&
	    placements_fit(tensor)) {
		placements_copy(&out, tensor->layout, tensor->rank);
		return buf_str(&out);
	}
	if (!read_layout(&conversion, &value) || !write_value(&conversion, &value, &out))
		return nothing;
	return buf_str(&out);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* PartitionSpec, as a value and as text; the spec tuple of mark_sharding is its plainest form. */
#include "base/utf8.h"

#include <assert.h>
#include "notation/axis_name.h"
#include "notation/framework_notations.h"

/* What is at hand while a spec is turned into axes. */
struct building {
	struct arena *arena;
	const struct named_mesh *mesh;
	struct diags *diags;
	bool *used; /* per axis */
};

static bool add_axis(struct building *building, const struct reference *reference,
                     struct axis_parts *parts)
{
	const struct named_mesh *mesh = building->mesh;
	struct str shown = utf8_escaped(building->arena, reference->name);
	if (reference->kind != REFERENCE_NAME)
		return diag_fails(diag_add(building->diags, RULE_SPEC_SYNTAX, reference->at,
		                           "a tuple holds names of axes only"));
	uint32_t axis = named_mesh_axis(mesh, reference->name);
	if (axis == mesh->naxes)
		return diag_fails(diag_add(building->diags, RULE_AXIS_UNKNOWN, reference->at,
		                           "the mesh has no axis '%.*s'", STR_ARG(shown)));
	if (building->used[axis])
		return diag_fails(diag_add(building->diags, RULE_AXIS_REPEATED, reference->at,
		                           "axis '%.*s' is used twice", STR_ARG(shown)));
	building->used[axis] = true;
	parts->items =
	    arena_grow(building->arena, parts->items, parts->count * sizeof *parts->items,
	               parts->count + 1u, sizeof *parts->items);
	parts->items[parts->count++] = axis_whole(mesh, axis);
	return true;
}

static bool add_axes(struct building *building, const struct reference *references, uint32_t count,
                     struct axis_parts *parts)
{
	for (uint32_t i = 0; i < count; i++)
		if (!add_axis(building, &references[i], parts))
			return false;
	return true;
}

/*
 * Manual axes that the spec does not name stay manual. JAX (named_sharding_to_xla_hlo_sharding)
 * asserts that the spec names no manual axis, unless it names every axis; axes of size 1 aside.
 */
static bool add_manual(struct building *building, const struct partition_spec *spec,
                       struct named_sharding *named)
{
	const struct named_mesh *mesh = building->mesh;
	bool any_left = false;
	for (uint32_t axis = 0; axis < mesh->naxes; axis++) {
		bool left = !building->used[axis] && mesh->axes[axis].size > 1;
		any_left |= left;
		if (left && mesh->axes[axis].manual)
			axis_parts_add(building->arena, &named->manual, axis_whole(mesh, axis));
	}
	for (uint32_t axis = 0; any_left && axis < mesh->naxes; axis++) {
		if (!building->used[axis] || !mesh->axes[axis].manual || mesh->axes[axis].size == 1)
			continue;
		return diag_fails(
		    diag_framework(diag_add(building->diags, RULE_NOTATION_NO_COUNTERPART, spec->at,
		                            "the spec uses the manual axis '%s', for which JAX "
		                            "makes no sharding",
		                            utf8_escaped(building->arena, mesh->axes[axis].name).s),
		                   "AssertionError", STR("")));
	}
	return true;
}

bool named_of_partition_spec(struct arena *arena, const struct partition_spec *spec,
                             const struct named_mesh *mesh, uint32_t rank, struct diags *diags,
                             struct named_sharding *named)
{
	struct building building = {arena, mesh, diags, arena_new(arena, bool, mesh->naxes)};
	*named = named_sharding_make(arena, mesh, rank);
	if (spec->nentries > rank)
		return diag_fails(diag_add(diags, RULE_RANK_MISMATCH, spec->at,
		                           "the spec has %u entries, but the tensor has rank %u",
		                           spec->nentries, rank));
	for (uint32_t i = 0; i < spec->nentries; i++) {
		const struct entry *entry = &spec->entries[i];
		named->dims[i].open = entry->kind == ENTRY_UNCONSTRAINED;
		if (entry->kind == ENTRY_AXES &&
		    !add_axes(&building, entry->axes, entry->naxes, &named->dims[i].axes))
			return false;
	}
	if (!add_axes(&building, spec->unreduced, spec->nunreduced, &named->unreduced) ||
	    !add_axes(&building, spec->reduced, spec->nreduced, &named->reduced))
		return false;
	axis_parts_sort(&named->unreduced);
	axis_parts_sort(&named->reduced);
	return add_manual(&building, spec, named);
}

/* How a notation writes a dim. */
struct style {
	void (*name)(struct buf *out, struct str name);
	const char *none, *unconstrained; /* NULL: cannot be said */
	const char *open, *close;         /* of several axes on one dim */
};

/* The number of an axis that has no name. */
static void axis_number(struct buf *out, struct str name)
{
	buf_add(out, name);
}

static const struct style python = {axis_name_python, "None", "P.UNCONSTRAINED", "(", ")"};
static const struct style mark = {axis_name_python, "None", NULL, "(", ")"};
static const struct style mark_numbers = {axis_number, "None", NULL, "(", ")"};
static const struct style yaml = {axis_name_yaml, "null", "UNCONSTRAINED", "[", "]"};

static bool add_dim(struct buf *out, const struct named_mesh *mesh, const struct named_dim *dim,
                    const struct style *style, struct str *error)
{
	if (dim->priority != NO_PRIORITY)
		return notation_refuse(error, STR("priorities are Shardy's alone"));
	if (dim->open && dim->axes.count)
		return notation_refuse(error, STR("a dimension is sharded and open to more"));
	if (dim->open && !style->unconstrained)
		return notation_refuse(error, STR("a dimension is left to the compiler"));
	if (axis_parts_any_cut(mesh, &dim->axes))
		return notation_refuse(error,
		                       STR("a dimension is sharded along a part of an axis"));
	if (!dim->axes.count) {
		buf_puts(out, dim->open ? style->unconstrained : style->none);
		return true;
	}
	buf_puts(out, dim->axes.count > 1 ? style->open : "");
	for (uint32_t i = 0; i < dim->axes.count; i++) {
		buf_puts(out, i ? ", " : "");
		style->name(out, mesh->axes[dim->axes.items[i].axis].name);
	}
	buf_puts(out, dim->axes.count > 1 ? style->close : "");
	return true;
}

static bool add_dims(struct buf *out, const struct named_sharding *named, const struct style *style,
                     struct str *error)
{
	for (uint32_t i = 0; i < named->rank; i++) {
		buf_puts(out, i ? ", " : "");
		if (!add_dim(out, named->mesh, &named->dims[i], style, error))
			return false;
	}
	return true;
}

/* Whether a dim is sharded along an axis. */
static bool uses_axis(const struct named_sharding *named, uint32_t axis)
{
	assert(axis < named->mesh->naxes);
	for (uint32_t i = 0; i < named->rank; i++)
		for (uint32_t k = 0; k < named->dims[i].axes.count; k++)
			if (named->dims[i].axes.items[k].axis == axis)
				return true;
	return false;
}

/* Whether the manual axes are those that the types of the mesh make so. */
static bool manual_by_type(const struct named_sharding *named)
{
	const struct named_mesh *mesh = named->mesh;
	for (uint32_t axis = 0; axis < mesh->naxes; axis++) {
		bool listed = false;
		for (uint32_t i = 0; i < named->manual.count; i++)
			listed |= named->manual.items[i].axis == axis;
		bool manual = mesh->axes[axis].manual && !uses_axis(named, axis);
		if (listed != manual && mesh->axes[axis].size > 1)
			return false;
	}
	return !axis_parts_any_cut(mesh, &named->manual);
}

/* What no spec of axes can say; replicated axes matter only where the compiler may shard more. */
static bool check_axes(const struct named_sharding *named, struct str *error)
{
	bool open = false;
	for (uint32_t i = 0; i < named->rank; i++)
		open |= named->dims[i].open;
	if (named->mesh->single)
		return notation_refuse(error, STR("it places the whole value on one device"));
	if (named->replicated.count && open)
		return notation_refuse(error,
		                       STR("it keeps axes replicated beside open dimensions"));
	if (!manual_by_type(named))
		return notation_refuse(error, STR("its manual axes are not those of the mesh"));
	return true;
}

/* , unreduced={'y'} */
static bool add_set(struct buf *out, const struct named_mesh *mesh, const char *name,
                    const struct axis_parts *parts, bool first)
{
	if (!parts->count)
		return first;
	buf_printf(out, "%s%s={", first ? "" : ", ", name);
	for (uint32_t i = 0; i < parts->count; i++) {
		buf_puts(out, i ? ", " : "");
		axis_name_python(out, mesh->axes[parts->items[i].axis].name);
	}
	buf_putc(out, '}');
	return false;
}

bool partition_spec_write(struct buf *out, const struct named_sharding *named, struct str *error)
{
	const struct named_mesh *mesh = named->mesh;
	if (!check_axes(named, error))
		return false;
	if (axis_parts_any_cut(mesh, &named->unreduced) || named->reduction != REDUCE_SUM)
		return notation_refuse(error,
		                       STR("its unreduced axes are cut, or wait for no sum"));
	buf_puts(out, "P(");
	if (!add_dims(out, named, &python, error))
		return false;
	bool first = add_set(out, mesh, "unreduced", &named->unreduced, !named->rank);
	add_set(out, mesh, "reduced", &named->reduced, first);
	buf_putc(out, ')');
	return true;
}

bool spec_list_write(struct buf *out, const struct named_sharding *named, struct str *error)
{
	if (!check_axes(named, error))
		return false;
	if (named->unreduced.count || named->reduced.count)
		return notation_refuse(error,
		                       STR("a list has no place for unreduced and reduced axes"));
	buf_putc(out, '[');
	if (!add_dims(out, named, &yaml, error))
		return false;
	buf_putc(out, ']');
	return true;
}

bool mark_sharding_write(struct buf *out, const struct named_sharding *named, struct str *error)
{
	if (!check_axes(named, error))
		return false;
	if (named->unreduced.count || named->reduced.count || named->manual.count)
		return notation_refuse(
		    error, STR("mark_sharding knows no unreduced, reduced or manual axes"));
	buf_putc(out, '(');
	if (!add_dims(out, named, named->mesh->numbered ? &mark_numbers : &mark, error))
		return false;
	buf_puts(out, named->rank == 1 ? ",)" : ")");
	return true;
}

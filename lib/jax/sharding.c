/* SPDX-License-Identifier: Apache-2.0 */
#include "jax/sharding.h"

#include <inttypes.h>

#include "base/checked.h"
#include "jax/python_text.h"

/* canonicalize_partition: a tuple of one is its element, an empty one None, an empty name too (but
 * not inside a tuple). */
static struct entry canonical_entry(struct entry entry)
{
	if (entry.kind == ENTRY_NONE)
		entry.tuple = false;
	if (entry.kind != ENTRY_AXES)
		return entry;
	const struct reference only = entry.axes[0];
	if (!entry.tuple && only.kind == REFERENCE_NAME && only.name.len == 0)
		entry.kind = ENTRY_NONE;
	if (!entry.tuple || entry.naxes != 1)
		return entry;
	entry.tuple = only.kind == REFERENCE_NESTED;
	if (only.kind == REFERENCE_NONE || (only.kind == REFERENCE_NESTED && !only.nitems))
		entry.kind = ENTRY_NONE;
	else if (only.kind == REFERENCE_UNCONSTRAINED)
		entry.kind = ENTRY_UNCONSTRAINED;
	if (only.kind == REFERENCE_NESTED) {
		entry.axes = only.items;
		entry.naxes = only.nitems;
	}
	return entry;
}

struct partition_spec jax_canonical_spec(struct arena *arena, const struct jax_rules *rules,
                                         const struct partition_spec *spec)
{
	struct partition_spec canonical = *spec;
	if (!rules->has[JAX_CANONICAL_ENTRIES])
		return canonical;
	struct entry *entries = arena_new(arena, struct entry, spec->nentries);
	for (uint32_t i = 0; i < spec->nentries; i++)
		entries[i] = canonical_entry(spec->entries[i]);
	canonical.entries = entries;
	return canonical;
}

uint32_t jax_axis_index(const struct mesh *mesh, struct str name)
{
	for (uint32_t i = mesh->naxes; i-- > 0;)
		if (str_equal(mesh->axes[i].name, name))
			return i;
	return mesh->naxes;
}

uint32_t jax_reference_axis(const struct mesh *mesh, const struct reference *reference)
{
	return reference->kind == REFERENCE_NAME ? jax_axis_index(mesh, reference->name)
	                                         : mesh->naxes;
}

bool jax_entry_ways(const struct jax_sharding *sharding, const struct entry *entry, int64_t *ways)
{
	*ways = 1;
	for (uint32_t i = 0; i < entry_axes(entry); i++) {
		uint32_t axis = jax_reference_axis(sharding->mesh, &entry->axes[i]);
		if (axis == sharding->mesh->naxes ||
		    !checked_multiply(ways, *ways, sharding->mesh->axes[axis].size))
			return false;
	}
	return true;
}

bool jax_any_axis(const struct jax_sharding *sharding, enum axis_type type)
{
	for (uint32_t i = 0; i < sharding->mesh->naxes; i++)
		if (sharding->types[i] == type)
			return true;
	return false;
}

bool jax_all_axes(const struct jax_sharding *sharding, enum axis_type type)
{
	for (uint32_t i = 0; i < sharding->mesh->naxes; i++)
		if (sharding->types[i] != type)
			return false;
	return sharding->mesh->naxes > 0;
}

static void entry_text(struct buf *out, const struct entry *entry)
{
	if (entry->kind == ENTRY_UNCONSTRAINED) {
		buf_puts(out, "UNCONSTRAINED");
	} else if (entry->kind == ENTRY_NONE) {
		buf_puts(out, entry->tuple ? "()" : "None");
	} else if (!entry->tuple) {
		python_reference(out, &entry->axes[0]);
	} else {
		buf_putc(out, '(');
		for (uint32_t i = 0; i < entry->naxes; i++) {
			buf_puts(out, i ? ", " : "");
			python_reference(out, &entry->axes[i]);
		}
		python_tuple_end(out, entry->naxes);
	}
}

void jax_partitions_text(struct buf *out, const struct partition_spec *spec)
{
	buf_putc(out, '(');
	for (uint32_t i = 0; i < spec->nentries; i++) {
		buf_puts(out, i ? ", " : "");
		entry_text(out, &spec->entries[i]);
	}
	python_tuple_end(out, spec->nentries);
}

/* {'y'}: Python's order of a set is not known, so the axes stand as they are written. */
static void set_text(struct buf *out, const struct reference *axes, uint32_t count)
{
	buf_putc(out, '{');
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(out, i ? ", " : "");
		python_reference(out, &axes[i]);
	}
	buf_putc(out, '}');
}

void jax_axis_set_text(struct buf *out, const struct reference *axes, uint32_t count)
{
	buf_puts(out, "frozenset(");
	if (count)
		set_text(out, axes, count);
	buf_putc(out, ')');
}

static const char *const kind_names[] = {
    [UNREDUCED_SUM] = "sum",
    [UNREDUCED_MAX] = "max",
    [UNREDUCED_MIN] = "min",
};

void jax_spec_text(struct buf *out, const struct jax_rules *rules,
                   const struct partition_spec *spec)
{
	buf_puts(out, rules->has[JAX_SHORT_SPEC_REPR] ? "P(" : "PartitionSpec(");
	for (uint32_t i = 0; i < spec->nentries; i++) {
		buf_puts(out, i ? ", " : "");
		entry_text(out, &spec->entries[i]);
	}
	bool more = spec->nunreduced || spec->nreduced;
	if (spec->nentries == 1)
		buf_puts(out, more ? ", " : ",");
	else if (spec->nentries && more)
		buf_puts(out, ", ");
	if (spec->nunreduced) {
		buf_puts(out, "unreduced=");
		set_text(out, spec->unreduced, spec->nunreduced);
	}
	if (spec->nreduced) {
		buf_puts(out, spec->nunreduced ? ", reduced=" : "reduced=");
		set_text(out, spec->reduced, spec->nreduced);
	}
	if (spec->nunreduced && rules->has[JAX_UNREDUCED_KIND])
		buf_printf(out, ", unreduced_kind=%s", kind_names[spec->unreduced_kind]);
	buf_putc(out, ')');
}

void jax_axis_names_text(struct buf *out, const struct mesh *mesh)
{
	buf_putc(out, '(');
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		buf_puts(out, i ? ", " : "");
		if (mesh->axes[i].nameless)
			buf_puts(out, "None");
		else
			python_string(out, mesh->axes[i].name);
	}
	python_tuple_end(out, mesh->naxes);
}

static const char *const type_names[] = {
    [AXIS_AUTO] = "Auto",
    [AXIS_EXPLICIT] = "Explicit",
    [AXIS_MANUAL] = "Manual",
};

void jax_types_text(struct buf *out, const enum axis_type *types, uint32_t count)
{
	buf_putc(out, '(');
	for (uint32_t i = 0; i < count; i++)
		buf_printf(out, "%s%s", i ? ", " : "", type_names[types[i]]);
	python_tuple_end(out, count);
}

/* Explicit: ('x', 'y') */
static void names_of_type_text(struct buf *out, const struct jax_sharding *sharding,
                               enum axis_type type)
{
	uint32_t count = 0;
	buf_printf(out, "%s: (", type_names[type]);
	for (uint32_t i = 0; i < sharding->mesh->naxes; i++) {
		if (sharding->types[i] != type)
			continue;
		buf_puts(out, count++ ? ", " : "");
		python_string(out, sharding->mesh->axes[i].name);
	}
	python_tuple_end(out, count);
}

void jax_types_by_kind_text(struct buf *out, const struct jax_sharding *sharding)
{
	bool seen[AXIS_MANUAL + 1] = {false}, any = false;
	buf_putc(out, '{');
	for (uint32_t i = 0; i < sharding->mesh->naxes; i++) {
		if (seen[sharding->types[i]])
			continue;
		buf_puts(out, any ? ", " : "");
		names_of_type_text(out, sharding, sharding->types[i]);
		seen[sharding->types[i]] = any = true;
	}
	buf_putc(out, '}');
}

void jax_mesh_types_text(struct buf *out, const struct jax_sharding *sharding)
{
	if (sharding->rules->has[JAX_TYPES_BY_KIND])
		jax_types_by_kind_text(out, sharding);
	else
		jax_types_text(out, sharding->types, sharding->mesh->naxes);
}

static void mesh_axes_text(struct buf *out, const struct jax_sharding *sharding)
{
	const struct mesh *mesh = sharding->mesh;
	for (uint32_t i = 0; i < mesh->naxes; i++)
		buf_printf(out, "%s'%.*s': %" PRId64, i ? ", " : "", STR_ARG(mesh->axes[i].name),
		           mesh->axes[i].size);
	if (sharding->rules->has[JAX_AXIS_TYPES]) {
		buf_puts(out, ", axis_types=");
		jax_types_text(out, sharding->types, mesh->naxes);
	}
}

void jax_mesh_text(struct buf *out, const struct jax_sharding *sharding)
{
	if (sharding->abstract) {
		jax_abstract_mesh_text(out, sharding);
		return;
	}
	buf_puts(out, "Mesh(");
	mesh_axes_text(out, sharding);
	buf_putc(out, ')');
}

void jax_abstract_mesh_text(struct buf *out, const struct jax_sharding *sharding)
{
	const bool *has = sharding->rules->has;
	buf_puts(out, "AbstractMesh(");
	mesh_axes_text(out, sharding);
	if (has[JAX_ABSTRACT_TPU_CORES])
		buf_puts(out, ", device_kind=cpu, num_tpu_cores=0");
	if (has[JAX_ABSTRACT_CORES])
		buf_puts(out, ", device_kind=cpu, num_cores=None");
	if (has[JAX_ABSTRACT_PLATFORM])
		buf_puts(out, ", platform=cpu");
	buf_putc(out, ')');
}

void jax_sharding_text(struct buf *out, const struct jax_sharding *sharding)
{
	buf_puts(out, "NamedSharding(mesh=");
	jax_mesh_text(out, sharding);
	buf_puts(out, ", spec=");
	jax_spec_text(out, sharding->rules, &sharding->spec);
	if (sharding->rules->has[JAX_MEMORY_KIND_REPR] && !sharding->abstract)
		buf_puts(out, ", memory_kind=device");
	buf_putc(out, ')');
}

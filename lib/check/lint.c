/* SPDX-License-Identifier: Apache-2.0 */
#include "check/lint.h"

#include <inttypes.h>

#include "base/checked.h"

struct lint lint_make(struct arena *arena, const struct spec *spec)
{
	struct lint lint = {.arena = arena};
	lint.used = arena_alloc(arena, spec->nmeshes, sizeof *lint.used, 1);
	lint.placed = arena_new(arena, bool, spec->nmeshes);
	return lint;
}

/* Marks the axis as used. A misspelt name may have meant any of them. */
static void mark_axis(struct lint *lint, const struct mesh *mesh, bool *used,
                      const struct reference *reference)
{
	uint32_t axis = jax_reference_axis(mesh, reference);
	if (axis < mesh->naxes)
		used[axis] = true;
	else
		lint->incomplete |= reference->kind == REFERENCE_NAME;
}

static void mark_axes(struct lint *lint, const struct spec *spec,
                      const struct jax_sharding *sharding)
{
	const struct mesh *mesh = sharding->mesh;
	bool *used = lint->used[mesh - spec->meshes];
	const struct partition_spec *part = &sharding->spec;
	lint->placed[mesh - spec->meshes] = true;
	for (uint32_t i = 0; i < part->nentries; i++)
		for (uint32_t j = 0;
		     part->entries[i].kind == ENTRY_AXES && j < part->entries[i].naxes; j++)
			mark_axis(lint, mesh, used, &part->entries[i].axes[j]);
	for (uint32_t i = 0; i < part->nunreduced; i++)
		mark_axis(lint, mesh, used, &part->unreduced[i]);
	for (uint32_t i = 0; i < part->nreduced; i++)
		mark_axis(lint, mesh, used, &part->reduced[i]);
}

static int64_t tensor_bytes(const struct tensor *tensor)
{
	int64_t bits = tensor->dtype ? (int64_t)tensor->dtype->bits : 0;
	for (uint32_t i = 0; i < tensor->rank; i++)
		if (tensor->dims[i].size == 0)
			return 0; /* whatever the others are */
	for (uint32_t i = 0; i < tensor->rank; i++)
		bits *= tensor->dims[i].size;
	return ceiling_divide(bits, 8);
}

/* 134217728 as "128.0 MiB". */
static struct str bytes_text(struct arena *arena, int64_t bytes)
{
	static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
	double value = (double)bytes;
	size_t unit = 0;
	for (; value >= 1024 && unit + 1 < sizeof units / sizeof *units; unit++)
		value /= 1024;
	return str_format(arena, unit ? "%.1f %s" : "%.0f %s", value, units[unit]);
}

static void lint_replicated(const struct judge *judge, const struct tensor *tensor,
                            const struct jax_sharding *sharding)
{
	int64_t devices = 1, ways, bytes = tensor_bytes(tensor);
	for (uint32_t i = 0; i < sharding->mesh->naxes; i++)
		devices *= sharding->mesh->axes[i].size;
	for (uint32_t i = 0; i < sharding->spec.nentries; i++)
		if (!jax_entry_ways(sharding, &sharding->spec.entries[i], &ways) || ways > 1)
			return;
	if (tensor->kind != KIND_PARAM || devices <= 1 ||
	    bytes < judge->spec->checks.replicated_bytes)
		return;
	struct str name = judge_shown(judge, tensor->name),
		   size = bytes_text(judge->scratch, bytes);
	struct diag *diag =
	    diag_add(judge->diags, RULE_PARAM_REPLICATED, sharding->spec.at,
	             "parameter '%.*s' of %.*s is replicated on all %" PRId64 " devices",
	             STR_ARG(name), STR_ARG(size), devices);
	diag_help(diag,
	          "shard a dimension of it, or raise the limit with checks: {replicated_bytes: …}");
}

/* A dimension that the moment accepts although its shards do not divide it. */
static void lint_uneven(const struct judge *judge, const struct tensor *tensor,
                        const struct jax_sharding *sharding)
{
	bool constraint = tensor->applied_by == MOMENT_CONSTRAINT;
	if (!constraint && tensor->applied_by != MOMENT_SHAPE_DTYPE_STRUCT)
		return;
	for (uint32_t i = 0; i < tensor->rank && i < sharding->spec.nentries; i++) {
		const struct entry *entry = &sharding->spec.entries[i];
		int64_t ways, size = tensor->dims[i].size, padded;
		if (!jax_entry_ways(sharding, entry, &ways) || size % ways == 0 ||
		    !checked_multiply(&padded, ceiling_divide(size, ways), ways))
			continue;
		struct str how = judge_ways_text(judge, entry, ways);
		struct diag *diag;
		if (constraint)
			diag =
			    diag_add(judge->diags, RULE_DIM_UNEVEN, entry->at,
			             "dimension %u of size %" PRId64 " is padded to %" PRId64
			             ": %.*s does not divide it, and a constraint does not object",
			             i, size, padded, STR_ARG(how));
		else
			diag = diag_add(judge->diags, RULE_DIM_UNEVEN, entry->at,
			                "dimension %u of size %" PRId64
			                " is not divided by %.*s: the struct is accepted, but no "
			                "array can have this layout",
			                i, size, STR_ARG(how));
		diag_help(diag, "use a multiple of %" PRId64 ", or leave the dimension unsharded",
		          ways);
	}
}

/* "half a head", "1/3 of a head", "2.5 heads": what one shard gets. */
static struct str heads_text(struct arena *arena, int64_t heads, int64_t ways)
{
	if (ways % 2 == 0 && ways / 2 == heads)
		return STR("half a head");
	if (ways % heads == 0)
		return str_format(arena, "1/%" PRId64 " of a head", ways / heads);
	return str_format(arena, "%.3g heads", (double)heads / (double)ways);
}

static void lint_heads(const struct judge *judge, const struct tensor *tensor,
                       const struct jax_sharding *sharding)
{
	for (uint32_t i = 0; i < tensor->nheads; i++) {
		const struct heads *heads = &tensor->heads[i];
		int64_t ways;
		if (heads->dim >= sharding->spec.nentries || heads->dim >= tensor->rank)
			continue;
		const struct entry *entry = &sharding->spec.entries[heads->dim];
		if (!jax_entry_ways(sharding, entry, &ways) ||
		    tensor->dims[heads->dim].size % ways || heads->count % ways == 0)
			continue;
		struct str how = judge_ways_text(judge, entry, ways),
			   part = heads_text(judge->scratch, heads->count, ways);
		struct str name = judge_shown(judge, tensor->name);
		struct diag *diag =
		    diag_add(judge->diags, RULE_HEADS_SPLIT, entry->at,
		             "%.*s splits the %" PRId64 " heads packed in dimension %" PRId64
		             " of '%.*s': each shard gets %.*s",
		             STR_ARG(how), heads->count, heads->dim, STR_ARG(name), STR_ARG(part));
		diag_note(diag, heads->at, "the number of heads is given here");
		diag_help(diag,
		          "use axes whose product divides %" PRId64
		          "; the reshape to heads fails or moves data otherwise",
		          heads->count);
	}
}

static uint64_t layout_hash(const struct partition_spec *spec)
{
	uint64_t hash = spec->nentries;
	for (uint32_t i = 0; i < spec->nentries; i++) {
		hash = hash * 1099511628211u + spec->entries[i].kind + 3;
		for (uint32_t j = 0;
		     spec->entries[i].kind == ENTRY_AXES && j < spec->entries[i].naxes; j++)
			hash = (hash ^ str_hash(spec->entries[i].axes[j].name)) * 1099511628211u;
	}
	return hash;
}

/* The name with each number, or range of numbers, as '#', and the shape: the same for all of a
 * family. */
static struct str family_pattern(struct arena *arena, const struct tensor *tensor, bool *numbered)
{
	struct buf out = {.arena = arena};
	struct str name = tensor->name;
	*numbered = false;
	for (size_t i = 0; i < name.len; i++) {
		bool range = name.s[i] == '{' && str_find(name, '}', i) < name.len,
		     digit = name.s[i] >= '0' && name.s[i] <= '9';
		if (range)
			i = str_find(name, '}', i);
		while (digit && i + 1 < name.len && name.s[i + 1] >= '0' && name.s[i + 1] <= '9')
			i++;
		*numbered |= range || digit;
		buf_putc(&out, range || digit ? '#' : name.s[i]);
	}
	for (uint32_t i = 0; i < tensor->rank; i++)
		buf_printf(&out, " %" PRId64, tensor->dims[i].size);
	return buf_str(&out);
}

static struct family *family_of(struct lint *lint, struct str pattern)
{
	bool added;
	const uint32_t *known = table_find(&lint->families, pattern);
	if (known)
		return &lint->all[*known];
	table_add(lint->arena, &lint->families, str_copy(lint->arena, pattern), lint->count,
	          &added);
	lint->all =
	    arena_append(lint->arena, lint->all, lint->count, &lint->room, sizeof *lint->all);
	return &lint->all[lint->count++];
}

static void gather_family(struct lint *lint, const struct judge *judge, const struct tensor *tensor,
                          const struct partition_spec *spec)
{
	bool numbered;
	struct str pattern = family_pattern(judge->scratch, tensor, &numbered);
	if (!numbered)
		return;
	struct family *family = family_of(lint, pattern);
	uint64_t hash = layout_hash(spec);
	for (int i = 0; i < 2; i++) {
		if (!family->members[i]) {
			family->layouts[i] = hash;
			family->first[i] = spec->at;
			family->name[i] = tensor->name;
			family->group[i] = tensor->at.offset;
		}
		if (family->layouts[i] == hash) {
			if (!checked_add(&family->members[i], family->members[i], tensor->count))
				family->more = true;
			return;
		}
	}
	family->more = true;
}

void lint_tensor(struct lint *lint, const struct judge *judge, const struct tensor *tensor,
                 const struct jax_sharding *sharding, bool refused)
{
	mark_axes(lint, judge->spec, sharding);
	gather_family(lint, judge, tensor, &sharding->spec);
	lint_heads(judge, tensor, sharding);
	if (refused)
		return;
	lint_replicated(judge, tensor, sharding);
	lint_uneven(judge, tensor, sharding);
}

static void lint_unused_axes(const struct lint *lint, const struct judge *judge, uint32_t index)
{
	const struct mesh *mesh = &judge->spec->meshes[index];
	for (uint32_t i = 0; lint->placed[index] && i < mesh->naxes; i++) {
		bool shadowed =
		    jax_axis_index(mesh, mesh->axes[i].name) != i; /* by one of its name */
		if (lint->used[index][i] || mesh->axes[i].size <= 1 || shadowed)
			continue;
		struct str name = judge_shown(judge, mesh->axes[i].name);
		struct diag *diag =
		    diag_add(judge->diags, RULE_AXIS_UNUSED, mesh->axes[i].at,
		             "no tensor uses axis '%.*s': everything is replicated %" PRId64
		             " times along it",
		             STR_ARG(name), mesh->axes[i].size);
		diag_help(diag, "shard something over it, or leave the axis out of the mesh");
	}
}

static void lint_family(const struct family *family, const struct judge *judge)
{
	enum { ENOUGH = 3 };
	int odd = family->members[1] == 1 ? 1 : 0;
	if (family->more || family->members[odd] != 1 || family->members[1 - odd] < ENOUGH - 1)
		return;
	struct str name = judge_shown(judge, family->name[odd]);
	diags_about(judge->diags, family->name[odd], family->group[odd]);
	struct diag *diag = diag_add(judge->diags, RULE_FAMILY_DIFFERS, family->first[odd],
	                             "'%.*s' is laid out differently from the %" PRId64
	                             " other tensors of its family",
	                             STR_ARG(name), family->members[1 - odd]);
	diag_note(diag, family->first[1 - odd], "the others are laid out like this");
	diag_help(diag, "give it the layout of the others, unless the difference is meant");
}

void lint_finish(const struct lint *lint, const struct judge *judge)
{
	diags_about(judge->diags, STR(""), NO_GROUP);
	bool others_use = judge->spec->program || judge->spec->rules || lint->incomplete;
	for (uint32_t i = 0; !others_use && i < judge->spec->nmeshes; i++)
		lint_unused_axes(lint, judge, i);
	for (uint32_t i = 0; i < lint->count; i++)
		lint_family(&lint->all[i], judge);
	diags_about(judge->diags, STR(""), NO_GROUP);
}

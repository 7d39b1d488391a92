/* SPDX-License-Identifier: Apache-2.0 */
#include "check/lint.h"

#include <inttypes.h>

#include "base/checked.h"

struct lint lint_make(struct arena *arena, const struct spec *spec)
{
	struct lint lint = {.arena = arena, .families = families_make(arena)};
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
		for (uint32_t j = 0; j < entry_axes(&part->entries[i]); j++)
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
static struct str size_text(struct arena *arena, int64_t bytes)
{
	static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
	double value = (double)bytes;
	size_t unit = 0;
	for (; value >= 1024 && unit + 1 < COUNT_OF(units); unit++)
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
	struct str name = judge_shown(judge, tensor->name), size = size_text(judge->scratch, bytes);
	struct diag *diag =
	    diag_add(judge->diags, RULE_PARAM_REPLICATED, sharding->spec.at,
	             "parameter '%.*s' of %.*s is replicated on all %" PRId64 " devices",
	             STR_ARG(name), STR_ARG(size), devices);
	diag_help(diag,
	          "shard a dimension of it, or raise the limit with checks: {replicated_bytes: …}");
}

/* A dimension that the moment accepts although its shards do not divide it. */
static void lint_uneven(const struct judge *judge, const struct tensor *tensor,
                        const struct jax_sharding *sharding, enum moment moment)
{
	bool constraint = moment == MOMENT_CONSTRAINT;
	if (!constraint && moment != MOMENT_SHAPE_DTYPE_STRUCT && moment != MOMENT_ARGUMENT)
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
			diag = diag_add(
			    judge->diags, RULE_DIM_UNEVEN, entry->at,
			    "dimension %u of size %" PRId64 " is padded to %" PRId64
			    ": it is not divisible by %.*s, which a constraint does not check",
			    i, size, padded, STR_ARG(how));
		else
			diag = diag_add(judge->diags, RULE_DIM_UNEVEN, entry->at,
			                "dimension %u of size %" PRId64
			                " is not divisible by %.*s: the %s, but no array can "
			                "have this layout",
			                i, size, STR_ARG(how),
			                moment == MOMENT_ARGUMENT ? "program is traced"
			                                          : "struct is accepted");
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
		struct diag *diag =
		    diag_add(judge->diags, RULE_HEADS_SPLIT, entry->at,
		             "%.*s splits the %" PRId64 " heads packed in dimension %" PRId64
		             " of '%s': each shard gets %.*s",
		             STR_ARG(how), heads->count, heads->dim,
		             judge_shown(judge, tensor->name).s, STR_ARG(part));
		diag_note(diag, heads->at, "the number of heads is given here");
		diag_help(diag,
		          "use axes whose product divides %" PRId64
		          "; the reshape to heads fails or moves data otherwise",
		          heads->count);
	}
}

uint64_t lint_layout_hash(const struct partition_spec *spec)
{
	uint32_t length = spec->nentries; /* without the Nones at its end, which say nothing */
	while (length && spec->entries[length - 1].kind == ENTRY_NONE)
		length--;
	uint64_t hash = length;
	for (uint32_t i = 0; i < length; i++) {
		const struct entry *entry = &spec->entries[i];
		hash = hash * 1099511628211u + (uint64_t)entry->kind + 3;
		for (uint32_t j = 0; j < entry_axes(entry); j++)
			hash = (hash ^ str_hash(entry->axes[j].name)) * 1099511628211u;
	}
	return hash;
}

uint64_t lint_shape_hash(const struct tensor *tensor)
{
	uint64_t hash = tensor->rank;
	for (uint32_t i = 0; i < tensor->rank; i++)
		hash = (hash ^ (uint64_t)tensor->dims[i].size) * 0x9e3779b97f4a7c15u;
	return hash;
}

void lint_tensor(struct lint *lint, const struct judge *judge, const struct tensor *tensor,
                 const struct jax_sharding *sharding, enum moment moment, bool refused)
{
	mark_axes(lint, judge->spec, sharding);
	struct family_member member = {
	    .name = tensor->name,
	    .shape = lint_shape_hash(tensor),
	    .layout = lint_layout_hash(&sharding->spec),
	    .at = sharding->spec.at,
	    .group = tensor->at.offset,
	    .count = tensor->count,
	};
	families_add(&lint->families, &member);
	lint_heads(judge, tensor, sharding);
	if (refused)
		return;
	lint_replicated(judge, tensor, sharding);
	lint_uneven(judge, tensor, sharding, moment);
}

static void lint_unused_axes(const struct lint *lint, const struct judge *judge, uint32_t index)
{
	const struct mesh *mesh = &judge->spec->meshes[index];
	for (uint32_t i = 0; lint->placed[index] && i < mesh->naxes; i++) {
		bool shadowed =
		    jax_axis_index(mesh, mesh->axes[i].name) != i; /* by one of its name */
		if (lint->used[index][i] || mesh->axes[i].size <= 1 || shadowed)
			continue;
		struct diag *diag = diag_add(
		    judge->diags, RULE_AXIS_UNUSED, mesh->axes[i].at,
		    "no tensor uses axis '%s': everything is replicated %" PRId64 " times along it",
		    judge_shown(judge, mesh->axes[i].name).s, mesh->axes[i].size);
		diag_help(diag, "shard something over it, or leave the axis out of the mesh");
	}
}

void lint_finish(const struct lint *lint, const struct judge *judge)
{
	diags_about(judge->diags, STR(""), NO_GROUP);
	bool others_use = judge->spec->program_at.length || judge->spec->rules || lint->incomplete;
	for (uint32_t i = 0; !others_use && i < judge->spec->nmeshes; i++)
		lint_unused_axes(lint, judge, i);
	families_report(&lint->families, judge);
	diags_about(judge->diags, STR(""), NO_GROUP);
}

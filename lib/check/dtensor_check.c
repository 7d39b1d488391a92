/* SPDX-License-Identifier: Apache-2.0 */
#include "check/dtensor_check.h"

#include <assert.h>
#include <inttypes.h>

#include "base/checked.h"
#include "torch/dtensor_redistribute.h"
#include "torch/dtensor_words.h"

static struct dtensor_sizes sizes_of_mesh(struct arena *arena, const struct mesh *mesh)
{
	return (struct dtensor_sizes){mesh_axis_sizes(arena, mesh), mesh->nsizes};
}

/* What torch refuses as findings, each with its words. */
static void report(const struct judge *judge, const struct violation *violation, struct span at)
{
	diag_framework(diag_help(diag_add(judge->diags, violation->rule, at, "%.*s",
	                                  STR_ARG(violation->message)),
	                         "%.*s", STR_ARG(violation->help)),
	               violation->type, violation->text);
}

static struct span mesh_place(const struct violation *violation, const struct mesh *mesh)
{
	if (violation->rule == RULE_MESH_AXIS_REPEATED)
		return mesh->axes[violation->entry].at;
	if (violation->entry != NO_ENTRY)
		return mesh->devices_node->at;
	return mesh->override ? mesh->name_at : mesh->at;
}

/* Ranks outside of the mesh take part in nothing. */
static void note_left_out(const struct judge *judge, const struct mesh *mesh, int64_t product)
{
	int64_t world = judge->spec->devices;
	if (!world || product >= world)
		return;
	diag_help(diag_add(judge->diags, RULE_MESH_DEVICES_UNUSED,
	                   mesh->override ? mesh->name_at : mesh->at,
	                   "the mesh has %" PRId64 " of %" PRId64
	                   " ranks; on the others a DTensor has the local shape (0,)",
	                   product, world),
	          "torch says nothing of it; make the sizes multiply to %" PRId64, world);
}

bool dtensor_check_spec_mesh(const struct judge *judge, const struct torch_rules *rules,
                             const struct mesh *mesh)
{
	if (mesh->broken)
		return false;
	struct violations found = violations_make(judge->diags->arena);
	struct str *names = arena_new(judge->scratch, struct str, mesh->naxes);
	for (uint32_t i = 0; i < mesh->naxes; i++)
		names[i] = mesh->axes[i].name;
	struct dtensor_mesh_call call = {
	    .sizes = sizes_of_mesh(judge->scratch, mesh),
	    .names = names,
	    .nnames = mesh->naxes,
	    .ranks = mesh->devices,
	    .nranks = mesh->ndevices,
	    .world = judge->spec->devices,
	};
	dtensor_check_mesh(rules, &call, &found);
	for (const struct violation *one = found.first; one; one = one->next)
		report(judge, one, mesh_place(one, mesh));
	int64_t product = 1;
	for (uint32_t i = 0; i < mesh->nsizes; i++)
		if (!checked_multiply(&product, product, mesh->axes[i].size))
			return false;
	if (!found.count)
		note_left_out(judge, mesh, product);
	return !found.count && mesh->nsizes <= MAX_AXES;
}

static bool any_partial(const struct layout *layout)
{
	for (uint32_t i = 0; i < layout->placements.count; i++)
		if (layout->placements.items[i].kind == PLACEMENT_PARTIAL)
			return true;
	return false;
}

/* How a layout comes about: one that is redistributed may be partial before, as distribute_tensor
 * would not make it. */
static enum dtensor_entrance entrance_of(const struct tensor *tensor, const struct layout *layout,
                                         bool redistributed)
{
	if (redistributed)
		return DTENSOR_REDISTRIBUTE;
	return tensor->reshard_to && any_partial(layout) ? DTENSOR_FACTORY : DTENSOR_DISTRIBUTE;
}

static void warn_nested(const struct judge *judge, const struct dtensor_placing *placing,
                        const struct placement *placements, struct span at)
{
	for (uint32_t dim = 0; dim < placing->shape.count; dim++) {
		struct str message, help;
		if (dtensor_nests_otherwise(judge->scratch, placing, placements, dim, &message,
		                            &help))
			diag_help(diag_add(judge->diags, RULE_SHARDS_NESTED, at, "%.*s",
			                   STR_ARG(message)),
			          "%.*s", STR_ARG(help));
	}
}

/* Strided shards that torch itself is not of one mind about. */
static void check_strided(const struct judge *judge, const struct torch_rules *rules,
                          const struct tensor *tensor, const struct layout *layout,
                          const struct placement *placements, const struct mesh *mesh)
{
	for (uint32_t i = 0; i < layout->placements.count; i++) {
		const struct placement *placement = &placements[i];
		int64_t dim = dtensor_dim(placement, tensor->rank), pieces;
		if (placement->kind != PLACEMENT_STRIDED_SHARD || dim < 0 ||
		    (checked_multiply(&pieces, placement->split_factor, mesh->axes[i].size) &&
		     tensor->dims[dim].size % pieces == 0))
			continue;
		if (!rules->has[DTENSOR_STRIDES_CUT_PIECES])
			return; /* it is accepted, with sizes of its own */
		diag_help(diag_add(judge->diags, RULE_NOTATION_NOT_JUDGED,
		                   layout->placements.items[i].at,
		                   "torch 2.15 places uneven strided shards only when each rank "
		                   "has the data already (src_data_rank=None): it is not judged"),
		          "make the dimension a multiple of the mesh dimension times the split "
		          "factor");
		return;
	}
}

/* The placements that a tensor has before it is redistributed, or NULL where they are not known. */
static const struct layout *layout_before(const struct judge *judge, const struct tensor *tensor)
{
	const struct layout *layout = tensor->layout;
	if (layout && layout->notation == NOTATION_PARTITION_SPEC && tensor->mesh)
		layout = dtensor_placements_of_spec(judge->scratch, layout, tensor->mesh);
	bool known = layout && tensor->mesh && layout->notation == NOTATION_PLACEMENTS &&
	             layout->placements.count == tensor->mesh->naxes;
	return known ? layout : NULL;
}

static bool same_mesh(const struct mesh *a, const struct mesh *b)
{
	bool same = a->nsizes == b->nsizes && a->naxes == b->naxes && a->ndevices == b->ndevices &&
	            a->unnamed == b->unnamed;
	for (uint32_t i = 0; i < a->nsizes && same; i++)
		same = a->axes[i].size == b->axes[i].size;
	for (uint32_t i = 0; i < a->naxes && same; i++)
		same = str_equal(a->axes[i].name, b->axes[i].name);
	for (uint32_t i = 0; i < a->ndevices && same; i++)
		same = a->devices[i] == b->devices[i];
	return same;
}

/* The placements as torch leaves them, and what it refuses, on the way to them too. */
static const struct placement *check_redistributed(const struct judge *judge,
                                                   const struct torch_rules *rules,
                                                   const struct tensor *tensor,
                                                   const struct dtensor_placing *placing,
                                                   struct violations *found)
{
	const struct layout *before = layout_before(judge, tensor);
	if (!before)
		return dtensor_check_placements(rules, placing, found);
	struct violations unread = violations_make(judge->scratch);
	struct dtensor_placing source = *placing;
	source.mesh = sizes_of_mesh(judge->scratch, tensor->mesh);
	source.placements = before->placements.items;
	source.count = before->placements.count;
	struct dtensor_move move = {
	    .from = dtensor_check_placements(rules, &source, &unread),
	    .from_count = source.count,
	    .to = *placing,
	    .elsewhere = !same_mesh(tensor->mesh, tensor->reshard_mesh),
	};
	return dtensor_plan_redistribution(rules, &move, found).to;
}

static struct span placement_place(const struct violation *violation, const struct layout *layout)
{
	return violation->entry == NO_ENTRY ? layout->at
	                                    : layout->placements.items[violation->entry].at;
}

bool dtensor_check_spec_layout(const struct judge *judge, const struct torch_rules *rules,
                               const struct tensor *tensor, const struct layout *layout,
                               const struct mesh *mesh)
{
	struct violations found = violations_make(judge->diags->arena);
	bool written =
	    layout->at.offset == (tensor->reshard_to ? tensor->reshard_to->at.offset : 0);
	const struct dtensor_placing placing = {
	    .entrance = entrance_of(tensor, layout, written),
	    .shape = {tensor_sizes(judge->scratch, tensor), tensor->rank},
	    .mesh = sizes_of_mesh(judge->scratch, mesh),
	    .placements = layout->placements.items,
	    .count = layout->placements.count,
	    .name = str_format(judge->scratch, "'%.*s'", STR_ARG(judge_shown(judge, tensor->name))),
	};
	const struct placement *placements =
	    placing.entrance == DTENSOR_REDISTRIBUTE
		? check_redistributed(judge, rules, tensor, &placing, &found)
		: dtensor_check_placements(rules, &placing, &found);
	for (const struct violation *one = found.first; one; one = one->next)
		report(judge, one, placement_place(one, layout));
	if (found.count)
		return false;
	if (layout->placements.count == mesh->naxes) {
		check_strided(judge, rules, tensor, layout, placements, mesh);
		warn_nested(judge, &placing, placements, layout->at);
	}
	return true;
}

/* The axes of one entry of a PartitionSpec as shards of a dim; false when they are not in the order
 * of the mesh, or one shards another dim already. */
static bool place_entry(const struct entry *entry, uint32_t dim, const struct mesh *mesh,
                        struct placement *placements)
{
	uint32_t next = 0;
	for (uint32_t i = 0; i < entry_axes(entry); i++) {
		uint32_t axis;
		if (entry->axes[i].kind != REFERENCE_NAME ||
		    !mesh_axis_named(mesh, entry->axes[i].name, &axis) || axis < next ||
		    placements[axis].kind != PLACEMENT_REPLICATE)
			return false;
		placements[axis] = (struct placement){
		    .kind = PLACEMENT_SHARD, .dim = dim, .at = entry->axes[i].at};
		next = axis + 1;
	}
	return entry->kind != ENTRY_UNCONSTRAINED;
}

const struct layout *dtensor_placements_of_spec(struct arena *arena, const struct layout *layout,
                                                const struct mesh *mesh)
{
	assert(layout->notation == NOTATION_PARTITION_SPEC);
	struct layout *placed = arena_new(arena, struct layout, 1);
	struct placement *items = arena_new(arena, struct placement, mesh->naxes);
	for (uint32_t i = 0; i < mesh->naxes; i++)
		items[i] = (struct placement){.kind = PLACEMENT_REPLICATE, .at = layout->at};
	for (uint32_t dim = 0; dim < layout->spec.nentries; dim++)
		if (!place_entry(&layout->spec.entries[dim], dim, mesh, items))
			return NULL;
	if (layout->spec.nunreduced || layout->spec.nreduced)
		return NULL;
	placed->notation = NOTATION_PLACEMENTS;
	placed->at = layout->at;
	placed->placements.items = items;
	placed->placements.count = mesh->naxes;
	return placed;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "check/dtensor_check.h"

#include <assert.h>
#include <inttypes.h>

#include "base/checked.h"
#include "base/utf8.h"
#include "torch/dtensor_redistribute.h"

enum { MAX_RANKS_SHOWN = 64 };

static struct dtensor_sizes mesh_sizes(struct arena *arena, const struct mesh *mesh)
{
	int64_t *sizes = arena_new(arena, int64_t, mesh->nsizes);
	for (uint32_t i = 0; i < mesh->nsizes; i++)
		sizes[i] = mesh->axes[i].size;
	return (struct dtensor_sizes){sizes, mesh->nsizes};
}

static struct dtensor_sizes tensor_sizes(struct arena *arena, const struct tensor *tensor)
{
	int64_t *sizes = arena_new(arena, int64_t, tensor->rank);
	for (uint32_t i = 0; i < tensor->rank; i++)
		sizes[i] = tensor->dims[i].size;
	return (struct dtensor_sizes){sizes, tensor->rank};
}

/* The finding for one refusal of a mesh, in our words. */
static struct diag *mesh_finding(const struct judge *judge, const struct mesh *mesh,
                                 const struct dtensor_refusal *refusal)
{
	struct diags *diags = judge->diags;
	struct span at = mesh->override ? mesh->name_at : mesh->at;
	const struct axis *axis = &mesh->axes[refusal->place];
	switch (refusal->problem) {
	case DTENSOR_PROBLEM_NAMES:
		return diag_help(diag_add(diags, RULE_MESH_AXES_COUNT, at,
		                          "the mesh has %u size%s, but %u name%s", mesh->nsizes,
		                          plural(mesh->nsizes), mesh->naxes, plural(mesh->naxes)),
		                 "give each dimension of the mesh one name");
	case DTENSOR_PROBLEM_NAME_TWICE:
		return diag_help(diag_add(diags, RULE_MESH_AXIS_REPEATED, axis->at,
		                          "two dimensions of the mesh are called '%.*s'",
		                          STR_ARG(judge_shown(judge, axis->name))),
		                 "give the dimensions different names");
	case DTENSOR_PROBLEM_MESH_SIZE:
		return diag_help(
		    diag_add(diags, RULE_MESH_SIZE, at, "a mesh cannot have these sizes"),
		    "every dimension needs at least one rank; init_device_mesh fills in no -1");
	case DTENSOR_PROBLEM_WORLD:
		return diag_help(
		    diag_add(diags, RULE_MESH_DEVICES, at,
		             "the mesh has more ranks than the %" PRId64 " that there are",
		             judge->spec->devices),
		    "make the sizes multiply to at most %" PRId64, judge->spec->devices);
	case DTENSOR_PROBLEM_RANK:
		return diag_help(diag_add(diags, RULE_MESH_DEVICES, mesh->devices_node->at,
		                          "rank %" PRId64 " is not one of the %" PRId64
		                          " that there are",
		                          mesh->devices[refusal->place], judge->spec->devices),
		                 "ranks go from 0 to %" PRId64, judge->spec->devices - 1);
	case DTENSOR_PROBLEM_RANK_TWICE:
		return diag_help(diag_add(diags, RULE_MESH_DEVICE_REPEATED, mesh->devices_node->at,
		                          "rank %" PRId64 " stands twice in the mesh",
		                          mesh->devices[refusal->place]),
		                 "list each rank once; torch fails on that rank alone, and the "
		                 "others hang");
	default:
		break;
	}
	assert(false);
	return NULL;
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
	struct arena *arena = judge->diags->arena;
	struct dtensor_refusals refusals = {.arena = arena};
	struct str *names = arena_new(judge->scratch, struct str, mesh->naxes);
	for (uint32_t i = 0; i < mesh->naxes; i++)
		names[i] = mesh->axes[i].name;
	struct dtensor_mesh_call call = {
	    .sizes = mesh_sizes(judge->scratch, mesh),
	    .names = names,
	    .nnames = mesh->naxes,
	    .ranks = mesh->devices,
	    .nranks = mesh->ndevices,
	    .world = judge->spec->devices,
	};
	dtensor_check_mesh(rules, &call, &refusals);
	for (const struct dtensor_refusal *refusal = refusals.first; refusal;
	     refusal = refusal->next)
		diag_framework(mesh_finding(judge, mesh, refusal), refusal->type, refusal->text);
	int64_t product = 1;
	for (uint32_t i = 0; i < mesh->nsizes; i++)
		if (!checked_multiply(&product, product, mesh->axes[i].size))
			return false;
	if (!refusals.first)
		note_left_out(judge, mesh, product);
	return !refusals.first && mesh->nsizes <= MAX_AXES;
}

static struct diag *placement_finding(const struct judge *judge, const struct tensor *tensor,
                                      const struct layout *layout, const struct mesh *mesh,
                                      const struct dtensor_refusal *refusal)
{
	struct diags *diags = judge->diags;
	const struct placement *placement = &layout->placements.items[refusal->place];
	struct str name = judge_shown(judge, tensor->name);
	uint32_t count = layout->placements.count;
	switch (refusal->problem) {
	case DTENSOR_PROBLEM_COUNT:
		return diag_help(
		    diag_add(diags, RULE_PLACEMENT_COUNT, layout->at,
		             "'%.*s' has %u placement%s, but the mesh has %u dimension%s",
		             STR_ARG(name), count, plural(count), mesh->naxes, plural(mesh->naxes)),
		    "write one placement for each dimension of the mesh, not of the "
		    "tensor, Replicate() where it is not to be cut");
	case DTENSOR_PROBLEM_DIM:
		return diag_help(diag_add(diags, RULE_PLACEMENT_DIM, placement->at,
		                          "the placement shards dimension %" PRId64
		                          " of '%.*s', which has rank %u",
		                          placement->dim, STR_ARG(name), tensor->rank),
		                 tensor->rank ? "dimensions go from 0 to %u; the mesh dimension is "
		                                "the place in the list"
		                              : "a scalar can only be replicated (%u)",
		                 tensor->rank ? tensor->rank - 1 : 0);
	case DTENSOR_PROBLEM_SPLIT:
		return diag_help(diag_add(diags, RULE_PLACEMENT_DIM, placement->at,
		                          "a split factor of %" PRId64 " cuts nothing",
		                          placement->split_factor),
		                 "it is the number of shards that later placements make of the "
		                 "dimension");
	case DTENSOR_PROBLEM_PARTIAL:
	case DTENSOR_PROBLEM_MIXED:
		return diag_help(diag_add(diags, RULE_PLACEMENT_PARTIAL, placement->at,
		                          "'%.*s' cannot be placed as Partial('%.*s') here",
		                          STR_ARG(name),
		                          STR_ARG(judge_shown(judge, placement->reduce_op))),
		                 "a partial value is what operations leave, or DTensor.from_local "
		                 "is told");
	default:
		break;
	}
	assert(false);
	return NULL;
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

/* Ranks of the mesh dimensions that shard a dim, and where a rank stands among them. */
struct nest {
	struct dtensor_sizes sizes;
	int64_t shards; /* their product */
};

static struct nest nest_of(struct arena *arena, const struct placement *placements,
                           const struct mesh *mesh, uint32_t rank, uint32_t dim)
{
	int64_t *sizes = arena_new(arena, int64_t, mesh->naxes);
	struct nest nest = {.shards = 1};
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		if (placements[i].kind != PLACEMENT_SHARD || mesh->axes[i].size == 1 ||
		    dtensor_dim(&placements[i], rank) != (int64_t)dim)
			continue;
		sizes[nest.sizes.count++] = mesh->axes[i].size;
		if (!checked_multiply(&nest.shards, nest.shards, mesh->axes[i].size))
			nest.shards = INT64_MAX;
	}
	nest.sizes.items = sizes;
	return nest;
}

/* Elements of the shard at `place` in row-major order of the mesh dimensions that cut the dim. */
static int64_t nested_length(const struct nest *nest, int64_t size, int64_t place)
{
	int64_t inner = nest->shards;
	for (uint32_t i = 0; i < nest->sizes.count; i++) {
		inner /= nest->sizes.items[i];
		struct dtensor_run part =
		    dtensor_chunk(size, nest->sizes.items[i], place / inner % nest->sizes.items[i]);
		size = part.stop - part.start;
	}
	return size;
}

/* "1, 1, 1, 0": the lengths of all shards, by DTensor or as a tuple of a PartitionSpec. */
static struct str lengths_text(struct arena *arena, const struct nest *nest, int64_t size,
                               bool nested)
{
	struct buf out = {.arena = arena};
	int64_t shown = nest->shards < MAX_RANKS_SHOWN ? nest->shards : MAX_RANKS_SHOWN;
	for (int64_t i = 0; i < shown; i++) {
		struct dtensor_run part = dtensor_chunk(size, nest->shards, i);
		buf_printf(&out, "%s%" PRId64, i ? ", " : "",
		           nested ? nested_length(nest, size, i) : part.stop - part.start);
	}
	buf_puts(&out, shown < nest->shards ? " …" : "");
	return buf_str(&out);
}

/* Nested shards are cut one after the other, a tuple of a PartitionSpec at once: uneven sizes come
 * out otherwise. */
static void warn_nested(const struct judge *judge, const struct tensor *tensor,
                        const struct layout *layout, const struct placement *placements,
                        const struct mesh *mesh)
{
	for (uint32_t dim = 0; dim < tensor->rank; dim++) {
		int64_t size = tensor->dims[dim].size;
		struct nest nest = nest_of(judge->scratch, placements, mesh, tensor->rank, dim);
		if (nest.sizes.count < 2 || size % nest.shards == 0)
			continue;
		struct str ours = lengths_text(judge->scratch, &nest, size, true);
		struct str theirs = lengths_text(judge->scratch, &nest, size, false);
		if (str_equal(ours, theirs))
			continue;
		diag_help(diag_add(judge->diags, RULE_SHARDS_NESTED, layout->at,
		                   "dimension %u of '%.*s', of size %" PRId64
		                   ", is cut into shards of %.*s elements; a PartitionSpec tuple "
		                   "over the same axes would cut %.*s",
		                   dim, STR_ARG(judge_shown(judge, tensor->name)), size,
		                   STR_ARG(ours), STR_ARG(theirs)),
		          "make the size a multiple of %" PRId64
		          ", or do not take the slices of one framework for those of the other",
		          nest.shards);
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

/* What torch raises on the way from the tensor's placements to the others. */
static void check_steps(const struct judge *judge, const struct torch_rules *rules,
                        const struct tensor *tensor, const struct placement *to,
                        struct dtensor_refusals *refusals)
{
	const struct mesh *mesh = tensor->mesh;
	const struct layout *layout = tensor->layout, *target = tensor->reshard_to;
	if (layout && layout->notation == NOTATION_PARTITION_SPEC && mesh)
		layout = dtensor_placements_of_spec(judge->scratch, layout, mesh);
	if (!layout || layout->notation != NOTATION_PLACEMENTS || mesh != tensor->reshard_mesh ||
	    layout->placements.count != mesh->naxes)
		return;
	struct dtensor_refusals unread = {.arena = judge->scratch};
	struct dtensor_move move = {
	    .mesh = mesh_sizes(judge->scratch, mesh),
	    .rank = tensor->rank,
	    .to = to,
	    .count = target->placements.count,
	};
	move.from = dtensor_check_placements(rules, DTENSOR_REDISTRIBUTE,
	                                     tensor_sizes(judge->scratch, tensor), move.mesh,
	                                     layout->placements.items, mesh->naxes, &unread);
	struct dtensor_plan plan = dtensor_plan_redistribution(judge->scratch, rules, &move);
	if (!plan.refusal)
		return;
	struct dtensor_refusal *refusal = arena_new(refusals->arena, struct dtensor_refusal, 1);
	*refusal = *plan.refusal;
	refusal->text = str_copy(refusals->arena, refusal->text);
	refusals->first = refusal;
}

bool dtensor_check_spec_layout(const struct judge *judge, const struct torch_rules *rules,
                               const struct tensor *tensor, const struct layout *layout,
                               const struct mesh *mesh)
{
	struct dtensor_refusals refusals = {.arena = judge->diags->arena};
	bool written =
	    layout->at.offset == (tensor->reshard_to ? tensor->reshard_to->at.offset : 0);
	enum dtensor_entrance entrance = entrance_of(tensor, layout, written);
	const struct placement *placements = dtensor_check_placements(
	    rules, entrance, tensor_sizes(judge->scratch, tensor), mesh_sizes(judge->scratch, mesh),
	    layout->placements.items, layout->placements.count, &refusals);
	if (entrance == DTENSOR_REDISTRIBUTE && !refusals.first)
		check_steps(judge, rules, tensor, placements, &refusals);
	for (const struct dtensor_refusal *refusal = refusals.first; refusal;
	     refusal = refusal->next)
		diag_framework(placement_finding(judge, tensor, layout, mesh, refusal),
		               refusal->type, refusal->text);
	if (refusals.first)
		return false;
	if (layout->placements.count == mesh->naxes) {
		check_strided(judge, rules, tensor, layout, placements, mesh);
		warn_nested(judge, tensor, layout, placements, mesh);
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

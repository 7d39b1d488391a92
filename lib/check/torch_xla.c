/* SPDX-License-Identifier: Apache-2.0 */
#include "check/torch_xla.h"

#include <inttypes.h>

#include "base/checked.h"
#include "trace/named_array.h"

/* ---- What a spec says as torch_xla would be given it ---- */

static struct mark mark_of_reference(struct arena *arena, const struct reference *reference)
{
	struct mark mark = {.kind = MARK_NAME, .text = reference->name};
	if (reference->kind == REFERENCE_NONE)
		return (struct mark){.kind = MARK_NONE};
	if (reference->numbered)
		return (struct mark){.kind = MARK_INDEX, .index = reference->number};
	if (reference->boolean)
		return (struct mark){.kind = MARK_OTHER, .text = STR("bool")};
	if (reference->kind == REFERENCE_UNCONSTRAINED)
		return (struct mark){.kind = MARK_OTHER, .text = STR("UnconstrainedSingleton")};
	if (reference->kind != REFERENCE_NESTED)
		return mark;
	struct mark *items = arena_new(arena, struct mark, reference->nitems);
	for (uint32_t i = 0; i < reference->nitems; i++)
		items[i] = mark_of_reference(arena, &reference->items[i]);
	return (struct mark){.kind = reference->list ? MARK_LIST : MARK_TUPLE,
	                     .text = STR("list"),
	                     .items = items,
	                     .nitems = reference->nitems};
}

static struct mark mark_of_entry(struct arena *arena, const struct entry *entry)
{
	static const struct reference unconstrained = {.kind = REFERENCE_UNCONSTRAINED};
	if (entry->kind == ENTRY_UNCONSTRAINED)
		return mark_of_reference(arena, &unconstrained);
	if (!entry->tuple)
		return entry->kind == ENTRY_NONE ? (struct mark){.kind = MARK_NONE}
		                                 : mark_of_reference(arena, entry->axes);
	const struct reference tuple = {.kind = REFERENCE_NESTED,
	                                .items = entry->axes,
	                                .nitems = entry->naxes,
	                                .list = entry->list};
	return mark_of_reference(arena, &tuple);
}

static const struct mark *mark_of_spec(struct arena *arena, const struct partition_spec *spec)
{
	struct mark *mark = arena_new(arena, struct mark, 1);
	struct mark *items = arena_new(arena, struct mark, spec->nentries);
	for (uint32_t i = 0; i < spec->nentries; i++)
		items[i] = mark_of_entry(arena, &spec->entries[i]);
	*mark = (struct mark){.kind = spec->none   ? MARK_NONE
	                              : spec->list ? MARK_LIST
	                                           : MARK_TUPLE,
	                      .text = STR("list"),
	                      .items = items,
	                      .nitems = spec->nentries};
	return mark;
}

/* The mesh as its constructor is given it. Without ids they are 0, 1, 2 … as many as it has room
 * for. */
static struct xla_mesh mesh_of(struct arena *arena, const struct spec *spec,
                               const struct mesh *mesh)
{
	int64_t *sizes = arena_new(arena, int64_t, mesh->nsizes);
	struct mark *names = arena_new(arena, struct mark, mesh->naxes);
	struct xla_mesh made = {.sizes = sizes, .nsizes = mesh->nsizes, .nnames = mesh->naxes};
	for (uint32_t i = 0; i < mesh->nsizes; i++)
		sizes[i] = mesh->axes[i].size;
	for (uint32_t i = 0; i < mesh->naxes; i++)
		names[i] = mesh->axes[i].nameless
		               ? (struct mark){.kind = MARK_NONE}
		               : (struct mark){.kind = MARK_NAME, .text = mesh->axes[i].name};
	made.names = mesh->unnamed ? NULL : names;
	made.ids = mesh->devices;
	made.nids = mesh->devices ? mesh->ndevices : xla_mesh_size(&made);
	made.devices = spec->devices ? spec->devices : made.nids;
	return made;
}

/* The same as marks see it, once what its constructor refuses is reported. */
static struct xla_mesh sound_mesh(struct xla_mesh made, bool refused)
{
	if (refused)
		made.ids = NULL;
	made.nids = made.devices = xla_mesh_size(&made);
	return made;
}

/* ---- Reports ---- */

/* Where a finding about a layout stands. */
static struct span place_of(const struct violation *violation, const struct tensor *tensor,
                            const struct layout *layout)
{
	const struct partition_spec *spec = &layout->spec;
	if (violation->rule == RULE_TENSOR_DEVICE && tensor->device_at.length)
		return tensor->device_at;
	if (violation->entry != NO_ENTRY && (uint32_t)violation->entry < spec->nentries)
		return spec->entries[violation->entry].at;
	return layout->at;
}

/* One violation as a finding; the first of a call is what torch_xla raises, and where it stops. */
static void report(const struct judge *judge, const struct violation *violation, bool first,
                   struct span at)
{
	struct diags *diags = judge->diags;
	struct diag *diag =
	    diag_add(diags, violation->rule, at, "%.*s", STR_ARG(violation->message));
	if (violation->help.len)
		diag_help(diag, "%.*s", STR_ARG(violation->help));
	if (violation->meant.s)
		diag_fix_name(diag, judge->spec->source->text, violation->written,
		              violation->meant);
	if (first)
		diag_framework(diag, violation->type, str_copy(diags->arena, violation->text));
}

static struct span mesh_place(const struct violation *violation, const struct mesh *mesh)
{
	bool ids = mesh->devices_node && (violation->rule == RULE_MESH_DEVICE_REPEATED ||
	                                  violation->rule == RULE_MESH_DEVICES);
	if (ids)
		return mesh->devices_node->at;
	if (violation->rule == RULE_MESH_AXIS_REPEATED && (uint32_t)violation->entry < mesh->naxes)
		return mesh->axes[violation->entry].at;
	return mesh->at.length ? mesh->at : mesh->name_at;
}

/* Mesh takes negative sizes whose product is right; the first mark on it fails. */
static void report_negative(const struct judge *judge, const struct mesh *mesh)
{
	diag_framework(
	    diag_help(diag_add(judge->diags, RULE_MESH_SIZE, mesh->at,
	                       "the mesh has sizes that are negative: nothing can be marked on it"),
	              "give the number of devices along each axis"),
	    "ValueError", STR("can only specify one unknown dimension"));
}

bool torch_xla_check_mesh(const struct judge *judge, const struct mesh *mesh,
                          struct xla_mesh *marked)
{
	struct violations found = violations_make(judge->diags->arena);
	if (mesh->broken)
		return false;
	struct xla_mesh made = mesh_of(judge->diags->arena, judge->spec, mesh);
	xla_check_mesh(&made, &found);
	*marked = sound_mesh(made, found.count > 0);
	if (mesh->dcn_node) {
		diag_help(diag_add(judge->diags, RULE_HARDWARE_NOT_JUDGED, mesh->dcn_node->at,
		                   "how xs.HybridMesh lays out a mesh on slices is not judged"),
		          "leave 'dcn' out to have the mesh judged as xs.Mesh");
		return mesh->naxes == mesh->nsizes;
	}
	for (const struct violation *violation = found.first; violation;
	     violation = violation->next)
		report(judge, violation, violation == found.first, mesh_place(violation, mesh));
	bool negative = false, usable = mesh->naxes == mesh->nsizes && mesh->nsizes;
	for (uint32_t i = 0; i < mesh->nsizes; i++) {
		usable &= mesh->axes[i].size > 0;
		negative |= mesh->axes[i].size < 0;
	}
	if (negative && !found.count && spec_tensor_count(judge->spec))
		report_negative(judge, mesh);
	return usable && made.nids <= MAX_DEVICES;
}

static int64_t element_bits(const struct tensor *tensor)
{
	return tensor->dtype ? (int64_t)tensor->dtype->bits : 0;
}

/* Padding to equal shards: the memory of a device is that of the largest shard. */
static void warn_padding(const struct judge *judge, const struct tensor *tensor,
                         const struct layout *layout, const struct xla_sharding *sharding,
                         const int64_t *sizes)
{
	for (uint32_t i = 0; i < sharding->rank; i++) {
		int64_t ways = sharding->ways[i], padded = xla_shard_size(sharding, sizes, i);
		int64_t bits = element_bits(tensor), whole;
		if (sizes[i] % ways == 0 || !checked_multiply(&whole, padded, ways))
			continue;
		struct diag *diag =
		    diag_add(judge->diags, RULE_DIM_UNEVEN, layout->spec.entries[i].at,
		             "dimension %u of size %" PRId64 " is padded to %" PRId64
		             ": each device holds %" PRId64 ", of which some are zeros",
		             i, sizes[i], whole, padded);
		for (uint32_t k = 0; k < sharding->rank; k++)
			if (!checked_multiply(&bits, bits, k == i ? whole - sizes[i] : sizes[k]))
				bits = 0;
		if (bits)
			diag_help(diag,
			          "a multiple of %" PRId64 " needs no padding, which takes %" PRId64
			          " bytes here; torch_xla does not ask for one",
			          ways, bits / 8);
		else
			diag_help(diag,
			          "a multiple of %" PRId64
			          " needs no padding; torch_xla does not ask for one",
			          ways);
	}
}

static const struct xla_sharding *judge_tensor(const struct judge *judge,
                                               const struct mark_case *mark,
                                               const struct layout *layout,
                                               const struct tensor *tensor)
{
	struct violations found = violations_make(judge->diags->arena);
	const struct xla_sharding *sharding = xla_check_mark(mark, &found);
	for (const struct violation *violation = found.first; violation;
	     violation = violation->next)
		report(judge, violation, violation == found.first,
		       place_of(violation, tensor, layout));
	return sharding;
}

bool torch_xla_check_tensor(const struct judge *judge, const struct torch_rules *rules,
                            const struct tensor *tensor, const struct layout *layout,
                            const struct xla_mesh *mesh)
{
	const struct xla_tensor given = {.sizes = tensor_sizes(judge->scratch, tensor),
	                                 .rank = tensor->rank,
	                                 .dtype = tensor->dtype,
	                                 .device = tensor->device,
	                                 .state = XLA_STATE_HOST,
	                                 .sharding = STR("")};
	const struct mark_case mark = {.rules = rules,
	                               .mesh = mesh,
	                               .spec = mark_of_spec(judge->scratch, &layout->spec),
	                               .tensor = &given,
	                               .call = MARK_SHARDING,
	                               .spmd = !judge->spec->no_spmd};
	const struct xla_sharding *sharding = judge_tensor(judge, &mark, layout, tensor);
	if (sharding)
		warn_padding(judge, tensor, layout, sharding, given.sizes);
	return !sharding;
}

/* ---- Programs ---- */

/* "model" of model.fc1.weight; empty for a name without a dot. */
static struct str root_of(struct str name)
{
	size_t dot = str_find(name, '.', 0);
	return dot < name.len ? str_slice(name, 0, dot) : STR("");
}

static bool of_root(const struct named_array *array, struct str root)
{
	return array->type->rank > 1 && str_equal(root_of(array->name), root);
}

/* Says that of the matrices of one model, which begin at `first`, some are not marked. */
static void report_partly(const struct judge *judge, const struct named_array *first,
                          uint32_t marked, uint32_t count, struct str unmarked)
{
	struct str root = judge_shown(judge, root_of(first->name));
	diag_help(diag_add(judge->diags, RULE_MODEL_PARTLY_MARKED, first->at,
	                   "%u of the %u matrices of '%.*s' are marked, and '%.*s' is not", marked,
	                   count, STR_ARG(root), STR_ARG(judge_shown(judge, unmarked))),
	          "mark it too, with None for each dimension if it is to be replicated");
}

void torch_xla_check_program(const struct judge *judge, const struct trace_result *program)
{
	uint32_t total;
	const struct named_array *arrays = named_arrays(judge->diags->arena, program, &total);
	for (uint32_t i = 0, end = 0; i < total; i = end) {
		struct str root = root_of(arrays[i].name), unmarked = STR("");
		uint32_t marked = 0, count = 0;
		for (end = i; end < total && str_equal(root_of(arrays[end].name), root); end++) {
			if (!of_root(&arrays[end], root))
				continue;
			count++;
			marked += arrays[end].sharding.s != NULL;
			if (!arrays[end].sharding.s && !unmarked.len)
				unmarked = arrays[end].name;
		}
		if (root.len && marked && marked < count)
			report_partly(judge, &arrays[i], marked, count, unmarked);
	}
}

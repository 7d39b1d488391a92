/* SPDX-License-Identifier: Apache-2.0 */
#include "torch/mark_sharding.h"

#include <inttypes.h>

#include "base/checked.h"
#include "base/utf8.h"
#include "notation/hlo_sharding.h"
#include "torch/mark_translate.h"

enum { MOST_DIMS = 5 }; /* that the binding copies of a list of tiles */

static bool lacks_hash(const struct mark *mark, struct str *class)
{
	*class = mark_class(mark);
	if (mark->kind == MARK_LIST)
		return true;
	for (uint32_t i = 0; mark->kind == MARK_TUPLE && i < mark->nitems; i++)
		if (lacks_hash(&mark->items[i], class))
			return true;
	return false;
}

static void check_hash(const struct mark *spec, struct violations *found)
{
	struct str class;
	if (!lacks_hash(spec, &class))
		return;
	struct violation *violation = violation_add(found, RULE_MARK_ENTRY, "TypeError",
	                                            "unhashable type: '%.*s'", STR_ARG(class));
	violation_say(found, violation, "%s a %.*s, but must be a tuple",
	              spec->kind == MARK_LIST ? "the partition spec is" : "an entry is",
	              STR_ARG(utf8_escaped(found->arena, class)));
	violation_help(found, violation, "write parentheses: ('data', None)");
}

/* "('data', None, None)": the spec with the rank that the tensor has, where it is plain how. */
static struct str ranked_text(struct arena *arena, const struct mark *entries, uint32_t count,
                              uint32_t rank)
{
	struct mark *marks = arena_new(arena, struct mark, rank);
	struct buf out = {.arena = arena};
	for (uint32_t i = rank; i < count; i++)
		if (entries[i].kind != MARK_NONE)
			return STR("");
	for (uint32_t i = 0; i < rank && i < count; i++)
		marks[i] = entries[i];
	mark_tuple_text(&out, marks, rank);
	return utf8_escaped(arena, buf_str(&out));
}

static void check_rank(const struct mark *entries, uint32_t count, uint32_t rank,
                       struct violations *found)
{
	if (count == rank)
		return;
	struct violation *violation = violation_add(
	    found, RULE_RANK_MISMATCH, "AssertionError",
	    "Partition spec length (%u) should be equal to the input rank (%u).", count, rank);
	violation_say(found, violation,
	              "the partition spec has %u entr%s, but the tensor has rank %u", count,
	              count == 1 ? "y" : "ies", rank);
	struct str text = ranked_text(found->arena, entries, count, rank);
	if (text.len)
		violation_help(found, violation,
		               "torch_xla adds no None by itself: write one entry for each "
		               "dimension, as in %.*s",
		               STR_ARG(text));
	else
		violation_help(found, violation, "write one entry for each of the %u dimensions",
		               rank);
}

static void check_spmd(const struct mark_case *mark, struct violations *found)
{
	if (mark->spmd)
		return;
	bool old = !mark->rules->has[XLA_EXPECTED_TENSOR];
	struct violation *violation = violation_add(
	    found, RULE_SPMD_DISABLED, "RuntimeError",
	    "%sCheck failed: UseVirtualDevice()%sPlease enable SPMD via "
	    "`torch_xla.runtime.use_spmd()`",
	    old ? "torch_xla/csrc/xla_sharding_util.cpp:766 : " : "", old ? "\n" : ": ");
	violation_say(found, violation, "SPMD is not switched on, so that nothing can be sharded");
	violation_help(found, violation,
	               "call torch_xla.runtime.use_spmd() at the start of the program");
}

static const char *device_words(enum torch_device device)
{
	return device == DEVICE_META ? "on the meta device, without data" : "on the CPU";
}

static void check_device(const struct mark_case *mark, struct violations *found)
{
	const struct xla_tensor *tensor = mark->tensor;
	if (tensor->device == DEVICE_XLA)
		return;
	struct str text =
	    xla_device_error(found->arena, mark->rules, tensor->dtype, tensor->device, false);
	struct violation *violation =
	    violation_add(found, RULE_TENSOR_DEVICE, "RuntimeError", "%.*s", STR_ARG(text));
	violation_say(found, violation,
	              "the tensor is %s: mark_sharding lays out tensors of the XLA device only",
	              device_words(tensor->device));
	violation_help(found, violation,
	               tensor->device == DEVICE_META
	                   ? "make it there first: model.to_empty(device='xla')"
	                   : "move it there first: model = model.to(torch_xla.device()), or "
	                     "tensor.to('xla')");
}

static void check_state(const struct mark_case *mark, const struct xla_sharding *sharding,
                        struct violations *found)
{
	const struct xla_tensor *tensor = mark->tensor;
	bool free = tensor->state != XLA_STATE_DATA || !tensor->sharding.len ||
	            str_equal(tensor->sharding, STR("{replicated}"));
	if (free || str_equal(tensor->sharding, sharding->text))
		return;
	bool old = !mark->rules->has[XLA_EXPECTED_TENSOR];
	struct violation *violation =
	    violation_add(found, RULE_ANNOTATION_EXISTS, "RuntimeError",
	                  "%sCheck failed: false%sExisting annotation must be cleared first: %s",
	                  old ? "torch_xla/csrc/xla_sharding_util.cpp:813 : " : "",
	                  old ? "\n" : ": ", old ? "" : "<proto>");
	violation_say(found, violation, "the tensor is marked %.*s already, and now as %.*s",
	              STR_ARG(tensor->sharding), STR_ARG(sharding->text));
	violation_help(found, violation, "call xs.clear_sharding on it first, or mark it once");
}

static void check_dims(const struct xla_sharding *sharding, struct violations *found)
{
	if (sharding->replicated || sharding->rank <= MOST_DIMS)
		return;
	struct violation *violation =
	    violation_add(found, RULE_MARK_RANK, "RuntimeError",
	                  "Passing an empty index list to Tensor::index() is not valid syntax");
	violation_say(found, violation,
	              "torch_xla cannot shard a tensor of rank %u: it keeps at most %d dimensions",
	              sharding->rank, MOST_DIMS);
	violation_help(found, violation, "join dimensions before the mark, or leave it unsharded");
}

/* Places that the ids leave out, as one that is negative does. */
static void check_ids(const struct mark_case *mark, const struct xla_sharding *sharding,
                      struct violations *found)
{
	const struct xla_mesh *mesh = mark->mesh;
	for (int64_t i = 0; mesh->ids && !sharding->replicated && i < mesh->nids; i++) {
		if (mesh->ids[i] >= 0)
			continue;
		struct violation *violation = violation_add(
		    found, RULE_MESH_DEVICES, "RuntimeError",
		    "Passing an empty index list to Tensor::index() is not valid syntax");
		violation_say(found, violation,
		              "the mesh has device %" PRId64 ", which there is not", mesh->ids[i]);
		violation_help(found, violation, "device ids go from 0 to %" PRId64,
		               mesh->nids - 1);
		return;
	}
}

int64_t xla_shard_size(const struct xla_sharding *sharding, const int64_t *sizes, uint32_t dim)
{
	return ceiling_divide(sizes[dim], sharding->ways[dim]);
}

/* A shard without elements cannot be padded. */
static void check_empty(const struct mark_case *mark, const struct xla_sharding *sharding,
                        struct violations *found)
{
	const int64_t *sizes = mark->tensor->sizes;
	uint32_t empty = sharding->rank;
	bool padded = false;
	for (uint32_t i = sharding->rank; i-- > 0;) {
		empty = sizes[i] == 0 ? i : empty;
		padded |= sizes[i] % sharding->ways[i] != 0;
	}
	if (sharding->replicated || !padded || empty == sharding->rank)
		return;
	struct violation *violation = violation_add(
	    found, RULE_MARK_EMPTY, "RuntimeError",
	    "The input size 0, plus negative padding 0 and 0 resulted in a negative output size, "
	    "which is invalid. Check dimension %u of your input.",
	    empty);
	violation_say(found, violation,
	              "dimension %u is empty, and another one needs padding to be cut evenly",
	              empty);
	violation_help(found, violation, "shard dimensions that the axes divide");
}

static void product_of_entry(const struct xla_mesh *mesh, const struct mark *entry, int64_t *ways)
{
	*ways = 1;
	if (entry->kind == MARK_INDEX)
		*ways = mesh->sizes[entry->index];
	for (uint32_t i = 0; entry->kind == MARK_TUPLE && i < entry->nitems; i++)
		*ways *= mesh->sizes[entry->items[i].index];
}

/* The mesh's axes as the tiles take them: those of the spec, then the others. */
static uint32_t *axis_order(struct arena *arena, const struct xla_mesh *mesh,
                            const struct translated *spec)
{
	uint32_t count, next = 0;
	const int64_t *axes = translated_axes(arena, spec, &count);
	uint32_t *order = arena_new(arena, uint32_t, mesh->nsizes);
	bool *used = arena_new(arena, bool, mesh->nsizes);
	for (uint32_t i = 0; i < count; i++) {
		order[next++] = (uint32_t)axes[i];
		used[axes[i]] = true;
	}
	for (uint32_t i = 0; i < mesh->nsizes; i++)
		if (!used[i])
			order[next++] = i;
	return order;
}

/* {devices=[8,1,1]0,0,0,…}: tiles of which the binding copied five dimensions (the log says so). */
static struct str lost_text(struct arena *arena, const struct xla_sharding *sharding)
{
	struct buf out = {.arena = arena};
	int64_t count = sharding->copies;
	buf_puts(&out, "{devices=[");
	for (uint32_t i = 0; i < sharding->rank; i++) {
		count *= sharding->ways[i];
		buf_printf(&out, "%s%" PRId64, i ? "," : "", sharding->ways[i]);
	}
	buf_puts(&out, sharding->copies > 1 ? "," : "]");
	if (sharding->copies > 1)
		buf_printf(&out, "%" PRId64 "]", sharding->copies);
	for (int64_t i = 0; i < count; i++)
		buf_puts(&out, i ? ",0" : "0");
	buf_puts(&out, sharding->copies > 1 ? " last_tile_dim_replicate}" : "}");
	return buf_str(&out);
}

/* The tiles in torch_xla's order, devices of a group of replicas ascending, as text. */
static struct str tiles_text(struct arena *arena, const struct xla_mesh *mesh,
                             const struct translated *spec, const struct xla_sharding *sharding)
{
	static const enum subgroup_type replicated[] = {SUBGROUP_REPLICATED};
	int64_t *dims = arena_new(arena, int64_t, sharding->rank + 1u);
	int64_t *devices = arena_new(arena, int64_t, (size_t)mesh->nids);
	const int32_t *places =
	    transposed_places(arena, mesh->sizes, axis_order(arena, mesh, spec), mesh->nsizes);
	for (uint32_t i = 0; i < sharding->rank; i++)
		dims[i] = sharding->ways[i];
	dims[sharding->rank] = sharding->copies;
	for (int64_t i = 0; i < mesh->nids; i++)
		devices[i] = mesh->ids ? mesh->ids[places[i]] : places[i];
	uint32_t groups = sharding->copies > 1;
	struct tile_assignment tiles =
	    tile_assignment_list(arena, dims, sharding->rank + groups, devices);
	struct hlo_sharding hlo;
	struct buf out = {.arena = arena};
	if (!hlo_sharding_tiled(arena, &tiles, replicated, groups, &hlo) ||
	    !hlo_sharding_write(arena, &out, &hlo, true))
		return STR("");
	return buf_str(&out);
}

/* The sharding that sound entries make; `partial` lets unused axes replicate. */
static struct xla_sharding *make_sharding(const struct mark_case *mark,
                                          const struct translated *spec, struct arena *arena)
{
	const struct xla_mesh *mesh = mark->mesh;
	struct xla_sharding *sharding = arena_new(arena, struct xla_sharding, 1);
	int64_t *ways = arena_new(arena, int64_t, spec->count), shards = 1;
	*sharding = (struct xla_sharding){.ways = ways, .rank = spec->count};
	for (uint32_t i = 0; i < spec->count; i++) {
		product_of_entry(mesh, &spec->entries[i], &ways[i]);
		shards *= ways[i];
	}
	sharding->copies = mesh->nids / shards;
	sharding->replicated = shards == 1;
	sharding->text = STR("{replicated}");
	if (sharding->replicated)
		return sharding;
	sharding->text = STR("");
	if (!mark->wants_text || mesh->nids > MAX_LISTED_DEVICES)
		return sharding;
	if (spec->count > MOST_DIMS)
		sharding->text = lost_text(arena, sharding);
	else
		sharding->text = tiles_text(arena, mesh, spec, sharding);
	return sharding;
}

/* A spec without None on a mesh of more axes than it names: its tiles keep the rank of the mesh. */
static void check_sent(const struct mark_case *mark, const struct translated *spec,
                       struct violations *found)
{
	uint32_t axes;
	bool open = false;
	translated_axes(found->arena, spec, &axes);
	for (uint32_t i = 0; i < spec->count; i++)
		open |= spec->entries[i].kind == MARK_NONE;
	if (open || axes == mark->mesh->nsizes || mark->mesh->devices == 1 || !mark->tensor ||
	    spec->count != mark->tensor->rank)
		return;
	struct violation *violation =
	    violation_add(found, RULE_MARK_RANK,
	                  mark->rules->has[XLA_EXPECTED_TENSOR] ? "IndexError" : "RuntimeError",
	                  "too many indices for tensor of dimension %u", spec->count);
	violation_say(found, violation,
	              "the spec shards every dimension, but over %u of the %u axes of the mesh: "
	              "a ShardingSpec does not replicate over the others",
	              axes, mark->mesh->nsizes);
	violation_help(found, violation,
	               "use a mesh without the other axes, or name them too: ('data', 'model')");
}

/* The checks behind those of the spec. */
static void check_tensor(const struct mark_case *mark, const struct xla_sharding *sharding,
                         struct violations *found)
{
	check_spmd(mark, found);
	check_device(mark, found);
	if (!sharding || mark->tensor->device != DEVICE_XLA || mark->call != MARK_SHARDING ||
	    mark->tensor->state == XLA_STATE_IR)
		return;
	check_state(mark, sharding, found);
	check_dims(sharding, found);
	check_ids(mark, sharding, found);
	if (sharding->rank == mark->tensor->rank)
		check_empty(mark, sharding, found);
}

const struct xla_sharding *xla_check_mark(const struct mark_case *mark, struct violations *found)
{
	const struct mark *entries;
	uint32_t count, before = found->count;
	bool checks_tensor = mark->call == MARK_SHARDING || mark->call == MARK_ANNOTATE;
	if (!mark_entries(found->arena, mark->spec, &entries, &count)) {
		struct str class = mark_class(mark->spec);
		violation_say(found,
		              violation_add(found, RULE_MARK_ENTRY, "TypeError",
		                            "object of type '%.*s' has no len()", STR_ARG(class)),
		              "the partition spec is a %.*s, but must be a tuple",
		              STR_ARG(utf8_escaped(found->arena, class)));
		return NULL;
	}
	if (checks_tensor)
		check_rank(entries, count, mark->tensor->rank, found);
	if (checks_tensor)
		check_hash(mark->spec, found);
	struct translated spec = {entries, 0, true};
	if (count)
		spec = mark_translate(mark->mesh, entries, count, checks_tensor, found);
	const struct xla_sharding *sharding = NULL;
	if (spec.sound && found->count == before)
		sharding = make_sharding(mark, &spec, found->arena);
	if (checks_tensor)
		check_tensor(mark, sharding, found);
	else if (sharding && mark->call == MARK_SEND)
		check_sent(mark, &spec, found);
	return found->count == before ? sharding : NULL;
}

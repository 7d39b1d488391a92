/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_mesh.h"

#include <inttypes.h>

#include "base/buf.h"
#include "spec/spec.h"

/*
 * Where axes end, as numbers of devices behind: an axis ends at `c` when its neighbours are c
 * devices apart. Each divides the next.
 */
struct cuts {
	struct arena *arena;
	int64_t *items;
	size_t count, room;
	int64_t devices;
};

/* Adds a cut; one that does not fit those before it is left out. */
static void add_cut(struct cuts *cuts, int64_t cut)
{
	size_t at = 0;
	if (cut <= 1 || cut >= cuts->devices || cuts->devices % cut)
		return;
	while (at < cuts->count && cuts->items[at] < cut)
		at++;
	if (at < cuts->count && (cuts->items[at] == cut || cuts->items[at] % cut))
		return;
	if (at > 0 && cut % cuts->items[at - 1])
		return;
	arena_push(cuts->arena, cuts->items, cuts->count, cuts->room, 0);
	memmove(&cuts->items[at + 1], &cuts->items[at],
	        (cuts->count - 1 - at) * sizeof *cuts->items);
	cuts->items[at] = cut;
}

/* Adds where the dims of an array of devices end in an iota: its sizes are brought into an order,
 * and what a dim takes of a size cuts it. */
static void add_array(struct cuts *cuts, const struct tile_assignment *tiles)
{
	if (tiles->count != cuts->devices || !tiles->nsizes ||
	    !tile_assignment_is_permutation(tiles))
		return;
	int64_t apart = 1, before = 1;
	for (uint32_t i = tiles->nsizes; i-- > 0; apart *= tiles->sizes[i])
		add_cut(cuts, apart);
	uint32_t dim = tiles->ndims;
	int64_t end = 1; /* devices up to the end of the dim that is looked at */
	for (uint32_t i = tiles->nsizes; i-- > 0;) {
		uint32_t source = tiles->order[i];
		int64_t size = tiles->sizes[source];
		apart = 1;
		for (uint32_t k = source + 1; k < tiles->nsizes; k++)
			apart *= tiles->sizes[k];
		for (; dim > 0 && end <= before * size; dim--) {
			if (end % before == 0 && size % (end / before) == 0)
				add_cut(cuts, apart * (end / before));
			if (end * tiles->dims[dim - 1] > before * size)
				break;
			end *= tiles->dims[dim - 1];
		}
		before *= size;
	}
}

static void add_sharding(struct cuts *cuts, const struct hlo_sharding *sharding)
{
	struct tile_assignment iota;
	for (size_t i = 0; i < sharding->nelements; i++)
		add_sharding(cuts, &sharding->elements[i]);
	if (sharding->kind == HLO_TILED && !sharding->tiles.list)
		add_array(cuts, &sharding->tiles);
	else if (sharding->kind == HLO_TILED &&
	         tile_assignment_as_iota(cuts->arena, &sharding->tiles, &iota))
		add_array(cuts, &iota);
}

static void add_groups(struct cuts *cuts, const struct collective_numbers *numbers)
{
	struct tile_assignment iota;
	int64_t dims[] = {numbers->ngroups, numbers->group_size};
	if (!numbers->groups)
		return;
	struct tile_assignment list = tile_assignment_list(cuts->arena, dims, 2, numbers->groups);
	list.count = dims[0] * dims[1];
	if (tile_assignment_as_iota(cuts->arena, &list, &iota))
		add_array(cuts, &iota);
}

/* Adds what the instructions of a computation say; what stood in the one before is not read again.
 */
static void add_computation(struct cuts *cuts, const struct computation *computation)
{
	const void *last_sharding = NULL, *last_groups = NULL;
	for (uint32_t i = 0; i < computation->count; i++) {
		const struct instruction *instruction = computation->instructions[i];
		bool collective = opcode_class(instruction->opcode) == OPCODE_CLASS_COLLECTIVE;
		if (instruction->sharding && instruction->sharding != last_sharding)
			add_sharding(cuts, instruction->sharding);
		if (instruction->sharding)
			last_sharding = instruction->sharding;
		if (!collective || instruction->collective->groups == last_groups)
			continue;
		add_groups(cuts, instruction->collective);
		last_groups = instruction->collective->groups;
	}
}

static const struct named_mesh *mesh_of_cuts(struct arena *arena, const struct cuts *cuts)
{
	struct named_mesh *mesh = arena_new(arena, struct named_mesh, 1);
	struct mesh_axis *axes = arena_new(arena, struct mesh_axis, cuts->count + 1);
	int64_t above = cuts->devices;
	for (size_t i = cuts->count + 1; i-- > 0;) {
		int64_t apart = i ? cuts->items[i - 1] : 1;
		axes[mesh->naxes].name = str_format(arena, "axis_%u", mesh->naxes);
		axes[mesh->naxes++].size = above / apart;
		above = apart;
	}
	mesh->axes = axes;
	mesh->count = cuts->devices;
	return mesh;
}

/* The mesh of a sharding by name; NULL: it is by tiles, or over a mesh without axes. */
static const struct named_mesh *mesh_of_sharding(const struct hlo_sharding *sharding)
{
	while (sharding && sharding->kind == HLO_TUPLE && sharding->nelements)
		sharding = &sharding->elements[0];
	bool named = sharding && sharding->kind == HLO_NAMED && sharding->named->mesh->naxes;
	return named ? sharding->named->mesh : NULL;
}

/* The mesh that HLO names, as jaxlib does from 0.11 on, for all devices; NULL: it names none. */
static const struct named_mesh *mesh_by_name(const struct module *module)
{
	for (uint32_t i = module->ncomputations; i-- > 0;)
		for (uint32_t k = 0; k < module->computations[i]->count; k++) {
			const struct named_mesh *mesh =
			    mesh_of_sharding(module->computations[i]->instructions[k]->sharding);
			if (mesh && mesh->count == module->partitions)
				return mesh;
		}
	return NULL;
}

const struct named_mesh *module_mesh(struct arena *arena, const struct module *module)
{
	struct cuts cuts = {.arena = arena, .devices = module->partitions};
	const struct named_mesh *named = module->mesh ? module->mesh : mesh_by_name(module);
	if (named)
		return named;
	if (module->partitions > MAX_LISTED_DEVICES)
		return NULL;
	for (uint32_t i = 0; i < module->ncomputations; i++)
		add_computation(&cuts, module->computations[i]);
	return mesh_of_cuts(arena, &cuts);
}

void module_add_name(struct buf *out, struct str name)
{
	buf_putc(out, '"');
	for (size_t i = 0; i < name.len; i++)
		if ((unsigned char)name.s[i] < ' ' || name.s[i] == '"' || name.s[i] == '\\')
			buf_printf(out, "\\x%02x", (unsigned)(unsigned char)name.s[i]);
		else
			buf_putc(out, name.s[i]);
	buf_putc(out, '"');
}

struct str module_mesh_spec(struct arena *arena, const struct named_mesh *mesh)
{
	struct buf out = {.arena = arena};
	buf_puts(&out, "mesh: {axes: {");
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		buf_puts(&out, i ? ", " : "");
		module_add_name(&out, mesh->axes[i].name);
		buf_printf(&out, ": %" PRId64, mesh->axes[i].size);
	}
	buf_puts(&out, "}}\n");
	return buf_str(&out);
}

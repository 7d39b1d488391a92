/* SPDX-License-Identifier: Apache-2.0 */
/* The devices of a collective: its groups in three notations, and its pairs. */
#include "hlo/hlo_reader.h"
#include "notation/named_read.h"

/* Lists the devices of an array of groups. */
static bool list_groups(struct hlo_reader *reader, size_t start,
                        const struct tile_assignment *tiles, struct collective_numbers *numbers)
{
	struct scanner *in = &reader->in;
	numbers->groups = tile_assignment_devices(reader->arena, tiles);
	return numbers->groups ||
	       scanner_fail(in, start, in->at - start, "groups of more than %d devices",
	                    MAX_LISTED_DEVICES);
}

struct devices {
	int64_t *items;
	size_t count, room;
};

/* {0,1}, appended. */
static bool read_list(struct scanner *in, struct devices *devices)
{
	int64_t device;
	if (!scanner_expects(in, "{", "expects '{' before devices"))
		return false;
	do {
		if (!scanner_integer(in, &device, "expects the number of a device"))
			return false;
		arena_push(in->arena, devices->items, devices->count, devices->room, device);
	} while (scanner_takes(in, ","));
	return scanner_expects(in, "}", "expects '}' behind devices");
}

/* {{0,1},{2,3}}; all of them as large as the first. */
static bool read_listed(struct hlo_reader *reader, struct collective_numbers *numbers)
{
	struct scanner *in = &reader->in;
	struct devices devices = {0};
	size_t start = scanner_skip(in);
	if (!scanner_takes(in, "{"))
		return scanner_unexpected(in, "expects groups of devices");
	while (!scanner_takes(in, "}")) {
		size_t before = devices.count;
		if ((before && !scanner_expects(in, ",", "expects ',' between groups")) ||
		    !read_list(in, &devices))
			return false;
		if (numbers->ngroups++ == 0)
			numbers->group_size = (int64_t)devices.count;
		if ((int64_t)(devices.count - before) != numbers->group_size)
			return scanner_unsupported(in, start, in->at - start,
			                           "groups of different sizes");
	}
	numbers->groups = devices.items;
	return true;
}

/* (1,0) behind T, else the only order of one size. */
static bool read_order(struct scanner *in, uint32_t *order, size_t count)
{
	int64_t *numbers = NULL;
	size_t n = 0, start = scanner_skip(in);
	bool fits;
	if (!scanner_takes(in, "T")) {
		order[0] = 0;
		return count == 1 || scanner_unexpected(in, "expects 'T(' behind several sizes");
	}
	if (!scanner_expects(in, "(", "expects '(' behind 'T'") ||
	    !scanner_integers(in, &numbers, &n) ||
	    !scanner_expects(in, ")", "expects ')' behind an order"))
		return false;
	fits = n == count;
	for (size_t i = 0; i < n && fits; i++) {
		fits = numbers[i] >= 0 && numbers[i] < (int64_t)count;
		order[i] = fits ? (uint32_t)numbers[i] : 0;
	}
	return fits || scanner_fail(in, start, in->at - start, "no order of the sizes before it");
}

/* [2,4]<=[4,2]T(1,0) */
static bool read_iota(struct hlo_reader *reader, struct collective_numbers *numbers)
{
	struct scanner *in = &reader->in;
	int64_t *dims = NULL, *sizes = NULL, devices, places;
	size_t ndims = 0, nsizes = 0, start = scanner_skip(in);
	if (!scanner_expects(in, "[", "expects '['") || !scanner_integers(in, &dims, &ndims) ||
	    !scanner_expects(in, "]", "expects ']' behind the number and size of groups") ||
	    !scanner_expects(in, "<=", "expects '<='") ||
	    !scanner_expects(in, "[", "expects '['") || !scanner_integers(in, &sizes, &nsizes) ||
	    !scanner_expects(in, "]", "expects ']' behind sizes"))
		return false;
	uint32_t *order = arena_new(reader->arena, uint32_t, nsizes);
	if (!read_order(in, order, nsizes))
		return false;
	if (ndims != 2 || !sizes_product(dims, 2, &devices) ||
	    !sizes_product(sizes, nsizes, &places) || devices != places || devices == 0)
		return scanner_fail(in, start, in->at - start,
		                    "groups that are no reshape of the devices");
	struct tile_assignment tiles =
	    tile_assignment_iota(reader->arena, dims, 2, sizes, order, (uint32_t)nsizes);
	if (!tile_assignment_is_permutation(&tiles))
		return scanner_fail(in, start, in->at - start, "an order that names a size twice");
	numbers->ngroups = dims[0];
	numbers->group_size = dims[1];
	return list_groups(reader, start, &tiles, numbers);
}

/* Parts of mesh axes in the order of the mesh: those that a group runs along, and what is left. */
struct mesh_pieces {
	int64_t *sizes;
	int64_t *member; /* place among the parts of a group, or -1 */
	uint32_t count;
};

static void add_piece(struct mesh_pieces *pieces, int64_t size, int64_t member)
{
	pieces->sizes[pieces->count] = size;
	pieces->member[pieces->count++] = member;
}

/* Cuts an axis where the parts begin and end; they do not overlap. */
static void cut_axis(struct mesh_pieces *pieces, const struct named_mesh *mesh, uint32_t axis,
                     const struct axis_parts *sorted, const struct axis_parts *parts)
{
	int64_t done = 1, whole = mesh->axes[axis].size;
	for (uint32_t i = 0; i < sorted->count; i++) {
		const struct axis_part *part = &sorted->items[i];
		if (part->axis != axis)
			continue;
		add_piece(pieces, part->pre / done, -1);
		for (uint32_t k = 0; k < parts->count; k++)
			if (parts->items[k].axis == axis && parts->items[k].pre == part->pre)
				add_piece(pieces, part->size, k);
		done = part->pre * part->size;
	}
	add_piece(pieces, whole / done, -1);
}

/* The devices of the mesh as an array of groups along the parts, major first. */
static bool groups_along(struct hlo_reader *reader, size_t start, const struct named_mesh *mesh,
                         const struct axis_parts *parts, struct collective_numbers *numbers)
{
	struct arena *arena = reader->arena;
	uint32_t room = mesh->naxes + 2 * parts->count + 1, next = 0;
	struct mesh_pieces pieces = {arena_new(arena, int64_t, room),
	                             arena_new(arena, int64_t, room), 0};
	uint32_t *order = arena_new(arena, uint32_t, room);
	struct axis_parts sorted = {
	    arena_copy(arena, parts->items, parts->count, sizeof *parts->items), parts->count};
	axis_parts_sort(&sorted);
	for (uint32_t axis = 0; axis < mesh->naxes; axis++)
		cut_axis(&pieces, mesh, axis, &sorted, parts);
	for (uint32_t i = 0; i < pieces.count; i++)
		if (pieces.member[i] < 0)
			order[next++] = i;
	for (uint32_t k = 0; k < parts->count; k++)
		for (uint32_t i = 0; i < pieces.count; i++)
			if (pieces.member[i] == k)
				order[next++] = i;
	uint32_t straight = 0;
	struct tile_assignment devices =
	    mesh->order ? tile_assignment_reshaped(arena, mesh->order, pieces.sizes, pieces.count)
			: tile_assignment_iota(arena, pieces.sizes, pieces.count, &mesh->count,
	                                       &straight, 1);
	struct tile_assignment grouped;
	numbers->group_size = axis_parts_ways(parts);
	numbers->ngroups = mesh->count / numbers->group_size;
	return (tile_assignment_transposed(arena, &devices, order, &grouped) ||
	        scanner_fail(&reader->in, start, 1, "groups of more than %d devices",
	                     MAX_LISTED_DEVICES)) &&
	       list_groups(reader, start, &grouped, numbers);
}

/* mesh['x'=2,'y'=4], device_ids=([4,2]T(1,0)) {'y'}; the axes as in xla's
 * MeshAxesReplicaGroupList. */
static bool read_named(struct hlo_reader *reader, struct collective_numbers *numbers)
{
	struct scanner *in = &reader->in;
	size_t start = scanner_skip(in);
	if (!scanner_expects(in, "mesh", "expects groups of devices"))
		return false;
	const struct named_mesh *mesh = hlo_mesh_read(in);
	struct named_dim along = {.priority = NO_PRIORITY};
	if (!mesh || !scanner_expects(in, "{", "expects '{' before the axes of groups") ||
	    (!scanner_takes(in, "}") && !named_read_parts(in, mesh, &along.axes, NULL)))
		return false;
	struct named_sharding checked = {.mesh = mesh, .dims = &along, .rank = 1};
	return named_check_parts(in, &checked) &&
	       groups_along(reader, start, mesh, &along.axes, numbers);
}

/* The bytes of the groups that come next, which are not read yet. */
static struct str groups_text(struct scanner in)
{
	size_t start = scanner_skip(&in);
	if (scanner_sees(&in, "mesh")) {
		in.at = str_find(in.text, '{', in.at);
		in.at = str_find(in.text, '}', in.at);
		in.at += in.at < in.text.len;
	} else if (!hlo_skip_value(&in)) {
		return STR("");
	}
	return str_slice(in.text, start, in.at);
}

static bool read_groups(struct hlo_reader *reader, struct collective_numbers *numbers)
{
	if (scanner_sees(&reader->in, "["))
		return read_iota(reader, numbers);
	if (scanner_sees(&reader->in, "{"))
		return read_listed(reader, numbers);
	return read_named(reader, numbers);
}

bool hlo_replica_groups(struct hlo_reader *reader, struct collective_numbers *numbers)
{
	struct notation_error ignored;
	struct scanner ahead = reader->in;
	ahead.error = &ignored;
	struct str text = groups_text(ahead);
	const struct collective_numbers *known = cache_find(&reader->groups, text);
	if (known) {
		reader->in.at = (size_t)(text.s - reader->in.text.s) + text.len;
	} else {
		struct collective_numbers *read =
		    arena_new(reader->arena, struct collective_numbers, 1);
		if (!read_groups(reader, read))
			return false;
		cache_add(reader->arena, &reader->groups, text, read);
		known = read;
	}
	numbers->groups = known->groups;
	numbers->ngroups = known->ngroups;
	numbers->group_size = known->group_size;
	return true;
}

bool hlo_source_target_pairs(struct hlo_reader *reader, struct collective_numbers *numbers)
{
	struct scanner *in = &reader->in;
	struct devices devices = {0};
	size_t start = scanner_skip(in);
	if (!scanner_expects(in, "{", "expects '{' before pairs of devices"))
		return false;
	while (!scanner_takes(in, "}")) {
		size_t before = devices.count;
		if ((before && !scanner_expects(in, ",", "expects ',' between pairs")) ||
		    !read_list(in, &devices))
			return false;
		if (devices.count != before + 2)
			return scanner_fail(in, start, in->at - start, "a pair of %zu devices",
			                    devices.count - before);
	}
	numbers->pairs = devices.items;
	numbers->npairs = (uint32_t)(devices.count / 2);
	return true;
}

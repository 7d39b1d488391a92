/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives that the program itself has, and the groups of devices that they run in. */
#include "sharding/axis_parts.h"
#include "spec/layout.h"
#include "stablehlo/build.h"

/* Groups are listed; of more devices than this no program prints them. */
enum { MAX_LISTED = 1 << 20 };

/* (1)2 behind sub_axis_info =, or the whole axis. */
static bool read_axis_part(struct cursor *cursor, const struct named_mesh *mesh,
                           struct axis_part *part)
{
	struct str name;
	size_t start = cursor_skip(cursor);
	if (!cursor_expects(cursor, "#stablehlo.axis_ref<") || !cursor_takes_word(cursor, "name") ||
	    !cursor_expects(cursor, "=") || !cursor_string(cursor, &name))
		return cursor_unexpected(cursor, "the name of an axis");
	uint32_t axis = named_mesh_axis(mesh, name);
	if (axis == mesh->naxes)
		return cursor_fail(cursor, start, cursor->at - start,
		                   "an axis that the mesh does not have");
	*part = axis_whole(mesh, axis);
	if (cursor_takes(cursor, ",")) {
		if (!cursor_takes_word(cursor, "sub_axis_info") || !cursor_expects(cursor, "=") ||
		    !cursor_expects(cursor, "(") || !cursor_integer(cursor, &part->pre) ||
		    !cursor_expects(cursor, ")") || !cursor_integer(cursor, &part->size))
			return cursor_unexpected(cursor, "sub_axis_info = (1)2");
		int64_t whole = mesh->axes[axis].size;
		if (part->pre < 1 || part->size < 1 || part->pre > whole ||
		    part->size > whole / part->pre || whole % (part->pre * part->size))
			return cursor_fail(cursor, start, cursor->at - start,
			                   "a part that does not divide its axis");
	}
	return cursor_expects(cursor, ">");
}

/* mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">, …]>; NULL after a finding. */
static const struct named_mesh *read_mesh_axes(struct reader *reader, struct axis_parts *parts)
{
	struct str name;
	struct cursor *cursor = &reader->cursor;
	const struct named_mesh *mesh = NULL;
	size_t start = cursor_skip(cursor), room = 0;
	if (!cursor_takes_word(cursor, "mesh") || !cursor_expects(cursor, "=") ||
	    !cursor_symbol(cursor, &name)) {
		cursor_unexpected(cursor, "mesh = @name");
		return NULL;
	}
	for (uint32_t i = 0; i < reader->nmeshes; i++)
		if (str_equal(reader->meshes[i].name, name))
			mesh = reader->meshes[i].mesh;
	if (!mesh || mesh->single || mesh->count > MAX_LISTED) {
		cursor_fail(cursor, start, cursor->at - start, "a mesh that groups cannot be of");
		return NULL;
	}
	if (!cursor_expects(cursor, ",") || !cursor_takes_word(cursor, "axes") ||
	    !cursor_expects(cursor, "=") || !cursor_expects(cursor, "[")) {
		cursor_unexpected(cursor, "axes = […]");
		return NULL;
	}
	while (!cursor_takes(cursor, "]")) {
		struct axis_part part;
		if ((parts->count && !cursor_expects(cursor, ",")) ||
		    !read_axis_part(cursor, mesh, &part))
			return NULL;
		arena_push(reader->scratch, parts->items, parts->count, room, part);
		if (axis_parts_ways(parts) > mesh->count) {
			cursor_fail(cursor, start, cursor->at - start, "axes that overlap");
			return NULL;
		}
	}
	return cursor_expects(cursor, ">") ? mesh : NULL;
}

/* How far places lie apart whose coordinates along a part differ by one. */
static int64_t stride_of(const struct named_mesh *mesh, const struct axis_part *part)
{
	int64_t stride = mesh->axes[part->axis].size / (part->pre * part->size);
	for (uint32_t i = part->axis + 1; i < mesh->naxes; i++)
		stride *= mesh->axes[i].size;
	return stride;
}

/*
 * Devices that differ along the parts only are a group: the first part varies slowest in it, and
 * groups stand in the order of their first places. False when parts overlap.
 */
static bool list_groups(struct reader *reader, const struct named_mesh *mesh,
                        const struct axis_parts *parts, int64_t *groups, int64_t size)
{
	int64_t count = mesh->count, next = 0;
	const int64_t *order =
	    mesh->order ? tile_assignment_devices(reader->scratch, mesh->order) : NULL;
	int64_t *numbers = arena_new(reader->scratch, int64_t, (size_t)count);
	for (int64_t place = 0; place < count; place++) {
		int64_t first = place, within = 0;
		for (uint32_t i = 0; i < parts->count; i++) {
			int64_t stride = stride_of(mesh, &parts->items[i]);
			int64_t digit = place / stride % parts->items[i].size;
			within = within * parts->items[i].size + digit;
			first -= digit * stride;
		}
		if (first < 0 || first > place || (mesh->order && !order))
			return false;
		if (first == place)
			numbers[place] = next++;
		if (next > count / size)
			return false;
		groups[numbers[first] * size + within] = order ? order[place] : place;
	}
	return next == count / size;
}

/* #stablehlo.replica_group_mesh_axes<…>, which jaxlib prints since 0.12. */
static bool read_mesh_groups(struct reader *reader, const struct operation *operation,
                             struct str value, const int64_t **items, int64_t *rows,
                             int64_t *columns)
{
	struct axis_parts parts = {0};
	size_t back = cursor_jump(&reader->cursor, value);
	reader->cursor.at += strlen("#stablehlo.replica_group_mesh_axes<");
	const struct named_mesh *mesh = read_mesh_axes(reader, &parts);
	reader->cursor.at = back;
	if (!mesh)
		return false;
	int64_t size = axis_parts_ways(&parts);
	int64_t *groups = arena_new(reader->arena, int64_t, (size_t)mesh->count);
	if (size < 1 || mesh->count % size || !list_groups(reader, mesh, &parts, groups, size))
		return build_refuse(reader, operation, "axes that overlap");
	*items = groups;
	*rows = mesh->count / size;
	*columns = size;
	return true;
}

/* replica_groups and source_target_pairs are dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>. */
static bool read_groups(struct reader *reader, const struct operation *operation, const char *key,
                        const int64_t **items, int64_t *rows, int64_t *columns)
{
	struct integers integers;
	struct str value = attributes_find(&operation->attributes, key);
	if (!value.s)
		return true;
	if (str_starts_with(value, STR("#stablehlo.replica_group_mesh_axes<")))
		return read_mesh_groups(reader, operation, value, items, rows, columns);
	if (str_starts_with(value, STR("dense_resource<")))
		return cursor_unsupported(&reader->cursor, operation->at.offset,
		                          operation->at.length,
		                          "its devices are not written where it stands");
	size_t type = str_search(value, STR("tensor<"), 0);
	if (type == value.len)
		return build_refuse(reader, operation, "expected dense<…> : tensor<…>");
	size_t back = cursor_jump(&reader->cursor, str_slice(value, type, value.len));
	const struct hlo_shape *shape = types_read(&reader->types, &reader->cursor);
	reader->cursor.at = back;
	int64_t elements;
	if (!shape)
		return false;
	if (shape->rank != 2 || !hlo_shape_elements(shape, &elements) ||
	    !attribute_integers(reader->arena, &reader->cursor, value, elements, &integers))
		return build_refuse(reader, operation, "expected a list of groups");
	if (integers.count != elements)
		return build_refuse(reader, operation,
		                    "other than as many devices as its type says");
	*items = integers.items;
	*rows = shape->dims[0];
	*columns = shape->dims[1];
	return true;
}

/* The dims of what is exchanged with the parts of the split one in a dim of their own, and then
 * that in front of the one that they are joined along. */
static void part_dims(const struct hlo_shape *shape, int64_t split, int64_t join, int64_t count,
                      int64_t *parted, int64_t *order)
{
	uint32_t at = 0, put = 0;
	for (uint32_t i = 0; i < shape->rank; i++) {
		int64_t dim = i >= split ? i + 1 : i;
		if (i == split)
			parted[at++] = count;
		parted[at++] = i == split ? shape->dims[i] / count : shape->dims[i];
		if (i == join)
			order[put++] = split;
		order[put++] = dim;
	}
}

/* What is split along one dim and joined along another is exchanged along the one, and its parts
 * are brought to the other: XlaBuilder::AllToAllArray. */
static bool join_elsewhere(struct reader *reader, struct operation *operation,
                           struct region *region, struct instruction *exchange,
                           const struct hlo_shape *shape, int64_t join)
{
	const struct hlo_shape *from = operation->operands[0]->shape;
	int64_t split = exchange->collective->dim, count = 0, parted[MAX_RANK + 1],
		turned[MAX_RANK + 1];
	int64_t *order = arena_new(reader->arena, int64_t, from->rank + 1u);
	if (!attribute_integer(&operation->attributes, &reader->cursor, "split_count", 0, &count))
		return false;
	if (join < 0 || join >= from->rank || split < 0 || split >= from->rank || count < 1 ||
	    from->dims[split] % count || shape->rank != from->rank || from->rank >= MAX_RANK)
		return build_refuse(reader, operation, "dims that it does not have");
	exchange->shape = from;
	part_dims(from, split, join, count, parted, order);
	for (uint32_t i = 0; i <= from->rank; i++)
		turned[i] = parted[order[i]];
	struct instruction *parts = build_add_of(
	    reader, operation, region, OPCODE_RESHAPE,
	    hlo_shape_array(reader->arena, from->element, parted, from->rank + 1), &exchange, 1);
	struct instruction *brought =
	    parts ? build_add_of(
			reader, operation, region, OPCODE_TRANSPOSE,
			hlo_shape_array(reader->arena, from->element, turned, from->rank + 1),
			&parts, 1)
		  : NULL;
	struct instruction *joined =
	    brought ? build_add_of(reader, operation, region, OPCODE_RESHAPE, shape, &brought, 1)
		    : NULL;
	if (!joined)
		return false;
	brought->dims = order;
	brought->ndims = from->rank + 1;
	return build_bind(reader, operation, region, &joined, 1);
}

bool build_collective(struct reader *reader, struct operation *operation, struct region *region)
{
	struct collective_numbers *numbers = arena_new(reader->arena, struct collective_numbers, 1);
	int64_t npairs = 0, two;
	const struct hlo_shape *shape = build_shape(reader, operation);
	if (!shape || !build_operands(reader, operation, 1, UINT32_MAX) ||
	    !read_groups(reader, operation, "replica_groups", &numbers->groups, &numbers->ngroups,
	                 &numbers->group_size) ||
	    !read_groups(reader, operation, "source_target_pairs", &numbers->pairs, &npairs,
	                 &two) ||
	    !attribute_integer(&operation->attributes, &reader->cursor,
	                       "all_gather_dim scatter_dimension split_dimension", -1,
	                       &numbers->dim))
		return false;
	numbers->npairs = (uint32_t)npairs;
	int64_t join;
	if (!attribute_integer(&operation->attributes, &reader->cursor, "concat_dimension",
	                       numbers->dim, &join))
		return false;
	struct instruction *collective =
	    build_add(reader, operation, region, operation->kind->opcode, shape);
	if (!collective)
		return false;
	collective->collective = numbers;
	collective->called = build_called(reader, operation, &collective->ncalled);
	if (join != numbers->dim && operation->noperands == 1 && !shape->tuple)
		return join_elsewhere(reader, operation, region, collective, shape, join);
	return build_results(reader, operation, region, collective);
}

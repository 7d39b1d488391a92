/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DTensor placements: one for each mesh axis, applied from the first to the last. Axes that shard
 * one dim therefore nest in the order of the mesh; _StridedShard(dim, split_factor) says that later
 * axes, of `split_factor` shards together, are more major.
 */
#include <assert.h>
#include <inttypes.h>

#include "base/utf8.h"
#include "notation/framework_notations.h"

/* What is at hand while placements are turned into axes. */
struct building {
	struct arena *arena;
	struct diags *diags;
	const struct tensor_shape *shape;
	struct named_sharding *named;
};

static void insert_part(struct arena *arena, struct axis_parts *parts, uint32_t place,
                        struct axis_part part)
{
	parts->items = arena_grow(arena, parts->items, parts->count * sizeof part,
	                          parts->count + 1u, sizeof part);
	memmove(parts->items + place + 1, parts->items + place,
	        (parts->count - place) * sizeof part);
	parts->items[place] = part;
	parts->count++;
}

/* A dimension counted from the front. PyTorch 2.9 adds the rank once when it reads a negative one,
 * and once more where what is left is negative still. */
static int64_t from_front(int64_t dim, int64_t rank)
{
	return dim < 0 ? (dim + 2 * rank) % rank : dim;
}

/* Shards a dim along an axis; the later axes are placed already. */
static bool add_shard(struct building *building, uint32_t axis, const struct placement *placement)
{
	assert(axis < building->named->mesh->naxes);
	struct named_sharding *named = building->named;
	int64_t rank = named->rank, dim = placement->dim, factor = 1;
	if (dim < -2 * rank || dim >= rank)
		return diag_fails(diag_add(building->diags, RULE_RANK_MISMATCH, placement->at,
		                           "the placement shards dimension %" PRId64
		                           ", but the tensor has rank %" PRId64,
		                           dim, rank));
	if (dim < 0 && placement->kind == PLACEMENT_STRIDED_SHARD)
		return diag_fails(
		    diag_add(building->diags, RULE_NOTATION_NO_COUNTERPART, placement->at,
		             "PyTorch 2.9 loses the stride of a negative dimension, later releases "
		             "refuse it"));
	struct axis_parts *parts = &named->dims[from_front(dim, rank)].axes;
	int64_t wanted = placement->kind == PLACEMENT_STRIDED_SHARD ? placement->split_factor : 1;
	uint32_t place = 0;
	while (factor < wanted && place < parts->count)
		factor *= parts->items[place++].size;
	if (factor != wanted)
		return diag_fails(diag_add(
		    building->diags, RULE_NOTATION_NO_COUNTERPART, placement->at,
		    "a split factor of %" PRId64 " is not that of later axes on this dimension",
		    wanted));
	insert_part(building->arena, parts, place, axis_whole(named->mesh, axis));
	return true;
}

static bool add_partial(struct building *building, uint32_t axis, const struct placement *placement)
{
	assert(axis < building->named->mesh->naxes);
	static const char *const names[] = {
	    [REDUCE_SUM] = "sum", [REDUCE_MAX] = "max", [REDUCE_MIN] = "min"};
	struct named_sharding *named = building->named;
	int reduction = REDUCE_SUM;
	while (reduction <= REDUCE_MIN &&
	       !str_equal(placement->reduce_op, str_of(names[reduction])))
		reduction++;
	if (reduction > REDUCE_MIN ||
	    (named->unreduced.count && reduction != (int)named->reduction))
		return diag_fails(diag_add(building->diags, RULE_NOTATION_NO_COUNTERPART,
		                           placement->at,
		                           "Partial('%s') has no counterpart among unreduced axes",
		                           utf8_escaped(building->arena, placement->reduce_op).s));
	named->reduction = (enum reduction)reduction;
	insert_part(building->arena, &named->unreduced, 0, axis_whole(named->mesh, axis));
	return true;
}

/* Whether a dim that several axes shard is cut by DTensor as XLA cuts it: evenly. */
static bool cut_alike(const struct tensor_shape *shape, uint32_t dim,
                      const struct axis_parts *parts)
{
	uint32_t sharding = 0;
	for (uint32_t i = 0; i < parts->count; i++)
		sharding += parts->items[i].size > 1;
	return sharding < 2 || !shape->sizes || shape->sizes[dim] % axis_parts_ways(parts) == 0;
}

static bool check_even(struct building *building, const struct layout *layout)
{
	const struct named_sharding *named = building->named;
	for (uint32_t i = 0; i < named->rank; i++) {
		if (cut_alike(building->shape, i, &named->dims[i].axes))
			continue;
		return diag_fails(
		    diag_add(building->diags, RULE_NOTATION_NO_COUNTERPART, layout->at,
		             "dimension %u of size %" PRId64 " is cut unevenly by nested shards", i,
		             building->shape->sizes[i]));
	}
	return true;
}

bool named_of_placements(struct arena *arena, const struct layout *layout,
                         const struct named_mesh *mesh, const struct tensor_shape *shape,
                         struct diags *diags, struct named_sharding *named)
{
	struct building building = {arena, diags, shape, named};
	*named = named_sharding_make(arena, mesh, shape->rank);
	if (layout->placements.count != mesh->naxes)
		return diag_fails(diag_add(diags, RULE_NOTATION_NO_COUNTERPART, layout->at,
		                           "there are %u placements, but the mesh has %u axes",
		                           layout->placements.count, mesh->naxes));
	for (uint32_t axis = mesh->naxes; axis-- > 0;) {
		const struct placement *placement = &layout->placements.items[axis];
		bool added = true;
		if (placement->kind == PLACEMENT_PARTIAL)
			added = add_partial(&building, axis, placement);
		else if (placement->kind != PLACEMENT_REPLICATE)
			added = add_shard(&building, axis, placement);
		if (!added)
			return false;
	}
	return check_even(&building, layout);
}

void placements_copy(struct buf *out, const struct layout *layout, uint32_t rank)
{
	buf_putc(out, '[');
	for (uint32_t i = 0; i < layout->placements.count; i++) {
		const struct placement *placement = &layout->placements.items[i];
		int64_t dim = from_front(placement->dim, rank);
		buf_puts(out, i ? ", " : "");
		if (placement->kind == PLACEMENT_SHARD)
			buf_printf(out, "Shard(%" PRId64 ")", dim);
		else if (placement->kind == PLACEMENT_STRIDED_SHARD)
			buf_printf(out, "_StridedShard(%" PRId64 ", split_factor=%" PRId64 ")", dim,
			           placement->split_factor);
		else if (placement->kind == PLACEMENT_REPLICATE)
			buf_puts(out, "Replicate()");
		else if (str_equal(placement->reduce_op, STR("sum")))
			buf_puts(out, "Partial()");
		else
			buf_printf(out, "Partial('%.*s')", STR_ARG(placement->reduce_op));
	}
	buf_putc(out, ']');
}

static bool check(const struct named_sharding *named, const struct tensor_shape *shape,
                  struct str *error)
{
	const struct named_mesh *mesh = named->mesh;
	if (mesh->single)
		return notation_refuse(error, STR("it places the whole value on one device"));
	if (named->manual.count || named->reduced.count)
		return notation_refuse(error, STR("DTensor knows no manual or reduced axes"));
	if (axis_parts_any_cut(mesh, &named->unreduced))
		return notation_refuse(error, STR("a part of an axis is unreduced"));
	for (uint32_t i = 0; i < named->rank; i++) {
		const struct named_dim *dim = &named->dims[i];
		if (dim->open || dim->priority != NO_PRIORITY)
			return notation_refuse(error, STR("a dimension is left to the compiler"));
		if (axis_parts_any_cut(mesh, &dim->axes))
			return notation_refuse(
			    error, STR("a dimension is sharded along a part of an axis"));
		if (!cut_alike(shape, i, &dim->axes))
			return notation_refuse(error,
			                       STR("DTensor cuts a dimension that its axes do not "
			                           "divide otherwise than XLA"));
	}
	return true;
}

/* How many shards later axes of the mesh make of a dim that are more major than part `place`. */
static int64_t split_factor(const struct axis_parts *parts, uint32_t place)
{
	assert(place < parts->count);
	int64_t factor = 1;
	for (uint32_t i = 0; i < place; i++)
		if (parts->items[i].axis > parts->items[place].axis)
			factor *= parts->items[i].size;
	return factor;
}

static bool has_axis(const struct axis_parts *parts, uint32_t axis, uint32_t *place)
{
	for (*place = 0; *place < parts->count; ++*place)
		if (parts->items[*place].axis == axis)
			return true;
	return false;
}

static void add_placement(struct buf *out, const struct named_sharding *named, uint32_t axis)
{
	assert(axis < named->mesh->naxes);
	static const char *const partial[] = {[REDUCE_SUM] = "Partial()",
	                                      [REDUCE_MAX] = "Partial('max')",
	                                      [REDUCE_MIN] = "Partial('min')"};
	uint32_t place;
	for (uint32_t i = 0; i < named->rank; i++) {
		const struct axis_parts *parts = &named->dims[i].axes;
		if (!has_axis(parts, axis, &place))
			continue;
		int64_t factor = split_factor(parts, place);
		if (factor > 1)
			buf_printf(out, "_StridedShard(%u, split_factor=%" PRId64 ")", i, factor);
		else
			buf_printf(out, "Shard(%u)", i);
		return;
	}
	buf_puts(out, has_axis(&named->unreduced, axis, &place) ? partial[named->reduction]
	                                                        : "Replicate()");
}

bool placements_write(struct buf *out, const struct named_sharding *named,
                      const struct tensor_shape *shape, struct str *error)
{
	if (!check(named, shape, error))
		return false;
	buf_putc(out, '[');
	for (uint32_t axis = 0; axis < named->mesh->naxes; axis++) {
		buf_puts(out, axis ? ", " : "");
		add_placement(out, named, axis);
	}
	buf_putc(out, ']');
	return true;
}

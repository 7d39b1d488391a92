/* SPDX-License-Identifier: Apache-2.0 */
#include "torch/dtensor_words.h"

#include <inttypes.h>

#include "base/utf8.h"

enum { MAX_RANKS_SHOWN = 64 };

void dtensor_say_dim(const struct dtensor_placing *placing, uint32_t place,
                     struct violations *found, struct violation *refusal)
{
	uint32_t rank = placing->shape.count;
	refusal->entry = (int)place;
	violation_say(found, refusal,
	              "the placement shards dimension %" PRId64 " of %.*s, which has rank %u",
	              placing->placements[place].dim, STR_ARG(placing->name), rank);
	if (rank)
		violation_help(found, refusal,
		               "dimensions go from 0 to %u; the mesh dimension is the place in the "
		               "list",
		               rank - 1);
	else
		violation_help(found, refusal, "a scalar can only be replicated");
}

void dtensor_say_count(const struct dtensor_placing *placing, struct violations *found,
                       struct violation *refusal)
{
	uint32_t count = placing->count, axes = placing->mesh.count;
	violation_say(found, refusal, "%.*s has %u placement%s, but the mesh has %u dimension%s",
	              STR_ARG(placing->name), count, plural(count), axes, plural(axes));
	violation_help(found, refusal,
	               "write one placement for each dimension of the mesh, not of the tensor, "
	               "Replicate() where it is not to be cut");
}

void dtensor_say_partial(const struct dtensor_placing *placing, uint32_t place,
                         struct violations *found, struct violation *refusal)
{
	struct str op = utf8_escaped(found->arena, placing->placements[place].reduce_op);
	refusal->entry = (int)place;
	violation_say(found, refusal, "%.*s cannot be placed as Partial('%.*s') here",
	              STR_ARG(placing->name), STR_ARG(op));
	violation_help(found, refusal,
	               "a partial value is what operations leave, or DTensor.from_local is told");
}

/* "1, 1, 1, 0": the lengths of all shards, by DTensor or as a tuple of a PartitionSpec. */
static struct str lengths_text(struct arena *arena, const struct dtensor_nest *nest, int64_t size,
                               bool nested)
{
	struct buf out = {.arena = arena};
	int64_t shown = nest->shards < MAX_RANKS_SHOWN ? nest->shards : MAX_RANKS_SHOWN;
	for (int64_t i = 0; i < shown; i++) {
		struct dtensor_run part = nested ? dtensor_nested_part(nest, size, i)
		                                 : dtensor_chunk(size, nest->shards, i);
		buf_printf(&out, "%s%" PRId64, i ? ", " : "", part.stop - part.start);
	}
	buf_puts(&out, shown < nest->shards ? " …" : "");
	return buf_str(&out);
}

static bool cuts_strided(const struct dtensor_nest *nest, const struct placement *placements)
{
	for (uint32_t i = 0; i < nest->count; i++)
		if (placements[nest->axes[i]].kind == PLACEMENT_STRIDED_SHARD)
			return true;
	return false;
}

bool dtensor_nests_otherwise(struct arena *arena, const struct dtensor_placing *placing,
                             const struct placement *placements, uint32_t dim, struct str *message,
                             struct str *help)
{
	int64_t size = placing->shape.items[dim];
	struct dtensor_nest nest;
	if (!dtensor_nest_of(arena, placements, placing->mesh, placing->shape.count, dim, size,
	                     &nest) ||
	    size % nest.shards == 0 || cuts_strided(&nest, placements))
		return false;
	struct str ours = lengths_text(arena, &nest, size, true);
	struct str theirs = lengths_text(arena, &nest, size, false);
	if (str_equal(ours, theirs))
		return false;
	*message =
	    str_format(arena,
	               "dimension %u of %.*s, of size %" PRId64
	               ", is cut into shards of %.*s elements; a PartitionSpec tuple over the "
	               "same axes would cut %.*s",
	               dim, STR_ARG(placing->name), size, STR_ARG(ours), STR_ARG(theirs));
	*help = str_format(arena,
	                   "make the size a multiple of %" PRId64
	                   ", or do not take the slices of one framework for those of the other",
	                   nest.shards);
	return true;
}

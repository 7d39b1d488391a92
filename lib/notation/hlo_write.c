/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "notation/hlo_sharding.h"

static bool add_tiles(struct arena *arena, struct buf *out, const struct tile_assignment *tiles,
                      bool listed)
{
	buf_puts(out, "devices=[");
	hlo_write_numbers(out, tiles->dims, tiles->ndims);
	buf_putc(out, ']');
	if (listed || tiles->list) {
		const int64_t *devices = tile_assignment_devices(arena, tiles);
		hlo_write_numbers(out, devices, devices ? tiles->count : 0);
		return devices != NULL;
	}
	buf_puts(out, "<=[");
	hlo_write_numbers(out, tiles->sizes, tiles->nsizes);
	buf_putc(out, ']');
	for (uint32_t i = 0; tiles->nsizes > 1 && i < tiles->nsizes; i++)
		buf_printf(out, "%s%u", i ? "," : "T(", tiles->order[i]);
	buf_puts(out, tiles->nsizes > 1 ? ")" : "");
	return true;
}

static bool add_tiled(struct arena *arena, struct buf *out, const struct hlo_sharding *sharding,
                      bool listed)
{
	static const char *const names[] = {
	    [SUBGROUP_MAXIMAL] = "maximal",
	    [SUBGROUP_MANUAL] = "manual",
	    [SUBGROUP_UNREDUCED] = "unreduced",
	    [SUBGROUP_REPLICATED] = "replicated",
	};
	if (!add_tiles(arena, out, &sharding->tiles, listed))
		return false;
	if (sharding->ntypes == 1 && sharding->types[0] == SUBGROUP_REPLICATED) {
		buf_puts(out, " last_tile_dim_replicate");
		return true;
	}
	for (uint32_t i = 0; i < sharding->ntypes; i++)
		buf_printf(out, "%s%s", i ? ", " : " last_tile_dims={", names[sharding->types[i]]);
	buf_puts(out, sharding->ntypes ? "}" : "");
	return true;
}

static bool add_tuple(struct arena *arena, struct buf *out, const struct hlo_sharding *tuple,
                      bool listed)
{
	enum { NUMBERED = 5 };
	buf_putc(out, '{');
	for (size_t i = 0; i < tuple->nelements; i++) {
		buf_puts(out, i ? ", " : "");
		if (i && i % NUMBERED == 0)
			buf_printf(out, "/*index=%zu*/", i);
		if (!hlo_sharding_write(arena, out, &tuple->elements[i], listed))
			return false;
	}
	buf_putc(out, '}');
	return true;
}

bool hlo_sharding_write(struct arena *arena, struct buf *out, const struct hlo_sharding *sharding,
                        bool listed)
{
	static const char *const words[] = {
	    [HLO_REPLICATED] = "replicated", [HLO_MAXIMAL] = "maximal device=",
	    [HLO_MANUAL] = "manual",         [HLO_UNKNOWN] = "unknown",
	    [HLO_UNREDUCED] = "unreduced",
	};
	if (sharding->kind == HLO_TUPLE)
		return add_tuple(arena, out, sharding, listed);
	if (sharding->kind == HLO_NAMED) {
		hlo_named_write(out, sharding->named);
		return true;
	}
	buf_putc(out, '{');
	if (sharding->kind != HLO_TILED)
		buf_puts(out, words[sharding->kind]);
	else if (!add_tiled(arena, out, sharding, listed))
		return false;
	if (sharding->kind == HLO_MAXIMAL)
		buf_printf(out, "%" PRId64, sharding->device);
	if (sharding->group != SHARD_GROUP_NONE)
		buf_printf(out, " shard_%s %" PRId64,
		           sharding->group == SHARD_GROUP_AS ? "as" : "like", sharding->group_id);
	buf_putc(out, '}');
	return true;
}

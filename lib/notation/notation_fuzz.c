/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as a sharding. Whatever comes in, errors lie inside the text and say something, and
 * what was read is written in a form that is read back as the same.
 */
#include "notation/hlo_sharding.h"
#include "notation/shardy.h"
#include "testing/fuzz_checks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct mesh_axis axes[] = {{{"x", 1}, 2, false}, {{"y", 1}, 4, false}};
static const struct named_mesh mesh = {.axes = axes, .naxes = 2, .count = 8};

static void check_error(struct str text, const struct notation_error *error)
{
	must(error->at <= text.len && error->length <= text.len - error->at,
	     "an error leaves the text");
	must(error->message.len > 0, "an error says nothing");
}

/* The axes behind tiles must stand for those tiles. */
static void check_axes(struct arena *arena, const struct hlo_sharding *sharding)
{
	struct named_sharding named;
	struct hlo_sharding tiles;
	struct str error;
	struct buf before = {.arena = arena}, after = {.arena = arena};
	if (sharding->kind != HLO_TILED)
		return;
	uint32_t rank = sharding->tiles.ndims - sharding->ntypes;
	if (!named_of_hlo(arena, sharding, &mesh, rank, &named, &error))
		return;
	must(hlo_of_named(arena, &named, &tiles, &error), "axes have no tiles");
	if (tiles.kind != HLO_TILED)
		return;
	tiles.group = sharding->group;
	tiles.group_id = sharding->group_id;
	must(hlo_sharding_write(arena, &before, sharding, true) &&
	         hlo_sharding_write(arena, &after, &tiles, true) &&
	         str_equal(buf_str(&before), buf_str(&after)),
	     "the axes of tiles stand for other tiles");
}

static void check_hlo(struct arena *arena, struct str text, const struct jax_rules *rules)
{
	struct notation_error error;
	struct buf out = {.arena = arena}, again = {.arena = arena};
	const struct hlo_sharding *sharding = hlo_sharding_read(arena, text, rules, &error);
	if (!sharding) {
		check_error(text, &error);
		return;
	}
	check_axes(arena, sharding);
	if (sharding->kind == HLO_NAMED || !hlo_sharding_write(arena, &out, sharding, false))
		return;
	sharding = hlo_sharding_read(arena, buf_str(&out), rules, &error);
	if (!sharding)
		return; /* XLA prints lists of fewer than two devices, which it does not read */
	must(hlo_sharding_write(arena, &again, sharding, false), "written once, then not");
	must(str_equal(buf_str(&out), buf_str(&again)), "an HloSharding is not read as written");
}

static void check_shardy(struct arena *arena, struct str text)
{
	static const struct shardy_mesh named[] = {{{"mesh", 4}, &mesh}};
	static const struct shardy_meshes meshes = {named, 1};
	struct notation_error error;
	struct hlo_sharding tiles;
	struct str why;
	struct buf out = {.arena = arena}, again = {.arena = arena};
	const struct named_sharding *sharding = shardy_read(arena, text, &meshes, &error);
	if (!sharding) {
		check_error(text, &error);
		return;
	}
	must(hlo_of_named(arena, sharding, &tiles, &why) || why.len, "no tiles, and no reason");
	shardy_write(&out, sharding);
	sharding = shardy_read(arena, buf_str(&out), &meshes, &error);
	must(sharding != NULL, "a Shardy sharding is not read as written");
	shardy_write(&again, sharding);
	must(str_equal(buf_str(&out), buf_str(&again)), "a Shardy sharding changes when read");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct jax_rules old = jax_rules_at((struct version){{0}}),
			       newest = jax_newest_rules();
	struct str text = {(const char *)data, size};
	struct arena arena = {0};
	check_hlo(&arena, text, &old);
	check_hlo(&arena, text, &newest);
	check_shardy(&arena, text);
	arena_drop(&arena);
	return 0;
}

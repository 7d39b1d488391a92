/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compares slices with those that a real JAX gives for each device, recorded by
 * testdata/plan/record_indices.py.
 */
#include "testing/planning.h"
#include "testing/records.h"

static const char recording[] = "testdata/plan/indices.jsonl";

static void add_json(struct buf *out, const cJSON *item)
{
	char *text = cJSON_PrintUnformatted(item);
	buf_puts(out, text);
	cJSON_free(text);
}

static void add_spec(struct buf *out, const cJSON *spec)
{
	const cJSON *entry;
	buf_putc(out, '[');
	cJSON_ArrayForEach(entry, spec)
	{
		if (cJSON_IsString(entry) && strcmp(entry->valuestring, "*") == 0)
			buf_puts(out, "P.UNCONSTRAINED");
		else
			add_json(out, entry);
		buf_puts(out, entry->next ? ", " : "");
	}
	buf_putc(out, ']');
}

static const struct plan *plan_of(struct arena *arena, const cJSON *recorded)
{
	static const struct plan_options defaults;
	struct buf text = {.arena = arena};
	const cJSON *axis;
	buf_puts(&text, "mesh:\n  built_by: Mesh\n  types: auto\n  axes: {");
	cJSON_ArrayForEach(axis, cJSON_GetObjectItem(recorded, "mesh"))
	    buf_printf(&text, "%s: %d%s", axis->child->valuestring, axis->child->next->valueint,
	               axis->next ? ", " : "}\n");
	buf_puts(&text, "  devices: ");
	add_json(&text, cJSON_GetObjectItem(recorded, "device_ids"));
	buf_puts(&text, "\ntensors:\n  w: {applied_by: none, shape: ");
	add_json(&text, cJSON_GetObjectItem(recorded, "shape"));
	buf_puts(&text, ", spec: ");
	add_spec(&text, cJSON_GetObjectItem(recorded, "spec"));
	buf_puts(&text, "}\n");
	return testing_plan(arena, buf_str(&text), &defaults);
}

/* [[0, 4], [2, 4]]: the slices of a device. */
static void add_held(struct buf *out, const struct slice_map *map, int64_t device)
{
	struct slice slices[MAX_RANK];
	int64_t position = mesh_position(map->mesh, device);
	cr_assert_geq(position, 0);
	slice_map_slices(map, position, slices);
	buf_putc(out, '[');
	for (uint32_t i = 0; i < map->rank; i++)
		buf_printf(out, "%s[%lld,%lld]", i ? "," : "", (long long)slices[i].start,
		           (long long)slices[i].stop);
	buf_putc(out, ']');
}

static bool agrees(struct arena *arena, const cJSON *recorded)
{
	const struct plan_tensor *planned = &plan_of(arena, recorded)->tensors[0];
	const struct slice_map *map = &planned->slice_map;
	const cJSON *size, *device;
	uint32_t dim = 0;
	int64_t devices = 0;
	if (!planned->placed)
		return false;
	cJSON_ArrayForEach(size, cJSON_GetObjectItem(recorded, "shard_shape"))
	{
		if (dim >= map->rank || map->dims[dim++].shard != size->valueint)
			return false;
	}
	cJSON_ArrayForEach(device, cJSON_GetObjectItem(recorded, "indices"))
	{
		struct buf held = {.arena = arena}, told = {.arena = arena};
		add_held(&held, map, strtoll(device->string, NULL, 10));
		add_json(&told, device);
		if (!str_equal(buf_str(&held), buf_str(&told)))
			return false;
		devices++;
	}
	return dim == map->rank && devices == map->devices;
}

static void replay(const cJSON *recorded, struct str line, void *context)
{
	struct arena arena = {0};
	cr_expect(agrees(&arena, recorded), "%s: %.*s", recording, STR_ARG(line));
	arena_drop(&arena);
}

Test(indices_replay, every_device_holds_what_jax_says)
{
	cr_expect_geq(records_replay(recording, replay, NULL), 250u);
}

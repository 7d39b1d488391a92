/* SPDX-License-Identifier: Apache-2.0 */
/* Replays meshes recorded from JAX releases: testdata/device_mesh/RELEASE.jsonl. */
#include "hardware/device_mesh.h"

#include <inttypes.h>
#include <stdio.h>

#include "testing/records.h"
#include "testing/release.h"

static const char folder[] = "testdata/device_mesh";

static struct str text_of(const cJSON *line, const char *name)
{
	return str_of(cJSON_GetObjectItem(line, name)->valuestring);
}

static int64_t number_of(const cJSON *line, const char *name)
{
	return (int64_t)cJSON_GetObjectItem(line, name)->valuedouble;
}

static bool is_true(const cJSON *line, const char *name)
{
	return cJSON_IsTrue(cJSON_GetObjectItem(line, name));
}

static const int64_t *numbers_of(struct arena *arena, const cJSON *array, uint32_t *count)
{
	*count = (uint32_t)cJSON_GetArraySize(array);
	int64_t *numbers = arena_new(arena, int64_t, *count);
	for (uint32_t i = 0; i < *count; i++)
		numbers[i] = (int64_t)cJSON_GetArrayItem(array, (int)i)->valuedouble;
	return numbers;
}

static struct device_list part_of(struct arena *arena, struct device_list devices, const int *start,
                                  const int *extent)
{
	struct device *kept = arena_new(arena, struct device, devices.count);
	uint32_t count = 0;
	for (uint32_t i = 0; i < devices.count; i++) {
		bool inside = true;
		for (int axis = 0; axis < 3; axis++) {
			int at = devices.items[i].at[axis] - start[axis];
			inside = inside && at >= 0 && at < extent[axis];
		}
		if (inside)
			kept[count++] = devices.items[i];
	}
	devices.items = kept;
	devices.count = count;
	return devices;
}

static struct device_list reordered(struct arena *arena, struct device_list devices,
                                    struct str order)
{
	struct device *items = arena_new(arena, struct device, devices.count);
	for (uint32_t i = 0; i < devices.count; i++)
		items[i] = devices.items[i];
	int start[3], extent[3], count;
	if (str_equal(order, STR("reversed"))) {
		for (uint32_t i = 0; i < devices.count; i++)
			items[i] = devices.items[devices.count - 1 - i];
	} else if (str_equal(order, STR("duplicate"))) {
		for (uint32_t i = 1; i < devices.count; i++)
			items[i] = devices.items[i - 1];
	} else if (sscanf(order.s, "first %d", &count) == 1) {
		devices.count = (uint32_t)count;
	} else if (sscanf(order.s, "last %d", &count) == 1) {
		items += devices.count - (uint32_t)count;
		devices.count = (uint32_t)count;
	} else if (sscanf(order.s, "part %d %d %d %d %d %d", &start[0], &start[1], &start[2],
	                  &extent[0], &extent[1], &extent[2]) == 6) {
		return part_of(arena, devices, start, extent);
	}
	devices.items = items;
	return devices;
}

static struct device_list devices_of(struct arena *arena, const cJSON *line)
{
	struct str platform = text_of(line, "platform");
	uint32_t rank;
	const int64_t *extent = numbers_of(arena, cJSON_GetObjectItem(line, "extent"), &rank);
	struct topology topology = {
	    .platform = str_equal(platform, STR("tpu"))   ? PLATFORM_TPU
	                : str_equal(platform, STR("gpu")) ? PLATFORM_GPU
	                                                  : PLATFORM_OTHER,
	    .device_kind = text_of(line, "device_kind"),
	    .extent = {extent[0], extent[1], extent[2]},
	    .cores = number_of(line, "cores"),
	    .slices = number_of(line, "slices"),
	    .process_devices = number_of(line, "process_devices"),
	};
	return reordered(arena, topology_devices(arena, &topology), text_of(line, "order"));
}

static struct device_mesh mesh_of(struct arena *arena, const cJSON *line)
{
	struct device_list devices = devices_of(arena, line);
	struct device_mesh_request request = {
	    .contiguous_submeshes = is_true(line, "contiguous"),
	    .allow_split_physical_axes = is_true(line, "allow_split"),
	    .process_is_granule = is_true(line, "process_is_granule"),
	    .granules_as_listed = is_true(line, "granules_as_listed"),
	};
	request.mesh_shape =
	    numbers_of(arena, cJSON_GetObjectItem(line, "mesh_shape"), &request.rank);
	const struct jax_rules rules =
	    testing_release(cJSON_GetObjectItem(line, "release")->valuestring);
	const cJSON *dcn = cJSON_GetObjectItem(line, "dcn_mesh_shape");
	if (!dcn)
		return device_mesh_create(arena, &devices, &request, &rules);
	request.dcn_mesh_shape = numbers_of(arena, dcn, &request.dcn_rank);
	return device_mesh_create_hybrid(arena, &devices, &request, &rules);
}

static bool same_numbers(struct arena *arena, const cJSON *recorded, const int64_t *numbers,
                         uint32_t count)
{
	uint32_t expected_count;
	const int64_t *expected = numbers_of(arena, recorded, &expected_count);
	return expected_count == count &&
	       (count == 0 || memcmp(expected, numbers, count * sizeof *numbers) == 0);
}

/* 64-bit FNV-1a, in which the recordings abbreviate long lists of ids. */
static uint64_t fnv1a(struct str text)
{
	uint64_t hash = 14695981039346656037u;
	for (size_t i = 0; i < text.len; i++)
		hash = (hash ^ (unsigned char)text.s[i]) * 1099511628211u;
	return hash;
}

static bool same_ids(struct arena *arena, const cJSON *line, const struct device_mesh *mesh)
{
	const cJSON *hash = cJSON_GetObjectItem(line, "ids_hash");
	struct buf joined = {.arena = arena};
	for (uint32_t i = 0; i < mesh->count; i++)
		buf_printf(&joined, "%s%" PRId32, i ? "," : "", mesh->ids[i]);
	if (hash)
		return str_equal(str_format(arena, "%016" PRIx64, fnv1a(buf_str(&joined))),
		                 str_of(hash->valuestring));
	struct buf expected = {.arena = arena};
	const cJSON *id;
	cJSON_ArrayForEach(id, cJSON_GetObjectItem(line, "ids"))
	    buf_printf(&expected, "%s%d", expected.len ? "," : "", id->valueint);
	return str_equal(buf_str(&joined), buf_str(&expected));
}

static bool same_assignment(struct arena *arena, const cJSON *line, const struct device_mesh *mesh)
{
	const cJSON *physical = cJSON_GetObjectItem(line, "physical");
	if (!physical)
		return true;
	if (!same_numbers(arena, physical, mesh->physical.shape, mesh->physical.rank))
		return false;
	uint32_t axis = 0;
	const cJSON *row;
	cJSON_ArrayForEach(row, cJSON_GetObjectItem(line, "assignment"))
	{
		const int64_t *sizes = &mesh->assignment.sizes[axis * mesh->assignment.rank];
		if (!same_numbers(arena, row, sizes, mesh->assignment.rank))
			return false;
		axis++;
	}
	return true;
}

static const char *way_name(enum device_mesh_path path)
{
	static const char *const names[] = {[DEVICE_MESH_RING] = "ring",
	                                    [DEVICE_MESH_WHOLE] = "whole",
	                                    [DEVICE_MESH_SPLIT] = "split",
	                                    [DEVICE_MESH_LISTED] = "listed"};
	return names[path];
}

/* What differs from the record, or NULL. */
static const char *difference(struct arena *arena, const cJSON *line)
{
	struct device_mesh mesh = mesh_of(arena, line);
	if (!cJSON_GetObjectItem(line, "error")) {
		if (mesh.error.type)
			return mesh.error.message.s;
		if (!same_numbers(arena, cJSON_GetObjectItem(line, "shape"), mesh.shape, mesh.rank))
			return "shape";
		if (!str_equal(text_of(line, "path"), str_of(way_name(mesh.path))))
			return way_name(mesh.path);
		if (!same_assignment(arena, line, &mesh))
			return "assignment";
		return same_ids(arena, line, &mesh) ? NULL : "ids";
	}
	if (!mesh.error.type)
		return "accepted";
	if (!str_equal(text_of(line, "error"), str_of(mesh.error.type)))
		return mesh.error.type;
	return str_equal(text_of(line, "message"), mesh.error.message) ? NULL
	                                                               : mesh.error.message.s;
}

static void replay(const cJSON *record, struct str line, void *context)
{
	struct arena arena = {0};
	const char *why = difference(&arena, record);
	cr_expect(!why, "%.*s differs: %s", STR_ARG(line), why);
	arena_drop(&arena);
}

ParameterizedTestParameters(device_mesh, lies_as_the_framework_lays_it)
{
	return testing_recorded_indexes(folder, "");
}

ParameterizedTest(int *index, device_mesh, lies_as_the_framework_lays_it)
{
	struct arena arena = {0};
	const char *release;
	struct str text = testing_recording(&arena, folder, "", *index, &release);
	cr_expect_gt(records_replay_text(release, text, replay, NULL), 0u);
	arena_drop(&arena);
}

/* Lays `shape` on a v4 slice of the extent, with the newest rules. */
static struct device_mesh on_v4(struct arena *arena, const int64_t *extent, const int64_t *shape,
                                uint32_t rank)
{
	struct topology topology = {.device_kind = STR("TPU v4"),
	                            .extent = {extent[0], extent[1], extent[2]},
	                            .cores = 1,
	                            .slices = 1};
	struct device_list devices = topology_devices(arena, &topology);
	const struct jax_rules newest = jax_newest_rules();
	struct device_mesh_request request = {
	    .mesh_shape = shape, .rank = rank, .allow_split_physical_axes = true};
	return device_mesh_create(arena, &devices, &request, &newest);
}

Test(device_mesh, holds_every_device_once)
{
	struct arena arena = {0};
	const int64_t extent[] = {8, 8, 20}, shape[] = {2, 64, 10};
	struct device_mesh mesh = on_v4(&arena, extent, shape, 3);
	cr_assert(!mesh.error.type);
	bool *seen = arena_new(&arena, bool, mesh.count);
	for (uint32_t i = 0; i < mesh.count; i++) {
		cr_assert(mesh.ids[i] >= 0 && (uint32_t)mesh.ids[i] < mesh.count);
		cr_assert(!seen[mesh.ids[i]]);
		seen[mesh.ids[i]] = true;
	}
	arena_drop(&arena);
}

Test(device_mesh, refuses_more_axes_than_it_keeps)
{
	struct arena arena = {0};
	const int64_t extent[] = {1, 1, 1};
	int64_t shape[MESH_RANK_MAX + 1];
	for (int i = 0; i <= MESH_RANK_MAX; i++)
		shape[i] = 1;
	struct device_mesh mesh = on_v4(&arena, extent, shape, MESH_RANK_MAX + 1);
	cr_assert_str_eq(mesh.error.type, "");
	arena_drop(&arena);
}

Test(device_mesh, survives_sizes_whose_product_overflows)
{
	struct arena arena = {0};
	const int64_t extent[] = {2, 2, 1}, shape[] = {INT64_MAX, INT64_MAX, 4};
	struct device_mesh mesh = on_v4(&arena, extent, shape, 3);
	cr_assert_str_eq(mesh.error.type, "ValueError");
	arena_drop(&arena);
}

/* A number from 0 to below `limit`; the same ones in every run. */
static uint32_t next_random(uint64_t *state, uint32_t limit)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*state >> 33) % limit;
}

/* Spreads the factors of two and three of a number over some axes. */
static void random_shape(uint64_t *state, int64_t count, int64_t *shape, uint32_t rank)
{
	for (uint32_t i = 0; i < rank; i++)
		shape[i] = 1;
	for (int64_t prime = 2; count > 1; prime++)
		for (; count % prime == 0; count /= prime)
			shape[next_random(state, rank)] *= prime;
}

/* Whatever is asked of whatever release: a permutation of the devices, or an error with a class. */
Test(device_mesh, is_a_permutation_or_an_error)
{
	static const char *const kinds[] = {"TPU v2", "TPU v4", "TPU v5 lite", "TPU v5p",
	                                    "TPU7x",  "TPU8i",  "TPU v6 lite", "unheard of"};
	uint64_t state = 1;
	struct arena arena = {0};
	struct arena_mark mark = arena_mark(&arena);
	for (int round = 0; round < 3000; round++) {
		struct topology topology = {.platform = round % 7 ? PLATFORM_TPU : PLATFORM_GPU,
		                            .device_kind = str_of(kinds[next_random(&state, 8)]),
		                            .extent = {1 + next_random(&state, 6),
		                                       1 + next_random(&state, 6),
		                                       1 + next_random(&state, 4)},
		                            .cores = 1 + next_random(&state, 2),
		                            .slices = 1};
		struct device_list devices = topology_devices(&arena, &topology);
		uint32_t rank = 1 + next_random(&state, 4);
		int64_t shape[4];
		random_shape(&state, devices.count, shape, rank);
		struct device_mesh_request request = {
		    .mesh_shape = shape,
		    .rank = rank,
		    .contiguous_submeshes = next_random(&state, 9) == 0,
		    .allow_split_physical_axes = next_random(&state, 2) == 0};
		const struct jax_rules rules = jax_rules_at(
		    (struct version){{0, 4 + next_random(&state, 9), next_random(&state, 3)}});
		struct device_mesh mesh = device_mesh_create(&arena, &devices, &request, &rules);
		cr_assert(!mesh.error.type || mesh.error.type[0]);
		bool *seen = arena_new(&arena, bool, devices.count);
		for (uint32_t i = 0; i < devices.count && !mesh.error.type; i++) {
			cr_assert(!seen[mesh.ids[i]]);
			seen[mesh.ids[i]] = true;
		}
		arena_rewind(&arena, mark);
	}
	arena_drop(&arena);
}

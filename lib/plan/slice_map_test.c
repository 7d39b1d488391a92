/* SPDX-License-Identifier: Apache-2.0 */
#include <time.h>

#include "testing/planning.h"

static const struct plan_options defaults;

/* The slices of one tensor, w, on the devices of its mesh in order of position. */
static const struct {
	const char *name, *mesh, *tensor, *slices;
} layouts[] = {
    {"one axis", "{x: 2}", "{shape: [4, 3], spec: [x]}", "0:2,0:3 2:4,0:3"},
    {"two dimensions", "{x: 2, y: 2}", "{shape: [4, 6], spec: [x, y]}",
     "0:2,0:3 0:2,3:6 2:4,0:3 2:4,3:6"},
    {"the first axis of a tuple is the major one", "{x: 2, y: 2}", "{shape: [4], spec: [[x, y]]}",
     "0:1 1:2 2:3 3:4"},
    {"and not the first of the mesh", "{x: 2, y: 2}", "{shape: [4], spec: [[y, x]]}",
     "0:1 2:3 1:2 3:4"},
    {"three axes", "{x: 2, y: 2, z: 2}", "{shape: [8], spec: [[z, x]]}",
     "0:2 4:6 0:2 4:6 2:4 6:8 2:4 6:8"},
    {"the last shard is short", "{x: 4}", "{shape: [10], spec: [x]}", "0:3 3:6 6:9 9:10"},
    {"and those behind it are empty", "{x: 4}", "{shape: [5], spec: [x]}", "0:2 2:4 4:5 5:5"},
    {"several are empty", "{x: 4}", "{shape: [1], spec: [x]}", "0:1 1:1 1:1 1:1"},
    {"no elements", "{x: 2}", "{shape: [0, 4], spec: [null, x]}", "0:0,0:2 0:0,2:4"},
    {"no elements to cut", "{x: 2}", "{shape: [0], spec: [x]}", "0:0 0:0"},
    {"a scalar", "{x: 2}", "{shape: [], spec: []}", ". ."},
    {"a short spec", "{x: 2}", "{shape: [2, 2, 2], spec: [null, x]}", "0:2,0:1,0:2 0:2,1:2,0:2"},
    {"an axis of one device", "{x: 1, y: 2}", "{shape: [4, 4], spec: [x, y]}", "0:4,0:2 0:4,2:4"},
    {"and one behind the last dimension", "{x: 1, y: 2}", "{shape: [4], spec: [y, x]}", "0:2 2:4"},
    {"a tuple of None", "{x: 2}", "{shape: [4], spec: \"P((None,))\"}", "0:4 0:4"},
    {"an empty tuple", "{x: 2}", "{shape: [4], spec: \"P(())\"}", "0:4 0:4"},
    {"an empty name", "{x: 2}", "{shape: [4], spec: ['']}", "0:4 0:4"},
    {"a tuple in a tuple", "{x: 2, y: 2}", "{shape: [4], spec: \"P((('y', 'x'),))\"}",
     "0:1 2:3 1:2 3:4"},
    {"left to the compiler", "{axes: {x: 2}, types: auto}",
     "{shape: [4], spec: \"P(P.UNCONSTRAINED)\"}", "0:4 0:4"},
    {"unreduced axes copy", "{x: 2, y: 2}", "{shape: [4], spec: \"P('x', unreduced={'y'})\"}",
     "0:2 0:2 2:4 2:4"},
};

static const struct slice_map *slice_map_of(struct arena *arena, const char *mesh,
                                            const char *tensor)
{
	struct str text = str_format(arena, "mesh: %s\ntensors: {w: %s}\n", mesh, tensor);
	return testing_slice_map(testing_plan(arena, text, &defaults), "w");
}

static void add_slices(struct buf *out, const struct slice *slices, uint32_t rank)
{
	if (!rank)
		buf_putc(out, '.');
	for (uint32_t i = 0; i < rank; i++)
		buf_printf(out, "%s%lld:%lld", i ? "," : "", (long long)slices[i].start,
		           (long long)slices[i].stop);
}

ParameterizedTestParameters(slice_map, slices_follow_from_the_position)
{
	return testing_indexes(ROWS(layouts));
}

ParameterizedTest(int *index, slice_map, slices_follow_from_the_position)
{
	struct arena arena = {0};
	const struct slice_map *map =
	    slice_map_of(&arena, layouts[*index].mesh, layouts[*index].tensor);
	struct buf out = {.arena = &arena};
	for (int64_t position = 0; position < map->devices; position++) {
		struct slice slices[MAX_RANK];
		slice_map_slices(map, position, slices);
		buf_puts(&out, position ? " " : "");
		add_slices(&out, slices, map->rank);
	}
	testing_expect(layouts[*index].name, buf_str(&out), layouts[*index].slices);
	arena_drop(&arena);
}

static const struct {
	const char *tensor;
	int64_t bytes, bytes_per_device, shards, copies;
	bool uneven;
} sizes[] = {
    {"{shape: [8, 6], dtype: f32, spec: [x, y]}", 192, 24, 8, 1, false},
    {"{shape: [8, 6], dtype: bf16, spec: [x]}", 96, 24, 4, 2, false},
    {"{shape: [8, 6], dtype: f32, spec: []}", 192, 192, 1, 8, false},
    {"{shape: [8, 6], spec: [x, y]}", 0, 0, 8, 1, false},
    {"{shape: [], dtype: f64, spec: []}", 8, 8, 1, 8, false},
    {"{shape: [10, 6], dtype: s8, spec: [x, y]}", 60, 9, 8, 1, true},
    {"{shape: [0, 6], dtype: f32, spec: [x, y]}", 0, 0, 8, 1, false},
    {"{shape: [4, 3], dtype: int4, spec: [x]}", 6, 2, 4, 2, false}, /* 12 bits to a shard */
    {"{shape: [5], dtype: int2, spec: []}", 2, 2, 1, 8, false},
    {"{shape: [9223372036854775807], dtype: int8, spec: [[x, y]]}", 0, 0, 0, 0, false},
    {"{shape: [1152921504606846975], dtype: int8, spec: [[x, y]]}", 1152921504606846975,
     144115188075855872, 8, 1, true},
    {"{shape: [0, 4611686018427387904, 4], dtype: c128, spec: [null, x, y]}", 0, 0, 8, 1, false},
};

ParameterizedTestParameters(slice_map, sizes_are_exact)
{
	return testing_indexes(ROWS(sizes));
}

ParameterizedTest(int *index, slice_map, sizes_are_exact)
{
	struct arena arena = {0};
	struct str text =
	    str_format(&arena, "mesh: {x: 4, y: 2}\ntensors: {w: %s}\n", sizes[*index].tensor);
	const struct plan *plan = testing_plan(&arena, text, &defaults);
	const struct slice_map *map = &plan->tensors[0].slice_map;
	cr_assert_eq(plan->tensors[0].placed, sizes[*index].shards > 0);
	if (plan->tensors[0].placed) {
		cr_expect_eq(map->bytes, sizes[*index].bytes);
		cr_expect_eq(map->bytes_per_device, sizes[*index].bytes_per_device);
		cr_expect_eq(map->shards, sizes[*index].shards);
		cr_expect_eq(map->copies, sizes[*index].copies);
		cr_expect_eq(map->uneven, sizes[*index].uneven);
	}
	arena_drop(&arena);
}

/* Specs that a check rejects, with the findings about it ignored or not: they must not be planned.
 */
static const struct {
	const char *name, *text;
} unplaced[] = {
    {"too few devices listed", "mesh: {axes: {x: 4}, devices: [0, 1]}\ntensors: {w: 'f32[4@x]'}"},
    {"too many devices listed",
     "mesh: {axes: {x: 2}, devices: [0, 1, 2]}\ntensors: {w: 'f32[4@x]'}"},
    {"a size of 0", "mesh: {names: [x], sizes: [0]}\ntensors: {w: 'f32[4@x]'}"},
    {"a negative size", "mesh: {names: [x], sizes: [-2]}\ntensors: {w: 'f32[4@x]'}"},
    {"fewer sizes than names", "mesh: {names: [x, y], sizes: [2]}\ntensors: {w: 'f32[4@x]'}"},
    {"two axes of one name", "mesh: {names: [x, x], sizes: [2, 2]}\ntensors: {w: 'f32[4@x]'}"},
    {"more than 2^63 devices",
     "mesh: {x: 2147483648, y: 2147483648, z: 2}\ntensors: {w: 'f32[4@x]'}"},
    {"an unknown axis", "mesh: {x: 2}\ntensors: {w: 'f32[4@y]'}"},
    {"an axis on two dimensions", "mesh: {x: 2}\ntensors: {w: 'f32[4@x, 4@x]'}"},
    {"an axis twice on one", "mesh: {x: 2}\ntensors: {w: 'f32[4@(x,x)]'}"},
    {"more entries than dimensions", "mesh: {x: 2}\ntensors: {w: {shape: [4], spec: [null, x]}}"},
    {"None in a tuple", "mesh: {x: 2}\ntensors: {w: {shape: [4], spec: \"P(('x', None))\"}}"},
    {"no mesh", "tensors: {w: {shape: [4], spec: [x]}}"},
    {"no layout", "mesh: {x: 2}\ntensors: {w: {shape: [4]}}"},
    {"tiles that follow no axes",
     "mesh: {x: 4}\ntensors: {w: {shape: [4], spec: '{devices=[4]0,2,1,3}'}}"},
};

ParameterizedTestParameters(slice_map, what_does_not_fit_is_not_placed)
{
	return testing_indexes(ROWS(unplaced));
}

ParameterizedTest(int *index, slice_map, what_does_not_fit_is_not_placed)
{
	struct arena arena = {0};
	const struct plan *plan = testing_plan(&arena, str_of(unplaced[*index].text), &defaults);
	cr_assert_eq(plan->ntensors, 1);
	cr_expect_not(plan->tensors[0].placed, "%s", unplaced[*index].name);
	cr_expect_not_null(plan->tensors[0].reason, "%s", unplaced[*index].name);
	cr_expect_eq(plan->unplaced, 1);
	arena_drop(&arena);
}

/* A random layout of up to 4 dimensions on up to 4 axes. */
static const struct slice_map *random_layout(struct arena *arena, struct random *random)
{
	struct buf mesh = {.arena = arena}, tensor = {.arena = arena}, spec = {.arena = arena};
	int64_t naxes = 1 + random_below(random, 4), rank = random_below(random, 5);
	int64_t axes[4] = {0, 1, 2, 3}, next = 0;
	for (int64_t i = 0; i < naxes; i++) {
		buf_printf(&mesh, "%s%c: %d", i ? ", " : "", (char)('a' + i),
		           (int)(1 + random_below(random, 4)));
		int64_t other = random_below(random, i + 1), axis = axes[i];
		axes[i] = axes[other];
		axes[other] = axis;
	}
	for (int64_t i = 0; i < rank; i++) {
		buf_printf(&tensor, "%s%d", i ? ", " : "", (int)random_below(random, 9));
		buf_puts(&spec, i ? ", [" : "[");
		for (int64_t more = random_below(random, 3); more > 0 && next < naxes; more--)
			buf_printf(&spec, "%c,", (char)('a' + axes[next++]));
		buf_putc(&spec, ']');
	}
	struct str sizes_text = buf_str(&tensor), spec_text = buf_str(&spec),
		   mesh_text = buf_str(&mesh);
	const char *type = str_format(arena, "{shape: [%.*s], dtype: s8, spec: [%.*s]}",
	                              STR_ARG(sizes_text), STR_ARG(spec_text))
	                       .s;
	return slice_map_of(arena, str_format(arena, "{%.*s}", STR_ARG(mesh_text)).s, type);
}

/* Adds 1 to each element of a tensor that lies within the slices. */
static void paint(const struct slice_map *map, const struct slice *slices, int *counts)
{
	int64_t at[MAX_RANK];
	for (uint32_t i = 0; i < map->rank; i++) {
		at[i] = slices[i].start;
		if (slices[i].start == slices[i].stop)
			return;
	}
	for (;;) {
		int64_t element = 0;
		for (uint32_t i = 0; i < map->rank; i++)
			element = element * map->dims[i].size + at[i];
		counts[element]++;
		uint32_t i = map->rank;
		for (; i > 0 && ++at[i - 1] == slices[i - 1].stop; i--)
			at[i - 1] = slices[i - 1].start;
		if (!i)
			return;
	}
}

static void expect_tiled(const struct slice_map *map, struct arena *arena)
{
	int *counts = arena_new(arena, int, (size_t)map->bytes);
	for (int64_t position = 0; position < map->devices; position++) {
		struct slice slices[MAX_RANK];
		slice_map_slices(map, position, slices);
		paint(map, slices, counts);
	}
	for (int64_t i = 0; i < map->bytes; i++)
		cr_assert_eq(counts[i], map->copies, "element %d is held %d times, not %d", (int)i,
		             counts[i], (int)map->copies);
}

/* The walk over shards, and over the replicas of each, gives every position once, with the slices
 * of that position. */
static void expect_walk(const struct slice_map *map, struct arena *arena)
{
	int64_t indices[MAX_RANK] = {0}, walked = 0;
	bool *seen = arena_new(arena, bool, (size_t)map->devices);
	do {
		struct replicas replicas = slice_map_replicas(map, indices);
		int64_t before = -1;
		for (int64_t at; (at = replicas_next(&replicas)) >= 0; walked++) {
			struct slice slices[MAX_RANK];
			cr_assert(at > before && at < map->devices && !seen[at]);
			before = at;
			seen[at] = true;
			slice_map_slices(map, at, slices);
			for (uint32_t i = 0; i < map->rank; i++) {
				struct slice part = placed_dim_slice(&map->dims[i], indices[i]);
				cr_assert_eq(slices[i].start, part.start);
				cr_assert_eq(slices[i].stop, part.stop);
			}
		}
	} while (next_shard(map, indices));
	cr_assert_eq(walked, map->devices);
}

Test(slice_map, slices_of_random_layouts_tile_the_tensor)
{
	struct random random = {1};
	for (int i = 0; i < 2000; i++) {
		struct arena arena = {0};
		const struct slice_map *map = random_layout(&arena, &random);
		cr_assert_eq(map->shards * map->copies, map->devices);
		expect_tiled(map, &arena);
		expect_walk(map, &arena);
		arena_drop(&arena);
	}
}

Test(slice_map, devices_are_found_by_id)
{
	struct arena arena = {0};
	const struct slice_map *map =
	    slice_map_of(&arena, "{axes: {x: 2, y: 2}, devices: [7, 3, 0, 5]}", "'f32[4@x]'");
	const struct mesh *mesh = map->mesh;
	const int64_t ids[] = {7, 3, 0, 5};
	for (int64_t i = 0; i < 4; i++) {
		cr_expect_eq(mesh_device(mesh, i), ids[i]);
		cr_expect_eq(mesh_position(mesh, ids[i]), i);
	}
	cr_expect_eq(mesh_position(mesh, 1), -1);
	cr_expect_eq(mesh_position(mesh, -1), -1);
	mesh = slice_map_of(&arena, "{x: 2, y: 2}", "'f32[4@x]'")->mesh;
	cr_expect_eq(mesh_position(mesh, 3), 3);
	cr_expect_eq(mesh_position(mesh, 4), -1);
	cr_expect_eq(mesh_position(mesh, -1), -1);
	arena_drop(&arena);
}

/* Seconds of the processor that a million questions about single devices take. */
static double seconds_of_queries(const char *mesh)
{
	enum { QUERIES = 1000000 };
	struct arena arena = {0};
	const struct slice_map *map =
	    slice_map_of(&arena, mesh, "{shape: [1000000, 8192], spec: [[z, x], y]}");
	int64_t sum = 0;
	clock_t start = clock();
	for (int64_t i = 0; i < QUERIES; i++) {
		struct slice slices[MAX_RANK];
		slice_map_slices(map, i * 48271 % map->devices, slices);
		sum += slices[0].start + slices[1].stop;
	}
	double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
	cr_assert_gt(sum, 0);
	arena_drop(&arena);
	return seconds;
}

Test(slice_map, a_query_does_not_depend_on_the_number_of_devices)
{
	double few = seconds_of_queries("{x: 2, y: 2, z: 2}"),
	       many = seconds_of_queries("{x: 64, y: 32, z: 32}"),
	       most = seconds_of_queries("{x: 1024, y: 1024, z: 2048}");
	/* Division of larger numbers is slower, so that some is allowed for. */
	cr_expect_lt(many, 10 * few + 0.1);
	cr_expect_lt(most, 10 * few + 0.1);
}

Test(slice_map, memory_does_not_depend_on_the_number_of_devices)
{
	struct arena few = {0}, most = {0};
	slice_map_of(&few, "{x: 2, y: 2, z: 2}", "'f32[4@x, 8@(y,z)]'");
	slice_map_of(&most, "{x: 1024, y: 1024, z: 2048}", "'f32[4@x, 8@(y,z)]'");
	cr_expect_eq(arena_footprint(&few), arena_footprint(&most));
	arena_drop(&few);
	arena_drop(&most);
}

Test(slice_map, the_last_device_of_the_largest_mesh_has_its_slice)
{
	struct arena arena = {0};
	const struct slice_map *map =
	    slice_map_of(&arena, "{x: 2147483648}", "{shape: [4294967296, 2], spec: [x]}");
	struct slice slices[MAX_RANK];
	slice_map_slices(map, 2147483647, slices);
	cr_expect_eq(slices[0].start, 4294967294);
	cr_expect_eq(slices[0].stop, 4294967296);
	struct replicas replicas = slice_map_replicas(map, (const int64_t[]){2147483647, 0});
	cr_expect_eq(replicas_next(&replicas), 2147483647);
	cr_expect_eq(replicas_next(&replicas), -1);
	arena_drop(&arena);
}

Test(slice_map, tensors_may_have_64_dimensions_on_64_axes)
{
	struct arena arena = {0};
	struct buf mesh = {.arena = &arena}, shape = {.arena = &arena}, spec = {.arena = &arena};
	for (int i = 0; i < 64; i++) {
		buf_printf(&mesh, "%sa%d: %d", i ? ", " : "", i, i % 4 == 3 ? 2 : 1);
		buf_printf(&shape, "%s%d", i ? ", " : "", i % 4 == 3 ? 2 : 1);
		buf_printf(&spec, "%sa%d", i ? ", " : "", i);
	}
	struct str mesh_text = buf_str(&mesh), shape_text = buf_str(&shape),
		   spec_text = buf_str(&spec);
	const char *tensor = str_format(&arena, "{shape: [%.*s], dtype: bool, spec: [%.*s]}",
	                                STR_ARG(shape_text), STR_ARG(spec_text))
	                         .s;
	const struct slice_map *map =
	    slice_map_of(&arena, str_format(&arena, "{%.*s}", STR_ARG(mesh_text)).s, tensor);
	cr_expect_eq(map->rank, 64);
	cr_expect_eq(map->shards, 65536);
	expect_tiled(map, &arena);
	expect_walk(map, &arena);
	arena_drop(&arena);
}

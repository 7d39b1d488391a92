/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Carries out predicted steps on small arrays, device by device. Every element of the array is its
 * own number; after each step a device may hold only what it could take from its own memory, from a
 * member of its group, or from the device that sent to it. In the end every device must have
 * exactly the slice that the target gives it.
 */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include "testing/layout_reshard.h"

enum { MAX_ELEMENTS = 4096, MAX_TEST_DEVICES = 36 };

/* A value that is no element's number: a place nobody has filled. */
enum { NOTHING = -1 };

/* What the devices hold: per device the element at each place of its slice. */
struct memory {
	struct reshard_state state;
	int32_t *slices[MAX_TEST_DEVICES];
	int32_t size; /* elements per slice */
};

/* The elements of a device's slice, first its number of the slice, then the device's place in it.
 */
static void fill_slice(const struct reshard_state *state, int32_t tile, int32_t *slice)
{
	const struct tiling *t = state->tiling;
	int64_t local[TILING_MAX_RANK], start[TILING_MAX_RANK];
	int32_t size = 1;
	for (uint32_t i = t->rank; i-- > 0; tile /= t->tiles[i]) {
		local[i] = state->extents[i] / t->tiles[i];
		start[i] = tile % t->tiles[i] * local[i];
		size *= (int32_t)local[i];
	}
	for (int32_t at = 0; at < size; at++) {
		int64_t rest = at, element = 0, stride = 1;
		for (uint32_t i = t->rank; i-- > 0; rest /= local[i]) {
			element += (start[i] + rest % local[i]) * stride;
			stride *= state->extents[i];
		}
		slice[at] = (int32_t)element;
	}
}

static int32_t slice_size(const struct reshard_state *state)
{
	int64_t size = 1;
	for (uint32_t i = 0; i < state->tiling->rank; i++)
		size *= state->extents[i] / state->tiling->tiles[i];
	return (int32_t)size;
}

/* The memory in which every device has its slice. */
static struct memory memory_of(struct arena *arena, struct reshard_state state)
{
	struct memory memory = {.state = state, .size = slice_size(&state)};
	for (int32_t i = 0; i < state.tiling->count; i++) {
		int32_t *slice = arena_new(arena, int32_t, (size_t)memory.size);
		fill_slice(&state, i / state.tiling->replicas, slice);
		memory.slices[state.tiling->devices[i]] = slice;
	}
	return memory;
}

/* Copies into `wanted` what `has` contains of it; returns how many elements were still wanted. */
static int32_t supply(const int32_t *wanted, int32_t count, const int32_t *has, int32_t size,
                      int32_t *received)
{
	int32_t supplied = 0;
	for (int32_t i = 0; i < count; i++)
		for (int32_t k = 0; received[i] == NOTHING && k < size; k++)
			if (has[k] == wanted[i]) {
				received[i] = has[k];
				supplied++;
			}
	return supplied;
}

/* Gathers and all-to-alls: what a device may take from each member of its group. */
static void take_from_group(const struct reshard_step *step, const struct memory *before,
                            const struct memory *after, int32_t **received)
{
	int32_t most =
	    step->kind == RESHARD_ALL_TO_ALL ? before->size / step->group_size : before->size;
	for (int32_t i = 0; i < step->group_count * step->group_size; i++) {
		int32_t device = step->groups[i];
		const int32_t *group = step->groups + i / step->group_size * step->group_size;
		for (int32_t k = 0; k < step->group_size; k++) {
			int32_t supplied =
			    supply(after->slices[device], after->size, before->slices[group[k]],
			           before->size, received[device]);
			cr_expect_leq(supplied, most, "a device sends more than its part");
		}
	}
}

static void take_from_sender(const struct reshard_step *step, const struct memory *before,
                             const struct memory *after, int32_t **received)
{
	for (uint32_t i = 0; i < step->pair_count; i++) {
		struct reshard_pair pair = step->pairs[i];
		supply(after->slices[pair.target], after->size, before->slices[pair.source],
		       before->size, received[pair.target]);
	}
}

/* One step: returns the memory after it, in which what did not arrive is NOTHING. */
static struct memory carry_out(struct arena *arena, const struct reshard_step *step,
                               const struct memory *before)
{
	struct memory after = memory_of(arena, step->after);
	int32_t *received[MAX_TEST_DEVICES];
	int32_t devices = step->after.tiling->count;
	for (int32_t d = 0; d < devices; d++) {
		received[d] = arena_new(arena, int32_t, (size_t)after.size);
		for (int32_t i = 0; i < after.size; i++)
			received[d][i] = NOTHING;
	}
	if (step->kind == RESHARD_COLLECTIVE_PERMUTE)
		take_from_sender(step, before, &after, received);
	else if (step->groups)
		take_from_group(step, before, &after, received);
	else
		for (int32_t d = 0; d < devices; d++)
			supply(after.slices[d], after.size, before->slices[d], before->size,
			       received[d]);
	for (int32_t d = 0; d < devices; d++)
		after.slices[d] = received[d];
	return after;
}

/*
 * Joins steps that leave no tiling in between (the gathers of several dimensions) with the next:
 * the devices of all their groups that a device reaches are one group.
 */
static struct reshard_step joined(struct arena *arena, const struct reshard_step *steps,
                                  uint32_t *count)
{
	struct reshard_step step = steps[0];
	*count = 1;
	while (!step.after.tiling) {
		const struct reshard_step *next = &steps[(*count)++];
		int32_t wide = step.group_size * next->group_size, total = 0;
		int32_t *groups =
		    arena_new(arena, int32_t,
		              (size_t)(next->group_count * next->group_size * step.group_size));
		for (int32_t i = 0; i < next->group_count * next->group_size; i++) {
			int32_t at = 0;
			while (step.groups[at] != next->groups[i])
				at++;
			for (int32_t k = 0; k < step.group_size; k++)
				groups[total++] =
				    step.groups[at / step.group_size * step.group_size + k];
		}
		step.groups = groups;
		step.group_count = total / wide;
		step.group_size = wide;
		step.after = next->after;
	}
	return step;
}

static bool holds(const struct memory *memory, struct arena *arena, struct reshard_state wanted)
{
	struct memory target = memory_of(arena, wanted);
	if (target.size != memory->size)
		return false;
	for (int32_t d = 0; d < wanted.tiling->count; d++)
		if (memcmp(target.slices[d], memory->slices[d],
		           (size_t)target.size * sizeof(int32_t)) != 0)
			return false;
	return true;
}

static void simulate(struct test_layout *layout, const char *from, const char *to,
                     const int64_t *extents)
{
	struct reshard r = test_layout_reshard(layout, from, to, extents, false);
	if (r.outcome == RESHARD_ABORTS)
		return;
	cr_assert_eq(r.outcome, RESHARD_PREDICTED);
	struct memory memory = memory_of(
	    &layout->arena, (struct reshard_state){test_layout_tiling(layout, from), extents});
	for (uint32_t i = 0, count; i < r.step_count; i += count) {
		struct reshard_step step = joined(&layout->arena, r.steps + i, &count);
		cr_expect_eq(r.steps[i].operand_bytes, 4 * (int64_t)memory.size);
		memory = carry_out(&layout->arena, &step, &memory);
		cr_expect_eq(r.steps[i + count - 1].result_bytes, 4 * (int64_t)memory.size);
	}
	struct reshard_state target = {test_layout_tiling(layout, to), extents};
	cr_expect(holds(&memory, &layout->arena, target), "%s > %s: %s", from, to,
	          test_layout_steps(layout, &r));
}

/* A small generator, so that every run has the same cases. */
static uint32_t draw(uint64_t *state, uint32_t below)
{
	*state = *state * 6364136223846793005U + 1442695040888963407U;
	return (uint32_t)(*state >> 33) % below;
}

/* Puts each axis on a random dimension, or on none, in random order. */
static void draw_sharding(uint64_t *state, const struct named_mesh *mesh, uint32_t rank, char *text)
{
	char dims[4][16] = {{0}}, letters[8];
	for (uint32_t i = 0; i < mesh->naxes; i++)
		letters[i] = mesh->axes[i].name.s[0];
	for (uint32_t i = mesh->naxes; i-- > 0;) {
		uint32_t k = draw(state, i + 1), dim = draw(state, rank + 1);
		char letter = letters[k];
		letters[k] = letters[i];
		if (dim < rank)
			dims[dim][strlen(dims[dim])] = letter;
	}
	text[0] = '\0';
	for (uint32_t i = 0; i < rank; i++) {
		strcat(text, i ? " " : "");
		strcat(text, dims[i][0] ? dims[i] : "-");
	}
}

struct setting {
	const char *mesh;
	uint32_t rank;
	int64_t extent; /* of every dimension: a multiple of the number of devices */
};

static const struct setting settings[] = {
    {"x=2 y=2", 1, 8},          {"x=2 y=3", 1, 12},     {"x=2 y=2", 2, 8},
    {"x=2 y=4", 2, 16},         {"x=3 y=2", 2, 6},      {"x=4 y=4", 2, 16},
    {"x=2 y=2 z=2", 2, 8},      {"x=2 y=3 z=2", 2, 12}, {"x=2 y=2 z=4", 2, 16},
    {"x=2 y=2 z=2 w=2", 2, 16}, {"x=2 y=2", 3, 4},      {"x=2 y=2 z=2", 3, 8},
    {"x=2 y=4", 3, 8},          {"x=3 y=3", 2, 9},      {"x=6 y=2", 2, 12},
    {"x=3 y=4 z=3", 2, 36},
};

enum { SETTINGS = COUNT_OF(settings), CASES = 150 };

ParameterizedTestParameters(reshard_simulation, gives_every_device_the_target_slice)
{
	static int index[SETTINGS];
	for (int i = 0; i < SETTINGS; i++)
		index[i] = i;
	return cr_make_param_array(int, index, SETTINGS);
}

ParameterizedTest(int *index, reshard_simulation, gives_every_device_the_target_slice)
{
	const struct setting *setting = &settings[*index];
	uint64_t state = (uint64_t)*index + 1;
	int64_t extents[4], elements = 1;
	for (uint32_t i = 0; i < setting->rank; i++) {
		extents[i] = setting->extent;
		elements *= setting->extent;
	}
	cr_assert_leq(elements, MAX_ELEMENTS);
	for (int i = 0; i < CASES; i++) {
		char from[64], to[64];
		struct test_layout layout;
		test_layout_mesh(&layout, setting->mesh);
		draw_sharding(&state, &layout.mesh, setting->rank, from);
		draw_sharding(&state, &layout.mesh, setting->rank, to);
		simulate(&layout, from, to, extents);
		test_layout_drop(&layout);
	}
}

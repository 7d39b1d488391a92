/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/planning.h"

/* "all-gather 32>64 over y; collective-permute 64>64 over x,y" */
static struct str steps_of(struct arena *arena, const struct plan_steps *steps)
{
	struct buf out = {.arena = arena};
	for (const struct plan_step *step = steps->first; step; step = step->next) {
		buf_puts(&out, out.len ? "; " : "");
		buf_add(&out, step->kind);
		if (!step->collective)
			continue;
		buf_printf(&out, " %lld>%lld", (long long)step->operand_bytes,
		           (long long)step->result_bytes);
		const struct axis_parts *axes = &step->collective->axes;
		for (uint32_t i = 0; i < axes->count; i++) {
			buf_puts(&out, i ? "," : " over ");
			buf_add(&out, step_axis_text(arena, step->mesh, &axes->items[i]));
		}
		buf_puts(&out, step->full_rematerialization ? " whole" : "");
		buf_puts(&out, step->collective->scatters ? " scattered" : "");
	}
	return buf_str(&out);
}

static const struct {
	const char *mesh, *tensor, *steps;
	int64_t moved;
	uint32_t unpredicted;
} reshards[] = {
    {"{x: 2, y: 4}", "{shape: [8, 16], dtype: f32, spec: [x, y], reshard_to: [x, y]}", "", 0, 0},
    {"{x: 2, y: 4}", "{shape: [8, 16], dtype: f32, spec: [], reshard_to: [x, y]}", "", 0, 0},
    {"{x: 2, y: 4}", "{shape: [8, 16], dtype: f32, spec: [x, y], reshard_to: [x]}",
     "all-gather 64>256 over y", 192, 0},
    {"{x: 2, y: 4}", "{shape: [8, 16], dtype: f32, spec: [x, y], reshard_to: [x], count: 5}",
     "all-gather 64>256 over y", 960, 0},
    {"{x: 2, y: 4}", "{shape: [8, 16], dtype: f32, spec: [y], reshard_to: [null, y]}",
     "all-to-all 128>128 over y", 96, 0},
    {"{x: 2, y: 4}", "{shape: [8, 16], dtype: f32, spec: [[x, y]], reshard_to: [[y, x]]}",
     "collective-permute 64>64 over x,y", 64, 0},
    {"{x: 2, y: 4}", "{shape: [8, 16], dtype: f32, spec: [x, y], reshard_to: [y]}",
     "all-gather 64>128 over x; all-to-all 128>128 over y", 160, 0},
    {"{x: 2, y: 4}",
     "{shape: [8, 16, 8, 8], dtype: f32, spec: [null, null, x], reshard_to: [null, y]}",
     "all-gather 16384>32768 over x whole", 16384, 0},
    /* Less than a byte an element: packed. */
    {"{x: 2, y: 4}", "{shape: [8, 16], dtype: int4, spec: [x, y], reshard_to: [x]}",
     "all-gather 8>32 over y", 24, 0},
    {"{x: 2, y: 4}", "{shape: [2, 4], dtype: int2, spec: [x, y], reshard_to: [x]}",
     "all-gather 1>1 over y", 0, 0},
    {"{x: 2}", "{shape: [8], spec: [x], reshard_to: []}", "all-gather 0>0 over x", 0, 1},
    {"{x: 2}", "{shape: [8], dtype: f32, spec: [x], reshard_to: [y]}", "unknown", 0, 1},
    {"{x: 2}", "{shape: [8], dtype: f32, spec: [x], reshard_to: '{replicated}'}",
     "all-gather 16>32 over x", 16, 0},
    {"{x: 2, y: 2}", "{shape: [8], dtype: f32, spec: \"P('x', unreduced={'y'})\", reshard_to: [x]}",
     "all-reduce 16>16 over y", 16, 0},
    {"{x: 2, y: 2}", "{shape: [8], dtype: f32, spec: \"P('x', unreduced={'y'})\", reshard_to: [y]}",
     "all-reduce 16>16 over y; collective-permute 16>16 over x,y", 32, 0},
    {"{x: 2, y: 2}",
     "{shape: [8], dtype: f32, spec: \"P('x', unreduced={'y'})\", reshard_to: [[x, y]]}",
     "all-reduce 16>16 over y scattered", 16, 0},
    {"{x: 2, y: 2}", "{shape: [8, 8], dtype: f32, spec: \"P(unreduced={'y'})\", reshard_to: [y]}",
     "all-reduce 256>256 over y scattered", 256, 0},
    {"{x: 2, y: 2}",
     "{shape: [8, 8], dtype: f32, spec: \"P(unreduced={'x', 'y'})\", reshard_to: [y]}",
     "all-reduce 256>256 over x,y", 256, 0},
    {"{x: 2, y: 2}",
     "{shape: [8, 8], dtype: f32, spec: \"P(unreduced={'y'})\", reshard_to: [y, x]}",
     "all-reduce 256>256 over y", 256, 0},
    {"{x: 2, y: 2}", "{shape: [8], dtype: f32, spec: [x], reshard_to: \"P('x', unreduced={'y'})\"}",
     "unknown", 0, 1},
    {"{x: 2}", "{shape: [8], dtype: f32, spec: [x], reshard_to: P(P.UNCONSTRAINED)}", "unknown", 0,
     1},
    {"{x: 2147483648}", "{shape: [2147483648], dtype: f32, spec: [x], reshard_to: []}", "unknown",
     0, 1},
    {"{x: 2}", "{shape: [0], dtype: f32, spec: [x], reshard_to: []}", "", 0, 0},
    {"{x: 2}", "{shape: [], dtype: f32, spec: [], reshard_to: []}", "", 0, 0},
    {"{axes: {x: 2, y: 2}, devices: [3, 1, 2, 0]}",
     "{shape: [8], dtype: f32, spec: [x], reshard_to: [y]}", "collective-permute 16>16 over x,y",
     16, 0},
};

static const struct plan *plan_of(struct arena *arena, const char *mesh, const char *tensor,
                                  const struct plan_options *options)
{
	struct str text = str_format(arena, "mesh: %s\ntensors: {w: %s}\n", mesh, tensor);
	return testing_plan(arena, text, options);
}

ParameterizedTestParameters(step, reshards_take_these_steps)
{
	return testing_indexes(ROWS(reshards));
}

ParameterizedTest(int *index, step, reshards_take_these_steps)
{
	struct arena arena = {0};
	struct plan_options options = {0};
	const struct plan *plan =
	    plan_of(&arena, reshards[*index].mesh, reshards[*index].tensor, &options);
	testing_expect(reshards[*index].tensor, steps_of(&arena, &plan->steps),
	               reshards[*index].steps);
	cr_expect_eq(plan->steps.bytes_moved, reshards[*index].moved);
	cr_expect_eq(plan->steps.unpredicted, reshards[*index].unpredicted);
	cr_expect_eq(plan->steps.seconds.known, plan->steps.count == 0);
	for (const struct plan_step *step = plan->steps.first; step; step = step->next)
		cr_expect_gt(step->why.len, 0, "%s", reshards[*index].tensor);
	arena_drop(&arena);
}

/* A tensor on mesh a, f32[8, 8] sharded over x, moves to mesh b. */
static const struct {
	const char *a, *b, *spec, *steps;
} moves[] = {
    {"{x: 2}", "{y: 2}", "[y]", ""},
    {"{x: 2}", "{y: 2}", "[]", "all-gather 128>256 over x"},
    {"{x: 2}", "{axes: {y: 2}, devices: [1, 0]}", "[y]", "collective-permute 128>128 over x"},
    {"{x: 4}", "{y: 2, z: 2}", "[y]", "all-gather 64>128 over x:(2)2"},
    {"{x: 4}", "{y: 2, z: 2}", "[[y, z]]", ""},
    {"{x: 2}", "{y: 4}", "[y]", "unknown"},
    {"{x: 2}", "{axes: {y: 2}, devices: [2, 3]}", "[y]", "unknown"},
};

ParameterizedTestParameters(step, moves_between_meshes)
{
	return testing_indexes(ROWS(moves));
}

ParameterizedTest(int *index, step, moves_between_meshes)
{
	struct arena arena = {0};
	struct plan_options options = {0};
	struct str text = str_format(&arena,
	                             "meshes: {a: %s, b: %s}\n"
	                             "tensors: {w: {shape: [8, 8], dtype: f32, spec: [x], "
	                             "reshard_to: {mesh: b, spec: %s}}}\n",
	                             moves[*index].a, moves[*index].b, moves[*index].spec);
	const struct plan *plan = testing_plan(&arena, text, &options);
	testing_expect(moves[*index].b, steps_of(&arena, &plan->steps), moves[*index].steps);
	arena_drop(&arena);
}

/* jaxlib 0.10.2 dies on it with SIGFPE. */
Test(step, an_abort_is_told)
{
	struct arena arena = {0};
	struct plan_options options = {0};
	const struct plan *plan =
	    plan_of(&arena, "{a: 2, b: 2, c: 4}",
	            "{shape: [192, 192, 192, 192], dtype: f32, spec: [c, b, null, a], "
	            "reshard_to: [a, null, b, c]}",
	            &options);
	cr_assert_eq(plan->steps.count, 1);
	testing_expect("kind", plan->steps.first->kind, "abort");
	cr_expect_gt(plan->steps.first->why.len, 0);
	cr_expect_eq(plan->steps.unpredicted, 1);
	arena_drop(&arena);
}

Test(step, groups_are_kept_on_request)
{
	struct arena arena = {0};
	for (int groups = 0; groups < 2; groups++) {
		struct plan_options options = {.setting.groups = groups};
		const struct plan *plan = plan_of(
		    &arena, "{x: 2, y: 2}",
		    "{shape: [8, 8], dtype: f32, spec: [[x, y]], reshard_to: [y]}", &options);
		cr_assert_eq(plan->steps.count, 2);
		const struct plan_step *permute = plan->steps.first, *gather = permute->next;
		cr_expect_eq(permute->collective->pairs != NULL, groups);
		cr_expect_eq(gather->collective->groups != NULL, groups);
		cr_expect_eq(permute->collective->pair_count, 4);
		cr_expect_eq(gather->collective->group_count, 2);
	}
	arena_drop(&arena);
}

/* Bytes kept for the reshards of so many tensors on 65,536 devices. */
static size_t footprint_of(int tensors)
{
	struct arena arena = {0};
	struct plan_options options = {0};
	struct buf text = {.arena = &arena};
	buf_puts(&text, "mesh: {x: 2, y: 32768}\ntensors:\n");
	for (int i = 0; i < tensors; i++)
		buf_printf(&text,
		           "  w%d: {shape: [8, 65536], dtype: f32, spec: [x, y], "
		           "reshard_to: [x]}\n",
		           i);
	const struct plan *plan = testing_plan(&arena, buf_str(&text), &options);
	cr_expect_eq(plan->steps.count, (uint32_t)tensors);
	size_t footprint = arena_footprint(&arena);
	arena_drop(&arena);
	return footprint;
}

Test(step, without_groups_a_step_takes_no_memory_for_its_devices)
{
	enum { DEVICES = 65536 };
	size_t one = footprint_of(1), several = footprint_of(33);
	cr_expect_lt(several, one + 32 * DEVICES * sizeof(int32_t) / 8);
}

Test(step, bytes_moved_may_not_fit_in_64_bits)
{
	struct arena arena = {0};
	struct plan_options options = {0};
	struct buf text = {.arena = &arena};
	buf_puts(&text, "mesh: {x: 2}\ntensors:\n");
	for (int i = 0; i < 32; i++)
		buf_printf(&text,
		           "  w%d: {shape: [1000000000000, 1000000], dtype: s8, spec: [x], "
		           "reshard_to: []}\n",
		           i);
	const struct plan *plan = testing_plan(&arena, buf_str(&text), &options);
	cr_expect_eq(plan->steps.count, 32);
	cr_expect(plan->steps.overflow);
	cr_expect(plan->memory.overflow);
	arena_drop(&arena);
}

/* With hardware every predicted step has a time, low to high, and families take it so many times.
 */
Test(step, times_are_known_with_hardware)
{
	struct arena arena = {0};
	struct plan_options options = {.setting.cost = COST_CALIBRATED};
	double times[2];
	for (int i = 0; i < 2; i++) {
		const char *tensor = str_format(&arena,
		                                "{shape: [4096, 4096], dtype: f32, spec: [x, y], "
		                                "reshard_to: [null, [x, y]], count: %d}",
		                                1 + 9 * i)
		                         .s;
		const struct plan *plan =
		    plan_of(&arena, "{x: 4, y: 4}\nhardware: v5e-16", tensor, &options);
		cr_assert_gt(plan->steps.count, 0);
		for (const struct plan_step *step = plan->steps.first; step; step = step->next) {
			cr_expect(step->seconds.known);
			cr_expect_gt(step->seconds.low, 0);
			cr_expect_leq(step->seconds.low, step->seconds.expected);
			cr_expect_leq(step->seconds.expected, step->seconds.high);
		}
		cr_expect(plan->steps.seconds.known);
		times[i] = plan->steps.seconds.expected;
	}
	cr_expect_float_eq(times[1], 10 * times[0], 1e-9);
	arena_drop(&arena);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/tensor_name.h"
#include "testing/planning.h"

static const struct {
	const char *pattern, *name;
	bool matches;
} patterns[] = {
    {"", "", true},
    {"*", "", true},
    {"?", "", false},
    {"", "a", false},
    {"a", "a", true},
    {"a", "b", false},
    {"a", "ab", false},
    {"ab", "a", false},
    {"?", "a", true},
    {"?", "ab", false},
    {"??", "ab", true},
    {"*", "layers/0/wq", true},
    {"*wq", "layers/0/wq", true},
    {"*wq", "layers/0/wqx", false},
    {"layers*", "layers/0/wq", true},
    {"layers*wq", "layers/0/wq", true},
    {"layers*wk", "layers/0/wq", false},
    {"*/0/*", "layers/0/wq", true},
    {"*/1/*", "layers/0/wq", false},
    {"layers.?.wq", "layers.3.wq", true},
    {"layers.?.wq", "layers.13.wq", false},
    {"**", "ab", true},
    {"*a*b*c*", "xxaxxbxxcxx", true},
    {"*a*b*c*", "xxaxxcxxbxx", false},
    {"*aab", "aaaaaab", true},
    {"a*", "ba", false},
    {"*?", "", false},
    {"*?", "a", true},
    {"[a]", "a", false}, /* brackets are plain */
    {"?", "日", true},
    {"???", "日", false},
    {"*??", "日", false},
    {"?b", "éb", true},
    {"*日", "日本日", true},
    {"[a]", "[a]", true},
    {"layers.{0..3}.w", "layers.{0..3}.w", true},
    {"a*a*a*a*a*a*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
     false},
};

ParameterizedTestParameters(plan, patterns_are_matched)
{
	return testing_indexes(ROWS(patterns));
}

ParameterizedTest(int *index, plan, patterns_are_matched)
{
	cr_expect_eq(
	    tensor_name_matches(str_of(patterns[*index].pattern), str_of(patterns[*index].name)),
	    patterns[*index].matches, "'%s' and '%s'", patterns[*index].pattern,
	    patterns[*index].name);
}

/* A layout in another notation is planned as the PartitionSpec that says the same. */
Test(plan, other_notations_are_planned_alike)
{
	static const char *const layouts[] = {"{devices=[4,2]<=[2,4]T(1,0)}",
	                                      "#sdy.sharding<@mesh, [{\"y\"}, {\"x\"}]>",
	                                      "[Shard(1), Shard(0)]"};
	for (size_t i = 0; i < ROWS(layouts); i++) {
		struct arena arena = {0};
		struct plan_options options = {0};
		struct str text = str_format(&arena,
		                             "mesh: {x: 2, y: 4}\ntensors:\n"
		                             "  w: {shape: [8, 16], dtype: f32, spec: '%s'}\n"
		                             "  p: {shape: [8, 16], dtype: f32, spec: [y, x]}\n",
		                             layouts[i]);
		const struct plan *plan = testing_plan(&arena, text, &options);
		const struct slice_map *other = testing_slice_map(plan, "w"),
				       *plain = testing_slice_map(plan, "p");
		for (int64_t position = 0; position < 8; position++) {
			struct slice a[MAX_RANK], b[MAX_RANK];
			slice_map_slices(other, position, a);
			slice_map_slices(plain, position, b);
			cr_expect_arr_eq(a, b, 2 * sizeof *a, "%s", layouts[i]);
		}
		arena_drop(&arena);
	}
}

/* Why a tensor is not planned. */
static const struct {
	const char *text, *reason;
} reasons[] = {
    {"mesh: {x: 2}\ntensors: {w: {shape: [4]}}", "it has no layout of its own"},
    {"tensors: {w: {shape: [4], spec: [x]}}", "the file has no mesh"},
    {"mesh: {x: 2}\ntensors: {w: {shape: [4], spec: [y]}}", "its layout does not fit the mesh"},
    {"mesh: {x: 4}\ntensors: {w: {shape: [4], spec: '{devices=[4]0,2,1,3}'}}",
     "no PartitionSpec lays it out alike"},
    {"mesh: {x: 2}\ntensors: {w: 17}", "its entry cannot be read"},
    {"mesh: {x: 2}\ntensors: {w: {shape: [4], spec: [x], mesh: z}}", "its entry cannot be read"},
};

ParameterizedTestParameters(plan, reasons_are_given)
{
	return testing_indexes(ROWS(reasons));
}

ParameterizedTest(int *index, plan, reasons_are_given)
{
	struct arena arena = {0};
	struct plan_options options = {0};
	const struct plan *plan = testing_plan(&arena, str_of(reasons[*index].text), &options);
	cr_assert_eq(plan->ntensors, 1);
	testing_expect(reasons[*index].text, str_of(plan->tensors[0].reason),
	               reasons[*index].reason);
	arena_drop(&arena);
}

Test(plan, a_pattern_picks_tensors_and_their_steps)
{
	struct arena arena = {0};
	struct plan_options options = {.pattern = STR("w*")};
	const struct plan *plan =
	    testing_plan(&arena,
	                 STR("mesh: {x: 2}\n"
	                     "tensors:\n"
	                     "  w1: {shape: [4], dtype: f32, spec: [x], reshard_to: []}\n"
	                     "  b1: {shape: [8], dtype: f32, spec: [x], reshard_to: []}\n"
	                     "  w2: {shape: [16], dtype: f32, spec: [x]}\n"),
	                 &options);
	cr_expect_eq(plan->ntensors, 2);
	cr_expect_eq(plan->memory.per_device, 8 + 32);
	cr_expect_eq(plan->steps.count, 1);
	arena_drop(&arena);
}

/* A chip's memory against layouts of one parameter. */
static const struct {
	const char *tensors, *axis;
	int64_t freed;
} fits[] = {
    {"{w: 'bf16[1024@x, 1024]'}", NULL, 0},
    {"{w: 'bf16[262144@x, 262144]'}", "x", 34359738368 / 2},
    {"{w: 'bf16[262144@x, 262144@y]', v: 'bf16[262144@y, 131072]'}", "y",
     (17179869184 + 34359738368) / 2},
    {"{w: 'bf16[262144, 262144]'}", NULL, 0},
    {"{w: {shape: [65536, 65536], dtype: bf16, spec: [x, y], kind: param}, "
     "v: {shape: [65536, 131072], dtype: bf16, spec: [y], kind: activation}, "
     "u: {shape: [65536, 524288], dtype: bf16, spec: [x], kind: param}}",
     "x", 3 * (1073741824 + 17179869184) / 2}, /* the moments are halved, too */
};

ParameterizedTestParameters(plan, the_axis_that_helps_is_named)
{
	return testing_indexes(ROWS(fits));
}

ParameterizedTest(int *index, plan, the_axis_that_helps_is_named)
{
	struct arena arena = {0};
	struct plan_options options = {0};
	struct str text = str_format(
	    &arena, "hardware: v5e-8\nmesh: {x: 4, y: 2}\nmemory: {optimizer: adam}\ntensors: %s\n",
	    fits[*index].tensors);
	const struct plan *plan = testing_plan(&arena, text, &options);
	cr_expect_gt(plan->limit, 0);
	cr_expect_eq(plan->helpful_axis != NULL, fits[*index].axis != NULL);
	cr_expect_eq(plan->helpful_bytes, fits[*index].freed);
	if (plan->helpful_axis && fits[*index].axis)
		testing_expect(fits[*index].tensors, plan->helpful_axis->name, fits[*index].axis);
	arena_drop(&arena);
}

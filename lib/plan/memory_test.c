/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/planning.h"

static const struct plan_options defaults;

/* Bytes by part: "param 64, optimizer 128". */
static struct str parts_of(struct arena *arena, const struct memory *memory)
{
	struct buf out = {.arena = arena};
	for (int part = 0; part < MEMORY_PARTS; part++)
		if (memory->parts[part])
			buf_printf(&out, "%s%s %lld", out.len ? ", " : "",
			           memory_part_name((enum memory_part)part),
			           (long long)memory->parts[part]);
	return buf_str(&out);
}

/* On 8 devices, one parameter that is cut in 8 unless it says otherwise. */
static const struct {
	const char *memory, *tensor, *parts;
} trainings[] = {
    {"{}", "{shape: [64, 32], dtype: f32, spec: [x], kind: param}", "param 1024"},
    {"{optimizer: none}", "{shape: [64, 32], dtype: f32, spec: [x], kind: param}", "param 1024"},
    {"{optimizer: sgd}", "{shape: [64, 32], dtype: f32, spec: [x], kind: param}", "param 1024"},
    {"{optimizer: momentum}", "{shape: [64, 32], dtype: f32, spec: [x], kind: param}",
     "param 1024, optimizer 1024"},
    {"{optimizer: adam}", "{shape: [64, 32], dtype: f32, spec: [x], kind: param}",
     "param 1024, optimizer 2048"},
    {"{optimizer: adamw}", "{shape: [64, 32], dtype: bf16, spec: [x], kind: param}",
     "param 512, optimizer 1024"},
    {"{optimizer: adamw, moments: f32}", "{shape: [64, 32], dtype: bf16, spec: [x], kind: param}",
     "param 512, optimizer 2048"},
    {"{optimizer: adamw, moments: f32}",
     "{shape: [64, 32], dtype: bf16, spec: [x], kind: param, count: 10}",
     "param 5120, optimizer 20480"},
    {"{optimizer: adamw, moments: f32}", "{shape: [64, 32], dtype: bf16, spec: [x]}", "other 512"},
    {"{optimizer: adamw, moments: f32}",
     "{shape: [64, 32], dtype: bf16, spec: [x], kind: activation}", "activation 512"},
    {"{optimizer: adamw}", "{shape: [64, 32], dtype: bf16, spec: [x], kind: input}", "input 512"},
    {"{optimizer: adamw}", "{shape: [64, 32], dtype: bf16, spec: [x], kind: state}", "state 512"},
    {"{optimizer: sgd, gradients: f32, master_weights: f32, reserve: 2KiB}",
     "{shape: [64, 32], dtype: bf16, spec: [x], kind: param}",
     "param 512, master_weights 1024, gradients 1024, reserve 2048"},
    {"{gradients: bf16}", "{shape: [64, 32], dtype: f32, spec: [], kind: param}",
     "param 8192, gradients 4096"},
    {"{reserve: 1000}", "{shape: [64, 32], dtype: f32, spec: [x], kind: input}",
     "input 1024, reserve 1000"},
    {"{optimizer: adam, moments: int4}", "{shape: [24], dtype: f32, spec: [x], kind: param}",
     "param 12, optimizer 4"}, /* 12 bits in 2 bytes, twice */
    {"{optimizer: adam}", "{shape: [10], dtype: f32, spec: [x], kind: param}",
     "param 8, optimizer 16"}, /* uneven: as the fullest device */
    /* Adafactor: a row and a column of sums from 128 elements on, whatever their order. */
    {"{optimizer: adafactor}", "{shape: [1024, 128], dtype: f32, spec: [x], kind: param}",
     "param 65536, optimizer 1024"},
    {"{optimizer: adafactor}", "{shape: [1024, 128], dtype: f32, spec: [null, x], kind: param}",
     "param 65536, optimizer 4160"},
    {"{optimizer: adafactor}", "{shape: [1024, 127], dtype: f32, spec: [x], kind: param}",
     "param 65024, optimizer 65024"},
    {"{optimizer: adafactor}", "{shape: [4, 256, 128], dtype: f32, spec: [null, x], kind: param}",
     "param 65536, optimizer 2560"},
    {"{optimizer: adafactor}", "{shape: [128, 4, 256], dtype: f32, spec: [x], kind: param}",
     "param 65536, optimizer 4352"},
    {"{optimizer: adafactor}", "{shape: [256, 256], dtype: f32, spec: [x], kind: param}",
     "param 32768, optimizer 1152"},
    {"{optimizer: adafactor}", "{shape: [4096], dtype: f32, spec: [x], kind: param}",
     "param 2048, optimizer 2048"},
    {"{optimizer: adafactor}", "{shape: [], dtype: f32, spec: [], kind: param}",
     "param 4, optimizer 4"},
};

ParameterizedTestParameters(memory, training_keeps_so_much)
{
	return testing_indexes(ROWS(trainings));
}

ParameterizedTest(int *index, memory, training_keeps_so_much)
{
	struct arena arena = {0};
	const char *settings = trainings[*index].memory, *tensor = trainings[*index].tensor;
	struct str text =
	    str_format(&arena, "mesh: {x: 8}\nmemory: %s\ntensors: {w: %s}\n", settings, tensor);
	const struct plan *plan = testing_plan(&arena, text, &defaults);
	int64_t sum = 0;
	for (int part = 0; part < MEMORY_PARTS; part++)
		sum += plan->memory.parts[part];
	testing_expect(settings, parts_of(&arena, &plan->memory), trainings[*index].parts);
	cr_expect_eq(plan->memory.per_device, sum);
	arena_drop(&arena);
}

/* What is said beside the parts. */
static const struct {
	const char *tensors;
	int64_t replicated, padding;
	uint32_t unsized;
	bool overflow;
} remarks[] = {
    {"{a: 'f32[64@x]', b: 'f32[16]'}", 64, 0, 0, false},
    {"{b: {shape: [16], dtype: f32, spec: [], count: 3}}", 192, 0, 0, false},
    {"{b: {shape: [4, 4], dtype: f32, spec: [x]}}", 0, 8, 0, false},
    {"{b: {shape: [9], dtype: f32, spec: [x], count: 2}}", 0, 8, 0, false},
    {"{b: {shape: [64], spec: [x]}, c: {shape: [64], spec: []}}", 0, 0, 2, false},
    {"{b: {shape: [4611686018427387904], spec: [x], kind: param}}", 0, 0, 1, true},
    {"{b: {shape: [1152921504606846975], dtype: s8, spec: [], kind: param}}", 1152921504606846975,
     0, 0, true},
    {"{b: {shape: [1152921504606846975], dtype: s8, spec: [x], kind: input}, "
     "c: {shape: [1152921504606846975], dtype: s8, spec: [x]}}",
     0, 2, 0, false},
};

ParameterizedTestParameters(memory, remarks_on_it)
{
	return testing_indexes(ROWS(remarks));
}

ParameterizedTest(int *index, memory, remarks_on_it)
{
	struct arena arena = {0};
	struct str text = str_format(
	    &arena, "mesh: {x: 8}\nmemory: {optimizer: adam, moments: f64}\ntensors: %s\n",
	    remarks[*index].tensors);
	const struct memory *memory = &testing_plan(&arena, text, &defaults)->memory;
	cr_expect_eq(memory->replicated, remarks[*index].replicated);
	cr_expect_eq(memory->padding, remarks[*index].padding);
	cr_expect_eq(memory->unsized, remarks[*index].unsized);
	cr_expect_eq(memory->overflow, remarks[*index].overflow);
	arena_drop(&arena);
}

/* Findings of the key itself. */
static const struct {
	const char *memory, *message;
} wrong[] = {
    {"[adam]", "'memory' must be a map, not a list"},
    {"{optimizer: adamv}", "'adamv' is not a value of 'optimizer'"},
    {"{optimiser: adam}", "'memory' has no key 'optimiser'"},
    {"{moments: f33}", "'moments': no dtype is called 'f33'"},
    {"{gradients: [f32]}", "'gradients' must be text, not a list"},
    {"{reserve: lots}", "'lots' is not a number of bytes"},
};

ParameterizedTestParameters(memory, mistakes_are_found)
{
	return testing_indexes(ROWS(wrong));
}

ParameterizedTest(int *index, memory, mistakes_are_found)
{
	struct arena arena = {0};
	struct str text = str_format(&arena, "mesh: {x: 8}\nmemory: %s\n", wrong[*index].memory);
	struct check_result result = testing_check(&arena, text);
	cr_assert_eq(result.errors, 1);
	testing_expect(wrong[*index].memory, result.diags[0]->message, wrong[*index].message);
	arena_drop(&arena);
}

/* A sum that does not fit keeps what fitted. */
/* A published problem: LLaMA 3-70B in int8 with 32 KV caches of 8192 tokens fills 7 chips of v5e.
 */
Test(memory, says_how_many_devices_hold_all_of_it)
{
	static const char *const layouts[] = {"[x, null]", "[null, null]"};
	for (size_t i = 0; i < COUNT_OF(layouts); i++) {
		struct arena arena = {0};
		struct str text = str_format(
		    &arena,
		    "hardware: v5e:2x2\nmesh: {x: 4}\ntensors:\n"
		    "  p: {shape: [70000000, 1000], dtype: int8, spec: %s, kind: param}\n"
		    "  kv: {shape: [262144, 163840], dtype: int8, spec: %s}\n",
		    layouts[i], layouts[i]);
		const struct plan *plan = testing_plan(&arena, text, &defaults);
		cr_expect(plan_exceeds(plan));
		cr_expect_eq(plan_devices_needed(plan), 7, "%lld",
		             (long long)plan_devices_needed(plan));
		arena_drop(&arena);
	}
}

Test(memory, a_sum_that_does_not_fit_does_not_wrap)
{
	struct arena arena = {0};
	struct str text = STR("mesh: {x: 8}\n"
	                      "memory: {reserve: 9223372036854775807}\n"
	                      "tensors: {w: 'f32[64@x]'}\n");
	const struct memory *memory = &testing_plan(&arena, text, &defaults)->memory;
	cr_expect(memory->overflow);
	cr_expect_eq(memory->per_device, 32);
	arena_drop(&arena);
}

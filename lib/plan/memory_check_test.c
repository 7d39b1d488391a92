/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/testing.h"

/* On 4 devices of 15.75 GiB each. */
static const struct {
	const char *rest;           /* behind hardware and mesh */
	const char *message, *help; /* parts of them; NULL: nothing is found */
} rows[] = {
    {"tensors: {a: 'bf16[131072@model, 65536]'}", NULL, NULL},
    {"tensors: {a: 'bf16[131072@model, 262144]'}", "needs 16.00 GiB",
     "twice as many devices along axis 'model' free 8.00 GiB of each, and then it fits"},
    {"tensors: {a: 'bf16[131072@model, 1048576]'}", "needs 64.00 GiB",
     "it fits with 8 times as many devices along axis 'model'"},
    {"tensors: {a: 'bf16[131072, 65536]', b: 'f32[8@model]'}", "needs 16.00 GiB",
     "shard what every device holds whole, 16.00 GiB"},
    {"memory: {optimizer: adamw, moments: f32}\n"
     "tensors: {a: {shape: [131072, 65536], dtype: bf16, spec: [model], kind: param}}",
     "needs 20.00 GiB: optimizer 16.00 GiB, param 4.00 GiB", "and then it fits"},
    {"memory: {reserve: 20GiB}\ntensors: {a: 'f32[8@model]'}", "needs 20.00 GiB: reserve 20.00 GiB",
     "free no more than 4 B of each"},
    {"memory: {reserve: 20GiB}\ntensors: {}", "needs 20.00 GiB", "hardware with more memory"},
    {"tensors: {a: {shape: [131072, 65536], spec: []}}", NULL, NULL}, /* no dtype: no bytes */
    {"memory: {optimizer: adam, moments: f64}\n"
     "tensors: {a: {shape: [8], dtype: int4, spec: [], count: 144115188075855872, kind: param}, b: "
     "'f32[8@model]'}",
     "more memory than 64 bits", NULL},
    {"tensors: {a: 'bf16[131072, 262144]', b: 'f32[9@model]'}", NULL, NULL}, /* wrong already */
    {"checks: {ignore: [memory-exceeded]}\ntensors: {a: 'bf16[131072, 262144@model]'}", NULL, NULL},
};

Test(memory_check, what_does_not_fit_is_found)
{
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		struct check_result result = testing_check(
		    &arena,
		    str_format(&arena, "hardware: v5e-4\nmesh: {model: 4}\n%s\n", rows[i].rest));
		uint32_t count = testing_count(&result, RULE_MEMORY_EXCEEDED);
		cr_assert_eq(count, rows[i].message != NULL, "%s: %u", rows[i].rest, count);
		for (uint32_t j = 0; j < result.ndiags; j++) {
			const struct diag *diag = result.diags[j];
			if (diag->rule != rule_of(RULE_MEMORY_EXCEEDED))
				continue;
			cr_expect_lt(str_search(diag->message, str_of(rows[i].message), 0),
			             diag->message.len, "%.*s", STR_ARG(diag->message));
			if (rows[i].help)
				cr_expect_lt(str_search(diag->help, str_of(rows[i].help), 0),
				             diag->help.len, "%.*s", STR_ARG(diag->help));
			cr_expect_eq(result.verdict, VERDICT_ACCEPTED);
		}
		arena_drop(&arena);
	}
}

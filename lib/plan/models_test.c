/* SPDX-License-Identifier: Apache-2.0 */
/* The layouts of real models take as much memory as is known of them (testdata/specs/). */
#include <cjson/cJSON.h>

#include "testing/planning.h"

static const char facts[] = "testdata/specs/expected.json";

/* Elements of the parameters on one device, when all are placed. */
static int64_t params_per_device(const struct plan *plan)
{
	int64_t sum = 0;
	for (uint32_t i = 0; i < plan->ntensors; i++) {
		const struct plan_tensor *planned = &plan->tensors[i];
		if (planned->tensor->kind == KIND_PARAM)
			sum += planned->slice_map.bytes_per_device * 8 /
			       planned->slice_map.element_bits * planned->tensor->count;
	}
	return sum;
}

/* Bytes of an element when all parameters have the same type. */
static int64_t element_bytes(const struct plan *plan)
{
	int64_t bits = 0;
	for (uint32_t i = 0; i < plan->ntensors; i++)
		if (plan->tensors[i].tensor->kind == KIND_PARAM) {
			cr_assert(bits == 0 || bits == plan->tensors[i].slice_map.element_bits);
			bits = plan->tensors[i].slice_map.element_bits;
		}
	return bits / 8;
}

Test(models, parameters_take_as_much_of_a_device_as_is_known)
{
	static const struct plan_options defaults;
	struct arena arena = {0};
	struct str text = testing_read(&arena, facts);
	cJSON *models = cJSON_ParseWithLength(text.s, text.len);
	const cJSON *model;
	int compared = 0;
	cJSON_ArrayForEach(model, models)
	{
		const cJSON *known = cJSON_GetObjectItem(model, "params_per_device");
		const char *path = cJSON_GetObjectItem(model, "path")->valuestring;
		if (!cJSON_IsNumber(known))
			continue;
		const struct plan *plan =
		    testing_plan(&arena, testing_read(&arena, path), &defaults);
		cr_expect_eq(plan->unplaced, 0, "%s: %u not placed", path, plan->unplaced);
		int64_t expected = (int64_t)known->valuedouble;
		cr_expect_eq(params_per_device(plan), expected, "%s: %lld instead of %lld", path,
		             (long long)params_per_device(plan), (long long)expected);
		cr_expect_eq(plan->memory.parts[MEMORY_PARAM], expected * element_bytes(plan), "%s",
		             path);
		compared++;
	}
	cr_expect_geq(compared, 18);
	cJSON_Delete(models);
	arena_drop(&arena);
}

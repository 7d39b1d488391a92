/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole programs that jaxlib compiled (testdata/plan/modules.jsonl), as StableHLO and as HLO before
 * and after propagation: the steps of their plans are the collectives of the compiler, in any
 * order.
 */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

#include "plan/module/module_mesh.h"
#include "plan/module/module_plan.h"
#include "plan/module/module_read.h"
#include "testing/release.h"
#include "testing/testing.h"

enum { MOST_STEPS = 64, KEY = 64 };

struct keys {
	char items[MOST_STEPS][KEY];
	int count;
};

static int by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* The next of the texts; too many are a mistake of the recording. */
static char *next_key(struct keys *keys)
{
	cr_assert_lt(keys->count, MOST_STEPS);
	return keys->items[keys->count++];
}

static const struct plan *plan_text(struct arena *arena, struct str text, const char *release)
{
	struct jax_rules rules = testing_release(release);
	const struct plan_options options = {.setting = {.groups = true, .rules = &rules}};
	struct arena scratch = {0};
	struct diags diags = diags_make(arena);
	struct source *source = arena_new(arena, struct source, 1);
	*source = (struct source){STR("m"), text};
	struct module *module = module_read(arena, source, &rules, &diags);
	cr_assert_not_null(module, "%s", diags.first ? diags.first->message.s : "");
	const struct named_mesh *mesh = module_mesh(arena, module);
	const struct source spec = {STR("mesh"), module_mesh_spec(arena, mesh)};
	const struct check_options check = {
	    .overrides = {.framework = str_format(arena, "jax==%s", release)}};
	struct check_result checked = check_source(arena, &scratch, &spec, &check);
	const struct plan *plan =
	    plan_module(arena, &scratch, module, mesh, source, &checked, &options);
	arena_drop(&scratch);
	return plan;
}

static void read_recorded(const cJSON *recorded, struct keys *keys)
{
	const cJSON *one;
	cJSON_ArrayForEach(one, cJSON_GetObjectItem(recorded, "collectives"))
	{
		(void)snprintf(
		    next_key(keys), KEY, "%s %d %d", cJSON_GetArrayItem(one, 0)->valuestring,
		    cJSON_GetArrayItem(one, 1)->valueint, cJSON_GetArrayItem(one, 2)->valueint);
	}
	qsort(keys->items, (size_t)keys->count, KEY, by_text);
}

static void read_planned(const struct plan *plan, struct keys *keys)
{
	for (const struct plan_step *step = plan->steps.first; step; step = step->next)
		(void)snprintf(next_key(keys), KEY, "%.*s %lld %lld", STR_ARG(step->kind),
		               (long long)step->operand_bytes, (long long)step->result_bytes);
	qsort(keys->items, (size_t)keys->count, KEY, by_text);
}

static void compare(struct arena *arena, const cJSON *recorded)
{
	const char *id = cJSON_GetObjectItem(recorded, "id")->valuestring;
	struct str text = str_of(cJSON_GetObjectItem(recorded, "text")->valuestring);
	const char *release = cJSON_GetObjectItem(recorded, "release")->valuestring;
	struct keys want = {.count = 0}, got = {.count = 0};
	read_recorded(recorded, &want);
	read_planned(plan_text(arena, text, release), &got);
	cr_expect_eq(want.count, got.count, "%s of %s: %d collectives, and %d steps", id, release,
	             want.count, got.count);
	for (int i = 0; i < want.count && i < got.count; i++)
		cr_expect_str_eq(got.items[i], want.items[i], "%s of %s: %s instead of %s", id,
		                 release, got.items[i], want.items[i]);
}

Test(module_replay, steps_are_the_collectives_of_the_compiler)
{
	struct arena arena = {0};
	struct str text = testing_read(&arena, "testdata/plan/modules.jsonl");
	int cases = 0;
	for (size_t at = 0; at < text.len; cases++) {
		struct arena_mark mark = arena_mark(&arena);
		size_t end = str_find(text, '\n', at);
		cJSON *recorded = cJSON_ParseWithLength(text.s + at, end - at);
		cr_assert_not_null(recorded);
		compare(&arena, recorded);
		cJSON_Delete(recorded);
		arena_rewind(&arena, mark);
		at = end + 1;
	}
	cr_expect_geq(cases, 30);
	arena_drop(&arena);
}

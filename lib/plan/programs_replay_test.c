/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs of specs that jaxlib compiled (testdata/plan/programs.jsonl), 0.10.2 where no other is
 * said: the steps of their plans are the collectives of the compiler, in any order, each at the
 * line of the program.
 */
#include <stdio.h>
#include <stdlib.h>

#include "testing/planning.h"
#include "testing/records.h"

enum { MOST_STEPS = 512, KEY = 128 };

struct keys {
	char items[MOST_STEPS][KEY];
	int count;
};

static int by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

static long long number_of(const cJSON *object, const char *key)
{
	return (long long)cJSON_GetNumberValue(cJSON_GetObjectItem(object, key));
}

/* The collectives as texts, in order. */
static void read_recorded(const cJSON *recorded, struct keys *keys)
{
	const cJSON *one, *trips;
	cJSON_ArrayForEach(one, cJSON_GetObjectItem(recorded, "collectives"))
	{
		char *key = keys->items[keys->count++];
		bool grouped = cJSON_HasObjectItem(one, "group_size");
		int at = snprintf(key, KEY, "line %lld %s %lld %lld %lld", number_of(one, "line"),
		                  cJSON_GetObjectItem(one, "kind")->valuestring,
		                  number_of(one, "operand_bytes"), number_of(one, "result_bytes"),
		                  grouped ? number_of(one, "group_size") : 0);
		cJSON_ArrayForEach(trips, cJSON_GetObjectItem(one, "trips"))
		{
			at += snprintf(key + at, (size_t)(KEY - at), " x%d",
			               cJSON_IsNull(trips) ? -1 : trips->valueint);
		}
	}
	qsort(keys->items, (size_t)keys->count, KEY, by_text);
}

/* The line of the program that a byte of the file stands on. */
static long long program_line_of(struct str text, uint32_t offset)
{
	size_t start = str_search(text, STR("program: |"), 0);
	long long line = 0;
	for (size_t i = start; i < offset; i++)
		line += text.s[i] == '\n';
	return line;
}

static void read_planned(const struct plan *plan, struct str text, struct keys *keys)
{
	for (const struct plan_step *step = plan->steps.first; step; step = step->next) {
		char *key = keys->items[keys->count++];
		bool grouped = step->collective && step->collective->group_size > 0;
		int at = snprintf(key, KEY, "line %lld %.*s %lld %lld %lld",
		                  program_line_of(text, step->at.offset), STR_ARG(step->kind),
		                  (long long)step->operand_bytes, (long long)step->result_bytes,
		                  grouped ? (long long)step->collective->group_size : 0);
		for (uint32_t i = 0; i < step->ntrips; i++)
			at += snprintf(key + at, (size_t)(KEY - at), " x%lld",
			               (long long)step->trips[i]);
	}
	qsort(keys->items, (size_t)keys->count, KEY, by_text);
}

static void compare(struct arena *arena, const cJSON *recorded)
{
	const char *id = cJSON_GetObjectItem(recorded, "id")->valuestring;
	struct str text = str_of(cJSON_GetObjectItem(recorded, "yaml")->valuestring);
	struct source *source = arena_new(arena, struct source, 1);
	const struct check_options recording = {.overrides = {.records = true}};
	const struct plan_options options = {.setting.groups = true};
	struct keys *keys = arena_new(arena, struct keys, 2);
	struct arena scratch = {0};
	*source = (struct source){str_of(id), text};
	struct check_result checked = check_source(arena, &scratch, source, &recording);
	cr_assert_not_null(checked.spec, "%s", id);
	const struct plan *plan = plan_make(arena, &scratch, &checked, &options);
	read_recorded(recorded, &keys[0]);
	read_planned(plan, text, &keys[1]);
	cr_expect_eq(keys[0].count, keys[1].count, "%s: %d collectives, and %d steps", id,
	             keys[0].count, keys[1].count);
	for (int i = 0; i < keys[0].count && i < keys[1].count; i++)
		cr_expect_str_eq(keys[1].items[i], keys[0].items[i], "%s: %s instead of %s", id,
		                 keys[1].items[i], keys[0].items[i]);
	arena_drop(&scratch);
}

static void replay(const cJSON *recorded, struct str line, void *context)
{
	struct arena arena = {0};
	compare(&arena, recorded);
	arena_drop(&arena);
}

Test(programs_replay, steps_are_the_collectives_of_the_compiler)
{
	cr_expect_geq(records_replay("testdata/plan/programs.jsonl", replay, NULL), 30u);
}

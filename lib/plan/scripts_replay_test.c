/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Training scripts that JAX ran (testdata/derive/scripts, recorded by record_scripts.py): the steps
 * that are planned of each function are the collectives of its compiled module, on the same lines.
 */
#include <stdio.h>

#include "testing/planning.h"
#include "testing/records.h"

enum { DEVICES = 8, MOST_KEYS = 256, KEY = 64 };

/* Stands in a key between a collective and its line. */
#define ON_LINE " line "

struct tally {
	char keys[MOST_KEYS][KEY];
	int counts[MOST_KEYS];
	int count;
};

static void tally_add(struct tally *tally, const char *key, int count)
{
	int at = 0;
	while (at < tally->count && strcmp(tally->keys[at], key) != 0)
		at++;
	if (at == tally->count) {
		cr_assert_lt(tally->count++, MOST_KEYS);
		snprintf(tally->keys[at], KEY, "%s", key);
	}
	tally->counts[at] += count;
}

/* Of a collective, the line is recorded behind its group. */
static void add_recorded(struct tally *tally, const cJSON *function)
{
	const cJSON *one;
	cJSON_ArrayForEach(one, function)
	{
		char key[KEY];
		int last = cJSON_GetArraySize(one) - 1;
		int at = snprintf(key, KEY, "%s %d %d", cJSON_GetArrayItem(one, 0)->valuestring,
		                  cJSON_GetArrayItem(one, 1)->valueint,
		                  cJSON_GetArrayItem(one, 2)->valueint);
		if (last == 4)
			snprintf(key + at, (size_t)(KEY - at), ON_LINE "%d",
			         cJSON_GetArrayItem(one, 3)->valueint);
		tally_add(tally, key, -cJSON_GetArrayItem(one, last)->valueint);
	}
}

static void add_planned(struct tally *tally, const struct plan *plan, struct str function,
                        bool lines)
{
	for (const struct plan_step *step = plan->steps.first; step; step = step->next) {
		char key[KEY];
		if (!str_equal(step->function, function))
			continue;
		int at = snprintf(key, KEY, "%.*s", STR_ARG(step->kind));
		if (step->collective)
			at += snprintf(key + at, (size_t)(KEY - at), " %lld %lld",
			               (long long)step->result_bytes,
			               (long long)(step->collective->group_size > 0
			                               ? step->collective->group_size
			                               : 0));
		if (step->collective && lines)
			snprintf(key + at, (size_t)(KEY - at), ON_LINE "%lld",
			         (long long)step->source->origin.line);
		tally_add(tally, key, 1);
	}
}

/* Collectives of which XLA has no line may be on any. */
static void take_without_line(struct tally *tally)
{
	for (int i = 0; i < tally->count; i++) {
		const char *line = strstr(tally->keys[i], ON_LINE "0");
		for (int k = 0; line && k < tally->count && tally->counts[i] < 0; k++) {
			size_t length = (size_t)(line - tally->keys[i]) + strlen(ON_LINE);
			if (strncmp(tally->keys[k], tally->keys[i], length) != 0)
				continue;
			while (tally->counts[k] > 0 && tally->counts[i] < 0) {
				tally->counts[k]--;
				tally->counts[i]++;
			}
		}
	}
}

static const struct plan *plan_of(struct arena *arena, struct arena *scratch, const char *path,
                                  const char *release)
{
	const struct str framework = str_format(arena, "jax==%s", release);
	const struct check_options recording = {.overrides = {.records = true,
	                                                      .script_devices = DEVICES,
	                                                      .devices = DEVICES,
	                                                      .framework = framework}};
	const struct plan_options options = {.setting.groups = true};
	struct source *source = arena_new(arena, struct source, 1);
	struct check_result *checked = arena_new(arena, struct check_result, 1);
	*source = (struct source){str_of(path), testing_read(arena, path)};
	*checked = check_source(arena, scratch, source, &recording);
	cr_assert_not_null(checked->spec, "%s", path);
	return plan_make(arena, scratch, checked, &options);
}

static void compare(struct arena *arena, const cJSON *recorded)
{
	const char *id = cJSON_GetObjectItem(recorded, "id")->valuestring;
	struct arena scratch = {0};
	struct str path = str_format(arena, "testdata/derive/scripts/%s.py", id);
	const char *release = cJSON_GetObjectItem(recorded, "jax")->valuestring;
	const struct plan *plan = plan_of(arena, &scratch, path.s, release);
	const cJSON *function;
	cJSON_ArrayForEach(function, cJSON_GetObjectItem(recorded, "functions"))
	{
		struct tally *tally = arena_new(arena, struct tally, 1);
		add_recorded(tally, function);
		const cJSON *first = cJSON_GetArrayItem(function, 0);
		add_planned(tally, plan, str_of(function->string), cJSON_GetArraySize(first) == 5);
		take_without_line(tally);
		for (int i = 0; i < tally->count; i++)
			cr_expect_eq(tally->counts[i], 0, "%s (%s): %s has %+d times %s", id,
			             release, function->string, tally->counts[i], tally->keys[i]);
	}
	arena_drop(&scratch);
}

static void replay(const cJSON *recorded, struct str line, void *context)
{
	struct arena arena = {0};
	compare(&arena, recorded);
	arena_drop(&arena);
}

Test(scripts_replay, lines_are_those_that_the_compiler_has)
{
	cr_expect_geq(records_replay("testdata/derive/scripts-lines.jsonl", replay, NULL), 20u);
}

Test(scripts_replay, steps_are_the_collectives_of_the_compiler)
{
	cr_expect_geq(records_replay("testdata/derive/scripts-0.10.2.jsonl", replay, NULL), 40u);
}

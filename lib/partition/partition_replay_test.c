/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replays modules that a real jaxlib partitioned, recorded by testdata/partition: the prediction
 * must have the same collectives in the same order, with the same bytes, groups and pairs, in as
 * many loops.
 */
#include <cjson/cJSON.h>
#include <stdlib.h>

#include "base/buf.h"
#include "hlo/hlo.h"
#include "partition/partition.h"
#include "testing/release.h"

/* Programs of several operations, and those of one each with its variants. */
static const char folder[] = "testdata/partition", prefix[] = "jaxlib-",
		  operations[] = "operations-";

/* The lines of a list, one after the other. */
static struct str joined(struct arena *arena, const cJSON *lines)
{
	struct buf text = {.arena = arena};
	const cJSON *line;
	cJSON_ArrayForEach(line, lines)
	{
		buf_puts(&text, line->valuestring);
		buf_putc(&text, '\n');
	}
	return buf_str(&text);
}

static int compare_ids(const void *a, const void *b)
{
	const int32_t *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* Groups as lists; of an all-reduce, whose order says nothing, each in ascending order. */
static void add_ids(struct buf *text, const int32_t *ids, int32_t count, int32_t size, bool sorted)
{
	int32_t *copy = arena_copy(text->arena, ids, (size_t)(count * size), sizeof *copy);
	for (int32_t i = 0; sorted && i < count; i++)
		qsort(copy + i * size, (size_t)size, sizeof *copy, compare_ids);
	for (int32_t i = 0; i < count * size; i++)
		buf_printf(text, "%s%d", i % size ? "," : " ", copy[i]);
}

static uint32_t loops_around(const struct partition_loop *loop)
{
	uint32_t count = 0;
	for (; loop; loop = loop->outer)
		count++;
	return count;
}

static struct str predicted_text(struct arena *arena, const struct partition *partition)
{
	struct buf text = {.arena = arena};
	if (partition->outcome != RESHARD_PREDICTED)
		return str_of(partition->reason);
	for (uint32_t i = 0; i < partition->step_count; i++) {
		const struct partition_step *step = &partition->steps[i];
		if (step->kind == PARTITION_UNKNOWN) {
			buf_printf(&text, "unknown: %s\n", step->reason);
			continue;
		}
		buf_printf(&text, "%s %lld>%lld in %u", reshard_kind_name(step->step.kind),
		           (long long)step->step.operand_bytes, (long long)step->step.result_bytes,
		           loops_around(step->loop));
		if (step->step.groups)
			add_ids(&text, step->step.groups, step->step.group_count,
			        step->step.group_size, step->step.kind == RESHARD_ALL_REDUCE);
		if (step->step.pairs)
			add_ids(&text, &step->step.pairs[0].source, (int32_t)step->step.pair_count,
			        2, false);
		buf_putc(&text, '\n');
	}
	return buf_str(&text);
}

/* The lists of ids of a step, as add_ids writes them. */
static void add_lists(struct buf *text, const cJSON *lists, bool sorted)
{
	const cJSON *list, *id;
	cJSON_ArrayForEach(list, lists)
	{
		int32_t count = 0;
		int32_t *ids = arena_new(text->arena, int32_t, (size_t)cJSON_GetArraySize(list));
		cJSON_ArrayForEach(id, list) ids[count++] = id->valueint;
		add_ids(text, ids, 1, count, sorted);
	}
}

static struct str recorded_text(struct arena *arena, const cJSON *recorded)
{
	struct buf text = {.arena = arena};
	const cJSON *step;
	cJSON_ArrayForEach(step, cJSON_GetObjectItem(recorded, "collectives"))
	{
		const char *kind = cJSON_GetObjectItem(step, "kind")->valuestring;
		const cJSON *depth = cJSON_GetObjectItem(step, "depth");
		const cJSON *groups = cJSON_GetObjectItem(step, "groups");
		buf_printf(&text, "%s %.0f>%.0f in %d", kind,
		           cJSON_GetObjectItem(step, "operand_bytes_per_device")->valuedouble,
		           cJSON_GetObjectItem(step, "result_bytes_per_device")->valuedouble,
		           depth ? depth->valueint : 0);
		add_lists(&text, groups, strcmp(kind, "all-reduce") == 0);
		add_lists(&text, cJSON_GetObjectItem(step, "pairs"), false);
		buf_putc(&text, '\n');
	}
	return buf_str(&text);
}

static void replay(struct str line, const struct jax_rules *rules)
{
	struct arena arena = {0}, scratch = {0};
	struct notation_error error = {0};
	cJSON *recorded = cJSON_ParseWithLength(line.s, line.len);
	cr_assert_not_null(recorded, "not JSON: %.*s", STR_ARG(line));
	struct str text = joined(&arena, cJSON_GetObjectItem(recorded, "hlo"));
	struct module *module = hlo_read(&arena, text, rules, &error);
	cr_assert_not_null(module, "%.*s\n%.*s", STR_ARG(error.message), STR_ARG(text));
	struct partition_options options = {.rules = rules};
	struct partition partition = partition_module(&arena, &scratch, module, &options);
	struct str predicted = predicted_text(&arena, &partition);
	struct str expected = recorded_text(&arena, recorded);
	cr_expect(str_equal(predicted, expected), "%.*s\nexpected:\n%.*s\npredicted:\n%.*s",
	          STR_ARG(text), STR_ARG(expected), STR_ARG(predicted));
	cJSON_Delete(recorded);
	arena_drop(&arena);
	arena_drop(&scratch);
}

static void replay_recording(const char *of, int index)
{
	struct arena arena = {0};
	const char *release;
	struct str text = testing_recording(&arena, folder, of, index, &release);
	struct jax_rules rules = testing_release(release);
	uint32_t count = 0;
	for (size_t at = 0, end; at < text.len; at = end + 1, count++) {
		end = str_find(text, '\n', at);
		replay(str_slice(text, at, end), &rules);
	}
	arena_drop(&arena);
	cr_expect_geq(count, 30u);
}

ParameterizedTestParameters(partition_replay, predicts_what_jaxlib_inserted)
{
	return testing_recorded_indexes(folder, prefix);
}

ParameterizedTest(int *index, partition_replay, predicts_what_jaxlib_inserted)
{
	replay_recording(prefix, *index);
}

ParameterizedTestParameters(partition_replay, predicts_each_operation)
{
	return testing_recorded_indexes(folder, operations);
}

ParameterizedTest(int *index, partition_replay, predicts_each_operation)
{
	replay_recording(operations, *index);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/layout_text.h"
#include "testing/planning.h"

static const struct {
	int64_t bytes;
	const char *text;
} byte_texts[] = {
    {0, "0 B"},
    {1, "1 B"},
    {1023, "1023 B"},
    {1024, "1.00 KiB"},
    {1536, "1.50 KiB"},
    {1048576, "1.00 MiB"},
    {16000000000, "14.90 GiB"},
    {1024 + 128, "1.12 KiB"},
    {1024 + 384, "1.38 KiB"},
    {1048575, "1024.00 KiB"},
    {INT64_MAX / 1000, "8.19 PiB"},
    {INT64_MAX, "8.00 EiB"},
    {-2048, "-2.00 KiB"},
};

ParameterizedTestParameters(plan_report, bytes_are_short)
{
	return testing_indexes(ROWS(byte_texts));
}

ParameterizedTest(int *index, plan_report, bytes_are_short)
{
	struct arena arena = {0};
	testing_expect("bytes", bytes_text(&arena, byte_texts[*index].bytes),
	               byte_texts[*index].text);
	arena_drop(&arena);
}

static const struct {
	double seconds;
	const char *text;
} second_texts[] = {
    {0, "0 us"},       {1e-9, "0.001 us"}, {1.234e-6, "1.23 us"}, {0.00123, "1.23 ms"},
    {0.999, "999 ms"}, {1, "1 s"},         {75.26, "75.3 s"},     {123456, "1.23e+05 s"},
};

ParameterizedTestParameters(plan_report, seconds_are_short)
{
	return testing_indexes(ROWS(second_texts));
}

ParameterizedTest(int *index, plan_report, seconds_are_short)
{
	struct arena arena = {0};
	testing_expect("seconds", seconds_text(&arena, second_texts[*index].seconds),
	               second_texts[*index].text);
	arena_drop(&arena);
}

/* A place for output that takes no more after a few pieces. */
static bool take_nothing(struct buf *buf)
{
	buf->len = 0;
	return false;
}

static bool take_all(struct buf *buf)
{
	buf->len = 0;
	return true;
}

static const struct plan *large_plan(struct arena *arena)
{
	static const struct plan_options defaults;
	return testing_plan(arena,
	                    STR("mesh: {x: 256, y: 256}\n"
	                        "tensors:\n"
	                        "  w: {shape: [65536, 8], dtype: f32, spec: [[x, y]]}\n"
	                        "  v: {shape: [65536, 8], dtype: f32, spec: [x]}\n"),
	                    &defaults);
}

ParameterizedTestParameters(plan_report, a_large_map_needs_little_memory)
{
	return testing_indexes(FORMAT_CSV + 1);
}

ParameterizedTest(int *index, plan_report, a_large_map_needs_little_memory)
{
	struct arena arena = {0}, scratch = {0}, output = {0};
	struct stream out = {.buf = {.arena = &output}, .write = take_all};
	const struct plan_report_options options = {
	    .format = (enum output_format) * index, .slices = true, .framework = STR("jax")};
	plan_write(&out, &scratch, large_plan(&arena), &options);
	cr_expect_not(out.failed);
	cr_expect_leq(arena_footprint(&output), 4 * STREAM_FULL);
	cr_expect_leq(arena_footprint(&scratch), 1 << 20);
	arena_drop(&arena);
	arena_drop(&scratch);
	arena_drop(&output);
}

ParameterizedTestParameters(plan_report, writing_ends_when_it_fails)
{
	return testing_indexes(FORMAT_CSV + 1);
}

ParameterizedTest(int *index, plan_report, writing_ends_when_it_fails)
{
	struct arena arena = {0}, scratch = {0}, output = {0};
	struct stream out = {.buf = {.arena = &output}, .write = take_nothing};
	const struct plan_report_options options = {
	    .format = (enum output_format) * index, .slices = true, .framework = STR("jax")};
	plan_write(&out, &scratch, large_plan(&arena), &options);
	cr_expect(out.failed);
	cr_expect_leq(arena_footprint(&output), 4 * STREAM_FULL);
	arena_drop(&arena);
	arena_drop(&scratch);
	arena_drop(&output);
}

/* A text of up to 12 bytes that a name can be in double quotes of YAML. */
static void add_name(struct buf *out, struct random *random)
{
	static const char *const pieces[] = {
	    "a",       ",",      "\\\"", "\\n",  "\\r",   "\\t", "\\u202e", "é",       " ",
	    "\\e[31m", "{0..3}", "=1",   "\\\\", "\\x7f", "日",  "'",       "\\u2028", ":"};
	for (int64_t more = random_below(random, 6); more >= 0; more--)
		buf_puts(out, pieces[random_below(random, (int64_t)ROWS(pieces))]);
}

static struct str random_spec(struct arena *arena, struct random *random)
{
	static const char *const dtypes[] = {"f32", "bf16", "int4", "f8_e5m2", "c128"};
	static const char *const specs[] = {"[x, y]",     "[[y, x]]",   "[]",
	                                    "[null, x]",  "[y]",        "[z]",
	                                    "[x, x]",     "'P(None,)'", "'{devices=[2,1]<=[2]}'",
	                                    "[[z, x], y]"};
	struct buf out = {.arena = arena};
	buf_printf(&out, "mesh:\n  axes: {x: %d, y: %d, z: 2}\n",
	           (int)(1 + random_below(random, 3)), (int)(1 + random_below(random, 4)));
	buf_puts(&out,
	         random_below(random, 2) ? "memory: {optimizer: adamw, reserve: 1GiB}\n" : "");
	buf_puts(&out, "tensors:\n");
	for (int64_t i = 0; i < 5; i++) {
		buf_printf(&out, "  \"%d", (int)i);
		add_name(&out, random);
		buf_printf(&out, "\": {shape: [%d, %d]", (int)random_below(random, 9),
		           (int)random_below(random, 9));
		if (random_below(random, 5))
			buf_printf(&out, ", dtype: %s",
			           dtypes[random_below(random, (int64_t)ROWS(dtypes))]);
		if (random_below(random, 9))
			buf_printf(&out, ", spec: %s",
			           specs[random_below(random, (int64_t)ROWS(specs))]);
		if (random_below(random, 2))
			buf_printf(&out, ", reshard_to: %s",
			           specs[random_below(random, (int64_t)ROWS(specs))]);
		buf_printf(&out, ", count: %d}\n", (int)(1 + random_below(random, 3)));
	}
	return buf_str(&out);
}

/* What a JSON says that device `device` holds of a tensor: its slices as text; NULL for none. */
static char *held_in_json(const cJSON *tensor, int64_t device)
{
	const cJSON *shard, *id;
	cJSON_ArrayForEach(shard, cJSON_GetObjectItem(tensor, "shards"))
	{
		cJSON_ArrayForEach(id, cJSON_GetObjectItem(shard, "devices"))
		{
			if ((int64_t)id->valuedouble == device)
				return cJSON_PrintUnformatted(cJSON_GetObjectItem(shard, "index"));
		}
	}
	return NULL;
}

static void expect_json(struct arena *arena, const struct plan *plan, struct str spec)
{
	const struct plan_report_options options = {
	    .slices = true, .groups = true, .framework = STR("jax")};
	struct str text = testing_written(arena, FORMAT_JSON, plan, &options);
	cJSON *root = cJSON_ParseWithLength(text.s, text.len);
	cr_assert_not_null(root, "no JSON:\n%.*s\nof\n%.*s", STR_ARG(text), STR_ARG(spec));
	const cJSON *tensor = cJSON_GetObjectItem(root, "tensors")->child;
	for (uint32_t i = 0; i < plan->ntensors; i++, tensor = tensor->next) {
		const struct slice_map *map = &plan->tensors[i].slice_map;
		cr_assert_not_null(tensor);
		for (int64_t at = 0; plan->tensors[i].placed && at < map->devices; at++) {
			struct slice slices[MAX_RANK];
			slice_map_slices(map, at, slices);
			char *held = held_in_json(tensor, mesh_device(map->mesh, at));
			struct str told =
			    str_format(arena, "[[%lld,%lld],[%lld,%lld]]",
			               (long long)slices[0].start, (long long)slices[0].stop,
			               (long long)slices[1].start, (long long)slices[1].stop);
			cr_assert_not_null(held);
			testing_expect("json", str_of(held), told.s);
			cJSON_free(held);
		}
	}
	cr_assert_null(tensor);
	cJSON_Delete(root);
}

/* The fields of the CSV's rows: as many in each; those of quoted names have no line end in them. */
static void expect_csv(struct arena *arena, const struct plan *plan, bool slices)
{
	const struct plan_report_options options = {.slices = slices};
	struct str text = testing_written(arena, FORMAT_CSV, plan, &options);
	size_t fields = 0, header = 0;
	bool quoted = false;
	for (size_t i = 0; i < text.len; i++) {
		char byte = text.s[i];
		quoted ^= byte == '"';
		fields += byte == ',' && !quoted;
		if (byte != '\n') {
			cr_assert((unsigned char)byte >= ' ' || byte == '\r');
			continue;
		}
		cr_assert(!quoted && text.s[i - 1] == '\r');
		header = header ? header : fields;
		cr_assert_eq(fields, header, "%d fields after %d in\n%.*s", (int)fields,
		             (int)header, STR_ARG(text));
		fields = 0;
	}
}

/* The rows of a map in CSV follow a walk of their own. */
static void expect_csv_slices(struct arena *arena, const struct plan *plan)
{
	const struct plan_report_options options = {.slices = true};
	struct str text = testing_written(arena, FORMAT_CSV, plan, &options);
	size_t at = str_find(text, '\n', 0) + 1;
	for (uint32_t i = 0; i < plan->ntensors; i++) {
		const struct slice_map *map = &plan->tensors[i].slice_map;
		for (int64_t p = 0; plan->tensors[i].placed && p < map->devices; p++) {
			struct slice slices[MAX_RANK];
			size_t end = str_find(text, '\n', at);
			slice_map_slices(map, p, slices);
			struct str told =
			    str_format(arena, ",%lld,%lld,%lld,%lld,%lld\r",
			               (long long)mesh_device(map->mesh, p),
			               (long long)slices[0].start, (long long)slices[0].stop,
			               (long long)slices[1].start, (long long)slices[1].stop);
			cr_assert(str_ends_with(str_slice(text, at, end), told), "%.*s\nbut %.*s",
			          STR_ARG(str_slice(text, at, end)), STR_ARG(told));
			at = end + 1;
		}
	}
	cr_assert_eq(at, text.len);
}

static void expect_text(struct arena *arena, const struct plan *plan)
{
	const struct plan_report_options options = {.slices = true};
	struct str text = testing_written(arena, FORMAT_TEXT, plan, &options);
	for (size_t i = 0; i < text.len; i++)
		cr_assert((unsigned char)text.s[i] >= ' ' || text.s[i] == '\n');
}

Test(plan_report, random_plans_are_well_formed_and_agree)
{
	struct random random = {7};
	for (int i = 0; i < 1000; i++) {
		static const struct plan_options defaults = {.setting.groups = true};
		struct arena arena = {0};
		struct str spec = random_spec(&arena, &random);
		const struct plan *plan = testing_plan(&arena, spec, &defaults);
		expect_json(&arena, plan, spec);
		expect_csv(&arena, plan, false);
		expect_csv(&arena, plan, true);
		expect_csv_slices(&arena, plan);
		expect_text(&arena, plan);
		arena_drop(&arena);
	}
}

/* A dimension in more parts than have their text kept. */
Test(plan_report, very_many_parts_are_written_alike)
{
	static const struct plan_options defaults;
	struct arena arena = {0};
	const struct plan *plan = testing_plan(
	    &arena,
	    STR("mesh: {x: 4096, y: 4}\ntensors: {w: {shape: [32768, 6], spec: [[y, x], null]}}\n"),
	    &defaults);
	expect_csv_slices(&arena, plan);
	arena_drop(&arena);
}

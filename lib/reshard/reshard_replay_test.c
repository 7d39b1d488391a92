/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replays reshards that a real jaxlib compiled, recorded by testdata/reshard/record_reshard.py: the
 * prediction must have the same collectives in the same order, with the same bytes, dimensions,
 * groups and pairs, and the same warning; or abort where the compiler did.
 */
#include <cjson/cJSON.h>

#include "base/buf.h"
#include "reshard/reshard.h"
#include "testing/release.h"

static const char folder[] = "testdata/reshard", prefix[] = "jaxlib-";

static const struct {
	const char *name;
	int64_t bytes;
} dtypes[] = {{"f32", 4}, {"s32", 4}, {"bf16", 2}, {"s8", 1}, {"u8", 1}, {"f64", 8}};

static int64_t dtype_bytes(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(dtypes); i++)
		if (strcmp(dtypes[i].name, name) == 0)
			return dtypes[i].bytes;
	return 0;
}

static uint32_t length_of(const cJSON *list)
{
	return (uint32_t)cJSON_GetArraySize(list);
}

static int64_t integer_at(const cJSON *list, uint32_t index)
{
	return (int64_t)cJSON_GetArrayItem(list, (int)index)->valuedouble;
}

static struct named_mesh read_mesh(struct arena *arena, const cJSON *list)
{
	uint32_t count = length_of(list);
	struct mesh_axis *axes = arena_new(arena, struct mesh_axis, count);
	struct named_mesh mesh = {.axes = axes, .naxes = count, .count = 1};
	for (uint32_t i = 0; i < count; i++) {
		const cJSON *axis = cJSON_GetArrayItem(list, (int)i);
		axes[i].name = str_of(cJSON_GetArrayItem(axis, 0)->valuestring);
		axes[i].size = integer_at(axis, 1);
		mesh.count *= axes[i].size;
	}
	return mesh;
}

static void add_axis(struct arena *arena, const struct named_mesh *mesh, const cJSON *name,
                     struct axis_parts *dim)
{
	uint32_t axis = named_mesh_axis(mesh, str_of(name->valuestring));
	cr_assert_lt(axis, mesh->naxes);
	axis_parts_add(arena, dim, axis_whole(mesh, axis));
}

static const struct axis_parts *read_axes(struct arena *arena, const struct named_mesh *mesh,
                                          const cJSON *spec)
{
	struct axis_parts *dims = arena_new(arena, struct axis_parts, length_of(spec));
	uint32_t number = 0;
	const cJSON *entry;
	cJSON_ArrayForEach(entry, spec)
	{
		struct axis_parts *dim = &dims[number++];
		if (cJSON_IsString(entry))
			add_axis(arena, mesh, entry, dim);
		for (const cJSON *name = cJSON_IsArray(entry) ? entry->child : NULL; name;
		     name = name->next)
			add_axis(arena, mesh, name, dim);
	}
	return dims;
}

static struct reshard plan_case(struct arena *arena, struct arena *scratch, const cJSON *recorded,
                                bool keeps_names)
{
	const cJSON *shape = cJSON_GetObjectItem(recorded, "shape");
	uint32_t rank = length_of(shape);
	struct named_mesh mesh = read_mesh(arena, cJSON_GetObjectItem(recorded, "mesh"));
	int64_t *extents = arena_new(arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++)
		extents[i] = integer_at(shape, i);
	struct reshard_request request = {
	    .mesh = &mesh,
	    .extents = extents,
	    .rank = rank,
	    .element_bytes = dtype_bytes(cJSON_GetObjectItem(recorded, "dtype")->valuestring),
	    .keeps_names = keeps_names,
	    .from_axes = read_axes(arena, &mesh, cJSON_GetObjectItem(recorded, "from")),
	    .to_axes = read_axes(arena, &mesh, cJSON_GetObjectItem(recorded, "to")),
	};
	return reshard_plan(arena, scratch, &request);
}

static void add_ids(struct buf *text, const int32_t *ids, int32_t count, int32_t size)
{
	buf_puts(text, " [");
	for (int32_t i = 0; i < count * size; i++)
		buf_printf(text, "%s%d", i == 0 ? "" : i % size ? "," : "],[", ids[i]);
	buf_puts(text, "]");
}

/* The prediction in the words in which recorded_text writes what was recorded. */
static struct str predicted_text(struct arena *arena, const struct reshard *reshard)
{
	struct buf text = {.arena = arena};
	if (reshard->outcome != RESHARD_PREDICTED)
		return STR("abort");
	for (uint32_t i = 0; i < reshard->step_count; i++) {
		const struct reshard_step *step = &reshard->steps[i];
		if (step->kind == RESHARD_SLICE)
			continue;
		buf_printf(&text, "%s %lld>%lld dim", reshard_kind_name(step->kind),
		           (long long)step->operand_bytes, (long long)step->result_bytes);
		if (step->dim >= 0)
			buf_printf(&text, " %d", step->dim);
		if (step->groups)
			add_ids(&text, step->groups, step->group_count, step->group_size);
		if (step->pairs)
			add_ids(&text, &step->pairs[0].source, (int32_t)step->pair_count, 2);
		buf_putc(&text, '\n');
	}
	if (reshard->full_rematerialization)
		buf_puts(&text, "warning\n");
	return buf_str(&text);
}

static void add_lists(struct buf *text, const cJSON *lists)
{
	const char *separator = " [";
	const cJSON *list;
	cJSON_ArrayForEach(list, lists)
	{
		buf_puts(text, separator);
		for (const cJSON *id = list->child; id; id = id->next)
			buf_printf(text, "%s%d", id == list->child ? "" : ",", id->valueint);
		separator = "],[";
	}
	buf_puts(text, "]");
}

static struct str recorded_text(struct arena *arena, const cJSON *recorded)
{
	struct buf text = {.arena = arena};
	const cJSON *step;
	if (cJSON_GetObjectItem(recorded, "signal"))
		return STR("abort");
	cJSON_ArrayForEach(step, cJSON_GetObjectItem(recorded, "collectives"))
	{
		const cJSON *dims = cJSON_GetObjectItem(step, "dims");
		const cJSON *lists = cJSON_GetObjectItem(step, "groups");
		if (!lists)
			lists = cJSON_GetObjectItem(step, "pairs");
		buf_printf(&text, "%s %.0f>%.0f dim",
		           cJSON_GetObjectItem(step, "kind")->valuestring,
		           cJSON_GetObjectItem(step, "operand_bytes_per_device")->valuedouble,
		           cJSON_GetObjectItem(step, "result_bytes_per_device")->valuedouble);
		for (const cJSON *dim = dims->child; dim; dim = dim->next)
			buf_printf(&text, " %d", dim->valueint);
		add_lists(&text, lists);
		buf_putc(&text, '\n');
	}
	if (cJSON_IsTrue(cJSON_GetObjectItem(recorded, "involuntary_remat")))
		buf_puts(&text, "warning\n");
	return buf_str(&text);
}

static void replay(struct str line, bool keeps_names)
{
	struct arena arena = {0}, scratch = {0};
	cJSON *recorded = cJSON_ParseWithLength(line.s, line.len);
	cr_assert_not_null(recorded, "not JSON: %.*s", STR_ARG(line));
	struct reshard reshard = plan_case(&arena, &scratch, recorded, keeps_names);
	struct str predicted = predicted_text(&arena, &reshard);
	struct str expected = recorded_text(&arena, recorded);
	cr_expect(str_equal(predicted, expected), "%.*s\nexpected:\n%.*s\npredicted:\n%.*s",
	          STR_ARG(line), STR_ARG(expected), STR_ARG(predicted));
	cJSON_Delete(recorded);
	arena_drop(&arena);
	arena_drop(&scratch);
}

ParameterizedTestParameters(reshard_replay, predicts_what_jaxlib_compiled)
{
	return testing_recorded_indexes(folder, prefix);
}

ParameterizedTest(int *index, reshard_replay, predicts_what_jaxlib_compiled)
{
	struct arena arena = {0};
	const char *release;
	struct str text = testing_recording(&arena, folder, prefix, *index, &release);
	bool keeps_names = testing_release(release).has[XLA_NAMED_SHARDINGS];
	uint32_t count = 0;
	for (size_t at = 0, end; at < text.len; at = end + 1, count++) {
		end = str_find(text, '\n', at);
		replay(str_slice(text, at, end), keeps_names);
	}
	arena_drop(&arena);
	cr_expect_geq(count, 60u);
}

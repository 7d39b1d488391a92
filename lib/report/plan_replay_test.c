/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reshards that a real jaxlib compiled (testdata/reshard/), written as specs: the JSON of the plan
 * must tell the same collectives, and axes that give the groups.
 */
#include <stdlib.h>

#include "testing/planning.h"
#include "testing/records.h"
#include "testing/release.h"

static const char folder[] = "testdata/reshard", prefix[] = "jaxlib-";

static void add_json(struct buf *out, const cJSON *object, const char *key)
{
	char *text = cJSON_PrintUnformatted(cJSON_GetObjectItem(object, key));
	buf_puts(out, text);
	cJSON_free(text);
}

static cJSON *planned(struct arena *arena, const cJSON *recorded, const char *release)
{
	const struct plan_options options = {.setting.groups = true};
	const struct plan_report_options output = {.groups = true, .framework = STR("jax")};
	struct buf spec = {.arena = arena};
	const cJSON *axis;
	buf_printf(&spec, "framework: jax==%s\nmesh: {types: auto, axes: {", release);
	cJSON_ArrayForEach(axis, cJSON_GetObjectItem(recorded, "mesh"))
	    buf_printf(&spec, "%s: %d%s", axis->child->valuestring, axis->child->next->valueint,
	               axis->next ? ", " : "}}\n");
	buf_puts(&spec, "tensors:\n  t: {applied_by: constraint, shape: ");
	add_json(&spec, recorded, "shape");
	buf_puts(&spec, ", dtype: ");
	add_json(&spec, recorded, "dtype");
	buf_puts(&spec, ", spec: ");
	add_json(&spec, recorded, "from");
	buf_puts(&spec, ", reshard_to: ");
	add_json(&spec, recorded, "to");
	buf_puts(&spec, "}\n");
	const struct plan *plan = testing_plan(arena, buf_str(&spec), &options);
	struct str text = testing_written(arena, FORMAT_JSON, plan, &output);
	cJSON *root = cJSON_ParseWithLength(text.s, text.len);
	cr_assert_not_null(root);
	return root;
}

static const struct {
	const char *planned, *recorded;
} compared[] = {
    {"kind", "kind"},
    {"operand_bytes", "operand_bytes_per_device"},
    {"result_bytes", "result_bytes_per_device"},
    {"dims", "dims"},
    {"groups", "groups"},
    {"pairs", "pairs"},
};

/* Reads "y" or "y:(2)4": where the part starts in the numbering of devices, and its size. */
static void read_part(const cJSON *mesh, const char *part, int *stride, int *size)
{
	const cJSON *axis, *other;
	size_t length = strcspn(part, ":");
	int before = 1, rest = 1;
	cJSON_ArrayForEach(axis, mesh)
	{
		if (strlen(axis->child->valuestring) == length &&
		    memcmp(axis->child->valuestring, part, length) == 0)
			break;
	}
	cr_assert_not_null(axis, "no axis '%s'", part);
	*size = axis->child->next->valueint;
	if (part[length]) {
		char *end;
		before = (int)strtol(part + length + 2, &end, 10);
		*size = (int)strtol(end + 1, NULL, 10);
	}
	rest = axis->child->next->valueint / (before * *size);
	for (other = axis->next; other; other = other->next)
		rest *= other->child->next->valueint;
	*stride = rest;
}

/* Whether each group is its first device moved along the axes, the first one slowest. */
static bool axes_give_groups(const cJSON *mesh, const cJSON *step)
{
	const cJSON *axes = cJSON_GetObjectItem(step, "axes"), *group, *member;
	int strides[64], sizes[64], count = cJSON_GetArraySize(axes);
	for (int i = 0; i < count; i++)
		read_part(mesh, cJSON_GetArrayItem(axes, i)->valuestring, &strides[i], &sizes[i]);
	cJSON_ArrayForEach(group, cJSON_GetObjectItem(step, "groups"))
	{
		int at = 0;
		cJSON_ArrayForEach(member, group)
		{
			int expected = group->child->valueint, rest = at++;
			for (int i = count; i-- > 0; rest /= sizes[i])
				expected += rest % sizes[i] * strides[i];
			if (rest || member->valueint != expected)
				return false;
		}
	}
	return true;
}

static const char *difference(const cJSON *recorded, const cJSON *step, const cJSON *collective)
{
	const cJSON *axes = cJSON_GetObjectItem(step, "axes");
	for (size_t i = 0; i < ROWS(compared); i++) {
		const cJSON *told = cJSON_GetObjectItem(step, compared[i].planned),
			    *fact = cJSON_GetObjectItem(collective, compared[i].recorded);
		if (fact && !cJSON_Compare(told, fact, true))
			return compared[i].planned;
	}
	if (cJSON_IsArray(axes) && cJSON_GetArraySize(axes) &&
	    !axes_give_groups(cJSON_GetObjectItem(recorded, "mesh"), step))
		return "axes";
	return cJSON_GetStringValue(cJSON_GetObjectItem(step, "why")) ? NULL : "why";
}

/* What differs, or NULL. */
static const char *first_difference(const cJSON *recorded, const cJSON *plan)
{
	const cJSON *step = cJSON_GetObjectItem(plan, "steps")->child;
	const cJSON *collective = cJSON_GetObjectItem(recorded, "collectives");
	bool whole = false;
	if (cJSON_GetObjectItem(recorded, "signal"))
		return strcmp(cJSON_GetObjectItem(step, "kind")->valuestring, "abort") == 0
		           ? NULL
		           : "abort";
	cJSON_ArrayForEach(collective, cJSON_GetObjectItem(recorded, "collectives"))
	{
		const char *what = step ? difference(recorded, step, collective) : "fewer steps";
		if (what)
			return what;
		whole |= cJSON_IsTrue(cJSON_GetObjectItem(step, "full_rematerialization"));
		step = step->next;
	}
	if (step)
		return "more steps";
	return whole == cJSON_IsTrue(cJSON_GetObjectItem(recorded, "involuntary_remat"))
	           ? NULL
	           : "full_rematerialization";
}

static void replay(const cJSON *recorded, struct str line, void *context)
{
	const char *const *release = context;
	struct arena arena = {0};
	cJSON *plan = planned(&arena, recorded, *release);
	const char *what = first_difference(recorded, plan);
	cr_expect_null(what, "%s: %s: %.*s", *release, what, STR_ARG(line));
	cJSON_Delete(plan);
	arena_drop(&arena);
}

ParameterizedTestParameters(plan_replay, json_tells_the_collectives_of_the_compiler)
{
	return testing_recorded_indexes(folder, prefix);
}

ParameterizedTest(int *index, plan_replay, json_tells_the_collectives_of_the_compiler)
{
	struct arena arena = {0};
	const char *release;
	struct str text = testing_recording(&arena, folder, prefix, *index, &release);
	cr_expect_geq(records_replay_text(release, text, replay, &release), 60u);
	arena_drop(&arena);
}

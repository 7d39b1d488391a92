/* SPDX-License-Identifier: Apache-2.0 */
/* Replays meshes on hardware recorded from JAX releases: testdata/hardware/meshes.RELEASE.jsonl. */
#include "jax/mesh_build.h"

#include <inttypes.h>
#include <stdio.h>

#include "testing/records.h"
#include "testing/release.h"

static const char folder[] = "testdata/hardware", prefix[] = "meshes.";

/* The first error that quotes the framework, or NULL. */
static const struct diag *framework_error(const struct check_result *result)
{
	for (uint32_t i = 0; i < result->ndiags; i++)
		if (result->diags[i]->framework_error.type.s)
			return result->diags[i];
	return NULL;
}

/* FNV-1a of the ids joined by commas. */
static uint64_t hash_of(const int32_t *ids, int64_t count)
{
	uint64_t hash = 14695981039346656037u;
	char text[16];
	for (int64_t i = 0; i < count; i++) {
		snprintf(text, sizeof text, "%s%" PRId32, i ? "," : "", ids[i]);
		for (const char *at = text; *at; at++)
			hash = (hash ^ (unsigned char)*at) * 1099511628211u;
	}
	return hash;
}

static int64_t product_of(const struct mesh *mesh)
{
	int64_t product = 1;
	for (uint32_t i = 0; i < mesh->nsizes; i++)
		product *= mesh->axes[i].size;
	return product;
}

static void expect_ids(struct arena *arena, const struct spec *spec, const cJSON *line)
{
	const char *text = cJSON_GetObjectItem(line, "spec")->valuestring;
	const cJSON *listed = cJSON_GetObjectItem(line, "ids");
	const cJSON *hash = cJSON_GetObjectItem(line, "ids_hash");
	const int32_t *ids = mesh_device_ids(arena, spec, &spec->meshes[0]);
	int64_t count = product_of(&spec->meshes[0]);
	cr_assert(ids, "%s", text);
	if (hash) {
		cr_expect_eq(hash_of(ids, count), strtoull(hash->valuestring, NULL, 16), "%s",
		             text);
		return;
	}
	cr_assert_eq(cJSON_GetArraySize(listed), count, "%s", text);
	for (int64_t i = 0; i < count; i++)
		cr_expect_eq(ids[i], cJSON_GetArrayItem(listed, (int)i)->valueint, "%s", text);
}

static void expect_error(const struct diag *diag, const cJSON *line)
{
	enum { RECORDED = 300 };
	const char *text = cJSON_GetObjectItem(line, "spec")->valuestring;
	struct str type = str_of(cJSON_GetObjectItem(line, "error")->valuestring);
	struct str message = str_of(cJSON_GetObjectItem(line, "message")->valuestring);
	cr_assert(diag, "%s is accepted", text);
	struct str got = diag->framework_error.message;
	if (message.len == RECORDED && got.len > RECORDED)
		got.len = RECORDED;
	cr_expect(str_equal(diag->framework_error.type, type), "%s: %.*s", text,
	          STR_ARG(diag->framework_error.type));
	cr_expect(str_equal(got, message), "%s: %.*s", text, STR_ARG(got));
}

static void compare(struct arena *arena, struct arena *scratch, const cJSON *line)
{
	struct source source = {STR("-"), str_of(cJSON_GetObjectItem(line, "spec")->valuestring)};
	struct check_options options = {0};
	struct spec_overrides overrides = {0};
	struct diags diags = diags_make(arena);
	struct check_result result = check_source(arena, scratch, &source, &options);
	const struct spec *spec = spec_read(arena, scratch, &source, &overrides, &diags);
	const struct diag *diag = framework_error(&result);
	if (cJSON_GetObjectItem(line, "error")) {
		expect_error(diag, line);
		return;
	}
	cr_expect(!diag, "%.*s is refused", STR_ARG(source.text));
	cr_expect_eq(result.verdict, VERDICT_ACCEPTED, "%.*s", STR_ARG(source.text));
	expect_ids(arena, spec, line);
}

static void replay(const cJSON *record, struct str line, void *context)
{
	struct arena arena = {0}, scratch = {0};
	compare(&arena, &scratch, record);
	arena_drop(&arena);
	arena_drop(&scratch);
}

ParameterizedTestParameters(mesh_build, lays_meshes_as_the_release_does)
{
	return testing_recorded_indexes(folder, prefix);
}

ParameterizedTest(int *index, mesh_build, lays_meshes_as_the_release_does)
{
	struct arena arena = {0};
	const char *release;
	struct str text = testing_recording(&arena, folder, prefix, *index, &release);
	cr_expect_eq(records_replay_text(release, text, replay, NULL), 60u);
	arena_drop(&arena);
}

/* The ids of the only mesh of a spec. */
static const int32_t *ids_of(struct arena *arena, struct arena *scratch, const char *text)
{
	struct source *source = arena_new(arena, struct source, 1);
	struct diags *diags = arena_new(arena, struct diags, 1);
	struct spec_overrides overrides = {0};
	*source = (struct source){STR("-"), str_of(text)};
	*diags = diags_make(arena);
	const struct spec *spec = spec_read(arena, scratch, source, &overrides, diags);
	return mesh_device_ids(arena, spec, &spec->meshes[0]);
}

Test(mesh_build, ids_of_the_file_come_before_those_of_the_constructor)
{
	struct arena arena = {0}, scratch = {0};
	const int32_t *ids =
	    ids_of(&arena, &scratch, "hardware: v5e-4\nmesh: {axes: {x: 2}, devices: [3, 1]}\n");
	cr_assert(ids);
	cr_expect_eq(ids[0], 3);
	cr_expect_eq(ids[1], 1);
	ids = ids_of(&arena, &scratch, "hardware: v5e-4\nmesh: {x: 4}\n");
	cr_assert(ids);
	cr_expect_eq(ids[2], 3);
	cr_expect_eq(ids[3], 2);
	arena_drop(&arena);
	arena_drop(&scratch);
}

Test(mesh_build, Mesh_takes_devices_as_they_are_listed)
{
	struct arena arena = {0}, scratch = {0};
	const int32_t *ids = ids_of(
	    &arena, &scratch, "hardware: v5e-16\nmesh: {axes: {x: 4, y: 4}, built_by: Mesh}\n");
	cr_assert(ids);
	cr_expect_eq(ids[2], 4);
	arena_drop(&arena);
	arena_drop(&scratch);
}

Test(mesh_build, without_hardware_or_jax_or_a_mesh_that_lies_there_are_no_ids)
{
	static const char *const specs[] = {
	    "mesh: {x: 4}\n",
	    "hardware: v4-128\nmesh: {x: 32, y: 2}\n",
	    "framework: torch_xla==2.9.0\nhardware: v5e-4\nmesh: {x: 4}\n",
	    "hardware: {chip: v6e, topology: 16x16, slices: 60000}\nmesh: {x: 4}\n",
	    "hardware: v5e-4\nmesh: {axes: {x: 2}, devices: [0, 4294967296]}\n",
	};
	struct arena arena = {0}, scratch = {0};
	for (size_t i = 0; i < COUNT_OF(specs); i++)
		cr_expect_null(ids_of(&arena, &scratch, specs[i]), "%s", specs[i]);
	arena_drop(&arena);
	arena_drop(&scratch);
}

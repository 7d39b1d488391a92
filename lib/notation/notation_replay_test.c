/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Replays shardings that a real JAX wrote and texts that a real XLA and Shardy read, recorded by
 * testdata/notation/record_notation.py. What is written is read back, in every notation that can
 * say it, and must be the same.
 */
#include "base/buf.h"
#include "notation/convert.h"
#include "notation/hlo_sharding.h"
#include "notation/shardy.h"
#include "testing/records.h"
#include "testing/release.h"

static const char folder[] = "testdata/notation";

static const char *text_at(const cJSON *object, const char *key)
{
	const cJSON *item = cJSON_GetObjectItem(object, key);
	return item ? item->valuestring : NULL;
}

/* The part of an error of XLA behind "error: ". */
static const char *words_of(const char *line)
{
	const char *words = strstr(line, "error: ");
	return words ? words + strlen("error: ") : line;
}

static void add_entry(struct buf *out, const cJSON *entry)
{
	if (cJSON_IsNull(entry)) {
		buf_puts(out, "None");
	} else if (cJSON_IsString(entry)) {
		bool open = strcmp(entry->valuestring, "?") == 0;
		buf_printf(out, open ? "P.UNCONSTRAINED" : "'%s'", entry->valuestring);
	} else {
		buf_putc(out, '(');
		for (const cJSON *axis = entry->child; axis; axis = axis->next)
			buf_printf(out, "'%s', ", axis->valuestring);
		buf_putc(out, ')');
	}
}

/* The recorded PartitionSpec as code. */
static struct str spec_text(struct arena *arena, const cJSON *recorded)
{
	struct buf out = {.arena = arena};
	const cJSON *entry, *unreduced = cJSON_GetObjectItem(recorded, "unreduced")->child;
	buf_puts(&out, "P(");
	cJSON_ArrayForEach(entry, cJSON_GetObjectItem(recorded, "spec"))
	{
		add_entry(&out, entry);
		buf_puts(&out, ", ");
	}
	buf_puts(&out, unreduced ? "unreduced={" : "");
	for (const cJSON *axis = unreduced; axis; axis = axis->next)
		buf_printf(&out, "'%s', ", axis->valuestring);
	buf_puts(&out, unreduced ? "})" : ")");
	return buf_str(&out);
}

/* A spec file of one tensor with this layout on the recorded mesh. */
static struct str file_text(struct arena *arena, const char *release, const cJSON *recorded,
                            struct str layout)
{
	struct buf out = {.arena = arena};
	const cJSON *axis;
	buf_printf(&out, "framework: jax==%s\nmesh: {axes: {", release);
	cJSON_ArrayForEach(axis, cJSON_GetObjectItem(recorded, "mesh"))
	{
		buf_printf(&out, "%s: %d, ", axis->child->valuestring, axis->child->next->valueint);
	}
	buf_puts(&out, "}, types: [");
	cJSON_ArrayForEach(axis, cJSON_GetObjectItem(recorded, "types"))
	{
		buf_printf(&out, "%s, ", axis->valuestring);
	}
	buf_puts(&out, "]}\ntensors:\n  t:\n    shape: [");
	for (int i = 0; i < cJSON_GetObjectItem(recorded, "rank")->valueint; i++)
		buf_puts(&out, "64, ");
	bool list = str_starts_with(layout, STR("[")) && str_find(layout, '(', 0) == layout.len;
	buf_printf(&out, "]\n    spec:%s\n      %.*s\n", list ? "" : " >-", STR_ARG(layout));
	return buf_str(&out);
}

static struct str converted(struct arena *arena, const char *release, const cJSON *recorded,
                            struct str layout, enum notation_target target)
{
	struct arena scratch = {0};
	struct diags *diags = arena_new(arena, struct diags, 1);
	struct source *source = arena_new(arena, struct source, 1);
	struct spec_overrides overrides = {0};
	*diags = diags_make(arena);
	*source = (struct source){STR("test.yaml"), file_text(arena, release, recorded, layout)};
	const struct spec *spec = spec_read(arena, &scratch, source, &overrides, diags);
	cr_assert_not_null(spec);
	const struct tensor *tensor = spec_tensor(arena, spec, 0, diags);
	struct str text =
	    convert_layout(arena, converter_make(arena, spec, diags), tensor, target, diags);
	cr_expect(text.s || diags->first, "%.*s: no finding says why", STR_ARG(layout));
	arena_drop(&scratch);
	return text;
}

static void expect_text(struct str text, const char *wanted, const char *what)
{
	if (!wanted)
		cr_expect_null(text.s, "%s: accepted as %.*s", what, STR_ARG(text));
	else
		cr_expect(text.s && str_equal(text, str_of(wanted)), "%s: %.*s instead of %s", what,
		          STR_ARG(text), wanted);
}

/* Whether the tiles of every notation that can say the layout are those of `hlo`. */
static void expect_round_trips(struct arena *arena, const char *release, const cJSON *recorded,
                               struct str layout, struct str hlo)
{
	for (int target = 0; target < TARGET_COUNT; target++) {
		struct str text =
		    converted(arena, release, recorded, layout, (enum notation_target)target);
		if (!text.s)
			continue;
		struct str again = converted(arena, release, recorded, text, TARGET_HLO_V1);
		struct str wanted = converted(arena, release, recorded, hlo, TARGET_HLO_V1);
		cr_expect(again.s && str_equal(again, wanted), "%s by way of %.*s: %.*s",
		          notation_target_name((enum notation_target)target), STR_ARG(text),
		          STR_ARG(again));
		struct str same =
		    converted(arena, release, recorded, text, (enum notation_target)target);
		cr_expect(same.s && str_equal(same, text), "%.*s read and written: %.*s",
		          STR_ARG(text), STR_ARG(same));
	}
}

static void replay_named(struct arena *arena, const char *release, const cJSON *recorded)
{
	struct str layout = spec_text(arena, recorded);
	const char *wanted = text_at(recorded, "hlo");
	struct str hlo = converted(arena, release, recorded, layout, TARGET_HLO);
	expect_text(hlo, wanted, "hlo");
	struct str shardy = converted(arena, release, recorded, layout, TARGET_SHARDY);
	expect_text(shardy, text_at(recorded, "shardy"), "shardy");
	if (!wanted)
		return;
	expect_round_trips(arena, release, recorded, layout, hlo);
	expect_round_trips(arena, release, recorded, hlo, hlo);
}

static struct str tiles_text(struct arena *arena, const struct hlo_sharding *sharding)
{
	struct buf out = {.arena = arena};
	struct hlo_sharding tiles = *sharding;
	struct str error;
	if (sharding->kind == HLO_NAMED)
		cr_assert(hlo_of_named(arena, sharding->named, &tiles, &error), "%.*s",
		          STR_ARG(error));
	cr_assert(hlo_sharding_write(arena, &out, &tiles, false));
	return buf_str(&out);
}

static void replay_hlo(struct arena *arena, const char *release, const cJSON *recorded)
{
	const struct jax_rules rules = testing_release(release);
	const char *text = text_at(recorded, "text"), *error = text_at(recorded, "error");
	struct notation_error found;
	const struct hlo_sharding *sharding =
	    hlo_sharding_read(arena, str_of(text), &rules, &found);
	cr_expect_eq(sharding != NULL, text_at(recorded, "printed") != NULL, "%s", text);
	if (!sharding) {
		cr_expect(found.at + found.length <= strlen(text), "%s", text);
		if (error && error[0] && !strstr(text, "mesh["))
			cr_expect(str_ends_with(found.framework, str_of(words_of(error))),
			          "%s: '%.*s' instead of '%s'", text, STR_ARG(found.framework),
			          error);
		return;
	}
	struct buf out = {.arena = arena};
	cr_expect(hlo_sharding_write(arena, &out, sharding, false));
	expect_text(buf_str(&out), text_at(recorded, "printed"), text);
	if (text_at(recorded, "v2") && sharding->kind == HLO_NAMED)
		expect_text(tiles_text(arena, sharding), text_at(recorded, "v2"), text);
}

/* Shardy's verdicts of the newest release; older ones lack reductions. */
static void replay_shardy(struct arena *arena, const char *release, const cJSON *recorded)
{
	static const struct mesh_axis axes[] = {{{"x", 1}, 2, false}, {{"y", 1}, 4, false}};
	const struct named_mesh mesh = {.axes = axes, .naxes = 2, .count = 8};
	const struct shardy_mesh named[] = {{{"mesh", 4}, &mesh}};
	const struct shardy_meshes meshes = {named, 1};
	const char *text = text_at(recorded, "text"), *printed = text_at(recorded, "printed");
	struct notation_error error;
	if (!testing_release(release).has[XLA_READS_REDUCTIONS])
		return;
	const struct named_sharding *sharding = shardy_read(arena, str_of(text), &meshes, &error);
	bool fits = sharding && (sharding->mesh->single || sharding->rank == 2);
	cr_expect_eq(fits, printed != NULL, "%s", text);
	if (!sharding) {
		cr_expect(error.at + error.length <= strlen(text), "%s", text);
		return;
	}
	if (!printed || sharding->mesh == &mesh)
		return; /* Shardy prints the name of the mesh */
	struct buf out = {.arena = arena};
	shardy_write(&out, sharding);
	expect_text(buf_str(&out), printed, text);
}

static void replay(const cJSON *recorded, struct str line, void *context)
{
	const char *const *release = context, *kind = text_at(recorded, "kind");
	struct arena arena = {0};
	if (strcmp(kind, "named") == 0)
		replay_named(&arena, *release, recorded);
	else if (strcmp(kind, "hlo") == 0)
		replay_hlo(&arena, *release, recorded);
	else
		replay_shardy(&arena, *release, recorded);
	arena_drop(&arena);
}

ParameterizedTestParameters(notation_replay, texts_of_a_release_are_written_and_read_alike)
{
	return testing_recorded_indexes(folder, "");
}

ParameterizedTest(int *index, notation_replay, texts_of_a_release_are_written_and_read_alike)
{
	struct arena texts = {0};
	const char *release;
	struct str text = testing_recording(&texts, folder, "", *index, &release);
	cr_expect_gt(records_replay_text(release, text, replay, &release), 300u);
	arena_drop(&texts);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Asks what was asked of real JAX releases (testdata/jax/) and compares the answers. */
#include <cjson/cJSON.h>
#include <stdio.h>

#include "base/buf.h"
#include "testing/recorded_text.h"
#include "testing/testing.h"

static const char *const moments[][2] = {
    {"construct", "none"},
    {"device_put", "device_put"},
    {"jit_in", "in_shardings"},
    {"jit_out", "out_shardings"},
    {"constraint", "constraint"},
    {"sds", "shape_dtype_struct"},
    {"mesh", NULL},
};

struct tally {
	uint32_t asked, unknown, verdicts, rejected, classes, texts;
};

static const char *string_of(const cJSON *object, const char *key)
{
	const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
	cr_assert_not_null(text, "the recording has no '%s'", key);
	return text;
}

static void add_json(struct buf *out, const cJSON *item)
{
	char *text = cJSON_PrintUnformatted(item);
	buf_puts(out, text);
	cJSON_free(text);
}

/* One entry of a recorded spec, "*" being UNCONSTRAINED, in YAML or as Python code. */
static void add_entry(struct buf *out, const cJSON *entry, bool code)
{
	if (cJSON_IsNull(entry)) {
		buf_puts(out, code ? "None" : "null");
	} else if (cJSON_IsArray(entry)) {
		buf_putc(out, code ? '(' : '[');
		const cJSON *item;
		cJSON_ArrayForEach(item, entry)
		{
			add_entry(out, item, code);
			buf_puts(out, item->next || (code && item == entry->child) ? ", " : "");
		}
		buf_putc(out, code ? ')' : ']');
	} else if (strcmp(entry->valuestring, "*") == 0) {
		buf_puts(out, "P.UNCONSTRAINED");
	} else if (code) {
		buf_printf(out, "'%s'", entry->valuestring);
	} else {
		add_json(out, entry);
	}
}

/* P('x', None, unreduced={'y'}) */
static void add_code(struct buf *out, const cJSON *place)
{
	static const char *const keywords[] = {"unreduced", "reduced"};
	const char *separator = "";
	const cJSON *item;
	buf_puts(out, "\"P(");
	cJSON_ArrayForEach(item, cJSON_GetObjectItem(place, "spec"))
	{
		buf_puts(out, separator);
		add_entry(out, item, true);
		separator = ", ";
	}
	for (size_t i = 0; i < ROWS(keywords); i++) {
		const cJSON *set = cJSON_GetObjectItem(place, keywords[i]);
		if (!set)
			continue;
		buf_printf(out, "%s%s={", separator, keywords[i]);
		cJSON_ArrayForEach(item, set)
		{
			add_entry(out, item, true);
			buf_puts(out, item->next ? ", " : "");
		}
		buf_puts(out, "}");
		separator = ", ";
	}
	buf_puts(out, ")\"");
}

/* "PositionalSharding([8,1]).replicate(0, keepdims=False)" */
static void add_positional(struct buf *out, const cJSON *place)
{
	buf_puts(out, "\"PositionalSharding(");
	add_json(out, cJSON_GetObjectItem(place, "positional"));
	buf_putc(out, ')');
	const cJSON *call, *argument;
	cJSON_ArrayForEach(call, cJSON_GetObjectItem(place, "calls"))
	{
		const cJSON *name = call->child, *arguments = name->next,
			    *keywords = arguments->next;
		buf_printf(out, ".%s(", name->valuestring);
		cJSON_ArrayForEach(argument, arguments)
		{
			add_json(out, argument);
			buf_puts(out, argument->next || keywords->child ? ", " : "");
		}
		cJSON_ArrayForEach(argument, keywords)
		{
			cr_assert(cJSON_IsBool(argument));
			buf_printf(out, "%s=%s%s", argument->string,
			           cJSON_IsTrue(argument) ? "True" : "False",
			           argument->next ? ", " : "");
		}
		buf_putc(out, ')');
	}
	buf_putc(out, '"');
}

static void add_types(struct buf *out, const char *letters)
{
	buf_puts(out, "  types: [");
	for (size_t i = 0; letters[i]; i++)
		buf_printf(out, "%s%s", i ? ", " : "",
		           letters[i] == 'e'   ? "explicit"
		           : letters[i] == 'm' ? "manual"
		                               : "auto");
	buf_puts(out, "]\n");
}

/* The mesh of a placement, which was made by Mesh(devices, names, axis_types). */
static void add_mesh(struct buf *out, const cJSON *place)
{
	const cJSON *mesh = cJSON_GetObjectItem(place, "mesh"), *axis,
		    *types = cJSON_GetObjectItem(place, "axis_types"),
		    *ids = cJSON_GetObjectItem(place, "device_ids");
	if (!mesh)
		return;
	buf_puts(out, "mesh:\n  built_by: Mesh\n  axes: {");
	cJSON_ArrayForEach(axis, mesh)
	{
		add_json(out, axis->child);
		buf_puts(out, ": ");
		add_json(out, axis->child->next);
		buf_puts(out, axis->next ? ", " : "}\n");
	}
	if (types)
		add_types(out, types->valuestring);
	if (ids) {
		buf_puts(out, "  devices: ");
		add_json(out, ids);
		buf_putc(out, '\n');
	}
}

/* A placement, and every other one in the other notation. */
static void add_place(struct buf *out, const cJSON *place, const char *applied_by)
{
	bool code = cJSON_GetObjectItem(place, "unreduced") ||
	            cJSON_GetObjectItem(place, "reduced") ||
	            cJSON_GetObjectItem(place, "id")->valueint % 2;
	add_mesh(out, place);
	buf_puts(out, "tensors:\n  x: {shape: ");
	add_json(out, cJSON_GetObjectItem(place, "shape"));
	buf_puts(out, ", dtype: f32, spec: ");
	if (cJSON_GetObjectItem(place, "positional"))
		add_positional(out, place);
	else if (code)
		add_code(out, place);
	else
		add_entry(out, cJSON_GetObjectItem(place, "spec"), false);
	buf_printf(out, ", applied_by: %s}\n", applied_by);
}

/* The call of a mesh constructor. */
static void add_mesh_call(struct buf *out, const cJSON *call)
{
	const cJSON *types = cJSON_GetObjectItem(call, "axis_types");
	buf_puts(out, "devices: ");
	add_json(out, cJSON_GetObjectItem(call, "n_devices"));
	buf_puts(out, "\nmesh:\n  axes: {names: ");
	add_json(out, cJSON_GetObjectItem(call, "axis_names"));
	buf_puts(out, ", sizes: ");
	add_json(out, cJSON_GetObjectItem(call, "axis_sizes"));
	buf_puts(out, "}\n");
	if (types)
		add_types(out, types->valuestring);
	buf_printf(out, "  built_by: %s\n", string_of(call, "api"));
}

/* Meshes with manual axes are not judged in the releases before 0.10.0. */
static bool may_be_unknown(const cJSON *place)
{
	struct version version;
	const cJSON *types = cJSON_GetObjectItem(place, "axis_types");
	return types && strchr(types->valuestring, 'm') &&
	       version_read(str_of(string_of(place, "version")), &version) &&
	       version_compare(version, (struct version){{0, 10}}) < 0;
}

static const struct diag *first_error(const struct check_result *result)
{
	for (uint32_t i = 0; i < result->ndiags; i++)
		if (result->diags[i]->severity == SEVERITY_ERROR)
			return result->diags[i];
	return NULL;
}

/* Whether the error is the recorded one, in class and text. */
static bool same_error(struct arena *arena, const struct check_result *result, const cJSON *answer,
                       struct tally *tally)
{
	const struct diag *error = first_error(result);
	tally->rejected++;
	if (!error || !error->framework_error.type.s ||
	    !str_equal(error->framework_error.type, str_of(string_of(answer, "type"))))
		return false;
	tally->classes++;
	struct str want = recorded_text(arena, str_of(string_of(answer, "message")));
	bool same = str_equal(recorded_text(arena, error->framework_error.message), want);
	tally->texts += same;
	return same;
}

static void complain(struct str spec, const struct check_result *result, const cJSON *answer)
{
	const struct diag *error = first_error(result);
	struct framework_error quoted =
	    error ? error->framework_error : (struct framework_error){0};
	char *recorded = cJSON_PrintUnformatted(answer);
	cr_expect_fail("%.*s\n  got  %s %.*s: %.*s\n  want %s", STR_ARG(spec),
	               verdict_name(result->verdict), STR_ARG(quoted.type), STR_ARG(quoted.message),
	               recorded);
	cJSON_free(recorded);
}

/* Asks one question and compares the answer. */
static void replay(struct arena *arena, const cJSON *place, const char *applied_by,
                   const cJSON *answer, struct tally *tally)
{
	struct buf out = {.arena = arena};
	buf_printf(&out, "framework: jax==%s\n", string_of(place, "version"));
	if (applied_by)
		add_place(&out, place, applied_by);
	else
		add_mesh_call(&out, place);
	struct str spec = buf_str(&out);
	struct check_result result = testing_check(arena, spec);
	bool ok = cJSON_IsString(answer);
	tally->asked++;
	if (result.verdict == VERDICT_UNKNOWN && may_be_unknown(place)) {
		tally->unknown++;
		return;
	}
	bool agrees = result.verdict == (ok ? VERDICT_ACCEPTED : VERDICT_REJECTED);
	tally->verdicts += agrees;
	if (!agrees || (!ok && !same_error(arena, &result, answer, tally)))
		complain(spec, &result, answer);
}

static void replay_line(struct str line, struct tally *tally)
{
	struct arena arena = {0};
	cJSON *place = cJSON_ParseWithLength(line.s, line.len);
	cr_assert_not_null(place, "not JSON: %.*s", STR_ARG(line));
	const cJSON *answer;
	cJSON_ArrayForEach(answer, cJSON_GetObjectItem(place, "verdict"))
	{
		size_t moment = 0;
		while (moment < ROWS(moments) && strcmp(moments[moment][0], answer->string) != 0)
			moment++;
		cr_assert(moment < ROWS(moments), "moment '%s'", answer->string);
		replay(&arena, place, moments[moment][1], answer, tally);
	}
	cJSON_Delete(place);
	arena_drop(&arena);
}

static struct testing_names recordings(struct arena *arena)
{
	struct testing_names names = testing_list(arena, "testdata/jax"), kept = {names.items, 0};
	for (size_t i = 0; i < names.count; i++)
		if (str_ends_with(str_of(names.items[i]), STR(".jsonl")))
			kept.items[kept.count++] = names.items[i];
	return kept;
}

ParameterizedTestParameters(replay, agrees_with_the_recorded_release)
{
	struct arena arena = {0};
	size_t count = recordings(&arena).count;
	arena_drop(&arena);
	return testing_indexes(count);
}

ParameterizedTest(int *index, replay, agrees_with_the_recorded_release)
{
	enum { FEWEST = 100 };
	struct arena arena = {0};
	struct tally tally = {0};
	const char *name = recordings(&arena).items[*index];
	struct str text = testing_read(&arena, str_format(&arena, "testdata/jax/%s", name).s);
	for (size_t at = 0; at < text.len;) {
		size_t end = str_find(text, '\n', at);
		replay_line(str_slice(text, at, end), &tally);
		at = end + 1;
	}
	fprintf(stderr, "%s: verdict %u/%u, class %u/%u, text %u/%u, unknown %u\n", name,
	        tally.verdicts, tally.asked - tally.unknown, tally.classes, tally.rejected,
	        tally.texts, tally.rejected, tally.unknown);
	cr_expect(tally.asked > FEWEST && tally.rejected > FEWEST / 2, "too few cases in %s", name);
	arena_drop(&arena);
}

Test(replay, recordings_of_old_and_new_releases_are_there)
{
	struct arena arena = {0};
	cr_expect_geq(recordings(&arena).count, 11u);
	arena_drop(&arena);
}

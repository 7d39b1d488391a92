/* SPDX-License-Identifier: Apache-2.0 */
/* The schema and the reader of specs agree: what the one takes the other takes. */
#include "report/schema.h"

#include "spec/settings/configuration.h"
#include "spec/keys.h"
#include "spec/yaml/yaml.h"
#include "testing/json_schema.h"
#include "testing/testing.h"

/* The schemas as they are committed. */
static const char *const committed[] = {
    [SCHEMA_SPEC] = "specs/shardctl.schema.json",
    [SCHEMA_CONFIGURATION] = "specs/shardctl.config.schema.json",
};

static struct str generated(struct arena *arena, enum schema_kind kind)
{
	struct buf out = {.arena = arena};
	schema_add(arena, &out, kind);
	return buf_str(&out);
}

Test(schema, the_committed_files_are_the_generated_ones)
{
	struct arena arena = {0};
	for (size_t i = 0; i < ROWS(committed); i++) {
		struct str text = generated(&arena, (enum schema_kind)i);
		if (testing_updates())
			testing_write(&arena, committed[i], text);
		cr_expect(str_equal(testing_read(&arena, committed[i]), text),
		          "%s is not what 'shardctl schema' writes", committed[i]);
	}
	arena_drop(&arena);
}

/* Findings on the form of a file that a schema can see. */
static bool is_of_form(const struct rule *rule)
{
	static const enum rule_id rules[] = {
	    RULE_KEY_UNKNOWN,   RULE_KEY_MISSING,    RULE_VALUE_TYPE,     RULE_VALUE_INVALID,
	    RULE_DTYPE_UNKNOWN, RULE_TYPE_SYNTAX,    RULE_SPEC_SYNTAX,    RULE_FRAMEWORK_UNKNOWN,
	    RULE_FAMILY_SYNTAX, RULE_LIMIT_EXCEEDED, RULE_QUOTES_MISSING,
	};
	for (size_t i = 0; i < ROWS(rules); i++)
		if (rule == rule_of(rules[i]))
			return true;
	return false;
}

/* What the reader says of a text: whether it takes it, and whether it finds a mistake of form. */
struct reading {
	bool taken, form_mistake;
};

static struct reading read_spec(struct arena *arena, struct str text)
{
	struct check_result result = testing_check(arena, text);
	struct reading reading = {.taken = result.verdict != VERDICT_INVALID};
	for (uint32_t i = 0; i < result.ndiags; i++)
		reading.form_mistake |= is_of_form(result.diags[i]->rule);
	return reading;
}

static struct reading read_configuration(struct arena *arena, struct str text)
{
	struct arena scratch = {0};
	const struct source source = {STR(".shardctl.yaml"), text};
	const struct configuration *read = configuration_read(arena, &scratch, &source);
	struct reading reading = {.taken = !read->diags->first};
	for (const struct diag *diag = read->diags->first; diag; diag = diag->next)
		reading.form_mistake |= is_of_form(diag->rule);
	arena_drop(&scratch);
	return reading;
}

/* The tree of the text, or NULL where it is none without findings. */
static const struct node *tree_of(struct arena *arena, struct str text)
{
	struct arena scratch = {0};
	struct source *source = arena_new(arena, struct source, 1);
	struct diags diags = diags_make(arena);
	bool aliases;
	*source = (struct source){STR("x"), text};
	const struct node *root =
	    yaml_read(arena, &scratch, source, (struct span){0, UINT32_MAX}, &diags, &aliases);
	arena_drop(&scratch);
	return diags.count ? NULL : root;
}

enum agreement {
	NO_TREE,
	BOTH_TAKE,
	BOTH_REFUSE,
	ONLY_READER_TAKES,
	ONLY_SCHEMA_TAKES,
	AGREEMENTS
};

/* A schema and the reader of the same files. */
struct side {
	struct json_schema *schema;
	struct reading (*read)(struct arena *arena, struct str text);
};

static struct side side_of(struct arena *arena, enum schema_kind kind)
{
	return (struct side){json_schema_make(arena, generated(arena, kind)),
	                     kind == SCHEMA_SPEC ? read_spec : read_configuration};
}

/* Who takes the text. One that is wrong in a way which a schema cannot see counts as taken when the
 * schema takes it. */
static enum agreement agreement_on(struct arena *arena, const struct side *side, struct str text,
                                   const char **why)
{
	const struct node *root = tree_of(arena, text);
	if (!root)
		return NO_TREE;
	struct reading reading = side->read(arena, text);
	bool taken = json_schema_takes(side->schema, root, why);
	if (!taken && reading.taken)
		return ONLY_READER_TAKES;
	if (taken && reading.form_mistake)
		return ONLY_SCHEMA_TAKES;
	return taken ? BOTH_TAKE : BOTH_REFUSE;
}

/* Files with a mistake of form that no schema can see. */
static const char *const unseen[] = {
    "testdata/fuzz/spec/mesh-devices.yaml",        /* the same as mesh-devices */
    "testdata/check/mesh-dcn/in.yaml",             /* parts that do not divide a size */
    "testdata/check/mesh-devices/in.yaml",         /* devices that other axes do not divide */
    "testdata/cli/show-too-many-devices/big.yaml", /* a product that is too large */
};

static bool is_unseen(const char *path)
{
	for (size_t i = 0; i < ROWS(unseen); i++)
		if (strcmp(path, unseen[i]) == 0)
			return true;
	return false;
}

/* An editor finds the schema by a line of the file, which holds wherever the file is copied to
 * because it says where the schema is installed. */
static void expect_editor_line(const char *path, struct str text)
{
	static const char line[] =
	    "# yaml-language-server: $schema=/usr/local/share/shardctl/shardctl.schema.json\n";
	cr_expect(str_starts_with(text, str_of(line)),
	          "%s does not begin with the line for editors", path);
}

/* How often what came, of the specs in a folder and those in it. */
static void count_folder(const struct side *side, const char *folder, size_t *counts)
{
	struct arena arena = {0};
	struct testing_names names = testing_list(&arena, folder);
	for (size_t i = 0; i < names.count; i++) {
		const char *path = str_format(&arena, "%s/%s", folder, names.items[i]).s;
		const char *why = NULL;
		if (!strchr(names.items[i], '.')) {
			count_folder(side, path, counts);
			continue;
		}
		if (!str_ends_with(str_of(path), STR(".yaml")) ||
		    strcmp(path, "specs/hardware.yaml") == 0)
			continue;
		struct str text = testing_read(&arena, path);
		enum agreement agreement = agreement_on(&arena, side, text, &why);
		counts[agreement]++;
		if (str_starts_with(str_of(path), STR("specs/")))
			expect_editor_line(path, text);
		cr_expect_neq(agreement, ONLY_READER_TAKES, "%s: the schema refuses: %s", path,
		              why);
		cr_expect_eq(agreement == ONLY_SCHEMA_TAKES, is_unseen(path),
		             "%s: the schema should refuse", path);
	}
	arena_drop(&arena);
}

Test(schema, it_takes_the_specs_that_the_reader_takes_and_no_others)
{
	struct arena arena = {0};
	const struct side side = side_of(&arena, SCHEMA_SPEC);
	size_t counts[AGREEMENTS] = {0};
	count_folder(&side, "specs", counts);
	cr_expect_geq(counts[BOTH_TAKE], 35u);
	count_folder(&side, "testdata", counts);
	cr_expect_geq(counts[BOTH_TAKE], 250u);
	cr_expect_geq(counts[BOTH_REFUSE], 25u);
	json_schema_drop(side.schema);
	arena_drop(&arena);
}

/* Specs with a map of each kind: pairs that it has, but for the one whose value is tried. */
static const struct sample {
	const struct keys *keys; /* NULL: those of hardware */
	const char *before, *pairs[3], *after;
} samples[] = {
    {&spec_keys, "", {NULL}, ""},
    {&mesh_keys, "devices: 8\nmesh: {", {"axes: {a: 2}", "types: auto"}, "}"},
    {&mesh_keys, "devices: 8\nmesh: {", {"names: [a]", "sizes: [2]"}, "}"},
    {&axes_keys, "mesh: {types: auto, axes: {", {"names: [a]", "sizes: [2]"}, "}}"},
    {&tensor_keys, "mesh: {a: 2}\ntensors: {x: {", {"shape: [4, 4]"}, "}}"},
    {&tensor_keys, "mesh: {a: 2}\ntensors: {x: {", {"type: 'f32[4, 4]'"}, "}}"},
    {&reshard_keys, "mesh: {a: 2}\ntensors: {x: {shape: [4], reshard_to: {", {"spec: [a]"}, "}}}"},
    {&program_keys, "program: {", {"file: a.py"}, "}"},
    {&memory_keys, "memory: {", {NULL}, "}"},
    {&checks_keys, "checks: {", {NULL}, "}"},
    {NULL, "hardware: {", {"chip: v5e", "topology: 4x4"}, "}"},
    {NULL, "hardware: {", {"type: v5e-16"}, "}"},
};

/* Values on which the two differ, and why. */
static const struct {
	const char *text, *why;
} differences[] = {
    {"mesh: {a: -1}", "it needs a number of devices"},
    {"heads: {7: 2}", "the tensor has fewer dimensions"},
    {"topology: ''", "GPUs have a node for a topology that is left out"},
};

static bool is_difference(struct str text)
{
	for (size_t i = 0; i < ROWS(differences); i++)
		if (str_contains(text, str_of(differences[i].text)))
			return true;
	return false;
}

static struct str text_of_sample(struct arena *arena, const struct sample *sample,
                                 const struct key *key, struct str value)
{
	struct buf text = {.arena = arena};
	buf_puts(&text, sample->before);
	for (size_t i = 0; i < ROWS(sample->pairs) && sample->pairs[i]; i++) {
		struct str pair = str_of(sample->pairs[i]);
		if (!str_equal(str_until(pair, ':'), str_of(key->name)))
			buf_printf(&text, "%s, ", sample->pairs[i]);
	}
	buf_printf(&text, "%s: %.*s%s\n", key->name, STR_ARG(value), sample->after);
	return buf_str(&text);
}

static void try_values(const struct side *side, const struct sample *sample, const struct key *key,
                       struct str values, size_t *counts)
{
	struct arena arena = {0};
	for (size_t at = 0, end; at < values.len; at = end + 1) {
		end = str_find(values, '\n', at);
		const char *why = "";
		struct str text = text_of_sample(&arena, sample, key, str_slice(values, at, end));
		enum agreement agreement = agreement_on(&arena, side, text, &why);
		counts[agreement]++;
		if (is_difference(text))
			continue;
		cr_expect_neq(agreement, ONLY_READER_TAKES, "the schema refuses by %s: %.*s", why,
		              STR_ARG(text));
		cr_expect_neq(agreement, ONLY_SCHEMA_TAKES, "the schema takes: %.*s",
		              STR_ARG(text));
	}
	arena_drop(&arena);
}

/* Each key with each value, most of which are not for it. Whole numbers that only JSON takes for
 * such, 1e3 and 2.0, are not among the values. */
Test(schema, it_takes_the_values_that_the_reader_takes_and_no_others)
{
	struct arena arena = {0};
	const struct side side = side_of(&arena, SCHEMA_SPEC);
	struct str values = testing_read(&arena, "testdata/schema/values.txt");
	size_t counts[AGREEMENTS] = {0};
	struct keys hardware = hardware_keys(&arena);
	for (size_t i = 0; i < ROWS(samples); i++) {
		const struct keys *keys = samples[i].keys ? samples[i].keys : &hardware;
		for (size_t k = 0; k < keys->count; k++)
			try_values(&side, &samples[i], &keys->rows[k], values, counts);
	}
	cr_expect_geq(counts[BOTH_TAKE], 900u);
	cr_expect_geq(counts[BOTH_REFUSE], 6000u);
	json_schema_drop(side.schema);
	arena_drop(&arena);
}

/* The same of configurations and the parts of their `paths`. */
Test(schema, it_takes_the_configurations_that_the_reader_takes_and_no_others)
{
	static const struct sample maps[] = {
	    {&configuration_keys, "", {NULL}, ""},
	    {&configuration_part_keys, "paths: {tests/: {", {NULL}, "}}"},
	};
	struct arena arena = {0};
	const struct side side = side_of(&arena, SCHEMA_CONFIGURATION);
	struct str values = testing_read(&arena, "testdata/schema/values.txt");
	size_t counts[AGREEMENTS] = {0};
	for (size_t i = 0; i < ROWS(maps); i++)
		for (size_t k = 0; k < maps[i].keys->count; k++)
			try_values(&side, &maps[i], &maps[i].keys->rows[k], values, counts);
	cr_expect_geq(counts[BOTH_TAKE], 100u);
	cr_expect_geq(counts[BOTH_REFUSE], 1000u);
	json_schema_drop(side.schema);
	arena_drop(&arena);
}

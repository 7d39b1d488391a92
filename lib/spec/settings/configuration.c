/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/settings/configuration.h"

#include "spec/reader.h"
#include "spec/yaml/yaml.h"

bool source_is_configuration(const struct source *source)
{
	return str_equal(path_last(source->path), STR(".shardctl.yaml"));
}

/* A pattern of paths; false after a finding. */
static bool read_pattern(const struct reader *reader, const struct node *node, const char *what,
                         struct path_pattern *pattern)
{
	struct str text;
	if (!reader_text(reader, node, what, &text))
		return false;
	if (path_pattern_read(text, pattern))
		return true;
	return diag_fails(diag_help(
	    diag_add(reader->diags, RULE_VALUE_INVALID, node->at, "this is not a pattern of paths"),
	    "write it as in .gitignore: tests/, /old/*.yaml or **/gen/*.py"));
}

static void read_exclude(const struct reader *reader, const struct node *node,
                         struct path_patterns *exclude)
{
	struct path_pattern pattern;
	if (node->kind == NODE_MAP) {
		reader_wrong_kind(reader, node, "exclude", "a list of patterns; [tests/, '*.yml']");
		return;
	}
	uint32_t count = node->kind == NODE_LIST ? node->count : 1;
	const struct node *items = node->kind == NODE_LIST ? node->items : node;
	for (uint32_t i = 0; i < count; i++)
		if (read_pattern(reader, &items[i], "exclude", &pattern))
			arena_push(reader->arena, exclude->items, exclude->count, exclude->room,
			           pattern);
}

static void read_fail_on(const struct reader *reader, const struct node *node,
                         struct file_defaults *says)
{
	uint32_t count = node->kind == NODE_LIST ? node->count : 1;
	const struct node *items = node->kind == NODE_LIST ? node->items : node;
	size_t word;
	for (uint32_t i = 0; i < count; i++) {
		if (!reader_word(reader, &items[i], "fail_on", &fail_on_words, &word))
			continue;
		says->fail_on.said = true;
		says->fail_on.warnings |= word == 1;
		says->fail_on.unknown |= word == 2;
	}
}

/* The keys that the whole configuration and each of its `paths` have; a spec reads hardware and
 * devices in the same way. */
static struct file_defaults read_part(const struct reader *reader, const struct node *const *values)
{
	struct file_defaults says = {0};
	struct spec spec = {0};
	const struct node *framework = values[CONFIGURATION_FRAMEWORK];
	reader_checks(reader, values, &says.checks);
	if (framework && reader_text(reader, framework, "framework", &says.framework) &&
	    framework_read(reader->arena, says.framework, framework->at, reader->diags).broken)
		says.framework = (struct str){NULL, 0};
	reader_hardware(reader, values[CONFIGURATION_HARDWARE], (struct str){NULL, 0}, &spec);
	reader_devices(reader, values[CONFIGURATION_DEVICES], 0, &spec);
	says.hardware = spec.hardware;
	says.devices = spec.devices;
	if (values[CONFIGURATION_FAIL_ON])
		read_fail_on(reader, values[CONFIGURATION_FAIL_ON], &says);
	return says;
}

static void read_paths(const struct reader *reader, const struct node *map,
                       struct configuration *configuration)
{
	const struct node *values[CONFIGURATION_PART_KEY_COUNT];
	if (map->kind != NODE_MAP) {
		reader_wrong_kind(
		    reader, map, "paths",
		    "a map from pattern to settings; {tests/: {ignore: axis-unused}}");
		return;
	}
	for (uint32_t i = 0; i < map->count; i++) {
		struct configuration_part part;
		const struct node *value = node_value(map, i);
		if (!read_pattern(reader, node_key(map, i), "paths", &part.path))
			continue;
		if (value->kind != NODE_MAP) {
			reader_wrong_kind(
			    reader, value, "paths",
			    "a map of settings for each pattern; {ignore: axis-unused}");
			continue;
		}
		reader_keys(reader, value, &configuration_part_keys, values, NULL);
		part.says = read_part(reader, values);
		arena_push(reader->arena, configuration->parts, configuration->nparts,
		           configuration->room, part);
	}
}

static void read_root(const struct reader *reader, const struct node *root,
                      struct configuration *configuration)
{
	const struct node *values[CONFIGURATION_KEY_COUNT];
	struct configuration_part whole = {.path = {.glob = STR("**")}};
	if (root->kind != NODE_MAP) {
		diag_help(diag_add(reader->diags, RULE_VALUE_TYPE, root->at,
		                   "a configuration is a map, not %s", node_kind_name(root)),
		          "write for example ignore: [axis-unused]; see shardctl-config(5)");
		return;
	}
	reader_keys(reader, root, &configuration_keys, values, NULL);
	whole.says = read_part(reader, values);
	arena_push(reader->arena, configuration->parts, configuration->nparts, configuration->room,
	           whole);
	if (values[CONFIGURATION_EXCLUDE])
		read_exclude(reader, values[CONFIGURATION_EXCLUDE], &configuration->exclude);
	if (values[CONFIGURATION_PATHS])
		read_paths(reader, values[CONFIGURATION_PATHS], configuration);
}

/* Whether there is nothing but blanks and comments in the text, which says nothing. */
static bool is_blank(struct str text)
{
	for (size_t at = 0; at < text.len; at = str_find(text, '\n', at) + 1) {
		struct str line = str_trim(str_slice(text, at, str_find(text, '\n', at)));
		if (line.len && line.s[0] != '#')
			return false;
	}
	return true;
}

const struct configuration *configuration_read(struct arena *arena, struct arena *scratch,
                                               const struct source *source)
{
	struct configuration *configuration = arena_new(arena, struct configuration, 1);
	struct spec *spec = arena_new(arena, struct spec, 1);
	const struct span whole = {0, (uint32_t)source->text.len};
	bool aliases;
	configuration->source = *source;
	configuration->diags = arena_new(arena, struct diags, 1);
	*configuration->diags = diags_make(arena);
	const struct reader reader = {arena, configuration->diags, &configuration->source, spec};
	if (source->text.len > MAX_FILE_BYTES) {
		diag_add(configuration->diags, RULE_LIMIT_EXCEEDED, (struct span){0, 0},
		         "the file is larger than %d MiB", MAX_FILE_BYTES >> 20);
	} else if (!is_blank(source->text)) {
		const struct node *root = yaml_read(arena, scratch, &configuration->source, whole,
		                                    configuration->diags, &aliases);
		if (root)
			read_root(&reader, root, configuration);
	}
	return configuration;
}

void file_defaults_lay(struct file_defaults *defaults, const struct file_defaults *nearer)
{
	if (nearer->framework.s)
		defaults->framework = nearer->framework;
	if (nearer->devices) {
		defaults->devices = nearer->devices;
		defaults->hardware = nearer->hardware;
	}
	if (nearer->fail_on.said)
		defaults->fail_on = nearer->fail_on;
	check_settings_lay(&defaults->checks, &nearer->checks);
}

struct file_defaults configuration_of_file(const struct configuration *configuration,
                                           struct str path)
{
	struct file_defaults defaults = {0};
	for (uint32_t i = 0; i < configuration->nparts; i++) {
		const struct configuration_part *part = &configuration->parts[i];
		if (path_pattern_covers(&part->path, path) != part->path.negated)
			file_defaults_lay(&defaults, &part->says);
	}
	return defaults;
}

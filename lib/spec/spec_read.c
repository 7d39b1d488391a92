/* SPDX-License-Identifier: Apache-2.0 */
/* The top level of a spec. */
#include "base/utf8.h"
#include "spec/reader.h"
#include "spec/script/script.h"
#include "spec/script/sidecar.h"
#include "spec/script/type_comment.h"
#include "spec/yaml/yaml.h"

static void read_version(const struct reader *reader, const struct node *node)
{
	int64_t version;
	if (node && reader_integer(reader, node, "version", 1, &version) && version != 1)
		diag_help(diag_add(reader->diags, RULE_VALUE_INVALID, node->at,
		                   "version %lld of the spec format is not known",
		                   (long long)version),
		          "this shardctl reads version 1");
}

/* On hardware from the command line the file's number of devices says nothing. */
static void compare_devices(const struct reader *reader, const struct node *node, int64_t devices,
                            const struct spec *spec)
{
	struct buf name = {.arena = reader->arena};
	if (!spec->hardware_node || devices == spec->hardware->devices)
		return;
	hardware_add_name(&name, spec->hardware);
	struct str shown = buf_str(&name);
	struct diag *diag =
	    diag_add(reader->diags, RULE_HARDWARE_DEVICES, node->at,
	             "'devices' is %lld, but the hardware %.*s has %lld", (long long)devices,
	             STR_ARG(shown), (long long)spec->hardware->devices);
	diag_note(diag, spec->hardware_node->at, "the hardware is given here");
	diag_help(diag, "leave 'devices' out: it follows from 'hardware'");
}

void reader_devices(const struct reader *reader, const struct node *node, int64_t override,
                    struct spec *spec)
{
	int64_t devices;
	if (override) {
		spec->devices = override;
		return;
	}
	if (!node || !reader_integer(reader, node, "devices", 1, &devices))
		return;
	spec->devices_at = node->at;
	if (spec->hardware)
		compare_devices(reader, node, devices, spec);
	else if (devices > MAX_DEVICES)
		diag_add(reader->diags, RULE_LIMIT_EXCEEDED, node->at,
		         "'devices' is %lld, and at most 2^%d are read", (long long)devices,
		         MAX_DEVICES_LOG2);
	else
		spec->devices = devices;
}

static void read_dims(const struct reader *reader, const struct node *node, struct spec *spec)
{
	if (!node)
		return;
	if (node->kind != NODE_MAP) {
		reader_wrong_kind(reader, node, "dims",
		                  "a map from name to size; {B: 128, D: 4096}");
		return;
	}
	spec->dims = node;
	for (uint32_t i = 0; i < node->count; i++) {
		const struct node *key = node_key(node, i);
		int64_t size;
		bool added;
		if (key->kind == NODE_SCALAR)
			table_add(reader->arena, &spec->dim_index, node_text(key), i, &added);
		if (!reader_integer(reader, node_value(node, i), "a size in 'dims'", 0, &size))
			continue;
	}
}

static void read_checks(const struct reader *reader, const struct node *node,
                        struct check_settings *checks)
{
	const struct node *values[CHECKS_KEY_COUNT];
	struct check_settings said = {0};
	if (node && node->kind != NODE_MAP) {
		reader_wrong_kind(reader, node, "checks", "a map");
	} else if (node) {
		reader_keys(reader, node, &checks_keys, values, NULL);
		reader_checks(reader, values, &said);
	}
	check_settings_lay(checks, &said);
	if (!checks->bytes_said)
		checks->replicated_bytes = DEFAULT_REPLICATED_BYTES;
}

static void read_tensors(const struct reader *reader, const struct node *node, struct spec *spec)
{
	if (node && node->kind == NODE_MAP)
		spec->tensors = node;
	else if (node && !node_is_null(node))
		reader_wrong_kind(reader, node, "tensors", "a map from name to type");
}

/* {file: train.py}: puts the text of the file in the place of the program. */
static void read_program_file(const struct reader *reader, const struct node *map,
                              const struct spec_overrides *overrides, struct spec *spec)
{
	const struct node *file;
	struct str name, end = STR(".py");
	struct span part = {0, 0};
	spec->program = NULL;
	if (!reader_keys(reader, map, &program_keys, &file, NULL))
		return;
	if (!file)
		diag_help(
		    diag_add(reader->diags, RULE_KEY_MISSING, map->at, "'program' has no 'file'"),
		    "write program: {file: train.py}, or the program itself");
	if (!file || !reader_text(reader, file, "file", &name))
		return;
	bool python = str_ends_with(name, end);
	enum file_outcome outcome = FILE_OUTSIDE;
	if (python && overrides->files)
		outcome = source_files_read(reader->arena, overrides->files, overrides->finder,
		                            name, &part);
	if (outcome != FILE_READ) {
		diag_help(
		    diag_add(reader->diags, RULE_FILE_NOT_READ, file->at,
		             "the program '%s' cannot be read: %s", reader_shown(reader, name).s,
		             python ? file_outcome_text(outcome) : "its name does not end in .py"),
		    "name a Python file by its path from the folder of this file");
		return;
	}
	struct node *program = arena_new(reader->arena, struct node, 1);
	struct str text = span_text(overrides->files->whole.text, part);
	*program = (struct node){
	    .at = part, .kind = NODE_SCALAR, .count = (uint32_t)text.len, .text = text.s};
	spec->program = program;
	spec->program_file =
	    (struct source){overrides->files->pieces[overrides->files->count - 1].path, text};
	type_comments_read(reader->arena, reader->diags, spec, part);
}

/* What is kept for later stages, with the places of its keys. */
static void keep_parts(const struct reader *reader, const struct node *const *values,
                       const struct node *const *keys, const struct spec_overrides *overrides,
                       struct spec *spec)
{
	size_t mode = 0;
	struct {
		enum spec_key key;
		const struct node **value;
		struct span *at;
	} kept[] = {
	    {SPEC_RULES, &spec->rules, &spec->rules_at},
	    {SPEC_PROGRAM, &spec->program, &spec->program_at},
	};
	for (size_t i = 0; i < COUNT_OF(kept); i++) {
		*kept[i].value = values[kept[i].key];
		if (*kept[i].value)
			*kept[i].at = keys[kept[i].key]->at;
	}
	if (spec->program && spec->program->kind == NODE_MAP)
		read_program_file(reader, spec->program, overrides, spec);
	else if (spec->program && spec->program->kind != NODE_SCALAR)
		reader_wrong_kind(reader, spec->program, "program",
		                  "text; a block after 'program: |', or {file: train.py}");
	bool torch = spec->framework.family != FRAMEWORK_JAX; /* which has no jit around */
	spec->program_eager = torch || spec->program_file.path.len > 0;
	spec->records = overrides->records && !torch;
	spec->script_devices = overrides->script_devices;
	spec->sizes = overrides->sizes;
	spec->platform = overrides->platform;
	if (values[SPEC_PROGRAM_MODE] && reader_word(reader, values[SPEC_PROGRAM_MODE],
	                                             "program_mode", &program_mode_words, &mode))
		spec->program_eager = torch || mode == 1;
}

static void read_framework(const struct reader *reader, const struct node *node,
                           struct str override, struct str otherwise, struct spec *spec)
{
	struct str text = otherwise.s ? otherwise : STR("");
	struct span at = {0, 0};
	if (node && !reader_text(reader, node, "framework", &text)) {
		spec->framework = framework_read(reader->arena, STR(""), at, reader->diags);
		spec->framework.broken = true;
		return;
	}
	if (node)
		at = node->at;
	else if (!text.len && source_is_script(reader->source))
		text = script_framework(reader->source->text);
	spec->framework =
	    framework_read(reader->arena, override.s ? override : text, at, reader->diags);
}

/* A name that is none of a library; that of a framework has a word of its own. */
static void refuse_library(const struct reader *reader, const struct node *name, const char *shown)
{
	enum framework_family family;
	struct diag *diag = diag_add(reader->diags, RULE_COMMENT_UNUSED, name->at,
	                             "'%s' is no library that is followed", shown);
	if (framework_family_named(node_text(name), &family))
		diag_help(diag, "it is a framework: write framework=%s==…", shown);
}

/* A release of a library that is followed, or what is to be said of one that is not. */
static void read_library(const struct reader *reader, const struct node *name,
                         const struct node *value, struct spec *spec)
{
	struct str text;
	struct version newest;
	struct library_release *library = &spec->libraries[spec->nlibraries];
	if (name->kind != NODE_SCALAR || !reader_text(reader, value, "a release", &text))
		return;
	library->name = node_text(name);
	const char *shown = utf8_escaped(reader->diags->arena, library->name).s;
	enum library_known known = library_known_release(library->name, &newest);
	if (known == LIBRARY_NOT_KNOWN)
		refuse_library(reader, name, shown);
	else if (!version_read(text, &library->version))
		diag_help(diag_add(reader->diags, RULE_COMMENT_UNUSED, value->at,
		                   "'%s' does not name one release of %s",
		                   utf8_escaped(reader->diags->arena, text).s, shown),
		          "write %s==1.2.3", shown);
	else if (known == LIBRARY_BY_NAME)
		diag_add(reader->diags, RULE_COMMENT_UNUSED, name->at,
		         "releases of %s are not told apart", shown);
	else
		spec->nlibraries++;
	if (known == LIBRARY_BY_RELEASE && version_compare(library->version, newest) > 0)
		diag_add(reader->diags, RULE_COMMENT_UNUSED, value->at,
		         "%s is judged as %s, the newest release known", shown,
		         version_text(reader->diags->arena, newest).s);
}

static void read_libraries(const struct reader *reader, const struct node *node, struct spec *spec)
{
	if (node && node->kind != NODE_MAP) {
		reader_wrong_kind(reader, node, "libraries",
		                  "a map from library to release; {flax: 0.10.4}");
		return;
	}
	uint32_t count = node ? node->count : 0;
	spec->libraries = arena_new(reader->arena, struct library_release, (size_t)count + 1);
	for (uint32_t i = 0; i < count; i++)
		read_library(reader, node_key(node, i), node_value(node, i), spec);
}

static void not_a_map(const struct node *root, struct diags *diags)
{
	diag_help(diag_add(diags, RULE_VALUE_TYPE, root->at, "a spec is a map, not %s",
	                   node_kind_name(root)),
	          "start with 'mesh:' and 'tensors:'; see shardctl-spec(5)");
}

/* The bytes of a line; of length 0 behind the last. */
static struct span line_span(struct str text, int64_t line)
{
	size_t start = 0;
	for (int64_t i = 1; i < line && start < text.len; i++)
		start = str_find(text, '\n', start) + 1;
	if (line < 1 || start >= text.len)
		return (struct span){0, 0};
	return (struct span){(uint32_t)start, (uint32_t)(str_find(text, '\n', start) - start)};
}

/* The layouts of the command line. */
static void read_asked(const struct reader *reader, const struct asked_layouts *asked,
                       struct spec *spec)
{
	if (!asked || !asked->count)
		return;
	const struct layout **specs = arena_new(reader->arena, const struct layout *, asked->count);
	struct span *lines = arena_new(reader->arena, struct span, asked->count);
	for (size_t i = 0; i < asked->count; i++) {
		const struct str text = asked->items[i].spec;
		const struct node node = {
		    .kind = NODE_SCALAR, .count = (uint32_t)text.len, .text = text.s};
		specs[i] = reader_layout(reader, &node, "a layout of the command line");
		lines[i] = line_span(reader->source->text, asked->items[i].line);
	}
	spec->asked = asked;
	spec->asked_specs = specs;
	spec->asked_lines = lines;
}

/* The spec that a script stands for, with its sidecar. */
static const struct node *read_script(struct arena *arena, struct arena *scratch,
                                      const struct source *source,
                                      const struct spec_overrides *overrides, struct diags *diags)
{
	struct span beside;
	const struct node *root = NULL;
	size_t length = source->text.len;
	bool aliases;
	sidecar_find(arena, source, overrides, &beside, diags);
	if (beside.length)
		root = yaml_read(arena, scratch, source, beside, diags, &aliases);
	if (root && root->kind != NODE_MAP) {
		not_a_map(root, diags);
		root = NULL;
	}
	return script_read(arena, source, length, root, diags);
}

/* Of a script, tensors and meshes are what its names hold that get their values from outside. */
static void keep_outside(struct arena *arena, const struct node *const *values, struct span script,
                         struct spec *spec, struct diags *diags)
{
	spec->outside = spec->tensors;
	spec->tensors = NULL;
	spec->meshes_outside = spec->outside || values[SPEC_MESH] || values[SPEC_MESHES];
	type_comments_read(arena, diags, spec, script);
}

const struct spec *spec_read(struct arena *arena, struct arena *scratch,
                             const struct source *source, const struct spec_overrides *overrides,
                             struct diags *diags)
{
	if (source->text.len > MAX_FILE_BYTES) {
		diag_add(diags, RULE_LIMIT_EXCEEDED, (struct span){0, 0},
		         "the file is larger than %d MiB", MAX_FILE_BYTES >> 20);
		return NULL;
	}
	static const struct file_defaults none = {0};
	const struct file_defaults *defaults = overrides->defaults ? overrides->defaults : &none;
	struct spec *spec = arena_new(arena, struct spec, 1);
	const struct span whole = {0, (uint32_t)source->text.len};
	const struct node *root =
	    source_is_script(source)
		? read_script(arena, scratch, source, overrides, diags)
		: yaml_read(arena, scratch, source, whole, diags, &spec->aliases);
	if (!root)
		return NULL;
	spec->source = source;
	spec->entry = overrides->entry;
	spec->settings = overrides->settings;
	spec->nsettings = overrides->nsettings;
	spec->files = overrides->files;
	spec->finder = overrides->finder;
	const struct reader reader = {arena, diags, source, spec};
	if (root->kind != NODE_MAP) {
		not_a_map(root, diags);
		return NULL;
	}
	const struct node *values[SPEC_KEY_COUNT], *keys[SPEC_KEY_COUNT];
	reader_keys(&reader, root, &spec_keys, values, keys);
	read_version(&reader, values[SPEC_VERSION]);
	read_framework(&reader, values[SPEC_FRAMEWORK], overrides->framework, defaults->framework,
	               spec);
	read_libraries(&reader, values[SPEC_LIBRARIES], spec);
	if (values[SPEC_HARDWARE])
		spec->hardware_at = keys[SPEC_HARDWARE]->at;
	reader_hardware(&reader, values[SPEC_HARDWARE], overrides->hardware, spec);
	reader_devices(&reader, values[SPEC_DEVICES], overrides->devices, spec);
	if (!values[SPEC_HARDWARE] && !values[SPEC_DEVICES] && !overrides->hardware.s &&
	    !overrides->devices) {
		spec->hardware = defaults->hardware;
		spec->devices = defaults->devices;
	}
	bool spmd = true;
	if (values[SPEC_SPMD] && reader_boolean(&reader, values[SPEC_SPMD], "spmd", &spmd))
		spec->no_spmd = !spmd;
	reader_memory(&reader, values[SPEC_MEMORY], &spec->memory);
	read_dims(&reader, values[SPEC_DIMS], spec);
	reader_meshes(&reader, values[SPEC_MESH], values[SPEC_MESH] ? keys[SPEC_MESH] : NULL,
	              values[SPEC_MESHES], overrides->mesh, spec);
	read_tensors(&reader, values[SPEC_TENSORS], spec);
	read_asked(&reader, overrides->layouts, spec);
	keep_parts(&reader, values, keys, overrides, spec);
	if (source_is_script(source))
		spec->program_file = *source;
	if (source_is_script(source))
		keep_outside(arena, values, whole, spec, diags);
	spec->checks = defaults->checks;
	read_checks(&reader, values[SPEC_CHECKS], &spec->checks);
	return spec;
}

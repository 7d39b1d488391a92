/* SPDX-License-Identifier: Apache-2.0 */
#include "stablehlo/stablehlo.h"

#include "base/buf.h"
#include "module/operation_work.h"
#include "module/order.h"
#include "module/sharding_check.h"
#include "stablehlo/lowered.h"
#include "stablehlo/simplify.h"

/* The function that the program is: @main, or the first public one, or the first. */
static struct function *find_entry(struct reader *reader)
{
	struct function *entry = reader_function(reader, STR("main"));
	for (uint32_t i = 0; !entry && i < reader->nfunctions; i++)
		if (!str_equal(reader->functions[i].visibility, STR("private")))
			entry = &reader->functions[i];
	if (!entry && reader->nfunctions)
		entry = &reader->functions[0];
	if (!entry)
		cursor_unexpected(&reader->cursor, "a function");
	return entry;
}

/* "p['w']" of loc("p['w']"(…)). */
static struct str path_of(struct reader *reader, struct str location)
{
	struct instruction_origin origin;
	reader_origin(reader, location, &origin);
	return origin.op_name;
}

/* jax.buffer_donor = true, tf.aliasing_output = 3 : i32 */
static bool read_alias(struct reader *reader, const struct attributes *attributes, int64_t *alias)
{
	int64_t donor;
	if (!attribute_integer(attributes, &reader->cursor, "jax.buffer_donor", 0, &donor))
		return false;
	return attribute_integer(attributes, &reader->cursor, "tf.aliasing_output", donor ? -2 : -1,
	                         alias);
}

static bool read_value(struct reader *reader, const struct function_value *text,
                       struct module_value *value)
{
	struct attributes attributes = {.arena = reader->scratch};
	struct cursor *cursor = &reader->cursor;
	const struct named_sharding *const *named;
	uint32_t count;
	*value = (struct module_value){.path = STR(""), .shape = text->shape, .at = text->at};
	if (text->location.len)
		value->path = path_of(reader, text->location);
	size_t back = cursor->at;
	if (text->attributes.len) {
		cursor_jump(cursor, text->attributes);
		if (!attributes_read(&attributes, cursor))
			return false;
		cursor->at = back;
	}
	struct str sharding = attributes_find(&attributes, "sdy.sharding");
	struct str tiles = attributes_find(&attributes, "mhlo.sharding");
	struct str info = attribute_text(attributes_find(&attributes, "jax.result_info"));
	if (info.len)
		value->path = reader_unquoted(reader, info);
	if (sharding.s && !reader_shardings(reader, sharding, &named, &count))
		return false;
	if (sharding.s && count)
		value->named = named[0];
	if (tiles.s)
		value->sharding = reader_hlo_sharding(reader, tiles);
	return !cursor->failed && read_alias(reader, &attributes, &value->alias);
}

static bool read_values(struct reader *reader, const struct signature *signature)
{
	struct module *module = reader->module;
	module->narguments = signature->narguments;
	module->nresults = signature->nresults;
	module->arguments = arena_new(reader->arena, struct module_value, signature->narguments);
	module->results = arena_new(reader->arena, struct module_value, signature->nresults);
	for (uint32_t i = 0; i < signature->narguments; i++)
		if (!read_value(reader, &signature->arguments[i], &module->arguments[i]))
			return false;
	for (uint32_t i = 0; i < signature->nresults; i++)
		if (!read_value(reader, &signature->results[i], &module->results[i]))
			return false;
	return true;
}

/* A parameter for each argument, with the sharding that the text gives it. */
static struct instruction **add_parameters(struct reader *reader, struct region *region,
                                           const struct signature *signature)
{
	struct instruction **parameters =
	    arena_new(reader->scratch, struct instruction *, signature->narguments);
	region->computation->parameters =
	    arena_new(reader->arena, struct instruction *, signature->narguments);
	for (uint32_t i = 0; i < signature->narguments; i++) {
		struct module_value *value = &reader->module->arguments[i];
		struct str name = signature->arguments[i].name;
		parameters[i] = reader_add(reader, region, OPCODE_PARAMETER, value->shape, NULL, 0);
		if (!parameters[i])
			return NULL;
		parameters[i]->index = i;
		parameters[i]->name = name.len ? str_slice(name, 1, name.len) : name;
		parameters[i]->at = value->at;
		parameters[i]->sharding = value->sharding;
		if (value->named) {
			parameters[i]->named = arena_copy(reader->arena, &value->named, 1,
			                                  sizeof(struct named_sharding *));
			parameters[i]->nnamed = 1;
		}
		region->computation->parameters[i] = parameters[i];
	}
	region->computation->nparameters = signature->narguments;
	return parameters;
}

/* The mesh that shardings are over: the first that is more than one device, and has axes if one
 * does. */
static const struct named_mesh *find_mesh(const struct reader *reader)
{
	const struct named_mesh *mesh = NULL;
	for (uint32_t i = 0; i < reader->nmeshes; i++) {
		const struct named_mesh *named = reader->meshes[i].mesh;
		if (!named->single && (!mesh || (!mesh->naxes && named->naxes)))
			mesh = named;
	}
	return mesh;
}

static bool read_entry(struct reader *reader)
{
	struct signature signature = {0};
	struct function *entry = find_entry(reader);
	struct region region = {.kind = REGION_FUNCTION};
	struct module *module = reader->module;
	if (!entry || !reader_signature(reader, entry, &signature) ||
	    !read_values(reader, &signature))
		return false;
	region.computation = module_add(module, entry->name);
	module->entry = region.computation;
	struct instruction **parameters = add_parameters(reader, &region, &signature);
	if (!parameters)
		return false;
	bool read = reader->lowering ? lowered_body(reader, &region, &signature, parameters)
	                             : reader_body(reader, entry, &region, &signature, parameters);
	return read && reader_close(reader, &region);
}

static bool read_module(struct reader *reader)
{
	struct module *module = reader->module;
	if (!reader_index(reader))
		return false;
	bool entered = read_entry(reader);
	if (!module_ranks_fit(module, reader->cursor.diags) || !entered || reader->refused)
		return false;
	module->meshes = reader->meshes;
	module->nmeshes = reader->nmeshes;
	module->mesh = find_mesh(reader);
	if (module->partitions == 1 && module->mesh)
		module->partitions = module->mesh->count;
	reader_hide_handed(reader);
	module->written = module_work(reader->scratch, module);
	if (!reader->imported && !reader_simplify(reader))
		return false;
	if (!reader_lower(reader))
		return false;
	if (!reader->imported)
		reader_mark_half_used(reader);
	reader_order(reader);
	if (!reader->imported)
		reader_drop_unused(reader);
	reader_drop_captures(reader);
	if (!reader->imported && !reader_free_loops(reader))
		return false;
	module_order(reader->scratch, module);
	return true;
}

/* A mark of the order of bytes, which Windows puts before a text. */
static const struct str byte_order = {"\xEF\xBB\xBF", 3};

/* What is MLIR, and no text. */
static bool is_bytecode(struct str text)
{
	return str_starts_with(text, STR("ML\xef\x52"));
}

static struct module *read_text(struct arena *arena, struct str text,
                                const struct lowering *lowering, struct diags *diags)
{
	struct arena scratch = {0}, names = {0};
	struct reader reader = {
	    .cursor = {.text = text, .diags = diags},
	    .arena = arena,
	    .scratch = &scratch,
	    .names = &names,
	    .module = module_make(arena),
	    .types = {.arena = arena},
	    .lowering = lowering,
	};
	if (is_bytecode(text))
		cursor_unsupported(&reader.cursor, 0, 0,
		                   "the file is MLIR bytecode: write the program as text, by "
		                   ".mlir_module() of jax.export or .as_text() of what jit lowers");
	if (str_starts_with(text, byte_order))
		reader.cursor.at = byte_order.len;
	bool read = !reader.cursor.failed && read_module(&reader);
	arena_drop(&scratch);
	arena_drop(&names);
	return read ? reader.module : NULL;
}

struct module *stablehlo_read(struct arena *arena, struct str text, struct diags *diags)
{
	return read_text(arena, text, NULL, diags);
}

struct module *stablehlo_build(struct arena *arena, const struct lowering *lowering,
                               struct diags *diags)
{
	struct buf head = {.arena = arena};
	buf_add(&head, lowering->head);
	buf_puts(&head, "\n}\n");
	return read_text(arena, buf_str(&head), lowering, diags);
}

/* What stands behind space and comments. */
static struct str behind_comments(struct str text)
{
	if (str_starts_with(text, byte_order))
		text = str_slice(text, byte_order.len, text.len);
	for (text = str_trim(text); str_starts_with(text, STR("//")); text = str_trim(text))
		text = str_slice(text, str_find(text, '\n', 0), text.len);
	return text;
}

/* #loc12 = …, which begins no comment of YAML. */
static bool is_location(struct str text)
{
	size_t at = sizeof "#loc" - 1;
	if (!str_starts_with(text, STR("#loc")))
		return false;
	while (at < text.len && byte_is_digit(text.s[at]))
		at++;
	return str_starts_with(str_slice(text, at, text.len), STR(" = "));
}

bool stablehlo_detect(struct str text)
{
	static const char *const beginnings[] = {
	    "module @",         "module {", "module attributes", "func.func ",
	    "\"builtin.module", "sdy.mesh", "builtin.module"};
	struct str start = behind_comments(str_slice(text, 0, text.len < 4096 ? text.len : 4096));
	for (size_t i = 0; i < COUNT_OF(beginnings); i++)
		if (str_starts_with(start, str_of(beginnings[i])))
			return true;
	return is_bytecode(text) || is_location(start);
}

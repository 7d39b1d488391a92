/* SPDX-License-Identifier: Apache-2.0 */
/* What stands outside of functions, and their signatures. */
#include "base/utf8.h"
#include "stablehlo/reader.h"

/* Passes one pair of brackets and what is in them. */
static bool pass_group(struct cursor *cursor, const char *open, const char *close)
{
	struct str group;
	return cursor_group(cursor, open, close, &group);
}

/* () <{…}> behind the name of a generic operation. */
static bool read_properties(struct cursor *cursor, struct attributes *attributes)
{
	return pass_group(cursor, "(", ")") && cursor_expects(cursor, "<") &&
	       attributes_read(attributes, cursor) && cursor_expects(cursor, ">");
}

/* : () -> () at its end. */
static bool pass_type(struct reader *reader)
{
	struct cursor *cursor = &reader->cursor;
	struct shape_list none = {.arena = reader->scratch};
	return cursor_expects(cursor, ":") && types_read_list(&reader->types, cursor, &none) &&
	       cursor_expects(cursor, "->") && types_read_list(&reader->types, cursor, &none);
}

static bool add_function(struct reader *reader, struct function function)
{
	bool added;
	struct cursor *cursor = &reader->cursor;
	table_add(reader->names, &reader->function_names, function.name, reader->nfunctions,
	          &added);
	if (!added)
		return cursor_fail(cursor, function.at.offset, function.at.length,
		                   "there are two functions @%s",
		                   utf8_escaped(cursor->diags->arena, function.name).s);
	arena_push(reader->names, reader->functions, reader->nfunctions, reader->functions_room,
	           function);
	return true;
}

/* public @main(…) -> … attributes {…} {…} behind func.func */
static bool index_function(struct reader *reader)
{
	struct function function = {0};
	struct cursor *cursor = &reader->cursor;
	struct str visibility = cursor_word(cursor);
	size_t start = cursor_skip(cursor);
	if (!cursor_symbol(cursor, &function.name))
		return false;
	function.visibility = visibility;
	function.at = (struct span){(uint32_t)start, (uint32_t)(cursor->at - start)};
	function.signature = cursor_skip(cursor);
	if (!pass_group(cursor, "(", ")"))
		return false;
	if (cursor_takes(cursor, "->")) {
		if (cursor_peek(cursor) == '(') {
			if (!pass_group(cursor, "(", ")"))
				return false;
		} else {
			(void)cursor_takes(cursor, "!");
			cursor_word(cursor);
			if (cursor_peek(cursor) == '<' && !pass_group(cursor, "<", ">"))
				return false;
		}
	}
	if (cursor_takes_word(cursor, "attributes") && !pass_group(cursor, "{", "}"))
		return false;
	return (cursor_peek(cursor) != '{' || cursor_body(cursor)) &&
	       add_function(reader, function);
}

/* () <{…}> ({…}) {…} : () -> () behind "func.func" */
static bool index_generic_function(struct reader *reader)
{
	struct attributes attributes = {.arena = reader->scratch};
	struct cursor *cursor = &reader->cursor;
	size_t start = cursor_skip(cursor);
	struct function function = {.generic = true, .signature = start};
	if (!read_properties(cursor, &attributes))
		return false;
	function.name = attribute_text(attributes_find(&attributes, "sym_name"));
	function.visibility = attribute_text(attributes_find(&attributes, "sym_visibility"));
	function.at = (struct span){(uint32_t)start, 1};
	if (!function.name.len)
		return cursor_fail(cursor, start, 1, "a function without a name");
	if (!pass_group(cursor, "(", ")") ||
	    (cursor_peek(cursor) == '{' && !pass_group(cursor, "{", "}")))
		return false;
	return (!cursor_sees(cursor, ":") || pass_type(reader)) && add_function(reader, function);
}

struct function *reader_function(struct reader *reader, struct str name)
{
	const uint32_t *place = table_find(&reader->function_names, name);
	return place ? &reader->functions[*place] : NULL;
}

/* What stands on the rest of a line: a location as it is mostly written, which need not be looked
 * into, or anything in brackets, which may go on in the next line. */
static struct str alias_text(struct cursor *cursor)
{
	size_t start = cursor_skip(cursor), end = str_find(cursor->text, '\n', start);
	struct str line = str_trim(str_slice(cursor->text, start, end));
	if (!str_starts_with(line, STR("loc(")) || !str_ends_with(line, STR(")")))
		return cursor_balanced(cursor, "\n");
	cursor->at = end;
	return line;
}

/* #loc1 = loc(…): from an alias to the end of the line. */
static bool index_alias(struct reader *reader)
{
	struct cursor *cursor = &reader->cursor;
	struct str name = cursor_name(cursor);
	if (!name.len || !cursor_expects(cursor, "="))
		return false;
	reader_add_alias(reader, name, alias_text(cursor));
	return !cursor->failed;
}

/* @mesh = <["x"=2]> behind sdy.mesh, or #sdy.mesh<["x"=2]> */
static bool index_mesh(struct reader *reader)
{
	struct str name, mesh;
	struct cursor *cursor = &reader->cursor;
	if (!cursor_symbol(cursor, &name) || !cursor_expects(cursor, "="))
		return false;
	cursor_takes(cursor, "#sdy.mesh");
	if (!cursor_group(cursor, "<", ">", &mesh) || !reader_mesh(reader, name, mesh))
		return false;
	return cursor_peek(cursor) != '{' || pass_group(cursor, "{", "}");
}

/* () <{mesh = #sdy.mesh<["x"=2]>, sym_name = "mesh"}> behind "sdy.mesh" */
static bool index_generic_mesh(struct reader *reader)
{
	struct attributes attributes = {.arena = reader->scratch};
	struct cursor *cursor = &reader->cursor;
	if (!read_properties(cursor, &attributes))
		return false;
	struct str mesh = attributes_find(&attributes, "mesh");
	struct str name = attribute_text(attributes_find(&attributes, "sym_name"));
	size_t open = mesh.s ? str_find(mesh, '<', 0) : 0;
	if (!mesh.s || open == mesh.len || !name.s)
		return cursor_unexpected(cursor, "a mesh and its name");
	if (!reader_mesh(reader, name, str_slice(mesh, open, mesh.len)))
		return false;
	if (cursor_peek(cursor) == '{' && !pass_group(cursor, "{", "}"))
		return false;
	return pass_type(reader);
}

/* What the module says of itself: how many devices it is for. */
static bool read_module_attributes(struct reader *reader)
{
	int64_t partitions;
	struct attributes attributes = {.arena = reader->scratch};
	if (!attributes_read(&attributes, &reader->cursor) ||
	    !attribute_integer(&attributes, &reader->cursor, "mhlo.num_partitions", 0, &partitions))
		return false;
	if (partitions > 0)
		reader->module->partitions = partitions;
	return true;
}

/* @jit_f attributes {…} { behind module */
static bool open_module(struct reader *reader)
{
	struct cursor *cursor = &reader->cursor;
	if (cursor_peek(cursor) == '@' && !cursor_symbol(cursor, &reader->module->name))
		return false;
	if (cursor_takes_word(cursor, "attributes") && !read_module_attributes(reader))
		return false;
	return cursor_expects(cursor, "{");
}

/* () <{…}> ({ behind "builtin.module" */
static bool open_generic_module(struct reader *reader)
{
	struct attributes attributes = {.arena = reader->scratch};
	struct cursor *cursor = &reader->cursor;
	if (!pass_group(cursor, "(", ")"))
		return false;
	if (cursor_takes(cursor, "<") &&
	    (!attributes_read(&attributes, cursor) || !cursor_expects(cursor, ">")))
		return false;
	reader->module->name = attribute_text(attributes_find(&attributes, "sym_name"));
	return cursor_expects(cursor, "(") && cursor_expects(cursor, "{");
}

/* }) {…} : () -> () of a generic module, behind its '}'. */
static bool close_generic_module(struct reader *reader)
{
	struct cursor *cursor = &reader->cursor;
	if (!cursor_expects(cursor, ")") ||
	    (cursor_peek(cursor) == '{' && !read_module_attributes(reader)))
		return false;
	return pass_type(reader);
}

/* A module in a module has names of its own, and nothing of it is compiled with what is around. */
static bool pass_module(struct reader *reader)
{
	struct str name;
	struct cursor *cursor = &reader->cursor;
	if (cursor_peek(cursor) == '@' && !cursor_symbol(cursor, &name))
		return false;
	return (!cursor_takes_word(cursor, "attributes") || pass_group(cursor, "{", "}")) &&
	       cursor_body(cursor);
}

/* () <{…}> ({…}) {…} : () -> () of such a one */
static bool pass_generic_module(struct reader *reader)
{
	struct cursor *cursor = &reader->cursor;
	return pass_group(cursor, "(", ")") &&
	       (cursor_peek(cursor) != '<' || pass_group(cursor, "<", ">")) &&
	       pass_group(cursor, "(", ")") &&
	       (cursor_peek(cursor) != '{' || pass_group(cursor, "{", "}")) && pass_type(reader);
}

/* What may stand at the top of a file or of a module. */
static const struct item_row {
	const char *name;
	bool (*read)(struct reader *reader);
	enum { OPENS_NONE, OPENS_MODULE, OPENS_GENERIC } opens;
	bool (*pass)(struct reader *reader); /* in a module; NULL: as elsewhere */
} items[] = {{"module", open_module, OPENS_MODULE, pass_module},
             {"builtin.module", open_module, OPENS_MODULE, pass_module},
             {"func.func", index_function, OPENS_NONE, NULL},
             {"sdy.mesh", index_mesh, OPENS_NONE, NULL},
             {"\"builtin.module\"", open_generic_module, OPENS_GENERIC, pass_generic_module},
             {"\"func.func\"", index_generic_function, OPENS_NONE, NULL},
             {"\"sdy.mesh\"", index_generic_mesh, OPENS_NONE, NULL}};

static const struct item_row *read_item_name(struct cursor *cursor)
{
	size_t start = cursor_skip(cursor);
	struct str name;
	if (cursor_peek(cursor) == '"') {
		if (!cursor_string(cursor, &name))
			return NULL;
	} else {
		cursor_word(cursor);
	}
	name = str_slice(cursor->text, start, cursor->at);
	for (size_t i = 0; i < COUNT_OF(items); i++)
		if (str_equal(name, str_of(items[i].name)))
			return &items[i];
	cursor->at = start;
	if (cursor_peek(cursor) == '[')
		cursor_fail(cursor, start, 1,
		            "locations as pretty_debug_info prints them, which MLIR does not read "
		            "either: print the module without it");
	if (str_find(name, '.', 0) < name.len)
		cursor_unsupported(cursor, start, name.len, "%.*s stands beside the functions",
		                   STR_ARG(utf8_escaped(cursor->diags->arena, name)));
	cursor_unexpected(cursor, "module, func.func or sdy.mesh");
	return NULL;
}

/* {-# dialect_resources: … #-} holds numbers of constants, which no reader of ours needs. */
static bool pass_resources(struct cursor *cursor)
{
	static const struct str end = {"#-}", 3};
	size_t at = cursor->at;
	while (at < cursor->text.len &&
	       !str_starts_with(str_slice(cursor->text, at, cursor->text.len), end))
		at = str_find(cursor->text, '#', at + 1);
	if (at == cursor->text.len)
		return cursor_fail(cursor, cursor->at, 3, "resources that do not end");
	cursor->at = at + end.len;
	return true;
}

bool reader_index(struct reader *reader)
{
	struct cursor *cursor = &reader->cursor;
	const struct item_row *open = NULL; /* the module around */
	struct str location;
	char next;
	while ((next = cursor_peek(cursor))) {
		struct arena_mark mark = arena_mark(reader->scratch);
		const struct item_row *item;
		if (next == '#' || next == '!') {
			if (!index_alias(reader))
				return false;
			continue;
		}
		if (!open && cursor_sees(cursor, "{-#")) {
			if (!pass_resources(cursor))
				return false;
			continue;
		}
		if (open && cursor_takes(cursor, "}")) {
			if (open->opens == OPENS_GENERIC && !close_generic_module(reader))
				return false;
			open = NULL;
		} else {
			item = read_item_name(cursor);
			if (!item || !(open && item->pass ? item->pass : item->read)(reader))
				return false;
			if (item->opens && !open)
				open = item;
		}
		if (!cursor_location(cursor, &location))
			return false;
		arena_rewind(reader->scratch, mark);
	}
	return !cursor->failed && (!open || cursor_unexpected(cursor, "'}'"));
}

/* {…} and loc(…) behind a type, when they are there. */
static bool read_value_end(struct cursor *cursor, struct function_value *value)
{
	return (cursor_peek(cursor) != '{' || cursor_group(cursor, "{", "}", &value->attributes)) &&
	       cursor_location(cursor, &value->location);
}

static bool read_argument(struct reader *reader, struct signature *signature)
{
	struct cursor *cursor = &reader->cursor;
	struct function_value value = {.name = STR("")};
	size_t start = cursor_skip(cursor);
	if (cursor_peek(cursor) == '%') {
		value.name = cursor_name(cursor);
		if (!cursor_expects(cursor, ":"))
			return false;
	}
	value.at = (struct span){(uint32_t)start, (uint32_t)value.name.len};
	value.shape = types_read(&reader->types, cursor);
	if (!value.shape || !read_value_end(cursor, &value))
		return false;
	arena_push(reader->scratch, signature->arguments, signature->narguments,
	           signature->arguments_room, value);
	return true;
}

static bool read_result(struct reader *reader, struct signature *signature, bool alone)
{
	struct cursor *cursor = &reader->cursor;
	struct function_value value = {.name = STR("")};
	size_t start = cursor_skip(cursor);
	value.shape = types_read(&reader->types, cursor);
	value.at = (struct span){(uint32_t)start, (uint32_t)(cursor->at - start)};
	if (!value.shape || (!alone && !read_value_end(cursor, &value)))
		return false;
	arena_push(reader->scratch, signature->results, signature->nresults,
	           signature->results_room, value);
	return true;
}

/* T or (T {…}, T {…}) behind -> */
static bool read_results(struct reader *reader, struct signature *signature)
{
	struct cursor *cursor = &reader->cursor;
	if (!cursor_takes(cursor, "("))
		return read_result(reader, signature, true);
	while (cursor_item(cursor, ")", !signature->nresults))
		if (!read_result(reader, signature, false))
			return false;
	return !cursor->failed;
}

/* (…) -> … */
static bool read_function_type(struct reader *reader, struct signature *signature)
{
	struct cursor *cursor = &reader->cursor;
	if (!cursor_expects(cursor, "("))
		return false;
	while (cursor_item(cursor, ")", !signature->narguments))
		if (!read_argument(reader, signature))
			return false;
	if (cursor->failed)
		return false;
	return !cursor_takes(cursor, "->") || read_results(reader, signature);
}

/* [{…}, {…}]: the attributes of each of the values. */
static bool spread_attributes(struct cursor *cursor, struct str list, struct function_value *values,
                              uint32_t count)
{
	if (!list.s)
		return true;
	size_t back = cursor_jump(cursor, list);
	bool read = cursor_expects(cursor, "[");
	for (uint32_t i = 0; read && i < count; i++) {
		read = cursor_group(cursor, "{", "}", &values[i].attributes);
		cursor_takes(cursor, ",");
	}
	cursor->at = back;
	return read;
}

/* function_type, arg_attrs and res_attrs of "func.func"; the body is ({…}). */
static bool read_generic_signature(struct reader *reader, struct signature *signature)
{
	struct attributes attributes = {.arena = reader->scratch};
	struct cursor *cursor = &reader->cursor;
	if (!read_properties(cursor, &attributes))
		return false;
	struct str type = attributes_find(&attributes, "function_type");
	if (!type.s)
		return cursor_unexpected(cursor, "a function with its type");
	size_t back = cursor_jump(cursor, type);
	if (!read_function_type(reader, signature))
		return false;
	cursor->at = back;
	return spread_attributes(cursor, attributes_find(&attributes, "arg_attrs"),
	                         signature->arguments, signature->narguments) &&
	       spread_attributes(cursor, attributes_find(&attributes, "res_attrs"),
	                         signature->results, signature->nresults) &&
	       cursor_expects(cursor, "(");
}

bool reader_signature(struct reader *reader, const struct function *function,
                      struct signature *signature)
{
	struct cursor *cursor = &reader->cursor;
	cursor->at = function->signature;
	if (function->generic)
		return read_generic_signature(reader, signature);
	if (!read_function_type(reader, signature))
		return false;
	return !cursor_takes_word(cursor, "attributes") || pass_group(cursor, "{", "}");
}

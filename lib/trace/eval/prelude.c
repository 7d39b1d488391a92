/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/eval/prelude.h"

#include <assert.h>

#include "program/packed/packed_tree.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/statement.h"
#include "trace/module/library_call.h"
#include "trace/module/module.h"
#include "trace/state/builtin_class.h"
#include "trace/state/failure.h"
#include "trace/state/scope.h"

/* The file in use; begun on first use. */
static struct prelude *prelude_of(struct trace *trace, const struct prelude_file *file)
{
	struct arena *arena = trace->op.arena;
	if (!trace->preludes)
		trace->preludes = arena_new(arena, struct prelude *, trace->library->npreludes);
	struct prelude **prelude = &trace->preludes[file->number];
	if (*prelude)
		return *prelude;
	*prelude = arena_new(arena, struct prelude, 1);
	(*prelude)->file = file;
	(*prelude)->program.text = file->text;
	(*prelude)->scope = scope_new(arena, NULL, NULL, STR(""));
	(*prelude)->scope->prelude = *prelude;
	return *prelude;
}

struct str prelude_folder(const struct prelude *prelude)
{
	struct str folder = str_of(prelude ? prelude->file->name : "");
	while (folder.len && folder.s[folder.len - 1] != '/')
		folder.len--;
	folder.len -= folder.len > 0;
	return folder;
}

void prelude_read(struct arena *arena, const struct prelude_file *file, uint32_t number,
                  const struct statement **definition, const struct expression **constant)
{
	assert(number < file->count && file->names[number].tree);
	tree_unpack(arena, file->text, file->names[number].tree, definition, constant);
}

/* The value of what the file defines, evaluated at its top level. */
static const struct value *defined_value(struct trace *trace, struct prelude *prelude,
                                         uint32_t number)
{
	const struct statement *definition;
	const struct expression *constant;
	prelude_read(trace->op.arena, prelude->file, number, &definition, &constant);
	struct scope *scope = trace->scope;
	const struct prelude *outer = trace->prelude;
	const struct span *derived_at = trace->derived_at;
	const struct span start = {
	    0, 0}; /* where errors stand that no call of the program is around */
	const struct value *value;
	trace->scope = prelude->scope;
	trace->prelude = prelude;
	if (!derived_at)
		trace->derived_at = &start;
	if (definition && definition->kind == STATEMENT_CLASS) {
		run_class(trace, definition->class_definition);
		value = scope_get(prelude->scope, definition->class_definition->name);
	} else if (definition) {
		const struct function *function = definition->function;
		struct value *closure = value_new(trace->op.arena, VALUE_FUNCTION);
		closure->closure =
		    (struct closure){function, NULL, prelude->scope,
		                     parameter_defaults(trace, &function->parameters), NULL};
		value = closure->closure.defaults ? closure : NULL;
	} else {
		value = evaluate(trace, constant);
	}
	trace->scope = scope;
	trace->prelude = outer;
	trace->derived_at = derived_at;
	return value;
}

/* What the file defines or imports under the name; NULL without an error when it does not. */
static const struct value *file_value(struct trace *trace, struct prelude *prelude, struct str name)
{
	const struct prelude_file *file = prelude->file;
	uint32_t number = 0;
	const struct value *value = scope_get(prelude->scope, name);
	while (!value && number < file->count && !str_is(name, file->names[number].name))
		number++;
	if (value || number == file->count)
		return value;
	const struct prelude_name *found = &file->names[number];
	value = found->from ? file_value(trace, prelude_of(trace, found->from), name)
	                    : defined_value(trace, prelude, number);
	if (value)
		scope_set(trace->op.arena, prelude->scope, str_of(found->name), value,
		          (struct span){found->offset, found->length});
	return value;
}

/* What a name means that no file defines: a builtin, an intrinsic, or what is there without an
 * import; NULL when it is nothing. */
static const struct value *given_value(struct trace *trace, struct str name)
{
	static const char *const modules[] = {PRELUDE_INTRINSICS, "builtins"};
	const struct value *class = builtin_class_in(trace, STR("builtins"), name);
	if (class)
		return class;
	for (size_t i = 0; i < COUNT_OF(modules); i++) {
		const struct function_row *row;
		if (library_find(trace, str_of(modules[i]), name, &row) == LIBRARY_FOUND)
			return library_value(trace, row);
	}
	const uint32_t *global = table_find(&trace->index->globals, name);
	return global ? dotted_value(trace, str_of(trace->library->globals[*global].meaning))
	              : NULL;
}

const struct value *prelude_value(struct trace *trace, struct prelude *prelude, struct str name)
{
	const struct value *value = file_value(trace, prelude, name);
	if (value || trace->op.error.raised || trace->op.error.unknown)
		return value;
	value = given_value(trace, name);
	if (value)
		scope_set(trace->op.arena, prelude->scope, name, value, (struct span){0, 0});
	return value;
}

const struct value *prelude_constant(struct trace *trace, const struct call_arguments *arguments)
{
	const struct prelude_function *named = arguments->row->data;
	return file_value(trace, prelude_of(trace, named->file), str_of(named->name));
}

static bool is_lacking(const struct prelude_function *function, struct str parameter)
{
	struct str lacking = str_of(function->without ? function->without : "");
	for (size_t at = 0; at < lacking.len;) {
		size_t end = str_find(lacking, ' ', at);
		if (str_equal(str_slice(lacking, at, end), parameter))
			return true;
		at = end + 1;
	}
	return false;
}

const struct value *prelude_call(struct trace *trace, const struct call_arguments *arguments)
{
	const struct prelude_function *function = arguments->row->data;
	const struct span *derived_at = trace->derived_at;
	if (!derived_at)
		trace->derived_at = &arguments->at;
	const struct value *value =
	    file_value(trace, prelude_of(trace, function->file), str_of(function->name));
	const struct value *result = NULL;
	if (value) {
		const struct parameters *parameters = &value->closure.definition->parameters;
		const struct value **values =
		    arena_new(trace->op.arena, const struct value *, parameters->count);
		for (uint32_t i = 0, next = 0; i < parameters->count; i++)
			values[i] = is_lacking(function, parameters->items[i].name)
			                ? value->closure.defaults[i]
			                : argument(arguments, next++);
		bool followed = trace->op.values;
		trace->op.values = followed && arguments->row->values;
		result = run_closure(trace, &value->closure, values, arguments->at);
		trace->op.values = followed;
	}
	trace->derived_at = derived_at;
	return result;
}

struct span prelude_leave(struct trace *trace, struct outside *outside)
{
	assert(trace->derived_at);
	assert(trace->prelude);
	*outside = (struct outside){trace->prelude, trace->derived_at};
	trace->prelude = NULL;
	trace->derived_at = NULL;
	return *outside->derived_at;
}

void prelude_return(struct trace *trace, const struct outside *outside)
{
	assert(!trace->prelude);
	trace->prelude = outside->prelude;
	trace->derived_at = outside->derived_at;
}

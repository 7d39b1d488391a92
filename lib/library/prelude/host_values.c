/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the prelude ask of Python's own values, and of those that nobody can tell. They
 * are described for authors in lib/library/prelude/README.md. */
#include <assert.h>

#include "library/library.h"
#include "trace/convert/grown_list.h"
#include "trace/convert/iterate.h"
#include "trace/convert/held_value.h"
#include "trace/convert/numpy_array.h"
#include "trace/convert/tracer.h"
#include "trace/eval/entry.h"
#include "trace/eval/prelude.h"
#include "trace/module/module.h"
#include "trace/module/project.h"
#include "trace/state/work.h"
#include "trace/state/scope.h"
#include "trace/value/class.h"
#include "trace/value/iterator.h"

/* What --set=NAME=VALUE gives an option of the program; None: nothing. */
static const struct value *asked_setting(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const struct value *name = argument(arguments, 0);
	for (uint32_t i = 0; i < trace->spec->nsettings && name->kind == VALUE_STRING; i++) {
		struct setting *setting = &trace->spec->settings[i];
		if (!str_equal(setting->name, name->string))
			continue;
		setting->used = true;
		return value_string(trace->op.arena, setting->value);
	}
	return &value_none;
}

/* Whether the command line names functions of the program's file to judge. */
static const struct value *asks_entry(struct trace *trace, const struct call_arguments *arguments)
{
	return value_bool(has_entries(trace->spec));
}

/* Whether modules that are not followed have been imported. */
static const struct value *has_others(struct trace *trace, const struct call_arguments *arguments)
{
	(void)arguments;
	return value_bool(imports_others(trace));
}

/* A module of the user's own project by its dotted name, or None. */
static const struct value *project_module(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const struct value *name = argument(arguments, 0);
	assert(name->kind == VALUE_STRING);
	struct outside outside;
	struct span at = prelude_leave(trace, &outside);
	const struct value *module = project_import(trace, name->string, true, at);
	prelude_return(trace, &outside);
	return module || trace->op.error.raised ? module : &value_none;
}

/* A module of a library by its dotted name, as `import` makes it. */
static const struct value *library_module_of(struct trace *trace,
                                             const struct call_arguments *arguments)
{
	const struct value *name = argument(arguments, 0);
	assert(name->kind == VALUE_STRING);
	return import_library(trace, name->string);
}

/* What the function of the library that is being run is called, where no row has been called:
 * "random.Random.random(…)". */
static struct str method_text(struct trace *trace)
{
	struct str name = scope_function(trace->op.arena, trace->scope);
	const char *module = trace->prelude ? trace->prelude->file->module : NULL;
	return name.len ? str_format(trace->op.arena, "%s%s%.*s(…)", module ? module : "",
	                             module ? "." : "", STR_ARG(name))
	                : STR("a value of the machine");
}

/* What nobody can tell, and nobody needs to. */
static const struct value *unknowable(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *name = argument(arguments, 0);
	const struct value *foreign = value_foreign(
	    trace->op.arena, name->kind == VALUE_STRING ? name->string
			     : trace->calling           ? called_text(trace, trace->calling->row)
							: method_text(trace));
	return value_foreign_as(trace->op.arena, foreign,
	                        value_number_kind(argument(arguments, 1)));
}

/* How much there is in a file, which nobody says: the number that is assumed; None: none is. What a
 * comment says of the name that is assigned counts instead. */
static const struct value *assumed_size(struct trace *trace, const struct call_arguments *arguments)
{
	static const int64_t sizes[] = {161280000, 208288080, 510510000};
	uint32_t number = trace->spec->sizes;
	if (!number || number > COUNT_OF(sizes) || trace->spec->ntype_comments)
		return &value_none;
	trace->host.sizes_taken = true;
	return value_int(trace->op.arena, sizes[number - 1]);
}

/* Whether what a file of text holds is assumed too, of which nothing that is refused is told. */
static const struct value *assumed_text(struct trace *trace, const struct call_arguments *arguments)
{
	if (assumed_size(trace, arguments)->kind == VALUE_NONE)
		return &value_none;
	trace->host.texts_taken = true;
	return &value_true;
}

/* How many names a line gives what stands in it from this byte on: "a, b = env.step(x)" two; 0: it
 * is not such a line, or the call has several arguments. */
static uint32_t names_given(struct str text, size_t at)
{
	size_t start = at, end = at, commas = 0, equals = 0;
	while (start > 0 && text.s[start - 1] != '\n')
		start--;
	while (end < text.len && text.s[end] != '\n' && text.s[end] != ',')
		end++;
	for (size_t i = start; i < at; i++) {
		commas += text.s[i] == ',' && !equals;
		equals += text.s[i] == '=';
	}
	return equals == 1 && (end == text.len || text.s[end] == '\n') ? (uint32_t)commas + 1 : 0;
}

/* How many results the program takes of step(action) of environments, 4 as of gym before 0.26 or 5;
 * None where it does not say so, or says both. */
static const struct value *step_results(struct trace *trace, const struct call_arguments *arguments)
{
	bool counts[6] = {false};
	const struct str step = STR(".step(");
	struct str text = trace->program->text;
	for (size_t at = str_search(text, step, 0); at < text.len;
	     at = str_search(text, step, at + 1)) {
		uint32_t count = names_given(text, at);
		counts[count < COUNT_OF(counts) ? count : 0] = true;
	}
	if (counts[4] == counts[5])
		return &value_none;
	return value_int(trace->op.arena, counts[4] ? 4 : 5);
}

/* Whether the program has imported a module of this name. */
static const struct value *has_imported(struct trace *trace, const struct call_arguments *arguments)
{
	return value_bool(table_find(&trace->names.imported, argument(arguments, 0)->string));
}

static const struct value *is_known(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	bool lost = x->kind == VALUE_ITERATOR && x->iterator->lost;
	return value_bool(!lost && !value_has_unknown(x));
}

/* Whether nobody knows what the value itself is, whatever is known of its parts. */
static const struct value *is_foreign(struct trace *trace, const struct call_arguments *arguments)
{
	return value_bool(argument(arguments, 0)->kind == VALUE_UNKNOWN);
}

/* What can't be changed in place, as an array or what is unknown, stays what it is. */
static const struct value *become(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *self = argument(arguments, 0), *from = argument(arguments, 1);
	if (self->kind != VALUE_LIST && self->kind != VALUE_SET && self->kind != VALUE_DICT)
		return &value_none;
	assert(from->kind == VALUE_UNKNOWN ||
	       (from->kind == VALUE_DICT) == (self->kind == VALUE_DICT));
	struct value *changed = value_changed(trace, self);
	if (from->kind == VALUE_UNKNOWN)
		*changed = value_unknown;
	else if (from->kind == VALUE_DICT)
		changed->dict = dict_copy(trace, from)->dict;
	else
		changed->list = from->list;
	changed->room = 0;
	return &value_none;
}

/* Whether it is known what the value is equal to, by itself. */
static bool is_plain(const struct value *value)
{
	return value->kind > VALUE_UNKNOWN && value->kind <= VALUE_STRING;
}

/* Whether the set has the item then: it is given it, where that can be told item by item. */
static const struct value *inserted(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *self = argument(arguments, 0), *item = argument(arguments, 1);
	bool plain = self->kind == VALUE_SET && is_plain(item);
	if (plain)
		charge_items(trace, self->list.count);
	for (uint32_t i = 0; plain && i < self->list.count; i++) {
		plain = is_plain(self->list.items[i]);
		if (plain && value_equal(self->list.items[i], item))
			return &value_true;
	}
	if (plain)
		list_append(trace, value_changed(trace, self), item);
	return value_bool(plain);
}

/* Whether the value, or something in its tuples, lists and dicts, is an object of the class. */
static bool is_or_holds(const struct value *value, const struct value *class)
{
	const struct value_list *items = value_items(value);
	bool found = value->kind == VALUE_OBJECT && class_derives(value->object.class, class);
	for (uint32_t i = 0; items && !found && i < items->count; i++)
		found = is_or_holds(items->items[i], class);
	for (uint32_t i = 0; value->kind == VALUE_DICT && !found && i < value->dict.count; i++)
		found = is_or_holds(value->dict.pairs[i].value, class);
	return found;
}

static const struct value *holds_object(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0), *class = argument(arguments, 1);
	charge_value(trace, x);
	return value_bool(!value_too_large(x) && class->kind == VALUE_CLASS &&
	                  is_or_holds(x, class));
}

/* An object of the program with the same fields; anything else itself. */
static const struct value *copied_object(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	if (is_numpy_array(x))
		return numpy_copy(trace, x->array);
	if (x->kind != VALUE_OBJECT)
		return x;
	struct value *copy = value_object(trace->op.arena, x->object.class);
	bool known = x->object.fields->kind == VALUE_DICT;
	copy->object.fields = known ? dict_copy(trace, x->object.fields) : x->object.fields;
	return copy;
}

/* What an array holds, as a list of numbers; None: that is not known, or traced. */
static const struct value *held(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0);
	bool known = x->kind == VALUE_ARRAY && !array_is_traced(trace, x->array);
	const union element *elements = known ? array_elements(x->array) : NULL;
	if (!elements)
		return &value_none;
	int64_t count = held_count(&x->array->type);
	const struct value **items =
	    arena_new(trace->op.arena, const struct value *, (size_t)count);
	charge_items(trace, (uint64_t)count);
	for (int64_t i = 0; i < count; i++) {
		items[i] = element_value(trace->op.arena, array_held_dtype(x->array), elements[i]);
		if (!items[i])
			return &value_none;
	}
	return value_sequence(trace->op.arena, VALUE_LIST, items, (uint32_t)count);
}

/* A copy of the array that holds these numbers; of None one that holds nothing that is known. */
static const struct value *holding(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0), *numbers = argument(arguments, 1);
	if (x->kind != VALUE_ARRAY)
		return x;
	struct array *copy = arena_new(trace->op.arena, struct array, 1);
	*copy = *x->array;
	copy->elements = NULL;
	const struct dtype *dtype = array_held_dtype(copy);
	bool fits = numbers->kind == VALUE_LIST && numbers->list.count == held_count(&copy->type);
	union element *items =
	    fits && !array_is_traced(trace, copy) ? elements_new(&trace->op, &copy->type) : NULL;
	for (uint32_t i = 0; items && i < numbers->list.count; i++)
		if (!value_element(numbers->list.items[i], dtype, &items[i]))
			items = NULL;
	copy->elements = items;
	if (!items)
		copy->literal = NULL;
	return value_array(trace->op.arena, copy);
}

/* The array may have been written to. */
static const struct value *forget(struct trace *trace, const struct call_arguments *arguments)
{
	numpy_forget(trace, argument(arguments, 0));
	return &value_none;
}

/* A tuple of what stands for any item of a list or tuple, if that is an array, a tuple or just a
 * number or an array that is one; an empty one: it is not known to be. */
static const struct value *any_of(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *from = argument(arguments, 0);
	const struct value *any = NULL;
	if (is_grown_list(from))
		any = from->grown->any;
	else if (from->kind == VALUE_LIST || from->kind == VALUE_TUPLE)
		any = any_item(trace, NULL, &from->list);
	bool told = any && (any->kind == VALUE_ARRAY || any->kind == VALUE_TUPLE || any->single);
	return value_sequence(trace->op.arena, VALUE_TUPLE, &any, told);
}

const struct function_row library_prelude_host_values[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("asked_setting", "name", asked_setting),
    FUNCTION("asks_entry", "", asks_entry),
    FUNCTION("imports_others", "", has_others),
    FUNCTION("project_module", "name", project_module),
    FUNCTION("library_module", "name", library_module_of),
    FUNCTION("unknowable", "name=None, like=None", unknowable),
    FUNCTION("any_of", "items", any_of, .takes_unknown = true),
    FUNCTION("assumed_size", "", assumed_size),
    FUNCTION("assumed_text", "", assumed_text),
    FUNCTION("step_results", "", step_results),
    FUNCTION("has_imported", "name", has_imported),
    FUNCTION("is_known", "x", is_known, .takes_unknown = true),
    FUNCTION("is_foreign", "x", is_foreign, .takes_unknown = true),
    FUNCTION("held", "x", held),
    FUNCTION("holding", "x, numbers", holding),
    FUNCTION("unheld", "x, numbers=None", holding),
    FUNCTION("forget", "x", forget),
    FUNCTION("become", "changed, other", become, .takes_unknown = true),
    FUNCTION("inserted", "changed, item", inserted, .takes_unknown = true),
    FUNCTION("holds_object", "x, kind", holds_object, .takes_unknown = true),
    FUNCTION("copied_object", "x", copied_object, .takes_unknown = true),
    TABLE_END,
};

/* SPDX-License-Identifier: Apache-2.0 */
/* What files of the prelude ask about functions of the program and of each other. They are
 * described for authors in lib/library/prelude/README.md. */
#include <assert.h>

#include "library/library.h"
#include "trace/convert/iterate.h"
#include "trace/eval/prelude.h"
#include "trace/module/library_call.h"
#include "trace/state/failure.h"
#include "trace/state/scope.h"
#include "trace/state/trace.h"
#include "trace/state/work.h"
#include "trace/value/class.h"

/* A pair of a parameter's name and its default, or its name alone. */
static const struct value *parameter_of(struct arena *arena, const struct parameter *parameter,
                                        const struct value *default_value)
{
	const struct value **items = arena_new(arena, const struct value *, 2);
	items[0] = value_string(arena, parameter->name);
	items[1] = default_value;
	return value_sequence(arena, VALUE_TUPLE, items, default_value ? 2 : 1);
}

static const struct value *parameters(struct trace *trace, const struct call_arguments *arguments)
{
	struct arena *arena = trace->op.arena;
	const struct value *f = argument(arguments, 0);
	if (f->kind != VALUE_FUNCTION)
		return &value_none;
	const struct parameters *all = closure_parameters(&f->closure);
	const struct value **items = arena_new(arena, const struct value *, all->count);
	uint32_t count = 0;
	for (uint32_t i = 0; i < all->count; i++)
		if (all->items[i].kind <= PARAMETER_NORMAL ||
		    all->items[i].kind == PARAMETER_KEYWORD_ONLY)
			items[count++] =
			    parameter_of(arena, &all->items[i], f->closure.defaults[i]);
	return value_sequence(arena, VALUE_LIST, items, count);
}

/* What the body of a class itself has under a name, or None. */
static const struct value *own_member(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *class = argument(arguments, 0);
	const struct value *own =
	    class->kind == VALUE_CLASS
		? dict_get_text(class->class->names, argument(arguments, 1)->string)
		: NULL;
	return own ? own : &value_none;
}

/* A dict of what the body of a class itself has. */
static const struct value *own_members(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *names = argument(arguments, 0)->class->names;
	return value_dict(trace->op.arena, names->dict.pairs, names->dict.count);
}

static const struct value *is_of_library(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const struct value *class = class_of(argument(arguments, 0));
	return value_bool(class && class_in_part(class));
}

static const struct value *set_own_member(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	dict_set(trace, argument(arguments, 0)->class->names, argument(arguments, 1),
	         argument(arguments, 2));
	return &value_none;
}

/* What the names of a module's top level stand for, those alone that are classes where it is so. */
static const struct value *names_at_top(struct arena *arena, const struct scope *scope,
                                        bool classes)
{
	struct value_pair *named = arena_new(arena, struct value_pair, scope->count);
	uint32_t count = 0;
	for (uint32_t i = 0; i < scope->count; i++) {
		const struct bound_name *name = &scope->bindings[i];
		if (name->value && (!classes || name->value->kind == VALUE_CLASS))
			named[count++] =
			    (struct value_pair){value_string(arena, name->name), name->value};
	}
	return value_dict(arena, named, count);
}

static const struct value *program_classes(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	return names_at_top(trace->op.arena, trace->globals, true);
}

/* Of a module of the project, or of the program itself. */
static const struct value *module_members(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const struct value *module = argument(arguments, 0);
	bool other = module->kind == VALUE_MODULE && module->module_scope;
	return names_at_top(trace->op.arena, other ? module->module_scope : trace->globals, false);
}

static const struct value *is_function(struct trace *trace, const struct call_arguments *arguments)
{
	return value_bool(argument(arguments, 0)->kind == VALUE_FUNCTION);
}

/* Whether it is a method with the object that it is called of, and not functools.partial. */
static const struct value *is_method(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *f = argument(arguments, 0);
	return value_bool(f->kind == VALUE_PARTIAL && f->partial.is_method);
}

/* The function that a method of an object is, before it is bound; of others itself. */
static const struct value *unbound(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *f = argument(arguments, 0);
	return f->kind == VALUE_PARTIAL ? f->partial.function : f;
}

/* The function, arguments and keywords of functools.partial, or None. */
static const struct value *partial_of(struct trace *trace, const struct call_arguments *arguments)
{
	struct arena *arena = trace->op.arena;
	const struct value *f = argument(arguments, 0);
	if (f->kind != VALUE_PARTIAL)
		return &value_none;
	const struct bound_call *bound = &f->partial;
	const struct value **items = arena_new(arena, const struct value *, 3);
	items[0] = bound->function;
	items[1] =
	    value_sequence(arena, VALUE_TUPLE, bound->positional.items, bound->positional.count);
	items[2] = value_dict(arena, bound->keywords, bound->nkeywords);
	return value_sequence(arena, VALUE_TUPLE, items, 3);
}

/* cls: pairs of "AbstractVar" or "AbstractClassVar" and a name that its body annotates so; the
 * names that it annotates otherwise. */
static const struct value *annotated_names(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	struct arena *arena = trace->op.arena;
	const struct class_value *class = argument(arguments, 0)->class;
	const struct value **names = arena_new(arena, const struct value *, class->nown);
	for (uint32_t i = 0; i < class->nown; i++)
		names[i] = value_string(arena, class->own[i].name);
	return value_two(
	    arena, value_sequence(arena, VALUE_LIST, class->deferred.items, class->deferred.count),
	    value_sequence(arena, VALUE_LIST, names, class->nown));
}

/* An object of the class that no function of it has made. */
static const struct value *object_new(struct trace *trace, const struct call_arguments *arguments)
{
	struct value *object = value_object(trace->op.arena, argument(arguments, 0));
	object->object.fields = value_new(trace->op.arena, VALUE_DICT);
	return object;
}

/* Gives a class another name, as it stands in errors. */
static const struct value *rename_class(struct trace *trace, const struct call_arguments *arguments)
{
	argument(arguments, 0)->class->name =
	    str_copy(trace->op.arena, argument(arguments, 1)->string);
	return &value_none;
}

/* The number of the transformation being followed; 0: there is none. */
static const struct value *trace_level(struct trace *trace, const struct call_arguments *arguments)
{
	return value_int(trace->op.arena, trace->level ? trace->level->number : 0);
}

/* Whether the transformation of this number is still being followed, and another one inside of it.
 */
static const struct value *is_outer_level(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	int64_t number = argument(arguments, 0)->integer;
	const struct trace_level *level = trace->level ? trace->level->outside : NULL;
	if (number == 0)
		return value_bool(trace->level);
	while (level && level->number != number)
		level = level->outside;
	return value_bool(level);
}

/* Calls what the program gave, as the program would call it. */
static const struct value *called(struct trace *trace, const struct value *function,
                                  const struct value_list *positional, const struct value *keywords)
{
	struct outside outside;
	struct span at = prelude_leave(trace, &outside);
	uint32_t nkeywords = keywords ? keywords->dict.count : 0;
	const struct value *result = trace_call(
	    trace, function, positional, keywords ? keywords->dict.pairs : NULL, nkeywords, at);
	prelude_return(trace, &outside);
	trace->op.error.meant |= trace->op.error.raised;
	return result;
}

static const struct value *program_call(struct trace *trace, const struct call_arguments *arguments)
{
	return called(trace, argument(arguments, 0), &argument(arguments, 1)->list,
	              argument(arguments, 2));
}

/* f, rows: a list of what the function gives for the items of each row. */
static const struct value *program_map(struct trace *trace, const struct call_arguments *arguments)
{
	struct value_list rows;
	if (!trace_iterate(trace, argument(arguments, 1), &rows))
		return failed_or_unknown(trace);
	const struct value **results = arena_new(trace->op.arena, const struct value *, rows.count);
	for (uint32_t i = 0; i < rows.count; i++) {
		assert(rows.items[i]->kind == VALUE_TUPLE);
		charge_items(trace, ITEMS_A_STEP);
		if (!work_left(trace))
			return &value_unknown;
		results[i] = called(trace, argument(arguments, 0), &rows.items[i]->list, NULL);
		if (!results[i])
			return NULL;
		trace->failure.doubts += results[i]->kind == VALUE_UNKNOWN;
	}
	return value_sequence(trace->op.arena, VALUE_LIST, results, rows.count);
}

const struct function_row library_prelude_functions[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("program_call", "f, /, *args, **kwargs", program_call, .takes_unknown = true),
    FUNCTION("program_map", "f, rows, /", program_map, .takes_unknown = true),
    FUNCTION("own_member", "cls, name", own_member),
    FUNCTION("own_members", "cls", own_members),
    FUNCTION("annotated_names", "cls", annotated_names),
    FUNCTION("program_classes", "", program_classes),
    FUNCTION("module_members", "module=None", module_members),
    FUNCTION("is_of_library", "x", is_of_library),
    FUNCTION("set_own_member", "cls, name, value", set_own_member, .takes_unknown = true),
    FUNCTION("object_new", "cls", object_new),
    FUNCTION("rename_class", "cls, name", rename_class),
    FUNCTION("is_function", "x", is_function, .takes_unknown = true),
    FUNCTION("is_method", "f", is_method, .takes_unknown = true),
    FUNCTION("function_of", "f", unbound),
    FUNCTION("partial_of", "f", partial_of, .takes_unknown = true),
    FUNCTION("trace_level", "", trace_level),
    FUNCTION("is_outer_level", "number", is_outer_level),
    FUNCTION("parameters_of", "f", parameters),
    TABLE_END,
};

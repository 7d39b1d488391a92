/* SPDX-License-Identifier: Apache-2.0 */
/* The class statement. */
#include "trace/convert/iterate.h"

#include <assert.h>
#include <string.h>

#include "trace/eval/evaluate.h"
#include "trace/eval/object.h"
#include "trace/eval/prelude.h"
#include "trace/eval/statement.h"
#include "trace/module/module.h"
#include "trace/module/project.h"
#include "trace/state/builtin_class.h"
#include "trace/state/failure.h"
#include "trace/state/scope.h"

enum { MAX_BASES = 16 };

/* What a class is derived from. */
struct bases {
	const struct value *items[MAX_BASES];
	uint32_t count;
	const struct value *mixed;   /* str, int: the class of an enumeration's values */
	bool by_abc;                 /* metaclass=abc.ABCMeta */
	struct value_pair *keywords; /* for __init_subclass__ */
	uint32_t nkeywords;
	bool unknown;
};

/* The class that has the methods of an abstract one of collections.abc or typing
 * (prelude/standard/abstract.py); the base itself where it is none of those. */
static const struct value *abstract_base(struct trace *trace, const struct value *base)
{
	static const char *const followed[] = {
	    "Hashable", "Callable",   "Sized",    "Container", "Iterable",
	    "Iterator", "Collection", "Sequence", "Mapping",   "MutableMapping"};
	struct str name = class_abstract_name(base);
	return name.s && str_place(name, followed, COUNT_OF(followed)) < COUNT_OF(followed)
	           ? module_attribute(trace, STR("<abstract>"), name)
	           : base;
}

/* Whether it is dict, or OrderedDict, which is a function here. */
static bool is_dict_class(const struct value *base)
{
	if (base->kind == VALUE_BUILTIN)
		return strcmp(base->builtin->name, "dict") == 0;
	const struct function *definition =
	    base->kind == VALUE_FUNCTION ? base->closure.definition : NULL;
	return definition && scope_top(base->closure.scope)->prelude &&
	       str_equal(definition->name, STR("OrderedDict"));
}

static void add_base(struct trace *trace, struct bases *bases, const struct value *base)
{
	base = abstract_base(trace, base);
	if (is_dict_class(base))
		base = module_attribute(trace, STR("collections"), STR("UserDict"));
	if (base->kind == VALUE_CLASS && bases->count < MAX_BASES)
		bases->items[bases->count++] = base;
	else if (base->kind == VALUE_DTYPE ||
	         (base->kind == VALUE_BUILTIN && (strcmp(base->builtin->name, "str") == 0 ||
	                                          strcmp(base->builtin->name, "int") == 0)))
		bases->mixed = base;
	else
		bases->unknown = true;
}

/* Whether the value is abc.ABCMeta, or a metaclass that is called after it. */
static bool is_abc_meta(const struct value *value)
{
	bool foreign = value_is_foreign(value);
	return (foreign || value->kind == VALUE_CLASS) &&
	       str_ends_with(foreign ? value->string : value->class->name, STR("ABCMeta"));
}

/* A keyword of a class statement; others than the metaclass are for __init_subclass__. */
static void add_keyword(struct trace *trace, struct bases *bases, struct str keyword,
                        const struct value *value)
{
	if (!str_equal(keyword, STR("metaclass"))) {
		bases->keywords[bases->nkeywords++] =
		    (struct value_pair){value_string(trace->op.arena, keyword), value};
		return;
	}
	bases->by_abc |= value_is_foreign(value) && str_equal(value->string, STR("abc.ABCMeta"));
	bases->unknown |= !is_abc_meta(value);
}

/* Evaluates the bases; keywords of a class are read over. False after an error. */
static bool find_bases(struct trace *trace, const struct class_definition *definition,
                       struct bases *bases)
{
	bases->keywords =
	    arena_new(trace->op.arena, struct value_pair, definition->arguments.count);
	for (uint32_t i = 0; i < definition->arguments.count; i++) {
		const struct argument *argument = &definition->arguments.items[i];
		const struct value *base = evaluate(trace, argument->value);
		if (!base)
			return false;
		if (base->kind == VALUE_BUILTIN &&
		    strcmp(base->builtin->name, "PartitionSpec") == 0 &&
		    op_has(&trace->op, JAX_SPEC_NOT_DERIVED))
			return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
			              TEXT("Subclassing `jax.P` is prohibited."));
		if (argument->kind == ARGUMENT_POSITIONAL)
			add_base(trace, bases, base);
		else if (argument->kind == ARGUMENT_KEYWORD)
			add_keyword(trace, bases, argument->keyword, base);
		else
			bases->unknown = true;
	}
	if (bases->count == 0)
		bases->items[bases->count++] = builtin_class(trace, STR("object"));
	bool enumeration = false;
	for (uint32_t i = 0; i < bases->count; i++)
		enumeration |= class_is(bases->items[i], "Enum");
	bases->unknown |= bases->mixed && bases->mixed->kind != VALUE_DTYPE && !enumeration;
	return true;
}

/* Whether an annotation is that of no field: ClassVar[int], in quotes or not, or what classes that
 * derive from this one are to have. Equinox: _better_abstract.py. */
static bool is_no_field(const struct trace *trace, const struct expression *annotation)
{
	struct str text = program_text(text_being_run(trace), annotation->at);
	return str_contains(text, STR("ClassVar")) || str_contains(text, STR("AbstractVar"));
}

/* Notes a name that is annotated as what classes that derive from this one are to have. */
static void note_deferred(struct trace *trace, struct class_value *class,
                          const struct expression *annotation, struct str name)
{
	static const char *const kinds[] = {"AbstractVar", "AbstractClassVar"};
	struct str text = program_text(text_being_run(trace), annotation->at);
	struct value_list *deferred = &class->deferred;
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		if (!str_contains(text, str_of(kinds[i])))
			continue;
		const struct value **items =
		    arena_new(trace->op.arena, const struct value *, deferred->count + 1);
		for (uint32_t j = 0; j < deferred->count; j++)
			items[j] = deferred->items[j];
		items[deferred->count] =
		    value_two(trace->op.arena, value_string(trace->op.arena, str_of(kinds[i])),
		              value_string(trace->op.arena, name));
		*deferred = (struct value_list){items, deferred->count + 1};
	}
}

/* The annotated names of the body, which dataclasses and named tuples have as fields. */
static void collect_fields(struct trace *trace, struct class_value *class, const struct block *body)
{
	struct class_field *fields = arena_new(trace->op.arena, struct class_field,
	                                       body->count < MAX_FIELDS ? body->count : MAX_FIELDS);
	for (uint32_t i = 0; i < body->count && class->nown < MAX_FIELDS; i++) {
		const struct statement *statement = &body->items[i];
		if (statement->kind != STATEMENT_ANNOTATED_ASSIGN ||
		    statement->annotated_assign.target->kind != EXPRESSION_NAME)
			continue;
		struct str name = statement->annotated_assign.target->name;
		if (is_no_field(trace, statement->annotated_assign.annotation)) {
			note_deferred(trace, class, statement->annotated_assign.annotation, name);
			continue;
		}
		fields[class->nown++] =
		    (struct class_field){.name = name,
		                         .default_value = dict_get_text(class->names, name),
		                         .annotation = statement->annotated_assign.annotation,
		                         .given = true,
		                         .shown = true,
		                         .compared = true,
		                         .hashed = true};
	}
	class->own = class->fields = fields;
	class->nfields = class->nown;
}

/* Runs a body one statement after the other, so that auto() is a number to those that follow. */
static void run_enumeration(struct trace *trace, const struct block *body, const struct value *base)
{
	const struct value *result = NULL;
	for (uint32_t i = 0; i < body->count && !trace->op.error.raised; i++) {
		const struct block one = {.items = body->items + i, .count = 1};
		(void)run_block(trace, &one, &result);
		number_members(trace, base, trace->scope);
	}
}

/* Runs the body in a scope of its own. */
static struct scope *run_body(struct trace *trace, const struct class_definition *definition,
                              const struct bases *bases)
{
	const struct value *result = NULL;
	const struct value *last = bases->count ? bases->items[bases->count - 1] : NULL;
	const struct parameters none = {NULL, 0};
	const struct table *names = function_locals(trace->op.arena, &none, &definition->body);
	struct scope *scope = scope_new(trace->op.arena, trace->scope, names, definition->name);
	scope->class = true;
	trace->scope = scope;
	if (last && last->kind == VALUE_CLASS && class_is(last, "Enum"))
		run_enumeration(trace, &definition->body, last);
	else
		(void)run_block(trace, &definition->body, &result);
	trace->scope = scope->outer;
	return scope;
}

/* What a class without a decorator of its own has from the dataclass that it derives from. */
static void inherit(struct class_value *class)
{
	for (uint32_t i = class->norder; i-- > 1;) {
		const struct class_value *base = class->order[i]->class;
		if (base->form != CLASS_DATACLASS)
			continue;
		class->form = CLASS_DATACLASS;
		class->is_frozen = base->is_frozen;
		class->by_identity = base->by_identity;
		class->lacks_init = base->lacks_init;
		class->is_ordered = base->is_ordered;
		class->is_hashed = base->is_hashed;
		class->fields = base->fields;
		class->nfields = base->nfields;
	}
}

/* Tells the objects in a class that ask for it under which name they stand. False after an error.
 * CPython: type_new_set_names. */
static bool tell_names(struct trace *trace, const struct value *class)
{
	assert(class->class->names->kind == VALUE_DICT);
	const struct value *names = class->class->names;
	for (uint32_t i = 0; i < names->dict.count; i++) {
		const struct value_pair pair = names->dict.pairs[i];
		const struct value *told =
		    pair.value->kind == VALUE_OBJECT
			? class_find(pair.value->object.class, STR("__set_name__"))
			: NULL;
		const struct value *given[] = {pair.value, class, pair.key};
		if (told && !trace_call(trace, told, &(struct value_list){given, 3}, NULL, 0,
		                        (struct span){0, 0}))
			return false;
	}
	return true;
}

static bool is_abstract(const struct value *value)
{
	if (value->kind == VALUE_DESCRIPTOR)
		value = value->descriptor.function;
	const struct value *names = value->kind == VALUE_FUNCTION ? value->closure.names : NULL;
	return names && dict_get_text(names, STR(ABSTRACT_MARK));
}

/* The methods that objects of the class would lack; those set on it later change nothing. CPython:
 * _py_abc.py ABCMeta.__new__. */
static void collect_abstract(struct trace *trace, struct value *class)
{
	assert(class->kind == VALUE_CLASS);
	const struct value **missing = NULL;
	uint32_t count = 0;
	size_t room = 0;
	for (uint32_t i = 0; i < class->class->norder; i++) {
		const struct value *names = class->class->order[i]->class->names;
		class->class->by_abc |= class->class->order[i]->class->by_abc;
		for (uint32_t j = 0; names->kind == VALUE_DICT && j < names->dict.count; j++) {
			const struct value_pair *pair = &names->dict.pairs[j];
			if (pair->key->kind != VALUE_STRING || !is_abstract(pair->value) ||
			    class_find(class, pair->key->string) != pair->value)
				continue;
			missing =
			    arena_append(trace->op.arena, missing, count, &room, sizeof *missing);
			uint32_t at = count++;
			for (;
			     at > 0 && str_compare(pair->key->string, missing[at - 1]->string) < 0;
			     at--)
				missing[at] = missing[at - 1];
			missing[at] = pair->key;
		}
	}
	if (class->class->by_abc || class_is(class, "ABC"))
		class->class->abstract = (struct value_list){missing, count};
}

static bool names_parameter(const struct value *function, struct str name)
{
	const struct parameters *parameters = closure_parameters(&function->closure);
	for (uint32_t i = 0; i < parameters->count; i++)
		if (str_equal(parameters->items[i].name, name))
			return true;
	return false;
}

/* Puts the keywords that a function has names for behind the others; how many others there are. */
static uint32_t set_apart(struct bases *bases, const struct value *function)
{
	uint32_t others = 0;
	for (uint32_t i = 0; i < bases->nkeywords; i++) {
		const struct value_pair keyword = bases->keywords[i];
		if (names_parameter(function, keyword.key->string))
			continue;
		memmove(bases->keywords + others + 1, bases->keywords + others,
		        (i - others) * sizeof keyword);
		bases->keywords[others++] = keyword;
	}
	return others;
}

static bool tell(struct trace *trace, const struct value *hook, const struct value *class,
                 const struct value_pair *keywords, uint32_t nkeywords)
{
	return trace_call(trace, hook, &(struct value_list){&class, 1}, keywords, nkeywords,
	                  (struct span){0, 0});
}

/* Calls the __init_subclass__ of the first base that has one, and what stands for a metaclass.
 * False after an error. CPython: typeobject.c type_new_init_subclass. */
static bool tell_bases(struct trace *trace, const struct value *class, struct bases *bases)
{
	const struct value *hook = class_find_after(class, class, STR("__init_subclass__"));
	const struct value *finish = class_find_after(class, class, STR(FINISH_CLASS));
	uint32_t others = finish ? set_apart(bases, finish) : bases->nkeywords;
	if (hook && hook->kind == VALUE_DESCRIPTOR)
		hook = hook->descriptor.function;
	if (hook && hook->kind == VALUE_FUNCTION &&
	    !tell(trace, hook, class, bases->keywords, others))
		return false;
	return !finish ||
	       tell(trace, finish, class, bases->keywords + others, bases->nkeywords - others);
}

/* What the class has of a name: two methods are class methods without being called so. CPython:
 * typeobject.c type_new_classmethod. */
static const struct value *class_member(struct trace *trace, struct str name,
                                        const struct value *value)
{
	static const char *const names[] = {"__init_subclass__", "__class_getitem__"};
	if (value->kind != VALUE_FUNCTION ||
	    str_place(name, names, COUNT_OF(names)) == COUNT_OF(names))
		return value;
	return value_descriptor(trace->op.arena, DESCRIPTOR_CLASS, value, NULL);
}

/* The text that a body begins with, or NULL. */
static const struct value *docstring(struct trace *trace, const struct block *body)
{
	const struct statement *first = body->items;
	if (!body->count || first->kind != STATEMENT_EXPRESSION ||
	    first->value->kind != EXPRESSION_STRING)
		return NULL;
	return evaluate(trace, first->value);
}

static const struct value *
make_class(struct trace *trace, const struct class_definition *definition, struct bases *bases)
{
	struct str name = scope_qualified(trace->op.arena, trace->scope, definition->name);
	struct scope *scope = run_body(trace, definition, bases);
	if (trace->op.error.raised)
		return NULL;
	struct value *class = value_class(trace->op.arena, name, bases->items, bases->count);
	for (uint32_t i = 0; i < scope->count; i++)
		if (scope->bindings[i].value)
			dict_set(
			    trace, class->class->names,
			    value_string(trace->op.arena, scope->bindings[i].name),
			    class_member(trace, scope->bindings[i].name, scope->bindings[i].value));
	class->class->mixed = bases->mixed;
	class->class->module = project_name_of(trace->scope);
	class->class->doc = docstring(trace, &definition->body);
	collect_fields(trace, class->class, &definition->body);
	class->class->by_abc = bases->by_abc;
	inherit(class->class);
	collect_abstract(trace, class);
	class->class->in_part = trace->prelude;
	class->class->home = prelude_folder(trace->prelude);
	for (uint32_t i = 0; i < definition->body.count && definition->body.count > 1; i++)
		class->class->in_part |= is_left_out(trace, &definition->body.items[i]);
	scope->made = class;
	if (!tell_names(trace, class) || !tell_bases(trace, class, bases))
		return NULL;
	return finish_class(trace, class);
}

void run_class(struct trace *trace, const struct class_definition *definition)
{
	struct bases bases = {.count = 0};
	const struct value *class = NULL;
	const struct value *const *decorators = decorator_values(trace, &definition->decorators);
	if (decorators && find_bases(trace, definition, &bases))
		class = bases.unknown ? value_foreign(trace->op.arena, definition->name)
		                      : make_class(trace, definition, &bases);
	if (class && !bases.unknown)
		class = decorated(trace, &definition->decorators, decorators, class);
	if (!class) {
		(void)place_failure(trace, definition->name_at);
		report_failure(trace);
		if (trace->op.error.raised)
			return;
		class = &value_unknown;
	}
	bind_name(trace, definition->name, class, definition->name_at);
}

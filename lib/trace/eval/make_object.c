/* SPDX-License-Identifier: Apache-2.0 */
/* Calling a class. */
#include "trace/convert/iterate.h"

#include <assert.h>
#include "trace/eval/evaluate.h"
#include "trace/eval/object.h"
#include "trace/module/bind.h"
#include "trace/state/builtin_class.h"

/* Calls __init__ of the program with the object in front. */
static bool call_init(struct trace *trace, const struct value *init, const struct value *object,
                      const struct given *given)
{
	const struct value *result = call_value(trace, bind_method(trace, init, object), given);
	if (!result || result->kind == VALUE_NONE || result->kind == VALUE_UNKNOWN)
		return result;
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("__init__() should return None, not '{}'", value_class_name(result)));
}

/* The value of a field that the call gives none, by its factory. */
static const struct value *field_default(struct trace *trace, const struct class_field *field,
                                         struct span at)
{
	if (field->factory)
		return trace_call(trace, field->factory, &(struct value_list){NULL, 0}, NULL, 0,
		                  at);
	return field->default_value;
}

/* The parameters of the __init__ that a dataclass has. */
static uint32_t init_formals(const struct class_value *class, struct formal *formals)
{
	uint32_t count = 0;
	formals[count++] = (struct formal){STR("self"), PARAMETER_NORMAL, NULL};
	for (int keyword_only = 0; keyword_only < 2; keyword_only++)
		for (uint32_t i = 0; i < class->nfields; i++) {
			assert(count < MAX_PARAMETERS);
			const struct class_field *field = &class->fields[i];
			if (!field->given || field->keyword_only != keyword_only)
				continue;
			const struct value *otherwise =
			    field->factory ? &value_unknown : field->default_value;
			formals[count++] = (struct formal){
			    field->name, keyword_only ? PARAMETER_KEYWORD_ONLY : PARAMETER_NORMAL,
			    otherwise};
		}
	return count;
}

/* The value among those bound that belongs to the field, or NULL. */
static const struct value *bound_field(const struct formal *formals,
                                       const struct value *const *values, uint32_t count,
                                       struct str name)
{
	for (uint32_t i = 1; i < count; i++)
		if (str_equal(formals[i].name, name))
			return values[i];
	return NULL;
}

static bool run_post_init(struct trace *trace, const struct value *object,
                          const struct given *given)
{
	const struct value *after = class_find(object->object.class, STR("__post_init__"));
	bool takes_more = after && after->kind == VALUE_FUNCTION && after->closure.definition &&
	                  after->closure.definition->parameters.count > 1;
	if (takes_more)
		return op_unknown(&trace->op, "__post_init__ with fields of InitVar is not known");
	return !after ||
	       trace_call(trace, after, &(struct value_list){&object, 1}, NULL, 0, given->at);
}

bool init_fields(struct trace *trace, const struct value *class, const struct value *object,
                 const struct given *given)
{
	struct arena *arena = trace->op.arena;
	struct formal formals[MAX_PARAMETERS];
	const struct value *values[MAX_PARAMETERS];
	if (class->class->nfields == MAX_FIELDS)
		return op_unknown(&trace->op, "a class of %d fields or more", MAX_FIELDS);
	uint32_t count = init_formals(class->class, formals);
	struct str name = str_format(arena, "%.*s.__init__", STR_ARG(class->class->name));
	struct given all = *given;
	const struct value **items =
	    arena_new(arena, const struct value *, (size_t)given->positional.count + 1);
	items[0] = object;
	for (uint32_t i = 0; i < given->positional.count; i++)
		items[i + 1] = given->positional.items[i];
	all.positional = (struct value_list){items, given->positional.count + 1};
	if (!bind_arguments(trace, (struct callee){name, NULL}, formals, count, &all, values))
		return false;
	struct value *fields = value_changed(trace, object->object.fields);
	for (uint32_t i = 0; i < class->class->nfields; i++) {
		const struct class_field *field = &class->class->fields[i];
		const struct value *value = bound_field(formals, values, count, field->name);
		if (!value || (value == &value_unknown && field->factory))
			value = field_default(trace, field, given->at);
		if (trace->op.error.raised)
			return false;
		if (value)
			dict_set(trace, fields, value_string(arena, field->name), value);
	}
	return run_post_init(trace, object, given);
}

/* The first class at or behind a place in the order that a dataclass has written an __init__ for,
 * unless the program wrote one nearer, which then is `own`; NULL where there is none. */
static const struct value *init_from(const struct class_value *class, uint32_t from,
                                     const struct value **own)
{
	for (uint32_t i = from; i < class->norder; i++) {
		const struct value *one = class->order[i];
		*own = dict_get_text(one->class->names, STR("__init__"));
		if (*own || (one->class->form == CLASS_DATACLASS && !one->class->lacks_init))
			return one;
	}
	return NULL;
}

const struct value *written_init_after(const struct value *class, const struct value *after)
{
	assert(class->kind == VALUE_CLASS);
	const struct value *own;
	uint32_t from = 0;
	while (after && from < class->class->norder && class->class->order[from] != after)
		from++;
	const struct value *found = init_from(class->class, after ? from + 1 : 0, &own);
	return found && !own ? found : NULL;
}

/* __init__ as the first class in the order that has one gives it. */
static bool initialise(struct trace *trace, const struct value *class, const struct value *object,
                       const struct given *given)
{
	assert(class->kind == VALUE_CLASS && object->kind == VALUE_OBJECT);
	const struct value *own;
	const struct value *one = init_from(class->class, 0, &own);
	if (one && own)
		return call_init(trace, own, object, given);
	if (one)
		return init_fields(trace, one, object, given);
	if (class_is(class, "BaseException") || class_find(class, STR("__new__")) ||
	    (!given->positional.count && !given->nkeywords))
		return true;
	if (class->class->norder > 2 || class->class->in_part || class_is(class, "Enum"))
		return op_unknown(&trace->op, "an object that %.*s makes is not known",
		                  STR_ARG(class_short_name(class)));
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("{}() takes no arguments", class_short_name(class)));
}

/* The object that __new__ of the program gives, or a plain one. */
static const struct value *new_object(struct trace *trace, const struct value *class,
                                      const struct given *given)
{
	const struct value *own = class_find(class, STR("__new__"));
	if (own && own->kind == VALUE_DESCRIPTOR)
		own = own->descriptor.function;
	if (own)
		return call_value(trace, bind_method(trace, own, class), given);
	if (class_is(class, "BaseException"))
		return exception_new(trace, class, &given->positional);
	return value_object(trace->op.arena, class);
}

/* What the metaclass of a library does with an object that is made. */
static bool finish_object(struct trace *trace, const struct value *object,
                          const struct given *given)
{
	const struct value *hook = class_find(object->object.class, STR(FINISH_OBJECT));
	return !hook ||
	       trace_call(trace, hook, &(struct value_list){&object, 1}, NULL, 0, given->at);
}

/* Refuses an argument `cls`, which the call of the metaclass has for the class itself. */
static bool takes_class_once(struct trace *trace, const struct value *class,
                             const struct given *given)
{
	const struct value *meta = class_find(class, STR(METACLASS_NAME));
	for (uint32_t i = 0; meta && i < given->nkeywords; i++)
		if (str_is(given->keywords[i].key->string, "cls"))
			return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
			              TEXT("{}.__call__() got multiple values for argument 'cls'",
			                   meta->string));
	return true;
}

/* Refuses the call of a class that lacks methods. CPython: typeobject.c object_new. */
static bool refuse_abstract(struct trace *trace, const struct value *class)
{
	const struct value_list *missing = &class->class->abstract;
	struct buf text = op_buf(&trace->op);
	bool newer = op_has(&trace->op, JAX_PYTHON_3_13);
	for (uint32_t i = 0; i < missing->count; i++)
		buf_printf(&text, newer ? "%s'%.*s'" : "%s%.*s", i ? ", " : "",
		           STR_ARG(missing->items[i]->string));
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("Can't instantiate abstract class {} with{} abstract method{} {}",
	                   class_short_name(class), newer ? "out an implementation for" : "",
	                   missing->count > 1 ? "s" : "", &text));
}

const struct value *make_object(struct trace *trace, const struct value *class,
                                const struct given *given)
{
	assert(class->kind == VALUE_CLASS);
	const struct class_value *facts = class->class;
	if (facts->mixed && facts->mixed->kind == VALUE_DTYPE) /* jnp.uint8: what this makes */
		return value_foreign(trace->op.arena, str_format(trace->op.arena, "%.*s(…)",
		                                                 STR_ARG(class_short_name(class))));
	if (facts->form == CLASS_ENUM && given->positional.count == 1)
		return enum_member(trace, class, given->positional.items[0]);
	if (facts->form == CLASS_NAMED_TUPLE && !class_find(class, STR("__new__")))
		return make_named_tuple(trace, class, given);
	if (facts->is_builtin && str_equal(facts->name, STR("NamedTuple")))
		return named_tuple_of_pairs(trace, given);
	bool makes_dicts = class_is(class, "TypedDict");
	if (makes_dicts && facts->is_builtin && given->positional.count &&
	    given->positional.items[0]->kind == VALUE_STRING)
		return value_class(trace->op.arena, given->positional.items[0]->string, &class, 1);
	if (makes_dicts)
		return value_dict(trace->op.arena, given->keywords, given->nkeywords);
	if (given->nkeywords && !takes_class_once(trace, class, given))
		return NULL;
	if (facts->abstract.count && !refuse_abstract(trace, class))
		return NULL;
	const struct value *object = new_object(trace, class, given);
	if (!object || object->kind != VALUE_OBJECT || !class_derives(object->object.class, class))
		return object;
	/* CPython: type_call; __new__ may have made one of a class that derives from it. */
	return initialise(trace, object->object.class, object, given) &&
	               finish_object(trace, object, given)
	           ? object
	           : NULL;
}

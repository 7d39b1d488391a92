/* SPDX-License-Identifier: Apache-2.0 */
/* What Python has for classes and objects without an import, and enum and abc. */
#include "library/python/python.h"
#include "trace/eval/statement.h"
#include "trace/eval/hash.h"
#include "trace/eval/object.h"
#include "trace/module/project.h"
#include "trace/state/changes.h"
#include "trace/state/builtin_class.h"

static const struct value *property(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *setter = argument(arguments, 1);
	return value_descriptor(trace->op.arena, DESCRIPTOR_PROPERTY, argument(arguments, 0),
	                        setter->kind == VALUE_NONE ? NULL : setter);
}

static const struct value *static_method(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	return value_descriptor(trace->op.arena, DESCRIPTOR_STATIC, argument(arguments, 0), NULL);
}

static const struct value *class_method(struct trace *trace, const struct call_arguments *arguments)
{
	return value_descriptor(trace->op.arena, DESCRIPTOR_CLASS, argument(arguments, 0), NULL);
}

/* @x.setter: the property with a function that sets it. */
static const struct value *property_setter(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	return value_descriptor(trace->op.arena, DESCRIPTOR_PROPERTY,
	                        argument(arguments, 0)->descriptor.function,
	                        argument(arguments, 1));
}

static const struct value *super_value(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *class = argument(arguments, 0), *self = argument(arguments, 1);
	if (class->kind == VALUE_NONE)
		return super_here(trace);
	if (class->kind != VALUE_CLASS || (!class_of(self) && self->kind != VALUE_CLASS))
		return trace_unknown(trace, "what super is here is not known");
	struct value *value = value_new(trace->op.arena, VALUE_SUPER);
	value->object.class = class;
	value->object.fields = self;
	return value;
}

static const struct value *issubclass(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *class = argument(arguments, 0), *base = argument(arguments, 1);
	const struct value *const *bases = base->kind == VALUE_TUPLE ? base->list.items : &base;
	uint32_t count = base->kind == VALUE_TUPLE ? base->list.count : 1;
	for (uint32_t i = 0; i < count; i++) {
		if (class->kind != VALUE_CLASS || bases[i]->kind != VALUE_CLASS)
			return trace_unknown(trace, "whether this is a subclass is not known");
		if (class_derives(class, bases[i]))
			return &value_true;
	}
	return &value_false;
}

static bool attribute_name(struct trace *trace, const struct value *name)
{
	return name->kind == VALUE_STRING ||
	       refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("attribute name must be string, not '{}'", value_class_name(name)));
}

static const struct value *set_attr(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *object = argument(arguments, 0), *name = argument(arguments, 1);
	if (name->kind == VALUE_UNKNOWN)
		forget_object(trace, object);
	if (object->kind == VALUE_UNKNOWN || name->kind == VALUE_UNKNOWN)
		return &value_unknown;
	if (!attribute_name(trace, name))
		return NULL;
	if (is_project_module(object)) {
		name_set(trace, object->module_scope, name->string, argument(arguments, 2),
		         arguments->at);
		return &value_none;
	}
	if (is_wrapper(object)) {
		trace->wrapper_fields = true;
		return &value_none;
	}
	if (!has_attributes(object))
		return trace_unknown(trace, "assignments to attributes are not followed");
	return set_attribute(trace, object, name->string, argument(arguments, 2)) ? &value_none
	                                                                          : NULL;
}

static const struct value *delete_attr(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *object = argument(arguments, 0), *name = argument(arguments, 1);
	if (!attribute_name(trace, name))
		return NULL;
	if (!has_attributes(object))
		return trace_unknown(trace, "'del' of an attribute is not followed");
	return delete_attribute(trace, object, name->string) ? &value_none : NULL;
}

static const struct value *vars(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *object = argument(arguments, 0);
	if (object->kind == VALUE_OBJECT)
		return object->object.fields;
	return trace_unknown(trace, "what vars gives is not known");
}

/* object.__init__, and that of exceptions, which takes what they are made of. */
static const struct value *init_object(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *self = argument(arguments, 0), *given = argument(arguments, 1);
	if (self->kind == VALUE_OBJECT && class_is(self->object.class, "BaseException"))
		dict_set(trace, value_changed(trace, self->object.fields),
		         value_string(trace->op.arena, STR("args")), given);
	return &value_none;
}

/* object.__setattr__, which passes by what a frozen dataclass forbids. */
static const struct value *set_plainly(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *self = argument(arguments, 0), *name = argument(arguments, 1);
	if (self->kind != VALUE_OBJECT || !attribute_name(trace, name))
		return NULL;
	dict_set(trace, value_changed(trace, self->object.fields), name, argument(arguments, 2));
	return &value_none;
}

/* object.__delattr__, which passes by the same. */
static const struct value *delete_past_classes(struct trace *trace,
                                               const struct call_arguments *arguments)
{
	const struct value *self = argument(arguments, 0), *name = argument(arguments, 1);
	if (!attribute_name(trace, name))
		return NULL;
	return delete_plainly(trace, self, name->string) ? &value_none : NULL;
}

/* object.__new__ and those of exceptions and named tuples. The class that it was asked of comes
 * first, as self of every method. */
static const struct value *new_plainly(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *class = argument(arguments, 1);
	const struct value *items = argument(arguments, 2), *named = argument(arguments, 3);
	struct given given = {items->list, named->dict.pairs, named->dict.count, arguments->at,
	                      arguments->call};
	if (class->kind != VALUE_CLASS)
		return trace_unknown(trace, "what this __new__ gives is not known");
	if (class->class->form == CLASS_NAMED_TUPLE)
		return make_named_tuple(trace, class, &given);
	return class_is(class, "BaseException") ? exception_new(trace, class, &items->list)
	                                        : value_object(trace->op.arena, class);
}

/* Methods that give their object back, or do nothing. */
static const struct value *same(struct trace *trace, const struct call_arguments *arguments)
{
	return argument(arguments, 0);
}

static const struct value *nothing(struct trace *trace, const struct call_arguments *arguments)
{
	return &value_none;
}

static const struct value *object_text(struct trace *trace, const struct call_arguments *arguments)
{
	struct buf text = op_buf(&trace->op);
	value_text(&text, trace->op.rules, argument(arguments, 0));
	return value_string(trace->op.arena, buf_str(&text));
}

static const struct value *record(struct trace *trace, const char *class)
{
	struct value *value = value_new(trace->op.arena, VALUE_RECORD);
	value->record.class_name = class;
	return value;
}

static const struct value *automatic(struct trace *trace, const struct call_arguments *arguments)
{
	return record(trace, "auto");
}

static const struct value *not_implemented(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	return record(trace, "NotImplementedType");
}

static const struct value *hash(struct trace *trace, const struct call_arguments *arguments)
{
	return value_hash(trace, argument(arguments, 0), arguments->at);
}

static const struct value *id(struct trace *trace, const struct call_arguments *arguments)
{
	(void)arguments;
	return value_foreign_as(trace->op.arena, value_foreign(trace->op.arena, STR("id(…)")),
	                        VALUE_INT);
}

static const struct value *format(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *spec = argument(arguments, 1);
	return spec->kind == VALUE_STRING
	           ? value_formatted(trace, argument(arguments, 0), spec->string)
	           : failed_or_unknown(trace);
}

/* What every class has: Base.__init__(self), object.__setattr__(self, …). */
static const struct value *class_init(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *class = argument(arguments, 0);
	bool init = strcmp(arguments->row->name, "__init__") == 0 && class->kind == VALUE_CLASS;
	if (init && (class = written_init_after(class, NULL)))
		return library_call(trace, "<unbound>", "init_of_dataclass", &class, 1,
		                    arguments->at);
	struct value *value = value_new(trace->op.arena, VALUE_BUILTIN);
	return library_find(trace, STR("<object>"), str_of(arguments->row->name),
	                    &value->builtin) == LIBRARY_FOUND
	           ? value
	           : &value_unknown;
}

static const struct value *abstract_method(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	const struct value *function = argument(arguments, 0);
	if (function->kind == VALUE_FUNCTION &&
	    !set_attribute(trace, function, STR(ABSTRACT_MARK), &value_true))
		return NULL;
	return function;
}

const struct function_row library_python_classes[] = {
    MODULE("builtins"),
    FUNCTION("property", "fget=None, fset=None, fdel=None, doc=None", property),
    FUNCTION("staticmethod", "function, /", static_method),
    FUNCTION("classmethod", "function, /", class_method),
    FUNCTION("super", "type=None, object=None, /", super_value),
    FUNCTION("issubclass", "cls, class_or_tuple, /", issubclass),
    FUNCTION("setattr", "obj, name, value, /", set_attr, .takes_unknown = true),
    FUNCTION("delattr", "obj, name, /", delete_attr),
    FUNCTION("vars", "object=None, /", vars),
    FUNCTION("hash", "obj, /", hash),
    FUNCTION("id", "obj, /", id, .takes_unknown = true),
    FUNCTION("format", "value, format_spec='', /", format),
    VALUE("NotImplemented", not_implemented),
    MODULE("<property>"),
    FUNCTION("setter", "self, fset, /", property_setter),
    FUNCTION("getter", "self, fget, /", same),
    FUNCTION("deleter", "self, fdel, /", same),
    MODULE("<object>"),
    FUNCTION("__new__", "self, cls, /, *args, **kwargs", new_plainly, .takes_unknown = true),
    FUNCTION("__init__", "self, /, *args, **kwargs", init_object, .takes_unknown = true),
    FUNCTION("__setattr__", "self, name, value, /", set_plainly, .takes_unknown = true),
    FUNCTION("__delattr__", "self, name, /", delete_past_classes),
    FUNCTION("__post_init__", "self, /", nothing),
    FUNCTION("__init_subclass__", "self, /, **kwargs", nothing),
    FUNCTION("__repr__", "self, /", object_text),
    FUNCTION("__str__", "self, /", object_text),
    MODULE("<exception>"),
    FUNCTION("with_traceback", "self, tb, /", same),
    FUNCTION("add_note", "self, note, /", nothing),
    MODULE("<class>"),
    VALUE("__init__", class_init),
    VALUE("__setattr__", class_init),
    VALUE("__delattr__", class_init),
    VALUE("__repr__", class_init),
    VALUE("__str__", class_init),
    FUNCTION("__new__", "self, cls, /, *args, **kwargs", new_plainly, .takes_unknown = true),
    MODULE("jax.errors"),
    MODULE("enum"),
    FUNCTION("auto", "value=None", automatic),
    FUNCTION("unique", "enumeration", same),
    MODULE("abc"),
    FUNCTION("abstractmethod", "funcobj, /", abstract_method),
    FUNCTION("abstractproperty", "fget=None, fset=None, fdel=None, doc=None", property),
    TABLE_END,
};

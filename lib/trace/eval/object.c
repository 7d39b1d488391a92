/* SPDX-License-Identifier: Apache-2.0 */
/* The attributes of objects and classes. CPython: Objects/typeobject.c. */
#include "trace/eval/object.h"

#include <assert.h>

#include "trace/convert/tracer.h"
#include "trace/convert/wide_integer.h"
#include "trace/convert/format.h"
#include "trace/convert/iterate.h"
#include "trace/eval/evaluate.h"
#include "trace/convert/special_names.h"
#include "trace/state/failure.h"
#include "trace/state/library_index.h"
#include "trace/state/scope.h"
#include "trace/state/work.h"

bool has_attributes(const struct value *value)
{
	return value->kind == VALUE_OBJECT || value->kind == VALUE_CLASS ||
	       value->kind == VALUE_FUNCTION;
}

bool is_wrapper(const struct value *value)
{
	return value->kind == VALUE_TRANSFORMED ||
	       (value->kind == VALUE_PARTIAL && !value->partial.is_method);
}

const struct value *bind_method(struct trace *trace, const struct value *function,
                                const struct value *self)
{
	assert(function && self);
	struct value *method = value_new(trace->op.arena, VALUE_PARTIAL);
	const struct value **items = arena_new(trace->op.arena, const struct value *, 1);
	items[0] = self;
	method->partial =
	    (struct bound_call){.function = function, .positional = {items, 1}, .is_method = true};
	return method;
}

/* A method of the descriptor protocol, "__get__", that the class of an object in a class has, or
 * NULL. */
static const struct value *protocol_method(const struct value *found, const char *name)
{
	return found && found->kind == VALUE_OBJECT ? class_find(found->object.class, str_of(name))
	                                            : NULL;
}

/* Whether it is a function that a class makes a method of: those of JAX are that which jax.jit is
 * around, but objects such as what jax.custom_jvp gives are not. */
static bool becomes_method(const struct value *found)
{
	if (found->kind == VALUE_TRANSFORMED)
		return !str_starts_with(str_of(found->transformed.row->name), STR("custom_"));
	return found->kind == VALUE_FUNCTION ||
	       (found->kind == VALUE_BUILTIN && found->builtin->jitted == JITTED_ITSELF);
}

/* What an attribute of a class is for an object of it. */
static const struct value *bound(struct trace *trace, const struct value *found,
                                 const struct value *self, const struct value *class,
                                 struct span at)
{
	if (becomes_method(found))
		return self ? bind_method(trace, found, self) : found;
	const struct value *get = protocol_method(found, "__get__");
	const struct value *given[] = {found, self ? self : &value_none, class};
	if (get)
		return trace_call(trace, get, &(struct value_list){given, 3}, NULL, 0, at);
	if (found->kind != VALUE_DESCRIPTOR)
		return found;
	const struct descriptor *descriptor = &found->descriptor;
	if (descriptor->kind == DESCRIPTOR_STATIC)
		return descriptor->function;
	if (descriptor->kind == DESCRIPTOR_CLASS)
		return bind_method(trace, descriptor->function, class);
	if (!self)
		return found;
	return trace_call(trace, descriptor->function, &(struct value_list){&self, 1}, NULL, 0, at);
}

static const struct value *class_constant(struct trace *trace, const struct value *class,
                                          struct str name)
{
	struct arena *arena = trace->op.arena;
	if (str_equal(name, STR("__name__")))
		return value_string(arena, class_short_name(class));
	if (str_equal(name, STR("__qualname__")))
		return value_string(arena, class->class->name);
	if (str_equal(name, STR("__module__")))
		return value_string(arena, class->class->is_builtin ? STR("builtins")
		                                                    : class_module(class->class));
	if (str_equal(name, STR("__doc__")))
		return class->class->doc ? class->class->doc : &value_none;
	if (str_equal(name, STR("__mro__")))
		return value_sequence(arena, VALUE_TUPLE, class->class->order,
		                      class->class->norder);
	if (str_equal(name, STR("__dict__")))
		return class->class->names;
	if (str_equal(name, STR("__members__")) && class->class->members)
		return class->class->members;
	return NULL;
}

static const struct value *method_row(struct trace *trace, const char *table, struct str name,
                                      const struct value *self, struct span at)
{
	const struct function_row *row;
	return library_find(trace, str_of(table), name, &row) == LIBRARY_FOUND
	           ? library_method(trace, row, self, at)
	           : NULL;
}

/* Whether a class of named tuples has the name by itself: of a field, _make, _field_defaults. */
static bool is_own_of_tuple(const struct class_value *class, struct str name)
{
	bool own = class->form == CLASS_NAMED_TUPLE && str_starts_with(name, STR("_"));
	for (uint32_t i = 0; class->form == CLASS_NAMED_TUPLE && i < class->nfields; i++)
		own |= str_equal(class->fields[i].name, name);
	return own;
}

/* Whether attributes of a class, or an object of it, have been set in a way that is not known. */
static bool is_forgotten(const struct value *value, const struct value *class)
{
	for (uint32_t i = 0; i < class->class->norder; i++)
		if (class->class->order[i]->class->names->kind == VALUE_UNKNOWN)
			return true;
	return value->kind == VALUE_OBJECT && value->object.fields->kind == VALUE_UNKNOWN;
}

/* Whether an object of the class may have an attribute that is not followed: of a class of the
 * prelude, whose attributes are not all known or this is one of them. What is told of a class is
 * told of its bases too, of which the prelude has helpers that the library has not. */
static bool may_have(const struct trace *trace, const struct value *class, struct str name)
{
	bool told = false;
	for (uint32_t i = 0; i < class->class->norder; i++) {
		const struct class_value *one = class->class->order[i]->class;
		if (!one->in_part)
			continue;
		enum name_presence presence =
		    library_class_presence(trace, one->home, one->name, name);
		bool helper = presence == NAME_UNTOLD && str_starts_with(one->name, STR("_"));
		if (presence != NAME_MISSING && !(told && helper))
			return true;
		told |= presence == NAME_MISSING;
	}
	return false;
}

/* Whether a class itself may have it, and not by a base: those of the program have what they say.
 */
static bool is_open_class(const struct trace *trace, const struct value *class, struct str name)
{
	return class->class->in_part && !trace->prelude && !str_starts_with(name, STR("_")) &&
	       may_have(trace, class, name);
}

/* What a class or an object of it has under this name and is not followed: foreign when it has it,
 * or may have. NULL: it has no such attribute. */
static const struct value *not_followed(struct trace *trace, const struct value *value,
                                        const struct value *class, struct str name)
{
	assert(class->kind == VALUE_CLASS);
	bool is_class = value->kind == VALUE_CLASS;
	enum name_presence presence = special_presence(trace, value, name);
	struct str dotted = str_format(trace->op.arena, "%.*s.%.*s",
	                               STR_ARG(class_short_name(class)), STR_ARG(name));
	bool private = name.len > 1 && name.s[0] == '_' && name.s[name.len - 1] == '_';
	if (presence == NAME_PRESENT || (is_class && str_equal(name, STR("mro"))) ||
	    (is_class && is_own_of_tuple(class->class, name)) ||
	    (class_is(class, "ABC") && str_equal(name, STR("register"))))
		return value_foreign(trace->op.arena, dotted);
	if ((str_starts_with(name, STR("__")) && presence == NAME_UNTOLD) ||
	    (class->class->form == CLASS_ENUM && private) ||
	    (is_class ? is_open_class(trace, class, name) : may_have(trace, class, name)) ||
	    is_forgotten(value, class))
		return value_perhaps(trace->op.arena, dotted);
	return NULL;
}

static const struct value *attribute_of_class(struct trace *trace, const struct value *class,
                                              struct str name, struct span at)
{
	const struct value *found =
	    class->class->members ? dict_get_text(class->class->members, name) : NULL;
	if (found)
		return found;
	found = class_find(class, name);
	if (found)
		return bound(trace, found, NULL, class, at);
	found = class_constant(trace, class, name);
	if (!found && class->class->named)
		found = method_row(trace, "<named tuple class>", name, class, at);
	if (!found)
		found = method_row(trace, "<class>", name, class, at);
	if (found)
		return found;
	found = not_followed(trace, class, class, name);
	if (found)
		return found;
	if (class->class->form == CLASS_ENUM && !op_has(&trace->op, JAX_PYTHON_3_13))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "AttributeError", TEXT("{}", name));
	return trace_refuse(
	    trace, RULE_PROGRAM_ERROR, "AttributeError",
	    TEXT("type object '{}' has no attribute '{}'", class_short_name(class), name));
}

static const struct value *attribute_of_super(struct trace *trace, const struct value *super,
                                              struct str name, struct span at)
{
	assert(super->kind == VALUE_SUPER);
	const struct value *self = super->object.fields;
	const struct value *class = self->kind == VALUE_CLASS ? self : class_of(self);
	if (str_equal(name, STR("__init__")) && written_init_after(class, super->object.class))
		return method_row(trace, "<dataclass>", name, super, at);
	const struct value *found = class_find_after(class, super->object.class, name);
	if (found)
		return bound(trace, found, self->kind == VALUE_CLASS ? NULL : self, class, at);
	found = method_row(trace, "<object>", name, self, at);
	if (found)
		return found;
	if (str_starts_with(name, STR("__")))
		return trace_unknown(trace, "super().%.*s is not known", STR_ARG(name));
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "AttributeError",
	                    TEXT("'super' object has no attribute '{}'", name));
}

/* What every object has. */
static const struct value *object_constant(struct trace *trace, const struct value *object,
                                           struct str name, struct span at)
{
	if (str_equal(name, STR("__class__")))
		return object->object.class;
	if (str_equal(name, STR("__dict__")))
		return object->object.fields;
	if (str_equal(name, STR("__doc__")))
		return class_constant(trace, object->object.class, name);
	if (str_equal(name, STR("__cause__")) || str_equal(name, STR("__context__")) ||
	    str_equal(name, STR("__traceback__")))
		return &value_none;
	const struct value *found = method_row(trace, "<object>", name, object, at);
	const struct value *plain = enum_plain(object);
	if (!found && plain != object)
		found = method_row(trace, value_class_name(plain), name, plain, at);
	if (!found && class_is(object->object.class, "BaseException"))
		found = method_row(trace, "<exception>", name, object, at);
	return found;
}

static const struct value *missing_attribute(struct trace *trace, const struct value *object,
                                             struct str name, struct span at)
{
	const struct value *class = object->object.class;
	const struct value *asked = class_find(class, STR("__getattr__"));
	const struct value *given[] = {object, value_string(trace->op.arena, name)};
	if (asked && !is_forgotten(object, class))
		return trace_call(trace, asked, &(struct value_list){given, 2}, NULL, 0, at);
	const struct value *found = not_followed(trace, object, class, name);
	if (found)
		return found;
	(void)trace_refuse(
	    trace, RULE_PROGRAM_ERROR, "AttributeError",
	    TEXT("'{}' object has no attribute '{}'", value_class_name(object), name));
	trace->op.error.about[0] = object;
	return NULL;
}

const struct value *object_attribute(struct trace *trace, const struct value *object,
                                     struct str name, struct span at)
{
	if (object->kind == VALUE_CLASS)
		return attribute_of_class(trace, object, name, at);
	if (object->kind == VALUE_SUPER)
		return attribute_of_super(trace, object, name, at);
	const struct value *class = object->object.class;
	if (str_equal(name, STR(MAPPING_DATA)) && mapping_items(object) != object)
		return mapping_items(object);
	const struct value *found = class_find(class, name);
	bool property = found && found->kind == VALUE_DESCRIPTOR &&
	                found->descriptor.kind == DESCRIPTOR_PROPERTY;
	bool sets = protocol_method(found, "__set__") || protocol_method(found, "__delete__");
	const struct value *own =
	    property || sets ? NULL : dict_get_text(object->object.fields, name);
	if (own)
		return own;
	bool is_method =
	    found && (found->kind == VALUE_FUNCTION || found->kind == VALUE_DESCRIPTOR);
	if (found && (is_method || !is_forgotten(object, class)))
		return bound(trace, found, object, class, at);
	found = object_constant(trace, object, name, at);
	return found || trace->op.error.raised ? found : missing_attribute(trace, object, name, at);
}

const struct value *tuple_class_attribute(struct trace *trace, const struct value *tuple,
                                          struct str name, struct span at)
{
	assert(tuple->kind == VALUE_TUPLE && tuple->named);
	const struct value *class = tuple->named->class;
	const struct value *found = class ? class_find(class, name) : NULL;
	return found ? bound(trace, found, tuple, class, at)
	             : method_row(trace, "<named tuple>", name, tuple, at);
}

bool refuse_new_attribute(struct trace *trace, const struct value *object, struct str name)
{
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "AttributeError",
	              TEXT("'{}' object has no attribute '{}'{}", value_class_name(object), name,
	                   op_has(&trace->op, JAX_PYTHON_3_13)
	                       ? " and no __dict__ for setting new attributes"
	                       : ""));
}

static bool set_field(struct trace *trace, const struct value *object, struct str name,
                      const struct value *to)
{
	assert(object->kind == VALUE_OBJECT);
	const struct value *class = object->object.class;
	const struct value *found = class_find(class, name);
	if (found && found->kind == VALUE_DESCRIPTOR &&
	    found->descriptor.kind == DESCRIPTOR_PROPERTY) {
		const struct value *both[] = {object, to};
		if (!found->descriptor.setter)
			return refuse(&trace->op, RULE_PROGRAM_ERROR, "AttributeError",
			              TEXT("property '{}' of '{}' object has no setter", name,
			                   value_class_name(object)));
		return trace_call(trace, found->descriptor.setter, &(struct value_list){both, 2},
		                  NULL, 0, (struct span){0, 0});
	}
	const struct value *set = protocol_method(found, "__set__");
	const struct value *given[] = {found, object, to};
	if (set)
		return trace_call(trace, set, &(struct value_list){given, 3}, NULL, 0,
		                  (struct span){0, 0});
	if (str_equal(name, STR("__dict__"))) {
		enum value_kind kind = mapping_items(to)->kind;
		if (kind != VALUE_DICT && kind != VALUE_UNKNOWN)
			return refuse(&trace->op, RULE_PROGRAM_ERROR, "TypeError",
			              TEXT("__dict__ must be set to a dictionary, not a '{}'",
			                   value_class_name(to)));
		value_changed(trace, object)->object.fields = mapping_items(to);
		return true;
	}
	if (class_has_slots(class) && !class_has_slot(class, name))
		return refuse_new_attribute(trace, object, name);
	struct value *fields = value_changed(trace, object->object.fields);
	dict_set(trace, fields, value_string(trace->op.arena, name), to);
	return true;
}

/* f.__defaults__ = (…): those of the last positional parameters. */
static void set_defaults(struct trace *trace, struct closure *closure, const struct value_list *to)
{
	const struct parameters *parameters = closure_parameters(closure);
	const struct value **defaults =
	    arena_new(trace->op.arena, const struct value *, parameters->count);
	uint32_t positional = 0;
	for (uint32_t i = 0; i < parameters->count; i++) {
		defaults[i] = closure->defaults[i];
		positional += parameters->items[i].kind <= PARAMETER_NORMAL;
	}
	for (uint32_t i = 0; i < positional; i++)
		defaults[i] =
		    i + to->count < positional ? NULL : to->items[i + to->count - positional];
	closure->defaults = defaults;
}

void set_field_defaults(struct trace *trace, struct class_value *class, const struct value_list *to)
{
	assert(to->count <= class->nfields);
	struct class_field *fields = arena_new(trace->op.arena, struct class_field, class->nfields);
	for (uint32_t i = 0; i < class->nfields; i++) {
		fields[i] = class->fields[i];
		fields[i].default_value = i + to->count < class->nfields
		                              ? NULL
		                              : to->items[i + to->count - class->nfields];
	}
	class->fields = fields;
}

static bool has_field(const struct class_value *class, struct str name)
{
	for (uint32_t i = 0; i < class->nfields; i++)
		if (str_equal(class->fields[i].name, name))
			return true;
	return false;
}

/* Whether a frozen dataclass lets nobody change the attribute: in its own objects any, in those of
 * a class derived from it its fields. CPython: dataclasses.py _frozen_get_del_attr. */
static bool is_kept(const struct value *class, struct str name)
{
	assert(class->kind == VALUE_CLASS);
	for (uint32_t i = 0; i < class->class->norder; i++) {
		const struct class_value *one = class->class->order[i]->class;
		if (one->freezes && (i == 0 || has_field(one, name)))
			return true;
	}
	return false;
}

bool set_attribute(struct trace *trace, const struct value *value, struct str name,
                   const struct value *to)
{
	assert(has_attributes(value));
	struct arena *arena = trace->op.arena;
	if (value->kind == VALUE_CLASS) {
		dict_set(trace, value->class->names, value_string(arena, name), to);
		return true;
	}
	if (value->kind == VALUE_FUNCTION) {
		struct value *function = value_changed(trace, value);
		if (str_equal(name, STR("__defaults__")) && value_items(to))
			set_defaults(trace, &function->closure, value_items(to));
		if (!function->closure.names)
			function->closure.names = value_new(arena, VALUE_DICT);
		dict_set(trace, value_changed(trace, function->closure.names),
		         value_string(arena, name), to);
		return true;
	}
	const struct value *class = value->object.class;
	const struct value *own = class_find(class, STR("__setattr__"));
	if (own) {
		const struct value *given[] = {value, value_string(arena, name), to};
		return trace_call(trace, own, &(struct value_list){given, 3}, NULL, 0,
		                  (struct span){0, 0});
	}
	bool closed = class->class->tree.form == TREE_ATTRIBUTES &&
	              (value->object.sealed || !has_field(class->class, name));
	if (is_kept(class, name) || closed)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "FrozenInstanceError",
		              TEXT("cannot assign to field '{}'", name));
	return set_field(trace, value, name, to);
}

bool delete_plainly(struct trace *trace, const struct value *value, struct str name)
{
	struct value *dict = value->kind == VALUE_CLASS ? value->class->names
	                     : value->kind == VALUE_OBJECT
	                         ? value_changed(trace, value->object.fields)
	                         : NULL;
	if (dict && dict->kind == VALUE_UNKNOWN)
		return true;
	if (dict && dict_remove(trace, dict, value_string(trace->op.arena, name)))
		return true;
	return refuse(&trace->op, RULE_PROGRAM_ERROR, "AttributeError",
	              TEXT("'{}' object has no attribute '{}'", value_class_name(value), name));
}

bool delete_attribute(struct trace *trace, const struct value *value, struct str name)
{
	bool is_object = value->kind == VALUE_OBJECT;
	const struct value *own =
	    is_object ? class_find(value->object.class, STR("__delattr__")) : NULL;
	const struct value *given[] = {value, value_string(trace->op.arena, name)};
	if (own)
		return trace_call(trace, own, &(struct value_list){given, 2}, NULL, 0,
		                  (struct span){0, 0});
	bool known = is_object && value->object.fields->kind != VALUE_UNKNOWN;
	if (known && is_kept(value->object.class, name))
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "FrozenInstanceError",
		              TEXT("cannot delete field '{}'", name));
	return delete_plainly(trace, value, name);
}

/* Calls a method of the object's class, which is known to have it. */
static const struct value *text_by(struct trace *trace, const struct value *method,
                                   const struct value *object)
{
	const struct value *text = trace_call(trace, method, &(struct value_list){&object, 1}, NULL,
	                                      0, (struct span){0, 0});
	if (!text || text->kind == VALUE_STRING || text->kind == VALUE_UNKNOWN)
		return text;
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                    TEXT("__str__ returned non-string (type {})", value_class_name(text)));
}

/* Whether nobody can tell what Python prints: where the object lies in memory, or what is known of
 * a record in part. */
static bool text_is_untold(const struct value *value)
{
	if (value->kind == VALUE_RECORD)
		return strcmp(value->record.class_name, "AxisType") != 0 &&
		       strcmp(value->record.class_name, "UnreducedKind") != 0;
	if (value->kind == VALUE_OBJECT)
		return !object_shows_fields(value) && !enum_value(value);
	return value->kind == VALUE_FUNCTION || value->kind == VALUE_METHOD ||
	       value->kind == VALUE_PARTIAL || value->kind == VALUE_ITERATOR ||
	       value->kind == VALUE_TRANSFORMED || value->kind == VALUE_DESCRIPTOR;
}

static const struct value *shown(struct trace *trace, const struct value *value);

/* The items as they are printed; NULL after an error, or when one cannot be told. */
static const struct value **shown_items(struct trace *trace, const struct value *const *items,
                                        uint32_t count)
{
	const struct value **made =
	    arena_new(trace->op.arena, const struct value *, (size_t)count + 1);
	for (uint32_t i = 0; i < count; i++) {
		made[i] = shown(trace, items[i]);
		if (!made[i] || made[i]->kind == VALUE_UNKNOWN)
			return NULL;
	}
	return made;
}

static const struct value *shown_dict(struct trace *trace, const struct value *value)
{
	if (value->kind != VALUE_DICT)
		return NULL; /* it has been forgotten */
	struct value *copy = value_new(trace->op.arena, value->kind);
	uint32_t count = value->dict.count;
	struct value_pair *pairs = arena_new(trace->op.arena, struct value_pair, count);
	*copy = *value;
	for (uint32_t i = 0; i < count; i++) {
		const struct value *both[] = {value->dict.pairs[i].key, value->dict.pairs[i].value};
		const struct value **made = shown_items(trace, both, 2);
		if (!made)
			return NULL;
		pairs[i] = (struct value_pair){made[0], made[1]};
	}
	copy->dict.pairs = pairs;
	return copy;
}

/* The value with the texts that methods of the program give in the place of their objects. NULL
 * after an error, unknown when a text is. */
static const struct value *shown(struct trace *trace, const struct value *value)
{
	const struct value *class = class_of(value);
	const struct value *method = class ? class_find(class, STR("__repr__")) : NULL;
	struct value *copy = value_new(trace->op.arena, VALUE_LEAF);
	if (method) {
		copy->leaf = text_by(trace, method, value);
		return copy->leaf && copy->leaf->kind == VALUE_STRING ? copy : copy->leaf;
	}
	if (value->kind == VALUE_UNKNOWN || text_is_untold(value))
		return &value_unknown;
	if (value->kind == VALUE_DICT)
		return shown_dict(trace, value);
	if (value->kind != VALUE_SET && !value_items(value) && value->kind != VALUE_OBJECT)
		return value;
	*copy = *value;
	if (value->kind == VALUE_OBJECT) {
		copy->object.fields = shown_dict(trace, value->object.fields);
		return copy->object.fields ? copy : NULL;
	}
	copy->list.items = shown_items(trace, value->list.items, value->list.count);
	return copy->list.items ? copy : NULL;
}

/* Whether an array is in the value that is not traced: its text has what it holds, in a form of its
 * own. */
static bool shows_elements(const struct trace *trace, const struct value *value)
{
	const struct value_list *items = value_items(value);
	if (value->kind == VALUE_ARRAY)
		return !array_is_traced(trace, value->array);
	for (uint32_t i = 0; items && i < items->count; i++)
		if (shows_elements(trace, items->items[i]))
			return true;
	for (uint32_t i = 0; value->kind == VALUE_DICT && i < value->dict.count; i++)
		if (shows_elements(trace, value->dict.pairs[i].value))
			return true;
	return false;
}

const struct value *value_repr_value(struct trace *trace, const struct value *value)
{
	struct buf text = op_buf(&trace->op);
	charge_value(trace, value);
	if (value_is_wide(value))
		return wide_digits(trace, value);
	if (value->kind == VALUE_UNKNOWN)
		return value_foreign_as(trace->op.arena, value, VALUE_UNKNOWN);
	if (value_too_large(value) || value_has_reported(value))
		return &value_unknown;
	if (value_has_unknown(value))
		return value_foreign(trace->op.arena, STR("the text of an object"));
	if (shows_elements(trace, value))
		return value_foreign(trace->op.arena, STR("the text of an array"));
	const struct value *printed = shown(trace, value);
	if (!printed && trace->op.error.raised)
		return NULL;
	if (!printed || printed->kind == VALUE_UNKNOWN)
		return value_foreign(trace->op.arena, STR("the text of an object"));
	value_text(&text, trace->op.rules, printed);
	return value_string(trace->op.arena, buf_str(&text));
}

const struct value *value_str_value(struct trace *trace, const struct value *object)
{
	if (value_is_wide(object))
		return wide_digits(trace, object);
	if (object->kind == VALUE_STRING || object->kind == VALUE_UNKNOWN)
		return value_foreign_as(trace->op.arena, object, VALUE_UNKNOWN);
	const struct value *class = class_of(object);
	const struct value *method = class ? class_find(class, STR("__str__")) : NULL;
	struct buf text = op_buf(&trace->op);
	if (method)
		return text_by(trace, method, object);
	bool own = object->kind == VALUE_OBJECT &&
	           (enum_value(object) || class_is(class, "BaseException"));
	bool parts = class || object->kind == VALUE_SET || object->kind == VALUE_ARRAY ||
	             value_items(object) || object->kind == VALUE_DICT || text_is_untold(object);
	if (!own && parts)
		return value_repr_value(trace, object);
	value_str_text(&text, trace->op.rules, object);
	return value_string(trace->op.arena, buf_str(&text));
}

/* format() of an object without a __format__: of its text, or of the value of a member that is
 * printed as that. */
static const struct value *format_object(struct trace *trace, const struct value *value,
                                         struct str spec)
{
	const struct value *member = enum_value(value);
	bool plain = member && enum_prints_value(value);
	if (spec.len && !member)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("unsupported format string passed to {}.__format__",
		                         value_class_name(value)));
	return plain ? member : value_str_value(trace, value);
}

const struct value *value_formatted(struct trace *trace, const struct value *value, struct str spec)
{
	struct buf text = op_buf(&trace->op);
	const struct value *class = class_of(value), *own = NULL;
	const struct value *given[] = {value, value_string(trace->op.arena, spec)};
	if (value_is_wide(value) && !spec.len)
		return wide_digits(trace, value);
	if (value->kind == VALUE_UNKNOWN)
		return value_foreign_as(trace->op.arena, value, VALUE_UNKNOWN);
	if (class)
		own = class_find(class, STR("__format__"));
	if (own)
		return trace_call(trace, own, &(struct value_list){given, 2}, NULL, 0,
		                  (struct span){0, 0});
	if (value->kind == VALUE_OBJECT)
		value = format_object(trace, value, spec);
	else if (!spec.len && value->kind != VALUE_FLOAT)
		value = value_str_value(trace, value);
	if (!value || value->kind == VALUE_UNKNOWN)
		return value;
	return format_value(trace, &text, value, spec)
	           ? value_string(trace->op.arena, buf_str(&text))
	           : failed_or_unknown(trace);
}

const struct value *super_here(struct trace *trace)
{
	const struct scope *scope = trace->scope;
	while (scope && !(scope->outer && scope->outer->class && scope->outer->made))
		scope = scope->outer;
	if (!scope || !scope->count || !scope->bindings[0].value)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "RuntimeError",
		                    TEXT("super(): no arguments"));
	struct value *super = value_new(trace->op.arena, VALUE_SUPER);
	super->object.class = scope->outer->made;
	super->object.fields = scope->bindings[0].value;
	const struct value *self = super->object.fields;
	const struct value *class = self->kind == VALUE_CLASS ? self : class_of(self);
	return class ? super : trace_unknown(trace, "what super() is here is not known");
}

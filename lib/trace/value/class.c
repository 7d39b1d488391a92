/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/value/class.h"

#include <assert.h>
#include "trace/value/dict_view.h"
#include "trace/value/iterator.h"

/* Adds a class to the end of an order, from which it is taken away before: what several bases
 * derive from comes behind all of them. */
static void add_last(const struct value **order, uint32_t *count, const struct value *class)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < *count; i++)
		if (order[i] != class)
			order[kept++] = order[i];
	order[kept++] = class;
	*count = kept;
}

struct value *value_class(struct arena *arena, struct str name, const struct value *const *bases,
                          uint32_t nbases)
{
	struct value *value = value_new(arena, VALUE_CLASS);
	struct class_value *class = arena_new(arena, struct class_value, 1);
	size_t room = 1;
	for (uint32_t i = 0; i < nbases; i++)
		room += bases[i]->class->norder;
	const struct value **order = arena_new(arena, const struct value *, room);
	order[class->norder++] = value;
	for (uint32_t i = 0; i < nbases; i++)
		for (uint32_t j = 0; j < bases[i]->class->norder; j++)
			add_last(order, &class->norder, bases[i]->class->order[j]);
	class->name = str_copy(arena, name);
	class->order = order;
	class->names = value_new(arena, VALUE_DICT);
	value->class = class;
	return value;
}

/* Whether the class derives from dict, which is written in Python
 * (prelude/standard/collections.py). */
static bool is_mapping_class(const struct value *class)
{
	assert(class->kind == VALUE_CLASS);
	for (uint32_t i = 0; i < class->class->norder; i++)
		if (str_equal(class->class->order[i]->class->name, STR("UserDict")))
			return true;
	return false;
}

struct value *value_object(struct arena *arena, const struct value *class)
{
	assert(class->kind == VALUE_CLASS);
	struct value *value = value_new(arena, VALUE_OBJECT);
	value->object.class = class;
	value->object.fields = value_new(arena, VALUE_DICT);
	if (is_mapping_class(class)) {
		struct value_pair *pair = arena_new(arena, struct value_pair, 1);
		*pair = (struct value_pair){value_string(arena, STR(MAPPING_DATA)),
		                            value_new(arena, VALUE_DICT)};
		value->object.fields = value_dict(arena, pair, 1);
	}
	return value;
}

const struct value *value_descriptor(struct arena *arena, enum descriptor_kind kind,
                                     const struct value *function, const struct value *setter)
{
	assert(function);
	struct value *value = value_new(arena, VALUE_DESCRIPTOR);
	value->descriptor.kind = (uint8_t)kind;
	value->descriptor.function = function;
	value->descriptor.setter = setter;
	return value;
}

const struct value *dict_get_text(const struct value *dict, struct str key)
{
	assert(dict->kind == VALUE_DICT || dict->kind == VALUE_UNKNOWN);
	for (uint32_t i = 0; dict->kind == VALUE_DICT && i < dict->dict.count; i++) {
		const struct value_pair *pair = &dict->dict.pairs[i];
		if (pair->key->kind == VALUE_STRING && str_equal(pair->key->string, key))
			return pair->value;
	}
	return NULL;
}

/* The bit that stands for a name among those of a class; several names share one. */
static uint64_t bit_of(struct str name)
{
	enum { BITS = 64, SPREAD = 5 };
	size_t mixed = name.len;
	if (name.len)
		mixed += SPREAD * (size_t)name.s[name.len / 2] + (size_t)name.s[name.len - 1];
	return UINT64_C(1) << mixed % BITS;
}

static void see_names(struct class_value *class)
{
	const struct value *names = class->names;
	class->seen = (struct class_names){names->dict.pairs, names->dict.count, 0};
	for (uint32_t i = 0; i < names->dict.count; i++)
		if (names->dict.pairs[i].key->kind == VALUE_STRING)
			class->seen.bits |= bit_of(names->dict.pairs[i].key->string);
}

/* What the class itself has under the name, whose bit it is, or NULL. Most classes are asked for
 * names that they have not. */
static const struct value *own_name(struct class_value *class, struct str name, uint64_t bit)
{
	const struct value *names = class->names;
	if (names->kind != VALUE_DICT)
		return NULL;
	if (class->seen.pairs != names->dict.pairs || class->seen.count != names->dict.count)
		see_names(class);
	return class->seen.bits & bit ? dict_get_text(names, name) : NULL;
}

/* The __slots__ of the class itself, or NULL. */
static const struct value *own_slots(struct class_value *class)
{
	struct str name = STR("__slots__");
	return own_name(class, name, bit_of(name));
}

/* Whether the class has a slot of the name, which hides what classes behind it have. */
static bool has_slot(struct class_value *class, struct str name)
{
	const struct value *slots = own_slots(class);
	const struct value_list *items = slots ? value_items(slots) : NULL;
	for (uint32_t i = 0; items && i < items->count; i++)
		if (items->items[i]->kind == VALUE_STRING &&
		    str_equal(items->items[i]->string, name))
			return true;
	return false;
}

static const struct value *find_from(const struct class_value *class, uint32_t from,
                                     struct str name)
{
	const struct value *found = NULL;
	uint64_t bit = bit_of(name);
	uint32_t at = from;
	for (; at < class->norder; at++) {
		found = own_name(class->order[at]->class, name, bit);
		if (found)
			break;
	}
	for (uint32_t i = from; found && i < at; i++)
		if (has_slot(class->order[i]->class, name))
			return NULL;
	return found;
}

const struct value *class_find(const struct value *class, struct str name)
{
	assert(class->kind == VALUE_CLASS);
	return find_from(class->class, 0, name);
}

const struct value *class_find_after(const struct value *class, const struct value *after,
                                     struct str name)
{
	assert(class->kind == VALUE_CLASS);
	uint32_t from = 0;
	while (from < class->class->norder && class->class->order[from] != after)
		from++;
	return find_from(class->class, from + 1, name);
}

bool class_has_slots(const struct value *class)
{
	assert(class->kind == VALUE_CLASS);
	for (uint32_t i = 0; i < class->class->norder; i++) {
		struct class_value *one = class->class->order[i]->class;
		const struct value *slots = own_slots(one);
		if (one->is_builtin && strcmp(one->name.s, "object") == 0)
			return i > 0;
		if (!slots || !value_items(slots) || has_slot(one, STR("__dict__")))
			return false;
	}
	return false;
}

bool class_has_slot(const struct value *class, struct str name)
{
	assert(class->kind == VALUE_CLASS);
	for (uint32_t i = 0; i < class->class->norder; i++)
		if (has_slot(class->class->order[i]->class, name))
			return true;
	return false;
}

bool class_derives(const struct value *class, const struct value *base)
{
	assert(class->kind == VALUE_CLASS);
	for (uint32_t i = 0; i < class->class->norder; i++)
		if (class->class->order[i] == base)
			return true;
	return false;
}

bool class_is(const struct value *class, const char *builtin)
{
	assert(class->kind == VALUE_CLASS);
	for (uint32_t i = 0; i < class->class->norder; i++) {
		const struct class_value *one = class->class->order[i]->class;
		if (one->is_builtin && strcmp(one->name.s, builtin) == 0)
			return true;
	}
	return false;
}

struct str class_abstract_name(const struct value *class)
{
	static const char home[] = "collections.abc.";
	struct str none = {NULL, 0};
	const struct value *form = object_field(class, "abstract");
	if (form && form->kind == VALUE_STRING)
		return form->string;
	if (class->kind != VALUE_UNKNOWN || !str_starts_with(class->string, str_of(home)))
		return none;
	return str_slice(class->string, sizeof home - 1, class->string.len);
}

bool class_is_abstract(const struct value *class, struct str name)
{
	assert(class->kind == VALUE_CLASS);
	for (uint32_t i = 0; i < class->class->norder; i++) {
		const struct class_value *one = class->class->order[i]->class;
		if (one->in_part && str_equal(one->name, name))
			return true;
	}
	return false;
}

bool object_shows_fields(const struct value *object)
{
	assert(object->kind == VALUE_OBJECT);
	const struct value *class = object->object.class;
	return class->class->form == CLASS_DATACLASS || class_is(class, "BaseException");
}

const struct value *class_of(const struct value *value)
{
	if (value->kind == VALUE_OBJECT)
		return value->object.class;
	return value->kind == VALUE_TUPLE && value->named ? value->named->class : NULL;
}

struct str class_module(const struct class_value *class)
{
	if (class->is_builtin)
		return (struct str){0};
	return class->module.len ? class->module : STR("__main__");
}

struct str class_short_name(const struct value *class)
{
	assert(class->kind == VALUE_CLASS);
	struct str name = class->class->name;
	return str_slice(name, str_behind_last(name, '.'), name.len);
}

const struct value *enum_value(const struct value *value)
{
	if (value->kind != VALUE_OBJECT || value->object.class->class->form != CLASS_ENUM)
		return NULL;
	return dict_get_text(value->object.fields, STR("value"));
}

bool enum_is_flag(const struct value *value)
{
	const struct value *bits = enum_value(value);
	return bits && bits->kind == VALUE_INT &&
	       (class_is(value->object.class, "Flag") || class_is(value->object.class, "IntFlag"));
}

const struct value *enum_plain(const struct value *value)
{
	const struct value *plain = enum_value(value);
	return plain && value->object.class->class->mixed ? plain : value;
}

/* What Python calls the class of a value of a kind; NULL: it depends on the value. */
static const char *const class_names[VALUE_KIND_COUNT] = {
    [VALUE_NONE] = "NoneType",
    [VALUE_BOOL] = "bool",
    [VALUE_INT] = "int",
    [VALUE_FLOAT] = "float",
    [VALUE_COMPLEX] = "complex",
    [VALUE_STRING] = "str",
    [VALUE_ELLIPSIS] = "ellipsis",
    [VALUE_SLICE] = "slice",
    [VALUE_TUPLE] = "tuple",
    [VALUE_LIST] = "list",
    [VALUE_SET] = "set",
    [VALUE_DICT] = "dict",
    [VALUE_RANGE] = "range",
    [VALUE_ARRAY] = "DynamicJaxprTracer",
    [VALUE_DTYPE] = "_ScalarMeta",
    [VALUE_SPEC] = "PartitionSpec",
    [VALUE_UNCONSTRAINED] = "UnconstrainedSingleton",
    [VALUE_SHARDING] = "NamedSharding",
    [VALUE_POSITIONAL] = "PositionalSharding",
    [VALUE_DEVICES] = "ndarray",
    [VALUE_TYPE] = "ShapedArray",
    [VALUE_AT] = "_IndexUpdateHelper",
    [VALUE_AT_INDEX] = "_IndexUpdateRef",
    [VALUE_FUNCTION] = "function",
    [VALUE_BUILTIN] = "function",
    [VALUE_METHOD] = "method",
    [VALUE_PARTIAL] = "partial",
    [VALUE_TRANSFORMED] = "function",
    [VALUE_MODULE] = "module",
    [VALUE_CLASS] = "type",
    [VALUE_SUPER] = "super",
};

const char *value_class_name(const struct value *value)
{
	if (value->kind == VALUE_ITERATOR)
		return value->iterator->class_name;
	if (value->kind == VALUE_OBJECT)
		return class_short_name(value->object.class).s;
	if (value->kind == VALUE_DESCRIPTOR)
		return value->descriptor.kind == DESCRIPTOR_PROPERTY ? "property"
		       : value->descriptor.kind == DESCRIPTOR_STATIC ? "staticmethod"
		                                                     : "classmethod";
	if (value->kind == VALUE_TYPE && value->described)
		return "ShapeDtypeStruct";
	if (value->kind == VALUE_SET && value->frozen)
		return "frozenset";
	if (value->kind == VALUE_RECORD)
		return value->record.class_name;
	if (value->kind == VALUE_SCALAR)
		return value->scalar.dtype->name;
	if (value->view)
		return value->view->class_name;
	if (value->named)
		return value->named->class_name;
	if (value->kind == VALUE_MESH)
		return value->mesh.is_abstract ? "AbstractMesh" : "Mesh";
	if (value->kind == VALUE_ARRAY && value->array->host)
		return "numpy.ndarray";
	if (value->kind == VALUE_ARRAY && value->array->level)
		return "BatchTracer";
	return class_names[value->kind] ? class_names[value->kind] : "object";
}

const struct value *value_of_number(const struct value *value)
{
	const struct value *plain = enum_plain(value);
	return plain->kind == VALUE_INT || plain->kind == VALUE_FLOAT ? plain : value;
}

bool enum_prints_value(const struct value *member)
{
	assert(enum_value(member));
	const struct value *class = member->object.class;
	return class_is(class, "IntEnum") || class_is(class, "StrEnum") ||
	       class_is(class, "IntFlag");
}

const struct value *mapping_items(const struct value *value)
{
	if (value->kind != VALUE_OBJECT || !is_mapping_class(value->object.class))
		return value;
	const struct value *data = dict_get_text(value->object.fields, STR(MAPPING_DATA));
	return data ? data : value->object.fields;
}

bool class_in_part(const struct value *class)
{
	assert(class->kind == VALUE_CLASS);
	for (uint32_t i = 0; i < class->class->norder; i++)
		if (class->class->order[i]->class->in_part)
			return true;
	return false;
}

const struct value *object_field(const struct value *object, const char *name)
{
	const struct value *fields = object->kind == VALUE_OBJECT ? object->object.fields : NULL;
	return fields && fields->kind == VALUE_DICT ? dict_get_text(fields, str_of(name)) : NULL;
}

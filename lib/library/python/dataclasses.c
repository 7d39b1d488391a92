/* SPDX-License-Identifier: Apache-2.0 */
/* dataclasses, and collections.namedtuple. CPython: Lib/dataclasses.py. */
#include "library/arguments/argument_options.h"
#include "library/python/python.h"
#include "trace/eval/object.h"
#include "trace/eval/prelude.h"
#include "trace/state/work.h"

static const struct value *text(struct trace *trace, struct str name)
{
	return value_string(trace->op.arena, name);
}

/* MISSING, of which there is one: programs ask whether a default is it. */
static const struct value missing_default = {.kind = VALUE_STRING, .string = {"_missing", 8}};

/* field(default=…, default_factory=…): a record of what is given, as the body's default. */
static const struct value *field(struct trace *trace, const struct call_arguments *arguments)
{
	static const char *const names[] = {"default", "default_factory", "init",     "repr",
	                                    "hash",    "compare",         "metadata", "kw_only"};
	struct value *value = value_new(trace->op.arena, VALUE_RECORD);
	value->record = (struct record){"Field", names, arguments->values, arguments->count};
	return value;
}

/* metadata={"static": True}, which JAX's register_dataclass looks at. */
static bool says_static(const struct value *metadata)
{
	const struct value *said =
	    metadata->kind == VALUE_DICT ? dict_get_text(metadata, STR("static")) : NULL;
	return said && value_truth(said) == 1;
}

/* What a class that it derives from has under a field's name, which is the field's default where
 * the body gives none: that of a field among `before`, or data; NULL: nothing, or a method, which
 * nobody means. CPython: dataclasses.py _get_field. */
static const struct value *inherited_default(const struct value *class, struct str name,
                                             const struct class_field *before, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (str_equal(before[i].name, name))
			return before[i].default_value;
	const struct value *found = class_find(class, name);
	return found && found->kind <= VALUE_ARRAY ? found : NULL;
}

/* Whether it is what field(…) gives. */
static bool is_field(const struct value *value)
{
	return value && value->kind == VALUE_RECORD &&
	       strcmp(value->record.class_name, "Field") == 0;
}

/* The field as the body says it. */
static struct class_field read_field(const struct class_field *annotated, bool keyword_only)
{
	struct class_field read = *annotated;
	const struct value *value = annotated->default_value;
	read.keyword_only = keyword_only;
	if (value && is_missing(value))
		read.default_value = NULL;
	if (!is_field(value))
		return read;
	const struct value *const *given = value->record.fields;
	read.default_value = is_missing(given[0]) ? NULL : given[0];
	read.factory = is_missing(given[1]) ? NULL : given[1];
	read.given = value_truth(given[2]) != 0;
	read.shown = value_truth(given[3]) != 0;
	read.compared = value_truth(given[5]) != 0;
	read.hashed = given[4]->kind == VALUE_NONE ? read.compared : value_truth(given[4]) != 0;
	read.is_static = says_static(given[6]);
	read.metadata = given[6]->kind == VALUE_DICT ? given[6] : NULL;
	if (!is_missing(given[7]))
		read.keyword_only = value_truth(given[7]) == 1;
	return read;
}

/* Puts a field behind the others, or in the place of the one of that name. */
static void add_field(struct class_field *fields, uint32_t *count, const struct class_field *field)
{
	uint32_t at = 0;
	while (at < *count && !str_equal(fields[at].name, field->name))
		at++;
	if (at == MAX_FIELDS)
		return;
	fields[at] = *field;
	*count = at == *count ? at + 1 : *count;
}

/* The default of a field is what the class has under its name; without one it has nothing there. */
static void keep_default(struct trace *trace, struct class_value *class,
                         const struct class_field *field)
{
	if (field->default_value)
		dict_set(trace, class->names, text(trace, field->name), field->default_value);
	else if (is_field(dict_get_text(class->names, field->name)))
		(void)dict_remove(trace, class->names, text(trace, field->name));
}

static bool check_defaults(struct trace *trace, const struct class_value *class)
{
	bool seen = false;
	for (uint32_t i = 0; i < class->nfields; i++) {
		const struct class_field *one = &class->fields[i];
		bool has = one->default_value || one->factory;
		if (one->default_value && !one->factory &&
		    (one->default_value->kind == VALUE_LIST ||
		     one->default_value->kind == VALUE_DICT))
			return refuse(&trace->op, RULE_PROGRAM_ERROR, "ValueError",
			              TEXT("mutable default <class '{}'> for field {} is not "
			                   "allowed: use default_factory",
			                   value_class_name(one->default_value), one->name));
		if (!one->given || one->keyword_only || class->lacks_init)
			continue;
		if (seen && !has)
			return refuse(
			    &trace->op, RULE_PROGRAM_ERROR, "TypeError",
			    TEXT("non-default argument '{}' follows default argument", one->name));
		seen |= has;
	}
	return true;
}

enum { CLS, INIT, REPR, EQ, ORDER, UNSAFE_HASH, FROZEN, MATCH_ARGS, KW_ONLY, SLOTS, INHERITED };

static bool says(const struct call_arguments *arguments, uint32_t option)
{
	return value_truth(argument(arguments, option)) == 1;
}

/* The same call with the class left out, to be called with it. */
static const struct value *decorator(struct trace *trace, const struct call_arguments *arguments)
{
	static const char *const names[] = {"init",       "repr",        "eq",
	                                    "order",      "unsafe_hash", "frozen",
	                                    "match_args", "kw_only",     "slots"};
	struct value *value = value_new(trace->op.arena, VALUE_PARTIAL);
	uint32_t count = COUNT_OF(names);
	struct value_pair *pairs = arena_new(trace->op.arena, struct value_pair, count);
	for (uint32_t i = 0; i < count; i++)
		pairs[i] =
		    (struct value_pair){text(trace, str_of(names[i])), argument(arguments, i + 1)};
	value->partial = (struct bound_call){.function = library_value(trace, arguments->row),
	                                     .keywords = pairs,
	                                     .nkeywords = count};
	return value;
}

/* slots=True: the class has a slot for each field of its own that none of its bases has. */
static void make_slots(struct trace *trace, const struct value *value)
{
	const struct class_value *class = value->class;
	const struct value **names = arena_new(trace->op.arena, const struct value *, class->nown);
	uint32_t count = 0;
	for (uint32_t i = 0; i < class->nfields; i++) {
		struct str name = class->fields[i].name;
		for (uint32_t j = 0; j < class->nown && !class_has_slot(value, name); j++)
			if (str_equal(class->own[j].name, name)) {
				names[count++] = text(trace, name);
				break;
			}
	}
	dict_set(trace, class->names, text(trace, STR("__slots__")),
	         value_sequence(trace->op.arena, VALUE_TUPLE, names, count));
}

/* `inherited`: names of fields that stay as a base has them, whatever the class says; or NULL. */
static const struct value *dataclass_keeping(struct trace *trace,
                                             const struct call_arguments *arguments,
                                             const struct value *inherited)
{
	const struct value *value = argument(arguments, CLS);
	if (value->kind == VALUE_NONE)
		return decorator(trace, arguments);
	if (value->kind != VALUE_CLASS)
		return value->kind == VALUE_MODULE
		           ? value
		           : trace_unknown(trace, "what this dataclass is is not known");
	struct class_value *class = value->class;
	struct class_field *fields = arena_new(trace->op.arena, struct class_field, MAX_FIELDS);
	uint32_t count = 0;
	for (uint32_t i = class->norder; i-- > 1;)
		for (uint32_t j = 0; class->order[i]->class->form == CLASS_DATACLASS &&
		                     j < class->order[i]->class->nfields;
		     j++)
			add_field(fields, &count, &class->order[i]->class->fields[j]);
	bool by_keyword = says(arguments, KW_ONLY);
	for (uint32_t i = 0; i < class->nown; i++) {
		struct class_field own = class->own[i];
		if (!own.default_value)
			own.default_value = inherited_default(value, own.name, fields, count);
		struct class_field read = read_field(&own, by_keyword);
		if (str_equal(read.name, STR("_")) && !read.default_value && !read.factory) {
			by_keyword = true; /* _: KW_ONLY */
			continue;
		}
		if (inherited && option_holds_name(inherited, read.name))
			continue;
		add_field(fields, &count, &read);
		keep_default(trace, class, &read);
	}
	class->form = CLASS_DATACLASS;
	class->fields = fields;
	class->nfields = count;
	class->is_frozen = class->freezes = says(arguments, FROZEN);
	class->by_identity = !says(arguments, EQ);
	class->lacks_init = !says(arguments, INIT);
	class->is_ordered = says(arguments, ORDER);
	class->is_hashed = says(arguments, UNSAFE_HASH);
	if (says(arguments, SLOTS))
		make_slots(trace, value);
	return check_defaults(trace, class) ? value : NULL;
}

static const struct value *dataclass(struct trace *trace, const struct call_arguments *arguments)
{
	return dataclass_keeping(trace, arguments, NULL);
}

static const struct value *make_dataclass(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	return dataclass_keeping(trace, arguments, argument(arguments, INHERITED));
}

static const struct class_value *dataclass_of(const struct value *value)
{
	const struct value *class = value->kind == VALUE_CLASS ? value : class_of(value);
	return class && class->class->form == CLASS_DATACLASS ? class->class : NULL;
}

static const struct value *refuse_other(struct trace *trace, const char *name)
{
	return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
	                    TEXT("{}() should be called on dataclass instances", name));
}

enum { MAX_DEPTH = 50 };

/* A copy of the value with dicts in the place of dataclasses. */
static const struct value *as_dict(struct trace *trace, const struct value *value, uint32_t depth)
{
	struct arena *arena = trace->op.arena;
	const struct class_value *class = value->kind == VALUE_OBJECT ? dataclass_of(value) : NULL;
	struct value *copy = value_new(arena, VALUE_DICT);
	if (depth > MAX_DEPTH)
		return &value_unknown;
	if (class) {
		for (uint32_t i = 0; i < class->nfields; i++) {
			const struct value *part =
			    dict_get_text(value->object.fields, class->fields[i].name);
			if (part)
				dict_set(trace, copy, text(trace, class->fields[i].name),
				         as_dict(trace, part, depth + 1));
		}
		return copy;
	}
	if (value->kind == VALUE_DICT) {
		for (uint32_t i = 0; i < value->dict.count; i++)
			dict_set(trace, copy, value->dict.pairs[i].key,
			         as_dict(trace, value->dict.pairs[i].value, depth + 1));
		return copy;
	}
	if (!value_items(value) || value->named)
		return value;
	const struct value **items = arena_new(arena, const struct value *, value->list.count);
	for (uint32_t i = 0; i < value->list.count; i++)
		items[i] = as_dict(trace, value->list.items[i], depth + 1);
	return value_sequence(arena, value->kind, items, value->list.count);
}

static const struct value *asdict(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *object = argument(arguments, 0);
	charge_value(trace, object);
	if (object->kind == VALUE_UNKNOWN)
		return object;
	if (object->kind != VALUE_OBJECT || !dataclass_of(object))
		return refuse_other(trace, "asdict");
	return value_too_large(object) ? &value_unknown : as_dict(trace, object, 0);
}

/* A field as dataclasses.fields gives it, and whether it has a default at all. */
static const struct value *field_record(struct trace *trace, const struct class_field *field)
{
	static const char *const names[] = {"name",     "default",    "default_factory", "type",
	                                    "init",     "repr",       "compare",         "kw_only",
	                                    "metadata", "has_default"};
	const struct value *const parts[] = {
	    text(trace, field->name),
	    field->default_value ? field->default_value : &missing_default,
	    field->factory ? field->factory : &missing_default,
	    &value_unknown,
	    value_bool(field->given),
	    value_bool(field->shown),
	    value_bool(field->compared),
	    value_bool(field->keyword_only),
	    field->metadata ? field->metadata : value_new(trace->op.arena, VALUE_DICT),
	    value_bool(field->default_value || field->factory),
	};
	struct value *record = value_new(trace->op.arena, VALUE_RECORD);
	const struct value **own =
	    arena_new(trace->op.arena, const struct value *, COUNT_OF(parts));
	memcpy(own, parts, sizeof parts);
	record->record = (struct record){"Field", names, own, COUNT_OF(parts)};
	return record;
}

static const struct value *fields_of(struct trace *trace, const struct call_arguments *arguments)
{
	const struct class_value *class = dataclass_of(argument(arguments, 0));
	if (!class)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("must be called with a dataclass type or instance"));
	const struct value **items =
	    arena_new(trace->op.arena, const struct value *, class->nfields);
	for (uint32_t i = 0; i < class->nfields; i++)
		items[i] = field_record(trace, &class->fields[i]);
	return value_sequence(trace->op.arena, VALUE_TUPLE, items, class->nfields);
}

static const struct value *fill_fields(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *object = argument(arguments, 0), *given = argument(arguments, 1);
	const struct value *positional = argument(arguments, 2), *class = argument(arguments, 3);
	const struct given all = {.positional = positional->list,
	                          .keywords = given->dict.pairs,
	                          .nkeywords = given->dict.count,
	                          .at = arguments->at};
	if (object->kind != VALUE_OBJECT)
		return trace_unknown(trace, "the __init__ of a dataclass with this");
	if (class->kind == VALUE_NONE)
		class = object->object.class;
	return init_fields(trace, class, object, &all) ? &value_none : NULL;
}

/* super().__init__ where a dataclass wrote it. */
static const struct value *init_of_super(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const struct value *super = argument(arguments, 0), *items = argument(arguments, 1),
			   *named = argument(arguments, 2);
	const struct value *object = super->object.fields;
	const struct value *class = written_init_after(class_of(object), super->object.class);
	const struct given all = {items->list, named->dict.pairs, named->dict.count, arguments->at,
	                          arguments->call};
	return init_fields(trace, class, object, &all) ? &value_none : NULL;
}

static const struct value *is_dataclass(struct trace *trace, const struct call_arguments *arguments)
{
	return value_bool(dataclass_of(argument(arguments, 0)));
}

/* Whether a class has the fields of another as they are, and so its __init__ too: it is that class,
 * or derived from it without a decorator of its own. */
static const struct value *inherits_fields(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	const struct class_value *class = dataclass_of(argument(arguments, 0)),
				 *other = dataclass_of(argument(arguments, 1));
	return value_bool(class && other && class->fields == other->fields);
}

static const struct value *missing(struct trace *trace, const struct call_arguments *arguments)
{
	return &missing_default;
}

/* namedtuple(name, fields, defaults), of lists; a default is of one of the last fields. */
static const struct value *make_class(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value_list *names = &argument(arguments, 1)->list,
				*defaults = &argument(arguments, 2)->list;
	struct class_field *fields = arena_new(trace->op.arena, struct class_field, names->count);
	uint32_t without =
	    names->count - (defaults->count < names->count ? defaults->count : names->count);
	for (uint32_t i = 0; i < names->count; i++) {
		if (names->items[i]->kind != VALUE_STRING)
			return trace_unknown(trace, "a named tuple whose fields are not texts");
		fields[i].name = names->items[i]->string;
		if (i >= without)
			fields[i].default_value = defaults->items[i - without];
	}
	return named_tuple_class(trace, argument(arguments, 0)->string, fields, names->count);
}

/* A named tuple like this one with other items. */
static const struct value *tuple_with(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value_list *items = &argument(arguments, 1)->list;
	return value_named_tuple(trace->op.arena, argument(arguments, 0)->named, items->items,
	                         items->count);
}

static const struct value *names_of(struct trace *trace, const struct tuple_names *named,
                                    uint32_t count)
{
	const struct value **items = arena_new(trace->op.arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++)
		items[i] = text(trace, str_of(named->names[i]));
	return value_sequence(trace->op.arena, VALUE_TUPLE, items, count);
}

static const struct value *tuple_fields(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *self = argument(arguments, 0);
	return names_of(trace, self->named, self->list.count);
}

static const struct value *class_fields(struct trace *trace, const struct call_arguments *arguments)
{
	const struct class_value *class = argument(arguments, 0)->class;
	return names_of(trace, class->named, class->nfields);
}

const struct function_row library_python_dataclasses[] = {
    MODULE("dataclasses"),
    FUNCTION("dataclass",
             "cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, "
             "frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False",
             dataclass),
    FUNCTION("field",
             "*, default='_missing', default_factory='_missing', init=True, repr=True, hash=None, "
             "compare=True, metadata=None, kw_only='_missing'",
             field, .takes_unknown = true),
    FUNCTION("asdict", "obj, *, dict_factory=None", asdict, .takes_unknown = true),
    FUNCTION("fields", "class_or_instance", fields_of),
    FUNCTION("is_dataclass", "obj", is_dataclass),
    VALUE("MISSING", missing),
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("make_dataclass",
             "cls, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, "
             "frozen=False, match_args=True, kw_only=False, slots=False, inherited=()",
             make_dataclass),
    FUNCTION("dataclass_field",
             "*, default='_missing', default_factory='_missing', init=True, repr=True, hash=None, "
             "compare=True, metadata=None, kw_only='_missing'",
             field, .takes_unknown = true),
    FUNCTION("dataclass_fields", "x", fields_of),
    FUNCTION("is_dataclass", "x", is_dataclass),
    FUNCTION("inherits_fields", "cls, other", inherits_fields),
    FUNCTION("fill_fields", "x, given, args=(), cls=None", fill_fields, .takes_unknown = true),
    FUNCTION("named_tuple_class", "name, fields, defaults", make_class, .takes_unknown = true),
    FUNCTION("tuple_with", "like, items", tuple_with, .takes_unknown = true),
    MODULE("<named tuple>"),
    VALUE("_fields", tuple_fields),
    MODULE("<named tuple class>"),
    VALUE("_fields", class_fields),
    MODULE("<dataclass>"),
    FUNCTION("__init__", "self, /, *args, **kwargs", init_of_super, .takes_unknown = true),
    TABLE_END,
};

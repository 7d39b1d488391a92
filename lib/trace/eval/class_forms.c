/* SPDX-License-Identifier: Apache-2.0 */
/* Enumerations and named tuples. CPython: Lib/enum.py, Lib/collections/__init__.py. */
#include "trace/convert/iterate.h"

#include <assert.h>
#include <inttypes.h>
#include "trace/eval/object.h"
#include "trace/module/bind.h"
#include "trace/state/builtin_class.h"
#include "trace/state/failure.h"

/* Whether what a body gives a name is a member: no method, and no name of Python's own or private
 * one. CPython: enum.py EnumDict.__setitem__. */
static bool is_member(struct str name, const struct value *value)
{
	bool own = str_starts_with(name, STR("__")) ||
	           (str_starts_with(name, STR("_")) && name.s[name.len - 1] == '_');
	return !own && value->kind != VALUE_FUNCTION && value->kind != VALUE_DESCRIPTOR &&
	       value->kind != VALUE_CLASS;
}

/* Whether it is what auto() gives. */
static bool is_automatic(const struct value *value)
{
	return value->kind == VALUE_RECORD && strcmp(value->record.class_name, "auto") == 0;
}

/* The name in small letters. */
static const struct value *lower(struct arena *arena, struct str name)
{
	char *bytes = arena_alloc(arena, 1, name.len + 1, 1);
	for (size_t i = 0; i < name.len; i++)
		bytes[i] = (char)(name.s[i] >= 'A' && name.s[i] <= 'Z' ? name.s[i] - 'A' + 'a'
		                                                       : name.s[i]);
	return value_string(arena, (struct str){bytes, name.len});
}

/* The lowest bit above all that the number has. */
static int64_t bit_above(int64_t number)
{
	int64_t bit = 1;
	while (bit <= number && bit <= INT32_MAX)
		bit *= 2;
	return bit;
}

/* What auto() stands for: the next bit or the next number, or the name. CPython: enum.py
 * _generate_next_value_. */
static const struct value *automatic_value(struct trace *trace, const struct value *base,
                                           const struct scope *scope, struct str name)
{
	int64_t highest = 0;
	if (class_is(base, "StrEnum"))
		return lower(trace->op.arena, name);
	for (uint32_t i = 0; i < scope->count; i++) {
		const struct value *value = scope->bindings[i].value;
		if (!value || !is_member(scope->bindings[i].name, value) || is_automatic(value))
			continue;
		if (value->kind != VALUE_INT || value->integer >= INT32_MAX)
			return &value_unknown;
		highest = value->integer > highest ? value->integer : highest;
	}
	bool flags = class_is(base, "Flag") || class_is(base, "IntFlag");
	return value_int(trace->op.arena, flags ? bit_above(highest) : highest + 1);
}

void number_members(struct trace *trace, const struct value *base, struct scope *scope)
{
	bool own = class_find(base, STR("_generate_next_value_")) ||
	           scope_get(scope, STR("_generate_next_value_"));
	for (uint32_t i = 0; i < scope->count; i++)
		if (scope->bindings[i].value && is_automatic(scope->bindings[i].value))
			scope->bindings[i].value =
			    own ? &value_unknown
				: automatic_value(trace, base, scope, scope->bindings[i].name);
}

/* The value of a member, as the class of its values makes it. */
static const struct value *member_value(struct trace *trace, const struct value *class,
                                        const struct value *value)
{
	const struct value *mixed = class->class->mixed;
	if (mixed && mixed->kind == VALUE_BUILTIN && strcmp(mixed->builtin->name, "str") == 0)
		return value_str_value(trace, value);
	return value;
}

static const struct value *make_member(struct trace *trace, const struct value *class,
                                       const struct value *name, const struct value *value)
{
	struct value *member = value_object(trace->op.arena, class);
	struct value *fields = value_new(trace->op.arena, VALUE_DICT);
	dict_set(trace, fields, value_string(trace->op.arena, STR("name")), name);
	dict_set(trace, fields, value_string(trace->op.arena, STR("value")), value);
	dict_set(trace, fields, value_string(trace->op.arena, STR("_name_")), name);
	dict_set(trace, fields, value_string(trace->op.arena, STR("_value_")), value);
	member->object.fields = fields;
	return member;
}

static const struct value *finish_enum(struct trace *trace, struct value *class)
{
	struct class_value *facts = class->class;
	const struct value *names = facts->names;
	facts->form = CLASS_ENUM;
	facts->members = value_new(trace->op.arena, VALUE_DICT);
	if (!facts->mixed && (class_is(class, "IntEnum") || class_is(class, "StrEnum") ||
	                      class_is(class, "IntFlag")))
		facts->mixed = class;
	for (uint32_t i = 0; i < names->dict.count; i++) {
		const struct value *name = names->dict.pairs[i].key;
		const struct value *value = names->dict.pairs[i].value;
		if (name->kind != VALUE_STRING || !is_member(name->string, value))
			continue;
		value = member_value(trace, class, value);
		const struct value *member = NULL;
		for (uint32_t j = 0; !member && j < facts->members->dict.count; j++)
			if (value_equal(enum_value(facts->members->dict.pairs[j].value), value))
				member = facts->members->dict.pairs[j].value;
		dict_set(trace, facts->members, name,
		         member ? member : make_member(trace, class, name, value));
	}
	return class;
}

/* The member of several flags; NULL when some of the bits are no flags, which an IntFlag keeps.
 * CPython: enum.py Flag._missing_. */
static const struct value *combined_flags(struct trace *trace, const struct value *class,
                                          const struct value *value)
{
	const struct value *members = class->class->members;
	struct buf name = op_buf(&trace->op);
	int64_t bits = value->kind == VALUE_INT ? value->integer : -1, left = bits;
	if (bits < 0 || !(class_is(class, "Flag") || class_is(class, "IntFlag")))
		return NULL;
	for (uint32_t i = 0; i < members->dict.count; i++) {
		const struct value *one = enum_value(members->dict.pairs[i].value);
		if (!one || one->kind != VALUE_INT || !one->integer ||
		    (one->integer & left) != one->integer)
			continue;
		left &= ~one->integer;
		buf_printf(&name, "%s%.*s", name.len ? "|" : "",
		           STR_ARG(members->dict.pairs[i].key->string));
	}
	if (left && !class_is(class, "IntFlag"))
		return NULL;
	if (left)
		buf_printf(&name, "%s%" PRId64, name.len ? "|" : "", left);
	const struct value *named =
	    bits ? value_string(trace->op.arena, buf_str(&name)) : &value_none;
	return make_member(trace, class, named, value);
}

const struct value *enum_member(struct trace *trace, const struct value *class,
                                const struct value *value)
{
	assert(class->kind == VALUE_CLASS && class->class->members);
	const struct value *members = class->class->members;
	for (uint32_t i = 0; i < members->dict.count; i++) {
		const struct value *member = members->dict.pairs[i].value;
		const struct value *own = enum_value(member);
		if (member == value || (own && value_equal(own, value)))
			return member;
		if (!own)
			return trace_unknown(trace, "a member that has lost its value");
	}
	const struct value *flags = combined_flags(trace, class, value);
	if (value->kind == VALUE_UNKNOWN || flags)
		return flags ? flags : value;
	const struct value *missing = class_find(class, STR("_missing_"));
	if (missing)
		return trace_unknown(trace, "what _missing_ gives is not followed");
	return trace_refuse(
	    trace, RULE_PROGRAM_ERROR, "ValueError",
	    TEXT("{} is not a valid {}", value_repr(value), class_short_name(class)));
}

static const struct value *finish_named_tuple(struct trace *trace, struct value *class)
{
	struct class_value *facts = class->class;
	struct tuple_names *named = arena_new(trace->op.arena, struct tuple_names, 1);
	const char **names = arena_new(trace->op.arena, const char *, facts->nfields);
	for (uint32_t i = 0; i < facts->nfields; i++)
		names[i] = str_copy(trace->op.arena, facts->fields[i].name).s;
	*named = (struct tuple_names){class_short_name(class).s, names, class};
	facts->form = CLASS_NAMED_TUPLE;
	facts->named = named;
	return class;
}

const struct value *finish_class(struct trace *trace, struct value *class)
{
	assert(class->kind == VALUE_CLASS);
	struct class_value *facts = class->class;
	if (class_is(class, "Enum"))
		return finish_enum(trace, class);
	for (uint32_t i = 1; i < facts->norder; i++) {
		const struct class_value *base = facts->order[i]->class;
		if (base->form == CLASS_NAMED_TUPLE) {
			facts->fields = base->fields;
			facts->nfields = base->nfields;
			return finish_named_tuple(trace, class);
		}
		if (i == 1 && base->is_builtin && strcmp(base->name.s, "NamedTuple") == 0)
			return finish_named_tuple(trace, class);
	}
	return class;
}

const struct value *named_tuple_class(struct trace *trace, struct str name,
                                      struct class_field *fields, uint32_t count)
{
	assert(fields || !count);
	const struct value *base = builtin_class(trace, STR("NamedTuple"));
	struct value *class = value_class(trace->op.arena, name, &base, 1);
	class->class->fields = class->class->own = fields;
	class->class->nfields = class->class->nown = count < MAX_FIELDS ? count : MAX_FIELDS;
	return finish_class(trace, class);
}

const struct value *named_tuple_of_pairs(struct trace *trace, const struct given *given)
{
	const struct value *const *items = given->positional.items;
	struct value_list pairs;
	if (given->positional.count != 2 || given->nkeywords || items[0]->kind != VALUE_STRING ||
	    !value_items(items[1]))
		return trace_unknown(trace, "a named tuple made of this is not known");
	pairs = items[1]->list;
	struct class_field *fields =
	    arena_new(trace->op.arena, struct class_field, (size_t)pairs.count + 1);
	for (uint32_t i = 0; i < pairs.count; i++) {
		const struct value *pair = pairs.items[i];
		if (!value_items(pair) || pair->list.count != 2 ||
		    pair->list.items[0]->kind != VALUE_STRING)
			return trace_unknown(trace, "a named tuple made of this is not known");
		fields[i].name = pair->list.items[0]->string;
	}
	return named_tuple_class(trace, items[0]->string, fields, pairs.count);
}

/* The name of the class that gives it its fields: of those that it derives from, the one that is no
 * named tuple by another. */
static const char *first_named(const struct class_value *facts)
{
	for (uint32_t i = facts->norder; i-- > 0;) {
		const struct class_value *one = facts->order[i]->class;
		if (one->form == CLASS_NAMED_TUPLE && one->named)
			return one->named->class_name;
	}
	return facts->named->class_name;
}

const struct value *make_named_tuple(struct trace *trace, const struct value *class,
                                     const struct given *given)
{
	assert(class->kind == VALUE_CLASS && class->class->named);
	const struct class_value *facts = class->class;
	struct formal formals[MAX_PARAMETERS];
	const struct value *values[MAX_PARAMETERS];
	struct arena *arena = trace->op.arena;
	struct given all = *given;
	if (facts->nfields == MAX_FIELDS)
		return trace_unknown(trace, "a class of %d fields or more", MAX_FIELDS);
	const struct value **items =
	    arena_new(arena, const struct value *, (size_t)given->positional.count + 1);
	formals[0] = (struct formal){STR("_cls"), PARAMETER_NORMAL, NULL};
	items[0] = class;
	for (uint32_t i = 0; i < given->positional.count; i++)
		items[i + 1] = given->positional.items[i];
	for (uint32_t i = 0; i < facts->nfields; i++)
		formals[i + 1] = (struct formal){facts->fields[i].name, PARAMETER_NORMAL,
		                                 facts->fields[i].default_value};
	all.positional = (struct value_list){items, given->positional.count + 1};
	struct str name = str_format(arena, "%s.__new__", first_named(facts));
	if (!bind_arguments(trace, (struct callee){name, NULL}, formals, facts->nfields + 1, &all,
	                    values))
		return NULL;
	const struct value **kept = arena_new(arena, const struct value *, facts->nfields);
	for (uint32_t i = 0; i < facts->nfields; i++)
		kept[i] = values[i + 1];
	return value_named_tuple(arena, facts->named, kept, facts->nfields);
}

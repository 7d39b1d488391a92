/* SPDX-License-Identifier: Apache-2.0 */
/* Methods of lists, tuples, dicts, sets and texts. Those that change an object do so in place. */
#include "library/python/python.h"

#include <assert.h>
#include "trace/eval/equality.h"
#include "trace/eval/object.h"
#include "trace/eval/statement.h"
#include "trace/state/work.h"
#include "program/lex/bytes.h"
#include "trace/value/dict_view.h"

static struct value *self_of(struct trace *trace, const struct call_arguments *arguments)
{
	return value_changed(trace, argument(arguments, 0));
}

/* Puts items into a list in front of item `at`. */
static void insert_items(struct trace *trace, struct value *list, uint32_t at,
                         const struct value_list *more)
{
	assert(list->kind == VALUE_LIST && at <= list->list.count);
	uint32_t count = list->list.count + more->count;
	charge_items(trace, count);
	const struct value **items = arena_new(trace->op.arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++)
		items[i] = i < at                 ? list->list.items[i]
		           : i < at + more->count ? more->items[i - at]
		                                  : list->list.items[i - more->count];
	list_replace(list, &(struct value_list){items, count});
}

static void remove_item(struct trace *trace, struct value *list, uint32_t at)
{
	assert(list->kind == VALUE_LIST && at < list->list.count);
	uint32_t count = list->list.count - 1;
	if (at == count) {
		list_replace(list, &(struct value_list){list->list.items, count});
		return;
	}
	charge_items(trace, count);
	const struct value **items = arena_new(trace->op.arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++)
		items[i] = list->list.items[i < at ? i : i + 1];
	list_replace(list, &(struct value_list){items, count});
}

static const struct value *append(struct trace *trace, const struct call_arguments *arguments)
{
	struct value *list = self_of(trace, arguments);
	list_append(trace, list, argument(arguments, 1));
	return &value_none;
}

static const struct value *extend(struct trace *trace, const struct call_arguments *arguments)
{
	struct value *list = self_of(trace, arguments);
	struct value_list items;
	if (!trace_iterate(trace, argument(arguments, 1), &items)) {
		forget_object(trace, list);
		return failed_or_unknown(trace);
	}
	insert_items(trace, list, list->list.count, &items);
	return &value_none;
}

static const struct value *insert(struct trace *trace, const struct call_arguments *arguments)
{
	struct value *list = self_of(trace, arguments);
	const struct value *item = argument(arguments, 2);
	int64_t at, count = list->list.count;
	if (!value_to_int(trace, argument(arguments, 1), &at)) {
		forget_object(trace, list);
		return NULL;
	}
	at = at < 0 ? at + count : at;
	at = at < 0 ? 0 : at > count ? count : at;
	insert_items(trace, list, (uint32_t)at, &(struct value_list){&item, 1});
	return &value_none;
}

static const struct value *pop(struct trace *trace, const struct call_arguments *arguments)
{
	struct value *list = self_of(trace, arguments);
	int64_t at, count = list->list.count;
	if (!value_to_int(trace, argument(arguments, 1), &at)) {
		forget_object(trace, list);
		return NULL;
	}
	if (count == 0)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "IndexError",
		                    TEXT("pop from empty list"));
	if (at < -count || at >= count)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "IndexError",
		                    TEXT("pop index out of range"));
	at = at < 0 ? at + count : at;
	const struct value *item = list->list.items[at];
	remove_item(trace, list, (uint32_t)at);
	return item;
}

static const struct value *reverse(struct trace *trace, const struct call_arguments *arguments)
{
	struct value *list = self_of(trace, arguments);
	uint32_t count = list->list.count;
	const struct value **items = arena_new(trace->op.arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++)
		items[i] = list->list.items[count - 1 - i];
	list_replace(list, &(struct value_list){items, count});
	return &value_none;
}

static const struct value *copy_list(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *list = argument(arguments, 0);
	return value_sequence(trace->op.arena, list->kind, list->list.items, list->list.count);
}

/* index(x) and count(x) of tuples and lists. */
static const struct value *find(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *list = argument(arguments, 0), *wanted = argument(arguments, 1);
	bool counting = strcmp(arguments->row->name, "count") == 0;
	int64_t found = 0, first = 0, last = list->list.count;
	if (!counting && (!value_to_int(trace, argument(arguments, 2), &first) ||
	                  (argument(arguments, 3)->kind != VALUE_NONE &&
	                   !value_to_int(trace, argument(arguments, 3), &last))))
		return NULL;
	first = first < 0 ? first + list->list.count : first;
	last = last < 0 ? last + list->list.count : last;
	for (int64_t i = first < 0 ? 0 : first; i < last && i < list->list.count; i++) {
		bool equal;
		if (!values_equal(trace, list->list.items[i], wanted, &equal))
			return failed_or_unknown(trace);
		if (equal && !counting)
			return value_int(trace->op.arena, i);
		found += equal;
	}
	if (counting)
		return value_int(trace->op.arena, found);
	struct buf text = op_buf(&trace->op);
	if (list->kind == VALUE_TUPLE)
		buf_puts(&text, "tuple.index(x): x not in tuple");
	else
		value_text(&text, trace->op.rules, wanted);
	return trace_refuse(
	    trace, RULE_PROGRAM_ERROR, "ValueError",
	    TEXT("{}{}", &text, list->kind == VALUE_TUPLE ? "" : " is not in list"));
}

/* Views, but for preludes, whose code may take them for lists. */
static const struct value *view(struct trace *trace, const struct value *dict, enum dict_part part)
{
	return trace->prelude ? dict_part_list(trace->op.arena, dict, part)
	                      : dict_view_new(trace->op.arena, dict, part);
}

static const struct value *keys(struct trace *trace, const struct call_arguments *arguments)
{
	return view(trace, argument(arguments, 0), DICT_KEYS);
}

static const struct value *values(struct trace *trace, const struct call_arguments *arguments)
{
	return view(trace, argument(arguments, 0), DICT_VALUES);
}

static const struct value *items(struct trace *trace, const struct call_arguments *arguments)
{
	return view(trace, argument(arguments, 0), DICT_ITEMS);
}

/* What there is under a key that is not known. */
static const struct value *value_at(struct trace *trace, const struct value *key)
{
	const struct value *foreign = value_foreign_part(key);
	return foreign ? value_foreign_as(trace->op.arena, foreign, VALUE_UNKNOWN) : &value_unknown;
}

/* The same, where the dict is changed there. */
static const struct value *get_at(struct trace *trace, const struct value *dict,
                                  const struct value *key)
{
	forget_at(trace, dict, key);
	return value_at(trace, key);
}

static const struct value *get(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *dict = argument(arguments, 0);
	const struct value *key = hashed_item(trace, dict, argument(arguments, 1));
	const struct value *found = key ? dict_get(dict, key) : NULL;
	if (!key)
		return failed_or_unknown(trace);
	if (value_has_unknown(key))
		return value_at(trace, key);
	if (!found && dict->open)
		return value_foreign(trace->op.arena, STR("globals(…).get(…)"));
	return found ? found : argument(arguments, 2);
}

static const struct value *pop_key(struct trace *trace, const struct call_arguments *arguments)
{
	struct value *dict = self_of(trace, arguments);
	const struct value *key = hashed_item(trace, dict, argument(arguments, 1));
	const struct value *otherwise = argument(arguments, 2);
	if (!key)
		return failed_or_unknown(trace);
	const struct value *found = dict_get(dict, key);
	if (value_has_unknown(key))
		return get_at(trace, dict, key);
	if (!found && is_missing(otherwise))
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "KeyError",
		              TEXT("{}", value_repr(key)));
	(void)dict_remove(trace, dict, key);
	return found ? found : otherwise;
}

static const struct value *set_default(struct trace *trace, const struct call_arguments *arguments)
{
	struct value *dict = self_of(trace, arguments);
	const struct value *key = hashed_item(trace, dict, argument(arguments, 1));
	const struct value *found = key ? dict_get(dict, key) : NULL;
	if (!key)
		return failed_or_unknown(trace);
	if (value_has_unknown(key))
		return get_at(trace, dict, key);
	if (!found)
		dict_set(trace, dict, key, argument(arguments, 2));
	return found ? found : argument(arguments, 2);
}

static const struct value *copy_dict(struct trace *trace, const struct call_arguments *arguments)
{
	return dict_copy(trace, argument(arguments, 0));
}

static const struct value *join(struct trace *trace, const struct call_arguments *arguments)
{
	struct buf text = op_buf(&trace->op);
	struct value_list items;
	if (!trace_iterate(trace, argument(arguments, 1), &items))
		return failed_or_unknown(trace);
	for (uint32_t i = 0; i < items.count; i++) {
		const struct value *item = enum_plain(items.items[i]);
		if (item->kind == VALUE_UNKNOWN)
			return item;
		if (item->kind != VALUE_STRING)
			return trace_refuse(
			    trace, RULE_PROGRAM_ERROR, "TypeError",
			    TEXT("sequence item {}: expected str instance, {} found", i,
			         value_class_name(items.items[i])));
		if (text.len > MAX_TEXT)
			return trace_unknown(trace, "a text of more than %d bytes", MAX_TEXT);
		if (i)
			buf_add(&text, argument(arguments, 0)->string);
		buf_add(&text, item->string);
	}
	return value_string(trace->op.arena, buf_str(&text));
}

/* The function of the same name in prelude/python/texts.py, for what is not done here. */
static const struct value *text_within(struct trace *trace, const struct call_arguments *arguments)
{
	return library_call(trace, "<text within>", arguments->row->name, arguments->values,
	                    arguments->count, arguments->at);
}

/* startswith and endswith. */
static const struct value *begins_or_ends(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const struct value *part = argument(arguments, 1);
	struct str text = argument(arguments, 0)->string;
	if (part->kind != VALUE_STRING || argument_given(arguments, 2))
		return text_within(trace, arguments);
	bool begins = strcmp(arguments->row->name, "startswith") == 0;
	return value_bool(begins ? str_starts_with(text, part->string)
	                         : str_ends_with(text, part->string));
}

static bool is_white(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Words between white space; the rest as it stands once there are `most`. */
static uint32_t split_words(struct trace *trace, struct str text, int64_t most,
                            const struct value **items)
{
	uint32_t count = 0;
	for (size_t at = 0;;) {
		while (at < text.len && is_white(text.s[at]))
			at++;
		size_t end = at;
		if (at == text.len)
			return count;
		if (most >= 0 && count >= most)
			end = text.len;
		while (end < text.len && !is_white(text.s[end]))
			end++;
		items[count++] = value_string(trace->op.arena, str_slice(text, at, end));
		at = end;
	}
}

/* Words between white space, or parts between a separator. */
static const struct value *split(struct trace *trace, const struct call_arguments *arguments)
{
	struct str text = argument(arguments, 0)->string;
	const struct value *separator = argument(arguments, 1);
	int64_t most;
	uint32_t count = 0;
	if (!value_to_int(trace, argument(arguments, 2), &most))
		return NULL;
	charge_value(trace, argument(arguments, 0));
	charge_items(trace, text.len / 2);
	const struct value **items = arena_new(trace->op.arena, const struct value *, text.len + 1);
	if (separator->kind == VALUE_NONE) {
		count = split_words(trace, text, most, items);
		return value_sequence(trace->op.arena, VALUE_LIST, items, count);
	}
	if (separator->kind != VALUE_STRING)
		return trace_unknown(trace, "str.split by this separator is not known");
	if (!separator->string.len)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("empty separator"));
	for (size_t at = 0; at <= text.len;) {
		size_t end =
		    most >= 0 && count >= most ? text.len : str_search(text, separator->string, at);
		items[count++] = value_string(trace->op.arena, str_slice(text, at, end));
		at = end + separator->string.len;
	}
	return value_sequence(trace->op.arena, VALUE_LIST, items, count);
}

/* find and index, rfind and rindex, and count, of a text in another. */
static const struct value *find_text(struct trace *trace, const struct call_arguments *arguments)
{
	const char *name = arguments->row->name;
	struct str text = argument(arguments, 0)->string;
	const struct value *part = argument(arguments, 1);
	bool last = name[0] == 'r', counts = strcmp(name, "count") == 0;
	int64_t found = -1, count = 0;
	if (part->kind != VALUE_STRING || argument_given(arguments, 3) ||
	    argument(arguments, 2)->kind != VALUE_INT || argument(arguments, 2)->integer < 0 ||
	    utf8_ascii_length(text) != text.len || part->string.len == 0)
		return text_within(trace, arguments);
	size_t from = (size_t)argument(arguments, 2)->integer, step = part->string.len;
	charge_value(trace, argument(arguments, 0));
	charge_items(trace, text.len);
	for (size_t at = from; at < text.len; at += counts ? step : 1) {
		at = str_search(text, part->string, at);
		if (at == text.len || (charge_items(trace, step), !work_left(trace)))
			break;
		found = (int64_t)at;
		count++;
		if (!last && !counts)
			break;
	}
	if (found < 0 && strstr(name, "index"))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("substring not found"));
	return value_int(trace->op.arena, counts ? count : found);
}

/* lower, upper and capitalize, of ASCII letters. */
static const struct value *change_case(struct trace *trace, const struct call_arguments *arguments)
{
	const char *name = arguments->row->name;
	struct str text = argument(arguments, 0)->string;
	struct buf out = op_buf(&trace->op);
	if (utf8_ascii_length(text) != text.len)
		return &value_unknown;
	for (size_t i = 0; i < text.len; i++) {
		char small = lower_case(text.s[i]);
		bool upper = strcmp(name, "upper") == 0 || (strcmp(name, "capitalize") == 0 && !i);
		bool letter = small >= 'a' && small <= 'z';
		buf_putc(&out, upper && letter ? (char)(small - 'a' + 'A') : small);
	}
	return value_string(trace->op.arena, buf_str(&out));
}

/* strip, lstrip and rstrip of white space. */
static const struct value *strip(struct trace *trace, const struct call_arguments *arguments)
{
	struct str text = argument(arguments, 0)->string, core = str_trim(text);
	const char *name = arguments->row->name;
	if (argument(arguments, 1)->kind != VALUE_NONE)
		return library_call(trace, "<stripped>", name, arguments->values, 2, arguments->at);
	size_t start = (size_t)(core.s - text.s), end = start + core.len;
	if (core.len == 0)
		start = end = text.len;
	if (strcmp(name, "lstrip") == 0)
		end = text.len;
	if (strcmp(name, "rstrip") == 0)
		start = 0;
	return value_string(trace->op.arena, str_slice(text, start, end));
}

static const struct value *replace(struct trace *trace, const struct call_arguments *arguments)
{
	struct str text = argument(arguments, 0)->string;
	const struct value *old = argument(arguments, 1), *new = argument(arguments, 2);
	struct buf out = op_buf(&trace->op);
	if (old->kind != VALUE_STRING || new->kind != VALUE_STRING || old->string.len == 0 ||
	    argument_given(arguments, 3))
		return text_within(trace, arguments);
	charge_value(trace, argument(arguments, 0));
	for (size_t at = 0, next; at < text.len; at = next + old->string.len) {
		next = str_search(text, old->string, at);
		buf_add(&out, str_slice(text, at, next));
		if (next < text.len)
			buf_add(&out, new->string);
		if (out.len > MAX_TEXT)
			return trace_unknown(trace, "a text of more than %d bytes", MAX_TEXT);
	}
	return value_string(trace->op.arena, buf_str(&out));
}

/* The value that a field of str.format names: "", "0", "name", "name.part", "0[key]". */
static const struct value *format_field(struct trace *trace, const struct call_arguments *arguments,
                                        struct str name, uint32_t *next)
{
	const struct value_list *given = &argument(arguments, 1)->list;
	size_t end = 0;
	int64_t index;
	while (end < name.len && name.s[end] != '.' && name.s[end] != '[')
		end++;
	struct str first = str_slice(name, 0, end);
	const struct value *value = NULL;
	if (!first.len || str_to_int64(first, &index)) {
		index = first.len ? index : (*next)++;
		if (index < 0 || index >= given->count)
			return trace_refuse(trace, RULE_PROGRAM_ERROR, "IndexError",
			                    TEXT("Replacement index {} out of range for "
			                         "positional args tuple",
			                         index));
		value = given->items[index];
	} else {
		value = dict_get_text(argument(arguments, 2), first);
		if (!value)
			return trace_refuse(trace, RULE_PROGRAM_ERROR, "KeyError",
			                    TEXT("{repr}", first));
	}
	if (end == name.len)
		return value;
	while (value && end < name.len) {
		char mark = name.s[end];
		size_t start = end + 1;
		for (end = start; end < name.len && !strchr(mark == '[' ? "]" : ".[", name.s[end]);)
			end++;
		struct str part = str_slice(name, start, end);
		end += mark == '[' && end < name.len;
		const struct value *key = str_to_int64(part, &index)
		                              ? value_int(trace->op.arena, index)
		                              : value_string(trace->op.arena, part);
		value = mark == '['   ? subscript_value(trace, value, key, arguments->at)
		        : mark == '.' ? trace_attribute(trace, value, part, arguments->at)
		                      : &value_unknown;
	}
	return value;
}

/* Adds the field between two braces; false after an error. */
static bool add_format_field(struct trace *trace, const struct call_arguments *arguments,
                             struct str field, struct buf *out, uint32_t *next, bool *unknown)
{
	size_t colon = str_find(field, ':', 0), mark = str_find(field, '!', 0);
	mark = mark < colon ? mark : colon;
	const struct value *value = format_field(trace, arguments, str_slice(field, 0, mark), next);
	struct str spec = colon < field.len ? str_slice(field, colon + 1, field.len) : STR("");
	if (value && mark < colon && mark + 1 < field.len)
		value = field.s[mark + 1] == 's' ? value_str_value(trace, value)
		                                 : value_repr_value(trace, value);
	value = value ? value_formatted(trace, value, spec) : NULL;
	if (value && value->kind == VALUE_STRING) {
		buf_add(out, value->string);
		return true;
	}
	*unknown = true;
	trace->op.error.unknown = false;
	return !trace->op.error.raised;
}

static const struct value *format(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *self = argument(arguments, 0);
	struct buf out = op_buf(&trace->op);
	bool unknown = self->kind != VALUE_STRING;
	uint32_t next = 0;
	struct str text = unknown ? STR("") : self->string;
	for (size_t at = 0; at < text.len;) {
		char c = text.s[at];
		bool brace = c == '{' || c == '}';
		bool doubled = brace && at + 1 < text.len && text.s[at + 1] == c;
		if (c != '{' || doubled) {
			buf_putc(&out, c);
			at += doubled ? 2 : 1;
			continue;
		}
		size_t end = str_find(text, '}', at);
		struct str field = str_slice(text, at + 1, end);
		if (end == text.len || str_find(field, '{', 0) < field.len)
			return &value_unknown;
		if (!add_format_field(trace, arguments, field, &out, &next, &unknown))
			return NULL;
		at = end + 1;
	}
	return unknown ? &value_unknown : value_string(trace->op.arena, buf_str(&out));
}

const struct function_row library_python_methods[] = {
    MODULE("list"),
    FUNCTION("append", "self, object, /", append, .takes_unknown = true,
             .python_name = "list.append"),
    FUNCTION("extend", "self, iterable, /", extend, .takes_unknown = true),
    FUNCTION("insert", "self, index, object, /", insert, .takes_unknown = true),
    FUNCTION("pop", "self, index=-1, /", pop, .takes_unknown = true),
    FUNCTION("reverse", "self, /", reverse, .takes_unknown = true),
    FUNCTION("copy", "self, /", copy_list, .takes_unknown = true),
    FUNCTION("index", "self, value, start=0, stop=None, /", find),
    FUNCTION("count", "self, value, /", find),
    MODULE("tuple"),
    FUNCTION("index", "self, value, start=0, stop=None, /", find),
    FUNCTION("count", "self, value, /", find),
    MODULE("dict"),
    FUNCTION("keys", "self, /", keys, .takes_unknown = true),
    FUNCTION("values", "self, /", values, .takes_unknown = true),
    FUNCTION("items", "self, /", items, .takes_unknown = true),
    FUNCTION("get", "self, key, default=None, /", get, .takes_unknown = true),
    FUNCTION("pop", "self, key, default=_missing, /", pop_key, .takes_unknown = true),
    FUNCTION("setdefault", "self, key, default=None, /", set_default, .takes_unknown = true),
    FUNCTION("copy", "self, /", copy_dict, .takes_unknown = true),
    MODULE("str"),
    FUNCTION("join", "self, iterable, /", join),
    FUNCTION("startswith", "self, prefix, start=0, end=None, /", begins_or_ends),
    FUNCTION("endswith", "self, suffix, start=0, end=None, /", begins_or_ends),
    FUNCTION("split", "self, sep=None, maxsplit=-1", split),
    FUNCTION("find", "self, sub, start=0, end=None, /", find_text),
    FUNCTION("index", "self, sub, start=0, end=None, /", find_text),
    FUNCTION("rfind", "self, sub, start=0, end=None, /", find_text),
    FUNCTION("rindex", "self, sub, start=0, end=None, /", find_text),
    FUNCTION("count", "self, sub, start=0, end=None, /", find_text),
    FUNCTION("lower", "self, /", change_case),
    FUNCTION("upper", "self, /", change_case),
    FUNCTION("capitalize", "self, /", change_case),
    FUNCTION("strip", "self, chars=None, /", strip),
    FUNCTION("lstrip", "self, chars=None, /", strip),
    FUNCTION("rstrip", "self, chars=None, /", strip),
    FUNCTION("replace", "self, old, new, count=-1, /", replace),
    FUNCTION("format", "self, /, *args, **kwargs", format, .takes_unknown = true),
    TABLE_END,
};

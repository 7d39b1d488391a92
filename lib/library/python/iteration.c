/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of Python that go through values, and ask about them. What is lazy in Python is a
 * list here. */

#include "library/python/python.h"

#include <assert.h>
#include "library/placement/placement.h"
#include "trace/state/builtin_class.h"
#include "trace/state/work.h"
#include "trace/convert/advance.h"
#include "trace/convert/special_names.h"
#include "trace/convert/tracer.h"
#include "library/transform/transform.h"

static const struct value *list_of(struct trace *trace, const struct value **items, uint32_t count)
{
	return value_sequence(trace->op.arena, VALUE_LIST, items, count);
}

/* The items as Python gives them to a program: one after the other, and once. */
static const struct value *iterator_over(struct trace *trace,
                                         const struct call_arguments *arguments,
                                         const struct value **items, uint32_t count)
{
	if (trace->prelude)
		return list_of(trace, items, count);
	const struct value *iterator = value_iterator(trace->op.arena, arguments->row->name,
	                                              &(struct value_list){items, count});
	iterator->iterator->trial = trace->trial.running ? trace->trial.count : 0;
	return iterator;
}

/* Whether what is gone through may have no end, or is an iterator that others go through too. */
static bool any_lazy(const struct value_list *values)
{
	for (uint32_t i = 0; i < values->count; i++)
		if (is_lazy(values->items[i]) ||
		    (values->count > 1 && values->items[i]->kind == VALUE_ITERATOR))
			return true;
	return false;
}

/* The function of the same name in prelude/python/lazily.py. */
static const struct value *lazily(struct trace *trace, const struct call_arguments *arguments)
{
	return library_call(trace, "<lazily>", arguments->row->name, arguments->values, 2,
	                    arguments->at);
}

/* The items of each of several values, and the fewest and most of them. False when one cannot be
 * gone through. */
static bool all_items(struct trace *trace, const struct value_list *values,
                      struct value_list **items, uint32_t *fewest, uint32_t *most)
{
	*items = arena_new(trace->op.arena, struct value_list, values->count);
	*fewest = values->count ? UINT32_MAX : 0;
	*most = 0;
	for (uint32_t i = 0; i < values->count; i++) {
		if (!work_left(trace) || !trace_iterate(trace, values->items[i], &(*items)[i]))
			return false;
		*fewest = (*items)[i].count < *fewest ? (*items)[i].count : *fewest;
		*most = (*items)[i].count > *most ? (*items)[i].count : *most;
	}
	return true;
}

/* The values number `index` of each list. */
static const struct value **column(struct trace *trace, const struct value_list *items,
                                   uint32_t count, uint32_t index)
{
	const struct value **values = arena_new(trace->op.arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++)
		values[i] = items[i].items[index];
	return values;
}

bool is_open_iterable(const struct trace *trace, const struct value *iterable)
{
	return !trace->prelude && value_is_foreign(iterable) &&
	       value_number_kind(iterable) == VALUE_UNKNOWN && !value_is_wide(iterable);
}

const struct value *open_iterator_of(struct trace *trace, const struct value *iterable)
{
	const struct value *source = gone_through(trace, iterable);
	return is_open_iterable(trace, source) ? open_iterator(trace->op.arena, source) : NULL;
}

static const struct value *zip(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value_list *values = &argument(arguments, 0)->list;
	struct value_list *items;
	uint32_t fewest, most;
	for (uint32_t i = 0; i < values->count; i++) {
		const struct value *open = open_iterator_of(trace, values->items[i]);
		if (open)
			return open;
	}
	bool strict = argument(arguments, 1)->kind == VALUE_BOOL && argument(arguments, 1)->boolean;
	if (any_lazy(values))
		return lazily(trace, arguments);
	if (!all_items(trace, values, &items, &fewest, &most))
		return failed_or_unknown(trace);
	for (uint32_t i = 1; strict && i < values->count; i++)
		if (items[i].count != items[0].count)
			return trace_refuse(
			    trace, RULE_PROGRAM_ERROR, "ValueError",
			    TEXT("zip() argument {} is {} than argument{}", i + 1,
			         items[i].count < items[0].count ? "shorter" : "longer",
			         i == 1 ? " 1" : "s 1-"));
	const struct value **rows = arena_new(trace->op.arena, const struct value *, fewest);
	for (uint32_t i = 0; i < fewest; i++) {
		charge_items(trace, values->count);
		if (!work_left(trace))
			return &value_unknown;
		rows[i] = value_sequence(trace->op.arena, VALUE_TUPLE,
		                         column(trace, items, values->count, i), values->count);
	}
	return iterator_over(trace, arguments, rows, fewest);
}

static const struct value *map(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *function = argument(arguments, 0);
	const struct value_list *values = &argument(arguments, 1)->list;
	struct value_list *items;
	uint32_t fewest, most;
	bool plain = function->kind == VALUE_BUILTIN &&
	             library_home_is(trace, function->builtin, HOME_OF_HOST);
	for (uint32_t i = 0; plain && i < values->count; i++)
		if (is_open_iterable(trace, values->items[i]))
			return open_iterator(trace->op.arena, values->items[i]);
	if (any_lazy(values))
		return lazily(trace, arguments);
	if (!all_items(trace, values, &items, &fewest, &most))
		return failed_or_unknown(trace);
	const struct value **results = arena_new(trace->op.arena, const struct value *, fewest);
	for (uint32_t i = 0; i < fewest; i++) {
		struct value_list given = {column(trace, items, values->count, i), values->count};
		results[i] =
		    trace_call(trace, argument(arguments, 0), &given, NULL, 0, arguments->at);
		if (!results[i])
			return NULL;
	}
	return iterator_over(trace, arguments, results, fewest);
}

static const struct value *filter(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *function = argument(arguments, 0);
	struct value_list items;
	uint32_t count = 0;
	if (is_lazy(argument(arguments, 1)))
		return lazily(trace, arguments);
	if (!trace_iterate(trace, argument(arguments, 1), &items))
		return failed_or_unknown(trace);
	const struct value **kept = arena_new(trace->op.arena, const struct value *, items.count);
	for (uint32_t i = 0; i < items.count; i++) {
		struct value_list given = {&items.items[i], 1};
		const struct value *wanted =
		    function->kind == VALUE_NONE
			? items.items[i]
			: trace_call(trace, function, &given, NULL, 0, arguments->at);
		bool truth;
		if (!wanted || !trace_truth(trace, wanted, &truth))
			return wanted ? failed_or_unknown(trace) : NULL;
		if (truth)
			kept[count++] = items.items[i];
	}
	return iterator_over(trace, arguments, kept, count);
}

static const struct value *enumerate(struct trace *trace, const struct call_arguments *arguments)
{
	struct value_list items;
	int64_t start;
	const struct value *open = open_iterator_of(trace, argument(arguments, 0));
	if (open)
		return open;
	if (!value_to_int(trace, argument(arguments, 1), &start))
		return NULL;
	if (start > INT64_MAX / 2) /* what it counts may be more than is followed */
		return &value_unknown;
	if (is_lazy(argument(arguments, 0)))
		return lazily(trace, arguments);
	if (argument(arguments, 0)->kind == VALUE_LIST && !trace->prelude) {
		const struct value *iterator = iterator_of(trace, argument(arguments, 0));
		iterator->iterator->class_name = "enumerate";
		iterator->iterator->counted = true;
		iterator->iterator->first = start;
		return iterator;
	}
	if (!trace_iterate(trace, argument(arguments, 0), &items))
		return failed_or_unknown(trace);
	const struct value **pairs = arena_new(trace->op.arena, const struct value *, items.count);
	for (uint32_t i = 0; i < items.count; i++)
		pairs[i] = value_two(trace->op.arena, value_int(trace->op.arena, start + i),
		                     items.items[i]);
	return iterator_over(trace, arguments, pairs, items.count);
}

static const struct value *reversed(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *sequence = argument(arguments, 0);
	struct value_list items;
	bool found = false;
	if (is_open_iterable(trace, sequence))
		return open_iterator(trace->op.arena, sequence);
	const struct value *own = class_of(sequence) ? call_method(trace, sequence, "__reversed__",
	                                                           NULL, 0, arguments->at, &found)
	                                             : NULL;
	if (found)
		return own;
	bool by_index = sequence->kind == VALUE_OBJECT && mapping_items(sequence) == sequence &&
	                class_find(class_of(sequence), STR("__getitem__")) &&
	                class_find(class_of(sequence), STR("__len__"));
	if (by_index)
		return library_call(trace, "<lazily>", "reversed", &sequence, 1, arguments->at);
	if (sequence->kind == VALUE_SET || sequence->kind == VALUE_ITERATOR ||
	    (sequence->kind == VALUE_OBJECT && mapping_items(sequence) == sequence))
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("'{}' object is not reversible", value_class_name(sequence)));
	if (!trace_iterate(trace, argument(arguments, 0), &items))
		return failed_or_unknown(trace);
	const struct value **turned = arena_new(trace->op.arena, const struct value *, items.count);
	for (uint32_t i = 0; i < items.count; i++)
		turned[i] = items.items[items.count - 1 - i];
	return iterator_over(trace, arguments, turned, items.count);
}

/* How two texts or integers, or two tuples by their first ones, compare; 0: they do not, or it
 * takes a closer look. */
static int order_of(const struct value *a, const struct value *b)
{
	bool tuples = a->kind == VALUE_TUPLE && b->kind == VALUE_TUPLE && !a->named && !b->named;
	if (tuples && a->list.count && b->list.count) {
		a = a->list.items[0];
		b = b->list.items[0];
	}
	if (a->kind == VALUE_STRING && b->kind == VALUE_STRING)
		return str_compare(a->string, b->string);
	bool integers = a->kind == VALUE_INT && b->kind == VALUE_INT;
	return integers ? (a->integer > b->integer) - (a->integer < b->integer) : 0;
}

/* Whether a comes behind b; false after an error, or when that is unknown. Where a run would tell
 * the order of two arrays of one type, it is that in which they stand. */
static bool behind(struct trace *trace, const struct value *a, const struct value *b, bool *after,
                   struct span at)
{
	int order = order_of(a, b);
	*after = order > 0;
	if (order)
		return true;
	const struct value *less = operate_binary(trace, OPERATION_LESS, b, a, at);
	*after = false;
	return less && (chooses_alike(trace, less, a, b) || trace_truth(trace, less, after));
}

static const struct value *sorted(struct trace *trace, const struct call_arguments *arguments)
{
	enum { MAX_SORTED = 2000 };
	struct value_list items;
	bool reverse, after;
	/* Of a dict the keys are sorted, whatever is under them. */
	const struct value *unknown =
	    argument(arguments, 0)->kind == VALUE_DICT ? NULL : result_of_unknown(trace, arguments);
	if (unknown)
		return unknown;
	if (!value_to_bool(trace, argument(arguments, 2), &reverse))
		return NULL;
	if (!trace_iterate(trace, argument(arguments, 0), &items))
		return failed_or_unknown(trace);
	if (items.count > MAX_SORTED)
		return trace_unknown(trace, "sorting more than %d items", MAX_SORTED);
	if (argument_given(arguments, 1)) {
		const struct value *given[] = {
		    value_sequence(trace->op.arena, VALUE_LIST, items.items, items.count),
		    argument(arguments, 1), value_bool(reverse)};
		return library_call(trace, "<by key>", "sorted", given, 3, arguments->at);
	}
	const struct value **order = arena_new(trace->op.arena, const struct value *, items.count);
	for (uint32_t i = 0; i < items.count; i++) {
		uint32_t at = i;
		for (; at > 0; at--) {
			bool known = reverse ? behind(trace, items.items[i], order[at - 1], &after,
			                              arguments->at)
			                     : behind(trace, order[at - 1], items.items[i], &after,
			                              arguments->at);
			if (!known)
				return failed_or_unknown(trace);
			if (!after)
				break;
			order[at] = order[at - 1];
		}
		order[at] = items.items[i];
	}
	return list_of(trace, order, items.count);
}

/* any and all. */
static const struct value *quantifier(struct trace *trace, const struct call_arguments *arguments)
{
	bool looked_for = strcmp(arguments->row->name, "any") == 0;
	struct value_list items;
	if (!trace_iterate(trace, argument(arguments, 0), &items))
		return failed_or_unknown(trace);
	for (uint32_t i = 0; i < items.count; i++) {
		bool truth;
		if (holds_truth(trace, items.items[i]))
			return value_foreign_as(
			    trace->op.arena,
			    value_foreign(trace->op.arena, STR("the truth that an array holds")),
			    VALUE_BOOL);
		if (!trace_truth(trace, items.items[i], &truth))
			return failed_or_unknown(trace);
		if (truth == looked_for)
			return value_bool(looked_for);
	}
	return value_bool(!looked_for);
}

static const struct value *divide_modulo(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const struct value *x = argument(arguments, 0), *y = argument(arguments, 1);
	const struct value *quotient =
	    operate_binary(trace, OPERATION_FLOOR_DIVIDE, x, y, arguments->at);
	const struct value *rest =
	    quotient ? operate_binary(trace, OPERATION_MODULO, x, y, arguments->at) : NULL;
	return rest ? value_two(trace->op.arena, quotient, rest) : NULL;
}

static const struct value *power(struct trace *trace, const struct call_arguments *arguments)
{
	if (argument_given(arguments, 2))
		return trace_unknown(trace, "pow with a modulus is not known");
	return operate_binary(trace, OPERATION_POWER, argument(arguments, 0),
	                      argument(arguments, 1), arguments->at);
}

static const struct value *print(struct trace *trace, const struct call_arguments *arguments)
{
	return &value_none;
}

static const struct value *callable(struct trace *trace, const struct call_arguments *arguments)
{
	return value_bool(value_is_callable(argument(arguments, 0)));
}

/* getattr and hasattr; an attribute that is missing gives the default or False. */
static const struct value *get_attribute(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const struct value *name = argument(arguments, 1);
	if (name->kind != VALUE_STRING)
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("attribute name must be string, not '{}'", value_class_name(name)));
	bool asked = strcmp(arguments->row->name, "hasattr") == 0;
	if (asked && special_presence(trace, argument(arguments, 0), name->string) == NAME_PRESENT)
		return &value_true;
	trace->failure.catching++;
	const struct value *value =
	    trace_attribute(trace, argument(arguments, 0), name->string, arguments->at);
	trace->failure.catching--;
	bool missing = raised_is(trace, "AttributeError");
	if (asked && value && value->kind == VALUE_UNKNOWN && value->perhaps)
		return value_foreign(trace->op.arena, str_format(trace->op.arena, "hasattr(%.*s)",
		                                                 STR_ARG(value->string)));
	if (asked && (value || missing)) {
		(void)take_error(trace);
		return value_bool(value);
	}
	const struct value *otherwise =
	    arguments->count > 2 ? argument(arguments, 2) : &value_unknown;
	bool given = arguments->count > 2 && !is_missing(otherwise);
	if (!missing || !given)
		return value;
	(void)take_error(trace);
	return otherwise;
}

/* hasattr, also of a module of JAX that is known by its names alone. */
static const struct value *has_attribute(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const struct value *object = argument(arguments, 0), *name = argument(arguments, 1);
	bool named = value_is_foreign(object) && name->kind == VALUE_STRING;
	enum name_presence presence =
	    named ? library_presence(trace, object->string, name->string) : NAME_UNTOLD;
	if (presence == NAME_PRESENT)
		return &value_true;
	if (presence == NAME_MISSING && str_starts_with(object->string, STR("jax.")) &&
	    library_submodule(trace, object->string, name->string) != NAME_PRESENT)
		return &value_false;
	const struct value *unknown = result_of_unknown(trace, arguments);
	return unknown ? unknown : get_attribute(trace, arguments);
}

/* type(name, bases, dict): a class. */
static const struct value *made_class(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *name = argument(arguments, 0), *bases = argument(arguments, 1),
			   *names = argument(arguments, 2);
	const struct value *object = builtin_class(trace, STR("object"));
	bool plain =
	    name->kind == VALUE_STRING && bases->kind == VALUE_TUPLE && names->kind == VALUE_DICT;
	for (uint32_t i = 0; plain && i < bases->list.count; i++)
		plain = bases->list.items[i]->kind == VALUE_CLASS &&
		        bases->list.items[i]->class->form == CLASS_PLAIN;
	for (uint32_t i = 0; plain && i < names->dict.count; i++)
		plain = names->dict.pairs[i].key->kind == VALUE_STRING;
	if (!plain)
		return value_foreign(trace->op.arena, STR("a class that type() makes"));
	struct value *class = value_class(trace->op.arena, name->string,
	                                  bases->list.count ? bases->list.items : &object,
	                                  bases->list.count ? bases->list.count : 1);
	class->class->names = dict_copy(trace, names);
	return class;
}

/* type(x), of which programs print the name. */
static const struct value *type_of(struct trace *trace, const struct call_arguments *arguments)
{
	static const char *const names[] = {"__name__"};
	const struct function_row *row;
	const struct value *x = argument(arguments, 0);
	if (argument_given(arguments, 1))
		return made_class(trace, arguments);
	if (class_of(x))
		return class_of(x);
	if (library_find(trace, STR("builtins"), str_of(value_class_name(x)), &row) ==
	        LIBRARY_FOUND &&
	    !x->named)
		return library_value(trace, row);
	struct value *value = value_new(trace->op.arena, VALUE_RECORD);
	const struct value **fields = arena_new(trace->op.arena, const struct value *, 1);
	bool array = x->kind == VALUE_ARRAY, host = array && x->array->host;
	bool concrete = array && !host && !array_is_traced(trace, x->array);
	fields[0] = value_string(trace->op.arena, host       ? STR("ndarray")
	                                          : concrete ? STR("ArrayImpl")
	                                                     : str_of(value_class_name(x)));
	value->record = (struct record){"type", names, fields, 1};
	return value;
}

static const struct value *make_slice(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value_list *given = &argument(arguments, 0)->list;
	struct value *value = value_new(trace->op.arena, VALUE_SLICE);
	if (given->count == 0 || given->count > 3)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("slice expected at {} {} argument{}, got {}",
		                         given->count ? "most" : "least", given->count ? 3 : 1,
		                         given->count ? "s" : "", given->count));
	value->slice.start = given->count > 1 ? given->items[0] : &value_none;
	value->slice.stop = given->count > 1 ? given->items[1] : given->items[0];
	value->slice.step = given->count > 2 ? given->items[2] : &value_none;
	return value;
}

const struct function_row library_python_iteration[] = {
    MODULE("builtins"),
    FUNCTION("zip", "*args, strict=False", zip, .takes_unknown = true),
    FUNCTION("map", "func, /, *args", map, .takes_unknown = true),
    FUNCTION("filter", "function, iterable, /", filter),
    FUNCTION("enumerate", "iterable, start=0", enumerate, .takes_unknown = true),
    FUNCTION("reversed", "sequence, /", reversed, .takes_unknown = true),
    FUNCTION("sorted", "iterable, /, *, key=None, reverse=False", sorted, .takes_unknown = true),
    FUNCTION("any", "iterable, /", quantifier),
    FUNCTION("all", "iterable, /", quantifier),
    FUNCTION("divmod", "x, y, /", divide_modulo, .takes_wide = true),
    FUNCTION("pow", "base, exp, mod=None", power, .takes_wide = true),
    FUNCTION("print", "*args, sep=' ', end=None, file=None, flush=False", print,
             .takes_unknown = true),
    FUNCTION("callable", "obj, /", callable),
    FUNCTION("getattr", "object, name, default=_missing, /", get_attribute),
    FUNCTION("hasattr", "obj, name, /", has_attribute, .takes_unknown = true),
    FUNCTION("type", "object, bases=None, dict=None, /, **keywords", type_of),
    FUNCTION("slice", "*args", make_slice),
    TABLE_END,
};

/* SPDX-License-Identifier: Apache-2.0 */
/* functools.partial and wraps. The rest of functools is prelude/standard/functools.py. */
#include "library/python/python.h"
#include "library/transform/transform.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/object.h"

/* partial(f, …): what it is given goes in front of what the call gives. One of another is one of
 * the function of that. */
static const struct value *partial(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value_list *given = &argument(arguments, 0)->list;
	const struct value *keywords = argument(arguments, 1);
	if (given->count == 0)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("type 'partial' takes at least one argument"));
	if (given->items[0]->kind == VALUE_UNKNOWN)
		return given->items[0];
	if (!value_is_callable(given->items[0]))
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("the first argument must be callable"));
	const struct value *function = given->items[0];
	const struct bound_call alone = {.function = function};
	const struct given more = {.positional = {given->items + 1, given->count - 1},
	                           .keywords = keywords->dict.pairs,
	                           .nkeywords = keywords->dict.count,
	                           .at = arguments->at};
	bool again = function->kind == VALUE_PARTIAL && !function->partial.is_method;
	struct value *value = value_new(trace->op.arena, VALUE_PARTIAL);
	value->partial = call_bound(trace, again ? &function->partial : &alone, &more);
	return value;
}

/* wraps(f)(g): g under the names of f. */
static const struct value *take_names(struct trace *trace, const struct call_arguments *arguments)
{
	static const char *const names[] = {"__name__", "__qualname__"};
	const struct value *wrapped = argument(arguments, 0), *function = argument(arguments, 1);
	if (function->kind != VALUE_FUNCTION)
		return function;
	for (size_t i = 0; wrapped->kind == VALUE_FUNCTION && i < COUNT_OF(names); i++) {
		struct str name = str_of(names[i]);
		const struct value *text = trace_attribute(trace, wrapped, name, arguments->at);
		if (!text || !set_attribute(trace, function, name, text))
			return NULL;
	}
	return set_attribute(trace, function, STR("__wrapped__"), wrapped) ? function : NULL;
}

static const struct function_row name_row =
    FUNCTION("decorator", "wrapped, function, /", take_names, .takes_unknown = true);

static const struct value *wraps(struct trace *trace, const struct call_arguments *arguments)
{
	return bind_method(trace, library_value(trace, &name_row), argument(arguments, 0));
}

const struct function_row library_python_functools[] = {
    MODULE("functools"),
    FUNCTION("partial", "*args, **kwargs", partial, .takes_unknown = true),
    FUNCTION("wraps", "wrapped, assigned=None, updated=None", wraps),
    TABLE_END,
};

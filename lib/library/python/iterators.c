/* SPDX-License-Identifier: Apache-2.0 */
/* iter and next, and the methods of iterators and generators. */
#include "library/python/python.h"
#include "trace/convert/advance.h"
#include "trace/eval/object.h"
#include "trace/state/builtin_class.h"

static const struct value *iter(struct trace *trace, const struct call_arguments *arguments)
{
	if (!is_missing(argument(arguments, 1)))
		return trace_unknown(trace, "iter with a sentinel is not followed");
	const struct value *open = open_iterator_of(trace, argument(arguments, 0));
	if (open)
		return open;
	const struct value *iterator = iterator_of(trace, argument(arguments, 0));
	return iterator ? iterator : failed_or_unknown(trace);
}

static const struct value *stop_iteration(struct trace *trace, const struct value *returned)
{
	const struct value *class = builtin_class(trace, STR("StopIteration"));
	bool given = returned && returned->kind != VALUE_NONE;
	struct value *exception =
	    exception_new(trace, class, &(struct value_list){&returned, given});
	if (!set_attribute(trace, exception, STR("value"), given ? returned : &value_none))
		return NULL;
	return raise_exception(trace, exception, STR(""));
}

static const struct value *next(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *iterator = argument(arguments, 0);
	bool own = class_of(iterator) && class_find(class_of(iterator), STR("__next__"));
	if (iterator->kind == VALUE_UNKNOWN)
		return iterator;
	if (iterator->kind == VALUE_MODULE || iterator->kind == VALUE_RECORD)
		return trace_unknown(trace, "what next gives of a %s is not known",
		                     value_class_name(iterator));
	if (iterator->kind != VALUE_ITERATOR && !own)
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("'{}' object is not an iterator", value_class_name(iterator)));
	const struct value *item = advance(trace, iterator);
	if (item || !failed_or_unknown(trace))
		return item;
	if (arguments->count > 1 && !is_missing(argument(arguments, 1)))
		return argument(arguments, 1);
	return stop_iteration(trace, iterator->kind == VALUE_ITERATOR ? iterator->iterator->returned
	                                                              : NULL);
}

static const struct value *send(struct trace *trace, const struct call_arguments *arguments)
{
	struct iterator *generator = argument(arguments, 0)->iterator;
	struct call_arguments one = *arguments;
	one.count = 1;
	if (generator->state == ITERATOR_FRESH && argument(arguments, 1)->kind != VALUE_NONE)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "TypeError",
		                    TEXT("can't send non-None value to a just-started generator"));
	generator->sent = argument(arguments, 1);
	const struct value *item = next(trace, &one);
	generator->sent = &value_none;
	return item;
}

static const struct value *throw(struct trace * trace, const struct call_arguments *arguments)
{
	struct iterator *generator = argument(arguments, 0)->iterator;
	const struct value *exception = argument(arguments, 1);
	if (exception->kind == VALUE_CLASS)
		exception = trace_call(trace, exception, &(struct value_list){NULL, 0}, NULL, 0,
		                       arguments->at);
	if (!exception || exception->kind != VALUE_OBJECT)
		return exception ? trace_unknown(trace, "what is thrown is not known") : NULL;
	if (generator->state != ITERATOR_WAITING || !generator->closure) {
		generator->state = ITERATOR_DONE;
		const struct value *text = value_str_value(trace, exception);
		return text ? raise_exception(trace, exception,
		                              text->kind == VALUE_STRING ? text->string : STR(""))
		            : NULL;
	}
	generator->thrown = exception;
	struct call_arguments one = *arguments;
	one.count = 1;
	return next(trace, &one);
}

/* close: what stands in `finally` runs. */
static const struct value *close_iterator(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const struct value *class = builtin_class(trace, STR("GeneratorExit"));
	const struct value *given[] = {argument(arguments, 0), class};
	struct call_arguments thrown = *arguments;
	if (given[0]->iterator->state != ITERATOR_WAITING) {
		given[0]->iterator->state = ITERATOR_DONE;
		return &value_none;
	}
	thrown.values = given;
	thrown.count = 2;
	trace->failure.catching++;
	(void) throw(trace, &thrown);
	trace->failure.catching--;
	bool ended = raised_is(trace, "GeneratorExit") || raised_is(trace, "StopIteration");
	if (ended)
		(void)take_error(trace);
	return failed_or_unknown(trace) ? &value_none : NULL;
}

static const struct value *same(struct trace *trace, const struct call_arguments *arguments)
{
	return argument(arguments, 0);
}

const struct function_row library_python_iterators[] = {
    MODULE("builtins"),
    FUNCTION("iter", "object, sentinel=_missing, /", iter, .takes_unknown = true),
    FUNCTION("next", "iterator, default=_missing, /", next, .takes_unknown = true),
    MODULE("<iterator>"),
    FUNCTION("__next__", "self, /", next),
    FUNCTION("__iter__", "self, /", same),
    FUNCTION("send", "self, value, /", send, .takes_unknown = true),
    FUNCTION("throw", "self, typ, val=None, tb=None, /", throw),
    FUNCTION("close", "self, /", close_iterator),
    TABLE_END,
};

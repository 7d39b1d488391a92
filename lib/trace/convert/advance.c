/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/advance.h"
#include "trace/module/library_call.h"
#include "trace/state/builtin_class.h"
#include "trace/state/failure.h"
#include "trace/state/work.h"
#include "trace/value/class.h"

bool is_lazy(const struct value *value)
{
	if (value->kind == VALUE_ITERATOR)
		return value->iterator->closure || value->iterator->comprehension;
	return class_of(value) && value->kind == VALUE_OBJECT &&
	       (class_find(class_of(value), STR("__iter__")) ||
	        class_find(class_of(value), STR("__next__")));
}

const struct value *gone_through(struct trace *trace, const struct value *value)
{
	bool found;
	if (trace->prelude || !class_of(value) || value->kind != VALUE_OBJECT ||
	    !class_find(class_of(value), STR("_gone_through")))
		return value;
	const struct value *source =
	    call_method(trace, value, "_gone_through", NULL, 0, next_place(trace), &found);
	trace->op.error = (struct op_error){0};
	source = source && source != value ? gone_through(trace, source) : source;
	return source && value_is_foreign(source) ? source : value;
}

struct span next_place(const struct trace *trace)
{
	if (trace->derived_at)
		return *trace->derived_at;
	if (trace->waiting_at)
		return *trace->waiting_at;
	return trace->calling ? trace->calling->at : (struct span){0, 0};
}

/* __next__ of the program, whose StopIteration is the end. */
static const struct value *advance_object(struct trace *trace, const struct value *object)
{
	bool found;
	trace->failure.catching++;
	const struct value *item =
	    call_method(trace, object, "__next__", NULL, 0, next_place(trace), &found);
	trace->failure.catching--;
	if (!found)
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "TypeError",
		    TEXT("'{}' object is not an iterator", value_class_name(object)));
	if (!item && raised_is(trace, "StopIteration"))
		(void)take_error(trace);
	return item;
}

/* An iterator sees what becomes of its list, and that its dict or set has changed. False after that
 * error, or when nothing is known of it any more. CPython: dictobject.c dictiter_iternextkey. */
static bool follow_source(struct trace *trace, struct iterator *state)
{
	const struct value *source = state->source;
	uint32_t count = source->kind == VALUE_DICT ? source->dict.count : source->list.count;
	state->lost |= source->kind == VALUE_UNKNOWN;
	if (state->lost)
		return false;
	if (source->kind == VALUE_LIST)
		state->items = source->list;
	else if (count != state->items.count && !trace->prelude)
		return refuse(&trace->op, RULE_PROGRAM_ERROR, "RuntimeError",
		              TEXT(source->kind == VALUE_DICT
		                       ? "dictionary changed size during iteration"
		                       : "Set changed size during iteration"),
		              HELP("go through a copy: list(…)"));
	return true;
}

/* The next integer of a range. */
static const struct value *next_number(struct trace *trace, struct iterator *state)
{
	const struct value *range = state->source;
	if (state->first >= range_length(range))
		return NULL;
	return value_int(trace->op.arena, range->range.start + state->first++ * range->range.step);
}

const struct value *advance(struct trace *trace, const struct value *iterator)
{
	if (iterator->kind != VALUE_ITERATOR)
		return advance_object(trace, iterator);
	struct iterator *state = iterator->iterator;
	/* A trial must not move those that were there before. */
	bool kept = trace->trial.running && state->trial != trace->trial.count;
	if (kept || state->lost || trace->work.stopped)
		return &value_unknown;
	charge_items(trace, ITEMS_A_STEP);
	if (state->closure || state->comprehension)
		return trace->advance(trace, state);
	if (state->source && state->source->kind == VALUE_RANGE)
		return next_number(trace, state);
	if (state->source && !follow_source(trace, state))
		return state->lost ? &value_unknown : NULL;
	if (state->next < state->items.count) {
		const struct value *item = state->items.items[state->next++];
		return state->counted ? value_two(trace->op.arena,
		                                  value_int(trace->op.arena, state->first++), item)
		                      : item;
	}
	return NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/state/event.h"

#include <assert.h>
#include "trace/state/work.h"
#include "trace/value/class.h"

static struct trace_event *append(struct trace *trace, struct str function, struct span at)
{
	struct trace_event *event = arena_new(trace->op.arena, struct trace_event, 1);
	event->function = function;
	event->name = trace->target;
	event->at = at;
	event->jitted = trace->spec->program_eager && !trace->op.eager;
	if (trace->events.last)
		trace->events.last->next = event;
	else
		trace->events.first = event;
	trace->events.last = event;
	return event;
}

void trace_note_move(struct trace *trace, const char *function, const struct array_type *from,
                     const struct array_type *to, struct span at)
{
	assert(from && to);
	if (trace->derived_at)
		return;
	struct trace_event *event = append(trace, str_of(function), at);
	event->moves = true;
	event->from = from;
	event->to = to;
}

void trace_note_repeat(struct trace *trace)
{
	if (!trace->derived_at)
		trace->events.last->repeats = true;
}

void trace_note_redistribution(struct trace *trace, const struct value *before,
                               const struct value *after, struct span at)
{
	const struct value *array = object_field(after, "_array");
	if (!array || array->kind != VALUE_ARRAY)
		return;
	struct trace_event *event = append(trace, STR("redistribute"), at);
	charge_items(trace, ARRAY_ITEMS);
	event->to = &array->array->type;
	event->before = before;
	event->after = after;
}

void trace_note_open(struct trace *trace, struct str function, struct str why,
                     const struct value *array, struct span at)
{
	const struct value *whole = object_field(array, "_array");
	if (!whole || whole->kind != VALUE_ARRAY)
		return;
	struct trace_event *event = append(trace, function, at);
	charge_items(trace, ARRAY_ITEMS);
	event->to = &whole->array->type;
	event->open = why;
}

static bool noted_as_move(const struct trace *trace, struct span at)
{
	const struct trace_event *last = trace->events.last;
	return last && last->moves && last->at.offset == at.offset && last->at.length == at.length;
}

void trace_note_operation(struct trace *trace, struct str function, const struct value *value,
                          struct span at)
{
	const struct value_list *items = value_items(value);
	if (value->kind != VALUE_ARRAY && !items)
		return;
	if (trace->derived_at || noted_as_move(trace, at))
		return;
	charge_items(trace, ARRAY_ITEMS);
	if (value->kind == VALUE_ARRAY)
		append(trace, function, at)->to = &value->array->type;
	for (uint32_t i = 0; items && i < items->count; i++)
		if (items->items[i]->kind == VALUE_ARRAY)
			append(trace, function, at)->to = &items->items[i]->array->type;
}

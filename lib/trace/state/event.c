/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/state/event.h"

#include <assert.h>

#include "op/core/abstract_mesh.h"
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

void trace_note_move(struct trace *trace, const char *function, const struct noted_move *move,
                     struct span at)
{
	assert(move->from_type && move->to_type);
	if (trace->derived_at)
		return;
	struct trace_event *event = append(trace, str_of(function), at);
	event->moves = true;
	event->from = move->from_type;
	event->to = move->to_type;
	event->moved = move->from;
	event->array = move->to;
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

/* Whether each device is known to hold all of it. */
static bool is_whole(const struct array *x)
{
	bool by_type = !x->placed && x->type.mesh &&
	               abstract_mesh_all(x->type.mesh, AXIS_EXPLICIT) && type_is_whole(&x->type);
	return by_type || array_is_whole(x);
}

static bool all_whole(const struct trace *trace, const struct value *const *operands,
                      uint32_t count)
{
	if (!trace->op.eager)
		return false;
	for (uint32_t i = 0; i < count; i++)
		if (operands[i] && !value_arrays_pass(operands[i], is_whole))
			return false;
	return true;
}

static void append_result(struct trace *trace, struct str function, const struct value *value,
                          bool of_whole, struct span at)
{
	if (value->kind != VALUE_ARRAY)
		return;
	struct trace_event *event = append(trace, function, at);
	event->to = &value->array->type;
	event->array = value->array;
	event->of_whole = of_whole;
}

void trace_note_operation(struct trace *trace, struct str function, const struct value *value,
                          const struct value *const *operands, uint32_t count, struct span at)
{
	assert(operands || !count);
	const struct value_list *items = value_items(value);
	if (value->kind != VALUE_ARRAY && !items)
		return;
	if (trace->derived_at || noted_as_move(trace, at))
		return;
	charge_items(trace, ARRAY_ITEMS);
	bool of_whole = all_whole(trace, operands, count);
	append_result(trace, function, value, of_whole, at);
	for (uint32_t i = 0; items && i < items->count; i++)
		append_result(trace, function, items->items[i], of_whole, at);
}

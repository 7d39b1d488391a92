/* SPDX-License-Identifier: Apache-2.0 */
/* Moves that move nothing: findings of advice, once a program has been followed to its end. */
#include "op/core/abstract_mesh.h"
#include "trace/state/event.h"
#include "trace/state/failure.h"
#include "trace/state/trace.h"

/* Only where every axis is Explicit the types say all about the layout; on Auto axes a constraint
 * also speaks to the compiler, but for one that repeats how the array was placed. An array of no
 * mesh, or an unreduced one, is left alone. */
static bool holds_already(const struct trace_event *move)
{
	const struct array_type *from = move->from, *to = move->to;
	if (move->repeats)
		return true;
	if (!from->mesh || !to->mesh || !abstract_mesh_equal(from->mesh, to->mesh))
		return false;
	if (to->mesh->explicit_axes != abstract_mesh_all_axes(to->mesh) || from->rank != to->rank)
		return false;
	return !(from->unreduced | to->unreduced | from->reduced | to->reduced) &&
	       spec_equal(from->spec, to->spec, to->rank);
}

/* device_put is left alone: where an array comes from is for the caller to know. */
static bool asks_for_layout(const struct trace_event *event)
{
	return event->moves && !str_equal(event->function, STR("device_put"));
}

/* The places where some call moves its array. */
static struct table find_moving(struct trace *trace)
{
	struct table moving = {0};
	bool added;
	for (const struct trace_event *event = trace->events.first; event; event = event->next)
		if (asks_for_layout(event) && !holds_already(event))
			(void)table_add(trace->op.arena, &moving, place_key(trace, event->at), 0,
			                &added);
	return moving;
}

void report_redundant_moves(struct trace *trace)
{
	struct table seen = find_moving(trace);
	for (const struct trace_event *event = trace->events.first; event; event = event->next) {
		bool added = false;
		if (asks_for_layout(event))
			(void)table_add(trace->op.arena, &seen, place_key(trace, event->at), 0,
			                &added);
		if (!added || table_find(&trace->failure.reported, place_key(trace, event->at)))
			continue;
		struct buf type = op_buf(&trace->op);
		type_text(&type, event->to, false);
		diag_help(diag_add(trace->diags, RULE_REDUNDANT_CONSTRAINT,
		                   program_span(trace->program, event->at),
		                   event->repeats
		                       ? "the array, %.*s, was placed so before: %.*s asserts it, "
		                         "and moves nothing"
		                       : "the array is %.*s already, so that %.*s moves nothing",
		                   STR_ARG(buf_str(&type)), STR_ARG(event->function)),
		          event->repeats ? "drop it, or keep it as an assertion" : "drop it");
	}
}

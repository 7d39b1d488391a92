/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/state/coverage.h"

#include "trace/state/failure.h"
#include "trace/state/trace.h"

uint64_t coverage_operations(const struct coverage *coverage)
{
	uint64_t operations = coverage->judged;
	for (uint32_t i = 0; i < coverage->ngaps; i++)
		operations += coverage->gaps[i].count;
	return operations;
}

/* What is run again, or to try a repair, is counted once. */
static bool counts(const struct trace *trace)
{
	return !trace->op.replays && !trace->trial.running;
}

void coverage_note(struct trace *trace, const struct value *result)
{
	if (result && !trace->prelude && counts(trace) && value_holds_array(result))
		trace->coverage.judged++;
}

/* "optax.sgd" of "optax.sgd is not known": what a script can count. */
static struct str feature_of(struct str message)
{
	static const char *const ends[] = {" is not known", " is not interpreted"};
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		struct str end = str_of(ends[i]);
		if (!str_ends_with(message, end))
			continue;
		message.len -= end.len;
		bool quoted =
		    message.len > 2 && message.s[0] == '\'' && message.s[message.len - 1] == '\'';
		return quoted ? str_slice(message, 1, message.len - 1) : message;
	}
	return message;
}

void coverage_note_gap(struct trace *trace, struct span at, struct str message)
{
	struct coverage *coverage = &trace->coverage;
	bool added;
	if (!counts(trace))
		return;
	uint32_t number = *table_add(trace->op.arena, &coverage->places, place_key(trace, at),
	                             coverage->ngaps, &added);
	if (added) {
		coverage->gaps = arena_append(trace->op.arena, coverage->gaps, coverage->ngaps,
		                              &coverage->room, sizeof *coverage->gaps);
		coverage->gaps[coverage->ngaps++] =
		    (struct coverage_gap){str_copy(trace->op.arena, feature_of(message)),
		                          program_span(trace->program, at), 0};
	}
	coverage->gaps[number].count++;
}

void coverage_drop_said(struct coverage *coverage)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < coverage->ngaps; i++)
		if (coverage->gaps[i].count)
			coverage->gaps[kept++] = coverage->gaps[i];
	coverage->ngaps = kept;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* How much work a program may make, so that following it ends soon and in little memory. */
#include "trace/eval/interpret.h"

enum {
	MAX_MEMORY = 256 * 1024 * 1024, /* bytes of values */
	MAX_WEIGHT = 1100000,           /* values inside of one */
	MAX_DEPTH = 200,                /* values inside of each other */
};

/* Counts the values inside of this one; more than MAX_WEIGHT when they are too many or too deep,
 * or the value contains itself. */
static void add_weight(const struct value *value, uint32_t depth, uint32_t *weight)
{
	++*weight;
	if (depth > MAX_DEPTH)
		*weight = MAX_WEIGHT + 1;
	if (*weight > MAX_WEIGHT)
		return;
	switch (value->kind) {
	case VALUE_TUPLE:
	case VALUE_LIST:
	case VALUE_SET:
		for (uint32_t i = 0; i < value->list.count && *weight <= MAX_WEIGHT; i++)
			add_weight(value->list.items[i], depth + 1, weight);
		break;
	case VALUE_DICT:
		for (uint32_t i = 0; i < value->dict.count && *weight <= MAX_WEIGHT; i++) {
			add_weight(value->dict.pairs[i].key, depth + 1, weight);
			add_weight(value->dict.pairs[i].value, depth + 1, weight);
		}
		break;
	case VALUE_RECORD:
		for (uint32_t i = 0; i < value->record.count && *weight <= MAX_WEIGHT; i++)
			add_weight(value->record.fields[i], depth + 1, weight);
		break;
	case VALUE_SLICE:
		add_weight(value->slice.start, depth + 1, weight);
		add_weight(value->slice.stop, depth + 1, weight);
		add_weight(value->slice.step, depth + 1, weight);
		break;
	case VALUE_AT_INDEX:
		add_weight(value->at_index.index, depth + 1, weight);
		break;
	case VALUE_STRING:
		*weight += (uint32_t)(value->string.len / sizeof(struct value));
		break;
	default:
		break;
	}
}

static uint32_t weight_of(const struct value *value)
{
	uint32_t weight = 0;
	add_weight(value, 0, &weight);
	return weight;
}

bool value_too_large(const struct value *value)
{
	return weight_of(value) > MAX_WEIGHT;
}

void charge_items(struct trace *trace, uint64_t items)
{
	uint64_t steps = items / ITEMS_A_STEP;
	trace->steps += steps < MAX_STEPS ? (uint32_t)steps : MAX_STEPS;
	if (trace->steps > trace->most_steps)
		trace->steps = trace->most_steps + 1;
}

void charge_value(struct trace *trace, const struct value *value)
{
	charge_items(trace, weight_of(value) - 1);
}

/* Whether too much memory is held, which is looked up now and then. */
static bool memory_used_up(struct trace *trace)
{
	enum { BETWEEN = 512 };
	if (trace->steps >= trace->memory_checked + BETWEEN) {
		trace->memory_checked = trace->steps;
		trace->memory_full |= arena_footprint(trace->op.arena) > MAX_MEMORY;
	}
	return trace->memory_full;
}

bool work_left(struct trace *trace)
{
	return !trace->stopped && trace->steps <= trace->most_steps && !memory_used_up(trace);
}

bool count_step(struct trace *trace, struct span at)
{
	if (trace->stopped)
		return false;
	trace->steps++;
	bool far = trace->steps > trace->most_steps, deep = trace->nesting > MAX_NESTING;
	if (work_left(trace) && !deep)
		return true;
	if (trace->derived_at)
		at = *trace->derived_at;
	at = program_span(trace->program, at);
	if (trace->memory_full)
		diag_add(trace->diags, RULE_PROGRAM_LIMIT, at,
		         "the values of the program take more than %d MiB; here it ends",
		         MAX_MEMORY / 1024 / 1024);
	else
		diag_add(trace->diags, RULE_PROGRAM_LIMIT, at,
		         "the program is followed for %d %s; here it ends",
		         far ? MAX_STEPS : MAX_NESTING,
		         far ? "steps" : "expressions inside of each other");
	trace->stopped = true;
	return false;
}

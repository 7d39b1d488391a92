/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_schedule.h"

#include <stdlib.h>

#include "base/checked.h"

/* Devices over which sums are combined, and rounds in which levels rise until they fit. */
enum { MAX_KEYS = 8, MAX_ROUNDS = 16 };

/* What all-reduces have in common that may be one. */
struct sum_key {
	const struct reshard_step *collective;
	const struct dtype *element;
	enum opcode reduction;
};

/* All-reduces that are one. */
struct sum_group {
	uint32_t level;
	uint32_t first, last; /* moments of the first and the last of them */
};

enum phase { BEFORE, RUN, BEHIND };

struct event {
	uint32_t level, instruction;
	uint32_t part; /* BEFORE and BEHIND: which of the steps */
	enum phase phase;
};

struct scheduling {
	struct arena *arena;
	const struct module_values *values;
	const struct plan_step *const *steps;
	const uint32_t *first_step;        /* by number; NULL: no instruction has any */
	const struct schedule_read *reads; /* those of one instruction behind those of others */
	const uint32_t *first_read;        /* by number; one more at the end */
	uint32_t *run, *behind;            /* levels, by number */
	uint32_t *group;                   /* by number: that of its sum, from 1 on; 0: none */
	struct sum_group *groups;
	uint32_t ngroups;
	struct sum_key keys[MAX_KEYS];
	uint32_t nkeys;
};

static const struct plan_step *const *steps_of(const struct scheduling *s, uint32_t number)
{
	static const struct plan_step *const none = NULL;
	uint32_t first = s->first_step ? s->first_step[number] : 0;
	return first ? &s->steps[first] : &none;
}

static bool is_step_of(const struct scheduling *s, const struct plan_step *step, uint32_t number)
{
	return step && step->instruction == s->values->computation->instructions[number];
}

static bool is_sum(const struct plan_step *step)
{
	return step->collective && step->collective->kind == RESHARD_ALL_REDUCE;
}

/* Whether a collective takes what the instruction computes, and no operand of it. */
static bool is_behind(const struct plan_step *step)
{
	return is_sum(step) || step->operand == step->instruction ||
	       (step->collective && step->collective->kind == RESHARD_REDUCE_SCATTER);
}

static bool is_scheduled(const struct scheduling *s, uint32_t number)
{
	return s->values->forms[number] == VALUE_WRITTEN;
}

/* ---- What is read ---- */

static void find_reads(struct scheduling *s)
{
	const struct computation *computation = s->values->computation;
	struct value_read found[VALUE_READS];
	struct schedule_read *reads = NULL;
	uint32_t count = 0;
	uint32_t *first = arena_new(s->arena, uint32_t, (size_t)computation->count + 1);
	size_t room = 0;
	for (uint32_t i = 0; i < computation->count; i++) {
		first[i] = count;
		uint32_t found_count =
		    is_scheduled(s, i) ? value_reads(s->values, computation->instructions[i], found)
				       : 0;
		for (uint32_t k = 0; k < found_count; k++)
			arena_push(s->arena, reads, count, room,
			           (struct schedule_read){found[k].part.instruction->number,
			                                  found[k].part.element});
	}
	first[computation->count] = count;
	s->reads = reads;
	s->first_read = first;
}

static bool raise(uint32_t *level, uint32_t to)
{
	bool raised = *level < to;
	*level = raised ? to : *level;
	return raised;
}

/* ---- Sums that are one ---- */

static enum opcode reduction_of(const struct instruction *instruction)
{
	const struct instruction *root =
	    instruction->ncalled == 1 ? instruction->called[0]->root : NULL;
	return instruction->opcode == OPCODE_REDUCE && root ? root->opcode : OPCODE_ADD;
}

static bool same_devices(const struct reshard_step *a, const struct reshard_step *b)
{
	size_t size = (size_t)a->group_count * (size_t)a->group_size * sizeof(*a->groups);
	if (a->group_count != b->group_count || a->group_size != b->group_size)
		return false;
	return a->groups == b->groups ||
	       (a->groups && b->groups && memcmp(a->groups, b->groups, size) == 0);
}

static const struct dtype *element_of(const struct instruction *instruction)
{
	const struct hlo_shape *shape = instruction->shape;
	while (shape->tuple && shape->nelements)
		shape = &shape->elements[0];
	return shape->element;
}

/* The number of the key of a sum; MAX_KEYS: there are too many. */
static uint32_t key_of(struct scheduling *s, const struct plan_step *step)
{
	struct sum_key key = {step->collective, element_of(step->instruction),
	                      reduction_of(step->instruction)};
	for (uint32_t i = 0; i < s->nkeys; i++)
		if (s->keys[i].element == key.element && s->keys[i].reduction == key.reduction &&
		    same_devices(s->keys[i].collective, key.collective))
			return i;
	if (s->nkeys == MAX_KEYS)
		return MAX_KEYS;
	s->keys[s->nkeys] = key;
	return s->nkeys++;
}

/* The one all-reduce of an instruction; NULL: it has none, or several. */
static const struct plan_step *sum_of(const struct scheduling *s, uint32_t number)
{
	const struct plan_step *sum = NULL;
	for (const struct plan_step *const *step = steps_of(s, number);
	     is_step_of(s, *step, number); step++) {
		if (is_sum(*step) && sum)
			return NULL;
		sum = is_sum(*step) ? *step : sum;
	}
	return sum;
}

/* Each joins the last group of its key unless it depends on one of that. */
static void join_sums(struct scheduling *s)
{
	uint32_t count = s->values->computation->count;
	uint32_t last[MAX_KEYS] = {0}, *behind[MAX_KEYS];
	for (uint32_t k = 0; k < MAX_KEYS; k++)
		behind[k] = arena_new(s->arena, uint32_t, count);
	s->groups = arena_new(s->arena, struct sum_group, (size_t)count + 1);
	for (uint32_t i = 0; i < count; i++) {
		for (uint32_t k = 0; k < s->nkeys; k++)
			for (uint32_t r = s->first_read[i]; r < s->first_read[i + 1]; r++)
				(void)raise(&behind[k][i], behind[k][s->reads[r].instruction]);
		const struct plan_step *sum = sum_of(s, i);
		uint32_t key = sum && is_scheduled(s, i) ? key_of(s, sum) : MAX_KEYS;
		if (key == MAX_KEYS)
			continue;
		if (!last[key] || behind[key][i] >= last[key])
			last[key] = ++s->ngroups;
		s->group[i] = behind[key][i] = last[key];
	}
}

/* ---- Levels ---- */

/* The level from which on the operand of a step is there. */
static uint32_t operand_level(const struct scheduling *s, const struct plan_step *step)
{
	const struct computation *computation = s->values->computation;
	const struct instruction *operand = step->operand;
	if (!operand || operand->number >= computation->count ||
	    computation->instructions[operand->number] != operand)
		return 0;
	return s->behind[s->values->names[operand->number].instruction->number];
}

/* The level of a step that an instruction needs: behind its operand, or behind the step before it
 * where that has brought the same operand further, to `level`. */
static uint32_t step_level(const struct scheduling *s, const struct plan_step *before,
                           uint32_t level, const struct plan_step *step)
{
	bool chained = before && before->operand == step->operand;
	return (chained ? level : operand_level(s, step)) + 1;
}

/* One behind all that it needs; what nothing comes before is at the start. */
static void find_level(const struct scheduling *s, uint32_t number)
{
	uint32_t level = 0, chain = 0;
	const struct plan_step *before = NULL;
	for (uint32_t r = s->first_read[number]; r < s->first_read[number + 1]; r++)
		(void)raise(&level, s->behind[s->reads[r].instruction] + 1);
	const struct plan_step *const *steps = steps_of(s, number);
	for (uint32_t i = 0; is_step_of(s, steps[i], number); i++) {
		if (is_behind(steps[i]))
			continue;
		chain = step_level(s, before, chain, steps[i]);
		before = steps[i];
		(void)raise(&level, chain + 1);
	}
	(void)raise(&s->run[number], level);
	level = s->run[number];
	for (uint32_t i = 0; is_step_of(s, steps[i], number); i++)
		level += is_behind(steps[i]);
	(void)raise(&s->behind[number], level);
}

static void find_levels(struct scheduling *s)
{
	uint32_t count = s->values->computation->count;
	bool again = true;
	for (uint32_t round = 0; again && round < MAX_ROUNDS; round++) {
		again = false;
		for (uint32_t i = 0; i < count; i++) {
			if (!is_scheduled(s, i))
				continue;
			find_level(s, i);
			if (s->group[i])
				again |= raise(&s->groups[s->group[i]].level, s->behind[i]);
		}
		for (uint32_t i = 0; i < count; i++)
			if (s->group[i])
				s->behind[i] = s->groups[s->group[i]].level;
	}
}

/* As the program stands: levels are places in its text; what is not in that stands where its
 * operands do. */
static void number_levels(struct scheduling *s)
{
	const struct computation *computation = s->values->computation;
	for (uint32_t i = 0; i < computation->count; i++) {
		s->run[i] = computation->instructions[i]->place;
		for (uint32_t r = s->first_read[i]; r < s->first_read[i + 1]; r++)
			(void)raise(&s->run[i], s->behind[s->reads[r].instruction]);
		s->behind[i] = s->run[i];
	}
}

/* ---- Moments ---- */

static int compare_events(const void *a, const void *b)
{
	const struct event *x = a, *y = b;
	if (x->level != y->level)
		return x->level < y->level ? -1 : 1;
	if (x->instruction != y->instruction)
		return x->instruction < y->instruction ? -1 : 1;
	if (x->phase != y->phase)
		return x->phase < y->phase ? -1 : 1;
	return x->part < y->part ? -1 : x->part > y->part;
}

/* The events of an instruction: its steps and itself. */
static uint32_t add_events(const struct scheduling *s, uint32_t number, bool breadth,
                           struct event *events)
{
	uint32_t count = 0, chain = 0, level = s->run[number];
	const struct plan_step *before = NULL;
	const struct plan_step *const *steps = steps_of(s, number);
	events[count++] = (struct event){s->run[number], number, 0, RUN};
	for (uint32_t i = 0; is_step_of(s, steps[i], number); i++) {
		struct event event = {s->run[number], number, i, BEFORE};
		if (is_behind(steps[i])) {
			event.phase = BEHIND;
			event.level = s->group[number] ? s->behind[number] : level + breadth;
			level = event.level;
		} else if (breadth) {
			event.level = chain = step_level(s, before, chain, steps[i]);
			before = steps[i];
		}
		events[count++] = event;
	}
	return count;
}

static struct event *sorted_events(const struct scheduling *s, bool breadth, uint32_t *count)
{
	uint32_t all = s->values->computation->count, most = all;
	for (uint32_t i = 0; i < all; i++)
		for (const struct plan_step *const *step = steps_of(s, i); is_step_of(s, *step, i);
		     step++)
			most++;
	struct event *events = arena_new(s->arena, struct event, most);
	*count = 0;
	for (uint32_t i = 0; i < all; i++)
		if (is_scheduled(s, i))
			*count += add_events(s, i, breadth, &events[*count]);
	qsort(events, *count, sizeof(*events), compare_events);
	return events;
}

/* The moments of the steps of one instruction, by their number; and of itself. */
static uint32_t **step_moments(const struct scheduling *s, const struct event *events,
                               uint32_t count, uint32_t *runs)
{
	uint32_t all = s->values->computation->count;
	uint32_t **moments = arena_new(s->arena, uint32_t *, all);
	for (uint32_t i = 0; i < all; i++) {
		uint32_t steps = 0;
		while (is_step_of(s, steps_of(s, i)[steps], i))
			steps++;
		moments[i] = steps ? arena_new(s->arena, uint32_t, steps) : NULL;
	}
	for (uint32_t i = 0; i < count; i++) {
		if (events[i].phase == RUN)
			runs[events[i].instruction] = i;
		else
			moments[events[i].instruction][events[i].part] = i;
	}
	return moments;
}

/* ---- What is held ---- */

struct holding {
	struct arena *arena;
	struct schedule_held *held;
	uint32_t nheld;
	size_t room;
};

static void hold(struct holding *holding, struct schedule_held one)
{
	if (one.bytes > 0 && one.last >= one.first)
		arena_push(holding->arena, holding->held, holding->nheld, holding->room, one);
}

/* Whether it is a collective of the text: what that reads and writes are values of their own. */
static bool is_written(const struct scheduling *s, uint32_t number)
{
	const struct instruction *instruction = s->values->computation->instructions[number];
	return opcode_class(instruction->opcode) == OPCODE_CLASS_COLLECTIVE;
}

static void hold_before(const struct scheduling *s, struct holding *holding, uint32_t number,
                        const uint32_t *moments, uint32_t run)
{
	const struct plan_step *const *steps = steps_of(s, number);
	for (uint32_t i = 0; is_step_of(s, steps[i], number) && !is_written(s, number); i++) {
		if (is_behind(steps[i]))
			continue;
		uint32_t last = run;
		if (is_step_of(s, steps[i + 1], number) && !is_behind(steps[i + 1]) &&
		    steps[i + 1]->operand == steps[i]->operand)
			last = moments[i + 1];
		hold(holding,
		     (struct schedule_held){number, steps[i], module_transient_bytes(steps[i]),
		                            moments[i], last});
	}
}

/* Returns the moment from which on the value is there. */
static uint32_t hold_behind(const struct scheduling *s, struct holding *holding, uint32_t number,
                            const uint32_t *moments, uint32_t run)
{
	const struct plan_step *const *steps = steps_of(s, number);
	const struct sum_group *group = s->group[number] ? &s->groups[s->group[number]] : NULL;
	for (uint32_t i = 0; is_step_of(s, steps[i], number) && !is_written(s, number); i++) {
		if (!is_behind(steps[i]))
			continue;
		bool one = group && is_sum(steps[i]);
		uint32_t last = one ? group->last : moments[i];
		hold(holding,
		     (struct schedule_held){number, steps[i], steps[i]->operand_bytes, run, last});
		run = one ? group->first : moments[i];
	}
	return run;
}

/* The first and the last moment of each group. */
static void place_groups(const struct scheduling *s, uint32_t *const *moments)
{
	for (uint32_t i = 0; i < s->values->computation->count; i++) {
		const struct plan_step *const *steps = steps_of(s, i);
		struct sum_group *group = &s->groups[s->group[i]];
		for (uint32_t k = 0; s->group[i] && is_step_of(s, steps[k], i); k++) {
			if (!is_sum(steps[k]))
				continue;
			group->first = group->last ? group->first : moments[i][k];
			group->first = moments[i][k] < group->first ? moments[i][k] : group->first;
			group->last = moments[i][k] > group->last ? moments[i][k] : group->last;
		}
	}
}

static int64_t added_up(const struct scheduling *s, uint32_t number)
{
	const struct plan_step *sum = sum_of(s, number);
	return sum ? sum->result_bytes : 0;
}

struct module_schedule module_schedule_of(struct arena *arena, const struct module_values *values,
                                          const struct module_transients *transients,
                                          enum schedule_order order)
{
	uint32_t number = values->computation->number, count = values->computation->count;
	bool breadth = order == SCHEDULE_BREADTH_FIRST;
	struct scheduling s = {
	    .arena = arena,
	    .values = values,
	    .steps = transients->steps,
	    .first_step = transients->first[number],
	    .run = arena_new(arena, uint32_t, count),
	    .behind = arena_new(arena, uint32_t, count),
	    .group = arena_new(arena, uint32_t, count),
	};
	struct holding holding = {.arena = arena};
	uint32_t *runs = arena_new(arena, uint32_t, count);
	uint32_t *written = arena_new(arena, uint32_t, count), moments;
	int64_t *bytes = arena_new(arena, int64_t, count);
	find_reads(&s);
	if (breadth) {
		join_sums(&s);
		find_levels(&s);
	} else {
		s.groups = arena_new(arena, struct sum_group, 1);
		number_levels(&s);
	}
	const struct event *events = sorted_events(&s, breadth, &moments);
	uint32_t *const *of_steps = step_moments(&s, events, moments, runs);
	place_groups(&s, of_steps);
	for (uint32_t i = 0; i < count; i++) {
		written[i] = runs[i];
		if (!of_steps[i])
			continue;
		hold_before(&s, &holding, i, of_steps[i], runs[i]);
		written[i] = hold_behind(&s, &holding, i, of_steps[i], runs[i]);
		bytes[i] = added_up(&s, i);
	}
	return (struct module_schedule){.reads = s.reads,
	                                .first_read = s.first_read,
	                                .runs = runs,
	                                .written = written,
	                                .bytes = bytes,
	                                .held = holding.held,
	                                .nheld = holding.nheld,
	                                .moments = moments};
}

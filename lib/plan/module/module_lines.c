/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_lines.h"

#include <stdlib.h>

#include "module/operation_work.h"

struct listing {
	struct arena *arena, *scratch;
	struct module_cost *cost;
};

double step_times(const struct plan_step *step)
{
	double times = (double)step->count;
	for (uint32_t i = 0; i < step->ntrips; i++)
		if (step->trips[i] >= 0)
			times *= (double)step->trips[i];
	return times;
}

void work_seconds_add(struct work_seconds *sum, const struct work_seconds *more)
{
	sum->known |= more->known;
	sum->compute += more->compute;
	sum->memory += more->memory;
	sum->roofline += more->roofline;
	sum->communication += more->communication;
}

/* A row or a step, and the line that it goes to. */
struct line_entry {
	const struct instruction_origin *origin;
	struct str name; /* of its origin, else of its operation */
	const struct work_row *row;
	const struct plan_step *step;
	uint32_t order;
};

struct str operation_word(const struct instruction *instruction)
{
	bool names_itself =
	    instruction->opcode == OPCODE_UNKNOWN || instruction->opcode == OPCODE_CUSTOM_CALL;
	if (names_itself && instruction->target.len)
		return instruction->target;
	if (instruction->opcode == OPCODE_TUPLE && instruction->root)
		return STR("results");
	return str_of(opcode_name(instruction->opcode));
}

static struct str name_of(const struct instruction *instruction)
{
	return instruction->origin.op_name.len ? instruction->origin.op_name
	                                       : operation_word(instruction);
}

/* The order of two texts, which are often one and the same. */
static int compare_texts(struct str a, struct str b)
{
	return a.s == b.s && a.len == b.len ? 0 : str_compare(a, b);
}

/* By file and line; without them by name. */
static int compare_places(const struct line_entry *a, const struct line_entry *b)
{
	int order = compare_texts(a->origin->file, b->origin->file);
	if (order)
		return order;
	if (a->origin->file.len)
		return a->origin->line < b->origin->line ? -1 : a->origin->line > b->origin->line;
	return compare_texts(a->name, b->name);
}

/* Axes of two steps: their number, then each. */
static int compare_axes(const struct plan_step *a, const struct plan_step *b)
{
	if (!a->collective || !b->collective)
		return (a->collective != NULL) - (b->collective != NULL);
	const struct axis_parts *x = &a->collective->axes, *y = &b->collective->axes;
	if (x->count != y->count)
		return x->count < y->count ? -1 : 1;
	for (uint32_t i = 0; i < x->count; i++) {
		const struct axis_part *p = &x->items[i], *q = &y->items[i];
		if (p->axis != q->axis)
			return p->axis < q->axis ? -1 : 1;
		if (p->pre != q->pre)
			return p->pre < q->pre ? -1 : 1;
		if (p->size != q->size)
			return p->size < q->size ? -1 : 1;
	}
	return 0;
}

static int compare_kinds(const struct plan_step *a, const struct plan_step *b)
{
	int order = str_compare(a->kind, b->kind);
	return order ? order : compare_axes(a, b);
}

static int compare_entries(const void *a, const void *b)
{
	const struct line_entry *x = a, *y = b;
	int order = compare_places(x, y);
	if (order)
		return order;
	if ((x->step != NULL) != (y->step != NULL))
		return x->step ? 1 : -1;
	order = x->step ? compare_kinds(x->step, y->step) : 0;
	return order ? order : x->order < y->order ? -1 : x->order > y->order;
}

/* All rows and steps, those of a line together. */
static struct line_entry *sorted_entries(struct listing *listing, const struct plan_steps *steps,
                                         uint32_t *count)
{
	const struct module_cost *cost = listing->cost;
	struct line_entry *entries =
	    arena_new(listing->scratch, struct line_entry, (size_t)cost->nrows + steps->count);
	*count = 0;
	for (uint32_t i = 0; i < cost->nrows; i++, (*count)++)
		entries[*count] = (struct line_entry){
		    .row = &cost->rows[i],
		    .origin = &cost->rows[i].instruction->origin,
		    .name = name_of(cost->rows[i].instruction),
		    .order = *count,
		};
	for (const struct plan_step *step = steps->first; step; step = step->next) {
		if (!step->source)
			continue;
		entries[*count] = (struct line_entry){
		    .step = step,
		    .origin = &step->source->origin,
		    .name = name_of(step->source),
		    .order = *count,
		};
		(*count)++;
	}
	qsort(entries, *count, sizeof(*entries), compare_entries);
	return entries;
}

static void add_collective(struct listing *listing, const struct work_line *line,
                           const struct plan_step *step, bool same)
{
	struct module_cost *cost = listing->cost;
	double times = step_times(step);
	if (!same)
		cost->collectives[cost->ncollectives++] = (struct work_collectives){
		    .line = line, .first = step, .seconds = {.known = true}};
	struct work_collectives *group = &cost->collectives[cost->ncollectives - 1];
	group->steps++;
	group->count += times;
	group->received += times * (double)step->received;
	group->seconds.known &= step->seconds.known;
	group->seconds.low += times * step->seconds.low;
	group->seconds.expected += times * step->seconds.expected;
	group->seconds.high += times * step->seconds.high;
}

static void add_to_line(struct work_line *line, const struct line_entry *entry)
{
	if (entry->row) {
		operation_work_add(&line->work, entry->row->work, 1);
		line->bytes += entry->row->bytes;
		work_seconds_add(&line->seconds, &entry->row->seconds);
		return;
	}
	double times = step_times(entry->step);
	line->collectives += times;
	line->received += times * (double)entry->step->received;
	line->seconds.known |= entry->step->seconds.known;
	line->seconds.communication += times * entry->step->seconds.expected;
}

static void add_lines(struct listing *listing, const struct plan_steps *steps)
{
	struct module_cost *cost = listing->cost;
	uint32_t count;
	const struct line_entry *entries = sorted_entries(listing, steps, &count);
	cost->lines = arena_new(listing->arena, struct work_line, count);
	cost->collectives = arena_new(listing->arena, struct work_collectives, steps->count);
	for (uint32_t i = 0; i < count; i++) {
		const struct line_entry *entry = &entries[i];
		bool same = i > 0 && compare_places(entry - 1, entry) == 0;
		if (!same)
			cost->lines[cost->nlines++] = (struct work_line){
			    .file = entry->origin->file,
			    .line = entry->origin->line,
			    .name = entry->origin->file.len ? STR("") : entry->name};
		struct work_line *line = &cost->lines[cost->nlines - 1];
		add_to_line(line, entry);
		if (entry->step)
			add_collective(listing, line, entry->step,
			               same && entry[-1].step &&
			                   compare_kinds(entry[-1].step, entry->step) == 0);
	}
}

/* What a line takes: its operations, and what it communicates. */
static double line_seconds(const struct work_line *line)
{
	return line->seconds.roofline + line->seconds.communication;
}

static int compare_lines(const void *a, const void *b)
{
	const struct work_line *const *x = a, *const *y = b;
	double left = line_seconds(*x), right = line_seconds(*y);
	if (left == right) {
		left = (*x)->work.flops;
		right = (*y)->work.flops;
	}
	if (left == right) {
		left = (*x)->bytes + (*x)->received;
		right = (*y)->bytes + (*y)->received;
	}
	if (left != right)
		return left > right ? -1 : 1;
	return *x < *y ? -1 : *x > *y;
}

static int compare_collectives(const void *a, const void *b)
{
	const struct work_collectives *x = a, *y = b;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return compare_kinds(x->first, y->first);
}

/* Brings the lines into the order of what they take. */
static void order_lines(struct listing *listing)
{
	struct module_cost *cost = listing->cost;
	const struct work_line **order =
	    arena_new(listing->scratch, const struct work_line *, cost->nlines);
	struct work_line *lines = arena_new(listing->arena, struct work_line, cost->nlines);
	uint32_t *place = arena_new(listing->scratch, uint32_t, cost->nlines);
	for (uint32_t i = 0; i < cost->nlines; i++)
		order[i] = &cost->lines[i];
	qsort(order, cost->nlines, sizeof(*order), compare_lines);
	for (uint32_t i = 0; i < cost->nlines; i++) {
		lines[i] = *order[i];
		place[order[i] - cost->lines] = i;
	}
	for (uint32_t i = 0; i < cost->ncollectives; i++)
		cost->collectives[i].line = &lines[place[cost->collectives[i].line - cost->lines]];
	cost->lines = lines;
	qsort(cost->collectives, cost->ncollectives, sizeof(*cost->collectives),
	      compare_collectives);
}

void module_lines(struct arena *arena, struct arena *scratch, const struct plan_steps *steps,
                  struct module_cost *cost)
{
	struct listing listing = {arena, scratch, cost};
	add_lines(&listing, steps);
	order_lines(&listing);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/diff_steps.h"

#include "base/table.h"

/* What a step is known by; `number` tells those apart that are alike. */
static struct str key_of(struct arena *arena, const struct plan_step *step, uint32_t number)
{
	struct str origin = step->instruction ? step->instruction->origin.op_name : STR("");
	struct str name = origin.len ? origin : step->value;
	return str_format(arena, "%.*s\n%.*s\n%u", STR_ARG(step->kind), STR_ARG(name), number);
}

/* The key of a step among those before it. */
static struct str numbered_key(struct arena *arena, struct table *seen,
                               const struct plan_step *step)
{
	bool added;
	uint32_t *number = table_add(arena, seen, key_of(arena, step, 0), 0, &added);
	return key_of(arena, step, ++*number);
}

static bool same_trips(const struct plan_step *a, const struct plan_step *b)
{
	return a->ntrips == b->ntrips &&
	       (!a->ntrips || memcmp(a->trips, b->trips, a->ntrips * sizeof *a->trips) == 0);
}

static bool same_axes(const struct plan_step *a, const struct plan_step *b)
{
	const struct axis_parts *x = &a->collective->axes, *y = &b->collective->axes;
	if (x->count != y->count || a->collective->axes_known != b->collective->axes_known)
		return false;
	for (uint32_t i = 0; i < x->count; i++) {
		const struct axis_part *p = &x->items[i], *q = &y->items[i];
		if (p->size != q->size || p->pre != q->pre ||
		    !str_equal(a->mesh->axes[p->axis].name, b->mesh->axes[q->axis].name))
			return false;
	}
	return true;
}

static enum diff_kind compare(const struct plan_step *a, const struct plan_step *b)
{
	bool same = a->operand_bytes == b->operand_bytes && a->result_bytes == b->result_bytes &&
	            same_trips(a, b);
	if (same && a->collective && b->collective)
		same = a->collective->group_size == b->collective->group_size && same_axes(a, b);
	return same ? DIFF_SAME : DIFF_CHANGED;
}

static void add(struct diff_steps *diff, struct diff_step step)
{
	diff->counts[step.kind]++;
	diff->items[diff->count++] = step;
}

struct diff_steps diff_steps_make(struct arena *arena, const struct plan_steps *before,
                                  const struct plan_steps *after)
{
	struct diff_steps diff = {
	    .items = arena_new(arena, struct diff_step, (size_t)before->count + after->count)};
	struct table keys = {0}, seen_before = {0}, seen_after = {0};
	const struct plan_step **others = arena_new(arena, const struct plan_step *, after->count);
	bool *met = arena_new(arena, bool, after->count), added;
	uint32_t count = 0;
	for (const struct plan_step *step = after->first; step; step = step->next) {
		others[count] = step;
		(void)table_add(arena, &keys, numbered_key(arena, &seen_after, step), count++,
		                &added);
	}
	for (const struct plan_step *step = before->first; step; step = step->next) {
		const uint32_t *place = table_find(&keys, numbered_key(arena, &seen_before, step));
		struct diff_step entry = {DIFF_GONE, step, NULL};
		if (place) {
			met[*place] = true;
			entry.after = others[*place];
			entry.kind = compare(step, entry.after);
		}
		add(&diff, entry);
	}
	for (uint32_t i = 0; i < count; i++)
		if (!met[i])
			add(&diff, (struct diff_step){DIFF_ADDED, NULL, others[i]});
	return diff;
}

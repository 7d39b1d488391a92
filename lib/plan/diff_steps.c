/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/diff_steps.h"

#include <inttypes.h>

#include "base/buf.h"
#include "base/table.h"

/*
 * What a step is known by, the closer the more of it: kind and operation, as the framework calls
 * it, or of a program its function and the text of its line; then its bytes and its rounds too.
 * Values have no names that last, since a text numbers them anew, and lines of a program move.
 */
enum closeness {
	CLOSE_SAME, /* all that is compared */
	CLOSE_NAME, /* the same operation */
	CLOSE_LINE, /* all that is compared, for another operation of the same line */
	CLOSE_KIND, /* the same kind for operations of one opcode */
	CLOSENESSES,
};

static void add_content(struct buf *key, const struct plan_step *step)
{
	buf_printf(key, "\n%" PRId64 " %" PRId64, step->operand_bytes, step->result_bytes);
	for (uint32_t i = 0; i < step->ntrips; i++)
		buf_printf(key, " x%" PRId64, step->trips[i]);
	if (!step->collective)
		return;
	buf_printf(key, " %d", step->collective->group_size);
	for (uint32_t i = 0; i < step->collective->axes.count; i++) {
		const struct axis_part *part = &step->collective->axes.items[i];
		buf_printf(key, " %.*s:%" PRId64 ":%" PRId64,
		           STR_ARG(step->mesh->axes[part->axis].name), part->pre, part->size);
	}
}

static struct str key_of(struct arena *arena, const struct plan_step *step,
                         enum closeness closeness)
{
	const struct instruction *instruction = step->instruction;
	struct str name = step->line_text.len ? step->line_text
	                  : instruction       ? instruction->origin.op_name
	                                      : step->value;
	struct buf key = {.arena = arena};
	buf_add(&key, step->kind);
	buf_putc(&key, '\n');
	if (closeness != CLOSE_LINE)
		buf_puts(&key, instruction ? opcode_name(instruction->opcode) : "");
	buf_putc(&key, '\n');
	buf_add(&key, step->function);
	buf_putc(&key, '\n');
	if (closeness != CLOSE_KIND)
		buf_add(&key, name);
	if (closeness == CLOSE_SAME || closeness == CLOSE_LINE)
		add_content(&key, step);
	return buf_str(&key);
}

/* The key of a step among those before it that have the same. */
static struct str numbered_key(struct arena *arena, struct table *seen,
                               const struct plan_step *step, enum closeness closeness)
{
	bool added;
	struct str key = key_of(arena, step, closeness);
	uint32_t *number = table_add(arena, seen, key, 0, &added);
	return str_format(arena, "%.*s\n%u", STR_ARG(key), ++*number);
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

/* The steps of one side, and with which of the other each has been paired; NULL: none yet. */
struct side {
	const struct plan_step **steps, **partners;
	uint32_t count;
};

static struct side side_of(struct arena *arena, const struct plan_steps *steps)
{
	struct side side = {.steps = arena_new(arena, const struct plan_step *, steps->count),
	                    .partners = arena_new(arena, const struct plan_step *, steps->count)};
	for (const struct plan_step *step = steps->first; step; step = step->next)
		if (step->collective || !step->sized) /* no transfer */
			side.steps[side.count++] = step;
	return side;
}

/* Pairs what is left of both sides, where it has the same key. */
static void pair(struct arena *arena, struct side *before, struct side *after,
                 enum closeness closeness)
{
	struct table keys = {0}, seen_before = {0}, seen_after = {0};
	bool added;
	for (uint32_t i = 0; i < after->count; i++)
		if (!after->partners[i])
			(void)table_add(
			    arena, &keys,
			    numbered_key(arena, &seen_after, after->steps[i], closeness), i,
			    &added);
	for (uint32_t i = 0; i < before->count; i++) {
		if (before->partners[i])
			continue;
		const uint32_t *place = table_find(
		    &keys, numbered_key(arena, &seen_before, before->steps[i], closeness));
		if (!place)
			continue;
		before->partners[i] = after->steps[*place];
		after->partners[*place] = before->steps[i];
	}
}

struct diff_steps diff_steps_make(struct arena *arena, const struct plan_steps *before,
                                  const struct plan_steps *after)
{
	struct diff_steps diff = {
	    .items = arena_new(arena, struct diff_step, (size_t)before->count + after->count)};
	struct side old = side_of(arena, before), new = side_of(arena, after);
	for (int closeness = CLOSE_SAME; closeness < CLOSENESSES; closeness++)
		pair(arena, &old, &new, (enum closeness)closeness);
	for (uint32_t i = 0; i < old.count; i++) {
		struct diff_step entry = {DIFF_GONE, old.steps[i], old.partners[i]};
		if (entry.after)
			entry.kind = compare(entry.before, entry.after);
		add(&diff, entry);
	}
	for (uint32_t i = 0; i < new.count; i++)
		if (!new.partners[i])
			add(&diff, (struct diff_step){DIFF_ADDED, NULL, new.steps[i]});
	return diff;
}

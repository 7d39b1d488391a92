/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/state/changes.h"

#include <string.h>

#include "base/arena.h"
#include "base/pointer_table.h"
#include "trace/state/scope.h"
#include "trace/state/work.h"

struct value_change {
	struct value *value;
	struct value was; /* with items of its own */
	const struct value_change *before;
};

struct name_change {
	struct scope *scope;
	struct str name;
	const struct value *was; /* NULL: it had none */
	const struct name_change *before;
};

static bool keeps(const struct trace *trace)
{
	return trace->trial.running || trace->trial.ways;
}

/* Whether what is changed was made since changes are kept, so that nobody else has it. */
static bool is_own(const struct trace *trace, const void *changed)
{
	return !trace->trial.running && arena_is_since(trace->op.arena, trace->trial.made, changed);
}

/* What the value is now, whatever becomes of its items. */
static struct value kept_value(struct trace *trace, const struct value *value)
{
	struct value was = *value;
	struct arena *arena = trace->op.arena;
	if (value->kind == VALUE_DICT) {
		charge_items(trace, value->dict.count);
		was.dict.pairs = arena_copy(arena, value->dict.pairs, value->dict.count,
		                            sizeof *value->dict.pairs);
	} else if (value->kind == VALUE_LIST || value->kind == VALUE_SET) {
		charge_items(trace, value->list.count);
		was.list.items = arena_copy(arena, value->list.items, value->list.count,
		                            sizeof *value->list.items);
	}
	was.room = 0;
	return was;
}

struct value *value_changed(struct trace *trace, const struct value *value)
{
	struct value *changed;
	memcpy(&changed, &value, sizeof changed); /* the arena made it, not constant */
	if (keeps(trace) && value->kept != trace->trial.count && !is_own(trace, value)) {
		struct value_change *change = arena_new(trace->op.arena, struct value_change, 1);
		*change =
		    (struct value_change){changed, kept_value(trace, value), trace->trial.changes};
		trace->trial.changes = change;
		changed->kept = trace->trial.count;
	}
	return changed;
}

/* Keeps the value that a name has. */
static void keep_name(struct trace *trace, struct scope *scope, struct str name,
                      const struct value *was)
{
	struct name_change *change = arena_new(trace->op.arena, struct name_change, 1);
	*change = (struct name_change){scope, name, was, trace->trial.names};
	trace->trial.names = change;
}

void name_set(struct trace *trace, struct scope *scope, struct str name, const struct value *value,
              struct span at)
{
	if (trace->trial.ways && !is_own(trace, scope))
		keep_name(trace, scope, name, scope_get(scope, name));
	scope_set(trace->op.arena, scope, name, value, at);
}

void own_name_set(struct trace *trace, struct scope *scope, struct bound_name *place,
                  struct bound_name bound)
{
	if (trace->trial.ways && !is_own(trace, scope))
		keep_name(trace, scope, bound.name, place->value);
	*place = bound;
}

static struct change_mark changes_now(const struct trace *trace)
{
	return (struct change_mark){trace->trial.changes, trace->trial.names, trace->trial.made,
	                            trace->traces};
}

struct change_mark changes_begin(struct trace *trace)
{
	trace->trial.ways++;
	trace->trial.count++;
	trace->trial.made = arena_mark(trace->op.arena);
	return changes_now(trace);
}

void changes_end(struct trace *trace)
{
	trace->trial.ways--;
	if (keeps(trace))
		return;
	trace->trial.changes = NULL;
	trace->trial.names = NULL;
}

struct trial_state changes_pause(struct trace *trace)
{
	const struct trial_state before = trace->trial;
	if (trace->trial.running)
		return before;
	trace->trial.ways = 0;
	trace->trial.changes = NULL;
	trace->trial.names = NULL;
	trace->trial.left = NULL;
	return before;
}

void changes_resume(struct trace *trace, const struct trial_state *before)
{
	uint64_t count = trace->trial.count;
	if (trace->trial.running)
		return;
	trace->trial = *before;
	trace->trial.count = count;
}

/* The journal between two points, the last change first. */
struct stretch {
	const struct value_change **values;
	const struct name_change **names;
	uint32_t nvalues, nnames;
};

static struct stretch stretch_of(struct arena *arena, struct change_mark from,
                                 struct change_mark last)
{
	struct stretch stretch = {0};
	for (const struct value_change *c = last.values; c && c != from.values; c = c->before)
		stretch.nvalues++;
	for (const struct name_change *c = last.names; c && c != from.names; c = c->before)
		stretch.nnames++;
	stretch.values = arena_new(arena, const struct value_change *, stretch.nvalues);
	stretch.names = arena_new(arena, const struct name_change *, stretch.nnames);
	const struct value_change *value = last.values;
	for (uint32_t i = 0; i < stretch.nvalues; i++, value = value->before)
		stretch.values[i] = value;
	const struct name_change *name = last.names;
	for (uint32_t i = 0; i < stretch.nnames; i++, name = name->before)
		stretch.names[i] = name;
	return stretch;
}

struct changes changes_since(struct trace *trace, struct change_mark mark)
{
	struct arena *arena = trace->op.arena;
	const struct stretch since = stretch_of(arena, mark, changes_now(trace));
	struct changed_value *values = arena_new(arena, struct changed_value, since.nvalues);
	struct changed_name *names = arena_new(arena, struct changed_name, since.nnames);
	for (uint32_t i = 0; i < since.nvalues; i++) {
		struct value *value = since.values[i]->value;
		values[i] = (struct changed_value){value, kept_value(trace, value)};
	}
	for (uint32_t i = 0; i < since.nnames; i++) {
		const struct name_change *name = since.names[i];
		names[i] = (struct changed_name){name->scope, name->name,
		                                 scope_get(name->scope, name->name)};
	}
	return (struct changes){values, names, since.nvalues, since.nnames};
}

void changes_visit(struct trace *trace, struct change_mark mark, changes_see *see, void *context)
{
	for (const struct value_change *change = trace->trial.changes;
	     change && change != mark.values; change = change->before)
		see(context, change->value, &change->was);
}

void value_changes_undo(struct trace *trace, const struct value_change *before)
{
	for (; trace->trial.changes && trace->trial.changes != before;
	     trace->trial.changes = trace->trial.changes->before)
		*trace->trial.changes->value = trace->trial.changes->was;
}

void changes_undo(struct trace *trace, struct change_mark mark)
{
	const struct span nowhere = {0, 0};
	value_changes_undo(trace, mark.values);
	for (; trace->trial.names && trace->trial.names != mark.names;
	     trace->trial.names = trace->trial.names->before)
		scope_set(trace->op.arena, trace->trial.names->scope, trace->trial.names->name,
		          trace->trial.names->was, nowhere);
	trace->traces = mark.traces;
	trace->trial.count++;
}

/* Makes a value what another is, in its place. */
static void become(struct trace *trace, struct value *value, const struct value *other)
{
	struct value now = kept_value(trace, other);
	now.kept = value_changed(trace, value)->kept;
	*value = now;
}

void changes_apply(struct trace *trace, const struct changes *changes)
{
	const struct span nowhere = {0, 0};
	for (uint32_t i = 0; i < changes->nvalues; i++)
		become(trace, changes->values[i].value, &changes->values[i].now);
	for (uint32_t i = 0; i < changes->nnames; i++)
		name_set(trace, changes->names[i].scope, changes->names[i].name,
		         changes->names[i].now, nowhere);
}

/* The value that a name has either way: one that it has only one way is believed to be there. */
static const struct value *join_named(struct trace *trace, const struct value *one,
                                      const struct value *other, changes_join *join, bool *wider)
{
	if (one && other)
		return join(trace, one, other, wider);
	*wider |= other != NULL;
	return one ? one : other;
}

/* Values and names of which it is settled already what they are. */
struct merge {
	struct trace *trace;
	struct change_mark mark;
	changes_join *join;
	uint64_t done;                  /* what values that are have as `kept` */
	const struct arena_mark *begun; /* where the first turn began that is settled; or NULL */
	struct table names;
	bool wider;
};

/* What is known of a list that a turn has made which is settled with others; NULL of all else. */
static struct list_before *own_list(const struct merge *merge, const struct value *value)
{
	return arena_is_since(merge->trace->op.arena, *merge->begun, value)
	           ? pointer_find(merge->trace->trial.lists, value)
	           : NULL;
}

static void merge_value(struct merge *merge, struct value *value, const struct value *one)
{
	bool wider = false;
	if (value->kept == merge->done ||
	    arena_is_since(merge->trace->op.arena, merge->mark.made, value))
		return;
	const struct value *joined = merge->join(merge->trace, one, value, &wider);
	become(merge->trace, value, joined);
	struct list_before *before = merge->begun ? own_list(merge, value) : NULL;
	if (before)
		before->wider |= wider;
	else
		merge->wider |= wider;
}

static void merge_name(struct merge *merge, struct scope *scope, struct str name,
                       const struct value *one)
{
	struct trace *trace = merge->trace;
	bool added;
	if (arena_is_since(trace->op.arena, merge->mark.made, scope))
		return;
	struct str key = str_format(trace->op.arena, "%p %.*s", (const void *)scope, STR_ARG(name));
	(void)table_add(trace->op.arena, &merge->names, key, 0, &added);
	if (!added)
		return;
	const struct value *other = scope_get(scope, name);
	const struct value *joined = join_named(trace, one, other, merge->join, &merge->wider);
	if (joined != other)
		name_set(trace, scope, name, joined, (struct span){0, 0});
}

/* The first change of a thing since the mark tells what it was. */
static void merge_since(struct merge *merge, struct change_mark last)
{
	const struct stretch since = stretch_of(merge->trace->op.arena, merge->mark, last);
	for (uint32_t i = since.nvalues; i-- > 0;)
		merge_value(merge, since.values[i]->value, &since.values[i]->was);
	for (uint32_t i = since.nnames; i-- > 0;)
		merge_name(merge, since.names[i]->scope, since.names[i]->name, since.names[i]->was);
}

static struct merge merge_begin(struct trace *trace, struct change_mark mark, changes_join *join)
{
	return (struct merge){
	    .trace = trace, .mark = mark, .join = join, .done = ++trace->trial.count};
}

void changes_merge(struct trace *trace, struct change_mark mark, const struct changes *changes,
                   changes_join *join)
{
	struct merge merge = merge_begin(trace, mark, join);
	const struct change_mark last = changes_now(trace);
	for (uint32_t i = 0; i < changes->nvalues; i++)
		merge_value(&merge, changes->values[i].value, &changes->values[i].now);
	for (uint32_t i = 0; i < changes->nnames; i++)
		merge_name(&merge, changes->names[i].scope, changes->names[i].name,
		           changes->names[i].now);
	merge_since(&merge, last);
}

/* What each list was at the mark that has been changed since; the last one that was added. */
static struct list_before *lists_at(struct trace *trace, struct change_mark mark,
                                    struct pointer_table *table)
{
	struct list_before *last = NULL;
	const struct stretch since = stretch_of(trace->op.arena, mark, changes_now(trace));
	for (uint32_t i = since.nvalues; i-- > 0;) {
		const struct value_change *change = since.values[i];
		if (change->was.kind != VALUE_LIST || pointer_find(table, change->value))
			continue;
		struct list_before *before = arena_new(trace->op.arena, struct list_before, 1);
		*before = (struct list_before){.was = change->was, .next = last};
		pointer_add(trace->op.arena, table, change->value, before);
		last = before;
	}
	return last;
}

bool changes_settle(struct trace *trace, struct change_mark mark, struct arena_mark begun,
                    changes_join *join)
{
	struct pointer_table lists = {.count = 0};
	struct merge merge = merge_begin(trace, mark, join);
	const struct list_before *before = lists_at(trace, mark, &lists);
	const struct pointer_table *around = trace->trial.lists;
	merge.begun = &begun;
	trace->trial.lists = &lists;
	merge_since(&merge, changes_now(trace));
	trace->trial.lists = around;
	for (; before; before = before->next)
		merge.wider |= before->wider && !before->replaced;
	return !merge.wider;
}

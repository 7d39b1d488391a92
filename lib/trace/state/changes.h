/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a program changes, while it may have to be taken back or compared with what else may have
 * happened: values that change in place, and names that get other values. It is kept while an
 * expression is tried, and while statements run of which it is not known whether they do.
 */
#pragma once

#include "base/arena.h"
#include "trace/state/scope.h"
#include "trace/state/trace.h"

/* Since when changes are looked at. */
struct change_mark {
	const struct value_change *values;
	const struct name_change *names;
	struct arena_mark made;            /* what is made later was not there */
	const struct cached_trace *traces; /* what is traced later may have changed values */
};

/* What has been changed, as it is afterwards. */
struct changed_value {
	struct value *value;
	struct value now; /* with items of its own */
};

struct changed_name {
	struct scope *scope;
	struct str name;
	const struct value *now; /* NULL: it has none */
};

struct changes {
	const struct changed_value *values;
	const struct changed_name *names;
	uint32_t nvalues, nnames;
};

/* A value of the trace's own arena that is about to be changed in place, as Python's lists and
 * dicts are; what it is without that is kept while changes are. */
struct value *value_changed(struct trace *trace, const struct value *value);

/* Gives the name a value in this scope; which one it had is kept while changes are. */
void name_set(struct trace *trace, struct scope *scope, struct str name, const struct value *value,
              struct span at);

/* The same where it has its place in the scope. */
void own_name_set(struct trace *trace, struct scope *scope, struct bound_name *place,
                  struct bound_name bound);

/* Changes are kept from here on until as many calls of changes_end. */
struct change_mark changes_begin(struct trace *trace);

/* Ends one changes_begin; after the last of them nothing is kept, and what was can no more be
 * taken back. */
void changes_end(struct trace *trace);

/* None are kept until changes_resume, and what changes meanwhile is not taken back: what runs then
 * goes on from where it was whichever way the program goes, as a generator. */
struct trial_state changes_pause(struct trace *trace);

/* Goes on keeping changes, as before changes_pause, which gave this. */
void changes_resume(struct trace *trace, const struct trial_state *before);

/* What has been changed since. */
struct changes changes_since(struct trace *trace, struct change_mark mark);

/* Shows what has been changed since and what it was before each change, the last one first. */
typedef void changes_see(void *context, const struct value *value, const struct value *was);
void changes_visit(struct trace *trace, struct change_mark mark, changes_see *see, void *context);

/* Takes back all changes since the mark, of values and names, the last first, and forgets what has
 * been traced since: it is traced again, and changes them again. */
void changes_undo(struct trace *trace, struct change_mark mark);

/* The same of values alone, as far as `before`, which trace->trial.changes was. */
void value_changes_undo(struct trace *trace, const struct value_change *before);

/* Makes these changes. */
void changes_apply(struct trace *trace, const struct changes *changes);

/* What a value is that may be either of two; *wider tells that this is not the first one. */
typedef const struct value *changes_join(struct trace *trace, const struct value *one,
                                         const struct value *other, bool *wider);

/* Whatever these changes, or what else has been changed since the mark, was changed to: all of it
 * becomes what it may be either way. */
void changes_merge(struct trace *trace, struct change_mark mark, const struct changes *changes,
                   changes_join *join);

/* What a list was before a turn that is settled. */
struct list_before {
	struct value was;
	bool wider;    /* it may now be more than it was */
	bool replaced; /* another one that is as it was stands in its place */
	struct list_before *next;
};

/* The same of all that was changed since, and not: whether nothing became wider than it was. A list
 * that was made since the first of several turns, at `begun`, and that another one replaces as it
 * was, does not count: the next turn fills that one. */
bool changes_settle(struct trace *trace, struct change_mark mark, struct arena_mark begun,
                    changes_join *join);

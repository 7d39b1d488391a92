/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/eval/long_loop.h"

#include <assert.h>
#include "base/arena.h"
#include "program/visit.h"
#include "trace/convert/settled.h"
#include "trace/state/scope.h"

enum { LONG_STEPS = 250000, LONG_MEMORY = 96 * 1024 * 1024 };

struct long_loop long_loop_begin(const struct trace *trace, const struct statement *whole)
{
	return (struct long_loop){.whole = whole, .steps = trace->work.steps};
}

/* Names that are assigned under conditions: what else a later turn does to them is not known. */
struct conditions {
	struct arena *arena;
	struct table names;
};

static void find_conditional(void *context, const struct block *block);

static void add_names(struct conditions *conditions, const struct statement *statement)
{
	const struct parameters none = {NULL, 0};
	const struct block block = {statement, 1};
	const struct table *names = function_locals(conditions->arena, &none, &block);
	bool added;
	for (uint32_t i = 0; i < names->count; i++)
		(void)table_add(conditions->arena, &conditions->names, names->entries[i].key, 0,
		                &added);
}

static void find_conditional(void *context, const struct block *block)
{
	struct conditions *conditions = context;
	struct visitor visitor = {NULL, find_conditional, conditions};
	for (uint32_t i = 0; i < block->count; i++) {
		const struct statement *statement = &block->items[i];
		enum statement_kind kind = (enum statement_kind)statement->kind;
		if (kind == STATEMENT_IF || kind == STATEMENT_TRY || kind == STATEMENT_MATCH)
			add_names(conditions, statement);
		else if (kind != STATEMENT_FUNCTION && kind != STATEMENT_CLASS)
			visit_statement(&visitor, statement);
	}
}

static bool is_long(const struct trace *trace, const struct long_loop *loop)
{
	return loop->open || trace->work.steps - loop->steps > LONG_STEPS ||
	       arena_footprint(trace->op.arena) > LONG_MEMORY;
}

static const struct block *body_of(const struct statement *loop)
{
	return loop->kind == STATEMENT_FOR ? &loop->for_loop->body : &loop->while_loop->body;
}

bool has_no_end(const struct statement *loop)
{
	const struct expression *condition =
	    loop->kind == STATEMENT_WHILE ? loop->while_loop->condition : NULL;
	return condition &&
	       ((condition->kind == EXPRESSION_BOOLEAN && condition->boolean) ||
	        (condition->kind == EXPRESSION_INTEGER && condition->integer.value != 0));
}

/* Goes on behind the loop, with the names having these values. */
static enum flow leave(struct trace *trace, const struct statement *whole,
                       const struct table *names, const struct value *const *values, bool open,
                       const struct value **result)
{
	struct conditions conditions = {.arena = trace->op.arena};
	find_conditional(&conditions, body_of(whole));
	const struct block *otherwise = whole->kind == STATEMENT_FOR
	                                    ? &whole->for_loop->otherwise
	                                    : &whole->while_loop->otherwise;
	enum flow flow = skip_unreported(trace, body_of(whole), result);
	for (uint32_t i = 0; i < names->count; i++)
		if (values[i] && !table_find(&conditions.names, names->entries[i].key))
			bind_name(trace, names->entries[i].key, values[i], (struct span){0, 0});
	trace->work.stopped |= flow == FLOW_NEXT && has_no_end(whole) && !open;
	enum flow last = skip_unreported(trace, otherwise, result);
	return flow == FLOW_RETURN || trace->work.stopped ? FLOW_RETURN : last;
}

static void find_names(struct trace *trace, struct long_loop *loop)
{
	const struct parameters none = {NULL, 0};
	const struct block block = {loop->whole, 1};
	if (!loop->names)
		loop->names = function_locals(trace->op.arena, &none, &block);
}

/* What the names are here, or where a run may have left the loop before. */
static const struct value *const *with_exits(struct trace *trace, const struct long_loop *loop)
{
	const struct value *const *now = values_now(trace, loop->names);
	const struct value **either =
	    arena_new(trace->op.arena, const struct value *, loop->names->count);
	for (uint32_t i = 0; i < loop->names->count; i++)
		either[i] = loop->exits ? either_value(trace, loop->exits[i], now[i]) : now[i];
	return either;
}

void long_loop_may_end(struct trace *trace, bool skips)
{
	struct long_loop *loop = trace->loop;
	assert(loop);
	find_names(trace, loop);
	loop->exits = with_exits(trace, loop);
	loop->open |= has_no_end(loop->whole);
	loop->skips |= skips;
	loop->turns++;
}

/* Gives the names what they are here or elsewhere; what the body changes is not known. */
static void bind_exits(struct trace *trace, const struct long_loop *loop, bool changed)
{
	const struct value *ignored = &value_none;
	const struct value *const *either = with_exits(trace, loop);
	if (changed)
		(void)skip_unreported(trace, body_of(loop->whole), &ignored);
	trace->failure.passed_by = true;
	for (uint32_t i = 0; i < loop->names->count; i++)
		if (either[i])
			bind_name(trace, loop->names->entries[i].key, either[i],
			          (struct span){0, 0});
}

void long_loop_ended(struct trace *trace, const struct long_loop *loop)
{
	if (loop->exits && !trace->op.error.raised)
		bind_exits(trace, loop, true);
}

bool long_loop_left(struct trace *trace, struct long_loop *loop, struct span at, enum flow *flow,
                    const struct value **result)
{
	const struct statement *whole = loop->whole;
	if (loop->exits && !trace->op.error.raised)
		bind_exits(trace, loop, loop->skips);
	bool plain = loop->open || (trace->op.eager && !trace->op.nmappings && !trace->prelude);
	if (!plain || trace->generator || (trace->trial.running && !loop->open) ||
	    !is_long(trace, loop))
		return false;
	const struct value *const *before = loop->values;
	find_names(trace, loop);
	uint32_t count = loop->names->count;
	loop->values = values_now(trace, loop->names);
	const struct value **after = arena_new(trace->op.arena, const struct value *, count);
	if (!before || !values_settled(trace, before, loop->values, count, after))
		return false;
	*flow = leave(trace, whole, loop->names, after, loop->open, result);
	long_loop_ended(trace, loop);
	trace->failure.passed_by = true;
	diag_add(trace->diags, RULE_LOOP_LEFT, program_span(trace->program, at), "%s",
	         loop->open
	             ? "how many turns this loop takes is not known: after it, arrays have the "
	               "types of any turn, and numbers are not known"
	         : trace->work.stopped
	             ? "this loop has no end: what comes after it is not judged"
	             : "this loop takes more turns than are followed: after it, arrays have the "
	               "types of its last turn, and numbers are not known");
	return true;
}

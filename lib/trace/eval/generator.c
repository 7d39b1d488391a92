/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/eval/generator.h"

#include <assert.h>
#include "trace/convert/advance.h"
#include "trace/convert/iterate.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/object.h"
#include "trace/state/changes.h"
#include "trace/state/builtin_class.h"
#include "trace/state/failure.h"
#include "trace/state/scope.h"
#include "trace/state/work.h"
#include "program/visit.h"

bool is_resuming(const struct trace *trace)
{
	return trace->generator && trace->generator->resuming;
}

struct resume_point take_point(struct trace *trace)
{
	struct iterator *generator = trace->generator;
	assert(generator->npoints > 0);
	return generator->points[--generator->npoints];
}

enum flow keep_point(struct trace *trace, uint32_t index, const struct value *kept)
{
	assert(trace->generator);
	struct iterator *generator = trace->generator;
	generator->points = arena_append(trace->op.arena, generator->points, generator->npoints,
	                                 &generator->points_room, sizeof *generator->points);
	generator->points[generator->npoints++] = (struct resume_point){index, kept};
	return FLOW_YIELD;
}

/* What has been thrown into the generator is raised where it waits. */
static void raise_thrown(struct trace *trace, const struct expression *expression)
{
	assert(trace->generator->thrown);
	const struct value *exception = trace->generator->thrown;
	trace->generator->thrown = NULL;
	const struct value *text = value_str_value(trace, exception);
	if (text)
		(void)raise_exception(trace, exception,
		                      text->kind == VALUE_STRING ? text->string : STR(""));
	(void)place_failure(trace, call_span(trace, expression));
	report_failure(trace);
}

/* Gives the items of another iterator, one after the other. */
static enum flow yield_from(struct trace *trace, const struct expression *expression,
                            const struct value **value)
{
	struct iterator *generator = trace->generator;
	const struct value *iterator, *source;
	if (generator->resuming) {
		generator->resuming = false;
		iterator = take_point(trace).kept;
	} else {
		source = evaluate(trace, expression->operand);
		iterator = source ? iterator_of(trace, source) : NULL;
	}
	const struct value *item = iterator ? advance(trace, iterator) : NULL;
	if (item) {
		generator->yielded = item;
		return keep_point(trace, 0, iterator);
	}
	*value = &value_none;
	if (iterator && iterator->kind == VALUE_ITERATOR && iterator->iterator->returned)
		*value = iterator->iterator->returned;
	if (!iterator && failed_or_unknown(trace)) {
		generator->lost = true;
		return FLOW_RETURN;
	}
	if (!failed_or_unknown(trace)) {
		(void)place_failure(trace, call_span(trace, expression));
		report_failure(trace);
		*value = trace->op.error.raised ? NULL : &value_unknown;
	}
	return FLOW_NEXT;
}

enum flow run_yield(struct trace *trace, const struct expression *expression,
                    const struct value **value)
{
	assert(is_yield(expression));
	struct iterator *generator = trace->generator;
	*value = &value_unknown;
	if (!generator)
		return FLOW_NEXT;
	if (generator->resuming && generator->thrown) {
		generator->resuming = false;
		if (expression->kind == EXPRESSION_YIELD_FROM)
			(void)take_point(trace);
		raise_thrown(trace, expression);
		*value = trace->op.error.raised ? NULL : &value_unknown;
		return FLOW_NEXT;
	}
	if (expression->kind == EXPRESSION_YIELD_FROM)
		return yield_from(trace, expression, value);
	if (generator->resuming) {
		generator->resuming = false;
		*value = generator->sent;
		return FLOW_NEXT;
	}
	const struct value *given =
	    expression->operand ? evaluate(trace, expression->operand) : &value_none;
	if (!given) {
		report_failure(trace);
		if (trace->op.error.raised) {
			*value = NULL;
			return FLOW_NEXT;
		}
		given = &value_unknown;
	}
	generator->yielded = given;
	return FLOW_YIELD;
}

static struct value *new_generator(struct trace *trace)
{
	struct value *value = value_new(trace->op.arena, VALUE_ITERATOR);
	value->iterator = arena_new(trace->op.arena, struct iterator, 1);
	value->iterator->class_name = "generator";
	value->iterator->sent = &value_none;
	value->iterator->trial = trace->trial.running ? trace->trial.count : 0;
	return value;
}

const struct value *generator_new(struct trace *trace, const struct closure *closure,
                                  struct scope *scope)
{
	assert(closure->definition && closure->definition->is_generator);
	struct value *value = new_generator(trace);
	value->iterator->closure = closure;
	value->iterator->scope = scope;
	return value;
}

const struct value *generator_expression(struct trace *trace,
                                         const struct comprehension *comprehension,
                                         const struct value *source)
{
	struct value *value = new_generator(trace);
	value->iterator->comprehension = comprehension;
	value->iterator->source = source;
	value->iterator->scope =
	    scope_of_comprehension(trace->op.arena, trace->scope, comprehension->names);
	return value;
}

/* The next item of an expression whose conditions hold. */
static const struct value *advance_expression(struct trace *trace, struct iterator *generator)
{
	assert(generator->comprehension->count == 1);
	const struct comprehension_clause *clause = &generator->comprehension->clauses[0];
	for (;;) {
		const struct value *item = advance(trace, generator->source);
		bool hold = true;
		if (!item || !count_step(trace, clause->target->at))
			return item ? &value_unknown : NULL;
		if (!assign(trace, clause->target, item))
			return NULL;
		for (uint32_t i = 0; hold && i < clause->conditions.count; i++) {
			const struct value *value = evaluate(trace, clause->conditions.items[i]);
			if (!value || !trace_truth(trace, value, &hold)) {
				generator->lost = value != NULL;
				return value ? failed_or_unknown(trace) : NULL;
			}
		}
		if (hold)
			return evaluate(trace, generator->comprehension->element);
	}
}

/* An expression of the program may be advanced by a function of the prelude, and the other way. */
static const struct value *run_expression(struct trace *trace, struct iterator *generator)
{
	struct scope *scope = trace->scope;
	const struct prelude *prelude = trace->prelude;
	const struct span *derived_at = trace->derived_at, place = next_place(trace);
	trace->scope = generator->scope;
	trace->prelude = scope_top(generator->scope)->prelude;
	trace->derived_at = !trace->prelude ? NULL : derived_at ? derived_at : &place;
	const struct value *item = advance_expression(trace, generator);
	trace->scope = scope;
	trace->prelude = prelude;
	trace->derived_at = derived_at;
	return item;
}

const struct value *generator_advance(struct trace *trace, struct iterator *generator)
{
	if (generator->state == ITERATOR_RUNNING)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "ValueError",
		                    TEXT("generator already executing"));
	if (generator->state == ITERATOR_DONE)
		return NULL;
	generator->resuming = generator->state == ITERATOR_WAITING && generator->closure;
	generator->state = ITERATOR_RUNNING;
	generator->yielded = NULL;
	const struct value *item;
	const struct trial_state trial = changes_pause(trace);
	if (generator->comprehension) {
		item = run_expression(trace, generator);
	} else {
		generator->returned = run_generator(trace, generator);
		item = generator->lost ? &value_unknown : generator->yielded;
	}
	changes_resume(trace, &trial);
	if (trace->op.error.raised)
		item = NULL;
	generator->state = item ? ITERATOR_WAITING : ITERATOR_DONE;
	return item;
}

/* Looks for `yield` in statements. */
static void find_yield_in_block(void *context, const struct block *block);

static void find_yield(void *context, const struct expression *expression)
{
	bool *found = context;
	struct visitor visitor = {find_yield, find_yield_in_block, found};
	*found |= is_yield(expression);
	if (expression->kind != EXPRESSION_LAMBDA)
		visit_expression(&visitor, expression);
}

static void find_yield_in_block(void *context, const struct block *block)
{
	struct visitor visitor = {find_yield, find_yield_in_block, context};
	for (uint32_t i = 0; i < block->count; i++)
		if (block->items[i].kind != STATEMENT_FUNCTION &&
		    block->items[i].kind != STATEMENT_CLASS)
			visit_statement(&visitor, &block->items[i]);
}

void lose_generator(struct trace *trace, const struct block *block)
{
	bool found = false;
	if (!trace->generator)
		return;
	find_yield_in_block(&found, block);
	trace->generator->lost |= found;
}

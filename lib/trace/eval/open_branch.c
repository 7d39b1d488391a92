/* SPDX-License-Identifier: Apache-2.0 */
/* Branches of which only a run tells which one is taken: what follows goes on with what all of them
 * have in common. */
#include "op/core/dtype_class.h"
#include "op/core/op.h"
#include "trace/convert/held_value.h"
#include "trace/convert/settled.h"
#include "trace/convert/trial.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/long_loop.h"
#include "trace/eval/statement.h"
#include "trace/state/scope.h"

#include <string.h>

enum { MAX_BRANCHES = 8 };

/* What has come of a branch. */
struct outcome {
	bool nameless; /* it ends for a name that has no value: no run is meant to come here */
	enum flow flow;
	const struct value *result;        /* of `return` */
	const struct value *const *values; /* of the names */
};

/* The branches of a statement. */
struct open_branches {
	const struct statement *whole;
	const struct table *names; /* that any of them assigns */
	const struct value *const *before;
	struct outcome outcomes[MAX_BRANCHES];
	uint32_t count;
};

bool is_open_choice(struct trace *trace, const struct value *value)
{
	return value_is_foreign(value_as_choice(trace, value)) && !value_is_wide(value);
}

/* Of a scalar array and a number of Python, such as the loss before the first step, and of arrays
 * that differ by one of them being weak: the array, whose dtype promotion may make another. NULL
 * of others. */
static const struct value *either_number(const struct value *a, const struct value *b)
{
	bool arrays = a->kind == VALUE_ARRAY && b->kind == VALUE_ARRAY;
	if (arrays && a->array->type.dtype == b->array->type.dtype && !a->array->type.rank &&
	    !b->array->type.rank && a->array->type.weak != b->array->type.weak)
		return a->array->type.weak ? b : a;
	const struct value *array = a->kind == VALUE_ARRAY ? a : b, *number = array == a ? b : a;
	return array->kind == VALUE_ARRAY && !array->array->type.rank &&
	               dtype_is_inexact(array->array->type.dtype) &&
	               value_number_kind(number) == VALUE_FLOAT
	           ? array
	           : NULL;
}

const struct value *either_value(struct trace *trace, const struct value *a, const struct value *b)
{
	if (!a || !b || a->kind == VALUE_NONE)
		return b ? b : a;
	if (b->kind == VALUE_NONE)
		return a;
	if (value_has_reported(a) || value_has_reported(b))
		return &value_unknown;
	const struct value *array = either_number(a, b);
	const struct value *either =
	    array ? value_settled(trace, array, value_array(trace->op.arena, array->array))
		  : value_settled(trace, a, b);
	return either ? either : value_foreign(trace->op.arena, STR("what only a run tells"));
}

/* Whether what is run here can be taken back, and nothing hangs on its order. */
static bool can_try(const struct trace *trace)
{
	return !trace->generator && !trace->prelude && !trace->op.recording && !trace->op.replays &&
	       !trace->op.error.raised && !trace->work.stopped;
}

static void put_back(struct trace *trace, const struct table *names,
                     const struct value *const *values)
{
	for (uint32_t i = 0; i < names->count; i++) {
		struct scope *home = scope_of_target(trace->scope, names->entries[i].key);
		if (home && (values[i] || scope_get(home, names->entries[i].key)))
			scope_set(trace->op.arena, home, names->entries[i].key, values[i],
			          (struct span){0, 0});
	}
}

/* Whether all that has failed is a name that has no value, such as one that another branch gives
 * its first. */
static bool lacks_name(const struct trace *trace, const struct trial *trial)
{
	const char *class = trace->trial.error;
	return class && trace->failure.count == trial->before.failure.count + 1 &&
	       (strcmp(class, "NameError") == 0 || strcmp(class, "UnboundLocalError") == 0);
}

/* Runs a block as a trial; false when it fails or is not known. */
static bool try_block(struct trace *trace, const struct block *block, const struct table *names,
                      const struct value *const *before, struct outcome *outcome)
{
	struct trial trial;
	trial_begin(trace, &trial);
	outcome->result = &value_none;
	outcome->flow = run_block(trace, block, &outcome->result);
	bool good = trial_is_clean(trace, &trial) && !trace->op.error.raised &&
	            outcome->flow <= FLOW_CONTINUE;
	if (good)
		outcome->values = values_now(trace, names);
	outcome->nameless = lacks_name(trace, &trial);
	uint32_t steps = trial_end(trace, &trial);
	trace->work.steps += steps;
	put_back(trace, names, before);
	return good;
}

static const struct table *names_of(struct trace *trace, const struct statement *statement)
{
	const struct parameters none = {NULL, 0};
	const struct block block = {statement, 1};
	return function_locals(trace->op.arena, &none, &block);
}

bool block_succeeds(struct trace *trace, const struct block *block, const struct statement *whole)
{
	const struct table *names = names_of(trace, whole);
	struct outcome outcome;
	return can_try(trace) && try_block(trace, block, names, values_now(trace, names), &outcome);
}

/* Whether the block is there to end the program, which its author does not expect. */
static bool ends_by_error(const struct block *block)
{
	return block->count && block->items[block->count - 1].kind == STATEMENT_RAISE;
}

static bool try_branch(struct trace *trace, struct open_branches *branches,
                       const struct block *block)
{
	if (ends_by_error(block))
		return true;
	if (branches->count == MAX_BRANCHES)
		return false;
	struct outcome *outcome = &branches->outcomes[branches->count];
	bool good = try_block(trace, block, branches->names, branches->before, outcome);
	branches->count += good;
	return good || outcome->nameless;
}

/* Gives the names what they are after one of the branches that do not return. */
static void bind_either(struct trace *trace, const struct open_branches *branches)
{
	for (uint32_t i = 0; i < branches->names->count; i++) {
		const struct value *either = NULL;
		for (uint32_t j = 0; j < branches->count; j++)
			if (branches->outcomes[j].flow != FLOW_RETURN)
				either =
				    either_value(trace, either, branches->outcomes[j].values[i]);
		if (either)
			bind_name(trace, branches->names->entries[i].key, either,
			          (struct span){0, 0});
	}
}

/* How things go on after one of the branches. */
static enum flow flow_after(struct trace *trace, const struct open_branches *branches,
                            const struct value **result)
{
	const struct value *returned = NULL;
	bool leaves = false, skips = false;
	enum flow flow = FLOW_RETURN;
	for (uint32_t i = 0; i < branches->count; i++) {
		const struct outcome *outcome = &branches->outcomes[i];
		if (outcome->flow == FLOW_RETURN)
			returned = either_value(trace, returned, outcome->result);
		else
			flow = flow == FLOW_RETURN || flow == outcome->flow ? outcome->flow
			                                                    : FLOW_NEXT;
		trace->failure.unsure_turn |=
		    outcome->flow == FLOW_BREAK || outcome->flow == FLOW_CONTINUE;
		trace->failure.unsure_call |= outcome->flow == FLOW_RETURN;
		leaves |= outcome->flow == FLOW_BREAK;
		skips |= outcome->flow == FLOW_CONTINUE;
	}
	if (flow == FLOW_NEXT && (leaves || skips))
		long_loop_may_end(trace, skips);
	if (returned && trace->loop)
		trace->loop->open |= has_no_end(trace->loop->whole);
	if (flow == FLOW_RETURN)
		*result = returned;
	else if (returned)
		trace->scope->open_return =
		    either_value(trace, trace->scope->open_return, returned);
	return flow;
}

bool run_open_branches(struct trace *trace, const struct statement *statement, uint32_t first,
                       enum flow *flow, const struct value **result)
{
	const struct if_statement *branch = statement->if_statement;
	struct open_branches branches = {.whole = statement};
	const struct value *ignored = &value_none;
	if (!can_try(trace))
		return false;
	branches.names = names_of(trace, statement);
	branches.before = values_now(trace, branches.names);
	for (uint32_t i = first; i < branch->count; i++)
		if (!try_branch(trace, &branches, &branch->branches[i].body))
			return false;
	if (!try_branch(trace, &branches, &branch->otherwise) || !branches.count)
		return false;
	trace->op.error = (struct op_error){0};
	(void)skip_unreported(trace, &(struct block){statement, 1}, &ignored);
	trace->failure.passed_by = true;
	bind_either(trace, &branches);
	*flow = flow_after(trace, &branches, result);
	return true;
}

/* The value of an expression that may be evaluated; NULL when it fails or is not known. */
static const struct value *tried_value(struct trace *trace, const struct expression *expression)
{
	struct trial trial;
	trial_begin(trace, &trial);
	const struct value *value = evaluate(trace, expression);
	bool good = value && trial_is_clean(trace, &trial) && !value_has_unknown(value);
	uint32_t steps = trial_end(trace, &trial);
	trace->work.steps += steps;
	return good ? value : NULL;
}

const struct value *open_choice(struct trace *trace, const struct expression *then,
                                const struct expression *otherwise)
{
	const struct value *a = can_try(trace) ? tried_value(trace, then) : NULL;
	const struct value *b = a ? tried_value(trace, otherwise) : NULL;
	return b ? value_settled(trace, a, b) : NULL;
}

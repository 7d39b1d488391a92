/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/eval/long_loop.h"

#include "base/arena.h"
#include "trace/convert/advance.h"
#include "trace/convert/join.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/fork.h"
#include "trace/eval/growing_lists.h"
#include "trace/state/failure.h"

enum {
	LONG_STEPS = 250000,
	LONG_MEMORY = 96 * 1024 * 1024,
	FEW_TURNS = 32,
	FEW_STEPS = 2000000, /* that so few turns may take, about half of what a program may */
	FEW_MEMORY = 3 * LONG_MEMORY,
	MAX_TURNS_LEFT = 6, /* that are followed one by one once the loop may have been left */
	MAX_ROUNDS = 6,
	MIN_ROUNDS = 2 /* that it takes to see that another turn changes nothing */
};

struct long_loop long_loop_begin(const struct trace *trace)
{
	return (struct long_loop){.steps = trace->work.steps,
	                          .memory = arena_footprint(trace->op.arena),
	                          .left = trace->trial.left};
}

/* How many items are left of what the loop goes through; UINT32_MAX: not known. */
static uint64_t items_left(const struct value *iterator)
{
	const struct iterator *state =
	    iterator && iterator->kind == VALUE_ITERATOR ? iterator->iterator : NULL;
	if (!state || state->closure || state->comprehension)
		return UINT32_MAX;
	if (state->source && state->source->kind == VALUE_RANGE)
		return (uint64_t)(range_length(state->source) - state->first);
	return state->source ? UINT32_MAX : state->items.count - state->next;
}

/* Whether a loop goes through so few items, unless its body adds to them, that each is likely to be
 * of its own kind, as of an experiment. */
static bool has_few_turns(const struct long_loop *loop, const struct value *iterator)
{
	const struct iterator *state =
	    iterator && iterator->kind == VALUE_ITERATOR ? iterator->iterator : NULL;
	bool listed = state && state->source && !state->closure && !state->comprehension &&
	              state->source->kind != VALUE_RANGE;
	uint64_t left = listed ? state->items.count - state->next : items_left(iterator);
	return loop->turns + left <= FEW_TURNS;
}

/* Whether the loop has taken much work, and the turns that are left will take too much. One of
 * which it is not known how many are left has itself taken much memory, not what was before it. */
static bool is_long(const struct trace *trace, const struct long_loop *loop,
                    const struct value *iterator)
{
	uint64_t steps = trace->work.steps - loop->steps, left = items_left(iterator);
	size_t memory = arena_footprint(trace->op.arena);
	if (steps <= LONG_STEPS && memory <= LONG_MEMORY)
		return false;
	uint64_t taken = memory - loop->memory;
	bool few = has_few_turns(loop, iterator);
	if (few && steps <= FEW_STEPS && memory <= FEW_MEMORY)
		return false;
	if (steps <= LONG_STEPS && left == UINT32_MAX)
		return taken > LONG_MEMORY / 8;
	return steps / loop->turns * left > 2 * LONG_STEPS ||
	       (memory > LONG_MEMORY * 3 / 2 && taken > LONG_MEMORY / 8) ||
	       taken / loop->turns * left > LONG_MEMORY / 2;
}

const struct block *loop_body(const struct statement *loop)
{
	return loop->kind == STATEMENT_FOR ? &loop->for_loop->body : &loop->while_loop->body;
}

/* Whether only `break` and its like end the loop. */
static bool has_no_end(const struct statement *loop)
{
	const struct expression *condition =
	    loop->kind == STATEMENT_WHILE ? loop->while_loop->condition : NULL;
	return condition &&
	       ((condition->kind == EXPRESSION_BOOLEAN && condition->boolean) ||
	        (condition->kind == EXPRESSION_INTEGER && condition->integer.value != 0));
}

/* Turns of which only is known that there are some. */
struct turns {
	const struct statement *whole;
	const struct value *iterator; /* NULL: what it gives is not known */
	const struct value *item;     /* any of its items so far, or NULL */
	const struct way_left *left;
	bool settled;            /* what is known is so after any turn */
	struct arena_mark begun; /* where the first of them began */
};

static const struct value *item_among(struct trace *trace, const struct value *so_far,
                                      const struct value *item, uint32_t depth);

static const struct value *sequence_among(struct trace *trace, const struct value *so_far,
                                          const struct value *item, uint32_t depth)
{
	const struct value_list *before = value_items(so_far), *now = value_items(item);
	if (before->count != now->count || so_far->named != item->named)
		return NULL;
	const struct value **items = arena_new(trace->op.arena, const struct value *, now->count);
	for (uint32_t i = 0; i < now->count; i++)
		items[i] = item_among(trace, before->items[i], now->items[i], depth + 1);
	return item->named ? value_named_tuple(trace->op.arena, item->named, items, now->count)
	                   : value_sequence(trace->op.arena, item->kind, items, now->count);
}

static const struct value *dict_among(struct trace *trace, const struct value *so_far,
                                      const struct value *item, uint32_t depth)
{
	uint32_t count = item->dict.count;
	struct value_pair *pairs = arena_new(trace->op.arena, struct value_pair, count);
	if (so_far->dict.count != count)
		return NULL;
	for (uint32_t i = 0; i < count; i++) {
		const struct value_pair *own = &item->dict.pairs[i];
		const struct value *before = dict_get(so_far, own->key);
		if (!before)
			return NULL;
		pairs[i].key = own->key;
		pairs[i].value = item_among(trace, before, own->value, depth + 1);
	}
	struct value *dict = value_new(trace->op.arena, VALUE_DICT);
	dict->dict.pairs = pairs;
	dict->dict.count = count;
	return dict;
}

static const struct value *object_among(struct trace *trace, const struct value *so_far,
                                        const struct value *item, uint32_t depth)
{
	const struct value *before = so_far->object.fields, *now = item->object.fields;
	if (so_far->object.class != item->object.class || before->kind != VALUE_DICT ||
	    now->kind != VALUE_DICT)
		return NULL;
	const struct value *fields = dict_among(trace, before, now, depth);
	struct value *object = value_new(trace->op.arena, VALUE_OBJECT);
	object->object = item->object;
	object->object.fields = fields;
	return fields ? object : NULL;
}

enum { MOST_DEPTH = 4 }; /* of what is inside of items */

/* What stands for an item and those so far: what all are alike in, and where arrays have other
 * types, as those of a last batch, the item's own. */
static const struct value *item_among(struct trace *trace, const struct value *so_far,
                                      const struct value *item, uint32_t depth)
{
	bool wider = false;
	const struct value *among = NULL;
	if (so_far == item)
		return item;
	if (so_far->kind == item->kind && depth < MOST_DEPTH)
		among = item->kind == VALUE_TUPLE || item->kind == VALUE_LIST
		            ? sequence_among(trace, so_far, item, depth)
		        : item->kind == VALUE_DICT   ? dict_among(trace, so_far, item, depth)
		        : item->kind == VALUE_OBJECT ? object_among(trace, so_far, item, depth)
		                                     : NULL;
	if (among)
		return among;
	const struct value *joined = join_values(trace, so_far, item, &wider);
	return item->kind == VALUE_ARRAY && joined->kind == VALUE_UNKNOWN ? item : joined;
}

/* Any of the items that are to come of a list. */
static const struct value *any_listed(struct trace *trace, struct iterator *state)
{
	const struct value *any = NULL;
	for (uint32_t i = state->next; i < state->items.count; i++)
		any =
		    any ? item_among(trace, any, state->items.items[i], 0) : state->items.items[i];
	state->next = state->items.count;
	return any && state->counted
	           ? value_two(trace->op.arena, any_number(trace->op.arena, VALUE_INT), any)
	           : any;
}

static const struct value *some_item(struct trace *trace, const struct value *iterator)
{
	if (!iterator)
		return value_foreign(trace->op.arena, STR("an item of a loop"));
	struct iterator *state = iterator->kind == VALUE_ITERATOR ? iterator->iterator : NULL;
	if (state && state->source && state->source->kind == VALUE_RANGE)
		return any_number(trace->op.arena, VALUE_INT);
	bool listed = state && !state->closure && !state->comprehension && !state->source;
	return listed ? any_listed(trace, state) : advance(trace, iterator);
}

/* Gives the target any item: what all so far are alike in. */
static void assign_any(struct trace *trace, struct turns *turns)
{
	const struct expression *target = turns->whole->for_loop->target;
	const struct value *item = some_item(trace, turns->iterator);
	trace->op.error = (struct op_error){0};
	turns->item = item && turns->item ? item_among(trace, turns->item, item, 0)
	              : item              ? item
	                                  : turns->item;
	if (!turns->item || assign(trace, target, turns->item))
		return;
	report_failure(trace);
	if (!trace->op.error.raised)
		assign_unknown(trace, target);
}

static void ask_again(struct trace *trace, const struct expression *condition)
{
	if (!evaluate(trace, condition))
		report_failure(trace);
}

static enum flow any_turn(struct trace *trace, struct turns *turns, const struct value **result)
{
	if (turns->whole->kind == STATEMENT_FOR)
		assign_any(trace, turns);
	else
		ask_again(trace, turns->whole->while_loop->condition);
	if (trace->op.error.raised || trace->work.stopped)
		return FLOW_RETURN;
	enum flow flow = run_block(trace, loop_body(turns->whole), result);
	return join_turn(trace, turns->left, flow, result);
}

/* Runs turns until another one changes nothing that is not known already, but no more than there
 * are. */
static enum flow settle_turns(struct trace *trace, struct turns *turns, uint64_t most,
                              const struct value **result)
{
	enum flow flow = FLOW_NEXT;
	int rounds = most < MAX_ROUNDS ? (int)most : MAX_ROUNDS;
	if (turns->iterator && turns->whole->kind == STATEMENT_FOR)
		turns->item = some_item(trace, turns->iterator);
	for (int round = 0; flow == FLOW_NEXT && !turns->settled && round < rounds; round++) {
		const struct change_mark mark = changes_begin(trace);
		flow = any_turn(trace, turns, result);
		if (flow == FLOW_NEXT)
			turns->settled = changes_settle(trace, mark, turns->begun, join_values);
		changes_end(trace);
	}
	if (flow == FLOW_NEXT && !turns->settled)
		flow = skip_unreported(trace, loop_body(turns->whole), result);
	return flow;
}

/* Gives lists that have grown since the mark the items of the turns that are left, as one more turn
 * appends them. */
static void count_items(struct trace *trace, struct turns *turns, struct change_mark mark,
                        uint64_t turns_left)
{
	const struct growing_lists lists = growing_lists_since(trace, mark);
	const struct value *result = NULL;
	if (!lists.count)
		return;
	const struct change_mark turn = changes_begin(trace);
	growing_lists_count(trace, &lists);
	bool whole = any_turn(trace, turns, &result) == FLOW_NEXT &&
	             !ways_left(trace, turns->left) && !trace->work.stopped;
	growing_lists_end(trace, &lists, turn, whole, turns_left);
}

/* Goes on behind the loop. */
static enum flow leave(struct trace *trace, const struct turns *turns, enum flow flow,
                       const struct value **result)
{
	bool endless = flow == FLOW_NEXT && has_no_end(turns->whole);
	if (endless && !ways_left(trace, turns->left)) {
		trace->work.stopped = true;
		return FLOW_RETURN;
	}
	if (endless && last_returns(trace, turns->left, result))
		return FLOW_RETURN;
	return join_loop(trace, turns->left, flow, result);
}

bool long_loop_left(struct trace *trace, struct long_loop *loop, const struct statement *whole,
                    const struct value *iterator, struct span at, enum flow *flow,
                    const struct value **result)
{
	bool left = ways_left(trace, loop->left);
	loop->turns++;
	loop->doubtful += left;
	uint64_t turns_left = items_left(iterator);
	bool is_too_long = is_long(trace, loop, iterator);
	if (!can_fork(trace) || turns_left <= MIN_ROUNDS ||
	    (!is_too_long && loop->doubtful < MAX_TURNS_LEFT))
		return false;
	struct turns turns = {whole,      iterator, NULL,
	                      loop->left, false,    arena_mark(trace->op.arena)};
	const struct change_mark mark = changes_begin(trace);
	trace->failure.open++;
	*flow = settle_turns(trace, &turns, turns_left, result);
	if (turns.settled && *flow == FLOW_NEXT && !ways_left(trace, loop->left) && !left &&
	    turns_left < UINT32_MAX)
		count_items(trace, &turns, mark, turns_left);
	trace->failure.open--;
	changes_end(trace);
	*flow = leave(trace, &turns, *flow, result);
	trace->failure.passed_by = true;
	if ((is_too_long || trace->work.stopped) && !trace->work.limit.length)
		diag_add(trace->diags, RULE_LOOP_LEFT, program_span(trace->program, at), "%s",
		         trace->work.stopped
		             ? "this loop has no end: what comes after it is not judged"
		             : "this loop takes more turns than are followed: after it, arrays "
		               "have the types of its last turn, and numbers are not known");
	return true;
}

enum flow run_open_loop(struct trace *trace, const struct statement *whole,
                        const struct value **result)
{
	struct turns turns = {
	    whole, NULL, NULL, trace->trial.left, false, arena_mark(trace->op.arena)};
	const struct change_mark mark = changes_begin(trace);
	trace->failure.open++;
	trace->failure.doubts++;
	trace->failure.passed_by = true;
	trace->trial.doubted++;
	enum flow flow = any_turn(trace, &turns, result);
	if (flow == FLOW_NEXT)
		flow = settle_turns(trace, &turns, MAX_ROUNDS, result);
	trace->trial.doubted--;
	trace->failure.open--;
	if (flow == FLOW_NEXT || flow == FLOW_BREAK) {
		(void)changes_settle(trace, mark, turns.begun, join_values);
		flow = FLOW_NEXT;
	} else if (flow == FLOW_RETURN && !trace->op.error.raised && !trace->work.stopped &&
	           !ways_left(trace, turns.left)) {
		leave_way(trace, mark, flow, *result);
		flow = FLOW_NEXT;
	}
	changes_end(trace);
	return leave(trace, &turns, flow, result);
}

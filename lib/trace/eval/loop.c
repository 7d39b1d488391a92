/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over what is known while JAX traces. */
#include "spec/script/script.h"
#include "trace/convert/advance.h"
#include "trace/convert/iterate.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/generator.h"
#include "trace/eval/long_loop.h"
#include "trace/eval/said_types.h"
#include "trace/eval/statement.h"
#include "trace/state/failure.h"
#include "trace/state/work.h"

/* So many errors in its body end a loop: it has been reported what is wrong. One ends `while`,
 * whose condition may hang on what has failed. */
enum { MAX_LOOP_FAILURES = 100 };

/* So many turns of a loop are followed of which only a run tells when it ends. */
enum { MAX_OPEN_TURNS = 8 };

/* Leaves a loop of which it is not known how often it runs any more. */
static enum flow skip_loop(struct trace *trace, const struct block *body,
                           const struct block *otherwise, const struct value **result)
{
	enum flow rest = skip_block(trace, body, result);
	enum flow flow = skip_block(trace, otherwise, result);
	return rest == FLOW_RETURN ? rest : flow;
}

static enum flow skip_for(struct trace *trace, const struct for_loop *loop,
                          const struct value **result)
{
	assign_unknown(trace, loop->target);
	return skip_loop(trace, &loop->body, &loop->otherwise, result);
}

/* Runs the body twice with items that a comment describes, when it is not known how often a loop
 * runs: what the first run changes, the second one sees. */
static enum flow run_said(struct trace *trace, const struct for_loop *loop, const struct said *said,
                          const struct value **result)
{
	const struct expression_list targets = {&loop->target, 1};
	for (int round = 0; round < 2; round++) {
		assign_unknown(trace, loop->target);
		(void)said_apply(trace, said, &targets);
		enum flow flow = run_block(trace, &loop->body, result);
		if (flow == FLOW_RETURN)
			return flow;
		if (flow == FLOW_BREAK)
			return FLOW_NEXT;
		if (flow == FLOW_UNSURE)
			return skip_for(trace, loop, result);
	}
	return run_block(trace, &loop->otherwise, result);
}

/* Passes by a loop of which only a run would tell how often it runs, when nothing hangs on that. */
static bool pass_loop(struct trace *trace, const struct statement *loop, const struct value *value)
{
	bool foreign = value && value_is_foreign(value) && !trace->generator;
	bool bound = foreign &&
	             (loop->kind != STATEMENT_FOR || assign(trace, loop->for_loop->target, value));
	if (!bound || !statement_computes_nothing(trace, loop))
		return false;
	pass_by(trace, loop);
	return true;
}

/* What comes behind the turns of a loop, which has an `else`. */
static enum flow end_loop(struct trace *trace, const struct long_loop *turns,
                          const struct block *otherwise, struct span at,
                          const struct value **result)
{
	long_loop_ended(trace, turns);
	if (!turns->exits || !otherwise->count)
		return run_block(trace, otherwise, result);
	trace_doubt(trace, at, "whether 'break' leaves this loop is not known");
	return skip_block(trace, otherwise, result);
}

/* What a loop goes through; NULL after it has been said why not. */
static const struct value *loop_iterator(struct trace *trace, const struct for_loop *loop,
                                         bool said, bool *passed)
{
	const struct value *iterable = evaluate(trace, loop->iterable);
	const struct statement whole = {.kind = STATEMENT_FOR, .for_loop = loop};
	*passed = !said && pass_loop(trace, &whole, iterable);
	if (*passed)
		return NULL;
	const struct value *iterator = iterable ? iterator_of(trace, iterable) : NULL;
	if (iterator)
		return iterator->kind == VALUE_UNKNOWN ? NULL : iterator;
	bool named = loop->target->kind == EXPRESSION_NAME;
	bool counts =
	    str_starts_with(program_text(trace->program, loop->iterable->at), STR("range("));
	if (named && trace->op.error.unknown && source_is_script(&trace->spec->program_file))
		explain(&trace->op,
		        HELP("say what '{}' is in a comment after the line of the loop, {}: # "
		             "shardctl: {}: {}",
		             loop->target->name,
		             counts ? "whose body is then followed twice"
		                    : "with its own dtype and sizes",
		             loop->target->name, counts ? "0" : "f32[8, 128]"));
	if (!iterable ||
	    (!failed_or_unknown(trace) && !place_failure(trace, call_span(trace, loop->iterable))))
		report_failure(trace);
	return NULL;
}

/* The next item, under the target; NULL at the end, and when it is not known, which *known tells.
 */
static const struct value *next_item(struct trace *trace, const struct for_loop *loop,
                                     const struct value *iterator, bool *known)
{
	const struct span at = call_span(trace, loop->iterable), *around = trace->waiting_at;
	trace->waiting_at = &at;
	const struct value *item = advance(trace, iterator);
	trace->waiting_at = around;
	bool lost = iterator->kind == VALUE_ITERATOR && iterator->iterator->lost;
	*known = item ? !lost : failed_or_unknown(trace) != NULL;
	if (!item && !*known && !place_failure(trace, call_span(trace, loop->iterable)))
		report_failure(trace);
	if (!item || lost || assign(trace, loop->target, item))
		return lost ? NULL : item;
	report_failure(trace);
	if (!trace->op.error.raised)
		assign_unknown(trace, loop->target);
	return item;
}

/* The turns of a loop, and what comes with it. */
static enum flow run_for_turns(struct trace *trace, const struct for_loop *loop,
                               struct long_loop *turns, const struct value **result)
{
	bool resuming = is_resuming(trace), known = true, passed = false;
	struct said said = said_begin(trace, loop->iterable->at);
	const struct value *iterator =
	    resuming ? take_point(trace).kept : loop_iterator(trace, loop, said.comments, &passed);
	if (passed)
		return FLOW_NEXT;
	if (!iterator && trace->op.error.raised)
		return FLOW_RETURN;
	if (!iterator)
		return said.comments && !trace->generator ? run_said(trace, loop, &said, result)
		                                          : skip_for(trace, loop, result);
	uint32_t failures = trace->failure.count;
	for (;;) {
		if (trace->failure.count - failures > MAX_LOOP_FAILURES)
			return skip_for(trace, loop, result);
		if (!resuming && !next_item(trace, loop, iterator, &known))
			break;
		resuming = false;
		if (trace->op.error.raised)
			return FLOW_RETURN;
		if (!count_step(trace, loop->target->at)) {
			*result = &value_unknown;
			return FLOW_RETURN;
		}
		enum flow flow = run_block(trace, &loop->body, result);
		if (flow == FLOW_YIELD)
			return keep_point(trace, 0, iterator);
		if (flow == FLOW_RETURN)
			return flow;
		if (flow == FLOW_BREAK) {
			long_loop_ended(trace, turns);
			return FLOW_NEXT;
		}
		if (flow == FLOW_UNSURE)
			return skip_for(trace, loop, result);
		if (long_loop_left(trace, turns, call_span(trace, loop->iterable), &flow, result))
			return flow;
	}
	if (trace->op.error.raised)
		return FLOW_RETURN;
	return known ? end_loop(trace, turns, &loop->otherwise, call_span(trace, loop->iterable),
	                        result)
	             : skip_for(trace, loop, result);
}

enum flow run_for(struct trace *trace, const struct for_loop *loop, const struct value **result)
{
	const struct statement whole = {.kind = STATEMENT_FOR, .for_loop = loop};
	struct long_loop turns = long_loop_begin(trace, &whole), *outer = trace->loop;
	bool unsure = trace->failure.unsure_turn;
	trace->loop = &turns;
	enum flow flow = run_for_turns(trace, loop, &turns, result);
	trace->loop = outer;
	trace->failure.unsure_turn = unsure;
	return flow;
}

static enum flow run_while_turns(struct trace *trace, const struct while_loop *loop,
                                 struct long_loop *turns, const struct value **result)
{
	uint32_t failures = trace->failure.count;
	bool resuming = is_resuming(trace);
	if (resuming)
		(void)take_point(trace);
	for (;;) {
		if (trace->failure.count != failures)
			return skip_loop(trace, &loop->body, &loop->otherwise, result);
		const struct value *value =
		    resuming ? &value_true : evaluate(trace, loop->condition);
		bool truth = false;
		resuming = false;
		if (pass_loop(trace, turns->whole, value))
			return FLOW_NEXT;
		bool open = value && is_open_choice(trace, value) &&
		            turns->turns < MAX_OPEN_TURNS &&
		            block_succeeds(trace, &loop->body, turns->whole);
		turns->open |= open;
		if (open)
			long_loop_may_end(trace, false);
		if (!open && (!value || !trace_truth(trace, value, &truth))) {
			if (!value || (!failed_or_unknown(trace) &&
			               !place_failure(trace, call_span(trace, loop->condition))))
				report_failure(trace);
			return skip_loop(trace, &loop->body, &loop->otherwise, result);
		}
		if (!open && !truth)
			return end_loop(trace, turns, &loop->otherwise,
			                call_span(trace, loop->condition), result);
		enum flow flow = run_block(trace, &loop->body, result);
		if (flow == FLOW_YIELD)
			return keep_point(trace, 0, NULL);
		if (flow == FLOW_RETURN)
			return flow;
		if (flow == FLOW_BREAK) {
			long_loop_ended(trace, turns);
			return FLOW_NEXT;
		}
		if (flow == FLOW_UNSURE)
			return skip_loop(trace, &loop->body, &loop->otherwise, result);
		if (long_loop_left(trace, turns, call_span(trace, loop->condition), &flow, result))
			return flow;
		if (turns->open && turns->turns > MAX_OPEN_TURNS) {
			trace_doubt(trace, call_span(trace, loop->condition),
			            "how many turns this loop takes is not known");
			return skip_loop(trace, &loop->body, &loop->otherwise, result);
		}
	}
}

enum flow run_while(struct trace *trace, const struct while_loop *loop, const struct value **result)
{
	const struct statement whole = {.kind = STATEMENT_WHILE, .while_loop = loop};
	struct long_loop turns = long_loop_begin(trace, &whole), *outer = trace->loop;
	bool unsure = trace->failure.unsure_turn;
	trace->loop = &turns;
	enum flow flow = run_while_turns(trace, loop, &turns, result);
	trace->loop = outer;
	trace->failure.unsure_turn = unsure;
	return flow;
}

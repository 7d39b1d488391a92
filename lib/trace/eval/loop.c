/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over what is known while JAX traces. */
#include "spec/script/script.h"
#include "trace/convert/advance.h"
#include "trace/convert/iterate.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/fork.h"
#include "trace/eval/generator.h"
#include "trace/eval/long_loop.h"
#include "trace/eval/said_types.h"
#include "trace/eval/statement.h"
#include "trace/state/failure.h"
#include "trace/state/work.h"

/* So many errors in its body end a loop: it has been reported what is wrong. One ends `while`,
 * whose condition may hang on what has failed. */
enum { MAX_LOOP_FAILURES = 100 };

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

/* Passes by a loop of which only a run would tell how often it runs, when nothing hangs on that:
 * one whose turns can be followed, when its body gives no name a value. */
static bool pass_loop(struct trace *trace, const struct statement *loop, const struct value *value,
                      bool followed)
{
	if (!value || !value_is_foreign(value) || trace->generator ||
	    (followed && block_binds(trace, loop_body(loop))))
		return false;
	bool bound = loop->kind != STATEMENT_FOR || assign(trace, loop->for_loop->target, value);
	if (!bound || !statement_computes_nothing(trace, loop))
		return false;
	pass_by(trace, loop);
	return true;
}

/* What a loop goes through; NULL after it has been said why not, and *open when any turn of it can
 * be followed all the same. */
static const struct value *loop_iterator(struct trace *trace, const struct for_loop *loop,
                                         bool said, bool *passed, bool *open)
{
	const struct value *iterable = evaluate(trace, loop->iterable);
	iterable = iterable ? gone_through(trace, iterable) : NULL;
	const struct statement whole = {.kind = STATEMENT_FOR, .for_loop = loop};
	*open = !said && iterable && iterable->kind == VALUE_UNKNOWN &&
	        value_number_kind(iterable) == VALUE_UNKNOWN && can_fork(trace);
	*passed = !said && pass_loop(trace, &whole, iterable, *open);
	if (*passed || *open)
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

/* Whether the turn has left the loop by `*flow`, which becomes how things go on behind it. */
static bool leaves_loop(struct trace *trace, const struct long_loop *turns, struct span at,
                        const struct statement *whole, enum flow *flow, const struct value **result)
{
	*flow = join_turn(trace, turns->left, *flow, result);
	if (*flow == FLOW_NEXT)
		return false;
	if (*flow != FLOW_YIELD)
		*flow = join_loop(trace, turns->left, *flow, result);
	if (*flow != FLOW_UNSURE)
		return true;
	if (ways_left(trace, turns->left))
		trace_doubt(trace, at, "how this loop is left is not known");
	*flow = whole->kind == STATEMENT_FOR ? skip_for(trace, whole->for_loop, result)
	                                     : skip_loop(trace, &whole->while_loop->body,
	                                                 &whole->while_loop->otherwise, result);
	return true;
}

/* Behind the last turn. */
static enum flow run_otherwise(struct trace *trace, const struct long_loop *turns,
                               const struct block *otherwise, const struct value **result)
{
	enum flow flow = run_block(trace, otherwise, result);
	return ways_left(trace, turns->left) ? join_loop(trace, turns->left, flow, result) : flow;
}

enum flow run_for(struct trace *trace, const struct for_loop *loop, const struct value **result)
{
	bool resuming = is_resuming(trace), known = true, passed = false, open = false;
	struct said said = said_begin(trace, loop->iterable->at);
	const struct statement whole = {.kind = STATEMENT_FOR, .for_loop = loop};
	const struct span at = call_span(trace, loop->iterable);
	struct long_loop turns = long_loop_begin(trace);
	const struct value *iterator =
	    resuming ? take_point(trace).kept
		     : loop_iterator(trace, loop, said.comments, &passed, &open);
	if (passed)
		return FLOW_NEXT;
	if (open)
		return run_open_loop(trace, &whole, result);
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
		if (leaves_loop(trace, &turns, at, &whole, &flow, result) ||
		    long_loop_left(trace, &turns, &whole, iterator, at, &flow, result))
			return flow;
	}
	if (trace->op.error.raised)
		return FLOW_RETURN;
	return known ? run_otherwise(trace, &turns, &loop->otherwise, result)
	             : skip_for(trace, loop, result);
}

/* A loop whose condition is not known. */
static enum flow run_doubtful(struct trace *trace, const struct statement *whole,
                              const struct value *condition, const struct value **result)
{
	const struct while_loop *loop = whole->while_loop;
	if (condition && !trace->op.error.raised && can_fork(trace)) {
		trace->op.error = (struct op_error){0};
		return run_open_loop(trace, whole, result);
	}
	if (!condition ||
	    (!failed_or_unknown(trace) && !place_failure(trace, call_span(trace, loop->condition))))
		report_failure(trace);
	return skip_loop(trace, &loop->body, &loop->otherwise, result);
}

enum flow run_while(struct trace *trace, const struct while_loop *loop, const struct value **result)
{
	const struct statement whole = {.kind = STATEMENT_WHILE, .while_loop = loop};
	const struct span at = call_span(trace, loop->condition);
	struct long_loop turns = long_loop_begin(trace);
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
		if (pass_loop(trace, &whole, value, can_fork(trace)))
			return FLOW_NEXT;
		if (!value || !trace_truth(trace, value, &truth))
			return run_doubtful(trace, &whole, value, result);
		if (!truth)
			return run_otherwise(trace, &turns, &loop->otherwise, result);
		enum flow flow = run_block(trace, &loop->body, result);
		if (flow == FLOW_YIELD)
			return keep_point(trace, 0, NULL);
		if (leaves_loop(trace, &turns, at, &whole, &flow, result) ||
		    long_loop_left(trace, &turns, &whole, NULL, at, &flow, result))
			return flow;
	}
}

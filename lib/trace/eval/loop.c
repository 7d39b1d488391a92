/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over what is known while JAX traces. */
#include "trace/convert/iterate.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/statement.h"
#include "trace/state/failure.h"

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

enum flow run_for(struct trace *trace, const struct for_loop *loop, const struct value **result)
{
	struct value_list items;
	const struct value *iterable = evaluate(trace, loop->iterable);
	if (!iterable || !trace_iterate(trace, iterable, &items)) {
		if (!iterable || (!failed_or_unknown(trace) &&
		                  !place_failure(trace, call_span(trace, loop->iterable))))
			report_failure(trace);
		return skip_for(trace, loop, result);
	}
	uint32_t failures = trace->failure.count;
	for (uint32_t i = 0; i < items.count; i++) {
		if (trace->failure.count - failures > MAX_LOOP_FAILURES)
			return skip_for(trace, loop, result);
		if (!assign(trace, loop->target, items.items[i])) {
			report_failure(trace);
			assign_unknown(trace, loop->target);
		}
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

enum flow run_while(struct trace *trace, const struct while_loop *loop, const struct value **result)
{
	uint32_t failures = trace->failure.count;
	for (;;) {
		if (trace->failure.count != failures)
			return skip_loop(trace, &loop->body, &loop->otherwise, result);
		const struct value *value = evaluate(trace, loop->condition);
		bool truth = false;
		if (!value || !trace_truth(trace, value, &truth)) {
			if (!value || (!failed_or_unknown(trace) &&
			               !place_failure(trace, call_span(trace, loop->condition))))
				report_failure(trace);
			return skip_loop(trace, &loop->body, &loop->otherwise, result);
		}
		if (!truth)
			return run_block(trace, &loop->otherwise, result);
		enum flow flow = run_block(trace, &loop->body, result);
		if (flow == FLOW_RETURN)
			return flow;
		if (flow == FLOW_BREAK)
			return FLOW_NEXT;
		if (flow == FLOW_UNSURE)
			return skip_loop(trace, &loop->body, &loop->otherwise, result);
	}
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over what is known while JAX traces, and blocks that are not run. */
#include "trace/interpret.h"

/* So many errors in its body end a loop: it has been reported what is wrong. One ends `while`,
 * whose condition may hang on what has failed. */
enum { MAX_LOOP_FAILURES = 100 };

/* Makes a name unknown that a block may assign. */
static void forget(struct trace *trace, struct str name)
{
	scope_set(trace->op.arena, trace->scope, name, &value_unknown, (struct span){0, 0});
}

/* Whether a block has a `return` of its own function. */
static bool returns(const struct block *block)
{
	for (uint32_t i = 0; i < block->count; i++) {
		const struct statement *statement = &block->items[i];
		if (statement->kind == STATEMENT_RETURN)
			return true;
		if (statement->kind == STATEMENT_WITH && returns(&statement->with->body))
			return true;
		if (statement->kind == STATEMENT_FOR && returns(&statement->for_loop->body))
			return true;
		if (statement->kind == STATEMENT_WHILE && returns(&statement->while_loop->body))
			return true;
		if (statement->kind != STATEMENT_IF)
			continue;
		for (uint32_t j = 0; j < statement->if_statement->count; j++)
			if (returns(&statement->if_statement->branches[j].body))
				return true;
		if (returns(&statement->if_statement->otherwise))
			return true;
	}
	return false;
}

enum flow skip_block(struct trace *trace, const struct block *block, const struct value **result)
{
	const struct parameters none = {NULL, 0};
	const struct table *names = function_locals(trace->op.arena, &none, block);
	for (uint32_t i = 0; i < names->count; i++)
		forget(trace, names->entries[i].key);
	if (!returns(block))
		return FLOW_NEXT;
	*result = &value_unknown;
	return FLOW_RETURN;
}

enum flow skip_if(struct trace *trace, const struct if_statement *statement,
                  const struct value **result)
{
	enum flow flow = skip_block(trace, &statement->otherwise, result);
	for (uint32_t i = 0; i < statement->count; i++) {
		enum flow taken = skip_block(trace, &statement->branches[i].body, result);
		flow = taken == FLOW_RETURN ? taken : flow;
	}
	return flow;
}

enum flow run_for(struct trace *trace, const struct for_loop *loop, const struct value **result)
{
	struct value_list items;
	const struct value *iterable = evaluate(trace, loop->iterable);
	if (!iterable || !trace_iterate(trace, iterable, &items)) {
		if (!iterable || (!failed_or_unknown(trace) &&
		                  !place_failure(trace, call_span(trace, loop->iterable))))
			report_failure(trace);
		assign_unknown(trace, loop->target);
		return skip_block(trace, &loop->body, result);
	}
	uint32_t failures = trace->failures;
	for (uint32_t i = 0; i < items.count; i++) {
		if (trace->failures - failures > MAX_LOOP_FAILURES)
			return skip_block(trace, &loop->body, result);
		if (!assign(trace, loop->target, items.items[i])) {
			report_failure(trace);
			assign_unknown(trace, loop->target);
		}
		enum flow flow = run_block(trace, &loop->body, result);
		if (flow == FLOW_RETURN)
			return flow;
		if (flow == FLOW_BREAK)
			return FLOW_NEXT;
	}
	return run_block(trace, &loop->otherwise, result);
}

enum flow run_while(struct trace *trace, const struct while_loop *loop, const struct value **result)
{
	uint32_t failures = trace->failures;
	for (;;) {
		if (trace->failures != failures)
			return skip_block(trace, &loop->body, result);
		const struct value *value = evaluate(trace, loop->condition);
		bool truth = false;
		if (!value || !trace_truth(trace, value, &truth)) {
			if (!value || (!failed_or_unknown(trace) &&
			               !place_failure(trace, call_span(trace, loop->condition))))
				report_failure(trace);
			return skip_block(trace, &loop->body, result);
		}
		if (!truth)
			return run_block(trace, &loop->otherwise, result);
		enum flow flow = run_block(trace, &loop->body, result);
		if (flow == FLOW_RETURN)
			return flow;
		if (flow == FLOW_BREAK)
			return FLOW_NEXT;
	}
}

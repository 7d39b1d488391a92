/* SPDX-License-Identifier: Apache-2.0 */
/* Comprehensions. A generator is the list of what it gives. */

#include <assert.h>
#include "trace/convert/advance.h"
#include "trace/convert/held_value.h"
#include "trace/convert/iterate.h"
#include "trace/eval/generator.h"
#include "trace/eval/equality.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/statement.h"
#include "trace/state/failure.h"
#include "trace/state/scope.h"
#include "trace/state/trace.h"
#include "trace/state/work.h"

/* A comprehension that is being evaluated. */
struct collected {
	struct trace *trace;
	const struct comprehension *comprehension;
	const struct value **items;
	uint32_t count;
	size_t room;
	struct value *dict;
	const struct value *unknown; /* what it is, where how many items there are is not known */
};

static bool collect_item(struct collected *collected)
{
	struct trace *trace = collected->trace;
	const struct comprehension *comprehension = collected->comprehension;
	const struct value *key =
	    comprehension->key ? evaluate(trace, comprehension->key) : &value_none;
	const struct value *value = key ? evaluate(trace, comprehension->element) : NULL;
	if (!value || (comprehension->key && !require_hashable(trace, key)) ||
	    (comprehension->kind == COMPREHENSION_SET && !require_hashable(trace, value)))
		return false;
	key = value_as_key(trace, key);
	if (comprehension->key && value_has_unknown(key)) {
		const struct value *foreign = value_foreign_part(key);
		collected->unknown = foreign
		                         ? value_foreign_as(trace->op.arena, foreign, VALUE_UNKNOWN)
		                         : &value_unknown;
	} else if (comprehension->key) {
		key = held_item(trace, collected->dict, key);
		if (!key)
			return false;
		dict_set(trace, collected->dict, key, value);
	} else {
		collected->items = arena_append(trace->op.arena, collected->items, collected->count,
		                                &collected->room, sizeof *collected->items);
		collected->items[collected->count++] = value;
	}
	return true;
}

/* Whether all conditions of a clause hold; false after an error. */
static bool conditions_hold(struct collected *collected, const struct expression_list *conditions,
                            bool *hold)
{
	struct trace *trace = collected->trace;
	*hold = true;
	for (uint32_t i = 0; *hold && i < conditions->count; i++) {
		const struct value *value = evaluate(trace, conditions->items[i]);
		if (!value)
			return false;
		if (trace_truth(trace, value, hold))
			continue;
		if (!failed_or_unknown(trace) &&
		    !place_failure(trace, call_span(trace, conditions->items[i])))
			return false;
		collected->unknown = &value_unknown;
		*hold = false;
	}
	return true;
}

/* Goes through the clauses from number `index` on; `iterable` is what the clause goes through. */
static bool collect(struct collected *collected, uint32_t index, const struct value *iterable)
{
	assert(index < collected->comprehension->count);
	struct trace *trace = collected->trace;
	const struct comprehension_clause *clause = &collected->comprehension->clauses[index];
	struct value_list items;
	bool hold;
	if (!trace_iterate_at(trace, iterable, clause->iterable, &items)) {
		collected->unknown = &value_unknown;
		return failed_or_unknown(trace) ||
		       place_failure(trace, call_span(trace, clause->iterable));
	}
	for (uint32_t i = 0; i < items.count; i++) {
		if (!count_step(trace, clause->target->at)) {
			collected->unknown = &value_unknown;
			return true;
		}
		if (!assign(trace, clause->target, items.items[i]) ||
		    !conditions_hold(collected, &clause->conditions, &hold))
			return false;
		if (!hold)
			continue;
		if (index + 1 == collected->comprehension->count) {
			if (!collect_item(collected))
				return false;
			continue;
		}
		const struct value *inner =
		    evaluate(trace, collected->comprehension->clauses[index + 1].iterable);
		if (!inner || !collect(collected, index + 1, inner))
			return false;
	}
	return true;
}

/* Whether nothing on arrays is lost when it is open what the comprehension goes through, which is
 * foreign. */
static bool passes(struct trace *trace, const struct comprehension *comprehension,
                   const struct value *iterable)
{
	const struct comprehension_clause *clause = &comprehension->clauses[0];
	struct scope *outer = trace->scope;
	trace->scope = scope_of_comprehension(trace->op.arena, outer, comprehension->names);
	bool passes =
	    comprehension->count == 1 &&
	    assign(trace, clause->target,
	           value_foreign_as(trace->op.arena, iterable, VALUE_UNKNOWN)) &&
	    expression_computes_nothing(trace, comprehension->element) &&
	    (!comprehension->key || expression_computes_nothing(trace, comprehension->key));
	for (uint32_t i = 0; passes && i < clause->conditions.count; i++)
		passes = expression_computes_nothing(trace, clause->conditions.items[i]);
	trace->scope = outer;
	return passes;
}

const struct value *evaluate_comprehension(struct trace *trace, const struct expression *expression)
{
	assert(expression->kind == EXPRESSION_COMPREHENSION);
	const struct comprehension *comprehension = expression->comprehension;
	struct collected collected = {.trace = trace, .comprehension = comprehension};
	const struct value *iterable = evaluate(trace, comprehension->clauses[0].iterable);
	if (!iterable)
		return NULL;
	iterable = gone_through(trace, iterable);
	if (value_is_foreign(iterable) && passes(trace, comprehension, iterable))
		return value_foreign_as(trace->op.arena, iterable, VALUE_UNKNOWN);
	if (comprehension->kind == COMPREHENSION_GENERATOR && comprehension->count == 1 &&
	    !trace->prelude) {
		const struct value *source = iterator_of(trace, iterable);
		return source && source->kind != VALUE_UNKNOWN
		           ? generator_expression(trace, comprehension, source)
		           : (source ? source : failed_or_unknown(trace));
	}
	if (comprehension->kind == COMPREHENSION_DICT)
		collected.dict = value_new(trace->op.arena, VALUE_DICT);
	struct scope *outer = trace->scope;
	trace->scope = scope_of_comprehension(trace->op.arena, outer, comprehension->names);
	bool done = collect(&collected, 0, iterable);
	trace->scope = outer;
	if (!done)
		return NULL;
	if (collected.unknown)
		return collected.unknown;
	if (collected.dict)
		return collected.dict;
	if (comprehension->kind == COMPREHENSION_SET)
		return set_of(trace, collected.items, collected.count);
	return value_sequence(trace->op.arena, VALUE_LIST, collected.items, collected.count);
}

/* name := value. It is a name of the function around, not of a comprehension. */
const struct value *evaluate_assignment(struct trace *trace, const struct expression *expression)
{
	assert(expression->kind == EXPRESSION_ASSIGNMENT);
	const struct value *value = evaluate(trace, expression->assignment.value);
	struct scope *scope = trace->scope;
	while (trace->scope->comprehension)
		trace->scope = trace->scope->outer;
	bool assigned = value && assign(trace, expression->assignment.target, value);
	trace->scope = scope;
	return assigned ? value : NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/eval/growing_lists.h"

#include <assert.h>

#include "program/visit.h"
#include "trace/eval/evaluate.h"
#include "trace/module/observer.h"
#include "trace/state/changes.h"

enum { MOST_ITEMS = 1 << 18 };

/* How often a name stands in a body, and whether a turn may end before the last statement. */
struct look {
	struct str name;
	uint32_t times;
	bool ends;
};

static void look_at_expression(void *context, const struct expression *expression)
{
	struct look *look = context;
	const struct visitor visitor = {look_at_expression, NULL, look};
	look->times +=
	    expression->kind == EXPRESSION_NAME && str_equal(expression->name, look->name);
	look->ends |= is_yield(expression);
	visit_expression(&visitor, expression);
}

static void look_at_block(void *context, const struct block *block)
{
	struct look *look = context;
	const struct visitor visitor = {look_at_expression, look_at_block, look};
	for (uint32_t i = 0; i < block->count; i++) {
		const struct statement *statement = &block->items[i];
		look->ends |=
		    statement->kind == STATEMENT_BREAK || statement->kind == STATEMENT_CONTINUE ||
		    statement->kind == STATEMENT_RETURN || statement->kind == STATEMENT_RAISE;
		visit_statement(&visitor, statement);
	}
}

/* The call `name.append(item)` that the statement is, or NULL. */
static const struct call *append_of(const struct statement *statement)
{
	if (statement->kind != STATEMENT_EXPRESSION || statement->value->kind != EXPRESSION_CALL)
		return NULL;
	const struct call *call = statement->value->call;
	const struct expression *function = call->function;
	bool is_append = function->kind == EXPRESSION_ATTRIBUTE &&
	                 function->attribute.object->kind == EXPRESSION_NAME &&
	                 str_equal(function->attribute.name, STR("append"));
	bool has_one =
	    call->arguments.count == 1 && call->arguments.items[0].kind == ARGUMENT_POSITIONAL;
	return is_append && has_one ? call : NULL;
}

struct growing_lists growing_lists_of(struct trace *trace, const struct block *body)
{
	struct growing_lists lists = {.count = 0};
	for (uint32_t i = 0; i < body->count && lists.count < MAX_GROWING; i++) {
		const struct call *call = append_of(&body->items[i]);
		if (!call)
			continue;
		struct look look = {.name = call->function->attribute.object->name};
		look_at_block(&look, body);
		if (look.ends)
			return (struct growing_lists){.count = 0};
		const struct value *list = name_in_scope(trace, look.name);
		if (look.times != 1 || !list || list->kind != VALUE_LIST || list->view)
			continue;
		lists.items[lists.count++] =
		    (struct growing_list){list, list->list, call->arguments.items[0].value};
	}
	return lists;
}

/* What a turn adds: evaluated once more, with nothing changed by that. */
static const struct value *added_item(struct trace *trace, const struct expression *added)
{
	const struct change_mark mark = changes_begin(trace);
	const struct value *item = evaluate(trace, added);
	changes_undo(trace, mark);
	changes_end(trace);
	if (trace->op.error.raised || trace->op.error.unknown)
		item = NULL;
	trace->op.error = (struct op_error){0};
	return item;
}

static void end_one(struct trace *trace, const struct growing_list *growing, uint64_t turns)
{
	bool grown = growing->list->kind == VALUE_UNKNOWN &&
	             str_equal(growing->list->string, STR(OBSERVER_GROWN_LIST));
	const struct value *item = grown && turns + growing->before.count <= MOST_ITEMS
	                               ? added_item(trace, growing->added)
	                               : NULL;
	if (!item)
		return;
	uint32_t count = growing->before.count + (uint32_t)turns;
	const struct value **items = arena_new(trace->op.arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++)
		items[i] = i < growing->before.count ? growing->before.items[i] : item;
	struct value *list = value_changed(trace, growing->list);
	uint64_t kept = list->kept;
	*list = *value_sequence(trace->op.arena, VALUE_LIST, items, count);
	list->kept = kept;
}

void growing_lists_end(struct trace *trace, const struct growing_lists *lists, uint64_t turns)
{
	assert(lists->count <= MAX_GROWING);
	for (uint32_t i = 0; i < lists->count; i++)
		end_one(trace, &lists->items[i], turns);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Statements of which it is not known whether they run, or what they do. What they may bind or
 * change is unknown behind them, so that nothing is said of it.
 */
#include "program/visit.h"
#include "trace/convert/iterate.h"
#include "trace/convert/numpy_array.h"
#include "trace/eval/generator.h"
#include "trace/eval/statement.h"
#include "trace/state/scope.h"
#include "trace/state/trace.h"
#include "trace/value/class.h"

/* Methods that change their object in place. */
static const char *const changing_methods[] = {
    "add",
    "append",
    "clear",
    "discard",
    "extend",
    "insert",
    "pop",
    "popitem",
    "remove",
    "reverse",
    "setdefault",
    "sort",
    "update",
    "difference_update",
    "intersection_update",
    "symmetric_difference_update",
    "move_to_end",
    "fill",
    "itemset",
    "partition",
    "put",
    "resize",
};

static void forget_field(struct trace *trace, const struct value *fields, const struct value *name,
                         const struct value *as)
{
	dict_set(trace, value_changed(trace, fields), name, as);
}

/* Makes an object what `as` is for all who have it. */
static void forget_as(struct trace *trace, const struct value *value, const struct value *as)
{
	numpy_forget(trace, value);
	if (value->kind == VALUE_TUPLE && !value_too_large(value))
		for (uint32_t i = 0; i < value->list.count; i++)
			forget_as(trace, value->list.items[i], as);
	if (value->kind == VALUE_LIST || value->kind == VALUE_DICT || value->kind == VALUE_SET)
		*value_changed(trace, value) = *as;
	const struct value *fields =
	    value->kind == VALUE_OBJECT ? value->object.fields : &value_none;
	for (uint32_t i = 0; fields->kind == VALUE_DICT && i < fields->dict.count; i++)
		forget_field(trace, fields, fields->dict.pairs[i].key, as);
}

void forget_object(struct trace *trace, const struct value *value)
{
	forget_as(trace, value, &value_unknown);
}

void forget_at(struct trace *trace, const struct value *value, const struct value *index)
{
	forget_as(trace, value,
	          value_foreign_part(index)
	              ? value_foreign(trace->op.arena, STR("what a statement changes"))
	              : &value_unknown);
}

/* What a function that is not followed leaves in the place of something. */
static const struct value *changed_by_function(struct trace *trace)
{
	return value_foreign(trace->op.arena, STR("what a function changes"));
}

void forget_filled(struct trace *trace, const struct value *value)
{
	forget_as(trace, value, changed_by_function(trace));
}

enum { MAX_LOOKED_INTO = 2000 };

/* Looks for objects that statements change. */
struct search {
	struct trace *trace;
	const struct value *as;   /* what they are then */
	struct scope *scope;      /* where the statements stand, and what their names stand for */
	struct table looked_into; /* functions, by where they are written and called */
	bool changes;             /* statements that change an object, known or not, are there */
};

static void search_block(void *context, const struct block *block);
static void search_expression(void *context, const struct expression *expression);

static const struct value *value_in(const struct search *search, const struct expression *name)
{
	return scope_value(search->scope, name->name, name->name_hash);
}

/* What an expression stands for, as far as that can be told without running it: x, x.y of an
 * object, and for x[i] the x that it is a part of. NULL: it cannot. */
static const struct value *value_of(const struct search *search,
                                    const struct expression *expression)
{
	if (expression->kind == EXPRESSION_NAME)
		return value_in(search, expression);
	if (expression->kind == EXPRESSION_SUBSCRIPT)
		return value_of(search, expression->subscript.object);
	if (expression->kind != EXPRESSION_ATTRIBUTE)
		return NULL;
	const struct value *object = value_of(search, expression->attribute.object);
	if (!object || object->kind != VALUE_OBJECT)
		return NULL;
	const struct value *own = dict_get_text(object->object.fields, expression->attribute.name);
	return own ? own : class_find(object->object.class, expression->attribute.name);
}

static void forget(const struct search *search, const struct expression *expression)
{
	const struct value *value = value_of(search, expression);
	if (value)
		forget_as(search->trace, value, search->as);
}

/* The same of what changes in place if it is an array of NumPy. */
static void forget_array(const struct search *search, const struct expression *expression)
{
	const struct value *value = value_of(search, expression);
	if (value && is_numpy_array(value))
		numpy_forget(search->trace, value);
}

/* x.y = … changes one attribute of x. */
static void forget_attribute(const struct search *search, const struct expression *target)
{
	struct trace *trace = search->trace;
	const struct value *object = value_of(search, target->attribute.object);
	const struct value *name = value_string(trace->op.arena, target->attribute.name);
	if (object && object->kind == VALUE_OBJECT)
		forget_field(trace, object->object.fields, name, search->as);
	else if (object && object->kind == VALUE_CLASS)
		forget_field(trace, object->class->names, name, search->as);
	else
		forget(search, target->attribute.object);
}

/* A target other than a name changes what it is a part of. */
static void search_target(struct search *search, const struct expression *target)
{
	search->changes |=
	    target->kind == EXPRESSION_ATTRIBUTE || target->kind == EXPRESSION_SUBSCRIPT;
	if (target->kind == EXPRESSION_TUPLE || target->kind == EXPRESSION_LIST)
		for (uint32_t i = 0; i < target->list.count; i++)
			search_target(search, target->list.items[i]);
	else if (target->kind == EXPRESSION_ATTRIBUTE)
		forget_attribute(search, target);
	else if (target->kind == EXPRESSION_SUBSCRIPT)
		forget(search, target);
}

/* A name that the function declares as `global` or `nonlocal` may have another value behind it. */
static void forget_outer_names(struct search *search, const struct function *definition,
                               struct scope *inner)
{
	struct arena *arena = search->trace->op.arena;
	const struct table *names = definition->names;
	inner->locals = names;
	for (uint32_t i = 0; i < names->count; i++) {
		struct scope *home = scope_of_target(inner, names->entries[i].key);
		if (home == inner)
			continue;
		search->changes = true;
		scope_set(arena, home, names->entries[i].key, search->as, (struct span){0, 0});
	}
}

/* The scope of a call: its parameters are what the arguments stand for. */
static struct scope *scope_of_call(const struct search *search, const struct closure *closure,
                                   const struct call *call, const struct value *self)
{
	struct arena *arena = search->trace->op.arena;
	struct scope *scope = scope_new(arena, closure->scope, NULL, STR(""));
	const struct parameters *parameters = closure_parameters(closure);
	const struct span nowhere = {0, 0};
	uint32_t at = 0;
	if (self && parameters->count)
		scope_set(arena, scope, parameters->items[at++].name, self, nowhere);
	for (uint32_t i = 0; call && i < call->arguments.count; i++) {
		const struct argument *argument = &call->arguments.items[i];
		const struct value *value = value_of(search, argument->value);
		bool named = argument->kind == ARGUMENT_KEYWORD;
		if (argument->kind == ARGUMENT_POSITIONAL && at < parameters->count) {
			struct str name = parameters->items[at++].name;
			if (value)
				scope_set(arena, scope, name, value, nowhere);
		} else if (named && value) {
			scope_set(arena, scope, argument->keyword, value, nowhere);
		}
	}
	return scope;
}

/* The body of a function that is named or called changes objects as if it stood there. */
static void search_function(struct search *search, const struct value *function,
                            const struct call *call, const struct value *self)
{
	bool added;
	while (function && function->kind == VALUE_TRANSFORMED)
		function = function->transformed.function;
	if (!function || function->kind != VALUE_FUNCTION ||
	    search->looked_into.count >= MAX_LOOKED_INTO)
		return;
	const struct function *definition = function->closure.definition;
	const struct lambda *lambda = function->closure.lambda;
	struct arena *arena = search->trace->op.arena;
	const void *const place[] = {definition ? (const void *)definition : lambda, call, self};
	const struct str key = {(const char *)place, sizeof place};
	if (table_find(&search->looked_into, key))
		return;
	(void)table_add(arena, &search->looked_into, str_copy(arena, key), 0, &added);
	struct scope *scope = search->scope;
	struct scope *inner = scope_of_call(search, &function->closure, call, self);
	search->scope = inner;
	if (definition) {
		forget_outer_names(search, definition, inner);
		search_block(search, &definition->body);
	} else {
		search_expression(search, lambda->body);
	}
	search->scope = scope;
}

bool is_changing_method(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(changing_methods); i++)
		if (str_equal(name, str_of(changing_methods[i])))
			return true;
	return false;
}

static void search_call(struct search *search, const struct call *call)
{
	const struct expression *called = call->function;
	const struct value *function = value_of(search, called);
	if (called->kind == EXPRESSION_ATTRIBUTE) {
		const struct value *self = value_of(search, called->attribute.object);
		bool object = self && self->kind == VALUE_OBJECT;
		search_function(search, function, call, object ? self : NULL);
		if (!function && is_changing_method(called->attribute.name)) {
			search->changes = true;
			forget(search, called->attribute.object);
		}
	} else {
		search_function(search, function, call, NULL);
	}
	for (uint32_t i = 0; !function && i < call->arguments.count; i++)
		forget_array(search, call->arguments.items[i].value);
	bool sets =
	    called->kind == EXPRESSION_NAME && !function &&
	    (str_equal(called->name, STR("setattr")) || str_equal(called->name, STR("delattr")));
	search->changes |= sets;
	if (sets && call->arguments.count)
		forget(search, call->arguments.items[0].value);
}

static void search_expression(void *context, const struct expression *expression)
{
	struct search *search = context;
	struct visitor visitor = {search_expression, search_block, search};
	if (expression->kind == EXPRESSION_CALL)
		search_call(search, expression->call);
	if (expression->kind == EXPRESSION_NAME)
		search_function(search, value_in(search, expression), NULL, NULL);
	visit_expression(&visitor, expression);
}

/* What the expression gives, or what it gives a part of; NULL: that cannot be told. */
static const struct value *source_of(const struct search *search,
                                     const struct expression *expression)
{
	static const char *const parts[] = {"items", "values", "get", "setdefault"};
	const struct expression *called =
	    expression->kind == EXPRESSION_CALL ? expression->call->function : expression;
	if (called == expression || called->kind != EXPRESSION_ATTRIBUTE)
		return value_of(search, expression);
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		if (str_equal(called->attribute.name, str_of(parts[i])))
			return value_of(search, called->attribute.object);
	return NULL;
}

/* A name that the statements give an object that there is: they change that by it. */
static void search_alias(const struct search *search, const struct expression *target,
                         const struct expression *given)
{
	const struct value *source = source_of(search, given);
	bool several = target->kind == EXPRESSION_TUPLE || target->kind == EXPRESSION_LIST;
	if (source && target->kind == EXPRESSION_NAME)
		scope_set(search->trace->op.arena, search->scope, target->name, source,
		          (struct span){0, 0});
	for (uint32_t i = 0; several && i < target->list.count; i++)
		search_alias(search, target->list.items[i], given);
}

static void search_statement(struct search *search, const struct statement *statement)
{
	struct visitor visitor = {search_expression, search_block, search};
	if (statement->kind == STATEMENT_FOR)
		search_alias(search, statement->for_loop->target, statement->for_loop->iterable);
	if (statement->kind == STATEMENT_ASSIGN)
		for (uint32_t i = 0; i < statement->assign.targets.count; i++) {
			search_target(search, statement->assign.targets.items[i]);
			search_alias(search, statement->assign.targets.items[i],
			             statement->assign.value);
		}
	if (statement->kind == STATEMENT_AUGMENTED_ASSIGN) {
		search_target(search, statement->augmented_assign.target);
		forget_array(search, statement->augmented_assign.target);
	}
	if (statement->kind == STATEMENT_DELETE)
		search_target(search, statement->deleted);
	visit_statement(&visitor, statement);
}

static void search_block(void *context, const struct block *block)
{
	for (uint32_t i = 0; i < block->count; i++)
		search_statement(context, &block->items[i]);
}

void forget_written(struct trace *trace, const struct expression *target)
{
	struct search search = {.trace = trace, .as = &value_unknown, .scope = trace->scope};
	search_target(&search, target);
}

void forget_by_function(struct trace *trace, const struct value *given)
{
	const struct value *self = NULL;
	while (given->kind == VALUE_PARTIAL) {
		const struct value_list *bound = &given->partial.positional;
		if (bound->count && bound->items[0]->kind == VALUE_OBJECT)
			self = bound->items[0];
		given = given->partial.function;
	}
	if (given->kind != VALUE_FUNCTION && given->kind != VALUE_TRANSFORMED)
		return;
	struct search search = {
	    .trace = trace, .as = changed_by_function(trace), .scope = trace->scope};
	search_function(&search, given, NULL, self);
	trace->failure.given_away |= search.changes;
}

void forget_by_call(struct trace *trace, const struct expression *expression)
{
	assert(expression->kind == EXPRESSION_CALL);
	struct search search = {
	    .trace = trace, .as = changed_by_function(trace), .scope = trace->scope};
	search_call(&search, expression->call);
}

/* What jumps out of a block. */
struct jumps {
	bool returns, leaves; /* the function; the loop round the block */
	uint32_t loops;       /* round what is looked at, inside of the block */
};

static void find_jumps(void *context, const struct block *block);

static void find_jump(struct jumps *jumps, const struct statement *statement)
{
	struct visitor visitor = {NULL, find_jumps, jumps};
	bool loop = statement->kind == STATEMENT_FOR || statement->kind == STATEMENT_WHILE;
	if (statement->kind == STATEMENT_RETURN)
		jumps->returns = true;
	if (statement->kind == STATEMENT_BREAK || statement->kind == STATEMENT_CONTINUE)
		jumps->leaves |= jumps->loops == 0;
	if (statement->kind == STATEMENT_FUNCTION || statement->kind == STATEMENT_CLASS)
		return;
	jumps->loops += loop;
	visit_statement(&visitor, statement);
	jumps->loops -= loop;
}

static void find_jumps(void *context, const struct block *block)
{
	for (uint32_t i = 0; i < block->count; i++)
		find_jump(context, &block->items[i]);
}

static void forget_names(struct trace *trace, const struct block *block, bool foreign)
{
	const struct parameters none = {NULL, 0};
	const struct table *names = function_locals(trace->op.arena, &none, block);
	for (uint32_t i = 0; i < names->count; i++)
		bind_name(trace, names->entries[i].key,
		          foreign ? value_foreign(trace->op.arena, names->entries[i].key)
		                  : &value_unknown,
		          (struct span){0, 0});
}

static enum flow skip(struct trace *trace, const struct block *block, bool foreign,
                      const struct value **result)
{
	const struct value *as =
	    foreign ? value_foreign(trace->op.arena, STR("what a statement changes"))
		    : &value_unknown;
	struct search search = {.trace = trace,
	                        .as = as,
	                        .scope = scope_new(trace->op.arena, trace->scope, NULL, STR(""))};
	struct jumps jumps = {0};
	if (trace->op.error.raised)
		return FLOW_RETURN;
	trace->failure.doubts++;
	lose_generator(trace, block);
	search_block(&search, block);
	forget_names(trace, block, foreign);
	find_jumps(&jumps, block);
	if (!jumps.returns)
		return jumps.leaves ? FLOW_UNSURE : FLOW_NEXT;
	*result = as;
	if (trace->generator)
		trace->generator->lost = true;
	return FLOW_RETURN;
}

enum flow skip_block(struct trace *trace, const struct block *block, const struct value **result)
{
	return skip(trace, block, false, result);
}

enum flow skip_unreported(struct trace *trace, const struct block *block,
                          const struct value **result)
{
	return skip(trace, block, true, result);
}

enum flow skip_statement(struct trace *trace, const struct statement *statement,
                         const struct value **result)
{
	return skip_block(trace, &(struct block){statement, 1}, result);
}

void pass_by(struct trace *trace, const struct statement *statement)
{
	const struct block block = {statement, 1};
	trace->op.error = (struct op_error){0};
	trace->failure.passed_by = true;
	trace->failure.doubts++;
	lose_generator(trace, &block);
	forget_names(trace, &block, true);
}

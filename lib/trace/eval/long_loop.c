/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/eval/long_loop.h"

#include "base/arena.h"
#include "op/core/abstract_mesh.h"
#include "op/core/op.h"
#include "op/core/recording.h"
#include "program/visit.h"
#include "trace/state/scope.h"

#include <string.h>

enum { LONG_STEPS = 100000, LONG_MEMORY = 96 * 1024 * 1024, MAX_DEPTH = 20 };

struct long_loop long_loop_begin(const struct trace *trace)
{
	return (struct long_loop){.steps = trace->work.steps};
}

/* Names that are assigned under conditions: what else a later turn does to them is not known. */
struct conditions {
	struct arena *arena;
	struct table names;
};

static void find_conditional(void *context, const struct block *block);

static void add_names(struct conditions *conditions, const struct statement *statement)
{
	const struct parameters none = {NULL, 0};
	const struct block block = {statement, 1};
	const struct table *names = function_locals(conditions->arena, &none, &block);
	bool added;
	for (uint32_t i = 0; i < names->count; i++)
		(void)table_add(conditions->arena, &conditions->names, names->entries[i].key, 0,
		                &added);
}

static void find_conditional(void *context, const struct block *block)
{
	struct conditions *conditions = context;
	struct visitor visitor = {NULL, find_conditional, conditions};
	for (uint32_t i = 0; i < block->count; i++) {
		const struct statement *statement = &block->items[i];
		enum statement_kind kind = (enum statement_kind)statement->kind;
		if (kind == STATEMENT_IF || kind == STATEMENT_TRY || kind == STATEMENT_MATCH)
			add_names(conditions, statement);
		else if (kind != STATEMENT_FUNCTION && kind != STATEMENT_CLASS)
			visit_statement(&visitor, statement);
	}
}

static bool same_devices(const struct device_group *a, const struct device_group *b)
{
	if (a == b || !a || !b)
		return a == b;
	return a->count == b->count &&
	       (!a->ids || !b->ids ? a->ids == b->ids
	                           : memcmp(a->ids, b->ids, a->count * sizeof *a->ids) == 0);
}

static bool same_type(const struct array *a, const struct array *b)
{
	const struct array_type *x = &a->type, *y = &b->type;
	if (x->dtype != y->dtype || x->weak != y->weak || !type_same_shape(x, y) ||
	    x->varying != y->varying || x->memory_kind != y->memory_kind || a->host != b->host ||
	    !same_devices(a->committed, b->committed) || a->level || b->level ||
	    !x->mesh != !y->mesh)
		return false;
	return !x->mesh ||
	       (abstract_mesh_equal(x->mesh, y->mesh) && spec_equal(x->spec, y->spec, x->rank) &&
	        x->unreduced == y->unreduced && x->reduced == y->reduced);
}

static const struct value *settled_array(struct trace *trace, const struct array *before,
                                         const struct array *now)
{
	if (!same_type(before, now))
		return NULL;
	struct array *any = arena_new(trace->op.arena, struct array, 1);
	*any = *array_new(&trace->op, &now->type);
	any->host = now->host;
	any->placed = now->placed;
	any->committed = now->committed;
	any->deleted = now->deleted;
	recording_same(&trace->op, EQUATION_LIKE, any, now);
	return value_array(trace->op.arena, any);
}

static const struct value *settled(struct trace *trace, const struct value *before,
                                   const struct value *now, uint32_t depth);

static bool settle_all(struct trace *trace, const struct value *const *before,
                       const struct value *const *now, uint32_t count, const struct value **result,
                       uint32_t depth)
{
	for (uint32_t i = 0; i < count; i++) {
		result[i] = settled(trace, before[i], now[i], depth + 1);
		if (before[i] != now[i] && !result[i])
			return false;
	}
	return true;
}

static const struct value *settled_sequence(struct trace *trace, const struct value *before,
                                            const struct value *now, uint32_t depth)
{
	uint32_t count = now->list.count;
	const struct value **items = arena_new(trace->op.arena, const struct value *, count);
	if (before->list.count != count || before->named != now->named || before->view ||
	    now->view ||
	    !settle_all(trace, before->list.items, now->list.items, count, items, depth))
		return NULL;
	return now->named ? value_named_tuple(trace->op.arena, now->named, items, count)
	                  : value_sequence(trace->op.arena, now->kind, items, count);
}

static const struct value *settled_dict(struct trace *trace, const struct value *before,
                                        const struct value *now, uint32_t depth)
{
	uint32_t count = now->dict.count;
	struct value_pair *pairs = arena_new(trace->op.arena, struct value_pair, count);
	if (before->dict.count != count)
		return NULL;
	for (uint32_t i = 0; i < count; i++) {
		const struct value_pair *old = &before->dict.pairs[i], *new = &now->dict.pairs[i];
		pairs[i].key = new->key;
		pairs[i].value = value_equal(old->key, new->key)
		                     ? settled(trace, old->value, new->value, depth + 1)
		                     : NULL;
		if (!pairs[i].value)
			return NULL;
	}
	return value_dict(trace->op.arena, pairs, count);
}

static const struct value *settled_object(struct trace *trace, const struct value *before,
                                          const struct value *now, uint32_t depth)
{
	if (before->object.class != now->object.class)
		return NULL;
	const struct value *fields =
	    settled_dict(trace, before->object.fields, now->object.fields, depth);
	if (!fields)
		return NULL;
	struct value *object = value_new(trace->op.arena, VALUE_OBJECT);
	object->object = (struct object){now->object.class, fields, now->object.sealed};
	return object;
}

/* What a value that was one thing after a turn and another after the next is after any turn; NULL:
 * that is open as long as it changes. */
static const struct value *settled(struct trace *trace, const struct value *before,
                                   const struct value *now, uint32_t depth)
{
	struct arena *arena = trace->op.arena;
	if (before == now) /* which the body changes in place, if at all */
		return now;
	if (depth > MAX_DEPTH || !before || !now)
		return NULL;
	if (value_has_reported(before) && value_has_reported(now))
		return &value_unknown;
	enum value_kind number = value_number_kind(now);
	if (number != VALUE_UNKNOWN && number == value_number_kind(before))
		return value_foreign_as(arena, value_foreign(arena, STR("a number of a loop")),
		                        number);
	if (before->kind != now->kind)
		return NULL;
	switch (now->kind) {
	case VALUE_ARRAY:
		return settled_array(trace, before->array, now->array);
	case VALUE_TUPLE:
	case VALUE_LIST:
		return settled_sequence(trace, before, now, depth);
	case VALUE_DICT:
		return settled_dict(trace, before, now, depth);
	case VALUE_OBJECT:
		return settled_object(trace, before, now, depth);
	case VALUE_NONE:
		return now;
	default:
		return value_foreign(arena, STR("what a loop assigns"));
	}
}

/* The values of the names now; NULL where there is none. */
static const struct value *const *values_now(struct trace *trace, const struct table *names)
{
	const struct value **values =
	    arena_new(trace->op.arena, const struct value *, names->count);
	for (uint32_t i = 0; i < names->count; i++) {
		struct scope *home = scope_of_target(trace->scope, names->entries[i].key);
		values[i] = home ? scope_get(home, names->entries[i].key) : NULL;
	}
	return values;
}

static bool is_long(const struct trace *trace, const struct long_loop *loop)
{
	return trace->work.steps - loop->steps > LONG_STEPS ||
	       arena_footprint(trace->op.arena) > LONG_MEMORY;
}

static const struct block *body_of(const struct statement *loop)
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

/* Goes on behind the loop, with the names having these values. */
static enum flow leave(struct trace *trace, const struct statement *whole,
                       const struct table *names, const struct value *const *values,
                       const struct value **result)
{
	struct conditions conditions = {.arena = trace->op.arena};
	find_conditional(&conditions, body_of(whole));
	const struct block *otherwise = whole->kind == STATEMENT_FOR
	                                    ? &whole->for_loop->otherwise
	                                    : &whole->while_loop->otherwise;
	enum flow flow = skip_unreported(trace, body_of(whole), result);
	for (uint32_t i = 0; i < names->count; i++)
		if (values[i] && !table_find(&conditions.names, names->entries[i].key))
			bind_name(trace, names->entries[i].key, values[i], (struct span){0, 0});
	trace->work.stopped |= flow == FLOW_NEXT && has_no_end(whole);
	enum flow last = skip_unreported(trace, otherwise, result);
	return flow == FLOW_RETURN || trace->work.stopped ? FLOW_RETURN : last;
}

bool long_loop_left(struct trace *trace, struct long_loop *loop, const struct statement *whole,
                    struct span at, enum flow *flow, const struct value **result)
{
	bool plain = trace->op.eager && !trace->op.nmappings && !trace->prelude;
	if (!plain || trace->generator || trace->trial.running || !is_long(trace, loop))
		return false;
	const struct parameters none = {NULL, 0};
	const struct block block = {whole, 1};
	const struct value *const *before = loop->values;
	if (!loop->names)
		loop->names = function_locals(trace->op.arena, &none, &block);
	uint32_t count = loop->names->count;
	loop->values = values_now(trace, loop->names);
	const struct value **after = arena_new(trace->op.arena, const struct value *, count);
	if (!before || !settle_all(trace, before, loop->values, count, after, 0))
		return false;
	*flow = leave(trace, whole, loop->names, after, result);
	trace->failure.passed_by = true;
	diag_add(trace->diags, RULE_LOOP_LEFT, program_span(trace->program, at), "%s",
	         trace->work.stopped
	             ? "this loop has no end: what comes after it is not judged"
	             : "this loop takes more turns than are followed: after it, arrays have the "
	               "types of its last turn, and numbers are not known");
	return true;
}

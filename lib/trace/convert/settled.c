/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/settled.h"

#include "op/core/abstract_mesh.h"
#include "op/core/op.h"
#include "op/core/recording.h"
#include "op/core/sharding_request.h"
#include "op/core/watch.h"
#include "trace/state/scope.h"

#include <string.h>

enum { MAX_DEPTH = 20 };

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

static bool same_request(const struct sharding_request *a, const struct sharding_request *b)
{
	return a == b || (a && b && request_equal(a, b));
}

static const struct value *settled_array(struct trace *trace, const struct array *before,
                                         const struct array *now)
{
	if (!same_type(before, now) || !before->deleted != !now->deleted)
		return NULL;
	struct array *any = arena_new(trace->op.arena, struct array, 1);
	*any = *array_new(&trace->op, &now->type);
	any->host = now->host;
	any->placed = same_request(before->placed, now->placed) ? now->placed : NULL;
	any->committed = now->committed;
	any->deleted = now->deleted;
	watch_inherit(&trace->op, any, now, UINT32_MAX);
	const struct array *const ways[] = {now, before}, *const result = any;
	recording_add(&trace->op, &(struct equation){.kind = EQUATION_LIKE,
	                                             .operands = ways,
	                                             .count = 2,
	                                             .results = &result,
	                                             .nresults = 1});
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

bool values_settled(struct trace *trace, const struct value *const *before,
                    const struct value *const *now, uint32_t count, const struct value **result)
{
	return settle_all(trace, before, now, count, result, 0);
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
		return value_foreign_as(
		    arena, value_foreign(arena, STR("a number that only a run tells")), number);
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
		return value_foreign(arena, STR("what only a run tells"));
	}
}

const struct value *value_settled(struct trace *trace, const struct value *before,
                                  const struct value *now)
{
	return settled(trace, before, now, 0);
}

const struct value *const *values_now(struct trace *trace, const struct table *names)
{
	const struct value **values =
	    arena_new(trace->op.arena, const struct value *, names->count);
	for (uint32_t i = 0; i < names->count; i++) {
		struct scope *home = scope_of_target(trace->scope, names->entries[i].key);
		values[i] = home ? scope_get(home, names->entries[i].key) : NULL;
	}
	return values;
}

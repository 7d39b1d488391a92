/* SPDX-License-Identifier: Apache-2.0 */
/* What is fixed of objects that make a graph, for a library that keeps what it traced by that: flax
 * (nnx/graphlib.py GraphDef). Described in lib/library/prelude/README.md. */
#include "base/pointer_table.h"
#include "library/library.h"
#include "trace/eval/prelude.h"
#include "trace/state/work.h"
#include "trace/value/class.h"

/* A walk through the objects of a graph. */
struct graph {
	struct trace *trace;
	const struct value_list *classes; /* of its nodes */
	const struct value_list *without; /* names of fields that are left out */
	struct pointer_table seen;        /* numbers of nodes, by their fields */
	uint32_t count;
};

static const struct value *parts_of(struct graph *graph, const struct value *x);

static bool is_node(const struct graph *graph, const struct value *x)
{
	if (x->kind != VALUE_OBJECT)
		return false;
	for (uint32_t i = 0; i < graph->classes->count; i++)
		if (class_derives(x->object.class, graph->classes->items[i]))
			return true;
	return false;
}

static bool is_left_out(const struct value_list *names, const struct value *key)
{
	for (uint32_t i = 0; names && i < names->count; i++)
		if (value_equal(names->items[i], key))
			return true;
	return false;
}

/* A dict without some of its keys, or NULL. */
static const struct value *parts_of_dict(struct graph *graph, const struct value *dict,
                                         const struct value_list *without)
{
	struct arena *arena = graph->trace->op.arena;
	struct value_pair *pairs = arena_new(arena, struct value_pair, dict->dict.count);
	uint32_t count = 0;
	charge_items(graph->trace, dict->dict.count);
	for (uint32_t i = 0; i < dict->dict.count; i++) {
		const struct value_pair *pair = &dict->dict.pairs[i];
		if (!is_left_out(without, pair->key))
			pairs[count++] =
			    (struct value_pair){pair->key, parts_of(graph, pair->value)};
	}
	return value_dict(arena, pairs, count);
}

static const struct value *parts_of_items(struct graph *graph, const struct value *x)
{
	struct arena *arena = graph->trace->op.arena;
	const struct value **items = arena_new(arena, const struct value *, x->list.count);
	charge_items(graph->trace, x->list.count);
	for (uint32_t i = 0; i < x->list.count; i++)
		items[i] = parts_of(graph, x->list.items[i]);
	return x->named ? value_named_tuple(arena, x->named, items, x->list.count)
	                : value_sequence(arena, x->kind, items, x->list.count);
}

/* The class and the fields of a node; the number of one that has been met. */
static const struct value *parts_of_node(struct graph *graph, const struct value *node)
{
	struct arena *arena = graph->trace->op.arena;
	const struct value *number = pointer_find(&graph->seen, node->object.fields);
	if (number)
		return number;
	struct value *own = value_new(arena, VALUE_INT);
	own->integer = graph->count++;
	const struct value *fields = node->object.fields;
	pointer_add(arena, &graph->seen, fields, own);
	bool known = fields->kind == VALUE_DICT; /* else nobody knows what the node has */
	return value_two(arena, node->object.class,
	                 known ? parts_of_dict(graph, fields, graph->without) : fields);
}

static const struct value *parts_of(struct graph *graph, const struct value *x)
{
	if (x->kind == VALUE_TUPLE || x->kind == VALUE_LIST)
		return parts_of_items(graph, x);
	if (x->kind == VALUE_DICT)
		return parts_of_dict(graph, x, NULL);
	if (x->kind == VALUE_ARRAY) /* it is like no other */
		return value_int(graph->trace->op.arena, (int64_t)(uintptr_t)x);
	return is_node(graph, x) ? parts_of_node(graph, x) : x;
}

static const struct value *graph_parts(struct trace *trace, const struct call_arguments *arguments)
{
	struct graph graph = {.trace = trace,
	                      .classes = &argument(arguments, 1)->list,
	                      .without = &argument(arguments, 2)->list};
	return parts_of(&graph, argument(arguments, 0));
}

const struct function_row library_prelude_graph_parts[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("graph_parts", "x, classes, without", graph_parts, .takes_unknown = true),
    TABLE_END,
};

/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of jax.tree and jax.tree_util that tell where leaves stand. JAX: tree_util.py. */
#include "library/library.h"
#include "library/transform/transform.h"

/* A step of a path: DictKey(key), SequenceKey(idx) or GetAttrKey(name), each a record. */
static const struct value *step_value(struct trace *trace, const char *class_name,
                                      const char *const *names, const struct value *field)
{
	struct value *record = value_new(trace->op.arena, VALUE_RECORD);
	const struct value **fields = arena_new(trace->op.arena, const struct value *, 1);
	fields[0] = field;
	record->record = (struct record){class_name, names, fields, 1};
	return record;
}

static const struct value *step_to(struct trace *trace, const struct value *node, uint32_t i)
{
	static const char *const key[] = {"key"}, *const idx[] = {"idx"}, *const name[] = {"name"};
	struct arena *arena = trace->op.arena;
	if (node->kind == VALUE_DICT)
		return step_value(trace, "DictKey", key, node->dict.pairs[i].key);
	if (node->named)
		return step_value(trace, "GetAttrKey", name,
		                  value_string(arena, str_of(node->named->names[i])));
	return step_value(trace, "SequenceKey", idx, value_int(arena, i));
}

/* Stores a tuple of the steps to each leaf from *paths on, and moves it behind them. */
static void collect_paths(struct trace *trace, const struct value *tree,
                          const struct value_list *way, const struct value ***paths)
{
	struct arena *arena = trace->op.arena;
	if (tree->kind != VALUE_TUPLE && tree->kind != VALUE_LIST && tree->kind != VALUE_DICT) {
		if (tree->kind != VALUE_NONE)
			*(*paths)++ = value_sequence(arena, VALUE_TUPLE, way->items, way->count);
		return;
	}
	for (uint32_t i = 0; i < pytree_child_count(tree); i++) {
		const struct value **items =
		    arena_new(arena, const struct value *, (size_t)way->count + 1);
		for (uint32_t j = 0; j < way->count; j++)
			items[j] = way->items[j];
		items[way->count] = step_to(trace, tree, i);
		struct value_list longer = {items, way->count + 1};
		collect_paths(trace,
		              tree->kind == VALUE_DICT ? tree->dict.pairs[i].value
		                                       : tree->list.items[i],
		              &longer, paths);
	}
}

static bool flatten_with_paths(struct trace *trace, const struct call_arguments *arguments,
                               uint32_t tree, uint32_t is_leaf, struct pytree *pytree,
                               const struct value ***paths)
{
	const struct value *leaf =
	    argument_given(arguments, is_leaf) ? argument(arguments, is_leaf) : NULL;
	if (!pytree_flatten_until(trace, argument(arguments, tree), leaf, pytree))
		return false;
	*paths = arena_new(trace->op.arena, const struct value *, pytree->count);
	const struct value **end = *paths;
	collect_paths(trace, pytree->tree, &(struct value_list){NULL, 0}, &end);
	return true;
}

/* [(path, leaf), …] */
static const struct value *call_leaves_with_path(struct trace *trace,
                                                 const struct call_arguments *arguments)
{
	struct pytree pytree;
	const struct value **paths;
	if (!flatten_with_paths(trace, arguments, 0, 1, &pytree, &paths))
		return NULL;
	for (uint32_t i = 0; i < pytree.count; i++)
		paths[i] = value_two(trace->op.arena, paths[i], pytree.leaves[i]);
	return value_sequence(trace->op.arena, VALUE_LIST, paths, pytree.count);
}

enum { MAP_F, MAP_TREE, MAP_REST, MAP_IS_LEAF };

/* f(path, leaf, …) for each leaf of the first tree. */
static const struct value *call_map_with_path(struct trace *trace,
                                              const struct call_arguments *arguments)
{
	const struct value_list *rest = &argument(arguments, MAP_REST)->list;
	struct arena *arena = trace->op.arena;
	struct pytree first;
	const struct value **paths;
	if (!flatten_with_paths(trace, arguments, MAP_TREE, MAP_IS_LEAF, &first, &paths))
		return NULL;
	const struct value ***parts = arena_new(arena, const struct value **, rest->count);
	const struct value **results = arena_new(arena, const struct value *, first.count);
	for (uint32_t i = 0; i < rest->count; i++)
		if (!pytree_flatten_up_to(trace, &first, rest->items[i], &parts[i]))
			return NULL;
	for (uint32_t i = 0; i < first.count; i++) {
		const struct value **items =
		    arena_new(arena, const struct value *, (size_t)rest->count + 2);
		items[0] = paths[i];
		items[1] = first.leaves[i];
		for (uint32_t j = 0; j < rest->count; j++)
			items[j + 2] = parts[j][i];
		results[i] = trace_call(trace, argument(arguments, MAP_F),
		                        &(struct value_list){items, rest->count + 2}, NULL, 0,
		                        arguments->at);
		if (!results[i])
			return NULL;
	}
	return pytree_unflatten(trace, &first, results);
}

/* ['a'][0].b */
static const struct value *call_keystr(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value_list *steps = value_items(argument(arguments, 0));
	struct buf text = op_buf(&trace->op);
	if (arguments->count > 1 && value_truth(argument(arguments, 1)) == 1)
		return trace_unknown(trace, "keystr(simple=True) is not followed");
	for (uint32_t i = 0; steps && i < steps->count; i++) {
		const struct record *step = &steps->items[i]->record;
		if (steps->items[i]->kind != VALUE_RECORD || step->count != 1)
			return trace_unknown(trace, "a path of this kind is not followed");
		bool name = strcmp(step->class_name, "GetAttrKey") == 0;
		buf_putc(&text, name ? '.' : '[');
		if (name)
			value_str_text(&text, trace->op.rules, step->fields[0]);
		else
			value_text(&text, trace->op.rules, step->fields[0]);
		buf_puts(&text, name ? "" : "]");
	}
	return value_string(trace->op.arena, buf_str(&text));
}

#define MAP_SIGNATURE "f, tree, *rest, is_leaf=None"

static const struct function_row rows[] = {
    FUNCTION("map_with_path", MAP_SIGNATURE, call_map_with_path, .also = "is_leaf_takes_path",
             .since = "0.4.38"),
    FUNCTION("leaves_with_path", "tree, is_leaf=None", call_leaves_with_path,
             .also = "is_leaf_takes_path", .since = "0.4.38"),
};

const struct module_row library_tree_paths = {"jax.tree", rows, sizeof rows / sizeof *rows};

static const struct function_row util_rows[] = {
    FUNCTION("tree_map_with_path", MAP_SIGNATURE, call_map_with_path, .also = "is_leaf_takes_path"),
    FUNCTION("tree_leaves_with_path", "tree, is_leaf=None", call_leaves_with_path,
             .also = "is_leaf_takes_path"),
    FUNCTION("keystr", "keys, *, simple=False, separator=''", call_keystr),
};

const struct module_row library_tree_util_paths = {"jax.tree_util", util_rows,
                                                   sizeof util_rows / sizeof *util_rows};

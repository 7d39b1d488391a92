/* SPDX-License-Identifier: Apache-2.0 */
/* jax.tree and jax.tree_util. JAX: tree_util.py. */
#include "library/library.h"
#include "library/transform/transform.h"
#include "trace/convert/tracer.h"
#include "trace/state/work.h"

/* A PyTreeDef is a record that holds a tree of the structure, whose leaves are all alike. */
static const struct value *structure_of(struct trace *trace, const struct pytree *pytree)
{
	static const char *const names[] = {"tree"};
	const struct value **fields = arena_new(trace->op.arena, const struct value *, 1);
	struct value *record = value_new(trace->op.arena, VALUE_RECORD);
	fields[0] = pytree_structure(trace, pytree);
	record->record = (struct record){"PyTreeDef", names, fields, 1};
	return record;
}

static bool is_structure(const struct value *value)
{
	return value->kind == VALUE_RECORD && strcmp(value->record.class_name, "PyTreeDef") == 0;
}

/* Takes a tree apart, down to what is_leaf says. */
static bool flatten(struct trace *trace, const struct value *tree, const struct value *is_leaf,
                    struct pytree *pytree)
{
	return pytree_flatten_until(trace, tree, is_leaf->kind == VALUE_NONE ? NULL : is_leaf,
	                            pytree);
}

static const struct value *leaves_value(struct trace *trace, const struct pytree *pytree)
{
	return value_sequence(trace->op.arena, VALUE_LIST, pytree->leaves, pytree->count);
}

static const struct value *call_leaves(struct trace *trace, const struct call_arguments *arguments)
{
	struct pytree pytree;
	return flatten(trace, argument(arguments, 0), argument(arguments, 1), &pytree)
	           ? leaves_value(trace, &pytree)
	           : NULL;
}

static const struct value *call_flatten(struct trace *trace, const struct call_arguments *arguments)
{
	struct pytree pytree;
	if (!flatten(trace, argument(arguments, 0), argument(arguments, 1), &pytree))
		return NULL;
	return value_two(trace->op.arena, leaves_value(trace, &pytree),
	                 structure_of(trace, &pytree));
}

static const struct value *call_structure(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	struct pytree pytree;
	return flatten(trace, argument(arguments, 0), argument(arguments, 1), &pytree)
	           ? structure_of(trace, &pytree)
	           : NULL;
}

static const struct value *call_unflatten(struct trace *trace,
                                          const struct call_arguments *arguments)
{
	const struct value *structure = argument(arguments, 0);
	const struct value_list *leaves = value_items(argument(arguments, 1));
	struct pytree pytree;
	if (!is_structure(structure) || !leaves)
		return trace_unknown(trace, "what tree.unflatten gives of these is not known");
	if (!pytree_flatten(trace, structure->record.fields[0], &pytree))
		return NULL;
	if (leaves->count == pytree.count)
		return pytree_unflatten(trace, &pytree, leaves->items);
	if (leaves->count > pytree.count)
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "ValueError",
		    TEXT("Too many leaves for PyTreeDef; expected {}.", pytree.count));
	return trace_refuse(
	    trace, RULE_PROGRAM_ERROR, "ValueError",
	    TEXT("Too few leaves for PyTreeDef; expected {}, got {}", pytree.count, leaves->count));
}

enum { MAP_F, MAP_TREE, MAP_REST, MAP_IS_LEAF };

/* f for each leaf of the first tree, with what stands in its place in the others. */
static const struct value *call_map(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value_list *rest = &argument(arguments, MAP_REST)->list;
	struct arena *arena = trace->op.arena;
	struct pytree first;
	if (!flatten(trace, argument(arguments, MAP_TREE), argument(arguments, MAP_IS_LEAF),
	             &first))
		return NULL;
	const struct value ***parts = arena_new(arena, const struct value **, rest->count + 1);
	const struct value **results = arena_new(arena, const struct value *, first.count);
	parts[0] = first.leaves;
	for (uint32_t i = 0; i < rest->count; i++)
		if (!pytree_flatten_up_to(trace, &first, rest->items[i], &parts[i + 1]))
			return NULL;
	for (uint32_t i = 0; i < first.count; i++) {
		const struct value **items =
		    arena_new(arena, const struct value *, rest->count + 1);
		if (!work_left(trace))
			return &value_unknown;
		for (uint32_t j = 0; j <= rest->count; j++)
			items[j] = parts[j][i];
		results[i] = trace_call(trace, argument(arguments, MAP_F),
		                        &(struct value_list){items, rest->count + 1}, NULL, 0,
		                        arguments->at);
		if (!results[i])
			return NULL;
	}
	return pytree_unflatten(trace, &first, results);
}

enum { REDUCE_FUNCTION, REDUCE_TREE, REDUCE_INITIALIZER, REDUCE_IS_LEAF };

static const struct value *call_tree_reduce(struct trace *trace,
                                            const struct call_arguments *arguments)
{
	const struct value *result = argument(arguments, REDUCE_INITIALIZER);
	struct pytree pytree;
	uint32_t next = 0;
	if (!flatten(trace, argument(arguments, REDUCE_TREE), argument(arguments, REDUCE_IS_LEAF),
	             &pytree))
		return NULL;
	/* The default is the name of JAX's own mark for "not given". */
	if (result->kind == VALUE_STRING && str_equal(result->string, STR("no_initializer"))) {
		if (!pytree.count)
			return trace_refuse(
			    trace, RULE_PROGRAM_ERROR, "TypeError",
			    TEXT("reduce() of empty iterable with no initial value"));
		result = pytree.leaves[next++];
	}
	for (; result && next < pytree.count; next++) {
		const struct value *pair[] = {result, pytree.leaves[next]};
		result = trace_call(trace, argument(arguments, REDUCE_FUNCTION),
		                    &(struct value_list){pair, 2}, NULL, 0, arguments->at);
	}
	return result;
}

/* all() of the leaves, whose truth must be known. */
static const struct value *call_all(struct trace *trace, const struct call_arguments *arguments)
{
	struct pytree pytree;
	if (!flatten(trace, argument(arguments, 0), argument(arguments, 1), &pytree))
		return NULL;
	for (uint32_t i = 0; i < pytree.count; i++) {
		bool truth;
		if (holds_truth(trace, pytree.leaves[i]))
			return value_foreign(trace->op.arena, STR("the truth that an array holds"));
		if (!trace_truth(trace, pytree.leaves[i], &truth))
			return NULL;
		if (!truth)
			return value_bool(false);
	}
	return value_bool(true);
}

#define MAP_SIGNATURE "f, tree, *rest, is_leaf=None"
#define REDUCE_SIGNATURE "function, tree, initializer=no_initializer, is_leaf=None"

static const struct function_row rows[] = {
    FUNCTION("map", MAP_SIGNATURE, call_map),
    FUNCTION("leaves", "tree, is_leaf=None", call_leaves),
    FUNCTION("flatten", "tree, is_leaf=None", call_flatten),
    FUNCTION("structure", "tree, is_leaf=None", call_structure),
    FUNCTION("unflatten", "treedef, leaves", call_unflatten),
    FUNCTION("reduce", REDUCE_SIGNATURE, call_tree_reduce),
    FUNCTION("all", "tree, *, is_leaf=None", call_all),
};

const struct module_row library_tree = {"jax.tree", rows, sizeof rows / sizeof *rows};

static const struct function_row util_rows[] = {
    FUNCTION("tree_map", MAP_SIGNATURE, call_map),
    FUNCTION("tree_leaves", "tree, is_leaf=None", call_leaves),
    FUNCTION("tree_flatten", "tree, is_leaf=None", call_flatten),
    FUNCTION("tree_structure", "tree, is_leaf=None", call_structure),
    FUNCTION("tree_unflatten", "treedef, leaves", call_unflatten),
    FUNCTION("tree_all", "tree, *, is_leaf=None", call_all),
    FUNCTION("tree_reduce", REDUCE_SIGNATURE, call_tree_reduce),
};

const struct module_row library_tree_util = {"jax.tree_util", util_rows,
                                             sizeof util_rows / sizeof *util_rows};

static const struct function_row old_rows[] = {
    FUNCTION("tree_map", MAP_SIGNATURE, call_map, .until = "0.6.0"),
};

const struct module_row library_tree_old = {"jax", old_rows, sizeof old_rows / sizeof *old_rows};

static const struct value *leaf_count(struct trace *trace, const struct call_arguments *arguments)
{
	struct pytree pytree;
	return pytree_flatten(trace, argument(arguments, 0)->record.fields[0], &pytree)
	           ? value_int(trace->op.arena, pytree.count)
	           : NULL;
}

static const struct function_row structure_rows[] = {
    FUNCTION("unflatten", "self, leaves, /", call_unflatten),
    VALUE("num_leaves", leaf_count),
};

const struct module_row library_tree_structure = {"PyTreeDef", structure_rows,
                                                  sizeof structure_rows / sizeof *structure_rows};

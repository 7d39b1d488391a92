/* SPDX-License-Identifier: Apache-2.0 */
/* jax.tree and jax.tree_util. JAX: tree_util.py. */
#include "library/library.h"
#include "library/transform/transform.h"
#include "trace/convert/pytree_node.h"
#include "trace/eval/prelude.h"

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
	struct value_list gone_through;
	struct pytree pytree;
	if (argument(arguments, 1)->kind == VALUE_UNKNOWN)
		return argument(arguments, 1);
	if (!leaves && trace_iterate(trace, argument(arguments, 1), &gone_through))
		leaves = &gone_through;
	if (trace->op.error.raised)
		return NULL;
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

/* The parts of a value that stand where the leaves do. */
static const struct value *call_flatten_up_to(struct trace *trace,
                                              const struct call_arguments *arguments)
{
	struct pytree pytree;
	const struct value **parts;
	if (!pytree_flatten(trace, argument(arguments, 0)->record.fields[0], &pytree) ||
	    !pytree_flatten_up_to(trace, &pytree, argument(arguments, 1), &parts))
		return NULL;
	return value_sequence(trace->op.arena, VALUE_LIST, parts, pytree.count);
}

/* The children of an object of a registered class, each with its field or its index. */
/* The children of a node, each with its field, its number, or a tuple of the key that the program
 * gives it. */
static const struct value *node_children(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	struct arena *arena = trace->op.arena;
	const struct value *node = argument(arguments, 0);
	if (node->kind != VALUE_NODE)
		return trace_unknown(trace, "the children of this are not known");
	const struct value_list *children = &node->node.children;
	const struct value **pairs = arena_new(arena, const struct value *, children->count);
	const struct value *const *keys = node->node.keys;
	for (uint32_t i = 0; i < children->count; i++) {
		const struct value *field = pytree_field(node, i);
		pairs[i] = value_two(arena,
		                     field  ? field
		                     : keys ? value_sequence(arena, VALUE_TUPLE, &keys[i], 1)
		                            : value_int(arena, i),
		                     children->items[i]);
	}
	return value_sequence(arena, VALUE_LIST, pairs, children->count);
}

static const struct value *leaf_count(struct trace *trace, const struct call_arguments *arguments)
{
	struct pytree pytree;
	return pytree_flatten(trace, argument(arguments, 0)->record.fields[0], &pytree)
	           ? value_int(trace->op.arena, pytree.count)
	           : NULL;
}

const struct function_row library_tree[] = {
    MODULE("jax.tree"),
    FUNCTION("leaves", "tree, is_leaf=None", call_leaves),
    FUNCTION("flatten", "tree, is_leaf=None", call_flatten),
    FUNCTION("structure", "tree, is_leaf=None", call_structure),
    FUNCTION("unflatten", "treedef, leaves", call_unflatten),
    MODULE("jax.tree_util"),
    FUNCTION("tree_leaves", "tree, is_leaf=None", call_leaves),
    FUNCTION("tree_flatten", "tree, is_leaf=None", call_flatten),
    FUNCTION("tree_structure", "tree, is_leaf=None", call_structure),
    FUNCTION("tree_unflatten", "treedef, leaves", call_unflatten),
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("node_children", "node", node_children, .takes_unknown = true),
    MODULE("PyTreeDef"),
    FUNCTION("unflatten", "self, leaves, /", call_unflatten, .takes_unknown = true),
    FUNCTION("flatten_up_to", "self, x, /", call_flatten_up_to, .takes_unknown = true),
    VALUE("num_leaves", leaf_count),
    TABLE_END,
};

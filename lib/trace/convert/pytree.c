/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/pytree.h"

#include <assert.h>
#include "trace/convert/convert_value.h"
#include "trace/convert/numpy_array.h"
#include "trace/convert/iterate.h"
#include "trace/convert/pytree_node.h"
#include "trace/convert/pytree_part.h"
#include "trace/convert/pytree_text.h"
#include "trace/module/library_call.h"
#include "trace/value/class.h"
#include "trace/state/failure.h"
#include "trace/state/scope.h"
#include "trace/state/work.h"

#include "op/core/captures.h"
#include "op/core/recording.h"

#include <stdlib.h>

enum { MAX_DEPTH = 128, MAX_PARTS = 1000000 };

/* A node like this one with other children. */
static const struct value *node_with(struct trace *trace, const struct value *node,
                                     const struct value *const *children)
{
	struct arena *arena = trace->op.arena;
	if (node->kind == VALUE_NONE)
		return node;
	if (node->named)
		return value_named_tuple(arena, node->named, children, node->list.count);
	if (node->kind == VALUE_NODE) {
		struct value *other = value_new(arena, VALUE_NODE);
		other->node = node->node;
		other->node.children.items = children;
		return other;
	}
	if (node->kind != VALUE_DICT)
		return value_sequence(arena, node->kind, children, node->list.count);
	struct value_pair *pairs = arena_new(arena, struct value_pair, node->dict.count);
	for (uint32_t i = 0; i < node->dict.count; i++)
		pairs[i] = (struct value_pair){node->dict.pairs[i].key, children[i]};
	return value_dict(arena, pairs, node->dict.count);
}

static int compare_keys(const void *a, const void *b)
{
	const struct value *x = ((const struct value_pair *)a)->key;
	const struct value *y = ((const struct value_pair *)b)->key;
	if (x->kind == VALUE_STRING)
		return str_compare(x->string, y->string);
	return (x->integer > y->integer) - (x->integer < y->integer);
}

/* Whether Python can order the keys, and we too: all of them texts, or integers. */
static bool keys_have_order(const struct value *dict)
{
	for (uint32_t i = 0; i < dict->dict.count; i++) {
		enum value_kind kind = dict->dict.pairs[i].key->kind;
		if (kind != dict->dict.pairs[0].key->kind ||
		    (kind != VALUE_STRING && kind != VALUE_INT))
			return false;
	}
	return true;
}

/* The dict with its keys in order; NULL after giving up. */
static const struct value *sort_dict(struct trace *trace, const struct value *dict)
{
	assert(dict->kind == VALUE_DICT);
	uint32_t count = dict->dict.count;
	if (count < 2)
		return dict;
	if (!keys_have_order(dict))
		return trace_unknown(trace, "the order of the keys of a dict is not known");
	struct value_pair *pairs =
	    arena_copy(trace->op.arena, dict->dict.pairs, count, sizeof *pairs);
	qsort(pairs, count, sizeof *pairs, compare_keys);
	return value_dict(trace->op.arena, pairs, count);
}

/* Whether is_leaf(value) says that a node is a leaf; false in *told after an error. */
static bool said_to_be_leaf(struct trace *trace, const struct value *is_leaf,
                            const struct value *value, bool *told)
{
	struct span at = trace->derived_at ? *trace->derived_at : (struct span){0, 0};
	struct given given = {{&value, 1}, NULL, 0, at, NULL};
	bool leaf = false;
	const struct value *said = is_leaf ? trace->call(trace, is_leaf, &given) : &value_false;
	*told = said && trace_truth(trace, said, &leaf);
	return leaf;
}

static const struct value *leaf_of(struct trace *trace, const struct value *value)
{
	struct value *leaf = value_new(trace->op.arena, VALUE_LEAF);
	leaf->leaf = value;
	return leaf;
}

/* The value as the node that it is: a dict in order, an object taken apart, its children as they
 * are. NULL after giving up. */
static const struct value *node_of(struct trace *trace, const struct value *value)
{
	value = pytree_take_apart(trace, value);
	if (value && value->kind == VALUE_TRANSFORMED && value->transformed.is_tree)
		return trace_unknown(trace, "a function of jax.%s as a tree of what it keeps",
		                     value->transformed.row->name);
	return value && value->kind == VALUE_DICT ? sort_dict(trace, value) : value;
}

/* The value with all of its dicts in order, and its objects taken apart; NULL after giving up. */
static const struct value *sort_keys(struct trace *trace, const struct value *value,
                                     const struct value *is_leaf, uint32_t depth)
{
	bool told;
	if (said_to_be_leaf(trace, is_leaf, value, &told))
		return leaf_of(trace, value);
	const struct value *node = told ? node_of(trace, value) : NULL;
	if (!node || !tree_is_node(node))
		return node;
	if (depth == MAX_DEPTH)
		return trace_unknown(trace, "values nested more than %d deep are not followed",
		                     MAX_DEPTH);
	uint32_t count = tree_child_count(node);
	const struct value **children = arena_new(trace->op.arena, const struct value *, count);
	bool changed = false;
	for (uint32_t i = 0; i < count; i++) {
		children[i] = sort_keys(trace, tree_child_at(node, i), is_leaf, depth + 1);
		if (!children[i])
			return NULL;
		changed |= children[i] != tree_child_at(node, i);
	}
	return changed ? node_with(trace, node, children) : node;
}

/* Stores the leaves from *leaves on, and moves it behind them. */
static void collect_leaves(const struct value *tree, const struct value ***leaves)
{
	if (!tree_is_node(tree)) {
		*(*leaves)++ = tree->kind == VALUE_LEAF ? tree->leaf : tree;
		return;
	}
	for (uint32_t i = 0; i < tree_child_count(tree); i++)
		collect_leaves(tree_child_at(tree, i), leaves);
}

bool pytree_flatten(struct trace *trace, const struct value *value, struct pytree *pytree)
{
	return pytree_flatten_until(trace, value, NULL, pytree);
}

bool pytree_flatten_until(struct trace *trace, const struct value *value,
                          const struct value *is_leaf, struct pytree *pytree)
{
	uint32_t weight = value_weight(value);
	charge_items(trace, weight - 1);
	if (weight > MAX_VALUE_WEIGHT) {
		(void)trace_unknown(trace, "a value of so many parts is not followed");
		return false;
	}
	pytree->tree = sort_keys(trace, value, is_leaf, 0);
	if (!pytree->tree || value_weight(pytree->tree) > MAX_PARTS)
		return pytree->tree &&
		       trace_unknown(trace, "a value of so many parts is not followed");
	pytree->count = tree_leaf_count(pytree->tree);
	pytree->leaves = arena_new(trace->op.arena, const struct value *, pytree->count);
	const struct value **end = pytree->leaves;
	collect_leaves(pytree->tree, &end);
	return true;
}

/* The tree with leaves taken from *leaves on, which is moved behind them; with objects put together
 * again when it is to be whole. NULL after an error of that. */
static const struct value *rebuild(struct trace *trace, const struct value *tree, bool whole,
                                   const struct value *const **leaves)
{
	if (!tree_is_node(tree))
		return *(*leaves)++;
	uint32_t count = tree_child_count(tree);
	const struct value **children = arena_new(trace->op.arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++) {
		children[i] = rebuild(trace, tree_child_at(tree, i), whole, leaves);
		if (!children[i])
			return NULL;
	}
	return whole && tree->kind == VALUE_NODE ? pytree_put_together(trace, tree, children)
	                                         : node_with(trace, tree, children);
}

const struct value *pytree_structure(struct trace *trace, const struct pytree *pytree)
{
	const struct value **leaves =
	    arena_new(trace->op.arena, const struct value *, pytree->count);
	for (uint32_t i = 0; i < pytree->count; i++)
		leaves[i] = &value_ellipsis;
	const struct value *const *next = leaves;
	return rebuild(trace, pytree->tree, false, &next);
}

const struct value *pytree_unflatten(struct trace *trace, const struct pytree *pytree,
                                     const struct value *const *leaves)
{
	assert(leaves || !pytree->count);
	return rebuild(trace, pytree->tree, true, &leaves);
}

const struct value *pytree_map(struct trace *trace, const struct value *value,
                               const struct value *(*change)(struct trace *trace,
                                                             const struct value *leaf, void *data),
                               void *data)
{
	struct pytree tree;
	if (!pytree_flatten(trace, value, &tree))
		return NULL;
	for (uint32_t i = 0; i < tree.count; i++) {
		tree.leaves[i] = change(trace, tree.leaves[i], data);
		if (!tree.leaves[i])
			return NULL;
	}
	return pytree_unflatten(trace, &tree, tree.leaves);
}

static bool same_beside(const struct value *a, const struct value *b);

/* Whether both are made by the same text, and may be one: of a function that is traced again JAX
 * keeps what the first time gave (pjit's cache of traces), but what different calls make of which
 * one is not traced it tells apart. */
static bool same_closure(const struct closure *a, const struct closure *b)
{
	bool apart = a->scope != b->scope && (!a->scope->traced || !b->scope->traced);
	return a->definition == b->definition && a->lambda == b->lambda && !apart;
}

static bool same_function(const struct value *a, const struct value *b)
{
	if (a->kind != b->kind)
		return false;
	if (a->kind == VALUE_FUNCTION)
		return same_closure(&a->closure, &b->closure);
	return a->kind == VALUE_PARTIAL &&
	       same_function(a->partial.function, b->partial.function) &&
	       a->partial.positional.count == 1 && b->partial.positional.count == 1 &&
	       a->partial.nkeywords == 0 && b->partial.nkeywords == 0 &&
	       same_beside(a->partial.positional.items[0], b->partial.positional.items[0]);
}

/* Whether two dicts have the same entries, as far as they are known. */
static bool same_entries(const struct value *a, const struct value *b)
{
	if (a->dict.count != b->dict.count)
		return false;
	for (uint32_t i = 0; i < a->dict.count; i++) {
		const struct value *x = a->dict.pairs[i].value, *y = b->dict.pairs[i].value;
		bool known = x->kind != VALUE_UNKNOWN && y->kind != VALUE_UNKNOWN;
		if (!value_equal(a->dict.pairs[i].key, b->dict.pairs[i].key) ||
		    (known && !value_equal(x, y)))
			return false;
	}
	return true;
}

/* Whether what stands beside the children of two nodes is the same. What is not known tells
 * nothing apart. */
static bool same_beside(const struct value *a, const struct value *b)
{
	const struct value_list *x = value_items(a), *y = value_items(b);
	if (a->kind == VALUE_UNKNOWN || b->kind == VALUE_UNKNOWN)
		return true;
	if (a->kind == VALUE_DICT && b->kind == VALUE_DICT)
		return same_entries(a, b);
	if (!x || !y || x->count != y->count || a->kind != b->kind)
		return value_equal(a, b) || same_function(a, b);
	for (uint32_t i = 0; i < x->count; i++)
		if (!same_beside(x->items[i], y->items[i]))
			return false;
	return true;
}

/* Compares what stands beside the children of two nodes. */
typedef bool compare_beside(const struct value *a, const struct value *b);

/* Whether two nodes are of the same kind, with as many children and equal keys. */
static bool alike(const struct value *a, const struct value *b, compare_beside *beside)
{
	if (a->kind != b->kind || tree_child_count(a) != tree_child_count(b) ||
	    !tree_same_class(a, b))
		return false;
	if (a->kind == VALUE_NODE)
		return a->node.class == b->node.class && beside(a->node.meta, b->node.meta);
	if (a->kind != VALUE_DICT)
		return true;
	for (uint32_t i = 0; i < a->dict.count; i++)
		if (!value_equal(a->dict.pairs[i].key, b->dict.pairs[i].key))
			return false;
	return true;
}

static bool same_node(const struct value *a, const struct value *b)
{
	return alike(a, b, same_beside);
}

static bool same_structure(const struct value *a, const struct value *b, compare_beside *beside)
{
	if (!tree_is_node(a) || !tree_is_node(b))
		return !tree_is_node(a) && !tree_is_node(b);
	if (!alike(a, b, beside))
		return false;
	for (uint32_t i = 0; i < tree_child_count(a); i++)
		if (!same_structure(tree_child_at(a, i), tree_child_at(b, i), beside))
			return false;
	return true;
}

bool pytree_same_structure(const struct pytree *a, const struct pytree *b)
{
	return same_structure(a->tree, b->tree, same_beside);
}

bool pytree_same_key(const struct pytree *a, const struct pytree *b)
{
	return same_structure(a->tree, b->tree, value_same_key);
}

/* The same value for as many leaves. */
static void fill(const struct value ***leaves, const struct value *value, uint32_t count)
{
	for (; count > 0; count--)
		*(*leaves)++ = value;
}

static bool broadcast(const struct value *prefix, const struct value *tree,
                      const struct value ***leaves)
{
	if (!tree_is_node(prefix) || prefix->kind == VALUE_NONE) {
		fill(leaves, prefix, tree_leaf_count(tree));
		return true;
	}
	if (!same_node(prefix, tree))
		return false;
	for (uint32_t i = 0; i < tree_child_count(tree); i++)
		if (!broadcast(tree_child_at(prefix, i), tree_child_at(tree, i), leaves))
			return false;
	return true;
}

bool pytree_broadcast_prefix(struct trace *trace, const struct value *prefix,
                             const struct pytree *pytree, const struct value ***leaves)
{
	const struct value *sorted = sort_keys(trace, prefix, NULL, 0);
	*leaves = arena_new(trace->op.arena, const struct value *, pytree->count);
	const struct value **end = *leaves;
	return sorted && broadcast(sorted, pytree->tree, &end);
}

static uint32_t prefix_errors(struct buf *first, const struct value *prefix,
                              const struct value *tree)
{
	uint32_t count = 0;
	if (!tree_is_node(prefix))
		return 0;
	if (!tree_is_node(tree) || !same_node(prefix, tree)) {
		if (!first->len)
			tree_difference_text(first, prefix, tree);
		return 1;
	}
	for (uint32_t i = 0; i < tree_child_count(tree); i++)
		count += prefix_errors(first, tree_child_at(prefix, i), tree_child_at(tree, i));
	return count;
}

uint32_t pytree_prefix_errors(struct trace *trace, struct buf *first, const struct value *prefix,
                              const struct pytree *pytree)
{
	const struct value *sorted = sort_keys(trace, prefix, NULL, 0);
	return sorted ? prefix_errors(first, sorted, pytree->tree) : 0;
}

/* Raises that a value has not the structure of a node. */
static bool raise_mismatch(struct trace *trace, const struct value *node, const struct value *value,
                           const struct tree_way *way)
{
	struct op *op = &trace->op;
	struct buf text = op_buf(op), words = op_buf(op);
	if (op_has(op, JAX_TREE_ERROR_PATH))
		tree_difference_text(&text, node, value);
	else
		tree_mismatch_text(&text, op->rules, node, value);
	tree_difference_words(&words, op->rules, node, value, way);
	return refuse(op, RULE_PROGRAM_ERROR, "ValueError", TEXT("{}", &text),
	              WORDS("two trees of values must match, but {}", &words));
}

static bool flatten_up_to(struct trace *trace, const struct value *tree, const struct value *value,
                          const struct tree_way *way, const struct value ***parts)
{
	if (!tree_is_node(tree)) {
		*(*parts)++ = value;
		return true;
	}
	if (tree->kind == VALUE_NONE && !op_has(&trace->op, JAX_TREE_CHECKS_NONE))
		return true;
	const struct value *node = node_of(trace, value);
	if (!node)
		return false;
	if (node->kind == VALUE_UNKNOWN) {
		fill(parts, node, tree_leaf_count(tree));
		return true;
	}
	if (!tree_is_node(node) || !same_node(tree, node))
		return raise_mismatch(trace, tree, node, way);
	for (uint32_t i = 0; i < tree_child_count(tree); i++) {
		const struct tree_way down = {way, tree, i};
		if (!flatten_up_to(trace, tree_child_at(tree, i), tree_child_at(node, i), &down,
		                   parts))
			return false;
	}
	return true;
}

bool pytree_flatten_up_to(struct trace *trace, const struct pytree *pytree,
                          const struct value *value, const struct value ***parts)
{
	*parts = arena_new(trace->op.arena, const struct value *, pytree->count);
	const struct value **end = *parts;
	return flatten_up_to(trace, pytree->tree, value, NULL, &end);
}

struct str value_class_path(struct op *op, const struct value *value)
{
	if (value->kind == VALUE_BUILTIN && value->builtin->custom_jvp)
		return STR("jax._src.custom_derivatives.custom_jvp");
	if (value->kind == VALUE_PARTIAL && !value->partial.is_method)
		return STR("functools.partial");
	struct str module =
	    value->kind == VALUE_OBJECT ? class_module(value->object.class->class) : STR("");
	return str_format(op->arena, "%.*s%s%s", STR_ARG(module), module.len ? "." : "",
	                  value_class_name(value));
}

const struct array *pytree_array(struct trace *trace, const struct value *leaf)
{
	struct op *op = &trace->op;
	leaf = value_of_number(leaf);
	switch (leaf->kind) {
	case VALUE_UNKNOWN:
		(void)unknown_value(trace, leaf);
		return NULL;
	case VALUE_ARRAY:
		return captures_see(op, array_of_jax(trace, leaf->array));
	case VALUE_BOOL:
	case VALUE_INT:
	case VALUE_FLOAT:
	case VALUE_COMPLEX:
	case VALUE_SCALAR:
		return value_to_operand(trace, leaf, "typeof");
	default:
		break;
	}
	return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("Argument '{}' of type '<class '{}'>' is not a valid JAX type",
	                   value_str(leaf), value_class_path(op, leaf)),
	              WORDS("a {} cannot be an array", value_class_name(leaf)));
}

const struct array **pytree_arrays(struct trace *trace, const struct pytree *pytree)
{
	const struct array **arrays =
	    arena_new(trace->op.arena, const struct array *, pytree->count);
	for (uint32_t i = 0; i < pytree->count; i++) {
		/* Each is looked up among those that have been captured. */
		charge_items(trace, trace->op.captures ? trace->op.captures->count : 0);
		arrays[i] = work_left(trace) ? pytree_array(trace, pytree->leaves[i]) : NULL;
		if (!arrays[i])
			return NULL;
	}
	return arrays;
}

const struct array *const *pytree_held(struct trace *trace, const struct pytree *pytree,
                                       uint32_t *count)
{
	const struct array **held = arena_new(trace->op.arena, const struct array *, pytree->count);
	*count = 0;
	for (uint32_t i = 0; i < pytree->count; i++)
		if (pytree->leaves[i]->kind == VALUE_ARRAY)
			held[(*count)++] = array_whole(&trace->op, pytree->leaves[i]->array);
	return held;
}

const struct value *pytree_of_arrays(struct trace *trace, const struct pytree *pytree,
                                     const struct array *const *arrays)
{
	assert(arrays || !pytree->count);
	const struct value **leaves =
	    arena_new(trace->op.arena, const struct value *, pytree->count);
	for (uint32_t i = 0; i < pytree->count; i++)
		leaves[i] = value_array(trace->op.arena, arrays[i]);
	return pytree_unflatten(trace, pytree, leaves);
}

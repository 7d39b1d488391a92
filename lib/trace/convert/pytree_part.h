/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a tree of values that has been taken apart (pytree.h). */
#pragma once

#include <assert.h>

#include "trace/value/value.h"

/* Whether the value is a node of a tree, and no leaf. */
static inline bool tree_is_node(const struct value *value)
{
	return value->kind == VALUE_TUPLE || value->kind == VALUE_LIST ||
	       value->kind == VALUE_DICT || value->kind == VALUE_NONE || value->kind == VALUE_NODE;
}

/* How many children a node has; 0 of anything else. */
static inline uint32_t tree_child_count(const struct value *node)
{
	switch (node->kind) {
	case VALUE_TUPLE:
	case VALUE_LIST:
		return node->list.count;
	case VALUE_DICT:
		return node->dict.count;
	case VALUE_NODE:
		return node->node.children.count;
	default:
		return 0;
	}
}

/* A child of a node, below tree_child_count. */
static inline const struct value *tree_child_at(const struct value *node, uint32_t i)
{
	assert(i < tree_child_count(node));
	if (node->kind == VALUE_NODE)
		return node->node.children.items[i];
	return node->kind == VALUE_DICT ? node->dict.pairs[i].value : node->list.items[i];
}

/* How many leaves the tree has. */
uint32_t tree_leaf_count(const struct value *tree);

/* Whether two nodes are named tuples of the same class, or neither is one. */
bool tree_same_class(const struct value *a, const struct value *b);

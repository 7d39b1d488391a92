/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/convert/pytree_part.h"

#include <string.h>

uint32_t tree_leaf_count(const struct value *tree)
{
	if (!tree_is_node(tree))
		return 1;
	uint32_t count = 0;
	for (uint32_t i = 0; i < tree_child_count(tree); i++)
		count += tree_leaf_count(tree_child_at(tree, i));
	return count;
}

bool tree_same_class(const struct value *a, const struct value *b)
{
	if (!a->named || !b->named)
		return a->named == b->named;
	return strcmp(a->named->class_name, b->named->class_name) == 0;
}

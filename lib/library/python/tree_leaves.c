/* SPDX-License-Identifier: Apache-2.0 */
#include "library/python/tree_leaves.h"

#include "trace/convert/iterate.h"
#include "trace/eval/evaluate.h"

static bool ask_function(struct trace *trace, const struct leaf_predicate *predicate,
                         const struct value *part, bool *leaf)
{
	const struct value *truth = trace_call(
	    trace, predicate->function, &(struct value_list){&part, 1}, NULL, 0, predicate->at);
	return truth && trace_truth(trace, truth, leaf);
}

bool flatten_tree(struct trace *trace, const struct value *tree, const struct value *is_leaf,
                  struct span at, struct pytree *pytree)
{
	struct leaf_predicate predicate = {ask_function, is_leaf, at};
	return is_leaf->kind == VALUE_NONE ? pytree_flatten(trace, tree, pytree)
	                                   : pytree_flatten_until(trace, tree, &predicate, pytree);
}

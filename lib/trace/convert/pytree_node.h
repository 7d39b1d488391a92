/* SPDX-License-Identifier: Apache-2.0 */
/* Objects of classes that a program has registered as nodes of trees. JAX: tree_util.py. */
#pragma once

#include "trace/state/trace.h"

/* The object that a method of a Module of Equinox is, with the Module as its child; NULL for
 * anything else. equinox 0.13.8: _module/_module.py BoundMethod. */
const struct value *pytree_method_object(struct trace *trace, const struct value *value);

/* The object taken apart, as a VALUE_NODE; the value itself when it is no such object. NULL after
 * an error of what takes it apart. */
const struct value *pytree_take_apart(struct trace *trace, const struct value *value);

/* The object that a VALUE_NODE is with these children; NULL after an error. */
const struct value *pytree_put_together(struct trace *trace, const struct value *node,
                                        const struct value *const *children);

/* The name of the field that a child of a VALUE_NODE is; NULL when it is none. */
const struct value *pytree_field(const struct value *node, uint32_t child);

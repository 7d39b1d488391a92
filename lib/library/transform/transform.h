/* SPDX-License-Identifier: Apache-2.0 */
/* What the transformations of functions share: jax.vmap, jax.checkpoint, jax.grad and their like.
 */
#pragma once

#include "library/transform/staged_call.h"
#include "trace/convert/pytree_text.h"

typedef const struct value *transformed_call(struct trace *trace, const struct value *self,
                                             const struct call_arguments *arguments);

/* Whether Python can call the value. */
bool value_is_callable(const struct value *value);

/* Checks that the first argument of a transformation is a function, as jax.api does. */
MUST_USE bool transform_check(struct trace *trace, const struct call_arguments *arguments);

/* What a transformation gives: the function, its first argument, as `call` calls it. */
const struct value *transform_new(struct trace *trace, const struct call_arguments *arguments,
                                  transformed_call *call);

/* What a transformation gives that has options and no function yet: called with the function, it
 * is as if all had been given together. */
const struct value *transform_defer(struct trace *trace, const struct call_arguments *arguments);

/* The positional arguments and the keywords that a transformed function is called with, as one
 * tree: a tuple of a tuple and a dict. */
MUST_USE bool transform_flatten(struct trace *trace, const struct call_arguments *arguments,
                                struct pytree *pytree);

/* Calls a function with the arguments of such a tree. NULL when that fails. */
const struct value *transform_apply(struct trace *trace, const struct value *function,
                                    const struct value *arguments, struct span at);

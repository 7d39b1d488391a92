/* SPDX-License-Identifier: Apache-2.0 */
/* Makes expressions that no text was read for. What they are made of may be parts of a program. */
#pragma once

#include "op/core/type.h"
#include "program/syntax.h"

struct tree_maker {
	struct arena *arena; /* where the new nodes live */
	struct span at;      /* the place that they are given, in the program's text */
};

/* jax.sharding.reshard, from its text. */
const struct expression *tree_dotted(const struct tree_maker *maker, struct str dotted);

/* object.name */
const struct expression *tree_attribute(const struct tree_maker *maker,
                                        const struct expression *object, struct str name);

/* object[index] */
const struct expression *tree_subscript(const struct tree_maker *maker,
                                        const struct expression *object,
                                        const struct expression *index);

/* The index that has `before` full slices in front of this one: (:, :, index). */
const struct expression *tree_index_behind(const struct tree_maker *maker, uint32_t before,
                                           const struct expression *index);

/* function(argument, …), by position. */
const struct expression *tree_call(const struct tree_maker *maker,
                                   const struct expression *function,
                                   const struct expression *const *arguments, uint32_t count);

/* function(name, …), each argument being a variable. */
const struct expression *tree_call_names(const struct tree_maker *maker,
                                         const struct expression *function, const struct str *names,
                                         uint32_t count);

/* The call with one argument more: keyword=value. */
const struct expression *tree_with_keyword(const struct tree_maker *maker,
                                           const struct expression *call, struct str keyword,
                                           const struct expression *value);

/* The call without an argument, by its number. */
const struct expression *tree_without_argument(const struct tree_maker *maker,
                                               const struct expression *call, uint32_t index);

/* lambda name, …: body */
const struct expression *tree_lambda(const struct tree_maker *maker, const struct str *names,
                                     uint32_t count, const struct expression *body);

/* P('x', None) */
const struct expression *tree_spec(const struct tree_maker *maker,
                                   const struct sharding_request *sharding);

/* The tree with `to` in the place of the node `from`; other nodes are shared. Looks into operands,
 * indices, arguments, displays and lambdas. */
const struct expression *tree_replace(const struct tree_maker *maker, const struct expression *tree,
                                      const struct expression *from, const struct expression *to);

/* "x, i" */
struct str tree_names_text(const struct tree_maker *maker, const struct str *names, uint32_t count);

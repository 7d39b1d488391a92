/* SPDX-License-Identifier: Apache-2.0 */
/* The lists of dimensions that gather and scatter take, and the checks of lax on them. */
#pragma once

#include "op/index/index.h"

/* A list as texts name it: of which operation, and by which name. */
struct named_dimensions {
	const char *operation, *name; /* "gather", "offset_dims" */
	struct dimension_list dims;
};

/* The list in the arena. */
struct dimension_list dimensions_kept(struct arena *arena, struct dimension_list dims);

/* Each dimension one further back, behind a new first dimension; with `first` that one too, in
 * front. */
struct dimension_list dimensions_behind(struct arena *arena, struct dimension_list dims,
                                        bool first);

/* The checks; each is false after raising. JAX: slicing.py. */

/* Whether the numbers rise or stay. JAX: _is_sorted. */
MUST_USE bool dimensions_sorted(struct op *op, struct named_dimensions list);

/* Whether none stands twice. JAX: _no_duplicate_dims. */
MUST_USE bool dimensions_unique(struct op *op, struct named_dimensions list);

/* Whether all are from 0 to below `rank`; the first that is not is named. JAX: _dims_in_range. */
MUST_USE bool dimensions_in_range(struct op *op, struct named_dimensions list, uint32_t rank);

/* The same of a sorted list, of which JAX looks at both ends alone. JAX: _sorted_dims_in_range. */
MUST_USE bool sorted_dimensions_in_range(struct op *op, struct named_dimensions list,
                                         uint32_t rank);

/* Whether no dimension is in both lists, which are of one operation. JAX: _disjoint_dims. */
MUST_USE bool dimensions_disjoint(struct op *op, struct named_dimensions a,
                                  struct named_dimensions b);

/* The sizes of these dimensions of the shape; NULL after raising Python's error for one that the
 * shape has not. */
const int64_t *dimensions_sizes(struct op *op, struct dimension_list dims,
                                const struct array_type *type);

/* Raises the exception, whose text this is, for dimension numbers that do not fit. */
#define raise_dimension_numbers(op, ...)                               \
	refuse(op, RULE_PROGRAM_ERROR, "TypeError", TEXT(__VA_ARGS__), \
	       HELP("this fails without any sharding too: correct the dimension numbers"))

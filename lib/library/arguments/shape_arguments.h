/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments that functions on shapes have in common. Each function is false, or NULL, after raising
 * what JAX raises for the value, or after giving up. */
#pragma once

#include "trace/convert/convert_value.h"

/* A list of arrays, in the arena. */
struct array_list {
	const struct array **items;
	uint32_t count;
};

/* Sizes of a shape, which may be negative; a single integer is a list of one. At most MAX_RANK.
 * JAX: core.py canonicalize_shape. */
MUST_USE bool sizes_argument(struct trace *trace, const struct value *value, const int64_t **sizes,
                             uint32_t *count);

/* Integers of a list or tuple; a single one is refused, as Python refuses to iterate over it. */
MUST_USE bool integers_argument(struct trace *trace, const struct value *value,
                                const int64_t **integers, uint32_t *count);

/* The operand of the call: its argument at `index`, as an array. */
const struct array *array_argument(struct trace *trace, const struct call_arguments *arguments,
                                   uint32_t index);

/* The same for an operand of jax.lax. */
const struct array *operand_argument(struct trace *trace, const struct call_arguments *arguments,
                                     uint32_t index);

/* The arrays of a sequence; an array is cut into those along its first dimension. */
MUST_USE bool arrays_argument(struct trace *trace, const struct call_arguments *arguments,
                              uint32_t index, struct array_list *arrays);

/* A dimension counted from the front, by the rule of `rank`. JAX: util.py canonicalize_axis. */
MUST_USE bool dim_argument(struct trace *trace, const struct value *value, uint32_t rank,
                           uint32_t *dim);

/* The sharding that out_sharding= asks for, or NULL; `name` is what errors call the function. The
 * argument at `index` may be missing from the row's signature. */
MUST_USE bool sharding_argument(struct trace *trace, const struct call_arguments *arguments,
                                uint32_t index, const char *name,
                                const struct sharding_request **request);

/* The dtype at `index`, or `otherwise` when None is given; NULL when it is none. */
const struct dtype *dtype_argument(struct trace *trace, const struct call_arguments *arguments,
                                   uint32_t index, const struct dtype *otherwise);

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The operations of jax.lax, from arrays to arrays: each checks its arguments as lax does and then
 * applies its primitive. All return NULL (or false) when JAX raises or nothing is known; results
 * live in the arena of `op`. Sizes are elements; dimensions count from 0 and are not negative.
 */
#ifndef OP_CORE_LAX_H
#define OP_CORE_LAX_H

#include "op/core/primitive.h"

/* The elementwise primitives, as lax_add and lax_exp. */
#define ELEMENTWISE(id, ...) extern const struct primitive lax_##id;
#include "op/elementwise/elementwise.def"
#undef ELEMENTWISE

/* An elementwise primitive applied (elementwise.c). */
const struct array *lax_unary(struct op *op, const struct primitive *primitive,
                              const struct array *x);

/* x to the power of a known integer, which integers do not take when it is negative. */
const struct array *lax_power(struct op *op, const struct array *x, int64_t exponent);
const struct array *lax_binary(struct op *op, const struct primitive *primitive,
                               const struct array *x, const struct array *y);
const struct array *lax_nary(struct op *op, const struct primitive *primitive,
                             const struct array *const *operands, uint32_t count);

/* select_n(which, cases…) and clamp(low, x, high) (select.c). */
const struct array *lax_select_n(struct op *op, const struct array *which,
                                 const struct array *const *cases, uint32_t count);
const struct array *lax_clamp(struct op *op, const struct array *low, const struct array *x,
                              const struct array *high);

/* Conversion (convert_type.c). */
const struct array *lax_convert_element_type(struct op *op, const struct array *x,
                                             const struct dtype *dtype, bool weak);
const struct array *lax_bitcast_convert_type(struct op *op, const struct array *x,
                                             const struct dtype *dtype);

/* Shape only (shape.c, reshape.c). `sharding` may be NULL; `dims` says where the operand's
 * dimensions go; a NULL `dimensions` of reshape is row-major order. */
const struct array *lax_broadcast_in_dim(struct op *op, const struct array *x, const int64_t *shape,
                                         uint32_t rank, const uint32_t *dims,
                                         const struct sharding_request *sharding);
const struct array *lax_reshape(struct op *op, const struct array *x, const int64_t *shape,
                                uint32_t rank, const uint32_t *dimensions,
                                const struct sharding_request *sharding);
const struct array *lax_transpose(struct op *op, const struct array *x,
                                  const uint32_t *permutation);
const struct array *lax_squeeze(struct op *op, const struct array *x, const uint32_t *dims,
                                uint32_t count);
const struct array *lax_expand_dims(struct op *op, const struct array *x, const uint32_t *dims,
                                    uint32_t count);
const struct array *lax_rev(struct op *op, const struct array *x, const uint32_t *dims,
                            uint32_t count);

/* lax.broadcast: the sizes are new dimensions in front (broadcast.c). */
const struct array *lax_broadcast(struct op *op, const struct array *x, const int64_t *sizes,
                                  uint32_t count, const struct sharding_request *sharding);

/* lax.broadcast_to: the operand's shape is aligned at the right; a sharding that the operand's does
 * not fit is an error (broadcast.c). */
const struct array *lax_broadcast_to(struct op *op, const struct array *x, const int64_t *shape,
                                     uint32_t rank, const struct sharding_request *sharding);

/* Joining and cutting (concatenate.c, slice.c, pad.c). */
const struct array *lax_concatenate(struct op *op, const struct array *const *operands,
                                    uint32_t count, uint32_t dim);
const struct array *lax_slice(struct op *op, const struct array *x, const int64_t *start,
                              const int64_t *limit, const int64_t *strides);
MUST_USE bool lax_split(struct op *op, const struct array *x, const int64_t *sizes, uint32_t count,
                        uint32_t dim, const struct array **pieces);
/* Since 0.10.2 stacking and unstacking are primitives, since 0.9.0 tiling is (stack.c, split.c).
 * `pieces` are as many as the dimension has elements; `reps` has one for each dimension. */
const struct array *lax_stack(struct op *op, const struct array *const *operands, uint32_t count,
                              uint32_t dim);
MUST_USE bool lax_unstack(struct op *op, const struct array *x, uint32_t dim,
                          const struct array **pieces);
const struct array *lax_tile(struct op *op, const struct array *x, const int64_t *reps);

/* Slices whose starts are scalars, one for each dimension (dynamic_slice.c). */
const struct array *lax_dynamic_slice(struct op *op, const struct array *x,
                                      const struct array *const *starts, const int64_t *sizes);
const struct array *lax_dynamic_update_slice(struct op *op, const struct array *x,
                                             const struct array *update,
                                             const struct array *const *starts);
struct padding {
	int64_t low, high, interior;
};
const struct array *lax_pad(struct op *op, const struct array *x, const struct array *value,
                            const struct padding *paddings);

/* Making arrays (creation.c). */
const struct array *lax_full(struct op *op, const struct dtype *dtype, bool weak,
                             const int64_t *shape, uint32_t rank,
                             const struct sharding_request *sharding);
const struct array *lax_empty(struct op *op, const struct dtype *dtype, const int64_t *shape,
                              uint32_t rank, const struct sharding_request *sharding);
const struct array *lax_iota(struct op *op, const struct dtype *dtype, const int64_t *shape,
                             uint32_t rank, uint32_t dim, const struct sharding_request *sharding);

/* Contractions (dot_general.c). A NULL dtype is that of the operands; [0] is of the left operand,
 * [1] of the right one. */
struct dot_dimensions {
	struct dimension_list contracting[2], batch[2];
};
const struct array *lax_dot_general(struct op *op, const struct array *lhs, const struct array *rhs,
                                    const struct dot_dimensions *dimensions,
                                    const struct dtype *preferred,
                                    const struct sharding_request *sharding);

/* Reductions (reduce.c); argmax and argmin give `dtype`. */
extern const struct primitive lax_reduce_sum, lax_reduce_prod, lax_reduce_max, lax_reduce_min,
    lax_reduce_or, lax_reduce_and, lax_reduce_xor, lax_argmax, lax_argmin;
const struct array *lax_reduce(struct op *op, const struct primitive *primitive,
                               const struct array *x, const uint32_t *axes, uint32_t count,
                               const struct sharding_request *sharding);
const struct array *lax_argument_reduce(struct op *op, const struct primitive *primitive,
                                        const struct array *x, uint32_t axis,
                                        const struct dtype *dtype);

/* Along one axis (cumulative.c, sort.c): cumulative operations take it as somebody wrote it. JAX:
 * control_flow/loops.py cumsum_p. */
extern const struct primitive lax_cumsum, lax_cumprod, lax_cummax, lax_cummin, lax_cumlogsumexp;
const struct array *lax_cumulative(struct op *op, const struct primitive *primitive,
                                   const struct array *x, int64_t axis, bool reverse);
MUST_USE bool lax_sort(struct op *op, const struct array *const *operands, uint32_t count,
                       uint32_t dim, uint32_t nkeys, const struct array **results);
MUST_USE bool lax_top_k(struct op *op, const struct array *x, int64_t k, uint32_t axis,
                        const struct array **values, const struct array **indices);

/* Gather and scatter (gather.c, scatter.c). JAX: slicing.py GatherDimensionNumbers,
 * ScatterDimensionNumbers. Lists are as somebody wrote them: lax checks order and range. */
struct gather_dimensions {
	struct dimension_list offset_dims, collapsed_slice_dims, start_index_map,
	    operand_batching_dims, start_indices_batching_dims;
};
struct scatter_dimensions {
	struct dimension_list update_window_dims, inserted_window_dims,
	    scatter_dims_to_operand_dims, operand_batching_dims, scatter_indices_batching_dims;
	bool unique; /* the caller says that no two indices are equal */
};
const struct array *lax_gather(struct op *op, const struct array *operand,
                               const struct array *indices,
                               const struct gather_dimensions *dimensions,
                               struct dimension_list slice_sizes);
/* lax_scatter_set is JAX's "scatter". */
extern const struct primitive lax_scatter_set, lax_scatter_add, lax_scatter_sub, lax_scatter_mul,
    lax_scatter_min, lax_scatter_max;
const struct array *lax_scatter(struct op *op, const struct primitive *primitive,
                                const struct array *operand, const struct array *indices,
                                const struct array *updates,
                                const struct scatter_dimensions *dimensions);

/* Placement inside of a program (reshard.c). JAX: pjit.py reshard. */
const struct array *lax_reshard(struct op *op, const struct array *x,
                                const struct sharding_request *sharding);

#endif

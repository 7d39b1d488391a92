/* SPDX-License-Identifier: Apache-2.0 */
/* An index brought together with the shape that it goes into. JAX: numpy/indexing.py NDIndexer. */
#pragma once

#include "op/index/index.h"

/* A component with the dimensions of the array that it takes up. */
struct indexer_item {
	struct index_item index;
	uint32_t axis, naxes;
};

struct indexer {
	const struct array_type *type; /* of the array that is indexed */
	struct indexer_item *items;
	uint32_t count;
};

/* The index as a slice with fixed bounds, as far as it is one. JAX: _StaticSliceIndexer,
 * _DynamicSliceIndexer. */
struct index_slices {
	int64_t *start, *limit, *stride; /* of a static slice, one for each dimension */
	const struct array **starts;     /* of a dynamic one */
	int64_t *sizes;                  /* of a dynamic one */
	uint32_t *reversed, nreversed;   /* dimensions to reverse */
	uint32_t *squeezed, nsqueezed;   /* dimensions to drop */
	uint32_t *inserted, ninserted;   /* new dimensions of the result */
	bool trivial, strided;
};

/* The index as a gather. JAX: _GatherIndexer. */
struct index_gather {
	int64_t *shape; /* of the result, new dimensions included */
	struct dim_axes *spec;
	uint32_t rank;
	struct gather_dimensions dims;
	struct dimension_list slice_sizes;
	const struct array *indices;
	uint32_t *reversed, nreversed; /* dimensions of the gather's result */
	uint32_t *inserted, ninserted; /* dimensions of the result that the gather does not have */
	uint32_t *bools, nbools;       /* dimensions of 1 to be put into the array first */
	const struct sharding_request *sharding; /* of the result, or NULL */
	bool unique;                             /* no element is taken twice */
};

/* The bounds of a slice as slice.indices gives them, and how many elements it takes. */
struct slice_range {
	int64_t start, stop, step, size;
};

/*
 * The range of a slice of `length` elements; bounds that are arrays must have been ruled out. False
 * after raising Python's error for a float, or a step of 0. CPython: PySlice_AdjustIndices.
 */
MUST_USE bool slice_range_of(struct op *op, const struct index_item *item, int64_t length,
                             struct slice_range *range);

/* Whether Python knows all bounds of the slice. */
bool slice_is_static(const struct index_item *item);

/* Says what x[index] holds, as far as that is known (index_elements.c); `result` may be NULL. */
void index_hold_taken(struct op *op, const struct array *x, const struct index *index,
                      const struct index_options *options, const struct array *result);

/* The same of what an update made of x. Of indices that are not unique it is known only for numpy,
 * where the last one stays, and for updates that join elements; never of an x.at[…].apply. */
void index_hold_updated(struct op *op, const struct index_update *update, const struct array *x,
                        const struct index *index, const struct array *y,
                        const struct array *result);

/* The index with arrays of positions in the place of masks that are known. */
const struct index *index_without_masks(struct op *op, const struct array_type *x,
                                        const struct index *index);

/* A slice that is written as `:`. */
struct index_item full_slice(void);

/* Whether an integer that Python knows is within a dimension of this size. */
bool integer_in_range(int64_t index, int64_t size, bool negative_outside);

/* Raises that a list is no index. Always false. */
bool raise_list_index(struct op *op, const struct index *index);

/*
 * The index by the dimensions of the array, checked in the order in which the release does it.
 * False after raising. JAX: since 0.8.2 _parse_indices.
 */
MUST_USE bool indexer_parse(struct op *op, const struct array_type *type, const struct index *index,
                            struct indexer *indexer);

/* The same in releases before 0.8.2; `traced` says that True and False have become arrays. JAX:
 * split_index_for_jit, _expand_bool_indices and the start of index_to_gather. */
MUST_USE bool indexer_split(struct op *op, const struct array_type *type, const struct index *index,
                            bool traced, struct indexer *indexer);

/* Raises what releases before 0.8.2 raise for True or False that has become an array, as inside of
 * auto_axes. Always false. */
bool indexer_refuse_bools(struct op *op, const struct indexer *indexer);

/* Replaces masks by the arrays of indices they stand for; false after raising that they are not
 * known. JAX: NDIndexer.expand_bool_indices. */
MUST_USE bool indexer_expand_masks(struct op *op, struct indexer *indexer);

/* Replaces the ellipsis, and what is missing at the end, by full slices. JAX:
 * NDIndexer.expand_ellipses. */
void indexer_expand_ellipsis(struct op *op, struct indexer *indexer);

/* Raises when a slice has bounds that are not known. JAX: NDIndexer.validate_slices. */
MUST_USE bool indexer_check_slices(struct op *op, const struct indexer *indexer);

/* The attempts to index by slices. Each gives whether it is possible, and then fills *slices;
 * false leaves no error. `sharded`: the array is on several devices, so that no part of a dimension
 * is sliced (NDIndexer.is_sharded). JAX, before 0.10.0: _attempt_rewriting_take_via_slice. */

/* A slice with bounds that are known: of slices, integers, None and the ellipsis. JAX:
 * NDIndexer.to_static_slice. */
bool index_static_slice(struct op *op, const struct indexer *indexer,
                        const struct index_options *options, bool sharded,
                        struct index_slices *slices);

/* A dynamic slice: the same, and scalars that are arrays. JAX: NDIndexer.to_dynamic_slice. */
bool index_dynamic_slice(struct op *op, const struct indexer *indexer,
                         const struct index_options *options, bool sharded,
                         struct index_slices *slices);

/* Takes the slices of the array. JAX: _static_slice, _dynamic_slice. */
const struct array *take_slices(struct op *op, const struct array *x,
                                const struct index_slices *slices);

/*
 * Before 0.10.0: takes slices of the array when the index is made of slices and scalars. *taken
 * says whether it was; then NULL is a failure. JAX: _attempt_rewriting_take_via_slice.
 */
const struct array *take_via_slice(struct op *op, const struct array *x, const struct index *index,
                                   const struct index_options *options, bool sharded, bool *taken);

/*
 * The gather that an index amounts to. `traced` says that integers have become arrays, as inside of
 * auto_axes. False after raising. JAX: _index_to_gather.
 */
MUST_USE bool index_to_gather(struct op *op, const struct indexer *indexer,
                              const struct index_options *options, bool traced,
                              struct index_gather *gather);

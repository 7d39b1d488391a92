/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Taking parts of arrays and putting others in their place: slices, gather and scatter of jax.lax,
 * and indexing as jax.numpy does it: x[index], x.at[index].get() and the updates of x.at[index]. An
 * index is turned into a slice, a dynamic slice, or a gather. JAX: numpy/indexing.py (in
 * numpy/lax_numpy.py before 0.5.3) and ops/scatter.py.
 */
#pragma once

#include "op/core/primitive.h"
#include "op/index/index_params.h"

/* lax.slice with bounds that are known, one for each dimension; NULL strides are ones (slice.c). */
const struct array *lax_slice(struct op *op, const struct array *x, const int64_t *start,
                              const int64_t *limit, const int64_t *strides);

/* lax.dynamic_slice: `starts` are scalars, one for each dimension, as are the sizes
 * (dynamic_slice.c). */
const struct array *lax_dynamic_slice(struct op *op, const struct array *x,
                                      const struct array *const *starts, const int64_t *sizes);

/* lax.dynamic_update_slice: `x` with `update`, which has its rank, put in at these scalar starts
 * (dynamic_slice.c). */
const struct array *lax_dynamic_update_slice(struct op *op, const struct array *x,
                                             const struct array *update,
                                             const struct array *const *starts);

/* lax.pad (pad.c). */
const struct array *lax_pad(struct op *op, const struct array *x, const struct array *value,
                            const struct padding *paddings);

/* lax.pad as jnp.pad calls it: with widths that are integers of numpy at a set of dimensions. */
const struct array *numpy_pad(struct op *op, const struct array *x, const struct array *value,
                              const struct padding *paddings, uint64_t dims);

/* Gather and scatter (gather.c, scatter.c). JAX: slicing.py GatherDimensionNumbers,
 * ScatterDimensionNumbers. Lists are as somebody wrote them: lax checks order and range. */
struct gather_dimensions {
	struct dimension_list offset_dims, collapsed_slice_dims, start_index_map,
	    operand_batching_dims, start_indices_batching_dims;
	bool fills; /* what is looked up outside of the operand: mode 'fill' */
};
struct scatter_dimensions {
	struct dimension_list update_window_dims, inserted_window_dims,
	    scatter_dims_to_operand_dims, operand_batching_dims, scatter_indices_batching_dims;
	bool unique; /* the caller says that no two indices are equal */
	bool drops;  /* what is put outside of the operand: mode 'drop' */
};
/* Whether the dimension is in the list. */
bool dimensions_have(struct dimension_list dims, int64_t dim);

/* Parameters of the primitive gather, whose operands are the operand and the indices. */
struct gather_params {
	struct gather_dimensions dims;
	struct dimension_list slice_sizes;
};

/* Parameters of scatter and its like, whose operands are the operand, the indices and the updates.
 */
struct scatter_params {
	struct scatter_dimensions dims;
};

/* lax.gather: one slice size for each dimension of the operand. Lists are copied (gather.c). */
const struct array *lax_gather(struct op *op, const struct array *operand,
                               const struct array *indices,
                               const struct gather_dimensions *dimensions,
                               struct dimension_list slice_sizes);

/* lax_scatter_set is JAX's "scatter". */
extern const struct primitive lax_scatter_set, lax_scatter_add, lax_scatter_sub, lax_scatter_mul,
    lax_scatter_min, lax_scatter_max;

/* lax.scatter and its like by their primitive, one of those above. The operand and the updates are
 * of one dtype, which the primitive must be able to join. Lists are copied (scatter.c). */
const struct array *lax_scatter(struct op *op, const struct primitive *primitive,
                                const struct array *operand, const struct array *indices,
                                const struct array *updates,
                                const struct scatter_dimensions *dimensions);

/* jnp.asarray of an array (as_array.c): the array itself, but for what old releases make of the
 * sharding of a mapped one. */
const struct array *numpy_as_array(struct op *op, const struct array *x);

enum index_kind {
	INDEX_NONE,
	INDEX_ELLIPSIS,
	INDEX_SLICE,
	INDEX_INTEGER, /* that Python knows */
	INDEX_BOOL,    /* True or False */
	INDEX_ARRAY,   /* of integers, or of what is no index at all */
	INDEX_MASK,    /* an array of booleans, of which only the type is known */
	INDEX_NUMBER,  /* a float or complex number, which is refused */
	INDEX_STRING,  /* refused */
	INDEX_OBJECT   /* anything else, refused */
};

enum bound_kind { BOUND_NONE, BOUND_INTEGER, BOUND_ARRAY, BOUND_FLOAT };

struct index_bound {
	enum bound_kind kind;
	int64_t value;
};

/* One component of an index. */
struct index_item {
	enum index_kind kind;
	struct index_bound start, stop, step; /* of a slice */
	int64_t integer;                      /* of INDEX_BOOL 0 or 1 */
	const struct array *array;            /* of INDEX_ARRAY and INDEX_MASK */
	bool listed;                          /* written as a list or tuple */
	int64_t trues;     /* of a listed mask of one dimension: how many are true */
	struct str text;   /* repr() of a slice and of what is refused */
	const char *dtype; /* of INDEX_NUMBER: what Python calls it, float64 or complex128 */
};

/* What stands in the brackets. */
struct index {
	const struct index_item *items;
	uint32_t count;
	bool list, nested; /* a bare list, which is refused; its items are not all scalars */
	struct str text;   /* repr() of it */
};

enum index_mode {
	INDEX_MODE_NONE,
	INDEX_MODE_CLIP,
	INDEX_MODE_FILL,
	INDEX_MODE_PROMISE,
	INDEX_MODE_ONE_HOT,
	INDEX_MODE_UNKNOWN /* no mode at all */
};

/* Whether what is outside of the operand is filled in or dropped, as it is where nothing is said.
 * JAX: lax/slicing.py GatherScatterMode.from_any. */
static inline bool index_mode_fills(enum index_mode mode)
{
	return mode == INDEX_MODE_FILL || mode == INDEX_MODE_NONE;
}

/* The keywords of x.at[…].get() and its like. */
struct index_options {
	enum index_mode mode;
	struct str mode_text;                    /* as given, when it is a text */
	bool negative_outside;                   /* wrap_negative_indices=False */
	const struct array *fill;                /* fill_value, when it is an array; else NULL */
	const struct sharding_request *sharding; /* out_sharding, or NULL */
	bool gather_only;                        /* strategy='gather' */
	bool unique;                             /* unique_indices=True */
};

/* An update, as the lax function that makes it. */
struct index_update {
	const struct primitive *scatter; /* how values join those that are there */
	/* Of x.at[…].apply: calls the function on one element before it is applied to all; false
	 * when that fails. Else NULL. */
	bool (*apply)(struct op *op, const struct array *element, void *data);
	void *data;
};

/* The mode of this name; INDEX_MODE_UNKNOWN for one that the release does not have. JAX:
 * slicing.py GatherScatterMode.from_any. */
enum index_mode index_mode_named(const struct op *op, struct str name);

/* False after raising, when gather cannot take the mode or fill elements of the dtype. JAX:
 * slicing.py gather. */
MUST_USE bool check_gather_mode(struct op *op, const struct index_options *options,
                                const struct dtype *dtype);

/* x[index] and x.at[index].get(…). NULL when JAX raises or nothing is known. */
const struct array *numpy_index_get(struct op *op, const struct array *x, const struct index *index,
                                    const struct index_options *options);

/* x.at[index].set(y, …), .add(y, …) and their like. */
const struct array *numpy_index_update(struct op *op, const struct index_update *update,
                                       const struct array *x, const struct index *index,
                                       const struct array *y, const struct index_options *options);

/* The array of indices with negative ones counted from the end. `advanced` says that it is one of
 * several indices that are broadcast against each other. JAX: numpy/indexing.py _normalize_index.
 */
const struct array *normalize_index(struct op *op, const struct array *index, bool advanced);

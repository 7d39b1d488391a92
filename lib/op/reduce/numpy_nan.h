/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions that pass over what is no number. JAX: numpy/reductions.py. */
#ifndef OP_REDUCE_NUMPY_NAN_H
#define OP_REDUCE_NUMPY_NAN_H

#include "op/reduce/reduce.h"

/* nansum, nanprod, nanmax and nanmin, of which reduction->name is "sum", "prod", "max" or "min".
 * JAX: _nan_reduction. */
const struct array *numpy_nan_reduction(struct op *op, const struct array *x,
                                        const struct numpy_reduction *reduction);

/* nanmean, nanvar and nanstd; `mean` and `ddof` may be NULL. JAX: nanmean, _nanvar, nanstd. */
const struct array *numpy_nan_mean(struct op *op, const struct array *x,
                                   const struct numpy_reduction *reduction);
const struct array *numpy_nan_variance(struct op *op, const struct array *x,
                                       const struct array *mean, const struct array *ddof,
                                       const struct numpy_reduction *reduction);
const struct array *numpy_nan_deviation(struct op *op, const struct array *x,
                                        const struct array *mean, const struct array *ddof,
                                        const struct numpy_reduction *reduction);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* Quantiles. JAX: numpy/reductions.py _quantile. */
#ifndef OP_REDUCE_NUMPY_QUANTILE_H
#define OP_REDUCE_NUMPY_QUANTILE_H

#include "op/reduce/reduce.h"

enum quantile_method {
	QUANTILE_LINEAR,
	QUANTILE_LOWER,
	QUANTILE_HIGHER,
	QUANTILE_MIDPOINT,
	QUANTILE_NEAREST
};

struct quantile {
	enum quantile_method method;
	const int64_t *axes; /* as somebody wrote them; NULL: all */
	uint32_t count;
	bool tuple; /* the axes were given as a tuple */
	bool keepdims;
	bool passes_nans; /* over NaNs, as nanquantile does */
};

/* The quantiles q, a scalar or a list, of x along the axes. */
const struct array *numpy_quantile(struct op *op, const struct array *x, const struct array *q,
                                   const struct quantile *quantile);

#endif

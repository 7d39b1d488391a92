/* SPDX-License-Identifier: Apache-2.0 */
/* Powers of arrays, for other functions that end in one. */
#ifndef LIBRARY_NUMPY_POWER_H
#define LIBRARY_NUMPY_POWER_H

#include "op/core/op.h"

/* x ** y of arrays that are traced both; NULL when JAX raises. JAX: numpy/ufuncs.py _power. */
const struct array *numpy_power(struct op *op, const struct array *x, const struct array *y);

#endif

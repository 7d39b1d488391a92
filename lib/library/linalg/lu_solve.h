/* SPDX-License-Identifier: Apache-2.0 */
/* Systems of linear equations by LU decompositions, as functions of the library that others are
 * derived from. JAX: lax/linalg.py. */
#ifndef LIBRARY_LINALG_LU_SOLVE_H
#define LIBRARY_LINALG_LU_SOLVE_H

#include "trace/library.h"

/* _solve(a, b): a has square matrices, b vectors or matrices for them. */
extern const struct function_row solve_row;

/* lu_solve(lu, permutation, b, trans): of what was decomposed before. */
extern const struct function_row lu_solve_row;

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments that the functions which multiply and sum have in common. */
#pragma once

#include "library/library.h"
#include "trace/convert/convert_value.h"
#include "op/contract/contract.h"

/* Checks an argument precision=, which changes no types. JAX: lax.py canonicalize_precision. */
MUST_USE bool check_precision(struct trace *trace, const struct value *value);

/* A dtype, or NULL for None. */
MUST_USE bool value_to_optional_dtype(struct trace *trace, const struct value *value,
                                      const struct dtype **dtype);

/* The dimension numbers of dot_general: ((lhs, rhs) contracting, (lhs, rhs) batch). */
MUST_USE bool value_to_dot_dimensions(struct trace *trace, const struct value *value,
                                      struct dot_dimensions *dimensions);

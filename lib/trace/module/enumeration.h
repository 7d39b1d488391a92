/* SPDX-License-Identifier: Apache-2.0 */
/* Enumerations of the library: jax.sharding.AxisType, jax.lax.Precision. */
#pragma once

#include "trace/library.h"

/* The members of a class of the library by their names, in order, as `__members__` gives them; NULL
 * of anything that is no enumeration. A class is one whose names, several, are all constants.
 * CPython: enum.py EnumType. */
const struct value *library_members(struct trace *trace, const struct value *class);

/* SPDX-License-Identifier: Apache-2.0 */
/* Values as Python prints them, for texts that must equal the framework's. */
#pragma once

#include "base/buf.h"
#include "spec/layout.h"

/* repr() of a string: 'data', or "it's" where the text holds a single quote. */
void python_string(struct buf *out, struct str text);

/* The closing of a tuple of `count` elements: ")" or ",)". */
void python_tuple_end(struct buf *out, uint32_t count);

/* repr() of what stands where an axis is expected: 'x', None, UNCONSTRAINED or a tuple. */
void python_reference(struct buf *out, const struct reference *reference);

/* str() of the same: x rather than 'x'. */
void python_reference_plain(struct buf *out, const struct reference *reference);

/* A tuple of the shape's sizes: (4, 3), (4,), (). */
void python_shape(struct buf *out, const int64_t *sizes, uint32_t count);

/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of what was lowered as text. */
#pragma once

#include "base/buf.h"
#include "lower/lowering.h"

/* tensor<8x16xf32> */
void add_lowered_type(struct buf *out, const struct lowered_type *type);

/* %4, %4#1, %r5, %arg0 */
void add_lowered_name(struct buf *out, struct lowered_name name);

/* SPDX-License-Identifier: Apache-2.0 */
/* Fields of CSV. */
#pragma once

#include "base/buf.h"

/* A field, with control characters as escapes; quoted when it holds a comma or a quote (RFC
 * 4180). */
void csv_add_field(struct buf *out, struct arena *scratch, struct str raw);

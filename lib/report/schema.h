/* SPDX-License-Identifier: Apache-2.0 */
/* The JSON Schema by which editors complete and check specs, made of the tables that the readers of
 * specs read by (spec/keys.h, spec/forms.def). */
#pragma once

#include "base/buf.h"

/* Appends the schema of a spec, in lines. */
void schema_add(struct arena *scratch, struct buf *out);

/* SPDX-License-Identifier: Apache-2.0 */
/* What Shardy and the named form of HloSharding write alike. */
#pragma once

#include "base/buf.h"
#include "sharding/named_sharding.h"

/* How a notation writes the name of an axis. */
typedef void write_name(struct buf *out, struct str name);

/* Appends "[{'x'}, {?}]". */
void named_write_dims(struct buf *out, const struct named_sharding *sharding, write_name *name);

/* Appends ", [{'x'}, {?}]", and the replicated and unreduced axes where there are any. */
void named_write(struct buf *out, const struct named_sharding *sharding, write_name *name);

/* Appends the word, the axes in the brace that it opens, and '}'; nothing when there are none. */
void named_write_list(struct buf *out, const struct named_mesh *mesh, write_name *name,
                      const char *word, const struct axis_parts *parts);

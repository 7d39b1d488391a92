/* SPDX-License-Identifier: Apache-2.0 */
/* The JSON Schema by which editors complete and check specs, made of the tables that the readers of
 * specs read by (spec/keys.h, spec/forms.def). */
#pragma once

#include "base/buf.h"

/* The files that have a schema: a spec, and a configuration. */
enum schema_kind { SCHEMA_SPEC, SCHEMA_CONFIGURATION, SCHEMA_COUNT };

/* "spec", "config": what the command calls it. */
const char *schema_name(enum schema_kind kind);

/* Appends the schema, in lines. */
void schema_add(struct arena *scratch, struct buf *out, enum schema_kind kind);

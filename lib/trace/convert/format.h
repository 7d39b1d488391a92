/* SPDX-License-Identifier: Apache-2.0 */
/* format(value, spec) of numbers and texts. CPython: Doc/library/string.rst. */
#pragma once

#include "trace/state/trace.h"

/* Appends a number or text as the spec says: "02d", ".3f", ">10". False after an error, or without
 * one when what comes of it is not known. */
MUST_USE bool format_value(struct trace *trace, struct buf *out, const struct value *value,
                           struct str spec);

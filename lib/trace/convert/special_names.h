/* SPDX-License-Identifier: Apache-2.0 */
/* The names with underscores, as __len__, that values of Python, NumPy and JAX have by themselves.
 */
#pragma once

#include "trace/state/library_index.h"
#include "trace/value/value.h"

/* Whether the value has such a name that its program did not give it. NAME_UNTOLD: some values or
 * releases have it, or the name has no underscore in front. Recorded by
 * testdata/modules/record_special_names.py. */
enum name_presence special_presence(const struct trace *trace, const struct value *value,
                                    struct str name);

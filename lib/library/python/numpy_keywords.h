/* SPDX-License-Identifier: Apache-2.0 */
/* The keywords that functions and methods of NumPy take. */
#pragma once

#include "trace/module/library_call.h"

/* Whether NumPy's function, or the method of its arrays, takes the keywords of a call in some
 * release; false with NumPy's error. True of one that is not listed. */
bool numpy_takes_keywords(struct trace *trace, const char *name, bool method,
                          const struct given *given);

/* SPDX-License-Identifier: Apache-2.0 */
/* The keyword that Python 3.13 recommends in the text of an error. */
#pragma once

#include "diag/diag.h"

struct formal;

/* The parameter nearest to `keyword`, as CPython measures that (suggestions.c
 * _Py_CalculateSuggestions); s NULL when none is near. */
struct str keyword_suggestion(struct str keyword, const struct formal *formals, uint32_t count);

/* The same where it is beyond doubt which parameter is meant. */
struct diag_slip keyword_slip(struct arena *arena, struct str keyword, const struct formal *formals,
                              uint32_t count);

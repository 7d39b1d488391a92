/* SPDX-License-Identifier: Apache-2.0 */
/* The options of check that say which findings are shown, and as what. They read into a struct
 * check_settings. */
#pragma once

#include "cli/arguments/options.h"

/* NAME,… of findings that are not shown. */
bool option_ignore(struct arena *arena, const struct argument *argument, void *field);

/* NAME,… of the only findings that are shown. */
bool option_select(struct arena *arena, const struct argument *argument, void *field);

/* NAME=LEVEL */
bool option_severity(struct arena *arena, const struct argument *argument, void *field);

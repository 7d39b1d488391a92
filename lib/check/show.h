/* SPDX-License-Identifier: Apache-2.0 */
/* What of the findings is shown, and as how severe. */
#pragma once

#include "check/check.h"

/*
 * Puts the findings to show into the result, in order, with their numbers: without those that a
 * comment in result->source silences, nor those that settings turn off, which the command line lays
 * over those of the file (`checks`; NULL: it could not be read, and what else holds for it is
 * taken). Adds findings about the comments.
 */
void show_findings(struct arena *arena, struct diags *diags, const struct check_settings *checks,
                   const struct check_options *options, struct check_result *result);

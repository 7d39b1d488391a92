/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "check/ignore.h"

/* Adds the edit that takes a name out of the comment that it stands in, or all of a comment that
 * has no other name, with the line that it fills. Nothing where the comment is not one of '#'. */
void ignore_fix(struct diag *diag, struct str text, const struct ignore_comment *comment);

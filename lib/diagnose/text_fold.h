/* SPDX-License-Identifier: Apache-2.0 */
/* Texts that a terminal, or 'fold', has broken at its width, in the middle of words too. */
#pragma once

#include "base/buf.h"

/*
 * The text with its first line made whole: lines of the same width are joined, and the one after
 * them. `before` is how many bytes stood in front of the text in its first line. *certain says
 * that several lines are of that width, which then is no chance.
 */
struct str text_unfold(struct arena *arena, struct str text, size_t before, bool *certain);

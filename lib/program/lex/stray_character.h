/* SPDX-License-Identifier: Apache-2.0 */
/* Characters that look like Python and are not: typographic quotes, dashes, arrows. */
#pragma once

#include <stdint.h>

struct stray_character {
	uint32_t first, last; /* a range of code points that are no letters */
	const char *meant;    /* what to write instead, or NULL when nothing is near */
};

/*
 * The range that the code point (128 or more) belongs to, or NULL when it can be part of a name.
 * Ranges hold no letters, but not everything that is no letter is in one.
 */
const struct stray_character *stray_character_of(uint32_t code_point);

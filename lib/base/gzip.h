/* SPDX-License-Identifier: Apache-2.0 */
/* Reading gzip: RFC 1952 around the deflate of RFC 1951. */
#pragma once

#include "base/attributes.h"
#include "base/str.h"

/* Whether bytes begin as a gzip file does. */
bool gzip_detect(struct str bytes);

/*
 * What the bytes of a gzip file, of one member or several, hold; the text lives in the arena. Of
 * more than `most` bytes only the first `most` are there. False when they are damaged or cut off;
 * then *text is undefined.
 */
MUST_USE bool gzip_expand(struct arena *arena, struct str bytes, size_t most, struct str *text);

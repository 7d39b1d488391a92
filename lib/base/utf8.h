/* SPDX-License-Identifier: Apache-2.0 */
/* UTF-8: validity, length in code points, and text made safe to print. */
#pragma once

#include "base/buf.h"

/* Offset of the first byte that does not belong to valid UTF-8 (RFC 3629), or text.len when all do.
 */
size_t utf8_first_invalid(struct str text);

/* Bytes before the first one that is not ASCII; text.len when all are. */
size_t utf8_ascii_length(struct str text);

/* Number of code points in valid UTF-8. */
size_t utf8_length(struct str text);

/*
 * Decodes the code point at the start of non-empty `text` and stores its size in bytes. A byte that
 * starts no valid sequence is returned as itself with size 1 and *valid false.
 */
uint32_t utf8_decode(struct str text, size_t *size, bool *valid);

/* Whether a byte of valid UTF-8 is not the first of its code point. */
static inline bool utf8_continues(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Appends a code point; the caller gives a valid one. */
void utf8_encode(struct buf *out, uint32_t code_point);

/*
 * Appends `text` with everything that could move a cursor, start a line, turn the direction of
 * writing or be a command to a CI system that reads its log written as an escape (\n, \t, \x1b,
 * \u202e); invalid bytes as \xNN. The rest is copied as it is.
 */
void utf8_add_escaped(struct buf *out, struct str text);

/* Appends the character at byte `at` of a text as utf8_add_escaped would inside of a line; returns
 * its size in the text. */
size_t utf8_add_character(struct buf *out, struct str text, size_t at);

/*
 * Whether byte `at` begins `##[` and a letter: a command to GitHub Actions anywhere in a line, and
 * to Azure Pipelines (actions/runner ActionCommand.cs TryParse). A line may also begin with one,
 * `::` behind white space, which utf8_add_escaped keeps from the beginning of a text.
 */
bool utf8_command_at(struct str text, size_t at);

/* `text` escaped as by utf8_add_escaped, in the arena, followed by a NUL and without one inside. */
struct str utf8_escaped(struct arena *arena, struct str text);

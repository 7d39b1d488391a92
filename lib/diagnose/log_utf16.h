/* SPDX-License-Identifier: Apache-2.0 */
/* Logs in UTF-16, as PowerShell writes what is redirected into a file. */
#pragma once

#include "base/buf.h"

enum log_encoding { LOG_UTF8, LOG_UTF16_LITTLE, LOG_UTF16_BIG };

/* The encoding of a log that begins with these bytes: UTF-16 has a mark there. */
enum log_encoding log_encoding_of(struct str start);

/* Appends the text in UTF-8 without a mark, and returns how many bytes it took: not those of a
 * character that goes on behind. What is no character becomes U+FFFD. */
size_t log_utf16_decode(enum log_encoding encoding, struct str bytes, struct buf *out);

/* SPDX-License-Identifier: Apache-2.0 */
/* Output that may be larger than memory: a buffer that is written out whenever it is full. */
#pragma once

#include "base/buf.h"

struct stream {
	struct buf buf;
	bool (*write)(struct buf *buf); /* writes and empties the buffer; false when it cannot */
	bool failed;                    /* nothing more is written */
};

enum { STREAM_FULL = 64 * 1024 };

/* Writes the buffer out when it is full. To be called now and then, at least every few kilobytes.
 */
static inline void stream_check(struct stream *stream)
{
	if (stream->buf.len < STREAM_FULL)
		return;
	if (stream->failed)
		stream->buf.len = 0;
	else
		stream->failed = !stream->write(&stream->buf);
}

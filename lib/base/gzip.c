/* SPDX-License-Identifier: Apache-2.0 */
#include "base/gzip.h"

#include <limits.h>
#define ZLIB_CONST /* the input is not written to */
#include <zlib.h>

#include "base/buf.h"

/* The memory that inflate works in is the arena's, which gives it back as a whole. */
static voidpf take_memory(voidpf scratch, uInt count, uInt size)
{
	return arena_alloc(scratch, count, size, _Alignof(max_align_t));
}

static void keep_memory(voidpf scratch, voidpf memory)
{
}

/* Appends what one member holds, up to `most` bytes of all; false when it is damaged or cut off. */
static bool expand_member(z_stream *stream, struct buf *out, size_t most)
{
	enum { PART = 64 * 1024 };
	int status = Z_OK;
	while (status == Z_OK && out->len < most) {
		size_t room = most - out->len < PART ? most - out->len : PART;
		stream->next_out = (Bytef *)buf_reserve(out, room);
		stream->avail_out = (uInt)room;
		status = inflate(stream, Z_NO_FLUSH);
		out->len += room - stream->avail_out;
	}
	return status == Z_OK || status == Z_STREAM_END;
}

bool gzip_detect(struct str bytes)
{
	return str_starts_with(bytes, STR("\x1f\x8b\x08"));
}

bool gzip_expand(struct arena *arena, struct str bytes, size_t most, struct str *text)
{
	enum { GZIP_ALONE = 16 + MAX_WBITS };
	struct arena scratch = {0};
	struct buf out = {.arena = arena};
	z_stream stream = {
	    .next_in = (const Bytef *)bytes.s,
	    .avail_in = (uInt)bytes.len,
	    .zalloc = take_memory,
	    .zfree = keep_memory,
	    .opaque = &scratch,
	};
	assert(bytes.len <= UINT_MAX);
	bool read = inflateInit2(&stream, GZIP_ALONE) == Z_OK;
	do
		read = read && expand_member(&stream, &out, most);
	while (read && out.len < most &&
	       gzip_detect((struct str){(const char *)stream.next_in, stream.avail_in}) &&
	       inflateReset(&stream) == Z_OK);
	arena_drop(&scratch);
	*text = buf_str(&out);
	return read;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "diag/source.h"

#include <assert.h>

#include "base/utf8.h"
#include "diag/source_files.h"

enum { CHECKPOINT_BYTES = 256 };

static const char byte_order_mark[] = "\xef\xbb\xbf";

/* The position after stepping over text[from..to). */
static struct position position_after(struct str text, struct position at, size_t from, size_t to)
{
	text.len = to;
	for (size_t end; (end = str_find(text, '\n', from)) < to; from = end + 1)
		at = (struct position){at.line + 1, 1};
	at.column += (uint32_t)utf8_length(str_slice(text, from, to));
	return at;
}

struct position_index position_index_make(struct arena *arena, struct str text, uint32_t end)
{
	text.len = end < text.len ? end : text.len;
	struct position_index index = {text, NULL, NULL};
	size_t count = text.len / CHECKPOINT_BYTES + 1;
	index.checkpoints = arena_new(arena, struct position_checkpoint, count);
	struct position at = {1, 1};
	if (str_starts_with(text, str_of(byte_order_mark)))
		at.column = 0;
	for (size_t i = 0; i < count; i++) {
		index.checkpoints[i] = (struct position_checkpoint){at.line, at.column};
		size_t start = i * CHECKPOINT_BYTES;
		if (text.len - start >= CHECKPOINT_BYTES)
			at = position_after(text, at, start, start + CHECKPOINT_BYTES);
	}
	return index;
}

struct position position_of(const struct position_index *index, uint32_t offset)
{
	size_t to = offset < index->text.len ? offset : index->text.len;
	size_t nearest = to / CHECKPOINT_BYTES;
	struct position_checkpoint start = index->checkpoints[nearest];
	struct position at =
	    position_after(index->text, (struct position){start.line, start.column},
	                   nearest * CHECKPOINT_BYTES, to);
	const struct source_piece *piece = source_piece_at(index->files, (uint32_t)to);
	at.line -= piece ? piece->lines_before : 0;
	return at.column ? at : (struct position){at.line, 1};
}

struct span span_join(struct span first, struct span last)
{
	assert(first.offset <= last.offset + last.length);
	return (struct span){first.offset, last.offset + last.length - first.offset};
}

struct str span_text(struct str text, struct span span)
{
	size_t start = span.offset < text.len ? span.offset : text.len;
	size_t stop = text.len - start > span.length ? start + span.length : text.len;
	return str_slice(text, start, stop);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/text_fold.h"

#include "base/utf8.h"

enum { LEAST_WIDTH = 60 };

struct str text_unfold(struct arena *arena, struct str text, size_t before, bool *certain)
{
	struct buf out = {.arena = arena};
	size_t at = str_find(text, '\n', 0);
	size_t width = before + utf8_length(str_slice(text, 0, at)), lines = 1;
	buf_add(&out, str_slice(text, 0, at));
	for (bool full = width >= LEAST_WIDTH; full && at < text.len; lines++) {
		size_t end = str_find(text, '\n', at + 1);
		struct str line = str_slice(text, at + 1, end);
		full = utf8_length(line) == width;
		buf_add(&out, line);
		at = end;
	}
	buf_add(&out, str_slice(text, at, text.len));
	*certain = lines > 2;
	return buf_str(&out);
}

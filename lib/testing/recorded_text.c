/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/recorded_text.h"

#include <stdlib.h>

#include "base/buf.h"

static int compare_items(const void *a, const void *b)
{
	return str_compare(*(const struct str *)a, *(const struct str *)b);
}

/* Appends the inside of a set, {'y', 'x'}, in order: Python prints it in any. */
static void add_set(struct buf *out, struct str inside)
{
	enum { MOST = 64 };
	struct str items[MOST];
	size_t count = 0;
	for (size_t at = 0; at <= inside.len && count < MOST; count++) {
		size_t comma = str_find(inside, ',', at);
		items[count] = str_trim(str_slice(inside, at, comma));
		at = comma + 1;
	}
	qsort(items, count, sizeof *items, compare_items);
	for (size_t i = 0; i < count; i++)
		buf_printf(out, "%s%.*s", i ? ", " : "", STR_ARG(items[i]));
}

struct str recorded_text(struct arena *arena, struct str text)
{
	static const char cut[] = "This error occurs at source:", memory[] = "unpinned_host";
	struct buf out = {.arena = arena};
	text = str_trim(text);
	for (size_t at = 0; at < text.len;) {
		struct str rest = str_slice(text, at, text.len);
		size_t close = str_find(text, '}', at);
		if (str_starts_with(rest, str_of(cut)))
			break;
		if (str_starts_with(rest, str_of(memory))) {
			buf_puts(&out, "device");
			at += sizeof memory - 1;
		} else if (str_starts_with(rest, STR("{'")) && close < text.len) {
			buf_putc(&out, '{');
			add_set(&out, str_slice(text, at + 1, close));
			at = close;
		} else {
			buf_putc(&out, text.s[at++]);
		}
	}
	return str_trim(buf_str(&out));
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "torch/mark_spec.h"

#include <inttypes.h>

#include "jax/python_text.h"

bool mark_entries(struct arena *arena, const struct mark *spec, const struct mark **entries,
                  uint32_t *count)
{
	*entries = spec->items;
	*count = spec->nitems;
	if (spec->kind == MARK_TUPLE || spec->kind == MARK_LIST)
		return true;
	if (spec->kind != MARK_NAME)
		return false;
	struct mark *letters = arena_new(arena, struct mark, spec->text.len);
	*entries = letters;
	*count = 0;
	for (size_t at = 0, end; at < spec->text.len; at = end) {
		end = at + 1;
		while (end < spec->text.len && ((unsigned char)spec->text.s[end] & 0xc0) == 0x80)
			end++; /* the bytes of one letter */
		letters[(*count)++] =
		    (struct mark){.kind = MARK_NAME, .text = str_slice(spec->text, at, end)};
	}
	return true;
}

static void add_mark(struct buf *out, const struct mark *mark)
{
	switch (mark->kind) {
	case MARK_NONE:
		buf_puts(out, "None");
		break;
	case MARK_INDEX:
		buf_printf(out, "%" PRId64, mark->index);
		break;
	case MARK_NAME:
		python_string(out, mark->text);
		break;
	case MARK_TUPLE:
	case MARK_LIST:
		mark_tuple_text(out, mark->items, mark->nitems);
		break;
	case MARK_OTHER:
		buf_add(out, mark->text);
		break;
	}
}

void mark_tuple_text(struct buf *out, const struct mark *entries, uint32_t count)
{
	buf_putc(out, '(');
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(out, i ? ", " : "");
		add_mark(out, &entries[i]);
	}
	python_tuple_end(out, count);
}

struct str mark_class(const struct mark *mark)
{
	static const char *const names[] = {
	    [MARK_NONE] = "NoneType", [MARK_INDEX] = "int", [MARK_NAME] = "str",
	    [MARK_TUPLE] = "tuple",   [MARK_LIST] = "list", [MARK_OTHER] = "object",
	};
	return mark->kind >= MARK_LIST ? mark->text : str_of(names[mark->kind]);
}

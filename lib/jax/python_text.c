/* SPDX-License-Identifier: Apache-2.0 */
#include "jax/python_text.h"

#include <inttypes.h>

#include "base/utf8.h"

/* One code point inside quotes. Python leaves printable ones as they are. */
static void string_character(struct buf *out, uint32_t c, char quote)
{
	if (c == '\\' || c == (unsigned char)quote) {
		buf_putc(out, '\\');
		buf_putc(out, (char)c);
	} else if (c < 0x20 || c == 0x7f) {
		const char *name = c == '\n' ? "\\n" : c == '\t' ? "\\t" : c == '\r' ? "\\r" : NULL;
		if (name)
			buf_puts(out, name);
		else
			buf_printf(out, "\\x%02x", c);
	} else if (c >= 0x80 && c <= 0xa0) {
		buf_printf(out, "\\x%02x", c);
	} else {
		utf8_encode(out, c);
	}
}

void python_string(struct buf *out, struct str text)
{
	bool single = str_find(text, '\'', 0) < text.len,
	     both = single && str_find(text, '"', 0) < text.len;
	char quote = single && !both ? '"' : '\'';
	buf_putc(out, quote);
	for (size_t at = 0; at < text.len;) {
		size_t size;
		bool valid;
		uint32_t c = utf8_decode(str_slice(text, at, text.len), &size, &valid);
		string_character(out, c, quote);
		at += size;
	}
	buf_putc(out, quote);
}

void python_tuple_end(struct buf *out, uint32_t count)
{
	buf_puts(out, count == 1 ? ",)" : ")");
}

void python_reference(struct buf *out, const struct reference *reference)
{
	switch (reference->kind) {
	case REFERENCE_NAME:
		python_string(out, reference->name);
		break;
	case REFERENCE_NONE:
		buf_puts(out, "None");
		break;
	case REFERENCE_UNCONSTRAINED:
		buf_puts(out, "UNCONSTRAINED");
		break;
	case REFERENCE_NESTED:
		buf_putc(out, '(');
		for (uint32_t i = 0; i < reference->nitems; i++) {
			buf_puts(out, i ? ", " : "");
			python_reference(out, &reference->items[i]);
		}
		python_tuple_end(out, reference->nitems);
		break;
	}
}

void python_reference_plain(struct buf *out, const struct reference *reference)
{
	if (reference->kind == REFERENCE_NAME)
		buf_add(out, reference->name);
	else
		python_reference(out, reference);
}

void python_shape(struct buf *out, const int64_t *sizes, uint32_t count)
{
	buf_putc(out, '(');
	for (uint32_t i = 0; i < count; i++)
		buf_printf(out, "%s%" PRId64, i ? ", " : "", sizes[i]);
	python_tuple_end(out, count);
}

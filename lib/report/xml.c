/* SPDX-License-Identifier: Apache-2.0 */
#include "report/xml.h"

#include "base/utf8.h"

/* How a byte is written where it does not stand for itself, or NULL. */
static const char *reference_to(char byte)
{
	switch (byte) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	default:
		return NULL;
	}
}

void xml_add_text(struct buf *out, struct str text)
{
	size_t kept = 0;
	for (size_t at = 0; at < text.len; at++) {
		const char *reference =
		    utf8_command_at(text, at) ? "&#35;" : reference_to(text.s[at]);
		if (!reference)
			continue;
		buf_add(out, str_slice(text, kept, at));
		buf_puts(out, reference);
		kept = at + 1;
	}
	buf_add(out, str_slice(text, kept, text.len));
}

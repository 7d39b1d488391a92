/* SPDX-License-Identifier: Apache-2.0 */
#include "report/csv_field.h"

#include "base/utf8.h"

void csv_add_field(struct buf *out, struct arena *scratch, struct str raw)
{
	struct str text = utf8_escaped(scratch, raw);
	if (text.len && strchr("=+-@", text.s[0])) /* which spreadsheets take for a formula */
		text = str_format(scratch, "'%.*s", STR_ARG(text));
	bool quote = str_find(text, ',', 0) < text.len || str_find(text, '"', 0) < text.len;
	if (!quote) {
		buf_add(out, text);
		return;
	}
	buf_putc(out, '"');
	for (size_t i = 0; i < text.len; i++) {
		if (text.s[i] == '"')
			buf_putc(out, '"');
		buf_putc(out, text.s[i]);
	}
	buf_putc(out, '"');
}

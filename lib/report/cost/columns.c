/* SPDX-License-Identifier: Apache-2.0 */
#include "report/cost/columns.h"

#include "base/utf8.h"

void columns_write(struct stream *out, const struct columns *table)
{
	size_t widths[MAX_COLUMNS] = {0};
	for (uint32_t i = 0; i < table->count; i++)
		for (uint32_t k = 0; k < table->columns; k++) {
			size_t width = utf8_length(table->rows[i].cells[k]);
			widths[k] = width > widths[k] ? width : widths[k];
		}
	for (uint32_t i = 0; i < table->count; i++) {
		for (uint32_t k = 0; k < table->columns; k++) {
			struct str cell = table->rows[i].cells[k];
			size_t blanks = widths[k] - utf8_length(cell);
			buf_fill(&out->buf, ' ', k ? 2 + blanks : 2);
			buf_add(&out->buf, cell);
			buf_fill(&out->buf, ' ', k ? 0 : blanks);
		}
		while (out->buf.len && out->buf.data[out->buf.len - 1] == ' ')
			out->buf.len--;
		buf_putc(&out->buf, '\n');
		stream_check(out);
	}
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The difference of two layouts for spreadsheets: a row for each tensor. */
#include <inttypes.h>

#include "report/csv_field.h"
#include "report/diff_report.h"
#include "report/layout_text.h"

/* ,dtype,shape,layout,bytes per device; empty for a tensor that is not there. */
static void add_planned(struct buf *out, struct arena *scratch, const struct plan_tensor *planned)
{
	struct buf shape = {.arena = scratch}, layout = {.arena = scratch};
	buf_putc(out, ',');
	if (planned && planned->tensor->dtype)
		csv_add_field(out, scratch, str_of(planned->tensor->dtype->name));
	if (!planned || !planned->placed) {
		buf_puts(out, ",,,");
		return;
	}
	add_shape(&shape, planned->tensor);
	add_layout(&layout, &planned->slice_map);
	buf_putc(out, ',');
	csv_add_field(out, scratch, buf_str(&shape));
	buf_putc(out, ',');
	csv_add_field(out, scratch, buf_str(&layout));
	buf_printf(out, ",%" PRId64, planned->slice_map.bytes_per_device);
}

static void add_row(struct stream *out, struct arena *scratch, const struct diff_tensor *entry)
{
	const struct plan_tensor *either = entry->before ? entry->before : entry->after;
	struct buf *buf = &out->buf, steps = {.arena = scratch};
	csv_add_field(buf, scratch, either->tensor->name);
	buf_printf(buf, ",%s", diff_kind_name(entry->kind));
	add_planned(buf, scratch, entry->before);
	add_planned(buf, scratch, entry->after);
	for (const struct plan_step *step = entry->steps.first; step; step = step->next)
		buf_printf(&steps, "%s%.*s", step == entry->steps.first ? "" : " ",
		           STR_ARG(step->kind));
	buf_printf(buf, ",%s,", diff_move_name(entry));
	csv_add_field(buf, scratch, buf_str(&steps));
	buf_printf(buf, ",%" PRId64 ",",
	           entry->move == MOVE_TRANSFER ? entry->fetched : entry->steps.bytes_moved);
	if (entry->steps.count && entry->steps.seconds.known)
		buf_printf(buf, "%.9g", entry->steps.seconds.expected);
	buf_puts(buf, "\r\n");
	stream_check(out);
}

void diff_csv_write(struct stream *out, struct arena *scratch, const struct diff *diff,
                    const struct diff_report_options *options)
{
	buf_puts(&out->buf, "tensor,change,dtype_before,shape_before,layout_before,"
	                    "bytes_per_device_before,dtype_after,shape_after,layout_after,"
	                    "bytes_per_device_after,move,steps,bytes_moved,seconds\r\n");
	for (uint32_t i = 0; i < diff->ntensors && !out->failed; i++) {
		struct arena_mark mark = arena_mark(scratch);
		add_row(out, scratch, &diff->tensors[i]);
		arena_rewind(scratch, mark);
	}
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The difference of two layouts for programs: one object. */
#include <inttypes.h>

#include "report/diff_report.h"
#include "report/json_text.h"
#include "report/layout_text.h"
#include "report/plan_json.h"

static void add_side(struct stream *out, struct arena *scratch, const char *key,
                     const struct plan *plan, struct str framework)
{
	buf_printf(&out->buf, ",\n \"%s\": {\"path\": ", key);
	json_add_string(&out->buf, scratch, plan->spec->source->path);
	buf_puts(&out->buf, ", \"framework\": ");
	json_add_string(&out->buf, scratch, framework);
	buf_puts(&out->buf, ", ");
	plan_json_meshes(out, scratch, plan);
	buf_printf(&out->buf, ", \"memory_per_device\": %" PRId64 "}", plan->memory.per_device);
}

static void add_planned(struct buf *out, struct arena *scratch, const char *key,
                        const struct plan_tensor *planned)
{
	buf_printf(out, ", \"%s\": ", key);
	if (!planned) {
		buf_puts(out, "null");
		return;
	}
	buf_puts(out, "{\"dtype\": ");
	if (planned->tensor->dtype)
		json_add_string(out, scratch, str_of(planned->tensor->dtype->name));
	else
		buf_puts(out, "null");
	buf_printf(out, ", \"count\": %" PRId64, planned->tensor->count);
	if (planned->placed) {
		buf_puts(out, ", \"shape\": ");
		add_shape(out, planned->tensor);
		buf_puts(out, ", \"spec\": ");
		plan_json_layout(out, scratch, &planned->slice_map);
		buf_puts(out, ", \"shard_shape\": ");
		add_shard_shape(out, &planned->slice_map);
		buf_printf(out, ", \"bytes_per_device\": %" PRId64,
		           planned->slice_map.bytes_per_device);
	}
	buf_putc(out, '}');
}

static void add_move(struct stream *out, struct arena *scratch, const struct diff_tensor *entry,
                     const struct position_index *positions, bool groups)
{
	buf_puts(&out->buf, ", \"move\": ");
	json_add_string(&out->buf, scratch, str_of(diff_move_name(entry)));
	if (entry->reason) {
		buf_puts(&out->buf, ", \"unknown\": ");
		json_add_string(&out->buf, scratch, str_of(entry->reason));
	}
	if (entry->move == MOVE_TRANSFER)
		buf_printf(&out->buf,
		           ", \"bytes_fetched\": %" PRId64 ", \"bytes_fetched_in_all\": %" PRId64,
		           entry->fetched, entry->fetched_in_all);
	buf_puts(&out->buf, ", \"steps\": [");
	plan_json_steps(out, scratch, &entry->steps, positions, groups);
	buf_puts(&out->buf, "]");
}

void diff_json_write(struct stream *out, struct arena *scratch, const struct diff *diff,
                     const struct diff_report_options *options)
{
	struct buf *buf = &out->buf;
	struct str text = diff->after->spec->source->text;
	struct position_index positions = position_index_make(scratch, text, (uint32_t)text.len);
	buf_puts(buf, "{\"version\": 1");
	add_side(out, scratch, "before", diff->before, options->framework_before);
	add_side(out, scratch, "after", diff->after, options->framework_after);
	buf_puts(buf, ",\n \"tensors\": [");
	for (uint32_t i = 0; i < diff->ntensors && !out->failed; i++) {
		const struct diff_tensor *entry = &diff->tensors[i];
		const struct plan_tensor *either = entry->before ? entry->before : entry->after;
		struct arena_mark mark = arena_mark(scratch);
		buf_puts(buf, i ? ",\n  {\"name\": " : "\n  {\"name\": ");
		json_add_string(buf, scratch, either->tensor->name);
		buf_printf(buf, ", \"change\": \"%s\"", diff_kind_name(entry->kind));
		add_planned(buf, scratch, "before", entry->before);
		add_planned(buf, scratch, "after", entry->after);
		add_move(out, scratch, entry, &positions, options->groups);
		buf_putc(buf, '}');
		stream_check(out);
		arena_rewind(scratch, mark);
	}
	buf_puts(buf, "],\n \"counts\": {");
	for (int kind = DIFF_SAME; kind <= DIFF_GONE; kind++)
		buf_printf(buf, "%s\"%s\": %u", kind ? ", " : "",
		           diff_kind_name((enum diff_kind)kind), diff->counts[kind]);
	buf_printf(buf, "},\n \"totals\": {\"bytes_moved\": %" PRId64 ", \"seconds\": ",
	           diff->bytes_moved);
	plan_json_seconds(buf, &diff->seconds);
	buf_printf(buf, ", \"unpredicted\": %u", diff->unpredicted);
	buf_puts(buf, "}}\n");
}

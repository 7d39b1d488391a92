/* SPDX-License-Identifier: Apache-2.0 */
/* The arrays that a plan brings to the devices, one row for each call that does so. */
#include "base/checked.h"
#include "base/table.h"
#include "base/utf8.h"
#include "report/layout_text.h"
#include "report/plan_text.h"

struct transfer_row {
	const struct plan_step *first;
	uint32_t count;
	int64_t bytes; /* to each device; INT64_MAX: more than fit, or not known */
	struct seconds seconds;
};

bool plan_step_is_transfer(const struct plan_step *step)
{
	return str_equal(step->kind, STR("transfer"));
}

/* The leaves of a tree share a call, and so do the rounds of a loop. */
static struct str call_of(struct arena *scratch, const struct plan_step *step)
{
	return str_format(scratch, "%u %.*s", step->at.offset, STR_ARG(step->value));
}

/* The rows in the order of their first steps. */
static struct transfer_row *collect(struct arena *scratch, const struct plan_steps *steps,
                                    uint32_t *count)
{
	struct transfer_row *rows = arena_new(scratch, struct transfer_row, steps->transfers);
	struct table calls = {0};
	*count = 0;
	for (const struct plan_step *step = steps->first; step; step = step->next) {
		bool added;
		if (!plan_step_is_transfer(step))
			continue;
		uint32_t at = *table_add(scratch, &calls, call_of(scratch, step), *count, &added);
		struct transfer_row *row = &rows[at];
		if (added)
			rows[(*count)++] =
			    (struct transfer_row){.first = step, .seconds.known = true};
		row->count++;
		step_add_seconds(&row->seconds, &step->seconds, 1);
		if (!step->sized || !checked_add(&row->bytes, row->bytes, step->received))
			row->bytes = INT64_MAX;
	}
	return rows;
}

static void add_row(struct stream *out, struct arena *scratch, const struct transfer_row *row)
{
	if (row->count == 1) {
		plan_text_step(out, scratch, row->first);
		return;
	}
	buf_puts(&out->buf, "  ");
	utf8_add_escaped(&out->buf, row->first->value);
	buf_printf(&out->buf, ": %u transfers", row->count);
	if (row->bytes < INT64_MAX)
		buf_printf(&out->buf, " of %s in all", bytes_text(scratch, row->bytes).s);
	buf_puts(&out->buf, " to each device");
	plan_text_seconds(&out->buf, scratch, &row->seconds);
	buf_puts(&out->buf, "\n      ");
	utf8_add_escaped(&out->buf, row->first->why);
	buf_putc(&out->buf, '\n');
	stream_check(out);
}

void plan_text_transfers(struct stream *out, struct arena *scratch, const struct plan_steps *steps)
{
	struct arena_mark mark = arena_mark(scratch);
	uint32_t count;
	const struct transfer_row *rows = collect(scratch, steps, &count);
	for (uint32_t i = 0; i < count && !out->failed; i++)
		add_row(out, scratch, &rows[i]);
	arena_rewind(scratch, mark);
}

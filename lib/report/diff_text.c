/* SPDX-License-Identifier: Apache-2.0 */
/* The difference of two layouts for people: what changed, per tensor, and the sums. */
#include <inttypes.h>

#include "base/utf8.h"
#include "report/cost/cost_report.h"
#include "report/diff_report.h"
#include "report/layout_text.h"
#include "report/plan_text.h"

/* before: train.yaml, jax==0.12.0.1, mesh data=4 model=2 */
static void add_side(struct buf *out, const char *side, const struct plan *plan,
                     struct str framework)
{
	buf_printf(out, "%-8s", side);
	utf8_add_escaped(out, plan->spec->source->path);
	buf_printf(out, ", %.*s", STR_ARG(framework));
	for (uint32_t i = 0; i < plan->spec->nmeshes; i++) {
		const struct mesh *mesh = &plan->spec->meshes[i];
		buf_puts(out, ", ");
		utf8_add_escaped(out, mesh->name);
		for (uint32_t j = 0; j < mesh->naxes; j++) {
			buf_putc(out, ' ');
			utf8_add_escaped(out, mesh->axes[j].name);
			buf_printf(out, "=%" PRId64, mesh->axes[j].size);
		}
	}
	buf_putc(out, '\n');
}

/* float32 [4096, 128] over [data, null], 2.00 MiB a device */
static void add_whole(struct buf *out, struct arena *scratch, const struct plan_tensor *planned)
{
	buf_puts(out, planned->tensor->dtype ? planned->tensor->dtype->name : "?");
	if (!planned->placed)
		return;
	buf_putc(out, ' ');
	add_shape(out, planned->tensor);
	buf_puts(out, " over ");
	add_layout(out, &planned->slice_map);
	buf_printf(out, ", %s a device",
	           bytes_text(scratch, planned->slice_map.bytes_per_device).s);
}

static void add_move(struct stream *out, struct arena *scratch, const struct diff_tensor *entry)
{
	struct str most = bytes_text(scratch, entry->fetched),
		   all = bytes_text(scratch, entry->fetched_in_all);
	if (entry->reason)
		buf_printf(&out->buf, "  no move: %s\n", entry->reason);
	else if (entry->move == MOVE_TRANSFER && !entry->fetched_in_all)
		buf_puts(&out->buf, "  no transfer: each device holds its slice already\n");
	else if (entry->move == MOVE_TRANSFER) {
		buf_printf(&out->buf,
		           "  transfer %s: %.*s to the device that fetches most, %.*s in all",
		           entry->within ? "piece by piece" : "between sets of devices",
		           STR_ARG(most), STR_ARG(all));
		plan_text_seconds(&out->buf, scratch, &entry->transfer);
		buf_putc(&out->buf, '\n');
	} else if (entry->move == MOVE_RESHARD && !entry->steps.count)
		buf_puts(&out->buf, "  no collective: each device cuts its slice from what it "
		                    "holds\n");
	for (const struct plan_step *step = entry->steps.first; step; step = step->next)
		plan_text_step(out, scratch, step);
}

/* w.{0..3} x4: */
static void add_name(struct buf *out, const struct tensor *tensor)
{
	utf8_add_escaped(out, tensor->name);
	if (tensor->count > 1)
		buf_printf(out, " x%" PRId64, tensor->count);
	buf_puts(out, ": ");
}

static void add_tensor(struct stream *out, struct arena *scratch, const struct diff_tensor *entry)
{
	const struct plan_tensor *either = entry->before ? entry->before : entry->after;
	const char *sign = entry->kind == DIFF_ADDED ? "+" : entry->kind == DIFF_GONE ? "-" : "~";
	struct buf *buf = &out->buf;
	buf_printf(buf, "%s ", sign);
	add_name(buf, either->tensor);
	add_whole(buf, scratch, either);
	if (entry->kind == DIFF_CHANGED) {
		buf_puts(buf, "\n  -> ");
		if (!str_equal(entry->before->tensor->name, entry->after->tensor->name))
			add_name(buf, entry->after->tensor);
		add_whole(buf, scratch, entry->after);
	}
	buf_putc(buf, '\n');
	if (entry->kind == DIFF_CHANGED)
		add_move(out, scratch, entry);
	stream_check(out);
}

/* One side of a collective that differs: "- 6 x16: all-gather over data, …". */
static void add_collective(struct stream *out, struct arena *scratch, const char *sign,
                           const struct plan_step *step)
{
	if (!step)
		return;
	buf_puts(&out->buf, sign);
	plan_text_step_line(out, scratch, step);
}

/* "steps: 5.03 GiB -> 4.11 GiB received by each device, 215 ms (…) -> 81 ms (…)" */
static void add_steps_sum(struct buf *out, struct arena *scratch, const struct diff *diff)
{
	const struct plan_steps *sides[] = {&diff->before->steps, &diff->after->steps};
	const uint32_t *counts = diff->collectives.counts;
	buf_printf(out, "collectives: %u changed, %u added, %u gone, %u the same\n",
	           counts[DIFF_CHANGED], counts[DIFF_ADDED], counts[DIFF_GONE], counts[DIFF_SAME]);
	buf_puts(out, "received by each device: ");
	for (int i = 0; i < 2; i++) {
		bool least = sides[i]->unpredicted || sides[i]->open_loops || sides[i]->overflow;
		buf_printf(out, "%s%s%s", i ? " -> " : "", least ? "at least " : "",
		           bytes_text(scratch, sides[i]->bytes_moved).s);
		plan_text_seconds(out, scratch, &sides[i]->seconds);
	}
	buf_putc(out, '\n');
}

/* What the collectives of two modules have become. */
static void add_collectives(struct stream *out, struct arena *scratch, const struct diff *diff)
{
	const struct diff_steps *steps = &diff->collectives;
	for (uint32_t i = 0; i < steps->count && !out->failed; i++) {
		const struct diff_step *entry = &steps->items[i];
		struct arena_mark mark = arena_mark(scratch);
		if (entry->kind != DIFF_SAME) {
			add_collective(out, scratch, "-", entry->before);
			add_collective(out, scratch, "+", entry->after);
		}
		arena_rewind(scratch, mark);
	}
	add_steps_sum(&out->buf, scratch, diff);
}

/* "memory 258.00 MiB, peak 290.00 MiB, 24.8 G FLOPs, 135.00 MiB received" */
static struct str figures_text(struct arena *scratch, const struct plan *plan)
{
	struct buf text = {.arena = scratch}, *out = &text;
	const struct module_cost *cost = plan->module->cost;
	bool least = plan->steps.unpredicted || plan->steps.open_loops;
	buf_printf(out, "memory %s, ", bytes_text(scratch, plan->memory.per_device).s);
	if (cost)
		buf_printf(out, "peak %s, %s FLOPs, ", bytes_text(scratch, plan_peak(plan)).s,
		           count_text(scratch, cost->work.flops).s);
	buf_printf(out, "%s%s received", least ? "at least " : "",
	           bytes_text(scratch, plan->steps.bytes_moved).s);
	plan_text_seconds(out, scratch, &plan->steps.seconds);
	buf_putc(out, '\n');
	return buf_str(out);
}

/* Figures before and after: on one line when they are the same. */
static void add_figures(struct buf *out, struct arena *scratch,
                        const struct diff_function *function)
{
	struct str before = STR(""), after = STR("");
	if (function->before)
		before = figures_text(scratch, function->before);
	if (function->after)
		after = figures_text(scratch, function->after);
	bool same = function->before && function->after && str_equal(before, after);
	if (function->before) {
		buf_puts(out, same ? "  " : "- ");
		buf_add(out, before);
	}
	if (function->after && !same) {
		buf_puts(out, "+ ");
		buf_add(out, after);
	}
}

/* What each function of the programs comes to, before and after. */
static void add_functions(struct stream *out, struct arena *scratch, const struct diff *diff)
{
	for (uint32_t i = 0; i < diff->nfunctions && !out->failed; i++) {
		const struct diff_function *function = &diff->functions[i];
		struct arena_mark mark = arena_mark(scratch);
		if (function->name.len)
			utf8_add_escaped(&out->buf, function->name);
		else
			buf_puts(&out->buf, "the program");
		buf_puts(&out->buf, !function->before  ? ", added\n"
		                    : !function->after ? ", gone\n"
		                                       : "\n");
		add_figures(&out->buf, scratch, function);
		stream_check(out);
		arena_rewind(scratch, mark);
	}
}

static void add_sums(struct buf *out, struct arena *scratch, const struct diff *diff)
{
	struct str before = bytes_text(scratch, diff->before->memory.per_device),
		   after = bytes_text(scratch, diff->after->memory.per_device),
		   moved = bytes_text(scratch, diff->bytes_moved);
	buf_printf(out, "%s%u changed, %u added, %u gone, %u the same\n",
	           diff->counts[DIFF_SAME] == diff->ntensors ? "" : "\n",
	           diff->counts[DIFF_CHANGED], diff->counts[DIFF_ADDED], diff->counts[DIFF_GONE],
	           diff->counts[DIFF_SAME]);
	buf_printf(out, "memory per device: %.*s -> %.*s", STR_ARG(before), STR_ARG(after));
	if (diff->after->limit)
		buf_printf(out, " of %s%s", bytes_text(scratch, diff->after->limit).s,
		           plan_exceeds(diff->after) ? ": does not fit" : "");
	buf_putc(out, '\n');
	if (diff->by_checkpoint && diff->counts[DIFF_GONE] < diff->ntensors)
		buf_printf(out,
		           "through a checkpoint, as between frameworks: each device reads %s\n",
		           bytes_text(scratch, diff->bytes_read).s);
	if (!diff->bytes_moved && !diff->unpredicted)
		return;
	buf_printf(out, "moving: at most %.*s to a device, one tensor after the other",
	           STR_ARG(moved));
	plan_text_seconds(out, scratch, &diff->seconds);
	buf_putc(out, '\n');
	if (diff->others)
		buf_printf(out, "without %u tensor%s of another shape or dtype than before\n",
		           diff->others, diff->others == 1 ? "" : "s");
	if (diff->unpredicted)
		buf_printf(out, "%u step%s could not be predicted and %s not counted\n",
		           diff->unpredicted, diff->unpredicted == 1 ? "" : "s",
		           diff->unpredicted == 1 ? "is" : "are");
}

void diff_text_write(struct stream *out, struct arena *scratch, const struct diff *diff,
                     const struct diff_report_options *options)
{
	add_side(&out->buf, "before:", diff->before, options->framework_before);
	add_side(&out->buf, "after:", diff->after, options->framework_after);
	buf_putc(&out->buf, '\n');
	for (uint32_t i = 0; i < diff->ntensors && !out->failed; i++) {
		struct arena_mark mark = arena_mark(scratch);
		if (diff->tensors[i].kind != DIFF_SAME)
			add_tensor(out, scratch, &diff->tensors[i]);
		arena_rewind(scratch, mark);
	}
	if (diff->compares_steps)
		add_collectives(out, scratch, diff);
	add_functions(out, scratch, diff);
	add_sums(&out->buf, scratch, diff);
}

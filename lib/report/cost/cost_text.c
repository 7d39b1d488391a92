/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of a module for people. */
#include <math.h>

#include "base/utf8.h"
#include "module/operation_work.h"
#include "plan/module/module_lines.h"
#include "report/cost/cost_report.h"
#include "report/cost/columns.h"
#include "report/layout_text.h"
#include "report/plan_text.h"

/* Lines and groups of collectives that are listed each; the rest is summed up. */
enum { LISTED = 16, WIDEST_PLACE = 40 };

struct str count_text(struct arena *arena, double count)
{
	static const char *const prefixes[] = {"", " k", " M", " G", " T", " P", " E"};
	size_t step = 0;
	while (count >= 999.5 && step + 1 < COUNT_OF(prefixes)) {
		count /= 1000;
		step++;
	}
	return str_format(arena, step ? "%.3g%s" : "%.0f%s", count, prefixes[step]);
}

static struct str bytes_of(struct arena *scratch, double bytes)
{
	return bytes_text(scratch, bytes >= 9.2e18 ? INT64_MAX : (int64_t)bytes);
}

/* "model.py:40"; the end of a name that is longer than its column. */
static struct str place_of(struct arena *scratch, const struct work_line *line)
{
	struct buf place = {.arena = scratch};
	if (line->file.len) {
		buf_add(&place, path_last(line->file));
		buf_putc(&place, ':');
		buf_integer(&place, line->line);
	}
	struct str text = utf8_escaped(scratch, line->file.len ? buf_str(&place) : line->name);
	if (utf8_length(text) <= WIDEST_PLACE)
		return text;
	return str_format(scratch, "...%.*s",
	                  STR_ARG(str_slice(text, text.len - (WIDEST_PLACE - 3), text.len)));
}

static struct str time_of(struct arena *scratch, double seconds)
{
	return seconds > 0 ? seconds_text(scratch, seconds) : STR("");
}

static struct str count_of(struct arena *scratch, double count)
{
	return count > 0 ? count_text(scratch, count) : STR("");
}

static void line_cells(struct arena *scratch, const struct work_line *line, struct str place,
                       struct str *cells)
{
	cells[0] = place;
	cells[1] = count_of(scratch, line->work.flops);
	cells[2] = line->bytes > 0 ? bytes_of(scratch, line->bytes) : STR("");
	cells[3] = line->received > 0 ? bytes_of(scratch, line->received) : STR("");
	cells[4] = count_of(scratch, line->collectives);
	cells[5] = time_of(scratch, line->seconds.compute);
	cells[6] = time_of(scratch, line->seconds.memory);
	cells[7] = time_of(scratch, line->seconds.communication);
	cells[8] = str_of(bound_name(work_bound(&line->seconds)));
}

static void add_up(struct work_line *sum, const struct work_line *line)
{
	operation_work_add(&sum->work, line->work, 1);
	sum->bytes += line->bytes;
	sum->received += line->received;
	sum->collectives += line->collectives;
	work_seconds_add(&sum->seconds, &line->seconds);
}

static void add_lines(struct stream *out, struct arena *scratch, const struct module_cost *cost)
{
	struct work_line rest = {.line = 0}, all = {.line = 0};
	uint32_t listed = cost->nlines > LISTED + 1 ? LISTED : cost->nlines;
	struct columns table = {.rows = arena_new(scratch, struct columns_row, LISTED + 4),
	                        .columns = cost->seconds.known ? MAX_COLUMNS : 5};
	static const char *const titles[MAX_COLUMNS] = {"line",     "FLOPs",         "HBM bytes",
	                                                "received", "collectives",   "compute",
	                                                "memory",   "communication", "bound by"};
	for (uint32_t k = 0; k < MAX_COLUMNS; k++)
		table.rows[0].cells[k] = str_of(titles[k]);
	table.count = 1;
	for (uint32_t i = 0; i < cost->nlines; i++) {
		add_up(&all, &cost->lines[i]);
		if (i < listed)
			line_cells(scratch, &cost->lines[i], place_of(scratch, &cost->lines[i]),
			           table.rows[table.count++].cells);
		else
			add_up(&rest, &cost->lines[i]);
	}
	if (listed < cost->nlines)
		line_cells(scratch, &rest, str_format(scratch, "%u more", cost->nlines - listed),
		           table.rows[table.count++].cells);
	line_cells(scratch, &all, STR("in all"), table.rows[table.count++].cells);
	buf_puts(&out->buf, "\nwork of each device, by line\n");
	columns_write(out, &table);
}

/* ---- Collectives ---- */

static struct str collective_text(struct arena *scratch, const struct plan_step *step)
{
	struct buf text = {.arena = scratch};
	buf_add(&text, step->kind);
	step_add_over(&text, step->mesh, step->collective);
	return buf_str(&text);
}

static void add_collectives(struct stream *out, struct arena *scratch,
                            const struct module_cost *cost)
{
	uint32_t listed = cost->ncollectives > LISTED + 1 ? LISTED : cost->ncollectives;
	struct columns table = {.rows = arena_new(scratch, struct columns_row, LISTED + 4),
	                        .columns = cost->seconds.known ? 5 : 4};
	static const char *const titles[] = {"line", "collective", "times", "received", "time"};
	double count = 0, received = 0, seconds = 0;
	if (!cost->ncollectives)
		return;
	for (uint32_t k = 0; k < COUNT_OF(titles); k++)
		table.rows[0].cells[k] = str_of(titles[k]);
	table.count = 1;
	for (uint32_t i = 0; i < cost->ncollectives; i++) {
		const struct work_collectives *group = &cost->collectives[i];
		if (i >= listed) {
			count += group->count;
			received += group->received;
			seconds += group->seconds.expected;
			continue;
		}
		struct str *cells = table.rows[table.count++].cells;
		cells[0] = place_of(scratch, group->line);
		cells[1] = collective_text(scratch, group->first);
		cells[2] = count_text(scratch, group->count);
		cells[3] = bytes_of(scratch, group->received);
		cells[4] = time_of(scratch, group->seconds.expected);
	}
	if (listed < cost->ncollectives) {
		struct str *cells = table.rows[table.count++].cells;
		cells[0] = str_format(scratch, "%u more", cost->ncollectives - listed);
		cells[1] = STR("");
		cells[2] = count_text(scratch, count);
		cells[3] = bytes_of(scratch, received);
		cells[4] = time_of(scratch, seconds);
	}
	buf_puts(&out->buf, "\ncollectives, by line and axes\n");
	columns_write(out, &table);
}

/* ---- Sums ---- */

static void add_times(struct stream *out, struct arena *scratch, const struct module_cost *cost)
{
	const struct work_seconds *seconds = &cost->seconds;
	if (!seconds->known)
		return;
	double low = fmax(seconds->roofline, seconds->communication);
	buf_printf(
	    &out->buf,
	    "time of a run: %s%s where communication hides behind the rest, %s where it does "
	    "not; bound by %s\n",
	    cost->untimed || cost->uncounted ? "at least " : "", seconds_text(scratch, low).s,
	    seconds_text(scratch, seconds->roofline + seconds->communication).s,
	    bound_name(work_bound(seconds)));
}

/* The one line to look at first: of what takes longest, else of what communicates most. */
static void add_costliest(struct stream *out, struct arena *scratch, const struct module_cost *cost)
{
	const struct work_line *most = cost->lines;
	double all = 0, part = 0;
	for (uint32_t i = 0; i < cost->nlines; i++) {
		const struct work_line *line = &cost->lines[i];
		bool timed = cost->seconds.known;
		double own =
		    timed ? line->seconds.roofline + line->seconds.communication : line->received;
		all += own;
		most = own > part ? line : most;
		part = own > part ? own : part;
	}
	if (cost->nlines < 2 || part <= 0)
		return;
	struct buf *buf = &out->buf;
	buf_puts(buf, "costs most: ");
	buf_add(buf, place_of(scratch, most));
	if (cost->seconds.known)
		buf_printf(buf, ", %s of %s", seconds_text(scratch, part).s,
		           seconds_text(scratch, all).s);
	else
		buf_printf(buf, ", %s of the %s received", bytes_of(scratch, part).s,
		           bytes_of(scratch, all).s);
	buf_putc(buf, '\n');
}

static void add_count(struct stream *out, uint32_t count, const char *one, const char *several)
{
	if (count)
		buf_printf(&out->buf, "not in these sums: %u %s\n", count,
		           count == 1 ? one : several);
}

/* Of what the steps say, in what the times differ. */
static void add_scattered(struct stream *out, const struct module_cost *cost)
{
	if (cost->scattered && cost->seconds.known)
		buf_printf(&out->buf,
		           "timed as reduce-scatters, which TPU and GPU make of an all-reduce and "
		           "the slice after it: %u step%s\n",
		           cost->scattered, cost->scattered == 1 ? "" : "s");
}

/* What the sums leave out. */
static void add_missing(struct stream *out, const struct module_cost *cost)
{
	add_count(out, cost->uncounted, "operation whose share of a device is not known",
	          "operations whose share of a device is not known");
	if (cost->seconds.known)
		add_count(out, cost->untimed, "time that is not known", "times that are not known");
	add_count(out, cost->branches, "branch, for one that computes more",
	          "branches, for those that compute more");
	add_count(out, cost->open_loops, "loop of unknown length beyond its first round",
	          "loops of unknown length beyond their first rounds");
}

void cost_text_lines(struct stream *out, struct arena *scratch, const struct plan *plan)
{
	const struct module_cost *cost = plan->module ? plan->module->cost : NULL;
	if (!cost || !cost->nlines)
		return;
	struct arena_mark mark = arena_mark(scratch);
	add_lines(out, scratch, cost);
	add_collectives(out, scratch, cost);
	add_times(out, scratch, cost);
	add_costliest(out, scratch, cost);
	add_scattered(out, cost);
	add_missing(out, cost);
	stream_check(out);
	arena_rewind(scratch, mark);
}

void cost_text_peak(struct stream *out, struct arena *scratch, const struct plan *plan)
{
	const struct module_cost *cost = plan->module ? plan->module->cost : NULL;
	int64_t peak = plan_peak(plan);
	if (!cost)
		return;
	if (peak == INT64_MAX) {
		buf_puts(&out->buf, "estimated peak: more than fits in 64 bits\n");
		return;
	}
	buf_printf(&out->buf, "estimated peak: %s, %s of it values on the way, in the order of %s",
	           bytes_text(scratch, peak).s, bytes_text(scratch, cost->temporaries).s,
	           cost->breadth_first ? "XLA for CPU" : "the program");
	if (plan->limit)
		buf_printf(&out->buf, "; %s",
		           peak > plan->limit ? "does not fit a device" : "fits a device");
	buf_putc(&out->buf, '\n');
	for (uint32_t i = 0; i < cost->nlargest; i++) {
		const struct instruction *instruction = cost->largest[i].instruction;
		struct work_line line = {.file = instruction->origin.file,
		                         .line = instruction->origin.line,
		                         .name = instruction->origin.op_name};
		struct str bytes = bytes_text(scratch, cost->largest[i].bytes);
		const struct str collective = cost->largest[i].collective;
		buf_printf(&out->buf, "  %12.*s  %.*s%s", STR_ARG(bytes), STR_ARG(collective),
		           collective.len ? " for " : "");
		buf_add(&out->buf, operation_word(instruction));
		if (line.file.len || line.name.len) {
			buf_puts(&out->buf, ", ");
			buf_add(&out->buf, place_of(scratch, &line));
		}
		buf_putc(&out->buf, '\n');
	}
	stream_check(out);
}

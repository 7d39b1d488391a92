/* SPDX-License-Identifier: Apache-2.0 */
#include "report/cost/compare_report.h"

#include <inttypes.h>
#include <math.h>

#include "base/utf8.h"
#include "report/cost/cost_report.h"
#include "report/cost/columns.h"
#include "report/csv_field.h"
#include "report/layout_text.h"
#include "report/plan_json.h"

/* What a row of the comparison says of a plan. */
struct figures {
	int64_t memory, peak; /* bytes of a device; -1: not known */
	double flops, received;
	bool has_flops, at_least, timed;
	double low, high; /* seconds of a run, or of the steps where no operations are priced */
	struct work_seconds seconds; /* what they are made of, where operations are priced */
	uint32_t collectives;
	bool fits, limited;
};

/* Adds what a module comes to: functions run one after the other. */
static void add_module(const struct plan *plan, struct figures *figures)
{
	const struct module_cost *cost = plan->module->cost;
	int64_t peak = plan_peak(plan);
	if (!cost)
		return;
	if (!figures->has_flops) {
		figures->low = figures->high = 0;
		figures->timed = true;
		figures->seconds.known = true;
	}
	figures->has_flops = true;
	figures->flops += cost->work.flops;
	figures->at_least |= cost->uncounted || (cost->seconds.known && cost->untimed);
	figures->timed &= cost->seconds.known;
	figures->seconds.known &= cost->seconds.known;
	figures->seconds.compute += cost->seconds.compute;
	figures->seconds.memory += cost->seconds.memory;
	figures->seconds.communication += cost->seconds.communication;
	figures->low += fmax(cost->seconds.roofline, cost->seconds.communication);
	figures->high += cost->seconds.roofline + cost->seconds.communication;
	figures->peak = peak > figures->peak ? peak : figures->peak;
	figures->fits &= !plan->limit || peak <= plan->limit;
}

static struct figures figures_of(const struct plan *plan)
{
	const struct plan_steps *steps = &plan->steps;
	struct figures figures = {
	    .memory = plan->memory.overflow ? INT64_MAX : plan->memory.per_device,
	    .peak = -1,
	    .received = (double)steps->bytes_moved,
	    .at_least = steps->unpredicted || steps->open_loops || steps->overflow ||
	                plan->unpriced || plan->unplaced,
	    .timed = steps->seconds.known && plan->spec->hardware,
	    .low = steps->seconds.low,
	    .high = steps->seconds.high,
	    .collectives = steps->count - steps->transfers,
	    .limited = plan->limit != 0,
	    .fits = !plan_exceeds(plan),
	};
	for (const struct plan *one = plan_next_module(plan, NULL); one;
	     one = plan_next_module(plan, one))
		add_module(one, &figures);
	return figures;
}

/* ---- Text ---- */

static void add_cells(struct arena *scratch, const struct compared_plan *one, struct str *cells)
{
	cells[0] = utf8_escaped(scratch, one->mesh);
	for (uint32_t k = 1; k < MAX_COLUMNS; k++)
		cells[k] = STR("");
	if (!one->plan) {
		cells[1] = STR("errors");
		return;
	}
	struct figures figures = figures_of(one->plan);
	cells[1] = bytes_text(scratch, figures.memory);
	if (figures.peak >= 0)
		cells[2] = bytes_text(scratch, figures.peak);
	if (figures.has_flops)
		cells[3] = count_text(scratch, figures.flops);
	cells[4] = str_format(scratch, "%u", figures.collectives);
	cells[5] = str_format(scratch, "%s%s", figures.at_least ? ">= " : "",
	                      bytes_text(scratch, (int64_t)figures.received).s);
	if (figures.timed)
		cells[6] = str_format(scratch, "%s%s to %s", figures.at_least ? ">= " : "",
		                      seconds_text(scratch, figures.low).s,
		                      seconds_text(scratch, figures.high).s);
	cells[7] = str_of(bound_name(work_bound(&figures.seconds)));
	if (figures.limited)
		cells[8] = figures.fits ? STR("fits") : STR("does not fit");
}

/* The first of the meshes that fit with the least time, of a run in which communication hides
 * behind the rest or not; NULL when times are not known, or lower bounds. */
static const struct compared_plan *quickest(const struct compared_plans *plans, bool hidden)
{
	const struct compared_plan *best = NULL;
	double least = HUGE_VAL;
	for (size_t i = 0; i < plans->count; i++) {
		if (!plans->items[i].plan)
			continue;
		struct figures figures = figures_of(plans->items[i].plan);
		double seconds = hidden ? figures.low : figures.high;
		if (!figures.timed || figures.at_least)
			return NULL;
		if (!figures.fits || seconds >= least)
			continue;
		least = seconds;
		best = &plans->items[i];
	}
	return best;
}

/* Which mesh to take for its time, where that does not depend on what communication hides behind,
 * or which ones. */
static void add_quickest(struct stream *out, struct arena *scratch,
                         const struct compared_plans *plans)
{
	const struct compared_plan *hidden = quickest(plans, true), *shown = quickest(plans, false);
	if (plans->count < 2 || !hidden || !shown)
		return;
	buf_printf(&out->buf, "quickest%s: %.*s",
	           hidden == shown ? "" : " where communication hides",
	           STR_ARG(utf8_escaped(scratch, hidden->mesh)));
	if (hidden != shown)
		buf_printf(&out->buf, "; where it does not: %.*s",
		           STR_ARG(utf8_escaped(scratch, shown->mesh)));
	buf_putc(&out->buf, '\n');
}

static void write_text(struct stream *out, struct arena *scratch,
                       const struct compared_plans *plans)
{
	static const char *const titles[] = {
	    "mesh", "memory", "peak", "FLOPs", "collectives", "received", "time", "bound by", ""};
	struct columns table = {.rows = arena_new(scratch, struct columns_row, plans->count + 1),
	                        .columns = COUNT_OF(titles),
	                        .count = (uint32_t)plans->count + 1};
	for (uint32_t k = 0; k < COUNT_OF(titles); k++)
		table.rows[0].cells[k] = str_of(titles[k]);
	for (size_t i = 0; i < plans->count; i++)
		add_cells(scratch, &plans->items[i], table.rows[i + 1].cells);
	utf8_add_escaped(&out->buf, plans->path);
	buf_puts(&out->buf, ", of each device\n");
	columns_write(out, &table);
	add_quickest(out, scratch, plans);
}

/* ---- JSON ---- */

static void add_object(struct json *json, const struct compared_plan *one)
{
	json_open(json, NULL, '{');
	json_text(json, "mesh", one->mesh);
	if (!one->plan) {
		json_boolean(json, "errors", true);
		json_close(json, '}');
		return;
	}
	struct figures figures = figures_of(one->plan);
	plan_json_meshes(json, one->plan);
	json_integer(json, "memory", figures.memory);
	if (figures.peak >= 0)
		json_integer(json, "peak", figures.peak);
	if (figures.has_flops)
		json_number(json, "flops", figures.flops);
	json_integer(json, "collectives", figures.collectives);
	json_number(json, "received_bytes", figures.received);
	json_boolean(json, "at_least", figures.at_least);
	if (figures.timed) {
		json_open(json, "seconds", '{');
		json_rounded(json, "low", figures.low);
		json_rounded(json, "high", figures.high);
		if (figures.seconds.known) {
			json_rounded(json, "compute", figures.seconds.compute);
			json_rounded(json, "memory", figures.seconds.memory);
			json_rounded(json, "communication", figures.seconds.communication);
		}
		json_close(json, '}');
	} else {
		json_null(json, "seconds");
	}
	if (work_bound(&figures.seconds) != BOUND_NONE)
		json_text(json, "bound", str_of(bound_name(work_bound(&figures.seconds))));
	else
		json_null(json, "bound");
	if (figures.limited)
		json_boolean(json, "fits", figures.fits);
	else
		json_null(json, "fits");
	json_close(json, '}');
}

static void write_json(struct stream *out, struct arena *scratch,
                       const struct compared_plans *plans)
{
	struct json json = {.out = &out->buf, .stream = out, .scratch = scratch};
	json_open(&json, NULL, '{');
	json_integer(&json, "version", 1);
	json_text(&json, "framework", plans->framework);
	json_text(&json, "path", plans->path);
	json_open(&json, "compared", '[');
	for (size_t i = 0; i < plans->count; i++) {
		json_line(&json, 1);
		add_object(&json, &plans->items[i]);
	}
	json_close(&json, ']');
	json_close(&json, '}');
	buf_putc(&out->buf, '\n');
}

/* ---- CSV ---- */

static void write_csv(struct stream *out, struct arena *scratch, const struct compared_plans *plans)
{
	struct buf *buf = &out->buf;
	buf_puts(
	    buf,
	    "mesh,memory,peak,flops,collectives,received_bytes,at_least,low_seconds,"
	    "high_seconds,fits,compute_seconds,memory_seconds,communication_seconds,bound\r\n");
	for (size_t i = 0; i < plans->count; i++) {
		csv_add_field(buf, scratch, plans->items[i].mesh);
		if (!plans->items[i].plan) {
			buf_puts(buf, ",,,,,,,,,,,,,\r\n");
			continue;
		}
		struct figures figures = figures_of(plans->items[i].plan);
		buf_printf(buf, ",%" PRId64 ",", figures.memory);
		if (figures.peak >= 0)
			buf_printf(buf, "%" PRId64, figures.peak);
		buf_putc(buf, ',');
		if (figures.has_flops)
			buf_printf(buf, "%.17g", figures.flops);
		buf_printf(buf, ",%u,%.17g,%s", figures.collectives, figures.received,
		           figures.at_least ? "true" : "false");
		if (figures.timed)
			buf_printf(buf, ",%.6g,%.6g", figures.low, figures.high);
		else
			buf_puts(buf, ",,");
		buf_printf(buf, ",%s", !figures.limited ? "" : figures.fits ? "true" : "false");
		if (figures.seconds.known)
			buf_printf(buf, ",%.6g,%.6g,%.6g", figures.seconds.compute,
			           figures.seconds.memory, figures.seconds.communication);
		else
			buf_puts(buf, ",,,");
		buf_printf(buf, ",%s\r\n", bound_name(work_bound(&figures.seconds)));
	}
}

void compare_write(struct stream *out, struct arena *scratch, enum output_format format,
                   const struct compared_plans *plans)
{
	struct arena_mark mark = arena_mark(scratch);
	if (format == FORMAT_JSON)
		write_json(out, scratch, plans);
	else if (format == FORMAT_CSV)
		write_csv(out, scratch, plans);
	else
		write_text(out, scratch, plans);
	stream_check(out);
	arena_rewind(scratch, mark);
}

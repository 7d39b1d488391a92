/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of a module for programs. */
#include <math.h>

#include "plan/module/module_lines.h"
#include "report/cost/cost_report.h"
#include "report/plan_json.h"

/* "seconds" of work, or null; "bound". */
static void add_seconds(struct json *json, const struct work_seconds *seconds)
{
	if (!seconds->known) {
		json_null(json, "seconds");
		json_null(json, "bound");
		return;
	}
	json_open(json, "seconds", '{');
	json_rounded(json, "compute", seconds->compute);
	json_rounded(json, "memory", seconds->memory);
	json_rounded(json, "roofline", seconds->roofline);
	json_rounded(json, "communication", seconds->communication);
	json_close(json, '}');
	enum bound bound = work_bound(seconds);
	if (bound == BOUND_NONE)
		json_null(json, "bound");
	else
		json_word(json, "bound", bound_name(bound));
}

static void add_work(struct json *json, const struct operation_work *work, double bytes)
{
	json_number(json, "flops", work->flops);
	json_number(json, "transcendentals", work->transcendentals);
	json_number(json, "hbm_bytes", bytes);
}

static void add_sums(struct json *json, const struct module_summary *module)
{
	const struct module_cost *cost = module->cost;
	json_open(json, "work", '{');
	add_work(json, &cost->work, cost->bytes);
	json_number(json, "flops_once", cost->work_once.flops);
	json_number(json, "transcendentals_once", cost->work_once.transcendentals);
	if (cost->has_compiled) {
		json_number(json, "flops_compiled", cost->compiled_once.flops);
		json_number(json, "transcendentals_compiled", cost->compiled_once.transcendentals);
	}
	json_integer(json, "uncounted", cost->uncounted);
	json_integer(json, "untimed", cost->untimed);
	json_integer(json, "scattered", cost->scattered);
	json_integer(json, "branches_left_out", cost->branches);
	json_integer(json, "open_loops", cost->open_loops);
	add_seconds(json, &cost->seconds);
	if (cost->seconds.known) {
		json_rounded(json, "seconds_overlapped",
		             fmax(cost->seconds.roofline, cost->seconds.communication));
		json_rounded(json, "seconds_in_turn",
		             cost->seconds.roofline + cost->seconds.communication);
	}
	json_close(json, '}');
	json_line(json, 1);
}

static void add_line(struct json *json, const struct work_line *line)
{
	json_open(json, NULL, '{');
	plan_json_source(json, line->file, line->line);
	if (!line->file.len)
		json_text(json, "op_name", line->name);
	add_work(json, &line->work, line->bytes);
	json_number(json, "collectives", line->collectives);
	json_number(json, "received_bytes", line->received);
	add_seconds(json, &line->seconds);
	json_close(json, '}');
}

static void add_collectives(struct json *json, const struct work_collectives *group)
{
	const struct plan_step *step = group->first;
	json_open(json, NULL, '{');
	plan_json_source(json, group->line->file, group->line->line);
	if (!group->line->file.len)
		json_text(json, "op_name", group->line->name);
	json_text(json, "kind", step->kind);
	plan_json_axes(json, step->mesh, step->collective);
	json_integer(json, "steps", group->steps);
	json_number(json, "count", group->count);
	json_number(json, "received_bytes", group->received);
	plan_json_seconds(json, &group->seconds);
	json_close(json, '}');
}

static void add_operation(struct json *json, const struct work_row *row,
                          const struct position_index *positions)
{
	const struct instruction *instruction = row->instruction;
	json_open(json, NULL, '{');
	json_text(json, "operation", operation_word(instruction));
	json_text(json, "value", instruction->name);
	json_integer(json, "line", position_of(positions, instruction->at.offset).line);
	json_text(json, "op_name", instruction->origin.op_name);
	plan_json_source(json, instruction->origin.file, instruction->origin.line);
	json_number(json, "times", row->times);
	add_work(json, &row->work, row->bytes);
	add_seconds(json, &row->seconds);
	json_close(json, '}');
}

void cost_json(struct json *json, const struct plan *plan, const struct position_index *positions)
{
	const struct module_cost *cost = plan->module ? plan->module->cost : NULL;
	if (!cost)
		return;
	add_sums(json, plan->module);
	json_open(json, "lines", '[');
	for (uint32_t i = 0; i < cost->nlines && !json->stream->failed; i++) {
		json_line(json, 2);
		add_line(json, &cost->lines[i]);
	}
	json_close(json, ']');
	json_line(json, 1);
	json_open(json, "collectives", '[');
	for (uint32_t i = 0; i < cost->ncollectives && !json->stream->failed; i++) {
		json_line(json, 2);
		add_collectives(json, &cost->collectives[i]);
	}
	json_close(json, ']');
	json_line(json, 1);
	json_open(json, "operation_costs", '[');
	for (uint32_t i = 0; i < cost->nrows && !json->stream->failed; i++) {
		json_line(json, 2);
		add_operation(json, &cost->rows[i], positions);
	}
	json_close(json, ']');
	json_line(json, 1);
}

void cost_json_peak(struct json *json, const struct plan *plan,
                    const struct position_index *positions)
{
	const struct module_summary *module = plan->module;
	int64_t peak = plan_peak(plan);
	if (!module || !module->cost)
		return;
	json_integer(json, "arguments", module->arguments);
	json_integer(json, "results", module->results);
	json_integer(json, "donated", module->donated);
	if (peak == INT64_MAX) {
		json_null(json, "temporaries");
		json_null(json, "peak");
		return;
	}
	json_integer(json, "temporaries", module->cost->temporaries);
	json_integer(json, "peak", peak);
	json_word(json, "peak_order", module->cost->breadth_first ? "breadth-first" : "program");
	json_open(json, "largest_at_peak", '[');
	for (uint32_t i = 0; i < module->cost->nlargest; i++) {
		const struct work_value *value = &module->cost->largest[i];
		json_open(json, NULL, '{');
		json_text(json, "operation", operation_word(value->instruction));
		json_text(json, "value", value->instruction->name);
		if (value->collective.len)
			json_text(json, "collective", value->collective);
		json_integer(json, "bytes", value->bytes);
		json_integer(json, "line",
		             position_of(positions, value->instruction->at.offset).line);
		plan_json_source(json, value->instruction->origin.file,
		                 value->instruction->origin.line);
		json_close(json, '}');
	}
	json_close(json, ']');
}

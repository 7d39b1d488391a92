/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of a module for spreadsheets; steps are of any plan. */
#include <inttypes.h>

#include "plan/module/module_lines.h"
#include "report/cost/cost_report.h"
#include "report/csv_field.h"

struct csv_table {
	struct stream *out;
	struct arena *scratch;
	const struct plan *plan;
};

static void add_number(struct buf *out, double number)
{
	buf_printf(out, ",%.17g", number);
}

static void add_place(const struct csv_table *table, struct str file, int64_t line, struct str name)
{
	struct buf *out = &table->out->buf;
	csv_add_field(out, table->scratch, file);
	buf_putc(out, ',');
	if (file.len)
		buf_printf(out, "%" PRId64, line);
	buf_putc(out, ',');
	csv_add_field(out, table->scratch, name);
}

/* ",compute,memory,communication,bound", empty where they are not known. */
static void add_seconds(struct buf *out, const struct work_seconds *seconds)
{
	if (!seconds->known) {
		buf_puts(out, ",,,,");
		return;
	}
	buf_printf(out, ",%.6g,%.6g,%.6g,%s", seconds->compute, seconds->memory,
	           seconds->communication, bound_name(work_bound(seconds)));
}

static void add_axes(const struct csv_table *table, const struct plan_step *step)
{
	struct buf axes = {.arena = table->scratch};
	for (uint32_t i = 0; step->collective && i < step->collective->axes.count; i++) {
		buf_puts(&axes, i ? " " : "");
		buf_add(&axes, step_axis_text(table->scratch, step->mesh,
		                              &step->collective->axes.items[i]));
	}
	buf_putc(&table->out->buf, ',');
	csv_add_field(&table->out->buf, table->scratch, buf_str(&axes));
}

/* ",low,expected,high" */
static void add_bracket(struct buf *out, const struct seconds *seconds)
{
	if (seconds->known)
		buf_printf(out, ",%.6g,%.6g,%.6g", seconds->low, seconds->expected, seconds->high);
	else
		buf_puts(out, ",,,");
}

static void end_row(const struct csv_table *table)
{
	buf_puts(&table->out->buf, "\r\n");
	stream_check(table->out);
}

/* Adds the rows of each module of the plan. */
static void for_costs(const struct csv_table *table,
                      void (*add)(const struct csv_table *table, const struct module_cost *cost))
{
	for (const struct plan *plan = plan_next_module(table->plan, NULL); plan;
	     plan = plan_next_module(table->plan, plan))
		if (plan->module->cost)
			add(table, plan->module->cost);
}

static void add_lines(const struct csv_table *table, const struct module_cost *cost)
{
	struct buf *out = &table->out->buf;
	for (uint32_t i = 0; i < cost->nlines && !table->out->failed; i++) {
		const struct work_line *line = &cost->lines[i];
		add_place(table, line->file, line->line, line->name);
		add_number(out, line->work.flops);
		add_number(out, line->work.transcendentals);
		add_number(out, line->bytes);
		add_number(out, line->collectives);
		add_number(out, line->received);
		add_seconds(out, &line->seconds);
		end_row(table);
	}
}

static void write_lines(const struct csv_table *table)
{
	buf_puts(&table->out->buf,
	         "file,line,op_name,flops,transcendentals,hbm_bytes,collectives,"
	         "received_bytes,compute_seconds,memory_seconds,communication_seconds,"
	         "bound\r\n");
	for_costs(table, add_lines);
}

static void add_collectives(const struct csv_table *table, const struct module_cost *cost)
{
	struct buf *out = &table->out->buf;
	for (uint32_t i = 0; i < cost->ncollectives && !table->out->failed; i++) {
		const struct work_collectives *group = &cost->collectives[i];
		add_place(table, group->line->file, group->line->line, group->line->name);
		buf_printf(out, ",%.*s", STR_ARG(group->first->kind));
		add_axes(table, group->first);
		add_number(out, group->count);
		add_number(out, group->received);
		add_bracket(out, &group->seconds);
		end_row(table);
	}
}

static void write_collectives(const struct csv_table *table)
{
	buf_puts(&table->out->buf, "file,line,op_name,kind,axes,count,received_bytes,low_seconds,"
	                           "expected_seconds,high_seconds\r\n");
	for_costs(table, add_collectives);
}

static void add_operations(const struct csv_table *table, const struct module_cost *cost)
{
	struct buf *out = &table->out->buf;
	for (uint32_t i = 0; i < cost->nrows && !table->out->failed; i++) {
		const struct work_row *row = &cost->rows[i];
		const struct instruction *instruction = row->instruction;
		add_place(table, instruction->origin.file, instruction->origin.line,
		          instruction->origin.op_name);
		buf_putc(out, ',');
		csv_add_field(out, table->scratch, operation_word(instruction));
		buf_putc(out, ',');
		csv_add_field(out, table->scratch, instruction->name);
		add_number(out, row->times);
		add_number(out, row->work.flops);
		add_number(out, row->work.transcendentals);
		add_number(out, row->bytes);
		add_seconds(out, &row->seconds);
		end_row(table);
	}
}

static void write_operations(const struct csv_table *table)
{
	buf_puts(&table->out->buf,
	         "file,line,op_name,operation,value,times,flops,transcendentals,hbm_bytes,"
	         "compute_seconds,memory_seconds,communication_seconds,bound\r\n");
	for_costs(table, add_operations);
}

/* ",operand_bytes,result_bytes", empty where they are not known. */
static void add_bytes(struct buf *out, const struct plan_step *step)
{
	if (step->sized)
		buf_printf(out, ",%" PRId64 ",%" PRId64, step->operand_bytes, step->result_bytes);
	else
		buf_puts(out, ",,");
}

/* What a device receives, what the time is of, and a cheaper way to the same end. */
static void add_form(const struct csv_table *table, const struct plan_step *step)
{
	struct buf *out = &table->out->buf;
	buf_putc(out, ',');
	if (step->sized)
		buf_printf(out, "%" PRId64, step->received);
	buf_puts(out, step->collective && step->collective->scatters ? ",reduce-scatter," : ",,");
	if (!step->cheaper) {
		buf_putc(out, ',');
		return;
	}
	csv_add_field(out, table->scratch, step->cheaper->how);
	buf_printf(out, ",%.6g", step->cheaper->seconds.expected);
}

static void write_steps(const struct csv_table *table)
{
	struct buf *out = &table->out->buf;
	struct position_index positions = plan_positions(table->scratch, table->plan);
	buf_puts(out, "line,value,kind,axes,count,trips,operand_bytes,result_bytes,low_seconds,"
	              "expected_seconds,high_seconds,why,received_bytes,timed_as,cheaper,"
	              "cheaper_seconds\r\n");
	for (const struct plan_step *step = table->plan->steps.first; step && !table->out->failed;
	     step = step->next) {
		struct arena_mark mark = arena_mark(table->scratch);
		buf_printf(out, "%u,", position_of(&positions, step->at.offset).line);
		csv_add_field(out, table->scratch, step->value);
		buf_printf(out, ",%.*s", STR_ARG(step->kind));
		add_axes(table, step);
		buf_printf(out, ",%" PRId64 ",", step->count);
		for (uint32_t i = 0; i < step->ntrips; i++) {
			buf_puts(out, i ? " " : "");
			if (step->trips[i] < 0)
				buf_putc(out, '?');
			else
				buf_printf(out, "%" PRId64, step->trips[i]);
		}
		add_bytes(out, step);
		add_bracket(out, &step->seconds);
		buf_putc(out, ',');
		csv_add_field(out, table->scratch, step->why);
		add_form(table, step);
		end_row(table);
		arena_rewind(table->scratch, mark);
	}
}

void cost_csv_write(struct stream *out, struct arena *scratch, const struct plan *plan,
                    enum plan_table which)
{
	struct csv_table table = {out, scratch, plan};
	switch (which) {
	case TABLE_STEPS:
		write_steps(&table);
		return;
	case TABLE_LINES:
		write_lines(&table);
		return;
	case TABLE_COLLECTIVES:
		write_collectives(&table);
		return;
	case TABLE_OPERATIONS:
		write_operations(&table);
		return;
	case TABLE_TENSORS:
		break;
	}
}

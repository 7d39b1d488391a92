/* SPDX-License-Identifier: Apache-2.0 */
/* The difference of two layouts for programs: one object. */
#include "report/cost/cost_report.h"
#include "report/diff_report.h"
#include "report/plan_json.h"

static void add_side(struct json *json, const char *key, const struct plan *plan,
                     struct str framework)
{
	json_line(json, 1);
	json_open(json, key, '{');
	json_text(json, "path", plan->spec->source->path);
	json_text(json, "framework", framework);
	plan_json_meshes(json, plan);
	json_integer(json, "memory_per_device", plan->memory.per_device);
	json_close(json, '}');
}

static void add_planned(struct json *json, const char *key, const struct plan_tensor *planned)
{
	if (!planned) {
		json_null(json, key);
		return;
	}
	json_open(json, key, '{');
	json_word(json, "dtype", planned->tensor->dtype ? planned->tensor->dtype->name : NULL);
	json_integer(json, "count", planned->tensor->count);
	if (planned->placed) {
		plan_json_shape(json, planned->tensor);
		plan_json_layout(json, &planned->slice_map);
		plan_json_shard_shape(json, &planned->slice_map);
		json_integer(json, "bytes_per_device", planned->slice_map.bytes_per_device);
	}
	json_close(json, '}');
}

static void add_tensor(struct json *json, const struct diff_tensor *entry,
                       const struct position_index *positions, bool groups)
{
	const struct plan_tensor *either = entry->before ? entry->before : entry->after;
	json_open(json, NULL, '{');
	json_text(json, "name", either->tensor->name);
	json_word(json, "change", diff_kind_name(entry->kind));
	add_planned(json, "before", entry->before);
	add_planned(json, "after", entry->after);
	json_word(json, "move", diff_move_name(entry));
	if (entry->reason)
		json_word(json, "unknown", entry->reason);
	if (entry->move == MOVE_TRANSFER) {
		json_integer(json, "bytes_fetched", entry->fetched);
		json_integer(json, "bytes_fetched_in_all", entry->fetched_in_all);
	}
	plan_json_steps(json, &entry->steps, positions, groups);
	json_close(json, '}');
}

/* A step before or after, or null. */
static void add_step(struct json *json, const char *key, const struct plan_step *step,
                     const struct position_index *positions, bool groups)
{
	if (step)
		plan_json_step(json, key, step, positions, groups);
	else
		json_null(json, key);
}

/* The collectives of two modules that are not the same. */
static void add_collectives(struct json *json, const struct diff *diff,
                            const struct position_index *after, bool groups)
{
	struct position_index before =
	    plan_text_positions(json->scratch, diff->before->spec, UINT32_MAX);
	json_open(json, "collectives", '[');
	for (uint32_t i = 0; i < diff->collectives.count && !json->stream->failed; i++) {
		const struct diff_step *entry = &diff->collectives.items[i];
		struct arena_mark mark = arena_mark(json->scratch);
		if (entry->kind == DIFF_SAME)
			continue;
		json_line(json, 2);
		json_open(json, NULL, '{');
		json_word(json, "change", diff_kind_name(entry->kind));
		add_step(json, "before", entry->before, &before, groups);
		add_step(json, "after", entry->after, after, groups);
		json_close(json, '}');
		arena_rewind(json->scratch, mark);
	}
	json_close(json, ']');
	json_line(json, 1);
	json_open(json, "collective_counts", '{');
	for (int kind = DIFF_SAME; kind <= DIFF_GONE; kind++)
		json_integer(json, diff_kind_name((enum diff_kind)kind),
		             diff->collectives.counts[kind]);
	json_close(json, '}');
	json_line(json, 1);
}

/* What a function holds, computes and receives; null when it has none. */
static void add_function(struct json *json, const char *key, const struct plan *plan)
{
	if (!plan) {
		json_null(json, key);
		return;
	}
	json_open(json, key, '{');
	json_integer(json, "memory", plan->memory.per_device);
	json_integer(json, "peak", plan_peak(plan));
	json_number(json, "flops", plan->module->cost ? plan->module->cost->work.flops : 0);
	json_integer(json, "received_bytes", plan->steps.bytes_moved);
	plan_json_seconds(json, &plan->steps.seconds);
	json_integer(json, "unpredicted", plan->steps.unpredicted);
	json_close(json, '}');
}

static void add_functions(struct json *json, const struct diff *diff)
{
	json_open(json, "functions", '[');
	for (uint32_t i = 0; i < diff->nfunctions && !json->stream->failed; i++) {
		json_line(json, 2);
		json_open(json, NULL, '{');
		json_text(json, "name", diff->functions[i].name);
		add_function(json, "before", diff->functions[i].before);
		add_function(json, "after", diff->functions[i].after);
		json_close(json, '}');
	}
	json_close(json, ']');
	json_line(json, 1);
}

/* What all collectives of one side take. */
static void add_side_totals(struct json *json, const char *key, const struct plan_steps *steps)
{
	json_open(json, key, '{');
	json_integer(json, "bytes_moved", steps->bytes_moved);
	plan_json_seconds(json, &steps->seconds);
	json_integer(json, "unpredicted", steps->unpredicted);
	json_close(json, '}');
}

void diff_json_write(struct stream *out, struct arena *scratch, const struct diff *diff,
                     const struct diff_report_options *options)
{
	struct json json = {.out = &out->buf, .stream = out, .scratch = scratch};
	struct position_index positions =
	    plan_text_positions(scratch, diff->after->spec, UINT32_MAX);
	json_open(&json, NULL, '{');
	json_integer(&json, "version", 1);
	add_side(&json, "before", diff->before, options->framework_before);
	add_side(&json, "after", diff->after, options->framework_after);
	json_line(&json, 1);
	json_open(&json, "tensors", '[');
	for (uint32_t i = 0; i < diff->ntensors && !out->failed; i++) {
		struct arena_mark mark = arena_mark(scratch);
		json_line(&json, 2);
		add_tensor(&json, &diff->tensors[i], &positions, options->groups);
		arena_rewind(scratch, mark);
	}
	json_close(&json, ']');
	json_line(&json, 1);
	json_open(&json, "counts", '{');
	for (int kind = DIFF_SAME; kind <= DIFF_GONE; kind++)
		json_integer(&json, diff_kind_name((enum diff_kind)kind), diff->counts[kind]);
	json_close(&json, '}');
	json_line(&json, 1);
	bool modules = diff->compares_steps;
	if (diff->nfunctions)
		add_functions(&json, diff);
	if (modules)
		add_collectives(&json, diff, &positions, options->groups);
	json_open(&json, "totals", '{');
	if (modules) {
		add_side_totals(&json, "before", &diff->before->steps);
		add_side_totals(&json, "after", &diff->after->steps);
	}
	json_integer(&json, "bytes_moved", diff->bytes_moved);
	plan_json_seconds(&json, &diff->seconds);
	json_integer(&json, "unpredicted", diff->unpredicted);
	json_integer(&json, "others", diff->others);
	if (diff->by_checkpoint)
		json_integer(&json, "bytes_read", diff->bytes_read);
	json_close(&json, '}');
	json_close(&json, '}');
	buf_putc(&out->buf, '\n');
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/memory_check.h"

#include "base/utf8.h"
#include "plan/plan.h"

/* Where the hardware is named; it may be on the command line, and the finding is about the mesh. */
static struct span place_of_finding(const struct spec *spec)
{
	if (spec->hardware_node)
		return spec->hardware_node->at;
	return spec->nmeshes ? spec->meshes[0].name_at : (struct span){0, 0};
}

/* Appends ": optimizer 8.00 GiB, param 4.00 GiB", what takes most first, when it is several. */
static void add_parts(struct buf *out, const struct memory *memory)
{
	enum { LISTED = 3 };
	bool listed[MEMORY_PARTS] = {false};
	for (int i = 0; i < LISTED; i++) {
		int most = -1;
		for (int part = 0; part < MEMORY_PARTS; part++)
			if (!listed[part] && memory->parts[part] > 0 &&
			    (most < 0 || memory->parts[part] > memory->parts[most]))
				most = part;
		if (most < 0 || memory->parts[most] == memory->per_device)
			return;
		listed[most] = true;
		buf_printf(out, "%s%s %s", i ? ", " : ": ",
		           memory_part_name((enum memory_part)most),
		           bytes_text(out->arena, memory->parts[most]).s);
	}
}

/* The tensor or family that takes most of a device; NULL when none takes anything. */
static const struct plan_tensor *largest_tensor(const struct plan *plan)
{
	const struct plan_tensor *largest = NULL;
	for (uint32_t i = 0; i < plan->ntensors; i++) {
		const struct plan_tensor *planned = &plan->tensors[i];
		if (planned->placed &&
		    plan_tensor_bytes(planned) > (largest ? plan_tensor_bytes(largest) : 0))
			largest = planned;
	}
	return largest;
}

static void note_largest(struct arena *scratch, struct diag *diag, const struct plan *plan)
{
	const struct plan_tensor *largest = largest_tensor(plan);
	if (!largest)
		return;
	const struct slice_map *slice_map = &largest->slice_map;
	bool whole = slice_map->shards == 1 && slice_map->devices > 1;
	diag_note(diag, largest->tensor->at, "the largest: '%s' takes %s of each device%s",
	          utf8_escaped(scratch, largest->tensor->name).s,
	          bytes_text(scratch, plan_tensor_bytes(largest)).s,
	          whole ? ", which holds it whole" : "");
}

/* How many times as many devices along the helpful axis free so much; 0: no number does. */
static int64_t times_needed(const struct plan *plan, int64_t excess)
{
	enum { MOST = 1024 };
	for (int64_t times = 2; times <= MOST; times *= 2)
		if (2 * (plan->helpful_bytes - plan->helpful_bytes / times) >= excess)
			return times;
	return 0;
}

/* Appends what more devices along the helpful axis do; whether it fits then. */
static bool add_axis_help(struct buf *help, const struct plan *plan, int64_t excess)
{
	const char *name = utf8_escaped(help->arena, plan->helpful_axis->name).s;
	struct str freed = bytes_text(help->arena, plan->helpful_bytes);
	int64_t times = times_needed(plan, excess);
	if (times > 2)
		buf_printf(help, "it fits with %lld times as many devices along axis '%s'",
		           (long long)times, name);
	else
		buf_printf(help, "twice as many devices along axis '%s' free %s%.*s of each%s",
		           name, times ? "" : "no more than ", STR_ARG(freed),
		           times ? ", and then it fits" : "");
	return times > 0;
}

static void advise(struct arena *scratch, struct diag *diag, const struct plan *plan)
{
	const struct memory *memory = &plan->memory;
	int64_t excess = memory->per_device - plan->limit;
	struct buf help = {.arena = scratch};
	bool fits = plan->helpful_axis && add_axis_help(&help, plan, excess);
	if (memory->replicated >= excess || (!fits && memory->replicated > 0))
		buf_printf(&help, "%sshard what every device holds whole, %s",
		           help.len ? "; or " : "", bytes_text(scratch, memory->replicated).s);
	if (help.len)
		diag_help(diag, "%.*s", STR_ARG(buf_str(&help)));
	else
		diag_help(diag, "use hardware with more memory, or dtypes with fewer bits");
}

/* Reports what a plan needs beyond its limit. */
static void report(struct arena *scratch, const struct plan *plan, struct diags *diags)
{
	struct buf parts = {.arena = scratch};
	const char *needed = bytes_text(scratch, plan->memory.per_device).s,
		   *limit = bytes_text(scratch, plan->limit).s,
		   *chip = plan->spec->hardware->chip->names[0];
	struct span at = place_of_finding(plan->spec);
	diags_about(diags, STR(""), NO_GROUP);
	if (plan->memory.overflow) {
		diag_add(diags, RULE_MEMORY_EXCEEDED, at,
		         "a device needs more memory than 64 bits count, and %s has %s", chip,
		         limit);
		return;
	}
	add_parts(&parts, &plan->memory);
	struct diag *diag = diag_add(diags, RULE_MEMORY_EXCEEDED, at,
	                             "a device of %s has %s of memory, but needs %s%.*s", chip,
	                             limit, needed, STR_ARG(buf_str(&parts)));
	note_largest(scratch, diag, plan);
	advise(scratch, diag, plan);
}

void memory_check(struct arena *scratch, const struct check_result *checked, struct diags *diags)
{
	static const struct plan_options options = {.memory_only = true};
	if (!checked->spec || !checked->spec->hardware)
		return;
	struct arena planned = {0};
	const struct plan *plan = plan_make(&planned, scratch, checked, &options);
	if (plan_exceeds(plan))
		report(&planned, plan, diags);
	arena_drop(&planned);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_steps.h"

#include "base/buf.h"
#include "base/checked.h"
#include "base/pointer_table.h"
#include "diag/source_files.h"
#include "plan/module/module_lines.h"
#include "plan/module/module_twins.h"

/* Computations in each other, and steps, beyond which a text is none that a compiler printed. */
/* How deep calls may stand in each other, and how many steps they may add to those that the text
 * would have if it called nothing twice. */
enum { MAX_CALL_DEPTH = 128, MAX_CALLED_STEPS = 1 << 16 };

/* Groups that stood in the text before: most collectives have those of another. */
enum { KNOWN_GROUPS = 16 };
struct known_groups {
	const int64_t *written;
	struct reshard_step step;
};

struct work {
	struct arena *arena, *scratch;
	const struct module_steps_request *request;
	struct plan_steps *steps;
	size_t most_steps;
	struct known_groups known[KNOWN_GROUPS];
	uint32_t nknown;
	const bool *communicates; /* by number of computation: it has a collective, or calls one */
	const struct partition_loop *trips_of; /* whose rounds `trips` are */
	const int64_t *trips;
	uint32_t ntrips, room;
};

/* Rounds of the loops around a step, outermost first; shared with the step before. */
static void find_trips(struct work *work, const struct partition_loop *loop)
{
	uint32_t count = 0;
	if (loop == work->trips_of)
		return;
	for (const struct partition_loop *at = loop; at; at = at->outer)
		count++;
	int64_t *trips = arena_new(work->arena, int64_t, count);
	work->trips = trips;
	work->ntrips = count;
	work->trips_of = loop;
	for (; loop; loop = loop->outer)
		trips[--count] = loop->loop->trip_count;
}

/* How often a step runs; a loop of unknown length counts for one round. */
static int64_t times_of(struct work *work)
{
	int64_t times = 1;
	bool open = false;
	for (uint32_t i = 0; i < work->ntrips; i++) {
		open |= work->trips[i] < 0;
		if (work->trips[i] >= 0 && !checked_multiply(&times, times, work->trips[i]))
			times = INT64_MAX;
	}
	work->steps->open_loops += open;
	return times;
}

/* Adds "jit(f)/mlp/dot_general, model.py:40", as far as it is known. */
static void add_origin(struct buf *out, const struct instruction_origin *origin)
{
	if (origin->op_name.len) {
		buf_puts(out, ", ");
		buf_add(out, origin->op_name);
	}
	if (origin->file.len) {
		buf_puts(out, ", ");
		buf_add(out, path_last(origin->file));
		buf_printf(out, ":%lld", (long long)origin->line);
	}
}

/* What a step is for: the operation of an instruction, and where that comes from. */
static struct str why_of(struct work *work, const char *what, const struct instruction *instruction)
{
	struct buf out = {.arena = work->arena};
	buf_puts(&out, what);
	add_origin(&out, &instruction->origin);
	return buf_str(&out);
}

static struct step_task task_of(struct work *work, const struct instruction *instruction,
                                const struct partition_loop *loop)
{
	find_trips(work, loop);
	struct str name = instruction->name;
	return (struct step_task){
	    .name = name.len ? name : operation_word(instruction),
	    .at = instruction->at,
	    .count = 1,
	    .times = 1,
	    .mesh = work->request->mesh,
	    .sized = true,
	};
}

static struct plan_step *finish(struct work *work, const struct instruction *instruction,
                                struct plan_step *step)
{
	step->trips = work->trips;
	step->ntrips = work->ntrips;
	step->instruction = step->source = instruction;
	step->loop = work->trips_of ? work->trips_of->loop : NULL;
	return step;
}

static void add_unknown(struct work *work, const struct instruction *instruction,
                        const struct partition_loop *loop, const char *kind, const char *reason)
{
	struct step_task task = task_of(work, instruction, loop);
	task.why = why_of(work, reason, instruction);
	(void)finish(work, instruction,
	             plan_add_unpredicted(work->arena, &task, str_of(kind), work->steps));
}

static struct plan_step *add_collective(struct work *work, const struct instruction *instruction,
                                        const struct partition_loop *loop,
                                        const struct reshard_step *step)
{
	struct step_task task = task_of(work, instruction, loop);
	bool written = opcode_class(instruction->opcode) == OPCODE_CLASS_COLLECTIVE;
	const char *what =
	    written ? "stands in the text"
		    : str_format(work->arena, "for %.*s", STR_ARG(operation_word(instruction))).s;
	task.times = times_of(work);
	task.why = why_of(work, what, instruction);
	return finish(work, instruction,
	              plan_add_step(work->arena, work->scratch, &work->request->setting, &task,
	                            step, work->steps));
}

/* Adds the groups of a collective and the axes they run along. */
static bool read_groups(struct work *work, const struct instruction *instruction,
                        struct reshard_step *step)
{
	const struct module_steps_request *request = work->request;
	const int64_t *written = instruction->collective->groups;
	for (uint32_t i = 0; i < KNOWN_GROUPS && written; i++) {
		const struct reshard_step *known = &work->known[i].step;
		if (work->known[i].written != written)
			continue;
		step->groups = known->groups;
		step->group_count = known->group_count;
		step->group_size = known->group_size;
		step->axes = known->axes;
		step->axes_known = known->axes_known;
		return true;
	}
	if (!written_devices(work->arena, request->module, instruction, step))
		return false;
	reshard_name_axes(work->arena, request->named, step);
	if (!step->groups)
		return true;
	work->known[work->nknown++ % KNOWN_GROUPS] = (struct known_groups){written, *step};
	return true;
}

static void add_written(struct work *work, const struct instruction *instruction,
                        const struct partition_loop *loop)
{
	struct reshard_step step;
	if (written_collective(instruction, &step) && read_groups(work, instruction, &step))
		(void)add_collective(work, instruction, loop, &step);
	else
		add_unknown(work, instruction, loop, "unknown",
		            "its kind, or the devices it is between, are not known");
}

static void walk(struct work *work, const struct computation *computation,
                 const struct partition_loop *loop, int depth);

/* Goes into what an instruction calls. */
static void walk_called(struct work *work, const struct instruction *instruction,
                        const struct partition_loop *loop, int depth)
{
	struct partition_loop *inner = NULL;
	if (instruction->opcode == OPCODE_WHILE) {
		inner = arena_new(work->arena, struct partition_loop, 1);
		*inner = (struct partition_loop){loop, instruction};
	}
	for (uint32_t i = 0; i < instruction->ncalled; i++)
		if (work->communicates[instruction->called[i]->number])
			walk(work, instruction->called[i], inner ? inner : loop, depth + 1);
}

static void walk(struct work *work, const struct computation *computation,
                 const struct partition_loop *loop, int depth)
{
	for (uint32_t i = 0; i < computation->count; i++) {
		const struct instruction *instruction = computation->instructions[i];
		if (depth > MAX_CALL_DEPTH || work->steps->count > work->most_steps) {
			add_unknown(work, instruction, loop, "unknown",
			            "computations are called too deep or too often");
			return;
		}
		if (opcode_class(instruction->opcode) == OPCODE_CLASS_COLLECTIVE)
			add_written(work, instruction, loop);
		else if (instruction->ncalled)
			walk_called(work, instruction, loop, depth);
	}
}

/* Which computations have a collective in them, or in what they call; callees stand first. */
static const bool *find_communicating(struct arena *arena, const struct module *module)
{
	bool *communicates = arena_new(arena, bool, module->ncomputations);
	for (uint32_t i = 0; i < module->ncomputations; i++) {
		const struct computation *computation = module->computations[i];
		for (uint32_t k = 0; k < computation->count; k++) {
			const struct instruction *instruction = computation->instructions[k];
			communicates[i] |=
			    opcode_class(instruction->opcode) == OPCODE_CLASS_COLLECTIVE;
			for (uint32_t n = 0; n < instruction->ncalled; n++)
				communicates[i] |= communicates[instruction->called[n]->number];
		}
	}
	return communicates;
}

void plan_written_steps(struct arena *arena, struct arena *scratch,
                        const struct module_steps_request *request, struct plan_steps *steps)
{
	struct work work = {.arena = arena, .scratch = scratch, .request = request, .steps = steps};
	work.communicates = find_communicating(arena, request->module);
	work.most_steps = MAX_CALLED_STEPS;
	for (uint32_t i = 0; i < request->module->ncomputations; i++)
		work.most_steps += request->module->computations[i]->count;
	walk(&work, request->module->entry, NULL, 0);
}

static void add_predicted(struct work *work, const struct partition_step *step)
{
	if (step->step.kind == RESHARD_SLICE)
		return;
	struct plan_step *added = add_collective(work, step->instruction, step->loop, &step->step);
	added->source = step->source;
	added->moved = step->moved;
	added->operand = step->operand;
}

/* Whether a step is a collective that the program itself has. */
static bool is_written(const struct partition_step *step)
{
	return step->kind == PARTITION_COLLECTIVE && step->instruction &&
	       opcode_class(step->instruction->opcode) == OPCODE_CLASS_COLLECTIVE;
}

/* The collectives of the program that are made once with another one, which reads the same. */
static struct pointer_table find_repeated(struct arena *arena, const struct module *module,
                                          const struct partition *partition)
{
	struct pointer_table inserted = {0}, repeated = {0};
	for (uint32_t i = 0; i < partition->step_count; i++) {
		const struct instruction *for_whom = partition->steps[i].instruction;
		if (!is_written(&partition->steps[i]) && for_whom &&
		    !pointer_find(&inserted, for_whom))
			pointer_add(arena, &inserted, for_whom, arena);
	}
	for (uint32_t i = 0; i < module->ncomputations; i++) {
		const struct computation *computation = module->computations[i];
		uint8_t *steps = arena_new(arena, uint8_t, computation->count);
		for (uint32_t k = 0; k < computation->count; k++)
			if (pointer_find(&inserted, computation->instructions[k]))
				steps[k] = STEPS_RESULT;
		const uint32_t *first = module_written_twins(arena, computation, steps);
		for (uint32_t k = 0; k < computation->count; k++)
			if (first[k] != k)
				pointer_add(arena, &repeated, computation->instructions[k], arena);
	}
	return repeated;
}

/* Whether a step gathers further, for the same instruction, what the one before it has gathered. */
static bool gathers_on(const struct plan_step *before, const struct plan_step *step)
{
	return before->collective && before->collective->kind == RESHARD_ALL_GATHER &&
	       step->collective && step->collective->kind == RESHARD_ALL_GATHER &&
	       before->instruction == step->instruction && before->loop == step->loop &&
	       before->result_bytes == step->operand_bytes;
}

/* Says what one gather in the place of several would take. */
static void suggest_gathers(struct work *work)
{
	for (struct plan_step *first = work->steps->first, *last; first; first = last->next) {
		for (last = first; last->next && gathers_on(last, last->next);)
			last = last->next;
		struct arena_mark mark = arena_mark(work->scratch);
		if (last != first)
			plan_suggest_one_gather(work->arena, work->scratch, &work->request->setting,
			                        first, last);
		arena_rewind(work->scratch, mark);
	}
}

void plan_partition_steps(struct arena *arena, struct arena *scratch,
                          const struct module_steps_request *request,
                          const struct partition *partition, struct plan_steps *steps)
{
	struct work work = {.arena = arena, .scratch = scratch, .request = request, .steps = steps};
	if (partition->outcome != RESHARD_PREDICTED) {
		bool aborts = partition->outcome == RESHARD_ABORTS;
		const struct instruction *at = partition->at;
		add_unknown(&work, at ? at : request->module->entry->root, NULL,
		            aborts ? "abort" : "unknown", partition->reason);
	}
	const struct pointer_table repeated = find_repeated(scratch, request->module, partition);
	for (uint32_t i = 0; i < partition->step_count; i++) {
		const struct partition_step *step = &partition->steps[i];
		switch (step->kind) {
		case PARTITION_COLLECTIVE:
			if (!is_written(step) || !pointer_find(&repeated, step->instruction))
				add_predicted(&work, step);
			break;
		case PARTITION_UNKNOWN:
			add_unknown(&work, step->instruction, step->loop, "unknown", step->reason);
			break;
		}
	}
	suggest_gathers(&work);
}

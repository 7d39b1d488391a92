/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/program_functions.h"

#include "base/pointer_table.h"
#include "lower/lower.h"
#include "op/core/sharding_request.h"
#include "plan/module/module_plan.h"
#include "plan/planned_function.h"
#include "plan/program_layouts.h"

/* A function of a script that is planned, with arguments that lie as they do. */
struct compiled {
	const struct recorded_function *function;
	struct lowering lowering;
	struct plan_function *shown; /* what says what it comes to */
	bool first;                  /* no other comes to the same */
	struct compiled *next;
};

/* A function on its way into the plan. */
struct work {
	const struct planning *planning;
	struct arena *arena;
	struct program_layouts *layouts;        /* of a script, or NULL */
	struct compiled *compiled;              /* the functions so far that have been planned */
	uint32_t nkept;                         /* functions of the plan so far */
	struct pointer_table shown;             /* what shows a function, as it was recorded */
	const struct recorded_function *called; /* as it was recorded */
	const struct recorded_function *function;
	struct lowering lowering;
	struct plan *plan;
};

static void add_unknown(const struct work *work, const struct source_place *place,
                        struct str reason)
{
	planning_unknown(work->planning, work->function, place, reason);
}

/* Says of a ragged product on an accelerator, where it is one operation (chlo.ragged_dot), that it
 * is planned as CPUs compute it. JAX: lax.py _ragged_dot_general_lower. */
static void add_ragged(const struct work *work)
{
	const struct equation *product =
	    work->plan->spec->hardware ? recording_find(work->function->equations,
	                                                work->function->count, "ragged_dot_general")
				       : NULL;
	if (product)
		add_unknown(
		    work, product->place,
		    STR("a ragged product is one operation on this hardware: the steps, FLOPs "
		        "and memory here are those of its form for CPUs, which multiplies all "
		        "rows for each group"));
}

/* Keeps what the function is planned as. */
static struct plan_function *keep_text(struct work *work)
{
	struct plan_function **last = &work->plan->functions;
	struct plan_function *kept = arena_new(work->arena, struct plan_function, 1);
	*kept = (struct plan_function){
	    .name = work->function->name,
	    .at = program_span(work->planning->program->program, work->function->at),
	    .text = work->planning->options->texts_only
	                ? lowering_text(work->arena, &work->lowering)
	                : STR(""),
	    .whole = !work->lowering.gap && !work->function->gap.feature.len};
	while (*last)
		last = &(*last)->next;
	*last = kept;
	work->nkept++;
	return kept;
}

/* The function with arguments that are placed where they lie, on their mesh where nothing else
 * names one; *open is the name of an argument of which that is not known. */
static const struct recorded_function *laid_out(const struct work *work, struct str *open)
{
	const struct recorded_function *function = work->function;
	struct recorded_function *placed = arena_copy(work->arena, function, 1, sizeof *placed);
	struct recorded_argument *arguments =
	    arena_copy(work->arena, function->arguments, function->narguments, sizeof *arguments);
	for (uint32_t i = 0; i < function->narguments; i++) {
		arguments[i].array = program_layouts_place(work->layouts, arguments[i].array);
		if (!arguments[i].array && !open->len)
			*open = arguments[i].name;
		if (!placed->mesh && arguments[i].array && arguments[i].array->placed)
			placed->mesh = arguments[i].array->placed->mesh;
	}
	placed->arguments = arguments;
	return placed;
}

/* What the same module has been compiled of already; NULL: nothing, or it is no script. */
static const struct compiled *compiled_before(const struct work *work)
{
	const struct compiled *before = work->layouts ? work->compiled : NULL;
	while (before && !lowering_equal(&before->lowering, &work->lowering))
		before = before->next;
	return before;
}

/* Counts a call, which is shown so. */
static void count_call(struct work *work, struct plan_function *shown)
{
	shown->calls++;
	pointer_add(work->arena, &work->shown, work->called, shown);
}

/* Takes a call for one that was compiled before. */
static void repeat_call(struct work *work, const struct recorded_function *same)
{
	struct plan_function *shown = pointer_find(&work->shown, same);
	program_layouts_repeat(work->layouts, work->function, same);
	if (shown)
		shown->calls++;
}

/* Takes a function of a script as JAX compiles it when it is called with what lies as it does;
 * false when it is not known how that is. */
static bool lay_out(struct work *work)
{
	struct str open = {0};
	const struct recorded_function *placed = laid_out(work, &open);
	program_layouts_take(work->layouts, work->function, NULL); /* until it is planned */
	if (!open.len) {
		work->function = placed;
		return true;
	}
	add_unknown(work, NULL,
	            str_format(work->arena, "where '%.*s' lies is not known", STR_ARG(open)));
	return false;
}

static bool same_steps(const struct plan_steps *a, const struct plan_steps *b)
{
	const struct plan_step *x = a->first, *y = b->first;
	for (; x && y; x = x->next, y = y->next)
		if (!str_equal(x->kind, y->kind) || !str_equal(x->why, y->why) ||
		    x->at.offset != y->at.offset || x->result_bytes != y->result_bytes ||
		    x->operand_bytes != y->operand_bytes || x->received != y->received)
			return false;
	return !x && !y;
}

/* Whether two plans of a function say the same: it is compiled again for arguments that lie as the
 * compiler had chosen before. */
static bool same_plan(const struct plan *a, const struct plan *b)
{
	if (a->ntensors != b->ntensors || a->memory.replicated != b->memory.replicated)
		return false;
	for (uint32_t i = 0; i < a->ntensors; i++) {
		const struct plan_tensor *x = &a->tensors[i], *y = &b->tensors[i];
		if (!str_equal(x->tensor->name, y->tensor->name) || x->placed != y->placed ||
		    x->slice_map.shards != y->slice_map.shards ||
		    (x->placed && plan_tensor_bytes(x) != plan_tensor_bytes(y)))
			return false;
	}
	return a->module->results == b->module->results && same_steps(&a->steps, &b->steps);
}

/* The call of the same function that was planned last and shown, before `later`; NULL: none. */
static const struct compiled *shown_before(const struct work *work, const struct compiled *later)
{
	const struct compiled *before = later ? later->next : work->compiled;
	while (before && (!before->first || before->function->program != work->function->program))
		before = before->next;
	return before;
}

/* What shows a call of the same function that comes to the same; NULL: none. */
static struct plan_function *find_shown(const struct work *work, const struct plan *plan)
{
	const struct compiled *before = NULL;
	while ((before = shown_before(work, before)))
		if (same_plan(before->shown->plan, plan))
			return before->shown;
	return NULL;
}

static void keep_compiled(struct work *work, struct plan_function *shown, bool first)
{
	struct compiled *compiled = arena_new(work->arena, struct compiled, 1);
	*compiled = (struct compiled){work->function, work->lowering, shown, first, work->compiled};
	work->compiled = compiled;
	count_call(work, shown);
}

/* Plans a function that is whole, and shows it where none before comes to the same. */
static bool plan_whole(struct work *work)
{
	/* It is kept after its steps are known. */
	const struct planned_function planned = {work->function, &work->lowering, work->nkept + 1};
	const struct plan *plan = plan_lowered(work->planning, &planned);
	struct plan_function *shown = plan ? find_shown(work, plan) : NULL;
	if (shown) {
		keep_compiled(work, shown, false);
		return true;
	}
	const struct compiled *before = shown_before(work, NULL);
	struct plan_function *kept = keep_text(work);
	kept->plan = plan;
	kept->before = before ? before->shown : NULL;
	if (!plan)
		return false;
	plan_add_steps(work->arena, &plan->steps, &work->plan->steps);
	add_ragged(work);
	keep_compiled(work, kept, true);
	return true;
}

/* Whether a function of a script runs on one device: no mesh is set, and nothing that is left of it
 * says a sharding. JAX: pjit.py asks only the arguments that are used. */
static bool is_alone(const struct work *work)
{
	return work->layouts && !work->function->op->mesh && !work->lowering.gap &&
	       !lowering_is_sharded(&work->lowering);
}

static bool plan_function(struct work *work)
{
	if (!work->function->mesh && !work->layouts)
		return true; /* it runs on one device */
	if (work->function->same) {
		repeat_call(work, work->function->same);
		return true;
	}
	if (work->layouts && !lay_out(work))
		return false;
	if (!work->function->mesh) {
		program_layouts_take_alone(work->layouts, work->function);
		return true;
	}
	work->lowering = lower_function(work->arena, work->function);
	if (is_alone(work)) {
		program_layouts_take_alone(work->layouts, work->function);
		return true;
	}
	if (work->planning->options->texts_only) {
		keep_text(work);
		if (work->layouts && !work->lowering.gap)
			program_layouts_compile(work->layouts, work->function, &work->lowering);
		return true;
	}
	if (work->lowering.gap) {
		keep_text(work);
		add_unknown(work, work->lowering.gap->place, work->lowering.gap->reason);
		return false;
	}
	const struct compiled *before = compiled_before(work);
	if (!before)
		return plan_whole(work);
	program_layouts_repeat(work->layouts, work->function, before->function);
	count_call(work, before->shown);
	return true;
}

static void add_gap(const struct work *work, struct span at, struct str why)
{
	const struct step_task task = {
	    .name = str_format(work->arena, "line %u",
	                       position_of(&work->planning->positions, at.offset).line),
	    .at = at,
	    .count = 1,
	    .times = 1,
	    .mesh = work->plan->meshes,
	    .why = why};
	plan_add_unpredicted(work->arena, &task, STR("unknown"), &work->plan->steps);
}

/* What is not known of the program is not known of its functions. */
static void add_gaps(const struct work *work)
{
	const struct coverage *coverage = &work->planning->program->coverage;
	if (work->planning->program->limit.length)
		add_gap(
		    work, work->planning->program->limit,
		    STR("the program is followed up to here: what it calls behind is not planned"));
	uint32_t left_out = work->planning->program->nleft_out;
	if (left_out)
		add_gap(work, work->planning->program->left_out,
		        str_format(work->arena,
		                   "%u call%s of functions, from here on, %s beyond those that are "
		                   "planned",
		                   left_out, left_out == 1 ? "" : "s",
		                   left_out == 1 ? "is" : "are"));
	if (coverage->ngaps)
		add_gap(work, coverage->gaps[0].at,
		        str_format(work->arena, "%u part%s of the program %s not known: %.*s",
		                   coverage->ngaps, coverage->ngaps == 1 ? "" : "s",
		                   coverage->ngaps == 1 ? "is" : "are",
		                   STR_ARG(coverage->gaps[0].feature)));
}

bool plan_functions(const struct planning *planning)
{
	const struct recorded_function *functions = planning->program->functions;
	bool whole = functions != NULL;
	struct work work = {.planning = planning,
	                    .arena = planning->arena,
	                    .layouts = planning->layouts,
	                    .plan = planning->plan};
	for (const struct recorded_function *function = functions; function;
	     function = function->next) {
		work.function = work.called = function;
		whole = plan_function(&work) && whole;
	}
	if (functions)
		add_gaps(&work);
	return whole;
}

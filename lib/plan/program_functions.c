/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/program_functions.h"

#include "lower/lower.h"
#include "module/trip_count.h"
#include "op/core/sharding_request.h"
#include "plan/mesh_match.h"
#include "plan/module/module_mesh.h"
#include "plan/module/module_plan.h"
#include "plan/program_layouts.h"
#include "stablehlo/stablehlo.h"

/* A function of a script that is planned, with arguments that lie as they do. */
struct compiled {
	const struct recorded_function *function;
	struct lowering lowering;
	const struct plan_function *kept; /* NULL: it is not shown, as one before is the same */
	struct compiled *next;
};

/* A function on its way into the plan. */
struct work {
	struct arena *arena, *scratch;
	const struct trace_result *program;
	const struct plan_options *options;
	struct program_layouts *layouts; /* of a script, or NULL */
	struct compiled *compiled;       /* the functions so far that have been planned */
	uint32_t nkept;                  /* functions of the plan so far */
	const struct recorded_function *function;
	struct lowering lowering;
	struct position_index positions;
	struct plan *plan;
};

/* What a step is called by: its function and line. */
static struct str value_of(const struct work *work, uint32_t offset)
{
	struct str name = work->function->name;
	return str_format(work->arena, "%.*s%sline %u", STR_ARG(name), name.len ? ", " : "",
	                  position_of(&work->positions, offset).line);
}

/* The line of the program that a byte stands in. */
static struct str line_of(const struct work *work, uint32_t offset)
{
	struct str text = work->positions.text;
	size_t start = offset < text.len ? offset : text.len;
	while (start > 0 && text.s[start - 1] != '\n')
		start--;
	return str_trim(str_slice(text, start, str_find(text, '\n', start)));
}

/* Says of a step which function and line it is for. */
static void name_step(const struct work *work, struct plan_step *step)
{
	if (step->source)
		step->at = step->source->at;
	step->value = value_of(work, step->at.offset);
	step->function = work->function->name;
	step->in_function = work->nkept + 1; /* it is kept after its steps are known */
	step->line_text = line_of(work, step->at.offset);
}

static void add_unknown(const struct work *work, const struct source_place *place,
                        struct str reason)
{
	struct span at = place ? place->at : work->function->at;
	const struct span file = program_span(work->program->program, at);
	const struct step_task task = {.name = value_of(work, file.offset),
	                               .at = file,
	                               .count = 1,
	                               .times = 1,
	                               .mesh = work->plan->meshes,
	                               .why = reason};
	plan_add_unpredicted(work->arena, &task, STR("unknown"), &work->plan->steps);
}

/* The place in the program of an instruction that stands so in the module; NULL: none. */
static const struct source_place *place_of(const struct work *work, uint32_t offset)
{
	return offset ? work->lowering.operations[offset - 1].place : NULL;
}

/* The file that a byte of the source and its modules is of. */
static struct str path_of(const struct work *work, uint32_t offset)
{
	const struct spec *spec = work->plan->spec;
	const struct source_piece *piece =
	    spec->files ? source_piece_at(spec->files, offset) : NULL;
	return piece && !piece->cell ? piece->path : spec->source->path;
}

/* The instructions of the module are placed in the program, so that all that is said of them is
 * said of its lines. */
static void place_instructions(const struct work *work, const struct computation *computation,
                               struct str call)
{
	const struct source_place *last = NULL;
	const struct instruction *alike = NULL; /* of the last place */
	for (uint32_t i = 0; i < computation->count; i++) {
		struct instruction *instruction = computation->instructions[i];
		const struct source_place *place = place_of(work, instruction->at.offset);
		if (place && place == last) {
			instruction->at = alike->at;
			instruction->origin.file = alike->origin.file;
			instruction->origin.line = alike->origin.line;
			continue;
		}
		instruction->at =
		    program_span(work->program->program, place ? place->at : work->function->at);
		if (!place) {
			instruction->origin.op_name = call;
			continue;
		}
		instruction->origin.file = path_of(work, instruction->at.offset);
		instruction->origin.line =
		    position_of(&work->positions, instruction->at.offset).line;
		last = place;
		alike = instruction;
	}
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

/* The spec of the plan with the mesh of the function alone, which may be that of no value that the
 * program names. */
static const struct spec *spec_of(const struct work *work)
{
	const struct spec *spec = work->plan->spec;
	const struct mesh *own = work->function->mesh->mesh, *known = mesh_find(spec, own);
	struct spec *alone = arena_copy(work->arena, spec, 1, sizeof *spec);
	struct mesh *mesh = arena_copy(work->arena, known ? known : own, 1, sizeof *own);
	if (!mesh->name.len)
		mesh->name = STR("mesh");
	alone->meshes = mesh;
	alone->nmeshes = 1;
	return alone;
}

/* Plans the module that was lowered; NULL after a step that says why it is not known. */
static const struct plan *plan_lowered(struct work *work)
{
	struct diags diags = diags_make(work->arena);
	struct module *module = stablehlo_build(work->arena, &work->lowering, &diags);
	if (!module) {
		add_unknown(work, NULL,
		            diags.first ? diags.first->message : STR("the module is not read"));
		return NULL;
	}
	struct str call =
	    str_format(work->arena, "called in line %u",
	               position_of(&work->positions,
	                           program_span(work->program->program, work->function->at).offset)
	                   .line);
	for (uint32_t i = 0; i < module->ncomputations; i++)
		place_instructions(work, module->computations[i], call);
	for (uint32_t i = 0; i < module->narguments; i++)
		module->arguments[i].at = program_span(work->program->program, work->function->at);
	module_count_trips(module);
	const struct check_result checked = {.spec = spec_of(work)};
	const struct plan *plan =
	    plan_module(work->arena, work->scratch, module, module_mesh(work->arena, module),
	                work->plan->spec->source, &checked, work->options);
	for (struct plan_step *step = plan->steps.first; step; step = step->next)
		name_step(work, step);
	if (work->layouts)
		program_layouts_take(work->layouts, work->function,
		                     plan->module->partitioner ? module : NULL);
	return plan;
}

/* Keeps what the function is planned as. */
static struct plan_function *keep_text(struct work *work)
{
	struct plan_function **last = &work->plan->functions;
	struct plan_function *kept = arena_new(work->arena, struct plan_function, 1);
	*kept = (struct plan_function){
	    .name = work->function->name,
	    .at = program_span(work->program->program, work->function->at),
	    .text =
		work->options->texts_only ? lowering_text(work->arena, &work->lowering) : STR(""),
	    .whole = !work->lowering.gap};
	while (*last)
		last = &(*last)->next;
	*last = kept;
	work->nkept++;
	return kept;
}

/* The function with arguments that are placed where they lie; *open is the name of one of which
 * that is not known. */
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
	}
	placed->arguments = arguments;
	return placed;
}

/* The function that the same module has been compiled of already; NULL: none, or it is no script.
 */
static const struct recorded_function *compiled_before(const struct work *work)
{
	const struct compiled *before = work->layouts ? work->compiled : NULL;
	for (; before; before = before->next)
		if (lowering_equal(&before->lowering, &work->lowering))
			return before->function;
	return NULL;
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
	while (before && (!before->kept || before->function->program != work->function->program))
		before = before->next;
	return before;
}

/* Whether a call of the same function is planned that comes to the same. */
static bool is_shown(const struct work *work, const struct plan *plan)
{
	const struct compiled *before = NULL;
	while ((before = shown_before(work, before)))
		if (same_plan(before->kept->plan, plan))
			return true;
	return false;
}

static void keep_compiled(struct work *work, const struct plan_function *kept)
{
	struct compiled *compiled = arena_new(work->arena, struct compiled, 1);
	*compiled = (struct compiled){work->function, work->lowering, kept, work->compiled};
	work->compiled = compiled;
}

/* Plans a function that is whole, and shows it where none before comes to the same. */
static bool plan_whole(struct work *work)
{
	const struct plan *plan = plan_lowered(work);
	if (plan && is_shown(work, plan)) {
		keep_compiled(work, NULL);
		return true;
	}
	const struct compiled *before = shown_before(work, NULL);
	struct plan_function *kept = keep_text(work);
	kept->plan = plan;
	kept->before = before ? before->kept : NULL;
	if (!plan)
		return false;
	plan_add_steps(work->arena, &plan->steps, &work->plan->steps);
	add_ragged(work);
	keep_compiled(work, kept);
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
	if (!work->function->mesh)
		return true; /* it runs on one device */
	if (work->function->same) {
		program_layouts_repeat(work->layouts, work->function, work->function->same);
		return true;
	}
	if (work->layouts && !lay_out(work))
		return false;
	work->lowering = lower_function(work->arena, work->function);
	if (is_alone(work)) {
		program_layouts_take_alone(work->layouts, work->function);
		return true;
	}
	if (work->options->texts_only) {
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
	const struct recorded_function *before = compiled_before(work);
	if (before)
		program_layouts_repeat(work->layouts, work->function, before);
	return before || plan_whole(work);
}

static void add_gap(const struct work *work, struct span at, struct str why)
{
	const struct step_task task = {
	    .name =
		str_format(work->arena, "line %u", position_of(&work->positions, at.offset).line),
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
	const struct coverage *coverage = &work->program->coverage;
	if (work->program->limit.length)
		add_gap(
		    work, work->program->limit,
		    STR("the program is followed up to here: what it calls behind is not planned"));
	if (coverage->ngaps)
		add_gap(work, coverage->gaps[0].at,
		        str_format(work->arena, "%u part%s of the program %s not known: %.*s",
		                   coverage->ngaps, coverage->ngaps == 1 ? "" : "s",
		                   coverage->ngaps == 1 ? "is" : "are",
		                   STR_ARG(coverage->gaps[0].feature)));
}

bool plan_functions(struct arena *arena, struct arena *scratch, const struct trace_result *program,
                    const struct plan_options *options, struct program_layouts *layouts,
                    struct plan *plan)
{
	bool whole = program->functions != NULL;
	struct work work = {.arena = arena,
	                    .scratch = scratch,
	                    .program = program,
	                    .options = options,
	                    .layouts = layouts,
	                    .plan = plan};
	if (whole)
		work.positions = plan_text_positions(arena, plan->spec, UINT32_MAX);
	for (const struct recorded_function *function = program->functions; function;
	     function = function->next) {
		work.function = function;
		whole = plan_function(&work) && whole;
	}
	if (program->functions)
		add_gaps(&work);
	return whole;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/program_functions.h"

#include "lower/lower.h"
#include "module/trip_count.h"
#include "plan/mesh_match.h"
#include "plan/module/module_mesh.h"
#include "plan/module/module_plan.h"
#include "stablehlo/stablehlo.h"

/* A function on its way into the plan. */
struct work {
	struct arena *arena, *scratch;
	const struct trace_result *program;
	const struct plan_options *options;
	const struct recorded_function *function;
	struct lowering lowering;
	const uint32_t *lines; /* where each line of its text begins */
	struct position_index positions;
	struct program_layouts *layouts;
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
	step->value = value_of(work, step->at.offset);
	step->function = work->function->name;
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

static const uint32_t *line_starts(struct arena *arena, const struct lowering *lowering)
{
	uint32_t *starts = arena_new(arena, uint32_t, (size_t)lowering->nlines + 1);
	uint32_t line = 0;
	for (size_t i = 0; i < lowering->text.len && line < lowering->nlines; i++)
		if (lowering->text.s[i] == '\n')
			starts[++line] = (uint32_t)i + 1;
	return starts;
}

/* The place in the program of a byte of the module's text; NULL: none. */
static const struct source_place *place_of(const struct work *work, uint32_t offset)
{
	uint32_t low = 0, high = work->lowering.nlines;
	while (low + 1 < high) {
		uint32_t middle = low + (high - low) / 2;
		if (work->lines[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	return work->lowering.nlines ? work->lowering.places[low] : NULL;
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
static void place_instructions(const struct work *work, const struct computation *computation)
{
	for (uint32_t i = 0; i < computation->count; i++) {
		struct instruction *instruction = computation->instructions[i];
		const struct source_place *place = place_of(work, instruction->at.offset);
		instruction->at =
		    program_span(work->program->program, place ? place->at : work->function->at);
		if (!place)
			continue;
		instruction->origin.file = path_of(work, instruction->at.offset);
		instruction->origin.line =
		    position_of(&work->positions, instruction->at.offset).line;
	}
}

/* The spec of the plan with the mesh of the function alone. */
static const struct spec *spec_of(const struct work *work)
{
	const struct spec *spec = work->plan->spec;
	const struct mesh *mesh = mesh_find(spec, work->function->mesh->mesh);
	struct spec *alone = arena_copy(work->arena, spec, 1, sizeof *spec);
	if (mesh)
		alone->meshes = arena_copy(work->arena, mesh, 1, sizeof *mesh);
	alone->nmeshes = spec->nmeshes ? 1 : 0;
	return alone;
}

/* Plans the text as the module that it is; NULL after a step that says why it is not known. */
static const struct plan *plan_text(struct work *work)
{
	struct diags diags = diags_make(work->arena);
	struct module *module = stablehlo_read(work->arena, work->lowering.text, &diags);
	if (!module) {
		add_unknown(work, NULL,
		            diags.first ? diags.first->message : STR("the module is not read"));
		return NULL;
	}
	for (uint32_t i = 0; i < module->ncomputations; i++)
		place_instructions(work, module->computations[i]);
	for (uint32_t i = 0; i < module->narguments; i++)
		module->arguments[i].at = program_span(work->program->program, work->function->at);
	module_count_trips(module);
	const struct check_result checked = {.spec = spec_of(work)};
	const struct named_mesh *mesh = module_mesh(work->arena, module);
	const struct plan *plan = plan_module(work->arena, work->scratch, module, mesh,
	                                      work->plan->spec->source, &checked, work->options);
	for (struct plan_step *step = plan->steps.first; step; step = step->next)
		name_step(work, step);
	plan_add_steps(work->arena, &plan->steps, &work->plan->steps);
	program_layouts_add(work->arena, work->layouts, work->function, module, mesh);
	return plan;
}

/* Keeps what the function is planned as. */
static struct plan_function *keep_text(const struct work *work)
{
	struct plan_function **last = &work->plan->functions;
	struct plan_function *kept = arena_new(work->arena, struct plan_function, 1);
	*kept =
	    (struct plan_function){.name = work->function->name,
	                           .at = program_span(work->program->program, work->function->at),
	                           .text = work->lowering.text,
	                           .whole = !work->lowering.gap};
	while (*last)
		last = &(*last)->next;
	*last = kept;
	return kept;
}

/* Notes the arguments whose layouts are left to the compiler. */
static void note_assumed(const struct work *work, const struct recorded_function *placed,
                         struct plan_function *kept)
{
	struct str *assumed = arena_new(work->arena, struct str, placed->narguments);
	kept->assumed = assumed;
	for (uint32_t i = 0; i < placed->narguments; i++)
		if (recorded_layout_open(placed->arguments[i].array) &&
		    placed->arguments[i].array->type.rank)
			assumed[kept->nassumed++] = placed->arguments[i].name;
}

static bool plan_function(struct work *work)
{
	if (!work->function->mesh)
		return true; /* it runs on one device */
	const struct recorded_function *placed =
	    program_layouts_place(work->arena, work->layouts, work->function);
	work->lowering = lower_function(work->arena, placed);
	struct plan_function *kept = keep_text(work);
	note_assumed(work, placed, kept);
	if (work->options->texts_only)
		return true;
	work->lines = line_starts(work->arena, &work->lowering);
	if (!work->lowering.gap) {
		kept->plan = plan_text(work);
		return kept->plan != NULL;
	}
	add_unknown(work, work->lowering.gap->place, work->lowering.gap->reason);
	return false;
}

/* What is not known of the program is not known of its functions. */
static void add_gaps(const struct work *work)
{
	const struct coverage *coverage = &work->program->coverage;
	if (!coverage->ngaps)
		return;
	const struct coverage_gap *gap = &coverage->gaps[0];
	const struct step_task task = {
	    .name = str_format(work->arena, "line %u",
	                       position_of(&work->positions, gap->at.offset).line),
	    .at = gap->at,
	    .count = 1,
	    .times = 1,
	    .mesh = work->plan->meshes,
	    .why = str_format(work->arena, "%u part%s of the program %s not known: %.*s",
	                      coverage->ngaps, coverage->ngaps == 1 ? "" : "s",
	                      coverage->ngaps == 1 ? "is" : "are", STR_ARG(gap->feature))};
	plan_add_unpredicted(work->arena, &task, STR("unknown"), &work->plan->steps);
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
	for (work.function = program->functions; work.function; work.function = work.function->next)
		whole = plan_function(&work) && whole;
	if (program->functions)
		add_gaps(&work);
	return whole;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/planned_function.h"

#include "module/trip_count.h"
#include "plan/mesh_match.h"
#include "plan/module/module_mesh.h"
#include "plan/module/module_plan.h"
#include "stablehlo/stablehlo.h"

/* Where something stands, in the file of the plan. */
static struct span in_file(const struct planning *planning, struct span at)
{
	return program_span(planning->program->program, at);
}

static uint32_t line_number(const struct planning *planning, uint32_t offset)
{
	return position_of(&planning->positions, offset).line;
}

/* What a step is called by: its function and line. */
static struct str value_of(const struct planning *planning, struct str name, uint32_t offset)
{
	return str_format(planning->arena, "%.*s%sline %u", STR_ARG(name), name.len ? ", " : "",
	                  line_number(planning, offset));
}

/* The line of the program that a byte stands in. */
static struct str line_of(const struct planning *planning, uint32_t offset)
{
	struct str text = planning->positions.text;
	size_t start = offset < text.len ? offset : text.len;
	while (start > 0 && text.s[start - 1] != '\n')
		start--;
	return str_trim(str_slice(text, start, str_find(text, '\n', start)));
}

/* Says of a step which function and line it is for. */
static void name_step(const struct planning *planning, const struct planned_function *planned,
                      struct plan_step *step)
{
	if (step->source)
		step->at = step->source->at;
	step->value = value_of(planning, planned->function->name, step->at.offset);
	step->function = planned->function->name;
	step->in_function = planned->number;
	step->line_text = line_of(planning, step->at.offset);
}

struct plan_step *planning_unknown(const struct planning *planning,
                                   const struct recorded_function *function,
                                   const struct source_place *place, struct str reason)
{
	const struct span at = in_file(planning, place ? place->at : function->at);
	const struct step_task task = {.name = value_of(planning, function->name, at.offset),
	                               .at = at,
	                               .count = 1,
	                               .times = 1,
	                               .mesh = planning->plan->meshes,
	                               .why = reason};
	return plan_add_unpredicted(planning->arena, &task, STR("unknown"), &planning->plan->steps);
}

/* The place in the program of an instruction that stands so in the module; NULL: none. */
static const struct source_place *place_of(const struct planned_function *planned, uint32_t offset)
{
	return offset ? planned->lowering->operations[offset - 1].place : NULL;
}

/* The file that a byte of the source and its modules is of. */
static struct str path_of(const struct planning *planning, uint32_t offset)
{
	const struct spec *spec = planning->plan->spec;
	const struct source_piece *piece =
	    spec->files ? source_piece_at(spec->files, offset) : NULL;
	return piece && !piece->cell ? piece->path : spec->source->path;
}

/* The instructions of the module are placed in the program, so that all that is said of them is
 * said of its lines. `call`: what is said of one without a place, if that is not its line. */
static void place_instructions(const struct planning *planning,
                               const struct planned_function *planned,
                               const struct computation *computation, struct str call)
{
	const struct source_place *last = NULL;
	const struct instruction *alike = NULL; /* of the last place */
	for (uint32_t i = 0; i < computation->count; i++) {
		struct instruction *instruction = computation->instructions[i];
		const struct source_place *place = place_of(planned, instruction->at.offset);
		if (place && place == last) {
			instruction->at = alike->at;
			instruction->origin.file = alike->origin.file;
			instruction->origin.line = alike->origin.line;
			continue;
		}
		instruction->at = in_file(planning, place ? place->at : planned->function->at);
		if (!place && call.len) {
			instruction->origin.op_name = call;
			continue;
		}
		instruction->origin.file = path_of(planning, instruction->at.offset);
		instruction->origin.line = line_number(planning, instruction->at.offset);
		last = place;
		alike = instruction;
	}
}

/* The spec of the plan with the mesh of the function alone, which may be that of no value that the
 * program names. */
static const struct spec *spec_of(const struct planning *planning,
                                  const struct recorded_function *function)
{
	const struct spec *spec = planning->plan->spec;
	const struct mesh *own = function->mesh->mesh, *known = mesh_find(spec, own);
	struct spec *alone = arena_copy(planning->arena, spec, 1, sizeof *spec);
	struct mesh *mesh = arena_copy(planning->arena, known ? known : own, 1, sizeof *own);
	if (!mesh->name.len)
		mesh->name = STR("mesh");
	alone->meshes = mesh;
	alone->nmeshes = 1;
	return alone;
}

/* Places all that is of the module in the program. */
static void place_module(const struct planning *planning, const struct planned_function *planned,
                         struct module *module)
{
	const struct span at = in_file(planning, planned->function->at);
	struct str call = planned->number ? str_format(planning->arena, "called in line %u",
	                                               line_number(planning, at.offset))
	                                  : STR("");
	for (uint32_t i = 0; i < module->ncomputations; i++)
		place_instructions(planning, planned, module->computations[i], call);
	for (uint32_t i = 0; i < module->narguments; i++)
		module->arguments[i].at = at;
}

/* Says in the plan of a function that something in it is not known, which leaves a lower bound. */
static const struct plan *with_gap(const struct planning *planning,
                                   const struct recorded_function *function,
                                   const struct plan *plan)
{
	const struct coverage_gap *gap = &function->gap;
	struct plan *open = arena_copy(planning->arena, plan, 1, sizeof *plan);
	const struct step_task task = {
	    .name = value_of(planning, function->name, gap->at.offset),
	    .at = gap->at,
	    .count = 1,
	    .times = 1,
	    .mesh = planning->plan->meshes,
	    .why = str_format(planning->arena,
	                      "%.*s is not known here: what follows of it is left out",
	                      STR_ARG(gap->feature))};
	plan_add_unpredicted(planning->arena, &task, STR("unknown"), &open->steps);
	return open;
}

const struct plan *plan_lowered(const struct planning *planning,
                                const struct planned_function *planned)
{
	struct diags diags = diags_make(planning->arena);
	struct module *module = stablehlo_build(planning->arena, planned->lowering, &diags);
	if (!module) {
		planning_unknown(planning, planned->function, NULL,
		                 diags.first ? diags.first->message
		                             : STR("the module is not read"));
		return NULL;
	}
	place_module(planning, planned, module);
	module_count_trips(module);
	const struct check_result checked = {.spec = spec_of(planning, planned->function)};
	const struct plan *plan = plan_module(
	    planning->arena, planning->scratch, module, module_mesh(planning->arena, module),
	    planning->plan->spec->source, &checked, planning->options);
	for (struct plan_step *step = plan->steps.first; step; step = step->next)
		name_step(planning, planned, step);
	if (planning->layouts)
		program_layouts_take(planning->layouts, planned->function,
		                     plan->module->partitioner ? module : NULL);
	return planned->function->gap.feature.len ? with_gap(planning, planned->function, plan)
	                                          : plan;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/program_layouts.h"

#include "lower/lower.h"
#include "op/core/abstract_mesh.h"
#include "op/core/sharding_request.h"
#include "plan/module/module_mesh.h"
#include "plan/module/module_plan.h"
#include "plan/outside/outside_units.h"
#include "propagate/propagate.h"
#include "stablehlo/stablehlo.h"

enum layout_answer {
	LAYOUT_NONE, /* on one device, where nothing has put it on a mesh */
	LAYOUT_KNOWN,
	LAYOUT_UNKNOWN,
};

/* What was found of an array. */
struct laid {
	enum layout_answer answer;
	struct sharding_request request; /* when it is known */
};

struct program_layouts {
	struct arena *arena;
	const struct jax_rules *rules;
	struct outside_units outside;
	struct compiled_unit **units; /* by number of the unit; NULL: none, or not yet */
	struct table places;          /* in `last`, by where units stand in the text */
	struct compiled_unit **last;  /* the last one that was compiled at a place */
	uint32_t nplaces, ncompiled;
	size_t place_room;
	struct table found; /* in `laid`, by the array */
	struct laid *laid;
	uint32_t count;
	size_t room;
	const struct array **waiting; /* arrays to be found, each needed by those before it */
	uint32_t nwaiting;
	size_t waiting_room;
};

struct program_layouts *program_layouts_make(struct arena *arena,
                                             const struct trace_result *program)
{
	struct program_layouts *layouts = arena_new(arena, struct program_layouts, 1);
	*layouts = (struct program_layouts){.arena = arena,
	                                    .rules = program->outside->op->rules,
	                                    .outside = outside_units_make(arena, program)};
	layouts->units = arena_new(arena, struct compiled_unit *, layouts->outside.count);
	return layouts;
}

const struct outside_units *program_layouts_outside(const struct program_layouts *layouts)
{
	return &layouts->outside;
}

static void keep(struct program_layouts *layouts, const struct array *array, struct laid laid)
{
	bool added;
	uint32_t *at =
	    table_add(layouts->arena, &layouts->found, array_key(array), layouts->count, &added);
	if (!added) {
		layouts->laid[*at] = laid;
		return;
	}
	arena_push(layouts->arena, layouts->laid, layouts->count, layouts->room, laid);
}

static const struct laid laid_unknown = {.answer = LAYOUT_UNKNOWN};

static const struct laid *recall(const struct program_layouts *layouts, const struct array *array)
{
	const uint32_t *at = table_find(&layouts->found, array_key(array));
	return at ? &layouts->laid[*at] : NULL;
}

/* ---- Shardings of modules ---- */

/* The axes of a dimension as those of a mesh of JAX; false when one is cut. */
static bool dim_of_parts(struct arena *arena, const struct named_mesh *named,
                         const struct axis_parts *parts, const struct abstract_mesh *mesh,
                         struct dim_axes *dim)
{
	uint8_t *axes = arena_new(arena, uint8_t, parts->count);
	for (uint32_t i = 0; i < parts->count; i++) {
		const struct axis_part *part = &parts->items[i];
		uint32_t axis;
		if (!axis_part_is_whole(named, part) ||
		    !mesh_axis_named(mesh->mesh, named->axes[part->axis].name, &axis))
			return false;
		axes[i] = (uint8_t)axis;
	}
	*dim = (struct dim_axes){axes, parts->count};
	return true;
}

/* A value of a module on a mesh of the program. */
static struct laid laid_of_value(struct arena *arena, const struct named_mesh *named,
                                 const struct module_value *value, const struct abstract_mesh *mesh)
{
	struct named_sharding sharding;
	uint32_t rank = value->shape->rank;
	if (!named || module_value_axes(arena, named, value, &sharding))
		return laid_unknown;
	struct dim_axes *spec = arena_new(arena, struct dim_axes, rank);
	for (uint32_t i = 0; i < rank; i++)
		if (!dim_of_parts(arena, named, &sharding.dims[i].axes, mesh, &spec[i]))
			return laid_unknown;
	return (struct laid){LAYOUT_KNOWN, {.mesh = mesh, .spec = spec, .count = rank}};
}

/* The same with the axes along which the type of the array says that it is in parts of sums. */
static struct laid with_parts(struct laid laid, const struct array_type *type)
{
	if (laid.answer != LAYOUT_KNOWN || !type->unreduced ||
	    !abstract_mesh_equal(type->mesh, laid.request.mesh))
		return laid;
	laid.request.unreduced = type->unreduced;
	laid.request.unreduced_kind = type->unreduced_kind;
	return laid;
}

void program_layouts_take(struct program_layouts *layouts, const struct recorded_function *function,
                          const struct module *module)
{
	const struct named_mesh *named = module ? module_mesh(layouts->arena, module) : NULL;
	for (uint32_t i = 0; i < function->nresults; i++) {
		const struct array *given = function->results[i].given;
		if (!given)
			continue;
		bool known = module && i < module->nresults;
		struct laid laid = laid_unknown;
		if (known)
			laid = with_parts(laid_of_value(layouts->arena, named, &module->results[i],
			                                function->mesh),
			                  &given->type);
		keep(layouts, given, laid);
	}
}

void program_layouts_take_alone(struct program_layouts *layouts,
                                const struct recorded_function *function)
{
	for (uint32_t i = 0; i < function->nresults; i++)
		if (function->results[i].given)
			keep(layouts, function->results[i].given,
			     (struct laid){.answer = LAYOUT_NONE});
}

void program_layouts_repeat(struct program_layouts *layouts,
                            const struct recorded_function *function,
                            const struct recorded_function *same)
{
	for (uint32_t i = 0; i < function->nresults; i++) {
		const struct array *given = function->results[i].given;
		const struct array *model = i < same->nresults ? same->results[i].given : NULL;
		const struct laid *laid = model ? recall(layouts, model) : NULL;
		if (given)
			keep(layouts, given, laid ? *laid : laid_unknown);
	}
}

/* ---- What is computed between the calls ---- */

/* Whether the type says how the array lies. */
static bool is_explicit(const struct array *array)
{
	return array->type.mesh && abstract_mesh_all(array->type.mesh, AXIS_EXPLICIT);
}

/* What the type and the placement alone say of an array. */
static struct laid laid_of_array(const struct array *array)
{
	const struct abstract_mesh *mesh = array->type.mesh;
	if (array->placed)
		return (struct laid){LAYOUT_KNOWN, *array->placed};
	if (is_explicit(array))
		return (struct laid){LAYOUT_KNOWN, type_request(&array->type)};
	return (struct laid){.answer = mesh ? LAYOUT_UNKNOWN : LAYOUT_NONE};
}

/* The array as an argument that lies so. */
static const struct array *placed_as(struct arena *arena, const struct array *array,
                                     const struct laid *laid)
{
	struct array *placed = arena_copy(arena, array, 1, sizeof *placed);
	bool known = laid->answer == LAYOUT_KNOWN;
	placed->placed = known ? arena_copy(arena, &laid->request, 1, sizeof laid->request) : NULL;
	if (!known)
		placed->type.mesh = NULL;
	return placed;
}

/* The arguments of a unit as they lie, as far as that has been found; *mesh is that of those which
 * lie on one. NULL when one is not known, or they lie on several meshes. */
static struct recorded_argument *arguments_of(struct program_layouts *layouts,
                                              const struct recorded_function *unit,
                                              const struct abstract_mesh **mesh)
{
	struct recorded_argument *arguments =
	    arena_new(layouts->arena, struct recorded_argument, unit->narguments);
	*mesh = NULL;
	for (uint32_t i = 0; i < unit->narguments; i++) {
		const struct array *array = unit->arguments[i].array;
		const struct laid *laid = recall(layouts, array);
		if (!laid || laid->answer == LAYOUT_UNKNOWN)
			return NULL;
		const struct abstract_mesh *on = laid->request.mesh;
		if (*mesh && on && !abstract_mesh_equal(*mesh, on))
			return NULL;
		*mesh = on ? on : *mesh;
		arguments[i].array = placed_as(layouts->arena, array, laid);
	}
	return arguments;
}

void program_layouts_compile(struct program_layouts *layouts,
                             const struct recorded_function *function,
                             const struct lowering *lowering)
{
	struct diags diags = diags_make(layouts->arena);
	struct module *module = stablehlo_build(layouts->arena, lowering, &diags);
	if (module && propagate(module, layouts->rules).failure)
		module = NULL;
	program_layouts_take(layouts, function, module);
}

/* How the results of an operation lie of which no operand is on a mesh: on all of the one that is
 * set, where one is. */
static struct laid laid_apart(const struct array *result)
{
	const struct abstract_mesh *mesh = result->type.mesh;
	return mesh ? (struct laid){LAYOUT_KNOWN, {.mesh = mesh}}
	            : (struct laid){.answer = LAYOUT_NONE};
}

/* ---- Units as they are compiled ---- */

/* Whether each device has all of an array that is placed. */
static bool lies_whole(const struct array *array)
{
	const struct sharding_request *placed = array->placed;
	for (uint32_t i = 0; placed && i < placed->count; i++)
		if (placed->spec[i].count)
			return false;
	return !placed || !placed->unreduced;
}

/* Whether a unit, or what it has inside, says how something lies. */
static bool places(const struct recorded_function *function)
{
	static const char *const names[] = {"sharding_constraint", "reshard", "device_put",
	                                    "mesh_cast", "shard_map"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (recording_find(function->equations, function->count, names[i]))
			return true;
	return false;
}

/* Whether each device has all that a unit takes and gives, so that it communicates nothing. */
static bool is_of_whole(const struct recorded_function *function)
{
	for (uint32_t i = 0; i < function->narguments; i++)
		if (!lies_whole(function->arguments[i].array))
			return false;
	for (uint32_t i = 0; i < function->nresults; i++)
		if (!type_is_whole(&function->results[i].array->type))
			return false;
	return !places(function);
}

/* The last unit that was compiled at the place of another, as it can be changed. */
static struct compiled_unit **last_at(struct program_layouts *layouts,
                                      const struct outside_unit *unit)
{
	const struct str key = {(const char *)&unit->function.at, sizeof unit->function.at};
	bool added;
	uint32_t number =
	    *table_add(layouts->arena, &layouts->places, key, layouts->nplaces, &added);
	if (added)
		arena_push(layouts->arena, layouts->last, layouts->nplaces, layouts->place_room,
		           NULL);
	return &layouts->last[number];
}

/* One that comes to the same; NULL: none. */
static struct compiled_unit *find_compiled(struct compiled_unit *last,
                                           const struct compiled_unit *unit)
{
	for (; last; last = last->before)
		if (str_equal(last->reason, unit->reason) &&
		    (unit->reason.len || lowering_equal(&last->lowering, &unit->lowering)))
			return last;
	return NULL;
}

/* Compiles a unit whose arguments have been found; nothing where it is on no mesh, or each device
 * has all of it. */
static void compile_unit(struct program_layouts *layouts, const struct outside_unit *unit)
{
	struct compiled_unit compiled = {.function = unit->function, .place = unit->place};
	struct recorded_function *function = &compiled.function;
	function->arguments = arguments_of(layouts, &unit->function, &function->mesh);
	if (!function->arguments)
		compiled.reason = STR("where what it takes lies is not known");
	else if (!function->mesh || is_of_whole(function))
		return;
	else
		compiled.lowering = lower_function(layouts->arena, function);
	if (compiled.lowering.gap)
		compiled.reason = compiled.lowering.gap->reason;
	struct compiled_unit **last = last_at(layouts, unit);
	struct compiled_unit *same = find_compiled(*last, &compiled);
	if (!same) {
		compiled.number = layouts->ncompiled++;
		compiled.before = *last;
		same = *last = arena_copy(layouts->arena, &compiled, 1, sizeof compiled);
	}
	layouts->units[unit - layouts->outside.items] = same;
}

/* Finds how the results of a unit lie that has been compiled, from one that comes to the same. */
static void take_compiled(struct program_layouts *layouts, const struct outside_unit *unit,
                          const struct compiled_unit *compiled)
{
	const struct recorded_function *function = &compiled->function;
	if (compiled->reason.len)
		program_layouts_take(layouts, &unit->function, NULL);
	else if (function->nresults && !recall(layouts, function->results[0].given))
		program_layouts_compile(layouts, function, &compiled->lowering);
	if (!compiled->reason.len && function->results != unit->function.results)
		program_layouts_repeat(layouts, &unit->function, function);
}

/* Finds how the results of a unit lie, whose arguments have been found. */
static void follow(struct program_layouts *layouts, const struct outside_unit *unit)
{
	struct compiled_unit **compiled = &layouts->units[unit - layouts->outside.items];
	if (!*compiled)
		compile_unit(layouts, unit);
	if (*compiled) {
		take_compiled(layouts, unit, *compiled);
		return;
	}
	for (uint32_t i = 0; i < unit->function.nresults; i++)
		keep(layouts, unit->function.results[i].given,
		     laid_apart(unit->function.results[i].given));
}

static void wait_for(struct program_layouts *layouts, const struct array *array)
{
	arena_push(layouts->arena, layouts->waiting, layouts->nwaiting, layouts->waiting_room,
	           array);
}

/* How the arguments of a unit lie, which have been found, if all lie alike. */
static struct laid laid_alike(const struct program_layouts *layouts,
                              const struct recorded_function *unit)
{
	const struct laid *first =
	    unit->narguments ? recall(layouts, unit->arguments[0].array) : NULL;
	for (uint32_t i = 1; first && i < unit->narguments; i++) {
		const struct laid *other = recall(layouts, unit->arguments[i].array);
		if (!other || other->answer != first->answer ||
		    (first->answer == LAYOUT_KNOWN &&
		     !request_equal(&first->request, &other->request)))
			return laid_unknown;
	}
	return first ? *first : laid_unknown;
}

/* Whether an array that lies so is cut along axes of several devices alone: the compiler names no
 * others. */
static bool is_cut_by_all(const struct laid *laid)
{
	const struct sharding_request *request = &laid->request;
	for (uint32_t i = 0; i < request->count; i++)
		for (uint32_t j = 0; j < request->spec[i].count; j++)
			if (request->mesh->mesh->axes[request->spec[i].axes[j]].size == 1)
				return false;
	return laid->answer == LAYOUT_KNOWN && !request->open && !request->unreduced;
}

/* Whether the result of the equation lies as its one operand does, which has been found. */
static bool keeps_layout(const struct program_layouts *layouts, const struct equation *equation)
{
	const struct laid *laid =
	    equation_casts(equation) ? recall(layouts, equation->operands[0]) : NULL;
	return laid && is_cut_by_all(laid) &&
	       equation->operands[0]->type.mesh == equation->results[0]->type.mesh;
}

/* Waits for the arguments of a unit that have not been found; whether there are any. */
static bool wait_for_arguments(struct program_layouts *layouts,
                               const struct recorded_function *unit)
{
	uint32_t before = layouts->nwaiting;
	for (uint32_t i = 0; i < unit->narguments; i++)
		if (!recall(layouts, unit->arguments[i].array))
			wait_for(layouts, unit->arguments[i].array);
	return layouts->nwaiting > before;
}

/* Finds the last array that is waited for, or what it needs before. */
static void find_last(struct program_layouts *layouts)
{
	const struct array *array = layouts->waiting[layouts->nwaiting - 1];
	const struct outside_unit *unit = outside_maker(&layouts->outside, array);
	if (array->placed || is_explicit(array) || !unit) {
		keep(layouts, array, laid_of_array(array));
		return;
	}
	if (wait_for_arguments(layouts, &unit->function))
		return;
	const struct equation *only = unit->function.equations;
	if (unit->function.count == 1 &&
	    (only->kind == EQUATION_LIKE || only->kind == EQUATION_SAME ||
	     keeps_layout(layouts, only)))
		keep(layouts, array, laid_alike(layouts, &unit->function));
	else
		follow(layouts, unit);
}

/* Finds how the arrays lie that are waited for behind the first `outer`. */
static void find_waiting(struct program_layouts *layouts, uint32_t outer)
{
	while (layouts->nwaiting > outer) {
		if (recall(layouts, layouts->waiting[layouts->nwaiting - 1]))
			layouts->nwaiting--;
		else
			find_last(layouts);
	}
}

const struct compiled_unit *program_layouts_unit(struct program_layouts *layouts,
                                                 const struct outside_unit *unit)
{
	struct compiled_unit **compiled = &layouts->units[unit - layouts->outside.items];
	uint32_t outer = layouts->nwaiting;
	if (*compiled)
		return *compiled;
	wait_for_arguments(layouts, &unit->function);
	find_waiting(layouts, outer);
	compile_unit(layouts, unit);
	return *compiled;
}

const struct array *program_layouts_place(struct program_layouts *layouts,
                                          const struct array *array)
{
	/* What in_shardings say of an array holds for that call alone: it is not kept. */
	if (array->placed && !array->placed->open)
		return array;
	const struct array *standing = outside_standing(&layouts->outside, array);
	uint32_t outer = layouts->nwaiting;
	if (!recall(layouts, standing))
		wait_for(layouts, standing);
	find_waiting(layouts, outer);
	const struct laid *laid = recall(layouts, standing);
	return laid && laid->answer != LAYOUT_UNKNOWN ? placed_as(layouts->arena, array, laid)
	                                              : NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The body of a function that was lowered: the same operations that its text has, built without
 * writing and reading it. */
#include "stablehlo/lowered.h"

#include "base/pointer_table.h"
#include "op/core/dtype_class.h"

/* Types that were met last, of which the next one often is. */
enum { RECENT_SHAPES = 8 };

/* A body on its way. */
struct body {
	struct reader *reader;
	const struct lowering *lowering;
	uint32_t at;             /* the next step */
	uint32_t frame;          /* the reader's number of the function itself */
	struct value *arguments; /* of the function */
	uint32_t narguments;
	struct pointer_table kinds; /* struct operation_kind, by the texts of operations */
	const struct hlo_shape *recent[RECENT_SHAPES];
	uint32_t nrecent; /* how many ever stood there */
};

/* ---- Types ---- */

static const struct dtype *element_of(const struct dtype *dtype)
{
	return dtype_class(dtype) == DTYPE_BOOL ? dtype_named(STR("bool")) : dtype;
}

static bool has_type(const struct hlo_shape *shape, const struct dtype *element,
                     const struct lowered_type *type)
{
	return shape->element == element && shape->rank == type->rank &&
	       (!type->rank ||
	        memcmp(shape->dims, type->shape, type->rank * sizeof *shape->dims) == 0);
}

static const struct hlo_shape *shape_of(struct body *body, const struct lowered_type *type)
{
	const struct dtype *element = element_of(type->dtype);
	uint32_t known = body->nrecent < RECENT_SHAPES ? body->nrecent : RECENT_SHAPES;
	for (uint32_t i = 0; i < known; i++)
		if (has_type(body->recent[i], element, type))
			return body->recent[i];
	const struct hlo_shape *shape =
	    hlo_shape_array(body->reader->arena, element, type->shape, type->rank);
	return body->recent[body->nrecent++ % RECENT_SHAPES] = shape;
}

static void add_shape(struct shape_list *list, const struct hlo_shape *shape)
{
	arena_push(list->arena, list->items, list->count, list->room, shape);
}

/* ---- Values ---- */

/* A value as one of the region that uses it; NULL after a finding. */
static struct instruction *use(struct body *body, struct region *region,
                               const struct lowered_name *name)
{
	struct reader *reader = body->reader;
	const struct value *values =
	    name->kind == LOWERED_ARGUMENT ? body->arguments : reader->numbered;
	const struct value *value = &values[name->number];
	struct instruction *item = value->items[name->index];
	if (value->region == region)
		return item;
	return scope_capture(reader, region, lowered_name_text(reader->names, *name), item,
	                     value->region);
}

static bool add_operands(struct body *body, const struct lowered_operation *step,
                         struct operation *operation, struct region *region)
{
	struct arena *scratch = body->reader->scratch;
	operation->operands = arena_new(scratch, struct instruction *, step->count);
	operation->noperands = step->count;
	operation->operands_room = step->count;
	for (uint32_t i = 0; i < step->count; i++) {
		const struct lowered_value *value = &step->operands[i];
		struct instruction *operand = use(body, region, &value->name);
		if (!operand)
			return false;
		bool fits = has_type(operand->shape, element_of(value->type.dtype), &value->type);
		operation->operands[i] = operand;
		add_shape(&operation->operand_types,
		          fits ? operand->shape : shape_of(body, &value->type));
	}
	return true;
}

/* ---- Operations ---- */

static void name_operation(struct body *body, const char *text, struct operation *operation)
{
	const struct operation_kind *kind = pointer_find(&body->kinds, text);
	if (!kind) {
		kind = build_kind(body->reader, str_of(text));
		pointer_add(body->reader->names, &body->kinds, text, (void *)(uintptr_t)kind);
	}
	operation->kind = kind;
}

/* The name of what the operation gives, and the types. */
static void add_results(struct body *body, const struct lowered_operation *step,
                        struct operation *operation)
{
	struct reader *reader = body->reader;
	if (!step->nresults)
		return;
	struct lowered_name first = step->results[0].name;
	first.single = true;
	const struct result_name name = {lowered_name_text(reader->arena, first), step->nresults};
	operation->names = arena_copy(reader->scratch, &name, 1, sizeof name);
	operation->nnames = 1;
	operation->nresults = step->nresults;
	operation->number = first.number;
	for (uint32_t i = 0; i < step->nresults; i++)
		add_shape(&operation->result_types, shape_of(body, &step->results[i].type));
}

/* Texts of attributes are read as if they were the whole text. */
static void look_at(struct reader *reader, struct str text)
{
	reader->cursor.text = text;
	reader->cursor.at = 0;
}

/* Where a step stands: not in a text, but by its number, and 0 is the head. */
static struct span place_of(uint32_t step)
{
	return (struct span){step + 1, 0};
}

static bool read_operation(struct body *body, struct region *region);

/* The reader builds what belongs to the call that the step is part of. */
static void enter_frame(const struct body *body, const struct lowered_operation *step)
{
	struct reader *reader = body->reader;
	reader->frame = body->frame + step->frame;
	if (reader->frames <= reader->frame)
		reader->frames = reader->frame + 1;
}

/* What a region's parameters stand for: the values of a loop, or parameters of its own. */
static bool bind_parameters(struct body *body, const struct lowered_operation *step, struct span at,
                            struct region *region)
{
	struct reader *reader = body->reader;
	bool loop = region->kind == REGION_LOOP;
	if (loop && step->count != region->carried)
		return cursor_fail(&reader->cursor, 0, 0, "%lu arguments where %lu are needed",
		                   (unsigned long)step->count, (unsigned long)region->carried);
	for (uint32_t i = 0; i < step->count; i++) {
		const struct lowered_value *value = &step->operands[i];
		struct instruction *parameter = loop ? region->elements[i] : NULL;
		if (!loop) {
			parameter = reader_parameter(reader, region, shape_of(body, &value->type));
			if (!parameter)
				return false;
			struct str name = lowered_name_text(reader->arena, value->name);
			parameter->name = str_slice(name, 1, name.len);
			parameter->at = at;
		}
		if (!has_type(parameter->shape, element_of(value->type.dtype), &value->type))
			return cursor_fail(&reader->cursor, 0, 0,
			                   "a parameter does not have the type of the value that "
			                   "it stands for");
		reader->numbered[value->name.number] = (struct value){
		    arena_copy(reader->names, &parameter, 1, sizeof(parameter)), 1, region};
	}
	return true;
}

static bool read_region(struct body *body, struct operation *operation, struct region *parent)
{
	struct region region;
	struct reader *reader = body->reader;
	const struct lowered_operation *step = &body->lowering->operations[body->at];
	if (reader->depth == MAX_NESTING)
		return cursor_fail(&reader->cursor, 0, 0, "more than %d regions in each other",
		                   MAX_NESTING);
	reader->depth++;
	if (!build_open_region(reader, operation, parent, &region) ||
	    !bind_parameters(body, step, place_of(body->at), &region))
		return false;
	body->at++;
	while (!region.terminated)
		if (!read_operation(body, &region))
			return false;
	reader->depth--;
	if (region.kind == REGION_COMBINER && !reader_close(reader, &region))
		return false;
	return operation_add_region(reader, operation, &region);
}

static bool read_regions(struct body *body, struct operation *operation, struct region *region)
{
	const struct lowered_operation *steps = body->lowering->operations;
	while (steps[body->at].step == LOWERED_REGION)
		if (!read_region(body, operation, region))
			return false;
	body->at++; /* LOWERED_CLOSE */
	return true;
}

/* An operation, its regions with it. */
static bool read_operation(struct body *body, struct region *region)
{
	struct reader *reader = body->reader;
	struct arena *scratch = reader->scratch;
	struct arena_mark mark = arena_mark(scratch);
	const struct lowered_operation *step = &body->lowering->operations[body->at];
	struct operation operation = {.at = place_of(body->at),
	                              .attributes = {.arena = scratch},
	                              .operand_types = {.arena = scratch},
	                              .result_types = {.arena = scratch},
	                              .location = STR("")};
	enter_frame(body, step);
	name_operation(body, step->step == LOWERED_RETURN ? "func.return" : step->name, &operation);
	look_at(reader, step->attributes);
	if (!add_operands(body, step, &operation, region) ||
	    !attributes_read_all(&operation.attributes, &reader->cursor))
		return false;
	body->at++;
	if (step->step == LOWERED_OPEN && !read_regions(body, &operation, region))
		return false;
	enter_frame(body, step);
	add_results(body, step, &operation);
	look_at(reader, step->attributes);
	if (!build_operation(reader, &operation, region))
		return false;
	if (!region->terminated)
		arena_rewind(scratch, mark);
	return true;
}

/* The parameters of the function under the numbers of its arguments. */
static void bind_arguments(struct body *body, struct region *region,
                           struct instruction *const *parameters, uint32_t count)
{
	struct arena *arena = body->reader->names;
	body->arguments = arena_new(arena, struct value, count);
	for (uint32_t i = 0; i < count; i++) {
		parameters[i]->at = (struct span){0, 0};
		body->arguments[i] = (struct value){
		    arena_copy(arena, &parameters[i], 1, sizeof(*parameters)), 1, region};
	}
}

bool lowered_body(struct reader *reader, struct region *region, const struct signature *signature,
                  struct instruction *const *parameters)
{
	struct body body = {
	    .reader = reader, .lowering = reader->lowering, .frame = reader->frames++};
	struct scope scope = {.arena = reader->names};
	reader->scope = &scope;
	reader->numbered = arena_new(reader->names, struct value, reader->lowering->nvalues);
	reader->frame = body.frame;
	bind_arguments(&body, region, parameters, signature->narguments);
	while (!region->terminated)
		if (!read_operation(&body, region))
			return false;
	return region->nreturned == signature->nresults ||
	       cursor_fail(&reader->cursor, 0, 0, "the function does not return its results");
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Operations with regions: reductions, sorts, loops, branches, shard_map. */
#include "stablehlo/build.h"

/* Whether it is the operation of ours that has this name. */
static bool is_named(const struct operation *operation, const char *name)
{
	return operation->kind->row && str_equal(operation->kind->name, str_of(name));
}

/* The values that a loop starts with, as elements of its region's argument. */
static bool open_loop(struct reader *reader, struct region *region,
                      struct instruction *const *carried, uint32_t count)
{
	region->argument = reader_add(reader, region, OPCODE_PARAMETER, NULL, NULL, 0);
	region->carried = count;
	for (uint32_t i = 0; region->argument && i < count; i++) {
		struct instruction *element = reader_add(reader, region, OPCODE_GET_TUPLE_ELEMENT,
		                                         carried[i]->shape, &region->argument, 1);
		if (!element)
			return false;
		element->index = i;
		element->at = carried[i]->at;
		arena_push(reader->arena, region->elements, region->nelements, region->room,
		           element);
	}
	return region->argument;
}

static struct captures *shared_captures(struct reader *reader, struct operation *operation)
{
	if (!operation->captures)
		operation->captures = arena_new(reader->names, struct captures, 1);
	return operation->captures;
}

/* The kind of an operation's regions. */
static enum region_kind kind_of(const struct operation *operation)
{
	if (is_named(operation, "while"))
		return REGION_LOOP;
	if (is_named(operation, "case") || is_named(operation, "if"))
		return REGION_BRANCH;
	return is_named(operation, "manual_computation") ? REGION_MANUAL : REGION_COMBINER;
}

bool build_open_region(struct reader *reader, struct operation *operation, struct region *parent,
                       struct region *region)
{
	*region = reader_region_of(reader, kind_of(operation), parent);
	if (region->kind == REGION_LOOP) {
		region->captures = shared_captures(reader, operation);
		return open_loop(reader, region, operation->operands, operation->noperands);
	}
	if (region->kind != REGION_BRANCH)
		return true;
	region->captures = arena_new(reader->names, struct captures, 1);
	region->argument = reader_add(reader, region, OPCODE_PARAMETER, NULL, NULL, 0);
	return region->argument;
}

bool build_region(struct reader *reader, struct operation *operation, struct region *parent)
{
	struct region region;
	uint32_t names = reader->scope->count;
	if (!build_open_region(reader, operation, parent, &region) ||
	    !reader_region(reader, &region, region.kind == REGION_LOOP ? region.elements : NULL,
	                   region.carried))
		return false;
	scope_leave(reader->scope, names);
	return operation_add_region(reader, operation, &region);
}

static bool close_regions(struct reader *reader, const struct operation *operation)
{
	for (uint32_t i = 0; i < operation->nregions; i++)
		if (!reader_close(reader, &operation->regions[i]))
			return false;
	return true;
}

/* A shape that an argument has: of one value itself, else a tuple; values are those that a region
 * gets. */
static const struct hlo_shape *argument_shape(struct reader *reader,
                                              struct instruction *const *values, uint32_t count)
{
	if (count == 1)
		return values[0]->shape;
	struct hlo_shape *shapes = arena_new(reader->scratch, struct hlo_shape, count);
	for (uint32_t i = 0; i < count; i++)
		shapes[i] = *values[i]->shape;
	return hlo_shape_tuple(reader->arena, shapes, count);
}

/* Gives a region's argument its shape; of one value the element is the argument itself. */
static void settle_argument(struct region *region, const struct hlo_shape *shape, uint32_t count)
{
	struct instruction *argument = region->argument;
	if (count == 1 && region->nelements && region->elements[0]) {
		struct instruction *element = region->elements[0];
		element->opcode = OPCODE_PARAMETER;
		element->noperands = 0;
		argument->opcode = OPCODE_UNKNOWN; /* nobody uses it */
		argument = element;
	}
	argument->shape = shape;
	argument->index = 0;
	region->computation->parameters = arena_copy(region->computation->module->arena, &argument,
	                                             1, sizeof(struct instruction *));
	region->computation->nparameters = 1;
}

/* One value, or a tuple of several, as a loop or a branch takes it. */
static struct instruction *pack(struct reader *reader, const struct operation *operation,
                                const struct region *region, struct instruction *const *values,
                                uint32_t count)
{
	if (count == 1)
		return values[0];
	return build_add_of(reader, operation, region, OPCODE_TUPLE,
	                    argument_shape(reader, values, count), values, count);
}

/* Whether a loop's body returns what the loop starts with. */
static bool loop_fits(struct reader *reader, const struct operation *operation)
{
	const struct region *condition = &operation->regions[0], *body = &operation->regions[1];
	if (condition->nreturned != 1 || condition->returned[0]->shape->rank ||
	    body->nreturned != operation->noperands)
		return build_refuse(reader, operation,
		                    "its regions do not return what a loop needs");
	for (uint32_t i = 0; i < body->nreturned; i++)
		if (!hlo_shape_equal(body->returned[i]->shape, operation->operands[i]->shape))
			return build_refuse(reader, operation,
			                    "its body returns another type than it is given");
	return true;
}

/* Values from outside go through the loop unchanged, behind those that it carries. */
static bool carry_captures(struct reader *reader, struct operation *operation)
{
	struct region *body = &operation->regions[1];
	const struct captures *captures = operation->captures;
	uint32_t carried = operation->noperands, count = carried + captures->count;
	struct instruction **returned = arena_new(reader->scratch, struct instruction *, count);
	for (uint32_t i = 0; i < carried; i++)
		returned[i] = body->returned[i];
	for (uint32_t i = 0; i < captures->count; i++) {
		returned[carried + i] = region_element(reader, body, carried + i);
		if (!returned[carried + i])
			return false;
		arena_push(reader->scratch, operation->operands, operation->noperands,
		           operation->operands_room, captures->outside[i]);
	}
	body->returned = returned;
	body->nreturned = count;
	return true;
}

static bool add_while(struct reader *reader, struct operation *operation, struct region *region)
{
	if (!loop_fits(reader, operation) || !carry_captures(reader, operation))
		return false;
	const struct hlo_shape *shape =
	    argument_shape(reader, operation->operands, operation->noperands);
	for (int i = 0; i < 2; i++)
		settle_argument(&operation->regions[i], shape, operation->noperands);
	struct instruction *state =
	    pack(reader, operation, region, operation->operands, operation->noperands);
	if (!state || !close_regions(reader, operation))
		return false;
	struct instruction *loop =
	    build_add_of(reader, operation, region, OPCODE_WHILE, shape, &state, 1);
	if (!loop)
		return false;
	loop->called = build_called(reader, operation, &loop->ncalled);
	return build_results(reader, operation, region, loop);
}

bool build_loop_region(struct reader *reader, struct operation *operation, struct region *parent,
                       const struct str *names)
{
	struct region region;
	uint32_t count = reader->scope->count;
	if (!build_open_region(reader, operation, parent, &region))
		return false;
	for (uint32_t i = 0; i < operation->noperands; i++)
		if (!scope_bind(reader, names[i], &region.elements[i], 1, &region))
			return false;
	if (!reader_region(reader, &region, NULL, 0))
		return false;
	scope_leave(reader->scope, count);
	return operation_add_region(reader, operation, &region);
}

bool build_while(struct reader *reader, struct operation *operation, struct region *region)
{
	if (operation->nregions != 2 || !operation->noperands || !operation->captures)
		return build_refuse(reader, operation, "it takes values and two regions");
	return add_while(reader, operation, region);
}

/* What a branch gets: the values from outside that it names. */
static struct instruction *branch_operand(struct reader *reader, const struct operation *operation,
                                          const struct region *region, struct region *branch)
{
	const struct captures *captures = branch->captures;
	const struct hlo_shape *shape = argument_shape(reader, captures->outside, captures->count);
	settle_argument(branch, shape, captures->count);
	return pack(reader, operation, region, captures->outside, captures->count);
}

/* An if has its true branch first, and HLO's conditional of a truth value too. */
bool build_case(struct reader *reader, struct operation *operation, struct region *region)
{
	uint32_t branches = operation->nregions;
	const struct hlo_shape *shape = build_shape(reader, operation);
	if (!shape || operation->noperands != 1 || !branches)
		return shape && build_refuse(reader, operation, "it takes an index and regions");
	struct instruction **operands =
	    arena_new(reader->scratch, struct instruction *, branches + 1);
	operands[0] = operation->operands[0];
	for (uint32_t i = 0; i < branches; i++) {
		struct region *branch = &operation->regions[i];
		const struct hlo_shape *given =
		    argument_shape(reader, branch->returned, branch->nreturned);
		if (!hlo_shape_equal(given, shape))
			return build_refuse(reader, operation, "a branch returns another type");
		operands[i + 1] = branch_operand(reader, operation, region, branch);
		if (!operands[i + 1])
			return false;
	}
	if (!close_regions(reader, operation))
		return false;
	struct instruction *conditional = build_add_of(
	    reader, operation, region, OPCODE_CONDITIONAL, shape, operands, branches + 1);
	if (!conditional)
		return false;
	conditional->called = build_called(reader, operation, &conditional->ncalled);
	return build_results(reader, operation, region, conditional);
}

/* Whether a result has the input's dims that are not reduced. */
static bool reduced_fits(const struct hlo_shape *input, const struct hlo_shape *result,
                         const int64_t *dims, uint32_t ndims)
{
	uint64_t reduced = 0;
	uint32_t at = 0;
	for (uint32_t i = 0; i < ndims; i++)
		reduced |= (uint64_t)1 << dims[i];
	for (uint32_t i = 0; i < input->rank; i++)
		if (!(reduced >> i & 1) &&
		    (at == result->rank || result->dims[at++] != input->dims[i]))
			return false;
	return result->element && at == result->rank;
}

/* Whether inputs have one size, initial values are scalars, and results are what is left. */
static bool reduction_fits(const struct instruction *reduce)
{
	uint32_t inputs = reduce->noperands / 2;
	const struct hlo_shape *shape = reduce->shape, *first = reduce->operands[0]->shape;
	if (inputs != (shape->tuple ? shape->nelements : 1))
		return false;
	for (uint32_t i = 0; i < inputs; i++) {
		const struct hlo_shape *input = reduce->operands[i]->shape;
		if (reduce->operands[inputs + i]->shape->rank || input->rank != first->rank ||
		    !reduced_fits(first, shape->tuple ? &shape->elements[i] : shape, reduce->dims,
		                  reduce->ndims))
			return false;
		for (uint32_t k = 0; k < input->rank; k++)
			if (input->dims[k] != first->dims[k])
				return false;
	}
	return true;
}

/* Inputs, then as many initial values. */
bool build_reduce(struct reader *reader, struct operation *operation, struct region *region)
{
	if (operation->noperands % 2 || operation->nregions != 1)
		return build_refuse(reader, operation,
		                    "it takes inputs, as many initial values and a region");
	if (!build_operands(reader, operation, 2, UINT32_MAX))
		return false;
	const struct hlo_shape *shape = build_shape(reader, operation);
	struct instruction *reduce =
	    shape ? build_add(reader, operation, region, OPCODE_REDUCE, shape) : NULL;
	if (!reduce ||
	    !build_dims(reader, operation, "dimensions", operation->operands[0]->shape->rank,
	                &reduce->dims, &reduce->ndims))
		return false;
	if (!reduction_fits(reduce))
		return build_refuse(reader, operation,
		                    "its operands and its result do not fit together");
	reduce->called = build_called(reader, operation, &reduce->ncalled);
	return build_results(reader, operation, region, reduce);
}

bool build_sort(struct reader *reader, struct operation *operation, struct region *region)
{
	int64_t dim;
	if (operation->nregions != 1 || !operation->noperands)
		return build_refuse(reader, operation, "it takes arrays and a region");
	if (!build_operands(reader, operation, 1, UINT32_MAX))
		return false;
	int64_t rank = operation->operands[0]->shape->rank;
	const struct hlo_shape *shape = build_shape(reader, operation);
	if (!shape ||
	    !attribute_integer(&operation->attributes, &reader->cursor, "dimension", -1, &dim))
		return false;
	dim += dim < 0 ? rank : 0;
	if (dim < 0 || dim >= rank)
		return build_refuse(reader, operation, "a dim that the array does not have");
	struct instruction *sort = build_add(reader, operation, region, OPCODE_SORT, shape);
	if (!sort)
		return false;
	sort->dims = arena_copy(reader->arena, &dim, 1, sizeof dim);
	sort->ndims = 1;
	sort->called = build_called(reader, operation, &sort->ncalled);
	return build_results(reader, operation, region, sort);
}

/* Shardings without a mesh, beside others, are over theirs. */
static void settle_mesh(struct reader *reader, struct manual_numbers *manual)
{
	const struct named_mesh *mesh = named_mesh_with_axes(manual->in, manual->nin);
	if (!mesh)
		mesh = named_mesh_with_axes(manual->out, manual->nout);
	if (!mesh)
		return;
	manual->in = named_shardings_over(reader->arena, manual->in, manual->nin, mesh);
	manual->out = named_shardings_over(reader->arena, manual->out, manual->nout, mesh);
}

/* The axes of manual_axes={"x", "y"}, by the mesh of the shardings beside them. */
static bool read_manual_axes(struct reader *reader, const struct operation *operation,
                             struct manual_numbers *manual)
{
	struct str words[64], value = attributes_find(&operation->attributes, "manual_axes");
	const struct named_sharding *any = manual->nin    ? manual->in[0]
	                                   : manual->nout ? manual->out[0]
	                                                  : NULL;
	/* In the generic form it is #sdy<manual_axes{"x", "y"}>. */
	if (str_starts_with(value, STR("#sdy<")) && str_ends_with(value, STR(">")))
		value = str_slice(value, str_find(value, '{', 0), value.len - 1);
	uint32_t count = value.s ? attribute_words(value, words, 64) : 0;
	for (uint32_t i = 0; any && !reader->refused && i < count; i++) {
		struct str name = attribute_text(words[i]);
		uint32_t axis = named_mesh_axis(any->mesh, reader_unquoted(reader, name));
		if (axis == any->mesh->naxes)
			return build_refuse(reader, operation,
			                    "an axis that the mesh does not have");
		axis_parts_add(reader->arena, &manual->axes, axis_whole(any->mesh, axis));
	}
	return true;
}

bool build_manual(struct reader *reader, struct operation *operation, struct region *region)
{
	struct manual_numbers *manual = arena_new(reader->arena, struct manual_numbers, 1);
	struct str in = attributes_find(&operation->attributes, "in_shardings");
	struct str out = attributes_find(&operation->attributes, "out_shardings");
	if (operation->nregions != 1 || !in.s || !out.s)
		return build_refuse(reader, operation, "it takes shardings and a region");
	if (!reader_shardings(reader, in, &manual->in, &manual->nin) ||
	    !reader_shardings(reader, out, &manual->out, &manual->nout))
		return false;
	settle_mesh(reader, manual);
	if (!read_manual_axes(reader, operation, manual))
		return false;
	const struct hlo_shape *shape = build_shape(reader, operation);
	const struct region *body = &operation->regions[0];
	if (!shape)
		return false;
	if (manual->nin != operation->noperands || manual->nout != body->nreturned ||
	    body->computation->nparameters != operation->noperands)
		return build_refuse(reader, operation,
		                    "other than as many shardings as operands and results");
	if (!close_regions(reader, operation))
		return false;
	/* Over axes of one device it is its body alone (RedundantManualComputationPattern of
	 * Shardy). */
	bool redundant = (manual->nin || manual->nout) && axis_parts_ways(&manual->axes) == 1;
	struct instruction *instruction = build_add(
	    reader, operation, region, redundant ? OPCODE_CALL : OPCODE_MANUAL_COMPUTATION, shape);
	if (!instruction)
		return false;
	instruction->manual = redundant ? NULL : manual;
	instruction->called = build_called(reader, operation, &instruction->ncalled);
	return build_results(reader, operation, region, instruction);
}

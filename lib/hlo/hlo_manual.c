/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A shard_map in HLO before propagation: a call of its body between two custom calls, one that
 * makes shards of the operands and one that makes the results whole, of which one is missing where
 * there is nothing to do (SdyRoundTripShardMapExportPass of openxla/xla). It becomes the one
 * instruction that it is in StableHLO; what is not just like that stays as it is.
 */
#include "hlo/hlo_reader.h"
#include "module/order.h"

static bool is_target(const struct instruction *instruction, const char *target)
{
	return instruction->opcode == OPCODE_CUSTOM_CALL &&
	       str_equal(instruction->target, str_of(target));
}

static bool makes_shards(const struct instruction *instruction)
{
	return is_target(instruction, "xla.sdy.GlobalToLocalShape");
}

static bool makes_whole(const struct instruction *instruction)
{
	return is_target(instruction, "xla.sdy.LocalToGlobalShape");
}

/* The mesh of the shardings of a border; where that has no axes, the module's. */
static const struct named_mesh *border_mesh(const struct hlo_reader *reader,
                                            const struct hlo_attributes *attributes)
{
	const struct named_mesh *mesh = named_mesh_with_axes(attributes->named, attributes->nnamed);
	for (uint32_t i = 0; !mesh && i < reader->meshes.count; i++)
		if (reader->meshes.items[i].mesh->naxes)
			mesh = reader->meshes.items[i].mesh;
	return mesh ? mesh : attributes->named[0]->mesh;
}

bool hlo_manual_border(struct hlo_reader *reader, struct instruction *instruction,
                       const struct hlo_attributes *attributes, size_t at)
{
	bool into = makes_shards(instruction);
	if (!into && !makes_whole(instruction))
		return true;
	struct manual_numbers *manual = arena_new(reader->arena, struct manual_numbers, 1);
	struct notation_error error;
	instruction->manual = manual;
	instruction->named = NULL;
	instruction->nnamed = 0;
	if (!attributes->nnamed || !attributes->manual_axes.len)
		return true;
	const struct named_mesh *mesh = border_mesh(reader, attributes);
	*(into ? &manual->in : &manual->out) =
	    named_shardings_over(reader->arena, attributes->named, attributes->nnamed, mesh);
	*(into ? &manual->nin : &manual->nout) = attributes->nnamed;
	return shardy_read_manual_axes(reader->arena, attributes->manual_axes, mesh, &manual->axes,
	                               &error) ||
	       scanner_fail_as(&reader->in, at, 1, &error);
}

/* What an element of a tuple is an element of; any other instruction itself. */
static struct instruction *maker(struct instruction *value)
{
	bool element = value->opcode == OPCODE_GET_TUPLE_ELEMENT && value->noperands == 1;
	return element ? value->operands[0] : value;
}

/* Whether these operands are the results of `source`, one by one; those without elements, which
 * XLA makes constants, may be anything. */
static bool are_results(const struct instruction *user, const struct instruction *source)
{
	const struct hlo_shape *shape = source->shape;
	uint32_t count = shape->tuple ? shape->nelements : 1;
	if (user->noperands != count)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		struct instruction *operand = user->operands[i];
		if (hlo_shape_bytes(operand->shape) == 0 && operand->shape->element)
			continue;
		if (maker(operand) != source || (operand != source) != shape->tuple ||
		    (shape->tuple && operand->index != i))
			return false;
	}
	return true;
}

/* A shard_map whose parts are found. */
struct shard_map {
	struct instruction *into, *call, *out; /* into: NULL without operands */
	struct manual_numbers numbers;
};

static bool find_parts(struct instruction *out, struct shard_map *map)
{
	*map = (struct shard_map){.out = out};
	if (!makes_whole(out) || !out->noperands)
		return false;
	map->call = maker(out->operands[0]);
	if (map->call->opcode != OPCODE_CALL || map->call->ncalled != 1 ||
	    !are_results(out, map->call))
		return false;
	for (uint32_t i = 0; i < map->call->noperands && !map->into; i++) {
		struct instruction *made_by = maker(map->call->operands[i]);
		map->into = makes_shards(made_by) ? made_by : NULL;
	}
	if (!map->into)
		return map->call->noperands == 0;
	return are_results(map->call, map->into) && map->into->noperands == map->call->noperands;
}

/* The sharding of one leaf of an instruction's result. */
static const struct hlo_sharding *leaf_of(const struct instruction *instruction, uint32_t leaf)
{
	const struct hlo_sharding *sharding = instruction->sharding;
	if (!sharding || sharding->kind != HLO_TUPLE)
		return sharding;
	return leaf < sharding->nelements ? &sharding->elements[leaf] : NULL;
}

/* From jaxlib 0.11.2 on constraints say how operands are sharded, the shards which axes are manual,
 * and the results how they are. */
static bool read_open(struct hlo_reader *reader, struct shard_map *map)
{
	struct manual_numbers *numbers = &map->numbers;
	const struct instruction *inside = map->into ? map->into : map->call;
	const struct hlo_sharding *manual = leaf_of(inside, 0);
	const struct hlo_shape *shape = map->out->shape;
	numbers->nin = map->into ? map->into->noperands : 0;
	numbers->nout = shape->tuple ? shape->nelements : 1;
	const struct named_sharding **in, **out;
	numbers->in = in =
	    arena_new(reader->arena, const struct named_sharding *, numbers->nin + 1);
	numbers->out = out = arena_new(reader->arena, const struct named_sharding *, numbers->nout);
	for (uint32_t i = 0; i < numbers->nin; i++) {
		const struct instruction *operand = map->into->operands[i];
		if (operand->opcode != OPCODE_SHARDING_CONSTRAINT || operand->nnamed != 1)
			return false;
		in[i] = operand->named[0];
	}
	for (uint32_t i = 0; i < numbers->nout; i++) {
		out[i] = hlo_open_asked(reader, leaf_of(map->out, i),
		                        shape->tuple ? &shape->elements[i] : shape);
		if (!out[i])
			return false;
	}
	if (!manual || manual->kind != HLO_NAMED ||
	    !named_mesh_equal(reader->arena, manual->named->mesh, reader->module->mesh))
		return false;
	numbers->axes = manual->named->manual;
	return numbers->axes.count > 0;
}

/* What both custom calls say; false when it is not all there. */
static bool read_numbers(struct hlo_reader *reader, struct shard_map *map)
{
	const struct manual_numbers *in = map->into ? map->into->manual : NULL,
				    *out = map->out->manual;
	if (!out->nout)
		return !(in && in->nin) && reader->module->mesh && read_open(reader, map);
	map->numbers = *out;
	if (!in)
		return true;
	map->numbers.in = in->in;
	map->numbers.nin = in->nin;
	map->numbers.axes = in->axes;
	return in->nin == map->into->noperands;
}

/* The operands as they are before any constraint that only says their sharding here. */
static void take_operands(struct hlo_reader *reader, struct shard_map *map, bool open)
{
	struct instruction *out = map->out;
	out->noperands = map->into ? map->into->noperands : 0;
	out->operands = arena_new(reader->arena, struct instruction *, out->noperands + 1);
	for (uint32_t i = 0; i < out->noperands; i++) {
		struct instruction *operand = map->into->operands[i];
		if (open)
			operand->has_side_effect = false;
		out->operands[i] = open ? operand->operands[0] : operand;
	}
	if (map->into)
		map->into->has_side_effect = false;
}

/* Makes the last of its parts the shard_map; over axes of one device it is its body alone
 * (RedundantManualComputationPattern of Shardy). */
static void join(struct hlo_reader *reader, struct shard_map *map)
{
	struct instruction *out = map->out;
	bool redundant = axis_parts_ways(&map->numbers.axes) == 1;
	take_operands(reader, map, !out->manual->nout);
	out->opcode = redundant ? OPCODE_CALL : OPCODE_MANUAL_COMPUTATION;
	out->target = STR("");
	out->has_side_effect = false;
	out->sharding = NULL;
	out->called = map->call->called;
	out->ncalled = 1;
	out->manual =
	    redundant ? NULL : arena_copy(reader->arena, &map->numbers, 1, sizeof map->numbers);
	if (redundant)
		out->called[0]->name = STR("");
}

void hlo_join_manual(struct hlo_reader *reader)
{
	struct module *module = reader->module;
	for (uint32_t i = 0; i < module->ncomputations; i++) {
		struct computation *computation = module->computations[i];
		bool any = false;
		for (uint32_t k = 0; k < computation->count; k++) {
			struct shard_map map;
			if (!find_parts(computation->instructions[k], &map) ||
			    !read_numbers(reader, &map))
				continue;
			join(reader, &map);
			any = true;
		}
		if (any)
			computation_order(reader->arena, computation);
	}
}

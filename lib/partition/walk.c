/* SPDX-License-Identifier: Apache-2.0 */
/* The walk over the instructions of a computation, each by the rule of its opcode. */
#include <assert.h>

#include "partition/unreduced.h"
#include "partition/manual.h"
#include "partition/limits.h"
#include "partition/partition_frame.h"
#include "reshard/reshard_rules.h"

/* Computations within computations, and instructions looked at in all. */
enum { MAX_DEPTH = 64, MAX_VISITS = 1 << 21 };

/* Meshes of so many devices, each of whose places is listed over and over, and bytes of memory that
 * they may take. */
enum { MANY_DEVICES = 4096, MAX_MEMORY = 1 << 30 };

static partition_rule *const rules[OPCODES] = {
#define RULE(opcode, function) [OPCODE_##opcode] = (function),
#include "partition/rules.def"
#undef RULE
};

/* Where steps of an instruction of the frame are from now on. */
static void place_at(struct partitioner *p, const struct instruction *instruction)
{
	struct partition_place place = {instruction, p->loop, p->frame};
	p->at = instruction;
	arena_push(p->arena, p->places, p->nplaces, p->room_places, place);
	p->resharder.place = p->nplaces - 1;
}

static struct shards *room_for(struct partitioner *p, const struct instruction *instruction)
{
	struct shards **room = &p->frame->values[instruction->number];
	assert(instruction->number < p->frame->computation->count);
	if (!*room)
		*room = arena_new(p->arena, struct shards, shape_leaves(instruction->shape));
	return *room;
}

struct shards given_leaf(struct partitioner *p, const struct instruction *instruction,
                         uint32_t leaf)
{
	struct shards value =
	    computed_leaf(p, instruction, leaf, leaf_tiling(p, instruction, leaf), NULL, 0);
	value.manual = leaf_is_manual(instruction, leaf);
	value.leaf = leaf;
	return value;
}

struct shards operand_leaf(struct partitioner *p, const struct instruction *instruction,
                           uint32_t operand, uint32_t leaf)
{
	assert(operand < instruction->noperands);
	const struct instruction *source = instruction->operands[operand];
	const struct shards *made = operand_as_made(p, instruction, operand, leaf);
	if (!made)
		return given_leaf(p, source, leaf);
	struct shards value = *made;
	if (value.tiling->count == p->devices)
		return value;
	/* A constant may be shared by what is inside a shard_map and what is not. */
	if (!tiling_is_replicated(value.tiling))
		return unknown_shards(p, given_leaf(p, source, leaf), "a value of other devices");
	value.tiling = replicated_tiling(p, value.tiling->rank);
	return renewed(p, value);
}

struct shards operand_value(struct partitioner *p, const struct instruction *instruction,
                            uint32_t operand)
{
	return operand_leaf(p, instruction, operand, 0);
}

void set_leaf(struct partitioner *p, const struct instruction *instruction, uint32_t leaf,
              struct shards value)
{
	if (leaf_is_manual(instruction, leaf))
		value.manual = true;
	if (value.place == p->resharder.place)
		value.leaf = leaf;
	const struct tiling *tiling = leaf_tiling(p, instruction, leaf);
	if (!leaf)
		p->computed = value.local;
	value = reshard(p, value, tiling);
	/* The same but for its names, which are those that the instruction says. */
	bool contracts =
	    instruction->opcode == OPCODE_DOT || instruction->opcode == OPCODE_CONVOLUTION;
	if (!contracts && value.tiling->rank == tiling->rank)
		value.tiling = tiling;
	room_for(p, instruction)[leaf] = value;
}

static void lose_names(struct partitioner *p, const struct instruction *instruction)
{
	struct shards *room = room_for(p, instruction);
	p->frame->nameless[instruction->number] = true;
	if (room->tiling && room->tiling->named)
		room->tiling = tiling_nameless(p->arena, room->tiling);
}

void contraction_loses_names(struct partitioner *p, const struct instruction *instruction)
{
	p->frame->nameless[instruction->number] = true;
	for (uint32_t i = 0; i < instruction->noperands; i++)
		lose_names(p, instruction->operands[i]);
}

const struct tiling *first_form(struct partitioner *p, const struct instruction *instruction,
                                const struct tiling *tiling)
{
	const struct instruction *first = instruction->operands[0];
	const struct tiling *said = result_tiling(p, first);
	if (p->frame->nameless[first->number])
		return tiling_nameless(p->arena, tiling);
	return tiling_equal(said, tiling) ? said : tiling;
}

void keep_first_form(struct partitioner *p, const struct instruction *instruction,
                     const struct tiling *tiling)
{
	struct shards *room = room_for(p, instruction);
	if (p->frame->nameless[instruction->operands[0]->number] && room->tiling->named &&
	    tiling_equal(room->tiling, tiling))
		room->tiling = tiling_nameless(p->arena, room->tiling);
}

void set_result(struct partitioner *p, const struct instruction *instruction, struct shards value)
{
	set_leaf(p, instruction, 0, value);
}

void set_computed(struct partitioner *p, const struct instruction *instruction,
                  const struct shards *operands, uint32_t count)
{
	for (uint32_t i = 0; i < shape_leaves(instruction->shape); i++)
		set_leaf(p, instruction, i,
		         computed_leaf(p, instruction, i, leaf_tiling(p, instruction, i), operands,
		                       count));
}

void set_unknown(struct partitioner *p, const struct instruction *instruction, const char *reason)
{
	for (uint32_t leaf = 0; leaf < shape_leaves(instruction->shape); leaf++) {
		struct shards value = given_leaf(p, instruction, leaf);
		for (uint32_t i = 0; i < instruction->noperands; i++)
			for (uint32_t k = 0; k < shape_leaves(instruction->operands[i]->shape); k++)
				value = depending_on(p, value, operand_leaf(p, instruction, i, k));
		room_for(p, instruction)[leaf] = unknown_shards(p, value, reason);
	}
}

/* The operands' leaves, each made whole where it is an array. */
static struct shards whole_operands(struct partitioner *p, const struct instruction *instruction)
{
	struct shards all = {0};
	for (uint32_t i = 0; i < instruction->noperands; i++)
		for (uint32_t k = 0; k < shape_leaves(instruction->operands[i]->shape); k++) {
			struct shards value = operand_leaf(p, instruction, i, k);
			value = reshard(p, value, replicated_tiling(p, value.tiling->rank));
			all = depending_on(p, all, value);
		}
	return all;
}

void partition_default(struct partitioner *p, const struct instruction *instruction)
{
	const struct shards operands = whole_operands(p, instruction);
	for (uint32_t leaf = 0; leaf < shape_leaves(instruction->shape); leaf++) {
		uint32_t rank = shape_leaf(instruction->shape, leaf)->rank;
		set_leaf(
		    p, instruction, leaf,
		    computed_leaf(p, instruction, leaf, replicated_tiling(p, rank), &operands, 1));
	}
}

void partition_parameter(struct partitioner *p, const struct instruction *instruction)
{
	const struct partition_frame *frame = p->frame;
	uint32_t leaves = shape_leaves(instruction->shape);
	for (uint32_t leaf = 0; leaf < leaves; leaf++) {
		struct shards value = given_leaf(p, instruction, leaf);
		if (frame->parameters && instruction->index >= 0 &&
		    instruction->index < frame->computation->nparameters) {
			uint32_t first = frame->first_leaf[instruction->index];
			struct shards outer = frame->parameters[first + leaf];
			value.made = outer.made;
			if (!tiling_equal(outer.tiling, value.tiling))
				value = reshard(p, renewed(p, outer), value.tiling);
		}
		room_for(p, instruction)[leaf] = value;
	}
}

/* An array of one device that is no result of a call which runs there. */
static bool is_on_one_device(const struct instruction *instruction, uint32_t leaf)
{
	const struct hlo_sharding *sharding = leaf_sharding(instruction, leaf);
	if (!sharding || sharding->kind != HLO_MAXIMAL ||
	    !shape_leaf(instruction->shape, leaf)->element)
		return false;
	return instruction->opcode != OPCODE_CUSTOM_CALL &&
	       instruction->opcode != OPCODE_GET_TUPLE_ELEMENT &&
	       instruction->opcode != OPCODE_TUPLE;
}

/* Why the shardings of the instruction's result are none that can be followed, or NULL. */
static const char *beyond_shardings(struct partitioner *p, const struct instruction *instruction)
{
	for (uint32_t leaf = 0; leaf < shape_leaves(instruction->shape); leaf++) {
		const struct hlo_shape *shape = shape_leaf(instruction->shape, leaf);
		const char *reason = array_beyond_limits(shape);
		if (reason)
			return reason;
		if (!tiling_of_sharding(p, leaf_sharding(instruction, leaf), shape->rank))
			return "its sharding is partly manual, unreduced, or not one of its "
			       "dimensions and the module's devices";
		if (p->devices > 1 && is_on_one_device(instruction, leaf))
			return "it is on one device, which sends it to the others";
	}
	return NULL;
}

/* A constraint that makes parts of sums: each device has its own, and zeros. */
static void begin_parts(struct partitioner *p, const struct instruction *instruction)
{
	struct shards value = operand_value(p, instruction, 0);
	const struct tiling *tiling = tiling_before_parts(p, instruction);
	if (!tiling) {
		set_unknown(p, instruction, "it makes parts of sums along unknown axes");
		return;
	}
	value = reshard(p, value, tiling);
	set_computed(p, instruction, &value, 1);
}

/* A constraint that ends parts of sums: what it is given is added up before it. */
static void end_parts(struct partitioner *p, const struct instruction *instruction,
                      partition_rule *rule)
{
	const struct instruction *source = instruction->operands[0];
	struct shards *value = &room_for(p, source)[0], parts = *value;
	place_at(p, source);
	if (undoes_parts(p, instruction))
		*value = reshard(p, operand_value(p, source, 0), result_tiling(p, source));
	*value = summed_parts(p, instruction, operand_value(p, instruction, 0));
	place_at(p, instruction);
	rule(p, instruction);
	*value = parts;
}

/* Whether one device computes the instruction, whatever it is: there is nobody to send to. */
static bool is_local(const struct partitioner *p, const struct instruction *instruction)
{
	return p->devices == 1 && opcode_class(instruction->opcode) != OPCODE_CLASS_COLLECTIVE;
}

/* What is kept though nobody uses it, and is partitioned in ways that are not known. */
static bool is_of_host(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_UNKNOWN && instruction->has_side_effect;
}

static void visit(struct partitioner *p, const struct instruction *instruction)
{
	const struct device_groups *manual = p->manual;
	uint32_t nodes = p->resharder.made_count;
	place_at(p, instruction);
	enter_manual(p, manual_groups(p, instruction));
	partition_rule *rule = rules[instruction->opcode];
	if (!rule && opcode_class(instruction->opcode) == OPCODE_CLASS_ELEMENTWISE)
		rule = partition_elementwise;
	const char *reason = is_of_host(instruction)
	                         ? "it moves data to or from the host, and the compiler takes it "
	                           "with a sharding only"
	                         : beyond_shardings(p, instruction);
	if (!reason)
		reason = operands_beyond_limits(instruction);
	if (!reason)
		reason = beyond_parts_of_sums(instruction);
	if (!reason && !rule)
		reason = "how this operation is partitioned is not known";
	if (reason && is_local(p, instruction)) {
		reason = NULL;
		rule = partition_default;
	}
	p->computed = NULL;
	p->masking = (struct operation_work){0, 0};
	p->again = (struct masks_again){0, NULL};
	if (reason)
		set_unknown(p, instruction, reason);
	else if (begins_parts(p, instruction))
		begin_parts(p, instruction);
	else if (ends_parts(p, instruction))
		end_parts(p, instruction, rule);
	else
		rule(p, instruction);
	if (is_of_host(instruction) && shape_leaves(instruction->shape))
		has_effect(p, room_for(p, instruction)[0]);
	if (!partition_ended(p))
		note_share(p, instruction, nodes);
	enter_manual(p, manual);
	if (partition_ended(p) && !p->stopped_at)
		p->stopped_at = instruction;
}

/* Why the walk has to end, or NULL. */
static const char *exhausted(struct partitioner *p)
{
	if (p->visits++ >= MAX_VISITS)
		return "its computations call each other too often";
	if (p->devices >= MANY_DEVICES && arena_footprint(p->arena) > MAX_MEMORY)
		return "it has too many shardings on too many devices";
	return NULL;
}

static void walk_instructions(struct partitioner *p, const struct computation *computation)
{
	for (uint32_t i = 0; i < computation->count && !partition_ended(p); i++) {
		const char *reason = exhausted(p);
		if (reason)
			resharder_stop(&p->resharder, RESHARD_UNKNOWN, reason);
		else
			visit(p, computation->instructions[i]);
	}
}

static struct partition_frame *frame_make(struct partitioner *p,
                                          const struct computation *computation,
                                          const struct shards *parameters)
{
	struct partition_frame *frame = arena_new(p->arena, struct partition_frame, 1);
	uint32_t *first = arena_new(p->arena, uint32_t, computation->nparameters), leaf = 0;
	for (uint32_t i = 0; i < computation->nparameters; i++) {
		first[i] = leaf;
		leaf += shape_leaves(computation->parameters[i]->shape);
	}
	*frame = (struct partition_frame){
	    .outer = p->frame,
	    .computation = computation,
	    .caller = p->frame ? p->at : NULL,
	    .values = arena_new(p->arena, struct shards *, computation->count),
	    .nameless = arena_new(p->arena, bool, computation->count),
	    .parameters = parameters,
	    .first_leaf = first,
	};
	return frame;
}

/* The leaves of a root as the instruction that called has them: it reshards them inside of what it
 * called, in every round of a loop. */
static const struct shards *handed_out(struct partitioner *p, const struct instruction *caller,
                                       const struct shards *root)
{
	const struct computation *computation = p->frame->computation;
	if (!p->frame->outer || !hlo_shape_equal(caller->shape, computation->root->shape))
		return root;
	uint32_t count = shape_leaves(caller->shape);
	struct shards *leaves = arena_new(p->arena, struct shards, count);
	place_at(p, caller);
	for (uint32_t i = 0; i < count; i++)
		leaves[i] = reshard(p, root[i], leaf_tiling(p, caller, i));
	return leaves;
}

const struct shards *walk_computation(struct partitioner *p, const struct computation *computation,
                                      const struct shards *parameters,
                                      const struct partition_loop *loop)
{
	const struct partition_loop *outer_loop = p->loop;
	const struct instruction *at = p->at;
	uint32_t place = p->resharder.place;
	struct partition_frame *frame = frame_make(p, computation, parameters);
	const struct shards *leaves = NULL;
	if (p->depth == MAX_DEPTH)
		resharder_stop(&p->resharder, RESHARD_UNKNOWN,
		               "its computations are nested more than 64 deep");
	p->depth++;
	p->frame = frame;
	p->loop = loop ? loop : outer_loop;
	frame->number = p->frames++;
	walk_instructions(p, computation);
	if (!partition_ended(p))
		leaves = handed_out(p, at, frame->values[computation->root->number]);
	p->frame = frame->outer;
	p->loop = outer_loop;
	p->at = at;
	p->resharder.place = place;
	p->depth--;
	return leaves;
}

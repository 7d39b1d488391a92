/* SPDX-License-Identifier: Apache-2.0 */
/*
 * HLO before propagation as jaxlib prints it from 0.11.2 on: shardings by name stand where HLO's
 * own do, and nothing of Shardy's beside them. Arguments, results and constraints have them, and
 * the rest has none yet; results are packed into a tuple, which has one once all have.
 */
#include "hlo/hlo_reader.h"
#include "module/order.h"

/* A reshape that changes nothing says the sharding of one of several results. */
static bool is_result(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_RESHAPE &&
	       hlo_shape_equal(instruction->shape, instruction->operands[0]->shape);
}

/* Whether a sharding on it is what the program asks for. */
static bool is_asked_for(const struct computation *entry, const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_PARAMETER || instruction == entry->root ||
	       instruction->opcode == OPCODE_SHARDING_CONSTRAINT ||
	       instruction->opcode == OPCODE_CUSTOM_CALL || is_result(instruction);
}

/* The named sharding of the first array, or NULL. */
static const struct named_sharding *first_named(const struct hlo_sharding *sharding)
{
	while (sharding && sharding->kind == HLO_TUPLE && sharding->nelements)
		sharding = &sharding->elements[0];
	return sharding && sharding->kind == HLO_NAMED ? sharding->named : NULL;
}

/* Whether only what is not propagated yet is like that: a dim that may be sharded further, or a
 * constraint, which propagation makes a copy. */
static bool is_before(const struct instruction *instruction, const struct named_sharding *named)
{
	for (uint32_t i = 0; named && i < named->rank; i++)
		if (named->dims[i].open)
			return true;
	return instruction->opcode == OPCODE_SHARDING_CONSTRAINT;
}

bool hlo_is_open(const struct module *module, bool shardy, const struct named_mesh **mesh)
{
	enum opcode root = module->entry->root->opcode;
	bool inside = root != OPCODE_TUPLE && root != OPCODE_GET_TUPLE_ELEMENT;
	bool before = shardy;
	*mesh = NULL;
	for (uint32_t i = 0; i < module->ncomputations; i++)
		for (uint32_t k = 0; k < module->computations[i]->count; k++) {
			const struct instruction *at = module->computations[i]->instructions[k];
			const struct named_sharding *named = first_named(at->sharding);
			before = before || is_before(at, named);
			inside = inside || (at->sharding && !is_asked_for(module->entry, at));
			if (named && !*mesh)
				*mesh = named->mesh;
		}
	return *mesh && (before || !inside);
}

/* A sharding by name as propagation takes it: on the module's mesh, of the array's rank. */
static const struct named_sharding *
asked(struct hlo_reader *reader, const struct hlo_sharding *sharding, const struct hlo_shape *shape)
{
	const struct named_mesh *mesh = reader->module->mesh;
	bool known = sharding && (sharding->kind == HLO_NAMED || sharding->kind == HLO_REPLICATED);
	if (!known || shape->tuple)
		return NULL;
	struct named_sharding *named = arena_new(reader->arena, struct named_sharding, 1);
	bool by_name = sharding->kind == HLO_NAMED && !sharding->named->any_rank;
	if (!by_name)
		*named = named_sharding_make(reader->arena, mesh, shape->rank);
	else if (sharding->named->rank == shape->rank &&
	         named_mesh_equal(reader->arena, sharding->named->mesh, mesh))
		*named = *sharding->named;
	else
		return NULL;
	named->mesh = mesh;
	return named;
}

static void take_own(struct hlo_reader *reader, struct instruction *instruction)
{
	const struct named_sharding *named =
	    asked(reader, instruction->sharding, instruction->shape);
	bool takes = instruction->opcode == OPCODE_PARAMETER ||
	             instruction->opcode == OPCODE_SHARDING_CONSTRAINT;
	if (!takes || !named)
		return;
	instruction->named =
	    arena_copy(reader->arena, &named, 1, sizeof(const struct named_sharding *));
	instruction->nnamed = 1;
	instruction->sharding = NULL;
}

/* The results are what such reshapes are of, which nothing else uses. */
static void drop_results(struct hlo_reader *reader, struct computation *entry)
{
	struct instruction *root = entry->root;
	bool any = false;
	for (uint32_t i = 0; root->opcode == OPCODE_TUPLE && i < root->noperands; i++) {
		struct instruction *result = root->operands[i];
		if (!is_result(result) || !result->sharding)
			continue;
		root->operands[i] = result->operands[0];
		any = true;
	}
	if (any)
		computation_order(reader->arena, entry);
}

void hlo_take_open(struct hlo_reader *reader, const struct named_mesh *mesh)
{
	struct module *module = reader->module;
	struct shardy_mesh *named = arena_new(reader->arena, struct shardy_mesh, 1);
	*named = (struct shardy_mesh){STR("mesh"), mesh};
	reader->meshes = (struct shardy_meshes){named, 1};
	module->mesh = mesh;
	drop_results(reader, module->entry);
	for (uint32_t i = 0; i < module->ncomputations; i++)
		for (uint32_t k = 0; k < module->computations[i]->count; k++)
			take_own(reader, module->computations[i]->instructions[k]);
}

const struct named_sharding *hlo_open_result(struct hlo_reader *reader, uint32_t result,
                                             const struct hlo_sharding *sharding,
                                             const struct hlo_shape *shape)
{
	bool free = result < reader->nfree_results && reader->free_results[result];
	return free ? NULL : asked(reader, sharding, shape);
}

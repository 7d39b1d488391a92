/* SPDX-License-Identifier: Apache-2.0 */
/*
 * HLO before propagation as jaxlib prints it from 0.11.2 on: shardings by name stand where HLO's
 * own do, and nothing of Shardy's beside them. Arguments, results and constraints have them, and
 * the rest has none yet; results are packed into a tuple, which has one once all have.
 */
#include "hlo/hlo_reader.h"
#include "module/dims.h"
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

/* Whether an operand is sharded along a dim that is not one of these. */
static bool is_sharded(const struct instruction *operand, const int64_t *but, uint32_t count)
{
	const struct named_sharding *named = first_named(operand->sharding);
	for (uint32_t i = 0; named && i < named->rank; i++)
		if (named->dims[i].axes.count && !dims_hold(but, count, i))
			return true;
	return false;
}

static bool takes_sharded(const struct instruction *at)
{
	for (uint32_t i = 0; i < at->noperands; i++)
		if (is_sharded(at->operands[i], NULL, 0))
			return true;
	return false;
}

/* Whether it is known which dims of its operands have their sharding in the result. */
static bool is_plain(const struct instruction *at)
{
	return (at->opcode == OPCODE_DOT && at->dot && at->noperands == 2) ||
	       (at->opcode == OPCODE_REDUCE && at->noperands == 2) ||
	       opcode_class(at->opcode) == OPCODE_CLASS_ELEMENTWISE ||
	       at->opcode == OPCODE_TRANSPOSE || at->opcode == OPCODE_BROADCAST;
}

/* Whether propagation gives one of these a sharding of one of its operands. */
static bool hands_on(const struct instruction *at)
{
	if (at->opcode == OPCODE_DOT)
		return is_sharded(at->operands[0], at->dot->lhs_contracting,
		                  at->dot->ncontracting) ||
		       is_sharded(at->operands[1], at->dot->rhs_contracting, at->dot->ncontracting);
	if (at->opcode == OPCODE_REDUCE)
		return is_sharded(at->operands[0], at->dims, at->ndims);
	return takes_sharded(at);
}

/* What tells text before propagation from text behind it. */
struct traces {
	bool before;        /* only the one before has it */
	bool anew;          /* a name ends in .0, as where propagation has numbered names anew */
	bool by_line;       /* a numbered operation says its line, and no name of its operation */
	bool inside;        /* more than what is asked for has a sharding */
	bool silent;        /* another operation takes what is sharded, and has no sharding */
	bool bare_root;     /* a single result that is not packed, without a sharding */
	bool packed;        /* results are, as they all are where the program asks for some */
	int64_t bare, clad; /* operations that hand a sharding on: without one, and with one */
};

/* Before propagation numbers start at 1, and what no framework named has its line alone; behind it
 * numbers start at 0, and the name from before is the name of the operation. */
static void look_at_name(const struct instruction *at, struct traces *traces)
{
	traces->anew |= str_ends_with(at->name, STR(".0"));
	traces->by_line |= at->origin.line > 0 && !at->origin.op_name.len;
}

static void look_at(const struct computation *entry, const struct instruction *at,
                    struct traces *traces)
{
	look_at_name(at, traces);
	traces->before |= is_before(at, first_named(at->sharding));
	traces->inside |= at->sharding && !is_asked_for(entry, at);
	if (at == entry->root && at->sharding)
		return;
	if (!is_plain(at)) {
		traces->silent |= !at->sharding && takes_sharded(at);
	} else if (hands_on(at)) {
		traces->bare += !at->sharding;
		traces->clad += at->sharding != NULL;
	}
}

static bool says_before(const struct traces *traces)
{
	if (traces->before || traces->anew || traces->by_line)
		return traces->before || !traces->anew;
	if (traces->bare != traces->clad)
		return traces->bare > traces->clad;
	return !traces->inside && (traces->packed || (traces->bare_root && traces->silent));
}

bool hlo_is_open(struct arena *arena, const struct module *module, bool shardy,
                 const struct named_mesh **mesh)
{
	const struct instruction *root = module->entry->root;
	struct traces traces = {.before = shardy,
	                        .packed = root->opcode == OPCODE_TUPLE ||
	                                  root->opcode == OPCODE_GET_TUPLE_ELEMENT,
	                        .bare_root = !root->sharding};
	bool several = false;
	*mesh = NULL;
	for (uint32_t i = 0; i < module->ncomputations; i++)
		for (uint32_t k = 0; k < module->computations[i]->count; k++) {
			const struct instruction *at = module->computations[i]->instructions[k];
			const struct named_sharding *named = first_named(at->sharding);
			look_at(module->entry, at, &traces);
			if (!named || !named->mesh->naxes)
				continue;
			if (!*mesh)
				*mesh = named->mesh;
			several |= !named_mesh_equal(arena, named->mesh, *mesh);
		}
	traces.by_line &= !several;
	return *mesh && says_before(&traces);
}

const struct named_sharding *hlo_open_asked(struct hlo_reader *reader,
                                            const struct hlo_sharding *sharding,
                                            const struct hlo_shape *shape)
{
	const struct named_mesh *mesh = reader->module->mesh;
	bool known = sharding && (sharding->kind == HLO_NAMED || sharding->kind == HLO_REPLICATED);
	if (!known || shape->tuple)
		return NULL;
	struct named_sharding *named = arena_new(reader->arena, struct named_sharding, 1);
	bool by_name = sharding->kind == HLO_NAMED && !sharding->named->any_rank &&
	               sharding->named->mesh->naxes;
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

/* Whether a sharding on it is of how a shard_map is written, or of a result. */
static bool is_beside(const struct instruction *instruction)
{
	const struct named_sharding *named = first_named(instruction->sharding);
	return instruction->opcode == OPCODE_GET_TUPLE_ELEMENT || (named && named->manual.count) ||
	       str_starts_with(instruction->target, STR("xla.sdy."));
}

/* What is on one device, as host callbacks are, by name; NULL: it is not. */
static const struct named_sharding *on_one_device(struct arena *arena,
                                                  const struct hlo_sharding *sharding)
{
	while (sharding && sharding->kind == HLO_TUPLE && sharding->nelements)
		sharding = &sharding->elements[0];
	if (!sharding || sharding->kind != HLO_MAXIMAL)
		return NULL;
	struct named_mesh *mesh = arena_new(arena, struct named_mesh, 1);
	struct named_sharding *named = arena_new(arena, struct named_sharding, 1);
	*mesh = (struct named_mesh){.count = 1, .single = true, .device = sharding->device};
	*named = named_sharding_make(arena, mesh, 0);
	return named;
}

static void take_own(struct hlo_reader *reader, struct instruction *instruction)
{
	const struct named_sharding *named =
	    hlo_open_asked(reader, instruction->sharding, instruction->shape);
	if (!named)
		named = on_one_device(reader->arena, instruction->sharding);
	if (!named || is_beside(instruction))
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

/* The array itself, of one that is said to be on the device. */
static struct instruction *behind_placed(struct instruction *at)
{
	while (at->opcode == OPCODE_CUSTOM_CALL && at->index == HLO_PLACED)
		at = at->operands[0];
	return at;
}

static void drop_placed(struct arena *arena, struct computation *computation)
{
	struct instruction *root = computation->root;
	for (uint32_t i = 0; i < computation->count; i++) {
		struct instruction *at = computation->instructions[i];
		for (uint32_t k = 0; k < at->noperands; k++)
			at->operands[k] = behind_placed(at->operands[k]);
		at->has_side_effect &= behind_placed(at) == at;
	}
	root->root = false;
	computation->root = behind_placed(root);
	computation->root->root = true;
	computation_order(arena, computation);
}

void hlo_drop_placed(struct hlo_reader *reader)
{
	for (uint32_t i = 0; reader->placed && i < reader->module->ncomputations; i++)
		drop_placed(reader->arena, reader->module->computations[i]);
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
	return free ? NULL : hlo_open_asked(reader, sharding, shape);
}

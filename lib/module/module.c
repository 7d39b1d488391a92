/* SPDX-License-Identifier: Apache-2.0 */
#include "module/module.h"

#include <assert.h>
#include <string.h>

#include "base/checked.h"

static const struct opcode_row {
	struct str hlo, stablehlo;
	enum opcode_class class;
} rows[OPCODES] = {
#define OPCODE(id, hlo, stablehlo, class) \
	{{hlo, sizeof(hlo) - 1}, {stablehlo, sizeof(stablehlo) - 1}, OPCODE_CLASS_##class},
#include "module/opcodes.def"
#undef OPCODE
};

enum opcode opcode_of_hlo(struct str name)
{
	for (int i = 0; i < OPCODES; i++)
		if (name.len && str_equal(name, rows[i].hlo))
			return (enum opcode)i;
	return OPCODE_UNKNOWN;
}

enum opcode opcode_of_stablehlo(struct str name)
{
	for (int i = 0; i < OPCODES; i++)
		if (name.len && str_equal(name, rows[i].stablehlo))
			return (enum opcode)i;
	return OPCODE_UNKNOWN;
}

bool opcode_moves_to_host(struct str name)
{
	return str_has_word(STR("infeed outfeed send recv"), name);
}

const char *opcode_name(enum opcode opcode)
{
	assert(opcode < OPCODES);
	return rows[opcode].hlo.s;
}

enum opcode_class opcode_class(enum opcode opcode)
{
	assert(opcode < OPCODES);
	return rows[opcode].class;
}

struct module *module_make(struct arena *arena)
{
	struct module *module = arena_new(arena, struct module, 1);
	module->arena = arena;
	module->partitions = 1;
	return module;
}

bool instruction_is_unreduced(const struct instruction *instruction)
{
	const struct hlo_sharding *sharding = instruction->sharding;
	return sharding && sharding->kind != HLO_TUPLE && sharding->named &&
	       sharding->named->unreduced.count;
}

struct str module_argument_name(const struct module *module, uint32_t index)
{
	struct str path = module->arguments[index].path;
	bool known = module->entry && index < module->entry->nparameters;
	return path.len || !known ? path : module->entry->parameters[index]->name;
}

struct computation *module_add(struct module *module, struct str name)
{
	struct computation *computation = arena_new(module->arena, struct computation, 1);
	computation->name = name;
	computation->module = module;
	computation->number = module->ncomputations;
	arena_push(module->arena, module->computations, module->ncomputations, module->room,
	           computation);
	return computation;
}

/* Notes a use; an instruction that names an operand twice is one user. */
static void count_use(const struct instruction *user, struct instruction *operand)
{
	operand->users += operand->last_user != user;
	operand->last_user = user;
}

struct instruction *computation_add(struct computation *computation, enum opcode opcode,
                                    const struct hlo_shape *shape,
                                    struct instruction *const *operands, uint32_t noperands)
{
	struct arena *arena = computation->module->arena;
	struct instruction *instruction = arena_new(arena, struct instruction, 1);
	instruction->opcode = opcode;
	instruction->shape = shape;
	instruction->operands = arena_copy(arena, operands, noperands, sizeof(*operands));
	instruction->noperands = noperands;
	instruction->number = computation->count;
	instruction->trip_count = -1;
	for (uint32_t i = 0; i < noperands; i++)
		count_use(instruction, instruction->operands[i]);
	arena_push(arena, computation->instructions, computation->count, computation->room,
	           instruction);
	return instruction;
}

void computation_set_root(struct computation *computation, struct instruction *root)
{
	assert(!computation->root);
	computation->root = root;
	root->root = true;
	root->users++;
}

bool hlo_dims_fit(const int64_t *dims, uint32_t rank)
{
	enum { MOST_BITS = 128 };
	int64_t bits = MOST_BITS;
	for (uint32_t i = 0; i < rank; i++)
		if (dims[i] < 0 || !checked_multiply(&bits, bits, dims[i] ? dims[i] : 1))
			return false;
	return true;
}

int64_t hlo_shape_bytes(const struct hlo_shape *shape)
{
	int64_t elements, bytes = 0;
	for (uint32_t i = 0; i < shape->nelements; i++)
		if (!checked_add(&bytes, bytes, hlo_shape_bytes(&shape->elements[i])))
			return INT64_MAX;
	if (!shape->element)
		return bytes;
	if (!hlo_shape_elements(shape, &elements) ||
	    !checked_multiply(&bytes, elements, shape->element->bits))
		return INT64_MAX;
	return ceiling_divide(bytes, 8);
}

const struct hlo_shape *hlo_shape_array(struct arena *arena, const struct dtype *element,
                                        const int64_t *dims, uint32_t rank)
{
	struct hlo_shape *shape = arena_new(arena, struct hlo_shape, 1);
	*shape = (struct hlo_shape){
	    .element = element, .dims = arena_copy(arena, dims, rank, sizeof *dims), .rank = rank};
	return shape;
}

const struct hlo_shape *hlo_shape_tuple(struct arena *arena, const struct hlo_shape *elements,
                                        uint32_t count)
{
	struct hlo_shape *shape = arena_new(arena, struct hlo_shape, 1);
	*shape =
	    (struct hlo_shape){.elements = arena_copy(arena, elements, count, sizeof *elements),
	                       .nelements = count,
	                       .tuple = true};
	for (uint32_t i = 0; i < count; i++)
		shape->nested |= elements[i].tuple;
	return shape;
}

bool computation_has(const struct computation *computation, const struct instruction *instruction)
{
	return instruction->number < computation->count &&
	       computation->instructions[instruction->number] == instruction;
}

int hlo_compare(struct str direction, double a, double b)
{
	static const char *const words[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};
	bool results[] = {a == b, a != b, a<b, a <= b, a> b, a >= b};
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (str_equal(direction, str_of(words[i])))
			return results[i];
	return -1;
}

bool hlo_shape_elements(const struct hlo_shape *shape, int64_t *elements)
{
	return sizes_product(shape->dims, shape->rank, elements);
}

bool hlo_shape_same_sizes(const struct hlo_shape *a, const struct hlo_shape *b)
{
	return a->rank == b->rank &&
	       (!a->rank || memcmp(a->dims, b->dims, a->rank * sizeof(*a->dims)) == 0);
}

bool hlo_shape_equal(const struct hlo_shape *a, const struct hlo_shape *b)
{
	if (a->element != b->element || a->tuple != b->tuple || a->nelements != b->nelements)
		return false;
	for (uint32_t i = 0; i < a->nelements; i++)
		if (!hlo_shape_equal(&a->elements[i], &b->elements[i]))
			return false;
	return hlo_shape_same_sizes(a, b);
}

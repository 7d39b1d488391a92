/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_twins.h"

#include "plan/module/kernel_constants.h"
#include "plan/module/module_twins.h"
#include "plan/module/twin_index.h"

struct twins {
	const struct module_values *values;
	bool repeats;      /* as in struct kernel_graph */
	uint32_t *first;   /* by number */
	uint32_t *summed;  /* by number */
	uint32_t *operand; /* by number: that of what it stands for */
	struct twin_index index;
};

static bool moves(const struct module_values *values, const struct instruction *instruction)
{
	return values->steps && values->steps[instruction->number] != STEPS_NONE;
}

/* Whether its result alone is moved, as that of a sum over devices. */
static bool adds_up(const struct module_values *values, const struct instruction *instruction)
{
	return values->steps && values->steps[instruction->number] == STEPS_RESULT;
}

/* Whether it names the one value that it reads. */
static bool names_one(const struct twins *t, const struct instruction *instruction)
{
	return t->values->forms[instruction->number] == VALUE_NAME && instruction->noperands == 1 &&
	       (instruction->opcode == OPCODE_COPY ||
	        instruction->opcode == OPCODE_SHARDING_CONSTRAINT);
}

static uint32_t read_at(const void *context, const struct instruction *one, uint32_t operand)
{
	const struct twins *t = context;
	return t->operand[one->operands[operand]->number];
}

/* Whether it is one number, in whatever shape. */
static bool is_single(const struct instruction *instruction)
{
	for (uint32_t i = 0; i < instruction->shape->rank; i++)
		if (instruction->shape->dims[i] != 1)
			return false;
	return instruction->shape->element && !instruction->shape->tuple;
}

/* Whether it gives one number as it is: XLA reshapes that where it is repeated, and sees there what
 * is computed of it in several shapes. */
static bool reshapes_single(const struct instruction *instruction)
{
	return (instruction->opcode == OPCODE_RESHAPE || instruction->opcode == OPCODE_BROADCAST) &&
	       is_single(instruction) && is_single(instruction->operands[0]);
}

/* Whether two operations are the same but for the shape of single numbers that they read. */
static bool same_of_single(const struct instruction *a, const struct instruction *b)
{
	struct instruction other = *b;
	if (a->opcode == OPCODE_BROADCAST && b->opcode == a->opcode && is_single(a->operands[0])) {
		other.dims = a->dims;
		other.ndims = a->ndims;
	} else if (opcode_class(a->opcode) == OPCODE_CLASS_ELEMENTWISE && is_single(a) &&
	           is_single(b) && a->shape->element == b->shape->element) {
		other.shape = a->shape;
	}
	return module_same_operation(a, &other);
}

/* Whether two values of one shape are laid out in the same tiles. */
static bool same_tiles(const struct instruction *a, const struct instruction *b)
{
	const struct hlo_sharding *x = a->sharding, *y = b->sharding;
	if (!x || !y || x->kind != HLO_TILED || y->kind != HLO_TILED)
		return (!x || x->kind != HLO_TILED) == (!y || y->kind != HLO_TILED);
	return x->tiles.ndims == y->tiles.ndims &&
	       memcmp(x->tiles.dims, y->tiles.dims, x->tiles.ndims * sizeof(*x->tiles.dims)) == 0;
}

static bool are_twins(const void *context, uint32_t one, uint32_t other)
{
	const struct twins *t = context;
	const struct module_values *values = t->values;
	const struct instruction *a = values->computation->instructions[one],
				 *b = values->computation->instructions[other];
	if (a->opcode == OPCODE_WHILE)
		return twin_same_reads(a, b, read_at, t) && module_same_loop(a, b);
	return twin_same_reads(a, b, read_at, t) &&
	       module_share(values->shares, values->computation, a)->bytes ==
	           module_share(values->shares, values->computation, b)->bytes &&
	       same_of_single(a, b) && (a->opcode != OPCODE_COPY || same_tiles(a, b));
}

/* What an operation is the negative of. */
static uint32_t negated(const struct twins *t, uint32_t number)
{
	return read_at(t, t->values->computation->instructions[number], 0);
}

static bool negates_twice(const struct twins *t, const struct instruction *instruction)
{
	if (instruction->opcode != OPCODE_NEGATE || moves(t->values, instruction))
		return false;
	const struct instruction *read =
	    t->values->computation->instructions[read_at(t, instruction, 0)];
	return read->opcode == OPCODE_NEGATE && !moves(t->values, read);
}

/* The operand that an operation gives as it is, or NULL; also of a slice that leaves a device what
 * it has. */
static const struct instruction *given(const struct twins *t, const struct instruction *one)
{
	const struct module_values *values = t->values;
	const struct kernel_graph graph = {
	    .values = values, .repeats = t->repeats, .twins.first = t->first};
	bool slices = one->opcode == OPCODE_SLICE;
	if ((!slices && opcode_class(one->opcode) != OPCODE_CLASS_ELEMENTWISE) ||
	    moves(values, one))
		return NULL;
	const struct instruction *operand = slices ? one->operands[0] : kernel_given(&graph, one);
	bool same = operand && operand->shape->element == one->shape->element &&
	            module_share(values->shares, values->computation, operand)->bytes ==
	                module_share(values->shares, values->computation, one)->bytes;
	return same ? operand : NULL;
}

/* The instruction that another one names or gives as it is; mostly itself. */
static uint32_t stands_for(const struct twins *t, const struct instruction *instruction)
{
	const struct module_values *values = t->values;
	const struct instruction *twin =
	    module_twin(values->shares, values->computation, instruction);
	if (twin != instruction && values->forms[instruction->number] == VALUE_NAME)
		return t->first[twin->number];
	const struct instruction *operand = given(t, instruction);
	if (operand)
		return t->operand[operand->number];
	return negates_twice(t, instruction) ? negated(t, read_at(t, instruction, 0))
	                                     : instruction->number;
}

/* Whether a copy is more of its value than a device has, though nothing is moved for it: another
 * copy of the value has been gathered; or less, a slice of it. */
static bool is_other_part(const struct twins *t, const struct instruction *instruction)
{
	const struct module_values *values = t->values;
	return instruction->opcode == OPCODE_COPY && !moves(values, instruction) &&
	       module_share(values->shares, values->computation, instruction)->bytes !=
	           module_share(values->shares, values->computation, instruction->operands[0])
	               ->bytes;
}

/* What tells a constant from others, as far as it is known. */
static uint64_t literal_hash(const struct hlo_literal *literal)
{
	if (literal->zero || literal->one)
		return literal->zero ? 1 : 2;
	return literal->known ? twin_first_value(literal) + 3 : literal->word;
}

/* Tells operations apart that are not twins; single numbers may be, in several shapes. */
static uint64_t hash_of(const struct twins *t, const struct instruction *instruction)
{
	uint64_t hash = twin_hash_reads(instruction, read_at, t);
	return instruction->opcode == OPCODE_CONSTANT
	           ? twin_hash(hash, literal_hash(&instruction->literal))
	           : hash;
}

/* Whether it is a loop, or what one is given. */
static bool is_loop(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_WHILE ||
	       (instruction->opcode == OPCODE_CONSTANT && instruction->literal.known) ||
	       (instruction->opcode == OPCODE_TUPLE && !instruction->root);
}

static void place(struct twins *t, const struct instruction *instruction)
{
	uint32_t number = instruction->number, other = stands_for(t, instruction);
	t->first[number] = other;
	t->summed[number] = number;
	t->operand[number] = other == number ? number : t->operand[other];
	if (other != number)
		return;
	if (names_one(t, instruction) ||
	    (reshapes_single(instruction) && !moves(t->values, instruction)))
		t->operand[number] = read_at(t, instruction, 0);
	else if (!module_can_be_twin(instruction) && !is_loop(instruction) &&
	         !is_other_part(t, instruction) &&
	         !(instruction->opcode == OPCODE_COPY && moves(t->values, instruction)))
		return;
	else if (adds_up(t->values, instruction))
		t->summed[number] =
		    twin_index_find(&t->index, hash_of(t, instruction), number, are_twins, t);
	else if (moves(t->values, instruction)) /* others may read what is moved for it */
		twin_index_keep(&t->index, hash_of(t, instruction), number);
	else
		t->first[number] = t->operand[number] =
		    twin_index_find(&t->index, hash_of(t, instruction), number, are_twins, t);
}

struct kernel_twins kernel_twins(struct arena *arena, const struct module_values *values,
                                 bool repeats)
{
	const struct computation *computation = values->computation;
	struct twins t = {.values = values,
	                  .repeats = repeats,
	                  .first = arena_new(arena, uint32_t, computation->count),
	                  .summed = arena_new(arena, uint32_t, computation->count),
	                  .operand = arena_new(arena, uint32_t, computation->count),
	                  .index = twin_index_make(arena, computation->count)};
	for (uint32_t i = 0; i < computation->count; i++)
		place(&t, computation->instructions[i]);
	return (struct kernel_twins){.first = t.first, .summed = t.summed};
}

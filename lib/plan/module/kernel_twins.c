/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/kernel_twins.h"

#include "plan/module/kernel_constants.h"
#include "plan/module/module_twins.h"

/* Instructions of one hash that are compared. */
enum { MAX_COMPARED = 16 };

struct twins {
	const struct module_values *values;
	uint32_t *first;   /* by number */
	uint32_t *operand; /* by number: that of what it stands for */
	uint32_t *heads, *next;
	uint32_t buckets;
};

static bool moves(const struct module_values *values, const struct instruction *instruction)
{
	return values->steps && values->steps[instruction->number] != STEPS_NONE;
}

/* Whether it names the one value that it reads. */
static bool names_one(const struct twins *t, const struct instruction *instruction)
{
	return t->values->forms[instruction->number] == VALUE_NAME && instruction->noperands == 1 &&
	       (instruction->opcode == OPCODE_COPY ||
	        instruction->opcode == OPCODE_SHARDING_CONSTRAINT);
}

static uint32_t read_at(const struct twins *t, const struct instruction *one, uint32_t i)
{
	return t->operand[one->operands[i]->number];
}

static bool are_twins(const struct twins *t, const struct instruction *a,
                      const struct instruction *b)
{
	const struct module_values *values = t->values;
	if (a->opcode != b->opcode || a->noperands != b->noperands ||
	    module_share(values->shares, values->computation, a)->bytes !=
	        module_share(values->shares, values->computation, b)->bytes)
		return false;
	for (uint32_t i = 0; i < a->noperands; i++)
		if (read_at(t, a, i) != read_at(t, b, i))
			return false;
	return module_same_operation(a, b);
}

static uint32_t hash_of(const struct twins *t, const struct instruction *instruction)
{
	uint64_t hash = (uint64_t)instruction->opcode + 1;
	for (uint32_t i = 0; i < instruction->noperands; i++)
		hash = hash * 1000003 + read_at(t, instruction, i);
	return (uint32_t)((hash ^ hash >> 29) % t->buckets);
}

static void keep(struct twins *t, uint32_t number, uint32_t bucket)
{
	t->next[number] = t->heads[bucket];
	t->heads[bucket] = number + 1;
}

/* The first that is the same, which is itself where there is none. */
static uint32_t find_twin(struct twins *t, const struct instruction *instruction)
{
	uint32_t number = instruction->number, bucket = hash_of(t, instruction), compared = 0;
	for (uint32_t i = t->heads[bucket]; i && compared < MAX_COMPARED; compared++) {
		if (are_twins(t, t->values->computation->instructions[i - 1], instruction))
			return i - 1;
		i = t->next[i - 1];
	}
	keep(t, number, bucket);
	return number;
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

/* The operand that an operation gives as it is, or NULL. */
static const struct instruction *given(const struct twins *t, const struct instruction *one)
{
	const struct module_values *values = t->values;
	const struct kernel_graph graph = {.values = values, .twins = t->first};
	if (opcode_class(one->opcode) != OPCODE_CLASS_ELEMENTWISE || moves(values, one))
		return NULL;
	const struct instruction *operand = kernel_given(&graph, one);
	bool same = operand && operand->shape->element == one->shape->element &&
	            module_share(values->shares, values->computation, operand)->bytes ==
	                module_share(values->shares, values->computation, one)->bytes;
	return same ? operand : NULL;
}

static void place(struct twins *t, const struct instruction *instruction)
{
	const struct module_values *values = t->values;
	const struct instruction *twin =
	    module_twin(values->shares, values->computation, instruction);
	uint32_t number = instruction->number;
	t->first[number] = t->operand[number] = number;
	if (twin != instruction && values->forms[number] == VALUE_NAME)
		t->first[number] = t->operand[number] = t->first[twin->number];
	else if (given(t, instruction))
		t->first[number] = t->operand[number] = t->operand[given(t, instruction)->number];
	else if (negates_twice(t, instruction))
		t->first[number] = t->operand[number] = negated(t, read_at(t, instruction, 0));
	else if (names_one(t, instruction))
		t->operand[number] = read_at(t, instruction, 0);
	else if (module_can_be_twin(instruction) && moves(t->values, instruction))
		keep(t, number, hash_of(t, instruction)); /* others may read what is moved for it */
	else if (module_can_be_twin(instruction))
		t->first[number] = t->operand[number] = find_twin(t, instruction);
}

const uint32_t *kernel_twins(struct arena *arena, const struct module_values *values)
{
	const struct computation *computation = values->computation;
	struct twins t = {.values = values,
	                  .first = arena_new(arena, uint32_t, computation->count),
	                  .operand = arena_new(arena, uint32_t, computation->count),
	                  .next = arena_new(arena, uint32_t, computation->count),
	                  .buckets = computation->count + 1};
	t.heads = arena_new(arena, uint32_t, t.buckets);
	for (uint32_t i = 0; i < computation->count; i++)
		place(&t, computation->instructions[i]);
	return t.first;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_transients.h"

#include <stdlib.h>

#include "base/checked.h"

struct placed_step {
	const struct plan_step *step;
	uint32_t at; /* in the plan */
};

/* By the instruction, then as they stand in the plan. */
static int compare_steps(const void *a, const void *b)
{
	const struct placed_step *x = a, *y = b;
	uintptr_t left = (uintptr_t)x->step->instruction, right = (uintptr_t)y->step->instruction;
	if (left != right)
		return left < right ? -1 : 1;
	return x->at < y->at ? -1 : 1;
}

/* From 1 on, with NULL at the end. */
static const struct plan_step **sorted_steps(struct arena *arena, const struct plan_steps *steps)
{
	const struct plan_step **sorted =
	    arena_new(arena, const struct plan_step *, (size_t)steps->count + 2);
	struct placed_step *placed = arena_new(arena, struct placed_step, steps->count);
	uint32_t count = 0;
	for (const struct plan_step *step = steps->first; step; step = step->next, count++)
		placed[count] = (struct placed_step){step, count};
	qsort(placed, count, sizeof(*placed), compare_steps);
	for (uint32_t i = 0; i < count; i++)
		sorted[i + 1] = placed[i].step;
	return sorted;
}

/* The first step of an instruction; 0 when it has none. */
static uint32_t first_step(const struct plan_step *const *sorted, uint32_t count,
                           const struct instruction *instruction)
{
	uint32_t low = 1, high = count + 1;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if ((uintptr_t)sorted[middle]->instruction < (uintptr_t)instruction)
			low = middle + 1;
		else
			high = middle;
	}
	return low <= count && sorted[low]->instruction == instruction ? low : 0;
}

int64_t module_transient_bytes(const struct plan_step *step)
{
	if (!step->collective)
		return 0;
	switch (step->collective->kind) {
	case RESHARD_ALL_GATHER:
	case RESHARD_ALL_TO_ALL:
	case RESHARD_COLLECTIVE_PERMUTE:
		return step->result_bytes;
	case RESHARD_REDUCE_SCATTER:
		return step->operand_bytes;
	case RESHARD_ALL_REDUCE:
	case RESHARD_SLICE:
		break;
	}
	return 0;
}

/* How many elements are added up: XLA counts one operation for each that an all-reduce gives. */
static double summed_elements(const struct plan_step *step, const struct instruction *instruction)
{
	const struct hlo_shape *shape = instruction->shape;
	while (shape->tuple && shape->nelements)
		shape = &shape->elements[0];
	if (!step->collective || step->collective->kind != RESHARD_ALL_REDUCE || !shape->element ||
	    !shape->element->bits)
		return 0;
	return (double)step->result_bytes * 8 / shape->element->bits;
}

/* The rows of a computation of so many instructions, when it has any. */
struct rows {
	int64_t *bytes;
	double *sums;
	uint8_t *kinds;
	uint32_t *first;
};

static struct rows rows_of(struct arena *arena, uint32_t count)
{
	return (struct rows){.bytes = arena_new(arena, int64_t, count),
	                     .sums = arena_new(arena, double, count),
	                     .kinds = arena_new(arena, uint8_t, count),
	                     .first = arena_new(arena, uint32_t, count)};
}

static enum instruction_steps steps_kind(const struct plan_step *step)
{
	return step->collective && (step->collective->kind == RESHARD_ALL_GATHER ||
	                            step->collective->kind == RESHARD_ALL_TO_ALL ||
	                            step->collective->kind == RESHARD_COLLECTIVE_PERMUTE ||
	                            step->collective->kind == RESHARD_SLICE)
	           ? STEPS_OPERANDS
	           : STEPS_RESULT;
}

static void add_step(const struct rows *rows, const struct plan_step *step, uint32_t at)
{
	enum instruction_steps kind = steps_kind(step);
	if (rows->kinds[at] < kind)
		rows->kinds[at] = (uint8_t)kind;
	if (opcode_class(step->instruction->opcode) == OPCODE_CLASS_COLLECTIVE)
		return; /* the instruction itself is the collective */
	rows->sums[at] += summed_elements(step, step->instruction);
	if (!checked_add(&rows->bytes[at], rows->bytes[at], module_transient_bytes(step)))
		rows->bytes[at] = INT64_MAX;
}

struct module_transients module_transients_of(struct arena *arena,
                                              const struct module_shares *shares,
                                              const struct plan_steps *steps)
{
	const struct module *module = shares->module;
	const int64_t **bytes = arena_new(arena, const int64_t *, module->ncomputations);
	const double **sums = arena_new(arena, const double *, module->ncomputations);
	const uint8_t **kinds = arena_new(arena, const uint8_t *, module->ncomputations);
	const uint32_t **first = arena_new(arena, const uint32_t *, module->ncomputations);
	const struct plan_step **sorted = sorted_steps(arena, steps);
	for (uint32_t i = 0; shares->partitioned && i < module->ncomputations; i++) {
		const struct computation *computation = module->computations[i];
		struct rows rows = {NULL, NULL, NULL, NULL};
		for (uint32_t k = 0; k < computation->count; k++) {
			const struct instruction *at = computation->instructions[k];
			uint32_t begin = first_step(sorted, steps->count, at);
			if (!begin)
				continue;
			if (!rows.bytes)
				rows = rows_of(arena, computation->count);
			rows.first[k] = begin;
			for (uint32_t n = begin; sorted[n] && sorted[n]->instruction == at; n++)
				add_step(&rows, sorted[n], k);
		}
		bytes[i] = rows.bytes;
		sums[i] = rows.sums;
		kinds[i] = rows.kinds;
		first[i] = rows.first;
	}
	return (struct module_transients){bytes, sums, kinds, first, sorted};
}

struct operation_work module_work_at(const struct module_shares *shares,
                                     const struct module_transients *transients,
                                     const struct computation *computation,
                                     const struct instruction *instruction)
{
	struct operation_work work = {0, 0};
	if (module_twin(shares, computation, instruction) == instruction)
		work = module_share(shares, computation, instruction)->work;
	const double *sums = transients->sums[computation->number];
	work.flops += sums ? sums[instruction->number] : 0;
	return work;
}

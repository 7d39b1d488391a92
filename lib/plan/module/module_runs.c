/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_runs.h"

#include "module/operation_work.h"

/* Whether what an instruction calls is walked: what is fused is a part of it. */
static bool is_run(const struct instruction *instruction)
{
	return instruction->ncalled && operation_runs_called(instruction->opcode) &&
	       instruction->opcode != OPCODE_FUSION;
}

/* The branch that computes most. */
static uint32_t busiest(const struct instruction *conditional, const double *work)
{
	uint32_t most = 0;
	for (uint32_t i = 1; i < conditional->ncalled; i++)
		if (work[conditional->called[i]->number] > work[conditional->called[most]->number])
			most = i;
	return most;
}

/* What each computation computes in one run with loops run once; callees stand first. */
static double *work_of(struct arena *arena, const struct module_shares *shares)
{
	const struct module *module = shares->module;
	double *work = arena_new(arena, double, module->ncomputations);
	for (uint32_t i = 0; i < module->ncomputations; i++) {
		const struct computation *computation = module->computations[i];
		for (uint32_t k = 0; k < computation->count; k++) {
			const struct instruction *instruction = computation->instructions[k];
			work[i] += module_share(shares, computation, instruction)->work.flops;
			uint32_t first = 0, last = is_run(instruction) ? instruction->ncalled : 0;
			if (last && instruction->opcode == OPCODE_CONDITIONAL) {
				first = busiest(instruction, work);
				last = first + 1;
			}
			for (uint32_t n = first; n < last; n++)
				work[i] += work[instruction->called[n]->number];
		}
	}
	return work;
}

/* Lets what an instruction calls run as often as it does. */
static void add_runs(struct module_runs *runs, const struct computation *caller,
                     const struct instruction *instruction, const double *work)
{
	bool chooses = instruction->opcode == OPCODE_CONDITIONAL;
	uint32_t first = chooses ? busiest(instruction, work) : 0;
	uint32_t last = chooses ? first + 1 : instruction->ncalled;
	bool loops = instruction->opcode == OPCODE_WHILE;
	double rounds = loops && instruction->trip_count >= 0 ? (double)instruction->trip_count : 1;
	runs->open_loops += loops && instruction->trip_count < 0;
	runs->branches += instruction->ncalled - (last - first);
	for (uint32_t i = first; i < last; i++) {
		uint32_t called = instruction->called[i]->number;
		runs->times[called] += runs->times[caller->number] * rounds;
		runs->once[called] += runs->once[caller->number];
	}
}

struct module_runs module_runs_of(struct arena *arena, const struct module_shares *shares)
{
	const struct module *module = shares->module;
	const double *work = work_of(arena, shares);
	struct module_runs runs = {
	    .times = arena_new(arena, double, module->ncomputations),
	    .once = arena_new(arena, double, module->ncomputations),
	};
	runs.times[module->entry->number] = runs.once[module->entry->number] = 1;
	for (uint32_t i = module->ncomputations; i-- > 0;) {
		const struct computation *computation = module->computations[i];
		for (uint32_t k = 0; runs.times[i] > 0 && k < computation->count; k++)
			if (is_run(computation->instructions[k]))
				add_runs(&runs, computation, computation->instructions[k], work);
	}
	return runs;
}

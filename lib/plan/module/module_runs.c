/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_runs.h"

#include "module/operation_work.h"
#include "plan/module/module_kernels.h"

/* Whether what an instruction calls is walked: what is fused is a part of it. */
static bool is_run(const struct instruction *instruction)
{
	return instruction->ncalled && operation_runs_called(instruction->opcode) &&
	       instruction->opcode != OPCODE_FUSION;
}

/* The branch that computes most. */
static uint32_t busiest(const struct instruction *conditional, const struct operation_work *work)
{
	uint32_t most = 0;
	for (uint32_t i = 1; i < conditional->ncalled; i++)
		if (work[conditional->called[i]->number].flops >
		    work[conditional->called[most]->number].flops)
			most = i;
	return most;
}

/* What is called computes in one run. */
static struct operation_work called_work(const struct instruction *instruction,
                                         const struct operation_work *work)
{
	struct operation_work sum = {0, 0};
	for (uint32_t i = 0; is_run(instruction) && i < instruction->ncalled; i++) {
		struct operation_work one = work[instruction->called[i]->number];
		if (instruction->opcode == OPCODE_CONDITIONAL && i)
			sum = operation_work_most(sum, one);
		else
			operation_work_add(&sum, one, 1);
	}
	return sum;
}

/* What a device computes of an instruction when it is compiled for CPU. */
static struct operation_work compiled_at(const struct module_values *values,
                                         const struct module_transients *transients,
                                         const struct kernel_work *kernels,
                                         const struct instruction *instruction)
{
	const struct computation *computation = values->computation;
	const struct kernel_work *kernel = &kernels[instruction->number];
	struct operation_work work =
	    module_work_at(values->shares, transients, computation, instruction);
	if (module_twin(values->shares, computation, instruction) != instruction)
		return work;
	struct operation_work each = module_share(values->shares, computation, instruction)->work;
	operation_work_add(&work, each, -1); /* what all-reduces add up is left */
	if (kernel->each >= 0)
		each.flops = kernel->each;
	operation_work_add(&work, each, kernel->copies);
	work.flops += kernel->once;
	return work;
}

/* Whether a transpose moves elements, and not only dimensions of one element. */
static bool moves_elements(const struct instruction *one)
{
	int64_t last = -1;
	for (uint32_t i = 0; one->opcode == OPCODE_TRANSPOSE && i < one->ndims; i++) {
		if (one->operands[0]->shape->dims[one->dims[i]] == 1)
			continue;
		if (one->dims[i] < last)
			return true;
		last = one->dims[i];
	}
	return false;
}

/* Whether kernels say of a value how it is in memory. */
static bool is_made_by_kernels(const struct module_values *values, const struct instruction *one)
{
	return one->shape->element && one->noperands &&
	       (values->forms[one->number] != VALUE_NAME || moves_elements(one));
}

/* Takes over which values the kernels write, and which are the same. */
static void take_kernels(const struct module_values *values, const struct kernel_work *kernels)
{
	for (uint32_t i = 0; i < values->computation->count; i++) {
		const struct instruction *one = values->computation->instructions[i];
		bool named = values->forms[i] == VALUE_NAME;
		if (!is_made_by_kernels(values, one))
			continue;
		if (kernels[i].twin != i)
			values->forms[i] = VALUE_NAME;
		else if (!named || !kernels[i].fused)
			values->forms[i] = kernels[i].fused ? VALUE_FUSED : VALUE_WRITTEN;
	}
	for (uint32_t i = 0; i < values->computation->count; i++)
		values->names[i] =
		    values->forms[i] == VALUE_NAME && kernels[i].twin != i
			? values->names[kernels[i].twin]
			: value_part_named(values, values->computation->instructions[i]);
}

/* What loops compute before they begin: by computation, and by the index of a value that it does
 * not change, FLOPs to widen that; NULL: nothing. */
struct widened_before {
	double **flops;
};

/* Keeps what the body of a loop has computed before it begins. */
static void keep_before(struct arena *arena, const struct widened_before *before,
                        const struct computation *body, const struct kernel_work *kernels)
{
	for (uint32_t i = 0; i < body->count; i++) {
		const struct instruction *one = body->instructions[i];
		if (kernels[i].before <= 0 || body->nparameters != 1)
			continue;
		double **flops = &before->flops[body->number];
		if (!*flops)
			*flops = arena_new(arena, double, body->parameters[0]->shape->nelements);
		(*flops)[one->index] = kernels[i].before;
	}
}

/* The value that a loop is given at an index; NULL: it is not listed, or one of several that
 * another operation gives. */
static const struct instruction *given_to(const struct module_values *values,
                                          const struct kernel_work *kernels,
                                          const struct instruction *loop, uint32_t index)
{
	const struct instruction *tuple = values->names[loop->operands[0]->number].instruction;
	if (tuple->opcode != OPCODE_TUPLE || index >= tuple->noperands)
		return NULL;
	struct value_part part = values->names[tuple->operands[index]->number];
	return part.element == UINT32_MAX
	           ? values->computation->instructions[kernels[part.instruction->number].twin]
	           : NULL;
}

/* FLOPs that a loop's body computes before it begins of values that are noted already; notes the
 * others. */
static double widened_again(const struct module_values *values, const struct kernel_work *kernels,
                            const struct instruction *loop, const double *flops, bool *widened)
{
	double again = 0;
	for (uint32_t i = 0; flops && i < loop->called[0]->parameters[0]->shape->nelements; i++) {
		const struct instruction *value =
		    flops[i] > 0 ? given_to(values, kernels, loop, i) : NULL;
		if (!value)
			continue;
		again += widened[value->number] ? flops[i] : 0;
		widened[value->number] = true;
	}
	return again;
}

/* The same of all loops of a computation. */
static double repeated_before(struct arena *arena, const struct module_values *values,
                              const struct kernel_work *kernels,
                              const struct widened_before *before)
{
	const struct computation *computation = values->computation;
	bool *widened = arena_new(arena, bool, computation->count);
	double repeated = 0;
	for (uint32_t i = 0; i < computation->count; i++) {
		const struct instruction *loop = computation->instructions[i];
		for (uint32_t n = 0; loop->opcode == OPCODE_WHILE && n < loop->ncalled; n++)
			repeated += widened_again(values, kernels, loop,
			                          before->flops[loop->called[n]->number], widened);
	}
	return repeated;
}

/* What a computation computes when it is compiled; callees have been counted. */
static struct operation_work compiled_work(struct arena *arena, const struct module_values *values,
                                           const struct module_transients *transients,
                                           const struct operation_work *work,
                                           const struct widened_before *before,
                                           const struct jax_rules *rules, bool repeats)
{
	struct operation_work sum = {0, 0};
	const struct kernel_work *kernels =
	    module_kernels_of(arena, values, transients, rules, repeats);
	keep_before(arena, before, values->computation, kernels);
	struct arena_mark mark = arena_mark(arena);
	sum.flops -= repeated_before(arena, values, kernels, before);
	for (uint32_t i = 0; i < values->computation->count; i++) {
		const struct instruction *instruction = values->computation->instructions[i];
		operation_work_add(&sum, compiled_at(values, transients, kernels, instruction), 1);
		bool unread = instruction->opcode == OPCODE_WHILE && !kernels[i].copies;
		operation_work_add(&sum, called_work(instruction, work), unread ? 0 : 1);
	}
	take_kernels(values, kernels);
	arena_rewind(arena, mark);
	return sum;
}

/* By number, whether a computation is the entry or run by one that is; callees stand first. */
static const bool *all_run(struct arena *arena, const struct module *module)
{
	bool *run = arena_new(arena, bool, module->ncomputations);
	run[module->entry->number] = true;
	for (uint32_t i = module->ncomputations; i-- > 0;)
		for (uint32_t k = 0; run[i] && k < module->computations[i]->count; k++) {
			const struct instruction *one = module->computations[i]->instructions[k];
			for (uint32_t n = 0; is_run(one) && n < one->ncalled; n++)
				run[one->called[n]->number] = true;
		}
	return run;
}

/* By number, whether a loop runs a computation. */
static const bool *all_repeated(struct arena *arena, const struct module *module)
{
	bool *repeated = arena_new(arena, bool, module->ncomputations);
	for (uint32_t i = 0; i < module->ncomputations; i++)
		for (uint32_t k = 0; k < module->computations[i]->count; k++) {
			const struct instruction *one = module->computations[i]->instructions[k];
			for (uint32_t n = 0; one->opcode == OPCODE_WHILE && n < one->ncalled; n++)
				repeated[one->called[n]->number] = true;
		}
	return repeated;
}

struct operation_work module_compiled_once(struct arena *arena,
                                           const struct module_transients *transients,
                                           const struct module_values *values,
                                           const struct jax_rules *rules)
{
	const struct module *module = values->shares->module;
	const bool *run = all_run(arena, module), *repeated = all_repeated(arena, module);
	struct operation_work *work =
	    arena_new(arena, struct operation_work, module->ncomputations);
	struct widened_before before = {arena_new(arena, double *, module->ncomputations)};
	for (uint32_t i = 0; i < module->ncomputations; i++)
		if (run[i])
			work[i] = compiled_work(arena, &values[i], transients, work, &before, rules,
			                        repeated[i]);
	return work[module->entry->number];
}

/* What each computation computes in one run with loops run once; callees stand first. */
static struct operation_work *work_of(struct arena *arena, const struct module_shares *shares,
                                      const struct module_transients *transients)
{
	const struct module *module = shares->module;
	struct operation_work *work =
	    arena_new(arena, struct operation_work, module->ncomputations);
	for (uint32_t i = 0; i < module->ncomputations; i++) {
		const struct computation *computation = module->computations[i];
		for (uint32_t k = 0; k < computation->count; k++) {
			const struct instruction *instruction = computation->instructions[k];
			operation_work_add(
			    &work[i], module_work_at(shares, transients, computation, instruction),
			    1);
			operation_work_add(&work[i], called_work(instruction, work), 1);
		}
	}
	return work;
}

/* Lets what an instruction calls run as often as it does. */
static void add_runs(struct module_runs *runs, const struct computation *caller,
                     const struct instruction *instruction, const struct operation_work *work)
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
	}
}

struct module_runs module_runs_of(struct arena *arena, const struct module_shares *shares,
                                  const struct module_transients *transients)
{
	const struct module *module = shares->module;
	const struct operation_work *work = work_of(arena, shares, transients);
	struct module_runs runs = {
	    .times = arena_new(arena, double, module->ncomputations),
	    .once = work[module->entry->number],
	};
	runs.times[module->entry->number] = 1;
	for (uint32_t i = module->ncomputations; i-- > 0;) {
		const struct computation *computation = module->computations[i];
		for (uint32_t k = 0; runs.times[i] > 0 && k < computation->count; k++)
			if (is_run(computation->instructions[k]))
				add_runs(&runs, computation, computation->instructions[k], work);
	}
	return runs;
}

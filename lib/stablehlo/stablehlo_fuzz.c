/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as StableHLO. Whatever comes in, findings lie inside the text and say something, and a
 * module that was read is one: operands stand before their users, regions have parameters and a
 * root, shapes are there.
 */
#include "stablehlo/stablehlo.h"
#include "testing/fuzz_checks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_instruction(const struct computation *computation,
                              const struct instruction *instruction, struct str text)
{
	check_span(text, instruction->at);
	must(instruction->shape != NULL, "an instruction has no shape");
	must(instruction->opcode < OPCODES, "an operation that is none");
	for (uint32_t i = 0; i < instruction->noperands; i++) {
		const struct instruction *operand = instruction->operands[i];
		must(operand->number < instruction->number &&
		         computation->instructions[operand->number] == operand,
		     "an operand does not stand before its user");
		must(operand->users > 0, "an operand has no user");
	}
	for (uint32_t i = 0; i < instruction->ncalled; i++) {
		must(instruction->called[i]->root != NULL, "a region has no root");
		must(instruction->called[i]->number < computation->number,
		     "a callee does not stand before its caller");
	}
}

static void check_module(const struct module *module, struct str text)
{
	must(module->entry && module->computations[module->ncomputations - 1] == module->entry,
	     "the entry does not stand last");
	for (uint32_t i = 0; i < module->ncomputations; i++) {
		const struct computation *computation = module->computations[i];
		must(computation->number == i, "a computation is not numbered");
		for (uint32_t j = 0; j < computation->count; j++) {
			must(computation->instructions[j]->number == j,
			     "an instruction is not numbered");
			check_instruction(computation, computation->instructions[j], text);
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = {0};
	struct diags diags = diags_make(&arena);
	/* at its own address, so that a byte read behind its end is seen */
	struct str text = {arena_copy(&arena, data, size, 1), size};
	const struct module *module = stablehlo_read(&arena, text, &diags);
	if (module)
		check_module(module, text);
	must((module == NULL) == (diags.count > 0), "a text is refused without a finding");
	for (const struct diag *diag = diags.first; diag; diag = diag->next)
		check_finding(&arena, text, diag);
	arena_drop(&arena);
	return 0;
}

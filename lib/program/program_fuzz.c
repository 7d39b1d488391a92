/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads bytes as a program and checks what holds of every one: findings lie inside of the text, a
 * program without findings can be printed and read again, and that gives the same text.
 */
#include "program/interpretable.h"
#include "testing/program_print.h"
#include "testing/fuzz_checks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct program *read_bytes(struct arena *arena, struct str text, struct diags *diags)
{
	struct arena scratch = {0};
	struct source *source = arena_new(arena, struct source, 1);
	struct node *scalar = arena_new(arena, struct node, 1);
	*source = (struct source){STR("fuzz"), text};
	*scalar = (struct node){.at = {0, (uint32_t)text.len}, .style = STYLE_LITERAL};
	scalar->count = (uint32_t)text.len;
	scalar->text = text.s;
	const struct program *program = program_read(arena, &scratch, source, scalar, diags);
	arena_drop(&scratch);
	return program;
}

static struct str print_program(struct arena *arena, const struct program *program)
{
	struct buf out = {.arena = arena};
	print_block(&out, &program->body, 0);
	return buf_str(&out);
}

static void check_findings(struct arena *arena, struct str text, const struct diags *diags)
{
	for (const struct diag *diag = diags->first; diag; diag = diag->next) {
		check_finding(arena, text, diag);
		must(diag->help.len > 0, "a finding without help");
	}
}

static void check_round_trip(struct arena *arena, const struct program *program)
{
	struct diags diags = diags_make(arena);
	struct str printed = print_program(arena, program);
	const struct program *again = read_bytes(arena, printed, &diags);
	must(!again->broken, "printed text is a program");
	must(str_equal(print_program(arena, again), printed), "it says the same");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = {0};
	struct diags diags = diags_make(&arena);
	struct str text = str_copy(&arena, (struct str){(const char *)data, size});
	if (utf8_first_invalid(text) == text.len) { /* as files of specs are */
		const struct program *program = read_bytes(&arena, text, &diags);
		must(program->broken <= (diags.count > 0), "what is broken is reported");
		if (diags.count == 0)
			check_round_trip(&arena, program);
		program_report_outside(program, &diags);
		check_findings(&arena, text, &diags);
	}
	arena_drop(&arena);
	return 0;
}

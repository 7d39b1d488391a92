/* SPDX-License-Identifier: Apache-2.0 */
/*
 * StableHLO of programs, and the HLO that XLA's partitioner got of each (testdata/stablehlo): the
 * same operations in the same order, loops and branches included. Constants and their broadcasts
 * are left out of the comparison, since propagation copies and merges them, and so are copies,
 * which constraints become.
 */
#include <criterion/criterion.h>

#include "base/buf.h"
#include "hlo/hlo.h"
#include "stablehlo/stablehlo.h"
#include "testing/testing.h"

/* Operations of a module that count, one a line. */
struct listing {
	struct buf lines;
	uint32_t depth;
};

static bool is_left_out(const struct instruction *instruction)
{
	switch (instruction->opcode) {
	case OPCODE_CONSTANT:
	case OPCODE_IOTA:
	case OPCODE_PARAMETER:
	case OPCODE_COPY:
	case OPCODE_SHARDING_CONSTRAINT:
	case OPCODE_GET_TUPLE_ELEMENT:
		return true;
	case OPCODE_BROADCAST:
		return instruction->ndims == 0;
	default:
		return false;
	}
}

static void list_shape(struct buf *out, const struct hlo_shape *shape)
{
	for (uint32_t i = 0; i < shape->nelements; i++)
		list_shape(out, &shape->elements[i]);
	buf_printf(out, " %s[", shape->element ? shape->element->name : "tuple");
	for (uint32_t i = 0; i < shape->rank; i++)
		buf_printf(out, " %lld", (long long)shape->dims[i]);
	buf_puts(out, "]");
}

static void list_computation(struct listing *listing, const struct computation *computation)
{
	for (uint32_t i = 0; i < computation->count; i++) {
		const struct instruction *at = computation->instructions[i];
		bool regions = at->opcode == OPCODE_WHILE || at->opcode == OPCODE_CONDITIONAL;
		if (is_left_out(at))
			continue;
		buf_fill(&listing->lines, ' ', listing->depth);
		buf_puts(&listing->lines, opcode_name(at->opcode));
		list_shape(&listing->lines, at->shape);
		for (uint32_t j = 0; j < at->ndims; j++)
			buf_printf(&listing->lines, " %lld", (long long)at->dims[j]);
		buf_puts(&listing->lines, "\n");
		listing->depth++;
		for (uint32_t j = 0; regions && j < at->ncalled; j++)
			list_computation(listing, at->called[j]);
		listing->depth--;
	}
}

static struct str list(struct arena *arena, const struct module *module)
{
	struct listing listing = {.lines = {.arena = arena}};
	list_computation(&listing, module->entry);
	return buf_str(&listing.lines);
}

/* The first line in which two listings differ. */
static void check_same(const char *name, struct str got, struct str want)
{
	size_t line = 0, at = 0;
	while (at < got.len && at < want.len && got.s[at] == want.s[at])
		line = got.s[at++] == '\n' ? at : line;
	if (str_equal(got, want))
		return;
	struct str ours = str_slice(got, line, str_find(got, '\n', line)),
		   theirs = str_slice(want, line, str_find(want, '\n', line));
	cr_expect_fail("%s: '%.*s' where XLA has '%.*s'", name, STR_ARG(ours), STR_ARG(theirs));
}

static void check_program(const char *name)
{
	struct arena arena = {0};
	struct diags diags = diags_make(&arena);
	struct notation_error error;
	struct jax_rules rules = jax_newest_rules();
	struct str before = testing_read(&arena,
	                                 str_format(&arena, "testdata/stablehlo/%s.mlir", name).s),
		   after = testing_read(&arena,
	                                str_format(&arena, "testdata/stablehlo/%s.hlo", name).s);
	const struct module *ours = stablehlo_read(&arena, before, &diags);
	cr_assert(ours, "%s: %s", name, diags.first ? diags.first->message.s : "");
	const struct module *theirs = hlo_read(&arena, after, &rules, &error);
	cr_assert(theirs, "%s: %.*s", name, STR_ARG(error.message));
	check_same(name, list(&arena, ours), list(&arena, theirs));
	arena_drop(&arena);
}

Test(stablehlo_replay, lowers_as_xla_does)
{
	static const char *const names[] = {"int4_groupwise_dequant.tp",
	                                    "jacfwd_small.dp",
	                                    "sort_argsort_topk.tp",
	                                    "ppo_gae_loss_grad.dp",
	                                    "switch",
	                                    "scan_mlp",
	                                    "lstm",
	                                    "conv_grad",
	                                    "unused",
	                                    "given_twice"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		check_program(names[i]);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "base/buf.h"
#include "hlo/hlo.h"
#include "partition/partition.h"
#include "testing/release.h"

struct bench {
	struct arena arena, scratch;
	struct partition partition;
	bool layouts;        /* asked for */
	const char *release; /* NULL: the newest */
};

static const struct partition *plan(struct bench *bench, const char *body)
{
	struct jax_rules rules =
	    bench->release ? testing_release(bench->release) : jax_newest_rules();
	struct notation_error error = {0};
	struct str text = str_format(&bench->arena, "HloModule m, num_partitions=4\n%s", body);
	struct module *module = hlo_read(&bench->arena, text, &rules, &error);
	cr_assert_not_null(module, "%.*s", STR_ARG(error.message));
	struct partition_options options = {.rules = &rules, .layouts = bench->layouts};
	bench->partition = partition_module(&bench->arena, &bench->scratch, module, &options);
	return &bench->partition;
}

static void drop(struct bench *bench)
{
	arena_drop(&bench->arena);
	arena_drop(&bench->scratch);
}

/* The kinds of the steps: "all-gather all-reduce". */
static const char *kinds(struct bench *bench)
{
	struct buf text = {.arena = &bench->arena};
	for (uint32_t i = 0; i < bench->partition.step_count; i++) {
		const struct partition_step *step = &bench->partition.steps[i];
		buf_printf(&text, "%s%s", i ? " " : "",
		           step->kind == PARTITION_UNKNOWN ? step->reason
		                                           : reshard_kind_name(step->step.kind));
	}
	return buf_str(&text).s;
}

#define BY_ROWS "sharding={devices=[4,1]<=[4]}"
#define BY_COLUMNS "sharding={devices=[1,4]<=[4]}"

Test(partition, adds_up_what_devices_contract_in_part)
{
	struct bench bench = {0};
	plan(&bench, "ENTRY %main {\n"
	             "%a = f32[8,8] parameter(0), " BY_COLUMNS "\n"
	             "%b = f32[8,8] parameter(1), " BY_ROWS "\n"
	             "ROOT %c = f32[8,8] dot(%a, %b), lhs_contracting_dims={1}, "
	             "rhs_contracting_dims={0}, sharding={replicated}\n}\n");
	cr_expect_str_eq(kinds(&bench), "all-reduce");
	cr_expect_eq(bench.partition.steps[0].step.operand_bytes, 256);
	drop(&bench);
}

Test(partition, reshards_a_value_once_for_all_its_readers)
{
	struct bench bench = {0};
	plan(&bench, "ENTRY %main {\n"
	             "%a = f32[8,8] parameter(0), " BY_ROWS "\n"
	             "%b = f32[8,8] tanh(%a), " BY_COLUMNS "\n"
	             "%c = f32[8,8] cosine(%a), " BY_COLUMNS "\n"
	             "ROOT %d = f32[8,8] add(%b, %c), " BY_COLUMNS "\n}\n");
	cr_expect_str_eq(kinds(&bench), "all-to-all");
	drop(&bench);
}

Test(partition, leaves_out_what_no_result_depends_on)
{
	struct bench bench = {0};
	plan(&bench, "ENTRY %main {\n"
	             "%a = f32[8,8] parameter(0), " BY_ROWS "\n"
	             "%b = f32[8,8] tanh(%a), " BY_COLUMNS "\n"
	             "ROOT %c = f32[8,8] cosine(%a), " BY_ROWS "\n}\n");
	cr_expect_eq(bench.partition.step_count, 0);
	drop(&bench);
}

Test(partition, takes_tuples_where_no_operation_gives_them)
{
	struct bench bench = {0};
	plan(&bench, "ENTRY %main {\n"
	             "%a = f32[8,8] parameter(0), " BY_ROWS "\n"
	             "ROOT %b = (f32[8,8], f32[8,8]) custom-call(%a), "
	             "custom_call_target=\"SPMDFullToShardShape\", "
	             "sharding={{devices=[4,1]<=[4]}, {devices=[4,1]<=[4]}}\n}\n");
	cr_expect_eq(bench.partition.outcome, RESHARD_PREDICTED);
	plan(&bench, "ENTRY %main {\n"
	             "%a = c64[8,8] parameter(0), " BY_ROWS "\n"
	             "ROOT %b = (c64[8,8], c64[8,8]) fft(%a), fft_type=FFT, fft_length={8}, "
	             "sharding={{devices=[4,1]<=[4]}, {devices=[4,1]<=[4]}}\n}\n");
	cr_expect_eq(bench.partition.outcome, RESHARD_PREDICTED);
	drop(&bench);
}

Test(partition, says_in_which_loop_a_step_runs)
{
	struct bench bench = {0};
	plan(&bench,
	     "%body (p: (s32[], f32[8,8])) -> (s32[], f32[8,8]) {\n"
	     "%p = (s32[], f32[8,8]) parameter(0), sharding={{replicated}, {devices=[4,1]<=[4]}}\n"
	     "%i = s32[] get-tuple-element(%p), index=0, sharding={replicated}\n"
	     "%x = f32[8,8] get-tuple-element(%p), index=1, " BY_ROWS "\n"
	     "%one = s32[] constant(1)\n"
	     "%j = s32[] add(%i, %one)\n"
	     "%y = f32[8,8] tanh(%x), " BY_COLUMNS "\n"
	     "ROOT %r = (s32[], f32[8,8]) tuple(%j, %y), "
	     "sharding={{replicated}, {devices=[4,1]<=[4]}}\n}\n"
	     "%condition (q: (s32[], f32[8,8])) -> pred[] {\n"
	     "%q = (s32[], f32[8,8]) parameter(0), sharding={{replicated}, {devices=[4,1]<=[4]}}\n"
	     "%k = s32[] get-tuple-element(%q), index=0, sharding={replicated}\n"
	     "%ten = s32[] constant(10)\n"
	     "ROOT %less = pred[] compare(%k, %ten), direction=LT\n}\n"
	     "ENTRY %main {\n"
	     "%a = f32[8,8] parameter(0), " BY_ROWS "\n"
	     "%zero = s32[] constant(0)\n"
	     "%start = (s32[], f32[8,8]) tuple(%zero, %a), "
	     "sharding={{replicated}, {devices=[4,1]<=[4]}}\n"
	     "%w = (s32[], f32[8,8]) while(%start), condition=%condition, body=%body, "
	     "sharding={{replicated}, {devices=[4,1]<=[4]}}\n"
	     "ROOT %b = f32[8,8] get-tuple-element(%w), index=1, " BY_COLUMNS "\n}\n");
	cr_expect_str_eq(kinds(&bench), "all-to-all all-to-all all-to-all");
	cr_expect_null(bench.partition.steps[0].loop);
	cr_assert_not_null(bench.partition.steps[1].loop);
	cr_expect_eq(bench.partition.steps[1].loop->loop->opcode, OPCODE_WHILE);
	cr_expect_null(bench.partition.steps[1].loop->outer);
	drop(&bench);
}

Test(partition, reshards_what_a_loop_hands_on_in_every_round)
{
	struct bench bench = {0};
	plan(&bench,
	     "%body (p: f32[8,8]) -> f32[8,8] {\n"
	     "%p = f32[8,8] parameter(0), " BY_ROWS "\n"
	     "ROOT %y = f32[8,8] transpose(%p), dimensions={1,0}, " BY_COLUMNS "\n}\n"
	     "%condition (q: f32[8,8]) -> pred[] {\n"
	     "%q = f32[8,8] parameter(0), " BY_ROWS "\n"
	     "ROOT %less = pred[] constant(false)\n}\n"
	     "ENTRY %main {\n"
	     "%a = f32[8,8] parameter(0), " BY_ROWS "\n"
	     "ROOT %w = f32[8,8] while(%a), condition=%condition, body=%body, " BY_ROWS "\n}\n");
	cr_expect_str_eq(kinds(&bench), "all-to-all");
	cr_assert_not_null(bench.partition.steps[0].loop);
	cr_expect_eq(bench.partition.steps[0].loop->loop->opcode, OPCODE_WHILE);
	drop(&bench);
}

Test(partition, says_what_a_step_moves_when_asked)
{
	struct bench bench = {0};
	plan(&bench, "ENTRY %main {\n"
	             "%a = f32[8,8] parameter(0), " BY_ROWS "\n"
	             "ROOT %b = f32[8,8] tanh(%a), sharding={replicated}\n}\n");
	cr_assert_eq(bench.partition.step_count, 1);
	cr_expect_null(bench.partition.steps[0].step.move);
	bench.layouts = true;
	plan(&bench, "ENTRY %main {\n"
	             "%a = f32[8,8] parameter(0), " BY_ROWS "\n"
	             "ROOT %b = f32[8,8] tanh(%a), sharding={replicated}\n}\n");
	const struct partition_step *step = &bench.partition.steps[0];
	cr_assert_not_null(step->step.move);
	cr_expect_eq(step->moved->opcode, OPCODE_PARAMETER);
	cr_expect_eq(step->step.move->from.local[0], 2);
	cr_expect_eq(step->step.move->to.local[0], 8);
	cr_expect_null(step->step.move->groups);
	drop(&bench);
}

/* Lines of the steps. */
static const char *lines(struct bench *bench)
{
	struct buf text = {.arena = &bench->arena};
	for (uint32_t i = 0; i < bench->partition.step_count; i++)
		buf_printf(&text, "%s%lld", i ? " " : "",
		           (long long)bench->partition.steps[i].source->origin.line);
	return buf_str(&text).s;
}

#define LINE(n) ", metadata={op_name=\"op\" source_file=\"a.py\" source_line=" #n "}\n"

/* As jaxlib 0.10.2 and 0.12.0.1 have the metadata: the whole of a value is gathered and sent on; of
 * it parts are cut for the exchange, and for the all-to-all it is put in another form. */
Test(partition, says_the_line_of_what_a_collective_moves)
{
	const char *body =
	    "ENTRY %main {\n"
	    "%p = f32[8,8] parameter(0), " BY_ROWS "\n"
	    "%a = f32[8,8] tanh(%p), " BY_ROWS
		LINE(1) "%b = f32[8,8] cosine(%a), sharding={replicated}" LINE(
		    2) "%c = f32[8,8] sine(%a), " BY_COLUMNS
		    LINE(3) "%d = f32[8,8] exponential(%a), "
			    "sharding={devices=[4,1]0,2,1,3}" LINE(
				4) "%e = f32[8,8] sine(%p), "
				   "sharding={replicated}" LINE(5) "ROOT %t = (f32[8,8], "
								   "f32[8,8], f32[8,8], "
								   "f32[8,8]) "
								   "tuple(%b, %c, %d, "
								   "%e), "
								   "sharding={{replicated}"
								   ", "
								   "{devices=[1,4]<=[4]}, "
								   "{devices=[4,1]0,2,1,3}"
								   ", {replicated}}\n}\n";
	struct bench bench = {0};
	plan(&bench, body);
	cr_expect_str_eq(kinds(&bench), "all-gather all-to-all collective-permute all-gather");
	cr_expect_str_eq(lines(&bench), "1 3 1 5");
	bench.release = "0.10.2";
	plan(&bench, body);
	cr_expect_str_eq(lines(&bench), "2 3 4 5");
	drop(&bench);
}

/* As jaxlib 0.12.0.1 has it: a halo is cut from a shard unless it is all of it. */
Test(partition, says_the_line_of_what_cuts_a_halo)
{
	static const struct {
		const char *padding, *lines;
	} rows[] = {{"1_-1x0_0", "2"}, {"2_-2x0_0", "1"}};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct bench bench = {0};
		const char *body =
		    str_format(&bench.arena,
		               "ENTRY %%main {\n"
		               "%%p = f32[8,8] parameter(0), " BY_ROWS "\n"
		               "%%z = f32[] constant(0)\n"
		               "%%a = f32[8,8] tanh(%%p), " BY_ROWS LINE(
				   1) "ROOT %%b = f32[8,8] pad(%%a, %%z), padding=%s, " BY_ROWS
		                   LINE(2) "}\n",
		               rows[i].padding)
			.s;
		plan(&bench, body);
		cr_expect_str_eq(kinds(&bench), "collective-permute", "%s", rows[i].padding);
		cr_expect_str_eq(lines(&bench), rows[i].lines, "%s", rows[i].padding);
		drop(&bench);
	}
}

Test(partition, goes_on_behind_an_operation_that_nobody_knows)
{
	struct bench bench = {0};
	plan(&bench, "ENTRY %main {\n"
	             "%a = f32[8,8] parameter(0), " BY_ROWS "\n"
	             "%b = f32[8,8] frobnicate(%a), " BY_ROWS "\n"
	             "ROOT %c = f32[8,8] tanh(%b), " BY_COLUMNS "\n}\n");
	cr_expect_eq(bench.partition.unknowns, 1);
	cr_expect_eq(bench.partition.step_count, 2);
	cr_expect_eq(bench.partition.steps[0].kind, PARTITION_UNKNOWN);
	cr_expect_str_eq(bench.partition.steps[0].instruction->name.s[0] == 'b' ? "b" : "", "b");
	drop(&bench);
}

Test(partition, leaves_open_what_shardings_of_other_devices_or_ranks_are)
{
	static const char *const shardings[] = {
	    "{devices=[2,1]<=[2]}",   "{devices=[4]<=[4]}",     "{devices=[2,2]0,0,1,2}",
	    "{devices=[2,2]0,1,2,9}", "{devices=[1,4]7,1,2,3}",
	};
	for (size_t i = 0; i < COUNT_OF(shardings); i++) {
		struct bench bench = {0};
		struct str text = str_format(&bench.arena,
		                             "ENTRY %%main {\nROOT %%a = f32[8,8] parameter(0), "
		                             "sharding=%s\n}\n",
		                             shardings[i]);
		plan(&bench, text.s);
		cr_expect_eq(bench.partition.unknowns, 1, "%s", shardings[i]);
		drop(&bench);
	}
}

Test(partition, ends_when_computations_call_each_other_too_often)
{
	struct bench bench = {0};
	struct buf text = {.arena = &bench.arena};
	buf_puts(&text, "%f0 (p: f32[]) -> f32[] {\nROOT %p = f32[] parameter(0)\n}\n");
	for (int i = 1; i < 40; i++)
		buf_printf(&text,
		           "%%f%d (p: f32[]) -> f32[] {\n%%p = f32[] parameter(0)\n"
		           "%%a = f32[] call(%%p), to_apply=%%f%d\n"
		           "ROOT %%b = f32[] call(%%a), to_apply=%%f%d\n}\n",
		           i, i - 1, i - 1);
	buf_puts(&text, "ENTRY %main {\n%p = f32[] parameter(0)\n"
	                "ROOT %r = f32[] call(%p), to_apply=%f39\n}\n");
	plan(&bench, buf_str(&text).s);
	cr_expect_eq(bench.partition.outcome, RESHARD_UNKNOWN);
	drop(&bench);
}

/* Calls that XLA partitions by rules of their own, and arrays of one device, are no default. */
Test(partition, does_not_know_what_moves_to_the_host_though_nobody_uses_it)
{
	struct bench bench = {0};
	plan(&bench, "ENTRY %main {\n%a = f32[8,8] parameter(0), " BY_ROWS "\n"
	             "%t = token[] parameter(1)\n"
	             "%o = token[] outfeed(%a, %t), outfeed_shape=f32[8,8]{1,0}\n"
	             "ROOT %b = f32[8,8] negate(%a), " BY_ROWS "\n}\n");
	cr_expect_str_eq(kinds(&bench), "it moves data to or from the host, and the compiler takes "
	                                "it with a sharding only");
	drop(&bench);
}

Test(partition, does_not_guess_what_has_other_rules)
{
	static const char call[] =
	    "ENTRY %%main {\n%%a = f32[8,8] parameter(0), sharding=%s\n"
	    "ROOT %%b = (f32[8,2], s32[8,2]) custom-call(%%a), "
	    "custom_call_target=\"%s\", sharding={{replicated}, {replicated}}\n}\n";
	static const char *const targets[] = {"TopK", "ApproxTopK", "PartialReduce",
	                                      "__op$block_scaled_dot"};
	struct bench bench = {0};
	for (size_t i = 0; i < COUNT_OF(targets); i++) {
		plan(&bench, str_format(&bench.arena, call, "{devices=[1,4]<=[4]}", targets[i]).s);
		cr_expect_gt(bench.partition.unknowns, 0);
		plan(&bench, str_format(&bench.arena, call, "{replicated}", targets[i]).s);
		cr_expect_str_eq(kinds(&bench), "");
	}
	plan(&bench, "ENTRY %main {\n%a = f32[8,8] parameter(0), sharding={maximal device=1}\n"
	             "ROOT %b = f32[8,8] negate(%a), sharding={replicated}\n}\n");
	cr_expect_eq(bench.partition.unknowns, 1);
	drop(&bench);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "hlo/hlo.h"

static struct module *read_text(struct arena *arena, const char *text, struct notation_error *error)
{
	struct jax_rules rules = jax_newest_rules();
	return hlo_read(arena, str_of(text), &rules, error);
}

static struct instruction *named(const struct module *module, const char *name)
{
	for (uint32_t i = 0; i < module->ncomputations; i++)
		for (uint32_t k = 0; k < module->computations[i]->count; k++) {
			struct instruction *found = module->computations[i]->instructions[k];
			if (str_equal(found->name, str_of(name)))
				return found;
		}
	cr_assert(false, "no instruction %s", name);
	return NULL;
}

static const char whole[] =
    "HloModule jit_f, num_partitions=4, input_output_alias={ {1}: (0, {}, may-alias) },\n"
    "  entry_computation_layout={(f32[8,4]{1,0})->(f32[8]{0}, f32[8,4]{1,0})}\n"
    "\n"
    "FileNames\n1 \"model.py\"\n\nFunctionNames\n1 \"f\"\n\n"
    "FileLocations\n1 {file_name_id=1 function_name_id=1 line=7 end_line=7 column=3}\n\n"
    "StackFrames\n1 {file_location_id=1 parent_frame_id=1}\n\n"
    "%add (a: f32[], b: f32[]) -> f32[] {\n"
    "  %a = f32[] parameter(0)\n"
    "  %b = f32[] parameter(1)\n"
    "  ROOT %c = f32[] add(f32[] %a, f32[] %b)\n"
    "}\n\n"
    "ENTRY %main (p: f32[8,4]) -> (f32[8], f32[8,4]) {\n"
    "  %p = f32[8,4]{1,0:T(8,128)} parameter(0), sharding={devices=[4,1]<=[4]}, "
    "metadata={op_name=\"x[\\'w\\']\"}\n"
    "  zero = f32[] constant(0)\n"
    "  %r = f32[8]{0} reduce(%p, zero), dimensions={1}, to_apply=%add, "
    "sharding={devices=[4]<=[4]}, metadata={op_name=\"jit(f)/sum\" stack_frame_id=1}\n"
    "  ROOT %t = (f32[8]{0}, /*index=1*/f32[8,4]{1,0}) tuple(%r, /*index=1*/%p)\n"
    "}\n";

Test(hlo, reads_a_module)
{
	struct arena arena = {0};
	struct notation_error error;
	struct module *module = read_text(&arena, whole, &error);
	cr_assert(module, "%s", error.message.s);
	cr_expect_eq(module->stage, MODULE_PROPAGATED);
	cr_expect_eq(module->partitions, 4);
	cr_expect_eq(module->ncomputations, 2);
	cr_expect_eq(module->entry, module->computations[1]);
	cr_assert_eq(module->narguments, 1);
	cr_expect(str_equal(module->arguments[0].path, STR("x['w']")));
	cr_expect_eq(module->arguments[0].alias, 1);
	cr_assert_eq(module->nresults, 2);
	cr_expect_eq(module->results[1].shape->rank, 2);
	const struct instruction *reduce = named(module, "r");
	cr_expect_eq(reduce->opcode, OPCODE_REDUCE);
	cr_assert_eq(reduce->ndims, 1);
	cr_expect_eq(reduce->dims[0], 1);
	cr_assert_eq(reduce->ncalled, 1);
	cr_expect_eq(reduce->called[0], module->computations[0]);
	cr_expect(str_equal(reduce->origin.op_name, STR("jit(f)/sum")));
	cr_expect(str_equal(reduce->origin.file, STR("model.py")));
	cr_expect_eq(reduce->origin.line, 7);
	cr_expect_eq(reduce->sharding->kind, HLO_TILED);
	arena_drop(&arena);
}

/* An entry of these lines; the last is its root. */
static struct module *read_lines(struct arena *arena, const char *lines,
                                 struct notation_error *error)
{
	struct str text =
	    str_format(arena, "HloModule m, num_partitions=8\n\nENTRY %%m {\n%s\n}\n", lines);
	return read_text(arena, text.s, error);
}

static struct module *must_read(struct arena *arena, const char *lines)
{
	struct notation_error error;
	struct module *module = read_lines(arena, lines, &error);
	cr_assert(module, "%.*s", STR_ARG(error.message));
	return module;
}

Test(hlo, reads_groups_in_all_notations)
{
	static const char *const notations[] = {
	    "{{0,2,4,6},{1,3,5,7}}",
	    "[2,4]<=[4,2]T(1,0)",
	    "mesh['axis_0'=4,'axis_1'=2] {'axis_0'}",
	    "mesh['a'=8] {'a':(1)4}",
	    "mesh['axis_0'=2,'axis_1'=4], device_ids=([4,2]T(1,0)) {'axis_1'}",
	};
	for (size_t i = 0; i < COUNT_OF(notations); i++) {
		struct arena arena = {0};
		struct str lines = str_format(&arena,
		                              "%%p = f32[8]{0} parameter(0)\n"
		                              "ROOT %%r = f32[8]{0} all-reduce(%%p), channel_id=1, "
		                              "replica_groups=%s, use_global_device_ids=true",
		                              notations[i]);
		struct module *module = must_read(&arena, lines.s);
		const struct collective_numbers *numbers = named(module, "r")->collective;
		cr_expect_eq(module->stage, MODULE_PARTITIONED);
		cr_expect_eq(numbers->ngroups, 2);
		cr_assert_eq(numbers->group_size, 4);
		for (int64_t k = 0; k < 8; k++)
			cr_expect_eq(numbers->groups[k], k % 4 * 2 + k / 4, "%s", notations[i]);
		arena_drop(&arena);
	}
}

Test(hlo, reads_what_an_operation_says)
{
	struct arena arena = {0};
	struct module *module = must_read(
	    &arena,
	    "%p = f32[8,4]{1,0} parameter(0)\n"
	    "%z = s32[2]{0} constant({3, -4})\n"
	    "%y = s32[2,2]{1,0} constant({ { 1, 1 }, { 1, 1 } })\n"
	    "%e = f32[5000]{0} constant({...})\n"
	    "%f = f32[] constant(-inf)\n"
	    "%s = f32[4,2]{1,0} slice(%p), slice={[0:8:2], [1:3]}\n"
	    "%d = f32[8,8]{1,0} dot(%p, %p), lhs_contracting_dims={1}, rhs_contracting_dims={1}\n"
	    "%w = f32[8,4]{1,0} pad(%s, %f), padding=0_4x-1_2_1\n"
	    "%c = f32[1,4,4,6]{3,2,1,0} parameter(1)\n"
	    "%k = f32[3,3,6,2]{3,2,1,0} parameter(2)\n"
	    "%v = f32[1,4,4,2]{3,2,1,0} convolution(%c, %k), window={size=3x3 pad=1_1x1_1}, "
	    "dim_labels=b01f_01io->b01f\n"
	    "%h = c64[8,4]{1,0} fft(%p), fft_type=FFT, fft_length={4}\n"
	    "%m = f32[4,4]{1,0} constant({...})\n"
	    "%t = f32[8,4]{1,0} triangular-solve(%m, %p), lower=true, transpose_a=ADJOINT\n"
	    "%g = f32[8]{0} collective-permute(%f), source_target_pairs={{0,1},{1,0}}\n"
	    "ROOT %q = f32[8,4]{1,0} frobnicate(%p)");
	cr_expect_eq(named(module, "z")->literal.values[1], -4);
	cr_expect_not(named(module, "z")->literal.splat);
	cr_expect(named(module, "y")->literal.splat);
	cr_expect_not(named(module, "e")->literal.splat);
	cr_expect(named(module, "f")->literal.splat);
	cr_expect_eq(named(module, "s")->slice->stride[0], 2);
	cr_expect_eq(named(module, "s")->slice->limit[1], 3);
	cr_expect_eq(named(module, "d")->dot->ncontracting, 1);
	cr_expect_eq(named(module, "w")->pad->low[1], -1);
	cr_expect_eq(named(module, "w")->pad->interior[1], 1);
	cr_expect_eq(named(module, "v")->convolution->kernel_output, 3);
	cr_expect_eq(named(module, "v")->convolution->window[1].high, 1);
	cr_expect_eq(named(module, "h")->ndims, 1);
	cr_expect_not(named(module, "t")->solve.left);
	cr_expect(named(module, "t")->solve.transposed);
	cr_expect_eq(named(module, "g")->collective->npairs, 2);
	cr_expect_eq(named(module, "q")->opcode, OPCODE_UNKNOWN);
	cr_expect(str_equal(named(module, "q")->target, STR("frobnicate")));
	arena_drop(&arena);
}

static void check_refused(const char *lines, const char *message, bool unsupported)
{
	struct arena arena = {0};
	struct notation_error error;
	cr_expect_null(read_lines(&arena, lines, &error));
	cr_expect_eq(error.unsupported, unsupported, "%s", lines);
	cr_expect(str_equal(error.message, str_of(message)), "%s: %.*s", lines,
	          STR_ARG(error.message));
	arena_drop(&arena);
}

Test(hlo, says_where_a_text_is_wrong)
{
	static const struct {
		const char *lines, *message;
	} rows[] = {
	    {"%a = f32[8] add(%b, %b)", "no instruction of this name stands before this one"},
	    {"%a = q32[8] parameter(0)", "no type of elements has this name"},
	    {"%a = f32[8] parameter(1)", "the numbers of parameters are not 0, 1, 2 …"},
	    {"%a = f32[8] parameter(0)\n%a = f32[8] parameter(1)",
	     "another instruction of this computation has this name"},
	    {"%a = f32[8] parameter(0), sharding={devices=[8]", "expects integer"},
	    {"%p = f32[8] parameter(0)\n%a = f32[8] all-reduce(%p), replica_groups=[3,4]<=[8]",
	     "groups that are no reshape of the devices"},
	    {"%p = f32[8] parameter(0)\n%a = f32[8] dot(%p, %p), lhs_contracting_dims={0}",
	     "the operands have different numbers of batch or contracting dims"},
	    {"%p = (f32[8], f32[4]) parameter(0)\n%a = f32[8] get-tuple-element(%p), index=2",
	     "get-tuple-element: its operands and its result do not fit together"},
	    {"%p = f32[8] parameter(0)\n%a = f32[8] get-tuple-element(%p), index=0",
	     "get-tuple-element: its operands and its result do not fit together"},
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_refused(rows[i].lines, rows[i].message, false);
}

/* A loop whose body returns less than it is given. */
Test(hlo, refuses_a_loop_that_does_not_go_round)
{
	struct arena arena = {0};
	struct notation_error error;
	const char *text = "HloModule m\n\n"
			   "%b {\n"
			   "%p = (f32[8], f32[4]) parameter(0)\n"
			   "%x = f32[8] get-tuple-element(%p), index=0\n"
			   "ROOT %t = (f32[8]) tuple(%x)\n}\n\n"
			   "%c {\n"
			   "%p = (f32[8], f32[4]) parameter(0)\n"
			   "ROOT %r = pred[] constant(false)\n}\n\n"
			   "ENTRY %m {\n"
			   "%p = (f32[8], f32[4]) parameter(0)\n"
			   "ROOT %w = (f32[8], f32[4]) while(%p), condition=%c, body=%b\n}\n";
	cr_expect_null(read_text(&arena, text, &error));
	cr_expect_not(error.unsupported);
	cr_expect(
	    str_equal(error.message, STR("while: its operands and its result do not fit together")),
	    "%.*s", STR_ARG(error.message));
	arena_drop(&arena);
}

/* What XLA reads and never writes: it is no mistake. */
Test(hlo, says_what_it_does_not_read)
{
	static const struct {
		const char *lines, *message;
	} rows[] = {
	    {"%a = f32[8] parameter(0)\n%i = s32[1] parameter(1)\n"
	     "%s = f32[2] dynamic-slice(%a, %i), dynamic_slice_sizes={2}",
	     "start indices in one array, as XLA wrote them before 2019"},
	    {"%a = f32[8] parameter(0)\n%t = tuple(%a)", "an operation whose shape is left out"},
	    {"%a = f32[8] negate(f32[8] parameter(0))", "an operation that is written in another"},
	    {"%a = f32[8] parameter(0)\n%c = f32[8] call(%a), to_apply={\n  x = f32[8] "
	     "parameter(0)\n}",
	     "a computation that is written in an operation"},
	    {"%a = f32[?,4] parameter(0)", "a dim without a size"},
	    {"%a = f32[9999999999,9999999999] parameter(0)",
	     "a shape of more elements than are counted"},
	    {"%p = f32[8] parameter(0)\n%a = f32[8] all-reduce(%p), replica_groups={{0},{1,2}}",
	     "groups of different sizes"},
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_refused(rows[i].lines, rows[i].message, true);
}

/* As the tests of XLA write them. */
Test(hlo, reads_what_is_written_by_hand)
{
	static const char *const rows[] = {
	    "%a = f32[8, 4] {1, 0} parameter(0)",
	    "%a = f32[8] parameter(0), metadata={source_line=5, op_type=\"add\", op_name=\"x\"}",
	    "%a = f32[8] parameter(0)\n%b = b(f32[8]{0}) custom-call(%a), "
	    "custom_call_target=\"Pin\"",
	    "%a = f32[8] parameter(0)\n%b = f32[8] collective-permute(%a), "
	    "source_target_pairs={{0,1}}, slice_sizes={{8},{8}}",
	    "%a = f32[1,2,1] parameter(0)\n%b = f32[1,1,1] parameter(1)\n%c = f32[1,4,1] "
	    "convolution(%a, %b), dim_labels=b0f_0io->b0f, window={pad=1_1 size=1}",
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena arena = {0};
		struct notation_error error;
		cr_expect_not_null(read_lines(&arena, rows[i], &error), "%zu: %.*s", i,
		                   STR_ARG(error.message));
		arena_drop(&arena);
	}
	struct arena arena = {0};
	struct notation_error error;
	struct jax_rules rules = jax_newest_rules();
	cr_expect_not_null(
	    hlo_read(&arena,
	             STR("HloModule m:, allow_spmd_sharding_propagation_to_output=true\n\nENTRY "
	                 "main (a: f32[2]) -> f32[2]{\n  ROOT a = f32[2] parameter(0)\n}\n"),
	             &rules, &error));
	arena_drop(&arena);
}

Test(hlo, knows_a_module_by_its_first_word)
{
	cr_expect(hlo_is_module(STR("HloModule m")));
	cr_expect(hlo_is_module(STR("// dumped\n\nHloModule m, x=1")));
	cr_expect_not(hlo_is_module(STR("HloModules: 3")));
	cr_expect_not(hlo_is_module(STR("mesh: {x: 2}")));
	cr_expect_not(hlo_is_module(STR("")));
	cr_expect(hlo_is_module(STR("ENTRY main (a: f32[2]) -> f32[2] {")));
	cr_expect(hlo_is_module(STR("%add (x: f32[]) -> f32[] {")));
	cr_expect(hlo_is_module(STR("  ROOT %a = f32[2] parameter(0)")));
	cr_expect_not(hlo_is_module(STR("%YAML 1.2")));
	cr_expect_not(hlo_is_module(STR("ENTRY: 3")));
}

/* XLA reads computations without a first line; instructions are what people cut out of dumps. How
 * many devices there are, collectives tell. */
Test(hlo, reads_what_has_no_first_line)
{
	static const char *const texts[] = {
	    "%add (x: f32[], y: f32[]) -> f32[] {\n  %x = f32[] parameter(0)\n"
	    "  %y = f32[] parameter(1)\n  ROOT %s = f32[] add(%x, %y)\n}\n\n"
	    "ENTRY %main (a: f32[8]) -> f32[8] {\n  %a = f32[8]{0} parameter(0)\n"
	    "  ROOT %r = f32[8]{0} all-reduce(%a), replica_groups={{0,1},{2,3}}, to_apply=%add\n}",
	    "%a = f32[8]{0} parameter(0)\nROOT %r = f32[8]{0} collective-permute(%a), "
	    "source_target_pairs={{0,3},{3,0}}\n",
	};
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct arena arena = {0};
		struct notation_error error;
		struct module *module = read_text(&arena, texts[i], &error);
		cr_assert(module, "%s", error.message.s);
		cr_expect_eq(module->stage, MODULE_PARTITIONED);
		cr_expect_eq(module->partitions, 4);
		cr_expect(str_equal(module->entry->root->name, STR("r")));
		arena_drop(&arena);
	}
}

/* Of a text that says nothing of devices, shardings by name alone do. */
Test(hlo, takes_the_mesh_of_arguments_where_no_line_counts_devices)
{
	struct arena arena = {0};
	struct notation_error error;
	struct module *module = read_text(
	    &arena,
	    "ENTRY m {\n  ROOT a = f32[8] parameter(0), sharding={mesh['x'=4], [{'x'}]}\n}\n",
	    &error);
	cr_assert(module, "%s", error.message.s);
	cr_expect_eq(module->stage, MODULE_UNPARTITIONED);
	cr_expect_eq(module->partitions, 4);
	arena_drop(&arena);
}

#define NAMED(spec) "sharding={mesh['x'=2,'y'=2], [" spec "]}"

static void check_stage(const char *body, enum module_stage stage)
{
	struct arena arena = {0};
	struct notation_error error;
	struct str text =
	    str_format(&arena, "HloModule m, num_partitions=4\n\nENTRY main {\n%s}\n", body);
	struct module *module = read_text(&arena, text.s, &error);
	cr_assert(module, "%s", error.message.s);
	cr_expect_eq(module->stage, stage, "%s", body);
	arena_drop(&arena);
}

/* As jaxlib 0.12.0.1 writes programs before and after propagation. */
Test(hlo, tells_text_before_propagation_from_text_after_it)
{
	check_stage("  a = f32[8,8] parameter(0), " NAMED(
			"{'x'}, {}") "\n"
	                             "  b = f32[8,8] negate(a)\n  ROOT c = f32[8,8] sine(b)\n",
	            MODULE_UNPARTITIONED);
	check_stage("  a = f32[8,8] parameter(0), " NAMED(
			"{'x'}, {}") "\n"
	                             "  b = f32[8,8] negate(a), " NAMED(
					 "{'x'}, {}") "\n"
	                                              "  ROOT c = f32[8,8] sine(b), " NAMED(
							  "{'x'}, {}") "\n",
	            MODULE_PROPAGATED);
	check_stage("  a = f32[8,8] parameter(0), " NAMED(
			"{'x', ?}, {}") "\n"
	                                "  b = f32[8,8] negate(a), " NAMED(
					    "{'x'}, {}") "\n"
	                                                 "  ROOT c = f32[8,8] sine(b), " NAMED(
							     "{'x'}, {}") "\n",
	            MODULE_UNPARTITIONED);
	check_stage("  a = f32[8,8] parameter(0), " NAMED(
			"{'x'}, {}") "\n"
	                             "  b = f32[8,8] parameter(1)\n"
	                             "  ROOT c = f32[8,8] dot(a, b), lhs_contracting_dims={1}, "
	                             "rhs_contracting_dims={0}\n",
	            MODULE_UNPARTITIONED);
	check_stage("  a = f32[8,8] parameter(0), " NAMED(
			"{}, {'x'}") "\n"
	                             "  b = f32[8,8] parameter(1), " NAMED(
					 "{'x'}, {}") "\n"
	                                              "  ROOT c = f32[8,8] dot(a, b), "
	                                              "lhs_contracting_dims={1}, "
	                                              "rhs_contracting_dims={0}\n",
	            MODULE_PROPAGATED);
	check_stage("  a = f32[8,8] parameter(0)\n"
	            "  b = f32[8,8] custom-call(a), custom_call_target=\"Sharding\", " NAMED(
			"{'x'}, {}") "\n  ROOT c = f32[8,8] sine(b), " NAMED("{'x'}, {}") "\n",
	            MODULE_UNPARTITIONED);
}

#define SUM(attributes)                                                                 \
	"  ROOT b = f32[8,8] all-reduce(a), " attributes "replica_groups={{0,1,2,3}}, " \
	"to_apply=add\n"

/* A collective without a channel may be written by hand in what is not partitioned. */
Test(hlo, tells_partitioned_text_by_collectives_across_partitions)
{
	static const char tiled[] = "  a = f32[8,8] parameter(0), sharding={devices=[4,1]<=[4]}\n";
	struct arena arena = {0};
	check_stage(str_format(&arena, "%s%s", tiled, SUM("channel_id=1, ")).s, MODULE_PARTITIONED);
	check_stage(str_format(&arena, "%s%s", tiled, SUM("")).s, MODULE_PROPAGATED);
	check_stage("  a = f32[8,8] parameter(0)\n" SUM(""), MODULE_PARTITIONED);
	arena_drop(&arena);
}

#define BY_LINE "metadata={source_file=\"-\" source_line=4}"

/* Where operations have shardings too, numbers tell: they start at 0 behind propagation. */
Test(hlo, tells_text_before_propagation_whose_operations_have_shardings)
{
	check_stage("  %a.1 = f32[8,8] parameter(0), " NAMED(
			"{}, {'x'}") "\n"
	                             "  ROOT %b.1 = f32[8,8] negate(%a.1), " NAMED(
					 "{'y'}, {}") ", " BY_LINE "\n",
	            MODULE_UNPARTITIONED);
	check_stage("  %a.0 = f32[8,8] parameter(0), " NAMED(
			"{}, {'x'}") "\n"
	                             "  ROOT %b.1 = f32[8,8] negate(%a.0), " NAMED(
					 "{'y'}, {}") ", " BY_LINE "\n",
	            MODULE_PROPAGATED);
	check_stage("  %a.1 = f32[8,8] parameter(0), sharding={mesh['x'=4], [{'x'}, {}]}\n"
	            "  ROOT %b.1 = f32[8,8] negate(%a.1), " NAMED("{'y'}, {}") ", " BY_LINE "\n",
	            MODULE_PROPAGATED);
}

/* What operations ask for is theirs, and a mesh without axes says that an array is whole. */
Test(hlo, takes_the_shardings_of_operations_before_propagation)
{
	struct arena arena = {0};
	struct notation_error error;
	const char *text =
	    "HloModule m, num_partitions=4\n\nENTRY %main.1 {\n"
	    "  %a.1 = f32[8,8] parameter(0), " NAMED(
		"{}, {'x'}") "\n"
			     "  %b.1 = f32[8,8] negate(%a.1), " NAMED(
				 "{'y'}, {}") ", " BY_LINE "\n"
					      "  ROOT %c.1 = f32[8,8] sine(%b.1), "
					      "sharding={mesh[], [{}, {}]}, " BY_LINE "\n}\n";
	struct module *module = read_text(&arena, text, &error);
	cr_assert(module, "%s", error.message.s);
	struct instruction **all = module->entry->instructions;
	for (uint32_t i = 0; i < 3; i++) {
		cr_assert_eq(all[i]->nnamed, 1);
		cr_expect_null(all[i]->sharding);
	}
	cr_expect_eq(all[1]->named[0]->dims[0].axes.count, 1);
	cr_expect_eq(all[2]->named[0]->dims[0].axes.count, 0);
	cr_expect_null(module->results[0].named);
	arena_drop(&arena);
}

/* A host callback as jaxlib 0.12.0.1 writes it, and what JAX says of the memory of an array. */
Test(hlo, reads_what_is_on_one_device_or_in_a_memory)
{
	struct arena arena = {0};
	struct notation_error error;
	const char *text =
	    "HloModule m, num_partitions=4\n\nENTRY %main.1 {\n"
	    "  %a.1 = f32[8,8] parameter(0), " NAMED(
		"{}, {'x'}") "\n"
			     "  %b.1 = () custom-call(%a.1), custom_call_target=\"f\", "
			     "custom_call_has_side_effect=true, "
			     "sharding={{single_device[device_id=2]}}\n"
			     "  %c.1 = f32[8,8] custom-call(%a.1), "
			     "custom_call_target=\"annotate_device_placement\", "
			     "custom_call_has_side_effect=true, "
			     "frontend_attributes={_xla_buffer_placement=\"pinned_host\"}\n"
			     "  ROOT %d.1 = f32[8,8] custom-call(%c.1), "
			     "custom_call_target=\"annotate_device_placement\", "
			     "custom_call_has_side_effect=true, "
			     "frontend_attributes={_xla_buffer_placement=\"device\"}\n}\n";
	struct module *module = read_text(&arena, text, &error);
	cr_assert(module, "%s", error.message.s);
	cr_assert_eq(module->stage, MODULE_UNPARTITIONED);
	const struct instruction *root = module->entry->root;
	cr_expect(str_equal(root->target, STR("MoveToHost")));
	cr_expect_not(root->has_side_effect);
	cr_assert_eq(module->entry->count, 3);
	for (uint32_t i = 0; i < module->entry->count; i++) {
		const struct instruction *at = module->entry->instructions[i];
		if (!str_equal(at->target, STR("f")))
			continue;
		cr_assert_eq(at->nnamed, 1);
		cr_expect(at->named[0]->mesh->single);
		cr_expect_eq(at->named[0]->mesh->device, 2);
	}
	arena_drop(&arena);
}

/* A shard_map as jaxlib 0.10.2 writes it: what the custom calls say, and what the call takes. */
static struct module *read_shard_map(struct arena *arena, const char *in, const char *axes,
                                     const char *taken)
{
	struct notation_error error;
	struct str text = str_format(
	    arena,
	    "HloModule m, num_partitions=4, "
	    "frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"x\"=2, \"y\"=2]>}}\n\n"
	    "%%xla.sdy.manual_computation_body.1 {\n  ROOT %%b = f32[4]{0} parameter(0)\n}\n\n"
	    "ENTRY main {\n"
	    "  %%a = f32[8]{0} parameter(0)\n"
	    "  %%l = f32[4]{0} custom-call(%%a), "
	    "custom_call_target=\"xla.sdy.GlobalToLocalShape\", "
	    "custom_call_has_side_effect=true, frontend_attributes={"
	    "xla.sdy.in_shardings=\"#sdy.sharding_per_value<[%s]>\"%s}\n"
	    "  %%c = f32[4]{0} call(%s), to_apply=%%xla.sdy.manual_computation_body.1\n"
	    "  ROOT %%g = f32[8]{0} custom-call(%%c), "
	    "custom_call_target=\"xla.sdy.LocalToGlobalShape\", custom_call_has_side_effect=true, "
	    "frontend_attributes={xla.sdy.manual_axes=\"#sdy<manual_axes{\\\"x\\\"}>\","
	    "xla.sdy.out_shardings=\"#sdy.sharding_per_value<[<@mesh, [{\\\"x\\\"}]>]>\"}\n}\n",
	    in, axes, taken);
	return read_text(arena, text.s, &error);
}

#define AXES(name) ",xla.sdy.manual_axes=\"#sdy<manual_axes{\\\"" name "\\\"}>\""

Test(hlo, joins_the_parts_of_a_shard_map)
{
	struct arena arena = {0};
	struct module *module = read_shard_map(&arena, "<@mesh, [{\\\"x\\\"}]>", AXES("x"), "%l");
	cr_assert_not_null(module);
	const struct instruction *mapped = module->entry->root;
	cr_expect_eq(module->entry->count, 2);
	cr_assert_eq(mapped->opcode, OPCODE_MANUAL_COMPUTATION);
	cr_expect_eq(mapped->operands[0], module->entry->parameters[0]);
	cr_expect_eq(mapped->called[0], module->computations[0]);
	cr_expect_eq(mapped->manual->nin, 1);
	cr_expect_eq(mapped->manual->nout, 1);
	cr_assert_eq(mapped->manual->axes.count, 1);
	cr_expect_eq(mapped->manual->axes.items[0].axis, 0);
	arena_drop(&arena);
}

Test(hlo, leaves_apart_what_is_no_whole_shard_map)
{
	static const struct {
		const char *in, *axes, *taken;
	} rows[] = {
	    {"<@mesh, [{\\\"x\\\"}]>", "", "%l"},
	    {"<@mesh, [{\\\"x\\\"}]>, <@mesh, [{}]>", AXES("x"), "%l"},
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena arena = {0};
		struct module *module =
		    read_shard_map(&arena, rows[i].in, rows[i].axes, rows[i].taken);
		cr_assert_not_null(module, "%zu", i);
		cr_expect_eq(module->entry->root->opcode, OPCODE_CUSTOM_CALL, "%zu", i);
		arena_drop(&arena);
	}
	struct arena arena = {0};
	cr_expect_null(read_shard_map(&arena, "<@mesh, [{}]>", AXES("z"), "%l"));
	arena_drop(&arena);
}

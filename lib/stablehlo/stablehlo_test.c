/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "base/buf.h"
#include "stablehlo/stablehlo.h"

/* Reads a text, which must be right. */
static struct module *read_text(struct arena *arena, const char *text)
{
	struct diags diags = diags_make(arena);
	struct module *module = stablehlo_read(arena, str_of(text), &diags);
	cr_assert(module, "%s", diags.first ? diags.first->message.s : "");
	return module;
}

Test(stablehlo, takes_the_first_function_where_all_are_private)
{
	struct arena arena = {0};
	struct module *module = read_text(
	    &arena, "func.func private @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
		    "  %0 = stablehlo.negate %a : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}\n");
	cr_expect(str_equal(module->entry->name, STR("f")));
	arena_drop(&arena);
}

/* The finding of a wrong text, and where it stands. */
static void check_wrong(const char *text, const char *at, const char *message)
{
	struct arena arena = {0};
	struct diags diags = diags_make(&arena);
	cr_assert_null(stablehlo_read(&arena, str_of(text), &diags));
	cr_assert_eq(diags.count, 1);
	cr_expect_str_eq(diags.first->message.s, message);
	struct str rest = str_slice(str_of(text), diags.first->at.offset, strlen(text));
	cr_expect(str_starts_with(rest, str_of(at)), "%.*s", STR_ARG(rest));
	arena_drop(&arena);
}

static const struct instruction *find(const struct computation *computation, enum opcode opcode)
{
	const struct instruction *found = NULL;
	for (uint32_t i = 0; i < computation->count && !found; i++)
		if (computation->instructions[i]->opcode == opcode)
			found = computation->instructions[i];
	cr_assert(found, "no %s", opcode_name(opcode));
	return found;
}

Test(stablehlo, reads_a_program_with_shardings)
{
	struct arena arena = {0};
	struct module *module = read_text(
	    &arena,
	    "module @jit_f attributes {mhlo.num_partitions = 4 : i32} {\n"
	    "  sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\n"
	    "  func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = "
	    "#sdy.sharding<@mesh, [{\"x\"}, {}]>, tf.aliasing_output = 0 : i32} "
	    "loc(\"p['w']\"), %arg1: tensor<4x2xf32>) -> (tensor<8x2xf32> {jax.result_info = "
	    "\"result[0]\"}) {\n"
	    "    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : "
	    "(tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32> loc(#loc1)\n"
	    "    return %0 : tensor<8x2xf32>\n"
	    "  }\n"
	    "}\n"
	    "#loc1 = loc(\"jit(f)/dot_general\"(#loc2))\n"
	    "#loc2 = loc(\"model.py\":40:8 to :31)\n");
	cr_expect_eq(module->partitions, 4);
	cr_expect_eq(module->mesh->naxes, 2);
	cr_expect(str_equal(module->arguments[0].path, STR("p['w']")));
	cr_expect_eq(module->arguments[0].alias, 0);
	cr_expect_eq(module->arguments[0].named->dims[0].axes.count, 1);
	cr_expect_eq(module->arguments[1].alias, -1);
	cr_expect(str_equal(module->results[0].path, STR("result[0]")));
	const struct instruction *dot = module->entry->root;
	cr_expect_eq(dot->opcode, OPCODE_DOT);
	cr_expect_eq(dot->dot->lhs_contracting[0], 1);
	cr_expect(str_equal(dot->origin.op_name, STR("jit(f)/dot_general")));
	cr_expect(str_equal(dot->origin.file, STR("model.py")));
	cr_expect_eq(dot->origin.line, 40);
	arena_drop(&arena);
}

Test(stablehlo, inlines_calls)
{
	struct arena arena = {0};
	struct module *module =
	    read_text(&arena, "func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {\n"
	                      "  %0 = call @g(%arg0) : (tensor<2xf32>) -> tensor<2xf32>\n"
	                      "  %1 = call @g(%0) : (tensor<2xf32>) -> tensor<2xf32>\n"
	                      "  return %1 : tensor<2xf32>\n"
	                      "}\n"
	                      "func.func private @g(%arg0: tensor<2xf32>) -> tensor<2xf32> {\n"
	                      "  %0 = stablehlo.add %arg0, %arg0 : tensor<2xf32>\n"
	                      "  return %0 : tensor<2xf32>\n"
	                      "}\n");
	cr_expect_eq(module->entry->count, 3);
	cr_expect_eq(module->entry->root->operands[0]->opcode, OPCODE_ADD);
	arena_drop(&arena);
}

Test(stablehlo, hands_values_from_outside_into_a_loop)
{
	struct arena arena = {0};
	struct module *module = read_text(
	    &arena,
	    "func.func @main(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {\n"
	    "  %c = stablehlo.constant dense<3.0> : tensor<f32>\n"
	    "  %0 = stablehlo.while(%i = %arg0) : tensor<f32>\n"
	    "   cond {\n"
	    "    %1 = stablehlo.compare LT, %i, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
	    "    stablehlo.return %1 : tensor<i1>\n"
	    "  } do {\n"
	    "    %1 = stablehlo.add %i, %arg1 : tensor<f32>\n"
	    "    stablehlo.return %1 : tensor<f32>\n"
	    "  }\n"
	    "  return %0 : tensor<f32>\n"
	    "}\n");
	const struct instruction *loop = find(module->entry, OPCODE_WHILE);
	cr_expect_eq(loop->shape->nelements, 2);
	cr_expect_eq(loop->operands[0]->opcode, OPCODE_TUPLE);
	cr_expect_eq(loop->called[1]->root->noperands, 2);
	find(loop->called[0], OPCODE_CONSTANT);
	arena_drop(&arena);
}

/* A value that is named twice is handed in once, and what a branch does not need is not. */
Test(stablehlo, hands_branches_what_they_use)
{
	static const struct {
		const char *body;
		enum opcode given;
		uint32_t count;
	} rows[] = {
	    {"stablehlo.return %a, %a : tensor<4xf32>, tensor<4xf32>\n", OPCODE_PARAMETER, 0},
	    {"%1 = stablehlo.add %a, %b : tensor<4xf32>\n"
	     "stablehlo.return %b, %b : tensor<4xf32>, tensor<4xf32>\n",
	     OPCODE_PARAMETER, 0},
	    {"%1 = stablehlo.add %a, %b : tensor<4xf32>\n"
	     "stablehlo.return %1, %b : tensor<4xf32>, tensor<4xf32>\n",
	     OPCODE_TUPLE, 2},
	    {"%1 = stablehlo.constant dense<1.0> : tensor<4xf32>\n"
	     "%2 = stablehlo.add %a, %1 : tensor<4xf32>\n"
	     "stablehlo.return %1, %1 : tensor<4xf32>, tensor<4xf32>\n",
	     OPCODE_TUPLE, 0},
	    {"%1 = \"stablehlo.case\"(%k) ({\n%2 = stablehlo.add %a, %b : tensor<4xf32>\n"
	     "stablehlo.return %b : tensor<4xf32>\n}) : (tensor<i32>) -> tensor<4xf32>\n"
	     "stablehlo.return %1, %b : tensor<4xf32>, tensor<4xf32>\n",
	     OPCODE_TUPLE, 2},
	};
	struct arena arena = {0};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct buf text = {.arena = &arena};
		buf_printf(&text,
		           "func.func @main(%%a: tensor<4xf32>, %%b: tensor<4xf32>, %%k: "
		           "tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {\n"
		           "%%0:2 = \"stablehlo.case\"(%%k) ({\n%s}) : (tensor<i32>) -> "
		           "(tensor<4xf32>, tensor<4xf32>)\n"
		           "return %%0#0, %%0#1 : tensor<4xf32>, tensor<4xf32>\n}\n",
		           rows[i].body);
		buf_putc(&text, '\0');
		const struct module *module = read_text(&arena, text.data);
		const struct instruction *given =
		    find(module->entry, OPCODE_CONDITIONAL)->operands[1];
		cr_expect_eq(given->opcode, rows[i].given, "%zu", i);
		cr_expect_eq(given->noperands, rows[i].count, "%zu", i);
	}
	arena_drop(&arena);
}

/* The index of a conditional may be what another one of a constant index gives back. */
Test(stablehlo, chooses_branches_by_numbers_of_branches)
{
	struct arena arena = {0};
	struct module *module = read_text(
	    &arena, "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
		    "  %k = stablehlo.constant dense<1> : tensor<i32>\n"
		    "  %1 = \"stablehlo.case\"(%k) ({\n    stablehlo.return %k : tensor<i32>\n"
		    "  }, {\n    %4 = stablehlo.constant dense<0> : tensor<i32>\n"
		    "    stablehlo.return %4 : tensor<i32>\n"
		    "  }) : (tensor<i32>) -> tensor<i32>\n"
		    "  %2 = \"stablehlo.case\"(%1) ({\n"
		    "    %5 = stablehlo.negate %a : tensor<4xf32>\n"
		    "    stablehlo.return %5 : tensor<4xf32>\n"
		    "  }) : (tensor<i32>) -> tensor<4xf32>\n"
		    "  return %2 : tensor<4xf32>\n"
		    "}\n");
	cr_expect_eq(module->entry->root->opcode, OPCODE_CALL);
	arena_drop(&arena);
}

Test(stablehlo, expands_dims_as_xla_does)
{
	struct arena arena = {0};
	struct module *module =
	    read_text(&arena, "func.func @main(%a: tensor<4x1xf32>) -> tensor<4x8xf32> {\n"
	                      "  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : "
	                      "(tensor<4x1xf32>) -> tensor<4x8xf32>\n"
	                      "  return %0 : tensor<4x8xf32>\n"
	                      "}\n");
	const struct instruction *last = module->entry->root;
	cr_expect_eq(last->opcode, OPCODE_BROADCAST);
	cr_expect_eq(last->ndims, 1);
	cr_expect_eq(last->operands[0]->opcode, OPCODE_RESHAPE);
	cr_expect_eq(last->operands[0]->operands[0]->opcode, OPCODE_BROADCAST);
	arena_drop(&arena);
}

/* As jaxlib 0.12 prints the groups of a collective. */
Test(stablehlo, reads_groups_along_axes)
{
	struct arena arena = {0};
	struct module *module = read_text(
	    &arena,
	    "sdy.mesh @m = <[\"x\"=2, \"y\"=4]>\n"
	    "func.func @main(%a: tensor<8xf32>) -> tensor<16xf32> {\n"
	    "  %0 = \"stablehlo.all_gather\"(%a) <{all_gather_dim = 0 : i64, replica_groups = "
	    "#stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "
	    "\"y\", sub_axis_info = (1)2>]>, use_global_device_ids}> : (tensor<8xf32>) -> "
	    "tensor<16xf32>\n"
	    "  return %0 : tensor<16xf32>\n"
	    "}\n");
	static const int64_t expected[] = {0, 2, 1, 3, 4, 6, 5, 7};
	const struct collective_numbers *numbers = module->entry->root->collective;
	cr_assert_eq(numbers->ngroups, 4);
	cr_assert_eq(numbers->group_size, 2);
	cr_expect_arr_eq(numbers->groups, expected, sizeof expected);
	arena_drop(&arena);
}

/* Of more than a hundred numbers the bytes are written. */
Test(stablehlo, reads_pairs_written_as_bytes)
{
	enum { PAIRS = 51 };
	struct arena arena = {0};
	struct buf text = {.arena = &arena};
	buf_puts(&text, "func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {\n"
	                "  %0 = \"stablehlo.collective_permute\"(%a) <{source_target_pairs = "
	                "dense<\"0x");
	for (int i = 0; i < PAIRS; i++)
		buf_printf(&text, "%02X00000000000000%02X01000000000000", i, PAIRS - i);
	buf_printf(&text,
	           "\"> : tensor<%dx2xi64>}> : (tensor<8xf32>) -> tensor<8xf32>\n"
	           "  return %%0 : tensor<8xf32>\n}\n",
	           PAIRS);
	buf_putc(&text, '\0');
	struct module *module = read_text(&arena, text.data);
	const struct collective_numbers *numbers = module->entry->root->collective;
	cr_assert_eq(numbers->npairs, PAIRS);
	cr_expect_eq(numbers->pairs[2 * 17], 17);
	cr_expect_eq(numbers->pairs[2 * 17 + 1], 256 + PAIRS - 17);
	check_wrong("func.func @main(%a: tensor<2xf32>) {\n"
	            "  %0 = \"stablehlo.collective_permute\"(%a) <{source_target_pairs = "
	            "dense<\"0x00\"> : tensor<2x2xi64>}> : (tensor<2xf32>) -> "
	            "tensor<2xf32>\n  return\n}\n",
	            "dense<", "expected a list of integers");
	arena_drop(&arena);
}

Test(stablehlo, reads_integers_without_a_sign)
{
	struct arena arena = {0};
	(void)read_text(&arena, "func.func @main() -> tensor<ui64> {\n"
	                        "  %c = stablehlo.constant dense<18446744073709551615> : "
	                        "tensor<ui64>\n  return %c : tensor<ui64>\n}\n");
	check_wrong("func.func @main() -> tensor<ui64> {\n"
	            "  %c = stablehlo.constant dense<18446744073709551616> : tensor<ui64>\n"
	            "  return %c : tensor<ui64>\n}\n",
	            "18446744073709551616",
	            "expected an integer of 64 bits, not '18446744073709551616'");
	arena_drop(&arena);
}

/* As jax.export writes operations of CHLO, so that older releases can read them. */
Test(stablehlo, recomposes_what_was_exported)
{
	struct arena arena = {0};
	struct module *module = read_text(
	    &arena,
	    "func.func @main(%a: tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>) {\n"
	    "  %0:2 = stablehlo.composite \"chlo.top_k\" %a {composite_attributes = {k = 2 : "
	    "i64}, decomposition = @f, version = 1 : i32} : (tensor<4x8xf32>) -> "
	    "(tensor<4x2xf32>, tensor<4x2xi32>)\n"
	    "  return %0#0, %0#1 : tensor<4x2xf32>, tensor<4x2xi32>\n"
	    "}\n");
	cr_expect_eq(find(module->entry, OPCODE_TOPK)->index, 2);
	arena_drop(&arena);
}

/* Functions that each call the next one twice. */
Test(stablehlo, gives_up_on_calls_that_go_on_forever)
{
	struct arena arena = {0};
	struct diags diags = diags_make(&arena);
	struct buf text = {.arena = &arena};
	for (int i = 0; i < 60; i++)
		buf_printf(&text,
		           "func.func @%s%d(%%a: tensor<f32>) -> tensor<f32> {\n"
		           "  %%0 = call @f%d(%%a) : (tensor<f32>) -> tensor<f32>\n"
		           "  %%1 = call @f%d(%%0) : (tensor<f32>) -> tensor<f32>\n"
		           "  return %%1 : tensor<f32>\n}\n",
		           i ? "f" : "g", i, i + 1, i + 1);
	buf_puts(&text, "func.func @f60(%a: tensor<f32>) -> tensor<f32> {\n"
	                "  return %a : tensor<f32>\n}\n");
	cr_expect_null(stablehlo_read(&arena, buf_str(&text), &diags));
	cr_assert_eq(diags.count, 1);
	cr_expect(str_starts_with(diags.first->message, STR("calls of functions")));
	arena_drop(&arena);
}

Test(stablehlo, says_what_does_not_fit)
{
	check_wrong("sdy.mesh @m = <[\"x\"=2]>\n"
	            "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
	            "  %0 = sdy.sharding_constraint %a <@m, [{\"x\"}, {}]> : tensor<4xf32>\n"
	            "  return %0 : tensor<4xf32>\n}\n",
	            "%0 = ", "a sharding of 2 dims on value 0, which has 1");
	check_wrong("func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
	            "  return %b : tensor<2xf32>\n}\n",
	            "%b", "%b is not defined here");
	check_wrong("module @m {\n  func.func @main() {\n", "",
	            "expected '}', but the text ends here");
	check_wrong("func.func @main(%a: tensor<?xf32>) {\n  return\n}\n", "?xf32",
	            "a dim without a size");
	check_wrong("func.func @main() {\n  call @main() : () -> ()\n  return\n}\n", "call",
	            "@main calls itself");
	check_wrong("ML\xef\x52\x01", "ML",
	            "the file is MLIR bytecode: write the program as text, by .mlir_module() of "
	            "jax.export or .as_text() of what jit lowers");
	check_wrong("sdy.mesh @m = <[\"x\"=2]> [unknown]\n", "[unknown]",
	            "locations as pretty_debug_info prints them, which MLIR does not read either: "
	            "print the module without it");
	check_wrong("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
	            "  %0 = stablehlo.add %a : tensor<4xf32>\n  return %0 : tensor<4xf32>\n}\n",
	            "%0 = ", "add: another number of operands than it takes");
	check_wrong("func.func @main(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {\n"
	            "  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : "
	            "(tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>\n"
	            "  return %0 : tensor<4x8xf32>\n}\n",
	            "%0 = ", "dim 1 of the left operand has 8 elements, dim 0 of the right one 4");
	check_wrong("sdy.mesh @m = <[\"x\"=2]>\nsdy.mesh @m = <[\"x\"=4]>\n", "<[\"x\"=4]>",
	            "there are two meshes @m");
}

/* Numbers are names like others: given once, gone with their region, and no two are one. */
Test(stablehlo, knows_values_by_their_numbers)
{
	check_wrong("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
	            "  %7 = stablehlo.negate %a : tensor<4xf32>\n"
	            "  %7 = stablehlo.negate %7 : tensor<4xf32>\n  return %7 : tensor<4xf32>\n}\n",
	            "%7 = stablehlo.negate %7", "%7 is defined twice");
	check_wrong("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
	            "  %7 = stablehlo.negate %a : tensor<4xf32>\n  return %07 : tensor<4xf32>\n}\n",
	            "%07", "%07 is not defined here");
	check_wrong("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
	            "  %70000000000 = stablehlo.negate %a : tensor<4xf32>\n"
	            "  return %70000000001 : tensor<4xf32>\n}\n",
	            "%70000000001", "%70000000001 is not defined here");
	check_wrong(
	    "func.func @main(%a: tensor<4xf32>, %0: tensor<f32>) -> tensor<f32> {\n"
	    "  %900 = stablehlo.reduce(%a init: %0) across dimensions = [0] : (tensor<4xf32>, "
	    "tensor<f32>) -> tensor<f32>\n"
	    "   reducer(%1: tensor<f32>, %2: tensor<f32>) {\n"
	    "    %3 = stablehlo.add %1, %2 : tensor<f32>\n"
	    "    stablehlo.return %3 : tensor<f32>\n  }\n"
	    "  return %3 : tensor<f32>\n}\n",
	    "%3 : tensor<f32>\n}\n", "%3 is not defined here");
}

/* What others' operations and types look like, and what is left out of a text, is not known, and
 * not wrong. */
Test(stablehlo, knows_what_it_does_not_know)
{
	check_wrong(
	    "func.func @main(%a: tensor<2xf32>) {\n"
	    "  %0 = linalg.generic {a = 1} ins(%a : tensor<2xf32>) outs(%a : tensor<2xf32>) {"
	    "\n  ^bb0(%b: f32):\n    linalg.yield %b : f32\n  } -> tensor<2xf32>\n"
	    "  return\n}\n",
	    "linalg.generic", "how linalg.generic is written is not known");
	check_wrong("func.func @main(%a: tensor<8x!quant.uniform<i8:f32, 0.1:3>>) {\n  return\n}\n",
	            "!quant", "the element type !quant.uniform is not known");
	check_wrong("func.func @main(%a: tensor<2xf32>) {\n"
	            "  %0 = \"stablehlo.collective_permute\"(%a) <{source_target_pairs = "
	            "dense_resource<__elided__> : tensor<2x2xi64>}> : (tensor<2xf32>) -> "
	            "tensor<2xf32>\n  return\n}\n",
	            "%0 = ", "its devices are not written where it stands");
	check_wrong("func.func @main(%a: tensor<2xf32>) {\n"
	            "  call @f(%a) {mhlo.frontend_attributes = {inlineable = \"false\"}} : "
	            "(tensor<2xf32>) -> ()\n  return\n}\n"
	            "func.func private @f(%a: tensor<2xf32>) {\n  return\n}\n",
	            "call", "a call that the compiler does not inline");
	check_wrong("func.func @main(%a: !torch.vtensor<[8],f32>) -> !torch.vtensor<[8],f32> {\n"
	            "  return %a : !torch.vtensor<[8],f32>\n}\n",
	            "!torch.vtensor", "the type !torch.vtensor is not known");
}

/* What a text of an operation of others seems to say, and does not fit what comes with it, is how
 * they write it. */
Test(stablehlo, does_not_blame_what_others_write)
{
	check_wrong("func.func @main(%a: f64) -> f32 {\n"
	            "  %0 = llvm.fptrunc %a : f64 to f32\n  return %0 : f32\n}\n",
	            "llvm.fptrunc", "how llvm.fptrunc is written is not known");
	check_wrong("func.func @main(%a: tensor<2xf32>) -> tensor<2xi1> {\n"
	            "  %0 = arith.cmpf oeq, %a, %a : tensor<2xf32>\n"
	            "  return %0 : tensor<2xi1>\n}\n",
	            "arith.cmpf", "how arith.cmpf is written is not known");
	check_wrong("func.func @main(%a: tensor<2xf32>, %n: i64) -> tensor<2xf32> {\n"
	            "  %0 = my.launch @k blocks in (%n) (%a) : (tensor<2xf32>) -> tensor<2xf32>\n"
	            "  return %0 : tensor<2xf32>\n}\n",
	            "my.launch", "how my.launch is written is not known");
	check_wrong("func.func @main(%p: tensor<i1>, %a: tensor<f64>) -> tensor<f64> {\n"
	            "  %0 = my.if (%p) ({\n    my.yield %a : tensor<f64>\n  }) : (tensor<i1>) -> "
	            "tensor<f64>\n  return %0 : tensor<f64>\n}\n",
	            "my.if", "how my.if is written is not known");
}

/* Their regions are none of branches or loops, whatever they are called. */
Test(stablehlo, takes_no_operation_of_others_for_control_flow)
{
	static const char *const names[] = {"my.if", "my.case", "my.while",
	                                    "my.manual_computation"};
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct arena arena = {0};
		struct str text =
		    str_format(&arena,
		               "func.func @main(%%a: tensor<f32>) -> tensor<f32> {\n"
		               "  %%0 = \"%s\"(%%a) ({\n  ^bb0(%%b: tensor<f32>):\n"
		               "    %%1 = stablehlo.add %%b, %%b : tensor<f32>\n"
		               "    stablehlo.return %%1 : tensor<f32>\n  }) : (tensor<f32>) -> "
		               "tensor<f32>\n  return %%0 : tensor<f32>\n}\n",
		               names[i]);
		const struct instruction *root = read_text(&arena, text.s)->entry->root;
		cr_expect_eq(root->opcode, OPCODE_UNKNOWN, "%s", names[i]);
		arena_drop(&arena);
	}
}

Test(stablehlo, passes_comparisons_in_the_attributes_of_others)
{
	struct arena arena = {0};
	read_text(&arena, "#set = affine_set<(d0) : (-d0 + 89 >= 0, d0 - 1 >= 0)>\n"
	                  "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
	                  "  return %a : tensor<2xf32>\n}\n");
	arena_drop(&arena);
}

/* As jaxlib 0.10.2 and 0.12.0.1 have it in HLO. */
Test(stablehlo, exchanges_along_one_dim_and_joins_along_another)
{
	struct arena arena = {0};
	struct module *module = read_text(
	    &arena,
	    "module {\n  func.func public @main(%a: tensor<6x8xf32>) -> tensor<12x4xf32> {\n"
	    "    %0 = \"stablehlo.all_to_all\"(%a) <{concat_dimension = 0 : i64, replica_groups = "
	    "dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> "
	    ": (tensor<6x8xf32>) -> tensor<12x4xf32>\n"
	    "    return %0 : tensor<12x4xf32>\n  }\n}\n");
	const struct instruction *root = module->entry->root;
	cr_assert_eq(root->opcode, OPCODE_RESHAPE);
	const struct instruction *brought = root->operands[0];
	cr_assert_eq(brought->opcode, OPCODE_TRANSPOSE);
	cr_expect_arr_eq(brought->dims, ((int64_t[]){1, 0, 2}), sizeof(int64_t[3]));
	cr_expect_arr_eq(brought->operands[0]->shape->dims, ((int64_t[]){6, 2, 4}),
	                 sizeof(int64_t[3]));
	const struct instruction *exchange = brought->operands[0]->operands[0];
	cr_assert_eq(exchange->opcode, OPCODE_ALL_TO_ALL);
	cr_expect_arr_eq(exchange->shape->dims, ((int64_t[]){6, 8}), sizeof(int64_t[2]));
	arena_drop(&arena);
}

Test(stablehlo, braces_in_texts_end_no_body)
{
	struct arena arena = {0};
	struct module *module = read_text(
	    &arena,
	    "module {\n"
	    "  func.func private @other() -> tensor<f32> {\n"
	    "    %0 = stablehlo.constant {a = \"}\\\"}{\", b = {c = 1}} dense<1.0> : tensor<f32>\n"
	    "    return %0 : tensor<f32>\n"
	    "  }\n"
	    "  func.func public @main() -> tensor<f32> {\n"
	    "    %0 = call @other() : () -> tensor<f32> loc(#loc1)\n"
	    "    return %0 : tensor<f32>\n"
	    "  }\n"
	    "}\n"
	    "#loc1 = loc(fused[\n  \"a.py\":1:2])\n");
	cr_expect_eq(find(module->entry, OPCODE_CONSTANT)->literal.one, 1);
	arena_drop(&arena);
}

Test(stablehlo, says_that_a_text_in_a_body_does_not_end)
{
	check_wrong("module {\n  func.func @main() {\n    \"a}\n", "\"a}\n",
	            "a text in quotes that does not end");
}

#define FUNCTION(name)                                                     \
	"  func.func public @" name "(%a: tensor<f32>) -> tensor<f32> {\n" \
	"    %0 = stablehlo." name " %a : tensor<f32>\n    return %0 : tensor<f32>\n  }\n"

Test(stablehlo, passes_modules_in_modules)
{
	struct arena arena = {0};
	struct module *module = read_text(
	    &arena, "module @outer {\n  sdy.mesh @m = <[\"x\"=2]>\n"
		    "  module @inner attributes {a = 1} {\n  sdy.mesh @m = <[\"x\"=4]>\n" FUNCTION(
			"sine") "  }\n"
				"  \"builtin.module\"() <{sym_name = \"g\"}> ({\n" FUNCTION(
				    "sine") "  }) : () -> ()\n" FUNCTION("cosine") "}\n");
	cr_expect(str_equal(module->name, STR("outer")));
	cr_expect_eq(module->mesh->count, 2);
	find(module->entry, OPCODE_COS);
	arena_drop(&arena);
	check_wrong("module {\n  module {\n" FUNCTION("sine") "  }\n}", "",
	            "expected a function, but the text ends here");
}

Test(stablehlo, keeps_what_moves_to_the_host_though_nobody_uses_it)
{
	struct arena arena = {0};
	struct module *module = read_text(
	    &arena, "func.func @main(%a: tensor<f32>, %t: !stablehlo.token) -> tensor<f32> {\n"
		    "  %0 = \"stablehlo.outfeed\"(%a, %t) {outfeed_config = \"\"} : (tensor<f32>, "
		    "!stablehlo.token) -> !stablehlo.token\n"
		    "  return %a : tensor<f32>\n}\n");
	cr_expect(find(module->entry, OPCODE_UNKNOWN)->has_side_effect);
	arena_drop(&arena);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_work.h"

#include <math.h>
#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include "plan/module/module_mesh.h"
#include "plan/module/module_plan.h"
#include "plan/module/module_read.h"

/* A text planned on hardware, or on none. */
static const struct plan *plan_text(struct arena *arena, struct str text, const char *hardware)
{
	static const struct plan_options options = {.setting.cost = COST_TEXTBOOK};
	struct arena scratch = {0};
	struct diags diags = diags_make(arena);
	struct jax_rules rules = jax_newest_rules();
	struct source *source = arena_new(arena, struct source, 1);
	*source = (struct source){STR("m"), text};
	struct module *module = module_read(arena, source, &rules, &diags);
	cr_assert_not_null(module, "%s", diags.first ? diags.first->message.s : "");
	const struct named_mesh *mesh = module_mesh(arena, module);
	const struct source spec = {STR("mesh"), module_mesh_spec(arena, mesh)};
	struct check_options check = {0};
	if (hardware)
		check.overrides.hardware = str_of(hardware);
	struct check_result checked = check_source(arena, &scratch, &spec, &check);
	const struct plan *plan =
	    plan_module(arena, &scratch, module, mesh, source, &checked, &options);
	arena_drop(&scratch);
	return plan;
}

static const char dot[] = "%d = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : "
			  "(tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>\n";

/* Of a function that returns %d, of 8 by 4, and the value of a name and a type. */
static struct operation_work work_of(struct arena *arena, const char *body, const char *name,
                                     const char *type)
{
	struct str text =
	    str_format(arena,
	               "module @m {\n sdy.mesh @mesh = <[\"x\"=2]>\n func.func public @main(%%a: "
	               "tensor<8x16xf32>, %%b: tensor<16x4xf32>, %%i: tensor<2x3x9x9xf32>, %%k: "
	               "tensor<5x3x3x3xf32>) -> (tensor<8x4xf32>, %s) {\n%s%sreturn %%d, %s : "
	               "tensor<8x4xf32>, %s\n}\n}\n",
	               type, dot, body, name, type);
	return plan_text(arena, text, NULL)->module->written;
}

static const struct {
	const char *what, *body, *name, *type;
	double flops, transcendentals;
} counted[] = {
    {"a product and a sum for each pair", "", "%d", "tensor<8x4xf32>", 2.0 * 8 * 4 * 16, 0},
    {"an element each", "%e = stablehlo.add %d, %d : tensor<8x4xf32>\n", "%e", "tensor<8x4xf32>",
     1024 + 32, 0},
    {"nothing of what is not used", "%e = stablehlo.add %d, %d : tensor<8x4xf32>\n", "%d",
     "tensor<8x4xf32>", 1024, 0},
    {"exponentials apart", "%e = stablehlo.exponential %d : tensor<8x4xf32>\n", "%e",
     "tensor<8x4xf32>", 1024, 32},
    {"all but the first of what is reduced",
     "%c = stablehlo.constant dense<0.0> : tensor<f32>\n"
     "%r = stablehlo.reduce(%d init: %c) applies stablehlo.add across dimensions = [1] : "
     "(tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>\n",
     "%r", "tensor<8xf32>", 1024 + 24, 0},
    {"a convolution without what meets its padding",
     "%v = stablehlo.convolution(%i, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], "
     "window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : "
     "i64} : (tensor<2x3x9x9xf32>, tensor<5x3x3x3xf32>) -> tensor<2x5x9x9xf32>\n",
     "%v", "tensor<2x5x9x9xf32>", 1024 + 2.0 * 2 * 3 * 5 * 25 * 25, 0},
};

ParameterizedTestParameters(module_work, is_what_xla_counts)
{
	static int indices[COUNT_OF(counted)];
	for (int i = 0; i < (int)COUNT_OF(counted); i++)
		indices[i] = i;
	return cr_make_param_array(int, indices, COUNT_OF(counted));
}

ParameterizedTest(int *index, module_work, is_what_xla_counts)
{
	struct arena arena = {0};
	struct operation_work work =
	    work_of(&arena, counted[*index].body, counted[*index].name, counted[*index].type);
	cr_expect_eq(work.flops, counted[*index].flops, "%s: %g", counted[*index].what, work.flops);
	cr_expect_eq(work.transcendentals, counted[*index].transcendentals, "%s: %g",
	             counted[*index].what, work.transcendentals);
	arena_drop(&arena);
}

/* ---- Programs planned by hand ---- */

/*
 * The MLP of Megatron on 4 ways of tensor parallelism, B = 64, D = 256, F = 1024, as the book
 * counts it: 2BDF/4 for each of both products, and an all-reduce of the B x D sums.
 */
static const char megatron[] =
    "module @m {\n"
    " sdy.mesh @mesh = <[\"model\"=4]>\n"
    " func.func public @main(%x: tensor<64x256xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, "
    "{}]>},"
    " %up: tensor<256x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"model\"}]>},"
    " %down: tensor<1024x256xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{\"model\"}, {}]>})"
    " -> tensor<64x256xbf16> {\n"
    "  %h = stablehlo.dot_general %x, %up, contracting_dims = [1] x [0] : (tensor<64x256xbf16>,"
    " tensor<256x1024xbf16>) -> tensor<64x1024xbf16>\n"
    "  %a = stablehlo.tanh %h : tensor<64x1024xbf16>\n"
    "  %y = stablehlo.dot_general %a, %down, contracting_dims = [1] x [0] : (tensor<64x1024xbf16>,"
    " tensor<1024x256xbf16>) -> tensor<64x256xbf16>\n"
    "  return %y : tensor<64x256xbf16>\n"
    " }\n"
    "}\n";

Test(module_work, of_a_megatron_mlp_is_what_the_book_says)
{
	struct arena arena = {0};
	const struct plan *plan = plan_text(&arena, str_of(megatron), "v5e-4");
	const struct module_cost *cost = plan->module->cost;
	double product = 2.0 * 64 * 256 * 1024 / 4;
	/* And what the all-reduce adds up. */
	cr_expect_eq(cost->work.flops, 2 * product + 64 * 256, "%g", cost->work.flops);
	cr_expect_eq(cost->work.transcendentals, 64 * 1024 / 4);
	cr_expect_eq(plan->steps.count, 1);
	cr_expect(str_equal(plan->steps.first->kind, STR("all-reduce")));
	cr_expect_eq(plan->steps.first->result_bytes, 2 * 64 * 256);
	/* x, w and h; then h once more for tanh, a; then a, w and y. */
	double h = 2 * 64 * 256, x = 2 * 64 * 256, w = 2 * 256 * 256;
	cr_expect_eq(cost->bytes, (x + w + h) + (h + h) + (h + w + x), "%g", cost->bytes);
	cr_expect_float_eq(cost->seconds.compute, 2 * product / 1.97e14, 1e-12);
	cr_expect_float_eq(cost->seconds.communication, plan->steps.seconds.expected, 1e-12);
	cr_expect_eq(cost->temporaries, (int64_t)(2 * h));
	arena_drop(&arena);
}

/* Layers of FSDP in a loop: each gathers its weights of D x D, and keeps its part of the batch. */
static const char fsdp[] =
    "module @m {\n"
    " sdy.mesh @mesh = <[\"data\"=4]>\n"
    " func.func public @main(%x: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, "
    "[{\"data\"},"
    " {}]>}, %w: tensor<6x128x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"data\"}, {}]>})"
    " -> tensor<64x128xf32> {\n"
    "  %c = stablehlo.constant dense<0> : tensor<i32>\n"
    "  %r:3 = stablehlo.while(%i = %c, %h = %x, %v = %w) : tensor<i32>, tensor<64x128xf32>,"
    " tensor<6x128x128xf32>\n"
    "  cond {\n"
    "   %n = stablehlo.constant dense<6> : tensor<i32>\n"
    "   %l = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
    "   stablehlo.return %l : tensor<i1>\n"
    "  } do {\n"
    "   %z = stablehlo.constant dense<0> : tensor<i32>\n"
    "   %s = stablehlo.dynamic_slice %v, %i, %z, %z, sizes = [1, 128, 128] : "
    "(tensor<6x128x128xf32>,"
    " tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x128x128xf32>\n"
    "   %m = stablehlo.reshape %s : (tensor<1x128x128xf32>) -> tensor<128x128xf32>\n"
    "   %y = stablehlo.dot_general %h, %m, contracting_dims = [1] x [0] : (tensor<64x128xf32>,"
    " tensor<128x128xf32>) -> tensor<64x128xf32>\n"
    "   %o = stablehlo.constant dense<1> : tensor<i32>\n"
    "   %k = stablehlo.add %i, %o : tensor<i32>\n"
    "   stablehlo.return %k, %y, %v : tensor<i32>, tensor<64x128xf32>, tensor<6x128x128xf32>\n"
    "  }\n"
    "  return %r#1 : tensor<64x128xf32>\n"
    " }\n"
    "}\n";

Test(module_work, of_layers_counts_every_round)
{
	struct arena arena = {0};
	const struct plan *plan = plan_text(&arena, str_of(fsdp), NULL);
	const struct module_cost *cost = plan->module->cost;
	double layer = 2.0 * 64 / 4 * 128 * 128;
	cr_expect(cost->work.flops >= 6 * layer && cost->work.flops < 6 * layer + 100, "%g",
	          cost->work.flops);
	cr_expect(cost->work_once.flops >= layer && cost->work_once.flops < layer + 100);
	cr_expect_eq(cost->ncollectives, 1);
	cr_expect_eq(cost->collectives[0].count, 6);
	cr_expect_eq(cost->collectives[0].received, 6.0 * 4 * 128 * 128 * 3 / 4);
	cr_expect_not(cost->seconds.known);
	/* What is gathered of one layer is there at a time, beside its slice; h is in place. */
	cr_expect_geq(cost->temporaries, 4 * 128 * 128);
	cr_expect_leq(cost->temporaries, 4 * 128 * 128 * 3 / 2 + 100);
	arena_drop(&arena);
}

Test(module_work, of_an_exchange_of_experts_is_two_all_to_alls)
{
	static const char experts[] =
	    "HloModule m, num_partitions=4\n\nENTRY %m {\n"
	    "%t = f32[4,32,64] parameter(0)\n%w = f32[1,64,64] parameter(1)\n"
	    "%a = f32[4,32,64] all-to-all(%t), replica_groups={{0,1,2,3}}, dimensions={0}\n"
	    "%r = f32[1,128,64] reshape(%a)\n"
	    "%d = f32[1,128,64] dot(%r, %w), lhs_batch_dims={0}, rhs_batch_dims={0}, "
	    "lhs_contracting_dims={2}, rhs_contracting_dims={1}\n"
	    "%s = f32[4,32,64] reshape(%d)\n"
	    "ROOT %b = f32[4,32,64] all-to-all(%s), replica_groups={{0,1,2,3}}, "
	    "dimensions={0}\n}\n";
	struct arena arena = {0};
	const struct plan *plan = plan_text(&arena, str_of(experts), "v5e-4");
	const struct module_cost *cost = plan->module->cost;
	int64_t tokens = 4 * 4 * 32 * 64;
	cr_expect_eq(cost->work.flops, 2.0 * 128 * 64 * 64);
	cr_expect_eq(plan->steps.count, 2);
	cr_expect_eq(plan->steps.bytes_moved, 2 * tokens * 3 / 4);
	cr_expect_eq(cost->temporaries, 2 * tokens);
	arena_drop(&arena);
}

/* XLA makes a multiplication of it, which what adds up computes on the way. */
Test(module_work, of_a_product_that_contracts_nothing_is_not_written)
{
	static const char text[] =
	    "module @m {\n"
	    " func.func public @main(%x: tensor<64x32xf32>, %y: tensor<64x16xf32>)"
	    " -> tensor<32x16xf32> {\n"
	    "  %p = stablehlo.dot_general %x, %y, batching_dims = [0] x [0] : (tensor<64x32xf32>,"
	    " tensor<64x16xf32>) -> tensor<64x32x16xf32>\n"
	    "  %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
	    "  %s = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [0] :"
	    " (tensor<64x32x16xf32>, tensor<f32>) -> tensor<32x16xf32>\n"
	    "  return %s : tensor<32x16xf32>\n"
	    " }\n"
	    "}\n";
	struct arena arena = {0};
	const struct module_cost *cost = plan_text(&arena, str_of(text), "v5e-4")->module->cost;
	cr_expect_eq(cost->temporaries, 0, "%lld", (long long)cost->temporaries);
	cr_expect_eq(cost->bytes, 4.0 * (64 * 32 + 64 * 16 + 32 * 16), "%g", cost->bytes);
	arena_drop(&arena);
}

/* scaling-book roofline.md, question 2: with weights of int8 a product of bf16 is bound by what it
 * computes from a batch of 120 on, which it is not if bf16 weights are written on the way. */
Test(module_work, of_weights_that_are_stored_in_few_bits_reads_these)
{
	struct arena arena = {0};
	const struct module_cost *cost =
	    plan_text(&arena,
	              STR("module @m {\n sdy.mesh @mesh = <[\"x\"=1]>\n func.func public @main("
	                  "%x: tensor<64x4096xbf16>, %w: tensor<4096x8192xi8>) -> "
	                  "tensor<64x8192xbf16> {\n%v = stablehlo.convert %w : "
	                  "(tensor<4096x8192xi8>) -> tensor<4096x8192xbf16>\n%y = "
	                  "stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : "
	                  "(tensor<64x4096xbf16>, tensor<4096x8192xbf16>) -> "
	                  "tensor<64x8192xbf16>\nreturn %y : tensor<64x8192xbf16>\n}\n}\n"),
	              "v5e-1")
		->module->cost;
	cr_expect_float_eq(cost->bytes, 64 * 4096 * 2 + 4096 * 8192 + 64 * 8192 * 2, 0.5, "%g",
	                   cost->bytes);
	cr_expect_eq(cost->temporaries, 0, "%lld", (long long)cost->temporaries);
	arena_drop(&arena);
}

/* Of 2 * 64^3 operations: TF32 at half of the rate of bf16 on H100, FP32 at an eighth on MI300X. */
Test(module_work, float32_is_multiplied_as_the_chip_does_by_default)
{
	static const struct {
		const char *hardware, *element;
		double rate;
	} rows[] = {{"v5e-1", "f32", 1.97e14},
	            {"h100-1", "bf16", 9.9e14},
	            {"h100-1", "f32", 4.95e14},
	            {"a100-1", "f32", 1.56e14},
	            {"mi300x-1", "f32", 1.634e14}};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena arena = {0};
		const char *e = rows[i].element;
		struct str text = str_format(
		    &arena,
		    "module @m {\n func.func public @main(%%x: tensor<64x64x%s>) -> "
		    "tensor<64x64x%s> {\n%%y = stablehlo.dot_general %%x, %%x, "
		    "contracting_dims = [1] x [0] : (tensor<64x64x%s>, tensor<64x64x%s>) "
		    "-> tensor<64x64x%s>\nreturn %%y : tensor<64x64x%s>\n}\n}\n",
		    e, e, e, e, e, e);
		const struct module_cost *cost =
		    plan_text(&arena, text, rows[i].hardware)->module->cost;
		double wanted = 2.0 * 64 * 64 * 64 / rows[i].rate;
		cr_expect(fabs(cost->seconds.compute / wanted - 1) < 1e-9, "%s %s: %g s",
		          rows[i].hardware, e, cost->seconds.compute);
		arena_drop(&arena);
	}
}

Test(module_work, bound_is_the_longest)
{
	struct work_seconds seconds = {true, 3, 2, 3, 2};
	cr_expect_eq(work_bound(&seconds), BOUND_COMPUTE);
	seconds.memory = 4;
	cr_expect_eq(work_bound(&seconds), BOUND_MEMORY);
	seconds.communication = 5;
	cr_expect_eq(work_bound(&seconds), BOUND_COMMUNICATION);
	seconds.known = false;
	cr_expect_eq(work_bound(&seconds), BOUND_NONE);
}

/* Two layers whose weights are gathered. */
static const char gathered_layers[] =
    "module @m {\n sdy.mesh @mesh = <[\"x\"=4]>\n"
    " func.func public @main(\n"
    "  %a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>},\n"
    "  %v: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>},\n"
    "  %w: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>})\n"
    "  -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}) {\n"
    "%y = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : "
    "(tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>\n"
    "%z = stablehlo.dot_general %y, %w, contracting_dims = [1] x [0] : "
    "(tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>\n"
    "return %z : tensor<8x16xf32>\n}\n}\n";

Test(module_work, weights_are_gathered_at_the_start_on_cpu_and_where_they_are_used_elsewhere)
{
	enum { WEIGHT = 4 * 16 * 16, BETWEEN = 4 * 2 * 16 };
	struct arena arena = {0};
	const struct str text = STR(gathered_layers);
	const struct module_cost *cost = plan_text(&arena, text, NULL)->module->cost;
	cr_expect_eq(cost->temporaries, 2 * WEIGHT + BETWEEN, "%lld", (long long)cost->temporaries);
	cr_expect(cost->breadth_first);
	cost = plan_text(&arena, text, "v5e-4")->module->cost;
	cr_expect_eq(cost->temporaries, WEIGHT + BETWEEN, "%lld", (long long)cost->temporaries);
	cr_expect_not(cost->breadth_first);
	arena_drop(&arena);
}

#define PRODUCT(to, x, y)                                                                 \
	"%" to " = stablehlo.dot_general %" x ", %" y ", contracting_dims = [1] x [0] : " \
	"(tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>\n"
#define SUM(to, x)                                                                  \
	"%" to " = stablehlo.reduce(%" x " init: %c) applies stablehlo.add across " \
	"dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>\n"

/* A loss that is read early, and returned behind what is computed later. */
static const char early_loss[] =
    "module @m {\n sdy.mesh @mesh = <[\"x\"=4]>\n"
    " func.func public @main(%a: tensor<64x64xf32>) -> (tensor<f32>, tensor<f32>) {\n"
    "%c = stablehlo.constant dense<0.0> : tensor<f32>\n" PRODUCT("y", "a", "a") SUM("loss", "y")
	PRODUCT("z", "a", "y") PRODUCT("u", "z", "z")
	    SUM("other", "u") "return %other, %loss : tensor<f32>, tensor<f32>\n}\n}\n";

Test(module_work, values_end_where_the_text_reads_them_last)
{
	enum { SQUARE = 4 * 64 * 64 };
	struct arena arena = {0};
	const struct module_cost *cost = plan_text(&arena, STR(early_loss), "v5e-4")->module->cost;
	cr_expect_eq(cost->temporaries, 2 * SQUARE, "%lld", (long long)cost->temporaries);
	arena_drop(&arena);
}

/* A loop that reads a product which it does not change, or only hands it on. */
#define LOOP(step)                                                                            \
	"module @m {\n sdy.mesh @mesh = <[\"x\"=4]>\n"                                        \
	" func.func public @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> "           \
	"tensor<64x64xf32> {\n" PRODUCT(                                                      \
	    "y", "a",                                                                         \
	    "a") "%i = stablehlo.constant dense<0> : tensor<i32>\n"                           \
		 "%r:3 = \"stablehlo.while\"(%i, %b, %y) ({\n"                                \
		 "^bb0(%n: tensor<i32>, %s: tensor<64x64xf32>, %k: tensor<64x64xf32>):\n"     \
		 "%m = stablehlo.constant dense<3> : tensor<i32>\n"                           \
		 "%t = stablehlo.compare LT, %n, %m, SIGNED : (tensor<i32>, tensor<i32>) -> " \
		 "tensor<i1>\n"                                                               \
		 "stablehlo.return %t : tensor<i1>\n}, {\n"                                   \
		 "^bb0(%n: tensor<i32>, %s: tensor<64x64xf32>, %k: tensor<64x64xf32>):\n"     \
		 "%o = stablehlo.constant dense<1> : tensor<i32>\n"                           \
		 "%j = stablehlo.add %n, %o : tensor<i32>\n" step                             \
		 "stablehlo.return %j, %p, %k : tensor<i32>, tensor<64x64xf32>, "             \
		 "tensor<64x64xf32>\n"                                                        \
		 "}) : (tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>) -> "               \
		 "(tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>)\n"                      \
		 "return %r#1 : tensor<64x64xf32>\n}\n}\n"

Test(module_work, what_a_loop_hands_on_stays_while_it_is_read)
{
	struct arena arena = {0};
	const struct str read = STR(LOOP(PRODUCT("p", "s", "k")));
	const struct str unread = STR(LOOP(PRODUCT("p", "s", "s")));
	int64_t with = plan_text(&arena, read, NULL)->module->cost->temporaries;
	int64_t without = plan_text(&arena, unread, NULL)->module->cost->temporaries;
	cr_expect_eq(with - without, 4 * 64 * 64, "%lld, %lld", (long long)with,
	             (long long)without);
	arena_drop(&arena);
}

/* HLO from after partitioning: a sum over devices, and a sum of all elements of it. */
static const char summed[] =
    "HloModule m, num_partitions=4\n\n"
    "%add (a: f32[], b: f32[]) -> f32[] {\n  %a = f32[] parameter(0)\n"
    "  %b = f32[] parameter(1)\n  ROOT %s = f32[] add(%a, %b)\n}\n\n"
    "ENTRY %main (p: f32[64,64]) -> f32[] {\n  %p = f32[64,64]{1,0} parameter(0)\n"
    "  %d = f32[64,64]{1,0} dot(%p, %p), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
    "  %r = f32[64,64]{1,0} all-reduce(%d), channel_id=1, replica_groups={{0,1,2,3}}, "
    "use_global_device_ids=true, to_apply=%add\n  %z = f32[] constant(0)\n"
    "  ROOT %o = f32[] reduce(%r, %z), dimensions={0,1}, to_apply=%add\n}\n";

Test(module_work, a_sum_of_the_text_is_written_over_what_it_adds_up)
{
	struct arena arena = {0};
	const struct str text = STR(summed);
	const struct module_cost *cost = plan_text(&arena, text, NULL)->module->cost;
	cr_expect_eq(cost->temporaries, 4 * 64 * 64, "%lld", (long long)cost->temporaries);
	arena_drop(&arena);
}

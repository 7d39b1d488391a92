/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>

#include "base/buf.h"
#include "hlo/hlo.h"
#include "propagate/graph/graph.h"
#include "propagate/propagate.h"
#include "stablehlo/stablehlo.h"
#include "testing/testing.h"

#define MESH "sdy.mesh @mesh = <[\"x\"=2, \"y\"=4]>\n"

static struct module *read_text(struct arena *arena, const char *text)
{
	struct diags diags = diags_make(arena);
	struct module *module = stablehlo_read(arena, str_of(text), &diags);
	cr_assert(module, "%s", diags.first ? diags.first->message.s : "");
	return module;
}

/* "{devices=…}" of the first instruction of the entry with this opcode; "" without one. */
static const char *sharding_of(struct arena *arena, const struct module *module, enum opcode opcode)
{
	for (uint32_t i = 0; i < module->entry->count; i++) {
		const struct instruction *instruction = module->entry->instructions[i];
		struct buf text = {.arena = arena};
		if (instruction->opcode != opcode)
			continue;
		if (instruction->sharding)
			cr_assert(hlo_sharding_write(arena, &text, instruction->sharding, false));
		buf_putc(&text, '\0');
		return text.data;
	}
	cr_assert_fail("no %s", opcode_name(opcode));
	return NULL;
}

static struct module *propagated_by(struct arena *arena, const struct jax_rules *rules,
                                    const char *text)
{
	struct module *module = read_text(arena, text);
	struct propagation propagation = propagate(module, rules);
	cr_assert_null(propagation.failure, "%s", propagation.failure);
	cr_expect_eq(module->stage, MODULE_PROPAGATED);
	return module;
}

/* Expects the first instruction of the entry with this opcode to be sharded so in a release. */
static void expect_sharding_at(struct version release, const char *text, enum opcode opcode,
                               const char *sharding)
{
	struct arena arena = {0};
	struct jax_rules rules = jax_rules_at(release);
	cr_expect_str_eq(sharding_of(&arena, propagated_by(&arena, &rules, text), opcode),
	                 sharding);
	arena_drop(&arena);
}

static struct module *propagated(struct arena *arena, const char *text)
{
	return propagated_by(arena, NULL, text);
}

/* The factors of the first operation of the entry: "a:2x3 b" for sizes, 'r', 'n', 'p' behind what
 * is reduced, has to be replicated or is permuted; then dims of tensors by factors. */
static const char *factors_of(struct arena *arena, const char *text)
{
	struct arena scratch = {0};
	struct graph *graph = graph_make(arena, &scratch, read_text(arena, text), NULL);
	arena_drop(&scratch);
	cr_assert_null(graph->failure, "%s", graph->failure);
	static const char kinds[] = {' ', 'r', 'n', 'p'};
	struct buf out = {.arena = arena};
	for (uint32_t n = graph->first; n != GRAPH_NONE; n = graph->nodes[n].after) {
		const struct factor_rule *rule = graph->nodes[n].rule;
		if (!rule)
			continue;
		for (uint32_t f = 0; f < rule->nfactors; f++)
			buf_printf(&out, "%lld%c", (long long)rule->factors[f].size,
			           kinds[rule->factors[f].kind]);
		for (uint32_t t = 0; t < rule->noperands + rule->nresults; t++) {
			buf_puts(&out, t == rule->noperands ? "->" : "|");
			for (uint32_t d = 0; d < rule->tensors[t].rank; d++) {
				buf_puts(&out, d ? "," : "");
				for (uint32_t i = rule->tensors[t].starts[d];
				     i < rule->tensors[t].starts[d + 1]; i++)
					buf_printf(&out, "%c", 'a' + rule->tensors[t].factors[i]);
			}
		}
		break;
	}
	buf_putc(&out, '\0');
	return out.data;
}

static const struct {
	const char *text, *rule;
} rules[] = {
    {"(%a: tensor<8x6xf32>) -> tensor<4x2x6xf32> {\n"
     "%0 = stablehlo.reshape %a : (tensor<8x6xf32>) -> tensor<4x2x6xf32>\n"
     "return %0 : tensor<4x2x6xf32>\n}\n",
     "4 2 6 |ab,c->a,b,c"},
    {"(%a: tensor<6x4xf32>) -> tensor<4x6xf32> {\n"
     "%0 = stablehlo.reshape %a : (tensor<6x4xf32>) -> tensor<4x6xf32>\n"
     "return %0 : tensor<4x6xf32>\n}\n",
     "2 3 2 2 |ab,cd->ac,bd"},
    {"(%a: tensor<8x6xf32>, %b: tensor<6x4xf32>) -> tensor<8x4xf32> {\n"
     "%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : "
     "(tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>\n"
     "return %0 : tensor<8x4xf32>\n}\n",
     "8 4 6r|a,c|c,b->a,b"},
    {"(%a: tensor<8x6xf32>) -> tensor<8x6xf32> {\n"
     "%0 = stablehlo.custom_call @lapack(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<"
     "([i, j])->([i, k]) {i=8, j=6, k=6} need_replication={j, k}, custom>} : "
     "(tensor<8x6xf32>) -> tensor<8x6xf32>\n"
     "return %0 : tensor<8x6xf32>\n}\n",
     "8 6n6n|a,b->a,c"},
    {"(%a: tensor<8x6xf32>) -> tensor<8x3xf32> {\n"
     "%0 = stablehlo.slice %a [0:8, 0:3] : (tensor<8x6xf32>) -> tensor<8x3xf32>\n"
     "return %0 : tensor<8x3xf32>\n}\n",
     "8 6p|a,b->a,b"},
    {"(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>, %i: tensor<6x1xi32>, %u: tensor<6x4xf32>, "
     "%v: tensor<6x4xf32>) -> tensor<8x4xf32> {\n"
     "%0:2 = \"stablehlo.scatter\"(%a, %b, %i, %u, %v) <{scatter_dimension_numbers = "
     "#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], "
     "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"
     "^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %s: tensor<f32>):\n"
     "%x = stablehlo.add %p, %r : tensor<f32>\n%y = stablehlo.add %q, %s : tensor<f32>\n"
     "stablehlo.return %x, %y : tensor<f32>, tensor<f32>\n}) : (tensor<8x4xf32>, "
     "tensor<8x4xf32>, tensor<6x1xi32>, tensor<6x4xf32>, tensor<6x4xf32>) -> "
     "(tensor<8x4xf32>, tensor<8x4xf32>)\n"
     "return %0#0 : tensor<8x4xf32>\n}\n",
     "6r4 8 1n|c,b|c,b|a,d|a,b|a,b->c,b|c,b"},
    {"(%a: tensor<8x4xi32>, %i: tensor<6x1xi32>, %u: tensor<6x4xi32>) -> tensor<8x4xi32> {\n"
     "%0 = \"stablehlo.scatter\"(%a, %i, %u) <{scatter_dimension_numbers = "
     "#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], "
     "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"
     "^bb0(%p: tensor<i32>, %q: tensor<i32>):\n"
     "%x = stablehlo.and %p, %q : tensor<i32>\nstablehlo.return %x : tensor<i32>\n"
     "}) : (tensor<8x4xi32>, tensor<6x1xi32>, tensor<6x4xi32>) -> tensor<8x4xi32>\n"
     "return %0 : tensor<8x4xi32>\n}\n",
     "6n4 8 1n|c,b|a,d|a,b->c,b"},
    {"(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x8xf32> {\n"
     "%0:2 = \"stablehlo.all_gather\"(%a, %b) <{all_gather_dim = 1 : i64, replica_groups = "
     "dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>, tensor<2x4xf32>) -> "
     "(tensor<2x8xf32>, tensor<2x8xf32>)\n"
     "return %0#0 : tensor<2x8xf32>\n}\n",
     "2 4n8n|a,b|a,b->a,c|a,c"},
};

Test(propagate, makes_dims_of_factors)
{
	struct arena arena = {0};
	for (size_t i = 0; i < ROWS(rules); i++) {
		struct buf text = {.arena = &arena};
		buf_printf(&text, "module @m {\n" MESH "func.func @main%s}\n", rules[i].text);
		const char *rule = factors_of(&arena, text.data);
		if (i == 1) /* coprime parts stand on their own until the products meet again */
			cr_expect(strstr(rule, "|"), "%s", rule);
		else
			cr_expect_str_eq(rule, rules[i].rule);
	}
	arena_drop(&arena);
}

Test(propagate, shards_a_dot_and_what_reads_it)
{
	struct arena arena = {0};
	struct module *module = propagated(
	    &arena,
	    "module @m {\n" MESH
	    "func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, "
	    "{}]>}, %b: tensor<16x4xf32>) -> (tensor<8x4xf32>) {\n"
	    "%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, "
	    "tensor<16x4xf32>) -> tensor<8x4xf32>\n"
	    "%1 = stablehlo.tanh %0 : tensor<8x4xf32>\n"
	    "return %1 : tensor<8x4xf32>\n}\n}\n");
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_DOT),
	                 "{devices=[2,1,4]<=[8] last_tile_dim_replicate}");
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_TANH),
	                 "{devices=[2,1,4]<=[8] last_tile_dim_replicate}");
	arena_drop(&arena);
}

Test(propagate, copies_a_constant_for_each_sharding)
{
	struct arena arena = {0};
	struct module *module = propagated(
	    &arena,
	    "module @m {\n" MESH
	    "func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}, "
	    "%b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"y\"}]>}) -> "
	    "(tensor<8xf32>, tensor<8xf32>) {\n"
	    "%0 = stablehlo.iota dim = 0 : tensor<8xf32>\n"
	    "%1 = stablehlo.add %a, %0 : tensor<8xf32>\n"
	    "%2 = stablehlo.add %b, %0 : tensor<8xf32>\n"
	    "return %1, %2 : tensor<8xf32>, tensor<8xf32>\n}\n}\n");
	uint32_t iotas = 0;
	for (uint32_t i = 0; i < module->entry->count; i++)
		iotas += module->entry->instructions[i]->opcode == OPCODE_IOTA;
	cr_expect_eq(iotas, 2);
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_IOTA),
	                 "{devices=[2,4]<=[8] last_tile_dim_replicate}");
	arena_drop(&arena);
}

Test(propagate, brings_a_result_to_the_sharding_that_was_asked_for)
{
	struct arena arena = {0};
	struct module *module = propagated(
	    &arena,
	    "module @m {\n" MESH
	    "func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, "
	    "{}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"x\"}]>}) {\n"
	    "%0 = sdy.sharding_constraint %a <@mesh, [{\"x\"}, {}]> : tensor<8x4xf32>\n"
	    "return %0 : tensor<8x4xf32>\n}\n}\n");
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_COPY),
	                 "{devices=[2,1,4]<=[8] last_tile_dim_replicate}");
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_GET_TUPLE_ELEMENT),
	                 "{devices=[1,2,4]<=[8] last_tile_dim_replicate}");
	cr_expect_eq(module->entry->root->opcode, OPCODE_GET_TUPLE_ELEMENT);
	arena_drop(&arena);
}

Test(propagate, writes_a_shard_map_as_a_call)
{
	struct arena arena = {0};
	struct module *module = propagated(
	    &arena,
	    "module @m {\n" MESH "func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {\n"
	    "%0 = sdy.manual_computation(%a, %a) in_shardings=[<@mesh, [{\"x\"}, {\"y\"}]>, "
	    "<@mesh, [{}, {}]>] "
	    "out_shardings=[<@mesh, [{\"x\"}, {\"y\"}]>] manual_axes={\"x\", \"y\"} "
	    "(%b: tensor<4x1xf32>, %unused: tensor<8x4xf32>) {\n"
	    "%1 = stablehlo.tanh %b : tensor<4x1xf32>\n"
	    "sdy.return %1 : tensor<4x1xf32>\n"
	    "} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>\n"
	    "return %0 : tensor<8x4xf32>\n}\n}\n");
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_PARAMETER), "{devices=[2,4]<=[8]}");
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_CALL), "{manual}");
	cr_expect_eq(module->entry->root->opcode, OPCODE_CUSTOM_CALL);
	cr_expect(str_equal(module->entry->root->target, STR("SPMDShardToFullShape")));
	arena_drop(&arena);
}

Test(propagate, lets_what_has_priority_go_first)
{
	struct arena arena = {0};
	struct module *module = propagated(
	    &arena,
	    "module @m {\n" MESH
	    "func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}p1, "
	    "{}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"y\"}p0, {}]>}) "
	    "-> tensor<8x8xf32> {\n"
	    "%0 = stablehlo.add %a, %b : tensor<8x8xf32>\n"
	    "return %0 : tensor<8x8xf32>\n}\n}\n");
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_ADD),
	                 "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}");
	arena_drop(&arena);
}

Test(propagate, reshards_a_contraction_behind_it_where_that_is_smaller)
{
	struct arena arena = {0};
	struct module *module = propagated(
	    &arena,
	    "module @m {\n" MESH
	    "func.func @main(%a: tensor<4x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, "
	    "{\"x\"}]>}, %b: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, "
	    "{\"y\"}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, "
	    "{\"x\"}]>}) {\n"
	    "%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : "
	    "(tensor<4x32xf32>, tensor<32x8xf32>) -> tensor<4x8xf32>\n"
	    "return %0 : tensor<4x8xf32>\n}\n}\n");
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_DOT),
	                 "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate}");
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_COPY),
	                 "{devices=[1,2,4]<=[8] last_tile_dim_replicate}");
	arena_drop(&arena);
}

#define MARK                                                                                    \
	"custom_call_target=\"xla.sdy.FuncResultSharding\", custom_call_has_side_effect=true, " \
	"frontend_attributes={xla.sdy.sharding=\"#sdy.sharding_per_value<[<@mesh, "             \
	"[{\\\"x\\\"}]>]>\"}\n"

/* As jaxlib 0.10.2 says it of its input_shardings. */
Test(propagate, lays_out_arguments_of_which_nothing_was_asked)
{
	struct arena arena = {0};
	struct module *module = propagated(
	    &arena,
	    "module @m {\n" MESH "func.func @main(%w: tensor<8x16xf32>) -> (tensor<8x16xf32>) {\n"
	    "%0 = sdy.sharding_constraint %w <@mesh, [{}, {\"y\"}]> : tensor<8x16xf32>\n"
	    "return %0 : tensor<8x16xf32>\n}\n}\n");
	struct buf text = {.arena = &arena};
	cr_assert(hlo_sharding_write(&arena, &text, module->arguments[0].sharding, false));
	cr_expect(str_equal(buf_str(&text),
	                    STR("{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate}")));
	arena_drop(&arena);
}

/* As jaxlib 0.10.2, 0.11.2 and 0.12.0.1 print it after propagation. */
Test(propagate, constrains_what_is_open_since_0_12)
{
	static const char text[] =
	    "module @m {\n" MESH
	    "func.func @main(%w: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, "
	    "{\"y\"}]>}) -> (tensor<8x16xf32>) {\n"
	    "%0 = sdy.sharding_constraint %w <@mesh, [{?}, {?}]> : tensor<8x16xf32>\n"
	    "%1 = stablehlo.negate %0 : tensor<8x16xf32>\n"
	    "%2 = sdy.sharding_constraint %0 <@mesh, [{}, {\"y\"}]> : tensor<8x16xf32>\n"
	    "%3 = stablehlo.add %1, %2 : tensor<8x16xf32>\n"
	    "return %3 : tensor<8x16xf32>\n}\n}\n";
	expect_sharding_at((struct version){{0, 11, 2, 0}}, text, OPCODE_NEGATE,
	                   "{devices=[2,4]<=[8]}");
	expect_sharding_at((struct version){{0, 12, 0, 0}}, text, OPCODE_NEGATE,
	                   "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate}");
}

/* As jaxlib 0.10.2 and 0.12.0.1 print it after propagation. */
Test(propagate, goes_through_reshapes_of_coprime_dims_since_0_12)
{
	static const char text[] =
	    "module @m {\nsdy.mesh @mesh = #sdy.mesh<[\"a\"=2, \"b\"=2, \"c\"=2]>\n"
	    "func.func @main(%a: tensor<2x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"c\"}, "
	    "{}]>}) -> tensor<3x4xf32> {\n"
	    "%0 = stablehlo.sine %a : tensor<2x6xf32>\n"
	    "%1 = stablehlo.reshape %0 : (tensor<2x6xf32>) -> tensor<3x4xf32>\n"
	    "return %1 : tensor<3x4xf32>\n}\n}\n";
	expect_sharding_at((struct version){{0, 10, 2, 0}}, text, OPCODE_RESHAPE, "");
	expect_sharding_at((struct version){{0, 12, 0, 1}}, text, OPCODE_RESHAPE,
	                   "{devices=[2,1,4]<=[4,2]T(1,0) last_tile_dim_replicate}");
}

/* As jaxlib 0.11.1 and 0.12.0.1 print it after propagation: what both ask of %y first. */
Test(propagate, goes_back_through_an_update_last_since_0_11_2)
{
	static const char text[] =
	    "module @m {\nsdy.mesh @mesh = <[\"a\"=2]>\n"
	    "func.func @main(%x: tensor<8x8xf32>, %u: tensor<8x2xf32>, %i: tensor<i32>, "
	    "%w: tensor<8x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"a\"}, {}, {}]>}) -> "
	    "(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"a\"}]>}, "
	    "tensor<8x4xf32>) {\n"
	    "%y = stablehlo.sine %x : tensor<8x8xf32>\n"
	    "%0 = stablehlo.dynamic_update_slice %y, %u, %i, %i : (tensor<8x8xf32>, "
	    "tensor<8x2xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>\n"
	    "%1 = stablehlo.dot_general %y, %w, batching_dims = [0] x [0], contracting_dims = [1] "
	    "x [1] : (tensor<8x8xf32>, tensor<8x8x4xf32>) -> tensor<8x4xf32>\n"
	    "return %0, %1 : tensor<8x8xf32>, tensor<8x4xf32>\n}\n}\n";
	expect_sharding_at((struct version){{0, 11, 1, 0}}, text, OPCODE_SIN,
	                   "{devices=[1,2]<=[2]}");
	expect_sharding_at((struct version){{0, 11, 2, 0}}, text, OPCODE_SIN,
	                   "{devices=[2,1]<=[2]}");
}

/* As jaxlib 0.10.2 and 0.12.0.1 print it after propagation. */
Test(propagate, shards_the_values_of_a_group_alike)
{
	struct arena arena = {0};
	struct module *module = propagated(
	    &arena,
	    "module @m {\n" MESH
	    "func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, "
	    "{\"y\"}]>}, %b: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, "
	    "tensor<8x8xf32>) {\n"
	    "%0 = stablehlo.sine %a : tensor<8x8xf32>\n"
	    "%1 = stablehlo.cosine %b : tensor<8x8xf32>\n"
	    "%2 = stablehlo.iota dim = 0 : tensor<8x8xf32>\n"
	    "sdy.sharding_group %0 group_id=4 : tensor<8x8xf32>\n"
	    "sdy.sharding_group %1 group_id=4 : tensor<8x8xf32>\n"
	    "sdy.sharding_group %1 group_id=7 : tensor<8x8xf32>\n"
	    "sdy.sharding_group %2 group_id=7 : tensor<8x8xf32>\n"
	    "return %0, %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>\n}\n}\n");
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_COS), "{devices=[2,4]<=[8]}");
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_BROADCAST), "{devices=[2,4]<=[8]}");
	for (uint32_t i = 0; i < module->entry->count; i++)
		cr_expect_neq(module->entry->instructions[i]->opcode, OPCODE_UNKNOWN);
	arena_drop(&arena);
}

/* As jaxlib 0.10.2 prints it for jax.experimental.shard_alike of two arguments: what reads them
 * reads copies that are sharded alike. */
Test(propagate, copies_the_values_of_a_group_that_are_sharded_otherwise)
{
	struct arena arena = {0};
	struct module *module = propagated(
	    &arena,
	    "module @m {\n" MESH
	    "func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, "
	    "{\"y\"}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> "
	    "(tensor<8x8xf32>, tensor<8x8xf32>) {\n"
	    "sdy.sharding_group %a group_id=0 : tensor<8x8xf32>\n"
	    "sdy.sharding_group %b group_id=0 : tensor<8x8xf32>\n"
	    "%0 = stablehlo.sine %a : tensor<8x8xf32>\n"
	    "%1 = stablehlo.cosine %b : tensor<8x8xf32>\n"
	    "return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>\n}\n}\n");
	uint32_t copies = 0;
	for (uint32_t i = 0; i < module->entry->count; i++)
		copies += module->entry->instructions[i]->opcode == OPCODE_COPY;
	cr_expect_eq(copies, 2);
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_COPY), "{devices=[2,4]<=[8]}");
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_COS), "{devices=[2,4]<=[8]}");
	arena_drop(&arena);
}

#define LOOP(start)                                                                        \
	"%c = stablehlo.constant dense<0> : tensor<i32>\n"                                 \
	"%n = stablehlo.constant dense<3> : tensor<i32>\n"                                 \
	"%o = stablehlo.constant dense<1> : tensor<i32>\n"                                 \
	"%1:2 = stablehlo.while(%i = %c, %y = " start ") : tensor<i32>, tensor<8x8xf32>\n" \
	"cond {\n%p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> "       \
	"tensor<i1>\nstablehlo.return %p : tensor<i1>\n} do {\n"                           \
	"%q = stablehlo.add %i, %o : tensor<i32>\n"                                        \
	"%r = stablehlo.tanh %y : tensor<8x8xf32>\n"                                       \
	"stablehlo.return %q, %r : tensor<i32>, tensor<8x8xf32>\n}\n"

/* As jaxlib 0.10.2 and 0.12.0.1 print it: the count of a loop that nobody uses brings the loop
 * before what is returned first, but not in a program whose calls were put in place. */
Test(propagate, begins_with_results_that_nobody_uses)
{
#define RESULTS                                                                   \
	"(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}, " \
	"tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"x\"}]>})"
#define HEAD                                                      \
	"module @m {\nsdy.mesh @mesh = <[\"x\"=2]>\n"             \
	"func.func @main(%a: tensor<8x8xf32>) -> " RESULTS " {\n" \
	"%0 = stablehlo.cosine %a : tensor<8x8xf32>\n" LOOP("%0")
#define TAIL "return %2, %1#1 : tensor<8x8xf32>, tensor<8x8xf32>\n}\n"
	static const struct {
		const char *text, *sharding;
	} rows[] = {
	    {HEAD "%2 = stablehlo.sine %a : tensor<8x8xf32>\n" TAIL "}\n", "{devices=[1,2]<=[2]}"},
	    {HEAD "%2 = call @f(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>\n" TAIL
	          "func.func private @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {\n"
	          "%0 = stablehlo.sine %a : tensor<8x8xf32>\n"
	          "return %0 : tensor<8x8xf32>\n}\n}\n",
	     "{devices=[2,1]<=[2]}"},
	};
	struct arena arena = {0};
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct module *module = propagated(&arena, rows[i].text);
		struct buf text = {.arena = &arena};
		cr_assert(hlo_sharding_write(&arena, &text, module->arguments[0].sharding, false));
		cr_expect(str_equal(buf_str(&text), str_of(rows[i].sharding)), "%zu: %s", i,
		          rows[i].sharding);
	}
	arena_drop(&arena);
}

/* As jaxlib 0.10.2 and 0.12.0.1 print it: both branches are handed what the constraint gives. */
Test(propagate, moves_a_constraint_out_of_a_branch)
{
	struct arena arena = {0};
	struct module *module = propagated(
	    &arena,
	    "module @m {\nsdy.mesh @mesh = <[\"x\"=2]>\n"
	    "func.func @main(%a: tensor<8x8xf32>, %k: tensor<i32>) -> tensor<8x8xf32> {\n" LOOP(
		"%a") "%2 = \"stablehlo.case\"(%k) ({\n"
		      "%5 = sdy.sharding_constraint %1#1 <@mesh, [{\"x\"}, {}]> : tensor<8x8xf32>\n"
		      "stablehlo.return %5 : tensor<8x8xf32>\n}, {\n"
		      "%5 = stablehlo.dot_general %1#1, %1#1, contracting_dims = [1] x [0] : "
		      "(tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>\n"
		      "stablehlo.return %5 : tensor<8x8xf32>\n"
		      "}) : (tensor<i32>) -> tensor<8x8xf32>\n"
		      "return %2 : tensor<8x8xf32>\n}\n}\n");
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_COPY), "{devices=[2,1]<=[2]}");
	const struct instruction *root = module->entry->root;
	cr_assert_eq(root->opcode, OPCODE_CONDITIONAL);
	for (uint32_t i = 1; i < root->noperands; i++)
		cr_expect_eq(root->operands[i]->opcode, OPCODE_COPY);
	for (uint32_t c = 0; c < module->ncomputations; c++) {
		const struct computation *computation = module->computations[c];
		for (uint32_t i = 0; i < computation->count; i++)
			for (uint32_t k = 0; k < computation->instructions[i]->noperands; k++) {
				const struct instruction *operand =
				    computation->instructions[i]->operands[k];
				cr_assert(operand->number < i);
				cr_expect_eq(computation->instructions[operand->number], operand);
			}
	}
	arena_drop(&arena);
}

/* As jaxlib 0.10.2 and 0.12.0.1 print it. */
Test(propagate, lets_values_flow_out_of_branches)
{
	static const struct {
		const char *name, *type, *before, *since;
	} rows[] = {
	    {"case", "tensor<i32>", "{devices=[2]<=[2]}", "{devices=[2]<=[2]}"},
	    {"if", "tensor<i1>", "", "{devices=[2]<=[2]}"},
	};
	struct arena arena = {0};
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct buf text = {.arena = &arena};
		buf_printf(&text,
		           "module @m {\nsdy.mesh @mesh = <[\"x\"=2]>\n"
		           "func.func @main(%%a: tensor<8xf32> {sdy.sharding = "
		           "#sdy.sharding<@mesh, [{\"x\"}]>}, %%k: %s) -> tensor<8xf32> {\n"
		           "%%0 = \"stablehlo.%s\"(%%k) ({\n"
		           "stablehlo.return %%a : tensor<8xf32>\n}, {\n"
		           "%%1 = stablehlo.sine %%a : tensor<8xf32>\n"
		           "stablehlo.return %%1 : tensor<8xf32>\n}) : (%s) -> tensor<8xf32>\n"
		           "return %%0 : tensor<8xf32>\n}\n}\n",
		           rows[i].type, rows[i].name, rows[i].type);
		buf_putc(&text, '\0');
		expect_sharding_at((struct version){{0, 10, 2, 0}}, text.data, OPCODE_CONDITIONAL,
		                   rows[i].before);
		expect_sharding_at((struct version){{0, 12, 0, 1}}, text.data, OPCODE_CONDITIONAL,
		                   rows[i].since);
	}
	arena_drop(&arena);
}

/* As jaxlib 0.10.2 and 0.12.0.1 print it: 9 elements are no multiple of the 4 devices along y. */
Test(propagate, hands_shard_maps_what_divides_their_sizes)
{
	struct arena arena = {0};
	struct module *module = propagated(
	    &arena,
	    "module @m {\n" MESH
	    "func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\", "
	    "\"y\"}]>}) -> tensor<18xf32> {\n"
	    "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
	    "%0 = stablehlo.pad %a, %z, low = [2], high = [0], interior = [0] : (tensor<16xf32>, "
	    "tensor<f32>) -> tensor<18xf32>\n"
	    "%1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{\"x\", ?}]>] "
	    "out_shardings=[<@mesh, [{\"x\", ?}]>] manual_axes={\"x\"} (%b: tensor<9xf32>) {\n"
	    "%2 = stablehlo.tanh %b : tensor<9xf32>\n"
	    "sdy.return %2 : tensor<9xf32>\n} : (tensor<18xf32>) -> tensor<18xf32>\n"
	    "return %1 : tensor<18xf32>\n}\n}\n");
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_PAD), "{devices=[8]<=[8]}");
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_COPY),
	                 "{devices=[2,4]<=[8] last_tile_dim_replicate}");
	arena_drop(&arena);
}

/* As jaxlib 0.10.2 prints it: a branch that is chosen stands there, a loop that never runs is gone.
 */
Test(propagate, keeps_of_control_what_runs)
{
	static const char text[] =
	    "module @m {\nsdy.mesh @mesh = <[\"a\"=8]>\n"
	    "func.func @main(%a: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"a\"}, "
	    "{}]>}, %b: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"a\"}]>}) "
	    "-> tensor<32x32xf32> {\n"
	    "%c = stablehlo.constant dense<1> : tensor<i32>\n"
	    "%0 = \"stablehlo.case\"(%c) ({\n"
	    "stablehlo.return %a : tensor<32x32xf32>\n}, {\n"
	    "%3 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : "
	    "(tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>\n"
	    "stablehlo.return %3 : tensor<32x32xf32>\n"
	    "}) : (tensor<i32>) -> tensor<32x32xf32>\n"
	    "%1:2 = stablehlo.while(%i = %b, %j = %0) : tensor<32x32xf32>, tensor<32x32xf32>\n"
	    "cond {\n%d = stablehlo.constant dense<false> : tensor<i1>\n"
	    "stablehlo.return %d : tensor<i1>\n} do {\n"
	    "%3 = stablehlo.transpose %j, dims = [1, 0] : (tensor<32x32xf32>) -> "
	    "tensor<32x32xf32>\n"
	    "stablehlo.return %i, %3 : tensor<32x32xf32>, tensor<32x32xf32>\n}\n"
	    "%2 = stablehlo.sine %1#1 : tensor<32x32xf32>\n"
	    "return %2 : tensor<32x32xf32>\n}\n}\n";
	struct arena arena = {0};
	struct module *module = propagated(&arena, text);
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_DOT), "{devices=[8,1]<=[8]}");
	for (uint32_t i = 0; i < module->entry->count; i++)
		cr_expect_eq(module->entry->instructions[i]->ncalled, 0);
	arena_drop(&arena);
}

Test(propagate, takes_from_hlo_text_what_is_asked_for_of_results)
{
	static const char text[] =
	    "HloModule m, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"x\"=2]>}}\n\n"
	    "ENTRY main {\n"
	    "  unused = f32[8] parameter(1)\n"
	    "  a = f32[8] parameter(0)\n"
	    "  b = f32[8] negate(a)\n"
	    "  c = f32[8] custom-call(b), " MARK "  d = f32[8] sine(a)\n"
	    "  e = f32[8] custom-call(d), " MARK "  f = f32[8] cosine(e)\n"
	    "  dead = f32[8] reshape(c)\n"
	    "  ROOT r = (f32[8], f32[8]) tuple(c, f)\n"
	    "}\n";
	struct arena arena = {0};
	struct jax_rules newest = jax_newest_rules();
	struct notation_error error;
	struct module *module = hlo_read(&arena, str_of(text), &newest, &error);
	cr_assert(module, "%s", error.message.s);
	struct propagation propagation = propagate(module, NULL);
	cr_assert_null(propagation.failure, "%s", propagation.failure);
	cr_expect_eq(module->entry->nparameters, 2);
	cr_expect(module->results[0].named);
	cr_expect_null(module->results[1].named);
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_NEGATE), "{devices=[2]<=[2]}");
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_COS), "{devices=[2]<=[2]}");
	arena_drop(&arena);
}

#define HALF_INSIDE "<@mesh, [{\"x\"}, {}]>"
#define HALF "#sdy.sharding<@mesh, [{\"x\"}, {}]>"

/* As jaxlib 0.10.2 and 0.12.0.1 compile it: neither keeps what stands on an operation, but the
 * latter takes it for the result that the operation makes. */
Test(propagate, keeps_what_xla_keeps_of_the_shardings_on_operations)
{
	static const char text[] =
	    "module @m {\n" MESH "func.func @main(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {\n"
	    "%0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, "
	    "{\"y\"}]>]>} : tensor<8x16xf32>\n"
	    "%1 = stablehlo.sine %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, "
	    "[{\"x\"}p1, {}]>]>} : tensor<8x16xf32>\n"
	    "return %1 : tensor<8x16xf32>\n}\n}\n";
	struct jax_rules before = jax_rules_at((struct version){{0, 10, 2, 0}}),
			 since = jax_rules_at((struct version){{0, 12, 0, 1}});
	struct arena arena = {0};
	struct module *module = propagated_by(&arena, &before, text);
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_NEGATE), "");
	module = propagated_by(&arena, &since, text);
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_NEGATE),
	                 "{devices=[2,1,4]<=[8] last_tile_dim_replicate}");
	cr_expect_eq(module->results[0].named->dims[0].priority, NO_PRIORITY);
	arena_drop(&arena);
}

/* A function's result is a constraint where it goes on, which does not close its dims; releases
 * with shardings by name lose it. */
Test(propagate, asks_of_the_results_of_functions_what_they_ask)
{
	static const char text[] =
	    "module @m {\n" MESH
	    "func.func @main(%a: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = "
	    "#sdy.sharding<@mesh, [{\"x\"}, {\"y\"}]>}) {\n"
	    "%0 = call @f(%a) : (tensor<8x16xf32>) -> tensor<8x16xf32>\n"
	    "return %0 : tensor<8x16xf32>\n}\n"
	    "func.func private @f(%a: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = " HALF
	    "}) {\n"
	    "%0 = stablehlo.negate %a : tensor<8x16xf32>\n"
	    "return %0 : tensor<8x16xf32>\n}\n}\n";
	struct jax_rules since = jax_rules_at((struct version){{0, 12, 0, 1}});
	struct arena arena = {0};
	struct module *module = propagated(&arena, text);
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_COPY), "{devices=[2,4]<=[8]}");
	module = propagated_by(&arena, &since, text);
	for (uint32_t i = 0; i < module->entry->count; i++)
		cr_expect_neq(module->entry->instructions[i]->opcode, OPCODE_COPY);
	arena_drop(&arena);
}

/* Over axes of one device a shard_map is its body, whose dims stay open. */
Test(propagate, puts_shard_maps_over_one_device_in_place)
{
	struct arena arena = {0};
	struct module *module = propagated(
	    &arena, "module @m {\n"
		    "sdy.mesh @mesh = <[\"x\"=2, \"one\"=1]>\n"
		    "func.func @main(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {\n"
		    "%0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{\"one\"}, {}]>] "
		    "out_shardings=[<@mesh, [{\"one\"}, {}]>] manual_axes={\"one\"} (%b: "
		    "tensor<8x16xf32>) {\n"
		    "  %2 = stablehlo.negate %b : tensor<8x16xf32>\n"
		    "  sdy.return %2 : tensor<8x16xf32>\n"
		    "} {note = 1 : i32} : (tensor<8x16xf32>) -> tensor<8x16xf32>\n"
		    "%1 = sdy.sharding_constraint %0 " HALF_INSIDE " : tensor<8x16xf32>\n"
		    "return %1 : tensor<8x16xf32>\n}\n}\n");
	cr_expect_str_eq(sharding_of(&arena, module, OPCODE_NEGATE), "{devices=[2,1]<=[2]}");
	arena_drop(&arena);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "program/packed/packed_tree.h"

#include "testing/program_rows.h"
#include "testing/program_tree.h"
#include "testing/testing.h"

static struct str dump_statement(struct arena *arena, const struct statement *statement)
{
	struct buf out = {.arena = arena};
	const struct dumper dumper = {.out = &out, .spans = true};
	dump_block(&dumper, &(const struct block){statement, 1});
	return buf_str(&out);
}

static void expect_same(struct arena *arena, const struct program *program,
                        const struct statement *statement)
{
	struct buf packed = {.arena = arena}, again = {.arena = arena};
	const struct statement *unpacked;
	const struct expression *expression;
	tree_pack(&packed, program->text, statement, NULL);
	tree_unpack(arena, program->text, buf_str(&packed).s, &unpacked, &expression);
	cr_assert(unpacked && !expression);
	testing_expect(program->text.s, dump_statement(arena, unpacked),
	               dump_statement(arena, statement).s);
	tree_pack(&again, program->text, unpacked, NULL);
	cr_expect(str_equal(buf_str(&packed), buf_str(&again)), "%s", program->text.s);
}

static void expect_round_trip(struct arena *arena, const cJSON *row)
{
	struct arena scratch = {0};
	struct diags diags = diags_make(arena);
	const struct program *program = read_text(arena, &scratch, row_text(row, "text"), &diags);
	for (uint32_t i = 0; !program->broken && i < program->body.count; i++)
		expect_same(arena, program, &program->body.items[i]);
	arena_drop(&scratch);
}

Test(packed_tree, comes_back_as_it_was)
{
	cr_expect_geq(each_row(testing_read, "constructs.jsonl", expect_round_trip), 140u);
	cr_expect_geq(each_row(testing_read, "programs.jsonl", expect_round_trip), 150u);
	cr_expect_geq(each_row(testing_read, "bindings.jsonl", expect_round_trip), 2000u);
}

Test(packed_tree, may_be_a_single_value)
{
	struct arena arena = {0}, scratch = {0};
	const struct program program = {.text = STR("x = {'a': (1, -2.5e300, f'{y}')}")};
	const struct span at = {4, (uint32_t)program.text.len - 4};
	const struct expression *value = program_read_expression(&arena, &scratch, &program, at);
	struct buf packed = {.arena = &arena}, dumps[2] = {{.arena = &arena}, {.arena = &arena}};
	const struct statement *definition;
	const struct expression *unpacked;
	tree_pack(&packed, program.text, NULL, value);
	tree_unpack(&arena, program.text, buf_str(&packed).s, &definition, &unpacked);
	cr_assert(unpacked && !definition);
	dump_expression(&(const struct dumper){.out = &dumps[0], .spans = true}, value);
	dump_expression(&(const struct dumper){.out = &dumps[1], .spans = true}, unpacked);
	cr_expect(str_equal(buf_str(&dumps[0]), buf_str(&dumps[1])));
	arena_drop(&arena);
	arena_drop(&scratch);
}

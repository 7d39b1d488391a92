/* SPDX-License-Identifier: Apache-2.0 */
#include "program/program.h"

#include "testing/program_rows.h"
#include "testing/program_tree.h"
#include "testing/spec_text.h"

static void expect_tree(struct arena *arena, const cJSON *row)
{
	struct arena scratch = {0};
	struct diags diags = diags_make(arena);
	struct str text = row_text(row, "text"), tree = row_text(row, "tree");
	const struct program *program = read_text(arena, &scratch, text, &diags);
	cr_expect_eq(program->broken, tree.s == NULL, "%s", text.s);
	cr_expect_eq(diags.count, tree.s ? 0u : 1u, "%s", text.s);
	if (tree.s)
		testing_expect(text.s, dump_program(arena, program, true), tree.s);
	arena_drop(&scratch);
}

Test(program, has_the_tree_and_the_spans_of_python)
{
	cr_expect_geq(each_row(testing_read, "constructs.jsonl", expect_tree), 140u);
	cr_expect_geq(each_row(testing_read, "programs.jsonl", expect_tree), 150u);
}

Test(program, binds_operators_as_python_does)
{
	cr_expect_geq(each_row(testing_read, "bindings.jsonl", expect_tree), 2000u);
}

static void expect_refusal(struct arena *arena, const cJSON *row)
{
	struct arena scratch = {0};
	struct diags diags = diags_make(arena);
	struct str text = row_text(row, "text");
	const struct program *program = read_text(arena, &scratch, text, &diags);
	cr_expect(program->broken, "Python says: %s\n%s", row_text(row, "python").s, text.s);
	for (const struct diag *diag = diags.first; diag; diag = diag->next) {
		cr_expect_eq(diag->rule, rule_of(RULE_PROGRAM_SYNTAX), "%s", text.s);
		cr_expect(diag->help.len > 0, "%s", text.s);
		cr_expect_leq(diag->at.offset + diag->at.length, text.len, "%s", text.s);
	}
	arena_drop(&scratch);
}

Test(program, refuses_what_python_refuses)
{
	cr_expect_geq(each_row(testing_read, "refused.jsonl", expect_refusal), 190u);
}

struct reread {
	struct arena *arena, *scratch;
	const struct program *program;
};

static struct str dump_one(struct arena *arena, const struct expression *expression)
{
	struct buf out = {.arena = arena};
	struct dumper dumper = {.out = &out};
	dump_expression(&dumper, expression);
	return buf_str(&out);
}

/* Whether the expression stands in the brackets of a subscript only; a starred one can. */
static bool is_index(const struct expression *expression)
{
	bool tuple = expression->kind == EXPRESSION_TUPLE;
	for (uint32_t i = 0; tuple && i < expression->list.count; i++)
		if (expression->list.items[i]->kind == EXPRESSION_SLICE ||
		    expression->list.items[i]->kind == EXPRESSION_STARRED)
			return true;
	return expression->kind == EXPRESSION_SLICE || expression->kind == EXPRESSION_STARRED;
}

/* Reads the text of an expression alone, in brackets that allow it. */
static void read_alone(const struct expression *expression, void *context)
{
	const struct reread *reread = context;
	struct diags diags = diags_make(reread->arena);
	bool index = is_index(expression);
	struct str text = program_text(reread->program, expression->at);
	struct str alone =
	    str_format(reread->arena, index ? "_[%.*s\n]" : "(%.*s\n)", STR_ARG(text));
	const struct program *again = read_text(reread->arena, reread->scratch, alone, &diags);
	cr_assert(!again->broken && again->body.count == 1, "%s", alone.s);
	const struct expression *value = again->body.items[0].value;
	if (index)
		value = value->subscript.index;
	if (expression->kind == EXPRESSION_STARRED)
		value = value->list.items[0];
	testing_expect(alone.s, dump_one(reread->arena, value),
	               dump_one(reread->arena, expression).s);
}

static void expect_spans(struct arena *arena, const cJSON *row)
{
	struct arena scratch = {0};
	struct diags diags = diags_make(arena);
	struct buf out = {.arena = arena};
	struct str text = row_text(row, "text");
	struct reread reread = {arena, &scratch, read_text(arena, &scratch, text, &diags)};
	struct dumper dumper = {.out = &out, .visit = read_alone, .context = &reread};
	dump_block(&dumper, &reread.program->body);
	arena_drop(&scratch);
}

Test(program, the_text_of_an_expression_says_the_same_alone)
{
	each_row(testing_read, "constructs.jsonl", expect_spans);
	each_row(testing_read, "programs.jsonl", expect_spans);
}

/* Where an error of a call is reported: F(…) at F, a.b(…) at b. */
static const struct {
	const char *text, *name;
} calls[] = {
    {"f(x)", "f"},       {"jnp.sum(x)", "sum"}, {"(x\n .at[0]\n .set(y))", "set"},
    {"(a.b)(x)", "a.b"}, {"f(x)(y)", "f(x)"},   {"f[0](y)", "f[0]"},
};

ParameterizedTestParameters(program, a_call_knows_the_name_it_calls)
{
	return testing_indexes(ROWS(calls));
}

ParameterizedTest(int *index, program, a_call_knows_the_name_it_calls)
{
	struct arena arena = {0}, scratch = {0};
	struct diags diags = diags_make(&arena);
	const struct program *program =
	    read_text(&arena, &scratch, str_of(calls[*index].text), &diags);
	const struct expression *value = program->body.items[0].value;
	cr_assert_eq(value->kind, EXPRESSION_CALL);
	testing_expect(calls[*index].text, program_text(program, value->call->name_at),
	               calls[*index].name);
	arena_drop(&arena);
	arena_drop(&scratch);
}

/* Programs in the forms that YAML has for text; `needle` and `end` are names in each. */
static const struct {
	const char *file;
	uint32_t line;
	bool by_lines;
} files[] = {
    {"program: |\n  x = 1\n  y = needle(x,\n    end)\n", 2, true},
    {"tensors: {}\nprogram: |-\n\n      x = 1\n\n      y = needle(x, end)\nversion: 1\n", 4, true},
    {"program: |2\n    # far\n  needle(end)\n", 2, true},
    {"program: |\r\n  x = 1\r\n  needle(end)\r\n", 2, true},
    {"{\"program\": \"x = 1\\nneedle(\\\"é\\\", end)\\n\"}\n", 2, false},
    {"program: 'needle(''a'', end)'\n", 1, false},
    {"program: needle(end)\n", 1, true},
    {"program: >\n  x = 1\n\n  y = needle(x,\n  end)\n", 2, false},
    {"program: \"x = 1\n\n  y = needle(x,\n  end)\"\n", 2, false},
};

ParameterizedTestParameters(program, knows_its_place_in_the_file)
{
	return testing_indexes(ROWS(files));
}

static void expect_place(const struct program *program, const char *name)
{
	struct str text = program->text, file = program->source->text;
	size_t length = strlen(name), in_text = 0, in_file = 0;
	while (!str_starts_with(str_slice(text, in_text, text.len), str_of(name)))
		in_text++;
	while (!str_starts_with(str_slice(file, in_file, file.len), str_of(name)))
		in_file++;
	struct span at = {(uint32_t)in_text, (uint32_t)length};
	struct span place = program_span(program, at);
	cr_expect_eq(place.offset, in_file, "%s: %s", file.s, name);
	cr_expect_eq(place.length, length, "%s: %s", file.s, name);
}

ParameterizedTest(int *index, program, knows_its_place_in_the_file)
{
	struct arena arena = {0}, scratch = {0};
	struct diags diags = diags_make(&arena);
	const struct spec *spec = testing_spec(&arena, files[*index].file, NULL, &diags);
	cr_assert(spec && spec->program && !diags.count, "%s", files[*index].file);
	const struct program *program =
	    program_read(&arena, &scratch, spec->source, spec->program, &diags);
	cr_assert(!program->broken, "%s", files[*index].file);
	cr_expect_eq(program->lines_mapped, files[*index].by_lines, "%s", files[*index].file);
	expect_place(program, "needle");
	expect_place(program, "end");
	size_t needle = 0;
	while (!str_starts_with(str_slice(program->text, needle, program->text.len), STR("needle")))
		needle++;
	cr_expect_eq(program_line(program, (uint32_t)needle), files[*index].line, "%s",
	             files[*index].file);
	arena_drop(&arena);
	arena_drop(&scratch);
}

Test(program, every_byte_of_a_block_has_the_place_that_the_node_says)
{
	struct arena arena = {0}, scratch = {0};
	struct diags diags = diags_make(&arena);
	const struct spec *spec = testing_spec(
	    &arena, "program: |\n    x = 'é'\n\n    def f():\n        pass\n    \n", NULL, &diags);
	const struct program *program =
	    program_read(&arena, &scratch, spec->source, spec->program, &diags);
	cr_assert(program->lines_mapped);
	for (uint32_t i = 0; i < program->text.len; i++) {
		struct span by_node = node_text_span(spec->source->text, spec->program, i, 0);
		cr_expect_eq(program_span(program, (struct span){i, 0}).offset, by_node.offset,
		             "%u", i);
	}
	arena_drop(&arena);
	arena_drop(&scratch);
}

static struct str repeat(struct arena *arena, const char *before, const char *piece, uint32_t count,
                         const char *behind)
{
	struct buf out = {.arena = arena};
	buf_puts(&out, before);
	for (uint32_t i = 0; i < count; i++)
		buf_puts(&out, piece);
	buf_puts(&out, behind);
	return buf_str(&out);
}

/* Shapes that grow without end; `most` of the piece are read, one more gives a finding. */
static const struct {
	const char *before, *piece, *behind;
	uint32_t most;
} depths[] = {
    {"x = a", " + a", "\n", MAX_EXPRESSION_HEIGHT},
    {"x = a", ".b", "\n", MAX_EXPRESSION_HEIGHT},
    {"x = a", "(b)", "\n", MAX_EXPRESSION_HEIGHT},
    {"x = a", "[b]", "\n", MAX_EXPRESSION_HEIGHT},
    {"x = ", "-", "a\n", 499},
    {"x = ", "not ", "a\n", 499},
    {"x = a", " ** a", "\n", 499},
    {"x = ", "lambda: ", "a\n", 499},
    {"x = ", "a if b else ", "c\n", 499},
};

ParameterizedTestParameters(program, expressions_have_a_greatest_height)
{
	return testing_indexes(ROWS(depths));
}

ParameterizedTest(int *index, program, expressions_have_a_greatest_height)
{
	for (uint32_t more = 0; more < 2; more++) {
		struct arena arena = {0}, scratch = {0};
		struct diags diags = diags_make(&arena);
		struct str text = repeat(&arena, depths[*index].before, depths[*index].piece,
		                         depths[*index].most + more, depths[*index].behind);
		read_text(&arena, &scratch, text, &diags);
		cr_expect_eq(diags.count, more, "%s", depths[*index].piece);
		arena_drop(&arena);
		arena_drop(&scratch);
	}
}

/* Texts that would be slow or deep for a careless reader, many times over. */
static const char *const pieces[] = {
    "(",         "[",       "{",         ")",      "a(",         "a[",       "{a:",
    "-",         "not ",    "lambda:",   "a.",     "a+",         "a if ",    "*",
    "**",        "a,",      "a=",        "a;",     "@",          "\n",       " \n",
    "\t",        "  x\n",   "if a:",     "#",      "\\\n",       "\\",       "'",
    "f'{",       "f'''{",   "\"\"\"",    "0",      "1_",         "a\n",      "é",
    "\xff",      ".",       "...",       "def f(", "with (",     "f(a for ", "[a for b in ",
    "a:\n ",     "else:\n", "x = (\n",   "await ", "yield ",     "f(a=1,",   "match a:\n",
    "import a.", "\r",      "for a in ", "try:\n", "class a:\n", "del ",     "a == ",
    "def f(a,",
};

ParameterizedTestParameters(program, absurd_texts_end)
{
	return testing_indexes(ROWS(pieces));
}

ParameterizedTest(int *index, program, absurd_texts_end)
{
	struct arena arena = {0}, scratch = {0};
	struct diags diags = diags_make(&arena);
	uint32_t count = 300000 / (uint32_t)strlen(pieces[*index]);
	struct str text = repeat(&arena, "", pieces[*index], count, "");
	const struct program *program = read_text(&arena, &scratch, text, &diags);
	cr_expect_leq(diags.count, MAX_PROGRAM_MISTAKES + 1u);
	for (const struct diag *diag = diags.first; diag; diag = diag->next)
		cr_expect_leq(diag->at.offset + diag->at.length, text.len);
	cr_expect_leq(program->body.count, count + 1);
	arena_drop(&arena);
	arena_drop(&scratch);
}

Test(program, the_tree_is_a_small_multiple_of_the_text)
{
	struct arena arena = {0}, scratch = {0}, texts = {0};
	struct diags diags = diags_make(&arena);
	struct str text = repeat(
	    &texts, "", "y = jnp.einsum('btgrk,bsgk->bgrts', q[:, 0], k, axis=-1)\n", 10000, "");
	const struct program *program = read_text(&arena, &scratch, text, &diags);
	cr_expect_eq(program->body.count, 10000u);
	cr_expect_eq(diags.count, 0u);
	cr_expect_lt(arena_footprint(&arena), 32 * text.len);
	cr_expect_lt(arena_footprint(&scratch), 32 * text.len);
	arena_drop(&arena);
	arena_drop(&scratch);
	arena_drop(&texts);
}

Test(program, is_given_up_after_many_mistakes)
{
	struct arena arena = {0}, scratch = {0};
	struct diags diags = diags_make(&arena);
	struct str text = repeat(&arena, "if a:\n", "  x =\n", 1000, "");
	const struct program *program = read_text(&arena, &scratch, text, &diags);
	cr_expect(program->broken);
	cr_expect_eq(diags.count, MAX_PROGRAM_MISTAKES + 1u);
	cr_expect_eq(diags.last->rule, rule_of(RULE_LIMIT_EXCEEDED));
	arena_drop(&arena);
	arena_drop(&scratch);
}

Test(program, too_long_is_not_read)
{
	struct arena arena = {0}, scratch = {0};
	struct diags diags = diags_make(&arena);
	struct str text = repeat(&arena, "", "a = b\n", MAX_PROGRAM_BYTES / 6 + 1, "");
	const struct program *program = read_text(&arena, &scratch, text, &diags);
	cr_expect(program->broken);
	cr_expect_eq(program->body.count, 0u);
	cr_expect_eq(diags.first->rule, rule_of(RULE_LIMIT_EXCEEDED));
	arena_drop(&arena);
	arena_drop(&scratch);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "program/interpretable.h"

#include "testing/program_rows.h"
#include "testing/program_tree.h"
#include "testing/testing.h"

/* What is reported, each with the text it stands at. */
static const struct {
	const char *text, *reported;
} cases[] = {
    {"x = a\ny += b\nz: int = c\nassert x\nreturn_ = x[0, :, ...]\nimport jax\npass\n", ""},
    {"@jax.jit\ndef f(a, *b, c=1, **d):\n  return lambda e: a if e else {e: [1], **d}\n", ""},
    {"with a as b, c:\n  x = not y and z < 1\n  x.y = f'{x}'\n", ""},
    {"for i in x:\n  while y: z\nwhile x:\n  break\nelse: y\n", ""},
    {"if x: y\nelif z: w\nelse:\n  raise x\n", ""},
    {"x = {a: b for a in c}, {a for a in b if (d := a)}, f(a for a in (b for b in c))\n", ""},
    {"try:\n  class A:\n    def f(self): global x\nfinally: y\n", ""},
    {"def f(a=[(yield b) for b in c]):\n  yield\n  x = yield from y\n", "yield b: 'yield'\n"},
    {"if (yield a):\n  for b in (yield c):\n    d = yield\n  else:\n    class E: x\n",
     "yield a: 'yield'\nyield c: 'yield'\n"},
    {"while (yield a):\n  b = [c for c in d if (yield e)]\n",
     "yield a: 'yield'\nyield e: 'yield'\n"},
    {"async def f():\n  x = await y\n  async with z: w\n", ""},
    {"f(a)(k=(yield b))[(yield c):].d(*(yield e))\n",
     "yield b: 'yield'\nyield c: 'yield'\nyield e: 'yield'\n"},
    {"x = -(yield a) if (yield b) < (c := (yield d)) else lambda e=(yield f): (yield)\n",
     "yield a: 'yield'\nyield b: 'yield'\nyield d: 'yield'\nyield f: 'yield'\nyield: 'yield'\n"},
};

ParameterizedTestParameters(interpretable, reports_what_is_outside)
{
	return testing_indexes(ROWS(cases));
}

ParameterizedTest(int *index, interpretable, reports_what_is_outside)
{
	struct arena arena = {0}, scratch = {0};
	struct diags diags = diags_make(&arena);
	struct buf out = {.arena = &arena};
	struct str text = str_of(cases[*index].text);
	const struct program *program = read_text(&arena, &scratch, text, &diags);
	cr_assert_eq(diags.count, 0u, "%s", text.s);
	uint32_t count = program_report_outside(program, &diags);
	cr_expect_eq(count, diags.count);
	for (const struct diag *diag = diags.first; diag; diag = diag->next) {
		size_t what = diag->message.len - strlen(" is not interpreted");
		cr_expect_eq(diag->rule, rule_of(RULE_PROGRAM_UNSUPPORTED));
		cr_expect(diag->help.len > 0);
		buf_printf(&out, "%.*s: %.*s\n", STR_ARG(span_text(text, diag->at)), (int)what,
		           diag->message.s);
	}
	testing_expect(text.s, buf_str(&out), cases[*index].reported);
	arena_drop(&arena);
	arena_drop(&scratch);
}

static void expect_inside(struct arena *arena, const cJSON *row)
{
	struct arena scratch = {0};
	struct diags diags = diags_make(arena);
	const struct program *program = read_text(arena, &scratch, row_text(row, "text"), &diags);
	cr_expect_eq(program_report_outside(program, &diags), 0u, "%s", row_text(row, "name").s);
	arena_drop(&scratch);
}

Test(interpretable, whole_programs_are_inside)
{
	each_row(testing_read, "programs.jsonl", expect_inside);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program_print.h"

#include "testing/program_rows.h"
#include "testing/program_tree.h"
#include "testing/testing.h"

static struct str print_program(struct arena *arena, const struct program *program)
{
	struct buf out = {.arena = arena};
	print_block(&out, &program->body, 0);
	return buf_str(&out);
}

static void expect_round_trip(struct arena *arena, const cJSON *row)
{
	struct arena scratch = {0};
	struct diags diags = diags_make(arena);
	struct str text = row_text(row, "text");
	const struct program *program = read_text(arena, &scratch, text, &diags);
	struct str printed = print_program(arena, program);
	const struct program *again = read_text(arena, &scratch, printed, &diags);
	if (row_text(row, "tree").s) {
		testing_expect(text.s, dump_program(arena, again, false),
		               dump_program(arena, program, false).s);
		testing_expect(text.s, print_program(arena, again), str_copy(arena, printed).s);
	}
	arena_drop(&scratch);
}

Test(print, reading_what_is_printed_gives_the_same_tree)
{
	each_row(testing_read, "constructs.jsonl", expect_round_trip);
	each_row(testing_read, "bindings.jsonl", expect_round_trip);
	each_row(testing_read, "programs.jsonl", expect_round_trip);
}

static const struct {
	const char *text, *printed;
} cases[] = {
    {"((a))+(b*c)", "a + b * c\n"},
    {"(a+b)*c", "(a + b) * c\n"},
    {"a-(b-c)-d", "a - (b - c) - d\n"},
    {"(-a)**(-b)", "(-a) ** -b\n"},
    {"-(a**b)", "-a ** b\n"},
    {"(a**b)**c", "(a ** b) ** c\n"},
    {"not(a==b)", "not a == b\n"},
    {"(not a)==b", "(not a) == b\n"},
    {"(a<b)<c", "(a < b) < c\n"},
    {"(a if b else c)if d else(e if f else g)", "(a if b else c) if d else e if f else g\n"},
    {"(lambda:a)(),lambda:(a,b)", "(lambda: a)(), lambda: (a, b)\n"},
    {"x=(a,b);(x,y)=z;[x,y]=z", "x = a, b\nx, y = z\n[x, y] = z\n"},
    {"x[(a,b)];x[a:b,::c];x[()];x[a,]", "x[a, b]\nx[a:b, ::c]\nx[()]\nx[a,]\n"},
    {"f((a:=b),k=(c:=d),*(e),**(g))", "f(a := b, k=(c := d), *e, **g)\n"},
    {"f((a for a in b))", "f((a for a in b))\n"},
    {"1 .real;1.5.real;1e400;2j", "(1).real\n1.5.real\n1e999\n2.0j\n"},
    {"0x10;99999999999999999999;1_0.5", "16\n100000000000000000000\n10.5\n"},
    {"'a' \"b'\\n\\x00é\";b'\\xff'", "'ab\\'\\n\\x00é'\nb'\\xff'\n"},
    {"f'{a}' 'b'", "(f'{a}' 'b')\n"},
    {"def f(a,b=1,/,c:d=2,*,e)->g:return a,",
     "def f(a, b=1, /, c: d = 2, *, e) -> g:\n    return a,\n"},
    {"@a\n@b(c)\nclass d(e,f=g):\n  pass", "@a\n@b(c)\nclass d(e, f=g):\n    pass\n"},
    {"if a:b\nelif c:d\nelse:\n  if e:f",
     "if a:\n    b\nelif c:\n    d\nelse:\n    if e:\n        f\n"},
    {"with(a as b,c):d", "with a as b, c:\n    d\n"},
    {"with((a,b)):c", "with ((a, b)):\n    c\n"},
    {"from..a import(b as c,d)", "from ..a import b as c, d\n"},
    {"x:(lambda:a)=yield", "x: lambda: a = yield\n"},
    {"(yield),a", "(yield), a\n"},
};

ParameterizedTestParameters(print, writes_few_parentheses)
{
	return testing_indexes(ROWS(cases));
}

ParameterizedTest(int *index, print, writes_few_parentheses)
{
	struct arena arena = {0}, scratch = {0};
	struct diags diags = diags_make(&arena);
	const struct program *program =
	    read_text(&arena, &scratch, str_of(cases[*index].text), &diags);
	testing_expect(cases[*index].text, print_program(&arena, program), cases[*index].printed);
	arena_drop(&arena);
	arena_drop(&scratch);
}

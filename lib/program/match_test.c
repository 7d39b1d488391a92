/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/program_print.h"
#include "testing/program_tree.h"
#include "testing/testing.h"

/* A text, its tree, and what it says when it is written again. */
static const struct {
	const char *text, *tree;
} cases[] = {
    {"match x:\n    case 1:\n        pass\n", " [(match (name x) (case () _ [(pass)]))]"},
    {"match x, y:\n    case (a, *b):\n        pass\n",
     " [(match (tuple (name x) (name y)) (case (a b) _ [(pass)]))]"},
    {"match f(x)[0]:\n    case {'k': v, **rest} if v:\n        return_ = v\n    case _:\n        "
     "pass\n",
     " [(match (index (call (name f) (name x)) (int 0)) (case (v rest) (name v) [(assign (name "
     "return_) (name v))]) (case () _ [(pass)]))]"},
    {"match x:\n    case Point(x=0, y=b) | A.B as c:\n        pass\n",
     " [(match (name x) (case (b c) _ [(pass)]))]"},
    {"match x:\n    case [a, 'text', -1, None]:\n        match y:\n            case z:\n           "
     "     pass\n",
     " [(match (name x) (case (a) _ [(match (name y) (case (z) _ [(pass)]))]))]"},
    {"match = 1\nmatch.x[0] = match(y)\nmatch[z]\n",
     " [(assign (name match) (int 1)) (assign (index (attribute (name match) x) (int 0)) (call "
     "(name match) (name y))) (expression (index (name match) (name z)))]"},
    {"match: int = 1\n", " [(annotated (name match) (name int) (int 1))]"},
    {"type X = int\ntype = 1\ntype(x)\n", " [(type X (name int)) (assign (name type) (int 1)) "
                                          "(expression (call (name type) (name x)))]"},
};

ParameterizedTestParameters(match, trees)
{
	return testing_indexes(ROWS(cases));
}

ParameterizedTest(int *index, match, trees)
{
	struct arena arena = {0}, scratch = {0};
	struct diags diags = diags_make(&arena);
	struct buf printed = {.arena = &arena};
	struct str text = str_of(cases[*index].text);
	const struct program *program = read_text(&arena, &scratch, text, &diags);
	cr_assert_eq(diags.count, 0u, "%s", text.s);
	testing_expect(text.s, dump_program(&arena, program, false), cases[*index].tree);
	print_block(&printed, &program->body, 0);
	testing_expect(text.s, buf_str(&printed), text.s);
	arena_drop(&arena);
	arena_drop(&scratch);
}

Test(match, type_parameters_say_nothing)
{
	struct arena arena = {0}, scratch = {0};
	struct diags diags = diags_make(&arena);
	const struct program *program = read_text(
	    &arena, &scratch, STR("type X[T: (int, str) = int, *U, **V,] = list[T]\n"), &diags);
	cr_expect_eq(diags.count, 0u);
	testing_expect("type parameters", dump_program(&arena, program, false),
	               " [(type X (index (name list) (name T)))]");
	arena_drop(&arena);
	arena_drop(&scratch);
}

/* Mistakes; what stands behind the statement is read on. */
static const struct {
	const char *text, *message;
} mistakes[] = {
    {"match x:\n  case 1 2 if: pass\n  case 3: y = = 1\nz = = 2\n",
     "an expression expected, but ':' found; an expression expected, but '=' found; an expression "
     "expected, but '=' found"},
    {"match x:\n  case : pass\nz = 1\n", "a pattern expected, but ':' found"},
    {"match x:\n  case 1: pass\n  y = 1\nz = = 1\n",
     "'case' expected, but 'y' found; an expression expected, but '=' found"},
    {"match x:\n  case 'open: pass\nz = 1\n", "this string is not closed"},
    {"match x\n  case 1: pass\n", "the end of the statement expected, but 'x' found; the end of "
                                  "the statement expected, but the number 1 found"},
    {"match x:\n  pass\n", "the end of the statement expected, but 'x' found"},
    {"type X\n", "'=' expected, but the end of the line found"},
};

Test(match, mistakes)
{
	for (size_t i = 0; i < ROWS(mistakes); i++) {
		struct arena arena = {0}, scratch = {0};
		struct diags diags = diags_make(&arena);
		struct buf out = {.arena = &arena};
		read_text(&arena, &scratch, str_of(mistakes[i].text), &diags);
		for (const struct diag *diag = diags.first; diag; diag = diag->next)
			buf_printf(&out, "%s%.*s", out.len ? "; " : "", STR_ARG(diag->message));
		testing_expect(mistakes[i].text, buf_str(&out), mistakes[i].message);
		arena_drop(&arena);
		arena_drop(&scratch);
	}
}

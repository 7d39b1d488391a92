/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/yaml/literal.h"

#include <inttypes.h>

#include "base/buf.h"
#include "testing/testing.h"

/* The expression in a form without sugar: call:P('x', keyword=name:a). */
static void dump(struct buf *out, const struct literal *literal)
{
	static const char *const open[] = {
	    [LITERAL_TUPLE] = "(", [LITERAL_LIST] = "[", [LITERAL_SET] = "{", [LITERAL_CALL] = "("};
	static const char *const close[] = {
	    [LITERAL_TUPLE] = ")", [LITERAL_LIST] = "]", [LITERAL_SET] = "}", [LITERAL_CALL] = ")"};
	if (literal->keyword.s)
		buf_printf(out, "%.*s=", STR_ARG(literal->keyword));
	if (literal->object) {
		dump(out, literal->object);
		buf_putc(out, '.');
	}
	switch (literal->kind) {
	case LITERAL_NAME:
		buf_printf(out, "name:%.*s", STR_ARG(literal->text));
		return;
	case LITERAL_STRING:
		buf_printf(out, "'%.*s'", STR_ARG(literal->text));
		return;
	case LITERAL_NUMBER:
		buf_printf(out, "%" PRId64, literal->number);
		return;
	case LITERAL_CALL:
		buf_printf(out, "call:%.*s", STR_ARG(literal->text));
		break;
	case LITERAL_TUPLE:
	case LITERAL_LIST:
	case LITERAL_SET:
		break;
	}
	buf_puts(out, open[literal->kind]);
	for (const struct literal *item = literal->items; item; item = item->next) {
		dump(out, item);
		buf_puts(out, item->next ? ", " : "");
	}
	buf_puts(out, close[literal->kind]);
}

static const char *const readable[][2] = {
    {"data", "name:data"},
    {"P.UNCONSTRAINED", "name:P.UNCONSTRAINED"},
    {"'x'", "'x'"},
    {"\"it's\"", "'it's'"},
    {"''", "''"},
    {"8", "8"},
    {"-1", "-1"},
    {"()", "()"},
    {"(1)", "1"},
    {"(1,)", "(1)"},
    {"(((1)))", "1"},
    {"('x', None,)", "('x', name:None)"},
    {"[]", "[]"},
    {"['x', [1]]", "['x', [1]]"},
    {"{'x'}", "{'x'}"},
    {"{}", "{}"},
    {"P()", "call:P()"},
    {"P('x', None)", "call:P('x', name:None)"},
    {"jax.sharding.PartitionSpec(('x', 'y'))", "call:jax.sharding.PartitionSpec(('x', 'y'))"},
    {"P('x', unreduced={'y'})", "call:P('x', unreduced={'y'})"},
    {"  P (\n'x' ,\t'y' )  ", "call:P('x', 'y')"},
    {"S((8, 1)).replicate(0, keepdims=False)",
     "call:S((8, 1)).call:replicate(0, keepdims=name:False)"},
    {"S().a().b()", "call:S().call:a().call:b()"},
    {"donn\303\251es", "name:donn\303\251es"},
};

Test(literal, expressions_of_code_are_read)
{
	for (size_t i = 0; i < ROWS(readable); i++) {
		struct arena arena = {0};
		struct literal_error error;
		struct buf out = {.arena = &arena};
		const struct literal *literal =
		    literal_read(&arena, str_of(readable[i][0]), 0, &error);
		cr_assert_not_null(literal, "%s", readable[i][0]);
		cr_expect_null(error.message);
		dump(&out, literal);
		testing_expect(readable[i][0], buf_str(&out), readable[i][1]);
		arena_drop(&arena);
	}
}

static const struct {
	const char *text;
	size_t at;
	const char *message;
} wrong[] = {
    {"", 0, "something is missing at the end"},
    {"   ", 3, "something is missing at the end"},
    {"P('x'", 5, "a bracket is not closed"},
    {"P('x'  ", 7, "a bracket is not closed"},
    {"P('x' 'y')", 6, "a comma or the closing bracket is missing here"},
    {"P('x'", 5, "a bracket is not closed"},
    {"P('x", 2, "this quote is not closed"},
    {"P('x\\n')", 4, "escapes in a name are not read"},
    {"P('x'))", 6, "the layout should end here"},
    {"P('x') # why", 7, "the layout should end here"},
    {"P(,)", 2, "a name, a string or a bracket is expected here"},
    {"P(*axes)", 2, "a name, a string or a bracket is expected here"},
    {"99999999999999999999", 0, "this is not an integer of 64 bits"},
    {"P(-)", 2, "this is not an integer of 64 bits"},
    {"S().a", 5, "a method call such as .replicate() is expected here"},
    {"S().(1)", 4, "a method call such as .replicate() is expected here"},
    {"('x', ]", 6, "a name, a string or a bracket is expected here"},
    {"P(x=)", 4, "a name, a string or a bracket is expected here"},
};

Test(literal, what_cannot_be_read_is_pointed_at)
{
	for (size_t i = 0; i < ROWS(wrong); i++) {
		struct arena arena = {0};
		struct literal_error error;
		const struct literal *literal =
		    literal_read(&arena, str_of(wrong[i].text), 0, &error);
		cr_expect_null(literal, "'%s'", wrong[i].text);
		cr_expect_eq(error.at, wrong[i].at, "'%s': byte %zu", wrong[i].text, error.at);
		cr_assert_not_null(error.message);
		cr_expect_str_eq(error.message, wrong[i].message, "'%s'", wrong[i].text);
		arena_drop(&arena);
	}
}

Test(literal, each_expression_knows_its_bytes)
{
	struct arena arena = {0};
	struct literal_error error;
	struct str text = STR("f32[8] P('x', (a, 1)).go()");
	const struct literal *call = literal_read(&arena, text, 6, &error);
	cr_assert_not_null(call);
	const struct literal *parts[] = {call, call->object, call->object->items,
	                                 call->object->items->next,
	                                 call->object->items->next->items};
	static const char *const bytes[] = {"P('x', (a, 1)).go()", "P('x', (a, 1))", "'x'",
	                                    "(a, 1)", "a"};
	for (size_t i = 0; i < ROWS(parts); i++)
		testing_expect(bytes[i],
		               str_slice(text, parts[i]->start, parts[i]->start + parts[i]->length),
		               bytes[i]);
	arena_drop(&arena);
}

Test(literal, nesting_is_bounded)
{
	char text[2 * MAX_LITERAL_DEPTH + 3];
	for (size_t depth = MAX_LITERAL_DEPTH - 1; depth <= MAX_LITERAL_DEPTH; depth++) {
		struct arena arena = {0};
		struct literal_error error;
		memset(text, '[', depth);
		text[depth] = '1';
		memset(text + depth + 1, ']', depth);
		const struct literal *literal =
		    literal_read(&arena, (struct str){text, 2 * depth + 1}, 0, &error);
		cr_expect_eq(literal != NULL, depth < MAX_LITERAL_DEPTH);
		arena_drop(&arena);
	}
}

Test(literal, names_may_have_a_module_in_front)
{
	static const struct {
		const char *text, *name;
		bool is_name, calls, calls_method;
	} rows[] = {
	    {"UNCONSTRAINED", "UNCONSTRAINED", true, false, false},
	    {"P.UNCONSTRAINED", "UNCONSTRAINED", true, false, false},
	    {"XUNCONSTRAINED", "UNCONSTRAINED", false, false, false},
	    {"P()", "P", false, true, false},
	    {"jax.P()", "P", false, true, false},
	    {"jaxP()", "P", false, false, false},
	    {"S().P()", "P", false, false, true},
	    {"'P'", "P", false, false, false},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		struct literal_error error;
		const struct literal *literal =
		    literal_read(&arena, str_of(rows[i].text), 0, &error);
		cr_assert_not_null(literal);
		cr_expect_eq(literal_is_name(literal, rows[i].name), rows[i].is_name, "%zu", i);
		cr_expect_eq(literal_calls(literal, rows[i].name, false), rows[i].calls, "%zu", i);
		cr_expect_eq(literal_calls(literal, rows[i].name, true), rows[i].calls_method,
		             "%zu", i);
		arena_drop(&arena);
	}
}

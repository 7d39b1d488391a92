/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/yaml/yaml.h"

#include "testing/spec_text.h"

/* The tree as text: scalars in angle brackets with the letter of their style. */
static void dump(struct buf *out, const struct node *node)
{
	if (node->kind == NODE_SCALAR) {
		buf_printf(out, "%c<%.*s>", "psdlfm"[node->style], STR_ARG(node_text(node)));
		return;
	}
	bool map = node->kind == NODE_MAP;
	buf_putc(out, map ? '{' : '[');
	for (uint32_t i = 0; i < node->count; i++) {
		buf_puts(out, i ? ", " : "");
		dump(out, map ? node_key(node, i) : &node->items[i]);
		if (!map)
			continue;
		buf_puts(out, ": ");
		dump(out, node_value(node, i));
	}
	buf_putc(out, map ? '}' : ']');
}

/* Findings as "rule(covered text)", and the tree behind them when there is one. */
static struct str read(struct arena *arena, struct str text)
{
	struct arena scratch = {0};
	struct source *source = arena_new(arena, struct source, 1);
	struct diags diags = diags_make(arena);
	bool aliases;
	struct buf out = {.arena = arena};
	*source = (struct source){STR("x"), text};
	const struct node *root =
	    yaml_read(arena, &scratch, source, (struct span){0, UINT32_MAX}, &diags, &aliases);
	buf_printf(&out, "%.*s ", STR_ARG(testing_findings_text(arena, &diags, text)));
	if (root)
		dump(&out, root);
	arena_drop(&scratch);
	return str_trim(buf_str(&out));
}

static const struct {
	const char *text, *read;
} rows[] = {
    {"a: 1", "{p<a>: p<1>}"},
    {"[a, 'b', \"c\"]", "[p<a>, s<b>, d<c>]"},
    {"a: |\n  x\nb: >\n  y\n", "{p<a>: l<x\n>, p<b>: f<y\n>}"},
    {"{\"a\": [1, {\"b\": null}]}", "{d<a>: [p<1>, {d<b>: p<null>}]}"},
    {"a:\n- 1\n- b: 2\n", "{p<a>: [p<1>, {p<b>: p<2>}]}"},
    {"a:\nb:", "{p<a>: p<>, p<b>: p<>}"},
    {"a: &x [1]\nb: *x", "{p<a>: [p<1>], p<b>: [p<1>]}"},
    {"a: &x 1\nb: &y {c: *x}\nd: *y", "{p<a>: p<1>, p<b>: {p<c>: p<1>}, p<d>: {p<c>: p<1>}}"},
    {"a: &x 1\nb: &x 2\nc: *x", "{p<a>: p<1>, p<b>: p<2>, p<c>: p<2>}"},
    {"--- {a: 1}\n...\n", "{p<a>: p<1>}"},
    {"%YAML 1.1\n---\na: 1", "{p<a>: p<1>}"},
    {"a: \"x\\0y\"", "{p<a>: d<x>}"},
    {"y: no", "{p<y>: p<no>}"},
    {"", "file-empty()"},
    {"# nothing\n", "file-empty()"},
    {"---\n", "p<>"},
    {"a: 1\na: 2", "key-repeated(a) {p<a>: p<1>, p<a>: p<2>}"},
    {"a: 1\n'a': 2", "key-repeated('a') {p<a>: p<1>, s<a>: p<2>}"},
    {"a: !t 1", "yaml-unsupported(!) {p<a>: p<1>}"},
    {"a: !!int 1", "yaml-unsupported(!) {p<a>: p<1>}"},
    {"a: &x {b: 1}\nc: {<<: *x}",
     "yaml-unsupported(<<) {p<a>: {p<b>: p<1>}, p<c>: {p<<<>: {p<b>: p<1>}}}"},
    {"'<<': 1", "{s<<<>: p<1>}"},
    {"[a]: 1", "yaml-unsupported([a]) {[p<a>]: p<1>}"},
    {"{a: b}: 1", "yaml-unsupported({a: b}) {{p<a>: p<b>}: p<1>}"},
    {"a: 1\n---\nb: 2", "yaml-unsupported(---) {p<a>: p<1>}"},
    {"a: *x", "alias-unknown(*x)"},
    {"a: *x\nb: *y", "alias-unknown(*x) alias-unknown(*y)"},
    {"a: &x [*x]", "alias-unknown(*x)"},
    {"a: [1", "yaml-syntax([) {p<a>: [p<1>]}"},
    {"a: b: c", "yaml-syntax(:) {p<a>: {p<b>: p<c>}}"},
    {"a: 'b", "yaml-syntax(')"},
    {"a: ['b'😀]", "yaml-syntax(😀)"},
    {"a: [1, }", "yaml-syntax(})"},
    {"a: ]", "yaml-syntax(]) {p<a>: p<>}"},
    {"a: *.py", "quotes-missing(*.py) {p<a>: p<*.py>}"},
    {"a: | b", "yaml-syntax(b)"},
    {"a: \302\205 b\nShard(d\n", "yaml-syntax(()"},
    {"\ta: 1", "yaml-syntax(\t) {p<a>: p<1>}"},
    {"a: @b", "quotes-missing(@b) {p<a>: p<@b>}"},
    {"a: \x01", "yaml-syntax(\x01)"},
    {"a: \xff", "encoding-invalid(\xff)"},
    {"\377\376a", "encoding-invalid(\377)"},
    {"\357\273\277a: b: c", "yaml-syntax(:) {p<a>: {p<b>: p<c>}}"},
    {"\xc3\xa9: b: c", "yaml-syntax(:) {p<\xc3\xa9>: {p<b>: p<c>}}"},
    /* slips: what was meant is read */
    {"a: {b: P('c', 'd'), e: f32[8@x, 4]}",
     "quotes-missing(P('c', 'd')) {p<a>: {p<b>: p<P('c', 'd')>, p<e>: p<f32[8@x, 4]>}}"},
    {"a: {b: ('c', ('d', 'e'))}",
     "quotes-missing(('c', ('d', 'e'))) {p<a>: {p<b>: [s<c>, [s<d>, s<e>]]}}"},
    {"a: [(b, c), null]", "quotes-missing((b, c)) {p<a>: [[p<b>, p<c>], p<null>]}"},
    {"a: [P('c', 'd')]", "quotes-missing(P('c', 'd')) {p<a>: m<P('c', 'd')>}"},
    {"a: \"P(\"b\")\"\nc: 1", "quotes-missing(\") {p<a>: m<P(\"b\")>, p<c>: p<1>}"},
    {"a: 'b', 'c'", "yaml-syntax('b', 'c') {p<a>: [s<b>, s<c>]}"},
    {"a:{b: 1}", "yaml-syntax(:) {p<a>: {p<b>: p<1>}}"},
    {"a: {b:4, c:'d'}", "yaml-syntax(:) {p<a>: {p<b>: p<4>, p<c>: s<d>}}"},
    {"a: {b=4, c=5}", "yaml-syntax(=) {p<a>: {p<b>: p<4>, p<c>: p<5>}}"},
    {"a = {b: 4}", "yaml-syntax(=) {p<a>: {p<b>: p<4>}}"},
    {"a:\n  b:[1]\n  c:[2]\n",
     "yaml-syntax(:) yaml-syntax(:) {p<a>: {p<b>: [p<1>], p<c>: [p<2>]}}"},
    {"a {b: 1}", "yaml-syntax(a) {p<a>: {p<b>: p<1>}}"},
    {"a\n  b: 1\n  c: 2\n", "yaml-syntax(a) {p<a>: {p<b>: p<1>, p<c>: p<2>}}"},
    {"a: b: 1, c: 2", "yaml-syntax(:) {p<a>: {p<b>: p<1>, p<c>: p<2>}}"},
    {"a: {b: 1},\nc: 2;\n", "yaml-syntax(,) {p<a>: {p<b>: p<1>}, p<c>: p<2;>}"},
    {"a: {b: [1]; c: 2}", "yaml-syntax(;) {p<a>: {p<b>: [p<1>], p<c>: p<2>}}"},
    {"a: {b: [1] c: 2}", "yaml-syntax(c) {p<a>: {p<b>: [p<1>], p<c>: p<2>}}"},
    {"{\n\"a\": [1]\n\"b\": 2\n}", "yaml-syntax(\"b\") {d<a>: [p<1>], d<b>: p<2>}"},
    {"a: {b: [1, c: 2}", "yaml-syntax(,) {p<a>: {p<b>: [p<1>], p<c>: p<2>}}"},
    {"a: {b: [1}\nc: 2", "yaml-syntax([) {p<a>: {p<b>: [p<1>]}, p<c>: p<2>}"},
    {"a: {b: 1}}\nc: 2", "yaml-syntax(}) {p<a>: {p<b>: p<1>}, p<c>: p<2>}"},
    {"a: [, b]", "yaml-syntax(,) {p<a>: [p<null>, p<b>]}"},
    {"*.a: 1\nb: 2", "quotes-missing(*.a) {p<*.a>: p<1>, p<b>: p<2>}"},
    {"a: {b: 1} // c\nd: 2", "yaml-syntax(//) {p<a>: {p<b>: p<1>}, p<d>: p<2>}"},
    {"{ /* c */\n\"a\": 1}", "yaml-syntax(/*) {d<a>: p<1>}"},
    {"a: [\xe2\x80\x9c"
     "b\xe2\x80\x9d]",
     "yaml-syntax(\xe2\x80\x9c) {p<a>: [m<b>]}"},
    {"a:\n   b: 1\n  c: 2\n", "yaml-syntax(c: 2) {p<a>: {p<b>: p<1>, p<c>: p<2>}}"},
    {"a:\n\tb: 1\n\tc: 2\n", "yaml-syntax(\t) {p<a>: {p<b>: p<1>, p<c>: p<2>}}"},
};

Test(yaml, becomes_a_tree_or_findings)
{
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		testing_expect(rows[i].text, read(&arena, str_of(rows[i].text)), rows[i].read);
		arena_drop(&arena);
	}
}

Test(yaml, depth_is_bounded)
{
	char text[2 * MAX_YAML_DEPTH + 2];
	for (size_t depth = MAX_YAML_DEPTH; depth <= MAX_YAML_DEPTH + 1; depth++) {
		struct arena arena = {0};
		memset(text, '[', depth);
		memset(text + depth, ']', depth);
		struct str actual = read(&arena, (struct str){text, 2 * depth});
		cr_expect_eq(str_equal(actual, STR("limit-exceeded([)")), depth > MAX_YAML_DEPTH,
		             "depth %zu: %.*s", depth, STR_ARG(actual));
		arena_drop(&arena);
	}
}

Test(yaml, aliases_of_aliases_do_not_multiply)
{
	struct arena arena = {0};
	struct buf text = {.arena = &arena};
	buf_puts(&text, "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
	for (int i = 1; i < 60; i++)
		buf_printf(&text, "a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d]\n", i,
		           i, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
	struct arena tree = {0}, scratch = {0};
	struct source source = {STR("x"), buf_str(&text)};
	struct diags diags = diags_make(&arena);
	bool aliases;
	const struct node *root =
	    yaml_read(&tree, &scratch, &source, (struct span){0, UINT32_MAX}, &diags, &aliases);
	cr_assert(root && diags.count == 0);
	cr_expect_eq(root->count, 60u);
	cr_expect(arena_footprint(&tree) < 512 * 1024, "%zu bytes", arena_footprint(&tree));
	arena_drop(&tree);
	arena_drop(&scratch);
	arena_drop(&arena);
}

/* Where the lists and maps of a text lie, by a path of indexes. */
static const struct {
	const char *text, *covered;
	bool second; /* the value of the second key rather than of the first */
} spans[] = {
    {"a: [1, 2]\nb: 3\n", "[1, 2]", false},
    {"a: {x: 1}\nb: 3\n", "{x: 1}", false},
    {"a: &k [1, 2]\nb: 3\n", "[1, 2]", false},
    {"a:\n  - 1\n  - 22\nb: 3\n", "1\n  - 22", false},
    {"a:\n  x: 1\n  y: [2]\nb: 3\n", "x: 1\n  y: [2]", false},
    {"a: \"quoted\" # c\nb: 3\n", "\"quoted\"", false},
    {"a: &k {x: 1}\nb:\n  c: *k\n", "c", true},
    {"a: &k {x: 1}\nb:\n  - *k\n  - 22\n", "- *k\n  - 22", true},
    {"a: &k {x: 1}\nb:\n  c: 3\n  d: *k\n", "c: 3\n  d", true},
    {"a: &k\n  plain\nb: 3\n", "plain", false},
    {"\xc3\xa9: \xe2\x82\xac\nb: {\xc3\xa9: [\xe2\x82\xac]}\n", "{\xc3\xa9: [\xe2\x82\xac]}", true},
    {"\357\273\277a: 1\nb: [\xc3\xa9]\n", "[\xc3\xa9]", true},
};

Test(yaml, a_value_spans_its_text)
{
	for (size_t i = 0; i < ROWS(spans); i++) {
		struct arena arena = {0}, scratch = {0};
		struct source source = {STR("x"), str_of(spans[i].text)};
		struct diags diags = diags_make(&arena);
		bool aliases;
		const struct node *root = yaml_read(&arena, &scratch, &source,
		                                    (struct span){0, UINT32_MAX}, &diags, &aliases);
		cr_assert_not_null(root);
		const struct node *value = node_value(root, spans[i].second);
		testing_expect(spans[i].text, span_text(source.text, value->at), spans[i].covered);
		arena_drop(&scratch);
		arena_drop(&arena);
	}
}

Test(yaml, the_scratch_arena_is_given_back)
{
	struct arena arena = {0}, scratch = {0};
	struct source source = {STR("x"), STR("a: [1, 2, {b: c}]")};
	struct diags diags = diags_make(&arena);
	bool aliases;
	char *kept = arena_new(&scratch, char, 8);
	memcpy(kept, "kept...", 8);
	struct arena_mark before = arena_mark(&scratch);
	cr_expect_not_null(
	    yaml_read(&arena, &scratch, &source, (struct span){0, UINT32_MAX}, &diags, &aliases));
	struct arena_mark after = arena_mark(&scratch);
	cr_expect(before.block == after.block && before.used == after.used);
	cr_expect_str_eq(kept, "kept...");
	arena_drop(&scratch);
	arena_drop(&arena);
}

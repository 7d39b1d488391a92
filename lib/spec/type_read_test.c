/* SPDX-License-Identifier: Apache-2.0 */
/* One-line types. */
#include "testing/spec_text.h"

static const struct {
	const char *written, *dtype, *shape, *layout;
} readable[] = {
    {"f32[4@x, 3]", "float32", "4 3", "P(x, None)"},
    {"f32[4,3]", "float32", "4 3", "P(None, None)"},
    {"f32[]", "float32", "", "P()"},
    {"f32[ ]", "float32", "", "P()"},
    {"bf16[8@(x,y)]", "bfloat16", "8", "P((x, y))"},
    {"bf16[ 8 @ ( x , y ) , B ]", "bfloat16", "8 64", "P((x, y), None)"},
    {"f32[B*T*2@x]", "float32", "1024", "P(x)"},
    {"float32 [8]", "float32", "8", "P(None)"},
    {"bf16[8, 4] ('x', None)", "bfloat16", "8 4", "P(x, None)"},
    {"bf16[8, 4] P('x')", "bfloat16", "8 4", "P(x)"},
    {"bf16[8, 4] jax.P(('x', 'y'), None)", "bfloat16", "8 4", "P((x, y), None)"},
    {"bf16[8, 4]{devices=[2,1]<=[2]}", "bfloat16", "8 4", "{devices=[2,1]<=[2]}"},
    {"f32[4@donn\303\251es]", "float32", "4", "P(donn\303\251es)"},
    {"s32[9223372036854775807]", "int32", "9223372036854775807", "P(None)"},
};

static const struct spec *read(struct arena *arena, const char *type, struct diags *diags)
{
	struct str text =
	    str_format(arena, "dims: {B: 64, T: 8}\nmesh: {x: 2}\ntensors:\n  t: '%s'\n", type);
	return testing_spec(arena, text.s, NULL, diags);
}

/* A type inside single quotes of YAML. */
static const char *quoted(struct arena *arena, const char *type)
{
	struct buf out = {.arena = arena};
	for (const char *c = type; *c; c++)
		buf_puts(&out, *c == '\'' ? "''" : (char[]){*c, '\0'});
	return str_copy(arena, buf_str(&out)).s;
}

Test(type_read, sizes_axes_and_a_layout_behind_are_read)
{
	for (size_t i = 0; i < ROWS(readable); i++) {
		struct arena arena = {0};
		struct diags diags;
		const char *written = readable[i].written;
		const struct spec *spec = read(&arena, quoted(&arena, written), &diags);
		const struct tensor *tensor = spec_tensor(&arena, spec, 0, &diags);
		cr_assert(tensor->dtype && tensor->layout, "%s", written);
		cr_expect_str_eq(tensor->dtype->name, readable[i].dtype, "%s", written);
		testing_expect(written, testing_shape_text(&arena, tensor), readable[i].shape);
		testing_expect(written, testing_layout_text(&arena, tensor->layout),
		               readable[i].layout);
		arena_drop(&arena);
	}
}

static const struct {
	const char *written, *findings;
} wrong[] = {
    {"f32", "type-syntax(f32)"},
    {"f32[8", "type-syntax([)"},
    {"f32[8@(x]", "type-syntax([)"},
    {"f32[8]]", "spec-syntax(])"},
    {"f32[8@]", "type-syntax(])"},
    {"f32[8@()]", "type-syntax())"},
    {"f32[8@(x,,y)]", "type-syntax()"},
    {"f32[@x]", "type-syntax(@)"},
    {"f32[8,,4]", "type-syntax(,)"},
    {"f32[8,]", "type-syntax(])"},
    {"f32[-8]", "value-invalid(-8)"},
    {"f32[8*]", "dim-unknown(])"},
    {"f32[C@x]", "dim-unknown(C)"},
    {"f32[8@x] P(None)", "type-syntax(P(None))"},
    {"f32[8] P(", "spec-syntax()"},
    {"f31[8]", "dtype-unknown(f31)"},
    {"[8]", "dtype-unknown([)"},
    {"f32[99999999999999999999]", "value-invalid(99999999999999999999)"},
    {"f32[4294967296*4294967296]", "size-overflow(4294967296)"},
};

Test(type_read, the_caret_stands_where_the_mistake_is)
{
	for (size_t i = 0; i < ROWS(wrong); i++) {
		struct arena arena = {0};
		struct diags diags;
		const struct spec *spec = read(&arena, quoted(&arena, wrong[i].written), &diags);
		const struct tensor *tensor = spec_tensor(&arena, spec, 0, &diags);
		testing_expect(wrong[i].written,
		               testing_findings_text(&arena, &diags, spec->source->text),
		               wrong[i].findings);
		bool dtype_only = diags.first && diags.first->rule == rule_of(RULE_DTYPE_UNKNOWN);
		cr_expect_eq(tensor->broken, !dtype_only, "%s", wrong[i].written);
		arena_drop(&arena);
	}
}

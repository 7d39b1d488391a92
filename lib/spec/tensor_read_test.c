/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors as maps: their fields, families and limits. */
#include <inttypes.h>

#include "spec/reader.h"
#include "testing/spec_text.h"

/* What of a tensor differs from the default, in one line. */
static const char *dump(struct arena *arena, const struct tensor *tensor)
{
	static const char *const kinds[] = {"", " param", " activation", " input", " state"};
	struct buf out = {.arena = arena};
	buf_printf(&out, "[%.*s]", STR_ARG(testing_shape_text(arena, tensor)));
	if (tensor->dtype)
		buf_printf(&out, " %s", tensor->dtype->brief);
	if (tensor->layout)
		buf_printf(&out, " %.*s", STR_ARG(testing_layout_text(arena, tensor->layout)));
	if (tensor->mesh)
		buf_printf(&out, " on %.*s", STR_ARG(tensor->mesh->name));
	if (tensor->count != 1)
		buf_printf(&out, " x%" PRId64, tensor->count);
	if (tensor->applied_by != MOMENT_DEVICE_PUT)
		buf_printf(&out, " %s", moment_words.items[tensor->applied_by]);
	buf_puts(&out, kinds[tensor->kind]);
	for (uint32_t i = 0; i < tensor->nheads; i++)
		buf_printf(&out, " heads %" PRId64 ":%" PRId64, tensor->heads[i].dim,
		           tensor->heads[i].count);
	if (tensor->reshard_to)
		buf_printf(&out, " then %.*s on %.*s",
		           STR_ARG(testing_layout_text(arena, tensor->reshard_to)),
		           STR_ARG(tensor->reshard_mesh->name));
	buf_puts(&out, tensor->logical ? " logical" : "");
	buf_puts(&out, tensor->broken ? " broken" : "");
	return str_copy(arena, buf_str(&out)).s;
}

/* An entry of `tensors`, and what was read of it with the findings behind. */
static const char *const rows[][2] = {
    {"x: f32[8@a]", "[8] f32 P(a) on m"},
    {"x: {shape: [8, 4], dtype: bf16, spec: [a]}", "[8 4] bf16 P(a) on m"},
    {"x: {type: 'f32[8@a]', kind: param}", "[8] f32 P(a) on m param"},
    {"x: {type: 'f32[8]', spec: [b], mesh: n}", "[8] f32 P(b) on n"},
    {"x: {shape: []}", "[] on m"},
    {"x: {shape: [B, B*2]}", "[64 128] on m"},
    {"x: {shape: [8], applied_by: none, kind: state}", "[8] on m none state"},
    {"x: {shape: [8], applied_by: constraint, kind: input}", "[8] on m constraint input"},
    {"x: {shape: [8], device: meta, kind: activation}", "[8] on m activation"},
    {"x: {shape: [8, 4], heads: {0: 2, 1: B}}", "[8 4] on m heads 0:2 heads 1:64"},
    {"x: {shape: [8], logical: [batch]}", "[8] on m logical"},
    {"x: {shape: [8], spec: [a], reshard_to: [null]}", "[8] P(a) on m then P(None) on m"},
    {"x: {shape: [8], spec: [a], reshard_to: {mesh: n, spec: [b]}}",
     "[8] P(a) on m then P(b) on n"},
    /* families */
    {"l.{0..31}.w: f32[8]", "[8] f32 P(None) on m x32"},
    {"l.{5..5}.w: f32[8]", "[8] f32 P(None) on m"},
    {"'l.{0..3}.e.{1..8}': f32[8]", "[8] f32 P(None) on m x32"},
    {"l.{0..3}: {shape: [8], count: 5}", "[8] on m x20"},
    {"'{0..1}': f32[8]", "[8] f32 P(None) on m x2"},
    /* what is wrong */
    {"'l.{1..0}': f32[8]", "[8] f32 P(None) on m broken ! family-syntax({1..0})"},
    {"'l.{-1..3}': f32[8]", "[8] f32 P(None) on m broken ! family-syntax({-1..3})"},
    {"'l.{0.3}': f32[8]", "[8] f32 P(None) on m broken ! family-syntax({0.3})"},
    {"'l.{0..3': f32[8]", "[8] f32 P(None) on m broken ! family-syntax({0..3)"},
    {"'{0..9223372036854775807}': f32[1]",
     "[1] f32 P(None) on m broken ! family-syntax({0..9223372036854775807})"},
    {"x: {dtype: f32}", "[] f32 on m broken ! key-missing(x)"},
    {"x: {shpe: [8]}", "[8] on m ! key-unknown(shpe)"},
    {"x: {shpe: [8], shap: [4]}", "[8] on m ! key-unknown(shpe) key-unknown(shap)"},
    {"x: {colour: [8]}", "[] on m broken ! key-unknown(colour)"},
    {"x: {shape: [8, [4]]}", "[8 0] on m broken ! value-type([4])"},
    {"x: {shape: [8, ~]}", "[8 0] on m broken ! value-type(~)"},
    {"x: {shape: [8, Q]}", "[8 1] on m broken ! dim-unknown(Q)"},
    {"x: {shape: [8], dtype: f33}", "[8] on m ! dtype-unknown(f33)"},
    {"x: {shape: [8], mesh: o}", "[8] broken ! mesh-unknown(o)"},
    {"x: {shape: [8], kind: odd}", "[8] on m ! value-invalid(odd)"},
    {"x: {shape: [8], count: 0}", "[8] on m ! value-invalid(0)"},
    {"x: {shape: [8], heads: {1: 2}}", "[8] on m ! value-invalid(1)"},
    {"x: {shape: [8], heads: {0: 0}}", "[8] on m ! value-invalid(0)"},
    {"x: {shape: [8], heads: {0: }}", "[8] on m ! value-type()"},
    {"x: {shape: [8], heads: {0: Q}}", "[8] on m ! dim-unknown(Q)"},
    {"x: {shape: [4294967296, 4294967296]}",
     "[4294967296 4294967296] on m broken ! size-overflow(4294967296)"},
    {"x: {shape: [4611686018427387904], dtype: f32}",
     "[4611686018427387904] f32 on m broken ! size-overflow([4611686018427387904])"},
    {"x: {shape: [4611686018427387904, 0], dtype: f32}", "[4611686018427387904 0] f32 on m"},
    {"x: {shape: [8], count: 1152921504606846976}",
     "[8] on m x1152921504606846976 broken ! size-overflow(8)"},
    {"x: 8", "[] on m broken ! type-syntax(8)"},
    {"x: [8]", "[] broken ! value-type([8])"},
    {"x:", "[] broken ! value-type()"},
};

Test(tensor_read, fields_families_and_limits)
{
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct arena arena = {0};
		struct diags diags;
		struct buf out = {.arena = &arena};
		struct str text = str_format(
		    &arena, "dims: {B: 64}\nmeshes: {m: {a: 2}, n: {b: 2}}\ntensors:\n  %s\n",
		    rows[i][0]);
		const struct spec *spec = testing_spec(&arena, text.s, NULL, &diags);
		cr_assert(spec && spec_tensor_count(spec) == 1, "%s", rows[i][0]);
		buf_puts(&out, dump(&arena, spec_tensor(&arena, spec, 0, &diags)));
		if (diags.count)
			buf_printf(&out, " ! %.*s",
			           STR_ARG(testing_findings_text(&arena, &diags, text)));
		testing_expect(rows[i][0], buf_str(&out), rows[i][1]);
		arena_drop(&arena);
	}
}

Test(tensor_read, a_key_that_is_no_text_is_a_broken_tensor)
{
	struct arena arena = {0};
	struct diags diags;
	const struct spec *spec =
	    testing_spec(&arena, "tensors:\n  ? [a]\n  : f32[8]\n", NULL, &diags);
	cr_assert_not_null(spec);
	cr_expect(spec_tensor(&arena, spec, 0, &diags)->broken);
	arena_drop(&arena);
}

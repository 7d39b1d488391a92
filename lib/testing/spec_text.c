/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/spec_text.h"

#include <inttypes.h>

const struct spec *testing_spec(struct arena *arena, const char *text,
                                const struct spec_overrides *overrides, struct diags *diags)
{
	static const struct spec_overrides none;
	struct source *source = arena_new(arena, struct source, 1);
	struct arena scratch = {0};
	*source = (struct source){STR("spec.yaml"), str_of(text)};
	*diags = diags_make(arena);
	const struct spec *spec =
	    spec_read(arena, &scratch, source, overrides ? overrides : &none, diags);
	arena_drop(&scratch);
	return spec;
}

static void add_reference(struct buf *out, const struct reference *reference)
{
	switch (reference->kind) {
	case REFERENCE_NAME:
		buf_add(out, reference->name);
		break;
	case REFERENCE_NONE:
		buf_puts(out, "None");
		break;
	case REFERENCE_UNCONSTRAINED:
		buf_puts(out, "*");
		break;
	case REFERENCE_NESTED:
		buf_putc(out, '(');
		for (uint32_t i = 0; i < reference->nitems; i++) {
			buf_puts(out, i ? ", " : "");
			add_reference(out, &reference->items[i]);
		}
		buf_putc(out, ')');
		break;
	}
}

static void add_references(struct buf *out, const struct reference *references, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(out, i ? ", " : "");
		add_reference(out, &references[i]);
	}
}

static void add_entry(struct buf *out, const struct entry *entry)
{
	buf_puts(out, entry->tuple ? "(" : "");
	if (entry->kind == ENTRY_AXES)
		add_references(out, entry->axes, entry->naxes);
	else if (entry->kind == ENTRY_UNCONSTRAINED)
		buf_puts(out, "*");
	else if (!entry->tuple)
		buf_puts(out, "None");
	buf_puts(out, entry->tuple ? ")" : "");
}

static void add_spec(struct buf *out, const struct partition_spec *spec)
{
	buf_puts(out, "P(");
	for (uint32_t i = 0; i < spec->nentries; i++) {
		buf_puts(out, i ? ", " : "");
		add_entry(out, &spec->entries[i]);
	}
	if (spec->has_unreduced) {
		buf_puts(out, "|unreduced ");
		add_references(out, spec->unreduced, spec->nunreduced);
	}
	if (spec->has_reduced) {
		buf_puts(out, "|reduced ");
		add_references(out, spec->reduced, spec->nreduced);
	}
	buf_putc(out, ')');
}

static void add_sizes(struct buf *out, const int64_t *sizes, uint32_t count)
{
	buf_putc(out, '[');
	for (uint32_t i = 0; i < count; i++)
		buf_printf(out, "%s%" PRId64, i ? ", " : "", sizes[i]);
	buf_putc(out, ']');
}

static void add_positional(struct buf *out, const struct positional *positional)
{
	buf_putc(out, 'S');
	add_sizes(out, positional->sizes, positional->nsizes);
	for (uint32_t i = 0; i < positional->ncalls; i++) {
		const struct positional_call *call = &positional->calls[i];
		buf_puts(out, call->reshape ? ".reshape" : ".replicate(");
		if (call->reshape) {
			add_sizes(out, call->sizes, call->nsizes);
			continue;
		}
		if (call->has_axis)
			buf_printf(out, "%" PRId64, call->axis);
		buf_puts(out, call->keepdims ? ")" : " squeezed)");
	}
}

static void add_placements(struct buf *out, const struct placement *items, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(out, i ? " " : "");
		switch (items[i].kind) {
		case PLACEMENT_SHARD:
			buf_printf(out, "shard(%" PRId64 ")", items[i].dim);
			break;
		case PLACEMENT_STRIDED_SHARD:
			buf_printf(out, "strided(%" PRId64 ", %" PRId64 ")", items[i].dim,
			           items[i].split_factor);
			break;
		case PLACEMENT_REPLICATE:
			buf_puts(out, "replicate");
			break;
		case PLACEMENT_PARTIAL:
			buf_printf(out, "partial(%.*s)", STR_ARG(items[i].reduce_op));
			break;
		}
	}
}

struct str testing_layout_text(struct arena *arena, const struct layout *layout)
{
	struct buf out = {.arena = arena};
	if (!layout)
		return STR("none");
	switch (layout->notation) {
	case NOTATION_PARTITION_SPEC:
		add_spec(&out, &layout->spec);
		break;
	case NOTATION_POSITIONAL:
		add_positional(&out, &layout->positional);
		break;
	case NOTATION_PLACEMENTS:
		add_placements(&out, layout->placements.items, layout->placements.count);
		break;
	case NOTATION_HLO_SHARDING:
	case NOTATION_SHARDY:
		buf_add(&out, layout->text);
		break;
	}
	return buf_str(&out);
}

struct str testing_shape_text(struct arena *arena, const struct tensor *tensor)
{
	struct buf out = {.arena = arena};
	for (uint32_t i = 0; i < tensor->rank; i++)
		buf_printf(&out, "%s%" PRId64, i ? " " : "", tensor->dims[i].size);
	return buf_str(&out);
}

struct str testing_findings_text(struct arena *arena, const struct diags *diags, struct str source)
{
	struct buf out = {.arena = arena};
	for (const struct diag *diag = diags->first; diag; diag = diag->next) {
		cr_expect(diag->at.offset + diag->at.length <= source.len, "%s leaves the text",
		          diag->rule->name);
		buf_printf(&out, "%s%s(%.*s)", diag == diags->first ? "" : " ", diag->rule->name,
		           STR_ARG(span_text(source, diag->at)));
	}
	return buf_str(&out);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "jax/judge.h"

#include <assert.h>
#include <inttypes.h>

#include "base/utf8.h"
#include "jax/python_text.h"
#include "diag/suggest.h"

struct str judge_shown(const struct judge *judge, struct str text)
{
	return utf8_escaped(judge->diags->arena, text);
}

/* An axis in a YAML list; one that YAML would read otherwise is quoted. */
static void yaml_reference(struct buf *out, const struct reference *reference)
{
	if (reference->kind == REFERENCE_NONE) {
		buf_puts(out, "null");
	} else if (reference->kind == REFERENCE_UNCONSTRAINED) {
		buf_puts(out, "P.UNCONSTRAINED");
	} else if (reference->kind == REFERENCE_NAME) {
		utf8_add_escaped(out, reference->name);
	} else {
		buf_putc(out, '[');
		for (uint32_t i = 0; i < reference->nitems; i++) {
			buf_puts(out, i ? ", " : "");
			yaml_reference(out, &reference->items[i]);
		}
		buf_putc(out, ']');
	}
}

static void yaml_entry(struct buf *out, const struct entry *entry)
{
	if (entry->kind != ENTRY_AXES) {
		buf_puts(out, entry->kind == ENTRY_NONE ? "null" : "P.UNCONSTRAINED");
		return;
	}
	bool list = entry->tuple || entry->naxes > 1;
	buf_puts(out, list ? "[" : "");
	for (uint32_t i = 0; i < entry->naxes; i++) {
		buf_puts(out, i ? ", " : "");
		yaml_reference(out, &entry->axes[i]);
	}
	buf_puts(out, list ? "]" : "");
}

static void code_entry(struct buf *out, const struct entry *entry)
{
	if (entry->kind != ENTRY_AXES) {
		buf_puts(out, entry->kind == ENTRY_NONE ? "None" : "P.UNCONSTRAINED");
		return;
	}
	bool tuple = entry->tuple || entry->naxes > 1;
	buf_puts(out, tuple ? "(" : "");
	for (uint32_t i = 0; i < entry->naxes; i++) {
		buf_puts(out, i ? ", " : "");
		python_reference(out, &entry->axes[i]);
	}
	if (tuple)
		python_tuple_end(out, entry->naxes);
}

struct str judge_spec_text(const struct judge *judge, const struct partition_spec *like,
                           const struct entry *entries, uint32_t count)
{
	struct buf out = {.arena = judge->diags->arena};
	buf_puts(&out, like->in_code ? "P(" : "[");
	for (uint32_t i = 0; i < count; i++) {
		buf_puts(&out, i ? ", " : "");
		if (like->in_code)
			code_entry(&out, &entries[i]);
		else
			yaml_entry(&out, &entries[i]);
	}
	buf_putc(&out, like->in_code ? ')' : ']');
	return buf_str(&out);
}

static bool has_axis(const struct partition_spec *spec, struct str name)
{
	for (uint32_t i = 0; i < spec->nentries; i++)
		for (uint32_t j = 0;
		     spec->entries[i].kind == ENTRY_AXES && j < spec->entries[i].naxes; j++)
			if (spec->entries[i].axes[j].kind == REFERENCE_NAME &&
			    str_equal(spec->entries[i].axes[j].name, name))
				return true;
	return false;
}

struct diag *judge_suggest_axis(const struct judge *judge, struct diag *diag,
                                const struct mesh *mesh, const struct partition_spec *spec,
                                struct str name)
{
	static const char *const nothing[] = {"none", "NONE", "nil", "_", "-", "*", ":"};
	if (str_place(name, nothing, COUNT_OF(nothing)) < COUNT_OF(nothing))
		return diag_help(diag, "write %s for a dimension that is not sharded",
		                 judge->in_program ? "None" : "null, or None in P(…),");
	struct str *free = arena_new(judge->scratch, struct str, mesh->naxes);
	struct buf list = {.arena = judge->scratch};
	uint32_t count = 0;
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		buf_puts(&list, i ? ", " : "");
		utf8_add_escaped(&list, mesh->axes[i].name);
		if (!has_axis(spec, mesh->axes[i].name))
			free[count++] = mesh->axes[i].name;
	}
	struct str near = suggest(name, free, count);
	struct str certain = suggest_certain(name, free, count);
	struct str all = buf_str(&list);
	for (uint32_t i = 0; i < judge->spec->nmeshes && !near.s; i++) {
		const struct mesh *other = &judge->spec->meshes[i];
		for (uint32_t j = 0; other != mesh && j < other->naxes; j++) {
			struct str shown = judge_shown(judge, other->name);
			if (!str_equal(other->axes[j].name, name))
				continue;
			if (judge->in_program)
				return diag_help(diag,
				                 "mesh '%.*s' has it: name that mesh, "
				                 "NamedSharding(%.*s, P(…))",
				                 STR_ARG(shown), STR_ARG(shown));
			return diag_help(diag, "mesh '%.*s' has it: add mesh: %.*s to the tensor",
			                 STR_ARG(shown), STR_ARG(shown));
		}
	}
	const char *are =
	    mesh->naxes == 1 ? "the only axis of the mesh is" : "the axes of the mesh are";
	if (certain.s && judge->in_program)
		diag->slip = (struct diag_slip){.written = name, .meant = certain};
	else if (certain.s)
		diag_fix_name(diag, judge->spec->source->text, name, certain);
	if (near.s)
		return diag_help(diag, "did you mean '%s'? %s %.*s",
		                 judge_shown(judge, near.s ? near : STR("")).s, are, STR_ARG(all));
	if (!mesh->naxes)
		return diag_help(diag, "the mesh has no axes");
	return diag_help(diag, "%s %.*s", are, STR_ARG(all));
}

struct str judge_ways_text(const struct judge *judge, const struct entry *entry, int64_t ways)
{
	assert(ways > 0);
	struct buf out = {.arena = judge->diags->arena};
	for (uint32_t i = 0; i < entry->naxes; i++) {
		buf_puts(&out, i ? " × " : "");
		utf8_add_escaped(&out, entry->axes[i].name);
	}
	buf_printf(&out, " = %" PRId64, ways);
	return buf_str(&out);
}

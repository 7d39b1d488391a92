/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/eval/said_types.h"

#include <assert.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "op/core/abstract_mesh.h"
#include "trace/eval/statement.h"
#include "trace/module/spec_values.h"
#include "trace/state/failure.h"
#include "trace/state/scope.h"

/* ---- Values ---- */

/* Whether the mesh has every axis that the layout names. */
static bool has_axes(const struct abstract_mesh *mesh, const struct partition_spec *spec)
{
	for (uint32_t i = 0; i < spec->nentries; i++)
		for (uint32_t j = 0; j < spec->entries[i].naxes; j++)
			if (jax_reference_axis(mesh->mesh, &spec->entries[i].axes[j]) >=
			    mesh->mesh->naxes)
				return false;
	return true;
}

static bool names_axes(const struct partition_spec *spec)
{
	for (uint32_t i = 0; i < spec->nentries; i++)
		if (spec->entries[i].naxes)
			return true;
	return false;
}

/* The mesh that a layout is on: the one in context, or the only one in scope with these axes. */
static const struct abstract_mesh *mesh_of(const struct trace *trace,
                                           const struct partition_spec *spec, bool *several)
{
	const struct abstract_mesh *set[] = {trace->op.mesh, trace->thread_mesh}, *found = NULL;
	for (size_t i = 0; i < COUNT_OF(set); i++)
		if (set[i] && has_axes(set[i], spec))
			return set[i];
	*several = false;
	for (const struct scope *scope = trace->scope; scope; scope = scope->outer)
		for (uint32_t i = 0; i < scope->count; i++) {
			const struct value *value = scope->bindings[i].value;
			if (!value || value->kind != VALUE_MESH ||
			    !has_axes(value->mesh.mesh, spec))
				continue;
			*several |= found && !abstract_mesh_equal(found, value->mesh.mesh);
			found = value->mesh.mesh;
		}
	return *several ? NULL : found;
}

/* The sidecar's mesh that the tensor is on, when it has these axes. */
static const struct abstract_mesh *mesh_outside(const struct trace *trace,
                                                const struct tensor *tensor,
                                                const struct partition_spec *spec)
{
	const struct abstract_mesh *mesh = trace->spec->meshes_outside && tensor->mesh
	                                       ? trace->meshes[tensor->mesh - trace->spec->meshes]
	                                       : NULL;
	return mesh && has_axes(mesh, spec) ? mesh : NULL;
}

/* Says in the file, where the comment stands, that its value cannot be had. */
static const struct value *cannot_be(struct trace *trace, struct span at, const char *why,
                                     const char *help)
{
	trace->op.error = (struct op_error){0};
	diag_help(diag_add(trace->diags, RULE_CALL_UNKNOWN, at, "%s", why), "%s", help);
	return &value_unknown;
}

static const struct value *array_said(struct trace *trace, const struct tensor *tensor,
                                      const struct span *place)
{
	const struct abstract_mesh *mesh = NULL;
	bool several = false;
	bool placed = tensor->layout && tensor->layout->notation == NOTATION_PARTITION_SPEC;
	if (placed && names_axes(&tensor->layout->spec)) {
		const struct partition_spec *spec = &tensor->layout->spec;
		mesh = mesh_of(trace, spec, &several);
		mesh = mesh ? mesh : mesh_outside(trace, tensor, spec);
		if (!mesh)
			return cannot_be(
			    trace, tensor->at,
			    several ? "several meshes have these axes"
				    : "no mesh that is known here has these axes",
			    "write the comment after jax.set_mesh, or where one mesh is "
			    "assigned to a name");
	}
	const struct value *value = typed_value(trace, tensor, mesh);
	if (value)
		return value;
	return cannot_be(trace, place ? *place : tensor->at,
	                 "an array of this type does not fit on the mesh",
	                 "write sizes that the axes divide");
}

static const struct value *literal_said(struct trace *trace, struct str text)
{
	int64_t integer;
	struct arena *arena = trace->op.arena;
	if (str_equal(text, STR("None")))
		return &value_none;
	if (str_equal(text, STR("True")) || str_equal(text, STR("False")))
		return value_bool(text.s[0] == 'T');
	if (text.s[0] == '"' || text.s[0] == '\'')
		return value_string(arena, str_slice(text, 1, text.len - 1));
	if (str_to_int64(text, &integer))
		return value_int(arena, integer);
	struct buf copy = op_buf(&trace->op);
	buf_add(&copy, text);
	buf_putc(&copy, '\0');
	return value_float(arena, strtod(buf_str(&copy).s, NULL));
}

const struct value *said_value(struct trace *trace, const struct said_value *said,
                               const struct span *place)
{
	struct arena *arena = trace->op.arena;
	if (said->kind == SAID_ARRAY)
		return array_said(trace, said->tensor, place);
	if (said->kind == SAID_LITERAL)
		return literal_said(trace, said->text);
	if (said->kind == SAID_MESH)
		return mesh_of_spec(trace, (uint32_t)(said->mesh - trace->spec->meshes));
	const struct value **items = arena_new(arena, const struct value *, said->count);
	struct value_pair *pairs = arena_new(arena, struct value_pair, said->count);
	for (uint32_t i = 0; i < said->count; i++) {
		items[i] = said_value(trace, &said->parts[i], place);
		pairs[i] = (struct value_pair){value_string(arena, said->parts[i].key), items[i]};
	}
	if (said->kind == SAID_DICT)
		return value_dict(arena, pairs, said->count);
	return value_sequence(arena, said->kind == SAID_LIST ? VALUE_LIST : VALUE_TUPLE, items,
	                      said->count);
}

/* ---- Assignments ---- */

struct said said_begin(struct trace *trace, struct span statement)
{
	struct said said = {.statement = statement, .last = trace->diags->last};
	if (trace->prelude || !trace->spec->ntype_comments || !statement.length)
		return said;
	struct span end = {statement.offset + statement.length - 1, 1};
	said.comments =
	    type_comments_about(trace->spec, program_span(trace->program, end).offset, &said.count);
	return said;
}

/* Whether the value is not the array that is said: of another dtype, shape or sharding. */
static bool differs(const struct value *said, const struct value *value)
{
	if (said->kind != value->kind)
		return value->kind != VALUE_SCALAR;
	if (said->kind == VALUE_MESH)
		return !abstract_mesh_equal(said->mesh.mesh, value->mesh.mesh);
	if (said->kind != VALUE_ARRAY)
		return said->kind < VALUE_STRING && !value_equal(said, value);
	const struct array_type *a = &said->array->type, *b = &value->array->type;
	if (a->rank != b->rank || (a->dtype != b->dtype && !value->array->host))
		return true;
	for (uint32_t i = 0; i < a->rank; i++)
		if (a->shape[i] != b->shape[i])
			return true;
	return false;
}

static void report_difference(struct trace *trace, const struct type_comment *comment,
                              const struct value *value)
{
	struct buf text = {.arena = trace->diags->arena};
	if (value->kind == VALUE_ARRAY)
		type_text(&text, &value->array->type, false);
	else
		value_text(&text, trace->op.rules, value);
	struct str is = utf8_escaped(trace->diags->arena, buf_str(&text)),
		   name = utf8_escaped(trace->diags->arena, comment->name);
	diag_help(diag_add(trace->diags, RULE_COMMENT_DIFFERS, comment->value.at,
	                   "'%.*s' is %.*s, which the %s does not say", STR_ARG(name), STR_ARG(is),
	                   comment->beside ? "sidecar" : "comment"),
	          "drop it: what the program says itself is used");
}

/* The comment that is about this target, or NULL. */
static const struct type_comment *comment_on(struct trace *trace, const struct said *said,
                                             const struct expression *target)
{
	struct str name = program_text(trace->program, target->at);
	for (uint32_t i = 0; i < said->count; i++)
		if (str_equal(said->comments[i].name, name))
			return &said->comments[i];
	return NULL;
}

/* The value that a target has, or unknown. */
static const struct value *current_value(struct trace *trace, const struct expression *target)
{
	if (target->kind != EXPRESSION_NAME)
		return &value_unknown;
	const struct value *value =
	    scope_get(scope_of_target(trace->scope, target->name), target->name);
	return value ? value : &value_unknown;
}

static void note_used(struct trace *trace, const struct type_comment *comment)
{
	size_t number = (size_t)(comment - trace->spec->type_comments);
	while (trace->names.ncomments <= number) {
		trace->names.comments_used =
		    arena_append(trace->op.arena, trace->names.comments_used,
		                 trace->names.ncomments, &trace->names.comments_room, sizeof(bool));
		trace->names.comments_used[trace->names.ncomments++] = false;
	}
	trace->names.comments_used[number] = true;
}

/* The attribute of what is foreign, which is made foreign itself when nothing is said of it. */
static const struct value *said_part(struct trace *trace, const struct value *object,
                                     struct str name)
{
	assert(value_is_foreign(object));
	struct arena *arena = trace->op.arena;
	for (const struct said_attribute *said = object->origin->attributes; said;
	     said = said->next)
		if (str_equal(said->name, name))
			return said->value;
	struct str dotted =
	    str_format(arena, "%.*s.%.*s", STR_ARG(object->origin->name), STR_ARG(name));
	const struct value *part =
	    value_named(arena, value_foreign(arena, dotted), dotted, object->origin->at);
	struct said_attribute *said = arena_new(arena, struct said_attribute, 1);
	*said = (struct said_attribute){object->origin->attributes, name, part};
	object->origin->attributes = said;
	return part;
}

/* Applies c.model.width: 4 to what c is, when that is foreign. */
static void apply_to_attributes(struct trace *trace, const struct said *said, struct str target,
                                const struct value *object)
{
	for (uint32_t i = 0; i < said->count; i++) {
		struct str name = said->comments[i].name;
		if (!str_starts_with(name, target) || name.len <= target.len + 1 ||
		    name.s[target.len] != '.')
			continue;
		const struct value *part = object;
		size_t at = target.len + 1, dot = str_find(name, '.', at);
		for (; dot < name.len && value_is_foreign(part) && part->origin;
		     at = dot + 1, dot = str_find(name, '.', at))
			part = said_part(trace, part, str_slice(name, at, dot));
		if (dot < name.len || !value_is_foreign(part) || !part->origin)
			continue;
		note_used(trace, &said->comments[i]);
		struct said_attribute *last = arena_new(trace->op.arena, struct said_attribute, 1);
		*last =
		    (struct said_attribute){part->origin->attributes, str_slice(name, at, name.len),
		                            said_value(trace, &said->comments[i].value, NULL)};
		part->origin->attributes = last;
	}
}

/* Gives one target, or those in it, what is said; whether all is known now. */
static bool apply_to(struct trace *trace, const struct said *said, const struct expression *target)
{
	bool all = true;
	if (target->kind == EXPRESSION_STARRED)
		target = target->operand;
	if (target->kind == EXPRESSION_TUPLE || target->kind == EXPRESSION_LIST) {
		for (uint32_t i = 0; i < target->list.count; i++)
			all = apply_to(trace, said, target->list.items[i]) && all;
		return all;
	}
	const struct type_comment *comment = comment_on(trace, said, target);
	const struct value *current = current_value(trace, target);
	bool open = value_has_unknown(current);
	if (value_is_foreign(current) && current->origin)
		apply_to_attributes(trace, said, program_text(trace->program, target->at), current);
	if (!comment)
		return !open;
	note_used(trace, comment);
	const struct value *value = said_value(trace, &comment->value, NULL);
	if (open && assign(trace, target, value))
		return true;
	if (!open && differs(value, current))
		report_difference(trace, comment, current);
	report_failure(trace);
	return true;
}

/* Forgets that something in the assignment itself was not known: its outcome is said. */
static void take_back(struct trace *trace, const struct said *said)
{
	struct span at = program_span(trace->program, said->statement);
	struct diags *diags = trace->diags;
	struct diag *before = NULL;
	bool past = !said->last;
	for (struct diag *diag = diags->first; diag; diag = diag->next) {
		bool inside = diag->at.offset - at.offset < at.length;
		if (past && inside && diag->rule == rule_of(RULE_CALL_UNKNOWN)) {
			*(before ? &before->next : &diags->first) = diag->next;
			diags->last = diag->next ? diags->last : before;
			continue;
		}
		past |= diag == said->last;
		before = diag;
	}
	for (uint32_t i = 0; i < trace->coverage.ngaps; i++)
		if (trace->coverage.gaps[i].at.offset - at.offset < at.length)
			trace->coverage.gaps[i].count = 0;
}

bool said_apply(struct trace *trace, const struct said *said, const struct expression_list *targets)
{
	bool all = true;
	if (!said->comments || trace->op.error.raised)
		return false;
	for (uint32_t i = 0; i < targets->count; i++)
		all = apply_to(trace, said, targets->items[i]) && all;
	if (all)
		take_back(trace, said);
	return all;
}

void report_unused_comments(struct trace *trace)
{
	for (uint32_t i = 0; i < trace->spec->ntype_comments; i++) {
		const struct type_comment *comment = &trace->spec->type_comments[i];
		struct str name = utf8_escaped(trace->diags->arena, comment->name);
		if (!comment->beside &&
		    (i >= trace->names.ncomments || !trace->names.comments_used[i]))
			diag_help(diag_add(trace->diags, RULE_COMMENT_UNUSED, comment->at,
			                   "nothing that is run in the line before this comment "
			                   "assigns '%.*s'",
			                   STR_ARG(name)),
			          "write it at the end of the assignment, or in the line below");
	}
}

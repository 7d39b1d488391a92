/* SPDX-License-Identifier: Apache-2.0 */
#include "check/outside.h"

#include <stdlib.h>

#include "base/utf8.h"
#include "diag/suggest.h"
#include "program/visit.h"
#include "spec/script/sidecar.h"

/* A place where the program gives a name its value, or a parameter. */
struct assigned {
	struct str name;  /* as it is written: "batch", "self.w" */
	struct str scope; /* "Trainer.step"; empty at the top level */
	uint32_t at;      /* in the file: where the statement ends */
	bool parameter;
};

struct walk {
	struct arena *arena;
	const struct program *program;
	struct assigned *all;
	size_t count, room;
	struct str scope;
};

static void walk_block(void *context, const struct block *block);

static void add(struct walk *walk, struct str name, struct span statement, bool parameter)
{
	struct span end = {statement.offset + statement.length - (statement.length > 0), 1};
	arena_push(walk->arena, walk->all, walk->count, walk->room,
	           (struct assigned){name, walk->scope, program_span(walk->program, end).offset,
	                             parameter});
}

static void add_target(struct walk *walk, const struct expression *target, struct span statement)
{
	if (target->kind == EXPRESSION_STARRED)
		target = target->operand;
	if (target->kind == EXPRESSION_TUPLE || target->kind == EXPRESSION_LIST)
		for (uint32_t i = 0; i < target->list.count; i++)
			add_target(walk, target->list.items[i], statement);
	else
		add(walk, program_text(walk->program, target->at), statement, false);
}

static void walk_body(struct walk *walk, struct str name, const struct block *body,
                      const struct parameters *parameters, struct span at)
{
	struct str around = walk->scope;
	walk->scope = around.len
	                  ? str_format(walk->arena, "%.*s.%.*s", STR_ARG(around), STR_ARG(name))
	                  : name;
	for (uint32_t i = 0; parameters && i < parameters->count; i++)
		add(walk, parameters->items[i].name, at, true);
	walk_block(walk, body);
	walk->scope = around;
}

static void walk_statement(struct walk *walk, const struct statement *statement)
{
	const struct visitor visitor = {NULL, walk_block, walk};
	switch ((enum statement_kind)statement->kind) {
	case STATEMENT_ASSIGN:
		for (uint32_t i = 0; i < statement->assign.targets.count; i++)
			add_target(walk, statement->assign.targets.items[i], statement->at);
		break;
	case STATEMENT_ANNOTATED_ASSIGN:
		if (statement->annotated_assign.value)
			add_target(walk, statement->annotated_assign.target, statement->at);
		break;
	case STATEMENT_FOR:
		add_target(walk, statement->for_loop->target, statement->for_loop->iterable->at);
		visit_statement(&visitor, statement);
		break;
	case STATEMENT_FUNCTION:
		walk_body(walk, statement->function->name, &statement->function->body,
		          &statement->function->parameters, statement->function->name_at);
		break;
	case STATEMENT_CLASS:
		walk_body(walk, statement->class_definition->name,
		          &statement->class_definition->body, NULL, statement->at);
		break;
	default:
		visit_statement(&visitor, statement);
		break;
	}
}

static void walk_block(void *context, const struct block *block)
{
	for (uint32_t i = 0; i < block->count; i++)
		walk_statement(context, &block->items[i]);
}

/* ---- Which of them a name of the sidecar means ---- */

/* Whether `name` is that of the target, or of an attribute of what it holds. */
static bool is_about(struct str name, struct str target)
{
	return str_starts_with(name, target) &&
	       (name.len == target.len || name.s[target.len] == '.');
}

/* What is left of the name behind that of the function and a dot; empty: it is of another one. */
static struct str behind_scope(struct str name, struct str scope)
{
	bool inside = scope.len && is_about(name, scope) && name.len > scope.len + 1;
	return inside ? str_slice(name, scope.len + 1, name.len) : STR("");
}

/* The function whose assignments a bare name means: the first, or the top level. *other is another
 * one when it is not clear. */
static const struct assigned *meant(const struct walk *walk, struct str name,
                                    const struct assigned **other)
{
	const struct assigned *found = NULL;
	*other = NULL;
	for (size_t i = 0; i < walk->count; i++) {
		const struct assigned *one = &walk->all[i];
		if (one->parameter || !is_about(name, one->name))
			continue;
		if (!one->scope.len) {
			*other = NULL;
			return one;
		}
		if (!found)
			found = one;
		else if (!str_equal(found->scope, one->scope))
			*other = one;
	}
	return found;
}

struct placing {
	struct walk walk;
	const struct spec *spec;
	struct diags *diags;
	struct type_comment *placed;
	uint32_t count;
	size_t room;
};

/* Says of the line of an assignment what the sidecar says of its name. */
static void place_at(struct placing *placing, const struct type_comment *said, struct str name,
                     uint32_t at)
{
	struct str text = placing->spec->source->text;
	struct type_comment comment = *said;
	size_t start = at;
	while (start > 0 && text.s[start - 1] != '\n')
		start--;
	comment.name = name;
	comment.line = (uint32_t)start;
	comment.line_end = (uint32_t)str_find(text, '\n', at);
	arena_push(placing->walk.arena, placing->placed, placing->count, placing->room, comment);
}

static void report_unclear(struct placing *placing, const struct type_comment *said,
                           const struct assigned *one, const struct assigned *other)
{
	struct arena *arena = placing->diags->arena;
	struct str name = utf8_escaped(arena, said->name), first = utf8_escaped(arena, one->scope),
		   second = utf8_escaped(arena, other->scope);
	diag_help(diag_add(placing->diags, RULE_COMMENT_UNUSED, said->at,
	                   "'%.*s' is assigned in several functions: %.*s, %.*s", STR_ARG(name),
	                   STR_ARG(first), STR_ARG(second)),
	          "say which one: %.*s.%.*s", STR_ARG(first), STR_ARG(name));
}

/* Says that the file gives the name no value, and which was meant. */
static void report_unassigned(struct placing *placing, const struct type_comment *said,
                              const struct assigned *parameter)
{
	const struct walk *walk = &placing->walk;
	struct arena *arena = placing->diags->arena;
	struct str name = utf8_escaped(arena, said->name);
	struct str *names = arena_new(arena, struct str, walk->count);
	for (size_t i = 0; i < walk->count; i++)
		names[i] = walk->all[i].name;
	struct str near = suggest(said->name, names, walk->count);
	struct diag *diag = diag_add(placing->diags, RULE_COMMENT_UNUSED, said->at,
	                             "the file never assigns '%.*s'", STR_ARG(name));
	if (parameter)
		diag_help(diag, "it is a parameter: call the function by --entry %.*s:%.*s",
		          STR_ARG(utf8_escaped(arena, placing->spec->source->path)),
		          STR_ARG(utf8_escaped(arena, parameter->scope)));
	else if (near.s)
		diag_help(diag, "did you mean '%.*s'?", STR_ARG(utf8_escaped(arena, near)));
	else
		diag_help(diag, "write the name as it stands on the left of an assignment, or that "
		                "of a parameter of --entry");
}

/* Whether it is a parameter of a function that is to be called. */
static bool is_entry_parameter(const struct placing *placing, const struct assigned *one)
{
	const struct entry_request *request = placing->spec->entry;
	for (uint32_t i = 0; request && i < request->nentries; i++)
		if (str_equal(request->entries[i].path, placing->spec->source->path) &&
		    str_equal(request->entries[i].function, one->scope))
			return true;
	return false;
}

static void place(struct placing *placing, const struct type_comment *said)
{
	const struct walk *walk = &placing->walk;
	const struct assigned *other, *parameter = NULL, *one = meant(walk, said->name, &other);
	if (other) {
		report_unclear(placing, said, one, other);
		return;
	}
	uint32_t before = placing->count;
	for (size_t i = 0; i < walk->count; i++) {
		const struct assigned *here = &walk->all[i];
		struct str inner = behind_scope(said->name, here->scope);
		bool bare = one ? str_equal(here->scope, one->scope) : false;
		if (here->parameter) {
			if (str_equal(here->name, said->name) || str_equal(here->name, inner))
				parameter = !parameter || is_entry_parameter(placing, here)
				                ? here
				                : parameter;
		} else if (bare && is_about(said->name, here->name)) {
			place_at(placing, said, said->name, here->at);
		} else if (!one && inner.len && is_about(inner, here->name)) {
			place_at(placing, said, inner, here->at);
		}
	}
	bool asked = parameter && is_entry_parameter(placing, parameter);
	if (placing->count == before && !asked && said->value.kind != SAID_MESH)
		report_unassigned(placing, said, parameter);
}

static int by_line(const void *a, const void *b)
{
	const struct type_comment *one = a, *other = b;
	if (one->line != other->line)
		return one->line < other->line ? -1 : 1;
	return (one->at.offset > other->at.offset) - (one->at.offset < other->at.offset);
}

const struct spec *outside_placed(struct arena *arena, const struct spec *spec,
                                  const struct program *program, struct diags *diags)
{
	struct spec *whole = arena_new(arena, struct spec, 1);
	struct placing placing = {
	    .walk = {.arena = arena, .program = program}, .spec = whole, .diags = diags};
	*whole = *spec;
	if (!spec->meshes_outside)
		return spec;
	whole->said = sidecar_said(arena, spec, &whole->nsaid, diags);
	walk_block(&placing.walk, &program->body);
	for (uint32_t i = 0; i < spec->ntype_comments; i++) {
		arena_push(arena, placing.placed, placing.count, placing.room,
		           spec->type_comments[i]);
	}
	for (uint32_t i = 0; i < whole->nsaid; i++)
		place(&placing, &whole->said[i]);
	if (placing.count)
		qsort(placing.placed, placing.count, sizeof *placing.placed, by_line);
	whole->type_comments = placing.placed;
	whole->ntype_comments = placing.count;
	return whole;
}

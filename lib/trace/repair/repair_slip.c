/* SPDX-License-Identifier: Apache-2.0 */
/* What an author plainly meant by something else: where that stands, and what to write there. */
#include "program/visit.h"
#include "trace/repair/repair_search.h"

enum { MAX_SLIPS = 8 };

/* The places to change. */
struct slips {
	struct trace *trace;
	const struct diag_slip *slip;
	struct diag_edit *edits[MAX_SLIPS];
	uint32_t count;
	bool unclear; /* there is more, or something in it that is not to be lost */
};

static void add(struct slips *slips, struct span at, struct str text)
{
	if (slips->count == MAX_SLIPS) {
		slips->unclear = true;
		return;
	}
	struct diag_edit *edit = arena_new(slips->trace->op.arena, struct diag_edit, 1);
	*edit = (struct diag_edit){at, text, NULL};
	slips->edits[slips->count++] = edit;
}

/* Adds the places of a part of the text where the name stands as a string, in quotes. */
static void find_strings(struct slips *slips, struct span part)
{
	struct str name = slips->slip->written, text = slips->trace->program->text;
	size_t end = part.offset + part.length;
	for (size_t at = str_search(str_slice(text, 0, end), name, part.offset); at < end;
	     at = str_search(str_slice(text, 0, end), name, at + 1)) {
		char before = at > 0 ? text.s[at - 1] : '\0',
		     behind = at + name.len < text.len ? text.s[at + name.len] : '\0';
		if (before == behind && (before == '\'' || before == '"'))
			add(slips, (struct span){(uint32_t)at, (uint32_t)name.len},
			    slips->slip->meant);
	}
}

/* The same of a keyword of a call. */
static void find_keywords(struct slips *slips, const struct arguments *arguments)
{
	for (uint32_t i = 0; i < arguments->count; i++)
		if (arguments->items[i].kind == ARGUMENT_KEYWORD &&
		    str_equal(arguments->items[i].keyword, slips->slip->written))
			add(slips, arguments->items[i].name_at, slips->slip->meant);
}

/* The entries at the end of P(…) that are too many, when those are all written out as None. */
static void find_surplus(struct slips *slips, const struct arguments *arguments)
{
	uint32_t entries = slips->slip->entries, surplus = slips->slip->surplus;
	const struct argument *items = arguments->items;
	if (arguments->count < entries)
		return;
	for (uint32_t i = 0; i < arguments->count; i++) {
		bool none = items[i].value->kind == EXPRESSION_NONE;
		if ((items[i].kind == ARGUMENT_POSITIONAL) != (i < entries) ||
		    (i >= entries - surplus && i < entries && !none))
			return;
	}
	uint32_t first = entries - surplus;
	struct span last = items[entries - 1].at;
	uint32_t start =
	    first ? items[first - 1].at.offset + items[first - 1].at.length : items[0].at.offset;
	struct span at = {start, last.offset + last.length - start};
	struct str removed = program_text(slips->trace->program, at);
	slips->unclear |=
	    str_find(removed, '#', 0) < removed.len || str_find(removed, ')', 0) < removed.len;
	add(slips, at, STR(""));
}

static void look_at(void *context, const struct expression *expression);

static void look_inside(struct slips *slips, const struct expression *expression)
{
	const struct visitor visitor = {.expression = look_at, .context = slips};
	visit_expression(&visitor, expression);
}

static void look_at(void *context, const struct expression *expression)
{
	struct slips *slips = context;
	if (expression->kind == EXPRESSION_CALL && slips->slip->surplus)
		find_surplus(slips, &expression->call->arguments);
	look_inside(slips, expression);
}

bool repair_slip(struct trace *trace, const struct expression *expression)
{
	const struct op_error *error = &trace->op.error;
	struct slips slips = {.trace = trace, .slip = &error->slip};
	if (!error->slip.written.s && !error->slip.surplus)
		return false;
	if (error->slip.surplus)
		look_at(&slips, expression);
	else if (error->rule == RULE_AXIS_UNKNOWN)
		find_strings(&slips, expression->at);
	else if (expression->kind == EXPRESSION_CALL)
		find_keywords(&slips, &expression->call->arguments);
	if (!slips.count && error->rule == RULE_AXIS_UNKNOWN) {
		find_strings(&slips, (struct span){0, (uint32_t)trace->program->text.len});
		slips.unclear |= slips.count > 1;
	}
	if (!slips.count || slips.unclear || (error->slip.surplus && slips.count > 1))
		return false;
	for (uint32_t i = 0; i + 1 < slips.count; i++)
		slips.edits[i]->next = slips.edits[i + 1];
	trace->repair.proposed = (struct repair){.edits = slips.edits[0], .certain = true};
	return true;
}

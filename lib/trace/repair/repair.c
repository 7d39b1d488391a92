/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/repair/repair.h"
#include "trace/eval/evaluate.h"
#include "trace/repair/operands.h"
#include "trace/repair/repair_search.h"
#include "trace/repair/rewrite.h"
#include "trace/repair/syntax_tree.h"
#include "trace/state/failure.h"

/* Errors that another sharding mends; those of others are about something else. */
static bool is_about_sharding(enum rule_id rule)
{
	static const bool about[RULE_COUNT] = {
	    [RULE_SHARDING_CONFLICT] = true,
	    [RULE_RESULT_AXIS_REPEATED] = true,
	    [RULE_CONTRACTION_AMBIGUOUS] = true,
	    [RULE_GATHER_AMBIGUOUS] = true,
	    [RULE_SCATTER_AMBIGUOUS] = true,
	    [RULE_UPDATE_MISMATCH] = true,
	    [RULE_SLICE_INDIVISIBLE] = true,
	    [RULE_RESHAPE_AMBIGUOUS] = true,
	    [RULE_DIM_SHARDED] = true,
	    [RULE_OPERATION_WITHOUT_RULE] = true,
	    [RULE_CARRY_MISMATCH] = true,
	    [RULE_BRANCH_MISMATCH] = true,
	    [RULE_VMAP_AXES] = true,
	    [RULE_UNREDUCED_AXIS] = true,
	    [RULE_RANK_MISMATCH] = true,
	    [RULE_AXIS_REPEATED] = true,
	    [RULE_AXIS_UNKNOWN] = true,
	    [RULE_DIM_INDIVISIBLE] = true,
	    [RULE_CONSTRAINT_AXIS_TYPE] = true,
	    [RULE_PROGRAM_ERROR] = true, /* of a keyword that the release lacks */
	};
	return about[rule];
}

const struct value *try_tree(struct search *search, const struct expression *tree)
{
	if (search->attempts == MAX_ATTEMPTS || search->trace->repair.steps >= MAX_REPAIR_STEPS)
		return NULL;
	search->attempts++;
	struct op_error error;
	const struct value *value = trace_try(search->trace, tree, &error);
	if (!value && error.result && !search->told)
		search->told = error.result;
	return value;
}

bool rewrite_works(struct search *search, const struct rewrite *rewrite)
{
	struct tree_maker maker = {search->trace->op.arena, search->whole->at};
	return try_tree(search, rewrite->tree) &&
	       (!search->line ||
	        try_tree(search, tree_replace(&maker, search->line, search->whole, rewrite->tree)));
}

/* The line that the expression stands in, with the new text in its place; the new text alone when
 * the line is not all of the statement. */
static struct str repaired_line(const struct trace *trace, struct span at, struct str repaired)
{
	struct str text = trace->program->text;
	size_t start = at.offset, end = str_find(text, '\n', at.offset + at.length), behind;
	int depth = 0;
	while (start > 0 && text.s[start - 1] != '\n')
		start--;
	behind = str_find(text, '#', at.offset + at.length);
	if (behind < end)
		end = behind;
	for (size_t i = start; i < end; i++)
		depth += strchr("([{", text.s[i]) ? 1 : strchr(")]}", text.s[i]) ? -1 : 0;
	if (depth != 0)
		return repaired;
	struct str before = str_slice(text, start, at.offset),
		   after = str_slice(text, at.offset + at.length, end);
	return str_trim(str_format(trace->op.arena, "%.*s%.*s%.*s", STR_ARG(before),
	                           STR_ARG(repaired), STR_ARG(after)));
}

/* The import that the new text needs, as part of a sentence. */
static struct str import_text(struct trace *trace, const struct rewrite *rewrite)
{
	if (!rewrite->imported || name_in_scope(trace, str_of(rewrite->imported)))
		return STR("");
	return str_format(trace->op.arena, ", with 'from jax.experimental.shard import %s'",
	                  rewrite->imported);
}

void propose(struct search *search, const char *why, const struct rewrite *rewrite,
             struct str remark)
{
	struct trace *trace = search->trace;
	struct str text = rewrite_text(rewrite), import = import_text(trace, rewrite);
	trace->repair.proposed = (struct repair){
	    .at = search->whole->at,
	    .text = text,
	    .help = str_format(trace->op.arena, "%s%.*s: %.*s%s%.*s", why, STR_ARG(import),
	                       STR_ARG(repaired_line(trace, search->whole->at, text)),
	                       remark.len ? "; " : "", STR_ARG(remark))};
}

/* Proposes what changes least: who says how the result lies need not move an operand. */
static bool choose(struct search *search)
{
	struct rewrite rewrite;
	const struct success *move;
	if (repair_given(search))
		return true;
	if (search->trace->op.error.rule == RULE_PROGRAM_ERROR)
		return false;
	search->base = search->whole;
	try_moves(search);
	if (search->trace->op.error.rule == RULE_OPERATION_WITHOUT_RULE &&
	    try_auto_axes(search, &rewrite))
		propose(search, "leave the layout inside to the compiler", &rewrite, STR(""));
	else if (try_out_sharding(search, &rewrite))
		propose(search, "say how the result is sharded", &rewrite,
		        search->as_told ? search->trace->op.error.remark : STR(""));
	else if ((move = best_move(search)))
		propose(search, "reshard first", &move->rewrite, STR(""));
	return search->trace->repair.proposed.at.length > 0;
}

/* What the statement around the expression evaluates, where that is evaluated in the same call. */
static const struct expression *line_around(const struct trace *trace,
                                            const struct expression *expression)
{
	const struct expression *line = trace->repair.line;
	bool around =
	    line && line != expression && trace->repair.line_frame == trace->frame &&
	    expression->at.offset >= line->at.offset &&
	    expression->at.offset + expression->at.length <= line->at.offset + line->at.length;
	return around ? line : NULL;
}

/* Whether the error is one to look for a repair of, at this expression: the innermost one, or one
 * around the function that the error is inside of. */
static bool is_to_repair(const struct trace *trace, const struct expression *expression)
{
	struct str text = program_text(trace->program, expression->at);
	bool inner = trace->repair.sought && trace->failure.frame == trace->frame;
	return !inner && !trace->repair.proposed.at.length && !trace->derived_at &&
	       is_to_report(trace) && is_about_sharding(trace->op.error.rule) &&
	       trace->repair.steps < MAX_REPAIR_STEPS && str_find(text, '#', 0) == text.len;
}

/* Leaves all of the line to the compiler, where no repair of a part of it helps: releases with few
 * rules refuse what is around it next. */
static bool widen(const struct search *narrow)
{
	struct trace *trace = narrow->trace;
	struct search search = {.trace = trace, .whole = narrow->line};
	struct rewrite rewrite;
	struct str text = program_text(trace->program, search.whole->at);
	if (str_find(text, '#', 0) < text.len)
		return false;
	search.operands = operands_of(trace, search.whole);
	if (!try_auto_axes(&search, &rewrite))
		return false;
	propose(&search, "leave the layout inside to the compiler", &rewrite, STR(""));
	return true;
}

void repair_find(struct trace *trace, const struct expression *expression)
{
	if (!is_to_repair(trace, expression))
		return;
	struct search search = {.trace = trace, .whole = expression};
	trace->repair.sought = true;
	search.operands = operands_of(trace, expression);
	search.line = line_around(trace, expression);
	if (choose(&search) || !search.line)
		return;
	if (op_has(&trace->op, JAX_SHARD_EXPERIMENTAL) && widen(&search))
		return;
	search.line = NULL;
	search.attempts = 0;
	(void)choose(&search);
}

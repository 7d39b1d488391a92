/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/repair/repair.h"
#include "trace/repair/operands.h"
#include "trace/repair/repair_search.h"
#include "trace/repair/rewrite.h"
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

/* Proposes what changes least: who says how the result is laid out need not move an operand. */
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
	return search->trace->repair.proposed.edits != NULL;
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

/* Whether to look for a repair at this expression: the innermost one with the error, or one around
 * the function that the error is inside of. */
static bool is_to_repair(const struct trace *trace)
{
	bool inner = trace->repair.sought && trace->failure.frame == trace->frame;
	return !inner && !trace->repair.proposed.edits && !trace->derived_at && is_to_report(trace);
}

/* Whether the expression may be written in another way, with what is tried for it. */
static bool is_to_rewrite(const struct trace *trace, const struct expression *expression)
{
	struct str text = program_text(trace->program, expression->at);
	return is_about_sharding(trace->op.error.rule) && trace->repair.steps < MAX_REPAIR_STEPS &&
	       str_find(text, '#', 0) == text.len;
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

static void rewrite_expression(struct trace *trace, const struct expression *expression)
{
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

/* What is plainly a slip is mended where it stands, and shown in its line where that was tried. */
void repair_find(struct trace *trace, const struct expression *expression)
{
	struct repair slip = {0}, *proposed = &trace->repair.proposed;
	if (!is_to_repair(trace))
		return;
	if (repair_slip(trace, expression))
		slip = *proposed;
	*proposed = (struct repair){0};
	if (is_to_rewrite(trace, expression))
		rewrite_expression(trace, expression);
	if (slip.edits && proposed->certain)
		slip.help = proposed->help;
	if (slip.edits)
		*proposed = slip;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/eval/fork.h"

#include "trace/convert/join.h"
#include "trace/eval/evaluate.h"
#include "trace/state/builtin_class.h"
#include "trace/state/changes.h"
#include "trace/state/failure.h"

/* A way that has been followed to its end. */
struct end {
	bool raised; /* it is not gone on with */
	enum flow flow;
	const struct value *result;
	struct changes changes;
};

struct way_left {
	struct way_left *outer;
	struct change_mark mark; /* where it began */
	enum flow flow;
	const struct value *result;
	struct changes changes;
};

/* What of the trace is no value, and must be the same on all ways. */
struct settings {
	const struct abstract_mesh *mesh, *thread_mesh;
	const struct dtype *keys;
	bool x64, jit_disabled, strict, same_ranks;
};

static struct settings settings_now(const struct trace *trace)
{
	const struct op *op = &trace->op;
	return (struct settings){op->mesh,         trace->thread_mesh, op->keys,      op->x64,
	                         op->jit_disabled, op->strict,         op->same_ranks};
}

static bool same_settings(const struct settings *a, const struct settings *b)
{
	return a->mesh == b->mesh && a->thread_mesh == b->thread_mesh && a->keys == b->keys &&
	       a->x64 == b->x64 && a->jit_disabled == b->jit_disabled && a->strict == b->strict &&
	       a->same_ranks == b->same_ranks;
}

static void set_back(struct trace *trace, const struct settings *settings)
{
	trace->op.mesh = settings->mesh;
	trace->thread_mesh = settings->thread_mesh;
	trace->op.keys = settings->keys;
	trace->op.x64 = settings->x64;
	trace->op.jit_disabled = settings->jit_disabled;
	trace->op.strict = settings->strict;
	trace->op.same_ranks = settings->same_ranks;
}

enum { MAX_WAYS = 24 }; /* inside of each other */

bool can_fork(const struct trace *trace)
{
	const struct op *op = &trace->op;
	return op->eager && !op->nmappings && !op->replays && !op->bodies && !op->watch &&
	       !op->captures && !trace->prelude && !trace->generator && !trace->trial.running &&
	       !trace->derived_at && !trace->work.stopped && trace->trial.ways < MAX_WAYS;
}

/* What a way raises may be raised or not; what the program itself raises is what its author holds
 * not to happen. */
static void drop_error(struct trace *trace)
{
	bool meant = ends_script(trace) || trace->op.error.by_program;
	struct kept_error error = take_error(trace);
	if (meant || !error.placed)
		return;
	trace_doubt(trace, error.at, "whether this raises %s is not known",
	            error.error.type ? error.error.type : "an error");
}

static struct end follow(struct trace *trace, const struct way *way)
{
	struct end end = {.result = &value_none};
	trace->failure.catching++;
	trace->trial.doubted++;
	end.flow = way->run(trace, way->context, &end.result);
	trace->trial.doubted--;
	trace->failure.catching--;
	end.raised = trace->op.error.raised;
	if (end.raised)
		drop_error(trace);
	trace->op.error = (struct op_error){0};
	return end;
}

/* Keeps a way that leaves what the program goes on with. */
static void keep_left(struct trace *trace, struct change_mark mark, enum flow flow,
                      const struct value *result, struct changes changes)
{
	struct way_left *left = arena_new(trace->op.arena, struct way_left, 1);
	*left = (struct way_left){trace->trial.left, mark, flow, result, changes};
	trace->trial.left = left;
	trace->trial.ways++;
}

static struct way_left *take_left(struct trace *trace)
{
	struct way_left *left = trace->trial.left;
	trace->trial.left = left->outer;
	changes_end(trace);
	return left;
}

static const struct value *either_result(struct trace *trace, const struct value *one,
                                         const struct value *other)
{
	bool wider = false;
	return one && other ? join_values(trace, one, other, &wider) : one ? one : other;
}

/* Goes on from where the last way that has left is, and not from where the program is. */
static void go_back(struct trace *trace, const struct way_left *left)
{
	changes_undo(trace, left->mark);
	changes_apply(trace, &left->changes);
}

/* Makes the ways that have left since `outer` ones that began at the mark, from which on all is
 * then to be taken back. What was made before such a way left is there on others too. */
static void begin_at(struct trace *trace, const struct way_left *outer, struct change_mark mark)
{
	for (struct way_left *left = trace->trial.left; left != outer; left = left->outer) {
		go_back(trace, left);
		left->changes = changes_since(trace, mark);
		left->mark.values = mark.values;
		left->mark.names = mark.names;
		left->mark.traces = mark.traces;
	}
}

/* What the program has done since the mark, which is taken back. */
static struct changes take_back(struct trace *trace, const struct way_left *outer,
                                struct change_mark mark)
{
	struct changes changes = changes_since(trace, mark);
	begin_at(trace, outer, mark);
	changes_undo(trace, mark);
	return changes;
}

/* Goes on by both ways, of which the second one has just been followed. */
static enum flow go_on(struct trace *trace, struct change_mark mark, const struct way_left *left,
                       struct end *one, struct end *other, const struct value **result)
{
	if (one->flow == other->flow) {
		changes_merge(trace, mark, &one->changes, join_values);
		*result = either_result(trace, one->result, other->result);
		return one->flow;
	}
	if (one->flow == FLOW_NEXT) {
		other->changes = take_back(trace, left, mark);
		changes_apply(trace, &one->changes);
		struct end *next = one;
		one = other;
		other = next;
	}
	keep_left(trace, mark, one->flow, one->result, one->changes);
	*result = other->result;
	return other->flow;
}

/* The ways have set something to different things, of which the last hold from here on. Whether
 * there are 64-bit types decides little; all that is raised may depend on the others. */
static void leave_settings_open(struct trace *trace, const struct settings *one,
                                const struct settings *other, struct span at)
{
	struct settings same_bits = *one;
	same_bits.x64 = other->x64;
	trace_doubt(trace, at, "which settings hold from here on is not known");
	trace->failure.bits_open |= one->x64 != other->x64;
	if (!same_settings(&same_bits, other))
		trace->failure.open++;
}

enum flow run_either(struct trace *trace, const struct way *one, const struct way *other,
                     struct span at, const struct value **result)
{
	const struct settings before = settings_now(trace);
	const struct way_left *outer = trace->trial.left;
	struct change_mark mark = changes_begin(trace);
	trace->failure.passed_by = true;
	trace->failure.doubts++;
	struct end first = follow(trace, one);
	const struct settings after = settings_now(trace);
	first.changes = take_back(trace, outer, mark);
	const struct way_left *left = trace->trial.left;
	set_back(trace, &before);
	struct end second = follow(trace, other);
	const struct settings last = settings_now(trace);
	enum flow flow = second.flow;
	*result = second.result;
	if (first.raised && second.raised)
		trace_doubt(trace, at, "which of these is raised is not known");
	if (second.raised) {
		(void)take_back(trace, left, mark);
		set_back(trace, &after);
		changes_apply(trace, &first.changes);
		flow = first.raised ? FLOW_NEXT : first.flow;
		*result = first.result;
	} else if (!first.raised) {
		flow = go_on(trace, mark, left, &first, &second, result);
		if (!same_settings(&after, &last))
			leave_settings_open(trace, &after, &last, at);
	}
	changes_end(trace);
	return flow;
}

/* A value, or an expression of which it is not known whether it is evaluated. */
struct choice {
	const struct expression *expression; /* or NULL */
	const struct value **value;
};

static enum flow run_choice(struct trace *trace, const void *context, const struct value **result)
{
	const struct choice *choice = context;
	(void)result;
	if (choice->expression)
		*choice->value = evaluate(trace, choice->expression);
	return FLOW_NEXT;
}

/* One of two: the value, or that of the expression; or that of either expression. */
static const struct value *choose(struct trace *trace, const struct value *value,
                                  const struct expression *one, const struct expression *other)
{
	const struct value *second = NULL, *result;
	const struct choice choices[] = {{one, &value}, {other, &second}};
	const struct way ways[] = {{run_choice, &choices[0]}, {run_choice, &choices[1]}};
	(void)run_either(trace, &ways[0], &ways[1], call_span(trace, other), &result);
	if (!value && !second)
		return trace_unknown(trace, "which of these is evaluated is not known");
	return either_result(trace, value, second);
}

const struct value *evaluate_either(struct trace *trace, const struct expression *one,
                                    const struct expression *other)
{
	return choose(trace, NULL, one, other);
}

const struct value *evaluate_perhaps(struct trace *trace, const struct value *value,
                                     const struct expression *other)
{
	return choose(trace, value, NULL, other);
}

void leave_way(struct trace *trace, struct change_mark mark, enum flow flow,
               const struct value *result)
{
	keep_left(trace, mark, flow, result, changes_since(trace, mark));
	changes_undo(trace, mark);
}

bool ways_left(const struct trace *trace, const struct way_left *outer)
{
	return trace->trial.left != outer;
}

/* Whether the last way that has left ends by this. */
static bool last_is(const struct trace *trace, const struct way_left *outer, enum flow flow)
{
	return trace->trial.left != outer && trace->trial.left->flow == flow;
}

static void join_last(struct trace *trace)
{
	struct way_left *left = trace->trial.left;
	changes_merge(trace, left->mark, &left->changes, join_values);
	(void)take_left(trace);
}

/* Goes on by the last way that has left, if it ends by this, in the place of one that has raised;
 * NULL: none has, or none does. */
static const struct way_left *instead_of_error(struct trace *trace, const struct way_left *outer,
                                               enum flow flow)
{
	if (!trace->op.error.raised || !last_is(trace, outer, flow))
		return NULL;
	drop_error(trace);
	go_back(trace, trace->trial.left);
	return take_left(trace);
}

/* The way that has left last comes to where another leaves: that is kept, and it goes on. */
static void change_ways(struct trace *trace, enum flow flow, const struct value *result)
{
	struct way_left *left = trace->trial.left;
	struct changes changes = changes_since(trace, left->mark);
	go_back(trace, left);
	left->flow = flow;
	left->result = result;
	left->changes = changes;
}

/* Takes a way that has left out of those between, which stay. */
static void keep_between(struct trace *trace, struct way_left **kept)
{
	struct way_left *left = trace->trial.left;
	trace->trial.left = left->outer;
	left->outer = *kept;
	*kept = left;
}

/* Those ways that have left by this, and what became of them, are joined with the one that has
 * come here. */
static enum flow join_here(struct trace *trace, const struct way_left *outer, enum flow leaves,
                           enum flow flow, const struct value **result)
{
	struct way_left *kept = NULL;
	if (instead_of_error(trace, outer, leaves))
		flow = leaves;
	bool comes = flow == FLOW_NEXT || flow == leaves;
	while (trace->trial.left != outer) {
		if (trace->trial.left->flow != leaves) {
			keep_between(trace, &kept);
		} else if (comes) {
			join_last(trace);
		} else if (kept) {
			flow = FLOW_UNSURE;
			comes = true;
		} else {
			change_ways(trace, flow, *result);
			keep_between(trace, &kept);
			flow = leaves;
			comes = true;
		}
	}
	while (kept) {
		struct way_left *left = kept;
		kept = left->outer;
		left->outer = trace->trial.left;
		trace->trial.left = left;
	}
	return flow;
}

bool last_returns(const struct trace *trace, const struct way_left *outer,
                  const struct value **result)
{
	if (!last_is(trace, outer, FLOW_RETURN))
		return false;
	*result = trace->trial.left->result;
	return true;
}

enum flow join_turn(struct trace *trace, const struct way_left *outer, enum flow flow,
                    const struct value **result)
{
	flow = join_here(trace, outer, FLOW_CONTINUE, flow, result);
	return flow == FLOW_CONTINUE ? FLOW_NEXT : flow;
}

enum flow join_loop(struct trace *trace, const struct way_left *outer, enum flow flow,
                    const struct value **result)
{
	flow = join_here(trace, outer, FLOW_BREAK, flow, result);
	return flow == FLOW_BREAK ? FLOW_NEXT : flow;
}

const struct value *join_returns(struct trace *trace, const struct way_left *outer,
                                 const struct value *result)
{
	const struct way_left *instead = instead_of_error(trace, outer, FLOW_RETURN);
	if (instead)
		result = instead->result;
	while (last_is(trace, outer, FLOW_RETURN)) {
		result = either_result(trace, trace->trial.left->result, result);
		join_last(trace);
	}
	while (trace->trial.left != outer)
		(void)take_left(trace);
	return result;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "library/transform/branches.h"

#include <assert.h>

#include "library/transform/carry.h"
#include "op/core/captures.h"
#include "op/core/committed_array.h"
#include "op/elementwise/elementwise.h"
#include "op/shape/shape.h"
#include "trace/convert/pytree_text.h"
#include "trace/state/level.h"
#include "op/core/levels.h"

/* A run of all branches. */
struct choice {
	struct trace *trace;
	const struct branches *branches;
	struct span at;
	struct pytree operands;
	const struct array **arrays, **inputs; /* of the operands, and as this run gets them */
	struct pytree outs[MAX_BRANCHES];
	const struct array **results[MAX_BRANCHES];
	struct recorded_body bodies[MAX_BRANCHES]; /* of the last run */
	struct captures captures;                  /* likewise */
	bool unknown;                              /* a branch gave back what is not known */
};

/* The index, or a truth about it, for arrays of this shape: it says one thing for each example,
 * which stand along the first dimension. */
static const struct array *broadcast_choice(struct op *op, const struct array *which,
                                            const struct array *like)
{
	uint32_t dims[MAX_RANK];
	for (uint32_t i = 0; i < which->type.rank; i++)
		dims[i] = i;
	if (which->type.rank == like->type.rank)
		return which;
	return lax_broadcast_in_dim(op, which, like->type.shape, like->type.rank, dims, NULL);
}

/* Selects between arrays that the vmap of the index maps, level by level from further in. */
static const struct array *select_mapped(struct op *op, const struct array *which, uint32_t level,
                                         const struct array *const *cases, uint32_t count)
{
	const struct array *whole[MAX_BRANCHES];
	for (uint32_t i = 0; i < count; i++)
		whole[i] = cases[i]->mapped;
	const struct array *result;
	if (cases[0]->level > level) {
		result = select_mapped(op, which, level, whole, count);
	} else {
		const struct array *broad = broadcast_choice(op, which, whole[0]);
		result = lax_select_n(op, broad, whole, count);
	}
	return array_map(op, result, 0, cases[0]->level);
}

/* Where examples choose differently, what a branch takes passes through a select of its own: it
 * keeps derivatives finite. */
static bool select_operand(struct op *op, const struct array *index, const struct array *which,
                           const struct array *operand)
{
	uint64_t level = UINT64_C(1) << (index->level - 1);
	operand = array_map_levels(op, operand, level);
	operand = array_align(op, operand, 0);
	if (!operand)
		return false;
	const struct array *cases[] = {operand, operand};
	op->batching++;
	const struct array *selected = select_mapped(op, which, index->level, cases, 2);
	op->batching--;
	return selected != NULL;
}

/* The same for all that it takes: arrays that it captures, and its arguments. */
static bool select_operands(struct choice *choice)
{
	struct op *op = &choice->trace->op;
	const struct array *index = array_align(op, choice->branches->index, 0);
	if (!index)
		return false;
	if (!array_levels(op, index))
		return true;
	op->batching++;
	const struct array *which =
	    lax_binary(op, &lax_eq, index->mapped, array_scalar(op, index->type.dtype, false));
	op->batching--;
	for (uint32_t i = 0; which && i < choice->captures.count; i++) {
		const struct array *captured = captures_see(op, choice->captures.own[i]);
		if (!captured || !select_operand(op, index, which, captured))
			return false;
	}
	for (uint32_t i = 0; which && i < choice->operands.count; i++)
		if (!select_operand(op, index, which, choice->arrays[i]))
			return false;
	return which != NULL;
}

/* What the branches get in this run; *levels is of the vmaps that map everything in them. */
static bool make_inputs(struct choice *choice, uint64_t *levels)
{
	struct op *op = &choice->trace->op;
	*levels = array_levels(op, choice->branches->index);
	if (*levels) /* further in than the index, it is as without it */
		*levels = UINT64_C(1) << (choice->branches->index->level - 1);
	for (uint32_t i = 0; i < choice->operands.count; i++) {
		const struct array *array = choice->arrays[i];
		choice->inputs[i] =
		    array_of_levels(op, &array->type, array_levels(op, array) | *levels);
		if (!choice->inputs[i])
			return false;
	}
	return true;
}

static bool follow_branch(struct choice *choice, uint32_t which, uint64_t levels)
{
	struct trace *trace = choice->trace;
	struct trace_level level;
	level_enter_control(trace, &level);
	const struct value *arguments = pytree_of_arrays(trace, &choice->operands, choice->inputs);
	const struct value *result = trace_call(trace, choice->branches->items[which].function,
	                                        &arguments->list, NULL, 0, choice->at);
	level_leave(trace, &level);
	if (!result)
		return false;
	choice->unknown |= value_has_unknown(result);
	if (choice->unknown)
		return true;
	if (!pytree_flatten(trace, result, &choice->outs[which]))
		return false;
	const struct array **results = pytree_arrays(trace, &choice->outs[which]);
	for (uint32_t i = 0; results && i < choice->outs[which].count; i++) {
		results[i] = array_map_levels(&trace->op, results[i], levels);
		if (!results[i])
			return false;
	}
	choice->results[which] = results;
	return results != NULL;
}

static bool run_branch(struct choice *choice, uint32_t which, uint64_t levels)
{
	struct op *op = &choice->trace->op;
	struct recorded_body *body = &choice->bodies[which];
	struct recording recording;
	recording_begin(op, &recording);
	bool done = follow_branch(choice, which, levels);
	*body = recording_end(op, &recording);
	body->inputs = recorded_arrays(op, choice->inputs, choice->operands.count);
	body->ninputs = choice->operands.count;
	return done;
}

static bool raise_structure(struct choice *choice, uint32_t other)
{
	struct op *op = &choice->trace->op;
	const struct alternative *a = &choice->branches->items[0],
				 *b = &choice->branches->items[other];
	struct message_argument first = pytree_shown(&choice->outs[0]),
				second = pytree_shown(&choice->outs[other]);
	if (op_has(op, JAX_BRANCH_TEXT_COMMON))
		refuse(
		    op, RULE_BRANCH_MISMATCH, "TypeError",
		    TEXT("{} branch outputs must have the same pytree structure, but they differ:",
		         choice->branches->api));
	else if (op_has(op, JAX_BRANCH_TEXT_EACH))
		refuse(op, RULE_BRANCH_MISMATCH, "TypeError",
		       TEXT("{} output must have same type structure as {} output, but there are "
		            "differences: ",
		            a->name, b->name));
	else if (strcmp(choice->branches->api, "cond") == 0)
		refuse(op, RULE_BRANCH_MISMATCH, "TypeError",
		       TEXT("true_fun and false_fun output must have same type structure, got {} "
		            "and {}.",
		            first, second));
	else
		refuse(op, RULE_BRANCH_MISMATCH, "TypeError",
		       TEXT("branch 0 and {} outputs must have same type structure, got {} and {}.",
		            other, first, second));
	return explain(op, WORDS("{} gives {}, and {} {}", a->name, first, b->name, second),
	               HELP("return values in the same places from all branches"));
}

static bool raise_types(struct choice *choice, uint32_t other, uint32_t index)
{
	struct op *op = &choice->trace->op;
	const struct alternative *a = &choice->branches->items[0],
				 *b = &choice->branches->items[other];
	const struct array_type *one = &choice->results[0][index]->type;
	const struct array_type *two = &choice->results[other][index]->type;
	if (op_has(op, JAX_BRANCH_TEXT_COMMON))
		refuse(op, RULE_BRANCH_MISMATCH, "TypeError",
		       TEXT("{} branches must have equal output types but they differ.",
		            choice->branches->api));
	else if (op_has(op, JAX_BRANCH_TEXT_EACH))
		refuse(op, RULE_BRANCH_MISMATCH, "TypeError",
		       TEXT("{} output and {} output must have identical types, got", a->name,
		            b->name));
	else if (strcmp(choice->branches->api, "cond") == 0)
		refuse(op, RULE_BRANCH_MISMATCH, "TypeError",
		       TEXT("true_fun and false_fun output must have identical types, got"));
	else
		refuse(op, RULE_BRANCH_MISMATCH, "TypeError",
		       TEXT("branch 0 and {} outputs must have identical types, got", other));
	explain(op, WORDS("{} gives {}, and {} {}", a->name, one, b->name, two));
	if (one->dtype != two->dtype)
		return explain(op, HELP("end {} with .astype(jnp.{})", b->name, one->dtype));
	if (!type_same_shape(one, two))
		return explain(op, HELP("give arrays of one shape in all branches"));
	op->error.wanted = one;
	return explain(op, HELP("end {} with {reshard}(…, {P()})", b->name, one));
}

static bool check_results(struct choice *choice)
{
	for (uint32_t i = 1; i < choice->branches->count; i++) {
		if (!pytree_same_structure(&choice->outs[0], &choice->outs[i]))
			return raise_structure(choice, i);
		for (uint32_t j = 0; j < choice->outs[0].count; j++)
			if (!types_match(&choice->trace->op, &choice->results[0][j]->type,
			                 &choice->results[i][j]->type))
				return raise_types(choice, i, j);
	}
	return true;
}

/* The branch that this index chooses. */
static uint32_t indexed(const struct branches *branches, uint32_t index)
{
	return branches->reversed ? branches->count - 1 - index : index;
}

static bool run_phase(struct choice *choice, const struct staging *staging)
{
	struct op *op = &choice->trace->op;
	uint64_t levels;
	bool done = make_inputs(choice, &levels);
	captures_begin(op, &choice->captures, levels);
	for (uint32_t i = 0; done && i < choice->branches->count; i++)
		done =
		    run_branch(choice, staging->first ? i : indexed(choice->branches, i), levels);
	captures_end(op, &choice->captures);
	if (!done || choice->unknown)
		return done;
	return (!staging->first || check_results(choice)) && select_operands(choice);
}

/* What all branches give back as they got it, as it is outside of them; or NULL. */
static const struct array *forwarded(const struct choice *choice, uint32_t which)
{
	bool cond = strcmp(choice->branches->api, "cond") == 0;
	const struct array *result = choice->results[0][which];
	if (!op_has(&choice->trace->op, cond ? JAX_COND_FORWARDS : JAX_SWITCH_FORWARDS))
		return NULL;
	for (uint32_t i = 1; i < choice->branches->count; i++)
		if (choice->results[i][which] != result)
			return NULL;
	const struct array *captured = NULL;
	for (uint32_t i = 0; i < choice->captures.count; i++)
		if (choice->captures.seen[i] == result)
			captured = choice->captures.own[i];
	for (uint32_t i = 0; i < choice->operands.count; i++)
		if (choice->inputs[i] == result || (captured && choice->inputs[i] == captured))
			return choice->arrays[i];
	return captured;
}

/* One result: mapped by all vmaps that map it in a branch, or the index. */
static const struct array *join_results(struct choice *choice, uint32_t which)
{
	struct op *op = &choice->trace->op;
	const struct branches *branches = choice->branches;
	const struct array *cases[MAX_BRANCHES], *index = array_align(op, branches->index, 0);
	uint64_t levels = index ? array_levels(op, index) : 0;
	for (uint32_t i = 0; i < branches->count; i++)
		levels |= array_levels(op, choice->results[i][which]);
	for (uint32_t i = 0; index && i < branches->count; i++) {
		/* The result has the types of the first. */
		uint32_t at = indexed(branches, i);
		cases[i] = array_map_levels(op, choice->results[at][which], levels);
		cases[i] = array_align(op, cases[i], 0);
		if (!cases[i])
			return NULL;
	}
	if (!index || !array_levels(op, index))
		return index ? cases[0] : NULL;
	op->batching++;
	const struct array *selected =
	    select_mapped(op, index->mapped, index->level, cases, branches->count);
	op->batching--;
	return selected;
}

static const struct value *join(struct choice *choice)
{
	const struct pytree *out = &choice->outs[0];
	const struct array **joined =
	    arena_new(choice->trace->op.arena, const struct array *, out->count);
	for (uint32_t i = 0; i < out->count; i++) {
		joined[i] = forwarded(choice, i);
		if (!joined[i])
			joined[i] = join_results(choice, i);
		if (!joined[i])
			return NULL;
	}
	return pytree_of_arrays(choice->trace, out, joined);
}

/* The vmaps that map a result in any branch. */
static uint64_t result_levels(const struct choice *choice, uint32_t which)
{
	uint64_t levels = 0;
	for (uint32_t i = 0; i < choice->branches->count; i++)
		levels |= array_levels(&choice->trace->op, choice->results[i][which]);
	return levels;
}

/* Ends the recorded branches with what they give back, all mapped alike. */
static bool finish_bodies(struct choice *choice)
{
	struct op *op = &choice->trace->op;
	uint32_t count = choice->outs[0].count;
	uint64_t *levels = arena_new(op->arena, uint64_t, count);
	bool done = true;
	for (uint32_t i = 0; i < count; i++)
		levels[i] = result_levels(choice, i);
	for (uint32_t i = 0; done && i < choice->branches->count; i++) {
		struct recorded_body *body = &choice->bodies[i];
		const struct array **outputs = arena_new(op->arena, const struct array *, count);
		struct recording recording;
		recording_resume(op, &recording, body);
		for (uint32_t j = 0; done && j < count; j++) {
			outputs[j] = array_map_levels(op, choice->results[i][j], levels[j]);
			outputs[j] = array_align(op, outputs[j], 0);
			done = outputs[j] != NULL;
		}
		struct recorded_body finished = recording_end(op, &recording);
		body->equations = finished.equations;
		body->count = finished.count;
		body->outputs = done ? recorded_arrays(op, outputs, count) : NULL;
		body->noutputs = count;
	}
	return done;
}

/* The branches in the order of the index that chooses them. */
static const struct recorded_body *bodies_by_index(const struct choice *choice)
{
	const struct branches *branches = choice->branches;
	struct recorded_body *bodies =
	    arena_new(choice->trace->op.arena, struct recorded_body, branches->count);
	for (uint32_t i = 0; i < branches->count; i++)
		bodies[i] = choice->bodies[indexed(branches, i)];
	return bodies;
}

/* Says that what the branches get is an array from outside of them, as its vmaps map it there. */
static bool record_given(struct op *op, const struct array *given, const struct array *array)
{
	if (!given || given == array)
		return given != NULL;
	array = array_map_levels(op, array, array_levels(op, given));
	array = array_align(op, array, 0);
	recording_same(op, EQUATION_SAME, given, array);
	return array != NULL;
}

/* Appends all branches, one behind the other, where examples choose differently. */
static bool inline_bodies(struct choice *choice)
{
	struct op *op = &choice->trace->op;
	for (uint32_t i = 0; i < choice->operands.count; i++)
		if (!record_given(op, choice->inputs[i], choice->arrays[i]))
			return false;
	for (uint32_t i = 0; i < choice->captures.count; i++)
		if (!record_given(op, choice->captures.seen[i],
		                  captures_see(op, choice->captures.own[i])))
			return false;
	for (uint32_t i = 0; i < choice->branches->count; i++)
		recording_inline(op, &choice->bodies[i]);
	return true;
}

/* The same as join, with the choice appended to what is being recorded. */
static const struct value *join_recorded(struct choice *choice)
{
	struct op *op = &choice->trace->op;
	const struct pytree *out = &choice->outs[0];
	const struct array **results = arena_new(op->arena, const struct array *, out->count);
	const struct array **operands =
	    arena_new(op->arena, const struct array *, (size_t)choice->operands.count + 1);
	if (array_levels(op, choice->branches->index))
		return inline_bodies(choice) ? join(choice) : NULL; /* a selection */
	if (!finish_bodies(choice))
		return NULL;
	for (uint32_t i = 0; i < out->count; i++) {
		results[i] = forwarded(choice, i);
		if (!results[i])
			results[i] = array_recorded_anew(op, join_results(choice, i));
		if (!results[i])
			return NULL;
	}
	operands[0] = choice->branches->index;
	for (uint32_t i = 0; i < choice->operands.count; i++)
		operands[i + 1] = array_align(op, choice->arrays[i], 0);
	for (uint32_t i = 0; i <= choice->operands.count; i++)
		if (!operands[i])
			return NULL;
	recording_add(op, &(struct equation){.kind = EQUATION_BRANCHES,
	                                     .operands = operands,
	                                     .count = choice->operands.count + 1,
	                                     .results = results,
	                                     .nresults = out->count,
	                                     .bodies = bodies_by_index(choice),
	                                     .nbodies = choice->branches->count});
	return pytree_of_arrays(choice->trace, out, results);
}

const struct value *branches_run(struct trace *trace, const struct branches *branches,
                                 struct span at)
{
	assert(branches->count > 0 && branches->count <= MAX_BRANCHES);
	struct arena *arena = trace->op.arena;
	struct choice *choice = arena_new(arena, struct choice, 1);
	struct staging staging;
	*choice = (struct choice){.trace = trace, .branches = branches, .at = at};
	if (!pytree_flatten(trace,
	                    value_sequence(arena, VALUE_TUPLE, branches->operands.items,
	                                   branches->operands.count),
	                    &choice->operands))
		return NULL;
	choice->arrays = pytree_arrays(trace, &choice->operands);
	choice->inputs = arena_new(arena, const struct array *, choice->operands.count);
	if (!choice->arrays || !replication_told(&trace->op))
		return NULL;
	staging_begin(&staging, trace);
	do {
		if (!run_phase(choice, &staging))
			return staging_fail(&staging);
		if (choice->unknown) {
			staging_end(&staging);
			return &value_unknown;
		}
	} while (staging_next(&staging));
	if (!check_context_devices(&trace->op, "cond", 0, &branches->index, 1) ||
	    !check_context_devices(&trace->op, "cond", 1, choice->arrays, choice->operands.count))
		return NULL;
	return trace->op.recording ? join_recorded(choice) : join(choice);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/recording_prune.h"

#include <assert.h>

bool array_set_add(struct array_set *set, const struct array *array)
{
	return number_set_add(set->arena, &set->numbers, array->number);
}

bool array_set_has(const struct array_set *set, const struct array *array)
{
	return number_set_has(&set->numbers, array->number);
}

static void add_all(struct array_set *set, const struct array *const *arrays, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (arrays[i])
			array_set_add(set, arrays[i]);
}

static bool any_used(const struct array_set *used, const struct equation *equation)
{
	for (uint32_t i = 0; i < equation->nresults; i++)
		if (equation->results[i] && array_set_has(used, equation->results[i]))
			return true;
	return false;
}

/* The entries of the list whose flags are set; *count of them. */
static const struct array *const *kept_of(struct arena *arena, const struct array *const *all,
                                          const bool *flags, uint32_t *count)
{
	const struct array **kept = arena_new(arena, const struct array *, *count);
	uint32_t n = 0;
	for (uint32_t i = 0; i < *count; i++)
		if (flags[i])
			kept[n++] = all[i];
	*count = n;
	return kept;
}

/* The body with those of its outputs whose flags are set. */
static struct recorded_body with_outputs(struct arena *arena, const struct recorded_body *body,
                                         const bool *flags)
{
	struct recorded_body kept = *body;
	kept.outputs = kept_of(arena, body->outputs, flags, &kept.noutputs);
	return recording_pruned(arena, &kept);
}

/* The arrays that a body uses of its inputs and of what is around it. */
static struct array_set used_by(struct arena *arena, const struct recorded_body *body)
{
	struct array_set used = {.arena = arena};
	struct recorded_body open = *body;
	uint32_t count;
	open.ninputs = 0;
	const struct array *const *free = recording_captures(arena, &open, &count);
	add_all(&used, free, count);
	return used;
}

/* Which of its carry a loop needs, and what it is then. */
struct loop_needs {
	bool *outputs;             /* of the body: the carry, then the others */
	bool *inputs;              /* likewise */
	struct recorded_body body; /* pruned to these */
};

/* Adds to the carry that is needed what its next value is made of, until nothing more comes. */
static void settle(struct arena *arena, const struct recorded_body *body, uint32_t ncarry,
                   struct loop_needs *needs)
{
	bool again = true;
	while (again) {
		again = false;
		needs->body = with_outputs(arena, body, needs->outputs);
		struct array_set used = used_by(arena, &needs->body);
		for (uint32_t i = 0; i < body->ninputs; i++) {
			needs->inputs[i] =
			    needs->inputs[i] || array_set_has(&used, body->inputs[i]);
			if (i >= ncarry)
				continue;
			needs->inputs[i] = needs->inputs[i] || needs->outputs[i];
			again = again || (needs->inputs[i] && !needs->outputs[i]);
			needs->outputs[i] = needs->inputs[i];
		}
	}
}

/* The loop with the carry and other results that are needed; the last body is that of the carry. */
static struct equation pruned_loop(struct arena *arena, const struct equation *equation,
                                   uint32_t ncarry, struct loop_needs *needs)
{
	struct equation kept = *equation;
	uint32_t last = equation->nbodies - 1;
	const struct recorded_body *body = &equation->bodies[last];
	struct recorded_body *bodies = arena_new(arena, struct recorded_body, equation->nbodies);
	settle(arena, body, ncarry, needs);
	kept.operands = kept_of(arena, equation->operands, needs->inputs, &kept.count);
	kept.results = kept_of(arena, equation->results, needs->outputs, &kept.nresults);
	for (uint32_t i = 0; i < equation->nbodies; i++) {
		bodies[i] = i == last ? needs->body : recording_pruned(arena, &equation->bodies[i]);
		bodies[i].ninputs = equation->bodies[i].ninputs;
		bodies[i].inputs =
		    kept_of(arena, equation->bodies[i].inputs, needs->inputs, &bodies[i].ninputs);
	}
	kept.bodies = bodies;
	return kept;
}

static struct loop_needs needs_of(struct arena *arena, const struct equation *equation,
                                  const struct recorded_body *body, const struct array_set *used)
{
	struct loop_needs needs = {.outputs = arena_new(arena, bool, body->noutputs),
	                           .inputs = arena_new(arena, bool, body->ninputs)};
	for (uint32_t i = 0; i < body->noutputs; i++)
		needs.outputs[i] = array_set_has(used, equation->results[i]);
	return needs;
}

static struct equation prune_scan(struct arena *arena, const struct equation *equation,
                                  const struct array_set *used)
{
	const struct recorded_scan *params = equation->params;
	const struct recorded_body *body = equation->bodies;
	assert(equation->nresults == body->noutputs && equation->count == body->ninputs);
	struct loop_needs needs = needs_of(arena, equation, body, used);
	/* What comes out as it went in is no result of the loop. */
	for (uint32_t i = 0; i < body->noutputs; i++)
		for (uint32_t j = 0; j < body->ninputs; j++)
			if (equation->results[i]->number == equation->operands[j]->number)
				needs.outputs[i] = false;
	struct equation kept = pruned_loop(arena, equation, params->ncarry, &needs);
	struct recorded_scan *fewer = arena_new(arena, struct recorded_scan, 1);
	*fewer = *params;
	fewer->ncarry = 0;
	for (uint32_t i = 0; i < params->ncarry; i++)
		fewer->ncarry += needs.inputs[i];
	kept.params = fewer;
	return kept;
}

static struct equation prune_while(struct arena *arena, const struct equation *equation,
                                   const struct array_set *used)
{
	const struct recorded_body *condition = &equation->bodies[0], *body = &equation->bodies[1];
	struct loop_needs needs = needs_of(arena, equation, body, used);
	struct recorded_body asked = recording_pruned(arena, condition);
	struct array_set by_condition = used_by(arena, &asked);
	for (uint32_t i = 0; i < body->ninputs; i++) {
		needs.inputs[i] = array_set_has(&by_condition, condition->inputs[i]);
		needs.outputs[i] = needs.outputs[i] || needs.inputs[i];
	}
	return pruned_loop(arena, equation, body->ninputs, &needs);
}

/* Branches, and what is traced as a whole: with the results that are needed. */
static struct equation prune_results(struct arena *arena, const struct equation *equation,
                                     const struct array_set *used)
{
	struct equation kept = *equation;
	bool *flags = arena_new(arena, bool, equation->nresults);
	struct recorded_body *bodies = arena_new(arena, struct recorded_body, equation->nbodies);
	for (uint32_t i = 0; i < equation->nresults; i++)
		flags[i] = equation->results[i] && array_set_has(used, equation->results[i]);
	kept.results = kept_of(arena, equation->results, flags, &kept.nresults);
	for (uint32_t i = 0; i < equation->nbodies; i++)
		bodies[i] = with_outputs(arena, &equation->bodies[i], flags);
	kept.bodies = bodies;
	return kept;
}

/* The same without the arguments that the function does not use: a derivative puts a barrier around
 * those of a checkpoint, and keeps some for a shard_map that nothing needs. JAX: ad_checkpoint.py
 * remat_dce, shard_map.py _shard_map_dce. */
static struct equation prune_arguments(struct arena *arena, const struct equation *equation,
                                       const struct array_set *used)
{
	struct equation kept = prune_results(arena, equation, used);
	struct recorded_body *body = arena_copy(arena, kept.bodies, 1, sizeof *body);
	struct array_set inside = used_by(arena, body);
	bool *flags = arena_new(arena, bool, body->ninputs);
	for (uint32_t i = 0; i < body->ninputs; i++)
		flags[i] = array_set_has(&inside, body->inputs[i]);
	kept.operands = kept_of(arena, equation->operands, flags, &kept.count);
	body->inputs = kept_of(arena, body->inputs, flags, &body->ninputs);
	kept.bodies = body;
	return kept;
}

/* The same without what no branch uses. JAX: conditionals.py _cond_dce_rule. */
static struct equation prune_branches(struct arena *arena, const struct equation *equation,
                                      const struct array_set *used)
{
	struct equation kept = prune_results(arena, equation, used);
	struct recorded_body *bodies = arena_copy(arena, kept.bodies, kept.nbodies, sizeof *bodies);
	bool *flags = arena_new(arena, bool, equation->count);
	flags[0] = true; /* the index */
	for (uint32_t b = 0; b < kept.nbodies; b++) {
		struct array_set inside = used_by(arena, &bodies[b]);
		for (uint32_t i = 0; i < bodies[b].ninputs; i++)
			flags[i + 1] = flags[i + 1] || array_set_has(&inside, bodies[b].inputs[i]);
	}
	kept.operands = kept_of(arena, equation->operands, flags, &kept.count);
	for (uint32_t b = 0; b < kept.nbodies; b++)
		bodies[b].inputs = kept_of(arena, bodies[b].inputs, flags + 1, &bodies[b].ninputs);
	kept.bodies = bodies;
	return kept;
}

static struct equation pruned(struct arena *arena, const struct equation *equation,
                              const struct array_set *used)
{
	switch (equation->kind) {
	case EQUATION_SCAN:
		return prune_scan(arena, equation, used);
	case EQUATION_WHILE:
		return prune_while(arena, equation, used);
	case EQUATION_CHECKPOINT:
	case EQUATION_MANUAL:
		return prune_arguments(arena, equation, used);
	case EQUATION_BRANCHES:
		return prune_branches(arena, equation, used);
	default:
		return *equation;
	}
}

/* Adds what an equation uses: where it has bodies, those of its operands that these use. */
static void use_operands(struct array_set *used, const struct equation *equation)
{
	bool looked_into = equation->kind == EQUATION_BRANCHES ||
	                   equation->kind == EQUATION_CHECKPOINT ||
	                   equation->kind == EQUATION_MANUAL;
	uint32_t first = looked_into ? equation->kind == EQUATION_BRANCHES : equation->count;
	add_all(used, equation->operands, first);
	for (uint32_t i = 0; looked_into && i < equation->nbodies; i++) {
		struct array_set inside = used_by(used->arena, &equation->bodies[i]);
		for (uint32_t j = 0; j < equation->bodies[i].ninputs; j++)
			if (array_set_has(&inside, equation->bodies[i].inputs[j]))
				array_set_add(used, equation->operands[first + j]);
	}
	for (uint32_t i = 0; i < equation->nbodies; i++) {
		uint32_t count;
		const struct array *const *captures =
		    recording_captures(used->arena, &equation->bodies[i], &count);
		add_all(used, captures, count);
	}
}

struct recorded_body recording_pruned(struct arena *arena, const struct recorded_body *body)
{
	struct array_set used = {.arena = arena};
	struct recorded_body kept = *body;
	struct equation *equations = arena_new(arena, struct equation, body->count);
	uint32_t first = body->count;
	add_all(&used, body->outputs, body->noutputs);
	for (uint32_t i = body->count; i-- > 0;) {
		const struct equation *equation = &body->equations[i];
		bool begun = equation->kind == EQUATION_LINEARIZE;
		if (!begun && !any_used(&used, equation) && !(equation->kind == EQUATION_GRADIENT))
			continue;
		equations[--first] = pruned(arena, equation, &used);
		use_operands(&used, &equations[first]);
	}
	kept.equations = equations + first;
	kept.count = body->count - first;
	return kept;
}

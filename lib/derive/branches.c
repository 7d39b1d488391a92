/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Branches. Forwards: the choice of the program, which also gives back what the tangents of any
 * branch need, and a choice of the tangents. A branch that has no such value gives zeros for it;
 * values of one type in several branches share a place. Back: each branch of the latter by itself.
 */
#include "derive/apply.h"
#include "derive/backward.h"
#include "derive/bodies.h"
#include "op/core/recording_prune.h"

/* One branch on its way forward. */
struct branch {
	struct recorded_body primal;    /* without its tangents */
	struct recorded_body linear;    /* its tangents */
	const struct array **residuals; /* what they need, in order of first use */
	uint32_t *places;               /* of each among those of all branches */
	uint32_t nresiduals;
};

struct choice {
	struct linearization *outer;
	struct derivation *derivation;
	const struct equation *equation;
	struct branch *branches;
	bool *moves;                   /* of each result: in some branch it has a tangent */
	const struct array **tangents; /* that go in: of closed-over arrays, then of operands */
	uint32_t ntangents;
	const struct array **slots; /* an array like each residual of all branches */
	uint32_t nslots;
};

/* A result that is an array from outside of the branches: all of them give it back. */
static bool passes_through(const struct equation *equation, uint32_t i)
{
	for (uint32_t j = 0; j < equation->nbodies; j++)
		if (equation->bodies[j].outputs[i]->number != equation->results[i]->number)
			return false;
	return true;
}

/* Runs a branch with the tangents of what goes in. */
static bool run_branch(struct choice *choice, uint32_t which)
{
	struct derivation *derivation = choice->derivation;
	struct op *op = derivation->op;
	const struct recorded_body *body = &choice->equation->bodies[which];
	struct branch *branch = &choice->branches[which];
	struct linearization inner = {.derivation = derivation,
	                              .linear = array_map_copy(op->arena, &choice->outer->linear),
	                              .tangents =
	                                  array_map_copy(op->arena, &choice->outer->tangents)};
	struct recording part;
	for (uint32_t i = 0; i < body->ninputs; i++) {
		const struct array *tangent =
		    tangent_of(choice->outer, choice->equation->operands[i + 1]);
		if (tangent)
			array_map_put(op->arena, &inner.tangents, body->inputs[i], tangent);
	}
	part_begin(op, &part);
	bool done = linearize_body(&inner, body);
	const struct array **outputs = arena_new(op->arena, const struct array *, body->noutputs);
	for (uint32_t i = 0; i < body->noutputs; i++) {
		outputs[i] = tangent_of(&inner, body->outputs[i]);
		if (!outputs[i] && choice->moves[i])
			outputs[i] = zeros_of(op, &body->outputs[i]->type);
	}
	branch->primal = part_end(op, &part);
	branch->linear = linear_end(&inner, NULL, 0, outputs, body->noutputs).body;
	branch->linear = recording_pruned(op->arena, &branch->linear);
	return done;
}

/* Runs all branches twice: a result that moves in one of them has zeros in the others. */
static bool run_branches(struct choice *choice)
{
	const struct equation *equation = choice->equation;
	for (int turn = 0; turn < 2; turn++) {
		for (uint32_t i = 0; i < equation->nbodies; i++)
			if (!run_branch(choice, i))
				return false;
		for (uint32_t i = 0; i < equation->nbodies; i++)
			for (uint32_t j = 0; j < equation->nresults; j++)
				choice->moves[j] = choice->moves[j] ||
				                   (choice->branches[i].linear.outputs[j] != NULL &&
				                    !passes_through(equation, j));
	}
	return true;
}

/* A tangent that goes in, if the array has one. */
static void add_tangent(struct choice *choice, const struct array *array)
{
	const struct array *tangent = tangent_of(choice->outer, array);
	for (uint32_t i = 0; i < choice->ntangents; i++)
		if (choice->tangents[i] == tangent)
			return;
	if (tangent)
		choice->tangents[choice->ntangents++] = tangent;
}

static void find_tangents(struct choice *choice)
{
	struct arena *arena = choice->derivation->op->arena;
	const struct equation *equation = choice->equation;
	uint32_t counts = equation->count;
	for (uint32_t i = 0; i < equation->nbodies; i++) {
		uint32_t count;
		(void)recording_captures(arena, &equation->bodies[i], &count);
		counts += count;
	}
	choice->tangents = arena_new(arena, const struct array *, counts);
	for (uint32_t i = 0; i < equation->nbodies; i++) {
		uint32_t count;
		const struct array *const *captures =
		    recording_captures(arena, &equation->bodies[i], &count);
		for (uint32_t j = 0; j < count; j++)
			add_tangent(choice, captures[j]);
	}
	for (uint32_t i = 1; i < equation->count; i++)
		add_tangent(choice, equation->operands[i]);
}

/* The place of a residual: that of the first one of its type that this branch has not taken. */
static uint32_t slot_of(struct choice *choice, const struct branch *branch,
                        const struct array *residual)
{
	for (uint32_t i = 0; i < choice->nslots; i++) {
		const struct array_type *slot = &choice->slots[i]->type;
		bool taken = slot->dtype != residual->type.dtype ||
		             !same_shape_and_sharding(slot, &residual->type);
		for (uint32_t j = 0; j < branch->nresiduals && !taken; j++)
			taken = branch->places[j] == i;
		if (!taken)
			return i;
	}
	choice->slots[choice->nslots] = residual;
	return choice->nslots++;
}

static void find_residuals(struct choice *choice)
{
	struct derivation *derivation = choice->derivation;
	struct arena *arena = derivation->op->arena;
	uint32_t all = 0;
	for (uint32_t i = 0; i < choice->equation->nbodies; i++) {
		uint32_t count;
		(void)recording_captures(arena, &choice->branches[i].linear, &count);
		all += count;
	}
	choice->slots = arena_new(arena, const struct array *, all);
	for (uint32_t i = 0; i < choice->equation->nbodies; i++) {
		struct branch *branch = &choice->branches[i];
		uint32_t count;
		const struct array *const *used =
		    recording_captures(arena, &branch->linear, &count);
		branch->residuals = arena_new(arena, const struct array *, count);
		branch->places = arena_new(arena, uint32_t, count);
		for (uint32_t j = 0; j < count; j++) {
			if (array_map_get(&choice->outer->linear, used[j]) ||
			    is_literal(derivation, used[j]))
				continue;
			uint32_t slot = slot_of(choice, branch, used[j]);
			branch->residuals[branch->nresiduals] = used[j];
			branch->places[branch->nresiduals++] = slot;
		}
	}
}

/* The outputs of a branch: its own, then what is in each place. */
static void end_primal(struct choice *choice, uint32_t which)
{
	struct derivation *derivation = choice->derivation;
	struct op *op = derivation->op;
	const struct recorded_body *body = &choice->equation->bodies[which];
	struct branch *branch = &choice->branches[which];
	uint32_t count = body->noutputs + choice->nslots;
	const struct array **outputs = arena_new(op->arena, const struct array *, count);
	struct recording part;
	for (uint32_t i = 0; i < body->noutputs; i++)
		outputs[i] = standing(derivation, body->outputs[i]);
	for (uint32_t i = 0; i < branch->nresiduals; i++)
		outputs[body->noutputs + branch->places[i]] = branch->residuals[i];
	part_begin(op, &part);
	recording_inline(op, &branch->primal);
	for (uint32_t i = 0; i < choice->nslots; i++)
		if (!outputs[body->noutputs + i])
			outputs[body->noutputs + i] = zeros_of(op, &choice->slots[i]->type);
	branch->primal = part_end(op, &part);
	branch->primal.inputs = body->inputs;
	branch->primal.ninputs = body->ninputs;
	branch->primal.outputs = outputs;
	branch->primal.noutputs = count;
}

/* Appends the program's choice; *residuals are the values in the places. */
static void emit_primal(struct choice *choice, const struct array **residuals)
{
	struct derivation *derivation = choice->derivation;
	struct op *op = derivation->op;
	struct equation primal = *choice->equation;
	struct recorded_body *bodies = arena_new(op->arena, struct recorded_body, primal.nbodies);
	const struct array **results =
	    arena_new(op->arena, const struct array *, (size_t)primal.nresults + choice->nslots);
	for (uint32_t i = 0; i < primal.nresults; i++)
		results[i] = primal.results[i];
	for (uint32_t i = 0; i < choice->nslots; i++)
		results[primal.nresults + i] = residuals[i] = array_again(op, choice->slots[i]);
	for (uint32_t i = 0; i < primal.nbodies; i++) {
		end_primal(choice, i);
		bodies[i] = choice->branches[i].primal;
	}
	primal.operands = all_standing(derivation, primal.operands, primal.count);
	primal.results = results;
	primal.nresults += choice->nslots;
	primal.bodies = bodies;
	emit_equation(op, &primal);
}

/* The tangents of a branch on inputs of its own: residuals in their places, then tangents. */
static struct recorded_body linear_body(struct choice *choice, const struct branch *branch)
{
	struct op *op = choice->derivation->op;
	struct array_map others = {0};
	uint32_t count = choice->nslots + choice->ntangents;
	const struct array **inputs = arena_new(op->arena, const struct array *, count);
	for (uint32_t i = 0; i < choice->nslots; i++)
		inputs[i] = array_again(op, choice->slots[i]);
	for (uint32_t i = 0; i < branch->nresiduals; i++)
		array_map_put(op->arena, &others, branch->residuals[i], inputs[branch->places[i]]);
	for (uint32_t i = 0; i < choice->ntangents; i++) {
		inputs[choice->nslots + i] = array_again(op, choice->tangents[i]);
		array_map_put(op->arena, &others, choice->tangents[i], inputs[choice->nslots + i]);
	}
	struct recorded_body body = replayed(choice->derivation, &branch->linear, &others);
	body.inputs = inputs;
	body.ninputs = count;
	return body;
}

/* Appends the choice of the tangents. */
static void emit_tangents(struct choice *choice, const struct array *const *residuals)
{
	struct derivation *derivation = choice->derivation;
	struct op *op = derivation->op;
	const struct equation *equation = choice->equation;
	struct equation linear = *equation;
	struct recorded_body *bodies = arena_new(op->arena, struct recorded_body, linear.nbodies);
	linear.count = 1 + choice->nslots + choice->ntangents;
	const struct array **operands = arena_new(op->arena, const struct array *, linear.count);
	const struct array **results = arena_new(op->arena, const struct array *, linear.nresults);
	operands[0] = standing(derivation, equation->operands[0]);
	for (uint32_t i = 0; i < choice->nslots; i++)
		operands[1 + i] = residuals[i];
	for (uint32_t i = 0; i < choice->ntangents; i++)
		operands[1 + choice->nslots + i] = choice->tangents[i];
	for (uint32_t i = 0; i < linear.nbodies; i++) {
		struct recorded_body body = linear_body(choice, &choice->branches[i]);
		const struct array **outputs =
		    arena_new(op->arena, const struct array *, body.noutputs);
		uint32_t kept = 0;
		for (uint32_t j = 0; j < body.noutputs; j++)
			if (choice->moves[j])
				outputs[kept++] = body.outputs[j];
		bodies[i] = body;
		bodies[i].outputs = outputs;
		bodies[i].noutputs = kept;
	}
	linear.nresults = 0;
	for (uint32_t i = 0; i < equation->nresults; i++) {
		if (!choice->moves[i])
			continue;
		results[linear.nresults] = array_again(op, equation->results[i]);
		array_map_put(op->arena, &choice->outer->tangents, equation->results[i],
		              results[linear.nresults++]);
	}
	linear.operands = operands;
	linear.results = results;
	linear.bodies = bodies;
	if (linear.nresults)
		emit_forward(choice->outer, &linear);
}

bool linearize_branches(struct linearization *forward, const struct equation *equation)
{
	struct derivation *derivation = forward->derivation;
	struct op *op = derivation->op;
	struct choice choice = {.outer = forward,
	                        .derivation = derivation,
	                        .equation = equation,
	                        .branches = arena_new(op->arena, struct branch, equation->nbodies),
	                        .moves = arena_new(op->arena, bool, equation->nresults)};
	find_tangents(&choice);
	if (!choice.ntangents) {
		struct equation plain = standing_equation(derivation, equation);
		emit_equation(op, &plain);
		return true;
	}
	if (!run_branches(&choice))
		return false;
	find_residuals(&choice);
	const struct array **residuals = arena_new(op->arena, const struct array *, choice.nslots);
	emit_primal(&choice, residuals);
	emit_tangents(&choice, residuals);
	return true;
}

/* One branch on its way back: the cotangents of what is linear among its inputs. */
struct branch_back {
	struct recorded_body body;
	struct array_map cotangents;
};

/* Takes the cotangents, which the branch gets by new inputs, back through it. */
static bool transpose_branch(struct backward *b, const struct recorded_body *body,
                             struct branch_back *back, const struct array **inputs,
                             uint32_t *ninputs)
{
	struct op *op = b->op;
	struct linear_part part = {.body = *body};
	struct recording inner;
	*ninputs = 0;
	for (uint32_t i = 0; i < body->ninputs; i++) {
		if (b->linear[i + 1])
			array_map_add(op->arena, &part.arrays, body->inputs[i]);
		else
			inputs[(*ninputs)++] = body->inputs[i];
	}
	mark_linear(b->derivation, body, &part.arrays);
	part_begin(op, &inner);
	bool done = true;
	for (uint32_t i = 0; i < b->equation->nresults && done; i++) {
		struct array_type type = cotangent_type_of(&body->outputs[i]->type);
		if (!b->cotangents[i])
			continue;
		const struct array *input = array_new(op, &type);
		inputs[(*ninputs)++] = input;
		if (array_map_get(&part.arrays, body->outputs[i]))
			done = add_cotangent(b->derivation, &back->cotangents, body->outputs[i],
			                     input);
	}
	done = done && transpose_part(b->derivation, &part, &back->cotangents);
	back->body = part_end(op, &inner);
	return done;
}

/* Ends a branch with the cotangents that any branch has. */
static void end_back(struct backward *b, const struct recorded_body *body, struct branch_back *back,
                     const bool *given)
{
	struct op *op = b->op;
	const struct array **outputs = arena_new(op->arena, const struct array *, body->ninputs);
	struct recording part;
	part_begin(op, &part);
	recording_inline(op, &back->body);
	uint32_t count = 0;
	for (uint32_t i = 0; i < body->ninputs; i++)
		if (given[i])
			outputs[count++] =
			    cotangent_or_zeros(b->derivation, &back->cotangents, body->inputs[i]);
	struct recorded_body ended = part_end(op, &part);
	back->body.equations = ended.equations;
	back->body.count = ended.count;
	back->body.outputs = outputs;
	back->body.noutputs = count;
}

/* Takes all branches back; *given says which inputs have a cotangent in any of them. */
static struct branch_back *transpose_each(struct backward *b, bool *given)
{
	struct op *op = b->op;
	const struct equation *equation = b->equation;
	uint32_t ninputs = equation->count - 1;
	struct branch_back *backs = arena_new(op->arena, struct branch_back, equation->nbodies);
	for (uint32_t i = 0; i < equation->nbodies; i++) {
		const struct recorded_body *body = &equation->bodies[i];
		const struct array **inputs = arena_new(op->arena, const struct array *,
		                                        (size_t)ninputs + equation->nresults);
		uint32_t count;
		if (!transpose_branch(b, body, &backs[i], inputs, &count))
			return NULL;
		backs[i].body.inputs = inputs;
		backs[i].body.ninputs = count;
		for (uint32_t j = 0; j < ninputs; j++)
			given[j] =
			    given[j] || (b->linear[j + 1] &&
			                 array_map_get(&backs[i].cotangents, body->inputs[j]));
	}
	return backs;
}

bool transpose_branches(struct backward *b)
{
	struct op *op = b->op;
	const struct equation *equation = b->equation;
	struct equation made = *equation;
	bool *given = arena_new(op->arena, bool, equation->count);
	struct branch_back *backs = transpose_each(b, given);
	struct recorded_body *bodies =
	    arena_new(op->arena, struct recorded_body, equation->nbodies);
	const struct array **operands = arena_new(op->arena, const struct array *,
	                                          (size_t)equation->count + equation->nresults);
	const struct array **results = arena_new(op->arena, const struct array *, equation->count);
	if (!backs)
		return false;
	made.count = made.nresults = 0;
	for (uint32_t i = 0; i < equation->count; i++)
		if (!i || !b->linear[i])
			operands[made.count++] = equation->operands[i];
	for (uint32_t i = 0; i < equation->nresults; i++)
		if (b->cotangents[i])
			operands[made.count++] = b->cotangents[i];
	for (uint32_t i = 0; i < equation->nbodies; i++) {
		end_back(b, &equation->bodies[i], &backs[i], given);
		bodies[i] = backs[i].body;
	}
	for (uint32_t i = 1; i < equation->count; i++) {
		struct array_type type = cotangent_type_of(&equation->operands[i]->type);
		if (given[i - 1])
			b->made[i] = results[made.nresults++] = array_new(op, &type);
	}
	made.operands = operands;
	made.results = results;
	made.bodies = bodies;
	emit_equation(op, &made);
	return true;
}

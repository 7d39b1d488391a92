/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shard_map. Forwards: the function of the program, which also gives back what its tangents need,
 * each device its own, and the function of the tangents. Back: the latter by itself.
 */
#include "op/manual/manual.h"

#include "derive/backward.h"
#include "derive/bodies.h"
#include "op/core/recording_prune.h"
#include "op/shape/shape.h"

/* A function on its way forward. */
struct manual_forward {
	struct linearization *outer;
	struct derivation *derivation;
	const struct equation *equation;
	const struct manual_scope *scope;
	struct recorded_body primal, linear;
	const struct array **tangents; /* of its outputs */
	const struct array **kept;     /* what its tangents need of it */
	uint32_t nkept;
	const struct array **again; /* the same as the function of the tangents gets it */
};

/* Runs the function with the tangents of what goes in. */
static bool run(struct manual_forward *f)
{
	struct op *op = f->derivation->op;
	const struct recorded_body *body = &f->equation->bodies[0];
	struct linearization inner = {.derivation = f->derivation,
	                              .linear = array_map_copy(op->arena, &f->outer->linear),
	                              .tangents = array_map_copy(op->arena, &f->outer->tangents)};
	struct recording part;
	part_begin(op, &part);
	bool done = linearize_body(&inner, body);
	for (uint32_t i = 0; i < body->noutputs; i++)
		f->tangents[i] = tangent_of(&inner, body->outputs[i]);
	f->primal = part_end(op, &part);
	f->linear = linear_end(&inner, NULL, 0, f->tangents, body->noutputs).body;
	f->linear = recording_pruned(op->arena, &f->linear);
	return done;
}

/* What the tangents need that the function itself makes. */
static void find_kept(struct manual_forward *f)
{
	struct arena *arena = f->derivation->op->arena;
	struct array_map made = {0};
	uint32_t count;
	for (uint32_t i = 0; i < f->primal.count; i++)
		array_map_add_all(arena, &made, f->primal.equations[i].results,
		                  f->primal.equations[i].nresults);
	const struct array *const *used = recording_captures(arena, &f->linear, &count);
	f->kept = arena_new(arena, const struct array *, count);
	for (uint32_t i = 0; i < count; i++)
		if (array_map_get(&made, used[i]))
			f->kept[f->nkept++] = used[i];
}

/* Each device's own along the first dimension: over the axes that it varies along, or all. */
static struct manual_spec own_spec(struct arena *arena, const struct manual_scope *scope,
                                   const struct array *array)
{
	uint8_t *axes = arena_new(arena, uint8_t, MAX_AXES);
	struct dim_axes *spec = arena_new(arena, struct dim_axes, 1);
	uint64_t set = scope->checked ? array->type.varying & scope->axes : scope->axes;
	spec->axes = axes;
	for (uint8_t i = 0; i < scope->outer->mesh->naxes; i++)
		if (set >> i & 1)
			axes[spec->count++] = i;
	return (struct manual_spec){.scope = scope, .spec = spec, .count = 1};
}

/* The function of the program, which gives back what is kept too, and what becomes of that. */
static bool emit_primal(struct manual_forward *f)
{
	struct op *op = f->derivation->op;
	struct equation primal = *f->equation;
	const struct recorded_body *body = &f->equation->bodies[0];
	struct recorded_body *made = arena_new(op->arena, struct recorded_body, 1);
	uint32_t count = body->noutputs + f->nkept;
	const struct array **outputs = arena_new(op->arena, const struct array *, count);
	struct recording part;
	bool done = true;
	for (uint32_t i = 0; i < body->noutputs; i++)
		outputs[i] = standing(f->derivation, body->outputs[i]);
	part_begin(op, &part);
	recording_inline(op, &f->primal);
	const struct context outside = context_of(op, f->equation);
	for (uint32_t i = 0; i < f->nkept; i++) {
		const int64_t one = 1;
		const struct array *kept = f->kept[i];
		outputs[body->noutputs + i] =
		    kept->type.rank ? kept : lax_broadcast(op, kept, &one, 1, NULL);
		done = done && outputs[body->noutputs + i];
	}
	context_set(op, outside);
	*made = part_end(op, &part);
	made->outputs = outputs;
	made->noutputs = count;
	made->inputs = all_standing(f->derivation, body->inputs, body->ninputs);
	made->ninputs = body->ninputs;
	primal.operands = made->inputs;
	primal.results = outputs;
	primal.nresults = count;
	primal.bodies = made;
	emit_equation(op, &primal);
	for (uint32_t i = 0; i < f->nkept && done; i++) {
		const struct array *output = outputs[body->noutputs + i];
		struct manual_spec spec = own_spec(op->arena, f->scope, output);
		const struct array *joined = manual_unshard(op, output, &spec);
		f->again[i] = joined ? manual_shard(op, joined, &spec) : NULL;
		done = f->again[i] != NULL;
	}
	return done;
}

/* Leaves those of the arrays that a body without inputs uses: how many they are. */
static uint32_t used_of(struct arena *arena, const struct recorded_body *body,
                        const struct array **arrays, uint32_t count)
{
	struct array_map used = {0};
	uint32_t ncaptures, left = 0;
	const struct array *const *captures = recording_captures(arena, body, &ncaptures);
	array_map_add_all(arena, &used, captures, ncaptures);
	for (uint32_t i = 0; i < count; i++)
		if (array_map_get(&used, arrays[i]))
			arrays[left++] = arrays[i];
	return left;
}

/* The inputs of the function of the tangents: those that it uses of the function's, then what is
 * kept, then the tangents that go in. *count of them. */
static const struct array **tangent_inputs(struct manual_forward *f, uint32_t *count)
{
	struct op *op = f->derivation->op;
	const struct recorded_body *body = &f->equation->bodies[0];
	const struct array **inputs =
	    arena_new(op->arena, const struct array *, 2 * (size_t)body->ninputs + f->nkept);
	struct array_map given = {0};
	*count = f->nkept;
	for (uint32_t i = 0; i < 2 * body->ninputs; i++) {
		const struct array *input = body->inputs[i / 2];
		input = i % 2 ? tangent_of(f->outer, input) : standing(f->derivation, input);
		if (!input || array_map_get(&given, input))
			continue;
		array_map_add(op->arena, &given, input);
		inputs[(*count)++] = input;
	}
	*count = f->nkept + used_of(op->arena, &f->linear, inputs + f->nkept, *count - f->nkept);
	for (uint32_t i = 0; i < f->nkept; i++)
		inputs[i] = f->again[i];
	return inputs;
}

static bool emit_tangents(struct manual_forward *f)
{
	struct op *op = f->derivation->op;
	const struct recorded_body *body = &f->equation->bodies[0];
	struct equation linear = *f->equation;
	struct recorded_body *made = arena_new(op->arena, struct recorded_body, 1);
	struct array_map others = {0};
	struct recording part;
	uint32_t count = 0;
	bool done = true;
	linear.operands = tangent_inputs(f, &linear.count);
	part_begin(op, &part);
	const struct context outside = context_of(op, f->equation);
	for (uint32_t i = 0; i < f->nkept; i++) {
		const uint32_t first = 0;
		const struct array *kept = f->again[i];
		if (!f->kept[i]->type.rank)
			kept = lax_squeeze(op, kept, &first, 1);
		array_map_put(op->arena, &others, f->kept[i], kept);
		done = done && kept;
	}
	context_set(op, outside);
	struct recorded_body again = f->linear;
	again.ninputs = 0;
	again = replayed(f->derivation, &again, &others);
	recording_inline(op, &again);
	*made = part_end(op, &part);
	const struct array **outputs = arena_new(op->arena, const struct array *, body->noutputs);
	for (uint32_t i = 0; i < body->noutputs; i++) {
		if (!f->tangents[i])
			continue;
		const struct array *other = array_map_get(&others, f->tangents[i]);
		outputs[count] = other ? other : f->tangents[i];
		array_map_put(op->arena, &f->outer->tangents, body->outputs[i], outputs[count++]);
	}
	made->inputs = linear.operands;
	made->ninputs = linear.count;
	made->outputs = outputs;
	made->noutputs = count;
	linear.results = outputs;
	linear.nresults = count;
	linear.bodies = made;
	if (done && count)
		emit_forward(f->outer, &linear);
	return done;
}

bool linearize_manual(struct linearization *forward, const struct equation *equation)
{
	struct derivation *derivation = forward->derivation;
	struct arena *arena = derivation->op->arena;
	const struct recorded_body *body = &equation->bodies[0];
	struct manual_forward f = {.outer = forward,
	                           .derivation = derivation,
	                           .equation = equation,
	                           .scope = equation->params,
	                           .tangents =
	                               arena_new(arena, const struct array *, body->noutputs)};
	if (!run(&f))
		return false;
	find_kept(&f);
	f.again = arena_new(arena, const struct array *, f.nkept);
	return (emit_primal(&f) && emit_tangents(&f)) ||
	       derivative_unknown(derivation, "what a shard_map keeps for its derivative", "");
}

/* Over which axes the array, an operand of a shard_map, was not cut. */
static uint64_t not_cut_over(const struct backward *b, const struct array *operand)
{
	for (uint32_t i = 0; i < b->part->body.count; i++) {
		const struct equation *equation = &b->part->body.equations[i];
		if (equation->nresults == 1 && equation->results[0]->number == operand->number &&
		    equation->kind == EQUATION_PRIMITIVE &&
		    strcmp(equation->primitive->name, "shard_map") == 0)
			return unmentioned_axes(equation->params);
	}
	return 0;
}

/* Where what varies is not followed, the cotangent of what all devices have the same is the sum of
 * those that they make. */
static const struct array *summed(struct backward *b, const struct array *cotangent, uint64_t axes)
{
	const struct manual_scope *scope = b->equation->params;
	if (!cotangent || scope->checked || !axes)
		return cotangent;
	return manual_collective(b->op, cotangent,
	                         &(struct collective){.name = "psum",
	                                              .axes = axes,
	                                              .varies = VARIES_NO_MORE,
	                                              .gathered = NO_DIM,
	                                              .scattered = NO_DIM});
}

bool transpose_manual(struct backward *b)
{
	struct op *op = b->op;
	const struct recorded_body *body = &b->equation->bodies[0];
	struct equation back = *b->equation;
	struct recorded_body *made = arena_new(op->arena, struct recorded_body, 1);
	struct linear_part part = {.body = *body};
	struct array_map cotangents = {0};
	struct recording inner;
	bool done = true;
	const struct array **operands =
	    arena_new(op->arena, const struct array *, (size_t)back.count + back.nresults);
	const struct array **outputs = arena_new(op->arena, const struct array *, back.count);
	back.count = back.nresults = 0;
	for (uint32_t i = 0; i < b->equation->nresults; i++)
		if (b->cotangents[i])
			operands[back.count++] = b->cotangents[i];
	for (uint32_t i = 0; i < body->ninputs; i++) {
		if (b->linear[i])
			array_map_add(op->arena, &part.arrays, body->inputs[i]);
		else
			operands[back.count++] = b->equation->operands[i];
	}
	mark_linear(b->derivation, body, &part.arrays);
	part_begin(op, &inner);
	part.body = linear_equations(b->derivation, body, &part.arrays);
	for (uint32_t i = 0; i < body->noutputs && done; i++)
		done =
		    add_cotangent(b->derivation, &cotangents, body->outputs[i], b->cotangents[i]);
	done = done && transpose_part(b->derivation, &part, &cotangents);
	for (uint32_t i = 0; i < body->ninputs && done; i++) {
		const struct array *cotangent = array_map_get(&cotangents, body->inputs[i]);
		if (!b->linear[i] || !cotangent)
			continue;
		b->made[i] = summed(b, cotangent, not_cut_over(b, body->inputs[i]));
		outputs[back.nresults++] = b->made[i];
		done = b->made[i] != NULL;
	}
	*made = part_end(op, &inner);
	made->outputs = back.results = outputs;
	made->noutputs = back.nresults;
	back.count = used_of(op->arena, made, operands, back.count);
	made->inputs = back.operands = operands;
	made->ninputs = back.count;
	back.bodies = made;
	emit_equation(op, &back);
	return done;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is computed once more on the way back. Forwards the function stands there as without
 * jax.checkpoint; its linear part is an equation that begins with what went into the function, and
 * with what the policy has kept, and computes the rest again.
 */
#include "derive/apply.h"
#include "derive/backward.h"
#include "derive/bodies.h"
#include "op/contract/contract.h"
#include "op/core/dtype_class.h"
#include "op/core/recording_prune.h"
#include "op/elementwise/elementwise.h"
#include "op/manual/manual.h"

typedef bool keeps_values(const struct recorded_policy *policy, const struct equation *equation);

static bool keeps_nothing(const struct recorded_policy *policy, const struct equation *equation)
{
	(void)policy;
	(void)equation;
	return false;
}

static bool keeps_everything(const struct recorded_policy *policy, const struct equation *equation)
{
	(void)policy;
	(void)equation;
	return true;
}

static bool is_product(const struct recorded_policy *policy, const struct equation *equation)
{
	(void)policy;
	return equation->kind == EQUATION_PRIMITIVE &&
	       (strcmp(equation->primitive->name, "dot_general") == 0 ||
	        strcmp(equation->primitive->name, "ragged_dot_general") == 0);
}

static bool is_plain_product(const struct recorded_policy *policy, const struct equation *equation)
{
	return is_product(policy, equation) &&
	       ((const struct dot_params *)equation->params)->dimensions.batch[0].count == 0;
}

static bool is_name(const struct equation *equation)
{
	return equation->kind == EQUATION_PRIMITIVE &&
	       strcmp(equation->primitive->name, "name") == 0;
}

/* Whether the policy was made with the name that an equation gives. */
static bool has_name(const struct recorded_policy *policy, const struct equation *equation)
{
	const struct str *name = equation->params;
	for (uint32_t i = 0; policy->names && i < policy->count; i++)
		if (str_equal(policy->names[i], *name))
			return true;
	return false;
}

static bool is_named(const struct recorded_policy *policy, const struct equation *equation)
{
	return is_name(equation) && has_name(policy, equation);
}

static bool is_named_otherwise(const struct recorded_policy *policy,
                               const struct equation *equation)
{
	return is_name(equation) && !has_name(policy, equation);
}

static bool is_not_named(const struct recorded_policy *policy, const struct equation *equation)
{
	return !is_named(policy, equation);
}

/* Whether a policy of the program's own has the primitive among its names. */
static bool is_listed(const struct recorded_policy *policy, const struct equation *equation)
{
	if (equation->kind != EQUATION_PRIMITIVE)
		return false;
	const char *primitive = equation->primitive->name;
	if (strcmp(primitive, "collective") == 0)
		primitive = ((const struct collective *)equation->params)->name;
	const struct str name = str_of(primitive);
	for (uint32_t i = 0; policy->names && i < policy->count; i++)
		if (str_equal(policy->names[i], name))
			return true;
	return false;
}

static bool is_not_listed(const struct recorded_policy *policy, const struct equation *equation)
{
	return !is_listed(policy, equation);
}

static bool keeps_any(const struct recorded_policy *policy, const struct equation *equation);

/* The policies by name, with what each keeps of the function's values, be it in the memory of the
 * host, which no collective shows. JAX: ad_checkpoint.py checkpoint_policies. */
static const struct {
	const char *name;
	keeps_values *keeps;
} policies[] = {
    {"", keeps_nothing},
    {"nothing_saveable", keeps_nothing},
    {"everything_saveable", keeps_everything},
    {"dots_saveable", is_product},
    {"checkpoint_dots", is_product},
    {"dots_with_no_batch_dims_saveable", is_plain_product},
    {"checkpoint_dots_with_no_batch_dims", is_plain_product},
    {"offload_dot_with_no_batch_dims", is_plain_product},
    {"save_only_these_names", is_named},
    {"save_and_offload_only_these_names", is_named},
    {"save_any_names_but_these", is_named_otherwise},
    {"save_anything_except_these_names", is_not_named},
    {"save_from_both_policies", keeps_any},
    {"primitives of these names", is_listed},
    {"primitives of other names", is_not_listed},
};

static keeps_values *policy_keeps(const struct recorded_policy *policy)
{
	for (size_t i = 0; i < COUNT_OF(policies); i++)
		if (strcmp(policies[i].name, policy->name) == 0)
			return policies[i].keeps;
	return NULL;
}

/* Whether one of the policies that it was made of does. */
static bool keeps_any(const struct recorded_policy *policy, const struct equation *equation)
{
	for (uint32_t i = 0; policy->parts && i < policy->count; i++)
		if (policy_keeps(policy->parts[i])(policy->parts[i], equation))
			return true;
	return false;
}

/* Whether it is known what the policy keeps. */
static bool is_known(const struct recorded_policy *policy)
{
	bool known = policy && policy_keeps(policy);
	for (uint32_t i = 0; known && policy->parts && i < policy->count; i++)
		known = is_known(policy->parts[i]);
	return known;
}

/* A function under checkpoint on its way forward. */
struct checkpoint {
	struct linearization *outer;
	struct derivation *derivation;
	const struct equation *equation;
	const struct recorded_policy *policy;
	struct recorded_body primal; /* the function without its tangents */
	struct recorded_body linear; /* what the way back computes again, and the tangents */
	struct array_map kept;       /* values that the policy keeps */
};

/* Runs the function with the tangents of what it uses. */
static bool run_function(struct checkpoint *checkpoint)
{
	struct derivation *derivation = checkpoint->derivation;
	struct op *op = derivation->op;
	const struct recorded_body *body = &checkpoint->equation->bodies[0];
	struct linearization inner = {
	    .derivation = derivation,
	    .linear = array_map_copy(op->arena, &checkpoint->outer->linear),
	    .tangents = array_map_copy(op->arena, &checkpoint->outer->tangents)};
	struct recording part;
	for (uint32_t i = 0; i < body->ninputs; i++) {
		const struct array *given = checkpoint->equation->operands[i];
		const struct array *tangent = tangent_of(checkpoint->outer, given);
		array_map_put(op->arena, &derivation->values, body->inputs[i],
		              standing(derivation, given));
		if (tangent)
			array_map_put(op->arena, &inner.tangents, body->inputs[i], tangent);
	}
	part_begin(op, &part);
	bool done = linearize_body(&inner, body);
	checkpoint->primal = part_end(op, &part);
	const struct array **outputs = arena_new(op->arena, const struct array *, body->noutputs);
	for (uint32_t i = 0; i < body->noutputs; i++)
		outputs[i] = tangent_of(&inner, body->outputs[i]);
	checkpoint->linear = linear_end(&inner, NULL, 0, outputs, body->noutputs).body;
	return done;
}

/* Whether something in the body uses the array. */
static bool is_used(struct derivation *derivation, const struct recorded_body *body,
                    const struct array *array)
{
	struct array_map one = {0};
	array_map_add(derivation->op->arena, &one, array);
	for (uint32_t i = 0; i < body->count; i++)
		if (equation_uses(derivation, &body->equations[i], &one))
			return true;
	return false;
}

/* Rounds a value that is kept to its own dtype, as JAX does so that forwards and back see the same
 * number, and what uses it gets that. JAX: _insert_reduce_precision. */
static void emit_rounded(struct checkpoint *checkpoint, struct equation *equation, uint32_t which)
{
	struct op *op = checkpoint->derivation->op;
	const struct array *result = equation->results[which], *exact = array_again(op, result);
	const struct array **results =
	    arena_copy(op->arena, equation->results, equation->nresults, sizeof *results);
	results[which] = exact;
	equation->results = results;
	emit_equation(op, equation);
	struct equation rounded = *equation;
	rounded.primitive = &lax_reduce_precision;
	rounded.params = NULL;
	rounded.operands = &results[which];
	rounded.results = arena_copy(op->arena, &result, 1, sizeof result);
	rounded.count = rounded.nresults = 1;
	emit_equation(op, &rounded);
}

/* Leaves out of the function what only its tangents used. */
static void cut_primal(struct checkpoint *checkpoint)
{
	struct arena *arena = checkpoint->derivation->op->arena;
	const struct equation *equation = checkpoint->equation;
	struct recorded_body live = checkpoint->primal;
	uint32_t count;
	const struct array *const *used = recording_captures(arena, &checkpoint->linear, &count);
	const struct array **outputs =
	    arena_new(arena, const struct array *, (size_t)equation->nresults + count);
	live.outputs = outputs;
	for (uint32_t i = 0; i < equation->nresults; i++)
		outputs[live.noutputs++] =
		    standing(checkpoint->derivation, equation->bodies[0].outputs[i]);
	for (uint32_t i = 0; i < count; i++)
		if (array_map_get(&checkpoint->kept, used[i]))
			outputs[live.noutputs++] = used[i];
	checkpoint->primal = recording_pruned(arena, &live);
}

/* Appends the function as it runs forwards. */
static void emit_primal(struct checkpoint *checkpoint)
{
	struct derivation *derivation = checkpoint->derivation;
	cut_primal(checkpoint);
	for (uint32_t i = 0; i < checkpoint->primal.count; i++) {
		struct equation equation = checkpoint->primal.equations[i];
		const struct array *result = equation.nresults ? equation.results[0] : NULL;
		if (equation.kind == EQUATION_PRIMITIVE && equation.nresults == 1 &&
		    array_map_get(&checkpoint->kept, result) &&
		    dtype_is_inexact(result->type.dtype) &&
		    is_used(derivation, &checkpoint->primal, result))
			emit_rounded(checkpoint, &equation, 0);
		else
			emit_equation(derivation->op, &equation);
	}
}

/* Puts what the way back computes again before the tangents, but for what is kept. */
static void join_parts(struct checkpoint *checkpoint)
{
	struct op *op = checkpoint->derivation->op;
	struct recorded_body *linear = &checkpoint->linear;
	struct recording all = {0};
	struct array_map kept = {0};
	for (uint32_t i = 0; i < checkpoint->primal.count; i++) {
		const struct equation *equation = &checkpoint->primal.equations[i];
		if (!policy_keeps(checkpoint->policy)(checkpoint->policy, equation)) {
			arena_push(op->arena, all.equations, all.count, all.room, *equation);
			continue;
		}
		array_map_add_all(op->arena, &kept, equation->results, equation->nresults);
	}
	for (uint32_t i = 0; i < linear->count; i++)
		arena_push(op->arena, all.equations, all.count, all.room, linear->equations[i]);
	linear->equations = all.equations;
	linear->count = all.count;
	*linear = recording_pruned(op->arena, linear);
	uint32_t count;
	const struct array *const *used = recording_captures(op->arena, linear, &count);
	for (uint32_t i = 0; i < count; i++)
		if (array_map_get(&kept, used[i]))
			array_map_add(op->arena, &checkpoint->kept, used[i]);
}

/* What the linear part uses, for the operands of its equation. */
struct gathered {
	struct op *op;
	struct array_map used, others; /* what it uses; and the input for each operand */
	const struct array **operands, **inputs;
	uint32_t count;
};

/* Appends an operand, which the body gets by a new input, if it is used and not one yet. */
static void gather(struct gathered *all, const struct array *array)
{
	if (!array || !array_map_get(&all->used, array) || array_map_get(&all->others, array))
		return;
	all->operands[all->count] = array;
	all->inputs[all->count] = array_again(all->op, array);
	array_map_put(all->op->arena, &all->others, array, all->inputs[all->count]);
	all->count++;
}

/* Kept values first, then what the function closes over and its arguments, then tangents. */
static struct gathered gather_operands(struct checkpoint *checkpoint)
{
	struct derivation *derivation = checkpoint->derivation;
	struct arena *arena = derivation->op->arena;
	const struct equation *equation = checkpoint->equation;
	struct gathered all = {.op = derivation->op};
	uint32_t nused, nclosed;
	const struct array *const *used = recording_captures(arena, &checkpoint->linear, &nused);
	const struct array *const *closed =
	    recording_captures(arena, &equation->bodies[0], &nclosed);
	all.operands = arena_new(arena, const struct array *, nused);
	all.inputs = arena_new(arena, const struct array *, nused);
	for (uint32_t i = 0; i < nused; i++)
		if (!is_literal(derivation, used[i]))
			array_map_add(arena, &all.used, used[i]);
	for (uint32_t i = 0; i < nused; i++)
		if (array_map_get(&checkpoint->kept, used[i]))
			gather(&all, used[i]);
	for (uint32_t i = 0; i < nclosed; i++)
		gather(&all, standing(derivation, closed[i]));
	for (uint32_t i = 0; i < equation->count; i++)
		gather(&all, standing(derivation, equation->operands[i]));
	for (uint32_t i = 0; i < nclosed; i++)
		gather(&all, tangent_of(checkpoint->outer, closed[i]));
	for (uint32_t i = 0; i < equation->count; i++)
		gather(&all, tangent_of(checkpoint->outer, equation->operands[i]));
	for (uint32_t i = 0; i < nused; i++)
		gather(&all, used[i]);
	return all;
}

/* Appends the linear part. */
static void emit_linear(struct checkpoint *checkpoint)
{
	struct derivation *derivation = checkpoint->derivation;
	struct op *op = derivation->op;
	struct equation equation = *checkpoint->equation;
	struct gathered all = gather_operands(checkpoint);
	struct recorded_body *body = arena_new(op->arena, struct recorded_body, 1);
	*body = replayed(derivation, &checkpoint->linear, &all.others);
	const struct array **results = arena_new(op->arena, const struct array *, body->noutputs);
	const struct array **outputs = arena_new(op->arena, const struct array *, body->noutputs);
	uint32_t noutputs = 0;
	for (uint32_t i = 0; i < checkpoint->linear.noutputs; i++) {
		const struct array *tangent = body->outputs[i];
		if (!tangent)
			continue;
		outputs[noutputs] = tangent;
		results[noutputs] = array_again(op, tangent);
		array_map_put(op->arena, &checkpoint->outer->tangents,
		              checkpoint->equation->results[i], results[noutputs++]);
	}
	struct recorded_checkpoint *params = arena_new(op->arena, struct recorded_checkpoint, 1);
	*params = *(const struct recorded_checkpoint *)equation.params;
	params->differentiated = true;
	body->inputs = all.inputs;
	body->ninputs = equation.count = all.count;
	body->outputs = outputs;
	body->noutputs = equation.nresults = noutputs;
	equation.params = params;
	equation.operands = all.operands;
	equation.results = results;
	equation.bodies = body;
	if (noutputs)
		emit_forward(checkpoint->outer, &equation);
}

/* Whether a policy of the program's own may keep what JAX makes to let an array vary along more
 * axes of a shard_map, which no equation stands for. */
static bool keeps_what_varies(const struct recorded_policy *policy, const struct equation *equation)
{
	return policy && equation->checks_varying && equation->mesh &&
	       equation->mesh->mesh->naxes > 1 && policy_keeps(policy) == is_not_listed;
}

bool linearize_checkpoint(struct linearization *forward, const struct equation *equation)
{
	const struct recorded_checkpoint *params = equation->params;
	struct checkpoint checkpoint = {.outer = forward,
	                                .derivation = forward->derivation,
	                                .equation = equation,
	                                .policy = params->policy};
	if (!is_known(checkpoint.policy) || keeps_what_varies(checkpoint.policy, equation))
		return derivative_unknown(forward->derivation,
		                          "what a policy of jax.checkpoint keeps", "");
	if (!run_function(&checkpoint))
		return false;
	join_parts(&checkpoint);
	emit_primal(&checkpoint);
	emit_linear(&checkpoint);
	return true;
}

/* The equation of a linear part on its way back. */
struct checkpoint_back {
	struct backward *b;
	const struct recorded_body *body;
	struct linear_part part;
	struct array_map cotangents;
	const struct array **operands, **inputs;
	uint32_t count;
};

static void add_operand(struct checkpoint_back *back, const struct array *operand,
                        const struct array *input)
{
	back->operands[back->count] = operand;
	back->inputs[back->count++] = input;
}

/* What does not hang on tangents goes in as before, then the cotangents that there are. */
static bool begin_back(struct checkpoint_back *back)
{
	struct backward *b = back->b;
	struct op *op = b->op;
	uint32_t room = b->equation->count + b->equation->nresults;
	back->operands = arena_new(op->arena, const struct array *, room);
	back->inputs = arena_new(op->arena, const struct array *, room);
	for (uint32_t i = 0; i < b->equation->count; i++) {
		const struct array *input = back->body->inputs[i];
		if (b->linear[i])
			array_map_add(op->arena, &back->part.arrays, input);
		else
			add_operand(back, b->equation->operands[i], input);
	}
	mark_linear(b->derivation, back->body, &back->part.arrays);
	for (uint32_t i = 0; i < b->equation->nresults; i++) {
		struct array_type type = cotangent_type_of(&back->body->outputs[i]->type);
		if (!b->cotangents[i])
			continue;
		const struct array *input = array_new(op, &type);
		add_operand(back, b->cotangents[i], input);
		if (!add_cotangent(b->derivation, &back->cotangents, back->body->outputs[i], input))
			return false;
	}
	return true;
}

/* The equation back: what does not hang on tangents stands there as it is, then the way back. */
bool transpose_checkpoint(struct backward *b)
{
	struct op *op = b->op;
	struct equation made = *b->equation;
	struct checkpoint_back back = {.b = b, .body = &b->equation->bodies[0]};
	struct recorded_body *body = arena_new(op->arena, struct recorded_body, 1);
	const struct array **results = arena_new(op->arena, const struct array *, made.count);
	const struct array **outputs = arena_new(op->arena, const struct array *, made.count);
	struct recording inner;
	if (!begin_back(&back))
		return false;
	part_begin(op, &inner);
	back.part.body = linear_equations(b->derivation, back.body, &back.part.arrays);
	bool done = transpose_part(b->derivation, &back.part, &back.cotangents);
	*body = part_end(op, &inner);
	made.nresults = 0;
	for (uint32_t i = 0; i < b->equation->count; i++) {
		const struct array *cotangent =
		    b->linear[i] ? array_map_get(&back.cotangents, back.body->inputs[i]) : NULL;
		if (!cotangent)
			continue;
		outputs[made.nresults] = cotangent;
		b->made[i] = results[made.nresults++] = array_again(op, cotangent);
	}
	body->inputs = back.inputs;
	body->outputs = outputs;
	body->ninputs = made.count = back.count;
	body->noutputs = made.nresults;
	made.operands = back.operands;
	made.results = results;
	made.bodies = body;
	emit_equation(op, &made);
	return done;
}

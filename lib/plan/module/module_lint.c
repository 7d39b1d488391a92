/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_lint.h"

#include <inttypes.h>

#include "base/buf.h"
#include "base/checked.h"
#include "base/utf8.h"
#include "plan/memory.h"
#include "plan/module/module_layout.h"
#include "spec/layout.h"

struct lint {
	struct arena *arena;
	const struct module *module;
	struct diags *diags;
	const bool **invariant;    /* by number of computation, of the bodies of loops: what
	                              instructions are the same in every round */
	struct gathered *gathered; /* by argument of the program */
};

/* What all steps gather of one argument on a device. */
struct gathered {
	int64_t bytes, times;
	int64_t most; /* bytes at once */
};

/* The carry that an instruction of a loop's body takes out of the parameter; -1: none. */
static int64_t carry_of(const struct instruction *instruction)
{
	return instruction->opcode == OPCODE_GET_TUPLE_ELEMENT && instruction->noperands == 1 &&
	               instruction->operands[0]->opcode == OPCODE_PARAMETER
	           ? instruction->index
	           : -1;
}

/* Whether the body hands a carry on as it is. */
static bool hands_on(const struct computation *body, int64_t carry)
{
	const struct instruction *root = body->root;
	return root->opcode == OPCODE_TUPLE && carry >= 0 && carry < root->noperands &&
	       carry_of(root->operands[carry]) == carry;
}

static bool is_invariant(const struct computation *body, const struct instruction *instruction,
                         const bool *before)
{
	switch (instruction->opcode) {
	case OPCODE_PARAMETER:
	case OPCODE_RNG:
		return false;
	case OPCODE_CONSTANT:
	case OPCODE_IOTA:
		return true;
	case OPCODE_GET_TUPLE_ELEMENT:
		if (carry_of(instruction) >= 0)
			return hands_on(body, carry_of(instruction));
		break;
	default:
		break;
	}
	for (uint32_t i = 0; i < instruction->noperands; i++)
		if (!before[instruction->operands[i]->number])
			return false;
	return instruction->noperands && !instruction->has_side_effect;
}

/* What is the same in every round of a body, by number of instruction. */
static const bool *invariant_of(struct lint *lint, const struct computation *body)
{
	if (lint->invariant[body->number])
		return lint->invariant[body->number];
	bool *invariant = arena_new(lint->arena, bool, body->count);
	for (uint32_t i = 0; i < body->count; i++)
		invariant[i] = is_invariant(body, body->instructions[i], invariant);
	return lint->invariant[body->number] = invariant;
}

/* Bytes of a value on one device; -1 where its sharding does not say. */
static int64_t local_bytes(const struct instruction *value)
{
	const struct hlo_sharding *sharding = value->sharding;
	const struct hlo_shape *shape = value->shape;
	int64_t dims[MAX_RANK];
	if (!shape->element || !sharding || sharding->kind == HLO_REPLICATED)
		return hlo_shape_bytes(shape);
	if (sharding->kind != HLO_TILED || sharding->tiles.ndims < shape->rank ||
	    shape->rank > MAX_RANK)
		return -1;
	for (uint32_t i = 0; i < shape->rank; i++)
		dims[i] = ceiling_divide(shape->dims[i], sharding->tiles.dims[i]);
	return hlo_shape_bytes(
	    &(struct hlo_shape){.element = shape->element, .dims = dims, .rank = shape->rank});
}

/* The operand of an instruction that a step brings elsewhere, where only one can be that: it has so
 * many bytes on a device. */
static const struct instruction *moved_operand(const struct plan_step *step)
{
	const struct instruction *instruction = step->instruction, *found = NULL;
	if (opcode_class(instruction->opcode) == OPCODE_CLASS_COLLECTIVE)
		return instruction->noperands == 1 ? instruction->operands[0] : NULL;
	for (uint32_t i = 0; i < instruction->noperands; i++) {
		const struct instruction *operand = instruction->operands[i];
		if (operand == found || local_bytes(operand) != step->operand_bytes)
			continue;
		if (found)
			return NULL;
		found = operand;
	}
	return found;
}

static int64_t rounds_of(const struct plan_step *step)
{
	int64_t rounds = 1;
	for (uint32_t i = 0; i < step->ntrips; i++)
		if (step->trips[i] >= 0 && !checked_multiply(&rounds, rounds, step->trips[i]))
			return INT64_MAX;
	return rounds;
}

/* "all-gather of 22.00 MiB over data" */
static const char *step_text(struct lint *lint, const struct plan_step *step)
{
	struct buf out = {.arena = lint->arena};
	buf_add(&out, step->kind);
	buf_printf(&out, " of %s", bytes_text(lint->arena, step->result_bytes).s);
	step_add_over(&out, step->mesh, step->collective);
	buf_putc(&out, '\0');
	return buf_str(&out).s;
}

static void lint_loop(struct lint *lint, const struct plan_step *step)
{
	const struct instruction *instruction = step->instruction, *loop = step->loop;
	if (!loop || loop->ncalled != 2 || (step->trips[step->ntrips - 1] | 1) == 1)
		return;
	const struct computation *body = loop->called[1];
	if (instruction->number >= body->count ||
	    body->instructions[instruction->number] != instruction)
		return;
	const struct instruction *operand = moved_operand(step);
	if (!operand || !invariant_of(lint, body)[operand->number])
		return;
	diag_help(diag_add(lint->diags, RULE_COLLECTIVE_IN_LOOP, step->at,
	                   "%s in every round of a loop, of a value that no round changes",
	                   step_text(lint, step)),
	          "constrain the value before the loop to the layout that it is gathered to");
}

/* The argument of the program that a value is, or a part of, or a copy of; -1: none. `loop` is the
 * one around the value. */
static int64_t argument_of(const struct lint *lint, const struct instruction *value,
                           const struct instruction *loop)
{
	enum { MOST = 64 };
	const struct computation *entry = lint->module->entry;
	for (int i = 0; i < MOST; i++) {
		int64_t carry = carry_of(value);
		switch (value->opcode) {
		case OPCODE_COPY:
		case OPCODE_CONVERT:
		case OPCODE_RESHAPE:
		case OPCODE_TRANSPOSE:
		case OPCODE_BITCAST:
		case OPCODE_SLICE:
		case OPCODE_DYNAMIC_SLICE:
		case OPCODE_SHARDING_CONSTRAINT:
			if (!value->noperands)
				return -1;
			value = value->operands[0];
			break;
		case OPCODE_PARAMETER:
			return computation_has(entry, value) ? value->index : -1;
		case OPCODE_GET_TUPLE_ELEMENT:
			if (!loop || carry < 0 || !loop->noperands ||
			    loop->operands[0]->opcode != OPCODE_TUPLE ||
			    carry >= loop->operands[0]->noperands ||
			    !hands_on(loop->called[1], carry))
				return -1;
			value = loop->operands[0]->operands[carry];
			loop = NULL;
			break;
		default:
			return -1;
		}
	}
	return -1;
}

/* Sums up what is gathered of arguments. */
static void count_gathered(struct lint *lint, const struct plan_step *step)
{
	const struct instruction *operand = moved_operand(step);
	const struct instruction *loop = step->loop && step->loop->ncalled == 2 ? step->loop : NULL;
	int64_t argument = operand ? argument_of(lint, operand, loop) : -1, bytes;
	if (argument < 0 || argument >= lint->module->narguments)
		return;
	struct gathered *gathered = &lint->gathered[argument];
	int64_t rounds = rounds_of(step);
	if (!checked_multiply(&bytes, step->result_bytes, rounds) ||
	    !checked_add(&gathered->bytes, gathered->bytes, bytes) ||
	    !checked_add(&gathered->times, gathered->times, rounds))
		gathered->bytes = gathered->times = INT64_MAX;
	if (gathered->most < step->result_bytes)
		gathered->most = step->result_bytes;
}

/* "22.00 MiB on each device", or of one that is gathered again and again, as in a loop over layers,
 * how much of it is there at once. */
static const char *gathered_text(struct lint *lint, const struct gathered *gathered)
{
	const char *bytes = bytes_text(lint->arena, gathered->bytes).s;
	struct buf out = {.arena = lint->arena};
	if (gathered->times == 1)
		buf_printf(&out, "%s on each device", bytes);
	else
		buf_printf(&out, "%" PRId64 " times, at most %s at once, %s on each device in all",
		           gathered->times, bytes_text(lint->arena, gathered->most).s, bytes);
	buf_putc(&out, '\0');
	return buf_str(&out).s;
}

static void lint_arguments(struct lint *lint, int64_t large)
{
	for (uint32_t i = 0; i < lint->module->narguments; i++) {
		struct str name = module_argument_name(lint->module, i);
		if (lint->gathered[i].bytes < large)
			continue;
		diag_add(lint->diags, RULE_WEIGHT_GATHERED, lint->module->arguments[i].at,
		         "'%s' is gathered in every step: %s", utf8_escaped(lint->arena, name).s,
		         gathered_text(lint, &lint->gathered[i]));
	}
}

/* Whether its groups run along whole axes; parts of axes are how the compiler itself goes about. */
static bool runs_along_axes(const struct plan_step *step)
{
	const struct axis_parts *axes = &step->collective->axes;
	for (uint32_t i = 0; i < axes->count; i++)
		if (axes->items[i].size != step->mesh->axes[axes->items[i].axis].size)
			return false;
	return axes->count;
}

/* Whether a value may be gathered over the one's axes and then over the other's. */
static bool are_apart(const struct axis_parts *a, const struct axis_parts *b)
{
	for (uint32_t i = 0; i < a->count; i++)
		for (uint32_t k = 0; k < b->count; k++)
			if (a->items[i].axis == b->items[k].axis)
				return false;
	return true;
}

/* A gather of what the step before has gathered, over other axes, for the same instruction. */
static void lint_pair(struct lint *lint, const struct plan_step *first,
                      const struct plan_step *second)
{
	if (first->instruction != second->instruction || first->loop != second->loop ||
	    first->result_bytes != second->operand_bytes || !runs_along_axes(first) ||
	    !runs_along_axes(second) ||
	    !are_apart(&first->collective->axes, &second->collective->axes))
		return;
	diag_add(lint->diags, RULE_GATHERS_APART, second->at,
	         "%s, and then %s: one over both axes is cheaper", step_text(lint, first),
	         step_text(lint, second));
}

static bool is_gather(const struct plan_step *step)
{
	return step && step->collective && step->collective->kind == RESHARD_ALL_GATHER;
}

/* xla PartitionConvolutionWithSpatialDimensionHaloExchangeOnLHS; 14 releases from 0.4.35 to
 * 0.12.0.1 were run, and all are wrong. */
static void lint_overcounted(struct lint *lint, const struct plan_step *step)
{
	struct diag *diag = diag_add(
	    lint->diags, RULE_SUM_OVERCOUNTED, step->at,
	    "XLA miscompiles this convolution (jaxlib 0.4.35 to 0.12.0.1): each part of its sum is "
	    "added %d times, by devices that have the same, and the result is as much too large",
	    step->collective->overcounts);
	diag_help(diag, "replicate the kernel, or shard another dimension of the input over the "
	                "axes that do not shard it");
}

static void lint_step(struct lint *lint, const struct plan_step *step)
{
	if (step->full_rematerialization)
		diag_help(diag_add(lint->diags, RULE_FULL_REMATERIALIZATION, step->at,
		                   "%s: XLA knows no shorter way to the next layout",
		                   step_text(lint, step)),
		          "constrain the value to a layout in between that shares axes with both");
	if (step->collective && step->collective->overcounts)
		lint_overcounted(lint, step);
	if (!is_gather(step))
		return;
	lint_loop(lint, step);
	count_gathered(lint, step);
	if (is_gather(step->next))
		lint_pair(lint, step, step->next);
}

/* Whether two instructions have the same sharding, as their text has it. */
static bool same_sharding(struct lint *lint, const struct instruction *a,
                          const struct instruction *b)
{
	struct buf x = {.arena = lint->arena}, y = {.arena = lint->arena};
	if (!a->sharding || !b->sharding)
		return false;
	return a->sharding == b->sharding ||
	       (hlo_sharding_write(lint->arena, &x, a->sharding, false) &&
	        hlo_sharding_write(lint->arena, &y, b->sharding, false) &&
	        str_equal(buf_str(&x), buf_str(&y)));
}

/* Whether it is one number everywhere, which has no layout of its own. */
static bool is_one_number(const struct instruction *value)
{
	return (value->opcode == OPCODE_CONSTANT && value->literal.splat) ||
	       (value->opcode == OPCODE_BROADCAST && value->operands[0]->shape->rank == 0);
}

/* Whether all operands, one number everywhere aside, have the sharding of an instruction of the
 * same rank. */
static bool comes_from(struct lint *lint, const struct instruction *value,
                       const struct instruction *back)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < value->noperands; i++) {
		const struct instruction *operand = value->operands[i];
		if (is_one_number(operand))
			continue;
		if (operand->shape->rank != value->shape->rank ||
		    !same_sharding(lint, operand, back))
			return false;
		count++;
	}
	return count;
}

/* Values in another layout than what they are made of, with no user but one that is back in that: a
 * constraint lays out what it reads, so that it need not be a copy. */
static void lint_undone(struct lint *lint, const struct instruction *back)
{
	enum { MOST = 4 };
	if (opcode_class(back->opcode) != OPCODE_CLASS_ELEMENTWISE || back->noperands != 1 ||
	    back->operands[0]->shape->rank != back->shape->rank)
		return;
	const struct instruction *there = back->operands[0];
	for (int i = 0; i < MOST; i++) {
		if (opcode_class(there->opcode) != OPCODE_CLASS_ELEMENTWISE || there->users != 1 ||
		    !there->noperands || !there->sharding || same_sharding(lint, there, back))
			return;
		if (comes_from(lint, there, back))
			break;
		there = there->operands[0];
	}
	if (comes_from(lint, there, back))
		diag_help(diag_add(lint->diags, RULE_RESHARD_UNDONE, there->at,
		                   "the layout is changed here, and back before anything else uses "
		                   "the value"),
		          "leave out the constraint in between");
}

void module_lint(struct arena *scratch, const struct module *module, const struct plan_steps *steps,
                 int64_t large, struct diags *diags)
{
	struct arena_mark mark = arena_mark(scratch);
	struct lint lint = {.arena = scratch, .module = module, .diags = diags};
	lint.invariant = arena_new(scratch, const bool *, module->ncomputations);
	lint.gathered = arena_new(scratch, struct gathered, module->narguments);
	for (const struct plan_step *step = steps->first; step; step = step->next)
		if (step->collective && step->instruction)
			lint_step(&lint, step);
	for (uint32_t i = 0; i < module->ncomputations; i++)
		for (uint32_t k = 0; k < module->computations[i]->count; k++)
			lint_undone(&lint, module->computations[i]->instructions[k]);
	lint_arguments(&lint, large);
	arena_rewind(scratch, mark);
}

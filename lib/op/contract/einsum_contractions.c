/* SPDX-License-Identifier: Apache-2.0 */
/* A path of einsum as contractions: which labels each keeps and which it sums over. */
#include "base/order.h"
#include "op/contract/einsum.h"

#include <stdlib.h>

static int compare_positions(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;
	return (*x < *y) - (*x > *y);
}

/* Which operands of `left` a step takes, descending; false when it names one that is not there. */
static bool step_positions(struct op *op, const struct einsum_step *step, uint32_t left,
                           struct einsum_contraction *contraction)
{
	uint32_t *positions = arena_new(op->arena, uint32_t, step->count);
	for (uint32_t i = 0; i < step->count; i++) {
		if (step->positions[i] < 0 || step->positions[i] >= left)
			return op_unknown(op, "a path of einsum that names operands which are not "
			                      "there");
		positions[i] = (uint32_t)step->positions[i];
	}
	qsort(positions, step->count, sizeof *positions, compare_positions);
	for (uint32_t i = 0; i + 1 < step->count; i++)
		if (positions[i] == positions[i + 1])
			return op_unknown(op, "a path of einsum that names an operand twice");
	contraction->positions = positions;
	contraction->count = step->count;
	return true;
}

static bool in_any(const struct einsum_labels *terms, uint32_t count, uint32_t label)
{
	for (uint32_t i = 0; i < count; i++)
		if (label_find(terms[i], label) >= 0)
			return true;
	return false;
}

/* What a contraction keeps, in the order in which its inputs have it, and what it sums over. */
static void divide_labels(struct op *op, struct einsum_contraction *contraction,
                          const struct einsum_labels *left, uint32_t nleft,
                          struct einsum_labels output)
{
	uint32_t total = 0;
	for (uint32_t i = 0; i < contraction->count; i++)
		total += contraction->inputs[i].count;
	uint32_t *kept = arena_new(op->arena, uint32_t, total), nkept = 0;
	uint32_t *removed = arena_new(op->arena, uint32_t, total), nremoved = 0;
	for (uint32_t i = 0; i < contraction->count; i++) {
		for (uint32_t j = 0; j < contraction->inputs[i].count; j++) {
			uint32_t label = contraction->inputs[i].items[j];
			if (label_find((struct einsum_labels){kept, nkept}, label) >= 0 ||
			    label_find((struct einsum_labels){removed, nremoved}, label) >= 0)
				continue;
			if (in_any(left, nleft, label) || label_find(output, label) >= 0)
				kept[nkept++] = label;
			else
				removed[nremoved++] = label;
		}
	}
	qsort(removed, nremoved, sizeof *removed, compare_uint32);
	contraction->result = (struct einsum_labels){kept, nkept};
	contraction->removed = (struct einsum_labels){removed, nremoved};
}

bool einsum_contractions(struct op *op, const struct einsum *einsum, const struct einsum_path *path,
                         struct einsum_contractions *contractions)
{
	uint32_t nleft = einsum->ninputs;
	struct einsum_labels *left =
	    arena_new(op->arena, struct einsum_labels, (size_t)nleft + path->count);
	struct einsum_contraction *items =
	    arena_new(op->arena, struct einsum_contraction, path->count);
	for (uint32_t i = 0; i < nleft; i++)
		left[i] = einsum->inputs[i];
	for (uint32_t step = 0; step < path->count; step++) {
		struct einsum_contraction *contraction = &items[step];
		if (!step_positions(op, &path->steps[step], nleft, contraction))
			return false;
		struct einsum_labels *inputs =
		    arena_new(op->arena, struct einsum_labels, contraction->count);
		for (uint32_t i = 0; i < contraction->count; i++) {
			uint32_t at = contraction->positions[i];
			inputs[i] = left[at];
			memmove(&left[at], &left[at + 1], (nleft - at - 1) * sizeof *left);
			nleft--;
		}
		contraction->inputs = inputs;
		divide_labels(op, contraction, left, nleft, einsum->output);
		if (step + 1 == path->count)
			contraction->result = einsum->output;
		left[nleft++] = contraction->result;
	}
	if (nleft != 1)
		return op_unknown(op, "a path of einsum that leaves several operands");
	*contractions = (struct einsum_contractions){items, path->count};
	return true;
}

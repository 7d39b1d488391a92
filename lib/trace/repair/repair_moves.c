/* SPDX-License-Identifier: Apache-2.0 */
#include "base/checked.h"
#include "trace/repair/operands.h"
#include "trace/repair/repair_search.h"
#include "trace/repair/rewrite.h"
#include "trace/state/trace.h"

static void add_success(struct search *search, const struct success *success,
                        const struct value *value)
{
	struct success *added = &search->found[search->nfound++];
	*added = *success;
	added->result = value->kind == VALUE_ARRAY ? &value->array->type : NULL;
}

static struct rewrite rewrite_of_base(const struct search *search)
{
	struct rewrite rewrite = rewrite_begin(search->trace, search->whole);
	rewrite.tree = search->base;
	return rewrite;
}

/* Size of an array; INT64_MAX when it is larger. */
static int64_t bits_of(const struct array_type *type)
{
	int64_t bits = shape_elements(type->shape, type->rank);
	return checked_multiply(&bits, bits, (int64_t)type->dtype->bits) ? bits : INT64_MAX;
}

/* Tries to move one operand to the spec, if that is another one. */
static void try_move(struct search *search, const struct operand *operand,
                     const struct dim_axes *spec, bool gathered)
{
	const struct array_type *type = operand->type;
	if (spec_equal(spec, type->spec, type->rank) && !type->unreduced && !type->reduced)
		return;
	struct sharding_request request = {.mesh = type->mesh, .spec = spec, .count = type->rank};
	struct rewrite rewrite = rewrite_of_base(search);
	if (!rewrite_reshard(&rewrite, operand->expression, &request))
		return;
	const struct value *value = try_tree(search, rewrite.tree);
	uint32_t had = axes_used(type->spec, type->rank), has = axes_used(spec, type->rank);
	struct success success = {.rewrite = rewrite,
	                          .gathered = gathered,
	                          .lost = had > has ? had - has : 0,
	                          .bits = bits_of(type)};
	if (value)
		add_success(search, &success, value);
}

/* To where another operand of the same rank lies, or what the operation wants. */
static void try_alignments(struct search *search, const struct operand *operand)
{
	const struct array_type *wanted = search->trace->op.error.wanted;
	if (wanted && type_same_shape(wanted, operand->type) && !wanted->unreduced)
		try_move(search, operand, wanted->spec, false);
	for (uint32_t i = 0; i < search->operands.count; i++) {
		const struct array_type *other = search->operands.items[i].type;
		if (other != operand->type && other->rank == operand->type->rank &&
		    other->mesh == operand->type->mesh)
			try_move(search, operand, other->spec, false);
	}
}

/* Without one of its sharded dimensions, and then without any. */
static void try_gathering(struct search *search, const struct operand *operand)
{
	const struct array_type *type = operand->type;
	struct arena *arena = search->trace->op.arena;
	uint32_t sharded = 0;
	for (uint32_t i = 0; i < type->rank; i++)
		sharded += type->spec[i].count > 0;
	if (type->unreduced || type->reduced)
		try_move(search, operand, type->spec, true);
	for (uint32_t i = 0; sharded > 1 && i < type->rank; i++) {
		struct dim_axes *spec = spec_copy(arena, type->spec, type->rank);
		spec[i] = (struct dim_axes){NULL, 0};
		try_move(search, operand, spec, true);
	}
	try_move(search, operand, spec_none(arena, type->rank), true);
}

/* All operands gathered, where one alone does not help. */
static void try_gathering_all(struct search *search)
{
	struct rewrite rewrite = rewrite_of_base(search);
	uint32_t lost = 0;
	for (uint32_t i = 0; i < search->operands.count; i++) {
		const struct operand *operand = &search->operands.items[i];
		const struct array_type *type = operand->type;
		struct sharding_request request = {
		    .mesh = type->mesh,
		    .spec = spec_none(search->trace->op.arena, type->rank),
		    .count = type->rank};
		if (type_is_replicated(type))
			continue;
		if (!rewrite_reshard(&rewrite, operand->expression, &request))
			return;
		lost += axes_used(type->spec, type->rank);
	}
	const struct value *value = rewrite.count ? try_tree(search, rewrite.tree) : NULL;
	struct success success = {
	    .rewrite = rewrite, .gathered = true, .lost = lost, .bits = INT64_MAX};
	if (value)
		add_success(search, &success, value);
}

/* What a lambda gives, to how the operation wants it. */
static void try_bodies(struct search *search)
{
	const struct array_type *wanted = search->trace->op.error.wanted;
	for (uint32_t i = 0; wanted && i < search->operands.nbodies; i++) {
		struct operand body = {search->operands.bodies[i], wanted};
		struct sharding_request request = request_of(wanted);
		struct rewrite rewrite = rewrite_of_base(search);
		const struct value *value = rewrite_reshard(&rewrite, body.expression, &request)
		                                ? try_tree(search, rewrite.tree)
		                                : NULL;
		struct success success = {.rewrite = rewrite};
		if (value)
			add_success(search, &success, value);
	}
}

void try_moves(struct search *search)
{
	search->nfound = 0;
	try_bodies(search);
	if (search->trace->op.error.rule == RULE_BRANCH_MISMATCH)
		return; /* moving what goes in would make one branch pointless */
	for (uint32_t i = 0; i < search->operands.count; i++)
		try_alignments(search, &search->operands.items[i]);
	for (uint32_t i = 0; i < search->operands.count; i++)
		try_gathering(search, &search->operands.items[i]);
	if (!search->nfound)
		try_gathering_all(search);
}

/* Whether one way to move operands is better than another, which comes before it: less is gathered,
 * less is moved; of two that are alike the later operand follows the first. */
static bool is_better(const struct success *one, const struct success *other)
{
	if (one->lost != other->lost)
		return one->lost < other->lost;
	return one->bits <= other->bits;
}

const struct success *best_move(struct search *search)
{
	bool failed[MAX_ATTEMPTS] = {false};
	for (uint32_t left = search->nfound; left > 0; left--) {
		uint32_t best = search->nfound;
		for (uint32_t i = 0; i < search->nfound; i++)
			if (!failed[i] && (best == search->nfound ||
			                   is_better(&search->found[i], &search->found[best])))
				best = i;
		if (!search->line || rewrite_works(search, &search->found[best].rewrite))
			return &search->found[best];
		failed[best] = true;
	}
	return NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/gather/gather.h"

#include "base/checked.h"
#include "module/operation_work.h"

const struct tiling *data_tiling(const struct gathering *g, const struct gather_call *call)
{
	return g->scatter ? call->updates[0].tiling : call->tilings[0];
}

/* Each of the values as it is inside the groups, which are entered afterwards. */
static struct shards *insides(struct gathering *g, const struct shards *values, uint32_t count,
                              const struct grouped *grouped)
{
	struct shards *result = arena_new(g->p->arena, struct shards, count);
	const struct tiling *tiling = grouped_expand(g->p->arena, grouped);
	for (uint32_t i = 0; i < count; i++)
		result[i] = inside(g->p, reshard(g->p, values[i], tiling), grouped);
	return result;
}

/* The same tiling for every result. */
static const struct tiling *const *for_all(struct gathering *g, const struct tiling *tiling)
{
	const struct tiling **tilings = arena_new(g->p->arena, const struct tiling *, g->noperands);
	for (uint32_t i = 0; i < g->noperands; i++)
		tilings[i] = tiling;
	return tilings;
}

struct shards *dealt_out(struct gathering *g, const struct gather_call *call,
                         const struct deal *deal)
{
	struct partitioner *p = g->p;
	const struct grouped *result = g->scatter ? deal->operand : deal->data;
	struct gather_call inner = {
	    .operands = insides(g, call->operands, g->noperands, deal->operand),
	    .indices = insides(g, &call->indices, 1, deal->indices)[0],
	    .updates = g->scatter ? insides(g, call->updates, g->noperands, deal->data) : NULL,
	    .extents = inside_extents(p, call->extents, result),
	    .tilings = for_all(g, result->inner),
	    .slice_sizes = call->slice_sizes,
	    .recursive = call->recursive,
	};
	enter_groups(p, deal->operand->groups);
	const struct shards *made =
	    inner.recursive ? gather_by_any(g, &inner) : gather_replicated(g, &inner);
	leave_groups(p);
	struct shards *results = arena_new(p->arena, struct shards, g->noperands);
	const struct tiling *tiling =
	    deal->carried && !g->scatter ? deal->carried : grouped_expand(p->arena, result);
	for (uint32_t i = 0; i < g->noperands; i++)
		results[i] = outside(made[i], tiling, call->extents);
	return results;
}

const struct shards *in_tilings(struct gathering *g, const struct gather_call *call,
                                struct shards *results)
{
	for (uint32_t i = 0; i < g->noperands; i++)
		results[i] = reshard(g->p, results[i], call->tilings[i]);
	return results;
}

const struct shards *resharded_all(struct gathering *g, const struct shards *values,
                                   const struct tiling *tiling)
{
	struct shards *result = arena_new(g->p->arena, struct shards, g->noperands);
	for (uint32_t i = 0; i < g->noperands; i++)
		result[i] = reshard(g->p, values[i], tiling);
	return result;
}

double gather_elements(struct shards value)
{
	double all = 1;
	for (uint32_t i = 0; i < value.tiling->rank; i++)
		all *= (double)value.local[i];
	return all;
}

struct shards gather_computing(struct gathering *g, double elements, struct shards value)
{
	return note_work(g->p, (struct operation_work){elements, 0}, 0, value);
}

/* A scatter combines each element of its updates with one. */
static struct shards combined(struct gathering *g, const struct gather_call *call,
                              struct shards result)
{
	struct operation_sizes sizes = {.result = call->extents};
	if (g->noperands == 1)
		sizes.operands[2] = call->updates[0].extents;
	return note_work(g->p, operation_work(g->instruction, &sizes), 0, result);
}

const struct shards *gather_replicated(struct gathering *g, const struct gather_call *call)
{
	struct partitioner *p = g->p;
	uint32_t count = 0;
	struct shards *read = arena_new(p->arena, struct shards, 2 * (size_t)g->noperands + 1);
	struct shards *results = arena_new(p->arena, struct shards, g->noperands);
	for (uint32_t i = 0; i < g->noperands; i++)
		read[count++] = replicate(p, call->operands[i]);
	read[count++] = replicate(p, call->indices);
	for (uint32_t i = 0; g->scatter && i < g->noperands; i++)
		read[count++] = replicate(p, call->updates[i]);
	const struct tiling *none = replicated_tiling(p, call->tilings[0]->rank);
	for (uint32_t i = 0; i < g->noperands; i++)
		results[i] =
		    computed(p, none, call->extents, call->operands[i].element_bytes, read, count);
	if (g->scatter)
		results[0] = combined(g, call, results[0]);
	g->memory = g->scatter ? 0 : whole_bytes(results[0]);
	for (uint32_t i = 0; i < count; i++)
		if (!checked_add(&g->memory, g->memory, whole_bytes(read[i])))
			g->memory = INT64_MAX;
	return in_tilings(g, call, results);
}

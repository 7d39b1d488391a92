/* SPDX-License-Identifier: Apache-2.0 */
#include "partition/gather/gather.h"

#include <string.h>

#include "base/checked.h"

/* ---- Choice ---- */

struct cost {
	int64_t memory, communication;
};

static int64_t added(int64_t a, int64_t b)
{
	int64_t sum;
	return checked_add(&sum, a, b) ? sum : INT64_MAX;
}

/* Adds what a collective takes (xla MemoryCostInBytes, CommunicationCostInBytes). */
static void add_step(struct cost *cost, const struct reshard_step *step)
{
	int64_t bytes = step->result_bytes, size = step->group_size, memory = step->operand_bytes;
	if (step->kind != RESHARD_ALL_REDUCE)
		memory = added(memory, bytes);
	if (step->kind == RESHARD_SLICE)
		return;
	if (step->kind == RESHARD_ALL_REDUCE)
		bytes = added(bytes, bytes);
	else if (step->kind != RESHARD_COLLECTIVE_PERMUTE)
		bytes = bytes / size * (size - 1) + bytes % size * (size - 1) / size;
	cost->communication = added(cost->communication, bytes);
	cost->memory = memory > cost->memory ? memory : cost->memory;
}

/* Adds all that results depend on which was made from node `first` on. */
static void add_steps(struct gathering *g, struct cost *cost, const struct shards *results,
                      uint32_t first)
{
	const struct resharder *r = &g->p->resharder;
	struct arena_mark mark = arena_mark(g->p->arena);
	if (first >= r->made_count)
		return;
	const bool *reached = reached_nodes(g->p, results, g->noperands, first);
	for (uint32_t node = r->made_count; node-- > first;)
		if (reached[node - first] && r->made[node].step)
			add_step(cost, &r->steps[r->made[node].step - 1]);
	arena_rewind(g->p->arena, mark);
}

/* The value as something read for the first time. */
static struct shards *as_parameters(struct gathering *g, const struct shards *values,
                                    uint32_t count)
{
	struct shards *result = arena_new(g->p->arena, struct shards, count);
	for (uint32_t i = 0; i < count; i++) {
		result[i] = renewed(g->p, values[i]);
		result[i].made = 0;
		result[i].splat = false;
		result[i].constant_dims = 0;
	}
	return result;
}

/* What a way costs, tried on values without a past and without dealing out further (xla
 * EvaluatePartitionCost). INT64_MAX: it does not apply. */
static struct cost cost_of(struct gathering *g, gather_method *method,
                           const struct gather_call *call)
{
	struct cost cost = {INT64_MAX, INT64_MAX};
	struct gather_call trial = *call;
	uint32_t first = g->p->resharder.made_count;
	trial.recursive = false;
	trial.operands = as_parameters(g, call->operands, g->noperands);
	trial.indices = as_parameters(g, &call->indices, 1)[0];
	trial.updates = g->scatter ? as_parameters(g, call->updates, g->noperands) : NULL;
	const struct shards *results = method(g, &trial);
	if (!results || partition_ended(g->p))
		return cost;
	cost = (struct cost){g->memory, 0};
	add_steps(g, &cost, results, first > 0 ? first : 1);
	return cost;
}

static bool is_cheaper(struct cost a, struct cost b)
{
	return a.memory != b.memory ? a.memory < b.memory : a.communication < b.communication;
}

enum { PRICED = 3 };

/* The three ways that are priced, the cheapest first; of equal ones the first. */
static void order_by_cost(struct gathering *g, const struct gather_call *call,
                          gather_method **methods)
{
	static gather_method *const priced[PRICED] = {gather_by_passthrough, gather_by_mask,
	                                              gather_by_indices};
	struct cost costs[PRICED];
	for (uint32_t i = 0; i < PRICED; i++) {
		struct cost cost = cost_of(g, priced[i], call);
		uint32_t at = i;
		for (; at > 0 && is_cheaper(cost, costs[at - 1]); at--) {
			costs[at] = costs[at - 1];
			methods[at] = methods[at - 1];
		}
		costs[at] = cost;
		methods[at] = priced[i];
	}
}

const struct shards *gather_by_any(struct gathering *g, const struct gather_call *call)
{
	gather_method *methods[PRICED];
	const struct shards *results = gather_by_batch(g, call);
	if (!results)
		results = gather_by_counting(g, call);
	if (results)
		return results;
	order_by_cost(g, call, methods);
	for (uint32_t i = 0; i < PRICED && !results && !partition_ended(g->p); i++)
		results = methods[i](g, call);
	return results ? results : gather_replicated(g, call);
}

/* ---- Instructions ---- */

void partition_gather(struct partitioner *p, const struct instruction *gather)
{
	struct gathering g = {
	    .p = p,
	    .instruction = gather,
	    .numbers = gather->gather,
	    .noperands = 1,
	    .operand = gather->operands[0]->shape,
	    .indices = gather->operands[1]->shape,
	    .data = gather->shape,
	};
	const struct tiling *tiling = result_tiling(p, gather);
	struct shards operand = operand_value(p, gather, 0);
	struct gather_call call = {
	    .operands = &operand,
	    .indices = operand_value(p, gather, 1),
	    .extents = gather->shape->dims,
	    .tilings = &tiling,
	    .slice_sizes = gathering_find_dims(&g),
	    .recursive = true,
	};
	if (gather->operands[0] == gather->operands[1])
		call.indices = renewed(p, call.indices);
	set_result(p, gather, gather_by_any(&g, &call)[0]);
}

/* Whether parts of a scatter can be added up by an all-reduce: it has one operand and combines by
 * an operation that has a neutral element (xla MatchReductionComputation). */
static bool can_add_up(const struct instruction *scatter)
{
	const struct instruction *root = scatter->ncalled ? scatter->called[0]->root : NULL;
	/* Of a part of a module only its name tells: JAX calls one "scatter-add". */
	if (!root && !scatter->ncalled)
		return scatter->noperands == 3 && str_starts_with(scatter->name, STR("scatter-"));
	if (scatter->noperands != 3 || !root || root->noperands != 2 ||
	    root->operands[0]->opcode != OPCODE_PARAMETER ||
	    root->operands[1]->opcode != OPCODE_PARAMETER || root->operands[0] == root->operands[1])
		return false;
	switch (root->opcode) {
	case OPCODE_ADD:
	case OPCODE_MULTIPLY:
	case OPCODE_MINIMUM:
	case OPCODE_MAXIMUM:
		return true;
	case OPCODE_AND:
	case OPCODE_OR:
		return root->shape->element && root->shape->element->id == DTYPE_ID_BOOL;
	default:
		return false;
	}
}

/* Uneven indices are gathered, and cut again with padding that points nowhere. */
static struct shards padded_indices(struct partitioner *p, struct shards indices)
{
	for (uint32_t i = 0; i < indices.tiling->rank; i++)
		if (indices.extents[i] != indices.local[i] * indices.tiling->tiles[i])
			return reshard(p, renewed(p, replicate(p, indices)), indices.tiling);
	return indices;
}

static bool all_alike(const struct shards *values, uint32_t count)
{
	for (uint32_t i = 1; i < count; i++)
		if (!tiling_equal(values[0].tiling, values[i].tiling) ||
		    memcmp(values[0].extents, values[i].extents,
		           values[0].tiling->rank * sizeof(*values[0].extents)) != 0)
			return false;
	return true;
}

/* Whether an operand before it is the same value. */
static bool is_read_before(const struct instruction *instruction, uint32_t operand)
{
	for (uint32_t i = 0; i < operand; i++)
		if (instruction->operands[i] == instruction->operands[operand])
			return true;
	return false;
}

static struct shards *read_values(struct partitioner *p, const struct instruction *scatter,
                                  uint32_t first, uint32_t count)
{
	struct shards *values = arena_new(p->arena, struct shards, count);
	for (uint32_t i = 0; i < count; i++) {
		values[i] = operand_value(p, scatter, first + i);
		if (first > 0 && is_read_before(scatter, first + i))
			values[i] = renewed(p, values[i]);
	}
	return values;
}

void partition_scatter(struct partitioner *p, const struct instruction *scatter)
{
	uint32_t count = scatter->noperands / 2;
	struct gathering g = {
	    .p = p,
	    .instruction = scatter,
	    .numbers = scatter->gather,
	    .scatter = true,
	    .adds_up = can_add_up(scatter),
	    .noperands = count,
	    .operand = scatter->operands[0]->shape,
	    .indices = scatter->operands[count]->shape,
	    .data = scatter->operands[count + 1]->shape,
	};
	const struct tiling **tilings = arena_new(p->arena, const struct tiling *, count);
	for (uint32_t i = 0; i < count; i++)
		tilings[i] = leaf_tiling(p, scatter, i);
	struct gather_call call = {
	    .operands = read_values(p, scatter, 0, count),
	    .indices = padded_indices(p, read_values(p, scatter, count, 1)[0]),
	    .updates = read_values(p, scatter, count + 1, count),
	    .extents = g.operand->dims,
	    .tilings = tilings,
	    .slice_sizes = gathering_find_dims(&g),
	    .recursive = true,
	};
	if (!all_alike(call.operands, count) || !all_alike(call.updates, count)) {
		set_unknown(p, scatter, "a scatter into arrays that are sharded differently");
		return;
	}
	const struct shards *results = gather_by_any(&g, &call);
	for (uint32_t i = 0; i < count; i++)
		set_leaf(p, scatter, i, results[i]);
}

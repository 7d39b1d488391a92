/* SPDX-License-Identifier: Apache-2.0 */
/* In which order einsum contracts its operands. Types and errors of what is in between depend on
 * it, so the searches are those of opt_einsum, ties included. */
#include "op/contract/contract.h"
#include "op/contract/einsum.h"

#include <stdlib.h>

#include "base/checked.h"

/* Above this many operands the order of a search depends on how Python lays out sets. */
enum { MAX_SEARCHED = 5, MAX_IDS = 2 * MAX_SEARCHED };

/* A pairwise contraction, kept by the sets of labels of its operands: opt_einsum looks results up
 * by these alone, though they depend on what else is left too. */
struct cached {
	uint64_t left, right, result;
	int64_t flops;
};

struct pair {
	uint8_t i, j;
};

struct search {
	struct op *op;
	const int64_t *sizes; /* of each label */
	uint32_t noperands;
	uint64_t output;
	uint32_t nbranch; /* of BranchBound; 0: all of them */
	struct cached *cache;
	size_t ncached, cache_room;
	bool overflow; /* a count does not fit */
	bool found;
	int64_t best_flops, best_size;
	struct pair best[MAX_SEARCHED];
	int64_t progress[MAX_IDS]; /* the least flops met, by number of ids made */
};

/* One state of a search: operands made so far, as sets of labels, and which of them are left. */
struct state {
	uint64_t inputs[MAX_IDS];
	uint32_t ninputs, remaining; /* remaining: a set of ids */
	struct pair path[MAX_SEARCHED];
	uint32_t length;
	int64_t flops, size;
};

static int64_t set_size(struct search *search, uint64_t labels)
{
	int64_t size = 1;
	for (uint32_t i = 0; i < MAX_EINSUM_LABELS; i++)
		if (labels >> i & 1 && !checked_multiply(&size, size, search->sizes[i]))
			search->overflow = true;
	return size;
}

/* The labels that contracting two operands leaves, and what it costs. */
static struct cached contract_pair(struct search *search, const struct state *state, uint32_t i,
                                   uint32_t j)
{
	uint64_t left = state->inputs[i], right = state->inputs[j], keep = search->output;
	for (size_t n = 0; n < search->ncached; n++)
		if (search->cache[n].left == left && search->cache[n].right == right)
			return search->cache[n];
	for (uint32_t id = 0; id < state->ninputs; id++)
		if (state->remaining >> id & 1 && id != i && id != j)
			keep |= state->inputs[id];
	struct cached made = {left, right, (left | right) & keep, set_size(search, left | right)};
	if (left & right & ~keep && !checked_multiply(&made.flops, made.flops, 2))
		search->overflow = true;
	search->cache = arena_append(search->op->arena, search->cache, search->ncached,
	                             &search->cache_room, sizeof *search->cache);
	search->cache[search->ncached++] = made;
	return made;
}

static struct state after(const struct state *state, uint32_t i, uint32_t j, uint64_t result,
                          int64_t flops, int64_t size)
{
	struct state next = *state;
	next.path[next.length++] = (struct pair){(uint8_t)i, (uint8_t)j};
	next.remaining &= ~((uint32_t)1 << i | (uint32_t)1 << j);
	next.remaining |= (uint32_t)1 << next.ninputs;
	next.inputs[next.ninputs++] = result;
	next.flops = flops;
	next.size = size;
	return next;
}

/* Whether one operand is left; it is then the best path so far. */
static bool is_done(struct search *search, const struct state *state)
{
	if (state->remaining & (state->remaining - 1))
		return false;
	search->found = true;
	search->best_flops = state->flops;
	search->best_size = state->size;
	memcpy(search->best, state->path, sizeof search->best);
	return true;
}

/* JAX: opt_einsum paths.py optimal. Its depth is that of the operands, of which there are few. */
static void search_optimal(struct search *search, const struct state *state)
{
	if (is_done(search, state))
		return;
	for (uint32_t i = 0; i < state->ninputs; i++) {
		for (uint32_t j = i + 1; j < state->ninputs; j++) {
			int64_t flops;
			if (!(state->remaining >> i & 1 && state->remaining >> j & 1))
				continue;
			struct cached made = contract_pair(search, state, i, j);
			if (!checked_add(&flops, state->flops, made.flops)) {
				search->overflow = true;
				continue;
			}
			if (search->found && flops >= search->best_flops)
				continue;
			struct state next = after(state, i, j, made.result, flops, 0);
			search_optimal(search, &next);
		}
	}
}

/* A contraction that BranchBound may take next. */
struct candidate {
	int64_t cost, flops, new_flops, new_size;
	struct pair pair;
	uint64_t result;
};

static int compare_candidates(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;
	const int64_t left[] = {x->cost, x->flops, x->new_flops, x->new_size, x->pair.i, x->pair.j};
	const int64_t right[] = {y->cost,     y->flops,  y->new_flops,
	                         y->new_size, y->pair.i, y->pair.j};
	for (size_t i = 0; i < sizeof left / sizeof *left; i++)
		if (left[i] != right[i])
			return left[i] < right[i] ? -1 : 1;
	return 0;
}

/* Whether a contraction is worth looking at. JAX: BranchBound _assess_candidate. */
static bool assess(struct search *search, const struct state *state, struct pair pair,
                   struct candidate *candidate)
{
	struct cached made = contract_pair(search, state, pair.i, pair.j);
	int64_t size = set_size(search, made.result), flops, limit;
	if (!checked_add(&flops, state->flops, made.flops)) {
		search->overflow = true;
		return false;
	}
	int64_t new_size = size > state->size ? size : state->size;
	if (search->found && !(flops < search->best_flops ||
	                       (flops == search->best_flops && new_size < search->best_size)))
		return false;
	int64_t *progress = &search->progress[state->ninputs];
	if (flops < *progress)
		*progress = flops;
	else if (checked_multiply(&limit, *progress, 4) && flops > limit)
		return false;
	*candidate =
	    (struct candidate){size - set_size(search, made.left) - set_size(search, made.right),
	                       made.flops,
	                       flops,
	                       new_size,
	                       pair,
	                       made.result};
	return true;
}

/* All candidates, best first; outer products are left out unless `outer`. */
static uint32_t find_candidates(struct search *search, const struct state *state, bool outer,
                                struct candidate *candidates)
{
	uint32_t count = 0;
	for (uint8_t i = 0; i < state->ninputs; i++) {
		for (uint8_t j = (uint8_t)(i + 1); j < state->ninputs; j++) {
			if (!(state->remaining >> i & 1 && state->remaining >> j & 1))
				continue;
			if (!outer && !(state->inputs[i] & state->inputs[j]))
				continue;
			count += assess(search, state, (struct pair){i, j}, &candidates[count]);
		}
	}
	qsort(candidates, count, sizeof *candidates, compare_candidates);
	return count;
}

/* JAX: opt_einsum paths.py BranchBound. */
static void search_branches(struct search *search, const struct state *state)
{
	struct candidate candidates[MAX_SEARCHED * MAX_SEARCHED];
	if (is_done(search, state))
		return;
	uint32_t count = find_candidates(search, state, false, candidates);
	if (!count)
		count = find_candidates(search, state, true, candidates);
	if (search->nbranch && count > search->nbranch)
		count = search->nbranch;
	for (uint32_t n = 0; n < count; n++) {
		struct state next =
		    after(state, candidates[n].pair.i, candidates[n].pair.j, candidates[n].result,
		          candidates[n].new_flops, candidates[n].new_size);
		search_branches(search, &next);
	}
}

/* The best path, whose ids count every operand made, as positions among those that are left. */
static struct einsum_path linear_path(struct op *op, const struct search *search)
{
	uint32_t count = search->noperands - 1, left = search->noperands;
	struct einsum_step *steps = arena_new(op->arena, struct einsum_step, count);
	uint32_t ids[MAX_IDS];
	for (uint32_t i = 0; i < left; i++)
		ids[i] = i;
	for (uint32_t step = 0; step < count; step++) {
		int64_t *positions = arena_new(op->arena, int64_t, 2);
		uint32_t kept = 0;
		for (uint32_t at = 0; at < left; at++) {
			if (ids[at] == search->best[step].i)
				positions[0] = at;
			else if (ids[at] == search->best[step].j)
				positions[1] = at;
			else
				ids[kept++] = ids[at];
		}
		ids[kept++] = search->noperands + step;
		left = kept;
		steps[step] = (struct einsum_step){positions, 2};
	}
	return (struct einsum_path){steps, count};
}

/* All operands in one step, or two by two from the left. */
static struct einsum_path simple_path(struct op *op, uint32_t noperands)
{
	uint32_t count = noperands > 2 ? noperands - 1 : 1, each = noperands > 2 ? 2 : noperands;
	struct einsum_step *steps = arena_new(op->arena, struct einsum_step, count);
	static const int64_t first[] = {0, 1};
	for (uint32_t i = 0; i < count; i++)
		steps[i] = (struct einsum_step){first, each};
	return (struct einsum_path){steps, count};
}

/* Numbers the labels and fills their sizes and the sets of the inputs. */
static bool number_labels(struct op *op, const struct einsum *einsum,
                          const struct array_type *const *operands, struct state *state,
                          int64_t *sizes, uint64_t *output)
{
	uint32_t labels[MAX_EINSUM_LABELS], known = 0;
	for (uint32_t i = 0; i < einsum->ninputs; i++) {
		for (uint32_t j = 0; j < einsum->inputs[i].count; j++) {
			uint32_t label = einsum->inputs[i].items[j];
			int32_t at = label_find((struct einsum_labels){labels, known}, label);
			if (at < 0) {
				if (known == MAX_EINSUM_LABELS)
					return op_unknown(op, "an einsum of more than %d labels",
					                  MAX_EINSUM_LABELS);
				at = (int32_t)known;
				labels[known] = label;
				sizes[known++] = 1;
			}
			if (sizes[at] == 1)
				sizes[at] = operands[i]->shape[j];
			state->inputs[i] |= (uint64_t)1 << at;
		}
	}
	*output = 0;
	for (uint32_t i = 0; i < einsum->output.count; i++)
		*output |= (uint64_t)1 << label_find((struct einsum_labels){labels, known},
		                                     einsum->output.items[i]);
	return true;
}

static bool search_path(struct op *op, const struct einsum *einsum,
                        const struct array_type *const *operands, enum einsum_optimize optimize,
                        struct einsum_path *path)
{
	int64_t sizes[MAX_EINSUM_LABELS];
	struct search search = {.op = op, .sizes = sizes, .noperands = einsum->ninputs};
	struct state start = {.ninputs = einsum->ninputs,
	                      .remaining = ((uint32_t)1 << einsum->ninputs) - 1};
	for (int i = 0; i < MAX_IDS; i++)
		search.progress[i] = INT64_MAX;
	if (!number_labels(op, einsum, operands, &start, sizes, &search.output))
		return false;
	if (optimize == EINSUM_OPTIMAL || (optimize == EINSUM_AUTO && einsum->ninputs <= 4)) {
		search_optimal(&search, &start);
	} else {
		search.nbranch = optimize == EINSUM_BRANCH_2 ? 2 : optimize == EINSUM_BRANCH_1;
		search_branches(&search, &start);
	}
	if (search.overflow || !search.found)
		return op_unknown(op, "the order in which an einsum of such sizes is contracted");
	*path = linear_path(op, &search);
	return true;
}

/* Whether some operand is sharded, so that the order matters. */
static bool order_matters(const struct op *op, const struct array_type *const *operands,
                          uint32_t count)
{
	bool matters = op->mesh && op->mesh->explicit_axes;
	for (uint32_t i = 0; i < count; i++)
		matters = matters || (operands[i]->mesh && operands[i]->mesh->explicit_axes);
	return matters;
}

bool einsum_find_path(struct op *op, const struct einsum *einsum,
                      const struct array_type *const *operands, enum einsum_optimize optimize,
                      struct einsum_path *path)
{
	uint32_t count = einsum->ninputs;
	if (optimize == EINSUM_GIVEN)
		return true;
	if (count <= 2 || optimize == EINSUM_UNOPTIMIZED || !order_matters(op, operands, count)) {
		*path = simple_path(op, count);
		return true;
	}
	if (count > MAX_SEARCHED || optimize == EINSUM_OTHER)
		return op_unknown(op, "the order in which an einsum of %u operands is contracted",
		                  count);
	return search_path(op, einsum, operands, optimize, path);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The gradient of a maximum over windows. All of jaxlib 0.10.2. */
#include "partition/partitioner.h"
#include "reshard/halo.h"

/* Along one dimension: shard i has the elements from had * i on, and the windows from first(i) up
 * to last(i) touch them. */
struct touching {
	int64_t had, windows; /* elements and windows per shard */
	int64_t size, stride, low;
};

static int64_t first_window(const struct touching *t, int64_t shard)
{
	return (t->had * shard + t->low - t->size + t->stride) / t->stride;
}

static int64_t last_window(const struct touching *t, int64_t shard)
{
	return (t->had * (shard + 1) + t->low + t->stride - 1) / t->stride;
}

static int64_t source_left(int64_t shard, const void *context)
{
	const struct touching *t = context;
	return t->windows * shard - first_window(t, shard);
}

static int64_t source_right(int64_t shard, const void *context)
{
	const struct touching *t = context;
	return last_window(t, shard) - t->windows * (shard + 1);
}

static int64_t operand_left(int64_t shard, const void *context)
{
	const struct touching *t = context;
	return t->had * shard + t->low - t->stride * first_window(t, shard);
}

static int64_t operand_right(int64_t shard, const void *context)
{
	const struct touching *t = context;
	return t->stride * last_window(t, shard) -
	       (t->had * (shard + 1) + t->stride + t->low - t->size);
}

/* Exchanges along one dimension; false when it reaches too far. */
static bool exchange_one(struct partitioner *p, struct shards *value, uint32_t dim,
                         struct halo halo)
{
	struct resharder *resharder = begin_at(p, *value);
	if (!halo_exchange(resharder, *value, dim, halo))
		return false;
	value->made = resharder->latest;
	*value = settle(p, *value, *value);
	value->local =
	    resharder_sizes_with(&p->resharder, value->local, value->tiling->rank, dim, halo.size);
	return true;
}

/* What every shard's windows touch, of the operand and of the source. */
static bool exchange_touched(struct partitioner *p, const struct instruction *instruction,
                             struct shards *operand, struct shards *source)
{
	const int64_t *had = operand->local, *windows = source->local;
	for (uint32_t i = 0; i < operand->tiling->rank; i++) {
		const struct window_dim *w = &instruction->window[i];
		int64_t tiles = operand->tiling->tiles[i], most = 0;
		if (tiles == 1)
			continue;
		/* Gaps between windows are in the result too, and stay. */
		int64_t size = w->size > w->stride ? w->size : w->stride;
		struct touching t = {had[i], windows[i], size, w->stride, w->low};
		for (int64_t k = 0; k < tiles; k++) {
			int64_t touch = last_window(&t, k) - first_window(&t, k);
			most = touch > most ? touch : most;
		}
		struct halo of_source = {source_left, source_right, &t, 0, most};
		struct halo of_operand = {operand_left, operand_right, &t, w->low,
		                          (most - 1) * w->stride + size};
		if (most == 0 || !exchange_one(p, source, i, of_source) ||
		    !exchange_one(p, operand, i, of_operand))
			return false;
	}
	return true;
}

/* Windows whose places stay within 64 bits, as far as the exchange goes. */
static bool has_sane_windows(const struct instruction *instruction, uint32_t rank)
{
	for (uint32_t i = 0; i < rank; i++) {
		const struct window_dim *w = &instruction->window[i];
		if (w->stride < 1 || w->stride > INT32_MAX || w->size < 1 || w->size > INT32_MAX ||
		    w->low < INT32_MIN || w->low > INT32_MAX)
			return false;
	}
	return true;
}

void partition_select_and_scatter(struct partitioner *p, const struct instruction *instruction)
{
	const struct tiling *target = result_tiling(p, instruction);
	const struct hlo_shape *shape = instruction->shape;
	/* Only of these types has XLA a value that no comparison selects. */
	bool padded = shape->element && (shape->element->id == DTYPE_ID_FLOAT32 ||
	                                 shape->element->id == DTYPE_ID_BFLOAT16);
	if (tiling_is_replicated(target) || !padded ||
	    !has_sane_windows(instruction, shape->rank)) {
		partition_default(p, instruction);
		return;
	}
	struct shards operand = reshard(p, operand_value(p, instruction, 0), target);
	struct shards source = reshard(p, operand_value(p, instruction, 1), target);
	struct shards first = replicate(p, operand_value(p, instruction, 2));
	if (!exchange_touched(p, instruction, &operand, &source)) {
		partition_default(p, instruction);
		return;
	}
	struct shards read[] = {operand, source, first};
	set_result(p, instruction, computed_leaf(p, instruction, 0, target, read, 3));
}

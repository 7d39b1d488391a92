/* SPDX-License-Identifier: Apache-2.0 */
/* The way back through collectives, and in and out of a shard_map. JAX: lax/parallel.py,
 * shard_map.py _shard_map_transpose. */
#include "derive/apply.h"
#include "derive/rules.h"
#include "op/manual/manual.h"

static bool give(struct backward *b, const struct array *cotangent)
{
	b->made[0] = cotangent;
	return cotangent != NULL;
}

/* The sum over axes along which something was made to vary. */
static bool back_pvary(struct backward *b, const struct collective *forward)
{
	struct collective sum = *forward;
	sum.name = "psum";
	sum.varies = VARIES_NO_MORE;
	return !sum.reduced && give(b, manual_collective(b->op, b->cotangents[0], &sum));
}

/* Where what varies is followed the same for all; else each device has its own share. */
static bool back_psum(struct backward *b, const struct collective *forward)
{
	const struct array *ct = b->cotangents[0];
	return give(b, forward->checked ? manual_vary(b->op, ct, forward->axes)
	                                : manual_collective(b->op, ct, forward));
}

static bool back_gathered(struct backward *b, const struct collective *forward, const char *name)
{
	struct collective back = *forward;
	back.name = name;
	back.gathered = forward->scattered;
	back.scattered = forward->gathered;
	return forward->varies == VARIES_AS_BEFORE &&
	       give(b, manual_collective(b->op, b->cotangents[0], &back));
}

static bool back_all_gather(struct backward *b, const struct collective *forward)
{
	return back_gathered(b, forward, "reduce_scatter");
}

static bool back_reduce_scatter(struct backward *b, const struct collective *forward)
{
	return back_gathered(b, forward, "all_gather");
}

static bool back_all_to_all(struct backward *b, const struct collective *forward)
{
	return back_gathered(b, forward, "all_to_all");
}

/* From each target to its source. */
static bool back_ppermute(struct backward *b, const struct collective *forward)
{
	struct collective back = *forward;
	int64_t *pairs = arena_new(b->op->arena, int64_t, forward->npairs);
	for (uint32_t i = 0; i + 1 < forward->npairs; i += 2) {
		pairs[i] = forward->pairs[i + 1];
		pairs[i + 1] = forward->pairs[i];
	}
	back.pairs = pairs;
	return give(b, manual_collective(b->op, b->cotangents[0], &back));
}

static const struct {
	const char *name;
	bool (*back)(struct backward *b, const struct collective *forward);
} collectives[] = {
    {"all_gather", back_all_gather}, {"all_to_all", back_all_to_all},
    {"ppermute", back_ppermute},     {"psum", back_psum},
    {"pvary", back_pvary},           {"reduce_scatter", back_reduce_scatter},
};

static bool back_collective(struct backward *b)
{
	const struct collective *forward = b->equation->params;
	if (forward->unreduced || forward->reduced)
		return false;
	for (size_t i = 0; i < COUNT_OF(collectives); i++)
		if (strcmp(collectives[i].name, forward->name) == 0)
			return collectives[i].back(b, forward);
	return false;
}

uint64_t unmentioned_axes(const struct manual_spec *spec)
{
	return spec->scope->axes & ~spec_axes(spec->spec, spec->count);
}

/* What was cut is joined. What was joined is cut, and where what varies is not followed each device
 * of those that have the same gets its share. */
static bool back_cast(struct backward *b)
{
	struct op *op = b->op;
	const struct manual_spec *spec = b->equation->params;
	const struct array *ct = b->cotangents[0];
	if (spec->unreduced || spec->reduced)
		return false;
	if (manual_is_shard(b->equation->primitive->data))
		return give(b, manual_unshard(op, ct, spec));
	int64_t share = 1;
	for (uint32_t i = 0; i < spec->scope->outer->mesh->naxes; i++)
		if (unmentioned_axes(spec) >> i & 1)
			share *= spec->scope->outer->mesh->axes[i].size;
	op->mesh = ct->type.mesh;
	if (!spec->scope->checked && share != 1)
		ct = over(op, ct, literal(op, ct, (double)share));
	return give(b, manual_shard(op, ct, spec));
}

const struct backward_rule manual_backward[] = {
    {"collective", back_collective},
    {"shard_map", back_cast},
    {NULL, NULL},
};

/* SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/text_check.h"

#include "diagnose/fact.h"

/* The type in a hole; without a shape when it is none. */
static struct facts type_of(struct arena *arena, const struct pattern_match *match,
                            const char *name)
{
	struct pattern_match one = {
	    .holes = {{STR("type"), pattern_hole(match, str_of(name))}},
	    .count = 1,
	};
	return facts_read(arena, &one);
}

static bool is_sharded(const struct facts *type)
{
	for (uint32_t i = 0; i < type->nspec; i++)
		if (type->spec[i].count)
			return true;
	return false;
}

static bool same_shape(const struct facts *lhs, const struct facts *rhs)
{
	return lhs->nshape == rhs->nshape &&
	       (!lhs->nshape ||
	        memcmp(lhs->shape, rhs->shape, lhs->nshape * sizeof *lhs->shape) == 0);
}

static bool broadcasts(const struct facts *lhs, const struct facts *rhs)
{
	if (lhs->nshape > rhs->nshape)
		return false;
	for (uint32_t i = 1; i <= lhs->nshape; i++) {
		int64_t size = lhs->shape[lhs->nshape - i];
		if (size != 1 && size != rhs->shape[rhs->nshape - i])
			return false;
	}
	return true;
}

static bool contracts(const struct facts *lhs, const struct facts *rhs)
{
	if (!lhs->nshape || !rhs->nshape)
		return false;
	int64_t inner = lhs->shape[lhs->nshape - 1];
	return inner == rhs->shape[rhs->nshape > 1 ? rhs->nshape - 2 : 0];
}

static bool same_spec(const struct facts *lhs, const struct facts *rhs)
{
	bool same = lhs->nspec == rhs->nspec;
	for (uint32_t i = 0; same && i < lhs->nspec; i++) {
		same = lhs->spec[i].count == rhs->spec[i].count;
		for (uint32_t j = 0; same && j < lhs->spec[i].count; j++)
			same = str_equal(lhs->spec[i].axes[j], rhs->spec[i].axes[j]);
	}
	return same;
}

/* Whether the types of holes `lhs` and `rhs` pass. */
static bool check_types(struct arena *arena, enum text_check check,
                        const struct pattern_match *match)
{
	struct facts lhs = type_of(arena, match, "lhs"), rhs = type_of(arena, match, "rhs");
	if (!lhs.shape || !rhs.shape || (!is_sharded(&lhs) && !is_sharded(&rhs)))
		return false;
	if (check == CHECK_SAME_SHAPE)
		return same_shape(&lhs, &rhs) && !same_spec(&lhs, &rhs);
	return check == CHECK_BROADCAST ? broadcasts(&lhs, &rhs) : contracts(&lhs, &rhs);
}

static bool check_mesh_size(struct arena *arena, const struct pattern_match *match)
{
	struct facts facts = facts_read(arena, match);
	for (uint32_t i = 0; i < facts.nmesh_shape; i++)
		if (facts.mesh_shape[i] < 1)
			return true;
	return false;
}

bool text_check(struct arena *scratch, enum text_check check, struct str text,
                const struct pattern_match *match)
{
	struct arena_mark mark = arena_mark(scratch);
	bool passes = true;
	if (check == CHECK_WHOLE)
		passes = match->start == 0 && str_find(text, '\n', 0) == match->end;
	else if (check == CHECK_MESH_SIZE)
		passes = check_mesh_size(scratch, match);
	else if (check != CHECK_NOTHING)
		passes = check_types(scratch, check, match);
	arena_rewind(scratch, mark);
	return passes;
}

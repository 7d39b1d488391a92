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

bool text_check(struct arena *scratch, enum text_check check, const struct pattern_match *match)
{
	struct arena_mark mark = arena_mark(scratch);
	struct facts lhs = type_of(scratch, match, "lhs"), rhs = type_of(scratch, match, "rhs");
	bool passes = check == CHECK_NOTHING;
	if (!passes && lhs.shape && rhs.shape && (is_sharded(&lhs) || is_sharded(&rhs)))
		passes = check == CHECK_SAME_SHAPE  ? same_shape(&lhs, &rhs)
		         : check == CHECK_BROADCAST ? broadcasts(&lhs, &rhs)
		                                    : contracts(&lhs, &rhs);
	arena_rewind(scratch, mark);
	return passes;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/planning.h"

const struct plan *testing_plan(struct arena *arena, struct str text,
                                const struct plan_options *options)
{
	struct arena scratch = {0};
	struct check_result result = testing_check(arena, text);
	cr_assert_not_null(result.spec, "this is not a spec:\n%.*s", STR_ARG(text));
	const struct plan *plan = plan_make(arena, &scratch, &result, options);
	arena_drop(&scratch);
	return plan;
}

/* Keeps everything: the buffer grows until it is read. */
static bool keep(struct buf *buf)
{
	return true;
}

struct str testing_written(struct arena *arena, enum output_format format, const struct plan *plan,
                           const struct plan_report_options *options)
{
	struct plan_report_options wanted = *options;
	struct arena scratch = {0};
	struct stream out = {.buf = {.arena = arena}, .write = keep};
	wanted.format = format;
	plan_write(&out, &scratch, plan, &wanted);
	cr_assert_not(out.failed);
	arena_drop(&scratch);
	return buf_str(&out.buf);
}

const struct slice_map *testing_slice_map(const struct plan *plan, const char *name)
{
	const struct slice_map *found = NULL;
	for (uint32_t i = 0; i < plan->ntensors && !found; i++)
		if (str_equal(plan->tensors[i].tensor->name, str_of(name)) &&
		    plan->tensors[i].placed)
			found = &plan->tensors[i].slice_map;
	cr_assert_not_null(found, "'%s' is not placed", name);
	return found;
}

int64_t random_below(struct random *random, int64_t limit)
{
	/* SplitMix64 of Steele, Lea and Flood. */
	uint64_t z = random->state += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return (int64_t)((z ^ (z >> 31)) % (uint64_t)limit);
}

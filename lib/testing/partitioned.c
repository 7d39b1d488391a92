/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/partitioned.h"

#include "base/buf.h"
#include "base/order.h"
#include "hlo/hlo.h"
#include "partition/partition.h"
#include "testing/release.h"

static void add_ids(struct buf *text, const int32_t *ids, int32_t count, int32_t size)
{
	for (int32_t i = 0; i < count * size; i++)
		buf_printf(text, "%s%d", i % size ? "," : i ? "],[" : " [", ids[i]);
	buf_puts(text, "]");
}

static void add_groups(struct arena *arena, struct buf *text, const struct reshard_step *step)
{
	size_t total = (size_t)step->group_count * (size_t)step->group_size;
	int32_t *ids = arena_copy(arena, step->groups, total, sizeof *ids);
	for (int32_t i = 0; step->kind == RESHARD_ALL_REDUCE && i < step->group_count; i++)
		qsort(ids + i * step->group_size, (size_t)step->group_size, sizeof *ids,
		      compare_int32);
	add_ids(text, ids, step->group_count, step->group_size);
}

static void add_step(struct arena *arena, struct buf *text, const struct partition_step *step)
{
	const struct reshard_step *s = &step->step;
	int depth = 0;
	if (step->kind == PARTITION_UNKNOWN) {
		buf_printf(text, "unknown: %s\n", step->reason);
		return;
	}
	buf_printf(text, "%s %lld>%lld", reshard_kind_name(s->kind), (long long)s->operand_bytes,
	           (long long)s->result_bytes);
	if (s->groups)
		add_groups(arena, text, s);
	else if (s->pairs)
		add_ids(text, &s->pairs[0].source, (int32_t)s->pair_count, 2);
	for (const struct partition_loop *loop = step->loop; loop; loop = loop->outer)
		depth++;
	if (depth)
		buf_printf(text, " x%d", depth);
	buf_putc(text, '\n');
}

struct str testing_partitioned(struct arena *arena, struct str text, const char *release)
{
	struct arena scratch = {0};
	struct buf out = {.arena = arena};
	struct notation_error error;
	struct jax_rules rules = testing_release(release);
	const struct module *module = hlo_read(arena, text, &rules, &error);
	cr_assert_not_null(module, "not HLO: %.*s", STR_ARG(text));
	struct partition_options options = {.rules = &rules};
	struct partition partition = partition_module(arena, &scratch, module, &options);
	if (partition.outcome != RESHARD_PREDICTED)
		buf_printf(&out, "%s: %s\n",
		           partition.outcome == RESHARD_ABORTS ? "abort" : "unknown",
		           partition.reason);
	for (uint32_t i = 0; i < partition.step_count; i++)
		add_step(arena, &out, &partition.steps[i]);
	arena_drop(&scratch);
	return buf_str(&out);
}

struct str testing_partitioned_entry(struct arena *arena, int devices, const char *lines)
{
	struct str text = str_format(
	    arena, "HloModule m, num_partitions=%d\nENTRY %%main {\n%s\n}\n", devices, lines);
	return testing_partitioned(arena, text, "0.10.2");
}

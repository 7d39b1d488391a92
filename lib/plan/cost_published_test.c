/* SPDX-License-Identifier: Apache-2.0 */
/* Times of collectives that others have measured and published: testdata/costs. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "plan/cost.h"
#include "testing/planning.h"

/* Rows of one class of sizes. */
struct tally {
	const char *what;
	int64_t from, to;
	uint32_t near_share,
	    inside_share; /* percent that must be within 15 %, and in low to high */
	uint32_t count, near, inside;
};

static struct cost_axis axis_of(char *word)
{
	static const struct {
		const char *name;
		struct cost_axis axis;
	} kinds[] = {{"switch", {.link = COST_LINK_SWITCH}},
	             {"network", {.link = COST_LINK_NETWORK}},
	             {"ring", {.link = COST_LINK_TORUS, .wraps = true}},
	             {"line", {.link = COST_LINK_TORUS}}};
	char *size = strchr(word, ':'), *sharing = strchr(word, '/');
	struct cost_axis axis = {0};
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		if (strncmp(word, kinds[i].name, strlen(kinds[i].name)) == 0)
			axis = kinds[i].axis;
	axis.size = strtoll(size + 1, NULL, 10);
	axis.stride = 1;
	axis.sharing = sharing ? strtoll(sharing + 1, NULL, 10) : 1;
	return axis;
}

static enum cost_op op_of(const char *name)
{
	static const char *const names[] = {[COST_ALL_GATHER] = "all-gather",
	                                    [COST_REDUCE_SCATTER] = "reduce-scatter",
	                                    [COST_ALL_REDUCE] = "all-reduce",
	                                    [COST_ALL_TO_ALL] = "all-to-all"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (strcmp(name, names[i]) == 0)
			return (enum cost_op)i;
	cr_assert_fail("%s", name);
	return COST_SEND;
}

static void count(struct tally *tallies, size_t ntallies, char *line)
{
	char *fields[6], *rest = line;
	for (size_t i = 0; i < COUNT_OF(fields); i++)
		cr_assert_not_null(fields[i] = strtok_r(i ? NULL : line, "\t", &rest));
	struct cost_axis axes[COST_AXES_MAX];
	struct cost_request request = {
	    .op = op_of(fields[1]), .bytes = strtoll(fields[2], NULL, 10), .axes = axes};
	for (char *word = strtok_r(fields[3], " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		axes[request.naxes++] = axis_of(word);
	struct arena arena = {0};
	const struct chip *chip = chip_named(str_of(fields[0]));
	cr_assert_not_null(chip, "%s", fields[0]);
	struct cost cost = cost_of(&arena, chip, COST_CALIBRATED, &request);
	double seconds = strtod(fields[4], NULL);
	for (size_t i = 0; i < ntallies; i++)
		if (request.bytes >= tallies[i].from && request.bytes < tallies[i].to) {
			tallies[i].count++;
			tallies[i].near +=
			    cost.expected >= 0.85 * seconds && cost.expected <= 1.15 * seconds;
			tallies[i].inside += cost.low <= seconds && seconds <= cost.high;
		}
	arena_drop(&arena);
}

/* Each row is counted in those of its size, of XLA's table or of the others. */
static void count_rows(struct tally *xla, struct tally *others, size_t ntallies)
{
	struct arena arena = {0};
	struct str text = testing_read(&arena, "testdata/costs/published.tsv");
	char *rest = NULL, *all = arena_new(&arena, char, text.len + 1);
	memcpy(all, text.s, text.len);
	for (char *line = strtok_r(all, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		if (*line != '#')
			count(strstr(line, "\txla-perf-table") ? xla : others, ntallies, line);
	arena_drop(&arena);
}

static void expect(const struct tally *tally)
{
	cr_expect_gt(tally->count, 50, "%s", tally->what);
	cr_expect_geq(tally->near * 100, tally->count * tally->near_share,
	              "%s: %u of %u within 15 %%", tally->what, tally->near, tally->count);
	cr_expect_geq(tally->inside * 100, tally->count * tally->inside_share,
	              "%s: %u of %u between low and high", tally->what, tally->inside,
	              tally->count);
}

/*
 * The smaller they are the more they differ from host to host: starts of a collective of eight
 * H100s are published from 16 to 50 us. XLA ran each size once, and neighbours differ twofold.
 */
Test(cost_published, most_times_are_near_and_nine_of_ten_between_low_and_high)
{
	struct tally others[] = {
	    {.what = "below 1 MiB", .to = 1 << 20, .near_share = 48, .inside_share = 96},
	    {"1 MiB to 64 MiB", 1 << 20, 64L << 20, 52, 97, 0, 0, 0},
	    {"64 MiB and more", 64L << 20, INT64_MAX, 85, 95, 0, 0, 0},
	    {.what = "all", .to = INT64_MAX, .near_share = 67, .inside_share = 96},
	};
	struct tally xla[] = {
	    {.what = "XLA, below 1 MiB", .to = 1 << 20, .near_share = 10, .inside_share = 88},
	    {"XLA, 1 MiB to 64 MiB", 1 << 20, 64L << 20, 25, 95, 0, 0, 0},
	    {"XLA, 64 MiB and more", 64L << 20, INT64_MAX, 74, 95, 0, 0, 0},
	    {.what = "XLA, all", .to = INT64_MAX, .near_share = 34, .inside_share = 95},
	};
	count_rows(xla, others, COUNT_OF(others));
	for (size_t i = 0; i < COUNT_OF(others); i++) {
		expect(&others[i]);
		expect(&xla[i]);
	}
}

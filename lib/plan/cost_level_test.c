/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/cost_level.h"

#include <criterion/criterion.h>

static const struct cost_axis ring_of_8 = {
    .link = COST_LINK_TORUS, .size = 8, .wraps = true, .stride = 1, .sharing = 1};
static const struct cost_axis line_of_4 = {
    .link = COST_LINK_TORUS, .size = 4, .stride = 1, .sharing = 1};
static const struct cost_axis cores = {
    .link = COST_LINK_CORE, .size = 2, .stride = 1, .sharing = 1};
static const struct cost_axis four_nodes = {
    .link = COST_LINK_NETWORK, .size = 4, .stride = 1, .sharing = 1};

/* A level of up to two axes between `below` devices inside and `above` groups outside. */
static struct cost_level level_of(const struct cost_axis *first, const struct cost_axis *second)
{
	struct cost_level level = {.link = first->link,
	                           .axes = {*first},
	                           .naxes = 1,
	                           .size = first->size,
	                           .below = 1,
	                           .above = 1,
	                           .chips = 1};
	if (second) {
		level.axes[level.naxes++] = *second;
		level.size *= second->size;
	}
	return level;
}

static struct cost_level_time exact(const char *chip, enum cost_op op, int64_t bytes,
                                    const struct cost_level *level)
{
	struct cost_request request = {.op = op, .bytes = bytes};
	return cost_level_time(chip_named(str_of(chip)), COST_CALIBRATED, &request, level);
}

static bool is_near(double value, double wanted)
{
	return value > wanted * (1 - 1e-9) && value < wanted * (1 + 1e-9);
}

Test(cost_level, gathers_over_both_directions_of_a_ring)
{
	struct cost_level level = level_of(&ring_of_8, NULL);
	struct cost_level_time time = exact("v5e", COST_ALL_GATHER, 8 * 45000000, &level);
	cr_expect(is_near(time.ideal, 7 * 1e-3 / 2));
	cr_expect(is_near(time.loaded, time.ideal / 0.95));
	cr_expect(is_near(time.hops, 4e-6));
}

Test(cost_level, gathers_over_two_axes_at_once)
{
	struct cost_level level = level_of(&ring_of_8, &line_of_4);
	struct cost_level_time time = exact("v5e", COST_ALL_GATHER, 32 * 45000000, &level);
	cr_expect(is_near(time.ideal, 31 * 1e-3 / 3));
	cr_expect(is_near(time.hops, 7e-6));
	/* One after the other: a quarter of the array over the ring, then all over the line. */
	cr_expect(is_near(time.staged, 7 * 1e-3 / 2 / 0.95 + 24 * 1e-3 / 0.82), "%g", time.staged);
}

Test(cost_level, reduces_in_twice_the_time_of_a_gather)
{
	struct cost_level level = level_of(&ring_of_8, &line_of_4);
	struct cost_level_time gather = exact("v5e", COST_ALL_GATHER, 1 << 30, &level);
	struct cost_level_time scatter = exact("v5e", COST_REDUCE_SCATTER, 1 << 30, &level);
	struct cost_level_time reduce = exact("v5e", COST_ALL_REDUCE, 1 << 30, &level);
	cr_expect(is_near(reduce.ideal, 2 * gather.ideal));
	cr_expect(is_near(reduce.hops, 2 * gather.hops));
	cr_expect(is_near(scatter.loaded, gather.loaded));
}

Test(cost_level, sends_round_the_ends_of_a_line)
{
	struct cost_axis line = line_of_4, ring = ring_of_8;
	line.distance = ring.distance = 1;
	struct cost_level on_line = level_of(&line, NULL), on_ring = level_of(&ring, NULL);
	cr_expect(is_near(exact("v5e", COST_PERMUTE, 45000000, &on_line).hops, 3e-6));
	cr_expect(is_near(exact("v5e", COST_PERMUTE, 45000000, &on_ring).hops, 1e-6));
	ring.distance = 6;
	on_ring = level_of(&ring, NULL);
	struct cost_level_time time = exact("v5e", COST_PERMUTE, 45000000, &on_ring);
	cr_expect(is_near(time.hops, 2e-6));
	cr_expect(is_near(time.ideal, 2e-3));
}

Test(cost_level, widens_for_a_permutation_that_is_not_known)
{
	struct cost_axis line = line_of_4;
	line.size = 16;
	line.distance = COST_ANY_DISTANCE;
	struct cost_level level = level_of(&line, NULL);
	struct cost_level_time time = exact("v5e", COST_PERMUTE, 45000000, &level);
	cr_expect(is_near(time.ideal, 1e-3));
	cr_expect(is_near(time.loaded, 4e-3 / 0.82));
	cr_expect(is_near(time.staged, 8e-3 / 0.82));
}

Test(cost_level, joins_the_chips_of_a_slice_into_the_network)
{
	struct cost_level level = level_of(&four_nodes, NULL);
	level.below = level.chips = 16;
	cr_expect(is_near(cost_level_bandwidth(chip_named(STR("v5p")), &level), 16 * 6.25e9));
	struct cost_level_time time = exact("v5p", COST_ALL_GATHER, 100000000000, &level);
	cr_expect(is_near(time.ideal, 0.75));
	struct cost_level_time exchange = exact("v5p", COST_ALL_TO_ALL, 100000000000, &level);
	cr_expect(is_near(exchange.ideal, 0.75 / 4));
}

Test(cost_level, meets_the_spine_beyond_a_scalable_unit)
{
	struct cost_axis nodes = four_nodes;
	nodes.size = 128;
	struct cost_level level = level_of(&nodes, NULL);
	level.below = level.chips = 8;
	struct chip narrow = *chip_named(STR("h100"));
	struct cost_request request = {.op = COST_ALL_GATHER, .bytes = 400000000000};
	double wide = cost_level_time(&narrow, COST_TEXTBOOK, &request, &level).ideal;
	cr_expect(is_near(wide, 31.0 / 32));
	/* A spine thinner than the uplinks of 32 nodes would bind. */
	narrow.figures[FIGURE_RACK_BANDWIDTH] = (struct figure_value){1e11, "test"};
	double thin = cost_level_time(&narrow, COST_TEXTBOOK, &request, &level).ideal;
	cr_expect(is_near(thin, 3.0));
}

Test(cost_level, exchanges_within_a_chip)
{
	struct cost_level level = level_of(&cores, NULL);
	struct cost_level_time time = exact("v7x", COST_ALL_TO_ALL, 2400000000, &level);
	cr_expect(is_near(time.ideal, 1e-3), "%g", time.ideal);
	cr_expect(is_near(time.loaded, time.ideal));
}

Test(cost_level, reduces_in_the_switch_only_what_is_reduced)
{
	struct cost_axis node = {.link = COST_LINK_SWITCH, .size = 8, .stride = 1, .sharing = 1};
	struct cost_level level = level_of(&node, NULL);
	struct cost_level_time gather = exact("b200", COST_ALL_GATHER, 1 << 30, &level);
	struct cost_level_time reduce = exact("b200", COST_ALL_REDUCE, 1 << 30, &level);
	cr_expect(is_near(gather.loaded, gather.ideal / 0.76));
	cr_expect(is_near(reduce.ideal, (1 << 30) / 900e9));
}

Test(cost_level, crosses_the_network_at_best_once_for_each_node)
{
	struct cost_level level = level_of(&four_nodes, NULL);
	level.below = level.chips = 8;
	struct cost_level_time gather = exact("h100", COST_ALL_GATHER, 400000000000, &level);
	cr_expect(is_near(gather.ideal, 3.0 / 4));
	struct cost_level_time reduce = exact("h100", COST_ALL_REDUCE, 400000000000, &level);
	cr_expect(is_near(reduce.ideal, 2 * 3.0 / 4));
}

Test(cost_level, takes_no_time_over_links_that_are_not_known)
{
	struct cost_level level = level_of(&ring_of_8, NULL);
	struct cost_request request = {.op = COST_ALL_GATHER, .bytes = 1 << 30};
	struct cost_level_time time =
	    cost_level_time(chip_named(STR("cpu")), COST_CALIBRATED, &request, &level);
	cr_expect_eq(time.ideal, 0);
	cr_expect_eq(time.hops, 0);
}

/* Opposite devices of a ring of four have a way on either side, shared with the other pair. */
Test(cost_level, goes_both_ways_round_between_opposite_devices)
{
	struct cost_axis near = {
	    .link = COST_LINK_TORUS, .size = 2, .wraps = true, .stride = 1, .sharing = 1};
	struct cost_axis opposite = near;
	opposite.stride = 2;
	struct cost_level neighbours = level_of(&near, NULL), apart = level_of(&opposite, NULL);
	struct cost_level_time direct = exact("v4", COST_ALL_GATHER, 90000000, &neighbours);
	struct cost_level_time around = exact("v4", COST_ALL_GATHER, 90000000, &apart);
	cr_expect(is_near(direct.ideal, 1e-3));
	cr_expect(is_near(around.ideal, 1e-3));
	cr_expect(is_near(around.hops, 2e-6));
}

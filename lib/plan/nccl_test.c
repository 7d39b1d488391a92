/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/nccl.h"

#include <criterion/criterion.h>

static struct nccl_time timed(const char *chip, enum cost_op op, int64_t bytes, int64_t node,
                              int64_t nodes)
{
	struct cost_request request = {.op = op, .bytes = bytes};
	struct nccl_group group = {node, nodes};
	return nccl_time(chip_named(str_of(chip)), &request, &group);
}

static double busy(struct nccl_time time)
{
	return time.latency + time.bytes + time.ramp;
}

static bool is_near(double value, double wanted, double tolerance)
{
	return value > wanted * (1 - tolerance) && value < wanted * (1 + tolerance);
}

Test(nccl, takes_the_protocol_with_the_least_latency_for_what_is_small)
{
	struct nccl_time time = timed("h100", COST_ALL_REDUCE, 1024, 8, 1);
	cr_expect_str_eq(time.words, "rings, protocol LL");
	cr_expect(is_near(time.latency, 6.6e-6 + 14 * 0.6e-6, 1e-9), "%g", time.latency);
	time = timed("h100", COST_ALL_GATHER, 1024, 8, 1);
	cr_expect(is_near(time.latency, 6.6e-6 + 7 * 0.6e-6, 1e-9), "%g", time.latency);
	time = timed("h100", COST_ALL_REDUCE, 1024, 8, 2);
	cr_expect_str_eq(time.words, "trees, protocol LL");
	cr_expect(is_near(time.latency, 6.8e-6 + 14 * 0.6e-6 + 2 * 5e-6, 1e-9), "%g", time.latency);
}

/* NVIDIA/nccl #1455: rings of 2 to 4 H100s, sums in the switch of 5 to 8, and so many GB/s. */
Test(nccl, sums_in_the_switch_where_that_is_quicker)
{
	static const struct {
		int64_t devices;
		bool in_switch;
		double bus;
	} cases[] = {
	    {2, false, 368}, {5, true, 420}, {6, true, 440}, {7, true, 460}, {8, true, 480}};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		double n = (double)cases[i].devices, bytes = 4294967296;
		struct nccl_time time =
		    timed("h100", COST_ALL_REDUCE, (int64_t)bytes, cases[i].devices, 1);
		double bus = 2 * (n - 1) / n * bytes / busy(time) / 1e9;
		cr_expect_eq(time.sums_in_switch, cases[i].in_switch, "%g: %s", n, time.words);
		cr_expect(is_near(bus, cases[i].bus, 0.25), "%g: %g GB/s", n, bus);
	}
	cr_expect_not(timed("a100", COST_ALL_REDUCE, 1 << 30, 8, 1).sums_in_switch);
	cr_expect_not(timed("h100", COST_REDUCE_SCATTER, 1 << 30, 8, 1).sums_in_switch);
}

Test(nccl, is_bound_by_the_slower_of_links_and_network)
{
	double one = busy(timed("h100", COST_ALL_GATHER, 4L << 30, 8, 1));
	double two = busy(timed("h100", COST_ALL_GATHER, 4L << 30, 8, 2));
	double alone = busy(timed("h100", COST_ALL_GATHER, 4L << 30, 1, 2));
	cr_expect(is_near(alone, (2L << 30) / (50e9 * 0.9 * 0.78), 0.01), "%g", alone);
	cr_expect(two > one && two < alone / 4, "%g %g %g", one, two, alone);
	/* Of what each has for the others half crosses the network. */
	double exchange = busy(timed("h100", COST_ALL_TO_ALL, 16L << 30, 8, 2));
	cr_expect(is_near(exchange, (1L << 29) / (50e9 * 0.88), 0.01), "%g", exchange);
}

/* NVIDIA/nccl-tests #309 and stas00/ml-engineering: NCCL has rings between four nodes of 8 H100 or
 * H200, 365 GB/s of bus bandwidth, and sums in the switches of two, joined by trees, 470. */
Test(nccl, rings_join_more_than_two_nodes_at_best)
{
	double bytes = 17179869184;
	struct nccl_time two = timed("h100", COST_ALL_REDUCE, (int64_t)bytes, 8, 2);
	struct nccl_time four = timed("h100", COST_ALL_REDUCE, (int64_t)bytes, 8, 4);
	cr_expect(two.sums_in_switch);
	cr_expect_str_eq(four.words, "rings, protocol Simple");
	cr_expect(is_near(2 * 31.0 / 32 * bytes / busy(four), 365e9, 0.05), "%g", busy(four));
	cr_expect(is_near(2 * 15.0 / 16 * bytes / busy(two), 470e9, 0.05), "%g", busy(two));
}

/* coreweave/nccl-tests: 1, 2 and 20 racks of 72 GB200. */
Test(nccl, many_racks_sum_at_half_the_rate_of_one)
{
	static const struct {
		int64_t racks;
		double seconds;
	} cases[] = {{1, 0.020299}, {2, 0.021493}, {20, 0.045004}};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct nccl_time time =
		    timed("gb200", COST_ALL_REDUCE, 8L << 30, 72, cases[i].racks);
		cr_expect(time.sums_in_switch);
		cr_expect(is_near(busy(time), cases[i].seconds, 0.1), "%g", busy(time));
	}
}

/* Seven links of 76.8 GB/s, one to each of the others: four of a node have three of them. */
Test(nccl, has_the_links_to_its_group_where_each_pair_has_its_own)
{
	double eight = timed("mi355x", COST_ALL_GATHER, 8L << 30, 8, 1).bytes;
	double four = timed("mi355x", COST_ALL_GATHER, 8L << 30, 4, 1).bytes;
	double pair = timed("mi355x", COST_ALL_GATHER, 8L << 30, 2, 1).bytes;
	double two = timed("mi355x", COST_PERMUTE, 1L << 30, 2, 1).bytes;
	double own = 0.5 * 3 / 7; /* a step of its own part is as quick as with all seven links */
	cr_expect(is_near(four / eight, (3 + own) / 4 / (7.5 / 8) * 7 / 3, 1e-9), "%g",
	          four / eight);
	cr_expect(is_near(two, (1L << 30) / (76.8e9 * 0.76), 1e-9), "%g", two);
	/* 61 GB/s in a sweep of rccl-tests on MI355X, 59.6 in another */
	cr_expect(is_near(pair, 0.0712, 0.12), "%g", pair);
}

/* Of 2 x 8: NCCL 2.28 has half of what a ring of LL carries for a tree, and less at that size. */
Test(nccl, carries_less_across_the_network_with_small_buffers)
{
	struct nccl_time tree = timed("a100", COST_ALL_REDUCE, 1 << 16, 8, 2);
	cr_expect_str_eq(tree.words, "trees, protocol LL");
	cr_expect(is_near(tree.bytes, (1 << 16) / (30e9 / 2 * 0.6), 1e-9), "%g", tree.bytes);
	struct nccl_time ring = timed("h200", COST_ALL_GATHER, 1 << 20, 8, 2);
	cr_expect_str_eq(ring.words, "rings, protocol LL");
	cr_expect(is_near(ring.bytes, (1 << 20) * 15.0 / 16 / 30e9, 1e-9), "%g", ring.bytes);
	tree = timed("b200", COST_ALL_REDUCE, 1 << 20, 8, 2);
	cr_expect_str_eq(tree.words, "trees, protocol LL128");
	cr_expect(is_near(tree.bytes, (1 << 20) / 50e9, 1e-9), "%g", tree.bytes);
	cr_expect_str_eq(timed("h200", COST_ALL_GATHER, 1 << 22, 8, 2).words,
	                 "rings, protocol Simple");
}

Test(nccl, loses_half_of_the_ramp_at_its_size)
{
	const struct chip *chip = chip_named(STR("h200"));
	double half = chip_figure(chip, FIGURE_RAMP_BYTES);
	double ramp = chip_figure(chip, FIGURE_RAMP_SECONDS);
	cr_expect(
	    is_near(nccl_ramp(chip, FIGURE_RAMP_SECONDS, FIGURE_RAMP_BYTES, half), ramp / 2, 1e-9));
	cr_expect_eq(nccl_ramp(chip_named(STR("v4")), FIGURE_RAMP_SECONDS, FIGURE_RAMP_BYTES, half),
	             0);
}

Test(nccl, passes_on_over_link_or_network)
{
	double link = timed("h100", COST_PERMUTE, 1L << 30, 8, 1).bytes;
	double wire = timed("h100", COST_PERMUTE, 1L << 30, 8, 2).bytes;
	double alone = timed("h100", COST_SEND, 1L << 30, 1, 2).bytes;
	cr_expect(is_near(link, (1 << 30) / (450e9 * 0.81), 1e-9), "%g", link);
	cr_expect(is_near(wire, (1 << 30) / (50e9 * 0.88), 1e-9), "%g", wire);
	cr_expect(is_near(alone, (1 << 30) / (50e9 * 0.88 * 0.78), 1e-9), "%g", alone);
}

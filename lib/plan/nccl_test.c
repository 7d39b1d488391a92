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
	cr_expect_str_eq(time.words, "NCCL: rings, protocol LL");
	cr_expect(is_near(time.latency, 6.6e-6 + 14 * 1.0e-6, 1e-9), "%g", time.latency);
	time = timed("h100", COST_ALL_GATHER, 1024, 8, 1);
	cr_expect(is_near(time.latency, 6.6e-6 + 7 * 1.0e-6, 1e-9), "%g", time.latency);
	time = timed("h100", COST_ALL_REDUCE, 1024, 8, 2);
	cr_expect_str_eq(time.words, "NCCL: trees, protocol LL");
	cr_expect(is_near(time.latency, 6.8e-6 + 14 * 1.0e-6 + 2 * 5e-6, 1e-9), "%g", time.latency);
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

/* Of 2 x 8: NCCL 2.28 has half of what a ring of LL carries for a tree, and less at that size. */
Test(nccl, carries_less_across_the_network_with_small_buffers)
{
	struct nccl_time tree = timed("a100", COST_ALL_REDUCE, 1 << 16, 8, 2);
	cr_expect_str_eq(tree.words, "NCCL: trees, protocol LL");
	cr_expect(is_near(tree.bytes, (1 << 16) / (30e9 / 2 * 0.6), 1e-9), "%g", tree.bytes);
	struct nccl_time ring = timed("h200", COST_ALL_GATHER, 1 << 20, 8, 2);
	cr_expect_str_eq(ring.words, "NCCL: rings, protocol LL");
	cr_expect(is_near(ring.bytes, (1 << 20) * 15.0 / 16 / 30e9, 1e-9), "%g", ring.bytes);
	tree = timed("b200", COST_ALL_REDUCE, 1 << 20, 8, 2);
	cr_expect_str_eq(tree.words, "NCCL: trees, protocol LL128");
	cr_expect(is_near(tree.bytes, (1 << 20) / 50e9, 1e-9), "%g", tree.bytes);
	cr_expect_str_eq(timed("h200", COST_ALL_GATHER, 1 << 22, 8, 2).words,
	                 "NCCL: rings, protocol Simple");
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
	double wire = timed("h100", COST_SEND, 1L << 30, 8, 2).bytes;
	cr_expect(is_near(link, (1 << 30) / (450e9 * 0.81), 1e-9), "%g", link);
	cr_expect(is_near(wire, (1 << 30) / (50e9 * 0.88), 1e-9), "%g", wire);
}

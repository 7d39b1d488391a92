/* SPDX-License-Identifier: Apache-2.0 */
/* Worked problems and measurements that others have published. */
#include "plan/cost.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#define RING(n)                                                                                \
	{                                                                                      \
		.link = COST_LINK_TORUS, .size = (n), .wraps = true, .stride = 1, .sharing = 1 \
	}
#define LINE(n)                                                                 \
	{                                                                       \
		.link = COST_LINK_TORUS, .size = (n), .stride = 1, .sharing = 1 \
	}
#define NODE(n)                                                                  \
	{                                                                        \
		.link = COST_LINK_SWITCH, .size = (n), .stride = 1, .sharing = 1 \
	}
#define NETWORK(n)                                                                \
	{                                                                         \
		.link = COST_LINK_NETWORK, .size = (n), .stride = 1, .sharing = 1 \
	}

struct published {
	const char *what;
	const char *chip;
	enum cost_op op;
	int64_t bytes;
	struct cost_axis axes[3];
	double seconds, tolerance; /* relative */
};

static struct cost cost_for(struct arena *arena, const struct published *problem,
                            enum cost_setting setting)
{
	struct cost_request request = {
	    .op = problem->op, .bytes = problem->bytes, .axes = problem->axes, .naxes = 3};
	return cost_of(arena, chip_named(str_of(problem->chip)), setting, &request);
}

static bool is_near(double value, double wanted, double tolerance)
{
	return value >= wanted * (1 - tolerance) && value <= wanted * (1 + tolerance);
}

/* Answers of the textbook, to its own rounding. */
static const struct published textbook[] = {
    {"scaling-book sharding.md, pop quiz 2, E 2048, with the missing wraparound",
     "v5e",
     COST_ALL_GATHER,
     2L * 2048 * 8192,
     {LINE(4)},
     560e-6,
     0.01},
    {"the same on a ring", "v5e", COST_ALL_GATHER, 2L * 2048 * 8192, {RING(4)}, 377e-6, 0.015},
    {"pop quiz 2, E 256: three hops",
     "v5e",
     COST_ALL_GATHER,
     2L * 256 * 256,
     {LINE(4)},
     3e-6,
     0.001},
    {"question 2, AllGather over X of an array also sharded over Y",
     "v4",
     COST_ALL_GATHER,
     2L * 1024 * 4096 / 4,
     {RING(4)},
     23e-6,
     0.02},
    {"question 2, AllGather over X and Y",
     "v4",
     COST_ALL_GATHER,
     2L * 1024 * 4096,
     {RING(4), RING(4)},
     46e-6,
     0.02},
    {"question 2, AllReduce over Z",
     "v4",
     COST_ALL_REDUCE,
     2L * 1024 * 4096,
     {RING(4)},
     190e-6,
     0.02},
    {"question 3: two hops", "v4", COST_ALL_GATHER, 2L * 128, {RING(4)}, 2e-6, 0.001},
    {"all-to-all is a quarter of an all-gather",
     "v4",
     COST_ALL_TO_ALL,
     8L << 20,
     {RING(4)},
     (8 << 20) / 9e10 / 4,
     0.001},
    {"tpus.md, question 5: from corner to corner of 4x4",
     "v5e",
     COST_SEND,
     2L * 8 * 128 * 8192,
     {{.link = COST_LINK_TORUS, .size = 4, .stride = 1, .sharing = 1, .distance = 3},
      {.link = COST_LINK_TORUS, .size = 4, .stride = 1, .sharing = 1, .distance = 3}},
     188e-6,
     0.02},
    {"a permute to the neighbour on a ring",
     "v5e",
     COST_PERMUTE,
     45000000,
     {{.link = COST_LINK_TORUS,
       .size = 16,
       .wraps = true,
       .stride = 1,
       .sharing = 1,
       .distance = 1}},
     1e-3,
     0.001},
    {"gpus.md: an H100 node reduces at 514 GB/s",
     "h100",
     COST_ALL_GATHER,
     514285714,
     {NODE(8)},
     1e-3,
     0.001},
    {"gpus.md: a scalable unit of 32 nodes at 413 GB/s",
     "h100",
     COST_ALL_GATHER,
     412903226,
     {NODE(8), NETWORK(32)},
     1e-3,
     0.001},
    {"gpus.md: 1024 H100 at the same 413 GB/s",
     "h100",
     COST_ALL_GATHER,
     412903226,
     {NODE(8), NETWORK(128)},
     1e-3,
     0.001},
    {"gpus.md, pop quiz 1: 65 us in a node",
     "h100",
     COST_ALL_GATHER,
     2L * 1024 * 16384,
     {NODE(8)},
     65e-6,
     0.01},
    {"gpus.md, pop quiz 2: (N - 1) / N^2 of the array",
     "h100",
     COST_ALL_TO_ALL,
     450000000L * 64 / 7,
     {NODE(8)},
     1e-3,
     0.001},
    {"gpus.md, quiz 2 question 3: 1.04 ms",
     "h100",
     COST_ALL_GATHER,
     2L * 4096 * 65536,
     {NODE(8)},
     1.04e-3,
     0.005},
    {"gpus.md: all-to-all over two nodes, (M - 1) / M^2 of the array over 400 GB/s",
     "h100",
     COST_ALL_TO_ALL,
     1600000000,
     {NODE(8), NETWORK(2)},
     1e-3,
     0.001},
    {"sharding.md, question 2: AllReduce over Z of an array sharded over X and Y",
     "v4",
     COST_ALL_REDUCE,
     2L * 1024 * 4096 / 16,
     {RING(4)},
     2 * 5.8e-6,
     0.01},
    {"8 x H200, all-reduce of 1 GiB on an ideal ring",
     "h200",
     COST_ALL_REDUCE,
     1L << 30,
     {NODE(8)},
     4.18e-3,
     0.002},
    {"8 x A100, all-reduce of 16 GiB on an ideal ring",
     "a100",
     COST_ALL_REDUCE,
     16L << 30,
     {NODE(8)},
     100.2e-3,
     0.001},
    {"all-reduce between slices of 32 v5p, in the network 2V / S W",
     "v5p",
     COST_ALL_REDUCE,
     4L << 30,
     {RING(4), RING(8), NETWORK(2)},
     2.0 * (4L << 30) / (32 * 6.25e9),
     0.001},
    {"all-gather between chips of two v5p slices: half of it is there",
     "v5p",
     COST_ALL_GATHER,
     4L << 30,
     {NETWORK(2)},
     0.5 * (4L << 30) / 6.25e9,
     0.001},
};

ParameterizedTestParameters(cost, agrees_with_the_textbook)
{
	static int indices[COUNT_OF(textbook)];
	for (int i = 0; i < (int)COUNT_OF(textbook); i++)
		indices[i] = i;
	return cr_make_param_array(int, indices, COUNT_OF(textbook));
}

ParameterizedTest(int *index, cost, agrees_with_the_textbook)
{
	struct arena arena = {0};
	const struct published *problem = &textbook[*index];
	struct cost cost = cost_for(&arena, problem, COST_TEXTBOOK);
	cr_expect(is_near(cost.expected, problem->seconds, problem->tolerance), "%s: %g s, not %g",
	          problem->what, cost.expected, problem->seconds);
	arena_drop(&arena);
}

/* Bytes of an all-reduce that took a second at so many GB/s of bus bandwidth on eight devices. */
#define BUS_SECONDS(bytes, gigabytes) (1.75 * (bytes) / ((gigabytes)*1e9))

/* Bytes of an all-gather or reduce-scatter at so many GB/s of bus bandwidth on eight devices. */
#define GATHER_SECONDS(bytes, gigabytes) (0.875 * (bytes) / ((gigabytes)*1e9))

/*
 * Measurements: large transfers within 15 %, small ones within a factor of 3. Most of the chips'
 * coefficients are taken from these very runs, so this keeps model and coefficients together; it
 * does not show how well either does elsewhere.
 */
static const struct published measured[] = {
    {"v5e 8x4, all-gather of 34 MB over the 4-line",
     "v5e",
     COST_ALL_GATHER,
     2L * 2048 * 8192,
     {LINE(4)},
     680e-6,
     0.15},
    {"v5e 8x4, all-gather of 131 kB",
     "v5e",
     COST_ALL_GATHER,
     2L * 256 * 256,
     {LINE(4)},
     8e-6,
     0.15},
    {"v5e 8x16, large all-gather over the ring: 95 % of the links",
     "v5e",
     COST_ALL_GATHER,
     1L << 30,
     {RING(16)},
     (1L << 30) * 15 / 16 / (0.95 * 9e10),
     0.15},
    {"8 x H100, 10 GB all-reduce",
     "h100",
     COST_ALL_REDUCE,
     10000000000,
     {NODE(8)},
     BUS_SECONDS(1e10, 370),
     0.15},
    {"8 x H200, 16 GiB all-reduce without in-switch reduction",
     "h200",
     COST_ALL_REDUCE,
     16L << 30,
     {NODE(8)},
     BUS_SECONDS(17179869184.0, 367.2),
     0.15},
    {"8 x H200, 32 KiB",
     "h200",
     COST_ALL_REDUCE,
     32L << 10,
     {NODE(8)},
     BUS_SECONDS(32768, 1.44),
     0.67},
    {"8 x H200, 1 MiB",
     "h200",
     COST_ALL_REDUCE,
     1L << 20,
     {NODE(8)},
     BUS_SECONDS(1048576, 39.9),
     0.67},
    {"8 x A100, 16 GiB", "a100", COST_ALL_REDUCE, 16L << 30, {NODE(8)}, 128e-3, 0.15},
    {"8 x A100, 1 GiB",
     "a100",
     COST_ALL_REDUCE,
     1L << 30,
     {NODE(8)},
     BUS_SECONDS(1073741824.0, 229),
     0.15},
    {"8 x A100, 64 MiB",
     "a100",
     COST_ALL_REDUCE,
     64L << 20,
     {NODE(8)},
     BUS_SECONDS(67108864, 171.5),
     0.15},
    {"8 x A100, 16 MiB",
     "a100",
     COST_ALL_REDUCE,
     16L << 20,
     {NODE(8)},
     BUS_SECONDS(16777216, 106),
     0.15},
    {"8 x A100, 1 MiB",
     "a100",
     COST_ALL_REDUCE,
     1L << 20,
     {NODE(8)},
     BUS_SECONDS(1048576, 18),
     0.67},
    {"8 x B200, 16 GiB",
     "b200",
     COST_ALL_REDUCE,
     16L << 30,
     {NODE(8)},
     BUS_SECONDS(17179869184.0, 845.7),
     0.15},
    {"8 x B200, 1 GiB",
     "b200",
     COST_ALL_REDUCE,
     1L << 30,
     {NODE(8)},
     BUS_SECONDS(1073741824.0, 723),
     0.15},
    {"8 x B200, 64 MiB",
     "b200",
     COST_ALL_REDUCE,
     64L << 20,
     {NODE(8)},
     BUS_SECONDS(67108864, 400.6),
     0.15},
    {"8 x B200, 1 MiB",
     "b200",
     COST_ALL_REDUCE,
     1L << 20,
     {NODE(8)},
     BUS_SECONDS(1048576, 36.1),
     0.67},
    {"4 x 8 B200 over EFA, 4 GiB all-reduce",
     "b200",
     COST_ALL_REDUCE,
     4L << 30,
     {NODE(8), NETWORK(4)},
     22.05e-3,
     0.15},
    {"8 x H200, 16 GiB all-gather",
     "h200",
     COST_ALL_GATHER,
     16L << 30,
     {NODE(8)},
     GATHER_SECONDS(17179869184.0, 361.4),
     0.15},
    {"8 x H200, 16 GiB reduce-scatter",
     "h200",
     COST_REDUCE_SCATTER,
     16L << 30,
     {NODE(8)},
     GATHER_SECONDS(17179869184.0, 362.9),
     0.15},
    {"8 x B200 (GCP A4), 8 MiB", "b200", COST_ALL_REDUCE, 8L << 20, {NODE(8)}, 80.32e-6, 0.2},
    {"8 x B200 (GCP A4), 16 MiB", "b200", COST_ALL_REDUCE, 16L << 20, {NODE(8)}, 110.5e-6, 0.15},
    {"8 x B200 (GCP A4), 32 MiB", "b200", COST_ALL_REDUCE, 32L << 20, {NODE(8)}, 172.6e-6, 0.15},
    {"8 x B200 (GCP A4), 64 MiB", "b200", COST_ALL_REDUCE, 64L << 20, {NODE(8)}, 280.0e-6, 0.15},
    {"8 x B200 (GCP A4), 128 MiB", "b200", COST_ALL_REDUCE, 128L << 20, {NODE(8)}, 396.9e-6, 0.15},
    {"8 x B200 (GCP A4), 256 MiB", "b200", COST_ALL_REDUCE, 256L << 20, {NODE(8)}, 714.7e-6, 0.15},
    {"8 x B200 (GCP A4), 512 MiB", "b200", COST_ALL_REDUCE, 512L << 20, {NODE(8)}, 1335.6e-6, 0.15},
    {"2 x 8 B200 (GCP A4), 64 MiB",
     "b200",
     COST_ALL_REDUCE,
     64L << 20,
     {NODE(8), NETWORK(2)},
     483.3e-6,
     0.15},
    {"2 x 8 B200 (GCP A4), 256 MiB",
     "b200",
     COST_ALL_REDUCE,
     256L << 20,
     {NODE(8), NETWORK(2)},
     1114.8e-6,
     0.15},
    {"2 x 8 B200 (GCP A4), 1024 MiB",
     "b200",
     COST_ALL_REDUCE,
     1024L << 20,
     {NODE(8), NETWORK(2)},
     3328.7e-6,
     0.15},
    {"2 x 8 B200 (GCP A4), 16384 MiB",
     "b200",
     COST_ALL_REDUCE,
     16384L << 20,
     {NODE(8), NETWORK(2)},
     47062e-6,
     0.15},
    {"2 x 8 B200 (GKE A4), 8 GiB all-gather",
     "b200",
     COST_ALL_GATHER,
     8L << 30,
     {NODE(8), NETWORK(2)},
     30970e-6,
     0.15},
    {"8 x B200 (Vultr), 16 MiB all-gather",
     "b200",
     COST_ALL_GATHER,
     16L << 20,
     {NODE(8)},
     49.04e-6,
     0.2},
    {"8 x B200 (Vultr), 64 MiB all-gather",
     "b200",
     COST_ALL_GATHER,
     64L << 20,
     {NODE(8)},
     139.13e-6,
     0.15},
    {"8 x B200 (Vultr), 16 GiB reduce-scatter",
     "b200",
     COST_REDUCE_SCATTER,
     16L << 30,
     {NODE(8)},
     21629.9e-6,
     0.15},
    {"8 x B200 (Vultr), all-to-all of 1 MiB each",
     "b200",
     COST_ALL_TO_ALL,
     8L << 20,
     {NODE(8)},
     18.09e-6,
     0.15},
    {"8 x B200 (Vultr), all-to-all of 256 MiB each",
     "b200",
     COST_ALL_TO_ALL,
     2L << 30,
     {NODE(8)},
     438.78e-6,
     0.15},
    {"2 x 8 H200 over 8 x 400G, 4 MiB",
     "h200",
     COST_ALL_REDUCE,
     4L << 20,
     {NODE(8), NETWORK(2)},
     106.13e-6,
     0.2},
    {"2 x 8 H200 over 8 x 400G, 8 MiB",
     "h200",
     COST_ALL_REDUCE,
     8L << 20,
     {NODE(8), NETWORK(2)},
     149.76e-6,
     0.15},
    {"2 x 8 H200 over 8 x 400G, 64 MiB",
     "h200",
     COST_ALL_REDUCE,
     64L << 20,
     {NODE(8), NETWORK(2)},
     461.01e-6,
     0.15},
    {"2 x 8 H200 over 8 x 400G, 256 MiB",
     "h200",
     COST_ALL_REDUCE,
     256L << 20,
     {NODE(8), NETWORK(2)},
     1275.21e-6,
     0.15},
    {"2 x 8 H200 over 8 x 400G, 1024 MiB",
     "h200",
     COST_ALL_REDUCE,
     1024L << 20,
     {NODE(8), NETWORK(2)},
     4388.55e-6,
     0.15},
    {"2 x 8 H200 over 8 x 400G, 16384 MiB",
     "h200",
     COST_ALL_REDUCE,
     16384L << 20,
     {NODE(8), NETWORK(2)},
     66326.9e-6,
     0.15},
    {"8 x A100, nccl-tests 2.16, 32 MiB",
     "a100",
     COST_ALL_REDUCE,
     32L << 20,
     {NODE(8)},
     344.8e-6,
     0.15},
    {"8 x A100, nccl-tests 2.16, 256 MiB",
     "a100",
     COST_ALL_REDUCE,
     256L << 20,
     {NODE(8)},
     2106.1e-6,
     0.15},
    {"8 x A100, nccl-tests 2.16, 1024 MiB",
     "a100",
     COST_ALL_REDUCE,
     1024L << 20,
     {NODE(8)},
     8109.1e-6,
     0.15},
    {"2 x 8 A100 over 8 x 200G, 64 MiB",
     "a100",
     COST_ALL_REDUCE,
     64L << 20,
     {NODE(8), NETWORK(2)},
     956.9e-6,
     0.15},
    {"2 x 8 A100 over 8 x 200G, 256 MiB",
     "a100",
     COST_ALL_REDUCE,
     256L << 20,
     {NODE(8), NETWORK(2)},
     2966.1e-6,
     0.15},
    {"2 x 8 A100 over 8 x 200G, 1024 MiB",
     "a100",
     COST_ALL_REDUCE,
     1024L << 20,
     {NODE(8), NETWORK(2)},
     11013e-6,
     0.15},
    {"v7x 2x2x1, all-gather of 1048576 bytes",
     "v7x",
     COST_ALL_GATHER,
     64L * 4 * 4096,
     {{.link = COST_LINK_TORUS, .size = 2, .stride = 1, .sharing = 2},
      {.link = COST_LINK_TORUS, .size = 2, .stride = 1, .sharing = 2}},
     21.92e-6,
     0.15},
    {"v7x 2x2x1, all-gather of 4194304 bytes",
     "v7x",
     COST_ALL_GATHER,
     256L * 4 * 4096,
     {{.link = COST_LINK_TORUS, .size = 2, .stride = 1, .sharing = 2},
      {.link = COST_LINK_TORUS, .size = 2, .stride = 1, .sharing = 2}},
     48.7e-6,
     0.15},
    {"v7x 2x2x1, all-gather of 16777216 bytes",
     "v7x",
     COST_ALL_GATHER,
     1024L * 4 * 4096,
     {{.link = COST_LINK_TORUS, .size = 2, .stride = 1, .sharing = 2},
      {.link = COST_LINK_TORUS, .size = 2, .stride = 1, .sharing = 2}},
     155.4e-6,
     0.15},
    {"v7x 2x2x1, all-gather of 67108864 bytes",
     "v7x",
     COST_ALL_GATHER,
     4096L * 4 * 4096,
     {{.link = COST_LINK_TORUS, .size = 2, .stride = 1, .sharing = 2},
      {.link = COST_LINK_TORUS, .size = 2, .stride = 1, .sharing = 2}},
     576.0e-6,
     0.15},
    {"v7x 2x2x1, all-gather of 268435456 bytes",
     "v7x",
     COST_ALL_GATHER,
     16384L * 4 * 4096,
     {{.link = COST_LINK_TORUS, .size = 2, .stride = 1, .sharing = 2},
      {.link = COST_LINK_TORUS, .size = 2, .stride = 1, .sharing = 2}},
     2252.3e-6,
     0.15},
};

ParameterizedTestParameters(cost, comes_near_measurements)
{
	static int indices[COUNT_OF(measured)];
	for (int i = 0; i < (int)COUNT_OF(measured); i++)
		indices[i] = i;
	return cr_make_param_array(int, indices, COUNT_OF(measured));
}

ParameterizedTest(int *index, cost, comes_near_measurements)
{
	struct arena arena = {0};
	const struct published *run = &measured[*index];
	struct cost cost = cost_for(&arena, run, COST_CALIBRATED);
	cr_expect(is_near(cost.expected, run->seconds, run->tolerance), "%s: %g s, not %g",
	          run->what, cost.expected, run->seconds);
	arena_drop(&arena);
}

Test(cost, brackets_a_measured_all_reduce_over_four_nodes)
{
	struct arena arena = {0};
	const struct published run = {.chip = "b200",
	                              .op = COST_ALL_REDUCE,
	                              .bytes = 4L << 30,
	                              .axes = {NODE(8), NETWORK(4)}};
	struct cost cost = cost_for(&arena, &run, COST_CALIBRATED);
	cr_expect_lt(cost.low, 22.05e-3);
	cr_expect_gt(cost.high, 22.05e-3);
	arena_drop(&arena);
}

/* Nine of ten measured points lie between low and high. */
Test(cost, brackets_what_is_measured)
{
	struct arena arena = {0};
	uint32_t inside = 0;
	for (size_t i = 0; i < COUNT_OF(measured); i++) {
		struct cost cost = cost_for(&arena, &measured[i], COST_CALIBRATED);
		inside += cost.low <= measured[i].seconds && measured[i].seconds <= cost.high;
	}
	cr_expect_geq(inside * 10, COUNT_OF(measured) * 9, "%u of %zu", inside, COUNT_OF(measured));
	arena_drop(&arena);
}

/* A newer generation is at no size slower than the one before it. */
Test(cost, newer_gpus_are_not_slower)
{
	static const char *const chips[] = {"a100", "h100", "h200", "b200"};
	struct arena arena = {0};
	for (int64_t bytes = 1 << 10; bytes <= 1L << 34; bytes *= 4)
		for (size_t i = 1; i < COUNT_OF(chips); i++)
			for (int op = COST_ALL_GATHER; op <= COST_SEND; op++) {
				struct published run = {
				    .op = (enum cost_op)op, .bytes = bytes, .axes = {NODE(8)}};
				run.chip = chips[i - 1];
				double before = cost_for(&arena, &run, COST_CALIBRATED).expected;
				run.chip = chips[i];
				double after = cost_for(&arena, &run, COST_CALIBRATED).expected;
				cr_expect_leq(after, before * 1.2, "%s, %d, %lld: %g after %g",
				              run.chip, op, (long long)bytes, after, before);
			}
	arena_drop(&arena);
}

static const struct cost_axis shapes[][3] = {
    {RING(16)},
    {LINE(2)},
    {LINE(8)},
    {RING(4), RING(4)},
    {LINE(8), RING(16)},
    {RING(4), RING(4), NETWORK(2)},
    {RING(8), RING(5), LINE(3)},
};

Test(cost, is_ordered_and_grows_with_the_bytes)
{
	struct arena arena = {0};
	for (size_t i = 0; i < COUNT_OF(shapes); i++)
		for (int op = COST_ALL_GATHER; op <= COST_SEND; op++)
			for (int setting = COST_TEXTBOOK; setting <= COST_CALIBRATED; setting++) {
				struct published problem = {
				    .chip = "v4", .op = (enum cost_op)op, .bytes = 1 << 20};
				memcpy(problem.axes, shapes[i], sizeof problem.axes);
				struct cost small =
				    cost_for(&arena, &problem, (enum cost_setting)setting);
				problem.bytes = 64L << 20;
				struct cost large =
				    cost_for(&arena, &problem, (enum cost_setting)setting);
				cr_expect_leq(small.low, small.expected, "%zu %d", i, op);
				cr_expect_leq(small.expected, small.high, "%zu %d", i, op);
				cr_expect_leq(small.expected, large.expected, "%zu %d", i, op);
			}
	arena_drop(&arena);
}

/*
 * Messages between all pairs of a torus on the busiest link, counted one by one: shortest way along
 * each axis in turn, ties to both sides by halves.
 */
static double counted_all_to_all(int64_t n, bool wraps)
{
	double load[2][64] = {{0}}, most = 0;
	for (int64_t from = 0; from < n; from++)
		for (int64_t to = 0; to < n; to++)
			for (int side = 0; side < 2; side++) {
				int64_t ahead = (to - from + n) % n;
				int64_t back = (n - ahead) % n;
				bool forwards = wraps ? ahead <= back : to > from;
				bool backwards = wraps ? back <= ahead : to < from;
				double share = forwards && backwards ? 0.5 : 1;
				if (side == 0 && forwards)
					for (int64_t at = from; at != to; at = (at + 1) % n)
						load[0][at] += share;
				if (side == 1 && backwards)
					for (int64_t at = from; at != to; at = (at - 1 + n) % n)
						load[1][at] += share;
			}
	for (int side = 0; side < 2; side++)
		for (int64_t at = 0; at < n; at++)
			most = load[side][at] > most ? load[side][at] : most;
	return most;
}

Test(cost, all_to_all_counts_the_busiest_link)
{
	struct arena arena = {0};
	for (int64_t n = 3; n <= 17; n++)
		for (int wraps = 0; wraps < 2; wraps++) {
			struct cost_axis axis = LINE(n);
			axis.wraps = wraps;
			struct published problem = {.chip = "v4",
			                            .op = COST_ALL_TO_ALL,
			                            .bytes = n * n * 45000000,
			                            .axes = {axis}};
			struct cost cost = cost_for(&arena, &problem, COST_CALIBRATED);
			double counted = counted_all_to_all(n, wraps) * 45000000 / 4.5e10;
			cr_expect(is_near(cost.low, counted, 1e-9), "%d %d: %g, counted %g", (int)n,
			          wraps, cost.low, counted);
		}
	arena_drop(&arena);
}

Test(cost, line_takes_twice_as_long_as_ring)
{
	struct arena arena = {0};
	struct published line = {
	    .chip = "v5e", .op = COST_ALL_GATHER, .bytes = 1 << 30, .axes = {LINE(16)}};
	struct published ring = {
	    .chip = "v5e", .op = COST_ALL_GATHER, .bytes = 1 << 30, .axes = {RING(16)}};
	double ratio = cost_for(&arena, &line, COST_CALIBRATED).low /
	               cost_for(&arena, &ring, COST_CALIBRATED).low;
	cr_expect(is_near(ratio, 2, 1e-9), "%g", ratio);
	arena_drop(&arena);
}

Test(cost, interleaved_groups_share_their_links)
{
	struct arena arena = {0};
	struct published apart = {
	    .chip = "v5e", .op = COST_ALL_GATHER, .bytes = 1 << 30, .axes = {LINE(4)}};
	struct published near = apart;
	apart.axes[0].stride = 2;
	cr_expect(is_near(cost_for(&arena, &apart, COST_TEXTBOOK).expected,
	                  2 * cost_for(&arena, &near, COST_TEXTBOOK).expected, 1e-9));
	arena_drop(&arena);
}

Test(cost, twisted_torus_exchanges_faster)
{
	struct arena arena = {0};
	const struct cost_axis axes[] = {RING(4), RING(4), RING(8)};
	struct cost_request request = {
	    .op = COST_ALL_TO_ALL, .bytes = 1L << 30, .axes = axes, .naxes = 3};
	const struct chip *chip = chip_named(STR("v4"));
	double plain = cost_of(&arena, chip, COST_TEXTBOOK, &request).expected;
	request.twist = chip_figure(chip, FIGURE_TWIST_N_N_2N);
	double twisted = cost_of(&arena, chip, COST_TEXTBOOK, &request).expected;
	cr_expect(is_near(plain / twisted, 1.63, 1e-9));
	arena_drop(&arena);
}

Test(cost, nothing_moves_in_a_group_of_one)
{
	struct arena arena = {0};
	struct published alone = {
	    .chip = "v4", .op = COST_ALL_REDUCE, .bytes = 1 << 20, .axes = {RING(1)}};
	struct cost cost = cost_for(&arena, &alone, COST_CALIBRATED);
	cr_expect_eq(cost.high, 0);
	arena_drop(&arena);
}

Test(cost, says_that_links_are_not_known)
{
	struct arena arena = {0};
	struct published problem = {
	    .chip = "v2", .op = COST_ALL_REDUCE, .bytes = 1 << 20, .axes = {RING(4)}};
	struct cost cost = cost_for(&arena, &problem, COST_CALIBRATED);
	bool said = false;
	for (uint32_t i = 0; i < cost.nassumptions; i++)
		said = said || str_starts_with(cost.assumptions[i], STR("no bandwidth is known"));
	cr_expect(said);
	cr_expect_eq(cost.expected, 0);
	arena_drop(&arena);
}

Test(cost, bytes_follow_from_operand_and_result)
{
	cr_expect_eq(cost_bytes(COST_ALL_GATHER, 4, 16, 4), 16);
	cr_expect_eq(cost_bytes(COST_REDUCE_SCATTER, 16, 4, 4), 16);
	cr_expect_eq(cost_bytes(COST_ALL_REDUCE, 16, 16, 4), 16);
	cr_expect_eq(cost_bytes(COST_ALL_TO_ALL, 16, 16, 4), 64);
	cr_expect_eq(cost_bytes(COST_ALL_TO_ALL, INT64_MAX, INT64_MAX, 4), INT64_MAX);
	cr_expect_eq(cost_bytes(COST_PERMUTE, 16, 16, 4), 16);
}

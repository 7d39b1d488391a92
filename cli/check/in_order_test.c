/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/check/in_order.h"

#include <sched.h>

#include "testing/testing.h"

enum { THINGS = 60, MOST_SLOTS = 8 };

struct sums {
	size_t in_slot[MOST_SLOTS];
	size_t taken, stop_at;
	bool right;
};

/* Later things are often done first. */
static void square(void *data, size_t thing, size_t slot, size_t worker)
{
	struct sums *sums = data;
	for (size_t i = thing % 7; i > 0; i--)
		sched_yield();
	sums->in_slot[slot] = thing * thing;
}

static bool compare(void *data, size_t thing, size_t slot)
{
	struct sums *sums = data;
	sums->right &= thing == sums->taken && sums->in_slot[slot] == thing * thing;
	sums->taken++;
	return sums->taken != sums->stop_at;
}

static const struct {
	size_t things, jobs, slots, stop_at, taken;
} runs[] = {
    {0, 1, 1, 0, 0},      {0, 3, 3, 0, 0},           {1, 1, 1, 0, 1},
    {1, 4, 4, 0, 1},      {THINGS, 1, 1, 0, THINGS}, {THINGS, 2, 2, 0, THINGS},
    {5, 8, 8, 0, 5},      {THINGS, 3, 8, 0, THINGS}, {THINGS, 8, 8, 0, THINGS},
    {THINGS, 1, 1, 9, 9}, {THINGS, 3, 8, 9, 9},      {THINGS, 3, 8, THINGS, THINGS},
};

Test(in_order, each_thing_is_taken_once_and_in_order)
{
	for (size_t i = 0; i < ROWS(runs); i++) {
		struct sums sums = {.stop_at = runs[i].stop_at, .right = true};
		const struct in_order order = {.things = runs[i].things,
		                               .jobs = runs[i].jobs,
		                               .slots = runs[i].slots,
		                               .work = square,
		                               .take = compare,
		                               .data = &sums};
		in_order_run(&order);
		cr_expect(sums.right, "row %zu", i);
		cr_expect_eq(sums.taken, runs[i].taken, "row %zu", i);
	}
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/pair_links.h"

#include <criterion/criterion.h>

#include "base/arena.h"

enum { PAIRS_MAX = 256 };

struct pairs_case {
	const char *type;
	int32_t devices, shift; /* each sends to the one so many further on, in rounds of `round` */
	int32_t round;
	int32_t only; /* sends alone; -1: all do */
	uint32_t axes;
	enum cost_link link;
	double messages; /* of the first axis */
	int64_t hops;
};

/* Devices of v5e-256 are 16 x 16 in rows, x fastest; a line of v5e-16 has its last send back. */
static const struct pairs_case cases[] = {
    {"v5e-256", 256, 1, 16, -1, 1, COST_LINK_TORUS, 1, 1},
    {"v5e-256", 256, 15, 16, -1, 1, COST_LINK_TORUS, 1, 1},
    {"v5e-256", 256, 8, 16, -1, 1, COST_LINK_TORUS, 4, 8},
    {"v5e-256", 256, 3, 16, -1, 1, COST_LINK_TORUS, 3, 3},
    {"v5e-16", 16, 1, 4, -1, 1, COST_LINK_TORUS, 1, 3},
    {"v5e-16", 16, 2, 4, -1, 1, COST_LINK_TORUS, 2, 2},
    {"v5e-16", 16, 15, 16, 0, 2, COST_LINK_TORUS, 0, 3},
    {"h100-8", 8, 1, 8, -1, 1, COST_LINK_SWITCH, 1, 1},
    {"h100-16", 16, 1, 8, -1, 1, COST_LINK_SWITCH, 1, 1},
    {"h100-16", 16, 1, 16, -1, 2, COST_LINK_SWITCH, 1, 1},
    {"h100-16", 16, 8, 16, -1, 1, COST_LINK_NETWORK, 1, 1},
    {"v7x-128", 128, 1, 2, -1, 1, COST_LINK_CORE, 1, 1},
    {"v7x-128", 128, 2, 8, -1, 1, COST_LINK_TORUS, 2, 1},
};

Test(pair_links, counts_the_messages_of_the_busiest_link_on_the_shortest_ways)
{
	struct arena arena = {0};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct pairs_case *want = &cases[i];
		struct hardware hardware = hardware_of_type(&arena, str_of(want->type));
		struct reshard_pair pairs[PAIRS_MAX];
		uint32_t count = 0;
		for (int32_t from = 0; from < want->devices; from++)
			if (want->only < 0 || want->only == from)
				pairs[count++] = (struct reshard_pair){
				    from, from / want->round * want->round +
					      (from + want->shift) % want->round};
		struct mesh_links links = pair_links_of(&arena, &hardware, NULL, pairs, count);
		cr_expect_eq(links.count, want->axes, "%zu: %u axes", i, links.count);
		cr_expect_eq(links.axes[0].link, want->link, "%zu", i);
		cr_expect_float_eq(links.axes[0].messages, want->messages, 1e-9, "%zu: %g", i,
		                   links.axes[0].messages);
		cr_expect_eq(links.axes[0].distance, want->hops, "%zu: %lld", i,
		             (long long)links.axes[0].distance);
	}
	arena_drop(&arena);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/device_kind.h"

#include <assert.h>

static const uint8_t square_ring[] = {0, 1, 3, 2};
/* Four chips of two cores: along the first two chips, back along the others. */
static const uint8_t tray_ring[] = {0, 1, 2, 3, 6, 7, 4, 5};
static const uint8_t two_by_four_ring[] = {0, 1, 2, 3, 7, 6, 5, 4};
static const uint8_t four_by_four_ring[] = {0, 1, 2, 3, 7, 6, 5, 9, 10, 11, 15, 14, 13, 12, 8, 4};
static const uint8_t cube_order[] = {0, 4, 2, 6, 1, 5, 3, 7};
static const uint8_t cube_ring[] = {0, 1, 3, 2, 6, 7, 5, 4};

static const struct ring_rule tray_rings[] = {
    {.least = 8, .most = 8, .length = 8, .order = tray_ring},
    {.last_axis = 8, .length = 8, .order = tray_ring},
    {.length = 0},
};

static const struct ring_rule square_rings[] = {
    {.least = 4, .most = 4, .length = 4, .order = square_ring},
};

static const struct ring_rule first_v5e_rings[] = {
    {.least = 4,
     .most = 4,
     .bound = {2, 2, 1},
     .by_coordinates = true,
     .length = 4,
     .order = square_ring},
    {.least = 16,
     .most = 16,
     .bound = {4, 4, 1},
     .one_axis_has_all = true,
     .by_coordinates = true,
     .length = 16,
     .order = four_by_four_ring},
};

static const struct ring_rule v5e_rings[] = {
    {.least = 4,
     .most = 4,
     .bound = {2, 2, 1},
     .by_coordinates = true,
     .length = 4,
     .order = square_ring},
    {.least = 8,
     .most = 8,
     .bound = {2, 2, 2},
     .by_coordinates = true,
     .length = 8,
     .order = cube_order},
    {.least = 8, .most = 8, .by_coordinates = true, .length = 8, .order = two_by_four_ring},
    {.least = 16,
     .most = 16,
     .bound = {4, 4, 1},
     .one_axis_has_all = true,
     .by_coordinates = true,
     .length = 16,
     .order = four_by_four_ring},
};

static const struct ring_rule first_v5p_rings[] = {
    {.bound = {2, 2, 2},
     .count_unchecked = true,
     .by_coordinates = true,
     .length = 8,
     .order = cube_ring},
};

static const struct ring_rule v5p_rings[] = {
    {.least = 8,
     .most = 8,
     .bound = {2, 2, 2},
     .by_coordinates = true,
     .length = 8,
     .order = cube_ring},
};

static const struct ring_rule v7x_single_ring[] = {
    {.least = 8, .most = 8, .length = 8, .order = two_by_four_ring},
};

static const struct ring_rule v7x_asserted_rings[] = {
    {.most = 32, .asserts_2x2 = true, .length = 8, .order = two_by_four_ring},
};

static const struct ring_rule v7x_asserted_trays[] = {
    {.most = 32, .asserts_2x2 = true, .length = 8, .order = tray_ring},
};

static const struct ring_rule v7x_trays[] = {
    {.most = 32, .at_most_2x2 = true, .length = 8, .order = tray_ring},
};

#define RINGS(table) .rings = (table), .nrings = COUNT_OF(table)

/* Of the rows of one kind that the release has, the last one counts. */
static const struct device_kind_rule device_kind_rules[] = {
    {NULL, "TPU v2", RINGS(tray_rings)},
    {NULL, "TPU v3", RINGS(tray_rings)},
    {NULL, "TPU v5 lite", RINGS(first_v5e_rings)},
    {"0.4.38", "TPU v5 lite", RINGS(v5e_rings)},
    {"0.4.38", "TPU v5p", RINGS(first_v5p_rings)},
    {"0.6.1", "TPU v6 lite", RINGS(v5e_rings)},
    {"0.7.0", "TPU v5p", RINGS(v5p_rings)},
    {"0.7.1", "TPU7x", RINGS(v7x_single_ring), .core_axis = CORE_ALWAYS},
    {"0.7.2", "TPU7x", RINGS(v7x_asserted_rings), .core_axis = CORE_ALWAYS},
    {"0.8.0", "TPU7x", RINGS(v7x_asserted_trays), .core_axis = CORE_ALWAYS},
    {"0.8.0", "TPU v5p", RINGS(v5p_rings), .core_axis = CORE_IF_TWO},
    {"0.8.1", "TPU v4 lite", RINGS(square_rings)},
    {"0.8.1", "TPU7x", RINGS(v7x_trays), .core_axis = CORE_ALWAYS},
    {"0.10.0", "TPU7", RINGS(v7x_trays), .core_axis = CORE_ALWAYS},
    {"0.10.2", "TPU8i", RINGS(square_rings), .core_axis = CORE_ALWAYS},
    {"0.11.0", "TPU v5e", RINGS(v5e_rings)},
    {"0.11.1", "TPU v5", RINGS(v5p_rings), .core_axis = CORE_IF_TWO},
    {"0.11.1", "TPU7x", RINGS(v7x_trays), .core_axis = CORE_ALWAYS, .core_axis_first = true},
    {"0.11.1", "TPU7", RINGS(v7x_trays), .core_axis = CORE_ALWAYS, .core_axis_first = true},
};

const struct device_kind_rule *device_kind_rule_of(const struct jax_rules *rules,
                                                   struct str device_kind)
{
	assert(rules);
	static const struct device_kind_rule unknown = {.device_kind = ""};
	const struct device_kind_rule *rule = &unknown;
	for (uint32_t i = 0; i < COUNT_OF(device_kind_rules); i++)
		if (str_equal(str_of(device_kind_rules[i].device_kind), device_kind) &&
		    jax_rules_within(rules, device_kind_rules[i].since, NULL))
			rule = &device_kind_rules[i];
	return rule;
}

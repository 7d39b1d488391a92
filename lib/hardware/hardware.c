/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/hardware.h"

#include <assert.h>
#include <inttypes.h>

#include "diag/suggest.h"

static struct hardware refused(const struct chip *chip, struct str problem)
{
	return (struct hardware){.chip = chip, .problem = problem, .suggestion = STR("")};
}

static struct str known_chips(struct arena *arena)
{
	struct buf out = {.arena = arena};
	for (uint32_t i = 0; i < chip_count; i++)
		buf_printf(&out, "%s%s", i ? ", " : "", chip_table[i].names[0]);
	return buf_str(&out);
}

/* Whether two names differ in their digits alone: v9 and v2 are generations, not a slip. */
static bool is_other_generation(struct str a, struct str b)
{
	for (size_t i = 0; i < a.len && a.len == b.len; i++)
		if (a.s[i] != b.s[i] && !(byte_is_digit(a.s[i]) && byte_is_digit(b.s[i])))
			return false;
	return a.len == b.len;
}

/* The chip's name or device kind that is nearest; a str with s NULL when none is near. */
static struct str nearest_chip(struct arena *arena, struct str name)
{
	struct str *names = arena_new(arena, struct str, chip_count * 2 * (size_t)CHIP_NAMES);
	size_t count = 0;
	for (uint32_t i = 0; i < chip_count; i++)
		for (uint32_t j = 0; j < CHIP_NAMES; j++) {
			if (chip_table[i].names[j])
				names[count++] = str_of(chip_table[i].names[j]);
			if (chip_table[i].device_kinds[j])
				names[count++] = str_of(chip_table[i].device_kinds[j]);
		}
	struct str near = suggest(name, names, count);
	return near.s && is_other_generation(name, near) ? (struct str){0} : near;
}

/* `rest` is what stands behind the chip in a type: "-16". */
static struct hardware unknown_chip(struct arena *arena, struct str name, struct str rest)
{
	struct hardware hardware =
	    refused(NULL, str_format(arena, "no chip is called '%.*s'", STR_ARG(name)));
	const struct chip *kind = chip_named(name);
	struct str near = kind ? str_of(kind->names[0]) : nearest_chip(arena, name);
	struct str known = known_chips(arena);
	hardware.suggestion = near.s ? str_format(arena, "%.*s%.*s", STR_ARG(near), STR_ARG(rest))
	                             : str_format(arena, "one of %.*s", STR_ARG(known));
	return hardware;
}

static bool is_offered(const struct chip *chip, const int64_t *extent)
{
	for (uint32_t i = 0; i < CHIP_SLICES && chip->slices[i][0]; i++)
		if (chip->slices[i][0] == extent[0] && chip->slices[i][1] == extent[1] &&
		    chip->slices[i][2] == extent[2])
			return true;
	return false;
}

static bool is_of_cubes(const int64_t *extent)
{
	return extent[0] % 4 == 0 && extent[1] % 4 == 0 && extent[2] % 4 == 0;
}

static int64_t chips_of(const int64_t *extent)
{
	int64_t chips = extent[0];
	if (!checked_multiply(&chips, chips, extent[1]) ||
	    !checked_multiply(&chips, chips, extent[2]))
		return INT64_MAX;
	return chips;
}

static bool is_legal(const struct chip *chip, const int64_t *extent)
{
	if (chips_of(extent) > chip->largest_slice)
		return false;
	if (chip->wrap == WRAP_CUBES && is_of_cubes(extent))
		return extent[0] <= extent[1] && extent[1] <= extent[2];
	return is_offered(chip, extent);
}

/* Whether an axis of `extent` chips is a ring in a slice of that shape. */
static bool hardware_axis_wraps(const struct chip *chip, const int64_t *extent, uint32_t axis)
{
	assert(axis < 3);
	switch (chip->wrap) {
	case WRAP_CUBES:
		return is_of_cubes(extent);
	case WRAP_FULL_AXIS:
		return extent[axis] == chip->full_axis;
	case WRAP_NEVER:
		break;
	}
	return false;
}

/* Fills in what follows from the chip and the shape; a problem when there are too many devices. */
static struct hardware complete(struct arena *arena, struct hardware hardware)
{
	int64_t devices;
	if (!checked_multiply(&devices, chips_of(hardware.extent), hardware.slices) ||
	    !checked_multiply(&devices, devices, hardware.chip->devices) ||
	    devices > TOPOLOGY_DEVICES_MAX)
		return refused(hardware.chip,
		               str_format(arena, "%" PRId64 " slices have more than %d devices",
		                          hardware.slices, TOPOLOGY_DEVICES_MAX));
	hardware.devices = devices;
	for (uint32_t axis = 0; axis < 3; axis++)
		hardware.wraps[axis] = hardware_axis_wraps(hardware.chip, hardware.extent, axis);
	return hardware;
}

/* The nodes that `chips` GPUs fill: part of one, or several whole ones. */
static struct hardware nodes_of(struct arena *arena, const struct chip *chip, int64_t chips)
{
	int64_t node = chip->node_chips;
	if (chips < 1 || chips > chip->largest_slice || (chips > node && chips % node != 0)) {
		struct str problem =
		    chips > chip->largest_slice
			? str_format(arena,
		                     "%" PRId64 " %s are more than the largest system has, %d",
		                     chips, chip->names[0], chip->largest_slice)
			: str_format(arena, "%" PRId64 " %s do not fill whole nodes of %" PRId64,
		                     chips, chip->names[0], node);
		struct hardware none = refused(chip, problem);
		if (chips > node && chips < chip->largest_slice)
			none.suggestion = str_format(arena, "%s-%" PRId64, chip->names[0],
			                             ceiling_divide(chips, node) * node);
		return none;
	}
	struct hardware hardware = {.chip = chip, .extent = {chips, 1, 1}, .slices = 1};
	if (chips > node) {
		hardware.extent[0] = node;
		hardware.slices = chips / node;
	}
	return complete(arena, hardware);
}

/*
 * The most cubic x <= y <= z of multiples of 4 with the given number of chips: the smallest sum of
 * extents. False when there is none.
 */
static bool most_cubic(int64_t chips, int64_t *extent)
{
	int64_t least = INT64_MAX;
	for (int64_t x = 4; x * x * x <= chips; x += 4) {
		for (int64_t y = x; chips % x == 0 && x * y * y <= chips; y += 4) {
			int64_t z = chips / x / y;
			if (x * y * z != chips || z % 4 != 0 || x + y + z >= least)
				continue;
			least = x + y + z;
			extent[0] = x;
			extent[1] = y;
			extent[2] = z;
		}
	}
	return least != INT64_MAX;
}

static bool default_shape(const struct chip *chip, int64_t chips, int64_t *extent)
{
	for (uint32_t i = 0; i < CHIP_SLICES && chip->slices[i][0]; i++) {
		for (uint32_t axis = 0; axis < 3; axis++)
			extent[axis] = chip->slices[i][axis];
		if (chips_of(extent) == chips)
			return true;
	}
	return chip->wrap == WRAP_CUBES && chips <= chip->largest_slice &&
	       most_cubic(chips, extent);
}

void hardware_add_shape(struct buf *out, const struct chip *chip, const int64_t *extent)
{
	buf_printf(out, "%" PRId64 "x%" PRId64, extent[0], extent[1]);
	if (chip->torus_axes == 3)
		buf_printf(out, "x%" PRId64, extent[2]);
}

static struct str offered_shapes(struct arena *arena, const struct chip *chip)
{
	struct buf out = {.arena = arena};
	buf_puts(&out, "one of ");
	for (uint32_t i = 0; i < CHIP_SLICES && chip->slices[i][0]; i++) {
		const int64_t extent[] = {chip->slices[i][0], chip->slices[i][1],
		                          chip->slices[i][2]};
		buf_puts(&out, i ? ", " : "");
		hardware_add_shape(&out, chip, extent);
	}
	if (chip->wrap == WRAP_CUBES)
		buf_printf(&out,
		           ", or multiples of 4 in ascending order such as 4x4x8, at most %d chips",
		           chip->largest_slice);
	return buf_str(&out);
}

/* The offered type whose size is nearest, for somebody who mistook chips for cores or mistyped. */
static struct str nearest_type(struct arena *arena, const struct chip *chip, struct str prefix,
                               int64_t chips)
{
	int64_t extent[3], unit = chip->type_counts_cores ? chip->cores : 1;
	for (int64_t distance = 1; distance < chip->largest_slice; distance++) {
		if (default_shape(chip, chips + distance, extent))
			return str_format(arena, "%.*s-%" PRId64, STR_ARG(prefix),
			                  (chips + distance) * unit);
		if (distance < chips && default_shape(chip, chips - distance, extent))
			return str_format(arena, "%.*s-%" PRId64, STR_ARG(prefix),
			                  (chips - distance) * unit);
	}
	return STR("");
}

struct hardware hardware_of_type(struct arena *arena, struct str type)
{
	size_t dash = type.len;
	while (dash > 0 && type.s[dash - 1] != '-')
		dash--;
	int64_t count;
	bool is_name = type.len && !byte_is_digit(type.s[0]) && dash == 0;
	if (is_name && !chip_named(type))
		return unknown_chip(arena, type, STR(""));
	if (dash < 2 || !str_to_int64(str_slice(type, dash, type.len), &count) || count < 1)
		return refused(NULL,
		               str_format(arena,
		                          "'%.*s' is not an accelerator type: a chip, '-' and a "
		                          "number, such as v5e-16",
		                          STR_ARG(type)));
	struct str prefix = str_slice(type, 0, dash - 1);
	const struct chip *chip = chip_of_prefix(prefix);
	if (!chip)
		return unknown_chip(arena, prefix, str_slice(type, dash - 1, type.len));
	int64_t unit = chip->type_counts_cores ? chip->cores : 1, chips = count / unit;
	if (!chip->torus_axes)
		return nodes_of(arena, chip, chips);
	struct hardware hardware = {.chip = chip, .slices = 1};
	if (count % unit == 0 && default_shape(chip, chips, hardware.extent))
		return complete(arena, hardware);
	hardware = refused(chip, str_format(arena, "no %s slice has %" PRId64 " %s", chip->names[0],
	                                    count, chip->type_counts_cores ? "cores" : "chips"));
	if (chips <= chip->largest_slice)
		hardware.suggestion = nearest_type(arena, chip, prefix, chips ? chips : 1);
	return hardware;
}

/* Reads "4x4" or "4x4x8"; extents left out are 1. False when it is neither. */
static bool read_shape(struct str text, int64_t *extent, uint32_t *rank)
{
	size_t start = 0;
	extent[0] = extent[1] = extent[2] = 1;
	for (*rank = 0; *rank < 3;) {
		size_t stop = str_find(text, 'x', start);
		int64_t *size = &extent[(*rank)++];
		if (!str_to_int64(str_slice(text, start, stop), size) || *size < 1)
			return false;
		if (stop == text.len)
			return true;
		start = stop + 1;
	}
	return false;
}

/* The same extents in ascending order; of a flat torus, before the unused third axis. */
static void sort_extents(int64_t *extent, uint32_t axes)
{
	for (uint32_t i = 1; i < axes && i < 3; i++)
		for (uint32_t j = i; j > 0 && extent[j - 1] > extent[j]; j--) {
			int64_t larger = extent[j - 1];
			extent[j - 1] = extent[j];
			extent[j] = larger;
		}
}

static struct hardware illegal_shape(struct arena *arena, const struct chip *chip,
                                     struct str topology, const int64_t *extent)
{
	struct hardware hardware =
	    refused(chip, str_format(arena, "there is no %s slice of shape %.*s", chip->names[0],
	                             STR_ARG(topology)));
	int64_t sorted[3] = {extent[0], extent[1], extent[2]};
	sort_extents(sorted, chip->torus_axes);
	struct buf out = {.arena = arena};
	if (is_legal(chip, sorted))
		hardware_add_shape(&out, chip, sorted);
	else
		buf_add(&out, offered_shapes(arena, chip));
	hardware.suggestion = buf_str(&out);
	return hardware;
}

/* n x n x 2n or n x 2n x 2n, n a multiple of 4 (docs.cloud.google.com/tpu/docs/v4). */
static bool can_twist(const struct chip *chip, const int64_t *extent)
{
	return chip->twists && extent[0] % 4 == 0 && extent[2] == 2 * extent[0] &&
	       (extent[1] == extent[0] || extent[1] == extent[2]);
}

static struct hardware slices_of(struct arena *arena, struct hardware wanted, uint32_t rank,
                                 struct str topology)
{
	if (rank > 1 && rank <= wanted.chip->torus_axes && is_legal(wanted.chip, wanted.extent)) {
		if (!wanted.twisted || can_twist(wanted.chip, wanted.extent))
			return complete(arena, wanted);
		return refused(
		    wanted.chip,
		    str_format(arena,
		               "a %s slice of shape %.*s cannot be twisted: only "
		               "n x n x 2n and n x 2n x 2n, n a multiple of 4, on v4 and v5p",
		               wanted.chip->names[0], STR_ARG(topology)));
	}
	return illegal_shape(arena, wanted.chip, topology, wanted.extent);
}

struct hardware hardware_of_topology(struct arena *arena, struct str chip, struct str topology,
                                     int64_t slices)
{
	struct hardware wanted = {.chip = chip_named(chip), .slices = slices};
	if (!wanted.chip)
		return unknown_chip(arena, chip, STR(""));
	if (slices < 1)
		return refused(wanted.chip,
		               str_format(arena,
		                          "%" PRId64 " slices are not possible: write at least 1",
		                          slices));
	struct str shape = topology;
	if (str_ends_with(shape, STR("_twisted"))) {
		wanted.twisted = true;
		shape.len -= strlen("_twisted");
	}
	uint32_t rank;
	if (!read_shape(shape, wanted.extent, &rank))
		return refused(wanted.chip,
		               str_format(arena, "'%.*s' is not a topology, such as 4x4 or 4x4x8",
		                          STR_ARG(topology)));
	if (wanted.chip->torus_axes)
		return slices_of(arena, wanted, rank, shape);
	if (rank > 1 || wanted.twisted || wanted.extent[0] > wanted.chip->node_chips)
		return refused(wanted.chip, str_format(arena, "a node has 1 to %d %s, not %.*s",
		                                       wanted.chip->node_chips,
		                                       wanted.chip->names[0], STR_ARG(topology)));
	return complete(arena, wanted);
}

struct hardware hardware_times(struct arena *arena, struct hardware hardware, int64_t times)
{
	assert(times > 0);
	if (times < 1)
		return refused(hardware.chip,
		               str_format(arena,
		                          "%" PRId64 " slices are not possible: write at least 1",
		                          times));
	if (!checked_multiply(&hardware.slices, hardware.slices, times))
		hardware.slices = INT64_MAX;
	return complete(arena, hardware);
}

/* Takes "2x" off the front of "2xv6e-256"; 1 when there is nothing of the kind. */
static int64_t take_times(struct str *name)
{
	size_t cross = str_find(*name, 'x', 0);
	int64_t times;
	if (cross == name->len || !str_to_int64(str_slice(*name, 0, cross), &times) || times < 1)
		return 1;
	*name = str_slice(*name, cross + 1, name->len);
	return times;
}

/* Whether a shape stands behind a chip without the colon between them: "v5e-4x4". */
static bool has_shape_without_colon(struct str name, size_t *cut)
{
	int64_t extent[3];
	uint32_t rank;
	*cut = name.len;
	while (*cut > 0 && name.s[*cut - 1] != '-' && name.s[*cut - 1] != ' ')
		--*cut;
	return *cut > 1 && read_shape(str_slice(name, *cut, name.len), extent, &rank) && rank > 1 &&
	       chip_named(str_slice(name, 0, *cut - 1));
}

struct hardware hardware_named(struct arena *arena, struct str name)
{
	struct str all = name;
	size_t whole = name.len;
	int64_t times = take_times(&name);
	bool counted = name.len < whole;
	size_t colon = str_find(name, ':', 0);
	if (colon < name.len)
		return hardware_of_topology(arena, str_slice(name, 0, colon),
		                            str_slice(name, colon + 1, name.len), times);
	if (has_shape_without_colon(name, &colon)) {
		struct hardware hardware =
		    refused(NULL, str_format(arena, "'%.*s' has no colon between chip and shape",
		                             STR_ARG(all)));
		hardware.suggestion = str_format(
		    arena, "%.*s:%.*s", STR_ARG(str_slice(all, 0, all.len - name.len + colon - 1)),
		    STR_ARG(str_slice(name, colon, name.len)));
		return hardware;
	}
	const struct chip *chip = chip_of_prefix(name);
	if (chip && !chip->torus_axes && counted)
		return nodes_of(arena, chip, times);
	struct hardware hardware = hardware_of_type(arena, name);
	return hardware.problem.len || times == 1 ? hardware
	                                          : hardware_times(arena, hardware, times);
}

void hardware_add_name(struct buf *out, const struct hardware *hardware)
{
	const struct chip *chip = hardware->chip;
	buf_puts(out, chip->names[0]);
	if (!chip->torus_axes) {
		buf_printf(out, ", %" PRId64 " %s%s of %" PRId64, hardware->slices,
		           chip->platform == PLATFORM_GPU ? "node" : "host",
		           hardware->slices == 1 ? "" : "s", hardware->extent[0]);
		return;
	}
	buf_putc(out, ' ');
	hardware_add_shape(out, chip, hardware->extent);
	buf_puts(out, hardware->twisted ? " twisted" : "");
	if (hardware->slices > 1)
		buf_printf(out, ", %" PRId64 " slices", hardware->slices);
}

struct topology hardware_topology(const struct hardware *hardware)
{
	assert(hardware->chip && !hardware->problem.len);
	const struct chip *chip = hardware->chip;
	struct topology topology = {.platform = chip->platform,
	                            .device_kind = chip_device_kind(chip),
	                            .cores = chip->devices,
	                            .slices = hardware->slices};
	for (uint32_t axis = 0; axis < 3; axis++)
		topology.extent[axis] = hardware->extent[axis];
	if (chip->platform == PLATFORM_GPU)
		topology.process_devices = hardware->extent[0] < chip->chips_per_host
		                               ? hardware->extent[0]
		                               : chip->chips_per_host;
	return topology;
}

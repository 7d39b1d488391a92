/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/hardware.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* A line of testdata/hardware/slices.tsv; NULL when it is a comment or reads right. */
static const char *difference(struct arena *arena, const char *line)
{
	char type[32], wraps[4];
	long long x, y, z, devices;
	if (line[0] == '#')
		return NULL;
	if (sscanf(line, "%31s %lldx%lldx%lld %lld %3s", type, &x, &y, &z, &devices, wraps) != 6)
		return "not a line of five columns";
	struct hardware hardware = hardware_of_type(arena, str_of(type));
	if (hardware.problem.len)
		return hardware.problem.s;
	if (hardware.extent[0] != x || hardware.extent[1] != y || hardware.extent[2] != z)
		return "shape";
	for (int axis = 0; axis < 3; axis++)
		if (hardware.wraps[axis] != (wraps[axis] == '1'))
			return "wraparound";
	return hardware.devices == devices && hardware.slices == 1 ? NULL : "devices";
}

Test(hardware, names_give_the_slices_that_maxtext_lists)
{
	struct arena arena = {0};
	const char *folder = getenv("SHARDCTL_TESTDATA");
	struct str path =
	    str_format(&arena, "%s/hardware/slices.tsv", folder ? folder : "testdata");
	FILE *file = fopen(path.s, "r");
	cr_assert(file, "cannot open %s", path.s);
	char line[128];
	int slices = 0;
	while (fgets(line, sizeof line, file)) {
		const char *why = difference(&arena, line);
		cr_expect(!why, "%s: %s", line, why);
		slices += line[0] != '#';
	}
	cr_expect_eq(slices, 223);
	fclose(file);
	arena_drop(&arena);
}

struct type_case {
	const char *type;
	int64_t extent[3], slices, devices; /* slices 0: refused */
	const char *suggestion;             /* part of it */
};

static const struct type_case type_cases[] = {
    {"v5litepod-16", {4, 4, 1}, 1, 16, NULL},
    {"V5E-8", {2, 4, 1}, 1, 8, NULL},
    {"v2-8", {2, 2, 1}, 1, 8, NULL},
    {"v3-32", {4, 4, 1}, 1, 32, NULL},
    {"v3-2048", {32, 32, 1}, 1, 2048, NULL},
    {"v5p-128", {4, 4, 4}, 1, 64, NULL},
    {"v7x-128", {4, 4, 4}, 1, 128, NULL},
    {"h100-64", {8, 1, 1}, 8, 64, NULL},
    {"a100-4", {4, 1, 1}, 1, 4, NULL},
    {"cpu-8", {8, 1, 1}, 1, 8, NULL},
    {"gb200-144", {72, 1, 1}, 2, 144, NULL},
    {"v5e-12", {0}, 0, 0, "v5e-16"},
    {"v5p-7", {0}, 0, 0, "v5p-8"},
    {"v4-100", {0}, 0, 0, "v4-128"},
    {"h100-12", {0}, 0, 0, "h100-16"},
    {"v5e", {0}, 0, 0, ""},
    {"v5e-", {0}, 0, 0, ""},
    {"-16", {0}, 0, 0, ""},
    {"v5e-x", {0}, 0, 0, ""},
    {"v5e--4", {0}, 0, 0, ""},
    {"v9-8", {0}, 0, 0, "one of v2"},
    {"TPU v4-8", {0}, 0, 0, "v4-8"},
    {"v5x-16", {0}, 0, 0, "v5e-16"},
    {"v5e-99999999999999999999", {0}, 0, 0, ""},
    {"v5p-9223372036854775806", {0}, 0, 0, ""},
};

ParameterizedTestParameters(hardware, reads_accelerator_types)
{
	static int indices[COUNT_OF(type_cases)];
	for (int i = 0; i < (int)COUNT_OF(type_cases); i++)
		indices[i] = i;
	return cr_make_param_array(int, indices, COUNT_OF(type_cases));
}

ParameterizedTest(int *index, hardware, reads_accelerator_types)
{
	const struct type_case *want = &type_cases[*index];
	struct arena arena = {0};
	struct hardware got = hardware_of_type(&arena, str_of(want->type));
	if (want->slices) {
		cr_expect(!got.problem.len, "%s: %.*s", want->type, STR_ARG(got.problem));
		cr_expect_eq(got.slices, want->slices, "%s", want->type);
		cr_expect_eq(got.devices, want->devices, "%s", want->type);
		for (int axis = 0; axis < 3; axis++)
			cr_expect_eq(got.extent[axis], want->extent[axis], "%s", want->type);
	} else {
		cr_expect(got.problem.len, "%s is read", want->type);
		cr_expect(str_starts_with(got.suggestion, str_of(want->suggestion)), "%s: %.*s",
		          want->type, STR_ARG(got.suggestion));
	}
	arena_drop(&arena);
}

struct topology_case {
	const char *chip, *topology;
	int64_t slices;
	const char *wraps;      /* "101"; NULL: refused */
	const char *suggestion; /* part of it */
};

static const struct topology_case topology_cases[] = {
    {"v5e", "4x4", 2, "000", NULL},
    {"TPU v5 lite", "8x16", 1, "010", NULL},
    {"v6e", "16x16", 1, "110", NULL},
    {"v4", "2x2x4", 1, "000", NULL},
    {"v4", "4x4x8", 1, "111", NULL},
    {"v4", "4x4x8_twisted", 1, "111", NULL},
    {"TPU v5", "4x8x8_twisted", 1, "111", NULL},
    {"TPU7x", "1x1x1", 1, "000", NULL},
    {"v3", "16x32", 1, "010", NULL},
    {"h100", "8", 4, "000", NULL},
    {"v4", "4x4x4_twisted", 1, NULL, ""},
    {"v7x", "4x4x8_twisted", 1, NULL, ""},
    {"v5e", "4x2", 1, NULL, "2x4"},
    {"v5e", "3x5", 1, NULL, "one of 1x1, 2x2"},
    {"v5e", "4x4x4", 1, NULL, "one of 1x1"},
    {"v4", "8x4x4", 1, NULL, "4x4x8"},
    {"v4", "4x4x6", 1, NULL, "one of 2x2x1"},
    {"v4", "16x16x20", 1, NULL, "one of 2x2x1"},
    {"v4", "4x4", 1, NULL, "one of 2x2x1"},
    {"v4", "4x4x", 1, NULL, ""},
    {"v4", "4x4x4x4", 1, NULL, ""},
    {"v4", "", 1, NULL, ""},
    {"v4", "0x4x4", 1, NULL, ""},
    {"v4", "4x4x9223372036854775804", 1, NULL, "one of 2x2x1"},
    {"v5e", "4x4", 0, NULL, ""},
    {"v5e", "4x4", INT64_MAX, NULL, ""},
    {"h100", "16", 1, NULL, ""},
    {"h100", "2x4", 1, NULL, ""},
    {"w99", "4x4", 1, NULL, "one of v2"},
};

ParameterizedTestParameters(hardware, reads_topologies)
{
	static int indices[COUNT_OF(topology_cases)];
	for (int i = 0; i < (int)COUNT_OF(topology_cases); i++)
		indices[i] = i;
	return cr_make_param_array(int, indices, COUNT_OF(topology_cases));
}

ParameterizedTest(int *index, hardware, reads_topologies)
{
	const struct topology_case *want = &topology_cases[*index];
	struct arena arena = {0};
	struct hardware got =
	    hardware_of_topology(&arena, str_of(want->chip), str_of(want->topology), want->slices);
	if (want->wraps) {
		cr_expect(!got.problem.len, "%s: %.*s", want->topology, STR_ARG(got.problem));
		for (int axis = 0; axis < 3; axis++)
			cr_expect_eq(got.wraps[axis], want->wraps[axis] == '1', "%s",
			             want->topology);
	} else {
		cr_expect(got.problem.len, "%s is read", want->topology);
		cr_expect(str_starts_with(got.suggestion, str_of(want->suggestion)), "%s: %.*s",
		          want->topology, STR_ARG(got.suggestion));
	}
	arena_drop(&arena);
}

Test(hardware, lists_as_many_devices_as_it_says)
{
	struct arena arena = {0};
	static const char *const types[] = {"v3-32", "v5e-64", "v5p-256", "v7x-64", "h100-32"};
	for (size_t i = 0; i < COUNT_OF(types); i++) {
		struct hardware hardware = hardware_of_type(&arena, str_of(types[i]));
		struct topology topology = hardware_topology(&hardware);
		struct device_list devices = topology_devices(&arena, &topology);
		cr_expect_eq(devices.count, hardware.devices, "%s", types[i]);
	}
	arena_drop(&arena);
}

struct name_case {
	const char *name, *shown; /* shown NULL: refused */
	int64_t devices;
};

static const struct name_case name_cases[] = {
    {"v5e-16", "v5e 4x4", 16},
    {"v5litepod:4x4", "v5e 4x4", 16},
    {"2xv6e-256", "v6e 16x16, 2 slices", 512},
    {"2xv6e:16x16", "v6e 16x16, 2 slices", 512},
    {"v4:4x4x8_twisted", "v4 4x4x8 twisted", 128},
    {"h100-16", "h100, 2 nodes of 8", 16},
    {"3xh100-8", "h100, 3 nodes of 8", 24},
    {"cpu-8", "cpu, 1 host of 8", 8},
    {"0xv5e-16", NULL, 0},
    {"v5e:4x6", NULL, 0},
    {"9223372036854775807xv5e-16", NULL, 0},
    {":", NULL, 0},
    {"", NULL, 0},
};

ParameterizedTestParameters(hardware, reads_names_of_all_forms)
{
	static int indices[COUNT_OF(name_cases)];
	for (int i = 0; i < (int)COUNT_OF(name_cases); i++)
		indices[i] = i;
	return cr_make_param_array(int, indices, COUNT_OF(name_cases));
}

ParameterizedTest(int *index, hardware, reads_names_of_all_forms)
{
	const struct name_case *want = &name_cases[*index];
	struct arena arena = {0};
	struct hardware got = hardware_named(&arena, str_of(want->name));
	cr_expect_eq(got.problem.len == 0, want->shown != NULL, "%s", want->name);
	if (want->shown && !got.problem.len) {
		struct buf shown = {.arena = &arena};
		hardware_add_name(&shown, &got);
		cr_expect(str_equal(buf_str(&shown), str_of(want->shown)), "%.*s",
		          STR_ARG(buf_str(&shown)));
		cr_expect_eq(got.devices, want->devices, "%s", want->name);
	}
	arena_drop(&arena);
}

Test(hardware, counts_gpus_before_their_name)
{
	struct arena arena = {0};
	struct hardware eight = hardware_named(&arena, STR("8xh100"));
	struct hardware two = hardware_named(&arena, STR("16xh200"));
	cr_expect_eq(eight.devices, 8);
	cr_expect_eq(eight.slices, 1);
	cr_expect_eq(two.slices, 2);
	cr_expect(hardware_named(&arena, STR("12xh100")).problem.len > 0);
	cr_expect(hardware_named(&arena, STR("8xv5e")).problem.len > 0);
	cr_expect(hardware_named(&arena, STR("h100")).problem.len > 0);
	arena_drop(&arena);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/testing/running.h"

static const struct specs none = {.a = NULL};

static const struct running_row rows[] = {
    {"hardware", 0, "\nv5e ", NULL, "figures"},
    {"hardware v5e", 0, "v5e-16 (4x4)", NULL, "topology"},
    {"hardware v5litepod-16", 0, "v5e 4x4\n", NULL, NULL},
    {"hardware v5e:4x4", 0, "devices         16, ", NULL, NULL},
    {"hardware 2xv5e-16", 0, "541.2 GB in all", NULL, NULL},
    {"hardware v5e-16 --mesh data=16", 0, "mesh data=16 by make_mesh", NULL, "link_bandwidth 4.5"},
    {"hardware v5e-16 --mesh data=16 --explain", 0, "link_bandwidth 4.5e+10", NULL, NULL},
    {"hardware v5e-16 --mesh data=16 --built-by Mesh", 0, "devices as listed", NULL, NULL},
    {"hardware v5e-16 --mesh data=16 --framework jax==0.6.0", 0, "of jax==0.6.0", NULL, NULL},
    {"hardware 2xv5e-16 --mesh data=32 --dcn data=2", 0, "by create_hybrid_device_mesh", NULL,
     NULL},
    {"hardware v4-8 --mesh data=3", 1, "error[mesh-unmappable]", NULL, NULL},
    {"hardware v4:4x4x4 --mesh d=32,m=2 --built-by create_device_mesh", 1, "mesh-unmappable", NULL,
     NULL},
    {"hardware TPU v5 lite", 0, "v5litepod", NULL, NULL},
    {"hardware v4:4x4x4 --mesh d=32,m=2 --allow-split-physical-axes", 0, "by create_device_mesh",
     NULL, "mesh-unmappable"},
};

Test(command_hardware, each_option_means_what_it_says)
{
	running_expect(&none, rows, ROWS(rows));
}

static const struct running_row refused[] = {
    {"hardware v5e-17", 2, NULL, "no v5e slice has 17 chips; write v5e-16", NULL},
    {"hardware v5e-16 v5e-8", 2, NULL, "'v5e-8' is too many", NULL},
    {"hardware TPU v9", 2, NULL, "'v9' is too many", NULL},
    {"hardware b400", 2, NULL, "no chip is called 'b400'; write one of", NULL},
    {"hardware --mesh data=4", 2, NULL, "--mesh needs the hardware", NULL},
    {"hardware v5e --mesh data=4", 2, NULL, "a type such as v5e-16", NULL},
    {"hardware v5e-16 --mesh data=", 2, NULL, "'data=' is not a value of '--mesh'", NULL},
    {"hardware v5e-16 --mesh train:data=4", 2, NULL, "is not a value of '--mesh'", NULL},
    {"hardware v5e-16 --mesh data=16 --built-by make_mash", 2, NULL, "'make_mesh'?", NULL},
    {"hardware v5e-16 --mesh data=16 --built-by far.off", 2, NULL, "hardware --help", NULL},
    {"hardware v5e-16 --mesh data=16 --framework torch", 2, NULL, "--framework: ", NULL},
    {"hardware v5e-16 --mesh d=16 --built-by Mesh --dcn d=2", 2, NULL, "argument for --dcn", NULL},
    {"hardware v5e-16 --mesh d=16 --built-by make_mesh --allow-split-physical-axes", 2, NULL,
     "argument for --allow-split-physical-axes", NULL},
    {"hardware --format csv", 2, NULL, "write text|json", NULL},
};

Test(command_hardware, what_is_no_hardware_or_mesh_is_refused)
{
	running_expect(&none, refused, ROWS(refused));
}

/* Each chip of the list is known by each of its names. */
Test(command_hardware, every_chip_of_the_list_is_shown_by_all_its_names)
{
	cJSON *list = running_json(&none, "hardware --format json", 0);
	const cJSON *chip, *name;
	running_expect_keys(list, "version chips");
	cJSON_ArrayForEach(chip, running_at(list, "chips"))
	{
		cJSON_ArrayForEach(name, running_at(chip, "names"))
		{
			struct arena arena = {0};
			const char *words =
			    str_format(&arena, "hardware --format json %s", name->valuestring).s;
			cJSON *one = running_json(&none, words, 0);
			cr_expect(cJSON_Compare(running_at(one, "chip"), chip, true), "%s",
			          name->valuestring);
			cJSON_Delete(one);
			arena_drop(&arena);
		}
	}
	cJSON_Delete(list);
}

/* Whatever lays the mesh, each device has one place in it. */
Test(command_hardware, a_mesh_holds_every_device_once)
{
	static const char *const runs[] = {
	    "hardware --format json v5e-16 --mesh x=16",
	    "hardware --format json v5e-16 --mesh x=2,y=8",
	    "hardware --format json v5e-16 --mesh x=16 --built-by Mesh",
	    "hardware --format json 2xv5e-8 --mesh x=16 --dcn x=2",
	    "hardware --format json v4:2x2x4 --mesh x=8,y=2 --allow-split-physical-axes",
	};
	for (size_t i = 0; i < ROWS(runs); i++) {
		cJSON *document = running_json(&none, runs[i], 0);
		const cJSON *device;
		unsigned seen = 0;
		running_expect_keys(document, "version chip hardware mesh");
		cr_expect_eq(running_at(document, "hardware.devices")->valueint, 16, "%s", runs[i]);
		cJSON_ArrayForEach(device, running_at(document, "mesh.devices"))
		{
			seen |= 1u << device->valueint;
		}
		cr_expect_eq(seen, 0xffffu, "%s", runs[i]);
		cJSON_Delete(document);
	}
}

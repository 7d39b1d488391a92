/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/testing/running.h"

static const struct running_row rows[] = {
    {"plan a.yaml", 0, "memory per device: 2.56 KiB\n", NULL, "slices"},
    {"plan - <a.yaml", 0, "embed: all-gather over data", NULL, NULL},
    {"plan --mesh data=2,model=4 a.yaml", 0, "mesh: data=2 model=4, 8 devices", NULL, NULL},
    {"plan --hardware v5e-8 a.yaml", 0, "2.56 KiB of 15.75 GiB: fits", NULL, NULL},
    {"plan --hardware v4-16 a.yaml", 0, "2.56 KiB of 30.75 GiB: fits", NULL, NULL},
    {"plan --hardware v5e-4 a.yaml", 1, NULL, "needs 8 devices, but there are 4", NULL},
    {"plan --tensor bias a.yaml", 0, "memory per device: 64 B\n", NULL, "embed"},
    {"plan --tensor 'layers.*' a.yaml", 0, "memory per device: 2.00 KiB\n", NULL, "bias"},
    {"plan --tensor '?ias' a.yaml", 0, "bias", NULL, "embed"},
    {"plan --device 3 a.yaml", 0, "embed[16:32, 16:32]  512 B", NULL, "[0:16"},
    {"plan --device 3..4 a.yaml", 0, "device 4\n", NULL, "device 5"},
    {"plan --device 0..3 a.yaml", 0, "embed[16:32, 16:32]  512 B", NULL, "device 4"},
    {"plan --slices --tensor bias a.yaml", 0, "[16:32]  devices 1 3 5 7", NULL, NULL},
    {"plan --groups --format json a.yaml", 0, "\"groups\": [[0, 2, 4, 6], ", NULL, NULL},
    {"plan --format json a.yaml", 0, "\"all-gather\"", NULL, "groups"},
    {"plan --hardware v5e-8 --cost textbook a.yaml", 0, "a device, 3 us", NULL, "8 us"},
    {"plan --hardware v5e-8 --cost calibrated a.yaml", 0, "a device, 8 us", NULL, NULL},
    {"plan --mesh data=5,model=2 a.yaml", 1, NULL, "error[dim-indivisible]", NULL},
    {"plan --mesh data=5,model=2 --color always a.yaml", 1, NULL, "\033[", NULL},
    {"plan --framework jax==0.12.0.1 --format json a.yaml", 0, "\"jax==0.12.0.1\"", NULL,
     "jax==0.6.0"},
};

Test(command_plan, each_option_means_what_it_says)
{
	running_expect(&running_specs, rows, ROWS(rows));
}

static const struct running_row refused[] = {
    {"plan", 2, NULL, "plan needs a file", NULL},
    {"plan a.yaml b.yaml", 2, NULL, "plan takes one file", NULL},
    {"plan nosuch.yaml", 2, NULL, "cannot read 'nosuch.yaml'", NULL},
    {"plan --device 8 a.yaml", 2, NULL, "no device 8: 'mesh' has 8, from 0 to 7", NULL},
    {"plan --device -1 a.yaml", 2, NULL, "'-1' is not a value of '--device'", NULL},
    {"plan --device 6..8 a.yaml", 2, NULL, "no device 8: 'mesh' has 8, from 0 to 7", NULL},
    {"plan --device 2..1 a.yaml", 2, NULL, "'2..1' is not a value of '--device'", NULL},
    {"plan --device 1.. a.yaml", 2, NULL, "'1..' is not a value of '--device'", NULL},
    {"plan --device x a.yaml", 2, NULL, "'x' is not a value of '--device'", NULL},
    {"plan --tensor embd a.yaml", 2, NULL, "did you mean 'embed'?", NULL},
    {"plan --tensor nothing.like a.yaml", 2, NULL, "the file has 3", NULL},
    {"plan --cost cheap a.yaml", 2, NULL, "write calibrated|textbook", NULL},
    {"plan --format yaml a.yaml", 2, NULL, "write text|json|csv", NULL},
};

/* A mesh of an array of all devices, on nodes, of which make_mesh takes one only. */
Test(command_plan, takes_the_devices_of_a_script_as_the_hardware_lists_them)
{
	static const struct specs script = {
	    .a = "import jax, jax.numpy as jnp, numpy as np\n"
		 "from jax.sharding import NamedSharding, PartitionSpec as P\n"
		 "devices = np.array(jax.devices())\n"
		 "assert devices[0].platform == 'gpu' and jax.default_backend() == 'gpu'\n"
		 "mesh = jax.sharding.Mesh(devices.reshape(2, 8), ('data', 'model'))\n"
		 "x = jax.device_put(jnp.ones((64, 64)), NamedSharding(mesh, P('data', 'model')))\n"
		 "@jax.jit\n"
		 "def f(x): return x.sum(axis=1)\n"
		 "f(x)\n"};
	static const struct running_row planned[] = {
	    {"--version >a.out; cp a.yaml a.py; shardctl plan --hardware h100-16 a.py; rm a.*", 0,
	     "all-reduce over model", NULL, "unknown"},
	    {"--version >a.out; cp a.yaml a.py; shardctl plan --hardware h100-16 --mesh "
	     "data=4,model=4 a.py; rm a.*",
	     0, "mesh: data=4 model=4, 16 devices", NULL, "unknown"},
	};
	running_expect(&script, planned, ROWS(planned));
}

Test(command_plan, what_cannot_be_planned_leaves_standard_output_empty)
{
	running_expect(&running_specs, refused, ROWS(refused));
}

Test(command_plan, csv_has_a_row_for_each_tensor)
{
	static const struct {
		const char *words;
		size_t rows;
	} counts[] = {
	    {"plan --format csv a.yaml", 3},
	    {"plan --format csv --tensor bias a.yaml", 1},
	    {"plan --format csv --slices a.yaml", 3 * 8},
	    {"plan --format csv --slices --tensor bias a.yaml", 8},
	    {"plan --format csv --device 2..6 --tensor bias a.yaml", 5},
	    {"plan --format csv --device 2..2 a.yaml", 3},
	};
	for (size_t i = 0; i < ROWS(counts); i++) {
		struct arena arena = {0};
		struct outcome outcome = running(&arena, &running_specs, counts[i].words);
		cr_expect_eq(running_lines(outcome.output), counts[i].rows + 1, "%s",
		             counts[i].words);
		arena_drop(&arena);
	}
}

/* The slice of a device in the list of all slices of a tensor; NULL when none is its. */
static const cJSON *slice_of(const cJSON *shards, int device)
{
	const cJSON *shard, *holder;
	cJSON_ArrayForEach(shard, shards)
	{
		cJSON_ArrayForEach(holder, running_at(shard, "devices"))
		{
			if (holder->valueint == device)
				return running_at(shard, "index");
		}
	}
	return NULL;
}

Test(command_plan, the_slices_of_all_devices_agree_with_those_of_each)
{
	cJSON *all = running_json(&running_specs, "plan --format json --slices a.yaml", 0);
	for (int device = 0; device < 8; device++) {
		struct arena arena = {0};
		const char *words =
		    str_format(&arena, "plan --format json --device %d a.yaml", device).s;
		cJSON *one = running_json(&running_specs, words, 0);
		for (int i = 0; i < 3; i++) {
			const char *path = str_format(&arena, "tensors.%d.shards", i).s;
			cr_expect(cJSON_Compare(slice_of(running_at(all, path), device),
			                        slice_of(running_at(one, path), device), true),
			          "device %d, tensor %d", device, i);
		}
		cJSON_Delete(one);
		arena_drop(&arena);
	}
	cJSON_Delete(all);
}

Test(command_plan, memory_in_json_is_the_sum_of_the_tensors)
{
	cJSON *document = running_json(&running_specs, "plan --format json a.yaml", 0);
	running_expect_keys(document, "version framework mesh meshes hardware tensors memory steps "
	                              "totals");
	int sum = 0;
	const cJSON *tensor;
	cJSON_ArrayForEach(tensor, running_at(document, "tensors"))
	{
		sum += running_at(tensor, "count")->valueint *
		       running_at(tensor, "bytes_per_device")->valueint;
	}
	cr_expect_eq(running_at(document, "memory.per_device")->valueint, sum);
	cr_expect(cJSON_IsNull(running_at(document, "memory.limit")));
	cJSON_Delete(document);
	document = running_json(&running_specs, "plan --format json --hardware v5e-8 a.yaml", 0);
	cr_expect_eq(running_at(document, "memory.limit")->valuedouble, 16911433728.0);
	cr_expect(cJSON_IsTrue(running_at(document, "memory.fits")));
	cJSON_Delete(document);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/testing/running.h"

static const struct running_row rows[] = {
    {"diff a.yaml b.yaml", 0, "1 changed, 1 added, 1 gone, 1 the same\n", NULL, NULL},
    {"diff a.yaml a.yaml", 0, "0 changed, 0 added, 0 gone, 3 the same\n", NULL, "moving"},
    {"diff b.yaml b.yaml", 0, "0 changed, 0 added, 0 gone, 3 the same\n", NULL, "moving"},
    {"diff - b.yaml <a.yaml", 0, "before: -, jax==0.6.0", NULL, NULL},
    {"diff a.yaml b.yaml", 0, "memory per device: 2.56 KiB -> 4.12 KiB", NULL, NULL},
    {"diff b.yaml a.yaml", 0, "memory per device: 4.12 KiB -> 2.56 KiB", NULL, "all-gather"},
    {"diff --tensor embed a.yaml b.yaml", 0, "1 changed, 0 added, 0 gone, 0 the", NULL, "scale"},
    {"diff --tensor scale a.yaml b.yaml", 0, "0 changed, 1 added, 0 gone", NULL, "embed"},
    {"diff --framework jax==0.12.0.1 a.yaml b.yaml", 0, "after:  b.yaml, jax==0.12.0.1", NULL,
     "jax==0.6.0"},
    {"diff --hardware v5e-8 a.yaml b.yaml", 0, "after the other, 8 us", NULL, NULL},
    {"diff --hardware v5e-8 --cost textbook a.yaml b.yaml", 0, "other, 3 us", NULL, "8 us"},
    {"diff --hardware v5e-4 a.yaml b.yaml", 1, NULL, "but there are 4", NULL},
    {"diff --groups --format json a.yaml b.yaml", 0, "\"groups\": [[0, 2, 4, 6]", NULL, NULL},
    {"diff --format json a.yaml b.yaml", 0, "\"all-gather\"", NULL, "groups"},
};

Test(command_diff, each_option_means_what_it_says)
{
	running_expect(&running_specs, rows, ROWS(rows));
}

static const struct running_row refused[] = {
    {"diff a.yaml", 2, NULL, "diff needs two files", NULL},
    {"diff a.yaml b.yaml a.yaml", 2, NULL, "diff takes two files", NULL},
    {"diff a.yaml nosuch.yaml", 2, NULL, "cannot read 'nosuch.yaml'", NULL},
    {"diff nosuch.yaml b.yaml", 2, NULL, "cannot read 'nosuch.yaml'", NULL},
    {"diff --format xml a.yaml b.yaml", 2, NULL, "write text|json|csv", NULL},
    {"diff --cost cheap a.yaml b.yaml", 2, NULL, "write calibrated|textbook", NULL},
    {"diff --slices a.yaml b.yaml", 2, NULL, "unknown option '--slices'", NULL},
    {"diff --tensor embd a.yaml b.yaml", 2, NULL, "no tensor of either file matches 'embd'", NULL},
};

Test(command_diff, what_cannot_be_compared_leaves_standard_output_empty)
{
	running_expect(&running_specs, refused, ROWS(refused));
}

/* b cannot be planned, a can. */
static const struct specs half = {
    .a = "mesh: {x: 2}\ntensors: {t: {shape: [4], dtype: int8, spec: [x]}}\n",
    .b = "mesh: {x: 2}\ntensors: {t: {shape: [5], dtype: int8, spec: [x]}}\n",
};

Test(command_diff, errors_of_either_file_are_findings)
{
	static const struct running_row wrong[] = {
	    {"diff a.yaml b.yaml", 1, NULL, " --> b.yaml:2:", NULL},
	    {"diff b.yaml a.yaml", 1, NULL, " --> b.yaml:2:", NULL},
	    {"diff b.yaml nosuch.yaml", 2, NULL, " --> b.yaml:2:", NULL},
	    {"diff nosuch.yaml b.yaml", 2, NULL, " --> b.yaml:2:", NULL},
	};
	running_expect(&half, wrong, ROWS(wrong));
}

static int count(const cJSON *document, const char *change)
{
	struct arena arena = {0};
	int value = running_at(document, str_format(&arena, "counts.%s", change).s)->valueint;
	arena_drop(&arena);
	return value;
}

Test(command_diff, the_other_way_round_swaps_added_and_gone)
{
	cJSON *there = running_json(&running_specs, "diff --format json a.yaml b.yaml", 0);
	cJSON *back = running_json(&running_specs, "diff --format json b.yaml a.yaml", 0);
	running_expect_keys(there, "version before after tensors counts totals");
	cr_expect_eq(count(there, "added"), 1);
	cr_expect_eq(count(there, "added"), count(back, "gone"));
	cr_expect_eq(count(there, "gone"), count(back, "added"));
	cr_expect_eq(count(there, "changed"), count(back, "changed"));
	cr_expect_eq(count(there, "same"), count(back, "same"));
	cr_expect_eq(running_at(there, "before.memory_per_device")->valueint,
	             running_at(back, "after.memory_per_device")->valueint);
	cr_expect_eq(running_at(there, "totals.bytes_moved")->valueint, 1536);
	cr_expect_eq(running_at(back, "totals.bytes_moved")->valueint, 0);
	cJSON_Delete(there);
	cJSON_Delete(back);
}

Test(command_diff, csv_has_a_row_for_each_tensor_of_either_file)
{
	struct arena arena = {0};
	struct str text = running(&arena, &running_specs, "diff --format csv a.yaml b.yaml").output;
	cr_expect_eq(running_lines(text), 1u + 4u);
	cr_expect(running_holds(text, "\nbias,gone,"));
	cr_expect(running_holds(text, "\nscale,added,"));
	arena_drop(&arena);
}

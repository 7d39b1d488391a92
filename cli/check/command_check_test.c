/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/testing/running.h"

/* a: one error and one warning under any mesh with a `data` of 4. b: accepted. */
static const struct specs odd = {
    .a = "framework: jax==0.6.0\n"
	 "mesh: {data: 4, model: 2}\n"
	 "tensors:\n"
	 "  odd: {shape: [6], dtype: float32, spec: [data]}\n",
    .b = "framework: jax==0.6.0\n"
	 "mesh: {data: 2}\n"
	 "tensors:\n"
	 "  even: {shape: [6], dtype: float32, spec: [data]}\n",
};

static const struct running_row rows[] = {
    {"check a.yaml", 1, "a.yaml: rejected by jax 0.6.0, 1 error, 1 warning", NULL, NULL},
    {"check b.yaml", 0, "b.yaml: accepted by jax 0.6.0\n", NULL, NULL},
    {"check - <a.yaml", 1, " --> -:4:", NULL, "a.yaml"},
    {"check --quiet a.yaml", 1, "error[dim-indivisible]", NULL, "warning"},
    {"check --quiet b.yaml", 0, NULL, NULL, NULL},
    {"check --mesh data=2,model=1 a.yaml", 0, "accepted", NULL, "dim-indivisible"},
    {"check --mesh data=4 b.yaml", 1, "dim-indivisible", NULL, "accepted"},
    {"check --framework jax==0.12.0.1 a.yaml", 1, "rejected by jax 0.12.0.1", NULL, "0.6.0"},
    {"check --framework torch_xla==2.7.0 b.yaml", 0, "verdict unknown", NULL, "accepted"},
    {"check --framework torch_xla==2.7.0 --strict b.yaml", 1, "verdict unknown", NULL, NULL},
    {"check --hardware v5e-1 b.yaml", 1, "needs 2 devices, but there is 1", NULL, NULL},
    {"check --hardware v5e-4 b.yaml", 0, "warning[mesh-devices-unused]", NULL, "error"},
    {"check --hardware v5e-4 --strict b.yaml", 1, "warning[mesh-devices-unused]", NULL, "error["},
    {"check --ignore axis-unused a.yaml", 1, "1 error, 1 ignored", NULL, "[axis-unused]"},
    {"check --ignore axis-unused,dim-indivisible a.yaml", 0, "2 ignored", NULL, "error["},
    {"check --ignore axis-unused --ignore dim-indivisible a.yaml", 0, "2 ignored", NULL, NULL},
    {"check --color always a.yaml", 1, "\033[", NULL, NULL},
    {"check --color auto a.yaml", 1, "error[dim-indivisible]", NULL, "\033["},
};

Test(command_check, each_option_means_what_it_says)
{
	running_expect(&odd, rows, ROWS(rows));
}

static const struct running_row refused[] = {
    {"check", 2, NULL, "check needs a file", NULL},
    {"check nosuch.yaml", 2, "", "cannot read 'nosuch.yaml'", NULL},
    {"check --format xml b.yaml", 2, NULL, "write text|json|sarif|", NULL},
    {"check --mesh data b.yaml", 2, NULL, "'data' is not a value of '--mesh'", NULL},
    {"check --framework jaxx b.yaml", 2, NULL, "shardctl: --framework: ", NULL},
    {"check --hardware v5e-17 b.yaml", 2, NULL, "write v5e-16", NULL},
    {"check --ignore axis-unusd b.yaml", 2, NULL, "did you mean 'axis-unused'?", NULL},
    {"check --ignore '' b.yaml", 2, NULL, "no finding is called ''", NULL},
    {"check --strikt b.yaml", 2, NULL, "did you mean '--strict'?", NULL},
};

Test(command_check, what_is_no_value_is_refused_before_anything_is_checked)
{
	running_expect(&odd, refused, ROWS(refused));
}

Test(command_check, a_missing_file_does_not_hide_the_others)
{
	static const struct running_row missing[] = {
	    {"check nosuch.yaml a.yaml", 2, "a.yaml: rejected", "'nosuch.yaml'", NULL},
	    {"check a.yaml nosuch.yaml b.yaml", 2, "b.yaml: accepted", "'nosuch.yaml'", NULL},
	    {"check a.yaml b.yaml", 1, "b.yaml: accepted", NULL, NULL},
	    {"check b.yaml a.yaml", 1, "b.yaml: accepted", NULL, NULL},
	};
	running_expect(&odd, missing, ROWS(missing));
}

Test(command_check, json_holds_each_file_and_the_sums)
{
	cJSON *document = running_json(&odd, "check --format json a.yaml b.yaml", 1);
	running_expect_keys(document, "version files summary");
	running_expect_keys(running_at(document, "files.0"),
	                    "path framework verdict ignored diagnostics values");
	cr_expect_eq(cJSON_GetArraySize(running_at(document, "files")), 2);
	cr_expect_str_eq(running_at(document, "files.0.verdict")->valuestring, "rejected");
	cr_expect_str_eq(running_at(document, "files.1.path")->valuestring, "b.yaml");
	cr_expect_eq(cJSON_GetArraySize(running_at(document, "files.0.diagnostics")), 2);
	cr_expect_eq(running_at(document, "files.0.diagnostics.1.start.line")->valueint, 4);
	cr_expect_eq(running_at(document, "summary.errors")->valueint, 1);
	cr_expect_eq(running_at(document, "summary.warnings")->valueint, 1);
	cJSON_Delete(document);
}

Test(command_check, options_stand_before_or_behind_the_file)
{
	running_expect_same(&odd, "check --quiet --mesh data=4 b.yaml",
	                    "check b.yaml --mesh=data=4 --quiet");
	running_expect_same(&odd, "check a.yaml", "check --format text --color never -- a.yaml");
}

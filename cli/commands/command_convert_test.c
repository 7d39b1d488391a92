/* SPDX-License-Identifier: Apache-2.0 */
#include "base/buf.h"
#include "cli/testing/running.h"

static const struct running_row rows[] = {
    {"convert --to partition-spec a.yaml", 0, "embed  P('data', 'model')\n", NULL, NULL},
    {"convert --to list a.yaml", 0, "bias  [model]\n", NULL, NULL},
    {"convert --to hlo a.yaml", 0, "embed  {devices=[4,2]<=[8]}\n", NULL, NULL},
    {"convert --to hlo-v1 a.yaml", 0, "embed  {devices=[4,2]0,1,2,3,4,5,6,7}\n", NULL, NULL},
    {"convert --to hlo-named a.yaml", 0, "[{'data'}, {'model'}]}\n", NULL, NULL},
    {"convert --to shardy a.yaml", 0, "[{\"data\"}, {\"model\"}]>\n", NULL, NULL},
    {"convert --to mark_sharding a.yaml", 0, "bias  ('model',)\n", NULL, NULL},
    {"convert --to dtensor a.yaml", 0, "embed  [Shard(0), Shard(1)]\n", NULL, NULL},
    {"convert --to list - <b.yaml", 0, "scale  [null]\n", NULL, NULL},
    {"convert --to hlo --mesh data=2,model=4 a.yaml", 0, "embed  {devices=[2,4]<=[8]}", NULL,
     "[4,2]<=[8]"},
    {"convert --to list --tensor bias a.yaml", 0, "bias", NULL, "embed"},
    {"convert --to list --tensor 'layers.*' a.yaml", 0, "layers.{0..3}.wq", NULL, "embed"},
    {"convert --to hlo --to list a.yaml", 0, "bias  [model]\n", NULL, "devices"},
};

Test(command_convert, each_option_means_what_it_says)
{
	running_expect(&running_specs, rows, ROWS(rows));
}

static const struct running_row refused[] = {
    {"convert a.yaml", 2, NULL, "convert needs '--to NOTATION'", NULL},
    {"convert --to hlo", 2, NULL, "convert needs a file", NULL},
    {"convert --to hlo a.yaml b.yaml", 2, NULL, "convert takes one file", NULL},
    {"convert --to hlp a.yaml", 2, NULL, "write partition-spec, list, hlo,", NULL},
    {"convert --to hlo --format csv a.yaml", 2, NULL, "write text|json", NULL},
    {"convert --to hlo --tensor embd a.yaml", 2, NULL, "no tensor is called 'embd'", NULL},
    {"convert --to hlo nosuch.yaml", 2, NULL, "cannot read 'nosuch.yaml'", NULL},
};

Test(command_convert, what_cannot_be_converted_is_refused)
{
	running_expect(&running_specs, refused, ROWS(refused));
}

/* Tensors of one rank and shape, so that only their layouts tell them apart. */
static const char layouts[] = "mesh: {data: 4, model: 2}\n"
			      "tensors:\n"
			      "  both: {shape: [16, 16], spec: [data, model]}\n"
			      "  swapped: {shape: [16, 16], spec: [model, data]}\n"
			      "  last: {shape: [16, 16], spec: [null, data]}\n"
			      "  none: {shape: [16, 16], spec: [null, null]}\n";

/* The same file with the layouts as they have been converted. */
static const char *rewritten(struct arena *arena, const char *notation)
{
	struct buf text = {.arena = arena};
	const struct specs specs = {.a = layouts};
	const char *words = str_format(arena, "convert --format json --to %s a.yaml", notation).s;
	cJSON *document = running_json(&specs, words, 0);
	const cJSON *tensor;
	buf_puts(&text, "mesh: {data: 4, model: 2}\ntensors:\n");
	cJSON_ArrayForEach(tensor, running_at(document, "tensors"))
	{
		const cJSON *sharding = running_at(tensor, "sharding");
		char *quoted = cJSON_Print(sharding);
		buf_printf(&text, "  %s: {shape: [16, 16], spec: %s}\n",
		           running_at(tensor, "name")->valuestring,
		           strcmp(notation, "list") == 0 ? sharding->valuestring : quoted);
		cJSON_free(quoted);
	}
	cJSON_Delete(document);
	return str_copy(arena, buf_str(&text)).s;
}

/* Devices that are listed stay listed in hlo, which can say both, so there the texts differ. */
static bool keeps_list(const char *from, const char *to)
{
	return strcmp(from, "hlo-v1") == 0 && strcmp(to, "hlo") == 0;
}

Test(command_convert, there_and_back_is_the_same)
{
	static const char *const notations[] = {
	    "partition-spec", "list", "hlo", "hlo-v1", "shardy", "mark_sharding", "dtensor"};
	for (size_t i = 0; i < ROWS(notations); i++) {
		struct arena arena = {0};
		const struct specs specs = {.a = layouts, .b = rewritten(&arena, notations[i])};
		for (size_t j = 0; j < ROWS(notations); j++) {
			if (keeps_list(notations[i], notations[j]))
				continue;
			const char *words = str_format(&arena, "convert --to %s ", notations[j]).s;
			running_expect_same(&specs, str_format(&arena, "%sa.yaml", words).s,
			                    str_format(&arena, "%sb.yaml", words).s);
		}
		arena_drop(&arena);
	}
}

Test(command_convert, what_a_notation_cannot_say_is_a_finding_and_null)
{
	static const struct specs specs = {
	    .a = "mesh: {x: 2, y: 2}\n"
		 "tensors:\n"
		 "  good: {shape: [4], spec: [x]}\n"
		 "  bad: {shape: [4], spec: '{devices=[2,2]0,1,2}'}\n"};
	cJSON *document = running_json(&specs, "convert --to list --format json a.yaml", 1);
	running_expect_keys(document, "version tensors diagnostics");
	cr_expect_str_eq(running_at(document, "tensors.0.sharding")->valuestring, "[x]");
	cr_expect(cJSON_IsNull(running_at(document, "tensors.1.sharding")));
	cr_expect_eq(running_at(document, "diagnostics.0.start.line")->valueint, 4);
	cJSON_Delete(document);
	static const struct running_row text[] = {
	    {"convert --to list a.yaml", 1, "good  [x]\nerror[", NULL, "bad  "},
	    {"convert --to list --tensor good a.yaml", 0, "good  [x]\n", NULL, "error"},
	    {"convert --to list --color always a.yaml", 1, "\033[", NULL, NULL},
	};
	running_expect(&specs, text, ROWS(text));
}

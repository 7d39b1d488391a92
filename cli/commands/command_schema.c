/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/utf8.h"
#include "cli/arguments/command_line.h"
#include "cli/files/files.h"
#include "report/schema.h"

/* What the command line asks for. */
struct request {
	enum schema_kind kind;
	bool named;
};

static const struct option options[] = {OPTIONS_END};

static bool take_operand(struct arena *arena, const char *operand, void *data)
{
	struct request *request = data;
	for (int i = 0; i < SCHEMA_COUNT && !request->named; i++) {
		if (strcmp(operand, schema_name((enum schema_kind)i)) == 0) {
			request->kind = (enum schema_kind)i;
			request->named = true;
			return true;
		}
	}
	if (request->named)
		fputs("shardctl: schema takes one name\n", stderr);
	else
		fprintf(stderr,
		        "shardctl: there is no schema of '%s'; 'shardctl schema --help' lists "
		        "them\n",
		        utf8_escaped(arena, str_of(operand)).s);
	return false;
}

static int run(struct arena *arena, struct arena *scratch, void *data)
{
	const struct request *request = data;
	struct buf out = {.arena = arena};
	schema_add(scratch, &out, request->kind);
	return output_end(&out) ? STATUS_CLEAN : STATUS_FAILED;
}

const struct command_line command_schema = {
    .about = "Usage: shardctl schema [spec|config]\n"
	     "\n"
	     "Writes the JSON Schema by which an editor completes and checks specs, or\n"
	     ".shardctl.yaml.\n",
    .notes = "\nExample:\n  shardctl schema > shardctl.schema.json\n",
    .options = options,
    .request_size = sizeof(struct request),
    .operand = take_operand,
    .run = run,
};

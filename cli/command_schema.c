/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/utf8.h"
#include "command_line.h"
#include "files.h"
#include "report/schema.h"

/* The files that have a schema. */
static const struct schema_row {
	const char *name;
	void (*add)(struct arena *scratch, struct buf *out);
} schemas[] = {{"spec", schema_add}};

/* What the command line asks for. */
struct request {
	const struct schema_row *row; /* NULL: the first */
};

static const struct option options[] = {OPTIONS_END};

static bool take_operand(struct arena *arena, const char *operand, void *data)
{
	struct request *request = data;
	for (size_t i = 0; i < COUNT_OF(schemas) && !request->row; i++) {
		if (strcmp(operand, schemas[i].name) == 0) {
			request->row = &schemas[i];
			return true;
		}
	}
	fprintf(stderr,
	        "shardctl: there is no schema of '%s'; 'shardctl schema --help' lists them\n",
	        utf8_escaped(arena, str_of(operand)).s);
	return false;
}

static int run(struct arena *arena, struct arena *scratch, void *data)
{
	const struct request *request = data;
	struct buf out = {.arena = arena};
	(request->row ? request->row : schemas)->add(scratch, &out);
	return output_write(&out) && output_finish() ? STATUS_CLEAN : STATUS_FAILED;
}

const struct command_line command_schema = {
    .about = "Usage: shardctl schema [spec]\n"
	     "\n"
	     "Writes the JSON Schema of specs, by which an editor completes and checks them.\n",
    .notes = "\nExample:\n  shardctl schema > shardctl.schema.json\n",
    .options = options,
    .request_size = sizeof(struct request),
    .operand = take_operand,
    .run = run,
};

/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/testing/running.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"

const struct specs running_specs = {
    .a = "framework: jax==0.6.0\n"
	 "mesh: {data: 4, model: 2}\n"
	 "tensors:\n"
	 "  embed: {shape: [64, 32], dtype: bfloat16, spec: [data, model],"
	 " reshard_to: [null, model]}\n"
	 "  bias: {shape: [32], dtype: float32, spec: [model]}\n"
	 "  'layers.{0..3}.wq': {shape: [32, 16], dtype: bfloat16, spec: [null, model]}\n",
    .b = "framework: jax==0.6.0\n"
	 "mesh: {data: 4, model: 2}\n"
	 "tensors:\n"
	 "  embed: {shape: [64, 32], dtype: bfloat16, spec: [null, model]}\n"
	 "  scale: {shape: [32], dtype: float32, spec: [null]}\n"
	 "  'layers.{0..3}.wq': {shape: [32, 16], dtype: bfloat16, spec: [null, model]}\n",
};

static struct str read_stream(struct arena *arena, FILE *stream)
{
	struct buf text = {.arena = arena};
	char piece[4096];
	for (size_t got; (got = fread(piece, 1, sizeof piece, stream)) > 0;)
		buf_add(&text, (struct str){piece, got});
	return str_copy(arena, buf_str(&text));
}

struct outcome running_shell(struct arena *arena, const char *folder, const char *command)
{
	struct outcome outcome;
	char errors[] = "/tmp/shardctl-cli-XXXXXX";
	int file = mkstemp(errors);
	cr_assert(file >= 0);
	struct str line = str_format(arena,
	                             "{ cd '%s' && PATH='%s':\"$PATH\" && export LC_ALL=C "
	                             "NO_COLOR= FORCE_COLOR= GITHUB_ACTIONS= && %s\n} 2>'%s'",
	                             folder, SHARDCTL_FOLDER, command, errors);
	FILE *output = popen(line.s, "r");
	cr_assert_not_null(output);
	outcome.output = read_stream(arena, output);
	int status = pclose(output);
	cr_assert(WIFEXITED(status), "%s: ended by a signal", command);
	outcome.status = WEXITSTATUS(status);
	FILE *stream = fdopen(file, "r");
	outcome.errors = read_stream(arena, stream);
	fclose(stream);
	unlink(errors);
	return outcome;
}

/* Writes a file of the folder, or removes it when there is no text. */
static void put(struct arena *arena, const char *folder, const char *name, const char *text)
{
	const char *path = str_format(arena, "%s/%s", folder, name).s;
	if (!text) {
		unlink(path);
		return;
	}
	FILE *file = fopen(path, "wb");
	cr_assert_not_null(file);
	cr_assert(fputs(text, file) >= 0 && fclose(file) == 0);
}

struct outcome running(struct arena *arena, const struct specs *specs, const char *words)
{
	char folder[] = "/tmp/shardctl-run-XXXXXX";
	cr_assert_not_null(mkdtemp(folder));
	put(arena, folder, "a.yaml", specs->a);
	put(arena, folder, "b.yaml", specs->b);
	struct outcome outcome =
	    running_shell(arena, folder, str_format(arena, "shardctl %s", words).s);
	put(arena, folder, "a.yaml", NULL);
	put(arena, folder, "b.yaml", NULL);
	put(arena, folder, "out", NULL);
	cr_expect_eq(rmdir(folder), 0, "%s: leaves files behind", words);
	return outcome;
}

/* Whether what was written holds the part, or is empty when no part is given. */
static void expect_part(const char *words, const char *stream, struct str text, const char *part)
{
	cr_expect(part ? running_holds(text, part) : text.len == 0,
	          "'%s': %s does not hold '%s':\n%.*s", words, stream, part ? part : "nothing",
	          STR_ARG(text));
}

void running_expect(const struct specs *specs, const struct running_row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct arena arena = {0};
		const struct running_row *row = &rows[i];
		struct outcome outcome = running(&arena, specs, row->words);
		cr_expect_eq(outcome.status, row->status, "'%s': ends with %d", row->words,
		             outcome.status);
		expect_part(row->words, "output", outcome.output, row->output);
		expect_part(row->words, "errors", outcome.errors, row->errors);
		cr_expect(!row->without || !running_holds(outcome.output, row->without),
		          "'%s': the output holds '%s'", row->words, row->without);
		arena_drop(&arena);
	}
}

void running_expect_same(const struct specs *specs, const char *words, const char *others)
{
	struct arena arena = {0};
	struct str text = running(&arena, specs, words).output;
	cr_expect(text.len, "'%s': writes nothing", words);
	testing_expect(others, running(&arena, specs, others).output, text.s);
	arena_drop(&arena);
}

cJSON *running_json(const struct specs *specs, const char *words, int status)
{
	struct arena arena = {0};
	struct outcome outcome = running(&arena, specs, words);
	cJSON *document = cJSON_ParseWithLength(outcome.output.s, outcome.output.len);
	cr_assert_not_null(document, "'%s': no JSON:\n%.*s", words, STR_ARG(outcome.output));
	cr_expect_eq(outcome.status, status, "'%s': ends with %d", words, outcome.status);
	arena_drop(&arena);
	return document;
}

void running_expect_keys(const cJSON *object, const char *keys)
{
	struct arena arena = {0};
	struct buf found = {.arena = &arena};
	const cJSON *member;
	cJSON_ArrayForEach(member, object)
	{
		buf_puts(&found, found.len ? " " : "");
		buf_puts(&found, member->string ? member->string : "?");
	}
	testing_expect("keys", buf_str(&found), keys);
	arena_drop(&arena);
}

const cJSON *running_at(const cJSON *document, const char *path)
{
	struct arena arena = {0};
	const cJSON *value = document;
	struct str rest = str_of(path);
	for (size_t at = 0; at < rest.len && value;) {
		size_t dot = str_find(rest, '.', at);
		const char *key = str_copy(&arena, str_slice(rest, at, dot)).s;
		value = isdigit((unsigned char)*key) ? cJSON_GetArrayItem(value, atoi(key))
		                                     : cJSON_GetObjectItemCaseSensitive(value, key);
		at = dot + 1;
	}
	arena_drop(&arena);
	cr_assert_not_null(value, "there is no '%s'", path);
	return value;
}

size_t running_lines(struct str text)
{
	size_t count = 0;
	for (size_t at = 0; at < text.len; at = str_find(text, '\n', at) + 1)
		count++;
	return count;
}

bool running_holds(struct str text, const char *part)
{
	size_t length = strlen(part);
	for (size_t at = 0; at + length <= text.len; at++)
		if (memcmp(text.s + at, part, length) == 0)
			return true;
	return false;
}

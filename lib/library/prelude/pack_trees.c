/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Used by embed.py when shardctl is built: makes bytes of the syntax trees of the prelude. Standard
 * input has, for each file, a line with the bytes of its text and the number of its definitions;
 * the text; and for each definition a line with its offset, its length, and 1 for a value or 0 for
 * a function or class. Standard output has for each definition a line with the number of bytes, and
 * these. What is not Python ends the build.
 */
#include <stdio.h>
#include <stdlib.h>

#include "program/packed/packed_tree.h"
#include "program/program.h"

/* Numbers of a line. */
static void read_numbers(uint32_t *numbers, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (scanf("%u", &numbers[i]) != 1)
			exit(EXIT_FAILURE);
	(void)getchar();
}

static void pack(struct arena *arena, struct str text, struct span at, bool is_value)
{
	const struct program program = {.text = text};
	const struct statement *definition = NULL;
	const struct expression *value = NULL;
	struct arena scratch = {0};
	struct buf out = {.arena = arena};
	if (is_value)
		value = program_read_expression(arena, &scratch, &program, at);
	else
		definition = program_read_definition(arena, &scratch, &program, at);
	if (!definition && !value) {
		fprintf(stderr, "it cannot be read:\n%.*s\n", STR_ARG(span_text(text, at)));
		exit(EXIT_FAILURE);
	}
	tree_pack(&out, text, definition, value);
	printf("%zu\n", out.len);
	fwrite(out.data, 1, out.len, stdout);
	arena_drop(&scratch);
}

int main(void)
{
	for (int next = getchar(); next != EOF; next = getchar()) {
		struct arena arena = {0};
		uint32_t numbers[2], at[3];
		ungetc(next, stdin);
		read_numbers(numbers, 2);
		char *bytes = arena_new(&arena, char, (size_t)numbers[0] + 1);
		if (fread(bytes, 1, numbers[0], stdin) != numbers[0])
			return EXIT_FAILURE;
		for (uint32_t i = 0; i < numbers[1]; i++) {
			read_numbers(at, 3);
			pack(&arena, (struct str){bytes, numbers[0]}, (struct span){at[0], at[1]},
			     at[2]);
		}
		arena_drop(&arena);
	}
	return EXIT_SUCCESS;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/completion/completion.h"

#include <assert.h>

#include "diag/rule.h"
#include "notation/convert.h"
#include "release/rules.h"
#include "report/schema.h"
#include "spec/framework.h"

const struct shell shells[SHELL_COUNT] = {
    {"bash", completion_bash},
    {"zsh", completion_zsh},
    {"fish", completion_fish},
};

static void add(struct arena *arena, struct completion *completion, const char *word)
{
	completion->by = COMPLETED_BY_WORDS;
	arena_push(arena, completion->words, completion->count, completion->room, word);
}

static void add_files(struct arena *arena, struct completion *completion)
{
	completion->by = COMPLETED_BY_FILES;
}

static void add_commands(struct arena *arena, struct completion *completion)
{
	for (size_t i = 0; i < command_count; i++)
		add(arena, completion, commands[i].name);
}

static void add_shells(struct arena *arena, struct completion *completion)
{
	for (int i = 0; i < SHELL_COUNT; i++)
		add(arena, completion, shells[i].name);
}

/* The files that have a schema. */
static void add_schemas(struct arena *arena, struct completion *completion)
{
	for (int i = 0; i < SCHEMA_COUNT; i++)
		add(arena, completion, schema_name((enum schema_kind)i));
}

static void add_findings(struct arena *arena, struct completion *completion)
{
	for (int i = 0; i < RULE_COUNT; i++)
		add(arena, completion, rule_name((enum rule_id)i));
}

static void add_finding_list(struct arena *arena, struct completion *completion)
{
	add_findings(arena, completion);
	completion->list = true;
}

static void add_frameworks(struct arena *arena, struct completion *completion)
{
	for (int i = FRAMEWORK_JAX; i <= FRAMEWORK_DTENSOR; i++)
		add(arena, completion, framework_family_name((enum framework_family)i));
	for (size_t i = 0; jax_release(i); i++)
		add(arena, completion, str_format(arena, "jax==%s", jax_release(i)).s);
}

static void add_notations(struct arena *arena, struct completion *completion)
{
	for (int i = 0; i < TARGET_COUNT; i++)
		add(arena, completion, notation_target_name((enum notation_target)i));
}

/* The accelerator types of the slices that are offered; where there are none, that of one node. */
static void add_types(struct arena *arena, struct completion *completion)
{
	for (uint32_t i = 0; i < chip_count; i++) {
		const struct chip *chip = &chip_table[i];
		if (chip->node_chips)
			add(arena, completion,
			    str_format(arena, "%s-%d", chip->names[0], chip->node_chips).s);
		for (int j = 0; j < CHIP_SLICES && chip->slices[j][0]; j++) {
			const uint16_t *slice = chip->slices[j];
			int chips = slice[0] * slice[1] * (slice[2] ? slice[2] : 1);
			int number = chip->type_counts_cores ? chips * chip->cores : chips;
			add(arena, completion,
			    str_format(arena, "%s-%d", chip->names[0], number).s);
		}
	}
}

static void add_hardware(struct arena *arena, struct completion *completion)
{
	for (uint32_t i = 0; i < chip_count; i++)
		add(arena, completion, chip_table[i].names[0]);
	add_types(arena, completion);
}

/* What an option takes, by its name or else by what its help calls the value. */
static const struct {
	const char *option, *argument;
	void (*add)(struct arena *arena, struct completion *completion);
} values[] = {
    {"hardware", NULL, add_types},       {NULL, "FILE", add_files},
    {NULL, "FILE:FUNCTION", add_files},  {NULL, "NAME,…", add_finding_list},
    {"framework", NULL, add_frameworks}, {NULL, "NOTATION", add_notations},
};

/* The commands whose operands are not files. */
static const struct {
	const struct command_line *line;
	void (*add)(struct arena *arena, struct completion *completion);
} operands[] = {
    {&command_explain, add_findings}, {&command_hardware, add_hardware},
    {&command_help, add_commands},    {&command_completion, add_shells},
    {&command_schema, add_schemas},
};

/* The words of a value that is one of some, "text|json"; what stands for something else is
 * in capitals. */
static void add_alternatives(struct arena *arena, const char *argument,
                             struct completion *completion)
{
	struct str text = str_of(argument);
	bool words = str_find(text, '|', 0) < text.len;
	for (size_t i = 0; i < text.len; i++)
		words &= !(text.s[i] >= 'A' && text.s[i] <= 'Z');
	for (size_t at = 0; words && at < text.len;) {
		size_t end = str_find(text, '|', at);
		add(arena, completion, str_copy(arena, str_slice(text, at, end)).s);
		at = end + 1;
	}
}

struct completion completion_of_value(struct arena *arena, const struct option *option)
{
	assert(option->argument);
	struct completion completion = {0};
	for (size_t i = 0; i < COUNT_OF(values); i++) {
		if (values[i].option ? strcmp(values[i].option, option->name) == 0
		                     : strcmp(values[i].argument, option->argument) == 0) {
			values[i].add(arena, &completion);
			return completion;
		}
	}
	add_alternatives(arena, option->argument, &completion);
	completion.list = strstr(option->help, "with commas between");
	return completion;
}

struct completion completion_of_operand(struct arena *arena, const struct command *command)
{
	struct completion completion = {.by = COMPLETED_BY_FILES};
	for (size_t i = 0; i < COUNT_OF(operands); i++)
		if (operands[i].line == command->line)
			operands[i].add(arena, &completion);
	return completion;
}

void completion_add_words(struct buf *out, const struct completion *completion)
{
	for (size_t i = 0; i < completion->count; i++) {
		assert(!strpbrk(completion->words[i], " \t\n'\"\\$`:*?[](){}<>|&;!"));
		buf_puts(out, i ? " " : "");
		buf_puts(out, completion->words[i]);
	}
}

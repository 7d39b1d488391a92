/* SPDX-License-Identifier: Apache-2.0 */
/* What the shells make of the scripts, .ci/try/completion.py asks them. */
#include "cli/completion/completion.h"

#include "hardware/hardware.h"
#include "testing/testing.h"

Test(completion, each_script_has_all_commands_and_options)
{
	struct arena arena = {0};
	for (int i = 0; i < SHELL_COUNT; i++) {
		struct buf out = {.arena = &arena};
		shells[i].write(&out, &arena);
		struct str script = buf_str(&out);
		for (size_t j = 0; j < command_count; j++) {
			const struct command *command = &commands[j];
			cr_expect(str_contains(script, str_of(command->name)));
			for (const struct option *option = command->line->options; option->name;
			     option++)
				cr_expect(str_contains(script, str_of(option->name)), "%s: %s --%s",
				          shells[i].name, command->name, option->name);
		}
	}
	arena_drop(&arena);
}

Test(completion, values_are_what_the_option_takes)
{
	struct arena arena = {0};
	static const struct {
		struct option option;
		enum completed by;
		bool list;
		const char *word; /* one of them */
	} rows[] = {
	    {{"format", "text|json", "", NULL, 0}, COMPLETED_BY_WORDS, false, "json"},
	    {{"framework", "NAME==VERSION", "", NULL, 0}, COMPLETED_BY_WORDS, false, "jax==0.6.0"},
	    {{"ignore", "NAME,…", "", NULL, 0}, COMPLETED_BY_WORDS, true, "rank-mismatch"},
	    {{"hardware", "NAME", "", NULL, 0}, COMPLETED_BY_WORDS, false, "v5e-16"},
	    {{"fail-on", "error|warning", "several with commas between", NULL, 0},
	     COMPLETED_BY_WORDS,
	     true,
	     "warning"},
	    {{"device", "N|N..M", "", NULL, 0}, COMPLETED_NOT, false, NULL},
	    {{"svg", "FILE", "", NULL, 0}, COMPLETED_BY_FILES, false, NULL},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		struct completion completion = completion_of_value(&arena, &rows[i].option);
		cr_expect(completion.by == rows[i].by && completion.list == rows[i].list, "row %zu",
		          i);
		bool found = !rows[i].word;
		for (size_t j = 0; j < completion.count; j++)
			found |= strcmp(completion.words[j], rows[i].word) == 0;
		cr_expect(found, "row %zu", i);
	}
	arena_drop(&arena);
}

Test(completion, hardware_that_is_offered_is_known)
{
	struct arena arena = {0};
	const struct option option = {"hardware", "NAME", "", NULL, 0};
	struct completion completion = completion_of_value(&arena, &option);
	cr_assert_geq(completion.count, 40u);
	for (size_t i = 0; i < completion.count; i++) {
		struct hardware hardware = hardware_named(&arena, str_of(completion.words[i]));
		cr_expect(!hardware.problem.len, "%s: %.*s", completion.words[i],
		          STR_ARG(hardware.problem));
	}
	arena_drop(&arena);
}

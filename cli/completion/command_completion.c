/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/utf8.h"
#include "cli/completion/completion.h"
#include "cli/files/files.h"

/* What the command line asks for. */
struct request {
	const struct shell *shell;
};

static const struct option options[] = {OPTIONS_END};

static bool take_operand(struct arena *arena, const char *operand, void *data)
{
	struct request *request = data;
	if (request->shell) {
		fputs("shardctl: completion takes one shell\n", stderr);
		return false;
	}
	for (int i = 0; i < SHELL_COUNT; i++)
		if (strcmp(shells[i].name, operand) == 0)
			request->shell = &shells[i];
	if (!request->shell)
		fprintf(stderr,
		        "shardctl: '%s' is not a shell that can be completed in: write bash, zsh "
		        "or fish\n",
		        utf8_escaped(arena, str_of(operand)).s);
	return request->shell;
}

static bool complete(struct arena *arena, void *data)
{
	const struct request *request = data;
	if (!request->shell)
		fputs("shardctl: completion needs the shell: bash, zsh or fish\n", stderr);
	return request->shell;
}

static int run(struct arena *arena, struct arena *scratch, void *data)
{
	const struct request *request = data;
	struct buf out = {.arena = scratch};
	request->shell->write(&out, arena);
	return output_end(&out) ? STATUS_CLEAN : STATUS_FAILED;
}

const struct command_line command_completion = {
    .about = "Usage: shardctl completion bash|zsh|fish\n"
	     "\n"
	     "Writes the script by which a shell completes commands, options and what they take.\n"
	     "'meson install' puts it where the shell finds it; otherwise:\n"
	     "  bash  source <(shardctl completion bash)     in ~/.bashrc\n"
	     "  zsh   source <(shardctl completion zsh)      in ~/.zshrc, after compinit\n"
	     "  fish  shardctl completion fish | source      in ~/.config/fish/config.fish\n",
    .notes = "\nExample:\n  source <(shardctl completion bash)\n",
    .options = options,
    .request_size = sizeof(struct request),
    .operand = take_operand,
    .complete = complete,
    .run = run,
};

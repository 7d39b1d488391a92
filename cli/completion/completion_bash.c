/* SPDX-License-Identifier: Apache-2.0 */
/* The script runs in bash 3.2, which macOS has, and without the package bash-completion. */
#include "cli/completion/completion.h"

/* The words of the line are cut at blanks here: bash cuts its own at '=' and ':' too, and replaces
 * only what follows them. */
static const char before_words[] =
    "# Completes shardctl in bash; written by 'shardctl completion bash'.\n"
    "_shardctl()\n"
    "{\n"
    "\tlocal line=${COMP_LINE:0:COMP_POINT} current before kept= words= list= free= strip word\n"
    "\tlocal IFS=$' \\t\\n'\n"
    "\tcurrent=${line##*[[:space:]]}\n"
    "\tline=${line%\"$current\"}\n"
    "\tline=${line%\"${line##*[![:space:]]}\"}\n"
    "\tbefore=${line##*[[:space:]]}\n"
    "\tcase $current in --*=*) before=${current%%=*} kept=$before= ;; esac\n"
    "\tCOMPREPLY=()\n";

static const char after_words[] =
    "\tif [ -z \"$words$free\" ]; then return; fi # names of files, by -o default\n"
    "\tcompopt +o default 2>/dev/null\n"
    "\tif [ -n \"$list\" ]; then\n"
    "\t\tword=${current#\"$kept\"}\n"
    "\t\tkept=$kept${word%\"${word##*,}\"}\n"
    "\tfi\n"
    "\tfor word in = :; do\n"
    "\t\tcase $COMP_WORDBREAKS in\n"
    "\t\t*\"$word\"*) word=${current%\"${current##*$word}\"} ;;\n"
    "\t\t*) word= ;;\n"
    "\t\tesac\n"
    "\t\tif [ ${#word} -gt ${#strip} ]; then strip=$word; fi\n"
    "\tdone\n"
    "\tfor word in $words; do\n"
    "\t\tcase $kept$word in\n"
    "\t\t\"$current\"*)\n"
    "\t\t\tword=$kept$word\n"
    "\t\t\tCOMPREPLY[${#COMPREPLY[@]}]=${word#\"$strip\"}\n"
    "\t\t\t;;\n"
    "\t\tesac\n"
    "\tdone\n"
    "}\n"
    "complete -o default -F _shardctl shardctl\n";

/* What the branch of a case sets; nothing where names of files are completed. */
static void add_branch(struct buf *out, const struct completion *completion)
{
	if (completion->by == COMPLETED_BY_WORDS) {
		buf_puts(out, completion->list ? "list=1 words='" : "words='");
		completion_add_words(out, completion);
		buf_puts(out, "' ;;\n");
	} else {
		buf_puts(out, completion->by == COMPLETED_NOT ? "free=1 ;;\n" : ";;\n");
	}
}

/* What the value of each option can be, which stands after the option. */
static void add_values(struct buf *out, struct arena *arena, const struct command *command)
{
	for (const struct option *option = command->line->options; option->name; option++) {
		char letter = option_letter(option);
		if (!option->argument)
			continue;
		struct completion completion = completion_of_value(arena, option);
		buf_printf(out, "\t'%s --%s'", command->name, option->name);
		if (letter)
			buf_printf(out, " | '%s -%c'", command->name, letter);
		buf_puts(out, ") ");
		add_branch(out, &completion);
	}
}

static void add_names(struct buf *out, const struct option *options)
{
	for (const struct option *option = options; option->name; option++)
		buf_printf(out, "%s--%s", option == options ? "" : " ", option->name);
}

void completion_bash(struct buf *out, struct arena *arena)
{
	buf_puts(out, before_words);
	buf_puts(out, "\tif [ \"$COMP_CWORD\" -eq 1 ]; then words='");
	for (size_t i = 0; i < command_count; i++)
		buf_printf(out, "%s ", commands[i].name);
	buf_puts(out, "--help --version'; else\n"
	              "\tcase \"${COMP_WORDS[1]} $before\" in\n");
	for (size_t i = 0; i < command_count; i++)
		add_values(out, arena, &commands[i]);
	buf_puts(out, "\t*) case \"${COMP_WORDS[1]} $current\" in\n");
	for (size_t i = 0; i < command_count; i++) {
		struct completion completion = completion_of_operand(arena, &commands[i]);
		buf_printf(out, "\t\t'%s -'*) words='", commands[i].name);
		add_names(out, commands[i].line->options);
		buf_printf(out, "' ;;\n\t\t'%s '*) ", commands[i].name);
		add_branch(out, &completion);
	}
	buf_puts(out, "\t\tesac ;;\n\tesac; fi\n");
	buf_puts(out, after_words);
}

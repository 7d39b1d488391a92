/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/utf8.h"
#include "command.h"
#include "diag/rule.h"
#include "files.h"
#include "options.h"
#include "values.h"

static const struct option options[] = {
    {"help", NULL, "show this help"},
    {0},
};

/* What --help shows. */
static void print_help(void)
{
	fputs("Usage: shardctl explain [NAME…]\n"
	      "\n"
	      "Says what a finding means, why the framework does so, and shows a spec before and "
	      "after.\n"
	      "Without a name it lists all findings.\n"
	      "\n"
	      "Options:\n",
	      stdout);
	options_help(options);
	fputs("\nExample:\n  shardctl explain rank-mismatch\n", stdout);
}

/* Writes a text in lines of at most 80 columns. */
static void add_wrapped(struct buf *out, struct str text)
{
	enum { WIDTH = 80 };
	size_t column = 0;
	for (size_t at = 0; at < text.len;) {
		size_t end = str_find(text, ' ', at), width = utf8_length(str_slice(text, at, end));
		if (column && column + 1 + width > WIDTH) {
			buf_putc(out, '\n');
			column = 0;
		} else if (column) {
			buf_putc(out, ' ');
			column++;
		}
		buf_add(out, str_slice(text, at, end));
		column += width;
		at = end + 1;
	}
	buf_putc(out, '\n');
}

/* Writes a piece of a spec, indented. */
static void add_example(struct buf *out, const char *title, struct str example)
{
	if (!example.len)
		return;
	buf_printf(out, "\n%s:\n", title);
	for (size_t at = 0; at < example.len;) {
		size_t end = str_find(example, '\n', at);
		struct str line = str_slice(example, at, end);
		buf_printf(out, "    %.*s\n", STR_ARG(line));
		at = end + 1;
	}
}

/* Writes all that is known of a rule: what it means, its effect, a spec before and after. */
static void add_rule(struct buf *out, const struct rule *rule)
{
	static const char *const effects[] = {
	    [EFFECT_NONE] = "The framework accepts it.",
	    [EFFECT_UNKNOWN] = "The verdict of the file is unknown unless something else is wrong.",
	    [EFFECT_REJECTED] = "The framework rejects it.",
	    [EFFECT_INVALID] = "The file is not a valid spec.",
	};
	buf_printf(out, "%s (%s): %s\n\n", rule->name, severity_name(rule->severity),
	           rule->summary);
	add_wrapped(out, str_of(rule->why));
	buf_printf(out, "\n%s\n", effects[rule->effect]);
	add_example(out, "Before", str_of(rule->wrong));
	add_example(out, "After", str_of(rule->right));
}

/* Writes one line for each rule. */
static void add_list(struct buf *out)
{
	enum { COLUMN = 24 };
	for (int i = 0; i < RULE_COUNT; i++) {
		const struct rule *rule = rule_of((enum rule_id)i);
		size_t length = strlen(rule->name);
		buf_puts(out, rule->name);
		buf_fill(out, ' ', length < COLUMN ? COLUMN - length : 1);
		buf_printf(out, "%-8s %s\n", severity_name(rule->severity), rule->summary);
	}
}

/* Writes what the arguments ask for; false after a message. An unknown name does not keep the
 * others from being explained. */
static bool explain(struct arena *arena, const struct argument *arguments, size_t count)
{
	struct buf out = {.arena = arena};
	bool known = true;
	if (!count)
		add_list(&out);
	for (size_t i = 0; i < count; i++) {
		const struct rule *rule = value_rule(arena, str_of(arguments[i].value));
		if (!rule) {
			known = false;
			continue;
		}
		buf_puts(&out, i ? "\n" : "");
		add_rule(&out, rule);
	}
	return output_write(&out) && output_finish() && known;
}

int command_explain(int argc, char **argv)
{
	struct arena arena = {0};
	size_t count;
	const struct argument *arguments = options_read(&arena, options, argc, argv, &count);
	int status = STATUS_FAILED;
	bool help = false;
	for (size_t i = 0; arguments && i < count; i++)
		help |= arguments[i].option != NULL;
	if (help) {
		print_help();
		status = output_finish() ? STATUS_CLEAN : STATUS_FAILED;
	} else if (arguments) {
		status = explain(&arena, arguments, count) ? STATUS_CLEAN : STATUS_FAILED;
	}
	arena_drop(&arena);
	return status;
}

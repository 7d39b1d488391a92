/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/utf8.h"
#include "command_line.h"
#include "diag/rule.h"
#include "files.h"
#include "values.h"

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
		buf_puts(out, "    ");
		buf_add(out, str_slice(example, at, end));
		buf_putc(out, '\n');
		at = end + 1;
	}
}

/* Writes all that is known of a rule: what it means, its effect, a spec before and after. */
static void add_rule(struct buf *out, const struct rule *rule)
{
	static const char *const effects[] = {
	    [EFFECT_NONE] = "It does not change the verdict.",
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

/* What the command line asks for. */
struct request {
	const char **names;
	size_t count, room;
};

static const struct option options[] = {OPTIONS_END};

static bool take_operand(struct arena *arena, const char *operand, void *data)
{
	struct request *request = data;
	arena_push(arena, request->names, request->count, request->room, operand);
	return true;
}

/* Writes what is asked for. An unknown name does not keep the others from being explained. */
static int run(struct arena *arena, struct arena *scratch, void *data)
{
	const struct request *request = data;
	struct buf out = {.arena = scratch};
	bool known = true;
	if (!request->count)
		add_list(&out);
	for (size_t i = 0; i < request->count; i++) {
		const struct rule *rule = value_rule(arena, str_of(request->names[i]));
		if (!rule) {
			known = false;
			continue;
		}
		buf_puts(&out, i ? "\n" : "");
		add_rule(&out, rule);
	}
	return output_write(&out) && output_finish() && known ? STATUS_CLEAN : STATUS_FAILED;
}

const struct command_line command_explain = {
    .about = "Usage: shardctl explain [NAME…]\n"
	     "\n"
	     "Says what a finding means, why the framework does so, and shows a spec before and "
	     "after.\n"
	     "Without a name it lists all findings.\n",
    .notes = "\nExample:\n  shardctl explain rank-mismatch\n",
    .options = options,
    .request_size = sizeof(struct request),
    .operand = take_operand,
    .run = run,
};

/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/utf8.h"
#include "cli/arguments/command_line.h"
#include "diag/rule.h"
#include "diagnose/diagnose.h"
#include "diagnose/topic.h"
#include "cli/files/files.h"
#include "cli/arguments/values.h"

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
	buf_printf(out, "\n%s\n%s\n", effects[rule->effect],
	           rule_has_fix(rule)
	               ? "Where there is only one way to repair it, 'shardctl check --fix' does so."
	               : "'shardctl check --fix' leaves it alone.");
	add_example(out, "Before", str_of(rule->wrong));
	add_example(out, "After", str_of(rule->right));
}

/* The same of a mistake that only a framework reports; its examples are Python. */
static void add_topic(struct buf *out, const struct topic *topic)
{
	buf_printf(out, "%s (in logs): %s\n\n", topic->name, topic->summary);
	add_wrapped(out, str_of(topic->why));
	add_example(out, "Before", str_of(topic->wrong));
	add_example(out, "After", str_of(topic->right));
}

static void add_row(struct buf *out, const char *name, const char *kind, const char *summary)
{
	enum { COLUMN = 24 };
	size_t length = strlen(name);
	buf_puts(out, name);
	buf_fill(out, ' ', length < COLUMN ? COLUMN - length : 1);
	buf_printf(out, "%-8s %s\n", kind, summary);
}

/* Writes one line for each rule, then for what diagnose knows besides. */
static void add_list(struct buf *out)
{
	size_t count;
	const struct topic *topic = topics(&count);
	for (int i = 0; i < RULE_COUNT; i++) {
		const struct rule *rule = rule_of((enum rule_id)i);
		add_row(out, rule->name, severity_name(rule->severity), rule->summary);
	}
	for (size_t i = 0; i < count; i++)
		add_row(out, topic[i].name, "in logs", topic[i].summary);
}

/* Writes what is known of a name; false when there is no such. */
static bool add_named(struct buf *out, struct str name)
{
	const struct rule *rule = rule_named(name);
	const struct topic *topic = topic_named(name);
	if (rule)
		add_rule(out, rule);
	else if (topic)
		add_topic(out, topic);
	return rule || topic;
}

/* Writes what an error means whose text is given instead of a name; false when it is none. */
static bool add_text(struct arena *arena, struct buf *out, struct str text)
{
	struct diagnosis diagnosis = diagnose_text(arena, text, 1);
	if (!diagnosis.known)
		return false;
	const struct log_error *error = diagnosis.errors[0];
	add_wrapped(out, error->summary);
	buf_putc(out, '\n');
	add_wrapped(out, error->cause);
	buf_putc(out, '\n');
	add_wrapped(out, str_format(arena, "Help: %.*s.", STR_ARG(error->help)));
	buf_putc(out, '\n');
	return add_named(out, str_of(error->row->words->rule));
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
		struct str name = str_of(request->names[i]);
		buf_puts(&out, i && out.len ? "\n" : "");
		if (!add_named(&out, name) && !add_text(arena, &out, name))
			known = value_rule(arena, name) && known;
	}
	return output_end(&out) && known ? STATUS_CLEAN : STATUS_FAILED;
}

const struct command_line command_explain = {
    .about = "Usage: shardctl explain [NAME…]\n"
	     "\n"
	     "Says what a finding means, why the framework does so, and shows a spec before and "
	     "after.\n"
	     "Instead of a name it takes the text of a framework's error. Without a name it lists "
	     "all findings.\n",
    .notes =
	"\n"
	"Examples:\n"
	"  shardctl explain rank-mismatch\n"
	"  shardctl explain \"Resource axis: x of P('x',) is not found in mesh: ('data',).\"\n",
    .options = options,
    .request_size = sizeof(struct request),
    .operand = take_operand,
    .run = run,
};

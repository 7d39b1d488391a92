/* SPDX-License-Identifier: Apache-2.0 */
/* What SARIF says of rules: the words of `shardctl explain`. */
#include "report/check/finding.h"

/* What GitHub's code scanning sorts by: properties of a rule, "problem.severity". */
static const char *const problems[] = {
    [SEVERITY_NOTE] = "recommendation",
    [SEVERITY_WARNING] = "warning",
    [SEVERITY_ERROR] = "error",
};

static void add_text(struct json *json, const char *key, const char *text)
{
	json_open(json, key, '{');
	json_word(json, "text", text);
	json_close(json, '}');
}

/* Appends an example under a heading, when there is one: indented in plain text, a block in
 * Markdown. */
static void add_example(struct buf *out, const char *heading, const char *example, bool markdown)
{
	if (!*example)
		return;
	buf_printf(out, markdown ? "\n\n%s:\n\n```\n%s" : "\n\n%s:\n%s", heading, example);
	if (out->data[out->len - 1] != '\n')
		buf_putc(out, '\n');
	buf_puts(out, markdown ? "```" : "");
}

static void add_help(struct json *json, const char *key, const struct rule *rule, bool markdown)
{
	struct buf text = {.arena = json->scratch};
	buf_puts(&text, rule->why);
	add_example(&text, "Before", rule->wrong, markdown);
	add_example(&text, "After", rule->right, markdown);
	json_text(json, key, buf_str(&text));
}

static void add_rule(struct json *json, const struct rule *rule)
{
	json_line(json, 3);
	json_open(json, NULL, '{');
	json_word(json, "id", rule->name);
	add_text(json, "shortDescription", rule->summary);
	add_text(json, "fullDescription", rule->why);
	json_open(json, "help", '{');
	add_help(json, "text", rule, false);
	add_help(json, "markdown", rule, true);
	json_close(json, '}');
	json_open(json, "defaultConfiguration", '{');
	json_word(json, "level", severity_name(rule->severity));
	json_close(json, '}');
	json_open(json, "properties", '{');
	json_open(json, "tags", '[');
	json_word(json, NULL, "sharding");
	json_close(json, ']');
	json_word(json, "precision", "very-high");
	json_word(json, "problem.severity", problems[rule->severity]);
	json_close(json, '}');
	json_close(json, '}');
}

void sarif_add_rules(struct json *json, const struct report_totals *totals)
{
	json_open(json, "rules", '[');
	for (int i = 0; i < RULE_COUNT; i++)
		if (totals->found[i])
			add_rule(json, rule_of((enum rule_id)i));
	json_close(json, ']');
}

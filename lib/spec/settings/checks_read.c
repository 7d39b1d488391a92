/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/reader.h"

/* The rule named by a scalar; NULL after a finding. */
static const struct rule *read_rule_name(const struct reader *reader, const struct node *node,
                                         const char *what)
{
	struct str text, names[RULE_COUNT];
	if (!reader_text(reader, node, what, &text))
		return NULL;
	const struct rule *rule = rule_named(text);
	if (rule)
		return rule;
	for (int i = 0; i < RULE_COUNT; i++)
		names[i] = str_of(rule_name((enum rule_id)i));
	struct diag *diag = diag_add(reader->diags, RULE_VALUE_INVALID, node->at,
	                             "no finding is called '%s'", reader_shown(reader, text).s);
	reader_suggest(reader, diag, text, names, RULE_COUNT, "'shardctl explain' lists them");
	return NULL;
}

/* Marks the rules that one scalar or a list of them names. */
static void read_findings(const struct reader *reader, const struct node *node, const char *what,
                          bool *named)
{
	uint32_t count = node->kind == NODE_LIST ? node->count : 1;
	const struct node *items = node->kind == NODE_LIST ? node->items : node;
	for (uint32_t i = 0; i < count; i++) {
		const struct rule *rule = read_rule_name(reader, &items[i], what);
		if (rule)
			named[rule - rule_of((enum rule_id)0)] = true;
	}
}

static void read_severities(const struct reader *reader, const struct node *map,
                            struct check_settings *checks)
{
	if (map->kind != NODE_MAP) {
		reader_wrong_kind(reader, map, "severity",
		                  "a map from finding to severity; {axis-unused: error}");
		return;
	}
	for (uint32_t i = 0; i < map->count; i++) {
		const struct rule *rule = read_rule_name(reader, node_key(map, i), "severity");
		size_t word;
		if (!rule ||
		    !reader_word(reader, node_value(map, i), "severity", &severity_words, &word))
			continue;
		size_t level = LEVEL_NOTE + word; /* the words after the severities are for none */
		checks->level[rule - rule_of((enum rule_id)0)] =
		    (uint8_t)(level < LEVEL_OFF ? level : LEVEL_OFF);
	}
}

void reader_checks(const struct reader *reader, const struct node *const *values,
                   struct check_settings *checks)
{
	bool ignored[RULE_COUNT] = {false};
	if (values[CHECKS_IGNORE])
		read_findings(reader, values[CHECKS_IGNORE], "ignore", ignored);
	for (int i = 0; i < RULE_COUNT; i++)
		if (ignored[i])
			checks->level[i] = LEVEL_OFF;
	if (values[CHECKS_SELECT])
		read_findings(reader, values[CHECKS_SELECT], "select", checks->selected);
	for (int i = 0; i < RULE_COUNT; i++) /* one that names none by mistake hides nothing */
		checks->selects |= checks->selected[i];
	if (values[CHECKS_SEVERITY])
		read_severities(reader, values[CHECKS_SEVERITY], checks);
	checks->bytes_said = values[CHECKS_REPLICATED_BYTES] != NULL;
	checks->replicated_bytes = DEFAULT_REPLICATED_BYTES;
	if (values[CHECKS_REPLICATED_BYTES])
		reader_bytes(reader, values[CHECKS_REPLICATED_BYTES], "replicated_bytes",
		             &checks->replicated_bytes);
}

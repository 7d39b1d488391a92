/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/check/check_findings.h"

#include <stdio.h>

#include "base/utf8.h"
#include "spec/keys.h"
#include "cli/arguments/values.h"

/* The rule that stands at *at in a list NAME,…; moves behind its comma. NULL after a message. */
static const struct rule *next_rule(struct arena *arena, struct str list, size_t *at)
{
	size_t comma = str_find(list, ',', *at);
	const struct rule *rule = value_rule(arena, str_trim(str_slice(list, *at, comma)));
	*at = comma + 1;
	return rule;
}

bool option_ignore(struct arena *arena, const struct argument *argument, void *field)
{
	struct check_settings *checks = field;
	struct str list = str_of(argument->value);
	for (size_t at = 0; at <= list.len;) {
		const struct rule *rule = next_rule(arena, list, &at);
		if (!rule)
			return false;
		checks->level[rule - rule_of((enum rule_id)0)] = LEVEL_OFF;
	}
	return true;
}

bool option_select(struct arena *arena, const struct argument *argument, void *field)
{
	struct check_settings *checks = field;
	struct str list = str_of(argument->value);
	checks->selects = true;
	for (size_t at = 0; at <= list.len;) {
		const struct rule *rule = next_rule(arena, list, &at);
		if (!rule)
			return false;
		checks->selected[rule - rule_of((enum rule_id)0)] = true;
	}
	return true;
}

bool option_severity(struct arena *arena, const struct argument *argument, void *field)
{
	struct check_settings *checks = field;
	struct str text = str_of(argument->value);
	size_t equals = str_find(text, '=', 0);
	struct str after = str_slice(text, equals + (equals < text.len), text.len);
	size_t word = str_place(after, severity_words.items, severity_words.count),
	       level = LEVEL_NOTE + word; /* the words after the severities are for none */
	if (word == severity_words.count) {
		fprintf(stderr,
		        "shardctl: --severity: write NAME=error, warning, note or off, not '%s'\n",
		        utf8_escaped(arena, text).s);
		return false;
	}
	const struct rule *rule = value_rule(arena, str_slice(text, 0, equals));
	if (rule)
		checks->level[rule - rule_of((enum rule_id)0)] =
		    (uint8_t)(level < LEVEL_OFF ? level : LEVEL_OFF);
	return rule != NULL;
}

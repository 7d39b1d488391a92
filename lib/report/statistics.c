/* SPDX-License-Identifier: Apache-2.0 */
#include "report/statistics.h"

#include <inttypes.h>
#include <stdlib.h>

struct rule_count {
	const struct rule *rule;
	uint64_t count;
};

void report_totals_add(struct report_totals *totals, const struct check_result *result)
{
	totals->files++;
	totals->errors += result->errors;
	totals->warnings += result->warnings;
	totals->notes += result->notes;
	totals->fixed += result->fixed;
	totals->fixable += result->fixable;
	for (uint32_t i = 0; i < result->ndiags; i++)
		totals->found[result->diags[i]->rule - rule_of((enum rule_id)0)]++;
}

/* The most frequent first; equally frequent ones by their names. */
static int compare_counts(const void *a, const void *b)
{
	const struct rule_count *x = a, *y = b;
	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return strcmp(x->rule->name, y->rule->name);
}

/* The rules that have been found, in order; how many there are. */
static size_t sorted_counts(const struct report_totals *totals, struct rule_count *counts)
{
	size_t count = 0;
	for (int i = 0; i < RULE_COUNT; i++)
		if (totals->found[i])
			counts[count++] =
			    (struct rule_count){rule_of((enum rule_id)i), totals->found[i]};
	qsort(counts, count, sizeof *counts, compare_counts);
	return count;
}

void statistics_add_text(struct buf *out, const struct report_totals *totals)
{
	struct rule_count counts[RULE_COUNT];
	size_t count = sorted_counts(totals, counts);
	for (size_t i = 0; i < count; i++)
		buf_printf(out, "%8" PRIu64 "  %-24s  %s\n", counts[i].count, counts[i].rule->name,
		           counts[i].rule->summary);
}

void statistics_add_json(struct json *json, const struct report_totals *totals)
{
	struct rule_count counts[RULE_COUNT];
	size_t count = sorted_counts(totals, counts);
	json_open(json, "statistics", '[');
	for (size_t i = 0; i < count; i++) {
		json_open(json, NULL, '{');
		json_word(json, "rule", counts[i].rule->name);
		json_integer(json, "count", (int64_t)counts[i].count);
		json_close(json, '}');
	}
	json_close(json, ']');
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "check/show.h"

#include "check/ignore.h"

/* Whether a comment that silences nothing does not in any run either: all is judged, and as the
 * file says. */
static bool judges_whole(const struct check_result *result, const struct spec_overrides *overrides)
{
	bool judged = result->verdict == VERDICT_ACCEPTED || result->verdict == VERDICT_REJECTED;
	return judged && !overrides->framework.len && !overrides->mesh.len &&
	       !overrides->hardware.len && !overrides->devices && !overrides->nsettings;
}

/* Marks what a comment silences, and then says which comments silence nothing. */
static void apply_comments(struct arena *arena, const struct check_result *result,
                           const struct spec_overrides *overrides, struct diags *diags)
{
	const struct ignore_comments comments =
	    ignore_comments_find(arena, result->source, result->files);
	struct diag *last = diags->last;
	for (struct diag *diag = diags->first; diag; diag = diag->next)
		diag->silenced = ignore_comments_match(&comments, diag);
	ignore_comments_report_unused(&comments, result->source->text, diags);
	bool whole = judges_whole(result, overrides);
	for (struct diag *diag = last ? last->next : diags->first; diag; diag = diag->next) {
		diag->silenced = ignore_comments_match(&comments, diag);
		diag->repair.certain &= whole;
	}
}

/* Applies severities, and drops what is ignored by a comment or not to be shown. */
static void filter(struct diags *diags, const struct check_settings *checks,
                   struct check_result *result)
{
	struct diag **link = &diags->first;
	for (struct diag *diag = diags->first; diag; diag = diag->next) {
		assert(diag->rule);
		enum rule_id rule = (enum rule_id)(diag->rule - rule_of((enum rule_id)0));
		if (!check_settings_shows(checks, rule, &diag->severity) || diag->silenced) {
			result->ignored++;
		} else {
			*link = diag;
			link = &diag->next;
		}
	}
	*link = NULL;
}

static void count_severities(struct check_result *result)
{
	for (uint32_t i = 0; i < result->ndiags; i++) {
		uint32_t *counts[] = {&result->notes, &result->warnings, &result->errors};
		++*counts[result->diags[i]->severity];
		result->fixable += check_can_fix(result, result->diags[i]);
	}
}

bool check_can_fix(const struct check_result *result, const struct diag *diag)
{
	for (const struct diag_edit *edit = diag->repair.edits; edit; edit = edit->next)
		if (source_piece_at(result->files, edit->at.offset))
			return false;
	return diag->repair.certain;
}

void show_findings(struct arena *arena, struct diags *diags, const struct check_settings *checks,
                   const struct check_options *options, struct check_result *result)
{
	const struct file_defaults *defaults = options->overrides.defaults;
	struct check_settings settings = {0};
	if (checks)
		settings = *checks;
	else if (defaults)
		settings = defaults->checks;
	check_settings_lay(&settings, &options->checks);
	apply_comments(arena, result, &options->overrides, diags);
	filter(diags, &settings, result);
	result->diags = diags_sorted(arena, diags, &result->ndiags);
	count_severities(result);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "plan/module/module_plan.h"
#include "plan/program_plan.h"
#include "report/diff_report.h"
#include "report/plan_report.h"
#include "report/report.h"

/* What each format can write; NULL: it has no form for that. */
static const struct {
	const char *name;
	const struct format *check;
	void (*plan)(struct stream *out, struct arena *scratch, const struct plan *plan,
	             const struct plan_report_options *options);
	void (*diff)(struct stream *out, struct arena *scratch, const struct diff *diff,
	             const struct diff_report_options *options);
} formats[OUTPUT_FORMATS] = {
    [FORMAT_TEXT] = {"text", &text_format, plan_text_write, diff_text_write},
    [FORMAT_JSON] = {"json", &json_format, plan_json_write, diff_json_write},
    [FORMAT_CSV] = {"csv", NULL, plan_csv_write, diff_csv_write},
    [FORMAT_SARIF] = {"sarif", &sarif_format, NULL, NULL},
    [FORMAT_GITHUB] = {"github", &github_format, NULL, NULL},
    [FORMAT_JUNIT] = {"junit", &junit_format, NULL, NULL},
    [FORMAT_GITLAB] = {"gitlab", &gitlab_format, NULL, NULL},
    [FORMAT_GCC] = {"gcc", &gcc_format, NULL, NULL},
};

bool output_format_named(const char *name, enum output_format *format)
{
	for (*format = FORMAT_TEXT; *format < OUTPUT_FORMATS; ++*format)
		if (strcmp(formats[*format].name, name) == 0)
			return true;
	return false;
}

const struct format *check_format(enum output_format format)
{
	assert(format < OUTPUT_FORMATS && formats[format].check);
	return formats[format].check;
}

struct position_index plan_positions(struct arena *scratch, const struct plan *plan)
{
	uint32_t end = plan->functions ? UINT32_MAX : 0;
	for (const struct plan_step *step = plan->steps.first; step; step = step->next)
		end = step->at.offset > end ? step->at.offset : end;
	for (uint32_t i = 0; i < plan->noperations; i++)
		end = plan->operations[i].at.offset > end ? plan->operations[i].at.offset : end;
	const struct module_cost *cost = plan->module ? plan->module->cost : NULL;
	for (uint32_t i = 0; cost && i < cost->nrows; i++) {
		uint32_t offset = cost->rows[i].instruction->at.offset;
		end = offset > end ? offset : end;
	}
	return plan_text_positions(scratch, plan->spec, end);
}

void plan_write(struct stream *out, struct arena *scratch, const struct plan *plan,
                const struct plan_report_options *options)
{
	assert(options->format < OUTPUT_FORMATS && formats[options->format].plan);
	formats[options->format].plan(out, scratch, plan, options);
}

void diff_write(struct stream *out, struct arena *scratch, const struct diff *diff,
                const struct diff_report_options *options)
{
	assert(options->format < OUTPUT_FORMATS && formats[options->format].diff);
	formats[options->format].diff(out, scratch, diff, options);
}

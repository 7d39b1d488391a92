/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "plan/program_plan.h"
#include "report/diff_report.h"
#include "report/plan_report.h"
#include "report/report.h"

const struct format *check_format(enum output_format format)
{
	static const struct format *const formats[OUTPUT_FORMATS] = {
	    [FORMAT_TEXT] = &text_format,
	    [FORMAT_JSON] = &json_format,
	    [FORMAT_GCC] = &gcc_format,
	};
	assert(format < OUTPUT_FORMATS && formats[format]);
	return formats[format];
}

struct position_index plan_positions(struct arena *scratch, const struct plan *plan)
{
	uint32_t end = 0;
	for (const struct plan_step *step = plan->steps.first; step; step = step->next)
		end = step->at.offset > end ? step->at.offset : end;
	for (uint32_t i = 0; i < plan->noperations; i++)
		end = plan->operations[i].at.offset > end ? plan->operations[i].at.offset : end;
	return position_index_make(scratch, plan->spec->source->text, end);
}

void plan_write(struct stream *out, struct arena *scratch, const struct plan *plan,
                const struct plan_report_options *options)
{
	static void (*const writers[OUTPUT_FORMATS])(struct stream *, struct arena *,
	                                             const struct plan *,
	                                             const struct plan_report_options *) = {
	    [FORMAT_TEXT] = plan_text_write,
	    [FORMAT_JSON] = plan_json_write,
	    [FORMAT_CSV] = plan_csv_write,
	};
	assert(options->format < OUTPUT_FORMATS);
	writers[options->format](out, scratch, plan, options);
}

void diff_write(struct stream *out, struct arena *scratch, const struct diff *diff,
                const struct diff_report_options *options)
{
	static void (*const writers[OUTPUT_FORMATS])(struct stream *, struct arena *,
	                                             const struct diff *,
	                                             const struct diff_report_options *) = {
	    [FORMAT_TEXT] = diff_text_write,
	    [FORMAT_JSON] = diff_json_write,
	    [FORMAT_CSV] = diff_csv_write,
	};
	assert(options->format < OUTPUT_FORMATS);
	writers[options->format](out, scratch, diff, options);
}

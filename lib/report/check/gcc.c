/* SPDX-License-Identifier: Apache-2.0 */
/* A line for each finding, as compilers write them, which editors and CI systems can read. What
 * else there is to say stands in the same line, because a line without a severity is one that the
 * usual patterns do not match. */
#include "base/utf8.h"
#include "report/check/finding.h"

static void add_diag(struct buf *out, const struct check_result *result,
                     const struct position_index *positions, const struct diag *diag)
{
	struct place place = place_of(positions, result, diag->at);
	utf8_add_escaped(out, place.path);
	buf_printf(out, ":%u:%u: %s: ", place.start.line, place.start.column,
	           severity_name(diag->severity));
	finding_add_message(out, &place, diag);
	finding_add_framework(out, "; ", result, diag);
	finding_add_help(out, "; ", diag);
	buf_printf(out, " [%s]\n", diag->rule->name);
}

static void gcc_file(struct buf *out, struct arena *scratch, const struct check_result *result,
                     const struct report_options *options, bool *more)
{
	struct findings findings = findings_shown(scratch, result, options, 0);
	struct position_index positions = finding_positions(scratch, result);
	for (uint32_t i = 0; i < findings.count; i++)
		add_diag(out, result, &positions, findings.items[i]);
}

static void gcc_begin(struct buf *out, const struct report_options *options)
{
}

static void gcc_end(struct buf *out, const struct report_totals *totals,
                    const struct report_options *options)
{
}

const struct format gcc_format = {gcc_begin, gcc_file, gcc_end};

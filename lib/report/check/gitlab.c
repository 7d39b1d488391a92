/* SPDX-License-Identifier: Apache-2.0 */
/* A report on code quality for GitLab: the part of Code Climate's form that it reads.
 * https://docs.gitlab.com/ci/testing/code_quality/ */
#include <inttypes.h>

#include "report/check/finding.h"

static const char *const severities[] = {
    [SEVERITY_NOTE] = "info",
    [SEVERITY_WARNING] = "minor",
    [SEVERITY_ERROR] = "major",
};

static void add_position(struct json *json, const char *key, struct position position)
{
	json_open(json, key, '{');
	json_integer(json, "line", position.line);
	json_integer(json, "column", position.column);
	json_close(json, '}');
}

static void add_diag(struct json *json, const struct check_result *result,
                     const struct position_index *positions, const struct diag *diag,
                     uint64_t fingerprint)
{
	struct place place = place_of(positions, result, diag->at);
	struct buf text = {.arena = json->scratch};
	finding_add_message(&text, &place, diag);
	finding_add_framework(&text, "; ", result, diag);
	finding_add_help(&text, "; ", diag);
	json_line(json, 1);
	json_open(json, NULL, '{');
	json_text(json, "description", buf_str(&text));
	json_word(json, "check_name", diag->rule->name);
	json_text(json, "fingerprint", str_format(json->scratch, "%016" PRIx64, fingerprint));
	json_word(json, "severity", severities[diag->severity]);
	json_open(json, "location", '{');
	json_text(json, "path", place.path);
	json_open(json, "positions", '{');
	add_position(json, "begin", place.start);
	add_position(json, "end", place.end);
	json_close(json, '}');
	json_close(json, '}');
	json_close(json, '}');
}

static void gitlab_file(struct buf *out, struct arena *scratch, const struct check_result *result,
                        const struct report_options *options, bool *more)
{
	struct findings findings = findings_shown(scratch, result, options, 0);
	struct position_index positions = finding_positions(scratch, result);
	const uint64_t *prints = finding_fingerprints(scratch, result, &findings);
	struct json json = {.out = out, .scratch = scratch, .more = *more};
	for (uint32_t i = 0; i < findings.count; i++) {
		struct arena_mark mark = arena_mark(scratch);
		add_diag(&json, result, &positions, findings.items[i], prints[i]);
		arena_rewind(scratch, mark);
	}
	*more = json.more;
}

static void gitlab_begin(struct buf *out, const struct report_options *options)
{
	buf_putc(out, '[');
}

static void gitlab_end(struct buf *out, const struct report_totals *totals,
                       const struct report_options *options)
{
	buf_puts(out, "\n]\n");
}

const struct format gitlab_format = {gitlab_begin, gitlab_file, gitlab_end};

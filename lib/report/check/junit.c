/* SPDX-License-Identifier: Apache-2.0 */
/* A test report in the form of JUnit as Jenkins, GitLab and others read it: a suite for each file,
 * with a failed case for each finding that fails the run, or else one case that tells its verdict.
 * github.com/jenkinsci/xunit-plugin junit-10.xsd */
#include "base/utf8.h"
#include "report/check/finding.h"
#include "report/xml.h"

/* What is at hand while the suite of a file is written. */
struct suite {
	struct buf *out;
	struct arena *scratch;
	const struct check_result *result;
	struct position_index positions;
	struct findings findings;
	struct str name; /* of the file */
	uint32_t failures;
};

static bool fails(const struct diag *diag, const struct report_options *options)
{
	return diag->severity == SEVERITY_ERROR ||
	       (options->gate.warnings && diag->severity == SEVERITY_WARNING);
}

/* Appends ` key="value"`. */
static void add_attribute(struct suite *suite, const char *key, struct str value)
{
	buf_printf(suite->out, " %s=\"", key);
	xml_add_text(suite->out, value);
	buf_putc(suite->out, '"');
}

/* Opens a case up to its attributes. */
static void open_case(struct suite *suite, struct str name)
{
	buf_puts(suite->out, "    <testcase");
	add_attribute(suite, "classname", suite->name);
	add_attribute(suite, "name", name);
	buf_puts(suite->out, ">\n");
}

static void add_failure(struct suite *suite, struct str type, struct str message, struct str text)
{
	buf_puts(suite->out, "      <failure");
	add_attribute(suite, "type", type);
	add_attribute(suite, "message", message);
	buf_putc(suite->out, '>');
	xml_add_text(suite->out, text);
	buf_puts(suite->out, "</failure>\n");
}

static void add_finding(struct suite *suite, const struct diag *diag)
{
	struct place place = place_of(&suite->positions, suite->result, diag->at);
	struct buf message = {.arena = suite->scratch}, text = {.arena = suite->scratch};
	struct str rule = str_of(diag->rule->name);
	utf8_add_escaped(&message, place.path);
	buf_printf(&message, ":%u:%u: ", place.start.line, place.start.column);
	finding_add_message(&message, &place, diag);
	text_add_finding(&text, suite->scratch, suite->result, &suite->positions, diag);
	open_case(suite, str_format(suite->scratch, "%.*s at %u:%u", STR_ARG(rule),
	                            place.start.line, place.start.column));
	add_failure(suite, rule, buf_str(&message), buf_str(&text));
	buf_puts(suite->out, "    </testcase>\n");
}

/* The case of a file without a failure, unless its verdict is one; it has what else was found. */
static void add_verdict(struct suite *suite, bool failed)
{
	struct buf text = {.arena = suite->scratch};
	for (uint32_t i = 0; i < suite->findings.count; i++) {
		text_add_finding(&text, suite->scratch, suite->result, &suite->positions,
		                 suite->findings.items[i]);
		buf_putc(&text, '\n');
	}
	text_add_summary(&text, suite->scratch, suite->result, &suite->positions, &suite->findings);
	open_case(suite, STR("verdict"));
	if (failed)
		add_failure(suite, STR("verdict-unknown"), STR("the verdict is unknown"), STR(""));
	buf_puts(suite->out, "      <system-out>");
	xml_add_text(suite->out, buf_str(&text));
	buf_puts(suite->out, "</system-out>\n    </testcase>\n");
}

static void junit_file(struct buf *out, struct arena *scratch, const struct check_result *result,
                       const struct report_options *options, bool *more)
{
	struct suite suite = {.out = out,
	                      .scratch = scratch,
	                      .result = result,
	                      .positions = finding_positions(scratch, result),
	                      .findings = findings_shown(scratch, result, options, 0),
	                      .name = utf8_escaped(scratch, path_plain(result->source->path))};
	for (uint32_t i = 0; i < suite.findings.count; i++)
		suite.failures += fails(suite.findings.items[i], options);
	bool verdict = suite.failures == 0;
	bool unknown = verdict && options->gate.unknown && result->verdict == VERDICT_UNKNOWN;
	buf_puts(out, "  <testsuite");
	add_attribute(&suite, "name", suite.name);
	buf_printf(out, " tests=\"%u\" failures=\"%u\" errors=\"0\" skipped=\"0\">\n",
	           suite.failures + verdict, suite.failures + unknown);
	for (uint32_t i = 0; i < suite.findings.count && !verdict; i++) {
		struct arena_mark mark = arena_mark(scratch);
		if (fails(suite.findings.items[i], options))
			add_finding(&suite, suite.findings.items[i]);
		arena_rewind(scratch, mark);
	}
	if (verdict)
		add_verdict(&suite, unknown);
	buf_puts(out, "  </testsuite>\n");
}

static void junit_begin(struct buf *out, const struct report_options *options)
{
	buf_puts(out,
	         "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"shardctl\">\n");
}

static void junit_end(struct buf *out, const struct report_totals *totals,
                      const struct report_options *options)
{
	buf_puts(out, "</testsuites>\n");
}

const struct format junit_format = {junit_begin, junit_file, junit_end};

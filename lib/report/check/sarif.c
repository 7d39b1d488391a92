/* SPDX-License-Identifier: Apache-2.0 */
/* SARIF 2.1.0, which code scanning services read. The rules stand behind the results, because only
 * then it is known which are needed.
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
#include <inttypes.h>

#include "base/utf8.h"
#include "report/check/finding.h"

/* What is at hand while the results of a file are written. */
struct writer {
	struct json json;
	const struct check_result *result;
	struct position_index positions;
};

/* Appends a path as a URI reference, RFC 3986: a relative one whose first part has no colon, which
 * would be taken for a scheme. */
static void add_uri(struct buf *out, struct str path)
{
	static const char kept[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				   "0123456789-._~!$&'()*+,;=@/";
	buf_puts(out, str_starts_with(path, STR("/")) ? "file://" : "");
	for (size_t i = 0; i < path.len; i++) {
		if (path.s[i] && strchr(kept, path.s[i]))
			buf_putc(out, path.s[i]);
		else
			buf_printf(out, "%%%02X", (unsigned)(unsigned char)path.s[i]);
	}
}

static void add_message(struct json *json, const char *key, struct str text)
{
	json_open(json, key, '{');
	json_text(json, "text", text);
	json_close(json, '}');
}

static void add_artifact(struct json *json, struct str path)
{
	struct buf uri = {.arena = json->scratch};
	add_uri(&uri, path);
	json_open(json, "artifactLocation", '{');
	json_text(json, "uri", buf_str(&uri));
	json_close(json, '}');
}

static void add_region(struct json *json, const char *key, const struct place *place)
{
	json_open(json, key, '{');
	json_integer(json, "startLine", place->start.line);
	json_integer(json, "startColumn", place->start.column);
	json_integer(json, "endLine", place->end.line);
	json_integer(json, "endColumn", place->end.column);
	json_close(json, '}');
}

static void add_location(struct json *json, const struct place *place)
{
	json_open(json, "physicalLocation", '{');
	add_artifact(json, place->path);
	add_region(json, "region", place);
	json_close(json, '}');
}

/* The first of the places: where the finding stands. */
static void add_locations(struct writer *writer, const struct place *place, struct str subject)
{
	struct json *json = &writer->json;
	json_open(json, "locations", '[');
	json_open(json, NULL, '{');
	add_location(json, place);
	if (subject.len) {
		json_open(json, "logicalLocations", '[');
		json_open(json, NULL, '{');
		json_text(json, "name", utf8_escaped(json->scratch, subject));
		json_close(json, '}');
		json_close(json, ']');
	}
	json_close(json, '}');
	json_close(json, ']');
}

static void add_related(struct writer *writer, const struct diag_note *notes)
{
	struct json *json = &writer->json;
	int64_t id = 0;
	if (!notes)
		return;
	json_open(json, "relatedLocations", '[');
	for (const struct diag_note *note = notes; note; note = note->next) {
		struct place place = place_of(&writer->positions, writer->result, note->at);
		json_open(json, NULL, '{');
		json_integer(json, "id", ++id);
		add_location(json, &place);
		add_message(json, "message", utf8_escaped(json->scratch, note->message));
		json_close(json, '}');
	}
	json_close(json, ']');
}

static void add_replacement(struct writer *writer, const struct diag_edit *edit)
{
	struct json *json = &writer->json;
	struct place place = place_of(&writer->positions, writer->result, edit->at);
	json_open(json, NULL, '{');
	add_region(json, "deletedRegion", &place);
	add_message(json, "insertedContent", edit->text);
	json_close(json, '}');
}

static void add_fix(struct writer *writer, const struct diag *diag)
{
	struct json *json = &writer->json;
	const struct diag_edit *edits = diag->repair.edits;
	if (!edits)
		return;
	struct place place = place_of(&writer->positions, writer->result, edits->at);
	if (place.cell) /* the file has the code as text in JSON */
		return;
	json_open(json, "fixes", '[');
	json_open(json, NULL, '{');
	if (diag->help.len)
		add_message(json, "description", utf8_escaped(json->scratch, diag->help));
	json_open(json, "artifactChanges", '[');
	json_open(json, NULL, '{');
	add_artifact(json, place.path);
	json_open(json, "replacements", '[');
	for (const struct diag_edit *edit = edits; edit; edit = edit->next)
		add_replacement(writer, edit);
	json_close(json, ']');
	json_close(json, '}');
	json_close(json, ']');
	json_close(json, '}');
	json_close(json, ']');
}

static void add_properties(struct writer *writer, const struct diag *diag)
{
	struct json *json = &writer->json;
	const struct framework_error *error = &diag->framework_error;
	if (!error->type.s)
		return;
	json_open(json, "properties", '{');
	json_text(json, "framework", writer->result->framework);
	json_text(json, "frameworkErrorType", utf8_escaped(json->scratch, error->type));
	json_text(json, "frameworkErrorMessage", utf8_escaped(json->scratch, error->message));
	json_close(json, '}');
}

static void add_result(struct writer *writer, const struct diag *diag, uint64_t fingerprint)
{
	struct json *json = &writer->json;
	struct place place = place_of(&writer->positions, writer->result, diag->at);
	struct buf text = {.arena = json->scratch};
	finding_add_message(&text, &place, diag);
	finding_add_framework(&text, "\n", writer->result, diag);
	finding_add_help(&text, "\n", diag);
	json_line(json, 3);
	json_open(json, NULL, '{');
	json_word(json, "ruleId", diag->rule->name);
	json_word(json, "level", severity_name(diag->severity));
	add_message(json, "message", buf_str(&text));
	add_locations(writer, &place, diag->subject);
	add_related(writer, diag->notes);
	add_fix(writer, diag);
	json_open(json, "partialFingerprints", '{');
	json_text(json, "shardctl/v1", str_format(json->scratch, "%016" PRIx64, fingerprint));
	json_close(json, '}');
	add_properties(writer, diag);
	json_close(json, '}');
}

static void sarif_file(struct buf *out, struct arena *scratch, const struct check_result *result,
                       const struct report_options *options, bool *more)
{
	struct findings findings = findings_shown(scratch, result, options, 0);
	const uint64_t *prints = finding_fingerprints(scratch, result, &findings);
	struct writer writer = {.json = {.out = out, .scratch = scratch, .more = *more},
	                        .result = result,
	                        .positions = finding_positions(scratch, result)};
	for (uint32_t i = 0; i < findings.count; i++) {
		struct arena_mark mark = arena_mark(scratch);
		add_result(&writer, findings.items[i], prints[i]);
		arena_rewind(scratch, mark);
	}
	*more = writer.json.more;
}

static void sarif_begin(struct buf *out, const struct report_options *options)
{
	buf_puts(out, "{\"$schema\": \"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/"
	              "schemas/sarif-schema-2.1.0.json\",\n"
	              " \"version\": \"2.1.0\",\n"
	              " \"runs\": [{\"columnKind\": \"unicodeCodePoints\",\n"
	              "  \"results\": [");
}

static void sarif_end(struct buf *out, const struct report_totals *totals,
                      const struct report_options *options)
{
	struct arena scratch = {0};
	struct json json = {.out = out, .scratch = &scratch};
	buf_puts(out, "],\n  \"tool\": {\"driver\": {");
	json_word(&json, "name", "shardctl");
	json_word(&json, "version", SHARDCTL_VERSION);
	sarif_add_rules(&json, totals);
	buf_puts(out, "}}}]}\n");
	arena_drop(&scratch);
}

const struct format sarif_format = {sarif_begin, sarif_file, sarif_end};

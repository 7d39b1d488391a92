/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as a spec, a program or a notebook: read, judged and written in every format. Whatever
 * comes in, findings lie inside the text, the verdict fits them, and the output is what it claims
 * to be.
 */
#include "base/json.h"
#include "report/report.h"
#include "testing/fuzz_checks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_findings(struct arena *arena, const struct check_result *result)
{
	enum effect strongest = EFFECT_NONE;
	for (uint32_t i = 0; i < result->ndiags; i++) {
		const struct diag *diag = result->diags[i];
		check_finding(arena, result->source->text, diag);
		if (diag->rule->effect > strongest)
			strongest = diag->rule->effect;
	}
	must(result->errors + result->warnings + result->notes == result->ndiags, "miscounted");
	must(result->verdict != VERDICT_ACCEPTED || strongest == EFFECT_NONE, "accepted, yet not");
	if (!result->ignored)
		must((result->verdict == VERDICT_INVALID) == (strongest == EFFECT_INVALID) &&
		         (result->verdict == VERDICT_REJECTED) == (strongest == EFFECT_REJECTED),
		     "the verdict is not that of the findings");
}

static void check_formats(struct arena *scratch, const struct check_result *result)
{
	static const struct report_options options[] = {
	    {.width = 0}, {.quiet = true}, {.color = true, .width = 40}};
	struct report_totals totals = {0};
	report_totals_add(&totals, result);
	static const struct {
		const struct format *format;
		bool json;
	} rows[] = {{&text_format, false},   {&json_format, true},   {&sarif_format, true},
	            {&github_format, false}, {&junit_format, false}, {&gcc_format, false},
	            {&gitlab_format, true}};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct format *format = rows[i].format;
		for (size_t j = 0; j < COUNT_OF(options); j++) {
			struct arena output = {0};
			struct buf out = {.arena = &output};
			format->begin(&out, &options[j]);
			format->file(&out, scratch, result, &options[j], &(bool){false});
			format->end(&out, &totals, &options[j]);
			must(utf8_first_invalid(buf_str(&out)) == out.len, "output is not UTF-8");
			if (rows[i].json) {
				must(json_read(&output, buf_str(&out)) != NULL,
				     "output is not JSON");
			}
			arena_drop(&output);
		}
	}
}

/* A module for whatever is imported: the file itself, once more. */
static bool find_itself(const struct source_finder *finder, struct arena *arena, struct str folder,
                        struct str name, struct source *found)
{
	(void)finder;
	(void)folder;
	found->path = str_format(arena, "%.*s.py", STR_ARG(name));
	found->text =
	    STR("import itself, other\nfrom .. import more\nx = load()  # shardctl: x: f32[4]\n");
	return str_equal(name, STR("itself")) || str_equal(name, STR("pkg/__init__"));
}

/* What is found beside the file. */
struct fuzz_finder {
	struct source_finder finder;
	struct str beside; /* s is NULL when nothing is */
};

/* Beside the file stands what follows a line of three dashes, whatever it is asked for as. */
static enum file_outcome read_beside(const struct source_finder *finder, struct arena *arena,
                                     struct str path, struct source *found)
{
	(void)arena;
	*found = (struct source){path, ((const struct fuzz_finder *)finder)->beside};
	if (!found->text.s)
		return FILE_MISSING;
	return utf8_first_invalid(found->text) == found->text.len ? FILE_READ : FILE_NOT_TEXT;
}

/* The file that the bytes are: a first line that is a path, and its text; else a spec. */
static struct source source_of(struct str text, struct str *beside)
{
	static const char *const paths[] = {"fuzz.py", "fuzz.md", "fuzz.ipynb", "fuzz.yaml"};
	const struct str dashes = STR("\n---\n");
	for (size_t i = 0; i < COUNT_OF(paths); i++) {
		struct str path = str_of(paths[i]);
		if (!str_starts_with(text, path) || text.len <= path.len ||
		    text.s[path.len] != '\n')
			continue;
		size_t end = str_search(text, dashes, path.len);
		if (end < text.len)
			*beside = str_slice(text, end + dashes.len, text.len);
		return (struct source){
		    path, str_slice(text, path.len + 1, end > path.len ? end : path.len + 1)};
	}
	return (struct source){STR("fuzz.yaml"), text};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_finder finder = {.finder = {find_itself, read_beside}};
	const struct check_options options = {.overrides = {.finder = &finder.finder}};
	struct arena arena = {0}, scratch = {0};
	const struct source source =
	    source_of((struct str){(const char *)data, size}, &finder.beside);
	struct check_result result = check_source(&arena, &scratch, &source, &options);
	check_findings(&arena, &result);
	check_formats(&scratch, &result);
	arena_drop(&arena);
	arena_drop(&scratch);
	return 0;
}

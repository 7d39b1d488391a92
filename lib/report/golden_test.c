/* SPDX-License-Identifier: Apache-2.0 */
/*
 * testdata/check/CASE/: in.yaml, in.py, in.md, in.ipynb, in.hlo or in.mlir is checked with the
 * options in `args`, and what each format writes is compared with expect.NAME. `SHARDCTL_UPDATE=1
 * meson test --suite golden` writes them anew.
 */
#include "base/buf.h"
#include "plan/memory_check.h"
#include "plan/module/module_read.h"
#include "report/report.h"
#include "spec/script/type_comment.h"
#include "testing/golden.h"

static const char folder_of_cases[] = "testdata/check";

static const struct {
	const struct format *format;
	const char *file;
} outputs[] = {{&text_format, "expect.txt"}, {&json_format, "expect.json"}};

struct request {
	struct check_options check;
	struct report_options report;
	struct entry_request entry;
};

enum { MAX_ENTRY_ARGS = 8 };

/* --entry FUNCTION --arg NAME=TYPE --dim NAME=SIZE */
static void read_entry(struct arena *arena, struct str name, struct str value,
                       struct entry_request *entry)
{
	size_t equals = str_find(value, '=', 0);
	struct diags diags = diags_make(arena);
	if (str_equal(name, STR("--entry"))) {
		if (!entry->nentries) {
			entry->entries = arena_new(arena, struct entry_function, MAX_ENTRY_ARGS);
			entry->args = arena_new(arena, struct type_comment, MAX_ENTRY_ARGS);
			entry->dims = arena_new(arena, struct named_size, MAX_ENTRY_ARGS);
		}
		cr_assert(entry->nentries < MAX_ENTRY_ARGS);
		entry->entries[entry->nentries++] = (struct entry_function){STR("in.py"), value};
	} else if (str_equal(name, STR("--arg"))) {
		cr_assert(entry->nargs < MAX_ENTRY_ARGS);
		cr_assert(
		    type_comment_argument(arena, value, &entry->args[entry->nargs++], &diags));
	} else {
		cr_assert(entry->ndims < MAX_ENTRY_ARGS);
		struct named_size *dim = &entry->dims[entry->ndims++];
		dim->name = str_slice(value, 0, equals);
		cr_assert(str_to_int64(str_slice(value, equals + 1, value.len), &dim->size));
	}
}

static void read_args(struct arena *arena, struct str line, struct request *request)
{
	for (struct str name; (name = golden_word(&line)).len;) {
		if (str_equal(name, STR("--framework"))) {
			request->check.overrides.framework = golden_word(&line);
		} else if (str_equal(name, STR("--mesh"))) {
			request->check.overrides.mesh = golden_word(&line);
		} else if (str_equal(name, STR("--hardware"))) {
			request->check.overrides.hardware = golden_word(&line);
		} else if (str_equal(name, STR("--entry")) || str_equal(name, STR("--arg")) ||
		           str_equal(name, STR("--dim"))) {
			read_entry(arena, name, golden_word(&line), &request->entry);
			request->check.overrides.entry = &request->entry;
		} else if (str_equal(name, STR("--set"))) {
			struct spec_overrides *overrides = &request->check.overrides;
			struct str text = golden_word(&line);
			size_t equals = str_find(text, '=', 0);
			if (!overrides->settings)
				overrides->settings =
				    arena_new(arena, struct setting, MAX_ENTRY_ARGS);
			cr_assert(overrides->nsettings < MAX_ENTRY_ARGS);
			overrides->settings[overrides->nsettings++] =
			    (struct setting){str_slice(text, 0, equals),
			                     str_slice(text, equals + 1, text.len), false};
		} else if (str_equal(name, STR("--ignore"))) {
			const struct rule *rule = rule_named(golden_word(&line));
			cr_assert_not_null(rule);
			request->check.checks.level[rule - rule_of((enum rule_id)0)] = LEVEL_OFF;
		} else if (str_equal(name, STR("--quiet"))) {
			request->report.quiet = true;
		} else if (str_equal(name, STR("--color"))) {
			request->report.color = true;
		} else {
			cr_assert_fail("unknown option '%.*s' in args", STR_ARG(name));
		}
	}
}

/* Finds modules in the folder of a case. */
struct case_finder {
	struct source_finder finder;
	const char *name;
};

static bool find_module(const struct source_finder *finder, struct arena *arena, struct str folder,
                        struct str name, struct source *found)
{
	static const char *const ends[] = {"/__init__.py", ".py"};
	const char *case_name = ((const struct case_finder *)finder)->name;
	bool top = !folder.s || str_equal(folder, STR("."));
	for (size_t i = 0; i < ROWS(ends); i++) {
		found->path = str_format(arena, "%.*s%s%.*s%s%c", top ? 0 : (int)folder.len,
		                         folder.s ? folder.s : "", top ? "" : "/", STR_ARG(name),
		                         ends[i], '\0');
		found->path.len--;
		found->text = golden_part(arena, folder_of_cases, case_name, found->path.s);
		if (found->text.s)
			return true;
	}
	return false;
}

static enum file_outcome read_beside(const struct source_finder *finder, struct arena *arena,
                                     struct str path, struct source *found)
{
	const char *case_name = ((const struct case_finder *)finder)->name;
	found->path = str_copy(arena, path);
	found->text = golden_part(arena, folder_of_cases, case_name, found->path.s);
	return found->text.s ? FILE_READ : FILE_MISSING;
}

/* Checks the input of a case with its options. */
static struct check_result check_case(struct arena *arena, const char *name,
                                      struct request *request)
{
	struct source *source = arena_new(arena, struct source, 1);
	struct arena scratch = {0};
	static const char *const inputs[] = {"in.yaml",  "in.py",  "in.md",
	                                     "in.ipynb", "in.hlo", "in.mlir"};
	for (size_t i = 0; i < ROWS(inputs) && !source->text.s; i++)
		*source = (struct source){str_of(inputs[i]),
		                          golden_part(arena, folder_of_cases, name, inputs[i])};
	cr_assert_not_null(source->text.s, "%s has no input", name);
	*request = (struct request){.check = {.gate = memory_check, .foreign = module_check}};
	struct str args = golden_part(arena, folder_of_cases, name, "args");
	if (args.s)
		read_args(arena, args, request);
	struct case_finder *finder = arena_new(arena, struct case_finder, 1);
	*finder = (struct case_finder){{find_module, read_beside}, name};
	request->check.overrides.finder = &finder->finder;
	struct check_result result = check_source(arena, &scratch, source, &request->check);
	arena_drop(&scratch);
	return result;
}

static struct str render(struct arena *arena, const struct format *format,
                         const struct check_result *result, const struct report_options *options)
{
	struct buf out = {.arena = arena};
	struct arena scratch = {0};
	struct report_totals totals = {0};
	report_totals_add(&totals, result);
	format->begin(&out, options);
	format->file(&out, &scratch, result, options, &(bool){false});
	format->end(&out, &totals, options);
	arena_drop(&scratch);
	return buf_str(&out);
}

ParameterizedTestParameters(golden, output_is_as_expected)
{
	return golden_indexes(folder_of_cases);
}

ParameterizedTest(int *index, golden, output_is_as_expected)
{
	struct arena arena = {0};
	const char *name = golden_cases(&arena, folder_of_cases).items[*index];
	struct request request;
	struct check_result result = check_case(&arena, name, &request);
	for (uint32_t i = 0; i < result.ndiags; i++)
		cr_expect(!result.diags[i]->repair.certain || rule_has_fix(result.diags[i]->rule),
		          "%s: a repair of %s is certain", name, result.diags[i]->rule->name);
	for (size_t i = 0; i < ROWS(outputs); i++) {
		struct str actual = render(&arena, outputs[i].format, &result, &request.report);
		golden_compare(&arena, folder_of_cases, name, outputs[i].file, actual);
	}
	arena_drop(&arena);
}

/* One folder bears the name of each rule, and gives it. */
Test(golden, every_rule_has_a_case)
{
	for (int i = 0; i < RULE_COUNT; i++) {
		struct arena arena = {0};
		struct request request;
		const char *name = rule_name((enum rule_id)i);
		if (i == RULE_NOTATION_NO_COUNTERPART)
			continue; /* of a conversion; a check does not give it */
		if (i == RULE_MODULE_SYNTAX || i == RULE_MODULE_UNSUPPORTED)
			continue; /* of a compiled program: stablehlo_test.c and hlo_test.c */
		struct check_result result = check_case(&arena, name, &request);
		cr_expect(testing_count(&result, (enum rule_id)i), "%s/%s does not give it",
		          folder_of_cases, name);
		arena_drop(&arena);
	}
}

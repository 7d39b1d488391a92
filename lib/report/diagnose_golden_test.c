/* SPDX-License-Identifier: Apache-2.0 */
/*
 * testdata/diagnose/CASE/: in.log is diagnosed, and what each format writes is compared with
 * expect.NAME. `SHARDCTL_UPDATE=1 meson test --suite golden` writes them anew.
 */
#include "report/diagnose_report.h"
#include "testing/golden.h"

static const char folder[] = "testdata/diagnose";

ParameterizedTestParameters(diagnose_golden, output_is_as_expected)
{
	return golden_indexes(folder);
}

ParameterizedTest(int *index, diagnose_golden, output_is_as_expected)
{
	struct arena arena = {0}, scratch = {0};
	const char *name = golden_cases(&arena, folder).items[*index];
	struct buf text = {.arena = &arena}, json = {.arena = &arena};
	struct diagnose_report_options options = {.log = STR("in.log")};
	struct diagnosis diagnosis =
	    diagnose_text(&arena, golden_part(&arena, folder, name, "in.log"), MOST_ERRORS);
	diagnose_text_write(&text, &scratch, &diagnosis, NULL, &options);
	diagnose_json_write(&json, &scratch, &diagnosis, NULL);
	golden_compare(&arena, folder, name, "expect.txt", buf_str(&text));
	golden_compare(&arena, folder, name, "expect.json", buf_str(&json));
	arena_drop(&scratch);
	arena_drop(&arena);
}

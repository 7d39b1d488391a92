/* SPDX-License-Identifier: Apache-2.0 */
#include "testing/framework_says.h"

/* The only error of a result, or NULL. */
static const struct diag *only_error(const struct check_result *result, const char *spec)
{
	const struct diag *error = NULL;
	for (uint32_t i = 0; i < result->ndiags; i++) {
		if (result->diags[i]->severity != SEVERITY_ERROR)
			continue;
		cr_expect_null(error, "%s: a second error", spec);
		error = result->diags[i];
	}
	return error;
}

static void check_row(const struct framework_says *row)
{
	struct arena arena = {0};
	struct check_result result = testing_check(&arena, str_of(row->spec));
	const struct diag *error = only_error(&result, row->spec);
	cr_expect_eq(error != NULL, row->rule != NULL, "%s: %s", row->spec,
	             testing_rules(&arena, &result));
	if (error && row->rule) {
		testing_expect(row->spec, str_of(error->rule->name), row->rule);
		testing_expect(row->spec, span_text(result.source->text, error->at), row->covered);
		cr_expect_eq(error->framework_error.type.s != NULL, row->type != NULL, "%s",
		             row->spec);
		if (row->type) {
			testing_expect(row->spec, error->framework_error.type, row->type);
			testing_expect(row->spec, error->framework_error.message, row->message);
		}
	}
	arena_drop(&arena);
}

void framework_says_check(const struct framework_says *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		check_row(&rows[i]);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Asks of programs of torch what was asked of the real one (testdata/torch/). */
#include "check/check.h"

#include "base/buf.h"
#include "testing/records.h"
#include "trace/named_array.h"

static uint32_t line_of(struct str text, uint32_t offset)
{
	uint32_t line = 1;
	for (uint32_t i = 0; i < offset && i < text.len; i++)
		line += text.s[i] == '\n';
	return line;
}

/* The first error in one line, as the recording has it: "3 ValueError: text". */
static struct str said_error(struct arena *arena, const struct check_result *result)
{
	const struct diag *found = NULL;
	for (uint32_t i = 0; i < result->ndiags && !found; i++)
		if (result->diags[i]->severity == SEVERITY_ERROR)
			found = result->diags[i];
	if (!found)
		return STR("");
	struct str text = found->framework_error.message;
	text = str_trim(str_until(text, '\n'));
	return str_format(arena, "%u %.*s: %.*s", line_of(result->source->text, found->at.offset),
	                  STR_ARG(found->framework_error.type), STR_ARG(text));
}

static struct str wanted_error(struct arena *arena, const cJSON *error)
{
	if (!cJSON_IsObject(error))
		return STR("");
	return str_format(arena, "%d %s: %.*s", record_member(error, "line")->valueint,
	                  record_word(error, "cls"),
	                  STR_ARG(str_trim(str_of(record_word(error, "msg")))));
}

/* "float32[2,3]", or "none". */
static struct str shown_type(struct arena *arena, const char *dtype, const int64_t *sizes,
                             uint32_t count)
{
	struct buf out = {.arena = arena};
	buf_printf(&out, "%s[", dtype);
	for (uint32_t i = 0; i < count; i++)
		buf_printf(&out, "%s%lld", i ? "," : "", (long long)sizes[i]);
	buf_putc(&out, ']');
	return buf_str(&out);
}

static struct str wanted_type(struct arena *arena, const cJSON *value)
{
	uint32_t count;
	const int64_t *sizes = record_numbers(arena, record_member(value, "shape"), &count);
	return shown_type(arena, record_word(value, "dtype"), sizes, count);
}

/* Compares the tensors that shardctl knows; of the others nothing is said. */
static void compare_values(struct arena *arena, const struct check_result *result,
                           const cJSON *values, const char *code)
{
	uint32_t count;
	const struct named_array *arrays = named_arrays(arena, result->program, &count);
	for (uint32_t i = 0; i < count; i++) {
		const cJSON *value = record_member(values, str_copy(arena, arrays[i].name).s);
		const struct array_type *type = arrays[i].type;
		if (value)
			testing_expect(
			    code, shown_type(arena, type->dtype->name, type->shape, type->rank),
			    wanted_type(arena, value).s);
	}
}

static void replay(const cJSON *record, struct str line, void *context)
{
	struct arena arena = {0}, scratch = {0};
	const char *code = record_word(record, "code");
	const struct source source = {STR("program.py"), str_of(code)};
	struct check_options options = {0};
	options.overrides.framework = STR("dtensor==2.9.0");
	options.overrides.devices = 8;
	struct check_result result = check_source(&arena, &scratch, &source, &options);
	const cJSON *error = record_member(record, "error");
	cr_expect_neq(result.verdict, VERDICT_UNKNOWN, "%s", code);
	testing_expect(code, said_error(&arena, &result), wanted_error(&arena, error).s);
	if (result.program && cJSON_IsNull(error))
		compare_values(&arena, &result, record_member(record, "values"), code);
	arena_drop(&arena);
	arena_drop(&scratch);
}

Test(torch_core_replay, agrees_with_the_recorded_release)
{
	enum { FEWEST = 100 };
	cr_expect_gt(records_replay("testdata/torch/torch.2.9.0.jsonl", replay, NULL), FEWEST);
}

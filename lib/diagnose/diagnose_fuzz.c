/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as a log. Whatever comes in, errors stand in lines of the log, their words are safe to
 * print, and cutting the log into other pieces changes nothing.
 */
#include "report/diagnose_report.h"
#include "testing/fuzz_checks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Gives the log a few bytes at a time. */
static size_t read_little(void *data, char *into, size_t room)
{
	struct str *rest = data;
	size_t most = room < 7 ? room : 7, length = rest->len < most ? rest->len : most;
	if (length)
		memcpy(into, rest->s, length);
	*rest = str_slice(*rest, length, rest->len);
	return length;
}

static void check_error(struct arena *arena, const struct diagnosis *diagnosis,
                        const struct log_error *error)
{
	must(error->line >= 1 && error->line <= error->last_line, "an error has no place");
	must(error->last_line <= diagnosis->lines, "an error stands behind the log");
	must(error->count > 0, "an error is said never");
	must(!error->row || (error->summary.len && error->cause.len && error->help.len),
	     "an error that is known is not explained");
	check_words(arena, error->summary);
	check_words(arena, error->help);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = {0}, scratch = {0};
	struct buf once = {.arena = &arena}, again = {.arena = &arena}, text = {.arena = &arena};
	struct str log = {(const char *)data, size}, rest = log;
	struct diagnosis diagnosis = diagnose_text(&arena, log, 20);
	for (uint32_t i = 0; i < diagnosis.count; i++)
		check_error(&arena, &diagnosis, diagnosis.errors[i]);
	diagnose_json_write(&once, &scratch, &diagnosis, NULL);
	diagnosis = diagnose_log(&arena, (struct log_input){read_little, &rest}, 20);
	diagnose_json_write(&again, &scratch, &diagnosis, NULL);
	must(str_equal(buf_str(&once), buf_str(&again)), "pieces of a log make a difference");
	struct diagnose_report_options options = {.log = STR("-")};
	diagnose_text_write(&text, &scratch, &diagnosis, NULL, &options);
	must(utf8_first_invalid(buf_str(&text)) == text.len, "the text is not UTF-8");
	arena_drop(&scratch);
	arena_drop(&arena);
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/state/coverage.h"

#include "trace/state/failure.h"
#include "trace/state/trace.h"
#include "trace/state/work.h"

uint64_t coverage_operations(const struct coverage *coverage)
{
	uint64_t operations = coverage->judged;
	for (uint32_t i = 0; i < coverage->ngaps; i++)
		operations += coverage->gaps[i].count;
	return operations;
}

/* What is run again, or to try a repair, is counted once. */
static bool counts(const struct trace *trace)
{
	return !trace->op.replays && !trace->trial.running;
}

void coverage_count(struct trace *trace)
{
	if (counts(trace))
		trace->coverage.judged++;
}

void coverage_note(struct trace *trace, const struct value *result)
{
	if (!result || trace->prelude)
		return;
	charge_value(trace, result);
	if (value_holds_array(result))
		coverage_count(trace);
}

static bool is_name_byte(char c)
{
	return byte_is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
	       (unsigned char)c >= 0x80;
}

/* The dotted name that the text begins with; empty: it begins with none. */
static struct str leading_name(struct str text)
{
	size_t end = 0;
	while (end < text.len && is_name_byte(text.s[end]) &&
	       !str_starts_with(str_slice(text, end, text.len), STR("…")))
		end++;
	while (end > 0 && text.s[end - 1] == '.')
		end--;
	bool begins = end && text.s[0] != '.' && !(text.s[0] >= '0' && text.s[0] <= '9');
	return str_slice(text, 0, begins ? end : 0);
}

/* What of a message is a name: without the words in front of and behind it. */
static struct str without_words(struct str message)
{
	static const char *const ends[] = {" is not known",
	                                   " is not interpreted",
	                                   " is not followed",
	                                   " cannot be told",
	                                   " gives",
	                                   " (see --set)",
	                                   "(…)"},
				 *const starts[] = {"the truth of ", "what a loop over ", "what ",
	                                            "which names ", "option "};
	for (size_t i = 0; i < COUNT_OF(ends); i++)
		if (str_ends_with(message, str_of(ends[i])))
			message.len -= strlen(ends[i]);
	for (size_t i = 0; i < COUNT_OF(starts); i++)
		if (str_starts_with(message, str_of(starts[i])))
			message = str_slice(message, strlen(starts[i]), message.len);
	bool quoted = message.len > 2 && message.s[0] == '\'' && message.s[message.len - 1] == '\'';
	return quoted ? str_slice(message, 1, message.len - 1) : message;
}

/* What a script can count: "optax.sgd" of "optax.sgd is not known", "str.isdigit" of "what .isdigit
 * of a str gives"; where the message has no name, that which the program's text begins with. */
static struct str feature_of(struct arena *arena, struct str message, struct str text)
{
	struct str words = without_words(message), name = leading_name(words);
	size_t of = str_search(words, STR(" of a"), 0);
	struct str class = str_slice(words, of, words.len);
	if (words.len > 1 && words.s[0] == '.' && class.len)
		return str_format(arena, "%.*s%.*s",
		                  STR_ARG(str_slice(class, str_find(class, ' ', 4) + 1, class.len)),
		                  STR_ARG(str_slice(words, 0, of)));
	bool whole = name.len == words.len, dotted = str_find(name, '.', 0) < name.len;
	if (name.len && (whole || dotted))
		return name;
	while (text.len && (byte_is_blank(text.s[0]) || strchr("([{\n-+~*", text.s[0])))
		text = str_slice(text, 1, text.len);
	name = leading_name(text);
	return name.len ? name : STR("expression");
}

void coverage_note_gap(struct trace *trace, struct span at, struct str message)
{
	struct coverage *coverage = &trace->coverage;
	bool added;
	if (!counts(trace))
		return;
	uint32_t number = *table_add(trace->op.arena, &coverage->places, place_key(trace, at),
	                             coverage->ngaps, &added);
	if (added) {
		struct str text = program_text(trace->program, at);
		struct str feature =
		    str_copy(trace->op.arena, feature_of(trace->op.arena, message, text));
		arena_push(trace->op.arena, coverage->gaps, coverage->ngaps, coverage->room,
		           (struct coverage_gap){feature, program_span(trace->program, at), 0});
	}
	coverage->gaps[number].count++;
	coverage->met++;
	coverage->last = number;
}

void coverage_drop_said(struct coverage *coverage)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < coverage->ngaps; i++)
		if (coverage->gaps[i].count)
			coverage->gaps[kept++] = coverage->gaps[i];
	coverage->ngaps = kept;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Regular expressions for the module re, which is in standard/re.py. */
#include "base/regex.h"

#include "library/library.h"
#include "trace/eval/prelude.h"

/* A pattern, a text, where to begin, and 0 for anywhere, 1 for there, 2 for the whole text: a tuple
 * of the starts and ends of the match and its groups, or None. */
static const struct value *find(struct trace *trace, const struct call_arguments *arguments)
{
	struct arena *scratch = trace->scratch;
	struct arena_mark mark = arena_mark(scratch);
	const struct regex *regex = regex_read(scratch, argument(arguments, 0)->string);
	struct str text = argument(arguments, 1)->string;
	const struct value *made = &value_none;
	enum regex_answer answer = REGEX_TOO_LARGE;
	if (regex) {
		uint32_t count = 2 * (regex->ngroups + 1);
		int64_t *spans = arena_new(scratch, int64_t, count);
		answer = regex_match(scratch, regex, text, (size_t)argument(arguments, 2)->integer,
		                     (enum regex_how)argument(arguments, 3)->integer, spans);
		if (answer == REGEX_FOUND)
			made = value_shape(trace->op.arena, spans, count);
	}
	arena_rewind(scratch, mark);
	if (answer == REGEX_TOO_LARGE)
		return trace_unknown(trace, "what this regular expression finds is not followed");
	return made;
}

/* The names of a pattern's groups, as pairs of a name and a number. */
static const struct value *group_names(struct trace *trace, const struct call_arguments *arguments)
{
	struct arena *arena = trace->op.arena;
	const struct regex *regex = regex_read(arena, argument(arguments, 0)->string);
	if (!regex)
		return trace_unknown(trace, "this regular expression is not followed");
	const struct value **pairs = arena_new(arena, const struct value *, regex->nnames);
	for (uint32_t i = 0; i < regex->nnames; i++) {
		const struct value **pair = arena_new(arena, const struct value *, 2);
		pair[0] = value_string(arena, regex->names[i].name);
		pair[1] = value_int(arena, regex->names[i].group);
		pairs[i] = value_sequence(arena, VALUE_TUPLE, pair, 2);
	}
	return value_sequence(arena, VALUE_LIST, pairs, regex->nnames);
}

const struct function_row library_prelude_patterns[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("regex_find", "pattern, text, start, how", find),
    FUNCTION("regex_names", "pattern", group_names),
    TABLE_END,
};

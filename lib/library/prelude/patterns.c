/* SPDX-License-Identifier: Apache-2.0 */
/* Regular expressions for the module re, which is in standard/re.py. */
#include "base/regex.h"

#include "library/library.h"
#include "trace/eval/prelude.h"

/* A pattern and its flags, which compile has read before. */
static const struct regex *read_pattern(struct arena *arena, const struct call_arguments *arguments)
{
	return regex_read(arena, argument(arguments, 0)->string,
	                  (uint32_t)argument(arguments, 1)->integer);
}

/* A pattern, its flags, a text, where to begin, and one of enum regex_how: a tuple of the starts
 * and ends of the match and its groups, or None. */
static const struct value *find(struct trace *trace, const struct call_arguments *arguments)
{
	struct arena *scratch = trace->scratch;
	struct arena_mark mark = arena_mark(scratch);
	const struct regex *regex = read_pattern(scratch, arguments);
	struct str text = argument(arguments, 2)->string;
	const struct value *made = &value_none;
	enum regex_answer answer = REGEX_TOO_LARGE;
	if (regex) {
		uint32_t count = 2 * (regex->pattern.ngroups + 1);
		int64_t *spans = arena_new(scratch, int64_t, count);
		answer = regex_match(scratch, regex, text, (size_t)argument(arguments, 3)->integer,
		                     (enum regex_how)argument(arguments, 4)->integer, spans);
		if (answer == REGEX_FOUND)
			made = value_shape(trace->op.arena, spans, count);
	}
	arena_rewind(scratch, mark);
	if (answer == REGEX_TOO_LARGE)
		return trace_unknown(trace, "what this regular expression finds is not followed");
	return made;
}

/* The names of a pattern's groups, as pairs of a name and a number. */
static const struct value *group_names(struct arena *arena, const struct regex_pattern *pattern)
{
	const struct value **pairs = arena_new(arena, const struct value *, pattern->nnames);
	for (uint32_t i = 0; i < pattern->nnames; i++) {
		const struct value **pair = arena_new(arena, const struct value *, 2);
		pair[0] = value_string(arena, pattern->names[i].name);
		pair[1] = value_int(arena, pattern->names[i].group);
		pairs[i] = value_sequence(arena, VALUE_TUPLE, pair, 2);
	}
	return value_sequence(arena, VALUE_LIST, pairs, pattern->nnames);
}

/* Of a pattern and flags: all its flags, how many groups it has, and their names. */
static const struct value *compile(struct trace *trace, const struct call_arguments *arguments)
{
	struct arena *arena = trace->op.arena;
	struct arena_mark mark = arena_mark(trace->scratch);
	const struct regex *regex = read_pattern(trace->scratch, arguments);
	const struct value *made = NULL;
	if (regex) {
		const struct value **parts = arena_new(arena, const struct value *, 3);
		parts[0] = value_int(arena, regex->pattern.flags);
		parts[1] = value_int(arena, regex->pattern.ngroups);
		parts[2] = group_names(arena, &regex->pattern);
		made = value_sequence(arena, VALUE_TUPLE, parts, 3);
	}
	arena_rewind(trace->scratch, mark);
	return made ? made : trace_unknown(trace, "this regular expression is not followed");
}

const struct function_row library_prelude_patterns[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("regex_find", "pattern, flags, text, start, how", find),
    FUNCTION("regex_compile", "pattern, flags", compile),
    TABLE_END,
};

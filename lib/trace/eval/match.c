/* SPDX-License-Identifier: Apache-2.0 */
/* match: patterns are read from their text. CPython: Doc/reference/compound_stmts.rst. */
#include "program/lex/bytes.h"

#include <assert.h>
#include "trace/convert/iterate.h"
#include "trace/eval/evaluate.h"
#include "trace/eval/generator.h"
#include "trace/value/class.h"
#include "trace/eval/statement.h"
#include "trace/state/failure.h"

/* Whether a value is as a pattern says. Names that are bound stay so, as in Python. */
enum matched { MATCH_NO, MATCH_YES, MATCH_UNKNOWN, MATCH_FAILED };

/* The patterns of one case are slices of the text that it was read from, which may be another copy
 * than what has been read to by now. */
struct matching {
	struct trace *trace;
	const char *text;
};

static enum matched match_pattern(const struct matching *matching, struct str pattern,
                                  const struct value *value);

/* Where the next `mark` stands outside of brackets and strings, or the end. */
static size_t find_outside(struct str text, char mark, size_t from)
{
	int depth = 0;
	char quote = '\0';
	for (size_t i = from; i < text.len; i++) {
		char c = text.s[i];
		if (quote)
			quote = c == quote ? '\0' : quote;
		else if (c == '\'' || c == '"')
			quote = c;
		else if (depth == 0 && c == mark)
			return i;
		else if (c == '(' || c == '[' || c == '{')
			depth++;
		else if (c == ')' || c == ']' || c == '}')
			depth--;
	}
	return text.len;
}

static bool is_name(struct str text)
{
	for (size_t i = 0; i < text.len; i++)
		if (!is_name_byte(text.s[i]))
			return false;
	return text.len && !is_decimal(text.s[0]);
}

static struct span span_of(const struct matching *matching, struct str part)
{
	return (struct span){(uint32_t)(part.s - matching->text), (uint32_t)part.len};
}

/* The expression that stands at a part of a pattern; NULL when it is none. */
static const struct expression *read_part(const struct matching *matching, struct span at)
{
	struct trace *trace = matching->trace;
	return program_read_expression(trace->op.arena, trace->scratch, text_being_run(trace), at);
}

/* A literal, or a dotted name: the value must be equal. */
static enum matched match_value(const struct matching *matching, struct str pattern,
                                const struct value *value)
{
	struct trace *trace = matching->trace;
	struct span at = span_of(matching, pattern);
	const struct expression *expression = read_part(matching, at);
	const struct value *wanted = expression ? evaluate(trace, expression) : &value_unknown;
	bool equal, single = expression && (expression->kind == EXPRESSION_NONE ||
	                                    expression->kind == EXPRESSION_BOOLEAN);
	if (!wanted)
		return MATCH_FAILED;
	if (single)
		return value->kind == VALUE_UNKNOWN                                ? MATCH_UNKNOWN
		       : value->kind == wanted->kind && value_equal(value, wanted) ? MATCH_YES
		                                                                   : MATCH_NO;
	const struct value *same = operate_binary(trace, OPERATION_EQUAL, value, wanted, at);
	if (!same || !trace_truth(trace, same, &equal))
		return trace->op.error.raised ? MATCH_FAILED : MATCH_UNKNOWN;
	return equal ? MATCH_YES : MATCH_NO;
}

/* The parts between commas; how many there are, at most `room`. */
static uint32_t parts_of(struct str text, struct str *parts, uint32_t room)
{
	uint32_t count = 0;
	for (size_t at = 0; at < text.len && count < room;) {
		size_t end = find_outside(text, ',', at);
		struct str part = str_trim(str_slice(text, at, end));
		if (part.len)
			parts[count++] = part;
		at = end + 1;
	}
	return count;
}

enum { MAX_PARTS = 64 };

static enum matched match_sequence(const struct matching *matching, struct str inside,
                                   const struct value *value)
{
	struct trace *trace = matching->trace;
	struct str parts[MAX_PARTS];
	uint32_t count = parts_of(inside, parts, MAX_PARTS), star = MAX_PARTS;
	const struct value_list *items = value_items(value);
	if (!items)
		return value->kind == VALUE_UNKNOWN ? MATCH_UNKNOWN : MATCH_NO;
	for (uint32_t i = 0; i < count; i++)
		star = parts[i].s[0] == '*' ? i : star;
	bool fits = star < MAX_PARTS ? items->count + 1 >= count : items->count == count;
	if (!fits)
		return MATCH_NO;
	uint32_t more = items->count + 1 - count;
	for (uint32_t i = 0; i < count; i++) {
		enum matched matched;
		if (i == star) {
			const struct value *rest =
			    value_sequence(trace->op.arena, VALUE_LIST, items->items + i, more);
			matched = match_pattern(
			    matching, str_trim(str_slice(parts[i], 1, parts[i].len)), rest);
		} else {
			uint32_t at = i > star ? i + more - 1 : i;
			matched = match_pattern(matching, parts[i], items->items[at]);
		}
		if (matched != MATCH_YES)
			return matched;
	}
	return MATCH_YES;
}

static enum matched match_mapping(const struct matching *matching, struct str inside,
                                  const struct value *value)
{
	struct trace *trace = matching->trace;
	struct str parts[MAX_PARTS];
	uint32_t count = parts_of(inside, parts, MAX_PARTS);
	if (value->kind != VALUE_DICT)
		return value->kind == VALUE_UNKNOWN ? MATCH_UNKNOWN : MATCH_NO;
	for (uint32_t i = 0; i < count; i++) {
		size_t colon = find_outside(parts[i], ':', 0);
		if (colon == parts[i].len)
			return MATCH_UNKNOWN;
		struct span at = span_of(matching, str_slice(parts[i], 0, colon));
		const struct expression *key = read_part(matching, at);
		const struct value *wanted = key ? evaluate(trace, key) : NULL;
		const struct value *found = wanted ? dict_get(value, wanted) : NULL;
		if (!wanted)
			return key ? MATCH_FAILED : MATCH_UNKNOWN;
		enum matched matched =
		    found ? match_pattern(matching,
		                          str_trim(str_slice(parts[i], colon + 1, parts[i].len)),
		                          found)
			  : MATCH_NO;
		if (matched != MATCH_YES)
			return matched;
	}
	return MATCH_YES;
}

/* The name of the attribute that a positional pattern looks at; empty when that is not known. */
static struct str positional_name(const struct value *class, uint32_t index)
{
	const struct value *names =
	    class->kind == VALUE_CLASS ? class_find(class, STR("__match_args__")) : NULL;
	if (names && names->kind == VALUE_TUPLE && index < names->list.count &&
	    names->list.items[index]->kind == VALUE_STRING)
		return names->list.items[index]->string;
	if (class->kind == VALUE_CLASS && index < class->class->nfields)
		return class->class->fields[index].name;
	return STR("");
}

/* Class(pattern, name=pattern) */
static enum matched match_class(const struct matching *matching, struct str name, struct str inside,
                                const struct value *value)
{
	struct trace *trace = matching->trace;
	struct str parts[MAX_PARTS];
	uint32_t count = parts_of(inside, parts, MAX_PARTS);
	struct span at = span_of(matching, name);
	const struct expression *expression = read_part(matching, at);
	const struct value *class = expression ? evaluate(trace, expression) : &value_unknown;
	if (!class)
		return MATCH_FAILED;
	const struct value *both[] = {value, class};
	const struct value *is = library_call(trace, "builtins", "isinstance", both, 2, at);
	bool truth;
	if (!is || !trace_truth(trace, is, &truth))
		return trace->op.error.raised ? MATCH_FAILED : MATCH_UNKNOWN;
	for (uint32_t i = 0; truth && i < count; i++) {
		size_t equals = find_outside(parts[i], '=', 0);
		bool keyword = equals < parts[i].len;
		struct str attribute =
		    keyword ? str_trim(str_slice(parts[i], 0, equals)) : positional_name(class, i);
		struct str pattern =
		    keyword ? str_trim(str_slice(parts[i], equals + 1, parts[i].len)) : parts[i];
		bool whole = !keyword && class->kind == VALUE_BUILTIN; /* int(n) */
		if (!attribute.len && !whole)
			return MATCH_UNKNOWN;
		const struct value *part =
		    whole ? value : trace_attribute(trace, value, attribute, at);
		enum matched matched =
		    part ? match_pattern(matching, pattern, part) : MATCH_UNKNOWN;
		if (matched != MATCH_YES)
			return matched;
	}
	return truth ? MATCH_YES : MATCH_NO;
}

static enum matched match_alternatives(const struct matching *matching, struct str pattern,
                                       const struct value *value)
{
	for (size_t at = 0; at <= pattern.len;) {
		size_t end = find_outside(pattern, '|', at);
		enum matched matched =
		    match_pattern(matching, str_trim(str_slice(pattern, at, end)), value);
		if (matched != MATCH_NO)
			return matched;
		at = end + 1;
	}
	return MATCH_NO;
}

/* Where `as NAME` begins at the end of a pattern, or its length. */
static size_t find_as(struct str pattern)
{
	size_t at = pattern.len;
	while (at > 0 && is_name_byte(pattern.s[at - 1]))
		at--;
	struct str before = str_trim(str_slice(pattern, 0, at));
	bool found = at < pattern.len && str_ends_with(before, STR(" as"));
	return found ? before.len - 3 : pattern.len;
}

static enum matched match_pattern(const struct matching *matching, struct str pattern,
                                  const struct value *value)
{
	struct trace *trace = matching->trace;
	size_t as = find_as(pattern);
	if (as < pattern.len) {
		enum matched matched =
		    match_pattern(matching, str_trim(str_slice(pattern, 0, as)), value);
		size_t name = pattern.len;
		while (is_name_byte(pattern.s[name - 1]))
			name--;
		if (matched == MATCH_YES)
			bind_name(trace, str_slice(pattern, name, pattern.len), value,
			          (struct span){0, 0});
		return matched;
	}
	if (find_outside(pattern, '|', 0) < pattern.len)
		return match_alternatives(matching, pattern, value);
	if (find_outside(pattern, ',', 0) < pattern.len || !pattern.len)
		return match_sequence(matching, pattern, value);
	if (str_equal(pattern, STR("_")))
		return MATCH_YES;
	bool word = str_equal(pattern, STR("None")) || str_equal(pattern, STR("True")) ||
	            str_equal(pattern, STR("False"));
	if (is_name(pattern) && !word) {
		bind_name(trace, pattern, value, (struct span){0, 0});
		return MATCH_YES;
	}
	char first = pattern.s[0], last = pattern.s[pattern.len - 1];
	struct str inside = pattern.len > 1 ? str_slice(pattern, 1, pattern.len - 1) : STR("");
	if (first == '[' ||
	    (first == '(' && (find_outside(inside, ',', 0) < inside.len || !str_trim(inside).len)))
		return match_sequence(matching, inside, value);
	if (first == '(')
		return match_pattern(matching, str_trim(inside), value);
	if (first == '{')
		return match_mapping(matching, inside, value);
	size_t open = str_find(pattern, '(', 0);
	if (last == ')' && open < pattern.len && first != '\'' && first != '"')
		return match_class(matching, str_slice(pattern, 0, open),
		                   str_slice(pattern, open + 1, pattern.len - 1), value);
	return match_value(matching, pattern, value);
}

/* Whether a case is the one that runs. */
static enum matched match_case(struct trace *trace, const struct match_case *one,
                               const struct value *subject)
{
	bool truth;
	struct matching matching = {trace, one->pattern.s - one->pattern_offset};
	enum matched matched = match_pattern(&matching, str_trim(one->pattern), subject);
	if (matched != MATCH_YES || !one->guard)
		return matched;
	const struct value *guard = evaluate(trace, one->guard);
	if (!guard || !trace_truth(trace, guard, &truth))
		return trace->op.error.raised ? MATCH_FAILED : MATCH_UNKNOWN;
	return truth ? MATCH_YES : MATCH_NO;
}

enum flow run_match(struct trace *trace, const struct statement *statement,
                    const struct value **result)
{
	assert(statement->kind == STATEMENT_MATCH);
	const struct match *match = statement->match;
	bool resuming = is_resuming(trace);
	uint32_t i = resuming ? take_point(trace).index : 0;
	const struct value *subject = resuming ? &value_none : evaluate(trace, match->subject);
	enum matched matched = subject ? MATCH_NO : MATCH_FAILED;
	for (; subject && !resuming && i < match->count; i++) {
		matched = match_case(trace, &match->cases[i], subject);
		if (matched != MATCH_NO)
			break;
	}
	if (resuming || matched == MATCH_YES) {
		enum flow flow = run_block(trace, &match->cases[i].body, result);
		return flow == FLOW_YIELD ? keep_point(trace, i, NULL) : flow;
	}
	if (matched == MATCH_NO)
		return FLOW_NEXT;
	if (matched == MATCH_FAILED || !failed_or_unknown(trace)) {
		(void)place_failure(trace, call_span(trace, match->subject));
		report_failure(trace);
	}
	return skip_statement(trace, statement, result);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/yaml/yaml_problem.h"

#include "base/buf.h"
#include "spec/yaml/yaml_line.h"

/* A problem by libyaml's words, and ours. */
static const struct words_of_problem {
	const char *problem, *context; /* context: how it begins; NULL: any */
	const char *message;
	const char *note; /* at the context; NULL: the finding itself stands there */
	const char *help;
	bool indentation; /* it is most often a line that is indented otherwise */
} rows[] = {
    {"did not find expected ',' or '}'", NULL, "a comma or '}' is missing before this",
     "the brace is opened here", NULL, false},
    {"did not find expected ',' or ']'", NULL, "a comma or ']' is missing before this",
     "the bracket is opened here", NULL, false},
    {"found unexpected end of stream", "while scanning a quoted scalar",
     "the quote that is opened here is not closed", NULL, NULL, false},
    {"could not find expected ':'", NULL, "there is no ':' after the key that begins here", NULL,
     "a key and its value are written as KEY: VALUE, with a blank after the colon", false},
    {"mapping values are not allowed in this context", NULL, "a ':' is not expected here", "",
     "put a value that holds a colon in quotes; or a ':' is missing in the line before", true},
    {"did not find expected key", NULL, "a key is expected here", "", NULL, true},
    {"did not find expected '-' indicator", NULL, "an item of the list, '- …', is expected here",
     "", NULL, true},
    {"did not find expected <document start>", NULL, "nothing can follow the value before this", "",
     "a spec is one map: begin with 'mesh:' and 'tensors:'", true},
    {"block sequence entries are not allowed in this context", NULL,
     "a list of lines with '-' cannot begin here", "", "begin it on a line of its own", true},
    {"found character that cannot start any token", NULL,
     "a value cannot begin with this character", "", "put the value in quotes", false},
    {"did not find expected node content", "while parsing a flow node",
     "a value, or the bracket that closes this list or map, is expected here", "", NULL, false},
    {"did not find expected node content", NULL, "a value is expected here", "", NULL, false},
    {"did not find expected alphabetic or numeric character", NULL,
     "'*' and '&' at the beginning of a value have a meaning in YAML", NULL,
     "put the value in quotes", false},
    {"did not find expected comment or line break", NULL,
     "nothing can follow '|' or '>' on its line", "", "begin the text on the next line", false},
    {"found unknown escape character", NULL, "YAML does not know this escape", "",
     "write the backslash twice, or use single quotes", false},
};

static const struct words_of_problem *row_of(const struct yaml_problem *problem)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (strcmp(rows[i].problem, problem->problem) == 0 &&
		    (!rows[i].context ||
		     (problem->context && strcmp(rows[i].context, problem->context) == 0)))
			return &rows[i];
	return NULL;
}

/* Whether the line ends in a colon, so that what follows is indented further. */
static bool opens(struct str text, struct line line)
{
	struct str shown = str_trim(str_slice(text, line.start, line.end));
	return shown.len && shown.s[shown.len - 1] == ':';
}

/* The indentation nearest to that of the line among the lines before it that are still open; false
 * when one has the same, or there is none. */
static bool other_indent(struct str text, struct line line, size_t *nearest)
{
	size_t least = SIZE_MAX, distance = SIZE_MAX;
	while (line.start && least > 0) {
		size_t indent = line.indent;
		struct line above = line_at(text, line.start - 1);
		line.start = above.start;
		if (!line_has_content(text, above) || above.indent >= least)
			continue;
		if (least == SIZE_MAX && above.indent < indent && opens(text, above))
			return false;
		least = above.indent;
		size_t apart = least > indent ? least - indent : indent - least;
		if (!apart)
			return false;
		if (apart < distance) {
			distance = apart;
			*nearest = least;
		}
	}
	return distance < SIZE_MAX;
}

bool yaml_problem_indentation(struct arena *arena, struct str text,
                              const struct yaml_problem *problem, struct yaml_slip *slip)
{
	const struct words_of_problem *row = row_of(problem);
	struct line line = line_at(text, problem->at.offset);
	size_t nearest, first = line.start + line.indent;
	if (!row || !row->indentation || !other_indent(text, line, &nearest))
		return false;
	struct buf blanks = {.arena = arena};
	buf_fill(&blanks, ' ', nearest);
	*slip = (struct yaml_slip){.rule = RULE_YAML_SYNTAX,
	                           .at = {(uint32_t)first, (uint32_t)(line.end - first)}};
	slip->message =
	    line.indent
		? str_format(arena,
	                     "this line is indented by %zu space%s, but those before it by %zu",
	                     line.indent, plural(line.indent), nearest)
		: str_format(arena,
	                     "this line is not indented, but those before it are, by %zu space%s",
	                     nearest, plural(nearest));
	slip->help = STR("the keys of one map are indented by the same number of spaces");
	slip->repair.edits = arena_new(arena, struct diag_edit, 1);
	*slip->repair.edits = (struct diag_edit){
	    {(uint32_t)line.start, (uint32_t)line.indent}, buf_str(&blanks), NULL};
	return true;
}

void yaml_problem_report(struct diags *diags, struct str text, const struct yaml_problem *problem)
{
	const struct words_of_problem *row = row_of(problem);
	struct yaml_slip slip;
	struct diag *diag;
	if (yaml_problem_indentation(diags->arena, text, problem, &slip)) {
		diag_help(diag_add(diags, slip.rule, slip.at, "%.*s", STR_ARG(slip.message)),
		          "%.*s", STR_ARG(slip.help));
		return;
	}
	if (!row) {
		diag = diag_add(diags, RULE_YAML_SYNTAX, problem->at, "this is not YAML: %s",
		                problem->problem);
		if (problem->context)
			diag_note(diag, problem->context_at, "%s", problem->context);
		return;
	}
	bool here = row->note || !problem->context;
	diag = diag_add(diags, RULE_YAML_SYNTAX, here ? problem->at : problem->context_at, "%s",
	                row->message);
	if (row->note && *row->note && problem->context)
		diag_note(diag, problem->context_at, "%s", row->note);
	if (row->help)
		diag_help(diag, "%s", row->help);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters of functions and lambdas. */
#include "base/table.h"
#include "program/grammar.h"

/* How far a list of parameters has come. */
struct progress {
	enum token_kind end; /* the token behind the list: `)` of a function, `:` of a lambda */
	enum parameter_kind kind;      /* of the next plain parameter */
	bool slash, star, double_star; /* seen */
	bool bare_star; /* a `*` without a name, which needs a named parameter behind it */
	bool defaults;  /* a parameter that can be given by position has a default */
	size_t begin;   /* of the gather */
	uint32_t count; /* gathered */
};

static const struct expression *parse_annotation(struct parser *parser, bool star)
{
	if (!parser_accept(parser, TOKEN_COLON))
		return NULL;
	return star ? parse_item(parser, BINDING_CONDITIONAL)
	            : parse_expression(parser, BINDING_CONDITIONAL);
}

/* A name with annotation and default, as far as they may stand there. */
static void parse_named(struct parser *parser, struct progress *progress, enum parameter_kind kind)
{
	struct identifier name = parser_expect_name(parser, "the name of a parameter");
	struct parameter parameter = {.kind = kind, .name = name.name, .name_at = name.at};
	bool starred = kind == PARAMETER_STAR || kind == PARAMETER_DOUBLE_STAR;
	if (progress->end == TOKEN_CLOSE_ROUND)
		parameter.annotation = parse_annotation(parser, kind == PARAMETER_STAR);
	if (parser_at(parser, TOKEN_ASSIGN) && starred)
		parser_fail(parser, parser->current.at, "drop the default",
		            "a parameter with a star has no default value");
	if (parser_accept(parser, TOKEN_ASSIGN))
		parameter.default_value = parse_expression(parser, BINDING_CONDITIONAL);
	if (kind == PARAMETER_NORMAL && progress->defaults && !parameter.default_value)
		parser_fail(parser, name.at, "give it a default, or move it to the front",
		            "parameter '%.*s' without a default follows one with a default",
		            STR_ARG(name.name));
	progress->defaults |= kind == PARAMETER_NORMAL && parameter.default_value;
	gather_add(parser, &parameter, sizeof parameter);
	progress->count++;
}

/* `/`: those before it are given by position only. */
static void parse_slash(struct parser *parser, struct progress *progress)
{
	struct span at = parser_take(parser).at;
	if (progress->slash || progress->star || progress->double_star || progress->count == 0)
		parser_fail(parser, at, "'/' stands once, after parameters and before any '*'",
		            "'/' cannot stand here");
	progress->slash = true;
	for (uint32_t i = 0; i < progress->count; i++) {
		size_t offset = progress->begin + i * sizeof(struct parameter);
		struct parameter *before =
		    (struct parameter *)(void *)(parser->gather.bytes + offset);
		if (before->kind == PARAMETER_NORMAL)
			before->kind = PARAMETER_POSITIONAL_ONLY;
	}
}

/* `*` or `*name`. */
static void parse_star(struct parser *parser, struct progress *progress)
{
	struct span at = parser_take(parser).at;
	if (progress->star || progress->double_star)
		parser_fail(parser, at, "write one '*', before any '**'",
		            "a second '*' among the parameters");
	progress->star = true;
	progress->bare_star = !parser_at(parser, TOKEN_NAME);
	if (!progress->bare_star)
		parse_named(parser, progress, PARAMETER_STAR);
	progress->kind = PARAMETER_KEYWORD_ONLY;
}

static void parse_parameter(struct parser *parser, struct progress *progress)
{
	struct span at = parser->current.at;
	if (progress->double_star)
		parser_fail(parser, at, "move it before the '**'",
		            "nothing follows a parameter with '**'");
	if (parser_at(parser, TOKEN_SLASH)) {
		parse_slash(parser, progress);
	} else if (parser_at(parser, TOKEN_STAR)) {
		parse_star(parser, progress);
	} else if (parser_accept(parser, TOKEN_POWER)) {
		progress->double_star = true;
		parse_named(parser, progress, PARAMETER_DOUBLE_STAR);
	} else {
		parse_named(parser, progress, progress->kind);
		progress->bare_star = false;
	}
	if (progress->bare_star && (progress->double_star || !parser_at(parser, TOKEN_COMMA)))
		parser_fail(parser, at, "write a name after '*', or drop it",
		            "'*' needs a parameter to be given by name after it");
}

static void check_repeated(struct parser *parser, struct parameters parameters)
{
	struct arena_mark mark = arena_mark(parser->scratch);
	struct table seen = {0};
	for (uint32_t i = 0; i < parameters.count && parameters.count > 1; i++) {
		const struct parameter *parameter = &parameters.items[i];
		bool added;
		table_add(parser->scratch, &seen, parameter->name, i, &added);
		if (!added)
			parser_fail(parser, parameter->name_at, "give it another name",
			            "two parameters are named '%.*s'", STR_ARG(parameter->name));
	}
	arena_rewind(parser->scratch, mark);
}

struct parameters parse_parameters(struct parser *parser, enum token_kind end)
{
	struct progress progress = {.end = end, .kind = PARAMETER_NORMAL};
	struct parameters parameters;
	progress.begin = gather_begin(parser);
	while (!parser->failed && !parser_at(parser, end)) {
		parse_parameter(parser, &progress);
		if (!parser_accept(parser, TOKEN_COMMA))
			break;
		if (parser_at(parser, end) && progress.bare_star)
			parser_fail_expected(parser, "the name of a parameter");
	}
	parameters.items =
	    gather_end(parser, progress.begin, sizeof(struct parameter), &parameters.count);
	check_repeated(parser, parameters);
	return parameters;
}

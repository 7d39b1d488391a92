/* SPDX-License-Identifier: Apache-2.0 */
/* What functions take, in the syntax tree: parameters of definitions, arguments of calls. */
#pragma once

#include "diag/source.h"

struct expression;

enum parameter_kind {
	PARAMETER_POSITIONAL_ONLY, /* in front of / */
	PARAMETER_NORMAL,
	PARAMETER_STAR,         /* *args */
	PARAMETER_KEYWORD_ONLY, /* behind *args or * */
	PARAMETER_DOUBLE_STAR,  /* **kwargs */
};

struct parameter {
	enum parameter_kind kind;
	struct str name;
	struct span name_at;
	const struct expression *annotation, *default_value; /* or NULL */
};

struct parameters {
	const struct parameter *items; /* in the order of the text, which is that of the kinds */
	uint32_t count;
};

enum argument_kind {
	ARGUMENT_POSITIONAL,
	ARGUMENT_KEYWORD,
	ARGUMENT_STAR,        /* *value */
	ARGUMENT_DOUBLE_STAR, /* **value */
};

struct argument {
	enum argument_kind kind;
	struct span at;      /* keyword or stars included */
	struct str keyword;  /* of ARGUMENT_KEYWORD */
	struct span name_at; /* of the keyword */
	const struct expression *value;
};

struct arguments {
	const struct argument *items;
	uint32_t count;
};

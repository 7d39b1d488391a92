/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments and parameters brought together, with the errors of Python when that fails. CPython:
 * ceval.c initialize_locals. */
#include "jax/judge.h"

#include <assert.h>
#include "trace/module/bind.h"
#include "trace/module/keyword_suggestion.h"
#include "trace/state/scope.h"

/* A call that is being bound. */
struct binder {
	struct trace *trace;
	struct callee callee;
	const struct formal *formals;
	uint32_t count;
	const struct given *given;
	const struct value **values; /* NULL: not given yet */
	uint32_t npositional;        /* parameters, which stand before all others */
	/* Where those that take any more arguments and keywords stand; or `count`. */
	uint32_t star, double_star;
};

static bool is_positional(const struct formal *formal)
{
	return formal->kind == PARAMETER_NORMAL || formal->kind == PARAMETER_POSITIONAL_ONLY;
}

/* Looks which parameters there are; none has a value yet. */
static void look_at_formals(struct binder *binder)
{
	binder->star = binder->double_star = binder->count;
	for (uint32_t i = 0; i < binder->count; i++) {
		enum parameter_kind kind = binder->formals[i].kind;
		binder->values[i] = NULL;
		binder->npositional += is_positional(&binder->formals[i]);
		if (kind == PARAMETER_STAR)
			binder->star = i;
		else if (kind == PARAMETER_DOUBLE_STAR)
			binder->double_star = i;
	}
}

static bool raise(const struct binder *binder, const struct buf *text)
{
	return refuse(&binder->trace->op, RULE_PROGRAM_ERROR, "TypeError", TEXT("{}", text));
}

static struct buf begin_text(const struct binder *binder)
{
	struct buf text = op_buf(&binder->trace->op);
	struct str name =
	    scope_qualified(binder->trace->op.arena, binder->callee.scope, binder->callee.name);
	buf_printf(&text, "%.*s() ", STR_ARG(name));
	return text;
}

/* The positional arguments from this one on as a tuple of its own: those who call keep theirs where
 * they like. */
static const struct value *rest_of(const struct binder *binder, uint32_t from)
{
	const struct value_list *positional = &binder->given->positional;
	uint32_t count = positional->count - from;
	struct arena *arena = binder->trace->op.arena;
	const struct value **items = arena_new(arena, const struct value *, count);
	for (uint32_t i = 0; i < count; i++)
		items[i] = positional->items[from + i];
	return value_sequence(arena, VALUE_TUPLE, items, count);
}

static void bind_positional(struct binder *binder)
{
	const struct value_list *positional = &binder->given->positional;
	uint32_t next = 0;
	for (; next < binder->npositional && next < positional->count; next++)
		binder->values[next] = positional->items[next];
	if (binder->star < binder->count)
		binder->values[binder->star] = rest_of(binder, next);
}

static bool refuse_keyword(const struct binder *binder, struct str keyword)
{
	struct buf text = begin_text(binder);
	for (uint32_t i = 0; i < binder->count; i++) {
		const struct formal *formal = &binder->formals[i];
		if (formal->kind != PARAMETER_POSITIONAL_ONLY || !str_equal(formal->name, keyword))
			continue;
		buf_printf(&text,
		           "got some positional-only arguments passed as keyword arguments: '%.*s'",
		           STR_ARG(keyword));
		return raise(binder, &text);
	}
	buf_printf(&text, "got an unexpected keyword argument '%.*s'", STR_ARG(keyword));
	struct str meant = keyword_suggestion(keyword, binder->formals, binder->count);
	if (meant.s && op_has(&binder->trace->op, JAX_PYTHON_3_13))
		buf_printf(&text, ". Did you mean '%.*s'?", STR_ARG(meant));
	(void)raise(binder, &text);
	struct op *op = &binder->trace->op;
	op->error.slip = keyword_slip(op->arena, keyword, binder->formals, binder->count);
	if (meant.s)
		return explain(&binder->trace->op, HELP("did you mean {}=?", meant));
	return false;
}

static bool bind_keyword(struct binder *binder, const struct value_pair *pair,
                         struct value_pair *others, uint32_t *nothers)
{
	assert(pair->key->kind == VALUE_STRING);
	struct str keyword = pair->key->string;
	for (uint32_t i = 0; i < binder->count; i++) {
		const struct formal *formal = &binder->formals[i];
		if ((formal->kind != PARAMETER_NORMAL && formal->kind != PARAMETER_KEYWORD_ONLY) ||
		    !str_equal(formal->name, keyword))
			continue;
		if (binder->values[i]) {
			struct buf text = begin_text(binder);
			buf_printf(&text, "got multiple values for argument '%.*s'",
			           STR_ARG(keyword));
			return raise(binder, &text);
		}
		binder->values[i] = pair->value;
		return true;
	}
	if (binder->double_star == binder->count)
		return refuse_keyword(binder, keyword);
	others[(*nothers)++] = *pair;
	return true;
}

static bool bind_keywords(struct binder *binder)
{
	struct arena *arena = binder->trace->op.arena;
	const struct given *given = binder->given;
	uint32_t rest = binder->double_star;
	if (!given->nkeywords && rest == binder->count)
		return true;
	struct value_pair *others = arena_new(arena, struct value_pair, given->nkeywords);
	uint32_t nothers = 0;
	for (uint32_t i = 0; i < given->nkeywords; i++)
		if (!bind_keyword(binder, &given->keywords[i], others, &nothers))
			return false;
	if (rest < binder->count)
		binder->values[rest] = value_dict(arena, others, nothers);
	return true;
}

/* takes from 1 to 2 positional arguments but 3 were given */
static bool check_too_many(const struct binder *binder)
{
	uint32_t given = binder->given->positional.count, most = binder->npositional;
	if (given <= most || binder->star < binder->count)
		return true;
	uint32_t keyword_only = 0, defaults = 0;
	for (uint32_t i = 0; i < binder->count; i++) {
		const struct formal *formal = &binder->formals[i];
		keyword_only += formal->kind == PARAMETER_KEYWORD_ONLY && binder->values[i];
		defaults += is_positional(formal) && formal->default_value;
	}
	struct buf text = begin_text(binder);
	buf_puts(&text, "takes ");
	if (defaults)
		buf_printf(&text, "from %u to ", most - defaults);
	buf_printf(&text, "%u positional argument%s but %u", most, defaults || most != 1 ? "s" : "",
	           given);
	if (keyword_only)
		buf_printf(&text, " positional argument%s (and %u keyword-only argument%s)",
		           plural(given), keyword_only, plural(keyword_only));
	buf_puts(&text, given == 1 && !keyword_only ? " was given" : " were given");
	return raise(binder, &text);
}

static bool is_missing(const struct binder *binder, uint32_t i, bool keyword_only)
{
	const struct formal *formal = &binder->formals[i];
	bool wanted = keyword_only ? formal->kind == PARAMETER_KEYWORD_ONLY : is_positional(formal);
	return wanted && !binder->values[i];
}

/* missing 2 required positional arguments: 'x' and 'y' */
static bool check_missing(const struct binder *binder, bool keyword_only)
{
	uint32_t missing = 0, named = 0;
	for (uint32_t i = 0; i < binder->count; i++)
		missing += is_missing(binder, i, keyword_only);
	if (missing == 0)
		return true;
	struct buf text = begin_text(binder);
	buf_printf(&text, "missing %u required %s argument%s: ", missing,
	           keyword_only ? "keyword-only" : "positional", plural(missing));
	for (uint32_t i = 0; i < binder->count; i++) {
		if (!is_missing(binder, i, keyword_only))
			continue;
		if (named)
			buf_puts(&text, missing == 2           ? " and "
			                : named == missing - 1 ? ", and "
			                                       : ", ");
		buf_printf(&text, "'%.*s'", STR_ARG(binder->formals[i].name));
		named++;
	}
	(void)raise(binder, &text);
	binder->trace->op.error.lacks_argument = true;
	return false;
}

/* Whether every parameter has a value then. */
static bool fill_defaults(struct binder *binder)
{
	bool filled = true;
	for (uint32_t i = 0; i < binder->count; i++) {
		if (!binder->values[i])
			binder->values[i] = binder->formals[i].default_value;
		filled &= binder->values[i] != NULL;
	}
	return filled;
}

/* Binds arguments by position to parameters that take one each, as most calls have them; false when
 * there is anything else to it. */
static bool bind_simply(const struct formal *formals, uint32_t count, const struct given *given,
                        const struct value **values)
{
	uint32_t most = given->positional.count;
	if (given->nkeywords || most > count)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		const struct formal *formal = &formals[i];
		bool simple =
		    is_positional(formal) || (formal->kind == PARAMETER_KEYWORD_ONLY && i >= most);
		values[i] = i < most ? given->positional.items[i] : formal->default_value;
		if (!simple || !values[i])
			return false;
	}
	return true;
}

bool bind_arguments(struct trace *trace, struct callee callee, const struct formal *formals,
                    uint32_t count, const struct given *given, const struct value **values)
{
	assert(count <= MAX_PARAMETERS);
	if (bind_simply(formals, count, given, values))
		return true;
	struct binder binder = {.trace = trace,
	                        .callee = callee,
	                        .formals = formals,
	                        .count = count,
	                        .given = given,
	                        .values = values};
	look_at_formals(&binder);
	bind_positional(&binder);
	if (!bind_keywords(&binder) || !check_too_many(&binder))
		return false;
	return fill_defaults(&binder) ||
	       (check_missing(&binder, false) && check_missing(&binder, true));
}

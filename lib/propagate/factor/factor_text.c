/* SPDX-License-Identifier: Apache-2.0 */
#include "propagate/factor/factor_text.h"

#include <ctype.h>

enum { MAX_NAMED_FACTORS = 1024 };

/* Text being read. */
struct rule_text {
	struct factor_builder *builder;
	struct str rest;
};

static void skip_space(struct rule_text *text)
{
	while (text->rest.len && (*text->rest.s == ' ' || *text->rest.s == '\n'))
		text->rest = str_slice(text->rest, 1, text->rest.len);
}

/* Reads what stands next, if it does. */
static bool accept(struct rule_text *text, const char *token)
{
	skip_space(text);
	struct str wanted = str_of(token);
	if (!str_starts_with(text->rest, wanted))
		return false;
	text->rest = str_slice(text->rest, wanted.len, text->rest.len);
	return true;
}

static bool read_number(struct rule_text *text, int64_t *number)
{
	size_t digits = 0;
	skip_space(text);
	while (digits < text->rest.len && isdigit((unsigned char)text->rest.s[digits]))
		digits++;
	bool fits = digits && str_to_int64(str_slice(text->rest, 0, digits), number);
	text->rest = str_slice(text->rest, digits, text->rest.len);
	return fits;
}

/* Reads the name of a factor: i to z, then z_1, z_2 …; its number from 0. */
static bool read_factor(struct rule_text *text, uint32_t *factor)
{
	int64_t further = 0;
	skip_space(text);
	if (!text->rest.len || *text->rest.s < 'i' || *text->rest.s > 'z')
		return false;
	char letter = *text->rest.s;
	text->rest = str_slice(text->rest, 1, text->rest.len);
	if (letter == 'z' && text->rest.len && *text->rest.s == '_') {
		text->rest = str_slice(text->rest, 1, text->rest.len);
		if (!read_number(text, &further) || further > MAX_NAMED_FACTORS)
			return false;
	}
	*factor = (uint32_t)(letter - 'i') + (uint32_t)further;
	return *factor < MAX_NAMED_FACTORS;
}

/* Reads {i=8, j=2}, which names the factors in order. */
static bool read_sizes(struct rule_text *text)
{
	if (!accept(text, "{"))
		return false;
	while (!accept(text, "}")) {
		uint32_t factor;
		int64_t size;
		if (!read_factor(text, &factor) || !accept(text, "=") ||
		    !read_number(text, &size) || factor != text->builder->nfactors)
			return false;
		factor_add(text->builder, size, FACTOR_PASS_THROUGH, false);
		accept(text, ",");
	}
	return true;
}

/* Reads ([i, jk], []) for `count` tensors from `first` on. */
static bool read_tensors(struct rule_text *text, uint32_t first, uint32_t count)
{
	if (!accept(text, "("))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		if ((i && !accept(text, ",")) || !accept(text, "["))
			return false;
		for (int64_t dim = 0; !accept(text, "]"); dim++) {
			uint32_t factor;
			do {
				if (!read_factor(text, &factor) ||
				    factor >= text->builder->nfactors)
					return false;
				factor_put_one(text->builder, first + i, dim, factor);
			} while (text->rest.len && *text->rest.s >= 'i' && *text->rest.s <= 'z');
			accept(text, ",");
		}
	}
	return accept(text, ")");
}

/* Reads reduction={i, j} and the like. */
static bool read_kinds(struct rule_text *text)
{
	static const struct {
		const char *word;
		enum factor_kind kind;
		bool blocked;
	} rows[] = {{"reduction={", FACTOR_REDUCTION, false},
	            {"need_replication={", FACTOR_NEED_REPLICATION, false},
	            {"permutation={", FACTOR_PERMUTATION, false},
	            {"blocked_propagation={", FACTOR_PASS_THROUGH, true}};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		if (!accept(text, rows[i].word))
			continue;
		while (!accept(text, "}")) {
			uint32_t factor;
			if (!read_factor(text, &factor) || factor >= text->builder->nfactors)
				return false;
			if (rows[i].blocked)
				text->builder->factors[factor].blocked = true;
			else
				text->builder->factors[factor].kind = rows[i].kind;
			accept(text, ",");
		}
	}
	return true;
}

void factor_read_rule(struct factor_builder *builder, struct str rule)
{
	struct rule_text text = {.builder = builder, .rest = rule};
	const struct factor_tensors *tensors = builder->tensors;
	accept(&text, "#sdy.op_sharding_rule<");
	struct str whole = text.rest;
	size_t sizes = str_search(whole, STR("{"), 0);
	text.rest = str_slice(whole, sizes, whole.len);
	bool fits = read_sizes(&text);
	struct str kinds = text.rest;
	text.rest = whole;
	fits = fits && read_tensors(&text, 0, tensors->noperands) && accept(&text, "->") &&
	       read_tensors(&text, tensors->noperands, tensors->nresults);
	text.rest = kinds;
	if (!fits || !read_kinds(&text))
		builder->failed = true;
}

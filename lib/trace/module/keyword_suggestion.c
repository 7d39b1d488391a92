/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/module/keyword_suggestion.h"
#include "trace/module/bind.h"

#include "diag/suggest.h"
#include "program/lex/bytes.h"

/* Costs and bounds of CPython. */
enum { MOVE_COST = 2, CASE_COST = 1, MAX_KEYWORD = 40 };

static uint32_t substitution_cost(char a, char b)
{
	if (a == b)
		return 0;
	return lower_case(a) == lower_case(b) ? CASE_COST : MOVE_COST;
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* The cost of making `a` from `b` by insertions, deletions and substitutions. */
static uint32_t edit_cost(struct str a, struct str b)
{
	uint32_t row[MAX_KEYWORD + 1];
	for (uint32_t i = 0; i <= a.len; i++)
		row[i] = i * MOVE_COST;
	for (size_t j = 0; j < b.len; j++) {
		uint32_t diagonal = row[0];
		row[0] += MOVE_COST;
		for (size_t i = 0; i < a.len; i++) {
			uint32_t substituted = diagonal + substitution_cost(a.s[i], b.s[j]);
			diagonal = row[i + 1];
			row[i + 1] = least(substituted, least(row[i], row[i + 1]) + MOVE_COST);
		}
	}
	return row[a.len];
}

struct str keyword_suggestion(struct str keyword, const struct formal *formals, uint32_t count)
{
	struct str best = {NULL, 0};
	uint32_t nearest = UINT32_MAX;
	for (uint32_t i = 0; keyword.len <= MAX_KEYWORD && i < count; i++) {
		struct str name = formals[i].name;
		if ((formals[i].kind != PARAMETER_NORMAL &&
		     formals[i].kind != PARAMETER_KEYWORD_ONLY) ||
		    name.len > MAX_KEYWORD)
			continue;
		uint32_t bound = (uint32_t)(name.len + keyword.len + 3) * MOVE_COST / 6;
		uint32_t cost = edit_cost(keyword, name);
		if (cost <= bound && cost < nearest) {
			nearest = cost;
			best = name;
		}
	}
	return best;
}

struct diag_slip keyword_slip(struct arena *arena, struct str keyword, const struct formal *formals,
                              uint32_t count)
{
	struct str *names = arena_new(arena, struct str, count);
	uint32_t nnames = 0;
	for (uint32_t i = 0; i < count; i++)
		if (formals[i].kind == PARAMETER_NORMAL ||
		    formals[i].kind == PARAMETER_KEYWORD_ONLY)
			names[nnames++] = formals[i].name;
	struct str meant = suggest_certain(keyword, names, nnames);
	return (struct diag_slip){.written = meant.s ? keyword : meant, .meant = meant};
}

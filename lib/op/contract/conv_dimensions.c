/* SPDX-License-Identifier: Apache-2.0 */
#include "op/contract/contract.h"

/* The letters of the two dimensions that are not spatial, in each text. */
static const char letters[3][2] = {{'N', 'C'}, {'O', 'I'}, {'N', 'C'}};

static uint32_t count_of(struct str text, char letter)
{
	uint32_t count = 0;
	for (size_t i = 0; i < text.len; i++)
		count += text.s[i] == letter;
	return count;
}

static bool check_text(struct op *op, struct str text, int which)
{
	if (count_of(text, letters[which][0]) != 1 || count_of(text, letters[which][1]) != 1)
		return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
		              TEXT("convolution dimension_numbers[{}] must contain the characters "
		                   "'{}' and '{}' exactly once, got {}.",
		                   which, which == 1 ? "O" : "N", which == 1 ? "I" : "C", text));
	for (size_t i = 0; i < text.len; i++)
		if (count_of(text, text.s[i]) > 1)
			return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
			              TEXT("convolution dimension_numbers[{}] cannot have "
			                   "duplicate characters, got {}.",
			                   which, text));
	return true;
}

static bool is_spatial(char letter, int which)
{
	return letter != letters[which][0] && letter != letters[which][1];
}

/* Whether every spatial letter of one text is in the other. */
static bool spatial_within(const struct str texts[3], int a, int b)
{
	for (size_t i = 0; i < texts[a].len; i++) {
		size_t at = str_find(texts[b], texts[a].s[i], 0);
		if (is_spatial(texts[a].s[i], a) &&
		    (at >= texts[b].len || !is_spatial(texts[a].s[i], b)))
			return false;
	}
	return true;
}

static bool check_spatial(struct op *op, const struct str texts[3])
{
	bool same = true;
	for (int a = 0; a < 3; a++)
		for (int b = 0; b < 3; b++)
			same = same && spatial_within(texts, a, b);
	return same ||
	       refuse(op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("convolution dimension_numbers elements must each have the same set of "
	                   "spatial characters, got ({repr}, {repr}, {repr}).",
	                   texts[0], texts[1], texts[2]));
}

bool conv_read_dimensions(struct op *op, const struct str texts[3],
                          struct conv_dimensions *dimensions)
{
	for (int which = 0; which < 3; which++)
		if (!check_text(op, texts[which], which))
			return false;
	if (!check_spatial(op, texts))
		return false;
	for (int which = 0; which < 3; which++) {
		uint32_t *spec = arena_new(op->arena, uint32_t, texts[which].len), count = 0;
		for (int i = 0; i < 2; i++)
			spec[count++] = (uint32_t)str_find(texts[which], letters[which][i], 0);
		for (size_t i = 0; i < texts[CONV_RHS].len; i++)
			if (is_spatial(texts[CONV_RHS].s[i], CONV_RHS))
				spec[count++] =
				    (uint32_t)str_find(texts[which], texts[CONV_RHS].s[i], 0);
		dimensions->specs[which] = spec;
	}
	return true;
}

struct conv_dimensions conv_plain_dimensions(struct op *op, uint32_t rank)
{
	uint32_t *plain = arena_new(op->arena, uint32_t, rank);
	for (uint32_t i = 0; i < rank; i++)
		plain[i] = i;
	return (struct conv_dimensions){{plain, plain, plain}};
}

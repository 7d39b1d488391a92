/* SPDX-License-Identifier: Apache-2.0 */
#include "diag/suggest.h"

#include <assert.h>

enum { LONGEST = 64 }; /* bytes; longer names are not compared */

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Optimal string alignment distance; three rows of the table are kept. */
static size_t edit_distance(struct str a, struct str b)
{
	assert(a.len <= LONGEST && b.len <= LONGEST);
	size_t rows[3][LONGEST + 1];
	size_t *before = rows[0], *above = rows[1], *row = rows[2];
	for (size_t j = 0; j <= b.len; j++)
		above[j] = j;
	for (size_t i = 1; i <= a.len; i++) {
		row[0] = i;
		for (size_t j = 1; j <= b.len; j++) {
			bool equal = lower(a.s[i - 1]) == lower(b.s[j - 1]);
			row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + !equal);
			if (i > 1 && j > 1 && lower(a.s[i - 1]) == lower(b.s[j - 2]) &&
			    lower(a.s[i - 2]) == lower(b.s[j - 1]))
				row[j] = least(row[j], before[j - 2] + 1);
		}
		size_t *oldest = before;
		before = above;
		above = row;
		row = oldest;
	}
	return above[b.len];
}

/* How many edits lead from the name to the candidate; SIZE_MAX when that is no slip. */
static size_t slip(struct str name, struct str candidate)
{
	if (name.len > LONGEST || candidate.len > LONGEST || str_equal(name, candidate))
		return SIZE_MAX;
	size_t longer = name.len > candidate.len ? name.len : candidate.len;
	size_t distance = edit_distance(name, candidate);
	return distance < longer && 3 * distance <= longer + 1 ? distance : SIZE_MAX;
}

/* The first of the nearest candidates; *only: no other is as near. */
static struct str nearest(struct str name, const struct str *candidates, size_t count, bool *only)
{
	struct str best = {NULL, 0};
	size_t least = SIZE_MAX;
	*only = false;
	for (size_t i = 0; i < count && name.len <= LONGEST; i++) {
		size_t distance = slip(name, candidates[i]);
		if (distance == SIZE_MAX || distance > least)
			continue;
		*only = distance < least;
		if (*only)
			best = candidates[i];
		least = distance;
	}
	return best;
}

struct str suggest(struct str name, const struct str *candidates, size_t count)
{
	bool only;
	return nearest(name, candidates, count, &only);
}

struct str suggest_only(struct str name, const struct str *candidates, size_t count)
{
	bool only;
	struct str near = nearest(name, candidates, count, &only);
	return only ? near : (struct str){NULL, 0};
}

static struct str next_digit(struct str text)
{
	size_t at = 0;
	while (at < text.len && !byte_is_digit(text.s[at]))
		at++;
	return str_slice(text, at, text.len);
}

static bool same_digits(struct str a, struct str b)
{
	a = next_digit(a);
	b = next_digit(b);
	while (a.len && b.len && a.s[0] == b.s[0]) {
		a = next_digit(str_slice(a, 1, a.len));
		b = next_digit(str_slice(b, 1, b.len));
	}
	return !a.len && !b.len;
}

struct str suggest_certain(struct str name, const struct str *candidates, size_t count)
{
	struct str none = {NULL, 0}, best = suggest_only(name, candidates, count);
	if (!best.s || !same_digits(name, best))
		return none;
	size_t distance = slip(name, best), longer = name.len > best.len ? name.len : best.len;
	for (size_t i = 0; i < count; i++) {
		size_t other = slip(name, candidates[i]);
		if (other <= 2 * distance && !str_equal(candidates[i], best))
			return none;
	}
	return 4 * distance <= longer ? best : none;
}

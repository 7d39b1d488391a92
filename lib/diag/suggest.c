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

/* The first of the nearest candidates; *certain: no other is as near. */
static struct str nearest(struct str name, const struct str *candidates, size_t count,
                          bool *certain)
{
	struct str best = {NULL, 0};
	size_t least_distance = SIZE_MAX;
	*certain = false;
	for (size_t i = 0; i < count && name.len <= LONGEST; i++) {
		struct str candidate = candidates[i];
		if (candidate.len > LONGEST || str_equal(name, candidate))
			continue;
		size_t longer = name.len > candidate.len ? name.len : candidate.len;
		size_t distance = edit_distance(name, candidate);
		if (distance > least_distance || distance >= longer || 3 * distance > longer + 1)
			continue;
		*certain = distance < least_distance;
		if (*certain)
			best = candidate;
		least_distance = distance;
	}
	return best;
}

struct str suggest(struct str name, const struct str *candidates, size_t count)
{
	bool certain;
	return nearest(name, candidates, count, &certain);
}

struct str suggest_only(struct str name, const struct str *candidates, size_t count)
{
	bool certain;
	struct str near = nearest(name, candidates, count, &certain);
	return certain ? near : (struct str){NULL, 0};
}
